// SPDX-License-Identifier: Apache-2.0
// Worlds while they are counted: what worlds.c finds and worlds_written.c writes.
#ifndef GAME_BAUTZEN_WORLDS_H
#define GAME_BAUTZEN_WORLDS_H

#include <string.h>

#include "base/bits.h"
#include "combat.h"
#include "deals.h"

enum {
    SORTS = 64,          // of counters alike in all that a fight asks of them
    FIGHTS = DIRECTIONS, // stacks that fight
    FIGHTERS = 6,        // hidden counters in them
    GIVERS = 10,         // hidden HQ and guns that may be near enough
    WORLDS = 640,
    WORK = 300000, // ends looked at, for all placements of givers
};

// What is hidden and matters.
typedef struct bz_matter {
    int side, target;
    bool supports; // may still be named by that side
    bool commits;  // its CL still may be, or lie face down
    bool sealed;   // they do
    int hex[FIGHTS], hexes;
} bz_matter;

typedef struct bz_sort {
    uint8_t kind, left;
    int16_t piece[MANY];
} bz_sort;

typedef struct bz_fighter {
    int16_t piece;
    uint8_t stack; // of the fighting hidings
    bool reduced;
} bz_fighter;

typedef struct bz_giver {
    int16_t piece;
    uint8_t kind, bin;
    uint16_t reach; // from where it lies
} bz_giver;

// What makes one world different from another.
typedef struct bz_key {
    int16_t defence;
    uint8_t usable, columns;  // CL that may be spent; CL where the fight is
    uint8_t committed, air;   // face down
    uint16_t trait[FIGHTERS]; // of hidden counters where the fight is, in order
} bz_key;

typedef struct bz_example {
    bz_fighter fighter[FIGHTERS];
    bz_giver giver[GIVERS];
    uint8_t fighters, givers, near;
    uint8_t columns[FIGHTS];
} bz_example;

typedef struct bz_counting {
    const bz_table *t;
    const bz_state *seen; // hidden counters off the map
    bz_deal deal;
    bz_matter m;
    bz_hidden h;
    bz_board supplied[NETS];
    int sorts;
    bz_sort sort[SORTS];
    int fights, fight[FIGHTS]; // hidings
    int slots;                 // in them
    int reducible;             // hidden counters of two steps
    int spent_near;            // CL seen that may be spent
    bz_example now;
    int taken[KINDS]; // where the fight is
    int staff[KINDS]; // hidden HQ and guns
    bz_end end[ENDS];
    int ends;
    bz_wide ways; // so far
    int work;
    bool over;
    int worlds;
    bz_key key[WORLDS];
    bz_wide deals[WORLDS];
    bz_example kept[WORLDS];
} bz_counting;

// Which of those who fight a giver would reach from there, and whether it could support them: 0 for
// none.
unsigned bz_reach_of(const bz_counting *c, int piece, int hex);
bool bz_is_fighter(const bz_example *x, int piece);
// The worlds as states, those of one name side by side; 0: one of them cannot be written.
uint32_t bz_write_worlds(bz_counting *c, bz_state *out, uint32_t room, gg_world *about);

#endif
