# SPDX-License-Identifier: Apache-2.0
"""Set-up, supply columns, reinforcements and movement for slow.py, from the rule file.

For each node two functions: what may be done (a list of actions, each a tuple of words), and what
is then so (changes the world in place)."""
from slow_map import (ALLIED, COLUMNS, COUNTERS, GERMAN, HEXES, LINKED, NEIGHBOURS, RESTRICTED,
                      UNITS, distance, entry_cost, step_cost, zone_of)
from slow_world import composes, foe

DICE = [("roll", str(pips)) for pips in range(1, 7)]


# --------------------------------------------------------------------------------------- set-up
def setup_actions(world):
    side = world.seat
    waiting = [n for n in UNITS if world.where[n] == "box" and COUNTERS[n].side == side]
    columns = [n for n in COLUMNS if world.where[n] == "box" and world.column_side[n] == side]
    formations = [n for n in waiting if not COUNTERS[n].independent]
    if formations:  # BR24: formation units first
        return [("pick", n) for n in formations]
    if waiting:
        return [("pick", n) for n in waiting]
    return [("pick", n) for n in columns if place_hexes(world, n)] + [("ready",)]


def setup_done(world, action):
    if action[0] == "pick":
        world.node, world.about = "place", {"unit": action[1]}
    elif world.seat == ALLIED:
        for n in COLUMNS:  # those not used are not in play
            if world.where[n] == "box":
                world.where[n] = "pool"
        world.seat = GERMAN
    else:
        world.turn = 1
        world.next_segment()


def may_stand(world, name, hex_name):
    """Enemies, forbidden heights, stacking and composition: what binds everywhere in set-up."""
    counter = COUNTERS[name]
    there = world.pieces_in(hex_name)
    if not world.in_play(hex_name) or hex_name in world.enemy_pieces(world.side_of(name)):
        return False
    if (HEXES[hex_name].dominant and not counter.on_foot
            and not any((n, hex_name) in LINKED for n in NEIGHBOURS[hex_name])):
        return False  # BD10: 0509, 1213, 1810, 1908, 2310
    if world.restricted_from(name, hex_name):
        return False
    points = world.points_in(hex_name) + counter.points
    return points <= HEXES[hex_name].stack_limit() and composes(there + [name])


def place_hexes(world, name):
    counter = COUNTERS[name]
    fit = [h for h in HEXES if may_stand(world, name, h)]
    if counter.column:  # each stacked with a unit
        return [h for h in fit if world.units_in(h)]
    if counter.independent:  # B76, BR24
        poles = {world.where[n] for n in UNITS if COUNTERS[n].nation == "polish"
                 and not COUNTERS[n].independent and world.on_map(n)}
        zone = {h for h in HEXES if h in poles or any(n in poles for n in NEIGHBOURS[h])}
    else:
        zone = zone_of(counter)
    inside = [h for h in fit if h in zone]
    if inside:
        return inside
    # BH15c; for an Allied counter too, whom his own side could otherwise shut out
    nearest = {h: min((distance(h, z) for z in zone), default=40) for h in fit}
    return [h for h in fit if nearest[h] == min(nearest.values())]


def place_actions(world):
    return [("at", h) for h in place_hexes(world, world.about["unit"])]


def place_done(world, action):
    world.put(world.about["unit"], action[1])
    world.node, world.about = "setup", {}


# ------------------------------------------------------------------------------- supply columns
def cl_place_actions(world):
    found = [("at", h) for h in world.open_sources_for_columns(world.seat)]
    if world.seat == ALLIED:  # he receives UP TO four; the German what the die gave
        found.append(("end",))
    return found


def cl_place_done(world, action):
    if action[0] == "end":
        world.after_columns()
        return
    name = next(n for n in COLUMNS if world.where[n] == "pool")
    world.column_side[name] = world.seat
    world.put(name, action[1])
    world.about["left"] -= 1
    if not world.about["left"]:
        world.after_columns()


def cl_roll_done(world, action):
    world.receive_columns(GERMAN, {4: 1, 5: 1, 6: 2}.get(int(action[1]), 0))


# ------------------------------------------------------------------------------- reinforcements
def reinforce_done(world, action):
    result = int(action[1])
    if world.turn in (2, 3):
        result -= 2
    bautzen = any(world.controls(GERMAN, h) for h in ("1410", "1511"))
    if bautzen:
        result += 2 if world.controls(GERMAN, "1910") else 1  # BR29
    world.tested = True
    if not world.option:
        world.released = set(RESTRICTED)  # BR18
    if result in (5, 6):
        grant(world, "95 GRD")
    if result >= 7:
        grant(world, "4 GTC")
    if result >= 6:
        world.air = min(3, world.air + 1)
    if world.option and result in (3, 4) and held_back(world):
        world.node, world.seat = "release", ALLIED
    else:
        world.next_segment()


def grant(world, formation):
    for n in UNITS:
        if COUNTERS[n].formation == formation and world.where[n] == "pool":
            world.where[n] = "edge"


def held_back(world):
    """Divisions on the map that may not go south yet."""
    return {COUNTERS[n].formation for n in UNITS if world.on_map(n)
            and COUNTERS[n].formation in RESTRICTED and COUNTERS[n].formation not in world.released}


def release_actions(world):
    held = held_back(world)
    return [("release", n) for n in UNITS if COUNTERS[n].hq and COUNTERS[n].formation in held]


def release_done(world, action):
    world.released.add(COUNTERS[action[1]].formation)
    world.next_segment()


# ------------------------------------------------------------------------------------- movement
def allowance(world, name):
    """Half MP. Unsupplied armour, mech, engineers, HQ and artillery: half the MP, rounded down."""
    counter = COUNTERS[name]
    if world.unsupplied(name) and counter.type in ("armour", "mech", "engineer", "hq", "artillery"):
        return counter.move // 2 * 2
    return counter.move * 2


def move_actions(world):
    side = world.seat
    own = [n for n in world.where if world.on_map(n) and world.side_of(n) == side
           and (n, "moved") not in world.flags]
    found = [("move", n) for n in own]
    for n in UNITS:
        if world.where[n] == "edge" and side == ALLIED:
            found += [("enter", n, h) for h in entry_hexes(world, n)]
    for n in own:
        if not COUNTERS[n].column:
            found += [("exfiltrate", n, h) for h in exfiltration_sources(world, n)]
    return found + [("end",)]


def move_done(world, action):
    if action[0] == "end":
        world.next_segment()
    elif action[0] == "move":
        begin_move(world, action[1], allowance(world, action[1]), 0)
    elif action[0] == "enter":
        begin_move(world, action[1], left_after_entry(world, action[1], action[2]), 1)
        world.about["entered"] = True
        world.put(action[1], action[2])
    else:
        world.node = "exfil"
        world.about = {"unit": action[1], "source": action[2], "left": allowance(world, action[1]),
                       "steps": 0}


def begin_move(world, name, left, steps):
    world.node = "step"
    world.about = {"unit": name, "left": left, "steps": steps, "ends": move_ends(world, name),
                   "entered": False}


def move_ends(world, name):
    """Hexes where the move may end as far as supply goes; None = anywhere."""
    if COUNTERS[name].column or world.unsupplied(name):
        return None
    return world.supplied_hexes(world.side_of(name), world.own_sources(name), name)


class Walk:
    """One counter's way, with what does not change while it walks."""

    def __init__(self, world, name, ends):
        self.world, self.name, self.counter = world, name, COUNTERS[name]
        self.side = world.side_of(name)
        self.enemies = world.enemy_pieces(self.side)
        self.zoc = world.zoc(foe(self.side))
        self.ends = ends

    def may_end(self, h):
        others = [n for n in self.world.pieces_in(h) if n != self.name]
        return (self.ends is None or h in self.ends) and composes(others + [self.name])

    def barred(self, h):
        return (not self.world.in_play(h) or h in self.enemies
                or self.world.restricted_from(self.name, h))

    def onward(self, at, left, steps):
        """Steps that ZOC, terrain and MP allow: (hex, half MP left)."""
        if steps and at in self.zoc:
            return  # entering a ZOC stops
        for h in NEIGHBOURS[at]:
            cost = step_cost(self.counter, at, h, self.zoc)
            if self.barred(h) or cost is None or (at in self.zoc and h in self.zoc):
                continue
            if cost <= left:
                yield h, left - cost
            elif not steps:
                yield h, 0  # BD10: one hex for all MP

    def can_end_from(self, at, left, steps, seen):
        if self.may_end(at):
            return True
        if seen.get(at, -1) >= left:
            return False
        seen[at] = left
        return any(self.can_end_from(h, rest, steps + 1, seen)
                   for h, rest in self.onward(at, left, steps))

    def steps(self, at, left, steps):
        return [(h, rest) for h, rest in self.onward(at, left, steps)
                if self.can_end_from(h, rest, steps + 1, {})]


def step_actions(world):
    about = world.about
    walk = Walk(world, about["unit"], about["ends"])
    at = world.where[about["unit"]]
    found = [("step", h) for h, _ in walk.steps(at, about["left"], about["steps"])]
    if (about["steps"] == 0 and not about["entered"]) or walk.may_end(at):
        found.append(("stop",))
    return found


def step_done(world, action):
    about, name = world.about, world.about["unit"]
    if action[0] == "stop":
        world.flags.add((name, "moved"))
        world.node, world.about = "move", {}
        return
    walk = Walk(world, name, about["ends"])
    rest = dict(walk.steps(world.where[name], about["left"], about["steps"]))
    about["left"] = rest[action[1]]
    about["steps"] += 1
    world.put(name, action[1])


# ------------------------------------------------------------------------- reinforcements enter
def left_after_entry(world, name, h):
    return max(0, allowance(world, name) - entry_cost(COUNTERS[name], h))  # BR20, BD10


def entry_hexes(world, name):
    walk = Walk(world, name, move_ends(world, name))
    return [h for h in sorted(world.own_sources(name)) if not walk.barred(h)
            and walk.can_end_from(h, left_after_entry(world, name, h), 1, {})]


# --------------------------------------------------------------------------------- exfiltration
def exfiltration_sources(world, name):
    """Its nearest open sources that a first step leads towards."""
    enemies = world.occupied(foe(world.side_of(name)))
    open_sources = [s for s in sorted(world.own_sources(name)) if s not in enemies]
    near = {s: distance(world.where[name], s) for s in open_sources}
    return [s for s in open_sources if near[s] == min(near.values())
            and runs(world, name, world.where[name], s, allowance(world, name), 0)]


def run_steps(walk, at, source, left, steps):
    for h in NEIGHBOURS[at]:
        cost = step_cost(walk.counter, at, h, walk.zoc, leaving=False)
        if cost is None or walk.barred(h) or distance(h, source) >= distance(at, source):
            continue
        if cost <= left:
            yield h, left - cost
        elif not steps:
            yield h, 0


def run_ends(walk, at, source, left, steps):
    return walk.may_end(at) or any(run_ends(walk, h, source, rest, steps + 1)
                                   for h, rest in run_steps(walk, at, source, left, steps))


def runs(world, name, at, source, left, steps):
    walk = Walk(world, name, None)
    return [(h, rest) for h, rest in run_steps(walk, at, source, left, steps)
            if run_ends(walk, h, source, rest, steps + 1)]


def exfil_actions(world):
    about = world.about
    return [("run", h) for h, _ in runs(world, about["unit"], world.where[about["unit"]],
                                        about["source"], about["left"], about["steps"])]


def exfil_done(world, action):
    about, name = world.about, world.about["unit"]
    rest = dict(runs(world, name, world.where[name], about["source"], about["left"],
                     about["steps"]))
    about["left"] = rest[action[1]]
    about["steps"] += 1
    world.put(name, action[1])
    if action[1] in world.zoc(foe(world.side_of(name))):
        world.node = "exfil_die"
    else:
        exfil_goes_on(world)


def exfil_die_done(world, action):
    name = world.about["unit"]
    if int(action[1]) <= 2:
        world.steps[name] -= 1
        if not world.steps[name]:
            world.kill(name)
    exfil_goes_on(world)


def exfil_goes_on(world):
    world.node = "exfil"
    name = world.about["unit"]
    if not world.on_map(name) or not exfil_actions(world):
        world.flags.add((name, "moved"))
        world.node, world.about = "move", {}
