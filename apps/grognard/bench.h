// SPDX-License-Identifier: Apache-2.0
// Measurements: samples are noted by name over several interleaved rounds; the median is told.
#ifndef GROGNARD_BENCH_H
#define GROGNARD_BENCH_H

#include "app.h"

enum { BENCH_MEASURES = 192, BENCH_ROUNDS = 7 };

typedef struct bench_measure {
    char name[64];
    const char *unit;
    unsigned samples;
    double sample[BENCH_ROUNDS];
} bench_measure;

typedef struct bench {
    const app_self *app;
    unsigned measures;
    bench_measure measure[BENCH_MEASURES];
} bench;

// One sample. `game_or_null` goes before the name with a point.
void bench_note(bench *b, const gg_game *game_or_null, const char *name, const char *unit,
                double value);
// Of the samples noted under that name; there must be some.
double bench_median(const bench *b, const gg_game *game_or_null, const char *name);
// Something the compiler cannot see through, so that measured work is not left out.
extern volatile uint64_t bench_sink;
static inline void bench_use(void *memory) {
    __asm__ volatile("" : : "r"(memory) : "memory");
}

// bench_plan.c: a position to play from again and again, and what the playing needs.
typedef struct bench_table {
    const gg_position *position;
    gg_rng *rng;
    gg_events *events;
    gg_action *list; // room for max_legal
} bench_table;

void bench_plans(bench *b, const bench_table *at, uint64_t budget_ns);
void bench_tally(bench *b, const bench_table *at, uint64_t budget_ns);
void bench_prepare(bench *b, const gg_game *game, const gg_request *request);

// bench_ai.c
void bench_ai(bench *b, const gg_game *game, const gg_request *request, unsigned round,
              uint64_t budget_ns);
void bench_ai_threads(bench *b, const gg_game *game, const gg_request *request, unsigned round);

// bench_odds.c
void bench_odds(bench *b, const gg_game *game, uint64_t budget_ns);

// bench_outside.c: what another program says, without what it complains of; false: it failed
bool bench_ask(const char *const words[], char *text, size_t room);
void bench_outside(bench *b, const gg_game *only_or_null);

// bench_python.c
void bench_python(bench *b, const gg_game *only_or_null, double seconds);

// apps/study/measure.c
void bench_study(bench *b, const gg_game *game, double seconds);

// apps/study/fit.c: how well value() foretells in the middle of a game who will win
void bench_value(bench *b, const gg_game *game, const gg_request *request, double seconds);

// bench_match.c
bool bench_match(bench *b, const gg_game *game, unsigned round, uint64_t budget_ns, int *code);

#endif
