// SPDX-License-Identifier: Apache-2.0
// The conformance suite: what every game of the contract must keep to, asked of a game through its
// table alone. A property has a name, a number of cases and a first counterexample; a game passes
// when no property has one. The suite is itself tested on broken games (broken.c).
#ifndef TESTS_CONFORM_H
#define TESTS_CONFORM_H

#include <stdio.h>

#include "base/hash.h"
#include "grognard/odds.h"

// NEED: zero cases is a failure, because every game has something to ask; MAY: a game without
// drafts (or windows, or hidden facts) has nothing to ask, and that is said.
// clang-format off
#define CONFORM_PROPERTIES(P)                                                                      \
    P(LIMITS, "limits", NEED, "sizes and counts are within the contract's limits")                 \
    P(TEXTS, "texts", NEED, "both languages everywhere, valid UTF-8, nodes have prompts")          \
    P(PLACEHOLDERS, "placeholders", NEED, "every {x} has a domain and every domain its {x}")       \
    P(TOKENS, "tokens", NEED, "tokens are plain words, unique in their table")                     \
    P(TABLES, "tables", NEED, "indices between tables point into them")                            \
    P(FIELDS_TILE, "fields_tile", NEED, "the fields tile the facts without a gap")                 \
    P(CELLS, "cells", NEED, "every place of every surface is described by known faces")            \
    P(PREPARE, "prepare", NEED, "every offered scenario prepares, refused options say why")        \
    P(OWN, "own", MAY, "a shipped scenario read as a player's own is the same scenario")           \
    P(LEGAL_SHAPE, "legal_shape", NEED, "lists are not empty, ascend, within max_legal")      \
    P(LEGAL_TYPED, "legal_typed", NEED, "listed verbs are the node's, operands in domain")    \
    P(LEGAL_IS_CHECK, "legal_is_check", NEED, "what is listed is allowed and nothing else")        \
    P(OTHERS_NOTHING, "others_nothing", NEED, "other seats have no list and are refused")          \
    P(FOREIGN_VERBS, "foreign_verbs", NEED, "verbs of other nodes and raw words are refused")      \
    P(VERDICT_AGREES, "verdict_agrees", NEED, "check answers the same with and without a verdict") \
    P(REFUSAL, "refusal", NEED, "a refusal is in the table, cites a rule, has sayable arguments")  \
    P(CHECK_PURE, "check_never_writes", NEED, "check leaves state and table alone")                \
    P(READS_PURE, "reads_never_write", NEED, "no other reader writes to state or table")           \
    P(APPLY_SAME, "apply_same", NEED, "copies acted upon give the same bytes, events or none")     \
    P(SOUND, "sound", NEED, "sound after every action and resample")                               \
    P(SOUND_REFUSES, "sound_refuses", NEED, "each fact out of bounds in turn is refused")          \
    P(SOUND_FLOW, "sound_flow", NEED, "each part of the frame stack broken in turn is refused")    \
    P(DERIVE, "derive", MAY, "derive makes every derived byte from the facts alone")               \
    P(DRAFT, "draft", MAY, "a draft step keeps the seat, reveals nothing, draws nothing, goes on") \
    P(WINDOW, "window", MAY, "a reaction window can be declined")                                  \
    P(CHANCE, "chance", MAY, "outcomes ascend, weights are positive and add up to the tickets")    \
    P(ROLL, "roll", MAY, "roll gives each outcome exactly its weight in tickets")                  \
    P(FOCUS, "focus", MAY, "outcomes said to lead to the same state do")                           \
    P(COURSES, "courses", MAY, "chances taken together lead where they lead one by one")           \
    P(EVENTS, "events", NEED, "kinds, rules and arguments of events are in their tables")          \
    P(EVENTS_QUIET, "events_tell_no_more", MAY, "visible events tell no more than visible facts")  \
    P(ENDS, "ends", NEED, "games end within max_steps")                                            \
    P(SCORE, "score", NEED, "half-points are 0, 1 or 2 and share out two per pair")                \
    P(VIEW, "view", NEED, "pieces and gauges are in their tables, places on their surface")        \
    P(PLAN, "plan", MAY, "plans are deterministic, capped, legal at every step")                   \
    P(POLICY, "policy", MAY, "the rollout policy is legal")                                        \
    P(CLOCK, "clock", MAY, "player-turns done never become fewer, and grow in a game")             \
    P(ZERO_SUM, "zero_sum", MAY, "what is said to be good for one seat is bad for the other")      \
    P(NOTATION, "notation", NEED, "actions are written and read back as themselves")               \
    P(REDACT, "redact", NEED, "redact is idempotent and hides nothing from the umpire")            \
    P(TWIN_DIFFERS, "twin_differs", MAY, "9 of 10 twins are another world where one exists")       \
    P(TWIN_HIDDEN, "twin_hidden", MAY, "every fact that is blanked is also dealt anew")            \
    P(TWIN_TURN, "twin_turn", NEED, "twins: whose turn, node and dice")                            \
    P(TWIN_VIEW, "twin_view", NEED, "twins: the view")                                             \
    P(TWIN_LEGAL, "twin_legal", NEED, "twins: the legal list")                                     \
    P(TWIN_VERDICT, "twin_verdict", NEED, "twins: every refusal")                                  \
    P(TWIN_EXPLAIN, "twin_explain", MAY, "twins: the ledger")                                      \
    P(TWIN_PLAN, "twin_plan", MAY, "twins: plans shown as ghosts")                                 \
    P(TWIN_POLICY, "twin_policy", MAY, "twins: what a standing order plays")                       \
    P(TWIN_OVERLAY, "twin_overlay", MAY, "twins: overlays")                                        \
    P(TWIN_REDACT, "twin_redact", NEED, "twins: redacted facts")                                   \
    P(TWIN_RESAMPLE, "twin_resample", NEED, "twins: resampled by the same generator")              \
    P(TWIN_THINK, "twin_think", NEED, "twins: the choice of a brain")                              \
    P(TWIN_EVENTS, "twin_events", NEED, "twins: what follows an action, unless both reveal")       \
    P(TWIN_UNDO, "twin_undo", NEED, "twins: whether it can be taken back")                         \
    P(REST, "rest", NEED, "a seat decides at some node where no procedure is open")                \
    P(OUTCOME, "outcome", MAY, "nothing between equal states, lines in their tables")              \
    P(WORLDS, "worlds", MAY, "worlds that are listed are sound, apart, and look alike")            \
    P(TWIN_OUTCOME, "twin_outcome", MAY, "twins: what an action led to, as far as it is seen")     \
    P(TWIN_ODDS, "twin_odds", MAY, "twins: the odds of an action")                                 \
    P(TWIN_HINT, "twin_hint", NEED, "twins: what the coach says")                                  \
    P(TWIN_BATCH, "twin_batch", NEED, "twins: what a learner observes and may choose")
// clang-format on

typedef enum property {
#define P(name, token, need, text) P_##name,
    CONFORM_PROPERTIES(P)
#undef P
        PROPERTIES
} property;

enum { WHY_MAX = 400, CANARIES = 8 };

typedef struct tally {
    uint64_t cases, failed;
    char first[WHY_MAX];
} tally;

typedef struct sizes {
    uint32_t games;  // walked, every node looked at
    uint32_t probed; // nodes probed with every operand value
    uint32_t states, twins;
    uint32_t thinks; // states where brains are compared
    uint32_t deep;   // nodes looked at with every question; beyond them only some are asked
    uint64_t seed;
} sizes;

typedef struct twin_rows twin_rows; // batch.c

typedef struct suite {
    const gg_game *game;
    sizes size;
    tally tally[PROPERTIES];

    gg_position at; // the game being walked
    gg_rng rng;
    gg_turn turn;
    bool light;     // at this node only some questions are asked
    bool by_brain;  // this game is played by a brain, not at random
    bool drafting;  // the seat to act has open steps
    uint64_t grown; // actions after which more player-turns were done
    uint32_t game_no, step, longest_list, longest_game;
    gg_action *list;  // legal list of the node, max_legal + CANARIES
    gg_action *other; // a second one
    uint32_t n;       // actions in `list`
    gg_outcome *outcomes;
    uint64_t *weights;
    gg_plan *plans, *plans2;
    unsigned char *a, *b, *c, *d, *table; // copies of states, and of the table
    gg_events events, events2;
    gg_view view, view2;
    gg_overlay overlay, overlay2;

    uint64_t nodes, deep_nodes; // met, and looked at with every question
    uint64_t probed, visits[256], probed_at[256], sampled_at[256];
    uint64_t exhausted; // chance nodes whose tickets were all tried
    uint64_t twins_possible, twins_different;
    uint64_t blanked[256], varied[256]; // per field: hidden from a viewer; different in a twin
    uint64_t thought;
    gg_thinker *thinker;
    twin_rows *rows;
    gg_odds *odds; // NULL: the game tells no outcomes
    uint32_t asked;
    gg_effects effects, effects2;
} suite;

// main.c: the books
extern const char *conform_doing; // told when a game crashes
void fail(suite *s, property p, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define EXPECT(s, p, cond, ...)                                                                    \
    do {                                                                                           \
        (s)->tally[p].cases++;                                                                     \
        if (!(cond)) fail(s, p, __VA_ARGS__);                                                      \
    } while (0)

const char *property_token(property p);
bool suite_open(suite *s, const gg_game *game, const sizes *size);
void suite_run(suite *s);
void suite_close(suite *s);
// Opens the position of the n-th variant: offered scenarios in turn, then random options.
bool suite_variant(suite *s, uint32_t number);
const char *action_text(const suite *s, gg_action action); // "verb a b c", a ring of buffers

// tables.c: what can be said without playing
void conform_tables(suite *s);
void conform_own(suite *s);
unsigned domain_values(const gg_game *game, unsigned domain);
bool in_domain(const gg_game *game, unsigned domain, int value);

// probe.c: the judge
void probe_node(suite *s);       // every operand value
void probe_neighbours(suite *s); // one operand changed
gg_action probe_random(suite *s, unsigned node);
bool listed(const gg_action *list, uint32_t n, gg_action action);

// walk.c: whole games
void conform_walk(suite *s);
bool fit_for_brains(const suite *s);
gg_action walk_choose(suite *s); // a legal action of the node, or a rolled outcome

// focus.c: short cuts of who follows all of a chance; the node's outcomes are in s->outcomes
void conform_focus(suite *s, uint32_t n);
void conform_courses(suite *s); // writes over them

// chance.c, corrupt.c, look.c: parts of the walk
void conform_chance(suite *s);
void conform_corrupt(suite *s);
void conform_look(suite *s);
void conform_plans(suite *s);
void conform_quiet(suite *s);

// twins.c
void conform_twins(suite *s);

// odds.c
void conform_rest(suite *s);
void conform_outcome(suite *s, const void *before, const void *after);
void conform_twin_outcome(suite *s, int viewer, const void *one, const void *two, const void *after,
                          const void *twin_after);
void conform_twin_odds(suite *s, int viewer, void *twin);

// coach.c
void conform_twin_hint(suite *s, int viewer, void *twin);

// batch.c
void conform_twin_batch(suite *s, int viewer, void *twin);
void conform_batch_close(suite *s);

// broken.c: the suite must catch each of these; returns the number it missed
int conform_self_test(unsigned *caught);

#endif
