// SPDX-License-Identifier: Apache-2.0
// Phase 5: direct fire and return fire (AD43, AD44), Panzerfausts (AT01).
//
// A unit fires at a spotted card in an adjacent place: 1 supply, it is engaged and spotted. The
// target, if it lives, is un-engaged and has firepower against the firer, may answer for 1 supply.
// Both are spotted by then, so that the question tells nothing. A fortification may be aimed at
// (AD42) but does not answer.
#include "ground.h"

// AD17b: a spotted enemy card on the ground; all else gets the same answer, wherever it lies.
// AD42: a fortification is one.
static bool visible_target(const co_table *t, const co_state *s, int seat, int target) {
    if (co_owner(target) == seat || s->f.where[target] >= GROUND_PLACES) return false;
    if (!co_in(s->f.spotted, target)) return false;
    return co_in(t->ground, target) || co_in(t->fort, target);
}

bool co_check_faust(const co_table *t, const co_state *s, int piece, int target,
                    gg_verdict *verdict) {
    GG_REFUSE_IF(co_attached(t, s, piece, CO_PANZERFAUST) == NO_PIECE, NO_PANZERFAUST, piece, 0);
    GG_REFUSE_IF(!co_in(t->armoured, target), PANZERFAUST_SOFT, target, 0);
    return true;
}

bool co_check_fire(const co_table *t, const co_state *s, int piece, int target, int kind,
                   gg_verdict *verdict) {
    int seat = co_owner(piece), from = s->f.where[piece], to = s->f.where[target];
    GG_REFUSE_IF(!visible_target(t, s, seat, target), TARGET_HIDDEN, target, 0);
    GG_REFUSE_IF(co_carried(t, s, target), AIM_CARRIED, target, 0);
    GG_REFUSE_IF(!(co_neighbours[from] >> to & 1), TARGET_FAR, target, piece);
    GG_REFUSE_IF(!s->f.supply[seat], FIRE_NO_SUPPLY, piece, 0);
    if (kind & ATT_FAUST) return co_check_faust(t, s, piece, target, verdict);
    GG_REFUSE_IF(!co_able(t, s, kind, piece, target), NO_FIREPOWER, piece, target);
    return true;
}

// Spotted cards that may be aimed at, by place, so that a list asks each question once.
static uint64_t targets_near(const co_table *t, const co_state *s, int seat, int place) {
    int enemy = co_enemy(seat);
    uint64_t found = 0;
    for (unsigned near = co_neighbours[place]; near; near &= near - 1)
        found |= co_crowd(t, s, enemy, __builtin_ctz(near));
    return found & s->f.spotted[enemy] & ~co_aboard(t, s, enemy);
}

static void list_shots(const co_table *t, const co_state *s, int seat, uint64_t actors, int kind,
                       unsigned verb, co_list *list) {
    while (actors) {
        int piece = co_take(seat, &actors);
        if ((kind & ATT_FAUST) && !co_in(s->ridden, piece)) continue;
        for (uint64_t set = targets_near(t, s, seat, s->f.where[piece]); set;) {
            int target = co_take(co_enemy(seat), &set);
            if (co_able(t, s, kind, piece, target)) co_list_add(list, verb, piece, target);
        }
    }
}

void co_list_fire(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list) {
    int enemy = co_enemy(seat);
    if (!s->f.supply[seat] || !(s->f.spotted[enemy] & (t->ground[enemy] | t->fort[enemy]))) return;
    list_shots(t, s, seat, actors, ATT_FIRE, V_FIRE, list);
    list_shots(t, s, seat, actors, ATT_FIRE | ATT_FAUST, V_FAUST, list);
}

void co_play_fire(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), target = gg_b(action), seat = co_owner(piece);
    int faust = gg_verb_of(action) == V_FAUST ? ATT_FAUST : 0;
    co_pay(s, seat, 1);        // AD23: 1 supply
    co_add(s->f.acted, piece); // AD43a: this was its action
    co_engage(t, s, piece);
    co_spot(t, s, piece, RULE_AD17c, events); // AD17c: who fires is seen
    gg_frame *frame = gg_flow_call(&s->f.flow, N_EXCHANGE, (unsigned)seat);
    frame->subject = (uint16_t)piece;
    frame->arg[0] = (int16_t)target;
    co_shoot(t, s, ATT_FIRE | faust, piece, target);
}

// ----------------------------------------------------------------------------------- return fire
static bool answers(const co_table *t, const co_state *s, int target, int firer) {
    return co_able(t, s, ATT_RETURN, target, firer) ||
           co_able(t, s, ATT_RETURN | ATT_FAUST, target, firer);
}

// AD44: if it is alive, not engaged and able. A fortification has no firepower and never is.
static bool may_answer(const co_table *t, const co_state *s, int target, int firer) {
    int seat = co_owner(target);
    if (s->f.where[target] >= GROUND_PLACES) return false;
    if (co_in(s->f.engaged, target)) return false; // AD22b: an engaged card does not react
    return s->f.supply[seat] > 0 && answers(t, s, target, firer);
}

enum { FIRED, ASKED }; // EXCHANGE arg[1]

void co_step_exchange(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int firer = frame->subject, target = frame->arg[0];
    (void)events;
    if (frame->arg[1] == ASKED || !may_answer(t, s, target, firer)) {
        gg_flow_end(&s->f.flow);
        return;
    }
    frame->arg[1] = ASKED;
    frame = gg_flow_call(&s->f.flow, N_RETURN, (unsigned)co_owner(target));
    frame->subject = (uint16_t)target;
    frame->arg[0] = (int16_t)firer;
}

bool co_check_return(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int target = frame->subject, firer = frame->arg[0];
    unsigned verb = gg_verb_of(action);
    (void)seat;
    if (verb == V_FAUST) {
        GG_REFUSE_IF(gg_a(action) != target || gg_b(action) != firer, ANSWER_OTHER, target, firer);
        return co_check_faust(t, s, target, firer, verdict);
    }
    GG_REFUSE_IF(verb == V_ANSWER && !co_able(t, s, ATT_RETURN, target, firer), NO_FIREPOWER,
                 target, firer);
    return true;
}

uint32_t co_legal_return(const co_table *t, const co_state *s, int seat, gg_action *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int target = frame->subject, firer = frame->arg[0];
    co_list list = {out, 0};
    (void)seat;
    if (co_able(t, s, ATT_RETURN | ATT_FAUST, target, firer))
        co_list_add(&list, V_FAUST, target, firer);
    if (co_able(t, s, ATT_RETURN, target, firer)) co_list_add(&list, V_ANSWER, 0, 0);
    co_list_add(&list, V_DECLINE, 0, 0);
    return list.count;
}

void co_play_return(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int target = frame.subject, firer = frame.arg[0];
    if (co_declines(s, action, WINDOW_RETURN, RULE_AD44, events)) return;
    co_pay(s, co_owner(target), 1); // AD23a: 1 supply
    co_engage(t, s, target);
    co_shoot(t, s, ATT_RETURN | (gg_verb_of(action) == V_FAUST ? ATT_FAUST : 0), target, firer);
}
