#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""company.c, the judge of companies that players write, against the same texts as reader.py.

Compiles company.c with the data into a library and calls it: every limit with its line and rule,
every fault of the table, the ready companies (which must come out as the build made them), and
thousands of random companies on which both judges must agree."""
import ctypes
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

GAME = pathlib.Path(__file__).resolve().parent.parent
ROOT = GAME.parent.parent
sys.path.insert(0, str(GAME))
sys.dont_write_bytecode = True
import compile as compiler  # noqa: E402  (games/salvo/compile.py)
import reader as sv  # noqa: E402

UNITS_MAX, FAULTS_MAX = 12, 32


class Name(ctypes.Structure):
    _fields_ = ([(field, ctypes.c_char_p) for field in ("token", "fr", "en")]
                + [("facts", ctypes.c_uint16)])


class Unit(ctypes.Structure):
    _fields_ = [(field, ctypes.c_uint8) for field in
                ("unit", "rank", "vehicles", "section", "reserve", "mortar")]


class Company(ctypes.Structure):
    _fields_ = ([("name", Name)]
                + [(f, ctypes.c_uint8) for f in ("faction", "units", "commander", "sections")]
                + [(f, ctypes.c_uint16) for f in ("limit", "army_points", "reserve")]
                + [("unit", Unit * UNITS_MAX)])

    def told(self):
        units = [tuple(getattr(u, f) for f, _ in Unit._fields_) for u in self.unit[:self.units]]
        return (self.faction, self.commander, self.sections, self.limit, self.army_points,
                self.reserve, units)


class Fault(ctypes.Structure):
    _fields_ = [("line", ctypes.c_uint16), ("kind", ctypes.c_uint8), ("spare", ctypes.c_uint8),
                ("a", ctypes.c_int32), ("b", ctypes.c_int32), ("word", ctypes.c_char * 32)]


class Report(ctypes.Structure):
    _fields_ = [("company", Company), ("unit_line", ctypes.c_uint16 * UNITS_MAX),
                ("token", ctypes.c_char * 64), ("fr", ctypes.c_char * 64),
                ("en", ctypes.c_char * 64), ("reserve_limit", ctypes.c_uint16),
                ("faults", ctypes.c_uint16),
                ("fault", Fault * FAULTS_MAX)]


def build(folder):
    data = folder / "data.c"
    if compiler.main(["--out", str(data)]):
        raise RuntimeError("the data do not compile")
    cc = next(filter(None, map(shutil.which, ("cc", "gcc", "clang", "clang-14"))), None)
    if not cc:
        raise RuntimeError("no C compiler")
    library = folder / "company.so"
    subprocess.run([cc, "-std=c17", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared",
                    "-fsanitize-undefined-trap-on-error", "-fsanitize=undefined",
                    f"-I{GAME}", f"-I{ROOT}", f"-I{ROOT / 'include'}", "-o", str(library),
                    str(GAME / "company.c"), str(data), str(ROOT / "base" / "panic.c")],
                   check=True)
    return ctypes.CDLL(str(library))


class Judge(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.library = build(pathlib.Path(cls.folder.name))
        cls.library.sv_company_judge.restype = ctypes.c_bool
        cls.library.sv_company_judge.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int,
                                                 ctypes.c_int, ctypes.c_bool, ctypes.c_void_p]
        cls.library.sv_fault_rule.restype = ctypes.c_char_p
        cls.library.sv_fault_say.restype = ctypes.c_size_t
        cls.library.sv_fault_say.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p,
                                             ctypes.c_size_t]
        cls.data = sv.Data(GAME / "data", GAME / "scenarios.def")
        table = (GAME / "company.def").read_text(encoding="utf-8")
        cls.kinds = re.findall(r"^FAULT\((\w+), (\w+),", table, re.M)

    def judge(self, text, scenario=-1, side=0, mortars=False):
        report = Report()
        text = text if isinstance(text, bytes) else text.encode()
        good = self.library.sv_company_judge(text, len(text), scenario, side, mortars,
                                             ctypes.byref(report))
        self.assertEqual(good, report.faults == 0)
        return report

    def faults(self, *arguments, **options):
        """[(line, kind, rule)], in the order told."""
        report = self.judge(*arguments, **options)
        return [(f.line, self.kinds[f.kind][0],
                 self.library.sv_fault_rule(ctypes.byref(f)).decode())
                for f in report.fault[:report.faults]]

    def say(self, fault, lang, cap=160):
        out = ctypes.create_string_buffer(cap)
        length = self.library.sv_fault_say(ctypes.byref(fault), lang, out, cap)
        self.assertEqual(length, len(out.value))
        return out.value


GOOD = """company mine
name.fr Les nôtres   # a comment
name.en Ours
faction austral
points 1000

section
line_fusiliers officer 2
pathfinders
boarders
heron x1
reserve boarders
"""


class Limits(Judge):
    def broken(self, old, new, *want, **options):
        """Changes the good file; `want` are (line, kind, rule)."""
        self.assertEqual(GOOD.count(old), 1, old)
        self.assertEqual(self.faults(GOOD.replace(old, new), **options), list(want))

    def test_good(self):
        report = self.judge(GOOD)
        self.assertEqual(report.faults, 0)
        self.assertEqual((report.token, report.fr.decode(), report.en),
                         (b"mine", "Les nôtres", b"Ours"))
        self.assertEqual(list(report.unit_line[:5]), [8, 9, 10, 11, 12])
        self.assertEqual(report.company.told()[:6], (0, 0, 1, 1000, 1000, 180))

    # CH9a, CH9b
    def test_commander(self):
        self.broken(" officer 2", "", (1, "NO_COMMANDER", "CH9a"))
        self.broken("officer 2", "officer 1")
        self.broken("pathfinders\nboarders\n", "pathfinders officer 2\n",
                    (9, "TWO_COMMANDERS", "CH9b"))
        self.broken("pathfinders\nboarders\n", "pathfinders officer 1\n")

    # CH9c, CH9d, CH9e
    def test_sections(self):
        self.broken("section\n", "section\npathfinders\n", (7, "SECTION_LARGE", "CH9d"),
                    (13, "COST", "CH9k"))
        self.broken("heron x1\n", "section\n", (11, "SECTION_SMALL", "CH9d"),
                    (11, "NO_FIRST_GRADE", "CH9e"))
        self.broken("section\nline_fusiliers officer 2\npathfinders\n",
                    "section\ncuirassiers officer 2\n", (7, "NO_FIRST_GRADE", "CH9e"))
        pair = "section\npathfinders\npathfinders\n"
        text = GOOD.split("section")[0].replace("1000", "1500") + pair * 4
        text = text.replace("pathfinders", "pathfinders officer 2", 1)
        self.assertIn((16, "SECTIONS", "CH9c"), self.faults(text))
        self.assertIn((1, "SECTIONS", "CH9c"), self.faults("faction austral\npoints 400\n"))

    # CH9f, CH9g
    def test_copies(self):
        heavy = "faction vhar\npoints %d\nsection\nautomata officer 2\npylon\npylon\n"
        self.assertEqual(self.faults(heavy % 1000), [(6, "HEAVIES", "CH9f")])
        self.assertEqual(self.faults(heavy % 1100), [])
        copies = "faction austral\npoints %d\nsection\npathfinders officer 2\n"
        copies += "pathfinders\n" * 3
        self.assertEqual(self.faults(copies % 1000), [(7, "COPIES", "CH9g")])
        self.assertEqual(self.faults(copies % 1100), [])

    # CH9h, CH9i: relay allows 250 of 1,000, courier 200, first_salvo nothing
    def test_reserve(self):
        text = ("faction vhar\npoints 1000\nsection\nautomata officer 2\nreserve colossi\n"
                "trackers\n")
        tokens = self.data.scenarios.tokens
        self.assertEqual(self.faults(text), [])
        self.assertEqual(self.faults(text, scenario=tokens.index("relay")), [])
        self.assertEqual(self.faults(text, scenario=tokens.index("courier")),
                         [(5, "RESERVE", "CH9i")])
        small = "faction vhar\npoints 400\nsection\nautomata officer 2\nreserve trackers\n"
        self.assertEqual(self.faults(small), [(5, "RESERVE", "CH9i")])

    # CH9j, CH9l, CH9m
    def test_members(self):
        self.broken("heron x1", "rampart officer 1", (11, "NOT_INFANTRY", "CH9j"),
                    (12, "COST", "CH9k"))
        self.broken("officer 2", "officer 5", (1, "NO_COMMANDER", "CH9a"), (8, "RANK", "CH9j"))
        self.broken("officer 2", "officer", (1, "NO_COMMANDER", "CH9a"), (8, "RANK", "CH9j"))
        self.broken("pathfinders\n", "automata\n", (9, "FOREIGN", "CH9l"), (12, "COST", "CH9k"))
        self.broken("heron x1", "heron x4", (11, "VEHICLES", "CH9m"))
        self.broken("heron x1", "heron x0", (11, "VEHICLES", "CH9m"))
        self.broken("heron x1", "rampart x2", (11, "VEHICLES", "CH9m"), (12, "COST", "CH9k"))
        self.broken("heron x1", "heron")
        self.broken("pathfinders\n", "pathfinders x1\n", (9, "ON_FOOT", "CH9m"))

    # CH9k
    def test_points(self):
        self.broken("heron x1", "heron x2", (11, "COST", "CH9k"))
        self.broken("points 1000", "points 950", (5, "NO_SIZE", "CH9k"))
        self.broken("points 1000", "points 1100")
        self.broken("Ours", "Ours", (5, "TOO_LARGE", "CH9k"), side=1,
                    scenario=self.data.scenarios.tokens.index("dike"))

    def test_mortars(self):
        self.broken("boarders\nheron x1", "support_team mortar", (10, "MORTAR_OFF", "O2"))
        self.broken("boarders\nheron x1", "support_team mortar", mortars=True)
        self.broken("boarders\nheron x1", "boarders mortar", (10, "NO_MORTAR", "O2"), mortars=True)

    def test_form(self):
        self.broken("pathfinders\n", "pathfinder\n", (9, "NO_UNIT", ""))
        self.broken("faction austral", "faction concord", (4, "NO_FACTION", ""))
        self.broken("faction austral\n", "", (1, "MISSING", ""))
        self.broken("points 1000\n", "points\n", (5, "NO_VALUE", ""))
        self.broken("name.en Ours", "name.fr Ours", (3, "TWICE", ""))
        self.broken("heron x1", "heron x1 fast", (11, "WORD", ""))
        self.broken("reserve boarders", "reserve", (12, "NO_VALUE", ""))
        self.broken("points 1000\n\nsection\n", "section\npoints 1000\n", (6, "LATE", ""))
        self.broken("boarders\nheron x1", "boarders\nheron\001", (11, "NOT_TEXT", ""))
        self.assertIn((3, "NO_SECTION", ""), self.faults("faction austral\npoints 400\nboarders\n"))

    def test_every_fault_has_a_test(self):
        text = pathlib.Path(__file__).read_text(encoding="utf-8")
        for kind, _ in self.kinds:
            self.assertIn(f'"{kind}"', text)


class Sentences(Judge):
    def test_rules_exist(self):
        ids = re.findall(r"^RULE\((\w+),", (GAME / "rules.def").read_text(encoding="utf-8"), re.M)
        for kind, rule in self.kinds:
            self.assertIn(rule, ["NONE"] + ids, kind)

    def test_sentences(self):
        report = self.judge(GOOD.replace("heron x1", "heron x4"))
        self.assertEqual(self.say(report.fault[0], 1), b"heron: 4 vehicles, 1 to 3 are allowed")
        self.assertEqual(self.say(report.fault[0], 0).decode(),
                         "heron : 4 véhicules, de 1 à 3 permis")
        self.assertEqual(self.say(report.fault[0], 1, 8), b"heron: ")

    def test_all_are_told_up_to_the_last(self):
        report = self.judge("nothing\n" * 100)
        self.assertEqual(report.faults, FAULTS_MAX)
        self.assertEqual(self.kinds[report.fault[FAULTS_MAX - 1].kind][0], "TOO_MANY")

    def test_long_words_are_cut_between_letters(self):
        report = self.judge("x" + "é" * 40 + "\n")
        fault = next(f for f in report.fault if self.kinds[f.kind][0] == "NO_UNIT")
        self.assertEqual(fault.word.decode(), "x" + "é" * 15)


class Ready(Judge):
    def test_ready_companies_come_out_as_the_build_made_them(self):
        table = (Company * len(self.data.companies.all)).in_dll(self.library, "sv_companies")
        for made, read in zip(table, self.data.companies.all):
            report = self.judge(read.path.read_bytes())
            self.assertEqual(report.faults, 0, read.path.stem)
            self.assertEqual(report.company.told(), made.told(), read.path.stem)
            self.assertEqual((report.token, report.fr, report.en),
                             (made.name.token, made.name.fr, made.name.en))

    def test_they_fit_every_side_of_their_size(self):
        for number, scenario in enumerate(self.data.scenarios.all):
            for side in (0, 1):
                for company in self.data.companies.all:
                    if company.points == scenario.points[side]:
                        text = company.path.read_bytes()
                        self.assertEqual(self.faults(text, scenario=number, side=side), [])


class Random(Judge):
    """Both judges on random companies: the same verdict, and reader.py's line among C's faults."""

    def write(self, rng):
        units = self.data.units.rows
        faction = rng.choice(sv.FACTIONS)
        own = [r for r in units if r["faction"] == faction]
        points = rng.choice(sv.SIZES)
        lines = ["company random", "name.fr a", "name.en b", f"faction {faction}",
                 f"points {points}"]
        for section in range(rng.choice((1, 1, 2, 2, 3, 4) if points > 1000 else (1, 1, 1, 2))):
            lines.append("section")
            for _ in range(rng.choice((2, 2, 3, 3, 4, 5, 6, 1))):
                lines.append(self.member(rng, own if rng.random() < 0.98 else units, points))
            first = [r["id"] for r in own if r["type"] == "infantry" and r["grade"] == 1]
            if rng.random() < 0.9:
                lines.append(rng.choice(first) + (f" officer {section + 1}"
                                                  if rng.random() < 0.9 else ""))
        return "\n".join(lines) + "\n"

    @staticmethod
    def member(rng, units, points):
        row = rng.choice(units)
        words = [row["id"]]
        if rng.random() < 0.15 and points > 400:
            words.insert(0, "reserve")
        if row["type"] != "infantry" and rng.random() < 0.6:
            words.append(f"x{rng.choice((1, 1, 1, 2, 2, 3, 4))}")
        if rng.random() < 0.05:
            words.append(f"officer {rng.randint(1, 4)}")
        return " ".join(words)

    def verdict(self, text, path):
        path.write_text(text, encoding="utf-8")
        try:
            sv.Company(path, self.data.units, self.data.officers, self.data.scenarios)
        except sv.DataError as problem:
            return problem
        return None

    def test_agree(self):
        rng, good, bad = random.Random(6), 0, set()
        path = pathlib.Path(self.folder.name) / "random.company"
        tokens = self.data.scenarios.tokens
        hardest = {400: ("first_salvo", 0), 750: ("dike", 1), 1000: ("courier", 0),
                   1100: ("dike", 0), 1500: ("wells", 0)}
        for _ in range(4000):
            text = self.write(rng)
            points = int(re.search(r"points (\d+)", text)[1])
            scenario, side = hardest[points]
            faults = self.faults(text, scenario=tokens.index(scenario), side=side)
            problem = self.verdict(text, path)
            self.assertEqual(not faults, problem is None, f"{text}{faults}{problem}")
            if problem:
                rule = re.match(r"(CH9\w|O2)?", problem.reason)[0]
                self.assertIn((problem.line, rule), [(line, r) for line, _, r in faults], text)
                bad.add(rule)
            good += problem is None
        self.assertGreater(good, 100)
        self.assertGreaterEqual(len(bad), 10, bad)


if __name__ == "__main__":
    unittest.main()
