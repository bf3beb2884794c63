// SPDX-License-Identifier: Apache-2.0
// The chance of an action in one line, for the terminal.
#ifndef GROGNARD_CHANCE_H
#define GROGNARD_CHANCE_H

#include "app.h"
#include "grognard/match.h"

// False: nothing is left to chance, or it cannot be reckoned; nothing is written.
bool app_chance_line(const app_self *app, const gg_position *at, int seat, gg_action action,
                     gg_out *out);

// What the chance had been of what the viewer began and entry `number` has ended. False: nothing to
// tell: chance had no part in it, or somebody decided otherwise than was foreseen.
bool app_was_line(const app_self *app, const gg_match *match, uint32_t number, int viewer,
                  gg_out *out);

#endif
