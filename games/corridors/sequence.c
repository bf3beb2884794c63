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
    int seat = gg_a(outcome) > 3 ? SEAT_TWO : SEAT_ONE;
    (void)t;
    s->f.first = (uint8_t)seat;
    s->f.turn = 1;
    gg_emit(events, E_INITIATIVE, RULE_AD11, GG_SEE_ALL, 0, gg_a(outcome), seat, 0, 0, 0);
    begin_turn(s, seat, events);
}

// --------------------------------------------------------------------------------------- phase 1
// AD28b: the patrols of one corridor come home as one group.
static void patrol_home(co_state *s, int seat, int corridor) {
    uint64_t set = s->f.patrol[seat] & (corridor ? s->f.east[seat] : ~s->f.east[seat]);
    int group = 0;
    if (!set) return;
    s->f.patrol[seat] &= ~set;
    while (set) {
        int piece = co_take(seat, &set);
        if (!group) group = s->f.group[piece];
        s->f.group[piece] = (uint8_t)group;
    }
    co_fly(s, seat, group, corridor, CENTRE_STATION, 0, FLY_HOME);
}

// AD19: face down again if no enemy ground card is next to the HQ.
// AD19a: with what lies under them.
static void turn_down(co_state *s, int seat, gg_events *events) {
    int hq = co_hq(seat);
    uint64_t down = s->at[seat][hq] & s->f.spotted[seat];
    if (!down || s->held[co_enemy(seat)] & co_neighbours[hq]) return;
    s->f.spotted[seat] &= ~down;
    gg_emit(events, E_TURNED_DOWN, RULE_AD19, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
}

static void refresh(co_state *s, int seat, gg_events *events) {
    // AD13: nobody is engaged any longer.
    // AD38a: but a reloading battery is, once more.
    s->f.engaged[seat] &= s->f.reloading[seat];
    s->f.reloading[seat] = 0;
    s->f.acted[seat] = s->f.scouted[seat] = s->f.struck[seat] = s->f.paid[seat] = 0;
    if (s->f.cloud == seat + 1) s->f.cloud = 0;
    if (s->f.mud == seat + 1) s->f.mud = 0;
    s->f.option = s->f.bonus = 0;
    s->f.crossed = 0;
    memset(s->f.quarry, 0, sizeof s->f.quarry);
    turn_down(s, seat, events);
}

void co_step_begin(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int seat = frame->seat, stage = frame->arg[0]++;
    (void)t;
    if (stage < HOME_DONE) {
        patrol_home(s, seat, stage == HOME_W ? CORRIDOR_W : CORRIDOR_E); // A112: at the latest now
        return;
    }
    refresh(s, seat, events);
    phase_frame(s, N_SUPPLY, seat);
}

// AD13c: three dice for the US, two for everybody else.
int co_supply_dice(const co_table *t, const co_state *s) {
    return t->nation[s->f.active] == CO_US ? 3 : 2;
}

static int depots(const co_table *t, const co_state *s, int seat) {
    int count = 0;
    for (int zone = 0; zone < ZONES; zone++)
        count += (co_ground(t, s, zone)->flags & CO_T_DEPOT) && s->held[seat] >> zone & 1;
    return count;
}

static int extra_supply(const co_table *t, int seat) {
    switch (t->nation[seat]) {
    case CO_GERMAN: return 3;       // AD13a: 2d6 + 3
    case CO_SOVIET: return 2;       // AD13b: 2d6 + 2
    case CO_COMMONWEALTH: return 3; // AD13d: 2d6 + 3
    default: return 0;
    }
}

void co_play_supply(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    static const uint16_t rule[CO_NATIONS] = {RULE_AD13a, RULE_AD13b, RULE_AD13c, RULE_AD13d};
    int seat = s->f.active, got = gg_a(outcome) + extra_supply(t, seat);
    bool first = s->f.turn == 1 && seat == s->f.first;
    if (first) got /= 2;       // AD11a: who begins keeps half of his first roll
    got += depots(t, s, seat); // AD7i: crossroads
    int sum = s->f.supply[seat] + got;
    s->f.supply[seat] = (uint8_t)(sum > SUPPLY_MAX ? SUPPLY_MAX : sum);
    gg_emit(events, E_SUPPLIED, rule[t->nation[seat]], GG_SEE_ALL, 0, seat, gg_a(outcome), got,
            s->f.supply[seat], 0);
    phase_frame(s, N_DRAWING, seat)->arg[0] = DRAW_TURN;
}

// AD10, AD13e: up to seven cards.
// AD14b: from an empty deck none, and nothing happens.
static bool draws(const co_state *s, int seat) {
    return co_count(s->at[seat][HAND]) < HAND_SIZE && s->at[seat][DECK];
}

void co_step_drawing(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int seat = frame->seat, mode = frame->arg[0];
    if (draws(s, seat)) {
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
    s->f.bonus = 0; // AR13: points left over are lost
    s->f.repairs = 0;
    // The mark of workshops (AR1), then that of landings: AR16 speaks of one phase.
    if (s->f.phase <= PHASE_AIR) s->f.acted[seat] = 0;
    if (s->f.phase == PHASE_MANOEUVRE) {
        phase_frame(s, N_HOMING, seat);
        return;
    }
    s->f.phase++; // A52: air action after reinforcement, and so on
    phase_frame(s, node[s->f.phase], seat);
    gg_emit(events, E_PHASE, s->f.phase == PHASE_AIR ? RULE_A52 : RULE_AD12, GG_SEE_ALL, 0,
            s->f.phase, seat, 0, 0, 0);
}

// AD36: group by group, each by the corridor it came by.
void co_step_homing(const co_table *t, co_state *s, gg_events *events) {
    int seat = s->f.active;
    for (int place = W1; place <= REAR_TWO; place++) {
        uint64_t there = s->at[seat][place] & t->aircraft[seat] & ~s->f.patrol[seat];
        if (!there) continue;
        int piece = co_take(seat, &there), corridor = co_in(s->f.east, piece);
        co_fly(s, seat, s->f.group[piece], corridor, co_station_of(seat, corridor, place), 0,
               FLY_HOME);
        return;
    }
    s->f.smoke = s->f.night = 0; // AD68a: they were for "this turn"
    s->f.marching[0] = s->f.marching[1] = 0;
    if (!co_end_turn(t, s, events)) {
        if (seat != s->f.first) s->f.turn++;
        begin_turn(s, co_enemy(seat), events);
    }
}

// Set-up and opening hands are before the first player turn.
uint32_t co_clock(const void *t, const void *state) {
    const co_state *s = state;
    (void)t;
    return s->f.turn ? 2U * s->f.turn - (s->f.active == s->f.first) : 0;
}
