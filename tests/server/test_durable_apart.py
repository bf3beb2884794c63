# SPDX-License-Identifier: Apache-2.0
"""The kills and power cuts of test_durable.py with two persons at each match: one invites, the
other accepts, each plays from its own stream. A seat that was acknowledged is as durable as a
move."""
import http.client
import json
import sqlite3
import time

import test_durable
from client import GAME, Person
from test_durable import Bot, Cut


class Side(Bot):
    """One of the two. `table` is what passes between them outside the server: the link."""

    def __init__(self, seed, table, first):
        super().__init__(seed)
        self.table, self.first = table, first
        self.taken, self.last = [], None

    def arrange(self):
        """A new match: the first makes it, the other takes the seat."""
        if self.first:
            got = self.person.post("/api/matches", {"game": GAME, "seats": ["human", "open"]})
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

    def step(self, state):
        if state["over"]:
            return self.arrange()
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

    def play(self, server):
        try:
            self.person = self.person or Person(server)
            self.person.close()
            self.person.server = server
            got = self.send() if self.pending else None
            if got and got.status not in (200, 409):
                raise AssertionError(f"sent again: {got.status} {got.body}")
            state = self.sit_down(self.match) if self.match else self.arrange()
            while self.running:
                state = self.step(state)
        except (OSError, http.client.HTTPException, Cut, json.JSONDecodeError, ValueError):
            pass  # the server was killed
        except Exception as error:  # noqa: BLE001
            self.error = error


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
        return found


class KillApart(Pairs, test_durable.Kill):
    pass


class PowerCutApart(Pairs, test_durable.PowerCut):
    test_a_disk_that_lies_is_found_out = None  # is tried there
