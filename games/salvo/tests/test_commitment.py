#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""C51 C52 a target named is never taken back, not even when the salvo rolls no dice.

A match on the terminal: West sets up at its own edge, far from everything, and its Pathfinders
shoot at a walker so far away that failure is certain. The undo that a draft still allows is then
refused by these two rules."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
PROGRAM = ROOT / "build" / "grognard"
WORDS = ("play", "salvo", "--plain", "--lang", "en", "--scenario", "courier", "--companies",
         "austral_1,austral_1", "--seats", "human,random")
STEPS_MAX = 120


class Match:
    def __init__(self, seed):
        self.person = subprocess.Popen([str(PROGRAM), *WORDS, "--seed", str(seed)], text=True,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT)
        self.said = self.answer()

    def answer(self):
        said = ""
        while not said.endswith("\n> "):
            letter = self.person.stdout.read(1)
            if not letter:
                raise RuntimeError("the match has ended: " + said[-500:])
            said += letter
        return said

    def type(self, line):
        self.person.stdin.write(line + "\n")
        self.person.stdin.flush()
        self.said = self.answer()
        return self.said

    def listed(self):
        return re.findall(r"(?m)^  (\S.*?)(?:  |$)", self.type("?").split(" actions:\n")[-1])

    def close(self):
        self.person.kill()
        self.person.wait()
        self.person.stdin.close()
        self.person.stdout.close()


def hopeless_shot(match):
    """A shot of the unit that acts which cannot hit, or None."""
    for unit in range(1, 7):
        shot = f"shoot e{unit} coil_carbine"
        if "Failure is certain" in match.type("ledger " + shot).split("Penetration")[0]:
            return shot
    return None


def play(match):
    """Plays whatever is listed first until Pathfinders may fire such a shot; then takes it back."""
    for _ in range(STEPS_MAX):
        listed = match.listed()
        verbs = [action.split()[0] for action in listed]
        shot = hopeless_shot(match) if "end" in verbs else None
        if shot and "will" in verbs:
            if "Refused" in match.type("move combat") or "taken back" in match.type("u"):
                raise AssertionError("a draft cannot be taken back")
            if "aims at" not in match.type(shot) or "Successes: 0" not in match.said:
                raise AssertionError("no shot, or dice: " + match.said[-500:])
            return match.type("u")
        match.type("end none" if "end" in verbs else listed[0])
    return None


def main():
    for seed in range(1, 9):
        match = Match(seed)
        try:
            answer = play(match)
        except RuntimeError:
            answer = None
        finally:
            match.close()
        if answer is not None:
            good = "(C51)" in answer and "(C52)" in answer
            print("1 passed, 0 failed" if good else "The salvo was taken back.\n" + answer)
            return 0 if good else 1
    print("No such shot was found.")
    return 1


if __name__ == "__main__":
    if len(sys.argv) > 1:
        PROGRAM = pathlib.Path(sys.argv[1])
    sys.exit(main())
