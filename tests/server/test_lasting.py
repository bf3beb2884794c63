# SPDX-License-Identifier: Apache-2.0
"""What only shows over time: memory over many moves, thinking that is stopped, what a page costs to
fetch and to fetch again."""
import argparse
import contextlib
import gzip
import io
import os
import re
import signal
import subprocess
import threading
import time
import unittest
from pathlib import Path

import soak
from client import BUILD, GAME, ROOT, Case, Person
from test_durable import Bot

MOVES = int(os.environ.get("GROGNARD_MOVES", "1500"))


def memory(pid):
    """Resident bytes."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no VmRSS")


class Memory(Case):
    def sample(self):
        health = Person(self.server, session=False).get("/api/health").json()
        return memory(self.server.process.pid), health["in_memory"]

    def test_memory_is_flat(self):
        """Closed loop over many matches; those that are over leave memory after seconds. What is
        kept of a match that is there is allowed for: 64 kB."""
        bots = [Bot(i) for i in range(8)]
        threads = [threading.Thread(target=b.play, args=(self.server,), daemon=True) for b in bots]
        for thread in threads:
            thread.start()
        counted, samples = 0, []
        while counted < MOVES:
            time.sleep(0.05)
            counted = sum(len(b.acknowledged) for b in bots)
            self.assertTrue(any(t.is_alive() for t in threads))
            if counted * 8 >= MOVES * (len(samples) + 1):
                samples.append(self.sample())
        for bot in bots:
            bot.stop()
        for thread in threads:
            thread.join(20)
        self.assertEqual([b.error for b in bots], [None] * len(bots))
        print(f"\n{counted} moves; kB resident and matches in memory at each eighth: "
              f"{[(size // 1024, matches) for size, matches in samples]}")
        first, last = samples[1], samples[-1]
        allowed = (4 << 20) + 65536 * max(0, last[1] - first[1])
        self.assertLess(last[0] - first[0], allowed)


class Soak(unittest.TestCase):
    """What `./check --long soak` does in two hours, for twenty seconds."""

    def test_a_small_club(self):
        got = subprocess.run([ROOT / "tests/server/soak.py", BUILD, "--seconds=20", "--matches=20",
                              "--every=0.5", "--figure=2", "--any-rate"], capture_output=True,
                             text=True, timeout=300, check=False)
        self.assertEqual((got.returncode, got.stderr), (0, ""), got.stdout)
        self.assertTrue(got.stdout.endswith("1 passed, 0 failed\n"), got.stdout)
        self.assertGreater(got.stdout.count('"rss_kb"'), 2)

    def test_growth_is_found(self):
        """The test of the test: what grows after warm-up, and only that, is a fault."""
        options = argparse.Namespace(seconds=80, matches=1, every=1, any_rate=False)
        calm = {"rss_kb": 9000, "fds": 50, "wal_kb": 10, "ended": 1, "talk": 1, "breaks": 1,
                "told": 1}
        samples = [{**calm, "s": i + 1, "moves": i + 1} for i in range(80)]

        def found(**grown):
            part = [{**s, **{k: s[k] + s["s"] * more for k, more in grown.items()}}
                    for s in samples]
            with contextlib.redirect_stdout(io.StringIO()):
                return len(soak.judge(part, options))

        self.assertEqual(found(), 0)
        self.assertEqual(found(rss_kb=100), 1)
        self.assertEqual(found(fds=1), 1)
        self.assertEqual(found(wal_kb=400), 1)
        self.assertEqual(found(moves=-0.2), 1)
        samples[:10] = [{**s, "rss_kb": 100} for s in samples[:10]]  # warming up
        self.assertEqual(found(), 0)


class Thinking(Case):
    def setUp(self):
        self.person = Person(self.server)
        self.person.patient = True
        games = self.person.get("/api/games").json()["games"]
        self.large = max((g["id"] for g in games), key=lambda g: len(
            self.person.get(f"/api/games/{g}/cells").body))

    def test_a_resigned_match_thinks_no_more(self):
        match = self.person.new("human", "greedy", game=self.large)
        self.person.wait(match, lambda s: not s["thinking"])
        self.assertEqual(self.person.do(match, "resign").status, 200)
        state = self.person.state(match)
        self.assertTrue(state["over"])
        self.assertFalse(state["thinking"])
        time.sleep(0.3)
        self.assertEqual(self.person.state(match)["entry"], state["entry"])

    def test_a_stop_does_not_wait_for_thought(self):
        """Forty matches thinking on two workers, more waiting: the server is gone at once."""
        for _ in range(40):
            self.person.new("greedy", "greedy", game=self.large)
        time.sleep(0.3)
        start = time.monotonic()
        self.assertEqual(self.restart(signal.SIGTERM), 0)
        self.assertLess(time.monotonic() - start, 3)


class Page(Case):
    """Bytes over the line, as a browser asks: gzip accepted, every file the page names."""

    def fetch(self, path, **more):
        got = Person(self.server, session=False).get(path, Accept_Encoding="gzip, br", **more)
        self.assertEqual(got.status, 200, path)
        head = sum(len(k) + len(v) + 4 for k, v in got.headers.items())
        plain = gzip.decompress(got.body) if got.headers["Content-Encoding"] else got.body
        return len(got.body) + head, plain, got.headers

    def linked(self):
        """index.html and everything it leads to, by name."""
        seen, left = {}, ["/"]
        while left:
            path = left.pop()
            if path in seen:
                continue
            size, plain, _ = self.fetch(path)
            seen[path] = size
            if path == "/" or path.endswith((".css", ".js")):
                for name in re.findall(rb"[\"'(/]([\w.-]+-[A-Z0-9]{8}\.\w+)", plain):
                    left.append("/" + name.decode())
        return seen

    @unittest.skipUnless((ROOT / "web" / "dist" / "index.html").exists(), "the page is not built")
    def test_the_page_is_light(self):
        seen = self.linked()
        fonts = sum(size for path, size in seen.items() if path.endswith(".woff2"))
        page = sum(seen.values())
        print(f"\nthe page: {len(seen)} files, {page // 1000} kB over the line, of them "
              f"{fonts // 1000} kB fonts")
        self.assertLess(page, 300000)
        for game in Person(self.server).get("/api/games").json()["games"]:
            whole = page
            for path in (f"/api/games/{game['id']}", f"/api/games/{game['id']}/cells",
                         f"/art/{game['id']}/symbols.svg", f"/art/{game['id']}/style.json"):
                if Person(self.server, session=False).get(path).status == 200:
                    whole += self.fetch(path)[0]
            print(f"with the facts and the art of {game['id']}: {whole // 1000} kB")
            self.assertLess(whole, 1000000)

    def test_large_facts_are_packed_and_kept(self):
        anybody = Person(self.server, session=False)
        for path in (f"/api/games/{GAME}", f"/api/games/{GAME}/cells"):
            plain = anybody.get(path)
            packed = anybody.get(path, Accept_Encoding="gzip")
            self.assertEqual(gzip.decompress(packed.body), plain.body)
            self.assertLess(len(packed.body), len(plain.body) * 2 // 3)
            self.assertNotEqual(packed.headers["ETag"], plain.headers["ETag"])
            self.assertEqual(packed.headers["Vary"], "Accept-Encoding")
            again = anybody.get(path, Accept_Encoding="gzip",
                                If_None_Match=packed.headers["ETag"])
            self.assertEqual((again.status, again.body), (304, b""))
            self.assertEqual(anybody.get(path, Accept_Encoding="gzip;q=0").body, plain.body)

    def test_a_state_is_packed_where_nobody_else_writes_into_it(self):
        """Another's words packed together with what is secret would tell it by their length."""
        alone, other = Person(self.server), Person(self.server)
        mine = alone.new("human", "greedy")
        both, secret = alone.invite("human", "open", clock={"kind": "none"})

        def packed(person, match):
            got = person.get(f"/api/matches/{match}", Accept_Encoding="gzip")
            self.assertEqual(got.status, 200)
            return got.headers["Content-Encoding"]

        self.assertEqual(packed(alone, mine), "gzip")
        self.assertIsNone(packed(alone, both))
        self.assertEqual(other.accept(secret).status, 200)
        self.assertIsNone(packed(alone, both))
        self.assertIsNone(packed(other, both))

    @unittest.skipUnless((ROOT / "web" / "dist" / "index.html").exists(), "the page is not built")
    def test_files_are_kept_by_their_hash(self):
        for path in self.linked():
            headers = self.fetch(path)[2]
            wanted = "immutable" if path != "/" else "no-cache"
            self.assertIn(wanted, headers["Cache-Control"], path)
