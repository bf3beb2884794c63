#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ready set-ups obey the rules of deployment, and nobody can be shut out of his.

The put lines of a scenario are played as `pick` and `at` of the campaign's set-up nodes by the
program itself, so that zones, stacking, composition and terrain are judged by the one judge there
is. Then Allied set-ups made to block the German zones, and whole games from them.

Usage: test_setup.py [unittest arguments]; the program is build/grognard or $GROGNARD."""
import collections
import csv
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

GAME = pathlib.Path(__file__).resolve().parent.parent
ROOT = GAME.parent.parent
PROGRAM = os.environ.get("GROGNARD", str(ROOT / "build" / "grognard"))


def counters():
    with open(GAME / "data" / "counters.csv", encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


COUNTERS = counters()


def puts(scenario):
    """(counter, hex) in the order of the file."""
    text = (GAME / "data" / "scenarios" / f"{scenario}.txt").read_text(encoding="utf-8")
    return re.findall(r"^put (\w+) at (\d{4})", text, re.M)


def is_column(name):
    return COUNTERS[name]["type"] == "supply"


def is_free(name):
    return COUNTERS[name]["setup"] == "independent"


def allied(name, line):
    return COUNTERS[name]["side"] == "A" or (is_column(name) and "allied" in line)


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def play(block):
    """Runs one .play block; True and the program's words."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "setup.play"
        path.write_text("\n".join(block) + "\n", encoding="utf-8")
        status, words = run("test", str(path))
    return status == 0, words


def placements(pairs):
    return [line for name, hexagon in pairs for line in (f"> pick {name}", f"> at {hexagon}")]


class Ready(unittest.TestCase):
    def sides(self, scenario):
        text = (GAME / "data" / "scenarios" / f"{scenario}.txt").read_text(encoding="utf-8")
        lines = dict(re.findall(r"^put (\w+) (at .*)$", text, re.M))
        pairs = puts(scenario)
        ours = [p for p in pairs if allied(p[0], lines[p[0]])]
        return ours, [p for p in pairs if p not in ours]

    def legal(self, block):
        good, words = play(block)
        self.assertTrue(good, words)

    # B62 BH15b B64 BH15d
    def test_historical_is_a_legal_setup(self):
        ours, theirs = self.sides("historical")
        units = {n for n, c in COUNTERS.items() if c["type"] not in ("supply", "air")
                 and c["setup"] != "reinforcement"}
        self.assertEqual({n for n, _ in ours + theirs if not is_column(n)}, units)
        self.legal(["# B61 the historical set-up", "game bautzen scenario campaign",
                    *placements(ours), "> ready", *placements(theirs), "> ready", "@ german move"])

    def test_intro_is_a_legal_setup(self):
        ours, theirs = self.sides("intro")
        used = {n for n, _ in ours + theirs}
        absent = [f"put {n} dead" for n, c in COUNTERS.items()
                  if n not in used and c["type"] not in ("supply", "air")]
        self.legal(["# B61 the intro", "game bautzen scenario campaign", *absent,
                    "node setup allied", *placements(ours), "> ready",
                    *placements(theirs), "> ready"])

    def test_order_of_the_files_is_an_order_of_setup(self):
        for scenario in ("historical", "intro"):
            late = [0 if not is_free(n) and not is_column(n) else 1 if is_free(n) else 2
                    for n, _ in self.sides(scenario)[0]]
            self.assertEqual(late, sorted(late), f"{scenario}: formations, independents, columns")

    def test_no_stack_is_over_its_limit(self):
        text = (GAME / "data" / "map.txt").read_text(encoding="utf-8")
        limits = {h: 6 if terrain == "clear" or town.startswith("city") else 4 for h, terrain, town
                  in re.findall(r"^HEX (\d{4}) terrain=(\w+) town=(\S+)", text, re.M)}
        for scenario in ("historical", "intro", "puzzle"):
            points = collections.Counter()
            for name, hexagon in puts(scenario):
                points[hexagon] += int(COUNTERS[name]["stack"])
            over = {h: n for h, n in points.items() if n > limits[h]}
            self.assertEqual(over, {}, scenario)

    def test_columns_at_the_start(self):
        ours, theirs = self.sides("historical")
        self.assertLessEqual(sum(is_column(n) for n, _ in ours), 4)  # BH1h
        self.assertEqual(sum(is_column(n) for n, _ in theirs), 0)  # BH1i


class Verbs(unittest.TestCase):
    # BD18
    def test_there_is_no_withdrawal(self):
        text = (GAME / "nodes.def").read_text(encoding="utf-8")
        verbs = re.findall(r'^VERB\(\w+, "(\w+)"', text, re.M)
        self.assertIn("exfiltrate", verbs)
        self.assertFalse({"withdraw", "remove", "exit"} & set(verbs))


class Blocking(unittest.TestCase):
    """Allied counters set down to shut the Germans out: everybody still finds a hex (BH15c)."""
    AIMS = ("1904", "1903", "1905", "1803", "1804", "2003", "2004", "1502", "1501", "1503", "1401",
            "1402", "1601", "1602", "1704", "1703", "1705", "1603", "1604", "1803", "1804", "2209",
            "2208", "2210", "2109", "2110", "2309", "2310")

    def place(self, pairs, seat, name, aim, folder):
        """A legal hex for the counter, the one aimed at or near it, as the program tells."""
        path = pathlib.Path(folder) / "position.play"
        block = ["# B61", "game bautzen scenario campaign"]
        block += [f"put {n} at {h}" for n, h in pairs]
        block += [f"node setup {seat}", f"> pick {name}"]
        path.write_text("\n".join(block) + "\n", encoding="utf-8")
        _, words = run("why", "bautzen", f"{path}@1", f"at {aim}", "--json")
        answer = json.loads(words)
        if answer["legal"]:
            return aim
        self.assertTrue(answer["remedy"], f"{name} has no hex: {words}\n{pairs}")
        return answer["remedy"][0].split()[1]

    def order(self, side, chance):
        names = [n for n, c in COUNTERS.items() if c["side"] == side and c["type"] != "air"
                 and c["setup"] != "reinforcement"]
        chance.shuffle(names)
        return sorted(names, key=is_free)

    # BH15c
    def test_nobody_is_shut_out(self):
        for seed in range(6):
            chance, pairs = random.Random(seed), []
            with tempfile.TemporaryDirectory() as folder:
                for name in self.order("A", chance):
                    pairs.append((name, self.place(pairs, "allied", name, chance.choice(self.AIMS),
                                                   folder)))
                ours = list(pairs)
                for name in self.order("G", chance):
                    aim = "1904" if COUNTERS[name]["setup"].startswith("1904") else "2209"
                    hexagon = self.place(pairs, "german", name, aim, folder)
                    pairs.append((name, hexagon))
            theirs = pairs[len(ours):]
            block = ["# B61 B63", "game bautzen scenario campaign", *placements(ours), "> ready",
                     *placements(theirs), "> ready", "@ german move"]
            good, words = play(block)
            self.assertTrue(good, words)

    # BH15a BH15c
    def test_blocked_zone_takes_the_nearest(self):
        """Every hex of the zone of 464 ID full of Allies: its counters go to the nearest ones."""
        zone = ["1904", "1903", "1905", "1803", "1804", "2003", "2004"]
        poles = ["10DP_25", "10DP_27", "10DP_29", "7DP_33", "7DP_35", "7DP_37", "9antichar"]
        block = ["# BH15c", "game bautzen scenario campaign"]
        block += [f"put {name} at {hexagon}" for name, hexagon in zip(poles, zone)]
        block += ["node setup german", "> pick 464ID_KGa", "! at 1904 => BH15a SETUP_ENEMY",
                  "! at 1502 => BH15c ZONE_NOT_NEAREST 464ID_KGa 1502 1", "> at 1805"]
        good, words = play(block)
        self.assertTrue(good, words)


if __name__ == "__main__":
    sys.exit(unittest.main())
