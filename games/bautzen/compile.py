#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the map and the counters of Bautzen into one C file of const tables.

Usage: compile.py --out FILE      check everything, then write FILE
       compile.py --check         check everything, write nothing
       --data DIR                 read map.txt, counters.csv and names.tsv there (default: ./data)
       --terrain FILE             the terrain table (default: ./terrain.def)

The data are text that people edit. reader.py checks them, so that a slip is told as
`file:line: reason` (exit 1) and never becomes a wrong game. data.h holds the layouts; the numbers
it declares are asserted again by the C file.
"""
import argparse
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # the source folder stays as it is
from reader import (COLS, DIRS, FIFTH_GUARDS, RESTRICTED, ROWS, Counters, DataError,  # noqa: E402
                    Map, Names, Terrain, in_panzer_zone, index, neighbour, slant)
from datafile import c_name, c_string, c_table, write_changed  # noqa: E402  (by reader.py)

HERE = pathlib.Path(__file__).resolve().parent
SIDES = {"A": "BZ_ALLIED", "G": "BZ_GERMAN", "-": "BZ_NEITHER"}


def side_mask(number, links):
    return sum(1 << d for d in range(6) if neighbour(number, d) in links)


class Writer:
    """Lays the checked data out as data.h declares it."""
    SOURCE = {"A": "BZ_SOURCE_ALLIED", "A5": "BZ_SOURCE_FIFTH_GUARDS", "G": "BZ_SOURCE_GERMAN"}
    TOWN = {"-": "NONE", "village": "VILLAGE", "city": "TOWN"}
    TYPE = {"hq": "HQ", "supply": "SUPPLY_COLUMN", "air": "AIR_MARKER"}  # others: as written
    SIZE = {"regt": "REGIMENT", "bde": "BRIGADE", "div": "DIVISION", "corps_su": "CORPS_SOVIET",
            "corps_de": "CORPS_GERMAN", "army": "ARMY", "cl": "COLUMN_COUNTER",
            "marker": "MARKER"}
    NATION = {"-": "NO_NATION", "polish": "POLISH", "soviet": "SOVIET", "german": "GERMAN_NATION"}

    def __init__(self, board, counters, names):
        self.map, self.counters, self.names = board, counters, names
        self.places, self.lines = [("", "")], []
        self.zones = list(counters.zones)
        self.formations = list(counters.formations)

    def place(self, name):
        """Line of bz_places, added when it is new."""
        if not name:
            return 0
        both = tuple(text[0].upper() + text[1:] for text in self.names.get("place", name))
        if both not in self.places:
            self.places.append(both)
        return self.places.index(both)

    def table(self, head, rows):
        self.lines += c_table(head, rows)

    def hex_row(self, place):
        number = place.number
        near = [neighbour(number, d) for d in range(6)]
        masks = {kind: side_mask(number, links) for kind, links in place.links.items()}
        return ("{" + ", ".join([
            "{" + ", ".join(str(-1 if n is None else index(n)) for n in near) + "}",
            f"BZ_{place.terrain.upper()}", f"BZ_TOWN_{self.TOWN[place.town]}",
            str(int(bool(place.summit))),
            str(self.map.words.stack_limit(place.terrain, place.town)),
            str(masks["road"]), str(masks["motorway"]), str(masks["rail"]),
            str(masks["road"] | masks["motorway"] | masks["rail"]),
            str(sum(1 << DIRS.index(side) for side in place.river)),
            self.SOURCE.get(place.source, "0"), f"BZ_VP_{(place.vp or 'none').upper()}",
            str(int(in_panzer_zone(number))),
            str(number // 100), str(number % 100), str(slant(number)),
            *(str(self.place(n)) for n in (place.place, place.summit, place.gateway)),
            "{0}"]) + f"}} /* {number:04d} */")

    def counter_flags(self, row):
        unit = row["type"] not in ("supply", "air")
        flags = {"ON_FOOT": row["type"] in ("infantry", "engineer"), "ZOC": unit,
                 "SUPPORTS": row["type"] in ("hq", "artillery"),
                 "COMMANDS_ALL": row["size"] in ("army", "corps_de"),
                 "FIFTH_GUARDS": row["formation"] in FIFTH_GUARDS,
                 "RESTRICTED": row["formation"] in RESTRICTED,
                 "INDEPENDENT": unit and row["type"] != "hq" and row["formation"] == "-",
                 "REINFORCEMENT": row["setup"] == "reinforcement"}
        return " | ".join(f"BZ_F_{name}" for name, on in flags.items() if on) or "0"

    def counter_row(self, row):
        formation = 0 if row["formation"] == "-" else 1 + self.formations.index(row["formation"])
        pair = lambda a, b: f"{{{row[a] or 0}, {row[b] or 0}}}"
        return ("{" + ", ".join([
            SIDES[row["side"]], f"BZ_{self.NATION[row['nation']]}", str(formation),
            self.type_of(row), f"BZ_{self.SIZE[row['size']]}",
            str(row["steps"]), pair("attack", "attack2"), pair("defence", "defence2"),
            str(2 * (row["move"] or 0)), str(row["support"] or 0), str(row["range"] or 0),
            str(row["stack"] or 0), str(self.zones.index(row["setup"])), self.counter_flags(row)])
            + f"}} /* {row['id']} */")

    def type_of(self, row):
        return f"BZ_{self.TYPE.get(row['type'], row['type'].upper())}"

    def printed_row(self, place, row):
        """Both sides of a counter as pieces of a view."""
        lone, gives = row["type"] == "supply", row["type"] in ("hq", "artillery")

        def side(reduced):
            two = "2" if reduced else ""
            first, second = ("support", "range") if gives else ("attack" + two, "defence" + two)
            values = [row["move"]] if lone else [row[first], row[second], row["move"], row["steps"]]
            return (f"{{.handle = {place}, .face = {self.type_of(row)}, "
                    f".flags = {'GG_P_REDUCED' if reduced else 0}, "
                    ".on = GG_NO_HANDLE, .group = GG_NO_HANDLE, "
                    f".value = {{{', '.join(str(v or 0) for v in values)}}}}}")
        return f"{{{side(False)},\n     {side(row['steps'] == 2 and not lone)}}} /* {row['id']} */"

    def formation_row(self, name):
        members = self.counters.formations[name]
        rows = self.counters.rows
        first = rows[members[0]]
        staff = next(m for m in members if rows[m]["type"] == "hq")
        return (f"{{{SIDES[first['side']]}, BZ_{self.NATION[first['nation']]}, {members[0]}, "
                f"{len(members)}, {staff}, {self.zones.index(first['setup'])}}} /* {name} */")

    def zone_row(self, text):
        zone = self.counters.zones[text]
        words = [0] * ((COLS * ROWS + 63) // 64)
        for number in zone.hexes:
            words[index(number) // 64] |= 1 << (index(number) % 64)
        centres = [index(n) for n in zone.centres] + [-1, -1]
        return ("{{" + ", ".join(f"0x{w:x}U" for w in words)
                + f"}}, {{{centres[0]}, {centres[1]}}}, BZ_ZONE_{zone.kind}, {zone.radius}, "
                f"{{0}}}} /* {text} */")

    def hex_name(self, place):
        token = f"{place.number:04d}"
        spoken = [self.names.get("place", n) for n in (place.place, place.summit) if n]
        both = [", ".join(name[lang] for name in spoken) + f" ({token})" if spoken else token
                for lang in (0, 1)]
        if not spoken:
            return c_name(token, *both, "GG_EN_LOC")
        kind, usual = (place.place, "ms") if place.place else (place.summit, "ms+art/the+on")
        return c_name(token, *both, self.names.facts_of("place", kind, usual))

    def counter_name(self, row):
        fr, en = self.names.get("counter", row["name"])
        if re.search(r" [ab]$", row["name"]):  # in French "KG a" reads as a verb
            fr, en = fr[:-1] + fr[-1].upper(), en[:-1] + en[-1].upper()
        if row["formation"] != "-":
            joined = "{0} {1}" if row["type"] == "hq" else "{0}/{1}"
            fr, en = (joined.format(n, row["formation"]) for n in (fr, en))
        usual = "fs+art" if row["size"] in ("bde", "cl") else "ms+art"
        return c_name(row["id"], fr, en, self.names.facts_of("counter", row["name"], usual))

    @staticmethod
    def formation_facts(name):
        """A division is feminine, a corps masculine."""
        return "GG_ART | GG_THE" + ("" if name.endswith("C") else " | GG_F")

    def sites(self, head, what):
        rows = [f"{{{index(p.number)}, {what(p)}, 0}} /* {p.number:04d} */"
                for p in self.map.hexes.values() if what(p)]
        self.table(head, rows)

    def asserts(self):
        rows, first = self.counters.rows, {}
        for place, row in enumerate(rows):
            first.setdefault("AIR" if row["type"] == "air" else
                             {"A": "ALLIED", "G": "GERMAN", "-": "CL"}[row["side"]], place)
        counts = {f"BZ_{name}_FIRST": place for name, place in first.items()}
        counts.update(BZ_COUNTERS=len(rows), BZ_FORMATIONS=1 + len(self.formations),
                      BZ_ZONES=len(self.zones))
        return [f'static_assert({name} == {n}, "data.h: {name} is {n} in the data");'
                for name, n in counts.items()]

    def text(self):
        hexes = self.map.hexes.values()
        self.table("bz_hex bz_hexes[BZ_HEXES]", map(self.hex_row, hexes))
        rows = self.counters.rows
        self.table("bz_counter bz_counters[BZ_COUNTERS]", map(self.counter_row, rows))
        self.table("gg_piece bz_printed[BZ_COUNTERS][BZ_FACES]",
                   [self.printed_row(place, row) for place, row in enumerate(rows)])
        self.table("bz_formation bz_formations[BZ_FORMATIONS]",
                   ["{BZ_NEITHER, BZ_NO_NATION, 0, 0, 0, 0}"]
                   + [self.formation_row(f) for f in self.formations])
        self.table("bz_zone bz_zones[BZ_ZONES]", map(self.zone_row, self.zones))
        self.sites("bz_site bz_sources[BZ_SOURCES]", lambda p: self.SOURCE.get(p.source))
        self.sites("bz_site bz_victory_hexes[BZ_VICTORY_HEXES]",
                   lambda p: p.vp and f"BZ_VP_{p.vp.upper()}")
        self.sites("bz_site bz_dominants[BZ_DOMINANTS]", lambda p: self.place(p.summit))
        self.table("gg_name bz_hex_names[BZ_HEXES]", map(self.hex_name, hexes))
        self.table("gg_name bz_counter_names[BZ_COUNTERS]", map(self.counter_name, rows))
        self.table("gg_name bz_formation_names[BZ_FORMATIONS]", [c_name("none", "aucune", "none")]
                   + [c_name(f.replace(" ", ""), f, f, self.formation_facts(f))
                      for f in self.formations])
        self.table("bz_place bz_places[]",
                   [f"{{{c_string(fr)}, {c_string(en)}}}" for fr, en in self.places])
        if len(self.places) > 256:
            raise DataError(self.map.path, self.map.last_line, "more than 255 names of places")
        return "\n".join(HEAD + self.asserts() + TERRAIN_TABLES + self.lines) + "\n"


HEAD = """// SPDX-License-Identifier: Apache-2.0
// Made by games/bautzen/compile.py from data/map.txt, data/counters.csv and data/names.tsv: edit
// those, not this. Layouts and meanings: data.h. Place names after GeoNames (CC BY), courses of
// Neisse, Weißer Schöps and Schwarzwasser after Natural Earth (public domain).
#include "data.h"

#include <assert.h>
""".split("\n")
TERRAIN_TABLES = """
const bz_terrain bz_terrains[BZ_TERRAINS] = {
#define TERRAIN(name, word, infantry, other, die, stack, fr, en) {{infantry, other}, die, stack},
#include "terrain.def"
};

const bz_town bz_towns[BZ_TOWNS] = {
#define TOWN(name, word, half_mp, die, shift, stack, replaces, fr, en) \\
    {half_mp, die, shift, stack, replaces},
#include "terrain.def"
};

const gg_name bz_terrain_names[BZ_TERRAINS] = {
#define TERRAIN(name, word, infantry, other, die, stack, fr, en) {word, fr, en, 0},
#include "terrain.def"
};""".split("\n")


def build(data, terrain_path):
    """Reads and checks everything; returns the text of the C file."""
    board = Map(data / "map.txt", Terrain(terrain_path))
    counters = Counters(data / "counters.csv", board)
    names = Names(data / "names.tsv")
    writer = Writer(board, counters, names)
    text = writer.text()
    names.check_used()
    return text


def main(arguments):
    parser = argparse.ArgumentParser(description="Compiles map and counters into C tables.")
    parser.add_argument("--out", type=pathlib.Path, help="the C file to write")
    parser.add_argument("--check", action="store_true", help="check only")
    parser.add_argument("--data", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--terrain", type=pathlib.Path, default=HERE / "terrain.def")
    chosen = parser.parse_args(arguments)
    if bool(chosen.out) == chosen.check:
        parser.error("give either --out FILE or --check")
    try:
        text = build(chosen.data, chosen.terrain)
    except DataError as problem:
        print(problem, file=sys.stderr)
        return 1
    if chosen.out:
        write_changed(chosen.out, text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
