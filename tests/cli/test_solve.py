# SPDX-License-Identifier: Apache-2.0
"""`solve`, and the puzzle of Bautzen: the chance its briefing promises is proved anew, and a
player's mark is the part of it that his own decisions kept."""
import json
import re
import subprocess

from program import BAD, FIRM, GAME, NO, PROGRAM, ROOT, Case, environment

TESTS = ROOT / "games" / "bautzen" / "tests"
SECONDS = 20  # of processor time, for the whole puzzle


def golden():
    for line in (TESTS / "puzzle.golden").read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            place, num, den = line.split()
            where = place if place.startswith("scenario:") else str(TESTS / place)
            yield where, int(num), int(den)


class Solve(Case):
    def solved(self, place, *more):
        return self.good("solve", "bautzen", place, "--seat", "german", "--json", *more).json()

    def test_golden_chances_and_line(self):
        for place, num, den in golden():
            with self.subTest(place=place):
                got = self.solved(place, "--line")
                self.assertEqual((got["num"], got["den"]), (num, den))
                self.assertLess(got["cpu_s"], SECONDS)
                self.assertRegex(got["plan"], r"^(german|allied)> \w")
                self.assertEqual([a["weight"] for a in got["answers"]], [1] * 6)
                mean = sum(a["num"] / a["den"] for a in got["answers"]) / 6
                self.assertAlmostEqual(mean, num / den)

    def test_in_words(self):
        place = TESTS / "puzzle.play:1@4"
        out = self.good("solve", "bautzen", place, "--line", "--lang", "fr").out
        self.assertIn("1/2, soit 50,00 % de chances", out)
        self.assertIn("german> attack 1910", out)
        self.assertIn("1/2, that is 50.00%", self.good("solve", "bautzen", place).out)

    def test_briefing_tells_the_proved_chance(self):
        _, num, den = next(golden())
        games = self.good("games", "--json").json()["games"]
        scenarios = next(g for g in games if g["id"] == "bautzen")["scenarios"]
        self.assertEqual([s["id"] for s in scenarios if s["puzzle"]], ["puzzle"])
        puzzle = next(s for s in scenarios if s["puzzle"])
        told = f"{100 * num / den:.2f}"
        self.assertIn(f"{told}%", puzzle["brief_en"])
        self.assertIn(f"{told.replace('.', ',')} %", puzzle["brief_fr"])
        for text in (puzzle["brief_fr"], puzzle["brief_en"]):
            self.assertIn(f"{num}/{den}", text)

    def test_what_cannot_be_solved(self):
        self.bad("solve", GAME, "scenario:standard", code=NO, says="same moment")
        self.bad("solve", "bautzen", "scenario:campaign", code=NO, says="no exact solution")
        self.bad("solve", "bautzen", code=BAD, says="--match")
        self.bad("solve", "bautzen", "scenario:puzzle", "--match", "x.gg", code=BAD)
        path = self.folder / "new.gg"
        self.good("new", "bautzen", path, "--scenario", "puzzle")
        self.bad("solve", "--match", path, code=NO, says="not over")


class Player:
    """Plays the puzzle over pipes, deciding by `choose(legal, file)`."""

    def __init__(self, file, seed, choose):
        self.file, self.choose = file, choose
        self.run = subprocess.Popen(
            [str(PROGRAM), "play", "bautzen", "--scenario", "puzzle", "--seats", "greedy,human",
             "--seed", str(seed), "--save", str(file), "--json"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), text=True)

    def result(self):
        steps = []
        while True:
            told = json.loads(self.run.stdout.readline())
            if told["type"] == "over":
                self.run.stdin.close()
                self.run.stdout.close()
                self.run.wait(60)
                return told
            assert told["type"] == "turn", told
            if not steps:
                steps = self.choose(told["legal"], self.file)
            self.run.stdin.write(steps.pop(0) + "\n")
            self.run.stdin.flush()


class Puzzle(Case):
    def play(self, seed, choose):
        file = self.folder / f"p{seed}.gg"
        told = Player(file, seed, choose).result()
        marks = told["puzzle"]
        self.assertEqual((marks["seat"], marks["best"]["num"], marks["best"]["den"]),
                         ("german", *next(golden())[1:]))
        kept = 100.0
        for decision in marks["decisions"]:
            before, after = (decision[k]["num"] / decision[k]["den"] for k in ("before", "after"))
            self.assertLessEqual(after, before + 1e-12)
            self.assertEqual("best" in decision, after < before - 1e-12)
            kept *= after / before if before else 1
        self.assertAlmostEqual(marks["score"], kept, places=6)
        return told, marks

    def best(self, legal, file):
        if len(legal) == 1:
            return legal
        plan = self.good("solve", "bautzen", file, "--line", "--json").json()["plan"]
        return re.match(r"german> (.*?)(?:  \w+> |$)", plan).group(1).split("; ")

    def test_best_play_keeps_everything(self):
        told, marks = self.play(2, self.best)
        saved = self.good("solve", "--match", self.folder / "p2.gg", "--json").json()
        self.assertEqual(saved, marks)
        self.assertAlmostEqual(marks["score"], 100)
        self.assertGreaterEqual(len(marks["decisions"]), 3)
        self.assertIn(told["half_points"], ([0, 2], [2, 0]))  # whatever the dice

    def test_everything_at_once_keeps_a_third(self):
        whole = ["attack 1910 HG1_FschPzGR1", "join HG1_FschPzGR2", "join 17ID_KGa",
                 "join 17ID_KGb", "support HG1_QG HG1_FschPzGR1",
                 "support Art777 HG1_FschPzGR1", "confirm"]

        def choose(legal, file):
            return list(whole) if whole[0] in legal else self.best(legal, file)

        _, marks = self.play(3, choose)
        self.assertAlmostEqual(marks["score"], 100 / 3)
        self.assertIn("attack", marks["decisions"][0]["best"])

    def test_giving_up_keeps_nothing(self):
        for word in ("end", "resign"):
            out = self.good("play", "bautzen", "--scenario", "puzzle", "--seats", "greedy,human",
                            "--plain", "--seed", 1, "--lang", "fr", input=word + "\n").out
            self.assertIn("50,00 % > 0,00 %", out)
            self.assertIn(f"Score{FIRM}: 0,00 %", out)
            self.assertIn("contrôlez Weissenberg", out)  # the task, before the first prompt
