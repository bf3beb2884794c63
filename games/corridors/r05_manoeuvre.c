// SPDX-License-Identifier: Apache-2.0
// Phase 5, fire and manoeuvre: who may act (AD43a), and the dispatch by verb.
//
// Each un-engaged ground card of the active side takes one action: fire, move, enter or leave a
// fortification, mount, take part in an assault, clear an obstacle. Dismounting is free (AD62). HQ
// troops may fire but never leave their headquarters (AD50). A passenger does not act (AD60a); a
// unit in a fortification does.
#include "ground.h"

bool co_carried(const co_table *t, const co_state *s, int piece) {
    int carrier = co_carrier(s, piece);
    return carrier != NO_PIECE && co_in(t->carrier, carrier);
}

uint64_t co_aboard(const co_table *t, const co_state *s, int seat) {
    uint64_t aboard = 0;
    for (uint64_t full = t->carrier[seat] & s->ridden[seat]; full;)
        aboard |= co_load_of(s, co_take(seat, &full)) & t->unit[seat];
    return aboard;
}

int co_shelter(const co_table *t, const co_state *s, int piece) {
    int fort = co_carrier(s, piece);
    return fort != NO_PIECE && co_in(t->fort, fort) ? fort : NO_PIECE;
}

// AD58: an obstacle hinders the enemy of whoever laid it.
int co_hindrance(const co_table *t, const co_state *s, int seat, int from, int to) {
    int obstacle = co_obstacle(t, s, from, to);
    return obstacle == NO_PIECE || co_owner(obstacle) == seat ? NO_PIECE : obstacle;
}

unsigned co_bares(const co_table *t, const co_state *s, int seat, int place) {
    uint64_t seen = s->at[seat][place] & t->ground[seat] & s->f.spotted[seat];
    return !seen && co_hidden_at(t, s, seat, place) ? GG_E_REVEAL : 0;
}

bool co_check_ground(const co_table *t, const co_state *s, int piece, int from, int to,
                     gg_verdict *verdict) {
    unsigned flags = co_ground(t, s, to)->flags;
    int obstacle = co_hindrance(t, s, co_owner(piece), from, to);
    bool vehicle = co_in(t->vehicle, piece), soft = (flags & CO_T_SOFT_GROUND) != 0;
    GG_REFUSE_IF(soft && vehicle, MARSH_VEHICLE, piece, to);
    GG_REFUSE_IF(soft && co_in(t->gun, piece), MARSH_GUN, piece, to);
    GG_REFUSE_IF((flags & CO_T_BRIDGE) && s->f.crossed >> to & 1, BRIDGE_CROSSED, to, 0);
    GG_REFUSE_IF(vehicle && obstacle != NO_PIECE && co_printed(t, obstacle)->kind == CO_DITCH,
                 DITCH_BARS, piece, to);
    return true;
}

bool co_check_actor(const co_table *t, const co_state *s, int seat, int piece,
                    gg_verdict *verdict) {
    GG_REFUSE_IF(co_owner(piece) != seat || !co_in(t->ground, piece) ||
                     s->f.where[piece] >= GROUND_PLACES,
                 NOT_YOUR_UNIT, piece, 0);
    GG_REFUSE_IF(co_carried(t, s, piece), UNIT_CARRIED, piece, co_carrier(s, piece));
    GG_REFUSE_IF(co_in(s->f.engaged, piece), UNIT_ENGAGED, piece, 0);
    GG_REFUSE_IF(co_in(s->f.acted, piece), UNIT_HAS_ACTED, piece, 0);
    return true;
}

uint64_t co_actors(const co_table *t, const co_state *s, int seat) {
    uint64_t here = 0;
    for (int place = 0; place < GROUND_PLACES; place++) here |= s->at[seat][place];
    return here & t->ground[seat] & ~s->f.engaged[seat] & ~s->f.acted[seat] &
           ~co_aboard(t, s, seat);
}

// ------------------------------------------------------------------------------------------ node
bool co_check_manoeuvre(const co_table *t, const co_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    unsigned verb = gg_verb_of(action);
    int piece = gg_a(action), other = gg_b(action);
    if (verb == V_END) return true;
    if (verb == V_DISMOUNT) return co_check_transport(t, s, seat, action, verdict);
    if (!co_check_actor(t, s, seat, piece, verdict)) return false;
    switch (verb) {
    case V_FIRE: return co_check_fire(t, s, piece, other, ATT_FIRE, verdict);
    case V_FAUST: return co_check_fire(t, s, piece, other, ATT_FIRE | ATT_FAUST, verdict);
    case V_MOVE: return co_check_move(t, s, piece, other, verdict);
    case V_ASSAULT: return co_check_start(t, s, piece, other, verdict);
    case V_CLEAR: return co_check_clear(t, s, piece, other, verdict);
    default: return co_check_transport(t, s, seat, action, verdict);
    }
}

uint32_t co_legal_manoeuvre(const co_table *t, const co_state *s, int seat, gg_action *out) {
    co_list list = {out, 0};
    uint64_t actors = co_actors(t, s, seat);
    co_list_fire(t, s, seat, actors, &list);
    co_list_move(t, s, seat, actors, &list);
    co_list_transport(t, s, seat, actors, &list);
    co_list_start(t, s, seat, actors, &list);
    co_list_clear(t, s, seat, actors, &list);
    co_list_add(&list, V_END, 0, 0);
    return list.count;
}

void co_play_manoeuvre(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    unsigned verb = gg_verb_of(action);
    switch (verb) {
    case V_END: co_next_phase(t, s, events); return;
    case V_ASSAULT: co_play_start(s, action); return; // a draft: nothing has been done yet
    case V_FIRE:
    case V_FAUST: co_play_fire(t, s, action, events); return;
    case V_MOVE: co_play_move(t, s, action, events); return;
    case V_CLEAR: co_play_clear(t, s, action, events); return;
    default: co_play_transport(t, s, action, events);
    }
}
