// SPDX-License-Identifier: Apache-2.0
// What knowledge.c and worlds.c share: hidden counters taken off the map, and laid down again.
#ifndef GAME_BAUTZEN_KNOWLEDGE_H
#define GAME_BAUTZEN_KNOWLEDGE_H

#include "bautzen.h"

typedef struct bz_slot {
    int16_t hex;
    int16_t piece; // dealt, -1 = not yet
} bz_slot;

typedef struct bz_deal {
    int side, slots, units, columns, reduced;
    bz_slot slot[PIECES]; // hex by hex, lowest rank first
    int16_t unit[PIECES], column[COLUMNS];
} bz_deal;

// True while the seat's answer lies face down.
bool bz_sealed_from(const bz_state *s, int viewer, int seat);
// Takes every hidden counter of a side off the map and notes its place.
void bz_gather(const bz_table *t, bz_state *s, int viewer, int side, bz_deal *deal);
// May this counter lie there for good, with those that do?
bool bz_may_lie(const bz_state *s, int piece, int hex);
// Puts the dealt counters under what is seen of each stack, all of them full.
void bz_settle(bz_state *s, const bz_deal *deal);
void bz_reduce(bz_state *s, int piece);
// Would this counter, which nobody sees, attack the hex that is attacked now?
bool bz_may_attack(const bz_state *s, int piece);

#endif
