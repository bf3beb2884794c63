// SPDX-License-Identifier: Apache-2.0
// Who knows what (10.3, BR13).
//
// Of an enemy stack a player knows whose it is, how many counters it holds and the one on top
// (BR13); CL lie at the bottom, so whether a hex holds more than CL is public. B44: a stack next to
// a dominant hex one occupies lies open; B45: no other does. A unit still on the move inspects
// nothing. Counters off the map are public. Commitments are secret until both have answered (BD7).
//
// Which counters exist is known; hidden is which of them lies where. resample() deals the counters
// a viewer cannot place into the places he cannot look into, so that stacks stay possible ones.
// What such a counter has done in this segment is as unknown as itself: it is set by public facts
// alone.
#include "knowledge.h"

enum { DEAL_TRIES = 60 };

// The unit in motion, -1 if none.
static int mover(const bz_state *s) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->node == N_EXFIL_DIE && s->f.flow.depth > 1) frame--;
    return frame->node == N_STEP || frame->node == N_EXFIL ? frame->subject : -1;
}

// B44: occupied by this side, not only by a unit passing through.
static bool watches_from(const bz_state *s, int side, int hex) {
    if (!bz_hexes[hex].dominant || !bz_has(&s->units[side], hex)) return false;
    int moving = mover(s);
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))
        if (!bz_is_column(p) && p != moving) return true;
    return false;
}

static bool inspected(const bz_state *s, int viewer, int hex) {
    if (viewer >= SEATS) return false;
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d);
        if (from >= 0 && watches_from(s, viewer, from)) return true; // B44
    }
    return false;
}

static inline bool sees(const bz_state *s, int viewer, int piece) {
    if (viewer == GG_UMPIRE || !bz_on_map(s, piece)) return true;
    if (viewer == bz_side_of(s, piece)) return true;
    int hex = s->f.where[piece];
    if (bz_top(s, hex) == piece) return true; // BR13
    return inspected(s, viewer, hex);         // B45: no other stack lies open
}

bool bz_sees(const bz_table *t, const bz_state *s, int viewer, int piece) {
    (void)t;
    return sees(s, viewer, piece);
}

// What lies on top is public (BR13), so that a spectator reads it in the log as well.
unsigned bz_see_mask(const bz_table *t, const bz_state *s, int piece) {
    if (bz_sees(t, s, GG_PUBLIC, piece)) return GG_SEE_ALL;
    return (bz_sees(t, s, SEAT_ALLIED, piece) ? 1U << SEAT_ALLIED : 0U) |
           (bz_sees(t, s, SEAT_GERMAN, piece) ? 1U << SEAT_GERMAN : 0U);
}

bool bz_sealed_from(const bz_state *s, int viewer, int seat) {
    return gg_flow_top(&s->f.flow)->node == N_COMMIT && viewer != seat && viewer != GG_UMPIRE;
}

// ----------------------------------------------------------------------------------------- redact
// Blanked once already: then nothing is known of where anything lies.
static bool blank(const bz_state *s) {
    static const bz_board none;
    return memcmp(&s->units[0], &none, sizeof none) == 0 &&
           memcmp(&s->units[1], &none, sizeof none) == 0;
}

// B44 for the whole map at once.
static bz_board inspected_by(const bz_state *s, int viewer) {
    bz_board from = {0}, none = {0};
    bool any = false;
    for (int i = 0; viewer < SEATS && i < BZ_DOMINANTS; i++)
        if (watches_from(s, viewer, bz_dominants[i].hex)) {
            bz_add(&from, bz_dominants[i].hex);
            any = true;
        }
    return any ? bz_spread(&from) : none;
}

// Off the map or on top of its stack a counter is seen (BR13): asked is about the others. They are
// gathered without a branch, as nobody foresees which they are.
static int covered_counters(const bz_state *s, uint8_t *covered) {
    int count = 0;
    for (int p = 0; p < PIECES; p++) {
        covered[count] = (uint8_t)bz_below(s, p);
        count += bz_below(s, p) >= 0;
    }
    return count;
}

// A counter the viewer cannot place is nowhere; how many there are is told by the rank of the top.
static void hide_counters(bz_state *s, int viewer) {
    uint8_t covered[PIECES];
    int count = covered_counters(s, covered);
    bz_board open = inspected_by(s, viewer);
    for (int i = 0; i < count; i++) {
        int p = covered[i];
        if (bz_side_of(s, p) == viewer || bz_has(&open, s->f.where[p])) continue;
        s->f.where[p] = AT_POOL;
        s->f.status[p] = 0;
        s->f.rank[p] = 0;
    }
}

void bz_redact(const void *table, void *state, int viewer) {
    bz_state *s = state;
    if (viewer == GG_UMPIRE) return;
    if (blank(s)) bz_derive(table, s); // so that doing it twice changes nothing
    hide_counters(s, viewer);
    for (int seat = 0; seat < SEATS; seat++)
        if (bz_sealed_from(s, viewer, seat)) s->f.commit_columns[seat] = 0;
    if (bz_sealed_from(s, viewer, SEAT_ALLIED)) s->f.commit_air = 0;
    memset((char *)s + sizeof s->f, 0, sizeof *s - sizeof s->f);
}

// --------------------------------------------------------------------------------------- resample
// Where this side has counters, and which of them the viewer cannot see.
static bz_board find_hidden(const bz_state *s, int viewer, int side, bool hidden[PIECES]) {
    uint8_t covered[PIECES];
    int count = covered_counters(s, covered);
    bz_board open = inspected_by(s, viewer), held = s->units[side];
    memset(hidden, 0, PIECES * sizeof hidden[0]);
    for (int i = 0; i < count; i++) {
        int p = covered[i];
        hidden[p] = bz_side_of(s, p) == side && side != viewer && !bz_has(&open, s->f.where[p]);
    }
    for (int w = 0; w < BOARD_WORDS; w++) held.w[w] |= s->columns[side].w[w];
    return held;
}

void bz_gather(const bz_table *t, bz_state *s, int viewer, int side, bz_deal *deal) {
    bool hidden[PIECES];
    bz_board held = find_hidden(s, viewer, side, hidden);
    deal->side = side;
    deal->slots = deal->units = deal->columns = deal->reduced = 0;
    for (int hex; (hex = bz_pop(&held)) >= 0;) {
        int stack[PIECES], n = 0;
        for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p)) stack[n++] = p;
        while (n-- > 0) {
            if (hidden[stack[n]]) deal->slot[deal->slots++] = (bz_slot){(int16_t)hex, -1};
        }
    }
    for (int p = 0; p < PIECES; p++) {
        if (!hidden[p]) continue;
        if (bz_is_column(p)) {
            deal->column[deal->columns++] = (int16_t)p;
        } else {
            deal->unit[deal->units++] = (int16_t)p;
            deal->reduced += bz_counters[p].steps == 2 && bz_steps(s, p) == 1;
        }
        bz_leave(t, s, p, AT_POOL);
    }
}

// A nation's stacks hold its own units (BH5h): what they do not fill is CL. Which of the slots that
// CL may take belong to which nation, and how many of them CL must take.
typedef struct columns {
    int left, open;                  // CL that lie anywhere, slots for them
    int16_t slot[PIECES];            // slots where nothing else tells what lies there
    int8_t nation[PIECES];           // of each of them
    int spare[BZ_GERMAN_NATION + 1]; // CL that lie in stacks of a nation
} columns;

static void find_columns(const bz_state *s, bz_deal *deal, uint8_t *wanted, columns *out) {
    memset(out->spare, 0, sizeof out->spare);
    out->left = deal->columns;
    out->open = 0;
    for (int i = 0; i < deal->slots; i++) {
        int hex = deal->slot[i].hex;
        if (bz_only_columns(s, hex) && out->left > 0) { // all of a stack with a CL on top
            wanted[hex]++;
            out->left--;
            continue;
        }
        out->slot[out->open] = (int16_t)i;
        out->nation[out->open] = (int8_t)bz_counters[bz_top(s, hex)].nation;
        out->spare[out->nation[out->open++]]++;
    }
    for (int i = 0; i < deal->units; i++) out->spare[bz_counters[deal->unit[i]].nation]--;
}

// CL fill the bottom of stacks; where they lie is by chance, nation by nation.
static void deal_columns(const bz_state *s, bz_deal *deal, gg_rng *rng) {
    uint8_t wanted[HEXES] = {0};
    columns c;
    int next = 0;
    find_columns(s, deal, wanted, &c);
    while (c.left > 0 && c.open > 0) {
        int at = (int)gg_rng_below(rng, (uint32_t)c.open), nation = c.nation[at];
        if (c.spare[nation] > 0) {
            wanted[deal->slot[c.slot[at]].hex]++;
            c.spare[nation]--;
            c.left--;
        }
        c.open--;
        c.slot[at] = c.slot[c.open];
        c.nation[at] = c.nation[c.open];
    }
    for (int i = 0; i < deal->slots; i++) // lowest ranks first
        if (wanted[deal->slot[i].hex]) {
            wanted[deal->slot[i].hex]--;
            deal->slot[i].piece = deal->column[next++];
        }
}

bool bz_may_lie(const bz_state *s, int piece, int hex) {
    const bz_hex *h = &bz_hexes[hex];
    if (bz_restricted(s, piece, hex)) return false;
    if (h->dominant && !h->link && !(bz_counters[piece].flags & BZ_F_ON_FOOT)) return false;
    return bz_composes(s, piece, hex);
}

// A unit that still exfiltrates has a step before it: stacks of its own side that it meets must be
// such that it has. Of the other side it matters only where they stand; asked while those are
// dealt, its own stacks would still be the true ones, which the viewer may not know.
static bool runs_on(const bz_table *t, const bz_state *s, int side) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_action list[DIRECTIONS];
    if (frame->node != N_EXFIL || frame->seat != side) return true;
    return bz_legal_exfil(t, s, side, list) > 0;
}

// Who lies in one hex so far, as bz_may_lie() asks it; hexes are filled one after the other.
typedef struct company {
    int hex;
    unsigned nations;             // one bit each
    int units, formations;        // that have a formation; how many of those there are
    uint8_t count[BZ_FORMATIONS]; // units of each
} company;

static void add_company(company *c, int piece) {
    int formation = bz_counters[piece].formation;
    c->nations |= 1U << bz_counters[piece].nation;
    if (!formation) return;
    c->units++;
    c->formations += c->count[formation]++ == 0;
}

static void find_company(const bz_state *s, int hex, company *out) {
    memset(out, 0, sizeof *out);
    out->hex = hex;
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))
        if (!bz_is_column(p)) add_company(out, p);
}

// bz_may_lie(), without walking the stack for every counter that is tried.
static bool may_join(const bz_state *s, const company *c, int piece) {
    const bz_counter *counter = &bz_counters[piece];
    const bz_hex *h = &bz_hexes[c->hex];
    int own = counter->formation, comrades = c->count[own], others = c->units - comrades;
    if (c->nations & ~(1U << counter->nation)) return false;
    if (counter->flags & BZ_F_RESTRICTED && bz_restricted(s, piece, c->hex)) return false;
    if (h->dominant && !h->link && !(counter->flags & BZ_F_ON_FOOT)) return false;
    return !own || others <= 1 || (comrades == 0 && c->formations == 1);
}

// A unit that still exfiltrates is asked with all stacks as they would be.
static bool leaves_a_run(const bz_table *t, const bz_state *s, const bz_deal *deal) {
    if (gg_flow_top(&s->f.flow)->node != N_EXFIL) return true;
    bz_state tried = *s;
    for (int i = 0; i < deal->slots; i++)
        if (!bz_is_column(deal->slot[i].piece))
            bz_arrive(t, &tried, deal->slot[i].piece, deal->slot[i].hex);
    return runs_on(t, &tried, deal->side);
}

static int find_in_pool(const bz_state *s, const company *there, const int16_t *pool, int left,
                        int from) {
    for (int i = 0, at = from; i < left; i++, at = at + 1 < left ? at + 1 : 0)
        if (may_join(s, there, pool[at])) return at;
    return -1;
}

// One attempt: each place takes a random counter that may lie there. The last attempt takes anyone.
static bool deal_units(const bz_table *t, const bz_state *s, bz_deal *deal, bool anyone,
                       gg_rng *rng) {
    int16_t pool[PIECES];
    company there = {.hex = -1};
    int left = deal->units;
    memcpy(pool, deal->unit, (size_t)left * sizeof pool[0]);
    for (int i = 0; i < deal->slots; i++) {
        bz_slot *slot = &deal->slot[i];
        if (slot->piece >= 0 && bz_is_column(slot->piece)) continue;
        if (there.hex != slot->hex) find_company(s, slot->hex, &there);
        int luck = (int)gg_rng_below(rng, (uint32_t)left);
        int at = anyone ? luck : find_in_pool(s, &there, pool, left, luck);
        if (at < 0) return false;
        slot->piece = pool[at];
        add_company(&there, slot->piece);
        pool[at] = pool[--left];
    }
    return anyone || leaves_a_run(t, s, deal);
}

// Where CL lie may leave no room for who must stay in the north (B59): then all is dealt again.
static void deal_all(const bz_table *t, const bz_state *s, bz_deal *deal, gg_rng *rng) {
    for (int i = 1; i <= DEAL_TRIES; i++) {
        for (int k = 0; k < deal->slots; k++) deal->slot[k].piece = -1;
        deal_columns(s, deal, rng);
        if (deal_units(t, s, deal, i == DEAL_TRIES, rng)) return;
    }
}

// Puts the dealt counters under what is seen of each stack.
void bz_settle(bz_state *s, const bz_deal *deal) {
    uint8_t under[HEXES] = {0};
    for (int i = 0; i < deal->slots; i++) under[deal->slot[i].hex]++;
    for (int p = 0; p < PIECES; p++)
        if (bz_on_map(s, p)) s->f.rank[p] = (uint8_t)(s->f.rank[p] + under[s->f.where[p]]);
    memset(under, 0, sizeof under);
    for (int i = 0; i < deal->slots; i++) {
        const bz_slot *slot = &deal->slot[i];
        bool column = bz_is_column(slot->piece);
        s->f.where[slot->piece] = (uint16_t)slot->hex;
        s->f.rank[slot->piece] = under[slot->hex]++;
        s->f.status[slot->piece] = column ? 1 : bz_counters[slot->piece].steps;
    }
}

void bz_reduce(bz_state *s, int piece) {
    s->f.status[piece] = (uint8_t)((s->f.status[piece] & ~STEPS_MASK) | 1);
}

// As many of them are reduced as were: how many steps a side has lost is public.
static void reduce(bz_state *s, const bz_deal *deal, gg_rng *rng) {
    int16_t full[PIECES];
    int n = 0;
    for (int i = 0; i < deal->units; i++)
        if (bz_counters[deal->unit[i]].steps == 2) full[n++] = deal->unit[i];
    for (int left = deal->reduced; left > 0; left--) {
        int at = (int)gg_rng_below(rng, (uint32_t)n);
        bz_reduce(s, full[at]);
        full[at] = full[--n];
    }
}

// A retreated stack shows it by its top counter; supply is what the map says now.
static void set_flags(const bz_table *t, bz_state *s, const bz_deal *deal) {
    bz_board supplied[NETS];
    bz_supply_all(t, s, supplied);
    for (int i = 0; i < deal->units; i++) {
        int p = deal->unit[i], hex = s->f.where[p];
        s->f.status[p] |= s->f.status[bz_top(s, hex)] & RETREATED;
        if (!bz_has(&supplied[bz_net_of(s, p)], hex)) s->f.status[p] |= UNSUPPLIED;
    }
}

bool bz_may_attack(const bz_state *s, int piece) {
    return bz_counters[piece].attack[BZ_FULL] > 0 &&
           bz_distance(s->f.where[piece], s->f.target) == 1 &&
           !bz_restricted(s, piece, s->f.target);
}

// Who attacks is known of top counters. Those below go with them; where no top counter attacks,
// everybody below who could does.
static void set_attackers(bz_state *s, const bz_deal *deal, int side) {
    bool seen = false;
    if (s->f.flow.depth < 2 || s->f.flow.frame[1].node < N_ATTACK || bz_phase_side(s) != side)
        return;
    for (int p = 0; p < UNITS; p++) seen |= (s->f.status[p] & IN_COMBAT) != 0;
    for (int i = 0; i < deal->units; i++) {
        int p = deal->unit[i], top = bz_top(s, s->f.where[p]);
        bool joins = !seen || s->f.status[top] & IN_COMBAT;
        if (joins && bz_may_attack(s, p)) s->f.status[p] |= IN_COMBAT | ATTACKED;
    }
}

static void deal_side(const bz_table *t, bz_state *s, int viewer, int side, gg_rng *rng) {
    bz_deal deal;
    bz_gather(t, s, viewer, side, &deal);
    if (!deal.slots) return;
    for (int i = 0; i < deal.columns; i++)
        s->f.column_side[deal.column[i] - FIRST_COLUMN] = (uint8_t)side;
    deal_all(t, s, &deal, rng);
    bz_settle(s, &deal);
    reduce(s, &deal, rng);
    bz_derive(t, s);
    set_flags(t, s, &deal);
    set_attackers(s, &deal, side);
}

static void deal_commitment(const bz_table *t, bz_state *s, int seat, gg_rng *rng) {
    gg_action list[256];
    uint32_t n = bz_legal_commit(t, s, seat, list);
    gg_action pick = list[gg_rng_below(rng, n)];
    s->f.commit_columns[seat] = (uint8_t)gg_a(pick);
    if (seat == SEAT_ALLIED) s->f.commit_air = (uint8_t)gg_b(pick);
}

void bz_resample(const void *table, void *state, int viewer, gg_rng *rng) {
    bz_state *s = state;
    if (viewer == GG_UMPIRE) return;
    for (int side = 0; side < SEATS; side++)
        if (side != viewer) deal_side(table, s, viewer, side, rng);
    for (int seat = 0; seat < SEATS; seat++)
        if (bz_sealed_from(s, viewer, seat) && (s->f.committed >> seat & 1))
            deal_commitment(table, s, seat, rng);
}
