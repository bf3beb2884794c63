// SPDX-License-Identifier: Apache-2.0
// Chapter 11: Allied reinforcements.
//
// B47-B49 only the Allied player, by one die on a table, from turn 2 on (BR21); BH14 the table and
// its modifiers, of which only the better counts (BR29); B53, B28 air markers, three at most; B59,
// B60, BR18 the first test frees 14 and 15 GRD; B50, BR20 granted formations wait at the edge and
// enter by movement (r05_movement.c).
#include "bautzen.h"

enum { AIR_MAX = 3, EARLY = 3, GUARDS_TANKS = 7 };

static int modifier(const bz_state *s) {
    bool bautzen = bz_german_controls(s, bz_at(14, 10)) || bz_german_controls(s, bz_at(15, 11));
    bool weissenberg = bz_german_controls(s, bz_at(19, 10));
    int sum = s->f.turn <= EARLY ? -2 : 0; // BH14a
    // BR29: one of the two, not both
    if (bautzen && weissenberg)
        sum += 2; // BH14c
    else if (bautzen)
        sum += 1; // BH14b
    return sum;
}

// B55, B56: a whole formation, its HQ counted. False when it is already in play (BH14h).
static bool grant(bz_state *s, int formation, unsigned rule, gg_events *events) {
    const bz_formation *f = &bz_formations[formation];
    bool granted = false;
    for (int p = f->first; p < f->first + f->count; p++) {
        if (s->f.where[p] != AT_POOL) continue;
        s->f.where[p] = AT_EDGE; // B54: given by the First Ukrainian Front
        granted = true;
    }
    if (granted) gg_emit(events, E_GRANTED, rule, GG_SEE_ALL, 0, formation, 0, 0, 0, 0);
    return granted;
}

// B53: one more air marker.
static void grant_air(bz_state *s, gg_events *events) {
    if (s->f.air_total >= AIR_MAX) return; // B28: three in all
    s->f.air_total++;
    gg_emit(events, E_AIR_GRANTED, RULE_B53, GG_SEE_ALL, 0, s->f.air_total, 0, 0, 0, 0);
}

// BH14d: up to 4 brings nothing. BH14h: what is in play already takes nothing from the rest of the
// result: the air marker comes whether the formation did or not.
static void table_result(bz_state *s, int result, gg_events *events) {
    if (result == 5) grant(s, F95GRD, RULE_BH14e, events);           // BH14e
    if (result == 6) grant(s, F95GRD, RULE_BH14f, events);           // BH14f
    if (result >= GUARDS_TANKS) grant(s, F4GTC, RULE_BH14g, events); // BH14g
    if (result >= 6) grant_air(s, events);                           // BH14f, BH14g
}

static int division(int bit) {
    return bit == 0 ? F14GRD : F15GRD;
}

static int division_hq(int bit) {
    return bz_formations[division(bit)].hq;
}

// A scenario may do without a division, or it may be lost: then nobody hears of it.
static bool on_map(const bz_state *s, int bit) {
    const bz_formation *f = &bz_formations[division(bit)];
    for (int p = f->first; p < f->first + f->count; p++)
        if (bz_on_map(s, p)) return true;
    return false;
}

// Bits of the divisions that a test may still free.
static unsigned to_release(const bz_state *s) {
    unsigned bits = 0;
    for (int bit = 0; bit < 2; bit++)
        if (!(s->f.released >> bit & 1) && on_map(s, bit)) bits |= 1U << bit;
    return bits;
}

static void release(bz_state *s, int bit, unsigned rule, gg_events *events) {
    bool told = to_release(s) >> bit & 1;
    s->f.released |= (uint8_t)(1 << bit);
    if (!told) return;
    gg_emit(events, E_RELEASED, rule, GG_SEE_ALL, 0, division(bit), 0, 0, 0, 0);
}

void bz_play_reinforce(const bz_table *t, bz_state *s, gg_action outcome, gg_events *events) {
    int die = gg_a(outcome);
    int plus = modifier(s), result = die + plus; // B49
    bool by_result = t->request.option[O_RELEASE_BY_RESULT] != 0;
    gg_emit(events, E_REINFORCE_DIE, RULE_B49, GG_SEE_ALL, 0, die, plus, result, 0, 0);
    s->f.tested = 1;
    for (int bit = 0; bit < 2 && !by_result; bit++) release(s, bit, RULE_B60, events);
    table_result(s, result, events);
    if (by_result && (result == 3 || result == 4) && to_release(s))
        gg_flow_goto(&s->f.flow, N_RELEASE, BZ_ALLIED); // BR18, option
    else
        bz_next_segment(t, s, events);
}

bool bz_check_release(const bz_table *t, const bz_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    int piece = gg_a(action);
    (void)t;
    (void)seat;
    bool known = (piece == division_hq(0) && to_release(s) & 1) ||
                 (piece == division_hq(1) && to_release(s) & 2);
    GG_REFUSE_IF(!known, NOT_TO_RELEASE, piece, 0);
    return true;
}

uint32_t bz_legal_release(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)t;
    (void)seat;
    for (int bit = 0; bit < 2; bit++)
        if (to_release(s) >> bit & 1)
            out[n++] = gg_act(V_RELEASE, (unsigned)division_hq(bit), 0, 0);
    return n;
}

void bz_play_release(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    release(s, gg_a(action) == division_hq(0) ? 0 : 1, RULE_BR18, events);
    bz_next_segment(t, s, events);
}
