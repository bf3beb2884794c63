# SPDX-License-Identifier: Apache-2.0
"""Lists that players write, played from the command line: a file in place of a ready deck or
company. What is wrong with one is told as `deck check` tells it."""
import re
import unittest

from program import BAD, NO, ROOT, Case, run

DECK = "games/corridors/examples/guards.deck"
COMPANY = "games/salvo/examples/outpost.company"
SAMPLES = (("corridors", "--decks", DECK, "G", "deck"),
           ("salvo", "--companies", COMPANY, "2", "company"))


def bodies(path):
    return [line.rpartition(" #")[0] for line in path.read_text(encoding="utf-8").splitlines()]


class Played(Case):
    def test_samples_are_good(self):
        for _, _, path, _, word in SAMPLES:
            self.good(word, "check", path)
        files = sorted((ROOT / "games").glob("*/examples/*"))
        self.assertEqual([str(f.relative_to(ROOT)) for f in files], [DECK, COMPANY])

    def test_a_whole_game(self):
        for game, option, path, ready, _ in SAMPLES:
            file = self.folder / f"{game}.gg"
            self.good("selfplay", game, option, f"{path},{ready}", "--save", file)
            self.good("verify", file)
            self.assertIn("list ", "\n".join(bodies(file)))
            told = self.good("replay", file, "--lang", "en").out
            self.assertIn("wins" if "wins" in told else "draw", told.lower())
            other = self.folder / f"{game}-other.gg"
            self.good("selfplay", game, option, f"{ready},./{path}", "--save", other)
            self.good("verify", other)

    def test_every_way_to_name_a_file(self):
        file = self.folder / "plain"
        file.write_text((ROOT / DECK).read_text(encoding="utf-8"), encoding="utf-8")
        said = {self.good("selfplay", "corridors", "--hash", "--decks", f"{way},S").out
                for way in (DECK, f"./{DECK}", f"@{DECK}", str(file), f"@{file}")}
        self.assertEqual(len(said), 1)

    def test_comments_and_order_do_not_matter(self):
        text = (ROOT / DECK).read_text(encoding="utf-8")
        cards = re.findall(r"^\d+ \w+\n", text, re.M)
        other = self.folder / "other.deck"
        other.write_text("deck another\nnation S\n" + "".join(reversed(cards))
                         + "".join(re.findall(r"^open.*\n", text, re.M)), encoding="utf-8")
        self.assertEqual(self.good("selfplay", "corridors", "--decks", f"{DECK},S").out,
                         self.good("selfplay", "corridors", "--decks", f"{other},S").out)

    def test_greedy_seats(self):
        self.good("selfplay", "corridors", "--scenario", "quick", "--decks", f"{DECK},{DECK}",
                  "--seats", "greedy,greedy")

    def test_new_play_perft_bench(self):
        file = self.folder / "new.gg"
        self.good("new", "corridors", file, "--decks", f"G,{DECK}")
        self.assertIn("list two nation S", bodies(file))
        self.good("verify", file, "--lang", "en", code=NO)  # it has not begun
        out = self.good("play", "corridors", "--decks", f"{DECK},G", "--seats", "human,random",
                        "--plain", "--lang", "en", input="?\nresign\n").out
        self.assertIn("1S31", out)  # the HQ troops of this deck
        at = ("perft", "corridors", "scenario:standard", "--depth", 1, "--split", "--decks")
        self.assertIn("1S31", self.good(*at, f"{DECK},G").out)
        self.assertNotIn("1S31", self.good(*at, "G,S").out)
        self.good("bench", "--game", "corridors", "--seconds", "0.2", "--decks", f"{DECK},G")


class Copied(Case):
    def test_every_ready_list(self):
        """A copy is judged good; a name that is none is answered with those there are."""
        for game, option, _, _, word in SAMPLES:
            told = self.bad(word, "copy", "nothing", self.folder / "x", "--lang", "en",
                            says="there is no list “nothing”; there are: ").err
            names = told.split("there are: ")[1].strip().split(", ")
            self.assertGreater(len(names), 3)
            for name in names:
                file = self.folder / f"{name}.{word}"
                self.good(word, "copy", name, file)
                self.good(word, "check", file)
            self.bad(word, "copy", names[0], file, says=str(file))
            self.good(word, "copy", names[0], file, "--force", "--lang", "fr")
            self.good(word, "check", file)
            if game == "corridors":
                self.good("selfplay", game, option, f"{file},{file}")

    def test_a_copy_plays_as_the_ready_one(self):
        file = self.folder / "g.deck"
        self.good("deck", "copy", "G", file)
        self.assertEqual(
            self.good("study", "corridors", "--decks", "G,S", "--games", 4, "--hash",
                      "--json").json()
            ["result"]["digest"],
            self.good("study", "corridors", "--decks", f"{file},S", "--games", 4, "--hash",
                      "--json").json()
            ["result"]["digest"])

    def test_bad_words(self):
        for words in (("deck", "copy", "G"), ("deck", "check", "a", "b"),
                      ("company", "paint", "a")):
            self.bad(*words, says="check FILE")


class Refused(Case):
    def test_as_the_check_tells_it(self):
        text = (ROOT / DECK).read_text(encoding="utf-8")
        file = self.folder / "bad.deck"
        file.write_text(text.replace("5 S02", "9 S02").replace("1 E05", "1 Z99"), encoding="utf-8")
        told = run("deck", "check", file, "--lang", "en").out.splitlines()
        self.assertGreater(len(told), 2)
        for command in ("selfplay", "play"):
            got = run(command, "corridors", "--decks", f"G,{file}", "--lang", "en")
            self.assertEqual(got.code, BAD)
            self.assertEqual(got.err.splitlines(), [f"grognard: {line}" for line in told])
            self.assertEqual(got.out, "")

    def test_size_of_the_side(self):
        got = self.bad("selfplay", "salvo", "--scenario", "dike", "--companies", f"0,{COMPANY}",
                       "--lang", "en", says="a side that has 750")
        self.assertIn(f"{COMPANY}:9:", got.err)

    def test_files(self):
        self.bad("selfplay", "corridors", "--decks", "./nothing.deck,G", says="nothing.deck")
        self.bad("selfplay", "corridors", "--companies", f"{COMPANY},0", says="company")
        self.bad("selfplay", "bautzen", "--decks", f"{DECK},G", says="bautzen")
        self.bad("selfplay", "corridors", "--decks", DECK, says="2")
        long = self.folder / "long.deck"
        long.write_text("#" * 40000, encoding="utf-8")
        self.bad("selfplay", "corridors", "--decks", f"{long},G", says="32768")
        self.bad("perft", "corridors", "games/corridors/tests/setup.play", "--depth", 1, "--decks",
                 f"{DECK},G", says="scenario:")


if __name__ == "__main__":
    unittest.main()
