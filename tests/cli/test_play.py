# SPDX-License-Identifier: Apache-2.0
"""Playing line by line."""
import json
import random
import re
import subprocess

from program import FIRM, GAME, NARROW, NO, PROGRAM, Case, environment


class Plain(Case):
    def test_one_answer_is_not_asked(self):
        """Nobody has moved: in the combat segment there is nothing to do but to end it, and so on
        to the next prompt with a choice. Windows and what is chosen in secret are asked all the
        same between people, and the list says that there is one action."""
        for lang, phase in (("en", "German phase: combat."), ("fr", "Phase allemande : combat.")):
            out = self.good("play", "bautzen", "--scenario", "intro", "--seats", "greedy,human",
                            "--seed", 3, "--lang", lang, input="end\nq\n").out
            self.assertIn(phase.replace(" :", FIRM + ":"), out)
            self.assertNotRegex(out, "enemy hex and a first unit|désignez un hexagone ennemi")
        lines = ["", "garrison f1 1", "", "garrison f5 1"]
        for lang, one in (("en", "1 legal action:"), ("fr", f"1 action permise{FIRM}:")):
            out = self.people(lines, "--lang", lang)
            self.assertRegex(out, rf"(?m)^{re.escape(one)}$")

    def test_a_ledger_ends_with_the_chance(self):
        for lang, word in (("en", "Chance: "), ("fr", f"Chance{FIRM}: ")):
            out = self.good("play", "bautzen", "--scenario", "intro", "--seats", "greedy,human",
                            "--seed", 3, "--lang", lang,
                            input="move Brandenburg_JgR2\nstep 2011\nstop\nend\n"
                                  "ledger attack 2010 Brandenburg_JgR2\nq\n").out
            self.assertRegex(out, rf"(?m)^  {word}[<>]?\s?\d+([.,]\d+)?\s?%")

    def test_the_log_tells_what_the_chance_had_been(self):
        said = (("en", r"A [<>]?\s?\d+([.]\d+)?\s?% result \(better: .*, worse: .*\)\."),
                ("fr", rf"Un résultat à .*% \(mieux{FIRM}: .*, moins bien{FIRM}: .*\)\."))
        for lang, form in said:
            told = [self.good("play", "bautzen", "--scenario", "intro", "--seats", "greedy,human",
                              "--seed", seed, "--lang", lang,
                              input="move Brandenburg_JgR2\nstep 2011\nstop\nend\n"
                                    "attack 2010 Brandenburg_JgR2\nconfirm\nq\n").out
                    for seed in range(3, 7)]
            self.assertTrue(any(re.search(rf"(?m)^  {form}$", out) for out in told), told[0])

    def people(self, lines, *options):
        """Two people type at random until one of them has one answer to a window."""
        pick = random.Random(1)
        for _ in range(40):
            out = self.good("play", GAME, "--seed", 3, "--seats", "human,human", *options,
                            input="\n".join([*lines, "?"]) + "\n").out
            if "Hand over" in out[-80:] or "Passez la main" in out[-90:]:
                lines.append("")
                continue
            last = re.split(r"actions?:\n|permises?\s:\n", out)[-1]
            listed = re.findall(r"(?m)^  (\S.*?)(?:  |$)", last)
            if len(listed) == 1:
                return out
            kind = pick.choice(sorted({n.split()[0] for n in listed}))
            lines.append(pick.choice([n for n in listed if n.split()[0] == kind]))
        return out

    def play(self, lines, *options, game=GAME):
        return self.good("play", game, "--seed", 3, *options, input="\n".join(lines) + "\n").out

    def test_a_move_and_its_events(self):
        out = self.play(["?", "garrison f1 3", "q"])
        self.assertIn("3 legal actions:", out)
        self.assertIn("garrison f1 4", out)
        self.assertIn("North garrisons ford 1 with card 3.", out)
        self.assertIn("South garrisons ford 5 with a hidden card.", out)
        self.assertIn("The match is not over.", out)

    def test_an_illegal_one_is_explained(self):
        out = self.play(["garrison f2 3", "garrison f1 5", "q"])
        self.assertIn("Refused: Ford 2 is not your starting ford: ford 1 is.", out)
        self.assertRegex(out, r"Z3: Before the first turn")
        self.assertIn("Allowed: garrison f1 3", out)
        self.assertIn("You do not hold card 5.", out)

    def test_french(self):
        out = self.play(["garrison f2 3", "q"], "--lang", "fr")
        self.assertRegex(out, rf"Refusé{FIRM}: Le gué 2 n’est pas votre gué de départ")
        self.assertIn("Main du Nord", out)

    def test_words_that_are_not_understood(self):
        out = self.play(["fly", "garrison f9 1", "", "q"])
        self.assertEqual(len(re.findall(r"(?m)^> ", out)), 4)

    def test_commands(self):
        out = self.play(["rules z3", "rules Z99", "ledger pass", "help", "quit"])
        self.assertRegex(out, r"Z3: Before the first turn")
        self.assertIn("Z99", out)
        self.assertIn("no ledger", out)

    def test_reactions_are_asked_unless_ordered_otherwise(self):
        out = self.play(["orders", "orders always", "orders fly", "orders never ambush", "x",
                         "orders close", "orders show", "q"])
        said = re.findall(r"(?m)^> ambush +(\w+) +An assault: spring an ambush\?$", out)
        self.assertEqual(said, ["ask", "always", "never", "never", "never"])
        self.assertIn("orders ask | always | never [WINDOW]", out)
        self.assertIn("No reaction window is open.", out)
        shown = re.findall(r"one answer only is (closed|shown)", out)
        self.assertEqual(shown, ["closed", "closed", "closed", "closed", "shown"])

    def whole_game(self, game, seed, *options, shun=(), limit=6000, first=(), at_window=None,
                   prefer=()):
        """A person who only types what the list of a moment shows, in words, never by number; a
        kind of action first, then one of that kind. `first`: what he types before; `at_window`:
        what he answers at a reaction window, by its prompt; `prefer`: what he would rather do."""
        pick = random.Random(seed)
        person = subprocess.Popen(
            [PROGRAM, "play", game, "--plain", "--seed", str(seed), *options], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(), encoding="utf-8")
        self.addCleanup(person.stdout.close)
        self.addCleanup(person.kill)

        def answer():
            said = ""
            while not said.endswith("\n> "):
                letter = person.stdout.read(1)
                if not letter:
                    return said
                said += letter
            return said

        def tell(line):
            person.stdin.write(line + "\n")
            person.stdin.flush()
            return answer()

        said, typed = answer(), 0
        for line in first:
            said = tell(line)
        while person.poll() is None and said.endswith("> "):
            *_, asked, hint, _ = ["", "", *said.split("\n")]
            if hint.startswith("a always here") and at_window:
                order = at_window(asked, said)
                if order:
                    said = tell(order)
                    typed += 1
                    continue
            listed = re.findall(r"(?m)^  (\S.*?)(?:  |$)", tell("?").split(" actions:\n")[-1])
            self.assertTrue(listed, said[-2000:])
            self.assertFalse([n for n in listed if n[0].isdigit()], "chosen by a number")
            wished = next((w for w in prefer if any(re.match(w, n) for n in listed)), "")
            listed = [n for n in listed if re.match(wished, n)]
            kinds = sorted({n.split()[0] for n in listed if n.split()[0] not in shun})
            kind = pick.choice(kinds) if kinds else ""
            said = tell(pick.choice([n for n in listed if not kind or n.split()[0] == kind]))
            self.assertNotRegex(said, "Refused:")
            typed += 1
            self.assertLess(typed, limit, "the game does not end")
        person.stdin.close()
        person.wait(timeout=30)
        return typed, said

    def test_a_whole_game_of_cards_is_typed(self):
        typed, said = self.whole_game("corridors", 11, "--seats", "human,random")
        self.assertGreater(typed, 60)
        self.assertRegex(said, r"(?m)(wins\.|A draw\.)$")

    def test_a_whole_game_on_a_table_is_typed(self):
        typed, said = self.whole_game("salvo", 1, "--seats", "human,random", "--scenario",
                                      "first_salvo", shun=("reserve", "abandon", "halt"))
        self.assertGreater(typed, 40)
        self.assertRegex(said, r"(?m)(wins\.|A draw\.)$")

    def asked_at(self, seed, answer=lambda prompt: None, first=(), game="corridors", **more):
        """The prompts of windows at which a person was asked in a whole game."""
        asked = []

        def at_window(prompt, said):
            asked.append(prompt.split(": ", 1)[1])
            self.assertRegex(said, r"(?m)^Proposed: \w.*\)$")
            self.assertRegex(said, r"(?m)^Otherwise: \w.*\)$")
            return answer(prompt)

        seats = more.pop("seats", "greedy,human")
        _, said = self.whole_game(game, seed, "--seats", seats, *more.pop("options", ()),
                                  first=first, at_window=at_window, **more)
        self.assertRegex(said, r"(?m)(wins\.|A draw\.)$")
        return asked

    def test_a_person_decides_at_every_kind_of_window(self):
        """Of the enemy's turn and of his own. Who flies with drop tanks wherever he can is once
        hit and asked whether he stays."""
        nodes = self.windows_of("corridors")
        tanks = {"Aircraft hit: use up its drop tanks to stay?"}
        self.assertLess(tanks, nodes)
        for seed in range(1, 60):
            nodes -= set(self.asked_at(seed))
            if nodes <= tanks:
                break
        flyer = (r"load \S+ 1O05", r"deploy 1O05 field", r"deploy 1G3\w+ field", "launch", "fly",
                 "strafe|drop|bomb", "spend")
        for seed in range(1, 200):
            nodes -= set(self.asked_at(seed, seats="human,greedy", prefer=flyer))
            if not nodes:
                break
        self.assertEqual(nodes, set())
        reactions = self.windows_of("salvo")
        for seed in range(1, 20):
            reactions -= set(self.asked_at(seed, game="salvo", shun=("reserve", "abandon", "halt"),
                                           options=("--scenario", "first_salvo")))
            if not reactions:
                break
        self.assertEqual(reactions, set())

    def windows_of(self, game):
        """The prompts of a game's windows, read from `orders`."""
        out = self.play(["orders", "q"], "--seats", "human,random", game=game)
        return set(re.findall(r"(?m)^(?:> )?[a-z]+ +ask +(\S.*)$", out))

    def test_orders_are_obeyed(self):
        """With an order he is not asked; each of the four keys keeps him from being asked again
        where it says so."""
        asked = self.asked_at(4)
        self.assertGreater(len(asked), len(set(asked)))
        for order in ("never", "always"):
            self.assertEqual(self.asked_at(4, first=(f"orders {order}",)), [])
        for key in "ax":  # each kind of window asks once
            once = self.asked_at(4, answer=lambda _, key=key: key)
            self.assertEqual(len(once), len(set(once)))
            self.assertGreater(len(once), 1)
        for key in "AX":  # the next turn asks again
            some = self.asked_at(4, answer=lambda _, key=key: key)
            self.assertGreater(len(some), 1)

    def test_a_table_is_spoken_of_in_centimetres(self):
        """Places are typed in centimetres wherever one likes, and judged as they are."""
        out = self.play(["deploy w1", "at 5.2 31.4", "form rosette e", "place 2 5.2 24.0",
                         "place 3 5.2 24.6", "place 4 90.0 34.0", "see 2", "q"],
                        "--seats", "human,random", "--scenario", "first_salvo", game="salvo")
        steps = out.split("> ")[1:]
        self.assertNotIn("Refused", "".join(steps[:4]))
        self.assertRegex(steps[4], r"Refused: Figure 3 .* figure 2 \(Fusiliers\) at 5.2, 24.6")
        # far out of the zone
        self.assertRegex(steps[5], r"Refused: .*figure 4 \(Fusiliers\) at 90.0, 34.0")
        self.assertRegex(steps[6], r"2 figure 2 \(Fusiliers\), ")

    def test_see(self):
        """A card and a place can be read; what one cannot identify has no name to ask by."""
        out = self.play(["standard", "see 1G13a", "see a1", "see 2S17a", "see", "q"],
                        "--seats", "human,random", game="corridors")
        self.assertIn("1G13a Panzer III M A, Tank. In c1: Hill, View: reconnaissance from here +1; "
                      "player 1; face down. Cost 3, defence 11, hit points 2", out)
        self.assertRegex(out, r"> a1, Village\n  1G0\da ")
        self.assertIn("You see nothing called 2S17a.", out)
        self.assertEqual(len(re.findall(r"╭a2 Forest", out)), 3)

    def test_see_says_where_a_unit_is(self):
        """On hexes, on a table as figures, and beside the table; in both languages."""
        intro = ("--scenario", "intro", "--seats", "greedy,human")
        out = self.play(["see 20pz_pzr21", "q"], *intro, game="bautzen")
        self.assertIn("20Pz_PzR21 PzR 21/20 Pz, Armour, Attack 5, Defence 4, Movement 10. "
                      "In Markersdorf (2312): Clear, Village", out)
        self.assertRegex(out, r"Markersdorf .*; German side\.\n")
        out = self.play(["see 20Pz_PzR21", "q"], *intro, "--lang", "fr", game="bautzen")
        self.assertIn(f"À Markersdorf (2312){FIRM}: Terrain clair", out)
        self.assertIn(f"{NARROW}; camp allemand.", out)
        self.assertIn(f"\nCamp allemand{FIRM}: Mouvement", out)
        out = self.play(["see 1410", "units", "q"], *intro, game="bautzen")
        self.assertIn("> 1410 Bautzen West, Clear, Town, Primary objective, ", out)
        self.assertIn("1910 Weissenberg, Clear: [IN2] 294RD_857", out)
        out = self.play(["see w1", "deploy w1", "at 5.2 31.4", "form rosette e", "confirm",
                         "see w1", "see 2", "units", "q"], "--seats", "human,random",
                        "--scenario", "first_salvo", game="salvo")
        self.assertIn("Beside the table: West sequence", out)
        self.assertRegex(out, r"w1 unit w1 \(Fusiliers\), West\. .*\n  Figures: 1 \(5\.2 31\.4\), ")
        self.assertRegex(out, r"2 figure 2 \(Fusiliers\), rifleman\. "
                              r"At 9\.2 31\.4 \(cm\); West\. Line Fus")
        self.assertRegex(out, r"(?m)^> w1 unit w1 \(Fusiliers\), West: strength 8, at 5\.2 31\.4$")

    def test_the_board_when_a_phase_begins(self):
        """Or when it is asked for; otherwise what changed. Hexes have their numbers, in lines that
        fit 80 columns; a path is one line."""
        out = self.play(["move 20Pz_PzR21", "step 2211", "step 2210", "u", "stop", "see", "move "
                         "Art777", "stop", "end", "q"], "--scenario", "intro", "--seats",
                        "greedy,human", game="bautzen")
        boards = [bool(re.search(r"(?m)^0101t ", said)) for said in out.split("\n> ")]
        self.assertEqual(boards, [True] + [False] * 5 + [True] + [False] * 2 + [True, False])
        first = out.split("\n> ")[0]
        numbers = re.findall(r"(?<!\d)\d{4}(?=[t.^%~*])", first)
        self.assertEqual(sorted(numbers), sorted(f"{c:02}{r:02}" for c in range(1, 27)
                                                 for r in range(1, 15)))
        self.assertLessEqual(max(map(len, first.splitlines())), 80)
        # What stands in a hex follows its number; a marked place has its star instead of the land.
        self.assertEqual(re.findall(r"(1910\S+|2010\S+|1911\S+|2109\S+)", first),
                         ["2109.*", "1910*[IN]3", "2010.[IN]", "1911."])
        self.assertIn("> 20Pz_PzR21 PzR 21/20 Pz: 2211 Reichenbach\n".replace("> ", ">   "), out)
        self.assertIn(">   Taken back.\n  20Pz_PzR21 PzR 21/20 Pz: 2211 Reichenbach\n", out)
        self.assertEqual(re.findall(r"(?m)^[> ]*(PzR 21/20 Pz .*)$", out),
                         ["PzR 21/20 Pz moves from Markersdorf (2312) to Reichenbach (2211)."])

    def test_gauges_that_change_are_told(self):
        """The board is not printed after every action: what an action costs is."""
        out = self.play(["standard", "deploy 1G01d hq1", "q"], "--seats", "human,greedy",
                        game="corridors")
        said = out.split("\n> ")[2]
        self.assertIn("Player 1 deploys the Grenadiers D in HQ 1 (2 points).", said)
        self.assertRegex(said, r"(?m)^  Supply player 1 \d+ \| Cards in hand player 1 6/7$")
        self.assertNotIn("╭", said)

    def test_names_beside_codes(self):
        out = self.play(["?", "standard", "?", "q"], "--seats", "human,greedy", game="corridors")
        self.assertRegex(out, r"(?m)^Hand of player 1 \[1G01a IN\] Grenadiers A \(2\)  \[1G01b IN")
        self.assertRegex(out, r"(?m)^  deploy 1G01d hq1 +Deploy: Grenadiers D, HQ 1$")
        self.assertRegex(out, r"(?m)^  attach 1T04 1G13a +Attach to a unit: Extra armour, Panz")
        out = self.play(["?", "q"], "--seats", "human,greedy", "--lang", "fr", game="bautzen")
        self.assertIn("[6ArtL GU3] 6 artillerie légère", out)
        self.assertRegex(out, rf"(?m)^  pick 5DP_13 +Prendre un pion{FIRM}: 13/5 DP$")

    def test_choices_are_told_apart(self):
        """A target by its unit, and an attitude that is called what one types."""
        out = self.play(["deploy w2", "at 13.5 48.0", "form line e", "confirm", "deploy w1",
                         "at 13.0 35.0", "form line e", "confirm", "card w2", "card w1", "confirm",
                         "commit 3", "first", "reveal", "?", "q"], "--seats", "human,greedy",
                        "--scenario", "first_salvo", game="salvo")
        self.assertIn("w2 unit w2 (Pathfinders): West sequence 1, w1 unit w1 (Fusiliers): West "
                      "sequence 2\n", out)
        self.assertRegex(out, r"shoot \d+ coil_carbine +Shoot at: figure \d+ \(\w+\), coil carbine")
        self.assertRegex(out, r"(?m)^  end none +End the activation: none$")
        self.assertRegex(out, r"(?m)^  end kneel +End the activation: kneel$")

    def test_legend(self):
        out = self.play(["legend", "q"], "--scenario", "intro", "--seats", "greedy,human",
                        game="bautzen")
        self.assertIn("Ground: t Wood, . Clear, ^ Rough, % Rough and wood, ~ Pond country.", out)
        self.assertIn("Sides: [ ] Allied side, ( ) German side.", out)
        self.assertRegex(out, r"Pieces: .*IN Infantry")
        self.assertIn("r Road, m Motorway, a Railway, i River", out)

    def test_french_is_printed_as_on_the_page(self):
        """Apostrophes and spaces that do not break, in what the program says itself too."""
        for game, more in (("bautzen", ("--scenario", "intro")), ("corridors", ()),
                           ("salvo", ("--scenario", "first_salvo"))):
            with self.subTest(game):
                out = self.play(["?", "legend", "units", "orders", "orders ?", "a", "ledger end",
                                 "u", "x y", "see nulle", "resign"], "--seats", "human,greedy",
                                "--lang", "fr", *more, game=game)
                out = re.sub(r"(?m)^.*\|.*\[FENÊTRE\].*$", "", out)
                self.assertEqual(re.findall(r".{0,30}\w'\w.{0,20}", out), [])
                self.assertEqual(re.findall(r".{0,30}\w [:;!](?!E\]).{0,20}", out), [])

    def test_undo_stops_at_chance_and_other_seats(self):
        out = self.play(["garrison f1 3", "u", "q"])
        answer = out.split("> ")[2]
        self.assertNotIn("legal", answer)
        self.assertRegex(answer, r"\A[^\n]*\.\n")
        self.assertIn("prepare an assault or pass", answer)  # nothing was taken back

    def test_undo_goes_back_to_a_choice(self):
        """The bombardment, in which there is nothing to do, is passed over; taking back the end of
        the reconnaissance passes over it too."""
        out = self.play(["standard", "end", "end", "end", "u", "?", "q"], "--seats",
                        "human,greedy", game="corridors")
        self.assertIn("Player 1: bombardment.", out)
        after = out.split("Taken back.")[1]
        self.assertIn("Player 1: Reconnaissance: send a scout, or end.", after)
        self.assertRegex(after, r"(?m)^  scout \w+ \w+ +Reconnoitre: ")

    def test_undo_after_a_target_is_named(self):
        """The rules that make it final are cited, whatever dice have fallen since."""
        deploy = [f"deploy w{unit}\nat 11.2 {y}\nform rosette e\nconfirm"
                  for unit, y in ((1, 33.7), (2, 11.2))]
        lines = deploy + ["card w1", "confirm", "commit 5", "first", "reveal",
                          "shoot e1 coil_rifle", "u", "q"]
        out = self.play(lines, "--scenario", "first_salvo", "--seats", "human,greedy",
                        game="salvo")
        self.assertRegex(out, r"The target is named: .*\(C51\).*\(C52\)\.")

    def test_undo_of_a_draft(self):
        """Until the assault is confirmed its steps go back one by one, and nothing is logged."""
        path = self.folder / "draft.gg"
        lines = ["garrison f1 1", "garrison f5 1", "garrison f2 1", "garrison f4 2",
                 "garrison f3 3", "pass", "assault f4"]
        script = [word for line in lines for word in ("", line)]
        out = self.play(script + ["?", "u", "?", "q"], "--seats", "human,human", "--save", path)
        self.assertIn("Commit one or two cards", out)
        self.assertRegex(out.split("Commit one or two cards")[1], r"with \d")
        self.assertIn("assault f4", out.split("prepare an assault or pass")[-2])
        self.good("verify", path, code=NO)  # not over

    def test_end_of_input_is_quit(self):
        self.assertIn("not over", self.good("play", GAME, "--seed", 3, input="").out)

    def test_program_against_itself(self):
        out = self.good("play", GAME, "--seats", "greedy,random", "--seed", 5).out
        self.assertRegex(out, r"(?m)(wins\.|A draw\.)$")
        self.assertNotRegex(out, r"draws card \d")  # a spectator sees no card

    def test_resign(self):
        out = self.play(["resign"])
        self.assertIn("South wins by resignation.", out)

    def test_two_people_hand_over(self):
        """Nothing of one hand is printed between a hand-over and the next one's own table."""
        out = self.play(["", "garrison f1 3", "", "q"], "--seats", "human,human")
        self.assertEqual(out.count("Hand over to"), 2)
        north, south = out.split("Hand over to")[1:]
        self.assertRegex(north, r"North’s hand \[C")
        self.assertRegex(south, r"North’s hand \[\?\]")
        self.assertRegex(south, r"South’s hand \(C")
        self.assertIn("North garrisons ford 1 with a hidden card.", south)
        self.assertNotRegex(south, r"North draws card \d")

    def test_save_and_continue(self):
        path = self.folder / "game.gg"
        self.play(["garrison f1 3", "q"], "--save", path)
        self.assertTrue((self.folder / "game.gg.seed").exists())
        self.good("verify", path, code=NO)  # not over
        out = self.good("play", "--match", path, input="?\nq\n").out
        self.assertIn("North garrisons ford 1 with card 3.", out)
        out = self.good("play", "--match", path, "--seats", "greedy,greedy").out
        self.assertRegex(out, r"(?m)(wins\.|A draw\.)$")
        self.assertFalse((self.folder / "game.gg.seed").exists())
        self.assertIn("all is well", self.good("verify", path).out)

    def test_continue_needs_the_seed(self):
        path = self.folder / "game.gg"
        self.good("new", GAME, path)
        (self.folder / "game.gg.seed").write_text("0" * 64 + "\n", encoding="ascii")
        self.bad("play", "--match", path, says="seed")
        (self.folder / "game.gg.seed").unlink()
        self.bad("play", "--match", path, says="seed")

    def test_saving_over_something(self):
        path = self.folder / "taken"
        path.write_text("mine", encoding="ascii")
        self.bad("play", GAME, "--save", path, says="force")
        self.assertEqual(path.read_text(encoding="ascii"), "mine")

    def test_json_lines(self):
        """For programs that play: an object a line."""
        lines = ["garrison f2 3", "fly", "undo", "garrison f1 3", "quit"]
        out = self.play(lines, "--json")
        told = [json.loads(line) for line in out.splitlines()]
        kinds = [t["type"] for t in told]
        self.assertEqual(" ".join(kinds),
                         "turn refused turn error turn error turn turn left")
        self.assertIn("garrison f1 3", told[0]["legal"])
        self.assertEqual((told[1]["rule"], told[1]["legal"]), ("Z3", False))
        self.assertIn("garrison f1 3", told[1]["remedy"])
        hidden = [p for p in told[0]["view"]["pieces"] if p["surface"] == "hand_south"]
        self.assertTrue(hidden and all(p["face"] == "back" for p in hidden))

    def test_json_to_the_end(self):
        """A program that always takes the first legal action reaches the end."""
        first = self.good("play", GAME, "--seed", 3, "--json", input="pass\n" * 60).out
        self.assertEqual(json.loads(first.splitlines()[-1])["type"], "left")  # opening: no pass
        lines = "\n".join(["garrison f1 1"] + ["decline", "pass"] * 30) + "\n"
        out = self.good("play", GAME, "--seed", 3, "--json", input=lines).out
        last = json.loads(out.splitlines()[-1])
        self.assertEqual((last["type"], sum(last["half_points"])), ("over", 2))
