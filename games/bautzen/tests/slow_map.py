# SPDX-License-Identifier: Apache-2.0
"""The map and the counters for slow.py, read from data/map.txt and data/counters.csv alone.

A hex is its printed number, a string: "1410". Movement points are counted in halves (BD9)."""
import csv
import pathlib

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
ALLIED, GERMAN = "allied", "german"
SIDES = (ALLIED, GERMAN)

# terrain table of the rule file: half MP (infantry, other), die, stacking points
TERRAIN = {"clear": (2, 2, 0, 6), "wood": (2, 4, -1, 4), "rough": (2, 4, -1, 4),
           "rough_wood": (4, 6, -2, 4), "pond": (4, 6, -1, 4)}


class Hex:
    def __init__(self, line):
        words = line.split()
        fields = dict(word.split("=", 1) for word in words[2:])
        self.name = words[1]
        self.col, self.row = int(self.name[:2]), int(self.name[2:])
        self.terrain = fields["terrain"]
        self.town = fields["town"].split(":")[0]  # "-", "village" or "city"
        self.dominant = fields["dominant"] != "-"
        self.links = set()
        for kind in ("road", "motorway", "rail"):
            if fields[kind] != "-":
                self.links.update(fields[kind].split(","))
        self.rivers = set()
        if fields["river"] != "-":
            self.rivers = {side.split(":")[0] for side in fields["river"].split(",")}
        self.source = fields["supply"].split(":")[0]  # "-", "A", "A5", "G"
        self.panzer_zone = (self.row >= 12 or self.col <= 4
                            or (self.col >= 23 and self.row >= 9))  # BD3

    def stack_limit(self):
        return 6 if self.town == "city" else TERRAIN[self.terrain][3]

    def die(self):
        """Die modifier of the terrain: a village adds to it, a town replaces it (BD17)."""
        if self.town == "city":
            return 0
        return TERRAIN[self.terrain][2] - (self.town == "village")


def read_hexes():
    text = (DATA / "map.txt").read_text(encoding="utf-8")
    return {h.name: h for h in (Hex(line) for line in text.splitlines() if line.startswith("HEX"))}


HEXES = read_hexes()


def neighbour(name, direction):
    """As the head of map.txt says; None off the map."""
    col, row = int(name[:2]), int(name[2:])
    if direction in ("N", "S"):
        row += -1 if direction == "N" else 1
    else:
        north, east = direction[0] == "N", direction[1] == "E"
        if col % 2 == 1:
            row -= 1 if north else 0
        else:
            row += 0 if north else 1
        col += 1 if east else -1
    other = f"{col:02d}{row:02d}"
    return other if other in HEXES else None


DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
NEIGHBOURS = {name: [n for n in (neighbour(name, d) for d in DIRECTIONS) if n] for name in HEXES}
LINKED = {(a, b) for a in HEXES for b in HEXES[a].links} | {
    (b, a) for a in HEXES for b in HEXES[a].links}
RIVER = set()
for _name in HEXES:
    for _side in HEXES[_name].rivers:
        _other = neighbour(_name, _side)
        if _other:
            RIVER.update({(_name, _other), (_other, _name)})


def distances_from(start):
    found, ring = {start: 0}, [start]
    while ring:
        ring = [n for h in ring for n in NEIGHBOURS[h]]
        ring = [n for n in dict.fromkeys(ring) if n not in found]
        depth = max(found.values()) + 1
        for n in ring:
            found[n] = depth
    return found


DISTANCE = {name: distances_from(name) for name in HEXES}


def distance(a, b):
    return DISTANCE[a][b]


DOMINANT = [name for name in HEXES if HEXES[name].dominant]
SOURCES = {kind: {n for n in HEXES if HEXES[n].source == kind} for kind in ("A", "A5", "G")}
FIFTH_GUARDS = ("14 GRD", "15 GRD", "95 GRD", "4 GTC")  # BD2
RESTRICTED = ("14 GRD", "15 GRD")  # B59


class Counter:
    def __init__(self, line):
        self.name = line["id"]
        self.side = {"A": ALLIED, "G": GERMAN}.get(line["side"])
        self.nation, self.type, self.size = line["nation"], line["type"], line["size"]
        self.formation = None if line["formation"] == "-" else line["formation"]
        self.steps = int(line["steps"])
        self.attack = [int(line[key] or 0) for key in ("attack2", "attack")]  # reduced, full
        self.defence = [int(line[key] or 0) for key in ("defence2", "defence")]
        self.move = int(line["move"] or 0)
        self.support, self.range = int(line["support"] or 0), int(line["range"] or 0)
        self.points = int(line["stack"] or 0)
        self.setup = line["setup"]
        self.column = self.type == "supply"
        self.hq = self.type == "hq"
        self.artillery = self.type == "artillery"
        self.on_foot = self.type in ("infantry", "engineer")  # BD11
        # corps or army HQ: serves every unit of its nation (B19, B20)
        self.high_hq = self.hq and self.size in ("army", "corps_de")
        self.independent = self.setup == "independent"

    def face(self, values, steps):
        """The printed value of the side that lies up; a one-step unit has one side only."""
        return values[1] if self.steps == 1 or steps == 2 else values[0]


def read_counters():
    with (DATA / "counters.csv").open(encoding="utf-8", newline="") as file:
        return {c.name: c for c in (Counter(line) for line in csv.DictReader(file))
                if c.type != "air"}


COUNTERS = read_counters()
COLUMNS = [name for name in COUNTERS if COUNTERS[name].column]
UNITS = [name for name in COUNTERS if not COUNTERS[name].column]


def zone_of(counter):
    """Hexes of a counter's own set-up zone; None: no fixed one."""
    text = counter.setup
    if text == "panzer zone":
        return {n for n in HEXES if HEXES[n].panzer_zone}
    if "<=" not in text:
        return None
    centres, radius = text.split("<=")
    return {n for n in HEXES if min(distance(n, c) for c in centres.split("/")) <= int(radius)}


def step_cost(counter, a, b, zoc, leaving=True):
    """Half MP from a to its neighbour b, None = never. `zoc`: hexes in enemy ZOC; `leaving`:
    whether leaving one costs 1 MP more (not in exfiltration)."""
    linked = (a, b) in LINKED
    touches = a in zoc or b in zoc
    if linked and not touches:
        cost = 1
    elif HEXES[b].dominant:
        if not linked and not counter.on_foot:
            return None
        cost = 4
    else:
        cost = entry_cost(counter, b)
    if (a, b) in RIVER and not linked:
        cost += 2
    if leaving and a in zoc:
        cost += 2
    return cost


def entry_cost(counter, b):
    """What the hex costs without a road; heights are not asked here."""
    if HEXES[b].town != "-":
        return 2  # BD17
    return TERRAIN[HEXES[b].terrain][0 if counter.on_foot else 1]
