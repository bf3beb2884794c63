// SPDX-License-Identifier: Apache-2.0
// What a counter counts for in a combat.
//
// The side that lies up gives the printed factor (BH2a). BH2c, BH2d an antitank unit counts in full
// beside another unit of its hex in the same combat, 1 without; B5, BR31 artillery alone defends
// with 1 a brigade and adds nothing but its support otherwise; BH13a, BH13b an HQ without a unit it
// may support defends with half its support, rounded up, otherwise it only supports. Then BH7e-BH7h
// what lack of supply leaves of it, and last BH5b, BH5c half of that, rounded down, in an
// overstacked hex.
//
// Each step also writes its ledger line when somebody reads one.
#include "combat.h"

static int face(const bz_state *s, int piece) {
    return bz_steps(s, piece) < bz_counters[piece].steps ? BZ_REDUCED : BZ_FULL;
}

static int printed_attack(const bz_state *s, int piece) {
    return bz_counters[piece].attack[face(s, piece)];
}

// Another non-CL unit of its hex attacks too.
bool bz_attacks_beside(const bz_state *s, int piece) {
    for (int p = bz_top(s, s->f.where[piece]); p >= 0; p = bz_below(s, p))
        if (p != piece && !bz_is_column(p) && s->f.status[p] & IN_COMBAT) return true;
    return false;
}

static bool stands_beside(const bz_state *s, int piece) {
    int top = bz_top(s, s->f.where[piece]), below = bz_below(s, piece);
    return top != piece || (below >= 0 && !bz_is_column(below));
}

static int change(int value, int to, unsigned rule, unsigned label, int a, int b, gg_ledger *out) {
    if (to != value) bz_detail(out, rule, label, to - value, a, b);
    return to;
}

// BH2c: with others beside it an antitank unit counts as printed; BH2d: alone as 1.
static int antitank(int value, int piece, bool partner, gg_ledger *out) {
    if (partner) return value;
    return change(value, 1, RULE_BH2d, L_ANTITANK_ALONE, piece, 0, out);
}

static int unsupplied_attack(int value, int piece, gg_ledger *out) {
    unsigned type = bz_counters[piece].type;
    unsigned rule = type == BZ_INFANTRY ? RULE_BH7e : type == BZ_ANTITANK ? RULE_BH7f : RULE_BH7g;
    return change(value, value / 2, rule, L_HALF_SUPPLY, piece, 0, out);
}

static int unsupplied_defence(int value, int piece, gg_ledger *out) {
    int type = bz_counters[piece].type;
    if (type == BZ_INFANTRY || type == BZ_ANTITANK) return value;
    return change(value, (value + 1) / 2, RULE_BH7h, L_HALF_SUPPLY, piece, 0, out);
}

// BH5b: stacks are looked at when movement and when a combat ends, that is, before each combat.
static int overstacked(const bz_state *s, int value, int piece, gg_ledger *out) {
    int hex = s->f.where[piece];
    if (!value || bz_points(s, hex) <= bz_hexes[hex].stack_limit) return value;
    return change(value, value / 2, RULE_BH5c, L_HALF_STACK, piece, hex, out);
}

int bz_attack_line(const bz_state *s, int piece, bool partner, gg_ledger *out) {
    int value = printed_attack(s, piece);
    bz_detail(out, RULE_BH2a, L_ATTACKER, value, piece, s->f.where[piece]);
    if (bz_counters[piece].type == BZ_ANTITANK) value = antitank(value, piece, partner, out);
    if (s->f.status[piece] & UNSUPPLIED) value = unsupplied_attack(value, piece, out);
    return overstacked(s, value, piece, out);
}

// BR31: only artillery and CL in the hex; an HQ is company.
bool bz_guns_alone(const bz_state *s, int hex) {
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))
        if (!bz_is_column(p) && bz_counters[p].type != BZ_ARTILLERY) return false;
    return true;
}

static int artillery(const bz_state *s, int piece, gg_ledger *out) {
    int hex = s->f.where[piece];
    if (bz_guns_alone(s, hex)) {
        bz_detail(out, RULE_B5, L_GUNS_ALONE, 1, piece, hex);
        return 1;
    }
    bz_detail(out, RULE_BR31, L_GUNS_WITH_OTHERS, 0, piece, hex);
    return 0;
}

static int headquarters(const bz_state *s, int piece, gg_ledger *out) {
    int hex = s->f.where[piece], half = (bz_counters[piece].support + 1) / 2;
    if (bz_hq_has_company(s, piece)) {
        bz_detail(out, RULE_BH13b, L_HQ_WITH_UNITS, 0, piece, hex);
        return 0;
    }
    bz_detail(out, RULE_BH13a, L_HQ_ALONE, half, piece, hex);
    return half;
}

static int fighting_unit(const bz_state *s, int piece, gg_ledger *out) {
    int value = bz_counters[piece].defence[face(s, piece)];
    bz_detail(out, RULE_BH2a, L_DEFENDER, value, piece, s->f.where[piece]);
    if (bz_counters[piece].type != BZ_ANTITANK) return value;
    return antitank(value, piece, stands_beside(s, piece), out);
}

int bz_defence_line(const bz_state *s, int piece, gg_ledger *out) {
    int type = bz_counters[piece].type;
    int value = type == BZ_HQ          ? headquarters(s, piece, out)
                : type == BZ_ARTILLERY ? artillery(s, piece, out)
                                       : fighting_unit(s, piece, out);
    if (s->f.status[piece] & UNSUPPLIED) value = unsupplied_defence(value, piece, out);
    return overstacked(s, value, piece, out);
}
