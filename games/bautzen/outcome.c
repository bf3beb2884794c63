// SPDX-License-Identifier: Apache-2.0
// What a procedure led to, as a player counts it: hexes taken and given up, retreats, steps, units,
// supply columns, air markers, points.
//
// Occupation, losses and columns on the map are public (BR13, view.c). How far a stack fell back is
// read off the counter that lay on top of it, if the viewer sees it again.
#include "bautzen.h"

static bz_board both(const bz_board *a, const bz_board *b) {
    bz_board out;
    for (int i = 0; i < BOARD_WORDS; i++) out.w[i] = a->w[i] & b->w[i];
    return out;
}

// Held before by the one side, now by the other.
static void hexes_taken(const bz_state *then, const bz_state *now, int viewer, gg_effects *out) {
    for (int side = 0; side < SEATS; side++) {
        bz_board taken = both(&then->units[1 - side], &now->units[side]);
        for (int hex; (hex = bz_pop(&taken)) >= 0 && out->count < GG_EFFECTS_MAX / 2;)
            gg_effect_put(out, L_OUT_TAKEN, 1, hex, gg_good_for(side, viewer));
    }
}

static int in_place(const bz_state *s, int side, int place) {
    int count = 0;
    for (int p = 0; p < UNITS; p++) count += s->f.where[p] == place && bz_side_of(s, p) == side;
    return count;
}

// Stacks of the side that does not move: it leaves a hex only when it is driven out.
static void driven_out(const bz_table *t, const bz_state *then, const bz_state *now, int viewer,
                       gg_effects *out) {
    int side = 1 - bz_phase_side(then);
    bz_board held = then->units[side];
    for (int i = 0; i < BOARD_WORDS; i++) held.w[i] &= ~now->units[side].w[i];
    for (int hex; (hex = bz_pop(&held)) >= 0 && out->count < GG_EFFECTS_MAX / 2;) {
        int top = bz_top(then, hex), good = -gg_good_for(side, viewer);
        bool seen = bz_on_map(now, top) && bz_sees(t, now, viewer, top);
        if (seen) gg_effect_put(out, L_OUT_RETREAT, bz_distance(hex, now->f.where[top]), hex, good);
        if (!bz_has(&now->units[1 - side], hex)) gg_effect_put(out, L_OUT_LEFT, 1, hex, good);
    }
}

void bz_outcome(const void *table, const void *before, const void *after, int viewer,
                gg_effects *out) {
    const bz_state *then = before, *now = after;
    hexes_taken(then, now, viewer, out);
    for (int side = SEATS - 1; side >= 0; side--) {
        int good = -gg_good_for(side, viewer);
        gg_effect_put(out, L_OUT_UNITS,
                      in_place(now, side, AT_DEAD) - in_place(then, side, AT_DEAD), side, good);
        gg_effect_put(out, L_OUT_STEPS, now->f.steps_lost[side] - then->f.steps_lost[side], side,
                      good);
    }
    driven_out(table, then, now, viewer, out);
    for (int side = 0; side < SEATS; side++) {
        int fewer = then->counts[side] - now->counts[side];
        gg_effect_put(out, L_OUT_COLUMNS, fewer > 0 ? fewer : 0, side, -gg_good_for(side, viewer));
    }
    int air = now->f.air_used - then->f.air_used;
    gg_effect_put(out, L_OUT_AIR, air > 0 ? air : 0, 0, 0);
    gg_effect_put(out, L_OUT_POINTS, now->f.points - then->f.points, 0,
                  gg_good_for(BZ_GERMAN, viewer));
}
