// SPDX-License-Identifier: Apache-2.0
// Contract probe: figures on a plane, a move dragged leg by leg, a reaction that may kill the
// mover.
#ifndef PROBE_OVERWATCH_H
#define PROBE_OVERWATCH_H

#include "base/plane.h"
#include "grognard/game.h"

enum {
    WIDTH = 600, // millimetres
    HEIGHT = 400,
    BASE = 12, // radius
    UNITS = 4,
    SQUAD = 8, // figures of a full unit
    FIGURES = 22,
    SCENERY = 3,
    CORNERS = 6,
    LEGS = 6,
    ALLOWANCE = 150,
    COHESION = 100,
    RANGE = 300,
    HIT_ON = 4,
    ROUNDS = 4,
};

#define GG_FACTS_NAME   pc_facts
#define GG_PREFIX(name) pc_##name
#include "grognard/enums.inc"

typedef struct pc_state {
    struct pc_facts f; // nothing is derived
} pc_state;

static_assert(sizeof(struct pc_facts) % 8 == 0, "facts are hashed as 64-bit words");

typedef struct pc_table {
    gg_point corner[SCENERY][CORNERS];
    gg_box box[SCENERY];
    uint8_t corners[SCENERY];
    uint8_t empty; // 1: nothing is set up
    uint8_t pad[4];
} pc_table;

// Frame MOVE while a draft is open: legs made, millimetres used, figures put somewhere (bit =
// number in the unit, bit 0 the leader).
enum { ARG_LEGS, ARG_USED, ARG_PUT };

extern const gg_game gg_game_probe_overwatch;

static const uint8_t pc_first[UNITS] = {0, 8, 11, 19}, pc_size[UNITS] = {8, 3, 8, 3};

static inline int pc_side(int unit) {
    return unit / 2;
}
static inline int pc_unit_of(int figure) {
    return (figure >= 8) + (figure >= 11) + (figure >= 19);
}

// The living figure with the lowest number, or -1.
int pc_leader(const pc_state *s, int unit);
// move.c: the judge of a move, its steps, and the moves proposed
gg_point pc_where(const pc_state *s, int figure);
bool pc_check_leg(const pc_table *t, const pc_state *s, gg_point to, gg_verdict *verdict);
bool pc_check_place(const pc_table *t, const pc_state *s, int figure, gg_point to,
                    gg_verdict *verdict);
bool pc_check_confirm(const pc_state *s, gg_verdict *verdict);
void pc_draft_leg(pc_state *s, gg_point to);
void pc_draft_place(pc_state *s, int figure, gg_point to);
uint32_t pc_plan_moves(const pc_table *t, const pc_state *s, gg_plan *out);

#endif
