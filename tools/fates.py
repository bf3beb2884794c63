# SPDX-License-Identifier: Apache-2.0
"""What became of faults in earlier passes of tools/mutate: a campaign takes hours and may be
stopped, resumed and done in passes. A text file that is only ever added to, a line per finding:

  sources DIGEST               of the game and of the machinery; what stands under another is void
  suite N TEST ...             the tests of a pass, by digest
  noticed FAULT TEST HOW       (tabs between the words) holds as long as the test is unchanged
  survived FAULT N MOST        suite N, asked with --most MOST (0: all);
                               with other tests only the new ones are asked

The engine is not in the digest: its own tests hold it. --fresh forgets everything."""
import hashlib
import re
import threading

from common import ROOT, c_code

MACHINERY = ("tools/mutants.py", "tools/csource.py", "tests/mutants/main.c",
             "tests/mutants/mutants.c", "tests/mutants/mutants.h")
LOOKS = {"FACE", "LABEL", "OVERLAY", "RULE", "SURFACE"}  # rows of tables that decide nothing
TRACE = ("tests/golden/trace.c", "tests/golden/trace.h")


def digest(*parts):
    made = hashlib.sha256()
    for part in parts:
        made.update(part if isinstance(part, bytes) else part.encode())
        made.update(b"\0")
    return made.hexdigest()[:16]


def code(path):
    """C without comments and layout."""
    return re.sub(r"\s+", " ", c_code(path.read_text(encoding="utf-8"), strings=True))


def rows(paths):
    """The rows of tables without texts and layout, by name: in which file they stand is no matter."""
    found = {}
    for path in paths:
        text = c_code(path.read_text(encoding="utf-8"))
        for start in re.finditer(r"^([A-Z][A-Z0-9_]*)\(", text, re.M):
            depth, end = 1, start.end()
            while depth and end < len(text):
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            if start.group(1) not in LOOKS:
                row = re.sub(r"\s", "", text[start.start():end])
                found.setdefault(start.group(1), []).append(row)
    return "\n".join(row for name in sorted(found) for row in found[name])


def files(*paths):
    return digest(*((ROOT / p).read_bytes() for p in paths))


def sources_digest(folder, instrumented):
    """The rules of a game, its tables and data, and what makes and runs the faults."""
    folder = ROOT / folder
    rules = [folder / name for name in instrumented]
    tables = rows(sorted(folder.glob("*.def")))
    data = sorted(p for p in folder.glob("data/**/*") if p.is_file())
    return digest(files(*MACHINERY), *(p.name + code(p) for p in rules), tables,
                  *(p.read_bytes() for p in data))


def test_digests(folder, heads, others, seconds):
    """[(digest, with its seconds)] of the blocks, their traces, and the replays and programs."""
    plays = [digest(*(text for _, text in block.lines)) for block in heads]
    made = [(d, d) for d in plays]
    if not others:
        return made
    trace = files(*TRACE)
    made += [(d, d) for d in (digest("trace", trace, d) for d in plays)]
    golden = [ROOT / folder / "tests/golden" / name for name in ("perft.txt", "selfplay.txt")]
    for other in map(str, others):
        if other.endswith(".gg"):
            found = files(other)
            made.append((found, found))
            continue
        paths = ["tests/golden/golden.c", *(p for p in golden if p.is_file())]
        if other.startswith("conformance"):
            paths = sorted((ROOT / "tests/conformance").glob("*.[ch]"))
        found = digest(other, files(*paths))
        made.append((found, f"{found}.{seconds}"))  # survived a second: not yet ten
    return made


class Record:
    """The file of one game. `tests` are those of this pass, in the order of the blocks."""

    def __init__(self, path, sources, tests, most=None):
        self.path, self.tests, self.lock = path, tests, threading.Lock()
        self.most = most or 0
        self.found, self.survived = {}, {}  # fault -> [(block, how)], -> tests that saw nothing
        self.suites = {}
        self.index = {}
        for block, (name, _) in enumerate(tests):
            self.index.setdefault(name, block)
        current = self.read(sources)
        path.parent.mkdir(parents=True, exist_ok=True)
        self.out = open(path, "a", encoding="utf-8")
        if not current:
            self.write("sources", sources)
        suite = [whole for _, whole in tests]
        known = [n for n, names in self.suites.items() if names == set(suite)]
        self.suite = known[0] if known else str(len(self.suites) + 1)
        if not known:
            self.write("suite", self.suite, *suite)

    def read(self, sources):
        """True when the last `sources` line is of these sources; what stands before it is void."""
        current = False
        text = self.path.read_text(encoding="utf-8") if self.path.is_file() else ""
        for line in text.splitlines():
            word, *rest = line.split("\t")
            if word == "sources":
                current = rest == [sources]
                self.found, self.survived, self.suites = {}, {}, {}
            elif current and word == "suite" and len(rest) > 1:
                self.suites[rest[0]] = set(rest[1:])
            elif current and word == "noticed" and len(rest) == 3 and rest[1] in self.index:
                self.found.setdefault(rest[0], []).append((self.index[rest[1]], rest[2]))
            elif current and word == "survived" and len(rest) == 3 and rest[1] in self.suites:
                if not self.as_many(rest[2]):
                    continue
                self.survived.setdefault(rest[0], set()).update(self.suites[rest[1]])
        return current

    def as_many(self, asked):
        """Has a pass that asked so many asked all that this one would?"""
        return asked == "0" or (self.most and int(asked) >= self.most)

    def write(self, *words):
        with self.lock:
            self.out.write("\t".join(words) + "\n")
            self.out.flush()

    def notice(self, fault, block, how):
        self.write("noticed", fault, self.tests[block][0], how)

    def survive(self, fault):
        if not {whole for _, whole in self.tests} <= self.survived.get(fault, set()):
            self.write("survived", fault, self.suite, str(self.most))

    def blind(self, fault):
        """Blocks that are known not to notice it."""
        seen = self.survived.get(fault, ())
        return {b for b, (_, whole) in enumerate(self.tests) if whole in seen}

    def close(self):
        self.out.close()
