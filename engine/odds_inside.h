// SPDX-License-Identifier: Apache-2.0
// What luck and the review of a match ask of odds: not an interface of the engine.
#ifndef GG_ENGINE_ODDS_INSIDE_H
#define GG_ENGINE_ODDS_INSIDE_H

#include "grognard/odds.h"

// What a state is worth to a seat: value(), or a chance made of it.
typedef int32_t odds_measure(const gg_game *game, const void *t, const void *s, int seat);
// Its mean at the next rest after this outcome of the chance that is to decide (GG_NO_ACTION: from
// the position as it stands), all cards open. False: a limit was reached.
bool odds_worth(gg_odds *odds, const gg_position *at, int seat, gg_action outcome, uint32_t states,
                odds_measure *worth, double *out);

#endif
