# SPDX-License-Identifier: Apache-2.0
"""`hint` and `analyse` from outside, and the coach at the terminal: the output contract, both
languages, bad input."""

import re
import tempfile
import unittest
from fractions import Fraction

from program import BAD, GAME, NO, ROOT, Case, run

BAUTZEN = f"{ROOT}/games/bautzen/tests/odds_largest.play:1"
MATCHES = [f"{ROOT}/games/{game}/tests/golden/{name}.gg" for game, name in
           (("bautzen", "intro"), ("corridors", "quick"), ("salvo", "first_salvo"))]


class Hint(Case):
    def hint(self, *words):
        return self.good("hint", *words, "--nodes", "2000", "--json").json()

    def test_plans(self):
        got = self.hint("bautzen", BAUTZEN)
        self.assertEqual((got["game"], got["seat"]), ("bautzen", "german"))
        self.assertEqual(len(got["hints"]), 3)
        chances = [h["chance"] for h in got["hints"]]
        self.assertEqual(chances, sorted(chances, reverse=True))
        self.assertTrue(got["hints"][0]["equal"])
        for hint in got["hints"]:
            self.assertTrue(0 <= hint["chance"] <= 1000000 and hint["error"] >= 0)
            self.assertTrue(hint["fr"] and hint["en"] and hint["notation"])
            # what is advised is allowed
            self.good("why", "bautzen", BAUTZEN, *hint["notation"][0].split())
        attacks = [h for h in got["hints"] if h["notation"][0].startswith("attack")]
        self.assertTrue(attacks)
        # what it gains is what odds tell of it
        plan = attacks[0]
        told = self.good("odds", "bautzen", BAUTZEN, "; ".join(plan["notation"]), "--json").json()
        share = Fraction(told["headline"]["p"])
        self.assertAlmostEqual(plan["gains"]["headline"]["low"] / 1e6, float(share), 5)

    def test_equal_within_the_error(self):
        best, *others = self.hint("bautzen", BAUTZEN)["hints"]
        for hint in others:
            gap = best["chance"] - hint["chance"]
            both = best["error"] ** 2 + hint["error"] ** 2
            self.assertEqual(hint["equal"], gap ** 2 <= both + 40 * gap)  # figures are rounded

    def test_same_answer_twice(self):
        one, two = (self.good("hint", "bautzen", BAUTZEN, "--nodes", "2000", "--json").out
                    for _ in range(2))
        self.assertEqual(one, two)

    def test_words(self):
        english = self.good("hint", "bautzen", BAUTZEN, "--nodes", "2000", "--lang", "en").out
        self.assertRegex(english, r"(?m)^A  \d+% ± \d+  \S")
        self.assertIn("from what that side knows", english)
        self.assertRegex(english, "0613 is taken: ")
        french = self.good("hint", "bautzen", BAUTZEN, "--nodes", "2000", "--lang", "fr").out
        self.assertRegex(french, r"(?m)^B  \d+.% ± \d+  \S")
        self.assertIn("d’après ce que ce camp sait", french)

    def test_set_ups_are_told_apart(self):
        """Three ways to lay out thirty cards are told by what sets them apart; an answer that names
        nobody is not told as one to fear."""
        got = self.hint("corridors", "scenario:standard")["hints"]
        self.assertEqual(len(got), 3)
        self.assertEqual(len({h["en"] for h in got}), 3)
        own = [h for h in got if len(h["steps"]) == 1]  # the deck's own opening is told as it is
        self.assertLessEqual(len(own), 1)
        for hint in own:
            self.assertNotIn("the rest", hint["en"])
        for hint in [h for h in got if h not in own]:
            self.assertTrue(hint["en"].endswith("the rest as in the other plans"), hint["en"])
            self.assertTrue(hint["fr"].endswith("le reste comme dans les autres plans"))
            self.assertNotIn("Staff company", hint["en"])  # they all have it where it is
        for hint in got:
            if hint["feared"]:
                self.assertIn(": ", hint["feared"]["en"])
        for hint in self.hint("bautzen", "scenario:historical")["hints"]:
            self.assertNotIn("the rest", hint["en"])
            if hint["feared"]:
                self.assertIn("Move", hint["feared"]["en"])

    def test_bad(self):
        self.bad("hint", "nogame", BAUTZEN, code=BAD)
        self.bad("hint", "bautzen", "nofile.play", code=BAD)
        self.bad("hint", "bautzen", BAUTZEN, "--seat", "nobody", code=BAD)
        self.bad("hint", "bautzen", BAUTZEN, "--nodes", "0", code=BAD)
        self.bad("hint", "bautzen", BAUTZEN, "--seat", "allied", code=NO, says="nothing to decide")
        self.bad("hint", "bautzen", code=BAD)


class Analyse(Case):
    def test_matches(self):
        for match in MATCHES:
            got = self.good("analyse", match, "--json").json()
            one, two = got["seats"]
            self.assertEqual(one["luck"], -two["luck"])
            whole = got["start"] + one["luck"] + one["skill"] - two["skill"] + got["residue"]
            self.assertAlmostEqual(whole, got["end"], delta=8)  # rounded one by one
            self.assertIn(got["end"], (0, 500000, 1000000))
            entries = [point[0] for point in got["curve"]]
            self.assertEqual(entries, sorted(entries))
            self.assertEqual(got["curve"][-1][1], got["end"])
            self.assertTrue(1 <= len(got["moments"]) <= 5)
            for moment in got["moments"]:
                self.assertIn(moment["kind"], ("decision", "slip", "luck"))
                self.assertTrue(moment["fr"] and moment["en"])
                self.good("replay", match, f"@{moment['first']}", "--plain")

    def test_text(self):
        english = self.good("analyse", MATCHES[0], "--lang", "en").out
        self.assertEqual(len(re.findall(r"(?m)^ *(?:\d0|100|0) \|.{64}\|$", english)), 11)
        self.assertIn("Turning points", english)
        self.assertRegex(english, r"Start [\d.]+, luck [+-][\d.]+, skill .* residue .*: end ")
        self.assertIn("Les tournants", self.good("analyse", MATCHES[0], "--lang", "fr").out)

    def test_not_over(self):
        with tempfile.TemporaryDirectory() as folder:
            self.good("new", GAME, f"{folder}/m.gg")
            self.bad("analyse", f"{folder}/m.gg", code=NO, says="not over")
        self.bad("analyse", "nofile.gg", code=BAD)

    def test_dice_are_called_dice(self):
        self.assertIn("better dice than", self.good("luck", MATCHES[0], "--lang", "en").out)


class Terminal(Case):
    def said(self, seats, *more, lines="hint\nexplain\nq\n"):
        return self.good("play", "bautzen", "--scenario", "intro", "--seats", seats, "--plain",
                         "--seed", "3", "--nodes", "1000", "--lang", "en", *more, input=lines).out

    def test_against_the_program(self):
        out = self.said("human,recruit")
        self.assertIn("Advice for the Allied side", out)
        self.assertRegex(out, r"Your chance to win (goes|stays)|has not played yet")

    def test_advice_is_noted(self):
        """Once for each decision; in the file, the result and its proof."""
        file = self.folder / "m.gg"
        self.said("human,recruit", "--save", file, lines="hint\nhint\nresign\ny\n")
        self.assertEqual(file.read_text().count(" allied takes-hint | 0ms "), 1)
        self.assertIn("With hints: Allied side 1.", self.good("verify", file, "--lang", "en").out)
        self.assertIn("Avec conseils", self.good("verify", file, "--lang", "fr").out)
        self.assertEqual(self.good("verify", file, "--json").json()["hints"], [1, 0])
        self.good("analyse", file, "--json")
        text = file.read_text().replace(" takes-hint ", " takes-hints ")
        file.write_text(text)
        self.assertEqual(run("verify", file).code, 4)

    def test_between_people(self):
        lines = "\nhint\nq\n"  # the first hands over
        out = self.said("human,human", lines=lines)
        self.assertIn("only if the match was started with --hints", out)
        self.assertNotIn("Advice for", out)
        self.assertIn("Advice for", self.said("human,human", "--hints", lines=lines))


if __name__ == "__main__":
    unittest.main()
