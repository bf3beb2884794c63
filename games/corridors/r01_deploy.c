// SPDX-License-Identifier: Apache-2.0
// Chapters 5.3 to 5.5: deployment from the hand (A7) for the printed cost (A8, A9).
//
// A10, A11: ground units and HQ troops arrive in the own HQ, one at a time (A12) and never mounted
// (A13), as long as it holds fewer than 9 (A14 to A16; AR2: HQ troops count). A17 to A19: aircraft
// and ordnance go to the airfield, ordnance by itself. A21 to A23: a fortification goes into a zone
// that own troops occupy, if there is room; AR4: not into an HQ. A27 to A30: an obstacle goes along
// an edge of such a zone, full or not, one per edge (AR5; AR5a: outer flanks too). A31 to A35: a
// card "attached to" goes straight under a unit of its kind in a zone or HQ, and is spotted if the
// unit is. AD17, AD53a: everything else arrives face down.
#include "r01_reinforce.h"

// ----------------------------------------------------------------------------------- the judge
// A14, A15, A16: nine units, and no more until some have left.
// AR2: HQ troops count among them, as every card of the stack does.
bool co_hq_room(const co_table *t, const co_state *s, int seat) {
    int hq = co_hq(seat);
    return co_stack(t, s, hq) < co_limit(t, s, hq);
}

// AR4a: troops are ground cards; a fortification alone occupies nothing.
static bool occupied(const co_state *s, int seat, int zone) {
    return s->held[seat] >> zone & 1;
}

static bool check_fort(const co_table *t, const co_state *s, int seat, int place,
                       gg_verdict *verdict) {
    GG_REFUSE_IF(!co_is_zone(place), FORT_IN_HQ, place, 0);
    GG_REFUSE_IF(!occupied(s, seat, place), FORT_NO_TROOPS, place, 0); // A21: any such zone
    int count = co_stack(t, s, place);
    GG_REFUSE_IF(count >= co_limit(t, s, place), FORT_ZONE_FULL, place, count);
    return true;
}

// A27: the edge of any zone that the seat's troops occupy.
static bool beside_troops(const co_state *s, int seat, int edge) {
    for (int zone = 0; zone < ZONES; zone++)
        if (co_edges_of[zone] >> edge & 1 && occupied(s, seat, zone)) return true;
    return false;
}

// A29: however full the zone is, nobody asks.
static bool check_obstacle(const co_state *s, int seat, int place, gg_verdict *verdict) {
    GG_REFUSE_IF(!co_is_edge(place), OBSTACLE_NOT_EDGE, place, 0); // AR5a: outer flanks are edges
    GG_REFUSE_IF(!beside_troops(s, seat, place - FIRST_EDGE), OBSTACLE_NO_TROOPS, place, 0);
    uint64_t own = s->at[seat][place], enemy = s->at[co_enemy(seat)][place];
    GG_REFUSE_IF(own, OBSTACLE_SECOND, place, co_take(seat, &own));
    GG_REFUSE_IF(enemy, OBSTACLE_ENEMY, place, co_take(co_enemy(seat), &enemy));
    return true;
}

static bool check_place(const co_table *t, const co_state *s, int seat, int piece, int place,
                        gg_verdict *verdict) {
    int hq = co_hq(seat), field = co_airfield(seat);
    if (co_in(t->fort, piece)) return check_fort(t, s, seat, place, verdict);
    if (co_in(t->obstacle, piece)) return check_obstacle(s, seat, place, verdict);
    GG_REFUSE_IF(co_in(t->unit, piece) && place != hq, DEPLOY_NOT_HQ, piece, place);
    GG_REFUSE_IF(co_in(t->hqt, piece) && place != hq, DEPLOY_HQ_TROOPS_NOT_HQ, piece, place);
    GG_REFUSE_IF(co_in(t->ground, piece) && !co_hq_room(t, s, seat), DEPLOY_HQ_FULL, hq,
                 co_stack(t, s, hq));
    GG_REFUSE_IF(co_in(t->aircraft, piece) && place != field, DEPLOY_NOT_AIRFIELD, piece, place);
    GG_REFUSE_IF(co_in(t->ordnance, piece) && place != field, DEPLOY_ORDNANCE_NOT_AIRFIELD, piece,
                 place);
    return true;
}

static bool check_price(const co_table *t, const co_state *s, int seat, int piece,
                        gg_verdict *verdict) {
    int cost = co_printed(t, piece)->cost;
    GG_REFUSE_IF4(cost > s->f.supply[seat], DEPLOY_TOO_DEAR, piece, cost, s->f.supply[seat], 0);
    return true;
}

static bool in_hand(const co_state *s, int seat, int piece) {
    return co_owner(piece) == seat && s->f.where[piece] == HAND;
}

bool co_check_deploy(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int piece = gg_a(action);
    bool hand = in_hand(s, seat, piece);
    GG_REFUSE_IF(!hand, DEPLOY_NOT_IN_HAND, piece, 0);
    GG_REFUSE_IF(co_in(t->attach, piece), DEPLOY_ATTACHMENT, piece, 0);
    GG_REFUSE_IF(co_in(t->event, piece), DEPLOY_EVENT, piece, 0);
    return check_price(t, s, seat, piece, verdict) &&
           check_place(t, s, seat, piece, gg_b(action), verdict);
}

// AR12: the battlefield is the zones and headquarters.
static bool on_field(const co_state *s, int seat, int piece) {
    return co_owner(piece) == seat && s->f.where[piece] < GROUND_PLACES;
}

bool co_check_attach(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int piece = gg_a(action), unit = gg_b(action);
    bool plane = co_owner(unit) == seat && co_in(t->aircraft, unit);
    GG_REFUSE_IF(!in_hand(s, seat, piece), DEPLOY_NOT_IN_HAND, piece, 0);
    GG_REFUSE_IF(co_in(t->ordnance, piece), ATTACH_ORDNANCE, piece, 0);
    GG_REFUSE_IF(!co_in(t->attach, piece), ATTACH_NOT_ATTACHMENT, piece, 0);
    if (!check_price(t, s, seat, piece, verdict)) return false;
    GG_REFUSE_IF(!plane && !on_field(s, seat, unit), ATTACH_NOT_ON_FIELD, unit, 0);
    GG_REFUSE_IF(plane, ATTACH_AIRCRAFT, unit, 0);
    GG_REFUSE_IF4(!co_fits(t->card[piece], t->card[unit]), ATTACH_WRONG_KIND, piece, unit,
                  co_printed(t, unit)->cls, 0);
    return true;
}

// --------------------------------------------------------------------------------------- lists
// The places worth asking the judge about.
static uint64_t candidates(const co_table *t, int seat, int piece) {
    const uint64_t zones = (UINT64_C(1) << ZONES) - 1;
    const uint64_t edges = ((UINT64_C(1) << EDGES) - 1) << FIRST_EDGE;
    if (co_in(t->fort, piece)) return zones;
    if (co_in(t->obstacle, piece)) return edges;
    return UINT64_C(1) << (co_in(t->ground, piece) ? co_hq(seat) : co_airfield(seat));
}

static uint32_t list_places(const co_table *t, const co_state *s, int seat, int piece,
                            gg_action *out) {
    uint32_t count = 0;
    for (uint64_t places = candidates(t, seat, piece); places; places &= places - 1) {
        int place = __builtin_ctzll(places);
        if (check_place(t, s, seat, piece, place, NULL))
            out[count++] = gg_act(V_DEPLOY, (unsigned)piece, (unsigned)place, 0);
    }
    return count;
}

static uint64_t field_of(const co_table *t, const co_state *s, int seat) {
    uint64_t field = 0;
    for (int place = 0; place < GROUND_PLACES; place++) field |= s->at[seat][place];
    return field & t->ground[seat];
}

static uint32_t list_attach(const co_table *t, const co_state *s, int seat, uint64_t cards,
                            gg_action *out) {
    uint32_t count = 0;
    uint64_t field = cards ? field_of(t, s, seat) : 0;
    while (cards) {
        int piece = co_take(seat, &cards);
        if (!check_price(t, s, seat, piece, NULL)) continue;
        for (uint64_t units = field; units;) {
            int unit = co_take(seat, &units);
            if (co_fits(t->card[piece], t->card[unit]))
                out[count++] = gg_act(V_ATTACH, (unsigned)piece, (unsigned)unit, 0);
        }
    }
    return count;
}

uint32_t co_list_deploy(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t count = 0;
    uint64_t hand = s->at[seat][HAND], special = t->attach[seat] | t->event[seat];
    for (uint64_t cards = hand & ~special; cards;) {
        int piece = co_take(seat, &cards);
        if (check_price(t, s, seat, piece, NULL))
            count += list_places(t, s, seat, piece, out + count);
    }
    return count + list_attach(t, s, seat, hand & t->attach[seat], out + count);
}

// -------------------------------------------------------------------------------- carrying out
void co_leave_hand(const co_table *t, co_state *s, int piece, int place, bool open) {
    int seat = co_owner(piece);
    if (open)
        co_drop(s->f.shown, piece);
    else
        s->f.shown[seat] = 0;
    co_put_at(t, s, piece, place);
}

// A12: this one card and no other.
// A13, A19: by itself, not on a carrier or under an aircraft.
// AD17: face down; only an obstacle is seen.
void co_play_deploy(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), place = gg_b(action), seat = co_owner(piece);
    int cost = co_printed(t, piece)->cost;
    bool open = co_in(t->obstacle, piece);
    co_pay(s, seat, cost); // A8: the printed cost
    co_leave_hand(t, s, piece, place, open);
    // One rule for all that arrive face down in one place: it must not tell them apart.
    unsigned rule = open ? RULE_A27 : co_is_zone(place) ? RULE_A21 : RULE_A8;
    gg_emit(events, E_DEPLOYED, rule, co_see_mask(t, s, piece), open ? GG_E_REVEAL : 0, seat, piece,
            place, cost, 0);
}

void co_play_attach(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), unit = gg_b(action), seat = co_owner(piece);
    int cost = co_printed(t, piece)->cost;
    bool open = co_in(s->f.spotted, unit);              // A35: as visible as its unit
    co_pay(s, seat, cost);                              // A8: the printed cost
    co_leave_hand(t, s, piece, s->f.where[unit], open); // A31: not through the HQ
    co_place_on(t, s, piece, unit);                     // A34: from now on it goes along
    if (open) co_add(s->f.spotted, piece);
    gg_emit(events, E_ATTACHED, RULE_A31, co_see_mask(t, s, piece), open ? GG_E_REVEAL : 0, seat,
            piece, unit, cost, 0);
}
