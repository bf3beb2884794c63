// SPDX-License-Identifier: Apache-2.0
// A part of the contract (game.h): what the seats that the program plays, odds and hints ask of a
// game. It has a file of its own because it grows with what programs can do, and game.h with what
// players can.
#ifndef GROGNARD_GAME_H
#include "grognard/game.h" // which includes this file where it belongs
#elif !defined(GROGNARD_BRAIN_H)
#define GROGNARD_BRAIN_H

// Outcomes of chances that follow each other.
enum { GG_COURSES_MAX = 1024, GG_COURSE_STEPS = 6 };

typedef struct gg_course {
    uint64_t weight[2]; // the low word first
    uint64_t lead;
    uint32_t steps;
    gg_action step[GG_COURSE_STEPS];
} gg_course;

// A world that a viewer cannot rule out, for odds. What is said of it (a defence in all, guns on
// the way) makes its row: worlds next to each other with the same lines are one row. Without lines
// each is a row by itself, named by the ledger of the action.
enum { GG_WORLD_LINES = 3 };

typedef struct gg_world {
    uint64_t deals; // equally likely deals that it stands for, against those of the others
    uint32_t lines;
    gg_effect line[GG_WORLD_LINES]; // a value may be 0 here
} gg_world;

// Whom seats that search follow from a move of theirs until the enemy has answered: whoever
// foretells most for his time. With nobody, they look at what the move leads to in more worlds.
enum { GG_LEAN_ONE = 65536 };
typedef enum gg_follow { GG_FOLLOW_NOBODY, GG_FOLLOW_POLICY, GG_FOLLOW_CAPTAINS } gg_follow;

// Plans that are compared by who thinks long.
enum { GG_WIDEST = 32 };

// What a position is made of, as numbers that can be weighed: positive for the first of two seats,
// negative for the second. `grognard fit` finds from played games what each is worth.
enum { GG_FEATURES_MAX = 64, GG_PHASE_END = 256, GG_VALUE_MOST = 10000 };

typedef struct gg_features {
    uint16_t count; // the same in every state
    uint16_t phase; // how far the game is: 0 when it begins, GG_PHASE_END when it ends
    uint8_t set;    // of weights: scenarios that are won in different ways have their own
    int32_t value[GG_FEATURES_MAX];
} gg_features;

// What they are worth (data/weights.txt, compiled when the program is built), in 1/256 of a
// thousandth of a logit for one unit. `weight` is [set][knot][1 + count], a constant first; knots
// stand at equal distances from the beginning of a game to its end, and between two of them a
// weight lies on the line that joins them.
typedef struct gg_weights {
    uint16_t sets, knots, count;
    const int32_t *weight;
} gg_weights;

static inline int64_t gg_weigh_at(const gg_weights *w, const gg_features *f, uint32_t knot) {
    const int32_t *row = w->weight + ((size_t)f->set * w->knots + knot) * (1U + w->count);
    int64_t sum = row[0];
    for (uint32_t i = 0; i < w->count; i++) sum += (int64_t)row[1 + i] * f->value[i];
    return sum;
}

// 1000 times the logit of the first seat's chance to win.
static inline int32_t gg_weigh(const gg_weights *w, const gg_features *f) {
    GG_ASSERT(f->count == w->count && f->set < w->sets && f->phase <= GG_PHASE_END);
    uint32_t place = f->phase * (w->knots - 1U), knot = place / GG_PHASE_END;
    int64_t part = place % GG_PHASE_END, sum = gg_weigh_at(w, f, knot);
    if (part) sum += (gg_weigh_at(w, f, knot + 1) - sum) * part / GG_PHASE_END;
    sum /= 256;
    return (int32_t)(sum > GG_VALUE_MOST    ? GG_VALUE_MOST
                     : sum < -GG_VALUE_MOST ? -GG_VALUE_MOST
                                            : sum);
}

// For seats that the program plays. All [opt].
typedef struct gg_game_brain {
    // How good this is for `seat`: 1000 times the logit of its chance to win where features() is
    // there, in hundredths of a point where it is not.
    int32_t (*value)(const void *t, const void *s, int seat);
    // What value() weighs. [NULL: it is not fitted]
    void (*features)(const void *t, const void *s, gg_features *out);
    const char *const *feature_names; // of a word each, for who reads weights
    const gg_weights *weights;
    // What a captain compares when he looks one macro move ahead, in hundredths of a point: which
    // of two moves is the better one is another question than who wins. [NULL: value()]
    int32_t (*appeal)(const void *t, const void *s, int seat);
    // Captains of other tempers: what one of them, 1 to `tempers`, compares instead of appeal().
    // One who attacks and one who holds what he has differ more in what a whole army does than in
    // what one unit does, so search draws up a line by each (see `lines`). [NULL: none]
    int32_t (*temper)(const void *t, const void *s, int seat, unsigned which);
    uint8_t tempers;
    // 1: what value() says of one of the two seats is minus what it says of the other, so that
    // asking once will do. 0: it need not be, and who wants a balance asks for both
    uint8_t zero_sum;
    // Player-turns done: never less after an action than before, and it grows as a game goes on.
    // Everybody may know it. A thought that follows play for a while ends by this count: a number
    // of actions would favour who does little. [NULL: 0]
    uint32_t (*clock)(const void *t, const void *s);
    // A quick sensible action for rollouts and standing orders `always`. [NULL: uniform choice]
    gg_action (*policy)(const void *t, const void *s, int seat, gg_rng *rng);
    // The same in a world that somebody has dealt already from what a seat knows: nothing hidden
    // need be dealt again. Never asked about the true world. [NULL: policy() looks at nothing that
    // the seat cannot see, and serves both]
    gg_action (*dealt_policy)(const void *t, const void *s, int seat, gg_rng *rng);
    uint8_t follow; // gg_follow
    // How far search believes a captain: what a hundredth of a point of appeal() counts beside the
    // chance to win that trials find, in 1/GG_LEAN_ONE of a sure win. [0: trials alone decide]
    uint16_t lean;
    // Nodes, a bit each, where one seat makes many macro moves in a row (an army moves, then it
    // fights): a thought that has time draws up what a captain would do with all of it and follows
    // that instead of draw(). [0: none]
    uint64_t lines;
    // What is to be decided at a rest, by what the seat that decides can see: in a game where one
    // unit acts at a time, which. Thought that learns what does well there keeps it apart from what
    // it learned of others. 0: nothing that is worth learning. [NULL: always 1]
    uint32_t (*about)(const void *t, const void *s);
    // How many player-turns are done where a thought that begins here stops following play: where a
    // round ends, say, so that nobody is weighed who has acted against one who has not. Everybody
    // may know it, and it is no less than clock(). In a game with lines captains draw up every
    // segment of such a trial when it comes to it, which takes its time: for short games. [NULL, or
    // 0: where the enemy has answered]
    uint32_t (*until)(const void *t, const void *s);
    // Plans that a long thought compares, at most GG_WIDEST. [0: a dozen, like a short one]
    uint8_t wide;
    // How many times the usual nodes a colonel and a general have: where a trial is long, because
    // whole armies move in it. At least 1. [NULL: once]
    uint32_t (*effort)(const void *t);
    // Of a hundred decisions of a sergeant, those that a recruit makes: so many that he stands
    // between a recruit and a captain, which is another share in every game. [0: a third]
    uint8_t errs;
    // Of a hundred decisions of a recruit, those that come by chance alone, out of all that is
    // legal: where the policy is too good for a beginner.
    uint8_t slips;
    // .. and those that a captain would make: where the policy is too poor for a beginner.
    uint8_t grasps;
    // Macro moves for the AI and for ghosts on the page, at most GG_PLANS_MAX. [NULL: each legal
    // action alone]
    uint32_t (*plan)(const void *t, const void *s, int seat, gg_plan *out);
    // One macro move that plan() could list or that is like those, likelier the better it looks,
    // without listing the rest: for play that is followed in thought. False: nothing but a single
    // action, as policy() chooses it. `s` is a world that is dealt already. [NULL: always]
    bool (*draw)(const void *t, const void *s, int seat, gg_rng *rng, gg_plan *out);
    // What a seat sensibly answers in a procedure under way, for odds: by what lies open and what
    // the procedure touches alone, so that it is the same in all deals that one of the worlds()
    // stands for. GG_NO_ACTION: as policy() does. [NULL: always]
    gg_action (*reply)(const void *t, const void *s, int seat);
    // The worlds that this viewer cannot tell apart and that differ in what the procedure begun by
    // `plan` may meet (no steps: by what chance is to decide): states one behind the other in
    // `out`, beside them what each stands for. Like resample() it knows only what the viewer knows.
    // Returns how many worlds there are, 0 = more than `room`, or they cannot be counted. [NULL:
    // the engine deals some with resample() and says so]
    uint32_t (*worlds)(const void *t, const void *s, int viewer, const gg_plan *plan, void *out,
                       uint32_t room, gg_world *about);
    // What if the chance that is to decide here stood one better (+1) or worse (-1) for who brought
    // it about, though nobody offers it: a column of a table. Changes the state, which is a copy,
    // and returns the label that says what was changed; 0 = nothing can be. [NULL: never]
    unsigned (*shift)(const void *t, void *s, int by);
    // What decides where a chance leads, for who follows all of it. `s` is a copy of a state where
    // chance is to move: what no longer matters once it has moved is blanked in it, and `leads`
    // gets a number for each of the `n` outcomes. Two outcomes, be they of two states, lead to the
    // same state when the copies and the numbers are equal. False: nothing is gained here, the copy
    // and the numbers mean nothing. [NULL: every outcome is carried out]
    bool (*focus)(const void *t, void *s, const gg_outcome *outcomes, uint32_t n, uint64_t *leads);
    // Chances that follow each other at once, taken together: rows of outcomes, each with its
    // weight out of the product of[0] * of[1], one at least for every state that they may lead to.
    // `copy` gets the state blanked like focus()'s. NULL, NULL: `of` alone is wanted. 0 = one by
    // one. [NULL: always]
    uint32_t (*courses)(const void *t, const void *s, void *copy, gg_course *out, uint64_t of[2]);
} gg_game_brain;

#endif
