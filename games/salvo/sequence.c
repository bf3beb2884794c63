// SPDX-License-Identifier: Apache-2.0
// The sequence of play (C1, C8, CR11, CH4).
//
//   SETUP        units set up in turn, or held back                           CH11
//   each round   maintenance  stars -> check (OVER) -> REINFORCE -> SEQUENCE  C2-C8
//                authority    COMMIT -> AUTHORITY, one die each -> FIRST      C9-C14
//                activation   TURN, in turn, until no card is left            C15-C29
//   each card    ACT: old attitudes end, morale, salvos and move, melee, new attitudes
//
// Frame 0 is the round and goes from node to node; a deployment and an activation are frames called
// on it. Nothing here decides a rule of a phase: it only says what comes next.
#include "salvo.h"

// Frame 0 goes on at another node, with a clean slate.
static gg_frame *stage(sv_state *s, unsigned node, int seat) {
    GG_ASSERT(s->f.flow.depth == 1);
    gg_frame *frame = gg_flow_goto(&s->f.flow, node, (unsigned)seat);
    frame->subject = 0;
    memset(frame->arg, 0, sizeof frame->arg);
    return frame;
}

static int stage_seat(const sv_state *s) {
    return s->f.flow.frame[0].seat;
}

static void enter_phase(sv_state *s, int phase, gg_events *events) {
    s->f.phase = (uint8_t)phase;
    gg_emit(events, E_PHASE, RULE_C1, GG_SEE_ALL, 0, phase, s->f.round, 0, 0, 0);
}

// CH11g: after the last round there is one more maintenance, and no round that it would begin.
static void enter_maintenance(const sv_table *t, sv_state *s, gg_events *events) {
    if (s->f.round <= t->board.rounds) {
        enter_phase(s, PHASE_MAINTENANCE, events);
        return;
    }
    s->f.phase = PHASE_MAINTENANCE;
    gg_emit(events, E_LAST_CHECK, RULE_CH11g, GG_SEE_ALL, 0, t->board.rounds, 0, 0, 0, 0);
}

// --------------------------------------------------------------------------------------- set-up
void sv_after_deployment(const sv_table *t, sv_state *s, gg_events *events) {
    int seat = stage_seat(s), other = 1 - seat; // CH11a: in turn
    if (sv_has_to_deploy(t, s, other))
        stage(s, N_SETUP, other);
    else if (sv_has_to_deploy(t, s, seat)) // CH11e: who has placed everything is skipped
        stage(s, N_SETUP, seat);
    else
        sv_begin_round(t, s, events);
}

// ---------------------------------------------------------------------------------- maintenance
// C7, C16: a row of cards for each side, every unit on the board, as the company lists them.
static void deal_cards(const sv_table *t, sv_state *s, int side) {
    uint8_t *row = sv_row(s, side);
    int count = 0;
    memset(row, NO_UNIT, UNITS_SIDE);
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        if (sv_exists(t, unit) && sv_on_board(s, unit)) row[count++] = (uint8_t)unit;
    s->f.card_count[side] = (uint8_t)count;
}

// CR7: the pools are counted when maintenance is done.
static void begin_authority(const sv_table *t, sv_state *s, gg_events *events) {
    for (int side = 0; side < SEATS; side++) {
        s->f.points[side] = (uint8_t)sv_command_pool(t, s, side);
        gg_emit(events, E_POOL, RULE_CR7, GG_SEE_ALL, 0, side, s->f.points[side], 0, 0, 0);
    }
    enter_phase(s, PHASE_AUTHORITY, events); // C1: authority follows maintenance
    stage(s, N_COMMIT, SEAT_WEST);
}

// C7: each side arranges its own cards. With one card or none there is nothing to arrange; the
// number of cards is public.
static void open_sequence(const sv_table *t, sv_state *s, int side, gg_events *events) {
    while (side < SEATS && s->f.card_count[side] < 2) side++;
    if (side < SEATS)
        stage(s, N_SEQUENCE, side);
    else
        begin_authority(t, s, events);
}

// C5: reinforcements are bought here, in maintenance, and nowhere else.
static void open_reinforcement(const sv_table *t, sv_state *s, int side, gg_events *events) {
    while (side < SEATS && !sv_can_buy(t, s, side)) side++;
    if (side < SEATS) {
        stage(s, N_REINFORCE, side);
        return;
    }
    for (int each = 0; each < SEATS; each++) deal_cards(t, s, each);
    open_sequence(t, s, SEAT_WEST, events);
}

void sv_after_reinforcement(const sv_table *t, sv_state *s, gg_events *events) {
    open_reinforcement(t, s, stage_seat(s) + 1, events);
}

void sv_after_sequence(const sv_table *t, sv_state *s, gg_events *events) {
    open_sequence(t, s, stage_seat(s) + 1, events);
}

// CH10b: what was held back in the last maintenance may be bought again.
static void release_held(sv_state *s) {
    for (int unit = 0; unit < UNITS; unit++)
        if (s->f.where[unit] == AT_HELD) s->f.where[unit] = AT_RESERVE;
}

// C4: the game ends at a check in maintenance, never in the middle of a round.
static bool game_over(const sv_table *t, sv_state *s, gg_events *events) {
    if (!sv_check_victory(t, s, events)) return false;
    stage(s, N_OVER, GG_OVER);
    gg_emit(events, E_OVER, RULE_C4, GG_SEE_ALL, 0, s->f.stars[0], s->f.stars[1], 0, 0, 0);
    return true;
}

// C8: stars, then the check, then reinforcements, then the sequence.
// CR6: the first round has the same steps.
void sv_begin_round(const sv_table *t, sv_state *s, gg_events *events) {
    s->f.round++;
    enter_maintenance(t, s, events);
    release_held(s);
    sv_collect_stars(t, s, events);
    if (game_over(t, s, events)) return;
    open_reinforcement(t, s, SEAT_WEST, events);
}

// ------------------------------------------------------------------------------------ authority
static void roll_authority(sv_state *s, int side) {
    stage(s, N_AUTHORITY, side)->arg[ARG_DICE] = 1; // C11: exactly one
}

// CR8: both have answered before either answer counts.
void sv_after_commit(const sv_table *t, sv_state *s, gg_events *events) {
    (void)t;
    if (stage_seat(s) == SEAT_WEST) {
        stage(s, N_COMMIT, SEAT_EAST);
        return;
    }
    for (int side = 0; side < SEATS; side++) {
        int paid = s->f.committed[side] - 1;
        s->f.points[side] = (uint8_t)(s->f.points[side] - paid); // CR8: spent, win or lose
        gg_emit(events, E_COMMITTED, RULE_CR8, GG_SEE_ALL, GG_E_REVEAL, side, paid, 0, 0, 0);
    }
    roll_authority(s, SEAT_WEST);
}

void sv_after_authority(const sv_table *t, sv_state *s, gg_events *events) {
    if (stage_seat(s) == SEAT_WEST) { // C11: one die each
        roll_authority(s, SEAT_EAST);
        return;
    }
    int winner = sv_authority_winner(t, s);
    gg_emit(events, E_AUTHORITY, sv_authority_tied(t, s) ? RULE_CR9 : RULE_C13, GG_SEE_ALL, 0,
            winner, 0, 0, 0, 0);
    memset(s->f.committed, 0, sizeof s->f.committed);
    memset(s->f.die, 0, sizeof s->f.die);
    stage(s, N_FIRST, winner); // C14: the winner decides who plays first
}

// ----------------------------------------------------------------------------------- activation
static void end_round(const sv_table *t, sv_state *s, gg_events *events) {
    memset(s->f.points, 0, sizeof s->f.points);   // CR7: unspent points are lost
    memset(s->f.special, 0, sizeof s->f.special); // CR15: of this activation phase only
    sv_begin_round(t, s, events);
}

// CR11: `side` plays next; a player without cards is skipped.
static void open_turn(const sv_table *t, sv_state *s, int side, gg_events *events) {
    if (!s->f.card_count[side]) side = 1 - side;
    if (s->f.card_count[side])
        stage(s, N_TURN, side);
    else
        end_round(t, s, events);
}

void sv_begin_turns(const sv_table *t, sv_state *s, int first, gg_events *events) {
    s->f.first_side = (uint8_t)first;
    enter_phase(s, PHASE_ACTIVATION, events);
    open_turn(t, s, first, events);
}

void sv_turn_over(const sv_table *t, sv_state *s, gg_events *events) {
    open_turn(t, s, 1 - stage_seat(s), events);
}

// Takes a card out of a row; the others close up.
int sv_drop_card(sv_state *s, int side, int slot) {
    uint8_t *row = sv_row(s, side);
    int unit = row[slot];
    GG_ASSERT(slot < s->f.card_count[side]);
    memmove(row + slot, row + slot + 1, (size_t)(UNITS_SIDE - slot - 1));
    row[UNITS_SIDE - 1] = NO_UNIT;
    s->f.card_count[side]--;
    return unit;
}

// C15: a card's unit is activated.
// CH4a: its old attitudes end, then morale, then it acts. The frame of the activation is 1.
void sv_activate(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    GG_ASSERT(s->f.flow.depth == 1 && sv_on_board(s, unit)); // CR17: no card outlives its unit
    gg_flow_call(&s->f.flow, N_ACT, (unsigned)sv_side(unit))->subject = (uint16_t)unit;
    gg_emit(events, E_ACTIVATED, RULE_C15, GG_SEE_ALL, GG_E_REVEAL, sv_piece_of_unit(unit), 0, 0, 0,
            0);
    s->f.deeds = (uint8_t)(sv_engaged(t, s, unit) << DEED_ENGAGED); // O7: as it starts
    sv_end_attitudes(s, unit, events);
    sv_open_morale(t, s, unit, events);
}

// Morale is settled: the unit acts.
// O4: without its first leader it pays, or its card is wasted.
void sv_enter_act(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    int side = sv_side(unit);
    gg_frame *frame = gg_flow_goto(&s->f.flow, N_ACT, (unsigned)side);
    memset(frame->arg, 0, sizeof frame->arg);
    if (!sv_option(t, O_LEADERLESS) || !(s->f.flags[unit] & U_LEADERLESS)) return;
    bool paid = s->f.points[side] > 0;
    gg_emit(events, paid ? E_LED : E_WASTED, RULE_O4, GG_SEE_ALL, 0, sv_piece_of_unit(unit), 0, 0,
            0, 0);
    if (paid)
        s->f.points[side]--;
    else
        sv_activation_over(t, s, events);
}

// The activation ends, whatever it was doing.
// C28, CR16: the second unit of an extra activation follows at once, unless it is gone.
void sv_activation_over(const sv_table *t, sv_state *s, gg_events *events) {
    int second = s->f.pending - 1;
    while (s->f.flow.depth > 1) gg_flow_end(&s->f.flow);
    s->f.deeds = s->f.fired = s->f.pending = 0;
    if (second >= 0)
        sv_activate(t, s, second, events);
    else
        sv_turn_over(t, s, events);
}

// CR51: a finished move is answered before the mover does anything else.
void sv_after_move(const sv_table *t, sv_state *s, uint32_t touched, gg_events *events) {
    int mover = sv_active(s), side = 1 - sv_side(mover);
    if (!sv_watchers(t, s, mover, touched)) {
        sv_shaken(t, s, mover, touched, events);
        return;
    }
    gg_frame *frame = gg_flow_call(&s->f.flow, N_REACT, (unsigned)side);
    frame->subject = (uint16_t)mover;
    frame->arg[ARG_TOUCHED] = (int16_t)(touched >> sv_first_of(side) & SQUAD_MASK);
}

// CR23: now the contact that the move has brought engages, if it lasts.
void sv_reactions_over(const sv_table *t, sv_state *s, gg_events *events) {
    const gg_frame window = *gg_flow_top(&s->f.flow);
    if (!sv_on_board(s, window.subject)) {
        sv_activation_over(t, s, events);
        return;
    }
    gg_flow_end(&s->f.flow);
    sv_shaken(t, s, window.subject, (uint32_t)window.arg[ARG_TOUCHED] << sv_first_of(window.seat),
              events);
}

// C130: the support of a watcher that has destroyed the mover may still fire at another.
void sv_after_salvo(const sv_table *t, sv_state *s, gg_events *events) {
    bool window = gg_flow_top(&s->f.flow)->node == N_REACT;
    int active = sv_active(s);
    GG_ASSERT(active >= 0);
    if (window && sv_may_react_on(t, s)) return;
    if (window)
        sv_reactions_over(t, s, events);
    else if (!sv_on_board(s, active))
        sv_activation_over(t, s, events);
}

// --------------------------------------------------------------------------------- end of a unit
static void forget_card(sv_state *s, int unit) {
    int side = sv_side(unit);
    for (int slot = 0; slot < s->f.card_count[side]; slot++)
        if (sv_card(s, side, slot) == unit) {
            sv_drop_card(s, side, slot);
            break;
        }
    if (s->f.pending == unit + 1) s->f.pending = 0;
}

// Destroyed (AT_GONE) or routed (AT_ROUTED). Whoever calls goes on with sv_after_salvo() or
// sv_activation_over(): a frame about this unit may still be open.
void sv_unit_gone(const sv_table *t, sv_state *s, int unit, int place, gg_events *events) {
    const sv_roster *roster = &t->unit[unit];
    bool officer = roster->rank && s->alive[unit] & 1;
    for (int i = 0; i < roster->strength; i++) {
        int figure = roster->first + i;
        s->f.status[figure] = F_DEAD;
        s->f.x[figure] = s->f.y[figure] = 0;
        s->f.body[figure] = s->f.arms[figure] = 0;
    }
    s->f.where[unit] = (uint8_t)place;
    s->f.flags[unit] = s->f.causes[unit] = 0;
    s->f.leader[unit] = NO_FIGURE;
    sv_unit_changed(t, s, unit);
    forget_card(s, unit); // CR17: at once, no bluffing with dead cards
    gg_emit(events, place == AT_ROUTED ? E_ROUTED : E_DESTROYED,
            place == AT_ROUTED ? RULE_C104 : RULE_C66, GG_SEE_ALL, 0, sv_piece_of_unit(unit), 0, 0,
            0, 0);
    if (officer) sv_officer_lost(t, s, unit, events);
}

enum { CLOCK_ROUND = SEATS * UNITS_SIDE + 1 };

// A player turn is a card: what is gone of both rows, be it played or lost with its unit, and the
// maintenance of a round as one more.
uint32_t sv_clock(const void *t, const void *state) {
    const sv_state *s = state;
    unsigned left = (unsigned)s->f.card_count[SEAT_WEST] + s->f.card_count[SEAT_EAST];
    bool plays = s->f.phase == PHASE_ACTIVATION;
    (void)t;
    return (uint32_t)s->f.round * CLOCK_ROUND + (plays ? CLOCK_ROUND - left : 0);
}

// Stars are collected then, and everybody has acted: in the middle of a round who has a card left
// looks better than he is.
uint32_t sv_until(const void *t, const void *state) {
    const sv_state *s = state;
    (void)t;
    return (s->f.round + 1U) * CLOCK_ROUND;
}
