#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Strangers who flood, and strangers who upload: `./check --long flood`.

A hundred sockets send a thousand requests a second in all, as strangers at other addresses, while
players who sit at matches move at their own pace. What counts is how long a player's request takes,
from its first byte to its answer: 99 of a hundred under 100 ms. Then 300 uploads of nobody: the
memory of the server stays within 32 MB of before. Figures are told with what the machine did
meanwhile; one run that is disturbed may be repeated (three at most), and all are told."""
import json
import os
import random
import selectors
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from client import HOST, Person, Server  # noqa: E402

SOCKETS, RATE, SECONDS, PLAYERS = 100, 1000, 20, 10
P99_MS, MEMORY = 100, 32 << 20
KINDS = ("/", "/api/games", "/api/health", "/api/matches", "/api/matches/aaaaaaaaaaaaaaaaaaaa",
         "/nothing", "session", "upload", "broken")


def request(kind, server, address):
    """One of a stranger."""
    more = f"Host: localhost\r\nX-Forwarded-For: {address}\r\n"
    if kind == "broken":
        return f"GET {'x' * 90}\r\n\r\n".encode()
    if kind in ("session", "upload"):
        path = "/api/session" if kind == "session" else "/api/replays"
        body = "{}" if kind == "session" else "x" * 900
        return (f"POST {path} HTTP/1.1\r\n{more}Origin: {server.origin}\r\nContent-Type: "
                f"application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()
    return (f"GET {kind} HTTP/1.1\r\n{more}Cookie: gg={random.randbytes(16).hex()}\r\n"
            "\r\n").encode()


class Flood(threading.Thread):
    """All sockets of those who flood, in one thread; what comes back is dropped."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.sent, self.lost, self.stop = server, 0, 0, False
        self.selector, self.socket = selectors.DefaultSelector(), {}
        for i in range(SOCKETS):
            self.dial(i)

    def dial(self, i):
        s = socket.create_connection((HOST, self.server.port), timeout=20)
        s.setblocking(False)
        self.socket[i] = s
        self.selector.register(s, selectors.EVENT_READ, i)

    def again(self, i):
        self.selector.unregister(self.socket[i])
        self.socket[i].close()
        self.lost += 1
        self.dial(i)

    def drop(self, wait):
        for key, _ in self.selector.select(wait):
            try:
                if self.socket[key.data] is key.fileobj and not key.fileobj.recv(1 << 20):
                    self.again(key.data)
            except BlockingIOError:
                pass
            except OSError:
                self.again(key.data)

    def run(self):
        chooser, start = random.Random(1), time.monotonic()
        while not self.stop:
            due = int((time.monotonic() - start) * RATE)
            while self.sent < due and not self.stop:
                i = self.sent % SOCKETS
                data = request(chooser.choice(KINDS), self.server, f"198.51.{i % 10}.1")
                self.sent += 1
                try:
                    self.socket[i].send(data)
                except BlockingIOError:
                    pass
                except OSError:
                    self.again(i)
            self.drop(0.002)


class Player(threading.Thread):
    """Somebody at a match of his own, who asks about five times a second."""

    def __init__(self, server, number):
        super().__init__(daemon=True)
        self.person, self.took, self.stop = Person(server, session=False), [], False
        self.more = {"X_Forwarded_For": f"203.0.113.{number}"}
        got = self.person.post("/api/session", {}, **self.more)
        self.person.cookie = got.headers["Set-Cookie"].split(";")[0]
        self.chooser, self.match = random.Random(number), self.person.new("human", "human")
        self.well = False

    def ask(self, method, path, body=None):
        begun = time.monotonic()
        got = self.person.ask(method, path, body, **self.more)
        self.took.append((time.monotonic() - begun) * 1000)
        assert got.status == 200, got.body
        return got.json()

    def run(self):
        while not self.stop:
            at = f"/api/matches/{self.match}"
            state = self.ask("GET", at)
            if state["over"]:
                self.match = self.person.new("human", "human")
            elif state["handover"]:
                self.ask("POST", at + "/handover", {"seat": state["handover"]})
            else:
                choice = self.chooser.choice(state["legal"])["a"]
                self.ask("POST", at + "/actions", {"action": choice, "seq": state["seq"]})
            time.sleep(self.chooser.uniform(0.05, 0.35))
        self.well = True


def at(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def used(server):
    """Seconds of the processor, which others on the machine do not change."""
    words = Path(f"/proc/{server.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def play(server, flooded):
    players = [Player(server, i) for i in range(PLAYERS)]
    flood = Flood(server) if flooded else None
    for thread in players + ([flood] if flood else []):
        thread.start()
    before = used(server)
    time.sleep(SECONDS)
    busy = (used(server) - before) / SECONDS
    for thread in players + ([flood] if flood else []):
        thread.stop = True
    for thread in players + ([flood] if flood else []):
        thread.join(30)
    assert all(player.well for player in players), "a player was not served"
    took = [ms for player in players for ms in player.took]
    assert len(took) > 2 * PLAYERS * SECONDS, f"{len(took)} requests of players are too few"
    return {"requests": len(took), "p50_ms": round(at(took, .5), 1),
            "p99_ms": round(at(took, .99), 1), "most_ms": round(max(took), 1),
            "flood_sent": flood.sent if flood else 0, "flood_refused": flood.lost if flood else 0,
            "server_cpu": round(busy, 3), "load": round(os.getloadavg()[0], 1)}


def memory(server):
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def upload(server):
    """300 bodies of 1 MiB that nobody ends, by nobody; bytes that the server has more then."""
    person = Person(server, session=False)
    assert person.get("/api/health").status == 200
    before, most, open_ = memory(server), 0, []
    for i in range(300):
        s = socket.create_connection((HOST, server.port), timeout=20)
        s.setblocking(False)
        open_.append(s)
        try:
            s.sendall(f"POST /api/replays HTTP/1.1\r\nHost: localhost\r\nOrigin: {server.origin}"
                      f"\r\nX-Forwarded-For: 198.51.100.{i % 250}\r\nContent-Type: text/plain\r\n"
                      f"Content-Length: {1 << 20}\r\n\r\n".encode())
            s.send(b"x" * ((1 << 20) - 1000))
        except (BlockingIOError, ConnectionError):
            pass
        most = max(most, memory(server) - before)
    assert person.get("/api/health").status == 200
    most = max(most, memory(server) - before)
    for s in open_:
        s.close()
    return most


def main():
    if "--help" in sys.argv:
        print(__doc__)
        return 0
    good = False
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, niceness {os.nice(0)}")
    with tempfile.TemporaryDirectory(prefix="grognard-flood-") as folder:
        server = Server(Path(folder) / "server.db", "--trusted-proxy", HOST)
        try:
            print("alone", json.dumps(play(server, False)), flush=True)
            for _ in range(3):
                found = play(server, True)
                print("flooded", json.dumps(found), flush=True)
                enough = found["flood_sent"] >= 0.95 * RATE * SECONDS
                good = enough and found["p99_ms"] < P99_MS
                if good:
                    break
            grown = upload(server)
            print(f"300 uploads of nobody: {grown / (1 << 20):.1f} MB more", flush=True)
        finally:
            code = server.stop()
    good = good and grown < MEMORY and code == 0
    print("1 passed, 0 failed" if good else "0 passed, 1 failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
