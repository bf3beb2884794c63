# SPDX-License-Identifier: Apache-2.0
"""What the compilers of the games' data share: lines of a file, numbers in them, a slip told as
`file:line: reason`, and tables written as C. What the data of a game must show is its reader.py."""
import pathlib
import re


class DataError(Exception):
    def __init__(self, file, line, reason):
        super().__init__(f"{file}:{line}: {reason}")
        self.line, self.reason = line, reason


def read_lines(path):
    try:
        return pathlib.Path(path).read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as problem:
        raise DataError(path, 1, f"cannot be read: {problem}") from None


def whole(word, least, most):
    """A number written plainly, within its bounds; ValueError says what is wrong."""
    if not re.fullmatch(r"0|[1-9]\d*", word) or not least <= int(word) <= most:
        raise ValueError(f"`{word}` is not a number from {least} to {most}")
    return int(word)


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def c_table(head, rows):
    """Lines of a const table, a blank one before it."""
    return ["", f"const {head} = {{"] + [f"    {row}," for row in rows] + ["};"]
