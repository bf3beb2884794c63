// SPDX-License-Identifier: Apache-2.0
// Search, for colonels and generals, and for who wants advice: which of the plans that greedy likes
// is still the best when play goes on?
//
// Worlds are dealt from what the seat knows; the true one is never looked at. Greedy's look at one
// of them sorts the plans and keeps a dozen. These are tried in one world after another, all with
// the same world and the same dice, so that what differs is the plan and not the luck. After each
// round the worse half is dropped and those that are left get the time (sequential halving): most
// trials go to plans that are hard to tell apart.
//
// Everything is integers: by nodes the choice is the same on every machine.
#include <string.h>

#include "thinker.h"

enum { WORLDS = 4 }; // dealt to weigh a position without trials

typedef struct search {
    gg_thinker *k;
    const gg_position *position;
    int seat;
    uint64_t seed;           // of worlds and dice
    uint64_t nodes, ns;      // that trials may take, 0: any time
    uint64_t at_node, at_ns; // where they began
    think_trial trial;
    uint32_t alive, count, trials;
    bool noting; // replies are wanted
} search;

static void open_search(search *s, gg_thinker *k, const gg_position *position, int seat,
                        gg_rng *rng) {
    *s = (search){.k = k, .position = position, .seat = seat, .seed = gg_rng_u64(rng)};
    uint32_t start = think_clock(k->game, position->table, position->state);
    s->trial = (think_trial){k, position->table, seat, start};
}

static void deal(const search *s) {
    gg_rng rng;
    gg_rng_seed(&rng, s->seed, 2 * (uint64_t)s->trials);
    memcpy(s->k->world, s->position->state, s->k->game->state_bytes);
    s->k->game->resample(s->position->table, s->k->world, s->seat, &rng);
}

static int64_t tried(const search *s, const gg_plan *plan) {
    gg_rng dice;
    gg_rng_seed(&dice, s->seed, 2 * (uint64_t)s->trials + 1);
    s->k->by_chance = true;
    int64_t chance = think_try(&s->trial, plan, &dice);
    s->k->by_chance = false;
    return chance;
}

// ------------------------------------------------------------------------------ which are compared
// Best first; of equals the one that came first stays before.
static void keep_best(search *s, int64_t prior, uint32_t plan) {
    think_candidate *list = s->k->candidate;
    uint32_t at = s->alive < THINK_PLANS ? s->alive++ : THINK_PLANS;
    if (at == THINK_PLANS && prior <= list[--at].prior) return;
    for (; at > 0 && list[at - 1].prior < prior; at--) list[at] = list[at - 1];
    memset(&list[at], 0, sizeof list[at]);
    list[at].prior = prior;
    list[at].plan = plan;
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
    s->count = s->alive;
}

// -------------------------------------------------------------------------------------- all trials
static bool same_plan(const gg_plan *a, const gg_plan *b) {
    return a->steps == b->steps && memcmp(a->step, b->step, a->steps * sizeof a->step[0]) == 0;
}

// The most frequent of many with little room: who is not among the few takes one from each.
static void note_reply(think_candidate *c, const gg_plan *reply) {
    think_reply *free_one = NULL;
    if (!reply->steps) return;
    for (uint32_t i = 0; i < THINK_REPLIES; i++) {
        if (c->reply[i].count && same_plan(&c->reply[i].plan, reply)) {
            c->reply[i].count++;
            return;
        }
        if (!c->reply[i].count) free_one = &c->reply[i];
    }
    if (free_one)
        *free_one = (think_reply){*reply, 1};
    else
        for (uint32_t i = 0; i < THINK_REPLIES; i++) c->reply[i].count--;
}

static void add_pass(think_candidate *c) {
    c->sum += c->pass;
    c->squares += c->pass * c->pass;
    c->trials++;
}

// One more world for all that are left; a trial that is broken off counts for none.
static bool try_all(search *s) {
    think_candidate *list = s->k->candidate;
    s->trials++;
    deal(s);
    for (uint32_t i = 0; i < s->alive; i++) {
        if (think_stopped(s->k)) return false;
        list[i].pass = tried(s, think_plan(s->k, list[i].plan));
        if (s->noting) note_reply(&list[i], &s->k->reply);
    }
    for (uint32_t i = 0; i < s->alive; i++) add_pass(&list[i]);
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
    for (uint32_t i = 0; i < s->alive; i++) list[i].until[list[i].rounds++] = list[i].sum;
    s->alive = (s->alive + 1) / 2;
}

// Part `round` of `rounds` of what may be spent is spent.
static bool spent(const search *s, uint32_t round, uint32_t rounds) {
    const gg_thinker *k = s->k;
    if (s->nodes && (k->nodes - s->at_node) * rounds >= s->nodes * round) return true;
    return s->ns && (k->now_ns(k->now_user) - s->at_ns) * rounds >= s->ns * round;
}

static void halve(search *s) {
    uint32_t rounds = s->noting && s->alive == 1; // the only plan has its chance as well
    while (1U << rounds < s->alive) rounds++;
    GG_ASSERT(rounds <= THINK_ROUNDS);
    for (uint32_t round = 1; round <= rounds; round++) {
        bool goes_on = true;
        while (goes_on && !spent(s, round, rounds)) goes_on = try_all(s);
        drop_half(s);
    }
}

static void allow(search *s, uint64_t nodes) {
    gg_thinker *k = s->k;
    s->nodes = k->budget.nodes ? k->budget.nodes : k->until_ns ? 0 : nodes;
    s->at_node = k->nodes;
    if (!k->until_ns) return;
    s->at_ns = k->now_ns(k->now_user);
    s->ns = k->until_ns > s->at_ns ? k->until_ns - s->at_ns : 1;
}

bool think_search(gg_thinker *k, const gg_position *position, int seat, uint64_t nodes, gg_rng *rng,
                  gg_plan *out) {
    search s;
    open_search(&s, k, position, seat, rng);
    deal(&s);
    look(&s, rng);
    if (!s.alive) return false;
    allow(&s, nodes);
    halve(&s);
    *out = *think_plan(k, k->candidate[0].plan);
    return true;
}

// ------------------------------------------------------------------------------------------ advice
static int64_t root(int64_t square) {
    int64_t low = 0, high = INT64_C(1) << 31;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (middle <= square / middle)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// One standard error of the mean.
static int64_t error_of(const think_candidate *c) {
    if (c->trials < 2) return THINK_SURE / 2;
    int64_t n = c->trials, mean = c->sum / n, spread = c->squares / n - mean * mean;
    return spread > 0 ? root(spread / (n - 1)) : 0;
}

// A plan that was dropped early met fewer worlds than the best one: it is as much worse than that
// one as it was in the worlds that both met.
static int64_t chance_of(const think_candidate *c, const think_candidate *best) {
    int64_t mean = best->trials ? best->sum / best->trials : THINK_SURE / 2;
    if (c == best || !c->trials) return mean;
    int64_t chance = mean + (c->sum - best->until[c->rounds - 1]) / (int64_t)c->trials;
    return chance < 0 ? 0 : chance > mean ? mean : chance;
}

static int32_t told(int64_t chance) {
    return (int32_t)(chance / (THINK_SURE / GG_SURE));
}

static void advise(const search *s, const think_candidate *c, gg_advice *out) {
    const think_reply *most = &c->reply[0];
    for (uint32_t i = 1; i < THINK_REPLIES; i++)
        if (c->reply[i].count > most->count) most = &c->reply[i];
    memset(out, 0, sizeof *out);
    out->plan = *think_plan(s->k, c->plan);
    if (most->count) out->feared = most->plan;
    out->chance = told(chance_of(c, &s->k->candidate[0]));
    out->error = told(error_of(c));
    out->trials = c->trials;
}

// Best first; what search would play stays before its equals.
static uint32_t list_advice(const search *s, gg_advice *out, uint32_t room) {
    gg_advice all[THINK_PLANS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        gg_advice one;
        advise(s, &s->k->candidate[i], &one);
        if (!think_can_begin(s->position, s->seat, &one.plan)) continue;
        uint32_t at = count++;
        for (; at > 0 && all[at - 1].chance < one.chance; at--) all[at] = all[at - 1];
        all[at] = one;
    }
    if (count > room) count = room;
    memcpy(out, all, count * sizeof *out);
    return count;
}

uint32_t gg_advise(gg_thinker *thinker, const gg_position *position, int seat, gg_rng *rng,
                   gg_advice *out, uint32_t room) {
    search s;
    GG_ASSERT(position->game == thinker->game);
    think_begin(thinker);
    open_search(&s, thinker, position, seat, rng);
    s.noting = true;
    deal(&s);
    look(&s, rng);
    if (!s.alive) return 0;
    allow(&s, gg_brain_nodes(GG_BRAIN_GENERAL));
    halve(&s);
    return list_advice(&s, out, room);
}

int32_t gg_win_chance(gg_thinker *thinker, const gg_position *position, int seat, uint32_t trials,
                      gg_rng *rng) {
    search s;
    int64_t sum = 0;
    GG_ASSERT(position->game == thinker->game);
    think_begin(thinker);
    open_search(&s, thinker, position, seat, rng);
    uint32_t worlds = trials ? trials : WORLDS;
    for (s.trials = 0; s.trials < worlds && (!s.trials || !think_stopped(thinker)); s.trials++) {
        deal(&s);
        sum += trials ? tried(&s, NULL)
                      : think_chance(thinker->game, position->table, thinker->world, seat);
    }
    return told(sum / s.trials);
}
