// SPDX-License-Identifier: Apache-2.0
// The sequence of play (BH1).
//
//   SETUP   Allied, then German (B61, B63)            scenarios with a ready set-up skip it
//   six turns, each:
//     German   CL_ROLL from turn 3, CL_PLACE   ->  MOVE  ->  COMBAT
//     Allied   CL_PLACE, REINFORCE from turn 2 ->  MOVE  ->  COMBAT
//     air markers are ready again (BR3)
//   END after the last turn (BD16)
//
// Frame 0 is the segment. A move, a combat, a placement is a frame called on it and ended when
// done.
#include "bautzen.h"

enum { FIRST_GERMAN_COLUMNS = 3, FIRST_REINFORCEMENT = 2 }; // turns: BH1, BR21

static void clear_flags(bz_state *s, unsigned flags) {
    for (int piece = 0; piece < PIECES; piece++) s->f.status[piece] &= (uint8_t)~flags;
}

// Nothing that a counter did in one segment binds it in the next. B15: who supported an attack may
// support again.
static void end_flags(bz_state *s) {
    clear_flags(s, MOVED | ATTACKED | RETREATED | IN_COMBAT | SUPPORTED);
}

static void open_decision(const bz_table *t, bz_state *s, unsigned node) {
    bz_fix_supply(t, s); // BH7: both sides' states are fixed as the segment begins
    gg_flow_goto(&s->f.flow, node, (unsigned)bz_phase_side(s));
}

static void open_allied_supply(const bz_table *t, bz_state *s, gg_events *events) {
    // BH1f: all that are not in play
    if (!bz_open_columns(t, s, BZ_ALLIED, COLUMNS_PER_SIDE, events)) bz_after_columns(t, s, events);
}

static void end_turn(const bz_table *t, bz_state *s, gg_events *events) {
    s->f.air_used = 0; // BR3: a marker serves once a game turn
    bz_score_turn(t, s, events);
    if (s->f.turn >= t->last_turn) { // BH1a
        gg_flow_goto(&s->f.flow, N_END, GG_OVER);
        int half[GG_SEATS_MAX];
        int32_t margin;
        bz_score(t, s, half, &margin);
        bz_tell_victory(t, s, events);
        gg_emit(events, E_ENDED, RULE_BD5b, GG_SEE_ALL, 0, s->f.turn, -margin, 0, 0, 0);
        return;
    }
    s->f.turn++;
    s->f.segment = SEG_SETUP; // the next one is the German supply segment
    gg_emit(events, E_TURN, RULE_BH1a, GG_SEE_ALL, 0, s->f.turn, 0, 0, 0, 0);
    bz_next_segment(t, s, events);
}

// B47, B48, BR21: only the Allied player, in his supply segment, from turn 2 on.
static bool tests_for_reinforcements(const bz_state *s) {
    return s->f.segment == SEG_ALLIED_SUPPLY && s->f.turn >= FIRST_REINFORCEMENT;
}

// CL are in place.
void bz_after_columns(const bz_table *t, bz_state *s, gg_events *events) {
    if (tests_for_reinforcements(s))
        gg_flow_goto(&s->f.flow, N_REINFORCE, BZ_ALLIED);
    else
        bz_next_segment(t, s, events);
}

void bz_next_segment(const bz_table *t, bz_state *s, gg_events *events) {
    GG_ASSERT(s->f.flow.depth == 1);
    end_flags(s);
    bool last = s->f.turn >= t->last_turn && s->f.segment == t->last_segment;
    if (s->f.segment == SEG_ALLIED_COMBAT || last) {
        end_turn(t, s, events);
        return;
    }
    s->f.segment++;
    gg_emit(events, E_SEGMENT, RULE_BH1a, GG_SEE_ALL, 0, s->f.segment, 0, 0, 0, 0);
    switch (s->f.segment) {
    case SEG_GERMAN_SUPPLY:
        if (s->f.turn >= FIRST_GERMAN_COLUMNS)
            gg_flow_goto(&s->f.flow, N_CL_ROLL, BZ_GERMAN);
        else
            bz_next_segment(t, s, events);
        break;
    case SEG_ALLIED_SUPPLY: open_allied_supply(t, s, events); break;
    case SEG_GERMAN_MOVE: open_decision(t, s, N_MOVE); break; // BH1c
    case SEG_ALLIED_MOVE: open_decision(t, s, N_MOVE); break; // BH1e
    default: open_decision(t, s, N_COMBAT); break;
    }
}

// Two phases a turn; the set-up belongs to the first.
uint32_t bz_clock(const void *t, const void *state) {
    const bz_state *s = state;
    (void)t;
    return 2U * s->f.turn + (s->f.segment >= SEG_ALLIED_SUPPLY);
}

// A small battle of two turns is thought to its end: what half of it is worth says little of the
// rest.
static bool is_short(const bz_table *t) {
    enum { SHORT = 2 };
    return t->request.scenario == SC_INTRO && t->last_turn <= SHORT;
}

uint32_t bz_until(const void *table, const void *state) {
    const bz_table *t = table;
    (void)state;
    return is_short(t) ? 2U * t->last_turn + 2 : 0;
}

uint32_t bz_effort(const void *table) {
    enum { ARMIES = 4 };
    return is_short(table) ? 1 : ARMIES;
}

// -------------------------------------------------------------------------------- out of its place
// The segment of this phase in which a verb is used, 0 = none.
static int segment_of(unsigned verb, int side) {
    bool german = side == BZ_GERMAN;
    switch (verb) {
    case V_MOVE:
    case V_ENTER:
    case V_EXFILTRATE: return german ? SEG_GERMAN_MOVE : SEG_ALLIED_MOVE;
    case V_ATTACK:
    case V_JOIN:
    case V_SUPPORT: return german ? SEG_GERMAN_COMBAT : SEG_ALLIED_COMBAT;
    default: return 0;
    }
}

// BH1c, BH1e: the segments of a phase have their order.
static bool check_segment(const bz_state *s, int seat, unsigned verb, gg_verdict *verdict) {
    int wanted = segment_of(verb, seat), now = s->f.segment;
    bool german = seat == BZ_GERMAN, ours = now != SEG_SETUP && seat == bz_phase_side(s);
    bool later = ours && wanted > now, over = ours && wanted && wanted < now;
    GG_REFUSE_IF(later && german, LATER_GERMAN, wanted, 0);
    GG_REFUSE_IF(later && !german, LATER_ALLIED, wanted, 0);
    GG_REFUSE_IF(over && german, OVER_GERMAN, wanted, 0);
    GG_REFUSE_IF(over && !german, OVER_ALLIED, wanted, 0);
    return true;
}

// What is under way is named: the counter in hand, the move, the exfiltration, the combat.
bool bz_stray(const void *t, const void *state, int seat, gg_action action, gg_verdict *verdict) {
    const bz_state *s = state;
    const gg_frame *top = gg_flow_top(&s->f.flow);
    int piece = top->subject;
    bool fights = top->node >= N_ATTACK && top->node <= N_ADVANCE;
    (void)t;
    GG_REFUSE_IF(top->node == N_PLACE && seat == BZ_ALLIED, IN_HAND, piece, 0);
    GG_REFUSE_IF(top->node == N_PLACE && seat == BZ_GERMAN, IN_HAND_GERMAN, piece, 0);
    GG_REFUSE_IF(top->node == N_STEP, MOVE_UNDER_WAY, piece, s->f.where[piece]);
    GG_REFUSE_IF(top->node == N_EXFIL, RUN_UNDER_WAY, piece, s->f.where[piece]);
    GG_REFUSE_IF(fights, COMBAT_IN_PROGRESS, s->f.target, 0);
    return check_segment(s, seat, gg_verb_of(action), verdict);
}
