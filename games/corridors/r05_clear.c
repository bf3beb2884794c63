// SPDX-License-Identifier: Apache-2.0
// Phase 5: engineers clear an obstacle on an edge of their place, whoever laid it: 1 supply, they
// are engaged, a die of 3 or more removes it (AD52, AD52a). A cleared obstacle goes to its owner's
// discard pile: it was taken away, not destroyed (AD63).
#include "ground.h"

enum { CLEARS_ON = 3 };

static int obstacle_on(const co_state *s, int edge) {
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t there = s->at[seat][edge];
        if (there) return co_take(seat, &there);
    }
    return NO_PIECE;
}

bool co_check_clear(const co_table *t, const co_state *s, int piece, int edge,
                    gg_verdict *verdict) {
    int seat = co_owner(piece), place = s->f.where[piece];
    GG_REFUSE_IF(!co_in(t->clears, piece), NOT_ENGINEERS, piece, 0);
    GG_REFUSE_IF(!co_is_edge(edge) || !(co_edges_of[place] >> (edge - FIRST_EDGE) & 1), EDGE_FAR,
                 edge, place);
    GG_REFUSE_IF(obstacle_on(s, edge) == NO_PIECE, NO_OBSTACLE, edge, 0);
    GG_REFUSE_IF(!s->f.supply[seat], CLEAR_NO_SUPPLY, piece, 0);
    return true;
}

void co_list_clear(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list) {
    for (actors &= t->clears[seat]; actors && s->f.supply[seat];) {
        int piece = co_take(seat, &actors);
        for (uint32_t edges = co_edges_of[s->f.where[piece]]; edges; edges &= edges - 1) {
            int edge = FIRST_EDGE + __builtin_ctz(edges);
            if (obstacle_on(s, edge) != NO_PIECE) co_list_add(list, V_CLEAR, piece, edge);
        }
    }
}

void co_play_clear(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), seat = co_owner(piece);
    (void)events;
    co_pay(s, seat, 1);        // AD23d: 1 supply
    co_add(s->f.acted, piece); // AD43a: this was their action
    co_engage(t, s, piece);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_CLEAR_DIE, (unsigned)seat);
    frame->subject = (uint16_t)piece;
    frame->arg[0] = (int16_t)gg_b(action);
}

void co_play_clear_die(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int edge = frame.arg[0], die = gg_a(outcome), obstacle = obstacle_on(s, edge);
    gg_flow_end(&s->f.flow);
    if (events)
        gg_emit(events, E_CLEARING, RULE_AD52a, co_see_mask(t, s, frame.subject), 0, frame.subject,
                edge, die, 0, 0);
    bool cleared = die >= CLEARS_ON;                                         // AD52a: on 3 or more
    if (obstacle != NO_PIECE && cleared) co_discard(t, s, obstacle, events); // AD52: it is gone
}
