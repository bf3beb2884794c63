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
static bool valiant(const sv_state *s, int unit) {
    return !(s->f.flags[unit] & U_DISORGANISED);
}

// CR1: infantry alone controls.
// CR47: and only while it is valiant.
static bool counts(const sv_table *t, const sv_state *s, int unit) {
    return s->alive[unit] && sv_infantry(t, unit) && valiant(s, unit);
}

// CR1: figures of a unit within 100 mm of the marker, centre to centre.
static int figures_near(const sv_table *t, const sv_state *s, int unit, int objective) {
    gg_point at = t->board.objective[objective].at;
    int n = 0;
    if (!counts(t, s, unit) || !gg_box_near_segment(s->box[unit], at, at, CONTROL_RADIUS)) return 0;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        n += gg_within(sv_at(s, t->unit[unit].first + gg_bits_ctz32(m)), at, CONTROL_RADIUS);
    return n;
}

// CR1: the side with more figures; on a tie, or with nobody there, neither.
int sv_controller(const sv_table *t, const sv_state *s, int objective) {
    int count[SEATS] = {0, 0};
    for (int unit = 0; unit < UNITS; unit++)
        count[sv_side(unit)] += figures_near(t, s, unit, objective);
    if (count[SEAT_WEST] == count[SEAT_EAST]) return -1;
    return count[SEAT_WEST] > count[SEAT_EAST] ? SEAT_WEST : SEAT_EAST;
}

// CR2: counted anew (for C89): its side controls the objective now, and it is among those counted.
bool sv_unit_controls(const sv_table *t, const sv_state *s, int unit) {
    for (int i = 0; i < t->board.objectives; i++)
        if (figures_near(t, s, unit, i) && sv_controller(t, s, i) == sv_side(unit)) return true;
    return false;
}

// --------------------------------------------------------------------------------------- stars
// CR3: each star is a victory star, never spent, and a supply star.
static void pay(sv_state *s, int side, int objective, int stars, gg_events *events) {
    int victory = s->f.stars[side] + stars, supply = s->f.supply[side] + stars;
    s->f.stars[side] = (uint8_t)(victory < STARS_MAX ? victory : STARS_MAX);
    s->f.supply[side] = (uint8_t)(supply < STARS_MAX ? supply : STARS_MAX);
    gg_emit(events, E_STARS, RULE_C2, GG_SEE_ALL, 0, side, CELL_OBJECTIVE + objective, stars, 0, 0);
}

// C2: who controls an objective has its stars.
// C3: nobody else has.
// CR2: control is worked out anew, whoever held it before.
void sv_collect_stars(const sv_table *t, sv_state *s, gg_events *events) {
    for (int i = 0; i < t->board.objectives; i++) {
        const sv_objective *objective = &t->board.objective[i];
        int holder = sv_controller(t, s, i);
        s->f.control[i] = (uint8_t)(holder + 1);
        if (holder < 0) continue;
        if (objective->payments && s->f.paid[i] >= objective->payments) continue; // CH11r: dry
        pay(s, holder, i, objective->stars, events);
        s->f.paid[i]++;
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
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        if (unit != except && sv_officer_lives(t, s, unit) && t->unit[unit].rank > rank) {
            best = unit;
            rank = t->unit[unit].rank;
        }
    return best;
}

// CR10: the best officer left takes over; without one there is no commander.
void sv_officer_lost(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    int side = sv_side(unit);
    if (unit == t->commander[side] && t->board.commander_stars)
        s->f.penalty[side] = 1; // CH11s: paid at the next check
    if (s->f.commander[side] != unit) return;
    int next = sv_best_officer(t, s, side, unit);
    s->f.commander[side] = (uint8_t)next;
    if (next == NO_UNIT)
        gg_emit(events, E_NO_COMMANDER, RULE_CR10, GG_SEE_ALL, 0, side, 0, 0, 0, 0);
    else
        gg_emit(events, E_TAKES_OVER, RULE_CR10, GG_SEE_ALL, 0, side, sv_piece_of_unit(next), 0, 0,
                0);
}

// CR7: the commander's value, and one for each valiant unit on the table or in reserve.
int sv_command_pool(const sv_table *t, const sv_state *s, int side) {
    int commander = s->f.commander[side], pool = 0;
    if (commander != NO_UNIT) pool = sv_officers[t->unit[commander].rank].command_points;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) {
        int place = s->f.where[unit];
        bool here = place == AT_BOARD || place == AT_RESERVE || place == AT_HELD;
        pool += here && valiant(s, unit); // CR47: a disorganised unit brings none
    }
    return pool;
}

// ------------------------------------------------------------------------------------- victory
// CH11k: a unit's points by figures left over initial strength, rounded down.
// CH11m: what waits in reserve has no figure on the table, and does not count.
int sv_surviving_points(const sv_table *t, const sv_state *s, int side) {
    int points = 0;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) {
        const sv_roster *roster = &t->unit[unit];
        if (!sv_exists(t, unit)) continue;
        points += roster->points * sv_left(s, unit) / roster->strength;
        if (s->alive[unit] & 1) points += sv_officers[roster->rank].army_points; // CH11l: he lives
    }
    return points;
}

typedef struct decision {
    int winner; // 0 = none
    unsigned rule;
} decision;

// CH11h: the most stars win.
// CH11k: on equal stars the most surviving points.
// CH11n: still equal, nobody.
static decision most_stars(const sv_table *t, const sv_state *s) {
    int west = s->f.stars[SEAT_WEST], east = s->f.stars[SEAT_EAST];
    if (west != east) return (decision){west > east ? WINS_WEST : WINS_EAST, RULE_CH11h};
    west = sv_surviving_points(t, s, SEAT_WEST);
    east = sv_surviving_points(t, s, SEAT_EAST);
    if (west != east) return (decision){west > east ? WINS_WEST : WINS_EAST, RULE_CH11k};
    return (decision){DRAWN, RULE_CH11n};
}

static bool bare(const sv_state *s, int side) {
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        if (s->alive[unit]) return false;
    return true;
}

// CH11i: the stars that win at once, in The Relay and The Wells.
// CH11p: in The Dike they win for West alone.
static bool at_limit(const sv_table *t, const sv_state *s, int side) {
    int limit = t->board.star_limit[side];
    return limit && s->f.stars[side] >= limit;
}

static decision judge(const sv_table *t, const sv_state *s) {
    bool none[SEATS] = {bare(s, SEAT_WEST), bare(s, SEAT_EAST)};
    bool full[SEATS] = {at_limit(t, s, SEAT_WEST), at_limit(t, s, SEAT_EAST)};
    int hold = t->board.hold_objective;
    int last = t->board.rounds + 1; // CH11g: the maintenance after the last round
    // CH11j: both without figures, or both at the limit.
    if ((none[0] && none[1]) || (full[0] && full[1] && !none[0] && !none[1]))
        return most_stars(t, s);
    if (none[0] || none[1]) // CR4: no figure on the table: lost, whatever waits in reserve
        return (decision){none[0] ? WINS_EAST : WINS_WEST, RULE_CR4};
    if (full[0] || full[1])
        return (decision){full[0] ? WINS_WEST : WINS_EAST,
                          hold != SV_NONE ? RULE_CH11p : RULE_CH11i};
    // CH11o: West holds The Dike's third objective, from its fourth round on.
    if (hold != SV_NONE && s->f.round >= t->board.hold_from && s->f.control[hold] == WINS_WEST)
        return (decision){WINS_WEST, RULE_CH11o};
    if (s->f.round < last) return (decision){0, RULE_NONE};
    if (t->board.default_winner != SV_NONE)
        return (decision){t->board.default_winner + 1, RULE_CH11q}; // CH11q: East has held on
    return most_stars(t, s);
}

static void told(gg_events *events, unsigned kind, unsigned rule, int a, int b, int c) {
    gg_emit(events, kind, rule, GG_SEE_ALL, 0, a, b, c, 0, 0);
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

static int waiting_in_reserve(const sv_state *s, int side) {
    int count = 0;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        count += s->f.where[unit] == AT_RESERVE || s->f.where[unit] == AT_HELD;
    return count;
}

// What decided, in numbers, before it is told who has won.
static void tell_why(const sv_table *t, const sv_state *s, decision found, gg_events *events) {
    int side = found.winner - 1, other = 1 - side;
    int points[SEATS] = {sv_surviving_points(t, s, SEAT_WEST),
                         sv_surviving_points(t, s, SEAT_EAST)};
    switch (found.rule) {
    case RULE_CH11h:
        told(events, E_BY_STARS, found.rule, side, s->f.stars[side], s->f.stars[other]);
        break;
    case RULE_CH11k:
        told(events, E_BY_POINTS, found.rule, side, points[side], points[other]);
        break;
    case RULE_CH11n:
        told(events, E_EVEN, found.rule, s->f.stars[SEAT_WEST], points[SEAT_WEST], 0);
        break;
    case RULE_CR4: {
        int left = waiting_in_reserve(s, other);
        told(events, left ? E_HELD_BACK : E_BARE, found.rule, other, left, 0);
        break;
    }
    case RULE_CH11o:
        told(events, E_BY_OBJECTIVE, found.rule, side, CELL_OBJECTIVE + t->board.hold_objective,
             t->board.hold_from);
        break;
    case RULE_CH11q: told(events, E_BY_DEFENCE, found.rule, side, 0, 0); break;
    default: // CH11i, CH11p: the stars that win at once
        told(events, E_BY_LIMIT, found.rule, side, s->f.stars[side], t->board.star_limit[side]);
    }
}

bool sv_check_victory(const sv_table *t, sv_state *s, gg_events *events) {
    charge_commanders(t, s, events);
    decision found = judge(t, s);
    if (!found.winner) return false;
    s->f.winner = (uint8_t)found.winner;
    tell_why(t, s, found, events);
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
