// SPDX-License-Identifier: Apache-2.0
// Search, for colonels and generals: which of the plans that greedy likes is still the best when
// play goes on?
//
// Worlds are dealt from what the seat knows; the true one is never looked at. Greedy's look at one
// of them sorts the plans and keeps a dozen. These are tried in one world after another, all with
// the same world and the same dice, so that what differs is the plan and not the luck. After each
// round the worse half is dropped and those that are left get the time (sequential halving): most
// trials go to plans that are hard to tell apart.
//
// A trial carries the plan out and lets the game's policy play for both until the enemy has
// answered, counted by the game's clock() and not in actions, which would favour whoever does
// little. Then value() speaks, as a balance of both seats and bent, so that one disaster in many
// trials does not outweigh all the others. Where a game's policy is no help (brain.follow is 0)
// the trial is greedy's look at this world, so that many worlds are averaged.
//
// Everything is integers: by nodes the choice is the same on every machine. At a sealed node the
// other seat's answer is drawn by its policy, which cannot see ours.
#include <string.h>

#include "thinker.h"

enum {
    PLANS_MOST = THINK_PLANS,
    STEPS_MOST = 400,  // of one trial: games without a clock
    TURNS_MOST = 4,    // player-turns of one trial: an enemy who has nothing left to answer with
    OVER_WORTH = 3000, // hundredths: a game won in a trial, before bending
    BENT_AT = 1000,    // hundredths worth half of everything
    BENT_TO = 1 << 20, // what everything is worth
};

typedef struct search {
    gg_thinker *k;
    const gg_position *position;
    int seat;
    uint64_t seed;           // of worlds and dice
    uint64_t nodes, ns;      // that trials may take, 0: any time
    uint64_t at_node, at_ns; // where they began
    uint32_t start;          // player-turns done
    uint32_t alive, trials;
} search;

// ------------------------------------------------------------------------------------- one trial
static uint32_t clock_of(const gg_game *game, const void *t, const void *s) {
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

// Has the enemy answered? It has when, at rest, more player-turns are done than when it first
// began something.
static bool answered(const search *s, gg_turn turn, uint32_t *began) {
    const gg_game *game = s->k->game;
    uint8_t flags = game->nodes[turn.node].flags;
    if (!(flags & GG_N_REST)) return false;
    uint32_t now = clock_of(game, s->position->table, s->k->after);
    if (now > *began || now >= s->start + TURNS_MOST) return true;
    bool enemy = turn.seat != s->seat && turn.seat < game->seats && !(flags & GG_N_SEALED);
    if (enemy && *began == UINT32_MAX) *began = now;
    return false;
}

static void play_on(const search *s, gg_rng *dice) {
    gg_thinker *k = s->k;
    const void *t = s->position->table;
    uint32_t began = UINT32_MAX;
    k->going.steps = 0;
    for (unsigned step = 0; step < STEPS_MOST; step++) {
        gg_turn turn = k->game->turn(t, k->after);
        if (turn.seat == GG_OVER || answered(s, turn, &began)) return;
        gg_action action = turn.seat == GG_CHANCE
                               ? gg_roll(k->game, t, k->after, gg_rng_below64(dice, turn.tickets))
                               : sensible(k, t, k->after, turn.seat, dice);
        k->nodes++;
        gg_apply(k->game, t, k->after, action, NULL);
    }
}

// In hundredths, for the seat and against the others.
static int64_t balance(const search *s) {
    const gg_game *game = s->k->game;
    const void *t = s->position->table, *state = s->k->after;
    int64_t value = game->brain.value ? game->brain.value(t, state, s->seat) : 0;
    if (game->brain.value && !game->brain.zero_sum && game->seats == 2)
        value = (value - game->brain.value(t, state, 1 - s->seat)) / 2;
    if (game->turn(t, state).seat == GG_OVER) {
        int half[GG_SEATS_MAX] = {0};
        int32_t margin = 0;
        game->score(t, state, half, &margin);
        value = value / 4 + (int64_t)OVER_WORTH * (half[s->seat] - 1);
    }
    return value * BENT_TO / ((value < 0 ? -value : value) + BENT_AT);
}

static int64_t tried(const search *s, const gg_plan *plan) {
    gg_thinker *k = s->k;
    const void *t = s->position->table;
    gg_rng dice;
    gg_rng_seed(&dice, s->seed, 2 * (uint64_t)s->trials + 1);
    if (!think_carry_out(k, t, plan, s->seat)) return -BENT_TO;
    if (k->game->brain.follow == GG_FOLLOW_NOBODY) return think_worth(k, t, s->seat, &dice);
    play_on(s, &dice);
    return balance(s);
}

// -------------------------------------------------------------------------------------- all trials
static void deal(const search *s) {
    gg_rng rng;
    gg_rng_seed(&rng, s->seed, 2 * (uint64_t)s->trials);
    memcpy(s->k->world, s->position->state, s->k->game->state_bytes);
    s->k->game->resample(s->position->table, s->k->world, s->seat, &rng);
}

// Best first; of equals the one that came first stays before.
static void keep_best(search *s, int64_t prior, uint32_t plan) {
    think_candidate *list = s->k->candidate;
    uint32_t at = s->alive < PLANS_MOST ? s->alive++ : PLANS_MOST;
    if (at == PLANS_MOST && prior <= list[--at].prior) return;
    for (; at > 0 && list[at - 1].prior < prior; at--) list[at] = list[at - 1];
    list[at] = (think_candidate){prior, 0, 0, plan};
}

// Plans are met in an order of chance, so that of many equal ones not always the same are kept.
static void look(search *s, gg_rng *rng) {
    gg_thinker *k = s->k;
    const void *t = s->position->table;
    uint32_t count = think_list(k, t, s->seat);
    uint32_t from = count > 1 ? gg_rng_below(rng, count) : 0;
    for (uint32_t i = 0; i < count && (!s->alive || !think_stopped(k)); i++) {
        uint32_t plan = (from + i) % count;
        if (think_carry_out(k, t, think_plan(k, plan), s->seat))
            keep_best(s, think_worth(k, t, s->seat, rng), plan);
    }
}

// One more world for all that are left; a trial that is broken off counts for none.
static bool try_all(search *s) {
    think_candidate *list = s->k->candidate;
    s->trials++;
    deal(s);
    for (uint32_t i = 0; i < s->alive; i++) {
        if (think_stopped(s->k)) return false;
        list[i].pass = tried(s, think_plan(s->k, list[i].plan));
    }
    for (uint32_t i = 0; i < s->alive; i++) list[i].sum += list[i].pass;
    return true;
}

static void drop_half(search *s) {
    think_candidate *list = s->k->candidate;
    for (uint32_t i = 1; i < s->alive; i++) {
        think_candidate one = list[i];
        uint32_t at = i;
        for (; at > 0 && list[at - 1].sum < one.sum; at--) list[at] = list[at - 1];
        list[at] = one;
    }
    s->alive = (s->alive + 1) / 2;
}

// Part `round` of `rounds` of what may be spent is spent.
static bool spent(const search *s, uint32_t round, uint32_t rounds) {
    const gg_thinker *k = s->k;
    if (s->nodes && (k->nodes - s->at_node) * rounds >= s->nodes * round) return true;
    return s->ns && (k->now_ns(k->now_user) - s->at_ns) * rounds >= s->ns * round;
}

static void halve(search *s) {
    uint32_t rounds = 0;
    while (1U << rounds < s->alive) rounds++;
    for (uint32_t round = 1; round <= rounds; round++) {
        bool goes_on = true;
        while (goes_on && !spent(s, round, rounds)) goes_on = try_all(s);
        drop_half(s);
    }
}

bool think_search(gg_thinker *k, const gg_position *position, int seat, uint64_t nodes, gg_rng *rng,
                  gg_plan *out) {
    search s = {.k = k, .position = position, .seat = seat, .seed = gg_rng_u64(rng)};
    s.start = clock_of(k->game, position->table, position->state);
    deal(&s);
    look(&s, rng);
    if (!s.alive) return false;
    s.nodes = k->budget.nodes ? k->budget.nodes : k->until_ns ? 0 : nodes;
    s.at_node = k->nodes;
    if (k->until_ns) {
        s.at_ns = k->now_ns(k->now_user);
        s.ns = k->until_ns > s.at_ns ? k->until_ns - s.at_ns : 1;
    }
    halve(&s);
    *out = *think_plan(k, k->candidate[0].plan);
    return true;
}
