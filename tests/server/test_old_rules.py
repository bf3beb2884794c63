# SPDX-License-Identifier: Apache-2.0
"""Matches of an older rules version: read by a program whose rules are newer, which replay them as
before (grognard-newer) or do not (grognard-differ). They are shown for ever; a running one goes on,
or is adjourned as its log then says."""
import random
import signal
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from client import BUILD, PROGRAM, Person, Server, Stream
from test_openapi import API, misfit

NEWER = BUILD / "tests" / "rules" / "grognard-newer"
DIFFER = BUILD / "tests" / "rules" / "grognard-differ"
VIEWERS = ("north", "south", "public", "umpire")


def verify(program, text):
    return subprocess.run([program, "verify", "-", "--lang", "en"], input=text, text=True,
                          capture_output=True, check=False)


class OldRules(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-rules-")
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name) / "server.db"
        self.person = None
        self.serve(PROGRAM)

    def serve(self, program, how=signal.SIGTERM):
        """The next program on the same data."""
        if self.person:
            self.assertIn(self.server.stop(how), (0, -how))
        self.server = Server(self.data, program=program)
        self.addCleanup(self.server.stop)
        if not self.person:
            self.person = Person(self.server)
        self.person.server = self.server
        self.person.close()

    def moves(self, match, count):
        chooser = random.Random(3)
        for _ in range(count):
            state = self.person.wait(match, lambda s: s["handover"] or s["turn"]["acting"])
            if state["handover"]:
                self.person.do(match, "handover", seat=state["handover"])
            else:
                choice = chooser.choice(state["legal"])
                self.assertEqual(self.person.act(match, choice["a"], state["seq"]).status, 200)

    def finished(self):
        match = self.person.new("human", "human", options={"turns": 2})
        self.person.play(match)
        return match

    def running(self):
        match = self.person.new("human", "human")
        self.moves(match, 14)
        return match

    def told(self, match):
        """Everything that can be read of a finished match."""
        get = self.person.get
        entries = self.person.state(match)["entry"]
        found = {"file": get(f"/api/matches/{match}/file").body,
                 "names": get(f"/api/matches/{match}/names").json()}
        for viewer in VIEWERS:
            state = self.person.state(match, f"?viewer={viewer}&since=0")
            for field in ("log", "view", "entry", "over", "result", "seats", "options", "viewer",
                          "commitment", "turn", "legal", "draft"):
                found[viewer, field] = state[field]
            for entry in range(entries + 1):
                part = get(f"/api/matches/{match}/replay?entry={entry}&viewer={viewer}").json()
                for field in ("log", "shown", "entries", "dice", "result"):
                    found[viewer, entry, field] = part[field]
                found[viewer, entry, "views"] = part["view"]
                found[viewer, entry, "seat"] = part["turn"]["seat"]
        return entries, found

    def same(self, before, after):
        """The same log at every entry; the view is the one at the beginning of a player's turn."""
        entries, found = before
        self.assertEqual(after[0], entries)
        for name, value in found.items():
            if name[-1] not in ("views", "seat"):
                self.assertEqual(after[1][name], value, name)
        seat, last = None, None
        for entry in range(entries + 1):
            now = found["umpire", entry, "seat"]
            if entry in (0, entries) or now in ("north", "south") and now != seat:
                last = entry
            seat = now if now in ("north", "south") else seat
            for viewer in VIEWERS:
                self.assertEqual(after[1][viewer, entry, "views"], found[viewer, last, "views"],
                                 (viewer, entry, last))

    def test_a_finished_match_is_read_for_ever(self):
        match = self.finished()
        before = self.told(match)
        self.assertNotEqual(before[1]["north", "log"], before[1]["south", "log"])
        self.serve(NEWER)
        self.assertEqual(self.told(match), before)
        self.serve(DIFFER)
        self.same(before, self.told(match))
        schemas = API["components"]["schemas"]
        state = self.person.state(match)
        self.assertTrue(state["archived"])
        self.assertIsNone(misfit(state, schemas["State"]))
        for entry in (0, 3, before[0]):
            part = self.person.get(f"/api/matches/{match}/replay?entry={entry}").json()
            self.assertIsNone(misfit(part, schemas["Replay"]))
            self.assertEqual(part["entry"], entry)
        self.serve(DIFFER)
        self.same(before, self.told(match))
        with Stream(self.person, match) as stream:
            self.assertTrue(next(iter(stream))["over"])
        stranger = Person(self.server)
        self.assertEqual(stranger.state(match)["over"], True)
        for what in ("resign", "undo", "actions", "why", "click", "orders", "handover"):
            got = self.person.do(match, what)
            self.assertEqual((got.status, got.code), (409, "other_rules"), what)

    def test_a_running_match_goes_on_if_it_replays(self):
        match = self.running()
        before = self.person.state(match)
        self.serve(NEWER)
        self.assertEqual(self.person.state(match)["entry"], before["entry"])
        self.moves(match, 12)
        self.assertGreater(self.person.state(match)["entry"], before["entry"])
        with sqlite3.connect(self.data) as db:
            self.assertEqual(db.execute("SELECT rules FROM matches").fetchall(), [(2,)])
        self.serve(NEWER)
        self.person.play(match)
        file = self.person.get(f"/api/matches/{match}/file").body.decode()
        self.assertIn("\nrules 2 #", file)
        for program in (NEWER, PROGRAM):
            self.assertEqual(verify(program, file).returncode, 0)

    def test_a_running_match_is_adjourned_if_it_does_not(self):
        match = self.running()
        before = self.person.state(match)
        self.serve(DIFFER)
        listed = self.person.get("/api/matches").json()["matches"][0]
        self.assertEqual((listed["id"], listed["over"]), (match, False))
        state = self.person.state(match)
        self.assertEqual((state["over"], state["entry"]), (True, before["entry"] + 1))
        self.assertEqual(state["result"], {"half": [1, 1], "margin": 0, "reason": "adjourned",
                                           "hints": [0, 0]})
        last = state["log"][-1]
        self.assertEqual((last["entry"], last["seat"]), (before["entry"] + 1, "umpire"))
        self.assertEqual([(x["fr"], x["en"], x["kind"]) for x in last["lines"]],
                         [("La partie est ajournée\u00a0: les règles ont changé.",
                           "The match is adjourned: the rules have changed.", "adjourned")])
        self.assertTrue(self.person.get("/api/matches").json()["matches"][0]["over"])
        self.assertEqual(self.person.get("/api/history").json()["matches"][0]["result"],
                         {"half": [1, 1], "reason": "adjourned"})
        self.assertEqual(self.person.do(match, "resign").code, "other_rules")
        file = self.person.get(f"/api/matches/{match}/file").body.decode()
        self.assertIn(" * adjourned | 0ms ", file)
        self.assertIn("\nresult 1 1 margin 0 by adjourned #", file)
        got = verify(PROGRAM, file)
        self.assertEqual((got.returncode, "Adjourned." in got.stdout), (0, True), got.stdout)
        got = verify(DIFFER, file)
        self.assertEqual(got.returncode, 1)
        self.assertIn("Rules of version 1 in the file, 2 here", got.stdout)
        told = self.told(match)
        self.serve(DIFFER)
        self.assertEqual(self.told(match), told)
        with sqlite3.connect(self.data) as db:
            lines = [line for line, in db.execute("SELECT line FROM entries ORDER BY number")]
        self.assertEqual(sum(" adjourned " in line for line in lines), 1)
        self.assertEqual(lines[-1].split(" ")[-1], lines[-2].split(" ")[-1])
        self.serve(PROGRAM)  # whoever goes back finds it over as well
        self.assertEqual(self.person.state(match)["result"]["reason"], "adjourned")
        self.assertEqual(self.told(match)[1]["file"].decode(), file)

    def test_what_was_not_archived_is_not_lost(self):
        """Killed before anything was archived: a program of other rules says so and changes
        nothing; its own goes on."""
        match = self.running()
        entries = self.person.state(match)["entry"]
        self.serve(DIFFER, signal.SIGKILL)
        got = self.person.get(f"/api/matches/{match}")
        self.assertEqual((got.status, got.code), (409, "other_rules"))
        self.serve(PROGRAM)
        self.assertEqual(self.person.state(match)["entry"], entries)
        self.moves(match, 2)

    def test_an_archive_may_be_older_than_the_log(self):
        match = self.running()
        self.serve(PROGRAM)  # archived by the stop
        known = self.person.state(match)["entry"]
        self.moves(match, 12)
        entries = self.person.state(match)["entry"]
        self.assertGreater(entries, known)
        self.serve(DIFFER, signal.SIGKILL)
        state = self.person.state(match)
        self.assertEqual((state["over"], state["entry"]), (True, known + 1))
        with sqlite3.connect(self.data) as db:
            self.assertEqual(db.execute("SELECT max(number) FROM entries").fetchone()[0],
                             entries + 1)

    def test_an_uploaded_file(self):
        match = self.finished()
        file = self.person.get(f"/api/matches/{match}/file").body.decode()
        got = self.person.post("/api/replays", file, Content_Type="text/plain")
        self.assertEqual(got.status, 201, got.body)
        again = got.json()["id"]
        log = self.person.state(again, "?viewer=umpire&since=0")["log"]
        self.serve(DIFFER)
        self.assertEqual(self.person.state(again, "?viewer=umpire&since=0")["log"], log)
        self.assertEqual(self.person.get(f"/api/matches/{again}/file").body.decode(), file)
        got = self.person.post("/api/replays", file, Content_Type="text/plain")
        self.assertEqual(got.status, 400)  # one that was not here before is not understood
