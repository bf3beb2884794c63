# SPDX-License-Identifier: Apache-2.0
"""tools/compare reads what programs and callgrind say, and tells better from worse."""
import contextlib
import importlib.util
import io
import json
import sys
import tempfile
import types
import unittest
from importlib.machinery import SourceFileLoader
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]


def tool():
    loader = SourceFileLoader("compare", str(ROOT / "tools" / "compare"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
    loader.exec_module(module)
    return module


def options(**given):
    return types.SimpleNamespace(**{"pairs": 3, "seconds": 1, "game": None, **given})


class Compare(unittest.TestCase):
    def setUp(self):
        self.compare = tool()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def program(self, name, said):
        """One that says this, whatever it is asked."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(said)}\nEND\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def said(self, what, base, now, **given):
        words = io.StringIO()
        with contextlib.redirect_stdout(words):
            what(base, now, options(**given), self.folder)
        return words.getvalue()

    def test_load_is_a_ratio_of_times(self):
        base = self.program("base", {"server_cpu_us_per_move": 80.0})
        now = self.program("now", {"server_cpu_us_per_move": 60.0})
        said = self.said(self.compare.compare_load, base, now)
        self.assertIn("median ratio 0.750", said)
        self.assertEqual(said.count(" 0.750"), 4)  # three pairs and the median

    def test_a_rate_that_falls_and_a_cost_that_rises_are_worse(self):
        def results(rate, cost):
            return {"results": [{"name": "rate", "value": rate, "unit": "games/cpu_s"},
                                {"name": "cost", "value": cost, "unit": "ns"},
                                {"name": "same", "value": 5, "unit": "ns"}]}
        base, now = self.program("base", results(100, 10)), self.program("now", results(90, 11))
        lines = dict(line.split(None, 1) for line in
                     self.said(self.compare.compare_bench, base, now).splitlines())
        self.assertIn("worse", lines["rate"])
        self.assertIn("worse", lines["cost"])
        self.assertEqual(lines["same"].strip(), "1.000")

    def test_instructions_are_counted_for_a_request(self):
        path = self.folder / "count.1"
        path.write_text("fn=(1) loop\n1 5\ncfn=(2) srv_on_actions\ncalls=3 1\n1 10\n"
                        "cfn=(3) other\ncalls=9 1\n1 1\ncfn=(2)\ncalls=4 1\n1 7\n"
                        "totals: 700\n", encoding="utf-8")
        self.assertEqual(self.compare.counted(path), (700, 7))
        path.write_text("fn=(1) other\n1 5\ntotals: 5\n", encoding="utf-8")
        self.assertIsNone(self.compare.counted(path))

    def test_a_program_that_fails_ends_it(self):
        path = self.folder / "broken"
        path.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
        path.chmod(0o755)
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit):
            self.said(self.compare.compare_load, path, path)


if __name__ == "__main__":
    unittest.main()
