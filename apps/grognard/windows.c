// SPDX-License-Identifier: Apache-2.0
// Questions at reaction windows: each seat of each game is one sample. An answer of several draft
// steps is one question; a window with one answer is none.
#include "windows.h"

#include <stdlib.h>
#include <string.h>

#include "rulecount.h"

typedef struct counting {
    const gg_game *game;
    uint32_t (*sample)[NODES_MAX + 1]; // of this game's seats first, then of the next game's
    uint32_t game_at;
    bool midway; // of an answer
    gg_action *list;
} counting;

static void begin(void *user, uint32_t game, const gg_position *at) {
    counting *c = user;
    (void)game, (void)at;
    c->game_at++;
    c->midway = false;
}

static void ask(void *user, const gg_position *at, gg_turn turn) {
    const counting *c = user;
    if (!(c->game->nodes[turn.node].flags & GG_N_WINDOW) || c->midway) return;
    if (gg_legal(c->game, at->table, at->state, turn.seat, c->list) < 2) return;
    uint32_t *of_seat = c->sample[(c->game_at - 1) * c->game->seats + turn.seat];
    of_seat[turn.node]++;
    of_seat[NODES_MAX]++;
}

static void note_step(void *user, const gg_position *at, gg_turn turn, uint32_t choices,
                      gg_action action, const gg_events *events) {
    counting *c = user;
    (void)at, (void)turn, (void)choices, (void)events;
    c->midway = gg_is_draft(c->game, action);
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sum_up(const counting *c, uint32_t samples, uint32_t *sorted, window_counts *out) {
    for (unsigned node = 0; node <= NODES_MAX; node++) {
        for (uint32_t i = 0; i < samples; i++) sorted[i] = c->sample[i][node];
        qsort(sorted, samples, sizeof *sorted, by_size);
        out->median[node] = sorted[samples / 2];
        out->most[node] = sorted[samples - 1];
    }
}

gg_status window_counts_take(const gg_selfplay_order *order, window_counts *out) {
    uint32_t samples = order->games * order->game->seats;
    counting c = {.game = order->game,
                  .sample = calloc(samples, sizeof *c.sample),
                  .list = malloc(order->game->max_legal * sizeof *c.list)};
    uint32_t *sorted = malloc(samples * sizeof *sorted);
    gg_status status = c.sample && c.list && sorted ? GG_OK : GG_NO_MEMORY;
    memset(out, 0, sizeof *out);
    gg_selfplay_ears ears = {begin, ask, note_step, NULL, &c};
    if (status == GG_OK) status = selfplay_heard(order, &ears);
    if (status == GG_OK && samples) sum_up(&c, samples, sorted, out);
    free(c.sample);
    free(c.list);
    free(sorted);
    return status;
}
