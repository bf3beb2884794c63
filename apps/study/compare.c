// SPDX-License-Identifier: Apache-2.0
// `grognard study compare GAME A B`: do two ways to begin differ for the first side? Game k of A
// and of B have the same dice and the same seed of choices: they are a pair. After every stage
// an interval of the mean difference is drawn that holds at all stages together (a confidence
// sequence with a normal mixture), so that one may look as often as one likes: the work ends when
// it leaves out zero, when it is too narrow to hold a difference that matters, or at the most
// games.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

enum { STAGE = 4 }; // portions

// Robbins' mixture, tuned to be narrowest after about 500 pairs; alpha is 0.05.
static double half_width(double n, double variance) {
    const double alpha = 0.05, rho2 = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / 500;
    return sqrt(variance * 2 * (n * rho2 + 1) / (n * n * rho2) * log(sqrt(n * rho2 + 1) / alpha));
}

static int points(const study_row *row) {
    return row->winner == 0 ? 2 : row->winner == GG_NOBODY ? 1 : 0;
}

static bool both_played(const study *a, const study *b, uint32_t game) {
    return a->done[game / a->portion] == 1 && b->done[game / b->portion] == 1;
}

void study_compared(const study *a, const study *b, uint32_t games, double margin,
                    study_difference *out) {
    int64_t sum = 0, squares = 0;
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < games; i++) {
        if (!both_played(a, b, i)) continue;
        int difference = points(&a->rows[i]) - points(&b->rows[i]);
        sum += difference;
        squares += difference * difference;
        out->pairs++;
        out->better += difference > 0;
        out->worse += difference < 0;
    }
    double n = out->pairs;
    if (n < 2) return;
    out->mean = (double)sum / n / 2;
    // one pair of each kind more than seen: equal pairs alone prove nothing
    double variance = ((double)squares + 8) / (n + 2) / 4 - out->mean * out->mean;
    double half = half_width(n, variance);
    out->low = out->mean - half;
    out->high = out->mean + half;
    out->answer = out->low > 0         ? STUDY_A
                  : out->high < 0      ? STUDY_B
                  : half * 2 <= margin ? STUDY_EQUAL
                                       : STUDY_OPEN;
    // A test of one look at the end, 95 % and a power of 80 %, for this difference or the margin.
    double wanted = fabs(out->mean) > margin / 2 ? fabs(out->mean) : margin;
    out->fixed = (uint64_t)ceil(7.849 * variance / (wanted * wanted));
}

// --------------------------------------------------------------------------------------- the sides
// "scenario=intro,seats=...": words of the command line in short; unknown keys are rule options.
static bool side_args(const app_self *app, const app_args *args, char *text, app_args *out,
                      int *code) {
    static const struct {
        const char *word;
        app_opt option;
    } known[] = {{"scenario", O_SCENARIO},
                 {"seats", O_SEATS},
                 {"decks", O_DECKS},
                 {"companies", O_COMPANIES}};
    *out = *args;
    for (char *word = strtok(text, " ;"); word; word = strtok(NULL, " ;")) {
        char *value = strchr(word, '=');
        unsigned i = 0;
        if (!value || value == word || out->list_count == APP_LIST_MAX) {
            *code = app_bad(app, W_STUDY_SIDE, word);
            return false;
        }
        while (i < 4 && (strncmp(word, known[i].word, (size_t)(value - word)) != 0 ||
                         known[i].word[value - word]))
            i++;
        if (i < 4) {
            out->set[known[i].option] = true;
            out->text[known[i].option] = value + 1;
        } else {
            out->list[out->list_count++] = word;
        }
    }
    return true;
}

typedef struct contest {
    const app_self *app;
    const app_args *args;
    study side[2];
    app_args side_args[2];
    char *text[2];
    double margin;
    study_difference difference;
} contest;

static bool open_side(contest *c, unsigned i, int *code) {
    study *s = &c->side[i];
    app_args *args = &c->side_args[i];
    char path[4096];
    s->app = c->app;
    c->text[i] = strdup(c->args->word[2 + i]);
    if (!c->text[i]) {
        *code = app_status(c->app, GG_NO_MEMORY);
        return false;
    }
    if (!side_args(c->app, c->args, c->text[i], args, code)) return false;
    if (!study_prepare(s, args, c->args->word[1], 10000, code)) return false;
    s->portion = 16;
    if (!study_open(s, code)) return false;
    if (!c->args->set[O_CHECKPOINT]) return true;
    (void)snprintf(path, sizeof path, "%s-%c", c->args->text[O_CHECKPOINT], i ? 'b' : 'a');
    return study_keep_open(s, path, code);
}

static bool go_on(const contest *c) {
    return c->difference.answer == STUDY_OPEN && !atomic_load(&c->side[0].stop) &&
           !atomic_load(&c->side[1].stop);
}

static void play(contest *c) {
    uint32_t games = 0, most = c->side[0].order.games;
    for (uint32_t until = STAGE; games < most && go_on(c); until += STAGE) {
        for (unsigned i = 0; i < 2 && !(i && atomic_load(&c->side[0].stop)); i++) {
            c->side[i].until = until;
            study_play(&c->side[i]);
        }
        games = until * c->side[0].portion < most ? until * c->side[0].portion : most;
        study_compared(&c->side[0], &c->side[1], games, c->margin, &c->difference);
    }
}

// ------------------------------------------------------------------------------------------ report
static const char *const ANSWERS[] = {"open", "a", "b", "equal"};

static void json_side(gg_json *json, const char *key, const study *s, const char *words) {
    study_summary *sum = malloc(sizeof *sum);
    gg_json_open(json, key, '{');
    gg_json_string(json, "words", words);
    if (sum && study_sum_up(s, sum)) {
        gg_json_integer(json, "games", sum->games);
        gg_json_integer(json, "wins", sum->wins[0]);
        gg_json_integer(json, "draws", sum->draws);
    }
    gg_json_close(json, '}');
    free(sum);
}

static double six(double value) {
    return (double)(int64_t)(value * 1e6 + (value < 0 ? -0.5 : 0.5)) / 1e6;
}

static int report_json(const contest *c) {
    const study_difference *d = &c->difference;
    app_json json;
    if (!app_json_begin(c->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_open(&json.json, "result", '{');
    gg_json_string(&json.json, "game", c->side[0].order.game->id);
    json_side(&json.json, "a", &c->side[0], c->args->word[2]);
    json_side(&json.json, "b", &c->side[1], c->args->word[3]);
    gg_json_integer(&json.json, "pairs", d->pairs);
    gg_json_integer(&json.json, "better_in_a", d->better);
    gg_json_integer(&json.json, "better_in_b", d->worse);
    gg_json_number(&json.json, "difference", six(d->mean));
    gg_json_number(&json.json, "low", six(d->low));
    gg_json_number(&json.json, "high", six(d->high));
    gg_json_number(&json.json, "margin", six(c->margin));
    gg_json_string(&json.json, "answer", ANSWERS[d->answer]);
    gg_json_integer(&json.json, "fixed_pairs", (int64_t)d->fixed);
    gg_json_close(&json.json, '}');
    gg_json_open(&json.json, "run", '{');
    gg_json_integer(&json.json, "threads", c->side[0].threads);
    gg_json_number(&json.json, "cpu_s", (double)(c->side[0].cpu_ns + c->side[1].cpu_ns) / 1e9);
    gg_json_close(&json.json, '}');
    gg_json_close(&json.json, '}');
    return app_json_end(c->app, &json, APP_YES);
}

static int report_text(const contest *c) {
    static const app_word verdict[] = {W_STUDY_IS_OPEN, W_STUDY_IS_A, W_STUDY_IS_B,
                                       W_STUDY_IS_EQUAL};
    const study_difference *d = &c->difference;
    const gg_name *first = &c->side[0].order.game->seat_names[0];
    app_say(c->app, W_STUDY_COMPARED, c->args->word[2], c->args->word[3], d->pairs,
            app_pick(c->app, first->fr, first->en), d->better, d->worse,
            app_signed(c->app, 100 * d->mean, 1).text, app_signed(c->app, 100 * d->low, 1).text,
            app_signed(c->app, 100 * d->high, 1).text);
    app_say(c->app, verdict[d->answer], app_decimal(c->app, 100 * c->margin, 1).text);
    app_say(c->app, W_STUDY_FIXED, (unsigned long long)d->fixed);
    return APP_YES;
}

static bool write_page(const contest *c, int *code) {
    study_summary *sum = calloc(2, sizeof *sum);
    const study *const sides[] = {&c->side[0], &c->side[1]};
    bool good = sum && study_sum_up(sides[0], &sum[0]) && study_sum_up(sides[1], &sum[1]);
    const study_summary *const sums[] = {sum, sum + 1};
    if (!good)
        *code = app_status(c->app, GG_NO_MEMORY);
    else
        good = study_report_html(sides, sums, 2, c->args->text[O_HTML], code);
    free(sum);
    return good;
}

static int report(const contest *c) {
    int code = APP_YES;
    for (unsigned i = 0; i < 2; i++)
        if ((code = study_trouble(&c->side[i], c->args->text[O_CHECKPOINT])) != APP_YES)
            return code;
    if (c->args->set[O_HTML] && !write_page(c, &code)) return code;
    code = c->app->json ? report_json(c) : report_text(c);
    if (code != APP_YES || !(atomic_load(&c->side[0].stop) || atomic_load(&c->side[1].stop)))
        return code;
    return app_environment(c->app, c->args->set[O_CHECKPOINT] ? W_STUDY_GO_ON : W_STUDY_STOPPED,
                           c->difference.pairs, c->side[0].order.games);
}

int study_compare(const app_self *app, const app_args *args) {
    contest *c = calloc(1, sizeof *c);
    int code = APP_YES;
    if (!c) return app_status(app, GG_NO_MEMORY);
    c->app = app;
    c->args = args;
    c->margin = args->set[O_MARGIN] ? args->decimal[O_MARGIN] / 100 : 0.1;
    if (open_side(c, 0, &code) && open_side(c, 1, &code)) {
        play(c);
        code = report(c);
    }
    for (unsigned i = 0; i < 2; i++) {
        study_close(&c->side[i]);
        free(c->text[i]);
    }
    free(c);
    return code;
}
