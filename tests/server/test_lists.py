# SPDX-License-Identifier: Apache-2.0
"""Lists that players write: a match starts with one, keeps it over a restart and in its file; a bad
one is answered with every fault, and nothing is stored."""
import json

from client import ROOT, Case, Person
from test_openapi import API, misfit

DECK = (ROOT / "games" / "corridors" / "examples" / "guards.deck").read_text(encoding="utf-8")
COMPANY = (ROOT / "games" / "salvo" / "examples" / "outpost.company").read_text(encoding="utf-8")


def hand(state, letter):
    """Cards of a nation among what the viewer can name."""
    return [p["token"] for p in state["view"]["pieces"] if p.get("token", "")[1:2] == letter]


class Lists(Case):
    def matches(self, person):
        return person.get("/api/matches").json()["matches"]

    def test_options_say_whose_list_they_choose(self):
        games = {g["id"]: g for g in Person(self.server).get("/api/games").json()["games"]}
        lists = {game: {o["id"]: o["list"] for o in facts["options"] if "list" in o}
                 for game, facts in games.items()}
        self.assertEqual(lists["corridors"], {"deck1": "one", "deck2": "two"})
        self.assertEqual(lists["salvo"], {"company1": "west", "company2": "east"})
        self.assertEqual(lists["bautzen"], {})

    def test_a_match_begins_with_the_lists_that_are_usual_in_its_scenario(self):
        person = Person(self.server)
        games = {g["id"]: g for g in person.get("/api/games").json()["games"]}
        named = [s for s in games["salvo"]["scenarios"] if "usual" in s]
        self.assertGreater(len(named), 1)
        for scenario in named:
            match = person.new("human", "random", game="salvo", scenario=scenario["id"])
            begun = person.state(match)["options"]
            self.assertEqual({o: begun[o] for o in scenario["usual"]}, scenario["usual"])
        usual = named[0]["usual"]
        match = person.new("human", "random", game="salvo", options={"company1": 5})
        begun = person.state(match)["options"]
        self.assertEqual((begun["company1"], begun["company2"]), (5, usual["company2"]))
        # nothing was measured on a player's own table
        shipped = person.get("/api/games/salvo/scenarios").json()["scenarios"]
        own = next(s["text"] for s in shipped if s["id"] == "relay").replace("rounds 6", "rounds 5")
        begun = person.state(person.new("human", "random", game="salvo", own=own))["options"]
        standard = {o["id"]: o["standard"] for o in games["salvo"]["options"]}
        self.assertEqual({o: begun[o] for o in usual}, {o: standard[o] for o in usual})

    def test_ready_lists_are_good_and_rewritten_from_the_catalogue(self):
        """Every ready list is judged good, and each of its lines is spelt as the form says."""
        person = Person(self.server)
        for game in ("corridors", "salvo"):
            got = person.get(f"/api/games/{game}/lists").json()
            self.assertIsNone(misfit(got, API["components"]["schemas"]["Catalogue"]))
            items = {item["token"] for item in got["items"]}
            heads = {head["token"] for head in got["heads"]}
            openings = {part["opening"] for part in got["parts"]}
            self.assertGreaterEqual(len(got["ready"]), 4)
            for ready in got["ready"]:
                judged = person.post(f"/api/games/{game}/lists", {"text": ready["text"]})
                told = judged.json()
                self.assertIsNone(misfit(told, API["components"]["schemas"]["Judgement"]))
                self.assertTrue(told["good"], (ready["token"], told["faults"]))
                for line in ready["text"].splitlines():
                    words = set(line.split())
                    self.assertTrue(words & (items | heads) or line in openings, line)

    def test_every_choice_of_a_head_and_item_is_accepted(self):
        """No choice that is offered is unknown to the judge."""
        person = Person(self.server)
        for game in ("corridors", "salvo"):
            got = person.get(f"/api/games/{game}/lists").json()
            for head in got["heads"]:
                for i, choice in enumerate(head.get("choices", [])):
                    text = f"{head['token']} {choice['token']}\n"
                    told = person.post(f"/api/games/{game}/lists", {"text": text}).json()
                    self.assertFalse([f for f in told["faults"] if f["line"] == 1 and
                                      choice["token"] in f["en"]], told)
            sorter = next(h for h in got["heads"] if h["sorts"])
            for item in got["items"]:
                side = sorter["choices"][item["allowed"][0]]["token"]
                part = got["parts"][0]
                line = ("1 " if part["count"] == "counted" else "") + item["token"]
                text = f"{sorter['token']} {side}\n{part['opening'] or '#'}\n{line}\n#\n"
                told = person.post(f"/api/games/{game}/lists", {"text": text}).json()
                self.assertFalse([f for f in told["faults"] if f["line"] == 3], (item, told))
                for number in item["extras"]:
                    for choice in got["extras"][number]["choices"]:
                        last = [p for p in item["parts"]][-1]
                        self.spelt(person, game, got, item, side, sorter, last, number, choice)

    def spelt(self, person, game, got, item, side, sorter, last, number, choice):
        part, before = got["parts"][last], got["extras"][number]["before"]
        words = [choice["token"]] if before else []
        words += [part["prefix"]] if part["prefix"] else []
        words += ["1"] if part["count"] != "plain" else []
        words += [item["token"]] + ([] if before else [choice["token"]])
        told = person.post(f"/api/games/{game}/lists", {
            "text": f"{sorter['token']} {side}\n{part['opening'] or '1 ' + item['token']}\n"
                    + " ".join(words) + "\n#\n"}).json()
        wrong = [f for f in told["faults"] if f["line"] == 3 and not f["rule"]]
        self.assertFalse(wrong, (words, told))

    def test_sums_follow_the_text(self):
        person = Person(self.server)
        for count in (1, 3):
            text = f"deck a\nnation G\n{count} G01\n"
            told = person.post("/api/games/corridors/lists", {"text": text}).json()
            self.assertEqual(told["sums"][0], {"fr": "Cartes", "en": "Cards", "value": count,
                                               "least": 60, "most": 60})
            self.assertFalse(told["good"])
        told = person.post("/api/games/salvo/lists", {"text": COMPANY}).json()
        self.assertTrue(told["good"])
        self.assertEqual(told["sums"][0]["most"], 1000)
        self.assertTrue(0 < told["sums"][0]["value"] <= 1000)

    def test_no_list_where_there_is_none(self):
        person = Person(self.server)
        self.assertEqual(person.get("/api/games/bautzen/lists").status, 404)
        self.assertEqual(person.post("/api/games/bautzen/lists", {"text": ""}).status, 404)
        for body in ({}, {"text": 3}, {"text": "x" * 70000}):
            self.assertIn(person.post("/api/games/corridors/lists", body).status, (400, 413))

    def test_a_match_keeps_its_list(self):
        person = Person(self.server)
        match = person.new("human", "random", game="corridors", lists=[DECK, None])
        state = person.state(match)
        legal = {entry["n"] for entry in state["legal"]}
        self.assertIn("take 1S31 hq1", legal)
        self.assertEqual(person.act(match, "standard", state["seq"]).status, 200)
        before = person.wait(match, lambda s: s["turn"]["acting"] and not s["thinking"])
        self.assertEqual(before["lists"], ["one"])
        told = person.get(f"/api/matches/{match}/names").json()
        names = told["domains"]
        facts = person.get("/api/games/corridors").json()
        self.assertIsNone(misfit(told, API["components"]["schemas"]["Names"]))
        self.assertIsNone(told["lists"][1])
        again = person.new("human", "random", game="corridors", lists=told["lists"])
        self.assertEqual(person.get(f"/api/matches/{again}/names").json()["lists"], told["lists"])
        self.assertEqual([d["token"] for d in names], [d["token"] for d in facts["domains"]])
        for piece in before["view"]["pieces"]:
            if "token" in piece and piece["handle"] < 0x8000:
                named = names[facts["piece_domain"]]["names"][piece["handle"]]
                self.assertEqual(named["token"], piece["token"])
        self.assertTrue(hand(before, "S"))
        self.assertFalse(hand(before, "G"))
        self.assertEqual(self.restart(), 0)
        person.server = self.server
        after = person.state(match)
        for field in ("entry", "view", "legal", "log", "turn", "commitment"):
            self.assertEqual(after[field], before[field], field)
        self.assertEqual(person.do(match, "resign").status, 200)
        file = person.get(f"/api/matches/{match}/file").body.decode()
        self.assertIn("\nlist one nation S #", file)
        self.assertNotIn("\nlist two", file)
        # The file comes back as a match to look at.
        got = person.post("/api/replays", file, Content_Type="text/plain")
        self.assertEqual(got.status, 201, got.body)
        again = got.json()["id"]
        self.assertEqual(self.restart(), 0)
        person.server = self.server
        self.assertTrue(person.state(again)["over"])

    def test_both_seats_and_programs(self):
        person = Person(self.server)
        match = person.new("greedy", "random", game="corridors", scenario="quick",
                           lists=[DECK, DECK])
        person.wait(match, lambda s: s["entry"] > 70)  # both decks are mustered and laid out
        match = person.new("human", "greedy", game="salvo", lists=[COMPANY, COMPANY])
        self.assertTrue(person.state(match)["legal"])

    def refused(self, person, status, code, **body):
        before = self.matches(person)
        got = person.post("/api/matches", body)
        self.assertEqual((got.status, got.code), (status, code), got.body)
        self.assertIsNone(misfit(got.json(), API["components"]["schemas"]["Error"]))
        self.assertEqual(self.matches(person), before)
        return got.json()

    def test_faults_are_told_line_by_line(self):
        person = Person(self.server)
        bad = DECK.replace("5 S02", "9 S02").replace("1 E05", "1 Z99")
        told = self.refused(person, 422, "bad_list", game="corridors", seats=["human", "random"],
                            lists=[None, bad])
        self.assertEqual(told["seat"], "two")
        lines = bad.splitlines()
        faults = {(f["line"], f["rule"]) for f in told["faults"]}
        self.assertIn((lines.index("9 S02") + 1, "AD5b"), faults)
        self.assertIn((lines.index("1 Z99") + 1, None), faults)
        for fault in told["faults"]:
            self.assertTrue(fault["fr"] and fault["en"] and fault["fr"] != fault["en"])
        told = self.refused(person, 422, "bad_list", game="salvo", scenario="dike",
                            seats=["human", "random"], lists=[None, COMPANY])
        self.assertEqual([f["rule"] for f in told["faults"]], ["CH9k"])
        self.refused(person, 422, "bad_list", game="corridors", seats=["human", "random"],
                     lists=["", None])

    def test_other_forms_are_refused(self):
        person = Person(self.server)
        form = {"game": "corridors", "seats": ["human", "random"]}
        for lists in (DECK, [DECK], [DECK, None, None], [1, None], {"one": DECK}, [[DECK], None]):
            self.refused(person, 400, "bad_field", lists=lists, **form)
        self.refused(person, 400, "bad_field", game="bautzen", seats=["human", "random"],
                     lists=[DECK, None])
        self.refused(person, 413, "too_large", lists=["#" * 20000, None], **form)
        for lists in (None, [None, None]):
            person.new("human", "random", game="corridors", lists=lists)
        self.assertEqual(len(self.matches(person)), 2)

    def test_the_samples_are_small_enough(self):
        self.assertLess(len(json.dumps([DECK, DECK])), 16384)
