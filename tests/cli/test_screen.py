# SPDX-License-Identifier: Apache-2.0
"""The terminal as a person meets it, driven through tmux: keys in, screen out."""
import itertools
import re
import shlex
import subprocess
import time
import unittest

from program import GAME, NO, PROBES, PROGRAM, Case, environment


NUMBERS = itertools.count(1)


class Terminal:
    """One tmux server with one session."""

    def __init__(self, folder, command, cols=80, rows=24, env=None):
        self.socket = f"t{next(NUMBERS)}"  # in the test's own folder: nothing is left behind
        self.env = environment(TERM="screen-256color", TMUX_TMPDIR=str(folder), **(env or {}))
        self.env.pop("TMUX", None)
        # What follows the program keeps the last screen readable after it has ended.
        shown = " ".join(map(shlex.quote, map(str, command))) + "; echo ended $?; sleep 60"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(cols), "-y", str(rows), shown)

    def tmux(self, *words):
        done = subprocess.run(["tmux", "-u", "-L", self.socket, *words], env=self.env,
                              capture_output=True, timeout=30, check=True)
        return done.stdout.decode()

    def keys(self, *keys):
        for key in keys:
            self.tmux("send-keys", key)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def until(self, pattern, seconds=10):
        """The screen once it shows the pattern and is at rest: it is drawn from the top down, so
        the first look may see half of it."""
        end = time.monotonic() + seconds
        shown = ""
        while True:
            before, shown = shown, self.screen()
            if re.search(pattern, shown) and shown == before:
                return shown
            if time.monotonic() > end:
                raise AssertionError(f"{pattern!r} never appeared in\n{shown}")
            time.sleep(0.05)

    def gone(self, pattern, seconds=10):
        """The screen once it shows the pattern no more."""
        end = time.monotonic() + seconds
        while re.search(pattern, self.screen()):
            if time.monotonic() > end:
                raise AssertionError(f"{pattern!r} stays in\n{self.screen()}")
            time.sleep(0.05)
        return self.screen()

    def close(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], env=self.env,
                       capture_output=True, check=False)


class Screen(Case):
    def open(self, *words, program=PROGRAM, **more):
        """Answers come at once: keys that are typed meanwhile would be heard afterwards."""
        if words and words[0] == "play":
            words = (*words, "--at-once")
        terminal = Terminal(self.folder, [program, *words], **more)
        self.addCleanup(terminal.close)
        return terminal

    def test_a_game_begins(self):
        t = self.open("play", GAME, "--seed", "3")
        shown = t.until("Choose in secret")
        self.assertIn("North: your turn", shown)
        self.assertRegex(shown, r"North’s hand \[C1\] \[C1\] \[C3\] \[C4\]")
        self.assertRegex(shown, r"South’s hand \(\?\) \(\?\) \(\?\) \(\?\)")
        self.assertLessEqual(max(map(len, shown.splitlines())), 80)

    def test_the_cursor_begins_where_something_can_be_done(self):
        t = self.open("play", "bautzen", "--scenario", "intro", "--seats", "greedy,human",
                      "--seed", "3")
        shown = t.until("Movement: choose a unit")
        self.assertNotIn("0101, Wood", shown)  # the corner of a map larger than the screen
        t.keys("Enter")
        t.until(r"possible\]|Where does the unit go")

    def test_only_whole_keys_are_listed(self):
        t = self.open("play", GAME, "--seed", "3", "--lang", "fr")
        t.until("Choisissez en secret")
        t.keys("Space", "Enter")
        last = t.until("e Passer").rstrip().splitlines()[-1]
        said = re.split(r" {2,}", last.strip())
        whole = {"? aide", "n suivant", "Entrée choisir", "Espace actions", "u annuler",
                 ": écrire", "q quitter"}
        self.assertGreater(len(said), 4)
        self.assertLessEqual(set(said[1:]), whole)

    def test_click_place_then_piece(self):
        t = self.open("play", GAME, "--seed", "3")
        t.until("Choose in secret")
        t.keys("Enter")
        t.until(r"\[f1; 3 possible\]")
        t.keys("Tab", "Enter")  # the first card of the hand
        shown = t.until("prepare an assault or pass")
        self.assertRegex(shown, r"│\[C1▾\]")
        self.assertIn("North garrisons", shown)

    def test_an_illegal_click_is_explained(self):
        t = self.open("play", GAME, "--seed", "3")
        t.until("Choose in secret")
        t.keys("Right", "Enter")
        t.until("✗ garrison f2 1: Ford 2 is not your starting ford")
        t.keys("Escape", ":")
        t.type("garrison f2 3")
        t.keys("Enter")
        shown = t.until("Z3: Before the first turn")
        self.assertIn("✗ garrison f2 3: Ford 2 is not your starting ford", shown)
        self.assertIn("Allowed: garrison f1 3", shown)

    def test_command_line_completes_and_remembers(self):
        t = self.open("play", GAME, "--seed", "3")
        t.until("Choose in secret")
        t.keys(":")
        t.type("g")
        t.keys("Tab")
        t.until(r"(?m)^:garrison f1")
        t.keys("Tab")
        t.until(r"(?m)^1 3 4")
        t.keys("4", "Enter")
        t.until(r"│\[C4▾\]")
        t.keys(":", "Up")
        t.until(r"(?m)^:garrison f1 4")
        t.keys("Escape")
        t.until("Enter choose")

    def test_list_and_finish_key(self):
        t = self.open("play", GAME, "--seed", "3")
        t.until("Choose in secret")
        t.keys("Space")
        t.until("Legal actions")
        t.keys("Down", "Enter")
        t.until(r"│\[C3▾\]")
        t.until("e Pass")
        t.keys("e")
        t.until("North passes")

    def test_draft_undo_and_ledger(self):
        """An assault is drafted, its ledger read, and taken back step by step."""
        t = self.open("play", GAME, "--seed", "3", "--seats", "human,random")
        t.until("Choose in secret")
        t.keys("Space", "Enter")
        # Walk towards the enemy until an assault is legal.
        for _ in range(10):
            shown = t.until("prepare an assault or pass|spring an ambush|is over|wins|draw")
            if "ambush?" in shown:
                t.keys("e")
                time.sleep(0.3)
                continue
            t.keys(":")
            t.type("assault f")
            t.keys("Tab", "Enter")
            time.sleep(0.3)
            if "Commit one or two cards" in t.screen():
                break
            t.keys("Escape", "Space", "Enter")
            time.sleep(0.3)
        t.until("Commit one or two cards")
        t.keys("Space", "Enter")
        shown = t.until("e Launch the assault")
        self.assertRegex(shown, r"\[C\d\+\]")
        t.keys("L")
        t.until("Ledger")
        shown = t.until("To be exceeded")
        t.keys("Escape", "u")
        time.sleep(0.3)
        self.assertNotRegex(t.screen(), r"\[C\d\+\]")
        t.keys("u")
        t.until("prepare an assault or pass")

    def test_help_rules_and_leaving(self):
        t = self.open("play", GAME, "--seed", "3", "--lang", "fr")
        t.until("Choisissez en secret")
        t.keys("?")
        t.until("Aide")
        t.until("redessiner")
        t.keys("Escape", "r")
        t.until("Règles")
        t.keys("Escape", "C-l", "q")
        t.until("pas enregistrée")
        t.keys("Down", "Enter")
        t.until("ended 0")

    def test_two_people_hand_over(self):
        t = self.open("play", GAME, "--seed", "3", "--seats", "human,human")
        shown = t.until("Hand over to North")
        self.assertNotIn("hand", shown.replace("Hand", ""))
        t.keys("Enter")
        t.until(r"North’s hand \[C1\]")
        t.keys("Space", "Enter")
        shown = t.until("Hand over to South")
        self.assertNotRegex(shown, r"\[C\d|\(C\d")
        t.keys("Enter")
        shown = t.until(r"South’s hand \(C")
        self.assertRegex(shown, r"North’s hand \[\?\]")
        self.assertRegex(" ".join(re.findall(r"│[· ] (.*)", shown)), r"North garrisons +ford 1 ?"
                         r"with +a +hidden +card")

    def test_resize(self):
        t = self.open("play", GAME, "--seed", "3")
        t.until("Choose in secret")
        for cols, rows in ((50, 20), (120, 40), (30, 10), (80, 24)):
            t.tmux("resize-window", "-x", str(cols), "-y", str(rows))
            time.sleep(0.3)
            t.keys("C-l")
            shown = t.until("Choose")
            self.assertLessEqual(max(map(len, shown.splitlines())), cols)
        t.until("North: your turn")

    def test_saved_when_leaving(self):
        path = self.folder / "game.gg"
        t = self.open("play", GAME, "--seed", "3", "--save", path)
        t.until("Choose in secret")
        t.keys("Space", "Enter")
        t.until("prepare an assault or pass")
        t.keys("q")
        t.until("ended 0")
        self.good("verify", path, code=NO)  # not over

    def test_progress_bar(self):
        t = self.open("selfplay", GAME, "--games", "500000000")
        t.until(r"games \[#*\.*\] +\d+%")
        t.keys("C-c")

    def test_replay_steps(self):
        path = self.match()
        t = self.open("replay", path)
        t.until("The start; ")
        t.keys("Right", "Right")
        shown = t.until("Entry 2 of")
        self.assertIn("chance", shown)
        self.assertRegex(shown, r"South’s hand \(C\d\)")
        t.keys("End")
        shown = t.until("the end|The end")
        self.assertRegex(shown, r"losses [1-9]")  # heaps
        t.keys("Left", "Home")
        t.until("The start; ")
        t.keys("q")
        t.until("ended 0")

    def test_replay_for_a_viewer(self):
        path = self.match()
        t = self.open("replay", path, "--viewer", "north")
        t.until("The start; ")
        t.keys("PageDown")
        shown = t.until("Entry 10 of")
        self.assertRegex(shown, r"North’s hand \[C\d\]")
        self.assertNotRegex(shown, r"\(C\d\)")

    def test_menu(self):
        t = self.open(env={"LANG": "fr_FR.UTF-8"})
        shown = t.until("À quoi jouer")
        self.assertNotIn("Les Gués", shown)  # registered, but not offered to players
        self.assertIn("English", shown)
        t.keys("End", "Up", "Enter")  # the language
        t.until("What would you like to play")
        t.type("1")
        t.until("Which scenario")
        t.keys("Enter")
        t.until("Who plays")
        t.keys("Enter")
        shown = t.until("At which level")
        for level in ("recruit", "sergeant", "captain", "colonel", "general"):
            self.assertIn(level, shown)
        t.keys("Down", "Enter")
        t.until("your turn")
        t.keys("q", "Down", "Enter")
        t.until("What would you like to play")
        t.keys("Escape")
        t.until("ended 0")

    def test_without_colours_or_utf8_locale(self):
        t = self.open("play", GAME, "--seed", "3", env={"NO_COLOR": "1", "LC_ALL": "C"})
        self.assertRegex(t.until("Choose in secret"), r"╭f1─")

    def test_hexes_and_plane(self):
        t = self.open("play", "probe_commit", "--seed", "3", program=PROBES)
        shown = t.until("your turn")
        self.assertRegex(shown, r"(?m)^ +\. +\[U\]3 ")  # a stack of three on its hex
        self.assertRegex(shown, r"Supply 1 2 3 4 5\(C\)")  # a track
        t.keys("+")
        self.assertRegex(t.until("0203"), r"\[U\d\]3 ")  # large hexes have their numbers
        t.keys("-")
        t.keys("n", "Enter")
        t.until(r"possible\]|✗|your turn")
        t.close()
        t = Terminal(self.folder, [PROBES, "play", "probe_overwatch", "--seed", "3"])
        self.addCleanup(t.close)
        shown = t.until("your turn")
        self.assertRegex(shown, r"(?m)^    0 +10 +20 ")
        self.assertRegex(shown, r"·L·I·")
        self.assertRegex(shown, r"·l·i·")

    def table(self, *words, **more):
        t = self.open("play", "salvo", "--seed", "4", "--seats", "human,random", "--scenario",
                      "first_salvo", *words, cols=110, rows=40, **more)
        t.until("Set-up: deploy")
        return t

    def command(self, t, text):
        t.keys(":")
        t.type(text)
        t.keys("Enter")

    def test_a_table(self):
        """As large as its scenario, cards by name, gauges of both sides side by side."""
        shown = self.table().until("Set-up")
        self.assertRegex(shown, r"\[w1 Fusiliers \d+\]")
        self.assertRegex(shown, r"\[west\] +\(east\)")
        self.assertRegex(shown, r"Victory stars +0 +0|Victory stars +0/\d+ +0/\d+")
        self.assertNotIn("+++", shown)
        self.assertNotIn(" 13", re.sub(r"(?m)^.*│", "", shown))

    def test_proposals_as_ghosts(self):
        t = self.table()
        self.command(t, "deploy w1")
        t.until("Place the leader")
        t.keys("Tab")  # a whole proposal, nearest to the cursor
        shown = t.until(r"Proposal 1 of \d+: at ")
        self.assertIn("+", shown)
        t.keys("Escape")
        self.assertNotIn("+", t.gone("Proposal"))
        self.command(t, "at 6.0 30.0")
        t.until(r"·\+·")
        t.keys("Tab")
        one = t.until(r"Proposal 1 of \d+: form ")
        self.assertGreater(one.count("+"), 4)
        t.keys("Tab")
        two = t.until(r"Proposal 2 of \d+: form ")
        self.assertNotEqual(re.findall(r"(?m)^.*\+.*$", one), re.findall(r"(?m)^.*\+.*$", two))
        t.keys("Enter")
        t.until("e Confirm")
        t.keys("e")
        t.until("is set up")

    def test_overlays_of_what_is_under_the_cursor(self):
        t = self.table()
        self.command(t, "deploy w1")
        self.command(t, "at 6.0 30.0")
        t.until(r"·\+·")
        t.keys("Tab")
        t.until("Proposal 1")
        t.keys("Enter")
        t.gone("Proposal")
        t.keys("e")
        t.until("is set up")
        t.keys(*["Down"] * 10, *["Right"] * 4)  # 14 mm a column, 28 a row
        t.until(r"figure 1 \(Fusiliers\)")
        t.keys("o")
        shown = t.until("Reach")
        self.assertIn("░", shown)
        t.keys("Escape")
        t.gone("░")

    def test_rulers_at_the_edges_of_a_map(self):
        """They stay in sight while the map moves under them."""
        t = self.open("play", "bautzen", "--scenario", "intro", "--seats", "greedy,human",
                      "--seed", "3")
        shown = t.until("Movement: choose a unit").splitlines()
        columns = re.findall(r"\d\d", shown[1].split("│")[0])
        self.assertEqual(columns, [f"{n:02}" for n in range(int(columns[0]), 100)][:len(columns)])
        self.assertGreater(int(columns[0]), 1)
        rows = [line[:2] for line in shown[2:18] if line[:2].strip()]
        self.assertEqual(rows, [f"{n:02}" for n in range(int(rows[0]), 100)][:len(rows)])
        t.keys(*["Left"] * 26)
        shown = t.until(r"(?m)^ {3,4}01   02   03")
        self.assertRegex(shown, r"(?m)^10 \S")
        t = self.open("play", "corridors", "--seed", "7", "--seats", "human,random")
        shown = t.until("Secret set-up")
        self.assertRegex(shown.splitlines()[1], r"^ +a +W +b +E")
        self.assertRegex(shown, r"(?m)^1 +│")
        t = self.table()
        t.keys("+", *["Right"] * 70)
        t.until(r"(?m)^ +\d0 +\d0 .*\n.*│")
        self.assertRegex(t.screen(), r"(?m)^ 10 ")

    def test_legend_in_the_help(self):
        t = self.open("play", "bautzen", "--scenario", "intro", "--seats", "greedy,human",
                      "--seed", "3", rows=60)
        t.until("Movement: choose a unit")
        t.keys("?")
        shown = t.until("Ground: t Wood")
        self.assertIn("Sides: [ ] Allied side, ( ) German side.", shown)
        self.assertRegex(shown, r"move QGPzKGD +Move: HQ PzK GD")
        t.keys("Escape", ":")
        t.type("see 20Pz_PzR21")
        t.keys("Enter")
        t.until(r"Movement 10\. In │\n *│ Markersdorf")

    def test_a_unit_pointed_at_moves(self):
        """Move is meant; Exfiltrate, which needs a hex as well, is the exception."""
        t = self.open("play", "bautzen", "--scenario", "intro", "--seats", "greedy,human",
                      "--seed", "3")
        t.until("Movement: choose a unit")
        t.keys("Enter")
        t.until("Where does the unit go")
        t.keys("n", "Enter")
        self.assertNotIn("Legal actions", t.until("Where does the unit go"))
        t.keys("e")
        shown = t.until(r"Movement: choose a unit")
        lines = re.sub(r"\s+", " ", " ".join(re.findall(r"│[· ] (.*)", shown)))
        self.assertEqual(lines.count("moves from"), 1)  # a path is one line

    def at_window(self, seed=4):
        t = self.open("play", "corridors", "--seats", "greedy,human", "--seed", str(seed), cols=100,
                      rows=40)
        t.until("Secret set-up")
        for _ in range(60):
            t.keys("e")
            shown = t.until(r"player 2: your turn")
            if "a always here" in shown:
                return t, shown
        self.fail("no window opened")
        return None

    def test_keys_at_a_reaction_window(self):
        """The question says what is at stake, what is proposed and its chance; a, x, A and X are
        orders that are obeyed at once."""
        for key, word in (("a", "always"), ("x", "never"), ("A", "ask"), ("X", "ask")):
            with self.subTest(key):
                t, shown = self.at_window()
                self.assertRegex(shown, r"At stake: \d\w+ \w+")
                self.assertRegex(shown, r"Proposed: \w+")
                self.assertRegex(shown, r"To hit: \d+ chances? in 36")
                for words in ("x never here", "A as proposed…", "X pass…", "(… until your turn)"):
                    self.assertIn(words, shown)
                prompt = re.search(r"(?m)^(.*[?.])\s*\n.*a always", shown).group(1).strip()
                t.keys(key)
                t.gone(re.escape(prompt) + r"\s*\n")
                t.keys(":")
                t.type("orders")
                t.keys("Enter")
                shown = t.until("Reactions")
                self.assertRegex(shown, rf"[a-z]+ +{word} +{re.escape(prompt[:30])}")
                t.keys("Escape")
                t.until("player 2: your turn")  # the others have gone on

    def test_a_sheet_of_places(self):
        """Areas with outlines keep their order: rows of zones, corridors between the columns, the
        edges between them, cards by the names one types, the hand below."""
        t = self.open("play", "corridors", "--seed", "7", "--seats", "human,random", cols=110,
                      rows=44)  # player 1 begins: nothing has been spotted
        shown = t.until("Secret set-up")
        for row, names in ((3, "Hill W Fields E Village"), (1, "Village W Fields E Hill")):
            a, _, b, _, c = names.split()
            line = rf"╭a{row} {a}─+╮ ?╭W{row}─+╮ ?╭b{row} {b}─+╮ ?╭E{row}─+╮ ?╭c{row} {c}─+╮"
            self.assertRegex(shown, line)
        self.assertLess(shown.index("╭hq2"), shown.index("╭a3"))
        self.assertLess(shown.index("╭c1"), shown.index("╭hq1"))
        t.keys(":")
        t.type("standard")
        t.keys("Enter")
        shown = t.until("Reinforcement: refit")
        self.assertRegex(shown, r"│\[1G01a IN▾\]")  # a card of one's own, face down
        self.assertRegex(shown, r"\(\?\?\)\(\?\?\)")  # cards of the enemy
        self.assertNotRegex(shown, r"\(2S")
        self.assertRegex(shown, r"Hand of player 1 \[1G01d IN\] Grenadiers D \(2\)")
        self.assertLess(shown.index("╭hq1"), shown.index("Hand of player 1"))


if __name__ == "__main__":
    unittest.main()
