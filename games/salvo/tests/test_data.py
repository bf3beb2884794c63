#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The data of Salvo: facts of the rules that are tested as data, planted errors that must be told
by file and line, the C file, and the completeness of rules.def. test_company.py tests company.c.

A comment that begins with rule ids names the facts a test proves; tools/matrix reads it."""
import collections
import contextlib
import io
import json
import pathlib
import re
import shutil
import sys
import tempfile
import unittest

GAME = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(GAME))
sys.dont_write_bytecode = True
import compile as compiler  # noqa: E402  (games/salvo/compile.py)
import miniatures  # noqa: E402
import reader as sv  # noqa: E402


def data_text(file):
    return (GAME / "data" / file).read_text(encoding="utf-8")


class Facts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = sv.Data(GAME / "data", GAME / "scenarios.def")
        cls.units = {row["id"]: row for row in cls.data.units.rows}
        cls.weapons = {row["id"]: row for row in cls.data.weapons.rows}
        cls.scenarios = {s.token: s for s in cls.data.scenarios.all}

    def test_each_faction_has_the_same_kinds(self):
        kinds = collections.defaultdict(list)
        for row in self.units.values():
            kinds[row["faction"]].append((row["type"], row["grade"]))
        want = [("infantry", g) for g in (1, 1, 2, 2, 3)] + [("vehicle", 2), ("walker", 1),
                                                             ("walker", 3)]
        self.assertEqual({f: sorted(k) for f, k in kinds.items()}, {f: want for f in sv.FACTIONS})
        self.assertEqual((len(self.units), len(self.weapons)), (24, 24))

    def test_faces_are_in_the_order_of_the_units(self):
        rows = re.findall(r"^    [A-Z]+(?:_OF)?\(.*\),\s+// (\w+)$",
                          (GAME / "looks.c").read_text(encoding="utf-8"), re.M)
        self.assertEqual(rows, list(self.units))

    def test_every_figure_has_a_miniature_that_is_up_to_date(self):
        faces = re.findall(r'^FACE\(\w+, "([avf]_\w+)"',
                           (GAME / "faces.def").read_text(encoding="utf-8"), re.M)
        self.assertEqual(sorted(faces), sorted(miniatures.figures))
        self.assertGreater(len(faces), 40)
        drawn = miniatures.SYMBOLS.read_text(encoding="utf-8")
        self.assertEqual(miniatures.whole(drawn), drawn, "run games/salvo/miniatures.py")

    def test_arcs_of_structure_are_as_long_as_the_structure(self):
        rows = re.findall(r"^    (MACHINE|CARRIER)\((\w+)\),\s+// (\w+)$",
                          (GAME / "looks.c").read_text(encoding="utf-8"), re.M)
        want = {}
        for kind, face, unit in rows:
            propulsion, hull, each = self.units[unit]["structure"]
            whole = [propulsion, hull, each * len(self.units[unit]["weapons"])]
            for suffix in ("", "_mortar") if kind == "CARRIER" else ("",):
                want[face.lower() + suffix] = whole
        style = json.loads((GAME / "art" / "style.json").read_text(encoding="utf-8"))
        self.assertEqual(style["plane"]["structure"], want)
        self.assertEqual(len(want), 12)

    def test_rulebooks_give_the_corners_of_all_scenery(self):
        for lang, comma in (("en", "."), ("fr", ",")):
            book = (GAME / f"rules.{lang}.md").read_text(encoding="utf-8")
            for file in sorted((GAME / "data" / "scenarios").glob("*.txt")):
                for piece in re.findall(r"height \d\s+(.*)", file.read_text(encoding="utf-8")):
                    corners = " · ".join("/".join(f"{int(v) / 10:.1f}".replace(".", comma)
                                                  for v in word.split(","))
                                         for word in piece.split())
                    self.assertIn(f"| {corners} |", book, (file.name, lang))

    # CH1a the officers
    def test_officers(self):
        rows = [(r["rank"], r["authority"], r["command_points"], r["ap"])
                for r in self.data.officers.rows]
        self.assertEqual(rows, [(1, 3, 2, 30), (2, 4, 3, 45), (3, 5, 4, 60), (4, 6, 5, 80)])

    # CH1b, C30 the values of a unit; two movement values, the second the larger
    def test_values_of_units(self):
        for row in self.units.values():
            self.assertEqual(len(row["move"]), 2, row["id"])
            self.assertLess(row["move"][0], row["move"][1], row["id"])
            self.assertTrue(row["mor"] and row["pro"] and row["cbt"], row["id"])
        total = collections.Counter()
        for row in self.units.values():
            total[row["faction"]] += row["ap"]
        self.assertEqual(total, {"austral": 1675, "vhar": 1425, "forges": 1475})

    # CH1c, CH5b size and base by type
    def test_bodies(self):
        bodies = {(r["type"], r["grade"], r["size"], r["radius"]) for r in self.units.values()}
        self.assertEqual(bodies, {
            ("infantry", 1, 1, 15), ("infantry", 2, 1, 15), ("infantry", 3, 1, 20),
            ("walker", 1, 2, 30), ("vehicle", 2, 2, 35), ("walker", 3, 3, 45)})
        self.assertEqual([r["id"] for r in self.units.values() if r["heavy"]],
                         ["rampart", "pylon", "blast_furnace"])

    # CH1d the values of a weapon; only mortars have a blast, only the projector a range
    def test_weapons(self):
        values = lambda name: [self.weapons[name][c] for c in
                               ("accuracy", "shots", "rerolls", "penetration", "damage")]
        self.assertEqual(values("coil_rifle"), [4, 1, 0, 5, 1])
        self.assertEqual(values("coil_mg"), [5, 4, 1, 6, 1])
        self.assertEqual(values("rail_gun"), [6, 1, 1, 16, 3])
        self.assertEqual({r["id"]: r["blast"] for r in self.weapons.values() if r["blast"]},
                         {"light_mortar": 40, "siege_mortar": 50})
        self.assertEqual([(r["id"], r["range"]) for r in self.weapons.values() if r["range"]],
                         [("fire_projector", 200)])

    # CH1e, CH1g melee values, and standard bearers among whom the leader is
    def test_infantry(self):
        for row in self.units.values():
            foot = row["type"] == "infantry"
            self.assertEqual(all(row["melee"]), foot, row["id"])
            self.assertEqual(row["groups"][0][0] > 0, foot, row["id"])
        self.assertEqual(self.units["harvesters"]["melee"], [7, 2, 7])
        self.assertEqual(self.units["harvesters"]["groups"], [(6, None), (0, None)])

    # CH1f, CR58 structure, and light vehicles that come in units of one to three
    def test_vehicles(self):
        for row in self.units.values():
            if row["type"] != "infantry":
                self.assertTrue(all(row["structure"]), row["id"])
                self.assertEqual(row["vehicles"], (1, 1 if row["heavy"] else 3), row["id"])
        self.assertEqual(self.units["blast_furnace"]["structure"], [3, 6, 3])
        several = [m.vehicles for c in self.data.companies.all for m in c.members]
        self.assertIn(2, several)

    # CR44 no unit begins at the strength that makes it test
    def test_thresholds(self):
        least = {g: min(r["figures"] for r in self.units.values()
                        if r["type"] == "infantry" and r["grade"] == g) for g in (1, 2, 3)}
        self.assertEqual(least, {1: 6, 2: 6, 3: 4})

    # CH5a, CH5c whole millimetres; convex pieces of at most eight corners, walls to containers
    def test_scenery(self):
        pieces = [p for s in self.scenarios.values() for p in s.pieces]
        self.assertEqual(len(pieces), 58)
        for piece in pieces:
            self.assertEqual(sv.normalise(piece.corners), piece.corners)
            self.assertTrue(all(isinstance(n, int) for at in piece.corners for n in at))
            self.assertIn((piece.kind, piece.height),
                          {("wall", 1), ("area", 1), ("container", 2), ("ruin", 2)})

    # CH11i, CH11o, CH11p, CH11q, CH11r, CH11s the scenarios as they are told
    def test_scenarios(self):
        told = {t: (s.board, s.points, s.reserve, s.rounds, s.stars,
                    [(m.stars, m.payments) for m in s.objectives])
                for t, s in self.scenarios.items() if t != "empty"}
        self.assertEqual(told, {
            "first_salvo": ([900, 600], [400] * 2, [0, 0], 4, [0, 0], [(1, 0)] * 2),
            "relay": ([1200, 900], [1000] * 2, [250] * 2, 6, [12, 12], [(1, 0)] * 4),
            "dike": ([1200, 1000], [1100, 750], [250] * 2, 7, [12, 0],
                     [(1, 0), (1, 0), (3, 0)]),
            "wells": ([1500, 1000], [1500] * 2, [500] * 2, 7, [18, 18],
                      [(1, 4)] * 4 + [(2, 4)]),
            "courier": ([1400, 1000], [1000] * 2, [200] * 2, 6, [0, 0],
                        [(2, 0), (1, 0), (1, 0)])})
        special = {t: (s.hold, s.otherwise, s.commander) for t, s in self.scenarios.items()
                   if s.hold or s.commander}
        self.assertEqual(special, {"dike": (("O3", 4), 1, 0), "courier": (None, None, 4)})
        self.assertEqual([t for t, s in self.scenarios.items() if not s.symmetric], ["dike"])

    # CH9a, CH9b, CH9c, CH9d, CH9e, CH9f, CH9g, CH9h, CH9i, CH9j, CH9k, CH9l, CH9m ready companies
    def test_ready_companies(self):
        sides = collections.Counter((c.points, c.head["faction"]) for c in self.data.companies.all)
        self.assertEqual(sides, {(p, f): 2 for p in sv.SIZES for f in sv.FACTIONS})
        for company in self.data.companies.all:
            self.assertGreaterEqual(company.total, 0.9 * company.points, company.path.stem)
            self.assertEqual(company.commander, 0, company.path.stem)
            self.assertLessEqual(sum(m.row["figures"] * (m.vehicles or 1)
                                     for m in company.members), sv.FIGURES_MAX)
        used = {m.row["id"] for c in self.data.companies.all for m in c.members}
        self.assertEqual(used, set(self.units))

    def test_given_companies(self):
        cost = {c.path.stem: (c.total, c.reserve) for c in self.data.companies.all}
        for name, want in (("austral_400_1", (395, 0)), ("vhar_400_1", (400, 0)),
                           ("forges_400_1", (365, 0)), ("austral_1000_1", (1000, 180)),
                           ("vhar_1000_1", (1000, 145)), ("forges_1000_1", (935, 165))):
            self.assertEqual(cost[name], want, name)

    def test_no_company_outgrows_the_arrays(self):
        """The dearest size, best filled: most units and most figures of any faction."""
        points, thousands = max(sv.SIZES), 2
        for faction in sv.FACTIONS:
            rows = [r for r in self.units.values() if r["faction"] == faction]
            for weight, limit in ((lambda r: 1, sv.UNITS_MAX),
                                  (lambda r: r["figures"], sv.FIGURES_MAX)):
                best = [0] * (points + 1)
                for row in rows:
                    copies = sv.HEAVIES * thousands if row["heavy"] else sv.COPIES * thousands
                    for _ in range(copies):
                        for room in range(points, row["ap"] - 1, -1):
                            best[room] = max(best[room], best[room - row["ap"]] + weight(row))
                self.assertLessEqual(max(best), limit, faction)


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


class PlantedInTables(Planted):
    def unit(self, old, new, reason):
        self.refused("units.tsv", old, new, reason)

    def test_columns(self):
        self.refused("weapons.tsv", "mount\taccuracy", "accuracy\tmount", "names the columns")
        self.refused("weapons.tsv", "burst_gun\t", "burst_gun\tx\t", "13 columns")
        self.refused("officers.tsv", "Capitaine\t", " Capitaine\t", "spaces around")

    def test_weapon_values(self):
        self.refused("weapons.tsv", "coil rifle\tstandard", "coil rifle\theavy", "mount `heavy`")
        self.refused("weapons.tsv", "coil rifle\tstandard\t4", "coil rifle\tstandard\t40",
                     "accuracy `40`")
        self.refused("weapons.tsv", "burst_gun\t", "coil_rifle\t", "stands twice")

    def test_officers_and_factions(self):
        self.refused("officers.tsv", "3\tMajor", "4\tMajor", "the ranks are 1 to 4", 1)
        self.refused("factions.tsv", "vhar\t", "machine\t", "in that order", 1)

    def test_unit_words(self):
        self.unit("vhar\tinfantry\t1\t1\t15\t10/14", "vhar\trobots\t1\t1\t15\t10/14",
                  "type `robots`")
        self.unit("\tLF\t", "\tPF\t", "PF stands twice")
        self.unit("7xcoil_rifle", "7xcoil_riffle", "no weapon is called `coil_riffle`")
        self.unit("4xcoil_rifle+2x", "4xcoil_rifle+3x", "arms for 7 figures of 6")
        self.unit("7xrivet_gun+1xfire_projector", "7xfire_projector+1xrivet_gun",
                  "borne here as standard")

    def test_two_movement_values(self):
        self.unit("16/25", "25/16", "the first movement value")
        self.unit("16/25", "16", "not 2 numbers")

    def test_bodies(self):
        self.unit("infantry\t3\t1\t20\t10/15", "infantry\t3\t1\t15\t10/15", "are 1 and 20")
        self.unit("walker\t1\t2\t30\t15/25\t3", "walker\t2\t2\t30\t15/25\t3",
                  "no walker of grade 2")

    def test_threshold(self):
        self.unit("15/24\t3\t9\t4\t6\t6xcoil_carbine", "15/24\t3\t9\t4\t3\t3xcoil_carbine", "CR44")

    def test_vehicles(self):
        self.unit("3/6/3\t1-1", "3/6/3\t1-3", "CH9m")
        self.unit("rail_gun+turret_mg\t-", "rail_gun+turret_mg\t3/1/4", "CR36")
        self.unit("beam_sled\t", "beam-sled\t", "is not an id")

    def test_mortars(self):
        self.unit("4xslug_rifle+3xrocket_tube", "4xslug_rifle+3xlight_mortar", "option O2")
        self.unit("2/4/2\t1-3\tsiege_mortar\t205", "2/4/2\t1-3\trail_gun\t205", "has no blast")


class PlantedInScenarios(Planted):
    def scenario(self, old, new, reason, line=None, file="relay"):
        self.refused(f"scenarios/{file}.txt", old, new, reason, line)

    def test_words(self):
        self.scenario("rounds 6", "turns 6", "`turns` is not understood")
        self.scenario("rounds 6", "rounds 6 7", "takes 1 words")
        self.scenario("rounds 6", "rounds 6\nrounds 6", "stands twice", 8)
        self.scenario("rounds 6\n", "", "`rounds` is missing", 29)
        self.scenario("wall      T7 ", "fence     T7 ", "`fence` is not understood")
        self.scenario("wall      T7 ", "wall      T9 ", "T7 comes here")

    # CH5a whole millimetres
    def test_points(self):
        self.scenario("434,280", "434.5,280", "is not a point")
        self.scenario("434,280", "-434,280", "is not a point")

    # CH5c corners
    def test_polygons(self):
        self.scenario("434,280 540,386 526,400 420,294", "434,280 526,400 540,386 420,294",
                      "strictly convex")
        self.scenario("434,280 540,386", "434,280 487,333 540,386", "strictly convex")
        self.scenario("434,280 540,386 526,400 420,294", "434,280 540,386", "3 to 8 corners")
        self.scenario("T10 height 1", "T10 height 4", "from 1 to 3")

    def test_overlap_and_table(self):
        self.scenario("230,40 370,40 370,140 230,140", "330,40 370,40 370,240 330,240",
                      "T10 overlaps T1")
        self.scenario("1200 900", "1100 900", "lies on the table", 11)
        self.scenario("objective O2 500,450", "objective O2 510,450", "within 35 mm of O2", 26)

    def test_symmetry(self):
        self.scenario("objective O1 600,220 stars 1", "objective O1 600,220 stars 2", "opposite O1")
        self.scenario("T12 height 1", "T12 height 2", "opposite T12")
        self.scenario("1000,0 1200,900", "1000,0 1200,899", "boxes do not lie opposite")
        self.scenario("stars 12 12", "stars 12 -", "the sides' stars differ")

    def test_deployment(self):
        self.scenario("deploy east 1000,0 1200,900", "deploy east 1000,0 1190,900", "own edge")
        self.scenario("deploy east 640,0", "deploy east 220,0", "boxes meet", file="dike")
        self.scenario("deploy east 640,0 1200,1000\n", "", "`deploy east` is missing", 28,
                      file="dike")

    def test_points_and_reserve(self):
        self.scenario("points 1100 750", "points 1100 800", "none of", file="dike")
        self.scenario("reserve 250 250", "reserve 250 251", "CH9i", file="dike")
        self.scenario("hold O3", "hold O4", "no objective O4", file="dike")
        self.scenario("from 4", "from 9", "no check of round 9", file="dike")

    def test_stray_file(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "data"
            shutil.copytree(GAME / "data", copy)
            (copy / "scenarios" / "lost.txt").write_text("", encoding="utf-8")
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                self.assertEqual(compiler.main(["--check", "--data", str(copy)]), 1)
            self.assertIn("lost.txt:1: scenarios.def does not name it", said.getvalue())


class PlantedInCompanies(Planted):
    def company(self, old, new, reason, line=None, file="austral_1000_1"):
        self.refused(f"companies/{file}.company", old, new, reason, line)

    def test_words(self):
        self.company("pathfinders\n", "pathfinder\n", "no unit is called `pathfinder`")
        self.company("officer 2", "officers 2", "`officers` is not understood")
        self.company("officer 2", "officer 5", "from 1 to 4")
        self.company("section\n", "", "a unit stands in a section", 7)
        self.company("name.en First of the Line\n", "", "`name.en` is missing", 1)
        self.company("company austral_1000_1", "company austral", "says another name")
        self.company("section\n", "section\npoints 1000\n", "stands twice", 8)
        self.company("points 1000\n\nsection\n", "\nsection\npoints 1000\n",
                     "before the sections", 7)

    # CH9a, CH9b
    def test_commander(self):
        self.company(" officer 2", "", "CH9a", 1)
        self.company("pathfinders\n", "pathfinders officer 2\n", "CH9b")

    # CH9c, CH9d, CH9e
    def test_sections(self):
        self.company("boarders\nheron x1\n", "boarders\nheron x1\n\nsection\n", "CH9d: 1 units", 13)
        self.company("heron x1\n", "heron x1\nboarders\n", "CH9d: 6 units", 7)
        self.company("trackers\n", "projectors\n", "CH9e", 12, file="vhar_1000_1")
        many = "section\npathfinders\npathfinders\n" * 3
        self.company("heron x1\n", f"heron x1\n{many}", "CH9c: 4 sections", 18)

    # CH9f, CH9g
    def test_copies(self):
        self.company("skitter x1\n", "pylon\n", "CH9f: more than 1", 11, file="vhar_750_1")
        self.company("boarders\nheron x1\nreserve boarders",
                     "pathfinders\npathfinders\npathfinders",
                     "CH9g: more than 3 of pathfinders", 12)

    # CH9h, CH9i, CH9k
    def test_points(self):
        self.company("reserve boarders", "reserve heron", "CH9i: 245 AP of reserve, 200")
        self.company("heron x1", "heron x2", "CH9k: 1065 AP, 1000", 11)
        self.company("points 1000", "points 900", "CH9k")

    # CH9j, CH9l, CH9m
    def test_members(self):
        self.company("heron x1", "heron x1 officer 1", "CH9j")
        self.company("pathfinders\n", "automata\n", "CH9l")
        self.company("heron x1", "heron x4", "CH9m")
        self.company("pathfinders\n", "pathfinders x1\n", "CH9m")
        self.company("pathfinders\n", "pathfinders mortar\n", "O2")

    def test_two_for_each(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "data"
            shutil.copytree(GAME / "data", copy)
            (copy / "companies" / "vhar_750_2.company").unlink()
            said = io.StringIO()
            with contextlib.redirect_stderr(said):
                self.assertEqual(compiler.main(["--check", "--data", str(copy)]), 1)
            self.assertIn("1 companies of vhar for 750 AP", said.getvalue())


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
            folder = pathlib.Path(folder)
            paths = [folder / name for name in ("a.c", "b.c")]
            cls.status = [compiler.main(["--out", str(path), "--depfile", str(folder / "d")])
                          for path in paths]
            cls.bytes = [path.read_bytes() for path in paths]
            cls.depends = (folder / "d").read_text(encoding="utf-8")
        cls.text = cls.bytes[0].decode()

    def test_same_bytes_twice(self):
        self.assertEqual(self.status, [0, 0])
        self.assertEqual(*self.bytes)

    def test_depends_on_every_file(self):
        for path in (GAME / "data").rglob("*"):
            # weights.txt is compiled by games/weights.py, by its own command
            if path.is_file() and path.name != "weights.txt":
                self.assertIn(str(path), self.depends)

    def test_rows(self):
        self.assertIn("{4, 1, 0, 5, 1, SV_MOUNT_STANDARD, 0, 0, 0, 0} /* coil_rifle */", self.text)
        self.assertIn('{"pathfinders", "Éclaireurs", "Pathfinders", 0}', self.text)
        self.assertRegex(self.text, r"\.move = \{120, 180\}, \.army_points = 230\} /\* line_fus")
        # A polygon written clockwise or from another corner comes out as base/plane.h wants it.
        self.assertIn("{{{320, 405}, {340, 405}, {340, 555}, {320, 555}}, {320, 405, 340, 555}, 4, "
                      "SV_WALL, 1, 1}", self.text)

    def test_normalise(self):
        square = [(0, 0), (10, 0), (10, 10), (0, 10)]
        for turn in range(4):
            ring = square[turn:] + square[:turn]
            self.assertEqual(sv.normalise(ring), square)
            self.assertEqual(sv.normalise(ring[::-1]), square)
        star = [(0, 4), (10, 4), (2, 10), (5, 0), (8, 10)]  # turns left everywhere, winds twice
        for ring in (star, star[::-1], [(0, 0), (10, 0), (2, 2), (0, 10)]):
            with self.assertRaises(ValueError):
                sv.normalise(ring)


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
        self.assertEqual(self.ids[:136], [f"C{n}" for n in range(1, 137)])
        self.assertEqual(self.ids[136:196], [f"CR{n}" for n in range(1, 61)])
        self.assertEqual(self.ids[-9:], [f"O{n}" for n in range(1, 10)])
        house = self.ids[196:-9]
        order = lambda i: (int(re.sub(r"\D", "", i)), i)
        self.assertEqual(house, sorted(house, key=order))
        self.assertEqual({int(re.sub(r"\D", "", i)) for i in house}, set(range(1, 12)))

    def test_letters_without_gaps(self):
        letters = collections.defaultdict(str)
        for i in self.ids[196:-9]:
            letters[i[:-1]] += i[-1]
        for paragraph, have in letters.items():
            self.assertEqual(have, "abcdefghijklmnopqrstuvwxyz"[:len(have)], paragraph)

    def test_origin_and_kind(self):
        for rule, origin, kind, *_ in self.rules:
            head = re.match(r"[A-Z]+", rule)[0]
            want = {"C": "SEED", "CR": "RULING", "CH": "HOUSE", "O": "HOUSE"}[head]
            self.assertEqual((origin, kind in ("ACT", "FACT")), (want, True), rule)
            if origin == "SEED":
                self.assertEqual(kind, "ACT", rule)

    def test_texts(self):
        seen = {}
        for rule, _, _, section, fr, en in self.rules:
            self.assertRegex(section, r"^\d+(\.\d+)?$", rule)
            self.assertEqual(seen.setdefault(fr, rule), rule)
            self.assertEqual(seen.setdefault(en, rule), rule)
            for text in (fr, en):
                self.assertRegex(text, r"[.»]$", rule)
                self.assertLess(len(text), 240, rule)
            self.assertNotRegex(fr, r"[^ «];|[^ ]:|[^ ]»|«[^ ]| ,|\b(CP|AP|ACC|PEN|DAM)\b", rule)
            self.assertNotRegex(en, r" [;:,]|\b(PC|PA|PRE|PER)\b", rule)


if __name__ == "__main__":
    unittest.main()
