# SPDX-License-Identifier: Apache-2.0
"""A match that lies in the file is opened by a worker: others are answered meanwhile, and whoever
wants it is answered when it is there, in the order in which he came. Order is read off the kernel's
list of sockets that have become readable, not off a clock: the server is stopped while requests are
sent, so that it finds them all at once."""
import json
import random
import select
import signal
import socket
import sqlite3
import time

from client import GAME, HOST, Case, Person, Stream


class Line:
    """One connection and one request on it; `number` is its place in the order of sending."""

    def __init__(self, server, number):
        self.number = number
        self.socket = socket.create_connection((HOST, server.port), timeout=60)

    def ask(self, person, method, path, body=None):
        headers = person.headers(method, {"Host": "localhost", "Connection": "close"})
        text = json.dumps(body).encode() if body is not None else b""
        if method == "POST":
            headers["Content-Length"] = str(len(text))
        lines = [f"{method} {path} HTTP/1.1"] + [f"{k}: {v}" for k, v in headers.items()]
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode() + text)

    def answer(self):
        """Status and JSON."""
        got = b""
        while chunk := self.socket.recv(1 << 20):
            got += chunk
        self.socket.close()
        head, _, body = got.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)


class Opening(Case):
    def at_once(self, *requests):
        """Sends every (person, method, path[, body]) while the server is stopped; then the lines in
        the order in which their answers have come."""
        lines = [Line(self.server, i) for i in range(len(requests))]
        Person(self.server, session=False).get("/api/health")  # all connections are taken in
        ready = select.epoll()
        for line in lines:
            ready.register(line.socket, select.EPOLLIN | select.EPOLLET)
        self.server.process.send_signal(signal.SIGSTOP)
        for line, request in zip(lines, requests):
            line.ask(*request)
        self.server.process.send_signal(signal.SIGCONT)
        by_socket, order = {line.socket.fileno(): line for line in lines}, []
        while len(order) < len(lines):
            for fd, _ in ready.poll(60, 1):
                if by_socket[fd] not in order:
                    order.append(by_socket[fd])
        ready.close()
        return order

    def finished(self, person, game):
        """A match that the program has played against itself, and its number of entries."""
        match = person.new("random", "random", game=game)
        state = person.wait(match, lambda s: s["over"], seconds=120)
        return match, state["entry"]

    def again(self, person):
        self.assertEqual(self.restart(), 0)
        person.server = self.server
        person.close()

    def lengthen(self, match, count):
        """Comments at the end of a stored log: they leave the facts as they are."""
        with sqlite3.connect(self.data) as db:
            row, last, line, seq = db.execute(
                "SELECT e.match, max(e.number), e.line, e.seq FROM entries e JOIN matches m "
                "ON m.id = e.match WHERE m.name = ?", (match,)).fetchone()
            hash_ = line.rsplit(" ", 1)[1]
            db.executemany("INSERT INTO entries (match, number, line, key, seq) "
                           "VALUES (?, ?, ?, 0, ?)",
                           [(row, n, f"{n} * comment x | 0ms {hash_}", seq)
                            for n in range(last + 1, last + 1 + count)])
        return last + count

    # ------------------------------------------------------------------------------------- the loop
    def test_others_are_answered_while_a_long_match_opens(self):
        """Of each game a finished match, asked for first; somebody else's match and the health
        page, asked for after it, are answered before it."""
        person = Person(self.server)
        small = person.new("human", "human")
        games = [g["id"] for g in person.get("/api/games").json()["games"]]
        long = {game: self.finished(person, game) for game in games if game != GAME}
        self.assertGreater(max(entries for _, entries in long.values()), 500)
        self.again(person)
        person.state(small)  # is open
        for game, (match, entries) in long.items():
            with self.subTest(game):
                person.new("human", "human", game=game)  # its table is prepared
                order = self.at_once((person, "GET", f"/api/matches/{match}"),
                                     (person, "GET", f"/api/matches/{small}"),
                                     (person, "GET", "/api/health"))
                self.assertEqual([line.number for line in order], [1, 2, 0])
                got = {line.number: line.answer() for line in order}
                self.assertEqual([got[i][0] for i in range(3)], [200] * 3)
                self.assertEqual((got[0][1]["id"], got[0][1]["entry"]), (match, entries))
                self.assertEqual(got[1][1]["id"], small)

    def test_those_who_wait_go_on_in_their_order(self):
        """Two who act on the same position while it opens: the first of them has done it. Readers
        who came with them are answered too."""
        person = Person(self.server)
        match = person.new("human", "greedy")
        state = person.wait(match, lambda s: s["turn"]["acting"])
        self.again(person)
        leapt = person.state(match)  # what seq will be after one more restart
        self.again(person)
        actions = [a["a"] for a in random.Random(1).sample(state["legal"], 2)]
        path = f"/api/matches/{match}"
        order = self.at_once(
            (person, "GET", path),
            (person, "POST", path + "/actions", {"action": actions[0], "seq": leapt["seq"]}),
            (person, "POST", path + "/actions", {"action": actions[1], "seq": leapt["seq"]}),
            (person, "GET", path))
        got = {line.number: line.answer() for line in order}
        self.assertEqual([got[i][0] for i in range(4)], [200, 200, 409, 200], got)
        self.assertEqual(got[0][1]["seq"], leapt["seq"])
        self.assertEqual(got[2][1]["error"]["code"], "stale")
        self.assertEqual(got[3][1]["seq"], got[1][1]["seq"])

    def test_a_stream_begins_when_its_match_is_open(self):
        person = Person(self.server)
        match = person.new("human", "human")
        self.again(person)
        with Stream(person, match) as stream:
            self.assertEqual(next(iter(stream))["id"], match)

    # -------------------------------------------------------------------------------------- trouble
    def test_a_log_that_does_not_replay_is_refused_to_all_who_wait(self):
        person = Person(self.server)
        match, other = person.new("human", "greedy"), person.new("human", "human")
        person.wait(match, lambda s: s["turn"]["acting"])
        self.assertEqual(self.server.stop(), 0)

        def damage():
            with sqlite3.connect(self.data) as db:
                db.execute("UPDATE entries SET line = substr(line, 1, length(line) - 16) || "
                           "'0123456789abcdef' WHERE number = 1 AND match = "
                           "(SELECT id FROM matches WHERE name = ?)", (match,))

        damage()
        self.again(person)
        order = self.at_once(*[(person, "GET", f"/api/matches/{m}") for m in (match, match, other)])
        got = {line.number: line.answer() for line in order}
        self.assertEqual([got[i][0] for i in range(3)], [409, 409, 200])
        self.assertEqual({got[i][1]["error"]["code"] for i in range(2)}, {"other_rules"})
        self.assertIn("ev=unreadable match=" + match[:6], self.server.log())
        self.assertNotIn(match, self.server.log())

    def test_a_stranger_opens_nothing(self):
        """He is answered as for a match that does not exist, and the log is not read for him."""
        person, stranger = Person(self.server), Person(self.server)
        match = person.new("human", "greedy")
        self.again(person)
        stranger.server = self.server
        for path in (f"/api/matches/{match}", f"/api/matches/{match}/events"):
            self.refused(stranger.get(path), 404, "not_found")
        self.assertEqual(stranger.get("/api/health").json()["in_memory"], 0)
        self.assertEqual(person.state(match)["id"], match)
        self.assertEqual(stranger.get("/api/health").json()["in_memory"], 1)

    def test_a_stop_while_a_match_opens(self):
        person = Person(self.server)
        match, entries = self.finished(person, GAME)
        self.assertEqual(self.server.stop(), 0)
        entries = self.lengthen(match, 60000)
        self.again(person)
        line = Line(self.server, 0)
        line.ask(person, "GET", f"/api/matches/{match}")
        time.sleep(0.02)  # it has probably begun; whether it has must not matter
        self.again(person)  # and the stop was clean
        line.socket.close()
        self.assertEqual(person.state(match)["entry"], entries)
