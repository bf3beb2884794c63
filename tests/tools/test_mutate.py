# SPDX-License-Identifier: Apache-2.0
"""tools/mutate: the faults it makes, what a comment heads, a planted survivor and a fault that is
noticed."""
import sys
import unittest
from pathlib import Path

from planting import GAME, ROOT, Copy

sys.path.insert(0, str(ROOT / "tools"))
from cites import places  # noqa: E402
from mutants import Instrument  # noqa: E402


def faults(code):
    """{(old, new)} of a function body."""
    text = "bool f(int a, int b) {\n" + code + "\n}\n"
    work = Instrument("game", Path("games/game/x.c"), 0, text)
    work.run()
    return {(m.old, m.new) for m in work.found}, work


class Faults(unittest.TestCase):
    def assertFault(self, code, old, new):
        self.assertIn((old, new), faults(code)[0])

    def test_comparisons(self):
        self.assertFault("return a < b;", "a < b", "a <= b")
        self.assertFault("return a < b;", "a < b", "a >= b")
        self.assertFault("return a == b;", "a == b", "a != b")

    def test_numbers(self):
        made, _ = faults("g(5);")
        self.assertLessEqual({("5", "6"), ("5", "4"), ("5", "0")}, made)
        self.assertNotIn(("0", "1"), faults("return c[0];")[0])  # a place, not a fact
        self.assertNotIn(("0", "1"), faults("g(a, 0, 0);")[0])  # nothing
        self.assertEqual(len([m for m in faults("return 1 << a;")[1].found if m.old == "1"]), 2)

    def test_booleans(self):
        made, _ = faults("return a && b;")
        self.assertLessEqual({("a && b", "a || b"), ("a && b", "a"), ("a && b", "b")}, made)
        self.assertFault("return !a;", "!a", "a")

    def test_conditions(self):
        made, _ = faults("if (a) g();")
        self.assertLessEqual({("a", "always"), ("a", "never"), ("g();", "nothing")}, made)

    def test_returns(self):
        self.assertFault("return true;", "return true;", "return !(true)")

    def test_refusals(self):
        made, work = faults("GG_REFUSE_IF(a > 2, TOO_MANY, a, 7); return true;")
        self.assertIn(("refuse TOO_MANY", "never"), made)
        self.assertIn(("a > 2", "a >= 2"), made)
        self.assertNotIn(("7", "8"), made)  # what it tells is not when it refuses
        self.assertEqual([m.token for m in work.found if m.what == "refusal"], ["TOO_MANY"])

    def test_asserts_and_tables_are_left_alone(self):
        self.assertEqual(faults("GG_ASSERT(a < 3); static const int t[] = {1, 2}; (void)t;")[0],
                         set())

    def test_what_it_cannot_read_is_told(self):
        _, work = faults("#if 1\nreturn a;\n#endif")
        self.assertEqual(len(work.errors), 1)


class Heads(unittest.TestCase):
    CODE = """// R1: prose at the head of a file
#include "x.h"

// R2: a function
// and R3 too
int f(int a) {
    if (a) { // R4
        g(a);
        h(a);
    }
    // R5
    switch (a) {
    case 1: // R6
        g(1);
        break;
    case 2: return 5;
    }
    k(a,
      a); // R7
    return 1;
}
"""

    def headed(self, rule):
        found = places(Path("x.c"), {f"R{n}" for n in range(1, 8)}, {}, self.CODE)
        return [self.CODE[p.begin:p.end] for p in found if p.rule == rule]

    def test_prose_heads_nothing(self):
        self.assertEqual(self.headed("R1"), [])

    def test_a_function(self):
        for rule in ("R2", "R3"):
            self.assertTrue(self.headed(rule)[0].startswith("int f(int a)"))

    def test_a_statement_with_its_block(self):
        self.assertTrue(self.headed("R4")[0].endswith("h(a);\n    }"))
        self.assertTrue(self.headed("R5")[0].startswith("switch"))

    def test_a_case(self):
        self.assertTrue(self.headed("R6")[0].endswith("break;"))

    def test_a_statement_of_two_lines(self):
        self.assertTrue(self.headed("R7")[0].startswith("k(a"))


class Survivor(Copy):
    """The real program on the template: with its own blocks, and with blocks that look away."""
    KEEP = ("tools/", "games/", "tests/mutants/")

    def mutate(self, *words):
        return self.run_in("tools/mutate", "--build", str(ROOT / "build"), "--game", "_template",
                           *words)

    def test_a_weakened_test_lets_a_refusal_survive(self):
        told = "refuse NO_NEIGHBOUR => never"
        status, before = self.mutate()
        self.assertEqual(status, 0, before)
        self.assertNotIn(told, before)
        for path in sorted((self.root / GAME / "tests").glob("*.play")):
            kept = [line for line in path.read_text(encoding="utf-8").splitlines()
                    if "NO_NEIGHBOUR" not in line and "garrison f3" not in line]
            path.write_text("\n".join(kept) + "\n", encoding="utf-8")
        status, output = self.mutate()
        self.assertEqual(status, 1, output)
        self.assertIn(told, output)

    def test_a_rule_that_no_block_proves(self):
        for path in sorted((self.root / GAME / "tests").glob("*.play")):
            lines = [line.replace("Z11", "Z1") if line.startswith("#") else line
                     for line in path.read_text(encoding="utf-8").splitlines()]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        status, output = self.mutate()
        self.assertEqual(status, 1, output)
        self.assertIn("Z11: no block names it", output)

    def test_blocks_that_fail_anyway_prove_nothing(self):
        self.write(f"{GAME}/tests/planted.play", "# Z1  planted\ngame _template\n$ end 2 0\n")
        status, output = self.mutate()
        self.assertEqual(status, 1, output)
        self.assertIn("blocks fail without a fault", output)

    def test_no_such_game(self):
        status, _ = self.run_in("tools/mutate", "--no-build", "--game", "nothing")
        self.assertEqual(status, 2)
