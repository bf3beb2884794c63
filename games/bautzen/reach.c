// SPDX-License-Identifier: Apache-2.0
// Ranges by half MP left, most first. A step costs half an MP at least, so that a hex is done with
// when its turn comes; a hex that was bettered meanwhile is met once more and passed over.
#include "reach.h"

#include <string.h>

enum {
    LEVELS = 32,
    LEAVING_ZOC = 2,
    NOTES = HEXES * DIRECTIONS,
    CLOSED = 255
}; // half MP, as in r05_walk.c

static void mark(bz_board hexes, uint8_t what, bz_ground *out) {
    for (int i = 0; i < BOARD_WORDS; i++)
        for (uint64_t word = hexes.w[i]; word; word &= word - 1) out->at[bz_hex_in(i, word)] = what;
}

void bz_take_ground(const bz_state *s, int side, bz_ground *out) {
    memset(out, GROUND_FREE, sizeof *out);
    mark(s->zoc[1 - side], GROUND_WATCHED, out);
    mark(s->units[1 - side], GROUND_BARRED, out);
    mark(s->columns[1 - side], GROUND_BARRED, out);
}

// Hexes that wait for their turn, by half MP left.
typedef struct waiting {
    int16_t first[LEVELS]; // note, -1 = none
    int16_t hex[NOTES], next[NOTES];
    int notes;
} waiting;

// Of ways that leave as much, the one from the hex where most was left, of those from the lowest.
static bool as_good(const bz_range *r, int hex, int from) {
    int other = r->from[hex];
    return other != r->start && from < other && r->left[from] == r->left[other];
}

static inline void reach(bz_range *r, waiting *w, int from, int hex, int left, bool goes_on) {
    if (r->left[hex] > left) {
        if (r->left[hex] == left + 1 && as_good(r, hex, from)) r->from[hex] = (int16_t)from;
        return;
    }
    if (!r->left[hex]) r->hex[r->count++] = (int16_t)hex;
    r->left[hex] = (uint8_t)(left + 1);
    r->from[hex] = (int16_t)from;
    if (!goes_on || !left) return;
    w->hex[w->notes] = (int16_t)hex;
    w->next[w->notes] = w->first[left];
    w->first[left] = (int16_t)w->notes++;
}

// Half MP left after the first step, which is always possible (BD10); -1: it may not be taken.
static int after_first(const bz_table *t, const bz_ground *ground, const bz_range *r, int d) {
    int to = bz_next(r->start, d);
    if (to < 0 || ground->at[to] == GROUND_BARRED) return -1;
    bool leaves = ground->at[r->start] == GROUND_WATCHED;
    bool enters = ground->at[to] == GROUND_WATCHED;
    int cost = t->cost[r->column][leaves || enters][r->start][d];
    if (cost == COST_NEVER || (leaves && enters)) return -1;
    cost += leaves ? LEAVING_ZOC : 0;
    return cost < r->half_mp ? r->half_mp - cost : 0;
}

// What is closed or done with has more left than any step could leave: one look tells.
static void widen(const bz_table *t, const bz_ground *ground, int hex, int half_mp, waiting *w,
                  bz_range *out) {
    const int16_t *beside = t->beside[hex];
    const uint8_t *freely = t->cost[out->column][GROUND_FREE][hex];
    const uint8_t *watched = t->cost[out->column][GROUND_WATCHED][hex];
    for (int d = 0; d < DIRECTIONS; d++) {
        int to = beside[d];
        if (out->left[to] > half_mp) continue;
        bool is_free = ground->at[to] == GROUND_FREE;
        int cost = is_free ? freely[d] : watched[d];
        if (cost <= half_mp) reach(out, w, hex, to, half_mp - cost, is_free);
    }
}

static void close_barred(const bz_ground *ground, bz_range *out) {
    for (int hex = 0; hex < HEXES; hex++)
        out->left[hex] = ground->at[hex] == GROUND_BARRED ? CLOSED : 0;
    out->left[HEXES] = CLOSED;
}

static void open_barred(bz_range *out) {
    for (int hex = 0; hex <= HEXES; hex++)
        out->left[hex] = out->left[hex] == CLOSED ? 0 : out->left[hex];
}

void bz_find_range(const bz_table *t, const bz_ground *ground, int start, int column, int half_mp,
                   bz_range *out) {
    waiting w;
    GG_ASSERT(half_mp < LEVELS);
    out->start = start;
    out->column = column;
    out->half_mp = half_mp;
    out->count = w.notes = 0;
    close_barred(ground, out);
    for (int i = 0; i <= half_mp; i++) w.first[i] = -1;
    out->left[start] = (uint8_t)(half_mp + 1);
    out->from[start] = (int16_t)start;
    for (int d = 0; d < DIRECTIONS; d++) {
        int left = after_first(t, ground, out, d), to = bz_next(start, d);
        if (left >= 0) reach(out, &w, start, to, left, ground->at[to] == GROUND_FREE);
    }
    for (int left = half_mp; left > 0; left--)
        for (int i = w.first[left]; i >= 0; i = w.next[i])
            if (out->left[w.hex[i]] == left + 1) widen(t, ground, w.hex[i], left, &w, out);
    open_barred(out);
}
