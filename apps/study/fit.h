// SPDX-License-Identifier: Apache-2.0
// Fitting value(): games are played, positions of them are kept with their features and with who
// won, weights are found that foretell it, and they are tried on games that were not learned from.
// Everything depends on the order alone, not on threads: the same order writes the same weights.
#ifndef GROGNARD_FIT_H
#define GROGNARD_FIT_H

#include <pthread.h>

#include "apps/grognard/app.h"
#include "grognard/study.h"

enum {
    FIT_GAMES_MAX = 200000,
    FIT_PER_GAME = 32, // positions kept of a game, any that was at rest with the same chance
    FIT_KNOTS = 4,
    FIT_THIRDS = 3, // of a game, by player-turns done
    FIT_ALL = 255,  // scenarios, or thirds
    FIT_HELD = 5,   // of so many games one is not learned from
    FIT_SCENARIOS = 16,
    FIT_PAIRS = 4,
    FIT_BINS = 10,
};

// A position of a game.
typedef struct fit_spot {
    int32_t value; // for the first seat
    uint16_t phase;
    uint8_t set, third;
} fit_spot;

typedef struct fit_played {
    uint8_t half, spots, scenario;
    uint8_t part; // 0: held out; 1: tries out how strictly to fit; others are learned from
} fit_played;

typedef struct fit {
    const app_self *app;
    const gg_game *game;
    unsigned scenarios, pairs, threads, count; // count: features
    gg_request request[FIT_SCENARIOS];
    gg_brain pair[FIT_PAIRS][2]; // who plays: they take turns
    bool openings;               // every other game is opened by recruits
    uint64_t seed;
    uint32_t games;
    fit_played *played;
    fit_spot *spot;  // FIT_PER_GAME a game
    int32_t *values; // `count` a spot
    pthread_mutex_t lock;
    uint32_t next, done;
    gg_status status;
    gg_verdict verdict;
} fit;

// fit_games.c: plays and keeps. False: no memory, or see status.
bool fit_open(fit *f);
void fit_close(fit *f);
bool fit_gather(fit *f);
static inline const int32_t *fit_values(const fit *f, uint32_t game, unsigned spot) {
    return f->values + ((size_t)game * FIT_PER_GAME + spot) * f->count;
}
static inline fit_spot *fit_spot_of(const fit *f, uint32_t game, unsigned spot) {
    return &f->spot[(size_t)game * FIT_PER_GAME + spot];
}

// fit_solve.c: [set][knot][1 + count] weights of what was gathered. False: no memory.
bool fit_solve(const fit *f, unsigned sets, int32_t *weight);
bool fit_met(const fit *f, unsigned set);          // positions of this set were kept
void fit_weigh(fit *f, const gg_weights *weights); // from now on the spots' value

// fit_grade.c: how well the value of spots foretells who won.
typedef struct fit_part {
    uint8_t scenario, third; // or FIT_ALL
    bool held;               // held-out games alone
} fit_part;

typedef struct fit_grade {
    uint32_t games, spots;
    double won;  // share of points of the first seat
    double loss; // mean log-loss of the chance that value() gives
    double auc, low, high;
} fit_grade;

typedef struct fit_bin {
    uint32_t spots;
    double told, won;
} fit_bin;

bool fit_grade_part(const fit *f, fit_part part, fit_grade *out); // false: no memory
void fit_calibrate(const fit *f, fit_part part, fit_bin bins[FIT_BINS]);

// fit_tell.c
int fit_tell(const fit *f, bool held, const char *path_or_null);
bool fit_write(const fit *f, const gg_weights *weights, const char *path, int *code);

#endif
