# SPDX-License-Identifier: Apache-2.0
"""Clocks: whose time runs, when it is up, what costs nothing, and resting by consent. Times are
short here, and every wait is bounded generously: nothing hangs on how fast the machine is."""
import sqlite3
import time

from client import Case, Person
from test_openapi import API, misfit


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

    def past_the_opening(self, north, south, match):
        """Both have answered the sealed node at the start: north alone is awaited."""
        for person in (south, north):
            state = self.begin(person, match)
            self.assertEqual(person.act(match, state["legal"][0]["a"], state["seq"]).status, 200)
        return self.begin(north, match)

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
        self.past_the_opening(north, south, match)
        used, before = north.state(match)["clock"]["used_ms"], north.state(match)["seats"]
        self.assertIsNotNone(used[0])
        self.assertIsNone(used[1])
        south.do(match, "talk", text="J'attends")
        south.do(match, "draw", answer="offer")
        time.sleep(0.3)
        after = north.state(match)["clock"]["used_ms"]
        self.assertGreaterEqual(after[0], used[0] + 300)  # what the other says starts nothing anew
        north.act(match, north.state(match)["legal"][0]["a"], north.state(match)["seq"])
        seats = north.state(match)["seats"]
        self.assertLessEqual(seats[0]["clock_ms"], before[0]["clock_ms"] - 300)
        self.assertEqual(seats[1]["clock_ms"], before[1]["clock_ms"])

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
            self.assertGreaterEqual(len(acting), 1, game)  # two at a sealed node
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


class Vacation(Case):
    def away(self, person, match, seat=0):
        return person.state(match)["clock"]["vacation"][seat]

    def both(self, pace="slow", **times):
        north, south, match = pair(self.server, {"kind": pace, **times})
        north.wait(match, lambda s: s["turn"]["acting"])
        return north, south, match

    def again(self, *people):
        for person in people:
            person.server = self.server
            person.close()

    def edit(self, sql, *values):
        """What days would do, while the server is down."""
        self.server.stop()
        with sqlite3.connect(self.data) as store:
            store.execute(sql, values)
        store.close()
        type(self).server = type(self.server)(self.data)

    def test_the_clock_stands_and_the_others_runs(self):
        north, south, match = self.both()
        self.assertEqual(north.do(match, "vacation", days=3).status, 200)
        for person in (north, south):  # both are told
            self.assertEqual(self.away(person, match)["left_days"], 11)
            self.assertGreater(self.away(person, match)["until"], time.time() + 2 * 86400)
            self.assertEqual(self.away(person, match, 1), {"left_days": 14, "until": None})
        used = north.state(match)["clock"]["used_ms"]
        time.sleep(0.2)
        after = north.state(match)["clock"]["used_ms"]
        self.assertLessEqual(abs(after[0] - used[0]), 2)  # two clocks, each in whole milliseconds
        self.assertGreaterEqual(after[1], used[1] + 200)
        self.restart()
        self.again(north, south)
        self.assertEqual(self.away(north, match)["left_days"], 11)
        self.assertLessEqual(north.state(match)["clock"]["used_ms"][0], used[0] + 2)
        self.assertIsNone(misfit(north.state(match), API["components"]["schemas"]["State"]))

    def test_who_is_away_does_not_lose_on_time_and_who_is_back_does(self):
        north, south, match = self.both(base_s=4, increment_s=0)
        for person in (south, north):
            state = person.wait(match, lambda s: s["turn"]["acting"])
            person.act(match, state["legal"][0]["a"], state["seq"])
        north.wait(match, lambda s: s["turn"]["acting"])
        north.do(match, "vacation", days=1)
        time.sleep(4.5)
        self.assertFalse(south.state(match)["over"])
        self.edit("UPDATE vacations SET until = begun + 1000")  # it has ended long ago
        self.again(north, south)
        self.assertIsNone(self.away(north, match)["until"])
        state = south.wait(match, lambda s: s["over"])
        self.assertEqual((state["result"]["reason"], state["result"]["half"]), ("flag", [0, 2]))

    def test_who_plays_is_back_and_days_not_begun_are_given_back(self):
        north, south, match = self.both("fast")
        north.do(match, "vacation", days=4)
        self.assertEqual(self.away(south, match)["left_days"], 0)
        state = north.state(match)
        self.assertEqual(north.act(match, state["legal"][0]["a"], state["seq"]).status, 200)
        self.assertEqual(self.away(south, match), {"left_days": 3, "until": None})
        self.edit("UPDATE vacations SET begun = begun - 86400000, until = begun + 172800000, "
                  "days = 4")  # away for a day, and still
        self.again(north, south)
        self.assertIsNotNone(self.away(south, match)["until"])
        self.assertEqual(north.do(match, "vacation", back=True).status, 200)
        self.assertEqual(self.away(south, match), {"left_days": 1, "until": None})

    def test_abuse(self):
        north, south, match = self.both("fast")
        for bad in ({}, {"days": 0}, {"days": -1}, {"days": 15}, {"days": "1"}, {"back": False},
                    {"back": True, "days": 1}, {"days": 1.5}):
            self.refused(north.do(match, "vacation", **bad), 400, "bad_field")
        self.refused(north.do(match, "vacation", days=5), 409, "no_vacation")  # more than there are
        self.refused(north.do(match, "vacation", back=True), 409, "no_vacation")
        first = north.do(match, "vacation", days=1, key="v")
        self.assertEqual(north.do(match, "vacation", days=1, key="v").body, first.body)
        self.refused(north.do(match, "vacation", days=1), 409, "no_vacation")  # he is away
        self.assertEqual(north.do(match, "vacation", back=True).status, 200)
        for left in (2, 1, 0):  # a moment costs a day: nobody stops his clock move by move
            self.assertEqual(north.do(match, "vacation", days=1).status, 200)
            north.do(match, "vacation", back=True)
            self.assertEqual(self.away(south, match)["left_days"], left)
        self.refused(north.do(match, "vacation", days=1), 409, "no_vacation")
        self.assertGreater(north.state(match)["clock"]["used_ms"][0], 0)
        north.do(match, "pause", answer="ask")
        south.do(match, "pause", answer="agree")
        self.refused(south.do(match, "vacation", days=1), 409, "no_vacation")  # it rests
        self.assertEqual(self.away(south, match, 1)["left_days"], 4)

    def test_a_rest_in_the_middle_changes_nothing(self):
        north, south, match = self.both()
        time.sleep(0.3)
        north.do(match, "vacation", days=2)
        used = north.state(match)["clock"]["used_ms"][0]
        north.do(match, "pause", answer="ask")
        south.do(match, "pause", answer="agree")
        time.sleep(0.2)
        south.do(match, "pause", answer="end")
        self.assertIsNotNone(self.away(north, match)["until"])
        after = north.state(match)["clock"]["used_ms"][0]
        self.assertLess(abs(after - used), 100)

    def test_only_where_a_clock_has_days(self):
        for clock in (live(600), {"kind": "none"}):
            north, _, match = pair(self.server, clock)
            self.refused(north.do(match, "vacation", days=1), 409, "no_vacation")
        north, _, match = pair(self.server, live(600))
        self.assertIsNone(north.state(match)["clock"]["vacation"])

    def test_who_takes_the_seat_is_there(self):
        north, south, match = self.both()
        north.do(match, "vacation", days=3)
        secret = north.do(match, "invite", seat="north").json()["invite"]["path"][-32:]
        other = Person(self.server)
        self.assertEqual(other.accept(secret).status, 200)
        self.assertEqual(self.away(other, match), {"left_days": 13, "until": None})


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
