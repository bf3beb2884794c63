// SPDX-License-Identifier: Apache-2.0
// Weights by logistic regression, a set at a time: Newton's method on the log-loss of the features
// spread over the knots of the phase, with a penalty on large weights and on weights that change
// from one knot to the next. Features are first divided by how much they vary, so that the penalty
// treats them alike. Positions of one game are no independent witnesses, so how strict the penalty
// must be is asked of whole games that the fit has not seen.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit.h"

enum { STEPS_MOST = 30, TRIES = 6 };
static const double STRICT[TRIES] = {10, 100, 400, 1600, 6400, 25600};

typedef struct work {
    const fit *f;
    unsigned set, one, size; // one: 1 + features; size: of all knots
    double *scale, *weight, *slope, *curve, *step, *mean;
    unsigned parts; // of the games that are looked at, a bit each
} work;

static double *of(unsigned count, bool *good) {
    double *made = calloc(count ? count : 1, sizeof *made);
    if (!made) *good = false;
    return made;
}

static bool open_work(work *w, const fit *f) {
    bool good = true;
    w->f = f;
    w->one = 1 + f->count;
    w->size = FIT_KNOTS * w->one;
    w->scale = of(w->one, &good);
    w->weight = of(w->size, &good);
    w->slope = of(w->size, &good);
    w->step = of(w->size, &good);
    w->mean = of(w->size, &good);
    w->curve = of(w->size * w->size, &good);
    return good;
}

static void close_work(work *w) {
    free(w->scale);
    free(w->weight);
    free(w->slope);
    free(w->step);
    free(w->mean);
    free(w->curve);
}

// ------------------------------------------------------------------------------------- positions
static bool looked_at(const work *w, uint32_t game) {
    return w->parts >> w->f->played[game].part & 1;
}

// Where a position stands between two knots: the first of them, and the share of the second.
static unsigned knot_of(const fit_spot *spot, double *share) {
    unsigned place = spot->phase * (FIT_KNOTS - 1U), knot = place / GG_PHASE_END;
    *share = (double)(place % GG_PHASE_END) / GG_PHASE_END;
    if (knot < FIT_KNOTS - 1) return knot;
    *share = 1;
    return FIT_KNOTS - 2;
}

static void row_of(const work *w, uint32_t game, unsigned i, double *row) {
    const int32_t *value = fit_values(w->f, game, i);
    row[0] = 1;
    for (unsigned k = 1; k < w->one; k++) row[k] = value[k - 1] / w->scale[k];
}

static double logit_of(const work *w, const double *row, unsigned knot, double share) {
    const double *low = w->weight + knot * w->one, *high = low + w->one;
    double sum = 0;
    for (unsigned k = 0; k < w->one; k++) sum += row[k] * (low[k] + share * (high[k] - low[k]));
    return sum;
}

static double loss_of(double logit, double won) {
    double size = fabs(logit), other = logit < 0 ? 1 - won : won;
    return log1p(exp(-size)) + (1 - other) * size;
}

static void add_spread(const work *w, uint32_t game, unsigned i, double *square) {
    const int32_t *value = fit_values(w->f, game, i);
    for (unsigned k = 1; k < w->one; k++) {
        w->mean[k] += value[k - 1];
        square[k] += (double)value[k - 1] * value[k - 1];
    }
}

static void find_scale(work *w) {
    double *square = w->step, count = 0;
    memset(w->mean, 0, w->one * sizeof *w->mean);
    memset(square, 0, w->one * sizeof *square);
    for (uint32_t game = 0; game < w->f->games; game++)
        for (unsigned i = 0; i < w->f->played[game].spots; i++) {
            if (fit_spot_of(w->f, game, i)->set != w->set) continue;
            add_spread(w, game, i, square);
            count++;
        }
    for (unsigned k = 1; k < w->one; k++) {
        double mean = count > 0 ? w->mean[k] / count : 0;
        double spread = count > 0 ? square[k] / count - mean * mean : 0;
        w->scale[k] = spread > 1e-9 ? sqrt(spread) : 1;
    }
}

// ----------------------------------------------------------------------------------------- Newton
static void add_curve(work *w, const double *row, unsigned knot, double share, double by) {
    unsigned from = knot * w->one, width = 2 * w->one;
    for (unsigned a = 0; a < width; a++) {
        double left = by * (a < w->one ? (1 - share) * row[a] : share * row[a - w->one]);
        double *line = w->curve + (size_t)(from + a) * w->size + from;
        if (left == 0) continue;
        for (unsigned b = 0; b <= a; b++)
            line[b] += left * (b < w->one ? (1 - share) * row[b] : share * row[b - w->one]);
    }
}

static void add_slope(work *w, const double *row, unsigned knot, double share, double by) {
    double *low = w->slope + knot * w->one, *high = low + w->one;
    for (unsigned k = 0; k < w->one; k++) {
        low[k] += by * (1 - share) * row[k];
        high[k] += by * share * row[k];
    }
}

static double look_at(work *w, uint32_t game, unsigned i, bool curves) {
    double row[1 + GG_FEATURES_MAX], share, won = w->f->played[game].half / 2.0;
    unsigned knot = knot_of(fit_spot_of(w->f, game, i), &share);
    row_of(w, game, i, row);
    double logit = logit_of(w, row, knot, share), chance = 1 / (1 + exp(-logit));
    if (curves) {
        add_slope(w, row, knot, share, chance - won);
        add_curve(w, row, knot, share, chance * (1 - chance));
    }
    return loss_of(logit, won);
}

// The loss over what is looked at; with `curves` its slope and curvature too.
static double look(work *w, bool curves) {
    double loss = 0;
    for (uint32_t game = 0; game < w->f->games; game++)
        for (unsigned i = 0; looked_at(w, game) && i < w->f->played[game].spots; i++)
            if (fit_spot_of(w->f, game, i)->set == w->set) loss += look_at(w, game, i, curves);
    return loss;
}

// Large weights, the constant apart, and differences between knots.
static double penalty(work *w, double strict, bool curves) {
    double sum = 0;
    for (unsigned i = 0; i < w->size; i++) {
        double size = i % w->one ? strict : 1e-3, x = w->weight[i];
        sum += size * x * x / 2;
        if (curves) {
            w->slope[i] += size * x;
            w->curve[(size_t)i * w->size + i] += size;
        }
        if (i < w->one) continue;
        double apart = x - w->weight[i - w->one];
        sum += strict * apart * apart / 2;
        if (!curves) continue;
        w->slope[i] += strict * apart;
        w->slope[i - w->one] -= strict * apart;
        w->curve[(size_t)i * w->size + i] += strict;
        w->curve[(size_t)(i - w->one) * w->size + i - w->one] += strict;
        w->curve[(size_t)i * w->size + i - w->one] -= strict;
    }
    return sum;
}

// Cholesky, in place: the curvature is positive definite, thanks to the penalty.
static void solve_step(work *w) {
    unsigned n = w->size;
    double *m = w->curve, *x = w->step;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j <= i; j++) {
            double sum = m[(size_t)i * n + j];
            for (unsigned k = 0; k < j; k++) sum -= m[(size_t)i * n + k] * m[(size_t)j * n + k];
            m[(size_t)i * n + j] = i == j ? sqrt(sum) : sum / m[(size_t)j * n + j];
        }
    for (unsigned i = 0; i < n; i++) {
        x[i] = w->slope[i];
        for (unsigned k = 0; k < i; k++) x[i] -= m[(size_t)i * n + k] * x[k];
        x[i] /= m[(size_t)i * n + i];
    }
    for (unsigned i = n; i-- > 0;) {
        for (unsigned k = i + 1; k < n; k++) x[i] -= m[(size_t)k * n + i] * x[k];
        x[i] /= m[(size_t)i * n + i];
    }
}

static double whole_loss(work *w, double strict) {
    return look(w, false) + penalty(w, strict, false);
}

// A step that overshoots is halved.
static bool go(work *w, double strict, double before) {
    double part = 1;
    for (unsigned i = 0; i < w->size; i++) w->weight[i] -= w->step[i];
    double after = whole_loss(w, strict);
    while (after > before && part > 1e-4) {
        part /= 2;
        for (unsigned i = 0; i < w->size; i++) w->weight[i] += part * w->step[i];
        after = whole_loss(w, strict);
    }
    return before - after > 1e-7 * fabs(before);
}

static void descend(work *w, double strict) {
    memset(w->weight, 0, w->size * sizeof *w->weight);
    for (unsigned step = 0; step < STEPS_MOST; step++) {
        memset(w->slope, 0, w->size * sizeof *w->slope);
        memset(w->curve, 0, (size_t)w->size * w->size * sizeof *w->curve);
        double before = look(w, true) + penalty(w, strict, true);
        solve_step(w);
        if (!go(w, strict, before)) return;
    }
}

// --------------------------------------------------------------------------------------- all sets
// The penalty that serves best the games of part 1 when the others but part 0 are learned from.
static double choose_strict(work *w) {
    enum { ALL = (1 << FIT_HELD) - 1 };
    double least = 0, best = STRICT[0];
    for (unsigned i = 0; i < TRIES; i++) {
        w->parts = ALL & ~3U;
        descend(w, STRICT[i]);
        w->parts = 2;
        double loss = look(w, false);
        if (i && loss >= least) continue;
        least = loss;
        best = STRICT[i];
    }
    w->parts = ALL & ~1U;
    return best;
}

static int32_t whole(double weight) {
    double scaled = weight * 256000;
    return (int32_t)lround(scaled > INT32_MAX    ? INT32_MAX
                           : scaled < -INT32_MAX ? -INT32_MAX
                                                 : scaled);
}

bool fit_met(const fit *f, unsigned set) {
    for (uint32_t game = 0; game < f->games; game++)
        for (unsigned i = 0; i < f->played[game].spots; i++)
            if (fit_spot_of(f, game, i)->set == set) return true;
    return false;
}

// Weights in place stay where no game was played that could tell better.
static bool stays(const work *w, int32_t *weight) {
    const gg_weights *old = w->f->game->brain.weights;
    if (fit_met(w->f, w->set) || old->knots != FIT_KNOTS) return false;
    memcpy(weight + w->set * w->size, old->weight + w->set * w->size, w->size * sizeof *weight);
    return true;
}

bool fit_solve(const fit *f, unsigned sets, int32_t *weight) {
    work w = {0};
    bool good = open_work(&w, f);
    for (w.set = 0; good && w.set < sets; w.set++) {
        if (stays(&w, weight)) continue;
        find_scale(&w);
        descend(&w, choose_strict(&w));
        for (unsigned i = 0; i < w.size; i++)
            weight[w.set * w.size + i] =
                whole(i % w.one ? w.weight[i] / w.scale[i % w.one] : w.weight[i]);
    }
    close_work(&w);
    return good;
}

void fit_weigh(fit *f, const gg_weights *weights) {
    gg_features features = {.count = (uint16_t)f->count};
    for (uint32_t game = 0; game < f->games; game++)
        for (unsigned i = 0; i < f->played[game].spots; i++) {
            fit_spot *spot = fit_spot_of(f, game, i);
            features.phase = spot->phase;
            features.set = spot->set;
            memcpy(features.value, fit_values(f, game, i), f->count * sizeof features.value[0]);
            spot->value = gg_weigh(weights, &features);
        }
}
