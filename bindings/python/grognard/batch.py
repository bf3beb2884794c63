# SPDX-License-Identifier: Apache-2.0
"""Many games that C steps while numpy reads the same memory: nothing is copied between them."""
from ctypes import byref, c_uint32, c_void_p

import numpy as np

from . import _library as c
from ._library import LIB


def verbs(actions):
    """The verb of each action: a number of facts(game)["verbs"]."""
    return (actions >> np.uint64(45)).astype(np.int64)


def operands(actions):
    """The three operands of each action, on a new last axis."""
    shifts = np.array([30, 15, 0], np.uint64)
    return (actions[..., None] >> shifts & np.uint64(0x7fff)).astype(np.int64)


def act(verb, a=0, b=0, third=0):
    """The action of these numbers."""
    return verb << 45 | a << 30 | b << 15 | third


def planes(views, surface, cells):
    """Pieces of one surface as planes: for each view [channel, cell]; channels are, for pieces of
    the viewer and then of others: how many there are, and the sums of their five values."""
    views = np.atleast_1d(views)
    out = np.zeros((len(views), 12, cells), np.float32)
    piece = views["piece"]
    there = np.arange(piece.shape[1]) < views["pieces"][:, None]
    row, k = np.nonzero(there & (piece["surface"] == surface) & (piece["cell"] < cells))
    one = piece[row, k]
    side = np.where(one["owner"] == views["viewer"][row], 0, 6)
    np.add.at(out, (row, side, one["cell"]), 1)
    for i in range(5):
        value = one["value"][:, i]
        np.add.at(out, (row, side + 1 + i, one["cell"]), np.where(value == -32768, 0, value))
    return out


class Batch:
    """`games` games side by side, a row each. After reset() and after each step() the arrays show
    where every row stands:

      facts    what the seat to decide may know: the game's own fields     [games]
      bytes    the same memory as plain bytes                             [games, bytes]
      views    with views=True: what it sees (VIEW: pieces and gauges)    [games]
      actions  the choices there are, as actions                          [games, width]
               with plans=True each is a row of actions, zeroes at its end [games, width, depth]
      mask     which of them exist: the first counts[row]                 [games, width]
      counts   how many                                                   [games]
      seats    who decides (100: chance, 101: the game is over)           [games]
      nodes    at which decision point                                    [games]
      dones    a game ended in this step                                  [games]
      rewards  of the game that ended: 1 won, 0 drawn, -1 lost            [games, seats]
      margins  of that game, for seat 0                                   [games]
      numbers  which game is being played                                 [games]
      weights  with dice="open": tickets of each outcome of chance        [games, width]

    The arrays belong to the batch and change in place; copy what is to be kept. Their memory is
    what C writes to: it is not writeable from here."""

    def __init__(self, game, games, *, scenario=None, options=None, seed=0, first=0, plans=False,
                 matchups=False, restart=True, forced=True, dice="quick", views=False):
        self._batch = c_void_p()
        self._game = c.find_game(game)
        if dice not in c.DICE:
            raise c.BadInput(f"dice is one of {', '.join(c.DICE)}, not “{dice}”.")
        if not 1 <= games <= 65536:
            raise c.BadInput(f"A batch has 1 to 65536 games, not {games}.")
        request = c.make_request(self._game, scenario, options)
        self._open(c.Order(self._game, request, seed % 2**64, first, games, c.DICE[dice], plans,
                           matchups, restart, forced))
        self.game, self.games = game, games
        self.width, self.depth = (int(f(self._batch)) for f in (LIB.gg_batch_width,
                                                                LIB.gg_batch_depth))
        self._make_arrays(plans, dice == "open", views)
        self._wrong = c_uint32()

    def _open(self, order):
        verdict = c.Verdict()
        status = LIB.gg_batch_open(byref(self._batch), byref(order), byref(verdict))
        if status:
            c.refuse_request(status, self._game, verdict)

    def _make_arrays(self, plans, weighted, views):
        n, width, seats = self.games, self.width, c.head(self._game).seats
        self.facts = np.zeros(n, c.facts_type(self.game))
        self.bytes = self.facts.view(np.uint8).reshape(n, -1)
        self.views = np.zeros(n if views else 0, c.VIEW)
        self.actions = np.zeros((n, width, self.depth) if plans else (n, width), np.uint64)
        self.weights = np.zeros((n, width) if weighted else 0, np.uint64)
        self.mask = np.zeros((n, width), np.bool_)
        self.counts, self.numbers = np.zeros(n, np.uint32), np.zeros(n, np.uint32)
        self.seats, self.nodes = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.dones, self.margins = np.zeros(n, np.bool_), np.zeros(n, np.int32)
        self.rewards = np.zeros((n, seats), np.float32)
        self._all = (self.facts, self.views, self.actions, self.weights, self.mask, self.counts,
                     self.seats, self.nodes, self.dones, self.rewards, self.margins, self.numbers)
        arrays = c.Arrays(*(a.ctypes.data if a.size else None for a in self._all))
        LIB.gg_batch_arrays_set(self._batch, byref(arrays))
        for array in (*self._all, self.bytes):
            array.flags.writeable = False

    def close(self):
        if self._batch:
            LIB.gg_batch_close(self._batch)
            self._batch = c_void_p()

    def __del__(self):
        if getattr(self, "_batch", None):
            self.close()

    def _opened(self):
        if not self._batch:
            raise c.GrognardError("This batch is closed.")
        return self._batch

    def reset(self, seed=0, first=0):
        """Every row begins its first game: numbers first, first + 1, ..."""
        LIB.gg_batch_reset(self._opened(), seed % 2**64, first)

    def step(self, choices):
        """One choice for each row, a place in its list; -1 leaves the row alone."""
        choices = np.ascontiguousarray(choices, np.int32)
        if choices.shape != (self.games,):
            raise c.BadInput(f"step() takes {self.games} choices, not {choices.shape}.")
        if LIB.gg_batch_step(self._opened(), choices.ctypes.data, byref(self._wrong)):
            row = self._wrong.value
            raise c.IllegalAction(f"Row {row} has {self.counts[row]} choices: there is no choice "
                                  f"{choices[row]}. No row was stepped.")

    @property
    def steps(self):
        """Actions with more than one choice so far, chance included."""
        return int(LIB.gg_batch_steps(self._opened()))

    def position(self, row):
        """For the library's other functions."""
        return LIB.gg_batch_position(self._opened(), row).contents

    def play(self, row, action):
        """Any action, as a number or as players type it, judged by the rules."""
        where, verdict = self.position(row), c.Verdict()
        status = LIB.gg_batch_play(self._batch, row, c.parse(where, action), byref(verdict))
        if status == c.REFUSED:
            raise c.refusal(self._game, where, verdict)
        if status:
            raise c.IllegalAction("The game is over, or chance has no such outcome.")

    def notation(self, row, choice):
        """A choice as players type it."""
        steps = np.atleast_1d(self.actions[row, choice])
        return "; ".join(c.notation(self.position(row), a) for a in steps if a)

    def hash(self, row):
        """Of the facts of a row's position, as match files have it."""
        return int(LIB.gg_facts_hash(self._game, self.position(row).state))
