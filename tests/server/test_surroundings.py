# SPDX-License-Identifier: Apache-2.0
"""What happens around a server that runs: nobody reads its log, its file goes away, its terminal
closes, descriptors run out."""
import fcntl
import os
import resource
import shutil
import signal
import socket
import tempfile
import time
import unittest
from pathlib import Path

from client import GAME, HOST, Person, Server

PIPE = 4096  # bytes, the least a pipe can hold


class Surroundings(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-around-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.folder / "server.db"

    def serve(self, **more):
        server = Server(self.data, **more)
        self.addCleanup(server.stop)
        return server

    def test_a_log_that_nobody_reads_stops_nobody(self):
        reader, writer = os.pipe()
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, PIPE)
        self.addCleanup(os.close, reader)
        server = Server.__new__(Server)
        tempfile.TemporaryFile, before = lambda: os.fdopen(writer, "wb"), tempfile.TemporaryFile
        try:
            server.__init__(self.data)
        finally:
            tempfile.TemporaryFile = before
        self.addCleanup(server.stop)
        server.errors.close()  # the server alone holds the other end
        person = Person(server)
        filled, said = b"", 0
        os.set_blocking(reader, False)
        for _ in range(200):  # more lines than the pipe takes
            self.assertEqual(person.get("/api/matches/999999").status, 404)
            said += 1
        self.assertEqual(person.get("/api/health").status, 200)
        while True:
            try:
                part = os.read(reader, PIPE)
            except BlockingIOError:
                break
            filled += part
        self.assertLess(filled.count(b"ev=refused"), said)
        time.sleep(1.1)  # read again: the next second tells how many lines are missing
        person.get("/api/matches/999999")
        os.set_blocking(reader, True)
        told = os.read(reader, PIPE)
        self.assertRegex(told, rb"ev=dropped lines=\d+\n")
        self.assertEqual(server.stop(), 0)

    def memory(self, server):
        """Bytes resident."""
        pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def test_uploads_of_nobody_take_no_memory(self):
        server, person, _ = self.begun()
        before = self.memory(server)
        size = 1 << 20
        head = ("POST /api/replays HTTP/1.1\r\nHost: localhost\r\nOrigin: " + server.origin +
                f"\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n")
        for _ in range(300):
            s = socket.create_connection((HOST, server.port), 5)
            self.addCleanup(s.close)
            s.setblocking(False)
            try:
                s.sendall((head + "\r\n").encode())
                s.send(b"x" * (size - 1000))
            except BlockingIOError:
                pass  # it takes no more
        self.assertEqual(person.get("/api/health").status, 200)
        self.assertLess(self.memory(server) - before, 32 << 20)

    def test_uploads_of_somebody_share_what_there_is(self):
        server, person, _ = self.begun()
        before = self.memory(server)
        size = 1 << 20
        head = ("POST /api/replays HTTP/1.1\r\nHost: localhost\r\nOrigin: " + server.origin +
                f"\r\nCookie: {person.cookie}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {size}\r\n\r\n")
        full = 0
        for _ in range(150):
            s = socket.create_connection((HOST, server.port), 5)
            self.addCleanup(s.close)
            s.sendall(head.encode())
            try:
                s.sendall(b"x" * (size - 1000))
            except ConnectionError:
                pass  # refused meanwhile
            s.settimeout(0.02)
            try:
                full += s.recv(100).startswith(b"HTTP/1.1 503 ")
            except (TimeoutError, ConnectionError):
                pass
        self.assertGreater(full, 20)
        self.assertEqual(person.get("/api/health").status, 200)
        self.assertLess(self.memory(server) - before, 96 << 20)

    def lost(self, server, person, match):
        """Nothing is acknowledged, and health says why."""
        health = person.get("/api/health").json()
        self.assertEqual((health["ok"], health["data_in_place"]), (False, False))
        state = person.state(match)
        got = person.act(match, state["legal"][0]["a"], state["seq"], key="lost")
        self.assertEqual((got.status, got.code), (503, "not_saved"))
        again = person.get(f"/api/matches/{match}")
        if again.status == 200:
            self.assertEqual(again.json()["entry"], state["entry"])
        got = person.post("/api/matches", {"game": GAME, "seats": ["human", "human"]})
        self.assertEqual((got.status, got.code), (503, "not_saved"))
        self.assertIn("moved, replaced or deleted", server.log())

    def begun(self):
        server = self.serve()
        person = Person(server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        return server, person, match

    def test_a_data_file_that_is_moved_away_is_missed_until_it_is_back(self):
        server, person, match = self.begun()
        away = self.folder / "away.db"
        self.data.rename(away)
        self.lost(server, person, match)
        self.assertFalse(self.data.exists(), "a new file in its place")
        away.rename(self.data)
        if person.state(match)["handover"]:  # read anew: who sits there is asked anew
            person.do(match, "handover", seat="north")
        state = person.state(match)
        self.assertEqual(person.act(match, state["legal"][0]["a"], state["seq"]).status, 200)
        self.assertTrue(person.get("/api/health").json()["ok"])
        self.assertEqual(server.stop(), 0)
        person.server = self.serve()
        self.assertEqual(person.state(match)["entry"], state["entry"] + 1)

    def test_a_data_file_that_is_replaced_is_noticed(self):
        server, person, match = self.begun()
        copy = self.folder / "copy.db"
        shutil.copy(self.data, copy)
        copy.rename(self.data)
        self.lost(server, person, match)

    def test_a_log_of_the_data_that_is_deleted_is_noticed(self):
        server, person, match = self.begun()
        Path(f"{self.data}-wal").unlink()
        state = person.state(match)
        got = person.act(match, state["legal"][0]["a"], state["seq"], key="lost")
        self.assertEqual((got.status, got.code), (503, "not_saved"))
        self.assertIn("moved, replaced or deleted", server.log())

    def test_a_closed_terminal_is_a_stop_like_any_other(self):
        server, person, match = self.begun()
        state = person.state(match)
        self.assertEqual(person.act(match, state["legal"][0]["a"], state["seq"]).status, 200)
        self.assertEqual(server.stop(signal.SIGHUP), 0)
        self.assertIn("ev=stop", server.log())
        person.server = self.serve()
        self.assertEqual(person.state(match)["entry"], state["entry"] + 1)

    def test_without_descriptors_it_waits_and_does_not_spin(self):
        server, person, _ = self.begun()
        here = Path(f"/proc/{server.process.pid}")
        free = len(list((here / "fd").iterdir())) + 4
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (free, free))
        waiting = []
        for _ in range(12):
            waiting.append(socket.create_connection((HOST, server.port), 5))
            self.addCleanup(waiting[-1].close)

        def used():
            words = (here / "stat").read_text().rsplit(")", 1)[1].split()
            return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

        before = used()
        time.sleep(2)
        self.assertLess(used() - before, 0.1, "seconds of the processor while nothing happens")
        self.assertEqual(person.get("/api/health").status, 200)  # who is in is served
        for other in waiting:
            other.close()
        late = Person(server)  # and the next one comes in when there is room
        self.assertEqual(late.get("/api/health").status, 200)


if __name__ == "__main__":
    unittest.main()
