# SPDX-License-Identifier: Apache-2.0
"""Twin worlds over the wire: two servers go on from the same stored match, with the same dice to
come. What one seat does in secret (which card lies face down, steps that are taken back, standing
orders, questions, requests sent twice) differs; the bytes that the other seat and spectators are
sent must not, in any form of the stream, message by message."""
import shutil
import socket
import tempfile
import unittest
from pathlib import Path

from client import HOST, Person, Server

FORMS = ("", "?log=new", "?changes=1", "?changes=2")


class Ear:
    """A stream as the bytes that come over its socket, chunk by chunk, without signs of life."""

    def __init__(self, person, match, query):
        self.socket = socket.create_connection((HOST, person.server.port), timeout=10)
        self.socket.sendall(f"GET /api/matches/{match}/events{query} HTTP/1.1\r\nHost: {HOST}\r\n"
                            f"Cookie: {person.cookie}\r\n\r\n".encode())
        self.heard = b""

    def hear(self, seconds=0.3):
        """What has come, until it has been quiet for so long."""
        self.socket.settimeout(seconds)
        try:
            while chunk := self.socket.recv(65536):
                self.heard += chunk
        except TimeoutError:
            pass
        head, _, body = self.heard.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        return body.replace(b"e\r\n: keep-alive\n\n\r\n", b"")


class World:
    """One of the twins: the same two persons and spectators, at a server of its own."""

    def __init__(self, case, data, north, south, viewers, match):
        self.server, self.match = Server(data / "server.db"), match
        case.addCleanup(self.server.stop)
        self.north, self.south, *viewers = [self.again(p) for p in (north, south, *viewers)]
        self.ears = {("south", form): Ear(self.south, match, form) for form in FORMS}
        for i, viewer in enumerate(viewers):
            self.ears.update({(f"viewer {i}", form): Ear(viewer, match, form) for form in FORMS})
        self.own = Ear(self.north, match, "")
        for ear in (*self.ears.values(), self.own):
            case.addCleanup(ear.socket.close)
        self.settle()

    def again(self, person):
        other = Person(self.server, session=False)
        other.cookie = person.cookie
        return other

    def settle(self):
        ears = list(self.ears.items())
        ears[0][1].hear(0.4)  # what is gathered for 100 ms has come to the others too by then
        return {name: ear.hear(0.02) for name, ear in ears}

    def act(self, person, action):
        state = person.state(self.match)
        got = person.act(self.match, action, state["seq"])
        assert got.status == 200, got.body


class Twins(unittest.TestCase):
    def worlds(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-twins-")
        self.addCleanup(folder.cleanup)
        base = Path(folder.name) / "base"
        base.mkdir()
        server = Server(base / "server.db")
        north, south, near, far = (Person(server) for _ in range(4))
        match, secret = north.invite("human", "open")
        assert south.accept(secret).status == 200
        link = north.do(match, "watching", on=True).json()["path"][-32:]
        for viewer in (near, far):
            assert viewer.post("/api/watch", {"secret": link}).status == 200
        assert server.stop() == 0
        made = []
        for name in ("a", "b"):
            shutil.copytree(base, Path(folder.name) / name)
            made.append(World(self, Path(folder.name) / name, north, south, (near, far), match))
        return made

    def same(self, worlds, moment):
        heard = [w.settle() for w in worlds]
        for name in heard[0]:
            self.assertTrue(heard[0][name], name)
            self.assertEqual(heard[0][name], heard[1][name], (moment, name))
        for path in ("", "/orders"):
            answers = [w.south.get(f"/api/matches/{w.match}{path}").body for w in worlds]
            self.assertEqual(*answers, (moment, path))

    def secret(self, world, different):
        """Things that north does without anybody seeing it."""
        if not different:
            return
        north, match = world.north, world.match
        state = north.state(match)
        north.do(match, "orders", node="ambush", order="never")
        north.do(match, "orders", node="ambush", order="ask", key="twice")
        north.do(match, "orders", node="ambush", order="ask", key="twice")
        north.do(match, "why", action=state["legal"][0]["a"])
        north.act(match, "fly", state["seq"])
        north.act(match, state["legal"][0]["a"], state["seq"] + 7)
        north.get(f"/api/matches/{match}/plans")
        for action in [a["n"] for a in state["legal"] if a["n"].startswith("assault")][:1]:
            world.act(north, action)  # a draft that is given up again
            world.act(north, north.state(match)["legal"][0]["a"])
            for _ in range(2):
                got = north.do(match, "undo", seq=north.state(match)["seq"])
                assert got.status == 200, got.body

    def garrison(self, world, ford, different):
        """A card that the other seat cannot tell from another."""
        state = world.north.state(world.match)
        cards = [a for a in state["legal"] if a["n"].startswith(f"garrison {ford} ")]
        strengths = sorted({a["n"].split()[-1] for a in cards})
        self.assertGreater(len(strengths), 1)
        world.act(world.north, f"garrison {ford} {strengths[-1 if different else 0]}")

    def test_bytes_do_not_tell_the_worlds_apart(self):
        worlds = self.worlds()
        self.same(worlds, "at the start")
        for number, world in enumerate(worlds):
            self.secret(world, number == 1)
        self.same(worlds, "after private things")
        for number, world in enumerate(worlds):
            self.garrison(world, "f1", number == 1)
        self.same(worlds, "after the sealed garrison")
        for world in worlds:
            world.act(world.south, world.south.state(world.match)["legal"][0]["a"])
        self.same(worlds, "after the other's")
        for ford in ("f2", "f3"):
            for number, world in enumerate(worlds):
                self.secret(world, number == 1)
                self.garrison(world, ford, number == 1)
            self.same(worlds, f"after a garrison at {ford}")
            for world in worlds:
                world.act(world.south, "pass")
            self.same(worlds, f"after the answer to {ford}")
        ours = [w.own.hear() for w in worlds]
        self.assertNotEqual(*ours)  # they are not the same world
        for world in worlds:
            state = world.north.state(world.match)
            self.assertTrue(any(e["seat"] == "north" for e in state["log"]))
            world.south.do(world.match, "resign")  # now all is told
        shown = [w.south.state(w.match, "?viewer=umpire")["view"] for w in worlds]
        self.assertNotEqual(*shown)

    def test_a_difference_would_be_heard(self):
        worlds = self.worlds()
        worlds[1].act(worlds[1].north, worlds[1].north.state(worlds[1].match)["legal"][0]["a"])
        with self.assertRaises(AssertionError):
            self.same(worlds, "one has moved")
