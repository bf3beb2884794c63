# SPDX-License-Identifier: Apache-2.0
"""Playing through the API: alone, two at one screen, undo, refusals, draws, replay."""
import json
import random
from contextlib import ExitStack

from client import GAME, PROBES, Case, Person, Stream


class Games(Case):
    def test_every_game_tells_its_facts(self):
        anybody = Person(self.server, session=False)
        games = anybody.get("/api/games").json()["games"]
        self.assertIn(GAME, [g["id"] for g in games])
        for game in games:
            got = anybody.get(f"/api/games/{game['id']}")
            facts = got.json()
            self.assertEqual(facts["id"], game["id"])
            for verb in facts["verbs"]:
                for domain in verb["operands"]:
                    self.assertLess(domain, len(facts["domains"]))
            again = anybody.get(f"/api/games/{game['id']}", If_None_Match=got.headers["ETag"])
            self.assertEqual((again.status, again.body), (304, b""))
            for scenario in game["scenarios"]:
                cells = anybody.get(f"/api/games/{game['id']}/cells?scenario={scenario['id']}")
                found = [len(s["cells"]) for s in cells.json()["surfaces"]]
                self.assertEqual(found, [s["cells"] for s in facts["surfaces"]])
            self.assertFalse(any(s["id"] == "empty" for s in game["scenarios"]))

    def test_rulebooks(self):
        anybody = Person(self.server, session=False)
        for lang, word in (("fr", "gué"), ("en", "ford")):
            got = anybody.get(f"/api/games/{GAME}/rulebook?lang={lang}")
            self.assertEqual(got.status, 200)
            self.assertIn(word, got.body.decode().lower())
            self.assertTrue(got.headers["Content-Type"].startswith("text/markdown"))
            page = anybody.get(f"/rules/{GAME}.{lang}.html")
            self.assertTrue(page.headers["Content-Type"].startswith("text/html"))
            self.assertIn('<h4 id="rule-Z1">', page.body.decode())

    def test_books(self):
        anybody = Person(self.server, session=False)
        games = [g["id"] for g in anybody.get("/api/games").json()["games"]]
        for game in games:
            if anybody.get(f"/book/{game}.start.en.html").status != 200:
                continue  # a game may have rules alone
            for kind in ("", ".start", ".aid"):
                for lang in ("fr", "en"):
                    page = anybody.get(f"/book/{game}{kind}.{lang}.html")
                    text = page.body.decode()
                    self.assertEqual(page.status, 200)
                    self.assertIn(f'<html lang="{lang}"', text)
                    self.assertNotRegex(text, r' style="| on[a-z]+="')  # our own policy forbids it
            self.assertIn("<figure", anybody.get(f"/book/{game}.fr.html").body.decode())
        self.assertEqual(anybody.get("/book/nope.en.html").status, 404)

    def test_an_address_where_nothing_is(self):
        anybody = Person(self.server, session=False)
        for path in ("/nope", "/book/nope.en.html", "/m/a/b", "/lost.html"):
            self.refused(anybody.get(path), 404, "not_found")
            page = anybody.get(path, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
            text = page.body.decode()
            self.assertEqual(page.status, 404)
            self.assertTrue(page.headers["Content-Type"].startswith("text/html"))
            self.assertEqual(page.headers["Vary"], "Accept")
            for words in ("a rien à cette adresse.", "There is nothing at this address.",
                          '<a href="/">'):
                self.assertIn(words, text)
            self.assertNotRegex(text, r' style="| on[a-z]+="|<script')
        self.refused(anybody.get("/api/nope", Accept="text/html"), 404, "not_found")

    def test_gzip_only_when_accepted(self):
        anybody = Person(self.server, session=False)
        path = f"/api/games/{GAME}/rulebook?lang=fr"
        plain = anybody.get(path)
        packed = anybody.get(path, Accept_Encoding="gzip")
        self.assertIsNone(plain.headers["Content-Encoding"])
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        import gzip
        self.assertEqual(gzip.decompress(packed.body), plain.body)

    def test_page_and_headers(self):
        anybody = Person(self.server, session=False)
        for path in ("/", "/m/whatever"):
            got = anybody.get(path)
            self.assertEqual(got.status, 200)
            self.assertTrue(got.headers["Content-Type"].startswith("text/html"))
        for path in ("/", "/api/health", "/api/nothing", "/nothing"):
            policy = anybody.get(path).headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertIn("frame-ancestors 'none'", policy)

    def test_health(self):
        health = Person(self.server, session=False).get("/api/health").json()
        self.assertTrue(health["ok"])
        for field in ("version", "uptime_s", "matches", "sessions", "commits"):
            self.assertIn(field, health)


class Playing(Case):
    def test_alone_against_greedy_to_the_end(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        last = person.play(match)
        self.assertEqual(len(last["result"]["half"]), 2)
        self.assertEqual(last["legal"], [])
        listed = person.get("/api/matches").json()["matches"]
        self.assertEqual([(m["id"], m["over"]) for m in listed], [(match, True)])

    def test_every_game_by_every_program(self):
        person = Person(self.server)
        for game in [g["id"] for g in person.get("/api/games").json()["games"]]:
            match = person.new("random", "greedy", game=game)
            state = person.wait(match, lambda s: s["over"] or s["entry"] > 40, 60)
            self.assertEqual(state["viewer"], "public")

    def test_every_level(self):
        person = Person(self.server)
        for level in ("recruit", "sergeant", "captain", "colonel", "general"):
            match = person.new("human", level, options={"turns": 2})
            state = person.state(match)
            self.assertEqual([s["kind"] for s in state["seats"]], ["human", level])
            self.assertTrue(person.play(match)["over"])
        self.refused(person.post("/api/matches", {"game": GAME, "seats": ["human", "marshal"]}),
                     400, "bad_field")

    def test_two_at_one_screen_to_the_end(self):
        person = Person(self.server)
        self.assertTrue(person.play(person.new("human", "human"))["over"])

    def test_options_and_scenario(self):
        person = Person(self.server)
        state = person.state(person.new("human", "random", scenario="standard",
                                        options={"turns": 2}))
        self.assertEqual(state["options"], {"turns": 2})
        for bad in ({"options": {"turns": 99}}, {"options": {"none": 1}}, {"scenario": "none"},
                    {"options": []}, {"seats": ["human"]}, {"seats": ["human", "human", "human"]},
                    {"seats": ["human", "cat"]}, {"game": "none"}, {"options": {"turns": 2.0}}):
            got = person.post("/api/matches", {"game": GAME, "seats": ["human", "human"], **bad})
            self.refused(got, 400, "bad_field")

    def test_no_command_comes_from_the_network(self):
        """bot:COMMAND is for the command line: the server knows no such seat and starts nothing."""
        person, trace = Person(self.server), self.folder / "started"
        for seat in (f"bot:touch {trace}", "bot:", "bot", "BOT:true", " bot:true"):
            for seats in (["human", seat], [seat, "human"], [seat, seat]):
                got = person.post("/api/matches", {"game": GAME, "seats": seats})
                self.refused(got, 400, "bad_field")
        self.assertFalse(trace.exists())

    def test_stale_and_repeated(self):
        person = Person(self.server)
        match = person.new("human", "random")
        state = person.state(match)
        action = state["legal"][0]["n"]
        self.refused(person.act(match, action, state["seq"] + 1), 409, "stale")
        self.refused(person.act(match, action, 0), 409, "stale")
        first = person.act(match, action, state["seq"], key="a-key")
        self.assertEqual(first.status, 200)
        again = person.act(match, action, state["seq"], key="a-key")
        self.assertEqual((again.status, again.json()), (200, first.json()))
        self.refused(person.act(match, action, state["seq"], key="b-key"), 409, "stale")

    def test_refusal_tells_rule_fact_and_remedy(self):
        person = Person(self.server)
        match = person.new("human", "random")
        state = person.state(match)
        wrong = "garrison f3 " + state["legal"][0]["n"].split()[-1]
        got = person.act(match, wrong, state["seq"])
        self.refused(got, 422, "refused")
        refusal = got.json()["refusal"]
        for field in ("rule", "refusal", "fr", "en", "rule_fr", "rule_en"):
            self.assertTrue(refusal[field], field)
        self.assertTrue(refusal["remedy"])
        why = person.do(match, "why", action=wrong).json()
        self.assertEqual((why["legal"], why["refusal"]), (False, refusal))
        self.assertEqual(person.state(match)["seq"], state["seq"])

    def test_click_builds_an_action_or_explains(self):
        person = Person(self.server)
        match = person.new("human", "random")
        state = person.state(match)
        legal = state["legal"][0]
        clicks = [{"kind": "cell", "surface": 0, "cell": legal["o"][0]},
                  {"kind": "piece", "handle": legal["o"][1]}]
        where = {"seq": state["seq"], "node": state["turn"]["node"]}
        got = person.do(match, "click", clicks=clicks, **where).json()
        self.assertEqual((got["action"], got["notation"], got["legal"]),
                         (legal["a"], legal["n"], True))
        clicks[0]["cell"] = 2
        got = person.do(match, "click", clicks=clicks, **where).json()
        self.assertFalse(got["legal"])
        self.assertTrue(got["refusal"]["rule"])
        got = person.do(match, "click", clicks=[{"kind": "verb", "verb": "confirm"}], **where)
        self.assertEqual(got.json(), {"action": None})
        self.refused(person.do(match, "click", clicks=clicks, seq=state["seq"] + 1,
                               node=state["turn"]["node"]), 409, "stale")
        self.refused(person.do(match, "click", clicks=clicks, seq=state["seq"], node="turn"),
                     409, "stale")
        for bad in ([], [{}], [{"kind": "cell"}], [{"kind": "verb", "verb": "fly"}], "x",
                    [{"kind": "piece", "handle": -1}], [{"kind": "piece", "handle": 1}] * 9):
            self.refused(person.do(match, "click", clicks=bad, **where), 400, "bad_field")

    def draft(self, person):
        """A match in which a draft can be begun, and the action that begins it."""
        chooser = random.Random(3)
        for _ in range(40):
            match = person.new("human", "random")
            for _ in range(30):
                state = person.wait(match, lambda s: s["over"] or s["turn"]["acting"])
                if state["over"]:
                    break
                begins = [a for a in state["legal"] if a["n"].startswith("assault")]
                if begins:
                    return match, state, begins[0]
                person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
        self.fail("no draft in 40 matches")

    def test_draft_steps_are_private_and_undone_freely(self):
        person = Person(self.server)
        match, before, begin = self.draft(person)
        got = person.act(match, begin["a"], before["seq"])
        self.assertEqual(got.status, 200)
        state = person.state(match)
        self.assertEqual(state["draft"], [begin["n"]])
        self.assertEqual(state["entry"], before["entry"])
        self.assertEqual(state["seq"], got.json()["seq"])
        self.assertTrue(state["undo"]["can"])
        self.assertEqual(person.do(match, "undo", seq=state["seq"]).status, 200)
        after = person.state(match)
        self.assertEqual(after["draft"], [])
        self.assertEqual(after["view"], before["view"])
        self.assertGreater(after["seq"], state["seq"])

    def test_a_step_that_places_pieces_is_seen_beforehand(self):
        """What `why` tells of a formation is what choosing it shows; asking changes nothing."""
        ghost = 16
        person = Person(self.server)
        match = person.new("human", "random", game="salvo", scenario="first_salvo")
        for word in ("deploy ", "at "):
            state = person.state(match)
            step = next(a for a in state["legal"] if a["n"].startswith(word))
            self.assertEqual(person.act(match, step["a"], state["seq"]).status, 200)
        before = person.state(match)
        forms = [a for a in before["legal"] if a["n"].startswith("form ")]
        seen = person.do(match, "why", action=forms[0]["n"]).json()["ghosts"]
        self.assertNotEqual(seen, person.do(match, "why", action=forms[1]["n"]).json()["ghosts"])
        self.assertEqual(person.state(match), before)
        person.act(match, forms[0]["a"], before["seq"])
        shown = [p for p in person.state(match)["view"]["pieces"] if p["flags"] & ghost]
        self.assertEqual(seen, shown)

    def test_undo_says_why_not(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        state = person.state(match)
        self.assertFalse(state["undo"]["can"])
        self.assertTrue(state["undo"]["fr"] and state["undo"]["en"])
        got = person.do(match, "undo", seq=state["seq"])
        self.refused(got, 409, "not_allowed")
        self.assertEqual(got.json()["error"]["fr"], state["undo"]["fr"])

    def test_resign_and_draw(self):
        person = Person(self.server)
        match = person.new("human", "greedy")
        self.assertEqual(person.do(match, "draw", answer="offer").status, 200)
        log = person.state(match)["log"]
        self.assertEqual([line["lines"][0]["kind"] for line in log[-2:]],
                         ["offers-draw", "declines-draw"])
        self.refused(person.do(match, "draw", answer="accept"), 409, "not_allowed")
        self.refused(person.do(match, "draw", answer="perhaps"), 400, "bad_field")
        self.assertEqual(person.do(match, "resign").status, 200)
        state = person.state(match)
        self.assertEqual((state["over"], state["result"]["reason"], state["result"]["half"]),
                         (True, "resign", [0, 2]))
        self.refused(person.do(match, "resign"), 409, "not_allowed")

    def test_standing_orders(self):
        person = Person(self.server)
        match = person.new("human", "random")
        told = lambda: person.get(f"/api/matches/{match}/orders").json()["orders"]
        self.assertEqual(told(), [{"node": "ambush", "order": "ask"}])  # a person decides
        self.assertEqual(person.do(match, "orders", node="ambush", order="never").status, 200)
        self.assertEqual(told(), [{"node": "ambush", "order": "never"}])
        for bad in ({"node": "turn", "order": "never"}, {"node": "none", "order": "never"},
                    {"node": "ambush", "order": "maybe"}, {"node": "ambush"}, {"order": "never"},
                    {"order": "never", "until": "noon"}, {"until": "turn"}, {"close": 1},
                    {"node": "ambush", "order": "never", "until": "turn"},
                    {"close": True, "node": "ambush", "order": "never"}):
            self.assertIn(person.do(match, "orders", **bad).status, (400, 409))
        chooser = random.Random(5)
        for _ in range(400):  # the window never asks any more
            state = person.wait(match, lambda s: s["over"] or s["turn"]["acting"])
            if state["over"]:
                break
            self.assertNotEqual(state["turn"]["node"], "ambush")
            person.act(match, chooser.choice(state["legal"])["a"], state["seq"])

    def windows(self, person, seats, seed, game=GAME, most=2000, **order):
        """Plays a match; what was asked at windows: how many answers there were. Whoever asks is
        given the order, if there is one."""
        match, chooser, found = person.new(*seats, game=game), random.Random(seed), []
        nodes = person.get(f"/api/games/{game}").json()["nodes"]
        windows = {n["token"] for n in nodes if "window" in n["flags"]}
        for _ in range(most):
            state = person.wait(match, lambda s: s["over"] or s["handover"] or
                                s["turn"]["acting"])
            if state["over"]:
                return found
            if state["handover"]:
                self.assertEqual(person.do(match, "handover", seat=state["handover"]).status, 200)
                continue
            if state["turn"]["node"] in windows:
                found.append(len(state["legal"]))
                if order:
                    before = state["entry"]
                    self.assertEqual(person.do(match, "orders", **order).status, 200)
                    self.assertGreater(person.state(match)["entry"], before)  # obeyed at once
                    continue
            person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
        return found

    def test_people_decide_at_windows(self):
        """Against the program where there is a choice; between people everywhere, so that nobody's
        pace tells that he had none."""
        person = Person(self.server)
        person.patient = True
        alone, both = [], []
        games = [game["id"] for game in person.get("/api/games").json()["games"]]
        for game in games:
            for found, other in ((alone, "random"), (both, "human")):
                found += self.windows(person, ("human", other), 3, game, most=400)
        for game in games * 5:  # the dice are the server's: a match may have no such window
            if 1 not in both:
                both += self.windows(person, ("human", "human"), 3, game, most=400)
        self.assertTrue(alone and min(alone) > 1, alone)
        self.assertTrue(1 in both and max(both) > 1, both)

    def test_orders_until_the_next_turn(self):
        """They answer what is asked at once, and ask again after the seat's own turn."""
        person = Person(self.server)
        person.patient = True
        for order in ("never", "always"):
            asked = [len(self.windows(person, ("human", "random"), seed, order=order, until="turn"))
                     for seed in range(12)]
            self.assertGreater(sum(asked), 3)

    def test_windows_with_one_answer_may_be_closed(self):
        person = Person(self.server)
        match = person.new("human", "human")
        told = lambda: person.get(f"/api/matches/{match}/orders").json()["close"]
        person.do(match, "handover", seat="north")
        self.assertFalse(told())
        self.assertEqual(person.do(match, "orders", close=True).status, 200)
        self.assertTrue(told())
        self.restart()
        person.server = self.server
        person.close()
        person.do(match, "handover", seat="north")
        self.assertTrue(told())

    def test_bots_play_with_a_token_and_no_origin(self):
        person = Person(self.server)
        token = person.post("/api/tokens", {}).json()["token"]
        bot = Person(self.server, token=token)
        match = bot.new("human", "random")
        self.assertTrue(bot.play(match)["over"])
        self.assertEqual(person.state(match)["id"], match)
        self.assertNotIn(token, self.server.log())


class Probes(Case):
    """Contract probes: planes, hexes, sealed nodes; no line of the server knows them."""
    program = PROBES

    def clicks(self, chooser, facts, node):
        """Things of the kinds one verb of the node asks for, chosen blindly, in any order."""
        verb = facts["verbs"][chooser.choice(facts["nodes"][node]["verbs"])]
        made = []
        for operand in verb["operands"]:
            domain = facts["domains"][operand]
            if domain["kind"] == "piece":
                made.append({"kind": "piece", "handle": chooser.randrange(domain["count"])})
            elif domain["kind"] == "cell":
                made.append({"kind": "cell", "surface": domain["surface"],
                             "cell": chooser.randrange(domain["count"])})
            elif domain["kind"] == "x":
                made.append({"kind": "point", "surface": domain["surface"],
                             "x": chooser.randint(-50, 1500), "y": chooser.randint(-50, 1500)})
            elif domain["kind"] != "y":
                made.append({"kind": domain["kind"], "value": chooser.randrange(3)})
        chooser.shuffle(made)
        return [{"kind": "verb", "verb": verb["token"]}] + made

    def test_illegal_clicks_are_answered_as_why_does(self):
        """200 a game: rule, fact and remedies are the judge's, whichever way it is asked."""
        person, chooser = Person(self.server), random.Random(200)
        person.patient = True
        for game in person.get("/api/games").json()["games"]:
            facts = person.get(f"/api/games/{game['id']}").json()
            found, tries, match = 0, 0, None
            while found < 200 and tries < 40000:
                tries += 1
                if match is None:
                    match = person.new("human", "human", game=game["id"])
                state = person.state(match)
                if state["over"]:
                    match = None
                    continue
                if state["handover"]:
                    person.do(match, "handover", seat=state["handover"])
                    continue
                node = [n["token"] for n in facts["nodes"]].index(state["turn"]["node"])
                for _ in range(6):
                    got = person.do(match, "click", seq=state["seq"], node=state["turn"]["node"],
                                    clicks=self.clicks(chooser, facts, node))
                    self.assertEqual(got.status, 200, got.body)
                    got = got.json()
                    if got["action"] is None or got["legal"]:
                        continue
                    found += 1
                    why = person.do(match, "why", action=got["notation"]).json()
                    self.assertEqual(why.pop("ledger"), [])
                    self.assertEqual(why, got)
                    self.assertTrue(got["refusal"]["rule"] and got["refusal"]["rule_en"])
                person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
            self.assertGreaterEqual(found, 200, game["id"])

    def test_every_probe_is_played_to_the_end(self):
        person = Person(self.server)
        games = person.get("/api/games").json()["games"]
        self.assertGreater(len([g for g in games if g["id"].startswith("probe")]), 2)
        for game in games:
            if not game["id"].startswith("probe"):
                continue
            for seats in (["human", "greedy"], ["human", "human"]):
                state = person.play(person.new(*seats, game=game["id"]))
                self.assertTrue(state["over"], game["id"])

    def test_changes_add_up_to_the_state(self):
        """Every game, both kinds of seats, undo included: what a reader of changes has is what a
        question is answered with, after every message. A second reader of the same seat, who comes
        later and reads now and then, has it too."""
        person, chooser = Person(self.server), random.Random(31)
        person.patient = True
        told = {"state": 0, "change": 0}
        for game in person.get("/api/games").json()["games"]:
            for seats in (["human", "human"], ["human", "random"]):
                match = person.new(*seats, game=game["id"])
                with Stream(person, match, "?changes=1") as stream, ExitStack() as later:
                    second = None
                    for step in range(150):
                        if step == 20:
                            second = later.enter_context(Stream(person, match, "?changes=1"))
                        state = person.state(match)
                        while stream.shown is None or stream.shown["seq"] < state["seq"] or \
                                stream.shown["thinking"]:
                            next(iter(stream))
                            told["state" if stream.whole else "change"] += 1
                        state = person.state(match)
                        if stream.shown["seq"] != state["seq"]:
                            continue  # the other seat has moved meanwhile
                        shown = dict(stream.shown)
                        if "log" in shown:
                            shown["log"] = shown["log"][-200:]
                        self.assertEqual(shown, state, game["id"])
                        if second and (step % 16 == 4 or step % 16 > 10):
                            self.assertEqual(self.caught_up(second, state), shown, game["id"])
                        if state["over"]:
                            break
                        self.one_step(person, match, state, chooser)
        self.assertGreater(told["change"], 3 * told["state"], told)

    def caught_up(self, stream, state):
        """What the second reader has when he has read as far as the first."""
        while stream.shown is None or stream.shown["seq"] < state["seq"]:
            next(iter(stream))
        shown = dict(stream.shown)
        if shown["seq"] > state["seq"]:
            return dict(state)  # the other seat has moved meanwhile
        if "log" in shown:
            shown["log"] = shown["log"][-200:]
        return shown

    def one_step(self, person, match, state, chooser):
        if state["handover"]:
            person.do(match, "handover", seat=state["handover"])
        elif state["undo"]["can"] and chooser.random() < 0.2:
            self.assertEqual(person.do(match, "undo", seq=state["seq"]).status, 200)
        elif chooser.random() < 0.1:
            answer = "decline" if state["draw"] else "offer"
            self.assertIn(person.do(match, "draw", answer=answer).status, (200, 409))
        else:
            got = person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
            self.assertIn(got.status, (200, 409), got.body)


class Replays(Case):
    def finished(self, person):
        match = person.new("human", "random", options={"turns": 2})
        person.play(match)
        return match

    def test_every_moment_from_every_side(self):
        person = Person(self.server)
        match = self.finished(person)
        last = person.state(match)
        for viewer in ("north", "south", "public", "umpire"):
            for entry in range(0, last["entry"] + 1):
                got = person.get(f"/api/matches/{match}/replay?entry={entry}&viewer={viewer}")
                self.assertEqual(got.status, 200, got.body)
                shown = got.json()
                self.assertEqual((shown["entries"], shown["viewer"]), (last["entry"], viewer))
                self.assertEqual([e["entry"] for e in shown["log"]], list(range(1, entry + 1)))
        self.assertTrue(shown["dice"]["verified"])
        self.assertEqual(shown["dice"]["commitment"], last["commitment"])
        self.assertEqual(len(shown["dice"]["seed"]), 64)
        for bad in ("entry=99999", "entry=x", "entry=-1", "viewer=nobody", "viewer=cat"):
            self.refused(person.get(f"/api/matches/{match}/replay?{bad}"), 400, "bad_field")

    def test_a_moment_tells_what_is_marked_then(self):
        person = Person(self.server)
        match = person.new("greedy", "human", game="bautzen", scenario="intro")
        state = person.wait(match, lambda s: s["turn"]["acting"])
        own = person.get(f"/api/matches/{match}/overlay?kind=control&about=0").json()
        first = state["entry"]
        steps = ["move Brandenburg_JgR2", "step 2011", "stop"]  # what it comes to hold was his
        done = person.do(match, "actions", actions=steps, seq=state["seq"])
        self.assertEqual(done.json().get("done"), 3, done.body)
        now = person.get(f"/api/matches/{match}/overlay?kind=control&about=0").json()
        self.assertNotEqual(now, own)
        self.assertEqual(person.do(match, "resign").status, 200)
        at = f"/api/matches/{match}/replay?viewer=german"
        then = person.get(f"{at}&entry={first}&overlays=control:0,zoc:1,supply:0").json()
        self.assertEqual([(o["kind"], o["about"]) for o in then["overlays"]],
                         [("control", 0), ("zoc", 1), ("supply", 0)])
        told = {key: then["overlays"][0][key] for key in ("surface", "cells", "points", "pieces")}
        self.assertEqual(told, own)  # as its side was told at that moment
        self.assertGreater(len(told["cells"]), 10)
        self.assertNotIn("overlays", person.get(f"{at}&entry={first}").json())
        for bad in ("control", "control:", "control:9", "reach:0", "none:0", "control:0,",
                    ",control:0", "control:0;zoc:1", ",".join(["control:0"] * 5)):
            self.refused(person.get(f"{at}&overlays={bad}"), 400, "bad_field")

    def test_running_matches_have_no_replay_and_no_seed(self):
        person = Person(self.server)
        match = person.new("human", "random")
        self.refused(person.get(f"/api/matches/{match}/replay"), 409, "not_over")
        self.assertNotIn("seed", json.dumps(person.state(match)))
        view = person.get(f"/api/matches/{match}/file").body.decode()
        self.assertTrue(view.startswith("grognard view 1"))
        self.assertNotIn("\nseed", view)

    def test_file_goes_out_and_comes_back(self):
        person = Person(self.server)
        match = self.finished(person)
        got = person.get(f"/api/matches/{match}/file")
        self.assertTrue(got.headers["Content-Disposition"].startswith("attachment"))
        self.assertTrue(got.body.startswith(b"grognard match 2"))
        other = Person(self.server)
        sent = other.post("/api/replays", got.body, Content_Type="text/plain")
        self.assertEqual(sent.status, 201, sent.body)
        copy = sent.json()["id"]
        self.assertEqual(other.get(f"/api/matches/{copy}/file").body, got.body)
        one = person.get(f"/api/matches/{match}/replay?entry=9&viewer=north").json()
        two = other.get(f"/api/matches/{copy}/replay?entry=9&viewer=north").json()
        for field in ("view", "log", "turn", "dice", "entries"):
            self.assertEqual(one[field], two[field])
        self.restart()
        for p in (person, other):
            p.server = self.server
        self.assertEqual(other.get(f"/api/matches/{copy}/file").body, got.body)
        self.assertTrue(other.state(copy)["over"])
        self.refused(other.act(copy, "pass", other.state(copy)["seq"]), 409, "not_allowed")

    def test_damaged_files_are_refused_with_their_line(self):
        person = Person(self.server)
        text = person.get(f"/api/matches/{self.finished(person)}/file").body
        damaged = text.replace(b"garrison", b"garrisom", 1)
        got = person.post("/api/replays", damaged, Content_Type="text/plain")
        self.refused(got, 400, "bad_file")
        self.assertEqual(got.json()["line"],
                         damaged[:damaged.index(b"garrisom")].count(b"\n") + 1)
        for bad in (b"hello", text[:-200], b"\x00" * 100):
            self.refused(person.post("/api/replays", bad, Content_Type="text/plain"), 400,
                         "bad_file")
        self.refused(person.post("/api/replays", text), 415, "type")
        self.refused(person.post("/api/replays", b"x" * (1 << 20) + b"y",
                                 Content_Type="text/plain"), 413, "too_large")

    def test_a_finished_match_may_be_shown_to_others(self):
        person, other = Person(self.server), Person(self.server)
        match = self.finished(person)
        self.assertEqual(other.state(match)["viewer"], "public")
        self.assertEqual(other.get(f"/api/matches/{match}/replay").status, 200)


class Streams(Case):
    def test_state_at_once_and_after_every_change(self):
        person = Person(self.server)
        match = person.new("human", "human")
        with Stream(person, match) as stream:
            states = iter(stream)
            first = next(states)
            self.assertEqual(stream.id, first["seq"])
            self.assertEqual(first["handover"], "north")
            person.do(match, "handover", seat="north")
            second = next(states)
            self.assertEqual(second["viewer"], "north")
            self.assertGreater(second["seq"], first["seq"])
            got = person.act(match, second["legal"][0]["a"], second["seq"])
            third = next(states)
            self.assertEqual(third["seq"], got.json()["seq"])

    def test_reconnect_tells_only_what_is_new(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        state = person.state(match)
        for query, more in ((f"?since={state['seq']}", {}),
                            ("", {"Last_Event_ID": str(state["seq"])})):
            with Stream(person, match, query, seconds=1, **more) as stream:
                with self.assertRaises(TimeoutError):
                    next(iter(stream))
        with Stream(person, match, f"?since={state['seq'] - 1}") as stream:
            self.assertEqual(next(iter(stream))["seq"], state["seq"])

    def test_log_of_new_entries_only(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        with Stream(person, match, "?log=new") as stream:
            states = iter(stream)
            first = next(states)
            self.assertEqual([e["entry"] for e in first["log"]],
                             list(range(1, first["entry"] + 1)))
            person.act(match, first["legal"][0]["a"], first["seq"])
            self.assertNotIn("log", next(states))  # a hand-over is due
            person.do(match, "handover", seat="south")
            third = next(states)
            self.assertEqual(third["log"][0]["entry"], 1)
            person.act(match, third["legal"][0]["a"], third["seq"])
            self.assertIsNotNone(next(states)["handover"])

    def test_a_reconnected_reader_of_changes_gets_a_whole_state(self):
        person = Person(self.server)
        match = person.new("human", "human")
        person.do(match, "handover", seat="north")
        seq = person.state(match)["seq"]
        with Stream(person, match, "?changes=1", Last_Event_ID=str(seq)) as stream:
            person.do(match, "draw", answer="offer")
            self.assertEqual(next(iter(stream))["draw"], "north")
            self.assertTrue(stream.whole)
            person.do(match, "orders", node="ambush", order="never")
            self.assertEqual(next(iter(stream))["seq"], seq + 2)
            self.assertFalse(stream.whole)

    def test_slow_reader_gets_the_newest_and_holds_up_nobody(self):
        person = Person(self.server)
        matches = [person.new("human", "random") for _ in range(3)]
        slow = [Stream(person, m) for m in matches for _ in range(8)]
        for match in matches:
            self.assertTrue(person.play(match)["over"])  # while nobody reads
        for stream in slow:
            states = []
            for state in stream:
                states.append(state)
                if state["over"]:
                    break
            self.assertTrue(states[-1]["over"])
            seqs = [s["seq"] for s in states]
            self.assertEqual(seqs, sorted(set(seqs)))
            stream.close()

    def test_many_streams_and_their_end(self):
        person = Person(self.server)
        match = person.new("human", "random")
        streams = [Stream(person, match) for _ in range(64)]
        self.refused(person.get(f"/api/matches/{match}/events"), 429, "too_many")
        for stream in streams:
            next(iter(stream))
            stream.close()
        person.play(match)
        self.assertEqual(Stream(person, match).answer.status, 200)
