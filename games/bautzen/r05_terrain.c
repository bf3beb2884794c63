// SPDX-License-Identifier: Apache-2.0
// Chapter 5.2: what a step costs, in half MP (BD9), made once per scenario.
//
// BH4k to BH4o, BD12 terrain (terrain.def); BD17 a village or town costs 1 MP whatever lies under
// it; BH4r, BH4s a dominant position replaces both, and only infantry enters it without a link;
// BH4d a link costs half an MP unless the step touches an enemy ZOC (BH4e); BH4u a river side costs
// 1 MP more, where no link bridges it (BH4f). BD11, BH2e which column a counter uses; BH7i its MP.
//
// A step depends on the map and on whether it touches an enemy ZOC, on nothing else: two tables per
// column answer for every step of the game. What leaving a ZOC adds is asked when walking.
#include "bautzen.h"

// BD9: the unit of every cost and allowance is half an MP.
enum { HALF_MP = 1, ONE_MP = 2, TWO_MP = 4 };

static int terrain_cost(int hex, int column) {
    const bz_hex *h = &bz_hexes[hex];
    if (h->dominant) return TWO_MP;                                  // BH4r, BH4s
    if (bz_towns[h->town].half_mp) return bz_towns[h->town].half_mp; // BD17
    return bz_terrains[h->terrain].half_mp[column];
}

static int step_cost(const bz_table *t, int hex, int direction, int column, bool touches_zoc) {
    int to = bz_next(hex, direction);
    if (to < 0 || !bz_has(&t->area, to)) return COST_NEVER;
    bool link = bz_hexes[hex].link >> direction & 1;
    bool river = bz_hexes[hex].river >> direction & 1;
    if (bz_hexes[to].dominant && !link && column == BZ_COLUMN_OTHER) return COST_NEVER; // BH4s
    if (link && !touches_zoc) return HALF_MP;                // BH4d; BH4e: not in enemy ZOC
    bool forded = river && !link;                            // BH4f: a link bridges it
    return terrain_cost(to, column) + (forded ? ONE_MP : 0); // BH4u
}

static void list_sources(bz_table *t) {
    bz_board all;
    for (int w = 0; w < BOARD_WORDS; w++)
        all.w[w] = t->sources[0].w[w] | t->sources[1].w[w] | t->sources[2].w[w];
    t->source_count = 0;
    memset(t->source_net, 0, sizeof t->source_net);
    for (int hex; (hex = bz_pop(&all)) >= 0;) {
        GG_ASSERT(t->source_count < SOURCES_MAX);
        unsigned bit = 1U << t->source_count;
        t->source_hex[t->source_count++] = (uint16_t)hex;
        if (bz_has(&t->sources[BZ_ALLIED], hex)) t->source_net[NET_ALLIED] |= (uint16_t)bit;
        if (bz_has(&t->sources[BZ_GERMAN], hex)) t->source_net[NET_GERMAN] |= (uint16_t)bit;
        if (bz_has(&t->sources[2], hex)) t->source_net[NET_GUARDS] |= (uint16_t)bit;
    }
    // BD2a: the Guards have 1201 beside what every Allied unit has.
    t->source_net[NET_GUARDS] |= t->source_net[NET_ALLIED];
}

static unsigned nearest(const bz_table *t, int net, int hex) {
    int least = HEXES;
    unsigned found = 0;
    for (int i = 0; i < t->source_count; i++) {
        if (!(t->source_net[net] >> i & 1)) continue;
        int distance = bz_distance(hex, t->source_hex[i]);
        if (distance < least) found = 0;
        if (distance <= least) found |= 1U << i;
        if (distance < least) least = distance;
    }
    return found;
}

static unsigned nearer(int hex, int source) {
    unsigned directions = 0;
    for (int d = 0; d < DIRECTIONS; d++)
        if (bz_next(hex, d) >= 0 && bz_distance(bz_next(hex, d), source) < bz_distance(hex, source))
            directions |= 1U << d;
    return directions;
}

static void prepare_steps(bz_table *t, int hex) {
    for (int d = 0; d < DIRECTIONS; d++) {
        for (int column = 0; column < BZ_MOVE_COLUMNS; column++)
            for (int touches = 0; touches < 2; touches++)
                t->cost[column][touches][hex][d] =
                    (uint8_t)step_cost(t, hex, d, column, touches != 0);
    }
}

void bz_prepare_costs(bz_table *t) {
    list_sources(t);
    for (int hex = 0; hex < HEXES; hex++) {
        prepare_steps(t, hex);
        for (int net = 0; net < NETS; net++) t->nearest[net][hex] = (uint16_t)nearest(t, net, hex);
        for (int i = 0; i < t->source_count; i++)
            t->nearer[i][hex] = (uint8_t)nearer(hex, t->source_hex[i]);
    }
}

int bz_move_column(int piece) {
    if (bz_is_column(piece)) return BZ_COLUMN_OTHER; // BH2e: lorries
    bool on_foot = bz_counters[piece].flags & BZ_F_ON_FOOT;
    return on_foot ? BZ_COLUMN_INFANTRY : BZ_COLUMN_OTHER; // BD11
}

// BR20: whoever comes from the edge pays for the hex he enters.
int bz_entry_cost(int piece, int hex) {
    return terrain_cost(hex, bz_move_column(piece));
}

// BH7i: armour, mechanised, engineers, HQ and artillery; whole MP are halved, not half points.
static bool slowed(const bz_state *s, int piece) {
    unsigned type = bz_counters[piece].type;
    return s->f.status[piece] & UNSUPPLIED && type != BZ_INFANTRY && type != BZ_ANTITANK;
}

int bz_allowance(const bz_state *s, int piece) {
    int half = bz_counters[piece].half_mp;
    return slowed(s, piece) ? half / 4 * 2 : half; // BH7i
}
