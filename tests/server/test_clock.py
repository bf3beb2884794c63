# SPDX-License-Identifier: Apache-2.0
"""Clocks: whose time runs, when it is up, what costs nothing, and resting by consent. Times are
short here, and every wait is bounded generously: nothing hangs on how fast the machine is."""
import time

from client import Case, Person


def pair(server, clock, **more):
    """Two people at a match with a clock: north, south, the match."""
    north, south = Person(server), Person(server)
    match, secret = north.invite("human", "open", clock=clock, **more)
    assert south.accept(secret).status == 200
    return north, south, match


def live(base, increment=0):
    return {"kind": "live", "base_s": base, "increment_s": increment}


class Clocks(Case):
    def begin(self, person, match):
        """Whoever has to give something for the dice has given it: north may act."""
        return person.wait(match, lambda s: s["turn"]["acting"])

    def test_paces_and_bad_ones(self):
        person = Person(self.server)
        for kind, base, increment in (("live", 2700, 30), ("fast", 259200, 43200),
                                      ("slow", 864000, 86400)):
            match = person.new("human", "greedy", clock={"kind": kind})
            clock = person.state(match)["clock"]
            self.assertEqual((clock["kind"], clock["base_s"], clock["increment_s"]),
                             (kind, base, increment))
            seats = person.state(match)["seats"]
            self.assertIsNone(seats[1]["clock_ms"])  # the program has none
            self.assertLessEqual(seats[0]["clock_ms"], base * 1000)
        self.assertIsNone(person.state(person.new("human", "greedy"))["clock"])
        self.assertIsNone(person.state(person.new("human", "greedy",
                                                  clock={"kind": "none"}))["clock"])
        for bad in ({}, {"kind": "glacial"}, {"kind": "live", "base_s": 0}, 7, "live",
                    {"kind": "live", "increment_s": -1}, {"kind": "slow", "base_s": 1 << 40},
                    {"kind": "none", "base_s": 5}):
            got = person.post("/api/matches", {"game": "_template", "seats": ["human", "greedy"],
                                               "clock": bad})
            self.refused(got, 400, "bad_field")

    def test_time_that_is_up_ends_the_match(self):
        north, south, match = pair(self.server, live(1))
        self.begin(north, match)
        state = south.wait(match, lambda s: s["over"])
        self.assertEqual((state["result"]["reason"], state["result"]["half"]), ("flag", [0, 2]))
        file = south.get(f"/api/matches/{match}/file").body.decode()
        self.assertIn("north flag", file)

    def test_who_comes_too_late_is_told(self):
        """The tick may be first; then the match is simply over."""
        north, _, match = pair(self.server, live(1))
        state = self.begin(north, match)
        time.sleep(1.1)
        got = north.act(match, state["legal"][0]["a"], state["seq"])
        self.assertIn(got.json()["error"]["code"], ("time_up", "not_allowed"))
        self.assertEqual(north.state(match)["result"]["reason"], "flag")

    def test_only_who_is_awaited_uses_time(self):
        north, south, match = pair(self.server, live(600))
        self.begin(north, match)
        used = north.state(match)["clock"]["used_ms"]
        self.assertIsNotNone(used[0])
        self.assertIsNone(used[1])
        south.do(match, "talk", text="J'attends")
        south.do(match, "draw", answer="offer")
        time.sleep(0.3)
        after = north.state(match)["clock"]["used_ms"]
        self.assertGreaterEqual(after[0], used[0] + 300)  # what the other says starts nothing anew
        north.act(match, north.state(match)["legal"][0]["a"], north.state(match)["seq"])
        seats = north.state(match)["seats"]
        self.assertLessEqual(seats[0]["clock_ms"], 600000 - 300)
        self.assertEqual(seats[1]["clock_ms"], 600000)

    def test_the_first_decision_of_every_game_is_timed(self):
        """Whether something is drawn before it or not."""
        for game in ("bautzen", "corridors", "salvo"):
            north, south, match = pair(self.server, live(600), game=game)
            for _ in range(300):
                states = [p.state(match) for p in (north, south)]
                if any(s["turn"]["acting"] for s in states):
                    break
                time.sleep(0.1)
            acting = [i for i, s in enumerate(states) if s["turn"]["acting"]]
            self.assertEqual(len(acting), 1, game)
            used = states[0]["clock"]["used_ms"]
            self.assertEqual([i for i in (0, 1) if used[i] is not None], acting, game)

    def test_down_time_costs_nothing_and_clocks_run_unseen(self):
        north, south, match = pair(self.server, live(3))
        self.begin(north, match)
        self.server.stop()
        time.sleep(3.2)
        type(self).server = type(self.server)(self.data)
        for person in (north, south):
            person.server = self.server
            person.close()
        state = north.state(match)
        self.assertFalse(state["over"])
        self.restart()  # now nobody looks at it: it is not in memory
        south.server = self.server
        south.close()
        first = [m for m in south.get("/api/matches").json()["matches"] if m["id"] == match][0]
        self.assertLessEqual(first["left_s"], 4)
        for _ in range(300):
            listed = [m for m in south.get("/api/matches").json()["matches"] if m["id"] == match]
            if listed[0]["over"]:
                break
            time.sleep(0.1)
        self.assertTrue(listed[0]["over"])
        self.assertIsNone(listed[0]["left_s"])
        self.assertEqual(south.state(match)["result"]["reason"], "flag")

    def test_a_rest_by_consent(self):
        north, south, match = pair(self.server, live(2))
        self.begin(north, match)
        self.refused(south.do(match, "pause", answer="agree"), 409, "not_allowed")
        self.refused(south.do(match, "pause", answer="later"), 400, "bad_field")
        self.assertEqual(north.do(match, "pause", answer="ask").status, 200)
        self.assertEqual(south.state(match)["clock"]["pause_asked"], "north")
        self.refused(north.do(match, "pause", answer="agree"), 409, "not_allowed")
        self.assertEqual(south.do(match, "pause", answer="agree").status, 200)
        clock = north.state(match)["clock"]
        self.assertEqual((clock["paused"], clock["pause_asked"], clock["used_ms"]),
                         (True, None, [None, None]))
        time.sleep(2.2)
        self.restart()
        for person in (north, south):
            person.server = self.server
            person.close()
        state = north.state(match)
        self.assertFalse(state["over"])
        self.assertTrue(state["clock"]["paused"])
        got = north.act(match, state["legal"][0]["a"], state["seq"])  # plays on: it goes on
        self.assertEqual(got.status, 200, got.body)
        self.assertFalse(north.state(match)["clock"]["paused"])
        south.wait(match, lambda s: s["over"] or s["result"] is None)

    def test_a_rest_is_declined_or_withdrawn(self):
        north, south, match = pair(self.server, live(600))
        self.begin(north, match)
        for who in (south, north):
            north.do(match, "pause", answer="ask")
            self.assertEqual(who.do(match, "pause", answer="decline").status, 200)
            self.assertIsNone(north.state(match)["clock"]["pause_asked"])
        self.refused(north.do(match, "pause", answer="end"), 409, "not_allowed")
        alone = north.new("human", "greedy", clock=live(600))
        self.assertEqual(north.do(alone, "pause", answer="ask").status, 200)  # nobody to consent
        self.assertTrue(north.state(alone)["clock"]["paused"])
        self.assertEqual(north.do(alone, "pause", answer="end").status, 200)
        self.assertIsNotNone(north.state(alone)["clock"]["used_ms"][0])


class TwoPersons(Case):
    def test_take_back_needs_the_other(self):
        north, south, match = pair(self.server, {"kind": "none"})
        before = north.wait(match, lambda s: s["turn"]["acting"])
        north.act(match, before["legal"][0]["a"], before["seq"])
        self.assertEqual(north.do(match, "takeback", answer="ask").status, 200)
        asked = south.state(match)["takeback"]
        self.assertEqual((asked["seat"], asked["asked"]), ("north", ["south"]))
        self.refused(north.do(match, "takeback", answer="agree"), 409, "not_allowed")
        self.assertEqual(south.do(match, "takeback", answer="decline").status, 200)
        self.assertIsNone(north.state(match)["takeback"])
        self.assertNotEqual(north.state(match)["view"], before["view"])
        north.do(match, "takeback", answer="ask")
        self.assertEqual(south.do(match, "takeback", answer="agree").status, 200)
        self.assertEqual(north.state(match)["view"], before["view"])

    def test_what_the_other_says_can_be_muted(self):
        north, south, match = pair(self.server, {"kind": "none"})
        north.do(match, "talk", text="Bonjour")
        south.do(match, "talk", text="Hello")
        lines = south.get(f"/api/matches/{match}/talk").json()["lines"]
        self.assertEqual([(x["seat"], x["own"]) for x in lines],
                         [("north", False), ("south", True)])
        south.do(match, "talk", mute=True)
        lines = south.get(f"/api/matches/{match}/talk").json()["lines"]
        self.assertEqual([x["seat"] for x in lines], ["south"])
        self.assertEqual(len(north.get(f"/api/matches/{match}/talk").json()["lines"]), 2)

    def test_notes_are_ones_own(self):
        north, south, match = pair(self.server, {"kind": "none"})
        north.do(match, "notes", text="Attaquer par le pont")
        self.assertEqual(south.get(f"/api/matches/{match}/notes").json()["text"], "")
