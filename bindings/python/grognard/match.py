# SPDX-License-Identifier: Apache-2.0
"""Match files: read, checked and replayed by the library, entry by entry."""
from ctypes import byref, c_void_p
from pathlib import Path

from . import _library as c
from ._library import LIB
from .world import World

ACTION, CHANCE_ENTRY = 0, 1


class Match:
    """A match file. `entries` is how many entries it has; `result` half-points of each seat (2 a
    win, 1 a draw, 0 a loss), None while it is not over."""

    def __init__(self, path):
        self._match, error = c_void_p(), c.Error()
        try:
            self._text = Path(path).read_bytes()
        except OSError as failure:
            raise c.BadInput(f"{path}: {failure.strerror}") from None
        status = LIB.gg_match_read(byref(self._match), self._text, len(self._text), byref(error))
        if status:
            raise c.BadInput(f"{path}: line {error.line}: {error.en.decode()}")
        setup = LIB.gg_match_setup_of(self._match).contents
        self._request = setup.request
        self.game = c.head(setup.game).id.decode()
        self.entries = int(LIB.gg_match_entries(self._match))

    def __del__(self):
        if getattr(self, "_match", None):
            LIB.gg_match_close(self._match)

    @property
    def result(self):
        result = c.Result()
        LIB.gg_match_result(self._match, byref(result))
        seats = c.head(c.find_game(self.game)).seats
        return list(result.half[:seats]) if result.over else None

    def verify(self):
        """The whole file with its dice; raises BadInput. False: its seed is not revealed yet."""
        error = c.Error()
        if LIB.gg_match_verify(self._text, len(self._text), byref(error)):
            raise c.BadInput(error.en.decode())
        return not error.en

    def hash(self, number):
        """Of the facts after an entry, as the file has it."""
        return int(LIB.gg_match_entry(self._match, number).contents.hash)

    def at(self, number):
        """The position after entry `number`, a World; 0 is the beginning."""
        position = c.Position()
        if not 0 <= number <= self.entries:
            raise c.BadInput(f"There are {self.entries} entries: there is no entry {number}.")
        status = LIB.gg_match_at(self._match, number, byref(position))
        if status:
            c.fail(status, "The position could not be made.")
        world = World(self.game, request=self._request)
        world.put(position)
        LIB.gg_position_close(byref(position))
        return world

    def replay(self):
        """(world, action) for each action and each outcome of chance that counts, in order; the
        world is where it is about to be done and is one and the same all along."""
        world = self.at(0)
        for number in range(1, self.entries + 1):
            entry = LIB.gg_match_entry(self._match, number)
            if entry.contents.kind not in (ACTION, CHANCE_ENTRY):
                continue
            if not LIB.gg_match_counts(self._match, number, self.entries):
                continue
            steps = LIB.gg_match_actions(self._match, entry)
            for i in range(entry.contents.steps):
                action = int(steps[i])
                yield world, action
                world.play(action)
