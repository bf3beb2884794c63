# SPDX-License-Identifier: Apache-2.0
"""Steps per second of processor time of a batch under a random player, observations and masks
filled: what `grognard bench` runs for python.batch. One line a game: its id and the figure.

  python3 -m grognard.bench GAME SECONDS [SEED]"""
import sys
import time

import numpy as np

from . import Batch

ROWS = 128


def steps_per_second(game, seconds, seed):
    """As grognard bench counts them: actions with more than one choice, chance included."""
    batch, rng = Batch(game, ROWS, seed=seed), np.random.default_rng(seed)
    draws, choices = np.empty(ROWS), np.empty(ROWS, np.int32)
    began, before = time.process_time(), batch.steps
    while time.process_time() - began < seconds:
        for _ in range(32):
            rng.random(out=draws)
            np.multiply(draws, batch.counts, out=choices, casting="unsafe")
            batch.step(choices)
    return (batch.steps - before) / (time.process_time() - began)


def main(words):
    if len(words) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    print(f"{words[0]} {steps_per_second(words[0], float(words[1]), int((words + ['1'])[2])):.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
