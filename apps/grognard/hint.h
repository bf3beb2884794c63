// SPDX-License-Identifier: Apache-2.0
// Hints as commands and the terminal tell them.
#ifndef GROGNARD_HINT_H
#define GROGNARD_HINT_H

#include "app.h"
#include "grognard/coach.h"

// By the thinker's budget; how many. 0: the seat has nothing to decide.
uint32_t app_hints(gg_thinker *thinker, const gg_position *at, int seat, gg_hint out[GG_HINTS]);
void app_hints_say(const app_self *app, const gg_position *at, int seat, const gg_hint *hint,
                   uint32_t count, gg_out *out);

#endif
