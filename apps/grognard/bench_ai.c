// SPDX-License-Identifier: Apache-2.0
// What seats that think cost, at the decisions of games between captains. Each figure is of the
// scenario where it is worst, unless one was asked for; sim_cut and plan_us are told of every
// scenario as well (sim_cut.historical), since what is asked of them names one.
//
//   sim_cut             trials as search makes them: a world dealt, the rest of the own turn and
//                       the enemy's answer by whom the game says to follow, value(); no set-ups
//   plan_us             plan() at a node where nothing is under way, not in a set-up
//   greedy_slowest_ms   the longest of a captain's decisions
//   ai.threads          how much sooner a general is ready on two threads, by the clock on the wall
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "brains.h"
#include "lend.h"

enum { EVERY = 7, TRIALS = 64, THOUGHTS = 12 };

typedef struct sampler {
    const gg_game *game;
    gg_position at;
    gg_thinker *captain, *thinker;
    gg_plan *plans;
    gg_rng rng;
    uint32_t met;
    uint64_t trials, trial_ns, listed, list_ns, slowest_ns, start;
} sampler;

static bool rests(const gg_game *game, gg_turn turn) {
    return game->nodes[turn.node].flags & GG_N_REST;
}

static bool sets_up(const gg_game *game, gg_turn turn) {
    return game->nodes[turn.node].flags & GG_N_SETUP;
}

static void measure_trials(sampler *s, int seat) {
    uint64_t before = app_cpu_ns();
    bench_sink = (uint64_t)gg_win_chance(s->thinker, &s->at, seat, TRIALS, &s->rng);
    s->trial_ns += app_cpu_ns() - before;
    s->trials += TRIALS;
}

static void measure_list(sampler *s, int seat) {
    uint64_t before = app_cpu_ns();
    if (!s->game->brain.plan) return;
    bench_sink = s->game->brain.plan(s->at.table, s->at.state, seat, s->plans);
    s->list_ns += app_cpu_ns() - before;
    s->listed++;
}

static void carry_out(sampler *s, const gg_plan *plan, int seat) {
    const gg_game *game = s->game;
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (i && (game->turn(s->at.table, s->at.state).seat != seat ||
                  !gg_check(game, s->at.table, s->at.state, seat, plan->step[i], NULL)))
            return;
        gg_apply(game, s->at.table, s->at.state, plan->step[i], NULL);
    }
}

// One macro move of a captain, or what chance decides.
static void go_on(sampler *s, gg_turn turn) {
    gg_plan plan = {.steps = 1};
    if (turn.seat == GG_CHANCE) {
        uint64_t ticket = gg_rng_below64(&s->rng, turn.tickets);
        plan.step[0] = gg_roll(s->game, s->at.table, s->at.state, ticket);
        gg_apply(s->game, s->at.table, s->at.state, plan.step[0], NULL);
        return;
    }
    uint64_t before = app_cpu_ns();
    (void)gg_think(s->captain, GG_BRAIN_GREEDY, &s->at, turn.seat, &s->rng, &plan);
    uint64_t spent = app_cpu_ns() - before;
    if (spent > s->slowest_ns) s->slowest_ns = spent;
    carry_out(s, &plan, turn.seat);
}

static void play(sampler *s, uint64_t budget) {
    while (!s->trials || app_cpu_ns() - s->start < budget) {
        gg_turn turn = s->game->turn(s->at.table, s->at.state);
        if (turn.seat == GG_OVER) {
            gg_position_restart(&s->at);
            continue;
        }
        if (turn.seat != GG_CHANCE && rests(s->game, turn) && !sets_up(s->game, turn)) {
            measure_list(s, turn.seat);
            if (s->met++ % EVERY == 0) measure_trials(s, turn.seat);
        }
        go_on(s, turn);
    }
}

static bool open_sampler(sampler *s, const gg_game *game, const gg_request *request,
                         unsigned round) {
    gg_verdict verdict;
    *s = (sampler){.game = game, .plans = malloc(GG_PLANS_MAX * sizeof *s->plans)};
    gg_rng_seed(&s->rng, 16, round);
    return s->plans && gg_thinker_open(&s->captain, game) == GG_OK &&
           gg_thinker_open(&s->thinker, game) == GG_OK &&
           gg_position_open(&s->at, game, request, &verdict) == GG_OK;
}

static void close_sampler(sampler *s) {
    gg_position_close(&s->at);
    gg_thinker_close(s->captain);
    gg_thinker_close(s->thinker);
    free(s->plans);
}

typedef struct worst {
    double trials, list_us, slowest_ms; // 0: none yet
} worst;

static void note_of(bench *b, const gg_game *game, const gg_request *request, const char *name,
                    const char *unit, double value) {
    char full[48];
    (void)snprintf(full, sizeof full, "%s.%s", name, game->scenarios[request->scenario].token);
    if (value > 0) bench_note(b, game, full, unit, value);
}

static void add_scenario(bench *b, worst *w, const gg_game *game, const gg_request *request,
                         unsigned round, uint64_t budget) {
    sampler s;
    if (open_sampler(&s, game, request, round)) {
        s.start = app_cpu_ns();
        play(&s, budget);
        double trials = (double)s.trials * 1e9 / (double)s.trial_ns;
        double list_us = s.listed ? (double)s.list_ns / 1e3 / (double)s.listed : 0;
        double slowest_ms = (double)s.slowest_ns / 1e6;
        note_of(b, game, request, "sim_cut", "/cpu_s", trials);
        note_of(b, game, request, "plan_us", "us", list_us);
        if (!(w->trials > 0) || trials < w->trials) w->trials = trials;
        if (list_us > w->list_us) w->list_us = list_us;
        if (slowest_ms > w->slowest_ms) w->slowest_ms = slowest_ms;
    }
    close_sampler(&s);
}

static bool is_measured(const gg_game *game, unsigned scenario, const gg_request *asked) {
    const gg_scenario *one = &game->scenarios[scenario];
    return scenario == asked->scenario || (!asked->scenario && !one->hidden && !one->puzzle);
}

void bench_ai(bench *b, const gg_game *game, const gg_request *request, unsigned round,
              uint64_t budget) {
    worst w = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < game->n_scenarios; i++) count += is_measured(game, i, request);
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        gg_request one = *request;
        if (!is_measured(game, i, request)) continue;
        one.scenario = (uint16_t)i;
        add_scenario(b, &w, game, &one, round, budget / count);
    }
    if (w.trials > 0) bench_note(b, game, "sim_cut", "/cpu_s", w.trials);
    if (w.list_us > 0) bench_note(b, game, "plan_us", "us", w.list_us);
    if (w.slowest_ms > 0) bench_note(b, game, "greedy_slowest_ms", "ms", w.slowest_ms);
}

// ----------------------------------------------------------------------------------------- threads
static double wall_ns(sampler *s, app_lend *lend, int seat) {
    gg_rng rng = s->rng; // both think the same
    gg_plan plan;
    uint64_t before = app_now_ns(NULL);
    gg_thinker_crew(s->thinker, lend ? app_lend_work : NULL, lend);
    bench_sink = gg_think(s->thinker, GG_BRAIN_GENERAL, &s->at, seat, &rng, &plan);
    return (double)(app_now_ns(NULL) - before);
}

// To the next decision where nothing is under way, some way into the game.
static bool go_in(sampler *s, unsigned least) {
    for (unsigned i = 0;; i++) {
        gg_turn turn = s->game->turn(s->at.table, s->at.state);
        if (turn.seat == GG_OVER) return false;
        if (i >= least && turn.seat != GG_CHANCE && rests(s->game, turn)) return true;
        go_on(s, turn);
    }
}

// With a general's own nodes, at several decisions of a game, on one thread and on two by turns.
// Cores of a rented machine are a third slower for tens of milliseconds at a time, each by itself,
// and two threads wait for the slower one: of some thoughts the shortest counts, on one thread as
// on two (decision 0089).
void bench_ai_threads(bench *b, const gg_game *game, const gg_request *request, unsigned round) {
    enum { DEEP = 40, APART = 5, TURNS = 6 };
    app_lend *lend = app_lend_open(2);
    sampler s;
    double one = 0, two = 0;
    bool goes_on = open_sampler(&s, game, request, round) && lend;
    for (unsigned i = 0; goes_on && i < THOUGHTS; i++) {
        goes_on = go_in(&s, i ? APART : DEEP);
        if (!goes_on) break;
        int seat = game->turn(s.at.table, s.at.state).seat;
        double least[2] = {INFINITY, INFINITY};
        for (unsigned turn = 0; turn < 2 * TURNS; turn++)
            least[turn % 2] = fmin(least[turn % 2], wall_ns(&s, turn % 2 ? lend : NULL, seat));
        one += least[0];
        two += least[1];
    }
    if (two > 0) bench_note(b, NULL, "ai.threads", "ratio", one / two);
    close_sampler(&s);
    app_lend_close(lend);
}
