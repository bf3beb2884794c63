# SPDX-License-Identifier: Apache-2.0
"""Arguments, help, languages: every command alike."""
import re
import subprocess

from program import (COMMANDS, ENVIRONMENT, FIRM, FRENCH, GAME, PROGRAM, ROOT, Case, environment,
                     run)


class Arguments(Case):
    def test_every_command_has_help_in_both_languages(self):
        for command in COMMANDS:
            with self.subTest(command):
                fr = self.good("--lang", "fr", command, "--help").out
                en = self.good(command, "--lang", "en", "--help").out
                self.assertIn(f"usage{FIRM}: grognard {command}", fr)
                self.assertIn("usage: grognard " + command, en)
                self.assertRegex(fr, FRENCH)
                for option in ("--json", "--help", "--lang"):
                    self.assertIn(option, en)
                self.assertEqual(re.findall(r"--\w+", fr), re.findall(r"--\w+", en))

    def test_help_lists_every_command(self):
        out = self.good("help").out
        for command in COMMANDS:
            self.assertRegex(out, rf"(?m)^  {command} ")
        self.assertEqual(out, self.good("--help").out)
        self.assertEqual(self.good("help", "why").out, self.good("why", "--help").out)
        self.bad("help", "nothing")

    def test_help_as_json(self):
        told = self.good("help", "--json").json()["commands"]
        self.assertEqual([c["name"] for c in told], list(COMMANDS))
        one = self.good("why", "--help", "--json").json()["commands"]
        self.assertIn("seat", [o["name"] for o in one[0]["options"]])

    def test_version(self):
        self.assertRegex(self.good("--version").out, r"\Agrognard \d+\.\d+\.\d+\n\Z")
        self.assertIn("version", self.good("--version", "--json").json())

    def test_unknown_words_are_refused(self):
        self.bad("nonsense", says="nonsense")
        self.bad("--nonsense", says="--nonsense")
        for command in COMMANDS:
            with self.subTest(command):
                self.bad(command, "--nonsense", says="--nonsense")
                self.bad(command, "-x", says="-x")

    def test_too_few_and_too_many(self):
        for words in (["new"], ["new", GAME], ["why", GAME, "scenario:standard"], ["selfplay"],
                      ["perft", GAME], ["replay"], ["verify"], ["test"], ["fuzz-corpus"], ["play"]):
            with self.subTest(words):
                self.bad(*words)
        for words in (["games", "x"], ["rules", "Z1", "x"], ["bench", "x"], ["verify", "a", "b"],
                      ["selfplay", GAME, "x"], ["play", GAME, "x"]):
            with self.subTest(words):
                self.bad(*words)

    def test_bad_values(self):
        for words in (["selfplay", GAME, "--games", "0"], ["selfplay", GAME, "--games", "1x"],
                      ["selfplay", GAME, "--games", ""], ["selfplay", GAME, "--seed", "-1"],
                      ["selfplay", GAME, "--seed", "99999999999999999999"],
                      ["selfplay", GAME, "--games"], ["bench", "--seconds", "0"],
                      ["bench", "--seconds", "nan"], ["bench", "--seconds", "1e9"],
                      ["perft", GAME, "scenario:standard", "--depth", "65"],
                      ["games", "--lang", "de"], ["games", "--lang"],
                      ["selfplay", GAME, "--seed", "1", "--seed", "2"]):
            with self.subTest(words):
                self.bad(*words)

    def test_bad_names(self):
        self.bad("selfplay", "nogame", says=f"nogame.*{GAME}")
        self.bad("rules", "--game", "nogame")
        self.bad("bench", "--game", "nogame")
        self.bad("selfplay", GAME, "--scenario", "nowhere", says="nowhere.*standard")
        self.bad("selfplay", GAME, "--option", "nothing=1", says="turns")
        self.bad("selfplay", GAME, "--option", "turns", says="NAME=VALUE")
        self.bad("selfplay", GAME, "--option", "turns=9", says="2.*8")
        self.bad("selfplay", GAME, "--seats", "random")
        self.bad("selfplay", GAME, "--seats", "random,random,random")
        self.bad("selfplay", GAME, "--seats", "random,human", says="human")
        self.bad("play", GAME, "--seats", "human,nobody", says="nobody")

    def test_language(self):
        """--lang, then LC_ALL, LC_MESSAGES, LANG: the first one that says something."""
        cases = [({}, "en"), ({"LANG": "fr_FR.UTF-8"}, "fr"), ({"LANG": "de_DE.UTF-8"}, "en"),
                 ({"LANG": "en_GB", "LC_MESSAGES": "fr_CA"}, "fr"),
                 ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
                 ({"LC_ALL": "", "LANG": "fr"}, "fr")]
        for env, lang in cases:
            with self.subTest(env):
                got = run("nonsense", env=environment(**env))
                self.assertEqual("commande inconnue" in got.err, lang == "fr", got.err)
        french = environment(LANG="fr_FR.UTF-8")
        self.assertIn("unknown command", run("--lang", "en", "nonsense", env=french).err)
        self.assertIn("unknown or ambig", run("games", "--nonsense", "--lang=en", env=french).err)

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([str(PROGRAM), "games"], stdout=full, stderr=subprocess.PIPE,
                                  check=False)
        self.assertEqual(done.returncode, ENVIRONMENT)
        self.assertIn(b"grognard: ", done.stderr)

    def test_menu_needs_a_terminal(self):
        self.bad(says="terminal")


class Catalogue(Case):
    """Both columns of a line take the same arguments in the same order."""

    def test_columns_agree(self):
        text = (ROOT / "apps/grognard/words.def").read_text(encoding="utf-8")
        string = r'"((?:\\.|[^"\\])*)"'
        lines = re.findall(rf"^WORD\((\w+), {string}, {string}\)$", text, re.M)
        self.assertEqual(len(lines), text.count("\nWORD("))
        self.assertGreater(len(lines), 100)
        for name, fr, en in lines:
            with self.subTest(name):
                def holes(t):
                    return re.findall(r"%[-+0-9.*]*(?:l|ll|z)?[a-zA-Z]", t.replace("%%", ""))
                self.assertEqual(holes(fr), holes(en))
                self.assertEqual(fr.endswith("\\n"), en.endswith("\\n"))
                # In French a blank goes before them.
                self.assertNotRegex(re.sub(r"\\[nt]", "\n", fr), r"\w[:;!?]( |$)")

    def test_no_word_is_left_over(self):
        text = (ROOT / "apps/grognard/words.def").read_text(encoding="utf-8")
        code = "".join(p.read_text(encoding="utf-8")
                       for p in (ROOT / "apps").glob("*/*.[ch]"))
        for name in re.findall(r"^WORD\((\w+),", text, re.M):
            self.assertTrue(re.search(rf"\bW_{name}\b", code), name)
