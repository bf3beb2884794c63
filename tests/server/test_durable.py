# SPDX-License-Identifier: Apache-2.0
"""No acknowledged move is lost and nobody sees an unsaved one: kills, restarts, a full disk, two
servers on one file, backups."""
import os
import random
import resource
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from client import GAME, PROGRAM, Case, Person, Server, Stream

KILLS = int(os.environ.get("GROGNARD_KILLS", "6"))
CLIENTS = int(os.environ.get("GROGNARD_CLIENTS", "8"))


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-server-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.folder / "server.db"

    def serve(self, *options, **more):
        server = Server(self.data, *options, **more)
        self.addCleanup(server.stop)
        return server


class Restart(Case):
    def test_a_match_is_found_again_as_it_was(self):
        person = Person(self.server)
        for seats in (("human", "greedy"), ("human", "human"), ("human", "random")):
            match = person.new(*seats)
            chooser = random.Random(2)
            for _ in range(12):
                state = person.wait(match, lambda s: s["over"] or s["handover"] or
                                    (s["turn"]["acting"] and not s["thinking"]))
                if state["over"]:
                    break
                if state["handover"]:
                    person.do(match, "handover", seat=state["handover"])
                else:
                    person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
            before = person.wait(match, lambda s: not s["thinking"])
            while before.get("draft"):  # steps of an open draft are not stored
                person.do(match, "undo", seq=before["seq"])
                before = person.state(match)
            self.assertEqual(self.restart(), 0)
            person.server = self.server
            after = person.state(match)
            if after["handover"]:
                person.do(match, "handover", seat=after["handover"])
                after = person.state(match)
            self.assertGreater(after["seq"], before["seq"])
            if before["viewer"] and before["viewer"] == after["viewer"]:
                for field in ("entry", "view", "legal", "log", "turn", "undo", "over", "result",
                              "commitment"):
                    self.assertEqual(after[field], before[field], field)
            self.assertEqual(after["entry"], before["entry"])

    def test_a_key_is_remembered(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        state = person.state(match)
        got = person.act(match, state["legal"][0]["a"], state["seq"], key="once")
        self.restart(signal.SIGKILL)
        person.server = self.server
        entries = person.state(match)["entry"]
        again = person.act(match, state["legal"][0]["a"], state["seq"], key="once")
        self.assertEqual((again.status, again.json()), (200, got.json()))
        self.assertEqual(person.state(match)["entry"], entries)

    def test_undo_and_orders_survive(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        person.do(match, "orders", node="ambush", order="always")
        person.do(match, "draw", answer="offer")
        entries = person.state(match)["entry"]
        self.restart(signal.SIGKILL)
        person.server = self.server
        self.assertEqual(person.state(match)["entry"], entries)
        person.do(match, "handover", seat="north")
        self.refused(person.do(match, "draw", answer="offer"), 409, "not_allowed")

    def test_streams_end_at_a_clean_stop(self):
        person = Person(self.server)
        match = person.new("human", "human")
        with Stream(person, match) as stream:
            states = iter(stream)
            next(states)
            start = time.monotonic()
            self.assertEqual(self.restart(), 0)
            self.assertLess(time.monotonic() - start, 5)
            self.assertEqual(list(states), [])


class Bot(threading.Thread):
    """Plays one match after another in a closed loop; remembers what was acknowledged, and what its
    stream showed."""

    def __init__(self, server, seed):
        super().__init__(daemon=True)
        self.server, self.chooser = server, random.Random(seed)
        self.person = Person(server)
        self.match, self.acknowledged, self.moves = None, {}, 0
        self.shown, self.running = {}, True
        self.pending = None

    def watch(self):
        """What a stream shows must be on disk: remembered for the comparison after the kill."""
        try:
            with Stream(self.person, self.match, seconds=5) as stream:
                for state in stream:
                    self.shown[self.match] = max(self.shown.get(self.match, 0), state["entry"])
                    if state["over"] or not self.running:
                        return
        except Exception:  # noqa: BLE001 the server was killed
            pass

    def step(self):
        if self.match is None:
            self.match = self.person.new("human", "human")
            self.acknowledged[self.match] = 0
            threading.Thread(target=self.watch, daemon=True).start()
        state = self.person.state(self.match)
        if state["over"]:
            self.match = None
        elif state["handover"]:
            self.person.do(self.match, "handover", seat=state["handover"])
        else:
            choice = self.chooser.choice(state["legal"])
            self.pending = (self.match, choice["a"], state["seq"], f"k{self.chooser.random()}")
            got = self.person.act(self.match, *self.pending[1:3], key=self.pending[3])
            if got.status == 200:
                after = self.person.state(self.match)
                self.acknowledged[self.match] = max(after["entry"], state["entry"])
                self.moves += 1

    def run(self):
        while self.running:
            try:
                self.step()
            except Exception:  # noqa: BLE001 the server was killed
                return


class Kill(Folder):
    def test_kills_lose_nothing_and_repeat_nothing(self):
        total = 0
        for kill in range(KILLS):
            server = self.serve()
            bots = [Bot(server, kill * 100 + i) for i in range(CLIENTS)]
            for bot in bots:
                bot.start()
            time.sleep(0.4 + 0.1 * (kill % 5))
            server.stop(signal.SIGKILL)
            for bot in bots:
                bot.running = False
                bot.join(10)
            server = self.serve()
            for bot in bots:
                bot.person.close()
                bot.person.server = server
                total += bot.moves
                self.compare(bot)
            self.assertEqual(server.stop(), 0)
        self.check_numbers()
        self.assertGreater(total, KILLS * CLIENTS)
        print(f"\n{KILLS} kills, {total} acknowledged moves, 0 lost, 0 twice")

    def compare(self, bot):
        for match, entries in bot.acknowledged.items():
            found = bot.person.state(match)["entry"]
            self.assertGreaterEqual(found, entries)
            self.assertGreaterEqual(found, bot.shown.get(match, 0))
        if bot.pending:  # sent again with its key: done once, or not at all before
            match, action, seq, key = bot.pending
            before = bot.person.state(match)["entry"]
            got = bot.person.act(match, action, seq, key=key)
            self.assertIn(got.status, (200, 409))
            self.assertEqual(bot.person.state(match)["entry"], before)

    def check_numbers(self):
        """Every log is numbered from 1 without a gap, and every match replays."""
        store = sqlite3.connect(self.data)
        rows = store.execute("SELECT match, min(number), max(number), count(*) FROM entries "
                             "GROUP BY match").fetchall()
        self.assertTrue(rows)
        for _, first, last, count in rows:
            self.assertEqual((first, last), (1, count))
        self.assertEqual(store.execute("PRAGMA integrity_check").fetchone()[0], "ok")
        store.close()


class Locks(Folder):
    def test_a_second_server_is_refused(self):
        server = self.serve()
        link = self.folder / "another-name.db"
        link.symlink_to(self.data)
        hard = self.folder / "hard.db"
        os.link(self.data, hard)
        for path in (self.data, link, hard):
            got = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", path,
                                  "--lang", "en"], capture_output=True, timeout=20, check=False)
            self.assertEqual(got.returncode, 3)
            self.assertIn(b"in use by another server", got.stderr)
            self.assertEqual(got.stdout, b"")
        self.assertEqual(Person(server).get("/api/health").status, 200)

    def test_the_port_of_another_is_refused(self):
        server = self.serve()
        got = subprocess.run([PROGRAM, "serve", "--listen", f"127.0.0.1:{server.port}", "--data",
                              self.folder / "other.db", "--lang", "en"], capture_output=True,
                             timeout=20, check=False)
        self.assertEqual(got.returncode, 3)
        self.assertIn(b"cannot listen", got.stderr)

    def test_a_newer_file_and_a_wrong_one_are_refused(self):
        for name, words in (("newer", b"newer program"), ("wrong", b"not a database")):
            path = self.folder / name
            if name == "newer":
                store = sqlite3.connect(path)
                store.execute("PRAGMA user_version = 999")
                store.close()
            else:
                path.write_bytes(b"this is not a database at all" * 100)
            before = path.read_bytes()
            got = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", path,
                                  "--lang", "en"], capture_output=True, timeout=20, check=False)
            self.assertEqual(got.returncode, 3)
            self.assertIn(words, got.stderr)
            if name == "wrong":
                self.assertEqual(path.read_bytes(), before)


class Full(Folder):
    def test_a_full_disk_is_told_and_survived(self):
        """A limit on the size of files stands for a full disk; lifted, service resumes."""
        server = self.serve()
        person = Person(server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        self.limit(server, max(p.stat().st_size for p in self.folder.iterdir()) + 4096)
        refused = acknowledged = 0
        for _ in range(300):
            got = person.post("/api/matches", {"game": GAME, "seats": ["human", "human"]})
            self.assertIn(got.status, (201, 503), got.body)
            acknowledged += got.status == 201
            if got.status == 503:
                self.assertEqual(got.code, "not_saved")
                refused += 1
                if refused == 3:
                    break
        self.assertEqual(refused, 3)
        self.limit(server, 4096)  # now not even one page
        state = person.state(match)
        if state["handover"]:
            self.assertEqual(person.do(match, "handover", seat="north").status, 200)
            state = person.state(match)
        got = person.act(match, state["legal"][0]["a"], state["seq"], key="full")
        self.assertEqual((got.status, got.code), (503, "not_saved"))
        self.assertEqual(person.state(match)["entry"], state["entry"])
        self.assertIsNone(server.process.poll())
        self.assertIn("ev=commit-failed", server.log())
        self.limit(server, resource.RLIM_INFINITY)
        state = person.state(match)
        if state["handover"]:
            person.do(match, "handover", seat="north")
            state = person.state(match)
        got = person.act(match, state["legal"][0]["a"], state["seq"], key="full")
        self.assertEqual(got.status, 200, got.body)
        self.assertEqual(len(person.get("/api/matches").json()["matches"]),
                         min(acknowledged + 1, 100))
        server.stop(signal.SIGKILL)
        person.server = self.serve()
        self.assertEqual(person.state(match)["entry"], state["entry"] + 1)

    def limit(self, server, size):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class Backup(Folder):
    def test_a_copy_while_the_server_runs(self):
        server = self.serve()
        bot = Bot(server, 5)
        bot.start()
        time.sleep(0.5)
        copy = self.folder / "copy.db"
        got = subprocess.run([PROGRAM, "backup", "--data", self.data, copy, "--lang", "en"],
                             capture_output=True, timeout=30, check=False)
        self.assertEqual((got.returncode, got.stderr), (0, b""))
        again = subprocess.run([PROGRAM, "backup", "--data", self.data, copy, "--lang", "en"],
                               capture_output=True, timeout=30, check=False)
        self.assertEqual(again.returncode, 2)
        bot.running = False
        bot.join(10)
        self.assertGreater(bot.moves, 3)
        server.stop()
        self.data = copy
        other = self.serve()
        bot.person.server = other
        for match in [m["id"] for m in bot.person.get("/api/matches").json()["matches"]]:
            self.assertGreater(bot.person.state(match)["entry"], 0)
