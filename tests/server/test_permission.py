# SPDX-License-Identifier: Apache-2.0
"""Who may do what: one table of endpoints and roles, compared with the server's own table; an
endpoint without a row fails. And what two people at one screen may see of each other: nothing."""
import json
import random
import re

from client import GAME, ROOT, Case, Person, Reader, Stream

# Who asks. `first` began the match and sits north, `second` took the seat south by an invitation,
# `former` had it before and handed it over, `spectator` looks on by a link; `stranger` has a
# session and sits elsewhere.
ROLES = ("anonymous", "forged", "stranger", "former", "first", "second", "bot of first",
         "bot of second", "bot of former", "spectator")

# Endpoint: the status each role meets, in that order. A match that is not yours does not exist.
OPEN = (200,) * 10
NOBODY = (401, 401)
TABLE = {
    "health": OPEN, "key": OPEN, "games": OPEN, "game": OPEN, "cells": OPEN, "rulebook": OPEN,
    "catalogue": (404,) * 10, "judge": NOBODY + (404,) * 8,  # the template has no lists
    "scenarios": OPEN, "scenario": NOBODY + (200,) * 8,
    "session": (201, 201) + (200,) * 8,
    "token": NOBODY + (201,) * 4 + (403,) * 3 + (201,),  # a token makes no tokens
    "sessions": NOBODY + (200,) * 4 + (403,) * 3 + (200,),  # nor does it manage them
    "session_end": NOBODY + (404,) * 4 + (403,) * 3 + (404,),
    "sign_out": NOBODY + (200,) * 8,
    "me": NOBODY + (200,) * 8,
    "me_set": NOBODY + (200,) * 8,
    "me_link": NOBODY + (201,) * 4 + (403,) * 3 + (201,),  # nor a link that brings its person back
    "invitation": (404,) * 10,  # of nobody
    "accept": NOBODY + (404,) * 8,
    "watch": NOBODY + (404,) * 8,  # of nobody
    "shared": (404,) * 10,
    "matches": NOBODY + (200,) * 8,
    "history": NOBODY + (200,) * 8,
    "match_new": NOBODY + (201,) * 8,
    "upload": NOBODY + (400,) * 8,  # the file sent is no match
    "stream": NOBODY + (200,) * 8,
    "reader": NOBODY + (404,) * 8,  # of nobody
    "match": NOBODY + (404, 404, 200, 200, 200, 200, 404, 200),
    "names": NOBODY + (404, 404, 200, 200, 200, 200, 404, 200),
    "events": NOBODY + (404, 404, 200, 200, 200, 200, 404, 200),
    "file": NOBODY + (404, 404, 200, 200, 200, 200, 404, 409),
    "replay": NOBODY + (404, 404, 409, 409, 409, 409, 404, 409),  # the match is not over
    "moments": NOBODY + (404, 404, 200, 200, 200, 200, 404, 200),
    "overlay": NOBODY + (404, 404, 400, 400, 400, 400, 404, 404),  # the game has none
    "plans": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),  # both at the opening
    # an action nobody understands; both are asked at the sealed opening
    "actions": NOBODY + (404, 404, 400, 400, 400, 400, 404, 404),
    "odds": NOBODY + (404, 404, 400, 409, 400, 409, 404, 404),  # no action; north is to act
    "chance": NOBODY + (404, 404, 400, 400, 400, 400, 404, 400),  # of no entry
    "luck": NOBODY + (404, 404, 409, 409, 409, 409, 404, 409),  # the match is not over
    # between people who have not agreed to it
    "hint": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),
    "explained": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),
    "analysis": NOBODY + (404, 404, 409, 409, 409, 409, 404, 409),  # the match is not over
    "click": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "why": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "undo": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),
    "resign": NOBODY + (404, 404, 200, 409, 409, 409, 404, 404),  # the first was first
    "draw": NOBODY + (404, 404, 200, 409, 409, 409, 404, 404),
    "pause": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),  # it has no clock
    "vacation": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),  # it has no clock
    "takeback": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),  # nothing has been decided
    "talk_now": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "talk": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "notes_now": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "notes": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "seen": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "orders_now": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "orders": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "handover": NOBODY + (404, 404, 200, 409, 200, 409, 404, 404),  # of one's own seat: north
    "invite": NOBODY + (404, 404, 200, 409, 200, 409, 404, 404),  # to north
    "leave": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),  # it has begun
    "delete": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),  # it has begun
    "watching": NOBODY + (404, 404, 200, 200, 200, 200, 404, 404),
    "rematch": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),  # it is not over
    "dice": NOBODY + (404, 404, 409, 409, 409, 409, 404, 404),  # given when they sat down
}

# What a finished match answers: everybody with a session may look, nobody may change it.
FINISHED = {"match": 200, "names": 200, "events": 200, "file": 200, "replay": 200,
            "moments": 200, "chance": 400, "luck": 200, "analysis": 200}


def routes():
    """(name, method, path, access) of the server's own table."""
    text = (ROOT / "apps" / "server" / "routes.def").read_text(encoding="utf-8")
    return re.findall(r'^ROUTE\((\w+), (\w+), "([^"]+)", (\w+)\)', text, re.M)


class Matrix(Case):
    def people(self):
        """first and second at a match under way, former who sat there, and somebody else."""
        first, former, second, stranger = (Person(self.server) for _ in range(4))
        match, secret = first.invite("human", "open")
        assert former.accept(secret).status == 200
        got = former.do(match, "invite", seat="south").json()["invite"]
        assert second.accept(got["path"].partition("#")[2]).status == 200
        spectator = Person(self.server)
        link = second.do(match, "watching", on=True, delay=3).json()["path"]
        assert spectator.post("/api/watch", {"secret": link[-32:]}).status == 200
        return {"first": first, "second": second, "former": former, "stranger": stranger,
                "spectator": spectator}, match

    def role(self, name, people):
        if name == "anonymous":
            return Person(self.server, session=False)
        if name == "forged":
            person = Person(self.server, session=False)
            person.cookie = "gg=" + "0123456789abcdef" * 2
            return person
        if name.startswith("bot of "):
            of = people[name.removeprefix("bot of ")]
            return Person(self.server, token=of.post("/api/tokens", {}).json()["token"])
        return people[name]

    def body(self, name, state):
        if name == "match_new":
            return {"game": GAME, "seats": ["human", "human"]}
        if name == "upload":
            return b"no match"
        where = {"seq": state["seq"], "node": state["turn"]["node"]}
        return {"actions": {"seq": state["seq"], "action": "fly"},
                "click": {**where, "clicks": [{"kind": "piece", "handle": 1}]},
                "why": {"action": state["legal"][0]["a"]},
                "undo": {"seq": state["seq"]},
                "draw": {"answer": "offer"},
                "pause": {"answer": "ask"}, "vacation": {"days": 1}, "takeback": {"answer": "ask"},
                "talk": {"text": "Bonjour"},
                "notes": {"text": "Le pont !"},
                "seen": {"entry": 0},
                "orders": {"node": "ambush", "order": "ask"},
                "scenario": {"text": "scenario standard\ncards 2 2 2 2 2\n"},
                "me_set": {"name": "Anna"},
                "invitation": {"secret": "0" * 32}, "accept": {"secret": "0" * 32},
                "watch": {"secret": "0" * 32}, "shared": {"secret": "0" * 32},
                "watching": {"on": True, "delay": 5},
                "invite": {"seat": "north"},
                "dice": {"commitment": state["commitment"], "seed": "5eed" * 8},
                "handover": {"seat": "north"}}.get(name, {})

    def ask(self, person, name, method, path, match, state):
        subject = match if "/matches/" in path else GAME
        path = path.replace("*", subject)
        if name == "overlay":
            path += "?kind=none"
        if name == "events":
            with Stream(person, match) as stream:
                return stream.answer.status
        if name == "stream":
            with Reader(person) as reader:
                return reader.answer.status
        if method == "GET":
            return person.get(path).status
        more = {"Content_Type": "text/plain"} if name == "upload" else {}
        return person.post(path, self.body(name, state), **more).status

    def test_every_endpoint_has_a_row(self):
        self.assertEqual({r[0] for r in routes()}, set(TABLE))

    def test_every_endpoint_by_every_role(self):
        for name, method, path, _ in routes():
            people, match = self.people()
            asking = [self.role(role, people) for role in ROLES]
            eye = self.role("bot of first", people)  # lives on when somebody signs out
            met = []
            for person in asking:
                state = eye.state(match)
                if state["over"]:
                    state["legal"] = [{"a": 1}]
                met.append(self.ask(person, name, method, path, match, state))
            self.assertEqual(tuple(met), TABLE[name], f"{name}: {ROLES}")

    def test_not_yours_and_not_there_are_answered_alike(self):
        people, match = self.people()
        state = people["first"].state(match)
        for name, method, path, access in routes():
            if access not in ("PLAYER", "READER"):
                continue
            for who in ("stranger", "former"):
                answers = []
                for subject in (match, "a" * len(match)):
                    target = path.replace("*", subject)
                    got = people[who].get(target) if method == "GET" else \
                        people[who].post(target, self.body(name, state))
                    answers.append((got.status, got.body, sorted(got.headers.keys())))
                self.assertEqual(answers[0], answers[1], name)

    def test_finished_matches_are_read_by_others_and_changed_by_nobody(self):
        people, match = self.people()
        state = people["first"].state(match)
        people["first"].do(match, "resign")
        for name, method, path, access in routes():
            if access not in ("PLAYER", "READER"):
                continue
            for who in ("stranger", "former"):
                met = self.ask(people[who], name, method, path, match, state)
                self.assertEqual(met, FINISHED.get(name, 404), name)


class OneScreen(Case):
    SECRETS = ("view", "legal", "log", "draft", "undo")

    def waiting(self, state):
        """A state that shows nothing of either seat."""
        self.assertIsNone(state["viewer"])
        for key in self.SECRETS:
            self.assertNotIn(key, state)
        self.assertEqual((state["turn"]["node"], state["turn"]["prompt_fr"]), (None, ""))
        allowed = {"id", "game", "scenario", "options", "lists", "seq", "entry", "commitment",
                   "viewer", "handover", "seats", "turn", "over", "result", "thinking",
                   "clock", "people", "waiting", "rematch", "watching", "hints"}
        self.assertEqual(set(state), allowed)

    def test_nothing_of_either_seat_before_the_hand_over(self):
        person = Person(self.server)
        match = person.new("human", "human")
        self.waiting(person.state(match))
        self.refused(person.do(match, "handover", seat="south"), 409, "not_allowed")
        self.waiting(person.state(match))
        for what, body in (("actions", {"action": "pass", "seq": person.state(match)["seq"]}),
                           ("why", {"action": "pass"}), ("undo", {"seq": 1}), ("resign", {}),
                           ("click", {"seq": 1, "node": "turn",
                                      "clicks": [{"kind": "piece", "handle": 1}]}),
                           ("draw", {"answer": "offer"})):
            self.refused(person.do(match, what, **body), 409, "handover")
        for path in ("file", "overlay?kind=reach"):
            self.refused(person.get(f"/api/matches/{match}/{path}"), 409, "handover")
        for viewer in ("north", "south", "public", "umpire"):
            got = person.get(f"/api/matches/{match}?viewer={viewer}")
            self.refused(got, 409, "not_allowed")

    def test_a_viewer_cannot_ask_for_the_other_seat(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        self.assertEqual(person.state(match, "?viewer=north")["viewer"], "north")
        for viewer in ("south", "umpire"):
            self.refused(person.get(f"/api/matches/{match}?viewer={viewer}"), 409, "not_allowed")

    def test_streams_of_a_whole_match(self):
        """Every message between a seat change and the hand-over is empty; what a seat sees never
        holds a card only the other one knows."""
        person = Person(self.server)
        match = person.new("human", "human")
        chooser = random.Random(11)
        seen = 0
        with Stream(person, match) as stream:
            for state in stream:
                if state["over"]:
                    break
                if state["handover"]:
                    self.waiting(state)
                    seen += 1
                    person.do(match, "handover", seat=state["handover"])
                    continue
                self.assertEqual(state["viewer"], state["turn"]["seat"])
                mine = ("north", "south").index(state["viewer"])
                for piece in state["view"]["pieces"]:
                    if piece["surface"] == 2 - mine:  # the other one's hand
                        self.assertGreaterEqual(piece["handle"], 0x8000)
                        self.assertNotIn("token", piece)
                for entry in state["log"]:
                    for line in entry["lines"]:
                        if line["kind"] == "dealt" and line["args"][0] != mine:
                            self.assertIsNone(line["args"][1])
                person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
        self.assertGreater(seen, 5)

    def test_after_a_restart_the_seat_must_be_taken_again(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        self.assertEqual(person.state(match)["viewer"], "north")
        self.restart()
        person.server = self.server
        self.waiting(person.state(match))

    def test_running_match_shows_no_seed_anywhere(self):
        person = Person(self.server)
        match = person.new("human", "random")
        texts = [json.dumps(person.state(match)),
                 person.get(f"/api/matches/{match}/file").body.decode()]
        for text in texts:
            self.assertNotRegex(text, r'"seed"|"hash"|\bseed ')
