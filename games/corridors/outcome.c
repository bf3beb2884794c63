// SPDX-License-Identifier: Apache-2.0
// What a procedure led to, as a player counts it: places taken, cards destroyed, damaged, spotted
// and discarded, patrols sent home, raiders turned back, supply, victory points.
//
// Piles, held places and face-up cards are public (7.1). Damage is counted on cards whose place the
// viewer knows; one that he did not know before counts as unhurt before. What is hit in the air is
// hit before everybody's eyes, wherever it lands. Of what the enemy sets up in secret nothing is
// told, not even what it costs him.
#include "air.h"

static int pile(const co_state *s, int seat, int place) {
    return co_count(s->at[seat][place]);
}

// Held by the enemy alone before, and now by this seat alone.
static void places_taken(const co_state *then, const co_state *now, int viewer, gg_effects *out) {
    for (int seat = 0; seat < SEATS; seat++) {
        int enemy = co_enemy(seat);
        unsigned taken =
            then->held[enemy] & ~then->held[seat] & now->held[seat] & ~now->held[enemy] & 0xffffU;
        for (; taken; taken &= taken - 1)
            gg_effect_put(out, L_OUT_TAKEN, 1, gg_bits_ctz32(taken), gg_good_for(seat, viewer));
    }
}

static bool same_phase(const co_state *then, const co_state *now) {
    return then->f.turn == now->f.turn && then->f.active == now->f.active &&
           then->f.phase == now->f.phase;
}

// A raider that was in the air has landed, with new damage.
static bool landed_hurt(const co_state *then, const co_state *now, int p) {
    return now->f.damage[p] > then->f.damage[p] && co_airborne(then, p) &&
           !co_in(then->f.patrol, p) && now->f.where[p] == co_airfield(co_owner(p));
}

// AD36: who is hit on the way home at the end of a turn goes on, and lands with what he has.
static int damage_done(const co_table *t, const co_state *then, const co_state *now, int viewer,
                       int seat) {
    int sum = 0;
    for (int p = seat * CARDS; p < (seat + 1) * CARDS; p++) {
        bool homing = !same_phase(then, now) && landed_hurt(then, now, p);
        if (!now->f.damage[p] || !(homing || co_sees(t, now, viewer, p))) continue;
        int before = co_sees(t, then, viewer, p) ? then->f.damage[p] : 0;
        if (now->f.damage[p] > before) sum += now->f.damage[p] - before;
    }
    return sum;
}

// A111: a fight sends a patrol home. There its damage is out of sight (AD20); its going is not.
static int sent_home(const co_state *then, const co_state *now, int seat) {
    return co_count(then->f.patrol[seat] & now->at[seat][co_airfield(seat)]);
}

// AD32: a raider with new damage leaves the air at once, which both see. At the end of the turn all
// of them do (AD36), which is nobody's doing.
static int turned_back(const co_state *then, const co_state *now, int seat) {
    int sum = 0;
    for (int p = seat * CARDS; p < (seat + 1) * CARDS; p++)
        sum += same_phase(then, now) && landed_hurt(then, now, p);
    return sum;
}

static int spotted(const co_state *then, const co_state *now, int seat) {
    return co_count(now->f.spotted[seat] & ~then->f.spotted[seat]);
}

static void seat_lines(const co_table *t, const co_state *then, const co_state *now, int viewer,
                       int seat, gg_effects *out) {
    int good = gg_good_for(seat, viewer);
    int supply = now->f.supply[seat] - then->f.supply[seat];
    int discarded = pile(now, seat, DISCARD) - pile(then, seat, DISCARD);
    gg_effect_put(out, L_OUT_DESTROYED, pile(now, seat, VICTORY) - pile(then, seat, VICTORY), seat,
                  -good);
    gg_effect_put(out, L_OUT_DAMAGE, damage_done(t, then, now, viewer, seat), seat, -good);
    gg_effect_put(out, L_OUT_HOME, sent_home(then, now, seat), seat, -good);
    gg_effect_put(out, L_OUT_TURNED, turned_back(then, now, seat), seat, -good);
    gg_effect_put(out, L_OUT_SPOTTED, spotted(then, now, seat), seat, -good);
    gg_effect_put(out, L_OUT_POINTS, now->points[seat] - then->points[seat], seat, good);
    gg_effect_put(out, L_OUT_DISCARDED, discarded > 0 ? discarded : 0, seat, 0);
    gg_effect_put(out, L_OUT_SUPPLY, supply < 0 ? -supply : 0, seat, -good);
    gg_effect_put(out, L_OUT_GAINED, supply > 0 ? supply : 0, seat, good);
}

void co_outcome(const void *table, const void *before, const void *after, int viewer,
                gg_effects *out) {
    const co_state *then = before, *now = after;
    if (now->f.winner && now->f.winner != then->f.winner)
        gg_effect_put(out, L_OUT_WON, 1, now->f.winner - 1, gg_good_for(now->f.winner - 1, viewer));
    places_taken(then, now, viewer, out);
    for (int seat = 0; seat < SEATS; seat++)
        if (!co_in_secret(now, viewer, seat)) seat_lines(table, then, now, viewer, seat, out);
}
