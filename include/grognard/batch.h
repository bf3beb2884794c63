// SPDX-License-Identifier: Apache-2.0
// Many games at once, for those who learn from them: a batch owns its positions, the caller owns
// the arrays, and one call steps every game and fills them. What is observed are the facts of the
// state as redact() leaves them to the seat that is to decide, field by field as the game's table
// lays them out, and, where it is asked for, that seat's view: nothing hidden gets there. What can
// be chosen is a list, of legal actions or of the game's plans; a choice is a place in it.
//
// Nothing is allocated once a batch is open. A batch is used by one thread at a time; two batches
// have nothing in common but tables that nobody writes, so a thread each is safe.
#ifndef GROGNARD_BATCH_H
#define GROGNARD_BATCH_H

#include "grognard/match.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    GG_BATCH_ABI = 1,          // raised when anything below changes its form
    GG_BATCH_GAMES_MAX = 65536 // of one batch
};

// Who rolls. Quick: a counter-based generator, another stream for each game. Match: the dice of a
// match (match.h), the same as those of self-play with this seed, so that what was played can be
// written as a match file; about half a microsecond a roll. Open: nobody; the caller chooses an
// outcome, whose weights he is told.
typedef enum gg_batch_dice { GG_BATCH_QUICK, GG_BATCH_MATCH, GG_BATCH_OPEN } gg_batch_dice;

typedef struct gg_batch_order {
    const gg_game *game;
    gg_request request;
    uint64_t seed;
    uint32_t first;   // number of the first game; row r plays first + r, then + games, ...
    uint32_t games;   // rows
    uint8_t dice;     // gg_batch_dice
    uint8_t plans;    // 1: choices are the game's plans, each played to its end
    uint8_t matchups; // 1: the game's match-ups take turns by the number of the game
    uint8_t restart;  // 1: where a game ends the next begins in the same step
    uint8_t forced;   // 1: a decision with one choice is not asked for
} gg_batch_order;

// Rows of each array lie one behind the other, one row a game; NULL: not wanted. Bytes that say
// nothing are zero.
typedef struct gg_batch_arrays {
    uint8_t *facts;   // [facts_bytes]: redacted for the seat to decide; at an open chance and at
                      // the end for the public
    gg_view *view;    // as the same viewer sees it
    uint64_t *action; // [width][depth]: the choices; a plan ends in zeroes
    uint64_t *weight; // [width]: of the outcomes of an open chance
    uint8_t *mask;    // [width]: 1 for each choice there is
    uint32_t *count;  // choices
    uint8_t *seat;    // to decide, or GG_CHANCE, GG_OVER
    uint8_t *node;
    uint8_t *done;    // 1: a game ended in this step
    float *reward;    // [seats]: of the game that ended: 1 won, 0 drawn, -1 lost; otherwise 0
    int32_t *margin;  // of that game, for seat 0
    uint32_t *number; // of the game that is being played
} gg_batch_arrays;

typedef struct gg_batch gg_batch;

// GG_BAD_INPUT: no rows, or too many; GG_REFUSED with a verdict as gg_position_open().
gg_status gg_batch_open(gg_batch **batch, const gg_batch_order *order, gg_verdict *verdict);
void gg_batch_close(gg_batch *batch_or_null);
uint32_t gg_batch_width(const gg_batch *batch); // choices of one row, at most
uint32_t gg_batch_depth(const gg_batch *batch); // actions of one choice, at most

// What is to be filled from now on, and fills it.
void gg_batch_arrays_set(gg_batch *batch, const gg_batch_arrays *arrays);
// Every row begins its first game; seed and number of row 0 anew.
void gg_batch_reset(gg_batch *batch, uint64_t seed, uint32_t first);
// One choice for each row, -1: that row stays. GG_BAD_INPUT: row *wrong has no such choice, and
// nothing has changed. A row whose game is over takes any choice: it stays over, or begins anew.
gg_status gg_batch_step(gg_batch *batch, const int32_t *choice, uint32_t *wrong);
// Actions with more than one choice since the batch was opened, chance included: as gg_playout
// counts them.
uint64_t gg_batch_steps(const gg_batch *batch);

// ---------------------------------------------------------------------------------------- one row
// An action of the seat to decide, or an outcome of an open chance, listed or not. GG_REFUSED: with
// the verdict, and nothing has changed; GG_NOT_ALLOWED: the game is over, or no such outcome.
gg_status gg_batch_play(gg_batch *batch, uint32_t row, gg_action action, gg_verdict *verdict);
// The position, valid until the row changes.
const gg_position *gg_batch_position(const gg_batch *batch, uint32_t row);
// What another viewer may know: facts and view, each may be NULL. GG_NOT_ALLOWED: a draft is open,
// which he may not see.
gg_status gg_batch_look(const gg_batch *batch, uint32_t row, int viewer, uint8_t *facts,
                        gg_view *view);
// Deals anew what the viewer cannot know; the same guard.
gg_status gg_batch_deal(gg_batch *batch, uint32_t row, int viewer, uint64_t seed);
// The row goes on from this position, or from a row of any batch, dice included. GG_BAD_INPUT:
// another game or another table. `drafting`: the seat to decide has open steps.
gg_status gg_batch_put(gg_batch *batch, uint32_t row, const gg_position *from, bool drafting);
gg_status gg_batch_copy(gg_batch *batch, uint32_t row, const gg_batch *from, uint32_t from_row);
// How good the position is for the seat as the game reckons, in hundredths of a point; false: it
// does not. It knows what is hidden: ask it in worlds that were dealt.
bool gg_batch_value(const gg_batch *batch, uint32_t row, int seat, int32_t *value);

// ---------------------------------------------------------------------------------- for bindings
// The request that these words ask for: a scenario (NULL: the standard one) and `n` pairs of an
// option and its value. GG_BAD_INPUT: the error says which word is not understood.
gg_status gg_batch_request(const gg_game *game, const char *scenario_or_null,
                           const char *const *pairs, unsigned n, gg_request *out, gg_error *error);
// Field `i` of the facts, NULL beyond the last.
const gg_field *gg_batch_field(const gg_game *game, unsigned i);
uint32_t gg_batch_facts_bytes(const gg_game *game);
// The rule that a refusal cites, "" when there is none.
const char *gg_batch_rule(const gg_game *game, const gg_verdict *verdict);
// GG_BATCH_ABI, and the bytes of the structs that other languages spell out for themselves:
// gg_request, gg_piece, gg_gauge, gg_view, gg_batch_order, gg_batch_arrays, gg_position,
// gg_match_setup, gg_entry, gg_error, gg_field.
enum { GG_BATCH_SIZES = 11 };
uint32_t gg_batch_abi(uint32_t sizes[GG_BATCH_SIZES]);

#ifdef __cplusplus
}
#endif
#endif
