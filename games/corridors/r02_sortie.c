// SPDX-License-Identifier: Apache-2.0
// Chapter 6.1 to 6.3: air action begins, and a sortie is made up.
//
// A sortie is a draft: one aircraft (A60), others with it (A61), ordnance loaded (A56) or
// jettisoned (AR11), then one corridor and one stop (A67 to A72) or a patrol (A92 to A99). It is
// paid when it leaves (A54, A55); nothing of it is seen before.
#include "air.h"

// ------------------------------------------------------------------------------------- the price
// A54, A55: 2 supply for each, or what its card states.
static int price(const co_table *t, int piece) {
    return co_printed(t, piece)->launch;
}

static int price_of(const co_table *t, int seat, uint64_t members) {
    int sum = 0;
    while (members) sum += price(t, co_take(seat, &members));
    return sum;
}

// ---------------------------------------------------------------------------- who may take off
static bool own_aircraft(const co_table *t, int seat, int piece) {
    return co_owner(piece) == seat && co_in(t->aircraft, piece);
}

// A53: now, and from the airfield.
static bool check_take_off(const co_table *t, const co_state *s, int seat, int piece,
                           gg_verdict *verdict) {
    int sum = s->f.supply[seat], cost;
    GG_REFUSE_IF(!own_aircraft(t, seat, piece), NOT_YOUR_AIRCRAFT, piece, 0);
    GG_REFUSE_IF(co_in(s->f.patrol, piece), ALREADY_ON_PATROL, piece, 0);
    GG_REFUSE_IF(co_airborne(s, piece), ALREADY_STOPPED, piece, s->f.where[piece]);
    GG_REFUSE_IF(s->f.where[piece] != co_airfield(seat), NOT_ON_AIRFIELD, piece, 0);
    GG_REFUSE_IF(co_in(s->f.acted, piece), LANDED_THIS_PHASE, piece, 0);
    GG_REFUSE_IF(s->f.cloud, LOW_CLOUD, piece, 0);
    cost = price_of(t, seat, s->f.assault[seat]) + price(t, piece);
    GG_REFUSE_IF4(cost > sum, LAUNCH_UNPAID, piece, cost, sum, 0);
    return true;
}

// ---------------------------------------------------------------------------------- the AIR node
// A78: recon and strikes are verbs of this node only to be refused with the reason, because people
// try them here.
bool co_check_air(const co_table *t, const co_state *s, int seat, gg_action action,
                  gg_verdict *verdict) {
    unsigned verb = gg_verb_of(action);
    if (verb == V_END) return true;
    GG_REFUSE_IF(verb != V_LAUNCH, NOT_IN_AIR_ACTION, gg_a(action), 0);
    return check_take_off(t, s, seat, gg_a(action), verdict);
}

// A79, A100: who has stopped in the air or is on patrol has had his move.
static uint64_t starters(const co_table *t, const co_state *s, int seat) {
    return s->at[seat][co_airfield(seat)] & t->aircraft[seat];
}

uint32_t co_legal_air(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (uint64_t set = starters(t, s, seat); set;) {
        int piece = co_take(seat, &set);
        if (check_take_off(t, s, seat, piece, NULL))
            out[n++] = gg_act(V_LAUNCH, (unsigned)piece, 0, 0);
    }
    out[n++] = gg_act(V_END, 0, 0, 0);
    return n;
}

void co_play_air(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int seat = s->f.active;
    if (gg_verb_of(action) == V_END) {
        co_next_phase(t, s, events);
        return;
    }
    s->f.assault[seat] = co_bit(gg_a(action));
    gg_flow_call(&s->f.flow, N_SORTIE, (unsigned)seat)->subject = (uint16_t)gg_a(action);
}

// ------------------------------------------------------------------------------- SORTIE: members
// A61, AD24: as many as are on the airfield and can be paid for; FLY or PATROL then sends all of
// them the same way.
static bool check_with(const co_table *t, const co_state *s, int seat, int piece,
                       gg_verdict *verdict) {
    bool member = co_owner(piece) == seat && co_in(s->f.assault, piece);
    GG_REFUSE_IF(member, ALREADY_IN_SORTIE, piece, 0);
    return check_take_off(t, s, seat, piece, verdict);
}

// ----------------------------------------------------------------------------- SORTIE: ordnance
static int loaded(const co_table *t, const co_state *s, int piece) {
    return co_count(co_load_of(s, piece) & t->ordnance[co_owner(piece)]);
}

static bool own_ordnance(const co_table *t, int seat, int piece) {
    return co_owner(piece) == seat && co_in(t->ordnance, piece);
}

static bool check_aircraft(const co_table *t, const co_state *s, int seat, int piece,
                           gg_verdict *verdict) {
    GG_REFUSE_IF(!own_aircraft(t, seat, piece), NOT_YOUR_AIRCRAFT, piece, 0);
    // AD25a: the load of other aircraft is built in.
    GG_REFUSE_IF(co_printed(t, piece)->cls != CO_FB, LOAD_BOMBER, piece, 0);
    GG_REFUSE_IF(co_airborne(s, piece), LOAD_IN_FLIGHT, piece, 0);
    GG_REFUSE_IF(!co_in(s->f.assault, piece), LOAD_NOT_LEAVING, piece, 0);
    return true;
}

// A56: a fighter-bomber that is about to leave.
static bool check_load(const co_table *t, const co_state *s, int seat, int piece, int ordnance,
                       gg_verdict *verdict) {
    int cap = co_printed(t, piece)->cap, carrier = co_carrier(s, ordnance);
    if (!check_aircraft(t, s, seat, piece, verdict)) return false;
    GG_REFUSE_IF(!own_ordnance(t, seat, ordnance), NOT_ORDNANCE, ordnance, 0);
    GG_REFUSE_IF(s->f.where[ordnance] != co_airfield(seat), ORDNANCE_ELSEWHERE, ordnance, 0);
    GG_REFUSE_IF(carrier != NO_PIECE, ORDNANCE_KEPT, ordnance, carrier);
    GG_REFUSE_IF(loaded(t, s, piece) >= cap, LOAD_FULL, piece, cap);
    return true;
}

static bool check_shed(const co_table *t, const co_state *s, int seat, int piece,
                       gg_verdict *verdict) {
    GG_REFUSE_IF(!own_aircraft(t, seat, piece), NOT_YOUR_AIRCRAFT, piece, 0);
    GG_REFUSE_IF(!co_in(s->f.assault, piece), SHED_NOT_LEAVING, piece, 0);
    return co_check_drop(t, s, piece, verdict);
}

// --------------------------------------------------------------------------- SORTIE: destination
// A60: one aircraft is enough.
// A67, A71, A72: to any position of the corridor, the enemy rear area included.
static bool check_stop(int seat, int corridor, int place, gg_verdict *verdict) {
    GG_REFUSE_IF(place < GROUND_PLACES, FLY_INTO_ZONE, place, 0);
    GG_REFUSE_IF(co_station_of(seat, corridor, place) < 0, FLY_OFF_CORRIDOR, place, corridor);
    return true;
}

// A95: drop tanks and nothing else.
static bool check_patrol_load(const co_table *t, const co_state *s, int piece,
                              gg_verdict *verdict) {
    for (uint64_t load = co_load_of(s, piece); load;) {
        int ordnance = co_take(co_owner(piece), &load), kind = co_printed(t, ordnance)->kind;
        GG_REFUSE_IF(kind == CO_ROCKET, PATROL_ROCKETS, piece, ordnance);
        GG_REFUSE_IF(kind == CO_BOMB, PATROL_BOMBS, piece, ordnance);
    }
    return true;
}

// A92, A93: fighter-bombers, in one's own air action.
// A99: either corridor will do.
static bool check_patrol(const co_table *t, const co_state *s, int seat, int place,
                         gg_verdict *verdict) {
    GG_REFUSE_IF(place != W2 && place != E2, PATROL_NOT_CENTRE, place, 0);
    for (uint64_t set = s->f.assault[seat]; set;) {
        int piece = co_take(seat, &set);
        GG_REFUSE_IF(co_printed(t, piece)->cls != CO_FB, PATROL_BOMBER, piece, 0);
        if (!check_patrol_load(t, s, piece, verdict)) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------ the SORTIE node
bool co_check_sortie(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int a = gg_a(action), b = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_WITH: return check_with(t, s, seat, a, verdict);
    case V_LOAD: return check_load(t, s, seat, a, b, verdict);
    case V_SHED: return check_shed(t, s, seat, a, verdict);
    case V_FLY: return check_stop(seat, a, b, verdict);
    default: return check_patrol(t, s, seat, a, verdict);
    }
}

// A57, A58: what is kept on the airfield, onto those that are about to leave it.
static uint32_t legal_loads(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint64_t stock = s->at[seat][co_airfield(seat)] & t->ordnance[seat];
    uint32_t n = 0;
    for (uint64_t set = s->f.assault[seat]; set && stock;) {
        int piece = co_take(seat, &set);
        for (uint64_t cards = stock; cards;) {
            int card = co_take(seat, &cards);
            if (check_load(t, s, seat, piece, card, NULL))
                out[n++] = gg_act(V_LOAD, (unsigned)piece, (unsigned)card, 0);
        }
    }
    return n;
}

// A70, A98: to positions in the air, on patrol to those next to the centre row.
static uint32_t legal_ways(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (unsigned corridor = 0; corridor < CORRIDORS; corridor++)
        for (int place = W1; place <= REAR_TWO; place++)
            if (check_stop(seat, (int)corridor, place, NULL))
                out[n++] = gg_act(V_FLY, corridor, (unsigned)place, 0);
    for (int place = W2; place <= E2; place += E2 - W2)
        if (check_patrol(t, s, seat, place, NULL))
            out[n++] = gg_act(V_PATROL, (unsigned)place, 0, 0);
    return n;
}

uint32_t co_legal_sortie(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    uint64_t field = s->at[seat][co_airfield(seat)] & t->aircraft[seat];
    for (uint64_t set = field; set;) {
        int piece = co_take(seat, &set);
        if (check_with(t, s, seat, piece, NULL)) out[n++] = gg_act(V_WITH, (unsigned)piece, 0, 0);
    }
    n += legal_loads(t, s, seat, out + n);
    for (uint64_t set = s->f.assault[seat] & s->ridden[seat]; set;) {
        int piece = co_take(seat, &set);
        if (check_shed(t, s, seat, piece, NULL)) out[n++] = gg_act(V_SHED, (unsigned)piece, 0, 0);
    }
    return n + legal_ways(t, s, seat, out + n);
}

// ---------------------------------------------------------------------------------- taking off
// A80, A81: aircraft are seen as soon as they move, with what they carry, until they land.
static void take_off(const co_table *t, co_state *s, int piece, int place, gg_events *events) {
    int seat = co_owner(piece);
    co_put_at(t, s, piece, place);
    s->f.spotted[seat] |= co_bit(piece) | co_load_of(s, piece);
    gg_emit(events, E_AIRBORNE, RULE_A80, GG_SEE_ALL, GG_E_REVEAL, piece, place, 0, 0, 0);
    for (uint64_t load = co_load_of(s, piece); load;)
        gg_emit(events, E_CARRIES, RULE_A80, GG_SEE_ALL, GG_E_REVEAL, piece, co_take(seat, &load),
                0, 0, 0);
}

static void leave(const co_table *t, co_state *s, int corridor, int place, int mode,
                  gg_events *events) {
    int seat = s->f.active, group = co_free_group(s, seat, NO_PIECE);
    int first = co_station(seat, corridor, 1);
    uint64_t members = s->f.assault[seat];
    int cost = price_of(t, seat, members);
    s->f.assault[seat] = 0;
    co_pay(s, seat, cost);
    gg_emit(events, E_SORTIE, RULE_A54, GG_SEE_ALL, GG_E_REVEAL, seat, corridor, co_count(members),
            cost, 0);
    for (uint64_t set = members; set;) {
        int piece = co_take(seat, &set);
        s->f.group[piece] = (uint8_t)group;
        if (corridor == CORRIDOR_E) co_add(s->f.east, piece);
        take_off(t, s, piece, first, events);
    }
    co_fly(s, seat, group, corridor, 1, co_station_of(seat, corridor, place), mode);
}

void co_play_sortie(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int a = gg_a(action), b = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_WITH: co_add(s->f.assault, a); break;
    case V_LOAD: co_place_on(t, s, b, a); break;
    case V_SHED: co_jettison(t, s, a, events); break;
    case V_FLY:
        gg_flow_end(&s->f.flow);
        leave(t, s, a, b, FLY_OUT, events);
        break;
    default:
        gg_flow_end(&s->f.flow);
        leave(t, s, a == E2 ? CORRIDOR_E : CORRIDOR_W, a, FLY_PATROL, events);
    }
}
