// SPDX-License-Identifier: Apache-2.0
// What a player's decisions were worth. The score is the part of the best chance that his own
// decisions kept: the product, over all of them, of the chance after by the chance before. Dice and
// the other side's mistakes move the chance between two decisions, never the score.
#include "grade.h"

#include <stdlib.h>
#include <string.h>

#include "matchfile.h"
#include "show.h"

enum { STEPS_TEXT = 1024 };

double app_percent(gg_fraction value) {
    return 100.0 * (double)value.num / (double)value.den;
}

void app_percent_into(const app_self *app, double percent, char *out, size_t cap) {
    (void)snprintf(out, cap, app->lang == GG_FR ? "%.2f %%" : "%.2f%%", percent);
    char *point = strchr(out, '.');
    if (point && app->lang == GG_FR) *point = ',';
}

void app_json_fraction(gg_json *json, const char *key, gg_fraction value) {
    if (key) gg_json_open(json, key, '{');
    gg_json_integer(json, "num", (int64_t)value.num);
    gg_json_integer(json, "den", (int64_t)value.den);
    gg_json_number(json, "percent", app_percent(value));
    if (key) gg_json_close(json, '}');
}

void app_steps_into(const gg_position *at, const gg_action *steps, uint32_t count, char *out,
                    size_t cap) {
    char text[256];
    gg_out list;
    gg_out_init(&list, out, cap);
    for (uint32_t i = 0; i < count; i++) {
        (void)gg_notation_into(at->game, at->table, at->state, steps[i], text, sizeof text);
        gg_out_format(&list, "%s%s", i ? "; " : "", text);
    }
}

int app_unsolved(const app_self *app, const gg_solver *solver, gg_status status) {
    static const app_word words[] = {[GG_SOLVE_SIMULTANEOUS] = W_SOLVE_SIMULTANEOUS,
                                     [GG_SOLVE_DEEP] = W_SOLVE_DEEP,
                                     [GG_SOLVE_MANY] = W_SOLVE_MANY,
                                     [GG_SOLVE_FINE_GRAINED] = W_SOLVE_FINE_GRAINED};
    gg_solve_report report = {0};
    if (solver) gg_solver_report(solver, &report);
    if (report.why == GG_SOLVE_FINE) return app_status(app, status);
    (void)app_bad(app, words[report.why]);
    return APP_NO;
}

int app_puzzle_seat(const gg_match *match) {
    gg_position at = {0};
    int seat = 0;
    if (gg_match_at(match, 0, &at) == GG_OK) {
        gg_turn turn = at.game->turn(at.table, at.state);
        if (turn.seat < at.game->seats) seat = turn.seat;
    }
    if (at.table) gg_position_close(&at);
    return seat;
}

// -------------------------------------------------------------------------------------- one report
typedef struct sheet {
    const app_self *app;
    const gg_match *match;
    const gg_game *game;
    int seat;
    gg_position start, at;
    gg_solver *solver;
    gg_fraction best;
    gg_grade *grades;
    uint32_t count;
} sheet;

static gg_status open_sheet(sheet *s) {
    s->grades = malloc(GG_GRADES_MAX * sizeof *s->grades);
    gg_status status = s->grades ? gg_match_at(s->match, 0, &s->start) : GG_NO_MEMORY;
    if (status == GG_OK) status = gg_solver_open(&s->solver, s->game, s->start.table, s->seat, 0);
    if (status == GG_OK)
        status = gg_grade_match(s->solver, s->match, &s->best, s->grades, &s->count);
    return status;
}

static void close_sheet(sheet *s) {
    gg_solver_close(s->solver);
    if (s->start.table) gg_position_close(&s->start);
    if (s->at.table) gg_position_close(&s->at);
    free(s->grades);
}

static double kept(const sheet *s) {
    double score = 100;
    for (uint32_t i = 0; i < s->count; i++)
        if (s->grades[i].before.num)
            score *= app_percent(s->grades[i].after) / app_percent(s->grades[i].before);
    return score;
}

static bool lost_something(const gg_grade *grade) {
    return gg_fraction_compare(grade->after, grade->before) < 0;
}

// What would have been best instead; leaves s->at where the decision began.
static void best_into(sheet *s, const gg_grade *grade, char *out, size_t cap) {
    gg_action steps[GG_SOLVE_LINE_MAX];
    uint32_t n = 0;
    out[0] = '\0';
    const gg_entry *entry = gg_match_entry(s->match, grade->entry);
    if (gg_match_at(s->match, entry->before, &s->at) != GG_OK) return;
    if (gg_solve_best(s->solver, s->at.state, steps, &n) == GG_OK)
        app_steps_into(&s->at, steps, n, out, cap);
}

static void say_grade(sheet *s, const gg_grade *grade) {
    char words[STEPS_TEXT], before[32], after[32];
    app_entry_words(s->app, s->match, grade->entry, words, sizeof words);
    app_percent_into(s->app, app_percent(grade->before), before, sizeof before);
    app_percent_into(s->app, app_percent(grade->after), after, sizeof after);
    app_text("  %4u  %s > %s  %s\n", grade->entry, before, after, words);
    if (!lost_something(grade)) return;
    best_into(s, grade, words, sizeof words);
    if (words[0]) app_say(s->app, W_GRADE_BETTER, words);
}

static void say_sheet(sheet *s) {
    char text[32];
    app_percent_into(s->app, app_percent(s->best), text, sizeof text);
    app_say(s->app, W_GRADE_START, app_seat_word(s->app, s->game, s->seat), text);
    if (s->count) app_say(s->app, W_GRADE_HEAD);
    for (uint32_t i = 0; i < s->count; i++) say_grade(s, &s->grades[i]);
    app_percent_into(s->app, kept(s), text, sizeof text);
    app_say(s->app, W_GRADE_SCORE, text);
}

int app_grade(const app_self *app, const gg_match *match, int seat) {
    sheet s = {.app = app, .match = match, .game = gg_match_setup_of(match)->game, .seat = seat};
    gg_status status = open_sheet(&s);
    int code = status == GG_OK ? APP_YES : app_unsolved(app, s.solver, status);
    if (status == GG_OK) say_sheet(&s);
    close_sheet(&s);
    return code;
}

static void json_grade(sheet *s, gg_json *json, const gg_grade *grade) {
    char words[STEPS_TEXT];
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "entry", grade->entry);
    app_entry_words(s->app, s->match, grade->entry, words, sizeof words);
    gg_json_string(json, "text", words);
    app_json_fraction(json, "before", grade->before);
    app_json_fraction(json, "after", grade->after);
    if (lost_something(grade)) {
        best_into(s, grade, words, sizeof words);
        gg_json_string(json, "best", words);
    }
    gg_json_close(json, '}');
}

int app_grade_json(const app_self *app, gg_json *json, const char *key, const gg_match *match,
                   int seat) {
    sheet s = {.app = app, .match = match, .game = gg_match_setup_of(match)->game, .seat = seat};
    gg_status status = open_sheet(&s);
    int code = status == GG_OK ? APP_YES : app_unsolved(app, s.solver, status);
    if (status == GG_OK) {
        gg_json_open(json, key, '{');
        gg_json_string(json, "seat", gg_seat_token(s.game, seat));
        app_json_fraction(json, "best", s.best);
        gg_json_open(json, "decisions", '[');
        for (uint32_t i = 0; i < s.count; i++) json_grade(&s, json, &s.grades[i]);
        gg_json_close(json, ']');
        gg_json_number(json, "score", kept(&s));
        gg_json_close(json, '}');
    }
    close_sheet(&s);
    return code;
}
