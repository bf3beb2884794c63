// SPDX-License-Identifier: Apache-2.0
// Outcomes of several walks put together in one row: the same lines are one outcome.
#include <string.h>

#include "walk.h"

// Weights times a number; false: one does not fit.
bool walk_scale(gg_odds_outcome *outcome, uint32_t n, gg_big *cut, const gg_big *by) {
    gg_big was;
    if (by->words == 1 && by->word[0] == 1) return true;
    for (uint32_t i = 0; i < n; i++) {
        gg_big_copy(&was, &outcome[i].weight);
        if (!gg_big_multiply(&was, by, &outcome[i].weight)) return false;
    }
    gg_big_copy(&was, cut);
    return gg_big_multiply(&was, by, cut);
}

gg_odds_outcome *walk_same_outcome(const walk *w, const gg_odds_row *row,
                                   const gg_odds_outcome *one) {
    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        gg_odds_outcome *o = &w->outcome[i];
        if (o->count == one->count &&
            memcmp(w->effect + o->first, w->effect + one->first, o->count * sizeof *w->effect) == 0)
            return o;
    }
    return NULL;
}

// Outcomes of the last walk that the row has not got yet; lines are kept of these alone.
bool walk_join(walk *w, gg_odds_row *row, uint32_t effects) {
    uint32_t last = w->outcomes;
    w->effect_count = effects;
    for (uint32_t i = w->first; i < last; i++) {
        gg_odds_outcome *one = &w->outcome[i], *there = walk_same_outcome(w, row, one);
        if (there && !gg_big_add_times(&there->weight, &one->weight, 1)) return false;
        if (there) continue;
        memmove(w->effect + w->effect_count, w->effect + one->first,
                one->count * sizeof *w->effect);
        one->first = w->effect_count;
        w->effect_count += one->count;
        w->outcome[row->first + row->count++] = *one;
    }
    w->outcomes = row->first + row->count;
    return true;
}
