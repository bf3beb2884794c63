// SPDX-License-Identifier: Apache-2.0
// Ready set-ups, compiled from data/scenarios/*.txt by compile_scenarios.py.
#ifndef GAME_BAUTZEN_SCENARIOS_H
#define GAME_BAUTZEN_SCENARIOS_H

#include "bautzen.h"

typedef struct bz_ready {
    const gg_put *line; // position lines, in order
    uint16_t lines;
    uint8_t last_turn;
    uint8_t first_col, last_col, first_row, last_row; // hexes in play
} bz_ready;

extern const bz_ready bz_ready_scenarios[SCENARIOS];

#endif
