# SPDX-License-Identifier: Apache-2.0
"""The course of the game for slow.py: set-up, turns, reinforcement, victory.

The rules are told as a plain story. Whenever somebody must decide or dice must fall the story asks;
when it has no more answers it stops with what could be answered. To look at what comes after an
answer the story is told again from the last phase on, with one answer more."""
import slow_air
import slow_ground
from slow_cards import (AIRFIELD, EDGES, HQ, NEXT, ONE, TERRAIN, TWO, ZONES, ZONE_TERRAINS,
                        edges_of)
from slow_fight import DICE_TWO, DIE, pay
from slow_world import foe

DICE_THREE = [f"roll {n}" for n in range(3, 19)]
PHASES = ("reinforce", "air", "recon", "bombard", "manoeuvre")


class Asked(Exception):
    """The story waits for an answer."""

    def __init__(self, node, seat, options, resume):
        super().__init__(node)
        self.node, self.seat, self.options, self.resume = node, seat, options, resume


class Over(Exception):
    """The game has ended."""


class Tale:
    def __init__(self, world, start, answers):
        self.world, self.answers, self.next, self.place = world.copy(), answers, 0, start

    def ask(self, node, seat, options, top=False):
        """The next answer in words. Top: the phase can be taken up again from this world."""
        if self.next < len(self.answers):
            self.next += 1
            return self.answers[self.next - 1].split()
        resume = (self.world.copy(), (node, seat)) if top else None
        raise Asked(node, seat, options(), resume)

    def chance(self, node, options):
        return self.ask(node, None, options)

    # ------------------------------------------------------------------------------------- course
    def tell(self):
        node, seat = self.place or (None, None)
        if node is None or node in ("opening", "initiative"):
            self.begin_game(node)
        else:
            self.world.active = seat
            if node == "supply":
                self.supplies()
                node = "reinforce"
            self.phases(node)
        while True:
            self.begin_turn()
            self.supplies()
            self.phases("reinforce")

    def phases(self, node):
        deeds = {"reinforce": reinforce, "air": slow_air.phase, "recon": slow_ground.recon,
                 "bombard": slow_ground.bombard, "manoeuvre": slow_ground.manoeuvre}
        for name in PHASES[PHASES.index(node):]:
            deeds[name](self)
            if name == "reinforce":
                self.world.bonus = 0  # AR13
        self.end_turn()

    def begin_turn(self):
        """AD13 (a)."""
        world = self.world
        seat = world.active
        slow_air.patrols_home(self, seat)
        mine = set(world.mine(seat))
        world.engaged -= mine - world.reloading
        world.reloading -= mine
        for marks in (world.acted, world.scouted, world.struck, world.paid, world.mended):
            marks.clear()
        world.quarry.clear()
        world.striking = None
        world.crossed.clear()
        world.option, world.bonus, world.repairs = None, 0, 0
        world.cloud = None if world.cloud == seat else world.cloud
        world.mud = None if world.mud == seat else world.mud
        if not any(world.troops(foe(seat), p) for p in NEXT[HQ[seat]]):  # AD19
            for t in world.at(seat, HQ[seat]):
                world.spotted.discard(t)

    def supplies(self):
        """AD13 (b), (c), then AD15."""
        world, seat = self.world, self.world.active
        nation = world.decks[seat].nation
        rolled = int(self.chance("supply", lambda: DICE_THREE if nation == "U" else DICE_TWO)[1])
        rolled += {"G": 3, "S": 2, "U": 0, "W": 3}[nation]
        if world.turn == 1 and seat == world.first:
            rolled //= 2
        depots = sum("depot" in world.ground(z).special for z in world.occupied(seat))
        world.supply[seat] += rolled + depots
        self.draw(seat, 7)
        for t in world.mine(seat):
            home = world.where[t] in (HQ[seat], AIRFIELD[seat])
            if world.damage.get(t) and (home or (world.on_field(t) and world.has(t, "T09"))):
                world.damage[t] -= 1
        world.repairs = sum("workshop" in world.card[t].notes and world.on_field(t)
                            for t in world.mine(seat))

    def draw(self, seat, size):
        world = self.world
        while world.at(seat, "deck") and len(world.at(seat, "hand")) < size:
            words = self.chance("draw", lambda: unlike(world, world.at(seat, "deck")))
            world.where[words[1]] = "hand"

    def end_turn(self):
        """AD36, then AD64 to AD66."""
        world, seat = self.world, self.world.active
        slow_air.all_home(self, seat)
        enemy_hq = HQ[foe(seat)]
        if world.troops(seat, enemy_hq) and not world.cards_at(foe(seat), enemy_hq):
            raise Over
        last = seat != world.first and world.turn == world.field.turns
        if world.points(seat) >= world.field.points or last:
            raise Over
        world.smoke, world.night = None, False
        world.marching.clear()
        world.turn += seat != world.first
        world.active = foe(seat)

    # ------------------------------------------------------------------------------------- set-up
    def begin_game(self, node):
        world = self.world
        if node is None:
            if world.field.deck < 60:
                muster(self)
            if world.field.bought:
                free_terrain(self)
        if node != "initiative":
            first = self.place[1] if self.place else ONE
            for seat in range(first, 2):
                opening(self, seat)
            for seat in (ONE, TWO):
                self.draw(seat, 7)
        world.first = ONE if int(self.chance("initiative", lambda: DIE)[1]) <= 3 else TWO
        world.active, world.turn = world.first, 1


def unlike(world, tokens):
    """A draw tells cards apart, not copies: the first copy stands for all."""
    first = {}
    for t in tokens:
        first.setdefault(world.card[t].id, t)
    return [f"draw {t}" for t in first.values()]


def muster(tale):
    """AD70: both HQ-troop cards, those of the opening, and others drawn at random."""
    world = tale.world
    for seat in (ONE, TWO):
        first = {card for card, _ in world.decks[seat].opening}
        kept = {t for t in world.mine(seat)
                if world.card[t].cls == "HQT" and world.card[t].id in first}
        for t in world.mine(seat):
            if t not in kept:
                world.where[t] = "out"
        while len(kept) < world.field.deck:
            words = tale.chance("muster", lambda: unlike(world, world.at(seat, "out")))
            world.where[words[1]] = "deck"
            kept.add(words[1])


def free_terrain(tale):
    """AD8, free set-up."""
    world = tale.world
    left = {word: 2 for word in ZONE_TERRAINS}
    hands = [[], []]
    for seat in (ONE, TWO):
        while len(hands[seat]) < 6:
            word = tale.chance("dealing", lambda: [f"deal {w}" for w in left if left[w]])[1]
            left[word] -= 1
            hands[seat].append(word)
    world.terrain = {}
    for _ in range(3):
        for seat in (ONE, TWO):
            lay(tale, "laying", seat, hands[seat], "13"[seat])
    die = int(tale.chance("parity", lambda: DIE)[1])
    seat = ONE if die % 2 else TWO
    for _ in range(3):
        lay(tale, "centre", seat, hands[seat], "2")


def lay(tale, node, seat, hand, row):
    world = tale.world
    free = node == "centre"
    places = [z for z in ZONES if z[1] == row and z not in world.terrain]
    _, word, place = tale.ask(node, seat, lambda: [
        f"lay {w} {z}" for w in sorted(set(hand)) for z in places
        if free or TERRAIN[w].cost <= world.supply[seat]])
    hand.remove(word)
    world.terrain[place] = word
    pay(world, seat, 0 if free else TERRAIN[word].cost)


def opening_list(world, seat, taken):
    troops = sum(world.card[t].cls == "HQT" for t in taken)
    found = [] if taken else ["standard"]
    found += ["ready"] if troops >= 2 else []
    row = [HQ[seat]] + [z for z in ZONES if z[1] == "13"[seat]]
    for t in world.at(seat, "deck"):
        card = world.card[t]
        if card.cost > world.supply[seat] or (troops < 2 and card.cls != "HQT"):
            continue
        if card.aircraft or card.cls == "ORD":
            found.append(f"take {t} {AIRFIELD[seat]}")
        elif card.ground:
            for p in row if card.unit else [HQ[seat]]:
                soft = "soft_ground" in world.ground(p).special
                if world.room(seat, p, 1) and not (soft and (card.vehicle or card.gun)):
                    found.append(f"take {t} {p}")
    return found


def opening(tale, seat):
    world, taken = tale.world, []
    while True:
        words = tale.ask("opening", seat, lambda: opening_list(world, seat, taken))
        if words[0] == "ready":
            return
        if words[0] == "standard":
            standard(world, seat)
            return
        taken.append(words[1])
        world.where[words[1]] = words[2]
        pay(world, seat, world.card[words[1]].cost)


def standard(world, seat):
    """The opening of the deck file, as long as the supply lasts."""
    columns = "abc" if seat == ONE else "cba"
    words = {"left": columns[0], "centre": columns[1], "right": columns[2]}
    for card, word in world.decks[seat].opening:
        t = next((t for t in world.at(seat, "deck") if world.card[t].id == card), None)
        if t is None or world.card[t].cost > world.supply[seat]:
            continue
        place = {"hq": HQ[seat], "airfield": AIRFIELD[seat]}.get(word)
        world.where[t] = place or words[word] + "13"[seat]
        pay(world, seat, world.card[t].cost)


# ------------------------------------------------------------------------------------------ phase 1
def fits(card, unit):
    """A32."""
    named = unit.cls in card.to or "unit" in card.to
    return unit.unit and (named or ("gun" in card.to and unit.gun))


def deployments(world, seat):
    found = []
    for t in world.at(seat, "hand"):
        card = world.card[t]
        if card.cost > world.supply[seat]:
            continue
        if card.ground:
            if world.room(seat, HQ[seat], 1):
                found.append(f"deploy {t} {HQ[seat]}")
        elif card.aircraft or card.cls == "ORD":
            found.append(f"deploy {t} {AIRFIELD[seat]}")
        elif card.cls == "FORT":
            found += [f"deploy {t} {z}" for z in world.occupied(seat) if world.room(seat, z, 1)]
        elif card.cls == "OBS":
            edges = {e for z in world.occupied(seat) for e in edges_of(z)}
            taken = set(world.where.values())
            found += [f"deploy {t} {e}" for e in EDGES if e in edges and e not in taken]
        elif card.cls == "ATTACH":
            found += [f"attach {t} {u}" for u in world.mine(seat)
                      if world.on_field(u) and fits(card, world.card[u])]
        elif not world.options["no_events"]:
            found += event_list(world, seat, t)
    return found


def event_list(world, seat, t):
    kind = world.card[t].id
    if kind == "E01":
        return [f"event_at {t} {z}" for z in ZONES]
    if kind == "E08":
        return [f"event_on {t} {u}" for u in world.mine(seat)
                if world.on_field(u) and world.card[u].foot and world.card[u].unit]
    return [f"event {t}"]


def soviet_list(world, seat):
    """A36 to A51."""
    if world.decks[seat].nation != "S":
        return []
    found = []
    if world.option is None:
        found = ["recruits"]
        if world.room(seat, HQ[seat], 1):
            found += [f"levy {t}" for t in world.at(seat, "hand")
                      if world.card[t].cls == "INF" and world.card[t].cost <= 2]
    if world.bonus:
        found += [f"bonus {t}" for t in world.mine(seat) if world.on_field(t)
                  and world.card[t].cls == "INF" and world.card[t].cost <= 2
                  and world.damage.get(t)]
    return found


def reinforce_list(world, seat):
    hurt = [t for t in world.mine(seat) if world.damage.get(t) and world.in_play(t)]
    found = [f"refit {t}" for t in hurt if t not in world.paid and world.supply[seat] >= 1]
    if world.repairs:
        found += [f"repair {t}" for t in hurt if t not in world.mended]  # AR1
    return found + deployments(world, seat) + soviet_list(world, seat) + ["end"]


def reinforce(tale):
    world, seat = tale.world, tale.world.active
    while True:
        words = tale.ask("reinforce", seat, lambda: reinforce_list(world, seat), top=True)
        verb, t = words[0], words[1] if len(words) > 1 else None
        if verb == "end":
            return
        if verb in ("refit", "repair", "bonus"):
            world.damage[t] -= 1
            if verb == "refit":
                pay(world, seat, 1)
                world.paid.add(t)
            elif verb == "repair":
                world.repairs -= 1
                world.mended.add(t)
            else:
                world.bonus -= 1
        elif verb == "levy":
            world.option = "levy"
            world.where[t] = HQ[seat]
        elif verb == "recruits":
            world.option = "recruits"
            world.bonus = int(tale.chance("recruit_die", lambda: DIE)[1])
        else:
            pay(world, seat, world.card[t].cost)
            use(tale, seat, words)


def use(tale, seat, words):
    world, verb, t = tale.world, words[0], words[1]
    if verb == "deploy":
        world.where[t] = words[2]
    elif verb == "attach":
        world.on[t] = words[2]
        world.where[t] = world.where[words[2]]
        if words[2] in world.spotted:
            world.spotted.add(t)
    else:
        world.where[t] = "discard"
        event(tale, seat, world.card[t].id, words)


def event(tale, seat, kind, words):
    world = tale.world
    if kind == "E01":
        world.smoke = words[2]
    elif kind == "E02":
        world.night = True
    elif kind == "E03":
        world.cloud = seat
    elif kind == "E05":
        world.supply[seat] += int(tale.chance("event_die", lambda: DIE)[1])
    elif kind == "E06":
        lost = int(tale.chance("event_die", lambda: DIE)[1])
        world.supply[foe(seat)] = max(0, world.supply[foe(seat)] - lost)
    elif kind == "E07":
        world.mud = seat
    elif kind == "E08":
        world.marching.add(words[2])
