// SPDX-License-Identifier: Apache-2.0
// Measurements: samples are noted by name over several interleaved rounds; the median is told.
#ifndef GROGNARD_BENCH_H
#define GROGNARD_BENCH_H

#include "app.h"

enum { BENCH_MEASURES = 96, BENCH_ROUNDS = 7 };

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
// Something the compiler cannot see through, so that measured work is not left out.
extern volatile uint64_t bench_sink;
static inline void bench_use(void *memory) {
    __asm__ volatile("" : : "r"(memory) : "memory");
}

// bench_match.c
bool bench_match(bench *b, const gg_game *game, unsigned round, uint64_t budget_ns, int *code);

#endif
