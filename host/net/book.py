# SPDX-License-Identifier: Apache-2.0
"""The books of a game, made from its folder when the program is built: the rules (rules.LANG.md),
the player aid (the rules' chapter of that name) and the first turn (start.LANG.md). Each as a part
of the game's page, and as a page of its own that prints well."""
import html
import re

from markdown import Book, printed, render

KINDS = ("rules", "start", "aid")
WORDS = {
    "fr": {"rules": "Règles", "start": "Premier tour", "aid": "Aide de jeu", "contents": "Sommaire",
           "chapter": "Aide-mémoire", "other": "English", "home": "À la table"},
    "en": {"rules": "Rules", "start": "First turn", "aid": "Player aid", "contents": "Contents",
           "chapter": "Quick reference", "other": "Français", "home": "To the table"},
}
OTHER = {"fr": "en", "en": "fr"}


def address(form, game, kind, lang):
    """Where a book is served: `rules`, a part of the page; `book`, a page."""
    return f"/{form}/{game}{'' if kind == 'rules' else f'.{kind}'}.{lang}.html"


def chapter(text, title):
    """The body of the chapter with this title; "" when there is none."""
    found = re.search(rf"^## [\w.]+ {re.escape(title)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return re.sub(r'<a id="[\w.-]+"></a>\s*\Z', "", found[1]) if found else ""


def source(folder, kind, lang):
    """The Markdown of a book; "" when the game has none."""
    path = folder / f"{'start' if kind == 'start' else 'rules'}.{lang}.md"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return chapter(text, WORDS[lang]["chapter"]) if kind == "aid" else text


def cards(text, book):
    """A player aid: each paragraph that begins with a bold word opens a card; tables go with it."""
    parts = re.split(r"^(?=\*\*)", text.strip(), flags=re.M)
    made = []
    for part in filter(str.strip, parts):
        title, _, rest = part.partition("**")[2].partition("**")
        wide = " broad" if re.search(r"^\|(?:[^|\n]*\|){5,}", rest, re.M) else ""
        made.append(f'<section class="card{wide}"><h3>{printed(title.rstrip("."), book.lang)}</h3>'
                    f"{render(rest.strip(), book)}</section>")
    return f'<div class="aid">{"".join(made)}</div>'


def body(folder, kind, book):
    text = source(folder, kind, book.lang)
    return "" if not text else cards(text, book) if kind == "aid" else render(text, book)


def contents(book):
    rows = []
    for level, section, title in book.headings:
        if level not in (2, 3) or not section:
            continue
        name = printed(re.sub(r"^[\w.]+\s+", "", title), book.lang)
        rows.append(f'<li class="l{level}"><a href="#s{section}"><b>{section}</b> {name}</a></li>')
    if not rows:
        return ""
    label = WORDS[book.lang]["contents"]
    return f'<nav class="contents" aria-label="{label}"><ul>{"".join(rows)}</ul></nav>'


def tabs(game, kind, lang, there):
    words = WORDS[lang]
    links = [f'<a href="{address("book", game, k, lang)}"'
             f'{" aria-current=page" if k == kind else ""}>{words[k]}</a>' for k in there]
    other = OTHER[lang]
    links.append(f'<a href="{address("book", game, kind, other)}" lang="{other}">'
                 f'{words["other"]}</a>')
    links.append(f'<a href="/">{words["home"]}</a>')
    return "".join(links)


def page(folder, kind, lang, figures, assets):
    """A whole document. `assets`: addresses of the style sheet and the script."""
    book = Book(lang, figures, alone=True)
    made = body(folder, kind, book)
    there = [k for k in KINDS if source(folder, k, lang)]
    title = re.match(r"# (.*)", source(folder, "rules", lang))
    name = html.escape(title[1] if title else folder.name)
    heads = "".join(f'<link rel="stylesheet" href="{a}">' if a.endswith(".css") else
                    f'<script type="module" src="{a}"></script>' for a in assets)
    return (f'<!doctype html><html lang="{lang}" class="document"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{name}, {WORDS[lang][kind]}</title>{heads}</head>"
            f'<body class="book-page {kind}"><header class="book-head"><p><b>{name}</b> '
            f'<em>{WORDS[lang][kind].lower()}</em></p><nav>{tabs(folder.name, kind, lang, there)}'
            f'</nav></header><div class="book-body">{contents(book)}'
            f'<main class="book">{made}</main></div></body></html>')
