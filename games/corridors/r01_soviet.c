// SPDX-License-Identifier: Apache-2.0
// Chapter 5.6: the Soviet option.
//
// A36, A37: Soviet players, and only they, may once per phase 1 (AD14a) choose one of two (A38):
// LEVY, one infantry unit of cost 2 or less from the hand into the HQ free of charge (A40 to A43,
// AR14), or RECRUITS, one die of refit points (A44, A45) for infantry soldiers of cost 2 or less
// anywhere on the battlefield (A46, A47, AR13a), as many on one unit as wanted (A48), never for
// experienced units (A49), engineers (A50) or specialists (A51). AR13: what is left is lost.
#include "r01_reinforce.h"

enum { RECRUIT_COST = 2 };

// A36: one more option for Soviet players.
static bool soviet(const co_table *t, int seat) {
    return t->nation[seat] == CO_SOVIET;
}

bool co_check_levy(const co_table *t, const co_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    int piece = gg_a(action);
    const co_card *card = co_printed(t, piece);
    GG_REFUSE_IF(!soviet(t, seat), OPTION_NOT_SOVIET, t->nation[seat], 0);
    GG_REFUSE_IF(s->f.option == OPTION_LEVY, LEVY_SECOND, 0, 0);
    GG_REFUSE_IF(s->f.option == OPTION_RECRUITS, OPTION_USED, 0, 0);
    bool hand = co_owner(piece) == seat && s->f.where[piece] == HAND;
    GG_REFUSE_IF(!hand, LEVY_NOT_IN_HAND, piece, 0);
    GG_REFUSE_IF(card->cls != CO_INF, LEVY_NOT_INFANTRY, piece, card->cls);
    GG_REFUSE_IF(card->cost > RECRUIT_COST, LEVY_COSTS_MORE, piece, card->cost);
    GG_REFUSE_IF(!co_hq_room(t, s, seat), LEVY_HQ_FULL, co_hq(seat), co_stack(t, s, co_hq(seat)));
    return true;
}

bool co_check_recruits(const co_table *t, const co_state *s, int seat, gg_action action,
                       gg_verdict *verdict) {
    (void)action;
    GG_REFUSE_IF(!soviet(t, seat), OPTION_NOT_SOVIET, t->nation[seat], 0);
    GG_REFUSE_IF(s->f.option == OPTION_RECRUITS, RECRUITS_SECOND, 0, 0);
    GG_REFUSE_IF(s->f.option == OPTION_LEVY, OPTION_USED, 0, 0);
    return true;
}

static bool check_trained(const co_table *t, int piece, gg_verdict *verdict) {
    const co_card *card = co_printed(t, piece);
    GG_REFUSE_IF(card->cls == CO_ELITE, BONUS_EXPERIENCED, piece, 0);
    GG_REFUSE_IF(card->cls == CO_ENG, BONUS_ENGINEERS, piece, 0);
    GG_REFUSE_IF(card->cls == CO_ATG, BONUS_SPECIALISTS, piece, 0);
    GG_REFUSE_IF(card->cls != CO_INF, BONUS_NOT_INFANTRY, piece, card->cls);
    GG_REFUSE_IF(card->cost > RECRUIT_COST, BONUS_COSTS_MORE, piece, card->cost);
    return true;
}

// A48: as often for one unit as there are points.
bool co_check_bonus(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action), place = s->f.where[piece];
    bool field = co_owner(piece) == seat && place < GROUND_PLACES && co_in(t->ground, piece);
    GG_REFUSE_IF(!s->f.bonus, BONUS_NO_POINT, 0, 0);
    GG_REFUSE_IF(!field, BONUS_NOT_ON_FIELD, piece, 0); // AR13a: anywhere on the battlefield
    if (!check_trained(t, piece, verdict)) return false;
    GG_REFUSE_IF(!s->f.damage[piece], REFIT_UNDAMAGED, piece, 0);
    return true;
}

uint32_t co_list_soviet(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t count = 0;
    if (!soviet(t, seat)) return 0;
    for (uint64_t set = s->f.option ? 0 : s->at[seat][HAND] & t->recruits[seat]; set;) {
        gg_action levy = gg_act(V_LEVY, (unsigned)co_take(seat, &set), 0, 0);
        if (co_check_levy(t, s, seat, levy, NULL)) out[count++] = levy;
    }
    if (co_check_recruits(t, s, seat, GG_NO_ACTION, NULL))
        out[count++] = gg_act(V_RECRUITS, 0, 0, 0);
    for (uint64_t set = s->f.bonus ? co_damaged(s, seat) & t->recruits[seat] : 0; set;) {
        gg_action bonus = gg_act(V_BONUS, (unsigned)co_take(seat, &set), 0, 0);
        if (co_check_bonus(t, s, seat, bonus, NULL)) out[count++] = bonus;
    }
    return count;
}

// A43: nothing is paid.
void co_play_levy(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), seat = co_owner(piece);
    s->f.option = OPTION_LEVY;
    co_leave_hand(t, s, piece, co_hq(seat), false); // AR14: by itself, in the HQ
    gg_emit(events, E_LEVIED, RULE_A40, co_see_mask(t, s, piece), 0, seat, piece, 0, 0, 0);
}

void co_play_recruits(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int seat = s->f.active;
    (void)t;
    (void)action;
    (void)events;
    s->f.option = OPTION_RECRUITS;
    gg_flow_call(&s->f.flow, N_RECRUIT_DIE, (unsigned)seat); // A44: one die
}

void co_play_recruit_die(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    (void)t;
    s->f.bonus = (uint8_t)gg_a(outcome); // A45: its pips are points
    gg_emit(events, E_RECRUITS, RULE_A45, GG_SEE_ALL, 0, s->f.active, s->f.bonus, 0, 0, 0);
    gg_flow_end(&s->f.flow);
}

void co_play_bonus(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action);
    s->f.bonus--;
    co_mend(s, piece);
    gg_emit(events, E_RECRUITED, RULE_A46, co_see_mask(t, s, piece), 0, co_owner(piece), piece,
            s->f.damage[piece], 0, 0);
}
