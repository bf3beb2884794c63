# SPDX-License-Identifier: Apache-2.0
"""How results are counted: a command prints "N passed, N failed", or cmocka's own counts, or is
itself one result (exit status 0 or not). No command passes without having run something."""
import re

COUNTS = re.compile(r"^(?:.*[ :])?(\d+) passed, (\d+) failed", re.M)
CMOCKA_PASSED = re.compile(r"\[  PASSED  \] (?:[^:\n]+: )?(\d+) test")
CMOCKA_FAILED = re.compile(r"\[  FAILED  \] (?:[^:\n]+: )?(\d+) test")


def counts(output, status):
    """Passed and failed of one command."""
    house = COUNTS.findall(output)
    if house:
        passed, failed = map(int, house[-1])
    elif CMOCKA_PASSED.search(output):
        passed = sum(map(int, CMOCKA_PASSED.findall(output)))
        failed = sum(map(int, CMOCKA_FAILED.findall(output)))
    else:
        return (1, 0) if status == 0 else (0, 1)
    if failed == 0 and (status != 0 or passed == 0):
        failed = 1
    return passed, failed
