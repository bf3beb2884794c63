# SPDX-License-Identifier: Apache-2.0
"""Plans and ways to a place: each can be played in one request and leads where it says; asking
changes nothing, tells nobody, and is bounded."""
import random

from client import PROBES, Case, Person
from test_openapi import API, misfit


class Plans(Case):
    program = PROBES

    def ask(self, person, match, **query):
        words = "&".join(f"{k}={v}" for k, v in query.items())
        return person.get(f"/api/matches/{match}/plans" + (f"?{words}" if words else ""))

    def plans(self, person, match, **query):
        got = self.ask(person, match, **query)
        self.assertEqual(got.status, 200, got.body)
        self.assertIsNone(misfit(got.json(), API["components"]["schemas"]["Plans"]))
        return got.json()

    def bautzen(self, person):
        """A match in its first move segment."""
        match = person.new("human", "human", game="bautzen", scenario="historical")
        chooser = random.Random(1)
        for _ in range(600):
            state = person.state(match)
            if state["handover"]:
                person.do(match, "handover", seat=state["handover"])
            elif state["turn"]["node"] == "move":
                return match, state
            else:
                done = [l for l in state["legal"] if l["n"] in ("ready", "end")]
                person.act(match, (done or [chooser.choice(state["legal"])])[0]["a"], state["seq"])
        self.fail("no move segment")

    def test_every_plan_of_every_game_can_be_played(self):
        person, chooser = Person(self.server), random.Random(2)
        person.patient = True
        offered = 0
        for game in person.get("/api/games").json()["games"]:
            match = person.new("human", "human", game=game["id"])
            for _ in range(25):
                state = person.state(match)
                if state["over"]:
                    break
                if state["handover"]:
                    person.do(match, "handover", seat=state["handover"])
                    continue
                answer = self.plans(person, match)
                self.assertEqual(answer["seq"], state["seq"])
                self.assertLessEqual(len(answer["plans"]), 64)
                self.assertEqual(person.state(match), state)
                if not answer["plans"]:
                    person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
                    continue
                offered += 1
                plan = chooser.choice(answer["plans"])
                self.assertEqual(len(plan["steps"]), len(plan["notation"]))
                steps = plan["steps"][:plan["draft"]] or plan["steps"][:1]
                got = person.do(match, "actions", actions=steps, seq=state["seq"])
                self.assertEqual((got.status, got.json()["done"]), (200, len(steps)), got.body)
                if plan["draft"]:
                    shown = person.state(match)["view"]["pieces"]
                    for ghost in plan["ghosts"]:
                        self.assertIn(ghost, shown)
        self.assertGreater(offered, 20)

    def test_a_way_of_many_steps_in_one_request(self):
        person = Person(self.server)
        match, state = self.bautzen(person)
        facts = person.get("/api/games/bautzen").json()
        cells = person.get("/api/games/bautzen/cells?scenario=historical").json()["surfaces"]
        longest = 0
        movers = [l["n"].split()[1] for l in state["legal"] if l["n"].startswith("move ")]
        for token in movers[:6]:
            piece = next(p for p in state["view"]["pieces"] if p.get("token") == token)
            reach = person.get(f"/api/matches/{match}/overlay?kind=reach&about={piece['handle']}")
            for cell, _ in reach.json()["cells"][::7]:
                if cell == piece["cell"]:
                    continue
                to = cells[0]["cells"][cell]["token"]
                plan = self.plans(person, match, piece=token, to=to)["plans"]
                if not plan:
                    continue
                steps = plan[0]["steps"][:plan[0]["draft"]]
                self.assertEqual(plan[0]["to"], {"surface": piece["surface"], "cell": cell})
                got = person.do(match, "actions", actions=steps, seq=state["seq"])
                self.assertEqual((got.status, got.json()["done"]), (200, len(steps)))
                moved = person.state(match)
                there = next(p for p in moved["view"]["pieces"] if p["handle"] == piece["handle"])
                self.assertEqual(there["cell"], cell)
                longest = max(longest, len(steps))
                for _ in steps:
                    seq = person.state(match)["seq"]
                    self.assertEqual(person.do(match, "undo", seq=seq).status, 200)
                state = person.state(match)
        self.assertGreater(longest, 2)
        self.assertTrue(facts["overlays"])

    def test_what_a_step_would_mark_is_told_before_it_is_taken(self):
        """An overlay after a step is the one that is told once the step was taken; nothing but a
        step of a draft that is legal for who asks is answered so."""
        person = Person(self.server)
        match, state = self.bautzen(person)
        moves = [l for l in state["legal"] if l["n"].startswith("move ")]
        path = f"/api/matches/{match}/overlay?kind=reach&about={moves[0]['n'].split()[1]}"
        before = person.get(path).json()
        after = person.get(f"{path}&after={moves[0]['a']}")
        self.assertEqual(after.status, 200, after.body)
        self.assertEqual(person.state(match)["seq"], state["seq"])  # nothing was done
        self.assertEqual(person.get(path).json(), before)
        done = person.do(match, "actions", actions=[moves[0]["a"]], seq=state["seq"])
        self.assertEqual(done.status, 200, done.body)
        self.assertEqual(person.get(path).json(), after.json())
        self.refused(person.get(f"{path}&after={moves[1]['a']}"), 400, "bad_field")  # no longer
        person.do(match, "undo", seq=person.state(match)["seq"])
        final = next(l for l in state["legal"] if l["n"] == "end")
        for bad in (final["a"], "", "x", "-1", 0, (1 << 53) - 1, 1 << 60):
            self.refused(person.get(f"{path}&after={bad}"), 400, "bad_field")

    def test_the_same_place_by_number(self):
        person = Person(self.server)
        match, state = self.bautzen(person)
        token = next(l["n"].split()[1] for l in state["legal"] if l["n"].startswith("move "))
        piece = next(p for p in state["view"]["pieces"] if p.get("token") == token)
        reach = person.get(f"/api/matches/{match}/overlay?kind=reach&about={piece['handle']}")
        cell = next(c for c, _ in reach.json()["cells"] if c != piece["cell"])
        cells = person.get("/api/games/bautzen/cells?scenario=historical").json()["surfaces"]
        by_name = self.plans(person, match, piece=token, to=cells[0]["cells"][cell]["token"])
        by_number = self.plans(person, match, piece=piece["handle"], to=f"0:{cell}")
        self.assertEqual(by_name, by_number)

    def test_who_may_not_ask_and_what_is_no_question(self):
        person = Person(self.server)
        match = person.new("human", "human", game="bautzen")
        self.refused(self.ask(person, match), 409, "handover")
        person.do(match, "handover", seat="allied")
        for bad in ({"piece": "nobody"}, {"to": "nowhere"}, {"x": 1}, {"x": 1, "y": 2},
                    {"to": "9:1"}, {"to": "0:60000"}, {"x": "a", "y": 1}, {"piece": 40000}):
            self.refused(self.ask(person, match, **bad), 400, "bad_field")
        person.do(match, "resign")
        self.refused(self.ask(person, match), 409, "not_allowed")
        match = person.new("random", "human", game="bautzen")
        got = self.ask(person, match)
        if got.status != 200:  # the program may have moved on already
            self.refused(got, 409, "not_your_turn")

    def test_it_counts_for_ten(self):
        person = Person(self.server)
        match = person.new("human", "human", game="bautzen")
        person.do(match, "handover", seat="allied")
        met = [self.ask(person, match).status for _ in range(400)]
        self.assertIn(429, met)
        self.assertEqual(met[0], 200)
