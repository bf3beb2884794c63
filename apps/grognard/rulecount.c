// SPDX-License-Identifier: Apache-2.0
// How often each rule was felt in self-play. A rule that only forbids is never met by seats that
// choose from the legal list, so random actions of each node are put to the judge as well: many
// where the kind of node is rare, since most of what can be said there at random is nonsense.
#include "rulecount.h"

#include <string.h>

#include "brains.h"

enum { QUESTIONS = 16, OFTEN = 20000 };

typedef struct counting {
    const gg_selfplay_order *order;
    rule_counts *out;
    gg_rng questions;
    uint32_t seen[256]; // nodes of each kind, which fit a byte
} counting;

static void question(counting *c, const gg_position *at, gg_turn turn) {
    const gg_game *game = at->game;
    gg_verdict verdict = {0};
    int seat = turn.seat;
    if (gg_rng_below(&c->questions, 8) == 0) seat = (seat + 1) % game->seats; // out of turn
    gg_action action = app_any_action(game, turn.node, &c->questions);
    if (!gg_check(game, at->table, at->state, seat, action, &verdict))
        c->out->refused[game->refusals[verdict.refusal].rule]++;
}

static void questions(void *user, const gg_position *at, gg_turn turn) {
    counting *c = user;
    uint32_t times = c->seen[turn.node]++ < OFTEN ? QUESTIONS : 1;
    while (times--) question(c, at, turn);
}

static void count_events(void *user, const gg_position *at, gg_turn turn, uint32_t choices,
                         gg_action action, const gg_events *events) {
    const counting *c = user;
    (void)at, (void)turn, (void)choices, (void)action;
    for (uint32_t i = 0; i < events->count; i++) c->out->told[events->event[i].rule]++;
}

static void begin(void *user, uint32_t game, const gg_position *at) {
    counting *c = user;
    (void)at;
    gg_rng_seed(&c->questions, c->order->seed, UINT64_C(1) << 63 | game);
}

gg_status selfplay_heard(const gg_selfplay_order *order, const gg_selfplay_ears *ears) {
    gg_selfplay_order again = *order;
    gg_selfplay_report report;
    gg_verdict verdict;
    again.ears = ears;
    again.each = NULL;
    return gg_selfplay(&again, &report, &verdict);
}

gg_status rule_counts_take(const gg_selfplay_order *order, rule_counts *out) {
    counting c = {.order = order, .out = out};
    GG_ASSERT(order->game->n_rules <= RULES_MAX);
    memset(out, 0, sizeof *out);
    gg_selfplay_ears ears = {begin, questions, count_events, NULL, &c};
    return selfplay_heard(order, &ears);
}
