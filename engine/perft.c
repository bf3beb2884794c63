// SPDX-License-Identifier: Apache-2.0
// Perft: counts sequences of actions, to compare a generator with another one written apart from
// it. One block of memory holds a state and a list for every depth; nothing is allocated while
// counting.
#include <stdlib.h>
#include <string.h>

#include "grognard/study.h"

typedef struct level {
    void *state;
    gg_action *list;
} level;

typedef struct counter {
    const gg_game *game;
    const void *table;
    gg_outcome *outcomes;
    level at[GG_PERFT_DEPTH_MAX];
} counter;

// Everything that may happen here: a seat's list, or chance's outcomes without their weights.
static uint32_t choices(counter *c, const void *state, gg_action *list) {
    gg_turn turn = c->game->turn(c->table, state);
    if (turn.seat == GG_OVER) return 0;
    if (turn.seat != GG_CHANCE) return gg_legal(c->game, c->table, state, turn.seat, list);
    uint32_t n = gg_chance(c->game, c->table, state, c->outcomes);
    for (uint32_t i = 0; i < n; i++) list[i] = c->outcomes[i].action;
    return n;
}

static uint64_t add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

// The last action of a sequence need not be played: it only has to exist.
static uint64_t count_from(counter *c, const void *state, unsigned from, unsigned depth) {
    if (depth == 0) return 1;
    gg_action *list = c->at[from].list;
    void *next = c->at[from].state;
    uint32_t n = choices(c, state, list);
    if (depth == 1) return n;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(next, state, c->game->state_bytes);
        gg_apply(c->game, c->table, next, list[i], NULL);
        sum = add(sum, count_from(c, next, from + 1, depth - 1));
    }
    return sum;
}

static uint64_t count_roots(counter *c, const void *state, unsigned depth, gg_perft_root *roots,
                            uint32_t *n_roots) {
    uint32_t n = choices(c, state, c->at[0].list);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(c->at[0].state, state, c->game->state_bytes);
        gg_apply(c->game, c->table, c->at[0].state, c->at[0].list[i], NULL);
        roots[i].action = c->at[0].list[i];
        roots[i].count = count_from(c, c->at[0].state, 1, depth - 1);
        sum = add(sum, roots[i].count);
    }
    *n_roots = n;
    return sum;
}

gg_status gg_perft(const gg_position *position, unsigned depth, uint64_t *count,
                   gg_perft_root *roots, uint32_t *n_roots) {
    const gg_game *game = position->game;
    size_t state = (game->state_bytes + 15U) & ~(size_t)15;
    size_t list = gg_perft_roots_max(game) * sizeof(gg_action);
    if (depth > GG_PERFT_DEPTH_MAX) return GG_FULL;
    size_t outcomes = GG_OUTCOMES_MAX * sizeof(gg_outcome);
    char *block = malloc(sizeof(counter) + outcomes + depth * (state + list));
    if (!block) return GG_NO_MEMORY;
    counter *c = (counter *)(void *)block;
    char *at = block + sizeof *c;
    c->game = game;
    c->table = position->table;
    c->outcomes = (gg_outcome *)(void *)at;
    at += outcomes;
    for (unsigned i = 0; i < depth; i++, at += state + list) {
        c->at[i].state = at;
        c->at[i].list = (gg_action *)(void *)(at + state);
    }
    if (n_roots) *n_roots = 0;
    if (roots && n_roots && depth > 0)
        *count = count_roots(c, position->state, depth, roots, n_roots);
    else
        *count = count_from(c, position->state, 0, depth);
    free(block);
    return GG_OK;
}
