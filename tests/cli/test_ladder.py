# SPDX-License-Identifier: Apache-2.0
"""Levels and the ladder: every level is understood where seats are named, the score adds up, a
stopped ladder goes on, and even with tiny budgets who looks ahead beats who does not."""
import json

from program import GAME, Case

LEVELS = ("random", "recruit", "sergeant", "captain", "colonel", "general", "greedy")
INTRO = ("ladder", "bautzen", "--scenario", "intro")


class Ladder(Case):
    def told(self, *words):
        return json.loads(self.good(*words, "--json").out)

    def test_adds_up(self):
        got = self.told("ladder", GAME, "--a", "captain", "--b", "random", "--games", 41,
                        "--seed", 3)
        self.assertEqual((got["a"], got["b"], got["games"]), ("captain", "random", 41))
        self.assertEqual([s["games"] for s in got["by_seat"]], [21, 20])
        points = sum(s["score"] * s["games"] for s in got["by_seat"])
        self.assertAlmostEqual(got["score"], points / 41, places=5)
        self.assertTrue(0 <= got["low"] <= got["score"] <= got["high"] <= 1)
        for seat in got["by_seat"]:
            self.assertTrue(seat["low"] <= seat["score"] <= seat["high"])

    def test_says_it_in_words(self):
        words = ("ladder", GAME, "--a", "captain", "--b", "random", "--games", 4)
        for lang, first, point in (("en", "captain against random, 4 games", r"\."),
                                   ("fr", "captain contre random, 4 parties", ",")):
            lines = self.good(*words, "--lang", lang).out.splitlines()
            self.assertEqual(len(lines), 3)
            self.assertTrue(lines[0].startswith(first), lines)
            self.assertRegex(lines[0], rf"[0-9]{point}[0-9]\)$")

    def test_is_the_study_of_both_seatings(self):
        got = self.told("ladder", GAME, "--a", "captain", "--b", "random", "--games", 40)
        for i, seats in enumerate(("captain,random", "random,captain")):
            study = self.told("study", GAME, "--seats", seats, "--games", 20)["result"]
            points = study["by_seat"][i]["wins"]["n"] + study["draws"]["n"] / 2
            self.assertAlmostEqual(got["by_seat"][i]["score"] * 20, points, places=4)

    def test_equals_are_equal(self):
        got = self.told("ladder", GAME, "--a", "greedy", "--b", "captain", "--games", 60)
        self.assertEqual(got["score"], 0.5)  # the same player under two names, with the same dice

    def test_looking_ahead_helps(self):
        for a, b, least in (("captain", "random", 0.85), ("recruit", "random", 0.6),
                            ("colonel", "random", 0.85)):
            got = self.told(*INTRO, "--a", a, "--b", b, "--games", 40, "--nodes", 300)
            self.assertGreaterEqual(got["score"], least, (a, b))

    def test_thought_is_worth_something(self):
        got = self.told(*INTRO, "--a", "colonel", "--b", "captain", "--games", 40, "--seed", 2,
                        "--nodes", 24000)
        self.assertGreater(got["score"], 0.6)

    def test_more_thought_is_worth_more(self):
        for words in (("corridors", "--scenario", "quick"), ("salvo", "--scenario", "first_salvo")):
            got = self.told("ladder", *words, "--a", "colonel", "--b", "colonel", "--nodes-a", 3000,
                            "--nodes-b", 60, "--games", 40, "--seed", 7)
            self.assertGreater(got["score"], 0.55, words)

    def test_a_budget_for_each(self):
        """Whoever has more of it, in either seat; equal budgets of one's own are the same as one
        for both."""
        words = (*INTRO, "--a", "colonel", "--b", "colonel", "--games", 40, "--seed", 2)
        more = self.told(*words, "--nodes-a", 3000, "--nodes-b", 60)
        less = self.told(*words, "--nodes-a", 60, "--nodes", 3000)
        self.assertEqual((more["nodes_a"], more["nodes_b"], more["nodes"]), (3000, 60, 0))
        self.assertEqual((less["nodes_a"], less["nodes_b"], less["nodes"]), (60, 3000, 3000))
        self.assertAlmostEqual(more["score"] + less["score"], 1, places=6)
        both = self.told(*words, "--nodes", 60)
        each = self.told(*words, "--nodes-a", 60, "--nodes-b", 60)
        self.assertEqual([both[k] for k in ("score", "by_seat")],
                         [each[k] for k in ("score", "by_seat")])
        said = self.good("ladder", GAME, "--a", "colonel", "--b", "colonel", "--games", 2, "--ms-a",
                         2, "--ms-b", 1, "--lang", "en").out
        self.assertTrue(said.startswith("colonel (2 ms) against colonel (1 ms), 2 games"), said)

    def test_a_budget_is_part_of_the_order(self):
        kept = self.folder / "kept"
        words = ("ladder", GAME, "--a", "colonel", "--b", "captain", "--games", 2, "--checkpoint",
                 kept)
        self.good(*words, "--nodes-a", 50)
        self.assertIn("50", self.bad(*words, "--nodes-a", 60).err)

    def test_ends_when_sure(self):
        got = self.told(*INTRO, "--a", "captain", "--b", "random", "--games", 2000,
                        "--until-sure", "--threads", 1)
        self.assertLess(got["games"], 400)
        self.assertGreater(got["low"], 0.5)

    def test_goes_on(self):
        kept = self.folder / "kept"
        words = ("ladder", GAME, "--a", "colonel", "--b", "captain", "--nodes", 200, "--seed", 9,
                 "--games", 12)
        whole = self.told(*words, "--checkpoint", kept)
        for name in ("kept-1", "kept-2"):  # the last game of each is torn
            path = self.folder / name
            path.write_bytes(path.read_bytes()[:-5])
        again = self.told(*words, "--checkpoint", kept)
        for got in (whole, again):
            del got["cpu_s"]
        self.assertEqual(whole, again)
        self.bad(*words[:-1], 14, "--checkpoint", kept)  # another order

    def test_levels_are_understood(self):
        for level in LEVELS:
            for command in ("selfplay", "study"):
                self.good(command, GAME, "--seats", f"{level},random", "--games", 2, "--nodes", 50)
        one = self.good("selfplay", GAME, "--seats", "captain,greedy", "--games", 5).out
        two = self.good("selfplay", GAME, "--seats", "greedy,greedy", "--games", 5).out
        self.assertEqual(one, two)

    def test_nodes_are_the_same_everywhere_and_change_the_play(self):
        words = ("selfplay", GAME, "--seats", "colonel,colonel", "--games", 4)
        few, again, many = (self.good(*words, "--nodes", n).out for n in (60, 60, 3000))
        self.assertEqual(few, again)
        self.assertNotEqual(few.split()[0], many.split()[0])

    def test_refused(self):
        for words in (("ladder", GAME, "--a", "captain"),
                      ("ladder", GAME, "--a", "captain,random", "--b", "random"),
                      ("ladder", GAME, "--a", "marshal", "--b", "random"),
                      ("ladder", GAME, "--a", "", "--b", "random"),
                      ("ladder", "nothing", "--a", "captain", "--b", "random"),
                      ("selfplay", GAME, "--seats", "marshal,random")):
            self.assertEqual(len(self.bad(*words).err.strip().splitlines()), 1, words)
