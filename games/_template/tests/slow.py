#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Fords a second time: a slow generator written from the rulebook, to count what C counts.

It shares no code and no table with the C rules. Positions and counts are read from golden/: the C
test compares the same counts with its own, so that both generators agree when both tests pass.

Usage: slow.py [--print]      compare, or print the counts of this generator

A position is a plain tuple and everything is worked out from it anew; nothing here is fast."""
import collections
import pathlib
import sys

sys.dont_write_bytecode = True
GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
NORTH, SOUTH = 0, 1
WORTH = {1: 1, 2: 2, 3: 3, 4: 2, 5: 1}  # Z1

# hands, decks: per side a sorted tuple of strengths. fords: {number: (side, strength)}.
# turn: player turns begun. phase: a tuple whose first word says what is awaited.
World = collections.namedtuple("World", "turns hands decks fords turn phase")


def without(cards, card):
    cards = list(cards)
    cards.remove(card)
    return tuple(cards)


def changed(pair, side, value):
    return (value, pair[1]) if side == NORTH else (pair[0], value)


def beside(world, side, ford):
    """Z7: a neighbouring ford is held."""
    return any(world.fords.get(n, (None,))[0] == side for n in (ford - 1, ford + 1))


def holds_any(world, side):
    return any(owner == side for owner, _ in world.fords.values())


# ------------------------------------------------------------------------------ what may be done
def moves(world):
    """Everything that may happen: words of a seat, or outcomes of chance without their weights."""
    kind = world.phase[0]
    if kind == "draw":
        return [("deal", card) for card in sorted(set(world.decks[world.phase[1]]))]
    if kind == "die":
        return [("roll", face) for face in range(1, 7)]
    if kind == "opening":  # Z3: any card of the hand, on the home ford
        side = world.phase[1]
        return [("garrison", 1 if side == NORTH else 5, card)
                for card in sorted(set(world.hands[side]))]
    if kind == "turn":
        return turn_moves(world, world.phase[1])
    if kind == "assault":  # Z8: one or two cards
        side, _, cards = world.phase[1:]
        words = []
        if len(cards) < 2:
            words += [("with", card) for card in sorted(set(world.hands[side]))]
        if cards:
            words.append(("confirm",))
        return words
    if kind == "ambush":  # Z9
        defender = 1 - world.phase[1]
        return [("ambush", c) for c in sorted(set(world.hands[defender]))] + [("decline",)]
    return []  # over


def turn_moves(world, side):
    words = []
    for ford in range(1, 6):
        if ford not in world.fords and beside(world, side, ford):  # Z6, Z7
            words += [("garrison", ford, card) for card in sorted(set(world.hands[side]))]
    for ford in range(1, 6):
        held_by = world.fords.get(ford, (None,))[0]
        if held_by == 1 - side and beside(world, side, ford) and world.hands[side]:  # Z7, Z8
            words.append(("assault", ford))
    return words + [("pass",)]


# ----------------------------------------------------------------------------- what is then so
def after(world, move):
    kind = world.phase[0]
    if kind == "draw":
        return dealt(world, move[1])
    if kind == "opening":
        return opened(world, move)
    if kind == "die":
        return rolled(world, move[1])
    if kind == "ambush":
        return answered(world, move)
    side = world.phase[1]
    if move[0] == "pass":
        return next_turn(world)
    if move[0] == "garrison":
        left = without(world.hands[side], move[2])
        return next_turn(world._replace(hands=changed(world.hands, side, left),
                                        fords={**world.fords, move[1]: (side, move[2])}))
    if move[0] == "assault":
        return world._replace(phase=("assault", side, move[1], ()))
    if move[0] == "with":
        left = without(world.hands[side], move[1])
        return world._replace(hands=changed(world.hands, side, left),
                              phase=("assault", side, world.phase[2], world.phase[3] + (move[1],)))
    # confirm: the defender answers if he holds cards, else the die is rolled (Z9, Z11)
    word = "ambush" if world.hands[1 - side] else "die"
    return world._replace(phase=(word, side, world.phase[2], world.phase[3], 0))


def dealt(world, card):
    side, then = world.phase[1], world.phase[2]
    world = world._replace(decks=changed(world.decks, side, without(world.decks[side], card)),
                           hands=changed(world.hands, side, world.hands[side] + (card,)))
    if then == "turn":
        return world._replace(phase=("turn", side))
    count = then + 1  # Z2: four cards each, turn about, before the opening
    if count < 8:
        return world._replace(phase=("draw", count % 2, count))
    return world._replace(phase=("opening", NORTH))


def opened(world, move):
    side = world.phase[1]
    world = world._replace(hands=changed(world.hands, side, without(world.hands[side], move[2])),
                           fords={**world.fords, move[1]: (side, move[2])})
    return world._replace(phase=("opening", SOUTH)) if side == NORTH else begin_turn(world)


def begin_turn(world):
    side = world.turn % 2
    world = world._replace(turn=world.turn + 1, phase=("turn", side))
    if len(world.hands[side]) < 4 and world.decks[side]:  # Z4
        return world._replace(phase=("draw", side, "turn"))
    return world


def next_turn(world):
    """Z13: the last turn is over, or one side holds no ford."""
    if world.turn >= 2 * world.turns or not holds_any(world, NORTH) or not holds_any(world, SOUTH):
        return world._replace(phase=("over",))
    return begin_turn(world)


def answered(world, move):
    side, ford, cards = world.phase[1:4]
    if move[0] == "decline":
        return world._replace(phase=("die", side, ford, cards, 0))
    defender = 1 - side
    world = world._replace(
        hands=changed(world.hands, defender, without(world.hands[defender], move[1])))
    if move[1] > sum(cards):  # Z10
        return next_turn(world)
    return world._replace(phase=("die", side, ford, cards, move[1]))


def rolled(world, face):
    side, ford, cards, ambush = world.phase[1:]
    if sum(cards) + face > world.fords[ford][1] + ambush + 3:  # Z11, Z12
        world = world._replace(fords={**world.fords, ford: (side, cards[0])})
    return next_turn(world)


def count(world, depth):
    if depth == 0:
        return 1
    found = moves(world)
    return len(found) if depth == 1 else sum(count(after(world, m), depth - 1) for m in found)


# ------------------------------------------------------------------------------------- positions
def standard():
    deck = tuple(card for card in range(1, 6) for _ in range(2))  # Z2
    return World(8, ((), ()), (deck, deck), {}, 0, ("draw", NORTH, 0))


def position(lines):
    """Reads one block of positions.play."""
    side_of = {"north": NORTH, "south": SOUTH}
    turns, turn, phase = 8, 0, None
    hands, decks, fords = [[], []], [[], []], {}
    for words in (line.split() for line in lines):
        if words[0] == "option":
            turns = int(words[2])
        elif words[0] == "put" and words[2] == "holds":
            fords[int(words[3][1:])] = (side_of[words[4]], int(words[1]))
        elif words[0] == "put":
            {"hand": hands, "deck": decks}[words[2]][side_of[words[3]]].append(int(words[1]))
        elif words[0] == "set" and words[1] == "turn":
            turn = int(words[2])
        elif words[0] == "node":
            phase = (words[1], side_of[words[2]])
        elif words[0] not in ("set", "game"):
            raise ValueError(" ".join(words))
    if phase[0] == "turn" and turn % 2 == phase[1]:
        turn += 1  # the turn of the seat to move has begun
    return World(turns, tuple(map(tuple, hands)), tuple(map(tuple, decks)), fords, turn, phase)


def blocks():
    found = []
    for line in (GOLDEN / "positions.play").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            found.append([])
        elif line.strip() and not line.startswith("//"):
            found[-1].append(line)
    return found


def world_of(name, known):
    if name == "scenario:standard":
        return standard()
    return position(known[int(name.removeprefix("positions.play:")) - 1])


def main():
    known, passed, failed = blocks(), 0, 0
    for line in (GOLDEN / "perft.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        name, depth, wanted = line.split()
        got = count(world_of(name, known), int(depth))
        if "--print" in sys.argv[1:]:
            print(name, depth, got)
        elif got != int(wanted):
            print(f"{name} to depth {depth}: perft.txt says {wanted}, this generator {got}")
        passed += got == int(wanted)
        failed += got != int(wanted)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
