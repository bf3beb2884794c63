# SPDX-License-Identifier: Apache-2.0
"""People at two machines: invitations, names, who is there, playing a whole match with two streams,
leaving, handing a seat over, rematches, coming back on another device."""
import json
import random
import re

from client import GAME, Case, Person, Reader, Stream
from test_openapi import API, misfit


class Far(Case):
    """Two persons at one match."""

    def two(self, *seats, **more):
        first, second = Person(self.server), Person(self.server)
        match, secret = first.invite(*(seats or ("human", "open")), **more)
        got = second.accept(secret)
        self.assertEqual((got.status, got.json()["match"]), (200, match), got.body)
        return first, second, match

    def seat(self, person, match):
        return next(p["seat"] for p in person.state(match)["people"] if p["you"])


class Invitations(Far):
    def look(self, person, secret):
        return person.post("/api/invitations", {"secret": secret})

    def test_from_the_link_to_the_seat(self):
        first = Person(self.server)
        first.post("/api/me", {"name": "Anna"})
        match, secret = first.invite("human", "open")
        waits = first.state(match)
        self.assertEqual((waits["waiting"], waits["entry"], waits["legal"]), ("seat", 0, []))
        self.assertEqual([p["kind"] for p in waits["people"]], ["human", "open"])
        self.assertEqual([s["kind"] for s in waits["seats"]], ["human", "open"])
        self.refused(first.act(match, "pass", waits["seq"]), 409, "seat_open")
        self.refused(first.do(match, "resign"), 409, "seat_open")
        shown = self.look(Person(self.server, session=False), secret).json()
        self.assertEqual({k: shown[k] for k in ("match", "game", "seat", "from", "taken", "mine")},
                         {"match": None, "game": GAME, "seat": "south", "from": "Anna",
                          "taken": False, "mine": False})
        self.assertTrue(self.look(first, secret).json()["mine"])
        self.refused(first.accept(secret), 409, "own_invitation")
        second = Person(self.server)
        self.assertEqual(second.get("/api/matches").json(), {"matches": []})
        got = second.accept(secret, name="Bruno")
        self.assertEqual((got.status, got.json()), (200, {"match": match, "seat": "south"}))
        self.assertEqual(second.accept(secret).json(), got.json())
        for person, you in ((first, [True, False]), (second, [False, True])):
            state = person.state(match)
            self.assertEqual([p["you"] for p in state["people"]], you)
            self.assertEqual([p["name"] for p in state["people"]], ["Anna", "Bruno"])
            self.assertIsNone(state["waiting"])
            self.assertGreater(state["entry"], 0)  # the umpire has dealt
        third = Person(self.server)
        used, unknown = third.accept(secret), third.accept("0" * 32)
        self.refused(used, 404, "invitation")
        self.assertEqual(used.body, unknown.body)
        self.assertEqual(self.look(third, secret).body, unknown.body)
        self.assertEqual(third.accept("no secret at all").body, unknown.body)

    def test_lists_tell_who_plays_and_whose_turn_it_is(self):
        first, second, match = self.two()
        first.new("human", "random")  # newer, and his turn too
        second.post("/api/me", {"name": "Bruno"})
        row = next(m for m in first.get("/api/matches").json()["matches"] if m["id"] == match)
        self.assertEqual([p["name"] for p in row["people"]], [None, "Bruno"])
        (other,) = second.get("/api/matches").json()["matches"]
        self.assertEqual((row["yours"], other["yours"]), (True, True))  # both, at a sealed node
        self.assertEqual((row["turn_fr"], row["turn_en"]),
                         ("Aux deux camps de choisir", "Both sides choose"))
        state = second.state(match)
        self.assertEqual(second.act(match, state["legal"][0]["a"], state["seq"]).status, 200)
        row = next(m for m in first.get("/api/matches").json()["matches"] if m["id"] == match)
        (other,) = second.get("/api/matches").json()["matches"]
        self.assertEqual((row["yours"], other["yours"]), (True, False))
        waiting, _ = second.invite("open", "human")
        late = second.new("human", "random")
        ids = [m["id"] for m in second.get("/api/matches").json()["matches"]]
        self.assertEqual(ids[0], late)
        self.assertEqual(set(ids[1:]), {waiting, match})

    def test_a_match_that_begins_tells_whose_turn_it_is(self):
        person = Person(self.server)
        for seats in (("human", "random"), ("random", "human")):
            made = person.post("/api/matches", {"game": GAME, "seats": list(seats)}).json()["id"]
            rows = person.get("/api/matches").json()["matches"]
            row = next(m for m in rows if m["id"] == made)
            self.assertTrue(row["yours"])  # his seed is awaited: nothing goes on without him

    def test_a_new_invitation_ends_the_one_before_and_it_can_be_revoked(self):
        first, second = Person(self.server), Person(self.server)
        match, old = first.invite("open", "human")
        got = first.do(match, "invite", seat="north").json()["invite"]
        new = got["path"].partition("#")[2]
        self.assertTrue(got["local"])  # asked for at 127.0.0.1
        self.refused(second.accept(old), 404, "invitation")
        self.assertEqual(first.do(match, "invite", seat="north", revoke=True).status, 200)
        self.refused(second.accept(new), 404, "invitation")
        self.refused(first.do(match, "invite", seat="west"), 400, "bad_field")
        newest = first.do(match, "invite", seat="north").json()["invite"]["path"][-32:]
        self.assertEqual(second.accept(newest).json()["seat"], "north")
        self.refused(first.do(match, "invite", seat="north"), 409, "not_allowed")

    def test_a_side_by_chance(self):
        sides = set()
        for _ in range(40):
            got = Person(self.server).post("/api/matches", {
                "game": GAME, "seats": ["human", "open"], "side": "chance"})
            sides.add(got.json()["invite"]["seat"])
        self.assertEqual(sides, {"north", "south"})
        bad = Person(self.server).post("/api/matches", {
            "game": GAME, "seats": ["human", "open"], "side": "north"})
        self.refused(bad, 400, "bad_field")

    def test_one_may_take_the_other_seat_oneself(self):
        first = Person(self.server)
        match, secret = first.invite("human", "open")
        self.assertEqual(first.accept(secret, alone=True).json()["seat"], "south")
        self.assertEqual(first.state(match)["handover"], "north")

    def test_who_made_it_deletes_what_has_not_begun(self):
        first, second, third = (Person(self.server) for _ in range(3))
        match, secret = first.invite("human", "open", clock={"kind": "slow"})
        self.refused(third.do(match, "delete"), 404, "not_found")
        with Stream(first, match) as stream, Reader(first) as reader:
            reader.watch(match)
            next(iter(stream))
            self.assertEqual(first.do(match, "delete").json(), {"ok": True})
            self.assertEqual(list(stream), [])  # it ends
        for path in ("", "/file", "/talk"):
            self.refused(first.get(f"/api/matches/{match}{path}"), 404, "not_found")
        self.refused(first.do(match, "delete"), 404, "not_found")
        self.refused(second.accept(secret), 404, "invitation")
        self.assertEqual(first.get("/api/matches").json(), {"matches": []})
        self.restart()
        for person in (first, second):
            person.server = self.server
            person.close()
        self.refused(first.get(f"/api/matches/{match}"), 404, "not_found")
        match, secret = first.invite("open", "open")
        other = first.do(match, "invite", seat="south").json()["invite"]["path"][-32:]
        second.accept(other)
        self.refused(first.do(match, "delete"), 409, "not_allowed")  # somebody has come
        self.refused(second.do(match, "delete"), 409, "not_allowed")  # it is not his
        begun, secret = first.invite("human", "open")
        second.accept(secret)
        self.refused(first.do(begun, "delete"), 409, "started")

    def test_leaving_before_it_has_begun(self):
        first, second = Person(self.server), Person(self.server)
        match, _ = first.invite("open", "open")
        secret = first.do(match, "invite", seat="south").json()["invite"]["path"][-32:]
        second.accept(secret)
        self.assertEqual(first.state(match)["viewer"], "public")  # it is his, he does not sit
        with Stream(second, match) as stream:
            next(iter(stream))
            self.assertEqual(second.do(match, "leave").status, 200)
            self.refused(second.get(f"/api/matches/{match}"), 404, "not_found")
            first.do(match, "invite", seat="north")
        self.assertEqual([p["kind"] for p in first.state(match)["people"]], ["open", "open"])
        self.refused(second.accept(secret), 404, "invitation")
        one, two, match = self.two()
        self.refused(two.do(match, "leave"), 409, "started")

    def test_who_sits_down_after_another_gives_his_own_part_of_the_dice(self):
        """Or whoever runs the server could let a friend choose it, leave, and invite a victim."""
        first, friend, second = (Person(self.server) for _ in range(3))
        got = first.post("/api/matches", {"game": GAME, "seats": ["human", "open"]}).json()
        friend.accept(got["invite"]["path"][-32:])  # and gives his part; the first has not
        self.assertEqual([s["dice"] for s in friend.state(got["id"])["seats"]], ["wanted", "given"])
        self.assertEqual(friend.do(got["id"], "leave").status, 200)
        secret = first.do(got["id"], "invite", seat="south").json()["invite"]["path"][-32:]
        second.post("/api/invitations/accept", {"secret": secret})
        for _ in range(2):
            dice = [s["dice"] for s in second.state(got["id"])["seats"]]
            self.assertEqual(dice, ["wanted", "wanted"])
            self.restart()
            first.server = second.server = self.server
        second.give(got["id"])
        first.give(got["id"])
        self.assertGreater(first.state(got["id"])["entry"], 0)

    def test_nothing_secret_in_the_log_of_the_server(self):
        first, second, match = self.two()
        secret = first.do(match, "invite", seat="north").json()["invite"]["path"][-32:]
        second.accept("f" * 32)
        self.look(second, secret + "0")
        log = self.server.log()
        for word in (secret, "f" * 32, match):
            self.assertNotIn(word, log)


class Playing(Far):
    def test_a_whole_match_by_two_streams(self):
        """Each has a stream of its own and sees its own side only; messages come in order."""
        first, second, match = self.two()
        chooser, acted = random.Random(5), 0
        with Stream(first, match, "?changes=1") as a, Stream(second, match, "?changes=1") as b:
            views = [iter(a), iter(b)]
            states = [next(v) for v in views]
            for seat, (stream, state) in enumerate(zip((a, b), states)):
                self.assertEqual(state["viewer"], ("north", "south")[seat])
            while not states[0]["over"]:
                who = next((i for i in (0, 1) if states[i]["turn"]["acting"]), None)
                if who is None:  # a message is on its way
                    behind = min((0, 1), key=lambda i: states[i]["entry"])
                    states[behind] = next(views[behind])
                    continue
                person, state = (first, second)[who], states[who]
                self.hidden(state, who)
                got = person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
                self.assertEqual(got.status, 200, got.body)
                acted += 1
                while states[who]["seq"] < got.json()["seq"]:
                    states[who] = next(views[who])
            while not states[1]["over"]:
                states[1] = next(views[1])
        self.assertGreater(acted, 10)
        self.assertEqual(states[0]["result"], states[1]["result"])
        self.assertEqual(first.state(match)["log"], second.state(match, "?viewer=north")["log"])

    def hidden(self, state, mine):
        for piece in state["view"]["pieces"]:
            if piece["surface"] == 2 - mine:  # the other one's hand
                self.assertGreaterEqual(piece["handle"], 0x8000)
                self.assertNotIn("token", piece)

    def test_one_cannot_act_or_look_for_the_other(self):
        first, second, match = self.two()
        for person in (first, second):  # the sealed opening
            state = person.state(match)
            self.assertEqual(person.act(match, state["legal"][0]["a"], state["seq"]).status, 200)
        state = second.state(match)
        self.refused(second.act(match, "pass", state["seq"]), 409, "not_your_turn")
        for viewer in ("north", "umpire", "public"):
            self.refused(second.get(f"/api/matches/{match}?viewer={viewer}"), 409, "not_allowed")
        self.refused(second.do(match, "handover", seat="north"), 409, "not_allowed")
        text = second.get(f"/api/matches/{match}/file").body.decode()
        self.assertNotRegex(text, r"\bseed ")
        mine = first.get(f"/api/matches/{match}/file").body.decode()
        self.assertNotEqual(text, mine)

    def test_keys_and_numbers_of_one_are_not_the_others(self):
        first, second, match = self.two()
        state = first.state(match)
        got = first.act(match, state["legal"][0]["a"], state["seq"], key="same")
        self.assertEqual(got.status, 200)
        again = first.act(match, state["legal"][0]["a"], state["seq"], key="same")
        self.assertEqual(again.json(), got.json())
        own = second.state(match)["legal"][0]["a"]  # both are asked at the sealed opening
        self.assertEqual(second.act(match, own, state["seq"], key="same").status, 200)
        self.refused(second.act(match, own, state["seq"], key="other"), 409, "stale")

    def test_coming_and_going_spoils_no_move(self):
        first, second, match = self.two()
        with Stream(first, match) as stream:
            states = iter(stream)
            before = next(states)
            with Stream(second, match) as other:
                next(iter(other))
                after = next(states)
                self.assertEqual([p["here"] for p in before["people"]], [True, False])
                self.assertEqual([p["here"] for p in after["people"]], [True, True])
                self.assertGreater(after["seq"], before["seq"])
                got = first.act(match, before["legal"][0]["a"], before["seq"])
                self.assertEqual(got.status, 200, got.body)
                while next(states)["seq"] < got.json()["seq"]:
                    pass
            gone = next(s for s in states if not s["people"][1]["here"])
            self.assertEqual([p["here"] for p in gone["people"]], [True, False])
        self.refused(first.act(match, "pass", before["seq"]), 409, "stale")

    def test_a_name_is_told_when_it_changes(self):
        first, second, match = self.two()
        with Reader(first, "?form=compact") as reader:
            reader.watch(match)
            states = iter(reader)
            next(states)
            second.post("/api/me", {"name": "Zoé"})
            told = next(s for s in states if s["people"][1]["name"])
            self.assertEqual(told["people"][1]["name"], "Zoé")
            first.post("/api/me", {"name": "zoe"})
            told = next(s for s in states if s["people"][0]["name"])
            self.assertEqual([p["name"] for p in told["people"]], ["zoe", "Zoé (2)"])

    def test_after_a_restart_everybody_sits_where_he_sat(self):
        first, second, match = self.two()
        second.post("/api/me", {"name": "Bruno"})
        before = second.state(match)
        self.restart()
        first.server = second.server = self.server
        after = second.state(match)
        self.assertGreater(after["seq"], before["seq"])
        for state in (before, after):
            del state["seq"]
        self.assertEqual(before, after)
        self.assertEqual(self.seat(first, match), "north")


class HandingOver(Far):
    def test_a_hot_seat_goes_to_a_distant_friend(self):
        first, friend = Person(self.server), Person(self.server)
        match = first.new("human", "human")
        first.do(match, "handover", seat="north")
        first.do(match, "orders", close=True)
        secret = first.do(match, "invite", seat="south").json()["invite"]["path"][-32:]
        self.assertEqual(len(first.state(match)["people"]), 2)
        shown = friend.post("/api/invitations", {"secret": secret}).json()
        self.assertTrue(shown["begun"])
        self.assertEqual(friend.accept(secret, name="Zoé").json()["seat"], "south")
        self.assertEqual(first.state(match)["viewer"], "north")
        self.assertIsNone(first.state(match)["handover"])
        self.assertEqual(friend.state(match)["viewer"], "south")
        self.refused(first.do(match, "handover", seat="south"), 409, "not_allowed")
        self.refused(first.do(match, "invite", seat="south"), 409, "not_allowed")
        self.assertFalse(friend.get(f"/api/matches/{match}/orders").json()["close"])

    def test_who_gave_his_seat_away_hears_no_more(self):
        first, second, match = self.two()
        third = Person(self.server)
        with Stream(second, match) as stream:
            states = iter(stream)
            next(states)
            secret = second.do(match, "invite", seat="south").json()["invite"]["path"][-32:]
            third.accept(secret)
            self.refused(second.get(f"/api/matches/{match}"), 404, "not_found")
            state = first.state(match)
            first.act(match, state["legal"][0]["a"], state["seq"])
            stream.connection.sock.settimeout(2)
            before = len(stream.raw)
            with self.assertRaises(TimeoutError):
                next(states)
            self.assertEqual(len(stream.raw), before)
        self.assertEqual(second.get("/api/matches").json(), {"matches": []})

    def test_standing_orders_do_not_go_with_the_seat(self):
        first, second, match = self.two()
        second.do(match, "orders", node="ambush", order="never")
        third = Person(self.server)
        third.accept(second.do(match, "invite", seat="south").json()["invite"]["path"][-32:])
        for _ in range(2):
            orders = third.get(f"/api/matches/{match}/orders").json()["orders"]
            self.assertEqual([o["order"] for o in orders if o["node"] == "ambush"], ["ask"])
            self.restart()
            third.server = self.server

    def test_between_people_a_window_with_one_answer_is_shown(self):
        first, second, match = self.two()
        for person in (first, second):
            self.assertFalse(person.get(f"/api/matches/{match}/orders").json()["close"])
        self.restart()
        for person in (first, second):
            person.server = self.server
            self.assertFalse(person.get(f"/api/matches/{match}/orders").json()["close"])


class Again(Far):
    def test_a_rematch_changes_sides_and_is_one_match(self):
        first, second, match = self.two()
        self.refused(first.do(match, "rematch"), 409, "not_over")
        first.do(match, "resign")
        with Stream(second, match) as stream:
            states = iter(stream)
            next(states)
            got = first.do(match, "rematch")
            self.assertEqual(got.status, 201)
            told = next(s for s in states if s["rematch"])
            self.assertEqual(told["rematch"], got.json()["match"])
        self.assertEqual(second.do(match, "rematch").json(), got.json())
        new = got.json()["match"]
        self.assertEqual((self.seat(first, new), self.seat(second, new)), ("south", "north"))
        first.give(new)
        self.assertEqual(first.state(new)["entry"], 0)  # the dice wait for the other
        second.give(new)
        self.assertGreater(first.state(new)["entry"], 0)
        stranger = Person(self.server)
        self.assertIsNone(stranger.state(match)["rematch"])
        self.refused(stranger.do(match, "rematch"), 404, "not_found")
        self.restart()
        first.server = second.server = self.server
        self.assertEqual(first.do(match, "rematch").json(), got.json())


class Back(Far):
    def test_a_private_link_brings_back_on_another_device(self):
        first, second, match = self.two()
        self.assertFalse(second.get("/api/me").json()["link"])
        path = second.post("/api/me/link", {}).json()["path"]
        self.assertRegex(path, r"^/back#[0-9a-f]{32}$")
        self.assertTrue(second.get("/api/me").json()["link"])
        other = Person(self.server, session=False)
        got = other.post("/api/session", {"link": path[-32:]})
        self.assertEqual(got.status, 201)
        other.cookie = re.match(r"gg=[0-9a-f]{32}", got.headers["Set-Cookie"]).group(0)
        self.assertNotEqual(other.cookie, second.cookie)
        self.assertEqual(self.seat(other, match), "south")
        guest = Person(self.server)  # somebody already, before he opens the link
        got = guest.post("/api/session", {"link": path[-32:]})
        self.assertEqual(got.status, 201)
        second.post("/api/me/link", {})  # replaces it
        self.refused(other.post("/api/session", {"link": path[-32:]}), 404, "invitation")
        self.refused(other.post("/api/session", {"link": 7}), 400, "bad_field")

    def test_a_secret_is_of_one_kind(self):
        first = Person(self.server)
        _, secret = first.invite("human", "open")
        back = first.post("/api/me/link", {}).json()["path"][-32:]
        nobody = Person(self.server, session=False)
        self.refused(nobody.post("/api/session", {"link": secret}), 404, "invitation")
        self.refused(Person(self.server).accept(back), 404, "invitation")
        self.assertEqual(Person(self.server, token=back).get("/api/me").status, 401)

    def test_a_session_cannot_be_planted(self):
        """What a browser brings along is never adopted: the server makes its own secrets."""
        planted = Person(self.server, session=False)
        planted.cookie = "gg=" + "ab" * 16
        got = planted.post("/api/session", {})
        self.assertEqual(got.status, 201)
        self.assertNotIn("ab" * 16, got.headers["Set-Cookie"])
        self.assertEqual(planted.get("/api/me").status, 401)


class Documented(Far):
    """Answers as docs/api/openapi.yaml tells them."""

    def fits(self, got, path, method="post"):
        self.assertLess(got.status, 300, got.body)
        schema = API["components"]["schemas"][API["paths"][path][method]["x-answer"]]
        self.assertIsNone(misfit(got.json(), schema, path))
        return got.json()

    def test_every_answer_of_people_far_apart(self):
        first, second = Person(self.server), Person(self.server)
        at = "/api/matches/{match}"
        made = self.fits(first.post("/api/matches", {"game": GAME, "seats": ["human", "open"]}),
                         "/api/matches")
        match, secret = made["id"], made["invite"]["path"][-32:]
        first.seed(made)
        self.fits(first.get(f"/api/matches/{match}"), at, "get")
        self.fits(second.post("/api/invitations", {"secret": secret}), "/api/invitations")
        self.fits(second.accept(secret), "/api/invitations/accept")
        self.fits(first.do(match, "invite", seat="north"), at + "/invite")
        self.fits(first.do(match, "invite", seat="north", revoke=True), at + "/invite")
        self.fits(first.post("/api/me", {"name": "Anna"}), "/api/me")
        self.fits(first.get("/api/me"), "/api/me", "get")
        self.fits(first.post("/api/me/link", {}), "/api/me/link")
        link = self.fits(first.do(match, "watching", on=True), at + "/watching")["path"][-32:]
        viewer = Person(self.server)
        self.fits(viewer.post("/api/watch", {"secret": link}), "/api/watch")
        self.fits(viewer.get(f"/api/matches/{match}"), at, "get")
        second.do(match, "resign")
        shared = viewer.post("/api/shared", {"secret": link, "entry": 2, "names": True})
        self.fits(shared, "/api/shared")
        self.fits(first.do(match, "rematch"), at + "/rematch")
        self.fits(first.do(match, "watching", on=False), at + "/watching")
        self.fits(first.get("/api/matches"), "/api/matches", "get")
        other, _ = second.invite("human", "open")
        self.fits(second.do(other, "leave"), at + "/leave")


class Names(Case):
    def test_names_that_will_do_and_those_that_will_not(self):
        person = Person(self.server)
        for given, kept in ((" Anna ", "Anna"), ("E\u0301ric", "Éric"), ("Jean  Paul", "Jean Paul"),
                            ("x" * 24, "x" * 24), ("<b>&\"'", "<b>&\"'"), ("Юлия", "Юлия")):
            got = person.post("/api/me", {"name": given})
            self.assertEqual((got.status, got.json().get("name")), (200, kept), got.body)
            self.assertEqual(person.get("/api/me").json()["name"], kept)
        for bad in ("", "   ", "x" * 25, "a\u202eb", "a\tb", "a\u200bb", "\u0301a",
                    "Computer", "Оrdinateur", "0rd1nateur", "\ufeffa", "a\u0085b"):
            self.refused(person.post("/api/me", {"name": bad}), 422, "bad_name")
        for bad in (None, 7, ["a"]):
            self.refused(person.post("/api/me", {"name": bad}), 400, "bad_field")
        self.assertEqual(person.get("/api/me").json()["name"], "Юлия")
        self.restart()
        person.server = self.server
        self.assertEqual(person.get("/api/me").json()["name"], "Юлия")


class Watching(Far):
    def begin(self, delay):
        first, second, match = self.two()
        got = first.do(match, "watching", on=True, delay=delay).json()
        self.assertEqual(second.state(match)["watching"], delay)
        viewer = Person(self.server)
        self.refused(viewer.get(f"/api/matches/{match}"), 404, "not_found")
        self.assertEqual(viewer.post("/api/watch", {"secret": got["path"][-32:]}).json(),
                         {"match": match})
        return first, second, viewer, match, got["path"][-32:]

    def move(self, first, second, match):
        for person in (first, second):
            state = person.state(match)
            if state["turn"]["acting"]:
                choice = next((a for a in state["legal"] if a["n"] == "pass"), state["legal"][0])
                self.assertEqual(person.act(match, choice["a"], state["seq"]).status, 200)
                return

    def test_what_the_public_sees_so_many_entries_later(self):
        for query in ("", "?changes=1"):
            first, second, viewer, match, _ = self.begin(4)
            with Stream(viewer, match, query) as stream:
                states = iter(stream)
                told = next(states)
                for _ in range(6):
                    self.move(first, second, match)
                    behind = first.state(match)["entry"] - 4
                    while told["entry"] < behind:
                        told = next(states)
                    self.assertEqual(told["entry"], behind)
                    self.assertIsNone(misfit(told, API["components"]["schemas"]["State"]))
                    self.assertEqual(told["viewer"], "public")
                    self.assertEqual((told["legal"], told["draft"], told["draw"]), ([], [], None))
                    self.assertEqual(max(e["entry"] for e in told["log"]), behind)
                    for piece in told["view"]["pieces"]:
                        if piece["surface"] in (1, 2):  # a hand
                            self.assertGreaterEqual(piece["handle"], 0x8000)
                    self.assertFalse(any(p["you"] for p in told["people"]))
                self.assertEqual(viewer.state(match)["entry"], told["entry"])
                self.refused(viewer.get(f"/api/matches/{match}/file"), 409, "not_over")
                for who in ("north", "umpire"):
                    self.refused(viewer.get(f"/api/matches/{match}?viewer={who}"), 409,
                                 "not_allowed")
                first.do(match, "resign")
                self.assertTrue(next(s for s in states if s["over"])["result"])

    def test_who_is_behind_is_told_nothing_of_the_present(self):
        """Neither clocks nor who is there nor that something is said: entries alone."""
        first, second, match = self.two(clock={"kind": "slow"})
        link = first.do(match, "watching", on=True, delay=3).json()["path"][-32:]
        viewer = Person(self.server)
        viewer.post("/api/watch", {"secret": link})
        for form in ("", "?changes=1", "?changes=2"):
            with Stream(viewer, match, form) as stream:
                blocks = stream.blocks()
                told = json.loads(next(b for b in blocks if "data" in b)["data"])
                self.assertIsNone(told["clock"])
                self.assertEqual([s["clock_ms"] for s in told["seats"]], [None, None])
                self.assertTrue(all("here" not in p for p in told["people"]))
                with Stream(second, match):  # somebody comes, talks, goes on vacation, is back
                    second.do(match, "talk", text="Bonjour")
                    second.do(match, "vacation", days=1)
                    second.do(match, "vacation", back=True)
                entry = told["entry"]
                self.move(first, second, match)
                told = json.loads(next(b for b in blocks if "data" in b)["data"])
                self.assertGreater(told["entry"], entry)  # the next message is the next entry's
        state = viewer.state(match)
        self.assertIsNone(state["clock"])
        self.assertIsNone(misfit(state, API["components"]["schemas"]["State"]))

    def test_without_delay_and_turned_off_again(self):
        first, second, viewer, match, secret = self.begin(0)
        with Stream(viewer, match, "?changes=1") as stream:
            states = iter(stream)
            told = next(states)
            self.move(first, second, match)
            self.assertEqual(next(s for s in states if s["entry"] > told["entry"])["entry"],
                             first.state(match)["entry"])
            self.assertEqual(second.do(match, "watching", on=False).status, 200)
            self.assertIsNone(first.state(match)["watching"])
            self.refused(viewer.get(f"/api/matches/{match}"), 404, "not_found")
            self.refused(viewer.post("/api/watch", {"secret": secret}), 404, "invitation")
            self.move(first, second, match)
            before = len(stream.raw)
            stream.connection.sock.settimeout(1)
            with self.assertRaises(TimeoutError):
                next(states)
            self.assertEqual(len(stream.raw), before)
        self.refused(viewer.do(match, "watching", on=True), 404, "not_found")
        for body in ({}, {"on": 1}, {"on": True, "delay": 201}, {"on": True, "delay": -1}):
            self.refused(first.do(match, "watching", **body), 400, "bad_field")

    def test_spectators_leave_room_for_players(self):
        first, second, viewer, match, _ = self.begin(0)
        streams = []
        try:
            for _ in range(60):
                streams.append(Stream(viewer, match))
            refused = sum(s.answer.status == 429 for s in streams)
            self.assertEqual(refused, 12)
            with Stream(second, match) as stream:
                self.assertEqual(stream.answer.status, 200)
        finally:
            for stream in streams:
                stream.close()

    def test_a_replay_inside_another_page_knows_no_cookie(self):
        first, second, viewer, match, secret = self.begin(0)
        nobody = Person(self.server, session=False)
        self.refused(nobody.post("/api/shared", {"secret": secret}), 409, "not_over")
        for _ in range(4):
            self.move(first, second, match)
        first.do(match, "resign")
        got = nobody.post("/api/shared", {"secret": secret, "names": True})
        self.assertIsNone(got.headers["Set-Cookie"])
        shown = got.json()
        self.assertEqual((shown["viewer"], shown["over"]), ("public", True))
        self.assertTrue(shown["names"]["domains"])
        early = nobody.post("/api/shared", {"secret": secret, "entry": 3}).json()
        self.assertEqual((early["entry"], len(early["log"])), (3, 3))
        self.refused(nobody.post("/api/shared", {"secret": secret, "entry": 9999}), 400,
                     "bad_field")
        self.refused(nobody.post("/api/shared", {"secret": "0" * 32}), 404, "invitation")
        page = nobody.get("/embed")
        self.assertIn("frame-ancestors *", page.headers["Content-Security-Policy"])
        self.assertEqual(len(page.headers.get_all("Content-Security-Policy")), 1)
        self.assertIsNone(page.headers["Set-Cookie"])
        for other in ("/", "/w", "/i", "/back", f"/m/{match}"):
            policy = nobody.get(other).headers["Content-Security-Policy"]
            self.assertIn("frame-ancestors 'none'", policy)


class Sharing(Case):
    options = ("--share",)

    def test_the_addresses_to_give(self):
        person = Person(self.server)
        got = person.post("/api/matches", {"game": GAME, "seats": ["human", "open"]}).json()
        told = got["invite"]["addresses"]
        self.assertTrue(got["invite"]["local"])
        for address in told:
            host = f"192.0.2.77:{self.server.port}"  # a page that came from such an address
            self.assertRegex(address, r"^http://([\d.]+|\[[0-9a-f:]+\]):" f"{self.server.port}$")
            self.assertNotIn("127.0.0.1", address)
            other = Person(self.server, session=False)
            asked = other.post("/api/session", {}, Host=host, Origin=f"http://{host}")
            self.assertEqual(asked.status, 201)
            other.cookie = re.match(r"gg=[0-9a-f]{32}", asked.headers["Set-Cookie"]).group(0)
            made = other.post("/api/matches", {"game": GAME, "seats": ["human", "open"]},
                              Host=host, Origin=f"http://{host}").json()
            self.assertFalse(made["invite"]["local"])
        printed = [line.split()[-1].rstrip("/") for line in self.lines(len(told))]
        self.assertEqual(printed, told)

    def lines(self, count):
        """What the server says to whoever started it, after the first line."""
        return [self.server.process.stdout.readline().decode() for _ in range(count)]
