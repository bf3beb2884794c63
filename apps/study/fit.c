// SPDX-License-Identifier: Apache-2.0
// `grognard fit GAME`: what are the features of a position worth? Games between captains and
// sergeants, who err, are played in every scenario; weights are found that foretell who won, and
// written where the build takes them from. With --check the weights that the program was built with
// are tried on new games, and nothing is written.
#include "fit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/grognard/bench.h"
#include "apps/grognard/brains.h"

enum { GAMES = 2000, CHECK_GAMES = 400, FIT_SEED = 16, CHECK_SEED = 17 };
// For the bench: games by the seconds it is given, with a seed that no fit uses.
enum { BENCH_SEED = 1813, BENCH_A_SECOND = 20, BENCH_LEAST = 8, BENCH_MOST = 200 };

static const gg_brain USUAL[FIT_PAIRS][2] = {{GG_BRAIN_SERGEANT, GG_BRAIN_SERGEANT},
                                             {GG_BRAIN_GREEDY, GG_BRAIN_SERGEANT},
                                             {GG_BRAIN_SERGEANT, GG_BRAIN_GREEDY},
                                             {GG_BRAIN_GREEDY, GG_BRAIN_GREEDY}};

static bool open_scenario(fit *f, const app_args *args, char *name, int *code) {
    app_args one = *args;
    if (f->scenarios == FIT_SCENARIOS) {
        *code = app_bad(f->app, W_FIT_SCENARIOS, FIT_SCENARIOS);
        return false;
    }
    one.set[O_SCENARIO] = true;
    one.text[O_SCENARIO] = name;
    return app_request(f->app, f->game, &one, &f->request[f->scenarios++], code);
}

// --scenario A,B: these; otherwise all that are offered to players and are no puzzles.
static bool open_scenarios(fit *f, const app_args *args, int *code) {
    char names[1024], *rest = names;
    if (args->set[O_SCENARIO]) {
        (void)snprintf(names, sizeof names, "%s", args->text[O_SCENARIO]);
        for (char *name; (name = strsep(&rest, ","));)
            if (!open_scenario(f, args, name, code)) return false;
        return true;
    }
    for (unsigned i = 0; i < f->game->n_scenarios; i++) {
        const gg_scenario *scenario = &f->game->scenarios[i];
        (void)snprintf(names, sizeof names, "%s", scenario->token);
        if (!scenario->hidden && !scenario->puzzle && !open_scenario(f, args, names, code))
            return false;
    }
    return true;
}

// --seats A,B: both ways round.
static bool open_pairs(fit *f, const app_args *args, int *code) {
    int brain[GG_SEATS_MAX];
    f->pairs = args->set[O_SEATS] ? 2 : FIT_PAIRS;
    memcpy(f->pair, USUAL, sizeof USUAL);
    if (!args->set[O_SEATS]) return true;
    if (!app_brains_parse(f->app, f->game, args->text[O_SEATS], false, brain, code)) return false;
    f->pair[0][0] = f->pair[1][1] = (gg_brain)brain[0];
    f->pair[0][1] = f->pair[1][0] = (gg_brain)brain[1];
    return true;
}

static bool prepare(fit *f, const app_args *args, int *code) {
    bool check = args->set[O_CHECK];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    f->game = app_game(f->app, args->word[0], code);
    if (!f->game) return false;
    const gg_game_brain *brain = &f->game->brain;
    if (f->game->seats != 2 || !brain->features || !brain->weights) {
        *code = app_bad(f->app, W_FIT_NO_FEATURES, f->game->id);
        return false;
    }
    f->count = brain->weights->count;
    f->openings = !check;
    f->games = args->set[O_GAMES] ? (uint32_t)args->number[O_GAMES] : check ? CHECK_GAMES : GAMES;
    f->seed = args->set[O_SEED] ? (uint64_t)args->number[O_SEED] : check ? CHECK_SEED : FIT_SEED;
    f->threads = args->set[O_THREADS] ? (unsigned)args->number[O_THREADS]
                 : cores > 0          ? (unsigned)cores
                                      : 1;
    if (f->threads > 256) f->threads = 256;
    if (f->games > FIT_GAMES_MAX) {
        *code = app_bad(f->app, W_FIT_TOO_MANY, FIT_GAMES_MAX);
        return false;
    }
    return open_scenarios(f, args, code) && open_pairs(f, args, code);
}

// The folder of the game, where the build looks for weights; asked before the games are played.
static bool find_place(const fit *f, char *path, size_t cap, int *code) {
    (void)snprintf(path, cap, "games/%s/features.def", f->game->id);
    if (!app_exists(path)) {
        *code = app_environment(f->app, W_FIT_NOT_HERE, path);
        return false;
    }
    (void)snprintf(path, cap, "games/%s/data/weights.txt", f->game->id);
    return true;
}

static int learn(fit *f, const char *path) {
    unsigned sets = f->game->brain.weights->sets;
    int32_t *weight = calloc((size_t)sets * FIT_KNOTS * (1 + f->count), sizeof *weight);
    const gg_weights found = {(uint16_t)sets, FIT_KNOTS, (uint16_t)f->count, weight};
    int code = APP_YES;
    if (!weight || !fit_solve(f, sets, weight)) {
        code = app_status(f->app, GG_NO_MEMORY);
    } else {
        fit_weigh(f, &found);
        if (fit_write(f, &found, path, &code)) code = fit_tell(f, true, path);
    }
    free(weight);
    return code;
}

static int run(fit *f, const app_args *args) {
    char path[256];
    int code = APP_YES;
    if (!args->set[O_CHECK] && !find_place(f, path, sizeof path, &code)) return code;
    if (!fit_open(f)) return app_status(f->app, GG_NO_MEMORY);
    if (!fit_gather(f))
        return f->status == GG_REFUSED ? app_request_refused(f->app, f->game, &f->verdict)
                                       : app_status(f->app, f->status);
    return args->set[O_CHECK] ? fit_tell(f, false, NULL) : learn(f, path);
}

int cmd_fit(app_self *app, const app_args *args) {
    fit *f = calloc(1, sizeof *f);
    int code = APP_YES;
    if (!f) return app_status(app, GG_NO_MEMORY);
    f->app = app;
    if (prepare(f, args, &code)) {
        code = run(f, args);
        fit_close(f);
    }
    free(f);
    return code;
}

void bench_value(bench *b, const gg_game *game, const gg_request *request, double seconds) {
    double games = seconds * BENCH_A_SECOND;
    fit *f = game->brain.value && game->seats == 2 ? calloc(1, sizeof *f) : NULL;
    fit_grade grade;
    app_self quiet = *b->app;
    if (!f) return;
    quiet.terminal = false;
    f->app = &quiet;
    f->game = game;
    f->request[0] = *request;
    f->scenarios = f->threads = 1;
    f->pairs = FIT_PAIRS;
    memcpy(f->pair, USUAL, sizeof USUAL);
    f->seed = BENCH_SEED;
    f->games = (uint32_t)(games < BENCH_LEAST  ? BENCH_LEAST
                          : games < BENCH_MOST ? games
                                               : BENCH_MOST);
    if (fit_open(f) && fit_gather(f) && fit_grade_part(f, (fit_part){0, 1, false}, &grade) &&
        grade.auc >= 0)
        bench_note(b, game, "value_auc", "auc", grade.auc);
    fit_close(f);
    free(f);
}
