// SPDX-License-Identifier: Apache-2.0
// `grognard bench`: what a game and the engine cost, in processor time of this thread.
//
// Every measure is taken in several rounds, one slice of each measure a round, and the median of
// the rounds is told: a disturbance that lasts one slice touches one sample. Seeds differ from
// round to round, because a repeated game flatters branch prediction.
#include "bench.h"

#include <stdlib.h>
#include <string.h>

#include "brains.h"
#include "grognard/study.h"

enum {
    SAMPLES = 512,
    REFUSED = 8192,
    SIGNATURE_GAMES = 200,
    DRILL = 65536,
    PREPARED = 3,
    THREAD_ROUNDS = 3
};

volatile uint64_t bench_sink;

// Its place, or `measures` when it was not noted yet.
static unsigned find(const bench *b, const gg_game *game, const char *name, char full[64]) {
    unsigned i = 0;
    (void)snprintf(full, 64, "%s%s%s", game ? game->id : "", game ? "." : "", name);
    while (i < b->measures && strcmp(b->measure[i].name, full) != 0) i++;
    return i;
}

void bench_note(bench *b, const gg_game *game, const char *name, const char *unit, double value) {
    char full[64];
    unsigned i = find(b, game, name, full);
    if (i == BENCH_MEASURES) return;
    bench_measure *m = &b->measure[i];
    if (i == b->measures) {
        b->measures++;
        memcpy(m->name, full, sizeof m->name);
        m->unit = unit;
    }
    if (m->samples < BENCH_ROUNDS) m->sample[m->samples++] = value;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const bench_measure *m) {
    double sorted[BENCH_ROUNDS];
    memcpy(sorted, m->sample, sizeof sorted);
    qsort(sorted, m->samples, sizeof sorted[0], ascending);
    unsigned half = m->samples / 2;
    return m->samples % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double bench_median(const bench *b, const gg_game *game, const char *name) {
    char full[64];
    unsigned i = find(b, game, name, full);
    GG_ASSERT(i < b->measures);
    return median(&b->measure[i]);
}

// ---------------------------------------------------------------------------- nodes of random play
typedef struct sample {
    gg_action action; // what random play did there
    gg_turn turn;
    void *state;
} sample;

typedef struct work {
    const gg_game *game;
    gg_position position;
    gg_position kept[GG_MATCHUPS_MAX]; // one for each match-up
    bool fixed;                        // the arguments say which match-up
    gg_rng rng;
    gg_events events;
    gg_action *list, *children;
    gg_outcome *outcomes;
    unsigned char *states, *scratch;
    sample sample[SAMPLES];
    unsigned samples;
    uint64_t met; // nodes met while sampling
    unsigned refusals;
    struct {
        unsigned sample;
        gg_action action;
    } refused[REFUSED];
} work;

static void work_close(work *w) {
    for (unsigned i = 0; i < GG_MATCHUPS_MAX; i++) gg_position_close(&w->kept[i]);
    free(w->list);
    free(w->children);
    free(w->outcomes);
    free(w->states);
    free(w->scratch);
    free(w);
}

// What the arguments ask for; otherwise the game's match-ups take turns.
static work *work_open(const app_self *app, const gg_game *game, const app_args *args, int *code) {
    gg_request request;
    gg_verdict verdict = {0};
    if (!app_request(app, game, args, &request, code)) return NULL;
    work *w = calloc(1, sizeof *w);
    bool fixed = app_options_given(args);
    if (!fixed) gg_match_up(game, &request, 0);
    if (w) {
        size_t bytes = (game->state_bytes + 63) & ~(size_t)63;
        w->game = game;
        w->fixed = fixed;
        w->list = malloc(game->max_legal * sizeof *w->list);
        w->children = malloc(game->max_legal * sizeof *w->children);
        w->outcomes = malloc(GG_OUTCOMES_MAX * sizeof *w->outcomes);
        w->states = aligned_alloc(64, SAMPLES * bytes);
        w->scratch = aligned_alloc(64, bytes);
        if (w->list && w->children && w->outcomes && w->states && w->scratch &&
            gg_position_open(&w->kept[0], game, &request, &verdict) == GG_OK) {
            w->position = w->kept[0];
            memset(w->states, 0, SAMPLES * bytes);
            memset(w->scratch, 0, bytes);
            for (unsigned i = 0; i < SAMPLES; i++) w->sample[i].state = w->states + i * bytes;
            return w;
        }
        work_close(w);
    }
    *code = app_status(app, GG_NO_MEMORY);
    return NULL;
}

// Match-ups take turns; a table once made is kept.
static void match_up(work *w, uint32_t number) {
    unsigned variant = w->fixed ? 0 : gg_matchup_of(w->game, number);
    gg_position *kept = &w->kept[variant];
    if (!kept->table) {
        gg_verdict verdict;
        gg_request request = w->position.request;
        gg_match_up(w->game, &request, variant);
        gg_status status = gg_position_open(kept, w->game, &request, &verdict);
        GG_ASSERT(status == GG_OK);
    }
    w->position = *kept;
}

static gg_action choose(work *w, gg_turn turn) {
    const void *t = w->position.table, *s = w->position.state;
    if (turn.seat == GG_CHANCE)
        return gg_roll(w->game, t, s, gg_rng_below64(&w->rng, turn.tickets));
    uint32_t n = gg_legal(w->game, t, s, turn.seat, w->list);
    return w->list[n == 1 ? 0 : gg_rng_below(&w->rng, n)];
}

// Every node of the games played has the same chance to stay in the reservoir.
static void keep(work *w, gg_turn turn, gg_action action) {
    uint64_t at = w->met++;
    if (at >= SAMPLES) at = gg_rng_below64(&w->rng, w->met);
    if (at >= SAMPLES) return;
    if (w->samples < SAMPLES) w->samples++;
    memcpy(w->sample[at].state, w->position.state, w->game->state_bytes);
    w->sample[at].turn = turn;
    w->sample[at].action = action;
}

static void gather(work *w, unsigned round) {
    uint64_t start = app_cpu_ns();
    gg_rng_seed(&w->rng, 77, round);
    w->samples = 0;
    w->met = 0;
    for (unsigned games = 0; games < 50; games++) {
        gg_position_restart(&w->position);
        for (;;) {
            gg_turn turn = w->game->turn(w->position.table, w->position.state);
            if (turn.seat == GG_OVER) break;
            gg_action action = choose(w, turn);
            keep(w, turn, action);
            w->events.count = 0;
            gg_apply(w->game, w->position.table, w->position.state, action, &w->events);
        }
        if (app_cpu_ns() - start > 50000000 && w->samples == SAMPLES) break;
    }
}

// ------------------------------------------------------------------------------------- measures
static void measure_play(bench *b, work *w, unsigned round, uint64_t budget) {
    gg_playout out = {0};
    uint64_t games = 0, start = app_cpu_ns(), spent;
    gg_rng_seed(&w->rng, 1, 1000 + round);
    do {
        uint64_t before = app_cpu_ns();
        match_up(w, round + (uint32_t)(games / 16));
        start += app_cpu_ns() - before; // making a table is not playing
        for (unsigned i = 0; i < 16; i++, games++) {
            gg_position_restart(&w->position);
            gg_playout_random(&w->position, &w->rng, &w->events, w->list, &out);
        }
        spent = app_cpu_ns() - start;
    } while (spent < budget);
    bench_sink = out.steps;
    bench_note(b, w->game, "random_play", "steps/cpu_s", (double)out.steps * 1e9 / (double)spent);
    bench_note(b, w->game, "random_games", "games/cpu_s", (double)games * 1e9 / (double)spent);
}

// Cloning a game in progress is one copy of its state: no pointer, no fix-up.
__attribute__((noinline)) static void clone(const gg_position *to, const void *from) {
    memcpy(to->state, from, to->game->state_bytes);
    bench_use(to->state);
}

__attribute__((noinline)) static void copy(void *to, const void *from, size_t bytes) {
    memcpy(to, from, bytes);
    bench_use(to);
}

static double clone_ns(work *w, uint64_t budget, bool bare) {
    uint64_t n = 0, start = app_cpu_ns(), spent;
    gg_position to = w->position;
    to.state = w->scratch;
    do {
        for (unsigned i = 0; i < 4096; i++, n++)
            if (bare)
                copy(w->scratch, w->sample[i % 16].state, w->game->state_bytes);
            else
                clone(&to, w->sample[i % 16].state);
        spent = app_cpu_ns() - start;
    } while (spent < budget);
    return (double)spent / (double)n;
}

static void measure_clone(bench *b, work *w, unsigned round, uint64_t budget) {
    double first = clone_ns(w, budget / 2, round % 2),
           second = clone_ns(w, budget / 2, round % 2 == 0);
    bench_note(b, w->game, "clone_over_memcpy", "ratio",
               round % 2 ? second / first : first / second);
}

// What a search pays for one child: clone, act, list everything possible at the new node.
static uint64_t expand(work *w, gg_action action) {
    const gg_game *game = w->game;
    const void *t = w->position.table;
    memcpy(w->scratch, w->position.state, game->state_bytes);
    gg_apply(game, t, w->scratch, action, NULL);
    gg_turn turn = game->turn(t, w->scratch);
    if (turn.seat == GG_CHANCE) return gg_chance(game, t, w->scratch, w->outcomes);
    return turn.seat == GG_OVER ? 0 : gg_legal(game, t, w->scratch, turn.seat, w->children);
}

// Random play that also draws a second action at every node, and expands it when asked to.
static uint64_t walk(work *w, unsigned seed, unsigned games, bool expanding, uint64_t *nodes) {
    const gg_position *p = &w->position;
    uint64_t start = app_cpu_ns(), sum = 0;
    gg_rng_seed(&w->rng, 3, seed);
    *nodes = 0;
    for (unsigned i = 0; i < games; i++) {
        gg_position_restart(&w->position);
        for (gg_turn turn; (turn = w->game->turn(p->table, p->state)).seat != GG_OVER; ++*nodes) {
            gg_action action = choose(w, turn), other = choose(w, turn);
            sum += expanding ? expand(w, other) : other;
            w->events.count = 0;
            gg_apply(w->game, p->table, p->state, action, &w->events);
        }
    }
    bench_sink = sum;
    return app_cpu_ns() - start;
}

// The same games with and without: the difference is what expanding costs among other work, with
// branches as unforeseen as in a search.
static void measure_expand(bench *b, work *w, unsigned round, uint64_t budget) {
    uint64_t with = 0, without = 0, all = 0, nodes;
    for (unsigned pass = 0; with + without < budget; pass++) {
        unsigned seed = 1000 * round + pass;
        without += walk(w, seed, 8, false, &nodes);
        with += walk(w, seed, 8, true, &nodes);
        all += nodes;
    }
    double cost = with > without ? (double)(with - without) : 0;
    bench_note(b, w->game, "expand", "ns", cost / (double)all);
}

static void gather_refused(work *w) {
    w->refusals = 0;
    for (unsigned try = 0; try < 256 * SAMPLES && w->refusals < REFUSED; try++) {
        unsigned i = try % w->samples;
        const sample *at = &w->sample[i];
        if (at->turn.seat >= w->game->seats) continue;
        gg_action action = app_any_action(w->game, at->turn.node, &w->rng);
        if (gg_check(w->game, w->position.table, at->state, at->turn.seat, action, NULL)) continue;
        w->refused[w->refusals].sample = i;
        w->refused[w->refusals++].action = action;
    }
}

static double judge_ns(const work *w, uint64_t budget, gg_verdict *verdict) {
    uint64_t n = 0, sum = 0, start = app_cpu_ns(), spent;
    do {
        for (unsigned i = 0; i < w->refusals; i++, n++) {
            const sample *at = &w->sample[w->refused[i].sample];
            sum += gg_check(w->game, w->position.table, at->state, at->turn.seat,
                            w->refused[i].action, verdict);
            if (verdict) bench_use(verdict);
        }
        spent = app_cpu_ns() - start;
    } while (spent < budget);
    bench_sink = sum;
    return (double)spent / (double)n;
}

static void measure_drill(bench *b, work *w, uint64_t budget) {
    const gg_bench *own = gg_bench_or_null(w->game);
    uint64_t n = 0, sum = 0, start = app_cpu_ns(), spent;
    if (!own) return;
    do {
        sum += own->drill(w->position.table, &w->rng, DRILL);
        n += DRILL;
        spent = app_cpu_ns() - start;
    } while (spent < budget);
    bench_sink = sum;
    bench_note(b, w->game, own->drill_word, "/cpu_s", (double)n * 1e9 / (double)spent);
}

// Short turns, alternating, so that both meet the same machine.
static void measure_judge(bench *b, work *w, uint64_t budget) {
    gg_verdict verdict;
    double full = 0, bare = 0;
    gather_refused(w);
    if (!w->refusals) return;
    for (unsigned i = 0; i < 8; i++) {
        full += judge_ns(w, budget / 16, &verdict);
        bare += judge_ns(w, budget / 16, NULL);
    }
    bench_note(b, NULL, "judge.verdict_over_bare", "ratio", full / bare);
}

static void measure_copy(bench *b, uint64_t budget) {
    static _Alignas(64) unsigned char from[4096], to[4096];
    uint64_t n = 0, start = app_cpu_ns(), spent;
    do {
        for (unsigned i = 0; i < 1024; i++, n++) {
            from[i] = (unsigned char)n;
            copy(to, from, sizeof to);
        }
        spent = app_cpu_ns() - start;
    } while (spent < budget);
    bench_sink = to[17];
    bench_note(b, NULL, "ref.copy4k", "copies/cpu_s", (double)n * 1e9 / (double)spent);
}

// --------------------------------------------------------------------------------------- report
static uint64_t signature(const gg_game *game) {
    gg_selfplay_order order;
    gg_selfplay_report report;
    gg_verdict verdict;
    gg_selfplay_standard(game, &order);
    order.games = SIGNATURE_GAMES;
    return gg_selfplay(&order, &report, &verdict) == GG_OK ? report.digest : 0;
}

static int report_json(const bench *b, const gg_game *only) {
    char digest[17];
    app_json json;
    if (!app_json_begin(b->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_open(&json.json, "results", '[');
    for (unsigned i = 0; i < b->measures; i++) {
        gg_json_open(&json.json, NULL, '{');
        gg_json_string(&json.json, "name", b->measure[i].name);
        gg_json_number(&json.json, "value", median(&b->measure[i]));
        gg_json_string(&json.json, "unit", b->measure[i].unit);
        gg_json_close(&json.json, '}');
    }
    gg_json_close(&json.json, ']');
    gg_json_open(&json.json, "signatures", '[');
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        if (only && only != game) continue;
        (void)snprintf(digest, sizeof digest, "%016llx", (unsigned long long)signature(game));
        gg_json_open(&json.json, NULL, '{');
        gg_json_string(&json.json, "game", game->id);
        gg_json_integer(&json.json, "games", SIGNATURE_GAMES);
        gg_json_integer(&json.json, "seed", 1);
        gg_json_string(&json.json, "digest", digest);
        gg_json_close(&json.json, '}');
    }
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(b->app, &json, APP_YES);
}

static int report(const bench *b, const gg_game *only) {
    if (b->app->json) return report_json(b, only);
    for (unsigned i = 0; i < b->measures; i++) {
        double value = median(&b->measure[i]);
        app_text("%-28s %16.*f  %s\n", b->measure[i].name, value < 100 ? 3 : 0, value,
                 b->measure[i].unit);
    }
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        char name[64];
        if (only && only != game) continue;
        (void)snprintf(name, sizeof name, "%s.signature", game->id);
        app_say(b->app, W_SIGNATURE, name, (unsigned long long)signature(game),
                (unsigned)SIGNATURE_GAMES);
    }
    return APP_YES;
}

// One round of one game; `slice` is a tenth of its time.
static void round_of(bench *b, work *w, unsigned round, uint64_t slice) {
    match_up(w, round);
    gather(w, round);
    measure_play(b, w, round, 6 * slice);
    match_up(w, round); // that of the samples
    bench_note(b, w->game, "state_bytes", "bytes", w->game->state_bytes);
    measure_clone(b, w, round, slice);
    measure_expand(b, w, round, 3 * slice);
    measure_drill(b, w, slice);
    const bench_table at = {&w->position, &w->rng, &w->events, w->list};
    bench_tally(b, &at, slice);
    bench_plans(b, &at, 2 * slice);
    bench_ai(b, w->game, &w->position.request, round, 2 * slice);
    if (round < PREPARED) bench_prepare(b, w->game, &w->position.request);
}

// Engine figures that carry no game's name are of the game asked for, or of the template: the
// registered game that is not offered to players.
static const gg_game *engine_game(const gg_game *only) {
    for (unsigned i = 0; !only && i < gg_game_count(); i++)
        if (!gg_game_at(i)->listed) only = gg_game_at(i);
    return only ? only : gg_game_at(0);
}

// A study is of a game that people play: the first one.
static const gg_game *study_game(const gg_game *only) {
    for (unsigned i = 0; !only && i < gg_game_count(); i++)
        if (gg_game_at(i)->listed) only = gg_game_at(i);
    return only ? only : gg_game_at(0);
}

static void threads_of(bench *b, const gg_game *game) {
    gg_request request;
    gg_request_standard(game, &request);
    for (unsigned round = 0; round < THREAD_ROUNDS; round++)
        bench_ai_threads(b, game, &request, round);
}

// A fifth of the time for each game, at most a minute.
static uint64_t odds_budget(double seconds) {
    return (uint64_t)((seconds < 300 ? seconds / 5 : 60) * 1e9);
}

static int run(bench *b, const gg_game *only, double seconds, work **works) {
    unsigned rounds = BENCH_ROUNDS, games = only ? 1 : gg_game_count();
    const gg_game *engine = engine_game(only);
    uint64_t slice = (uint64_t)(seconds * 1e9 / rounds / (10 * games + 8));
    int code = APP_YES;
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned g = 0; g < gg_game_count(); g++) {
            if (!works[g]) continue;
            round_of(b, works[g], round, slice);
            if (works[g]->game == engine) measure_judge(b, works[g], 2 * slice);
        }
        if (!bench_match(b, engine, round, 5 * slice, &code)) return code;
        measure_copy(b, slice);
        app_progress(b->app, W_WORK_BENCH, round + 1, rounds);
    }
    app_progress_end(b->app);
    for (unsigned g = 0; g < gg_game_count(); g++)
        if (works[g]) {
            bench_odds(b, works[g]->game, odds_budget(seconds));
            bench_value(b, works[g]->game, &works[g]->position.request, seconds);
        }
    threads_of(b, study_game(only));
    bench_study(b, study_game(only), seconds / 2);
    bench_outside(b, only);
    bench_python(b, only, seconds / 2);
    return report(b, only);
}

int cmd_bench(app_self *app, const app_args *args) {
    int code = APP_YES;
    const gg_game *only = NULL;
    double seconds = args->set[O_SECONDS] ? args->decimal[O_SECONDS] : 10;
    if (args->set[O_GAME] && !(only = app_game(app, args->text[O_GAME], &code))) return code;
    bench *b = calloc(1, sizeof *b);
    work **works = calloc(gg_game_count(), sizeof *works);
    if (!b || !works) code = app_status(app, GG_NO_MEMORY);
    for (unsigned g = 0; code == APP_YES && g < gg_game_count(); g++)
        if (!only || only == gg_game_at(g)) works[g] = work_open(app, gg_game_at(g), args, &code);
    if (code == APP_YES) {
        b->app = app;
        code = run(b, only, seconds, works);
    }
    for (unsigned g = 0; works && g < gg_game_count(); g++)
        if (works[g]) work_close(works[g]);
    free(works);
    free(b);
    return code;
}
