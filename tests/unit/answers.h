// SPDX-License-Identifier: Apache-2.0
// What the tests of odds share: plans read from notation, sums of outcomes over deals that are
// walked one by one, and answers that add up.
#ifndef TESTS_UNIT_ANSWERS_H
#define TESTS_UNIT_ANSWERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grognard/odds.h"
#include "grognard/text.h"

enum { ANSWER_STATE = 4096, ANSWER_SUMS = 1024 };

// Every row adds up to exactly its total.
static inline void check_totals(const gg_odds_answer *answer) {
    for (uint32_t i = 0; i < answer->rows; i++) {
        const gg_odds_row *row = &answer->row[i];
        gg_big sum;
        gg_big_copy(&sum, &row->cut);
        for (uint32_t k = 0; k < row->count; k++)
            assert_true(gg_big_add_times(&sum, &answer->outcome[row->first + k].weight, 1));
        assert_int_equal(gg_big_compare(&sum, &row->total), 0);
    }
}

// Steps of a plan, each read where the ones before have led; `most` of them, or up to a NULL.
static inline gg_plan plan_of(const gg_position *at, const char *const *steps, unsigned most) {
    gg_plan plan = {0};
    uint64_t *state = malloc(at->game->state_bytes);
    assert_non_null(state);
    memcpy(state, at->state, at->game->state_bytes);
    for (unsigned i = 0; i < most && steps[i]; i++) {
        gg_action action;
        gg_error error;
        if (!gg_notation_parse(at->game, at->table, state, steps[i], &action, &error))
            fail_msg("%s: %s", steps[i], error.en);
        gg_apply(at->game, at->table, state, action, NULL);
        plan.step[plan.steps++] = action;
    }
    free(state);
    return plan;
}

static inline unsigned field_at(const gg_game *game, const char *field) {
    for (unsigned i = 0; i < game->n_fields; i++)
        if (!strcmp(game->fields[i].name, field)) return game->fields[i].offset;
    fail_msg("no field %s", field);
    return 0;
}

// ------------------------------------------------------------------------------------- one deal
// The game as it is, but with one world, the deal: `worlds` of a copy of its table.
static uint64_t dealt_state[ANSWER_STATE / 8];
static size_t dealt_bytes;

static inline uint32_t this_deal(const void *t, const void *s, int viewer, const gg_plan *plan,
                                 void *out, uint32_t room, gg_world *about) {
    (void)t;
    (void)s;
    (void)viewer;
    (void)plan;
    (void)room;
    memcpy(out, dealt_state, dealt_bytes);
    *about = (gg_world){.deals = 1};
    return 1;
}

// ------------------------------------------------------------------------------------------ sums
typedef struct sums {
    uint32_t count;
    gg_effects effects[ANSWER_SUMS];
    double p[ANSWER_SUMS];
} sums;

static inline bool same_effects(const gg_effects *effects, const gg_effect *lines, uint32_t count) {
    return effects->count == count && !memcmp(effects->line, lines, count * sizeof *lines);
}

static inline void add_outcome(sums *all, const gg_effect *lines, uint32_t count, double p) {
    uint32_t i = 0;
    while (i < all->count && !same_effects(&all->effects[i], lines, count)) i++;
    assert_true(i < ANSWER_SUMS);
    if (i == all->count) {
        all->effects[i].count = count;
        memcpy(all->effects[i].line, lines, count * sizeof *lines);
        all->p[all->count++] = 0;
    }
    all->p[i] += p;
}

// The only row of an answer, added to what other deals led to.
static inline void add_only_row(sums *all, const gg_odds_answer *answer) {
    const gg_odds_row *row = &answer->row[0];
    assert_int_equal(answer->rows, 1);
    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        const gg_odds_outcome *o = &answer->outcome[i];
        add_outcome(all, answer->effect + o->first, o->count,
                    gg_big_share(&o->weight, &row->total));
    }
}

static inline double chance_in_row(const gg_odds_answer *answer, const gg_odds_row *row,
                                   const gg_effects *effects) {
    for (uint32_t i = row->first; i < row->first + row->count; i++) {
        const gg_odds_outcome *o = &answer->outcome[i];
        if (same_effects(effects, answer->effect + o->first, o->count))
            return gg_big_share(&o->weight, &row->total);
    }
    return 0;
}

// Over all rows as assumed.
static inline double chance_in(const gg_odds_answer *answer, const gg_effects *effects) {
    double told = 0;
    for (uint32_t i = 0; i < answer->rows; i++)
        told += chance_in_row(answer, &answer->row[i], effects) * (double)answer->row[i].share /
                (double)answer->row[i].shares;
    return told;
}

#endif
