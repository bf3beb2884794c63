# SPDX-License-Identifier: Apache-2.0
"""tools/mutate: the faults it makes, what a comment heads, a planted survivor, a fault that is
noticed, and what is kept of a pass for the next one."""
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from planting import GAME, ROOT, Copy

sys.path.insert(0, str(ROOT / "tools"))
from cites import places  # noqa: E402
from fates import Record  # noqa: E402
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


class Kept(unittest.TestCase):
    """The record of fates, by itself."""
    ONE, TWO, LONG = ("a", "a"), ("b", "b"), ("c", "c.1")

    def setUp(self):
        folder = tempfile.mkdtemp(prefix="grognard-fates-")
        self.addCleanup(shutil.rmtree, folder, True)
        self.path = Path(folder) / "game.fates"

    def record(self, *tests, sources="s", most=None):
        made = Record(self.path, sources, list(tests), most)
        self.addCleanup(made.close)
        return made

    def test_noticed_holds_while_the_test_is_there(self):
        self.record(self.ONE, self.TWO).notice("f", 1, "fails")
        self.assertEqual(self.record(self.TWO, self.ONE).found, {"f": [(0, "fails")]})
        self.assertEqual(self.record(self.ONE).found, {})

    def test_survived_asks_new_tests_only(self):
        self.record(self.ONE, self.LONG).survive("f")
        self.assertEqual(self.record(self.TWO, self.ONE, self.LONG).blind("f"), {1, 2})
        self.assertEqual(self.record(self.ONE, ("c", "c.10")).blind("f"), {0})  # longer

    def test_two_passes_add_up(self):
        self.record(self.ONE).survive("f")
        self.record(self.ONE, self.TWO).survive("f")
        self.assertEqual(self.record(self.ONE, self.TWO).blind("f"), {0, 1})
        self.assertEqual(self.record(self.TWO).blind("f"), {0})

    def test_other_sources_make_it_void(self):
        self.record(self.ONE).survive("f")
        self.assertEqual(self.record(self.ONE, sources="t").blind("f"), set())
        self.assertEqual(self.record(self.ONE, sources="t").found, {})
        self.assertEqual(self.record(self.ONE).blind("f"), set())  # and stays so

    def test_survived_when_few_were_asked(self):
        self.record(self.ONE, most=5).survive("f")
        self.assertEqual(self.record(self.ONE, most=4).blind("f"), {0})
        self.assertEqual(self.record(self.ONE, most=6).blind("f"), set())
        self.assertEqual(self.record(self.ONE).blind("f"), set())
        self.record(self.ONE).survive("f")
        self.assertEqual(self.record(self.ONE, most=6).blind("f"), {0})

    def test_a_line_cut_short_says_nothing(self):
        self.record(self.ONE).notice("f", 0, "fails")
        text = self.path.read_text(encoding="utf-8")
        self.path.write_text(text[:-7], encoding="utf-8")
        self.assertEqual(self.record(self.ONE).found, {})


class Template(Copy):
    """The real program on the template."""
    KEEP = ("tools/", "games/", "tests/mutants/")

    def mutate(self, *words):
        return self.run_in("tools/mutate", "--build", str(ROOT / "build"), "--game", "_template",
                           *words)


class Passes(Template):
    """A campaign in passes says what one pass says."""
    def told(self, output):
        """(rules, refusals, noticed, all, known)"""
        found = re.search(r"(\d+) of \d+ rules proved, (\d+) of \d+ refusals, (\d+) of (\d+) .*; "
                          r"(\d+) known from earlier passes", output)
        self.assertTrue(found, output)
        return tuple(map(int, found.groups()))

    def one_pass(self, *words):
        return self.told(self.mutate("--record", "kept", *words)[1])

    def test_what_is_known_is_not_asked_again(self):
        kept = self.root / "kept/_template.fates"
        *first, known = self.one_pass()
        self.assertEqual(known, 0)
        whole = kept.read_text(encoding="utf-8")
        self.assertEqual(self.one_pass(), (*first, first[3]))
        self.assertEqual(kept.read_text(encoding="utf-8"), whole)
        kept.write_text(whole[:len(whole) // 2], encoding="utf-8")  # stopped half-way
        *again, known = self.one_pass()
        self.assertEqual(again, first)
        self.assertTrue(0 < known < first[3])
        self.assertEqual(self.one_pass("--fresh"), (*first, 0))
        # It is believed: a survivor that the record calls noticed counts as noticed.
        lost = re.search(r"^survived\t(.*)\t1\t0$", whole, re.M).group(1)
        test = re.search(r"^suite\t1\t(\w+)", whole, re.M).group(1)
        kept.write_text(f"{whole}noticed\t{lost}\t{test}\tfails\n", encoding="utf-8")
        self.assertEqual(self.one_pass()[2], first[2] + 1)
        # A changed rule makes all of it void, a comment nothing.
        source = self.root / GAME / "r3_turn.c"
        code = source.read_text(encoding="utf-8")
        source.write_text(code + "// no more\n", encoding="utf-8")
        self.assertEqual(self.one_pass()[2], first[2] + 1)
        source.write_text(code + "int more;\n", encoding="utf-8")
        self.assertEqual(self.one_pass("--no-build"), (*first, 0))

    def test_listed_survivors_are_not_tried(self):
        _, _, noticed, total, _ = self.one_pass()
        kept = (self.root / "kept/_template.fates").read_text(encoding="utf-8")
        found = re.search(r"^noticed\t(.*: \w+ < \w+ => never)\t", kept, re.M).group(1)
        (self.root / GAME / "tests/survivors.txt").write_text(f"{found} | untrue\n")
        status, output = self.mutate("--listed")
        self.assertEqual(status, 0, output)
        self.assertEqual(self.told(output)[2:4], (noticed - 1, total))
        self.assertIn("1 believed", output)


class Survivor(Template):
    """With its own blocks, and with blocks that look away."""

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
