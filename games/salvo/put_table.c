// SPDX-License-Identifier: Apache-2.0
// Position lines that speak of the table: who exists, what stands on the board, how one wins.
#include "salvo.h"

enum { HEIGHT_MAX = 3 };

// ------------------------------------------------------------------------------------- companies
// A unit's own piece; lines of the table come before its figures have numbers.
static int unit_of(int piece) {
    return piece >= FIGURES && piece < PIECES ? piece - FIGURES : -1;
}

static bool put_unit(sv_table *t, int piece, int type, int number) {
    int unit = unit_of(piece);
    sv_company_unit bought = {.unit = (uint8_t)type};
    const sv_unit *kind = &sv_units[type];
    bool infantry = sv_is_infantry(kind);
    int most = infantry ? kind->figures : kind->vehicles_max;
    if (unit < 0 || sv_exists(t, unit) || number < 1 || number > most) return false;
    if (t->figures[sv_side(unit)] + number > FIGURES_SIDE) return false;
    if (!infantry) bought.vehicles = (uint8_t)number;
    sv_enlist(t, unit, &bought, number);
    return true;
}

// The company commander is the officer of highest rank, unless a line says otherwise.
static bool put_officer(sv_table *t, int piece, int rank) {
    int unit = unit_of(piece);
    if (unit < 0 || !sv_exists(t, unit) || !sv_infantry(t, unit)) return false;
    sv_roster *roster = &t->unit[unit];
    sv_company_unit bought = {.unit = roster->type, .rank = (uint8_t)rank};
    roster->rank = (uint8_t)rank;
    roster->cost = (uint8_t)sv_reinforcement_cost(&bought);
    uint8_t *commander = &t->commander[sv_side(unit)];
    if (*commander == NO_UNIT || t->unit[*commander].rank < rank) *commander = (uint8_t)unit;
    if (!t->unit[*commander].rank) *commander = NO_UNIT;
    return true;
}

static bool put_commander(sv_table *t, int piece) {
    int unit = unit_of(piece);
    if (unit < 0 || !sv_exists(t, unit) || !t->unit[unit].rank) return false;
    t->commander[sv_side(unit)] = (uint8_t)unit;
    return true;
}

static bool put_reserved(sv_table *t, int piece) {
    int unit = unit_of(piece);
    if (unit < 0 || !sv_exists(t, unit)) return false;
    t->unit[unit].reserve = 1;
    return true;
}

static bool put_mortar(sv_table *t, int piece) {
    int unit = unit_of(piece);
    if (unit < 0 || !sv_exists(t, unit) || sv_type(t, unit)->mortar == SV_NONE ||
        !sv_option(t, O_INDIRECT))
        return false;
    sv_arm_unit(t, unit, true);
    return true;
}

// ----------------------------------------------------------------------------------------- board
// Standard pieces: as long and as deep as those of the scenarios, long side along x.
static const struct {
    int16_t length, depth;
    uint8_t height, solid;
} standard[SV_PIECE_KINDS] = {
    [SV_WALL] = {150, 20, 1, 1},
    [SV_CONTAINER] = {120, 60, 2, 1},
    [SV_RUIN] = {160, 40, 2, 1},
    [SV_AREA] = {140, 100, 1, 0},
};

static bool put_scenery(sv_table *t, int kind, int x, int y, bool turned) {
    int length = standard[kind].length / 2, depth = standard[kind].depth / 2;
    int dx = turned ? depth : length, dy = turned ? length : depth;
    if (t->board.pieces == SV_PIECES_MAX || x < dx || y < dy || x + dx > t->board.width ||
        y + dy > t->board.height)
        return false;
    sv_piece *piece = &t->board.piece[t->board.pieces++];
    int16_t x0 = (int16_t)(x - dx), y0 = (int16_t)(y - dy);
    int16_t x1 = (int16_t)(x + dx), y1 = (int16_t)(y + dy);
    *piece = (sv_piece){.corner = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}},
                        .box = {x0, y0, x1, y1},
                        .corners = 4,
                        .kind = (uint8_t)kind,
                        .height = standard[kind].height,
                        .solid = standard[kind].solid};
    t->stale = 1;
    return true;
}

static bool put_height(sv_table *t, int height) {
    if (!t->board.pieces || height < 1 || height > HEIGHT_MAX) return false;
    t->board.piece[t->board.pieces - 1].height = (uint8_t)height;
    t->stale = 1;
    return true;
}

static bool put_objective(sv_table *t, int x, int y, int stars) {
    if (t->board.objectives == SV_OBJECTIVES_MAX || stars < 1 || stars > 9) return false;
    if (x > t->board.width || y > t->board.height) return false;
    t->board.objective[t->board.objectives++] =
        (sv_objective){{(int16_t)x, (int16_t)y}, (uint8_t)stars, 0};
    return true;
}

static bool put_payments(sv_table *t, int payments) {
    if (!t->board.objectives || payments > 99) return false;
    t->board.objective[t->board.objectives - 1].payments = (uint8_t)payments;
    return true;
}

// --------------------------------------------------------------------------------------- victory
static bool put_rounds(sv_table *t, int rounds) {
    if (rounds < 1 || rounds > ROUNDS_MAX) return false;
    t->board.rounds = (uint8_t)rounds;
    return true;
}

static bool put_limit(sv_table *t, int side, int stars) {
    if (stars > 99) return false;
    t->board.star_limit[side] = (uint8_t)stars;
    return true;
}

static bool put_hold(sv_table *t, int objective, int round) {
    if (objective < 1 || objective > t->board.objectives || round > ROUNDS_MAX) return false;
    t->board.hold_objective = (uint8_t)(objective - 1);
    t->board.hold_from = (uint8_t)round;
    return true;
}

static bool put_penalty(sv_table *t, int stars) {
    if (stars > 99) return false;
    t->board.commander_stars = (uint8_t)stars;
    return true;
}

bool sv_put_table(sv_table *t, const gg_put *p) {
    const int32_t *a = p->arg;
    switch (p->what) {
    case P_UNIT: return put_unit(t, a[0], a[1], a[2]);
    case P_NOBODY: sv_disband(t, a[0]); return true;
    case P_RESERVED: return put_reserved(t, a[0]);
    case P_OFFICER: return put_officer(t, a[0], a[1]);
    case P_COMMANDER: return put_commander(t, a[0]);
    case P_MORTAR: return put_mortar(t, a[0]);
    case P_SCENERY: return put_scenery(t, a[0], a[1], a[2], false);
    case P_TURNED: return put_scenery(t, a[0], a[1], a[2], true);
    case P_HEIGHT: return put_height(t, a[0]);
    case P_OBJECTIVE: return put_objective(t, a[0], a[1], a[2]);
    case P_PAYMENTS: return put_payments(t, a[0]);
    case P_ROUNDS: return put_rounds(t, a[0]);
    case P_LIMIT: return put_limit(t, a[0], a[1]);
    case P_HOLD: return put_hold(t, a[0], a[1]);
    case P_PENALTY: return put_penalty(t, a[0]);
    default: return false;
    }
}
