// SPDX-License-Identifier: Apache-2.0
// Contract probe: hexes, stacks of which the enemy sees the top, a sealed commitment by both seats.
#ifndef PROBE_COMMIT_H
#define PROBE_COMMIT_H

#include "base/hexgrid.h"
#include "grognard/game.h"

enum {
    COLS = 5,
    ROWS = 4,
    HEXES = COLS * ROWS,
    STACK = 3,
    PER_SIDE = 6,
    UNITS = 2 * PER_SIDE,
    STEPS = 2,
    COLUMNS = 6,
    COMMIT_MAX = 3,
    SHIFT_MAX = 3,
    TURNS = 12,
    NONE = 255,
};

#define GG_FACTS_NAME   pb_facts
#define GG_PREFIX(name) pb_##name
#include "grognard/enums.inc"

typedef struct pb_state {
    struct pb_facts f;
    // derived
    uint8_t hex_of[UNITS], level_of[UNITS]; // NONE when not on the map
    uint8_t count[HEXES];
    uint8_t pad[4];
} pb_state;

static_assert(sizeof(struct pb_facts) % 8 == 0, "facts are hashed as 64-bit words");

typedef struct pb_table {
    uint64_t empty; // 1: nothing is set up
} pb_table;

extern const gg_game gg_game_probe_commit;

// Frame ATTACK, which goes on as DIE: what the announcement made public.
enum { ARG_ATTACK, ARG_DEFENCE, ARG_SHIFT };

static const gg_hexgrid pb_grid = {COLS, ROWS};

static inline int pb_side(int unit) {
    return unit / PER_SIDE;
}
// The side of the counters in a hex; -1 when it is empty. The bottom counter tells: never mixed.
static inline int pb_holder(const pb_state *s, int hex) {
    return s->f.stack[hex][0] ? pb_side(s->f.stack[hex][0] - 1) : -1;
}

int pb_strength(const pb_state *s, int unit);
int pb_total(const pb_state *s, int target, bool attack);
const gg_frame *pb_combat_or_null(const pb_state *s);
void pb_derive(const void *t, void *s);

void pb_redact(const void *t, void *s, int viewer);
void pb_resample(const void *t, void *s, int viewer, gg_rng *rng);
void pb_view(const void *t, const void *s, int viewer, gg_view *out);
void pb_explain(const void *t, const void *s, int viewer, gg_action action, gg_ledger *out);

#endif
