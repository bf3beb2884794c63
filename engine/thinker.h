// SPDX-License-Identifier: Apache-2.0
// The memory of one thinker, shared by those who use it: one macro move ahead (think.c) and search
// (ai.c). One block, laid out once: thinking allocates nothing.
#ifndef GG_ENGINE_THINKER_H
#define GG_ENGINE_THINKER_H

#include "grognard/engine.h"

enum {
    THINK_FINE = 256,    // values are compared in 1/256 of a hundredth of a point
    THINK_WON = 1000000, // hundredths: no position that goes on is worth a game that is won
    THINK_PLANS = 12,    // compared by search
};

// A plan that search compares with others.
typedef struct think_candidate {
    int64_t prior, sum, pass; // by greedy's look; over all trials; of the trial under way
    uint32_t plan;            // its place in `plans`
} think_candidate;

struct gg_thinker {
    const gg_game *game;
    gg_plan *plans;
    gg_action *list, *answers;
    gg_outcome *outcomes;
    bool (*stop)(void *user);
    void *user; // of stop
    // the world as resampled, after a plan, after an answer to it, after an outcome
    void *world, *after, *answered, *rolled;

    gg_budget budget;
    uint64_t (*now_ns)(void *user);
    void *now_user;
    uint64_t until_ns; // 0: no deadline
    uint64_t nodes;    // actions carried out in thought
    think_candidate candidate[THINK_PLANS];
    gg_thinker *inner; // a captain's thoughts in a trial
    gg_plan going;     // the plan that it carries out there, from `next` on
    uint32_t next;
};

// ---- think.c
// Greedy's choice in a world that is dealt already; false when it has none.
bool think_greedily(gg_thinker *k, const void *t, const void *world, int seat, gg_rng *rng,
                    gg_plan *out);
bool think_stopped(gg_thinker *k); // by who waits, or by the deadline
// How many plans the seat has in k->world; think_plan() makes the i-th.
uint32_t think_list(gg_thinker *k, const void *t, int seat);
const gg_plan *think_plan(gg_thinker *k, uint32_t i);
// Carries the plan out on k->after, a copy of k->world, as far as it is legal and the seat keeps
// the turn. False when its first step is not legal.
bool think_carry_out(gg_thinker *k, const void *t, const gg_plan *plan, int seat);
// What greedy thinks of k->after.
int64_t think_worth(gg_thinker *k, const void *t, int seat, gg_rng *rng);

// ---- ai.c
// The plan that search finds best; false when it has none.
bool think_search(gg_thinker *k, const gg_position *position, int seat, uint64_t nodes, gg_rng *rng,
                  gg_plan *out);

#endif
