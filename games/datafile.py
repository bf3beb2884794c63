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


FACTS = {"f": "GG_F", "p": "GG_P", "art": "GG_ART", "asis": "GG_ASIS", "en": "GG_EN_LOC",
         "mute": "GG_MUTE"}
ENGLISH_FACTS = {"p": "GG_PLURAL", "the": "GG_THE", "on": "GG_ON"}


def facts(text, *always):
    """Facts of a name (gg_fact) from what the data say: gender and number in French, then what else
    of art, asis, en and mute, and behind a stroke what is so in English: `fp+art/p+the`, `ms`.
    Those the compiler knows of the kind of thing follow."""
    french, _, spoken = text.partition("/")
    words = french.split("+")
    if not re.fullmatch("[mf][sp]", words[0]):
        raise ValueError(f"`{text}` does not begin with ms, fs, mp or fp")
    found = [FACTS[c] for c in words[0] if c in FACTS] + list(always)
    for word, known in [(w, FACTS) for w in words[1:]] + [
            (w, ENGLISH_FACTS) for w in spoken.split("+") if spoken]:
        if word not in known:
            raise ValueError(f"`{word}` is no fact of a name: {', '.join(known)}")
        found.append(known[word])
    return " | ".join(found) or "0"


def c_name(token, fr, en, facts_of="0"):
    """A gg_name as C."""
    return "{" + ", ".join([c_string(token), c_string(fr), c_string(en), facts_of]) + "}"


def c_table(head, rows):
    """Lines of a const table, a blank one before it."""
    return ["", f"const {head} = {{"] + [f"    {row}," for row in rows] + ["};"]


def write_changed(path, text):
    """Writes a C file that differs from the one there: the same is not compiled again."""
    path = pathlib.Path(path)
    if not path.exists() or path.read_bytes() != text.encode():
        path.write_text(text, encoding="utf-8")
