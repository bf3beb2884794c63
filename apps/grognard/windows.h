// SPDX-License-Identifier: Apache-2.0
// How often a person would be asked at reaction windows where he has a choice.
#ifndef GROGNARD_WINDOWS_H
#define GROGNARD_WINDOWS_H

#include "app.h"
#include "grognard/study.h"

enum { NODES_MAX = 256 };

typedef struct window_counts {
    uint32_t median[NODES_MAX + 1], most[NODES_MAX + 1]; // of one seat in one game; last: all kinds
} window_counts;

// Plays the games of the order once more.
gg_status window_counts_take(const gg_selfplay_order *order, window_counts *out);

#endif
