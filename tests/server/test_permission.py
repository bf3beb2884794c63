# SPDX-License-Identifier: Apache-2.0
"""Who may do what: one table of endpoints and roles, compared with the server's own table; an
endpoint without a row fails. And what two people at one screen may see of each other: nothing."""
import json
import random
import re

from client import GAME, ROOT, Case, Person, Reader, Stream

# `owner` sits at the running match; `stranger` has a session and sits elsewhere.
ROLES = ("anonymous", "forged", "stranger", "owner", "bot of owner", "bot of stranger")

# Endpoint: the status each role meets, in that order. A match that is not yours does not exist.
OPEN = (200,) * 6
TABLE = {
    "health": OPEN, "games": OPEN, "game": OPEN, "cells": OPEN, "rulebook": OPEN,
    "session": (201, 201, 200, 200, 200, 200),
    "token": (401, 401, 201, 201, 403, 403),  # a token makes no tokens
    "sessions": (401, 401, 200, 200, 403, 403),  # nor does it manage them
    "session_end": (401, 401, 404, 404, 403, 403),
    "sign_out": (401, 401, 200, 200, 200, 200),
    "matches": (401, 401, 200, 200, 200, 200),
    "match_new": (401, 401, 201, 201, 201, 201),
    "upload": (401, 401, 400, 400, 400, 400),  # the file sent is no match
    "stream": (401, 401, 200, 200, 200, 200),
    "reader": (401, 401, 404, 404, 404, 404),  # of nobody
    "match": (401, 401, 404, 200, 200, 404),
    "names": (401, 401, 404, 200, 200, 404),
    "events": (401, 401, 404, 200, 200, 404),
    "file": (401, 401, 404, 200, 200, 404),
    "replay": (401, 401, 404, 409, 409, 404),  # the match is not over
    "overlay": (401, 401, 404, 400, 400, 404),  # the game has none
    "plans": (401, 401, 404, 200, 200, 404),
    "actions": (401, 401, 404, 400, 400, 404),  # an action nobody understands
    "click": (401, 401, 404, 200, 200, 404),
    "why": (401, 401, 404, 200, 200, 404),
    "undo": (401, 401, 404, 409, 409, 404),
    "resign": (401, 401, 404, 200, 409, 404),  # the owner was first
    "draw": (401, 401, 404, 200, 409, 404),
    "orders_now": (401, 401, 404, 200, 200, 404),
    "orders": (401, 401, 404, 200, 200, 404),
    "handover": (401, 401, 404, 200, 200, 404),
}

# What a finished match answers: everybody with a session may look, nobody may change it.
FINISHED = {"match": 200, "names": 200, "events": 200, "file": 200, "replay": 200}


def routes():
    """(name, method, path, access) of the server's own table."""
    text = (ROOT / "apps" / "server" / "routes.def").read_text(encoding="utf-8")
    return re.findall(r'^ROUTE\((\w+), (\w+), "([^"]+)", (\w+)\)', text, re.M)


class Matrix(Case):
    def role(self, name, owner, stranger):
        if name == "anonymous":
            return Person(self.server, session=False)
        if name == "forged":
            person = Person(self.server, session=False)
            person.cookie = "gg=" + "0123456789abcdef" * 2
            return person
        if name.startswith("bot"):
            of = owner if name.endswith("owner") else stranger
            return Person(self.server, token=of.post("/api/tokens", {}).json()["token"])
        return owner if name == "owner" else stranger

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
                "orders": {"node": "ambush", "order": "ask"},
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
            owner, stranger = Person(self.server), Person(self.server)
            match = owner.new("human", "human")
            owner.do(match, "handover", seat="north")
            met = []
            people = [self.role(role, owner, stranger) for role in ROLES]
            looker = self.role("bot of owner", owner, stranger)
            for person in people:
                state = looker.state(match)
                if state["over"]:
                    state["legal"] = [{"a": 1}]
                met.append(self.ask(person, name, method, path, match, state))
            self.assertEqual(tuple(met), TABLE[name], f"{name}: {ROLES}")

    def test_not_yours_and_not_there_are_answered_alike(self):
        owner, stranger = Person(self.server), Person(self.server)
        match = owner.new("human", "human")
        owner.do(match, "handover", seat="north")
        state = owner.state(match)
        for name, method, path, access in routes():
            if access not in ("PLAYER", "READER"):
                continue
            answers = []
            for subject in (match, "a" * len(match)):
                target = path.replace("*", subject)
                got = stranger.get(target) if method == "GET" else \
                    stranger.post(target, self.body(name, state))
                answers.append((got.status, got.body, sorted(got.headers.keys())))
            self.assertEqual(answers[0], answers[1], name)

    def test_finished_matches_are_read_by_others_and_changed_by_nobody(self):
        owner, stranger = Person(self.server), Person(self.server)
        match = owner.new("human", "human")
        owner.do(match, "handover", seat="north")
        state = owner.state(match)
        owner.do(match, "resign")
        for name, method, path, access in routes():
            if access not in ("PLAYER", "READER"):
                continue
            met = self.ask(stranger, name, method, path, match, state)
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
                   "viewer", "handover", "seats", "turn", "over", "result", "thinking"}
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
