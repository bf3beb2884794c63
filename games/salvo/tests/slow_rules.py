# SPDX-License-Identifier: Apache-2.0
"""A second judge of what is not geometry, written from the rulebook: what a unit may do after what
it has done, special activations, the authority test, morale, stars and victory.

Random facts make a position; the answers are worked out here, as lines of play with rule, refusal
and numbers. slow.py puts the blocks to the program."""
import random

RANKS = ("none", "lieutenant", "captain", "major", "colonel")
AUTHORITY = (0, 3, 4, 5, 6)
ATTITUDES = ("kneel", "cover", "watch")
SIDES = ("west", "east")


def score(value):
    for least, needed in ((6, 1), (4, 2), (2, 3), (-1, 4), (-3, 5), (-5, 6)):
        if value >= least:
            return needed
    return 7


def told(action, refusal, listed=True):
    """The line that expects the action to be legal (and listed), or to be refused so."""
    if refusal:
        return [f"! {action} => {refusal}"]
    return [f". {action}"] if listed else []


# --------------------------------------------------------------------- deeds of an activation
def may_end(kind, deeds, points, names):
    if "kneel" in names and kind == "vehicle":
        return "C110 KNEEL_VEHICLE w1"
    if "cover" in names and kind != "infantry":
        return "C115 COVER_INFANTRY w1"
    if "watch" in names:
        for deed, refusal in (("fired", "C122 WATCH_FIRED"), ("rapid", "C43 WATCH_RAPID"),
                              ("will", "C134 WATCH_WILL")):
            if deed in deeds:
                return refusal + " w1"
    return f"C106 TOO_FEW_POINTS {len(names)} {points}" if len(names) > points else None


def may_will(deeds, points):
    if "struck" in deeds:
        return "CH4d MELEE_FOUGHT w1"
    if "will" in deeds:
        return "C136 WILL_ALREADY w1"
    if deeds & {"combat", "cross", "rapid"}:
        return "C133 WILL_MOVED w1"
    if "fired" in deeds:
        return "CR49 WILL_LATE w1"
    return None if points else "C106 TOO_FEW_POINTS 1 0"


def may_move(deeds, kind, engaged, disorganised):
    if deeds & {"combat", "cross", "rapid", "halt"}:
        return "CH4c MOVED_ALREADY w1"
    if "struck" in deeds:
        return "CH4d MOVE_AFTER_MELEE w1"
    if "will" in deeds:
        return "CR54 MOVE_AFTER_WILL w1"
    if "fired" in deeds and kind != "combat":
        return f"CR24 MOVE_AFTER_SHOTS w1 {kind}"
    if engaged and kind != "combat":
        return f"CR23 MOVE_WHILE_ENGAGED w1 {kind}"
    return "CR47 RAPID_WHILE_DISORGANISED w1" if disorganised and kind == "rapid" else None


def may_shoot(deeds, engaged):
    for deed, refusal in (("struck", "CH4d MELEE_FOUGHT"), ("cross", "C38 SHOOT_CROSSED"),
                          ("rapid", "C42 SHOOT_RAPID")):
        if deed in deeds:
            return refusal + " w1"
    return "CR23 SHOOTER_ENGAGED w1" if engaged else None


def may_strike(deeds, kind, contact):
    if "struck" in deeds:
        return "CH4d MELEE_FOUGHT w1"
    if kind != "infantry":
        return "CR36 VEHICLES_STRIKE_NOT w1"
    return None if contact else "C69 NO_CONTACT w1"


UNITS = (("line_fusiliers", "infantry", "coil_rifle", 6), ("heron", "walker", "autocannon", 1),
         ("lighter", "vehicle", "autocannon", 1), ("harvesters", "infantry", None, 6))


def activation(rng):
    token, kind, weapon, strength = rng.choice(UNITS)
    deeds = {deed for deed in ("fired", "struck") if rng.random() < 0.3}
    deeds |= set(rng.choice([[], ["combat"], ["cross"], ["rapid"], ["halt"], ["will"],
                             ["halt", "will"]]))
    points, disorganised = rng.randrange(4), rng.random() < 0.4
    contact = kind == "infantry" and rng.random() < 0.4
    lines = ["game salvo   scenario empty", f"set unit w1 {token} {strength}",
             "set unit e1 automata 8",
             "put w1 at 20.0 30.0" + (" disorganised" if disorganised else ""),
             f"put e1 at {'24.0' if contact else '50.0'} 30.0", f"set pc west {points}"]
    lines += [f"set did {deed}" for deed in sorted(deeds)] + ["node act west 1"]
    for bits in range(8):
        names = [name for i, name in enumerate(ATTITUDES) if bits >> i & 1]
        lines += told(f"end {'+'.join(names) or 'none'}", may_end(kind, deeds, points, names))
    lines += told("will", may_will(deeds, points), weapon and not contact)
    for move in ("combat", "cross", "rapid"):
        lines += told(f"move {move}", may_move(deeds, move, contact, disorganised), move != "cross")
    if weapon:
        lines += told(f"shoot 81 {weapon}", may_shoot(deeds, contact))
    return lines + told("strike 81", may_strike(deeds, kind, contact))


# ------------------------------------------------------------------------------ special activations
def turn(rng):
    cards, points = rng.randint(1, 4), rng.randrange(7)
    last = rng.choice(["none", "relocate", "delay", "extra"])
    lines = ["game salvo   scenario empty", "set unit e1 automata 8"]
    lines += [f"set unit w{i} pathfinders 6" for i in range(1, 5)]
    lines += [f"put w{i} at {10 * i}.0 30.0" for i in range(1, 5)] + ["put e1 at 80.0 30.0"]
    lines += [f"set card w{i}" for i in range(1, cards + 1)]
    lines += ["set card e1", f"set pc west {points}", f"set last_special west {last}",
              "node turn west", ". reveal"]
    few = f"CR13 NEEDS_TWO_CARDS {cards}" if cards < 2 else None
    dear = None if points else "C17 RELOCATE_COST 0"
    for slot in range(5):
        far = f"C18 NO_SUCH_SLOT {slot} {cards - 2}" if slot > cards - 2 else None
        lines += told(f"relocate {slot}", few or dear or far)
    lines += told("delay", "C25 DELAY_TWICE" if last == "delay"
                  else None if points else "C22 DELAY_COST 0")
    lines += told("extra", few or ("C29 EXTRA_TWICE" if last == "extra"
                                   else f"C26 EXTRA_COST {points}" if points < 4 else None))
    if cards > 1 and points:
        lines += relocated(rng.randrange(cards - 1), cards, points)
    return lines


def relocated(slot, cards, points):
    """The second card is played; the others follow with the first in its new place."""
    row = list(range(3, cards + 1))
    row.insert(slot, 1)
    lines = [f"> relocate {slot}", "= turned w2", "= activated w2", f"% points[0] {points - 1}",
             "> end none", "@ east turn", "> reveal", "> end none"]
    for unit in row:
        lines += ["@ west turn", "> reveal", f"= activated w{unit}", "> end none"]
    return lines


# ---------------------------------------------------------------------------------- authority
def authority(rng):
    rank = [rng.randint(1, 4), rng.randint(1, 4)]
    spent, dice = [rng.randrange(7), rng.randrange(7)], [rng.randint(1, 6), rng.randint(1, 6)]
    first = rng.choice(SIDES)
    level = dice[0] + AUTHORITY[rank[0]] + spent[0] - AUTHORITY[rank[1]] - spent[1]
    if 1 <= level <= 6 and rng.random() < 0.5:
        dice[1] = level
    total = [AUTHORITY[rank[i]] + dice[i] + spent[i] for i in (0, 1)]
    # the higher total, the higher AUT, fewer points, who played second in the last round
    merit = [(total[i], AUTHORITY[rank[i]], -spent[i], SIDES[i] != first) for i in (0, 1)]
    winner = SIDES[merit[1] > merit[0]]
    lines = ["game salvo   scenario empty", "set unit w1 pathfinders 6", "set unit e1 automata 8",
             f"set officer w1 {RANKS[rank[0]]}", f"set officer e1 {RANKS[rank[1]]}",
             "put w1 at 20.0 30.0", "put e1 at 80.0 30.0", "set card w1", "set card e1",
             f"set first_side {first}"]
    lines += [f"set committed {SIDES[i]} {spent[i]}" for i in (0, 1)] + ["node authority west"]
    for i in (0, 1):
        lines += [f"~ {dice[i]}", f"= authority_die {SIDES[i]} {AUTHORITY[rank[i]]} {dice[i]} "
                  f"{spent[i]} {total[i]}"]
    return lines + [f"= authority {winner}", f"@ {winner} first"]


# ------------------------------------------------------------------------------------- morale
FOOT = {"pathfinders": (9, 1, 6, 30), "cuirassiers": (10, 3, 4, 40), "militia": (6, 1, 11, 30)}


def cm(mm):
    return f"{mm // 10}.{mm % 10}"


def morale(rng):
    token = rng.choice(sorted(FOOT))
    value, grade, strength, pitch = FOOT[token]
    alive = sorted(rng.sample(range(strength), rng.randint(1, strength)))
    rank, disorganised = rng.randrange(5), rng.random() < 0.4
    causes = [cause for cause in ("leader", "melee", "half") if rng.random() < 0.35]
    objective, enemies = rng.random() < 0.6, rng.randrange(4)
    lines = ["game salvo   scenario empty", f"set unit w1 {token} {strength}",
             f"set officer w1 {RANKS[rank]}", "set unit e1 automata 8"]
    lines += ["set objective 20.0 30.0 1"] if objective else []
    lines += [f"put {n + 1} at 20.0 {cm(300 + pitch * i)}" for i, n in enumerate(alive)]
    # 60 mm aside and 80 mm down are 100 mm away: just counted
    lines += [f"put {81 + i} at 26.0 {cm(300 + 40 * i)}" for i in range(enemies)]
    lines += ["put 88 at 80.0 30.0"] + [f"put w1 cause {cause}" for cause in causes]
    lines += ["put w1 disorganised"] if disorganised else []
    near = sum(pitch * i <= 100 for i in range(len(alive)))
    few = len(alive) <= (3 if grade < 3 else 1)
    value += rank if 0 in alive else 0
    value += objective and not disorganised and near > enemies
    lines += ["set card w1", "set card e1", "node turn west", "> reveal"]
    return lines + tested(rng, len(causes) + few, score(value - 8), disorganised)


def tested(rng, dice, needed, disorganised):
    if not dice:
        return ["@ west rally"] if disorganised else ["=! morale", "@ west act"]
    lines, passed = [f"= morale w1 {dice} {needed}"], needed == 1
    if needed > 1:
        passed = rng.random() < 0.5
        lines += ["@ chance morale", f"~ {int(passed)}"]
    if passed:
        return lines + ["= valiant w1", "@ west act"]
    return lines + (["= routed w1"] if disorganised else ["= disorganised w1", "@ west act"])


# ----------------------------------------------------------------------------- stars and victory
POINTS = {"pathfinders": (120, 6), "automata": (160, 8), "heron": (245, 1)}
PLACES = ((200, 150), (600, 150), (1000, 150))


class Maintenance:
    """Units of both sides around objectives; the last card of a round is played."""

    def __init__(self, rng):
        self.rng, self.table, self.state = rng, [], []
        self.stars, self.objectives = [rng.randrange(15), rng.randrange(15)], []
        if rng.random() < 0.4:
            self.stars[1] = self.stars[0]
        self.count = [[0, 0] for _ in PLACES]
        self.points, self.figures = [0, 0], [0, 0]

    def objective(self, place):
        stars, limit = self.rng.randint(1, 3), self.rng.choice([0, 0, 2])
        paid = self.rng.randrange(3)
        self.table.append(f"set objective {cm(place[0])} {cm(place[1])} {stars}")
        if limit:
            self.table.append(f"set payments {limit}")
            self.state.append(f"set paid {len(self.objectives) + 1} {paid}")
        self.objectives.append(0 if limit and paid >= limit else stars)

    def unit(self, side, number, first):
        token = self.rng.choice(sorted(POINTS))
        cost, strength = POINTS[token]
        at, lost = self.rng.randrange(len(PLACES)), self.rng.randrange(strength)
        shaken = self.rng.random() < 0.2 and number > 1
        if number == 1:  # the one that plays, far from everything and whole
            token, (cost, strength), lost = "pathfinders", POINTS["pathfinders"], 0
        self.table.append(f"set unit {'we'[side]}{number} {token} {strength}")
        for i in range(lost, strength):
            x, y = PLACES[at][0] + (-60 if side else 60), PLACES[at][1] - 100 + 40 * (i - lost)
            if token == "heron":  # counts for nothing, however near
                x, y = PLACES[at][0], PLACES[at][1] + 90
            if number == 1:
                x, y = 100 + 1000 * side, 500 + 40 * i
            elif self.taken(x, y):
                x, y = self.aside()
            self.state.append(f"put {first + i} at {cm(x)} {cm(y)}")
            counts = token != "heron" and not shaken and number > 1
            near = (x - PLACES[at][0]) ** 2 + (y - PLACES[at][1]) ** 2 <= 100 ** 2
            self.count[at][side] += counts and near
        if shaken:
            self.state.append(f"put {'we'[side]}{number} disorganised")
        self.points[side] += cost * (strength - lost) // strength
        return strength

    def taken(self, x, y):
        self.seen = getattr(self, "seen", set())
        if (x, y) in self.seen:
            return True
        self.seen.add((x, y))
        return False

    def aside(self):
        """A place of its own, away from all objectives."""
        self.spare = getattr(self, "spare", 0) + 1
        return 200 + 70 * (self.spare % 12), 560 + 70 * (self.spare // 12)

    def verdict(self, limits, last):
        """None, a side or a draw."""
        full = [bool(limit) and stars >= limit for limit, stars in zip(limits, self.stars)]
        if full[0] != full[1]:
            return SIDES[full[1]]
        if not full[0] and not last:
            return None
        for numbers in (self.stars, self.points):
            if numbers[0] != numbers[1]:
                return SIDES[numbers[1] > numbers[0]]
        return "draw"

    def lines(self):
        for place in PLACES[:self.rng.randint(1, 3)]:
            self.objective(place)
        for side in (0, 1):
            first = 1 + 80 * side
            for number in range(1, 2 + self.rng.randint(0, 4)):
                first += self.unit(side, number, first)
        limits = [self.rng.choice([0, 12, 15]), self.rng.choice([0, 12, 15])]
        rounds = self.rng.randint(3, 6)
        played = self.rng.choice([rounds, rounds, self.rng.randint(1, rounds)])
        out = ["game salvo   scenario empty"] + self.table
        out += [f"set rounds {rounds}"]
        out += [f"set star_limit {SIDES[i]} {limits[i]}" for i in (0, 1)]
        out += self.state + [f"set round {played}"]
        out += [f"set stars {SIDES[i]} {self.stars[i]}" for i in (0, 1)]
        out += ["set card w1", "node turn west", "> reveal", "> end none"]
        for i, stars in enumerate(self.objectives):
            west, east = self.count[i]
            if west != east and stars:
                side = east > west
                self.stars[side] += stars
                out.append(f"= stars {SIDES[side]} O{i + 1} {stars}")
        out += [f"% stars[{i}] {self.stars[i]}" for i in (0, 1)]
        found = self.verdict(limits, played == rounds)
        if not found:
            return out + ["=! over", "=! won"]
        return out + ["= drawn" if found == "draw" else f"= won {found}",
                      f"= over {self.stars[0]} {self.stars[1]}"]


def maintenance(rng):
    return Maintenance(rng).lines()


KINDS = (activation, turn, authority, morale, maintenance)


def block(seed, number):
    rng, kind = random.Random(f"rules {seed} {number}"), KINDS[number % len(KINDS)]
    lines = kind(rng)
    asked = sum(line[0] in ".!=@%" for line in lines)
    return [f"# {kind.__name__} {number}"] + lines + [""], asked
