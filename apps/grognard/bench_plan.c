// SPDX-License-Identifier: Apache-2.0
// What macro moves cost, what a game counts by itself, and what a table costs to make.
//
//   plan_play, plan_games   random play in which every decision is one of all the plans of plan(),
//                           each as likely, carried out to its end: the price of listing them
//   plan_<tally word>       how often the event that games/registry.def names happens in such play
//   <tally word>            how often it happens in random play over legal lists, where macro moves
//                           are drawn step by step
//   prepare, table_bytes    making the table of the standard request, and its size
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef struct tale {
    uint64_t steps, games, tallied;
    unsigned event; // which one is tallied
} tale;

static tale begin(const gg_game *game) {
    const gg_bench *own = gg_bench_or_null(game);
    tale out = {.event = game->n_events};
    for (unsigned i = 0; own && i < game->n_events; i++)
        if (strcmp(game->events[i].token, own->tally_event) == 0) out.event = i;
    return out;
}

static gg_action roll(const bench_table *at, gg_turn turn) {
    const gg_position *p = at->position;
    return gg_roll(p->game, p->table, p->state, gg_rng_below64(at->rng, turn.tickets));
}

static void carry_out(const bench_table *at, gg_action action, tale *out) {
    const gg_position *p = at->position;
    at->events->count = 0;
    gg_apply(p->game, p->table, p->state, action, at->events);
    for (uint32_t i = 0; i < at->events->count; i++)
        out->tallied += at->events->event[i].kind == out->event;
}

// A plan is carried out as far as it is legal and its seat keeps the turn, as brains do.
static void carry_out_plan(const bench_table *at, const gg_plan *plan, int seat, tale *out) {
    const gg_game *game = at->position->game;
    const void *t = at->position->table, *s = at->position->state;
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (i &&
            (game->turn(t, s).seat != seat || !gg_check(game, t, s, seat, plan->step[i], NULL)))
            return;
        carry_out(at, plan->step[i], out);
        out->steps++;
    }
}

static bool any_plan(const bench_table *at, gg_plan *plans, gg_turn turn, tale *out) {
    const gg_position *p = at->position;
    uint32_t n = p->game->brain.plan(p->table, p->state, turn.seat, plans);
    if (!n) return false;
    carry_out_plan(at, &plans[n == 1 ? 0 : gg_rng_below(at->rng, n)], turn.seat, out);
    return true;
}

// One game from its beginning; without `plans` over legal lists.
static void play_one(const bench_table *at, gg_plan *plans, tale *out) {
    gg_position p = *at->position;
    gg_position_restart(&p);
    for (gg_turn turn; (turn = p.game->turn(p.table, p.state)).seat != GG_OVER;) {
        if (turn.seat == GG_CHANCE) {
            carry_out(at, roll(at, turn), out);
            out->steps += turn.tickets > 1;
        } else if (!plans || !any_plan(at, plans, turn, out)) {
            uint32_t n = gg_legal(p.game, p.table, p.state, turn.seat, at->list);
            carry_out(at, at->list[n == 1 ? 0 : gg_rng_below(at->rng, n)], out);
            out->steps += n > 1;
        }
    }
    out->games++;
}

void bench_plans(bench *b, const bench_table *at, uint64_t budget) {
    const gg_game *game = at->position->game;
    const gg_bench *own = gg_bench_or_null(game);
    gg_plan *plans = game->brain.plan ? malloc(GG_PLANS_MAX * sizeof *plans) : NULL;
    tale out = begin(game);
    uint64_t start = app_cpu_ns(), spent = 0;
    if (!plans) return;
    do {
        play_one(at, plans, &out);
        spent = app_cpu_ns() - start;
    } while (spent < budget);
    bench_note(b, game, "plan_play", "steps/cpu_s", (double)out.steps * 1e9 / (double)spent);
    bench_note(b, game, "plan_games", "games/cpu_s", (double)out.games * 1e9 / (double)spent);
    if (own) {
        char name[48];
        (void)snprintf(name, sizeof name, "plan_%s", own->tally_word);
        bench_note(b, game, name, "/cpu_s", (double)out.tallied * 1e9 / (double)spent);
    }
    free(plans);
}

void bench_tally(bench *b, const bench_table *at, uint64_t budget) {
    const gg_game *game = at->position->game;
    const gg_bench *own = gg_bench_or_null(game);
    tale out = begin(game);
    uint64_t start = app_cpu_ns(), spent = 0;
    if (!own) return;
    do {
        play_one(at, NULL, &out);
        spent = app_cpu_ns() - start;
    } while (spent < budget);
    bench_note(b, game, own->tally_word, "/cpu_s", (double)out.tallied * 1e9 / (double)spent);
}

void bench_prepare(bench *b, const gg_game *game, const gg_request *request) {
    void *table = calloc(1, game->table_bytes);
    gg_verdict verdict;
    if (!table) return;
    uint64_t start = app_cpu_ns();
    bool good = game->prepare(request, table, &verdict);
    double ms = (double)(app_cpu_ns() - start) / 1e6;
    if (good) {
        bench_note(b, game, "prepare", "ms", ms);
        bench_note(b, game, "table_bytes", "bytes", game->table_bytes);
    }
    free(table);
}
