#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Corridors a second time: a slow generator of legal actions, written from the rule file, to count
what the C rules count. It shares no code and no table with them: it reads data/ itself, has neither
frames nor bit sets, and tells the rules as one story (slow_turn.py).

Usage: slow.py [--program GROGNARD] [NAME...]     count all positions, or those named, in both
       slow.py --stored                          the C rules against counts.txt alone: quick
       slow.py --alone [--update]                this generator against counts.txt, or writes it
       slow.py --random N [--seed S]             N random games instead, list against list
       slow.py --wild N [--seed S]               N odd positions, attacks too (slow_wild.py)

perft/NAME.txt holds a position (the block of a .play file; `>` and `~` lines lead on from it) and a
line `// depth N`. perft/counts.txt holds the counts; after a change of data or rules that is meant,
--update writes it anew. Where the two differ, the first action after which they do is told."""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import slow_wild  # noqa: E402
from slow_air import station_default  # noqa: E402
from slow_turn import Asked, Over, Tale  # noqa: E402
from slow_world import read_position  # noqa: E402

ROOT = HERE.parents[2]
PERFT = HERE / "perft"
COUNTS = PERFT / "counts.txt"


DECISIONS = ("laying centre opening reinforce air sortie intercept sally jettison escort tanks "
             "aa recon bombard defend manoeuvre return march assault defensive clash strikeback "
             "retreat")
CHANCE = ("muster dealing parity initiative supply draw recruit_die event_die shot recon_die found "
          "area clear_die")
CHANCE_VERBS = ("roll", "draw", "deal")
seen_nodes = {}


class Moment:
    """A point of the story: where to take it up, the answers since, and what is asked now."""

    def __init__(self, world, start, answers=()):
        self.world, self.start, self.answers = world, start, list(answers)
        self.node, self.seat, self.options = "over", None, []
        try:
            Tale(world, start, self.answers).tell()
        except Over:
            return
        except Asked as asked:
            self.node, self.seat, self.options = asked.node, asked.seat, asked.options
            if asked.resume:
                self.world, self.start = asked.resume
                self.answers = []
        seen_nodes[self.node] = seen_nodes.get(self.node, 0) + 1
        if not self.options or len(set(self.options)) != len(self.options):
            raise RuntimeError(f"nothing, or something twice, at {self.node}: {self.options}")

    def after(self, action):
        return Moment(self.world, self.start, self.answers + [action])


def count(moment, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return len(moment.options)
    return sum(count(moment.after(a), depth - 1) for a in moment.options)


def split(moment, depth):
    return {a: count(moment.after(a), depth - 1) for a in moment.options}


# ------------------------------------------------------------------------------------ positions
class Position:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        lines = path.read_text(encoding="utf-8").splitlines()
        self.head = next(line[2:] for line in lines if line.startswith("# "))
        self.depth = next(int(line.split()[2]) for line in lines if line.startswith("// depth "))
        lines = [line for line in lines if not line.startswith("#")]
        world, start, script = read_position(lines)
        station_default(world)
        self.script, self.moment = len(script), Moment(world, start)
        for words in script:
            action = " ".join(words[1:]) if words[0] != "~" else self.outcome(words[1])
            if action not in self.moment.options:
                raise ValueError(f"{path.name}: {action} is not legal at {self.moment.node}")
            self.moment = self.moment.after(action)

    def outcome(self, word):
        verb = self.moment.options[0].split()[0]
        return f"{verb} {word}"


def positions(names):
    found = [Position(p) for p in sorted(PERFT.glob("*.txt")) if p != COUNTS]
    return [p for p in found if not names or p.name in names]


def stored():
    if not COUNTS.exists():
        return {}
    lines = COUNTS.read_text(encoding="utf-8").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    return {(name, int(depth)): int(number) for name, depth, number in words}


def store(found):
    head = ("# SPDX-License-Identifier: Apache-2.0\n"
            "# name, depth, sequences of actions: written by `slow.py --update`\n")
    lines = [f"{name} {depth} {number}\n" for (name, depth), number in sorted(found.items())]
    COUNTS.write_text(head + "".join(lines), encoding="utf-8")


# ---------------------------------------------------------------------------------- the program
def ask(program, spec, depth):
    """What the C rules count after each first action."""
    command = [program, "perft", "corridors", spec, "--depth", str(depth), "--split"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(answer.stderr.strip() or f"{program}: code {answer.returncode}")
    lines = [line.split() for line in answer.stdout.splitlines()]
    return {" ".join(words[1:]): int(words[0]) for words in lines if len(words) > 1}


def told(position, scratch, extra):
    """A copy of the position with more script lines; returns the program's name for it."""
    text = position.path.read_text(encoding="utf-8")
    lines = [script_line(a) for a in extra]
    scratch.write_text(text + "\n".join(lines) + "\n", encoding="utf-8")
    return f"{scratch}@{position.script + len(extra)}"


def hunt(program, position, scratch):
    """Walks down to the first action only one of the two knows."""
    moment, depth, way = position.moment, position.depth, []
    while depth > 0:
        mine = split(moment, depth)
        theirs = ask(program, told(position, scratch, way), depth)
        only = [(a, "only here") for a in mine if a not in theirs]
        only += [(a, "only in C") for a in theirs if a not in mine]
        for action, where in only:
            print(f"    {' / '.join(way)} [{moment.node} {moment.seat}] {action}: {where}")
        if only:
            return
        wrong = [a for a in mine if mine[a] != theirs[a]]
        if not wrong:
            return
        for a in wrong[:6]:
            print(f"    {' / '.join(way + [a])}: here {mine[a]}, C {theirs[a]}")
        moment, depth, way = moment.after(wrong[0]), depth - 1, way + [wrong[0]]


def count_both(options, position, known, scratch):
    """One line of the report; returns whether all agree, and the count of this generator."""
    key = (position.name, position.depth)
    mine = known.get(key) if options.stored else count(position.moment, position.depth)
    line, good = f"{position.name:24} depth {position.depth} here {mine!s:>8}", mine is not None
    if not options.update and known.get(key) != mine:
        line, good = f"{line} stored {known.get(key)}", False
    if options.program:
        theirs = sum(ask(options.program, told(position, scratch, []), position.depth).values())
        line, good = f"{line} C {theirs:8}", good and theirs == mine
    print(line if good else f"{line}  FAIL", flush=True)
    if options.program and theirs != mine:
        hunt(options.program, position, scratch)
    return good, mine


def compare(options, scratch):
    known, fresh, failed = stored(), {}, 0
    for position in positions(options.names):
        good, fresh[(position.name, position.depth)] = count_both(options, position, known, scratch)
        failed += not good
    if options.update:
        store({**(known if options.names else {}), **fresh})
    return len(fresh) - failed, failed


# --------------------------------------------------------------------------------- random games
def script_line(action):
    words = action.split()
    return f"~ {words[1]}" if words[0] in CHANCE_VERBS else f"> {action}"


def choose(rng, options):
    """Ends and refusals rarely, so that something happens; openings of one's own now and then."""
    lazy = [a for a in options if a.split()[0] in ("end", "decline", "ready", "standard", "halt")]
    busy = [a for a in options if a not in lazy]
    pool = lazy if lazy and (not busy or rng.random() < 0.15) else busy
    return rng.choice(pool)


def game(rng, listed, steps):
    """Plays one game at random; returns where and how the two lists differ, or None."""
    scenario = rng.choice(("standard", "bridges", "bocage", "ruins", "free"))
    lines = [f"game corridors scenario {scenario}", f"option deck1 {rng.choice('GSUW')}",
             f"option deck2 {rng.choice('GSUW')}"]
    world, start, _ = read_position(lines)
    moment, way = Moment(world, start), []
    while moment.node != "over" and len(way) < steps:
        mine, theirs = set(moment.options), set(listed(lines + way, len(way)))
        if mine != theirs:
            return lines + way, moment.node, sorted(mine - theirs), sorted(theirs - mine)
        action = choose(rng, moment.options)
        moment = moment.after(action)
        way.append(script_line(action))
    return None


def wander(options, scratch):
    failed = 0

    def listed(lines, number):
        scratch.write_text("# random\n" + "\n".join(lines) + "\n", encoding="utf-8")
        return list(ask(options.program, f"{scratch}@{number}", 1))

    for number in range(options.random):
        different = game(random.Random(options.seed * 1000003 + number), listed, options.steps)
        if different:
            failed += 1
            lines, node, mine, theirs = different
            print("FAIL", "\n".join(lines))
            print(f"    at {node}\n    only here {mine}\n    only in C {theirs}", flush=True)
    return options.random - failed, failed


def odd(options, scratch):
    """Odd positions and what comes of them."""
    failed = 0
    slow_wild.listen()

    def listed(lines, number):
        scratch.write_text("# odd\n" + "\n".join(lines) + "\n", encoding="utf-8")
        return list(ask(options.program, f"{scratch}@{number}", 1))

    for number in range(options.wild):
        rng = slow_wild.seeded(options.seed, number)
        lines = slow_wild.position(rng)
        world, start, _ = read_position(lines)
        station_default(world)
        block, different = slow_wild.walk(rng, Moment(world, start), lines, listed, options.steps,
                                          (choose, script_line))
        told = slow_wild.judge(options.program, scratch, block) if block else ""
        if different or told:
            failed += 1
            print("FAIL", "\n".join(different[0] if different else block))
            print("   ", told or different[1:], flush=True)
    return options.wild - failed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build" / "grognard"))
    parser.add_argument("--alone", action="store_true", help="do not ask the program")
    parser.add_argument("--stored", action="store_true", help="ask the program only")
    parser.add_argument("--update", action="store_true", help="write counts.txt")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="random games")
    parser.add_argument("--wild", type=int, default=0, metavar="N", help="odd positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=600, help="longest random game")
    parser.add_argument("--nodes", action="store_true", help="tell how often each node was listed")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    if options.alone:
        options.program = None
    elif not pathlib.Path(options.program).exists():
        print(f"{options.program}: not built; --alone compares with counts.txt only")
        print("0 passed, 1 failed")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder) / "position.play"
        way = odd if options.wild else wander if options.random else compare
        passed, failed = way(options, scratch)
    if options.nodes:
        print(" ".join(f"{n}:{seen_nodes.get(n, 0)}" for n in (DECISIONS + " " + CHANCE).split()))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
