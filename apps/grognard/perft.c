// SPDX-License-Identifier: Apache-2.0
// `grognard perft`: how many sequences of actions start in a position.
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "grognard/study.h"

typedef struct counts {
    const gg_position *at;
    unsigned depth;
    uint64_t count, cpu_ns;
    gg_perft_root *roots;
    uint32_t n_roots;
} counts;

static void notation(const counts *c, uint32_t i, char out[256]) {
    (void)gg_notation_into(c->at->game, c->at->table, c->at->state, c->roots[i].action, out, 256);
}

// JSON integers are signed: a count beyond that is told as the greatest.
static int64_t told(uint64_t count) {
    return count > INT64_MAX ? INT64_MAX : (int64_t)count;
}

static int report_json(const app_self *app, const counts *c, bool split) {
    char text[256];
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", c->at->game->id);
    gg_json_integer(&json.json, "depth", c->depth);
    gg_json_integer(&json.json, "count", told(c->count));
    gg_json_number(&json.json, "cpu_s", (double)c->cpu_ns / 1e9);
    if (split) gg_json_open(&json.json, "split", '[');
    for (uint32_t i = 0; split && i < c->n_roots; i++) {
        notation(c, i, text);
        gg_json_open(&json.json, NULL, '{');
        gg_json_string(&json.json, "action", text);
        gg_json_integer(&json.json, "count", told(c->roots[i].count));
        gg_json_close(&json.json, '}');
    }
    if (split) gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

static int report(const app_self *app, const counts *c, bool split) {
    char text[256];
    if (app->json) return report_json(app, c, split);
    for (uint32_t i = 0; split && i < c->n_roots; i++) {
        notation(c, i, text);
        app_text("%20llu  %s\n", (unsigned long long)c->roots[i].count, text);
    }
    app_text("%llu\n", (unsigned long long)c->count);
    return APP_YES;
}

// Root by root, so that long counts show how far they are.
static gg_status count(const app_self *app, counts *c) {
    const gg_game *game = c->at->game;
    gg_position after = *c->at;
    gg_status status = gg_perft(c->at, c->depth ? 1 : 0, &c->count, c->roots, &c->n_roots);
    if (status != GG_OK || c->depth < 2) return status;
    after.state = aligned_alloc(16, (game->state_bytes + 15) & ~(size_t)15);
    if (!after.state) return GG_NO_MEMORY;
    c->count = 0;
    for (uint32_t i = 0; i < c->n_roots && status == GG_OK; i++) {
        memcpy(after.state, c->at->state, game->state_bytes);
        gg_apply(game, after.table, after.state, c->roots[i].action, NULL);
        status = gg_perft(&after, c->depth - 1, &c->roots[i].count, NULL, NULL);
        bool full = c->roots[i].count > UINT64_MAX - c->count;
        c->count = full ? UINT64_MAX : c->count + c->roots[i].count;
        app_progress(app, W_WORK_PERFT, i + 1, c->n_roots);
    }
    app_progress_end(app);
    free(after.state);
    return status;
}

int cmd_perft(app_self *app, const app_args *args) {
    app_position position;
    counts c = {0};
    int code = APP_YES;
    const gg_game *game = app_game(app, args->word[0], &code);
    if (!game) return code;
    if (!args->set[O_DEPTH]) return app_bad(app, W_PERFT_NEEDS_DEPTH);
    if (!app_position_open(app, game, args, args->word[1], &position, &code)) return code;
    c.at = position.at;
    c.depth = (unsigned)args->number[O_DEPTH];
    c.roots = malloc(gg_perft_roots_max(game) * sizeof *c.roots);
    uint64_t before = app_cpu_ns();
    gg_status status = c.roots ? count(app, &c) : GG_NO_MEMORY;
    c.cpu_ns = app_cpu_ns() - before;
    code = status == GG_OK ? report(app, &c, args->set[O_SPLIT]) : app_status(app, status);
    free(c.roots);
    app_position_close(&position);
    return code;
}
