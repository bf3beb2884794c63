// SPDX-License-Identifier: Apache-2.0
// Chapter 3.2 and 10.3: maintenance. Control of objectives, stars, the check of victory, command
// points, and who commands.
//
// C2, C3    stars of the objectives one controls, of no others; CH11r a well pays four times
// CR1, CR2  control: more valiant infantry figures within 100 mm; counted anew, never kept
// CR3       a star collected is a victory star and a supply star
// CR4       no figure on the table at the check: lost
// CR7       the pool: the commander's CP value plus one per valiant unit, reserve included
// CR10      a fallen commander's place is taken by the best officer left
// CH11g-s   the last check, stars, surviving points, what scenarios add
#include "salvo.h"

enum { STARS_MAX = 255, WINS_WEST = 1, WINS_EAST = 2, DRAWN = 3, MARGIN_OF_A_STAR = 4096 };

// ------------------------------------------------------------------------------------- control
static bool counts(const sv_table *t, const sv_state *s, int unit) {
    if (!s->alive[unit]) return false;
    if (!sv_infantry(t, unit) && GG_ON(CR1)) return false;
    return !(s->f.flags[unit] & U_DISORGANISED) || !GG_ON(CR47);
}

static bool box_near(gg_box box, gg_point at, int mm) {
    return at.x >= box.x0 - mm && at.x <= box.x1 + mm && at.y >= box.y0 - mm && at.y <= box.y1 + mm;
}

// Figures of a unit that count for the objective (CR1).
static int figures_near(const sv_table *t, const sv_state *s, int unit, int objective) {
    gg_point at = t->board.objective[objective].at;
    int n = 0;
    if (!counts(t, s, unit) || !box_near(s->box[unit], at, CONTROL_RADIUS)) return 0;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        n += gg_within(sv_at(s, t->unit[unit].first + gg_bits_ctz32(m)), at, CONTROL_RADIUS);
    return n;
}

int sv_controller(const sv_table *t, const sv_state *s, int objective) {
    int count[SEATS] = {0, 0};
    for (int unit = 0; unit < UNITS; unit++)
        count[sv_side(unit)] += figures_near(t, s, unit, objective);
    if (count[SEAT_WEST] == count[SEAT_EAST] && GG_ON(CR1)) return -1;
    return count[SEAT_WEST] >= count[SEAT_EAST] ? SEAT_WEST : SEAT_EAST;
}

// CR2, for C89: the side controls it now, and the unit is among those counted.
bool sv_unit_controls(const sv_table *t, const sv_state *s, int unit) {
    for (int i = 0; i < t->board.objectives; i++) {
        if (!figures_near(t, s, unit, i)) continue;
        int side = GG_ON(CR2) ? sv_controller(t, s, i) : s->f.control[i] - 1;
        if (side == sv_side(unit)) return true;
    }
    return false;
}

// --------------------------------------------------------------------------------------- stars
static void pay(sv_state *s, int side, int objective, int stars, gg_events *events) {
    int victory = s->f.stars[side] + stars, supply = s->f.supply[side] + stars;
    s->f.stars[side] = (uint8_t)(victory < STARS_MAX ? victory : STARS_MAX);
    if (GG_ON(CR3)) s->f.supply[side] = (uint8_t)(supply < STARS_MAX ? supply : STARS_MAX);
    gg_emit(events, E_STARS, RULE_C2, GG_SEE_ALL, 0, side, CELL_OBJECTIVE + objective, stars, 0, 0);
}

void sv_collect_stars(const sv_table *t, sv_state *s, gg_events *events) {
    for (int i = 0; i < t->board.objectives; i++) {
        const sv_objective *objective = &t->board.objective[i];
        int holder = sv_controller(t, s, i);
        if (holder < 0 && !GG_ON(CR2)) holder = s->f.control[i] - 1;
        s->f.control[i] = (uint8_t)(holder + 1);
        if (objective->payments && s->f.paid[i] >= objective->payments && GG_ON(CH11r)) continue;
        for (int side = 0; side < SEATS; side++)
            if (side == holder ? GG_ON(C2) : holder >= 0 && !GG_ON(C3))
                pay(s, side, i, objective->stars, events);
        if (holder >= 0) s->f.paid[i]++;
    }
}

// ------------------------------------------------------------------------------------- command
bool sv_officer_lives(const sv_table *t, const sv_state *s, int unit) {
    if (!sv_exists(t, unit) || !t->unit[unit].rank) return false;
    switch (s->f.where[unit]) {
    case AT_BOX:
    case AT_RESERVE:
    case AT_HELD: return true; // he commands from the reserve all the same
    case AT_BOARD: return s->alive[unit] & 1;
    default: return false;
    }
}

int sv_best_officer(const sv_table *t, const sv_state *s, int side, int except) {
    int best = NO_UNIT, rank = 0;
    for (int unit = side * UNITS_SIDE; unit < (side + 1) * UNITS_SIDE; unit++)
        if (unit != except && sv_officer_lives(t, s, unit) && t->unit[unit].rank > rank) {
            best = unit;
            rank = t->unit[unit].rank;
        }
    return best;
}

void sv_officer_lost(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    int side = sv_side(unit);
    if (unit == t->commander[side] && t->board.commander_stars && GG_ON(CH11s))
        s->f.penalty[side] = 1;
    if (s->f.commander[side] != unit) return;
    int next = GG_ON(CR10) ? sv_best_officer(t, s, side, unit) : NO_UNIT;
    s->f.commander[side] = (uint8_t)next;
    if (next == NO_UNIT)
        gg_emit(events, E_NO_COMMANDER, RULE_CR10, GG_SEE_ALL, 0, side, 0, 0, 0, 0);
    else
        gg_emit(events, E_TAKES_OVER, RULE_CR10, GG_SEE_ALL, 0, side, sv_piece_of_unit(next), 0, 0,
                0);
}

int sv_command_pool(const sv_table *t, const sv_state *s, int side) {
    int commander = s->f.commander[side], pool = 0;
    if (!GG_ON(CR7)) return 0;
    if (commander != NO_UNIT) pool = sv_officers[t->unit[commander].rank].command_points;
    for (int unit = side * UNITS_SIDE; unit < (side + 1) * UNITS_SIDE; unit++) {
        int place = s->f.where[unit];
        bool here = place == AT_BOARD || place == AT_RESERVE || place == AT_HELD;
        bool valiant = !(s->f.flags[unit] & U_DISORGANISED) || !GG_ON(CR47);
        pool += here && valiant;
    }
    return pool;
}

// ------------------------------------------------------------------------------------- victory
int sv_surviving_points(const sv_table *t, const sv_state *s, int side) {
    int points = 0;
    for (int unit = side * UNITS_SIDE; unit < (side + 1) * UNITS_SIDE; unit++) {
        const sv_roster *roster = &t->unit[unit];
        bool waits = s->f.where[unit] == AT_RESERVE || s->f.where[unit] == AT_HELD;
        int left = sv_left(s, unit);
        if (!sv_exists(t, unit)) continue;
        if (waits && !GG_ON(CH11m)) left = roster->strength;
        points += roster->points * left / roster->strength;
        if (s->alive[unit] & 1 && GG_ON(CH11l)) points += sv_officers[roster->rank].army_points;
    }
    return points;
}

typedef struct decision {
    int winner; // 0 = none
    unsigned rule;
} decision;

static decision most_stars(const sv_table *t, const sv_state *s) {
    int west = s->f.stars[SEAT_WEST], east = s->f.stars[SEAT_EAST];
    if (west != east && GG_ON(CH11h))
        return (decision){west > east ? WINS_WEST : WINS_EAST, RULE_CH11h};
    west = sv_surviving_points(t, s, SEAT_WEST);
    east = sv_surviving_points(t, s, SEAT_EAST);
    if (west != east && GG_ON(CH11k))
        return (decision){west > east ? WINS_WEST : WINS_EAST, RULE_CH11k};
    return (decision){GG_ON(CH11n) ? DRAWN : WINS_WEST, RULE_CH11n};
}

static bool bare(const sv_state *s, int side) {
    for (int unit = side * UNITS_SIDE; unit < (side + 1) * UNITS_SIDE; unit++)
        if (s->alive[unit]) return false;
    return true;
}

// A side that has reached the stars that win at once. The Dike says so of West alone.
static bool at_limit(const sv_table *t, const sv_state *s, int side) {
    int limit = t->board.star_limit[side];
    if (!limit || s->f.stars[side] < limit) return false;
    return t->board.hold_objective != SV_NONE ? GG_ON(CH11p) : GG_ON(CH11i);
}

static decision judge(const sv_table *t, const sv_state *s) {
    bool none[SEATS] = {bare(s, SEAT_WEST), bare(s, SEAT_EAST)};
    bool full[SEATS] = {at_limit(t, s, SEAT_WEST), at_limit(t, s, SEAT_EAST)};
    int hold = t->board.hold_objective, last = t->board.rounds + (GG_ON(CH11g) ? 1 : 0);
    if (((none[0] && none[1]) || (full[0] && full[1] && !none[0] && !none[1])) && GG_ON(CH11j))
        return most_stars(t, s);
    if ((none[0] || none[1]) && GG_ON(CR4))
        return (decision){none[0] ? WINS_EAST : WINS_WEST, RULE_CR4};
    if (full[0] || full[1])
        return (decision){full[0] ? WINS_WEST : WINS_EAST,
                          hold != SV_NONE ? RULE_CH11p : RULE_CH11i};
    if (hold != SV_NONE && s->f.round >= t->board.hold_from && s->f.control[hold] == WINS_WEST &&
        GG_ON(CH11o))
        return (decision){WINS_WEST, RULE_CH11o};
    if (s->f.round < last) return (decision){0, RULE_NONE};
    if (t->board.default_winner != SV_NONE && GG_ON(CH11q))
        return (decision){t->board.default_winner + 1, RULE_CH11q};
    return most_stars(t, s);
}

// CH11s: at the check after his loss, never below 0.
static void charge_commanders(const sv_table *t, sv_state *s, gg_events *events) {
    for (int side = 0; side < SEATS; side++) {
        int cost = t->board.commander_stars;
        if (!s->f.penalty[side]) continue;
        s->f.penalty[side] = 0;
        if (cost > s->f.stars[side]) cost = s->f.stars[side];
        s->f.stars[side] = (uint8_t)(s->f.stars[side] - cost);
        gg_emit(events, E_COMMANDER_COST, RULE_CH11s, GG_SEE_ALL, 0, side, cost, 0, 0, 0);
    }
}

bool sv_check_victory(const sv_table *t, sv_state *s, gg_events *events) {
    charge_commanders(t, s, events);
    decision found = judge(t, s);
    if (!found.winner) return false;
    s->f.winner = (uint8_t)found.winner;
    if (found.winner == DRAWN)
        gg_emit(events, E_DRAWN, found.rule, GG_SEE_ALL, 0, 0, 0, 0, 0, 0);
    else
        gg_emit(events, E_WON, found.rule, GG_SEE_ALL, 0, found.winner - 1, 0, 0, 0, 0);
    return true;
}

// The margin counts stars, then surviving points.
void sv_score(const void *table, const void *state, int half[GG_SEATS_MAX], int32_t *margin) {
    const sv_table *t = table;
    const sv_state *s = state;
    for (int side = 0; side < SEATS; side++)
        half[side] = s->f.winner == side + 1 ? 2 : (s->f.winner == 2 - side ? 0 : 1);
    *margin = (s->f.stars[SEAT_WEST] - s->f.stars[SEAT_EAST]) * MARGIN_OF_A_STAR +
              sv_surviving_points(t, s, SEAT_WEST) - sv_surviving_points(t, s, SEAT_EAST);
}
