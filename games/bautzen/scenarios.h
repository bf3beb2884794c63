// SPDX-License-Identifier: Apache-2.0
// Scenarios as texts: how one begins, read from data/scenarios or from what a player wrote.
#ifndef GAME_BAUTZEN_SCENARIOS_H
#define GAME_BAUTZEN_SCENARIOS_H

#include "bautzen.h"

extern const char *const bz_scenario_texts[SCENARIOS];

// Reads a text; every fault of its lines. `line_of` (READY_MAX, may be NULL) gets the line that
// each of the position lines stands on.
uint32_t bz_read_setting(const char *text, size_t size, bz_ready *out, uint16_t *line_of,
                         gg_fault *fault, uint32_t cap);
uint32_t bz_judge_setting(unsigned scenario, const char *text, size_t size, gg_fault *out,
                          uint32_t cap);

// scenario.c: what follows from t->request and t->ready; the map before the lines of a set-up.
void bz_prepare_ready(bz_table *t);
void bz_clear_map(const bz_table *t, bz_state *s);

#endif
