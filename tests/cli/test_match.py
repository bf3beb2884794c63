# SPDX-License-Identifier: Apache-2.0
"""Match files: new, replay, verify, and what happens when they are damaged."""
import json
import re
import stat

from program import BAD, BUILD, FORGED, GAME, NO, ROOT, Case, run


class New(Case):
    def test_new(self):
        path = self.folder / "a.gg"
        got = self.good("new", GAME, path, "--seats", "Anne,Zoé", "--id", "final-1", "--clock",
                        "30+10", "--option", "turns=4", "--json").json()
        self.assertEqual((got["id"], got["game"], got["scenario"]), ("final-1", GAME, "standard"))
        self.assertRegex(got["commitment"], r"\A[0-9a-f]{64}\Z")
        text = path.read_text(encoding="utf-8")
        self.assertIn("Zoé", text)
        seed = self.folder / "a.gg.seed"
        self.assertNotIn(seed.read_text(encoding="ascii").strip(), text)
        self.assertEqual(stat.S_IMODE(seed.stat().st_mode), 0o600)
        got = self.good("verify", path, code=NO)
        self.assertIn("seed is not revealed", got.out)
        self.bad("new", GAME, path, says="force")
        self.good("new", GAME, path, "--force")

    def test_bad(self):
        path = self.folder / "b.gg"
        self.bad("new", GAME, path, "--id", "a b")
        self.bad("new", GAME, path, "--clock", "ten")
        self.bad("new", GAME, path, "--clock", "10+")
        self.bad("new", GAME, path, "--seats", "one")
        self.bad("new", GAME, path, "--seats", "one,two\x1b[2J")
        self.bad("new", GAME, self.folder / "no" / "b.gg")
        self.assertFalse(path.exists())

    def test_players_have_seeds_of_their_own(self):
        """Unless the match shall be had again: --seed."""
        seeds = []
        for name in ("1.gg", "2.gg"):
            self.good("new", GAME, self.folder / name)
            text = (self.folder / name).read_text(encoding="utf-8")
            seeds += re.findall(r"(?m)^client \w+ ([0-9a-f]{32}) #", text)
        self.assertEqual(len(set(seeds)), 4)
        self.good("new", GAME, self.folder / "3.gg", "--seed", 5)
        text = (self.folder / "3.gg").read_text(encoding="utf-8")
        self.assertEqual(len(re.findall(r"(?m)^client \w+ #", text)), 2)

    def test_seeds_differ(self):
        one, two = self.folder / "1.gg", self.folder / "2.gg"
        self.good("new", GAME, one)
        self.good("new", GAME, two)
        self.assertNotEqual((self.folder / "1.gg.seed").read_bytes(),
                            (self.folder / "2.gg.seed").read_bytes())


class Formats(Case):
    """Files of earlier formats are read for ever; those of older rules that differ, as they were
    written (OtherRules)."""

    def test_files_of_earlier_programs(self):
        files = sorted((ROOT / "tests" / "fixtures").glob("*/*.gg"))
        self.assertGreaterEqual(len(files), 4)
        agree = 0
        for path in files:
            with self.subTest(path.name):
                self.good("replay", path)
                got = run("verify", path)
                if got.code == NO and "not revealed" not in got.out:
                    self.assertRegex(got.out, r"Rules of version \d+ in the file, \d+ here")
                    continue
                agree += 1
                self.assertEqual("all is well" in got.out, got.code == 0)
                self.good("replay", path, "--viewer", "public")
        self.assertGreaterEqual(agree, 1)


class OtherRules(Case):
    """A file of an older rules version, read by programs whose rules are newer: they agree with it,
    or they do not, and then it can still be read as it was written."""

    newer, differ = (BUILD / "tests" / "rules" / f"grognard-{name}" for name in ("newer", "differ"))

    def test_rules_that_agree(self):
        path = self.match()
        self.good("verify", path, program=self.newer)
        self.assertEqual(self.good("replay", path, "--json", program=self.newer).json()["version"],
                         1)

    def test_rules_that_differ(self):
        path = self.match()
        lines = [line.rsplit(" #", 1)[0] for line in path.read_text(encoding="utf-8").splitlines()
                 if line[0].isdigit()]
        got = run("verify", path, program=self.differ)
        self.assertEqual(got.code, NO)
        self.assertIn("Rules of version 1 in the file, 2 here", got.out)
        told = self.good("replay", path, program=self.differ).out
        self.assertIn("Rules of version 1 in the file, 2 here", told)
        self.assertEqual(told.splitlines()[-len(lines):], lines)
        self.assertEqual(self.good("replay", path, "--json", program=self.differ).json()["lines"],
                         lines)
        for words in (("--viewer", "north"), ("@3",)):  # what a seat saw its own rules could say
            got = run("replay", path, *words, program=self.differ)
            self.assertEqual(got.code, BAD, words)
            self.assertIn("Rules of version 1", got.err)
        whole = path.read_bytes()
        path.write_bytes(whole.replace(b"ms ", b"ms  ", 1))
        self.assertEqual(run("replay", path, program=self.differ).code, BAD)


class Verify(Case):
    def test_good(self):
        path = self.match()
        self.assertIn("all is well", self.good("verify", path).out)
        self.assertIn("en ordre", self.good("verify", path, "--lang", "fr").out)
        got = self.good("verify", path, "--json").json()
        self.assertEqual((got["ok"], got["outcome"], got["signature"]), (True, "proved", "none"))
        self.assertIn("Unsigned", self.good("verify", path).out)
        self.good("verify", "-", input=path.read_text(encoding="utf-8"))

    def test_every_cut_is_refused(self):
        path = self.match("--option", "turns=2")
        whole = path.read_bytes()
        lines = whole.split(b"\n")
        for end in {0, 1, len(whole) // 2, len(whole) - 1, len(b"\n".join(lines[:5]))}:
            path.write_bytes(whole[:end])
            got = run("verify", path)
            self.assertEqual(got.code, FORGED, end)
            self.assertRegex(got.out, r":")

    def test_a_flipped_bit_names_its_line(self):
        path = self.match()
        whole = bytearray(path.read_bytes())
        at = whole.index(b"\n", len(whole) // 2) + 3
        whole[at] ^= 1
        path.write_bytes(bytes(whole))
        line = whole[:at].count(b"\n") + 1
        got = self.good("verify", path, "--json", code=FORGED).json()
        self.assertEqual((got["ok"], got["line"], got["outcome"]), (False, line, "forged"))
        self.assertTrue(got["text_fr"] and got["text_en"])
        self.assertIn(f":{line}:", self.good("verify", path, code=FORGED).out)

    def test_no_file(self):
        self.bad("verify", self.folder / "nothing.gg", says="nothing.gg")
        self.bad("verify", self.folder, code=BAD)


class Replay(Case):
    def test_whole(self):
        path = self.match()
        out = self.good("replay", path).out
        self.assertRegex(out, r"(?m)^   1  ")
        self.assertRegex(out, r"(?m)(wins\.|A draw\.)$")
        got = self.good("replay", path, "--json").json()
        self.assertEqual(got["over"], True)
        self.assertEqual([e["number"] for e in got["entries"]],
                         list(range(1, got["count"] + 1)))
        self.assertTrue(any(e["events"] for e in got["entries"]))

    def test_one_entry_shows_the_table(self):
        path = self.match()
        self.assertIn("North’s hand", self.good("replay", path, "@12").out)
        self.assertIn("Main du Nord", self.good("replay", path, "@0", "--lang", "fr").out)
        got = self.good("replay", path, "@12", "--json").json()
        self.assertEqual([e["number"] for e in got["entries"]], [12])
        self.assertTrue(got["view"]["pieces"] and got["view"]["gauges"])

    def test_a_viewer_sees_his_own_cards_only(self):
        path = self.match()
        mine = self.good("replay", path, "@9", "--viewer", "north", "--json").json()
        hand = [p for p in mine["view"]["pieces"] if p["surface"] == "hand_south"]
        self.assertTrue(hand and all(p["face"] == "back" for p in hand))
        whole = self.good("replay", path, "--viewer", "north", "--json").json()
        for entry in whole["entries"]:
            if entry["kind"] == "action" and entry["seat"] == "south":
                self.assertNotIn("text", entry)
        everything = json.dumps(self.good("replay", path, "@9", "--json").json())
        self.assertNotIn('"face": "back"', everything)

    def test_bad(self):
        path = self.match()
        self.bad("replay", path, "12", says="@N")
        self.bad("replay", path, "@x")
        self.bad("replay", path, "@99999", says="99999")
        self.bad("replay", path, "--viewer", "east", says="public")
        self.bad("replay", self.folder / "nothing.gg")
        path.write_text("nonsense\n", encoding="utf-8")
        self.bad("replay", path)

    def test_names_cannot_drive_the_terminal(self):
        path = self.folder / "evil.play"
        path.write_bytes(b"# Z1 \x1b[2J\xc2\x9b31m\ngame _template\n> fly\n")
        got = run("test", path)
        self.assertNotIn("\x1b", got.out + got.err)
        self.assertNotIn("\x9b", got.out + got.err)
        got = run("why", GAME, "scenario:standard", "\x1b[2J")
        self.assertNotIn("\x1b", got.out + got.err)
        self.assertEqual(got.code, BAD)
