# SPDX-License-Identifier: Apache-2.0
"""Every tests/unit/test_*.c is built and run: meson.build names it in an executable, and the
executable in a test."""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
recipe = (HERE / "meson.build").read_text(encoding="utf-8")
programs = re.findall(r"^(\w+) = executable\('\w+', files\(([^)]*)\)", recipe, re.M)
run = set(re.findall(r"^test\('[^']*', (\w+),", recipe, re.M))
built = {name for program, files in programs if program in run
         for name in re.findall(r"'(test_\w+\.c)'", files)}
there = {path.name for path in HERE.glob("test_*.c")}
for name in sorted(there - built):
    print(f"tests/unit/{name}: no line of tests/unit/meson.build builds and runs it")
print(f"{len(there & built)} of {len(there)} unit tests are built and run")
sys.exit(0 if there and there == built else 1)
