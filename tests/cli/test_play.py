# SPDX-License-Identifier: Apache-2.0
"""Playing line by line."""
import re

from program import GAME, Case


class Plain(Case):
    def play(self, lines, *options, game=GAME):
        return self.good("play", game, "--seed", 3, *options, input="\n".join(lines) + "\n").out

    def test_a_move_and_its_events(self):
        out = self.play(["?", "garrison f1 3", "q"])
        self.assertIn("3 legal actions:", out)
        self.assertIn("garrison f1 4", out)
        self.assertIn("North garrisons ford 1 (card 3).", out)
        self.assertIn("South garrisons ford 5 (unknown).", out)
        self.assertIn("The match is not over.", out)

    def test_an_illegal_one_is_explained(self):
        out = self.play(["garrison f2 3", "garrison f1 5", "q"])
        self.assertIn("Refused: Ford 2 is not your starting ford: ford 1 is.", out)
        self.assertRegex(out, r"Z3: Before the first turn")
        self.assertIn("Allowed: garrison f1 3", out)
        self.assertIn("You hold no card 5.", out)

    def test_french(self):
        out = self.play(["garrison f2 3", "q"], "--lang", "fr")
        self.assertRegex(out, r"Refusé : Le gué 2 n'est pas votre gué de départ")
        self.assertIn("Main du Nord", out)

    def test_words_that_are_not_understood(self):
        out = self.play(["fly", "garrison f9 1", "", "q"])
        self.assertEqual(len(re.findall(r"(?m)^> ", out)), 4)

    def test_commands(self):
        out = self.play(["rules z3", "rules Z99", "ledger pass", "help", "quit"])
        self.assertRegex(out, r"Z3: Before the first turn")
        self.assertIn("Z99", out)
        self.assertIn("no ledger", out)

    def test_undo(self):
        """A step of a draft goes back; what chance has answered does not."""
        out = self.play(["garrison f1 3", "u", "q"])
        self.assertRegex(out, r"(?mi)^> .*(chance|dice|draw|turn|back)")

    def test_undo_of_a_draft(self):
        text = self.folder / "draft.gg"
        self.good("new", GAME, text, "--seed", 1)
        lines = ["garrison f1 {a}"]
        out = self.good("play", "--match", text, "--seats", "human,random", "--seed", 1,
                        input="?\nq\n").out
        card = re.search(r"garrison f1 (\d)", out).group(1)
        self.assertTrue(lines)
        out = self.good("play", "--match", text, "--seats", "human,random", "--seed", 1,
                        input=f"garrison f1 {card}\n?\nq\n").out
        self.assertIn("legal actions", out)

    def test_end_of_input_is_quit(self):
        self.assertIn("not over", self.good("play", GAME, "--seed", 3, input="").out)

    def test_program_against_itself(self):
        out = self.good("play", GAME, "--seats", "greedy,random", "--seed", 5).out
        self.assertRegex(out, r"(?m)(wins\.|A draw\.)$")
        self.assertNotRegex(out, r"draws a card \(card")  # a spectator sees no card

    def test_resign(self):
        out = self.play(["resign"])
        self.assertIn("South wins by resignation.", out)

    def test_two_people_hand_over(self):
        """Nothing of one hand is printed between a hand-over and the next one's own table."""
        out = self.play(["", "garrison f1 3", "", "q"], "--seats", "human,human")
        self.assertEqual(out.count("Hand over to"), 2)
        north, south = out.split("Hand over to")[1:]
        self.assertRegex(north, r"North's hand \[C")
        self.assertRegex(south, r"North's hand \[\?\]")
        self.assertRegex(south, r"South's hand \(C")
        self.assertNotIn("card 3", south)

    def test_save_and_continue(self):
        path = self.folder / "game.gg"
        self.play(["garrison f1 3", "q"], "--save", path)
        self.assertTrue((self.folder / "game.gg.seed").exists())
        self.good("verify", path)
        out = self.good("play", "--match", path, input="?\nq\n").out
        self.assertIn("North garrisons ford 1 (card 3).", out)
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
