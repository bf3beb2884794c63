# SPDX-License-Identifier: Apache-2.0
"""Odds: exact fractions that add up, for the seat to act alone; asking changes nothing and is
bounded."""
import random
from fractions import Fraction
from urllib.parse import quote

from client import Case, Person
from test_openapi import API, misfit

HIDDEN = 0x8000  # handles of what a viewer cannot identify


class Asking(Case):
    def mine(self, person, match):
        """The state once the person is to act, or it is over."""
        return person.wait(match, lambda s: s["over"] or s["legal"])

    def ask(self, person, match, action, more=""):
        return person.get(f"/api/matches/{match}/odds?action={quote(str(action))}{more}")

    def odds(self, person, match, action, more=""):
        got = self.ask(person, match, action, more)
        self.assertEqual(got.status, 200, got.body)
        self.assertIsNone(misfit(got.json(), API["components"]["schemas"]["Odds"]))
        return got.json()

    def adds_up(self, told):
        for row in told["rows"]:
            total = sum(Fraction(o["p"]) for o in row["outcomes"])
            self.assertLessEqual(total, 1)
            self.assertAlmostEqual(float(total) + row["rest"] / 1e6, 1, 5)
            for outcome in row["outcomes"]:
                self.assertAlmostEqual(float(Fraction(outcome["p"])), outcome["share"] / 1e6, 5)
        headline = told["headline"]
        if headline:
            self.assertLessEqual(headline["low"], headline["high"])
            shown = sum(o["share"] for o in told["rows"][0]["outcomes"] if o["headline"])
            self.assertLessEqual(shown, told["rows"][0]["headline"] + 100)


class Odds(Asking):
    def test_every_game(self):
        """On the way through a game: answers fit, add up, and leave the state as it was."""
        person, chooser = Person(self.server), random.Random(2)
        person.patient = True
        chances = {}
        for game, scenario in (("bautzen", "intro"), ("corridors", "standard"),
                               ("salvo", "first_salvo")):
            match = person.new("human", "greedy", game=game, scenario=scenario)
            for _ in range(60):
                state = self.mine(person, match)
                if state["over"]:
                    break
                action = chooser.choice(state["legal"])["a"]
                told = self.odds(person, match, action)
                self.assertEqual(told["seq"], state["seq"])
                self.adds_up(told)
                self.assertEqual(person.state(match)["seq"], state["seq"])
                chances[game] = chances.get(game, 0) + (len(told["rows"][0]["outcomes"]) > 1)
                brief = self.odds(person, match, action, "&brief=1")
                self.assertEqual((brief["rows"], brief["sensitivity"]), (told["rows"], []))
                person.act(match, action, state["seq"])
        self.assertGreater(chances["bautzen"] + chances["corridors"] + chances["salvo"], 5, chances)

    def test_what_is_refused(self):
        person, other = Person(self.server), Person(self.server)
        match = person.new("human", "greedy")
        state = self.mine(person, match)
        legal = state["legal"][0]
        for bad in ("", "x", "garrison", ";", "1" * 30, "9" * 400,
                    ";".join([str(legal["a"])] * 40)):
            self.refused(self.ask(person, match, bad), 400, "bad_field")
        self.refused(person.get(f"/api/matches/{match}/odds"), 400, "bad_field")
        self.refused(self.ask(person, match, 7), 422, "refused")
        self.refused(self.ask(other, match, legal["a"]), 404, "not_found")
        self.assertEqual(self.odds(person, match, legal["n"])["rows"],
                         self.odds(person, match, legal["a"])["rows"])
        self.assertEqual(person.state(match)["seq"], state["seq"])

    def test_a_person_has_a_budget(self):
        person, other = Person(self.server), Person(self.server)
        match, theirs = person.new("human", "greedy"), other.new("human", "greedy")
        action = self.mine(person, match)["legal"][0]["a"]
        got = [self.ask(person, match, action).status for _ in range(400)]
        self.assertIn(429, got)
        self.assertGreater(got.count(200), 50)
        action = self.mine(other, theirs)["legal"][0]["a"]
        self.assertEqual(self.ask(other, theirs, action).status, 200)


class Afterwards(Asking):
    """What the chance had been, told to who may know; the luck of a match that is over."""

    def chance(self, person, match, entry):
        return person.get(f"/api/matches/{match}/chance?entry={entry}")

    def told(self, person, match, entry):
        got = self.chance(person, match, entry)
        if got.status == 409:
            self.refused(got, 409, "no_odds")
            return None
        self.assertEqual(got.status, 200, got.body)
        told = got.json()
        self.assertIsNone(misfit(told, API["components"]["schemas"]["Chance"]))
        happened = told["happened"]
        if happened["foreseen"] and told["exact"]:
            self.assertGreater(happened["share"], 0)
            self.assertLessEqual(happened["share"] + happened["better"] + happened["worse"],
                                 1000003)
            if happened["p"]:
                self.assertAlmostEqual(float(Fraction(happened["p"])), happened["share"] / 1e6, 5)
        return told

    def play(self, person, match, steps, seed=3):
        """Acts at random, and yields (odds before, entry) of each action that made one alone."""
        chooser = random.Random(seed)
        for _ in range(steps):
            state = self.mine(person, match)
            if state["over"]:
                return
            action = chooser.choice(state["legal"])["a"]
            odds = None if state["draft"] else self.odds(person, match, action, "&brief=1")
            person.act(match, action, state["seq"])
            after = self.mine(person, match)
            own = [e["entry"] for e in after["log"]
                   if e["entry"] > state["entry"] and e["seat"] == state["viewer"]]
            if own:
                yield odds, own[0], state["viewer"]

    def test_as_it_was_told_before(self):
        person = Person(self.server)
        person.patient = True
        met = 0
        for game, scenario in (("bautzen", "intro"), ("corridors", "quick"),
                               ("salvo", "first_salvo")):
            match = person.new("human", "greedy", game=game, scenario=scenario)
            for odds, entry, seat in self.play(person, match, 70):
                told = self.told(person, match, entry)
                if told is None:
                    continue
                self.assertLessEqual(told["first"], entry)
                if told["first"] != entry or odds is None:
                    continue
                self.assertEqual(told["seat"], seat)
                met += not told["certain"]
                before, now = odds["headline"], told["headline"]
                self.assertEqual((before and (before["low"], before["high"], before["en"])),
                                 (now and (now["low"], now["high"], now["en"])))
                if told["happened"]["p"] and not told["thrown"]:
                    effects = [e["en"] for e in told["happened"]["effects"]]
                    shares = [o["p"] for o in odds["rows"][0]["outcomes"]
                              if [e["en"] for e in o["effects"]] == effects]
                    self.assertEqual(shares, [told["happened"]["p"]])
        self.assertGreater(met, 2)

    def test_told_to_who_may_know(self):
        """While hidden things lie on the table the other side learns nothing of a decision."""
        first, second = Person(self.server), Person(self.server)
        first.patient = second.patient = True
        match, secret = first.invite("human", "open", game="corridors", scenario="quick")
        self.assertEqual(second.accept(secret).status, 200)
        chooser, asked = random.Random(5), 0
        for _ in range(60):
            for person, other in ((first, second), (second, first)):
                state = person.state(match)
                if not state.get("legal"):
                    continue
                person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
                after = person.state(match)
                own = [e["entry"] for e in after["log"]
                       if e["entry"] > state["entry"] and e["seat"] == state["viewer"]]
                eye = other.state(match)
                hidden = any(p["handle"] >= HIDDEN for p in eye["view"]["pieces"])
                for entry in own if hidden else []:
                    got = self.chance(other, match, entry)
                    if got.status == 200:  # an answer to what he began himself
                        self.assertEqual(got.json()["seat"], eye["viewer"])
                        continue
                    self.refused(got, 409, "no_odds")
                    asked += 1
                break
        self.assertGreater(asked, 10)
        self.refused(self.chance(Person(self.server), match, 1), 404, "not_found")
        for bad in ("", "0", "x", "99999999", "-1"):
            self.refused(self.chance(first, match, bad), 400, "bad_field")
        first.do(match, "resign")
        entries = first.state(match)["entry"]
        late = range(max(1, entries - 40), entries)
        open_now = [e for e in late if self.told(second, match, e)]
        self.assertGreater(len(open_now), 3)

    def test_luck(self):
        person, other = Person(self.server), Person(self.server)
        person.patient = True
        match = person.new("human", "greedy", game="salvo", scenario="first_salvo")
        path = f"/api/matches/{match}/luck"
        self.refused(person.get(path), 409, "not_over")
        self.refused(other.get(path), 404, "not_found")
        for _ in self.play(person, match, 20):  # dice may end it sooner
            pass
        person.do(match, "resign")
        got = person.get(path)
        self.assertEqual(got.status, 200, got.body)
        luck = got.json()
        self.assertIsNone(misfit(luck, API["components"]["schemas"]["Luck"]))
        self.assertEqual(luck["skipped"], 0)
        entries = person.state(match)["entry"]
        for i, seat in enumerate(luck["seats"]):
            self.assertAlmostEqual(seat["luck"], sum(e["luck"][i] for e in luck["events"]),
                                   delta=len(luck["events"]) + 1)
            self.assertTrue(0 <= seat["percentile"] <= 1000000)
            self.assertTrue(0 <= seat["best"] <= entries)
        self.assertEqual(sorted({e["entry"] for e in luck["events"]}),
                         [e["entry"] for e in luck["events"]])
        self.assertEqual(other.get(path).body, got.body)  # everybody reads what is over

    def test_another_plan_than_the_one_prepared(self):
        """A draft is reckoned with and without a step, and stays as it is."""
        person = Person(self.server)
        match = person.new("greedy", "human", game="bautzen", scenario="intro")
        for words in ("move Brandenburg_JgR2", "step 2011", "stop", "end"):
            person.act(match, words, self.mine(person, match)["seq"])
        state = self.mine(person, match)
        attack = next(x for x in state["legal"] if x["n"].startswith("attack 2010 "))
        alone = self.odds(person, match, attack["a"])
        person.act(match, attack["a"], state["seq"])
        draft = self.mine(person, match)
        confirm = next(x["a"] for x in draft["legal"] if x["n"] == "confirm")
        anew = self.odds(person, match, f"{attack['a']};{confirm}", "&anew=1")
        self.assertEqual(anew["rows"], alone["rows"])
        more = next(c for c in alone["sensitivity"] if c["kind"] == "with")
        with_it = self.odds(person, match, f"{attack['a']};{more['action']}", "&anew=1")
        wanted = alone["headline"]["label"]
        share = sum(row["share"] * o["share"] / 1e6 for row in with_it["rows"]
                    for o in row["outcomes"] if any(e["label"] == wanted for e in o["effects"]))
        self.assertAlmostEqual(share, more["after"], delta=40)
        self.assertEqual(person.state(match)["seq"], draft["seq"])
        for assume in ("none", "all", "sensible"):
            told = self.odds(person, match, attack["a"], f"&anew=1&assume={assume}")
            self.assertEqual(told["assume"], assume)
        self.refused(self.ask(person, match, attack["a"], "&assume=luck"), 400, "bad_field")
        # the line of the table: six faces, each an outcome of its row, best to worst
        faces = alone["rows"][0]["faces"]
        self.assertEqual(len(faces), 6)
        sixths = {}
        for face in faces:
            sixths[face["outcome"]] = sixths.get(face["outcome"], 0) + face["share"] / 6
        for place, share in sixths.items():
            self.assertLessEqual(share, alone["rows"][0]["outcomes"][place]["share"] + 5)
