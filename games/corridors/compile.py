#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles cards, terrain, decks and battlefields of Corridors into one C file of const tables.

Usage: compile.py --out FILE      check everything, then write FILE
       compile.py --check         check everything, write nothing
       --data DIR                 read the data there (default: ./data)

The data are text that people edit. reader.py checks them, so that a slip is told as
`file:line: reason` (exit 1) and never becomes a wrong game. data.h holds the layouts; the numbers
it declares are asserted again by the C file.
"""
import argparse
import pathlib
import sys

sys.dont_write_bytecode = True  # the source folder stays as it is
from reader import (BATTLEFIELDS, CLASSES, NATIONS, READY, TERRAINS, Data,  # noqa: E402
                    DataError)
from datafile import c_name, c_string, c_table, write_changed  # noqa: E402  (by reader.py)

HERE = pathlib.Path(__file__).resolve().parent
NATION_NAMES = {"G": ("GERMAN", "Allemagne", "Germany"), "S": ("SOVIET", "URSS", "Soviet Union"),
                "U": ("US", "États-Unis", "United States"),
                "W": ("COMMONWEALTH", "Commonwealth britannique", "British Commonwealth")}
CLASS_NAMES = {
    "INF": ("infanterie", "infantry"), "ELITE": ("infanterie d'élite", "elite infantry"),
    "ENG": ("génie", "engineers"), "RECON": ("éclaireurs", "scouts"),
    "ATG": ("canonniers antichars", "antitank gunners"),
    "AAG": ("unité anti-aérienne", "anti-aircraft unit"), "TANK": ("char", "tank"),
    "AFV": ("engin blindé", "armoured vehicle"), "TRANS": ("transport", "transport"),
    "BTY": ("batterie", "battery"), "HQT": ("troupes de quartier général", "HQ troops"),
    "FB": ("chasseur-bombardier", "fighter-bomber"), "DB": ("bombardier en piqué", "dive bomber"),
    "HB": ("bombardier lourd", "heavy bomber"), "JB": ("bombardier à réaction", "jet bomber"),
    "ORD": ("équipement", "ordnance"), "FORT": ("fortification", "fortification"),
    "OBS": ("obstacle", "obstacle"), "ATTACH": ("carte attachée", "attachment"),
    "EVENT": ("événement", "event")}


def bits(prefix, words):
    return " | ".join(f"{prefix}{word.upper()}" for word in words) or "0"


class Writer:
    """Lays the checked data out as data.h declares it."""

    def __init__(self, data):
        self.data, self.lines = data, []

    def table(self, head, rows):
        self.lines += c_table(head, rows)

    def names(self, head, rows):
        self.table(f"gg_name {head}", (c_name(*row) for row in rows))

    @staticmethod
    def card_row(card):
        classes = " | ".join(f"1U << CO_{c}" for c in card.attach_to) or "0"
        nations = sum(1 << NATIONS.index(n) for n in card.nations)
        values = (f"CO_{card.cls}", card.kind, nations, card.cost, card.copies, card.def_, card.hp,
                  card.sfp, card.hfp, card.air, card.bfp, card.rng, card.mv, card.rec, card.cap,
                  card.area, card.launch, card.cover)
        return ("{" + ", ".join([bits("CO_F_", card.flags()), classes,
                                 bits("CO_F_", card.attach_needs)] + [str(v) for v in values])
                + ", {0}} /* " + card.id + " */")

    def write_cards(self):
        cards = self.data.cards.list
        self.table("co_card co_cards[CO_CARDS]",
                   ["{.sfp = CO_NONE, .hfp = CO_NONE, .air = CO_NONE, .bfp = CO_NONE}"]
                   + [self.card_row(card) for card in cards])
        self.table("co_text co_card_texts[CO_CARDS]", ['{"", ""}'] + [
            "{" + c_string(card.text[0]) + ", " + c_string(card.text[1]) + "}" for card in cards])
        self.names("co_card_names[CO_CARDS]", [("none", "aucune carte", "no card")]
                   + [(card.id, card.fr, card.en, card.facts) for card in cards])
        self.names("co_nation_names[CO_NATIONS]", [(n,) + NATION_NAMES[n][1:] for n in NATIONS])
        self.names("co_class_names[CO_CLASSES]", [("none", "aucune", "none")]
                   + [(c,) + CLASS_NAMES[c] for c in CLASSES])

    def write_terrain(self):
        rows = [self.data.terrain.rows[word] for word in TERRAINS]
        self.table("co_terrain co_terrains[CO_TERRAINS]", [
            "{" + ", ".join(str(r[c]) for c in ("stack", "soft", "hard", "conceal", "cost"))
            + ", " + bits("CO_T_", r["special"]) + "} /* " + r["word"] + " */" for r in rows])
        self.names("co_terrain_names[CO_TERRAINS]",
                   [(r["word"], r["name_fr"], r["name_en"]) for r in rows])

    def deck_row(self, deck):
        index = self.data.cards.index
        lines = sorted((index(i), n, sum(i == o for o, _ in deck.opening))
                       for i, n in deck.count.items())
        opening = [(index(i), f"CO_OPEN_{place.upper()}") for i, place in deck.opening]
        braces = lambda parts: "{" + ", ".join(map(str, parts)) + "}"
        lines, opening = [[braces(row) for row in rows] for rows in (lines, opening)]
        return (f"{{{c_string(deck.name)}, CO_{NATION_NAMES[deck.nation][0]}, {len(lines)}, "
                f"{sum(deck.count.values())}, {len(opening)}, {deck.opening_cost()}, {{0}},\n"
                f"     {braces(lines)},\n     {braces(opening)}}}")

    def field_row(self, field):
        word = {w: f"CO_{w.upper()}" for w in TERRAINS}
        n = field.numbers
        return (f"{{{c_string(field.name)}, {{{', '.join(word[t] for t in field.terrain)}}}, "
                f"{int(field.bought)}, {n['supply']}, {n['deck']}, {n['points']}, {n['turns']}, "
                f"{{{', '.join(str(READY.index(d)) for d in field.decks)}}}}}")

    def write(self):
        self.lines += [
            "// SPDX-License-Identifier: Apache-2.0",
            "// Made by compile.py from data/; do not edit.", '#include "data.h"', "",
            f"static_assert(CO_CARDS == {len(self.data.cards.list) + 1}, \"cards\");",
            f"static_assert(CO_FIRST_SPECIAL == {self.data.cards.index('T01')}, \"specials\");",
            f"static_assert(CO_FIRST_EVENT == {self.data.cards.index('E01')}, \"events\");",
            f"static_assert(CO_CLASSES == {len(CLASSES) + 1}, \"classes\");",
            f"static_assert(CO_TERRAINS == {len(TERRAINS)}, \"terrains\");",
            f"static_assert(CO_READY_DECKS == {len(READY)}, \"decks\");",
            f"static_assert(CO_BATTLEFIELDS == {len(BATTLEFIELDS)}, \"battlefields\");"]
        self.write_cards()
        self.write_terrain()
        self.table("co_deck co_decks[CO_READY_DECKS]", map(self.deck_row, self.data.decks))
        self.table("co_field co_fields[CO_BATTLEFIELDS]", map(self.field_row, self.data.fields))
        return "\n".join(self.lines) + "\n"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", type=pathlib.Path)
    what.add_argument("--check", action="store_true")
    parser.add_argument("--data", type=pathlib.Path, default=HERE / "data")
    chosen = parser.parse_args(arguments)
    try:
        text = Writer(Data(chosen.data)).write()
    except DataError as problem:
        print(problem, file=sys.stderr)
        return 1
    if chosen.out:
        write_changed(chosen.out, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
