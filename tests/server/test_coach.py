# SPDX-License-Identifier: Apache-2.0
"""The coach: hints for the seat to act alone, always against the program and between people only by
agreement; the other side's last move explained; the analysis of a match that is over."""
import random
import time

from client import Case, Person
from test_openapi import API, misfit

GAMES = (("bautzen", "intro"), ("corridors", "standard"), ("salvo", "first_salvo"))


class Asking(Case):
    def mine(self, person, match):
        return person.wait(match, lambda s: s["over"] or s["legal"])

    def told(self, person, match, what, schema):
        person.patient = True
        got = person.get(f"/api/matches/{match}/{what}")
        self.assertEqual(got.status, 200, got.body)
        self.assertIsNone(misfit(got.json(), API["components"]["schemas"][schema]))
        return got.json()


class Hints(Asking):
    def test_every_game(self):
        """Plans that can be played, with figures in their bounds; asking changes nothing."""
        person = Person(self.server)
        for game, scenario in GAMES:
            match = person.new("human", "recruit", game=game, scenario=scenario)
            state = self.mine(person, match)
            self.assertTrue(state["hints"])
            got = self.told(person, match, "hint", "Hints")
            now = person.state(match)
            self.assertEqual(got["seq"], now["seq"])
            self.assertTrue(1 <= len(got["hints"]) <= 3)
            self.assertEqual(now["legal"], state["legal"])
            self.assertEqual(now["entry"], state["entry"] + 1)  # that advice was taken, no more
            legal = {l["a"] for l in state["legal"]}
            for hint in got["hints"]:
                self.assertIn(hint["plan"]["steps"][0], legal)
                self.assertTrue(0 <= hint["chance"] <= 1000000)
                self.assertTrue(hint["fr"] and hint["en"])
            self.told(person, match, "hint", "Hints")
            self.assertEqual(person.state(match)["seq"], now["seq"])  # asked again: noted already
            # what was seen before the hint can still be answered
            self.assertEqual(person.act(match, got["hints"][0]["plan"]["steps"][0],
                                        state["seq"]).status, 200)

    def test_what_is_refused(self):
        person, other = Person(self.server), Person(self.server)
        match = person.new("human", "recruit", game="bautzen", scenario="intro")
        self.mine(person, match)
        self.refused(other.get(f"/api/matches/{match}/hint"), 404, "not_found")
        person.do(match, "resign")
        self.refused(person.get(f"/api/matches/{match}/hint"), 409, "not_allowed")

    def test_too_much(self):
        """A burst is answered with 429; nobody else is the worse for it."""
        person = Person(self.server)
        match = person.new("human", "recruit", game="bautzen", scenario="intro")
        self.mine(person, match)
        codes = [person.get(f"/api/matches/{match}/hint").status for _ in range(8)]
        self.assertEqual(codes[0], 200)
        self.assertIn(429, codes)
        self.assertEqual(set(codes) - {200, 429}, set())

    def test_refused_is_not_paid(self):
        """A hint that is refused takes nothing: the next comes as soon as its price has come in,
        however often it is asked for meanwhile."""
        person = Person(self.server)
        match = person.new("human", "recruit", game="bautzen", scenario="intro")
        self.mine(person, match)
        while person.get(f"/api/matches/{match}/hint").status == 200:
            pass
        codes, until = [], time.monotonic() + 10
        while 200 not in codes and time.monotonic() < until:
            codes.append(person.get(f"/api/matches/{match}/hint").status)
        self.assertIn(200, codes)

    def two(self, **more):
        one, two = Person(self.server), Person(self.server)
        match, secret = one.invite("human", "open", game="bautzen", scenario="intro", **more)
        shown = two.post("/api/invitations", {"secret": secret}).json()
        assert two.accept(secret).status == 200
        one.wait(match, lambda s: s["turn"]["seat"] in ("allied", "german"))
        acting = [p for p in (one, two) if p.state(match)["legal"]]
        return acting[0] if acting else one, match, shown

    def test_between_people(self):
        """Not without agreement, which the invitation tells; one screen is no other case."""
        person, match, shown = self.two()
        self.assertFalse(shown["hints"])
        self.assertFalse(person.state(match)["hints"])
        for what in ("hint", "explained"):
            self.refused(person.get(f"/api/matches/{match}/{what}"), 409, "no_hints")
        screen = Person(self.server)
        match = screen.new("human", "human", game="bautzen", scenario="intro")
        screen.do(match, "handover", seat=screen.state(match)["turn"]["seat"])
        self.refused(screen.get(f"/api/matches/{match}/hint"), 409, "no_hints")

    def test_agreed(self):
        person, match, shown = self.two(hints=True)
        self.assertTrue(shown["hints"])
        self.assertTrue(person.state(match)["hints"])
        self.assertTrue(self.told(person, match, "hint", "Hints")["hints"])
        # what was agreed holds when the match is read from the store again
        self.restart()
        person.server = self.server
        person.close()
        self.assertTrue(person.state(match)["hints"])

    def test_advice_is_noted(self):
        """In the log for both, in the result, in the file, and proved with it."""
        person, match, _ = self.two(hints=True)
        self.told(person, match, "hint", "Hints")
        seat = person.state(match)["viewer"]
        place = ["allied", "german"].index(seat)
        kinds = [line["kind"] for entry in person.state(match)["log"] for line in entry["lines"]]
        self.assertEqual(kinds.count("takes-hint"), 1)
        person.do(match, "resign")
        result = person.state(match)["result"]
        self.assertEqual(result["hints"][place], 1)
        self.assertEqual(sum(result["hints"]), 1)
        file = person.get(f"/api/matches/{match}/file").body
        self.assertIn(f" {seat} takes-hint | 0ms ".encode(), file)

    def test_bad_field(self):
        person = Person(self.server)
        got = person.post("/api/matches", {"game": "bautzen", "seats": ["human", "human"],
                                           "hints": "yes"})
        self.refused(got, 400, "bad_field")


class Explained(Asking):
    def test_last_move(self):
        person, chooser = Person(self.server), random.Random(4)
        person.patient = True
        match = person.new("human", "recruit", game="salvo", scenario="first_salvo")
        for _ in range(12):
            state = self.mine(person, match)
            if state["over"]:
                break
            person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
        state = self.mine(person, match)
        if state["over"]:
            return
        got = self.told(person, match, "explained", "Explained")
        self.assertTrue(1 <= got["first"] <= got["last"] <= state["entry"])
        self.assertEqual(got["seat"], "east")
        self.assertRegex(got["en"], "[Yy]our chance to win")
        self.assertRegex(got["fr"], "[Vv]os chances de gagner")

    def test_nothing_yet(self):
        person = Person(self.server)
        match = person.new("human", "recruit", game="salvo", scenario="first_salvo")
        self.mine(person, match)
        self.refused(person.get(f"/api/matches/{match}/explained"), 409, "no_odds")


class Analysis(Asking):
    def test_finished(self):
        person, other, chooser = Person(self.server), Person(self.server), random.Random(5)
        person.patient = True
        match = person.new("human", "recruit", game="salvo", scenario="first_salvo")
        path = f"/api/matches/{match}/analysis"
        self.refused(person.get(path), 409, "not_over")
        self.refused(other.get(path), 404, "not_found")
        for _ in range(30):
            state = self.mine(person, match)
            if state["over"]:
                break
            person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
        person.do(match, "resign")
        got = self.told(person, match, "analysis", "Analysis")
        one, two = got["seats"]
        whole = got["start"] + one["luck"] + one["skill"] - two["skill"] + got["residue"]
        self.assertAlmostEqual(whole, got["end"], delta=8)
        self.assertEqual(got["rough"], 0)
        self.assertEqual(other.get(path).json(), got)  # everybody reads what is over
