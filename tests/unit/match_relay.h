// SPDX-License-Identifier: Apache-2.0
// What the two match tests share: a three-seat game made to try the match engine (a seat keeps its
// turn over several moves, so there is something to undo), a registry of it and the template, and
// helpers.
#ifndef TESTS_UNIT_MATCH_RELAY_H
#define TESTS_UNIT_MATCH_RELAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/match.h"

enum { RED, GREEN, BLUE, SEATS };
enum { NODE_BID, NODE_PLAY, NODE_REACT, NODE_DIE, NODE_END, NODES };
enum {
    COIN = 1, // draft
    BID,      // closes it
    STEP,
    SHOW, // reveals
    DONE,
    GAMBLE,
    STRIKE, // opens a window for the next seat
    PARRY,
    DECLINE,
    PIPS, // chance
    VERBS
};
enum { TURNS = 12, MOVES = 6, COINS = 4 };

typedef struct relay_state {
    gg_flow flow; // one frame, never more
    uint8_t striker, turns, moves, coins, coin_count, spare[3];
    uint16_t bid[SEATS], spare16;
    int32_t points[SEATS], spare32;
} relay_state;

static inline const gg_frame *relay_at(const relay_state *s) {
    return gg_flow_top(&s->flow);
}

extern const gg_game relay;
extern const gg_game gg_game_template;

// A match with names, clocks and seeds made from `seed`.
gg_match *relay_open(const gg_game *game, uint64_t seed);
void relay_setup(const gg_game *game, uint64_t seed, gg_match_setup *setup);
void relay_bid_all(gg_match *match); // every seat's sealed answer
// Facts of the seat's own position.
const relay_state *relay_see(const gg_match *match, int seat);
// One random thing: a draw, or a legal action of the seat to move.
gg_status relay_random(gg_match *match, gg_rng *rng, gg_events *events);
// Plays at random until the match is over or has `entries`; undo, comments and the like are
// sprinkled in when `spice` is set.
void relay_play(gg_match *match, gg_rng *rng, uint32_t entries, bool spice);
bool relay_over(const gg_match *match);
static inline gg_status relay_act(gg_match *match, int seat, gg_action action) {
    return gg_match_act(match, seat, action, 0, gg_match_entries(match), 100, NULL, NULL);
}

#endif
