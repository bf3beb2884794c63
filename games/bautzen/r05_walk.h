// SPDX-License-Identifier: Apache-2.0
// One step on the map: the judge shared by movement, entry and exfiltration.
#ifndef GAME_BAUTZEN_R05_WALK_H
#define GAME_BAUTZEN_R05_WALK_H

#include "bautzen.h"

// A counter on its way. The state still shows it where it stands, or not on the map at all when it
// is about to enter.
typedef struct bz_walker {
    int piece, side, column; // column of the terrain table
    int hex, half_mp;
    int steps;            // taken so far; an entry counts as one
    int source;           // exfiltration: line of bz_table.source_hex; -1 = an ordinary move
    const bz_board *ends; // where supply lets the move end (BH4g)
} bz_walker;

bz_walker bz_walker_of(const bz_table *t, const bz_state *s, const gg_frame *frame);
// May it take the step to a neighbour? The one judge of steps.
bool bz_check_step_to(const bz_table *t, const bz_state *s, const bz_walker *w, int to,
                      gg_verdict *verdict);
bool bz_can_step(const bz_table *t, const bz_state *s, const bz_walker *w, int direction);
// Could it, if only it might end its move there or beyond?
bool bz_could_step(const bz_table *t, const bz_state *s, const bz_walker *w, int direction);
// May it stay in its hex, or at least come from there to a hex where it may (BH4j)?
bool bz_check_end(const bz_state *s, const bz_walker *w, gg_verdict *verdict);
bool bz_check_start(const bz_table *t, const bz_state *s, const bz_walker *w, gg_verdict *verdict);
// Takes the step: the counter, control, events. The frame's MP, steps and hex follow.
void bz_take_step(const bz_table *t, bz_state *s, int to, gg_events *events);
// What an arrival for good shows its side: GG_E_REVEAL or 0 (B44).
unsigned bz_inspects(const bz_state *s, int side, int hex);

// Every hex the walker can come to: half MP left there plus one (0: out of reach), the hex it comes
// from (itself where it stands), and whether its move may end there. For plans and overlays.
typedef struct bz_paths {
    uint8_t left[HEXES];
    int16_t from[HEXES];
    bz_board ends;
} bz_paths;

void bz_find_paths(const bz_table *t, const bz_state *s, const bz_walker *w, bz_paths *out);
// A counter that has not moved yet, as `move` would find it. `ends` is made by bz_move_ends().
bz_walker bz_walker_fresh(const bz_state *s, int piece, const bz_board *ends);

// Arguments of the frames STEP and EXFIL. ARG_COMPANY: the counter started in a stack, so that its
// leaving shows somebody a counter (BR13).
enum { ARG_HALF_MP, ARG_START, ARG_STEPS, ARG_ENTERED, ARG_SOURCE, ARG_COMPANY };

// Neighbours of a hex by ascending hex number.
static const uint8_t bz_ascending[DIRECTIONS] = {5, 4, 0, 3, 1, 2};

#endif
