# SPDX-License-Identifier: Apache-2.0
"""What a player or a bot meets who asks for the wrong thing: stale, repeated, out of turn, after
the end, at a match that is not there, or in JSON that is absurd. Each gets a code and a sentence in
both languages, changes nothing in memory or in the file, and leaves a line in the log without
secrets."""
import json
import socket
import sqlite3
import threading
import time

from client import GAME, HOST, Case, Person
from test_permission import routes

DEEP = 1000
ABSURD = {
    "nothing": b"", "a word": b"hello", "half": b'{"seq":1', "a list": b"[1,2]", "null": b"null",
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP, "deep lists": b'{"a":' + b"[" * DEEP +
    b"]" * DEEP + b"}", "deep and open": b"[" * 16000, "a huge number": b'{"seq":' + b"9" * 400 +
    b"}", "a huge fraction": b'{"seq":1e99999}', "not a number": b'{"seq":NaN}',
    "hexadecimal": b'{"seq":0x10}', "a NUL byte": b'{"seq":1,"action":"a\x00b"}',
    "a NUL escape": b'{"seq":1,"action":"a\\u0000b"}', "NUL at the end": b'{"seq":1}\x00',
    "bad UTF-8": b'{"seq":1,"action":"\xff\xfe"}', "long UTF-8": b'{"action":"\xc0\xaf"}',
    "cut UTF-8": b'{"action":"\xe2\x82"}', "half a pair": b'{"action":"\\ud83d"}',
    "UTF-16": '{"seq":1}'.encode("utf-16"), "a mark before": b"\xef\xbb\xbf{}",
    "one name twice": b'{"seq":1,"seq":2}', "two at once": b"{}{}", "a comment": b"{/* */}",
    "a comma too many": b'{"seq":1,}', "raw line end": b'{"action":"a\nb"}',
}


def secrets(person, match):
    return [person.cookie.removeprefix("gg="), match]


def games(server):
    return [g["id"] for g in Person(server, session=False).get("/api/games").json()["games"]]


class Refused(Case):
    def counts(self):
        """Rows of every table as they are in the file."""
        with sqlite3.connect(f"file:{self.data}?mode=ro", uri=True) as db:
            names = [n for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
            return {n: db.execute(f"SELECT count(*) FROM {n}").fetchone()[0] for n in names}

    def seated(self, game):
        """A match of two at one screen whose first seat has taken over, and its state."""
        person = Person(self.server)
        match = person.new("human", "human", game=game)
        seat = person.state(match)["handover"]
        self.assertEqual(person.do(match, "handover", seat=seat).status, 200)
        return person, match, person.state(match)

    def lines(self):
        """How many refusals are in the log, in a second in which it has room: 200 lines each."""
        time.sleep(1.1)
        return self.server.log().count("ev=refused")

    # ------------------------------------------------------------------------------------- in time
    def test_stale_early_and_repeated(self):
        for game in games(self.server):
            person, match, state = self.seated(game)
            rows, logged = self.counts(), self.lines()
            action, seq = state["legal"][0]["a"], state["seq"]
            for other in (0, seq - 1, seq + 1, 2 ** 53):
                self.refused(person.act(match, action, other), 409, "stale")
                self.refused(person.do(match, "undo", seq=other), 409, "stale")
            clicks = {"node": state["turn"]["node"], "clicks": [{"kind": "piece", "handle": 1}]}
            self.refused(person.do(match, "click", seq=seq - 1, **clicks), 409, "stale")
            self.refused(person.do(match, "click", seq=seq, **{**clicks, "node": "nowhere"}), 409,
                         "stale")
            self.assertEqual((person.state(match), self.counts()), (state, rows))
            self.assertEqual(self.lines() - logged, 10)
            first = person.act(match, action, seq, key="once")
            after = person.state(match)
            for again in (person.act(match, action, seq, key="once"),
                          person.act(match, action, seq + 5, key="once")):
                self.assertEqual((again.status, again.json()), (200, first.json()))
            self.assertEqual(person.state(match), after)
            self.refused(person.act(match, action, seq), 409,
                         "handover" if after["handover"] else "stale")

    def test_what_is_no_action_is_not_done_twice_either(self):
        """Undo, draw, resignation, orders: with a key the same answer and nothing more; with a seq
        that is not the present one, nothing."""
        for game in games(self.server):
            person, match, state = self.seated(game)
            orders = person.get(f"/api/matches/{match}/orders").json()["orders"]
            asked = [("draw", {"answer": "offer"})]
            if orders:
                asked.append(("orders", {"node": orders[0]["node"], "order": "always"}))
            asked.append(("resign", {}))
            for what, body in asked:
                before, rows = person.state(match), self.counts()
                self.refused(person.do(match, what, seq=before["seq"] - 1, **body), 409, "stale")
                self.refused(person.do(match, what, seq="x", **body), 400, "bad_field")
                for key in (7, None, "k" * 65):
                    self.refused(person.do(match, what, key=key, **body), 400, "bad_field")
                self.assertEqual((person.state(match), self.counts()), (before, rows))
                first = person.do(match, what, key=what, seq=before["seq"], **body)
                self.assertEqual(first.status, 200, first.body)
                after = person.state(match)
                again = person.do(match, what, key=what, seq=before["seq"], **body)
                self.assertEqual((again.status, again.json()), (200, first.json()))
                self.assertEqual(person.state(match), after)

    def test_an_undo_is_not_done_twice(self):
        person, match, state = self.seated(GAME)
        for _ in range(60):  # something that can be taken back
            got = person.act(match, state["legal"][0]["a"], state["seq"])
            self.assertEqual(got.status, 200, got.body)
            state = person.state(match)
            if state["handover"]:
                person.do(match, "handover", seat=state["handover"])
                state = person.state(match)
            if state["over"] or state["undo"]["can"]:
                break
        self.assertTrue(state["undo"]["can"])
        first = person.do(match, "undo", seq=state["seq"], key="back")
        after = person.state(match)
        again = person.do(match, "undo", seq=state["seq"], key="back")
        self.assertEqual((first.status, again.status, again.json()), (200, 200, first.json()))
        self.assertEqual(person.state(match), after)

    def test_numbers_in_addresses(self):
        person, match, state = self.seated(GAME)
        for number in ("", "x", "-1", "+1", "1x", " 1", "1e3", "9" * 17, "99999999999999999999999"):
            at = f"/api/matches/{match}"
            quoted = number.replace("+", "%2b").replace(" ", "%20")
            self.refused(person.get(f"{at}?since={quoted}"), 400, "bad_field")
            self.refused(person.get(f"{at}/events?since={quoted}"), 400, "bad_field")
            if number.strip() == number and number:
                self.refused(person.get(f"{at}/events", Last_Event_ID=number), 400, "bad_field")
        self.assertEqual(person.state(match, "?since=0"), state)
        self.assertEqual(person.state(match, f"?since={2 ** 53}")["log"], [])

    def test_orders_are_a_seat_s_own(self):
        """Not told before the hand-over, nor to an owner who sits nowhere."""
        person = Person(self.server)
        match = person.new("human", "human")
        self.refused(person.get(f"/api/matches/{match}/orders"), 409, "handover")
        match = person.new("random", "random")
        self.refused(person.get(f"/api/matches/{match}/orders"), 409, "not_allowed")
        person.wait(match, lambda s: s["over"])  # others count rows of the same file

    def test_before_the_hand_over(self):
        for game in games(self.server):
            person = Person(self.server)
            match = person.new("human", "human", game=game)
            state, rows = person.state(match), self.counts()
            for what, body in (("actions", {"action": 1 << 45, "seq": state["seq"]}),
                               ("undo", {"seq": state["seq"]}), ("resign", {}),
                               ("draw", {"answer": "offer"}), ("why", {"action": 1 << 45})):
                self.refused(person.do(match, what, **body), 409, "handover")
            for seat in ("nobody", "public", "umpire", "chance", "over"):
                self.refused(person.do(match, "handover", seat=seat), 409, "not_allowed")
            self.refused(person.do(match, "handover", seat="x" * 5000), 400, "bad_field")
            self.assertEqual((person.state(match), self.counts()), (state, rows))

    def test_after_the_end(self):
        for game in games(self.server):
            person, match, state = self.seated(game)
            self.assertEqual(person.do(match, "resign").status, 200)
            over, rows = person.state(match), self.counts()
            self.assertTrue(over["over"])
            for what, body in (("actions", {"action": state["legal"][0]["a"], "seq": over["seq"]}),
                               ("actions", {"action": state["legal"][0]["a"], "seq": state["seq"]}),
                               ("undo", {"seq": over["seq"]}), ("resign", {}),
                               ("draw", {"answer": "offer"}), ("draw", {"answer": "accept"}),
                               ("orders", {"node": state["turn"]["node"], "order": "always"})):
                self.refused(person.do(match, what, **body), 409, "not_allowed")
            self.assertEqual((person.state(match), self.counts()), (over, rows))

    # ----------------------------------------------------------------------------------- not there
    def test_matches_that_do_not_exist(self):
        person, match, state = self.seated(GAME)
        names = ["a" * 20, match[:-1], match + "a", match.upper(), match[::-1], "%00" + match,
                 match + "%0a", "%ff" * 20, "..", "*", "%2a", "'%20OR%201=1--", "%c3%a9" * 9,
                 "a" * 200, "-1", "0"]
        for name, method, path, access in routes():
            if access not in ("PLAYER", "READER"):
                continue
            for word in names:
                where = path.replace("*", word)
                if method == "GET":
                    got = person.get(where)
                else:
                    got = person.post(where, {"action": "pass", "seq": state["seq"]})
                self.refused(got, 404, "not_found")
        self.assertEqual(person.state(match), state)

    # -------------------------------------------------------------------------------------- absurd
    def test_absurd_json_at_every_endpoint(self):
        person, match, state = self.seated(GAME)
        rows, logged = self.counts(), self.lines()
        asked = 0
        for name, method, path, _ in routes():
            if method != "POST" or name == "upload":
                continue
            for what, body in ABSURD.items():
                with self.subTest(endpoint=name, body=what):
                    got = person.post(path.replace("*", match), body)
                    self.refused(got, 400, "bad_json")
                    asked += 1
        self.assertEqual((person.state(match), self.counts()), (state, rows))
        self.assertGreaterEqual(self.lines() - logged, min(asked, 150))  # 200 lines a second
        for secret in secrets(person, match):
            self.assertNotIn(secret, self.server.log())

    def test_values_of_the_wrong_kind_at_every_endpoint(self):
        """Every field of every endpoint as something it is not."""
        person, match, state = self.seated(GAME)
        node = state["turn"]["node"]
        good = {"actions": {"action": "pass", "seq": state["seq"], "key": "k"},
                "undo": {"seq": state["seq"]}, "draw": {"answer": "offer"},
                "orders": {"node": node, "order": "ask"}, "handover": {"seat": "north"},
                "why": {"action": "pass"},
                "click": {"seq": state["seq"], "node": node,
                          "clicks": [{"kind": "piece", "handle": 1}]},
                "match_new": {"game": GAME, "seats": ["human", "human"], "scenario": "standard",
                              "options": {}, "lists": [None, None]}}
        paths = {name: path.replace("*", match) for name, _, path, _ in routes()}
        rows = self.counts()
        wrong = (-1, 1.5, 2 ** 63 - 1, -2 ** 63, True, [], [[]], {}, {"a": 1}, "", "x" * 9000, "\t")
        for name, body in good.items():
            for field, right in body.items():
                for value in wrong:
                    if field == "options" and value == {} or field == "key" and value in ("", "\t"):
                        continue
                    with self.subTest(endpoint=name, field=field, value=str(value)[:20]):
                        got = person.post(paths[name], {**body, field: value})
                        self.assertIn(got.status, (400, 409), got.body)
                        self.refused(got, got.status, got.code)
                        self.assertIn(got.code, ("bad_field", "bad_notation", "stale"))
        self.assertEqual((person.state(match), self.counts()), (state, rows))


class OutOfTurn(Case):
    def test_out_of_turn(self):
        """The program's turn: its thought is held up by that of others."""
        crowd = Person(self.server)
        for game in games(self.server) * 20:
            crowd.new("greedy", "greedy", game=game)
        met = set()
        for game in games(self.server) * 5:
            person = Person(self.server)
            for seats in (("greedy", "human"), ("human", "greedy")):
                match = person.new(*seats, game=game)
                state = person.state(match)
                if not state["turn"]["acting"]:
                    got = person.act(match, 1 << 45, state["seq"])
                    self.refused(got, 422 if got.code == "refused" else 409, got.code)
                    if got.code == "refused":
                        self.sealed(person, game, state)
                    met.add(got.code)
        self.assertIn("not_your_turn", met)
        # It may have played meanwhile; at a sealed node its answer makes nobody else's stale.
        self.assertLessEqual(met, {"not_your_turn", "stale", "refused"})

    def sealed(self, person, game, state):
        nodes = {n["token"]: n for n in person.get(f"/api/games/{game}").json()["nodes"]}
        self.assertIn("sealed", nodes[state["turn"]["node"]]["flags"])


class NotHeld(Case):
    """What takes long is done beside the loop."""

    def test_preparing_a_scenario_holds_up_nobody(self):
        """Each scenario for the first time, in two ways; meanwhile the server answers others. In
        those that take long, in less than half of the time."""
        person, other = Person(self.server), Person(self.server, session=False)
        other.get("/api/health")
        long = held = 0
        for game in other.get("/api/games").json()["games"]:
            for scenario in game["scenarios"]:
                took, worst = self.meanwhile(person, other, {
                    "game": game["id"], "scenario": scenario["id"],
                    "seats": ["human"] * len(game["seats"])})
                if took > 0.05:
                    long += 1
                    held += worst > took / 2
        if long:  # no game needs long: nothing to show
            self.assertLess(held, max(1, long), f"{held} of {long}")

    def meanwhile(self, person, other, body):
        """Seconds that opening took, and the longest wait of somebody else."""
        done = threading.Event()
        found = []

        def begin():
            start = time.monotonic()
            found.append(person.post("/api/matches", body).status)
            found.append(time.monotonic() - start)
            done.set()

        worker, worst = threading.Thread(target=begin), 0.0
        worker.start()
        while not done.is_set():
            start = time.monotonic()
            self.assertEqual(other.get("/api/health").status, 200)
            worst = max(worst, time.monotonic() - start)
            time.sleep(0.002)
        worker.join()
        self.assertEqual(found[0], 201)
        return found[1], worst

    def test_a_match_is_found_again_after_a_restart(self):
        """Its table is prepared by a worker, for several who ask at once."""
        person = Person(self.server)
        matches = {g["id"]: person.new(*["human"] * len(g["seats"]), game=g["id"])
                   for g in person.get("/api/games").json()["games"]}
        self.restart()
        person.server = self.server
        person.close()
        sockets = []
        for match in list(matches.values()) * 3:
            s = socket.create_connection((HOST, self.server.port), timeout=20)
            s.sendall(f"GET /api/matches/{match} HTTP/1.1\r\nHost: localhost\r\n"
                      f"Cookie: {person.cookie}\r\n"
                      "Connection: close\r\n\r\n".encode())
            sockets.append((match, s))
        for match, s in sockets:
            got = b""
            while chunk := s.recv(1 << 20):
                got += chunk
            s.close()
            head, _, body = got.partition(b"\r\n\r\n")
            self.assertIn(b" 200 ", head.split(b"\r\n")[0])
            self.assertEqual(json.loads(body)["id"], match)
