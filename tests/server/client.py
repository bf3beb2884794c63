# SPDX-License-Identifier: Apache-2.0
"""A server under test and somebody who talks to it, with nothing but the standard library."""
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("GROGNARD_BUILD", ROOT / "build"))
PROGRAM = BUILD / "grognard"
PROBES = BUILD / "tests" / "cli" / "grognard-probes"
GAME = "_template"  # the folder every new game is copied from
HOST = "127.0.0.1"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        """The word of an error."""
        return self.json()["error"]["code"]


class Server:
    """One server process on a port of its own."""

    def __init__(self, data, *options, program=PROGRAM, **popen):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(program), "serve", "--listen", f"{HOST}:0", "--data", str(data), "--all",
             "--lang", "en", *options], stdout=subprocess.PIPE, stderr=self.errors, **popen)
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://[^/]*:(\d+)/|(https?://\S+)/", line)
        if not found:
            self.stop()
            raise RuntimeError(f"no server: {self.log()}")
        self.port = int(found.group(1)) if found.group(1) else self.port_of_log()
        self.origin = found.group(2) or f"http://{HOST}:{self.port}"

    def connection(self, seconds):
        return http.client.HTTPConnection(HOST, self.port, timeout=seconds)

    def port_of_log(self):
        return int(re.search(r"port=(\d+)", self.log()).group(1))

    def log(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def stop(self, how=signal.SIGTERM):
        """Its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(60)
        self.process.stdout.close()
        return code


class Wire(http.client.HTTPConnection):
    """A connection to a socket of the file system."""

    def __init__(self, path, seconds):
        super().__init__("localhost", timeout=seconds)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class SocketServer(Server):
    """One that listens at a socket of the file system."""

    def __init__(self, data, path, *options):
        self.path, self.origin = path, "http://localhost"
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [str(PROGRAM), "serve", "--listen", f"unix:{path}", "--data", str(data), "--all",
             "--lang", "en", *options], stdout=subprocess.PIPE, stderr=self.errors)
        self.said = self.process.stdout.readline().decode()
        if not self.said:
            self.stop()
            raise RuntimeError(f"no server: {self.log()}")

    def connection(self, seconds):
        return Wire(self.path, seconds)


class Person:
    """A browser (cookie and origin) or, with a token, a bot."""

    def __init__(self, server, token=None, session=True):
        self.server, self.cookie, self.token = server, None, token
        self.connection = None
        self.patient = False  # waits and asks again when told that it asks too much
        if session and not token:
            got = self.post("/api/session", {})
            assert got.status == 201, got.body
            self.cookie = re.match(r"(__Host-)?gg=[0-9a-f]{32}", got.headers["Set-Cookie"]).group(0)

    def headers(self, method, more):
        found = {}
        if self.cookie:
            found["Cookie"] = self.cookie
        if self.token:
            found["Authorization"] = f"Bearer {self.token}"
        if method == "POST":
            found["Content-Type"] = "application/json"
            if not self.token:
                found["Origin"] = self.server.origin
        found.update(more)
        return {k: v for k, v in found.items() if v is not None}

    def ask(self, method, path, body=None, **more):
        """More headers by name, _ for -; None leaves one out."""
        more = {k.replace("_", "-"): v for k, v in more.items()}
        headers = self.headers(method, more)
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if isinstance(body, str):
            body = body.encode()
        for last in (False, True):
            if self.connection is None:
                self.connection = self.server.connection(30)
            try:
                self.connection.request(method, path, body, headers)
                got = self.connection.getresponse()
                answer = Answer(got.status, got.headers, got.read())
                if got.will_close:
                    self.close()
                if answer.status == 429 and self.patient:
                    time.sleep(1)
                    return self.ask(method, path, body, **more)
                return answer
            except (http.client.HTTPException, OSError):
                self.close()
                if last:
                    raise

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body, **more):
        return self.ask("POST", path, body, **more)

    # ------------------------------------------------------------------------------------ playing
    def new(self, *seats, game=GAME, **more):
        got = self.post("/api/matches", {"game": game, "seats": list(seats), **more})
        assert got.status == 201, got.body
        match = got.json()
        if "human" in seats:
            given = self.seed(match)
            assert given.status == 200, given.body
        return match["id"]

    def seed(self, made, seed=None, **more):
        """This person's part of the dice of a match that was answered so: every client gives it."""
        return self.do(made["id"], "dice", commitment=made["commitment"],
                       seed=seed or os.urandom(16).hex(), **more)

    def invite(self, *seats, game=GAME, **more):
        """A new match with an open seat, and the secret that gives it."""
        got = self.post("/api/matches", {"game": game, "seats": list(seats), **more})
        assert got.status == 201, got.body
        if "human" in seats:
            assert self.seed(got.json()).status == 200
        path, _, secret = got.json()["invite"]["path"].partition("#")
        assert path == "/i" and re.fullmatch("[0-9a-f]{32}", secret)
        return got.json()["id"], secret

    def accept(self, secret, **more):
        """Takes the seat and gives its part of the dice, if that is still wanted."""
        got = self.post("/api/invitations/accept", {"secret": secret, **more})
        if got.status == 200:
            self.give(got.json()["match"])
        return got

    def give(self, match):
        state = self.state(match)
        you = {p["seat"] for p in state["people"] if p["you"]}
        if any(s["token"] in you and s.get("dice") == "wanted" for s in state["seats"]):
            assert self.seed(state).status == 200

    def state(self, match, query=""):
        got = self.get(f"/api/matches/{match}{query}")
        assert got.status == 200, got.body
        return got.json()

    def do(self, match, what, **body):
        return self.post(f"/api/matches/{match}/{what}", body)

    def act(self, match, action, seq, **more):
        return self.do(match, "actions", action=action, seq=seq, **more)

    def wait(self, match, until, seconds=20):
        """The first state that fits, read from the stream."""
        with Stream(self, match, seconds=seconds) as stream:
            for state in stream:
                if until(state):
                    return state
        raise AssertionError("the stream ended")

    def play(self, match, chooser=None, most=2000):
        """Plays every seat of this person to the end; returns the last state."""
        chooser = chooser or random.Random(7)
        state = self.state(match)
        for _ in range(most):
            if state["over"]:
                return state
            if state["handover"]:
                assert self.do(match, "handover", seat=state["handover"]).status == 200
            elif state["turn"]["acting"]:
                choice = chooser.choice(state["legal"])
                got = self.act(match, choice["a"], state["seq"])
                assert got.status == 200, got.body
            else:
                state = self.wait(match, lambda s: s["over"] or s["handover"] or
                                  s["turn"]["acting"])
                continue
            state = self.state(match)
        raise AssertionError("the match does not end")


def changed(state, change, verbs):
    """The state after a CHANGE, as docs/api/README.md tells it. `log` has every entry known."""
    if state["seq"] != change["from"]:
        raise AssertionError(f"a change from {change['from']} to somebody at {state['seq']}")
    state = json.loads(json.dumps(state))
    operands = [len(v["operands"]) for v in verbs]
    for name, value in change.items():
        if name == "from":
            continue
        if name == "pieces":
            items = state["view"]["pieces"]
            known = {p["handle"]: p for p in items if p["handle"] < 0x8000}
            for at, drop, put in value:
                items[at:at + drop] = [known.get(p["handle"], {}) | p for p in put]
        elif name == "legal":
            for at, drop, put in value:
                state["legal"][at:at + drop] = [
                    {"a": a, "n": n, "v": a >> 45,
                     "o": [a >> 30 - 15 * i & 0x7fff for i in range(operands[a >> 45])]}
                    for a, n in put]
        elif name == "gauges":
            state["view"]["gauges"] = value
        elif name == "log":
            state["log"] += value
        else:
            state[name] = value
    return state


FACTS = ("face", "surface", "owner", "cell", "x", "y", "radius", "layer", "flags", "on", "group")
EMPTY = {"face": 0, "surface": 0, "owner": None, "cell": 0xffff, "x": 0, "y": 0, "radius": 0,
         "layer": 0, "flags": 0, "on": 0xffff, "values": [0] * 5}
VALUES, WHOLE, NAMED = 1 << 11, 1 << 12, 1 << 13


class Tongue:
    """Names and prompts of a game, as a reader of compact changes makes them: the facts of the
    game, and the names that things have in a match."""

    def __init__(self, facts, domains):
        self.facts, self.domains = facts, domains

    def word(self, domain, value, form):
        d = self.domains[domain]
        if d["kind"] in ("none", "number"):
            return str(value)
        if d["kind"] in ("x", "y"):
            sign, size = "-" * (value < 0), abs(value)
            return f"{sign}{size // 10}{',' if form == 'fr' else '.'}{size % 10}"
        if d["kind"] == "set":
            names = [n[form] for i, n in enumerate(d["names"]) if value >> i & 1]
            if not names:
                return "rien" if form == "fr" else "none"
            if form == "token":
                return "+".join(names)
            last = " et " if form == "fr" else " and "
            return last.join(([", ".join(names[:-1])] if names[1:] else []) + names[-1:])
        name = d["names"][value] if 0 <= value < len(d["names"]) else None
        return name[form] if name else None

    def notation(self, action):
        verb = self.facts["verbs"][action >> 45]
        words = [verb["token"]]
        for i, domain in enumerate(verb["operands"]):
            value = action >> 30 - 15 * i & 0x7fff
            words.append(self.word(domain, value, "token") or f"#{value}")
        return " ".join(words)

    def line(self, item):
        if isinstance(item, dict):
            return item
        kind, rule, fr, en, *args = item
        return {"fr": fr, "en": en,
                "rule": self.facts["rules"][rule - 1]["id"] if rule else None,
                "kind": self.facts["events"][kind]["token"], "args": args}

    def entry(self, item):
        number, seat, dice, *lines = item
        return {"entry": number, "lines": [self.line(x) for x in lines], "dice": dice or None,
                "seat": self.facts["seats"][seat]["token"] if isinstance(seat, int) else seat}

    def actions(self, runs):
        for verb, *rest in runs:
            last = rest.pop() if rest else [None]
            for value in last:
                operands = rest + [value] * (value is not None)
                yield (verb << 45) + sum(o << 30 - 15 * i for i, o in enumerate(operands))

    def piece(self, item, known, names):
        handle, which, *rest = item
        piece = dict(EMPTY if which & WHOLE else known[handle])
        piece["handle"] = handle
        for i, fact in enumerate(FACTS):
            if which >> i & 1:
                value = rest.pop(0)
                piece[fact] = None if fact == "owner" and value < 0 else value
        if piece.get("group") == 0xffff:
            del piece["group"]
        if which & VALUES:
            piece["values"] = rest.pop(0)
        if which & NAMED:
            keys = ("fr", "en", "token", "about_fr", "about_en")
            names[handle] = {k: v for k, v in zip(keys, rest.pop(0)) if v is not None}
        if which & WHOLE and handle < 0x8000:
            piece.update(names.get(handle, {}))
        return piece


NAME_KEYS = ("fr", "en", "token", "about_fr", "about_en")


class Memory:
    """What a reader of compact changes remembers beside the state of one viewer."""

    def __init__(self, state):
        self.names = {p["handle"]: {k: p[k] for k in NAME_KEYS if k in p}
                      for p in state.get("view", {"pieces": []})["pieces"]}
        self.reasons = {}


def expanded(state, change, tongue, memory):
    """The plain CHANGE that a compact one stands for, given the state it builds on."""
    plain = {"viewer": state["viewer"], "entry": state["entry"]}
    for name, value in change.items():
        if name == "at":
            seat, node, acting = value
            node = tongue.facts["nodes"][node]
            form = "act" if acting else "wait"
            seat = tongue.facts["seats"][seat]["token"] if isinstance(seat, int) else seat
            plain["turn"] = {"seat": seat, "node": node["token"], "acting": bool(acting),
                             "prompt_fr": node[form + "_fr"], "prompt_en": node[form + "_en"]}
        elif name == "gauge":
            plain["gauges"] = [dict(g) for g in state["view"]["gauges"]]
            for at, number in value:
                plain["gauges"][at]["value"] = number
        elif name == "steps":
            keep, *runs = value
            plain["draft"] = state["draft"][:keep] + [tongue.notation(a)
                                                      for a in tongue.actions(runs)]
        elif name == "takes":
            number, *words = value
            if words:
                memory.reasons[number] = words
            fr, en = memory.reasons[number] if number else ("", "")
            plain["undo"] = {"can": not number, "fr": fr, "en": en}
        elif name == "news":
            plain["log"] = [tongue.entry(x) for x in value]
        elif name == "acts":
            plain["legal"] = [[at, drop, [[a, tongue.notation(a)] for a in tongue.actions(runs)]]
                              for at, drop, *runs in value]
        elif name == "piece":
            known = {p["handle"]: p for p in state["view"]["pieces"] if p["handle"] < 0x8000}
            plain["pieces"] = [[at, drop, [tongue.piece(p, known, memory.names) for p in items]]
                               for at, drop, *items in value]
        else:
            plain[name] = value
    return plain


class Stream:
    """An event stream; iterating gives states, also when changes are sent."""
    facts = {}

    def __init__(self, person, match, query="", seconds=20, **more):
        self.open(person, f"/api/matches/{match}/events{query}", seconds, more)
        self.id = self.shown = self.told = None
        self.whole, self.known = False, {}  # the last state of each viewer
        self.raw = b""

    def open(self, person, path, seconds, more):
        self.person = Person(person.server, session=False)
        self.connection = person.server.connection(seconds)
        more = {k.replace("_", "-"): v for k, v in more.items()}
        self.connection.request("GET", path, headers=person.headers("GET", more))
        self.answer = self.connection.getresponse()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.person.close()
        self.answer.close()
        self.connection.close()

    def verbs(self):
        """Facts of the game: how many operands each verb has."""
        game = self.shown["game"]
        if game not in Stream.facts:
            got = self.person.get(f"/api/games/{game}")
            Stream.facts[game] = got.json()["verbs"]
        return Stream.facts[game]

    def blocks(self):
        """Each message as {field: text}; a comment has the field ''."""
        fields = {}
        while True:
            line = self.answer.readline()
            if not line:
                return
            self.raw += line
            line = line.decode().rstrip("\n")
            if not line:
                if fields:
                    yield fields
                fields = {}
                continue
            name, _, text = line.partition(":")
            fields[name] = text.removeprefix(" ")

    def __iter__(self):
        for block in self.blocks():
            if block.get("event") not in ("state", "change"):
                continue
            self.id, told = int(block["id"]), json.loads(block["data"])
            self.whole = block["event"] == "state"
            self.told = told
            if not self.whole:
                told = changed(self.known[told["viewer"]], told, self.verbs())
            self.shown = self.known[told["viewer"]] = told
            yield self.shown


class Reader(Stream):
    """One stream for any number of matches. take() applies a message of the stream or the `change`
    of an answer as docs/api/README.md tells it: in the order of their numbers."""

    def __init__(self, person, query="", seconds=20):
        self.open(person, f"/api/stream{query}", seconds, {})
        self.begin(person)
        if self.answer.status == 200:
            self.events = self.blocks()
            self.name = json.loads(next(self.events)["data"])["reader"]

    def begin(self, person):
        self.asks, self.name, self.raw = person, None, b""
        self.states, self.last, self.held = {}, {}, {}
        self.memories, self.tongues = {}, {}
        self.told = self.shown = None

    def watch(self, *matches, **more):
        return self.asks.post(f"/api/readers/{self.name}", {"watch": list(matches), **more})

    def tongue(self, match, game):
        if match not in self.tongues:
            facts = self.asks.get(f"/api/games/{game}").json()
            names = self.asks.get(f"/api/matches/{match}/names").json()["domains"]
            self.tongues[match] = Tongue(facts, names)
        return self.tongues[match]

    def take(self, told):
        """The newest state of the match after this message, or None when it must wait or is old."""
        match, last = told["match"], self.last.get(told["match"], 0)
        if told["no"] > last and (told["from"] == 0 or told["no"] == last + 1):
            self.apply(match, told)
            while waits := self.held.pop((match, self.last[match] + 1), None):
                self.apply(match, waits)
            return self.shown
        if told["no"] > last:
            self.held[match, told["no"]] = told
        return None

    def apply(self, match, told):
        seen = self.states.setdefault(match, {})
        if not told["from"]:
            self.memories[match, told["viewer"]] = Memory(told)
        elif "handover" in told:
            told = self.waiting(seen, told)
        else:
            base = next(s for s in seen.values() if s["no"] == told["from"])
            self.shown = base
            if "viewer" not in told:
                told = expanded(base, told, self.tongue(match, base["game"]),
                                self.memories[match, base["viewer"]])
            told = changed({**base, "seq": told["from"]}, told, self.verbs())
        seen[told["viewer"]] = self.shown = told
        self.last[match] = told["no"]

    @staticmethod
    def waiting(seen, told):
        """The state in which a seat must take over, of which a compact change tells only who."""
        any_of = next(iter(seen.values()))
        head = ("id", "game", "scenario", "options", "lists", "commitment", "seats", "clock",
                "people", "waiting", "rematch", "watching", "hints")
        return {**{k: any_of[k] for k in head}, **told, "viewer": None,
                "turn": {"seat": told["handover"], "node": None, "prompt_fr": "", "prompt_en": "",
                         "acting": False},
                "over": False, "result": None, "thinking": False}

    def __iter__(self):
        for block in self.events:
            if block.get("event") in ("state", "change"):
                self.whole = block["event"] == "state"
                self.told = json.loads(block["data"])
                self.told.setdefault("match", "alone")
                assert self.whole == (self.told["from"] == 0)
                if self.take(self.told):
                    yield self.shown


class Compact(Reader):
    """The compact stream of one match."""

    def __init__(self, person, match, seconds=20):
        self.open(person, f"/api/matches/{match}/events?changes=2", seconds, {})
        self.begin(person)
        self.match = match
        self.events = self.blocks()

    def tongue(self, match, game):
        return super().tongue(self.match, game)


class ByNow:
    """A stream of whole states that is not waited for: what it has told so far."""

    def __init__(self, person, match):
        self.person, self.heard = person, b""
        self.socket = socket.create_connection((HOST, person.server.port), timeout=20)
        self.socket.sendall(f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: {HOST}\r\n"
                            f"Cookie: {person.cookie}\r\n\r\n".encode())
        self.wait(lambda state: True)

    def hear(self, seconds):
        self.socket.settimeout(seconds)
        part = self.socket.recv(1 << 20)
        assert part, "the stream ended"
        self.heard += part

    def state(self):
        """The newest of its states, or None."""
        told = re.findall(rb"\ndata: (\{[^\n]*\})\n\n", self.heard)
        return json.loads(told[-1]) if told else None

    def by_now(self):
        """After the turn of the loop in which this person's last request was answered: what it had
        to tell has been sent when requests after it are answered."""
        for _ in range(3):
            assert self.person.get("/api/health").status == 200
        try:
            while True:
                self.hear(0)
        except BlockingIOError:
            return self.state()

    def wait(self, until):
        while not (self.state() and until(self.state())):
            self.hear(20)
        return self.state()

    def close(self):
        self.socket.close()


class Case(unittest.TestCase):
    """A server for the tests of one class, data in a folder of its own."""
    options = ()
    program = PROGRAM

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="grognard-server-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        cls.data = cls.folder / "server.db"
        cls.server = Server(cls.data, *cls.options, program=cls.program)
        cls.addClassCleanup(cls.stop_well)

    @classmethod
    def stop_well(cls):
        """A stop that is not clean (a leak under the sanitizer) is an error of the class."""
        code = cls.server.stop()
        if code != 0:
            raise AssertionError(f"exit status {code}: {cls.server.log()[-3000:]}")

    def refused(self, got, status, code):
        """A JSON error with a code and a sentence in each language."""
        self.assertEqual(got.status, status, got.body)
        error = got.json()["error"]
        self.assertEqual(error["code"], code, error)
        self.assertTrue(error["fr"] and error["en"] and error["fr"] != error["en"])
        self.assertEqual(got.headers["Content-Type"], "application/json")

    def restart(self, how=signal.SIGTERM):
        cls = type(self)
        code = cls.server.stop(how)
        cls.server = Server(cls.data, *cls.options, program=cls.program)
        return code


def raw(server, data, seconds=10):
    """Bytes as they are; what comes back until the other side closes or falls silent."""
    with socket.create_connection((HOST, server.port), timeout=seconds) as s:
        s.settimeout(0.5)
        s.sendall(data)
        got = b""
        try:
            while chunk := s.recv(65536):
                got += chunk
        except (TimeoutError, ConnectionError):
            pass
        return got
