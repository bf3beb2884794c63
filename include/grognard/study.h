// SPDX-License-Identifier: Apache-2.0
// Studying a game by playing it: self-play with one digest, and perft counts. Both are
// deterministic to the bit: the same order gives the same numbers with every compiler and in
// WebAssembly.
#ifndef GROGNARD_STUDY_H
#define GROGNARD_STUDY_H

#include "grognard/engine.h"
#include "grognard/match.h"

#ifdef __cplusplus
extern "C" {
#endif

// -------------------------------------------------------------------------------------- self-play
// Game k of an order is the same game however many are asked for, and in whatever portions: its
// dice are the match dice of the seed below, its seats choose from the generator (seed, k).
enum { GG_STUDY_NODES = 256, GG_PERFT_DEPTH_MAX = 64 };

// Who looks on while games are played; each function may be NULL. `decides`: a seat is about to.
// `acted`: a seat or chance has; `choices` is how many it had, `at` the position after it.
typedef struct gg_selfplay_ears {
    void (*begins)(void *user, uint32_t number, const gg_position *at);
    void (*decides)(void *user, const gg_position *at, gg_turn turn);
    void (*acted)(void *user, const gg_position *at, gg_turn turn, uint32_t choices,
                  gg_action action, const gg_events *events);
    void (*ends)(void *user, const gg_position *at, uint32_t actions);
    void *user;
} gg_selfplay_ears;

typedef struct gg_selfplay_order {
    const gg_game *game;
    gg_request request;
    gg_brain brain[GG_SEATS_MAX];
    uint64_t seed;
    uint32_t first, games; // numbers first .. first + games - 1
    bool fixed;            // the request's options as they are; otherwise match-ups take turns
    bool undigested;       // no position is hashed: faster, and digest and folded say nothing
    // Called after every game; false stops after it. May be NULL.
    bool (*each)(void *user, uint32_t played, uint32_t games);
    void *user;
    const gg_selfplay_ears *ears; // may be NULL
    gg_budget budget;             // of seats that search; with time, a clock
    gg_budget own[GG_SEATS_MAX];  // of one seat instead; zeros: as all
    uint64_t (*now_ns)(void *user);
} gg_selfplay_order;

static inline gg_budget gg_selfplay_budget(const gg_selfplay_order *order, int seat) {
    const gg_budget *own = &order->own[seat];
    return own->nodes || own->ms ? *own : order->budget;
}

typedef struct gg_selfplay_report {
    uint32_t games;             // played to the end
    uint32_t shortest, longest; // in actions
    uint64_t steps;             // actions with more than one choice, chance included
    uint64_t actions;           // all of them
    // One word over every position of every game. The facts hashes of a game are folded in their
    // order; the result is keyed by the number of the game in its series and mixed; those words are
    // added modulo 2^64. Addition has no order, so threads and machines may play the games of a
    // series as they come (gg_selfplay_merge). The number as key keeps a game that is missing,
    // played twice or played for another from going unnoticed.
    uint64_t digest;
    uint64_t folded; // the digest as it was before: games folded in order, which cannot be merged
    uint64_t wins[GG_SEATS_MAX], draws;
    uint64_t visits[GG_STUDY_NODES]; // actions taken at each node
} gg_selfplay_report;

// Which match-up game `number` of a series plays (0 when the game has one only).
unsigned gg_matchup_of(const gg_game *game, uint32_t number);
// The request of game `number` of the order.
void gg_selfplay_request(const gg_selfplay_order *order, uint32_t number, gg_request *out);
// Scenario 0, standard options, random seats, seed 1, one game.
void gg_selfplay_standard(const gg_game *game, gg_selfplay_order *order);
// Plays. GG_REFUSED with a verdict when the options do not go together.
gg_status gg_selfplay(const gg_selfplay_order *order, gg_selfplay_report *report,
                      gg_verdict *verdict);

// The same in portions, with tables and memory made once: games first .. first + games - 1 of the
// series go into a new report. The order must outlive the player. One player serves one thread.
typedef struct gg_selfplayer gg_selfplayer;
gg_status gg_selfplayer_open(gg_selfplayer **player, const gg_selfplay_order *order);
gg_status gg_selfplayer_play(gg_selfplayer *player, uint32_t first, uint32_t games,
                             gg_selfplay_report *report, gg_verdict *verdict);
void gg_selfplayer_close(gg_selfplayer *player_or_null);

// Adds a portion of the same series (other numbers, first .. first + games - 1) to a report. In any
// order the same, but for `folded`, which becomes 0: unknown.
void gg_selfplay_merge(gg_selfplay_report *report, const gg_selfplay_report *portion);

// What a match needs to be game `number` of an order: the dice seed (SHA-256 of seed and number)
// and the match id. Client seeds are empty.
void gg_selfplay_seed(uint64_t seed, uint32_t number, uint8_t out[GG_SEED_BYTES]);
void gg_selfplay_id(uint64_t seed, uint32_t number, char out[GG_ID_MAX + 1]);

// ------------------------------------------------------------------------------------------ perft
// How many sequences of exactly `depth` actions start here. A chance outcome counts once, whatever
// its weight; a step of a draft is an action; a game that ends earlier has no sequence. Counts stop
// at UINT64_MAX.
typedef struct gg_perft_root {
    gg_action action;
    uint64_t count;
} gg_perft_root;

// Actions possible at one node, at most.
static inline uint32_t gg_perft_roots_max(const gg_game *game) {
    return game->max_legal > GG_OUTCOMES_MAX ? game->max_legal : GG_OUTCOMES_MAX;
}

// `roots` (may be NULL) has room for gg_perft_roots_max entries and receives the share of each
// first action, `n_roots` their number. The position is left as it was.
gg_status gg_perft(const gg_position *position, unsigned depth, uint64_t *count,
                   gg_perft_root *roots, uint32_t *n_roots);

#ifdef __cplusplus
}
#endif
#endif
