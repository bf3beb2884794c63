// SPDX-License-Identifier: Apache-2.0
// Who knows what (7.1, AD6a, AD17, AD20).
//
// Deck lists are open; hidden is where a card lies. Of the enemy a player knows how many cards lie
// in each place, whether there are troops among them, his piles and everything face up; not which
// cards are in hand, deck and airfield, which lie face down on the ground, what is under those, and
// what such a card has done or suffered. That a face-down card rides on a card he sees, or stands
// in it, he sees too. Until both are set up he knows nothing of it (AD9).
//
// Both redact() and resample() deal the cards a viewer cannot place anew into the places he cannot
// look into: redact() always the lowest card that may lie there, so that worlds that look alike
// become the same bytes, resample() one at random. What an unknown card has done is forgotten.
// Frames that speak of an unknown card speak of the one dealt in its stead.
#include "knowledge.h"

#include "setup.h"

enum { FP_BIAS = 64 };

// ------------------------------------------------------------------------------------------- sees
static bool secret_set_up(const co_state *s) {
    return s->f.flow.frame[0].node == N_OPENING;
}

// AD9: the enemy's secret set-up.
bool co_in_secret(const co_state *s, int viewer, int seat) {
    return secret_set_up(s) && viewer != seat && viewer != GG_UMPIRE;
}

// AD6a: which cards a deck holds stands in the table, known to all; asked here is whether the
// viewer knows where one of them is: the seat's cards that he sees when they lie in this place.
static inline uint64_t seen_at(const co_state *s, int viewer, int seat, int place) {
    const uint64_t all = UINT64_MAX, none = 0;
    if (viewer == GG_UMPIRE || viewer == seat) return all;
    if (secret_set_up(s)) return none;                    // AD9: in secret
    if (place < GROUND_PLACES) return s->f.spotted[seat]; // AD17a: face down or not
    if (co_is_air(place)) return all;                     // A81: always face up
    if (place == co_airfield(seat)) return none;          // AD20: face down
    if (place == HAND) return viewer == co_enemy(seat) ? s->f.shown[seat] : none;
    return place != DECK && place != OUT ? all : none;
}

bool co_sees(const co_table *t, const co_state *s, int viewer, int piece) {
    (void)t;
    return (seen_at(s, viewer, co_owner(piece), s->f.where[piece]) & co_bit(piece)) != 0;
}

unsigned co_see_mask(const co_table *t, const co_state *s, int piece) {
    unsigned public = co_sees(t, s, GG_PUBLIC, piece) ? GG_SEE_ALL : 0U;
    return public | (co_sees(t, s, SEAT_ONE, piece) ? 1U << SEAT_ONE : 0U) |
           (co_sees(t, s, SEAT_TWO, piece) ? 1U << SEAT_TWO : 0U);
}

// ------------------------------------------------------------------------------- what is unknown
// A frame's words that name cards: word 0 is the subject, 1 .. 6 the arguments; `from` is what is
// added to the card's number there.
static const struct {
    uint8_t node, word, from;
} words[] = {
    {N_DUEL, 0, 0},     {N_DUEL, 1, 0},      {N_DUEL, 2, 1},      {N_TANKS, 0, 0},
    {N_SHOT, 0, 0},     {N_SHOT, 1, 0},      {N_RECON_DIE, 0, 0}, {N_FOUND, 0, 0},
    {N_RAID, 0, 0},     {N_RAID, 1, 1},      {N_RAID, 3, 1},      {N_DEFEND, 0, 0},
    {N_EXCHANGE, 0, 0}, {N_EXCHANGE, 1, 0},  {N_RETURN, 0, 0},    {N_RETURN, 1, 0},
    {N_MARCH, 0, 0},    {N_CLEAR_DIE, 0, 0}, {N_EVENT_DIE, 0, 0},
};
enum { WORDS = sizeof words / sizeof words[0] };

static int word(const gg_frame *frame, int k) {
    return k ? frame->arg[k - 1] : frame->subject;
}

static void set_word(gg_frame *frame, int k, int value) {
    if (k)
        frame->arg[k - 1] = (int16_t)value;
    else
        frame->subject = (uint16_t)value;
}

static void note_ref(const co_state *s, co_unknown *u, unsigned node, int piece) {
    if (co_owner(piece) != u->seat || !(u->set & co_bit(piece))) return;
    if (s->f.where[piece] >= BOARD_PLACES) return;
    for (int i = 0; i < u->refs; i++)
        if (u->ref[i] == piece) return;
    GG_ASSERT(u->refs < REFS_MAX);
    u->ref_node[u->refs] = (uint8_t)node;
    u->ref[u->refs++] = piece;
}

static void note_refs(const co_state *s, co_unknown *u) {
    for (int i = 0; i < s->f.flow.depth; i++) {
        const gg_frame *frame = &s->f.flow.frame[i];
        for (int k = 0; k < WORDS; k++) {
            if (frame->node != words[k].node) continue;
            int piece = word(frame, words[k].word) - words[k].from;
            if (piece >= 0 && piece < PIECES) note_ref(s, u, frame->node, piece);
        }
    }
}

static void note_place(const co_table *t, const co_state *s, co_unknown *u, int place) {
    uint64_t there = s->at[u->seat][place] & u->set;
    uint64_t crowd = there & (t->ground[u->seat] | t->fort[u->seat]);
    bool seen = (s->at[u->seat][place] & ~u->set & t->ground[u->seat]) != 0;
    if (!(s->held[u->seat] >> place & 1)) u->bars |= (uint16_t)(1U << place);
    if (!there) return;
    u->count[place] = (uint8_t)co_count(crowd);
    if (crowd & s->f.used[u->seat]) u->used[place] = (uint8_t)co_count(crowd & s->f.used[u->seat]);
    u->under += co_count(there & ~crowd);
    if (s->held[u->seat] >> place & 1) u->needs |= (uint16_t)(crowd && !seen ? 1U << place : 0);
}

// In hand and deck nothing lies on anything.
static void note_hosts(const co_table *t, const co_state *s, co_unknown *u) {
    const uint64_t *at = s->at[u->seat];
    for (uint64_t set = u->set & t->unit[u->seat] & ~(at[HAND] | at[DECK] | at[OUT]); set;) {
        int carrier = co_carrier(s, co_take(u->seat, &set));
        if (carrier != NO_PIECE && !(u->set & co_bit(carrier))) u->hosts |= co_bit(carrier);
    }
}

// Where all lies open is not asked: a table has many edges. In secret (AD9) nothing does.
static uint64_t unseen(const co_state *s, int viewer, int seat) {
    const int others[] = {co_airfield(seat), HAND, DECK, OUT};
    uint64_t set = 0;
    if (viewer == GG_UMPIRE || viewer == seat) return 0;
    int last = secret_set_up(s) ? PLACES : GROUND_PLACES;
    for (int place = 0; place < last; place++)
        set |= s->at[seat][place] & ~seen_at(s, viewer, seat, place);
    for (int i = 0; i < 4; i++)
        set |= s->at[seat][others[i]] & ~seen_at(s, viewer, seat, others[i]);
    return set;
}

static void note_unknown(const co_table *t, const co_state *s, co_unknown *u) {
    const uint64_t *at = s->at[u->seat];
    u->out = co_count(at[OUT] & u->set);
    if (secret_set_up(s)) {
        u->deck = co_count(u->set) - u->out;
        return;
    }
    for (int place = 0; place < GROUND_PLACES; place++) note_place(t, s, u, place);
    u->field = co_count(at[co_airfield(u->seat)] & u->set);
    u->hand = co_count(at[HAND] & u->set);
    u->shown = co_count(at[HAND] & u->set & s->f.shown[u->seat]);
    u->deck = co_count(at[DECK] & u->set);
    note_refs(s, u);
    note_hosts(t, s, u);
}

co_unknown co_unknown_to(const co_table *t, const co_state *s, int viewer, int seat) {
    co_unknown u = {.seat = seat, .set = unseen(s, viewer, seat)};
    if (u.set) note_unknown(t, s, &u);
    return u;
}

// ------------------------------------------------------------------------------------ the dealing
typedef struct dealer {
    const co_table *t;
    co_state *s;
    co_unknown *u;
    uint64_t pool;   // not yet dealt
    uint64_t ground; // dealt to the ground
    gg_rng *rng;     // NULL: always the lowest
} dealer;

static uint64_t from_any(gg_rng *rng, uint64_t set) {
    for (uint32_t skip = gg_rng_below(rng, (uint32_t)co_count(set)); skip; skip--) set &= set - 1;
    return set;
}

static inline int draw(dealer *d, uint64_t among) {
    uint64_t set = d->pool & among;
    if (!set) return NO_PIECE;
    if (d->rng) set = from_any(d->rng, set);
    d->pool &= ~(set & -set);
    return co_take(d->u->seat, &set);
}

// The bytes of the cards of a set, eight at a time; the last eight begin where a deck ends.
static inline void fill(uint8_t *byte, uint64_t set, uint8_t value) {
    for (int i = 0; i < CARDS; i += 8) {
        int at = i + 8 <= CARDS ? i : CARDS - 8;
        uint64_t eight, mask = gg_bits_to_bytes((uint8_t)(set >> at));
        memcpy(&eight, byte + at, sizeof eight);
        eight = (eight & ~mask) | (mask & value * GG_BITS_LOW_OF_BYTES);
        memcpy(byte + at, &eight, sizeof eight);
    }
}

static void forget(co_state *s, int seat, uint64_t set) {
    uint64_t *const marks[] = {s->f.spotted, s->f.engaged, s->f.reloading, s->f.acted,
                               s->f.scouted, s->f.struck,  s->f.paid,      s->f.patrol,
                               s->f.east,    s->f.shot,    s->f.assault,   s->f.used,
                               s->f.shown,   s->f.marching};
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++) marks[i][seat] &= ~set;
    fill(s->f.on + seat * CARDS, set, 0);
    fill(s->f.damage + seat * CARDS, set, 0);
    fill(s->f.group + seat * CARDS, set, 0);
}

static void lay_down(dealer *d, int piece, int place) {
    GG_ASSERT(piece != NO_PIECE);
    d->s->f.where[piece] = (uint8_t)place;
}

// HQ troops never leave their HQ, no fortification stands in one.
uint64_t co_may_lie(const co_table *t, const co_unknown *u, int place) {
    uint64_t units = t->unit[u->seat], forts = t->fort[u->seat];
    if (u->bars >> place & 1) return forts;
    if (place == co_hq(u->seat)) return t->ground[u->seat];
    return co_is_zone(place) ? units | forts : units;
}

static uint64_t accepted(const dealer *d, int place) {
    uint64_t all = co_may_lie(d->t, d->u, place), units = all & d->t->unit[d->u->seat];
    return place != co_hq(d->u->seat) && d->u->needs >> place & 1 ? units : all;
}

static void deal_ground(dealer *d, uint64_t among, int place) {
    int seat = d->u->seat;
    bool soft = (co_ground(d->t, d->s, place)->flags & CO_T_SOFT_GROUND) != 0;
    int piece = soft ? draw(d, among & (d->t->foot[seat] | d->t->fort[seat])) : NO_PIECE;
    if (piece == NO_PIECE) piece = draw(d, among);
    if (piece == NO_PIECE) piece = draw(d, d->t->ground[seat] | d->t->fort[seat]);
    lay_down(d, piece, place);
    d->u->count[place]--;
    d->ground |= co_bit(piece);
    if (co_in(d->t->ground, piece)) d->u->needs &= (uint16_t) ~(1U << place);
}

static uint64_t fit_for(const dealer *d, unsigned node) {
    int seat = d->u->seat;
    switch (node) {
    case N_MARCH: return d->t->unit[seat];
    case N_RECON_DIE:
    case N_FOUND: return d->t->scouts[seat];
    case N_CLEAR_DIE: return d->t->clears[seat];
    default: return UINT64_MAX;
    }
}

static int deal_one_of(dealer *d, int place, uint64_t fit) {
    uint64_t air = d->t->aircraft[d->u->seat] | d->t->ordnance[d->u->seat];
    uint64_t before = d->pool, among = place < GROUND_PLACES ? accepted(d, place) : air;
    if (among & d->pool & fit) among &= fit;
    if (place < GROUND_PLACES) {
        deal_ground(d, among, place);
    } else {
        lay_down(d, draw(d, among), place);
        d->u->field--;
    }
    before &= ~d->pool;
    return co_take(d->u->seat, &before);
}

// A face-down card on or in one the viewer sees.
static int deal_rider(dealer *d, int host) {
    const uint64_t *fit = co_in(d->t->fort, host) ? d->t->unit : d->t->passenger;
    int piece = deal_one_of(d, d->s->f.where[host], fit[d->u->seat]);
    d->s->f.on[piece] = (uint8_t)(host + 1);
    d->u->hosts &= ~co_bit(host);
    return piece;
}

// Cards that a frame names come first: they must be able to do what is going on.
static void deal_refs(dealer *d) {
    uint8_t place[REFS_MAX];
    int host[REFS_MAX];
    bool used[REFS_MAX];
    for (int i = 0; i < d->u->refs; i++) {
        place[i] = d->s->f.where[d->u->ref[i]];
        used[i] = co_in(d->s->f.used, d->u->ref[i]);
        host[i] = co_carrier(d->s, d->u->ref[i]);
    }
    forget(d->s, d->u->seat, d->u->set);
    for (int i = 0; i < d->u->refs; i++) {
        bool rides = host[i] != NO_PIECE && d->u->hosts & co_bit(host[i]);
        d->u->dealt[i] = rides ? deal_rider(d, host[i])
                               : deal_one_of(d, place[i], fit_for(d, d->u->ref_node[i]));
        if (!used[i] || place[i] >= GROUND_PLACES) continue;
        co_add(d->s->f.used, d->u->dealt[i]);
        d->u->used[place[i]]--;
    }
}

// Zones take units as long as enough ground cards stay for the HQ.
static void deal_zone(dealer *d, int place) {
    int seat = d->u->seat, wanted = d->u->count[co_hq(seat)];
    uint64_t among = accepted(d, place);
    if (co_count(d->pool & d->t->ground[seat]) <= wanted && !(d->u->needs >> place & 1))
        among &= d->t->fort[seat];
    deal_ground(d, among, place);
}

static void deal_places(dealer *d) {
    int hq = co_hq(d->u->seat), enemy_hq = co_hq(co_enemy(d->u->seat));
    while (d->u->count[enemy_hq]) deal_ground(d, accepted(d, enemy_hq), enemy_hq);
    for (int zone = 0; zone < ZONES; zone++)
        while (d->u->count[zone] && (d->u->bars | d->u->needs) >> zone & 1)
            deal_ground(d, accepted(d, zone), zone);
    for (int zone = 0; zone < ZONES; zone++)
        while (d->u->count[zone]) deal_zone(d, zone);
    while (d->u->count[hq]) deal_ground(d, accepted(d, hq), hq);
}

static void deal_used(dealer *d) {
    static const uint8_t none[GROUND_PLACES];
    int seat = d->u->seat;
    if (memcmp(d->u->used, none, sizeof none) == 0) return;
    for (uint64_t set = d->ground & ~d->s->f.used[seat]; set;) {
        int piece = co_take(seat, &set), place = d->s->f.where[piece];
        if (!d->u->used[place]) continue;
        d->u->used[place]--;
        co_add(d->s->f.used, piece);
    }
}

// An attachment goes under a card dealt to the ground that it fits; failing that, under any.
static void deal_under(dealer *d) {
    int seat = d->u->seat, card = draw(d, d->t->attach[seat]);
    uint64_t units = d->ground & d->t->ground[seat], fit = 0;
    if (card == NO_PIECE) card = draw(d, UINT64_MAX);
    for (uint64_t set = units; set;) {
        int unit = co_take(seat, &set);
        if (co_fits(d->t->card[card], d->t->card[unit])) fit |= co_bit(unit);
    }
    if (!fit) fit = units;
    for (int place = 0; place < GROUND_PLACES && !fit; place++)
        fit = d->s->at[seat][place] & d->t->ground[seat] & ~d->u->set;
    fit = from_any(d->rng, fit);
    int unit = co_take(seat, &fit);
    d->s->f.on[card] = (uint8_t)(unit + 1);
    lay_down(d, card, d->s->f.where[unit]);
}

static void deal_rest(dealer *d) {
    int seat = d->u->seat;
    while (d->u->field-- > 0)
        lay_down(d, draw(d, d->t->aircraft[seat] | d->t->ordnance[seat]), co_airfield(seat));
    if (!d->rng) d->u->out += d->u->under; // redact: an attachment under a hidden card is nowhere
    while (d->rng && d->u->under-- > 0) deal_under(d);
    uint64_t staff = d->u->out > 0 ? co_staff(d->t, seat) : 0;
    for (; d->u->out > 0; d->u->out--) { // AD70: the staff is never left out
        int piece = draw(d, ~staff);
        lay_down(d, piece != NO_PIECE ? piece : draw(d, UINT64_MAX), OUT);
    }
    for (; d->u->hand > 0; d->u->hand--) {
        int piece = draw(d, UINT64_MAX);
        lay_down(d, piece, HAND);
        if (d->u->shown-- > 0) co_add(d->s->f.shown, piece);
    }
    while (d->rng && d->pool) lay_down(d, draw(d, UINT64_MAX), DECK);
    fill(d->s->f.where + seat * CARDS, d->pool, DECK);
}

// Where cards lie that somebody has laid out himself.
static void lay_out(dealer *d, const co_layout *layout) {
    for (uint32_t i = 0; i < layout->cards; i++) {
        int piece = layout->piece[i], host = layout->host[i];
        lay_down(d, piece, layout->place[i]);
        d->pool &= ~co_bit(piece);
        d->ground |= co_bit(piece);
        d->u->count[layout->place[i]]--;
        if (co_in(d->t->ground, piece)) d->u->needs &= (uint16_t) ~(1U << layout->place[i]);
        if (host == NO_PIECE) continue;
        d->s->f.on[piece] = (uint8_t)(host + 1);
        d->u->hosts &= ~co_bit(host);
    }
}

static void deal(const co_table *t, co_state *s, co_unknown *u, const co_layout *layout,
                 gg_rng *rng) {
    dealer d = {t, s, u, u->set, 0, rng};
    deal_refs(&d);
    if (layout) lay_out(&d, layout);
    for (uint64_t hosts = u->hosts; hosts;) deal_rider(&d, co_take(u->seat, &hosts));
    deal_places(&d);
    deal_used(&d);
    deal_rest(&d);
}

// ---------------------------------------------------------------------------------------- frames
static int stand_in(const co_unknown *u, int piece) {
    for (int i = 0; i < u->refs; i++)
        if (u->ref[i] == piece) return u->dealt[i];
    return NO_PIECE;
}

// Numbers of a frame that would tell which card it was about.
static void recount(const co_table *t, const co_state *s, gg_frame *frame, bool deals) {
    if (frame->node == N_MARCH) frame->arg[0] = deals ? 1 : 0;
    if (frame->node != N_SHOT) return;
    co_attack attack = {false, -FP_BIAS, 0};
    if (deals) attack = co_reckon(t, s, frame->arg[3], frame->subject, frame->arg[0], NULL);
    frame->arg[1] = (int16_t)(attack.fp + FP_BIAS);
    frame->arg[2] = (int16_t)attack.tn;
}

static void rewrite_frames(const co_table *t, co_state *s, const co_unknown *u, bool deals) {
    if (!u->refs) return;
    for (int i = 0; i < s->f.flow.depth; i++) {
        gg_frame *frame = &s->f.flow.frame[i];
        bool changed = false;
        int now[WORDS];
        for (int k = 0; k < WORDS; k++) {
            now[k] = NO_PIECE;
            if (frame->node == words[k].node)
                now[k] = stand_in(u, word(frame, words[k].word) - words[k].from);
        }
        for (int k = 0; k < WORDS; k++) {
            if (now[k] == NO_PIECE) continue;
            set_word(frame, words[k].word, now[k] + words[k].from);
            changed = true;
        }
        if (changed) recount(t, s, frame, deals);
    }
}

// ------------------------------------------------------------------------------ terrain in hand
// Free set-up: what others hold and what is left of the terrain deck are dealt anew together.
static void deal_terrain(co_state *s, int viewer, gg_rng *rng) {
    uint8_t pool[CO_ZONE_TERRAINS];
    int left = 0;
    memcpy(pool, s->f.terrain_left, sizeof pool);
    for (int seat = 0; seat < SEATS; seat++)
        for (int k = 0; k < CO_ZONE_TERRAINS && seat != viewer; k++)
            pool[k] = (uint8_t)(pool[k] + s->f.terrain_hand[seat][k]);
    for (int k = 0; k < CO_ZONE_TERRAINS; k++) left += pool[k];
    for (int seat = 0; seat < SEATS; seat++) {
        int cards = 0;
        for (int k = 0; k < CO_ZONE_TERRAINS; k++) cards += s->f.terrain_hand[seat][k];
        if (seat == viewer) continue;
        memset(s->f.terrain_hand[seat], 0, CO_ZONE_TERRAINS);
        for (; cards; cards--, left--) {
            int pick = rng ? (int)gg_rng_below(rng, (uint32_t)left) : 0, k = 0;
            for (; pick >= pool[k]; k++) pick -= pool[k];
            pool[k]--;
            s->f.terrain_hand[seat][k]++;
        }
    }
    memcpy(s->f.terrain_left, pool, sizeof pool);
}

// ------------------------------------------------------------------------------ redact, resample
static int workshops(const co_table *t, const co_state *s, int seat) {
    int count = 0;
    for (int place = 0; place < GROUND_PLACES; place++)
        count += co_count(s->at[seat][place] & t->workshop[seat]);
    return count;
}

// What the active seat may still repair tells of its workshops.
static void hide_repairs(const co_table *t, co_state *s, int viewer, bool deals) {
    int seat = s->f.active;
    if (viewer == seat || s->f.flow.frame[0].node != N_REINFORCE) return;
    s->f.repairs = (uint8_t)(deals ? workshops(t, s, seat) : 0);
}

static void deal_all(const co_table *t, co_state *s, int viewer, const co_layout *layout,
                     gg_rng *rng) {
    co_unknown u[SEATS];
    for (int seat = 0; seat < SEATS; seat++) u[seat] = co_unknown_to(t, s, viewer, seat);
    for (int seat = 0; seat < SEATS; seat++) {
        if (!u[seat].set) continue;
        deal(t, s, &u[seat], seat != viewer ? layout : NULL, rng);
        if (secret_set_up(s)) s->f.supply[seat] = (uint8_t)co_start_supply(t, s, seat);
    }
    if (rng) co_derive(t, s); // redact() blanks it
    for (int seat = 0; seat < SEATS; seat++) rewrite_frames(t, s, &u[seat], rng != NULL);
    hide_repairs(t, s, viewer, rng != NULL);
    if (s->f.phase == PHASE_SETUP && t->field.bought) deal_terrain(s, viewer, rng);
}

// Blanked once already: every card of a deck lies somewhere, and no place knows of one.
static bool blank(const co_state *s) {
    for (int place = 0; place < PLACES; place++)
        if (s->at[SEAT_ONE][place]) return false;
    return true;
}

void co_redact(const void *table, void *state, int viewer) {
    co_state *s = state;
    if (viewer == GG_UMPIRE) return;
    if (blank(s)) co_derive(table, s); // so that doing it twice changes nothing
    deal_all(table, s, viewer, NULL, NULL);
    memset((char *)s + sizeof s->f, 0, sizeof *s - sizeof s->f);
}

void co_resample(const void *table, void *state, int viewer, gg_rng *rng) {
    co_deal_around(table, state, viewer, NULL, rng);
}

void co_deal_around(const co_table *table, co_state *s, int viewer, const co_layout *layout,
                    gg_rng *rng) {
    if (viewer == GG_UMPIRE) return;
    deal_all(table, s, viewer, layout, rng);
    // Who has set up has chosen something: player 1, once player 2 is asked.
    bool done = secret_set_up(s) && s->f.flow.frame[0].seat == SEAT_TWO;
    if (done && viewer != SEAT_ONE) co_random_opening(table, s, SEAT_ONE, rng);
}
