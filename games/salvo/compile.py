#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles weapons, units, officers, scenarios and ready companies into one C file of const tables.

Usage: compile.py --out FILE [--depfile FILE]   check everything, then write FILE
       compile.py --check                       check everything, write nothing
       --data DIR          read the data there (default: ./data)
       --scenarios FILE    the table of scenarios (default: ./scenarios.def)

The data are text that people edit. reader.py checks them, so that a slip is told as
`file:line: reason` (exit 1) and never becomes a wrong game. data.h holds the layouts; the numbers
it declares are asserted again by the C file.
"""
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True  # the source folder stays as it is
from reader import FACTIONS, KINDS, SIZES, Data, DataError  # noqa: E402
from datafile import c_name, c_string, c_table, write_changed  # noqa: E402  (by reader.py)

HERE = pathlib.Path(__file__).resolve().parent
HEAD = """// SPDX-License-Identifier: Apache-2.0
// Made by games/salvo/compile.py from data/: edit that, not this. Layouts and meanings: data.h.
#include "data.h"

#include <assert.h>
""".split("\n")
PIECE_KINDS = {"wall": ("muret", "wall"), "container": ("conteneur", "container"),
               "ruin": ("ruine", "ruin"), "area": ("terrain encombré", "area")}


def braces(values):
    return "{" + ", ".join(map(str, values)) + "}"


class Writer:
    """Lays the checked data out as data.h declares it."""

    def __init__(self, data):
        self.data, self.lines = data, []

    def table(self, head, rows):
        self.lines += c_table(head, rows)

    def weapon(self, word):
        return "SV_NONE" if word in (None, "-") else str(self.data.weapons.place[word])

    def weapon_row(self, row):
        return braces([row["accuracy"], row["shots"], row["rerolls"], row["penetration"],
                       row["damage"], f"SV_MOUNT_{row['mount'].upper()}", row["blast"],
                       int(row["flame"] == "yes"), row["range"], 0]) + f" /* {row['id']} */"

    def unit_row(self, row):
        (standard, standard_weapon), (support, support_weapon) = row["groups"]
        weapons = (row.get("weapons", []) + [None, None])[:2]
        fields = {
            "faction": f"SV_{row['faction'].upper()}", "type": f"SV_{row['type'].upper()}",
            "grade": row["grade"], "size": row["size"], "radius": row["radius"],
            "heavy": row["heavy"], "combat_skill": row["cbt"], "morale": row["mor"],
            "protection": row["pro"], "figures": row["figures"],
            "vehicles_max": row["vehicles"][1], "standard_count": standard,
            "standard_weapon": self.weapon(standard_weapon), "support_count": support,
            "support_weapon": self.weapon(support_weapon), "attack": row["melee"][0],
            "attacks": row["melee"][1], "penetration": row["melee"][2],
            "weapon": braces(map(self.weapon, weapons)), "propulsion": row["structure"][0],
            "hull": row["structure"][1], "weapon_structure": row["structure"][2],
            "mortar": self.weapon(row["mortar"]),
            "move": braces(10 * cm for cm in row["move"]), "army_points": row["ap"]}
        return braces(f".{key} = {value}" for key, value in fields.items()) + f" /* {row['id']} */"

    def piece(self, item):
        xs, ys = zip(*item.corners)
        corners = braces(map(braces, item.corners))
        box = braces([min(xs), min(ys), max(xs), max(ys)])
        return braces([corners, box, len(item.corners), f"SV_{item.kind.upper()}", item.height,
                       KINDS[item.kind]])

    def scenario_row(self, s):
        marks = [mark.id for mark in s.objectives]
        objectives = [braces([braces(m.at), m.stars, m.payments]) for m in s.objectives]
        hold = (marks.index(s.hold[0]), s.hold[1]) if s.hold else ("SV_NONE", 0)
        otherwise = "SV_NONE" if s.otherwise is None else s.otherwise
        fields = {
            "token": c_string(s.token), "width": s.board[0], "height": s.board[1],
            "pieces": len(s.pieces), "objectives": len(marks), "rounds": s.rounds,
            "star_limit": braces(s.stars), "hold_objective": hold[0], "hold_from": hold[1],
            "default_winner": otherwise, "commander_stars": s.commander,
            "army_points": braces(s.points), "reserve": braces(s.reserve),
            "deploy": braces(braces(s.deploy[side]) for side in (0, 1))}
        if objectives:
            fields["objective"] = braces(objectives)
        if s.pieces:
            fields["piece"] = "{\n        " + ",\n        ".join(map(self.piece, s.pieces)) + "}"
        body = ",\n     ".join(f".{key} = {value}" for key, value in fields.items())
        return f"[SV_{s.token.upper()}] = {{{body}}}"

    def company_row(self, c):
        members = [braces([self.data.units.place[m.row["id"]], m.rank, m.vehicles, m.section,
                           int(m.reserve), m.mortar]) for m in c.members]
        head = c.head
        return braces([c_name(head["company"], head["name.fr"], head["name.en"]),
                       f"SV_{head['faction'].upper()}", len(members), c.commander,
                       len(c.sections), c.points, c.total, c.reserve,
                       "\n     " + braces(members)])

    def ready(self):
        rows, first = [], 0
        for points in SIZES:
            ranges = []
            for faction in FACTIONS:
                count = len(self.data.companies.of(points, faction))
                ranges.append(braces([first, count]))
                first += count
            rows.append(braces(ranges))
        return rows

    def asserts(self):
        data = self.data
        counts = {"SV_WEAPONS": len(data.weapons.rows), "SV_UNITS": len(data.units.rows),
                  "SV_RANKS": len(data.officers.rows) + 1, "SV_FACTIONS": len(FACTIONS),
                  "SV_SCENARIOS": len(data.scenarios.all), "SV_SIZES": len(SIZES),
                  "SV_PIECE_KINDS": len(KINDS)}
        for number, s in enumerate(data.scenarios.all):
            counts[f"(int)SV_{s.token.upper()}"] = number
        for number, points in enumerate(SIZES):
            counts[f"(int)SV_SIZE_{points}"] = number
        return [f'static_assert({key} == {count}, "data.h and data/ disagree");'
                for key, count in counts.items()]

    def names(self):
        data = self.data
        plain = lambda rows: [c_name(r["id"], r["fr"], r["en"]) for r in rows]
        self.table("gg_name sv_faction_names[SV_FACTIONS]", plain(data.factions.rows))
        self.table("gg_name sv_weapon_names[SV_WEAPONS]", plain(data.weapons.rows))
        self.table("gg_name sv_unit_names[SV_UNITS]", plain(data.units.rows))
        self.table("gg_name sv_unit_short_names[SV_UNITS]",
                   [c_name(r["glyph"], r["short_fr"], r["short_en"]) for r in data.units.rows])
        self.table("gg_name sv_rank_names[SV_RANKS]", [c_name("none", "aucun", "none")] + [
            c_name(r["en"].lower(), r["fr"].lower(), r["en"].lower())
            for r in data.officers.rows])
        self.table("gg_name sv_piece_kind_names[SV_PIECE_KINDS]",
                   [f"[SV_{kind.upper()}] = " + c_name(kind, *PIECE_KINDS[kind]) for kind in KINDS])

    def text(self):
        data = self.data
        self.table("sv_weapon sv_weapons[SV_WEAPONS]", map(self.weapon_row, data.weapons.rows))
        self.table("sv_unit sv_units[SV_UNITS]", map(self.unit_row, data.units.rows))
        self.table("sv_officer sv_officers[SV_RANKS]", ["{0, 0, 0, 0}"] + [
            braces([r["authority"], r["command_points"], r["ap"], 0]) for r in data.officers.rows])
        self.table("sv_scenario sv_scenarios[SV_SCENARIOS]",
                   map(self.scenario_row, data.scenarios.all))
        self.table("sv_company sv_companies[]", map(self.company_row, data.companies.all))
        self.lines += ["", f"const uint8_t sv_company_count = {len(data.companies.all)};"]
        self.table("uint16_t sv_sizes[SV_SIZES]", SIZES)
        self.table("sv_range sv_ready[SV_SIZES][SV_FACTIONS]", self.ready())
        self.names()
        return "\n".join(HEAD + self.asserts() + self.lines) + "\n"


def main(arguments):
    parser = argparse.ArgumentParser(description="Compiles the data of Salvo into C tables.")
    parser.add_argument("--out", type=pathlib.Path, help="the C file to write")
    parser.add_argument("--depfile", type=pathlib.Path, help="what it was made from, for ninja")
    parser.add_argument("--check", action="store_true", help="check only")
    parser.add_argument("--data", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--scenarios", type=pathlib.Path, default=HERE / "scenarios.def")
    chosen = parser.parse_args(arguments)
    if bool(chosen.out) == chosen.check:
        parser.error("give either --out FILE or --check")
    try:
        data = Data(chosen.data, chosen.scenarios)
    except DataError as problem:
        print(problem, file=sys.stderr)
        return 1
    if chosen.out:
        write_changed(chosen.out, Writer(data).text())
    if chosen.depfile:
        files = [str(f).replace(" ", "\\ ") for f in data.files +
                 [HERE / "reader.py", HERE.parent / "datafile.py"]]
        chosen.depfile.write_text(f"{chosen.out}: {' '.join(files)}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
