// SPDX-License-Identifier: Apache-2.0
// Exact odds: what an action or a plan leads to, up to the next rest node (GG_N_REST).
//
// The walk goes over everything chance may do; positions with equal facts are one, with the sum of
// their weights. Weights are whole numbers of as many words as they need: a share is exact or it is
// not given. Decisions met on the way follow a named assumption, and where it might have been
// otherwise (a window, a sealed choice) other rows tell what the other answer would have led to.
//
// Only what the viewer knows is used. What is hidden from him is dealt anew: by the game's worlds()
// where the deals can be counted, so that the share of each row is exact; otherwise by resample(),
// some worlds with the same dice for everybody, and the answer says that it is not exact and within
// what bounds its headline lies. The true world is never looked at.
#ifndef GROGNARD_ODDS_H
#define GROGNARD_ODDS_H

#include "grognard/engine.h"
#include "grognard/text.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------- whole numbers
enum { GG_BIG_WORDS = 64, GG_BIG_TEXT = GG_BIG_WORDS * 20 + 1 };

// A natural number, lowest word first. Words from `words` on mean nothing.
typedef struct gg_big {
    uint32_t words; // 0: the number 0; otherwise the last one is not 0
    uint64_t word[GG_BIG_WORDS];
} gg_big;

void gg_big_set(gg_big *big, uint64_t value);
void gg_big_copy(gg_big *to, const gg_big *from);
// False: it does not fit, and the number is as it was.
bool gg_big_times(gg_big *big, uint64_t factor);
bool gg_big_add_times(gg_big *sum, const gg_big *big, uint64_t factor);
bool gg_big_multiply(const gg_big *a, const gg_big *b, gg_big *out); // out is neither
void gg_big_minus(gg_big *big, const gg_big *less);                  // less is not greater
int gg_big_compare(const gg_big *a, const gg_big *b);
void gg_big_over(const gg_big *a, const gg_big *b, gg_big *out); // how often b goes into a
uint64_t gg_big_divide(gg_big *big, uint64_t by);                // returns the rest
void gg_big_gcd(const gg_big *a, const gg_big *b, gg_big *out);
double gg_big_share(const gg_big *part, const gg_big *whole); // to be printed, never to decide
size_t gg_big_text(const gg_big *big, char out[GG_BIG_TEXT]);
// "n/d" in lowest terms; the length.
enum { GG_SHARE_TEXT = 2 * GG_BIG_TEXT };
size_t gg_share_text(const gg_big *part, const gg_big *whole, char out[GG_SHARE_TEXT]);

// -------------------------------------------------------------------------------- the question
// What seats are assumed to do on the way. Sensible: what the game's policy plays. None: they
// decline and stop as soon as they may. All: they take every chance to react. What neither says is
// left to the policy.
typedef enum gg_assume { GG_ASSUME_SENSIBLE, GG_ASSUME_NONE, GG_ASSUME_ALL, GG_ASSUMES } gg_assume;

extern const char *const gg_assume_token[GG_ASSUMES];
bool gg_assume_find(const char *token, gg_assume *out);
const char *gg_say_assume(gg_assume assume, gg_lang lang); // for people

enum {
    GG_ODDS_STATES = 1000000, // merged states of one question: a program of one's own
    GG_ODDS_MEGABYTES = 256,
    GG_ODDS_STATES_SERVER = 50000, // on a server
    GG_ODDS_MEGABYTES_SERVER = 64,
    GG_ODDS_WORLDS = 24,    // dealt where they cannot be counted
    GG_ODDS_COUNTED = 1024, // counted at most
    GG_ODDS_ROWS = 64,
    GG_ODDS_CHANGES = 32,    // rows of sensitivity
    GG_ODDS_OUTCOMES = 4096, // different outcomes of one question
};

typedef struct gg_odds_wish {
    uint32_t states;     // 0: GG_ODDS_STATES; a question stops there and gives bounds
    uint32_t worlds;     // 0: GG_ODDS_WORLDS
    uint8_t assume;      // gg_assume
    uint8_t plain;       // 1: rows of the assumption alone, no other answers
    uint8_t insensitive; // 1: no rows of sensitivity
} gg_odds_wish;

// ---------------------------------------------------------------------------------- the answer
typedef struct gg_odds_outcome {
    gg_big weight;         // out of the row's total
    uint32_t first, count; // its lines in the answer's effects
} gg_odds_outcome;

typedef enum gg_odds_instead {
    GG_ODDS_ASSUMED, // as assumed
    GG_ODDS_NEVER,   // the window `node` is always declined
    GG_ODDS_ALWAYS,  // the window `node` is always used
    GG_ODDS_SEALED,  // the other seat answers the sealed `node` with `action`
} gg_odds_instead;

typedef struct gg_odds_row {
    uint64_t share, shares; // of the worlds; 0 for a row that is not as assumed
    uint8_t instead;        // gg_odds_instead
    uint8_t node;
    uint8_t alike;  // bits by gg_odds_instead: that row would say the same and is not repeated
    uint8_t window; // its node then
    gg_action action;
    bool revealed; // `told` is the event by which everybody learns of the sealed answer
    gg_event told;
    uint32_t first, count; // its outcomes, the likeliest first
    uint32_t states;       // merged states walked
    uint32_t world, mixed; // the first of its worlds, by number; so many, it and those behind it
    // What is said of its worlds, line by line: the label, 0 = nothing, and every value that one of
    // them has, a bit for each from 0 to 63.
    uint16_t said[GG_WORLD_LINES];
    uint64_t values[GG_WORLD_LINES];
    gg_big total;     // what its weights add up to, with `cut`
    gg_big cut;       // weight that a limit left unwalked
    gg_big headline;  // weight of the answer's headline
    gg_ledger ledger; // how the action is reckoned in this world, for its name
    gg_world named;   // of that, what is true of all its worlds
} gg_odds_row;

// What one element more or less would change: the headline then.
typedef struct gg_odds_change {
    gg_action action; // the step that is added, left out, or played in place of the last one
    uint8_t without;  // 1: left out
    uint8_t instead;  // 1: in place of the last one
    int8_t shift;     // +1, -1: no step; what `label` says stands one better or worse
    uint16_t label;
    double before, after; // of the headline: over all worlds where they are counted and few, else
                          // in the first one
    gg_big part, whole;   // the same, exactly: after
} gg_odds_change;

typedef struct gg_odds_answer {
    bool exact;      // every share and every weight is exact
    bool counted;    // the worlds were counted, not dealt
    uint32_t worlds; // that the rows are made of
    uint32_t states; // merged states walked, all rows together
    uint8_t assume;  // gg_assume
    uint32_t rows, outcomes, effects, changes;
    gg_odds_row row[GG_ODDS_ROWS];
    gg_odds_change change[GG_ODDS_CHANGES];
    const gg_odds_outcome *outcome;
    const gg_effect *effect;
    // The headline: that the first thing wanted (if there is none, feared) happens at all; its
    // value is the least that does, and with `more` there are outcomes with more of it. Label 0:
    // nothing changes. Its chance lies between low and high; they are equal when it is exact.
    gg_effect headline;
    bool more;
    double low, high;
} gg_odds_answer;

// The memory of one asker: opened once per game, used by one thread at a time.
typedef struct gg_odds gg_odds;
// `megabytes`: 0 for GG_ODDS_MEGABYTES; reserved at once, used as far as needed.
gg_status gg_odds_open(gg_odds **odds, const gg_game *game, uint32_t megabytes);
void gg_odds_close(gg_odds *odds_or_null);

// What `plan` (of the viewer, who is to act; legal step by step, an open draft is closed as it
// stands) leads to. The answer belongs to `odds` and lives until it is asked again. GG_REFUSED with
// a verdict: a step is not legal. GG_NOT_ALLOWED: the game tells no outcomes, or a plan without
// steps where no chance decides. GG_FULL: a weight beyond GG_BIG_WORDS, or too many outcomes.
gg_status gg_odds_ask(gg_odds *odds, const gg_position *at, int viewer, const gg_plan *plan,
                      const gg_odds_wish *wish, const gg_odds_answer **answer, gg_verdict *verdict);
// The same for what chance does next, all cards open: for those who may see all.
gg_status gg_odds_of_chance(gg_odds *odds, const gg_position *at, const gg_odds_wish *wish,
                            const gg_odds_answer **answer);
// The same from what a viewer knows; outcomes are counted from this position on.
gg_status gg_odds_of_throw(gg_odds *odds, const gg_position *at, int viewer,
                           const gg_odds_wish *wish, const gg_odds_answer **answer);

// What each face of one die leads to, where that is the first that chance decides: the line of a
// table that players know. Of a row of several worlds, over all of them.
enum { GG_ODDS_FACES = 6 };
typedef struct gg_odds_face {
    uint32_t outcome; // the likeliest after it, among those of the answer
    double share;     // its chance then; below 1 more is still to fall
} gg_odds_face;
// Of a row as assumed, after gg_odds_ask(). How many faces; 0: it is not decided so.
uint32_t gg_odds_faces(gg_odds *odds, uint32_t row, gg_odds_face out[GG_ODDS_FACES]);

// ------------------------------------------------------------------------------------ in words
// Members of the open object: exact, states, rows, headline, sensitivity, assume.
void gg_json_odds(gg_json *json, const gg_position *at, const gg_odds_answer *answer, gg_lang lang);
size_t gg_say_effect(const gg_position *at, const gg_effect *effect, gg_lang lang, char *out,
                     size_t cap);
// The headline of an answer: "at least 1 figure lost" where it may be more.
size_t gg_say_headline(const gg_position *at, const gg_effect *headline, bool more, gg_lang lang,
                       char *out, size_t cap);
// "without the walker", "one more column": what is changed, without what it changes.
size_t gg_say_odds_change(const gg_position *at, const gg_odds_change *change, gg_lang lang,
                          char *out, size_t cap);
// What makes the row's world or answer different from the others; empty when there is one only.
size_t gg_say_odds_row(const gg_position *at, const gg_odds_answer *answer, uint32_t row,
                       gg_lang lang, char *out, size_t cap);

#ifdef __cplusplus
}
#endif
#endif
