// SPDX-License-Identifier: Apache-2.0
// The memory of one thinker, shared by those who use it: one macro move ahead (think.c), search
// (ai.c), the trials it is made of (ai_trial.c). One block, laid out once: thinking allocates
// nothing.
//
// Search works in lanes: world number w of a thought belongs to lane w modulo THINK_LANES, and a
// lane knows nothing of the others. So it does not matter on how many threads they run.
#ifndef GG_ENGINE_THINKER_H
#define GG_ENGINE_THINKER_H

#include "grognard/engine.h"

enum {
    THINK_FINE = 256,     // greedy compares 1/256 of a hundredth of a point
    THINK_WON = 1000000,  // hundredths: no position that goes on is worth a game that is won
    THINK_SURE = 1 << 20, // search compares chances: this one is certain
    THINK_USUAL = 12,     // plans compared by search ..
    THINK_PLANS = 32,     // .. and by one that may take long
    THINK_ROUNDS = 5,     // of dropping half of them
    THINK_LANES = 8,
    THINK_DEPTH = 1,               // decisions after the plan that are learned, of each side
    THINK_PLIES = 2 * THINK_DEPTH, // one's own first, then the enemy's
    THINK_REPLY = THINK_DEPTH,     // the enemy's first
    THINK_ARMS = 16,               // plans known for each ..
    THINK_KNOWN = 6,               // .. that are about the same
    THINK_COLUMNS = 32,            // of what the enemy may choose in secret; no fewer than plans
    THINK_ALONE = 4,               // plans compared beside those of tempers
    THINK_SEGMENTS = 4,            // with lines, in one trial: both sides move and fight
    THINK_LINE = 128,              // macro moves of one ..
    THINK_LINE_STEPS = 1536,       // .. and their steps together
    THINK_LOOKS = 512,             // plans weighed again while one is drawn up
    THINK_OPEN = 0xffff,           // no node: the choice is not made in secret
};

// A plan met at a ply, and what became of it there.
typedef struct think_arm {
    gg_plan plan;
    int64_t sum; // chances of the seat that thinks
    uint32_t visits;
    uint32_t about; // what was to be decided (brain.about)
} think_arm;

typedef struct think_ply {
    think_arm arm[THINK_ARMS];
    uint32_t arms;
} think_ply;

// A plan that search compares with others. Sums are of chances, in THINK_SURE.
typedef struct think_candidate {
    int64_t prior;               // by one of the looks
    int64_t captain;             // by a captain's
    int64_t sum, squares;        // over all trials
    int64_t until[THINK_ROUNDS]; // what the sum was when a round ended
    gg_plan plan;
    uint32_t slot;           // where lanes keep what they learned about it
    uint32_t trials, rounds; // rounds it has been through
    int64_t mix;             // of a secret choice: how often it should be made
} think_candidate;

// A secret choice of both: a row for each plan, by its slot.
typedef struct think_cell {
    int64_t sum;
    uint32_t trials;
} think_cell;

typedef struct think_matrix {
    uint32_t columns;
    uint64_t chosen[THINK_COLUMNS];
    think_cell cell[THINK_PLANS][THINK_COLUMNS];
} think_matrix;

// The best plans by one way to look at them.
typedef struct think_looks {
    think_candidate best[THINK_PLANS];
    uint32_t count;
} think_looks;

// What a captain would do with a segment (ai_line.c): plan i is step[from[i]] to step[from[i + 1]].
typedef struct think_line {
    int16_t seat;
    uint16_t node;
    uint32_t count;
    uint16_t from[THINK_LINE + 1];
    gg_action step[THINK_LINE_STEPS];
} think_line;

typedef struct think_lines {
    uint32_t count;
    unsigned temper; // of the captain who draws them up for the seat that thinks
    think_line line[THINK_SEGMENTS];
} think_lines;

typedef struct think_slot {
    int64_t pass;         // the trial under way
    int64_t sum, squares; // of the worlds that the lane has tried since lanes were last added up
    think_ply ply[THINK_PLIES];
} think_slot;

struct gg_thinker {
    const gg_game *game;
    gg_plan *plans;
    gg_action *list, *answers;
    int64_t *worth[2]; // of each plan: in a set-up, or by both ways in which search looks
    gg_outcome *outcomes;
    bool (*stop)(void *user);
    void *user; // of stop
    // the world as resampled, after a plan, after an answer to it, after an outcome
    void *world, *after, *answered, *rolled;

    gg_budget budget;
    uint64_t (*now_ns)(void *user);
    void *now_user;
    uint64_t until_ns; // 0: no deadline
    uint64_t nodes;    // actions carried out in thought
    unsigned temper;   // of the captain whose appeal it is, 0: the usual one's
    bool by_chance;    // positions are weighed as chances, not as greedy weighs them
    think_looks looks[2];
    uint32_t listed, first; // plans that search looks at, and which of them it meets first
    think_candidate candidate[THINK_PLANS];
    think_matrix matrix;
    think_lines *own;   // from where thought began, by each temper
    think_lines *lines; // what follows each plan, by slot
    think_lines *anew;  // of a lane: the segment that a trial has come to
    gg_crew crew;
    void *crew_user;

    gg_thinker *lane[THINK_LANES]; // of a thinker that searches
    think_slot *slot;              // of a lane: one for each candidate
    uint64_t until;                // of a lane: nodes when lanes are next added up
    uint32_t worlds;               // of a lane: worlds that it has begun
    uint32_t whole;                // of a lane: worlds that were tried with every plan ..
    bool cut;                      // .. and that another was broken off
    gg_thinker *inner;             // of a lane: a captain's thoughts in a trial
    gg_plan going;                 // the plan carried out in a trial, from `next` on
    uint32_t next;
};

// ---- think.c
void think_begin(gg_thinker *k); // a thought: its deadline, its nodes
// Greedy's choice in a world that is dealt already; false when it has none.
bool think_greedily(gg_thinker *k, const void *t, const void *world, int seat, gg_rng *rng,
                    gg_plan *out);
bool think_stopped(gg_thinker *k); // by who waits, or by the deadline
// How many plans the seat has in k->world; think_plan() is the i-th, in `room` where it is made.
uint32_t think_list(gg_thinker *k, const void *t, int seat);
const gg_plan *think_plan(const gg_thinker *k, uint32_t i, gg_plan *room);
// What the seat may do does not depend on what it cannot see; a game that breaks this rule still
// gets a legal action.
bool think_can_begin(const gg_position *position, int seat, const gg_plan *plan);
// Carries the plan out on k->after, a copy of k->world, as far as it is legal and the seat keeps
// the turn. False when its first step is not legal.
bool think_carry_out(gg_thinker *k, const void *t, const gg_plan *plan, int seat);
// What greedy thinks of k->after.
int64_t think_worth(gg_thinker *k, const void *t, int seat, gg_rng *rng);

// ---- ai_chance.c
int64_t think_logistic(int32_t logit); // of thousandths; in THINK_SURE
// The seat's chance to win, as the position stands.
int64_t think_chance(const gg_game *game, const void *t, const void *s, int seat);

// ---- ai_line.c
bool think_has_line(const gg_game *game, unsigned node);
think_line *think_line_of(think_lines *lines, int seat, unsigned node);  // NULL: there is none
think_line *think_new_line(think_lines *lines, int seat, unsigned node); // NULL: no room
// By the seat's captain in the world `s`. `k` is a captain's thinker; its world is lost.
void think_draw_up(gg_thinker *k, const void *t, const void *s, think_line *line);
void think_line_plan(const think_line *line, uint32_t i, gg_plan *out);

// ---- ai_trial.c
// In lane `k`, whose world is dealt; `start` player-turns were done when thinking began.
typedef struct think_trial {
    gg_thinker *k;
    const void *t;
    int seat;
    uint32_t start;
    uint32_t until;           // player-turns done when it ends; 0: when the enemy has answered
    think_ply *ply;           // what was learned about the plan; NULL: nothing is
    think_lines *own, *lines; // of the segment under way, of what follows; NULL: none
    bool draws_up;            // lines of this plan that are not known yet
    bool anew;                // captains draw up each segment as the trial comes to it
    unsigned sealed;          // the node of a secret choice that is thought about, or THINK_OPEN ..
    gg_rng secret;            // .. and by what the enemy makes its own
} think_trial;

int64_t think_root(int64_t square);
uint32_t think_clock(const gg_game *game, const void *t, const void *s);
// Carries the plan out (NULL: none), lets play go on until the trial ends, and weighs.
int64_t think_try(const think_trial *trial, const gg_plan *plan_or_null, gg_rng *dice);

// ---- ai_sealed.c
bool think_is_secret(const think_trial *trial, gg_turn turn); // the enemy is to choose in secret
gg_action think_secret(const think_trial *trial, int seat, gg_rng *secret); // any choice of his
void think_let_choose(const think_trial *trial, gg_rng *secret); // .. if it is his turn in k->after
// What the enemy chose, told by what can be seen when this plan has been answered.
uint64_t think_chosen(const think_trial *trial, const gg_plan *plan);
// Its column; THINK_COLUMNS: there is no room for another.
uint32_t think_column(think_matrix *m, uint64_t chosen);
// How often each row should be played, and what it is worth against whom it should be played.
void think_mix(const think_matrix *m, uint32_t rows, int64_t *mix, int64_t *worth);

// ---- ai.c
// The plan that search finds best; false when it has none.
bool think_search(gg_thinker *k, const gg_position *position, int seat, uint64_t nodes, gg_rng *rng,
                  gg_plan *out);

#endif
