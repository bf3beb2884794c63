# SPDX-License-Identifier: Apache-2.0
"""The proofs themselves must be able to fail: a build that plays otherwise, a golden number that is
wrong, a count that differs, a planted crash are found out."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = "games/_template/tests/golden"


def built(name):
    """A test program of the build folder (build, or $BUILD)."""
    place = ROOT / os.environ.get("BUILD", "build") / "tests"
    found = [p for p in place.rglob(name) if p.is_file()]
    if not found:
        raise AssertionError(f"{place} has no {name}: build first")
    return found[0]


def run(*command, cwd=ROOT):
    done = subprocess.run([str(c) for c in command], cwd=cwd, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=1800, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


class Digests(unittest.TestCase):
    KINDS = ("--games", "3", "--kinds", "gcc-O0,gcc-O2")

    def test_a_build_that_plays_otherwise_is_found(self):
        status, said = run("tools/digests", *self.KINDS, "--spoil", "gcc-O2")
        self.assertEqual(status, 1, said)
        self.assertIn("DIFF _template random", said)

    def test_builds_that_agree_pass(self):
        status, said = run("tools/digests", *self.KINDS)
        self.assertEqual(status, 0, said)
        self.assertNotIn("DIFF", said)

    def test_bad_arguments(self):
        self.assertEqual(run("tools/digests", "--kinds", "tcc")[0], 2)


class Golden(unittest.TestCase):
    """Works on a copy of the golden files, with one number changed."""

    def setUp(self):
        self.place = Path(tempfile.mkdtemp(prefix="golden-"))
        self.addCleanup(shutil.rmtree, self.place)
        for found in [*ROOT.glob("games/*/tests"), *ROOT.glob("tests/contract/*/tests")]:
            shutil.copytree(found, self.place / found.relative_to(ROOT))
        self.program = built("golden")

    def change_last_digit(self, name):
        path = self.place / GOLDEN / name
        lines = path.read_text(encoding="utf-8").splitlines()
        lines[-1] = lines[-1][:-1] + ("1" if lines[-1][-1] != "1" else "2")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def test_unchanged_files_pass(self):
        status, said = run(self.program, "--game", "_template", cwd=self.place)
        self.assertEqual(status, 0, said)

    def test_a_wrong_digest_is_found(self):
        self.change_last_digit("selfplay.txt")
        status, said = run(self.program, "--game", "_template", cwd=self.place)
        self.assertEqual(status, 1, said)
        self.assertIn("1 failed", said)

    def test_a_wrong_count_is_found_by_both_generators(self):
        self.change_last_digit("perft.txt")
        slow = self.place / "games/_template/tests/slow.py"
        for command in ((self.program, "--game", "_template"), ("python3", slow)):
            status, said = run(*command, cwd=self.place)
            self.assertEqual(status, 1, said)
            self.assertIn("1 failed", said)

    def test_update_writes_what_stands_there(self):
        before = [(self.place / GOLDEN / n).read_bytes() for n in ("perft.txt", "selfplay.txt")]
        status, said = run(self.program, "--game", "_template", "--update", cwd=self.place)
        after = [(self.place / GOLDEN / n).read_bytes() for n in ("perft.txt", "selfplay.txt")]
        self.assertEqual(status, 0, said)
        self.assertEqual(before, after)


class Fuzz(unittest.TestCase):
    def test_a_planted_crash_is_found_and_kept_as_a_block(self):
        status, said = run("tools/fuzz", "--build", "build-fuzz/test", "--spoil", "--seconds", "5",
                           "walk")
        self.assertEqual(status, 1, said)
        self.assertIn("a planted bug", said)
        block = Path(re.search(r"as a block in (\S+)", said).group(1))
        self.assertTrue(block.read_text(encoding="utf-8").startswith("# a walk found"), said)
        shutil.rmtree(block.parent)


if __name__ == "__main__":
    unittest.main()
