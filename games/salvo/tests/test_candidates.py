#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Candidates worth having: at the first activation of The Relay every foot unit is offered at least
twelve destinations, in at least six of eight directions, for a combat as for a rapid move.

The set-ups are those of random games between several pairs of companies; the unit asked about is
laid on top of its side's cards."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PROGRAM = ROOT / "build" / "grognard"
GAMES = (("0,2", 3), ("4,1", 5), ("3,5", 8), ("1,0", 9))  # companies, seed
DESTINATIONS, DIRECTIONS = 12, 6


def run(*words):
    done = subprocess.run([str(PROGRAM), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    text = done.stdout.decode(errors="replace")
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {text}")
    return text


def set_up(folder, pair, seed):
    """Options and lines of a random set-up, and where each unit's leader stands."""
    path = folder / f"{pair}.gg"
    run("selfplay", "salvo", "--scenario", "relay", "--companies", pair, "--games", "1", "--seed",
        str(seed), "--save", str(path))
    options, lines, leaders = [], [], {}
    for line in path.read_text(encoding="utf-8").splitlines():
        option = re.match(r"(option company\d \d+)", line)
        entry = re.match(r"\d+ (west|east)> (deploy|reserve) ([we]\d+)(.*?) \|", line)
        if option:
            options.append(option.group(1))
        if entry:
            seat, verb, unit, rest = entry.groups()
            lines += [f"{seat}> {verb} {unit}"] + [f"> {step}" for step in rest.split(" ; ")[1:]]
            if " at " in rest:
                leaders[unit] = re.search(r" at ([\d.]+ [\d.]+)", rest).group(1)
    return options, lines, leaders


def legs(folder, position, unit, leaders, kind):
    options, lines, _ = position
    west = unit.startswith("w")
    sides = [[u for u in leaders if u.startswith(side)] for side in "we"]
    script = list(lines)
    for units in sides:
        if len(units) > 1:
            script += [f"> card {unit}"] * (unit in units) + ["> confirm"]
    script += ["> commit 0", "> commit 0", f"~ roll {6 if west else 1}",
               f"~ roll {1 if west else 6}",
               f"{'west' if west else 'east'}> first", "> reveal", f"> move {kind}"]
    text = ["# first activation", "game salvo   scenario relay"] + options + script
    path = folder / "position.play"
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    listed = run("perft", "salvo", f"{path}@{len(script)}", "--depth", "1", "--split")
    return [tuple(map(float, found)) for found in re.findall(r"leg ([\d.]+) ([\d.]+)", listed)]


def octant(dx, dy):
    high, low = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
    diagonal = low * 1000 > high * 414
    return ((dx > 0) - (dx < 0) if diagonal or abs(dx) == high else 0,
            (dy > 0) - (dy < 0) if diagonal or abs(dy) == high else 0)


def main():
    passed, failed = 0, 0
    if not PROGRAM.exists():
        print("build/grognard: not built\n0 passed, 1 failed")
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for pair, seed in GAMES:
            position = set_up(folder, pair, seed)
            for unit, at in position[2].items():
                x, y = map(float, at.split())
                for kind in ("combat", "rapid"):
                    found = legs(folder, position, unit, position[2], kind)
                    ways = {octant(a - x, b - y) for a, b in found}
                    good = len(found) >= DESTINATIONS and len(ways) >= DIRECTIONS
                    passed, failed = passed + good, failed + (not good)
                    if not good:
                        print(f"companies {pair}, {unit} at {at}, {kind}: {len(found)} "
                              f"destinations in {len(ways)} directions")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        PROGRAM = pathlib.Path(sys.argv[1])
    sys.exit(main())
