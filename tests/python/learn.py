#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The example of bindings/python, trained for two minutes of processor time in each game, and what
it then wins against a random player. Usage: tests/python/learn.py [SECONDS [GAMES]]
Exit status: 0 at least 60 % in every game, 1 less."""
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
PACKAGE = Path(__file__).resolve().parents[2] / "bindings" / "python"
sys.path.insert(0, str(PACKAGE))


def main():
    if "--help" in sys.argv[1:]:
        print(__doc__)
        return 0
    import grognard  # pylint: disable=import-outside-toplevel
    good, words = True, (sys.argv[1:] + ["120", "400"][len(sys.argv) - 1:])[:2]
    for game in grognard.games():
        done = subprocess.run([PACKAGE / "examples" / "linear.py", game, *words], check=False,
                              capture_output=True, text=True)
        print(done.stdout.strip() or done.stderr.strip(), flush=True)
        good = good and done.returncode == 0 and \
            float(done.stdout.split(",")[-1].strip(" %\n")) >= 60
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
