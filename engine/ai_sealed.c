// SPDX-License-Identifier: Apache-2.0
// A choice that both seats make before either sees the other's: no single answer need be best,
// since the enemy would answer it. So plans are rows and what the enemy may have chosen are columns
// of a small matrix of chances, filled by trials; regret matching finds how often each row should
// be played, and one is drawn.
//
// What the enemy chose is known by what everybody can see once both have chosen, so that it does
// not matter who of the two answers first inside the state. Choices that nobody sees then make one
// column, and nothing is mixed. A choice that has been made is dealt (resample), one that is not is
// any of what is legal: each column is met, however unlikely it is to be played.
#include <string.h>

#include "base/hash.h"
#include "thinker.h"

enum {
    ANSWERS_MOST = 32, // actions of one secret choice
    REGRETS = 512,     // rounds of regret matching
    SHARE = 1 << 16,   // of a mixture: all of it
    FAITH = 4,         // trials that what row and column say of a cell weighs as much as
    SELDOM = SHARE / 16,
};

bool think_is_secret(const think_trial *trial, gg_turn turn) {
    return turn.node == trial->sealed && turn.seat != trial->seat &&
           turn.seat < trial->k->game->seats;
}

gg_action think_secret(const think_trial *trial, int seat, gg_rng *secret) {
    gg_thinker *k = trial->k;
    uint32_t count = gg_legal(k->game, trial->t, k->after, seat, k->answers);
    GG_ASSERT(count > 0 && count <= k->game->max_legal);
    return k->answers[gg_rng_below(secret, count)];
}

void think_let_choose(const think_trial *trial, gg_rng *secret) {
    gg_thinker *k = trial->k;
    for (unsigned i = 0; i < ANSWERS_MOST; i++) {
        gg_turn turn = k->game->turn(trial->t, k->after);
        if (!think_is_secret(trial, turn)) return;
        k->nodes++;
        gg_apply(k->game, trial->t, k->after, think_secret(trial, turn.seat, secret), NULL);
    }
}

uint64_t think_chosen(const think_trial *trial, const gg_plan *plan) {
    gg_thinker *k = trial->k;
    gg_rng secret = trial->secret;
    if (!think_carry_out(k, trial->t, plan, trial->seat)) return 0;
    think_let_choose(trial, &secret);
    k->game->redact(trial->t, k->after, trial->seat);
    return gg_hash(k->after, k->game->state_bytes);
}

uint32_t think_column(think_matrix *m, uint64_t chosen) {
    uint32_t i = 0;
    while (i < m->columns && m->chosen[i] != chosen) i++;
    if (i == m->columns && i < THINK_COLUMNS) m->chosen[m->columns++] = chosen;
    return i;
}

// ----------------------------------------------------------------------------------------- solving
typedef struct player {
    uint32_t count;
    int64_t regret[THINK_COLUMNS], share[THINK_COLUMNS], all[THINK_COLUMNS];
} player;

typedef struct duel {
    int64_t chance[THINK_PLANS][THINK_COLUMNS];
    player row, column;
} duel;

static think_cell add(think_cell a, think_cell b) {
    return (think_cell){a.sum + b.sum, a.trials + b.trials};
}

static int64_t mean(think_cell c) {
    return c.trials ? c.sum / c.trials : THINK_SURE / 2;
}

// A cell that was tried little is what its row and its column let expect.
static void fill(duel *d, const think_matrix *m, uint32_t rows) {
    think_cell row[THINK_PLANS] = {{0}}, column[THINK_COLUMNS] = {{0}}, all = {0};
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < m->columns; c++) {
            row[r] = add(row[r], m->cell[r][c]);
            column[c] = add(column[c], m->cell[r][c]);
            all = add(all, m->cell[r][c]);
        }
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < m->columns; c++) {
            int64_t guess = mean(row[r]) + mean(column[c]) - mean(all);
            think_cell one = m->cell[r][c];
            d->chance[r][c] = (one.sum + FAITH * guess) / (one.trials + FAITH);
        }
}

// As often as it is regretted not to have played it; equally where nothing is.
static void share_out(player *p) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < p->count; i++) sum += p->regret[i] > 0 ? p->regret[i] : 0;
    for (uint32_t i = 0; i < p->count; i++) {
        int64_t part = p->regret[i] > 0 ? p->regret[i] : 0;
        p->share[i] = sum ? part * SHARE / sum : SHARE / p->count;
    }
}

// Regrets below nothing are forgotten, and later rounds count for more: both bring it sooner to
// where neither can do better.
static void regret(player *p, const int64_t *worth, int64_t round) {
    int64_t had = 0;
    for (uint32_t i = 0; i < p->count; i++) had += p->share[i] * worth[i] / SHARE;
    for (uint32_t i = 0; i < p->count; i++) {
        int64_t more = p->regret[i] + worth[i] - had;
        p->regret[i] = more > 0 ? more : 0;
        p->all[i] += p->share[i] * round;
    }
}

static int64_t against(const duel *d, uint32_t r, const int64_t *share) {
    int64_t sum = 0;
    for (uint32_t c = 0; c < d->column.count; c++) sum += d->chance[r][c] * share[c] / SHARE;
    return sum;
}

static void match_regrets(duel *d) {
    for (int64_t round = 1; round <= REGRETS; round++) {
        int64_t own[THINK_COLUMNS], enemy[THINK_COLUMNS] = {0};
        share_out(&d->row);
        share_out(&d->column);
        for (uint32_t r = 0; r < d->row.count; r++) {
            own[r] = against(d, r, d->column.share);
            for (uint32_t c = 0; c < d->column.count; c++)
                enemy[c] -= d->chance[r][c] * d->row.share[r] / SHARE;
        }
        regret(&d->row, own, round);
        regret(&d->column, enemy, round);
    }
}

static void average(player *p) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < p->count; i++) sum += p->all[i];
    for (uint32_t i = 0; i < p->count; i++) p->share[i] = sum ? p->all[i] * SHARE / sum : 0;
}

void think_mix(const think_matrix *m, uint32_t rows, int64_t *mix, int64_t *worth) {
    duel d = {.row = {.count = rows}, .column = {.count = m->columns}};
    fill(&d, m, rows);
    match_regrets(&d);
    average(&d.row);
    average(&d.column);
    for (uint32_t r = 0; r < rows; r++) {
        mix[r] = d.row.share[r] < SELDOM ? 0 : d.row.share[r]; // noise more than purpose
        worth[r] = against(&d, r, d.column.share);
    }
}
