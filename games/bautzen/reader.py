# SPDX-License-Identifier: Apache-2.0
"""Reads the data of Bautzen and checks them line by line and as a whole.

Everything C code takes for granted about map.txt, counters.csv, names.tsv and terrain.def is
checked here; the first slip raises DataError with file, line and reason. Used by compile.py and the
tests.
"""
import collections
import csv
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from datafile import DataError, facts, read_lines  # noqa: E402

COLS, ROWS = 26, 14
# Clockwise, as base/hexgrid.h: (d + 3) % 6 is the way back.
DIRS = ("N", "NE", "SE", "S", "SW", "NW")

# Facts of the rules that the data must show, with the rule that says so.
# BD2
SOURCES = {"A": {2001, 2605, 2607}, "A5": {1201},
           "G": {107, 109, 114, 814, 1014, 1614, 2014, 2414}}
# BD5
VICTORY = {"primary": {1410, 1511}, "secondary": {1910, 2206, 2109, 1210, 610}, "dresden": {114}}
# B77, BD5
TOWNS = {2206: ("city", "Niesky"), 1910: (None, "Weißenberg"), 1410: ("city", "Bautzen-West"),
         1511: ("city", "Bautzen-East"), 2109: (None, "Diehsa"), 1210: (None, "Göda"),
         610: (None, "Pulsnitz"), 114: ("city", "Dresden")}
# B37, BD10a
DOMINANT = 12
DOMINANT_WITHOUT_LINK = {509, 1213, 1810, 1908, 2310}
# Allied set-up zones: hexes, stacking points they hold, points that are set up there.
CAPACITY = {"2206<=2": (19, 98, 9), "1910<=1": (7, 40, 9), "1410/1511<=3": (44, 232, 24),
            "2003<=1": (7, 30, 9), "1902<=1": (7, 28, 9), "1702<=1": (7, 32, 9),
            "0902<=1": (7, 32, 9), "1607<=1": (7, 38, 13), "0909<=1": (7, 38, 9),
            "0511<=1": (7, 42, 9)}
# B64 to B75, B55 and B56, then BH15
FORMATION_ZONE = {"214 RD": "2206<=2", "294 RD": "1910<=1", "254 RD": "1410/1511<=3",
                  "7 GMC": "1410/1511<=3", "7 DP": "2003<=1", "10 DP": "1902<=1",
                  "14 GRD": "1702<=1", "15 GRD": "0902<=1", "5 DP": "1607<=1",
                  "9 DP": "0909<=1", "8 DP": "0511<=1",
                  "95 GRD": "reinforcement", "4 GTC": "reinforcement",
                  "20 Pz": "panzer zone", "HG 1": "panzer zone", "HG 2": "panzer zone",
                  "Brandenburg": "panzer zone", "17 ID": "2209<=1", "464 ID": "1904<=1",
                  "545 VGD": "1502<=1", "615 zbV": "1704<=1"}
# B73, BH15
COUNTER_ZONE = {"QG 2 AWP": "1607<=1", "QG LVII PzK": "panzer zone", "QG PzK GD": "panzer zone",
                "Art 777": "panzer zone", "Art 732": "1502<=1", "KG 72": "2209<=1",
                "Dresden A": "0114<=0", "Dresden B": "0114<=0"}
REINFORCEMENT_COUNTERS = {"95 GRD": 4, "4 GTC": 4}  # BR17
INDEPENDENT_POLES = 12  # BR24
FIFTH_GUARDS = {"14 GRD", "15 GRD", "95 GRD", "4 GTC"}  # BD2a
RESTRICTED = {"14 GRD", "15 GRD"}  # B59
CL_COUNTERS, AIR_AT_START, AIR_LATER = 8, 1, 2  # BD6, B27, B28

TYPES = ("infantry", "engineer", "antitank", "armour", "mech", "artillery", "hq", "supply", "air")
FIGHTERS = TYPES[:5]
# BH5a: stacking points by size; every counter must bear those of its size.
SIZES = {"regt": 2, "bde": 3, "div": 3, "corps_su": 3, "corps_de": 4, "army": 4, "cl": 1,
         "marker": 0}
NATIONS = {"-": None, "polish": "A", "soviet": "A", "german": "G"}
SIDES = ("A", "G", "-")
HQ_SIZES = {"polish": {"div", "army"}, "soviet": {"div", "corps_su"}, "german": {"div", "corps_de"}}
COLUMNS = ("id,side,nation,formation,name,type,size,steps,attack,defence,move,attack2,defence2,"
           "support,range,stack,setup,note").split(",")
FIELDS = "terrain town dominant road motorway rail river supply vp exit lat lon".split()


# ------------------------------------------------------------------------------------ the hex grid
def neighbour(number, direction):
    """The CCRR number next to a hex, or None off the map."""
    col, row = divmod(number, 100)
    upper = row - col % 2
    step = {"N": (0, row - 1), "NE": (1, upper), "SE": (1, upper + 1), "S": (0, row + 1),
            "SW": (-1, upper + 1), "NW": (-1, upper)}[DIRS[direction]]
    return hex_at(col + step[0], step[1])


def hex_at(col, row):
    return col * 100 + row if 1 <= col <= COLS and 1 <= row <= ROWS else None


def index(number):
    return (number // 100 - 1) * ROWS + number % 100 - 1


def slant(number):
    col, row = divmod(number, 100)
    return row - 1 - (col - 1) // 2


def distance(a, b):
    across, down = a // 100 - b // 100, slant(a) - slant(b)
    return (abs(across) + abs(down) + abs(across + down)) // 2


def on_edge(number):
    return any(neighbour(number, d) is None for d in range(6))


def in_panzer_zone(number):
    """BD3: rows 12-14, or columns 01-04, or columns 23-26 in rows 09-14."""
    col, row = divmod(number, 100)
    return row >= 12 or col <= 4 or (col >= 23 and row >= 9)


ALL_HEXES = [hex_at(col, row) for col in range(1, COLS + 1) for row in range(1, ROWS + 1)]


# ------------------------------------------------------------------------------------ terrain.def
class Terrain:
    """Reads the words and stacking limits of terrain.def; the C compiler reads the rest."""

    def __init__(self, path):
        self.limit, self.town_limit = {}, {}
        for line_number, line in enumerate(read_lines(path), 1):
            found = re.match(r"(TERRAIN|TOWN)\((.*)\)\s*$", line)
            if not found:
                continue
            part = [p.strip().strip('"') for p in found[2].split(",")]
            if len(part) < 8:
                raise DataError(path, line_number, f"{found[1]} has {len(part)} columns")
            table = self.limit if found[1] == "TERRAIN" else self.town_limit
            if part[1] in table:
                raise DataError(path, line_number, f"the word {part[1]} stands twice")
            table[part[1]] = int(part[5])
        if not self.limit or "-" not in self.town_limit:
            raise DataError(path, 1, "no terrain here")

    def stack_limit(self, terrain, town):
        return self.town_limit[town] or self.limit[terrain]


# ---------------------------------------------------------------------------------------- map.txt
class Hex:
    def __init__(self, number, line):
        self.number, self.line = number, line
        self.terrain = self.vp = self.source = None
        self.town, self.place, self.summit, self.gateway = "-", None, None, None
        self.links = {"road": set(), "motorway": set(), "rail": set()}
        self.river, self.exits = {}, []

    def all_links(self):
        return set().union(*self.links.values())


class Map:
    def __init__(self, path, terrain):
        self.path, self.words, self.hexes, self.last_line = path, terrain, {}, 1
        for line_number, line in enumerate(read_lines(path), 1):
            if line and not line.startswith("#"):
                self.last_line = line_number
                self.read(line_number, line)
        self.check_grid()
        for place in self.hexes.values():
            self.check_links(place)
            self.check_rivers(place)
            self.check_edge(place)
        self.check_sites()
        self.check_dominant()
        self.check_net()

    def fail(self, place, reason):
        raise DataError(self.path, place.line, f"{place.number:04d}: {reason}")

    # -- one line
    def read(self, line_number, line):
        words = line.split(" ")
        if words[0] != "HEX" or len(words) < 2 or not re.fullmatch(r"\d{4}", words[1]):
            raise DataError(self.path, line_number, "expected `HEX CCRR field=value ...`")
        place = Hex(int(words[1]), line_number)
        if hex_at(*divmod(place.number, 100)) is None:
            self.fail(place, f"no such hex on a map of {COLS} x {ROWS}")
        if place.number in self.hexes:
            self.fail(place, f"stands already on line {self.hexes[place.number].line}")
        value = self.split_fields(place, words[2:])
        self.read_ground(place, value)
        for kind in place.links:
            place.links[kind] = self.read_links(place, kind, value[kind])
        self.read_river(place, value["river"])
        self.read_role(place, value)
        self.check_position(place, value)
        self.hexes[place.number] = place

    def split_fields(self, place, words):
        value = {}
        for word in words:
            name, equals, text = word.partition("=")
            if name not in FIELDS or not equals or not text:
                self.fail(place, f"`{word}` is no field")
            if name in value:
                self.fail(place, f"field {name} stands twice")
            value[name] = text
        for name in FIELDS:
            if name not in value:
                self.fail(place, f"field {name} is missing")
        return value

    def read_ground(self, place, value):
        place.terrain = value["terrain"]
        if place.terrain not in self.words.limit:
            self.fail(place, f"terrain `{place.terrain}` is none of {', '.join(self.words.limit)}")
        if value["town"] != "-":
            kind, colon, name = value["town"].partition(":")
            if not colon or not name or kind not in self.words.town_limit or kind == "-":
                self.fail(place, f"town `{value['town']}` is not city:Name or village:Name")
            place.town, place.place = kind, name.split("/")[0]
        if value["dominant"] != "-":
            found = re.fullmatch(r"([^:]+):(\d+)m", value["dominant"])
            if not found:
                self.fail(place, f"dominant `{value['dominant']}` is not Name:HEIGHTm")
            place.summit = found[1]

    def read_links(self, place, kind, text):
        links = set()
        for word in [] if text == "-" else text.split(","):
            if not re.fullmatch(r"\d{4}", word):
                self.fail(place, f"{kind} link `{word}` is not a hex number")
            if int(word) in links:
                self.fail(place, f"{kind} link {word} stands twice")
            links.add(int(word))
        return links

    def read_river(self, place, text):
        for word in [] if text == "-" else text.split(","):
            side, colon, name = word.partition(":")
            if side not in DIRS or not colon or not name:
                self.fail(place, f"river `{word}` is not SIDE:Name with a side {' '.join(DIRS)}")
            if side in place.river:
                self.fail(place, f"river side {side} stands twice")
            place.river[side] = name

    def read_role(self, place, value):
        if value["supply"] != "-":
            kind, colon, name = value["supply"].partition(":")
            if kind not in SOURCES or not colon or not name:
                self.fail(place, f"supply `{value['supply']}` is not A:Name, A5:Name or G:Name")
            place.source, place.gateway = kind, name
        if value["vp"] != "-":
            if value["vp"] not in VICTORY:
                self.fail(place, f"vp `{value['vp']}` is none of {', '.join(VICTORY)}")
            place.vp = value["vp"]
        for word in [] if value["exit"] == "-" else value["exit"].split("/"):
            kind, colon, name = word.partition(":")
            if kind not in place.links or not colon or not name:
                self.fail(place, f"exit `{word}` is not road:Name, motorway:Name or rail:Name")
            place.exits.append(kind)

    def check_position(self, place, value):
        """Latitude and longitude follow from the number: a line moved by hand is noticed."""
        try:
            latitude, longitude = float(value["lat"]), float(value["lon"])
        except ValueError:
            self.fail(place, "lat and lon are not numbers")
        col, row = divmod(place.number, 100)
        down = row + (0 if col % 2 else 0.5)
        north, east = 51.1803 - (down - 10.35) * 3.65 / 111.25, 14.43 + (col - 14.5) * 3.57 / 69.72
        if abs(latitude - north) > 0.0002 or abs(longitude - east) > 0.0002:
            self.fail(place, f"the centre of this hex is lat={north:.4f} lon={east:.4f}")

    # -- the whole map
    def check_grid(self):
        for number in ALL_HEXES:
            if number not in self.hexes:
                raise DataError(self.path, self.last_line, f"hex {number:04d} is missing")
        if list(self.hexes) != ALL_HEXES:
            late = next(n for n, want in zip(self.hexes, ALL_HEXES) if n != want)
            self.fail(self.hexes[late], "out of order: lines go by column, then row")
        for number in ALL_HEXES:
            for d in range(6):
                other = neighbour(number, d)
                if other is not None and neighbour(other, (d + 3) % 6) != number:
                    self.fail(self.hexes[number], f"adjacency with {other:04d} is one-sided")

    def check_links(self, place):
        near = {neighbour(place.number, d) for d in range(6)}
        for kind, links in place.links.items():
            for other in sorted(links):
                if other not in near:
                    self.fail(place, f"{kind} link to {other:04d}, which is not adjacent")
                if place.number not in self.hexes[other].links[kind]:
                    self.fail(place, f"{kind} link to {other:04d} is missing on line "
                                     f"{self.hexes[other].line}")

    def check_rivers(self, place):
        for side, name in place.river.items():
            d = DIRS.index(side)
            other = neighbour(place.number, d)
            if other is None:
                self.fail(place, f"river side {side} lies on the edge of the map")
            back = self.hexes[other].river.get(DIRS[(d + 3) % 6])
            if back != name:
                self.fail(place, f"river side {side} ({name}) is {back or 'missing'} on line "
                                 f"{self.hexes[other].line}, hex {other:04d}")

    def check_edge(self, place):
        if (place.source or place.exits) and not on_edge(place.number):
            self.fail(place, "a source or an exit lies on the edge of the map")
        for kind in place.exits:
            if not place.links[kind]:
                self.fail(place, f"{kind} leaves the map here, but no {kind} comes here")
        if place.source and not place.all_links():
            self.fail(place, "a supply source without road or rail")

    def check_sites(self):
        for place in self.hexes.values():
            for table, have, rule in ((SOURCES, place.source, "BD2"), (VICTORY, place.vp, "BD5")):
                want = next((k for k, hexes in table.items() if place.number in hexes), None)
                if have != want:
                    self.fail(place, f"{rule} wants {want or 'nothing'} here, "
                                     f"not {have or 'nothing'}")
        for number, (kind, name) in TOWNS.items():
            place = self.hexes[number]
            if place.place != name or (kind and place.town != kind) or place.town == "-":
                self.fail(place, f"B77, BD5: this is {name}" + (f", a {kind}" if kind else ""))

    def check_dominant(self):
        heights = [p for p in self.hexes.values() if p.summit]
        for count, place in enumerate(heights, 1):
            if count > DOMINANT:
                self.fail(place, f"a dominant hex more than the {DOMINANT} of the map")
            lonely = not place.all_links()
            if lonely != (place.number in DOMINANT_WITHOUT_LINK):
                self.fail(place, "BD10a: a dominant hex with"
                                 + ("out a link" if lonely else " a link"))
        if len(heights) != DOMINANT:
            raise DataError(self.path, self.last_line,
                            f"{len(heights)} dominant hexes, the map has {DOMINANT}")

    def check_net(self):
        net = [n for n, p in self.hexes.items() if p.all_links()]
        reached = flood(net[0], lambda n: self.hexes[n].all_links()) if net else set()
        for number in net:
            if number not in reached:
                self.fail(self.hexes[number],
                          f"its transport net does not join that of {net[0]:04d}")

    def capacity(self, numbers):
        places = [self.hexes[n] for n in numbers]
        return sum(self.words.stack_limit(p.terrain, p.town) for p in places)


def flood(start, links):
    reached, open_ends = {start}, [start]
    while open_ends:
        for other in links(open_ends.pop()):
            if other not in reached:
                reached.add(other)
                open_ends.append(other)
    return reached


# ----------------------------------------------------------------------------------- counters.csv
class Zone:
    """A set-up zone as counters.csv writes it."""
    WORDS = {"panzer zone": "PANZER", "independent": "ANYWHERE", "reinforcement": "REINFORCEMENT",
             "pool": "POOL", "start": "START"}

    def __init__(self, text):
        self.text, self.centres, self.radius, self.hexes = text, [], 0, []
        found = re.fullmatch(r"(\d{4})(?:/(\d{4}))?<=(\d)", text)
        if found:
            self.kind, self.radius = "AROUND", int(found[3])
            self.centres = [int(n) for n in found.groups()[:2] if n]
            if any(n not in ALL_HEXES for n in self.centres):
                raise ValueError(f"set-up centre of `{text}` is off the map")
            # BR23: of two centres, the hexes of Bautzen, the nearer one counts.
            self.hexes = [n for n in ALL_HEXES
                          if min(distance(n, c) for c in self.centres) <= self.radius]
        elif text in self.WORDS:
            self.kind = self.WORDS[text]
            if self.kind == "PANZER":
                self.hexes = [n for n in ALL_HEXES if in_panzer_zone(n)]
            elif self.kind == "ANYWHERE":
                self.hexes = ALL_HEXES
        else:
            raise ValueError(f"set-up `{text}` is not HEX<=N, HEX/HEX<=N or one of "
                             + ", ".join(self.WORDS))


class Counters:
    NUMBERS = ("steps", "attack", "defence", "move", "attack2", "defence2", "support", "range",
               "stack")

    def __init__(self, path, board):
        self.path, self.map, self.rows, self.zones = path, board, [], {}
        self.read()
        for row in self.rows:
            self.check_row(row)
            self.check_zone(row)
        self.check_ids()
        self.check_order()
        self.formations = self.check_formations()
        self.check_counts()
        self.check_capacity()

    def fail(self, row, reason):
        raise DataError(self.path, row["line"], f"{row['id'] or '(no id)'}: {reason}")

    def read(self):
        lines = read_lines(self.path)
        if lines[0].split(",") != COLUMNS:
            raise DataError(self.path, 1, "the first line names the columns " + ",".join(COLUMNS))
        reader = csv.reader(lines[1:], strict=True)
        try:
            for cells in reader:
                if not cells:
                    continue
                row = dict(zip(COLUMNS, cells), line=reader.line_num + 1)
                if len(cells) != len(COLUMNS):
                    row.setdefault("id", "")
                    self.fail(row, f"{len(cells)} columns instead of {len(COLUMNS)}")
                self.rows.append(row)
        except csv.Error as problem:
            raise DataError(self.path, reader.line_num + 1, str(problem)) from None

    # -- one counter
    def check_row(self, row):
        if not re.fullmatch(r"[A-Za-z0-9_]{2,24}", row["id"]):
            self.fail(row, "an id is 2 to 24 letters, digits or _")
        for column, words in (("side", SIDES), ("nation", NATIONS), ("type", TYPES),
                              ("size", SIZES)):
            if row[column] not in words:
                self.fail(row, f"{column} `{row[column]}` is none of {', '.join(words)}")
        for column in self.NUMBERS:
            text = row[column]
            if text and not re.fullmatch(r"\d{1,2}", text):
                self.fail(row, f"{column} `{text}` is not a number from 0 to 99")
            row[column] = int(text) if text else None
        owner = NATIONS[row["nation"]]
        if owner and owner != row["side"]:
            self.fail(row, f"a {row['nation']} counter on side {row['side']}")
        if row["type"] not in ("supply", "air") and not owner:
            self.fail(row, "a unit has a nation")
        self.check_factors(row)
        self.check_size(row)

    def want(self, row, columns, there):
        for column in columns:
            if (row[column] is not None) != there:
                self.fail(row, f"{column} must be {'given' if there else 'empty'} for {row['type']}"
                               f" with {row['steps']} steps")

    def check_factors(self, row):
        fights, supports = row["type"] in FIGHTERS, row["type"] in ("hq", "artillery")
        steps = (1, 2) if fights else (0,) if row["type"] == "air" else (1,)
        if row["steps"] not in steps:
            self.fail(row, f"steps {row['steps']}: {row['type']} has "
                           f"{' or '.join(map(str, steps))}")
        self.want(row, ("attack", "defence"), fights)
        self.want(row, ("attack2", "defence2"), fights and row["steps"] == 2)
        self.want(row, ("support", "range"), supports)
        self.want(row, ("move", "stack"), row["type"] != "air")
        for column in ("attack", "defence", "attack2", "defence2", "support", "range", "move"):
            if row[column] is not None and not 1 <= row[column] <= 15:
                self.fail(row, f"{column} {row[column]} is not from 1 to 15")
        if row["attack2"] is not None and (row["attack2"] > row["attack"]
                                           or row["defence2"] > row["defence"]):
            self.fail(row, "the reduced side is stronger than the full one")

    def check_size(self, row):
        kind = row["type"]
        sizes = {"supply": {"cl"}, "air": {"marker"}, "artillery": {"bde"}}
        allowed = HQ_SIZES[row["nation"]] if kind == "hq" else sizes.get(kind, {"regt", "bde"})
        if row["size"] not in allowed:
            self.fail(row, f"size {row['size']}: {row['nation']} {kind} is "
                           f"{' or '.join(sorted(allowed))}")
        if kind != "air" and row["stack"] != SIZES[row["size"]]:
            self.fail(row, f"stack {row['stack']}: BH5a gives {SIZES[row['size']]} "
                           f"to {row['size']}")
        if kind == "supply" and row["move"] != 4:
            self.fail(row, "BH2e: a supply column has 4 MP")

    def check_zone(self, row):
        try:
            zone = self.zones.setdefault(row["setup"], None) or Zone(row["setup"])
        except ValueError as problem:
            self.fail(row, str(problem))
        self.zones[row["setup"]] = zone
        want = self.zone_of_the_rules(row)
        if row["setup"] not in want:
            self.fail(row, f"set-up {row['setup']}: the rules say {' or '.join(sorted(want))}")

    def zone_of_the_rules(self, row):
        if row["formation"] != "-":
            if row["formation"] not in FORMATION_ZONE:
                self.fail(row, f"formation `{row['formation']}` has no set-up zone in the rules")
            return {FORMATION_ZONE[row["formation"]]}
        if row["name"] in COUNTER_ZONE:
            return {COUNTER_ZONE[row["name"]]}
        by_type = {"supply": {"pool"}, "air": {"start", "reinforcement"}}
        return by_type.get(row["type"], {"independent"})

    # -- all counters
    def check_ids(self):
        seen = {}
        for row in self.rows:
            first = seen.setdefault(row["id"].lower(), row)
            if first is not row:
                self.fail(row, f"the id stands already on line {first['line']}")
            joined = f"{row['formation']}_{row['name']}".replace(" ", "")
            if row["formation"] != "-" and row["id"] != joined:
                self.fail(row, f"the id of {row['name']} of {row['formation']} is {joined}")

    def check_order(self):
        rank = lambda row: 3 if row["type"] == "air" else "AG-".index(row["side"])
        for before, row in zip(self.rows, self.rows[1:]):
            if rank(row) < rank(before):
                self.fail(row, "out of order: Allied units, German units, CL, air markers")
        for row in self.rows:
            if (row["side"] == "-") != (row["type"] == "supply"):
                self.fail(row, "only a supply column belongs to neither side")
            if row["type"] == "air" and row["side"] != "A":
                self.fail(row, "B36: only the Allied player has air markers")

    def check_formations(self):
        formations = collections.OrderedDict()
        for place, row in enumerate(self.rows):
            if row["formation"] == "-":
                if row["type"] == "hq" and row["size"] not in ("army", "corps_de"):
                    self.fail(row, "this HQ needs a formation")
                continue
            members = formations.setdefault(row["formation"], [])
            if members and members[-1] != place - 1:
                self.fail(row, f"the counters of {row['formation']} do not stand together")
            if members and self.rows[members[0]]["nation"] != row["nation"]:
                self.fail(row, f"{row['formation']} has two nations")
            members.append(place)
        for name, members in formations.items():
            staff = [m for m in members if self.rows[m]["type"] == "hq"]
            if len(staff) != 1 or self.rows[staff[0]]["name"] != "QG":
                self.fail(self.rows[members[-1]], f"{name} has {len(staff)} HQ named QG, not 1")
            if self.rows[staff[0]]["size"] not in ("div", "corps_su"):
                self.fail(self.rows[staff[0]], "a formation HQ is a division or Soviet corps HQ")
        return formations

    def count(self, what, rows, want):
        if len(rows) != want:
            row = rows[-1] if rows else self.rows[-1]
            self.fail(row, f"{len(rows)} {what}, the rules say {want}")

    def check_counts(self):
        pick = lambda **key: [r for r in self.rows if all(r[k] == v for k, v in key.items())]
        self.count("independent Polish counters", pick(setup="independent"), INDEPENDENT_POLES)
        for row in pick(setup="independent"):
            if row["nation"] != "polish":
                self.fail(row, "BR24: independents set up anywhere are Polish")
        for formation, number in REINFORCEMENT_COUNTERS.items():
            self.count(f"counters of {formation}", pick(formation=formation), number)
        self.count("supply columns", pick(type="supply"), CL_COUNTERS)
        self.count("air markers at the start", pick(type="air", setup="start"), AIR_AT_START)
        self.count("air markers to come", pick(type="air", setup="reinforcement"), AIR_LATER)
        self.count("Polish army HQ", pick(size="army"), 1)
        self.count("German corps HQ", pick(size="corps_de"), 2)
        for formation in FORMATION_ZONE:
            if formation not in self.formations:
                self.fail(self.rows[-1], f"formation {formation} is missing")

    def check_capacity(self):
        for text, zone in self.zones.items():
            need = [r for r in self.rows if r["setup"] == text]
            if zone.hexes and sum(r["stack"] for r in need) > self.map.capacity(zone.hexes):
                self.fail(need[-1], f"zone {text} has no room for it")
        for text, (hexes, room, need) in CAPACITY.items():
            users = [r for r in self.rows if r["setup"] == text]
            zone = self.zones[text]
            have = (len(zone.hexes), self.map.capacity(zone.hexes), sum(r["stack"] for r in users))
            if have != (hexes, room, need):
                self.fail(users[0], "its zone has hexes/room/need %d/%d/%d" % have
                                    + f", the rules say {hexes}/{room}/{need}")


# -------------------------------------------------------------------------------------- names.tsv
class Names:
    """French and English where they differ from the data, or from each other."""

    def __init__(self, path):
        self.path, self.table, self.facts, self.used = path, {}, {}, set()
        for line_number, line in enumerate(read_lines(path), 1):
            if not line or line.startswith("#"):
                continue
            cells = line.split("\t")
            if len(cells) != 5 or cells[0] not in ("place", "counter") or not all(cells):
                raise DataError(path, line_number,
                                "expected place|counter, name, French, English, facts")
            if (cells[0], cells[1]) in self.table:
                raise DataError(path, line_number, f"`{cells[1]}` stands twice")
            self.table[cells[0], cells[1]] = (cells[2], cells[3], line_number)
            try:
                self.facts[cells[0], cells[1]] = None if cells[4] == "-" else facts(cells[4])
            except ValueError as problem:
                raise DataError(path, line_number, str(problem)) from None

    def get(self, kind, name):
        self.used.add((kind, name))
        plain = name.replace("_", " ")
        return self.table.get((kind, name), (plain, plain))[:2]

    def facts_of(self, kind, name, usual):
        """As C; `usual` is what is so of such a thing when the table does not say."""
        return self.facts.get((kind, name)) or facts(usual)

    def check_used(self):
        for (kind, name), entry in self.table.items():
            if (kind, name) not in self.used:
                raise DataError(self.path, entry[2], f"no {kind} of the data is called `{name}`")
