# SPDX-License-Identifier: Apache-2.0
"""Data of earlier formats (tests/fixtures): a database made by an earlier program reads back to the
same positions, logs and files, goes on, and its keys are known."""
import gzip
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from client import PROGRAM, ROOT, Person, Server

FIXTURES = ROOT / "tests" / "fixtures"


def told(person, match, viewer):
    """As tests/fixtures/make.py wrote it down."""
    state = person.state(match, f"?since=0&viewer={viewer}")
    log = [[e["entry"], e["seat"], [[line["fr"], line["en"]] for line in e["lines"]], e["dice"]]
           for e in state["log"]]
    return {"over": state["over"], "viewer": state["viewer"], "entry": state["entry"],
            "commitment": state["commitment"], "log": log,
            "file": person.get(f"/api/matches/{match}/file").body.decode()}


def kept(field):
    """What must stay as it was told. A log is told in the words of whoever tells it: its entries,
    seats and dice stay, and every line says something in both languages. This server signs with its
    own key, which is not the one of then."""
    if isinstance(field, str) and field.startswith("grognard match 2"):
        return re.sub(r"(?ms)^signer [0-9a-f]{64} #.*\Z", "signed", field)
    if not isinstance(field, list):
        return field
    return [[entry, seat, all(all(line) for line in lines), dice]
            for entry, seat, lines, dice in field]


class Formats(unittest.TestCase):
    folder = "format-1"

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-formats-")
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name) / "server.db"

    def load(self, name):
        with gzip.open(FIXTURES / name / "store.sql.gz", "rt", encoding="utf-8") as text:
            script = text.read()
        with sqlite3.connect(self.data) as db:
            db.executescript(script)
        with gzip.open(FIXTURES / name / "told.json.gz", "rt", encoding="utf-8") as text:
            return json.load(text)

    def person(self, cookie):
        self.server = Server(self.data)
        self.addCleanup(self.server.stop)
        person = Person(self.server, session=False)
        person.cookie = cookie
        return person

    def look(self, person, match, viewer):
        """Takes over at one screen, if that is due."""
        state = person.state(match)
        if state["handover"]:
            self.assertEqual(state["handover"], viewer)
            person.do(match, "handover", seat=viewer)

    @staticmethod
    def of_older_rules(person, before):
        head = dict(line.split()[:2] for line in before["file"].splitlines()[:3])
        return int(head["rules"]) < person.get(f"/api/games/{head['game']}").json()["version"]

    def of_other_rules(self, person, match, before):
        """Its rules have risen since and differ: nothing but that is said of it. What else becomes
        of such a match is tried in test_old_rules.py."""
        got = person.get(f"/api/matches/{match}")
        return (self.of_older_rules(person, before) and got.status == 409
                and got.code == "other_rules")

    def test_every_match_reads_back(self):
        known = self.load(self.folder)
        person = self.person(known["cookie"])
        for again in range(2):
            read = 0
            for match, before in known["matches"].items():
                if self.of_other_rules(person, match, before):
                    continue
                read += 1
                with self.subTest(match=before["remark"], again=again):
                    if not before["over"]:
                        self.look(person, match, before["viewer"])
                    after = told(person, match, before["viewer"])
                    if self.of_older_rules(person, before):
                        # Later rules tell the same positions in their own way; the file of a
                        # running match is a view, in which events stand too.
                        del after["log"]
                        if not before["over"]:
                            del after["file"]
                    for field in after:
                        self.assertEqual(kept(after[field]), kept(before[field]), field)
            self.assertGreater(read, 3)
            self.assertEqual(self.server.stop(), 0)
            person = self.person(known["cookie"])

    def test_running_matches_go_on(self):
        known = self.load(self.folder)
        person = self.person(known["cookie"])
        running = {m: k for m, k in known["matches"].items()
                   if not k["over"] and not self.of_other_rules(person, m, k)}
        self.assertGreater(len(running), 1)
        lengths = {}
        for match, before in running.items():
            self.look(person, match, before["viewer"])
            self.assertEqual(person.do(match, "resign", key="last words").status, 200)
            file = person.get(f"/api/matches/{match}/file").body.decode()
            lengths[match] = len(file.splitlines())
            got = person.post("/api/replays", file, Content_Type="text/plain")
            self.assertEqual(got.status, 201, got.body)  # every hash agrees
        self.assertEqual(self.server.stop(), 0)
        person = self.person(known["cookie"])
        for match in running:
            file = person.get(f"/api/matches/{match}/file").body.decode()
            self.assertEqual(len(file.splitlines()), lengths[match])
            self.assertEqual(person.do(match, "resign", key="last words").status, 200)

    def test_keys_are_known(self):
        known = self.load(self.folder)
        person = self.person(known["cookie"])
        match = next(m for m, k in known["matches"].items() if "keys" in k["remark"])
        entries = person.state(match)["entry"]
        got = person.do(match, "draw", answer="offer", key="offer")
        self.assertEqual(got.status, 200, got.body)
        self.assertEqual(person.state(match)["entry"], entries)


class SignedFormats(Formats):
    folder = "format-2"

    def test_the_key_of_then(self):
        text = (FIXTURES / self.folder / "signed.gg").read_text(encoding="utf-8")
        key = (FIXTURES / self.folder / "server.pub").read_text(encoding="ascii").strip()
        self.assertIn(f"\nsigner {key} #", text)
        for command in ([PROGRAM, "verify"], [sys.executable, ROOT / "tools" / "verify-dice.py"]):
            for given, code in ((key, 0), ("0" * 64, 4)):
                got = subprocess.run([*command, FIXTURES / self.folder / "signed.gg", "--key",
                                      given], capture_output=True, text=True, check=False)
                if "Rules of version" not in got.stdout:  # they have risen since
                    self.assertEqual(got.returncode, code, got.stdout + got.stderr)
