// SPDX-License-Identifier: Apache-2.0
// Solving a position exactly: how likely its seat wins when everybody plays as well as can be.
//
// Backward induction over everything that may still happen: the seat asked about takes the greatest
// chance, every other seat the smallest, dice count by their weights. A win counts 1, a draw 1/2.
// Values are fractions of integers in lowest terms: a solved value is proved, not estimated.
//
// All cards lie open to the solver: a position is a fair puzzle only if the player knows whatever
// matters there. Where two seats choose at the same moment (a sealed node) there is in general no
// best choice but a mixture; such a position is not solved unless one of them has no choice.
#ifndef GROGNARD_SOLVE_H
#define GROGNARD_SOLVE_H

#include "grognard/match.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GG_SOLVE_DEPTH_MAX = 400,         // actions from the position asked about to the end
    GG_SOLVE_POSITIONS_MAX = 6000000, // different positions remembered (32 bytes each)
    GG_SOLVE_LINE_MAX = GG_DRAFT_MAX, // steps of one decision
};

typedef struct gg_fraction {
    uint64_t num, den; // in lowest terms, den > 0
} gg_fraction;

// -1, 0 or 1; exact for any two fractions.
int gg_fraction_compare(gg_fraction a, gg_fraction b);

// Why a position was not solved.
typedef enum gg_solve_why {
    GG_SOLVE_FINE,
    GG_SOLVE_SIMULTANEOUS, // two seats choose at once: GG_NOT_ALLOWED
    GG_SOLVE_DEEP,         // longer than GG_SOLVE_DEPTH_MAX: GG_FULL
    GG_SOLVE_MANY,         // more positions than the limit: GG_FULL
    GG_SOLVE_FINE_GRAINED, // a fraction beyond 64 bits: GG_FULL
} gg_solve_why;

typedef struct gg_solve_report {
    gg_solve_why why;   // of the last call
    uint64_t positions; // remembered so far
    uint64_t met;       // positions looked at, those known already included
    uint32_t deepest;   // actions of the longest line
} gg_solve_report;

// The memory of one solver: positions of one prepared table, seen from one seat. What was solved
// once is remembered for later questions. One thread at a time.
typedef struct gg_solver gg_solver;

// `table` stays alive as long as the solver. `limit`: positions remembered at most, 0 for
// GG_SOLVE_POSITIONS_MAX.
gg_status gg_solver_open(gg_solver **solver, const gg_game *game, const void *table, int seat,
                         uint32_t limit);
void gg_solver_close(gg_solver *solver_or_null);
void gg_solver_report(const gg_solver *solver, gg_solve_report *out);

// The chance of the solver's seat in this state.
gg_status gg_solve(gg_solver *solver, const void *state, gg_fraction *value);

// What each action possible here leads to, in the order of the legal list or of chance's outcomes.
// `out` has room for gg_solve_moves_max; `*count` is 0 when the game is over.
typedef struct gg_solve_move {
    gg_action action;
    uint64_t weight; // of a chance outcome; 0 otherwise
    gg_fraction value;
} gg_solve_move;
uint32_t gg_solve_moves_max(const gg_game *game);
gg_status gg_solve_moves(gg_solver *solver, const void *state, gg_solve_move *out, uint32_t *count);

// The best decision of whoever acts here, up to the step that closes it if it is a draft. Of equal
// ones the shortest draft, then the first in the legal list. `*count` is 0 at chance and at the
// end.
gg_status gg_solve_best(gg_solver *solver, const void *state, gg_action *steps /* LINE_MAX */,
                        uint32_t *count);

// ---------------------------------------------------------------------------------------- grading
// Every decision of a seat in a match that still counts and left a choice: what chance it had
// before and kept after it. The score of a player is the product of after / before, so that neither
// dice nor the mistakes of others touch it; a decision in a lost position (before = 0) costs
// nothing.
typedef struct gg_grade {
    uint32_t entry; // of the match, 1-based
    gg_fraction before, after;
} gg_grade;

enum { GG_GRADES_MAX = 4096 };

// Solves the start first: the solver must be of the match's game and of a table made from the same
// request. `out` has room for GG_GRADES_MAX.
gg_status gg_grade_match(gg_solver *solver, const gg_match *match, gg_fraction *start,
                         gg_grade *out, uint32_t *count);

#ifdef __cplusplus
}
#endif
#endif
