#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The data of Bautzen, in four parts: facts of the rules that are tested as data, planted errors
that must be told by file and line, the C file, and the completeness of rules.def.

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
import compile as compiler  # noqa: E402  (games/bautzen/compile.py)
import reader as bz  # noqa: E402


def data_text(file):
    return (GAME / "data" / file).read_text(encoding="utf-8")


class Facts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.map = bz.Map(GAME / "data" / "map.txt", bz.Terrain(GAME / "terrain.def"))
        cls.counters = bz.Counters(GAME / "data" / "counters.csv", cls.map)

    def where(self, test):
        return sorted(n for n, p in self.map.hexes.items() if test(p))

    # BD1 the grid: distance is what the neighbour graph says, from everywhere to everywhere
    def test_distance_is_the_neighbour_graph(self):
        for start in bz.ALL_HEXES:
            steps, queue = {start: 0}, collections.deque([start])
            while queue:
                here = queue.popleft()
                for there in (bz.neighbour(here, d) for d in range(6)):
                    if there and there not in steps:
                        steps[there] = steps[here] + 1
                        queue.append(there)
            self.assertEqual(steps, {n: bz.distance(start, n) for n in bz.ALL_HEXES})

    def test_known_distances(self):
        for a, b, far in ((1410, 1511, 1), (2206, 1910, 5), (1410, 114, 13), (1607, 1410, 4),
                          (909, 1410, 5), (511, 114, 5)):
            self.assertEqual(bz.distance(a, b), far)

    def test_heights_lie_in_the_south(self):
        """r08_retreat.c relies on it: whoever may not go to row 05 meets no height on the way."""
        heights = self.where(lambda p: p.summit)
        self.assertEqual(len(heights), 12)
        self.assertGreaterEqual(min(number % 100 for number in heights), 5)

    def test_totals_of_the_map(self):
        places = self.map.hexes.values()
        kinds = collections.Counter(p.terrain for p in places)
        self.assertEqual(kinds, {"clear": 193, "wood": 108, "rough": 36, "rough_wood": 16,
                                 "pond": 11})
        links = {k: sum(len(p.links[k]) for p in places) // 2 for k in ("road", "motorway", "rail")}
        self.assertEqual(links, {"road": 198, "motorway": 16, "rail": 104})
        self.assertEqual(sum(len(p.river) for p in places) // 2, 233)

    # B37 the hexes with a triangle
    def test_dominant_hexes(self):
        heights = self.where(lambda p: p.summit)
        self.assertEqual(heights, [509, 807, 810, 1011, 1213, 1609, 1612, 1810, 1908, 2013, 2310,
                                   2411])
        near = [n for n in bz.ALL_HEXES if min(bz.distance(n, h) for h in heights) <= 2]
        self.assertEqual(len(near), 155)

    # B77 where the seed's towns lie
    def test_towns_of_the_seed(self):
        named = lambda word: self.where(lambda p: p.place and p.place.startswith(word))
        self.assertEqual(named("Niesky"), [2206])
        self.assertEqual(named("Weißenberg"), [1910])
        self.assertEqual(named("Bautzen"), [1410, 1511])

    # BD2 supply sources
    def test_sources(self):
        source = lambda kind: self.where(lambda p: p.source == kind)
        self.assertEqual(source("A"), [2001, 2605, 2607])
        self.assertEqual(source("A5"), [1201])
        self.assertEqual(source("G"), [107, 109, 114, 814, 1014, 1614, 2014, 2414])

    # BD5 victory hexes
    def test_victory_hexes(self):
        worth = lambda kind: self.where(lambda p: p.vp == kind)
        self.assertEqual(worth("primary"), [1410, 1511])
        self.assertEqual(worth("secondary"), [610, 1210, 1910, 2109, 2206])
        self.assertEqual(worth("dresden"), [114])

    def test_motorway_gap_at_the_spree(self):
        motorway = lambda n: self.map.hexes[n].links["motorway"]
        self.assertNotIn(1910, bz.flood(112, motorway))
        self.assertIn(1910, bz.flood(1609, motorway))

    # BH4k, BH4l, BH4m, BH4n, BH4o, BD12 the terrain table, in half MP
    def test_terrain_table(self):
        text = (GAME / "terrain.def").read_text(encoding="utf-8")
        rows = {m[1]: [int(n) for n in m[2].split(",")] for m in
                re.finditer(r'^T\w+\(\w+, "([\w-]+)", ([-\d, ]+), "', text, re.M)}
        self.assertEqual(rows, {
            "clear": [2, 2, 0, 6], "wood": [2, 4, -1, 4], "rough": [2, 4, -1, 4],
            "rough_wood": [4, 6, -2, 4], "pond": [4, 6, -1, 4],
            "-": [0, 0, 0, 0, 0], "village": [2, -1, 0, 0, 0], "city": [2, 0, -1, 6, 1]})

    # BH5a stacking points by size
    def test_stacking_points(self):
        points = {(r["size"], r["stack"]) for r in self.counters.rows}
        self.assertEqual(points, {("regt", 2), ("bde", 3), ("div", 3), ("corps_su", 3),
                                  ("corps_de", 4), ("army", 4), ("cl", 1), ("marker", None)})

    # B11 headquarters at three levels
    def test_hq_at_three_levels(self):
        sizes = {r["size"] for r in self.counters.rows if r["type"] == "hq"}
        self.assertEqual(sizes, {"div", "corps_su", "corps_de", "army"})

    # B54, B55, B56, BR17 the reinforcements: Soviet formations, four units each with the HQ
    def test_reinforcements(self):
        units = collections.defaultdict(list)
        for row in self.counters.rows:
            if row["setup"] == "reinforcement" and row["type"] != "air":
                units[row["nation"], row["formation"]].append(row["name"])
        self.assertEqual(units, {("soviet", "4 GTC"): ["12 GTB", "13 GTB", "14 GTB", "QG"],
                                 ("soviet", "95 GRD"): ["284", "287", "290", "QG"]})

    # BR23 the zone of Bautzen is measured from the nearer of its hexes
    def test_bautzen_zone_uses_the_nearer_hex(self):
        zone = self.counters.zones["1410/1511<=3"]
        self.assertEqual(len(zone.hexes), 44)
        self.assertIn(1811, zone.hexes)
        self.assertEqual((bz.distance(1811, 1410), bz.distance(1811, 1511)), (4, 3))

    # BD3 the panzer zone, at its corners
    def test_panzer_zone(self):
        for number, inside in ((1312, True), (1311, False), (401, True), (501, False),
                               (2309, True), (2308, False), (2209, False)):
            self.assertEqual(bz.in_panzer_zone(number), inside, number)

    # BD6 eight supply columns, of neither side
    def test_supply_columns(self):
        sides = [r["side"] for r in self.counters.rows if r["type"] == "supply"]
        self.assertEqual(sides, ["-"] * 8)


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


class PlantedInMap(Planted):
    def hex_line(self, number):
        for n, line in enumerate(data_text("map.txt").split("\n"), 1):
            if line.startswith(f"HEX {number} "):
                return n, line
        raise AssertionError(number)

    def map_refused(self, number, old, new, reason, at=None):
        """Changes one hex. The error may be told at another hex `at`, whose line comes first."""
        line = self.hex_line(number)[1]
        self.assertIn(old, line)
        where = self.hex_line(at or number)[0]
        self.refused("map.txt", line, line.replace(old, new), reason, where)

    def test_missing_hex(self):
        line = self.hex_line("0103")[1]
        self.refused("map.txt", line + "\n", "", "hex 0103 is missing", 374)

    def test_double_hex(self):
        n, line = self.hex_line("0103")
        self.refused("map.txt", line + "\n", f"{line}\n{line}\n", "stands already", n + 1)

    def test_lines_out_of_order(self):
        (n, a), b = self.hex_line("0103"), self.hex_line("0104")[1]
        self.refused("map.txt", f"{a}\n{b}\n", f"{b}\n{a}\n", "out of order", n)

    def test_hex_off_the_map(self):
        self.map_refused("0101", "HEX 0101", "HEX 0115", "no such hex")

    def test_line_of_another_kind(self):
        n, line = self.hex_line("0103")
        self.refused("map.txt", line, "TOWN 0103", "expected `HEX CCRR", n)

    def test_terrain_word(self):
        self.map_refused("0101", "terrain=wood", "terrain=forest", "terrain `forest`")

    def test_town_word(self):
        self.map_refused("0109", "village:Radeburg", "hamlet:Radeburg", "is not city:Name")

    def test_missing_field(self):
        self.map_refused("0101", " river=-", "", "field river is missing")

    def test_unknown_field(self):
        self.map_refused("0101", "river=-", "rivers=-", "is no field")

    def test_link_to_a_far_hex(self):
        self.map_refused("0107", "road=0206", "road=0306", "not adjacent")

    def test_one_sided_link(self):
        self.map_refused("0206", "road=0107,0307", "road=0307", "is missing on line", at="0107")

    def test_one_sided_river(self):
        self.map_refused("0104", "river=S:Pulsnitz", "river=-", "missing", at="0105")

    def test_river_with_two_names(self):
        self.map_refused("0104", "river=S:Pulsnitz", "river=S:Spree", "Pulsnitz")

    def test_river_on_the_edge(self):
        self.map_refused("0101", "river=-", "river=N:Spree", "edge of the map")

    def test_exit_inside_the_map(self):
        self.map_refused("0206", "exit=-", "exit=road:Nowhere", "lies on the edge")

    def test_thirteenth_dominant_hex(self):
        self.map_refused("2512", "dominant=-", "dominant=Hill:300m", "more than the 12")

    def test_eleven_dominant_hexes(self):
        line = self.hex_line("2411")[1]
        planted = line.replace("Landeskrone:420m", "-")
        self.refused("map.txt", line, planted, "11 dominant hexes", 375)

    def test_dominant_hex_that_gains_a_link(self):  # BD10a
        a, b = self.hex_line("1810")[1], self.hex_line("1910")[1]
        text = data_text("map.txt")
        middle = text[text.index(a):text.index(b) + len(b)]
        planted = middle.replace(a, a.replace("road=-", "road=1910")).replace(
            b, b.replace("road=1809", "road=1809,1810"))
        self.refused("map.txt", middle, planted, "BD10a", self.hex_line("1810")[0])

    def test_source_out_of_place(self):
        self.map_refused("2607", "supply=A:Horka_rail_bridge", "supply=-", "BD2 wants A here")

    def test_victory_hex_out_of_place(self):
        self.map_refused("2109", "vp=secondary", "vp=-", "BD5 wants secondary here")

    def test_niesky_elsewhere(self):
        self.map_refused("2206", "city:Niesky", "city:Elsewhere", "this is Niesky")

    def test_bautzen_is_a_town(self):
        self.map_refused("1410", "city:Bautzen", "village:Bautzen", "this is Bautzen-West, a city")

    def test_net_in_two_parts(self):
        n, a = self.hex_line("0401")
        b, c = self.hex_line("0502")[1], self.hex_line("0402")[1]
        text = data_text("map.txt")
        middle = text[text.index(a):text.index(b) + len(b)]
        planted = middle.replace("rail=0502", "rail=0402").replace("rail=0401,0601", "rail=0601")
        planted = planted.replace(c, c.replace("rail=-", "rail=0401"))
        self.refused("map.txt", middle, planted, "does not join", n)

    def test_moved_line(self):
        self.map_refused("0101", "lat=51.4871", "lat=51.4543", "the centre of this hex")

    def test_zone_capacity(self):
        line = self.hex_line("1607")[1]
        self.refused("map.txt", line, line.replace("terrain=clear", "terrain=wood"),
                     "7/36/13, the rules say 7/38/13", 2, told_in="counters.csv")

    def test_name_of_nothing(self):
        self.refused("names.tsv", "place\tDresden\t", "place\tDresden2\t", "no place of the data")
        self.refused("names.tsv", "\tfp+art/", "\tfx+art/", "does not begin with ms, fs, mp or fp")
        self.refused("names.tsv", "\tfp+art/", "\tfp+are/", "`are` is no fact of a name")


class PlantedInCounters(Planted):
    KG72 = "KG 72,infantry,regt,2,2,3,7,1,2"
    ARMY = "QG 2 AWP,hq,army,1,,,4,,,8,5,4,1607<=1"

    def row(self, start):
        """A counter's row with its newline, and its line."""
        rows = data_text("counters.csv").split("\n")
        n = next(i for i, row in enumerate(rows) if row.startswith(start + ","))
        return rows[n] + "\n", n + 1

    def csv_refused(self, old, new, reason, line=None):
        self.refused("counters.csv", old, new, reason, line)

    def test_header(self):
        self.csv_refused("attack2,defence2", "defence2,attack2", "names the columns")

    def test_double_id(self):
        self.csv_refused("5DP_15,A,polish,5 DP,15", "5DP_13,A,polish,5 DP,13", "already on line 2")

    def test_id_that_lies(self):
        self.csv_refused("5DP_15,A,polish,5 DP,15", "5DP_16,A,polish,5 DP,15", "is 5DP_15")

    def test_type_word(self):
        self.csv_refused("16 BPanc,armour", "16 BPanc,tank", "type `tank`")

    def test_side_and_nation(self):
        self.csv_refused("KG72,G,german", "KG72,A,german", "a german counter on side A")

    def test_stack_points(self):
        row, line = self.row("16BPanc")
        self.csv_refused(row, row.replace(",3,independent", ",2,independent"), "BH5a gives 3", line)

    def test_missing_reduced_side(self):
        self.csv_refused(self.KG72, "KG 72,infantry,regt,2,2,3,7,,", "attack2 must be given")

    def test_reduced_side_too_many(self):
        self.csv_refused(self.KG72, "KG 72,infantry,regt,1,2,3,7,1,2", "attack2 must be empty")

    def test_stronger_when_reduced(self):
        self.csv_refused(self.KG72, "KG 72,infantry,regt,2,2,3,7,3,2", "reduced side is stronger")

    def test_hq_without_support(self):
        self.csv_refused(self.ARMY, self.ARMY.replace(",8,5,", ",,5,"), "support must be given")

    def test_range_of_a_factor(self):
        self.csv_refused(self.ARMY, self.ARMY.replace(",8,5,", ",8,16,"), "range 16")

    def test_number(self):
        self.csv_refused(self.ARMY, self.ARMY.replace(",,,4,", ",,,-4,"), "is not a number")

    def test_size_of_a_hq(self):
        self.csv_refused(self.ARMY, self.ARMY.replace("army", "corps_de"), "army or div")

    def test_columns(self):
        self.csv_refused("KG72,G,german,-,", "KG72,G,german,", "17 columns")

    def test_setup_syntax(self):
        row, line = self.row("9antichar")
        self.csv_refused(row, row.replace("independent", "anywhere"), "set-up `anywhere`", line)

    def test_setup_of_the_rules(self):
        self.csv_refused(self.ARMY, self.ARMY.replace("<=1", "<=2"), "the rules say 1607<=1")

    def test_eleven_independents(self):
        row, line = self.row("28SP")
        self.csv_refused(row, "", "11 independent Polish counters", line - 1)

    def test_three_units_of_4_gtc(self):
        row, line = self.row("4GTC_14GTB")
        self.csv_refused(row, "", "3 counters of 4 GTC", line)

    def test_formation_without_hq(self):
        row, line = self.row("HG2_QG")
        self.csv_refused(row, "", "HG 2 has 0 HQ", line - 1)

    def test_formation_in_two_places(self):
        row, line = self.row("5DP_13")
        end, after = self.row("7DP_33")
        text = data_text("counters.csv")
        middle = text[text.index(row):text.index(end) + len(end)]
        self.csv_refused(middle, middle[len(row):] + row, "do not stand together", after)

    def test_seven_supply_columns(self):
        row, line = self.row("CL8")
        self.csv_refused(row, "", "7 supply columns", line - 1)

    def test_second_air_marker_at_the_start(self):
        row, line = self.row("Air2")
        self.csv_refused(row, row.replace("reinforcement", "start"), "2 air markers", line)


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
        self.assertIn('{"1410", "Bautzen-Ouest (1410)", "Bautzen West (1410)", 0}', self.text)
        self.assertIn('{"5DP_QG", "QG 5 DP", "HQ 5 DP", GG_ART}', self.text)
        self.assertIn('{"CL3", "CL 3", "supply column 3", GG_F | GG_ART}', self.text)
        self.assertIn('"Kreckwitz Heights (1609)", GG_F | GG_P | GG_ART | GG_PLURAL | GG_THE',
                      self.text)
        self.assertIn('{"1411", "1411", "1411", GG_EN_LOC}', self.text)

    # BD9 six MP are twelve half points; the rest of a counter's line
    def test_half_points(self):
        self.assertIn("{BZ_ALLIED, BZ_POLISH, 1, BZ_INFANTRY, BZ_REGIMENT, 2, {3, 1}, {3, 2}, 12, "
                      "0, 0, 2, 0, BZ_F_ON_FOOT | BZ_F_ZOC} /* 5DP_13 */", self.text)

    def test_side_masks(self):
        # 1410: roads to NW 1310 and N 1409, S 1411, SE 1511; rail to SW 1311, N, SE; Spree NE, SE
        self.assertRegex(self.text, r"BZ_CLEAR, BZ_TOWN_TOWN, 0, 6, 45, 0, 21, 61, 6, 0, "
                                    r"BZ_VP_PRIMARY, 0, 14, 10, .* /\* 1410 \*/")


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
        self.assertEqual(self.ids[:77], [f"B{n}" for n in range(1, 78)])
        self.assertEqual(self.ids[77:109], [f"BR{n}" for n in range(1, 33)])
        house = self.ids[109:]
        number = lambda i: int(re.sub(r"\D", "", i))
        order = lambda i: (i.startswith("BD"), number(i), i.lstrip("BHD0123456789"))
        self.assertEqual(house, sorted(house, key=order))
        self.assertEqual({number(i) for i in house if i.startswith("BH")}, set(range(1, 17)))
        self.assertLessEqual({f"BD{n}" for n in range(1, 19)}, set(house))

    def test_letters_without_gaps(self):
        letters = collections.defaultdict(str)
        for i in self.ids:
            letters[i.rstrip("abcdefghijklmnopqrstuvwxyz")] += i.lstrip("BRHD0123456789")
        for paragraph, have in letters.items():
            self.assertEqual(have, "abcdefghijklmnopqrstuvwxyz"[:len(have)], paragraph)

    def test_origin_and_kind(self):
        for rule, origin, kind, *_ in self.rules:
            want = {"R": "RULING", "H": "HOUSE", "D": "HOUSE"}.get(rule[1], "SEED")
            self.assertEqual((origin, kind in ("ACT", "FACT")), (want, True), rule)

    # BR1 the two chapters numbered 10
    def test_the_two_tens(self):
        section = {rule[0]: rule[3] for rule in self.rules}
        self.assertEqual({section[f"B{n}"] for n in range(27, 37)}, {"10A"})
        self.assertEqual(section["B37"], "10D")

    def test_texts(self):
        for rule, _, _, section, fr, en in self.rules:
            self.assertRegex(section, r"^\d+(\.\d+)*[AD]?$", rule)
            for text in (fr, en):
                self.assertRegex(text, r'[.»"]$', rule)
                self.assertLess(len(text), 240, rule)
            self.assertNotEqual(fr, en, rule)
            self.assertNotRegex(fr, r"[^ «];|[^ ]»|«[^ ]| ,|\bHQ\b", rule)
            self.assertNotRegex(en, r" [;:,]|\b(QG|CL|LdR|ZdC|PM)\b", rule)


class Style(unittest.TestCase):
    """What art/style.json repeats of the data, since the page reads no other file."""
    SIDES = ("N", "NE", "SE", "S", "SW", "NW")
    SIZES = {"regt": "iii", "bde": "x", "div": "xx", "corps_su": "xxx", "corps_de": "xxx",
             "army": "xxxx", "cl": ""}

    @classmethod
    def setUpClass(cls):
        cls.style = json.loads((GAME / "art" / "style.json").read_text(encoding="utf-8"))

    def test_every_river_side_has_its_water(self):
        wanted, named = {}, {}
        for line in data_text("map.txt").splitlines():
            facts = dict(re.findall(r"(\w+)=(\S+)", line))
            if not line.startswith("HEX") or facts["river"] == "-":
                continue
            number = int(line.split()[1])
            for part in facts["river"].split(","):
                side, names = part.split(":")
                wanted[self.side(number, side)] = names.replace("_", " ").split("+")
        for water in self.style["waters"]:
            for place in water["sides"].split():
                key = self.side(int(place[:4]), place[4:])
                self.assertNotIn(key, named, place)
                named[key] = water["name"]
        self.assertEqual(set(named), set(wanted))
        for key, name in named.items():
            self.assertIn(name, wanted[key], key)

    def side(self, number, side):
        """The same for both hexes that share it."""
        direction = self.SIDES.index(side)
        other = bz.neighbour(number, direction)
        return min((number, direction), (other, (direction + 3) % 6)) if other \
            else (number, direction)

    def test_every_counter_has_its_echelon(self):
        for line in data_text("counters.csv").splitlines()[1:]:
            token, _, _, _, _, _, size, *_ = line.split(",")
            shown = ""
            for look in self.style["pieces"]:
                if re.search(look["match"], token):
                    shown = look.get("echelon", shown)
            if size in self.SIZES:
                self.assertEqual(shown, self.SIZES[size], token)

    def test_every_formation_has_its_colour(self):
        groups = {re.match(self.style["formation"], line.split(",")[0])
                  for line in data_text("counters.csv").splitlines()[1:]}
        self.assertEqual({g[0] for g in groups if g}, set(self.style["formations"]))
        colours = list(self.style["formations"].values())
        self.assertEqual(len(colours), len(set(colours)))


if __name__ == "__main__":
    unittest.main()
