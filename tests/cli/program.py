# SPDX-License-Identifier: Apache-2.0
"""The program as its users meet it: a command line, what it prints, its exit code."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("GROGNARD_BUILD", ROOT / "build"))
PROGRAM = BUILD / "grognard"
PROBES = BUILD / "tests" / "cli" / "grognard-probes"
GAME = "_template"
YES, NO, BAD, ENVIRONMENT, FORGED = 0, 1, 2, 3, 4
COMMANDS = ("games rules new play why odds hint analyse luck selfplay study ladder fit bot "
            "perft solve bench replay show verify test deck company scenario sentences "
            "fuzz-corpus serve backup key loadtest help").split()


@dataclass
class Answer:
    code: int
    out: str
    err: str

    def json(self):
        return json.loads(self.out)


def environment(**more):
    """The caller's, without its language."""
    env = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    env.update(more)
    return env


def run(*words, input="", env=None, program=PROGRAM, cwd=ROOT, patience=120):
    done = subprocess.run([str(program), *map(str, words)], input=input.encode(), cwd=cwd,
                          env=env or environment(), capture_output=True, timeout=patience,
                          check=False)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def good(self, *words, code=YES, **more):
        got = run(*words, **more)
        self.assertEqual(got.code, code, f"{words}\n{got.out[-2000:]}\n{got.err}")
        self.assertEqual(got.err, "", words)
        return got

    def bad(self, *words, code=BAD, says=None, **more):
        """Refused in one line on standard error, nothing on standard output."""
        got = run(*words, **more)
        self.assertEqual(got.code, code, f"{words}\n{got.out[-2000:]}\n{got.err}")
        self.assertEqual(got.out, "", words)
        self.assertRegex(got.err, r"\Agrognard: [^\n]+\n\Z", words)
        if says:
            self.assertRegex(got.err, says)
        return got

    def match(self, *options, name="match.gg", seed=7):
        """A finished match of random seats."""
        path = self.folder / name
        self.good("selfplay", GAME, "--seed", seed, "--save", path, *options)
        return path


FIRM, NARROW = "\u00a0", "\u202f"  # spaces that do not break, before : and before ; ? !
FRENCH = re.compile(r"[éèêàùçœ«]")
