// SPDX-License-Identifier: Apache-2.0
// Luck of a match: see luck.h. The sums are printed, never decided by: plain doubles.
//
// The percentile of a seat is that of its sum among all ways in which the same dice might have
// fallen, each by its own chances: the distributions are added up one after the other on a grid of
// CELLS cells as wide as all of them together.
#include <stdlib.h>
#include <string.h>

#include "grognard/luck.h"
#include "odds_inside.h"

enum { CELLS = 1 << 14 };

// What one chance might have given a seat.
typedef struct throw_of {
    uint32_t first, count; // in the shared arrays
} throw_of;

typedef struct book {
    gg_odds *odds;
    const gg_luck_wish *wish;
    const gg_match *match;
    const gg_game *game;
    gg_outcome *outcomes;
    uint32_t n;
    gg_action fell;
    double *gain, *chance; // of all throws and seats
    uint32_t used, room;
    throw_of *thrown; // [seat][event]
} book;

static bool widen(book *b, uint32_t more) {
    if (b->used + more <= b->room) return true;
    uint32_t room = 2 * b->room + more;
    double *gain = realloc(b->gain, room * sizeof *gain);
    if (gain) b->gain = gain;
    double *chance = realloc(b->chance, room * sizeof *chance);
    if (chance) b->chance = chance;
    if (!gain || !chance) return false;
    b->room = room;
    return true;
}

static int32_t value_of(const gg_game *game, const void *t, const void *s, int seat) {
    return game->brain.value(t, s, seat);
}

// The worth of every outcome to one seat, less their mean; false: beyond the limits.
static bool weigh(book *b, const gg_position *at, int seat, gg_luck_event *event, throw_of *out) {
    double tickets = 0, mean = 0, fell = 0, worse = 0;
    if (!widen(b, b->n)) return false;
    double *gain = b->gain + b->used, *chance = b->chance + b->used;
    uint32_t states = b->wish->states ? b->wish->states : GG_LUCK_STATES;
    for (uint32_t i = 0; i < b->n; i++) tickets += (double)b->outcomes[i].weight;
    for (uint32_t i = 0; i < b->n; i++) {
        if (!odds_worth(b->odds, at, seat, b->outcomes[i].action, states, value_of, &gain[i]))
            return false;
        chance[i] = (double)b->outcomes[i].weight / tickets;
        mean += chance[i] * gain[i];
        if (b->outcomes[i].action == b->fell) fell = gain[i];
    }
    for (uint32_t i = 0; i < b->n; i++) {
        worse += gain[i] < fell ? chance[i] : gain[i] == fell ? chance[i] / 2 : 0;
        gain[i] -= mean;
    }
    event->gain[seat] = fell - mean;
    event->likeness[seat] = worse;
    *out = (throw_of){b->used, b->n};
    b->used += b->n;
    return true;
}

static bool look_at(book *b, const gg_position *at, uint32_t number, gg_luck_event *event,
                    uint32_t index) {
    const gg_entry *entry = gg_match_entry(b->match, number);
    memset(event, 0, sizeof *event);
    event->entry = number;
    event->node = b->game->turn(at->table, at->state).node;
    event->outcomes = b->n = gg_chance(b->game, at->table, at->state, b->outcomes);
    b->fell = gg_match_actions(b->match, entry)[0];
    for (int seat = 0; seat < b->game->seats; seat++)
        if (!weigh(b, at, seat, event, &b->thrown[seat * GG_LUCK_MAX + (int)index])) return false;
    return true;
}

// ------------------------------------------------------------------------------------ percentile
typedef struct grid {
    double cell[2][CELLS];
    double step;
} grid;

static int cell_of(const grid *g, double gain) {
    int cell = (int)(gain / g->step + (gain < 0 ? -0.5 : 0.5));
    return cell < -CELLS / 2 ? -CELLS / 2 : cell > CELLS / 2 - 1 ? CELLS / 2 - 1 : cell;
}

static void add_throw(const book *b, grid *g, const throw_of *thrown) {
    memset(g->cell[1], 0, sizeof g->cell[1]);
    for (int i = 0; i < CELLS; i++) {
        if (g->cell[0][i] <= 0) continue;
        for (uint32_t k = thrown->first; k < thrown->first + thrown->count; k++) {
            int to = i + cell_of(g, b->gain[k]);
            to = to < 0 ? 0 : to >= CELLS ? CELLS - 1 : to;
            g->cell[1][to] += g->cell[0][i] * b->chance[k];
        }
    }
    memcpy(g->cell[0], g->cell[1], sizeof g->cell[0]);
}

// Six standard deviations to either side lie on the grid.
static double percentile(const book *b, const gg_luck_event *events, uint32_t n, int seat,
                         double spread) {
    grid *g = calloc(1, sizeof *g);
    double sum = 0;
    int fell = CELLS / 2;
    if (!g || spread <= 0) {
        free(g);
        return 0.5;
    }
    g->step = 12 * spread / CELLS;
    g->cell[0][CELLS / 2] = 1;
    for (uint32_t i = 0; i < n; i++) {
        add_throw(b, g, &b->thrown[seat * GG_LUCK_MAX + (int)i]);
        fell += cell_of(g, events[i].gain[seat]);
    }
    fell = fell < 0 ? 0 : fell >= CELLS ? CELLS - 1 : fell;
    for (int i = 0; i < fell; i++) sum += g->cell[0][i];
    sum += g->cell[0][fell] / 2;
    free(g);
    return sum;
}

// Newton's steps, so that the library needs no other.
static double root(double square) {
    double root = square > 1 ? square : 1;
    for (int i = 0; i < 64; i++) root = (root + square / root) / 2;
    return root;
}

static void sum_up(const book *b, const gg_luck_event *events, uint32_t n, int seat,
                   gg_luck_sum *out) {
    double variance = 0, best = 0, worst = 0;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < n; i++) {
        double gain = events[i].gain[seat];
        const throw_of *thrown = &b->thrown[seat * GG_LUCK_MAX + (int)i];
        out->gain += gain;
        for (uint32_t k = thrown->first; k < thrown->first + thrown->count; k++)
            variance += b->chance[k] * b->gain[k] * b->gain[k];
        if (gain > best) out->best = events[i].entry;
        if (gain < worst) out->worst = events[i].entry;
        best = gain > best ? gain : best;
        worst = gain < worst ? gain : worst;
    }
    out->spread = root(variance);
    out->percentile = percentile(b, events, n, seat, out->spread);
}

// ------------------------------------------------------------------------------------- the match
static gg_status go_through(book *b, gg_luck_event *out, uint32_t *count, uint32_t *skipped) {
    gg_position at = {0};
    gg_status status = GG_OK;
    uint32_t entries = gg_match_entries(b->match);
    for (uint32_t i = 1; i <= entries && status == GG_OK && *count < GG_LUCK_MAX; i++) {
        const gg_entry *entry = gg_match_entry(b->match, i);
        if (entry->kind != GG_ENTRY_CHANCE || !gg_match_counts(b->match, i, entries)) continue;
        if (b->wish->stop && b->wish->stop(b->wish->user)) {
            ++*skipped;
            continue;
        }
        status = gg_match_at(b->match, entry->before, &at);
        if (status != GG_OK) break;
        if (look_at(b, &at, i, &out[*count], *count))
            ++*count;
        else
            ++*skipped;
    }
    if (at.table) gg_position_close(&at);
    return status;
}

gg_status gg_luck_match(gg_odds *odds, const gg_match *match, const gg_luck_wish *wish,
                        gg_luck_event *out, uint32_t *count, gg_luck_sum sum[GG_SEATS_MAX],
                        uint32_t *skipped) {
    gg_result result;
    book b = {.odds = odds, .wish = wish, .match = match, .game = gg_match_setup_of(match)->game};
    *count = *skipped = 0;
    gg_match_result(match, &result);
    if (!result.over || !b.game->brain.value) return GG_NOT_ALLOWED;
    b.outcomes = malloc(GG_OUTCOMES_MAX * sizeof *b.outcomes);
    b.thrown = malloc((size_t)b.game->seats * GG_LUCK_MAX * sizeof *b.thrown);
    gg_status status = b.outcomes && b.thrown ? GG_OK : GG_NO_MEMORY;
    if (status == GG_OK) status = go_through(&b, out, count, skipped);
    for (int seat = 0; seat < b.game->seats && status == GG_OK; seat++)
        sum_up(&b, out, *count, seat, &sum[seat]);
    free(b.outcomes);
    free(b.thrown);
    free(b.gain);
    free(b.chance);
    return status;
}
