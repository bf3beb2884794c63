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

// The chance that the enemy headquarters falls to `seat`, in 1000, and what can be brought to bear
// against what stands in it, per cent. For who judges a world that is dealt the garrison is the
// viewer: every card in it counts as what it is.
typedef struct co_outlook {
    int chance, ratio;
} co_outlook;
co_outlook co_siege_now(const co_table *t, const co_state *s, int seat, int viewer); // in this turn
co_outlook co_siege_next(const co_table *t, const co_state *s, int seat, int viewer);

#endif
