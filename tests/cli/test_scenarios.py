# SPDX-License-Identifier: Apache-2.0
"""Scenarios that players write: copied, changed, judged with line and reason, played, studied; the
match file carries the text, and a forged one is refused with its line."""
import hashlib
import json
import re
import subprocess
import sys
import unittest

from program import BAD, NO, ROOT, Case, run

GAMES = {"_template": "standard", "salvo": "first_salvo", "bautzen": "intro",
         "corridors": "quick"}
CHANGES = {"_template": ("cards 2 2 2 2 2", "cards 2 2 1 2 2"),
           "salvo": ("rounds 4", "rounds 3"),
           "bautzen": ("put 5DP_13 at 1607", "put 5DP_13 at 1608"),
           "corridors": ("turns 8", "turns 6")}


def signed(bodies):
    """Lines of a match file with their checks."""
    digest, lines = bytes(32), []
    for body in bodies:
        digest = hashlib.sha256(digest + body.encode()).digest()
        lines.append(f"{body} #{digest[:4].hex()}\n")
    return "".join(lines)


def bodies(path):
    return [line.rpartition(" #")[0] for line in path.read_text(encoding="utf-8").splitlines()]


class Scenario(Case):
    def copy(self, game, name=None, change=True):
        file = self.folder / f"{game}.scenario"
        self.good("scenario", "copy", game, name or GAMES[game], file, "--force")
        if change:
            text = file.read_text(encoding="utf-8")
            self.assertIn(CHANGES[game][0], text)
            text = re.sub(r"^name.en .*$", "name.en Another one", text, flags=re.M)
            file.write_text(text.replace(*CHANGES[game]), encoding="utf-8")
        return file


class Copied(Scenario):
    def test_every_scenario_is_copied_good_and_the_same(self):
        for game in GAMES:
            told = self.bad("scenario", "copy", game, "nothing", self.folder / "x", "--lang", "en",
                            says="unknown scenario: “nothing”; known: ").err
            names = told.split("known: ")[1].strip().split(", ")
            self.assertNotIn("empty", names)
            for name in names:
                file = self.copy(game, name, change=False)
                said = self.good("scenario", "check", game, file, "--lang", "en").out
                self.assertIn("nothing wrong", said)
            shipped = self.good("selfplay", game, "--scenario", GAMES[game]).out
            self.copy(game, change=False)
            own = self.good("selfplay", game, "--scenario", self.folder / f"{game}.scenario").out
            self.assertEqual(own, shipped)

    def test_a_file_is_not_overwritten(self):
        file = self.folder / "mine.scenario"
        file.write_text("mine", encoding="utf-8")
        self.bad("scenario", "copy", "salvo", "relay", file, says="mine.scenario")
        self.assertEqual(file.read_text(encoding="utf-8"), "mine")
        self.good("scenario", "copy", "salvo", "relay", file, "--force")

    def test_games_without(self):
        games = json.loads(self.good("games", "--json").out)["games"]
        for game in {g["id"] for g in games} - set(TAKES):
            for words in (("copy", game, "x", self.folder / "x"), ("check", game, "x")):
                got = self.bad("scenario", *words, "--lang", "en",
                               says="takes no scenario of a player").err
                self.assertEqual(got.count("\n"), 1)

    def test_usage(self):
        for words in (("check", "salvo"), ("copy", "salvo", "relay"), ("show", "salvo", "x"),
                      ("check", "salvo", "a", "b")):
            self.bad("scenario", *words)
        self.bad("scenario", "check", "chess", "x", says="chess")
        self.assertEqual(run("scenario", "check", "salvo", self.folder / "none").code, BAD)


TAKES = list(GAMES)


class Judged(Scenario):
    def test_line_and_reason_in_both_languages(self):
        file = self.copy("salvo")
        text = file.read_text(encoding="utf-8").replace("rounds 3", "rounds 30")
        file.write_text(text, encoding="utf-8")
        line = text.splitlines().index("rounds 30") + 1
        for lang, words in (("en", "is not a number from 1 to 12."),
                            ("fr", "n’est pas un nombre de 1 à 12.")):
            for command in (("scenario", "check", "salvo", file),
                            ("selfplay", "salvo", "--scenario", file),
                            ("study", "salvo", "--scenario", file, "--games", 1),
                            ("play", "salvo", "--scenario", file)):
                got = run(*command, "--lang", lang)
                self.assertEqual(got.code, BAD, command)
                self.assertRegex(got.err, rf"salvo\.scenario:{line}.?: ")
                self.assertIn(words, got.err.replace("'", "’"))
        told = json.loads(run("scenario", "check", "salvo", file, "--json").out)
        self.assertFalse(told["good"])
        self.assertEqual(told["faults"][0]["line"], line)

    def test_hostile_files(self):
        file = self.folder / "bad.scenario"
        for text in (b"", b"\0", b"\xff\xfe", b"scenario relay\n" + b"x" * 20000, b"\n" * 30000,
                     b"scenario relay\nname.en \x1b[2J\n", b"#" * 40000):
            file.write_bytes(text)
            got = run("scenario", "check", "salvo", file)
            self.assertEqual(got.code, BAD)
            self.assertNotIn("\x1b", got.err)
            self.assertTrue(got.err)


class Played(Scenario):
    def test_a_whole_game_with_its_text(self):
        for game in GAMES:
            file, match = self.copy(game), self.folder / f"{game}.gg"
            self.good("selfplay", game, "--scenario", file, "--save", match, "--force")
            self.good("verify", match)
            proof = subprocess.run([sys.executable, f"{ROOT}/tools/verify-dice.py", match],
                                   capture_output=True, check=False)
            self.assertEqual(proof.returncode, 0, proof)
            lines = bodies(match)
            own = [line[4:] for line in lines if line.startswith("own ")]
            self.assertEqual(own[0], f"scenario {GAMES[game]}")
            self.assertIn(CHANGES[game][1], own)
            self.assertFalse([line for line in own if "#" in line])
            self.assertIn("Another one", self.good("replay", match, "--lang", "en").out)
            told = json.loads(self.good("replay", match, "--json").out)
            self.assertEqual(told["own"]["en"], "Another one")
            # whoever has the match has the scenario
            again = self.folder / "again.scenario"
            again.write_text("\n".join(own) + "\n", encoding="utf-8")
            self.assertEqual(self.good("selfplay", game, "--scenario", again).out,
                             self.good("selfplay", game, "--scenario", f"@{file}").out)

    def test_new_play_show_perft_bench(self):
        file = self.copy("_template")
        match = self.folder / "new.gg"
        self.good("new", "_template", match, "--scenario", file)
        self.assertIn("own cards 2 2 1 2 2", bodies(match))
        self.good("verify", match, code=NO)  # it has not begun
        self.good("play", "_template", "--scenario", file, "--seats", "human,random", "--plain",
                  input="?\nresign\n")
        told = json.loads(self.good("show", "_template", f"scenario:{file}", "--json").out)
        self.assertEqual(told["own"]["en"], "Another one")
        self.good("perft", "_template", f"scenario:{file}", "--depth", 1)
        self.good("bench", "--game", "_template", "--seconds", "0.1", "--scenario", file)

    def test_forged_matches_are_refused_with_their_line(self):
        match = self.folder / "m.gg"
        self.good("new", "_template", match, "--scenario", self.copy("_template"))
        lines = bodies(match)

        def refused(old, new, after=0):
            at = lines.index(old)
            made = lines[:at] + new + lines[at + 1:-1]
            digest = bytes(32)
            for body in made:
                digest = hashlib.sha256(digest + body.encode()).digest()
            forged = self.folder / "forged.gg"
            forged.write_text(signed(made + [f"open 0 {digest.hex()}"]), encoding="utf-8")
            got = run("replay", forged, "--lang", "en")
            self.assertEqual(got.code, BAD, got.out)
            self.assertIn(f"forged.gg:{at + 1 + after}:", got.err)
            return got.err

        cards = "own cards 2 2 1 2 2"
        self.assertIn("not a number", refused(cards, ["own cards 2 2 9 2 2"]))
        self.assertIn("not written", refused(cards, ["own cards  2 2 1 2 2"]))
        self.assertIn("not written", refused(cards, [cards + " # mine"]))
        self.assertIn("twice", refused(cards, [cards, cards], 1))
        self.assertIn("expected", refused("option turns 8", ["option turns 8", cards], 1))
        self.assertIn("like another", refused("scenario standard", ["scenario empty"], 1))
        self.assertIn("too long", refused(cards, [cards] + ["own " + "x" * 300] * 14, 14))

    def test_studies(self):
        file, point = self.copy("_template"), self.folder / "point"
        study = ("study", "_template", "--games", 32, "--scenario")
        told = json.loads(self.good(*study, file, "--json", "--checkpoint", point).out)["result"]
        self.assertEqual(told["own"]["en"], "Another one")
        self.assertIn("Another one", self.good(*study, file, "--lang", "en").out)
        self.good(*study, file, "--json", "--checkpoint", point)
        # another text is another order
        self.bad(*study, self.copy("_template", change=False), "--checkpoint", point,
                 says="another study")
        file = self.copy("_template")
        page = self.folder / "page.html"
        text = file.read_text(encoding="utf-8").replace("name.en Another", "name.en <b>Another")
        file.write_text(text, encoding="utf-8")
        self.good(*study, file, "--html", page, "--lang", "en")
        self.assertIn("&lt;b>Another", page.read_text(encoding="utf-8"))
        self.good("study", "compare", "_template", f"scenario={file}", "scenario=standard",
                  "--games", 64)


if __name__ == "__main__":
    unittest.main()
