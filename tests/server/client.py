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

    def port_of_log(self):
        return int(re.search(r"port=(\d+)", self.log()).group(1))

    def log(self):
        self.errors.seek(0)
        return self.errors.read().decode()

    def stop(self, how=signal.SIGTERM):
        """Its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(20)
        self.process.stdout.close()
        return code


class Person:
    """A browser (cookie and origin) or, with a token, a bot."""

    def __init__(self, server, token=None, session=True):
        self.server, self.cookie, self.token = server, None, token
        self.connection = None
        self.patient = False  # waits and asks again when told that it asks too much
        if session and not token:
            got = self.post("/api/session", {})
            assert got.status == 201, got.body
            self.cookie = re.match(r"gg=[0-9a-f]{32}", got.headers["Set-Cookie"]).group(0)

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
                self.connection = http.client.HTTPConnection(HOST, self.server.port, timeout=30)
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
        return got.json()["id"]

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
        self.connection = http.client.HTTPConnection(HOST, person.server.port, timeout=seconds)
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
        self.asks, self.name, self.raw = person, None, b""
        self.states, self.last, self.held = {}, {}, {}
        self.told = self.shown = None
        if self.answer.status == 200:
            self.events = self.blocks()
            self.name = json.loads(next(self.events)["data"])["reader"]

    def watch(self, *matches, **more):
        return self.asks.post(f"/api/readers/{self.name}", {"watch": list(matches), **more})

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
        if told["from"]:
            base = next(s for s in seen.values() if s["no"] == told["from"])
            self.shown = base
            told = changed({**base, "seq": told["from"]}, told, self.verbs())
        seen[told["viewer"]] = self.shown = told
        self.last[match] = told["no"]

    def __iter__(self):
        for block in self.events:
            if block.get("event") in ("state", "change"):
                self.whole = block["event"] == "state"
                self.told = json.loads(block["data"])
                assert self.whole == (self.told["from"] == 0)
                if self.take(self.told):
                    yield self.shown


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
