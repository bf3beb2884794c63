# SPDX-License-Identifier: Apache-2.0
"""What is printed, for slow.py: cards, terrain, decks and fields from data/, and the board of AD1
to AD4 worked out from the names of its places. Nothing here changes during a game."""
import csv
import functools
import pathlib

DATA = pathlib.Path(__file__).resolve().parents[1] / "data"
ONE, TWO = 0, 1
SEATS = {"one": ONE, "two": TWO}
NATIONS = {"G": "german", "S": "soviet", "U": "us", "W": "commonwealth"}
FOOT_CLASSES = {"INF", "ELITE", "ENG", "RECON", "ATG", "AAG", "BTY", "HQT"}
GROUND_CLASSES = FOOT_CLASSES | {"TANK", "AFV", "TRANS"}
AIR_CLASSES = {"FB", "DB", "HB", "JB"}


def rows(name):
    with open(DATA / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def number(text):
    """Firepower as printed; None is the dash."""
    return None if text == "-" else int(text.lstrip("g"))


class Card:
    """One line of cards.tsv or specials.tsv."""

    def __init__(self, row):
        self.id, self.cls, self.cost = row["id"], row["class"], int(row["cost"])
        self.kind = row.get("kind")
        self.to = set((row.get("to") or "").split())
        self.defence, self.hp, self.mv, self.rec, self.cap, self.rng = (
            int(row.get(key) or "0") for key in ("def", "hp", "mv", "rec", "cap", "rng"))
        self.sfp, self.hfp, self.air, self.bfp = (number(row.get(k) or "-")
                                                  for k in ("sfp", "hfp", "air", "bfp"))
        self.notes = set((row.get("notes") or "").split())
        counted = {n.rstrip("0123456789"): n for n in self.notes}
        self.area, self.cover, self.launch = (
            int(counted[word][len(word):]) if word in counted else default
            for word, default in (("area", 1), ("cover", 0), ("launch", 2)))
        grey = (row.get("air") or "").startswith("g")
        self.ground, self.aircraft = self.cls in GROUND_CLASSES, self.cls in AIR_CLASSES
        self.armoured, self.gun = "armoured" in self.notes, "gun" in self.notes
        self.vehicle = self.ground and bool(self.notes & {"armoured", "carrier", "vehicle"})
        self.foot = self.ground and not self.vehicle and not self.gun
        self.aa = self.ground and self.air is not None and not grey
        self.carrier = bool(self.notes & {"carrier", "riders"})
        self.unit = self.ground and self.cls != "HQT"
        self.rides = self.unit and not self.vehicle  # what a carrier takes (AD59)
        self.storms = self.unit and not (self.gun or self.aa or self.cls in {"BTY", "TRANS"})


CARDS = {row["id"]: Card(row) for name in ("cards.tsv", "specials.tsv") for row in rows(name)}


class Terrain:
    def __init__(self, row):
        self.word, self.special = row["word"], set((row["special"] or "").split())
        self.stack, self.soft, self.hard, self.conceal = (
            int(row[key]) for key in ("stack", "soft", "hard", "conceal"))
        self.cost = None if row["cost"] == "-" else int(row["cost"])


TERRAIN = {row["word"]: Terrain(row) for row in rows("terrain.tsv")}
ZONE_TERRAINS = [word for word, t in TERRAIN.items() if t.cost is not None]


class Deck:
    """A ready deck: card ids in the order of the list, and the opening with its places."""

    def __init__(self, letter):
        self.nation, self.cards, self.opening = letter, [], []
        for line in (DATA / "decks" / f"{NATIONS[letter]}.deck").read_text("utf-8").splitlines():
            words = line.split()
            if not words or words[0] in ("#", "deck", "nation") or words[0].startswith("#"):
                continue
            if words[0] == "open":
                self.opening += [(words[2], place) for place in words[3:]]
            else:
                self.cards += [words[1]] * int(words[0])

    def tokens(self, seat):
        """Card tokens in list order: seat number, id, and a letter where there are several."""
        found, seen = [], {}
        for card in self.cards:
            copy = seen[card] = seen.get(card, -1) + 1
            letter = "abcdefgh"[copy] if self.cards.count(card) > 1 else ""
            found.append(f"{seat + 1}{card}{letter}")
        return found


class Field:
    def __init__(self, name):
        self.turns, self.points, self.supply, self.deck = 15, 45, 30, 60
        self.decks, self.terrain, self.bought = ["G", "S"], {}, False
        name = "standard" if name == "empty" else name
        for line in (DATA / "fields" / f"{name}.txt").read_text("utf-8").splitlines():
            words = line.split()
            if words[0] in ("turns", "points", "supply", "deck"):
                setattr(self, words[0], int(words[1]))
            elif words[0] == "decks":
                self.decks = [k for w in words[1:] for k, v in NATIONS.items() if v == w]
            elif words[0] == "row":
                for column, word in zip("abc", words[2:]):
                    self.terrain[column + words[1]] = word
            elif words[0] == "bought":
                self.bought = True


# ------------------------------------------------------------------------------------- the board
ZONES = [column + row for row in "123" for column in "abc"]
HQ = ["hq1", "hq2"]
AIRFIELD = ["field1", "field2"]
GROUND = ZONES + HQ
POSITIONS = [corridor + row for corridor in "WE" for row in "123"] + ["rear1", "rear2"]


def beside(a, b):
    """AD2: a common side; an HQ touches the three zones of its row."""
    if a in HQ or b in HQ:
        a, b = (a, b) if a in HQ else (b, a)
        return b in ZONES and b[1] == ("1" if a == "hq1" else "3")
    return abs(ord(a[0]) - ord(b[0])) + abs(ord(a[1]) - ord(b[1])) == 1


NEXT = {a: [b for b in GROUND if beside(a, b)] for a in GROUND}


@functools.cache
def distance(a, b):
    if a == b:
        return 0
    ring, seen, steps = {a}, {a}, 0
    while b not in ring:
        ring = {n for place in ring for n in NEXT[place]} - seen
        seen, steps = seen | ring, steps + 1
    return steps


def edge(a, b):
    """The name of the border of two places (AR5): the HQ, or the later zone, comes last."""
    first, last = sorted((a, b), key=lambda p: (p in HQ, p))
    return f"{first}-{last}"


def edges_of(place):
    found = [edge(place, other) for other in NEXT[place]]
    if place in ZONES and place[0] in "ac":
        found.append(f"{place}-{'w' if place[0] == 'a' else 'e'}")
    return found


EDGES = sorted({e for place in GROUND for e in edges_of(place)})


def touched(position):
    """AD3: the ground places an air position is adjacent to."""
    if position.startswith("rear"):
        return ["hq" + position[4]]
    return [column + position[1] for column in ("ab" if position[0] == "W" else "bc")]


def route(seat, corridor):
    """AD4: the positions of a flight from the own airfield, in order."""
    order = "123" if seat == ONE else "321"
    return [corridor + row for row in order] + ["rear2" if seat == ONE else "rear1"]
