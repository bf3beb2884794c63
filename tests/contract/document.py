#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every fenced block of a document that begins with `$ frames FILE LINE ...` is what frames prints.

usage: document.py FRAMES DOCUMENT FOLDER     (FOLDER: where the FILEs are)"""
import re
import subprocess
import sys
from pathlib import Path


def main(frames, document, folder):
    text = Path(document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n\$ frames (\S+) ([^\n]+)\n(.*?)^```$", text, re.M | re.S)
    wrong = 0 if blocks else 1
    for path, rest, told in blocks:
        run = subprocess.run([frames, str(Path(folder) / path), *rest.split()], capture_output=True,
                             text=True, check=False)
        if run.returncode or run.stdout != told:
            wrong += 1
            print(f"{document}: frames {path} {rest} now prints:\n{run.stdout}{run.stderr}")
    print(f"{len(blocks)} dumps, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
