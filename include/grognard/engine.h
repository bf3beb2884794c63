// SPDX-License-Identifier: Apache-2.0
// What the engine offers on top of a game table: the registry, positions, what viewers see, random
// play. The match (log, dice, undo) is in match.h, words and notation in text.h.
#ifndef GROGNARD_ENGINE_H
#define GROGNARD_ENGINE_H

#include "grognard/game.h"
#include "grognard/status.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------- registry
unsigned gg_game_count(void);
const gg_game *gg_game_at(unsigned index);
const gg_game *gg_game_find_or_null(const char *id);

// What `grognard bench` measures of one game alone (games/registry.def); NULL: nothing.
typedef struct gg_bench {
    const gg_game *game;
    // The question that everything else waits for (a sight test), asked n times about random
    // things; the sum of the answers.
    const char *drill_word;
    uint64_t (*drill)(const void *t, gg_rng *rng, uint32_t n);
    // An event counted in random play (the activation of a unit), by its token.
    const char *tally_word, *tally_event;
} gg_bench;
const gg_bench *gg_bench_or_null(const gg_game *game);

// -------------------------------------------------------------------------------------- positions
// A game in progress: the table and the state, in memory the position owns. One allocation.
// What is read again and again lies together, before the request with its texts.
typedef struct gg_position {
    const gg_game *game;
    void *table, *state;
    gg_request request;
} gg_position;

// Scenario 0 and every option at its standard value.
void gg_request_standard(const gg_game *game, gg_request *request);
// The lists that are usual in the request's scenario, chosen already; its options are chosen later.
void gg_request_usual(const gg_game *game, gg_request *request);
// The options of match-up `number` (0 .. n_matchups-1); nothing in a game without match-ups.
void gg_match_up(const gg_game *game, gg_request *request, unsigned number);
// Reads the value of an option: its number, or its name when its values have names.
bool gg_option_read(const gg_game *game, unsigned option, const char *text, int *value);
// Reads a player's own list for a seat into the request, whose scenario and options are chosen
// already. Every fault, as lists.judge() tells them; 0: it is in the request.
uint32_t gg_list_read(const gg_game *game, gg_request *request, int seat, const char *text,
                      size_t size, gg_fault *out, uint32_t cap);
// False: the request has a list that its game, scenario or options do not admit.
bool gg_lists_fit(const gg_game *game, const gg_request *request);
// Reads a scenario of a player's own into a request, of a game that takes such (own.judge); its
// lists come later. Every fault in order of lines; 0: it is in the request.
uint32_t gg_scenario_read(const gg_game *game, gg_request *request, const char *text, size_t size,
                          gg_fault *out, uint32_t cap);
// False: the request has a scenario that its game would not have read like this.
bool gg_scenario_fits(const gg_game *game, const gg_request *request);
// May be copied and changed: it is for players, and no puzzle.
bool gg_scenario_offered(const gg_game *game, unsigned scenario);
// What the scenario of a request is called, and what is said of it: the author's words, or those of
// the table. `out` is used when they are the author's.
const char *gg_scenario_name(const gg_game *game, const gg_request *request, gg_lang lang,
                             char out[GG_SCENARIO_NAME]);
const char *gg_scenario_brief(const gg_game *game, const gg_request *request, gg_lang lang,
                              char out[GG_SCENARIO_BRIEF]);
// A shipped scenario as the text that a player begins with; its length. GG_SCENARIO_FILE is room.
size_t gg_scenario_copy(const gg_game *game, unsigned scenario, char *out, size_t cap);
// Allocates, prepares and sets up. GG_REFUSED with a verdict when options do not go together; its
// refusal is GG_LEGAL when gg_lists_fit() or gg_scenario_fits() says no.
gg_status gg_position_open(gg_position *position, const gg_game *game, const gg_request *request,
                           gg_verdict *verdict);
// A state of zeroes for the caller to fill, at the same table. Tables are shared and read-only.
gg_status gg_position_like(gg_position *position, const gg_position *other);
// The same scenario from its beginning again.
void gg_position_restart(gg_position *position);
void gg_position_close(gg_position *position);

// ------------------------------------------------------------------------- one state, looked at
uint64_t gg_facts_hash(const gg_game *game, const void *state);
// NULL when sound; otherwise the name of the field out of bounds, "derived" when the derived part
// is not what derive() makes, or "sound:LINE". `scratch` has state_bytes.
const char *gg_unsound_or_null(const gg_game *game, const void *table, const void *state,
                               void *scratch, char *why, size_t cap);
// Zeroes `out`, fills viewer, seat and node, and asks the game for the rest.
void gg_view_into(const gg_game *game, const void *table, const void *state, int viewer,
                  gg_view *out);
// The event as this viewer sees it; false when he sees nothing of it.
bool gg_event_for(const gg_game *game, const gg_event *event, int viewer, gg_event *out);
// True when an action with these events may not be taken back.
bool gg_events_reveal(const gg_events *events);
static inline bool gg_is_draft(const gg_game *game, gg_action action) {
    return (game->verbs[gg_verb_of(action)].flags & GG_V_DRAFT) != 0;
}

// -------------------------------------------------------------------------------------------- ways
// Where a piece shall go: a place of a surface, or a point of a plane (cell GG_NO_CELL).
typedef struct gg_goal {
    uint16_t piece; // its handle, or GG_NO_HANDLE: whatever is on its way
    uint16_t cell;
    int16_t x, y;
    uint8_t surface;
} gg_goal;

typedef struct gg_way {
    gg_plan plan; // draft steps, the last one names the place
    int left;     // places the piece could still go to afterwards, where the game tells its reach
} gg_way;

// Does an operand of this action name the place?
bool gg_goal_named(const gg_game *game, const gg_goal *goal, gg_action action);
// Ways to the goal by draft steps of this seat, found on copies: best first (what is left, then the
// fewest steps), at most `cap`. Bounded: some hundreds of positions, some thousands of steps.
uint32_t gg_ways(const gg_position *at, int seat, const gg_goal *goal, gg_way *out, uint32_t cap);

// ------------------------------------------------------------------------------------ random play
typedef struct gg_playout {
    uint64_t steps;   // actions with more than one choice
    uint64_t actions; // all actions
    uint64_t digest;  // folds the facts hash after every action, when asked for
} gg_playout;

// Plays from the present state to the end, uniformly at random, chance by weight, events written.
// `list` has room for max_legal actions.
void gg_playout_random(const gg_position *position, gg_rng *rng, gg_events *events, gg_action *list,
                       gg_playout *out);

// ------------------------------------------------------------------------------------------ seats
// Chooses for a seat by its own knowledge alone: the world it thinks about is resampled first.
// Levels, in rising strength:
//   random     one legal action, each as likely
//   recruit    the game's policy: sensible, without looking ahead
//   sergeant   greedy, but for a share of decisions that a recruit makes
//   greedy     (captain) the macro move of plan() after which appeal() is best, chance right after
//              it counted by its weights and a reaction window by its worst answer
//   colonel    compares greedy's best moves by playing on from them, own turn and the answer, in
//   general    worlds dealt from what the seat knows; a general for longer
typedef enum gg_brain {
    GG_BRAIN_RANDOM,
    GG_BRAIN_GREEDY,
    GG_BRAIN_RECRUIT,
    GG_BRAIN_SERGEANT,
    GG_BRAIN_COLONEL,
    GG_BRAIN_GENERAL,
    GG_BRAINS,
} gg_brain;

// How long a colonel or general thinks about one macro move. By nodes (actions carried out in
// trials, beyond greedy's look) the choice is the same for the same seed on every machine; by time
// it is not. Zeros: the nodes of the level. With both, whichever ends first.
typedef struct gg_budget {
    uint64_t nodes;
    uint32_t ms;
} gg_budget;

// Of a level in a game at this table; 0: it does not search, and the table may be NULL.
uint64_t gg_brain_nodes(const gg_game *game, const void *table, gg_brain brain);

// The memory of one thinker: opened once per game, used by one thread at a time.
typedef struct gg_thinker gg_thinker;
gg_status gg_thinker_open(gg_thinker **thinker, const gg_game *game);
void gg_thinker_close(gg_thinker *thinker_or_null);
// Once `stop` says true gg_think ends soon, with the best plan it has found or any legal action. It
// is asked on the thinking thread, before every plan. NULL: nothing stops it.
void gg_thinker_heed(gg_thinker *thinker, bool (*stop_or_null)(void *user), void *user);

// For every later thought of this thinker. `now_ns` is a clock that only goes forward; it is asked
// between two plans and two trials, in every level, so that a thought ends little later than its
// time. NULL: no time limit, whatever the budget says.
void gg_thinker_budget(gg_thinker *thinker, gg_budget budget,
                       uint64_t (*now_ns_or_null)(void *user), void *user);

// Who has threads may lend them: `crew` has work(user, i) done for every i below n, in any order
// and on any thread, and returns when all is done. By nodes the choice is the same with or without;
// the clock and `stop` are then asked on those threads. NULL: the thinking thread does everything.
typedef void (*gg_crew)(void *crew_user, void (*work)(void *user, unsigned i), void *user,
                        unsigned n);
void gg_thinker_crew(gg_thinker *thinker, gg_crew crew_or_null, void *crew_user);

// Writes the actions of one turn of thought (a macro move up to its confirm) and returns how many;
// the first is legal, each later one must be checked when its turn comes. `rng` decides ties and
// the resampled world. Returns 0 only when `seat` has no legal action. `position` is of the
// thinker's game and is not changed.
uint32_t gg_think(gg_thinker *thinker, gg_brain brain, const gg_position *position, int seat,
                  gg_rng *rng, gg_plan *out);

// A plan that a seat considers, as search judged it: the chance to win after it and how far the
// truth may be from that (one standard error), of GG_SURE; what the enemy most often answered.
enum { GG_SURE = 1 << 16, GG_ADVICE_MAX = 12 };
typedef struct gg_advice {
    gg_plan plan, feared; // feared.steps is 0: no answer was met
    int32_t chance, error;
    uint32_t trials;
} gg_advice;
// The plans compared for this decision, best first, by the thinker's budget (a general's nodes when
// none). It knows what the seat knows. Returns how many.
uint32_t gg_advise(gg_thinker *thinker, const gg_position *position, int seat, gg_rng *rng,
                   gg_advice *out, uint32_t room);
// The chance of `seat` to win as this position stands, of GG_SURE: value() and, with trials, games
// followed until the enemy has answered in worlds that `seat` cannot tell apart from this one.
int32_t gg_win_chance(gg_thinker *thinker, const gg_position *position, int seat, uint32_t trials,
                      gg_rng *rng);

#ifdef __cplusplus
}
#endif
#endif
