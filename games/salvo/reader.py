# SPDX-License-Identifier: Apache-2.0
"""Reads the data of Salvo and checks them line by line and as a whole.

Everything C code takes for granted about the tables, the scenarios and the ready companies is
checked here; the first slip raises DataError with file, line and reason. company.c judges the
companies that players write by the same limits; tests/test_data.py holds the two together. Used by
compile.py and the tests.
"""
import collections
import itertools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from datafile import DataError, read_lines, whole  # noqa: E402

FACTIONS = ("austral", "vhar", "forges")
MOUNTS = ("standard", "support", "vehicle")
TYPES = ("infantry", "walker", "vehicle")
SIDES = ("west", "east")
KINDS = {"wall": 1, "container": 1, "ruin": 1, "area": 0}  # 1: solid
SIZES = (400, 750, 1000, 1100, 1500)
READY = 2  # companies for each size and faction, at least
# CH1c, CH5b: size and base by type and grade; heavy walkers are the walkers of grade 3.
BODIES = {("infantry", 1): (1, 15), ("infantry", 2): (1, 15), ("infantry", 3): (1, 20),
          ("walker", 1): (2, 30), ("walker", 3): (3, 45), ("vehicle", 2): (2, 35)}
THRESHOLD = {1: 3, 2: 3, 3: 1}  # C95, C96, CR44: a unit begins above it
BOARD_MAX, ROWS_MAX = 1500, 1000
PIECES_MAX, OBJECTIVES_MAX, CORNERS_MAX = 16, 5, 8
CLEAR_OF_OBJECTIVES = 35  # mm between scenery and the centre of a marker
UNITS_MAX, FIGURES_MAX = 12, 80  # of a company: the sizes of the C arrays
SECTIONS_MAX, SECTION_LEAST, SECTION_MOST = 3, 2, 5
COPIES, HEAVIES = 3, 1  # per started 1,000 AP
RANK_MAX = 4


def point(word):
    found = re.fullmatch(r"(\d+),(\d+)", word)
    if not found:
        raise ValueError(f"`{word}` is not a point x,y")
    return tuple(whole(part, 0, BOARD_MAX) for part in found.groups())


# ------------------------------------------------------------------------------------------ tables
class Table:
    """A file of tab separated columns: # comments, one line of column names, then rows."""

    def __init__(self, path, columns):
        self.path, self.rows = path, []
        lines = [(number, text) for number, text in enumerate(read_lines(path), 1)
                 if text and not text.startswith("#")]
        if not lines or lines[0][1].split("\t") != columns.split():
            raise DataError(path, lines[0][0] if lines else 1,
                            f"the first line names the columns {columns}")
        for number, text in lines[1:]:
            cells = text.split("\t")
            if len(cells) != len(columns.split()):
                self.fail({"line": number}, f"{len(cells)} columns, not {len(columns.split())}")
            row = dict(zip(columns.split(), cells), line=number)
            if not all(cell and cell == cell.strip() for cell in cells):
                self.fail(row, "an empty cell, or spaces around one (write - for nothing)")
            try:
                self.take(row)
            except ValueError as problem:
                self.fail(row, str(problem))
            self.rows.append(row)
        self.check_ids()

    def fail(self, row, reason):
        raise DataError(self.path, row["line"], reason)

    def take(self, row):
        """Turns the words of a row into values; ValueError when one is wrong."""

    def check_ids(self):
        self.place = {}
        for number, row in enumerate(self.rows):
            if not re.fullmatch(r"[a-z][a-z_]*", row.get("id", "none")):
                self.fail(row, f"`{row['id']}` is not an id (a-z and _)")
            if row.get("id", row["line"]) in self.place:
                self.fail(row, f"`{row['id']}` stands twice")
            self.place[row.get("id", row["line"])] = number

    def one_of(self, row, column, words):
        if row[column] not in words:
            raise ValueError(f"{column} `{row[column]}` is none of {', '.join(words)}")

    def numbers(self, row, **bounds):
        for column, (least, most) in bounds.items():
            try:
                row[column] = whole(row[column], least, most)
            except ValueError as problem:
                raise ValueError(f"{column} {problem}") from None


class Factions(Table):
    def __init__(self, path):
        super().__init__(path, "id fr en")
        if tuple(row["id"] for row in self.rows) != FACTIONS:
            raise DataError(path, 1, f"the factions are {', '.join(FACTIONS)}, in that order")


class Officers(Table):
    def __init__(self, path):
        super().__init__(path, "rank fr en authority command_points ap")
        if [row["rank"] for row in self.rows] != list(range(1, RANK_MAX + 1)):
            raise DataError(path, 1, f"the ranks are 1 to {RANK_MAX}, in that order")

    def take(self, row):
        self.numbers(row, rank=(1, RANK_MAX), authority=(1, 20), command_points=(0, 20),
                     ap=(1, 255))

    def points(self, rank):
        return self.rows[rank - 1]["ap"] if rank else 0


class Weapons(Table):
    def __init__(self, path):
        super().__init__(path, "id fr en mount accuracy shots rerolls penetration damage range "
                               "blast flame")

    def take(self, row):
        self.one_of(row, "mount", MOUNTS)
        self.one_of(row, "flame", ("yes", "-"))
        self.numbers(row, accuracy=(1, 12), shots=(1, 8), rerolls=(0, 4), penetration=(1, 24),
                     damage=(1, 4))
        for column, most in (("range", BOARD_MAX), ("blast", 100)):
            row[column] = 0 if row[column] == "-" else whole(row[column], 1, most)


class Units(Table):
    def __init__(self, path, weapons):
        self.weapons = weapons
        super().__init__(path, "id fr en short_fr short_en glyph faction type grade size radius "
                               "move cbt mor pro figures arms melee structure vehicles mortar ap")
        glyphs = collections.Counter(row["glyph"] for row in self.rows)
        for row in self.rows:
            if glyphs[row["glyph"]] > 1:
                self.fail(row, f"the glyph {row['glyph']} stands twice")
        self.check_mounts()

    def take(self, row):
        self.one_of(row, "faction", FACTIONS)
        self.one_of(row, "type", TYPES)
        if not re.fullmatch(r"[A-Z]{2}", row["glyph"]):
            raise ValueError(f"`{row['glyph']}` is not a glyph of two capitals")
        self.numbers(row, grade=(1, 3), size=(1, 3), radius=(1, 60), cbt=(0, 12), mor=(2, 14),
                     pro=(1, 20), figures=(1, 12), ap=(1, 999))
        row["move"] = self.parts(row, "move", 2, 1, 40)
        if row["move"][0] >= row["move"][1]:
            raise ValueError("the first movement value is the smaller one (C30)")
        self.take_body(row)
        (self.take_infantry if row["type"] == "infantry" else self.take_vehicle)(row)
        if row["mortar"] != "-" and not self.weapon(row["mortar"])["blast"]:
            raise ValueError(f"{row['mortar']} has no blast, so it is no mortar")

    @staticmethod
    def parts(row, column, count, least, most):
        words = row[column].split("/")
        if len(words) != count:
            raise ValueError(f"{column} `{row[column]}` is not {count} numbers with / between")
        return [whole(word, least, most) for word in words]

    def weapon(self, name):
        if name not in self.weapons.place:
            raise ValueError(f"no weapon is called `{name}`")
        return self.weapons.rows[self.weapons.place[name]]

    @staticmethod
    def take_body(row):
        body = BODIES.get((row["type"], row["grade"]))
        if body is None:
            raise ValueError(f"there is no {row['type']} of grade {row['grade']}")
        if (row["size"], row["radius"]) != body:
            raise ValueError(f"size and radius of this {row['type']} are {body[0]} and {body[1]}")
        row["heavy"] = int(row["type"] == "walker" and row["grade"] == 3)

    def take_infantry(self, row):
        for column in ("structure", "vehicles"):
            if row[column] != "-":
                raise ValueError(f"infantry has no {column}")
        row["melee"] = self.parts(row, "melee", 3, 1, 15)
        groups = []
        for word in row["arms"].split("+"):
            found = re.fullmatch(r"(\d+)x(\w+)", word)
            if not found:
                raise ValueError(f"arms `{word}` is not COUNTxWEAPON")
            name = None if found[2] == "none" else found[2]
            if name:
                self.weapon(name)
            groups.append((whole(found[1], 1, 12), name))
        if len(groups) > 2 or (len(groups) == 2 and None in (groups[0][1], groups[1][1])):
            raise ValueError("arms are standard bearers, and support bearers if any")
        row["groups"] = groups + [(0, None)] * (2 - len(groups))
        if sum(count for count, _ in groups) != row["figures"]:
            raise ValueError(f"arms for {sum(count for count, _ in groups)} figures of "
                             f"{row['figures']}")
        if row["figures"] <= THRESHOLD[row["grade"]]:
            raise ValueError(f"CR44: {row['figures']} figures are its morale threshold from the "
                             "start")
        if row["mortar"] != "-" and len(groups) < 2:
            raise ValueError("a mortar replaces a support weapon, and there is none")
        row["vehicles"], row["structure"] = (0, 0), [0, 0, 0]

    def take_vehicle(self, row):
        if row["melee"] != "-" or row["figures"] != 1:
            raise ValueError("a vehicle has no melee value and is one figure (CR36)")
        row["structure"] = self.parts(row, "structure", 3, 1, 9)
        names = row["arms"].split("+")
        if len(names) > 2 or len(set(names)) != len(names):
            raise ValueError("a vehicle has one or two different weapons")
        for name in names:
            self.weapon(name)
        row["weapons"] = names
        found = re.fullmatch(r"1-([1-3])", row["vehicles"])
        if not found or (row["heavy"] and found[1] != "1"):
            raise ValueError("vehicles is 1-1, 1-2 or 1-3; 1-1 for a heavy walker (CH9m)")
        row["vehicles"], row["melee"] = (1, int(found[1])), [0, 0, 0]
        row["groups"] = [(0, None), (0, None)]

    def check_mounts(self):
        for row in self.rows:
            arms = [(name, mount) for (_, name), mount in zip(row["groups"], MOUNTS) if name]
            if row["mortar"] != "-":
                arms.append((row["mortar"], "support" if row["type"] == "infantry" else "vehicle"))
            for name, mount in arms:
                have = self.weapon(name)["mount"]
                if have != mount:
                    self.fail(row, f"{name} is a {have} weapon, borne here as {mount}")
            for name in [n for _, n in row["groups"] if n] + row.get("weapons", []):
                if self.weapon(name)["blast"]:
                    self.fail(row, f"{name} exists only with option O2: name it as mortar")


# --------------------------------------------------------------------------------------- scenarios
def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def normalise(corners):
    """Counter-clockwise from the leftmost, then lowest corner; ValueError if not convex."""
    if not 3 <= len(corners) <= CORNERS_MAX:
        raise ValueError(f"a piece has 3 to {CORNERS_MAX} corners, not {len(corners)}")
    ring = list(corners)
    if sum(cross((0, 0), a, b) for a, b in zip(ring, ring[1:] + ring[:1])) < 0:
        ring.reverse()
    turns = [cross(ring[i - 2], ring[i - 1], ring[i]) for i in range(len(ring))]
    # Left turns alone could still wind twice around: a convex ring changes x direction only twice.
    steps = [b[0] - a[0] or b[1] - a[1] for a, b in zip(ring, ring[1:] + ring[:1])]
    signs = [step > 0 for step in steps]
    changes = sum(a != b for a, b in zip(signs, signs[1:] + signs[:1]))
    if min(turns) <= 0 or changes > 2:
        raise ValueError("the corners do not make a strictly convex polygon")
    first = ring.index(min(ring))
    return ring[first:] + ring[:first]


def edges(ring):
    return list(zip(ring, ring[1:] + ring[:1]))


def apart(a, b):
    """No common interior: some edge of one has the other wholly on its outer side."""
    return any(all(cross(p, q, corner) <= 0 for corner in other)
               for ring, other in ((a, b), (b, a)) for p, q in edges(ring))


def near(centre, ring, far):
    """Is the polygon nearer than `far` to the point? Squares only."""
    if all(cross(a, b, centre) >= 0 for a, b in edges(ring)):
        return True
    for a, b in edges(ring):
        length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        along = (centre[0] - a[0]) * (b[0] - a[0]) + (centre[1] - a[1]) * (b[1] - a[1])
        if 0 < along < length:
            if cross(a, b, centre) ** 2 < far * far * length:
                return True
        elif min((centre[0] - p[0]) ** 2 + (centre[1] - p[1]) ** 2 for p in (a, b)) < far * far:
            return True
    return False


Piece = collections.namedtuple("Piece", "id kind height corners line")
Objective = collections.namedtuple("Objective", "id at stars payments line")


class Scenario:
    """One file of data/scenarios. Words of a line:
    board W H | points A B | reserve A B | rounds N | stars A B (- = none) | symmetric
    hold OBJECTIVE from ROUND (side 0 wins) | otherwise SIDE (wins at the end) | commander STARS
    deploy SIDE x,y x,y | objective ID x,y stars N [payments N] | KIND ID height N x,y x,y ...
    scenario TOKEN is the first line. setting.c reads the same for players and tells more."""
    ONCE = ("board", "points", "reserve", "rounds", "stars")

    def __init__(self, path):
        self.path, self.token, self.lines, self.last = path, path.stem, {}, 1
        self.deploy, self.objectives, self.pieces = {}, [], []
        self.hold, self.otherwise, self.commander, self.symmetric = None, None, 0, False
        for number, text in enumerate(read_lines(path), 1):
            words = text.split("#")[0].split()
            if words:
                self.last = number
                try:
                    self.obey(number, words)
                except (ValueError, IndexError) as problem:
                    raise DataError(path, number, str(problem) or "not understood") from None
        for word in self.ONCE:
            if word not in self.lines:
                self.fail(self.last, f"`{word}` is missing")
        try:
            self.check()
        except ValueError as problem:
            self.fail(self.last, str(problem))

    def fail(self, line, reason):
        raise DataError(self.path, line, reason)

    def obey(self, number, words):
        head, rest = words[0], words[1:]
        if head == "scenario":
            if rest != [self.token]:
                raise ValueError(f"the file of `{self.token}` says another name")
        elif head in KINDS:
            self.take_piece(number, head, rest)
        elif head == "objective":
            self.take_objective(number, rest)
        elif head == "deploy":
            self.take_deploy(number, rest)
        else:
            if head in self.lines:
                raise ValueError(f"`{head}` stands twice")
            self.take_word(head, rest)
            self.lines[head] = number

    def take_word(self, head, rest):
        counts = {"board": 2, "points": 2, "reserve": 2, "rounds": 1, "stars": 2, "hold": 3,
                  "otherwise": 1, "commander": 1, "symmetric": 0}
        if head not in counts:
            raise ValueError(f"`{head}` is not understood")
        if len(rest) != counts[head]:
            raise ValueError(f"`{head}` takes {counts[head]} words")
        if head == "board":
            self.board = [whole(rest[0], 300, BOARD_MAX), whole(rest[1], 300, ROWS_MAX)]
        elif head in ("points", "reserve"):
            setattr(self, head, [whole(word, 0, 1500) for word in rest])
        elif head == "rounds":
            self.rounds = whole(rest[0], 1, 12)
        elif head == "stars":
            self.stars = [0 if word == "-" else whole(word, 1, 99) for word in rest]
        elif head == "hold":
            if rest[1] != "from":
                raise ValueError("write: hold OBJECTIVE from ROUND")
            self.hold = (rest[0], whole(rest[2], 1, 12))
        elif head == "otherwise":
            self.otherwise = self.side(rest[0])
        elif head == "commander":
            self.commander = whole(rest[0], 1, 20)
        else:
            self.symmetric = True

    def take_piece(self, number, kind, rest):
        if rest[1] != "height":
            raise ValueError(f"write: {kind} ID height N x,y x,y ...")
        if rest[0] != f"T{len(self.pieces) + 1}":
            raise ValueError(f"pieces are numbered in order: T{len(self.pieces) + 1} comes here")
        height = whole(rest[2], 1, 3)
        corners = normalise([point(word) for word in rest[3:]])
        self.pieces.append(Piece(rest[0], kind, height, corners, number))

    def take_objective(self, number, rest):
        if rest[0] != f"O{len(self.objectives) + 1}":
            raise ValueError(f"objectives are numbered in order: O{len(self.objectives) + 1}")
        words = dict(zip(rest[2::2], rest[3::2]))
        if len(rest) % 2 or "stars" not in words or set(words) - {"stars", "payments"}:
            raise ValueError("write: objective ID x,y stars N [payments N]")
        payments = whole(words["payments"], 1, 12) if "payments" in words else 0
        self.objectives.append(Objective(rest[0], point(rest[1]), whole(words["stars"], 1, 9),
                                         payments, number))

    @staticmethod
    def side(word):
        if word not in SIDES:
            raise ValueError(f"`{word}` is neither west nor east")
        return SIDES.index(word)

    def take_deploy(self, number, rest):
        side = self.side(rest[0])
        if side in self.deploy or len(rest) != 3:
            raise ValueError("write once for each side: deploy SIDE x,y x,y")
        (x0, y0), (x1, y1) = point(rest[1]), point(rest[2])
        if x0 >= x1 or y0 >= y1:
            raise ValueError("the first corner of a deployment box is the lower one")
        self.deploy[side] = (x0, y0, x1, y1)
        self.lines[f"deploy {side}"] = number

    # -- the whole
    def check(self):
        if len(self.pieces) > PIECES_MAX or len(self.objectives) > OBJECTIVES_MAX:
            raise ValueError(f"at most {PIECES_MAX} pieces and {OBJECTIVES_MAX} objectives")
        if not self.objectives and self.token != "empty":
            raise ValueError("a scenario has objectives (C2)")
        self.check_deploy()
        self.check_points()
        for item in self.pieces:
            if any(x > self.board[0] or y > self.board[1] for x, y in item.corners):
                self.fail(item.line, f"{item.id} leaves the table")
            for mark in self.objectives:
                if near(mark.at, item.corners, CLEAR_OF_OBJECTIVES):
                    self.fail(item.line, f"{item.id} lies within {CLEAR_OF_OBJECTIVES} mm of "
                                         f"{mark.id}")
        for one, two in itertools.combinations(self.pieces, 2):
            if not apart(one.corners, two.corners):
                self.fail(two.line, f"{two.id} overlaps {one.id}")
        for mark in self.objectives:
            if not (0 < mark.at[0] < self.board[0] and 0 < mark.at[1] < self.board[1]):
                self.fail(mark.line, f"{mark.id} lies off the table")
        if self.hold and self.hold[0] not in [mark.id for mark in self.objectives]:
            self.fail(self.lines["hold"], f"there is no objective {self.hold[0]}")
        if self.hold and self.hold[1] > self.rounds + 1:
            self.fail(self.lines["hold"], f"there is no check of round {self.hold[1]}")
        if self.symmetric:
            self.check_symmetry()

    def check_deploy(self):
        for side, edge in ((0, 0), (1, self.board[0])):
            if side not in self.deploy:
                raise ValueError(f"`deploy {SIDES[side]}` is missing")
            box = self.deploy[side]
            if box[2] > self.board[0] or box[3] > self.board[1] or edge not in (box[0], box[2]):
                self.fail(self.lines[f"deploy {side}"],
                          "the box lies on the table and at its side's own edge (CR60)")
        if self.deploy[0][2] >= self.deploy[1][0]:
            self.fail(self.lines["deploy 1"], "the deployment boxes meet")

    def check_points(self):
        for side in (0, 1):
            if self.points[side] not in SIZES:
                self.fail(self.lines["points"], f"{self.points[side]} AP is none of {SIZES}")
            if 3 * self.reserve[side] > self.points[side]:
                self.fail(self.lines["reserve"], "CH9i: a reserve is at most a third")

    def turned(self, at):
        return self.board[0] - at[0], self.board[1] - at[1]

    def check_symmetry(self):
        shapes = {(p.kind, p.height, frozenset(p.corners)) for p in self.pieces}
        for item in self.pieces:
            other = frozenset(map(self.turned, item.corners))
            if (item.kind, item.height, other) not in shapes:
                self.fail(item.line, f"symmetric: nothing lies opposite {item.id}")
        marks = {(m.at, m.stars, m.payments) for m in self.objectives}
        for mark in self.objectives:
            if (self.turned(mark.at), mark.stars, mark.payments) not in marks:
                self.fail(mark.line, f"symmetric: nothing lies opposite {mark.id}")
        a, b = self.deploy[0], self.deploy[1]
        if self.turned(a[:2]) != b[2:] or self.turned(a[2:]) != b[:2]:
            self.fail(self.lines["deploy 1"], "symmetric: the boxes do not lie opposite")
        for word in ("points", "reserve", "stars"):
            if getattr(self, word)[0] != getattr(self, word)[1]:
                self.fail(self.lines[word], f"symmetric: the sides' {word} differ")


class Scenarios:
    """The files named by scenarios.def, in its order."""

    def __init__(self, folder, def_path):
        text = "\n".join(read_lines(def_path))
        self.tokens = re.findall(r'^SCENARIO\(\w+, "(\w+)"', text, re.M)
        self.paths = [folder / f"{token}.txt" for token in self.tokens]
        for path in sorted(folder.glob("*")):
            if path not in self.paths:
                raise DataError(path, 1, "scenarios.def does not name it")
        self.all = [Scenario(path) for path in self.paths]
        used = {points for scenario in self.all for points in scenario.points}
        if used != set(SIZES):
            raise DataError(def_path, 1, f"sides of {sorted(used)} AP, not {list(SIZES)}")

    def reserve_limit(self, points):
        """What every side of that size allows: a ready company fits all of them."""
        return min(s.reserve[side] for s in self.all for side in (0, 1)
                   if s.points[side] == points)


# --------------------------------------------------------------------------------------- companies
class Member:
    def __init__(self, row, section, reserve, line):
        self.row, self.section, self.reserve, self.line = row, section, reserve, line
        self.rank, self.mortar = 0, 0
        self.vehicles = 0


class Company:
    """One .company file; company.c tells the form and judges by the same limits."""
    HEAD = ("company", "name.fr", "name.en", "faction", "points")

    def __init__(self, path, units, officers, scenarios):
        self.path, self.units, self.officers, self.scenarios = path, units, officers, scenarios
        self.head, self.line_of, self.members, self.sections = {}, {}, [], []
        for number, text in enumerate(read_lines(path), 1):
            text = text.split("#")[0].strip()
            if text:
                try:
                    self.obey(number, text)
                except ValueError as problem:
                    self.fail(number, str(problem))
        for word in self.HEAD:
            if word not in self.head:
                self.fail(1, f"`{word}` is missing")
        if self.head["company"] != path.stem:
            self.fail(self.line_of["company"], f"the file of `{path.stem}` says another name")
        self.check()

    def fail(self, line, reason):
        raise DataError(self.path, line, reason)

    def obey(self, number, text):
        head, _, rest = text.partition(" ")
        if head in self.HEAD:
            if head in self.head or not rest:
                raise ValueError(f"`{head}` stands twice, or without a word")
            if self.sections:
                raise ValueError(f"`{head}` stands before the sections")
            self.head[head], self.line_of[head] = rest.strip(), number
            if head == "faction" and self.head[head] not in FACTIONS:
                raise ValueError(f"no faction is called `{rest}`")
            if head == "points":
                self.points = whole(rest.strip(), 1, 1500)
                if self.points not in SIZES:
                    raise ValueError(f"CH9k: no side of a scenario has {rest} AP")
        elif text == "section":
            self.sections.append(number)
        else:
            self.take_member(number, text.split())

    def take_member(self, number, words):
        reserve = words[0] == "reserve"
        words = words[1:] if reserve else words
        if not self.sections:
            raise ValueError("a unit stands in a section")
        if not words or words[0] not in self.units.place:
            raise ValueError(f"no unit is called `{' '.join(words[:1])}`")
        row = self.units.rows[self.units.place[words[0]]]
        member = Member(row, len(self.sections) - 1, reserve, number)
        rest = words[1:]
        while rest:
            rest = self.take_option(member, rest)
        if row["type"] != "infantry" and not member.vehicles:
            member.vehicles = 1
        self.members.append(member)

    def take_option(self, member, words):
        row = member.row
        if words[0] == "officer" and len(words) > 1:
            member.rank = whole(words[1], 1, RANK_MAX)
            if row["type"] != "infantry":
                raise ValueError("CH9j: an officer leads infantry")
            return words[2:]
        if re.fullmatch(r"x\d", words[0]):
            member.vehicles = int(words[0][1])
            if not row["vehicles"][0] <= member.vehicles <= row["vehicles"][1] or not \
                    member.vehicles:
                raise ValueError(f"CH9m: {words[0]} is not a number of vehicles of {row['id']}")
            return words[1:]
        if words[0] == "mortar":
            if row["mortar"] == "-":
                raise ValueError(f"O2: {row['id']} has no mortar")
            member.mortar = 1
            return words[1:]
        raise ValueError(f"`{words[0]}` is not understood")

    # -- the limits
    def cost(self, member):
        return member.row["ap"] * (member.vehicles or 1) + self.officers.points(member.rank)

    def check(self):
        if not 1 <= len(self.sections) <= SECTIONS_MAX:
            self.fail(self.sections[SECTIONS_MAX] if self.sections else 1,
                      f"CH9c: {len(self.sections)} sections, 1 to {SECTIONS_MAX} are allowed")
        for number, line in enumerate(self.sections):
            self.check_section(line, [m for m in self.members if m.section == number])
        for member in self.members:
            if member.row["faction"] != self.head["faction"]:
                self.fail(member.line, f"CH9l: {member.row['id']} belongs to "
                                       f"{member.row['faction']}")
        self.check_officers()
        self.check_numbers()
        self.check_cost()

    def check_section(self, line, members):
        if not SECTION_LEAST <= len(members) <= SECTION_MOST:
            self.fail(line, f"CH9d: {len(members)} units, {SECTION_LEAST} to {SECTION_MOST} are "
                            "allowed")
        if not any(m.row["type"] == "infantry" and m.row["grade"] == 1 for m in members):
            self.fail(line, "CH9e: no infantry of grade 1")

    def check_officers(self):
        ranks = [m.rank for m in self.members]
        if not any(ranks):
            self.fail(1, "CH9a: no officer, hence no company commander")
        if ranks.count(max(ranks)) > 1:
            second = [m for m in self.members if m.rank == max(ranks)][1]
            self.fail(second.line, f"CH9b: a second officer of rank {max(ranks)}")
        self.commander = ranks.index(max(ranks))

    def check_numbers(self):
        thousands = (self.points + 999) // 1000
        seen, heavies = collections.Counter(), 0
        for member in self.members:
            heavies += member.row["heavy"]
            seen[member.row["id"]] += 1
            if heavies > HEAVIES * thousands:
                self.fail(member.line, f"CH9f: more than {HEAVIES * thousands} heavy walkers")
            if seen[member.row["id"]] > COPIES * thousands:
                self.fail(member.line,
                          f"CH9g: more than {COPIES * thousands} of {member.row['id']}")

    def check_cost(self):
        self.total = self.reserve = 0
        limit = self.scenarios.reserve_limit(self.points)
        for member in self.members:
            self.total += self.cost(member)
            self.reserve += self.cost(member) if member.reserve else 0
            if member.reserve and self.reserve > limit:
                self.fail(member.line, f"CH9i: {self.reserve} AP of reserve, {limit} are allowed")
            if self.total > self.points:
                self.fail(member.line, f"CH9k: {self.total} AP, {self.points} are allowed")
        if len(self.members) > UNITS_MAX:
            self.fail(self.members[UNITS_MAX].line, f"more than {UNITS_MAX} units")


class Companies:
    def __init__(self, folder, units, officers, scenarios):
        self.paths = sorted(folder.glob("*.company"))
        for path in sorted(folder.glob("*")):
            if path.suffix != ".company":
                raise DataError(path, 1, "not a .company file")
        every = [Company(path, units, officers, scenarios) for path in self.paths]
        order = lambda c: (c.points, FACTIONS.index(c.head["faction"]), c.path.stem)
        self.all = sorted(every, key=order)
        self.check_ready(folder)
        missing = set(units.place) - {m.row["id"] for c in self.all for m in c.members}
        if missing:
            raise DataError(folder, 1, f"no ready company has {', '.join(sorted(missing))}")

    def of(self, points, faction):
        return [c for c in self.all if (c.points, c.head["faction"]) == (points, faction)]

    def check_ready(self, folder):
        for points, faction in itertools.product(SIZES, FACTIONS):
            have = len(self.of(points, faction))
            if have < READY:
                raise DataError(folder, 1, f"{have} companies of {faction} for {points} AP, "
                                           f"at least {READY} are wanted")


class Data:
    """Everything, checked."""

    def __init__(self, folder, scenarios_def):
        folder = pathlib.Path(folder)
        self.factions = Factions(folder / "factions.tsv")
        self.officers = Officers(folder / "officers.tsv")
        self.weapons = Weapons(folder / "weapons.tsv")
        self.units = Units(folder / "units.tsv", self.weapons)
        self.scenarios = Scenarios(folder / "scenarios", scenarios_def)
        self.companies = Companies(folder / "companies", self.units, self.officers, self.scenarios)
        self.files = [t.path for t in (self.factions, self.officers, self.weapons, self.units)]
        self.files += [scenarios_def, folder / "scenarios", folder / "companies"]
        self.files += self.scenarios.paths + self.companies.paths
