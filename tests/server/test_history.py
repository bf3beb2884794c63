# SPDX-License-Identifier: Apache-2.0
"""What a person has played: finished matches with their results, newest first, page by page."""
import signal
import sqlite3
import tempfile
import unittest
from pathlib import Path

from client import Case, Person, Server
from test_openapi import API, misfit


def history(person, query=""):
    got = person.get(f"/api/history{query}")
    assert got.status == 200, got.body
    told = got.json()
    assert misfit(told, API["components"]["schemas"]["History"]) is None, told
    return told


class History(Case):
    def ended(self, person, *seats):
        """A match that this person has given up at once."""
        match = person.new(*seats, options={"turns": 2})
        self.assertEqual(person.do(match, "resign").status, 200)
        return match

    def test_nothing_played_is_an_empty_page(self):
        person = Person(self.server)
        person.new("human", "greedy")  # not over
        self.assertEqual(history(person), {"total": 0, "page": 1, "pages": 1, "matches": []})

    def test_each_kind_of_end_has_its_result(self):
        one, two = Person(self.server), Person(self.server)
        lost = self.ended(one, "human", "greedy")
        played = one.new("human", "greedy", options={"turns": 2})
        result = one.play(played)["result"]
        drawn, secret = one.invite("human", "open")
        two.accept(secret, name="Anna")
        self.assertEqual(one.do(drawn, "draw", answer="offer").status, 200)
        self.assertEqual(two.do(drawn, "draw", answer="accept").status, 200)
        told = {m["id"]: m for m in history(one)["matches"]}
        self.assertEqual(set(told), {lost, played, drawn})
        self.assertEqual(told[lost]["result"], {"half": [0, 2], "reason": "resign"})
        self.assertEqual(told[played]["result"], {"half": result["half"], "reason": "rules"})
        self.assertEqual(told[drawn]["result"], {"half": [1, 1], "reason": "draw"})
        self.assertEqual([(p["name"], p["you"]) for p in told[drawn]["people"]],
                         [(None, True), ("Anna", False)])
        self.assertGreaterEqual(told[played]["ended"], told[played]["begun"])
        # the other has the match they played together and no other
        theirs = history(two)["matches"]
        self.assertEqual([m["id"] for m in theirs], [drawn])
        self.assertEqual([p["you"] for p in theirs[0]["people"]], [False, True])
        self.assertEqual(history(Person(self.server))["total"], 0)
        for match in told:
            self.assertEqual(one.get(f"/api/matches/{match}/replay?entry=0").status, 200)

    def test_pages_have_twenty_newest_first(self):
        person = Person(self.server)
        made = [self.ended(person, "human", "random") for _ in range(43)]
        found = []
        for page, size in ((1, 20), (2, 20), (3, 3), (4, 0)):
            told = history(person, f"?page={page}")
            self.assertEqual((told["total"], told["page"], told["pages"]), (43, page, 3))
            self.assertEqual(len(told["matches"]), size)
            found += told["matches"]
        self.assertEqual(sorted(m["id"] for m in found), sorted(made))
        order = [m["ended"] for m in found]
        self.assertEqual(order, sorted(order, reverse=True))
        self.assertEqual(history(person), history(person, "?page=1"))
        for page in ("0", "-1", "x", "99999999999999999999"):
            got = person.get(f"/api/history?page={page}")
            self.assertEqual((got.status, got.code), (400, "bad_field"), page)

    def test_what_is_said_later_does_not_make_it_newer(self):
        one, two = Person(self.server), Person(self.server)
        first, secret = one.invite("human", "open")
        two.accept(secret)
        self.assertEqual(one.do(first, "resign").status, 200)
        ended = history(one)["matches"][0]["ended"]
        self.assertEqual(two.do(first, "talk", text="Thank you").status, 200)
        self.assertEqual(history(one)["matches"][0]["ended"], ended)


class OlderData(unittest.TestCase):
    """Matches that ended before results were stored."""

    def test_a_result_is_learnt_when_the_match_is_opened(self):
        folder = tempfile.TemporaryDirectory(prefix="grognard-history-")
        self.addCleanup(folder.cleanup)
        data = Path(folder.name) / "server.db"
        server = Server(data)
        self.addCleanup(server.stop)
        person = Person(server)
        match = person.new("human", "greedy", options={"turns": 2})
        person.do(match, "resign")
        server.stop(signal.SIGTERM)
        with sqlite3.connect(data) as db:
            db.execute("DELETE FROM endings")
        person.server = server = Server(data)
        self.addCleanup(server.stop)
        person.close()
        told = history(person)["matches"]
        self.assertEqual([(m["id"], m["result"]) for m in told], [(match, None)])
        for _ in range(200):  # stored with the next commit
            person.state(match)
            if history(person)["matches"][0]["result"]:
                break
        self.assertEqual(history(person)["matches"][0]["result"],
                         {"half": [0, 2], "reason": "resign"})
        server.stop(signal.SIGTERM)
        person.server = server = Server(data)
        self.addCleanup(server.stop)
        person.close()
        self.assertEqual(history(person)["matches"][0]["result"]["reason"], "resign")
