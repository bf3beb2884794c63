// SPDX-License-Identifier: Apache-2.0
// `grognard hint`: the best plans of the side that is to decide, from what it knows. The terminal's
// `hint` says the same (hint.h).
#include "hint.h"

#include <string.h>

#include "brains.h"
#include "grade.h"

enum { TEXT_MAX = 1024, SEED = 1945 };

// --------------------------------------------------------------------------------------- telling
static int percent_of(int32_t of_sure) {
    return (int)((100 * (int64_t)of_sure + GG_SURE / 2) / GG_SURE);
}

static void say_one(const app_self *app, const gg_position *at, int seat, const gg_hint *hint,
                    unsigned number, gg_out *out) {
    const gg_advice *advice = &hint->advice;
    char text[TEXT_MAX];
    int error = percent_of(advice->error);
    (void)gg_say_hint_plan(at, hint, app->lang, text, sizeof text);
    gg_out_format(out, app_word_of(app, W_HINT_LINE), 'A' + (int)number, percent_of(advice->chance),
                  error ? error : 1, text);
    if (number && hint->equal) gg_out_text(out, app_word_of(app, W_HINT_EQUAL));
    gg_out_text(out, "\n");
    if (gg_say_hint(at, hint, app->lang, text, sizeof text)) gg_out_format(out, "   %s\n", text);
    if (!advice->feared.steps) return;
    (void)gg_say_plan(at, seat, &advice->feared, app->lang, text, sizeof text);
    gg_out_format(out, app_word_of(app, W_HINT_FEARED), text);
}

void app_hints_say(const app_self *app, const gg_position *at, int seat, const gg_hint *hint,
                   uint32_t count, gg_out *out) {
    char text[TEXT_MAX];
    (void)gg_say_seat(at->game, seat, app_word_of(app, W_HINT_HEAD), app->lang, text, sizeof text);
    gg_out_format(out, "%s\n", text);
    for (uint32_t i = 0; i < count; i++) say_one(app, at, seat, &hint[i], i, out);
}

uint32_t app_hints(gg_thinker *thinker, const gg_position *at, int seat, gg_hint out[GG_HINTS]) {
    gg_odds *odds = NULL;
    if (gg_odds_open(&odds, at->game, GG_ODDS_MEGABYTES_SERVER) != GG_OK) odds = NULL;
    uint32_t n = gg_coach_hints(thinker, odds, at, seat, SEED, out);
    gg_odds_close(odds);
    return n;
}

static void json_steps(gg_json *json, const gg_position *at, const gg_plan *plan) {
    char text[256];
    gg_json_open(json, "steps", '[');
    for (uint32_t i = 0; i < plan->steps; i++) gg_json_integer(json, NULL, (int64_t)plan->step[i]);
    gg_json_close(json, ']');
    gg_json_open(json, "notation", '[');
    for (uint32_t i = 0; i < plan->steps; i++) {
        (void)gg_notation_into(at->game, at->table, at->state, plan->step[i], text, sizeof text);
        gg_json_string(json, NULL, text);
    }
    gg_json_close(json, ']');
}

static int tell(const app_self *app, const gg_position *at, int seat, const gg_hint *hint,
                uint32_t count) {
    static char text[16384];
    app_json json;
    gg_out out;
    if (!app->json) {
        gg_out_init(&out, text, sizeof text);
        app_hints_say(app, at, seat, hint, count, &out);
        app_text("%s", text);
        return APP_YES;
    }
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", at->game->id);
    gg_json_string(&json.json, "seat", gg_seat_token(at->game, seat));
    gg_json_open(&json.json, "hints", '[');
    for (uint32_t i = 0; i < count; i++) {
        gg_json_open(&json.json, NULL, '{');
        json_steps(&json.json, at, &hint[i].advice.plan);
        gg_json_hint(&json.json, at, seat, &hint[i]);
        gg_json_close(&json.json, '}');
    }
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

// ---------------------------------------------------------------------------------------- asking
static int ask(const app_self *app, const gg_position *at, int seat, gg_budget budget) {
    gg_hint hint[GG_HINTS];
    gg_thinker *thinker;
    gg_status status = gg_thinker_open(&thinker, at->game);
    if (status != GG_OK) return app_status(app, status);
    gg_thinker_budget(thinker, budget, app_now_ns, NULL);
    uint32_t n = app_hints(thinker, at, seat, hint);
    int code = n ? tell(app, at, seat, hint, n) : (app_bad(app, W_HINT_NONE), APP_NO);
    gg_thinker_close(thinker);
    return code;
}

int cmd_hint(app_self *app, const app_args *args) {
    app_position position;
    int code = APP_YES, seat = 0;
    const gg_game *game = app_game(app, args->word[0], &code);
    if (!game) return code;
    if (args->set[O_SEAT] && !app_seat(app, game, args->text[O_SEAT], false, &seat, &code))
        return code;
    if (!app_position_open(app, game, args, args->word[1], &position, &code)) return code;
    gg_turn turn = game->turn(position.at->table, position.at->state);
    if (!args->set[O_SEAT] && turn.seat < game->seats) seat = turn.seat;
    code = ask(app, position.at, seat, app_budget(args));
    app_position_close(&position);
    return code;
}
