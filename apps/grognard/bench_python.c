// SPDX-License-Identifier: Apache-2.0
// What the Python binding costs: the steps of its batch (bindings/python/grognard/bench.py) against
// random play in this program, in processor time of each, round by round on the same machine.
// Python is started as everybody starts it; where there is none with numpy, or no package, nothing
// is told but why.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

enum { ROUNDS = 5 };

// Beside a program that was not installed lie its library and the package.
static void point_to_build(void) {
    char self[4096], path[4224];
    const char *given = getenv("PYTHONPATH");
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) return;
    self[length] = 0;
    *strrchr(self, '/') = 0;
    (void)snprintf(path, sizeof path, "%s/libgrognard.so.0", self);
    if (access(path, R_OK) == 0) (void)setenv("GROGNARD_LIBRARY", path, 0);
    (void)snprintf(path, sizeof path, "%s/../bindings/python", self);
    if (access(path, R_OK) != 0 || (given && strstr(given, path))) return;
    char both[8448];
    (void)snprintf(both, sizeof both, "%s%s%s", path, given ? ":" : "", given ? given : "");
    (void)setenv("PYTHONPATH", both, 1);
}

static bool ask(const char *python, const gg_game *game, double seconds, unsigned seed,
                double *steps) {
    char text[256], number[2][32];
    (void)snprintf(number[0], sizeof number[0], "%.3f", seconds);
    (void)snprintf(number[1], sizeof number[1], "%u", seed);
    const char *words[] = {python, "-m", "grognard.bench", game->id, number[0], number[1], NULL};
    bool good = bench_ask(words, text, sizeof text);
    size_t id = strlen(game->id);
    *steps = strncmp(text, game->id, id) == 0 && text[id] == ' ' ? strtod(text + id, NULL) : 0;
    return good && *steps > 0;
}

static double play(const gg_position *at, gg_action *list, unsigned round, double seconds) {
    static gg_events events;
    gg_playout out = {0};
    gg_rng rng;
    gg_position p = *at;
    uint64_t start = app_cpu_ns(), spent;
    gg_rng_seed(&rng, 5, round);
    do {
        gg_position_restart(&p);
        gg_playout_random(&p, &rng, &events, list, &out);
        spent = app_cpu_ns() - start;
    } while ((double)spent < seconds * 1e9);
    return (double)out.steps * 1e9 / (double)spent;
}

// Half of the time for each, this program before and after the other.
static bool compare(bench *b, const char *python, const gg_game *game, unsigned round,
                    double seconds) {
    gg_request request;
    gg_verdict verdict;
    gg_position at;
    double steps;
    gg_action *list = malloc(game->max_legal * sizeof *list);
    gg_request_standard(game, &request);
    if (!list || gg_position_open(&at, game, &request, &verdict) != GG_OK) {
        free(list);
        return false;
    }
    double before = play(&at, list, 2 * round, seconds / 4);
    bool good = ask(python, game, seconds / 2, round, &steps);
    double after = play(&at, list, 2 * round + 1, seconds / 4);
    if (good) bench_note(b, game, "python_batch", "steps/cpu_s", steps);
    if (good) bench_note(b, game, "python_over_play", "ratio", steps / ((before + after) / 2));
    gg_position_close(&at);
    free(list);
    return good;
}

static bool wanted(const gg_game *game, const gg_game *only) {
    return only ? game == only : game->listed;
}

void bench_python(bench *b, const gg_game *only, double seconds) {
    static const char *const pythons[] = {"python3", "/usr/bin/python3"};
    const gg_game *first = only ? only : gg_game_at(0);
    const char *python = NULL;
    double steps, slice = seconds / ROUNDS / (only ? 1 : gg_game_count());
    point_to_build();
    for (unsigned i = 0; !python && i < sizeof pythons / sizeof *pythons; i++)
        if (ask(pythons[i], first, 0.001, 1, &steps)) python = pythons[i];
    if (!python) {
        (void)app_bad(b->app, W_NO_PYTHON);
        return;
    }
    for (unsigned round = 0; round < ROUNDS; round++)
        for (unsigned g = 0; g < gg_game_count(); g++)
            if (wanted(gg_game_at(g), only) && !compare(b, python, gg_game_at(g), round, slice))
                return;
    double lowest = HUGE_VAL; // of the games, not of the moments
    for (unsigned g = 0; g < gg_game_count(); g++)
        if (wanted(gg_game_at(g), only))
            lowest = fmin(lowest, bench_median(b, gg_game_at(g), "python_over_play"));
    if (lowest < HUGE_VAL) bench_note(b, NULL, "python.batch", "ratio", lowest);
}
