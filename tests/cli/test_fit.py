# SPDX-License-Identifier: Apache-2.0
"""grognard fit: weights that the build takes, the same for any number of threads, better than
nothing on games that were not learned from; what it refuses."""
import re
import subprocess
import sys

from program import ENVIRONMENT, GAME, ROOT, Case

HOME = f"games/{GAME}"


class Fit(Case):
    def setUp(self):
        super().setUp()
        (self.folder / HOME / "data").mkdir(parents=True)
        for name in ("features.def", "template.c"):
            (self.folder / HOME / name).write_text((ROOT / HOME / name).read_text())

    def fit(self, *words):
        got = self.good("fit", GAME, "--games", 400, *words, "--json", cwd=self.folder).json()
        return got, (self.folder / HOME / "data/weights.txt").read_text()

    def test_finds_weights(self):
        got, text = self.fit("--threads", 1)
        scenario = got["scenarios"][0]
        self.assertEqual((got["game"], got["games"], scenario["scenario"]), (GAME, 400, "standard"))
        self.assertEqual(got["written"], f"{HOME}/data/weights.txt")
        self.assertTrue(40 < scenario["games"] < 130)  # held out: one of five
        late = scenario["thirds"][2]
        self.assertGreater(late["auc"], 0.8)
        self.assertTrue(late["low"] < late["auc"] < late["high"])
        self.assertLess(late["log_loss"], 0.6)
        self.assertEqual(sum(b["positions"] for b in scenario["calibration"]),
                         scenario["positions"])
        self.assertEqual(sum(t["positions"] for t in scenario["thirds"]), scenario["positions"])
        self.assertRegex(text, r"(?m)^held-out standard late games \d+ log-loss 0\.\d+ auc 0\.\d+")
        self.assertRegex(text, r"(?m)^points( -?\d+){4}$")

    def test_threads_change_nothing(self):
        one, first = self.fit("--threads", 1)
        two, second = self.fit("--threads", 3)
        self.assertEqual((one, first), (two, second))
        self.assertNotEqual(first, self.fit("--seed", 99)[1])

    def test_the_build_takes_them(self):
        self.fit()
        tool, out = ROOT / "games/weights.py", self.folder / "out.c"
        subprocess.run([sys.executable, tool, "tp_weights", self.folder / HOME, out,
                        self.folder / "out.d"], check=True)
        found = re.search(r"tp_weights = \{1, 4, (\d+), weight\}", out.read_text())
        names = re.findall(r"^FEATURE", (ROOT / HOME / "features.def").read_text(), re.M)
        self.assertEqual(int(found.group(1)), len(names))

    def test_check(self):
        before = (ROOT / HOME / "data/weights.txt").read_bytes()
        got = self.good("fit", GAME, "--check", "--games", 200, "--json").json()
        self.assertNotIn("written", got)
        self.assertEqual(got["scenarios"][0]["games"], 200)
        self.assertGreater(got["scenarios"][0]["thirds"][2]["auc"], 0.8)
        self.assertEqual(before, (ROOT / HOME / "data/weights.txt").read_bytes())
        told = self.good("fit", GAME, "--check", "--games", 60, "--lang", "en").out
        self.assertRegex(told, r"middle: \d+ positions, log-loss 0\.\d+, AUC 0\.\d+")

    def test_who_plays(self):
        words = ("fit", GAME, "--check", "--games", 40, "--json", "--seats")
        uneven = self.good(*words, "captain,random").json()["scenarios"][0]
        self.assertTrue(0.3 < uneven["won"] < 0.7)  # both ways round
        self.assertEqual(self.good(*words, "random,captain").json()["scenarios"][0]["games"], 40)

    def test_refused(self):
        for words in (("nothing",), (), (GAME, "--scenario", "nowhere"), (GAME, "--games", 0),
                      (GAME, "--games", 1000000), (GAME, "--seats", "captain"),
                      (GAME, "--seats", "marshal,captain"), (GAME, "--scenario", "standard,"),
                      (GAME, "--scenario", ",".join(["standard"] * 17))):
            self.assertEqual(len(self.bad("fit", *words).err.strip().splitlines()), 1, words)

    def test_not_at_the_root(self):
        self.bad("fit", GAME, "--games", 5, code=ENVIRONMENT, says="features.def",
                 cwd=self.folder / HOME)
