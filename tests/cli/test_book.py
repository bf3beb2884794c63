# SPDX-License-Identifier: Apache-2.0
"""The books as the program serves them and as tools/book prints them: one page of player aid, two
of a first turn."""
import re
import subprocess

from program import BAD, PROGRAM, ROOT, Case

GAMES = sorted(path.parent.name for path in ROOT.glob("games/*/start.en.md"))


class Book(Case):
    def make(self, game, lang, kind):
        out = self.folder / f"{game}.{kind}.{lang}.pdf"
        done = subprocess.run([ROOT / "tools" / "book", game, lang, out, "--kind", kind,
                               "--program", PROGRAM], capture_output=True, text=True, check=False)
        return done, out

    def pages(self, game, lang, kind):
        done, out = self.make(game, lang, kind)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        return len(re.findall(rb"/Type\s*/Page\b", out.read_bytes()))

    def test_an_aid_is_one_page_and_a_first_turn_two(self):
        self.assertGreater(len(GAMES), 2)
        for game in GAMES:  # French, which needs more room
            with self.subTest(game):
                self.assertEqual(self.pages(game, "fr", "aid"), 1)
                self.assertEqual(self.pages(game, "fr", "start"), 2)

    def test_rules_leave_no_half_pages_before_long_tables(self):
        pages = self.pages(GAMES[0], "fr", "rules")
        self.assertGreater(pages, 10)
        self.assertLess(pages, 34)  # 36 when a table was moved to the next page whole

    def test_slips(self):
        for words in (("nope", "fr", "rules"), (GAMES[0], "xx", "rules")):
            done, out = self.make(*words)
            self.assertEqual((done.returncode, done.stdout), (BAD, ""))
            self.assertTrue(done.stderr)
            self.assertFalse(out.exists())


class Sources(Case):
    def test_every_rule_and_figure_a_first_turn_names_exists(self):
        for game in GAMES:
            folder = ROOT / "games" / game
            rules = set(re.findall(r"^RULE\((\w+),", (folder / "rules.def").read_text("utf-8"),
                                   re.M))
            drawn = {path.stem for path in folder.glob("figures/*.play")}
            texts = [folder / f"start.{lang}.md" for lang in ("fr", "en")]
            named = [re.findall(r"\[([A-Z]+\d+[a-z]?)\]", t.read_text("utf-8")) for t in texts]
            self.assertEqual(named[0], named[1], game)
            self.assertLessEqual(set(named[0]), rules, game)
            for path in texts:
                self.assertLessEqual(set(re.findall(r"!\[\]\(([\w-]+)\)", path.read_text("utf-8"))),
                                     drawn, path)
            for path in folder.glob("figures/*.play"):
                steps = re.findall(r"^// step: .*\|([^|\n]*)$", path.read_text("utf-8"), re.M)
                self.assertLessEqual(set(" ".join(steps).split()), rules, path)

    def test_a_first_turn_told_in_moves_is_the_script_that_is_played(self):
        told = {}
        for path in sorted(ROOT.glob("games/*/start.*.md")):
            scripts = [played(p) for where in ("figures/start-*.play", "tests/start.play")
                       for p in path.parent.glob(where)]
            verbs = {line.split()[0] for script in scripts for line in script}
            moves = [m for m in re.findall(r"`([^`]+)`", path.read_text("utf-8"))
                     if m.split()[0] in verbs]
            self.assertTrue(not moves or any(follows(moves, s) for s in scripts), path)
            told.setdefault(path.parent.name, []).append(moves)
        for game, (one, other) in told.items():
            self.assertEqual(one, other, game)
        self.assertGreater(max(len(moves) for moves, _ in told.values()), 20)


def played(path):
    """The moves of a script, the seat left out."""
    return re.findall(r"^\w*> (.*)$", path.read_text("utf-8"), re.M)


def follows(moves, script):
    """All moves stand in the script, in this order."""
    rest = iter(script)
    return all(move in rest for move in moves)
