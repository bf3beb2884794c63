// SPDX-License-Identifier: Apache-2.0
// Luck: what chance gave in a match that is over, against everything it might have given.
//
// Every die and draw of the match is looked at where it fell, all cards open. What an outcome is
// worth to a seat is the mean of the game's value() at the next rest, reckoned exactly by the walk
// of odds under the assumption `sensible`; the luck of the seat is the worth of what fell less the
// mean of all that might have fallen. So luck adds up to nothing on average, whatever was decided.
#ifndef GROGNARD_LUCK_H
#define GROGNARD_LUCK_H

#include "grognard/match.h"
#include "grognard/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gg_luck_event {
    uint32_t entry; // of the match, 1-based
    uint8_t node;
    uint32_t outcomes;             // different ones
    double gain[GG_SEATS_MAX];     // hundredths of a point
    double likeness[GG_SEATS_MAX]; // share of what might have fallen that is worse, ties half
} gg_luck_event;

typedef struct gg_luck_sum {
    double gain;          // of all events, hundredths of a point
    double spread;        // its standard deviation
    double percentile;    // share of all ways the same dice might have fallen that are worse
    uint32_t best, worst; // entries; 0 = none
} gg_luck_sum;

enum { GG_LUCK_MAX = 16384, GG_LUCK_STATES = 20000 };

typedef struct gg_luck_wish {
    uint32_t states;          // of one walk; 0: GG_LUCK_STATES
    bool (*stop)(void *user); // asked before each event: the others are skipped; NULL: never
    void *user;
} gg_luck_wish;

// `odds` is of the match's game. Events in order, at most GG_LUCK_MAX: `out` has room for them;
// `sum` for every seat. Chances that could not be reckoned within the limits are left out and
// counted in *skipped. GG_NOT_ALLOWED: the match is not over, or the game has no value().
gg_status gg_luck_match(gg_odds *odds, const gg_match *match, const gg_luck_wish *wish,
                        gg_luck_event *out, uint32_t *count, gg_luck_sum sum[GG_SEATS_MAX],
                        uint32_t *skipped);

#ifdef __cplusplus
}
#endif
#endif
