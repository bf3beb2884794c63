# SPDX-License-Identifier: Apache-2.0
"""Reads the data of Corridors and checks them line by line and as a whole.

Everything C code takes for granted about cards.tsv, specials.tsv, notes.tsv, terrain.tsv, the decks
and the battlefields is checked here; the first slip raises DataError with file, line and reason.
Used by compile.py and the tests.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from datafile import DataError, facts, read_lines  # noqa: E402

NATIONS = "GSUW"  # AD6
GROUND = ("INF", "ELITE", "ENG", "RECON", "ATG", "AAG", "TANK", "AFV", "TRANS", "BTY", "HQT")
AIRCRAFT = ("FB", "DB", "HB", "JB")
CLASSES = GROUND + AIRCRAFT + ("ORD", "FORT", "OBS", "ATTACH", "EVENT")
ARMOURED = {"TANK": True, "AFV": True, "ENG": False, "INF": False, "ELITE": False, "HQT": False,
            "ATG": False}  # the other ground classes have both
# Order and number of the cards: the index of a card is its line (data.h).
SERIES = (("G", 36), ("S", 38), ("U", 35), ("W", 22), ("O", 5), ("F", 3), ("X", 3))
SPECIALS = (("T", 14), ("E", 8))
# A47, A51: what the Soviet option takes, and the cards of cost 2 or more that it refuses.
RECRUITS = {"S01", "S02", "S03"}
REFUSED = {"S04": "ELITE", "S05": "INF", "S06": "ENG", "S09": "ATG", "S10": "ATG"}
HP_MOST = 5
COLUMNS = ("id nat class name_en name_fr facts cost def hp sfp hfp air bfp rng mv rec cap "
           "notes").split()
SPECIAL_COLUMNS = "id nat class kind name_en name_fr facts cost to text_en text_fr".split()
TERRAIN_COLUMNS = "word name_en name_fr stack soft hard conceal cost special".split()
NOTE_COLUMNS = "note text_en text_fr".split()
NUMBERED = ("area", "cover", "launch")  # notes written with a number
# Which notes a class may bear; the notes marked ! it must.
NOTES = {"ENG": "clears!", "RECON": "armoured vehicle", "ATG": "gun", "AAG": "gun armoured vehicle",
         "TANK": "armoured! riders", "AFV": "armoured!", "TRANS": "armoured carrier!",
         "BTY": "gun armoured vehicle reload area", "HQT": "workshop", "DB": "dive!",
         "HB": "area! launch", "JB": "launch", "FB": "launch", "FORT": "cover!",
         "ORD": "bomb rocket droptank area", "OBS": "wire mines ditch"}
KIND = {"bomb": 1, "rocket": 2, "droptank": 3, "wire": 1, "mines": 2, "ditch": 3}
ATTACH_KINDS = ("panzerfaust bazooka petrol_bombs extra_armour veterans sharpshooters observer "
                "nets medics commissar flamethrower hedge_cutter tractor radio").split()
EVENT_KINDS = ("smoke night_attack low_cloud signals fuel_dump partisans mud "
               "forced_march").split()
TERRAINS = ("plain fields hill marsh forest village bocage town city river crossroads "
            "hq").split()  # AD7
TERRAIN_FLAGS = "open overlooks soft_ground stops hedges close bridge depot".split()
READY = ("german", "soviet", "us", "commonwealth")
BATTLEFIELDS = ("standard", "bridges", "bocage", "ruins", "free", "quick")
PLACES = ("left", "centre", "right", "hq", "airfield")
# AD5, AD9
# AD5e, AD5f, AD5g: at most so many aircraft and specials, at least so many HQ troops; deck.c has
# the same numbers for the decks that players write.
DECK_CARDS, MOST_AIRCRAFT, MOST_SPECIALS, LEAST_HQT = 60, 12, 12, 2
MOST_INF, MOST_COSTLY, MOST_OTHER, COSTLY = 8, 2, 5, 7
OPENING_SUPPLY, OPENING_HQT = 30, 2


def number(path, line, what, text, low, high):
    if not re.fullmatch(r"\d{1,3}", text):
        raise DataError(path, line, f"{what} `{text}` is not a number")
    if not low <= int(text) <= high:
        raise DataError(path, line, f"{what} {text} is not between {low} and {high}")
    return int(text)


def read_table(path, columns):
    """(line, row) of a tab-separated file whose first line names the columns."""
    lines = read_lines(path)
    if lines[0].split("\t") != columns:
        raise DataError(path, 1, "the first line names the columns: " + " ".join(columns))
    if lines.pop():
        raise DataError(path, len(lines) + 1, "the last line has no end")
    for line, text in enumerate(lines[1:], 2):
        cells = text.split("\t")
        if len(cells) != len(columns):
            raise DataError(path, line, f"{len(cells)} columns, not {len(columns)}")
        for column, cell in zip(columns, cells):
            if cell != " ".join(cell.split()):
                raise DataError(path, line, f"{column}: spaces around or doubled")
            if not cell and column not in ("notes", "special"):
                raise DataError(path, line, f"{column} is empty")
        yield line, dict(zip(columns, cells))


# ------------------------------------------------------------------------------------------ cards
class Notes:
    """The sentence of each note, with {n} for its number."""

    def __init__(self, path):
        self.text = {}
        for line, row in read_table(path, NOTE_COLUMNS):
            if row["note"] in self.text:
                raise DataError(path, line, f"{row['note']} stands twice")
            for language in ("text_en", "text_fr"):
                if ("{n}" in row[language]) != (row["note"] in NUMBERED + ("carpet",)):
                    raise DataError(path, line, f"{language}: {{n}} stands in the sentences of "
                                                f"{', '.join(NUMBERED)} and carpet only")
            self.text[row["note"]] = (row["text_fr"], row["text_en"])
        known = {word.rstrip("!") for words in NOTES.values() for word in words.split()}
        for note in sorted(known | {"carpet", "hq"}):
            if note not in self.text:
                raise DataError(path, 1, f"the note {note} has no sentence")
        for note in sorted(set(self.text) - known - {"carpet", "hq"}):
            raise DataError(path, 1, f"no card bears the note {note}")

    def say(self, note, n, language):
        return self.text[note][language].replace("{n}", str(n))


class Card:
    """One line of cards.tsv or specials.tsv, as data.h lays it out."""

    def __init__(self, path, line, row):
        self.path, self.line, self.id = path, line, row["id"]
        self.en, self.fr, self.cls = row["name_en"], row["name_fr"], row["class"]
        if self.cls not in CLASSES:
            raise DataError(path, line, f"class `{self.cls}`")
        try:
            self.facts = facts(row["facts"], "GG_ART", "GG_THE")
        except ValueError as problem:
            raise DataError(path, line, f"facts: {problem}") from None
        self.nations = NATIONS if row["nat"] == "*" else row["nat"]
        if not self.nations or any(self.nations.count(n) != 1 or n not in NATIONS
                                   for n in self.nations):
            raise DataError(path, line, f"nat `{row['nat']}` is neither * nor letters of {NATIONS}")
        self.cost = number(path, line, "cost", row["cost"], 0 if self.cls == "EVENT" else 1, 12)
        self.def_ = self.hp = self.rng = self.mv = self.rec = self.cap = 0
        self.sfp = self.hfp = self.air = self.bfp = -1
        self.grey, self.notes, self.area, self.launch, self.cover = False, [], 1, 0, 0
        self.kind, self.attach_to, self.attach_needs = 0, (), ()
        self.text = ("", "")

    @property
    def copies(self):
        # AD5b, AD5c, AD5d: the limit of costly cards comes first, infantry or not.
        if self.cost >= COSTLY:
            return MOST_COSTLY
        return MOST_INF if self.cls == "INF" else MOST_OTHER

    def flags(self):
        """The names of its CO_F_ flags: what the rules say of its class, notes and values."""
        ground, note = self.cls in GROUND, self.notes
        vehicle = bool({"armoured", "vehicle", "carrier"} & set(note))
        gun, aa = "gun" in note, ground and self.air >= 0 and not self.grey
        foot = ground and not vehicle and not gun
        unit = ground and self.cls != "HQT"
        told = (("GROUND", ground), ("UNIT", unit), ("FOOT", foot), ("GUN", gun),
                ("VEHICLE", vehicle), ("ARMOURED", "armoured" in note),
                ("AIRCRAFT", self.cls in AIRCRAFT), ("GREY", self.grey), ("AA", aa),
                ("CARRIER", "carrier" in note or "riders" in note), ("RIDERS", "riders" in note),
                ("RELOAD", "reload" in note), ("WORKSHOP", "workshop" in note),
                ("CLEARS", "clears" in note), ("DIVE", "dive" in note),
                ("ASSAULTS", unit and not gun and not aa and self.cls not in ("BTY", "TRANS")),
                ("BATTERY", ground and self.bfp >= 0),
                ("RECRUITS", self.cls == "INF" and self.cost <= 2),
                ("SPECIAL", self.cls in ("ATTACH", "EVENT")),
                ("OPENING", ground or self.cls in AIRCRAFT + ("ORD",)),
                ("PASSENGER", unit and (foot or gun)))
        return [name for name, holds in told if holds]


class Cards:
    """All cards in the order of their index, which begins at 1."""

    def __init__(self, folder):
        self.path, self.special_path = folder / "cards.tsv", folder / "specials.tsv"
        self.notes = Notes(folder / "notes.tsv")
        self.list, self.by_id = [], {}
        for line, row in read_table(self.path, COLUMNS):
            self.add(self.plain(Card(self.path, line, row), row), SERIES)
        self.complete(self.path, SERIES)
        first = len(self.list)
        for line, row in read_table(self.special_path, SPECIAL_COLUMNS):
            self.add(self.special(Card(self.special_path, line, row), row), SPECIALS, first)
        self.complete(self.special_path, SPECIALS, first)
        self.check_names()
        self.check_soviet()

    def add(self, card, series, first=0):
        ids = [f"{letter}{n:02}" for letter, count in series for n in range(1, count + 1)]
        place = len(self.list) - first
        if place >= len(ids) or card.id != ids[place]:
            want = ids[place] if place < len(ids) else "no further card"
            raise DataError(card.path, card.line, f"{card.id}: expected {want}")
        if card.id[0] in NATIONS and card.nations != card.id[0]:
            raise DataError(card.path, card.line, f"{card.id} of nation {card.nations}")
        self.list.append(card)
        self.by_id[card.id] = card

    def complete(self, path, series, first=0):
        have, want = len(self.list) - first, sum(count for _, count in series)
        if have != want:
            raise DataError(path, have + 2, f"{have} cards, not {want}")

    # ------------------------------------------------------------------------------- cards.tsv
    def plain(self, card, row):
        where = (card.path, card.line)
        if card.cls in ("ATTACH", "EVENT"):
            raise DataError(*where, f"class {card.cls} stands in specials.tsv")
        low = 1 if card.cls in GROUND + AIRCRAFT + ("FORT",) else 0
        card.def_ = number(*where, "def", row["def"], low, 20 * low)
        card.hp = number(*where, "hp", row["hp"], low, HP_MOST * low)
        for column, high in (("rng", 3), ("mv", 9), ("rec", 3), ("cap", 2)):
            setattr(card, column, number(*where, column, row[column], 0, high))
        for column in ("sfp", "hfp", "bfp"):
            setattr(card, column, self.fp(where, column, row[column]))
        card.grey = row["air"].startswith("g")
        card.air = self.fp(where, "air", row["air"][1:] if card.grey else row["air"])
        if card.grey and card.air < 0:
            raise DataError(*where, "a dash is never grey")
        self.read_notes(card, row["notes"].split())
        self.check_class(card)
        card.text = tuple(" ".join(self.sentences(card, language)) for language in (0, 1))
        return card

    @staticmethod
    def fp(where, column, text):
        return -1 if text == "-" else number(*where, column, text, 0, 9)

    def read_notes(self, card, words):
        where = (card.path, card.line)
        allowed = [word.rstrip("!") for word in NOTES.get(card.cls, "").split()]
        for word in words:
            note, n = re.fullmatch(r"(\w*?)(\d*)", word).groups()
            if note not in allowed or note in card.notes:
                raise DataError(*where, f"note `{word}` on a card of class {card.cls}")
            if (note in NUMBERED) != bool(n):
                raise DataError(*where, f"note `{word}`: {', '.join(NUMBERED)} have a number, "
                                        "the others none")
            card.notes.append(note)
            if n:
                setattr(card, note, number(*where, note, n, 2, 5))
            card.kind = max(card.kind, KIND.get(note, 0))
        for word in NOTES.get(card.cls, "").split():
            if word.endswith("!") and word[:-1] not in card.notes:
                raise DataError(*where, f"a card of class {card.cls} bears {word[:-1]}")

    def check_class(self, card):
        where = (card.path, card.line)
        aircraft, ground = card.cls in AIRCRAFT, card.cls in GROUND
        if aircraft and "launch" not in card.notes:
            card.launch = 2  # A54
        kinds = {"armoured", "vehicle", "gun"} & set(card.notes)
        if len(kinds) > 1:
            raise DataError(*where, "one of armoured, vehicle, gun")
        carrier = {"carrier", "riders"} & set(card.notes)
        load = card.cls == "FB" or bool(carrier) or card.cls == "FORT"
        if load != (card.cap > 0) or (card.cap > 1 and card.cls != "FB"):
            raise DataError(*where, f"cap {card.cap} on this card")
        if card.cls in ("ORD", "OBS") and not card.kind:
            raise DataError(*where, f"a card of class {card.cls} names its kind")
        if (card.mv == 9) != aircraft or (not aircraft and card.mv > 3):
            raise DataError(*where, f"mv {card.mv}")
        if (card.cls in ("HQT", "FORT", "OBS", "ORD")) and card.mv:
            raise DataError(*where, f"a card of class {card.cls} does not move")
        if (card.cls == "BTY" or card.cls == "HB") and card.bfp < 0:
            raise DataError(*where, f"a card of class {card.cls} has a bfp")
        if aircraft and (card.air < 0 or card.grey == (card.cls == "FB")):
            raise DataError(*where, "aircraft have an air value, on grey for bombers only")
        if card.cls == "AAG" and (card.air < 0 or card.grey):
            raise DataError(*where, "an AA unit has an air value that is not grey")
        if not (ground or aircraft) and (card.air >= 0 or card.bfp >= 0 or card.rec):
            raise DataError(*where, f"a card of class {card.cls} has neither air, bfp nor rec")
        if card.rng < 1 or (card.rng > 1 and card.bfp < 0):
            raise DataError(*where, f"rng {card.rng} without bfp")
        if ground and ARMOURED.get(card.cls, "armoured" in kinds) != ("armoured" in kinds):
            raise DataError(*where, f"armoured or not, on a card of class {card.cls}")

    def sentences(self, card, language):
        for note in card.notes:
            n = getattr(card, note) if note in NUMBERED else 0
            yield self.notes.say("carpet" if note == "area" and card.cls == "HB" else note, n,
                                 language)
        if card.cls == "HQT":
            yield self.notes.say("hq", 0, language)

    # ---------------------------------------------------------------------------- specials.tsv
    def special(self, card, row):
        where = (card.path, card.line)
        if card.cls != {"T": "ATTACH", "E": "EVENT"}[card.id[0]]:
            raise DataError(*where, f"{card.id} of class {card.cls}")
        kinds = ATTACH_KINDS if card.cls == "ATTACH" else EVENT_KINDS
        place = int(card.id[1:]) - 1
        if row["kind"] != kinds[place]:
            raise DataError(*where, f"{card.id} is {kinds[place]}, not {row['kind']}")
        card.kind = place + 1
        card.attach_to, card.attach_needs = self.takers(where, card.cls, row["to"])
        card.text = (row["text_fr"], row["text_en"])
        for text in card.text:
            if not text.endswith("."):
                raise DataError(*where, f"`{text}` does not end with a full stop")
        if (card.cls == "ATTACH") != card.text[1].startswith("Attached to ") or \
           (card.cls == "ATTACH") != card.text[0].startswith("Attribuée "):  # A31
            raise DataError(*where, "the text of an attachment begins with whom it is attached to")
        return card

    @staticmethod
    def takers(where, cls, text):
        """Classes and flags of the units that an attachment fits; none for an event."""
        if (text == "-") != (cls == "EVENT"):
            raise DataError(*where, f"to `{text}` on a card of class {cls}")
        units = tuple(c for c in GROUND if c != "HQT")
        known = {"-": ((), ()), "unit": (units, ()), "gun": (units, ("GUN",))}
        if text in known:
            return known[text]
        for word in text.split():
            if word not in units:
                raise DataError(*where, f"to `{word}` is no class of ground units")
        return tuple(text.split()), ()

    # ----------------------------------------------------------------------------- all together
    def check_names(self):
        for language in ("en", "fr"):
            seen = {}
            for card in self.list:
                name = (card.nations, getattr(card, language))
                if name in seen:
                    raise DataError(card.path, card.line, f"{name[1]} is also {seen[name]}")
                seen[name] = card.id

    def check_soviet(self):
        for card in self.list:
            if "S" in card.nations and ("RECRUITS" in card.flags()) != (card.id in RECRUITS):
                raise DataError(card.path, card.line, f"{card.id}: the recruits of the Soviet "
                                                      f"option are {' '.join(sorted(RECRUITS))}")
            if card.id in REFUSED and card.cls != REFUSED[card.id]:
                raise DataError(card.path, card.line, f"{card.id} is {REFUSED[card.id]}: the "
                                                      "refusals of A47 to A51 need it")

    def index(self, card_id):
        return self.list.index(self.by_id[card_id]) + 1


# ---------------------------------------------------------------------------------------- terrain
class Terrain:
    def __init__(self, folder):
        self.path, self.rows = folder / "terrain.tsv", {}
        for line, row in read_table(self.path, TERRAIN_COLUMNS):
            if len(self.rows) == len(TERRAINS) or row["word"] != TERRAINS[len(self.rows)]:
                raise DataError(self.path, line, "the terrains are, in this order: "
                                                 + " ".join(TERRAINS))
            if (row["cost"] == "-") != (row["word"] == "hq"):
                raise DataError(self.path, line, "every zone has a cost, the HQ has none")
            row["cost"] = "0" if row["cost"] == "-" else row["cost"]
            for column, high in (("stack", 9), ("soft", 5), ("hard", 5), ("conceal", 6),
                                 ("cost", 6)):
                row[column] = number(self.path, line, column, row[column], 0, high)
            row["special"] = row["special"].split()
            for word in row["special"]:
                if word not in TERRAIN_FLAGS:
                    raise DataError(self.path, line, f"special `{word}`")
            self.rows[row["word"]] = row
        if len(self.rows) != len(TERRAINS):
            raise DataError(self.path, len(self.rows) + 2, f"{len(self.rows)} terrains, not "
                                                           f"{len(TERRAINS)}")
        if self.rows["hq"]["stack"] != 9:  # A14
            raise DataError(self.path, len(self.rows) + 1, "the stacking limit of an HQ is 9 (A14)")


# ------------------------------------------------------------------------------------------ decks
class Deck:
    """One deck file: `deck NAME`, `nation G`, `5 G01`, `open 3 G01 left centre right`."""

    def __init__(self, path, cards):
        self.path, self.cards, self.name, self.nation = path, cards, None, None
        self.count, self.opening, self.line = {}, [], {}  # id -> copies; (id, place); id -> line
        last = 0
        for last, text in enumerate(read_lines(path), 1):
            words = text.split("#")[0].split()
            if words:
                self.read(last, words)
        self.check(last)

    def read(self, line, words):
        if words[0] == "deck" and len(words) == 2 and self.name is None:
            self.name = words[1]
        elif words[0] == "nation" and len(words) == 2 and self.nation is None and self.name:
            if words[1] not in NATIONS:
                raise DataError(self.path, line, f"nation `{words[1]}` is not one of {NATIONS}")
            self.nation = words[1]
        elif words[0] == "open" and len(words) >= 3:
            self.read_opening(line, words[1:])
        elif len(words) == 2 and words[0].isdigit():
            self.read_count(line, words)
        else:
            raise DataError(self.path, line, "expected `deck NAME`, `nation G`, `5 G01` or "
                                             "`open 3 G01`")

    def card(self, line, card_id):
        if card_id not in self.cards.by_id:
            raise DataError(self.path, line, f"{card_id} is no card")
        return self.cards.by_id[card_id]

    def read_count(self, line, words):
        card = self.card(line, words[1])
        count = number(self.path, line, "count", words[0], 1, DECK_CARDS)
        # AD5a: a neutral card belongs to all four nations.
        if self.nation is None or self.nation not in card.nations:
            raise DataError(self.path, line, f"{card.id} belongs to no deck of nation "
                                             f"{self.nation or '(not given)'} (AD5)")
        if card.id in self.count:
            raise DataError(self.path, line, f"{card.id} stands already on line "
                                             f"{self.line[card.id]}")
        if count > card.copies:
            raise DataError(self.path, line, f"{count} {card.id}: at most {card.copies} (AD5)")
        self.count[card.id], self.line[card.id] = count, line

    def read_opening(self, line, words):
        card = self.card(line, words[1])
        count = number(self.path, line, "count", words[0], 1, DECK_CARDS)
        places = words[2:] or [None] * count
        if "OPENING" not in card.flags():
            raise DataError(self.path, line, f"{card.id} may not open: no fortification, obstacle "
                                             "or special (AD9)")
        if len(places) != count:
            raise DataError(self.path, line, f"{len(places)} places for {count} cards")
        for place in places:
            if place is not None:
                self.check_place(line, card, place)
            self.opening.append((card.id, place))
        opened = sum(card_id == card.id for card_id, _ in self.opening)
        if opened > self.count.get(card.id, 0):
            raise DataError(self.path, line, f"{opened} {card.id} in the opening, "
                                             f"{self.count.get(card.id, 0)} in the deck")
        troops = sum(self.cards.by_id[i].cls == "HQT" for i, _ in self.opening[:OPENING_HQT])
        if troops < min(OPENING_HQT, len(self.opening)):
            raise DataError(self.path, line, "an opening begins with two HQ-troop cards (AD9)")
        if self.opening_cost() > OPENING_SUPPLY:
            raise DataError(self.path, line, f"the opening costs {self.opening_cost()}, more than "
                                             f"{OPENING_SUPPLY} (AD9)")

    def check_place(self, line, card, place):
        if place not in PLACES:
            raise DataError(self.path, line, f"`{place}` is none of {', '.join(PLACES)}")
        flies = card.cls in AIRCRAFT + ("ORD",)
        if flies != (place == "airfield") or (card.cls == "HQT" and place != "hq"):
            raise DataError(self.path, line, f"{card.id} does not open at {place}")

    def opening_cost(self):
        return sum(self.cards.by_id[card_id].cost for card_id, _ in self.opening)

    def total(self, *classes):
        return sum(n for card_id, n in self.count.items()
                   if self.cards.by_id[card_id].cls in classes)

    def check(self, last):
        """AD5 as a whole, and AD9."""
        if self.name is None or self.nation is None:
            raise DataError(self.path, last, "`deck NAME` and `nation G` are missing")
        cards = sum(self.count.values())
        for have, low, high, what in (
                (cards, DECK_CARDS, DECK_CARDS, "cards"),
                (self.total(*AIRCRAFT), 0, MOST_AIRCRAFT, "aircraft"),
                (self.total("ATTACH", "EVENT"), 0, MOST_SPECIALS, "specials"),
                (self.total("HQT"), LEAST_HQT, DECK_CARDS, "HQ-troop cards")):
            if not low <= have <= high:
                raise DataError(self.path, last, f"{have} {what}, not {low} to {high} (AD5)")


# ----------------------------------------------------------------------------------- battlefields
class Field:
    """One battlefield: terrain row by row and the numbers of its scenario. setting.c reads the same
    for players."""
    NUMBERS = {"supply": (10, 60), "deck": (20, 60), "points": (10, 99), "turns": (2, 30)}

    def __init__(self, path, name, terrain):
        self.path, self.name, self.bought = path, name, False
        self.terrain, self.numbers, self.decks, self.rows = ["plain"] * 9, {}, None, {}
        last = 0
        for last, text in enumerate(read_lines(path), 1):
            words = text.split("#")[0].split()
            if words:
                self.read(last, words, terrain)
        missing = [word for word in self.NUMBERS if word not in self.numbers]
        if missing or not self.decks:
            raise DataError(path, last, f"{(missing or ['decks'])[0]} is missing")
        if len(self.rows) != (0 if self.bought else 3):
            raise DataError(path, last, "rows 1 to 3, or `bought` and no row")

    def read(self, line, words, terrain):
        if words[0] == "scenario" and words[1:] == [self.name]:
            return
        if words == ["bought"]:
            self.bought = True
        elif words[0] in self.NUMBERS and len(words) == 2 and words[0] not in self.numbers:
            self.numbers[words[0]] = number(self.path, line, words[0], words[1],
                                            *self.NUMBERS[words[0]])
        elif words[0] == "decks" and len(words) == 3 and set(words[1:]) <= set(READY):
            self.decks = words[1:]
        elif words[0] == "row" and len(words) == 5 and words[1] in ("1", "2", "3"):
            self.read_row(line, words[1], words[2:], terrain)
        else:
            raise DataError(self.path, line, f"expected `scenario {self.name}`, `decks A B`, "
                            "`supply N`, `deck N`, `points N`, `turns N`, `row R A B C` or "
                            "`bought`")

    def read_row(self, line, row, words, terrain):
        if row in self.rows:
            raise DataError(self.path, line, f"row {row} stands already on line {self.rows[row]}")
        self.rows[row] = line
        for column, word in enumerate(words):
            if word not in terrain.rows or word == "hq":
                raise DataError(self.path, line, f"terrain `{word}`")
            self.terrain[(int(row) - 1) * 3 + column] = word


class Data:
    """Everything, and what decks and battlefields must be to each other."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.cards, self.terrain = Cards(folder), Terrain(folder)
        self.decks = [self.ready(folder / "decks" / f"{name}.deck", name, nation)
                      for name, nation in zip(READY, NATIONS)]
        self.fields = [Field(folder / "fields" / f"{name}.txt", name, self.terrain)
                       for name in BATTLEFIELDS]
        self.check_strays(folder / "decks", ".deck", READY)
        self.check_strays(folder / "fields", ".txt", BATTLEFIELDS)
        for field in self.fields:
            if not field.bought:
                for deck in self.decks:
                    self.check_opening(field, deck)

    def ready(self, path, name, nation):
        deck = Deck(path, self.cards)
        if (deck.name, deck.nation) != (name, nation):
            raise DataError(path, 1, f"this is deck {name} of nation {nation}")
        if not deck.opening or any(place is None for _, place in deck.opening):
            raise DataError(path, 1, "a ready deck says where its opening stands")
        return deck

    @staticmethod
    def check_strays(folder, suffix, names):
        for path in sorted(folder.iterdir()):
            if path.suffix != suffix or path.stem not in names:
                raise DataError(path, 1, "no ready deck or battlefield of this name")

    def check_opening(self, field, deck):
        """The ready opening fits into the row of either player (AD7, AD9)."""
        for row, columns in ((1, "left centre right"), (3, "right centre left")):
            for column, place in enumerate(columns.split()):
                word = field.terrain[(row - 1) * 3 + column]
                zone = self.terrain.rows[word]
                cards = [self.cards.by_id[i] for i, where in deck.opening if where == place]
                bogged = [c.id for c in cards if "FOOT" not in c.flags()]
                if len(cards) > zone["stack"] or ("soft_ground" in zone["special"] and bogged):
                    raise DataError(field.path, field.rows[str(row)],
                                    f"the opening of {deck.name} does not fit into {word}, "
                                    f"row {row}")
