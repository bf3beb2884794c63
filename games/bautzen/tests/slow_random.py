# SPDX-License-Identifier: Apache-2.0
"""Random positions and random walks for slow.py: at every decision and every die the list of this
generator is compared with that of the C rules. Finds what nobody thought of; what it finds is then
kept as a position in perft/.

Positions are crowded on purpose: a few formations of both sides within some hexes of each other,
with reduced, unsupplied and spent counters among them."""
import random

from slow_map import COLUMNS, COUNTERS, DOMINANT, GERMAN, ALLIED, HEXES, SIDES, UNITS, distance
from slow_world import composes

NODES = ("combat", "combat", "combat", "move", "move", "move", "cl_place", "cl_roll", "reinforce")
FLAGS = ("retreated", "supported", "attacked")


def crowd(rng):
    """Counters to choose from: three formations of each side, everybody without one, the CL."""
    formations = []
    for side in SIDES:
        known = sorted({c.formation for c in COUNTERS.values() if c.formation and c.side == side})
        formations += rng.sample(known, 3)
    return [n for n in COUNTERS if not COUNTERS[n].formation or COUNTERS[n].formation in formations]


def put_line(rng, name, at, side, by_hand):
    counter = COUNTERS[name]
    words = ["put", name, "at", at]
    if counter.column:
        return " ".join(words + ["side", side])
    if counter.steps == 2 and rng.random() < 0.3:
        words.append("reduced")
    if by_hand and rng.random() < 0.35:
        words.append("unsupplied")
    words += [flag for flag in FLAGS if rng.random() < 0.08]
    return " ".join(words)


def counters(rng, hexes):
    """Lines that put counters on the map, each hex for one side, and the CL of each side."""
    if rng.random() < 0.5:
        owner = {h: rng.choice(SIDES) for h in hexes}
    else:  # a front
        owner = {h: SIDES[(HEXES[h].row * 2 + HEXES[h].col) % 5 < 3] for h in hexes}
    lines, stacks, columns, by_hand = [], {}, {ALLIED: 0, GERMAN: 0}, rng.random() < 0.3
    chosen = crowd(rng)
    for name in rng.sample(chosen, min(len(chosen), rng.randint(3, 26))):
        side = COUNTERS[name].side or rng.choice(SIDES)
        room = [h for h in hexes if owner[h] == side and composes(stacks.get(h, []) + [name])]
        if not room or (name in COLUMNS and columns[side] == 4):
            continue
        at = rng.choice(room)
        columns[side] += name in COLUMNS
        stacks.setdefault(at, []).append(name)
        lines.append(put_line(rng, name, at, side, by_hand))
    return lines, columns


def random_position(rng):
    centre, radius = rng.choice(list(HEXES)), rng.choice([1, 2, 2, 3, 3, 4])
    lines, columns = counters(rng, [h for h in HEXES if distance(h, centre) <= radius])
    on_map = {line.split()[1] for line in lines}
    lines += [f"put {n} {rng.choice(['waiting', 'waiting', 'dead'])}" for n in UNITS
              if COUNTERS[n].setup == "reinforcement" and n not in on_map and rng.random() < 0.15]
    lines += [f"set control {d} {rng.choice(SIDES)}" for d in DOMINANT if rng.random() < 0.3]
    air, node = rng.randint(0, 3), rng.choice(NODES)
    side = {"cl_roll": GERMAN, "reinforce": ALLIED}.get(node) or rng.choice(SIDES)
    if node == "cl_place" and columns[side] == 4:
        node = "move"
    number = f" {rng.randint(1, 4 - columns[side])}" if node == "cl_place" else ""
    option = ["option release_by_result 1"] if rng.random() < 0.2 else []
    return ["game bautzen scenario empty"] + option + lines + [
        f"set air {air}", f"set air_used {rng.randint(0, air)}", f"set tested {rng.randint(0, 1)}",
        f"set turn {rng.randint(2, 6)}", f"node {node} {side}{number}"]


def choose(rng, actions):
    """Rather act than stop, so that walks get somewhere; exfiltrations are long: not too many."""
    stop = [a for a in actions if a[0] in ("end", "stop", "confirm", "ready")]
    act = [a for a in actions if a not in stop]
    calm = [a for a in act if a[0] != "exfiltrate"]
    if stop and (not act or rng.random() < 0.2):
        return rng.choice(stop)
    return rng.choice(calm if calm and rng.random() < 0.9 else act)


def script_line(action):
    return f"~ {action[1]}" if action[0] == "roll" else "> " + " ".join(action)


def walk(lines, rng, limit, actions, after, read, ask):
    """Returns None, or what is different: the text of the position and the two lists."""
    world, _ = read(lines)
    script = []
    while world.node != "over" and len(script) < limit:
        here = [" ".join(a) for a in actions(world)]
        there = ask(lines + script, len(script))
        if sorted(here) != sorted(there):
            return lines + script, sorted(set(here) - set(there)), sorted(set(there) - set(here))
        action = choose(rng, actions(world))
        script.append(script_line(action))
        world = after(world, action)
    return None


def rng_of(seed, number):
    return random.Random(f"{seed}/{number}")
