#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two hours of a club, ten times over: `./check --long soak`. Usage: tests/server/soak.py [BUILD]
[--seconds N] [--matches N] [--every SECONDS] [--figure SECONDS].

A club on a busy evening is 20 matches at once, in each a move every 4 seconds: 5 moves a second.
Ten times that is 200 matches and 400 people, all games by turns. Each person has a stream of his
own, that breaks off and is opened again; people talk; matches have clocks of every pace, end by
the rules, by resignation or because somebody's time is up, and others begin; some are watched by a
third. Everything goes to a server that this starts at 127.0.0.1, paced and bounded in time.

Prints a figure a minute and fails when, after the first eighth, memory or descriptors have grown
by more than is said below, when the write-ahead log was ever longer, when a request was refused, or
when the rate was not kept (that figure would be of a smaller club). SIGTERM
ends it early; it says how long it ran."""
import argparse
import heapq
import json
import os
import random
import selectors
import signal
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

CLUB_MATCHES, CLUB_EVERY, TIMES = 20, 4.0, 10
MEMORY = 4 << 20   # growth from the first quarter after warm-up to the last, medians
DESCRIPTORS = 8    # the same
WAL = 24 << 20     # at any time: it is taken over into the file at 16 MiB
RATE = 0.9         # of the moves that are due
MOVES = (60, 240)  # of a match, then somebody resigns
BREAK = 300        # seconds between two losses of a stream, on the average
SILENT, WATCHED, TALK = 10, 10, 10  # one match of so many; one move of so many
PACES = ({"kind": "live"}, {"kind": "fast"}, {"kind": "slow"}, {"kind": "none"})


class Figures:
    """What is counted between two lines, and in all."""

    def __init__(self):
        self.took, self.moves, self.begun, self.ended, self.flags = [], 0, 0, 0, 0
        self.talk, self.breaks, self.told, self.bytes, self.samples = 0, 0, 0, 0, []

    def timed(self, call, *words, **body):
        begun = time.monotonic()
        got = call(*words, **body)
        self.took.append((time.monotonic() - begun) * 1000)
        return got

    def asked(self, call, *words, **body):
        got = self.timed(call, *words, **body)
        assert got.status in (200, 201), f"{words} {got.status} {got.body}"
        return got.json()

    def p99(self):
        took = sorted(self.took)
        self.took = []
        return round(took[int(len(took) * 0.99)], 1) if took else None


class Ear:
    """One stream of a person: its bytes are read and counted, not understood."""

    def __init__(self, soak, person, match, whole):
        self.soak, self.person, self.match, self.whole = soak, person, match, whole
        self.socket = None
        self.open()

    def open(self):
        path = "/api/stream?form=compact" if self.whole else \
            f"/api/matches/{self.match}/events?changes=2"
        head = "".join(f"{k}: {v}\r\n" for k, v in self.person.headers("GET", {}).items())
        self.socket = socket.create_connection(("127.0.0.1", self.person.server.port), timeout=20)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n".encode())
        got = self.until(b"\n\n")
        assert got.startswith(b"HTTP/1.1 200 "), got
        if self.whole:
            name = json.loads(got.split(b"data: ")[1].split(b"\n")[0])["reader"]
            self.soak.figures.asked(self.person.post, f"/api/readers/{name}",
                                    {"watch": [self.match]})
        self.socket.setblocking(False)
        self.soak.selector.register(self.socket, selectors.EVENT_READ, self)

    def until(self, mark):
        got = b""
        while mark not in got:
            part = self.socket.recv(65536)
            assert part, f"a stream was closed: {got[:200]}"
            got += part
        return got

    def read(self):
        try:
            part = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        assert part, "a stream was closed"
        self.soak.figures.bytes += len(part)
        self.soak.figures.told += part.count(b"\ndata: ")

    def close(self):
        self.soak.selector.unregister(self.socket)
        self.socket.close()

    def again(self):
        """The connection is lost, and found again."""
        self.close()
        self.open()
        self.soak.figures.breaks += 1


class Table:
    """Two people, and sometimes a third who watches, who play one match after another."""

    def __init__(self, soak, number):
        self.soak, self.number, self.rounds = soak, number, 0
        self.people = [soak.new_person() for _ in range(2)]
        self.third = soak.new_person() if number % WATCHED == 0 else None
        self.ears = []

    def begin(self):
        """The two change sides each time."""
        soak, ask = self.soak, self.soak.figures.asked
        maker, guest = self.people = self.people[::-1]
        game = soak.games[(self.number + self.rounds) % len(soak.games)]
        self.silent = (self.number + self.rounds) % SILENT == 3
        self.rounds += 1
        clock = {"kind": "live", "base_s": max(int(15 * soak.options.every), 2)} if self.silent \
            else soak.chooser.choice(PACES)
        made = ask(maker.post, "/api/matches",
                   {"game": game, "seats": ["human", "open"], "clock": clock})
        self.match = made["id"]
        ask(guest.post, "/api/invitations/accept", {"secret": made["invite"]["path"][-32:]})
        for person in self.people:
            person.give(self.match)
        self.left = soak.chooser.randint(*MOVES)
        soak.figures.begun += 1
        self.ears = [Ear(soak, p, self.match, i == 0) for i, p in enumerate(self.people)]
        if self.third:
            link = ask(maker.do, self.match, "watching", on=True)["path"][-32:]
            ask(self.third.post, "/api/watch", {"secret": link})
            self.ears.append(Ear(soak, self.third, self.match, False))

    def end(self):
        for ear in self.ears:
            ear.close()
        self.soak.figures.ended += 1
        self.begin()

    def state(self):
        """Of who is awaited, or else of anybody."""
        for person in self.people:
            state = self.soak.figures.asked(person.get, f"/api/matches/{self.match}")
            if state["over"] or (state["turn"]["acting"] and state["legal"]):
                break
        self.people = [person] + [p for p in self.people if p is not person]
        return state

    def turn(self):
        """One move, or what is to be done instead."""
        soak, state = self.soak, self.state()
        person = self.people[0]
        if state["over"]:
            soak.figures.flags += state["result"]["reason"] == "flag"
            return self.end()
        if self.left <= 0 and self.silent:
            return None  # until the time is up
        if self.left <= 0:
            return self.did(person.do, self.match, "resign")
        if not state["turn"]["acting"]:
            return None
        choice = soak.chooser.choice(state["legal"])["a"]
        soak.figures.moves += self.did(person.act, self.match, choice, state["seq"])
        self.left -= 1
        if soak.chooser.randrange(TALK) == 0:
            self.talk()
        return None

    def did(self, call, *words):
        """Done, or the clock was quicker: nothing else is a reason to refuse."""
        got = self.soak.figures.timed(call, *words)
        if got.status != 200:
            over = self.state()
            assert got.status == 409 and over["over"] and over["result"]["reason"] == "flag", \
                f"{words} {got.status} {got.body}"
        return got.status == 200

    def talk(self):
        figures, (one, other) = self.soak.figures, self.people
        figures.asked(one.do, self.match, "talk", text=f"Au {self.left}e coup, é ?")
        figures.asked(other.get, f"/api/matches/{self.match}/talk?since=0")
        figures.talk += 1


class Soak:
    def __init__(self, server, data, options):
        self.server, self.data, self.options = server, data, options
        self.selector, self.chooser = selectors.DefaultSelector(), random.Random(1945)
        self.figures, self.due, self.number = Figures(), [], 0
        first = self.new_person()
        self.games = [g["id"] for g in first.get("/api/games").json()["games"]]
        self.tables, self.began, self.cpu = [], 0, (0, 0)

    def new_person(self):
        from client import Person
        return Person(self.server)

    def at(self, when, what):
        self.number += 1
        heapq.heappush(self.due, (when, self.number, what))

    def listen(self, until):
        """Reads streams until it is time for something else."""
        while True:
            wait = until - time.monotonic()
            for key, _ in self.selector.select(max(wait, 0)):
                key.data.read()
            if wait <= 0:
                return

    def every(self, seconds, what, evenly):
        def again(when):
            what()
            when += seconds if evenly else self.chooser.uniform(0.5, 1.5) * seconds
            # Who was late does not hurry: the rate is never exceeded.
            self.at(max(when, time.monotonic()), again)
        self.at(time.monotonic() + (seconds if evenly else self.chooser.random() * seconds), again)

    def lose_a_stream(self):
        table = self.chooser.choice(self.tables)
        self.chooser.choice(table.ears).again()

    def enough(self, *_):
        """Asked to stop (SIGTERM): what was seen so far is judged, and it is said how long."""
        self.options.seconds = time.monotonic() - self.began
        print(f"stopped after {self.options.seconds:.0f} s", flush=True)

    def run(self):
        self.tables = [Table(self, i) for i in range(self.options.matches)]
        for table in self.tables:
            table.begin()
            self.every(self.options.every, table.turn, False)
        self.every(BREAK / (2 * len(self.tables)), self.lose_a_stream, False)
        self.began, self.cpu = time.monotonic(), self.processor()
        self.every(self.options.figure, self.sample, True)
        signal.signal(signal.SIGTERM, self.enough)
        while self.due[0][0] < self.began + self.options.seconds + 1:
            when, _, what = heapq.heappop(self.due)
            self.listen(when)
            what(when)

    # ------------------------------------------------------------------------------------- figures
    def processor(self):
        """Seconds of the processor that the server has used, and this client."""
        words = Path(f"/proc/{self.server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK"), time.process_time()

    def sample(self):
        pid, f, before = self.server.process.pid, self.figures, self.cpu
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        health = self.tables[0].people[0].get("/api/health").json()
        assert health["ok"] and health["failed_commits"] == 0, health
        self.cpu, seconds = self.processor(), self.options.figure
        figure = {"s": round(time.monotonic() - self.began),
                  "rss_kb": pages * os.sysconf("SC_PAGE_SIZE") // 1024,
                  "fds": len(os.listdir(f"/proc/{pid}/fd")),
                  "wal_kb": Path(f"{self.data}-wal").stat().st_size // 1024,
                  "db_kb": Path(self.data).stat().st_size // 1024,
                  "moves": f.moves, "p99_ms": f.p99(), "begun": f.begun, "ended": f.ended,
                  "flags": f.flags, "talk": f.talk, "breaks": f.breaks, "told": f.told,
                  "streams": health["streams"], "in_memory": health["in_memory"],
                  "cpu": round((self.cpu[0] - before[0]) / seconds, 3),
                  "cpu_client": round((self.cpu[1] - before[1]) / seconds, 3),
                  "load": round(os.getloadavg()[0], 1)}
        f.samples.append(figure)
        print(json.dumps(figure), flush=True)


def judge(samples, options):
    """Faults, as sentences."""
    warm = [s for s in samples if s["s"] >= options.seconds / 8]
    quarter = max(len(warm) // 4, 1)
    faults = []
    for name, most in (("rss_kb", MEMORY // 1024), ("fds", DESCRIPTORS)):
        first, last = (statistics.median(s[name] for s in part)
                       for part in (warm[:quarter], warm[-quarter:]))
        print(f"{name}: {first:g}, in the end {last:g}; may grow by {most}")
        if last - first > most:
            faults.append(f"{name} grew by {last - first:g}")
    longest = max(s["wal_kb"] for s in samples)
    print(f"wal_kb: at most {longest}; may be {WAL // 1024}")
    if longest > WAL // 1024:
        faults.append(f"the write-ahead log was {longest} kB")
    due = samples[-1]["s"] * options.matches / options.every
    print(f"moves: {samples[-1]['moves']} of {due:.0f} that were due")
    if samples[-1]["moves"] < RATE * due and not options.any_rate:
        faults.append("the rate was not kept")
    for what in ("ended", "talk", "breaks", "told"):
        if not samples[-1][what]:
            faults.append(f"nothing {what}")
    return faults


def read_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", help="the build directory (else build)")
    parser.add_argument("--seconds", type=float, default=7200)
    parser.add_argument("--matches", type=int, default=CLUB_MATCHES * TIMES)
    parser.add_argument("--every", type=float, default=CLUB_EVERY)
    parser.add_argument("--figure", type=float, default=60, help="seconds between two figures")
    parser.add_argument("--any-rate", action="store_true", help="a rate not kept is no fault")
    return parser.parse_args()


def main():
    options = read_options()
    if options.build:
        os.environ["GROGNARD_BUILD"] = str(Path(options.build).resolve())
    from client import Server
    print(f"{options.matches} matches, a move every {options.every:g} s in each, "
          f"{options.seconds:g} s; {os.cpu_count()} processors", flush=True)
    with tempfile.TemporaryDirectory(prefix="grognard-soak-") as folder:
        data = Path(folder) / "server.db"
        server = Server(data, start_new_session=True)
        try:
            soak = Soak(server, data, options)
            soak.run()
            faults = judge(soak.figures.samples, options)
        finally:
            code = server.stop()
    if code != 0:
        faults.append(f"the server ended with {code}")
    print("\n".join(faults + ["0 passed, 1 failed" if faults else "1 passed, 0 failed"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
