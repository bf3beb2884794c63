#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes odds_plays.c from the blocks of games/*/tests/odds_largest.play: see odds_plays.h."""

import argparse
import re
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--out", type=Path, required=True)
parser.add_argument("--depfile", type=Path, required=True)
options = parser.parse_args()
GAMES = Path(__file__).resolve().parents[2] / "games"
FILES = sorted(GAMES.glob("*/tests/odds_largest.play"))


def quoted(text):
    lines = text.replace("\\", "\\\\").replace('"', '\\"').splitlines()
    return "\n".join(f'     "{line}\\n"' for line in lines)


rows = []
for file in FILES:
    for block in re.split(r"(?m)^(?=# )", file.read_text(encoding="utf-8"))[1:]:
        name = re.search(r"\bodds\w+", block.splitlines()[0])
        game = re.search(r"(?m)^game (\S+)", block)
        rows.append(f'    {{"{game.group(1)}", "{name.group(0)}",\n{quoted(block)}}},\n')
options.out.write_text('#include "apps/grognard/odds_plays.h"\n\nconst odds_play odds_plays[] = {\n'
                       + "".join(rows) + "    {0, 0, 0},\n};\n", encoding="utf-8")
seen = " ".join(str(path).replace(" ", "\\ ") for path in [Path(__file__).resolve(), GAMES, *FILES])
options.depfile.write_text(f"{options.out}: {seen}\n", encoding="utf-8")
