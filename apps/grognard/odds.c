// SPDX-License-Identifier: Apache-2.0
// `grognard odds`: what an action leads to, up to the next rest, with exact chances.
//
// Several steps of one action stand between semicolons: "attack 1506 5DP_13; join 5DP_15". A draft
// that is left open is closed as it stands.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grade.h"
#include "grognard/odds.h"

enum { OUTCOMES_SHOWN = 12, TEXT_MAX = 1024 };

typedef struct asked {
    const app_self *app;
    const gg_game *game;
    const gg_position *at;
    int seat;
    gg_plan plan;
    gg_odds_wish wish;
    gg_odds *odds;
    const gg_odds_answer *answer;
} asked;

// --------------------------------------------------------------------------------------- telling
static void say_percent(const asked *a, const gg_big *part, const gg_big *whole, char *out,
                        size_t cap) {
    app_percent_into(a->app, 100 * gg_big_share(part, whole), out, cap);
}

static void say_effects(const asked *a, const gg_odds_outcome *outcome) {
    char text[256];
    for (uint32_t i = 0; i < outcome->count; i++) {
        const gg_effect *effect = &a->answer->effect[outcome->first + i];
        (void)gg_say_effect(a->at, effect, a->app->lang, text, sizeof text);
        app_text("%s%s", !i ? "" : a->app->lang == GG_FR ? "\u00a0; " : "; ", text);
    }
    if (!outcome->count) app_text("%s", app_word_of(a->app, W_ODDS_NOTHING));
}

static void say_outcome(const asked *a, const gg_odds_row *row, const gg_odds_outcome *outcome) {
    char percent[32];
    say_percent(a, &outcome->weight, &row->total, percent, sizeof percent);
    app_text("  %9s  ", percent);
    say_effects(a, outcome);
    app_text("\n");
}

static void say_row(const asked *a, uint32_t number) {
    const gg_odds_row *row = &a->answer->row[number];
    char text[TEXT_MAX], percent[32];
    (void)gg_say_odds_row(a->at, a->answer, number, a->app->lang, text, sizeof text);
    if (*text && row->share && row->share < row->shares) {
        app_percent_into(a->app, 100.0 * (double)row->share / (double)row->shares, percent,
                         sizeof percent);
        app_say(a->app, W_ODDS_WORLD, text, percent);
    } else if (*text) {
        app_text("%s\n", text);
    }
    for (uint32_t i = 0; i < row->count && i < OUTCOMES_SHOWN; i++)
        say_outcome(a, row, &a->answer->outcome[row->first + i]);
    if (row->count > OUTCOMES_SHOWN) app_say(a->app, W_ODDS_MORE, row->count - OUTCOMES_SHOWN);
    if (!row->cut.words) return;
    say_percent(a, &row->cut, &row->total, percent, sizeof percent);
    app_say(a->app, W_ODDS_CUT, percent);
}

static bool same_face(const gg_odds_face *a, const gg_odds_face *b) {
    return a->outcome == b->outcome && a->share > b->share - 1e-9 && a->share < b->share + 1e-9;
}

// The line of the table: what each face of the die leads to, faces that lead to the same together.
static void say_faces(const asked *a, uint32_t number) {
    gg_odds_face face[GG_ODDS_FACES];
    uint32_t faces = gg_odds_faces(a->odds, number, face), last;
    for (uint32_t i = 0; i < faces; i = last) {
        const gg_odds_outcome *outcome = &a->answer->outcome[face[i].outcome];
        char percent[32], range[32];
        for (last = i + 1; last < faces && same_face(&face[last], &face[i]);) last++;
        (void)snprintf(range, sizeof range, "%u-%u", i + 1, last);
        if (last == i + 1) range[strcspn(range, "-")] = 0;
        app_percent_into(a->app, 100 * face[i].share, percent, sizeof percent);
        app_text("  %s %s%s: ", app_word_of(a->app, W_ODDS_DIE), range,
                 a->app->lang == GG_FR ? "\u00a0" : "");
        say_effects(a, outcome);
        if (face[i].share < 1) app_text(" (%s)", percent);
        app_text("\n");
    }
}

static void say_change(const asked *a, const gg_odds_change *change) {
    char text[256], percent[32];
    (void)gg_say_odds_change(a->at, change, a->app->lang, text, sizeof text);
    app_percent_into(a->app, 100 * (change->after - change->before), percent, sizeof percent);
    app_say(a->app, W_ODDS_CHANGE, text, change->after >= change->before ? "+" : "", percent);
}

static void say_headline(const asked *a) {
    const gg_odds_answer *answer = a->answer;
    char text[256], low[32], high[32];
    if (!answer->headline.label) return;
    (void)gg_say_headline(a->at, &answer->headline, answer->more, a->app->lang, text, sizeof text);
    app_percent_into(a->app, 100 * answer->low, low, sizeof low);
    app_percent_into(a->app, 100 * answer->high, high, sizeof high);
    if (strcmp(low, high) == 0)
        app_say(a->app, W_ODDS_HEADLINE, text, low);
    else
        app_say(a->app, W_ODDS_BOUNDS, text, low, high);
}

static int say(const asked *a) {
    const gg_odds_answer *answer = a->answer;
    say_headline(a);
    if (!answer->counted) app_say(a->app, W_ODDS_DEALT, answer->worlds);
    for (uint32_t i = 0; i < answer->rows; i++) {
        say_row(a, i);
        if (answer->row[i].share) say_faces(a, i);
    }
    for (uint32_t i = 0; i < answer->changes; i++) say_change(a, &answer->change[i]);
    app_say(a->app, W_ODDS_WORK, gg_say_assume((gg_assume)answer->assume, a->app->lang),
            answer->states);
    return APP_YES;
}

static int tell(const asked *a) {
    app_json json;
    if (!a->app->json) return say(a);
    if (!app_json_begin(a->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_odds(&json.json, a->at, a->answer, a->app->lang);
    gg_json_close(&json.json, '}');
    return app_json_end(a->app, &json, APP_YES);
}

// --------------------------------------------------------------------------------------- reading
// Words up to the next semicolon, as one action of the position as the earlier steps have left it.
static int read_step(asked *a, gg_position *now, const char *text) {
    gg_error error = {0};
    gg_action action;
    if (a->plan.steps == GG_PLAN_STEPS) return app_bad(a->app, W_INPUT, text, "...");
    if (!gg_notation_parse(a->game, now->table, now->state, text, &action, &error))
        return app_bad(a->app, W_INPUT, text, app_pick(a->app, error.fr, error.en));
    a->plan.step[a->plan.steps++] = action;
    if (gg_check(a->game, now->table, now->state, a->seat, action, NULL))
        gg_apply(a->game, now->table, now->state, action, NULL);
    return APP_YES;
}

static int read_plan(asked *a, const app_args *args, gg_position *now) {
    char text[TEXT_MAX];
    int code = APP_YES;
    gg_out out;
    gg_out_init(&out, text, sizeof text);
    for (int i = 2; i < args->words; i++)
        gg_out_format(&out, "%s%s", i > 2 ? " " : "", args->word[i]);
    if (out.full) return app_bad(a->app, W_INPUT, text, "...");
    char *rest = text;
    for (char *step; code == APP_YES && (step = strsep(&rest, ";"));) {
        step += strspn(step, " ");
        if (*step) code = read_step(a, now, step);
    }
    if (code == APP_YES && !a->plan.steps) return app_bad(a->app, W_INPUT, text, "?");
    return code;
}

// ---------------------------------------------------------------------------------------- asking
// The refusal as `why` tells it, asked where the step that is not legal would be taken.
static int refused(const asked *a, const gg_verdict *verdict) {
    gg_why why = {.legal = false, .verdict = *verdict};
    app_json json;
    if (!a->app->json) {
        app_say_why(a->app, a->at, &why);
        return APP_NO;
    }
    if (!app_json_begin(a->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_why_words(&json.json, a->at, &why);
    gg_json_close(&json.json, '}');
    return app_json_end(a->app, &json, APP_NO);
}

static int ask(asked *a) {
    gg_odds *odds;
    gg_verdict verdict = {0};
    gg_status status = gg_odds_open(&odds, a->game, 0);
    if (status != GG_OK) return app_status(a->app, status);
    a->odds = odds;
    status = gg_odds_ask(odds, a->at, a->seat, &a->plan, &a->wish, &a->answer, &verdict);
    int code = status == GG_OK        ? tell(a)
               : status == GG_REFUSED ? refused(a, &verdict)
               : status == GG_FULL    ? (app_bad(a->app, W_ODDS_FULL), APP_NO)
                                      : app_status(a->app, status);
    gg_odds_close(odds);
    return code;
}

static int with_position(asked *a, const app_args *args) {
    gg_position now = *a->at;
    now.state = aligned_alloc(16, (a->game->state_bytes + 15U) & ~(size_t)15);
    if (!now.state) return app_status(a->app, GG_NO_MEMORY);
    memcpy(now.state, a->at->state, a->game->state_bytes);
    int code = read_plan(a, args, &now);
    free(now.state);
    return code == APP_YES ? ask(a) : code;
}

int cmd_odds(app_self *app, const app_args *args) {
    app_position position;
    int code = APP_YES;
    gg_assume assume = GG_ASSUME_SENSIBLE;
    asked a = {.app = app, .game = app_game(app, args->word[0], &code)};
    if (!a.game) return code;
    if (args->set[O_ASSUME] && !gg_assume_find(args->text[O_ASSUME], &assume))
        return app_bad(app, W_BAD_ASSUME, args->text[O_ASSUME]);
    a.wish.assume = (uint8_t)assume;
    if (args->set[O_SEAT] && !app_seat(app, a.game, args->text[O_SEAT], false, &a.seat, &code))
        return code;
    if (!app_position_open(app, a.game, args, args->word[1], &position, &code)) return code;
    a.at = position.at;
    gg_turn turn = a.game->turn(a.at->table, a.at->state);
    if (!args->set[O_SEAT] && turn.seat < a.game->seats) a.seat = turn.seat;
    code = with_position(&a, args);
    app_position_close(&position);
    return code;
}
