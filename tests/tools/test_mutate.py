# SPDX-License-Identifier: Apache-2.0
"""tools/mutate: what it makes of each answer of the program; a real survivor of a weakened test."""
from planting import GAME, ROOT, Copy

MARKED = ROOT / "build" / "grognard-marked"
# Answers as the marked program does: by the name that is switched off.
FAKE = """#!/bin/sh
off=
[ "$2" = --off ] && off=$3
case $off in
'') echo '9 passed, 0 failed' ;;
Z9) echo '9 passed, 0 failed' ;;
Z10) echo 'bad option' >&2; exit 2 ;;
Z11) kill -ABRT $$ ;;
NOT_HOME) echo '8 passed, 1 failed'; exit 2 ;;
Z14) echo '0 passed, 0 failed' ;;
*) echo '8 passed, 1 failed'; exit 1 ;;
esac
"""


class Verdicts(Copy):
    KEEP = ("tools/mutate", "tools/common.py", "games/")

    def setUp(self):
        super().setUp()
        self.write("build/grognard-marked", FAKE)
        (self.root / "build/grognard-marked").chmod(0o755)
        self.write(f"{GAME}/tests/one.play", "# Z1  one\ngame _template\n")

    def test_survivors_and_errors_are_told(self):
        status, output = self.run_in("tools/mutate")
        self.assertEqual(status, 1, output)
        line = next(n for n, text in enumerate(self.text(f"{GAME}/rules.def").splitlines(), 1)
                    if text.startswith("RULE(Z9,"))
        self.assertIn(f"{GAME}/rules.def:{line}: Z9 of _template was switched off and no .play "
                      "block noticed", output)
        told = {l.split(": ")[1].split()[0] for l in output.splitlines() if ".def:" in l}
        self.assertEqual(told, {"Z9", "Z10", "Z14"})  # a trap and a senseless block are noticed
        self.assertIn("1 survived, 2 could not be run", output)

    def test_facts_are_not_switched_off(self):
        self.replace("build/grognard-marked", "Z9)", "Z1)")
        _, output = self.run_in("tools/mutate")
        self.assertNotIn("Z1 of", output)

    def test_sample(self):
        _, output = self.run_in("tools/mutate", "--sample", "3", "--seed", "5")
        self.assertIn("mutate: 3 of ", output)

    def test_tests_that_fail_anyway_prove_nothing(self):
        self.replace("build/grognard-marked", "'') echo '9 passed, 0 failed'",
                     "'') echo '8 passed, 1 failed'; exit 1")
        status, output = self.run_in("tools/mutate")
        self.assertEqual(status, 1)
        self.assertIn("fail with every rule on", output)

    def test_no_program(self):
        (self.root / "build/grognard-marked").unlink()
        self.run_in("tools/mutate", status=3)


class Survivor(Copy):
    KEEP = ("tools/mutate", "tools/common.py", "games/")

    def test_a_weakened_test_lets_a_rule_survive(self):
        self.assertTrue(MARKED.is_file(), "build/grognard-marked is not built: ./run --build")
        command = ["tools/mutate", "--program", str(MARKED), "--game", "_template"]
        _, before = self.run_in(*command)
        for path in sorted((self.root / GAME / "tests").glob("*.play")):
            kept = [line for line in path.read_text(encoding="utf-8").splitlines()
                    if "NO_NEIGHBOUR" not in line and "garrison f3" not in line]
            path.write_text("\n".join(kept) + "\n", encoding="utf-8")
        status, output = self.run_in(*command)
        self.assertEqual(status, 1, output)
        self.assertIn("NO_NEIGHBOUR of _template was switched off", output)
        self.assertNotIn("NO_NEIGHBOUR of _template was switched off", before)
