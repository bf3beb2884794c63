# SPDX-License-Identifier: Apache-2.0
"""tools/felt: a cited statement that never runs counts nothing, one that runs counts its runs; a
rule of the seed that is never felt is told, unless a reason stands in the list."""
import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

from planting import GAME, ROOT, Copy

sys.path.insert(0, str(ROOT / "tools"))
from common import Findings, games  # noqa: E402
from coverage import Coverage, export  # noqa: E402

CODE = """#include "grognard/game.h"
enum { REFUSE_FEW = 1, REFUSE_MANY, REFUSE_NEVER };

static int times; // R9: no code

// R1: a function
static bool may(int n, gg_verdict *verdict) {
    GG_REFUSE_IF(n < 3, FEW, 0, 0);
    if (n > 3) GG_REFUSE_IF(n > 8, MANY, 0, 0);
    GG_REFUSE_IF(n == 50, NEVER, 0, 0);
    return true;
}

// R2: a function nobody calls
int unused(void) {
    return 1;
}

int main(void) {
    for (int n = 0; n < 10; n++) {
        if (may(n, 0)) times++; // R3
        if (n == 70) times = 0; // R4
        switch (n) {
        case 5: // R5
            times += 2;
            break;
        case 60: times = 1; break; // R6
        default: break;
        }
    }
    return times != 8;
}
"""
REFUSALS = {"FEW": "R10", "MANY": "R11", "NEVER": "R12"}
FELT = {"R1": 10, "R2": 0, "R3": 6, "R4": 0, "R5": 1, "R6": 0, "R10": 3, "R11": 1, "R12": 0}


def felt():
    loader = SourceFileLoader("felt", str(ROOT / "tools" / "felt"))
    module = module_from_spec(spec_from_loader("felt", loader))
    loader.exec_module(module)
    return module


class FeltCounts(unittest.TestCase):
    def test_runs_of_what_a_citation_heads(self):
        with tempfile.TemporaryDirectory(prefix="grognard-felt-") as name:
            folder = Path(name)
            (folder / "x.c").write_text(CODE, encoding="utf-8")
            subprocess.run(["clang-14", "-std=c17", "-fprofile-instr-generate", "-I", str(ROOT),
                            "-fcoverage-mapping", "-I", str(ROOT / "include"), "x.c", "-o", "x"],
                           cwd=folder, check=True)
            subprocess.run(["./x"], cwd=folder, check=True,
                           env={"LLVM_PROFILE_FILE": str(folder / "x.profraw")})
            seen = Coverage(export(str(folder / "x"), [folder / "x.profraw"], folder), folder)
            self.assertEqual(seen.rules("x.c", {*FELT, "R9"}, REFUSALS), FELT)


class FeltFindings(Copy):
    """The template with a rule of the seed planted that nothing feels."""
    KEEP = ("tools/", "games/")

    def judged(self):
        game = next(g for g in games(self.root) if g.id == "_template")
        others = Counter({f"Z{n}": 1 for n in range(1, 40)})
        findings = Findings("felt")
        with contextlib.redirect_stdout(io.StringIO()):
            felt().judge(game, others, Counter(), Counter(), findings, self.root)
        return [sentence for _, _, sentence in findings.items]

    def test_a_rule_that_never_acts(self):
        self.assertEqual(self.judged(), [])
        self.append(f"{GAME}/rules.def", 'RULE(Z98, SEED, ACT, "1", "Rien.", "Nothing.")\n')
        self.append(f"{GAME}/rules.def", 'RULE(Z99, SEED, FACT, "1", "Rien.", "Nothing.")\n')
        found = self.judged()
        self.assertEqual(len(found), 1)
        self.assertIn("Z98 never acts", found[0])
        self.write(f"{GAME}/tests/unfelt.txt", "# why\nZ98  planted\n")
        self.assertEqual(self.judged(), [])
        self.write(f"{GAME}/tests/unfelt.txt", "Z98\n")  # a reason must be given
        self.assertEqual(len(self.judged()), 1)
