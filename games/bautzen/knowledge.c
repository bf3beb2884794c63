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
#include "bautzen.h"

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

bool bz_sees(const bz_table *t, const bz_state *s, int viewer, int piece) {
    (void)t;
    if (viewer == GG_UMPIRE || !bz_on_map(s, piece)) return true;
    if (viewer == bz_side_of(s, piece)) return true;
    int hex = s->f.where[piece];
    if (bz_top(s, hex) == piece) return true; // BR13
    return inspected(s, viewer, hex);         // B45: no other stack lies open
}

// What lies on top is public (BR13), so that a spectator reads it in the log as well.
unsigned bz_see_mask(const bz_table *t, const bz_state *s, int piece) {
    if (bz_sees(t, s, GG_PUBLIC, piece)) return GG_SEE_ALL;
    return (bz_sees(t, s, SEAT_ALLIED, piece) ? 1U << SEAT_ALLIED : 0U) |
           (bz_sees(t, s, SEAT_GERMAN, piece) ? 1U << SEAT_GERMAN : 0U);
}

// True while the seat's answer lies face down.
static bool sealed_from(const bz_state *s, int viewer, int seat) {
    return gg_flow_top(&s->f.flow)->node == N_COMMIT && viewer != seat && viewer != GG_UMPIRE;
}

// ----------------------------------------------------------------------------------------- redact
// Blanked once already: then nothing is known of where anything lies.
static bool blank(const bz_state *s) {
    static const bz_board none;
    return memcmp(&s->units[0], &none, sizeof none) == 0 &&
           memcmp(&s->units[1], &none, sizeof none) == 0;
}

// A counter the viewer cannot place is nowhere; how many there are is told by the rank of the top.
void bz_redact(const void *table, void *state, int viewer) {
    bz_state *s = state;
    int hidden[PIECES], count = 0;
    if (viewer == GG_UMPIRE) return;
    if (blank(s)) bz_derive(table, s); // so that doing it twice changes nothing
    // Off the map or on top of its stack a counter is seen (BR13): asked is about the others.
    for (int p = 0; p < PIECES; p++) {
        int covered = bz_below(s, p);
        if (covered >= 0 && !bz_sees(table, s, viewer, covered)) hidden[count++] = covered;
    }
    for (int i = 0; i < count; i++) {
        s->f.where[hidden[i]] = AT_POOL;
        s->f.status[hidden[i]] = 0;
        s->f.rank[hidden[i]] = 0;
    }
    for (int seat = 0; seat < SEATS; seat++)
        if (sealed_from(s, viewer, seat)) s->f.commit_columns[seat] = 0;
    if (sealed_from(s, viewer, SEAT_ALLIED)) s->f.commit_air = 0;
    memset((char *)s + sizeof s->f, 0, sizeof *s - sizeof s->f);
}

// --------------------------------------------------------------------------------------- resample
typedef struct bz_slot {
    int16_t hex;
    int16_t piece; // dealt, -1 = not yet
} bz_slot;

typedef struct bz_deal {
    int side, slots, units, columns, reduced;
    bz_slot slot[PIECES]; // hex by hex, lowest rank first
    int16_t unit[PIECES], column[COLUMNS];
} bz_deal;

// Takes every hidden counter of a side off the map and notes its place.
static void gather(const bz_table *t, bz_state *s, int viewer, int side, bz_deal *deal) {
    bool hidden[PIECES];
    memset(deal, 0, sizeof *deal);
    deal->side = side;
    for (int p = 0; p < PIECES; p++)
        hidden[p] = bz_side_of(s, p) == side && !bz_sees(t, s, viewer, p);
    for (int hex = 0; hex < HEXES; hex++) {
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

// CL fill the bottom of stacks: all of a stack with a CL on top, elsewhere any place by chance.
static void deal_columns(const bz_state *s, bz_deal *deal, gg_rng *rng) {
    int left = deal->columns, next = 0;
    uint8_t wanted[HEXES] = {0}, room[HEXES] = {0};
    int open = 0;
    for (int i = 0; i < deal->slots; i++) {
        int hex = deal->slot[i].hex;
        bool forced = bz_only_columns(s, hex);
        if (forced && left > 0) {
            wanted[hex]++;
            left--;
        } else {
            room[hex]++;
            open++;
        }
    }
    for (; left > 0 && open > 0; left--, open--) {
        int pick = (int)gg_rng_below(rng, (uint32_t)open), hex = 0;
        for (; pick >= room[hex]; hex++) pick -= room[hex];
        room[hex]--;
        wanted[hex]++;
    }
    for (int i = 0; i < deal->slots; i++) // lowest ranks first
        if (wanted[deal->slot[i].hex]) {
            wanted[deal->slot[i].hex]--;
            deal->slot[i].piece = deal->column[next++];
        }
}

static bool fits(const bz_state *s, const bz_deal *deal, int piece, int hex) {
    const bz_hex *h = &bz_hexes[hex];
    (void)deal;
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

// One attempt: each place takes a random counter that may lie there. The last attempt takes anyone.
static bool deal_units(const bz_table *t, bz_state *s, bz_deal *deal, bool anyone, gg_rng *rng) {
    int16_t pool[PIECES];
    int left = deal->units;
    bool done = true;
    memcpy(pool, deal->unit, sizeof pool);
    for (int i = 0; i < deal->slots && done; i++) {
        bz_slot *slot = &deal->slot[i];
        if (slot->piece >= 0 && bz_is_column(slot->piece)) continue;
        int start = (int)gg_rng_below(rng, (uint32_t)left), k = 0;
        for (; k < left; k++)
            if (anyone || fits(s, deal, pool[(start + k) % left], slot->hex)) break;
        if (k == left) {
            done = false;
            break;
        }
        int at = (start + k) % left;
        slot->piece = pool[at];
        memmove(&pool[at], &pool[at + 1], sizeof pool[0] * (size_t)(left - at - 1));
        left--;
        bz_arrive(t, s, slot->piece, slot->hex);
    }
    if (done && !anyone) done = runs_on(t, s, deal->side);
    for (int i = 0; i < deal->slots; i++) { // the lists were only for fits()
        bz_slot *slot = &deal->slot[i];
        if (slot->piece < 0 || bz_is_column(slot->piece)) continue;
        bz_leave(t, s, slot->piece, AT_POOL);
        if (!done) slot->piece = -1;
    }
    return done;
}

// Puts the dealt counters under what is seen of each stack.
static void settle(bz_state *s, const bz_deal *deal) {
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

static void reduce_one(bz_state *s, int piece) {
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
        reduce_one(s, full[at]);
        full[at] = full[--n];
    }
}

// A retreated stack shows it by its top counter; supply is what the map says now.
static void set_flags(const bz_table *t, bz_state *s, const bz_deal *deal) {
    bz_board supplied[NETS];
    for (int net = 0; net < NETS; net++) supplied[net] = bz_supplied(t, s, net, -1);
    for (int i = 0; i < deal->units; i++) {
        int p = deal->unit[i], hex = s->f.where[p];
        s->f.status[p] |= s->f.status[bz_top(s, hex)] & RETREATED;
        if (!bz_has(&supplied[bz_net_of(s, p)], hex)) s->f.status[p] |= UNSUPPLIED;
    }
}

static bool may_attack(const bz_state *s, int piece) {
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
        if (joins && may_attack(s, p)) s->f.status[p] |= IN_COMBAT | ATTACKED;
    }
}

static void deal_side(const bz_table *t, bz_state *s, int viewer, int side, gg_rng *rng) {
    bz_deal deal;
    gather(t, s, viewer, side, &deal);
    if (!deal.slots) return;
    for (int i = 0; i < deal.columns; i++)
        s->f.column_side[deal.column[i] - FIRST_COLUMN] = (uint8_t)side;
    deal_columns(s, &deal, rng);
    for (int i = 0; i < DEAL_TRIES; i++)
        if (deal_units(t, s, &deal, i + 1 == DEAL_TRIES, rng)) break;
    settle(s, &deal);
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
        if (sealed_from(s, viewer, seat) && (s->f.committed >> seat & 1))
            deal_commitment(table, s, seat, rng);
}

// ----------------------------------------------------------------------------------------- worlds
// Every way in which the hidden counters may lie, as far as these are few: which units lie in which
// stack, CL at the bottom, which of them are reduced, what lies face down in a commitment. The
// order of hidden units within a stack is told by the number of deals alone: each of them is as
// likely.
enum { WORLDS_UNITS = 9, WORLDS_STEPS = 20000 };

typedef struct bz_lister {
    const bz_table *t;
    bz_state *open; // hidden counters off the map, those dealt so far on it
    bz_state bare;  // all of them off the map
    bz_deal deal;
    int viewer, columns, steps;
    bool dealt[PIECES];
    uint64_t ways;
    bz_state *out; // NULL: worlds are only counted
    gg_world *about;
    uint32_t room, found; // found > room: too many
} bz_lister;

static void put_world(bz_lister *l, const bz_state *world) {
    if (l->found < l->room && l->out) {
        l->out[l->found] = *world;
        l->about[l->found] = (gg_world){.deals = l->ways};
    }
    l->found++;
}

// The answer that lies face down may be any that the deal allows.
static void list_commitments(bz_lister *l, bz_state *world) {
    gg_action list[256];
    int seat = l->deal.side;
    if (!sealed_from(world, l->viewer, seat) || !(world->f.committed >> seat & 1)) {
        put_world(l, world);
        return;
    }
    uint32_t n = bz_legal_commit(l->t, world, seat, list);
    for (uint32_t i = 0; i < n; i++) {
        world->f.commit_columns[seat] = (uint8_t)gg_a(list[i]);
        if (seat == SEAT_ALLIED) world->f.commit_air = (uint8_t)gg_b(list[i]);
        put_world(l, world);
    }
}

static void list_deal(bz_lister *l, const int16_t *reduced) {
    bz_state world = l->bare;
    settle(&world, &l->deal);
    for (int i = 0; i < l->deal.reduced; i++) reduce_one(&world, reduced[i]);
    bz_derive(l->t, &world);
    set_flags(l->t, &world, &l->deal);
    set_attackers(&world, &l->deal, l->deal.side);
    list_commitments(l, &world);
}

// From the `from`-th unit on, `taken` have been taken as reduced.
static void list_reduced(bz_lister *l, int from, int taken, int16_t *reduced) {
    if (taken == l->deal.reduced) {
        if (l->out)
            list_deal(l, reduced);
        else
            l->found++;
        return;
    }
    for (int i = from; i < l->deal.units && l->found <= l->room; i++) {
        if (bz_counters[l->deal.unit[i]].steps != 2) continue;
        reduced[taken] = l->deal.unit[i];
        list_reduced(l, i + 1, taken + 1, reduced);
    }
}

static void list_slots(bz_lister *l, int i);

// Units in the order of their numbers; `before` is the one below in the same stack, or -1, and
// `height` how many hidden ones lie there.
static void list_units(bz_lister *l, int i, int before, int height) {
    bz_slot *slot = &l->deal.slot[i];
    uint64_t ways = l->ways;
    l->ways *= (uint64_t)height + 1;
    for (int k = 0; k < l->deal.units && l->found <= l->room; k++) {
        int unit = l->deal.unit[k];
        if (unit <= before || l->dealt[unit]) continue;
        if (!fits(l->open, &l->deal, unit, slot->hex)) continue;
        l->dealt[unit] = true;
        bz_arrive(l->t, l->open, unit, slot->hex);
        slot->piece = (int16_t)unit;
        list_slots(l, i + 1);
        slot->piece = -1;
        bz_leave(l->t, l->open, unit, AT_POOL);
        l->dealt[unit] = false;
    }
    l->ways = ways;
}

// The places from the `i`-th on: CL at the bottom of a stack, all of it where one lies on top.
static void list_slots(bz_lister *l, int i) {
    int16_t reduced[PIECES] = {0};
    if (++l->steps > WORLDS_STEPS) l->found = l->room + 1;
    if (l->found > l->room) return;
    if (i == l->deal.slots) {
        list_reduced(l, 0, 0, reduced);
        return;
    }
    bz_slot *slot = &l->deal.slot[i];
    const bz_slot *below = i && slot[-1].hex == slot->hex ? slot - 1 : NULL;
    int height = 0;
    for (const bz_slot *s = below; s && s >= l->deal.slot && s->hex == slot->hex; s--)
        height += !bz_is_column(s->piece);
    if (l->columns < l->deal.columns && (!below || bz_is_column(below->piece))) {
        slot->piece = l->deal.column[l->columns++];
        list_slots(l, i + 1);
        l->columns--;
        slot->piece = -1;
    }
    if (!bz_only_columns(l->open, slot->hex)) list_units(l, i, height ? below->piece : -1, height);
}

static uint32_t list_worlds(bz_lister *l, bz_state *out) {
    l->out = out;
    l->found = 0;
    l->steps = 0;
    l->ways = 1;
    list_slots(l, 0);
    return l->found <= l->room ? l->found : 0;
}

uint32_t bz_worlds(const void *table, const void *state, int viewer, const gg_plan *plan, void *out,
                   uint32_t room, gg_world *about) {
    bz_state open = *(const bz_state *)state;
    bz_lister l = {.t = table, .open = &open, .viewer = viewer, .about = about, .room = room};
    (void)plan;
    if (viewer >= SEATS || gg_flow_top(&open.f.flow)->node == N_EXFIL) return 0;
    gather(table, &open, viewer, 1 - viewer, &l.deal);
    if (l.deal.units > WORLDS_UNITS) return 0;
    for (int i = 0; i < l.deal.columns; i++)
        open.f.column_side[l.deal.column[i] - FIRST_COLUMN] = (uint8_t)l.deal.side;
    l.bare = open;
    return list_worlds(&l, NULL) ? list_worlds(&l, out) : 0;
}
