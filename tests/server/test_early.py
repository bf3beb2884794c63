# SPDX-License-Identifier: Apache-2.0
"""Sealed nodes between people far apart: both are asked at once, in either order; what is answered
before its turn is kept through a kill, can be changed until the other has answered, and shows to
nobody. The log has the seats in their order whoever was first."""
import signal
import sqlite3

from client import ByNow, Case, Person, Reader, Stream
from test_clock import live, pair


class Early(Case):
    def begin(self, clock=None):
        """Both are asked. Equal cards are one answer: a deal that leaves somebody fewer than three
        is dealt again."""
        for _ in range(50):
            north, south, match = pair(self.server, clock or {"kind": "none"})
            states = [p.wait(match, lambda s: s["turn"]["acting"]) for p in (north, south)]
            if min(len(s["legal"]) for s in states) >= 3:
                return north, south, match
        self.fail("nobody is dealt three kinds of cards")

    def answer(self, person, match, which=0, **more):
        state = person.state(match)
        got = person.act(match, state["legal"][which]["a"], state["seq"], **more)
        self.assertEqual(got.status, 200, got.body)
        return state["legal"][which]["n"], got

    def again(self, how, *people):
        self.restart(how)
        for person in people:
            person.server = self.server
            person.close()

    def logged(self, match, *seats):
        """Who has decided what, as it is stored."""
        store = sqlite3.connect(self.data)
        self.addCleanup(store.close)
        lines = [line for (line,) in store.execute(
            "SELECT line FROM entries JOIN matches ON matches.id = match WHERE name = ? "
            "ORDER BY number", (match,))]
        return [x for x in lines if x.split()[1].rstrip(">") in seats]

    def kept(self, match):
        store = sqlite3.connect(self.data)
        self.addCleanup(store.close)
        return store.execute("SELECT count(*) FROM early JOIN matches ON matches.id = match "
                             "WHERE name = ?", (match,)).fetchone()[0]

    def seated(self):
        """Two people, each with his stream, and the match; the second has still to give his part
        of the dice."""
        north, south = Person(self.server), Person(self.server)
        match, secret = north.invite("human", "open")
        got = south.post("/api/invitations/accept", {"secret": secret})
        self.assertEqual(got.status, 200, got.body)
        ears = ByNow(north, match), ByNow(south, match)
        for ear in ears:
            self.addCleanup(ear.close)
        return ears, match

    def test_both_are_told_at_once_that_they_are_asked(self):
        """Neither waits for what is gathered (100 ms) for those who only look on: in nearly every
        match both have been told when the next request is answered."""
        late = {"north": 0, "south": 0}
        for _ in range(20):
            ears, match = self.seated()
            ears[1].person.give(match)
            for name, ear in zip(late, ears):
                late[name] += not ear.by_now()["turn"]["acting"]
            for ear in ears:
                ear.wait(lambda s: s["turn"]["acting"])
        self.assertLess(max(late.values()), 10, late)

    def test_who_must_decide_is_told_at_once_whoever_acted(self):
        """By his own stream each knows when to go on; what the other has been told is nothing to
        him. A person goes on when he has been told what came of his own last action."""
        ears, match = self.seated()
        ears[1].person.give(match)
        ears[1].wait(lambda s: s["turn"]["acting"])
        due, last, late, changes = [0, 0], 1, 0, 0
        ready = [lambda s, i=i: s["turn"]["acting"] and s["seq"] >= due[i] for i in range(2)]
        for step in range(150):
            states = [ear.by_now() for ear in ears]
            able = [i for i in range(2) if ready[i](states[i])]
            asked = [ear.person.state(match) for ear in ears]
            if asked[0]["over"]:
                break
            i = able[0] if able else int(asked[1]["turn"]["acting"])
            if not able:
                late += 1
                states[i] = ears[i].wait(ready[i])
            changes += i != last
            last, legal = i, states[i]["legal"]
            got = ears[i].person.act(match, legal[step % len(legal)]["a"], states[i]["seq"])
            self.assertEqual(got.status, 200, got.body)
            due[i] = got.json()["seq"]
        self.assertGreater(changes, 5)
        self.assertLess(late, changes / 2)

    def test_either_order_gives_the_same_log(self):
        told = []
        for order in ((0, 1), (1, 0)):
            north, south, match = self.begin()
            for i in order:
                self.answer((north, south)[i], match)
            entries = north.state(match)["entry"]
            seats = [e["seat"] for e in north.state(match)["log"] if e["entry"] > entries - 2]
            lines = self.logged(match, "north", "south")
            told.append([seats] + [line.split()[1] for line in lines])
            self.assertEqual(self.kept(match), 0)
        self.assertEqual(told[0], told[1])
        self.assertEqual(told[0][1:3], ["north>", "south>"])

    def test_who_has_answered_waits_and_may_change_his_mind(self):
        north, south, match = self.begin()
        entries = north.state(match)["entry"]
        first, _ = self.answer(south, match, 0)
        state = south.state(match)
        self.assertEqual((state["draft"], state["legal"], state["turn"]["acting"]),
                         ([first], [], False))
        self.assertTrue(state["undo"]["can"])
        self.assertEqual(state["view"], south.state(match)["view"])
        self.refused(south.act(match, first, state["seq"]), 409, "not_your_turn")
        self.assertEqual(south.do(match, "undo", seq=state["seq"]).status, 200)
        self.assertEqual(self.kept(match), 0)
        self.assertTrue(south.state(match)["turn"]["acting"])
        second, _ = self.answer(south, match, 1)
        self.assertNotEqual(first, second)
        self.assertEqual(north.state(match)["entry"], entries)
        self.answer(north, match)
        words = " ".join(self.logged(match, "south"))
        self.assertIn(second, words)
        self.assertNotIn(first, words)
        self.assertFalse(south.state(match)["undo"]["can"])  # it lies open now

    def test_an_answer_survives_a_kill_and_its_key_too(self):
        north, south, match = self.begin(live(600))
        state = south.state(match)
        chosen, got = self.answer(south, match, 1, key="once")
        self.again(signal.SIGKILL, north, south)
        after = south.state(match)
        self.assertEqual((after["draft"], after["turn"]["acting"]), ([chosen], False))
        self.assertIsNone(after["clock"]["used_ms"][1])
        again = south.act(match, state["legal"][1]["a"], state["seq"], key="once")
        self.assertEqual((again.status, again.body), (200, got.body))
        self.answer(north, match)
        self.assertIn(chosen, " ".join(self.logged(match, "south")))
        self.again(signal.SIGKILL, north, south)
        again = south.act(match, state["legal"][1]["a"], state["seq"], key="once")
        self.assertEqual(again.status, 200, again.body)  # known with the entry it became
        self.assertEqual(len(self.logged(match, "south")), 1)
        self.assertEqual(self.kept(match), 0)

    def test_one_changed_before_a_kill_is_the_new_one(self):
        north, south, match = self.begin()
        self.answer(south, match, 0)
        south.do(match, "undo", seq=south.state(match)["seq"])
        self.again(signal.SIGKILL, north, south)
        self.assertTrue(south.state(match)["turn"]["acting"])
        chosen, _ = self.answer(south, match, 1)
        self.again(signal.SIGKILL, north, south)
        self.answer(north, match)
        self.assertIn(chosen, " ".join(self.logged(match, "south")))

    def test_both_clocks_run_until_each_has_answered(self):
        north, south, match = self.begin(live(600))
        self.assertNotIn(None, north.state(match)["clock"]["used_ms"])
        self.answer(south, match)
        used = north.state(match)["clock"]["used_ms"]
        self.assertIsNotNone(used[0])
        self.assertIsNone(used[1])
        south.do(match, "undo", seq=south.state(match)["seq"])
        again = north.state(match)["clock"]["used_ms"]
        self.assertGreaterEqual(again[1], used[0])  # what passed meanwhile was his time after all
        self.answer(north, match)
        self.assertIsNotNone(south.state(match)["clock"]["used_ms"][1])

    def test_time_runs_out_for_who_has_not_answered(self):
        for late in (0, 1):
            north, south, match = self.begin(live(1))
            people = (north, south)
            self.answer(people[1 - late], match)
            state = people[late].wait(match, lambda s: s["over"])
            self.assertEqual(state["result"]["half"], [0, 2] if late == 0 else [2, 0])

    def test_the_others_stream_tells_that_and_not_what(self):
        """Message by message the same bytes, whichever answer is given, given up and given."""
        heard = []
        for which in (0, 1, 2):
            north, south, match = self.begin()
            with Stream(north, match, "?changes=1") as stream, \
                    Reader(north, "?form=compact") as all_:
                next(iter(stream))
                all_.watch(match)
                next(iter(all_))
                stream.raw = all_.raw = b""
                self.answer(south, match, which)
                next(iter(stream))
                next(iter(all_))
                heard.append((stream.raw, all_.raw.replace(match.encode(), b"")))
                self.assertEqual(stream.told["people"][1]["seat"], "south")
        self.assertEqual(heard[0], heard[1])
        self.assertEqual(heard[0], heard[2])

    def test_the_others_answer_makes_none_stale(self):
        """Both decide at the same moment, also first thing after a restart: neither has to decide
        again."""
        north, south, match = self.begin()
        self.again(signal.SIGTERM, north, south)
        states = [p.state(match) for p in (north, south)]
        for person, state in zip((north, south), states):
            got = person.act(match, state["legal"][0]["a"], state["seq"])
            self.assertEqual(got.status, 200, got.body)
        self.refused(south.act(match, states[1]["legal"][0]["a"], states[1]["seq"]), 409, "stale")

    def test_who_takes_the_seat_answers_for_himself(self):
        north, south, match = self.begin()
        self.answer(south, match)
        secret = south.do(match, "invite", seat="south").json()["invite"]["path"][-32:]
        other = Person(self.server)
        self.assertEqual(other.accept(secret).status, 200)
        state = other.state(match)
        self.assertEqual((state["draft"], state["turn"]["acting"]), ([], True))
        self.assertEqual(self.kept(match), 0)

    def test_two_at_one_screen_are_asked_in_turn(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        self.assertTrue(person.state(match)["turn"]["acting"])
        self.answer(person, match)
        self.assertEqual(person.state(match)["handover"], "south")

    def test_every_game_with_sealed_nodes_by_steps(self):
        """A draft of several steps, given early, comes back after a kill; the file verifies."""
        for game in ("corridors", "salvo"):
            north, south, match = pair(self.server, {"kind": "none"}, game=game)
            for _ in range(60):
                states = [p.wait(match, lambda s: s["turn"]["acting"] or s["legal"] == [])
                          for p in (north, south)]
                if all(s["turn"]["acting"] for s in states):
                    break
                person = north if states[0]["turn"]["acting"] else south
                state = person.wait(match, lambda s: s["turn"]["acting"])
                person.act(match, state["legal"][-1]["a"], state["seq"])
            self.assertTrue(all(s["turn"]["acting"] for s in states), game)
            for _ in range(80):
                state = south.state(match)
                if not state["turn"]["acting"]:
                    break
                self.assertEqual(south.act(match, state["legal"][-1]["a"], state["seq"]).status,
                                 200)
            self.assertTrue(state["draft"], game)
            self.again(signal.SIGKILL, north, south)
            self.assertEqual(south.state(match)["draft"], state["draft"], game)
            for _ in range(80):
                mine = north.state(match)
                if mine["entry"] > state["entry"]:
                    break
                north.act(match, mine["legal"][-1]["a"], mine["seq"])
            self.assertEqual(south.state(match)["draft"], [], game)
            self.again(signal.SIGKILL, north, south)
            self.assertGreater(south.state(match)["entry"], state["entry"] + 1, game)
