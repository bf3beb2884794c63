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
           "chapter": "Aide-mémoire", "other": "English", "home": "À la table",
           "lost": "Il n'y a rien à cette adresse.",
           "perhaps": "Le lien est peut-être incomplet, ou ce qu'il montrait n'est plus là."},
    "en": {"rules": "Rules", "start": "First turn", "aid": "Player aid", "contents": "Contents",
           "chapter": "Quick reference", "other": "Français", "home": "To the table",
           "lost": "There is nothing at this address.",
           "perhaps": "The link may be incomplete, or what it showed is no longer there."},
}
OTHER = {"fr": "en", "en": "fr"}
LONGEST = 14  # rows of a table that still fits a card


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


def tables(text, known):
    """(title, Markdown) of the rulebook's tables with an anchor `t-`: those short enough for a card
    that the reference does not have yet."""
    for found in re.finditer(r'<a id="t-[\w-]+"></a>[^|]*?((?:^\|.*\n|^\n(?=\|))+)', text, re.M):
        rows = found[1].strip("\n")
        above = text[text.rfind("\n## ", 0, found.end()):found.end()]
        titles = re.findall(r"^##\s[\w.]+ (.*)$", above, re.M)
        titles += re.findall(r"^### [\d.]+ (.*)$", above, re.M)[-1:]
        if rows.count("\n") <= LONGEST and rows.split("\n")[0] not in known:
            yield " · ".join(titles), re.sub(r'<a id="[\w.-]+"></a>', "", rows)


def cards(folder, text, book):
    """A player aid: each paragraph that begins with a bold word opens a card, and what follows it
    goes with it; then the tables of the rules."""
    parts = [part.partition("**")[2].partition("**")[::2]
             for part in re.split(r"^(?=\*\*)", text.strip(), flags=re.M) if part.strip()]
    parts += tables(source(folder, "rules", book.lang), text)
    made = [f'<section class="card"><h2>{printed(title.rstrip("."), book.lang)}</h2>'
            f"{render(rest.strip(), book)}</section>" for title, rest in parts]
    return f'<div class="cards">{"".join(made)}</div>'


def body(folder, kind, book):
    text = source(folder, kind, book.lang)
    return "" if not text else cards(folder, text, book) if kind == "aid" else render(text, book)


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


def head(lang, title, assets):
    links = "".join(f'<link rel="stylesheet" href="{a}">' if a.endswith(".css") else
                    f'<script type="module" src="{a}"></script>' for a in assets)
    return (f'<!doctype html><html lang="{lang}" class="document"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{title}</title>{links}</head>")


def lost(assets):
    """What a browser is shown at an address where nothing is, in both languages."""
    said = "".join(f'<section lang="{lang}"><h2>{printed(words["lost"], lang)}</h2>'
                   f'<p>{printed(words["perhaps"], lang)} '
                   f'<a href="/">{words["home"]}</a></p></section>'
                   for lang, words in WORDS.items())
    styles = [a for a in assets if a.endswith(".css")]
    return (f'{head("fr", "Grognard", styles)}<body class="book-page start"><header '
            'class="book-head"><h1><b>Grognard</b></h1></header><div class="book-body">'
            f'<main class="book">{said}</main></div></body></html>')


def page(folder, kind, lang, figures, assets):
    """A whole document. `assets`: addresses of the style sheet and the script."""
    rules = "" if kind == "rules" else address("book", folder.name, "rules", lang)
    book = Book(lang, figures, alone=True, rules=rules)
    made = body(folder, kind, book)
    there = [k for k in KINDS if source(folder, k, lang)]
    title = re.match(r"# (.*)", source(folder, "rules", lang))
    name = html.escape(title[1] if title else folder.name)
    return (f"{head(lang, f'{name}, {WORDS[lang][kind]}', assets)}"
            f'<body class="book-page {kind}"><header class="book-head"><h1><b>{name}</b> '
            f'<em>{WORDS[lang][kind].lower()}</em></h1><nav>{tabs(folder.name, kind, lang, there)}'
            f'</nav></header><div class="book-body">{contents(book)}'
            f'<main class="book">{made}</main></div></body></html>')
