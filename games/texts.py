# SPDX-License-Identifier: Apache-2.0
"""Puts the scenarios of a game into C as the texts they are: `grognard scenario copy` writes them
out, and the game reads them as it reads those of players.

Usage: texts.py SYMBOL FOLDER OUT DEPFILE   the files FOLDER/data/scenarios/TOKEN.txt, in the order
                                            of FOLDER/scenarios.def, as const char *const SYMBOL[]
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # the source folder stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from datafile import DataError, c_string, read_lines, write_changed  # noqa: E402

TEXT_MAX = 4095  # what a C compiler must take, and a request has room for


def read(path, token):
    lines = read_lines(path)
    if lines[0] != f"scenario {token}":
        raise DataError(path, 1, f"the first line is: scenario {token}")
    if lines[-1]:
        raise DataError(path, len(lines), "the last line does not end")
    if len("\n".join(lines).encode()) > TEXT_MAX:
        raise DataError(path, 1, f"more than {TEXT_MAX} bytes")
    return lines[:-1]


def main(symbol, folder, out, depfile):
    folder = pathlib.Path(folder)
    table = folder / "scenarios.def"
    tokens = re.findall(r'^SCENARIO\(\w+, "(\w+)"', "\n".join(read_lines(table)), re.M)
    paths = [folder / "data" / "scenarios" / f"{token}.txt" for token in tokens]
    made = ["// SPDX-License-Identifier: Apache-2.0",
            "// Made by games/texts.py from data/scenarios: edit those, not this.",
            f"extern const char *const {symbol}[{len(tokens)}];",
            f"const char *const {symbol}[{len(tokens)}] = {{"]
    try:
        for path, token in zip(paths, tokens):
            made += ["    " + c_string(line)[:-1] + '\\n"' for line in read(path, token)]
            made[-1] += ","
    except DataError as problem:
        print(problem, file=sys.stderr)
        return 1
    write_changed(out, "\n".join(made + ["};"]) + "\n")
    used = [table, *paths, pathlib.Path(__file__), pathlib.Path(__file__).with_name("datafile.py")]
    names = " ".join(str(file).replace(" ", "\\ ") for file in used)
    pathlib.Path(depfile).write_text(f"{out}: {names}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 5 else __doc__)
