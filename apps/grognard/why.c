// SPDX-License-Identifier: Apache-2.0
// `grognard why`: the judge's answer to one action, in words, with its ledger or its remedies.
#include <stdlib.h>
#include <string.h>

#include "app.h"

typedef struct question {
    const gg_position *at;
    const gg_game *game;
    int seat;
    gg_action action;
    gg_why why;
    gg_ledger ledger;
} question;

static int answer_json(const app_self *app, const question *q) {
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_why_words(&json.json, q->at, &q->why);
    if (q->ledger.count) gg_json_ledger(&json.json, q->at, &q->ledger, true);
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, q->why.legal ? APP_YES : APP_NO);
}

// A line of actions, or nothing when there are none.
static void offer(const app_self *app, const gg_position *at, app_word word,
                  const gg_action *action, uint32_t count) {
    char text[512];
    if (count) app_say(app, word);
    for (uint32_t i = 0; i < count; i++) {
        (void)gg_notation_into(at->game, at->table, at->state, action[i], text, sizeof text);
        app_text("%s%s", i ? ", " : " ", text);
    }
    if (count) app_text("\n");
}

void app_say_why(const app_self *app, const gg_position *at, const gg_why *why) {
    const gg_game *game = at->game;
    const gg_refusal *refusal = &game->refusals[why->verdict.refusal];
    const gg_rule *rule = &game->rules[refusal->rule];
    char text[512];
    (void)gg_say_refusal(game, at->table, at->state, &why->verdict, app->lang, text, sizeof text);
    app_say(app, W_REFUSED, text);
    app_text("  %s%s%s\n", rule->id, app_word_of(app, W_COLON), app_print(app, rule->fr, rule->en));
    offer(app, at, W_FIRSTS, why->first, why->firsts);
    offer(app, at, W_REMEDIES, why->remedy, why->remedies);
}

void app_say_ledger(const app_self *app, const gg_position *at, const gg_ledger *ledger) {
    char text[256];
    for (uint32_t i = 0; i < ledger->count; i++) {
        const gg_ledger_line *line = &ledger->line[i];
        (void)gg_say_ledger(at->game, at->table, at->state, line, app->lang, text, sizeof text);
        const char *rule = at->game->rules[line->rule].id;
        if (line->kind == GG_L_ADD) app_text("  %-6s %+4d  %s\n", rule, line->delta, text);
        if (line->kind == GG_L_TOTAL) app_text("  %-6s =%3d  %s\n", rule, line->delta, text);
        if (line->kind == GG_L_NOTE) app_text("  %-6s       %s\n", rule, text);
    }
}

static int answer(const app_self *app, const question *q) {
    if (app->json) return answer_json(app, q);
    if (!q->why.legal) {
        app_say_why(app, q->at, &q->why);
        return APP_NO;
    }
    app_say(app, W_IS_LEGAL);
    app_say_ledger(app, q->at, &q->ledger);
    return APP_YES;
}

static int ask(const app_self *app, const app_args *args, question *q) {
    char text[1024] = "";
    gg_error error = {0};
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    for (int i = 2; i < args->words; i++)
        gg_out_format(&out, "%s%s", i > 2 ? " " : "", args->word[i]);
    if (!gg_notation_parse(q->game, q->at->table, q->at->state, text, &q->action, &error))
        return app_bad(app, W_INPUT, text, app_pick(app, error.fr, error.en));
    gg_action *list = malloc(q->game->max_legal * sizeof *list);
    if (!list) return app_status(app, GG_NO_MEMORY);
    gg_why_ask(q->game, q->at->table, q->at->state, q->seat, q->action, list, &q->why);
    free(list);
    if (q->why.legal && q->game->show.explain)
        q->game->show.explain(q->at->table, q->at->state, q->seat, q->action, &q->ledger);
    return answer(app, q);
}

int cmd_why(app_self *app, const app_args *args) {
    app_position position;
    question q = {0};
    int code = APP_YES;
    q.game = app_game(app, args->word[0], &code);
    if (!q.game) return code;
    if (args->set[O_SEAT] && !app_seat(app, q.game, args->text[O_SEAT], false, &q.seat, &code))
        return code;
    if (!app_position_open(app, q.game, args, args->word[1], &position, &code)) return code;
    q.at = position.at;
    gg_turn turn = q.game->turn(q.at->table, q.at->state);
    if (!args->set[O_SEAT] && turn.seat < q.game->seats) q.seat = turn.seat;
    code = ask(app, args, &q);
    app_position_close(&position);
    return code;
}
