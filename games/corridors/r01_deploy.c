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

enum { FIRST_FLANK = 12, FLANK_STEP = 4, FLANK_LAST = 3 }; // edges, see board.c

// ----------------------------------------------------------------------------------- the judge
bool co_hq_room(const co_table *t, const co_state *s, int seat) {
    int hq = co_hq(seat), count = co_stack(t, s, hq), limit = co_limit(t, s, hq);
    int troops = co_count(s->at[seat][hq] & t->hqt[seat]);
    if (troops && !GG_ON(AR2)) count -= troops;
    if (count == limit - 1 && !(GG_ON(A14) && GG_ON(A16))) return false;
    return count < limit;
}

// A21, A27: the zone is occupied by the seat's troops; AR4a: a fortification alone is none.
static bool occupied(const co_table *t, const co_state *s, int seat, int zone) {
    if (s->held[seat] >> zone & 1) return true;
    return co_crowd(t, s, seat, zone) && !GG_ON(AR4a);
}

static bool check_fort(const co_table *t, const co_state *s, int seat, int place,
                       gg_verdict *verdict) {
    GG_REFUSE_IF(!co_is_zone(place), FORT_IN_HQ, place, 0);
    if (!co_is_zone(place)) return true; // a switched-off refusal
    GG_REFUSE_IF(!occupied(t, s, seat, place) || !GG_ON(A21), FORT_NO_TROOPS, place, 0);
    int count = co_stack(t, s, place);
    GG_REFUSE_IF(count >= co_limit(t, s, place), FORT_ZONE_FULL, place, count);
    return true;
}

static bool outer_flank(int edge) {
    int line = (edge - FIRST_FLANK) % FLANK_STEP;
    return edge >= FIRST_FLANK && (line == 0 || line == FLANK_LAST);
}

// A zone at this edge that the seat's troops occupy, -1 if none.
static int zone_at(const co_table *t, const co_state *s, int seat, int edge) {
    for (int zone = 0; zone < ZONES; zone++)
        if (co_edges_of[zone] >> edge & 1 && occupied(t, s, seat, zone)) return zone;
    return -1;
}

static bool check_obstacle(const co_table *t, const co_state *s, int seat, int place,
                           gg_verdict *verdict) {
    bool edge = co_is_edge(place) && (!outer_flank(place - FIRST_EDGE) || GG_ON(AR5a));
    GG_REFUSE_IF(!edge, OBSTACLE_NOT_EDGE, place, 0);
    if (!co_is_edge(place)) return true; // a switched-off refusal
    int zone = zone_at(t, s, seat, place - FIRST_EDGE);
    GG_REFUSE_IF(zone < 0, OBSTACLE_NO_TROOPS, place, 0);
    uint64_t own = s->at[seat][place], enemy = s->at[co_enemy(seat)][place];
    GG_REFUSE_IF(own, OBSTACLE_SECOND, place, co_take(seat, &own));
    GG_REFUSE_IF(enemy, OBSTACLE_ENEMY, place, co_take(co_enemy(seat), &enemy));
    bool full = zone >= 0 && co_stack(t, s, zone) >= co_limit(t, s, zone);
    GG_REFUSE_IF(full && !GG_ON(A29), FORT_ZONE_FULL, zone, co_stack(t, s, zone));
    return true;
}

static bool check_place(const co_table *t, const co_state *s, int seat, int piece, int place,
                        gg_verdict *verdict) {
    int hq = co_hq(seat), field = co_airfield(seat);
    if (co_in(t->fort, piece)) return check_fort(t, s, seat, place, verdict);
    if (co_in(t->obstacle, piece)) return check_obstacle(t, s, seat, place, verdict);
    GG_REFUSE_IF(co_in(t->unit, piece) && place != hq, DEPLOY_NOT_HQ, piece, place);
    GG_REFUSE_IF(co_in(t->hqt, piece) && place != hq, DEPLOY_HQ_TROOPS_NOT_HQ, piece, place);
    bool ground = co_in(t->ground, piece);
    GG_REFUSE_IF(ground && place == hq && !co_hq_room(t, s, seat), DEPLOY_HQ_FULL, hq,
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
// A set of places for a card to be tried: everything a switched-off rule could open as well.
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

// What the rules against it would otherwise allow: the other copies in hand come along (A12), the
// unit rides in (A13), ordnance hangs under an aircraft (A19).
static void arrive_otherwise(const co_table *t, co_state *s, int piece) {
    int seat = co_owner(piece), place = s->f.where[piece];
    uint64_t twins = 0, carriers = 0;
    if (!GG_ON(A12)) twins = s->at[seat][HAND];
    while (twins) {
        int twin = co_take(seat, &twins);
        if (t->card[twin] == t->card[piece]) co_put_at(t, s, twin, place);
    }
    if (co_in(t->passenger, piece) && !GG_ON(A13)) carriers = s->at[seat][place] & t->carrier[seat];
    if (co_in(t->ordnance, piece) && !GG_ON(A19)) carriers = s->at[seat][place] & t->fighters[seat];
    if (carriers) co_place_on(t, s, piece, co_take(seat, &carriers));
}

void co_play_deploy(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), place = gg_b(action), seat = co_owner(piece);
    int cost = GG_ON(A8) ? co_printed(t, piece)->cost : 0;
    bool open = co_in(t->obstacle, piece);
    co_pay(s, seat, cost);
    co_leave_hand(t, s, piece, place, open);
    arrive_otherwise(t, s, piece);
    if (co_in(t->ground, piece) && !GG_ON(AD17)) co_add(s->f.spotted, piece);
    // One rule for all that arrive face down in one place: it must not tell them apart.
    unsigned rule = open ? RULE_A27 : co_is_zone(place) ? RULE_A21 : RULE_A8;
    gg_emit(events, E_DEPLOYED, rule, co_see_mask(t, s, piece), open ? GG_E_REVEAL : 0, seat, piece,
            place, cost, 0);
}

void co_play_attach(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), unit = gg_b(action), seat = co_owner(piece);
    int cost = GG_ON(A8) ? co_printed(t, piece)->cost : 0;
    bool open = co_in(s->f.spotted, unit) && GG_ON(A35);
    co_pay(s, seat, cost);
    co_leave_hand(t, s, piece, GG_ON(A31) ? s->f.where[unit] : co_hq(seat), open);
    if (GG_ON(A34)) co_place_on(t, s, piece, unit);
    if (open) co_add(s->f.spotted, piece);
    gg_emit(events, E_ATTACHED, RULE_A31, co_see_mask(t, s, piece), open ? GG_E_REVEAL : 0, seat,
            piece, unit, cost, 0);
}
