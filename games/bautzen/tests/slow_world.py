# SPDX-License-Identifier: Apache-2.0
"""A position of Bautzen for slow.py: where everything is, and what follows from it (zones of
control, supply, stacking). Everything is worked out anew from plain dictionaries whenever asked."""
from slow_map import (ALLIED, COLUMNS, COUNTERS, DATA, DOMINANT, FIFTH_GUARDS, GERMAN, HEXES,
                      NEIGHBOURS, RESTRICTED, SOURCES, UNITS, distance)

SCENARIO_TURNS = {"campaign": 6, "historical": 6, "intro": 2, "puzzle": 4, "empty": 6}
SCENARIO_AREA = {"intro": (12, 26, 1, 14), "puzzle": (12, 26, 7, 14)}
SEGMENTS = ("setup", "german_supply", "german_move", "german_combat", "allied_supply",
            "allied_move", "allied_combat")


def foe(side):
    return GERMAN if side == ALLIED else ALLIED


class World:
    """Mutable; copy() before changing it."""

    def __init__(self, scenario="campaign"):
        self.scenario = scenario
        self.option = 0  # release_by_result
        self.where = {}  # counter -> hex, or box, pool, edge, dead
        self.steps = {name: COUNTERS[name].steps for name in UNITS}
        self.flags = set()  # (counter, word)
        self.column_side = {name: ALLIED for name in COLUMNS}
        self.german = {n for n in HEXES if HEXES[n].panzer_zone}  # control (BD4)
        self.turn, self.segment = 0, "setup"
        self.air, self.air_used = 1, 0
        self.released, self.tested = set(), False
        self.node, self.seat = "setup", ALLIED
        self.about = {}  # what the node is about
        self.fight = None  # the combat in progress, a dictionary
        for name in UNITS:
            later = COUNTERS[name].setup == "reinforcement" or scenario != "campaign"
            self.where[name] = "pool" if later else "box"
        for i, name in enumerate(COLUMNS):
            self.where[name] = "box" if i < 4 and scenario == "campaign" else "pool"

    def copy(self):
        new = World.__new__(World)
        new.__dict__.update(self.__dict__)
        for key in ("where", "steps", "flags", "column_side", "german", "released", "about"):
            setattr(new, key, getattr(self, key).copy())
        if self.fight is not None:
            new.fight = {k: v.copy() if isinstance(v, (list, set, dict)) else v
                         for k, v in self.fight.items()}
        return new

    # ------------------------------------------------------------------------------- who is where
    def in_play(self, hex_name):
        first_col, last_col, first_row, last_row = SCENARIO_AREA.get(self.scenario, (1, 26, 1, 14))
        h = HEXES[hex_name]
        return first_col <= h.col <= last_col and first_row <= h.row <= last_row

    def on_map(self, name):
        return self.where[name] in HEXES

    def side_of(self, name):
        return self.column_side[name] if COUNTERS[name].column else COUNTERS[name].side

    def pieces_in(self, hex_name):
        return [name for name, at in self.where.items() if at == hex_name]

    def units_in(self, hex_name):
        return [n for n in self.pieces_in(hex_name) if not COUNTERS[n].column]

    def units_of(self, side):
        return [n for n in UNITS if COUNTERS[n].side == side and self.on_map(n)]

    def columns_of(self, side):
        return [n for n in COLUMNS if self.on_map(n) and self.column_side[n] == side]

    def enemy_pieces(self, side):
        """Hexes that hold any counter of the enemy, a CL alone included (BH4)."""
        return {self.where[n] for n in self.where if self.on_map(n) and self.side_of(n) != side}

    def occupied(self, side):
        """BR12: any counter except a CL alone."""
        return {self.where[n] for n in self.units_of(side)}

    def zoc(self, side):
        """BH3, B26, BR27: every counter but CL."""
        return {n for h in self.occupied(side) for n in NEIGHBOURS[h]}

    def enter(self, side, hex_name):
        """Control passes to whoever enters (BH16)."""
        if side == GERMAN:
            self.german.add(hex_name)
        else:
            self.german.discard(hex_name)

    def controls(self, side, hex_name):
        return (hex_name in self.german) == (side == GERMAN)

    def put(self, name, hex_name):
        """Arrival: `where` lists counters in the order they arrived."""
        self.where.pop(name)
        self.where[name] = hex_name
        if not COUNTERS[name].column:
            self.enter(COUNTERS[name].side, hex_name)

    def kill(self, name):
        self.where[name] = "pool" if COUNTERS[name].column else "dead"
        if not COUNTERS[name].column:
            self.steps[name] = 0

    def restricted_from(self, name, hex_name):
        """B59, BR19."""
        formation = COUNTERS[name].formation
        return (formation in RESTRICTED and formation not in self.released
                and HEXES[hex_name].row >= 5)

    # ---------------------------------------------------------------------------------- stacking
    def points_in(self, hex_name):
        return sum(COUNTERS[n].points for n in self.pieces_in(hex_name))

    def overstacked(self, hex_name):
        return self.points_in(hex_name) > HEXES[hex_name].stack_limit()

    # ------------------------------------------------------------------------------------ supply
    def own_sources(self, name):
        """Sources a unit of this kind may use (BD2)."""
        if COUNTERS[name].side == GERMAN:
            found = set(SOURCES["G"])
        else:
            found = set(SOURCES["A"])
            if COUNTERS[name].formation in FIFTH_GUARDS:
                found |= SOURCES["A5"]
        return {s for s in found if self.in_play(s)}

    def supplied_hexes(self, side, sources, lifted=None):
        """Every hex a line of supply reaches: one flood from the open sources (BH4, BH7, 10.4)."""
        held = self.where.get(lifted)
        if lifted is not None:
            self.where[lifted] = "lifted"
        friends, enemies = self.occupied(side), self.occupied(foe(side))
        zoc = self.zoc(foe(side))
        if lifted is not None:
            self.where[lifted] = held
        heights = [d for d in DOMINANT if d in enemies]
        barred = {h for h in HEXES if any(distance(h, d) <= 2 for d in heights)} | zoc

        def passable(h):
            return self.in_play(h) and h not in enemies and (h in friends or h not in barred)

        open_sources = {s for s in sources if s not in enemies}
        flood = {s for s in open_sources if passable(s)}
        ring = list(flood)
        while ring:
            h = ring.pop()
            for n in NEIGHBOURS[h]:
                if n not in flood and passable(n):
                    flood.add(n)
                    ring.append(n)
        return open_sources | flood | {n for h in flood for n in NEIGHBOURS[h]}

    def fix_supply(self):
        """Start of a movement or combat segment, both sides."""
        self.flags = {f for f in self.flags if f[1] != "unsupplied"}
        known = {}
        for name in UNITS:
            if self.on_map(name):
                key = (COUNTERS[name].side, frozenset(self.own_sources(name)))
                if key not in known:
                    known[key] = self.supplied_hexes(key[0], key[1])
                if self.where[name] not in known[key]:
                    self.flags.add((name, "unsupplied"))

    def unsupplied(self, name):
        return (name, "unsupplied") in self.flags

    # ---------------------------------------------------------------------------------- sequence
    def next_segment(self):
        self.flags = {f for f in self.flags if f[1] == "unsupplied"}
        self.about, self.fight = {}, None
        last_turn = self.turn >= SCENARIO_TURNS[self.scenario]
        if self.segment == "allied_combat" or (
                last_turn and self.scenario == "puzzle" and self.segment == "german_combat"):
            self.air_used = 0  # BR3
            if last_turn:
                self.node, self.seat = "over", None
                return
            self.turn += 1
            self.segment = "setup"
        self.segment = SEGMENTS[SEGMENTS.index(self.segment) + 1]
        side, kind = self.segment.split("_")
        self.seat = side
        if kind in ("move", "combat"):
            self.node = kind
            self.fix_supply()
        elif side == GERMAN and self.turn >= 3:
            self.node = "cl_roll"
        elif side == GERMAN:
            self.next_segment()
        else:
            self.receive_columns(ALLIED, 4)

    def open_sources_for_columns(self, side):
        """BD6: sources of the side, Allied not 1201; no enemy counter in them."""
        barred = self.enemy_pieces(side)
        return sorted(s for s in SOURCES["A" if side == ALLIED else "G"]
                      if self.in_play(s) and s not in barred)

    def receive_columns(self, side, number):
        number = min(number, 4 - len(self.columns_of(side)))  # 7.2.2
        if number > 0 and self.open_sources_for_columns(side):
            self.node, self.seat, self.about = "cl_place", side, {"left": number}
        else:
            self.after_columns()

    def after_columns(self):
        self.about = {}
        if self.segment == "allied_supply" and self.turn >= 2:  # BR21
            self.node, self.seat = "reinforce", ALLIED
        else:
            self.next_segment()


# ------------------------------------------------------------------------------------- stacking
def composes(names):
    """May these counters share a hex for good (BH5)? CL never matter."""
    units = [COUNTERS[n] for n in names if not COUNTERS[n].column]
    if len({u.nation for u in units}) > 1:
        return False
    formations = [u.formation for u in units if u.formation]
    if not formations:
        return True
    return any(sum(1 for f in formations if f != main) <= 1 for main in set(formations))


# ------------------------------------------------------------------------------------ positions
def read_position(lines):
    """The position lines of a .play block; returns the world and the script lines left."""
    world, script, node = None, [], None
    for line in lines:
        words = line.split()
        if not words or line.startswith("//"):
            continue
        if words[0] == "game":
            world = scenario_world(words[3] if len(words) > 3 else "campaign")
        elif words[0] == "option":
            world.option = int(words[2])
        elif words[0] == "put":
            read_put(world, words[1], words[2:])
        elif words[0] == "set":
            read_set(world, words[1], words[2:])
        elif words[0] == "node":
            node = words[1:]
        elif words[0] in (">", "~"):
            script.append(words[1:])
        else:
            raise ValueError(line)
    if node:
        read_node(world, node)
    return world, script


def scenario_world(name):
    """The first position of a scenario, from data/scenarios."""
    world, node = World(name), None
    for line in (DATA / "scenarios" / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words and words[0] == "put":
            read_put(world, words[1], words[2:])
        elif words and words[0] == "set":
            read_set(world, words[1], words[2:])
        elif words and words[0] == "node":
            node = words[1:]
    if node:
        read_node(world, node)
    return world


def read_put(world, name, words):
    while words:
        word = words.pop(0)
        if word == "at":
            world.put(name, words.pop(0))
        elif word == "side":
            world.column_side[name] = words.pop(0)
        elif word == "reduced":
            world.steps[name] = 1
        elif word == "waiting":
            world.where[name] = "edge"
        elif word == "dead":
            world.where[name] = "dead"
        elif word in ("moved", "attacked", "retreated", "supported", "unsupplied"):
            world.flags.add((name, word))
        else:
            raise ValueError(word)


def read_set(world, what, words):
    if what == "turn":
        world.turn = int(words[0])
    elif what == "air":
        world.air = int(words[0])
    elif what == "air_used":
        world.air_used = int(words[0])
    elif what == "tested":
        world.tested = words[0] != "0"
        world.released = set(RESTRICTED) if world.tested else set()
    elif what == "control":
        world.enter(words[1], words[0])
    elif what != "lost":
        raise ValueError(what)


def read_node(world, words):
    world.node, world.seat = words[0], words[1]
    if world.node == "setup":
        world.segment = "setup"
        return
    kind = "supply" if words[0] in ("cl_roll", "cl_place", "reinforce") else words[0]
    world.segment = f"{words[1]}_{kind}"
    world.turn = world.turn or 1
    if world.node == "cl_place":
        world.about = {"left": int(words[2]) if len(words) > 2 else 1}
    if kind != "supply" and not any(f[1] == "unsupplied" for f in world.flags):
        world.fix_supply()
