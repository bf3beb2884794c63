// SPDX-License-Identifier: Apache-2.0
// `grognard solve`: the proved chance of a position, and the marks of a match played from one.
#include <stdlib.h>
#include <string.h>

#include "grade.h"
#include "matchfile.h"
#include "show.h"

enum { PLAN_TEXT = 1024 };

typedef struct solution {
    const app_self *app;
    const gg_game *game;
    const gg_position *at;
    int seat;
    gg_solver *solver;
    gg_fraction value;
    uint64_t cpu_ns;
    gg_position now; // walks along the best line; its state is ours
    gg_solve_move *moves;
} solution;

static int acting(const solution *s) {
    return s->game->turn(s->now.table, s->now.state).seat;
}

// The best decision at `now`, which it then takes. False when nobody decides there.
static bool take_best(solution *s, char *out, size_t cap) {
    gg_action steps[GG_SOLVE_LINE_MAX];
    uint32_t n = 0;
    if (acting(s) >= s->game->seats) return false;
    if (gg_solve_best(s->solver, s->now.state, steps, &n) != GG_OK || !n) return false;
    app_steps_into(&s->now, steps, n, out, cap);
    for (uint32_t i = 0; i < n; i++) gg_apply(s->game, s->now.table, s->now.state, steps[i], NULL);
    return true;
}

// "german> attack ...; confirm", up to the next chance or the end; decisions without a choice are
// left out.
static void plan_into(solution *s, char *out, size_t cap) {
    char words[PLAN_TEXT];
    gg_out text;
    uint32_t n = 0;
    gg_out_init(&text, out, cap);
    for (int seat; (seat = acting(s)) < s->game->seats;) {
        if (gg_solve_moves(s->solver, s->now.state, s->moves, &n) != GG_OK) return;
        if (!take_best(s, words, sizeof words)) return;
        if (n < 2) continue;
        gg_out_format(&text, "%s%s> %s", text.length ? "  " : "", gg_seat_token(s->game, seat),
                      words);
    }
}

// ---------------------------------------------------------------------------------------- the line
typedef struct answer {
    char outcome[64], plan[4 * PLAN_TEXT];
    uint64_t weight;
    gg_fraction value;
} answer;

// What follows an outcome of the chance at `now`, which is put back afterwards.
static void answer_into(solution *s, const gg_solve_move *move, void *kept, answer *out) {
    memcpy(kept, s->now.state, s->game->state_bytes);
    (void)gg_notation_into(s->game, s->now.table, s->now.state, move->action, out->outcome,
                           sizeof out->outcome);
    out->weight = move->weight;
    out->value = move->value;
    gg_apply(s->game, s->now.table, s->now.state, move->action, NULL);
    plan_into(s, out->plan, sizeof out->plan);
    memcpy(s->now.state, kept, s->game->state_bytes);
}

// Hears of every outcome of the chance at `now` and its best answer.
typedef void hear(solution *s, const answer *a, void *user);

static gg_status each_answer(solution *s, hear *told, void *user) {
    size_t bytes = (s->game->state_bytes + 15U) & ~(size_t)15;
    uint32_t n = 0;
    if (acting(s) != GG_CHANCE) return GG_OK;
    answer *a = malloc(sizeof *a);
    void *kept = aligned_alloc(16, bytes);
    gg_solve_move *outcomes = malloc(gg_solve_moves_max(s->game) * sizeof *outcomes);
    gg_status status = a && kept && outcomes ? GG_OK : GG_NO_MEMORY;
    if (status == GG_OK) status = gg_solve_moves(s->solver, s->now.state, outcomes, &n);
    for (uint32_t i = 0; status == GG_OK && i < n; i++) {
        answer_into(s, &outcomes[i], kept, a);
        told(s, a, user);
    }
    free(outcomes);
    free(kept);
    free(a);
    return status;
}

// ----------------------------------------------------------------------------------------- telling
static void say_answer(solution *s, const answer *a, void *user) {
    char percent[32];
    (void)user;
    app_percent_into(s->app, app_percent(a->value), percent, sizeof percent);
    app_text("  %-10s %9s  %s\n", a->outcome, percent, a->plan);
}

static gg_status say_line(solution *s) {
    char plan[4 * PLAN_TEXT];
    plan_into(s, plan, sizeof plan);
    app_text("%s\n", plan);
    return each_answer(s, say_answer, NULL);
}

static int say(solution *s, bool line) {
    char percent[32];
    gg_solve_report report;
    gg_solver_report(s->solver, &report);
    app_percent_into(s->app, app_percent(s->value), percent, sizeof percent);
    app_say(s->app, W_SOLVED, app_seat_word(s->app, s->game, s->seat),
            (unsigned long long)s->value.num, (unsigned long long)s->value.den, percent);
    app_say(s->app, W_SOLVED_WORK, (unsigned long long)report.positions, report.deepest + 1);
    gg_status status = line ? say_line(s) : GG_OK;
    return status == GG_OK ? APP_YES : app_status(s->app, status);
}

static void json_answer(solution *s, const answer *a, void *user) {
    gg_json *json = user;
    (void)s;
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "outcome", a->outcome);
    gg_json_integer(json, "weight", (int64_t)a->weight);
    app_json_fraction(json, NULL, a->value);
    gg_json_string(json, "plan", a->plan);
    gg_json_close(json, '}');
}

static gg_status json_line(solution *s, gg_json *json) {
    char plan[4 * PLAN_TEXT];
    plan_into(s, plan, sizeof plan);
    gg_json_string(json, "plan", plan);
    gg_json_open(json, "answers", '[');
    gg_status status = each_answer(s, json_answer, json);
    gg_json_close(json, ']');
    return status;
}

static int tell_json(solution *s, bool line) {
    app_json json;
    gg_solve_report report;
    gg_solver_report(s->solver, &report);
    if (!app_json_begin(s->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", s->game->id);
    gg_json_string(&json.json, "seat", gg_seat_token(s->game, s->seat));
    app_json_fraction(&json.json, NULL, s->value);
    gg_json_integer(&json.json, "positions", (int64_t)report.positions);
    gg_json_integer(&json.json, "deepest", report.deepest + 1);
    gg_json_number(&json.json, "cpu_s", (double)s->cpu_ns / 1e9);
    gg_status status = line ? json_line(s, &json.json) : GG_OK;
    gg_json_close(&json.json, '}');
    if (status == GG_OK) return app_json_end(s->app, &json, APP_YES);
    free(json.out.at);
    return app_status(s->app, status);
}

// -------------------------------------------------------------------------------------- a position
static gg_status work(solution *s) {
    size_t bytes = (s->game->state_bytes + 15U) & ~(size_t)15;
    uint64_t before = app_cpu_ns();
    s->now = *s->at;
    s->now.state = aligned_alloc(16, bytes);
    s->moves = malloc(gg_solve_moves_max(s->game) * sizeof *s->moves);
    if (!s->now.state || !s->moves) return GG_NO_MEMORY;
    memcpy(s->now.state, s->at->state, s->game->state_bytes);
    gg_status status = gg_solver_open(&s->solver, s->game, s->at->table, s->seat, 0);
    if (status == GG_OK) status = gg_solve(s->solver, s->at->state, &s->value);
    s->cpu_ns = app_cpu_ns() - before;
    return status;
}

static int solve_position(const app_self *app, const app_args *args) {
    app_position position;
    int code = APP_YES;
    solution s = {.app = app, .game = app_game(app, args->word[0], &code)};
    if (!s.game) return code;
    if (args->set[O_SEAT] && !app_seat(app, s.game, args->text[O_SEAT], false, &s.seat, &code))
        return code;
    if (!app_position_open(app, s.game, args, args->word[1], &position, &code)) return code;
    s.at = position.at;
    gg_turn turn = s.game->turn(s.at->table, s.at->state);
    if (!args->set[O_SEAT] && turn.seat < s.game->seats) s.seat = turn.seat;
    gg_status status = work(&s);
    if (status != GG_OK)
        code = app_unsolved(app, s.solver, status);
    else
        code = app->json ? tell_json(&s, args->set[O_LINE]) : say(&s, args->set[O_LINE]);
    gg_solver_close(s.solver);
    free(s.now.state);
    free(s.moves);
    app_position_close(&position);
    return code;
}

// ----------------------------------------------------------------------------------------- a match
static int grade_json(const app_self *app, const gg_match *match, int seat) {
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    int code = app_grade_json(app, &json.json, NULL, match, seat);
    if (code == APP_YES) return app_json_end(app, &json, code);
    free(json.out.at);
    return code;
}

// Everything lies open to the solver: a match that goes on is not graded.
static int grade_match(const app_self *app, const app_args *args) {
    gg_match *match;
    int code = APP_YES;
    if (!app_match_read_over(app, args->text[O_MATCH], &match, &code)) return code;
    int seat = app_puzzle_seat(match);
    if (!args->set[O_SEAT] ||
        app_seat(app, gg_match_setup_of(match)->game, args->text[O_SEAT], false, &seat, &code)) {
        code = app->json ? grade_json(app, match, seat) : app_grade(app, match, seat);
    }
    gg_match_close(match);
    return code;
}

int cmd_solve(app_self *app, const app_args *args) {
    if (args->set[O_MATCH] ? args->words != 0 : args->words != 2) return app_bad(app, W_SOLVE_WHAT);
    return args->set[O_MATCH] ? grade_match(app, args) : solve_position(app, args);
}
