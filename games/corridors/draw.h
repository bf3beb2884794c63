// SPDX-License-Identifier: Apache-2.0
// What the files of draw() share: a plan being sketched, by what its seat can see.
//
// A sketch looks at own cards, at enemy cards that are spotted, and at how many others lie where.
// It asks nothing of a face-down card, and so needs no world dealt: the policy is the first step of
// a sketch of the true position.
#ifndef GAME_CORRIDORS_DRAW_H
#define GAME_CORRIDORS_DRAW_H

#include "corridors.h"
#include "survey.h"

typedef struct co_sketch {
    const co_table *t;
    const co_state *s;
    int seat, enemy;
    int supply; // what is left of it after the steps so far
    int gain;   // hundredths of a point that they promise
    gg_rng *rng;
    gg_plan *out;
} co_sketch;

static inline void co_sketch_step(co_sketch *k, unsigned verb, int a, int b) {
    if (k->out->steps < GG_PLAN_STEPS)
        k->out->step[k->out->steps++] = gg_act(verb, (unsigned)a, (unsigned)b, 0);
}

// Likelier the better it looks, not always the best: between two thirds and four thirds of it.
static inline int co_sketch_taste(co_sketch *k, int gain) {
    return gain * (int)(64 + gg_rng_below(k->rng, 65)) / 96;
}

// The enemy's loss by one attack, on the average (AD21, AD63).
int co_sketch_blow(const co_sketch *k, int fp, int tn, int target);
// The same against a card that nobody can see.
int co_sketch_unseen(int fp, int tn);
// Mean damage of one throw, in 36ths of a point.
int co_sketch_points(int fp, int tn);

// ---- draw_stock.c, draw_air.c, draw_ground.c: the phases
void co_sketch_opening(co_sketch *k);
void co_sketch_reinforce(co_sketch *k);
void co_sketch_air(co_sketch *k);
void co_sketch_sortie(co_sketch *k);
void co_sketch_recon(co_sketch *k);
void co_sketch_bombard(co_sketch *k);
void co_sketch_manoeuvre(co_sketch *k);
void co_sketch_march(co_sketch *k);
void co_sketch_assault(co_sketch *k);

#endif
