// SPDX-License-Identifier: Apache-2.0
// What a procedure led to, as a player counts it: figures and structure lost, units destroyed,
// routed, disorganised and rallied, authority, stars, command points. All of it lies open.
#include "salvo.h"

static int nibbles(int byte) {
    return (byte & 15) + (byte >> 4);
}

// Structure lost by vehicles that are still there.
static int damage_to(const sv_table *t, const sv_state *then, const sv_state *now, int unit) {
    int sum = 0;
    for (unsigned m = now->alive[unit]; m; m &= m - 1) {
        int figure = t->unit[unit].first + gg_bits_ctz32(m);
        sum += nibbles(then->f.body[figure]) - nibbles(now->f.body[figure]);
        sum += nibbles(then->f.arms[figure]) - nibbles(now->f.arms[figure]);
    }
    return sum;
}

static void unit_lines(const sv_table *t, const sv_state *then, const sv_state *now, int viewer,
                       int unit, gg_effects *out) {
    int about = sv_piece_of_unit(unit), good = -gg_good_for(sv_side(unit), viewer);
    unsigned was = then->f.flags[unit] & U_DISORGANISED, is = now->f.flags[unit] & U_DISORGANISED;
    bool stands = sv_on_board(now, unit);
    if (!sv_infantry(t, unit) && stands)
        gg_effect_put(out, L_OUT_DAMAGE, damage_to(t, then, now, unit), about, good);
    gg_effect_put(out, L_OUT_FIGURES,
                  stands || now->f.where[unit] == AT_GONE ? sv_left(then, unit) - sv_left(now, unit)
                                                          : 0,
                  about, good);
    gg_effect_put(out, L_OUT_GONE, now->f.where[unit] == AT_GONE, about, good);
    gg_effect_put(out, L_OUT_ROUTED, now->f.where[unit] == AT_ROUTED, about, good);
    gg_effect_put(out, L_OUT_DISORGANISED, stands && is && !was, about, good);
    gg_effect_put(out, L_OUT_RALLIED, stands && was && !is, about, -good);
}

static void side_lines(const sv_state *then, const sv_state *now, int viewer, int side,
                       gg_effects *out) {
    int good = gg_good_for(side, viewer), stars = now->f.stars[side] - then->f.stars[side];
    int spent = then->f.points[side] - now->f.points[side];
    gg_effect_put(out, L_OUT_STARS, stars > 0 ? stars : 0, side, good);
    gg_effect_put(out, L_OUT_POINTS, spent > 0 ? spent : 0, side, -good);
}

// CH11, C9: who has won the battle, who decides on the order of this round.
static void moments(const sv_state *then, const sv_state *now, int viewer, gg_effects *out) {
    const gg_frame *top = gg_flow_top(&now->f.flow);
    bool won = now->f.winner > 0 && now->f.winner <= SEATS && !then->f.winner;
    if (won)
        gg_effect_put(out, L_OUT_WON, 1, now->f.winner - 1, gg_good_for(now->f.winner - 1, viewer));
    if (top->node == N_FIRST && gg_flow_top(&then->f.flow)->node != N_FIRST)
        gg_effect_put(out, L_OUT_FIRST, 1, top->seat, gg_good_for(top->seat, viewer));
}

void sv_outcome(const void *table, const void *before, const void *after, int viewer,
                gg_effects *out) {
    const sv_table *t = table;
    const sv_state *then = before, *now = after;
    moments(then, now, viewer, out);
    for (int unit = 0; unit < UNITS; unit++)
        if (then->f.where[unit] == AT_BOARD &&
            (memcmp(&then->alive[unit], &now->alive[unit], sizeof now->alive[unit]) != 0 ||
             then->f.where[unit] != now->f.where[unit] ||
             then->f.flags[unit] != now->f.flags[unit] || !sv_infantry(t, unit)))
            unit_lines(t, then, now, viewer, unit, out);
    for (int side = 0; side < SEATS; side++) side_lines(then, now, viewer, side, out);
}
