// SPDX-License-Identifier: Apache-2.0
// How well values foretell who won. AUC is the chance that of two positions, one of a game won and
// one of a game lost, the first has the greater value; draws are left out of it. Its interval comes
// from drawing whole games anew, because the positions of one game agree with each other.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

enum { DRAWS = 400, OF_DRAWS = 41 };

typedef struct mark {
    int32_t value;
    uint32_t game;
    uint8_t half;
} mark;

static bool in_part(const fit *f, fit_part part, uint32_t game) {
    const fit_played *played = &f->played[game];
    return (!part.held || played->part == 0) &&
           (part.scenario == FIT_ALL || part.scenario == played->scenario);
}

static double chance_of(int32_t value) {
    double most = GG_VALUE_MOST, bounded = value > most ? most : value < -most ? -most : value;
    return 1 / (1 + exp(-bounded / 1000));
}

static int ascending(const void *a, const void *b) {
    const mark *x = a, *y = b;
    if (x->value != y->value) return x->value < y->value ? -1 : 1;
    return (x->game > y->game) - (x->game < y->game);
}

static int upwards(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Marks in order of their value; games weigh as often as they were drawn. -1: nothing to compare.
static double auc_of(const mark *marks, uint32_t count, const uint8_t *often) {
    double lost = 0, won = 0, above = 0;
    for (uint32_t i = 0, end; i < count; i = end) {
        double lost_here = 0, won_here = 0;
        for (end = i; end < count && marks[end].value == marks[i].value; end++) {
            double weight = often[marks[end].game];
            if (marks[end].half == 2) won_here += weight;
            if (marks[end].half == 0) lost_here += weight;
        }
        above += won_here * (lost + lost_here / 2);
        lost += lost_here;
        won += won_here;
    }
    return won > 0 && lost > 0 ? above / (won * lost) : -1;
}

static void draw_games(const fit *f, const uint32_t *games, uint32_t count, gg_rng *rng,
                       uint8_t *often) {
    memset(often, 0, f->games);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t game = games[gg_rng_below(rng, count)];
        if (often[game] < UINT8_MAX) often[game]++;
    }
}

static void find_interval(const fit *f, fit_part part, const mark *marks, uint32_t count,
                          uint32_t *games, uint8_t *often, fit_grade *out) {
    double drawn[DRAWS];
    unsigned good = 0;
    uint32_t n = 0;
    gg_rng rng;
    for (uint32_t game = 0; game < f->games; game++)
        if (in_part(f, part, game)) games[n++] = game;
    gg_rng_seed(&rng, f->seed, UINT64_C(0x415543) << 32);
    for (unsigned i = 0; n && i < DRAWS; i++) {
        draw_games(f, games, n, &rng, often);
        double auc = auc_of(marks, count, often);
        if (auc >= 0) drawn[good++] = auc;
    }
    out->low = 0;
    out->high = 1;
    if (good < DRAWS / 2) return;
    qsort(drawn, good, sizeof drawn[0], upwards);
    out->low = drawn[good / OF_DRAWS];
    out->high = drawn[good - 1 - good / OF_DRAWS];
}

// The positions of the part, counted and summed up on the way.
static uint32_t take_marks(const fit *f, fit_part part, mark *marks, fit_grade *out) {
    uint32_t count = 0;
    for (uint32_t game = 0; game < f->games; game++) {
        const fit_played *played = &f->played[game];
        if (!in_part(f, part, game)) continue;
        out->games++;
        out->won += played->half / 2.0;
        for (unsigned i = 0; i < played->spots; i++) {
            const fit_spot *spot = fit_spot_of(f, game, i);
            if (part.third != FIT_ALL && spot->third != part.third) continue;
            double chance = chance_of(spot->value), won = played->half / 2.0;
            out->loss -= won * log(chance) + (1 - won) * log(1 - chance);
            marks[count++] = (mark){spot->value, game, played->half};
        }
    }
    return count;
}

bool fit_grade_part(const fit *f, fit_part part, fit_grade *out) {
    mark *marks = malloc((size_t)f->games * FIT_PER_GAME * sizeof *marks);
    uint32_t *games = malloc(f->games * sizeof *games);
    uint8_t *often = malloc(f->games);
    bool good = marks && games && often;
    memset(out, 0, sizeof *out);
    if (good) {
        uint32_t count = out->spots = take_marks(f, part, marks, out);
        if (out->games) out->won /= out->games;
        if (count) out->loss /= count;
        qsort(marks, count, sizeof *marks, ascending);
        memset(often, 1, f->games);
        out->auc = auc_of(marks, count, often);
        find_interval(f, part, marks, count, games, often, out);
    }
    free(marks);
    free(games);
    free(often);
    return good;
}

void fit_calibrate(const fit *f, fit_part part, fit_bin bins[FIT_BINS]) {
    memset(bins, 0, FIT_BINS * sizeof *bins);
    for (uint32_t game = 0; game < f->games; game++)
        for (unsigned i = 0; in_part(f, part, game) && i < f->played[game].spots; i++) {
            double chance = chance_of(fit_spot_of(f, game, i)->value);
            unsigned at = (unsigned)(chance * FIT_BINS);
            fit_bin *bin = &bins[at < FIT_BINS ? at : FIT_BINS - 1];
            bin->spots++;
            bin->told += chance;
            bin->won += f->played[game].half / 2.0;
        }
    for (unsigned i = 0; i < FIT_BINS; i++)
        if (bins[i].spots) {
            bins[i].told /= bins[i].spots;
            bins[i].won /= bins[i].spots;
        }
}
