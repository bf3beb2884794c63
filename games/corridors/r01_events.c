// SPDX-License-Identifier: Apache-2.0
// Chapter 14.2: events. AD68: a special card that is no attachment is played in phase 1: its cost
// is paid, it takes effect, it is discarded. AD69a: a match may be played without them.
//
// AE01 smoke on a zone; AE02 night attack; AE03 low cloud; AE04 the enemy hand is seen; AE05, AE06
// one die of supply gained, or lost by the enemy; AE07 mud; AE08 one foot unit moves further. What
// they do in later phases stands where it acts.
#include "r01_reinforce.h"

static int kind_of(const co_table *t, int piece) {
    return co_printed(t, piece)->kind;
}

static unsigned verb_of(int kind) {
    return kind == CO_SMOKE ? V_EVENT_AT : kind == CO_FORCED_MARCH ? V_EVENT_ON : V_EVENT;
}

// AE08: an own foot unit in a zone or the HQ.
static bool can_hurry(const co_table *t, const co_state *s, int seat, int unit) {
    return co_owner(unit) == seat && co_in(t->foot, unit) && co_in(t->unit, unit) &&
           s->f.where[unit] < GROUND_PLACES;
}

bool co_check_event(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action), about = gg_b(action), cost = co_printed(t, piece)->cost;
    unsigned verb = gg_verb_of(action);
    bool hand = co_owner(piece) == seat && s->f.where[piece] == HAND;
    GG_REFUSE_IF(!hand, DEPLOY_NOT_IN_HAND, piece, 0);
    GG_REFUSE_IF(!co_in(t->event, piece), EVENT_NOT_EVENT, piece, 0);
    GG_REFUSE_IF(t->request.option[O_NO_EVENTS], EVENTS_OFF, piece, 0);
    GG_REFUSE_IF(verb != verb_of(kind_of(t, piece)), EVENT_OTHER_WAY, piece, 0);
    GG_REFUSE_IF4(cost > s->f.supply[seat], DEPLOY_TOO_DEAR, piece, cost, s->f.supply[seat], 0);
    GG_REFUSE_IF(verb == V_EVENT_AT && !co_is_zone(about), EVENT_NOT_ZONE, about, 0);
    GG_REFUSE_IF(verb == V_EVENT_ON && !can_hurry(t, s, seat, about), EVENT_NOT_FOOT, about, 0);
    return true;
}

static uint32_t list_one(const co_table *t, const co_state *s, int seat, unsigned verb, int piece,
                         gg_action *out) {
    uint32_t count = 0;
    unsigned most = verb == V_EVENT ? 1 : verb == V_EVENT_AT ? ZONES : PIECES;
    for (unsigned about = 0; about < most; about++) {
        gg_action action = gg_act(verb, (unsigned)piece, about, 0);
        if (co_check_event(t, s, seat, action, NULL)) out[count++] = action;
    }
    return count;
}

uint32_t co_list_events(const co_table *t, const co_state *s, int seat, gg_action *out) {
    static const uint8_t verbs[] = {V_EVENT, V_EVENT_AT, V_EVENT_ON};
    uint32_t count = 0;
    uint64_t hand = s->at[seat][HAND] & t->event[seat];
    if (!hand) return 0;
    for (int i = 0; i < (int)sizeof verbs; i++)
        for (uint64_t cards = hand; cards;) {
            int piece = co_take(seat, &cards);
            if (verb_of(kind_of(t, piece)) == verbs[i])
                count += list_one(t, s, seat, verbs[i], piece, out + count);
        }
    return count;
}

// AE04: what the enemy holds now; what he draws later is not seen.
static void see_hand(co_state *s, int seat, gg_events *events) {
    int enemy = co_enemy(seat);
    s->f.shown[enemy] = s->at[enemy][HAND];
    for (uint64_t hand = s->at[enemy][HAND]; hand;)
        gg_emit(events, E_HAND_SEEN, RULE_AE04, 1U << SEAT_ONE | 1U << SEAT_TWO, GG_E_REVEAL, seat,
                co_take(enemy, &hand), 0, 0, 0);
}

static void roll_for(co_state *s, int seat, int piece) {
    gg_flow_call(&s->f.flow, N_EVENT_DIE, (unsigned)seat)->subject = (uint16_t)piece;
}

static void hurry(const co_table *t, co_state *s, int seat, int unit, gg_events *events) {
    co_add(s->f.marching, unit);
    gg_emit(events, E_HURRIED, RULE_AE08, co_see_mask(t, s, unit), 0, seat, unit, 0, 0, 0);
}

static void take_effect(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), about = gg_b(action), seat = co_owner(piece);
    switch (kind_of(t, piece)) {
    case CO_SMOKE:
        s->f.smoke = (uint8_t)(about + 1);
        gg_emit(events, E_SMOKED, RULE_AE01, GG_SEE_ALL, 0, about, 0, 0, 0, 0);
        break;
    case CO_NIGHT_ATTACK: s->f.night = 1; break;
    case CO_LOW_CLOUD: s->f.cloud = (uint8_t)(seat + 1); break;
    case CO_SIGNALS: see_hand(s, seat, events); break;
    case CO_MUD: s->f.mud = (uint8_t)(seat + 1); break;
    case CO_FORCED_MARCH: hurry(t, s, seat, about, events); break;
    default: roll_for(s, seat, piece); break; // CO_FUEL_DUMP, CO_PARTISANS
    }
}

// AD68: pay, discard, apply.
void co_play_event(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), seat = co_owner(piece);
    int cost = co_printed(t, piece)->cost;
    co_pay(s, seat, cost);
    co_drop(s->f.shown, piece);
    gg_emit(events, E_PLAYED, RULE_AD68, GG_SEE_ALL, GG_E_REVEAL, seat, piece, cost, 0, 0);
    co_discard(t, s, piece, events);
    take_effect(t, s, action, events);
}

void co_play_event_die(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int piece = frame->subject, die = gg_a(outcome);
    bool gain = kind_of(t, piece) == CO_FUEL_DUMP;
    int seat = gain ? co_owner(piece) : co_enemy(co_owner(piece));
    int pile = s->f.supply[seat];
    if (gain)
        pile = pile + die > SUPPLY_MAX ? SUPPLY_MAX : pile + die; // AE05: a fuel dump
    else
        pile = pile > die ? pile - die : 0; // AE06: the enemy's, by partisans
    s->f.supply[seat] = (uint8_t)pile;
    gg_emit(events, E_EVENT_DIE, gain ? RULE_AE05 : RULE_AE06, GG_SEE_ALL, 0, die, seat, pile, 0,
            0);
    gg_flow_end(&s->f.flow);
}
