# SPDX-License-Identifier: Apache-2.0
"""Compiles what the features of a position are worth, `data/weights.txt` as `grognard fit` writes
it, into C. Weights of other rules or of other features than the game has stop the build: they would
weigh one thing with the worth of another.

Usage: weights.py SYMBOL FOLDER OUT DEPFILE   FOLDER/data/weights.txt as const gg_weights SYMBOL
       weights.py --blank FOLDER              writes weights of nothing for the features as they are
                                              now, so that a game whose features have changed builds
                                              and can be fitted
"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True  # the source folder stays as it is
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from datafile import DataError, read_lines, write_changed  # noqa: E402

HEAD = ("game", "rules", "date", "commit", "games", "seed", "seats", "scenarios", "knots")
KNOTS_MAX, FEATURES_MAX = 16, 64
WEIGHT_MAX = 2**31 - 1
NOTE = """\
# What the features of a position are worth, found by `grognard fit {game}`, never by hand: a line
# a feature, its weight at each knot from the beginning of a game to its end, in 1/256 of a
# thousandth of a logit. `held-out`: games that were not learned from, by third of the game.
"""


def features(folder):
    """The names that features.def lists, and how many sets of weights there are."""
    path = folder / "features.def"
    text = "\n".join(read_lines(path))
    names = re.findall(r'^FEATURE\(\w+, "([a-z0-9_]+)"\)', text, re.M)
    sets = len(re.findall(r"^SET\(\w+\)", text, re.M))
    if not sets or not 0 < len(names) <= FEATURES_MAX or len(set(names)) != len(names):
        raise DataError(path, 1, f"wants a SET at least, and 1 to {FEATURES_MAX} FEATUREs with "
                                 "names of their own")
    return names, sets


def rules_version(folder):
    """Of the one gg_game in the folder, and the file that says it."""
    for path in sorted(folder.glob("*.c")):
        found = re.search(r"^    \.version = (\d+)", path.read_text(encoding="utf-8"), re.M)
        if found:
            return int(found.group(1)), path
    raise DataError(folder, 1, "no file says .version")


class Reader:
    """The lines of weights.txt one after the other; what is wrong is told by file and line."""

    def __init__(self, path):
        self.path, self.line = path, 0
        self.lines = read_lines(path)
        if self.lines[-1]:
            raise DataError(path, len(self.lines), "the last line does not end")
        self.lines.pop()

    def wrong(self, reason):
        return DataError(self.path, max(self.line, 1), reason)

    def next(self):
        """The words of the next line that says something; None at the end."""
        while self.line < len(self.lines):
            words = self.lines[self.line].split()
            self.line += 1
            if words and not words[0].startswith("#") and words[0] != "held-out":
                return words
        self.line += 1
        return None

    def word(self, name):
        words = self.next()
        if not words or words[0] != name or len(words) < 2:
            raise self.wrong(f"here stands: {name} and what it is")
        return words[1]

    def numbers(self, name, count):
        words = self.next()
        if not words or words[0] != name:
            raise self.wrong(f"here stands the feature {name}, as in features.def")
        if len(words) != 1 + count:
            raise self.wrong(f"{name} has {len(words) - 1} weights, not {count}")
        for word in words[1:]:
            if not re.fullmatch(r"0|-?[1-9]\d*", word) or abs(int(word)) > WEIGHT_MAX:
                raise self.wrong(f"`{word}` is not a weight from -{WEIGHT_MAX} to {WEIGHT_MAX}")
        return [int(word) for word in words[1:]]


def read(folder):
    """Sets of rows of weights, [set][knot][1 + feature]."""
    names, sets = features(folder)
    version, source = rules_version(folder)
    file = Reader(folder / "data" / "weights.txt")
    head = {}
    for name in HEAD:
        head[name] = file.word(name)
        if name == "game" and head[name] != folder.name:
            raise file.wrong(f"these are weights of {head[name]}, not of {folder.name}")
        if name == "rules" and head[name] != str(version):
            raise file.wrong(f"these are weights of rules version {head[name]}, {source.name} has "
                             f"{version}: run `grognard fit {folder.name}` again")
    if not head["knots"].isdigit() or not 2 <= int(head["knots"]) <= KNOTS_MAX:
        raise file.wrong(f"knots are 2 to {KNOTS_MAX}")
    knots, found = int(head["knots"]), []
    for number in range(sets):
        if file.word("set") != str(number):
            raise file.wrong(f"here stands: set {number}")
        columns = [file.numbers(name, knots) for name in ["constant"] + names]
        found.append([[column[k] for column in columns] for k in range(knots)])
    if file.next():
        raise file.wrong(f"nothing follows the {sets} sets of features.def")
    return found


def compiled(symbol, folder):
    found = read(folder)
    made = ["// SPDX-License-Identifier: Apache-2.0",
            "// Made by games/weights.py from data/weights.txt: fit anew, do not edit.",
            '#include "grognard/game.h"', "", "static const int32_t weight[] = {"]
    for rows in found:
        for row in rows:
            lines = (row[i:i + 8] for i in range(0, len(row), 8))
            made += ["    " + ", ".join(map(str, line)) + "," for line in lines]
    made += ["};", "", f"extern const gg_weights {symbol};",
             f"const gg_weights {symbol} = {{{len(found)}, {len(found[0])}, "
             f"{len(found[0][0]) - 1}, weight}};"]
    return "\n".join(made) + "\n"


def blank(folder):
    names, sets = features(folder)
    version, _ = rules_version(folder)
    lines = [NOTE.format(game=folder.name) + f"game {folder.name}", f"rules {version}", "date -",
             "commit -", "games 0", "seed 0", "seats -", "scenarios -", "knots 2"]
    for number in range(sets):
        lines += [f"set {number}"] + [f"{name} 0 0" for name in ["constant"] + names]
    path = folder / "data" / "weights.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(words):
    folder = pathlib.Path(words[1]).resolve()
    try:
        if words[0] == "--blank":
            blank(folder)
            return 0
        write_changed(words[2], compiled(words[0], folder))
    except DataError as problem:
        print(problem, file=sys.stderr)
        return 1
    here = pathlib.Path(__file__).resolve()
    used = [folder / "data" / "weights.txt", folder / "features.def", rules_version(folder)[1],
            here, here.with_name("datafile.py")]
    names = " ".join(str(file).replace(" ", "\\ ") for file in used)
    pathlib.Path(words[3]).write_text(f"{words[2]}: {names}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    blanks = sys.argv[1:2] == ["--blank"]
    sys.exit(main(sys.argv[1:]) if len(sys.argv) == (3 if blanks else 5) else __doc__)
