# SPDX-License-Identifier: Apache-2.0
"""Assaults for slow.py: AD46 to AD49, from the first attacker named to the retreat."""
from itertools import product

from slow_cards import HQ, NEXT, distance
from slow_fight import able, attack, engage, faust_able, pay
from slow_world import foe


def openings(world, seat, t):
    return [f"assault {t} {p}" for p in NEXT[world.where[t]]
            if world.troops(foe(seat), p) and may_join(world, seat, t, p, [])]


def may_join(world, seat, t, place, group):
    """AD46, AD7, AD57: who may take part beside those already named."""
    if not world.card[t].storms or t in group:
        return False
    if group and world.where[t] != world.where[group[0]]:
        return False
    if world.barred(t, place):
        return False
    if "bridge" in world.ground(place).special and group:
        return False
    cards = sum(world.weight(x) for x in group + [t])
    return cards <= world.ground(place).stack and len(group) + 1 <= world.supply[seat]


def assault(tale, seat, words):
    world, (_, first, place) = tale.world, words
    group = [first]
    while True:
        words = tale.ask("assault", seat, lambda: [
            f"with {t}" for t in world.ready(seat)
            if may_join(world, seat, t, place, group)] + ["confirm"])
        if words[0] == "confirm":
            break
        group.append(words[1])
    storm(tale, seat, [t for t in world.mine(seat) if t in group], place)


class Storm:
    """An assault going on: who takes part, what has been done."""

    def __init__(self, world, seat, group, place):
        self.world, self.seat, self.group, self.place = world, seat, group, place
        self.source = world.where[group[0]]
        self.used, self.dealt, self.taken = set(), 0, 0

    def attackers(self):
        return [t for t in self.group if self.world.on_field(t)]

    def defenders(self):
        return [t for t in self.world.troops(foe(self.seat), self.place)
                if not self.world.carried(t)]

    def barrier(self):
        found = self.world.obstacle(self.source, self.place)
        return found if found and found[0] != self.group[0][0] else None

    def blows(self, kind, strikers, targets):
        found = []
        for s in strikers:
            for t in targets:
                if able(self.world, kind, s, t):
                    found.append(f"strike {s} {t}")
                if faust_able(self.world, s, t):
                    found.append(f"faust {s} {t}")
        return found


def storm(tale, seat, group, place):
    world, fight = tale.world, Storm(tale.world, seat, group, place)
    pay(world, seat, len(group))
    for t in group:
        engage(world, t)
        world.spot(t)
    for t in world.cards_at(foe(seat), place):
        world.spot(t)
    barrier = fight.barrier()
    kind = world.card[barrier].id if barrier else None
    if kind == "X02":
        for t in group:
            attack(tale, "mine", barrier, t)
    exchange(tale, fight, "defensive", 1 if kind == "X01" else 0)
    if barrier and any("clears" in world.card[t].notes for t in group):
        world.remove(barrier, "discard")  # AD58
    exchange(tale, fight, "clash", 0)
    exchange(tale, fight, "strikeback", 0)
    outcome(tale, fight)


def exchange(tale, fight, name, extra):
    """One step of the fight: blow after blow until nobody can or wants to."""
    world = fight.world
    defending = name != "clash"
    kind = "assault" if name == "clash" else name

    def options():
        ours = fight.defenders() if defending else fight.attackers()
        theirs = fight.attackers() if defending else fight.defenders()
        ours = [t for t in ours if t not in fight.used
                and (name != "defensive" or t not in world.engaged)]
        return fight.blows(kind, ours, theirs)

    while options():
        side = foe(fight.seat) if defending else fight.seat
        words = tale.ask(name, side, lambda: options() + ["decline"])
        if words[0] == "decline":
            return
        fight.used.add(words[1])
        if name == "defensive":
            engage(world, words[1])
        points = attack(tale, kind, words[1], words[2], words[0] == "faust", extra)
        if defending:
            fight.taken += points
        else:
            fight.dealt += points


def holds(world, fight):
    """AD49, AT10: places that fall only when nobody is left."""
    return fight.place in HQ or any(world.has(t, "T10") for t in
                                    world.troops(foe(fight.seat), fight.place))


def outcome(tale, fight):
    world, seat, place = fight.world, fight.seat, fight.place
    if not fight.attackers():
        return
    if fight.defenders():
        if fight.dealt <= fight.taken or holds(world, fight):
            return
        withdraw(tale, fight)
    for fort in world.forts(foe(seat), place):
        world.destroy(fort)
    for t in fight.attackers():
        world.on.pop(t, None)  # who came out of a fort leaves it
        world.put(t, place)
    if "bridge" in world.ground(place).special:
        world.crossed.add(place)


def ways_back(world, seat, t, place):
    """AD48: own or empty."""
    card = world.card[t]
    return [p for p in NEXT[place] if not world.cards_at(foe(seat), p)
            and not ("soft_ground" in world.ground(p).special and (card.vehicle or card.gun))]


def refuges(world, seat, t, place):
    """With room, nearest to the own HQ."""
    found = [p for p in ways_back(world, seat, t, place) if world.room(seat, p, world.weight(t))]
    near = min((distance(p, HQ[seat]) for p in found), default=0)
    return [p for p in found if distance(p, HQ[seat]) == near]


def fates(world, seat, place, cards, free):
    """Every way the cards may end up, in any order, with so much room in each place."""
    ends, known = {(): free}, set()
    while ends:
        fate, free = ends.popitem()
        known.add(fate)
        for t in [t for t in cards if t not in dict(fate)]:
            ways = [p for p in ways_back(world, seat, t, place) if free[p] >= world.weight(t)]
            near = min((distance(p, HQ[seat]) for p in ways), default=0)
            for p in [p for p in ways if distance(p, HQ[seat]) == near] or [None]:
                after = tuple(sorted(fate + ((t, p or ""),)))
                if after not in known:
                    ends[after] = {**free, p: free[p] - world.weight(t)} if p else free
    return {fate for fate in known if len(fate) == len(cards)}


def asked(world, seat, place, cards):
    """AR17: order or place may matter, for all the attacker can tell. Every number of cards that
    may count in a place is tried, each place by itself."""
    spans = [[world.ground(p).stack - n
              for n in range(fewest(world, seat, p), len(counted(world, seat, p)) + 1)]
             for p in NEXT[place]]
    return any(len(fates(world, seat, place, cards, dict(zip(NEXT[place], free)))) > 1
               for free in product(*spans))


def counted(world, seat, place):
    """Those that count at the most: all but who stands in a fort that lies open."""
    return [t for t in world.cards_at(seat, place)
            if not (world.sheltered(t) and world.sheltered(t) in world.spotted)]


def fewest(world, seat, place):
    """The least number that could count in a place: a pair of face-down cards may be a unit in its
    fort, as long as the list has forts that lie open nowhere."""
    cards = counted(world, seat, place)
    forts = [t for t in world.mine(seat) if world.card[t].cls == "FORT"
             and t not in world.spotted and world.where[t] not in ("lost", "discard")]
    pairs = 0 if place in HQ else sum(t not in world.spotted for t in cards) // 2
    return len(cards) - min(pairs, len(forts))


def withdraw(tale, fight):
    """AD48b, AR17: the owner says who goes next and where; who has no place is lost."""
    world, seat, place = fight.world, foe(fight.seat), fight.place
    while True:
        for t in fight.defenders():
            if not refuges(world, seat, t, place):
                lose(world, t)
        cards = fight.defenders()
        if not cards:
            return
        t, to = cards[0], refuges(world, seat, cards[0], place)[0]
        if asked(world, seat, place, cards):
            _, t, to = tale.ask("retreat", seat, lambda: [
                f"retreat {c} {p}" for c in fight.defenders()
                for p in refuges(world, seat, c, place)])
        world.on.pop(t, None)  # AR17b: out of its fort
        world.put(t, to)


def lose(world, t):
    """AR17a: a carrier and its passenger share their fate."""
    rider = world.rider(t)
    world.destroy(t)
    if rider:
        world.destroy(rider)
