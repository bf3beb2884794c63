// SPDX-License-Identifier: Apache-2.0
// Assaults. Z8 one or two cards against an enemy ford, chosen as a draft; Z9 the defender's ambush
// window, open whenever he holds cards (his count is public, his cards are not); Z10 a stronger
// ambush breaks the assault at once; Z11 otherwise cards + die must exceed garrison + ambush + 3;
// Z12 the victor's first card stays as garrison; ZD2 a garrison that was uncovered stays face up.
//
// The draft lives in the arguments of the TURN frame: ford, card, card, how many, ambush.
#include "template.h"

static int assault_sum(const gg_frame *frame) {
    return frame->arg[ARG_CARD1] + frame->arg[ARG_CARD2];
}

// Lost cards go to the public pile of their owner.
static void lose_assault_cards(tp_state *s, const gg_frame *frame, int seat, int from) {
    for (int i = from; i < frame->arg[ARG_CARDS]; i++) tp_lose(s, seat, frame->arg[ARG_CARD1 + i]);
}

static void launch(const tp_table *t, tp_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_goto(&s->f.flow, N_DIE, gg_flow_top(&s->f.flow)->seat);
    int seat = frame->seat, ford = frame->arg[ARG_FORD];
    (void)t;
    gg_emit(events, E_ASSAULTED, RULE_Z8, GG_SEE_ALL, GG_E_REVEAL, seat, ford,
            frame->arg[ARG_CARD1], 0, 0);
    if (frame->arg[ARG_CARD2])
        gg_emit(events, E_JOINED, RULE_Z8, GG_SEE_ALL, GG_E_REVEAL, seat, frame->arg[ARG_CARD2], 0,
                0, 0);
    // Z9: by the public count, never by what the cards are.
    if (s->hand_count[1 - seat]) gg_flow_call(&s->f.flow, N_AMBUSH, (unsigned)(1 - seat));
}

// Z10: the assault is gone, so the frames above the turn go with it.
static void broken(const tp_table *t, tp_state *s, gg_events *events) {
    gg_flow_unwind(&s->f.flow, N_DIE);
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int seat = frame->seat;
    gg_emit(events, E_BROKEN, RULE_Z10, GG_SEE_ALL, 0, frame->arg[ARG_FORD], 0, 0, 0, 0);
    lose_assault_cards(s, frame, seat, 0);
    tp_lose(s, 1 - seat, frame->arg[ARG_AMBUSH]);
    tp_end_turn(t, s, events);
}

static void ambush(const tp_table *t, tp_state *s, int card, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    gg_frame *turn = &s->f.flow.frame[s->f.flow.depth - 2];
    tp_take(s, seat, card);
    turn->arg[ARG_AMBUSH] = (int16_t)card;
    gg_emit(events, E_AMBUSHED, RULE_Z9, GG_SEE_ALL, GG_E_REVEAL, seat, card, 0, 0, 0);
    if (card > assault_sum(turn)) // Z10: stronger than both together
        broken(t, s, events);
    else
        gg_flow_end(&s->f.flow);
}

// ----------------------------------------------------------------------------------- the draft
static bool check_confirm(const gg_frame *frame, gg_verdict *verdict) {
    GG_REFUSE_IF(frame->arg[ARG_CARDS] == 0, NO_CARD_YET, frame->arg[ARG_FORD], 0);
    return true;
}

static bool check_with(const tp_state *s, const gg_frame *frame, int seat, int card,
                       gg_verdict *verdict) {
    GG_REFUSE_IF(frame->arg[ARG_CARDS] >= ASSAULT_CARDS, TOO_MANY_CARDS, ASSAULT_CARDS, 0);
    return tp_check_card(s, seat, card, verdict);
}

bool tp_check_assault(const tp_table *t, const tp_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    (void)t;
    if (gg_verb_of(action) == V_CONFIRM) return check_confirm(frame, verdict);
    return check_with(s, frame, seat, gg_a(action), verdict);
}

uint32_t tp_legal_assault(const tp_table *t, const tp_state *s, int seat, gg_action *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    uint32_t n = 0;
    (void)t;
    for (unsigned card = 1; card < STRENGTHS; card++)
        if (check_with(s, frame, seat, (int)card, NULL)) out[n++] = gg_act(V_WITH, card, 0, 0);
    if (check_confirm(frame, NULL)) out[n++] = gg_act(V_CONFIRM, 0, 0, 0);
    return n;
}

void tp_play_assault(const tp_table *t, tp_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    if (gg_verb_of(action) == V_CONFIRM) {
        launch(t, s, events);
        return;
    }
    tp_take(s, frame->seat, gg_a(action));
    frame->arg[ARG_CARD1 + frame->arg[ARG_CARDS]++] = (int16_t)gg_a(action);
}

// ---------------------------------------------------------------------------------- the window
bool tp_check_ambush(const tp_table *t, const tp_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    (void)t;
    if (gg_verb_of(action) == V_DECLINE) return true;
    return tp_check_card(s, seat, gg_a(action), verdict);
}

uint32_t tp_legal_ambush(const tp_table *t, const tp_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)t;
    for (unsigned card = 1; card < STRENGTHS; card++)
        if (tp_check_card(s, seat, (int)card, NULL)) out[n++] = gg_act(V_AMBUSH, card, 0, 0);
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

void tp_play_ambush(const tp_table *t, tp_state *s, gg_action action, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    if (gg_verb_of(action) == V_AMBUSH) {
        ambush(t, s, gg_a(action), events);
        return;
    }
    gg_emit(events, E_DECLINED, RULE_Z9, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
    gg_flow_end(&s->f.flow);
}

// ------------------------------------------------------------------------------------- the die
static void win(tp_state *s, const gg_frame *frame, gg_events *events) {
    int seat = frame->seat, ford = frame->arg[ARG_FORD], fallen = s->f.garrison[ford];
    gg_emit(events, E_TAKEN, RULE_Z12, GG_SEE_ALL, GG_E_REVEAL, seat, ford, fallen, 0, 0);
    tp_lose(s, 1 - seat, fallen);
    s->f.holder[ford] = (uint8_t)(seat + 1);
    s->f.garrison[ford] = (uint8_t)frame->arg[ARG_CARD1]; // Z12: seen by all, as it fought
    s->f.shown[ford] = 1;
    lose_assault_cards(s, frame, seat, 1);
}

static void fail(tp_state *s, const gg_frame *frame, gg_events *events) {
    int ford = frame->arg[ARG_FORD];
    gg_emit(events, E_HELD, RULE_ZD2, GG_SEE_ALL, GG_E_REVEAL, ford, s->f.garrison[ford], 0, 0, 0);
    s->f.shown[ford] = 1; // ZD2: what was uncovered stays so
    lose_assault_cards(s, frame, frame->seat, 0);
}

void tp_play_die(const tp_table *t, tp_state *s, gg_action outcome, gg_events *events) {
    int die = gg_a(outcome);
    gg_frame frame = *gg_flow_top(&s->f.flow);
    int attack = assault_sum(&frame) + die; // Z11: against garrison, ambush and the bank
    int defence = s->f.garrison[frame.arg[ARG_FORD]] + frame.arg[ARG_AMBUSH] + BANK;
    gg_emit(events, E_DIE, RULE_Z11, GG_SEE_ALL, GG_E_REVEAL, die, attack, defence, 0, 0);
    if (attack > defence)
        win(s, &frame, events);
    else
        fail(s, &frame, events);
    if (frame.arg[ARG_AMBUSH]) tp_lose(s, 1 - frame.seat, frame.arg[ARG_AMBUSH]);
    tp_end_turn(t, s, events);
}

void tp_explain(const void *table, const void *state, int viewer, gg_action action,
                gg_ledger *out) {
    const tp_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    (void)table;
    if (gg_verb_of(action) != V_CONFIRM || frame->node != N_ASSAULT || viewer != frame->seat)
        return;
    int ford = frame->arg[ARG_FORD];
    for (int i = 0; i < frame->arg[ARG_CARDS]; i++)
        gg_ledger_put(out, GG_L_ADD, RULE_Z11, L_ATTACK_CARD, frame->arg[ARG_CARD1 + i],
                      frame->arg[ARG_CARD1 + i], 0);
    gg_ledger_put(out, GG_L_TOTAL, RULE_Z11, L_ATTACK, assault_sum(frame), 0, 0);
    bool seen = tp_sees_garrison(s, viewer, ford);
    int garrison = seen ? s->f.garrison[ford] : 0;
    if (seen)
        gg_ledger_put(out, GG_L_ADD, RULE_Z11, L_GARRISON, garrison, ford, 0);
    else
        gg_ledger_put(out, GG_L_NOTE, RULE_Z6, L_UNKNOWN_GARRISON, 0, ford, 0);
    gg_ledger_put(out, GG_L_ADD, RULE_Z11, L_BANK, BANK, 0, 0);
    if (s->hand_count[1 - frame->seat])
        gg_ledger_put(out, GG_L_NOTE, RULE_Z9, L_AMBUSH_OPEN, 0, 0, 0);
    gg_ledger_put(out, GG_L_TOTAL, RULE_Z11, L_DEFENCE, garrison + BANK, 0, 0);
}

// Whole assaults for the AI: every ford, every one or two cards (the stronger one first, because
// the first card stays as garrison), then confirm.
static uint32_t plan_assault(const tp_state *s, int seat, int ford, gg_plan *out) {
    uint32_t n = 0;
    for (unsigned first = 1; first < STRENGTHS; first++)
        for (unsigned second = 0; second <= first; second++) {
            unsigned need = second == first ? 2 : 1;
            if (s->f.hand[seat][first] < need || (second && !s->f.hand[seat][second])) continue;
            gg_plan *plan = &out[n++];
            plan->steps = 0;
            plan->step[plan->steps++] = gg_act(V_ASSAULT, (unsigned)ford, 0, 0);
            plan->step[plan->steps++] = gg_act(V_WITH, first, 0, 0);
            if (second) plan->step[plan->steps++] = gg_act(V_WITH, second, 0, 0);
            plan->step[plan->steps++] = gg_act(V_CONFIRM, 0, 0, 0);
        }
    return n;
}

uint32_t tp_plan(const void *t, const void *state, int seat, gg_plan *out) {
    gg_action list[32];
    uint32_t legal = gg_legal(&gg_game_template, t, state, seat, list), n = 0;
    for (uint32_t i = 0; i < legal; i++) {
        if (gg_verb_of(list[i]) == V_ASSAULT) {
            n += plan_assault(state, seat, gg_a(list[i]), out + n);
        } else {
            out[n].steps = 1;
            out[n++].step[0] = list[i];
        }
    }
    return n;
}
