// SPDX-License-Identifier: Apache-2.0
// Seats that the program plays, and the loop that lets them play a match.
#ifndef GROGNARD_BRAINS_H
#define GROGNARD_BRAINS_H

#include "app.h"
#include "grognard/match.h"

enum { APP_HUMAN = 100, APP_BOT = 101 }; // beside the gg_brain values; bots: bots.h

// The memory of every seat the program plays in one match.
typedef struct app_brains {
    const gg_game *game;
    gg_thinker *thinker;
    gg_action *list;
    gg_rng rng;
    gg_plan plan; // what the seat to act has decided, from `next` on
    uint32_t next;
    int last; // seat that acted last
} app_brains;

bool app_brains_open(const app_self *app, app_brains *brains, const gg_game *game, uint64_t seed,
                     uint64_t stream, int *code);
void app_brains_close(app_brains *brains);
// --nodes and --ms: how long a seat that searches may think about one macro move.
gg_budget app_budget(const app_args *args);
uint64_t app_now_ns(void *unused); // a clock that only goes forward
// What this thread has worked: the clock of games that nobody waits for, so that a budget is worth
// the same whatever else runs on the machine.
uint64_t app_worked_ns(void *unused);
// Forget a half-played macro move: chance or another seat came between.
void app_brains_forget(app_brains *brains);
// The next action of a seat; the same choices, draw for draw, as gg_selfplay makes.
gg_action app_brains_choose(app_brains *brains, gg_brain brain, const gg_position *position,
                            int seat);
// "human,greedy": one word a seat. NULL: random seats, or one person against greedy ones.
bool app_brains_parse(const app_self *app, const gg_game *game, const char *text_or_null,
                      bool humans, int out[GG_SEATS_MAX], int *code);
const char *app_brain_word(int brain);
// A verb of the node with operands anywhere in their domains: a question to the judge.
gg_action app_any_action(const gg_game *game, unsigned node, gg_rng *rng);

#endif
