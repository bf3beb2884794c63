# SPDX-License-Identifier: Apache-2.0
"""The rules code as statements and expressions: a parser for the C that games are written in.

It reads what `.clang-format` leaves, knows no preprocessor and no types beyond their names, and
fails loudly (ParseError) instead of guessing: tools/mutate tells which function it could not read.
A file is a row of items; a function has a body of statements; a statement has expressions."""
import re
from dataclasses import dataclass, field
from functools import lru_cache

from common import ROOT, read

TOKEN = re.compile(r"""
    (?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
  | (?P<pp>^[ \t]*\#(?:\\\n|[^\n])*)
  | (?P<str>"(?:\\.|[^"\\\n])*")
  | (?P<chr>'(?:\\.[^'\n]{0,8}|[^'\\\n])')
  | (?P<num>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<id>[A-Za-z_]\w*)
  | (?P<op>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=
          |[-+*/%&|^~!<>=?:;,.(){}\[\]])
""", re.X | re.S | re.M)

WORDS = {"const", "static", "inline", "unsigned", "signed", "int", "char", "short", "long", "bool",
         "void", "struct", "enum", "union", "_Bool", "volatile", "register", "float", "double",
         "size_t", "_Alignas"}
BINARY = {"*": 10, "/": 10, "%": 10, "+": 9, "-": 9, "<<": 8, ">>": 8, "<": 7, "<=": 7, ">": 7,
          ">=": 7, "==": 6, "!=": 6, "&": 5, "^": 4, "|": 3, "&&": 2, "||": 1}
ASSIGN = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


class ParseError(Exception):
    pass


@dataclass
class Token:
    kind: str
    text: str
    at: int
    line: int
    end_line: int


@dataclass
class Expr:
    """kind: num str id paren bin un post call idx mem cast cond assign comma init raw."""
    kind: str
    first: int  # tokens [first, last]
    last: int
    op: str = ""
    parts: list = field(default_factory=list)


@dataclass
class Stmt:
    """kind: block if while for do switch label return break continue goto empty decl expr raw."""
    kind: str
    first: int
    last: int
    exprs: list = field(default_factory=list)  # in the order of the text
    body: list = field(default_factory=list)   # statements inside
    names: list = field(default_factory=list)  # decl: (token range before an initialiser, Expr)


@dataclass
class Item:
    """What stands at the top of a file; a function when it has a body."""
    first: int
    last: int
    name: str = ""
    returns: str = ""  # the words before the name
    body: Stmt = None
    error: str = ""    # a function that could not be read, and why


@lru_cache(maxsize=None)
def type_names():
    """Every typedef of the house: a name is a type everywhere or nowhere."""
    found = {"FILE", "va_list"}
    for folder in ("include", "base", "games", "tests/contract"):
        where = ROOT / folder
        for path in sorted(where.rglob("*.[ch]")) + sorted(where.rglob("*.inc")):
            text = read(path.relative_to(ROOT))
            found.update(re.findall(r"\btypedef\b[^;{]*?\b(\w+)(?:\[[^\]]*\])*;", text))
            found.update(re.findall(r"\btypedef\b[^;{(]*?\b(\w+)\(", text))
            found.update(re.findall(r"\btypedef\b[^;{(]*?\(\*(\w+)\)\(", text))
            found.update(re.findall(r"^\}\s*(\w+);", text, re.M))
            found.update(re.findall(r"#define GG_FACTS_NAME (\w+)", text))
    return found


class Source:
    def __init__(self, path, text=None):
        self.path = path
        self.text = read(path) if text is None else text
        self.types = type_names()
        self.tokens, self.comments = [], []
        line, last = 1, 0
        for match in TOKEN.finditer(self.text):
            line += self.text.count("\n", last, match.start())
            last = match.start()
            kind = match.lastgroup
            token = Token(kind, match.group(0), match.start(), line,
                          line + match.group(0).count("\n"))
            (self.comments if kind == "comment" else self.tokens).append(token)
        self.items = []
        self.at = 0
        while self.at < len(self.tokens):
            self.items.append(self.item())

    # --------------------------------------------------------------------------------- tokens
    def word(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at].text if at < len(self.tokens) else ""

    def kind(self, ahead=0):
        at = self.at + ahead
        return self.tokens[at].kind if at < len(self.tokens) else ""

    def fail(self, what):
        token = self.tokens[min(self.at, len(self.tokens) - 1)]
        raise ParseError(f"{self.path}:{token.line}: {what} at `{token.text}`")

    def want(self, text):
        if self.word() != text:
            self.fail(f"`{text}` expected")
        self.at += 1

    def close(self, at):
        """The token that closes the bracket at `at`."""
        depth = 0
        for i in range(at, len(self.tokens)):
            text = self.tokens[i].text
            if self.tokens[i].kind == "op":
                if text in "([{":
                    depth += 1
                elif text in ")]}":
                    depth -= 1
                    if depth == 0:
                        return i
        raise ParseError(f"{self.path}:{self.tokens[at].line}: a bracket is never closed")

    def span(self, first, last):
        """The text of tokens [first, last], without comments."""
        return " ".join(t.text for t in self.tokens[first:last + 1])

    def end_of(self, index):
        token = self.tokens[index]
        return token.at + len(token.text)

    # ---------------------------------------------------------------------------------- items
    def item(self):
        first = self.at
        if self.kind() == "pp":
            self.at += 1
            return Item(first, first)
        if re.fullmatch(r"[A-Z][A-Z0-9_]*", self.word()) and self.word(1) == "(":
            end = self.close(self.at + 1)
            after = self.tokens[end + 1].text if end + 1 < len(self.tokens) else ""
            if after not in {";", "{"}:  # a line of an X-macro
                self.at = end + 1
                return Item(first, end)
        i, initialised = self.at, False
        while i < len(self.tokens):
            text = self.tokens[i].text
            if text == ";":
                break
            if text == "=":
                initialised = True
            if text == "{" and not initialised and self.tokens[i - 1].text == ")":
                return self.function(first, i)
            i = self.close(i) if text in {"(", "[", "{"} else i
            i += 1
        self.at = i + 1
        return Item(first, min(i, len(self.tokens) - 1))

    def function(self, first, brace):
        end = self.close(brace)
        opening = next(i for i in range(first, brace) if self.tokens[i].text == "(")
        item = Item(first, end, self.tokens[opening - 1].text, self.span(first, opening - 2))
        self.at = brace
        try:
            if any(t.kind == "pp" for t in self.tokens[brace:end]):
                self.fail("a line of the preprocessor stands inside the function")
            item.body = self.statement()
        except ParseError as error:
            item.error = str(error)
        self.at = end + 1
        return item

    # ----------------------------------------------------------------------------- statements
    def statement(self):
        first, word = self.at, self.word()
        made = getattr(self, f"on_{word}", None) if self.kind() == "id" else None
        if word == "{":
            return self.block()
        if made:
            return made(first)
        if word == ";":
            self.at += 1
            return Stmt("empty", first, first)
        if word in {"static_assert", "_Static_assert", "goto"}:
            return self.raw(first, "raw")
        if self.starts_type():
            return self.declaration(first)
        expr = self.expression()
        self.want(";")
        return Stmt("expr", first, self.at - 1, [expr])

    def raw(self, first, kind):
        while self.word() != ";":
            self.at = self.close(self.at) if self.word() in {"(", "[", "{"} else self.at
            self.at += 1
        self.at += 1
        return Stmt(kind, first, self.at - 1)

    def block(self):
        first, body = self.at, []
        self.want("{")
        while self.word() != "}":
            body.append(self.statement())
        self.at += 1
        return Stmt("block", first, self.at - 1, [], body)

    def condition(self):
        self.want("(")
        expr = self.expression()
        self.want(")")
        return expr

    def on_if(self, first):
        self.at += 1
        expr = self.condition()
        body = [self.statement()]
        if self.word() == "else":
            self.at += 1
            body.append(self.statement())
        return Stmt("if", first, self.at - 1, [expr], body)

    def on_while(self, first):
        self.at += 1
        expr = self.condition()
        body = [self.statement()]
        return Stmt("while", first, self.at - 1, [expr], body)

    def on_switch(self, first):
        self.at += 1
        expr = self.condition()
        body = [self.statement()]
        return Stmt("switch", first, self.at - 1, [expr], body)

    def on_do(self, first):
        self.at += 1
        body = [self.statement()]
        self.want("while")
        expr = self.condition()
        self.want(";")
        return Stmt("do", first, self.at - 1, [expr], body)

    def on_for(self, first):
        self.at += 1
        self.want("(")
        if self.word() == ";":
            begin = Stmt("empty", self.at, self.at)
            self.at += 1
        elif self.starts_type():
            begin = self.declaration(self.at)
        else:
            begin = Stmt("expr", self.at, self.at, [self.expression()])
            self.want(";")
            begin.last = self.at - 1
        test = None if self.word() == ";" else self.expression()
        self.want(";")
        step = None if self.word() == ")" else self.expression()
        self.want(")")
        body = [begin, self.statement()]
        return Stmt("for", first, self.at - 1, [test, step], body)

    def on_case(self, first):
        while self.word() != ":":
            self.at += 1
        self.at += 1
        return Stmt("label", first, self.at - 1)

    def on_default(self, first):
        return self.on_case(first)

    def on_return(self, first):
        self.at += 1
        exprs = [] if self.word() == ";" else [self.expression()]
        self.want(";")
        return Stmt("return", first, self.at - 1, exprs)

    def on_break(self, first):
        self.at += 1
        self.want(";")
        return Stmt("break", first, self.at - 1)

    def on_continue(self, first):
        self.at += 1
        self.want(";")
        return Stmt("continue", first, self.at - 1)

    def starts_type(self):
        word, after = self.word(), self.word(1)
        if self.kind() != "id":
            return False
        if word in WORDS or (word in self.types and after not in {".", "->", "(", "[", "="}):
            return True
        if after == "(" and self.word(2) == "*" and (word in self.types or word.endswith("_t")):
            return True
        if self.kind(1) == "id":
            return True
        return after == "*" and (self.word(2) == "const" or (
            self.kind(2) == "id" and self.word(3) in {"=", ";", ",", "["}))

    def declaration(self, first):
        """Declarators are kept as they are; initialisers that run are expressions."""
        made = Stmt("decl", first, first)
        constant = "static" in {self.word(), self.word(1)} or self.word() == "enum"
        start = self.at
        while self.word() != ";":
            if self.word() in {"(", "[", "{"}:
                self.at = self.close(self.at) + 1
            elif self.word() == "=" and not constant:
                self.at += 1
                expr = self.initialiser()
                made.names.append(((start, expr.first - 1), expr))
                made.exprs.append(expr)
                start = self.at
            else:
                self.at += 1
        self.at += 1
        made.last = self.at - 1
        made.names.append(((start, made.last), None))
        return made

    # ---------------------------------------------------------------------------- expressions
    def expression(self):
        left = self.assignment()
        while self.word() == ",":
            self.at += 1
            right = self.assignment()
            left = Expr("comma", left.first, right.last, ",", [left, right])
        return left

    def initialiser(self):
        if self.word() != "{":
            return self.assignment()
        first, parts = self.at, []
        self.at += 1
        while self.word() != "}":
            start = self.at
            while self.word() in {".", "["}:  # a designator
                self.at = self.close(self.at) + 1 if self.word() == "[" else self.at + 2
            if self.at > start:
                self.want("=")
            label = (start, self.at - 1)
            parts.append((label, self.initialiser()))
            if self.word() == ",":
                self.at += 1
        self.at += 1
        return Expr("init", first, self.at - 1, "", parts)

    def assignment(self):
        left = self.ternary()
        if self.word() in ASSIGN:
            op = self.word()
            self.at += 1
            right = self.assignment()
            return Expr("assign", left.first, right.last, op, [left, right])
        return left

    def ternary(self):
        test = self.binary(1)
        if self.word() != "?":
            return test
        self.at += 1
        yes = self.expression()
        self.want(":")
        no = self.ternary()
        return Expr("cond", test.first, no.last, "?", [test, yes, no])

    def binary(self, level):
        left = self.unary()
        while self.kind() == "op" and BINARY.get(self.word(), 0) >= level:
            op = self.word()
            self.at += 1
            right = self.binary(BINARY[op] + 1)
            left = Expr("bin", left.first, right.last, op, [left, right])
        return left

    def is_type_at(self, at):
        """Does the bracket at `at` hold the name of a type?"""
        end = self.close(at)
        inside = self.tokens[at + 1:end]
        if not inside or any(t.kind != "id" and t.text not in {"*", "(", ")", "[", "]"}
                             for t in inside):
            return False
        word = inside[0].text
        return word in WORDS or word in self.types or word.endswith("_t")

    def unary(self):
        first, word = self.at, self.word()
        if word in {"-", "+", "!", "~", "*", "&", "++", "--"}:
            self.at += 1
            inner = self.unary()
            return Expr("un", first, inner.last, word, [inner])
        if word in {"sizeof", "_Alignof"}:
            self.at += 1
            if self.word() == "(":
                self.at = self.close(self.at) + 1
                return Expr("raw", first, self.at - 1)
            inner = self.unary()
            return Expr("raw", first, inner.last)
        if word == "(" and self.is_type_at(self.at):
            self.at = self.close(self.at) + 1
            if self.word() == "{":
                inner = self.initialiser()
                return self.postfix(Expr("cast", first, inner.last, "", [inner]))
            inner = self.unary()
            return Expr("cast", first, inner.last, "", [inner])
        return self.postfix(self.primary())

    def primary(self):
        first, kind = self.at, self.kind()
        if self.word() == "(":
            self.at += 1
            inner = self.expression()
            self.want(")")
            return Expr("paren", first, self.at - 1, "", [inner])
        if kind not in {"id", "num", "str", "chr"}:
            self.fail("an expression expected")
        self.at += 1
        if kind == "str":
            while self.kind() == "str":
                self.at += 1
        return Expr(kind, first, self.at - 1, self.tokens[first].text)

    def raw_call(self, left):
        """Macros that are not functions: their words stay as they are."""
        return left.kind == "id" and left.op in {
            "GG_ASSERT", "UINT64_C", "INT64_C", "UINT32_C", "__builtin_expect",
            "offsetof", "GG_COUNT", "NOTHING_IN"}

    def postfix(self, left):
        while True:
            word = self.word()
            if word == "(":
                if self.raw_call(left):
                    self.at = self.close(self.at) + 1
                    left = Expr("raw", left.first, self.at - 1, left.op)
                    continue
                self.at += 1
                parts = [left]
                while self.word() != ")":
                    parts.append(self.assignment())
                    if self.word() == ",":
                        self.at += 1
                self.at += 1
                left = Expr("call", left.first, self.at - 1, "", parts)
            elif word == "[":
                self.at += 1
                inner = self.expression()
                self.want("]")
                left = Expr("idx", left.first, self.at - 1, "", [left, inner])
            elif word in {".", "->"}:
                self.at += 2
                left = Expr("mem", left.first, self.at - 1, word, [left])
            elif word in {"++", "--"}:
                self.at += 1
                left = Expr("post", left.first, self.at - 1, word, [left])
            else:
                return left


def statements(stmt):
    """A statement and all inside it, outermost first."""
    yield stmt
    for inner in stmt.body:
        yield from statements(inner)
