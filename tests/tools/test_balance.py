# SPDX-License-Identifier: Apache-2.0
"""tools/balance: what is asked, what counts as fair and how it ends, told with a program whose
results are planted."""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from planting import ROOT

PROGRAM = """#!{python}
import sys
words = sys.argv[1:]
with open({asked!r}, "a") as asked:
    asked.write(" ".join(words) + "\\n")
answers = {answers!r}
print(answers.get(words[words.index("--scenario") + 1], answers[""]))
"""


def result(won, first, draws=0, games=400):
    """A study in which the first seat won so many, and so many were won by who moved first."""
    seats = [{"wins": {"n": won}, "when_first": {"n": first}},
             {"wins": {"n": games - won - draws}, "when_first": {"n": 0}}]
    return json.dumps({"result": {"games": games, "draws": {"n": draws}, "by_seat": seats}})


class Balance(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.asked = self.folder / "asked"

    def balance(self, *words, **answers):
        answers[""] = answers.pop("others", result(200, 200))
        program = self.folder / "program"
        program.write_text(PROGRAM.format(python=sys.executable, asked=str(self.asked),
                                          answers=answers))
        program.chmod(0o755)
        self.asked.write_text("")
        done = subprocess.run([ROOT / "tools/balance", "--program", program, *words],
                              capture_output=True, text=True, check=False)
        self.assertNotIn("Traceback", done.stderr)
        return done.returncode, done.stdout.splitlines(), self.asked.read_text().splitlines()

    def test_all_that_is_offered_is_played_once(self):
        code, told, asked = self.balance()
        self.assertEqual((code, told[-1]), (0, "29 passed, 0 failed"))
        self.assertEqual((len(asked), len(set(asked))), (26, 26))
        for line in asked:
            self.assertRegex(line, r"--seats captain,captain --games 400 --seed 2027 ")

    def test_what_is_offered_stands_in_the_document(self):
        text = (ROOT / "docs/balance.md").read_text().split("## Where it stands")[0]
        _, told, asked = self.balance()
        for line in asked:
            self.assertIn(f"`{line.split()[3]}`", text)
        pairs = {m[1].replace(" - ", " – ") for m in
                 (re.match(r"\w+ +\w+ +(\w+(?: \w+)? - \w+(?: \w+)?) +first", line)
                  for line in told) if m}
        self.assertEqual(len(pairs), 10)  # two of them in two scenarios each
        for pair in pairs:
            self.assertIn(pair, text)

    def test_a_line_is_fair_inside_its_interval(self):
        for won, failed in ((173, 0), (171, 1), (227, 0), (229, 1)):
            code, told, _ = self.balance("--only", "bautzen", campaign=result(won, 200))
            bad = [line for line in told if line.endswith(": not fair")]
            self.assertEqual((code, len(bad)), (failed, failed), told)
            self.assertTrue(all("campaign" in line for line in bad))

    def test_together_and_who_moves_first(self):
        _, told, _ = self.balance("--only", "bautzen", others=result(200, 180))
        self.assertTrue(told[3].endswith(": not fair"))  # 45 % for who moves first
        self.assertEqual(told[-1], "3 passed, 1 failed")
        _, told, _ = self.balance("--only", "bautzen", others=result(215, 200))
        self.assertEqual(told[-1], "3 passed, 1 failed")  # 53.75 % for the first seat

    def test_a_draw_counts_one_half(self):
        _, told, _ = self.balance("--only", "bautzen", others=result(150, 150, draws=100))
        self.assertIn("first seat  50.0 %", told[0])
        self.assertEqual(told[-1], "4 passed, 0 failed")

    def test_a_study_cut_short_is_no_result(self):
        code, told, _ = self.balance("--only", "bautzen", others=result(90, 90, games=180))
        self.assertEqual((code, told), (1, []))


if __name__ == "__main__":
    unittest.main()
