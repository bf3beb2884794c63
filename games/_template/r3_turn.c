// SPDX-License-Identifier: Apache-2.0
// Chapter 3: what a side may do in its turn. Z5 only cards in hand, Z6 garrisons go face down on
// empty fords, Z7 next to a ford one holds, Z8 assaults (r4_assault.c), Z3 the opening garrison.
//
// The check of a node is its only judge: the legal list proposes candidates and asks it, or its
// part for the verb, about each.
#include "template.h"

static bool check_neighbour(const tp_state *s, int seat, int ford, gg_verdict *verdict) {
    GG_REFUSE_IF(!tp_holds(s, seat, ford - 1) && !tp_holds(s, seat, ford + 1), NO_NEIGHBOUR, ford,
                 0);
    return true;
}

static bool check_garrison(const tp_state *s, int seat, gg_action action, gg_verdict *verdict) {
    int ford = gg_a(action);
    if (!tp_check_card(s, seat, gg_b(action), verdict)) return false;
    GG_REFUSE_IF(s->f.holder[ford], FORD_HELD, ford, s->f.holder[ford] - 1);
    return check_neighbour(s, seat, ford, verdict);
}

static bool check_assault(const tp_state *s, int seat, gg_action action, gg_verdict *verdict) {
    int ford = gg_a(action);
    GG_REFUSE_IF(!tp_holds(s, 1 - seat, ford), NOT_ENEMY, ford, 0);
    if (!check_neighbour(s, seat, ford, verdict)) return false;
    // Z8: an assault without a card cannot be confirmed, so it is not begun with an empty hand.
    GG_REFUSE_IF(!s->hand_count[seat], NO_CARD_YET, ford, 0);
    return true;
}

// ---------------------------------------------------------------------------------------- opening
bool tp_check_opening(const tp_table *t, const tp_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    int ford = gg_a(action);
    (void)t;
    if (!tp_check_card(s, seat, gg_b(action), verdict)) return false;
    GG_REFUSE_IF(ford != tp_home(seat), NOT_HOME, ford, tp_home(seat));
    return true;
}

uint32_t tp_legal_opening(const tp_table *t, const tp_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (unsigned card = 1; card < STRENGTHS; card++) {
        gg_action one = gg_act(V_GARRISON, (unsigned)tp_home(seat), card, 0);
        if (tp_check_opening(t, s, seat, one, NULL)) out[n++] = one;
    }
    return n;
}

static void garrison(tp_state *s, gg_action action, unsigned rule, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat, ford = gg_a(action), card = gg_b(action);
    tp_take(s, seat, card);
    s->f.holder[ford] = (uint8_t)(seat + 1);
    s->f.garrison[ford] = (uint8_t)card;
    gg_emit(events, E_GARRISONED, rule, 1U << seat, 0, seat, ford, card, 0, 0);
}

void tp_play_opening(const tp_table *t, tp_state *s, gg_action action, gg_events *events) {
    garrison(s, action, RULE_Z3, events);
    tp_after_opening(t, s);
}

// ------------------------------------------------------------------------------------------- turn
bool tp_check_turn(const tp_table *t, const tp_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    (void)t;
    switch (gg_verb_of(action)) {
    case V_GARRISON: return check_garrison(s, seat, action, verdict);
    case V_ASSAULT: return check_assault(s, seat, action, verdict);
    default: return true; // V_PASS
    }
}

static uint32_t legal_garrisons(const tp_state *s, int seat, unsigned ford, gg_action *out) {
    uint32_t n = 0;
    for (unsigned card = 1; card < STRENGTHS; card++) {
        gg_action one = gg_act(V_GARRISON, ford, card, 0);
        if (check_garrison(s, seat, one, NULL)) out[n++] = one;
    }
    return n;
}

// Empty fords next to one's own for garrisons, the other fords for assaults: fewer questions, the
// same answers.
uint32_t tp_legal_turn(const tp_table *t, const tp_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)t;
    for (unsigned ford = 0; ford < FORDS; ford++)
        if (!s->f.holder[ford] && check_neighbour(s, seat, (int)ford, NULL))
            n += legal_garrisons(s, seat, ford, out + n);
    for (unsigned ford = 0; ford < FORDS; ford++) {
        gg_action one = gg_act(V_ASSAULT, ford, 0, 0);
        if (s->f.holder[ford] && check_assault(s, seat, one, NULL)) out[n++] = one;
    }
    out[n++] = gg_act(V_PASS, 0, 0, 0);
    return n;
}

void tp_play_turn(const tp_table *t, tp_state *s, gg_action action, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    switch (gg_verb_of(action)) {
    case V_GARRISON: garrison(s, action, RULE_Z6, events); break;
    case V_ASSAULT:
        gg_flow_goto(&s->f.flow, N_ASSAULT, (unsigned)seat)->arg[ARG_FORD] = (int16_t)gg_a(action);
        return;
    default: // V_PASS
        gg_emit(events, E_PASSED, RULE_ZD1, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
        break;
    }
    tp_end_turn(t, s, events);
}
