// SPDX-License-Identifier: Apache-2.0
// Marks: where rules act. Compiled twice. Plain, there is nothing to count. Marked (-DGG_MARKED),
// the games call gg_mark_rule() and gg_mark_refusal() at every GG_ON and GG_REFUSE_IF; both count,
// and answer no for what has been switched off.
//
// A mark knows a number, not a game: counts and switches are about one game at a time. They
// are static data, which is why a marked program has one thread.
#include <string.h>

#include "grognard/text.h"

#ifdef GG_MARKED

enum { MARKS_MAX = 2048 };

typedef struct mark {
    uint64_t count;
    bool off;
} mark;

static mark rules[MARKS_MAX], refusals[MARKS_MAX];

static bool acts(mark *marks, unsigned index) {
    GG_ASSERT(index < MARKS_MAX);
    marks[index].count++;
    return !marks[index].off;
}

bool gg_mark_rule(unsigned rule) {
    return acts(rules, rule);
}
bool gg_mark_refusal(unsigned refusal) {
    return acts(refusals, refusal);
}

bool gg_marks_present(void) {
    return true;
}

bool gg_tables_kept(void) {
    return false;
}

uint64_t gg_marks_rule_count(unsigned rule) {
    return rule < MARKS_MAX ? rules[rule].count : 0;
}

uint64_t gg_marks_refusal_count(unsigned refusal) {
    return refusal < MARKS_MAX ? refusals[refusal].count : 0;
}

void gg_marks_reset(void) {
    memset(rules, 0, sizeof rules);
    memset(refusals, 0, sizeof refusals);
}

static void rule_off(const gg_game *game, unsigned rule) {
    rules[rule].off = true;
    for (unsigned i = 1; i < game->n_refusals; i++)
        if (game->refusals[i].rule == rule) refusals[i].off = true;
}

bool gg_marks_off(const gg_game *game, const char *name) {
    GG_ASSERT(game->n_rules <= MARKS_MAX && game->n_refusals <= MARKS_MAX);
    for (unsigned i = 1; i < game->n_rules; i++)
        if (strcmp(game->rules[i].id, name) == 0) {
            rule_off(game, i);
            return true;
        }
    for (unsigned i = 1; i < game->n_refusals; i++)
        if (strcmp(game->refusals[i].token, name) == 0) {
            refusals[i].off = true;
            return true;
        }
    return false;
}

#else

bool gg_marks_present(void) {
    return false;
}

bool gg_tables_kept(void) {
    return true;
}

uint64_t gg_marks_rule_count(unsigned rule) {
    (void)rule;
    return 0;
}

uint64_t gg_marks_refusal_count(unsigned refusal) {
    (void)refusal;
    return 0;
}

void gg_marks_reset(void) {}

bool gg_marks_off(const gg_game *game, const char *name) {
    (void)game;
    (void)name;
    return false;
}

#endif
