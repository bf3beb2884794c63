// SPDX-License-Identifier: Apache-2.0
// Where a counter that has not moved can come to, for plans, which ask it of every counter at once.
// It says the same as bz_find_paths(), down to which of several equal ways is taken, but faster:
// the judge of steps is not asked again, what he would say of a step is looked up once for a side,
// and all steps from hexes where as much is left are taken at once. A unit test compares the two.
#ifndef GAME_BAUTZEN_REACH_H
#define GAME_BAUTZEN_REACH_H

#include "bautzen.h"

enum { LEVELS = 24 }; // half MP a counter may have, and one

// The map for a side that moves.
typedef struct bz_ground {
    bz_board free;    // no enemy and no enemy ZOC: a move goes on
    bz_board watched; // in an enemy ZOC: it stops
    bz_steps_in in[BZ_MOVE_COLUMNS];
} bz_ground;

typedef struct bz_range {
    int start, column, half_mp; // whose it is: counters of one stack often share it
    bz_board hexes;             // where it can come to; the start is not among them
    bz_board level[LEVELS];     // of these by half MP left there
} bz_range;

// Hexes of `closed` may not be entered either.
void bz_take_ground(const bz_table *t, const bz_state *s, int side, const bz_board *closed,
                    bz_ground *out);
void bz_find_range(const bz_table *t, const bz_ground *ground, int start, int column, int half_mp,
                   bz_range *out);
int bz_left_at(const bz_range *r, int hex); // half MP left there; -1: out of reach
// The hex before this one on the way, and what was left there instead of here.
int bz_hex_before(const bz_table *t, const bz_ground *ground, const bz_range *r, int hex,
                  int *left);
#endif
