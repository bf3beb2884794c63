// SPDX-License-Identifier: Apache-2.0
// What lies where: stacks and their limits (A14, A23, A26, A29), cards under, on and in others
// (A34, AD53, AD59), and what an aircraft counts as (A119 to A125).
#include "corridors.h"

static void lie(co_state *s, int piece, int place) {
    int seat = co_owner(piece), old = s->f.where[piece];
    s->at[seat][old] &= ~co_bit(piece);
    s->at[seat][place] |= co_bit(piece);
    s->f.where[piece] = (uint8_t)place;
}

static bool holds(const co_table *t, const co_state *s, int seat, int place) {
    return place < GROUND_PLACES && (s->at[seat][place] & t->ground[seat]) != 0;
}

static void hold(const co_table *t, co_state *s, int seat, int place) {
    if (place >= GROUND_PLACES) return;
    unsigned bit = 1U << place;
    s->held[seat] = (uint16_t)((s->held[seat] & ~bit) | (holds(t, s, seat, place) ? bit : 0));
}

static int worth(const co_table *t, int piece, int place) {
    return place == VICTORY ? co_printed(t, piece)->cost : 0;
}

static void move_one(const co_table *t, co_state *s, int piece, int place) {
    int seat = co_owner(piece), old = s->f.where[piece];
    uint16_t *pile = &s->points[co_enemy(seat)];
    *pile = (uint16_t)(*pile + worth(t, piece, place) - worth(t, piece, old));
    lie(s, piece, place);
    hold(t, s, seat, old);
    hold(t, s, seat, place);
}

void co_put_at(const co_table *t, co_state *s, int piece, int place) {
    uint64_t load = co_load_of(s, piece); // found where it lies now
    move_one(t, s, piece, place);
    while (load) co_put_at(t, s, co_take(co_owner(piece), &load), place);
}

static bool anything_on(const co_state *s, int carrier) {
    for (int i = 0, first = co_owner(carrier) * CARDS; i < CARDS; i++)
        if (s->f.on[first + i] == carrier + 1) return true;
    return false;
}

void co_place_on(const co_table *t, co_state *s, int piece, int carrier) {
    int old = co_carrier(s, piece);
    (void)t;
    s->f.on[piece] = (uint8_t)(carrier + 1);
    if (carrier != NO_PIECE) co_add(s->ridden, carrier);
    if (old != NO_PIECE && old != carrier && !anything_on(s, old)) co_drop(s->ridden, old);
}

uint64_t co_load_of(const co_state *s, int piece) {
    uint64_t load = 0;
    if (!co_in(s->ridden, piece)) return 0;
    int seat = co_owner(piece);
    for (uint64_t here = s->at[seat][s->f.where[piece]]; here;) {
        int other = co_take(seat, &here);
        if (s->f.on[other] == piece + 1) load |= co_bit(other);
    }
    return load;
}

int co_attached(const co_table *t, const co_state *s, int piece, int kind) {
    int seat = co_owner(piece);
    for (uint64_t load = co_load_of(s, piece) & t->attach[seat]; load;) {
        int card = co_take(seat, &load);
        if (co_printed(t, card)->kind == kind) return card;
    }
    return NO_PIECE;
}

int co_passenger(const co_table *t, const co_state *s, int piece) {
    int seat = co_owner(piece);
    uint64_t load = co_load_of(s, piece) & t->unit[seat];
    return load ? co_take(seat, &load) : NO_PIECE;
}

const co_terrain *co_ground(const co_table *t, const co_state *s, int place) {
    (void)t;
    return &co_terrains[place < ZONES ? s->f.terrain[place] : CO_HQ_TERRAIN];
}

int co_limit(const co_table *t, const co_state *s, int place) {
    return co_ground(t, s, place)->stack_limit;
}

uint64_t co_crowd(const co_table *t, const co_state *s, int seat, int place) {
    return s->at[seat][place] & (t->ground[seat] | t->fort[seat]);
}

// A23: a fortification counts.
// A26: the unit in it does not.
int co_stack(const co_table *t, const co_state *s, int place) {
    int count = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t crowd = co_crowd(t, s, seat, place);
        count += co_count(crowd);
        for (uint64_t forts = crowd & t->fort[seat] & s->ridden[seat]; forts;)
            if (co_passenger(t, s, co_take(seat, &forts)) != NO_PIECE) count--;
    }
    return count;
}

// AD60: a passenger counts too.
bool co_room(const co_table *t, const co_state *s, int piece, int place) {
    int need = 1 + (co_passenger(t, s, piece) != NO_PIECE);
    return co_stack(t, s, place) + need <= co_limit(t, s, place);
}

uint64_t co_hidden_at(const co_table *t, const co_state *s, int seat, int place) {
    return co_crowd(t, s, seat, place) & ~s->f.spotted[seat];
}

int co_obstacle(const co_table *t, const co_state *s, int a, int b) {
    int edge = co_edge_between(a, b);
    (void)t;
    if (edge < 0) return NO_PIECE;
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t there = s->at[seat][FIRST_EDGE + edge];
        if (there) return co_take(seat, &there);
    }
    return NO_PIECE;
}

uint64_t co_group(const co_state *s, int seat, int group) {
    uint64_t members = 0;
    for (int place = W1; place <= REAR_TWO; place++)
        for (uint64_t there = s->at[seat][place]; there;) {
            int piece = co_take(seat, &there);
            if (s->f.group[piece] == group) members |= co_bit(piece);
        }
    return members;
}

void co_derive(const void *table, void *state) {
    const co_table *t = table;
    co_state *s = state;
    memset(s->at, 0, sizeof s->at);
    memset(s->ridden, 0, sizeof s->ridden);
    s->points[0] = s->points[1] = s->held[0] = s->held[1] = 0;
    for (int piece = 0; piece < PIECES; piece++) {
        int seat = co_owner(piece), place = s->f.where[piece];
        s->at[seat][place] |= co_bit(piece);
        if (s->f.on[piece]) co_add(s->ridden, co_carrier(s, piece));
        if (place == VICTORY)
            s->points[co_enemy(seat)] =
                (uint16_t)(s->points[co_enemy(seat)] + co_printed(t, piece)->cost);
    }
    for (int seat = 0; seat < SEATS; seat++)
        for (int place = 0; place < GROUND_PLACES; place++) hold(t, s, seat, place);
}
