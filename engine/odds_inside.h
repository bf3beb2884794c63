// SPDX-License-Identifier: Apache-2.0
// What luck asks of odds: not an interface of the engine.
#ifndef GG_ENGINE_ODDS_INSIDE_H
#define GG_ENGINE_ODDS_INSIDE_H

#include "grognard/odds.h"

// The mean of value() for a seat at the next rest after this outcome of the chance that is to
// decide, all cards open. False: a limit was reached.
bool odds_worth(gg_odds *odds, const gg_position *at, int seat, gg_action outcome, uint32_t states,
                double *out);

#endif
