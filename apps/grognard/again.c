// SPDX-License-Identifier: Apache-2.0
// Self-play once more: gg_selfplay() is made to be fast and tells only what came of it.
#include "again.h"

#include <stdlib.h>
#include <string.h>

#include "brains.h"

typedef struct sitting {
    const gg_selfplay_order *order;
    const again_ears *ears;
    gg_position position;
    gg_dice dice;
    app_brains brains;
    gg_events events;
} sitting;

static gg_action choose(sitting *s, gg_turn turn, uint64_t *draws) {
    const gg_game *game = s->order->game;
    const gg_position *p = &s->position;
    if (turn.seat == GG_CHANCE) {
        app_brains_forget(&s->brains);
        return gg_roll(game, p->table, p->state, gg_dice_draw(&s->dice, (*draws)++, turn.tickets));
    }
    if (s->ears->decides) s->ears->decides(s->ears->user, p, turn);
    return app_brains_choose(&s->brains, s->order->brain[turn.seat], p, turn.seat);
}

static void play(sitting *s) {
    const gg_game *game = s->order->game;
    const gg_position *p = &s->position;
    uint64_t draws = 0;
    for (gg_turn turn = game->turn(p->table, p->state); turn.seat != GG_OVER;
         turn = game->turn(p->table, p->state)) {
        gg_action action = choose(s, turn, &draws);
        s->events.count = 0;
        gg_apply(game, p->table, p->state, action, &s->events);
        if (s->ears->acted) s->ears->acted(s->ears->user, action, &s->events);
    }
}

static gg_status set_up(sitting *s, uint32_t number) {
    gg_request request;
    gg_verdict verdict;
    gg_status status = GG_OK;
    gg_selfplay_request(s->order, number, &request);
    if (!s->position.table || memcmp(&request, &s->position.request, sizeof request) != 0) {
        gg_position_close(&s->position);
        status = gg_position_open(&s->position, s->order->game, &request, &verdict);
    }
    if (status == GG_OK) gg_position_restart(&s->position);
    return status;
}

static gg_status play_all(sitting *s) {
    static const char *const client[GG_SEATS_MAX] = {"", "", "", ""};
    const gg_selfplay_order *order = s->order;
    app_self quiet = {.lang = GG_EN};
    gg_status status = GG_OK;
    int code = 0;
    for (uint32_t i = order->first; status == GG_OK && i < order->first + order->games; i++) {
        uint8_t seed[GG_SEED_BYTES];
        char id[GG_ID_MAX + 1];
        if ((status = set_up(s, i)) != GG_OK) break;
        if (!app_brains_open(&quiet, &s->brains, order->game, order->seed, i, &code))
            return GG_NO_MEMORY;
        gg_selfplay_seed(order->seed, i, seed);
        gg_selfplay_id(order->seed, i, id);
        gg_dice_open(&s->dice, seed, id, client, order->game->seats);
        if (s->ears->begins) s->ears->begins(s->ears->user, i);
        play(s);
        app_brains_close(&s->brains);
    }
    return status;
}

gg_status again_play(const gg_selfplay_order *order, const again_ears *ears) {
    sitting *s = calloc(1, sizeof *s);
    if (!s) return GG_NO_MEMORY;
    s->order = order;
    s->ears = ears;
    gg_status status = play_all(s);
    if (s->position.table) gg_position_close(&s->position);
    free(s);
    return status;
}
