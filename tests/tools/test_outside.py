# SPDX-License-Identifier: Apache-2.0
"""tools/outside: instructions of a function count for its own file, those of what it calls do not
count twice, and a name that callgrind has shortened to its number is known again."""
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

from planting import ROOT

PLANTED = """events: Ir

fl=(1) /x/engine/ai.c
fn=(1) look
12 30
cfi=(2) /x/games/chess/plan.c
cfn=(2) plan
calls=2 40
14 500
fi=(3) /x/include/grognard/game.h
+3 10
fe=(1)
+1 20

fl=(2)
fn=(2)
40 400
* 40
"""


def load():
    loader = SourceFileLoader("outside", str(ROOT / "tools" / "outside"))
    module = module_from_spec(spec_from_loader("outside", loader))
    loader.exec_module(module)
    return module


class Outside(unittest.TestCase):
    def test_each_file_has_its_own(self):
        self.assertEqual(load().by_file(PLANTED), {"/x/engine/ai.c": 50,
                                                   "/x/include/grognard/game.h": 10,
                                                   "/x/games/chess/plan.c": 440})

    def test_share(self):
        self.assertAlmostEqual(load().share_outside(PLANTED), 60 / 500)

    def test_nothing_counted(self):
        with self.assertRaises(SystemExit):
            load().share_outside("events: Ir\n")


if __name__ == "__main__":
    unittest.main()
