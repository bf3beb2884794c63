// SPDX-License-Identifier: Apache-2.0
// The table of a match (battlefield, decks, sets of cards), the first position, test positions, and
// the names of cards.
//
// AD6: any two of the ready decks may meet; each battlefield names two of its own. AD8, AD9, AD70:
// where set-up begins hangs on the battlefield. A piece is written as the seat's number, the card
// and a letter when the deck holds several copies: 1G01a, 2S31.
#include "setup.h"

enum { STANDARD_FIELD = 0, TERRAIN_COPIES = 2, DAMAGE_MAX = 7, STAFF = 2 };

// -------------------------------------------------------------------------------------- the table
static void add_card(co_table *t, int seat, int piece, int card) {
    const co_card *print = &co_cards[card];
    uint64_t bit = co_bit(piece);
    const struct {
        uint64_t *set;
        bool in;
    } sets[] = {
        {t->ground, co_is(card, CO_F_GROUND)},
        {t->unit, co_is(card, CO_F_UNIT)},
        {t->foot, co_is(card, CO_F_FOOT)},
        {t->gun, co_is(card, CO_F_GUN)},
        {t->vehicle, co_is(card, CO_F_VEHICLE)},
        {t->armoured, co_is(card, CO_F_ARMOURED)},
        {t->aircraft, co_is(card, CO_F_AIRCRAFT)},
        {t->bombers, co_is(card, CO_F_AIRCRAFT) && print->cls != CO_FB},
        {t->fighters, print->cls == CO_FB},
        {t->aa, co_is(card, CO_F_AA)},
        {t->airfp, co_is(card, CO_F_GROUND) && print->air != CO_NONE},
        {t->fort, print->cls == CO_FORT},
        {t->obstacle, print->cls == CO_OBS},
        {t->ordnance, print->cls == CO_ORD},
        {t->tanks, print->cls == CO_ORD && print->kind == CO_DROP_TANKS},
        {t->attach, print->cls == CO_ATTACH},
        {t->event, print->cls == CO_EVENT},
        {t->carrier, co_is(card, CO_F_CARRIER)},
        {t->hqt, print->cls == CO_HQT},
        {t->clears, co_is(card, CO_F_CLEARS)},
        {t->battery, co_is(card, CO_F_BATTERY)},
        {t->assaults, co_is(card, CO_F_ASSAULTS)},
        {t->recruits, co_is(card, CO_F_RECRUITS)},
        {t->workshop, co_is(card, CO_F_WORKSHOP)},
        {t->scouts, co_is(card, CO_F_UNIT) && print->rec > 0},
        {t->passenger, co_is(card, CO_F_PASSENGER)},
    };
    t->card[piece] = (uint8_t)card;
    for (unsigned i = 0; i < sizeof sets / sizeof *sets; i++)
        if (sets[i].in) sets[i].set[seat] |= bit;
}

// Copies of a card lie side by side, in the order of the deck list.
static void fill_deck(co_table *t, int seat) {
    const co_deck *deck = &t->deck[seat];
    int piece = seat * CARDS;
    for (int line = 0; line < deck->lines; line++) {
        int first = piece, count = deck->line[line].count;
        for (int i = 0; i < count; i++, piece++) {
            add_card(t, seat, piece, deck->line[line].card);
            t->first_copy[piece] = (uint8_t)first;
            t->copies[piece] = (uint8_t)count;
        }
    }
    GG_ASSERT(piece == (seat + 1) * CARDS);
}

static void fill_opening(co_table *t, int seat) {
    const co_deck *deck = &t->deck[seat];
    for (int i = 0; i < deck->openings; i++)
        for (int piece = seat * CARDS; piece < (seat + 1) * CARDS; piece++)
            if (t->card[piece] == deck->opening[i].card && !t->opening[piece]) {
                t->opening[piece] = (uint8_t)(1 + deck->opening[i].place);
                break;
            }
}

// AD6: the player's own deck, or the ready one that the options name, or that of the battlefield.
static void choose_deck(co_table *t, const gg_own_list *list, int seat) {
    int chosen = t->request.option[seat ? O_DECK2 : O_DECK1];
    bool own = list->size > 0;
    if (own) own = co_deck_of(list, &t->deck[seat]);
    if (!own) t->deck[seat] = co_decks[chosen ? chosen - 1 : t->field.deck[seat]];
    t->nation[seat] = t->deck[seat].nation;
}

static void setting_of(const gg_request *request, co_field *out) {
    int field = request->scenario < CO_BATTLEFIELDS ? request->scenario : STANDARD_FIELD;
    gg_fault fault;
    if (request->own.size) {
        uint32_t faults = co_read_setting(request->own.text, request->own.size, out, &fault, 1);
        GG_ASSERT(!faults);
        out->token = co_fields[field].token;
    } else {
        *out = co_fields[field];
    }
}

bool co_prepare(const gg_request *request, void *table, gg_verdict *verdict) {
    co_table *t = table;
    (void)verdict;
    t->request = gg_chosen_by(request);
    setting_of(request, &t->field);
    for (int seat = 0; seat < SEATS; seat++) {
        choose_deck(t, &request->list[seat], seat);
        fill_deck(t, seat);
        fill_opening(t, seat);
    }
    return true;
}

// ---------------------------------------------------------------------------------- the first node
// AD70: two of them, though a deck may open with more.
uint64_t co_staff(const co_table *t, int seat) {
    uint64_t staff = 0;
    for (uint64_t set = t->hqt[seat]; set && co_count(staff) < STAFF;) {
        int piece = co_take(seat, &set);
        if (t->opening[piece]) staff |= co_bit(piece);
    }
    return staff;
}

static unsigned first_node(const co_table *t) {
    if (t->request.scenario == SC_EMPTY) return N_REINFORCE;
    if (t->field.deck_size < CARDS) return N_MUSTER; // AD70: a quick game draws its decks
    return t->field.bought ? N_DEALING : N_OPENING;
}

void co_setup(const void *table, void *state) {
    const co_table *t = table;
    co_state *s = state;
    unsigned node = first_node(t);
    bool empty = t->request.scenario == SC_EMPTY;
    for (int piece = 0; piece < PIECES; piece++) {
        bool waits = node == N_MUSTER && !(co_staff(t, co_owner(piece)) & co_bit(piece));
        s->f.where[piece] = waits ? OUT : DECK;
    }
    memcpy(s->f.terrain, t->field.terrain, sizeof s->f.terrain);
    for (int seat = 0; seat < SEATS && !empty; seat++)
        s->f.supply[seat] = t->field.supply; // AD8a: more of it where terrain is bought
    for (int k = 0; k < CO_ZONE_TERRAINS && t->field.bought; k++)
        s->f.terrain_left[k] = TERRAIN_COPIES;
    if (empty) {
        s->f.turn = 1;
        s->f.phase = PHASE_REINFORCE;
    }
    gg_flow_call(&s->f.flow, node, SEAT_ONE);
}

// -------------------------------------------------------------------------------------- positions
static int free_group(const co_state *s, int seat) {
    for (int group = 1; group <= GROUPS_MAX; group++) {
        bool used = false;
        for (int i = 0; i < CARDS; i++) used |= s->f.group[seat * CARDS + i] == group;
        if (!used) return group;
    }
    return GROUPS_MAX;
}

// Places are written here without co_put_at(): the engine derives after the last line.
static bool put_at(const co_table *t, co_state *s, int piece, int place) {
    if (co_is_air(place) && !co_in(t->aircraft, piece)) return false;
    if (co_in(t->obstacle, piece) != co_is_edge(place)) return false;
    if (co_in(t->fort, piece) && !co_is_zone(place)) return false;
    s->f.where[piece] = (uint8_t)place;
    if (!co_is_air(place)) return true;
    s->f.group[piece] = (uint8_t)free_group(s, co_owner(piece));
    co_add(s->f.spotted, piece); // A80
    if (place >= E1 && place <= E3) co_add(s->f.east, piece);
    return true;
}

static bool put_on(co_state *s, int piece, int carrier) {
    if (co_owner(piece) != co_owner(carrier) || piece == carrier) return false;
    s->f.on[piece] = (uint8_t)(carrier + 1);
    s->f.where[piece] = s->f.where[carrier];
    if (co_in(s->f.spotted, carrier)) co_add(s->f.spotted, piece);
    return true;
}

static bool put_group(co_state *s, int piece, int group, int corridor) {
    if (group < 1 || group > GROUPS_MAX) return false;
    s->f.group[piece] = (uint8_t)group;
    if (corridor == CORRIDOR_E)
        co_add(s->f.east, piece);
    else
        co_drop(s->f.east, piece);
    return true;
}

static bool put_piece(const co_table *t, co_state *s, const gg_put *p) {
    int piece = p->piece;
    switch (p->what) {
    case P_AT: return put_at(t, s, piece, p->arg[0]);
    case P_HAND: s->f.where[piece] = HAND; break;
    case P_DISCARD: s->f.where[piece] = DISCARD; break;
    case P_LOST: s->f.where[piece] = VICTORY; break;
    case P_ON: return put_on(s, piece, p->arg[0]);
    case P_SPOTTED: co_add(s->f.spotted, piece); break;
    case P_ENGAGED: co_add(s->f.engaged, piece); break;
    case P_RELOADING: co_add(s->f.reloading, piece); break;
    case P_ACTED: co_add(s->f.acted, piece); break;
    case P_SCOUTED: co_add(s->f.scouted, piece); break;
    case P_STRUCK: co_add(s->f.struck, piece); break;
    case P_PAID: co_add(s->f.paid, piece); break;
    case P_PATROL: co_add(s->f.patrol, piece); break;
    case P_GROUP: return put_group(s, piece, p->arg[0], p->arg[1]);
    case P_DAMAGE:
        if (p->arg[0] < 0 || p->arg[0] >= co_printed(t, piece)->hp) return false;
        s->f.damage[piece] = (uint8_t)p->arg[0];
        break;
    default: return false;
    }
    return true;
}

static bool within(int value, int least, int most) {
    return value >= least && value <= most;
}

static bool put_set(const co_table *t, co_state *s, const gg_put *p) {
    int a = p->arg[0], b = p->arg[1];
    switch (p->what) {
    case P_TURN:
        if (!within(a, 1, t->field.turns)) return false;
        s->f.turn = (uint8_t)a;
        break;
    case P_SUPPLY:
        if (!within(b, 0, SUPPLY_MAX)) return false;
        s->f.supply[a] = (uint8_t)b;
        break;
    case P_TERRAIN:
        if (!co_is_zone(a) || b >= CO_ZONE_TERRAINS) return false;
        s->f.terrain[a] = (uint8_t)b;
        break;
    case P_FIRST: s->f.first = (uint8_t)a; break;
    case P_OPTION:
        if (!within(a, 0, OPTION_RECRUITS)) return false;
        s->f.option = (uint8_t)a;
        break;
    case P_BONUS:
        if (!within(a, 0, 6)) return false;
        s->f.bonus = (uint8_t)a;
        break;
    case P_SMOKE:
        if (!co_is_zone(a)) return false;
        s->f.smoke = (uint8_t)(a + 1);
        break;
    case P_NIGHT: s->f.night = 1; break;
    case P_CLOUD: s->f.cloud = (uint8_t)(a + 1); break;
    case P_MUD: s->f.mud = (uint8_t)(a + 1); break;
    default: return false;
    }
    return true;
}

static int phase_of(unsigned node) {
    switch (node) {
    case N_OPENING:
    case N_INITIATIVE: return PHASE_SETUP;
    case N_SUPPLY:
    case N_REINFORCE: return PHASE_REINFORCE;
    case N_AIR: return PHASE_AIR;
    case N_RECON: return PHASE_RECON;
    case N_BOMBARD: return PHASE_BOMBARD;
    case N_MANOEUVRE: return PHASE_MANOEUVRE;
    default: return PHASES;
    }
}

// `node NAME seat [points]`: the start of that phase; the number is that of workshop points.
static bool put_node(co_state *s, unsigned node, int seat, int number) {
    int phase = phase_of(node);
    if (phase == PHASES || !within(number, 0, CARDS)) return false;
    memset(&s->f.flow, 0, sizeof s->f.flow);
    gg_flow_call(&s->f.flow, node, (unsigned)seat);
    s->f.phase = (uint8_t)phase;
    s->f.active = (uint8_t)seat;
    s->f.turn = phase == PHASE_SETUP ? 0 : s->f.turn ? s->f.turn : 1;
    if (node == N_REINFORCE) s->f.repairs = (uint8_t)number;
    return true;
}

bool co_put(void *table, void *state, const gg_put *p, gg_verdict *verdict) {
    const co_table *t = table;
    co_state *s = state;
    bool done;
    if (p->what == GG_PUT_NODE)
        done = put_node(s, (unsigned)p->arg[0], p->arg[1], p->arg[2]);
    else
        done = p->piece != GG_NO_HANDLE ? put_piece(t, s, p) : put_set(t, s, p);
    GG_REFUSE_IF(!done, NOT_HERE, 0, 0);
    return true;
}

// ------------------------------------------------------------------------------------------ names
static size_t put_text(char *out, size_t cap, size_t at, const char *text) {
    for (; *text && at + 1 < cap; text++) out[at++] = *text;
    return at;
}

size_t co_name(const void *table, unsigned domain, unsigned value, gg_form form, char *out,
               size_t cap) {
    const co_table *t = table;
    size_t at = 0;
    if (domain != D_CARD || value >= PIECES || cap == 0) return 0;
    const gg_name *name = &co_card_names[t->card[value]];
    bool token = form == GG_FORM_TOKEN;
    char copy[3] = {' ', (char)((token ? 'a' : 'A') + (int)value - t->first_copy[value]), 0};
    if (token) at = put_text(out, cap, at, co_owner((int)value) ? "2" : "1");
    at = put_text(out, cap, at, token ? name->token : form == GG_FORM_FR ? name->fr : name->en);
    if (t->copies[value] > 1) at = put_text(out, cap, at, token ? copy + 1 : copy);
    out[at] = 0;
    return at;
}

// A card both players have is spoken of with its owner.
unsigned co_facts(const void *table, unsigned domain, unsigned value) {
    const co_table *t = table;
    if (domain != D_CARD || value >= PIECES) return 0;
    unsigned facts = co_card_names[t->card[value]].facts;
    for (int piece = 0; piece < PIECES; piece++)
        if (t->card[piece] == t->card[value] && co_owner(piece) != co_owner((int)value))
            return facts | GG_OF(co_owner((int)value));
    return facts;
}
