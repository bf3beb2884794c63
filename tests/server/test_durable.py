# SPDX-License-Identifier: Apache-2.0
"""No acknowledged move is lost and nobody sees an unsaved one: kills, restarts, a full disk, two
servers on one file, backups."""
import hashlib
import http.client
import json
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
from collections import Counter
from pathlib import Path

from client import GAME, PROGRAM, Case, Person, Server, Stream

KILLS = int(os.environ.get("GROGNARD_KILLS", "6"))
CLIENTS = int(os.environ.get("GROGNARD_CLIENTS", "8"))
MOVES = int(os.environ.get("GROGNARD_MOVES", "1500"))


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

    def test_a_key_of_what_is_no_action_is_remembered(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        asked = (("draw", {"answer": "offer", "key": "a"}), ("resign", {"key": "b"}))
        got = [person.do(match, what, **body) for what, body in asked]
        self.assertEqual([g.status for g in got], [200, 200])
        self.restart(signal.SIGKILL)
        person.server = self.server
        entries = person.state(match)["entry"]
        for (what, body), first in zip(asked, got):
            again = person.do(match, what, **body)
            self.assertEqual((again.status, again.json()), (200, first.json()))
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


class Cut(Exception):
    """The server went away."""


class Bot:
    """Plays one match after another, also over restarts; remembers every durable move that was
    acknowledged, and the newest entry its stream ever showed of each match."""

    def __init__(self, seed):
        self.chooser = random.Random(seed)
        self.person = self.match = self.stream = self.pending = self.error = None
        self.acknowledged, self.shown, self.number = [], {}, 0
        self.running = True

    def look(self, seq):
        """What the stream shows, from this number on."""
        while self.stream.shown is None or self.stream.shown["seq"] < seq:
            if next(self.states, None) is None:
                raise Cut
            state = self.stream.shown
            self.shown[self.match] = max(self.shown.get(self.match, 0), state["entry"])
        return self.stream.shown

    def sit_down(self, match):
        if self.stream:
            self.stream.close()
        self.match = match
        self.stream = Stream(self.person, match, "?changes=1", seconds=60)
        self.states = iter(self.stream)
        return self.look(0)

    def arrange(self):
        """A new match."""
        return self.sit_down(self.person.new("human", "human"))

    def send(self):
        """The move that is pending; after a kill it is sent again with the same key."""
        match, action, seq, key, durable = self.pending
        got = self.person.act(match, action, seq, key=key)
        if got.status == 200 and durable:
            self.acknowledged.append((match, key))
        if got.status == 503:
            raise Cut
        self.pending = None
        return got

    def step(self, state):
        if state["over"]:
            return self.arrange()
        if state["handover"]:
            seq = self.person.do(self.match, "handover", seat=state["handover"]).json()["seq"]
            return self.look(seq)
        choice = self.chooser.choice(state["legal"])
        durable = "draft" not in self.stream.verbs()[choice["v"]]["flags"]
        self.number += 1
        key = f"{id(self)}-{self.number}"
        self.pending = (self.match, choice["a"], state["seq"], key, durable)
        got = self.send()
        if got.status != 200:
            raise AssertionError(got.body)
        return self.look(got.json()["seq"])

    def play(self, server):
        """One life of the server."""
        try:
            self.person = self.person or Person(server)
            self.person.close()
            self.person.server = server
            got = self.send() if self.pending else None
            if got and got.status not in (200, 409):
                raise AssertionError(f"sent again: {got.status} {got.body}")
            state = self.sit_down(self.match) if self.match else self.arrange()
            while self.running:
                state = self.step(state)
        except (OSError, http.client.HTTPException, Cut, json.JSONDecodeError, ValueError):
            pass  # the server was killed
        except Exception as error:  # noqa: BLE001
            self.error = error

    def stop(self):
        self.running = False


def stored_key(text):
    """As the server keeps it."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
    return number & (1 << 63) - 1 | 1


class Kill(Folder):
    kills, clients, moves, env = KILLS, CLIENTS, MOVES, None

    def life(self, bots, enough, how):
        """One life of the server, until so many moves are acknowledged."""
        server = self.serve(env=self.env)
        threads = [threading.Thread(target=bot.play, args=(server,), daemon=True) for bot in bots]
        for thread in threads:
            thread.start()
        until = time.monotonic() + 300  # a busy disk is slow, not lost
        while sum(len(b.acknowledged) for b in bots) < enough and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(self.chooser.random() * 0.02)
        if how == signal.SIGTERM:
            for bot in bots:
                bot.stop()
        code = server.stop(how)
        for thread in threads:
            thread.join(60)
        return code

    def make_bots(self):
        return [Bot(i) for i in range(self.clients)]

    def lives(self):
        self.chooser = random.Random(1945)
        bots = self.make_bots()
        for kill in range(self.kills):
            self.life(bots, self.moves * (kill + 1) // self.kills, signal.SIGKILL)
            for bot in bots:
                if bot.error:
                    raise bot.error
        self.assertEqual(self.life(bots, 0, signal.SIGTERM), 0)
        return bots

    def compare(self, bots):
        """Every acknowledged move is stored once; what was shown is stored; no log has a gap."""
        store = sqlite3.connect(self.data)
        self.addCleanup(store.close)
        stored, length = {}, {}
        for name, key, number in store.execute(
                "SELECT name, key, number FROM entries JOIN matches ON matches.id = match"):
            length.setdefault(name, []).append(number)
            if key:
                stored[name, key] = stored.get((name, key), 0) + 1
        moves = [(match, stored_key(key)) for bot in bots for match, key in bot.acknowledged]
        lost = sum(move not in stored for move in moves)
        twice = sum(count > 1 for count in stored.values())
        unsaved = sum(entry > len(length.get(match, [])) for bot in bots
                      for match, entry in bot.shown.items())
        for numbers in length.values():
            self.assertEqual(sorted(numbers), list(range(1, len(numbers) + 1)))
        self.assertEqual(store.execute("PRAGMA integrity_check").fetchone()[0], "ok")
        return len(moves), lost, twice, unsaved

    def test_kills_lose_nothing_and_repeat_nothing(self):
        moves, lost, twice, unsaved = self.compare(self.lives())
        print(f"\n{self.kills} kills, {self.clients} clients, {moves} acknowledged moves, {lost} "
              f"lost, {twice} twice, {unsaved} shown unsaved")
        self.assertGreaterEqual(moves, self.moves)
        self.assertEqual((lost, twice, unsaved), (0, 0, 0))


class PowerCut(Kill):
    """The same with a disk that forgets what was not synced: see powercut.c."""
    kills, moves = max(KILLS // 2, 3), max(MOVES // 4, 200)

    def setUp(self):
        super().setUp()
        library = self.folder / "powercut.so"
        folder = self.folder / "disk"
        folder.mkdir()
        self.data = folder / "server.db"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-D_GNU_SOURCE", "-o", library,
                        Path(__file__).parent / "powercut.c", "-ldl"], check=True)
        self.env = {**os.environ, "LD_PRELOAD": str(library), "POWERCUT_FOLDER": str(folder)}

    def test_a_disk_that_lies_is_found_out(self):
        """The test of the test: when syncs do nothing, moves are lost, and that is noticed."""
        self.env["POWERCUT_LIE"] = "1"
        self.kills = 1
        self.chooser = random.Random(7)
        bots = [Bot(i) for i in range(4)]
        self.life(bots, 50, signal.SIGKILL)
        self.assertGreaterEqual(sum(len(b.acknowledged) for b in bots), 50)
        self.env = None
        self.serve().stop()
        store = sqlite3.connect(self.data)
        self.addCleanup(store.close)
        self.assertEqual(store.execute("SELECT count(*) FROM entries").fetchone()[0], 0)


class FailingLog(PowerCut):
    """Writes of the log are gathered (host/store/gather.c): one that fails when they are written
    fails the commit that made them, and nothing of it is acknowledged, shown or found later."""
    test_a_disk_that_lies_is_found_out = test_kills_lose_nothing_and_repeat_nothing = None

    def test_a_write_that_fails_is_told_by_its_commit(self):
        full = self.folder / "full"
        self.env["POWERCUT_FULL"] = str(full)
        server = self.serve(env=self.env)
        people = [Person(server), Person(server)]
        match, secret = people[0].invite("human", "open")
        people[1].accept(secret)
        good = []
        for round_ in range(4):
            people.sort(key=lambda p: not p.state(match)["turn"]["acting"])
            person, watcher = people
            state = person.state(match)
            self.assertTrue(state["turn"]["acting"])
            action, key = state["legal"][0]["a"], f"k{round_}"
            full.write_text("")
            entries = watcher.state(match)["entry"]
            got = person.act(match, action, state["seq"], key=key)
            self.assertEqual((got.status, got.code), (503, "not_saved"))
            self.assertFalse(person.get("/api/health").json()["ok"])
            full.unlink()
            self.assertEqual(watcher.state(match)["entry"], entries)
            for _ in range(100):  # the server takes a breath after a failure
                state = person.state(match)
                got = person.act(match, action, state["seq"], key=key)
                if got.status == 200:
                    break
                time.sleep(0.1)
            self.assertEqual(got.status, 200, got.body)
            good.append(stored_key(key))
        server.stop(signal.SIGKILL)  # what was synced is there, and nothing else
        self.env = None
        self.serve().stop()
        store = sqlite3.connect(self.data)
        self.addCleanup(store.close)
        keys = [key for (key,) in store.execute("SELECT key FROM entries WHERE key != 0")]
        self.assertEqual([keys.count(key) for key in good], [1] * len(good))
        self.assertEqual(store.execute("PRAGMA integrity_check").fetchone()[0], "ok")


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
        self.assertFalse(person.get("/api/health").json()["ok"])
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
        self.assertTrue(person.get("/api/health").json()["ok"])
        self.assertEqual(len(person.get("/api/matches").json()["matches"]),
                         min(acknowledged + 1, 100))
        server.stop(signal.SIGKILL)
        person.server = self.serve()
        self.assertEqual(person.state(match)["entry"], state["entry"] + 1)

    def limit(self, server, size):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class Backup(Folder):
    def test_a_copy_that_fails_is_not_left_behind(self):
        """No room for it, or no place; and what is no data is not copied."""
        self.serve().stop()
        copy, wrong = self.folder / "copy.db", self.folder / "wrong.db"
        wrong.write_bytes(b"this is not a database at all" * 100)

        def no_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        for data, to, before in ((self.data, copy, no_room), (wrong, copy, None),
                                 (self.data, self.folder / "none" / "copy.db", None)):
            got = subprocess.run([PROGRAM, "backup", "--data", data, to, "--lang", "en"],
                                 capture_output=True, timeout=30, check=False, preexec_fn=before)
            self.assertEqual(got.returncode, 3, got.stderr)
            self.assertTrue(got.stderr and not got.stdout)
            self.assertFalse(to.exists())
        self.assertEqual([p for p in self.folder.iterdir() if "copy" in p.name], [])

    def test_a_copy_while_the_server_runs(self):
        server = self.serve()
        bot = Bot(5)
        thread = threading.Thread(target=bot.play, args=(server,), daemon=True)
        thread.start()
        until = time.monotonic() + 60
        while len(bot.acknowledged) < 4 and not bot.error and time.monotonic() < until:
            time.sleep(0.002)
        before = Counter(match for match, _ in bot.acknowledged)
        self.assertGreater(before.total(), 3, bot.error)
        copy = self.folder / "copy.db"
        got = subprocess.run([PROGRAM, "backup", "--data", self.data, copy, "--lang", "en"],
                             capture_output=True, timeout=30, check=False)
        self.assertEqual((got.returncode, got.stderr), (0, b""))
        again = subprocess.run([PROGRAM, "backup", "--data", self.data, copy, "--lang", "en"],
                               capture_output=True, timeout=30, check=False)
        self.assertEqual(again.returncode, 2)
        self.assertEqual(copy.stat().st_mode & 0o777, 0o600)  # it holds the dice to come
        self.assertEqual(self.data.stat().st_mode & 0o777, 0o600)
        bot.stop()
        thread.join(60)
        self.assertFalse(thread.is_alive())
        self.assertIsNone(bot.error)
        server.stop()
        self.data = copy
        other = self.serve()
        bot.person.server = other
        for match, moves in before.items():  # a match may have begun with the copy
            self.assertGreaterEqual(bot.person.state(match)["entry"], moves)
