# SPDX-License-Identifier: Apache-2.0
"""A copy of the tree to plant violations in. The tools are run from the copy, with and without the
plant; what the one run finds and the other did not is the planted violation and nothing else, so
these tests do not depend on the tree being clean already."""
import atexit
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from common import tree  # noqa: E402

SNAPSHOTS = {}  # what is kept -> a copy without plants
BEFORE = {}     # what is kept, command -> what it finds there
FINDING = re.compile(r"^(\S+?):(\d+): (.*)$", re.M)
GAME = "games/_template"


def snapshot(keep):
    """The tree as it is now, or the files whose path begins with a word of `keep`, the template
    then being the only game. Made once; every test copies the copy."""
    if keep not in SNAPSHOTS:
        folder = Path(tempfile.mkdtemp(prefix="grognard-tools-"))
        atexit.register(shutil.rmtree, folder, True)
        for path in tree(ROOT):
            folder_of = path.parts[1] if path.parts[0] == "games" and len(path.parts) > 2 else None
            other = folder_of not in (None, "_template")
            if keep and (other or not str(path).startswith(keep)):
                continue
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, target)
        if keep:
            (folder / "games/registry.def").write_text("GAME(_template, gg_game_template)\n")
        SNAPSHOTS[keep] = folder
    return SNAPSHOTS[keep]


class Copy(unittest.TestCase):
    """Each test has a fresh copy; self.root is its root."""
    KEEP = ()  # everything

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="grognard-tools-")
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.root = Path(self.folder) / "tree"
        shutil.copytree(snapshot(self.KEEP), self.root)

    def run_in(self, *command, status=None):
        done = subprocess.run([str(c) for c in command], cwd=self.root, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              timeout=600)
        output = done.stdout.decode(errors="replace")
        if status is not None:
            self.assertEqual(done.returncode, status, f"{command}\n{output[-3000:]}")
        return done.returncode, output

    def findings(self, *command):
        status, output = self.run_in(*command)
        self.assertIn(status, (0, 1), output)
        found = {(p, int(n), s) for p, n, s in FINDING.findall(output)}
        self.assertEqual(status, 1 if found else 0, output)
        return found

    def text(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def write(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def append(self, path, text):
        """Adds lines at the end; returns the number of the first of them."""
        old = self.text(path)
        self.write(path, old + text)
        return old.count("\n") + 1

    def replace(self, path, old, new):
        text = self.text(path)
        self.assertIn(old, text, path)
        self.write(path, text.replace(old, new, 1))

    def before(self, command):
        """What a tool says of the tree as it is: asked once for all tests."""
        key = (self.KEEP, *command)
        if key not in BEFORE:
            root, self.root = self.root, snapshot(self.KEEP)
            BEFORE[key] = self.findings(*command)
            self.root = root
        return BEFORE[key]

    def expect(self, command, plant, path, line, words):
        """Plants, runs, and asks for new findings at exactly this place, with these words."""
        planted = plant()
        new = self.findings(*command) - self.before(command)
        line = planted if line is None else line
        self.assertEqual({(p, n) for p, n, _ in new}, {(path, line)}, new)
        self.assertTrue(any(words in s for _, _, s in new), f"{words!r} is not told: {new}")

    def plant_line(self, command, path, text, words):
        """The common case: one line at the end of a file."""
        self.expect(command, lambda: self.append(path, text + "\n"), path, None, words)
