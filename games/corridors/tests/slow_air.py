# SPDX-License-Identifier: Apache-2.0
"""Phase 2 for slow.py: sorties, flights, interception, air combat, anti-aircraft fire."""
from slow_cards import AIRFIELD, ONE, POSITIONS, route, touched
from slow_fight import hurt, pay, throw
from slow_world import foe, owner


def price(world, tokens):
    return sum(world.card[t].launch for t in tokens)


def hangar(world, seat):
    return [t for t in world.at(seat, AIRFIELD[seat]) if world.card[t].aircraft]


def launches(world, seat, group):
    """Who may (also) leave: on the airfield, not back from a flight of this phase (AR16), paid for
    (A54), under no low cloud (AE03)."""
    if world.cloud is not None:
        return []
    return [t for t in hangar(world, seat) if t not in group and t not in world.flown
            and price(world, group + [t]) <= world.supply[seat]]


def phase(tale):
    world = tale.world
    while True:
        seat = world.active
        words = tale.ask("air", seat, lambda: [f"launch {t}" for t in launches(world, seat, [])]
                         + ["end"], top=True)
        if words[0] == "end":
            world.flown.clear()
            return
        sortie(tale, seat, words[1])


def sortie_list(world, seat, group):
    found = [f"with {t}" for t in launches(world, seat, group)]
    free = [t for t in world.at(seat, AIRFIELD[seat])
            if world.card[t].cls == "ORD" and t not in world.on]
    for plane in group:
        card = world.card[plane]
        if card.cls == "FB" and len(world.ordnance(plane)) < card.cap:
            found += [f"load {plane} {t}" for t in free]
        if world.jettisonable(plane):
            found.append(f"shed {plane}")
    found += [f"fly {c} {place}" for c in "WE" for place in route(seat, c)]
    if all(world.fighter(t) for t in group):  # A92 to A97
        found += ["patrol W2", "patrol E2"]
    return found


def jettison(world, plane):
    for t in world.jettisonable(plane):
        world.remove(t, "lost")


def sortie(tale, seat, first):
    world, group = tale.world, [first]
    while True:
        words = tale.ask("sortie", seat, lambda: sortie_list(world, seat, group))
        if words[0] == "with":
            group.append(words[1])
        elif words[0] == "load":
            world.on[words[2]] = words[1]
        elif words[0] == "shed":
            jettison(world, words[1])
        else:
            break
    pay(world, seat, price(world, group))
    world.flown.update(group)
    used = {world.group[t][0] for t in world.mine(seat) if t in world.group}
    name = next(n for n in range(1, 99) if n not in used)
    patrol = words[0] == "patrol"
    corridor, goal = (words[1][0], words[1]) if patrol else (words[1], words[2])
    for t in group:
        world.group[t] = (name, corridor)
    way = route(seat, corridor)
    fly_out(tale, seat, name, way[:way.index(goal) + 1])
    if patrol:
        world.patrol.update(world.flight(seat, name))


def fly_out(tale, seat, name, way):
    world = tale.world
    for place in way:
        group = world.flight(seat, name)
        if not group:
            return
        for t in group:
            world.put(t, place)
            world.spot(t)
        if place == way[0]:
            entry(tale, seat, name)
        flak(tale, seat, name, place)


def fly_home(tale, seat, members, way):
    """Way: positions entered before the airfield; members: who flies, as one group (AD36)."""
    world = tale.world
    for place in way:
        members = [t for t in members if world.in_play(t)]
        if not members:
            return
        for t in members:
            world.put(t, place)
        windows(tale, seat, lambda: [t for t in members if world.in_play(t)], place)
    for t in members:
        if world.in_play(t):
            world.land(t)


def way_home(seat, corridor, place):
    way = route(seat, corridor)
    return list(reversed(way[:way.index(place)]))


# ------------------------------------------------------------------------ anti-aircraft fire (AD26)
def flak(tale, seat, name, place):
    windows(tale, seat, lambda: tale.world.flight(seat, name), place)


def windows(tale, seat, members, place):
    world, enemy, shot = tale.world, foe(seat), set()

    def guns():
        return [t for p in touched(place) for t in world.troops(enemy, p)
                if world.card[t].aa and t not in shot]

    def options():
        return [f"shoot {g} {t}" for g in guns() for t in members()] + ["decline"]

    while members():
        known = [g for g in guns() if g in world.spotted]
        if not known and not any(world.hidden(enemy, p) for p in touched(place)):
            return
        words = tale.ask("aa", enemy, options)
        if words[0] == "decline":
            return
        shot.add(words[1])
        world.spot(words[1])  # A90
        hurt(tale, words[2], throw(tale, "aa", words[1], words[2]))


# ----------------------------------------------------------------------------------- interception
def patrols(world, seat):
    return [t for t in world.mine(seat) if t in world.patrol]


def entry(tale, seat, name):
    """A103 to A110."""
    world, enemy = tale.world, foe(seat)
    if not patrols(world, enemy):
        return
    words = tale.ask("intercept", enemy, lambda: [
        f"intercept {p} {t}" for p in patrols(world, enemy)
        for t in world.flight(seat, name)] + ["decline"])
    if words[0] == "intercept":
        duel(tale, words[1], words[2], lambda: world.flight(seat, name))
        return
    sally(tale, seat, name)


def sally(tale, seat, name):
    world, enemy = tale.world, foe(seat)

    def options():
        group = world.flight(seat, name)
        return ([f"sally {t} {p}" for t in group if world.fighter(t)
                 for p in patrols(world, enemy)]
                + [f"jettison {t}" for t in group if world.jettisonable(t)] + ["decline"])

    while len(options()) > 1:
        words = tale.ask("sally", seat, options)
        if words[0] == "decline":
            return
        if words[0] == "sally":
            duel(tale, words[1], words[2], lambda: [])
            return
        jettison(world, words[1])


def duel(tale, hunter, target, group):
    """AD30 to AD32; group: of the intercepted side, empty when a patrol is attacked (AD28)."""
    world, side = tale.world, owner(target)
    while any(world.jettisonable(t) for t in group()):
        words = tale.ask("jettison", side, lambda: [
            f"jettison {t}" for t in group() if world.jettisonable(t)] + ["decline"])
        if words[0] == "decline":
            break
        jettison(world, words[1])
    helpers = [t for t in group() if t != target and world.fighter(t)]
    escort = None
    if helpers:
        words = tale.ask("escort", side, lambda: [f"escort {t}" for t in helpers] + ["decline"])
        escort = words[1] if words[0] == "escort" else None
    given = throw(tale, "intercept", hunter, target)
    taken = throw(tale, "back", target, hunter)
    if escort:
        taken += throw(tale, "escort", escort, hunter)
    hurt(tale, target, given)
    hurt(tale, hunter, taken)
    for plane, points in ((target, given), (hunter, taken)):
        if points and world.in_play(plane):
            after_damage(tale, plane)


def after_damage(tale, plane):
    """AD32: home at once, unless drop tanks are used up."""
    world, seat = tale.world, owner(plane)
    tanks = world.drop_tanks(plane)
    if tanks and world.card[plane].cls == "FB":
        words = tale.ask("tanks", seat, lambda: [f"spend {plane}", "decline"])
        if words[0] == "spend":
            world.remove(tanks[0], "discard")
            return
    corridor = world.group[plane][1]
    place = world.where[plane]
    world.group.pop(plane)
    world.patrol.discard(plane)
    fly_home(tale, seat, [plane], way_home(seat, corridor, place))


# -------------------------------------------------------------------------------------- homecoming
def patrols_home(tale, seat):
    """AD28b: those of one corridor as one group."""
    world = tale.world
    for corridor in "WE":
        members = [t for t in patrols(world, seat) if world.group[t][1] == corridor]
        if members:
            for t in members:
                world.patrol.discard(t)
            fly_home(tale, seat, members, way_home(seat, corridor, corridor + "2"))


def all_home(tale, seat):
    """AD36, group by group. The rules give no order: by position, then by the deck list."""
    world = tale.world
    while True:
        flying = [t for place in POSITIONS for t in world.at(seat, place)
                  if world.card[t].aircraft and t not in world.patrol]
        if not flying:
            return
        name, corridor = world.group[flying[0]]
        place = world.where[flying[0]]
        fly_home(tale, seat, world.flight(seat, name), way_home(seat, corridor, place))


def station_default(world):
    """Aircraft put in the air without a group: each its own, in the corridor it stands in."""
    for seat in (ONE, 1 - ONE):
        for t in world.mine(seat):
            if world.card[t].aircraft and world.in_play(t) and world.where[t] != AIRFIELD[seat]:
                world.spot(t)
                if t not in world.group:
                    used = {world.group[o][0] for o in world.mine(seat) if o in world.group}
                    name = next(n for n in range(1, 99) if n not in used)
                    place = world.where[t]
                    world.group[t] = (name, place[0] if place[0] in "WE" else "W")
