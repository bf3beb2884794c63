# SPDX-License-Identifier: Apache-2.0
"""`odds` and `luck` from outside: the output contract, both languages, bad input."""

import re
import tempfile
import unittest
from fractions import Fraction

from program import BAD, GAME, NO, ROOT, Case

SALVO = f"{ROOT}/games/salvo/tests/odds.play:1"
BAUTZEN = f"{ROOT}/games/bautzen/tests/odds_largest.play:1"
TWELVE = f"{ROOT}/games/salvo/tests/odds_largest.play:2"
AUTHORITY = f"{ROOT}/games/salvo/tests/odds.play:7"
MATCH = f"{ROOT}/games/bautzen/tests/golden/intro.gg"
ATTACK = "attack 0613 20Pz_PzR21; join 20Pz_PzGR59; join Brandenburg_PzRBrg"


class Odds(Case):
    def odds(self, *words, **more):
        return self.good("odds", *words, "--json", **more).json()

    def check_rows(self, got):
        for row in got["rows"]:
            self.assertEqual(sum(Fraction(o["p"]) for o in row["outcomes"]), 1)
            for outcome in row["outcomes"]:
                for line in outcome["outcome"]:
                    self.assertTrue({"label", "value"} <= set(line))
        self.assertEqual(sum(Fraction(row["share"]) for row in got["rows"]), 1)

    def test_sealed_answers_in_words(self):
        """What the other may answer in secret is called as the log will tell it."""
        words = {"fr": {"si le camp allié n’engage rien", "si le camp allié engage 1 CL"},
                 "en": {"if the Allied side commits nothing",
                        "if the Allied side commits 1 supply column"}}
        for lang, wanted in words.items():
            rows = self.odds("bautzen", BAUTZEN, ATTACK, "--lang", lang)["rows"]
            self.assertLessEqual(wanted, {row["world"] for row in rows})
        rows = self.odds("salvo", AUTHORITY, "commit 1", "--lang", "en")["rows"]
        self.assertIn("if East had committed 2 CP", {row["world"] for row in rows})

    def test_both_sides_of_a_window(self):
        """Used or not, each has its row, also where one of them is what was assumed."""
        place = f"{ROOT}/games/corridors/tests/odds_largest.play:1"
        plan = "assault 1G01a b2; with 1G01b; with 1G04a; confirm"
        words = {"fr": ("toujours, comme supposé", "jamais"),
                 "en": ("always, as assumed", "never")}
        for lang, (always, never) in words.items():
            got = self.odds("corridors", place, plan, "--lang", lang)
            self.check_rows(got)
            self.assertEqual([Fraction(row["share"]) for row in got["rows"]], [1, 0])
            self.assertTrue(got["rows"][0]["world"].endswith(always), got["rows"][0]["world"])
            self.assertTrue(got["rows"][1]["world"].endswith(never), got["rows"][1]["world"])
        for assume, word in (("none", "never, as assumed"), ("all", "always, as assumed")):
            got = self.odds("corridors", place, plan, "--lang", "en", "--assume", assume)
            self.assertEqual(got["assume"], assume)
            self.assertTrue(got["rows"][0]["world"].endswith(word), got["rows"][0]["world"])

    def test_a_raider_turned_back(self):
        """An interceptor that hits and does not destroy sends the raider home, which both see: of
        36 throws 26 hit (5 against 11) and 10 of these destroy."""
        place = f"{ROOT}/games/corridors/tests/r02_duel.play:1@2"
        got = self.odds("corridors", place, "intercept 2S34 1G31a")
        self.check_rows(got)
        chance = {label: sum(Fraction(o["p"]) for o in got["rows"][0]["outcomes"]
                             if any(l["label"] == label for l in o["outcome"]))
                  for label in ("out_turned one", "out_destroyed one")}
        self.assertEqual(chance["out_turned one"] + chance["out_destroyed one"], Fraction(26, 36))
        self.assertEqual(chance["out_destroyed one"], Fraction(10, 36))

    def test_salvo(self):
        got = self.odds("salvo", SALVO, "shoot", "e1", "coil_carbine")
        self.assertTrue(got["exact"])
        self.check_rows(got)
        self.assertEqual(got["headline"]["label"], "out_figures e1")
        self.assertEqual(got["headline"]["p"], "1/4")
        self.assertEqual(got["assume"], "sensible")
        # what the ledger quotes is the same chance
        why = self.good("why", "salvo", SALVO, "shoot", "e1", "coil_carbine").out
        self.assertIn("25%", why)

    def test_one_figure_fewer(self):
        """What is said of one figure more or fewer is what holds where it is so."""
        def asked(figures):
            with tempfile.NamedTemporaryFile("w", suffix=".play") as file:
                file.write(f"# C56  {figures} fire\ngame salvo   scenario empty\n"
                           f"set unit w1 colossi {figures}\nset unit e1 line_fusiliers 8\n"
                           "put w1 at 20.0 30.0\nput e1 at 50.0 30.0\nnode act west 1\n"
                           "> shoot e1 shard_cannon\n")
                file.flush()
                return self.odds("salvo", f"{file.name}:1", "shoot", "e1", "shard_cannon")
        three, four = asked(3), asked(4)
        fewer = [c for c in four["sensitivity"] if c["change"] == "shift" and c["shift"] == -1][0]
        more = [c for c in three["sensitivity"] if c["change"] == "shift" and c["shift"] == 1][0]
        self.assertEqual(fewer["text"], "one figure fewer firing")
        self.assertEqual(Fraction(fewer["p"]), Fraction(three["headline"]["p"]))
        self.assertEqual(Fraction(more["p"]), Fraction(four["headline"]["p"]))
        self.assertLess(Fraction(fewer["p"]), Fraction(four["headline"]["p"]))

    def test_bautzen(self):
        got = self.odds("bautzen", BAUTZEN, ATTACK)
        self.check_rows(got)
        # one counter under the top one and the HQ behind may lie either way: two worlds, counted
        self.assertTrue(got["exact"])
        worlds = [row for row in got["rows"] if Fraction(row["share"]) > 0]
        self.assertEqual([row["share"] for row in worlds], ["1/2", "1/2"])
        self.assertEqual(len({row["world"] for row in worlds}), 2)
        changes = {(c["change"], c["action"]) for c in got["sensitivity"]}
        self.assertIn(("without", "join Brandenburg_PzRBrg"), changes)
        self.assertIn(("with", "join 20Pz_PzGR112"), changes)
        # a column of the table, which no step offers: better one way, worse the other
        shifts = {c["shift"]: c for c in got["sensitivity"] if c["change"] == "shift"}
        self.assertEqual(shifts[1]["text"], "one more column")
        self.assertGreaterEqual(shifts[1]["delta"], 0)
        for by, change in shifts.items():
            wanted = Fraction(got["headline"]["p"]) + Fraction(change["delta"])
            self.assertAlmostEqual(float(Fraction(change["p"])), float(wanted), 9)
        told = self.good("odds", "bautzen", BAUTZEN, ATTACK, "--lang", "en").out
        self.assertIn("one more column: ", told)
        self.assertIn("die 1", told)
        self.assertTrue(any(Fraction(r["share"]) == 0 for r in got["rows"]))

    def test_assumptions_differ(self):
        told = [self.odds("bautzen", BAUTZEN, ATTACK, "--assume", how)
                for how in ("sensible", "none")]
        self.assertEqual([t["assume"] for t in told], ["sensible", "none"])
        for got in told:
            self.check_rows(got)

    def test_same_answer_twice(self):
        one, two = (self.good("odds", "bautzen", BAUTZEN, ATTACK, "--json").out for _ in range(2))
        self.assertEqual(one, two)

    def test_words(self):
        english = self.good("odds", "salvo", SALVO, "shoot", "e1", "coil_carbine").out
        self.assertIn("25.00%", english)
        self.assertIn("Assumption: everybody answers sensibly", english)
        french = self.good("odds", "salvo", SALVO, "shoot", "e1", "coil_carbine", "--lang",
                           "fr").out
        self.assertIn("figurine perdue", french)

    def test_headline_is_at_all(self):
        """The chance that it happens at all is not called like one of the outcomes."""
        for lang, words in (("fr", "L’unité e1 (Fusiliers) : au moins 1 figurine perdue"),
                            ("en", "Unit e1 (Fusiliers): at least 1 figure lost")):
            got = self.odds("salvo", TWELVE, "shoot e1 shard_cannon", "--lang", lang)
            told = got["headline"]["text"].replace("\u00a0", " ").replace("\u202f", " ")
            self.assertEqual(told, words)
            self.assertEqual(got["headline"]["value"], 1)
            lost = sum(Fraction(o["p"]) for o in got["rows"][0]["outcomes"] if o["outcome"])
            self.assertEqual(lost, Fraction(got["headline"]["p"]))

    def test_bad(self):
        self.bad("odds", "salvo", SALVO, "shoot e1 nothing", code=BAD)
        self.bad("odds", "salvo", SALVO, ";", code=BAD)
        self.bad("odds", "salvo", SALVO, "end none", "--assume", "perhaps", code=BAD,
                 says="sensible")
        self.bad("odds", "salvo", "nofile.play", "end none", code=BAD)
        got = self.good("odds", GAME, "scenario:standard", "pass", "--seat", "south", "--json",
                        code=NO).json()
        self.assertFalse(got["legal"])


class Luck(Case):
    def test_match(self):
        got = self.good("luck", MATCH, "--json").json()
        self.assertEqual([s["seat"] for s in got["seats"]], ["allied", "german"])
        for number, seat in enumerate(got["seats"]):
            self.assertAlmostEqual(seat["luck"], sum(e["luck"][number] for e in got["events"]), 3)
            self.assertTrue(0 <= seat["percentile"] <= 1)
        entries = [e["entry"] for e in got["events"]]
        self.assertEqual(entries, sorted(entries))
        out = self.good("luck", MATCH).out
        self.assertRegex(out, re.compile(rf"^  @{entries[0]} ", re.M))

    def test_not_over(self):
        with tempfile.TemporaryDirectory() as folder:
            self.good("new", GAME, f"{folder}/m.gg")
            self.bad("luck", f"{folder}/m.gg", code=NO, says="not over")
        self.bad("luck", "nofile.gg", code=BAD)


if __name__ == "__main__":
    unittest.main()
