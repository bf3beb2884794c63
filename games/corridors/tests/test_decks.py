#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Decks that players write: `grognard deck check` names each broken rule with its line. And a game
that ends by agreement.

Usage: test_decks.py [unittest arguments]; the program is build/grognard or $GROGNARD."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

GAME = pathlib.Path(__file__).resolve().parent.parent
ROOT = GAME.parent.parent
PROGRAM = os.environ.get("GROGNARD", str(ROOT / "build" / "grognard"))
READY = sorted((GAME / "data" / "decks").glob("*.deck"))
GERMAN = (GAME / "data" / "decks" / "german.deck").read_text(encoding="utf-8")


def check(text):
    """The exit status and [(line, rule)] of a deck."""
    with tempfile.NamedTemporaryFile("w", suffix=".deck", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([PROGRAM, "deck", "check", file.name, "--json"], capture_output=True,
                              check=False)
    faults = json.loads(done.stdout)["faults"]
    for fault in faults:
        assert fault["text_fr"] and fault["text_en"] and fault["text_fr"] != fault["text_en"], fault
    return done.returncode, [(f["line"], f["rule"]) for f in faults]


def without(text, word):
    """The deck without the lines of a card, opening included."""
    return "".join(line for line in text.splitlines(True) if word not in line.split())


def line_of(text, line):
    return text.splitlines().index(line) + 1


class Decks(unittest.TestCase):
    def broken(self, text, line, rule):
        status, faults = check(text)
        self.assertEqual(status, 1)
        self.assertIn((line_of(text, line), rule), faults)

    def test_ready_decks_are_good(self):
        self.assertEqual(len(READY), 4)
        for path in READY:
            self.assertEqual(check(path.read_text(encoding="utf-8")), (0, []), path.name)

    # AD5
    def test_number_of_cards(self):
        more = GERMAN + "5 G09\n"
        self.broken(more, "5 G09", "AD5")
        less = without(GERMAN, "X01")
        status, faults = check(less)
        self.assertEqual((status, [rule for _, rule in faults]), (1, ["AD5"]))

    # AD5a
    def test_nation(self):
        self.broken(GERMAN + "1 S02\n", "1 S02", "AD5a")

    # AD5b, AD5c, AD5d
    def test_copies(self):
        for card, most, rule in (("G02", 8, "AD5b"), ("G09", 5, "AD5c"), ("G18", 2, "AD5d")):
            text = without(GERMAN, card) + f"{most + 1} {card}\n"
            self.broken(text, f"{most + 1} {card}", rule)
            _, faults = check(without(GERMAN, card) + f"{most} {card}\n")
            self.assertNotIn(rule, [r for _, r in faults], card)

    # AD5e
    def test_aircraft(self):
        text = "deck air\nnation G\n5 G31\n5 G32\n2 G33\n1 G35\n"
        self.broken(text, "1 G35", "AD5e")

    # AD5f
    def test_specials(self):
        text = "deck special\nnation G\n5 T01\n5 T07\n2 E01\n1 E05\n"
        self.broken(text, "1 E05", "AD5f")

    # AD5g
    def test_headquarters(self):
        _, faults = check("deck few\nnation G\n5 G01\n1 G28\n")
        self.assertIn("AD5g", [rule for _, rule in faults])

    # AD69b
    def test_without_limits(self):
        text = "deck free\nnation G\nlimits off\n30 G31\n28 T01\n2 G28\n"
        self.assertEqual(check(text), (0, []))
        self.assertEqual(check(text.replace("limits off\n", ""))[0], 1)

    # AD5a
    def test_one_nation(self):
        self.broken(GERMAN + "nation S\n", "nation S", "AD5a")

    def test_opening(self):
        self.broken(GERMAN + "open 1 F01\n", "open 1 F01", "AD9b")
        self.broken("deck x\nnation G\n2 G01\nopen 1 G01\n", "open 1 G01", "AD9a")
        self.broken("deck x\nnation G\n2 G28\n2 G17\n5 G16\nopen 2 G28\nopen 5 G16\n",
                    "open 5 G16", "AD9")

    def test_places_of_an_opening(self):
        head = "deck x\nnation G\n2 G28\n2 G01\n1 G31\nopen 2 G28\n"
        for line, rule in (("open 1 G01 airfield", "AD9c"), ("open 1 G31 hq", "AD9d"),
                           ("open 1 G31 left", "AD9d"), ("open 1 G01 behind", ""),
                           ("open 2 G01 left", ""), ("open 1 G01 left right", "")):
            self.broken(head + line + "\n", line, rule)
        self.broken(head.replace("open 2 G28", "open 2 G28 hq left"), "open 2 G28 hq left", "AD50")
        _, faults = check(head + "open 2 G01 left right\nopen 1 G31 airfield\n")
        self.assertEqual([rule for _, rule in faults], ["AD5"])  # too few cards, nothing else

    def test_form(self):
        for line in ("sixty cards", "0 G01", "61 G01", "1 G99", "nation Q", "open x G01"):
            status, faults = check("deck x\nnation G\n" + line + "\n")
            self.assertEqual(status, 1)
            self.assertIn(3, [n for n, _ in faults], line)

    def test_files(self):
        done = subprocess.run([PROGRAM, "deck", "check", "/nonexistent"], capture_output=True,
                              check=False)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr)


class Agreement(unittest.TestCase):
    # AD67
    def test_resignation(self):
        done = subprocess.run([PROGRAM, "play", "corridors", "--seats", "human,random", "--plain",
                               "--lang", "en"], input=b"resign\n", capture_output=True, check=False)
        self.assertIn(b"by resignation", done.stdout)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
