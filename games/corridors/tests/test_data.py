#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The data of Corridors: what the rules say of cards, terrain, decks and battlefields, the slips
that compile.py must tell by file and line, and the texts of rules.def.

The numbers checked here are written out again by hand from the rules, not taken from reader.py.
"""
import collections
import contextlib
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
GAME = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(GAME))
import compile as compiler  # noqa: E402
import reader  # noqa: E402


def data_text(file):
    return (GAME / "data" / file).read_text(encoding="utf-8")


class Facts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = reader.Data(GAME / "data")
        cls.cards = cls.data.cards.by_id
        cls.decks = {deck.name: deck for deck in cls.data.decks}

    def of_class(self, *classes):
        return {i for i, card in self.cards.items() if card.cls in classes}

    def flagged(self, flag):
        return {i for i, card in self.cards.items() if flag in card.flags()}

    def test_numbers(self):
        count = collections.Counter(i[0] for i in self.cards)
        self.assertEqual(count, {"G": 36, "S": 38, "U": 35, "W": 22, "O": 5, "F": 3, "X": 3,
                                 "T": 14, "E": 8})
        self.assertEqual([self.data.cards.index(i) for i in ("G01", "X03", "T01", "E01", "E08")],
                         [1, 142, 143, 157, 164])

    def test_printed_cards(self):
        """art/cards.json is what cards.py writes, so no number on a card is typed by hand."""
        done = subprocess.run([sys.executable, str(GAME / "cards.py"), "--check"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        printed = json.loads((GAME / "art" / "cards.json").read_text(encoding="utf-8"))
        self.assertEqual(set(printed["cards"]), set(self.cards))
        drawn = (GAME / "art" / "cards.svg").read_text(encoding="utf-8")
        for card in printed["cards"].values():
            self.assertIn(f'id="pic-{card["picture"]}"', drawn)
            self.assertIn(f'id="scene-{card["scene"]}"', drawn)

    # A117 A118 every aircraft is a named bomber or a fighter-bomber
    def test_aircraft(self):
        self.assertEqual(self.of_class("HB"), {"G35", "S38", "U34", "U35", "W21"})
        self.assertEqual(self.of_class("DB"), {"G33", "G34", "S37", "U33"})
        self.assertEqual(self.of_class("JB"), {"G36"})
        self.assertEqual(self.flagged("AIRCRAFT") - self.of_class("HB", "DB", "JB"),
                         self.of_class("FB"))
        self.assertEqual(compiler.CLASS_NAMES["FB"], ("chasseur-bombardier", "fighter-bomber"))
        for cls in ("HB", "DB", "JB"):
            self.assertTrue(compiler.CLASS_NAMES[cls][0].startswith("bombardier "))

    # AR3 one class of ordnance for the airfield; guns on the ground are units
    def test_ordnance(self):
        self.assertEqual(self.of_class("ORD"), {"O01", "O02", "O03", "O04", "O05"})
        self.assertEqual([self.cards[f"O0{n}"].kind for n in range(1, 6)], [1, 1, 2, 1, 3])
        self.assertLessEqual(self.of_class("BTY"), self.flagged("UNIT"))
        for card in self.cards.values():
            self.assertNotIn("artillerie", card.fr + card.text[0], card.id)

    def test_what_the_soviet_option_takes(self):
        soviet = {i for i in self.flagged("RECRUITS") if "S" in self.cards[i].nations}
        self.assertEqual(soviet, {"S01", "S02", "S03"})
        refused = {i: (self.cards[i].cls, self.cards[i].cost) for i in ("S04", "S05", "S06", "S09")}
        self.assertEqual(refused, {"S04": ("ELITE", 3), "S05": ("INF", 3), "S06": ("ENG", 3),
                                   "S09": ("ATG", 2)})

    def test_kinds_of_ground_cards(self):
        foot, gun, vehicle = map(self.flagged, ("FOOT", "GUN", "VEHICLE"))
        self.assertEqual(foot | gun | vehicle, self.flagged("GROUND"))
        self.assertFalse(foot & gun or foot & vehicle or gun & vehicle)
        self.assertEqual(vehicle - self.flagged("ARMOURED"),
                         {"G07", "S15", "S30", "G23", "S26", "U22", "W14"})
        self.assertLessEqual({"S08", "G24", "S28", "G28", "S09", "W06"}, foot)
        self.assertEqual(self.flagged("GROUND") - self.flagged("UNIT"), self.of_class("HQT"))

    def test_aa_units(self):
        self.assertEqual(self.flagged("AA"),
                         {"G10", "G11", "G12", "S13", "S14", "S15", "U10", "U11", "U12", "W09"})
        self.assertTrue({"G14", "S20", "U21", "G36"} <= self.flagged("GREY"))
        self.assertFalse(self.flagged("AA") & self.flagged("ASSAULTS"))

    def test_other_notes(self):
        self.assertEqual(self.flagged("BATTERY") - self.of_class("BTY"), {"S12", "S21", "S23"})
        self.assertEqual(self.flagged("WORKSHOP"), {"G30", "S33", "U29"})
        self.assertEqual(self.flagged("RIDERS"), {"S17", "S18", "S19", "S20"})
        self.assertEqual(self.flagged("RELOAD"), {"G26", "S30"})
        launch = {i: card.launch for i, card in self.cards.items() if card.launch}
        self.assertEqual({i for i, n in launch.items() if n != 2}, {"U35", "W21"})
        self.assertEqual(set(launch), self.flagged("AIRCRAFT"))
        area = {i: card.area for i, card in self.cards.items() if card.area != 1}
        self.assertEqual(area, {"G26": 2, "G35": 3, "S30": 3, "S38": 3, "U34": 3, "U35": 4,
                                "W21": 4, "O04": 2})
        self.assertEqual([self.cards[f"F0{n}"].cover for n in (1, 2, 3)], [2, 3, 5])
        self.assertEqual(self.cards["G36"].air, 0)
        self.assertEqual((self.cards["G07"].hfp, self.cards["U26"].rng), (-1, 3))

    def test_who_takes_attachments(self):
        fits = lambda t, u: (self.cards[u].cls in self.cards[t].attach_to
                             and set(self.cards[t].attach_needs) <= set(self.cards[u].flags()))
        for attachment, yes, no in (("T01", "G06", "G14"), ("T03", "S02", "S04"),
                                    ("T08", "G11", "G28"), ("T13", "S12", "S09"),
                                    ("T13", "G25", "G24"), ("T12", "U14", "U18"),
                                    ("T14", "W05", "W13"), ("T08", "G14", "G31")):
            self.assertTrue(fits(attachment, yes), (attachment, yes))
            self.assertFalse(fits(attachment, no), (attachment, no))
        self.assertEqual({i: self.cards[i].nations for i in self.cards
                          if i[0] == "T" and self.cards[i].nations != "GSUW"},
                         {"T01": "G", "T02": "UW", "T03": "S", "T10": "S", "T12": "U"})

    def test_texts(self):
        for card in self.cards.values():
            if card.cls in ("ATTACH", "EVENT", "ORD", "FORT", "OBS", "HQT", "HB", "DB"):
                self.assertTrue(all(card.text), card.id)
            for text in card.text:
                self.assertNotIn("{", text)
                self.assertLess(len(text), 200, card.id)
            self.assertNotRegex(card.text[0], r"[^ ];|[^ ]:|\bHQ\b|\bsFP\b|\bhFP\b")
            self.assertNotRegex(card.text[1], r" [;:,]|\bQG\b|\bPT\b")
        self.assertEqual(self.cards["W21"].text[1], "Take-off costs 3 supply. Attacks 4 cards of "
                         "the place drawn at random, spotted or not.")

    # AD7j the HQ is no zone; and the table of AD7, by hand
    def test_terrain(self):
        rows = {word: tuple(row[c] for c in ("stack", "soft", "hard", "conceal", "cost"))
                for word, row in self.data.terrain.rows.items()}
        self.assertEqual(rows, {
            "plain": (6, 0, 0, 1, 0), "fields": (5, 1, 0, 3, 1), "hill": (5, 1, 1, 3, 2),
            "marsh": (3, 1, 0, 3, 1), "forest": (4, 2, 1, 5, 2), "village": (4, 2, 1, 4, 3),
            "bocage": (4, 3, 1, 5, 3), "town": (5, 3, 2, 5, 4), "city": (6, 4, 2, 6, 6),
            "river": (3, 0, 0, 2, 3), "crossroads": (6, 0, 0, 1, 3), "hq": (9, 3, 3, 2, 0)})
        special = collections.defaultdict(set)
        for word, row in self.data.terrain.rows.items():
            for flag in row["special"]:
                special[flag].add(word)
        self.assertEqual(special, {
            "open": {"plain", "crossroads"}, "overlooks": {"hill"}, "soft_ground": {"marsh"},
            "stops": {"forest", "bocage", "town", "city"}, "hedges": {"forest", "bocage"},
            "close": {"city"}, "bridge": {"river"}, "depot": {"crossroads"}})

    # AD6 four nations, a ready deck each
    def test_decks(self):
        self.assertEqual({d.name: d.nation for d in self.data.decks},
                         {"german": "G", "soviet": "S", "us": "U", "commonwealth": "W"})
        for deck in self.data.decks:
            self.assertEqual(sum(deck.count.values()), 60)
            self.assertLessEqual(deck.total("FB", "DB", "HB", "JB"), 12)
            self.assertLessEqual(deck.total("ATTACH", "EVENT"), 12)
            self.assertGreaterEqual(deck.total("HQT"), 2)
        self.assertEqual({d.name: d.opening_cost() for d in self.data.decks},
                         {"german": 27, "soviet": 30, "us": 29, "commonwealth": 29})

    def test_every_rule_can_occur_with_the_ready_decks(self):
        held = set().union(*(deck.count for deck in self.data.decks))
        self.assertLessEqual({i for i in self.cards if i[0] in "TE"}, held)
        self.assertLessEqual({"G36", "O01", "O03", "O05", "F01", "X01", "X02", "X03", "W21", "G26",
                              "G30", "S33", "U29", "G22", "S17"}, held)
        self.assertLessEqual({"S01", "S02", "S03", "S04", "S05", "S06", "S09"},
                             set(self.decks["soviet"].count))
        for deck in self.data.decks:
            for i in deck.count:  # an attachment has somebody to go to
                card = self.cards[i]
                if card.cls == "ATTACH":
                    self.assertTrue(any(self.cards[u].cls in card.attach_to and
                                        set(card.attach_needs) <= set(self.cards[u].flags())
                                        for u in deck.count), (deck.name, i))

    # AD8 the standard field
    def test_standard_field(self):
        self.assertEqual(self.data.fields[0].terrain,
                         ["village", "fields", "hill", "forest", "plain", "town", "hill",
                          "fields", "village"])
        self.assertEqual(self.data.fields[0].numbers,
                         {"supply": 30, "deck": 60, "points": 45, "turns": 15})

    def test_free_field(self):
        free = self.data.fields[4]
        self.assertEqual((free.name, free.bought, free.numbers["supply"]), ("free", True, 42))

    # AD70a the quick game
    def test_quick_game(self):
        self.assertEqual(self.data.fields[5].numbers,
                         {"supply": 20, "deck": 30, "points": 25, "turns": 8})

    def test_every_terrain_is_met(self):
        met = {word for field in self.data.fields for word in field.terrain}
        self.assertEqual(met, set(self.data.terrain.rows) - {"hq"})


class Planted(unittest.TestCase):
    """Plants one error in a copy of the data and wants it told by file, line and reason."""

    def refused(self, file, old, new, reason, line=None, told_in=None):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "data"
            shutil.copytree(GAME / "data", copy)
            text = data_text(file)
            self.assertEqual(text.count(old), 1, f"{old!r} must stand once in {file}")
            line = line or text[:text.index(old)].count("\n") + 1
            (copy / file).write_text(text.replace(old, new), encoding="utf-8")
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                status = compiler.main(["--check", "--data", str(copy)])
            told = said.getvalue()
            self.assertEqual((status, told.count("\n")), (1, 1), told)
            self.assertTrue(told.startswith(f"{copy / (told_in or file)}:{line}: "), told)
            self.assertIn(reason, told)

    def card(self, card_id, column, value, reason, file="cards.tsv"):
        """Changes one cell of a card."""
        head, *rows = data_text(file).split("\n")
        row = next(r for r in rows if r.startswith(card_id + "\t"))
        cells = row.split("\t")
        cells[head.split("\t").index(column)] = value
        self.refused(file, row + "\n", "\t".join(cells) + "\n", reason)


class PlantedInCards(Planted):
    def test_header(self):
        self.refused("cards.tsv", "sfp\thfp", "hfp\tsfp", "names the columns")

    def test_missing_card(self):
        row = next(r for r in data_text("cards.tsv").split("\n") if r.startswith("G13\t"))
        self.refused("cards.tsv", row + "\n", "", "expected G13")

    def test_card_too_many(self):
        row = next(r for r in data_text("cards.tsv").split("\n") if r.startswith("X03\t"))
        self.refused("cards.tsv", row, f"{row}\n{row.replace('X03', 'X04')}", "no further card",
                     144)

    def test_columns(self):
        self.refused("cards.tsv", "Grenadiers\tGrenadiers\tmp/p\t2\t9",
                     "Grenadiers\tGrenadiers\tmp/p\t2", "17 columns")

    def test_facts(self):
        self.card("G01", "facts", "p", "facts: `p` does not begin with ms, fs, mp or fp")
        self.card("G01", "facts", "mp/they", "facts: `they` is no fact of a name")

    def test_class(self):
        self.card("G01", "class", "FOOT", "class `FOOT`")

    def test_nation_of_another(self):
        self.card("G01", "nat", "S", "G01 of nation S")

    def test_nation_letter(self):
        self.card("T02", "nat", "UX", "nat `UX`", "specials.tsv")

    def test_number(self):
        self.card("G01", "cost", "2.5", "is not a number")

    def test_range_of_a_number(self):
        self.card("G01", "hp", "0", "hp 0 is not between 1 and 5")

    def test_free_unit(self):
        self.card("G01", "cost", "0", "cost 0")

    def test_grey_dash(self):
        self.card("G14", "air", "g-", "a dash is never grey")

    def test_grey_fighter(self):
        self.card("G31", "air", "g5", "on grey for bombers only")

    def test_bomber_not_grey(self):
        self.card("G36", "air", "0", "on grey for bombers only")

    def test_grey_aa_unit(self):
        self.card("G10", "air", "g4", "not grey")

    def test_unknown_note(self):
        self.card("G24", "notes", "smoke", "note `smoke`")

    def test_note_of_another_class(self):
        self.card("G01", "notes", "armoured", "note `armoured`")

    def test_note_without_its_number(self):
        self.card("G26", "notes", "gun reload area", "have a number")

    def test_note_that_is_wanted(self):
        self.card("G33", "notes", "", "bears dive")

    def test_two_kinds(self):
        self.card("G27", "notes", "armoured gun", "one of armoured, vehicle, gun")

    def test_ordnance_without_kind(self):
        self.card("O01", "notes", "", "names its kind")

    def test_capacity(self):
        self.card("G14", "cap", "1", "cap 1")

    def test_hq_troops_that_move(self):
        self.card("G28", "mv", "1", "does not move")

    def test_battery_without_bombardment(self):
        self.card("G24", "bfp", "-", "has a bfp")

    def test_range_without_bombardment(self):
        self.card("G08", "rng", "2", "rng 2 without bfp")

    def test_double_name(self):
        self.card("G09", "name_en", "7.5 cm Pak 40", "is also G08")

    def test_recruit_too_dear(self):
        self.card("S02", "cost", "3", "the recruits of the Soviet option")

    def test_refused_class_of_the_soviet_option(self):
        self.card("S05", "class", "ELITE", "S05 is INF")

    def test_attachment_kind(self):
        self.card("T05", "kind", "radio", "T05 is veterans", "specials.tsv")

    def test_attachment_to_nobody(self):
        self.card("T05", "to", "HQT", "no class of ground units", "specials.tsv")

    def test_event_attached(self):
        self.card("E05", "to", "INF", "to `INF`", "specials.tsv")

    def test_text_of_an_attachment(self):
        self.card("T14", "text_fr", "Reconnaissance +1.", "begins with whom", "specials.tsv")

    def test_empty_text(self):
        self.card("E05", "text_en", "", "text_en is empty", "specials.tsv")

    def test_note_without_sentence(self):
        row = next(r for r in data_text("notes.tsv").split("\n") if r.startswith("dive\t"))
        self.refused("notes.tsv", row + "\n", "", "the note dive has no sentence", 1)

    def test_terrain_order(self):
        self.refused("terrain.tsv", "hill\thill", "hills\thill", "in this order")

    def test_terrain_special(self):
        self.refused("terrain.tsv", "overlooks", "high", "special `high`")

    def test_hq_limit(self):
        self.refused("terrain.tsv", "général\t9", "général\t8", "A14")


class PlantedInDecks(Planted):
    def deck(self, old, new, reason, line=None):
        self.refused("decks/german.deck", old, new, reason, line)

    def last(self):
        return data_text("decks/german.deck").count("\n") + 1

    def test_unknown_line(self):
        self.deck("nation G", "nation: G", "expected `deck NAME`")

    def test_unknown_card(self):
        self.deck("\n4 G01\n", "\n4 G99\n", "G99 is no card", 4)

    def test_unknown_nation(self):
        self.deck("nation G", "nation F", "nation `F`")

    def test_foreign_card(self):
        self.deck("\n1 G05\n", "\n1 S05\n", "belongs to no deck of nation G", 6)

    def test_foreign_attachment(self):
        self.deck("\n2 T01\n", "\n2 T10\n", "belongs to no deck of nation G", 38)

    def test_card_twice(self):
        self.deck("\n1 G05\n", "\n1 G01\n", "stands already on line 4", 6)

    def test_too_many_copies(self):
        self.deck("\n3 G04\n", "\n6 G04\n", "6 G04: at most 5", 5)

    def test_too_many_costly(self):
        self.deck("\n1 G17\n", "\n3 G17\n", "3 G17: at most 2", 16)

    def test_too_much_infantry(self):
        self.deck("\n4 G01\n", "\n9 G01\n", "9 G01: at most 8", 4)

    def test_sixty_one_cards(self):
        self.deck("\n3 G04\n", "\n4 G04\n", "61 cards", self.last())

    def test_opening_of_a_fort(self):
        self.deck("open 1 G10 centre", "open 1 F01 centre", "may not open")

    def test_opening_not_in_the_deck(self):
        self.deck("open 1 G24 centre", "open 2 G24 centre left", "2 G24 in the opening, 1 in")

    def test_opening_too_dear(self):
        self.deck("open 1 G13 right", "open 1 G17 right", "the opening costs 31",
                  self.last() - 1)

    def test_opening_without_hq_troops(self):
        self.deck("open 1 G29 hq\n", "", "two HQ-troop cards")

    def test_opening_in_the_air(self):
        self.deck("open 1 G31 airfield", "open 1 G31 left", "does not open at left")

    def test_opening_places(self):
        self.deck("open 3 G01 left centre right", "open 3 G01 left right", "2 places for 3 cards")

    def test_ready_deck_without_places(self):
        self.deck("open 1 G07 right", "open 1 G07", "says where its opening stands", 1)

    def test_name_of_a_ready_deck(self):
        self.deck("deck german", "deck other", "this is deck german", 1)


class PlantedInFields(Planted):
    def field(self, old, new, reason, line=None):
        self.refused("fields/ruins.txt", old, new, reason, line)

    def test_unknown_line(self):
        self.field("supply 30", "supplies 30", "expected `scenario ruins`")

    def test_terrain(self):
        self.field("marsh city marsh", "marsh desert marsh", "terrain `desert`")

    def test_hq_in_a_row(self):
        self.field("marsh city marsh", "marsh hq marsh", "terrain `hq`")

    def test_row_twice(self):
        self.field("row 2 ", "row 3 ", "stands already")

    def test_row_missing(self):
        self.field("row 2 marsh city marsh\n", "", "rows 1 to 3",
                   data_text("fields/ruins.txt").count("\n"))

    def test_number_missing(self):
        self.field("turns 15\n", "", "turns is missing", data_text("fields/ruins.txt").count("\n"))

    def test_unknown_deck(self):
        self.field("soviet german", "soviet french", "expected `scenario ruins`")

    def test_opening_that_does_not_fit(self):
        self.field("row 1 town plain", "row 1 town marsh", "does not fit into marsh")


class DeckRules(unittest.TestCase):
    """AD5 as a whole, on small decks built here: what copies alone do not show."""

    @classmethod
    def setUpClass(cls):
        cls.cards = reader.Cards(GAME / "data")

    def told(self, *lines):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "mine.deck"
            path.write_text("deck mine\nnation G\n" + "\n".join(lines) + "\n", encoding="utf-8")
            try:
                reader.Deck(path, self.cards)
            except reader.DataError as problem:
                return str(problem).split(": ", 1)[1]
        return ""

    GROUND = ("8 G01", "8 G02", "8 G03", "5 G04", "5 G06", "5 G08", "5 G14", "2 G28")  # 46 cards

    def test_legal(self):
        self.assertEqual(self.told(*self.GROUND, "5 G31", "5 G32", "2 G33", "2 G24"), "")

    def test_aircraft(self):
        self.assertEqual(self.told(*self.GROUND, "5 G31", "5 G32", "3 G33", "1 G24"),
                         "13 aircraft, not 0 to 12 (AD5)")

    def test_specials(self):
        self.assertEqual(self.told(*self.GROUND, "5 T01", "5 E01", "3 E05", "1 G24"),
                         "13 specials, not 0 to 12 (AD5)")

    def test_hq_troops(self):
        self.assertEqual(self.told(*self.GROUND[:-1], "1 G28", "5 G31", "5 G32", "2 G33", "3 G24"),
                         "1 HQ-troop cards, not 2 to 60 (AD5)")

    def test_opening_is_not_needed(self):
        self.assertEqual(self.told(*self.GROUND, "5 G31", "5 G32", "2 G33", "2 G24",
                                   "open 2 G28", "open 3 G01"), "")


class CommandLine(unittest.TestCase):
    def test_clean_data_pass(self):
        self.assertEqual(compiler.main(["--check"]), 0)

    def test_bad_arguments(self):
        with contextlib.redirect_stderr(io.StringIO()), self.assertRaises(SystemExit) as left:
            compiler.main([])
        self.assertEqual(left.exception.code, 2)


class Output(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder) / name for name in ("a.c", "b.c")]
            cls.status = [compiler.main(["--out", str(path)]) for path in paths]
            cls.bytes = [path.read_bytes() for path in paths]
        cls.text = cls.bytes[0].decode()

    def test_same_bytes_twice(self):
        self.assertEqual(self.status, [0, 0])
        self.assertEqual(*self.bytes)

    def test_names_in_both_languages(self):
        self.assertIn('{"S04", "Infanterie de la garde", "Guard infantry", '
                      'GG_F | GG_ART | GG_THE}', self.text)
        self.assertIn('{"forest", "forêt", "forest", 0}', self.text)

    def test_a_card_as_it_is_laid_out(self):
        self.assertIn("{CO_F_GROUND | CO_F_UNIT | CO_F_GUN | CO_F_AA | CO_F_OPENING | "
                      "CO_F_PASSENGER, 0, 0, CO_AAG, 0, 1, 5, 5, 8, 2, 3, 8, 5, -1, 1, 1, 0, 0, "
                      "1, 0, 0, {0}} /* G11 */", self.text)
        self.assertIn("{CO_F_AIRCRAFT | CO_F_GREY | CO_F_OPENING, 0, 0, CO_HB, 0, 8, 5, 5, 9, 4, "
                      "-1, -1, 3, 7, 1, 9, 1, 0, 4, 3, 0, {0}} /* W21 */", self.text)

    def test_enums_of_the_header_follow_the_data(self):
        header = (GAME / "data.h").read_text(encoding="utf-8")
        words = lambda names: [f"CO_{name.upper()}" for name in names]
        body = re.sub(r"//.*", "", header)
        for names in (reader.CLASSES, reader.TERRAINS[:-1], reader.ATTACH_KINDS,
                      reader.EVENT_KINDS):
            chain = r"\b" + r"(?: = 1)?,\s*".join(words(names)) + r"\b"
            self.assertRegex(body, chain)
        flags = re.findall(r"CO_T_(\w+) = (\d+)", body)
        self.assertEqual(flags, [(name.upper(), str(1 << n))
                                 for n, name in enumerate(reader.TERRAIN_FLAGS)])


class Rules(unittest.TestCase):
    TEXT = r'"((?:[^"\\]|\\.)*)"'
    LINE = re.compile(r'RULE\((\w+), (\w+), (\w+), "([^"]*)",\s*' + TEXT + r",\s*" + TEXT + r"\)")

    @classmethod
    def setUpClass(cls):
        cls.text = (GAME / "rules.def").read_text(encoding="utf-8")
        cls.rules = cls.LINE.findall(cls.text)
        cls.ids = [rule[0] for rule in cls.rules]

    def test_every_line_is_read(self):
        self.assertEqual(len(self.rules), len(re.findall(r"^RULE\(", self.text, re.M)))
        self.assertEqual(len(set(self.ids)), len(self.ids))

    def test_complete_and_in_order(self):
        bare = [i for i in self.ids if i[-1].isdigit()]
        self.assertEqual(bare, [f"A{n}" for n in range(1, 129)] + [f"AR{n}" for n in range(1, 18)]
                         + [f"AD{n}" for n in range(1, 71)] + [f"AT{n:02}" for n in range(1, 15)]
                         + [f"AE{n:02}" for n in range(1, 9)])

    def test_letters_without_gaps(self):
        for place, rule in enumerate(self.ids):
            if rule[-1].isalpha():
                before = rule[:-1] + ("" if rule[-1] == "a" else chr(ord(rule[-1]) - 1))
                self.assertEqual(self.ids[place - 1], before)

    def test_origin_and_kind(self):
        for rule, origin, kind, *_ in self.rules:
            want = {"R": "RULING", "D": "HOUSE", "T": "HOUSE", "E": "HOUSE"}.get(rule[1], "SEED")
            self.assertEqual((origin, kind in ("ACT", "FACT")), (want, True), rule)
        facts = [r[0] for r in self.rules if r[1] == "SEED" and r[2] == "FACT"]
        self.assertEqual(facts, ["A69", "A117", "A118"])

    def test_texts(self):
        for rule, _, _, section, fr, en in self.rules:
            self.assertRegex(section, r"^\d+(\.\d+)?$", rule)
            for text in (fr, en):
                self.assertRegex(text, r'[.»"]$', rule)
                self.assertLess(len(text), 200, rule)
            self.assertNotEqual(fr, en, rule)
            self.assertNotRegex(fr, r"[^ «];|[^ ]:|[^ ]»|«[^ ]| ,|\bHQ\b|\b[sh]FP\b|carte d'artill",
                                rule)
            self.assertNotRegex(en, r" [;:,]|\b(QG|PT|PAC)\b", rule)


if __name__ == "__main__":
    unittest.main()
