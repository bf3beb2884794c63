# SPDX-License-Identifier: Apache-2.0
"""Studies: the same bytes for any number of threads, checkpoints that lose and repeat nothing, and
reports that agree with each other."""
import csv
import json
import os
import re
import resource
import signal
import subprocess
import time
from html.parser import HTMLParser
from pathlib import Path

from program import GAME, PROGRAM, ROOT, Case, environment, run

ORDER = ("study", GAME, "--seats", "greedy,random", "--seed", "5")
LONG = ("study", "bautzen", "--scenario", "intro", "--seats", "greedy,greedy", "--seed", "2")


def result(text):
    """The part that depends on the order alone, as bytes."""
    return text[:text.index('"run":')]


class Result(Case):
    def test_threads_change_nothing(self):
        told = [self.good(*ORDER, "--games", 150, "--threads", t, "--hash", "--json").out
                for t in (1, 2, 7)]
        self.assertEqual(len({result(t) for t in told}), 1)
        run_of = json.loads(told[1])["run"]
        self.assertEqual((run_of["threads"], run_of["ranks"], run_of["resumed"]), (2, 1, 0))
        self.assertGreater(run_of["cpu_s"], 0)

    def test_they_are_the_games_of_selfplay(self):
        study = self.good(*ORDER, "--games", 150, "--hash", "--json").json()["result"]
        self_ = self.good("selfplay", *ORDER[1:], "--games", 150, "--json").json()
        for name in ("digest", "actions", "steps", "games"):
            self.assertEqual(study[name], self_[name], name)
        self.assertEqual([s["wins"]["n"] for s in study["by_seat"]], self_["wins"])
        self.assertEqual(study["draws"]["n"], self_["draws"])
        text = self.good(*ORDER, "--games", 150, "--hash").out
        self.assertIn(f"digest {self_['digest']}\n", text)

    def test_without_the_digest_nothing_else_differs(self):
        with_, without = (self.good(*ORDER, "--games", 60, *more, "--json").json()["result"]
                          for more in (("--hash",), ()))
        del with_["digest"]
        self.assertEqual(with_, without)
        self.assertNotIn("digest", self.good(*ORDER, "--games", 60).out)

    def test_what_is_no_file_is_written_to_and_stays(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
            self.good(*ORDER, "--games", 5, "--csv", pipe)
            self.assertEqual(len(reader.stdout.read().splitlines()), 6)
        self.assertTrue(pipe.is_fifo())
        self.assertEqual([p.name for p in self.folder.iterdir()], ["pipe"])

    def test_levels_are_named_as_they_were_asked_for(self):
        """A captain is the greedy player; a checkpoint of one goes on as the other."""
        kept = self.folder / "kept"
        words = ("study", GAME, "--games", 4, "--checkpoint", kept)
        for seats in ("captain,random", "greedy,random"):
            told = self.good(*words, "--seats", seats, "--json").json()["result"]
            self.assertEqual(told["seats"], seats.split(","))
            self.assertIn(f"({seats.split(',')[0]})", self.good(*words, "--seats", seats).out)

    def test_french_writes_commas(self):
        said = self.good("study", GAME, "--games", 7, "--lang", "fr").out
        self.assertRegex(said, r"\d,\d\s%  \(\d+,\d à \d+,\d\)")
        self.assertNotRegex(said, r"\d\.\d")

    def test_a_checkpoint_is_a_file(self):
        for path, kind in (("/dev/full", "device"), (self.folder / "pipe", "pipe")):
            if kind == "pipe":
                os.mkfifo(path)
            self.assertIn(f"is a {kind}", self.bad(*ORDER, "--checkpoint", path).err)

    def test_sums_agree(self):
        table = self.folder / "games.csv"
        for words in ((GAME,), ("corridors", "--scenario", "quick"), ("salvo",)):
            got = self.good("study", *words, "--games", 40, "--seed", 3, "--csv", table,
                            "--json").json()["result"]
            with table.open(encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(len(rows), 40)
            self.assertEqual([int(r["game"]) for r in rows], list(range(40)))
            self.assertEqual(sum(int(r["actions"]) for r in rows), got["actions"])
            self.assertEqual(sum(int(r["goes"]) for r in rows), got["goes"])
            for seat in got["by_seat"]:
                mine = [r for r in rows if r["winner"] == seat["seat"]]
                self.assertEqual(len(mine), seat["wins"]["n"])
                first = [r for r in rows if r["first"] == seat["seat"]]
                self.assertEqual(len(first), seat["when_first"]["of"])
                self.assertEqual(sum(r in mine for r in first), seat["when_first"]["n"])
            for name, key in (("length", "actions"), ("margin", "margin"),
                              ("decisions", "decisions")):
                values = sorted(int(r[key]) for r in rows)
                spread = got[name]
                self.assertEqual((spread["least"], spread["median"], spread["most"]),
                                 (values[0], values[20], values[-1]))
                self.assertAlmostEqual(spread["mean"], sum(values) / 40, places=4)
                self.assertEqual(sum(spread["bins"]), 40)
                low, width = spread["from"], spread["width"]
                self.assertEqual(spread["bins"][0],
                                 sum(low <= v < low + width for v in values))
            self.assertEqual(sum(e["games"] for e in got["ends"]), 40)
            self.assertFalse(set(got["told"]) & set(got["never_told"]))

    def test_rules_are_those_selfplay_counts(self):
        got = self.good(*ORDER, "--games", 30, "--json").json()["result"]
        counted = self.good("selfplay", *ORDER[1:], "--games", 30, "--rules", "--json").json()
        told = {r["id"]: r["told"] for r in counted["rules"] if r["told"]}
        self.assertEqual(got["told"], told)

    def test_rules_are_listed(self):
        """As text: every rule once, with the number that the JSON tells."""
        told = self.good(*ORDER, "--games", 30, "--rules", "--json").json()["result"]
        out = self.good(*ORDER, "--games", 30, "--rules").out
        listed = out[out.index("Rules that an event cited"):]
        cited, never = (re.findall(r"(?m)^ +(\d+)  (ZD?\d+) ", part)
                        for part in listed.split("Never cited"))
        self.assertEqual({rule: int(n) for n, rule in cited}, told["told"])
        counts = [int(n) for n, _ in cited]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertEqual([rule for _, rule in never], told["never_told"])
        self.assertNotIn("Never cited", self.good(*ORDER, "--games", 30).out)

    def test_the_interval_is_wilsons(self):
        got = self.good(*ORDER, "--games", 100, "--json").json()["result"]
        for seat in got["by_seat"]:
            n, p, z = 100, seat["wins"]["n"] / 100, 1.959964
            middle = (p + z * z / (2 * n)) / (1 + z * z / n)
            half = z * ((p * (1 - p) + z * z / (4 * n)) / n) ** 0.5 / (1 + z * z / n)
            self.assertAlmostEqual(seat["wins"]["rate"], p, places=6)
            self.assertAlmostEqual(seat["wins"]["low"], max(0, middle - half), places=5)
            self.assertAlmostEqual(seat["wins"]["high"], min(1, middle + half), places=5)

    def test_matchups_take_turns_unless_one_is_chosen(self):
        got = self.good("study", "corridors", "--games", 20, "--json").json()["result"]
        self.assertEqual(len(got["matchups"]), 10)
        self.assertEqual({m["one"]["of"] for m in got["matchups"]}, {2})
        got = self.good("study", "corridors", "--games", 4, "--decks", "G,S",
                        "--json").json()["result"]
        self.assertEqual(got["matchups"], [])
        self.assertEqual(len(got["options"]), len(set(got["options"])))

    def test_dice_fall_where_fights_are(self):
        """In Bautzen's first scenario nobody fights at the map's edge."""
        got = self.good(*LONG, "--games", 16, "--json").json()["result"]
        places = got["dice_at"]["map"]
        self.assertEqual(got["dice_at"]["games"], 2)
        self.assertGreater(sum(n for _, n in places), 5)
        self.assertNotIn(0, [index for index, _ in places])


class Bots(Case):
    """Programs of other people as seats of a study."""
    RANDOM = f"bot:{ROOT / 'docs' / 'howto' / 'bots' / 'random_bot.py'}"

    def study(self, seats, games, *more):
        return self.good("study", GAME, "--seats", seats, "--games", games, "--json", *more)

    def test_they_are_the_games_of_selfplay(self):
        text = Path(self.RANDOM[4:]).read_text(encoding="utf-8")
        first = self.folder / "first.py"
        first.write_text(text.replace("random.choice(", "min("), encoding="utf-8")
        first.chmod(0o755)
        bot = f"bot:{first}"
        told = [self.study(f"greedy,{bot}", 6, "--threads", t, "--hash").out for t in (1, 2)]
        self.assertEqual(result(told[0]), result(told[1]))
        study = json.loads(told[0])["result"]
        self_ = self.good("selfplay", GAME, "--seats", f"greedy,{bot}", "--games", 6,
                          "--json").json()
        for name in ("digest", "actions", "steps", "games"):
            self.assertEqual(study[name], self_[name], name)
        self.assertEqual([s["wins"]["n"] for s in study["by_seat"]], self_["wins"])
        self.assertEqual(study["seats"], ["greedy", bot])
        self.assertEqual(study["by_seat"][1]["bot_lost"], {"clock": 0, "left": 0, "bad": 0})
        self.assertEqual(sum(e["games"] for e in study["ends"]), 6)

    def test_a_bad_bot_loses_and_one_line_tells(self):
        for command, time_, kind, says in (
                ("false", "9", "left", "has left the table"),
                ("sleep 1000", "0.1", "clock", "has run out of time"),
                ("yes nonsense", "30", "bad", "has given too many bad answers")):
            got = run("study", GAME, "--seats", f"random,bot:{command}", "--games", 5,
                      "--bot-time", time_, "--threads", 2, "--json",
                      "--csv", self.folder / "bad.csv")
            self.assertEqual(got.code, 0, got.err)
            self.assertRegex(got.err, r"\Agrognard: game \d: The bot of seat south "
                             rf"{says}[^\n]+\n\Z")
            told = json.loads(got.out)["result"]
            self.assertEqual((told["games"], told["by_seat"][0]["wins"]["n"]), (5, 5))
            self.assertEqual(told["by_seat"][1]["bot_lost"][kind], 5)
            self.assertEqual(told["ends"], [])
            with (self.folder / "bad.csv").open(encoding="utf-8") as file:
                self.assertEqual({r["ended_by"] for r in csv.DictReader(file)}, {f"bot_{kind}"})

    def test_a_bot_that_crashes_now_and_then_costs_those_games_only(self):
        count = self.folder / "count"
        bot = self.folder / "bot"
        bot.write_text(f"#!/bin/sh\necho x >> {count}\n[ $(wc -l < {count}) = 3 ] && exit 1\n"
                       f"exec {self.RANDOM[4:]}\n", encoding="utf-8")
        bot.chmod(0o755)
        got = run("study", GAME, "--seats", f"random,bot:{bot}", "--games", 6, "--threads", 1,
                  "--checkpoint", self.folder / "c", "--json")
        self.assertEqual(got.code, 0, got.err)
        told = json.loads(got.out)["result"]
        self.assertEqual(told["by_seat"][1]["bot_lost"], {"clock": 0, "left": 1, "bad": 0})
        self.assertEqual(sum(e["games"] for e in told["ends"]), 5)
        self.assertEqual(result(got.out), result(self.good(
            "study", GAME, "--seats", f"random,bot:{bot}", "--games", 6, "--checkpoint",
            self.folder / "c", "--json").out))
        self.assertEqual(len(count.read_text(encoding="utf-8").split()), 6)
        self.bad("study", GAME, "--seats", "random,bot:other", "--games", 6, "--checkpoint",
                 self.folder / "c", says="another study")

    def test_ctrl_c_does_not_wait_for_a_bot(self):
        """It hangs in the third game; the first two stand in the checkpoint."""
        count, bot, kept = (self.folder / n for n in ("count", "bot", "kept"))
        bot.write_text(f"#!/bin/sh\necho x >> {count}\n[ $(wc -l < {count}) = 3 ] && "
                       f"exec sleep 1000\nexec {self.RANDOM[4:]}\n", encoding="utf-8")
        bot.chmod(0o755)
        child = subprocess.Popen([str(PROGRAM), "study", GAME, "--seats", f"random,bot:{bot}",
                                  "--games", "9", "--threads", "1", "--checkpoint", str(kept),
                                  "--json"], cwd=ROOT, env=environment(), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        for _ in range(3000):
            if count.exists() and len(count.read_text(encoding="utf-8").split()) == 3:
                break
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 3, err)
        self.assertEqual(json.loads(out)["result"]["games"], 2)
        self.assertIn(b"stopped after 2 of 9 games", err)


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.words = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            assert name not in ("src", "href", "onclick"), (tag, name, value)

    def handle_data(self, data):
        self.words.append(data.strip())


class Report(Case):
    def page(self, *words):
        path = self.folder / "study.html"
        self.good("study", *words, "--html", path)
        page = Page()
        page.feed(path.read_text(encoding="utf-8"))
        self.assertNotIn("script", page.tags)
        return page

    def test_one_page_that_needs_nothing_else(self):
        page = self.page("bautzen", "--scenario", "intro", "--seats", "greedy,greedy", "--games",
                         "16")
        for words in ("Wins", "Where dice fell", "What ended the games", "never cited"):
            self.assertTrue(words in page.words, words)
        self.assertGreater(page.tags.count("path"), 300)  # the map

    def test_in_french(self):
        page = self.page("salvo", "--scenario", "first_salvo", "--seats", "greedy,greedy",
                         "--games", "16", "--lang", "fr")
        for words in ("Victoires", "Où les dés sont tombés"):
            self.assertTrue(words in page.words, words)

    def test_text(self):
        told = self.good("study", "corridors", "--games", 20).out
        self.assertRegex(told, r"player 1 \(random\) +\d+ of 20 +\d+\.\d%  \(\d")
        self.assertIn("German – Soviet", told)
        self.assertIn("Rules that an event cited: ", told)


class Checkpoints(Case):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "a.study"

    def start(self, games, **more):
        return subprocess.Popen([str(PROGRAM), *LONG, "--games", str(games), "--threads", "2",
                                 "--checkpoint", str(self.file), "--json"], cwd=ROOT,
                                env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                **more)

    def grown(self, child, size):
        """Until the checkpoint is larger than that."""
        for _ in range(3000):
            if self.file.exists() and self.file.stat().st_size > size:
                return
            self.assertIsNone(child.poll())
            time.sleep(0.01)
        self.fail("nothing is written")

    def test_a_kill_loses_and_repeats_nothing(self):
        whole = result(self.good(*LONG, "--games", 400, "--json").out)
        child = self.start(400)
        self.grown(child, 2000)
        child.send_signal(signal.SIGKILL)
        child.communicate()
        before = self.file.read_bytes()
        told = self.good(*LONG, "--games", 400, "--checkpoint", self.file, "--json").out
        self.assertEqual(result(told), whole)
        resumed = json.loads(told)["run"]["resumed"]
        self.assertGreater(resumed, 0)
        self.assertLess(resumed, 400)
        self.assertEqual(self.file.read_bytes()[:len(before) // 2], before[:len(before) // 2])
        told = self.good(*LONG, "--games", 400, "--checkpoint", self.file, "--json").out
        self.assertEqual(result(told), whole)
        self.assertEqual(json.loads(told)["run"]["resumed"], 400)

    def test_ctrl_c_leaves_a_report_and_a_checkpoint(self):
        child = self.start(5000)
        self.grown(child, 2000)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 3)
        self.assertRegex(err.decode(), r"stopped after \d+ of 5000 games; the same command goes on")
        got = json.loads(out)["result"]
        self.assertEqual(got["asked"], 5000)
        self.assertLess(0, got["games"])
        self.assertEqual(sum(s["wins"]["n"] for s in got["by_seat"]) + got["draws"]["n"],
                         got["games"])

    def test_torn_and_damaged_blocks_are_played_again(self):
        whole = result(self.good(*ORDER, "--games", 60, "--checkpoint", self.file, "--json").out)
        good = self.file.read_bytes()
        head = good.index(b"\n\n") + 2
        middle = (head + len(good)) // 2
        for text in (good[:-1], good[:-40], good[:head], good[:head + 10], good + b"\0" * 9,
                     good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1:]):
            self.file.write_bytes(text)
            told = self.good(*ORDER, "--games", 60, "--checkpoint", self.file, "--json").out
            self.assertEqual(result(told), whole)
            self.assertEqual(len(self.file.read_bytes()), len(good))

    def test_another_order_is_refused_and_nothing_lost(self):
        self.good(*ORDER, "--games", 20, "--checkpoint", self.file)
        before = self.file.read_bytes()
        for words, says in (((*ORDER[:-1], "6", "--games", "20"), "“seed 5”, not “seed 6”"),
                            ((*ORDER, "--games", "21"), "“games 20”, not “games 21”"),
                            ((*ORDER, "--games", "20", "--hash"), "“-”, not “hash”"),
                            ((*LONG, "--games", "20"), f"“game {GAME}”, not “game bautzen”")):
            self.bad(*words, "--checkpoint", self.file, says=says)
            self.assertEqual(self.file.read_bytes(), before)

    def test_other_rules_are_refused_and_nothing_lost(self):
        """A checkpoint of the game as it was before a rule changed."""
        self.good(*ORDER, "--games", 20, "--checkpoint", self.file)
        older, changed = re.subn(rb"\nrules \d+\n", b"\nrules 250\n", self.file.read_bytes())
        self.assertEqual(changed, 1)
        self.file.write_bytes(older)
        self.bad(*ORDER, "--games", 20, "--checkpoint", self.file, says="“rules 250”, not “rules ")
        self.assertEqual(self.file.read_bytes(), older)

    def test_other_files_are_left_alone(self):
        for text in (b"grognard match 2\n", b"x", b"grognard study 9\n"):
            self.file.write_bytes(text)
            self.bad(*ORDER, "--checkpoint", self.file, says="is not the checkpoint of a study")
            self.assertEqual(self.file.read_bytes(), text)
        self.bad(*ORDER, "--checkpoint", self.folder / "no" / "where", says="No such file")

    def test_one_study_at_a_time(self):
        child = self.start(5000)
        self.grown(child, 10)
        self.bad(*LONG, "--games", 5000, "--checkpoint", self.file, code=3, says="in use")
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=60)

    def test_a_full_disk_is_one_line_and_leaves_what_was_there(self):
        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
        child = self.start(300, preexec_fn=small, restore_signals=False)
        out, err = child.communicate(timeout=120)
        self.assertEqual((child.returncode, out), (3, b""))
        self.assertRegex(err.decode(), r"\Agrognard: [^\n]+a\.study”: [^\n]+\n\Z")
        told = self.good(*LONG, "--games", 300, "--checkpoint", self.file, "--json").out
        self.assertGreater(json.loads(told)["run"]["resumed"], 0)
        self.assertEqual(result(told), result(self.good(*LONG, "--games", 300, "--json").out))


class Compare(Case):
    def ask(self, *words):
        return self.good("study", "compare", *words, "--json").json()["result"]

    def test_an_obvious_difference_ends_early(self):
        got = self.ask("bautzen", "seats=recruit,random", "seats=random,recruit", "--scenario",
                       "intro")
        self.assertEqual((got["answer"], got["pairs"]), ("a", 64))
        self.assertLess(0, got["low"])
        self.assertLess(got["low"], got["difference"])
        back = self.ask("bautzen", "seats=random,recruit", "seats=recruit,random", "--scenario",
                        "intro")
        self.assertEqual((back["answer"], back["difference"]), ("b", -got["difference"]))
        self.assertEqual((back["better_in_a"], back["better_in_b"]),
                         (got["better_in_b"], got["better_in_a"]))

    def test_equal_pairs_are_called_equal_and_not_at_once(self):
        """The same games on both sides: no difference at all, but one stage does not prove it."""
        got = self.ask(GAME, "turns=8", "turns=8", "--margin", "10")
        self.assertEqual((got["answer"], got["difference"]), ("equal", 0))
        self.assertGreater(got["pairs"], 64)
        self.assertLessEqual(got["high"] - got["low"], 0.1)

    def test_the_most_games_leave_it_open(self):
        got = self.ask(GAME, "turns=8", "turns=7", "--games", "64", "--margin", "1")
        self.assertEqual((got["answer"], got["pairs"]), ("open", 64))
        self.assertGreater(got["fixed_pairs"], 64)

    def test_pairs_are_the_games_of_two_studies(self):
        """The difference is that of the two studies' rows, and threads change nothing."""
        rows = []
        for turns in (8, 4):
            path = self.folder / f"{turns}.csv"
            self.good("study", GAME, "--option", f"turns={turns}", "--games", "64", "--csv", path)
            with path.open(encoding="utf-8") as file:
                rows.append([{"north": 1, "draw": 0.5}.get(r["winner"], 0)
                             for r in csv.DictReader(file)])
        told = [self.good("study", "compare", GAME, "turns=8", "turns=4", "--games", "64",
                          "--margin", "1", "--threads", t, "--json").out for t in (1, 3)]
        self.assertEqual(result(told[0]), result(told[1]))
        got = json.loads(told[0])["result"]
        self.assertAlmostEqual(got["difference"],
                               sum(a - b for a, b in zip(*rows)) / 64, places=6)

    def test_both_stand_on_one_page(self):
        path = self.folder / "two.html"
        self.good("study", "compare", GAME, "turns=8", "turns=4", "--games", "64", "--html", path)
        self.assertEqual(path.read_text(encoding="utf-8").count("<section>"), 2)

    def test_checkpoints_of_both(self):
        words = ("study", "compare", GAME, "turns=8", "turns=4", "--games", "128", "--margin", "1",
                 "--checkpoint", self.folder / "c", "--json")
        first = self.good(*words).out
        self.assertEqual(result(first), result(self.good(*words).out))
        self.assertTrue((self.folder / "c-a").exists() and (self.folder / "c-b").exists())

    def test_ctrl_c_is_told(self):
        """Two that are equal, and a margin that takes more pairs than there is time for."""
        kept = self.folder / "c"
        child = subprocess.Popen([str(PROGRAM), "study", "compare", "bautzen", "scenario=intro",
                                  "scenario=intro", "--seats", "greedy,greedy", "--margin", "1",
                                  "--checkpoint", str(kept), "--json"], cwd=ROOT,
                                 env=environment(), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE)
        other = self.folder / "c-b"
        for _ in range(3000):
            if other.exists() and other.stat().st_size > 2000:
                break
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
        self.assertEqual(child.returncode, 3, err)
        self.assertRegex(err.decode(), r"stopped after \d+ of 10000 games; the same command goes")
        self.assertEqual(json.loads(out)["result"]["answer"], "open")

    def test_bad_words(self):
        self.bad("study", "compare", GAME, "turns=8", says="study compare GAME A B")
        self.bad("study", "compare", GAME, "turns", "turns=8", says="NAME=VALUE")
        self.bad("study", "compare", GAME, "turns=99", "turns=8", says="turns")
        self.bad("study", "compare", "chess", "a=1", "a=2", says="unknown game")
        self.bad("study", GAME, "--margin", "5", says="study compare")


class Bad(Case):
    def test_arguments(self):
        self.bad("study", says="argument is missing")
        self.bad("study", "chess", says="unknown game")
        self.bad(*ORDER, "--threads", "0", says="not a number from 1 to 256")
        self.bad(*ORDER, "--games", "10000001", says="at most 10000000 games")
        self.bad("study", GAME, "--seats", "greedy", says="--seats")
        self.bad("study", GAME, "--seats", "human,greedy", says="not a player")
        self.bad("study", "salvo", "--scenario", "nowhere", says="nowhere")

    def test_reports_that_cannot_be_written(self):
        for option in ("--html", "--csv"):
            got = run(*ORDER, "--games", 4, option, self.folder / "no" / "where")
            self.assertEqual((got.code, got.out), (2, ""))
