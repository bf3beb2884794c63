# SPDX-License-Identifier: Apache-2.0
"""Beside the board: what people say, notes, how far somebody has looked; take-back with consent."""
import random

from client import Case, Person, Reader


class Talk(Case):
    def say(self, person, match, text, **more):
        return person.do(match, "talk", text=text, **more)

    def lines(self, person, match, since=0):
        return person.get(f"/api/matches/{match}/talk?since={since}").json()

    def test_what_is_said_is_kept_and_told(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        with Reader(person) as reader:
            reader.watch(match)
            stream = iter(reader)
            self.assertEqual(next(stream)["talk"], 0)
            self.assertEqual(self.say(person, match, "Bonjour ! <b>é</b>").status, 200)
            self.assertEqual(next(stream)["talk"], 1)
        got = self.lines(person, match)
        self.assertEqual((got["last"], got["muted"]), (1, False))
        line = got["lines"][0]
        self.assertEqual((line["number"], line["seat"], line["own"], line["text"]),
                         (1, "north", True, "Bonjour ! <b>é</b>"))
        self.restart()
        person.server = self.server
        person.close()
        self.assertEqual(self.lines(person, match)["lines"], got["lines"])
        self.assertEqual(person.state(match)["talk"], 1)
        self.say(person, match, "Encore")
        self.assertEqual([x["number"] for x in self.lines(person, match, 1)["lines"]], [2])

    def test_nothing_is_said_twice(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        first = self.say(person, match, "Une fois", key="k")
        again = self.say(person, match, "Une fois", key="k")
        self.assertEqual(first.json()["seq"], again.json()["seq"])
        self.assertEqual(len(self.lines(person, match)["lines"]), 1)

    def test_what_cannot_be_said(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        for text in ("", "   ", "a\nb", "\u202eabc", "a\u0007", "x" * 501, None, 7):
            self.refused(self.say(person, match, text), 400, "bad_field")
        self.refused(person.get(f"/api/matches/{match}/talk?since=x"), 400, "bad_field")
        self.assertEqual(self.lines(person, match)["last"], 0)

    def test_who_talks_too_much_waits(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        answers = {self.say(person, match, f"{i}").status for i in range(20)}
        self.assertEqual(answers, {200, 429})
        self.assertEqual(person.act(match, person.state(match)["legal"][0]["a"],
                                    person.state(match)["seq"]).status, 200)

    def test_an_action_on_its_way_is_not_stale_for_a_word(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        state = person.state(match)
        self.say(person, match, "Attention")
        self.assertGreater(person.state(match)["seq"], state["seq"])
        got = person.act(match, state["legal"][0]["a"], state["seq"])
        self.assertEqual(got.status, 200)
        self.refused(person.act(match, state["legal"][0]["a"], state["seq"]), 409, "stale")
        self.refused(person.act(match, state["legal"][0]["a"], got.json()["seq"] + 5), 409, "stale")

    def test_over_is_no_reason_for_silence(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        person.do(match, "resign")
        self.assertEqual(self.say(person, match, "Bien joué").status, 200)
        file = person.get(f"/api/matches/{match}/file").body
        self.assertNotIn("Bien joué".encode(), file)  # outside the match file

    def test_muted(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        self.say(person, match, "Moi")
        self.assertEqual(person.do(match, "talk", mute=True).json(), {"muted": True})
        got = self.lines(person, match)
        self.assertTrue(got["muted"])
        self.assertEqual(len(got["lines"]), 1)  # one's own words remain
        self.refused(person.do(match, "talk", mute="yes"), 400, "bad_field")
        self.assertEqual(person.do(match, "talk", mute=False).json(), {"muted": False})

    def test_notes_are_ones_own_and_last(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        text = "QG en 1605\n\tgarder le pont — 3 CL"
        self.assertEqual(person.get(f"/api/matches/{match}/notes").json(), {"text": "", "seen": 0})
        self.assertEqual(person.do(match, "notes", text=text).status, 200)
        entry = person.state(match)["entry"]
        self.assertEqual(person.do(match, "seen", entry=entry).status, 200)
        self.assertEqual(person.do(match, "seen", entry=0).status, 200)  # never backwards
        self.restart()
        person.server = self.server
        person.close()
        self.assertEqual(person.get(f"/api/matches/{match}/notes").json(),
                         {"text": text, "seen": entry})
        for bad in ("x" * 8193, "a\u0001b", "\u2066", 5, None):
            self.refused(person.do(match, "notes", text=bad), 400, "bad_field")
        self.refused(person.do(match, "seen", entry=entry + 1000), 400, "bad_field")
        self.assertNotIn(b"garder le pont", person.get(f"/api/matches/{match}/file").body)


class TakeBack(Case):
    def played(self, person, *seats, decisions=3):
        """A match in which the person's side has decided a few times, and the states before."""
        match, chooser, states = person.new(*seats), random.Random(5), []
        while len(states) < decisions:
            state = person.wait(match, lambda s: s["over"] or s["turn"]["acting"])
            self.assertFalse(state["over"])
            calm = [a for a in state["legal"] if not a["n"].startswith("assault")]
            states.append(state)
            person.act(match, chooser.choice(calm or state["legal"])["a"], state["seq"])
        return match, states

    def test_against_the_program_at_once(self):
        person = Person(self.server)
        match, states = self.played(person, "human", "greedy")
        now = person.wait(match, lambda s: s["turn"]["acting"])
        self.assertFalse(now["undo"]["can"])  # the other side has moved since
        self.assertEqual(person.do(match, "takeback", answer="ask", key="t").status, 200)
        self.assertEqual(person.do(match, "takeback", answer="ask", key="t").status, 200)
        after = person.state(match)
        self.assertEqual(after["view"], states[-1]["view"])
        self.assertEqual(after["legal"], states[-1]["legal"])
        self.assertIsNone(after["takeback"])
        kinds = [e["lines"][0]["kind"] for e in after["log"][-2:]]
        self.assertEqual(kinds, ["asks-back", "agrees-back"])
        self.restart()
        person.server = self.server
        person.close()
        self.assertEqual(person.state(match)["view"], states[-1]["view"])

    def test_a_named_decision(self):
        person = Person(self.server)
        match, states = self.played(person, "human", "greedy")
        person.wait(match, lambda s: s["turn"]["acting"])
        first = states[0]["entry"] + 1
        self.refused(person.do(match, "takeback", answer="ask", entry=first + 1), 409,
                     "not_allowed")  # not one's own
        self.assertEqual(person.do(match, "takeback", answer="ask", entry=first).status, 200)
        self.assertEqual(person.state(match)["view"], states[0]["view"])

    def test_what_is_not_understood(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        for body in ({}, {"answer": "perhaps"}, {"answer": "ask", "entry": "1"},
                     {"answer": "agree", "entry": 1}, {"answer": 1}):
            self.refused(person.do(match, "takeback", **body), 400, "bad_field")
        self.refused(person.do(match, "takeback", answer="ask"), 409, "not_allowed")
        self.refused(person.do(match, "takeback", answer="agree"), 409, "not_allowed")
