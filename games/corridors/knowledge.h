// SPDX-License-Identifier: Apache-2.0
// What a viewer does not know of a seat, for those who deal it anew (knowledge.c) and for those who
// count how it may lie (worlds.c).
#ifndef GAME_CORRIDORS_KNOWLEDGE_H
#define GAME_CORRIDORS_KNOWLEDGE_H

#include "corridors.h"

enum { REFS_MAX = 8 };

typedef struct co_unknown {
    int seat;
    uint64_t set;                 // cards the viewer cannot place
    uint8_t count[GROUND_PLACES]; // of them face down on the ground
    uint8_t used[GROUND_PLACES];  // of these, how many an area attack has met (AD38)
    uint16_t needs, bars;         // places where one of them is troops; where none is
    int field, hand, shown, deck, out, under;
    int refs, ref[REFS_MAX], dealt[REFS_MAX]; // cards named by frames, and their stand-ins
    uint8_t ref_node[REFS_MAX];
    uint64_t hosts; // cards the viewer sees with one of the unknown on or in them
} co_unknown;

co_unknown co_unknown_to(const co_table *t, const co_state *s, int viewer, int seat);
// Cards that may lie face down there, by the rules and by who holds the place.
uint64_t co_may_lie(const co_table *t, const co_unknown *u, int place);

// Cards of the enemy laid out in places that the viewer cannot look into, each perhaps on or in a
// card that he sees.
enum { LAYOUT_MAX = 16 };
typedef struct co_layout {
    uint32_t cards;
    int piece[LAYOUT_MAX], place[LAYOUT_MAX], host[LAYOUT_MAX]; // host: NO_PIECE = none
} co_layout;
// Everything else that the viewer cannot know dealt at random around it; NULL: everything.
void co_deal_around(const co_table *t, co_state *s, int viewer, const co_layout *layout,
                    gg_rng *rng);

#endif
