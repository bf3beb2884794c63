# SPDX-License-Identifier: Apache-2.0
"""tools/ladder: who thinks by what, what is played and what is left, told with a program that only
notes how it was asked."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from planting import ROOT

PROGRAM = """#!{python}
import sys
with open({asked!r}, "a") as asked:
    asked.write(" ".join(sys.argv[1:]) + "\\n")
print({answer!r})
"""


class Ladder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.asked = self.folder / "asked"
        self.answers(0.99)

    def answers(self, score):
        answer = json.dumps({"score": score, "low": score, "high": score, "games": 6})
        program = self.folder / "program"
        program.write_text(PROGRAM.format(python=sys.executable, asked=str(self.asked),
                                          answer=answer))
        program.chmod(0o755)

    def ladder(self, *words):
        self.asked.write_text("")
        done = subprocess.run(
            [ROOT / "tools/ladder", "--program", self.folder / "program", "--kept",
             self.folder / "kept", "--games", "6", *words], capture_output=True, text=True,
            check=False)
        self.assertFalse(done.stderr)
        return done.returncode, done.stdout.splitlines(), self.asked.read_text().splitlines()

    def test_generals_have_time_and_colonels_their_nodes(self):
        code, _, asked = self.ladder("--ms", "40")
        self.assertEqual(code, 0)
        for line in asked:
            words = line.split()
            for side in "ab":
                level, own = words[words.index(f"--{side}") + 1], f"--ms-{side}"
                self.assertEqual(own in words, level == "general", line)
            self.assertNotIn("--ms", words)
        timed = [line for line in asked if "--ms-a 200 --ms-b 10" in line]
        self.assertEqual(len(timed), 3)

    def test_one_game(self):
        _, _, asked = self.ladder("--only", "salvo")
        self.assertEqual({line.split()[1] for line in asked}, {"salvo"})

    def test_hours_are_stated_first(self):
        code, told, asked = self.ladder("--hours")
        self.assertEqual((code, len(told), asked), (0, 1, []))

    def test_what_would_take_too_long_is_left_and_what_is_kept_is_told(self):
        _, all_told, _ = self.ladder()
        _, told, asked = self.ladder("--hours-most", "0")
        self.assertTrue(asked)
        for line in asked:
            self.assertFalse({"colonel", "general"} & set(line.split()), line)
        self.assertIn(f"{len(all_told) - 2 - len(asked)} skipped", told[-1])
        for seat in "12":
            kept = self.folder / "kept" / f"salvo-relay-general-greedy-{seat}"
            kept.write_bytes(b"head\n" + b"ggsp" * 3)
        _, _, more = self.ladder("--hours-most", "0")
        self.assertEqual([line for line in more if line not in asked],
                         [line for line in more if "--a general --b greedy" in line])
        self.assertEqual(len(more), len(asked) + 1)

    def test_below_the_floor_fails(self):
        self.answers(0.5)
        code, told, _ = self.ladder("--only", "bautzen")
        self.assertEqual(code, 1)
        self.assertTrue(all(line.endswith(": not reached") for line in told[1:-1]), told)


if __name__ == "__main__":
    unittest.main()
