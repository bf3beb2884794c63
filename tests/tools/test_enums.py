# SPDX-License-Identifier: Apache-2.0
"""tools/enums: which change of a table compiles everything again; a misplaced line is told."""
import os

from planting import GAME, Copy

RULES, NODES = f"{GAME}/rules.def", f"{GAME}/nodes.def"
VERB = 'VERB(PLANTED, "planted", (D_NONE), 0, "Rien", "Nothing")'


class Enums(Copy):
    KEEP = ("tools/enums", "base/", "include/", "games/")

    def setUp(self):
        super().setUp()
        self.make()

    def make(self):
        self.run_in("tools/enums", "enums.h", "enums.d", "include/grognard/enums.inc", GAME, "cc",
                    status=0)

    def rewritten(self):
        """Is the header written anew? Nothing that reads names alone is compiled if it is not."""
        os.utime(self.root / "enums.h", (1, 1))
        self.make()
        return (self.root / "enums.h").stat().st_mtime != 1

    def compiles(self):
        return self.run_in("cc", "-std=c17", "-fsyntax-only", '-DGG_ENUMERATORS="enums.h"', "-I.",
                           "-Iinclude", f"-I{GAME}", f"{GAME}/template.c")[0] == 0

    def test_a_text(self):
        self.replace(RULES, "Cinq gués se suivent", "Cinq gués\\nse suivent")
        self.assertFalse(self.rewritten())

    def test_a_comment_and_a_broken_line(self):
        self.replace(NODES, 'VERB(PASS, "pass",', '// told of nobody\nVERB(PASS,\n     "pass",')
        self.assertFalse(self.rewritten())

    def test_a_verb(self):
        self.append(NODES, VERB + "\n")
        self.assertTrue(self.rewritten())
        self.assertRegex(self.text("enums.h"), r"\bV_PLANTED,")
        self.assertTrue(self.compiles())

    def test_every_table_is_waited_for(self):
        for table in ("rules", "nodes", "events", "faces", "scenarios", "state"):
            self.assertIn(f"{GAME}/{table}.def", self.text("enums.d"))

    def test_a_line_in_the_wrong_file(self):
        self.assertTrue(self.compiles())
        self.append(RULES, VERB + "\n")
        self.make()
        self.assertFalse(self.compiles())
