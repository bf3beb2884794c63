// SPDX-License-Identifier: Apache-2.0
// What a study costs, for `grognard bench`: two threads and two ranks against one thread by the
// clock on the wall, and the games of a study against those of bare random play (`random_games`: no
// proved dice, nothing noted) by processor time. Ranks are started as everybody starts them, by
// mpirun; where there is none, nothing is told of them.
//
// Processor time is compared in short pieces, taken in turns, and their sums: whatever slows the
// machine down slows both. Threads and ranks are compared over games enough that beginning and
// ending are not what is measured.
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/grognard/bench.h"
#include "study.h"

enum { ROUNDS = 5, PIECES = 8, CLOCK_ROUNDS = 3, TRIAL = 32 };

typedef struct timing {
    double wall_s, cpu_s;
} timing;

static uint32_t games_in(const gg_game *game, double seconds) {
    gg_selfplay_order order;
    gg_selfplay_report report;
    gg_verdict verdict;
    gg_selfplay_standard(game, &order);
    order.games = TRIAL;
    uint64_t before = app_cpu_ns();
    (void)gg_selfplay(&order, &report, &verdict);
    double games = seconds * TRIAL * 1e9 / (double)(app_cpu_ns() - before + 1);
    return games < TRIAL ? TRIAL : games > STUDY_GAMES_MAX ? STUDY_GAMES_MAX : (uint32_t)games;
}

// Of one match-up, whose table is made before.
static double random_cpu_s(const gg_selfplay_order *order, uint32_t number, uint32_t games) {
    static gg_events events;
    gg_position at;
    gg_verdict verdict;
    gg_rng rng;
    gg_request request;
    gg_playout out = {0};
    gg_action *list = malloc(order->game->max_legal * sizeof *list);
    uint64_t spent = 0;
    gg_selfplay_request(order, number, &request);
    gg_rng_seed(&rng, order->seed, number);
    if (list && gg_position_open(&at, order->game, &request, &verdict) == GG_OK) {
        uint64_t before = app_cpu_ns();
        for (uint32_t i = 0; i < games; i++) {
            gg_position_restart(&at);
            gg_playout_random(&at, &rng, &events, list, &out);
        }
        spent = app_cpu_ns() - before;
        gg_position_close(&at);
    }
    bench_sink = out.steps;
    free(list);
    return (double)spent / 1e9;
}

// As many games of each match-up as a study plays.
static double bare_cpu_s(const gg_game *game, uint64_t seed, uint32_t games) {
    uint32_t ups = game->n_matchups ? game->n_matchups : 1;
    double sum = 0;
    gg_selfplay_order order;
    gg_selfplay_standard(game, &order);
    order.seed = seed;
    for (uint32_t i = 0; i < ups && i < games; i++)
        sum += random_cpu_s(&order, i, games / ups + (i < games % ups));
    return sum;
}

static bool on_threads(const app_self *app, const gg_game *game, uint64_t seed, uint32_t games,
                       unsigned threads, timing *out) {
    app_self quiet = *app;
    study s = {.app = &quiet, .threads = threads};
    int code;
    quiet.terminal = false;
    gg_selfplay_standard(game, &s.order);
    s.order.games = games;
    s.order.seed = seed;
    s.order.undigested = true; // as nobody asks for it
    bool good = study_open(&s, &code);
    if (good) study_play(&s);
    good = good && s.played == games;
    *out = (timing){(double)s.wall_ns / 1e9, (double)s.cpu_ns / 1e9};
    study_close(&s);
    return good;
}

// The time that the study itself tells: starting processes is not playing.
static bool on_ranks(const gg_game *game, uint64_t seed, uint32_t games, double *wall_s) {
    char self[4096], text[65536] = "", number[2][32];
    const char *key = "\"wall_s\":";
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    FILE *kept = length > 0 ? tmpfile() : NULL;
    pid_t child;
    int status = 1;
    if (!kept) return false;
    self[length] = 0;
    (void)snprintf(number[0], sizeof number[0], "%llu", (unsigned long long)seed);
    (void)snprintf(number[1], sizeof number[1], "%u", games);
    const char *words[] = {"mpirun",  "--oversubscribe", "-n",      "2",       self,
                           "study",   game->id,          "--games", number[1], "--seed",
                           number[0], "--json",          NULL};
    posix_spawn_file_actions_t files;
    (void)posix_spawn_file_actions_init(&files);
    (void)posix_spawn_file_actions_adddup2(&files, fileno(kept), STDOUT_FILENO);
    (void)posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    (void)setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1); // as the caller does already
    (void)setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    if (posix_spawnp(&child, words[0], &files, NULL, (char *const *)(uintptr_t)words, environ) == 0)
        (void)waitpid(child, &status, 0);
    (void)posix_spawn_file_actions_destroy(&files);
    rewind(kept);
    size_t read = fread(text, 1, sizeof text - 1, kept);
    (void)fclose(kept);
    text[read] = 0;
    const char *told = strstr(text, key);
    *wall_s = told ? strtod(told + strlen(key), NULL) : 0;
    return status == 0 && strstr(text, "\"ranks\":2") && *wall_s > 0;
}

// A round: pieces of both, each first as often as second.
static bool over_play(bench *b, const gg_game *game, unsigned round, uint32_t games) {
    double bare = 0, studied = 0;
    for (unsigned i = 0; i < PIECES; i++) {
        uint64_t seed = round * PIECES + i;
        timing one;
        if (i % 2) bare += bare_cpu_s(game, seed, games);
        if (!on_threads(b->app, game, seed, games, 1, &one)) return false;
        if (i % 2 == 0) bare += bare_cpu_s(game, seed, games);
        studied += one.cpu_s;
    }
    bench_note(b, NULL, "study.games", "games/cpu_s", PIECES * games / studied);
    bench_note(b, NULL, "study.over_play", "ratio", bare / studied);
    return true;
}

// By the clock on the wall; false: no more of it, ranks aside.
static bool by_clock(bench *b, const gg_game *game, unsigned round, uint32_t games, bool *ranks) {
    timing one, two;
    double wall_s;
    if (!on_threads(b->app, game, round, games, 1, &one) ||
        !on_threads(b->app, game, round, games, 2, &two))
        return false;
    bench_note(b, NULL, "study.threads", "ratio", one.wall_s / two.wall_s);
    *ranks = *ranks && on_ranks(game, round, games, &wall_s);
    if (*ranks) bench_note(b, NULL, "study.ranks", "ratio", one.wall_s / wall_s);
    return true;
}

void bench_study(bench *b, const gg_game *game, double seconds) {
    uint32_t piece = games_in(game, seconds / ROUNDS / PIECES / 5);
    uint32_t games = games_in(game, seconds / 2);
    bool ranks = true;
    for (unsigned round = 0; round < ROUNDS; round++)
        if (!over_play(b, game, round, piece)) return;
    for (unsigned round = 0; round < CLOCK_ROUNDS; round++)
        if (!by_clock(b, game, round, games, &ranks)) return;
}
