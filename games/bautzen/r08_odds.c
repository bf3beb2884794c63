// SPDX-License-Identifier: Apache-2.0
// Chapter 8.3 and the table of 8.4: from the totals declared to the steps lost.
//
// BH9j ratio rounded down to n:1, BH9k put in its column; BH9l all shifts added up, of both sides
// (BD14a), and BD15 stopped at the end columns: concentric attack (BH9m-BH9o), dominant position
// (B38), town (BH4q), CL (BH8b, BH8c), air (B32, B33, apart from CL: BR2). BH9p-BH9s what modifies
// the die, BH4p villages, BD17a a town replaces its terrain, BH4t a height adds to both; BH9t the
// die reads 1 to 8. BH9u the table.
#include "combat.h"

enum { DICE = 8, MODIFIER_ZERO = 128 };

// BH9u: steps lost by attacker and defender, for a modified die of 1 or less, 2 .. 7, 8 or more.
// BH9v: the worked example reads {1, 2} in the line of die 5, column 3:1.
static const uint8_t results[DICE][ODDS][2] = {
    {{3, 0}, {2, 0}, {2, 0}, {1, 0}, {1, 1}, {1, 1}, {1, 2}, {0, 2}},
    {{3, 0}, {2, 0}, {1, 0}, {1, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 3}},
    {{2, 0}, {2, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 2}, {0, 3}, {0, 3}},
    {{2, 0}, {1, 0}, {1, 1}, {1, 1}, {1, 2}, {1, 3}, {0, 3}, {0, 4}},
    {{2, 0}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {0, 3}, {0, 4}, {0, 4}},
    {{2, 1}, {1, 1}, {1, 2}, {1, 2}, {0, 3}, {0, 3}, {0, 4}, {0, 5}},
    {{1, 1}, {1, 1}, {0, 2}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {0, 5}},
    {{1, 1}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 4}, {0, 5}, {0, 6}},
};

// ------------------------------------------------------------------ what the attackers bring along
// BH9n: an attacker in the hex, or its ZOC and nobody of the defender's.
static bool covered(const bz_table *t, const bz_state *s, const bz_board *from, const bz_board *zoc,
                    int hex) {
    if (hex < 0 || !bz_has(&t->area, hex)) return false; // BH9o: nothing is beyond the edge
    if (bz_has(from, hex)) return true;
    return bz_has(zoc, hex) && !bz_has(&s->units[bz_defender(s)], hex);
}

static bool concentric(const bz_table *t, const bz_state *s) {
    bz_set left = bz_attackers(s);
    bz_board from = {{0}};
    for (int p; (p = bz_set_pop(&left)) >= 0;) bz_add(&from, s->f.where[p]);
    bz_board zoc = bz_spread(&from);
    for (int d = 0; d < DIRECTIONS; d++)
        if (!covered(t, s, &from, &zoc, bz_next(s->f.target, d))) return false;
    return true;
}

// BH9p: at least two units, and all of the formation on the map but its HQ.
static bool whole_formation(const bz_state *s, int formation) {
    const bz_formation *f = &bz_formations[formation];
    int units = 0;
    for (int p = f->first; p < f->first + f->count; p++) {
        if (p == f->hq || !bz_on_map(s, p)) continue;
        if (!(s->f.status[p] & IN_COMBAT)) return false;
        units++;
    }
    return units >= 2;
}

static bool any_whole_formation(const bz_state *s) {
    bz_set left = bz_attackers(s);
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (bz_counters[p].formation && whole_formation(s, bz_counters[p].formation)) return true;
    return false;
}

// BH9s: bridge or not.
static bool across_river(const bz_state *s) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(s->f.target, d);
        if (!(bz_hexes[s->f.target].river >> d & 1) || from < 0) continue;
        for (int p = bz_top(s, from); p >= 0; p = bz_below(s, p))
            if (s->f.status[p] & IN_COMBAT) return true;
    }
    return false;
}

unsigned bz_attack_flags(const bz_table *t, const bz_state *s) {
    unsigned flags = concentric(t, s) ? CF_CONCENTRIC : 0;
    if (any_whole_formation(s)) flags |= CF_FORMATION;
    if (across_river(s)) flags |= CF_RIVER;
    return flags;
}

// ----------------------------------------------------------------------------------------- columns
static int ratio_column(const bz_state *s) {
    int attack = s->f.attack;
    int defence = s->f.defence;
    if (defence < 1) defence = 1;
    int n = attack / defence;       // BH9j: rounded down
    return n < ODDS ? n : ODDS - 1; // BH9k: 0 is 1:2, the last 7:1
}

static int add(gg_ledger *out, unsigned rule, unsigned label, int delta, int a, int b) {
    if (delta) bz_note(out, GG_L_ADD, rule, label, delta, a, b);
    return delta;
}

// BH8b, BH8c: one column for each CL.
static int column_shift(const bz_state *s, int side, gg_ledger *out) {
    int n = gg_bits_popcount32(s->f.commit_columns[side]);
    if (side == bz_attacker(s)) return add(out, RULE_BH8b, L_COLUMN_SHIFT, n, side, n);
    return add(out, RULE_BH8c, L_COLUMN_SHIFT, -n, side, n);
}

static int air_shift(const bz_state *s, gg_ledger *out) {
    int n = s->f.commit_air;
    if (bz_attacker(s) == BZ_ALLIED) return add(out, RULE_B32, L_AIR_SHIFT, n, n, 0);
    return add(out, RULE_B33, L_AIR_SHIFT, -n, n, 0);
}

// BR2: the two columns of the air force are counted apart from those of the CL.
static int committed_shift(const bz_state *s, int side, gg_ledger *out) {
    int shift = column_shift(s, side, out);
    return side == BZ_ALLIED ? shift + air_shift(s, out) : shift;
}

static int terrain_shift(const bz_state *s, gg_ledger *out) {
    int hex = s->f.target, town = bz_towns[bz_hexes[hex].town].shift;
    int height = add(out, RULE_B38, L_HEIGHT_SHIFT, bz_height_shift(hex), hex, 0);
    // BH4t: a town on a height has both
    return height + add(out, RULE_BH4q, L_TOWN_SHIFT, town, hex, 0);
}

// BD15: shifts end at the first and the last column.
static int clamp_column(int column) {
    return column < 0 ? 0 : column < ODDS ? column : ODDS - 1;
}

// BD14a: shifts of both sides count against each other. BH9l: one sum, not one end column after the
// other.
static void shift_column(const bz_state *s, bz_odds *odds, gg_ledger *out) {
    bool round = s->f.combat_flags & CF_CONCENTRIC;
    int attack = round ? add(out, RULE_BH9m, L_CONCENTRIC, 1, 0, 0) : 0;
    attack += committed_shift(s, bz_attacker(s), out);
    int defence = terrain_shift(s, out) + committed_shift(s, bz_defender(s), out);
    odds->shift = attack + defence;
    odds->column = clamp_column(odds->ratio + odds->shift);
}

// --------------------------------------------------------------------------------------------- die
// BH9r: the terrain, BH4p: and the village; BD17a: the town stands in its place.
static int terrain_die(const bz_state *s, gg_ledger *out) {
    const bz_hex *hex = &bz_hexes[s->f.target];
    const bz_town *town = &bz_towns[hex->town];
    int die = town->replaces ? 0 : bz_terrains[hex->terrain].die;
    int sum = add(out, RULE_BH9r, L_DIE_TERRAIN, die, hex->terrain, 0);
    return sum + add(out, RULE_BH4p, L_DIE_VILLAGE, town->die, s->f.target, 0);
}

static int die_modifier(const bz_state *s, gg_ledger *out) {
    int flags = s->f.combat_flags, sum = 0;
    if (flags & CF_FORMATION) sum += add(out, RULE_BH9p, L_DIE_FORMATION, 1, 0, 0);
    if (flags & CF_UNSUPPLIED) sum += add(out, RULE_BH9q, L_DIE_UNSUPPLIED, 1, 0, 0);
    sum += terrain_die(s, out);
    if (flags & CF_RIVER) sum += add(out, RULE_BH9s, L_DIE_RIVER, -1, 0, 0);
    return sum;
}

bz_odds bz_odds_of(const bz_state *s, gg_ledger *out) {
    bz_odds odds = {.ratio = ratio_column(s)};
    bz_note(out, GG_L_NOTE, RULE_BH9j, L_RATIO, 0, odds.ratio, 0);
    shift_column(s, &odds, out);
    bz_note(out, GG_L_TOTAL, RULE_BH9l, L_SHIFT_TOTAL, odds.shift, 0, 0);
    bz_note(out, GG_L_NOTE, RULE_BD15, L_ODDS_COLUMN, 0, odds.column, 0);
    odds.die = die_modifier(s, out);
    bz_note(out, GG_L_TOTAL, RULE_BH9r, L_DIE_TOTAL, odds.die, 0, 0);
    return odds;
}

// ---------------------------------------------------------------------------------- reveal and die
void bz_reveal(bz_state *s, gg_events *events) {
    bz_odds odds = bz_odds_of(s, NULL);
    for (int side = 0; side < SEATS; side++)
        gg_emit(events, E_COMMITTED, RULE_BD7, GG_SEE_ALL, GG_E_REVEAL, side,
                gg_bits_popcount32(s->f.commit_columns[side]),
                side == BZ_ALLIED ? s->f.commit_air : 0, 0, 0);
    gg_emit(events, E_ODDS, RULE_BH9j, GG_SEE_ALL, GG_E_REVEAL, odds.ratio, odds.shift, odds.column,
            odds.die, 0);
    s->f.air_used = (uint8_t)(s->f.air_used + s->f.commit_air); // B31
    s->f.column = (uint8_t)odds.column;
    s->f.die_modifier = (uint8_t)(odds.die + MODIFIER_ZERO);
    gg_flow_goto(&s->f.flow, N_DIE, (unsigned)bz_attacker(s));
}

// For odds: the column next to the one that counts, though nothing shifts it (BD15 ends the table).
unsigned bz_shift(const void *table, void *state, int by) {
    bz_state *s = state;
    int column = s->f.column + by;
    (void)table;
    if (gg_flow_top(&s->f.flow)->node != N_DIE || column != clamp_column(column)) return 0;
    s->f.column = (uint8_t)column;
    return by > 0 ? L_COLUMN_MORE : L_COLUMN_FEWER;
}

// BH8d: what was committed is used up; it is gone before anybody retreats or is captured.
static void spend_columns(const bz_table *t, bz_state *s, gg_events *events) {
    for (int p = FIRST_COLUMN; p < PIECES; p++) {
        int side = bz_side_of(s, p);
        bool spent = s->f.commit_columns[side] >> (p - FIRST_COLUMN) & 1;
        if (!spent || !bz_on_map(s, p)) continue;
        gg_emit(events, E_COLUMN_SPENT, RULE_BH8d, GG_SEE_ALL, 0, side, s->f.where[p], 0, 0, 0);
        bz_leave(t, s, p, AT_POOL);
        s->f.status[p] = 0;
        s->f.column_side[p - FIRST_COLUMN] = 0;
    }
}

// BH9t: below 1 reads as 1, above 8 as 8.
static int row_of(int die) {
    return die < 1 ? 1 : die > DICE ? DICE : die;
}

bz_result bz_result_of(int column, int die) {
    int row = row_of(die);
    return (bz_result){results[row - 1][column][0], results[row - 1][column][1]};
}

void bz_play_die(const bz_table *t, bz_state *s, gg_action outcome, gg_events *events) {
    int die = gg_a(outcome), modified = die + s->f.die_modifier - MODIFIER_ZERO;
    bz_result lost = bz_result_of(s->f.column, modified);
    gg_emit(events, E_COMBAT_DIE, RULE_BH9u, GG_SEE_ALL, GG_E_REVEAL, die, row_of(modified),
            s->f.column, lost.attacker, lost.defender);
    spend_columns(t, s, events);
    bz_begin_losses(t, s, lost.attacker, lost.defender, events);
}
