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

// The best places that a straight leg of that kind reaches past the scenery, best first, not too
// close to each other; at most `most`. Figures in the way are not looked at.
int sv_good_places(const sv_table *t, const sv_state *s, const sv_survey *v, int unit, int kind,
                   sv_place *out, int most);

#endif
