# SPDX-License-Identifier: Apache-2.0
"""What the tools share: the list of files, C text without comments, .def tables, .play blocks and a
way of reporting findings as file:line. Standard library only."""
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True

ROOT = Path(__file__).resolve().parent.parent
SKIPPED_FOLDERS = {".git", "node_modules", "__pycache__", "data-run"}


def tree(root=ROOT):
    """Every file that is or would be committed, relative to root. Without git: every file outside
    build folders."""
    if (root / ".git").exists():
        git = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z", "--cached",
             "--others", "--exclude-standard"], capture_output=True, check=False)
        if git.returncode == 0:
            names = [n for n in git.stdout.decode().split("\0") if n]
            return sorted(Path(n) for n in set(names) if (root / n).is_file())
    found = []
    for folder, folders, names in os.walk(root):
        inside = Path(folder).relative_to(root)
        top = inside == Path(".")
        folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS
                      and not (top and (f == "build" or f.startswith("build-") or f == "data"))]
        found += [inside / n for n in names if not n.endswith(".pyc")]
    return sorted(found)


def read(path, root=ROOT):
    return (root / path).read_text(encoding="utf-8")


# Comment | string | character constant. A character constant is at most an escape long, so that an
# apostrophe in a disabled text does not swallow the file.
C_TOKEN = re.compile(r"//(?:\\\n|[^\n])*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\""
                     r"|'(?:\\.[^'\n]{0,8}|[^'\\\n])'", re.S)


def c_code(text, strings=False):
    """C text with comments blanked (strings too, unless asked for), same length and same lines."""
    def blank(match):
        token = match.group(0)
        if token[0] in "\"'":
            if strings:
                return token
            return token[0] + " " * (len(token) - 2) + token[-1]
        return re.sub(r"[^\n]", " ", token)
    return C_TOKEN.sub(blank, text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


@dataclass
class Row:
    """One line of a .def table: its arguments as text, strings already joined and unquoted."""
    line: int
    args: list


def unquote(text):
    text = text.strip()
    parts = re.findall(r"\"((?:\\.|[^\"\\])*)\"", text)
    if not parts or not text.startswith('"'):
        return text
    return "".join(parts).replace('\\"', '"')


def closing(text, start):
    """Offset just behind the bracket that closes the one at start; strings are skipped."""
    depth, i = 0, start
    while i < len(text):
        if text[i] == '"':
            i += 1
            while i < len(text) and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        elif text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    raise ValueError(f"line {line_of(text, start)}: a bracket is never closed")


def split_args(text):
    """Arguments of a macro call, split at its own commas only."""
    args, depth, start, i = [], 0, 0, 0
    while i < len(text):
        if text[i] == '"':
            i += 1
            while i < len(text) and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        elif text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
        elif text[i] == "," and depth == 0:
            args.append(text[start:i])
            start = i + 1
        i += 1
    args.append(text[start:])
    return [unquote(a) for a in args]


def table(path, macro, root=ROOT):
    """Rows of one X-macro in a .def file; no file, no rows."""
    if not (root / path).is_file():
        return []
    text = c_code(read(path, root), strings=True)
    rows = []
    for call in re.finditer(rf"(?<!\w){macro}\s*\(", text):
        opening = call.end() - 1
        inside = text[opening + 1:closing(text, opening) - 1]
        rows.append(Row(line_of(text, call.start()), split_args(inside)))
    return rows


@dataclass(frozen=True)
class Game:
    id: str
    symbol: str
    folder: Path  # relative to the root
    line: int     # of the registry

    def sources(self, root=ROOT):
        return sorted(p.relative_to(root) for p in (root / self.folder).rglob("*.[ch]"))

    def plays(self, root=ROOT):
        return sorted(p.relative_to(root) for p in (root / self.folder / "tests").glob("*.play"))


def games(root=ROOT, registry="games/registry.def"):
    path = Path(registry)
    return [Game(row.args[0], row.args[1], path.parent / row.args[0], row.line)
            for row in table(path, "GAME", root)]


@dataclass
class Block:
    """One block of a .play file: where it starts, the ids its head line names, its lines."""
    path: Path
    line: int
    head: str
    ids: list
    lines: list = field(default_factory=list)  # (line number, text)


ONE_ID = r"[A-Z]{1,2}\d+[a-z]?"
RULE_ID = re.compile(rf"\b{ONE_ID}\b")
# A comment that begins with ids: `// B16: ...`, `// Z4, Z5`; `#` in data files and their compilers.
CITED = re.compile(rf"(?://|(?<![\w&])#)\s*({ONE_ID}(?:\s*(?:,|and|-)\s*{ONE_ID})*)\s*(?::|$)",
                   re.M)
# Refusals that the dispatcher of include/grognard/game.h gives for every game.
DISPATCHED = ("NOT_YOUR_TURN", "NOT_HERE")
# Files of a game that may cite rules so, beside its C.
DATA = {".txt", ".csv", ".tsv", ".def", ".scenario", ".deck", ".company", ".py"}


def blocks(path, root=ROOT):
    """The blocks of a file as engine/text/position.c cuts them: a line `# ...` begins one, blank
    lines and lines that begin with // say nothing."""
    found = []
    for number, line in enumerate(read(path, root).splitlines(), 1):
        text = line.strip()
        if text == "#" or text.startswith(("# ", "#\t")):
            head = text[1:].strip()
            found.append(Block(path, number, head, RULE_ID.findall(head)))
        elif text and not text.startswith("//") and found:
            found[-1].lines.append((number, text))
    return found


class Findings:
    """Violations as file:line: sentence, on standard output, then one closing line."""

    def __init__(self, tool):
        self.tool = tool
        self.items = []

    def add(self, path, line, sentence):
        self.items.append((str(path), line, sentence))

    def finish(self, looked_at):
        for path, line, sentence in sorted(set(self.items)):
            print(f"{path}:{line}: {sentence}")
        count = len(set(self.items))
        verdict = "all is well" if not count else f"{count} violation{'s' if count > 1 else ''}"
        print(f"{self.tool}: {looked_at}, {verdict}")
        return 1 if count else 0
