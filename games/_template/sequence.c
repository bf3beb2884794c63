// SPDX-License-Identifier: Apache-2.0
// The sequence of play.
//
//   DRAW (eight times, the opening deal)            Z2
//   OPENING north, OPENING south (sealed)           Z3
//   then, turn by turn:
//     DRAW if the hand is short                     Z4
//     TURN  garrison | assault | pass               Z5-Z8
//        ASSAULT (draft)  with, with, confirm       Z8
//        AMBUSH (window of the defender)            Z9, Z10
//        DIE                                        Z11, Z12
//   END after eight turns each or when a side holds no ford  Z13, Z14
#include "template.h"

static void open_turn(const tp_table *t, tp_state *s) {
    int seat = s->f.turn % SEATS;
    (void)t;
    s->f.turn++;
    gg_flow_goto(&s->f.flow, N_TURN, (unsigned)seat);
    // Z4: a short hand is filled up by one card first.
    if (s->hand_count[seat] < HAND_MAX && s->deck_count[seat] > 0)
        gg_flow_call(&s->f.flow, N_DRAW, (unsigned)seat);
}

void tp_start(const tp_table *t, tp_state *s) {
    gg_flow_call(&s->f.flow, N_OPENING, SEAT_NORTH);
    if (t->deal) gg_flow_call(&s->f.flow, N_DRAW, SEAT_NORTH); // Z2: cards before anything else
}

// Z2: four cards each, turn about; the DRAW frame lies on the OPENING frame until they are dealt.
void tp_after_deal(const tp_table *t, tp_state *s) {
    if (gg_flow_top(&s->f.flow)->node == N_OPENING && t->deal && s->f.dealt < SEATS * HAND_MAX)
        gg_flow_call(&s->f.flow, N_DRAW, s->f.dealt % SEATS);
}

void tp_after_opening(const tp_table *t, tp_state *s) {
    if (gg_flow_top(&s->f.flow)->seat == SEAT_NORTH)
        gg_flow_goto(&s->f.flow, N_OPENING, SEAT_SOUTH);
    else
        open_turn(t, s);
}

int tp_points(const tp_state *s, int seat) {
    int points = 0;
    for (int ford = 0; ford < FORDS; ford++)
        if (tp_holds(s, seat, ford)) points += tp_worth(ford);
    return points;
}

// Z13: the last turn has been played, or one side holds nothing.
static bool ended(const tp_table *t, const tp_state *s) {
    if (s->f.turn >= SEATS * t->turns) return true;
    return !tp_points(s, SEAT_NORTH) || !tp_points(s, SEAT_SOUTH);
}

void tp_end_turn(const tp_table *t, tp_state *s, gg_events *events) {
    memset(gg_flow_at(&s->f.flow)->arg, 0, sizeof gg_flow_at(&s->f.flow)->arg);
    if (!ended(t, s)) {
        open_turn(t, s);
        return;
    }
    s->f.over = 1;
    gg_flow_goto(&s->f.flow, N_END, GG_OVER);
    gg_emit(events, E_ENDED, RULE_Z13, GG_SEE_ALL, 0, tp_points(s, SEAT_NORTH),
            tp_points(s, SEAT_SOUTH), 0, 0, 0);
}
