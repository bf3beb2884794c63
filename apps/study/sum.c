// SPDX-License-Identifier: Apache-2.0
// What rows add up to: shares with their intervals, spreads, how games ended, who met whom.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study.h"

// Wilson's interval: it stays inside 0 and 1 and is right for few games too.
study_share study_share_of(uint64_t hits, uint64_t of) {
    study_share share = {hits, of, 0, 0, 1};
    const double z = 1.959963984540054;
    if (!of) return share;
    double n = (double)of, p = (double)hits / n, z2 = z * z;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    share.rate = p;
    share.low = hits == 0 ? 0 : middle - half;
    share.high = hits == of ? 1 : middle + half;
    return share;
}

static int by_size(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

// Widths people read easily: 1, 2, 5, 10, 20 ...
static int64_t round_width(int64_t span) {
    static const int64_t step[] = {1, 2, 5};
    for (int64_t ten = 1;; ten *= 10)
        for (unsigned i = 0; i < 3; i++)
            if (span / (ten * step[i]) < STUDY_BINS - 1) return ten * step[i];
}

static void spread_of(int64_t *value, uint32_t count, study_spread *out) {
    double sum = 0;
    memset(out, 0, sizeof *out);
    if (!count) return;
    qsort(value, count, sizeof *value, by_size);
    out->least = value[0];
    out->low = value[count / 4];
    out->median = value[count / 2];
    out->high = value[(uint64_t)count * 3 / 4];
    out->most = value[count - 1];
    out->width = round_width(out->most - out->least);
    out->from = out->least - (out->least % out->width + out->width) % out->width;
    for (uint32_t i = 0; i < count; i++) {
        unsigned bin = (unsigned)((value[i] - out->from) / out->width);
        GG_ASSERT(bin < STUDY_BINS);
        out->bin[bin]++;
        if (bin >= out->bins) out->bins = bin + 1;
        sum += (double)value[i];
    }
    out->mean = sum / count;
}

static void note_end(study_summary *out, unsigned rule) {
    enum { MOST = sizeof out->end / sizeof out->end[0] };
    uint32_t i = 0;
    while (i < out->ends && out->end[i].rule != rule) i++;
    if (i == MOST) i--; // the rarest share the last line
    if (i == out->ends) out->end[out->ends++] = (study_end){(uint16_t)rule, 0};
    out->end[i].games++;
}

static int by_games(const void *a, const void *b) {
    const study_end *x = a, *y = b;
    if (x->games != y->games) return x->games < y->games ? 1 : -1;
    return (x->rule > y->rule) - (x->rule < y->rule);
}

static void note_row(study_summary *out, const study_row *row, uint32_t number) {
    study_pairing *pairing = &out->pairing[row->matchup];
    if (row->matchup >= out->pairings) out->pairings = row->matchup + 1U;
    pairing->matchup = row->matchup;
    pairing->games++;
    out->games++;
    out->looked += number % STUDY_HEAT_EVERY == 0;
    out->decided += row->decisions;
    out->goes += row->goes;
    if (row->winner == GG_NOBODY) {
        out->draws++;
        pairing->draws++;
    } else {
        out->wins[row->winner]++;
        pairing->wins[row->winner]++;
    }
    if (row->first < GG_SEATS_MAX) {
        out->began[row->first]++;
        out->began_won[row->first] += row->winner == row->first;
    }
    if (row->fault)
        out->fault[row->fault / 4][row->fault % 4]++;
    else
        note_end(out, row->end);
}

// One number of every row that was played, in the order of the games.
static uint32_t gather(const study *s, int which, int64_t *out) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->order.games; i++) {
        const study_row *row = &s->rows[i];
        if (s->done[i / s->portion] != 1) continue;
        const int64_t value[] = {row->actions, row->margin, row->decisions};
        out[n++] = value[which];
    }
    return n;
}

bool study_sum_up(const study *s, study_summary *out) {
    int64_t *value = malloc(((size_t)s->order.games + 1) * sizeof *value);
    memset(out, 0, sizeof *out);
    if (!value) return false;
    for (uint32_t i = 0; i < s->order.games; i++)
        if (s->done[i / s->portion] == 1) note_row(out, &s->rows[i], i);
    spread_of(value, gather(s, 0, value), &out->actions);
    spread_of(value, gather(s, 1, value), &out->margin);
    spread_of(value, gather(s, 2, value), &out->decisions);
    qsort(out->end, out->ends, sizeof out->end[0], by_games);
    free(value);
    return true;
}

void study_pairing_name(const study *s, unsigned matchup, char *out, size_t cap) {
    const gg_game *game = s->order.game;
    char name[2][128] = {"", ""};
    *out = 0;
    if (s->order.fixed || game->n_matchups < 2) return;
    const gg_matchup *pair = &game->matchups[matchup];
    for (unsigned i = 0; i < 2; i++)
        (void)gg_name_into(game, NULL, NULL, game->options[pair->option[i]].domain,
                           (unsigned)pair->value[i], (gg_form)s->app->lang, name[i],
                           sizeof name[i]);
    (void)snprintf(out, cap, "%s – %s", name[0], name[1]);
}
