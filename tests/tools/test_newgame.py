# SPDX-License-Identifier: Apache-2.0
"""tools/newgame: bad names are refused and leave no trace; a good one makes a game that builds,
plays its own tests and a hundred random games, and passes the tools."""
from planting import Copy


class Refusals(Copy):
    KEEP = ("tools/newgame", "tools/common.py", "games/")

    def listing(self):
        return sorted(str(p) for p in (self.root / "games").rglob("*")) + [
            self.text("games/registry.def")]

    def refused(self, words, *arguments):
        before = self.listing()
        status, output = self.run_in("tools/newgame", *arguments)
        self.assertEqual(status, 2, output)
        self.assertIn(words, output)
        self.assertEqual(self.listing(), before)

    def test_capitals(self):
        self.refused("no name", "Outpost")

    def test_digit_first(self):
        self.refused("no name", "7days")

    def test_a_path(self):
        self.refused("no name", "../outpost")

    def test_too_short_and_too_long(self):
        self.refused("3 to 24", "ab")
        self.refused("3 to 24", "a" * 25)

    def test_a_keyword_and_a_layer(self):
        self.refused("something else", "switch")
        self.refused("something else", "engine")

    def test_an_existing_folder(self):
        (self.root / "games/outpost").mkdir()
        self.refused("already exists", "outpost")

    def test_a_registered_name(self):
        self.write("games/registry.def", self.text("games/registry.def")
                   + "GAME(outpost, gg_game_outpost)\n")
        self.refused("already registered", "outpost")

    def test_prefix(self):
        self.refused("already in use", "outpost", "--prefix", "tp")
        self.refused("two small letters", "outpost", "--prefix", "O")

    def test_letter(self):
        self.refused("another game's rules", "outpost", "--letter", "Z")
        self.refused("one capital", "outpost", "--letter", "zz")

    def test_a_title_that_breaks_the_table(self):
        self.refused("no title", "outpost", 'Le "Poste"')

    def test_no_name(self):
        self.run_in("tools/newgame", status=2)


class NewGame(Copy):
    # Everything the program is built from, and the tools.
    KEEP = ("tools/", "base/", "include/", "games/", "engine/", "host/", "apps/", "meson.build",
            "meson_options.txt", ".clang-format", "docs/", "tests/contract/", "tests/conformance/",
            "tests/golden/", "tests/mutants/")

    def test_the_copy_is_a_game(self):
        self.run_in("tools/newgame", "outpost", "L'Avant-poste", "The Outpost", status=0)
        self.no_trace_of_the_template()
        self.assertIn("GAME(outpost, gg_game_outpost)\n", self.text("games/registry.def"))
        # Of the tests only what tools/mutate builds on.
        self.write("tests/meson.build", "long = 1200\nsubdir('conformance')\nsubdir('mutants')\n")
        # Whether it builds and what it plays do not depend on how well it is optimized.
        self.run_in("tools/build", "--program", "build", "-Doptimization=0", "-Ddebug=false",
                    status=0)
        program = "build/grognard"
        plays = sorted(str(p.relative_to(self.root)) for p in
                       (self.root / "games/outpost/tests").glob("*.play"))
        self.assertTrue(plays)
        _, output = self.run_in(program, "test", *plays, status=0)
        self.assertRegex(output, r"[1-9]\d* passed, 0 failed")
        _, output = self.run_in(program, "games", "--json", status=0)
        self.assertIn('"outpost"', output)
        self.assertIn("L'Avant-poste", output)
        self.run_in(program, "rules", "D9", status=0)
        for script in sorted((self.root / "games/outpost/tests").glob("slow.py")):
            self.run_in("python3", script, status=0)
        self.plays_like_the_template(program)
        self.passes_the_tools()

    def no_trace_of_the_template(self):
        for path in sorted((self.root / "games/outpost").rglob("*")):
            self.assertNotIn("template", path.name)
            if path.is_file() and path.suffix != ".md":
                text = path.read_text(encoding="utf-8")
                self.assertNotRegex(text, r"\btp_|gg_game_template|_TEMPLATE|game _template"
                                          r"|\bZD?\d", str(path))

    def plays_like_the_template(self, program):
        """The same seed plays the same hundred games: only names have changed."""
        digests = []
        for game in ("_template", "outpost"):
            _, output = self.run_in(program, "selfplay", game, "--games", "100", "--seed", "1",
                                    "--hash", status=0)
            digests.append(output.replace(game, "GAME"))
        self.assertTrue(digests[0].strip())
        self.assertEqual(digests[0], digests[1])

    def passes_the_tools(self):
        for command in (["tools/layers"], ["tools/purity"], ["tools/matrix"],
                        ["tools/tidy"]):
            _, output = self.run_in(*command)
            mine = [line for line in output.splitlines() if "outpost" in line]
            self.assertEqual(mine, [])
        _, output = self.run_in("tools/mutate", "--game", "outpost", status=0)
        self.assertRegex(output, r"outpost: (\d+) of \1 rules proved")
