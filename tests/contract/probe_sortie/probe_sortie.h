// SPDX-License-Identifier: Apache-2.0
// Contract probe: a group sortie, an interception, a forced flight home and face-down guns under
// it.
#ifndef PROBE_SORTIE_H
#define PROBE_SORTIE_H

#include "grognard/game.h"

enum {
    POSITIONS = 5, // of the corridor; position p lies between zones 2p and 2p + 1
    ZONES = 10,
    PER_SIDE = 5,
    AIRCRAFT = 2 * PER_SIDE,
    ALL = (1 << AIRCRAFT) - 1,
    FIELD_DEAL = 3, // aircraft drawn for each airfield
    GUNS = 4,
    GROUP_MAX = 3,
    CENTRE = 2, // steps from either airfield
    TURNS = 8,
    GUN_POWER = 3,
    GROUND_FIRE = 2,
    OVERKILL = 4,
    HIDDEN = 200, // in redacted facts: HIDDEN + how many
};
enum { RESERVE, FIELD, ALOFT, PATROL, LOST };
enum { NOTHING, DUMMY, GUN };

#define GG_FACTS_NAME   pa_facts
#define GG_PREFIX(name) pa_##name
#include "grognard/enums.inc"

typedef struct pa_state {
    struct pa_facts f; // nothing is derived
} pa_state;

static_assert(sizeof(struct pa_facts) % 8 == 0, "facts are hashed as 64-bit words");

typedef struct pa_table {
    uint64_t empty; // 1: nothing is set up
} pa_table;

// Frames LAUNCH, FLIGHT and HOME (a flight): who flies, how many positions from the own airfield
// (0 = the first), which zones have fired at this passage, whether the window of this position has
// been opened, at which step it stops (or STOP_PATROL), whether the interception has been asked.
enum { ARG_GROUP, ARG_STEP, ARG_FIRED, ARG_OPENED, ARG_STOP, ARG_ASKED };
// Frame COMBAT, then AFTERMATH: the two aircraft, and those who must go home.
enum { ARG_HUNTER, ARG_PREY, ARG_HOMEWARD };
enum { STOP_PATROL = POSITIONS };

extern const gg_game gg_game_probe_sortie;

static inline int pa_side(int aircraft) {
    return aircraft / PER_SIDE;
}
// The corridor position of a flight: Red counts from the other end.
static inline int pa_position(const gg_frame *flight) {
    int step = flight->arg[ARG_STEP];
    return flight->seat == SEAT_BLUE ? step : POSITIONS - 1 - step;
}
static inline bool pa_is_flight(const gg_frame *frame) {
    return frame->node == N_FLIGHT || frame->node == N_HOME;
}

int pa_power(int aircraft);
int pa_defence(int aircraft);
bool pa_is_fighter(int aircraft);

void pa_redact(const void *t, void *s, int viewer);
void pa_resample(const void *t, void *s, int viewer, gg_rng *rng);
void pa_view(const void *t, const void *s, int viewer, gg_view *out);
void pa_explain(const void *t, const void *s, int viewer, gg_action action, gg_ledger *out);

#endif
