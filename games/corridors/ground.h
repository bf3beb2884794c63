// SPDX-License-Identifier: Apache-2.0
// What the files of phase 5 offer each other. Every action has a judge, a list made by the same
// judge, and what it does; the dispatch by verb stands in r05_manoeuvre.c.
#ifndef GAME_CORRIDORS_GROUND_H
#define GAME_CORRIDORS_GROUND_H

#include "corridors.h"

typedef struct co_list {
    gg_action *out;
    uint32_t count;
} co_list;

static inline void co_list_add(co_list *list, unsigned verb, int a, int b) {
    list->out[list->count++] = gg_act(verb, (unsigned)a, (unsigned)b, 0);
}

// ---- r05_manoeuvre.c
bool co_check_actor(const co_table *t, const co_state *s, int seat, int piece, gg_verdict *verdict);
uint64_t co_actors(const co_table *t, const co_state *s, int seat); // those it would accept
bool co_carried(const co_table *t, const co_state *s, int piece); // aboard a carrier, not in a fort
uint64_t co_aboard(const co_table *t, const co_state *s, int seat); // all of them
int co_shelter(const co_table *t, const co_state *s,
               int piece); // the fort it stands in, or NO_PIECE
// The obstacle between two places that hinders that seat (AD58), or NO_PIECE.
int co_hindrance(const co_table *t, const co_state *s, int seat, int from, int to);
// A card has left a place: when only face-down cards remain, who holds it now tells whether a
// fortification stands alone there. The flag of the event that says so.
unsigned co_bares(const co_table *t, const co_state *s, int seat, int place);
// AD7c, AD7d, AD57 and their like: may the card cross to that place at all?
bool co_check_ground(const co_table *t, const co_state *s, int piece, int from, int to,
                     gg_verdict *verdict);

// ---- r05_fire.c
bool co_check_fire(const co_table *t, const co_state *s, int piece, int target, int kind,
                   gg_verdict *verdict);
bool co_check_faust(const co_table *t, const co_state *s, int piece, int target,
                    gg_verdict *verdict); // AT01
void co_list_fire(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list);
void co_play_fire(const co_table *t, co_state *s, gg_action action, gg_events *events);

// ---- r05_move.c
bool co_check_move(const co_table *t, const co_state *s, int piece, int to, gg_verdict *verdict);
void co_list_move(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list);
void co_play_move(const co_table *t, co_state *s, gg_action action, gg_events *events);
int co_steps(const co_table *t, const co_state *s, int piece); // AD45, AT13, AE07, AE08
// AD17g: a card has ended its move where it lies.
void co_end_move(const co_table *t, co_state *s, int piece, gg_events *events);

// ---- r05_transport.c: forts and carriers
bool co_check_transport(const co_table *t, const co_state *s, int seat, gg_action action,
                        gg_verdict *verdict);
void co_list_transport(const co_table *t, const co_state *s, int seat, uint64_t actors,
                       co_list *list);
void co_play_transport(const co_table *t, co_state *s, gg_action action, gg_events *events);
void co_come_out(const co_table *t, co_state *s, int piece, unsigned rule,
                 gg_events *events); // of its fortification

// ---- r05_assault.c, r05_storm.c
// Arguments of the STORM frame, and its stages.
enum { ST_PLACE, ST_FROM, ST_STAGE, ST_DEALT, ST_TAKEN };
enum {
    STORM_MINES,
    STORM_FIRST,
    STORM_SAPPERS,
    STORM_CLASH,
    STORM_BACK,
    STORM_OUTCOME,
    STORM_RETREATS
};
bool co_check_start(const co_table *t, const co_state *s, int piece, int place,
                    gg_verdict *verdict);
void co_list_start(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list);
void co_play_start(co_state *s, gg_action action);

// ---- r05_clear.c
bool co_check_clear(const co_table *t, const co_state *s, int piece, int edge, gg_verdict *verdict);
void co_list_clear(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list);
void co_play_clear(const co_table *t, co_state *s, gg_action action, gg_events *events);

#endif
