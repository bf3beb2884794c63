# SPDX-License-Identifier: Apache-2.0
"""A second judge of salvos and melees, written from the rulebook, with exact fractions.

Random crowded positions as in slow.py. Of each salvo everything is worked out here first: who
fires, who stands in the corridor, dice and score, covered figures and saves, how impacts fall, who
is lost in which order; of each melee who strikes, how few and how many attacks each unit may be
given, who can be lost, who pursues whom and where to. The dice are chosen at random, the rest must
follow. slow.py puts the blocks to the program.

Nothing is shared with the C: the corridor is no hull but all triangles of its points, the shares
are found by trying all of them."""
import itertools
import random
from fractions import Fraction
from math import comb, isqrt

import slow
import slow_plane as plane

CERTAIN, HOPELESS = 1, 7
STANDOFF, PURSUIT, COHESION = 5, 50, 100
BESIDE = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
BASE_SAVE, ATTITUDE_SAVE = 5, 3
# PRO, CBT, ATT, attacks, PEN in melee, hull, propulsion, weapons
BODY = {"pathfinders": (4, 3, 3, 1, 4), "automata": (6, 3, 4, 1, 5), "cuirassiers": (9, 6, 6, 2, 8),
        "heron": (10, 3), "lighter": (12, 3), "rampart": (14, 4)}
ARMS = {"heron": ("autocannon", "turret_mg"), "lighter": ("autocannon",),
        "rampart": ("rail_gun", "turret_mg")}
STRUCTURE = {"heron": (3, 2, [2, 2]), "lighter": (4, 2, [2]), "rampart": (5, 3, [3, 3])}
# ACC, shots, re-rolls, PEN, DAM
WEAPON = {"coil_carbine": (3, 1, 0, 5, 1), "shard_gun": (4, 1, 0, 6, 1),
          "twin_lance": (5, 2, 0, 7, 1), "autocannon": (5, 3, 1, 9, 1),
          "rail_gun": (6, 1, 1, 16, 3)}


def score(value):
    """The results table, as printed."""
    for least, needed in ((6, CERTAIN), (4, 2), (2, 3), (-1, 4), (-3, 5), (-5, 6)):
        if value >= least:
            return needed
    return HOPELESS


def chance(needed):
    return Fraction(min(max(7 - needed, 0), 6), 6)


def percent(value):
    """To the nearest whole one; what is not certain is never 0 or 100."""
    whole = int(value * 100 + Fraction(1, 2))
    return min(max(whole, value > 0), 100 - (value < 1))


def some_harm(dice, needed, pool, harm):
    """At least one die does harm, failures being rolled again as far as the pool goes."""
    hit, none = chance(needed), Fraction(0)
    for hits in range(dice + 1):
        ways = comb(dice, hits) * hit ** hits * (1 - hit) ** (dice - hits)
        none += ways * (1 - harm) ** hits * (1 - hit * harm) ** min(pool, dice - hits)
    return percent(1 - none)


def near2(points, p):
    return min(plane.dist2(q, p) for q in points)


def meets_corridor(points, p, r):
    if any(plane.point_segment2(p, a, b) <= r * r
           for a, b in itertools.combinations_with_replacement(points, 2)):
        return True
    return any(plane.contains(plane.facing_in(list(three)), p)
               for three in itertools.combinations(points, 3)
               if plane.depth((three[0], three[1]), three[2]))


class Battle:
    def __init__(self, rng, table, units):
        self.rng, self.table, self.units, self.lines, self.asked = rng, table, units, [], 0
        self.body = {}
        for unit in units:
            unit.kneel = unit.cover = False
            if unit.kind.foot or unit.kind.token != "lighter":
                unit.kneel = rng.random() < 0.25
            if unit.kind.foot:
                unit.cover = rng.random() < 0.3
            for number in unit.at:
                if not unit.kind.foot:
                    hull, move, arms = STRUCTURE[unit.kind.token]
                    self.body[unit.figure(number)] = [hull, 0 if number in unit.stuck else move,
                                                      list(arms)]

    def say(self, line):
        self.lines.append(line)
        self.asked += 1

    def attitudes(self):
        for unit in self.units:
            words = [word for word in ("kneel", "cover") if getattr(unit, word)]
            if words:
                self.lines.append(f"put {unit.name} {' '.join(words)}")

    # ------------------------------------------------------------------------------------ dice
    def roll(self, node, dice, needed):
        """Successes of a roll, chosen at random when there is something to roll."""
        if dice <= 0 or needed == HOPELESS:
            return 0
        if needed == CERTAIN:
            return dice
        good = sum(self.rng.randint(1, 6) >= needed for _ in range(dice))
        self.say(f"@ chance {node}")
        self.lines.append(f"~ {good}")
        return good

    # ---------------------------------------------------------------------------------- salvos
    def covered(self, firing, unit):
        size, count = unit.kind.size, 0
        for p in unit.at.values():
            nearest = min(firing, key=lambda it: (plane.dist2(it[1], p), it[0]))[1]
            count += any(piece.height >= size and plane.crosses_interior(nearest, p, piece.corners)
                         for piece in self.table.pieces)
        return count

    def save(self, unit, covered):
        if covered and 2 * covered >= len(unit.at):
            return ATTITUDE_SAVE if unit.cover else BASE_SAVE
        return BASE_SAVE if unit.cover and unit.kneel else None

    def shoot(self, unit, target):
        accuracy, shots, again, penetration, damage = WEAPON[unit.kind.weapon]
        pairs = [(n, m) for n, a in unit.at.items() for m, b in target.at.items()
                 if slow.sees(self.table, a, unit.kind.size, b, target.kind.size)]
        if not pairs:
            return
        firing = sorted({(n, unit.at[n]) for n, _ in pairs})
        seen = [target.at[m] for m in sorted({m for _, m in pairs})]
        leader, other = unit.at[min(unit.at)], target.at[min(target.at)]
        apart = plane.ceil_root(plane.dist2(leader, other))
        difficulty = max(-(-apart // 100) - 1, 0)
        outline = [at for _, at in firing] + seen
        farthest = max(plane.dist2(leader, p) for p in seen)
        third = [(who.figure(n), p, who) for who in self.units if who not in (unit, target)
                 and not who.kneel for n, p in who.at.items()
                 if plane.dist2(leader, p) < farthest
                 and meets_corridor(outline, p, who.kind.radius)]
        dice, needed = shots * len(firing), score(accuracy - difficulty)
        covered = self.covered(firing, target)
        shot = f"shoot {target.name} {unit.kind.weapon}"
        self.say(f"? {shot} => CR30 covered {target.name} {covered}")
        save = self.save(target, covered)
        self.say(f"? {shot} => " + (f"total save {target.name} {save}" if save
                                    else f"C118 no_save {target.name}"))
        pool = again * len(firing)
        through = (1 - chance(save) if save else 1) * (1 - (1 - chance(score(
            penetration - BODY[target.kind.token][0]))) ** (1 if target.kind.foot else damage))
        self.say(f"? {shot} => C60 odds_impact {some_harm(dice, needed, pool, Fraction(1))}")
        if not third:
            self.say(f"? {shot} => C65 odds_{'loss' if target.kind.foot else 'damage'} "
                     f"{target.name} {some_harm(dice, needed, pool, through)}")
        self.lines.append(f"> {shot}")
        self.say(f"= difficulty {difficulty} {apart}")
        friends = sum(who.side == unit.side for _, _, who in third)
        self.say(f"= corridor {friends} {len(third) - friends}")
        self.say(f"= dice {dice} {needed} {again * len(firing)}")
        hits = self.roll("shots", dice, needed)
        if 1 < needed < HOPELESS:
            hits += self.roll("rerolls", min(again * len(firing), dice - hits), needed)
        self.impacts(firing, unit, target, third, hits, penetration, damage)

    def impacts(self, firing, unit, target, third, hits, penetration, damage):
        points = [at for _, at in firing]
        row = sorted([(near2(points, p), target.figure(n), target) for n, p in target.at.items()]
                     + [(near2(points, p), figure, who) for figure, p, who in third],
                     key=lambda it: it[:2])
        took = {}
        for i in range(hits):
            who = row[i % len(row)][2]
            took[who.name] = took.get(who.name, 0) + 1
        hurt = [who for who in self.units if who.name in took]
        for who in hurt:
            self.say(f"= impacts {who.name} {took[who.name]}")
        for who in hurt:
            save = self.save(who, self.covered(firing, who))
            if save:
                saved = self.roll("saves", took[who.name], save)
                self.say(f"= saved {who.name} {saved} {took[who.name]}")
                took[who.name] -= saved
        for who in sorted(hurt, key=lambda it: min((near2(points, p), it.figure(n))
                                                   for n, p in it.at.items())):
            if took[who.name]:
                order = sorted(who.at, key=lambda n: (near2(points, who.at[n]), n))
                tests = took[who.name] * (1 if who.kind.foot else damage)
                self.suffer(who, order, tests, score(penetration - BODY[who.kind.token][0]))

    # ---------------------------------------------------------------------------------- damage
    def suffer(self, who, order, tests, needed):
        self.say(f"= tests {who.name} {tests} {needed}")
        good = self.roll("damage", tests, needed)
        self.say(f"= damage {who.name} {good}")
        if not good:
            return
        if who.kind.foot:
            for number in order[:good]:
                self.lose(who, number)
            return
        faces = [self.rng.randint(1, 6) for _ in range(good)]
        parts = [sum(f <= 2 for f in faces), sum(2 < f < 6 for f in faces), faces.count(6)]
        self.say("@ chance locations")
        self.lines.append("~ " + " ".join(map(str, parts)))
        left = list(order)
        for part, times in (("move", parts[0]), ("arms", parts[2]), ("hull", parts[1])):
            for _ in range(times):
                if left and self.hit(who, left[0], part):
                    self.lose(who, left.pop(0))

    def hit(self, who, number, part):
        figure = who.figure(number)
        body = self.body[figure]
        if part == "move" and body[1]:
            body[1] -= 1
            self.say(f"= structure {figure} propulsion {body[1]}")
            return False
        if part == "arms" and any(body[2]):
            slot = next(i for i, arm in enumerate(body[2]) if arm)
            body[2][slot] -= 1
            self.say(f"= arm {figure} {ARMS[who.kind.token][slot]} {body[2][slot]}")
            return False
        body[0] -= 1
        if body[0]:
            self.say(f"= structure {figure} hull {body[0]}")
        return body[0] == 0

    def lose(self, who, number):
        self.say(f"= lost {who.figure(number)}")
        del who.at[number]
        who.stuck.discard(number)
        if not who.at:
            self.say(f"= destroyed {who.name}")
            self.units.remove(who)

    # ----------------------------------------------------------------------------------- melee
    def touching(self, unit, other):
        reach = unit.kind.radius + other.kind.radius + slow.CONTACT
        return [n for n, p in sorted(unit.at.items())
                if near2(other.at.values(), p) <= reach ** 2]

    def strike(self, unit):
        met = {other.name: self.touching(unit, other) for other in self.units
               if other.side != unit.side and self.touching(unit, other)}
        if not met:
            self.say(f"! split => C69 NO_CONTACT {unit.name}")
            return
        strikers = sorted({n for figures in met.values() for n in figures})
        attacks = BODY[unit.kind.token][3]
        if len(met) > 1:
            self.shares(met, strikers, attacks)
        target = next(other for other in self.units if other.name in met)
        if set(met[target.name]) != set(strikers):
            self.say(f"! strike {target.name} => C75 MUST_SPLIT {unit.name} {target.name}")
            return
        struck = sorted(self.touching(target, unit), key=lambda n: (
            near2([unit.at[m] for m in met[target.name]], target.at[n]), n))
        _, _, attack, _, penetration = BODY[unit.kind.token]
        dice, needed = attacks * len(strikers), score(attack - BODY[target.kind.token][1])
        hurt = chance(score(penetration - BODY[target.kind.token][0]))
        self.say(f"? strike {target.name} => C83 "
                 f"odds_{'loss' if target.kind.foot else 'damage'} {target.name} "
                 f"{some_harm(dice, needed, 0, hurt)}")
        self.lines.append(f"> strike {target.name}")
        self.say(f"= strikes {unit.name} {target.name} {dice}")
        self.say(f"= dice {dice} {needed} 0")
        hits = self.roll("attacks", dice, needed)
        self.say(f"= impacts {target.name} {hits}")
        if hits:
            self.suffer(target, struck, hits, score(penetration - BODY[target.kind.token][0]))
        self.pursue(unit, strikers)

    # --------------------------------------------------------------------------------- pursuit
    def pursue(self, unit, strikers):
        side = ("west", "east")[unit.side]
        if not any(self.prey(unit, n) for n in strikers):
            self.say(f"@ {side} act")
            return
        self.say(f"@ {side} pursuit")
        self.lines.append("> pursue")
        for number in strikers:
            found = self.prey(unit, number)
            if found:
                self.say(f"= pursues {unit.figure(number)} {found[0]} {slow.cm(found[1])}")
                unit.at[number] = found[1]
        for number, p in sorted(unit.at.items()):
            self.say(f"% x[{unit.figure(number) - 1}] {p[0]}")

    def prey(self, unit, number):
        """The nearest enemy infantry figure that it can touch, and from where."""
        here, r = unit.at[number], unit.kind.radius
        near = []
        for other in self.units:
            if other.side != unit.side:
                reach = r + other.kind.radius + slow.CONTACT
                if near2(other.at.values(), here) <= reach ** 2:
                    return None  # in contact
                near += [(plane.dist2(here, p), other.figure(n), p, other.kind.radius)
                         for n, p in other.at.items() if other.kind.foot]
        for _, figure, p, radius in sorted(near):
            to = self.landing(here, p, r + radius)
            if to and self.may_run(unit, number, to):
                return figure, to
        return None

    @staticmethod
    def landing(here, there, bases):
        apart = isqrt(plane.dist2(here, there))
        to = tuple(q + slow.toward_zero((p - q) * (bases + STANDOFF), apart)
                   for p, q in zip(here, there))
        if plane.dist2(here, to) <= PURSUIT ** 2:
            return to
        end = tuple(p + slow.toward_zero((q - p) * PURSUIT, apart) for p, q in zip(here, there))
        for dx, dy in BESIDE:
            to = (end[0] + dx, end[1] + dy)
            if (plane.dist2(here, to) <= PURSUIT ** 2
                    and plane.dist2(there, to) <= (bases + slow.CONTACT) ** 2):
                return to
        return None

    def may_run(self, unit, number, to):
        here, r = unit.at[number], unit.kind.radius
        leader = min(unit.at)
        others = [p for n, p in unit.at.items() if n != number]
        held = others if number == leader else [unit.at[leader]]
        if any(plane.dist2(p, to) > COHESION ** 2 for p in held) or not self.table.holds(to, r):
            return False
        if any(plane.segment_polygon2(here, to, piece.corners) <= r * r
               for piece in self.table.pieces if piece.solid):
            return False
        for other in self.units:
            bars = other.side != unit.side or not other.kind.foot
            for n, p in other.at.items():
                if other is unit and n == number:
                    continue
                limit = (r + other.kind.radius) ** 2
                if plane.dist2(to, p) < limit:
                    return False
                if bars and plane.point_segment2(p, here, to) < limit:
                    return False
        return True

    def shares(self, met, strikers, attacks):
        """Every way to share the attacks out, figure by figure; least and most for the first."""
        names = list(met)
        ways = {tuple(0 for _ in names)}
        for figure in strikers:
            own = [i for i, name in enumerate(names) if figure in met[name]]
            for _ in range(attacks):
                ways = {tuple(n + (k == i) for k, n in enumerate(way)) for way in ways for i in own}
        numbers = sorted({way[0] for way in ways})
        self.lines.append("> split")
        for give in range(max(numbers[0] - 1, 0), numbers[-1] + 2):
            legal = give in numbers
            text = f"give {names[0]} {give}"
            if legal:
                self.say(f". give {self.leader(names[0])} {give}")
            elif give > numbers[-1]:
                self.say(f"! {text} => CR36 SHARE_TOO_GREAT {names[0]} {give} {numbers[-1]}")
            else:
                self.say(f"! {text} => C75 SHARE_TOO_SMALL {names[0]} {give} {numbers[0]}")
        way = self.rng.choice(sorted(ways))
        for name, give in zip(names, way):
            self.lines.append(f"> give {name} {give}")
        self.lines.append("> confirm")
        for name, give in zip(names, way):
            if give:
                self.say(f"= strikes {self.striker} {name} {give}")
        raise StopIteration  # the resolution is another block's matter

    def leader(self, name):
        unit = next(unit for unit in self.units if unit.name == name)
        return unit.figure(min(unit.at))


def engaged(units, unit):
    return unit.kind.foot and any(other.side != unit.side and other.kind.foot
                                  and slow.in_contact(unit, other) for other in units)


def scrum(rng, table):
    """Units of both sides in one heap, so that most of them touch somebody."""
    units, bases, counts, firsts = [], [], [0, 0], [1, 81]
    middle = (rng.randrange(200, table.width - 200), rng.randrange(200, table.height - 200))
    for index in range(rng.randint(2, 5)):
        side, kind = index % 2, rng.choice(slow.KINDS[:3] * 3 + slow.KINDS[3:])
        unit = slow.Unit("we"[side] + str(counts[side] + 1), side, kind, firsts[side],
                         rng.randint(1, kind.most))
        for number in range(unit.strength):
            place = slow.free_place(rng, table, bases, middle, kind.radius)
            if place:
                unit.at[number] = place
                bases.append((place, kind.radius))
        if unit.at:
            units.append(unit)
            counts[side] += 1
            firsts[side] += unit.strength
    return sorted(units, key=lambda unit: (unit.side, int(unit.name[1:])))


def positions(rng):
    """A crowd in which somebody has an enemy, and which of its units acts."""
    while True:
        table = slow.Table(rng.choice(slow.SCENARIOS))
        units = (scrum if rng.random() < 0.4 else slow.crowd)(rng, table)
        able = [u for u in units if any(other.side != u.side for other in units)]
        if able:
            return table, units, rng.choice(able)


def block(seed, number):
    rng = random.Random(f"fire {seed} {number}")
    table, units, unit = positions(rng)
    lines = slow.position_lines(table, units)
    battle = Battle(rng, table, list(units))
    battle.attitudes()
    battle.striker = unit.name
    battle.lines.append(f"node act {('west', 'east')[unit.side]} {unit.name[1:]}")
    enemies = [other for other in units if other.side != unit.side]
    try:
        if unit.kind.foot and (engaged(units, unit) or rng.random() < 0.3):
            battle.strike(unit)
        elif not engaged(units, unit):
            battle.shoot(unit, rng.choice(enemies))
    except StopIteration:
        pass
    return [f"# salvo {number}"] + lines + battle.lines + [""], battle.asked
