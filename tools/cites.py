# SPDX-License-Identifier: Apache-2.0
"""Where a rule stands in code.

A comment with its id cites it: behind a statement, on the same line; or on comment lines directly
above a statement (which it heads, with its block), above a `case`, or above a function or another
item of the file. RULE_ID in code and a refusal whose rule it is are places as well. Words at the
head of a file are not: they stand above no code."""
import re
from bisect import bisect_left
from dataclasses import dataclass

from common import RULE_ID
from csource import Source, statements


@dataclass(frozen=True)
class Place:
    rule: str
    path: str
    line: int
    begin: int  # offsets of what it heads
    end: int
    acts: bool  # inside a function, or heading one: code that runs


class Cites:
    """The places of one source; rules: the ids there are, refusals: token -> rule."""

    def __init__(self, path, rules, refusals, text=None):
        self.source = Source(path, text)
        self.path, self.rules, self.refusals = str(path), rules, refusals
        self.places = set()
        self.lines = [t.line for t in self.source.tokens]
        self.starts = [t.at for t in self.source.tokens]
        self.by_comments()
        self.by_names()

    def item_of(self, index):
        for item in self.source.items:
            if item.first <= index <= item.last:
                return item
        return None

    def add(self, rule, line, first, last, acts):
        tokens = self.source.tokens
        if rule in self.rules and tokens[first].kind != "pp":
            self.places.add(Place(rule, self.path, line, tokens[first].at,
                                  self.source.end_of(last), acts))

    # ------------------------------------------------------------------------------ comments
    def by_comments(self):
        run, last_line = [], -1  # comments on lines of their own, one below the other
        for comment in self.source.comments:
            before = bisect_left(self.starts, comment.at) - 1
            own = before < 0 or self.source.tokens[before].end_line < comment.line
            if not own:
                self.cite([comment], self.headed_on(comment.line, before))
                run = []
                continue
            if comment.line != last_line + 1:
                run = []
            run.append(comment)
            last_line = comment.end_line
            after = before + 1
            if after < len(self.lines) and self.lines[after] == comment.end_line + 1:
                self.cite(run, self.headed_at(after))

    def cite(self, comments, headed):
        if headed:
            for comment in comments:
                for rule in RULE_ID.findall(comment.text):
                    self.add(rule, comment.line, *headed)

    def headed_at(self, index):
        """What begins with this token: the outermost statement, or the item."""
        item = self.item_of(index)
        if item is None or self.source.tokens[item.first].kind == "pp":
            return None
        if not item.body or index <= item.body.first:
            return item.first, item.last, bool(item.body)
        return self.inside(item, lambda s: s.first == index, index)

    def headed_on(self, line, before):
        """What a comment behind code speaks of: the outermost statement that begins on its line,
        or else the innermost one that it stands in."""
        item = self.item_of(before)
        if item is None or self.source.tokens[item.first].kind == "pp":
            return None
        if not item.body or before <= item.body.first:
            return item.first, item.last, bool(item.body)
        return self.inside(item, lambda s: self.lines[s.first] == line, before)

    def inside(self, item, begins, index):
        found, around = None, item.body
        for stmt in statements(item.body):
            if stmt is item.body:
                continue
            if found is None and begins(stmt):
                found = stmt
            if stmt.first <= index <= stmt.last:
                around = stmt
        found = found or around
        if found is item.body:  # behind its last bracket, or on a line of its own at the end
            return item.first, item.last, True
        if found.kind == "label":
            return found.first, self.end_of_case(item.body, found), True
        return found.first, found.last, True

    def end_of_case(self, body, label):
        """The last token before the next label of the same switch; labels in a row go together."""
        for block in statements(body):
            if label in block.body:
                after = block.body[block.body.index(label) + 1:]
                last = label.last
                while after and after[0].kind == "label":
                    last = after.pop(0).last
                for stmt in after:
                    if stmt.kind == "label":
                        break
                    last = stmt.last
                return last
        return label.last

    # --------------------------------------------------------------------------------- names
    def by_names(self):
        tokens = self.source.tokens
        for index, token in enumerate(tokens):
            if token.kind != "id":
                continue
            rule = None
            if token.text.startswith("RULE_"):
                rule = token.text[5:]
            elif token.text.startswith("REFUSE_"):
                rule = self.refusals.get(token.text[7:])
            elif token.text in {"GG_REFUSE_IF", "GG_REFUSE_IF4"}:
                rule = self.refusals.get(self.second_argument(index + 1))
            if rule in self.rules:
                item = self.item_of(index)
                if item and item.body and index > item.body.first:
                    self.add(rule, token.line, *self.inside(item, lambda s: False, index))
                elif item:
                    self.add(rule, token.line, item.first, item.last, False)

    def second_argument(self, opening):
        depth = 0
        for token in self.source.tokens[opening:]:
            if token.text in {"(", "[", "{"}:
                depth += 1
            elif token.text in {")", "]", "}"}:
                depth -= 1
            elif token.text == "," and depth == 1:
                index = self.source.tokens.index(token, opening)
                return self.source.tokens[index + 1].text
            if depth == 0:
                return None
        return None


def places(path, rules, refusals, text=None):
    return sorted(Cites(path, rules, refusals, text).places,
                  key=lambda p: (p.path, p.begin, p.rule))
