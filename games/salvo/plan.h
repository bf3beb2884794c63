// SPDX-License-Identifier: Apache-2.0
// The list that plan() fills, for plan.c and moves.c.
#ifndef GAME_SALVO_PLAN_H
#define GAME_SALVO_PLAN_H

#include "spots.h"

typedef struct sv_planner {
    const sv_table *t;
    const sv_state *s;
    int seat;
    gg_plan *out;
    uint32_t count;
} sv_planner;

static inline void sv_plan_step(gg_plan *plan, gg_action action) {
    GG_ASSERT(plan->steps < GG_PLAN_STEPS);
    plan->step[plan->steps++] = action;
}

// Worth in FINE as a prior: a star is about eight tenths of a logit, and no look is surer than a
// few.
static inline int32_t sv_prior(int worth) {
    enum { MOST = 3000 };
    int prior = worth / (FINE / 8);
    return prior > MOST ? MOST : prior < -MOST ? -MOST : prior;
}

// A new plan that begins with those steps; NULL when the list is full.
static inline gg_plan *sv_new_plan(sv_planner *k, const gg_plan *prefix) {
    if (k->count >= GG_PLANS_MAX) return NULL;
    gg_plan *plan = &k->out[k->count++];
    plan->steps = prefix ? prefix->steps : 0;
    plan->prior = 0;
    for (uint32_t i = 0; i < plan->steps; i++) plan->step[i] = prefix->step[i];
    return plan;
}

// A place for the leader, and the kind of move that takes him there.
typedef struct sv_place {
    gg_point at;
    int kind, worth; // KIND_; in FINE, only to compare
} sv_place;

// ---- moves.c
// The move to the first of these places that the unit gets to; at ACT, or at MOVE without a leg.
bool sv_plan_first_of(sv_planner *k, int unit, const sv_place *list, int count);
void sv_plan_moves(sv_planner *k, const sv_survey *v); // whole moves of the active unit
// The leader stands in `s` (MOVE, DEPLOY): formations, or the confirm when nobody is to form.
void sv_plan_forms(sv_planner *k, const sv_state *s, const gg_plan *prefix);
void sv_plan_draft(sv_planner *k); // MOVE: the rest of a move already begun

#endif
