// SPDX-License-Identifier: Apache-2.0
// Chapter 12: deployment.
//
// B61-B63 the Allied player first, then the German; B62, BH15b within stacking; B64-B75 each Allied
// formation in its zone, its HQ with it (BR28); B76, BR24 independents last, next to or with Poles
// who have a zone; BH1h up to four Allied CL, each with a unit; BH15 German zones, in hexes free of
// Allies; BH15c a counter whose zone has no possible hex left takes the nearest possible one, so
// that nobody can be shut out; BD10a a hex a counter could never enter is closed to it here too.
//
// SETUP: `pick` a counter (a draft), PLACE: `at` a hex. `ready` when every unit is placed.
#include "bautzen.h"

static bool independent(int piece) {
    return bz_zones[bz_counters[piece].zone].kind == BZ_ZONE_ANYWHERE;
}

// Units of this side still in the box; only those of formations and zones when asked so.
static int units_left(const bz_state *s, int side, bool zoned_only) {
    int left = 0;
    for (int p = 0; p < UNITS; p++)
        left += s->f.where[p] == AT_BOX && bz_counters[p].side == side &&
                !(zoned_only && independent(p));
    return left;
}

// ------------------------------------------------------------------------------------- SETUP node
static bool check_pick(const bz_state *s, int seat, int piece, gg_verdict *verdict) {
    GG_REFUSE_IF(bz_side_of(s, piece) != seat, NOT_YOURS_TO_PLACE, piece, 0);
    bool placed = bz_side_of(s, piece) == seat && s->f.where[piece] != AT_BOX;
    GG_REFUSE_IF(placed && seat == BZ_ALLIED, NOT_IN_BOX, piece, 0);
    GG_REFUSE_IF(placed && seat == BZ_GERMAN, NOT_IN_BOX_GERMAN, piece, 0);
    if (bz_is_column(piece)) {
        int left = units_left(s, seat, false);
        GG_REFUSE_IF(left, COLUMN_LATER, piece, left);
    } else if (independent(piece)) {
        int left = units_left(s, seat, true);
        GG_REFUSE_IF(left, INDEPENDENT_LATER, piece, left);
    }
    return true;
}

bool bz_check_setup(const bz_table *t, const bz_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    (void)t;
    if (gg_verb_of(action) == V_PICK) return check_pick(s, seat, gg_a(action), verdict);
    int left = units_left(s, seat, false);
    GG_REFUSE_IF(left && seat == BZ_ALLIED, NOT_ALL_PLACED, left, 0);
    GG_REFUSE_IF(left && seat == BZ_GERMAN, NOT_ALL_PLACED_GERMAN, left, 0);
    return true;
}

uint32_t bz_legal_setup(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    bool zoned = units_left(s, seat, true) > 0, units = units_left(s, seat, false) > 0;
    uint32_t n = 0;
    (void)t;
    for (int p = 0; p < PIECES; p++) {
        if (s->f.where[p] != AT_BOX || bz_side_of(s, p) != seat) continue;
        if (bz_is_column(p) ? units : zoned && independent(p)) continue;
        out[n++] = gg_act(V_PICK, (unsigned)p, 0, 0);
    }
    if (!units) out[n++] = gg_act(V_READY, 0, 0, 0);
    return n;
}

static void ready(const bz_table *t, bz_state *s, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    gg_emit(events, E_READY, seat == BZ_ALLIED ? RULE_B61 : RULE_B63, GG_SEE_ALL, 0, seat, 0, 0, 0,
            0);
    for (int p = FIRST_COLUMN; p < PIECES; p++) // BH1h: columns not used at the start
        if (s->f.where[p] == AT_BOX && bz_side_of(s, p) == seat) s->f.where[p] = AT_POOL;
    if (seat == BZ_ALLIED) { // B61, B63: the German player sets up second
        gg_flow_goto(&s->f.flow, N_SETUP, BZ_GERMAN);
        return;
    }
    s->f.turn = t->first_turn;
    gg_emit(events, E_TURN, RULE_BH1a, GG_SEE_ALL, 0, s->f.turn, 0, 0, 0, 0);
    bz_next_segment(t, s, events);
}

void bz_play_setup(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    if (gg_verb_of(action) == V_READY) {
        ready(t, s, events);
        return;
    }
    int seat = gg_flow_top(&s->f.flow)->seat;
    gg_flow_call(&s->f.flow, N_PLACE, (unsigned)seat)->subject = (uint16_t)gg_a(action);
}

// ------------------------------------------------------------------------------------- PLACE node
// BR24: where Poles stand to whom 12.1 gives a zone; independents do not count for each other.
static bz_board zoned_poles(const bz_state *s) {
    bz_board at = {{0}};
    for (int p = 0; p < UNITS; p++)
        if (bz_counters[p].nation == BZ_POLISH && bz_on_map(s, p) && !independent(p))
            bz_add(&at, s->f.where[p]);
    return at;
}

// The hexes of the area that are a counter's own.
static bz_board own_zone(const bz_table *t, const bz_state *s, int piece) {
    const uint64_t *hexes = bz_zones[bz_counters[piece].zone].hexes;
    bz_board zone = {{0}}, beside = {{0}};
    if (independent(piece)) { // B76: with such a Pole or next to him
        zone = zoned_poles(s);
        beside = bz_spread(&zone);
    } else {
        for (int hex = gg_bits_next(hexes, BZ_HEX_WORDS, 0); hex >= 0;
             hex = gg_bits_next(hexes, BZ_HEX_WORDS, hex + 1))
            bz_add(&zone, hex);
    }
    for (int i = 0; i < BOARD_WORDS; i++) zone.w[i] = (zone.w[i] | beside.w[i]) & t->area.w[i];
    return zone;
}

// BD10a: dominant hexes without a link are for infantry alone.
static bool barred(int piece, int hex) {
    return bz_hexes[hex].dominant && !bz_hexes[hex].link &&
           !(bz_counters[piece].flags & BZ_F_ON_FOOT);
}

static bool possible(const bz_table *t, const bz_state *s, int piece, int hex) {
    return bz_has(&t->area, hex) && !bz_enemy_in(s, bz_counters[piece].side, hex) &&
           !barred(piece, hex) &&
           bz_points(s, hex) + bz_counters[piece].stack_points <= bz_hexes[hex].stack_limit &&
           bz_composes(s, piece, hex);
}

static bool zone_has_room(const bz_table *t, const bz_state *s, int piece, bz_board zone) {
    for (int hex; (hex = bz_pop(&zone)) >= 0;)
        if (possible(t, s, piece, hex)) return true;
    return false;
}

// BH15c: how far the nearest possible hex is from the zone.
static int zone_distance(bz_board zone, int hex) {
    int best = COLS + ROWS;
    for (int at; (at = bz_pop(&zone)) >= 0;) {
        int far = bz_distance(at, hex);
        if (far < best) best = far;
    }
    return best;
}

static int nearest_possible(const bz_table *t, const bz_state *s, int piece, bz_board zone) {
    int best = COLS + ROWS;
    for (int hex = 0; hex < HEXES; hex++)
        if (possible(t, s, piece, hex)) {
            int far = zone_distance(zone, hex);
            if (far < best) best = far;
        }
    return best;
}

// Outside the zone: which rule says so.
static bool check_allied_zone(int piece, int hex, gg_verdict *verdict) {
    int f = bz_counters[piece].formation;
    bool hq = bz_counters[piece].type == BZ_HQ;
    GG_REFUSE_IF(hq && f, ZONE_HQ, piece, hex);
    GG_REFUSE_IF(f == F214RD, ZONE_214RD, piece, hex);
    GG_REFUSE_IF(f == F294RD, ZONE_294RD, piece, hex);
    GG_REFUSE_IF(f == F254RD, ZONE_254RD, piece, hex);
    GG_REFUSE_IF(f == F7GMC, ZONE_7GMC, piece, hex);
    GG_REFUSE_IF(f == F7DP, ZONE_7DP, piece, hex);
    GG_REFUSE_IF(f == F10DP, ZONE_10DP, piece, hex);
    GG_REFUSE_IF(f == F14GRD, ZONE_14GRD, piece, hex);
    GG_REFUSE_IF(f == F15GRD, ZONE_15GRD, piece, hex);
    GG_REFUSE_IF(f == F5DP, ZONE_5DP, piece, hex);
    GG_REFUSE_IF(f == 0 && hq, ZONE_ARMY_HQ, piece, hex);
    GG_REFUSE_IF(f == F9DP, ZONE_9DP, piece, hex);
    GG_REFUSE_IF(f == F8DP, ZONE_8DP, piece, hex);
    GG_REFUSE_IF(independent(piece), ZONE_INDEPENDENT, piece, hex);
    return true;
}

static bool check_german_zone(int piece, int hex, gg_verdict *verdict) {
    const bz_zone *zone = &bz_zones[bz_counters[piece].zone];
    int centre = zone->centre[0];
    GG_REFUSE_IF(zone->kind == BZ_ZONE_PANZER, ZONE_PANZER, piece, hex);
    GG_REFUSE_IF(centre == bz_at(22, 9), ZONE_17ID, piece, hex);
    GG_REFUSE_IF(centre == bz_at(19, 4), ZONE_464ID, piece, hex);
    GG_REFUSE_IF(centre == bz_at(15, 2), ZONE_545VGD, piece, hex);
    GG_REFUSE_IF(centre == bz_at(17, 4), ZONE_615ZBV, piece, hex);
    GG_REFUSE_IF(centre == bz_at(1, 14), ZONE_DRESDEN, piece, hex);
    return true;
}

static bool check_zone(const bz_table *t, const bz_state *s, int piece, int hex,
                       gg_verdict *verdict) {
    bz_board zone = own_zone(t, s, piece);
    if (bz_has(&zone, hex)) return true;
    if (zone_has_room(t, s, piece, zone)) // otherwise BH15c: as near as can be
        return bz_counters[piece].side == BZ_ALLIED ? check_allied_zone(piece, hex, verdict)
                                                    : check_german_zone(piece, hex, verdict);
    int nearest = nearest_possible(t, s, piece, zone);
    GG_REFUSE_IF4(zone_distance(zone, hex) != nearest, ZONE_NOT_NEAREST, piece, hex, nearest, 0);
    return true;
}

// B62, BH15b and the composition of stacks.
static bool check_room(const bz_state *s, int piece, int hex, gg_verdict *verdict) {
    int points = bz_points(s, hex) + bz_counters[piece].stack_points;
    bool over = points > bz_hexes[hex].stack_limit;
    bool german = bz_side_of(s, piece) == BZ_GERMAN;
    GG_REFUSE_IF4(over && !german, SETUP_STACKING, hex, points, bz_hexes[hex].stack_limit, 0);
    GG_REFUSE_IF4(over && german, SETUP_STACKING_GERMAN, hex, points, bz_hexes[hex].stack_limit, 0);
    GG_REFUSE_IF(!bz_composes(s, piece, hex), SETUP_COMPOSITION, piece, hex);
    return true;
}

bool bz_check_place(const bz_table *t, const bz_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_flow_top(&s->f.flow)->subject, hex = gg_a(action);
    GG_REFUSE_IF(bz_enemy_in(s, seat, hex), SETUP_ENEMY, hex, 0);
    if (bz_is_column(piece)) {
        GG_REFUSE_IF(!bz_has(&s->units[seat], hex), SETUP_NO_UNIT, piece, hex);
        return check_room(s, piece, hex, verdict);
    }
    GG_REFUSE_IF(!bz_has(&t->area, hex), OUTSIDE_AREA, piece, hex); // BD1
    GG_REFUSE_IF(barred(piece, hex), SETUP_FORBIDDEN, piece, hex);
    return check_zone(t, s, piece, hex, verdict) && check_room(s, piece, hex, verdict);
}

static uint32_t legal_unit(const bz_table *t, const bz_state *s, int piece, gg_action *out) {
    bz_board zone = own_zone(t, s, piece), left = zone;
    uint32_t n = 0;
    for (int hex; (hex = bz_pop(&left)) >= 0;)
        if (possible(t, s, piece, hex)) out[n++] = gg_act(V_AT, (unsigned)hex, 0, 0);
    if (n) return n;
    int nearest = nearest_possible(t, s, piece, zone); // BH15c
    for (int hex = 0; hex < HEXES; hex++)
        if (possible(t, s, piece, hex) && zone_distance(zone, hex) == nearest)
            out[n++] = gg_act(V_AT, (unsigned)hex, 0, 0);
    return n;
}

uint32_t bz_legal_place(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    int piece = gg_flow_top(&s->f.flow)->subject;
    uint32_t n = 0;
    if (!bz_is_column(piece)) return legal_unit(t, s, piece, out);
    for (int hex = 0; hex < HEXES; hex++)
        if (bz_has(&s->units[seat], hex) && bz_has(&t->area, hex) &&
            bz_points(s, hex) + bz_counters[piece].stack_points <= bz_hexes[hex].stack_limit)
            out[n++] = gg_act(V_AT, (unsigned)hex, 0, 0);
    return n;
}

void bz_play_place(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int piece = gg_flow_top(&s->f.flow)->subject, hex = gg_a(action);
    int side = bz_side_of(s, piece);
    bz_arrive(t, s, piece, hex);
    if (!bz_is_column(piece)) bz_enter_hex(s, side, hex); // BH16f
    gg_flow_end(&s->f.flow);
    gg_emit(events, E_PLACED, side == BZ_ALLIED ? RULE_B61 : RULE_B63, 1U << side, 0, piece, hex, 0,
            0, 0);
}
