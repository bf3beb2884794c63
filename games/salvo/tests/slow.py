#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second judge of moves and sight, written from the rulebook, with exact fractions.

Random crowded positions on the scenarios' tables: for each of them thousands of questions (legs,
places, formations, confirms, who sees whom) are answered here first, written down as lines of play
with the rule, the refusal and its numbers, and then put to the program. One block is one position.
As many blocks again are salvos and melees (slow_fire.py), and what is not geometry (slow_rules.py).
Figures stand in touch with scenery, outside cohesion, beside enemies and immobilised on purpose."""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import slow_plane as plane  # noqa: E402

GAME = pathlib.Path(__file__).resolve().parent.parent
ROOT = GAME.parent.parent
SCENARIOS = ("relay", "first_salvo", "dike", "wells", "courier")
COMBAT, CROSS, RAPID = "combat", "cross", "rapid"
CONTACT, LEGS, PITCH_MORE = 10, 6, 10
HOPELESS = 900  # mm: beyond, some weapon has no chance and legal() leaves the shot out


@dataclass(frozen=True)
class Kind:
    token: str
    weapon: str
    radius: int
    size: int
    first: int
    second: int
    most: int
    foot: bool


KINDS = (Kind("pathfinders", "coil_carbine", 15, 1, 150, 240, 6, True),
         Kind("automata", "shard_gun", 15, 1, 100, 140, 8, True),
         Kind("cuirassiers", "twin_lance", 20, 1, 100, 150, 4, True),
         Kind("heron", "autocannon", 30, 2, 150, 250, 3, False),
         Kind("lighter", "autocannon", 35, 2, 150, 250, 3, False),
         Kind("rampart", "rail_gun", 45, 3, 100, 150, 1, False))


@dataclass
class Piece:
    corners: list
    height: int
    solid: bool


@dataclass
class Unit:
    name: str
    side: int
    kind: Kind
    first: int                                # number of its first figure, as typed
    strength: int
    at: dict = field(default_factory=dict)    # number in the unit -> place
    stuck: set = field(default_factory=set)   # immobilised
    disorganised: bool = False

    def figure(self, number):
        return self.first + number


class Table:
    def __init__(self, scenario):
        self.scenario, self.pieces = scenario, []
        for line in (GAME / "data" / "scenarios" / f"{scenario}.txt").read_text().splitlines():
            words = line.split("#")[0].split()
            if words and words[0] == "board":
                self.width, self.height = int(words[1]), int(words[2])
            elif words and words[0] in ("wall", "container", "ruin", "area"):
                corners = [tuple(map(int, word.split(","))) for word in words[4:]]
                corners = plane.facing_in(corners)
                self.pieces.append(Piece(corners, int(words[3]), words[0] != "area"))

    def holds(self, p, r):
        return r <= p[0] <= self.width - r and r <= p[1] <= self.height - r


# ------------------------------------------------------------------------------------------ sight
def sees(table, a, size_a, b, size_b):
    return not any(piece.height > max(size_a, size_b)
                   and plane.crosses_interior(a, b, piece.corners) for piece in table.pieces)


def in_contact(unit, other):
    reach = unit.kind.radius + other.kind.radius + CONTACT
    return any(plane.dist2(a, b) <= reach ** 2
               for a in unit.at.values() for b in other.at.values())


# ---------------------------------------------------------------------------------------- one move
class Refused(Exception):
    pass


def refuse(rule, token, *numbers):
    raise Refused(" ".join([rule, token] + [str(n) for n in numbers]))


def cm(p):
    return f"{p[0] // 10}.{p[0] % 10} {p[1] // 10}.{p[1] % 10}"


def toward_zero(n, d):
    return abs(n) // d * (1 if n >= 0 else -1)


class Move:
    """The draft of one unit's move; every question raises Refused or returns."""

    def __init__(self, table, units, unit, kind):
        self.table, self.units, self.unit, self.kind = table, units, unit, kind
        self.allowance = unit.kind.second if kind == RAPID else unit.kind.first
        self.way, self.used = [], 0
        self.now, self.placed = dict(unit.at), set()
        self.leader = min(unit.at)
        self.cohesion = 100 if unit.kind.foot else 200

    # ---- parts
    def on_table(self, number, to):
        if not self.table.holds(to, self.unit.kind.radius):
            refuse("CR21", "OFF_THE_TABLE", self.unit.figure(number), cm(to))

    def length(self, number, mm):
        if mm > self.allowance:
            rule, token = {COMBAT: ("C31", "COMBAT_TOO_LONG"), CROSS: ("C35", "CROSS_TOO_LONG"),
                           RAPID: ("C40", "RAPID_TOO_LONG")}[self.kind]
            refuse(rule, token, self.unit.figure(number), mm, self.allowance)

    def touches(self, piece, p):
        return plane.point_polygon2(p, piece.corners) <= self.unit.kind.radius ** 2

    def leaves(self, piece, a, b):
        """Just in touch at a, out of it at b, and nowhere nearer than at a."""
        just = plane.point_polygon2(a, piece.corners) == self.unit.kind.radius ** 2
        return (just and not self.touches(piece, b)
                and plane.segment_polygon2(a, b, piece.corners)
                == plane.point_polygon2(a, piece.corners))

    def first_touch(self, piece, a, b):
        if self.touches(piece, b):
            return b
        for i in range(64):
            p = (a[0] + toward_zero((b[0] - a[0]) * i, 64),
                 a[1] + toward_zero((b[1] - a[1]) * i, 64))
            if self.touches(piece, p):
                return p
        return min((self.foot(corner, a, b) for corner in piece.corners), key=lambda it: it[0])[1]

    def foot(self, corner, a, b):
        """The place of the way nearest to the corner, and how near it is."""
        way, whole = (b[0] - a[0], b[1] - a[1]), plane.dist2(a, b)
        along = way[0] * (corner[0] - a[0]) + way[1] * (corner[1] - a[1])
        along = min(max(along, 0), whole)
        p = (a[0] + toward_zero(way[0] * along, whole), a[1] + toward_zero(way[1] * along, whole))
        return plane.dist2(p, corner), p

    def under(self, p):
        """The first piece that a base there overlaps."""
        for i, piece in enumerate(self.table.pieces):
            if plane.point_polygon2(p, piece.corners) < self.unit.kind.radius ** 2:
                return i
        return None

    def rooted(self):
        if self.kind == CROSS:
            return set()
        return {n for n, p in self.unit.at.items() if self.under(p) is not None}

    def scenery(self, number, a, b):
        if self.kind == CROSS:
            return
        r = self.unit.kind.radius
        under = self.under(self.unit.at[number])
        if under is not None:
            refuse("CR18", "STARTS_ON_SCENERY", self.unit.figure(number), f"T{under + 1}")
        for i, piece in enumerate(self.table.pieces):
            if plane.segment_polygon2(a, b, piece.corners) > r * r or self.leaves(piece, a, b):
                continue
            rule, token = (("C41", "RAPID_TOUCHES_SCENERY") if self.kind == RAPID
                           else ("C32", "COMBAT_TOUCHES_SCENERY"))
            refuse(rule, token, self.unit.figure(number), f"T{i + 1}",
                   cm(self.first_touch(piece, a, b)))

    def end_of_crossing(self, number, to):
        for i, piece in enumerate(self.table.pieces):
            if (self.kind == CROSS and piece.solid
                    and plane.point_polygon2(to, piece.corners) < self.unit.kind.radius ** 2):
                refuse("CR20", "CROSS_ENDS_ON_SCENERY", self.unit.figure(number), f"T{i + 1}",
                       cm(to))

    def discs(self, bars):
        """Bases that bar the way (or those that do not) as (figure, place, radius)."""
        for other in self.units:
            barring = other.side != self.unit.side or not other.kind.foot
            if other is not self.unit and barring == bars:
                for number, at in sorted(other.at.items()):
                    yield other.figure(number), at, other.kind.radius
        for number in sorted(self.unit.stuck):
            if bars:
                yield self.unit.figure(number), self.unit.at[number], self.unit.kind.radius

    def figures(self, number, a, b):
        for figure, at, r in self.discs(True):
            if plane.point_segment2(at, a, b) < (r + self.unit.kind.radius) ** 2:
                refuse("CR21", "FIGURE_IN_THE_WAY", self.unit.figure(number), figure, cm(b))

    def ends_on(self, number, to, discs):
        for figure, at, r in discs:
            if plane.dist2(to, at) < (r + self.unit.kind.radius) ** 2:
                refuse("CR21", "ENDS_ON_FIGURE", self.unit.figure(number), figure, cm(to))

    def own(self, number):
        return [(self.unit.figure(n), self.now[n], self.unit.kind.radius)
                for n in sorted(self.placed - {number})]

    # ---- steps
    def leg(self, to):
        number, a = self.leader, self.now[self.leader]
        if number in self.unit.stuck:
            refuse("CH3f", "FIGURE_IMMOBILISED", self.unit.figure(number))
        if self.placed - {number}:
            refuse("CH7c", "LEG_AFTER_PLACES", self.unit.figure(number))
        if len(self.way) == LEGS:
            refuse("CH7a", "TOO_MANY_LEGS", self.unit.figure(number), LEGS)
        if a == to:
            refuse("CH7a", "LEG_GOES_NOWHERE", self.unit.figure(number))
        mm = plane.ceil_root(plane.dist2(a, to))
        self.on_table(number, to)
        self.length(number, self.used + mm)
        self.scenery(number, a, to)
        self.end_of_crossing(number, to)
        self.figures(number, a, to)
        self.ends_on(number, to, self.discs(False))
        self.way.append(to)
        self.used += mm
        self.now[number] = to
        self.placed.add(number)

    def path(self, number, points):
        for a, b in zip(points, points[1:]):
            self.scenery(number, a, b)
            self.figures(number, a, b)

    def goes(self, number, to):
        a = self.unit.at[number]
        if a == to:
            return
        self.length(number, plane.ceil_root(plane.dist2(a, to)))
        try:
            self.path(number, [a, to])
        except Refused:
            points = [a] + self.way + [to]
            mm = sum(plane.ceil_root(plane.dist2(p, q)) for p, q in zip(points, points[1:]))
            if not self.way or mm > self.allowance:
                raise
            try:
                self.path(number, points)
            except Refused:
                self.path(number, [a, to])  # the reason that is told

    def stands(self, number, to):
        self.on_table(number, to)
        self.end_of_crossing(number, to)
        self.ends_on(number, to, self.discs(True))
        self.ends_on(number, to, self.discs(False))
        self.ends_on(number, to, self.own(number))

    def place(self, number, to):
        if number in self.unit.stuck:
            refuse("CH3f", "FIGURE_IMMOBILISED", self.unit.figure(number))
        if number == self.leader:
            refuse("CH7c", "LEADER_GOES_BY_LEGS", self.unit.figure(number))
        self.on_table(number, to)
        self.goes(number, to)
        self.stands(number, to)
        self.now[number] = to
        self.placed.add(number)

    def coherent(self, number, at):
        end = plane.dist2(at, self.now[self.leader])
        begin = plane.dist2(self.unit.at[number], self.unit.at[self.leader])
        limit = self.cohesion ** 2
        if end <= limit or number in self.unit.stuck or (begin > limit and end < begin):
            return
        figure, mm = self.unit.figure(number), plane.ceil_root(end)
        if begin > limit:
            refuse("CH8c", "STRAGGLER", figure, mm, plane.ceil_root(begin))
        if self.unit.kind.foot:
            refuse("CH8a", "OUT_OF_COHESION", figure, mm, self.cohesion)
        refuse("CH8b", "VEHICLE_OUT_OF_COHESION", figure, mm, self.cohesion)

    def confirm(self):
        if all(self.now[n] == self.unit.at[n] for n in self.unit.at):
            refuse("CH7e", "NOTHING_MOVED", self.unit.name)
        r = self.unit.kind.radius
        for a in sorted(self.now):
            for b in sorted(n for n in self.now if n < a):
                if plane.dist2(self.now[a], self.now[b]) < (2 * r) ** 2:
                    refuse("CR21", "BASES_OVERLAP", self.unit.figure(b), self.unit.figure(a))
        for number, at in sorted(self.now.items()):
            self.coherent(number, at)
        for number, at in sorted(self.now.items() if self.unit.disorganised else ()):
            for other in self.units:
                reach = r + other.kind.radius + CONTACT
                if other.side != self.unit.side and any(
                        plane.dist2(at, p) <= reach ** 2 for p in other.at.values()):
                    refuse("CR47", "CONTACT_WHILE_DISORGANISED", self.unit.figure(number),
                           other.name)

    # ---- formations
    def may(self, number, to):
        try:
            self.goes(number, to)
            self.stands(number, to)
            self.coherent(number, to)
        except Refused:
            return False
        return True

    def form(self, shape, facing):
        pitch = 2 * self.unit.kind.radius + PITCH_MORE
        slots = [turned(slot, facing, pitch) for slot in SLOTS[shape]]
        centre, before = self.now[self.leader], (dict(self.now), set(self.placed))
        rooted = self.rooted() - self.unit.stuck - {self.leader}
        waiting = sorted(set(self.unit.at) - self.placed - self.unit.stuck - rooted
                         - {self.leader})
        slots = [(centre[0] + x, centre[1] + y) for x, y in slots]
        if not waiting:
            refuse("CH7d", "NOBODY_TO_FORM", self.unit.name)
        try:
            self.placed |= rooted
            for number in waiting:
                self.take(number, shape, slots)
            self.confirm()
        except Refused:
            self.now, self.placed = before
            raise

    def take(self, number, shape, slots):
        own, was, centre = self.unit.at[number], self.unit.at[self.leader], self.now[self.leader]
        kept = (centre[0] + own[0] - was[0], centre[1] + own[1] - was[1])
        tries = [kept] if shape == "keep" else []
        near = [p for p in slots if plane.dist2(p, centre) <= self.cohesion ** 2]
        for to in tries + near + self.back(number):
            if self.may(number, to):
                self.now[number] = to
                self.placed.add(number)
                return
        refuse("CH7d", "FORM_HAS_NO_ROOM", self.unit.figure(number), shape)

    def back(self, number):
        """CH8c: straight at the leader, by eighths of the allowance."""
        own, was, leader = self.unit.at[number], self.unit.at[self.leader], self.now[self.leader]
        if plane.dist2(own, was) <= self.cohesion ** 2:
            return []
        x, y = DIRECTIONS[sector(leader[0] - own[0], leader[1] - own[1])]
        steps = [self.allowance * eighth // 8 for eighth in range(8, 0, -1)]
        return [(own[0] + toward_zero(x * mm, 1024), own[1] + toward_zero(y * mm, 1024))
                for mm in steps]


# ------------------------------------------------------------------------- slots, as the rule says
FACINGS = ("e", "ese", "se", "sse", "s", "ssw", "sw", "wsw",
           "w", "wnw", "nw", "nnw", "n", "nne", "ne", "ene")
QUARTER = [(1024, 0), (946, 392), (724, 724), (392, 946)]
DIRECTIONS = (QUARTER + [(-y, x) for x, y in QUARTER] + [(-x, -y) for x, y in QUARTER]
              + [(y, -x) for x, y in QUARTER])


def sector(dx, dy):
    """The direction whose angle is nearest; 204/1024 and 684/1024 are the limits between two."""
    high, low = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    step = 0 if low * 1024 < high * 204 else 1 if low * 1024 < high * 684 else 2
    angle = step if abs(dx) >= abs(dy) else 4 - step
    if dx < 0:
        angle = 8 - angle
    return -angle % 16 if dy < 0 else angle


ROWS = (0, 887, 1774, 2660)  # of a hexagonal lattice of pitch 1024, aside


def hexagons():
    """Rings of a hexagonal lattice around 0, 0 up to three steps, the nearest first."""
    points = []
    for i in range(-3, 4):
        for j in range(-3, 4):
            ahead, aside = 512 * (2 * i + j), ROWS[abs(j)] * (1 if j >= 0 else -1)
            if (i or j) and max(abs(i), abs(j), abs(i + j)) <= 3:
                points.append((i * i + j * j + i * j, ahead, aside))
    rings = {}
    for away, ahead, aside in points:
        rings.setdefault(away, []).append((ahead, aside))
    ordered = []
    for away in sorted(rings):
        ordered += sorted(rings[away], key=lambda p: turn_of(*p))
    return ordered


def turn_of(x, y):
    """Sorts by angle from +x through +y, without an angle."""
    half = 0 if y > 0 or (y == 0 and x > 0) else 1
    slope = -x / (abs(x) + abs(y)) if half == 0 else x / (abs(x) + abs(y))
    return half, slope


LINE = [(0, 1), (0, -1), (0, 2), (0, -2), (-1, 0), (-1, 1), (-1, -1), (-1, 2), (-1, -2), (-2, 0),
        (-2, 1), (-2, -1)]
COLUMN = [(-1, 0), (0, 1), (-1, 1), (-2, 0), (-2, 1), (0, -1), (-1, -1), (-2, -1), (0, 2), (-1, 2),
          (0, -2), (-1, -2)]
SLOTS = {"rosette": hexagons(), "keep": hexagons(),
         "line": [(1024 * a, 1024 * b) for a, b in LINE],
         "column": [(1024 * a, 1024 * b) for a, b in COLUMN]}


def turned(slot, facing, pitch):
    (ahead, aside), (x, y) = slot, DIRECTIONS[facing]
    return (toward_zero((ahead * x - aside * y) * pitch, 1 << 20),
            toward_zero((ahead * y + aside * x) * pitch, 1 << 20))


# --------------------------------------------------------------------------------- random positions
def crowd(rng, table):
    """A few units of both sides in one corner of the table, figures of a unit near each other."""
    units, bases = [], []
    spread = rng.choice([150, 250, 400])
    middle = (rng.randrange(table.width), rng.randrange(table.height))
    if table.pieces and rng.random() < 0.7:
        middle = rng.choice(rng.choice(table.pieces).corners)
    counts, firsts = [0, 0], [1, 81]
    for _ in range(rng.randint(2, 7)):
        side, kind = rng.randrange(2), rng.choice(KINDS)
        strength = rng.randint(1, kind.most)
        home = (middle[0] + rng.randint(-spread, spread), middle[1] + rng.randint(-spread, spread))
        unit = Unit("we"[side] + str(counts[side] + 1), side, kind, firsts[side], strength)
        for number in range(strength):
            place = free_place(rng, table, bases, home, kind.radius)
            if place:
                unit.at[number] = place
                bases.append((place, kind.radius))
        if unit.at:
            unit.stuck = {n for n in unit.at if not kind.foot and rng.random() < 0.15}
            unit.disorganised = rng.random() < 0.15
            units.append(unit)
            counts[side] += 1
            firsts[side] += strength
    return sorted(units, key=lambda unit: (unit.side, int(unit.name[1:])))


def free_place(rng, table, bases, home, r):
    for _ in range(20):
        p = (home[0] + rng.randint(-90, 90), home[1] + rng.randint(-90, 90))
        if rng.random() < 0.3:
            p = beside_scenery(rng, table, r) if rng.random() < 0.3 else p
        if stands_free(table, bases, p, r):
            return p
    return None


def stands_free(table, bases, p, r):
    return (table.holds(p, r) and all(plane.dist2(p, q) >= (r + o) ** 2 for q, o in bases)
            and not any(piece.solid and plane.point_polygon2(p, piece.corners) < r * r
                        for piece in table.pieces))


def beside_scenery(rng, table, r):
    a, b = rng.choice(list(plane.edges(rng.choice(table.pieces).corners)))
    at = plane.along(a, b, plane.Fraction(rng.randint(0, 8), 8))
    return (int(at[0]) + rng.randint(-r - 2, r + 2), int(at[1]) + rng.randint(-r - 2, r + 2))


# -------------------------------------------------------------------------------- the questions
def position_lines(table, units):
    lines = [f"game salvo   scenario {table.scenario}", "set nobody west", "set nobody east"]
    lines += [f"set unit {u.name} {u.kind.token} {u.strength}" for u in units]
    for unit in units:
        for number, at in unit.at.items():
            more = " propulsion 0" if number in unit.stuck else ""
            lines.append(f"put {unit.figure(number)} at {cm(at)}{more}")
        if unit.disorganised:
            lines.append(f"put {unit.name} disorganised")
    return lines


def ask_sight(table, units, unit):
    """Only where nothing but sight can forbid the shot."""
    lines = []
    if any(other.side != unit.side and in_contact(unit, other) for other in units):
        return lines
    for other in units:
        if other.side == unit.side:
            continue
        seen = any(sees(table, a, unit.kind.size, b, other.kind.size)
                   for a in unit.at.values() for b in other.at.values())
        away = plane.dist2(unit.at[min(unit.at)], other.at[min(other.at)])
        if seen and away > HOPELESS ** 2:
            continue
        if seen:
            lines.append(f". shoot {other.figure(min(other.at))} {unit.kind.weapon}")
        else:
            lines.append(f"! shoot {other.name} {unit.kind.weapon} => CR27 NOT_SEEN {other.name} "
                         f"{unit.kind.weapon}")
    return lines


def step(lines, text, judge, *operands):
    try:
        judge(*operands)
        lines.append(f"> {text}")
        return True
    except Refused as reason:
        lines.append(f"! {text} => {reason}")
        return False


def near(rng, table, p, reach):
    reach = rng.choice([reach // 8, reach // 2, reach, reach, reach + 5])
    x, y = p[0] + rng.randint(-reach, reach), p[1] + rng.randint(-reach, reach)
    if rng.random() < 0.1:  # to the millimetre
        x, y = p[0] + rng.choice([reach, 0, -reach]), p[1] + rng.choice([1, 0, -1])
    return (min(max(x, 0), table.width), min(max(y, 0), table.height))


def ask_places(rng, lines, move):
    for _ in range(rng.randint(0, 12)):
        number = rng.choice(sorted(set(move.unit.at) - {move.leader}) * 9 + [move.leader])
        around = rng.choice([move.now[move.leader], move.unit.at[number], move.now[number]])
        to = near(rng, move.table, around, 110)
        step(lines, f"place {move.unit.figure(number)} {cm(to)}", move.place, number, to)


def ask_forms(rng, lines, move):
    for _ in range(3):
        shape = rng.choice(sorted(SLOTS))
        facing = 0 if shape == "keep" else rng.randrange(16)
        before = set(move.placed)
        if step(lines, f"form {shape} {FACINGS[facing]}", move.form, shape, facing):
            for number in sorted(move.placed - before):
                lines.append(f"% ghost_x[{number}] {move.now[number][0]}")
                lines.append(f"% ghost_y[{number}] {move.now[number][1]}")
            return


def ask_move(rng, table, units, unit):
    lines, kinds = [], [COMBAT, CROSS, RAPID]
    engaged = unit.kind.foot and any(other.side != unit.side and other.kind.foot
                                     and in_contact(unit, other) for other in units)
    if unit.stuck >= set(unit.at):
        return [f"! move combat => CH3f UNIT_IMMOBILISED {unit.name}"]
    if engaged:
        lines.append(f"! move rapid => CR23 MOVE_WHILE_ENGAGED {unit.name} rapid")
        kinds = [COMBAT, CROSS]
        if not any(plane.point_polygon2(p, piece.corners) <= unit.kind.radius ** 2
                   for p in unit.at.values() for piece in table.pieces):
            lines.append(f"! move cross => CR23 MOVE_WHILE_ENGAGED {unit.name} cross")
            kinds = [COMBAT]
    elif unit.disorganised:
        lines.append(f"! move rapid => CR47 RAPID_WHILE_DISORGANISED {unit.name}")
        kinds = [COMBAT, CROSS]
    move = Move(table, units, unit, rng.choice(kinds))
    lines.append(f"> move {move.kind}")
    for _ in range(rng.randint(1, 12)):
        to = near(rng, table, move.now[move.leader], move.allowance - move.used)
        step(lines, f"leg {cm(to)}", move.leg, to)
    if rng.random() < 0.5:
        ask_places(rng, lines, move)
    if rng.random() < 0.8:
        ask_forms(rng, lines, move)
    ask_places(rng, lines, move)
    if not step(lines, "confirm", move.confirm):
        lines.append("> halt")
    return lines


def lookouts(rng, table):
    """One figure of size 1 against twelve, some exactly behind a corner or along an edge."""
    kind, units, bases = KINDS[0], [], []
    while True:
        home = (rng.randrange(table.width), rng.randrange(table.height))
        watcher = free_place(rng, table, [], home, kind.radius)
        if watcher:
            break
    units.append(Unit("w1", 0, kind, 1, 1, {0: watcher}))
    bases.append((watcher, kind.radius + CONTACT))
    for number in range(40):
        if len(units) == 13:
            break
        x, y = rng.choice(rng.choice(table.pieces).corners)
        turns = rng.choice([1, 1, 2, 3])
        p = (x + turns * (x - watcher[0]), y + turns * (y - watcher[1]))
        if number % 2:
            p = (p[0] + rng.randint(-2, 2), p[1] + rng.randint(-2, 2))
        if number % 5 == 0:
            p = (rng.randrange(table.width), rng.randrange(table.height))
        if stands_free(table, bases, p, kind.radius):
            units.append(Unit(f"e{len(units)}", 1, kind, 80 + len(units), 1, {0: p}))
            bases.append((p, kind.radius))
    return units


def block(seed, number):
    rng = random.Random(f"{seed} {number}")
    table, units, moves = Table(rng.choice(SCENARIOS)), [], number % 3
    while len(units) < 2:
        units = crowd(rng, table) if moves else lookouts(rng, table)
    unit = rng.choice(units) if moves else units[0]
    lines = position_lines(table, units)
    lines.append(f"node act {('west', 'east')[unit.side]} {unit.name[1:]}")
    questions = ask_sight(table, units, unit)
    if moves:
        questions += ask_move(rng, table, units, unit)
    return [f"# position {number}"] + lines + questions + [""], len(questions)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build" / "grognard"))
    parser.add_argument("--positions", type=int, default=90)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="write the blocks to this file as well")
    options = parser.parse_args()
    import slow_fire  # noqa: E402  (they import this file)
    import slow_rules  # noqa: E402
    made = [judge(options.seed, number) for judge in (block, slow_fire.block, slow_rules.block)
            for number in range(options.positions)]
    text = "\n".join("\n".join(lines) for lines, _ in made)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(options.keep or pathlib.Path(folder) / "slow.play")
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([options.program, "test", str(path)], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
    print(f"{sum(count for _, count in made)} questions")
    print(done.stdout.decode(errors="replace").rstrip())
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
