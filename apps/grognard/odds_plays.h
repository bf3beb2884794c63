// SPDX-License-Identifier: Apache-2.0
// Positions of which `bench` measures the odds: the blocks of games/*/tests/odds_largest.play, made
// into C when the program is built (odds_plays.py). The script of a block is the plan asked about.
#ifndef GROGNARD_ODDS_PLAYS_H
#define GROGNARD_ODDS_PLAYS_H

typedef struct odds_play {
    const char *game, *name, *text; // name: the word of its head line that begins with odds_
} odds_play;

extern const odds_play odds_plays[]; // ends with NULL

#endif
