// SPDX-License-Identifier: Apache-2.0
// `grognard ladder GAME --a LEVEL --b LEVEL`: by how much does one level beat another? Two studies
// of half the games each, A in the first seat and A in the second, with the same dice: game k of
// both is a pair, so that a seat that is better off helps neither. A portion is one game: with a
// checkpoint nothing that was played is lost.
//
// With --until-sure the work ends as soon as an interval that holds at all stages together leaves
// out one half. It is wider than one drawn once at the end, which is what is told otherwise.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "apps/grognard/brains.h"
#include "compare.h"

enum { SIDES = 2, STAGE = 4, USUAL = 100 };

typedef struct ladder {
    const app_self *app;
    const app_args *args;
    app_args side_args[SIDES];
    char *seats[SIDES];
    study side[SIDES]; // A plays seat i in side i
} ladder;

// Half-points of A.
typedef struct score {
    uint32_t games;
    uint64_t half;
    double rate, low, high;
} score;

static unsigned points(const study_row *row, unsigned seat) {
    return row->winner == seat ? 2 : row->winner == GG_NOBODY ? 1 : 0;
}

static void add_side(const study *s, unsigned seat, score *sum) {
    for (uint32_t i = 0; i < s->order.games; i++) {
        if (s->done[i / s->portion] != 1) continue;
        sum->games++;
        sum->half += points(&s->rows[i], seat);
    }
}

// Of points won: Wilson's interval with a draw as half a win, which errs on the wide side.
static void settle(score *sum) {
    const double z = 1.959963984540054, n = sum->games;
    sum->low = 0;
    sum->high = 1;
    if (!sum->games) return;
    sum->rate = (double)sum->half / (2 * n);
    double p = sum->rate, z2 = z * z, middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = z * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    sum->low = p > 0 ? middle - half : 0;
    sum->high = p < 1 ? middle + half : 1;
}

// The score of A in pair k is that of two games; study_compared() tells the difference of two
// studies for the first seat, which is twice what A has above one half.
static void settle_sure(const ladder *l, score *sum) {
    study_difference d;
    study_compared(&l->side[0], &l->side[1], l->side[1].order.games, 0, &d);
    sum->low = d.pairs < 2 || d.low < -1 ? 0 : 0.5 + d.low / 2;
    sum->high = d.pairs < 2 || d.high > 1 ? 1 : 0.5 + d.high / 2;
}

static void take_scores(const ladder *l, score *all, score by_seat[SIDES]) {
    memset(all, 0, sizeof *all);
    for (unsigned i = 0; i < SIDES; i++) {
        memset(&by_seat[i], 0, sizeof by_seat[i]);
        add_side(&l->side[i], i, &by_seat[i]);
        add_side(&l->side[i], i, all);
        settle(&by_seat[i]);
    }
    settle(all);
    if (l->args->set[O_UNTIL_SURE]) settle_sure(l, all);
}

// ------------------------------------------------------------------------------------------ order
static bool one_level(const ladder *l, app_opt option, int *code) {
    const char *word = l->args->text[option];
    if (strchr(word, ',') || !*word) *code = app_bad(l->app, W_LADDER_COMMA, word);
    return *word && !strchr(word, ',');
}

// A's or B's own budget, what --nodes-a and its like say.
static gg_budget own_budget(const app_args *args, bool b) {
    app_opt nodes = b ? O_NODES_B : O_NODES_A, ms = b ? O_MS_B : O_MS_A;
    gg_budget own = app_budget(args);
    if (!args->set[nodes] && !args->set[ms]) return (gg_budget){0, 0};
    if (args->set[nodes]) own.nodes = (uint64_t)args->number[nodes];
    if (args->set[ms]) own.ms = (uint32_t)args->number[ms];
    return own;
}

static bool open_side(ladder *l, unsigned i, int *code) {
    study *s = &l->side[i];
    app_args *args = &l->side_args[i];
    const char *first = l->args->text[i ? O_B : O_A], *second = l->args->text[i ? O_A : O_B];
    size_t size = strlen(first) + strlen(second) + 2;
    uint32_t games = l->args->set[O_GAMES] ? (uint32_t)l->args->number[O_GAMES] : USUAL;
    char path[4096];
    *args = *l->args;
    s->app = l->app;
    l->seats[i] = malloc(size);
    if (!l->seats[i]) {
        *code = app_status(l->app, GG_NO_MEMORY);
        return false;
    }
    (void)snprintf(l->seats[i], size, "%s,%s", first, second);
    args->set[O_SEATS] = args->set[O_GAMES] = true;
    args->text[O_SEATS] = l->seats[i];
    args->number[O_GAMES] = (games + 1 - i) / 2; // an odd one is played by A in the first seat
    if (!study_prepare(s, args, l->args->word[0], USUAL, code)) return false;
    for (unsigned k = 0; k < SIDES; k++) s->order.own[k] = own_budget(l->args, k != i);
    s->portion = 1;
    if (!study_open(s, code)) return false;
    if (!l->args->set[O_CHECKPOINT]) return true;
    (void)snprintf(path, sizeof path, "%s-%u", l->args->text[O_CHECKPOINT], i + 1);
    return study_keep_open(s, path, code);
}

static bool open_all(ladder *l, int *code) {
    const gg_game *game = app_game(l->app, l->args->word[0], code);
    if (!game) return false;
    if (game->seats != SIDES) {
        *code = app_bad(l->app, W_LADDER_PAIRS);
        return false;
    }
    if (!l->args->set[O_A] || !l->args->set[O_B]) {
        *code = app_bad(l->app, W_LADDER_NEEDS);
        return false;
    }
    return one_level(l, O_A, code) && one_level(l, O_B, code) && open_side(l, 0, code) &&
           open_side(l, 1, code);
}

// ------------------------------------------------------------------------------------------- work
static bool stopped(const ladder *l) {
    return atomic_load(&l->side[0].stop) || atomic_load(&l->side[1].stop);
}

static bool sure(const ladder *l) {
    score all = {0};
    if (!l->args->set[O_UNTIL_SURE]) return false;
    settle_sure(l, &all);
    return all.low > 0.5 || all.high < 0.5;
}

// Both sides in turn, so that what is played when somebody stops it is of both.
static void play(ladder *l) {
    uint32_t most = l->side[0].portions, stage = STAGE * l->side[0].threads;
    for (uint32_t until = stage; !stopped(l) && !sure(l); until += stage) {
        for (unsigned i = 0; i < SIDES && !stopped(l); i++) {
            l->side[i].until = until;
            study_play(&l->side[i]);
        }
        if (until >= most) return;
    }
}

// ----------------------------------------------------------------------------------------- report
static double six(double value) {
    return (double)(int64_t)(value * 1e6 + 0.5) / 1e6;
}

static void json_score(gg_json *json, const score *sum) {
    gg_json_integer(json, "games", sum->games);
    gg_json_number(json, "score", six(sum->rate));
    gg_json_number(json, "low", six(sum->low));
    gg_json_number(json, "high", six(sum->high));
}

static void json_budget(gg_json *json, const char *nodes, const char *ms, gg_budget budget) {
    gg_json_integer(json, nodes, (int64_t)budget.nodes);
    gg_json_integer(json, ms, budget.ms);
}

static int report_json(const ladder *l, const score *all, const score by_seat[SIDES]) {
    const gg_game *game = l->side[0].order.game;
    app_json json;
    if (!app_json_begin(l->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", game->id);
    gg_json_string(&json.json, "scenario",
                   game->scenarios[l->side[0].order.request.scenario].token);
    gg_json_string(&json.json, "a", l->args->text[O_A]);
    gg_json_string(&json.json, "b", l->args->text[O_B]);
    json_score(&json.json, all);
    gg_json_open(&json.json, "by_seat", '[');
    for (unsigned i = 0; i < SIDES; i++) {
        gg_json_open(&json.json, NULL, '{');
        gg_json_string(&json.json, "seat", gg_seat_token(game, (int)i));
        json_score(&json.json, &by_seat[i]);
        gg_json_close(&json.json, '}');
    }
    gg_json_close(&json.json, ']');
    gg_json_integer(&json.json, "seed", (int64_t)l->side[0].order.seed);
    json_budget(&json.json, "nodes", "ms", l->side[0].order.budget);
    json_budget(&json.json, "nodes_a", "ms_a", gg_selfplay_budget(&l->side[0].order, 0));
    json_budget(&json.json, "nodes_b", "ms_b", gg_selfplay_budget(&l->side[0].order, 1));
    gg_json_number(&json.json, "cpu_s", (double)(l->side[0].cpu_ns + l->side[1].cpu_ns) / 1e9);
    gg_json_close(&json.json, '}');
    return app_json_end(l->app, &json, APP_YES);
}

// "general", and where both have budgets of their own "general (200 ms)".
static void name_into(const ladder *l, unsigned side, char *out, size_t cap) {
    const gg_selfplay_order *order = &l->side[0].order;
    gg_budget own = order->own[side];
    gg_out text;
    gg_out_init(&text, out, cap);
    gg_out_format(&text, "%.200s", l->args->text[side ? O_B : O_A]);
    if (own.nodes) gg_out_format(&text, " (--nodes %llu)", (unsigned long long)own.nodes);
    if (own.ms) gg_out_format(&text, " (%u ms)", own.ms);
}

static int report_text(const ladder *l, const score *all, const score by_seat[SIDES]) {
    const gg_game *game = l->side[0].order.game;
    char a[300], b[300];
    name_into(l, 0, a, sizeof a);
    name_into(l, 1, b, sizeof b);
    app_say(l->app, W_LADDER_SCORE, a, b, all->games, app_decimal(l->app, 100 * all->rate, 1).text,
            app_decimal(l->app, 100 * all->low, 1).text,
            app_decimal(l->app, 100 * all->high, 1).text);
    for (unsigned i = 0; i < SIDES; i++)
        app_say(l->app, W_LADDER_SEAT,
                app_print(l->app, game->seat_names[i].fr, game->seat_names[i].en),
                app_decimal(l->app, (double)by_seat[i].half / 2, 1).text, by_seat[i].games,
                app_decimal(l->app, 100 * by_seat[i].low, 1).text,
                app_decimal(l->app, 100 * by_seat[i].high, 1).text);
    return APP_YES;
}

static int report(const ladder *l) {
    score all, by_seat[SIDES];
    int code;
    for (unsigned i = 0; i < SIDES; i++)
        if ((code = study_trouble(&l->side[i], l->args->text[O_CHECKPOINT])) != APP_YES)
            return code;
    take_scores(l, &all, by_seat);
    code = l->app->json ? report_json(l, &all, by_seat) : report_text(l, &all, by_seat);
    if (code != APP_YES || !stopped(l)) return code;
    return app_environment(l->app, l->args->set[O_CHECKPOINT] ? W_STUDY_GO_ON : W_STUDY_STOPPED,
                           all.games, l->side[0].order.games + l->side[1].order.games);
}

int cmd_ladder(app_self *app, const app_args *args) {
    ladder *l = calloc(1, sizeof *l);
    int code = APP_YES;
    if (!l) return app_status(app, GG_NO_MEMORY);
    l->app = app;
    l->args = args;
    if (open_all(l, &code)) {
        play(l);
        code = report(l);
    }
    for (unsigned i = 0; i < SIDES; i++) {
        study_close(&l->side[i]);
        free(l->seats[i]);
    }
    free(l);
    return code;
}
