// SPDX-License-Identifier: Apache-2.0
// The one place where games are named: a line of games/registry.def each, and one more for a game
// that has something of its own to be measured. The contract probes join them in test programs
// (-DGG_PROBES).
#include <string.h>

#include "grognard/engine.h"

#define BENCH(symbol, drill_word, drill, tally_word, tally_event)                                  \
    uint64_t drill(const void *t, gg_rng *rng, uint32_t n);
#define GAME(folder, symbol) extern const gg_game symbol;
#include "games/registry.def"
#ifdef GG_PROBES
#include "tests/contract/registry.def"
#endif
#undef GAME
#undef BENCH

static const gg_game *const games[] = {
#define GAME(folder, symbol) &symbol,
#define BENCH(symbol, drill_word, drill, tally_word, tally_event)
#include "games/registry.def"
#ifdef GG_PROBES
#include "tests/contract/registry.def"
#endif
#undef GAME
#undef BENCH
};

static const gg_bench benches[] = {
#define GAME(folder, symbol)
#define BENCH(symbol, drill_word, drill, tally_word, tally_event)                                  \
    {&symbol, drill_word, drill, tally_word, tally_event},
#include "games/registry.def"
#undef GAME
#undef BENCH
    {NULL, NULL, NULL, NULL, NULL}, // a registry may have none
};

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
    const gg_bench *own = benches;
    while (own->game && own->game != game) own++;
    return own->game ? own : NULL;
}
