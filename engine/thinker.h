// SPDX-License-Identifier: Apache-2.0
// The memory of one thinker, shared by those who use it: one macro move ahead (think.c), search
// (ai.c), the trials it is made of (ai_trial.c). One block, laid out once: thinking allocates
// nothing.
#ifndef GG_ENGINE_THINKER_H
#define GG_ENGINE_THINKER_H

#include "grognard/engine.h"

enum {
    THINK_FINE = 256,     // greedy compares 1/256 of a hundredth of a point
    THINK_WON = 1000000,  // hundredths: no position that goes on is worth a game that is won
    THINK_SURE = 1 << 20, // search compares chances: this one is certain
    THINK_PLANS = 12,     // compared by search
    THINK_ROUNDS = 4,     // of dropping half of them
    THINK_REPLIES = 4,    // of the enemy to one plan, kept for advice
};

// What the enemy did after a plan, and in how many more trials than others.
typedef struct think_reply {
    gg_plan plan;
    uint32_t count;
} think_reply;

// A plan that search compares with others. Sums are of chances, in THINK_SURE.
typedef struct think_candidate {
    int64_t prior;               // by greedy's look
    int64_t sum, squares, pass;  // over all trials; of the trial under way
    int64_t until[THINK_ROUNDS]; // what the sum was when a round ended
    uint32_t plan;               // its place in `plans`
    uint32_t trials, rounds;     // rounds it has been through
    think_reply reply[THINK_REPLIES];
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
    bool by_chance;    // positions are weighed as chances, not as greedy weighs them
    think_candidate candidate[THINK_PLANS];
    gg_thinker *inner; // a captain's thoughts in a trial
    gg_plan going;     // the plan that it carries out there, from `next` on
    uint32_t next;
    gg_plan reply; // the enemy's first answer in the trial under way
};

// ---- think.c
void think_begin(gg_thinker *k); // a thought: its deadline, its nodes
// Greedy's choice in a world that is dealt already; false when it has none.
bool think_greedily(gg_thinker *k, const void *t, const void *world, int seat, gg_rng *rng,
                    gg_plan *out);
bool think_stopped(gg_thinker *k); // by who waits, or by the deadline
// How many plans the seat has in k->world; think_plan() makes the i-th.
uint32_t think_list(gg_thinker *k, const void *t, int seat);
const gg_plan *think_plan(gg_thinker *k, uint32_t i);
// What the seat may do does not depend on what it cannot see; a game that breaks this rule still
// gets a legal action.
bool think_can_begin(const gg_position *position, int seat, const gg_plan *plan);
// Carries the plan out on k->after, a copy of k->world, as far as it is legal and the seat keeps
// the turn. False when its first step is not legal.
bool think_carry_out(gg_thinker *k, const void *t, const gg_plan *plan, int seat);
// What greedy thinks of k->after.
int64_t think_worth(gg_thinker *k, const void *t, int seat, gg_rng *rng);

// ---- ai_chance.c
int64_t think_logistic(int32_t logit); // of thousandths; in THINK_SURE
// The seat's chance to win, as the position stands.
int64_t think_chance(const gg_game *game, const void *t, const void *s, int seat);

// ---- ai_trial.c
// k->world is dealt; `start` player-turns were done when thinking began.
typedef struct think_trial {
    gg_thinker *k;
    const void *t;
    int seat;
    uint32_t start;
} think_trial;

uint32_t think_clock(const gg_game *game, const void *t, const void *s);
// Carries the plan out (NULL: none), lets play go on until the enemy has answered, and weighs.
int64_t think_try(const think_trial *trial, const gg_plan *plan_or_null, gg_rng *dice);

// ---- ai.c
// The plan that search finds best; false when it has none.
bool think_search(gg_thinker *k, const gg_position *position, int seat, uint64_t nodes, gg_rng *rng,
                  gg_plan *out);

#endif
