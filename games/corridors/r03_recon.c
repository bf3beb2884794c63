// SPDX-License-Identifier: Apache-2.0
// Chapter 7.2: reconnaissance (AD18).
//
// A scout throws one die: N = d6 + rec - concealment; N face-down enemy cards of the place are
// drawn one by one and spotted; no draw is made when all of them are found. Which face-down card
// scouts, its owner alone knows, unless it throws a 1.
#include "air.h"

static bool scout_card(const co_table *t, int seat, int piece) {
    bool kind = co_in(t->ground, piece) || co_in(t->aircraft, piece);
    return co_owner(piece) == seat && kind && co_printed(t, piece)->rec > 0;
}

// A75: a stopped aircraft is as good as a ground unit.
static bool check_scout(const co_table *t, const co_state *s, int seat, int piece,
                        gg_verdict *verdict) {
    bool flies = co_in(t->aircraft, piece), own = scout_card(t, seat, piece);
    GG_REFUSE_IF(!own, NOT_A_SCOUT, piece, 0);
    GG_REFUSE_IF(flies && !co_airborne(s, piece), SCOUT_NOT_FLYING, piece, 0);
    GG_REFUSE_IF(co_in(s->f.patrol, piece), SCOUT_ON_PATROL, piece, 0);
    GG_REFUSE_IF(!flies && s->f.where[piece] >= GROUND_PLACES, SCOUT_OFF_BOARD, piece, 0);
    GG_REFUSE_IF(co_is_carried(t, s, piece), SCOUT_CARRIED, piece, 0);
    GG_REFUSE_IF(co_in(s->f.engaged, piece), SCOUT_ENGAGED, piece, 0);
    GG_REFUSE_IF(co_in(s->f.scouted, piece), SCOUTED_ALREADY, piece, 0);
    return true;
}

static unsigned places_near(const co_state *s, int piece) {
    int place = s->f.where[piece];
    return co_is_air(place) ? co_touching(place) : co_neighbours[place];
}

static bool check_where(const co_table *t, const co_state *s, int piece, int place,
                        gg_verdict *verdict) {
    bool near = place < GROUND_PLACES && places_near(s, piece) >> place & 1;
    GG_REFUSE_IF(!near && co_in_rear(s, piece), REAR_ONLY_HQ, piece, place);
    GG_REFUSE_IF(!near, SCOUT_NOT_ADJACENT, piece, place);
    GG_REFUSE_IF(!co_hidden_at(t, s, co_enemy(co_owner(piece)), place), SCOUT_NOTHING, place, 0);
    return true;
}

// ------------------------------------------------------------------------------------ RECON node
bool co_check_recon(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action), place = gg_b(action);
    if (gg_verb_of(action) == V_END) return true;
    return check_scout(t, s, seat, piece, verdict) && check_where(t, s, piece, place, verdict);
}

// Places of the enemy with something face down in them.
static unsigned unknown_places(const co_table *t, const co_state *s, int enemy) {
    unsigned places = 0;
    for (int place = 0; place < GROUND_PLACES; place++)
        if (co_hidden_at(t, s, enemy, place)) places |= 1U << place;
    return places;
}

uint32_t co_legal_recon(const co_table *t, const co_state *s, int seat, gg_action *out) {
    unsigned unknown = unknown_places(t, s, co_enemy(seat));
    uint64_t set = 0;
    uint32_t n = 0;
    for (int place = 0; place <= REAR_TWO && unknown; place++) set |= s->at[seat][place];
    set &= (t->ground[seat] | t->aircraft[seat]) & ~s->f.scouted[seat];
    while (set) {
        int piece = co_take(seat, &set);
        unsigned near = places_near(s, piece) & unknown;
        if (!near || !check_scout(t, s, seat, piece, NULL)) continue;
        for (; near; near &= near - 1)
            out[n++] = gg_act(V_SCOUT, (unsigned)piece, (unsigned)__builtin_ctz(near), 0);
    }
    out[n++] = gg_act(V_END, 0, 0, 0);
    return n;
}

void co_play_recon(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), place = gg_b(action);
    if (gg_verb_of(action) == V_END) {
        co_next_phase(t, s, events);
        return;
    }
    co_add(s->f.scouted, piece); // AD18b: once per turn
    gg_emit(events, E_SCOUTED, RULE_AD18, co_see_mask(t, s, piece), 0, piece, place, 0, 0, 0);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_RECON_DIE, s->f.active);
    frame->subject = (uint16_t)piece;
    frame->arg[RC_PLACE] = (int16_t)place;
}

// -------------------------------------------------------------------------------------- the dice
static int term(gg_ledger *ledger, unsigned rule, unsigned label, int delta) {
    if (ledger && delta) gg_ledger_put(ledger, GG_L_ADD, rule, label, delta, 0, 0);
    return delta;
}

int co_reconnoitre(const co_table *t, const co_state *s, int scout, int place, gg_ledger *ledger) {
    int from = s->f.where[scout];
    int sum = term(ledger, RULE_AD18, L_REC, co_printed(t, scout)->rec);
    bool hill = from < GROUND_PLACES && co_ground(t, s, from)->flags & CO_T_OVERLOOKS;
    if (hill) sum += term(ledger, RULE_AD7b, L_REC_HILL, 1); // AD7b: a view from the hill
    if (co_attached(t, s, scout, CO_RADIO) != NO_PIECE)      // AT14: a radio set
        sum += term(ledger, RULE_AT14, L_REC_RADIO, 1);
    sum += term(ledger, RULE_AD18, L_REC_CONCEAL, -co_ground(t, s, place)->conceal);
    return sum;
}

// AT08: cards under nets come last.
static uint64_t findable(const co_table *t, const co_state *s, int enemy, int place) {
    uint64_t hidden = co_hidden_at(t, s, enemy, place), plain = hidden;
    for (uint64_t set = hidden & s->ridden[enemy]; set;) {
        int piece = co_take(enemy, &set);
        if (co_attached(t, s, piece, CO_NETS) != NO_PIECE) plain &= ~co_bit(piece);
    }
    return plain ? plain : hidden;
}

uint64_t co_pool_found(const co_table *t, const co_state *s) {
    return findable(t, s, co_enemy(s->f.active), gg_flow_top(&s->f.flow)->arg[RC_PLACE]);
}

// Spots all cards there when as many are still to be found. True when a draw must decide: by the
// number of face-down cards, which both players see; nets (AT08) only narrow what is drawn.
static bool find(const co_table *t, co_state *s, int place, int left, gg_events *events) {
    int enemy = co_enemy(s->f.active);
    uint64_t hidden = left > 0 ? co_hidden_at(t, s, enemy, place) : 0;
    if (co_count(hidden) > left) return true;
    while (hidden) co_spot(t, s, co_take(enemy, &hidden), RULE_AD18, events);
    return false;
}

static void go_on(const co_table *t, co_state *s, int left, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    bool draw = find(t, s, frame->arg[RC_PLACE], left, events);
    frame->arg[RC_LEFT] = (int16_t)left;
    if (draw)
        gg_flow_goto(&s->f.flow, N_FOUND, s->f.active);
    else
        gg_flow_end(&s->f.flow);
}

void co_play_recon_die(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int scout = frame->subject, place = frame->arg[RC_PLACE], die = gg_a(outcome);
    int found = die + co_reconnoitre(t, s, scout, place, NULL); // AD18: N cards
    bool caught = die == 1 && co_in(t->ground, scout);
    gg_emit(events, E_RECON, RULE_AD18, GG_SEE_ALL, GG_E_REVEAL, die, place, 0, 0, 0);
    if (found <= 0 || !co_hidden_at(t, s, co_enemy(s->f.active), place))
        gg_emit(events, E_NOTHING_FOUND, RULE_AD18, GG_SEE_ALL, 0, place, 0, 0, 0, 0);
    go_on(t, s, found > 0 ? found : 0, events);
    if (caught) co_spot(t, s, scout, RULE_AD18d, events); // AD18d: on a natural 1
}

void co_play_found(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    int left = gg_flow_top(&s->f.flow)->arg[RC_LEFT] - 1;
    co_spot(t, s, gg_a(outcome), RULE_AD18, events);
    go_on(t, s, left, events);
}
