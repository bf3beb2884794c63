// SPDX-License-Identifier: Apache-2.0
// How near a headquarters is to falling, for value() and plan(). It falls only when no card is left
// in it (AD49), and whoever defends it is refitted in the next turn: so what counts is what can be
// brought to bear on it in one turn, against what stands in it.
#ifndef GAME_CORRIDORS_SIEGE_H
#define GAME_CORRIDORS_SIEGE_H

#include "corridors.h"

// What the outlook on the enemy headquarters is worth to `seat`, in hundredths of a point. `viewer`
// is who thinks: cards that lie face down for him count as typical. From `phase` on: what could
// have been done before it no longer counts.
int co_siege(const co_table *t, const co_state *s, int seat, int viewer, int phase);

#endif
