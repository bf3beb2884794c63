// SPDX-License-Identifier: Apache-2.0
// One walk of odds: from a state to the next rest nodes, in one world and under one assumption.
// odds_ask.c makes an answer of several.
#ifndef GG_ENGINE_WALK_H
#define GG_ENGINE_WALK_H

#include "grognard/odds.h"
#include "known.h"
#include "odds_inside.h"

static_assert(sizeof(gg_effect) == 8, "lines of an outcome are hashed as 64-bit words");

enum {
    WALK_EFFECTS = 1 << 16, // lines of all outcomes of one question
    WALK_ROUNDS = 1 << 16,  // batches followed without an end
    WALK_BATCHES = 24,      // kinds of places where states wait apart
    WALK_ANSWERS = 24,      // other answers at a sealed node that are looked at
    WALK_NO_NODE = 0xff,
    WALK_LANE = GG_BIG_WORDS / 2, // words of a weight, where a state has two
};

// How decisions are made on the way.
typedef struct walk_rule {
    int viewer;
    gg_assume assume;
    uint8_t instead, node; // gg_odds_instead, at every decision of this node
    gg_action action;      // GG_ODDS_SEALED: the answer there
    odds_measure *worth;   // an outcome is what the state is worth to `viewer`, a seat; or NULL
    int shift;             // +1, -1: chances stand one better or worse, as far as shift() can
    bool roll;             // a chance that rests is rolled all the same: it is asked about
} walk_rule;

// What the walk met and may be asked about.
typedef struct walk_met {
    uint8_t window, sealed; // the first of each where another answer was possible, or WALK_NO_NODE
    uint32_t answers;       // of the other seat at the sealed one
    gg_action answer[WALK_ANSWERS];
    bool revealed[WALK_ANSWERS]; // beside them: is there an event by which it will be learned?
    gg_event told[WALK_ANSWERS];
    unsigned shifted; // the label of what was shifted, 0 = nothing
    bool shiftable;   // a chance was met that could be
} walk_met;

// States that wait at one kind of place: they are followed together; until then equal ones meet.
typedef struct walk_batch {
    uint32_t place; // how deep its stack is, downwards, then the node
    uint32_t head, count;
    uint64_t scale[2]; // the least numbers whose product all its chances divide, word by word
    gg_known known;
} walk_batch;

typedef struct walk {
    const gg_game *game;
    const void *table;
    walk_rule rule;
    walk_met met;
    uint8_t start; // a sealed node that is not left before all have answered, or WALK_NO_NODE

    unsigned char *pool; // slots: weight, then what is kept of the state
    size_t stride, block;
    uint32_t blocks;
    unsigned char *root, *here, *there;    // the first state; the one followed; what it leads to
    uint32_t slots, fresh, spare, waiting; // spare: the first slot that was left, linked
    uint32_t *link;                        // of each slot: the next of its batch, or of the spare
    walk_batch batch[WALK_BATCHES];
    uint32_t batches;
    gg_known leaves, told, seen; // seen: where outcomes of this batch have led, by focus()
    gg_known asked;              // what the policy has said in this question, in all its walks
    gg_action *said;
    uint32_t sayings, room; // said; how many there is room for
    gg_action *list;
    gg_outcome *chance, *other;
    uint64_t *leads; // beside `chance`
    gg_course *course;
    void *before, *blank;
    gg_effects effects;
    gg_events events; // of one answer that is tried out

    // Two lanes: what happens as assumed, and what would if the first window that is met were
    // always used. They share most of their states, each of which has a weight for either.
    uint32_t lanes;
    gg_odds_outcome *twin; // outcomes of the second lane, the last time that there were two
    uint32_t twins, twin_states;
    gg_big twin_total;

    gg_odds_outcome *outcome; // of the whole question; this walk's are from `first` on
    uint32_t first, outcomes, effect_count;
    gg_effect *effect;
    gg_big total, cut;
    uint64_t scale[2]; // of the batch that is followed
    uint32_t words;    // of weights now
    uint32_t states, limit;
    gg_status status;
} walk;

gg_status walk_open(walk *w, const gg_game *game, size_t bytes);
void walk_close(walk *w);
// Another question: what was said about the last one is forgotten.
void walk_forget(walk *w);
// From `state`, which the plan has led to, to the next rest nodes; outcomes are counted from
// `before` and added behind those that are there. GG_FULL: what does not fit.
gg_status walk_run(walk *w, const void *before, const void *state);
// The second lane's outcomes become those of a walk that has just ended. GG_FULL: too many.
gg_status walk_twin(walk *w);
// Weights times a number; false: one does not fit.
bool walk_scale(gg_odds_outcome *outcome, uint32_t n, gg_big *cut, const gg_big *by);
// The outcome of a row with the same lines, or NULL.
gg_odds_outcome *walk_same_outcome(const walk *w, const gg_odds_row *row,
                                   const gg_odds_outcome *one);
// Outcomes of the last walk go into a row, which ends right before them; lines from `effects` on
// are theirs. False: a weight does not fit.
bool walk_join(walk *w, gg_odds_row *row, uint32_t effects);
// Outcomes from `first` on, the likeliest first.
void walk_sort(walk *w);
// Does the walk end here?
bool walk_rests(const walk *w, gg_turn turn);
// What the rule makes the seat do here.
gg_action walk_decide(walk *w, const void *state, gg_turn turn);

#endif
