# SPDX-License-Identifier: Apache-2.0
"""Bad input: each is answered with a JSON error or a closed connection, changes nothing, leaves the
server well, and no secret reaches the log."""
import json
import random
import re
import socket
import time

from client import GAME, HOST, Case, Person, raw


class Origins(Case):
    def test_every_post_needs_our_origin(self):
        person = Person(self.server)
        for origin in ("https://evil.example", "http://127.0.0.1:1", "null", "",
                       self.server.origin + "/", self.server.origin.replace("http", "https"),
                       self.server.origin + ".evil.example", None):
            for path in ("/api/session", "/api/matches", "/api/tokens", "/api/replays"):
                got = person.post(path, {"game": GAME, "seats": ["human", "human"]},
                                  Origin=origin)
                self.refused(got, 403, "origin")
        self.assertEqual(person.get("/api/matches").json(), {"matches": []})

    def test_we_answer_to_our_own_names_and_to_addresses(self):
        person = Person(self.server)
        for host in ("evil.example", f"evil.example:{self.server.port}", "localhost.evil.example",
                     "127.0.0.1.evil.example", ""):
            for path in ("/api/health", "/", "/api/matches"):
                self.refused(person.get(path, Host=host), 421, "host")
        for host in ("localhost", f"LOCALHOST:{self.server.port}", "192.168.1.7:1945", "[::1]:80"):
            self.assertEqual(person.get("/api/matches", Host=host).status, 200, host)

    def test_a_page_of_the_host_it_asks_is_ours(self):
        """As on a local net, where the server listens on all its addresses."""
        person = Person(self.server)
        host = f"192.168.1.7:{self.server.port}"
        body = {"game": GAME, "seats": ["human", "human"]}
        got = person.post("/api/matches", body, Host=host, Origin=f"http://{host}")
        self.assertEqual(got.status, 201)
        got = person.post("/api/matches", body, Host=host, Origin="http://192.168.1.8")
        self.refused(got, 403, "origin")

    def test_the_authorization_of_a_relay_hides_no_session(self):
        person = Person(self.server)
        match = person.new("human", "human")
        got = person.get(f"/api/matches/{match}", Authorization="Basic dXNlcjpwYXNz")
        self.assertEqual(got.status, 200)
        got = person.get(f"/api/matches/{match}", Authorization="Bearer wrong")
        self.refused(got, 401, "no_session")

    def test_a_token_makes_no_tokens(self):
        person = Person(self.server)
        bot = Person(self.server, token=person.post("/api/tokens", {}).json()["token"])
        self.assertEqual(bot.get("/api/matches").status, 200)
        self.refused(bot.post("/api/tokens", {}), 403, "token")

    def test_local_name_is_ours_too(self):
        person = Person(self.server)
        got = person.post("/api/matches", {"game": GAME, "seats": ["human", "human"]},
                          Origin=f"http://localhost:{self.server.port}")
        self.assertEqual(got.status, 201)

    def test_streams_and_reads_refuse_other_pages(self):
        person = Person(self.server)
        match = person.new("human", "human")
        for path in (f"/api/matches/{match}/events", f"/api/matches/{match}", "/api/matches"):
            self.refused(person.get(path, Origin="https://evil.example"), 403, "origin")
            self.refused(person.get(path, Sec_Fetch_Site="cross-site"), 403, "origin")
            self.refused(person.get(path, Sec_Fetch_Site="same-site"), 403, "origin")

    def test_a_token_is_no_cookie_and_a_cookie_no_token(self):
        person = Person(self.server)
        token = person.post("/api/tokens", {}).json()["token"]
        anybody = Person(self.server, session=False)
        self.refused(anybody.get("/api/matches", Cookie=f"gg={token}"), 401, "no_session")
        secret = person.cookie.removeprefix("gg=")
        self.refused(anybody.get("/api/matches", Authorization=f"Bearer {secret}"), 401,
                     "no_session")
        self.assertEqual(anybody.get("/api/matches", Authorization=f"Bearer {token}").status, 200)

    def test_cookie_is_guarded(self):
        got = Person(self.server, session=False).post("/api/session", {})
        for word in ("HttpOnly", "SameSite=Strict", "Path=/"):
            self.assertIn(word, got.headers["Set-Cookie"])
        person = Person(self.server)
        again = person.post("/api/session", {})
        self.assertEqual((again.status, again.headers["Set-Cookie"]), (200, None))

    def test_secrets_are_not_in_the_store(self):
        person = Person(self.server)
        token = person.post("/api/tokens", {}).json()["token"]
        stored = b"".join(p.read_bytes() for p in self.folder.iterdir())
        for secret in (person.cookie.removeprefix("gg="), token):
            self.assertNotIn(secret.encode(), stored)
            self.assertNotIn(bytes.fromhex(secret), stored)
            self.assertNotIn(secret, self.server.log())


class BehindTls(Case):
    options = ("--public-origin", "https://play.example")

    def test_secure_cookie_and_one_origin(self):
        anybody = Person(self.server, session=False)
        got = anybody.post("/api/session", {}, Origin="https://play.example")
        self.assertEqual(got.status, 201)
        self.assertIn("; Secure", got.headers["Set-Cookie"])
        given = re.match(r"__Host-gg=([0-9a-f]{32});", got.headers["Set-Cookie"])
        self.assertIn("; Path=/;", got.headers["Set-Cookie"])
        self.assertNotIn("Domain", got.headers["Set-Cookie"])
        mine = f"__Host-gg={given[1]}"
        self.assertEqual(anybody.get("/api/matches", Cookie=mine).status, 200)
        self.refused(anybody.get("/api/matches", Cookie=f"gg={given[1]}"), 401, "no_session")
        self.assertEqual(anybody.get("/api/health", Host="play.example").status, 200)
        self.refused(anybody.get("/api/health", Host="evil.example"), 421, "host")
        for origin in (f"http://{HOST}:{self.server.port}", "http://play.example"):
            self.refused(anybody.post("/api/session", {}, Origin=origin), 403, "origin")


class Malformed(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.person = Person(cls.server)
        cls.match = cls.person.new("human", "human")
        cls.person.do(cls.match, "handover", seat="north")
        cls.path = f"/api/matches/{cls.match}/actions"
        cls.before = cls.person.state(cls.match)

    def tearDown(self):
        """Nothing has changed, and the server answers."""
        self.assertEqual(self.person.state(self.match), self.before)

    def test_bodies_that_are_no_json(self):
        for body in (b"", b"{", b"[]", b"null", b'"x"', b"{}x", b"{'a':1}", b'{"a":01}', b"\xff",
                     b'{"seq":1,"seq":2,"action":"pass"}', b'{"a":"\xc3"}', b'{"a":"\\ud800"}',
                     b'{"a":"\\u0000"}', b"{\"a\":" + b"9" * 400 + b"}", b"[" * 5000,
                     b'{"a":' * 17 + b"1" + b"}" * 17, b'{"a":1e999}', b"\xef\xbb\xbf{}"):
            self.refused(self.person.post(self.path, body), 400, "bad_json")

    def test_depth_sixteen_is_read(self):
        body = b'{"a":' * 15 + b"[1]" + b"}" * 15
        self.refused(self.person.post(self.path, body), 400, "bad_field")
        body = b'{"a":"' + b"[" * 100 + b'"}'
        self.refused(self.person.post(self.path, body), 400, "bad_field")

    def test_fields_of_the_wrong_kind(self):
        seq = self.before["seq"]
        for body in ({}, {"seq": seq}, {"action": "pass"}, {"action": "pass", "seq": "1"},
                     {"action": "pass", "seq": -1}, {"action": "pass", "seq": 1.5},
                     {"action": "pass", "seq": 2 ** 53 + 1}, {"action": None, "seq": seq},
                     {"action": [], "seq": seq}, {"action": 0, "seq": seq},
                     {"action": -1, "seq": seq}, {"action": 2 ** 53, "seq": seq},
                     {"action": 2 ** 53 - 1, "seq": seq}, {"action": "x" * 401, "seq": seq},
                     {"action": "pass", "seq": seq, "key": 5},
                     {"action": "pass", "seq": seq, "key": "k" * 65}):
            self.refused(self.person.post(self.path, body), 400, "bad_field")

    def test_notation_that_is_not_understood(self):
        for text in ("", "fly", "garrison", "garrison f9 1", "garrison f1 1 1", "\n", "é" * 100):
            got = self.person.act(self.match, text, self.before["seq"])
            self.refused(got, 400, "bad_notation")

    def test_sizes(self):
        fits = b'{"a":"' + b"x" * (16384 - 8) + b'"}'
        self.refused(self.person.post(self.path, fits), 400, "bad_field")
        self.refused(self.person.post(self.path, fits + b" "), 413, "too_large")
        self.refused(self.person.post(self.path, b"x" * 1000000), 413, "too_large")

    def test_endless_bodies_are_cut(self):
        head = (f"POST {self.path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.person.cookie}\r\n"
                f"Origin: {self.server.origin}\r\nContent-Type: application/json\r\n")
        got = raw(self.server, (head + "Content-Length: 999999999999\r\n\r\n").encode() + b"x" * 99)
        self.assertIn(b" 413 ", got.split(b"\r\n")[0])
        with socket.create_connection((HOST, self.server.port), timeout=20) as s:
            s.sendall((head + "Transfer-Encoding: chunked\r\n\r\n").encode())
            chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
            with self.assertRaises(OSError):
                for _ in range(2000):
                    s.sendall(chunk)

    def test_types(self):
        for kind in (None, "text/plain", "application/x-www-form-urlencoded", "application/jsonx",
                     "multipart/form-data; boundary=x"):
            got = self.person.post(self.path, b"{}", Content_Type=kind)
            self.refused(got, 415, "type")
        got = self.person.post(self.path, b"{}", Content_Type="application/json; charset=utf-8")
        self.refused(got, 400, "bad_field")

    def test_addresses(self):
        for path in ("/api/nothing", "/api/", "/api/matches/", f"/api/matches/{self.match}/fly",
                     "/api/games/none", "/api/games/none/cells",
                     f"/api/games/{GAME}/cells?scenario=x",
                     "/api/games/..%2f..%2fx", "/../etc/passwd", "/%2e%2e/etc/passwd", "/x" * 200,
                     f"/api/matches/{self.match}%00/events", "/art/none/x.svg", "/api/matches/" +
                     "a" * 33):
            self.refused(self.person.get(path), 404, "not_found")

    def test_methods(self):
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"):
            self.refused(self.person.ask(method, self.path), 405, "method")
        self.refused(self.person.get(self.path), 405, "method")
        self.refused(self.person.ask("DELETE", "/"), 405, "method")
        self.assertEqual(self.person.ask("HEAD", "/api/health").body, b"")

    def answer_of(self, data, wait=0.5):
        """Status and error code of the first answer to these bytes; the connection is closed."""
        with socket.create_connection((HOST, self.server.port), timeout=20) as s:
            s.sendall(data)
            got = b""
            while chunk := s.recv(65536):
                got += chunk
        head, _, body = got.partition(b"\r\n\r\n")
        self.assertIn(b"Content-Type: application/json", head)
        self.assertIn(b"Content-Security-Policy", head)
        error = json.loads(body)["error"]
        self.assertTrue(error["fr"] and error["en"] and error["fr"] != error["en"])
        return int(head.split()[1]), error["code"]

    line, field = (400, "bad_request_line"), (400, "bad_header")
    get = b"GET /api/health HTTP/1.1\r\n"
    broken = (
        (b"\r\n\r\n", line), (b"GET\r\n\r\n", line), (b"GET /\r\n\r\n", line),
        (b"GET / HTTP/1.1\n\n", line), (b"G(T / HTTP/1.1\r\n\r\n", line),
        (b"GET x HTTP/1.1\r\n\r\n", line), (b"GET  / HTTP/1.1\r\n\r\n", line),
        (b"GET / HTTP/1.1 \r\n\r\n", line), (b"GET / FTP/1.1\r\n\r\n", line),
        (b"GET /\x01 HTTP/1.1\r\n\r\n", line), (b"\x00" * 500, line),
        (b"\x16\x03\x01" * 99, line), (b"x" * 5000, line),
        (b"GET / HTTP/9.9\r\n\r\n", (505, "http_version")),
        (b"GET / HTTP/2.0\r\n\r\n", (505, "http_version")),
        (b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n", (414, "long_address")),
        (b"GET /" + b"a" * 2100 + b" HTTP/1.1\r\n\r\n", (414, "long_address")),
        (get + b"A: " + b"b" * 20000 + b"\r\n\r\n", (431, "large_headers")),
        (get + b"A: b\r\n" * 65 + b"\r\n", (431, "large_headers")),
        (get + b"no colon\r\n\r\n", field), (get + b": x\r\n\r\n", field),
        (get + b"A : x\r\n\r\n", field), (get + b"A: x\r\n folded\r\n\r\n", field),
        (get + b"A: \x00\r\n\r\n", field), (get + b"A: x\n\r\n\r\n", field),
        (get + b"Content-Length: -5\r\n\r\n", field),
        (get + b"Content-Length: x\r\n\r\n", field),
        (get + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", field),
        (get + b"Content-Length: 99999999999999999999\r\n\r\n", field),
        (get + b"Host: localhost\r\nhost: localhost\r\n\r\n", field),
        (get + b"Origin: null\r\nORIGIN: null\r\n\r\n", field),
        (b"GET http:// HTTP/1.1\r\n\r\n", line), (b"GET ftp://a/b HTTP/1.1\r\n\r\n", line),
        (get + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", field),
        (get + b"Transfer-Encoding: gzip\r\n\r\n", field),
        (get + b"Transfer-Encoding: chunked\r\n\r\nx\r\n", (400, "bad_body")),
        (get + b"Transfer-Encoding: chunked\r\n\r\n2\r\nabc", (400, "bad_body")),
        (get + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", (400, "bad_body")),
        (get + b"Transfer-Encoding: chunked\r\n\r\n2\nab\n0\n\n", (400, "bad_body")),
        (get + b"Transfer-Encoding: chunked\r\n\r\n0;" + b"x" * 2000, (400, "bad_body")),
        (get + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"T: x\r\n" * 999,
         (400, "bad_body")),
        (get + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 13, (400, "bad_body")))

    def test_broken_http(self):
        """No request at all is still answered in JSON, with a code and a sentence."""
        for data, wanted in self.broken:
            with self.subTest(data=data[:60]):
                self.assertEqual(self.answer_of(data), wanted)
        self.assertRegex(self.server.log(), "ev=refused method=. route=. status=431")

    def test_an_address_may_be_written_whole(self):
        """As a client of a relay writes it."""
        for target in ("http://localhost/api/health", "HTTP://localhost:1945/api/health?x=1",
                       "https://play.example/api/health", "http://localhost",
                       "http://localhost?lang=fr"):
            with socket.create_connection((HOST, self.server.port), timeout=20) as s:
                s.sendall(f"GET {target} HTTP/1.0\r\n\r\n".encode())
                got = s.recv(65536)
            self.assertTrue(got.startswith(b"HTTP/1.1 200 "), target)
            self.assertEqual(b"uptime_s" in got, "/api/" in target, target)

    def test_broken_http_after_good_http(self):
        """The same on a connection that has had answers: after each of them, or in one piece with
        the good request before it."""
        good = self.get + b"Host: localhost\r\n\r\n"
        for data, wanted in self.broken:
            if data.startswith(b"\r\n\r\n"):
                continue
            for together in (False, True):
                with self.subTest(data=data[:60], together=together):
                    self.assertEqual(self.answers_of([good, good + data] if together else
                                                     [good, good, data]),
                                     [(200, None), (200, None), wanted])

    def answers_of(self, parts):
        """Status and error code of every answer; each part is sent when the ones before it have
        been answered. The connection is closed by the server."""
        found, got, sent = [], b"", 0
        with socket.create_connection((HOST, self.server.port), timeout=20) as s:
            while True:
                head, _, rest = got.partition(b"\r\n\r\n")
                length = re.search(rb"Content-Length: (\d+)", head) if rest else None
                if length and len(rest) >= int(length.group(1)):
                    body, got = rest[:int(length.group(1))], rest[int(length.group(1)):]
                    self.assertIn(b"Content-Type: application/json", head)
                    self.assertIn(b"Content-Security-Policy", head)
                    error = json.loads(body).get("error", {"code": None, "fr": "x", "en": "y"})
                    self.assertTrue(error["fr"] and error["en"] and error["fr"] != error["en"])
                    found.append((int(head.split()[1]), error["code"]))
                    continue
                if sent < len(parts) and len(found) >= sent:
                    s.sendall(parts[sent])
                    sent += 1
                chunk = s.recv(65536)
                if not chunk:
                    self.assertEqual(got, b"")
                    return found
                got += chunk

    def test_requests_one_behind_the_other(self):
        """Twelve requests in one piece, with bodies: twelve answers in their order."""
        body = b'{"action":"fly","seq":1}'
        head = (f"POST {self.path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.person.cookie}\r\n"
                f"Origin: {self.server.origin}\r\nContent-Type: application/json\r\n").encode()
        sized = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
        chunks = head + b"Transfer-Encoding: chunked\r\n\r\n4;x=y\r\n" + body[:4] + (
            b"\r\n%X\r\n" % (len(body) - 4)) + body[4:] + b"\r\n0\r\nT: x\r\n\r\n"
        health = self.get + b"Host: localhost\r\n\r\n"
        last = self.get + b"Connection: close\r\n\r\n"
        found = self.answers_of([(sized + health + chunks) * 4 + last])
        stale = (409, "stale")
        self.assertEqual(found, [stale, (200, None), stale] * 4 + [(200, None)])

    def test_many_requests_one_behind_the_other(self):
        """More than are taken in one turn, and others are served meanwhile."""
        health = self.get + b"Host: localhost\r\n\r\n"
        last = self.get + b"Connection: close\r\n\r\n"
        found = self.answers_of([health * 500 + last])
        self.assertEqual(found, [(200, None)] * 501)

    def test_a_body_is_asked_for(self):
        """Expect: 100-continue; not when the body is far too large."""
        head = (f"POST {self.path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.person.cookie}\r\n"
                f"Origin: {self.server.origin}\r\nContent-Type: application/json\r\n"
                "Expect: 100-continue\r\n").encode()
        with socket.create_connection((HOST, self.server.port), timeout=20) as s:
            s.sendall(head + b"Content-Length: 2\r\n\r\n")
            self.assertEqual(s.recv(65536), b"HTTP/1.1 100 Continue\r\n\r\n")
            s.sendall(b"{}")
            self.assertIn(b"bad_field", s.recv(65536))
        got = raw(self.server, head + b"Content-Length: 99999999\r\n\r\n")
        self.assertTrue(got.startswith(b"HTTP/1.1 413 "), got)

    def test_half_a_request_and_an_end(self):
        for data in (b"GET", b"GET / HT", b"GET / HTTP/1.1\r\nHost", self.get +
                     b"Content-Length: 5\r\n\r\nab", self.get +
                     b"Transfer-Encoding: chunked\r\n\r\n5\r\nab"):
            with socket.create_connection((HOST, self.server.port), timeout=20) as s:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
                got = b""
                while chunk := s.recv(65536):
                    got += chunk
            self.assertIn(b" 400 ", got.split(b"\r\n")[0])
            self.assertIn(b'"code":"malformed"', got)

    def test_old_clients(self):
        """HTTP/1.0: one answer and the end, unless he asks to stay."""
        old = b"GET /api/health HTTP/1.0\r\n"
        self.assertEqual(self.answers_of([old + b"\r\n"]), [(200, None)])
        self.assertEqual(self.answers_of([old + b"Connection: Keep-Alive\r\n\r\n", old + b"\r\n"]),
                         [(200, None)] * 2)

    def test_a_request_in_pieces_is_read(self):
        whole = b"\r\nGET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        with socket.create_connection((HOST, self.server.port), timeout=20) as s:
            for i in range(len(whole)):
                s.sendall(whole[i:i + 1])
                time.sleep(0.002)
            self.assertTrue(s.recv(65536).startswith(b"HTTP/1.1 200"))

    def test_large_heads_that_fit(self):
        """Sixty headers, and one of 3,000 letters."""
        get = b"GET /api/health HTTP/1.1\r\nConnection: close\r\n"
        for more in (b"".join(b"H%d: v\r\n" % i for i in range(60)),
                     b"A: " + b"b" * 3000 + b"\r\n"):
            self.assertTrue(raw(self.server, get + more + b"\r\n").startswith(b"HTTP/1.1 200"))

    def test_the_limits_are_exact(self):
        """The last head that fits and the first that does not, in one piece and in two; the same
        of the address, and of a method nobody knows."""
        close = b"Connection: close\r\n\r\n"
        for length, status in ((4095, b"200"), (4096, b"200"), (4097, b"431")):
            head = self.get + b"A: \r\n" + close
            self.in_pieces(head.replace(b"A: ", b"A: " + b"b" * (length - len(head))), status)
        for length, status in ((2048, b"404"), (2049, b"414")):
            line = b" /" + b"a" * (length - 1) + b" HTTP/1.1\r\n"
            self.in_pieces(b"GET" + line + close, status)
            self.in_pieces(b"M" * 24 + line + close, status)
        self.in_pieces(b"M" * 24 + b" / HTTP/1.1\r\n" + close, b"405")
        self.in_pieces(b"M" * 25 + b" / HTTP/1.1\r\n" + close, b"400")

    def in_pieces(self, head, status):
        for at in (len(head), len(head) - 1, len(head) - 3, 25, 2074):
            with socket.create_connection((HOST, self.server.port), timeout=20) as s:
                s.sendall(head[:at])
                if at < len(head):
                    time.sleep(0.01)
                    s.sendall(head[at:])
                self.assertEqual(s.recv(65536).split()[1], status, (head[:40], len(head), at))

    def test_silence_is_sent_away(self):
        with socket.create_connection((HOST, self.server.port), timeout=30) as s:
            start = time.monotonic()
            got = s.recv(65536)
            self.assertIn(b"too_slow", got)
            self.assertTrue(5 < time.monotonic() - start < 20)

    def test_silence_in_the_middle_of_a_second_request(self):
        with socket.create_connection((HOST, self.server.port), timeout=30) as s:
            s.sendall(self.get + b"Host: localhost\r\n\r\n")
            self.assertTrue(s.recv(65536).startswith(b"HTTP/1.1 200"))
            s.sendall(self.get)
            self.assertIn(b"too_slow", s.recv(65536))

    def test_random_damage(self):
        """Requests with flipped, cut and doubled bytes."""
        chooser = random.Random(1945)
        body = json.dumps({"action": "garrison f9 9", "seq": self.before["seq"]})
        whole = (f"POST {self.path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.person.cookie}\r\n"
                 f"Origin: {self.server.origin}\r\nContent-Type: application/json\r\n"
                 f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()
        for _ in range(400):
            data = bytearray(whole)
            for _ in range(chooser.randint(1, 6)):
                at = chooser.randrange(len(data))
                how = chooser.randrange(3)
                if how == 0:
                    data[at] = chooser.randrange(256)
                elif how == 1:
                    del data[at:at + chooser.randint(1, 30)]
                else:
                    data[at:at] = data[at:at + chooser.randint(1, 30)]
                if not data:
                    break
            with socket.create_connection((HOST, self.server.port), timeout=5) as s:
                s.sendall(bytes(data))
                s.shutdown(socket.SHUT_WR)
                s.settimeout(1)
                try:
                    s.recv(65536)
                except (TimeoutError, ConnectionError):
                    pass

    def test_half_requests_do_not_hold_the_server(self):
        waiting = [socket.create_connection((HOST, self.server.port)) for _ in range(200)]
        for s in waiting:
            s.sendall(b"POST /api/session HTTP/1.1\r\nContent-Le")
        start = time.monotonic()
        self.assertEqual(self.person.get("/api/health").status, 200)
        self.assertLess(time.monotonic() - start, 2)
        for s in waiting:
            s.close()

    def test_refusals_are_logged_without_names_or_secrets(self):
        self.person.post(self.path, b"{")
        log = self.server.log()
        self.assertRegex(log, r"ev=refused method=POST route=/api/matches/\*/actions status=400")
        self.assertNotIn(self.match, log)
        self.assertNotIn(self.person.cookie.removeprefix("gg="), log)


class Strangers(Case):
    """Limits by address. Everything of 127.0.0.0/8 but 127.0.0.1 counts as another machine."""
    options = ("--public-origin", "http://play.example", "--trusted-proxy", "127.0.0.1")

    def begin(self, address):
        """One guest from behind the relay."""
        anybody = Person(self.server, session=False)
        got = anybody.post("/api/session", {}, Origin="http://play.example",
                           X_Forwarded_For=f"10.9.9.9, {address}")
        anybody.close()
        return got

    def test_guests_of_one_address(self):
        seen = [self.begin("10.0.0.1") for _ in range(130)]
        self.assertEqual({g.status for g in seen[:120]}, {201})
        self.refused(seen[-1], 429, "too_many")
        self.assertEqual(self.begin("10.0.0.2").status, 201)
        for host in range(130):  # of one household
            got = self.begin(f"2001:db8:0:7::{host:x}")
        self.refused(got, 429, "too_many")
        self.assertEqual(self.begin("2001:db8:0:8::1").status, 201)

    def test_matches_of_one_address(self):
        codes = []
        for guest in range(3):
            anybody = Person(self.server, session=False)
            more = {"Origin": "http://play.example", "X_Forwarded_For": "10.0.0.3"}
            cookie = anybody.post("/api/session", {}, **more).headers["Set-Cookie"].split(";")[0]
            for _ in range(100):
                got = anybody.post("/api/matches", {"game": GAME, "seats": ["human", "human"]},
                                   Cookie=cookie, **more)
                codes.append(got.status)
        self.assertEqual(set(codes[:240]), {201})
        self.assertEqual(codes[-1], 429)

    def test_connections_of_one_address(self):
        waiting, refused = [], 0
        for _ in range(270):
            s = socket.create_connection((HOST, self.server.port), timeout=20,
                                         source_address=("127.0.0.7", 0))
            s.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            got = s.recv(65536)
            waiting.append(s)
            if b" 429 " in got.split(b"\r\n")[0]:
                self.assertIn(b'"code":"too_many"', got)
                refused += 1
            else:
                self.assertTrue(got.startswith(b"HTTP/1.1 200"), got)
        self.assertEqual(refused, 270 - 256)
        self.assertEqual(Person(self.server, session=False).get("/api/health").status, 200)
        for s in waiting:
            s.close()
        time.sleep(1)  # and then there is room again
        with socket.create_connection((HOST, self.server.port), timeout=20,
                                      source_address=("127.0.0.7", 0)) as s:
            s.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(s.recv(65536).startswith(b"HTTP/1.1 200"))


class SlowReaders(Case):
    def test_streams_nobody_reads_cost_one_message(self):
        """Small buffers, never read: the match goes on, memory does not grow with it."""
        person = Person(self.server)
        person.patient = True
        match = person.new("human", "random")
        deaf = []
        for _ in range(20):
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            s.connect((HOST, self.server.port))
            s.sendall(f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: localhost\r\n"
                      f"Cookie: {person.cookie}\r\n\r\n".encode())
            deaf.append(s)
        self.assertTrue(person.play(match)["over"])
        self.settles(person, 20)
        for s in deaf:
            s.close()
        self.settles(person, 0)  # noticed without a word

    def settles(self, person, wanted):
        """So many streams are left."""
        until = time.monotonic() + 10
        while person.get("/api/health").json()["streams"] != wanted:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)

    def test_who_has_closed_his_half_gets_one_state(self):
        person = Person(self.server)
        match = person.new("human", "random")
        for _ in range(20):
            with socket.create_connection((HOST, self.server.port), timeout=20) as s:
                s.sendall(f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: localhost\r\n"
                          f"Cookie: {person.cookie}\r\n\r\n".encode())
                s.shutdown(socket.SHUT_WR)
                got = b""
                while chunk := s.recv(65536):
                    got += chunk
                self.assertIn(b"event: state\ndata: {", got)
        self.settles(person, 0)

    def test_old_and_closing_clients_get_streams_too(self):
        """HTTP/1.0 and Connection: close: no chunks."""
        person = Person(self.server)
        match = person.new("human", "random")
        for version, more in (("1.0", ""), ("1.1", "Connection: close\r\n")):
            got = raw(self.server, f"GET /api/matches/{match}/events HTTP/{version}\r\n"
                      "Host: localhost\r\n"
                      f"{more}Cookie: {person.cookie}\r\n\r\n".encode())
            self.assertIn(b" 200 ", got.split(b"\r\n")[0])
            self.assertIn(b"event: state\ndata: {", got)


class Floods(Case):
    def test_one_session_cannot_flood(self):
        person = Person(self.server)
        seen = set()
        for _ in range(250):
            got = person.post("/api/matches", {"game": GAME, "seats": ["human", "human"]})
            seen.add(got.status)
            if got.status == 429:
                self.refused(got, 429, "too_many")
        self.assertEqual(seen, {201, 429})
        self.assertEqual(Person(self.server).get("/api/matches").status, 200)
