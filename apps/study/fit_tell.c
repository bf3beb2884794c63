// SPDX-License-Identifier: Apache-2.0
// What a fit found: a report for people, the same as JSON, and the file that the build compiles.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apps/grognard/brains.h"
#include "fit.h"

enum { BAR = 50 };

static const char *scenario_token(const fit *f, unsigned i) {
    return f->game->scenarios[f->request[i].scenario].token;
}

static uint32_t all_spots(const fit *f) {
    uint32_t sum = 0;
    for (uint32_t game = 0; game < f->games; game++) sum += f->played[game].spots;
    return sum;
}

// ------------------------------------------------------------------------------------------- text
// Where the bar ends so many won; the stroke stands where value() said.
static void tell_bin(const fit *f, unsigned i, const fit_bin *bin) {
    char bar[BAR + 2];
    unsigned won = (unsigned)(bin->won * BAR + 0.5), told = (unsigned)(bin->told * BAR + 0.5);
    if (!bin->spots) return;
    memset(bar, ' ', BAR + 1);
    memset(bar, '=', won);
    bar[told] = '|';
    bar[BAR + 1] = 0;
    app_say(f->app, W_FIT_BIN, i * 100 / FIT_BINS, (i + 1) * 100 / FIT_BINS, bin->spots,
            app_decimal(f->app, 100 * bin->told, 1).text,
            app_decimal(f->app, 100 * bin->won, 1).text, bar);
}

static bool tell_scenario(const fit *f, fit_part part) {
    static const app_word third[FIT_THIRDS] = {W_FIT_EARLY, W_FIT_MIDDLE, W_FIT_LATE};
    fit_grade grade;
    fit_bin bins[FIT_BINS];
    if (!fit_grade_part(f, part, &grade)) return false;
    app_say(f->app, W_FIT_SCENARIO, scenario_token(f, part.scenario), grade.games,
            app_decimal(f->app, 100 * grade.won, 1).text);
    for (unsigned i = 0; i < FIT_THIRDS; i++) {
        part.third = (uint8_t)i;
        if (!fit_grade_part(f, part, &grade)) return false;
        app_say(f->app, W_FIT_THIRD, app_word_of(f->app, third[i]), grade.spots,
                app_decimal(f->app, grade.loss, 3).text, app_decimal(f->app, grade.auc, 3).text,
                app_decimal(f->app, grade.low, 3).text, app_decimal(f->app, grade.high, 3).text);
    }
    fit_calibrate(f, part, bins);
    app_say(f->app, W_FIT_BINS);
    for (unsigned i = 0; i < FIT_BINS; i++) tell_bin(f, i, &bins[i]);
    return true;
}

static int tell_text(const fit *f, bool held, const char *path) {
    app_say(f->app, held ? W_FIT_HEAD : W_FIT_CHECK, f->game->id, (unsigned)f->game->version,
            f->games, all_spots(f), (unsigned long long)f->seed);
    for (unsigned i = 0; i < f->scenarios; i++)
        if (!tell_scenario(f, (fit_part){(uint8_t)i, FIT_ALL, held}))
            return app_status(f->app, GG_NO_MEMORY);
    if (path) app_say(f->app, W_FIT_WRITTEN, path);
    return APP_YES;
}

// ------------------------------------------------------------------------------------------- JSON
static double four(double value) {
    return (double)(int64_t)(value * 1e4 + (value < 0 ? -0.5 : 0.5)) / 1e4;
}

static bool json_grade(const fit *f, gg_json *json, fit_part part) {
    fit_grade grade;
    if (!fit_grade_part(f, part, &grade)) return false;
    gg_json_integer(json, "games", grade.games);
    gg_json_integer(json, "positions", grade.spots);
    gg_json_number(json, "won", four(grade.won));
    gg_json_number(json, "log_loss", four(grade.loss));
    gg_json_number(json, "auc", four(grade.auc));
    gg_json_number(json, "low", four(grade.low));
    gg_json_number(json, "high", four(grade.high));
    return true;
}

static void json_bins(const fit *f, gg_json *json, fit_part part) {
    fit_bin bins[FIT_BINS];
    fit_calibrate(f, part, bins);
    gg_json_open(json, "calibration", '[');
    for (unsigned i = 0; i < FIT_BINS; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_integer(json, "positions", bins[i].spots);
        gg_json_number(json, "told", four(bins[i].told));
        gg_json_number(json, "won", four(bins[i].won));
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static bool json_scenario(const fit *f, gg_json *json, fit_part part) {
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "scenario", scenario_token(f, part.scenario));
    bool good = json_grade(f, json, part);
    gg_json_open(json, "thirds", '[');
    for (unsigned i = 0; good && i < FIT_THIRDS; i++) {
        gg_json_open(json, NULL, '{');
        good = json_grade(f, json, (fit_part){part.scenario, (uint8_t)i, part.held});
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    json_bins(f, json, part);
    gg_json_close(json, '}');
    return good;
}

static int tell_json(const fit *f, bool held, const char *path) {
    app_json json;
    bool good = true;
    if (!app_json_begin(f->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", f->game->id);
    gg_json_integer(&json.json, "rules", f->game->version);
    gg_json_integer(&json.json, "games", f->games);
    gg_json_integer(&json.json, "positions", all_spots(f));
    gg_json_integer(&json.json, "seed", (int64_t)f->seed);
    if (path) gg_json_string(&json.json, "written", path);
    gg_json_open(&json.json, "scenarios", '[');
    for (unsigned i = 0; good && i < f->scenarios; i++)
        good = json_scenario(f, &json.json, (fit_part){(uint8_t)i, FIT_ALL, held});
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    int code = app_json_end(f->app, &json, APP_YES);
    return good ? code : app_status(f->app, GG_NO_MEMORY);
}

int fit_tell(const fit *f, bool held, const char *path) {
    return f->app->json ? tell_json(f, held, path) : tell_text(f, held, path);
}

// ------------------------------------------------------------------------------------------- file
// Of the tree that the file is written into.
static void find_commit(char out[64]) {
    FILE *git = popen("git rev-parse --short=10 HEAD 2>/dev/null", "r");
    (void)snprintf(out, 64, "unknown");
    if (!git) return;
    if (fgets(out, 64, git)) out[strcspn(out, "\n")] = 0;
    if (pclose(git) != 0 || !*out) (void)snprintf(out, 64, "unknown");
}

static void write_head(const fit *f, gg_out *out) {
    char date[32], commit[64];
    time_t now = time(NULL);
    struct tm day;
    find_commit(commit);
    (void)strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
    gg_out_format(out,
                  "# What the features of a position are worth, found by `grognard fit %s`, never "
                  "by hand: a line\n# a feature, its weight at each knot from the beginning of a "
                  "game to its end, in 1/256 of a\n# thousandth of a logit. `held-out`: games that "
                  "were not learned from, by third of the game.\n",
                  f->game->id);
    gg_out_format(out, "game %s\nrules %u\ndate %s\ncommit %s\ngames %u\nseed %llu\nseats",
                  f->game->id, (unsigned)f->game->version, date, commit, f->games,
                  (unsigned long long)f->seed);
    for (unsigned i = 0; i < f->pairs; i++)
        gg_out_format(out, " %s,%s", app_brain_word((int)f->pair[i][0]),
                      app_brain_word((int)f->pair[i][1]));
    gg_out_format(out, "\nscenarios");
    for (unsigned i = 0; i < f->scenarios; i++) gg_out_format(out, " %s", scenario_token(f, i));
    gg_out_format(out, "\nknots %d\n", FIT_KNOTS);
}

static bool write_grades(const fit *f, gg_out *out) {
    static const char *const word[FIT_THIRDS] = {"early", "middle", "late"};
    for (unsigned i = 0; i < f->scenarios; i++)
        for (unsigned third = 0; third < FIT_THIRDS; third++) {
            fit_grade grade;
            if (!fit_grade_part(f, (fit_part){(uint8_t)i, (uint8_t)third, true}, &grade))
                return false;
            gg_out_format(out, "held-out %s %s games %u log-loss %.3f auc %.3f %.3f %.3f\n",
                          scenario_token(f, i), word[third], grade.games, grade.loss, grade.auc,
                          grade.low, grade.high);
        }
    return true;
}

static void write_weights(const fit *f, const gg_weights *weights, gg_out *out) {
    unsigned one = 1U + weights->count;
    for (unsigned set = 0; set < weights->sets; set++) {
        if (!fit_met(f, set)) gg_out_text(out, "# as it was: no game of this set was played\n");
        gg_out_format(out, "set %u\n", set);
        for (unsigned i = 0; i < one; i++) {
            gg_out_format(out, "%s", i ? f->game->brain.feature_names[i - 1] : "constant");
            for (unsigned knot = 0; knot < weights->knots; knot++)
                gg_out_format(out, " %d", weights->weight[(set * weights->knots + knot) * one + i]);
            gg_out_format(out, "\n");
        }
    }
}

bool fit_write(const fit *f, const gg_weights *weights, const char *path, int *code) {
    enum { ROOM = 1 << 20 };
    char *text = malloc(ROOM);
    gg_out out;
    bool good = text != NULL;
    if (good) {
        gg_out_init(&out, text, ROOM);
        write_head(f, &out);
        good = write_grades(f, &out);
        write_weights(f, weights, &out);
    }
    if (!good) *code = app_status(f->app, GG_NO_MEMORY);
    good = good && app_write(f->app, path, text, out.length, code);
    free(text);
    return good;
}
