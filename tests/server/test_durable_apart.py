# SPDX-License-Identifier: Apache-2.0
"""The kills and power cuts of test_durable.py with two persons at each match: one invites, the
other accepts, each plays from its own stream, with a clock, and talks. A seat and a word that were
acknowledged are as durable as a move."""
import sqlite3
import time

import test_durable
from client import GAME
from test_durable import Bot, Cut


class Side(Bot):
    """One of the two. `table` is what passes between them outside the server: the link."""

    def __init__(self, seed, table, first):
        super().__init__(seed)
        self.table, self.first = table, first
        self.taken, self.last, self.said = [], None, []

    def arrange(self):
        """The first makes a match, the other takes its seat."""
        if self.first:
            got = self.person.post("/api/matches", {"game": GAME, "seats": ["human", "open"],
                                                    "clock": {"kind": "slow"}})
            if got.status == 503:
                raise Cut
            self.match = got.json()["id"]
            self.table["secret"] = got.json()["invite"]["path"][-32:]
            return self.sit_down(self.match)
        while self.table["secret"] in (None, self.last):
            if self.person.server.process.poll() is not None or not self.running:
                raise Cut
            time.sleep(0.002)
        secret = self.table["secret"]
        got = self.person.post("/api/invitations/accept", {"secret": secret})
        if got.status == 503:
            raise Cut
        if got.status != 200:
            raise AssertionError(f"{got.status} {got.body}")
        self.last, self.match = secret, got.json()["match"]
        self.taken.append(self.match)
        return self.sit_down(self.match)

    def talk(self):
        """One word in a while; the server wants people to take a breath."""
        self.number += 1
        word = f"{id(self)}-{self.number}"
        got = self.person.do(self.match, "talk", text=word, key=word)
        if got.status == 503:
            raise Cut
        if got.status == 200:
            self.said.append((self.match, word))
        elif got.status != 429:
            raise AssertionError(f"{got.status} {got.body}")

    def step(self, state):
        if state["over"]:
            return self.arrange()
        if self.chooser.randrange(20) == 0:
            self.talk()
        you = {p["seat"] for p in state["people"] if p["you"]}
        if any(s["token"] in you and s.get("dice") == "wanted" for s in state["seats"]):
            got = self.person.seed(state)
            if got.status == 503:
                raise Cut
            if got.status != 200:
                raise AssertionError(got.body)
            return self.look(got.json()["seq"])
        if not state["turn"]["acting"]:
            return self.look(state["seq"] + 1)
        return super().step(state)


class Pairs:
    def make_bots(self):
        tables = [{"secret": None} for _ in range(max(self.clients // 2, 1))]
        return [Side(2 * i + first, table, first) for i, table in enumerate(tables)
                for first in (True, False)]

    def compare(self, bots):
        found = super().compare(bots)
        store = sqlite3.connect(self.data)
        self.addCleanup(store.close)
        seated = {name for (name,) in store.execute(
            "SELECT name FROM matches JOIN seats ON match = matches.id WHERE place = 1 "
            "AND seats.kind = 'human' AND person IS NOT NULL")}
        taken = {match for bot in bots for match in bot.taken}
        self.assertTrue(taken)
        self.assertEqual(taken - seated, set())
        heard = set(store.execute("SELECT name, text FROM talk JOIN matches ON matches.id = match"))
        said = [word for bot in bots for word in bot.said]
        self.assertTrue(said)
        self.assertEqual(set(said) - heard, set())
        print(f"\n{len(taken)} seats taken and {len(said)} words said: all are there", end="")
        return found


class KillApart(Pairs, test_durable.Kill):
    pass


class PowerCutApart(Pairs, test_durable.PowerCut):
    test_a_disk_that_lies_is_found_out = None  # is tried there
