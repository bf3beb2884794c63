#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The books say what data and scripts say: cards and terrain as they are printed, verbs that
exist, and a first turn whose moves and dice are those of start.play.

Usage: test_book.py [unittest arguments]"""
import csv
import pathlib
import re
import sys
import unittest

GAME = pathlib.Path(__file__).resolve().parent.parent
LANGS = ("fr", "en")
CODE = re.compile(r"`([^`]+)`")


def text(name):
    return (GAME / name).read_text(encoding="utf-8")


def table(name):
    return list(csv.DictReader(text(f"data/{name}.tsv").splitlines(), delimiter="\t"))


def rows(book, first):
    """{first cell: cells} of the lines of a book's tables whose first cell looks like `first`."""
    found = {}
    for line in book.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(first, cells[0]):
            found[cells[0]] = cells
    return found


def chapter(book, number):
    return re.search(rf"^## {number}\. .*?(?=^## |\Z)", book, re.M | re.S)[0]


def verbs():
    return set(re.findall(r'^VERB\(\w+, "(\w+)"', text("nodes.def"), re.M))


def script(name):
    """The moves and outcomes of a .play file, in their order."""
    return [line for line in text(name).splitlines() if re.match(r"(one|two)> |~ ", line)]


def printed(value):
    return {"-": "–"}.get(value, value)


class Tables(unittest.TestCase):
    def card(self, lang, card, cells):
        self.assertEqual(cells[1], card[f"name_{lang}"])
        for at, field in ((3, "cost"), (4, "def"), (5, "hp")):
            self.assertEqual(cells[at] or "0", card[field].replace("-", "0"), (card["id"], field))
        for at, field in ((6, "sfp"), (7, "hfp"), (8, "air"), (9, "bfp")):
            self.assertEqual(cells[at], printed(card[field]), (card["id"], field))
        for at, field in ((12, "rec"), (13, "cap")):
            self.assertEqual(cells[at] or "0", card[field], (card["id"], field))
        if cells[11]:
            self.assertEqual(cells[11], card["mv"], card["id"])
        if cells[10]:
            self.assertEqual(cells[10], card["rng"], card["id"])

    def test_cards(self):
        cards = table("cards")
        for lang in LANGS:
            found = rows(chapter(text(f"rules.{lang}.md"), 19), r"[A-Z]\d\d")
            self.assertEqual(sorted(found), sorted(card["id"] for card in cards))
            for card in cards:
                self.card(lang, card, found[card["id"]])

    def test_terrain(self):
        for lang in LANGS:
            found = rows(chapter(text(f"rules.{lang}.md"), 1), ".*")
            for ground in table("terrain"):
                cells = found[ground[f"name_{lang}"]]
                cover = f"{ground['soft']}/{ground['hard']}"
                self.assertEqual(cells[1:4], [ground["stack"], cover, ground["conceal"]])
                self.assertEqual(cells[4] or "-", ground["cost"])

    def test_events_cost_what_they_cost(self):
        for lang in LANGS:
            found = rows(chapter(text(f"rules.{lang}.md"), 14), r"[TE]\d\d .*")
            for card in table("specials"):
                cells = found[f"{card['id']} {card[f'name_{lang}']}"]
                if card["class"] == "EVENT":
                    self.assertEqual(cells[1], card["cost"])

    def test_verbs(self):
        for lang in LANGS:
            lines = [line for line in chapter(text(f"rules.{lang}.md"), 16).splitlines()
                     if line.startswith("|")]
            said = {words.split()[0] for words in CODE.findall("\n".join(lines))}
            self.assertEqual(said - verbs(), set())
            self.assertEqual(verbs() - said - {"roll", "draw", "deal"}, set(), "never told")


class FirstTurn(unittest.TestCase):
    """What the quick start tells is what start.play plays."""

    def test_moves(self):
        played = [line[5:] for line in script("tests/start.play") if line.startswith("one> ")]
        for lang in LANGS:
            self.assertEqual(CODE.findall(text(f"start.{lang}.md")), played, lang)

    def test_dice(self):
        for lang in LANGS:
            told = re.findall(r"\((?:dés?|die|dice) ?: (\d+)\)", text(f"start.{lang}.md"))
            rolled = iter(re.findall(r"^~ (\d+)$", text("tests/start.play"), re.M))
            self.assertEqual(len(told), 7)
            self.assertTrue(all(die in rolled for die in told), told)

    def test_supply(self):
        """The coin of a heading is the pile when its section is over."""
        for lang in LANGS:
            told = re.findall(r"^## .* · \w+ (\d+)$", text(f"start.{lang}.md"), re.M)
            piles = iter(re.findall(r"^% supply\[0\] (\d+)$", text("tests/start.play"), re.M))
            self.assertEqual(told[-1], told[-2], "nothing is paid in the enemy's turn")
            self.assertTrue(all(pile in piles for pile in told[:-1]), told)

    def test_figures(self):
        whole, figures = script("tests/start.play"), sorted((GAME / "figures").glob("start-*.play"))
        self.assertEqual(len(figures), 3)
        for figure in figures:
            part = script(figure.relative_to(GAME))
            self.assertEqual(part, whole[:len(part)], figure.name)


if __name__ == "__main__":
    sys.exit(unittest.main())
