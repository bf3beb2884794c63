// SPDX-License-Identifier: Apache-2.0
// Chapter 7.1: supply lines and sources.
//
// BH7a a line of any length to a source of one's side; BH7b every hex of it, source included, free
// of enemy units, BH7c and of enemy ZOC where no friend stands; B46, BR11 likewise within two hexes
// of a height the enemy occupies; BH7d an occupied source is closed; BR12 a CL alone neither bars a
// line nor keeps one open; BD2a 1201 serves the Guards only. BH4i a hex is supplied if it is a
// source or a line reaches it or a neighbour. BH7l, BH7k who is unsupplied, fixed as a segment
// begins.
//
// One flood over the hexes a line may cross answers for the whole map: a unit's own hex is excepted
// from the conditions, so that it is enough for a neighbour to be reached.
#include "bautzen.h"

enum { FIRST_BANNED_ROW = 5 }; // B59: row 05 included

// True when no other unit stands with this one.
static bool stands_alone(const bz_state *s, int piece) {
    if (bz_is_column(piece) || !bz_on_map(s, piece)) return false;
    int below = bz_below(s, piece);
    return bz_top(s, s->f.where[piece]) == piece && (below < 0 || bz_is_column(below));
}

// BR12: units, not CL alone, keep a line open against ZOC. BH4i: a unit asking where it may end its
// move does not hold open the hex it leaves.
static bz_board friends_of(const bz_state *s, int side, int lifted) {
    bz_board friends = s->units[side];
    if (lifted >= 0 && stands_alone(s, lifted)) bz_del(&friends, s->f.where[lifted]);
    return friends;
}

// Hexes a line of the side may cross.
static bz_board open_to(const bz_table *t, const bz_state *s, int side, int lifted) {
    bz_board friends = friends_of(s, side, lifted), open;
    const bz_board *enemies = &s->units[1 - side]; // BR12: CL alone bar nothing
    for (int w = 0; w < BOARD_WORDS; w++) {
        // BH7c: enemy ZOC; B46: heights the enemy occupies. A friend in the hex keeps it open.
        uint64_t watched = s->zoc[1 - side].w[w] | s->heights[1 - side].w[w];
        open.w[w] = t->area.w[w] & ~enemies->w[w] & (friends.w[w] | ~watched); // BH7b
    }
    return open;
}

static bz_board sources_of(const bz_table *t, const bz_state *s, int net) {
    int side = net == NET_GERMAN ? BZ_GERMAN : BZ_ALLIED;
    uint64_t guards = net == NET_GUARDS ? ~UINT64_C(0) : 0; // BD2a: 1201 serves the Guards only
    bz_board sources;
    for (int w = 0; w < BOARD_WORDS; w++) {
        sources.w[w] = t->sources[side].w[w] | (t->sources[2].w[w] & guards);
        sources.w[w] &= ~s->units[1 - side].w[w]; // BH7d: an occupied source is closed
    }
    return sources;
}

// Lines have come as far as `reached`.
static bz_board supplied_by(const bz_table *t, const bz_board *reached, const bz_board *sources) {
    bz_board out = bz_spread(reached);
    for (int w = 0; w < BOARD_WORDS; w++)
        out.w[w] = (out.w[w] | reached->w[w] | sources->w[w]) & t->area.w[w];
    return out;
}

// BH7a: every hex from which a line, however long, leads to a source of its side.
bz_board bz_supplied(const bz_table *t, const bz_state *s, int net, int lifted) {
    bz_board open = open_to(t, s, net == NET_GERMAN ? BZ_GERMAN : BZ_ALLIED, lifted);
    bz_board sources = sources_of(t, s, net), reached = bz_flood(&sources, &open);
    return supplied_by(t, &reached, &sources);
}

// The first open source that the hex is nearest to, -1 = none.
static int nearest_open(const bz_table *t, const bz_state *s, int net, int hex) {
    int enemy = net == NET_GERMAN ? BZ_ALLIED : BZ_GERMAN;
    for (unsigned left = t->nearest[net][hex]; left; left &= left - 1) {
        int source = __builtin_ctz(left);
        if (!bz_has(&s->units[enemy], t->source_hex[source])) return source;
    }
    return -1;
}

static int step_nearer(const bz_table *t, const bz_board *open, int source, int hex) {
    for (unsigned left = t->nearer[source][hex]; left; left &= left - 1) {
        int to = bz_next(hex, __builtin_ctz(left));
        if (bz_has(open, to)) return to;
    }
    return -1;
}

bool bz_leads_straight(const bz_table *t, const bz_state *s, int piece, int hex) {
    int net = bz_net_of(s, piece), source = nearest_open(t, s, net, hex);
    if (source < 0) return false;
    bz_board open = open_to(t, s, bz_side_of(s, piece), piece);
    while (hex >= 0 && hex != t->source_hex[source]) hex = step_nearer(t, &open, source, hex);
    return hex >= 0;
}

// The Guards have the lines of all Allies, and those from 1201.
void bz_supply_all(const bz_table *t, const bz_state *s, bz_board out[NETS]) {
    bz_board open = open_to(t, s, BZ_ALLIED, -1), sources = sources_of(t, s, NET_ALLIED);
    bz_board reached = bz_flood(&sources, &open), more = sources_of(t, s, NET_GUARDS);
    out[NET_ALLIED] = supplied_by(t, &reached, &sources);
    for (int w = 0; w < BOARD_WORDS; w++) reached.w[w] |= more.w[w];
    reached = bz_flood(&reached, &open);
    out[NET_GUARDS] = supplied_by(t, &reached, &more);
    out[NET_GERMAN] = bz_supplied(t, s, NET_GERMAN, -1);
}

// BH7l: who is unsupplied now stays so for the segment. BH7k: CL never are.
void bz_fix_supply(const bz_table *t, bz_state *s) {
    bz_board supplied[NETS];
    bz_supply_all(t, s, supplied);
    for (int p = 0; p < PIECES; p++) {
        s->f.status[p] &= (uint8_t)~UNSUPPLIED;
        if (!bz_on_map(s, p) || bz_is_column(p)) continue; // BH7k
        if (!bz_has(&supplied[bz_net_of(s, p)], s->f.where[p])) s->f.status[p] |= UNSUPPLIED;
    }
}

bool bz_source_open(const bz_table *t, const bz_state *s, int side, int hex) {
    if (!bz_has(&t->sources[side], hex) || (bz_only_columns(s, hex) && bz_enemy_in(s, side, hex)))
        return false;
    return !bz_has(&s->units[1 - side], hex); // BH7d
}

// 14 GRD comes first of the two restricted formations, which stand together in counters.csv.
unsigned bz_release_bit(int piece) {
    const bz_formation *before = &bz_formations[bz_counters[piece].formation - 1];
    return bz_counters[before->first].flags & BZ_F_RESTRICTED ? 2 : 1;
}

// B59: 14 and 15 GRD stay in the north until they are released.
bool bz_restricted(const bz_state *s, int piece, int hex) {
    if (!(bz_counters[piece].flags & BZ_F_RESTRICTED)) return false;
    return bz_row(hex) >= FIRST_BANNED_ROW && !(s->f.released & bz_release_bit(piece));
}
