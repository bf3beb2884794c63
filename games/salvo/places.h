// SPDX-License-Identifier: Apache-2.0
// Good places for the leader of a unit, for plan().
#ifndef GAME_SALVO_PLACES_H
#define GAME_SALVO_PLACES_H

#include "survey.h"

enum { SV_PLACES_MAX = 24 };

typedef struct sv_place {
    gg_point at;
    int worth; // of a hundredth of a star, in FINE; only to compare
} sv_place;

// The best places for the leader of the draft open at MOVE, in one straight leg, best first, not
// too close to each other; at most `most`.
int sv_good_places(const sv_table *t, const sv_state *draft, const sv_survey *v, sv_place *out,
                   int most);

// A move into contact with the enemy unit, from a draft open at MOVE without a leg; `plan` holds
// the steps so far and is completed up to the confirm. False when the leader cannot get there.
bool sv_plan_charge(const sv_table *t, const sv_state *draft, int target, gg_plan *plan);

#endif
