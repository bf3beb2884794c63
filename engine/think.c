// SPDX-License-Identifier: Apache-2.0
// Seats that play by themselves: at random, or greedily.
//
// Greedy looks one macro move ahead. It copies the position, deals everything its seat cannot know
// anew (so it never looks at the true world), carries out every plan of plan() and takes the one
// after which value() is best for the seat. When chance comes right after a plan, the value is the
// mean over its outcomes. All numbers are integers: the choice is the same on every machine.
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "grognard/engine.h"

enum {
    OUTCOMES_COUNTED = 64, // beyond that many outcomes, as many tickets are drawn instead
    FINE = 256,            // values are compared in 1/256 of a hundredth of a point
    WON = 1000000,         // hundredths: no position that goes on is worth a game that is won
    WEIGHT_BITS = 20,      // weights are cut to that many bits: 2^8 * 2^32 * 2^20 < 2^63
};

struct gg_thinker {
    const gg_game *game;
    gg_plan *plans;
    gg_action *list;
    gg_outcome *outcomes;
    // the world as resampled, after a plan, after an outcome
    void *world, *after, *rolled;
};

static size_t rounded(size_t bytes) {
    return (bytes + 15) & ~(size_t)15;
}

gg_status gg_thinker_open(gg_thinker **out, const gg_game *game) {
    size_t plans = rounded(GG_PLANS_MAX * sizeof(gg_plan));
    size_t list = rounded(game->max_legal * sizeof(gg_action));
    size_t outcomes = rounded(GG_OUTCOMES_MAX * sizeof(gg_outcome));
    size_t state = rounded(game->state_bytes);
    char *block = calloc(1, rounded(sizeof(gg_thinker)) + plans + list + outcomes + 3 * state);
    *out = (gg_thinker *)(void *)block;
    if (!block) return GG_NO_MEMORY;
    gg_thinker *thinker = *out;
    thinker->game = game;
    block += rounded(sizeof(gg_thinker));
    thinker->plans = (gg_plan *)(void *)block;
    thinker->list = (gg_action *)(void *)(block + plans);
    thinker->outcomes = (gg_outcome *)(void *)(block + plans + list);
    block += plans + list + outcomes;
    thinker->world = block;
    thinker->after = block + state;
    thinker->rolled = block + 2 * state;
    return GG_OK;
}

void gg_thinker_close(gg_thinker *thinker) {
    free(thinker);
}

// ------------------------------------------------------------------------------------ how good
static int64_t worth(const gg_game *game, const void *t, const void *s, int seat) {
    int64_t value = game->value ? game->value(t, s, seat) : 0;
    if (game->turn(t, s).seat == GG_OVER) {
        int half[GG_SEATS_MAX] = {0};
        int32_t margin = 0;
        game->score(t, s, half, &margin);
        value += (int64_t)WON * (half[seat] - 1);
    }
    return value * FINE;
}

static int64_t worth_after(gg_thinker *k, const void *t, gg_action outcome, int seat) {
    memcpy(k->rolled, k->after, k->game->state_bytes);
    k->game->apply(t, k->rolled, outcome, NULL);
    return worth(k->game, t, k->rolled, seat);
}

// The mean over all outcomes. A weight cut to nothing counts for nothing: it stood for less than
// one chance in 2^20 / 64.
static int64_t mean_by_weight(gg_thinker *k, const void *t, uint64_t tickets, uint32_t count,
                              int seat) {
    unsigned bits = tickets ? 64U - (unsigned)gg_bits_clz64(tickets) : 0;
    unsigned shift = bits > WEIGHT_BITS ? bits - WEIGHT_BITS : 0;
    int64_t sum = 0, weights = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t weight = (int64_t)(k->outcomes[i].weight >> shift);
        if (!weight) continue;
        sum += weight * worth_after(k, t, k->outcomes[i].action, seat);
        weights += weight;
    }
    return weights ? sum / weights : 0;
}

static int64_t mean_by_lot(gg_thinker *k, const void *t, uint64_t tickets, int seat, gg_rng *rng) {
    int64_t sum = 0;
    for (unsigned i = 0; i < OUTCOMES_COUNTED; i++)
        sum += worth_after(k, t, k->game->roll(t, k->after, gg_rng_below64(rng, tickets)), seat);
    return sum / OUTCOMES_COUNTED;
}

// Carries the plan out on k->after as far as it is legal and the seat keeps the turn. False when
// its first step is not legal.
static bool carry_out(gg_thinker *k, const void *t, const gg_plan *plan, int seat) {
    const gg_game *game = k->game;
    memcpy(k->after, k->world, game->state_bytes);
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (game->turn(t, k->after).seat != seat) return i > 0;
        if (!game->check(t, k->after, seat, plan->step[i], NULL)) return i > 0;
        game->apply(t, k->after, plan->step[i], NULL);
    }
    return plan->steps > 0;
}

static int64_t worth_of_plan(gg_thinker *k, const void *t, int seat, gg_rng *rng) {
    gg_turn turn = k->game->turn(t, k->after);
    if (turn.seat != GG_CHANCE) return worth(k->game, t, k->after, seat);
    uint32_t count = k->game->chance(t, k->after, k->outcomes);
    GG_ASSERT(count > 0 && count <= GG_OUTCOMES_MAX);
    return count <= OUTCOMES_COUNTED ? mean_by_weight(k, t, turn.tickets, count, seat)
                                     : mean_by_lot(k, t, turn.tickets, seat, rng);
}

// ------------------------------------------------------------------------------------- choosing
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

static bool greedy(gg_thinker *k, const gg_position *position, int seat, gg_rng *rng,
                   gg_plan *out) {
    const gg_game *game = k->game;
    const void *t = position->table;
    choice best = {0, 0};
    memcpy(k->world, position->state, game->state_bytes);
    game->resample(t, k->world, seat, rng);
    uint32_t count = game->plan ? game->plan(t, k->world, seat, k->plans)
                                : game->legal(t, k->world, seat, k->list);
    GG_ASSERT(count <= (game->plan ? GG_PLANS_MAX : game->max_legal));
    for (uint32_t i = 0; i < count; i++) {
        gg_plan *plan = &k->plans[game->plan ? i : 0];
        if (!game->plan) plan_of_one(plan, k->list[i]);
        if (carry_out(k, t, plan, seat) && better(&best, worth_of_plan(k, t, seat, rng), rng))
            *out = *plan;
    }
    // What the seat may do does not depend on what it cannot see; a game that breaks this rule
    // still gets a legal action.
    return best.equals && game->check(t, position->state, seat, out->step[0], NULL);
}

uint32_t gg_think(gg_thinker *thinker, gg_brain brain, const gg_position *position, int seat,
                  gg_rng *rng, gg_plan *out) {
    const gg_game *game = thinker->game;
    GG_ASSERT(position->game == game);
    out->steps = 0;
    uint32_t count = game->legal(position->table, position->state, seat, thinker->list);
    GG_ASSERT(count <= game->max_legal);
    if (count == 0) return 0;
    gg_action any = thinker->list[gg_rng_below(rng, count)];
    if (brain != GG_BRAIN_GREEDY || !greedy(thinker, position, seat, rng, out))
        plan_of_one(out, any);
    return out->steps;
}
