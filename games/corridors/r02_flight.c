// SPDX-License-Identifier: Apache-2.0
// Chapter 6.3 and 6.8: the way of a group through its corridor, out and home.
//
// On entering the corridor: interception, then the counter-attack on the patrol (AD26); then at
// each position anti-aircraft fire until it is declined (AD26a, AD26c); then on, to the stop, the
// patrol position or the airfield. A group that has lost aircraft flies on (AD27). Nobody fires at
// a group that leaves a position (A85), so a flight home begins by moving.
#include "air.h"

// A73: between two zones, both.
// A74: in a rear area, the HQ alone.
unsigned co_touching(int position) {
    return co_touched[position - W1];
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
    // A85: who leaves a position is not fired at.
    // AD26: who enters meets fighters first, guns after.
    flight->arg[FL_STAGE] = mode == FLY_HOME ? FLIGHT_ON : FLIGHT_ENTER;
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
    s->f.shot[co_enemy(gg_flow_top(&s->f.flow)->seat)] = 0;
}

static void finish(co_state *s) {
    forget_shots(s);
    gg_flow_end(&s->f.flow);
}

// A59: what was not used stays loaded.
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
    s->f.spotted[seat] &= ~(co_bit(piece) | load); // AD20: face down again
    if (s->f.phase == PHASE_AIR && s->f.active == seat)
        co_add(s->f.acted, piece); // AR16: no second take-off in this phase
}

static void arrive(co_state *s, uint64_t members, gg_events *events) {
    const gg_frame *flight = gg_flow_top(&s->f.flow);
    int seat = flight->seat;
    bool patrol = flight->arg[FL_MODE] == FLY_PATROL;
    while (members) {
        int piece = co_take(seat, &members);
        if (patrol) co_add(s->f.patrol, piece);
        gg_emit(events, patrol ? E_PATROLS : E_STOPPED, patrol ? RULE_A98 : RULE_A79, GG_SEE_ALL, 0,
                piece, s->f.where[piece], 0, 0, 0);
    }
    finish(s);
}

// -------------------------------------------------------------------------------------- one step
// A82, A84, AD26a: position by position, when the group comes adjacent.
// A113, A114, AD28: patrols are exposed like everybody else, out and home.
// AR10, AD36a: so is every way home, forced or not.
static void face_flak(const co_table *t, co_state *s, gg_frame *flight) {
    int enemy = co_enemy(flight->seat);
    int position = co_station(flight->seat, flight->arg[FL_CORRIDOR], flight->arg[FL_STATION]);
    if (co_flak_opens(t, s, enemy, position))
        co_open_flak(s, enemy, flight->subject, position);
    else
        flight->arg[FL_STAGE] = FLIGHT_ON;
}

// AD4: one position further.
// A62: the whole group.
static void move_on(const co_table *t, co_state *s, uint64_t members, gg_events *events) {
    gg_frame *flight = gg_flow_at(&s->f.flow);
    int seat = flight->seat, station = flight->arg[FL_STATION];
    station += flight->arg[FL_TO] > station ? 1 : -1;
    int place = co_station(seat, flight->arg[FL_CORRIDOR], station);
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

// AD27: with those that are left.
// AD33a: hit by AA or not.
static void go_on(const co_table *t, co_state *s, uint64_t members, gg_events *events) {
    const gg_frame *flight = gg_flow_top(&s->f.flow);
    forget_shots(s);
    if (flight->arg[FL_STATION] == flight->arg[FL_TO])
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
    case FLIGHT_FLAK: face_flak(t, s, flight); break;
    default: go_on(t, s, members, events);
    }
}
