// SPDX-License-Identifier: Apache-2.0
// Chapter 8.1 and 8.2: who attacks what, and the order of a combat up to its die.
//
// BH9a nobody has to; BH9b an adjacent hex, BH9c once per unit and segment, BH9d again by others,
// BH9f from several hexes and formations, BH9g a stack may split its targets; BH5e with at least
// one attack factor; BR19 14 and 15 GRD not into the south while restricted. BD13 one combat is
// finished before the next. BH9h the order: attackers with their supports, the defender's supports,
// secret commitments, reveal, ratio, shifts, die. BH9i of the other side only the total is told.
// BH9e all units of the hex defend together, BH5d with at least 1. B6 a hex with CL alone is
// r08_capture.c.
#include "combat.h"

enum { TOTAL_MAX = 255 };

// ---------------------------------------------------------------------------------- who takes part
bz_set bz_attackers(const bz_state *s) {
    bz_set set = {{0, 0}};
    for (int d = 0; d < DIRECTIONS; d++) {
        int hex = bz_next(s->f.target, d);
        for (int p = hex < 0 ? -1 : bz_top(s, hex); p >= 0; p = bz_below(s, p))
            if (s->f.status[p] & IN_COMBAT) bz_set_add(&set, p);
    }
    return set;
}

bz_set bz_defenders(const bz_state *s) {
    bz_set set = {{0, 0}};
    for (int p = bz_top(s, s->f.target); p >= 0; p = bz_below(s, p))
        if (!bz_is_column(p)) bz_set_add(&set, p);
    return set;
}

static bool can_attack(const bz_state *s, int piece, int hex) {
    return !bz_is_column(piece) && bz_counters[piece].attack[BZ_FULL] > 0 &&
           !(s->f.status[piece] & (ATTACKED | IN_COMBAT)) && !bz_restricted(s, piece, hex);
}

// Every unit that may attack this hex now or already does.
bz_set bz_able_to_attack(const bz_state *s, int side, int hex) {
    bz_set set = {{0, 0}};
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d), top = from < 0 ? -1 : bz_top(s, from);
        if (top < 0 || bz_is_column(top) || bz_counters[top].side != side) continue;
        for (int p = top; p >= 0; p = bz_below(s, p))
            if (s->f.status[p] & IN_COMBAT || can_attack(s, p, hex)) bz_set_add(&set, p);
    }
    return set;
}

// BH5e: could they bring one attack factor, all of them together? More units never lower a sum.
static bool worth_something(const bz_state *s, const bz_set *able) {
    bz_set left = *able;
    for (int p; (p = bz_set_pop(&left)) >= 0;) {
        bool partner = false;
        for (int q = bz_top(s, s->f.where[p]); q >= 0; q = bz_below(s, q))
            partner |= q != p && bz_set_has(able, q);
        if (bz_attack_line(s, p, partner, NULL) > 0) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------- COMBAT node
// What `attack` and `join` ask of a unit alike.
static bool check_attacker(const bz_state *s, int seat, int piece, int hex, gg_verdict *verdict) {
    GG_REFUSE_IF(bz_is_column(piece) || !bz_counters[piece].attack[BZ_FULL], CANNOT_ATTACK, piece,
                 0);
    GG_REFUSE_IF(bz_counters[piece].side != seat, NOT_YOUR_ATTACKER, piece, 0);
    GG_REFUSE_IF(!bz_on_map(s, piece) || bz_distance(s->f.where[piece], hex) != 1,
                 NOT_BESIDE_TARGET, piece, hex);
    // B52: who has moved or entered the map in this turn may attack all the same
    GG_REFUSE_IF(s->f.status[piece] & (ATTACKED | IN_COMBAT), ALREADY_ATTACKED, piece, 0);
    GG_REFUSE_IF(bz_restricted(s, piece, hex), ATTACK_NOT_SOUTH_YET, piece, hex);
    return true; // BH9g: what others of its stack have attacked is no bar
}

// BH9d: a hex attacked before may be attacked again, by others.
static bool check_target(const bz_state *s, int seat, int piece, int hex, gg_verdict *verdict) {
    GG_REFUSE_IF(!bz_enemy_in(s, seat, hex), NO_ENEMY_TO_ATTACK, hex, 0);
    if (!check_attacker(s, seat, piece, hex, verdict)) return false;
    bz_set able = bz_able_to_attack(s, seat, hex);
    GG_REFUSE_IF(!worth_something(s, &able), NO_ATTACK_FACTOR, hex, 0);
    return true;
}

// Attacks of a side, ascending; with `out` NULL only whether there is one.
static uint32_t list_attacks(const bz_state *s, int seat, gg_action *out) {
    bz_board reach = bz_spread(&s->units[seat]);
    uint32_t n = 0;
    for (int w = 0; w < BOARD_WORDS; w++)
        reach.w[w] &= s->units[1 - seat].w[w] | s->columns[1 - seat].w[w];
    for (int hex; (hex = bz_pop(&reach)) >= 0;) {
        bz_set able = bz_able_to_attack(s, seat, hex);
        if (!worth_something(s, &able)) continue;
        if (!out) return 1;
        for (int p; (p = bz_set_pop(&able)) >= 0;)
            out[n++] = gg_act(V_ATTACK, (unsigned)hex, (unsigned)p, 0);
    }
    return n;
}

bool bz_check_combat(const bz_table *t, const bz_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    (void)t;
    if (gg_verb_of(action) == V_ATTACK)
        return check_target(s, seat, gg_b(action), gg_a(action), verdict);
    return true; // BH9a: nobody must attack
}

uint32_t bz_legal_combat(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    uint32_t n = list_attacks(s, seat, out);
    (void)t;
    out[n++] = gg_act(V_END, 0, 0, 0);
    return n;
}

void bz_play_combat(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    if (gg_verb_of(action) == V_END) {
        bz_next_segment(t, s, events);
        return;
    }
    int seat = gg_flow_top(&s->f.flow)->seat;
    s->f.target = s->f.stand = (uint16_t)gg_a(action);
    s->f.status[gg_b(action)] |= IN_COMBAT;
    gg_flow_call(&s->f.flow, N_ATTACK, (unsigned)seat);
}

void bz_finish_combat(bz_state *s) {
    size_t from = offsetof(struct bz_facts, target);
    for (int p = 0; p < UNITS; p++) s->f.status[p] &= (uint8_t)~IN_COMBAT;
    memset((char *)&s->f + from, 0, sizeof s->f - from);
    gg_flow_end(&s->f.flow);
}

// ------------------------------------------------------------------------------------- ATTACK node
static int attack_factors(const bz_state *s) {
    bz_set left = bz_attackers(s);
    int sum = 0;
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        sum += bz_attack_line(s, p, bz_attacks_beside(s, p), NULL);
    return sum;
}

bool bz_check_attack(const bz_table *t, const bz_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int target = s->f.target;
    switch (gg_verb_of(action)) {
    case V_ATTACK: GG_REFUSE_IF(true, COMBAT_IN_PROGRESS, target, 0); return true;
    case V_JOIN: return check_attacker(s, seat, gg_a(action), target, verdict); // BH9f
    case V_SUPPORT: return bz_check_support(t, s, seat, gg_a(action), gg_b(action), verdict);
    default: break;
    }
    int factors = attack_factors(s);
    GG_REFUSE_IF(factors < 1, NO_ATTACK_FACTOR, target, factors);
    return true;
}

uint32_t bz_legal_attack(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    bz_set able = bz_able_to_attack(s, seat, s->f.target);
    uint32_t n = 0;
    for (int p; (p = bz_set_pop(&able)) >= 0;)
        if (!(s->f.status[p] & IN_COMBAT)) out[n++] = gg_act(V_JOIN, (unsigned)p, 0, 0);
    n += bz_legal_supports(t, s, seat, out + n);
    if (attack_factors(s) > 0) out[n++] = gg_act(V_CONFIRM, 0, 0, 0);
    return n;
}

// ------------------------------------------------------------------------------------------ totals
static int all_supports(const bz_table *t, const bz_state *s, bool guns, gg_ledger *out) {
    int sum = 0;
    for (int i = 0; i < s->f.supports; i++) {
        int giver = s->f.support_giver[i];
        if ((bz_counters[giver].type == BZ_ARTILLERY) == guns)
            sum += bz_support_line(t, s, giver, s->f.support_taker[i], out);
    }
    return sum;
}

// B17: support adds to the attack. B22: never more than its factors, BR7 those that count, after
// halving; B3, B23: HQ and guns together.
// B24: so 8 factors, 8 support points at most.
bz_total bz_attack_total(const bz_table *t, const bz_state *s, gg_ledger *out) {
    bz_set left = bz_attackers(s);
    bz_total total = {0, 0};
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        total.factors += bz_attack_line(s, p, bz_attacks_beside(s, p), out);
    int limit = total.factors;
    int all = all_supports(t, s, false, out) + all_supports(t, s, true, out);
    total.support = all > limit ? limit : all;
    if (total.support < all)
        bz_note(out, GG_L_ADD, RULE_B22, L_SUPPORT_CUT, total.support - all, limit, 0);
    bz_note(out, GG_L_TOTAL, RULE_BH9j, L_ATTACK_TOTAL, total.factors + total.support, 0, 0);
    return total;
}

// BH9e: all units of the hex defend. B17: support adds; BR8: in defence it has no limit.
bz_total bz_defence_total(const bz_table *t, const bz_state *s, gg_ledger *out) {
    bz_set left = bz_defenders(s);
    bz_total total = {0, 0};
    for (int p; (p = bz_set_pop(&left)) >= 0;) total.factors += bz_defence_line(s, p, out);
    total.support = all_supports(t, s, false, out) + all_supports(t, s, true, out);
    if (total.factors + total.support < 1) { // BH5d
        total.factors = 1;
        bz_note(out, GG_L_ADD, RULE_BH5d, L_LEAST_DEFENCE, 1, 0, 0);
    }
    bz_note(out, GG_L_TOTAL, RULE_BH9j, L_DEFENCE_TOTAL, total.factors + total.support, 0, 0);
    return total;
}

// BH9i: what is declared is one sum; how much of it is support stays with its side.
static uint8_t declared(bz_total total) {
    int sum = total.factors + total.support;
    return (uint8_t)(sum > TOTAL_MAX ? TOTAL_MAX : sum);
}

// The named supports are spent and told to their own side; then nothing of them is kept.
static void spend_supports(const bz_table *t, bz_state *s, int side, gg_events *events) {
    for (int i = 0; i < s->f.supports; i++) {
        int giver = s->f.support_giver[i], taker = s->f.support_taker[i];
        gg_emit(events, E_SUPPORT, RULE_B17, 1U << side, 0, giver, taker,
                bz_support_line(t, s, giver, taker, NULL), 0, 0);
    }
    for (int i = 0; i < s->f.supports; i++) s->f.status[s->f.support_giver[i]] |= SUPPORTED;
    memset(s->f.support_giver, 0, sizeof s->f.support_giver);
    memset(s->f.support_taker, 0, sizeof s->f.support_taker);
    s->f.supports = 0;
}

// --------------------------------------------------------------------------------------- declaring
static void close_defence(const bz_table *t, bz_state *s, gg_events *events) {
    int side = bz_defender(s);
    bz_set left = bz_defenders(s);
    s->f.defence = declared(bz_defence_total(t, s, NULL));
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (s->f.status[p] & UNSUPPLIED) s->f.combat_flags |= CF_UNSUPPLIED;
    spend_supports(t, s, side, events);
    gg_emit(events, E_DEFENDED, RULE_BH9i, GG_SEE_ALL, GG_E_REVEAL, side, s->f.target, s->f.defence,
            0, 0);
    gg_flow_goto(&s->f.flow, N_COMMIT, BZ_ALLIED); // BD7
}

static void declare(const bz_table *t, bz_state *s, gg_events *events) {
    int side = bz_attacker(s);
    bz_set left = bz_attackers(s);
    s->f.attack = declared(bz_attack_total(t, s, NULL));
    s->f.combat_flags = (uint8_t)bz_attack_flags(t, s);
    for (int p; (p = bz_set_pop(&left)) >= 0;) {
        gg_emit(events, E_ATTACKER, RULE_BH9b, 1U << side, 0, p, s->f.target,
                bz_attack_line(s, p, bz_attacks_beside(s, p), NULL), 0, 0);
        s->f.status[p] |= ATTACKED; // BR16: also against columns alone
    }
    spend_supports(t, s, side, events);
    gg_emit(events, E_ATTACKED, RULE_BH9i, GG_SEE_ALL, GG_E_REVEAL, side, s->f.target, s->f.attack,
            0, 0);
    if (bz_only_columns(s, s->f.target)) { // B6: nobody defends them
        s->f.stage = STAGE_COLUMNS;
        bz_open_capture(s, s->f.target);
    } else { // BH9h: then the defender names his supports
        gg_flow_goto(&s->f.flow, N_DEFENCE, (unsigned)(1 - side));
    }
}

void bz_play_attack(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    switch (gg_verb_of(action)) {
    case V_JOIN: s->f.status[gg_a(action)] |= IN_COMBAT; break;
    case V_SUPPORT: bz_play_support(s, gg_a(action), gg_b(action)); break;
    default: declare(t, s, events); break;
    }
}

// ------------------------------------------------------------------------------------ DEFENCE node
bool bz_check_defence(const bz_table *t, const bz_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    unsigned verb = gg_verb_of(action);
    if (verb == V_SUPPORT) return bz_check_support(t, s, seat, gg_a(action), gg_b(action), verdict);
    GG_REFUSE_IF(verb == V_CONFIRM && !s->f.supports, NO_SUPPORT_NAMED, s->f.target, 0);
    GG_REFUSE_IF(verb == V_NO && s->f.supports, SUPPORT_NAMED, s->f.target, s->f.supports);
    return true;
}

uint32_t bz_legal_defence(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    uint32_t n = bz_legal_supports(t, s, seat, out);
    out[n++] = gg_act(s->f.supports ? V_CONFIRM : V_NO, 0, 0, 0);
    return n;
}

void bz_play_defence(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    if (gg_verb_of(action) == V_SUPPORT)
        bz_play_support(s, gg_a(action), gg_b(action));
    else
        close_defence(t, s, events);
}
