# SPDX-License-Identifier: Apache-2.0
"""One stream for any number of matches, several actions in one request, and answers that hold what
has changed: nothing is told twice, out of order, to the wrong person, or before it is saved."""
import contextlib
import http.client
import random
import time

from client import GAME, HOST, PROBES, Case, Compact, Person, Reader, Stream


def plain(state):
    """A state without the numbers of its message."""
    return {k: v for k, v in state.items() if k not in ("match", "no", "from")}


class Many(Case):
    program = PROBES
    form = ""

    def step(self, person, reader, match, chooser, told):
        """One request with the reader's name; what it answers is applied."""
        state = reader.shown
        if state["handover"]:
            got = person.do(match, "handover", seat=state["handover"], reader=reader.name)
        else:
            action = chooser.choice(state["legal"])["a"]
            got = person.do(match, "actions", actions=[action], seq=state["seq"],
                            reader=reader.name)
        self.assertEqual(got.status, 200, got.body)
        answer = got.json()
        self.assertIn("change", answer)
        self.assertEqual(answer["change"]["seq"], answer["seq"])
        told.append(answer["change"]["no"])
        return reader.take(answer["change"])

    def test_what_is_answered_is_what_a_state_says(self):
        """A match of every game, played by answers alone; each is what a fresh state says."""
        person, chooser = Person(self.server), random.Random(3)
        person.patient = True
        for game in person.get("/api/games").json()["games"]:
            match = person.new("human", "human", game=game["id"])
            with Reader(person, self.form) as reader:
                self.assertEqual(reader.watch(match).json(), {"matches": [{"match": match}]})
                state, told = next(iter(reader)), []
                for _ in range(60):
                    state = self.step(person, reader, match, chooser, told)
                    fresh = person.state(match, "" if state["handover"] else "?since=0")
                    self.assertEqual(plain(state), fresh)
                    if state["over"]:
                        break
                self.assertEqual(told, list(range(2, len(told) + 2)))

    def test_ten_matches_one_stream(self):
        person, chooser = Person(self.server), random.Random(8)
        matches = [person.new("human", "human") for _ in range(10)]
        with Reader(person, self.form) as reader:
            reader.watch(*matches)
            seen = {}
            for state in reader:
                seen[state["id"]] = state
                self.assertEqual(reader.told["match"], state["id"])
                if len(seen) == 10 and min(s["entry"] for s in seen.values()) > 5:
                    break
                if state["over"]:
                    self.fail("over")
                if state["handover"]:
                    person.do(state["id"], "handover", seat=state["handover"])
                else:
                    person.act(state["id"], chooser.choice(state["legal"])["a"], state["seq"])
            for match in matches:
                self.assertEqual(reader.last[match], reader.states[match] and max(
                    s["no"] for s in reader.states[match].values()))

    def test_answers_and_stream_overtake_each_other(self):
        """Every other request names the reader; with both together nothing is missing or double."""
        person, chooser = Person(self.server), random.Random(5)
        match = person.new("human", "human")
        with Reader(person, self.form) as reader:
            reader.watch(match)
            steps, messages = 0, iter(reader)
            state = next(messages)
            while steps < 60 and not state["over"]:
                named = {"reader": reader.name} if steps % 2 else {}
                steps += 1
                if state["handover"]:
                    got = person.do(match, "handover", seat=state["handover"], **named)
                else:
                    got = person.act(match, chooser.choice(state["legal"])["a"], state["seq"],
                                     **named)
                change = got.json().get("change")
                self.assertEqual(change is not None, bool(named))
                if change and reader.take(change):
                    state = reader.shown
                while state["seq"] < got.json()["seq"]:
                    state = next(messages)
            self.assertFalse(reader.held)

    def test_watch_anew_and_drop(self):
        person = Person(self.server)
        one, two = person.new("human", "human"), person.new("human", "human")
        with Reader(person, self.form) as reader:
            reader.watch(one)
            messages = iter(reader)
            self.assertEqual(next(messages)["id"], one)
            reader.watch(one)
            self.assertEqual((next(messages)["id"], reader.told["from"], reader.told["no"]),
                             (one, 0, 2))
            self.assertEqual(reader.watch(two, drop=[one]).json()["matches"],
                             [{"match": two}, {"match": one}])
            self.assertEqual(next(messages)["id"], two)
            got = person.do(one, "handover", seat="north", reader=reader.name)
            self.assertNotIn("change", got.json())
            person.do(two, "handover", seat="north")
            self.assertEqual((next(messages)["id"], reader.shown["viewer"]), (two, "north"))

    def test_bounds(self):
        person = Person(self.server)
        person.patient = True
        matches = [person.new("human", "human") for _ in range(65)]
        with Reader(person, self.form) as reader:
            self.refused(reader.watch(*matches), 400, "bad_field")
            got = reader.watch(*matches[:64]).json()["matches"]
            self.assertFalse([m for m in got if "error" in m])
            got = reader.watch(matches[64]).json()["matches"]
            self.assertEqual(got[0]["error"]["code"], "too_many")
            for bad in ({"watch": "x"}, {"watch": [1]}, {"watch": ["x" * 200]}, {"drop": {}}):
                self.refused(person.post(f"/api/readers/{reader.name}", bad), 400, "bad_field")
        self.refused(person.get("/api/stream?form=pretty"), 400, "bad_field")

    def test_a_reader_that_is_gone(self):
        person = Person(self.server)
        match = person.new("human", "human")
        with Reader(person, self.form) as reader:
            reader.watch(match)
            next(iter(reader))
            name = reader.name
        for _ in range(100):
            got = person.post(f"/api/readers/{name}", {"watch": [match]})
            if got.status == 404:
                break
        self.refused(got, 404, "not_found")
        got = person.do(match, "handover", seat="north", reader=name)
        self.assertEqual((got.status, list(got.json())), (200, ["seq"]))


class ManyCompact(Many):
    """The same with compact changes: what a reader makes of them is what a state says."""
    form = "?form=compact"

    def test_a_stream_alone(self):
        person, chooser = Person(self.server), random.Random(12)
        person.patient = True
        for game in person.get("/api/games").json()["games"]:
            match = person.new("human", "human", game=game["id"])
            wholes = 0
            with Compact(person, match) as stream:
                for steps, state in enumerate(stream):
                    wholes += stream.whole
                    self.assertEqual(plain(state), person.state(
                        match, "" if state["handover"] else "?since=0"))
                    if state["over"] or steps > 120:
                        break
                    if state["handover"]:
                        person.do(match, "handover", seat=state["handover"])
                    else:
                        person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
            self.assertLessEqual(wholes, 3, game["id"])  # nobody yet, and each seat

    def test_names_are_said_once(self):
        """In Salvo every figure has a long description: after the first state none comes again."""
        person, chooser = Person(self.server), random.Random(1)
        match = person.new("human", "human", game="salvo")
        said = {}
        with Compact(person, match) as stream:
            for steps, state in enumerate(stream):
                for at, drop, *items in stream.told.get("piece", []):
                    for item in items:
                        if item[1] & 1 << 13:
                            key = state["viewer"], item[0]
                            self.assertNotIn(key, said)
                            said[key] = True
                if state["over"] or steps > 150:
                    break
                if state["handover"]:
                    person.do(match, "handover", seat=state["handover"])
                else:
                    person.act(match, chooser.choice(state["legal"])["a"], state["seq"])


class Several(Case):
    program = PROBES

    def start(self, game=GAME, seats=("human", "random")):
        person = Person(self.server)
        match = person.new(*seats, game=game)
        return person, match, person.state(match)

    def draft_game(self, person):
        """A match of Bautzen where counters are picked and put: two steps a decision."""
        match = person.new("human", "human", game="bautzen")
        person.do(match, "handover", seat="allied")
        return match

    def test_in_order_and_one_number(self):
        person = Person(self.server)
        match = self.draft_game(person)
        state = person.state(match)
        pick = state["legal"][0]
        one = person.do(match, "actions", actions=[pick["a"]], seq=state["seq"]).json()
        self.assertEqual(one, {"seq": state["seq"] + 1, "done": 1})
        place = person.state(match)["legal"][0]["n"]
        person.do(match, "undo", seq=one["seq"])
        seq = person.state(match)["seq"]
        got = person.do(match, "actions", actions=[pick["a"], place], seq=seq)
        self.assertEqual((got.status, got.json()), (200, {"seq": seq + 1, "done": 2}))
        self.assertEqual(person.state(match)["entry"], 1)

    def test_it_stops_at_the_first_refusal_and_says_so(self):
        person = Person(self.server)
        match = self.draft_game(person)
        state = person.state(match)
        pick = state["legal"][0]["a"]
        with Reader(person) as reader:
            reader.watch(match)
            next(iter(reader))
            got = person.do(match, "actions", actions=[pick, pick, pick], seq=state["seq"],
                            reader=reader.name)
            self.refused(got, 422, "refused")
            self.assertEqual((got.json()["done"], got.json()["seq"]), (1, state["seq"] + 1))
            self.assertIn("rule", got.json()["refusal"])
            self.assertEqual(len(reader.take(got.json()["change"])["draft"]), 1)
        got = person.do(match, "actions", actions=[pick], seq=state["seq"] + 1)
        self.refused(got, 422, "refused")
        self.assertEqual((got.json()["done"], got.json().get("seq")), (0, None))

    def test_it_stops_where_the_turn_ends(self):
        person, match, state = self.start(seats=("human", "human"))
        person.do(match, "handover", seat="north")
        chooser = random.Random(2)
        for _ in range(30):
            state = person.state(match)
            if state["handover"]:
                person.do(match, "handover", seat=state["handover"])
                continue
            many = [chooser.choice(state["legal"])["n"]] + ["pass"] * 5
            got = person.do(match, "actions", actions=many, seq=state["seq"])
            now = person.state(match)
            self.assertLess(got.json()["done"], 6)
            self.assertIn(got.status, (409, 422))
            if now["handover"] and got.status == 409:
                return self.assertEqual(got.code, "handover")
        self.fail("the turn never passed")

    def test_what_is_no_list_of_actions(self):
        person, match, state = self.start()
        legal = state["legal"][0]["a"]
        for bad in ([], [legal] * 65, "pass", {}, 7):
            got = person.do(match, "actions", actions=bad, seq=state["seq"])
            self.refused(got, 400, "bad_field")
        self.refused(person.do(match, "actions", seq=state["seq"]), 400, "bad_field")
        got = person.do(match, "actions", action=legal, actions=[legal], seq=state["seq"])
        self.refused(got, 400, "bad_field")
        got = person.do(match, "actions", actions=[None], seq=state["seq"])
        self.refused(got, 400, "bad_field")
        self.assertEqual(person.state(match)["seq"], state["seq"])

    def test_the_plainest_request_is_read_like_any_other(self):
        """{"action":N,"seq":N} without blanks is not read by the library."""
        person, match, state = self.start(seats=("human", "human"))
        person.do(match, "handover", seat="north")
        state = person.state(match)
        legal, seq = state["legal"][0]["a"], state["seq"]
        path = f"/api/matches/{match}/actions"
        for action, number in ((legal, seq + 1), (0, seq), (2 ** 53, seq), (legal + 1, seq),
                               (9 * 10 ** 15, seq), (10 ** 16, seq), (legal, 10 ** 16)):
            plain, spaced = (f'{{"action":{s}{action},"seq":{number}}}' for s in ("", " "))
            one, two = person.post(path, plain), person.post(path, spaced)
            self.assertEqual((one.status, one.body), (two.status, two.body), plain)
            self.assertGreaterEqual(one.status, 400)
        for bad in (f'{{"action":0{legal},"seq":{seq}}}', f'{{"action":{legal},"seq":{seq}}}}}',
                    f'{{"action":,"seq":{seq}}}', f'{{"action":{legal},"seq":}}',
                    f'{{"action":{legal},"seq":{seq}'):
            self.refused(person.post(path, bad), 400, "bad_json")
        got = person.post(path, f'{{"action":{legal},"seq":{seq}}}')
        self.assertEqual((got.status, got.json()), (200, {"seq": seq + 1}))

    def test_the_same_key_again_changes_nothing(self):
        person = Person(self.server)
        match = self.draft_game(person)
        state = person.state(match)
        pick = state["legal"][0]["a"]
        first = person.do(match, "actions", actions=[pick], seq=state["seq"], key="k1")
        again = person.do(match, "actions", actions=[pick], seq=state["seq"], key="k1")
        self.assertEqual((again.status, again.json()), (200, {"seq": first.json()["seq"]}))
        place = person.state(match)["legal"][0]["a"]
        seq = first.json()["seq"]
        done = person.do(match, "actions", actions=[place], seq=seq, key="k2").json()
        self.restart()
        person.server = self.server
        person.close()
        got = person.do(match, "actions", actions=[place], seq=seq, key="k2")
        self.assertEqual(got.json(), {"seq": done["seq"]})
        state = person.state(match)
        self.assertEqual(state["entry"], 1)


class Others(Case):
    def test_matches_of_others_do_not_exist(self):
        owner, stranger = Person(self.server), Person(self.server)
        match = owner.new("human", "human")
        with Reader(stranger) as reader:
            got = reader.watch(match, "a" * len(match)).json()["matches"]
            self.assertEqual([m["error"]["code"] for m in got], ["not_found"] * 2)
            self.assertEqual(got[0]["error"], got[1]["error"])
            owner.do(match, "handover", seat="north")
            owner.do(match, "resign")
            self.assertEqual(reader.watch(match).json(), {"matches": [{"match": match}]})
            self.assertEqual(next(iter(reader))["viewer"], "public")

    def test_a_reader_of_somebody_else_is_not_there(self):
        owner, stranger = Person(self.server), Person(self.server)
        match = owner.new("human", "human")
        with Reader(owner) as reader:
            reader.watch(match)
            self.refused(stranger.post(f"/api/readers/{reader.name}", {"drop": [match]}), 404,
                         "not_found")
            other = stranger.new("human", "human")
            got = stranger.do(other, "handover", seat="north", reader=reader.name)
            self.assertEqual(list(got.json()), ["seq"])
            # The stream has lost nothing by it.
            next(iter(reader))
            owner.do(match, "handover", seat="north")
            self.assertEqual(next(iter(reader))["viewer"], "north")

    def test_nothing_of_either_seat_before_the_hand_over(self):
        """The answer of the move that ends a turn holds nothing of the next seat."""
        person, chooser = Person(self.server), random.Random(4)
        match = person.new("human", "human")
        handed = 0
        with Reader(person) as reader:
            reader.watch(match)
            state = next(iter(reader))
            for _ in range(200):
                if state["over"]:
                    break
                if state["handover"]:
                    handed += 1
                    for key in ("view", "legal", "log", "draft", "undo"):
                        self.assertNotIn(key, state)
                    got = person.do(match, "handover", seat=state["handover"], reader=reader.name)
                else:
                    self.assertEqual(state["viewer"], state["turn"]["seat"])
                    got = person.act(match, chooser.choice(state["legal"])["a"], state["seq"],
                                     reader=reader.name)
                state = reader.take(got.json()["change"])
        self.assertGreater(handed, 5)

    def test_a_seat_of_its_own_stream_and_the_shared_one_agree(self):
        person, chooser = Person(self.server), random.Random(6)
        match = person.new("human", "random")
        with Reader(person) as reader, Stream(person, match, "?changes=1") as alone:
            reader.watch(match)
            messages = iter(reader)
            shown = next(messages)
            for state in alone:
                while shown["seq"] < state["seq"]:
                    shown = next(messages)
                if shown["seq"] == state["seq"]:
                    self.assertEqual(plain(shown), state)
                if state["over"] or state["entry"] > 30:
                    break
                if state["turn"]["acting"]:
                    person.act(match, chooser.choice(state["legal"])["a"], state["seq"])

    def long_game(self, person):
        return next(g["id"] for g in person.get("/api/games").json()["games"] if g["id"] != GAME)

    def steps(self, person, match, count):
        """Draft steps and moves of both seats at one screen, as fast as they are answered."""
        chooser, state = random.Random(9), person.state(match)
        for _ in range(count):
            if state["handover"]:
                got = person.do(match, "handover", seat=state["handover"])
            else:
                got = person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
            self.assertEqual(got.status, 200, got.body)
            state = person.state(match)
        return state

    def test_one_window_follows_at_once_the_others_once_in_an_interval(self):
        """The window opened first is told every change; another of the same person gets the
        changes of an interval (100 ms) as one message, and none is missing in the end."""
        person = Person(self.server)
        match = person.new("human", "human", game=self.long_game(person))
        with Stream(person, match, "?changes=1") as first, \
                Stream(person, match, "?changes=1") as other:
            begun = time.monotonic()
            state = self.steps(person, match, 60)
            intervals = (time.monotonic() - begun) / 0.100
            counts = []
            for stream in (first, other):
                count = 0
                for shown in stream:
                    count += 1
                    if shown["seq"] == state["seq"]:
                        break
                self.assertEqual(shown, state | {"log": shown["log"]})
                self.assertEqual(shown["log"][-1:], state["log"][-1:])
                counts.append(count)
        self.assertGreaterEqual(counts[0], 60)
        self.assertLess(counts[1], counts[0])
        self.assertLessEqual(counts[1], intervals + 4)

    def test_forty_windows_follow_together(self):
        """More than are sent to at one go; some leave meanwhile, and nobody else notices."""
        person = Person(self.server)
        match = person.new("human", "human", game=self.long_game(person))
        with contextlib.ExitStack() as open_:
            streams = [open_.enter_context(Stream(person, match, "?changes=1"))
                       for _ in range(40)]
            for stream in streams:
                next(iter(stream))
            self.steps(person, match, 4)
            for stream in streams[5:25:4]:
                stream.close()
            state = self.steps(person, match, 4)
            for i, stream in enumerate(streams):
                if i in range(5, 25, 4):
                    continue
                for shown in stream:
                    if shown["seq"] == state["seq"]:
                        break
                self.assertEqual(shown, state | {"log": shown["log"]}, i)

    def test_what_is_gathered_is_told_before_the_end(self):
        person = Person(self.server)
        match = person.new("human", "human", game=self.long_game(person))
        with Stream(person, match, "?changes=1") as first, \
                Stream(person, match, "?changes=1") as other:
            next(iter(first)), next(iter(other))
            state = self.steps(person, match, 8)
            self.assertEqual(self.restart(), 0)
            self.assertEqual([list(s)[-1]["seq"] for s in (first, other)], [state["seq"]] * 2)

    def test_head_and_an_old_client(self):
        person = Person(self.server)
        line = http.client.HTTPConnection(HOST, self.server.port, timeout=10)
        line.request("HEAD", "/api/stream", headers=person.headers("GET", {}))
        got = line.getresponse()
        self.assertEqual((got.status, got.headers["Content-Type"]), (200, "text/event-stream"))
        line.close()
