// SPDX-License-Identifier: Apache-2.0
// What set-up offers to those who deal hidden worlds anew.
#ifndef GAME_CORRIDORS_SETUP_H
#define GAME_CORRIDORS_SETUP_H

#include "corridors.h"

// AD70: the HQ-troop cards of the deck's opening, always in the quick game's deck.
uint64_t co_staff(const co_table *t, int seat);

// The pile of a seat before its first card is taken: what the terrain has left of it (AD8c, AD9).
int co_start_supply(const co_table *t, const co_state *s, int seat);
// The rest of the deck's own opening with its cards spread over the own row in another way, up to
// READY, as far as the steps of a plan go.
void co_spread_opening(const co_table *t, const co_state *s, int seat, gg_rng *rng, gg_plan *out);
// Takes an opening at random, from a seat whose cards all lie in its deck.
void co_random_opening(const co_table *t, co_state *s, int seat, gg_rng *rng);

#endif
