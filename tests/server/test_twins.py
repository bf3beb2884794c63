# SPDX-License-Identifier: Apache-2.0
"""Twin worlds over the wire: two servers go on from the same stored match, with the same dice to
come. What one seat does in secret (which card lies face down, steps that are taken back, standing
orders, questions, requests sent twice) differs; the bytes that the other seat and spectators are
sent must not, in any form of the stream, message by message."""
import random
import shutil
import socket
import tempfile
import unittest
from pathlib import Path

from client import GAME, HOST, Person, Server

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
        while b"\ndata: " not in self.heard:  # the first message, however long it takes
            self.socket.settimeout(20)
            part = self.socket.recv(65536)
            assert part, self.heard
            self.heard += part
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
        self.viewer = viewers[0]
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


class Pair(unittest.TestCase):
    """Two worlds that are the same, made of one stored match."""

    def worlds(self, game=GAME, begin=None, seat=0):
        """`begin` plays what comes before; `seat`: who has secrets."""
        folder = tempfile.TemporaryDirectory(prefix="grognard-twins-")
        self.addCleanup(folder.cleanup)
        base = Path(folder.name) / "base"
        base.mkdir()
        server = Server(base / "server.db")
        north, south, near, far = (Person(server) for _ in range(4))
        match, secret = north.invite("human", "open", game=game)
        assert south.accept(secret).status == 200
        if begin:
            begin(north, south, match)
        if seat:
            north, south = south, north
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
            if heard[0][name] != heard[1][name]:
                a, b = (h[name] for h in heard)
                at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
                self.fail(f"{moment} {name}: {a[at - 200:at + 200]} {b[at - 200:at + 200]}")
        for path in ("", "/orders", "/moments"):
            answers = [w.south.get(f"/api/matches/{w.match}{path}").body for w in worlds]
            self.assertEqual(*answers, (moment, path))
        answers = [w.viewer.get(f"/api/matches/{w.match}/moments").body for w in worlds]
        self.assertEqual(*answers, (moment, "moments of the public"))


class Twins(Pair):
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


class Sealed(Pair):
    """Every game's sealed nodes: whichever answer the seat with secrets gives, before its turn or
    at it, changed or not, the other seat and spectators are sent the same bytes until both have
    answered; where nothing is laid open then, also afterwards."""
    OPEN_AFTER = ("commit",)  # nodes whose answers are turned up at once

    def to_the_node(self, seat):
        """Plays at random until both are asked and this seat has a choice."""
        def begin(north, south, match):
            chooser, people = random.Random(1), (north, south)
            for _ in range(900):
                states = [p.state(match) for p in people]
                acting = [i for i in (0, 1) if states[i]["turn"]["acting"]]
                if len(acting) == 2 and len(states[seat]["legal"]) > 1:
                    self.node = states[seat]["turn"]["node"]
                    return
                if states[0]["over"]:
                    break
                if acting:
                    legal = states[acting[0]]["legal"]
                    fights = [a for a in legal if a["n"].split()[0] in ("attack", "assault")]
                    action = chooser.choice(fights or legal)["a"]
                    assert people[acting[0]].act(match, action, states[acting[0]]["seq"]).status \
                        == 200
            self.skipTest("no such node was reached")
        return begin

    def other(self, legal, like, step):
        """Another answer. Where a card lies can be seen, which card it is cannot: another one is
        taken to the same place, and then it goes on alike."""
        wanted = like[min(step, len(like) - 1)]
        same = [a for a in legal if a["n"] == wanted]
        if not wanted.startswith("take "):
            return same[0] if wanted == "ready" else legal[-1]
        there = [a for a in legal if a["n"].split()[2:] == wanted.split()[2:]]
        return same[0] if same and (step or len(there) < 2) else there[-1]

    def answer(self, world, like=None):
        """The first answers, or others than these, until it is whole. What was chosen."""
        person, chosen = world.north, []
        for step in range(80):
            state = person.state(world.match)
            if not state["turn"]["acting"] or state["turn"]["node"] != self.node:
                break
            choice = self.other(state["legal"], like, step) if like else state["legal"][0]
            chosen.append(choice["n"])
            world.act(person, choice["a"])
        return chosen

    def differ(self, worlds):
        first = self.answer(worlds[0])
        self.assertNotEqual(first, self.answer(worlds[1], first))

    def both_ways(self, game, seat):
        worlds = self.worlds(game, self.to_the_node(seat), seat)
        self.same(worlds, "at the node")
        self.differ(worlds)
        self.same(worlds, (game, "answered"))
        for world in worlds:
            if seat and world.north.state(world.match)["draft"]:  # early: it may be changed
                for _ in world.north.state(world.match)["draft"]:
                    got = world.north.do(world.match, "undo",
                                         seq=world.north.state(world.match)["seq"])
                    assert got.status == 200, got.body
        self.same(worlds, (game, "undone"))
        if seat:
            self.differ(worlds)
            self.same(worlds, (game, "answered again"))
        if self.node in self.OPEN_AFTER:
            return
        for world in worlds:
            for _ in range(80):
                state = world.south.state(world.match)
                if not state["turn"]["acting"] or state["turn"]["node"] != self.node:
                    break
                world.act(world.south, state["legal"][-1]["a"])
                world.settle()  # messages that are gathered are gathered alike
        self.same(worlds, (game, "both have answered"))
        self.assertNotEqual(*[w.own.hear() for w in worlds])  # they are not the same world

    def test_the_first_seat(self):
        for game in ("_template", "bautzen", "corridors", "salvo"):
            with self.subTest(game):
                self.both_ways(game, 0)

    def test_the_later_seat_early(self):
        for game in ("_template", "corridors", "salvo"):
            with self.subTest(game):
                self.both_ways(game, 1)
