// SPDX-License-Identifier: Apache-2.0
// Self-play as a bare program: one source for every compiler, and for WebAssembly, so that their
// digests can be compared. Natively it is a command; in WebAssembly it exports functions that
// selfplay.mjs calls. 64-bit numbers cross the border as BigInt.
//
//   selfplay BRAIN GAMES SEED      a line "game digest actions steps" for each registered game
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grognard/study.h"

#ifdef GG_SPOILED // tools/digests --spoil: a build that must be found out
enum { SPOILED = 1 };
#else
enum { SPOILED = 0 };
#endif

// Of one thought of a colonel: little, but enough for trials in several worlds.
enum { NODES = 400 };

static gg_selfplay_report report;

static gg_status play(unsigned index, unsigned brain, uint32_t games, uint64_t seed) {
    gg_selfplay_order order;
    gg_verdict verdict = {0, {0}};
    gg_selfplay_standard(gg_game_at(index), &order);
    order.games = games;
    order.seed = seed + SPOILED;
    order.budget.nodes = NODES;
    for (int seat = 0; seat < GG_SEATS_MAX; seat++) order.brain[seat] = (gg_brain)brain;
    return gg_selfplay(&order, &report, &verdict);
}

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("games") unsigned wasm_games(void) {
    return gg_game_count();
}
EXPORT("game_id") const char *wasm_game_id(unsigned index) {
    return gg_game_at(index)->id;
}
EXPORT("play") int wasm_play(unsigned index, unsigned brain, uint32_t games, uint64_t seed) {
    return (int)play(index, brain, games, seed);
}
EXPORT("digest") uint64_t wasm_digest(void) {
    return report.digest;
}
EXPORT("actions") uint64_t wasm_actions(void) {
    return report.actions;
}
EXPORT("steps") uint64_t wasm_steps(void) {
    return report.steps;
}

#else

static unsigned brain_of(const char *word) {
    if (strcmp(word, "random") == 0) return GG_BRAIN_RANDOM;
    if (strcmp(word, "greedy") == 0) return GG_BRAIN_GREEDY;
    return strcmp(word, "colonel") == 0 ? GG_BRAIN_COLONEL : GG_BRAINS;
}

int main(int argc, char **argv) {
    unsigned brain = argc == 4 ? brain_of(argv[1]) : GG_BRAINS;
    if (brain == GG_BRAINS) {
        fprintf(stderr, "usage: selfplay random|greedy|colonel GAMES SEED\n");
        return 2;
    }
    uint32_t games = (uint32_t)strtoul(argv[2], NULL, 10);
    for (unsigned i = 0; i < gg_game_count(); i++) {
        gg_status status = play(i, brain, games, strtoull(argv[3], NULL, 10));
        if (status != GG_OK) {
            fprintf(stderr, "selfplay: %s: status %d\n", gg_game_at(i)->id, (int)status);
            return 3;
        }
        printf("%s %016llx %llu %llu\n", gg_game_at(i)->id, (unsigned long long)report.digest,
               (unsigned long long)report.actions, (unsigned long long)report.steps);
    }
    return 0;
}
#endif
