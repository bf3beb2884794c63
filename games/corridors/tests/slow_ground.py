# SPDX-License-Identifier: Apache-2.0
"""Phases 3, 4 and 5 for slow.py: reconnaissance, bombardment, fire and manoeuvre. Assaults are in
slow_storm.py."""
import slow_storm
from slow_cards import GROUND, NEXT, POSITIONS, distance, edges_of, touched
from slow_fight import (DIE, able, attack, engage, faust_able, hurt, pay, throw,
                        visible_targets)
from slow_world import foe


def stopped(world, seat):
    return [t for t in world.mine(seat) if world.card[t].aircraft
            and world.where[t] in POSITIONS and t not in world.patrol]


# ------------------------------------------------------------------------------------ phase 3: AD18
def recon_value(world, scout):
    rec = world.card[scout].rec
    if rec and world.has(scout, "T14"):
        rec += 1
    if world.card[scout].ground and "overlooks" in world.ground(world.where[scout]).special:
        rec += bool(rec)
    return rec


def scouts(world, seat):
    found = []
    for t in world.fielded(seat) + stopped(world, seat):
        if not world.card[t].rec or t in world.scouted:
            continue
        near = NEXT[world.where[t]] if world.card[t].ground else touched(world.where[t])
        found += [f"scout {t} {p}" for p in near if world.hidden(foe(seat), p)]
    return found


def recon(tale):
    world = tale.world
    while True:
        seat = world.active
        words = tale.ask("recon", seat, lambda: scouts(world, seat) + ["end"], top=True)
        if words[0] == "end":
            return
        _, scout, place = words
        world.scouted.add(scout)
        die = int(tale.chance("recon_die", lambda: DIE)[1])
        if die == 1 and world.card[scout].ground:
            world.spot(scout)
        find(tale, seat, place, die + recon_value(world, scout) - world.ground(place).conceal)


def find(tale, seat, place, left):
    """N hidden cards, one draw each unless all are found; cards under nets (T08) only when no other
    is hidden."""
    world = tale.world
    while left > 0:
        hidden = world.hidden(foe(seat), place)
        if len(hidden) <= left:
            for t in hidden:
                world.spot(t)
            return
        pool = [t for t in hidden if not world.has(t, "T08")] or hidden
        world.spot(tale.chance("found", lambda: [f"draw {t}" for t in pool])[1])
        left -= 1


# ------------------------------------------------------------------------------------ phase 4: AD37
def missions(world, seat):
    found = []
    if world.supply[seat] < 1:
        return found
    for t in world.fielded(seat):
        card, here = world.card[t], world.where[t]
        if card.bfp is not None:
            near = [p for p in GROUND if 1 <= distance(here, p) <= card.rng]
            found += [f"shell {t} {x}" for x in visible_targets(world, seat, near)]
    return found


def chosen(world, plane):
    """A63: the place its group has attacked, and the card (AD69); None: not yet."""
    return world.quarry.get(world.group[plane][0], (None, None))


def over(world, plane):
    """AR6: its group has attacked, and something else was done since."""
    name = world.group[plane][0]
    return name in world.quarry and world.striking != name


def strikes(world, seat):
    found = []
    for t in stopped(world, seat):
        if t in world.struck or over(world, t):
            continue
        places = [p for p in touched(world.where[t]) if chosen(world, t)[0] in (None, p)]
        for x in visible_targets(world, seat, places):
            if world.options["same_target"] and chosen(world, t)[1] not in (None, x):
                continue
            if able(world, "guns", t, x):
                found.append(f"strafe {t} {x}")
            found += [f"drop {o} {x}" for o in world.ordnance(t) if able(world, "ordnance", o, x)]
        if world.card[t].cls == "HB":
            found += [f"bomb {t} {p}" for p in places if world.cards_at(foe(seat), p)]
    return found


def bombard(tale):
    world = tale.world
    while True:
        seat = world.active
        words = tale.ask("bombard", seat, lambda: missions(world, seat) + strikes(world, seat)
                         + ["end"], top=True)
        if words[0] == "end":
            return
        if words[0] == "shell":
            shell(tale, seat, words[1], words[2])
        else:
            strike(tale, seat, words)


def shell(tale, seat, battery, target):
    world = tale.world
    pay(world, seat, 1)
    world.striking = None
    world.spot(battery)
    engage(world, battery)
    if "reload" in world.card[battery].notes:
        world.reloading.add(battery)
    place = world.where[target]
    attack(tale, "battery", battery, target)
    area(tale, seat, "battery", battery, place, {target}, world.card[battery].area - 1)


def area(tale, seat, kind, attacker, place, done, left):
    """AD38, AD41: cards of the place drawn one by one, hidden ones included. Passengers too: nobody
    aims at them, and to leave them out would tell how many of the hidden cards ride (AD17)."""
    world = tale.world
    while left > 0:
        pool = [t for t in world.cards_at(foe(seat), place) if t not in done]
        if not pool:
            return
        target = tale.chance("area", lambda: [f"draw {t}" for t in pool])[1]
        done.add(target)
        attack(tale, kind, attacker, target)
        left -= 1


def strike(tale, seat, words):
    world, (verb, arm, aim) = tale.world, words
    plane = world.on[arm] if verb == "drop" else arm
    place = aim if verb == "bomb" else world.where[aim]
    world.struck.add(plane)
    name = world.striking = world.group[plane][0]
    if verb != "bomb" and chosen(world, plane)[1] is None:
        world.quarry[name] = (place, aim)
    world.quarry.setdefault(name, (place, None))
    self_defence(tale, foe(seat), plane, place)
    if not world.in_play(plane):
        return
    if verb == "bomb":
        area(tale, seat, "heavy", plane, place, set(), world.card[plane].area)
        return
    attack(tale, "ordnance" if verb == "drop" else "guns", arm, aim)
    if verb == "drop":
        area(tale, seat, "ordnance", arm, place, {aim}, world.card[arm].area - 1)
        world.remove(arm, "discard")


def self_defence(tale, seat, plane, place):
    """AD34: window by public facts; each shot is paid and engages."""
    world = tale.world

    def guns():
        return [t for t in world.fielded(seat)
                if world.where[t] == place and world.card[t].air is not None]

    while world.in_play(plane) and world.supply[seat] >= 1:
        if not world.hidden(seat, place) and not any(t in world.spotted for t in guns()):
            return
        words = tale.ask("defend", seat,
                         lambda: [f"shoot {t} {plane}" for t in guns()] + ["decline"])
        if words[0] == "decline":
            return
        pay(world, seat, 1)
        world.spot(words[1])
        engage(world, words[1])
        hurt(tale, plane, throw(tale, "self", words[1], plane))


# ------------------------------------------------------------------------------------ phase 5: AD43
def manoeuvre(tale):
    world = tale.world
    deeds = {"fire": fire, "faust": fire, "move": move, "enter": enter, "leave": leave,
             "mount": mount, "dismount": dismount, "clear": clear, "assault": slow_storm.assault}
    while True:
        seat = world.active
        words = tale.ask("manoeuvre", seat, lambda: manoeuvres(world, seat), top=True)
        if words[0] == "end":
            return
        deeds[words[0]](tale, seat, words)


def manoeuvres(world, seat):
    found = ["end"]
    for t in world.ready(seat):
        found += fires(world, seat, t)
        if world.card[t].unit and not shut_in(world, seat, t) and movement(world, t) > 0:
            found += [f"move {t} {p}" for p in NEXT[world.where[t]] if may_enter(world, t, p)]
        found += boardings(world, seat, t) + clearings(world, seat, t)
        found += slow_storm.openings(world, seat, t)
    found += [f"dismount {t}" for t in world.mine(seat) if world.on_field(t) and world.carried(t)]
    return found


def fires(world, seat, t):
    if world.supply[seat] < 1:
        return []
    found = []
    for x in visible_targets(world, seat, NEXT[world.where[t]]):
        if able(world, "fire", t, x):
            found.append(f"fire {t} {x}")
        if faust_able(world, t, x):
            found.append(f"faust {t} {x}")
    return found


def fire(tale, seat, words):
    world, (verb, shooter, target) = tale.world, words
    pay(world, seat, 1)
    world.spot(shooter)
    engage(world, shooter)
    attack(tale, "fire", shooter, target, verb == "faust")
    other = foe(seat)
    if (not world.on_field(target) or not world.card[target].ground or target in world.engaged
            or world.supply[other] < 1):
        return
    answers = [f"faust {target} {shooter}"] if faust_able(world, target, shooter) else []
    answers += ["answer"] if able(world, "return", target, shooter) else []
    if not answers:
        return
    words = tale.ask("return", other, lambda: answers + ["decline"])
    if words[0] != "decline":
        pay(world, other, 1)
        world.spot(target)
        engage(world, target)
        attack(tale, "return", target, shooter, words[0] == "faust")


# ---------------------------------------------------------------------------------------- movement
def movement(world, t):
    card = world.card[t]
    steps = card.mv + bool(world.has(t, "T13")) + (t in world.marching)
    return min(steps, 1) if card.vehicle and world.mud is not None else steps


def shut_in(world, seat, t):
    """AD53: who is inside comes out first, unless the zone has no room for him."""
    return world.sheltered(t) and world.room(seat, world.where[t], 1)


def may_enter(world, t, place):
    seat = int(t[0]) - 1
    return (not world.troops(foe(seat), place) and not world.barred(t, place)
            and world.room(seat, place, world.weight(t)))


def raze(world, seat, place):
    """AD45b, AD48e: enemy fortifications of a place one has entered."""
    for fort in world.forts(foe(seat), place):
        world.destroy(fort)


def move(tale, seat, words):
    world, (_, t, place) = tale.world, words
    world.acted.add(t)
    if world.sheltered(t):
        del world.on[t]
    left = movement(world, t)
    while True:
        left = step(tale, seat, t, place, left)
        if not world.on_field(t) or left <= 0:
            break
        words = tale.ask("march", seat, lambda: [
            f"move {t} {p}" for p in NEXT[world.where[t]] if may_enter(world, t, p)] + ["halt"])
        if words[0] == "halt":
            break
        place = words[2]
    if world.on_field(t):
        seen_in_the_open(world, seat, t)


def seen_in_the_open(world, seat, t):
    """AD17g, at the end of every move, one of 0 steps included (AD53)."""
    place = world.where[t]
    if "open" in world.ground(place).special and world.adjacent_enemy(seat, place):
        world.spot(t)


def step(tale, seat, t, place, left):
    """One step; returns the steps that are left."""
    world, card = tale.world, tale.world.card[t]
    barrier = world.obstacle(world.where[t], place)
    if barrier and barrier[0] == t[0]:
        barrier = None  # AD58
    world.put(t, place)
    raze(world, seat, place)
    left -= 1
    special = world.ground(place).special
    if "bridge" in special:
        world.crossed.add(place)
    if card.vehicle and "stops" in special and not (
            "hedges" in special and world.has(t, "T12")):
        left = 0
    if barrier and world.card[barrier].id == "X01" and card.foot:
        left = 0
    if barrier and world.card[barrier].id == "X02":
        attack(tale, "mine", barrier, t)
    return left


# ------------------------------------------------------------------------------ forts and transport
def boardings(world, seat, t):
    if world.sheltered(t):
        return [f"leave {t}"] if world.room(seat, world.where[t], 1) else []
    here = world.at(seat, world.where[t])
    empty = [c for c in here if c != t and not world.rider(c) and not world.sheltered(c)]
    enters = world.card[t].unit and not world.rider(t)  # AD53: any unit, but one (A25)
    return ([f"enter {t} {f}" for f in empty if world.card[f].cls == "FORT" and enters]
            + [f"mount {t} {c}" for c in empty if world.card[c].carrier and world.card[t].rides])


def board(tale, t, below):
    world = tale.world
    world.acted.add(t)
    world.on[t] = below
    if t in world.spotted:
        world.spot(t)


def enter(tale, seat, words):
    board(tale, words[1], words[2])
    seen_in_the_open(tale.world, seat, words[1])


def mount(tale, _, words):
    board(tale, words[1], words[2])


def leave(tale, seat, words):
    dismount(tale, seat, words)
    seen_in_the_open(tale.world, seat, words[1])


def dismount(tale, _, words):
    tale.world.acted.add(words[1])
    del tale.world.on[words[1]]


# ---------------------------------------------------------------------------------------- engineers
def clearings(world, seat, t):
    if "clears" not in world.card[t].notes or world.supply[seat] < 1:
        return []
    return [f"clear {t} {e}" for e in edges_of(world.where[t])
            if any(place == e for place in world.where.values())]


def clear(tale, seat, words):
    world, (_, t, where) = tale.world, words
    pay(world, seat, 1)
    engage(world, t)
    if int(tale.chance("clear_die", lambda: DIE)[1]) >= 3:
        for card in [c for c, place in world.where.items() if place == where]:
            world.remove(card, "discard")
