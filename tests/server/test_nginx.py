# SPDX-License-Identifier: Apache-2.0
"""The nginx file of docs/howto/public-server.md, taken out of that page, before a server that runs
as its systemd unit starts it: a game through TLS, streams that are not held back, who asks."""
import http.client
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from client import GAME, HOST, PROGRAM, ROOT, Case, Person, Reader, SocketServer, Stream

PAGE = (ROOT / "docs" / "howto" / "public-server.md").read_text(encoding="utf-8")
NAME = "play.example"


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S)


def free_port():
    with socket.socket() as s:
        s.bind((HOST, 0))
        return s.getsockname()[1]


def unit_options():
    """What the unit gives to `serve`."""
    line = re.search(r"^ExecStart=(.*grognard serve .*)$", blocks("systemd")[0], re.M).group(1)
    return shlex.split(line)[2:]


class Behind(SocketServer):
    """The server of the page, reached by its nginx."""

    def __init__(self, folder):
        self.folder, self.socket = folder, folder / "http.sock"
        self.port, self.plain = free_port(), free_port()
        options = unit_options()
        at = {options[i]: i + 1 for i in range(len(options)) if options[i].startswith("--")}
        mode = options[at["--socket-mode"]]
        origin = options[at["--public-origin"]]
        proxy = options[at["--trusted-proxy"]]
        self.options = ("--socket-mode", mode, "--public-origin", origin, "--trusted-proxy", proxy)
        assert len(options) == 10, options
        self.begin()
        self.origin = origin
        self.context = ssl.create_default_context(cafile=folder / "cert.pem")
        self.context.check_hostname = False  # we ask by address

    def begin(self):
        super().__init__(self.folder / "server.db", self.socket, *self.options)
        self.origin = f"https://{NAME}"

    def connection(self, seconds):
        return http.client.HTTPSConnection(HOST, self.port, timeout=seconds, context=self.context)


class Nginx(unittest.TestCase):
    refused = Case.refused

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="grognard-nginx-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
                        "-keyout", cls.folder / "key.pem", "-out", cls.folder / "cert.pem"],
                       check=True, capture_output=True)
        cls.server = Behind(cls.folder)
        cls.addClassCleanup(lambda: cls.server.stop())
        cls.start_nginx()

    @classmethod
    def site(cls):
        """The file of the page; of what it says only ports and paths are others."""
        found = blocks("nginx")
        assert len(found) == 1
        text = found[0]
        for was, now, times in (
                ("/run/grognard/http.sock", str(cls.server.socket), 1),
                ("listen 80;", f"listen {HOST}:{cls.server.plain};", 1),
                ("listen 443 ssl http2;", f"listen {HOST}:{cls.server.port} ssl http2;", 1),
                ("    listen [::]:80;\n", "", 1), ("    listen [::]:443 ssl http2;\n", "", 1),
                (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{cls.folder}/cert.pem", 1),
                (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{cls.folder}/key.pem", 1)):
            assert text.count(was) == times, was
            text = text.replace(was, now)
        return text

    @classmethod
    def start_nginx(cls):
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        conf = cls.folder / "nginx.conf"
        temps = "".join(f"    {kind}_temp_path {cls.folder}/{kind};\n" for kind in
                        ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        conf.write_text(("user root;\n" if os.getuid() == 0 else "") +
                        f"daemon off;\nworker_processes 1;\npid {cls.folder}/pid;\n"
                        f"error_log {cls.folder}/error.log;\nevents {{}}\nhttp {{\n"
                        f"    access_log off;\n{temps}{cls.site()}}}\n", encoding="utf-8")
        cls.nginx = subprocess.Popen([program, "-c", conf, "-e", cls.folder / "error.log"],
                                     stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        cls.addClassCleanup(cls.stop_nginx)
        until = time.monotonic() + 30
        while True:
            try:
                socket.create_connection((HOST, cls.server.port), timeout=5).close()
                return
            except OSError:
                if cls.nginx.poll() is not None or time.monotonic() > until:
                    raise RuntimeError((cls.folder / "error.log").read_text()) from None
                time.sleep(0.05)

    @classmethod
    def stop_nginx(cls):
        cls.nginx.terminate()
        cls.nginx.wait(20)
        cls.nginx.stdout.close()

    # ------------------------------------------------------------------------------------- playing
    def test_a_whole_game(self):
        person = Person(self.server)
        self.assertTrue(person.cookie.startswith("__Host-gg="))
        match = person.new("human", "random")
        self.assertTrue(person.play(match)["over"])

    def test_events_come_while_the_stream_goes_on(self):
        """Each is waited for before anything else happens: one that is held back would never come.
        Compact changes are a few hundred bytes, far less than any buffer."""
        person = Person(self.server)
        match = person.new("human", "human")
        with Reader(person, "?form=compact", seconds=60) as reader:
            reader.watch(match)
            states, told = iter(reader), 0
            state = next(states)
            while not state["over"] and told < 40:
                if state["handover"]:
                    got = person.do(match, "handover", seat=state["handover"])
                else:
                    got = person.act(match, state["legal"][0]["a"], state["seq"])
                self.assertEqual(got.status, 200, got.body)
                state = next(states)
                told += 1
        self.assertGreater(told, 20)
        with Stream(person, match) as stream:
            self.assertEqual(stream.answer.status, 200)
            self.assertEqual(stream.answer.headers["Content-Type"], "text/event-stream")

    def test_the_server_begins_anew_behind_it(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        state = person.state(match)
        self.assertEqual(person.act(match, state["legal"][0]["a"], state["seq"]).status, 200)
        self.assertEqual(self.server.stop(), 0)
        self.refused(person.get("/api/health"), 503, "away")
        self.server.begin()
        self.assertEqual(person.state(match)["entry"], state["entry"] + 1)

    # ----------------------------------------------------------------------------------- who asks
    def test_who_asks_is_counted_whatever_he_writes(self):
        anybody = Person(self.server, session=False)
        seen = []
        for i in range(140):
            seen.append(anybody.post("/api/session", {}, X_Forwarded_For=f"198.51.100.{i}"))
        self.assertEqual(seen[0].status, 201)
        self.refused(seen[-1], 429, "too_many")
        self.server.stop()
        self.server.begin()  # others come from this address too

    def test_other_names_and_other_pages(self):
        anybody = Person(self.server, session=False)
        self.assertEqual(anybody.get("/api/health", Host=NAME).status, 200)
        self.refused(anybody.get("/api/health", Host="evil.example"), 421, "host")
        got = anybody.post("/api/session", {}, Origin="https://evil.example")
        self.refused(got, 403, "origin")

    def test_without_tls_one_is_sent_to_it(self):
        plain = http.client.HTTPConnection(HOST, self.server.plain, timeout=20)
        plain.request("GET", "/m/abc", headers={"Host": NAME})
        got = plain.getresponse()
        self.assertEqual((got.status, got.headers["Location"]), (301, f"https://{NAME}/m/abc"))
        plain.close()

    def test_files_as_large_as_the_server_takes_them(self):
        person = Person(self.server)
        more = {"Content_Type": "text/plain"}
        self.refused(person.post("/api/replays", b"x" * (1 << 20), **more), 400, "bad_file")
        self.refused(person.post("/api/replays", b"x" * ((1 << 20) + 1), **more), 413, "too_large")
        self.refused(person.post("/api/replays", b"x" * (2 << 20), **more), 413, "too_large")

    def test_too_many_connections_of_one_address(self):
        wires = []
        for _ in range(300):
            s = self.server.context.wrap_socket(
                socket.create_connection((HOST, self.server.port), timeout=20))
            s.sendall(b"POST /api/session HTTP/1.1\r\nHost: play.example\r\n"
                      b"Content-Length: 2\r\n\r\n{")  # and waits
            wires.append(s)
        with self.server.context.wrap_socket(socket.create_connection(
                (HOST, self.server.port), timeout=20)) as s:
            s.sendall(b"GET /api/health HTTP/1.1\r\nHost: play.example\r\n"
                      b"Connection: close\r\n\r\n")
            got = b""
            while chunk := s.recv(65536):
                got += chunk
        self.assertTrue(got.startswith(b"HTTP/1.1 429 "), got)
        self.assertIn(b"Content-Type: application/json", got)
        self.assertIn(b'"code":"too_many"', got)
        for s in wires:
            s.close()


class Units(unittest.TestCase):
    def test_the_backup_of_the_unit(self):
        """Its command, with other paths."""
        line = re.search(r"^ExecStart=/bin/sh -c '(.*grognard backup .*)'$", PAGE, re.M).group(1)
        with tempfile.TemporaryDirectory(prefix="grognard-unit-") as folder:
            data = Path(folder) / "grognard.db"
            server = SocketServer(data, Path(folder) / "s")
            try:
                Person(server).new("human", "human", game=GAME)
                words = line.replace("$$", "$").replace("%%", "%").replace(
                    "/usr/local/bin/grognard", str(PROGRAM)).replace("/var/lib/grognard", folder)
                subprocess.run(["/bin/sh", "-c", words], check=True, capture_output=True)
            finally:
                server.stop()
            copies = list(Path(folder).glob("copy-20*.db"))
            self.assertEqual([c.stat().st_mode & 0o777 for c in copies], [0o600])

    def test_every_setting_is_one_of_systemd(self):
        """Where systemd is there to say so."""
        verify = shutil.which("systemd-analyze")
        names = re.findall(r"^`?/etc/systemd/system/(grognard\S*?)`:$|"
                           r"`/etc/systemd/system/(grognard[^`]*)`:$", PAGE, re.M)
        names = [a or b for a, b in names]
        self.assertEqual(names, ["grognard.service", "grognard-backup.service",
                                 "grognard-backup.timer"])
        self.assertEqual(len(blocks("systemd")), 3)
        for text in blocks("systemd"):
            for line in text.splitlines():
                self.assertRegex(line, r"^$|^#|^\[[A-Z][a-z]+\]$|^[A-Z][A-Za-z]+=")
        if not verify:
            return
        with tempfile.TemporaryDirectory(prefix="grognard-unit-") as folder:
            paths = []
            for name, text in zip(names, blocks("systemd")):
                text = text.replace("/usr/local/bin/grognard", str(PROGRAM))
                paths.append(Path(folder) / name)
                paths[-1].write_text(text, encoding="utf-8")
            got = subprocess.run([verify, "verify", "--man=no", *paths], capture_output=True,
                                 check=False, timeout=60)
            said = [line for line in got.stderr.decode().splitlines() if "grognard" in line]
            self.assertEqual(said, [])


if __name__ == "__main__":
    unittest.main()
