// SPDX-License-Identifier: Apache-2.0
// Phase 5: movement on the ground (AD45), step by step.
//
// A step goes to an adjacent place (AD2) without enemy troops (AD45a) and with room (AD7); an enemy
// fortification left alone there is destroyed (AD45b). A march ends when the steps are used up, in
// wood, bocage and towns for vehicles (AD7e), behind enemy barbed wire for foot units (AD55), or
// when the player halts: it does not end by itself where no step is left, for that may hang on what
// lies in a face-down fortification (A26). A minefield attacks whoever crosses it (AD56). A carrier
// takes its passenger along; at a bridge (AD7g) only the carrier counts as entering.
#include "ground.h"

int co_steps(const co_table *t, const co_state *s, int piece) {
    int steps = co_printed(t, piece)->mv;
    if (co_in(s->ridden, piece) && co_attached(t, s, piece, CO_TRACTOR) != NO_PIECE)
        steps++;                                                      // AT13: a gun tractor
    if (co_in(s->f.marching, piece)) steps++;                         // AE08: forced march
    if (s->f.mud && steps > 1 && co_in(t->vehicle, piece)) steps = 1; // AE07: mud
    return steps;
}

static bool room(const co_table *t, const co_state *s, int piece, int to) {
    // Enemy forts standing alone there will be gone.
    return !co_crowd(t, s, co_owner(piece), to) || co_room(t, s, piece, to);
}

static bool check_step(const co_table *t, const co_state *s, int piece, int to,
                       gg_verdict *verdict) {
    int seat = co_owner(piece), from = s->f.where[piece];
    GG_REFUSE_IF(to >= GROUND_PLACES, MOVE_OFF_GROUND, to, 0);
    GG_REFUSE_IF(!(co_neighbours[from] >> to & 1), NOT_NEXT, to, from);
    GG_REFUSE_IF(s->held[co_enemy(seat)] >> to & 1, ENEMY_HOLDS, to, 0);
    if (!co_check_ground(t, s, piece, from, to, verdict)) return false;
    GG_REFUSE_IF4(!room(t, s, piece, to), NO_ROOM, to, co_stack(t, s, to), co_limit(t, s, to), 0);
    return true;
}

// Inside a fortification it must come out first (AD53b).
// AD53e: but where the zone has no room for it, it may not stand there at all.
static bool shut_in(const co_table *t, const co_state *s, int piece) {
    int place = s->f.where[piece];
    return co_shelter(t, s, piece) != NO_PIECE && co_stack(t, s, place) < co_limit(t, s, place);
}

bool co_check_move(const co_table *t, const co_state *s, int piece, int to, gg_verdict *verdict) {
    GG_REFUSE_IF(co_in(t->hqt, piece), HQ_TROOPS_STAY, piece, 0);
    GG_REFUSE_IF(shut_in(t, s, piece), IN_FORT, piece, co_shelter(t, s, piece));
    GG_REFUSE_IF(co_steps(t, s, piece) < 1, NO_MOVEMENT, piece, 0);
    return check_step(t, s, piece, to, verdict);
}

static void list_steps(const co_table *t, const co_state *s, int piece, co_list *list) {
    int enemy = co_enemy(co_owner(piece));
    unsigned near = co_neighbours[s->f.where[piece]] & ~(unsigned)s->held[enemy];
    for (; near; near &= near - 1) {
        int to = __builtin_ctz(near);
        if (check_step(t, s, piece, to, NULL)) co_list_add(list, V_MOVE, piece, to);
    }
}

void co_list_move(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list) {
    for (actors &= ~t->hqt[seat]; actors;) {
        int piece = co_take(seat, &actors);
        if (!shut_in(t, s, piece) && co_steps(t, s, piece) > 0) list_steps(t, s, piece, list);
    }
}

// --------------------------------------------------------------------------------- carrying it out
// AD45b: an enemy fortification that stood alone.
static void raze(const co_table *t, co_state *s, int seat, int place, gg_events *events) {
    for (uint64_t forts = s->at[seat][place] & t->fort[seat]; forts;)
        co_destroy(t, s, co_take(seat, &forts), RULE_AD45b, events);
}

// Where a face-down card goes the enemy learns for good: no taking back.
static void tell(const co_table *t, const co_state *s, int piece, int from, gg_events *events) {
    int passenger = co_passenger(t, s, piece), to = s->f.where[piece];
    if (!events) return;
    bool seen = co_in(s->f.spotted, piece);
    unsigned flags = seen ? co_bares(t, s, co_owner(piece), from) : GG_E_REVEAL;
    gg_emit(events, E_MOVED, RULE_AD45, co_see_mask(t, s, piece), flags, piece, from, to, 0, 0);
    if (passenger != NO_PIECE)
        gg_emit(events, E_MOVED, RULE_AD59, co_see_mask(t, s, passenger), GG_E_REVEAL, passenger,
                from, to, 0, 0);
}

// Does the march end here?
static bool stops(const co_table *t, const co_state *s, int piece, int from, int to) {
    unsigned flags = co_ground(t, s, to)->flags;
    int obstacle = co_hindrance(t, s, co_owner(piece), from, to);
    if (co_in(t->vehicle, piece) && flags & CO_T_STOPS) { // AD7e: vehicles stop in close terrain
        bool cuts = flags & CO_T_HEDGES && co_attached(t, s, piece, CO_HEDGE_CUTTER) != NO_PIECE;
        if (!cuts) return true; // AT12: but not behind a hedge cutter
    }
    // AD55: barbed wire stops foot units.
    return co_in(t->foot, piece) && obstacle != NO_PIECE &&
           co_printed(t, obstacle)->kind == CO_WIRE;
}

// AD17g: seen in the open next to an enemy.
void co_end_move(const co_table *t, co_state *s, int piece, gg_events *events) {
    int place = s->f.where[piece];
    if (co_ground(t, s, place)->flags & CO_T_OPEN &&
        s->held[co_enemy(co_owner(piece))] & co_neighbours[place])
        co_spot(t, s, piece, RULE_AD17g, events);
}

// One step with `left` steps to go after it. The MARCH frame, if there is one, is on top.
static void step(const co_table *t, co_state *s, int piece, int to, int left, gg_events *events) {
    int from = s->f.where[piece], seat = co_owner(piece);
    int obstacle = co_hindrance(t, s, seat, from, to);
    bool marching = gg_flow_top(&s->f.flow)->node == N_MARCH;
    if (stops(t, s, piece, from, to)) left = 0;
    raze(t, s, co_enemy(seat), to, events);
    co_put_at(t, s, piece, to);
    if (co_ground(t, s, to)->flags & CO_T_BRIDGE)
        s->f.crossed = (uint16_t)(s->f.crossed | 1U << to);
    tell(t, s, piece, from, events);
    if (left < 1) {
        if (marching) gg_flow_end(&s->f.flow);
        co_end_move(t, s, piece, events);
    } else {
        if (!marching) gg_flow_call(&s->f.flow, N_MARCH, (unsigned)seat)->subject = (uint16_t)piece;
        gg_flow_at(&s->f.flow)->arg[0] = (int16_t)left;
    }
    if (obstacle != NO_PIECE && co_printed(t, obstacle)->kind == CO_MINEFIELD) // AD56: it attacks
        co_shoot(t, s, ATT_MINE, obstacle, piece);
}

void co_play_move(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action);
    co_add(s->f.acted, piece); // AD43a: this is its action
    if (co_shelter(t, s, piece) != NO_PIECE) co_come_out(t, s, piece, RULE_AD53e, events);
    step(t, s, piece, gg_b(action), co_steps(t, s, piece) - 1, events); // AD45: steps it has
}

// ----------------------------------------------------------------------------------------- MARCH
bool co_check_march(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_flow_top(&s->f.flow)->subject;
    (void)seat;
    if (gg_verb_of(action) == V_HALT) return true;
    GG_REFUSE_IF(gg_a(action) != piece, MARCH_OTHER, piece, 0);
    return check_step(t, s, piece, gg_b(action), verdict);
}

uint32_t co_legal_march(const co_table *t, const co_state *s, int seat, gg_action *out) {
    co_list list = {out, 0};
    (void)seat;
    list_steps(t, s, gg_flow_top(&s->f.flow)->subject, &list);
    co_list_add(&list, V_HALT, 0, 0);
    return list.count;
}

void co_play_march(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int piece = frame->subject, left = frame->arg[0];
    if (gg_verb_of(action) == V_MOVE) {
        step(t, s, piece, gg_b(action), left - 1, events); // AD45: one fewer
        return;
    }
    gg_flow_end(&s->f.flow);
    co_end_move(t, s, piece, events);
}
