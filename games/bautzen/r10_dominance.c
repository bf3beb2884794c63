// SPDX-License-Identifier: Apache-2.0
// Chapter 10D: dominant positions in combat.
// BR1: two chapters are numbered 10; the other one, air support, is 10A (r10_commitment.c).
//
// B38, BR10 an attack on a dominant hex loses one column, once, whoever defends it; B39 so 4:1
// becomes 3:1. B40-B42 an HQ gives 2 points more when the unit it supports stands on a dominant
// hex, or within two hexes of one that its side occupies, or controls though it is empty; B43 so 6
// becomes 8. BR9 it is the unit supported that must be near, once per HQ, and artillery gains
// nothing. What a height does to stacks is in knowledge.c (B44), to supply lines in r07_supply.c
// (B46).
#include "combat.h"

// B38, B39: 4:1 becomes 3:1. BR10: one column, however many defend.
int bz_height_shift(int hex) {
    return bz_hexes[hex].dominant ? -1 : 0;
}

// B42: near an empty height its side controls.
static bool near_controlled(const bz_table *t, const bz_state *s, int side, int hex) {
    for (int i = 0; i < BZ_DOMINANTS; i++) {
        int height = bz_dominants[i].hex;
        bool own = bz_german_controls(s, height) == (side == BZ_GERMAN);
        if (own && bz_has(&t->near_height[i], hex) && bz_has(&t->area, height) &&
            !bz_has(&s->units[1 - side], height) && !bz_has(&s->units[side], height))
            return true;
    }
    return false;
}

// BR9: it is the unit supported that must be near.
unsigned bz_height_bonus(const bz_table *t, const bz_state *s, int giver, int taker) {
    // B43: a support of 6 counts as 8
    int side = bz_counters[giver].side;
    int hex = s->f.where[taker];
    if (bz_hexes[hex].dominant) return RULE_B40;
    if (bz_has(&s->heights[side], hex)) return RULE_B41;
    if (near_controlled(t, s, side, hex)) return RULE_B42;
    return 0;
}
