// SPDX-License-Identifier: Apache-2.0
// Control and victory.
//
// BH16e a hex belongs to the side that occupies it or was the last to enter it, even in passing;
// BD4, BH16f control at the start; BH16a-c what the German side scores at the end of each turn, by
// Bautzen and the secondary objectives, as long as Dresden is not Allied; BH16d who wins by it;
// BD5a what "cut off" means; BD5b the margin for balance figures. BH16g `puzzle` is won by holding
// Weissenberg when it ends.
#include "bautzen.h"

// BH16e: who entered last controls the hex.
void bz_enter_hex(bz_state *s, int side, int hex) {
    unsigned bit = bz_bit(hex);
    if (side == BZ_GERMAN)
        s->f.control[bit >> 6] |= UINT64_C(1) << (bit & 63);
    else
        s->f.control[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
}

// BD5a: Allied-controlled, and no supply line to a source its units there may use.
static bool cut_off(const bz_table *t, const bz_state *s, int hex) {
    if (bz_german_controls(s, hex)) return false;
    int net = NET_ALLIED;
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))
        if (!bz_is_column(p) && bz_net_of(s, p) == NET_GUARDS) net = NET_GUARDS;
    bz_board supplied = bz_supplied(t, s, net, -1);
    return !bz_has(&supplied, hex);
}

static int count_controlled(const bz_state *s, int kind) {
    int n = 0;
    for (int i = 0; i < BZ_VICTORY_HEXES; i++)
        n += bz_victory_hexes[i].what == kind && bz_german_controls(s, bz_victory_hexes[i].hex);
    return n;
}

static int count_cut_off(const bz_table *t, const bz_state *s) {
    int n = 0;
    for (int i = 0; i < BZ_VICTORY_HEXES; i++)
        n += bz_victory_hexes[i].what == BZ_VP_PRIMARY && cut_off(t, s, bz_victory_hexes[i].hex);
    return n;
}

enum { POINTS_BAUTZEN = 2, POINTS_CUT_OFF = 1, POINTS_DRESDEN = 2 };

bool bz_by_points(const bz_table *t) {
    return t->request.scenario != SC_PUZZLE; // BH16g
}

// BH16b: one point for each.
static int secondary_points(const bz_state *s) {
    return count_controlled(s, BZ_VP_SECONDARY);
}

// The end of a turn.
void bz_score_turn(const bz_table *t, bz_state *s, gg_events *events) {
    int held = count_controlled(s, BZ_VP_PRIMARY), cut = count_cut_off(t, s);
    int bautzen = POINTS_BAUTZEN * held + POINTS_CUT_OFF * cut; // BH16a
    int secondary = secondary_points(s);
    int dresden = count_controlled(s, BZ_VP_DRESDEN) ? 0 : POINTS_DRESDEN; // BH16c
    int sum = bautzen + secondary - dresden;
    if (!bz_by_points(t)) return;
    if (sum > 0) s->f.points = (uint8_t)(s->f.points + sum);
    gg_emit(events, E_POINTS, RULE_BH16a, GG_SEE_ALL, 0, bautzen, secondary, dresden, s->f.points,
            0);
}

static bool german_won(const bz_table *t, const bz_state *s) {
    if (!bz_by_points(t)) return bz_german_controls(s, bz_at(19, 10)); // BH16g
    return s->f.points >= t->ready.points;                             // BH16d
}

// What decided it, for the log.
void bz_tell_victory(const bz_table *t, const bz_state *s, gg_events *events) {
    if (bz_by_points(t)) {
        gg_emit(events, E_END_POINTS, RULE_BH16d, GG_SEE_ALL, 0, s->f.points, t->ready.points, 0, 0,
                0);
        return;
    }
    int held = bz_german_controls(s, bz_at(19, 10));
    gg_emit(events, E_END_GOAL, RULE_BH16g, GG_SEE_ALL, 0, held, 0, 0, 0, 0);
}

// BD5b in half points, for the German side.
static int german_points(const bz_table *t, const bz_state *s) {
    int points = 12 * count_controlled(s, BZ_VP_PRIMARY) + 6 * count_cut_off(t, s);
    points += 4 * count_controlled(s, BZ_VP_SECONDARY);
    points -= count_controlled(s, BZ_VP_DRESDEN) ? 0 : 12;
    return points + s->f.steps_lost[BZ_ALLIED] - s->f.steps_lost[BZ_GERMAN];
}

// BH1g: looked at after the last turn. BH16d: not the German one, then the Allied.
void bz_score(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin) {
    half[SEAT_GERMAN] = german_won(t, s) ? 2 : 0;
    half[SEAT_ALLIED] = 2 - half[SEAT_GERMAN];
    *margin = -german_points(t, s); // BD5b
}
