#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bautzen a second time: a slow generator of legal actions, written from the rule file, to count
what the C rules count. It shares no code and no table with them: it reads data/map.txt and
data/counters.csv itself, and works with dictionaries, sets and recursion.

Usage: slow.py [--program GROGNARD] [NAME...]     count all positions, or those named, in both
       slow.py --stored                          the C rules against counts.txt alone: quick
       slow.py --alone [--update]                this generator against counts.txt, or writes it
       slow.py --random N [--seed S]             N random walks instead, list against list

perft/NAME.txt holds a position (the block of a .play file; `>` and `~` lines lead on from it) and a
line `// depth N`. perft/counts.txt holds the counts; after a change of data or rules that is meant,
--update writes it anew. Where the two differ, the first action after which they do is told."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import slow_fight as fight  # noqa: E402
import slow_move as move  # noqa: E402
import slow_random as chance  # noqa: E402
from slow_world import read_position  # noqa: E402

ROOT = HERE.parents[2]
PERFT = HERE / "perft"
COUNTS = PERFT / "counts.txt"


def dice(_):
    return move.DICE


# node: what may be done, what is then so
NODES = {
    "setup": (move.setup_actions, move.setup_done),
    "place": (move.place_actions, move.place_done),
    "cl_roll": (dice, move.cl_roll_done),
    "cl_place": (move.cl_place_actions, move.cl_place_done),
    "reinforce": (dice, move.reinforce_done),
    "release": (move.release_actions, move.release_done),
    "move": (move.move_actions, move.move_done),
    "step": (move.step_actions, move.step_done),
    "exfil": (move.exfil_actions, move.exfil_done),
    "exfil_die": (dice, move.exfil_die_done),
    "combat": (fight.combat_actions, fight.combat_done),
    "attack": (fight.attack_actions, fight.attack_done),
    "defence": (fight.defence_actions, fight.defence_done),
    "commit": (fight.commit_actions, fight.commit_done),
    "die": (dice, fight.die_done),
    "cl_die": (dice, fight.cl_die_done),
    "split": (fight.split_actions, fight.split_done),
    "loss": (fight.loss_actions, fight.loss_done),
    "retreat": (fight.retreat_actions, fight.retreat_done),
    "advance": (fight.advance_actions, fight.advance_done),
    "over": (lambda world: [], None),
}
seen_nodes = {}


def actions(world):
    found = NODES[world.node][0](world)
    seen_nodes[world.node] = seen_nodes.get(world.node, 0) + 1
    if not found and world.node != "over":
        raise RuntimeError(f"nothing to do at {world.node}")
    return found


def after(world, action):
    new = world.copy()
    NODES[new.node][1](new, action)
    return new


def count(world, depth):
    if depth == 0:
        return 1
    found = actions(world)
    return len(found) if depth == 1 else sum(count(after(world, a), depth - 1) for a in found)


def split(world, depth):
    return {" ".join(a): count(after(world, a), depth - 1) for a in actions(world)}


# ------------------------------------------------------------------------------------ positions
class Position:
    def __init__(self, path):
        self.path, self.name = path, path.stem
        lines = path.read_text(encoding="utf-8").splitlines()
        self.head = next(line[2:] for line in lines if line.startswith("# "))
        self.depth = next(int(line.split()[2]) for line in lines if line.startswith("// depth "))
        lines = [line for line in lines if not line.startswith("#")]
        self.world, script = read_position(lines)
        self.script = len(script)
        for words in script:
            words = tuple(words)
            if len(words) == 1 and words[0].isdigit():
                words = ("roll", words[0])
            if words not in actions(self.world):
                raise ValueError(f"{path.name}: {' '.join(words)} is not legal here")
            self.world = after(self.world, words)


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
    command = [program, "perft", "bautzen", spec, "--depth", str(depth), "--split"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise RuntimeError(answer.stderr.strip() or f"{program}: code {answer.returncode}")
    lines = [line.split() for line in answer.stdout.splitlines()]
    return {" ".join(words[1:]): int(words[0]) for words in lines if len(words) > 1}


def told(position, scratch, extra):
    """A copy of the position with more script lines; returns the program's name for it."""
    text = position.path.read_text(encoding="utf-8")
    lines = [f"~ {a.split()[1]}" if a.startswith("roll ") else f"> {a}" for a in extra]
    scratch.write_text(text + "\n".join(lines) + "\n", encoding="utf-8")
    return f"{scratch}@{position.script + len(extra)}"


def hunt(program, position, scratch):
    """Walks down to the first action only one of the two knows."""
    world, depth, way = position.world, position.depth, []
    while depth > 0:
        mine = split(world, depth)
        theirs = ask(program, told(position, scratch, way), depth)
        only = [(a, "only here") for a in mine if a not in theirs]
        only += [(a, "only in C") for a in theirs if a not in mine]
        for action, where in only:
            print(f"    {' / '.join(way)} [{world.node} {world.seat}] {action}: {where}")
        if only:
            return
        wrong = [a for a in mine if mine[a] != theirs[a]]
        if not wrong:
            return
        for a in wrong[:6]:
            print(f"    {' / '.join(way + [a])}: here {mine[a]}, C {theirs[a]}")
        acting = next(tuple(a) for a in actions(world) if " ".join(a) == wrong[0])
        world, depth, way = after(world, acting), depth - 1, way + [wrong[0]]


def count_both(options, position, known, scratch):
    """One line of the report; returns whether all agree, and the count of this generator."""
    key = (position.name, position.depth)
    mine = known.get(key) if options.stored else count(position.world, position.depth)
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


def wander(options, scratch):
    failed = 0

    def listed(lines, number):
        scratch.write_text("# random\n" + "\n".join(lines) + "\n", encoding="utf-8")
        return list(ask(options.program, f"{scratch}@{number}", 1))

    for number in range(options.random):
        rng = chance.rng_of(options.seed, number)
        lines = chance.random_position(rng)
        different = chance.walk(lines, rng, 60, actions, after, read_position, listed)
        if different:
            failed += 1
            print("FAIL", "\n".join(different[0]))
            print(f"    only here {different[1]}\n    only in C {different[2]}")
    return options.random - failed, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build" / "grognard"))
    parser.add_argument("--alone", action="store_true", help="do not ask the program")
    parser.add_argument("--stored", action="store_true", help="ask the program only")
    parser.add_argument("--update", action="store_true", help="write counts.txt")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="random walks")
    parser.add_argument("--seed", type=int, default=1)
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
        passed, failed = (wander if options.random else compare)(options, scratch)
    if options.nodes:
        print(" ".join(f"{n}:{seen_nodes.get(n, 0)}" for n in NODES))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
