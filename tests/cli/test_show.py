# SPDX-License-Identifier: Apache-2.0
"""`grognard show`, and tools/draw, which makes a picture of what it says."""
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

from program import BAD, PROGRAM, ROOT, Case

sys.path.insert(0, str(ROOT / "tools"))
import drawing  # noqa: E402

BLOCK = """# a position
game bautzen scenario empty
put 17ID_KGa at 1107
put 5DP_13 at 0907
node move allied
"""


class Show(Case):
    def position(self):
        path = self.folder / "a.play"
        path.write_text(BLOCK, encoding="utf-8")
        return path

    def test_words_and_numbers(self):
        path = self.position()
        self.assertIn("[IN]", self.good("show", "bautzen", path).out)
        got = self.good("show", "bautzen", path, "--json", "--overlay",
                        "zoc=german,supply=allied").json()
        self.assertEqual(got["game"]["id"], "bautzen")
        self.assertEqual(got["scenario"], "empty")
        tokens = {p.get("token") for p in got["view"]["pieces"]}
        self.assertTrue({"17ID_KGa", "5DP_13"} <= tokens, tokens)
        self.assertEqual([o["kind"] for o in got["overlays"]], ["zoc", "supply"])
        self.assertEqual(len(got["overlays"][0]["cells"]), 6)

    def test_nothing_hidden_is_shown(self):
        seen = self.good("show", "corridors", "scenario:standard", "--json", "--viewer",
                         "public").json()
        self.assertFalse([p for p in seen["view"]["pieces"]
                          if "token" in p and p["flags"] & 1])

    def test_slips(self):
        path = self.position()
        for words, said in [(("nope", path), "unknown game"),
                            (("bautzen", "scenario:nope"), "unknown scenario"),
                            (("bautzen", f"{path}:9"), "no block 9"),
                            (("corridors", path), "a position of bautzen"),
                            (("bautzen", path, "--viewer", "x"), "unknown side"),
                            (("bautzen", path, "--overlay", "x=y"), "unknown overlay"),
                            (("bautzen", path, "--overlay", "zoc"), "KIND=ABOUT"),
                            (("bautzen", path, "--overlay", "zoc=y"), "“seat”"),
                            (("bautzen", path, "--overlay", ",".join(["zoc=german"] * 9)),
                             "at most 8")]:
            with self.subTest(words):
                self.assertIn(said, self.bad("show", *words, "--lang", "en").err)


class Draw(Case):
    def draw(self, *words):
        done = subprocess.run([ROOT / "tools" / "draw", *map(str, words), "--program", PROGRAM],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def picture(self, *words):
        code, out, err = self.draw(*words)
        self.assertEqual((code, err), (0, ""), words)
        return xml.fromstring(out), out

    def test_every_kind_of_board(self):
        for game, scenario in (("bautzen", "intro"), ("corridors", "standard"),
                               ("salvo", "relay"), ("_template", "standard")):
            with self.subTest(game):
                tree, text = self.picture(game, scenario, "--lang", "fr")
                self.assertTrue(tree.tag.endswith("}svg"))
                self.assertIn("prefers-color-scheme: dark", text)
                self.assertNotRegex(text, r' (?:style|tabindex|onclick)="|https?://(?!www\.w3)')

    def test_overlay_and_languages(self):
        path = self.folder / "a.play"
        path.write_text(BLOCK, encoding="utf-8")
        bare = self.picture("bautzen", path)[1]
        self.assertIn("17 ID", bare)
        zones = self.picture("bautzen", path, "--overlay", "zoc=german")[1]
        # The zone is hatched, its six hexes in one path.
        paths = [tag for tag in re.findall(r"<path [^>]*>", zones) if 'class="hatch"' in tag]
        hatched = [re.search(r' d="([^"]*)"', tag)[1] for tag in paths]
        self.assertEqual([(d.count("M"), d.count("L"), d.count("Z")) for d in hatched],
                         [(6, 30, 6)])
        self.assertNotIn('class="hatch"', bare)
        self.assertNotEqual(self.picture("corridors", "standard", "--lang", "fr")[1],
                            self.picture("corridors", "standard", "--lang", "en")[1])

    def test_every_figure_of_a_rulebook(self):
        """As the command draws it, all of a game by one drawing program: it starts slowly."""
        for folder in sorted(ROOT.glob("games/*/figures")):
            drawn, game = drawing.figures(folder.parent), folder.parent.name
            shown = [drawing.ask(str(PROGRAM), game, f.position(), *f.options(), "--lang", "fr")
                     for f in drawn]
            pictures = drawing.draw([figure.request(asked, folder.parent, "fr", alone=True)
                                     for figure, asked in zip(drawn, shown)])
            for figure, text in zip(drawn, pictures):
                with self.subTest(figure.path.name):
                    self.assertTrue(xml.fromstring(text).tag.endswith("}svg"))
            with self.subTest(game):
                said = self.picture(game, drawn[0].path, "--lang", "fr")[1]
                self.assertEqual(said, pictures[0] + "\n")

    def test_slips(self):
        for words, said in [(("nope", "x"), "unknown game"), (("bautzen", "nope"), "unknown scen"),
                            (("bautzen", "x.play:4"), "x.play"),
                            (("bautzen", "intro", "--overlay", "zoc=x"), "KIND=ABOUT")]:
            with self.subTest(words):
                code, out, err = self.draw(*words)
                self.assertEqual((code, out), (BAD, ""))
                self.assertIn(said, err)
                self.assertEqual(err.count("\n"), 1)
