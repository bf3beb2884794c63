// SPDX-License-Identifier: Apache-2.0
// Chapter 3: before the first turn.
//
// AD70: in the quick game the two HQ-troop cards of the opening and 28 cards drawn at random from
// the rest of the list make a deck of thirty (MUSTER). AD8: with bought terrain each player draws
// six cards from one deck of 22 (DEALING), the players lay in turn three of theirs in their own row
// and pay for them (LAYING), a die says by its parity (PARITY) who lays the other three in the
// centre row free of charge (CENTRE); the other discards his. AD9: then both take, in secret, cards
// of their own deck for the supply they have (OPENING): two HQ-troop cards first, no fortification,
// obstacle or special, ground cards face down in the own row or HQ, aircraft and ordnance on the
// airfield; what is not spent stays in the pile. A ready opening is taken as a whole.
//
// LAYING and CENTRE keep in arg[0] the set of zones that have their terrain.
#include "setup.h"

enum { TERRAIN_HAND = 6, ROW_LAID = 6, ALL_LAID = 9, HQ_TROOPS_FIRST = 2 };

static gg_frame *frame_of(co_state *s) {
    return gg_flow_at(&s->f.flow);
}

static void open_node(co_state *s, unsigned node, int seat) {
    gg_frame *frame = frame_of(s);
    memset(frame, 0, sizeof *frame);
    gg_flow_goto(&s->f.flow, node, (unsigned)seat);
}

// ------------------------------------------------------------------------------ the quick game
static bool mustered(const co_table *t, const co_state *s, int seat) {
    return co_count(s->at[seat][DECK]) >= t->field.deck_size;
}

void co_play_muster(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    int piece = gg_a(outcome), seat = co_owner(piece);
    co_put_at(t, s, piece, DECK);
    gg_emit(events, E_MUSTERED, RULE_AD70, 1U << seat, 0, seat, piece, 0, 0, 0);
    if (mustered(t, s, seat)) open_node(s, seat == SEAT_ONE ? N_MUSTER : N_OPENING, seat ^ 1);
}

// ------------------------------------------------------------------------------ bought terrain
static int terrain_cards(const co_state *s, int seat) {
    int count = 0;
    for (int kind = 0; kind < CO_ZONE_TERRAINS; kind++) count += s->f.terrain_hand[seat][kind];
    return count;
}

// AD8b: six for each player.
void co_play_dealing(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    unsigned kind = (unsigned)gg_a(outcome);
    int seat = frame_of(s)->seat;
    (void)t;
    s->f.terrain_left[kind]--;
    s->f.terrain_hand[seat][kind]++;
    gg_emit(events, E_TERRAIN_DRAWN, RULE_AD8b, 1U << seat, 0, seat, (int)kind, 0, 0, 0);
    if (terrain_cards(s, seat) < TERRAIN_HAND) return;
    open_node(s, seat == SEAT_ONE ? N_DEALING : N_LAYING, seat ^ 1);
}

// What both nodes ask of a terrain card and a zone, once the row is right.
static bool lay_fits(const co_state *s, int seat, unsigned kind, int zone, gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    bool drawn = kind < CO_ZONE_TERRAINS && s->f.terrain_hand[seat][kind];
    GG_REFUSE_IF(!drawn, LAY_NOT_DRAWN, kind, 0);
    GG_REFUSE_IF(frame->arg[0] >> zone & 1, LAY_TAKEN, zone, 0);
    return true;
}

bool co_check_laying(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    unsigned kind = (unsigned)gg_a(action);
    int zone = gg_b(action);
    (void)t;
    GG_REFUSE_IF(!co_is_zone(zone) || co_row(seat, zone) != 0, LAY_NOT_ROW, zone, 0);
    if (!lay_fits(s, seat, kind, zone, verdict)) return false;
    GG_REFUSE_IF4(co_terrains[kind].cost > s->f.supply[seat], LAY_TOO_DEAR, kind,
                  co_terrains[kind].cost, s->f.supply[seat], 0);
    return true;
}

bool co_check_centre(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int zone = gg_b(action);
    (void)t;
    GG_REFUSE_IF(!co_is_zone(zone) || co_row(seat, zone) != 1, LAY_NOT_CENTRE, zone, 0);
    return lay_fits(s, seat, (unsigned)gg_a(action), zone, verdict);
}

static uint32_t list_lay(const co_table *t, const co_state *s, int seat, gg_action *out,
                         bool (*fits)(const co_table *, const co_state *, int, gg_action,
                                      gg_verdict *)) {
    uint32_t count = 0;
    for (unsigned kind = 0; kind < CO_ZONE_TERRAINS; kind++)
        for (unsigned zone = 0; zone < ZONES; zone++) {
            gg_action lay = gg_act(V_LAY, kind, zone, 0);
            if (fits(t, s, seat, lay, NULL)) out[count++] = lay;
        }
    return count;
}

uint32_t co_legal_laying(const co_table *t, const co_state *s, int seat, gg_action *out) {
    return list_lay(t, s, seat, out, co_check_laying);
}

uint32_t co_legal_centre(const co_table *t, const co_state *s, int seat, gg_action *out) {
    return list_lay(t, s, seat, out, co_check_centre);
}

static int lay(co_state *s, int seat, gg_action action, int cost, gg_events *events) {
    gg_frame *frame = frame_of(s);
    unsigned kind = (unsigned)gg_a(action), zone = (unsigned)gg_b(action);
    s->f.terrain_hand[seat][kind]--;
    s->f.terrain[zone] = (uint8_t)kind;
    s->f.supply[seat] = (uint8_t)(s->f.supply[seat] - cost);
    frame->arg[0] = (int16_t)(frame->arg[0] | 1 << zone);
    s->f.laid++;
    gg_emit(events, E_LAID, cost ? RULE_AD8c : RULE_AD8d, GG_SEE_ALL, 0, seat, (int)kind, (int)zone,
            cost, 0);
    return s->f.laid;
}

void co_play_laying(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = frame_of(s);
    int seat = frame->seat, cost = co_terrains[gg_a(action)].cost; // AD8c: paid for
    (void)t;
    if (lay(s, seat, action, cost, events) == ROW_LAID)
        gg_flow_goto(&s->f.flow, N_PARITY, (unsigned)seat);
    else
        frame->seat = (uint8_t)co_enemy(seat);
}

// AD8d: odd for player 1, even for player 2.
// AD8e: the other discards his.
void co_play_parity(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    int seat = gg_a(outcome) % 2 == 0 ? SEAT_TWO : SEAT_ONE;
    (void)t;
    memset(s->f.terrain_hand[co_enemy(seat)], 0, CO_ZONE_TERRAINS);
    memset(s->f.terrain_left, 0, sizeof s->f.terrain_left);
    gg_emit(events, E_CENTRE, RULE_AD8d, GG_SEE_ALL, 0, gg_a(outcome), seat, 0, 0, 0);
    gg_flow_goto(&s->f.flow, N_CENTRE, (unsigned)seat);
}

void co_play_centre(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    (void)t;
    if (lay(s, frame_of(s)->seat, action, 0, events) == ALL_LAID) open_node(s, N_OPENING, SEAT_ONE);
}

// ------------------------------------------------------------------------------ secret set-up
int co_start_supply(const co_table *t, const co_state *s, int seat) {
    int left = t->field.supply;
    for (int zone = 0; zone < ZONES && t->field.bought; zone++)
        if (co_row(seat, zone) == 0) left -= co_terrains[s->f.terrain[zone]].cost;
    return left;
}

// HQ-troop cards still to take (AD9a).
static int hq_troops_owed(const co_table *t, const co_state *s, int seat) {
    int taken = co_count(s->at[seat][co_hq(seat)] & t->hqt[seat]);
    return taken < HQ_TROOPS_FIRST ? HQ_TROOPS_FIRST - taken : 0;
}

static int taken(const co_table *t, const co_state *s, int seat) {
    return t->field.deck_size - co_count(s->at[seat][DECK] | s->at[seat][HAND]);
}

static bool take_place(const co_table *t, const co_state *s, int piece, int place,
                       gg_verdict *verdict) {
    int seat = co_owner(piece), home = co_airfield(seat), hq = co_hq(seat);
    bool flies = co_in(t->aircraft, piece) || co_in(t->ordnance, piece);
    GG_REFUSE_IF(flies && place != home, TAKE_NOT_AIRFIELD, piece, place);
    if (flies) return true;
    GG_REFUSE_IF(co_in(t->hqt, piece) && place != hq, TAKE_NOT_HQ, piece, place);
    bool row = co_is_zone(place) && co_row(seat, place) == 0;
    GG_REFUSE_IF(place != hq && !row, TAKE_NOT_ROW, piece, place);
    bool soft = (co_ground(t, s, place)->flags & CO_T_SOFT_GROUND) != 0;
    GG_REFUSE_IF(soft && co_in(t->vehicle, piece), TAKE_MARSH_VEHICLE, piece, place);
    GG_REFUSE_IF(soft && co_in(t->gun, piece), TAKE_MARSH_GUN, piece, place);
    GG_REFUSE_IF(!co_room(t, s, piece, place), TAKE_FULL, place, co_stack(t, s, place));
    return true;
}

static bool check_take(const co_table *t, const co_state *s, int seat, int piece, int place,
                       gg_verdict *verdict) {
    const co_card *card = co_printed(t, piece);
    bool own = co_owner(piece) == seat && s->f.where[piece] == DECK;
    GG_REFUSE_IF(!own, TAKE_NOT_IN_DECK, piece, 0);
    GG_REFUSE_IF(!(card->flags & CO_F_OPENING), TAKE_NOT_ALLOWED, piece, card->cls);
    int owed = hq_troops_owed(t, s, seat);
    GG_REFUSE_IF(owed && !co_in(t->hqt, piece), TAKE_HQ_TROOPS_FIRST, piece, owed);
    GG_REFUSE_IF4(card->cost > s->f.supply[seat], TAKE_TOO_DEAR, piece, card->cost,
                  s->f.supply[seat], 0);
    return take_place(t, s, piece, place, verdict);
}

bool co_check_opening(const co_table *t, const co_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    int owed;
    switch (gg_verb_of(action)) {
    case V_TAKE: return check_take(t, s, seat, gg_a(action), gg_b(action), verdict);
    case V_STANDARD:
        GG_REFUSE_IF(taken(t, s, seat), STANDARD_TOO_LATE, taken(t, s, seat), 0);
        return true;
    default:
        owed = hq_troops_owed(t, s, seat);
        GG_REFUSE_IF(owed, READY_NO_HQ_TROOPS, owed, 0);
        return true;
    }
}

static uint32_t list_take(const co_table *t, const co_state *s, int seat, int piece,
                          gg_action *out) {
    static const uint8_t row[SEATS] = {0, 6}; // first zone of the own row
    const int places[] = {row[seat], row[seat] + 1, row[seat] + 2, co_hq(seat), co_airfield(seat)};
    uint32_t count = 0;
    for (int i = 0; i < (int)(sizeof places / sizeof *places); i++)
        if (check_take(t, s, seat, piece, places[i], NULL))
            out[count++] = gg_act(V_TAKE, (unsigned)piece, (unsigned)places[i], 0);
    return count;
}

uint32_t co_legal_opening(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t count = 0;
    uint64_t deck = s->at[seat][DECK];
    if (hq_troops_owed(t, s, seat)) deck &= t->hqt[seat];
    while (deck) count += list_take(t, s, seat, co_take(seat, &deck), out + count);
    if (!taken(t, s, seat)) out[count++] = gg_act(V_STANDARD, 0, 0, 0);
    if (!hq_troops_owed(t, s, seat)) out[count++] = gg_act(V_READY, 0, 0, 0);
    return count;
}

// AD9: paid for out of the pile.
// AD9c: face down.
static void take(const co_table *t, co_state *s, int piece, int place, gg_events *events) {
    int seat = co_owner(piece), cost = co_printed(t, piece)->cost;
    s->f.supply[seat] = (uint8_t)(s->f.supply[seat] - cost);
    co_put_at(t, s, piece, place);
    gg_emit(events, E_TOOK, RULE_AD9, 1U << seat, 0, seat, piece, place, cost, 0);
}

// Left of the own row is column a for player 1 and c for player 2.
static int opening_place(int seat, int where) {
    switch (where) {
    case CO_OPEN_LEFT: return seat ? 8 : 0;
    case CO_OPEN_CENTRE: return seat ? 7 : 1;
    case CO_OPEN_RIGHT: return seat ? 6 : 2;
    case CO_OPEN_AIRFIELD: return co_airfield(seat);
    default: return co_hq(seat);
    }
}

static int copy_in_deck(const co_table *t, const co_state *s, int seat, int card) {
    for (uint64_t deck = s->at[seat][DECK]; deck;) {
        int piece = co_take(seat, &deck);
        if (t->card[piece] == card) return piece;
    }
    return NO_PIECE;
}

// The deck's own opening as far as cards, supply and room go; where a card cannot stand as planned
// it goes to the first place of the own side that takes it.
static void take_ready(const co_table *t, co_state *s, int seat, gg_events *events) {
    const co_deck *deck = &t->deck[seat];
    for (int i = 0; i < deck->openings; i++) {
        gg_action places[8];
        int piece = copy_in_deck(t, s, seat, deck->opening[i].card);
        if (piece == NO_PIECE) continue;
        int place = opening_place(seat, deck->opening[i].place);
        if (check_take(t, s, seat, piece, place, NULL))
            take(t, s, piece, place, events);
        else if (list_take(t, s, seat, piece, places))
            take(t, s, piece, gg_b(places[0]), events);
    }
}

static void tell_set_up(const co_table *t, const co_state *s, gg_events *events) {
    for (int seat = 0; seat < SEATS; seat++)
        gg_emit(events, E_SET_UP, RULE_AD9e, GG_SEE_ALL, GG_E_REVEAL, seat, taken(t, s, seat),
                s->f.supply[seat], 0, 0);
}

// AD9e: what is left in the pile stays there.
static void set_up_done(const co_table *t, co_state *s, int seat, gg_events *events) {
    gg_emit(events, E_READY, RULE_AD9, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
    if (seat == SEAT_ONE) {
        open_node(s, N_OPENING, SEAT_TWO);
        return;
    }
    tell_set_up(t, s, events); // both are ready: now counts and piles are public
    co_start_play(t, s, events);
}

void co_play_opening(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int seat = frame_of(s)->seat;
    if (gg_verb_of(action) == V_TAKE) {
        take(t, s, gg_a(action), gg_b(action), events);
        return;
    }
    if (gg_verb_of(action) == V_STANDARD) take_ready(t, s, seat, events);
    set_up_done(t, s, seat, events);
}

void co_random_opening(const co_table *t, co_state *s, int seat, gg_rng *rng) {
    enum { MOST = 24 };
    gg_action list[LEGAL_MAX];
    for (int i = 0; i < MOST; i++) {
        uint32_t count = co_legal_opening(t, s, seat, list);
        gg_action pick = list[gg_rng_below(rng, count)];
        if (gg_verb_of(pick) == V_READY) return;
        if (gg_verb_of(pick) == V_TAKE) take(t, s, gg_a(pick), gg_b(pick), NULL);
    }
}

// ---------------------------------------------------------------------------- other ways to open
static int copies_taken(const co_table *t, const co_state *s, int seat, int card) {
    int count = 0;
    for (uint64_t set = CARD_SET & ~s->at[seat][DECK] & ~s->at[seat][OUT]; set;)
        count += t->card[co_take(seat, &set)] == card;
    return count;
}

// How many of the opening's first `i` + 1 cards are this one.
static int copies_wanted(const co_deck *deck, int i) {
    int count = 0;
    for (int k = 0; k <= i; k++) count += deck->opening[k].card == deck->opening[i].card;
    return count;
}

// Whole columns change places, and now and then a single card goes to another one.
static int spread_place(int seat, int where, const uint8_t column[3], gg_rng *rng) {
    enum { STRAYS = 5 };
    if (where > CO_OPEN_RIGHT) return opening_place(seat, where);
    unsigned at = gg_rng_below(rng, STRAYS) ? column[where - CO_OPEN_LEFT] : gg_rng_below(rng, 3);
    return opening_place(seat, CO_OPEN_LEFT + (int)at);
}

static void spread_one(const co_table *t, co_state *s, int seat, int card, int place,
                       gg_plan *out) {
    gg_action places[8];
    int piece = copy_in_deck(t, s, seat, card);
    if (piece == NO_PIECE || out->steps + 1 >= GG_PLAN_STEPS) return;
    if (!check_take(t, s, seat, piece, place, NULL)) {
        if (!list_take(t, s, seat, piece, places)) return;
        place = gg_b(places[0]);
    }
    out->step[out->steps++] = gg_act(V_TAKE, (unsigned)piece, (unsigned)place, 0);
    take(t, s, piece, place, NULL);
}

void co_spread_opening(const co_table *t, const co_state *s, int seat, gg_rng *rng, gg_plan *out) {
    static const uint8_t columns[6][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2},
                                          {0, 2, 1}, {1, 2, 0}, {2, 0, 1}};
    const uint8_t *column = columns[gg_rng_below(rng, 6)];
    const co_deck *deck = &t->deck[seat];
    co_state after;
    memcpy(&after, s, sizeof after);
    out->steps = 0;
    for (int i = 0; i < deck->openings; i++) {
        int card = deck->opening[i].card;
        if (copies_taken(t, &after, seat, card) < copies_wanted(deck, i))
            spread_one(t, &after, seat, card,
                       spread_place(seat, deck->opening[i].place, column, rng), out);
    }
    out->step[out->steps++] = gg_act(V_READY, 0, 0, 0);
}
