// SPDX-License-Identifier: Apache-2.0
// Self-play in which bots take part: each game is a match, played once, counted and kept as it was
// played. A bot need not play the same way twice.
#ifndef GROGNARD_SELFBOTS_H
#define GROGNARD_SELFBOTS_H

#include "bots.h"
#include "grognard/study.h"

typedef struct selfbots {
    const app_self *app;
    const app_args *args;
    const gg_selfplay_order *order;
    const int *brain;
    const app_bots_named *named;
    // Each match when it is over, with the fault of each seat; false stops. May be NULL.
    bool (*keep)(void *user, uint32_t number, const gg_match *match, const uint8_t *faults);
    void *user;              // of keep
    bool quiet;              // what bots say on standard error is dropped, and that they lost
    const atomic_bool *stop; // may be NULL; once true the game being played is given up
} selfbots;

// Fills the report as gg_selfplay() does: the digest is over the same positions. The order's ears
// hear each game when it is over; a game that was given up is not counted.
gg_status selfbots_play(const selfbots *s, gg_selfplay_report *report, gg_verdict *verdict);

#endif
