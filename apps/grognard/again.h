// SPDX-License-Identifier: Apache-2.0
// The games of a self-play order once more, for whoever wants to look at every decision: same dice,
// same choices.
#ifndef GROGNARD_AGAIN_H
#define GROGNARD_AGAIN_H

#include "grognard/study.h"

typedef struct again_ears {
    void (*begins)(void *user, uint32_t game);                            // each may be NULL
    void (*decides)(void *user, const gg_position *at, gg_turn turn);     // a seat is about to
    void (*acted)(void *user, gg_action action, const gg_events *events); // a seat, or chance
    void *user;
} again_ears;

gg_status again_play(const gg_selfplay_order *order, const again_ears *ears);

#endif
