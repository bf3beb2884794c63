// SPDX-License-Identifier: Apache-2.0
// How many deals of hidden counters there are (deals.c), for worlds.c.
#ifndef GAME_BAUTZEN_DEALS_H
#define GAME_BAUTZEN_DEALS_H

#include "knowledge.h"

enum {
    KINDS = 28,      // of counters, of a whole side
    HIDINGS = 48,    // stacks with hidden counters
    SEEKERS = 4,     // kinds of which it matters where some of them lie
    BINS = 3,        // sorts of places that matter to one of them, beside all others
    PATTERNS = 1200, // ways to fill one stack
    ENDS = 160,
    NIBBLE = 4,
    MANY = 15,                    // counters of one kind, as many as a nibble holds
    COLUMN_NIBBLE = 15,           // of bz_fill.taken; kinds of a nation stand below it
    NEAR_NIBBLE = SEEKERS * BINS, // of bz_end.where
};

__extension__ typedef unsigned __int128 bz_wide;

// Counters that may lie in the same stacks: by formation, where a height is open to foot alone by
// that too.
typedef struct bz_kind {
    uint8_t nation, formation;
    bool foot;
    uint8_t count, left; // hidden; of these not where the fight is
    int8_t seeker;       // -1: nowhere does it matter where they lie
    uint8_t nibble;      // its place in bz_fill.taken
} bz_kind;

typedef struct bz_hiding {
    int16_t hex, first, slots; // first: of bz_deal.slot
    uint8_t nation, formation; // of the counter on top
    bool fights, near;         // near: CL in it may be spent
    uint32_t may;              // kinds that may lie there, one bit each
    uint8_t bin[SEEKERS];      // 0: one place like any other
} bz_hiding;

typedef struct bz_hidden {
    int kinds, hidings;
    bz_kind kind[KINDS];
    bz_hiding hiding[HIDINGS];
    int columns[BZ_GERMAN_NATION +
                1]; // CL that lie in stacks of a nation, where it fights excepted
} bz_hidden;

// One way to fill a stack: how many of each kind, and CL below them.
typedef struct bz_fill {
    uint64_t taken; // a nibble for each kind of the nation, and one for CL
    uint64_t where; // a nibble for each bin of each seeker, and one for CL that may be spent
    uint32_t times; // orders in which the kinds may follow each other
} bz_fill;

// All ways to lay the rest that end with as many counters in the bins.
typedef struct bz_end {
    uint64_t where;
    bz_wide ways;
} bz_end;

static inline unsigned bz_nibble(uint64_t word, unsigned at) {
    return (unsigned)(word >> at * NIBBLE) & MANY;
}
static inline unsigned bz_in_bin(uint64_t where, int seeker, int bin) { // bin from 1 on
    return bz_nibble(where, (unsigned)(seeker * BINS + bin - 1));
}
// a - b has no nibble below zero.
bool bz_covers(uint64_t a, uint64_t b);
uint64_t bz_choose(int n, int k);
// Product; 0 when it does not fit.
bz_wide bz_product(bz_wide a, bz_wide b);
bz_wide bz_quotient(bz_wide a, bz_wide b, bz_wide *rest); // b is not 0
// Ways to fill a stack; -1: too many.
int bz_fills(const bz_hidden *h, const bz_hiding *stack, bz_fill out[PATTERNS]);
// Ways to fill all stacks but those that fight, by what is left of kinds and columns. Orders of
// counters of one kind are not counted. -1: too much to count.
int bz_count_rest(const bz_hidden *h, bz_end out[ENDS]);

#endif
