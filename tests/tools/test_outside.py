# SPDX-License-Identifier: Apache-2.0
"""tools/outside: what a game's function does is the game's, with what was put into it and what it
calls; a name that callgrind has shortened to its number is known again."""
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

from planting import ROOT

# Of 600: look has 60 for itself and 20 for a copy of its own; of the 520 of plan, 40 stand in a
# header of base and 80 are of a copy that it makes.
PLANTED = """events: Ir

fl=(1) /x/engine/ai.c
fn=(1) look
12 30
cfi=(2) /x/games/chess/plan.c
cfn=(2) plan
calls=2 40
14 520
fi=(3) /x/include/grognard/game.h
+3 10
fe=(1)
+1 20
cfi=(5) ./string/memcpy.S
cfn=(5) memcpy
calls=1 1
+1 20

fl=(2)
fn=(2)
40 300
* 40
fi=(4) /x/base/rng.h
+2 40
fe=(2)
cfn=(6) weigh
calls=3 80
+1 60
cfi=(5)
cfn=(5)
calls=4 1
+1 80

fn=(6)
80 60

fl=(5)
fn=(5)
1 100
"""


def load():
    loader = SourceFileLoader("outside", str(ROOT / "tools" / "outside"))
    module = module_from_spec(spec_from_loader("outside", loader))
    loader.exec_module(module)
    return module


class Outside(unittest.TestCase):
    def test_share(self):
        self.assertAlmostEqual(load().share_outside(PLANTED), 80 / 600)

    def test_nothing_counted(self):
        with self.assertRaises(SystemExit):
            load().share_outside("events: Ir\n")


if __name__ == "__main__":
    unittest.main()
