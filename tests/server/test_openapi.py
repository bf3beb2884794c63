# SPDX-License-Identifier: Apache-2.0
"""docs/api/openapi.yaml against the server: the same endpoints, the same permissions, and answers
of a played match that fit its schemas (every field known, every required one there)."""
import json
import random
import re
import unittest

from client import PROBES, ROOT, Case, Person, Reader, Stream
from test_permission import routes


def read_yaml(text):
    """The small part of YAML the file keeps to: nested maps, values in JSON."""
    root = {}
    stack = [(-1, root)]
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        depth = len(line) - len(line.lstrip())
        found = re.match(r"\s*([\w$./{}-]+):(?:\s+(.*))?$", line)
        if not found:
            raise ValueError(f"line {number}: {line}")
        while stack[-1][0] >= depth:
            stack.pop()
        key, value = found.groups()
        if key in stack[-1][1]:
            raise ValueError(f"line {number}: {key} twice")
        if value:
            stack[-1][1][key] = json.loads(value)
        else:
            stack[-1][1][key] = {}
            stack.append((depth, stack[-1][1][key]))
    return root


API = read_yaml((ROOT / "docs" / "api" / "openapi.yaml").read_text(encoding="utf-8"))
WORDS = {"/matches/": "{match}", "/readers/": "{reader}", "/sessions/": "{session}"}
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
         "null": type(None)}


def misfit(value, schema, where="answer"):
    """The first place where a value does not fit its schema, or None."""
    if "oneOf" in schema:
        found = [misfit(value, one, where) for one in schema["oneOf"]]
        return None if found.count(None) == 1 else f"{where}: {found}"
    if "$ref" in schema:
        return misfit(value, API["components"]["schemas"][schema["$ref"].split("/")[-1]], where)
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(type(value) is KINDS[k] for k in kinds):
        return f"{where}: {type(value).__name__}, not {kinds}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where}: {value!r}"
    if isinstance(value, list):
        parts = schema.get("prefixItems") or [schema["items"]] * len(value)
        fewest, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if len(value) != len(parts) or not fewest <= len(value) <= most:
            return f"{where}: {len(value)} items"
        for i, item in enumerate(value):
            if found := misfit(item, parts[i], f"{where}[{i}]"):
                return found
    if not isinstance(value, dict):
        return None
    for key in schema.get("required", []):
        if key not in value:
            return f"{where}.{key} is missing"
    for key, item in value.items():
        known = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
        if known is None:
            return f"{where}.{key} is not in the file"
        if found := misfit(item, known, f"{where}.{key}"):
            return found
    return None


class Document(unittest.TestCase):
    def test_the_checker_can_fail(self):
        state = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
        self.assertIsNone(misfit({"a": 1}, state))
        for bad in ({}, {"a": "1"}, {"a": True}, {"a": 1, "b": 2}, [], None):
            self.assertIsNotNone(misfit(bad, state), bad)
        pair = {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}
        self.assertIsNone(misfit([1, "a"], pair))
        two = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
        self.assertIsNone(misfit([1, 2], two))
        for bad in ([], [1], ["a", 1], [1, "a", 1], [1, 2, 3]):
            self.assertIsNotNone(misfit(bad, pair), bad)
            self.assertIsNotNone(misfit(bad, two), bad)

    def test_same_endpoints_and_permissions(self):
        ours = {}
        for _, method, path, access in routes():
            word = next((w for part, w in WORDS.items() if part in path), "{game}")
            ours[(method.lower(), path.replace("*", word))] = access != "ANYONE"
        theirs = {(method, path): bool(operation["security"])
                  for path, operations in API["paths"].items()
                  for method, operation in operations.items()}
        self.assertEqual(ours, theirs)

    def test_every_schema_is_used(self):
        text = json.dumps(API)
        for name in API["components"]["schemas"]:
            used = f"schemas/{name}\"" in text or f'"x-answer": "{name}"' in text
            self.assertTrue(used or name == "Error", name)


class Answers(Case):
    program = PROBES

    def fits(self, got, path, method="get"):
        name = API["paths"][path][method]["x-answer"] if got.status < 400 else "Error"
        schema = API["components"]["schemas"][name]
        self.assertIsNone(misfit(got.json(), schema, f"{method} {path}"))
        return got.json()

    def test_facts(self):
        person = Person(self.server)
        self.fits(person.get("/api/health"), "/api/health")
        self.fits(person.get("/api/key"), "/api/key")
        for game in self.fits(person.get("/api/games"), "/api/games")["games"]:
            at = f"/api/games/{game['id']}"
            self.fits(person.get(at), "/api/games/{game}")
            self.fits(person.get(at + "/cells"), "/api/games/{game}/cells")
        self.fits(person.post("/api/tokens", {}), "/api/tokens", "post")
        self.fits(person.post("/api/session", {}), "/api/session", "post")
        for session in self.fits(person.get("/api/sessions"), "/api/sessions")["sessions"]:
            got = person.post(f"/api/sessions/{session['id']}/end", {})
            self.fits(got, "/api/sessions/{session}/end", "post")
        self.fits(Person(self.server).post("/api/signout", {"everywhere": True}), "/api/signout",
                  "post")

    def test_a_match_of_every_game(self):
        person = Person(self.server)
        chooser = random.Random(9)
        for game in person.get("/api/games").json()["games"]:
            got = person.post("/api/matches", {"game": game["id"], "seats": ["human"] * len(
                game["seats"])})
            made = self.fits(got, "/api/matches", "post")
            match = made["id"]
            at, spec = f"/api/matches/{match}", "/api/matches/{match}"
            self.fits(person.get(at), spec)
            self.fits(person.seed(made), spec + "/dice", "post")
            for _ in range(60):
                state = self.fits(person.get(at), spec)
                if state["over"]:
                    break
                if state["handover"]:
                    got = person.do(match, "handover", seat=state["handover"])
                    self.fits(got, spec + "/handover", "post")
                    continue
                choice = chooser.choice(state["legal"])
                self.fits(person.do(match, "why", action=choice["a"]), spec + "/why", "post")
                bad = choice["a"] ^ chooser.randrange(1, 64)
                self.fits(person.do(match, "why", action=bad), spec + "/why", "post")
                self.fits(person.act(match, bad, state["seq"] + 1), spec + "/actions", "post")
                self.fits(person.act(match, choice["a"], state["seq"]), spec + "/actions", "post")
            state = person.state(match)
            if state["handover"]:
                person.do(match, "handover", seat=state["handover"])
            self.fits(person.get(at + "/moments?since=2"), spec + "/moments")
            self.fits(person.do(match, "resign"), spec + "/resign", "post")
            self.fits(person.get(at), spec)
            self.fits(person.get(at + "/replay?entry=3&viewer=umpire"), spec + "/replay")
            facts = person.get(f"/api/games/{game['id']}").json()
            seat = [d["kind"] for d in facts["domains"]]
            marked = ",".join(f"{o['token']}:0" for o in facts["overlays"]
                              if seat[o["domain"]] == "seat")
            told = self.fits(person.get(f"{at}/replay?entry=0&overlays={marked}"),
                             spec + "/replay")
            self.assertEqual(len(told.get("overlays", [])), marked.count(":"))
        self.fits(person.get("/api/matches"), "/api/matches")

    def test_messages_of_a_stream(self):
        person, chooser = Person(self.server), random.Random(4)
        person.patient = True
        events = API["paths"]["/api/matches/{match}/events"]["get"]["x-events"]
        seen = {"state": 0, "change": 0}
        for game in person.get("/api/games").json()["games"]:
            match = person.new("human", "human", game=game["id"])
            with Stream(person, match, "?changes=1") as stream:
                for state in stream:
                    kind = "state" if stream.whole else "change"
                    self.assertIsNone(misfit(stream.told, events[kind], f"{game['id']} {kind}"))
                    seen[kind] += 1
                    if state["over"] or state["entry"] > 60:
                        break
                    if state["handover"]:
                        person.do(match, "handover", seat=state["handover"])
                    else:
                        person.act(match, chooser.choice(state["legal"])["a"], state["seq"])
        self.assertGreater(min(seen.values()), 20)

    def test_compact_messages_and_answers(self):
        person, chooser = Person(self.server), random.Random(6)
        person.patient = True
        schemas = API["components"]["schemas"]
        for game in person.get("/api/games").json()["games"]:
            match = person.new("human", "human", game=game["id"])
            with Reader(person, "?form=compact") as reader:
                reader.watch(match)
                state = next(iter(reader))
                self.assertIsNone(misfit(reader.told, schemas["State"]))
                for _ in range(60):
                    if state["over"]:
                        break
                    if state["handover"]:
                        got = person.do(match, "handover", seat=state["handover"],
                                        reader=reader.name)
                        self.fits(got, "/api/matches/{match}/handover", "post")
                    else:
                        got = person.do(match, "actions", seq=state["seq"], reader=reader.name,
                                        actions=[chooser.choice(state["legal"])["a"]])
                        self.fits(got, "/api/matches/{match}/actions", "post")
                    change = got.json()["change"]
                    spelt = "viewer" in change or "legal" in change
                    name = "State" if not change["from"] else "Compact"
                    self.assertIsNone(misfit(change, schemas[name]), (game["id"], spelt))
                    state = reader.take(change)

    def test_overlays(self):
        person = Person(self.server)
        asked = 0
        for game in person.get("/api/games").json()["games"]:
            facts = person.get(f"/api/games/{game['id']}").json()
            match = person.new("human", "random", game=game["id"])
            for overlay in facts["overlays"]:
                got = person.get(f"/api/matches/{match}/overlay?kind={overlay['token']}&about=0")
                self.assertIn(got.status, (200, 400))
                self.fits(got, "/api/matches/{match}/overlay")
                asked += got.status == 200
        self.assertGreater(asked, 0)

    def test_errors(self):
        person = Person(self.server)
        match = person.new("human", "random")
        for got in (person.get("/api/none"), person.post("/api/matches", b"{"),
                    person.get("/api/matches/none"), person.act(match, "fly", 1)):
            self.assertGreaterEqual(got.status, 400)
            self.assertIsNone(misfit(got.json(), API["components"]["schemas"]["Error"]))
