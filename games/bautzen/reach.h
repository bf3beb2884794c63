// SPDX-License-Identifier: Apache-2.0
// Where a counter that has not moved can come to, for plans, which ask it of every counter at once.
// It says the same as bz_find_paths(), down to which of several equal ways is taken, but faster:
// the judge of steps is not asked again, what he would say of a hex is looked up once for a side.
// A unit test compares the two.
#ifndef GAME_BAUTZEN_REACH_H
#define GAME_BAUTZEN_REACH_H

#include "bautzen.h"

// What a hex is to a side that moves: free, in an enemy ZOC, where a move stops, or barred.
enum { GROUND_FREE, GROUND_WATCHED, GROUND_BARRED };

typedef struct bz_ground {
    uint8_t at[HEXES];
} bz_ground;

typedef struct bz_range {
    int start, column, half_mp; // whose it is: counters of one stack often share it
    int count;
    int16_t hex[HEXES];      // where it can come to, in no order; the start is not among them
    int16_t from[HEXES];     // the hex before it on the way
    uint8_t left[HEXES + 1]; // half MP left there plus one; 0: out of reach; the last: off the map
} bz_range;

void bz_take_ground(const bz_state *s, int side, bz_ground *out);
void bz_find_range(const bz_table *t, const bz_ground *ground, int start, int column, int half_mp,
                   bz_range *out);
#endif
