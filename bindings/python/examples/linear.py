#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Trains a linear policy against a random player and counts what it wins: linear.py GAME [SECONDS]
[GAMES]. A choice is worth the sum of the weights of what it is made of: the verb, and the verb
with each operand. It learns by the policy gradient, from who won and nothing else."""
import sys
import time

import numpy as np

sys.path.insert(0, sys.path[0] + "/..")  # where the package lies, seen from this file
import grognard  # noqa: E402

ROWS, SIZE, RATE = 128, 1 << 13, 0.02


def features(batch, row, k):
    """Four places among the weights for each choice: seat and verb, and these with an operand."""
    who = (grognard.verbs(batch.actions[row, k]) * 2 + batch.seats[row])[:, None] * 4
    with_ = who + [1, 2, 3] + grognard.operands(batch.actions[row, k]) * 4096
    return np.concatenate([who, with_], 1) * 2654435761 % 4294967291 % SIZE


def play(game, weights, games=0, seconds=0.0, seed=1):
    """The policy has the seat that its row's parity says, a random player the others."""
    batch, mine = grognard.Batch(game, ROWS, seed=seed), np.arange(ROWS) % 2
    rng, stop = np.random.default_rng(seed), time.process_time() + seconds
    trace, mean, scale, won, ended = np.zeros((ROWS, SIZE)), 0.0, np.full(SIZE, 1e-3), 0.0, 0
    while ended < games or time.process_time() < stop:
        row, k = np.nonzero(batch.mask)
        start, own = np.flatnonzero(k == 0), (batch.seats == mine)[row]
        found = features(batch, row, k)
        worth = weights[found].sum(1) * own
        noisy = worth + rng.gumbel(size=len(worth))
        best = np.flatnonzero(noisy == np.maximum.reduceat(noisy, start)[row])
        if seconds:  # what was chosen, less what the policy expected to choose
            share = np.exp(worth - np.maximum.reduceat(worth, start)[row])
            share /= np.add.reduceat(share, start)[row]
            share[best] -= 1
            np.subtract.at(trace, (row[:, None], found), (share * own)[:, None])
        batch.step(k[best])
        for r in np.flatnonzero(batch.dones):
            reward = batch.rewards[r, mine[r]]
            slope = trace[r] * (reward - mean)
            mean, scale = 0.99 * mean + 0.01 * reward, 0.99 * scale + 0.01 * slope**2
            weights += RATE * slope / np.sqrt(scale + 1e-8)
            won, ended, trace[r] = won + (reward + 1) / 2, ended + 1, 0
    return won, ended


if __name__ == "__main__":
    GAME, SECONDS, GAMES = (sys.argv[1:] + ["120", "400"][len(sys.argv) - 2:])[:3]
    policy = np.zeros(SIZE)
    trained = play(GAME, policy, seconds=float(SECONDS))[1]
    won, ended = play(GAME, policy, games=int(GAMES), seed=2)
    print(f"{GAME}: after {trained} games won {won:g} of {ended}, {100 * won / ended:.1f} %")
