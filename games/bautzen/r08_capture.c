// SPDX-License-Identifier: Apache-2.0
// Chapter 8.6.3: supply columns alone.
//
// B6, BR15 CL with no other unit in their hex do not fight: B7 the attacker rolls one die for each;
// B8 1 to 3 it is destroyed, B9 4 to 6 captured, unless its captor already has four (B10, BR14):
// then it is lost. BR16 the attack is used up; into an emptied hex attackers advance as after any
// combat, onto a captured column one of them. BH10e the same dice fall when losses leave only CL in
// a defended hex.
//
// Sides never share a hex, not even between two dice: captured CL are counted, and turned when the
// last one has been rolled for. Dice fall from the top of the stack down and what is destroyed
// leaves it, so that the captured ones are always the top ones.
#include "combat.h"

enum { DESTROYED_UP_TO = 3 };

// The next CL of the stack to roll for, -1 = none.
static int next_column(const bz_state *s) {
    int p = bz_top(s, s->f.stand);
    for (int i = 0; i < s->f.captured && p >= 0; i++) p = bz_below(s, p);
    return p;
}

void bz_open_capture(bz_state *s, int hex) {
    s->f.stand = (uint16_t)hex;
    gg_flow_goto(&s->f.flow, N_CL_DIE, (unsigned)bz_attacker(s)); // B7: who attacks rolls
}

static void lose_column(const bz_table *t, bz_state *s, int column) {
    bz_leave(t, s, column, AT_POOL);
    s->f.status[column] = 0;
    s->f.column_side[column - FIRST_COLUMN] = 0;
}

static void turn_captured(const bz_table *t, bz_state *s) {
    int taken[COLUMNS], n = 0;
    for (int p = bz_top(s, s->f.stand); n < s->f.captured; p = bz_below(s, p)) taken[n++] = p;
    for (int i = 0; i < n; i++) bz_leave(t, s, taken[i], AT_POOL);
    for (int i = 0; i < n; i++) {
        s->f.column_side[taken[i] - FIRST_COLUMN] = (uint8_t)bz_attacker(s);
        s->f.status[taken[i]] = 1;
        bz_arrive(t, s, taken[i], s->f.stand);
    }
    s->f.captured = 0;
}

static void capture(const bz_table *t, bz_state *s, int column, gg_events *events) {
    int captor = bz_attacker(s), hex = s->f.stand;
    int held = s->counts[captor] + s->f.captured;
    if (held >= COLUMNS_PER_SIDE) { // B10, 7.2.2; BR14: one too many is lost
        gg_emit(events, E_COLUMN_SURPLUS, RULE_BR14, GG_SEE_ALL, 0, captor, hex, 0, 0, 0);
        lose_column(t, s, column);
        return;
    }
    gg_emit(events, E_COLUMN_CAPTURED, RULE_B9, GG_SEE_ALL, 0, captor, hex, 0, 0, 0);
    s->f.captured++;
}

static void all_rolled(const bz_table *t, bz_state *s, gg_events *events) {
    turn_captured(t, s);
    if (s->f.stage == STAGE_COLUMNS) {
        bz_open_advance(t, s);
        return;
    }
    s->f.stage = STAGE_ATTACKER;
    bz_go_on_losing(t, s, events);
}

void bz_play_cl_die(const bz_table *t, bz_state *s, gg_action outcome, gg_events *events) {
    int die = gg_a(outcome);
    int column = next_column(s), hex = s->f.stand, roller = gg_flow_top(&s->f.flow)->seat;
    gg_emit(events, E_CAPTURE_DIE, RULE_B7, GG_SEE_ALL, GG_E_REVEAL, roller, hex, die, 0, 0);
    if (die <= DESTROYED_UP_TO) { // B8, otherwise B9
        gg_emit(events, E_COLUMN_DESTROYED, RULE_B8, GG_SEE_ALL, 0, bz_side_of(s, column), hex, 0,
                0, 0);
        lose_column(t, s, column);
    } else {
        capture(t, s, column, events);
    }
    if (next_column(s) < 0) all_rolled(t, s, events); // BR15: a die for each
}
