// SPDX-License-Identifier: Apache-2.0
// Ranges by half MP left, most first. A step costs half an MP at least, so that a hex is done with
// when its turn comes. Of all hexes where as much is left the steps are taken together, on boards:
// shifted in each of the six directions, and parted by what it costs to come into a hex from there
// (bz_steps_in). There are five different costs.
#include "reach.h"

#include <string.h>

enum { LEAVING_ZOC = 2 }; // half MP, as in r05_walk.c

static const uint8_t COST[STRIDES] = {1, 2, 4, 6, 8}; // half MP

// ---------------------------------------------------------------------------------------- prepare
static void prepare_step(bz_table *t, int column, int touches, int hex, int d) {
    int to = bz_next(hex, d), cost = t->cost[column][touches][hex][d], i = 0;
    if (cost == COST_NEVER) return;
    while (i < STRIDES && COST[i] != cost) i++;
    GG_ASSERT(i < STRIDES);
    unsigned bit = bz_bit(to);
    t->steps_in[touches][column].by[i][bit >> 6][d] |= UINT64_C(1) << (bit & 63);
}

void bz_prepare_reach(bz_table *t) {
    memset(t->steps_in, 0, sizeof t->steps_in);
    for (int column = 0; column < BZ_MOVE_COLUMNS; column++)
        for (int touches = 0; touches < 2; touches++)
            for (int hex = 0; hex < HEXES; hex++)
                for (int d = 0; d < DIRECTIONS; d++) prepare_step(t, column, touches, hex, d);
}

// ------------------------------------------------------------------------------------------ ground
static void take_steps(const bz_table *t, int column, bz_ground *out) {
    const bz_steps_in *freely = &t->steps_in[0][column], *watched = &t->steps_in[1][column];
    for (int i = 0; i < STRIDES; i++)
        for (int w = 0; w < BOARD_WORDS; w++)
            for (int d = 0; d < DIRECTIONS; d++)
                out->in[column].by[i][w][d] = (freely->by[i][w][d] & out->free.w[w]) |
                                              (watched->by[i][w][d] & out->watched.w[w]);
}

void bz_take_ground(const bz_table *t, const bz_state *s, int side, const bz_board *closed,
                    bz_ground *out) {
    const bz_board *units = &s->units[1 - side], *columns = &s->columns[1 - side];
    for (int w = 0; w < BOARD_WORDS; w++) {
        uint64_t barred = units->w[w] | columns->w[w] | (closed ? closed->w[w] : 0);
        out->watched.w[w] = s->zoc[1 - side].w[w] & ~barred;
        out->free.w[w] = ~s->zoc[1 - side].w[w] & ~barred;
    }
    for (int column = 0; column < BZ_MOVE_COLUMNS; column++) take_steps(t, column, out);
}

// ------------------------------------------------------------------------------------------- range
// Half MP left after the first step, which is always possible (BD10); -1: it may not be taken.
static int after_first(const bz_table *t, const bz_ground *ground, const bz_range *r, int d) {
    int to = bz_next(r->start, d);
    if (to < 0) return -1;
    bool leaves = bz_has(&ground->watched, r->start), enters = bz_has(&ground->watched, to);
    int cost = t->cost[r->column][leaves || enters][r->start][d];
    if (!(enters || bz_has(&ground->free, to)) || cost == COST_NEVER || (leaves && enters))
        return -1;
    cost += leaves ? LEAVING_ZOC : 0;
    return cost < r->half_mp ? r->half_mp - cost : 0;
}

// All steps from these hexes. `up` and `down`: a word as the columns beside it see it, an empty one
// at both ends; see bz_spread().
static void stride(const bz_steps_in *in, const bz_board *from, int left, bz_range *out) {
    uint64_t up[BOARD_WORDS + 2] = {0}, down[BOARD_WORDS + 2] = {0};
    for (int w = 0; w < BOARD_WORDS; w++) {
        uint64_t odd = from->w[w] & BZ_ODD_MASK, even = from->w[w] & BZ_EVEN_MASK;
        up[w + 1] = odd >> 1 | even;
        down[w + 1] = odd | even << 1;
    }
    for (int w = 0; w < BOARD_WORDS; w++) {
        uint64_t north = from->w[w] >> 1, south = from->w[w] << 1;
        uint64_t north_east = up[w + 1] << 16 | up[w] >> 48;
        uint64_t south_east = down[w + 1] << 16 | down[w] >> 48;
        uint64_t south_west = down[w + 1] >> 16 | down[w + 2] << 48;
        uint64_t north_west = up[w + 1] >> 16 | up[w + 2] << 48;
        if (!(south | north_east | south_east | south_west | north_west)) continue;
        for (int i = 0; i < STRIDES && COST[i] <= left; i++) {
            const uint64_t *by = in->by[i][w];
            out->level[left - COST[i]].w[w] |= (north & by[0]) | (north_east & by[1]) |
                                               (south_east & by[2]) | (south & by[3]) |
                                               (south_west & by[4]) | (north_west & by[5]);
        }
    }
}

// Who is met for the first time goes on from there.
static void settle(const bz_ground *ground, int left, bz_board *done, bz_range *out) {
    bz_board *at = &out->level[left], from;
    uint64_t any = 0;
    for (int w = 0; w < BOARD_WORDS; w++) {
        at->w[w] &= ~done->w[w];
        done->w[w] |= at->w[w];
        from.w[w] = at->w[w] & ground->free.w[w];
        any |= from.w[w];
    }
    if (any && left) stride(&ground->in[out->column], &from, left, out);
}

void bz_find_range(const bz_table *t, const bz_ground *ground, int start, int column, int half_mp,
                   bz_range *out) {
    GG_ASSERT(half_mp < LEVELS);
    out->start = start;
    out->column = column;
    out->half_mp = half_mp;
    memset(out->level, 0, (size_t)(half_mp + 1) * sizeof out->level[0]);
    memset(&out->hexes, 0, sizeof out->hexes);
    for (int d = 0; d < DIRECTIONS; d++) {
        int left = after_first(t, ground, out, d);
        if (left >= 0) bz_add(&out->level[left], bz_next(start, d));
    }
    bz_add(&out->hexes, start);
    for (int left = half_mp; left >= 0; left--) settle(ground, left, &out->hexes, out);
    bz_del(&out->hexes, start);
}

// -------------------------------------------------------------------------------------------- ways
int bz_left_at(const bz_range *r, int hex) {
    int left = r->half_mp;
    while (left >= 0 && !bz_has(&r->level[left], hex)) left--;
    return left;
}

// Of ways that leave as much, the one straight from the start, then the one from the hex where most
// was left, of those from the lowest.
int bz_hex_before(const bz_table *t, const bz_ground *ground, const bz_range *r, int hex,
                  int *left) {
    bool enters = bz_has(&ground->watched, hex);
    int best = -1, most = -1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d), back = (d + DIRECTIONS / 2) % DIRECTIONS;
        if (from < 0) continue;
        if (from == r->start && after_first(t, ground, r, back) == *left) {
            *left = r->half_mp;
            return from;
        }
        int had = *left + t->cost[r->column][enters][from][back];
        if (had > r->half_mp || had < most || (had == most && from > best)) continue;
        if (!bz_has(&r->level[had], from) || !bz_has(&ground->free, from)) continue;
        best = from;
        most = had;
    }
    *left = most;
    return best;
}
