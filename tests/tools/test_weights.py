# SPDX-License-Identifier: Apache-2.0
"""games/weights.py: weights of other rules or other features, and torn ones, stop the build with
file, line and reason."""
import re
import sys

from planting import GAME, Copy

FILE, FEATURES = f"{GAME}/data/weights.txt", f"{GAME}/features.def"


class Weights(Copy):
    KEEP = ("games/",)

    def make(self, status=0):
        return self.run_in(sys.executable, "games/weights.py", "tp_weights", GAME, "out.c",
                           "out.d", status=status)

    def refused(self, reason, line=None):
        told = self.make(status=1)[1]
        self.assertRegex(told, rf"{re.escape(FILE)}:\d+: .*{reason}")
        if line:
            at = int(re.search(r":(\d+): ", told).group(1))
            self.assertRegex((self.root / FILE).read_text().splitlines()[at - 1], line)

    def test_as_it_is(self):
        self.make()
        self.assertIn("const gg_weights tp_weights = {1, ", (self.root / "out.c").read_text())
        self.assertIn(FILE, (self.root / "out.d").read_text())

    def test_other_rules(self):
        self.replace(f"{GAME}/template.c", ".version = 1,", ".version = 2,")
        self.refused("weights of rules version 1, template.c has 2", "^rules 1")

    def test_another_game(self):
        self.replace(FILE, "\ngame _template\n", "\ngame bautzen\n")
        self.refused("weights of bautzen", "^game")

    def test_a_new_feature(self):
        self.replace(FEATURES, 'FEATURE(TURN, "turn")', 'FEATURE(TURN, "turn")\n'
                                                        'FEATURE(MUD, "mud")')
        self.refused("feature mud")

    def test_an_unknown_feature(self):
        self.replace(FEATURES, 'FEATURE(CARDS, "cards")\n', "")
        self.refused("feature turn", "^cards")

    def test_renamed(self):
        self.replace(FEATURES, '"hand"', '"fist"')
        self.refused("feature fist", "^hand")

    def test_a_missing_weight(self):
        text = (self.root / FILE).read_text()
        (self.root / FILE).write_text(re.sub(r"(?m)^(deck .*) \S+$", r"\1", text))
        self.refused("deck has", "^deck")

    def test_no_number(self):
        for word in ("1.5", "x", "99999999999", "-0", "01"):
            text = (self.root / FILE).read_text()
            (self.root / FILE).write_text(re.sub(r"(?m)^(hand .*) \S+$", rf"\1 {word}", text))
            self.refused("is not a weight", "^hand")

    def test_torn(self):
        text = (self.root / FILE).read_text()
        for cut in (len(text) - 1, text.index("\nset"), text.index("\nknots"), 10, 0):
            (self.root / FILE).write_text(text[:cut])
            self.refused(".")

    def test_too_many_sets(self):
        text = (self.root / FILE).read_text()
        (self.root / FILE).write_text(text + "set 1\n")
        self.refused("nothing follows", "^set 1")

    def test_a_missing_set(self):
        self.replace(FEATURES, "SET(STANDARD)", "SET(STANDARD)\nSET(OTHER)")
        self.refused("set and what it is")

    def test_knots(self):
        for knots in ("1", "17", "many"):
            text = (self.root / FILE).read_text()
            (self.root / FILE).write_text(re.sub(r"(?m)^knots .*$", f"knots {knots}", text))
            self.refused("knots are", "^knots")

    def test_none_there(self):
        (self.root / FILE).unlink()
        self.refused("cannot be read")

    def test_blank(self):
        self.replace(FEATURES, 'FEATURE(TURN, "turn")', 'FEATURE(TURN, "turn")\n'
                                                        'FEATURE(MUD, "mud")')
        self.run_in(sys.executable, "games/weights.py", "--blank", GAME, status=0)
        self.make()
        self.assertIn("mud 0 0\n", (self.root / FILE).read_text())
