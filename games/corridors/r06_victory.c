// SPDX-License-Identifier: Apache-2.0
// Chapter 13: victory, looked at when a player turn ends.
//
// AD64: a ground card of the player in the enemy HQ and no enemy card there: he has won. AD65: his
// victory pile reaches the number of the battlefield (45; AD70a: 25): he has won. AD66: after the
// last turn (15; AD70a: 8) each counts his pile and 2 for each zone his troops occupy; AD66a: equal
// totals are a draw.
#include "corridors.h"

enum { ZONE_WORTH = 2 };

static int zones_held(const co_state *s, int seat) {
    return co_count(s->held[seat] & ((1U << ZONES) - 1));
}

// AD66: the pile, and 2 for each zone.
static int total(const co_state *s, int seat) {
    return s->points[seat] + ZONE_WORTH * zones_held(s, seat);
}

static bool holds_hq(const co_table *t, const co_state *s, int seat) {
    int hq = co_hq(co_enemy(seat));
    return s->held[seat] >> hq & 1 && !co_crowd(t, s, co_enemy(seat), hq);
}

// AD67: these endings are the game's own; resigning and an agreed draw end any match, outside it
// (grognard/match.h).
static bool over(co_state *s, int ending, int winner) {
    s->f.ending = (uint8_t)ending;
    s->f.winner = (uint8_t)winner;
    memset(gg_flow_at(&s->f.flow), 0, sizeof(gg_frame));
    gg_flow_goto(&s->f.flow, N_OVER, GG_OVER);
    return true;
}

static bool count_up(co_state *s, gg_events *events) {
    for (int seat = 0; seat < SEATS; seat++)
        gg_emit(events, E_COUNTED, RULE_AD66, GG_SEE_ALL, 0, seat, s->points[seat],
                zones_held(s, seat), total(s, seat), 0);
    return over(s, END_TURNS, 0);
}

bool co_end_turn(const co_table *t, co_state *s, gg_events *events) {
    int seat = s->f.active;
    if (holds_hq(t, s, seat)) { // AD64: the enemy HQ is taken
        gg_emit(events, E_HQ_TAKEN, RULE_AD64, GG_SEE_ALL, 0, seat, co_hq(co_enemy(seat)), 0, 0, 0);
        return over(s, END_HEADQUARTERS, 1 + seat);
    }
    if (s->points[seat] >= t->field.points) { // AD65: the pile is high enough
        gg_emit(events, E_PILE_WINS, RULE_AD65, GG_SEE_ALL, 0, seat, s->points[seat], 0, 0, 0);
        return over(s, END_POINTS, 1 + seat);
    }
    bool last = seat != s->f.first && s->f.turn >= t->field.turns;
    return last && count_up(s, events);
}

void co_score(const void *table, const void *state, int half[GG_SEATS_MAX], int32_t *margin) {
    const co_state *s = state;
    (void)table;
    int lead = total(s, SEAT_ONE) - total(s, SEAT_TWO);
    int winner = s->f.winner - 1;
    if (!s->f.winner && lead) winner = lead > 0 ? SEAT_ONE : SEAT_TWO; // AD66a: else a draw
    half[SEAT_ONE] = winner < 0 ? 1 : winner == SEAT_ONE ? 2 : 0;
    half[SEAT_TWO] = 2 - half[SEAT_ONE];
    *margin = lead;
}
