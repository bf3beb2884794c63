# SPDX-License-Identifier: Apache-2.0
"""Bots: the simulator that a program drives, programs as seats, and what becomes of bad ones."""
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from program import GAME, PROGRAM, ROOT, YES, Case, environment, run

BOTS = ROOT / "docs" / "howto" / "bots"
GAMES = {"bautzen": "intro", "corridors": "standard", "salvo": "first_salvo"}


def alive(pid):
    """A process that is there and has not ended."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").split(")")[-1][:3]
    except OSError:
        return False


class Seats(Case):
    """Programs as seats of selfplay and play."""

    def script(self, name, text):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
        path.chmod(0o755)
        return path

    def in_c(self):
        made = self.folder / "random"
        subprocess.run(["cc", "-std=c17", "-D_DEFAULT_SOURCE", "-Wall", "-Wextra", "-Werror", "-o",
                        made, BOTS / "random_bot.c"], check=True, timeout=60)
        return made

    def games(self, command, games=None):
        """Full games, on both seats, ended by the rules."""
        for game in games or GAMES:
            for seats in (f"bot:{command},random", f"random,bot:{command}"):
                path = self.folder / f"{game}.gg"
                told = self.good("selfplay", game, "--scenario", GAMES[game], "--seats", seats,
                                 "--save", path, "--force", "--json").json()
                self.assertEqual((told["games"], sorted(told["seats"])), (1, ["bot", "random"]))
                self.good("verify", path)
                text = path.read_text(encoding="utf-8")
                self.assertNotRegex(text, r"(?m)^\d+ \S+ (flag|resign)")
                # the digest is over the positions of the match that was saved
                self.assertEqual(told["actions"], told["longest"])

    def test_the_random_bot_in_python(self):
        self.games(BOTS / "random_bot.py")

    def test_the_random_bot_in_c(self):
        self.games(self.in_c())

    def test_the_better_bot(self):
        self.games(BOTS / "better.py")

    def test_the_examples_are_as_short_as_they_say(self):
        for name, most in (("random_bot.py", 20), ("random_bot.c", 28), ("better.py", 60)):
            lines = (BOTS / name).read_text(encoding="utf-8").splitlines()
            self.assertLessEqual(len([n for n in lines if n.strip()]), most, name)

    def test_two_bots_meet(self):
        bot = BOTS / "random_bot.py"
        told = self.good("selfplay", GAME, "--seats", f"bot:{bot},bot:{bot}", "--games", 3,
                         "--json").json()
        self.assertEqual(sum(told["wins"]) + told["draws"], 3)

    def test_a_bot_against_a_person(self):
        out = self.good("play", GAME, "--seats", f"human,bot:{BOTS / 'random_bot.py'}", "--seed", 3,
                        input="garrison f1 3\nq\n").out
        self.assertIn("South garrisons ford 5 with a hidden card.", out)

    def lost(self, command, says, *options, game=GAME):
        """The match goes on to a loss of the bot, which the log explains."""
        path = self.folder / "lost.gg"
        got = run("selfplay", game, "--seats", f"random,bot:{command}", "--save", path, "--force",
                  "--json", *options)
        self.assertEqual(got.code, YES, got.err)
        self.assertEqual(json.loads(got.out)["wins"], [1, 0])
        self.assertRegex(got.err, says)
        self.good("verify", path)
        text = path.read_text(encoding="utf-8")
        self.assertRegex(text, says)
        self.assertRegex(text, r"(?m)^\d+ \S+ flag")
        return got

    def test_a_bot_that_hangs(self):
        self.lost("sleep 1000", "has run out of time", "--bot-time", "0.2")
        self.lost("trap '' TERM HUP INT; sleep 1000", "out of time", "--bot-time", "0.2")

    def test_a_bot_that_thinks_too_long(self):
        path = self.script("slow", "echo wait; read x; echo legal; sleep 1000\n")
        self.lost(path, "has run out of time", "--bot-time", "0.3")

    def test_a_bot_that_crashes(self):
        for command in ("false", "true", "kill -9 $$", "/no/such/program", "exec 1>&-; sleep 9",
                        "echo quit", "echo wait; read x", "printf legal"):
            self.lost(command, "has left the table")

    def test_a_bot_that_floods(self):
        self.lost("yes nonsense", "too many bad answers|out of time", "--bot-time", "2")
        self.lost("yes legal", "out of time", "--bot-time", "0.3")
        self.lost("yes view", "out of time", "--bot-time", "0.3", game="salvo")
        self.lost("cat /dev/zero", "too many bad answers|out of time", "--bot-time", "2")
        self.lost("tr '\\0' x < /dev/zero", "bad answers|out of time", "--bot-time", "1")

    def test_a_bot_that_talks_nonsense(self):
        path = self.script("nonsense", "while read x; do echo play nothing; done & "
                           "echo play nothing; cat >/dev/null\n")
        got = self.lost("while :; do echo play nothing; read x || exit; done", "too many bad")
        self.assertEqual(got.err.count("\n"), 1, path)

    def test_what_a_bot_says_on_its_standard_error(self):
        got = self.lost("echo 'now\x1b[2J' >&2; yes complaint | head -c 900000 >&2; exit 1",
                        "has left the table")
        self.assertIn("bot south: now", got.err)
        self.assertNotIn("\x1b", got.err)
        self.assertLess(len(got.err), 400000)

    def test_nothing_is_left_of_a_bot(self):
        pids = self.folder / "pids"
        path = self.script("hydra", f"(trap '' TERM HUP; echo $$ >> {pids}; sleep 1000) &\n"
                           f"sh -c 'echo $$ >> {pids}; exec sleep 1000' &\necho $$ >> {pids}\n"
                           "sleep 1000\n")
        self.lost(path, "out of time", "--bot-time", "0.5")
        found = [int(n) for n in pids.read_text(encoding="utf-8").split()]
        self.assertEqual(len(found), 3)
        self.assertEqual([p for p in found if alive(p)], [])

    def test_nothing_is_left_when_the_program_is_killed(self):
        for how in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
            pids = self.folder / f"pids{how}"
            path = self.script("hangs", f"echo $$ > {pids}.new; mv {pids}.new {pids}\nsleep 1000\n")
            host = subprocess.Popen([PROGRAM, "selfplay", GAME, "--seats", f"bot:{path},random"],
                                    env=environment(), stdout=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL)
            while not pids.exists():
                time.sleep(0.01)
            host.send_signal(how)
            host.wait()
            pid = int(pids.read_text(encoding="utf-8"))
            for _ in range(3000):
                if not alive(pid):
                    break
                time.sleep(0.01)
            self.assertFalse(alive(pid), how)

    def test_what_is_refused(self):
        self.bad("selfplay", GAME, "--seats", "bot:,random", says="command of the bot is missing")
        self.bad("selfplay", GAME, "--seats", "bot:x", says="2 names")
        self.bad("selfplay", GAME, "--seats", "bot,random", says="not a player; .*bot:COMMAND")
        self.bad("selfplay", GAME, "--seats", "bot:x,human", says="not a player")
        self.bad("selfplay", GAME, "--seats", "bot:x,random", "--rules", says="once more")
        self.bad("bot", GAME, "--seats", "bot:x,random", says="not a player")
        for seats in ("random,random", "human,human"):
            self.bad("bot", GAME, "--seats", seats, says="one seat, and only one")


class Simulator(Case):
    """`grognard bot`: lines in, an answer a line."""

    def talk(self, lines, *options, game=GAME):
        got = self.good("bot", game, "--seed", 3, *options, input="\n".join(lines) + "\n")
        answers = got.out.splitlines()
        asked = [n for n in lines if n.strip() and not n.startswith("#")]
        self.assertEqual(len(answers), len(asked), answers)
        return answers

    def test_a_few_words(self):
        out = self.talk(["protocol", "1 wait", "2 legal", "", "# a comment", "3 play garrison f1 3",
                         "wait", "where", "quit"])
        self.assertEqual(out[:2], ["= grognard-bot 1", "=1 north opening"])
        self.assertRegex(out[2], r"^=2 garrison f1 \d; garrison f1 \d; garrison f1 \d$")
        self.assertRegex(out[3], r"^=3 1 \w+ \w+$")
        self.assertEqual(out[4].split()[1], "north")
        self.assertEqual(out[-1], "=")

    def test_in_both_languages(self):
        self.assertEqual(self.talk(["x"], "--lang", "fr"),
                         ["? unknown_command - Commande inconnue ; help les donne toutes."])

    def test_every_answer_that_is_json(self):
        for game, scenario in GAMES.items():
            lines = ["wait", "game", "view", "events", "clone", "view w1"]
            for answer in self.talk(lines, "--scenario", scenario, game=game)[1:]:
                if answer != "= w1":
                    json.loads(answer[2:])

    def test_malformed_lines_change_nothing(self):
        bad = ["nonsense", "12", "99999999999 legal", "legal w1 w2", "play", "play ;", "play x y z",
               "play garrison f9 1", "undo", "undo w1 5", "roll w1", "view w1 x", "\x01", "wait w1",
               "resample", "é", "play w1 garrison f2 1", "x" * 9000]
        ask = ["view", "legal", "where", "view w1", "legal w1", "where w1"]
        out = self.talk(["wait", "clone", *ask, *bad, *ask])
        before, middle, after = out[2:8], out[8:8 + len(bad)], out[8 + len(bad):]
        for line, answer in zip(bad, middle):
            self.assertRegex(answer, r"^\?(\d{1,9})? \w+ (-|\w+) \S.*", line)
        self.assertEqual(before, after)

    def test_a_file_is_kept(self):
        path = self.folder / "kept.gg"
        self.talk(["wait", "resign", "wait", "quit"], "--save", path)
        self.good("verify", path)
        self.bad("bot", GAME, "--save", path, says="exists")

    def test_a_whole_match(self):
        """The program at the other end of two pipes, and the simulator ends well when it goes."""
        for seats in ("human,greedy", "random,human"):
            sim = subprocess.Popen([PROGRAM, "bot", GAME, "--seed", "5", "--seats", seats],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                   env=environment())

            def ask(line):
                sim.stdin.write(line + "\n")
                sim.stdin.flush()
                answer = sim.stdout.readline()
                self.assertTrue(answer.startswith("="), f"{line}: {answer}")
                return answer[2:].strip()
            while not ask("wait").startswith("over"):
                plans = ask("plans").split(" | ")
                ask("play " + plans[len(plans) // 2])
            self.assertRegex(ask("where"), r"^over [012] [012]$")
            sim.stdin.close()
            self.assertEqual(sim.wait(), YES)
            sim.stdout.close()

    def test_it_ends_when_nobody_reads(self):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([PROGRAM, "bot", GAME], input=b"help\n" * 9, stdout=writer,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        os.close(writer)
        self.assertIn(done.returncode, (YES, -signal.SIGPIPE))


class Document(Case):
    """docs/howto/bots.md says what the program says."""
    TEXT = (ROOT / "docs" / "howto" / "bots.md").read_text(encoding="utf-8")

    def test_every_command_is_told(self):
        table = self.TEXT.split("| command | answer |")[1].split("\n\n")[0]
        told = set(re.findall(r"(?m)^\| `(\w+)", table))
        known = run("bot", GAME, input="help\n").out[2:].strip().split(" | ")
        self.assertEqual(told, {n.split()[0] for n in known})

    def test_every_code_is_told(self):
        codes = re.findall(r"(?m)^DESK_ERROR\((\w+)",
                           (ROOT / "engine/desk/errors.def").read_text(encoding="utf-8"))
        for code in codes:
            self.assertIn(f"`{code}`", self.TEXT)

    def test_the_examples_stand_in_it(self):
        for name in ("random_bot.py", "random_bot.c", "better.py"):
            self.assertIn((BOTS / name).read_text(encoding="utf-8"), self.TEXT, name)

    def test_no_example_has_the_name_of_a_module(self):
        """A program's own folder is looked into first: `random.py` cannot import `random`."""
        for path in BOTS.glob("*.py"):
            self.assertNotIn(path.stem, sys.stdlib_module_names)

    def test_the_transcript_is_the_program_s(self):
        """Lines behind > are what is asked; what follows is the answer, cut where ... stands."""
        block = re.search(r"```\n\$ grognard (bot .*)\n([\s\S]*?)```", self.TEXT)
        lines = block[2].splitlines()
        asked = [n[2:] for n in lines if n.startswith("> ")]
        want = [n for n in lines if not n.startswith("> ")]
        got = self.good(*block[1].split(), input="\n".join(asked) + "\n").out.splitlines()
        self.assertEqual(len(got), len(want))
        for one, other in zip(got, want):
            head, cut, tail = other.partition(" ...")
            fits = one.startswith(head) and one.endswith(tail.lstrip()) if cut else one == other
            self.assertTrue(fits, f"{other}\n{one}")
