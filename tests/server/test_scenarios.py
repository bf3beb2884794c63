# SPDX-License-Identifier: Apache-2.0
"""Scenarios that players write: copied, judged, looked at, played; kept over a restart and in the
match file, told to whoever is invited; a bad one is answered with every fault, and nothing is
stored."""
import json

from client import Case, Person
from test_openapi import API, misfit


def fits(case, answer, schema):
    case.assertIsNone(misfit(answer, API["components"]["schemas"][schema]))


class Scenarios(Case):
    def texts(self, person, game="salvo"):
        got = person.get(f"/api/games/{game}/scenarios").json()
        fits(self, got, "Texts")
        return {s["id"]: s["text"] for s in got["scenarios"]}

    def mine(self, person):
        return (self.texts(person)["first_salvo"]
                .replace("name.en First Salvo", "name.en <i>Mine</i> & \"yours\"")
                .replace("name.fr Première salve", "name.fr À moi").replace("rounds 4", "rounds 3")
                .replace("objective O1 450,180", "objective O1 450,170")
                .replace("objective O2 450,420", "objective O2 450,430"))

    def test_games_say_who_takes_them(self):
        person = Person(self.server)
        own = {g["id"]: g["own"] for g in person.get("/api/games").json()["games"]}
        self.assertTrue(own["salvo"])
        for game, takes in own.items():
            got = person.get(f"/api/games/{game}/scenarios")
            self.assertEqual(got.status, 200 if takes else 404)
            if not takes:
                self.assertEqual(got.code, "no_own")
                got = person.post("/api/matches", {"game": game, "seats": ["human", "random"],
                                                   "own": "scenario x\n"})
                self.assertEqual((got.status, got.code), (404, "no_own"))
        self.assertEqual(person.get("/api/games/nothing/scenarios").status, 404)

    def test_every_shipped_one_is_good_and_looks_like_itself(self):
        person = Person(self.server)
        for game in ("salvo", "_template"):
            for scenario, text in self.texts(person, game).items():
                told = person.post(f"/api/games/{game}/scenarios", {"text": text}).json()
                fits(self, told, "Preview")
                self.assertTrue(told["good"], told["faults"])
                self.assertEqual(told["scenario"], scenario)
                self.assertEqual(told["places"],
                                 person.get(f"/api/games/{game}/cells?scenario={scenario}").json())

    def test_faults_are_told_line_by_line(self):
        person = Person(self.server)
        text = self.mine(person).replace("rounds 3", "rounds 33").replace("T2", "T9")
        lines = text.splitlines()
        told = person.post("/api/games/salvo/scenarios", {"text": text}).json()
        fits(self, told, "Preview")
        self.assertFalse(told["good"])
        self.assertNotIn("places", told)
        wrong = [f["line"] for f in told["faults"]]
        self.assertIn(lines.index("rounds 33") + 1, wrong)
        self.assertIn([n for n, line in enumerate(lines, 1) if "T9" in line][0], wrong)
        before = person.get("/api/matches").json()["matches"]
        got = person.post("/api/matches", {"game": "salvo", "seats": ["human", "random"],
                                           "own": text})
        self.assertEqual((got.status, got.code), (422, "bad_scenario"))
        fits(self, got.json(), "Error")
        self.assertEqual(got.json()["faults"], told["faults"])
        self.assertEqual(person.get("/api/matches").json()["matches"], before)

    def test_other_forms_are_refused(self):
        person = Person(self.server)
        good = self.mine(person)
        for body in ({}, {"text": 3}, {"text": None}, {"text": ["x"]}):
            self.assertEqual(person.post("/api/games/salvo/scenarios", body).status, 400)
        got = person.post("/api/games/salvo/scenarios", {"text": "#" * 70000})
        self.assertEqual(got.status, 413)
        form = {"game": "salvo", "seats": ["human", "random"]}
        for own in (3, [good], {"text": good}):
            self.assertEqual(person.post("/api/matches", {**form, "own": own}).status, 400)
        # it is like another one than is asked for
        got = person.post("/api/matches", {**form, "own": good, "scenario": "relay"})
        self.assertEqual((got.status, got.code), (400, "bad_field"))
        for own in (None, good):
            self.assertEqual(person.post("/api/matches", {**form, "own": own}).status, 201)

    def test_a_match_keeps_its_scenario(self):
        person = Person(self.server)
        text = self.mine(person)
        preview = person.post("/api/games/salvo/scenarios", {"text": text}).json()
        match = person.new("human", "random", game="salvo", own=text)
        before = person.wait(match, lambda s: s["turn"]["acting"] and not s["thinking"])
        self.assertEqual(before["scenario"], "first_salvo")
        self.assertEqual(before["own"]["en"], "<i>Mine</i> & \"yours\"")
        self.assertEqual(before["own"]["fr"], "À moi")
        names = person.get(f"/api/matches/{match}/names").json()
        fits(self, names, "Names")
        self.assertEqual(names["places"], preview["places"])
        self.assertNotEqual(names["places"],
                            person.get("/api/games/salvo/cells?scenario=first_salvo").json())
        self.assertIn("rounds 3\n", names["own"])
        listed = person.get("/api/matches").json()
        fits(self, listed, "Matches")
        self.assertEqual(listed["matches"][0]["own"], before["own"])
        # the same text in its one spelling begins the same match
        again = person.new("human", "random", game="salvo", own=names["own"])
        self.assertEqual(person.get(f"/api/matches/{again}/names").json()["own"], names["own"])
        self.assertEqual(self.restart(), 0)
        person.server = self.server
        after = person.state(match)
        for field in ("entry", "view", "legal", "log", "turn", "commitment", "own", "scenario"):
            self.assertEqual(after[field], before[field], field)
        self.assertEqual(person.do(match, "resign").status, 200)
        file = person.get(f"/api/matches/{match}/file").body.decode()
        self.assertIn("\nown rounds 3 #", file)
        past = person.get("/api/history").json()
        fits(self, past, "History")
        self.assertEqual(past["matches"][0]["own"], before["own"])
        got = person.post("/api/replays", file, Content_Type="text/plain")
        self.assertEqual(got.status, 201, got.body)
        replay = person.get(f"/api/matches/{got.json()['id']}/replay?entry=0").json()
        self.assertEqual(replay["own"], before["own"])

    def test_who_is_invited_is_told_and_a_rematch_keeps_it(self):
        first, second = Person(self.server), Person(self.server)
        made = first.post("/api/matches", {"game": "_template", "seats": ["human", "open"],
                                           "own": "scenario standard\nname.en Few cards\n"
                                                  "cards 1 1 1 1 1\n"}).json()
        secret = {"secret": made["invite"]["path"][-32:]}
        told = second.post("/api/invitations", secret).json()
        fits(self, told, "Invitation")
        self.assertEqual(told["own"]["en"], "Few cards")
        self.assertEqual(second.post("/api/invitations/accept", secret).status, 200)
        first.do(made["id"], "resign")
        got = first.post(f"/api/matches/{made['id']}/rematch", {})
        self.assertIn(got.status, (200, 201), got.body)
        self.assertEqual(first.state(got.json()["match"])["own"]["en"], "Few cards")

    def test_shipped_matches_say_nothing_of_it(self):
        person = Person(self.server)
        match = person.new("human", "random", game="_template")
        self.assertNotIn("own", person.state(match))
        names = person.get(f"/api/matches/{match}/names").json()
        self.assertIsNone(names["own"])
        self.assertNotIn("places", names)

    def test_the_texts_are_small_enough(self):
        for text in self.texts(Person(self.server)).values():
            self.assertLess(len(json.dumps({"text": text})), 16384)
