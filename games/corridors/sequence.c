// SPDX-License-Identifier: Apache-2.0
// The sequence of play (AD10 to AD14, A52).
//
//   set-up (setup.c)  ->  both draw seven  ->  initiative die
//   each player turn:
//     BEGIN      patrols come home (A112), cards are disengaged, HQ cards turn face down (AD19)
//     SUPPLY     dice;  DRAWING  up to seven cards;  REINFORCE
//     AIR  ->  RECON  ->  BOMBARD  ->  MANOEUVRE
//     HOMING     aircraft fly home (AD36), victory is checked (r06_victory.c)
//
// Frame 0 is always the phase; procedures and windows are called on it.
#include "corridors.h"

enum { DRAW_ONE, DRAW_TWO, DRAW_TURN }; // DRAWING arg[0]: opening hands, then the turn's draw
enum { HOME_W, HOME_E, HOME_DONE };     // BEGIN arg[0]
enum { CENTRE_STATION = 2 };            // of a patrol (A98)

static gg_frame *phase_frame(co_state *s, unsigned node, int seat) {
    GG_ASSERT(s->f.flow.depth == 1);
    gg_frame *frame = gg_flow_at(&s->f.flow);
    memset(frame, 0, sizeof *frame);
    return gg_flow_goto(&s->f.flow, node, (unsigned)seat);
}

// --------------------------------------------------------------------------- before the first turn
void co_start_play(const co_table *t, co_state *s, gg_events *events) {
    (void)t;
    (void)events;
    phase_frame(s, N_DRAWING, SEAT_ONE)->arg[0] = DRAW_ONE;
}

static void begin_turn(co_state *s, int seat, gg_events *events) {
    s->f.active = (uint8_t)seat;
    s->f.phase = PHASE_REINFORCE;
    phase_frame(s, N_BEGIN, seat);
    gg_emit(events, E_TURN, RULE_AD12, GG_SEE_ALL, 0, s->f.turn, seat, 0, 0, 0);
}

// AD11: an even chance.
void co_play_initiative(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    int seat = gg_a(outcome) > 3 && GG_ON(AD11) ? SEAT_TWO : SEAT_ONE;
    (void)t;
    s->f.first = (uint8_t)seat;
    s->f.turn = 1;
    gg_emit(events, E_INITIATIVE, RULE_AD11, GG_SEE_ALL, 0, gg_a(outcome), seat, 0, 0, 0);
    begin_turn(s, seat, events);
}

// --------------------------------------------------------------------------------------- phase 1
// AD28: the patrols of one corridor come home as one group.
static bool patrol_home(co_state *s, int seat, int corridor) {
    uint64_t set = s->f.patrol[seat] & (corridor ? s->f.east[seat] : ~s->f.east[seat]);
    int group = 0;
    if (!set) return false;
    s->f.patrol[seat] &= ~set;
    while (set) {
        int piece = co_take(seat, &set);
        if (!group || !GG_ON(AD28b)) group = s->f.group[piece];
        s->f.group[piece] = (uint8_t)group;
    }
    co_fly(s, seat, group, corridor, CENTRE_STATION, 0, FLY_HOME);
    return true;
}

// AD19: face down again, with what lies under them, if no enemy ground card is next to the HQ.
static void turn_down(const co_table *t, co_state *s, int seat, gg_events *events) {
    int hq = co_hq(seat);
    uint64_t down = s->at[seat][hq] & s->f.spotted[seat];
    if (down & t->attach[seat] && !GG_ON(AD19a)) down &= ~t->attach[seat];
    if (!down || s->held[co_enemy(seat)] & co_neighbours[hq] || !GG_ON(AD19)) return;
    s->f.spotted[seat] &= ~down;
    gg_emit(events, E_TURNED_DOWN, RULE_AD19, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
}

static void refresh(const co_table *t, co_state *s, int seat, gg_events *events) {
    // AD38: a reloading battery stays engaged once more.
    s->f.engaged[seat] = GG_ON(AD38a) ? s->f.engaged[seat] & s->f.reloading[seat] : 0;
    if (!GG_ON(AD13)) s->f.engaged[seat] = (uint64_t)CARD_SET & t->ground[seat];
    s->f.reloading[seat] = 0;
    s->f.acted[seat] = s->f.scouted[seat] = s->f.struck[seat] = s->f.paid[seat] = 0;
    if (s->f.cloud == seat + 1) s->f.cloud = 0;
    if (s->f.mud == seat + 1) s->f.mud = 0;
    s->f.option = s->f.bonus = 0;
    s->f.crossed = 0;
    memset(s->f.quarry, 0, sizeof s->f.quarry);
    turn_down(t, s, seat, events);
}

void co_step_begin(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int seat = frame->seat, stage = frame->arg[0]++;
    if (stage < HOME_DONE) {
        if (GG_ON(A112)) patrol_home(s, seat, stage == HOME_W ? CORRIDOR_W : CORRIDOR_E);
        return;
    }
    refresh(t, s, seat, events);
    phase_frame(s, N_SUPPLY, seat);
}

// German 2d6+3, Soviet 2d6+2, US 3d6, Commonwealth 2d6+3.
int co_supply_dice(const co_table *t, const co_state *s) {
    return t->nation[s->f.active] == CO_US && GG_ON(AD13c) ? 3 : 2;
}

static int depots(const co_table *t, const co_state *s, int seat) {
    int count = 0;
    for (int zone = 0; zone < ZONES; zone++)
        count += (co_ground(t, s, zone)->flags & CO_T_DEPOT) && s->held[seat] >> zone & 1;
    return count;
}

static int extra_supply(const co_table *t, int seat) {
    switch (t->nation[seat]) {
    case CO_GERMAN: return GG_ON(AD13a) ? 3 : 0;
    case CO_SOVIET: return GG_ON(AD13b) ? 2 : 0;
    case CO_COMMONWEALTH: return GG_ON(AD13d) ? 3 : 0;
    default: return 0;
    }
}

void co_play_supply(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    static const uint16_t rule[CO_NATIONS] = {RULE_AD13a, RULE_AD13b, RULE_AD13c, RULE_AD13d};
    int seat = s->f.active, got = gg_a(outcome) + extra_supply(t, seat);
    bool first = s->f.turn == 1 && seat == s->f.first;
    if (first && GG_ON(AD11a)) got /= 2;
    int depot = depots(t, s, seat);
    if (depot && GG_ON(AD7i)) got += depot;
    int sum = s->f.supply[seat] + got;
    s->f.supply[seat] = (uint8_t)(sum > SUPPLY_MAX ? SUPPLY_MAX : sum);
    gg_emit(events, E_SUPPLIED, rule[t->nation[seat]], GG_SEE_ALL, 0, seat, gg_a(outcome), got,
            s->f.supply[seat], 0);
    phase_frame(s, N_DRAWING, seat)->arg[0] = DRAW_TURN;
}

// AD10, AD13e: up to seven cards. AD14b: an empty deck costs nothing.
static bool draws(co_state *s, int seat, bool turn) {
    if (co_count(s->at[seat][HAND]) >= HAND_SIZE) return false;
    if (!s->at[seat][DECK] && !GG_ON(AD14b)) s->f.supply[seat] = 0;
    return s->at[seat][DECK] && (turn ? GG_ON(AD13e) : GG_ON(AD10));
}

void co_step_drawing(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int seat = frame->seat, mode = frame->arg[0];
    if (draws(s, seat, mode == DRAW_TURN)) {
        gg_flow_goto(&s->f.flow, N_DRAW, (unsigned)seat);
    } else if (mode == DRAW_TURN) {
        phase_frame(s, N_REINFORCE, seat);
        co_open_reinforce(t, s, events);
    } else if (mode == DRAW_ONE) {
        phase_frame(s, N_DRAWING, SEAT_TWO)->arg[0] = DRAW_TWO;
    } else {
        phase_frame(s, N_INITIATIVE, SEAT_ONE);
    }
}

void co_play_draw(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    int piece = gg_a(outcome), seat = co_owner(piece);
    bool turn = gg_flow_top(&s->f.flow)->arg[0] == DRAW_TURN;
    co_put_at(t, s, piece, HAND);
    gg_emit(events, E_DREW, turn ? RULE_AD13e : RULE_AD10, 1U << seat, 0, seat, piece, 0, 0, 0);
    gg_flow_goto(&s->f.flow, N_DRAWING, (unsigned)seat);
}

// ---------------------------------------------------------------------------------------- phases
void co_next_phase(const co_table *t, co_state *s, gg_events *events) {
    static const uint8_t node[PHASES] = {N_BEGIN, N_REINFORCE, N_AIR,
                                         N_RECON, N_BOMBARD,   N_MANOEUVRE};
    int seat = s->f.active;
    (void)t;
    if (GG_ON(AR13)) s->f.bonus = 0; // points left over are lost
    s->f.repairs = 0;
    if (s->f.phase == PHASE_REINFORCE) s->f.acted[seat] = 0; // the mark of workshops (AR1)
    if (s->f.phase == PHASE_MANOEUVRE) {
        phase_frame(s, N_HOMING, seat);
        return;
    }
    s->f.phase++;
    if (s->f.phase == PHASE_AIR && !GG_ON(A52)) s->f.phase++;
    phase_frame(s, node[s->f.phase], seat);
    gg_emit(events, E_PHASE, s->f.phase == PHASE_AIR ? RULE_A52 : RULE_AD12, GG_SEE_ALL, 0,
            s->f.phase, seat, 0, 0, 0);
}

// AD36: group by group, each by the corridor it came by.
void co_step_homing(const co_table *t, co_state *s, gg_events *events) {
    int seat = s->f.active;
    for (int place = W1; place <= REAR_TWO && GG_ON(AD36); place++) {
        uint64_t there = s->at[seat][place] & t->aircraft[seat] & ~s->f.patrol[seat];
        if (!there) continue;
        int piece = co_take(seat, &there), corridor = co_in(s->f.east, piece);
        co_fly(s, seat, s->f.group[piece], corridor, co_station_of(seat, corridor, place), 0,
               FLY_HOME);
        return;
    }
    if (GG_ON(AD68a)) s->f.smoke = s->f.night = 0; // "this turn"
    s->f.marching[0] = s->f.marching[1] = 0;
    if (!co_end_turn(t, s, events)) {
        if (seat != s->f.first) s->f.turn++;
        begin_turn(s, co_enemy(seat), events);
    }
}
