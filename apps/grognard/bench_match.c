// SPDX-License-Identifier: Apache-2.0
// What a match costs: a decision appended, a proved die, a replay with every facts hash checked.
//
// Reading the thread's clock costs as much as the work measured, so many different matches are
// played side by side from recorded games: all that have a decision next, then all that have chance
// next, between two readings each.
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "grognard/match.h"

enum { TABLES = 64, STEPS = 4096 };

typedef struct table {
    gg_match *match;
    uint32_t steps, next;
    gg_action action[STEPS]; // GG_NO_ACTION: chance
    uint8_t seat[STEPS];
} table;

typedef struct hall {
    const gg_game *game;
    table table[TABLES];
    gg_events events;
    gg_action *list;
    uint64_t act_ns, acts, draw_ns, draws, replay_ns, replayed;
} hall;

static gg_status open_one(const gg_game *game, unsigned round, gg_match **out) {
    gg_match_setup setup = {.game = game};
    gg_verdict verdict;
    gg_request_standard(game, &setup.request);
    (void)snprintf(setup.id, sizeof setup.id, "bench-%u", round);
    for (unsigned i = 0; i < game->seats; i++)
        (void)snprintf(setup.name[i], sizeof setup.name[i], "seat %u", i + 1);
    setup.seed[0] = (uint8_t)(round + 1);
    return gg_match_open(out, &setup, &verdict);
}

// Plays one match at random and keeps what was done.
static gg_status record(hall *h, table *t, unsigned number) {
    gg_match *match = NULL;
    gg_rng rng;
    gg_result result = {0};
    gg_verdict verdict;
    gg_status status = open_one(h->game, number, &match);
    gg_rng_seed(&rng, 5, number);
    t->steps = t->next = 0;
    while (status == GG_OK && !result.over && t->steps < STEPS) {
        const gg_position *at = gg_match_published(match);
        gg_turn turn = h->game->turn(at->table, at->state);
        gg_action action = GG_NO_ACTION;
        if (turn.seat == GG_CHANCE) {
            status = gg_match_draw(match, NULL);
        } else {
            at = gg_match_position_for(match, turn.seat);
            uint32_t n = gg_legal(h->game, at->table, at->state, turn.seat, h->list);
            action = h->list[gg_rng_below(&rng, n)];
            uint32_t seen = gg_match_entries(match);
            status = gg_match_act(match, turn.seat, action, 0, seen, 0, &verdict, NULL);
        }
        t->action[t->steps] = action;
        t->seat[t->steps++] = turn.seat;
        gg_match_result(match, &result);
    }
    if (match) gg_match_close(match);
    return status;
}

// The next step of every table where it is of this kind; false when there is none left at all.
static bool side_by_side(hall *h, bool chance, gg_status *status) {
    table *now[TABLES];
    gg_verdict verdict;
    unsigned n = 0, left = 0;
    uint64_t made = 0;
    for (unsigned k = 0; k < TABLES; k++) {
        table *t = &h->table[k];
        left += t->next < t->steps;
        if (t->next < t->steps && (t->action[t->next] == GG_NO_ACTION) == chance) now[n++] = t;
    }
    for (unsigned k = 0; k < n; k++) made -= gg_match_entries(now[k]->match);
    uint64_t start = app_cpu_ns();
    for (unsigned k = 0; k < n; k++) {
        table *t = now[k];
        gg_status one = chance ? gg_match_draw(t->match, &h->events)
                               : gg_match_act(t->match, t->seat[t->next], t->action[t->next], 0,
                                              gg_match_entries(t->match), 0, &verdict, &h->events);
        if (one != GG_OK) *status = one;
        t->next++;
    }
    *(chance ? &h->draw_ns : &h->act_ns) += app_cpu_ns() - start;
    // A step of a draft makes no entry: it is part of the decision that its confirm appends.
    for (unsigned k = 0; k < n; k++) made += gg_match_entries(now[k]->match);
    *(chance ? &h->draws : &h->acts) += made;
    return left > 0;
}

static gg_status replay(hall *h, uint64_t budget) {
    gg_position scratch = {0};
    gg_status status = GG_OK;
    uint32_t number;
    uint64_t start = app_cpu_ns();
    do {
        for (unsigned k = 0; k < TABLES && status == GG_OK; k++) {
            status = gg_match_replay_check(h->table[k].match, &scratch, &number);
            h->replayed += gg_match_entries(h->table[k].match);
        }
        h->replay_ns = app_cpu_ns() - start;
    } while (status == GG_OK && h->replay_ns < budget);
    if (scratch.table) gg_position_close(&scratch);
    return status;
}

static void close_all(hall *h) {
    for (unsigned k = 0; k < TABLES; k++) {
        if (h->table[k].match) gg_match_close(h->table[k].match);
        h->table[k].match = NULL;
    }
}

static gg_status pass(hall *h, unsigned number) {
    gg_status status = GG_OK;
    close_all(h);
    for (unsigned k = 0; k < TABLES && status == GG_OK; k++) {
        status = record(h, &h->table[k], number * TABLES + k);
        if (status == GG_OK) status = open_one(h->game, number * TABLES + k, &h->table[k].match);
    }
    while (status == GG_OK && side_by_side(h, true, &status))
        if (status == GG_OK) (void)side_by_side(h, false, &status);
    return status;
}

static void note(bench *b, const hall *h) {
    if (h->acts) bench_note(b, NULL, "match.append", "ns", (double)h->act_ns / (double)h->acts);
    if (h->draws) bench_note(b, NULL, "match.die", "ns", (double)h->draw_ns / (double)h->draws);
    bench_note(b, NULL, "match.replay", "events/cpu_s",
               (double)h->replayed * 1e9 / (double)h->replay_ns);
}

bool bench_match(bench *b, const gg_game *game, unsigned round, uint64_t budget, int *code) {
    hall *h = calloc(1, sizeof *h);
    gg_status status = GG_NO_MEMORY;
    uint64_t start = app_cpu_ns();
    if (h) {
        h->game = game;
        h->list = malloc(game->max_legal * sizeof *h->list);
        status = h->list ? GG_OK : GG_NO_MEMORY;
        for (unsigned n = 0; status == GG_OK && (!n || app_cpu_ns() - start < budget); n++)
            status = pass(h, 1000 * round + n);
        if (status == GG_OK) status = replay(h, budget / 4);
        if (status == GG_OK) note(b, h);
        close_all(h);
        free(h->list);
        free(h);
    }
    if (status != GG_OK) *code = app_status(b->app, status);
    return status == GG_OK;
}
