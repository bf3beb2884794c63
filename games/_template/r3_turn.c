// SPDX-License-Identifier: Apache-2.0
// Chapter 3: what a side may do in its turn. Z5 only cards in hand, Z6 garrisons go face down on
// empty fords, Z7 next to a ford one holds, Z8 assaults (r4_assault.c), Z3 the opening garrison.
//
// check() is the only judge: legal() asks it about the few candidates of each node.
#include "template.h"

static bool check_card(const tp_state *s, int seat, unsigned card, gg_verdict *verdict) {
    GG_REFUSE_IF(card == 0 || card >= STRENGTHS || !s->f.hand[seat][card], CARD_NOT_IN_HAND,
                 card < STRENGTHS ? card : 0, 0);
    return true;
}

static bool check_neighbour(const tp_state *s, int seat, int ford, gg_verdict *verdict) {
    GG_REFUSE_IF(!tp_holds(s, seat, ford - 1) && !tp_holds(s, seat, ford + 1), NO_NEIGHBOUR, ford,
                 0);
    return true;
}

static bool check_garrison(const tp_state *s, int seat, unsigned node, gg_action action,
                           gg_verdict *verdict) {
    int ford = gg_a(action);
    GG_REFUSE_IF(ford >= FORDS, NO_SUCH_FORD, ford + 1, 0);
    if (!check_card(s, seat, (unsigned)gg_b(action), verdict)) return false;
    if (node == N_OPENING) {
        GG_REFUSE_IF(ford != tp_home(seat), NOT_HOME, ford, tp_home(seat));
        return true;
    }
    GG_REFUSE_IF(s->f.holder[ford], FORD_HELD, ford, s->f.holder[ford] - 1);
    return check_neighbour(s, seat, ford, verdict);
}

static bool check_assault(const tp_state *s, int seat, gg_action action, gg_verdict *verdict) {
    int ford = gg_a(action);
    GG_REFUSE_IF(ford >= FORDS, NO_SUCH_FORD, ford + 1, 0);
    GG_REFUSE_IF(!tp_holds(s, 1 - seat, ford), NOT_ENEMY, ford, 0);
    if (!check_neighbour(s, seat, ford, verdict)) return false;
    // Z8: an assault without a card cannot be confirmed, so it is not begun with an empty hand.
    GG_REFUSE_IF(!s->hand_count[seat], NO_CARD_YET, ford, 0);
    return true;
}

static bool check_with(const tp_state *s, int seat, gg_action action, gg_verdict *verdict) {
    GG_REFUSE_IF(gg_flow_top(&s->f.flow)->arg[ARG_CARDS] >= ASSAULT_CARDS, TOO_MANY_CARDS,
                 ASSAULT_CARDS, 0);
    return check_card(s, seat, (unsigned)gg_a(action), verdict);
}

static bool check_confirm(const tp_state *s, gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    GG_REFUSE_IF(frame->arg[ARG_CARDS] == 0, NO_CARD_YET, frame->arg[ARG_FORD], 0);
    return true;
}

// Operands a verb does not have must be zero, so that an action has one spelling.
static bool shaped(gg_action action, unsigned operands) {
    return action >> 53 == 0 && (operands >= 1 || gg_a(action) == 0) &&
           (operands >= 2 || gg_b(action) == 0) && gg_c(action) == 0;
}

bool tp_check(const void *table, const void *state, int seat, gg_action action,
              gg_verdict *verdict) {
    const tp_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    unsigned node = frame->node;
    (void)table;
    GG_REFUSE_IF(frame->seat != seat || node == N_DRAW || node == N_DIE || node == N_END,
                 NOT_YOUR_TURN, seat, 0);
    switch (gg_verb_of(action)) {
    case V_GARRISON:
        if ((node == N_TURN || node == N_OPENING) && shaped(action, 2))
            return check_garrison(s, seat, node, action, verdict);
        break;
    case V_ASSAULT:
        if (node == N_TURN && shaped(action, 1)) return check_assault(s, seat, action, verdict);
        break;
    case V_WITH:
        if (node == N_ASSAULT && shaped(action, 1)) return check_with(s, seat, action, verdict);
        break;
    case V_CONFIRM:
        if (node == N_ASSAULT && shaped(action, 0)) return check_confirm(s, verdict);
        break;
    case V_AMBUSH:
        if (node == N_AMBUSH && shaped(action, 1))
            return check_card(s, seat, (unsigned)gg_a(action), verdict);
        break;
    case V_DECLINE:
        if (node == N_AMBUSH && shaped(action, 0)) return true;
        break;
    case V_PASS:
        if (node == N_TURN && shaped(action, 0)) return true;
        break;
    default: break;
    }
    GG_REFUSE_IF(true, NOT_HERE, 0, 0);
    return true;
}

// One candidate per card held, appended when the judge allows it.
static uint32_t each_card(const tp_state *s, int seat, unsigned verb, int ford, gg_action *out) {
    uint32_t n = 0;
    for (unsigned card = 1; card < STRENGTHS; card++)
        if (s->f.hand[seat][card])
            out[n++] = ford < 0 ? gg_act(verb, card, 0, 0) : gg_act(verb, (unsigned)ford, card, 0);
    return n;
}

static uint32_t legal_turn(const tp_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (int ford = 0; ford < FORDS && s->hand_count[seat]; ford++)
        if (!s->f.holder[ford] && check_neighbour(s, seat, ford, NULL))
            n += each_card(s, seat, V_GARRISON, ford, out + n);
    for (int ford = 0; ford < FORDS; ford++)
        if (check_assault(s, seat, gg_act(V_ASSAULT, (unsigned)ford, 0, 0), NULL))
            out[n++] = gg_act(V_ASSAULT, (unsigned)ford, 0, 0);
    out[n++] = gg_act(V_PASS, 0, 0, 0);
    return n;
}

uint32_t tp_legal(const void *table, const void *state, int seat, gg_action *out) {
    const tp_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    uint32_t n = 0;
    (void)table;
    if (frame->seat != seat) return 0;
    switch (frame->node) {
    case N_OPENING: return each_card(s, seat, V_GARRISON, tp_home(seat), out);
    case N_TURN: return legal_turn(s, seat, out);
    case N_ASSAULT:
        if (frame->arg[ARG_CARDS] < ASSAULT_CARDS) n = each_card(s, seat, V_WITH, -1, out);
        if (frame->arg[ARG_CARDS]) out[n++] = gg_act(V_CONFIRM, 0, 0, 0);
        return n;
    case N_AMBUSH:
        n = each_card(s, seat, V_AMBUSH, -1, out);
        out[n++] = gg_act(V_DECLINE, 0, 0, 0);
        return n;
    default: return 0;
    }
}

void tp_play_garrison(const tp_table *t, tp_state *s, gg_action action, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat, ford = gg_a(action), card = gg_b(action);
    bool opening = gg_flow_top(&s->f.flow)->node == N_OPENING;
    tp_take(s, seat, card);
    s->f.holder[ford] = (uint8_t)(seat + 1);
    s->f.garrison[ford] = (uint8_t)card;
    gg_emit(events, E_GARRISONED, opening ? RULE_Z3 : RULE_Z6, 1U << seat, 0, seat, ford, card, 0,
            0);
    if (opening)
        tp_after_opening(t, s);
    else
        tp_end_turn(t, s, events);
}
