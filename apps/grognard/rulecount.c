// SPDX-License-Identifier: Apache-2.0
// How often each rule was felt in self-play. A rule that only forbids is never met by seats that
// choose from the legal list, so random actions of each node are put to the judge as well: many
// where the kind of node is rare, since most of what can be said there at random is nonsense.
#include "rulecount.h"

#include <stdlib.h>
#include <string.h>

#include "brains.h"

enum { QUESTIONS = 16, OFTEN = 20000 };

typedef struct counting {
    const gg_selfplay_order *order;
    rule_counts *out;
    gg_position position;
    gg_dice dice;
    gg_rng questions;
    uint32_t seen[256]; // nodes of each kind, which fit a byte
    app_brains brains;
    gg_events events;
} counting;

static void question(counting *c, gg_turn turn) {
    const gg_game *game = c->order->game;
    gg_verdict verdict = {0};
    int seat = turn.seat;
    if (gg_rng_below(&c->questions, 8) == 0) seat = (seat + 1) % game->seats; // out of turn
    gg_action action = app_any_action(game, turn.node, &c->questions);
    if (!gg_check(game, c->position.table, c->position.state, seat, action, &verdict))
        c->out->refused[game->refusals[verdict.refusal].rule]++;
}

static void questions(counting *c, gg_turn turn) {
    uint32_t times = c->seen[turn.node]++ < OFTEN ? QUESTIONS : 1;
    while (times--) question(c, turn);
}

static void play(counting *c) {
    const gg_game *game = c->order->game;
    const gg_position *p = &c->position;
    uint64_t draws = 0;
    for (gg_turn turn = game->turn(p->table, p->state); turn.seat != GG_OVER;
         turn = game->turn(p->table, p->state)) {
        gg_action action;
        if (turn.seat == GG_CHANCE) {
            app_brains_forget(&c->brains);
            action =
                gg_roll(game, p->table, p->state, gg_dice_draw(&c->dice, draws++, turn.tickets));
        } else {
            questions(c, turn);
            action = app_brains_choose(&c->brains, c->order->brain[turn.seat], p, turn.seat);
        }
        c->events.count = 0;
        gg_apply(game, p->table, p->state, action, &c->events);
        for (uint32_t i = 0; i < c->events.count; i++) c->out->told[c->events.event[i].rule]++;
    }
}

static gg_status count(counting *c, const app_self *quiet) {
    static const char *const client[GG_SEATS_MAX] = {"", "", "", ""};
    const gg_selfplay_order *order = c->order;
    gg_verdict verdict;
    int code = 0;
    gg_status status = GG_OK;
    for (uint32_t i = order->first; status == GG_OK && i < order->first + order->games; i++) {
        uint8_t seed[GG_SEED_BYTES];
        char id[GG_ID_MAX + 1];
        gg_request request;
        gg_selfplay_request(order, i, &request);
        if (!c->position.table || memcmp(&request, &c->position.request, sizeof request) != 0) {
            gg_position_close(&c->position);
            status = gg_position_open(&c->position, order->game, &request, &verdict);
            if (status != GG_OK) break;
        }
        if (!app_brains_open(quiet, &c->brains, order->game, order->seed, i, &code))
            return GG_NO_MEMORY;
        gg_selfplay_seed(order->seed, i, seed);
        gg_selfplay_id(order->seed, i, id);
        gg_dice_open(&c->dice, seed, id, client, order->game->seats);
        gg_rng_seed(&c->questions, order->seed, UINT64_C(1) << 63 | i);
        gg_position_restart(&c->position);
        play(c);
        app_brains_close(&c->brains);
    }
    return status;
}

gg_status rule_counts_take(const gg_selfplay_order *order, rule_counts *out) {
    app_self quiet = {.lang = GG_EN};
    counting *c = calloc(1, sizeof *c);
    if (!c) return GG_NO_MEMORY;
    GG_ASSERT(order->game->n_rules <= RULES_MAX);
    memset(out, 0, sizeof *out);
    c->order = order;
    c->out = out;
    gg_status status = count(c, &quiet);
    if (c->position.table) gg_position_close(&c->position);
    free(c);
    return status;
}
