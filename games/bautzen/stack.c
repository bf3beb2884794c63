// SPDX-License-Identifier: Apache-2.0
// Stacks, occupation and zones of control.
//
// BR13 the last counter to arrive lies on top and CL always at the bottom; BR12 a hex is occupied
// by any counter but a CL alone; BH3, B26, BR27 every unit and HQ exerts a ZOC, CL do not; BH5 what
// may share a hex; B5, BH2, BH7 what a counter counts for.
//
// A stack is a list from its top down: top[hex], below[piece]. Ranks (facts) number it from the
// bottom; the list and the boards are derived from them.
#include "bautzen.h"

static bool has_unit(const bz_state *s, int hex) {
    int top = bz_top(s, hex);
    return top >= 0 && !bz_is_column(top);
}

bool bz_only_columns(const bz_state *s, int hex) {
    int top = bz_top(s, hex);
    return top >= 0 && bz_is_column(top);
}

bool bz_enemy_in(const bz_state *s, int side, int hex) {
    int top = bz_top(s, hex);
    return top >= 0 && bz_side_of(s, top) != side;
}

// B46: every hex near a height this side occupies. BR11: near is one or two hexes away; at one the
// occupant's ZOC closes it too.
static void find_heights(const bz_table *t, bz_state *s, int side) {
    memset(&s->heights[side], 0, sizeof s->heights[side]);
    for (int i = 0; i < BZ_DOMINANTS; i++) {
        if (!bz_has(&s->units[side], bz_dominants[i].hex)) continue;
        for (int w = 0; w < BOARD_WORDS; w++) s->heights[side].w[w] |= t->near_height[i].w[w];
    }
}

// BH3a: the six hexes round every unit; B26, BR27: HQ and artillery count among them. A CL does
// not, and no hex of `units` holds CL alone.
static void find_zoc(bz_state *s, int side) {
    s->zoc[side] = bz_spread(&s->units[side]);
}

// Keeps the boards right after a change in one hex.
static void occupation_changed(const bz_table *t, bz_state *s, int side, int hex, bool column) {
    bool own = !bz_enemy_in(s, side, hex) && bz_top(s, hex) >= 0;
    if (column) {
        bool any = false;
        for (int p = own ? bz_top(s, hex) : -1; p >= 0; p = bz_below(s, p)) any |= bz_is_column(p);
        if (any)
            bz_add(&s->columns[side], hex);
        else
            bz_del(&s->columns[side], hex);
        return;
    }
    bool now = own && has_unit(s, hex);
    if (now == bz_has(&s->units[side], hex)) return;
    if (now)
        bz_add(&s->units[side], hex);
    else
        bz_del(&s->units[side], hex);
    find_zoc(s, side);
    if (bz_hexes[hex].dominant) find_heights(t, s, side);
}

static void link_unit(bz_state *s, int piece, int hex) {
    int top = bz_top(s, hex);
    s->below[piece] = (uint8_t)(top + 1);
    s->f.rank[piece] = (uint8_t)(top < 0 ? 0 : s->f.rank[top] + 1);
    s->top[hex] = (uint8_t)(piece + 1);
}

static void link_column(bz_state *s, int piece, int hex) {
    uint8_t *at = &s->top[hex];
    while (*at) {
        s->f.rank[*at - 1]++;
        at = &s->below[*at - 1];
    }
    *at = (uint8_t)(piece + 1);
    s->below[piece] = 0;
    s->f.rank[piece] = 0;
}

void bz_arrive(const bz_table *t, bz_state *s, int piece, int hex) {
    s->f.where[piece] = (uint16_t)hex;
    if (bz_is_column(piece)) {
        link_column(s, piece, hex);
        s->counts[bz_side_of(s, piece)]++;
    } else {
        link_unit(s, piece, hex);
    }
    occupation_changed(t, s, bz_side_of(s, piece), hex, bz_is_column(piece));
}

void bz_leave(const bz_table *t, bz_state *s, int piece, int place) {
    int hex = s->f.where[piece], side = bz_side_of(s, piece);
    uint8_t *at = &s->top[hex];
    for (; *at != piece + 1; at = &s->below[*at - 1]) s->f.rank[*at - 1]--;
    *at = s->below[piece];
    s->below[piece] = 0;
    s->f.rank[piece] = 0;
    s->f.where[piece] = (uint16_t)place;
    if (bz_is_column(piece)) s->counts[side]--;
    occupation_changed(t, s, side, hex, bz_is_column(piece));
}

// Rebuilds the lists by rank: pieces of one hex have ranks 0 .. n-1.
static void derive_lists(bz_state *s) {
    memset(s->top, 0, sizeof s->top);
    memset(s->below, 0, sizeof s->below);
    for (int piece = 0; piece < PIECES; piece++) {
        if (!bz_on_map(s, piece)) continue;
        uint8_t *at = &s->top[s->f.where[piece]];
        while (*at && s->f.rank[*at - 1] > s->f.rank[piece]) at = &s->below[*at - 1];
        s->below[piece] = *at;
        *at = (uint8_t)(piece + 1);
    }
}

void bz_derive(const void *table, void *state) {
    const bz_table *t = table;
    bz_state *s = state;
    memset((char *)s + sizeof s->f, 0, sizeof *s - sizeof s->f);
    derive_lists(s);
    for (int piece = 0; piece < PIECES; piece++) {
        if (!bz_on_map(s, piece)) continue;
        int side = bz_side_of(s, piece);
        if (bz_is_column(piece)) {
            s->counts[side]++;
            bz_add(&s->columns[side], s->f.where[piece]);
        } else {
            bz_add(&s->units[side], s->f.where[piece]);
        }
    }
    for (int side = 0; side < 2; side++) {
        find_zoc(s, side);
        find_heights(t, s, side);
    }
    if (s->f.flow.depth == 0) return; // a position still being put together
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->node == N_STEP) s->ends = bz_move_ends(t, s, frame->subject);
}

int bz_points(const bz_state *s, int hex) {
    int points = 0;
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p)) points += bz_counters[p].stack_points;
    return points;
}

int bz_height_in_stack(const bz_state *s, int hex) {
    int top = bz_top(s, hex);
    return top < 0 ? 0 : s->f.rank[top] + 1;
}

// BH5f: one formation is at home in the hex, of all others together there is at most one unit:
// either the newcomer's own is, or the newcomer is the one guest. BH5g: independents and corps or
// army HQ, which have no formation, are nobody's guests.
static unsigned misfit_formation(const bz_state *s, int piece, int hex, int *other) {
    int own = bz_counters[piece].formation, host = own, comrades = 0, others = 0;
    bool two_hosts = false;
    if (own == 0) return 0; // BH5g
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p)) {
        int formation = bz_counters[p].formation;
        if (p == piece || bz_is_column(p) || formation == 0) continue; // BH5g
        if (formation == own) {
            comrades++;
            continue;
        }
        two_hosts |= others > 0 && formation != host;
        host = formation;
        others++;
        *other = p;
    }
    bool fits = others <= 1 || (comrades == 0 && !two_hosts);
    return fits ? 0 : REFUSE_MIXED_FORMATIONS;
}

unsigned bz_misfit(const bz_state *s, int piece, int hex, int *other) {
    if (bz_is_column(piece)) return 0; // a CL goes with anybody of its side
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p)) {
        if (bz_is_column(p) || bz_counters[p].nation == bz_counters[piece].nation) continue;
        *other = p;
        return REFUSE_MIXED_NATIONS;
    }
    return misfit_formation(s, piece, hex, other);
}

bool bz_composes(const bz_state *s, int piece, int hex) {
    int other;
    return bz_misfit(s, piece, hex, &other) == 0;
}
