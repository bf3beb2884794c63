// SPDX-License-Identifier: Apache-2.0
// What a match costs: a decision appended, a proved die, a replay with every facts hash checked.
//
// Reading the thread's clock costs as much as the work measured, so many equal matches are played
// in lock-step: one recorded game, the same entry for each of them between two readings.
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "grognard/match.h"

enum { TABLES = 64, STEPS = 65536 };

typedef struct script {
    uint32_t steps;
    struct {
        gg_action action; // GG_NO_ACTION: chance
        uint8_t seat;
    } step[STEPS];
} script;

typedef struct lockstep {
    const gg_game *game;
    script *script;
    gg_match *match[TABLES];
    gg_events events;
    uint64_t act_ns, acts, draw_ns, draws, replay_ns, replayed;
} lockstep;

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
static gg_status record(lockstep *l, unsigned round) {
    gg_match *match = NULL;
    gg_rng rng;
    gg_result result = {0};
    gg_verdict verdict;
    gg_action *list = malloc(l->game->max_legal * sizeof *list);
    gg_status status = list ? open_one(l->game, round, &match) : GG_NO_MEMORY;
    gg_rng_seed(&rng, 5, round);
    l->script->steps = 0;
    while (status == GG_OK && !result.over && l->script->steps < STEPS) {
        const gg_position *at = gg_match_published(match);
        gg_turn turn = l->game->turn(at->table, at->state);
        gg_action action = GG_NO_ACTION;
        if (turn.seat == GG_CHANCE) {
            status = gg_match_draw(match, NULL);
        } else {
            at = gg_match_position_for(match, turn.seat);
            uint32_t n = l->game->legal(at->table, at->state, turn.seat, list);
            action = list[gg_rng_below(&rng, n)];
            status = gg_match_act(match, turn.seat, action, 0, gg_match_entries(match), 0, &verdict,
                                  NULL);
        }
        l->script->step[l->script->steps].action = action;
        l->script->step[l->script->steps++].seat = turn.seat;
        gg_match_result(match, &result);
    }
    if (match) gg_match_close(match);
    free(list);
    return status;
}

static gg_status play(lockstep *l) {
    gg_verdict verdict;
    gg_status status = GG_OK;
    for (uint32_t i = 0; i < l->script->steps; i++) {
        gg_action action = l->script->step[i].action;
        int seat = l->script->step[i].seat;
        uint32_t seen = gg_match_entries(l->match[0]);
        uint64_t start = app_cpu_ns();
        for (unsigned k = 0; k < TABLES; k++) {
            gg_status one = action == GG_NO_ACTION ? gg_match_draw(l->match[k], &l->events)
                                                   : gg_match_act(l->match[k], seat, action, 0,
                                                                  seen, 0, &verdict, &l->events);
            if (one != GG_OK) status = one;
        }
        uint64_t spent = app_cpu_ns() - start;
        uint32_t made = gg_match_entries(l->match[0]) - seen; // a step of a draft makes no entry
        if (action == GG_NO_ACTION) {
            l->draw_ns += spent;
            l->draws += TABLES;
        } else {
            l->act_ns += spent;
            l->acts += TABLES * made;
        }
    }
    return status;
}

static gg_status replay(lockstep *l, uint64_t budget) {
    gg_position scratch = {0};
    gg_status status = GG_OK;
    uint32_t number;
    uint64_t start = app_cpu_ns();
    do {
        for (unsigned k = 0; k < TABLES && status == GG_OK; k++) {
            status = gg_match_replay_check(l->match[k], &scratch, &number);
            l->replayed += gg_match_entries(l->match[k]);
        }
        l->replay_ns = app_cpu_ns() - start;
    } while (status == GG_OK && l->replay_ns < budget);
    if (scratch.table) gg_position_close(&scratch);
    return status;
}

static void close_all(lockstep *l) {
    for (unsigned k = 0; k < TABLES; k++) {
        if (l->match[k]) gg_match_close(l->match[k]);
        l->match[k] = NULL;
    }
}

bool bench_match(bench *b, const gg_game *game, unsigned round, uint64_t budget, int *code) {
    lockstep *l = calloc(1, sizeof *l);
    gg_status status = GG_NO_MEMORY;
    uint64_t start = app_cpu_ns();
    if (l) {
        l->game = game;
        l->script = malloc(sizeof *l->script);
        for (unsigned pass = 0; l->script && (pass == 0 || app_cpu_ns() - start < budget); pass++) {
            unsigned number = 1000 * round + pass;
            close_all(l);
            status = record(l, number);
            for (unsigned k = 0; k < TABLES && status == GG_OK; k++)
                status = open_one(game, number, &l->match[k]);
            if (status == GG_OK) status = play(l);
            if (status != GG_OK) break;
        }
        if (status == GG_OK) status = replay(l, budget / 4);
    }
    if (status == GG_OK) {
        if (l->acts) bench_note(b, NULL, "match.append", "ns", (double)l->act_ns / (double)l->acts);
        if (l->draws) bench_note(b, NULL, "match.die", "ns", (double)l->draw_ns / (double)l->draws);
        bench_note(b, NULL, "match.replay", "events/cpu_s",
                   (double)l->replayed * 1e9 / (double)l->replay_ns);
    } else {
        *code = app_status(b->app, status);
    }
    if (l) {
        close_all(l);
        free(l->script);
        free(l);
    }
    return status == GG_OK;
}
