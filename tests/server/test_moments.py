# SPDX-License-Identifier: Apache-2.0
"""Moments: what was seen after each entry of a match that is going on, for whoever plays it back.
They are the views that the same viewer was given at the time, from every side and in every game,
bounded, and late for those who look on late. (Twin worlds: test_twins.)"""
import random

from client import PROBES, Case, Memory, Person, Tongue

MOST = 64


def played_back(told, tongue, memory):
    """The views of an answer, by entry."""
    view = {"pieces": [], "gauges": []}
    views = {}
    for moment in ({**told, "entry": told["since"]}, *told["moments"]):
        known = {p["handle"]: p for p in view["pieces"] if p["handle"] < 0x8000}
        pieces = list(view["pieces"])
        for at, drop, *items in moment.get("piece", []):
            pieces[at:at + drop] = [tongue.piece(p, known, memory.names) for p in items]
        view = {"pieces": pieces, "gauges": moment.get("gauges", view["gauges"])}
        views[moment["entry"]] = view
    return views


class Moments(Case):
    program = PROBES

    def sides(self, game):
        first, second, third = (Person(self.server) for _ in range(3))
        for person in (first, second, third):
            person.patient = True
        match, secret = first.invite("human", "open", game=game)
        self.assertEqual(second.accept(secret).status, 200)
        link = first.do(match, "watching", on=True).json()["path"][-32:]
        self.assertEqual(third.post("/api/watch", {"secret": link}).status, 200)
        return match, (first, second, third)

    def step(self, match, people, chooser):
        """Somebody whose turn it is does something; False: the match is over."""
        states = [p.state(match) for p in people[:2]]
        if states[0]["over"]:
            return False
        for person, state in zip(people, states):
            if state["turn"]["acting"]:
                got = person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
                self.assertEqual(got.status, 200, got.body)
                return True
        self.fail("nobody's turn")

    def play(self, match, people, chooser, most):
        """What each of them was shown, by entry; drafts of one's own are no entries. Where both
        are asked at once, the later seat is shown a table on which the other has answered."""
        seen = [{} for _ in people]
        for _ in range(most):
            states = [person.state(match) for person in people]
            both = sum(state["turn"]["acting"] for state in states) > 1
            for state, views in zip(states, seen):
                if not state["draft"] and not both:
                    views[state["entry"]] = state["view"]
            if not self.step(match, people, chooser):
                break
        return seen

    def test_they_are_what_was_shown(self):
        asked = Person(self.server)
        compared = 0
        for game in asked.get("/api/games").json()["games"]:
            match, people = self.sides(game["id"])
            seen = self.play(match, people, random.Random(5), 70)
            for person, views in zip(people, seen):
                state = person.state(match)
                told = person.get(f"/api/matches/{match}/moments").json()
                self.assertEqual((told["viewer"], told["entry"]), (state["viewer"], state["entry"]))
                self.assertEqual(told["since"], max(0, state["entry"] - MOST))
                tongue = Tongue(person.get(f"/api/games/{game['id']}").json(),
                                person.get(f"/api/matches/{match}/names").json()["domains"])
                for entry, view in played_back(told, tongue, Memory(state)).items():
                    if entry in views:
                        self.assertEqual(view, views[entry], (game["id"], person, entry))
                        compared += 1
        self.assertGreater(compared, 100)

    def test_bounds(self):
        match, people = self.sides("_template")
        self.play(match, people, random.Random(2), 40)
        person, last = people[0], people[0].state(match)["entry"]
        at = f"/api/matches/{match}/moments"
        told = person.get(f"{at}?since=3&upto=5").json()
        self.assertEqual((told["since"], told["entry"]), (3, 5))
        self.assertEqual([m["entry"] for m in told["moments"]], [4, 5])
        for query in ("?since=9999", "?since=9999&upto=9999", f"?since={last}"):
            told = person.get(at + query).json()
            self.assertEqual((told["since"], told["entry"], told["moments"]), (last, last, []))
        for query in ("?since=-1", "?since=x", "?upto=", "?upto=1.5", "?since=1e3"):
            self.refused(person.get(at + query), 400, "bad_field")

    def test_one_screen_tells_nothing_before_the_hand_over(self):
        person = Person(self.server)
        match = person.new("human", "human")
        self.refused(person.get(f"/api/matches/{match}/moments"), 409, "handover")
        person.do(match, "handover", seat="north")
        self.assertEqual(person.get(f"/api/matches/{match}/moments").json()["viewer"], "north")

    def test_who_is_late_is_told_late(self):
        for _ in range(20):  # of a match that is over everybody sees everything
            match, (first, second, third) = self.sides("_template")
            link = first.do(match, "watching", on=True, delay=6).json()["path"][-32:]
            self.assertEqual(third.post("/api/watch", {"secret": link}).status, 200)
            self.play(match, (first, second), random.Random(4), 25)
            if not first.state(match)["over"]:
                break
        self.assertFalse(first.state(match)["over"])
        entry = first.state(match)["entry"]
        self.assertGreater(entry, 8)
        for query in ("", f"?upto={entry}", f"?since={entry - 2}&upto={entry}"):
            told = third.get(f"/api/matches/{match}/moments{query}").json()
            self.assertEqual(told["viewer"], "public")
            self.assertEqual(told["entry"], entry - 6)
            self.assertLessEqual(max((m["entry"] for m in told["moments"]), default=0), entry - 6)
