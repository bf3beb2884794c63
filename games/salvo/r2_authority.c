// SPDX-License-Identifier: Apache-2.0
// Chapter 3.3: the test of authority.
//
// C9   the commander's AUT, one die, and the command points committed
// C10  nobody else's AUT; CR10 whoever commands now
// C12  0 to 6 points, CR7 of those one has; CR8 in secret, spent in any case (sequence.c)
// C13  the higher total wins; CR9 ties: higher AUT, fewer points, who played second last round
// C14  the winner says who plays first
#include "salvo.h"

// ---------------------------------------------------------------------------------------- totals
// C10: the company commander's AUT and no other officer's.
// CR10: his who commands now; without any officer it is 0.
int sv_authority(const sv_table *t, const sv_state *s, int side) {
    int commander = s->f.commander[side];
    return commander == NO_UNIT ? 0 : sv_officers[t->unit[commander].rank].authority;
}

static int committed(const sv_state *s, int side) {
    return s->f.committed[side] ? s->f.committed[side] - 1 : 0;
}

// C9: AUT, die and points committed.
static int total(const sv_table *t, const sv_state *s, int side) {
    return sv_authority(t, s, side) + s->f.die[side] + committed(s, side);
}

// CR9: the higher AUT; then fewer points committed; then who played second last round.
static int tie(const sv_table *t, const sv_state *s) {
    int west = sv_authority(t, s, SEAT_WEST), east = sv_authority(t, s, SEAT_EAST);
    if (west != east) return west > east ? SEAT_WEST : SEAT_EAST;
    west = committed(s, SEAT_WEST);
    east = committed(s, SEAT_EAST);
    if (west != east) return west < east ? SEAT_WEST : SEAT_EAST;
    return 1 - s->f.first_side;
}

bool sv_authority_tied(const sv_table *t, const sv_state *s) {
    return total(t, s, SEAT_WEST) == total(t, s, SEAT_EAST);
}

int sv_authority_winner(const sv_table *t, const sv_state *s) {
    int west = total(t, s, SEAT_WEST), east = total(t, s, SEAT_EAST);
    if (west == east) return tie(t, s);
    return west > east ? SEAT_WEST : SEAT_EAST; // C13: the higher total wins
}

// ----------------------------------------------------------------------------------- COMMIT node
bool sv_check_commit(const sv_table *t, const sv_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int points = gg_a(action);
    (void)t;
    GG_REFUSE_IF(points > COMMIT_MAX, COMMIT_OVER_SIX, points, 0);
    GG_REFUSE_IF(points > s->f.points[seat], COMMIT_BEYOND_POOL, points, s->f.points[seat]);
    return true;
}

uint32_t sv_legal_commit(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)t;
    while (n <= COMMIT_MAX && n <= s->f.points[seat]) {
        out[n] = gg_act(V_COMMIT, n, 0, 0);
        n++;
    }
    return n;
}

void sv_play_commit(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    s->f.committed[seat] = (uint8_t)(gg_a(action) + 1);
    gg_emit(events, E_ANSWERED, RULE_CR8, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
    sv_after_commit(t, s, events);
}

// -------------------------------------------------------------------------------- AUTHORITY node
void sv_play_authority(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int side = gg_flow_top(&s->f.flow)->seat;
    s->f.die[side] = (uint8_t)gg_a(action);
    gg_emit(events, E_AUTHORITY_DIE, RULE_C9, GG_SEE_ALL, 0, side, sv_authority(t, s, side),
            s->f.die[side], committed(s, side), total(t, s, side));
    sv_after_authority(t, s, events);
}

// ------------------------------------------------------------------------------------ FIRST node
bool sv_check_first(const sv_table *t, const sv_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    (void)t;
    (void)s;
    (void)seat;
    (void)action;
    (void)verdict;
    return true;
}

uint32_t sv_legal_first(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    (void)t;
    (void)s;
    (void)seat;
    out[0] = gg_act(V_FIRST, 0, 0, 0);
    out[1] = gg_act(V_SECOND, 0, 0, 0);
    return 2;
}

void sv_play_first(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    int first = gg_verb_of(action) == V_FIRST ? seat : 1 - seat;
    gg_emit(events, E_PLAYS_FIRST, RULE_C14, GG_SEE_ALL, 0, first, 0, 0, 0, 0);
    sv_begin_turns(t, s, first, events);
}
