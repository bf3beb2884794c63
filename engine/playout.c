// SPDX-License-Identifier: Apache-2.0
// Random play: the loop that the bench times and conformance walks.
#include "grognard/engine.h"

void gg_playout_random(const gg_position *position, gg_rng *rng, gg_events *events, gg_action *list,
                       gg_playout *out) {
    const gg_game *game = position->game;
    const void *t = position->table;
    void *s = position->state;
    uint64_t steps = 0, actions = 0;
    for (;;) {
        gg_turn turn = game->turn(t, s);
        gg_action action;
        if (turn.seat == GG_OVER) break;
        if (turn.seat == GG_CHANCE) {
            action = gg_roll(game, t, s, gg_rng_below64(rng, turn.tickets));
            steps += turn.tickets > 1;
        } else {
            uint32_t n = gg_legal(game, t, s, turn.seat, list);
            GG_ASSERT(n > 0 && n <= game->max_legal);
            action = list[n == 1 ? 0 : gg_rng_below(rng, n)];
            steps += n > 1;
        }
        events->count = 0;
        gg_apply(game, t, s, action, events);
        GG_ASSERT(++actions <= game->max_steps);
    }
    out->steps += steps;
    out->actions += actions;
}
