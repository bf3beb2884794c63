// SPDX-License-Identifier: Apache-2.0
// Chapter 10.2: reinforcements, bought in maintenance with supply stars.
//
// C5, C6  in maintenance, and paid for; CR3 with supply stars only
// CH10a   the price: points of unit and officer by 60, rounded up
// CR60    purchase and placement are one draft; nothing is paid before its confirm
// CH10b   what is left in reserve while being placed waits for the next maintenance
// O5      with a hidden reserve a side is asked whatever it can pay: the question tells nothing
#include "salvo.h"

// CH10a: the price in supply stars.
static int cost_of(const sv_table *t, int unit) {
    return t->unit[unit].cost;
}

bool sv_can_buy(const sv_table *t, const sv_state *s, int side) {
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) {
        if (s->f.where[unit] != AT_RESERVE) continue;
        if (cost_of(t, unit) <= s->f.supply[side] || sv_option(t, O_HIDDEN_RESERVE)) return true;
    }
    return false;
}

static bool check_buy(const sv_table *t, const sv_state *s, int seat, int piece,
                      gg_verdict *verdict) {
    int unit = sv_unit_named(t, piece);
    int place = unit < 0 || sv_side(unit) != seat ? AT_NOWHERE : s->f.where[unit];
    bool there = place == AT_RESERVE || place == AT_HELD;
    GG_REFUSE_IF(!there, NOT_IN_RESERVE, piece, 0);
    GG_REFUSE_IF(place == AT_HELD, LEFT_IN_RESERVE, piece, 0);
    int cost = cost_of(t, unit), stars = s->f.supply[seat];
    GG_REFUSE_IF4(cost > stars, TOO_DEAR, piece, cost, stars, 0);
    return true;
}

bool sv_check_reinforce(const sv_table *t, const sv_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    if (gg_verb_of(action) == V_DONE) return true;
    return check_buy(t, s, seat, gg_a(action), verdict);
}

uint32_t sv_legal_reinforce(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (int unit = sv_first_of(seat); unit < sv_end_of(seat); unit++)
        if (check_buy(t, s, seat, sv_piece_of_unit(unit), NULL))
            out[n++] = gg_act(V_BUY, (unsigned)sv_piece_of_unit(unit), 0, 0);
    out[n++] = gg_act(V_DONE, 0, 0, 0);
    return n;
}

void sv_play_reinforce(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    if (gg_verb_of(action) == V_DONE) {
        gg_emit(events, E_NO_MORE, RULE_C5, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
        sv_after_reinforcement(t, s, events);
        return;
    }
    gg_frame *frame = gg_flow_call(&s->f.flow, N_DEPLOY, (unsigned)seat);
    frame->subject = (uint16_t)sv_unit_named(t, gg_a(action));
    frame->arg[ARG_KIND] = KIND_ENTER;
}

// The confirm of the draft: the unit is on the board, the frame is gone.
// C6: it is paid for.
// CR3: with supply stars; victory stars stay.
void sv_pay_reinforcement(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    int side = sv_side(unit), cost = cost_of(t, unit);
    s->f.supply[side] = (uint8_t)(s->f.supply[side] - cost);
    gg_emit(events, E_ENTERED, RULE_CR60, GG_SEE_ALL, 0, sv_piece_of_unit(unit), cost, 0, 0, 0);
}

// Another purchase, or the other side.
void sv_next_purchase(const sv_table *t, sv_state *s, gg_events *events) {
    if (!sv_can_buy(t, s, gg_flow_top(&s->f.flow)->seat)) sv_after_reinforcement(t, s, events);
}
