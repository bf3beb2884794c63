# SPDX-License-Identifier: Apache-2.0
"""What players give for the dice, and what is proved afterwards: the commitment stands before any
seed is given, every seed matters, each is given once and lasts; the file of a finished match is
signed, and whatever is changed in it is found by two programs."""
import hashlib
import hmac
import importlib.machinery
import os
import re
import signal
import sqlite3
import stat
import subprocess
import sys

from client import GAME, PROGRAM, ROOT, Case, Person, Server, Stream

TOOL = ROOT / "tools" / "verify-dice.py"
SEED = "00112233445566778899aabbccddeeff"
VERIFIER = importlib.machinery.SourceFileLoader("verify_dice", str(TOOL)).load_module()


def bodies(text):
    return [line.rsplit(" #", 1)[0] for line in text.splitlines()]


def chained(lines):
    """The bodies as a file whose checks fit: what a careful forger makes."""
    digest, out = bytes(32), []
    for body in lines:
        if found := re.match(r"(end|open) \d+", body):
            body = f"{found[0]} {digest.hex()}"
        digest = hashlib.sha256(digest + body.encode()).digest()
        out.append(f"{body} #{digest[:4].hex()}\n")
    return "".join(out)


class Giving(Case):
    def make(self, *seats, person=None, game=GAME, **more):
        person = person or Person(self.server)
        got = person.post("/api/matches", {"game": game, "seats": list(seats), **more})
        self.assertEqual(got.status, 201, got.body)
        return person, got.json()

    def test_the_commitment_comes_first(self):
        person, made = self.make("human", "greedy")
        state = person.state(made["id"])
        self.assertRegex(made["commitment"], r"\A[0-9a-f]{64}\Z")
        self.assertEqual(state["commitment"], made["commitment"])
        self.assertEqual([s["dice"] for s in state["seats"]], ["wanted", "none"])
        self.assertEqual((state["entry"], state["turn"]["seat"], state["legal"]), (0, "chance", []))
        self.assertEqual(person.seed(made).status, 200)
        after = person.state(made["id"])
        self.assertEqual(after["commitment"], made["commitment"])
        self.assertEqual([s["dice"] for s in after["seats"]], ["given", "none"])
        self.assertEqual((after["entry"], after["turn"]["acting"]), (8, True))

    def test_the_server_cannot_try_seeds(self):
        """Its seed is in the data before anything is given, and stays; what is drawn depends on
        what is given."""
        person, made = self.make("human", "human", options={"turns": 2})
        with sqlite3.connect(self.data) as db:
            kept = db.execute("SELECT seed FROM matches WHERE name = ?", [made["id"]]).fetchone()[0]
        self.assertEqual(hashlib.sha256(kept).hexdigest(), made["commitment"])
        self.assertEqual(person.seed(made, SEED).status, 200)
        person.play(made["id"])
        lines = bodies(person.get(f"/api/matches/{made['id']}/file").body.decode())
        self.assertIn(f"seed {kept.hex()}", lines)
        self.assertIn(f"client north {SEED}", lines)
        self.assertIn(f"client south {SEED}", lines)
        drawn = [tuple(map(int, re.search(r"\| (\d+)/(\d+) ", b).groups()))
                 for b in lines if re.match(r"\d+ ~ ", b)]
        self.assertGreater(len(drawn), 8)

        def tickets(*clients):
            text = "".join(f"{x}\n" for x in ("grognard dice 1", made["id"], *clients)).encode()
            return [(VERIFIER.draw(kept, text, k, n), n) for k, (_, n) in enumerate(drawn)]
        self.assertEqual(tickets(SEED, SEED), drawn)
        for others in ((SEED, "f" * 32), ("f" * 32, SEED), ("", "")):
            self.assertNotEqual(tickets(*others), drawn)

    def test_who_gives_none_is_told(self):
        for seats in (("human", "human"), ("human", "random"), ("random", "human")):
            person, made = self.make(*seats)
            for body in ({"action": "pass", "seq": 1}, {"actions": ["pass"], "seq": 1}):
                self.refused(person.do(made["id"], "actions", **body), 409, "seed_wanted")
            self.refused(person.post(f"/api/matches/{made['id']}/actions",
                                     '{"action":35184372121600,"seq":1}'), 409, "seed_wanted")
            self.assertEqual(person.state(made["id"])["entry"], 0)

    def test_a_seat_acts_when_it_has_given_and_chance_when_all_have(self):
        """A game that begins with somebody's decision."""
        person, made = self.make("human", "human", game="corridors")
        match = made["id"]
        state = person.state(match)
        first = state["handover"]
        self.assertIn(first, ("one", "two"))
        person.do(match, "handover", seat=first)
        state = person.state(match)
        self.refused(person.act(match, state["legal"][0]["a"], state["seq"]), 409, "seed_wanted")
        self.assertEqual(person.seed(made, seat=first).status, 200)
        for _ in range(200):
            state = person.state(match)
            if state["handover"] or state["turn"]["seat"] == "chance":
                break
            got = person.act(match, state["legal"][-1]["a"], state["seq"])
            self.assertEqual(got.status, 200, got.body)
        self.assertNotIn("chance", {e["seat"] for e in person.state(match).get("log", [])})
        other = {"one": "two", "two": "one"}[first]
        if state["handover"]:
            person.do(match, "handover", seat=other)
            state = person.state(match)
            got = person.act(match, state["legal"][0]["a"], state["seq"])
            self.refused(got, 409, "seed_wanted")
        self.assertEqual(person.seed(made, seat=other).status, 200)
        self.assertEqual({s["dice"] for s in person.state(match)["seats"]}, {"given"})

    def test_programs_give_none_and_do_not_wait(self):
        person, made = self.make("random", "random", options={"turns": 2})
        person.wait(made["id"], lambda s: s["over"])
        text = person.get(f"/api/matches/{made['id']}/file").body.decode()
        self.assertIn("client north", bodies(text))
        self.assertIn("client south", bodies(text))
        self.refused(person.seed(made), 409, "not_allowed")

    def test_once_only(self):
        person, made = self.make("human", "random")
        self.assertEqual(person.seed(made, SEED).status, 200)
        entries = person.state(made["id"])["entry"]
        self.assertEqual(person.seed(made, SEED).status, 200)  # the answer was lost
        for more in ({}, {"seat": "north"}):
            self.refused(person.seed(made, "f" * 32, **more), 409, "seed_given")
        self.assertEqual(person.state(made["id"])["entry"], entries)
        state = person.state(made["id"])
        person.act(made["id"], state["legal"][0]["a"], state["seq"])
        self.refused(person.seed(made, "f" * 32), 409, "seed_given")
        person.do(made["id"], "resign")
        self.refused(person.seed(made, "f" * 32), 409, "seed_given")

    def test_each_seat_for_itself(self):
        person, made = self.make("human", "human")
        self.assertEqual(person.seed(made, SEED, seat="south").status, 200)
        self.assertEqual([s["dice"] for s in person.state(made["id"])["seats"]],
                         ["wanted", "given"])
        self.assertEqual(person.state(made["id"])["entry"], 0)
        self.refused(person.seed(made, "f" * 32, seat="south"), 409, "seed_given")
        self.assertEqual(person.seed(made, "f" * 32).status, 200)  # the one that is left
        self.assertEqual(person.state(made["id"])["entry"], 8)
        with sqlite3.connect(self.data) as db:
            self.assertEqual(db.execute(
                "SELECT s.seed FROM seats s JOIN matches m ON m.id = s.match WHERE m.name = ? "
                "ORDER BY place", [made["id"]]).fetchall(), [("f" * 32,), (SEED,)])

    def test_wrong_seats_and_people(self):
        person, made = self.make("human", "random")
        self.refused(person.seed(made, seat="south"), 409, "not_allowed")
        self.refused(person.seed(made, seat="west"), 400, "bad_field")
        self.refused(person.seed(made, seat="chance"), 400, "bad_field")
        self.refused(person.seed(made, seat=1), 400, "bad_field")
        self.refused(Person(self.server).seed(made), 404, "not_found")
        self.assertEqual(person.state(made["id"])["seats"][0]["dice"], "wanted")

    def test_bad_seeds(self):
        person, made = self.make("human", "random")
        for seed in ("f" * 30, "f" * 66, "f" * 33, "F" * 32, "g" * 32, "f" * 31 + "\n", 5, None,
                     ["f" * 32], "é" * 16):
            got = person.do(made["id"], "dice", commitment=made["commitment"], seed=seed)
            self.refused(got, 400, "bad_field")
        for shown in (None, "", "0" * 63, 3):
            got = person.do(made["id"], "dice", commitment=shown, seed=SEED)
            self.refused(got, 400, "bad_field")
        got = person.do(made["id"], "dice", commitment="0" * 64, seed=SEED)
        self.refused(got, 409, "commitment")
        self.assertEqual(person.state(made["id"])["entry"], 0)
        self.assertEqual(person.seed(made, "f" * 64).status, 200)

    def test_streams_tell_that_it_was_given(self):
        for query in ("", "?changes=1"):
            person, made = self.make("human", "greedy")
            with Stream(person, made["id"], query) as stream:
                states = iter(stream)
                self.assertEqual(next(states)["seats"][0]["dice"], "wanted")
                self.assertEqual(person.seed(made).status, 200)
                state = next(states)
                self.assertEqual((state["seats"][0]["dice"], state["entry"]), ("given", 8))

    def test_a_kill_loses_nothing_that_was_acknowledged(self):
        person, made = self.make("human", "human")
        self.assertEqual(person.seed(made, SEED, seat="south").status, 200)
        for again in range(2):
            self.server.stop(signal.SIGKILL)
            type(self).server = person.server = Server(self.data)
            person.close()
            state = person.state(made["id"])
            self.assertEqual([s["dice"] for s in state["seats"]], ["wanted", "given"], again)
            self.assertEqual((state["entry"], state["commitment"]), (0, made["commitment"]))
            self.refused(person.seed(made, "e" * 32, seat="south"), 409, "seed_given")
        self.assertEqual(person.seed(made, "f" * 32, seat="north").status, 200)
        self.server.stop(signal.SIGKILL)
        type(self).server = person.server = Server(self.data)
        person.close()
        state = person.state(made["id"])
        self.assertEqual(state["entry"], 8)  # replayed: every ticket is compared with the seed
        self.assertEqual({s["dice"] for s in state["seats"]}, {"given"})
        person.play(made["id"])
        text = person.get(f"/api/matches/{made['id']}/file").body
        self.assertEqual(VERIFIER.verify(text)[0].clients, ["f" * 32, SEED])


class Apart(Case):
    """People at two machines: each gives his own, the second when he takes the seat."""

    def accept(self, person, secret):
        got = person.post("/api/invitations/accept", {"secret": secret})
        self.assertEqual(got.status, 200, got.body)
        return got.json()["match"]

    def words(self, person, match):
        return [s["dice"] for s in person.state(match)["seats"]]

    def test_the_second_gives_when_he_has_taken_the_seat(self):
        first, second = Person(self.server), Person(self.server)
        match, secret = first.invite("human", "open", options={"turns": 2})
        self.assertEqual(self.words(first, match), ["given", "wanted"])
        commitment = first.state(match)["commitment"]
        self.accept(second, secret)
        state = second.state(match)
        self.assertEqual((state["entry"], state["commitment"]), (0, commitment))
        for person in (first, second):
            self.refused(person.act(match, "pass", person.state(match)["seq"]), 409, "seed_wanted")
        made = {"id": match, "commitment": commitment}
        self.refused(first.seed(made, seat="south"), 409, "not_allowed")
        self.refused(first.seed(made), 409, "seed_given")
        self.assertEqual(second.seed(made, SEED).status, 200)
        self.assertEqual(self.words(second, match), ["given", "given"])
        self.assertEqual(second.state(match)["entry"], 8)
        first.do(match, "resign")
        clients = VERIFIER.verify(first.get(f"/api/matches/{match}/file").body)[0].clients
        self.assertEqual(clients[1], SEED)
        self.assertNotIn(clients[0], ("", SEED))

    def test_a_seat_that_changes_hands_before_the_first_draw(self):
        first, second, third = (Person(self.server) for _ in range(3))
        match, secret = first.invite("human", "open")
        self.assertEqual(first.do(match, "leave").status, 200)
        self.assertEqual(self.words(first, match), ["wanted", "wanted"])
        link = first.do(match, "invite", seat="north").json()["invite"]["path"][-32:]
        self.accept(third, link)
        self.accept(second, secret)
        second.give(match)
        self.assertEqual(second.state(match)["entry"], 0)
        self.restart()
        for person in (second, third):
            person.server = self.server
            person.close()
        self.assertEqual(self.words(second, match), ["wanted", "given"])
        third.give(match)
        self.assertEqual(third.state(match)["entry"], 8)

    def test_a_seat_that_changes_hands_later_keeps_what_was_given(self):
        first, second, third = (Person(self.server) for _ in range(3))
        match, secret = first.invite("human", "open", options={"turns": 2})
        second.accept(secret)
        with sqlite3.connect(self.data) as db:
            kept = db.execute("SELECT seed FROM seats ORDER BY match DESC, place").fetchall()[:2]
        link = second.do(match, "invite", seat="south").json()["invite"]["path"][-32:]
        self.accept(third, link)
        self.assertEqual(self.words(third, match), ["given", "given"])
        first.do(match, "resign")
        clients = VERIFIER.verify(first.get(f"/api/matches/{match}/file").body)[0].clients
        self.assertEqual([(c,) for c in clients], kept)


class Proof(Case):
    """One signed file, and everything that can be done to it."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        person = Person(cls.server)
        match = person.new("human", "human", options={"turns": 2})
        person.play(match)
        cls.text = person.get(f"/api/matches/{match}/file").body.decode()
        cls.again = person.get(f"/api/matches/{match}/file").body.decode()
        cls.key = person.get("/api/key").json()["key"]

    def judged(self, text, *words, tool=False):
        path = self.folder / "judged.gg"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        command = [sys.executable, TOOL] if tool else [PROGRAM, "verify", "--lang", "en"]
        got = subprocess.run([*command, path, *words], capture_output=True, text=True, check=False)
        return got.returncode, got.stdout + got.stderr

    def both(self, code, text, *words, says=None):
        for tool in (False, True):
            got, said = self.judged(text, *words, tool=tool)
            self.assertEqual(got, code, f"tool={tool}: {said}")
            if says:
                self.assertRegex(said, says)

    def test_proved(self):
        self.assertEqual(self.text, self.again)
        self.both(0, self.text, says="file.s own word")
        self.both(0, self.text, "--key", self.key, says="[Ss]igned by the")
        path = self.folder / "server.key"
        path.write_text(f"{self.key}\n", encoding="ascii")
        self.both(0, self.text, "--key", path)

    def test_another_key(self):
        self.both(4, self.text, "--key", "0" * 64, says="another key")

    def test_bad_keys_are_usage(self):
        secret = f"{self.data}.key"
        for key in ("00", self.key[:-1], self.folder / "nothing", secret):
            self.both(2, self.text, "--key", key)
        self.assertRegex(self.judged(self.text, "--key", secret)[1], "secret")
        self.both(2, self.text, "more")

    def test_every_cut(self):
        """The stand-alone verifier tries all of them, in one process; the program every line."""
        data = self.text.encode()
        for end in range(len(data)):
            with self.assertRaises(VERIFIER.Refused):
                VERIFIER.verify(data[:end])
        ends = [m.end() for m in re.finditer(b"\n", data)]
        for end in [0, 1, len(data) - 1, *ends[:-1]]:
            self.assertEqual(self.judged(data[:end])[0], 4, end)

    def test_every_bit(self):
        data = bytearray(self.text.encode())
        for bit in range(8 * len(data)):
            data[bit // 8] ^= 1 << bit % 8
            with self.assertRaises(VERIFIER.Refused, msg=bit):
                VERIFIER.verify(bytes(data))
            data[bit // 8] ^= 1 << bit % 8
        for bit in range(5, 8 * len(data), 8 * len(data) // 40):
            data[bit // 8] ^= 1 << bit % 8
            self.assertEqual(self.judged(bytes(data))[0], 4, bit)
            data[bit // 8] ^= 1 << bit % 8

    def test_a_forger_with_good_checks(self):
        """Every line changed by one character, the checks put right again: the signature."""
        lines = bodies(self.text)
        for i, body in enumerate(lines[:-1]):
            if body.startswith("end "):
                continue  # made anew
            for at in {0, len(body) // 2, len(body) - 1}:
                other = body[:at] + ("1" if body[at] == "0" else "0") + body[at + 1:]
                text = chained(lines[:i] + [other] + lines[i + 1:]).encode()
                with self.assertRaises(VERIFIER.Refused, msg=other):
                    VERIFIER.verify(text)
        i = next(i for i, b in enumerate(lines) if b.startswith("client north"))
        text = chained(lines[:i] + [f"client north {SEED}"] + lines[i + 1:])
        self.both(4, text)

    def test_unsigned(self):
        lines = ["signer none" if b.startswith("signer") else b for b in bodies(self.text)[:-1]]
        self.both(0, chained(lines), says="[Uu]nsigned")
        self.both(4, chained(lines), "--key", self.key, says="unsigned")
        i = next(i for i, b in enumerate(lines) if b.startswith("client north"))
        text = chained(lines[:i] + [f"client north {SEED}"] + lines[i + 1:])
        self.both(4, text, says="seed.s|must")

    def test_not_revealed(self):
        lines = bodies(self.text)
        log = lines.index("log")
        entries = [b for b in lines[log + 1:] if b[0].isdigit()]
        running = chained(lines[:log + 1] + entries[:-1] + [f"open {len(entries) - 1}"])
        self.both(1, running, says="not revealed")
        self.both(1, running, "--key", self.key, says="not revealed")
        foot = [b for b in lines[log + 1 + len(entries):] if not b.startswith("signature")]
        foot = ["signer none" if b.startswith("signer") else
                "seed unknown" if b.startswith("seed") else b for b in foot]
        self.both(1, chained(lines[:log + 1] + entries + foot), says="not revealed")

    def test_openssl_agrees(self):
        data = self.text.encode()
        if VERIFIER.by_openssl(bytes(32), b"x", bytes(64)) is None:
            self.fail("no openssl that knows Ed25519")
        for way in (VERIFIER.by_sodium, VERIFIER.by_openssl):
            self.assertIn("key given", VERIFIER.verify(data, self.key, (way,))[1])
            lines = bodies(self.text)
            mark = lines[-1].split(" ")[1]
            text = chained(lines[:-1] + [f"signature {'00' * 32}{mark[64:]}"]).encode()
            with self.assertRaises(VERIFIER.Refused):
                VERIFIER.verify(text, None, (way,))
        self.assertIn("NOT checked", VERIFIER.verify(data, None, ())[1])
        with self.assertRaises(VERIFIER.Unproved):
            VERIFIER.verify(data, self.key, ())

    def test_formula(self):
        """Q12, spelt out once more with nothing of the verifier."""
        lines = bodies(self.text)
        value = {b.split(" ")[0]: b.split(" ")[-1] for b in lines if not b[0].isdigit()}
        clients = [b.split(" ")[2] for b in lines if b.startswith("client ")]
        first = next(b for b in lines if b.startswith("1 ~ "))
        message = f"grognard dice 1\n{value['id']}\n{clients[0]}\n{clients[1]}\n0 0\n".encode()
        tag = hmac.new(bytes.fromhex(value["seed"]), message, hashlib.sha256).digest()
        ticket, tickets = map(int, re.search(r"\| (\d+)/(\d+) ", first).groups())
        self.assertEqual(int.from_bytes(tag[:8], "big") % tickets, ticket)

    def test_an_upload_keeps_its_signature(self):
        person = Person(self.server)
        got = person.post("/api/replays", self.text, Content_Type="text/plain")
        self.assertEqual(got.status, 201, got.body)
        at = f"/api/matches/{got.json()['id']}"
        self.assertEqual(person.get(at + "/file").body.decode(), self.text)
        clients = [b.split(" ")[2] for b in bodies(self.text) if b.startswith("client ")]
        told = person.get(at + "/replay").json()["dice"]
        self.assertEqual((told["clients"], told["verified"]), (clients, True))


class Key(Case):
    def start(self, data):
        """The exit code and words of a server that must not start."""
        got = subprocess.run([PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data,
                              "--lang", "en"], capture_output=True, text=True, timeout=20,
                             check=False)
        return got.returncode, got.stderr

    def test_made_once_and_private(self):
        path = self.folder / "server.db.key"
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        before, key = path.read_bytes(), Person(self.server).get("/api/key").json()
        self.assertEqual(key["algorithm"], "ed25519")
        self.assertRegex(key["key"], r"\A[0-9a-f]{64}\Z")
        self.assertNotIn(key["key"].encode(), before)
        got = subprocess.run([PROGRAM, "key", "--data", self.data], capture_output=True, text=True,
                             check=True)
        self.assertEqual(got.stdout, key["key"] + "\n")
        self.restart()
        self.assertEqual(path.read_bytes(), before)
        self.assertEqual(Person(self.server).get("/api/key").json(), key)
        for text in (self.server.log(), got.stderr):
            self.assertNotIn(before.decode().split()[1], text)
        self.assertEqual([p.name for p in self.folder.glob("*.tmp")], [])

    def test_two_servers_have_two(self):
        other = Server(self.folder / "other.db")
        try:
            self.assertNotEqual(Person(other).get("/api/key").json(),
                                Person(self.server).get("/api/key").json())
        finally:
            other.stop()

    def test_refused(self):
        data = self.folder / "bad.db"
        path = self.folder / "bad.db.key"
        good = f"grognard-secret {'1f' * 32}\n"
        for mode in (0o640, 0o604, 0o620, 0o666):
            path.write_text(good, encoding="ascii")
            path.chmod(mode)
            code, said = self.start(data)
            self.assertEqual(code, 3, said)
            self.assertIn("can be read by others", said)
        path.chmod(0o600)
        for text in ("", "grognard-secret \n", good[:-2], good + "x", good.replace("1f", "1g", 1),
                     good.replace("secret", "public")):
            path.write_text(text, encoding="ascii")
            code, said = self.start(data)
            self.assertEqual(code, 3, said)
            self.assertIn("does not hold a whole key", said)
        path.unlink()
        path.mkdir(mode=0o700)
        self.assertEqual(self.start(data)[0], 3)
        path.rmdir()
        os.mkfifo(path, 0o600)  # is not waited for
        code, said = self.start(data)
        self.assertEqual(code, 3, said)
        self.assertIn("no ordinary file", said)
        got = subprocess.run([PROGRAM, "key", "--data", self.folder / "none.db", "--lang", "en"],
                             capture_output=True, text=True, check=False)
        self.assertEqual(got.returncode, 3)
        self.assertIn("first starts", got.stderr)
        self.assertFalse((self.folder / "none.db.key").exists())
