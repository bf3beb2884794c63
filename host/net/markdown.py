# SPDX-License-Identifier: Apache-2.0
"""The rulebooks' Markdown as HTML: headings, paragraphs, lists, quotes, tables, rules; inside them
emphasis, code, links and <a id="..."> anchors. All other text is escaped, so a rulebook cannot
bring anything that runs. A heading that begins with a rule's id is the anchor of that rule."""
import html
import re

INLINE = re.compile(r'<a id="([\w.-]+)"></a>|`([^`]+)`|\*\*([^*]+(?:\*(?!\*)[^*]+)*)\*\*'
                    r"|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_(?!\w)|\[([^\]]+)\]\(([^)\s]+)\)")
BULLET = re.compile(r"\s*(?:[-*]|\d+[.)])\s+")
TABLE_RULE = re.compile(r"\s*\|?[\s:|-]+\|[\s:|-]*$")
RULE = re.compile(r"([A-Z]{1,3}\d+[a-z]?)\b")


def printed(text, lang):
    """Apostrophes, minus signs, and the spaces that hold a line together before French
    punctuation: as print() of the page does for texts that are not books."""
    text = re.sub(r"(?<=[^\W_])'(?=[^\W\d_])", "\u2019", text)
    text = re.sub(r"(^|[\s(])-(?=\d)", "\\1\u2212", text)
    if lang == "fr":
        text = re.sub(r" ([;?!%\u00bb])", "\u202f\\1", text)
        text = text.replace("\u00ab ", "\u00ab\u202f").replace(" :", "\u00a0:")
    return html.escape(text)


def link(words, address, lang):
    if address.startswith("#"):  # the page's address names a moment: links inside only scroll
        return (f'<button type="button" class="jump" data-rule="{html.escape(address[1:])}">'
                f"{printed(words, lang)}</button>")
    if re.match(r"https?://", address):
        return f'<a href="{html.escape(address)}" rel="noopener noreferrer">' \
               f"{printed(words, lang)}</a>"
    return printed(words, lang)


def inline(text, lang):
    out, last = [], 0
    for found in INLINE.finditer(text):
        out.append(printed(text[last:found.start()], lang))
        last = found.end()
        anchor, code, strong, starred, lined, words, address = found.groups()
        if anchor:
            out.append(f'<span id="rule-{anchor}" class="anchor"></span>')
        elif code:
            out.append(f"<code>{html.escape(code)}</code>")
        elif strong:
            out.append(f"<strong>{inline(strong, lang)}</strong>")
        elif starred or lined:
            out.append(f"<em>{inline(starred or lined, lang)}</em>")
        else:
            out.append(link(words, address, lang))
    return "".join(out) + printed(text[last:], lang)


def heading(level, title, lang):
    tag, rule = f"h{min(level, 4) + 1}", RULE.match(title)
    kind = ' class="book-title"' if level == 1 else ""
    name = f' id="rule-{rule.group(1)}"' if rule else ""
    return f"<{tag}{kind}{name}>{inline(title, lang)}</{tag}>"


def cells(line):
    return [c.strip() for c in re.sub(r"^\||\|$", "", line.strip()).split("|")]


def table(lines, lang):
    head = "".join(f'<th scope="col">{inline(c, lang)}</th>' for c in cells(lines[0]))
    rows = "".join("<tr>" + "".join(f"<td>{inline(c, lang)}</td>" for c in cells(line)) + "</tr>"
                   for line in lines[2:])
    return (f'<div class="table-holder" tabindex="0" role="group"><table><thead><tr>{head}</tr>'
            f"</thead><tbody>{rows}</tbody></table></div>")


def bullets(lines, lang):
    items = []
    for line in lines:
        mark = BULLET.match(line)
        if mark:
            items.append(line[mark.end():])
        else:
            items[-1] += " " + line.strip()
    tag = "ol" if lines[0].lstrip()[0].isdigit() else "ul"
    return f"<{tag}>" + "".join(f"<li>{inline(i, lang)}</li>" for i in items) + f"</{tag}>"


class Reader:
    """Lines taken from the front, block by block."""

    def __init__(self, text, lang):
        self.lines, self.at, self.lang = text.replace("\r", "").split("\n"), 0, lang

    def take(self, more):
        start = self.at
        while self.at < len(self.lines) and more(self.lines[self.at]):
            self.at += 1
        return self.lines[start:self.at]

    def block(self):
        line, lang = self.lines[self.at], self.lang
        title = re.match(r"(#{1,6})\s+(.*)$", line)
        below = self.lines[self.at + 1] if self.at + 1 < len(self.lines) else ""
        if title or not line.strip() or re.match(r"(---+|\*\*\*+)\s*$", line):
            self.at += 1
            return heading(len(title[1]), title[2], lang) if title else "<hr>" * bool(line.strip())
        if line.startswith("<!--"):
            self.take(lambda l: "-->" not in l)
            self.at += 1
            return ""
        if line.startswith("```"):
            self.at += 1
            body = self.take(lambda l: not l.startswith("```"))
            self.at += 1
            return f"<pre><code>{html.escape(chr(10).join(body))}</code></pre>"
        if "|" in line and TABLE_RULE.match(below) and "-" in below:
            return table(self.take(lambda l: "|" in l), lang)
        if line.startswith(">"):
            body = self.take(lambda l: l.startswith(">"))
            inner = "\n".join(re.sub(r"^>\s?", "", l) for l in body)
            return f"<blockquote>{render(inner, lang)}</blockquote>"
        if BULLET.match(line):
            return bullets(self.take(lambda l: BULLET.match(l) or re.match(r"\s+\S", l)), lang)
        body = self.take(lambda l: l.strip() and not re.match(r"#{1,6}\s|>|```", l)
                         and not BULLET.match(l))
        return f"<p>{inline(' '.join(body), lang)}</p>"


def render(text, lang):
    reader, out = Reader(text, lang), []
    while reader.at < len(reader.lines):
        out.append(reader.block())
    return "\n".join(filter(None, out))
