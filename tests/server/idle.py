#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much memory an idle event stream costs the server. Usage: tests/server/idle.py [BUILD] [N]:
opens N streams (10,000 when left out, or as many as descriptors allow) and prints bytes each."""
import os
import resource
import socket
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
LIMIT = 10 * 1024
PER_MATCH = 60


def memory(pid):
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def main():
    words = sys.argv[1:]
    if "--help" in words:
        print(__doc__)
        return 0
    if words and not words[0].isdigit():
        os.environ["GROGNARD_BUILD"] = str(Path(words.pop(0)).resolve())
    from client import HOST, Person, Server
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    wanted = min(int(words[0]) if words else 10000, most - 200)
    with tempfile.TemporaryDirectory(prefix="grognard-server-") as folder:
        server = Server(Path(folder) / "server.db")
        matches = []
        while len(matches) * PER_MATCH < wanted:
            person = Person(server)
            for _ in range(10):
                matches.append((person, person.new("human", "human")))
        for person, match in matches:
            person.state(match)
        before, streams = memory(server.process.pid), []
        start = time.monotonic()
        for i in range(wanted):
            person, match = matches[i // PER_MATCH]
            s = socket.create_connection((HOST, server.port))
            s.sendall(f"GET /api/matches/{match}/events?changes=1 HTTP/1.1\r\nHost: localhost\r\n"
                      f"Cookie: {person.cookie}\r\n\r\n".encode())
            streams.append(s)
        for s in streams:
            s.settimeout(20)
            got = b""
            while b"\ndata: " not in got:
                part = s.recv(65536)
                if not part:
                    raise RuntimeError(f"a stream was closed: {got[:200]}")
                got += part
        print(f"opened in {time.monotonic() - start:.1f} s", flush=True)
        time.sleep(2)
        after = memory(server.process.pid)
        each = (after - before) / wanted
        health = Person(server).get("/api/health").json()
        print(f"{health['streams']} idle streams, {each:.0f} bytes each, at most {LIMIT}")
        server.stop()
    good = each <= LIMIT and health["streams"] == wanted
    print("1 passed, 0 failed" if good else "0 passed, 1 failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
