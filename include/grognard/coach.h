// SPDX-License-Identifier: Apache-2.0
// The coach: what a seat might do next and why, what the other side's last move has changed, and,
// when a match is over, how the chance to win went from hand to hand.
//
// While a match goes on the coach knows what the seat that asks knows, and no more: plans are
// compared, followed and told in worlds dealt from its knowledge. Of a match that is over it looks
// at everything.
#ifndef GROGNARD_COACH_H
#define GROGNARD_COACH_H

#include "grognard/match.h"
#include "grognard/odds.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- hints
enum { GG_HINTS = 3, GG_HINT_STATES = 10000 };

typedef struct gg_hint {
    gg_advice advice;
    bool equal; // to the best, as far as could be measured; the best itself always
    // Of a long plan the steps that not all plans have: these are told, and that there are others.
    gg_plan own;
    // What it leads to by the next rest, from what the seat knows: whether what matters first
    // comes (label 0: nothing is told), and the likeliest outcome with its chance.
    gg_effect headline;
    bool more; // some outcomes have more of it
    double low, high;
    gg_effects likeliest;
    double share;
} gg_hint;

// The best plans of a seat that is to decide, best first, by the thinker's budget. `odds` may be
// NULL: then nothing is told of what they lead to. The same answer for the same seed and nodes. 0:
// it has nothing to decide.
uint32_t gg_coach_hints(gg_thinker *thinker, gg_odds *odds_or_null, const gg_position *at, int seat,
                        uint64_t seed, gg_hint out[GG_HINTS]);

// What a plan does, in the words of buttons and names: "Attack: 1506, 5DP 13 · Add a unit: 5DP 15".
// Who reads it may not know all its pieces: those that he does not see are called hidden.
size_t gg_say_plan(const gg_position *at, int reader, const gg_plan *plan, gg_lang lang, char *out,
                   size_t cap);
// The plan of a hint: of one that is long, what sets it apart from the others.
size_t gg_say_hint_plan(const gg_position *at, const gg_hint *hint, gg_lang lang, char *out,
                        size_t cap);
// What it leads to, in a sentence; empty when there is nothing to tell.
size_t gg_say_hint(const gg_position *at, const gg_hint *hint, gg_lang lang, char *out, size_t cap);
// Members of the open object: words of the plan, chance, error, equal, what it leads to, the answer
// feared. Chances are millionths.
void gg_json_hint(gg_json *json, const gg_position *at, int seat, const gg_hint *hint);

// -------------------------------------------------------------------------- the other's last move
// What the others have done since the viewer decided last, as he sees it.
typedef struct gg_deed {
    uint32_t first, last;  // entries
    int seat;              // who decided first among them
    gg_effects changed;    // what the viewer counts: good is what he wants
    int32_t before, after; // his chance to win, of GG_SURE, from what he knew each time
    uint32_t heaviest;     // the entry that changed it most, 0: none did
} gg_deed;

// Among the first `upto` entries. GG_NOT_ALLOWED: nobody else has decided since, or the viewer is
// no seat.
gg_status gg_coach_deed(gg_thinker *thinker, const gg_match *match, int viewer, uint32_t upto,
                        gg_deed *out);
// In one or two sentences. `at` is any position of the match.
size_t gg_say_deed(const gg_position *at, const gg_deed *deed, gg_lang lang, char *out, size_t cap);

// ---------------------------------------------------------------------------------------- review
// How a finished match was won. Chances are the first seat's, of GG_SURE: what value() says of the
// next rest, its mean over all that chance may still do on the way to it.
//
//   luck     a chance event: what fell, less the mean of all that might have fallen
//   skill    a decision: the chance after it less the chance before, for who decided
//   residue  what neither is: value() at odds with itself before and after a throw, how far it was
//            from the result when the match ended, a resignation, a clock; so that start + luck +
//            skill of the first - skill of the second + residue is the result
enum { GG_REVIEW_MAX = 32768, GG_MOMENTS = 5, GG_REVIEW_STATES = 5000 };

typedef struct gg_review_point {
    uint32_t entry;
    int32_t chance; // after it
    int32_t luck;   // that this entry gave the first seat
    uint8_t seat;   // who decided, or GG_CHANCE, GG_NOBODY
    bool rest;      // nothing was open after it
} gg_review_point;

// From one rest to the next: a decision and what came of it. What only ends a phase counts with
// what the same seat does next: `before` is the chance before it.
typedef struct gg_moment {
    uint32_t first, last;
    int seat; // who decided first, or GG_CHANCE
    int32_t before, after, luck;
} gg_moment;

typedef struct gg_review {
    int32_t start, end; // of the first seat
    int32_t luck, residue;
    int32_t skill[GG_SEATS_MAX]; // each for himself
    uint32_t points, moments;
    uint32_t rough;               // evaluations that are value() as it stood: a limit was reached
    gg_moment moment[GG_MOMENTS]; // the largest changes, in the order of the match
} gg_review;

typedef struct gg_review_wish {
    uint32_t states;          // of one walk; 0: GG_REVIEW_STATES
    bool (*stop)(void *user); // asked again and again: the rest is reckoned roughly; NULL: never
    void *user;
} gg_review_wish;

// `point` has room for GG_REVIEW_MAX; entries beyond are left out. GG_NOT_ALLOWED: the match is not
// over, not of two seats, or its game has no value().
gg_status gg_review_match(gg_odds *odds, const gg_match *match, const gg_review_wish *wish,
                          gg_review *out, gg_review_point *point);

// What made it: a good decision, a bad one, or mostly chance.
typedef enum gg_moment_kind { GG_MOMENT_DECISION, GG_MOMENT_SLIP, GG_MOMENT_LUCK } gg_moment_kind;
gg_moment_kind gg_moment_kind_of(const gg_moment *moment);
extern const char *const gg_moment_token[];
// What was done and what came of it, all cards open.
size_t gg_say_moment(const gg_match *match, const gg_moment *moment, gg_lang lang, char *out,
                     size_t cap);
// Members of the open object: sums by seat, the curve at every rest, the moments.
void gg_json_review(gg_json *json, const gg_match *match, const gg_review *review,
                    const gg_review_point *point);

#ifdef __cplusplus
}
#endif
#endif
