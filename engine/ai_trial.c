// SPDX-License-Identifier: Apache-2.0
// One trial of search: what comes of a plan in one world, with these dice?
//
// The plan is carried out and whom the game says to follow (brain.follow) plays for both until the
// enemy has answered, counted by the game's clock() and not in actions, which would favour whoever
// does little. Then the position is weighed as a chance to win. Where nobody foretells enough the
// trial is greedy's look at this world, so that many worlds are averaged.
//
// At a sealed node the other seat's answer is drawn by its policy, which cannot see ours.
#include <string.h>

#include "thinker.h"

enum {
    STEPS_MOST = 400, // of one trial: games without a clock
    TURNS_MOST = 4,   // player-turns of one trial: an enemy who has nothing left to answer with
};

uint32_t think_clock(const gg_game *game, const void *t, const void *s) {
    return game->brain.clock ? game->brain.clock(t, s) : 0;
}

// The next step of the plan under way, or of a new one.
static gg_action captains(gg_thinker *k, const void *t, const void *s, int seat, gg_rng *rng) {
    const gg_game *game = k->game;
    gg_plan *plan = &k->going;
    if (k->next < plan->steps && gg_check(game, t, s, seat, plan->step[k->next], NULL))
        return plan->step[k->next++];
    k->inner->nodes = 0;
    bool found = think_greedily(k->inner, t, s, seat, rng, plan);
    k->nodes += k->inner->nodes;
    k->next = 1;
    if (found) return plan->step[0];
    plan->steps = 0;
    (void)gg_legal(game, t, s, seat, k->answers);
    return k->answers[0];
}

static gg_action sensible(gg_thinker *k, const void *t, const void *s, int seat, gg_rng *rng) {
    const gg_game *game = k->game;
    if (game->brain.follow == GG_FOLLOW_CAPTAINS) return captains(k, t, s, seat, rng);
    if (game->brain.dealt_policy) return game->brain.dealt_policy(t, s, seat, rng);
    if (game->brain.policy) return game->brain.policy(t, s, seat, rng);
    uint32_t count = gg_legal(game, t, s, seat, k->answers);
    GG_ASSERT(count > 0 && count <= game->max_legal);
    return k->answers[gg_rng_below(rng, count)];
}

// How far the enemy's answer has come.
typedef struct answer {
    uint32_t began; // player-turns done when it first began something; UINT32_MAX: not yet
    bool noting;    // its first macro move is under way
} answer;

// It has answered when, at rest, more player-turns are done than when it first began something.
static bool answered(const think_trial *trial, gg_turn turn, answer *a) {
    const gg_game *game = trial->k->game;
    uint8_t flags = game->nodes[turn.node].flags;
    if (turn.seat == trial->seat || turn.seat == GG_CHANCE) a->noting = false;
    if (!(flags & GG_N_REST)) return false;
    uint32_t now = think_clock(game, trial->t, trial->k->after);
    if (now > a->began || now >= trial->start + TURNS_MOST) return true;
    bool enemy = turn.seat != trial->seat && turn.seat < game->seats && !(flags & GG_N_SEALED);
    a->noting = enemy && a->began == UINT32_MAX;
    if (a->noting) a->began = now;
    return false;
}

static void note(gg_plan *reply, gg_action action) {
    if (reply->steps < GG_PLAN_STEPS) reply->step[reply->steps++] = action;
}

static void play_on(const think_trial *trial, gg_rng *dice) {
    gg_thinker *k = trial->k;
    answer a = {UINT32_MAX, false};
    k->going.steps = 0;
    for (unsigned step = 0; step < STEPS_MOST; step++) {
        gg_turn turn = k->game->turn(trial->t, k->after);
        if (turn.seat == GG_OVER || answered(trial, turn, &a)) return;
        gg_action action =
            turn.seat == GG_CHANCE
                ? gg_roll(k->game, trial->t, k->after, gg_rng_below64(dice, turn.tickets))
                : sensible(k, trial->t, k->after, turn.seat, dice);
        if (a.noting) note(&k->reply, action);
        k->nodes++;
        gg_apply(k->game, trial->t, k->after, action, NULL);
    }
}

int64_t think_try(const think_trial *trial, const gg_plan *plan, gg_rng *dice) {
    gg_thinker *k = trial->k;
    k->reply.steps = 0;
    if (!plan)
        memcpy(k->after, k->world, k->game->state_bytes);
    else if (!think_carry_out(k, trial->t, plan, trial->seat))
        return 0;
    if (k->game->brain.follow == GG_FOLLOW_NOBODY)
        return think_worth(k, trial->t, trial->seat, dice);
    play_on(trial, dice);
    return think_chance(k->game, trial->t, k->after, trial->seat);
}
