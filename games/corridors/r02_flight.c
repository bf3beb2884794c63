// SPDX-License-Identifier: Apache-2.0
// Chapter 6.3 and 6.8: the way of a group through its corridor, out and home.
//
// On entering the corridor: interception, then the counter-attack on the patrol (AD26); then at
// each position anti-aircraft fire until it is declined (AD26a, AD26c); then on, to the stop, the
// patrol position or the airfield. A group that has lost aircraft flies on (AD27). Nobody fires at
// a group that leaves a position (A85), so a flight home begins by moving.
#include "air.h"

// A73, A74. Rear areas come last and touch one place, the HQ.
unsigned co_touching(int position) {
    unsigned places = co_touched[position - W1];
    if (position >= REAR_ONE)
        return GG_ON(A74) ? places : places | co_neighbours[position == REAR_ONE ? HQ_ONE : HQ_TWO];
    return GG_ON(A73) ? places : places & (places - 1);
}

// The lowest number that no airborne group of that seat bears, `except` not counted.
int co_free_group(const co_state *s, int seat, int except) {
    unsigned used = 1;
    for (int place = W1; place <= REAR_TWO; place++)
        for (uint64_t there = s->at[seat][place]; there;) {
            int piece = co_take(seat, &there);
            if (piece != except) used |= 1U << s->f.group[piece];
        }
    int group = __builtin_ctz(~used);
    return group > GROUPS_MAX ? GROUPS_MAX : group;
}

void co_fly(co_state *s, int seat, int group, int corridor, int from, int to, int mode) {
    gg_frame *flight = gg_flow_call(&s->f.flow, N_FLIGHT, (unsigned)seat);
    flight->subject = (uint16_t)group;
    flight->arg[FL_CORRIDOR] = (int16_t)corridor;
    flight->arg[FL_STATION] = (int16_t)from;
    flight->arg[FL_TO] = (int16_t)to;
    flight->arg[FL_MODE] = (int16_t)mode;
    if (mode == FLY_HOME)
        flight->arg[FL_STAGE] = GG_ON(A85) ? FLIGHT_ON : FLIGHT_FLAK;
    else
        flight->arg[FL_STAGE] = GG_ON(AD26) ? FLIGHT_ENTER : FLIGHT_FLAK;
    flight->arg[FL_SIZE] = (int16_t)co_count(co_group(s, seat, group));
}

// AD32: out of its group, and home alone by the corridor it came by.
void co_send_home(co_state *s, int piece, gg_events *events) {
    int seat = co_owner(piece), corridor = co_in(s->f.east, piece);
    int station = co_station_of(seat, corridor, s->f.where[piece]);
    s->f.group[piece] = (uint8_t)co_free_group(s, seat, piece);
    co_drop(s->f.patrol, piece);
    gg_emit(events, E_SENT_HOME, RULE_AD32, GG_SEE_ALL, 0, piece, 0, 0, 0, 0);
    co_fly(s, seat, s->f.group[piece], corridor, station, 0, FLY_HOME);
}

// ------------------------------------------------------------------------------------ its ends
// AR7: at the next passage every AA unit may shoot again.
static void forget_shots(co_state *s) {
    int enemy = co_enemy(gg_flow_top(&s->f.flow)->seat);
    if (s->f.shot[enemy] && GG_ON(AR7)) s->f.shot[enemy] = 0;
}

static void finish(co_state *s) {
    forget_shots(s);
    gg_flow_end(&s->f.flow);
}

// AD20: face down again. A59: the ordnance stays where it is.
static void land(const co_table *t, co_state *s, int piece, gg_events *events) {
    int seat = co_owner(piece);
    uint64_t load = co_load_of(s, piece);
    co_put_at(t, s, piece, co_airfield(seat));
    unsigned rule = s->f.phase == PHASE_MANOEUVRE   ? RULE_AD36
                    : s->f.phase == PHASE_REINFORCE ? RULE_A112
                                                    : RULE_AD32;
    gg_emit(events, E_LANDED, rule, GG_SEE_ALL, 0, piece, co_airfield(seat), 0, 0, 0);
    s->f.group[piece] = 0;
    co_drop(s->f.east, piece);
    co_drop(s->f.patrol, piece);
    if (GG_ON(AD20)) s->f.spotted[seat] &= ~(co_bit(piece) | load);
    if (load && !GG_ON(A59))
        while (load) co_place_on(t, s, co_take(seat, &load), NO_PIECE);
}

static void arrive(co_state *s, uint64_t members, gg_events *events) {
    const gg_frame *flight = gg_flow_top(&s->f.flow);
    int seat = flight->seat;
    bool patrol = flight->arg[FL_MODE] == FLY_PATROL;
    if (!GG_ON(A81)) s->f.spotted[seat] &= ~members;
    while (members) {
        int piece = co_take(seat, &members);
        if (patrol) co_add(s->f.patrol, piece);
        gg_emit(events, patrol ? E_PATROLS : E_STOPPED, patrol ? RULE_A98 : RULE_A79, GG_SEE_ALL, 0,
                piece, s->f.where[piece], 0, 0, 0);
    }
    finish(s);
}

// -------------------------------------------------------------------------------------- one step
// Why this leg is under fire at all; asked after the window was found to open.
static bool exposed(const co_state *s, const gg_frame *flight) {
    int mode = flight->arg[FL_MODE];
    if (flight->arg[FL_STATION] != 1 && !GG_ON(AD26a)) return false;
    if (!GG_ON(A82) || !GG_ON(A84)) return false;
    if (mode == FLY_OUT) return true;
    if (mode == FLY_PATROL) return GG_ON(A113) && GG_ON(AD28);
    if (s->f.phase == PHASE_MANOEUVRE) return GG_ON(AD36a);
    return GG_ON(A114) && GG_ON(AR10);
}

static void move_on(const co_table *t, co_state *s, uint64_t members, gg_events *events) {
    gg_frame *flight = gg_flow_at(&s->f.flow);
    int seat = flight->seat, station = flight->arg[FL_STATION];
    station += flight->arg[FL_TO] > station ? 1 : -1;
    if (!GG_ON(AD4)) station = flight->arg[FL_TO];
    int place = co_station(seat, flight->arg[FL_CORRIDOR], station);
    if (co_count(members) > 1 && !GG_ON(A62)) members &= ~members + 1; // the first alone
    flight->arg[FL_STATION] = (int16_t)station;
    flight->arg[FL_STAGE] = FLIGHT_FLAK;
    bool alone = co_count(members) == 1;
    for (uint64_t set = members; set && station;) {
        int piece = co_take(seat, &set);
        co_put_at(t, s, piece, place);
        gg_emit(events, E_FLEW, alone ? RULE_AD4 : RULE_A62, GG_SEE_ALL, 0, piece, place, 0, 0, 0);
    }
    if (station) return;
    finish(s);
    while (members) land(t, s, co_take(seat, &members), events);
}

// AD33a taken out: damage by AA sends home.
static int hurt_by_flak(const co_state *s, int seat, uint64_t members) {
    while (members && s->f.shot[co_enemy(seat)]) {
        int piece = co_take(seat, &members);
        if (s->f.damage[piece]) return piece;
    }
    return NO_PIECE;
}

static void go_on(const co_table *t, co_state *s, uint64_t members, gg_events *events) {
    gg_frame *flight = gg_flow_at(&s->f.flow);
    int hurt = hurt_by_flak(s, flight->seat, members);
    bool lost = co_count(members) < flight->arg[FL_SIZE];
    forget_shots(s);
    if (hurt != NO_PIECE && flight->arg[FL_MODE] != FLY_HOME && !GG_ON(AD33a))
        co_send_home(s, hurt, events);
    else if (flight->arg[FL_STATION] == flight->arg[FL_TO] || (lost && !GG_ON(AD27)))
        arrive(s, members, events);
    else
        move_on(t, s, members, events);
}

static void call_window(co_state *s, unsigned node, int seat) {
    uint16_t group = gg_flow_top(&s->f.flow)->subject;
    gg_flow_call(&s->f.flow, node, (unsigned)seat)->subject = group;
}

void co_step_flight(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *flight = gg_flow_at(&s->f.flow);
    int seat = flight->seat;
    int position = co_station(seat, flight->arg[FL_CORRIDOR], flight->arg[FL_STATION]);
    uint64_t members = co_group(s, seat, flight->subject);
    if (!members) {
        finish(s);
        return;
    }
    switch (flight->arg[FL_STAGE]) {
    case FLIGHT_ENTER:
        flight->arg[FL_STAGE] = FLIGHT_SALLY;
        if (co_intercept_opens(s, flight)) call_window(s, N_INTERCEPT, co_enemy(seat));
        break;
    case FLIGHT_SALLY:
        flight->arg[FL_STAGE] = FLIGHT_FLAK;
        if (co_sally_opens(t, s, flight)) call_window(s, N_SALLY, seat);
        break;
    case FLIGHT_FLAK:
        if (co_flak_opens(t, s, co_enemy(seat), position) && exposed(s, flight))
            co_open_flak(s, co_enemy(seat), flight->subject, position);
        else
            flight->arg[FL_STAGE] = FLIGHT_ON;
        break;
    default: go_on(t, s, members, events);
    }
}
