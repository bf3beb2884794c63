# SPDX-License-Identifier: Apache-2.0
"""Combat for slow.py, from the rule file: attack, supports, secret commitment, die, losses,
retreat, advance, and supply columns alone."""
import itertools

from slow_map import (ALLIED, COLUMNS, COUNTERS, DOMINANT, GERMAN, HEXES, LINKED, NEIGHBOURS, RIVER,
                      UNITS, distance)
from slow_world import composes, foe

# attacker steps / defender steps; rows: die 1 to 8, columns: 1:2 1:1 2:1 3:1 4:1 5:1 6:1 7:1
TABLE = [line.split() for line in """
3/0 2/0 2/0 1/0 1/1 1/1 1/2 0/2
3/0 2/0 1/0 1/1 1/1 1/2 0/2 0/3
2/0 2/0 1/0 1/1 1/2 1/2 0/3 0/3
2/0 1/0 1/1 1/1 1/2 1/3 0/3 0/4
2/0 1/0 1/1 1/2 1/3 0/3 0/4 0/4
2/1 1/1 1/2 1/2 0/3 0/3 0/4 0/5
1/1 1/1 0/2 0/2 0/3 0/4 0/5 0/5
1/1 0/1 0/2 0/3 0/4 0/4 0/5 0/6
""".strip().splitlines()]


# -------------------------------------------------------------------------------------- factors
def attack_factor(world, name, attackers):
    counter = COUNTERS[name]
    value = counter.face(counter.attack, world.steps[name])
    company = [n for n in attackers if n != name and world.where[n] == world.where[name]]
    if counter.type == "antitank" and not company:
        value = 1
    if world.unsupplied(name):
        value //= 2
    if world.overstacked(world.where[name]):
        value //= 2
    return value


def defence_factor(world, name):
    counter, at = COUNTERS[name], world.where[name]
    others = [n for n in world.units_in(at) if n != name]
    value = counter.face(counter.defence, world.steps[name])
    if counter.hq:  # "QG in combat"
        company = any(may_support(world, name, n) for n in others)
        value = 0 if company else (counter.support + 1) // 2
    elif counter.artillery:  # B5, BR31
        value = 1 if all(COUNTERS[n].artillery for n in others) else 0
    elif counter.type == "antitank" and not others:
        value = 1
    if world.unsupplied(name) and counter.type not in ("infantry", "antitank"):
        value = (value + 1) // 2
    if world.overstacked(at):
        value //= 2
    return value


def attack_sum(world, attackers):
    return sum(attack_factor(world, n, attackers) for n in attackers)


# ------------------------------------------------------------------------------------- supports
def may_support(world, giver, taker):
    """Whom a counter serves (B14, B18 to B21, BR25, BR26, BR30), and the range to him."""
    give, take = COUNTERS[giver], COUNTERS[taker]
    if giver == taker or take.column or take.hq or give.nation != take.nation:
        return False
    if distance(world.where[giver], world.where[taker]) > give.range:
        return False
    if give.artillery:
        return True
    return give.high_hq or (give.hq and give.formation == take.formation)


def guns_alone(world, hex_name):
    return all(COUNTERS[n].artillery for n in world.units_in(hex_name))


def support_actions(world, side, takers):
    target, attacking = world.fight["target"], side == world.fight["side"]
    named = {giver for giver, _ in world.fight["supports"]}
    has_corps = {taker for giver, taker in world.fight["supports"] if COUNTERS[giver].high_hq}
    found = []
    for giver in world.units_of(side):
        if not COUNTERS[giver].support or giver in named or (giver, "supported") in world.flags:
            continue
        if world.unsupplied(giver) or world.restricted_from(giver, target):
            continue
        if not attacking and world.where[giver] == target and guns_alone(world, target):
            continue  # BR31
        found += [("support", giver, t) for t in takers if may_support(world, giver, t)
                  and not (COUNTERS[giver].high_hq and t in has_corps)]  # BR32
    return found


def support_value(world, giver, taker):
    value = COUNTERS[giver].support
    if not COUNTERS[giver].hq:
        return value
    side, at = COUNTERS[giver].side, world.where[taker]
    for height in DOMINANT:  # B40 to B42, BR9
        held = height in world.occupied(side)
        empty = not held and height not in world.occupied(foe(side))
        if distance(at, height) <= 2 and (held or (empty and world.controls(side, height))):
            return value + 2
    return value


def support_sum(world):
    return sum(support_value(world, giver, taker) for giver, taker in world.fight["supports"])


def close_supports(world):
    for giver, _ in world.fight["supports"]:
        world.flags.add((giver, "supported"))
    world.fight["supports"] = []


# ----------------------------------------------------------------------------------- the attack
def could_attack(world, side, target):
    """Units that may attack that hex in this segment."""
    return [n for n in world.units_of(side)
            if COUNTERS[n].attack[1] and (n, "attacked") not in world.flags
            and target in NEIGHBOURS[world.where[n]] and not world.restricted_from(n, target)]


def combat_actions(world):
    found = []
    for target in sorted(world.enemy_pieces(world.seat)):
        able = could_attack(world, world.seat, target)
        if attack_sum(world, able) >= 1:
            found += [("attack", target, n) for n in able]
    return found + [("end",)]


def combat_done(world, action):
    if action[0] == "end":
        world.next_segment()
        return
    world.node = "attack"
    world.fight = {"target": action[1], "attackers": [action[2]], "supports": [],
                   "side": world.seat, "commit": {}, "retreat": 0, "rolling": [], "captured": []}


def attack_actions(world):
    fight = world.fight
    found = [("join", n) for n in could_attack(world, fight["side"], fight["target"])
             if n not in fight["attackers"]]
    if world.units_in(fight["target"]):  # not against CL alone (B6)
        found += support_actions(world, fight["side"], fight["attackers"])
    if attack_sum(world, fight["attackers"]) >= 1:
        found.append(("confirm",))
    return found


def attack_done(world, action):
    fight = world.fight
    if action[0] == "join":
        fight["attackers"].append(action[1])
    elif action[0] == "support":
        fight["supports"].append(action[1:])
    else:
        for n in fight["attackers"]:
            world.flags.add((n, "attacked"))
        factors = attack_sum(world, fight["attackers"])
        fight["attack"] = factors + min(factors, support_sum(world))  # B22
        close_supports(world)
        fight["stand"] = fight["target"]
        if world.units_in(fight["target"]):
            world.node, world.seat = "defence", foe(fight["side"])
        else:
            fight["columns_only"] = True
            roll_for_columns(world)


def defence_actions(world):
    takers = world.units_in(world.fight["target"])
    found = support_actions(world, world.seat, takers)
    return found + [("confirm",) if world.fight["supports"] else ("no", "support")]


def defence_done(world, action):
    fight = world.fight
    if action[0] == "support":
        fight["supports"].append(action[1:])
        return
    factors = sum(defence_factor(world, n) for n in world.units_in(fight["target"]))
    fight["defence"] = max(1, factors + support_sum(world))
    close_supports(world)
    world.node, world.seat = "commit", ALLIED


# ----------------------------------------------------------------------------------- commitment
def in_command(world, name):
    mine = COUNTERS[name]
    for n in world.units_of(mine.side):
        hq = COUNTERS[n]
        serves = hq.hq and hq.nation == mine.nation and (
            hq.high_hq or (hq.formation and hq.formation == mine.formation))
        if serves and distance(world.where[n], world.where[name]) <= hq.range:
            return True
    return False


def participants(world, side):
    fight = world.fight
    return fight["attackers"] if side == fight["side"] else world.units_in(fight["target"])


def commit_actions(world):
    side = world.seat
    units = participants(world, side)
    near = [c for c in world.columns_of(side)
            if any(distance(world.where[c], world.where[u]) <= 1 for u in units)]
    if not any(in_command(world, u) for u in units):
        near = []
    most = min(2, world.air - world.air_used) if side == ALLIED else 0
    return [("commit", "+".join(chosen) or "none", str(air))
            for size in range(min(3, len(near)) + 1)  # BD14
            for chosen in itertools.combinations(near, size) for air in range(most + 1)]


def commit_done(world, action):
    chosen = [] if action[1] == "none" else action[1].split("+")
    world.fight["commit"][world.seat] = (chosen, int(action[2]))
    if world.seat == ALLIED:
        world.seat = GERMAN
    else:
        world.node = "die"


# ------------------------------------------------------------------------------ column and die
def concentric(world):
    fight = world.fight
    stand = {world.where[n] for n in fight["attackers"]}
    friends = world.occupied(foe(fight["side"]))
    round_it = NEIGHBOURS[fight["target"]]
    return len(round_it) == 6 and all(
        world.in_play(h)
        and (h in stand or (any(n in stand for n in NEIGHBOURS[h]) and h not in friends))
        for h in round_it)


def column_of(world):
    fight = world.fight
    ratio = fight["attack"] // fight["defence"]
    column = min(7, ratio)
    target = HEXES[fight["target"]]
    shift = concentric(world) - target.dominant - (target.town == "city")
    for side in (ALLIED, GERMAN):
        columns, air = fight["commit"][side]
        shift += (len(columns) + air) * (1 if side == fight["side"] else -1)
    return max(0, min(7, column + shift))


def whole_formation(world):
    for formation in {COUNTERS[n].formation for n in world.fight["attackers"]} - {None}:
        units = [n for n in UNITS if COUNTERS[n].formation == formation and not COUNTERS[n].hq
                 and world.on_map(n)]
        if len(units) >= 2 and all(n in world.fight["attackers"] for n in units):
            return True
    return False


def die_modifier(world):
    fight = world.fight
    found = HEXES[fight["target"]].die() + whole_formation(world)
    found += any(world.unsupplied(n) for n in world.units_in(fight["target"]))
    found -= any((world.where[n], fight["target"]) in RIVER for n in fight["attackers"])
    return found


def die_done(world, action):
    fight = world.fight
    die = max(1, min(8, int(action[1]) + die_modifier(world)))
    attacker, defender = TABLE[die - 1][column_of(world)].split("/")
    for side in (ALLIED, GERMAN):
        for name in fight["commit"][side][0]:
            world.kill(name)  # spent
    world.air_used += fight["commit"][ALLIED][1]
    fight["attacker_loses"], fight["defender_loses"] = int(attacker), int(defender)
    fight["losers"] = world.units_in(fight["target"])
    choose_split(world)


# --------------------------------------------------------------------------- losses and retreat
def choose_split(world):
    world.node, world.seat = "split", foe(world.fight["side"])
    if len(split_actions(world)) == 1:
        split_done(world, ("retreat", "0"))


def split_actions(world):
    return [("retreat", str(k)) for k in range(world.fight["defender_loses"] + 1)
            if k == 0 or retreat_hexes(world, k)]


def split_done(world, action):
    fight = world.fight
    fight["retreat"] = int(action[1])
    fight["to_lose"] = fight["defender_loses"] - fight["retreat"]
    fight["stage"] = "defender"
    again = [n for n in fight["losers"] if (n, "retreated") in world.flags]
    if fight["to_lose"] and again:  # attacked again after a retreat: eliminated
        gone = sum(world.steps[n] for n in again)  # these steps count as lost
        for n in again:
            world.kill(n)
        fight["to_lose"] = max(0, fight["to_lose"] - gone)
    go_on_losing(world)


def losers(world):
    fight = world.fight
    names = fight["attackers"] if fight["stage"] == "attacker" else fight["losers"]
    alive = [n for n in names if world.on_map(n)]
    full = [n for n in alive if world.steps[n] == 2]
    return full or alive


def lose_step(world, name):
    world.steps[name] -= 1
    world.fight["to_lose"] -= 1
    if not world.steps[name]:
        world.kill(name)


def go_on_losing(world):
    """Applies what leaves no choice; else asks."""
    fight = world.fight
    while fight["to_lose"]:
        able = losers(world)
        if not able:
            break  # surplus is ignored
        if fight["to_lose"] < len(able):
            world.node = "loss"
            world.seat = fight["side"] if fight["stage"] == "attacker" else foe(fight["side"])
            return
        for n in able:
            lose_step(world, n)
    after_losses(world)


def loss_actions(world):
    return [("lose", n) for n in losers(world)]


def loss_done(world, action):
    lose_step(world, action[1])
    go_on_losing(world)


def after_losses(world):
    fight = world.fight
    left = [n for n in fight["losers"] if world.on_map(n)]
    if fight["stage"] == "attacker":
        open_advance(world)
    elif fight["stage"] == "defender" and left and fight["retreat"]:
        world.node, world.seat = "retreat", foe(fight["side"])
    elif not world.units_in(fight["stand"]):
        roll_for_columns(world)
    else:
        attacker_loses(world)


def attacker_loses(world):
    world.fight["stage"], world.fight["to_lose"] = "attacker", world.fight["attacker_loses"]
    go_on_losing(world)


def retreating_stack(world):
    return world.pieces_in(world.fight["target"])


def retreat_hexes(world, k):
    """Destinations at distance k, the stack as it is now."""
    fight, side = world.fight, foe(world.fight["side"])
    stack = retreating_stack(world)
    enemies, zoc = world.enemy_pieces(side), world.zoc(fight["side"])
    on_foot = all(COUNTERS[n].on_foot for n in stack)

    def open_step(a, b):
        return (world.in_play(b) and b not in enemies and b not in zoc
                and (on_foot or not HEXES[b].dominant or (a, b) in LINKED)
                and not any(world.restricted_from(n, b) for n in stack))

    ring = {fight["target"]}
    for far in range(1, k + 1):
        ring = {b for a in ring for b in NEIGHBOURS[a]
                if distance(b, fight["target"]) == far and open_step(a, b)}
    points = sum(COUNTERS[n].points for n in stack)
    return sorted(h for h in ring if world.points_in(h) + points <= HEXES[h].stack_limit()
                  and composes(world.pieces_in(h) + stack))


def retreat_actions(world):
    return [("to", h) for h in retreat_hexes(world, world.fight["retreat"])]


def retreat_done(world, action):
    fight = world.fight
    before = [n for n in fight["losers"] if (n, "retreated") in world.flags and world.on_map(n)]
    for n in retreating_stack(world):
        world.put(n, action[1])
        if not COUNTERS[n].column:
            world.flags.add((n, "retreated"))
    fight["stand"] = action[1]
    stranded = any(action[1] not in world.supplied_hexes(COUNTERS[n].side, world.own_sources(n))
                   for n in fight["losers"] if world.on_map(n) and not world.unsupplied(n))
    fight["stage"], fight["to_lose"] = "stranded", int(stranded)
    if stranded and before:  # it had retreated, was attacked again and loses a step
        for n in before:
            world.kill(n)
        fight["to_lose"] = 0
    go_on_losing(world)


# ------------------------------------------------------------------- supply columns alone (B6)
def roll_for_columns(world):
    fight = world.fight
    fight["rolling"] = world.pieces_in(fight["stand"])
    columns_rolled(world)


def columns_rolled(world):
    fight = world.fight
    if fight["rolling"]:
        world.node = "cl_die"
        return
    for n in fight["captured"]:
        world.column_side[n] = fight["side"]
    if fight.get("columns_only"):
        open_advance(world)
    else:
        attacker_loses(world)


def cl_die_done(world, action):
    fight = world.fight
    name = fight["rolling"].pop(0)
    held = len(world.columns_of(fight["side"])) + len(fight["captured"])
    if int(action[1]) <= 3 or held >= 4:  # B8; BR14
        world.kill(name)
    else:
        fight["captured"].append(name)
    columns_rolled(world)


# -------------------------------------------------------------------------------------- advance
def open_advance(world):
    fight = world.fight
    world.node, world.seat = "advance", fight["side"]
    enemy_left = any(world.side_of(n) != fight["side"] for n in world.pieces_in(fight["target"]))
    if enemy_left or len(advance_actions(world)) == 1:
        end_combat(world)


def advance_actions(world):
    fight, target = world.fight, world.fight["target"]
    found = []
    there = world.pieces_in(target)
    for n in fight["attackers"]:
        if not world.on_map(n) or world.where[n] == target:
            continue
        counter, at = COUNTERS[n], world.where[n]
        if HEXES[target].dominant and not counter.on_foot and (at, target) not in LINKED:
            continue
        if world.restricted_from(n, target) or not composes(there + [n]):
            continue
        if world.points_in(target) + counter.points <= HEXES[target].stack_limit():
            found.append(("advance", n))
    if fight.get("columns_only") and {COUNTERS[n].column for n in there} == {True, False}:
        found = []  # BR16: one attacking unit onto a captured column
    return found + [("end",)]


def advance_done(world, action):
    if action[0] == "end":
        end_combat(world)
        return
    world.put(action[1], world.fight["target"])
    if len(advance_actions(world)) == 1:
        end_combat(world)


def end_combat(world):
    world.seat, world.node, world.fight = world.fight["side"], "combat", None
