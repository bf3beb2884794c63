#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes C of the numbered .sql files: migrations.py OUTPUT FILE.sql ... (without gaps)."""
import re
import sys
from pathlib import Path


def main():
    if "--help" in sys.argv or len(sys.argv) < 3:
        print(__doc__)
        return 0 if "--help" in sys.argv else 2
    output, files = Path(sys.argv[1]), sorted(map(Path, sys.argv[2:]))
    lines = ["// Made from the .sql files of host/store.", '#include "host/store/internal.h"',
             "const char *const gg_migrations[] = {"]
    for number, path in enumerate(files, 1):
        if not re.match(rf"{number:04}_", path.name):
            print(f"{path.name}: the migration that comes next is {number:04}", file=sys.stderr)
            return 1
        for line in path.read_text(encoding="utf-8").splitlines():
            line = re.sub(r"\s*--.*", "", line).strip()
            if line:
                lines.append('    "' + line.replace("\\", "\\\\").replace('"', '\\"') + ' "')
        lines[-1] += ","
    lines += ["};", f"const unsigned gg_migration_count = {len(files)};", ""]
    output.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
