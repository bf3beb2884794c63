# SPDX-License-Identifier: Apache-2.0
"""A server in public: who counts as whom behind a proxy, a socket of the file system, sessions and
tokens that are listed and ended, matches that are begun once, and matches of others that cost as
many questions as those that do not exist."""
import hashlib
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from client import GAME, HOST, PROGRAM, ROOT, Case, Person, Server, SocketServer, Stream
from test_permission import routes

TWO = {"game": GAME, "seats": ["human", "human"]}
DAY = 86400


class Alone(unittest.TestCase):
    """A folder for each test, and servers in it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-public-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.data = self.folder / "server.db"

    def serve(self, *options):
        server = Server(self.data, *options)
        self.addCleanup(server.stop)
        return server

    def change(self, *statements):
        """While no server runs."""
        with sqlite3.connect(self.data) as db:
            for statement in statements:
                db.execute(*statement)
        db.close()

    refused = Case.refused


class Proxies(Alone):
    def guests(self, server, count, **more):
        """Statuses of so many new guests, one after the other on one connection."""
        anybody = Person(server, session=False)
        got = [anybody.post("/api/session", {}, **more).status for _ in range(count)]
        anybody.close()
        return got

    def full(self, server, **more):
        """Guests until the address may begin no more: the last one is refused."""
        found = self.guests(server, 135, **more)
        self.assertEqual((set(found[:120]), found[-1]), ({201}, 429))

    def test_the_header_of_a_stranger_is_not_read(self):
        """Everything of 127.0.0.0/8 but 127.0.0.1 counts as another machine."""
        server = self.serve()
        seen = []
        for host in range(135):
            with socket.create_connection((HOST, server.port), timeout=20,
                                          source_address=("127.0.0.9", 0)) as s:
                s.sendall(b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                          b"Content-Type: application/json\r\nContent-Length: 2\r\n" +
                          f"Origin: {server.origin}\r\n"
                          f"X-Forwarded-For: 198.51.100.{host}\r\n\r\n{{}}".encode())
                seen.append(s.recv(65536).split()[1])
        self.assertEqual((set(seen[:120]), seen[-1]), ({b"201"}, b"429"))

    def test_nor_that_of_the_machine_itself_when_it_is_no_proxy(self):
        server = self.serve()
        self.assertEqual(set(self.guests(server, 140, X_Forwarded_For="198.51.100.1")), {201})

    def test_a_public_origin_alone_trusts_nobody(self):
        """Then all who come by the proxy are one stranger, and the log says so."""
        origin = {"Origin": "https://play.example"}
        server = self.serve("--public-origin", "https://play.example")
        self.full(server, X_Forwarded_For="198.51.100.1", **origin)
        self.assertEqual(self.guests(server, 1, X_Forwarded_For="198.51.100.2", **origin), [429])
        self.assertIn("without --trusted-proxy", server.log())

    def test_only_the_last_hop_that_is_not_ours_counts(self):
        server = self.serve("--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "10.1.0.0/16",
                            "--trusted-proxy", "2001:db8:1::/48")
        self.full(server, X_Forwarded_For="198.51.100.7")
        for before in ("198.51.100.7", "127.0.0.1, 198.51.100.7", "203.0.113.1,198.51.100.7",
                       "198.51.100.7, 10.1.2.3", "198.51.100.7,10.1.2.3, 2001:db8:1::5",
                       "unknown, 198.51.100.7", "198.51.100.7:4711", "198.51.100.7:1, [::1]:80",
                       "::ffff:198.51.100.7"):
            wanted = 201 if "[::1]" in before else 429
            self.assertEqual(self.guests(server, 1, X_Forwarded_For=before), [wanted], before)
        for other in ("198.51.100.8", "198.51.100.7, 198.51.100.8", "198.51.100.7, 10.2.0.1",
                      "2001:db8:2::1", "198.51.100.7, 127.1.2.3, 203.0.113.5"):
            self.assertEqual(self.guests(server, 1, X_Forwarded_For=other), [201], other)

    def test_what_cannot_be_read_is_the_proxy_itself(self):
        server = self.serve("--trusted-proxy", "127.0.0.1")
        self.full(server, X_Forwarded_For="unknown")
        for other in ("", "x", "198.51.100.7, ", "_hidden", "1.2.3", "999.1.1.1"):
            self.assertEqual(self.guests(server, 1, X_Forwarded_For=other), [429], other)
        self.assertEqual(self.guests(server, 1, X_Forwarded_For="198.51.100.7"), [201])
        self.assertEqual(self.guests(server, 1), [429])  # it asks for itself

    def test_a_header_makes_nobody_local(self):
        """Else whoever shares a net with the proxy would say 127.0.0.1 and be counted no more."""
        server = self.serve("--trusted-proxy", "127.0.0.1", "--trusted-proxy", "192.168.0.0/16")
        self.full(server, X_Forwarded_For="127.0.0.1, 192.168.3.4")

    def test_two_lines_are_one_list(self):
        """Some proxies add a line instead of a word."""
        server = self.serve("--trusted-proxy", "127.0.0.1")
        self.full(server, X_Forwarded_For="198.51.100.7")

        def ask(*lines):
            with socket.create_connection((HOST, server.port), timeout=20) as s:
                s.sendall((f"POST /api/session HTTP/1.1\r\nHost: localhost\r\nOrigin: "
                           f"{server.origin}\r\nContent-Type: application/json\r\n" +
                           "".join(f"X-Forwarded-For: {line}\r\n" for line in lines) +
                           "Content-Length: 2\r\nConnection: close\r\n\r\n{}").encode())
                return s.recv(65536).split()[1]
        self.assertEqual(ask("198.51.100.8", "198.51.100.7"), b"429")
        self.assertEqual(ask("198.51.100.7", "198.51.100.8"), b"201")
        self.assertEqual(ask("198.51.100.7", "127.0.0.1"), b"429")

    def test_a_club_behind_one_address(self):
        """Who is known counts for himself; strangers at his address take nothing from him."""
        options = ("--trusted-proxy", "127.0.0.1")
        club = {"X_Forwarded_For": "198.51.100.20"}
        server = self.serve(*options)
        members = [Person(server, session=False) for _ in range(8)]
        for member in members:
            got = member.post("/api/session", {}, **club)
            member.cookie = got.headers["Set-Cookie"].split(";")[0]
        new = Person(server, session=False)
        server.stop()
        self.change(("UPDATE people SET made = made - 3600",))
        server = self.serve(*options)
        for member in members + [new]:
            member.server = server
            member.close()
        got = new.post("/api/session", {}, **club)
        new.cookie = got.headers["Set-Cookie"].split(";")[0]
        for _ in range(4):  # strangers use up what the address has
            fresh = Person(server, session=False)
            got = fresh.post("/api/session", {}, **club)
            fresh.cookie = got.headers["Set-Cookie"].split(";")[0]
            seen = {fresh.post("/api/matches", TWO, **club).status for _ in range(110)}
        self.assertIn(429, seen)
        self.assertEqual(new.post("/api/matches", TWO, **club).status, 429)
        for member in members:
            seen = [member.post("/api/matches", TWO, **club).status for _ in range(35)]
            self.assertEqual(set(seen), {201})

    def flood(self, server, path, address):
        """Requests of strangers without a pause: how many are answered before the first is not."""
        one = (f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
               "\r\n").encode()
        good, seen = 0, b""
        with socket.create_connection((HOST, server.port), timeout=20) as s:
            while good < 100000:
                s.sendall(one * 100)
                seen = b""
                while seen.count(b"HTTP/1.1 ") < 100 or not seen.endswith((b"}", b"\n")):
                    seen += s.recv(1 << 20)
                if b"HTTP/1.1 429 " in seen:
                    self.assertIn(b'"code":"too_many"', seen)
                    return good
                good += 100
        raise AssertionError("no end to it")

    def test_strangers_of_one_address_may_ask_so_much(self):
        server = self.serve("--trusted-proxy", "127.0.0.1")
        person = Person(server, session=False)
        got = person.post("/api/session", {}, X_Forwarded_For="198.51.100.30")
        person.cookie = got.headers["Set-Cookie"].split(";")[0]
        for path in ("/nothing", "/api/health"):
            self.flood(server, path, "198.51.100.30")
            for _ in range(20):  # he is known
                got = person.get("/api/health", X_Forwarded_For="198.51.100.30")
                self.assertEqual(got.status, 200)
        self.assertGreaterEqual(self.flood(server, "/api/health", "198.51.100.31"), 1900)

    def test_one_person_is_one_with_all_his_tokens(self):
        server = self.serve()
        person = Person(server)
        bots = [Person(server, token=person.post("/api/tokens", {}).json()["token"])
                for _ in range(3)]
        seen = [bot.post("/api/matches", TWO).status for _ in range(90) for bot in bots]
        self.assertEqual((seen[0], seen[-1]), (201, 429))

    def test_addresses_that_are_none(self):
        for word in ("", "x", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "10.0.0.0/-1", "::/129",
                     "[::1]", "10.0.0.1:80", "10.0.0", "unix:", "10.0.0.0/8/8"):
            got = subprocess.run([PROGRAM, "serve", "--listen", f"{HOST}:0", "--data", self.data,
                                  "--lang", "en", "--trusted-proxy", word],
                                 capture_output=True, check=False, timeout=20)
            self.assertEqual(got.returncode, 2, word)
            self.assertIn(b"--trusted-proxy: ", got.stderr)


class Sockets(Alone):
    def listen(self, *options, path=None):
        server = SocketServer(self.data, path or self.folder / "g.sock", *options)
        self.addCleanup(server.stop)
        return server

    def fails(self, path, *options):
        """What is said; nothing is served."""
        got = subprocess.run([PROGRAM, "serve", "--listen", f"unix:{path}", "--data",
                              self.folder / "other.db", "--lang", "en", *options],
                             capture_output=True, check=False, timeout=20)
        self.assertEqual(got.stdout, b"")
        return got.returncode, got.stderr.decode()

    def test_a_game_and_its_stream(self):
        server = self.listen()
        self.assertIn(f"at the socket {server.path} ", server.said)
        person = Person(server)
        match = person.new("human", "random")
        self.assertTrue(person.play(match)["over"])
        self.assertEqual(person.get("/api/health", Host="evil.example").status, 421)
        self.assertEqual(server.stop(), 0)
        self.assertFalse(server.path.exists(), "left behind")

    def test_who_may_connect(self):
        for word, wanted in ((None, 0o660), ("600", 0o600), ("0666", 0o666)):
            os.umask(before := os.umask(0o077))
            old = os.umask(0o077)
            try:
                server = self.listen(*(("--socket-mode", word) if word else ()))
            finally:
                os.umask(old)
            self.assertEqual(before, old)
            self.assertEqual(stat.S_IMODE(server.path.stat().st_mode), wanted)
            server.stop()
        for word in ("x", "", "-1", "8", "1777", "66 "):
            code, said = self.fails(self.folder / "no.sock", "--socket-mode", word)
            self.assertEqual((code, "--socket-mode: " in said), (2, True), word)

    def test_a_stale_socket_is_replaced_and_nothing_else(self):
        server = self.listen()
        server.stop(signal.SIGKILL)
        self.assertTrue(server.path.exists())
        server = self.listen()
        self.assertEqual(Person(server).get("/api/matches").status, 200)
        code, said = self.fails(server.path)  # somebody listens there
        self.assertEqual(code, 3)
        self.assertIn("in use", said)
        self.assertEqual(Person(server).get("/api/matches").status, 200)
        file = self.folder / "file"
        file.write_text("mine")
        link = self.folder / "link"
        link.symlink_to(file)
        for path in (file, link):
            code, said = self.fails(path)
            self.assertEqual(code, 3)
            self.assertIn("exists", said)
        self.assertEqual(file.read_text(), "mine")
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.fails(self.folder / ("x" * 120))[0], 3)
        self.assertEqual(self.fails(self.folder / "none" / "g.sock")[0], 3)
        self.assertEqual(self.fails("")[0], 2)

    def test_the_socket_of_another_is_left(self):
        server = self.listen()
        server.path.unlink()
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(server.path))
            self.assertEqual(server.stop(), 0)
            self.assertTrue(server.path.exists())

    def test_whoever_connects_is_local_or_a_proxy(self):
        def guests(server, **more):
            anybody = Person(server, session=False)
            return [anybody.post("/api/session", {}, **more).status for _ in range(135)]
        server = self.listen()
        self.assertEqual(set(guests(server, X_Forwarded_For="198.51.100.1")), {201})
        server.stop()
        server = self.listen("--trusted-proxy", "unix")
        found = guests(server, X_Forwarded_For="198.51.100.1")
        self.assertEqual((set(found[:120]), found[-1]), ({201}, 429))
        other = Person(server, session=False)
        got = other.post("/api/session", {}, X_Forwarded_For="198.51.100.2")
        self.assertEqual(got.status, 201)


class Sessions(Alone):
    def bot(self, person, **body):
        got = person.post("/api/tokens", body)
        self.assertEqual(got.status, 201, got.body)
        return Person(person.server, token=got.json()["token"]), got.json()["id"]

    def listed(self, person):
        got = person.get("/api/sessions")
        self.assertEqual(got.status, 200, got.body)
        return got.json()["sessions"]

    def day(self, ahead=0):
        return time.strftime("%Y-%m-%d", time.gmtime(time.time() + ahead * DAY))

    def test_what_is_listed(self):
        person, other = Person(server := self.serve()), Person(server)
        bot, bot_id = self.bot(person, name="Café № 1", days=7)
        self.bot(person)
        days = {self.day(), self.day(-1 / 24)}  # a day may end meanwhile
        found = self.listed(person)
        self.assertEqual([s["kind"] for s in found], ["token", "token", "cookie"])
        self.assertEqual([s["current"] for s in found], [False, False, True])
        self.assertEqual(found[1]["name"], "Café № 1")
        self.assertEqual(found[1]["id"], bot_id)
        self.assertIn(found[1]["ends"], {self.day(7), self.day(7 - 1 / 24)})
        self.assertIn(found[0]["ends"], {self.day(90), self.day(90 - 1 / 24)})
        self.assertIn(found[2]["ends"], {self.day(365), self.day(365 - 1 / 24)})
        for session in found:
            self.assertEqual(set(session), {"id", "kind", "name", "made", "used", "ends",
                                            "current"})
            self.assertIn(session["made"], days)
        text = person.get("/api/sessions").body.decode()
        self.assertNotIn(bot.token, text)
        self.assertNotIn(person.cookie.removeprefix("gg="), text)
        self.assertEqual(len(self.listed(other)), 1)

    def test_the_last_day_of_use_and_a_year_from_then_on(self):
        person = Person(server := self.serve())
        bot, _ = self.bot(person)
        server.stop()
        self.change(("UPDATE sessions SET used = used - 30 * ?, ends = ends - 30 * ?", (DAY, DAY)))
        bot.server = person.server = server = self.serve()
        bot.close()
        person.close()
        before = {s["kind"]: s for s in self.listed(person)}
        self.assertEqual(before["token"]["used"], self.day(-30))
        bot.get("/api/matches")
        until = time.monotonic() + 20  # nobody waits for it to be written
        while {s["used"] for s in self.listed(person)} != {self.day()}:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)
        found = {s["kind"]: s for s in self.listed(person)}
        self.assertEqual(found["cookie"]["ends"], self.day(365))
        self.assertEqual(found["token"]["ends"], self.day(60))  # a token is not kept by its use
        again = person.post("/api/session", {})
        self.assertIn("Max-Age=31536000", again.headers["Set-Cookie"])
        self.assertTrue(again.headers["Set-Cookie"].startswith(person.cookie + ";"))
        self.assertIsNone(person.post("/api/session", {}).headers["Set-Cookie"])

    def test_what_has_ended_is_answered_like_what_never_was(self):
        person = Person(server := self.serve())
        bot, _ = self.bot(person)
        late, _ = self.bot(person)
        never = Person(server, token="0123456789abcdef" * 2)
        unknown = never.get("/api/matches")
        self.refused(unknown, 401, "no_session")
        server.stop()
        self.change(("UPDATE sessions SET ends = ? WHERE id = 2", (int(time.time()) - 1,)),
                    ("UPDATE sessions SET ends = ? WHERE id = 3", (int(time.time()) + 8,)))
        bot.server = late.server = person.server = server = self.serve()
        for one in (bot, late, person):
            one.close()
        got = bot.get("/api/matches")
        self.assertEqual((got.status, got.body), (unknown.status, unknown.body))
        self.assertEqual(sorted(got.headers), sorted(unknown.headers))
        self.assertEqual(late.get("/api/matches").status, 200)
        until = time.monotonic() + 30
        while late.get("/api/matches").status == 200:  # also when it is in memory
            self.assertLess(time.monotonic(), until)
            time.sleep(0.2)
        self.assertEqual([s["kind"] for s in self.listed(person)], ["cookie"])
        server.stop()
        self.serve().stop()
        with sqlite3.connect(self.data) as db:
            kinds = [kind for kind, in db.execute("SELECT kind FROM sessions")]
        db.close()
        self.assertEqual(kinds, ["cookie"], "what has ended is not kept")

    def test_one_is_ended_with_its_streams(self):
        person = Person(server := self.serve())
        match = person.new("human", "human")
        bot, bot_id = self.bot(person)
        with Stream(bot, match) as theirs, Stream(person, match) as mine:
            next(iter(theirs)), next(iter(mine))
            got = person.post(f"/api/sessions/{bot_id}/end", {})
            self.assertEqual((got.status, got.headers["Set-Cookie"]), (200, None))
            self.assertEqual(list(theirs), [])  # it ends, and says so
            self.refused(bot.get("/api/matches"), 401, "no_session")
            self.assertEqual(person.do(match, "handover", seat="north").status, 200)
            self.assertEqual(next(iter(mine))["viewer"], "north")
        self.refused(person.post(f"/api/sessions/{bot_id}/end", {}), 404, "not_found")
        server.stop(signal.SIGKILL)
        bot.server = person.server = self.serve()
        bot.close()
        person.close()
        self.refused(bot.get("/api/matches"), 401, "no_session")
        self.assertEqual(person.get("/api/matches").status, 200)

    def test_nobody_ends_those_of_others(self):
        person, other = Person(server := self.serve()), Person(server)
        bot, _ = self.bot(person)
        mine = self.listed(person)[-1]["id"]
        alike = []
        for number in (mine, 999999, "x", -1, "0x1", "9" * 30):
            got = other.post(f"/api/sessions/{number}/end", {})
            self.refused(got, 404, "not_found")
            alike.append((got.body, sorted(got.headers)))
        self.assertEqual(alike, alike[:1] * len(alike))
        self.assertEqual(person.get("/api/matches").status, 200)
        for got in (bot.get("/api/sessions"), bot.post(f"/api/sessions/{mine}/end", {}),
                    bot.post("/api/signout", {"everywhere": True})):
            self.refused(got, 403, "token")
        self.assertEqual(person.get("/api/matches").status, 200)

    def test_signing_out(self):
        person = Person(self.serve())
        bot, _ = self.bot(person)
        self.assertEqual(bot.post("/api/signout", {}).status, 200)  # a token ends itself
        self.refused(bot.get("/api/matches"), 401, "no_session")
        self.refused(person.post("/api/signout", {"everywhere": 1}), 400, "bad_field")
        got = person.post("/api/signout", {})
        self.assertEqual(got.status, 200)
        self.assertIn("Max-Age=0;", got.headers["Set-Cookie"])
        self.refused(person.get("/api/matches"), 401, "no_session")

    def test_signing_out_everywhere(self):
        person, other = Person(server := self.serve()), Person(server)
        match = person.new("human", "human")
        bots = [self.bot(person)[0] for _ in range(3)]
        with Stream(bots[0], match) as one, Stream(person, match) as two:
            next(iter(one)), next(iter(two))
            self.assertEqual(person.post("/api/signout", {"everywhere": True}).status, 200)
            self.assertEqual((list(one), list(two)), ([], []))
        for gone in [person, *bots]:
            self.refused(gone.get("/api/matches"), 401, "no_session")
        self.assertEqual(other.get("/api/matches").status, 200)
        server.stop(signal.SIGKILL)
        server = self.serve()
        for gone in [person, *bots]:
            gone.server = server
            gone.close()
            self.refused(gone.get("/api/matches"), 401, "no_session")

    def test_the_private_link_ends_too(self):
        person = Person(server := self.serve())
        link = person.post("/api/me/link", {}).json()["path"].partition("#")[2]
        back = Person(server, session=False)
        self.assertEqual(back.post("/api/session", {"link": link}).status, 201)
        self.assertEqual(person.post("/api/signout", {"everywhere": True}).status, 200)
        self.refused(Person(server, session=False).post("/api/session", {"link": link}), 404,
                     "invitation")

    def test_a_token_that_is_made_meanwhile_ends_too(self):
        """Whoever has stolen a cookie may ask for tokens all the time."""
        person = Person(server := self.serve())
        thief = Person(server, session=False)
        thief.cookie = person.cookie
        tokens, stop = [], threading.Event()

        def steal():
            while not stop.is_set():
                got = thief.post("/api/tokens", {"days": 1})
                if got.status == 201:
                    tokens.append(got.json()["token"])
                elif got.status == 401:
                    return
        thread = threading.Thread(target=steal)
        thread.start()
        while len(tokens) < 5 and thread.is_alive():
            time.sleep(0.01)
        self.assertEqual(person.post("/api/signout", {"everywhere": True}).status, 200)
        stop.set()
        thread.join()
        for token in tokens:
            got = Person(server, token=token).get("/api/matches")
            self.refused(got, 401, "no_session")

    def test_tokens_as_they_are_asked_for(self):
        person = Person(self.serve())
        for body in ({"days": 0}, {"days": 3651}, {"days": "7"}, {"days": 1.5}, {"days": None},
                     {"name": 5}, {"name": "x" * 41}, {"name": "a\nb"}, {"name": "a\x7fb"},
                     {"name": "a\u0085b"}, {"name": "a\u202eb"}, {"name": "a\u200bb"},
                     {"name": "\ufeff"}):
            self.refused(person.post("/api/tokens", body), 400, "bad_field")
        self.assertEqual(len(self.listed(person)), 1)
        for body in ({"days": 1}, {"days": 3650}, {"name": "é" * 40}, {"name": "日本 – Bot"}):
            self.assertEqual(person.post("/api/tokens", body).status, 201, body)
        for _ in range(60):
            self.assertEqual(person.post("/api/tokens", {}).status, 201)
        self.refused(person.post("/api/tokens", {}), 409, "tokens")
        self.assertEqual(person.post(f"/api/sessions/{self.listed(person)[0]['id']}/end",
                                     {}).status, 200)
        self.assertEqual(person.post("/api/tokens", {}).status, 201)

    def test_sessions_of_an_older_file_live_on(self):
        """A file as the migrations before this made it, with a cookie and a token."""
        with sqlite3.connect(self.data) as db:
            for path in sorted((ROOT / "host" / "store").glob("000[1-4]_*.sql")):
                db.executescript(path.read_text(encoding="utf-8"))
            db.execute("PRAGMA user_version = 4")
            db.execute("INSERT INTO people (id, made) VALUES (1, 1)")
            for number, kind in ((1, "cookie"), (2, "token")):
                digest = hashlib.sha256(f"{number:032x}".encode()).digest()
                db.execute("INSERT INTO sessions (id, hash, person, kind, made) VALUES "
                           "(?, ?, 1, ?, 1)", (number, digest, kind))
        db.close()
        server = self.serve()
        bot, person = Person(server, token=f"{2:032x}"), Person(server, session=False)
        person.cookie = f"gg={1:032x}"
        self.assertEqual(bot.get("/api/matches").status, 200)
        found = {s["kind"]: s["ends"] for s in self.listed(person)}
        self.assertEqual(found, {"token": self.day(90), "cookie": self.day(365)})


class Keys(Alone):
    def test_a_match_is_begun_once(self):
        person, other = Person(server := self.serve()), Person(server)
        first = person.post("/api/matches", {**TWO, "key": "k1"})
        self.assertEqual(first.status, 201)
        for body in ({**TWO, "key": "k1"}, {"game": GAME, "seats": ["human", "random"],
                                            "key": "k1"}):
            again = person.post("/api/matches", body)
            self.assertEqual((again.status, again.json()), (201, first.json()))
        ids = {first.json()["id"]}
        for who, key in ((person, "k2"), (other, "k1"), (person, "K1")):
            ids.add(who.post("/api/matches", {**TWO, "key": key}).json()["id"])
        self.assertEqual(len(ids), 4)
        self.assertEqual(len(person.get("/api/matches").json()["matches"]), 3)
        server.stop(signal.SIGKILL)
        person.server = self.serve()
        person.close()
        again = person.post("/api/matches", {**TWO, "key": "k1"})
        self.assertEqual((again.status, again.json()), (201, first.json()))
        self.assertEqual(len(person.get("/api/matches").json()["matches"]), 3)

    def test_at_the_same_moment(self):
        """Ten requests with one key on ten connections, before the first is saved."""
        person = Person(server := self.serve())
        body = b'{"game":"%s","seats":["human","human"],"key":"one"}' % GAME.encode()
        head = (f"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nCookie: {person.cookie}\r\n"
                f"Origin: {server.origin}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n").encode()
        wires = [socket.create_connection((HOST, server.port), timeout=20) for _ in range(10)]
        for wire in wires:
            wire.sendall(head + body)
        answers = set()
        for wire in wires:
            got = b""
            while chunk := wire.recv(65536):
                got += chunk
            wire.close()
            self.assertTrue(got.startswith(b"HTTP/1.1 201 "), got)
            answers.add(got.partition(b"\r\n\r\n")[2])
        self.assertEqual(len(answers), 1)
        self.assertEqual(len(person.get("/api/matches").json()["matches"]), 1)

    def test_keys_that_are_none(self):
        person = Person(self.serve())
        for key in ("", "x" * 65, 5, None, []):
            self.refused(person.post("/api/matches", {**TWO, "key": key}), 400, "bad_field")
        self.assertEqual(person.get("/api/matches").json(), {"matches": []})


class Alike(Alone):
    """A match of others and one that does not exist: the same words, and as many questions."""

    def reads(self, person):
        return person.get("/api/health").json()["reads"]

    def cost(self, person, method, path):
        """Questions to the store that a request costs."""
        before = self.reads(person)
        got = person.get(path) if method == "GET" else person.post(path, {})
        return (self.reads(person) - before, got.status, got.body, sorted(got.headers.keys()),
                [v for k, v in got.headers.items() if k != "Date"])

    def test_as_many_questions(self):
        owner = Person(server := self.serve())
        match = owner.new("human", "human")
        owner.do(match, "handover", seat="north")
        for where in ("in memory", "in the store"):
            stranger = Person(server)
            stranger.get("/api/matches")
            for name, method, path, access in routes():
                if access not in ("PLAYER", "READER"):
                    continue
                theirs, none = (self.cost(stranger, method, path.replace("*", word))
                                for word in (match, "a" * len(match)))
                self.assertEqual(theirs, none, (name, where))
                self.assertEqual(theirs[1], 404, (name, where))
                self.assertEqual(theirs[0] - self.health_alone(stranger), 1, (name, where))
            server.stop()
            server = self.serve()
        self.assertEqual(Person(server).get(f"/api/matches/{match}").status, 404)

    def health_alone(self, person):
        return -(self.reads(person) - self.reads(person))

    def test_watching_too(self):
        owner = Person(server := self.serve())
        match = owner.new("human", "human")
        stranger = Person(server)
        with Stream(stranger, "x") as none:
            self.assertEqual(none.answer.status, 404)
        with socket.create_connection((HOST, server.port), timeout=20) as s:
            s.sendall(f"GET /api/stream HTTP/1.1\r\nHost: localhost\r\nCookie: {stranger.cookie}"
                      "\r\n\r\n".encode())
            got = b""
            while b'"reader":"' not in got:
                got += s.recv(65536)
            reader = got.split(b'"reader":"')[1].split(b'"')[0].decode()
            told = []
            for name in (match, "a" * len(match)):
                before = self.reads(stranger)
                got = stranger.post(f"/api/readers/{reader}", {"watch": [name]})
                told.append((self.reads(stranger) - before, got.status,
                             got.body.replace(name.encode(), b"*")))
            self.assertEqual(told[0], told[1])


class Secrets(Alone):
    """What a log holds of a whole session: nothing by which somebody could be known."""

    def test_nothing_secret_in_the_log(self):
        server = self.serve("--trusted-proxy", "127.0.0.1")
        address = "198.51.100.77"
        more = {"X_Forwarded_For": address}
        person, stranger = (Person(server, session=False) for _ in range(2))
        for who in (person, stranger):
            got = who.post("/api/session", {}, **more)
            who.cookie = got.headers["Set-Cookie"].split(";")[0]
        token = person.post("/api/tokens", {"name": "my-own-bot"}, **more).json()["token"]
        match = person.post("/api/matches", {**TWO, "key": "key-of-mine"}, **more).json()["id"]
        secrets = [person.cookie.partition("=")[2], stranger.cookie.partition("=")[2], token,
                   match, "key-of-mine", "my-own-bot", address, "not-a-secret-path",
                   "query-word", "Basic-dXNlcjpwYXNz", "body-word"]
        bot = Person(server, token=token)
        for who in (person, stranger, bot, Person(server, session=False)):
            for name, method, path, _ in routes():
                if name in ("sign_out", "session_end", "resign", "events", "stream"):
                    continue
                target = path.replace("*", match) + f"?word=query-word&token={token}"
                body = {"action": "body-word", "seq": 1, "key": "key-of-mine", "node": token}
                who.ask(method, target, None if method == "GET" else body,
                        X_Forwarded_For=address)
        for path in (f"/{token}", f"/api/{token}", f"/m/{match}/not-a-secret-path",
                     f"/art/{token}"):
            person.get(path, **more)
        person.get("/api/matches", Authorization="Basic-dXNlcjpwYXNz x", **more)
        person.get(f"/api/matches/{match}", Cookie=person.cookie + "0", **more)
        for data in (b"GET /%s HTTP/9.9\r\n\r\n", b"GET /%s\r\n\r\n",
                     b"GET / HTTP/1.1\r\nCookie : gg=%s\r\n\r\n"):
            with socket.create_connection((HOST, server.port), timeout=20) as s:
                s.sendall(data % token.encode())
                s.recv(65536)
        person.post("/api/signout", {"everywhere": True}, **more)
        self.assertEqual(server.stop(), 0)
        log = server.log()
        self.assertGreater(log.count("ev=refused"), 50)
        for secret in secrets:
            self.assertNotIn(secret, log)


class Words(unittest.TestCase):
    """Every refusal has a code and a sentence in both languages, and stands in the manual."""

    def test_every_refusal(self):
        text = (ROOT / "apps" / "server" / "errors.def").read_text(encoding="utf-8")
        rows = re.findall(r'^FAULT\((\w+), (\d+), "(\w+)", "((?:[^"\\]|\\.)*)", '
                          r'"((?:[^"\\]|\\.)*)"\)$', text, re.M)
        self.assertEqual(len(rows), text.count("\nFAULT("))
        manual = (ROOT / "docs" / "api" / "README.md").read_text(encoding="utf-8")
        table = manual.partition("| status | code |")[2].partition("\n\n")[0]
        for name, status, code, french, english in rows:
            self.assertTrue(french[0].isupper() and french.endswith("."), name)
            self.assertTrue(english[0].isupper() and english.endswith("."), name)
            self.assertNotEqual(french, english)
            self.assertTrue(400 <= int(status) < 600, name)
            found = [row for row in table.splitlines()
                     if re.search(rf"\b{code}\b", row.split("|")[2] if row.count("|") > 2 else "")]
            self.assertTrue(any(status in row.split("|")[1] for row in found), (name, status, code))
