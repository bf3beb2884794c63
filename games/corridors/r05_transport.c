// SPDX-License-Identifier: Apache-2.0
// Phase 5: into and out of fortifications (A24 to A26, AD53), onto and off carriers (AD59 to AD62).
//
// A fortification holds one unit of its place, a carrier only while it carries nobody (AD53c);
// entering and leaving are the unit's action, a move of 0 steps (AD53b): in the open next to an
// enemy it is seen (AD17g). A unit inside does not count against stacking (A26), one that comes out
// does, so that it needs room, or moves straight away from the full zone (AD53e, r05_move.c). A
// carrier takes one foot unit or gun of its place; mounting is the passenger's action, whatever the
// carrier has done. Dismounting is free, but the unit acts from the next turn. What the enemy
// cannot see does not show in his log: both happen inside one place.
#include "ground.h"

// ---------------------------------------------------------------------------------- the judges
// AD53: whatever kind of unit it is.
static bool check_enter(const co_table *t, const co_state *s, int piece, int fort,
                        gg_verdict *verdict) {
    bool here = co_owner(fort) == co_owner(piece) && co_in(t->fort, fort) &&
                s->f.where[fort] == s->f.where[piece];
    GG_REFUSE_IF(!here, FORT_NOT_HERE, fort, piece);
    GG_REFUSE_IF(co_shelter(t, s, piece) != NO_PIECE, IN_FORT, piece, co_shelter(t, s, piece));
    GG_REFUSE_IF(co_passenger(t, s, fort) != NO_PIECE, FORT_FULL, fort, co_passenger(t, s, fort));
    GG_REFUSE_IF(co_passenger(t, s, piece) != NO_PIECE, FORT_LOADED, piece,
                 co_passenger(t, s, piece));
    return true;
}

static bool check_leave(const co_table *t, const co_state *s, int piece, gg_verdict *verdict) {
    int place = s->f.where[piece];
    GG_REFUSE_IF(co_shelter(t, s, piece) == NO_PIECE, NOT_IN_FORT, piece, 0);
    GG_REFUSE_IF(co_stack(t, s, place) >= co_limit(t, s, place), LEAVE_FULL, piece, place);
    return true;
}

static bool check_mount(const co_table *t, const co_state *s, int piece, int carrier,
                        gg_verdict *verdict) {
    bool here = co_owner(carrier) == co_owner(piece) && co_in(t->carrier, carrier) &&
                s->f.where[carrier] == s->f.where[piece];
    GG_REFUSE_IF(!here, CARRIER_NOT_HERE, carrier, piece);
    GG_REFUSE_IF(!co_in(t->passenger, piece), CARRIER_KIND, piece, 0);
    GG_REFUSE_IF(co_shelter(t, s, piece) != NO_PIECE, IN_FORT, piece, co_shelter(t, s, piece));
    GG_REFUSE_IF(co_passenger(t, s, carrier) != NO_PIECE, CARRIER_FULL, carrier,
                 co_passenger(t, s, carrier));
    GG_REFUSE_IF(co_shelter(t, s, carrier) != NO_PIECE, CARRIER_IN_FORT, carrier,
                 co_shelter(t, s, carrier));
    return true;
}

static bool check_dismount(const co_table *t, const co_state *s, int seat, int piece,
                           gg_verdict *verdict) {
    bool aboard = co_owner(piece) == seat && co_in(t->ground, piece) && co_carried(t, s, piece) &&
                  s->f.where[piece] < GROUND_PLACES;
    GG_REFUSE_IF(!aboard, NOT_CARRIED, piece, 0);
    return true;
}

bool co_check_transport(const co_table *t, const co_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    int piece = gg_a(action), other = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_ENTER: return check_enter(t, s, piece, other, verdict);
    case V_LEAVE: return check_leave(t, s, piece, verdict);
    case V_MOUNT: return check_mount(t, s, piece, other, verdict);
    default: return check_dismount(t, s, seat, piece, verdict);
    }
}

// ------------------------------------------------------------------------------------ the lists
typedef bool judge(const co_table *, const co_state *, int, int, gg_verdict *);

static void list_onto(const co_table *t, const co_state *s, int seat, uint64_t actors,
                      const uint64_t hosts[SEATS], judge *judge_of, unsigned verb, co_list *list) {
    while (actors) {
        int piece = co_take(seat, &actors);
        for (uint64_t set = s->at[seat][s->f.where[piece]] & hosts[seat]; set;) {
            int host = co_take(seat, &set);
            if (judge_of(t, s, piece, host, NULL)) co_list_add(list, verb, piece, host);
        }
    }
}

static uint64_t sheltered(const co_table *t, const co_state *s, int seat) {
    uint64_t inside = 0;
    for (uint64_t forts = t->fort[seat] & s->ridden[seat]; forts;)
        inside |= co_load_of(s, co_take(seat, &forts)) & t->unit[seat];
    return inside;
}

void co_list_transport(const co_table *t, const co_state *s, int seat, uint64_t actors,
                       co_list *list) {
    list_onto(t, s, seat, actors & t->unit[seat], t->fort, check_enter, V_ENTER, list);
    for (uint64_t inside = sheltered(t, s, seat) & actors; inside;) {
        int piece = co_take(seat, &inside);
        if (check_leave(t, s, piece, NULL)) co_list_add(list, V_LEAVE, piece, 0);
    }
    list_onto(t, s, seat, actors & t->passenger[seat], t->carrier, check_mount, V_MOUNT, list);
    for (uint64_t aboard = co_aboard(t, s, seat); aboard;) {
        int piece = co_take(seat, &aboard);
        if (check_dismount(t, s, seat, piece, NULL)) co_list_add(list, V_DISMOUNT, piece, 0);
    }
}

// --------------------------------------------------------------------------------- carrying it out
static void tell(const co_table *t, const co_state *s, unsigned kind, unsigned rule, int piece,
                 int host, gg_events *events) {
    unsigned see = co_see_mask(t, s, piece) & co_see_mask(t, s, host);
    gg_emit(events, kind, rule, see, 0, piece, host, 0, 0, 0);
}

static void enter(const co_table *t, co_state *s, int piece, int fort, gg_events *events) {
    co_place_on(t, s, piece, fort); // A24: it holds a unit
    if (co_in(s->f.spotted, piece) && !co_in(s->f.spotted, fort))
        co_spot(t, s, fort, RULE_AD53a, events); // AD53a: a spotted occupant shows it
    if (events) tell(t, s, E_ENTERED, RULE_AD53b, piece, fort, events);
}

static void leave(const co_table *t, co_state *s, int piece, unsigned kind, unsigned rule,
                  gg_events *events) {
    if (events) tell(t, s, kind, rule, piece, co_carrier(s, piece), events);
    co_place_on(t, s, piece, NO_PIECE);
}

void co_come_out(const co_table *t, co_state *s, int piece, unsigned rule, gg_events *events) {
    leave(t, s, piece, E_LEFT, rule, events);
}

void co_play_transport(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), host = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_ENTER:
        co_add(s->f.acted, piece); // AD53b: its action
        enter(t, s, piece, host, events);
        co_end_move(t, s, piece, events);
        break;
    case V_LEAVE:
        co_add(s->f.acted, piece); // AD53b: its action
        co_come_out(t, s, piece, RULE_AD53b, events);
        co_end_move(t, s, piece, events);
        break;
    case V_MOUNT:
        co_add(s->f.acted, piece); // AD59a: the passenger's action
        co_place_on(t, s, piece, host);
        if (co_in(s->f.spotted, piece) && !co_in(s->f.spotted, host))
            co_spot(t, s, host, RULE_AD60c, events); // AD60c: a spotted passenger shows it
        if (events) tell(t, s, E_MOUNTED, RULE_AD59, piece, host, events);
        break;
    default:
        co_add(s->f.acted, piece); // AD62a: it acts from the next turn
        leave(t, s, piece, E_DISMOUNTED, RULE_AD62, events);
    }
}
