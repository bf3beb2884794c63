# SPDX-License-Identifier: Apache-2.0
"""An imagined position: everything may be tried in it, every seat played, chance looked at outcome
by outcome, and what a seat cannot know dealt anew."""
from ctypes import byref, c_int32
from fractions import Fraction

import numpy as np

from . import _library as c
from ._library import LIB
from .batch import Batch


class World(Batch):
    """One position. `seat` is who decides: the number of a seat, 100 for chance, 101 when the game
    is over. `choices` are the actions there are, at a chance node its outcomes."""

    def __init__(self, game, *, scenario=None, options=None, request=None, dice="open"):
        self._request = request
        super().__init__(game, 1, scenario=scenario, options=options, restart=False, forced=False,
                         dice=dice, views=True)

    def _open(self, order):
        if self._request is not None:
            order.request = self._request
        super()._open(order)

    @property
    def seat(self):
        return int(self.seats[0])

    @property
    def over(self):
        return self.seat == c.OVER

    @property
    def choices(self):
        return self.actions[0, :self.counts[0]]

    def step(self, choices):
        """The choice with this number."""
        super().step(np.atleast_1d(choices))

    def play(self, action):  # pylint: disable=arguments-differ
        """Any action or outcome, as a number or as players type it, judged by the rules."""
        super().play(0, action)

    def outcomes(self):
        """Of a chance node: [(outcome, its exact probability)]."""
        if self.seat != c.CHANCE:
            raise c.IllegalAction("It is not for chance to decide.")
        weights = [int(w) for w in self.weights[0, :self.counts[0]]]
        return [(int(a), Fraction(w, sum(weights))) for a, w in zip(self.choices, weights)]

    def roll(self, rng):
        """Chance decides, by a numpy generator, until a seat is to act or the game is over."""
        while self.seat == c.CHANCE:
            tickets = np.cumsum(self.weights[0, :self.counts[0]].astype(object))
            ticket = rng.integers(int(tickets[-1]))
            self.step(next(i for i, most in enumerate(tickets) if ticket < most))

    def clone(self):
        """The same position once more."""
        other = World(self.game, request=self.position(0).request)
        status = LIB.gg_batch_copy(other._batch, 0, self._opened(), 0)
        if status:
            c.fail(status, "The position could not be copied.")
        return other

    def resample(self, seat, seed):
        """Deals anew what this seat cannot know; the same seed deals the same."""
        self._guard(LIB.gg_batch_deal(self._opened(), 0, seat, seed % 2**64))

    def look(self, viewer):
        """What a seat (or 102, the public) may know of it: facts and view."""
        facts, view = np.zeros((), self.facts.dtype), np.zeros((), c.VIEW)
        self._guard(LIB.gg_batch_look(self._opened(), 0, viewer, facts.ctypes.data,
                                      view.ctypes.data))
        return facts, view

    @staticmethod
    def _guard(status):
        if status == c.NOT_ALLOWED:
            raise c.IllegalAction("A seat is composing an action, which nobody else may see.")

    def value(self, seat):
        """How good it is for the seat as the game itself reckons, in hundredths of a point; None
        where it does not. It looks at everything: ask it in worlds that were dealt."""
        value = c_int32()
        known = LIB.gg_batch_value(self._opened(), 0, seat, byref(value))
        return value.value if known else None

    def put(self, position, drafting=False):
        """Goes on from a position of the library."""
        status = LIB.gg_batch_put(self._opened(), 0, byref(position), drafting)
        if status:
            raise c.BadInput("This position is of another game or another scenario.")
