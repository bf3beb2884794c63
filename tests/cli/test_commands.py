# SPDX-License-Identifier: Apache-2.0
"""Each command on good input: what it prints, and that its JSON has the fields promised."""
import re

from program import BAD, FIRM, FRENCH, GAME, NO, PROBES, ROOT, YES, Case, run

PLAYS = sorted(str(p.relative_to(ROOT)) for p in (ROOT / "games" / GAME / "tests").glob("*.play"))


class Games(Case):
    def test_json(self):
        games = self.good("games", "--json").json()["games"]
        game = next(g for g in games if g["id"] == GAME)
        self.assertEqual(game["version"], 1)
        self.assertEqual([s["id"] for s in game["seats"]], ["north", "south"])
        self.assertEqual(game["scenarios"][0]["id"], "standard")
        self.assertEqual(game["options"][0],
                         {"id": "turns", "name_fr": "Tours de chaque camp",
                          "name_en": "Turns of each side", "min": 2, "max": 8, "standard": 8})

    def test_uneven_lists_are_told(self):
        games = self.good("games", "--json").json()["games"]
        salvo = next(g for g in games if g["id"] == "salvo")
        first = next(s for s in salvo["scenarios"] if s["id"] == "first_salvo")
        found = [u for u in first["uneven"] if u["options"] == {"company1": 0, "company2": 2}]
        self.assertEqual(len(found), 1)
        names = [o["values"] for o in salvo["options"] if o["id"].startswith("company")]
        told = f"company1 {names[0][0]['id']}, company2 {names[1][2]['id']}"
        self.assertIn(f"uneven: {told} (West {found[0]['percent']}%)", self.good("games").out)
        french = self.good("games", "--lang", "fr").out
        self.assertIn(f"inégal\u00a0: {told} (Ouest {found[0]['percent']}\u202f%)", french)

    def test_usual_lists_are_told_and_played(self):
        games = self.good("games", "--json").json()["games"]
        salvo = next(g for g in games if g["id"] == "salvo")
        names = {o["id"]: [v["id"] for v in o["values"]] for o in salvo["options"] if "values" in o}
        named = [s for s in salvo["scenarios"] if "usual" in s]
        self.assertLessEqual({"first_salvo", "relay"}, {s["id"] for s in named})
        for scenario in named:
            usual = scenario["usual"]
            self.assertNotIn(usual, [u["options"] for u in scenario["uneven"]])
            told = ", ".join(f"{option} {names[option][value]}" for option, value in usual.items())
            self.assertIn(f"unless chosen otherwise: {told}\n", self.good("games").out)
            french = self.good("games", "--lang", "fr").out
            self.assertIn(f"sans autre choix\u00a0: {told}\n", french)
            begun = self.begun(scenario["id"])
            self.assertEqual({o: begun[o] for o in usual}, usual)
        # what is chosen stays chosen
        begun = self.begun("relay", "--companies", "5,0")
        self.assertEqual((begun["company1"], begun["company2"]), (5, 0))

    def begun(self, scenario, *chosen):
        words = ("study", "salvo", "--scenario", scenario, "--seats", "random,random",
                 "--games", "1", "--option", "flames=0", "--json")
        return self.good(*words, *chosen).json()["result"]["options"]

    def test_text(self):
        self.assertIn("The Fords", self.good("games").out)
        self.assertIn("Les Gués", self.good("games", "--lang", "fr").out)


class Rules(Case):
    def test_json(self):
        rules = self.good("rules", "--game", GAME, "--json").json()["rules"]
        self.assertGreater(len(rules), 10)
        for rule in rules:
            self.assertEqual(list(rule), ["id", "game", "origin", "section", "text_fr", "text_en",
                                          "code", "refusals", "events", "tests"])
            self.assertIn(rule["origin"], ("SEED", "RULING", "HOUSE"))
            self.assertTrue(rule["tests"], rule["id"])
            self.assertTrue(rule["code"], rule["id"])
            for place in rule["code"] + rule["tests"]:
                path, line = place.rsplit(":", 1)
                lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
                self.assertLess(int(line), len(lines) + 1, place)

    def test_places_name_the_rule(self):
        for rule in self.good("rules", "--json").json()["rules"]:
            for place in rule["tests"]:
                path, line = place.rsplit(":", 1)
                text = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]
                self.assertRegex(text, rf"\b{rule['id']}\b", place)

    def test_one_rule(self):
        got = self.good("rules", "z9").out
        self.assertRegex(got, r"\AZ9 ")
        self.assertIn("r4_assault.c:", got)
        self.assertRegex(self.good("rules", "Z9", "--lang", "fr").out, FRENCH)
        one = self.good("rules", "Z9", "--json").json()["rules"]
        self.assertEqual([r["id"] for r in one], ["Z9"])
        self.assertEqual(one[0]["events"], ["ambushed", "declined"])
        self.bad("rules", "Z99", says="Z99")
        self.bad("rules", "Z99", "--json")


class Selfplay(Case):
    def test_digest_is_one_line_and_repeats(self):
        words = ("selfplay", GAME, "--games", 50, "--seed", 1, "--hash")
        out = self.good(*words).out
        self.assertRegex(out, r"\A[0-9a-f]{16} [^\n]*\n\Z")
        self.assertEqual(out, self.good(*words).out)
        other = self.good("selfplay", GAME, "--games", 50, "--seed", 2).out
        self.assertNotEqual(out[:16], other[:16])
        self.assertNotEqual(out[:16], self.good("selfplay", GAME, "--games", 49).out[:16])

    def test_json(self):
        got = self.good("selfplay", GAME, "--games", 20, "--seats", "greedy,random",
                        "--json").json()
        self.assertEqual(got["games"], 20)
        self.assertEqual(got["seats"], ["greedy", "random"])
        self.assertEqual(sum(got["wins"]) + got["draws"], 20)
        self.assertGreater(got["steps"], 20)
        self.assertGreaterEqual(got["actions"], got["steps"])
        self.assertGreater(got["cpu_s"], 0)
        self.assertRegex(got["digest"], r"\A[0-9a-f]{16}\Z")

    def test_greedy_beats_random(self):
        got = self.good("selfplay", GAME, "--games", 200, "--seats", "greedy,random",
                        "--json").json()
        self.assertGreater(got["wins"][0], 2 * got["wins"][1])

    def test_options_change_the_game(self):
        short = self.good("selfplay", GAME, "--games", 5, "--option", "turns=2", "--json").json()
        long = self.good("selfplay", GAME, "--games", 5, "--json").json()
        self.assertLess(short["actions"], long["actions"])

    def test_rules_are_counted(self):
        plain = self.good("selfplay", GAME, "--games", 100, "--json").json()
        got = self.good("selfplay", GAME, "--games", 100, "--rules", "--json").json()
        self.assertEqual(got["digest"], plain["digest"])
        counts = {r["id"]: r for r in got["rules"]}
        self.assertGreater(counts["Z4"]["told"], 100)
        self.assertGreater(counts["Z6"]["refused"], 100)
        self.assertIn("Z4", self.good("selfplay", GAME, "--games", 3, "--rules").out)

    def test_questions_at_windows_are_counted(self):
        got = self.good("selfplay", GAME, "--games", 50, "--windows", "--json").json()
        plain = self.good("selfplay", GAME, "--games", 50, "--json").json()
        self.assertEqual(got["digest"], plain["digest"])
        counts = {w["node"]: w for w in got["windows"]}
        self.assertEqual(sorted(counts), ["all", "ambush"])
        self.assertEqual(counts["all"]["median"], counts["ambush"]["median"])
        self.assertGreaterEqual(counts["ambush"]["most"], counts["ambush"]["median"])
        self.assertGreater(counts["ambush"]["median"], 0)
        self.assertIn("ambush", self.good("selfplay", GAME, "--games", 3, "--windows").out)

    def test_load_with_several_actions_in_a_request(self):
        # As many people as keep each below the server's limit of 1,000 calls a second.
        words = ("loadtest", "--seconds", 0.5, "--games", 32, "--json")
        one, many = (run(*words, *more, cwd=self.folder).json() for more in ((), ("--batch", 4)))
        self.assertEqual((one["failures"], many["failures"], many["batch"]), (0, 0, 4))
        self.assertNotIn("batch", one)
        self.assertGreater(one["moves"], 0)
        self.assertGreater(many["moves"], 0)
        self.bad("loadtest", "--batch", "65")
        self.bad("loadtest", "--batch", "4", "--game", GAME, says="begins with chance")

    def test_load_of_two_persons_a_match(self):
        got = run("loadtest", "--apart", "--seconds", 1, "--games", 32, "--json",
                  cwd=self.folder).json()
        self.assertEqual((got["failures"], got["one_screen"]["failures"]), (0, 0))
        self.assertGreater(got["moves"], 0)
        self.assertGreater(got["one_screen"]["moves"], 0)
        self.assertAlmostEqual(got["over_one_screen"], got["moves_per_second"] /
                               got["one_screen"]["moves_per_second"])
        self.assertEqual(list(self.folder.glob("grognard-load-*")), [])
        self.bad("loadtest", "--apart", "--batch", "4", says="do not go together")

    def test_two_persons_do_not_disturb_each_other(self):
        """Each goes on by his own stream, at sealed nodes before the other: nothing is stale."""
        listed = [g for g in self.good("games", "--json").json()["games"] if g["listed"]]
        for game in listed[1:]:  # with the first see above
            got = run("loadtest", "--apart", "--seconds", 0.5, "--games", 32, "--json",
                      "--game", game["id"], cwd=self.folder).json()
            self.assertEqual((game["id"], got["failures"]), (game["id"], 0))
            self.assertGreater(got["moves"], 0)

    def test_saved_games(self):
        self.good("selfplay", GAME, "--games", 3, "--save", self.folder / "many")
        names = sorted(p.name for p in self.folder.iterdir())
        self.assertEqual(names, ["many-0001.gg", "many-0002.gg", "many-0003.gg"])
        for name in names:
            self.good("verify", self.folder / name)
        self.bad("selfplay", GAME, "--games", 3, "--save", self.folder / "many", says="force")
        self.good("selfplay", GAME, "--games", 3, "--save", self.folder / "many", "--force")
        self.bad("selfplay", GAME, "--save", self.folder / "no" / "where", says="where")

    def test_saved_game_is_the_same_game(self):
        """A saved game of greedy seats is the one the digest counted: same length, same result."""
        path = self.match("--seats", "greedy,greedy", seed=11)
        told = self.good("selfplay", GAME, "--seed", 11, "--seats", "greedy,greedy",
                         "--json").json()
        match = self.good("replay", path, "--json").json()
        actions = sum(1 + e.get("text", "").count("; ") for e in match["entries"])
        self.assertEqual(actions, told["actions"])
        self.assertEqual([h == 2 for h in match["half_points"]], [bool(w) for w in told["wins"]])


class Perft(Case):
    def test_counts(self):
        self.assertEqual(self.good("perft", GAME, "scenario:standard", "--depth", 1).out, "5\n")
        self.assertEqual(self.good("perft", GAME, "scenario:standard", "--depth", 0).out, "1\n")
        got = self.good("perft", GAME, "scenario:standard", "--depth", 3, "--split",
                        "--json").json()
        self.assertEqual(got["count"], sum(r["count"] for r in got["split"]))
        self.assertEqual(len(got["split"]), 5)
        self.assertIn("deal 3", self.good("perft", GAME, "scenario:standard", "--depth", 2,
                                          "--split").out)

    def test_bad(self):
        self.bad("perft", GAME, "scenario:standard", says="--depth")
        self.bad("perft", GAME, "scenario:nowhere", "--depth", 1)
        self.bad("perft", GAME, "nofile.play", "--depth", 1)


class Bench(Case):
    def test_names(self):
        # a minute where nothing else runs; here the other suites do
        got = self.good("bench", "--seconds", "0.3", "--json", patience=600).json()
        named = {r["name"]: r for r in got["results"]}
        units = {f"{GAME}.random_play": "steps/cpu_s", f"{GAME}.random_games": "games/cpu_s",
                 f"{GAME}.prepare": "ms", f"{GAME}.table_bytes": "bytes",
                 f"{GAME}.state_bytes": "bytes", f"{GAME}.clone_over_memcpy": "ratio",
                 f"{GAME}.value_auc": "auc", f"{GAME}.expand": "ns",
                 "match.append": "ns", "match.replay": "events/cpu_s",
                 "match.die": "ns", "judge.verdict_over_bare": "ratio",
                 "ref.copy4k": "copies/cpu_s", "study.games": "games/cpu_s",
                 "study.over_play": "ratio", "study.threads": "ratio", "study.ranks": "ratio",
                 "python.batch": "ratio", "ai.outside": "%", "ai.threads": "ratio"}
        for name, unit in units.items():
            self.assertEqual(named[name]["unit"], unit)
            self.assertGreater(named[name]["value"], 0)
        signature = next(s for s in got["signatures"] if s["game"] == GAME)
        told = self.good("selfplay", GAME, "--games", signature["games"], "--json").json()
        self.assertEqual(signature["digest"], told["digest"])

    def test_text(self):
        out = self.good("bench", "--game", GAME, "--seconds", "0.2").out
        self.assertRegex(out, rf"(?m)^{GAME}\.random_play +\d+ +steps/cpu_s$")


class Why(Case):
    def why(self, *words, code, **more):
        return self.good("why", GAME, *words, "--json", code=code, **more).json()

    def test_refused(self):
        got = self.why(PLAYS[1] + ":1", "garrison f4 3", "--seat", "north", code=NO)
        self.assertEqual(list(got), ["legal", "rule", "refusal", "args", "text_fr", "text_en",
                                     "remedy", "first"])
        self.assertIs(got["legal"], False)
        self.assertTrue(got["rule"] and got["refusal"] and got["text_fr"] and got["text_en"])

    def test_refusal_with_remedy(self):
        text = "game _template scenario empty\nput 1 hand north\nput 2 hand north\n" \
               "put 3 holds f1 north\nput 4 holds f5 south\nnode turn north\n"
        got = self.why("-", "garrison", "f3", "2", code=NO, input=text)
        self.assertEqual((got["rule"], got["refusal"], got["args"]), ("Z7", "NO_NEIGHBOUR", ["f3"]))
        self.assertEqual(got["remedy"], ["garrison f2 2"])
        got = self.why("-", "garrison", "f2", "5", code=NO, input=text)
        self.assertEqual((got["rule"], got["refusal"]), ("Z5", "CARD_NOT_IN_HAND"))
        self.assertEqual(got["remedy"], ["garrison f2 2", "garrison f2 1"])
        got = self.why("-", "garrison f2 2", code=YES, input=text)
        self.assertIs(got["legal"], True)
        self.assertIsNone(got["refusal"])
        got = self.why("-", "garrison f2 2", "--seat", "south", code=NO, input=text)
        self.assertEqual(got["refusal"], "NOT_YOUR_TURN")

    def test_ledger_of_a_legal_action(self):
        text = "game _template scenario empty\nput 4 hand north\nput 3 holds f1 north\n" \
               "put 2 holds f2 south\nput 1 hand south\nnode turn north\n> assault f2\n> with 4\n"
        path = self.folder / "ledger.play"
        path.write_text("# Z11\n" + text, encoding="utf-8")
        got = self.why(f"{path}:1@2", "confirm", code=YES)
        self.assertEqual([line["delta"] for line in got["ledger"] if line["kind"] == "total"][0], 4)

    def test_match_position(self):
        path = self.match()
        entries = self.good("replay", path, "--json").json()["entries"]
        entry = next(e for e in entries if e["kind"] == "action" and ";" not in e["text"])
        self.why(f"{path}@{entry['number'] - 1}", entry["text"], code=YES)
        self.why(path, entry["text"], code=NO)  # the match is over
        self.bad("why", GAME, f"{path}@9999", "pass", says="9999")

    def test_text(self):
        got = self.good("why", GAME, "scenario:standard", "pass", code=NO)
        self.assertRegex(got.out, r"\ARefused: ")
        self.assertIn("ZD1", got.out)
        got = self.good("why", GAME, "scenario:standard", "pass", "--lang", "fr", code=NO)
        self.assertRegex(got.out, rf"\ARefusé{FIRM}: ")

    def test_bad(self):
        self.bad("why", GAME, "scenario:standard", "fly f1", says="fly")
        self.bad("why", GAME, "scenario:standard", "garrison f9 1", says="f9")
        self.bad("why", GAME, "scenario:nowhere", "pass")
        self.bad("why", GAME, "nofile", "pass")
        self.bad("why", GAME, "scenario:standard", "pass", "--seat", "east", says="north")
        self.bad("why", GAME, "-", "pass", input="put nonsense\n")
        self.bad("why", GAME, PLAYS[0] + ":999", "pass")


class Test(Case):
    def test_files(self):
        out = self.good("test", *PLAYS).out
        self.assertRegex(out, r"(?m)^[1-9]\d* passed, 0 failed$")
        got = self.good("test", *PLAYS, "--json").json()
        self.assertEqual((got["failed"], got["failures"]), (0, []))

    def test_example_of_the_grammar(self):
        """The block that docs/play-format.md ends with is true."""
        page = (ROOT / "docs" / "play-format.md").read_text(encoding="utf-8")
        block = re.search(r"^```\n(# .*?)^```$", page, re.M | re.S).group(1)
        path = self.folder / "page.play"
        path.write_text(block, encoding="utf-8")
        self.assertRegex(self.good("test", path).out, r"(?m)^1 passed, 0 failed$")

    def test_failure_is_named(self):
        path = self.folder / "wrong.play"
        path.write_text("# Z1  wrong on purpose\ngame _template scenario empty\n"
                        "put 1 hand north\nput 3 holds f1 north\nput 4 holds f5 south\n"
                        "node turn north\n> garrison f3 1\n", encoding="utf-8")
        got = self.good("test", path, code=NO).out
        self.assertRegex(got, rf"(?m)^{re.escape(str(path))}:7: .*\(Z1  wrong on purpose\)$")
        self.assertRegex(got, r"(?m)^0 passed, 1 failed$")
        failure = self.good("test", path, "--json", code=NO).json()["failures"][0]
        self.assertEqual((failure["line"], failure["file"]), (7, str(path)))

    def test_unreadable(self):
        path = self.folder / "nonsense.play"
        path.write_text("# Z1  x\nnonsense\n", encoding="utf-8")
        got = run("test", path)
        self.assertEqual(got.code, BAD)
        self.bad("test", self.folder / "nothing.play")

    def test_a_position_line_that_the_game_does_not_admit(self):
        """No line of a .play file can expect these refusals."""
        for game, lines, says in (
                ("bautzen", "put 5DP_13 at 1604\nput 5DP_13 at 1605", "That cannot be done at"),
                ("corridors", "set first one\nset turn 99", "That cannot be done at"),
                ("salvo", "set unit w1 line_fusiliers 8\nnode act west 1",
                 "That cannot be done at")):
            with self.subTest(game):
                path = self.folder / "wrong.play"
                path.write_text(f"# X1  x\ngame {game} scenario empty\n{lines}\n", encoding="utf-8")
                got = run("test", path)
                self.assertEqual(got.code, BAD)
                self.assertIn(f"{path}:4: {says} this ", got.out)


class Corpus(Case):
    def test_corpus(self):
        target = self.folder / "corpus"
        got = self.good("fuzz-corpus", target, "--json").json()
        files = [p for p in target.rglob("*") if p.is_file()]
        self.assertEqual(len(files), got["files"])
        for path in (target / "match").iterdir():
            over = "\nseed " in path.read_text(encoding="utf-8")  # else nothing is proved yet
            self.good("verify", path, code=YES if over else NO)
        for path in (target / "play").iterdir():
            self.good("test", path)
        self.assertGreater(len(list((target / "notation").iterdir())), 4)
        self.bad("fuzz-corpus", self.folder / "no" / "where")


class Probes(Case):
    """The same program with the contract probes: hexes, planes and more seats' worth of shapes."""

    def test_every_probe_is_drawn(self):
        games = [g["id"] for g in run("games", "--json", program=PROBES).json()["games"]]
        self.assertGreater(len(games), 3)
        for game in games:
            with self.subTest(game):
                got = self.good("play", game, "--seed", 3, "--plain", input="?\nq\n",
                                program=PROBES)
                self.assertRegex(got.out, r"[1-9]\d* legal actions")
                self.good("play", game, "--seats", "greedy,random", "--seed", 3, program=PROBES)
