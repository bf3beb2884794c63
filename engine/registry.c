// SPDX-License-Identifier: Apache-2.0
// The one place where games are named: a line of games/registry.def each. The contract probes join
// them in test programs (-DGG_PROBES).
#include <string.h>

#include "grognard/engine.h"

#define GAME(folder, symbol) extern const gg_game symbol;
#include "games/registry.def"
#ifdef GG_PROBES
#include "tests/contract/registry.def"
#endif
#undef GAME

static const gg_game *const games[] = {
#define GAME(folder, symbol) &symbol,
#include "games/registry.def"
#ifdef GG_PROBES
#include "tests/contract/registry.def"
#endif
#undef GAME
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
