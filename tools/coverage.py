# SPDX-License-Identifier: Apache-2.0
"""How often the code a rule is cited at was run, from what llvm-cov exports.

Clang counts regions, not lines: of `if (a) b();` it knows how often b() was called. So a comment
that heads an `if` without `else`, or a loop, counts what stands inside; a refusal counts when it
refuses; anything else counts when it is begun."""
import json
import re
import subprocess
from bisect import bisect_right
from pathlib import Path

from cites import Cites
from common import ROOT, read
from csource import statements

CONTRACT = "include/grognard/game.h"
EXPANSION, GAP = 1, 3  # kinds of region


def export(program, profiles, into):
    """The JSON of llvm-cov for one program and the profiles its runs wrote."""
    merged = Path(into) / "merged.profdata"
    subprocess.run(["llvm-profdata-14", "merge", "-o", merged, *profiles], check=True)
    done = subprocess.run(["llvm-cov-14", "export", f"-instr-profile={merged}", program],
                          check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


class Coverage:
    def __init__(self, exported, root=ROOT):
        self.root = Path(root).resolve()
        self.segments, self.refused = {}, {}
        refuses = re.compile(r"^\s*return gg_refuse\(verdict, REFUSE_##token", re.M)
        found = refuses.search(read(CONTRACT))
        self.line = read(CONTRACT).count("\n", 0, found.start()) + 1
        for data in exported["data"]:
            for file in data["files"]:
                self.segments[self.name(file["filename"])] = [
                    ((s[0], s[1]), s[2] if s[3] else 0) for s in file["segments"]]
            for function in data["functions"]:
                self.read_refusals(function)

    def name(self, path):
        path = Path(path).resolve()
        return str(path.relative_to(self.root) if path.is_relative_to(self.root) else path)

    def read_refusals(self, function):
        """Expansions of GG_REFUSE_IF, and how often the `return` in them was run."""
        names = [self.name(f) for f in function["filenames"]]
        inside, returned = {}, {}
        for line, column, _, _, count, file, expanded, kind in function["regions"]:
            if kind == EXPANSION:
                inside.setdefault(file, []).append(((line, column), expanded))
            elif kind != GAP and names[file].endswith(CONTRACT) and line == self.line:
                returned[file] = count
        for file, found in inside.items():
            for at, expanded in found:
                inner = [expanded] + [e for _, e in inside.get(expanded, ())]
                for count in (returned[e] for e in inner if e in returned):
                    key = names[file], at
                    self.refused[key] = self.refused.get(key, 0) + count

    def at(self, path, position):
        """Runs of the region a position stands in."""
        segments = self.segments.get(path, [])
        index = bisect_right(segments, position, key=lambda s: s[0]) - 1
        return segments[index][1] if index >= 0 else 0

    def rules(self, path, rules, refusals):
        """{rule: runs} of one source, whose text is the one that was compiled."""
        path = str(path)
        cites = Cites(path, rules, refusals, (self.root / path).read_text(encoding="utf-8"))
        known = {(cites.source.tokens[s.first].at, cites.source.end_of(s.last)): s
                 for item in cites.source.items if item.body for s in statements(item.body)}
        runs = {}
        for place in cites.places:
            if place.acts:
                more = self.place(cites, place, known.get((place.begin, place.end)))
                runs[place.rule] = runs.get(place.rule, 0) + more
        return runs

    def place(self, cites, place, stmt):
        text = cites.source.text

        def position(at):
            begin = text.rfind("\n", 0, at) + 1
            return text.count("\n", 0, at) + 1, len(text[begin:at].encode()) + 1

        if stmt is None:  # a function, or a `case` with what follows it
            item = next((i for i in cites.source.items
                         if i.body and cites.source.tokens[i.first].at == place.begin), None)
            begin = cites.source.tokens[item.body.first].at if item else place.begin
            return self.at(place.path, position(begin))
        inner = stmt
        if stmt.kind in {"if", "while"} and len(stmt.body) == 1:
            inner = stmt.body[0]
        elif stmt.kind == "for":
            inner = stmt.body[-1]
        at = position(cites.source.tokens[inner.first].at)
        if text.startswith("GG_REFUSE_IF", cites.source.tokens[inner.first].at):
            return self.refused.get((place.path, at), 0)
        return self.at(place.path, at)
