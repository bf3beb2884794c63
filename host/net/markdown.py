# SPDX-License-Identifier: Apache-2.0
"""The rulebooks' Markdown as HTML: headings, paragraphs, lists, quotes, tables, rules; inside them
emphasis, code, links and <a id="..."> anchors, and pictures that were drawn for the book. All other
text is escaped, so a rulebook cannot bring anything that runs. A heading that begins with a rule's
id is the anchor of that rule. In a paragraph or a list the ids of the rules it states stand in the
margin; ids of rules that are stated elsewhere lead there."""
import html
import re
from dataclasses import dataclass, field

INLINE = re.compile(r'<a id="([\w.-]+)"></a>|`([^`]+)`|\*\*([^*]+(?:\*(?!\*)[^*]+)*)\*\*'
                    r"|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)"
                    r"|\[([A-Z]{1,3}\d+[a-z]?)\](?!\()")
BULLET = re.compile(r"\s*(?:[-*]|\d+[.)])\s+")
TABLE_RULE = re.compile(r"\s*\|?[\s:|-]+\|[\s:|-]*$")
RULE = re.compile(r"([A-Z]{1,3}\d+[a-z]?)\b")
ANCHOR = re.compile(r'<a id="([A-Z]{1,3}\d+[a-z]?)"></a>')
SECTION = re.compile(r"(\d+[A-Z]?(?:\.\d+)*)\.?\s")
PICTURE = re.compile(r"!\[\]\(([\w-]+)\)\s*$")


@dataclass
class Book:
    """What surrounds the text: its language, the pictures drawn for it, and how it is read. A page
    of its own has links; inside the game's page, whose address names a moment of a match, they are
    buttons that scroll."""
    lang: str
    figures: dict = field(default_factory=dict)
    alone: bool = False
    rules: str = ""  # where the rules are stated, when this is not the book that states them
    headings: list = field(default_factory=list)  # (level, section or "", title) as they come


def printed(text, lang):
    """Apostrophes, minus signs, and the spaces that hold a line together before French
    punctuation: as print() of the page does for texts that are not books."""
    text = re.sub(r"(?<=[^\W_])'(?=[^\W\d_])", "\u2019", text)
    text = re.sub(r"(^|[\s(])-(?=\d)", "\\1\u2212", text)
    if lang == "fr":
        text = re.sub(r" ([;?!%\u00bb])", "\u202f\\1", text)
        text = text.replace("\u00ab ", "\u00ab\u202f").replace(" :", "\u00a0:")
    return html.escape(text)


def link(words, address, book, kind=""):
    said, named = printed(words, book.lang), f' class="{kind}"' if kind else ""
    if address.startswith("#"):
        target = html.escape(address[1:])
        if book.alone:
            return f'<a{named} href="{book.rules}#rule-{target}">{said}</a>'
        return (f'<button type="button" class="{kind or "jump"}" data-rule="{target}">'
                f"{said}</button>")
    if re.match(r"https?://", address):
        return f'<a href="{html.escape(address)}" rel="noopener noreferrer">{said}</a>'
    return said


def anchor(name, margin):
    """Where a link leads to; in the margin, with the id for people to see."""
    seen = f'<b class="margin-id">{name}</b>' if margin and RULE.fullmatch(name) else ""
    return f'<span id="rule-{name}" class="anchor">{seen}</span>'


def inline(text, book, margin=False):
    out, last = [], 0
    stated = set(ANCHOR.findall(text)) if margin else set()
    text = re.sub(r"\s*\[([A-Z]{1,3}\d+[a-z]?)\](?!\()",
                  lambda m: "" if m[1] in stated else m[0], text)
    for found in INLINE.finditer(text):
        out.append(printed(text[last:found.start()], book.lang))
        last = found.end()
        name, code, strong, starred, lined, words, address, rule = found.groups()
        if name:
            out.append(anchor(name, margin))
        elif code:
            out.append(f"<code>{html.escape(code)}</code>")
        elif strong:
            kind = ' class="exception"' if strong.startswith("Exception") else ""
            out.append(f"<strong{kind}>{inline(strong, book)}</strong>")
        elif starred or lined:
            out.append(f"<em>{inline(starred or lined, book)}</em>")
        elif rule:
            out.append(link(rule, f"#{rule}", book, "ref"))
        else:
            out.append(link(words, address, book))
    return "".join(out) + printed(text[last:], book.lang)


def flow(steps, book):
    """Numbered boxes, one after the other: who acts is told by colour, a word and the frame."""
    words = {"fr": {"you": "vous", "enemy": "l’ennemi"}, "en": {"you": "you", "enemy": "the enemy"}}
    boxes = []
    for step in steps:
        title, text = step[book.lang]
        rules = " ".join(link(rule, f"#{rule}", book, "ref") for rule in step["rules"])
        boxes.append(f'<li class="{step["who"]}"><small>{words[book.lang][step["who"]]}</small>'
                     f"<strong>{printed(title, book.lang)}</strong><p>{inline(text, book)}</p>"
                     f"<p>{rules}</p></li>")
    return f'<ol class="flow">{"".join(boxes)}</ol>' if boxes else ""


def picture(name, book):
    """A figure with its caption; one that is not drawn (no Node) leaves no trace."""
    drawn = book.figures.get(name)
    if not drawn:
        return ""
    kind = "drawn wide" if drawn["wide"] else "drawn"
    own = drawn[book.lang]
    return (f'<figure class="{kind}">{own["svg"]}'
            f'<figcaption>{inline(own["caption"], book)}</figcaption>'
            f'{flow(drawn.get("steps", []), book)}</figure>')


def alone(name, book):
    """A figure that a text names."""
    made = picture(name, book)
    broad = not made or book.figures[name]["wide"]
    return made if broad else f'<div class="figures">{made}</div>'


def pictures(section, book):
    """Those of a section: broad ones below each other, the others together in one column beside the
    text."""
    own = [(n, f) for n, f in book.figures.items() if f["section"] == section != ""]
    broad = "".join(picture(n, book) for n, f in own if f["wide"])
    beside = "".join(picture(n, book) for n, f in own if not f["wide"])
    return broad + (f'<div class="figures">{beside}</div>' if beside else "")


def heading(level, title, book):
    tag, rule = f"h{min(level, 4) + 1}", RULE.match(title)
    number = SECTION.match(title)
    section = number.group(1) if number else ""
    book.headings.append((level, section, title))
    kind = ' class="book-title"' if level == 1 else ""
    name = f' id="rule-{rule.group(1)}"' if rule else f' id="s{section}"' if section else ""
    return f"<{tag}{kind}{name}>{inline(title, book)}</{tag}>{pictures(section, book)}"


def cells(line):
    return [c.strip() for c in re.sub(r"^\||\|$", "", line.strip()).split("|")]


def table(lines, book):
    head = "".join(f'<th scope="col">{inline(c, book)}</th>' if c else "<td></td>"
                   for c in cells(lines[0]))
    rows = "".join("<tr>" + "".join(f"<td>{inline(c, book)}</td>" for c in cells(line)) + "</tr>"
                   for line in lines[2:])
    return (f'<div class="table-holder" tabindex="0" role="group"><table><thead><tr>{head}</tr>'
            f"</thead><tbody>{rows}</tbody></table></div>")


def bullets(lines, book):
    items = []
    for line in lines:
        mark = BULLET.match(line)
        if mark:
            items.append(line[mark.end():])
        else:
            items[-1] += " " + line.strip()
    tag = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
    return f"<{tag}>" + "".join(f"<li>{inline(i, book, True)}</li>" for i in items) + f"</{tag}>"


class Reader:
    """Lines taken from the front, block by block."""

    def __init__(self, text, book):
        self.lines, self.at, self.book = text.replace("\r", "").split("\n"), 0, book

    def take(self, more):
        start = self.at
        while self.at < len(self.lines) and more(self.lines[self.at]):
            self.at += 1
        return self.lines[start:self.at]

    def block(self):
        line, book = self.lines[self.at], self.book
        title = re.match(r"(#{1,6})\s+(.*)$", line)
        below = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        if title or not line.strip() or re.match(r"(---+|\*\*\*+)\s*$", line):
            self.at += 1
            return heading(len(title[1]), title[2], book) if title else "<hr>" * bool(line.strip())
        if line.startswith("<!--"):
            self.take(lambda l: "-->" not in l)
            self.at += 1
            return ""
        if PICTURE.match(line):
            self.at += 1
            return alone(PICTURE.match(line)[1], book)
        if line.startswith("```"):
            self.at += 1
            body = self.take(lambda l: not l.startswith("```"))
            self.at += 1
            return f'<pre tabindex="0"><code>{html.escape(chr(10).join(body))}</code></pre>'
        if "|" in line and TABLE_RULE.match(below) and "-" in below:
            return table(self.take(lambda l: "|" in l), book)
        if line.startswith(">"):
            body = self.take(lambda l: l.startswith(">"))
            inner = "\n".join(re.sub(r"^>\s?", "", l) for l in body)
            return f"<blockquote>{render(inner, book)}</blockquote>"
        if BULLET.match(line):
            return bullets(self.take(lambda l: BULLET.match(l) or re.match(r"\s+\S", l)), book)
        body = self.take(lambda l: l.strip() and not re.match(r"#{1,6}\s|>|```", l)
                         and not BULLET.match(l))
        text = " ".join(body)
        kind = ' class="purpose"' if re.fullmatch(r"\*[^*]+\*", text) else ""
        return f"<p{kind}>{inline(text, book, True)}</p>"


def render(text, book):
    """Of a language, or of a Book."""
    reader, out = Reader(text, Book(book) if isinstance(book, str) else book), []
    while reader.at < len(reader.lines):
        out.append(reader.block())
    return "\n".join(filter(None, out))
