// SPDX-License-Identifier: Apache-2.0
// `grognard analyse FILE.gg`: how a finished match was won. The curve of the chance to win, its
// turning points, and what chance and what decisions had to do with it.
#include <stdlib.h>
#include <string.h>

#include "grade.h"
#include "grognard/coach.h"
#include "matchfile.h"
#include "show.h"

enum { WIDE = 64, HIGH = 10, TEXT_MAX = 1024 };

typedef struct report {
    const app_self *app;
    const gg_match *match;
    const gg_game *game;
    gg_review review;
    gg_review_point *point;
} report;

// ------------------------------------------------------------------------------------------ text
static double points(int32_t of_sure) {
    return 100.0 * of_sure / GG_SURE;
}

// The curve by columns: the chance at the last rest that falls into each, in rows from the bottom.
static void plot_into(const report *r, int row[WIDE]) {
    uint32_t last = r->point[r->review.points - 1].entry;
    int now = (int)((int64_t)r->review.start * HIGH / GG_SURE);
    uint32_t i = 0;
    for (uint32_t column = 0; column < WIDE; column++) {
        uint64_t upto = (uint64_t)last * (column + 1) / WIDE;
        for (; i < r->review.points && r->point[i].entry <= upto; i++)
            if (r->point[i].rest) now = (int)((int64_t)r->point[i].chance * HIGH / GG_SURE);
        row[column] = now;
    }
}

static void say_plot(const report *r) {
    int row[WIDE];
    char line[WIDE + 1];
    plot_into(r, row);
    for (int level = HIGH; level >= 0; level--) {
        for (int column = 0; column < WIDE; column++)
            line[column] = row[column] == level ? '*' : level == HIGH / 2 ? '-' : ' ';
        line[WIDE] = 0;
        app_text("%4d |%s|\n", level * 100 / HIGH, line);
    }
    app_text("%5s@1%*s%u\n", "", WIDE - 2, "@", r->point[r->review.points - 1].entry);
}

static void say_moments(const report *r) {
    char text[TEXT_MAX];
    static const app_word kinds[] = {W_MOMENT_DECISION, W_MOMENT_SLIP, W_MOMENT_LUCK};
    app_say(r->app, W_REVIEW_MOMENTS);
    for (uint32_t i = 0; i < r->review.moments; i++) {
        const gg_moment *m = &r->review.moment[i];
        (void)gg_say_moment(r->match, m, r->app->lang, text, sizeof text);
        app_say(r->app, W_REVIEW_MOMENT, i + 1, m->first,
                app_signed(r->app, points(m->after - m->before), 1).text,
                app_signed(r->app, points(m->luck), 1).text,
                app_word_of(r->app, kinds[gg_moment_kind_of(m)]), text);
    }
}

static void say_sums(const report *r) {
    const gg_review *v = &r->review;
    for (int seat = 0; seat < r->game->seats; seat++)
        app_say(r->app, W_REVIEW_SEAT, app_seat_word(r->app, r->game, seat),
                app_signed(r->app, points(seat ? -v->luck : v->luck), 1).text,
                app_signed(r->app, points(v->skill[seat]), 1).text);
    app_say(r->app, W_REVIEW_SUM, app_decimal(r->app, points(v->start), 1).text,
            app_signed(r->app, points(v->luck), 1).text,
            app_signed(r->app, points(v->skill[0]), 1).text,
            app_signed(r->app, -points(v->skill[1]), 1).text,
            app_signed(r->app, points(v->residue), 1).text,
            app_decimal(r->app, points(v->end), 1).text);
    if (v->rough) app_say(r->app, W_REVIEW_ROUGH, v->rough);
}

static int say(const report *r) {
    char text[TEXT_MAX];
    (void)gg_say_seat(r->game, 0, app_word_of(r->app, W_REVIEW_HEAD), r->app->lang, text,
                      sizeof text);
    app_text("%s\n", text);
    if (r->review.points) say_plot(r);
    if (r->review.moments) say_moments(r);
    say_sums(r);
    return APP_YES;
}

static int tell(const report *r) {
    app_json json;
    if (!r->app->json) return say(r);
    if (!app_json_begin(r->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", r->game->id);
    gg_json_review(&json.json, r->match, &r->review, r->point);
    gg_json_close(&json.json, '}');
    return app_json_end(r->app, &json, APP_YES);
}

// --------------------------------------------------------------------------------------- reading
static int reckon(report *r) {
    const gg_review_wish wish = {0};
    gg_odds *odds = NULL;
    gg_status status = gg_odds_open(&odds, r->game, 0);
    r->point = malloc(GG_REVIEW_MAX * sizeof *r->point);
    if (!r->point) status = GG_NO_MEMORY;
    if (status == GG_OK) status = gg_review_match(odds, r->match, &wish, &r->review, r->point);
    int code = status == GG_OK            ? tell(r)
               : status == GG_NOT_ALLOWED ? (app_bad(r->app, W_REVIEW_NONE), APP_NO)
                                          : app_status(r->app, status);
    free(r->point);
    gg_odds_close(odds);
    return code;
}

int cmd_analyse(app_self *app, const app_args *args) {
    gg_match *match;
    int code = APP_YES;
    if (!app_match_read_over(app, args->word[0], &match, &code)) return code;
    report r = {.app = app, .match = match, .game = gg_match_setup_of(match)->game};
    code = reckon(&r);
    gg_match_close(match);
    return code;
}
