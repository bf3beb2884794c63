// SPDX-License-Identifier: Apache-2.0
// The games, one of them (the template) as a later program would have it: of a newer rules version
// that replays as before, or (GG_RULES_DIFFER) one that begins otherwise, so that nothing that was
// played by the older version replays. For tests of old matches; no game knows of it.
#include <stdlib.h>
#include <string.h>

#include "grognard/engine.h"

#define BENCH(symbol, drill_word, drill, tally_word, tally_event) // nothing is measured here
#define GAME(folder, symbol)                                      extern const gg_game symbol;
#include "games/registry.def"
#undef GAME

static const gg_game *games[] = {
#define GAME(folder, symbol) &symbol,
#include "games/registry.def"
#undef GAME
#undef BENCH
};

static gg_game newer;

#ifdef GG_RULES_DIFFER
static void begin(const void *table, void *state) {
    gg_game_template.setup(table, state);
    ((unsigned char *)state)[newer.facts_bytes - 1] ^= 1;
}
#endif

__attribute__((constructor)) static void make(void) {
    newer = gg_game_template;
    newer.version++;
#ifdef GG_RULES_DIFFER
    newer.setup = begin;
#endif
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (games[i] == &gg_game_template) games[i] = &newer;
}

unsigned gg_game_count(void) {
    return sizeof games / sizeof games[0];
}

const gg_game *gg_game_at(unsigned index) {
    return games[index];
}

const gg_game *gg_game_find_or_null(const char *id) {
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (strcmp(games[i]->id, id) == 0) return games[i];
    return NULL;
}

const gg_bench *gg_bench_or_null(const gg_game *game) {
    (void)game;
    return NULL;
}
