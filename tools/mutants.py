# SPDX-License-Identifier: Apache-2.0
"""Mutant schemata: a copy of a rules file in which every small fault can be switched on.

A *site* is a place of the code, a *mutant* one fault there (site, kind 1..8). The copy asks
tests/mutants/mutants.h at each site which kind is on; it also notes which kinds would have changed
a value, so that a block in which a mutant changes nothing is never run for it."""
from dataclasses import dataclass

from csource import Source

COMPARED = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
            "==": ("!=", None), "!=": ("==", None)}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/", "&": "|", "|": "&", "^": "&"}
WHOLE = {"int", "unsigned", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t",
         "uint32_t", "uint64_t", "gg_action", "size_t"}
REFUSALS = {"GG_REFUSE_IF", "GG_REFUSE_IF4"}


@dataclass
class Mutant:
    game: str
    path: str
    function: str
    line: int
    at: int        # offset in the file
    site: int
    kind: int
    what: str      # comparison constant boolean condition arithmetic return deletion refusal
    old: str
    new: str
    ordinal: int = 1
    token: str = ""  # the refusal, when it is one

    @property
    def key(self):
        """What names it in a list of survivors: lines come and go, this stays."""
        more = f" #{self.ordinal}" if self.ordinal > 1 else ""
        return f"{self.path.rsplit('/', 1)[-1]} {self.function}: {self.old} => {self.new}{more}"

    @property
    def name(self):
        return f"{self.path}:{self.line}: {self.old} => {self.new}"


def short(text):
    for a, b in ((" (", "("), ("( ", "("), (" )", ")"), (" [ ", "["), (" ]", "]"), (" -> ", "->"),
                 (" . ", "."), (" ,", ","), ("! ", "!"), ("~ ", "~"), (" ;", ";")):
        text = text.replace(a, b)
    return text if len(text) <= 70 else text[:45] + " ... " + text[-20:]


class Instrument:
    """One file. `site` goes on from file to file of a game."""

    def __init__(self, game, path, site, text=None):
        self.game, self.path = game, str(path)
        self.source = Source(path, text)
        self.site, self.found, self.errors = site, [], []
        self.function = ""
        self.returns = ""
        self.seen = {}

    # ------------------------------------------------------------------------------- mutants
    def new_site(self, index, what, kinds, token=""):
        """kinds: {kind: (old, new)}"""
        self.site += 1
        place = self.source.tokens[index]
        for kind, (old, new) in kinds.items():
            old, new = short(old), short(new)
            same = (self.function, old, new)
            self.seen[same] = self.seen.get(same, 0) + 1
            self.found.append(Mutant(self.game, self.path, self.function, place.line, place.at,
                                     self.site, kind, what, old, new, self.seen[same], token))
        return self.site

    def raw(self, expr):
        return self.source.span(expr.first, expr.last)

    # --------------------------------------------------------------------------- expressions
    def expr(self, expr, returned=False):
        return getattr(self, "x_" + expr.kind)(expr)

    def x_raw(self, expr):
        return self.raw(expr)

    x_str = x_chr = x_raw

    def x_id(self, expr):
        if expr.op not in {"true", "false"}:
            return expr.op
        other = "false" if expr.op == "true" else "true"
        site = self.new_site(expr.first, "constant", {1: (expr.op, other)})
        return f"mu_flip({site}, {expr.op})"

    def x_num(self, expr):
        try:
            value = int(expr.op.rstrip("uUlL"), 0)
        except ValueError:
            return expr.op
        kinds = {1: (expr.op, str(value + 1))}
        if value > 0:
            kinds[2] = (expr.op, str(value - 1))
        if value > 1:
            kinds[3] = (expr.op, "0")
        return f"({expr.op} + mu_delta({self.new_site(expr.first, 'constant', kinds)}, {value}))"

    def x_paren(self, expr):
        return f"({self.expr(expr.parts[0])})"

    def x_bin(self, expr):
        a, b = expr.parts
        op = expr.op
        if op in {"&&", "||"}:
            return self.boolean(expr)
        if op not in COMPARED and op not in ARITHMETIC:
            return f"(({self.expr(a)}) {op} ({self.expr(b)}))"
        old = self.raw(expr)
        ta, tb = self.raw(a), self.raw(b)
        begin = (f"({{ __auto_type mu_x = ({self.expr(a)}) + 0; "
                 f"__auto_type mu_y = ({self.expr(b)}) + 0; ")
        if op in COMPARED:
            near, far = COMPARED[op]
            kinds = {1: (old, f"{ta} {near} {tb}")}
            if far:
                kinds[2] = (old, f"{ta} {far} {tb}")
            site = self.new_site(b.first - 1, "comparison", kinds)
            return begin + (f"mu_pick({site}, mu_x {op} mu_y, mu_x {near} mu_y, "
                            f"mu_x {far or op} mu_y); }})")
        other = ARITHMETIC[op]
        site = self.new_site(b.first - 1, "arithmetic", {1: (old, f"{ta} {other} {tb}")})
        if op in "+-":
            return begin + f"mu_x {op} mu_sign({site}, mu_y); }})"
        return begin + (f"mu_see({site}, (mu_x {other} mu_y) != (mu_x {op} mu_y)) ? "
                        f"mu_x {other} mu_y : mu_x {op} mu_y; }})")

    def boolean(self, expr):
        a, b = expr.parts
        old, ta, tb = self.raw(expr), self.raw(a), self.raw(b)
        other = "||" if expr.op == "&&" else "&&"
        site = self.new_site(b.first - 1, "boolean",
                             {1: (old, f"{ta} {other} {tb}"), 2: (old, tb), 3: (old, ta)})
        both = int(expr.op == "&&")
        return (f"({{ _Bool mu_x = ({self.expr(a)}); mu_go({site}, {both}, mu_x) ? "
                f"mu_rest({site}, {both}, ({self.expr(b)})) : mu_x; }})")

    def x_un(self, expr):
        inner = expr.parts[0]
        if expr.op in {"&", "++", "--"}:
            return f"{expr.op}{self.place(inner)}"
        if expr.op == "!":
            site = self.new_site(expr.first, "boolean", {1: (self.raw(expr), self.raw(inner))})
            return f"mu_flip({site}, !({self.expr(inner)}))"
        return f"({expr.op}({self.expr(inner)}))"

    def x_post(self, expr):
        return f"{self.place(expr.parts[0])}{expr.op}"

    def x_call(self, expr):
        name, *args = expr.parts
        if name.kind == "id" and name.op in REFUSALS:
            return self.refusal(expr, args)
        called = name.op if name.kind == "id" else self.expr(name)
        empty = len(args)  # zeros at the end stand for nothing: operands that are not used
        while empty and args[empty - 1].kind == "num" and args[empty - 1].op == "0":
            empty -= 1
        words = [self.expr(a) for a in args[:empty]] + [self.raw(a) for a in args[empty:]]
        return f"{called}({', '.join(words)})"

    def refusal(self, expr, args):
        condition, token = args[0], self.raw(args[1])
        site = self.new_site(condition.first, "refusal", {1: (f"refuse {token}", "never")}, token)
        inner = self.expr(condition)
        rest = ", ".join(self.raw(a) for a in args[1:])
        return f"{expr.parts[0].op}(mu_refuse({site}, ({inner})), {rest})"

    def index(self, expr):
        """A bare number in brackets names a place, it is not a fact of the rules."""
        return self.raw(expr) if expr.kind == "num" else self.expr(expr)

    def x_idx(self, expr):
        return f"{self.place(expr.parts[0])}[{self.index(expr.parts[1])}]"

    def x_mem(self, expr):
        return f"{self.place(expr.parts[0])}{expr.op}{self.source.tokens[expr.last].text}"

    def place(self, expr):
        """What is assigned to or reached through: itself not a value that can be wrong."""
        if expr.kind in {"id", "raw"}:
            return self.raw(expr)
        if expr.kind == "paren":
            return f"({self.place(expr.parts[0])})"
        if expr.kind == "un" and expr.op == "*":
            return f"(*{self.place(expr.parts[0])})"
        return self.expr(expr)

    def x_cast(self, expr):
        inner = expr.parts[0]
        kind = self.source.span(expr.first, inner.first - 1)
        if inner.kind == "init":
            return f"({kind}{self.expr(inner)})"
        return f"({kind}({self.expr(inner)}))"

    def x_init(self, expr):
        parts = []
        for (first, last), value in expr.parts:
            label = self.source.span(first, last) if last >= first else ""
            # {0} begins with nothing, whatever the type.
            text = value.op if value.kind == "num" and len(expr.parts) == 1 else self.expr(value)
            parts.append(f"{label} {text}")
        return "{" + ", ".join(parts) + "}"

    def x_cond(self, expr):
        test, yes, no = expr.parts
        return f"({self.condition(test)} ? {self.expr(yes)} : {self.expr(no)})"

    def x_assign(self, expr):
        left, right = expr.parts
        value = self.expr(right)
        if expr.op in {"+=", "-="}:
            other = "-=" if expr.op == "+=" else "+="
            site = self.new_site(right.first - 1, "arithmetic",
                                 {1: (self.raw(expr),
                                      f"{self.raw(left)} {other} {self.raw(right)}")})
            value = f"({{ __auto_type mu_y = ({value}) + 0; mu_sign({site}, mu_y); }})"
        return f"{self.place(left)} {expr.op} {value}"

    def x_comma(self, expr):
        return f"{self.expr(expr.parts[0])}, {self.expr(expr.parts[1])}"

    def condition(self, expr, token=""):
        """The test of an `if` or `?:`: forced either way, and turned round where no comparison
        inside does that already."""
        old = self.raw(expr)
        kinds = {1: (old, "always"), 2: (old, "never")}
        bare = expr
        while bare.kind == "paren":
            bare = bare.parts[0]
        if not (bare.kind == "bin" and bare.op in COMPARED) and bare.kind != "un":
            kinds[3] = (old, f"! ({old})")
        site = self.new_site(expr.first, "condition", kinds)
        if token:
            self.found[-len(kinds) + 1].what = "refusal"
            self.found[-len(kinds) + 1].token = token
        return f"mu_if({site}, ({self.expr(expr)}))"

    # ---------------------------------------------------------------------------- statements
    def stmt(self, stmt):
        line = self.source.tokens[stmt.first].line
        return f"\n#line {line} \"{self.path}\"\n" + getattr(self, "s_" + stmt.kind)(stmt)

    def s_raw(self, stmt):
        return self.source.span(stmt.first, stmt.last)

    s_empty = s_label = s_raw

    def s_block(self, stmt):
        return "{" + " ".join(self.stmt(s) for s in stmt.body) + "}"

    def refused_by(self, stmt):
        """The token that a statement outside check() refuses with: REFUSE_TOKEN."""
        if stmt.kind == "block" and len(stmt.body) == 1:
            stmt = stmt.body[0]
        if stmt.kind not in {"return", "expr"}:
            return ""
        words = [t.text for t in self.source.tokens[stmt.first:stmt.last + 1]]
        return next((w[7:] for w in words if w.startswith("REFUSE_")), "")

    def s_if(self, stmt):
        test = stmt.exprs[0]
        text = f"if ({self.condition(test, self.refused_by(stmt.body[0]))}) "
        text += "{" + self.stmt(stmt.body[0]) + "}"
        if len(stmt.body) > 1:
            text += " else {" + self.stmt(stmt.body[1]) + "}"
        return text

    def loop(self, expr):
        if expr is None:
            return ""
        if expr.kind == "num":
            return expr.op
        site = self.new_site(expr.first, "condition", {2: (self.raw(expr), "never")})
        return f"mu_loop({site}, ({self.expr(expr)}))"

    def s_while(self, stmt):
        return f"while ({self.loop(stmt.exprs[0])}) {{{self.stmt(stmt.body[0])}}}"

    def s_do(self, stmt):
        return f"do {{{self.stmt(stmt.body[0])}}} while ({self.loop(stmt.exprs[0])});"

    def s_for(self, stmt):
        begin, body = stmt.body
        test, step = stmt.exprs
        head = self.s_decl(begin) if begin.kind == "decl" else \
            ";" if begin.kind == "empty" else self.expr(begin.exprs[0]) + ";"
        return (f"for ({head} {self.loop(test)}; {self.expr(step) if step else ''}) "
                f"{{{self.stmt(body)}}}")

    def s_switch(self, stmt):
        return f"switch ({self.expr(stmt.exprs[0])}) {self.stmt(stmt.body[0])}"

    def s_decl(self, stmt):
        parts = []
        for (first, last), value in stmt.names:
            parts.append(self.source.span(first, last))
            if value:
                parts.append(self.expr(value))
        return " ".join(parts)

    def deleted(self, stmt, text):
        old = self.source.span(stmt.first, stmt.last)
        site = self.new_site(stmt.first, "deletion", {1: (old, "nothing")})
        return f"{{ if (!mu_see({site}, 1)) {text} }}"

    def s_break(self, stmt):
        return self.deleted(stmt, "break;")

    def s_continue(self, stmt):
        return self.deleted(stmt, "continue;")

    def s_expr(self, stmt):
        expr = stmt.exprs[0]
        text = self.expr(expr) + ";"
        calls = expr.kind == "call" and expr.parts[0].op not in REFUSALS
        if calls or expr.kind in {"assign", "post"} or (expr.kind == "un" and expr.op in "++--"):
            return self.deleted(stmt, text)
        return text

    def s_return(self, stmt):
        old = self.source.span(stmt.first, stmt.last)
        if not stmt.exprs:
            return self.deleted(stmt, "return;")
        expr = stmt.exprs[0]
        if self.returns == "bool":
            kinds = {1: (old, f"return !({self.raw(expr)})")}
            site = self.new_site(stmt.first, "return", kinds)
            plain = expr.kind == "id" and expr.op in {"true", "false"}
            return f"return mu_flip({site}, ({self.raw(expr) if plain else self.expr(expr)}));"
        if self.returns in WHOLE and expr.kind != "num":
            kinds = {1: (old, f"return {self.raw(expr)} + 1"), 2: (old, "return 0")}
            site = self.new_site(stmt.first, "return", kinds)
            return (f"return ({{ __auto_type mu_x = ({self.expr(expr)}) + 0; "
                    f"mu_value({site}, mu_x); }});")
        return f"return {self.expr(expr)};"

    # ---------------------------------------------------------------------------------- files
    def run(self):
        """The instrumented text; self.found has the mutants."""
        out, done = ['#include "tests/mutants/mutants.h"\n', f'#line 1 "{self.path}"\n'], 0
        source = self.source
        for item in source.items:
            if item.error:
                self.errors.append(item.error)
            if not item.body:
                continue
            self.function = item.name
            words = set(item.returns.split()) - {"static", "inline", "const"}
            self.returns = next(iter(words)) if len(words) == 1 else ""
            body = source.tokens[item.body.first]
            out.append(source.text[done:body.at])
            out.append(self.stmt(item.body))
            done = source.end_of(item.last)
            out.append(f'\n#line {source.tokens[item.last].line} "{self.path}"\n')
        out.append(source.text[done:])
        return "".join(out)
