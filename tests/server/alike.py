#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does a match of others cost as much as one that does not exist? `./check --long alike`.

The server runs under Valgrind's callgrind, which counts the instructions of the function that
handles a request (srv_handle). A stranger asks for a match of somebody else's and for one that does
not exist, by turns; once while the match is in memory and once when it is in the store alone. The
counts of a request may differ by 1 %: the two names differ too, and end in other places of the
server's tables. `--help` shows this text. Valgrind must be there."""
import glob
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from client import PROGRAM, Person, Server  # noqa: E402

TIMES, SHARE = 200, 0.01
PATHS = (("GET", "/api/matches/*"), ("GET", "/api/matches/*/events"),
         ("POST", "/api/matches/*/actions"), ("GET", "/api/matches/*/plans"))


class Counted(Server):
    """A server whose instructions are counted."""

    def __init__(self, folder, number):
        self.out = folder / f"callgrind.{number}"
        wrapper = folder / "grognard"
        wrapper.write_text("#!/bin/sh\nexec valgrind --tool=callgrind --quiet --collect-atstart=no "
                           f"--toggle-collect=srv_handle --callgrind-out-file={self.out} "
                           f"{PROGRAM} \"$@\"\n")
        wrapper.chmod(0o755)
        super().__init__(folder / "server.db", program=wrapper)

    def count(self):
        """Instructions since the last count."""
        before = set(glob.glob(f"{self.out}.*"))
        subprocess.run(["callgrind_control", "--dump", str(self.process.pid)], check=True,
                       capture_output=True)
        made = set(glob.glob(f"{self.out}.*")) - before
        assert len(made) == 1, made
        found = re.search(r"^(?:summary|totals): (\d+)", Path(made.pop()).read_text(), re.M)
        return int(found.group(1))


def cost(server, stranger, method, path):
    server.count()
    for _ in range(TIMES):
        got = stranger.ask(method, path, None if method == "GET" else {})
        assert got.status == 404, got.body
    return server.count() / TIMES


def compare(server, match, where):
    """How many of the comparisons fail."""
    failed = 0
    stranger = Person(server)
    for method, path in PATHS:
        names = {"theirs": path.replace("*", match), "none": path.replace("*", "a" * len(match))}
        for name in names.values():  # what is made once is made
            stranger.ask(method, name, None if method == "GET" else {})
        found = {kind: cost(server, stranger, method, name) for kind, name in names.items()}
        ratio = found["theirs"] / found["none"]
        good = abs(ratio - 1) <= SHARE
        failed += not good
        print(f"{'ok  ' if good else 'FAIL'} {where:<12} {method:<4} {path:<24} theirs "
              f"{found['theirs']:.0f}, none {found['none']:.0f} instructions: {ratio:.4f}",
              flush=True)
    return failed


def main():
    if "--help" in sys.argv:
        print(__doc__)
        return 0
    if not shutil.which("valgrind"):
        print("valgrind is missing: sudo apt-get install valgrind", file=sys.stderr)
        return 3
    failed = 0
    with tempfile.TemporaryDirectory(prefix="grognard-alike-") as folder:
        server = Counted(Path(folder), 1)
        try:
            owner = Person(server)
            match = owner.new("human", "human")
            owner.do(match, "handover", seat="north")
            failed += compare(server, match, "in memory")
        finally:
            server.stop()
        server = Counted(Path(folder), 2)
        try:
            failed += compare(server, match, "in the store")
        finally:
            server.stop()
    print(f"{2 * len(PATHS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
