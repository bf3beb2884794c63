#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles data/scenarios/*.txt into const position lines.

Usage: compile_scenarios.py --out FILE [--data DIR] [--scenarios scenarios.def]

A scenario file is written in the position grammar (put, set, node) with two lines of its own:
`area FIRSTCOL LASTCOL FIRSTROW LASTROW` and `turns N`. An error stops with file, line and reason.
"""
import argparse
import csv
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from datafile import write_changed  # noqa: E402

ROWS = 14
FLAG_WORDS = {"reduced", "unsupplied", "moved", "attacked", "retreated", "supported", "waiting",
              "dead", "box"}
NUMBER_SETS = {"turn", "air", "air_used", "tested"}
SEATS = {"allied": 0, "german": 1}


class Bad(Exception):
    pass


def pieces(data):
    with open(data / "counters.csv", encoding="utf-8") as file:
        rows = [row["id"] for row in csv.DictReader(file) if row["type"] != "air"]
    return {name.lower(): number for number, name in enumerate(rows)}


def hex_index(word):
    if not re.fullmatch(r"\d{4}", word):
        raise Bad(f"`{word}` is not a hex number")
    col, row = int(word[:2]), int(word[2:])
    if not (1 <= col <= 26 and 1 <= row <= ROWS):
        raise Bad(f"{word} lies off the map")
    return (col - 1) * ROWS + row - 1


def seat(word):
    if word not in SEATS:
        raise Bad(f"`{word}` is neither allied nor german")
    return SEATS[word]


def put_line(words, names):
    if not words or words[0].lower() not in names:
        raise Bad(f"no counter is called `{words[0] if words else ''}`")
    piece, at, out = names[words[0].lower()], 1, []
    while at < len(words):
        word = words[at]
        if word == "at" and at + 1 < len(words):
            out.append(("P_AT", piece, (hex_index(words[at + 1]), 0, 0)))
            at += 2
        elif word == "side" and at + 1 < len(words):
            out.insert(0, ("P_SIDE", piece, (seat(words[at + 1]), 0, 0)))  # before it is put down
            at += 2
        elif word in FLAG_WORDS:
            out.append((f"P_{word.upper()}", piece, (0, 0, 0)))
            at += 1
        else:
            raise Bad(f"`{word}` is not understood after a counter")
    return out


def read(path, names):
    ready = {"lines": [], "turns": None, "area": None}
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = raw.split("//")[0].split()
        if not words:
            continue
        try:
            obey(words, ready, names)
        except (Bad, ValueError, IndexError) as error:
            sys.exit(f"{path}:{number}: {error}")
    if ready["turns"] is None or ready["area"] is None:
        sys.exit(f"{path}:1: `turns` or `area` is missing")
    return ready


def obey(words, ready, names):
    head, rest = words[0], words[1:]
    if head == "area":
        if len(rest) != 4:
            raise Bad("area takes first and last column, first and last row")
        ready["area"] = [int(word) for word in rest]
    elif head == "turns":
        ready["turns"] = int(rest[0])
    elif head == "put":
        ready["lines"] += put_line(rest, names)
    elif head == "set" and rest and rest[0] in NUMBER_SETS:
        ready["lines"].append((f"P_{rest[0].upper()}", "GG_NO_HANDLE", (int(rest[1]), 0, 0)))
    elif head == "set" and rest and rest[0] == "control":
        args = (hex_index(rest[1]), seat(rest[2]), 0)
        ready["lines"].append(("P_CONTROL", "GG_NO_HANDLE", args))
    elif head == "node":
        args = (f"N_{rest[0].upper()}", seat(rest[1]), 0)
        ready["lines"].append(("GG_PUT_NODE", "GG_NO_HANDLE", args))
    else:
        raise Bad(f"`{' '.join(words)}` is not understood")


def write(out, scenarios, table):
    lines = ["// Made by compile_scenarios.py from data/scenarios; not to be edited.",
             '#include "scenarios.h"', ""]
    for name, ready in table.items():
        if not ready["lines"]:
            continue
        lines.append(f"static const gg_put line_{name}[] = {{")
        lines += [f"    {{{what}, {piece}, {{{a}, {b}, {c}}}}},"
                  for what, piece, (a, b, c) in ready["lines"]]
        lines += ["};", ""]
    lines.append("const bz_ready bz_ready_scenarios[SCENARIOS] = {")
    for enum, name in scenarios:
        ready = table[name]
        first_col, last_col, first_row, last_row = ready["area"]
        array = f"line_{name}" if ready["lines"] else "NULL"
        count, turns = len(ready["lines"]), ready["turns"]
        lines.append(f"    [SC_{enum}] = {{{array}, {count}, {turns}, {first_col}, "
                     f"{last_col}, {first_row}, {last_row}}},")
    lines.append("};")
    write_changed(out, "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Compiles the ready set-ups of Bautzen 1945.")
    parser.add_argument("--out", required=True)
    parser.add_argument("--data", type=pathlib.Path, default=HERE / "data")
    parser.add_argument("--scenarios", type=pathlib.Path, default=HERE / "scenarios.def")
    args = parser.parse_args()
    names = pieces(args.data)
    text = args.scenarios.read_text(encoding="utf-8")
    scenarios = re.findall(r'^SCENARIO\((\w+), "(\w+)"', text, re.M)
    table = {}
    for _, name in scenarios:
        path = args.data / "scenarios" / f"{name}.txt"
        if not path.exists():
            sys.exit(f"{args.scenarios}: scenario {name} has no file {path}")
        table[name] = read(path, names)
    write(args.out, scenarios, table)


if __name__ == "__main__":
    main()
