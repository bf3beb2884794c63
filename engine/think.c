// SPDX-License-Identifier: Apache-2.0
// Seats that play by themselves: the levels. Recruits play by the game's policy, captains greedily,
// sergeants greedily but for a share of errors; who searches is in ai.c.
//
// Greedy looks one macro move ahead. It copies the position, deals everything its seat cannot know
// anew (so it never looks at the true world), carries out every plan of plan() and takes the one
// after which appeal() is best for the seat. When chance comes right after a plan, the value is the
// mean over its outcomes. When the plan opens a reaction window of another seat, the answer worst
// for the thinker is expected: otherwise an assault that may be ambushed would look like cards
// thrown away. Any other decision of another seat is beyond one ply: the position is valued as it
// stands. All numbers are integers: the choice is the same on every machine.
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "thinker.h"

enum {
    OUTCOMES_COUNTED = 64, // beyond that many outcomes, as many tickets are drawn instead
    ANSWERS_COUNTED = 12,  // of a window; beyond that, so many spread over the legal list
    SETUP_PART = 8,        // how much worse than the best a set-up may be, of best to worst
    ERRS = 33,             // of a hundred decisions of a sergeant, where the game says nothing
    COLONEL_NODES = 6000,
    GENERAL_NODES = 60000,
    WEIGHT_BITS = 20, // weights are cut to that many bits: 2^8 * 2^32 * 2^20 < 2^63
};

// Hands out parts of one block; with a NULL block it only adds up what is needed.
static void *part(char *block, size_t *used, size_t bytes) {
    size_t at = *used;
    *used += (bytes + 15) & ~(size_t)15;
    return block ? block + at : NULL;
}

static size_t lay_out(const gg_game *game, char *block, gg_thinker *k) {
    size_t used = 0, worths = game->max_legal > GG_PLANS_MAX ? game->max_legal : GG_PLANS_MAX;
    (void)part(block, &used, sizeof *k);
    k->game = game;
    k->plans = part(block, &used, GG_PLANS_MAX * sizeof *k->plans);
    k->list = part(block, &used, game->max_legal * sizeof *k->list);
    k->answers = part(block, &used, game->max_legal * sizeof *k->answers);
    for (unsigned way = 0; way < 2; way++)
        k->worth[way] = part(block, &used, worths * sizeof *k->worth[way]);
    k->outcomes = part(block, &used, GG_OUTCOMES_MAX * sizeof *k->outcomes);
    k->world = part(block, &used, game->state_bytes);
    k->after = part(block, &used, game->state_bytes);
    k->answered = part(block, &used, game->state_bytes);
    k->rolled = part(block, &used, game->state_bytes);
    return used;
}

// A lane has a captain's memory beside its own, where trials follow captains.
static size_t lay_out_all(const gg_game *game, char *block, gg_thinker *k) {
    gg_thinker parts;
    size_t used = lay_out(game, block, k);
    if (game->brain.lines) k->own = part(block, &used, (1U + game->brain.tempers) * sizeof *k->own);
    if (game->brain.lines) k->lines = part(block, &used, THINK_PLANS * sizeof *k->lines);
    for (unsigned i = 0; i < THINK_LANES; i++) {
        gg_thinker *lane = block ? (gg_thinker *)(void *)(block + used) : &parts;
        k->lane[i] = lane;
        used += lay_out(game, block ? block + used : NULL, lane);
        lane->slot = part(block, &used, THINK_PLANS * sizeof *lane->slot);
        if (game->brain.lines) lane->anew = part(block, &used, sizeof *lane->anew);
        if (game->brain.follow != GG_FOLLOW_CAPTAINS && !game->brain.lines) continue;
        lane->inner = block ? (gg_thinker *)(void *)(block + used) : &parts;
        used += lay_out(game, block ? block + used : NULL, lane->inner);
    }
    return used;
}

gg_status gg_thinker_open(gg_thinker **thinker, const gg_game *game) {
    gg_thinker parts;
    char *block = calloc(1, lay_out_all(game, NULL, &parts));
    *thinker = (gg_thinker *)(void *)block;
    if (!block) return GG_NO_MEMORY;
    (void)lay_out_all(game, block, *thinker);
    return GG_OK;
}

void gg_thinker_close(gg_thinker *thinker) {
    free(thinker);
}

void gg_thinker_heed(gg_thinker *thinker, bool (*stop)(void *user), void *user) {
    thinker->stop = stop;
    thinker->user = user;
}

bool think_stopped(gg_thinker *k) {
    if (k->stop && k->stop(k->user)) return true;
    return k->until_ns && k->now_ns(k->now_user) >= k->until_ns;
}

// ---------------------------------------------------------------------------------------- how good
static int64_t worth(const gg_thinker *k, const void *t, const void *s, int seat) {
    const gg_game *game = k->game;
    if (k->by_chance) return think_chance(game, t, s, seat);
    int32_t (*appeal)(const void *, const void *, int) =
        game->brain.appeal ? game->brain.appeal : game->brain.value;
    int64_t value = k->temper ? game->brain.temper(t, s, seat, k->temper)
                    : appeal  ? appeal(t, s, seat)
                              : 0;
    if (game->turn(t, s).seat == GG_OVER) {
        int half[GG_SEATS_MAX] = {0};
        int32_t margin = 0;
        game->score(t, s, half, &margin);
        value += (int64_t)THINK_WON * (half[seat] - 1);
    }
    return value * THINK_FINE;
}

static int64_t worth_of_outcome(gg_thinker *k, const void *t, const void *s, gg_action outcome,
                                int seat) {
    memcpy(k->rolled, s, k->game->state_bytes);
    k->nodes++;
    gg_apply(k->game, t, k->rolled, outcome, NULL);
    return worth(k, t, k->rolled, seat);
}

// The mean over all outcomes. A weight cut to nothing counts for nothing: it stood for less than
// one chance in 2^19.
static int64_t mean_by_weight(gg_thinker *k, const void *t, const void *s, uint64_t tickets,
                              uint32_t count, int seat) {
    unsigned bits = 64U - (unsigned)gg_bits_clz64(tickets);
    unsigned shift = bits > WEIGHT_BITS ? bits - WEIGHT_BITS : 0;
    int64_t sum = 0, weights = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t weight = (int64_t)(k->outcomes[i].weight >> shift);
        if (!weight) continue;
        sum += weight * worth_of_outcome(k, t, s, k->outcomes[i].action, seat);
        weights += weight;
    }
    return weights ? sum / weights : 0;
}

static int64_t mean_by_lot(gg_thinker *k, const void *t, const void *s, uint64_t tickets, int seat,
                           gg_rng *rng) {
    int64_t sum = 0;
    for (unsigned i = 0; i < OUTCOMES_COUNTED; i++) {
        gg_action outcome = gg_roll(k->game, t, s, gg_rng_below64(rng, tickets));
        sum += worth_of_outcome(k, t, s, outcome, seat);
    }
    return sum / OUTCOMES_COUNTED;
}

// The position, or its mean when chance is to come.
static int64_t expected(gg_thinker *k, const void *t, const void *s, int seat, gg_rng *rng) {
    gg_turn turn = k->game->turn(t, s);
    if (turn.seat != GG_CHANCE) return worth(k, t, s, seat);
    GG_ASSERT(turn.tickets > 0);
    uint32_t count = gg_chance(k->game, t, s, k->outcomes);
    GG_ASSERT(count > 0 && count <= GG_OUTCOMES_MAX);
    return count <= OUTCOMES_COUNTED ? mean_by_weight(k, t, s, turn.tickets, count, seat)
                                     : mean_by_lot(k, t, s, turn.tickets, seat, rng);
}

// k->after is at a window of `other`: its worst answer for the thinker.
static int64_t worst_answer(gg_thinker *k, const void *t, int other, int seat, gg_rng *rng) {
    const gg_game *game = k->game;
    uint32_t count = gg_legal(game, t, k->after, other, k->answers);
    uint32_t tried = count < ANSWERS_COUNTED ? count : ANSWERS_COUNTED;
    int64_t worst = INT64_MAX;
    GG_ASSERT(count > 0 && count <= game->max_legal);
    for (uint32_t i = 0; i < tried; i++) {
        memcpy(k->answered, k->after, game->state_bytes);
        gg_apply(game, t, k->answered, k->answers[(uint64_t)i * count / tried], NULL);
        int64_t value = expected(k, t, k->answered, seat, rng);
        if (value < worst) worst = value;
    }
    return worst;
}

bool think_carry_out(gg_thinker *k, const void *t, const gg_plan *plan, int seat) {
    const gg_game *game = k->game;
    memcpy(k->after, k->world, game->state_bytes);
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (game->turn(t, k->after).seat != seat) return i > 0;
        if (!gg_check(game, t, k->after, seat, plan->step[i], NULL)) return i > 0;
        k->nodes++;
        gg_apply(game, t, k->after, plan->step[i], NULL);
    }
    return plan->steps > 0;
}

int64_t think_worth(gg_thinker *k, const void *t, int seat, gg_rng *rng) {
    gg_turn turn = k->game->turn(t, k->after);
    bool window = k->game->nodes[turn.node].flags & GG_N_WINDOW;
    if (window && turn.seat != seat && turn.seat < k->game->seats)
        return worst_answer(k, t, turn.seat, seat, rng);
    return expected(k, t, k->after, seat, rng);
}

// ---------------------------------------------------------------------------------------- choosing
static void plan_of_one(gg_plan *plan, gg_action action) {
    plan->steps = 1;
    plan->step[0] = action;
}

// One of several equals is kept with equal likelihood, whatever their number turns out to be.
typedef struct choice {
    int64_t worth;
    uint32_t equals;
} choice;

static bool better(choice *best, int64_t value, gg_rng *rng) {
    if (best->equals == 0 || value > best->worth) {
        *best = (choice){value, 1};
        return true;
    }
    return value == best->worth && gg_rng_below(rng, ++best->equals) == 0;
}

uint32_t think_list(gg_thinker *k, const void *t, int seat) {
    const gg_game *game = k->game;
    uint32_t count = game->brain.plan ? game->brain.plan(t, k->world, seat, k->plans)
                                      : gg_legal(game, t, k->world, seat, k->list);
    GG_ASSERT(count <= (game->brain.plan ? GG_PLANS_MAX : game->max_legal));
    return count;
}

const gg_plan *think_plan(const gg_thinker *k, uint32_t i, gg_plan *room) {
    if (k->game->brain.plan) return &k->plans[i];
    plan_of_one(room, k->list[i]);
    return room;
}

bool think_can_begin(const gg_position *position, int seat, const gg_plan *plan) {
    return gg_check(position->game, position->table, position->state, seat, plan->step[0], NULL);
}

// How good each plan is; how many were looked at. Plans that cannot be begun are worth INT64_MIN.
static uint32_t weigh_all(gg_thinker *k, const void *t, int seat, gg_rng *rng) {
    uint32_t count = think_list(k, t, seat), done = 0;
    for (; done < count && !think_stopped(k); done++)
        k->worth[0][done] = think_carry_out(k, t, think_plan(k, done, k->plans), seat)
                                ? think_worth(k, t, seat, rng)
                                : INT64_MIN;
    return done;
}

// In a set-up one of the plans about as good as the best is taken: within a small part of what lies
// between the best and the worst. Otherwise everybody would know how the program sets up.
static bool some_plan(gg_thinker *k, const void *t, int seat, gg_rng *rng, gg_plan *out) {
    uint32_t count = weigh_all(k, t, seat, rng), equals = 0;
    int64_t best = INT64_MIN, worst = INT64_MAX, *worth_of = k->worth[0];
    for (uint32_t i = 0; i < count; i++) {
        if (worth_of[i] == INT64_MIN) continue;
        if (worth_of[i] > best) best = worth_of[i];
        if (worth_of[i] < worst) worst = worth_of[i];
    }
    for (uint32_t i = 0; i < count; i++)
        if (worth_of[i] != INT64_MIN && best - worth_of[i] <= (best - worst) / SETUP_PART &&
            gg_rng_below(rng, ++equals) == 0)
            *out = *think_plan(k, i, k->plans);
    return equals;
}

static bool best_plan(gg_thinker *k, const void *t, int seat, gg_rng *rng, gg_plan *out) {
    if (k->game->nodes[k->game->turn(t, k->world).node].flags & GG_N_SETUP)
        return some_plan(k, t, seat, rng, out);
    choice best = {0, 0};
    uint32_t count = think_list(k, t, seat);
    for (uint32_t i = 0; i < count && !think_stopped(k); i++) {
        const gg_plan *plan = think_plan(k, i, k->plans);
        if (think_carry_out(k, t, plan, seat) && better(&best, think_worth(k, t, seat, rng), rng))
            *out = *plan;
    }
    return best.equals;
}

bool think_greedily(gg_thinker *k, const void *t, const void *world, int seat, gg_rng *rng,
                    gg_plan *out) {
    memcpy(k->world, world, k->game->state_bytes);
    return best_plan(k, t, seat, rng, out);
}

static bool greedy(gg_thinker *k, const gg_position *position, int seat, gg_rng *rng,
                   gg_plan *out) {
    memcpy(k->world, position->state, k->game->state_bytes);
    k->game->resample(position->table, k->world, seat, rng);
    return best_plan(k, position->table, seat, rng, out) && think_can_begin(position, seat, out);
}

// ---------------------------------------------------------------------------------------- levels
uint64_t gg_brain_nodes(const gg_game *game, const void *table, gg_brain brain) {
    if (brain != GG_BRAIN_COLONEL && brain != GG_BRAIN_GENERAL) return 0;
    uint64_t usual = brain == GG_BRAIN_COLONEL ? COLONEL_NODES : GENERAL_NODES;
    return game->brain.effort ? game->brain.effort(table) * usual : usual;
}

// Where a game has no policy, what chance has chosen stands.
static bool by_policy(const gg_position *position, int seat, gg_rng *rng, gg_plan *out) {
    const gg_game *game = position->game;
    if (!game->brain.policy) return false;
    plan_of_one(out, game->brain.policy(position->table, position->state, seat, rng));
    return think_can_begin(position, seat, out);
}

// Of a hundred, so many.
static bool happens(unsigned share, gg_rng *rng) {
    return share && gg_rng_below(rng, 100) < share;
}

// A recruit's decision; false: what chance has chosen stands.
static bool recruit(gg_thinker *k, const gg_position *position, int seat, gg_rng *rng,
                    gg_plan *out) {
    const gg_game_brain *brain = &position->game->brain;
    if (happens(brain->slips, rng)) return false;
    return happens(brain->grasps, rng) ? greedy(k, position, seat, rng, out)
                                       : by_policy(position, seat, rng, out);
}

static bool errs(const gg_game *game, gg_rng *rng) {
    return happens(game->brain.errs ? game->brain.errs : ERRS, rng);
}

static bool by_level(gg_thinker *k, gg_brain brain, const gg_position *position, int seat,
                     gg_rng *rng, gg_plan *out) {
    uint64_t nodes;
    switch (brain) {
    case GG_BRAIN_GREEDY: return greedy(k, position, seat, rng, out);
    case GG_BRAIN_RECRUIT: return recruit(k, position, seat, rng, out);
    case GG_BRAIN_SERGEANT:
        return errs(k->game, rng) ? recruit(k, position, seat, rng, out)
                                  : greedy(k, position, seat, rng, out);
    case GG_BRAIN_COLONEL:
    case GG_BRAIN_GENERAL:
        nodes = gg_brain_nodes(k->game, position->table, brain);
        return think_search(k, position, seat, nodes, rng, out) &&
               think_can_begin(position, seat, out);
    default: return false;
    }
}

void gg_thinker_budget(gg_thinker *thinker, gg_budget budget, uint64_t (*now_ns)(void *user),
                       void *user) {
    thinker->budget = budget;
    thinker->now_ns = now_ns;
    thinker->now_user = user;
}

void think_begin(gg_thinker *k) {
    bool timed = k->budget.ms && k->now_ns;
    k->until_ns = timed ? k->now_ns(k->now_user) + k->budget.ms * UINT64_C(1000000) : 0;
    k->nodes = 0;
    k->by_chance = false;
}

void gg_thinker_crew(gg_thinker *thinker, gg_crew crew, void *user) {
    thinker->crew = crew;
    thinker->crew_user = user;
}

uint32_t gg_think(gg_thinker *thinker, gg_brain brain, const gg_position *position, int seat,
                  gg_rng *rng, gg_plan *out) {
    const gg_game *game = thinker->game;
    GG_ASSERT(position->game == game);
    out->steps = 0;
    think_begin(thinker);
    uint32_t count = gg_legal(game, position->table, position->state, seat, thinker->list);
    GG_ASSERT(count <= game->max_legal);
    if (count == 0) return 0;
    gg_action any = thinker->list[gg_rng_below(rng, count)];
    if (think_stopped(thinker) || !by_level(thinker, brain, position, seat, rng, out))
        plan_of_one(out, any);
    return out->steps;
}
