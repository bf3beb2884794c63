// SPDX-License-Identifier: Apache-2.0
// A study told as text, as JSON and as a table of its games. What stands under "result" depends on
// the order alone; how it was played stands under "run".
#include <stdlib.h>
#include <string.h>

#include "apps/grognard/brains.h"
#include "host/tty/canvas.h"
#include "study.h"

enum { NAME_WIDTH = 34, SPREAD_WIDTH = 14 };

// ------------------------------------------------------------------------------------------ text
static const char *seat_name(const study *s, unsigned seat) {
    const gg_name *name = &s->order.game->seat_names[seat];
    return app_pick(s->app, name->fr, name->en);
}

// Blanks behind a text that make a column of it: printf counts bytes, not letters.
static int blanks(const char *text, int width) {
    int more = width - gg_utf8_width(text);
    return more > 0 ? more : 0;
}

// The column of names: as wide as the longest match-up.
static int name_width(const study *s, const study_summary *sum) {
    int width = NAME_WIDTH;
    for (unsigned i = 0; sum->pairings > 1 && i < sum->pairings; i++) {
        char name[300];
        study_pairing_name(s, sum->pairing[i].matchup, name, sizeof name);
        if (sum->pairing[i].games && gg_utf8_width(name) > width) width = gg_utf8_width(name);
    }
    return width;
}

static void say_share(const study *s, int width, const char *who, uint64_t hits, uint64_t of) {
    study_share share = study_share_of(hits, of);
    app_say(s->app, W_STUDY_SHARE, who, blanks(who, width), "", (unsigned long long)hits,
            (unsigned long long)of, app_decimal(s->app, 100 * share.rate, 1).text,
            app_decimal(s->app, 100 * share.low, 1).text,
            app_decimal(s->app, 100 * share.high, 1).text);
}

static void say_spread(const study *s, app_word word, const study_spread *spread) {
    const char *what = app_word_of(s->app, word);
    app_say(s->app, W_STUDY_SPREAD, what, blanks(what, SPREAD_WIDTH), "",
            app_decimal(s->app, spread->mean, 1).text, (long long)spread->least,
            (long long)spread->low, (long long)spread->median, (long long)spread->high,
            (long long)spread->most);
}

static void say_pairings(const study *s, const study_summary *sum, int width) {
    char name[300];
    if (sum->pairings < 2) return;
    app_say(s->app, W_STUDY_PAIRINGS, seat_name(s, 0));
    for (unsigned i = 0; i < sum->pairings; i++) {
        const study_pairing *pair = &sum->pairing[i];
        study_pairing_name(s, pair->matchup, name, sizeof name);
        if (pair->games) say_share(s, width, name, pair->wins[0], pair->games);
    }
}

static void say_ends(const study *s, const study_summary *sum) {
    const gg_game *game = s->order.game;
    app_say(s->app, W_STUDY_ENDS);
    for (unsigned i = 0; i < sum->ends; i++) {
        const gg_rule *rule = &game->rules[sum->end[i].rule];
        app_say(s->app, W_STUDY_END, sum->end[i].games, rule->id,
                app_print(s->app, rule->fr, rule->en));
    }
}

// Rules that no event cited. Rules that only forbid, and facts of the data, never are.
static unsigned untold(const study *s) {
    unsigned count = 0;
    for (unsigned i = 1; i < s->order.game->n_rules; i++) count += !s->tally.told[i];
    return count;
}

static void say_faults(const study *s, unsigned seat, const uint32_t *fault) {
    if (fault[APP_FAULT_CLOCK] + fault[APP_FAULT_LEFT] + fault[APP_FAULT_BAD])
        app_say(s->app, W_STUDY_BOT_LOST, seat_name(s, seat), fault[APP_FAULT_CLOCK],
                fault[APP_FAULT_LEFT], fault[APP_FAULT_BAD]);
}

static int most_told(const void *a, const void *b) {
    const study_end *x = a, *y = b;
    if (x->games != y->games) return x->games < y->games ? 1 : -1;
    return (x->rule > y->rule) - (x->rule < y->rule);
}

// --rules: the rules that events cited, most often first, then those that none did.
static void say_rules(const study *s) {
    const gg_game *game = s->order.game;
    static study_end line[STUDY_RULES_MAX];
    for (unsigned i = 0; i < game->n_rules; i++) {
        uint64_t told = i ? s->tally.told[i] : 0;
        line[i] = (study_end){(uint16_t)i, told > UINT32_MAX ? UINT32_MAX : (uint32_t)told};
    }
    qsort(line + 1, game->n_rules - 1U, sizeof line[0], most_told);
    for (unsigned i = 1; i < game->n_rules; i++) {
        const gg_rule *rule = &game->rules[line[i].rule];
        if (!line[i].games && (i == 1 || line[i - 1].games)) app_say(s->app, W_STUDY_UNTOLD_HEAD);
        app_say(s->app, W_STUDY_END, line[i].games, rule->id,
                app_print(s->app, rule->fr, rule->en));
    }
}

int study_report_text(const study *s, const study_summary *sum) {
    const gg_game *game = s->order.game;
    int width = name_width(s, sum);
    char digest[64] = "";
    if (!s->order.undigested)
        (void)snprintf(digest, sizeof digest, app_word_of(s->app, W_STUDY_DIGEST),
                       (unsigned long long)s->tally.digest);
    app_say(s->app, W_STUDY_HEAD, app_pick(s->app, game->fr, game->en),
            app_scenario_title(s->app, game, &s->order.request), sum->games,
            (unsigned long long)s->order.seed, digest);
    for (unsigned i = 0; i < game->seats; i++) {
        char who[200];
        char player[160];
        study_player(s, i, player, sizeof player);
        (void)snprintf(who, sizeof who, "%s (%s)", seat_name(s, i), player);
        say_share(s, width, who, sum->wins[i], sum->games);
    }
    for (unsigned i = 0; i < game->seats; i++) say_faults(s, i, sum->fault[i]);
    if (sum->draws) say_share(s, width, app_word_of(s->app, W_STUDY_DRAWS), sum->draws, sum->games);
    app_say(s->app, W_STUDY_FIRST);
    for (unsigned i = 0; i < game->seats; i++)
        if (sum->began[i]) say_share(s, width, seat_name(s, i), sum->began_won[i], sum->began[i]);
    say_pairings(s, sum, width);
    app_say(s->app, W_STUDY_NUMBERS);
    say_spread(s, W_STUDY_ACTIONS, &sum->actions);
    say_spread(s, W_STUDY_DECISIONS, &sum->decisions);
    say_spread(s, W_STUDY_MARGIN, &sum->margin);
    say_ends(s, sum);
    app_say(s->app, W_STUDY_UNTOLD, game->n_rules - 1U - untold(s), game->n_rules - 1U);
    if (s->args->set[O_RULES]) say_rules(s);
    return APP_YES;
}

// ------------------------------------------------------------------------------------------ JSON
// Six decimals are more than any study knows.
static void json_decimal(gg_json *json, const char *key, double value) {
    gg_json_number(json, key, (double)(int64_t)(value * 1e6 + (value < 0 ? -0.5 : 0.5)) / 1e6);
}

static void json_share(gg_json *json, const char *key, uint64_t hits, uint64_t of) {
    study_share share = study_share_of(hits, of);
    gg_json_open(json, key, '{');
    gg_json_integer(json, "n", (int64_t)hits);
    gg_json_integer(json, "of", (int64_t)of);
    json_decimal(json, "rate", share.rate);
    json_decimal(json, "low", share.low);
    json_decimal(json, "high", share.high);
    gg_json_close(json, '}');
}

static void json_spread(gg_json *json, const char *key, const study_spread *spread) {
    gg_json_open(json, key, '{');
    json_decimal(json, "mean", spread->mean);
    gg_json_integer(json, "least", spread->least);
    gg_json_integer(json, "low", spread->low);
    gg_json_integer(json, "median", spread->median);
    gg_json_integer(json, "high", spread->high);
    gg_json_integer(json, "most", spread->most);
    gg_json_integer(json, "from", spread->from);
    gg_json_integer(json, "width", spread->width);
    gg_json_open(json, "bins", '[');
    for (unsigned i = 0; i < spread->bins; i++) gg_json_integer(json, NULL, spread->bin[i]);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static void json_order(gg_json *json, const study *s) {
    const gg_game *game = s->order.game;
    gg_json_string(json, "game", game->id);
    gg_json_integer(json, "rules_version", game->version);
    gg_json_scenario(json, game, &s->order.request);
    if (s->order.fixed) {
        gg_json_open(json, "options", '{');
        for (unsigned i = 0; i < game->n_options; i++)
            gg_json_integer(json, game->options[i].token, s->order.request.option[i]);
        gg_json_close(json, '}');
    }
    gg_json_open(json, "seats", '[');
    for (unsigned i = 0; i < game->seats; i++) {
        char player[1024];
        study_player(s, i, player, sizeof player);
        gg_json_string(json, NULL, player);
    }
    gg_json_close(json, ']');
    gg_json_integer(json, "seed", (int64_t)s->order.seed);
    gg_json_integer(json, "asked", s->order.games);
}

// Games that a bot lost other than by the rules.
static void json_faults(gg_json *json, const uint32_t *fault) {
    gg_json_open(json, "bot_lost", '{');
    gg_json_integer(json, "clock", fault[APP_FAULT_CLOCK]);
    gg_json_integer(json, "left", fault[APP_FAULT_LEFT]);
    gg_json_integer(json, "bad", fault[APP_FAULT_BAD]);
    gg_json_close(json, '}');
}

static void json_seats(gg_json *json, const study *s, const study_summary *sum) {
    gg_json_open(json, "by_seat", '[');
    for (unsigned i = 0; i < s->order.game->seats; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "seat", s->order.game->seat_names[i].token);
        json_share(json, "wins", sum->wins[i], sum->games);
        json_share(json, "when_first", sum->began_won[i], sum->began[i]);
        if (s->bots.command[i]) json_faults(json, sum->fault[i]);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    json_share(json, "draws", sum->draws, sum->games);
}

static void json_pairings(gg_json *json, const study *s, const study_summary *sum) {
    const gg_game *game = s->order.game;
    gg_json_open(json, "matchups", '[');
    for (unsigned i = 0; i < sum->pairings && sum->pairings > 1; i++) {
        const study_pairing *pair = &sum->pairing[i];
        gg_json_open(json, NULL, '{');
        for (unsigned k = 0; k < 2; k++)
            gg_json_integer(json, game->options[game->matchups[i].option[k]].token,
                            game->matchups[i].value[k]);
        json_share(json, game->seat_names[0].token, pair->wins[0], pair->games);
        gg_json_integer(json, "draws", pair->draws);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_rules(gg_json *json, const study *s, const study_summary *sum) {
    const gg_game *game = s->order.game;
    gg_json_open(json, "ends", '[');
    for (unsigned i = 0; i < sum->ends; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "rule", game->rules[sum->end[i].rule].id);
        gg_json_integer(json, "games", sum->end[i].games);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "told", '{');
    for (unsigned i = 1; i < game->n_rules; i++)
        if (s->tally.told[i]) gg_json_integer(json, game->rules[i].id, (int64_t)s->tally.told[i]);
    gg_json_close(json, '}');
    gg_json_open(json, "never_told", '[');
    for (unsigned i = 1; i < game->n_rules; i++)
        if (!s->tally.told[i]) gg_json_string(json, NULL, game->rules[i].id);
    gg_json_close(json, ']');
}

static void json_heat(gg_json *json, const study *s, const study_summary *sum) {
    const gg_game *game = s->order.game;
    gg_json_open(json, "dice_at", '{');
    gg_json_integer(json, "games", sum->looked);
    for (unsigned i = 0; i < game->n_surfaces; i++) {
        if (!study_is_board(&game->surfaces[i])) continue;
        unsigned next = i + 1 < game->n_surfaces ? s->places.first[i + 1] : s->places.count;
        gg_json_open(json, game->surfaces[i].token, '[');
        for (unsigned k = s->places.first[i]; k < next; k++) {
            if (!s->tally.heat[k]) continue;
            gg_json_open(json, NULL, '[');
            gg_json_integer(json, NULL, k - s->places.first[i]);
            gg_json_integer(json, NULL, (int64_t)s->tally.heat[k]);
            gg_json_close(json, ']');
        }
        gg_json_close(json, ']');
    }
    gg_json_close(json, '}');
}

static void json_run(gg_json *json, const study *s) {
    double seconds = (double)s->wall_ns / 1e9;
    gg_json_open(json, "run", '{');
    gg_json_integer(json, "threads", s->threads);
    gg_json_integer(json, "ranks", study_ranks_count(s));
    gg_json_number(json, "cpu_s", (double)s->cpu_ns / 1e9);
    gg_json_number(json, "wall_s", seconds);
    gg_json_number(json, "games_per_s", seconds > 0 ? (s->played - s->resumed) / seconds : 0);
    gg_json_integer(json, "resumed", s->resumed);
    gg_json_close(json, '}');
}

int study_report_json(const study *s, const study_summary *sum) {
    char digest[17];
    app_json json;
    if (!app_json_begin(s->app, &json)) return APP_ENVIRONMENT;
    (void)snprintf(digest, sizeof digest, "%016llx", (unsigned long long)s->tally.digest);
    gg_json_open(&json.json, NULL, '{');
    gg_json_open(&json.json, "result", '{');
    json_order(&json.json, s);
    gg_json_integer(&json.json, "games", sum->games);
    if (!s->order.undigested) gg_json_string(&json.json, "digest", digest);
    gg_json_integer(&json.json, "actions", (int64_t)s->tally.actions);
    gg_json_integer(&json.json, "steps", (int64_t)s->tally.steps);
    json_seats(&json.json, s, sum);
    json_pairings(&json.json, s, sum);
    json_spread(&json.json, "length", &sum->actions);
    json_spread(&json.json, "decisions", &sum->decisions);
    json_spread(&json.json, "margin", &sum->margin);
    gg_json_integer(&json.json, "goes", (int64_t)sum->goes);
    json_rules(&json.json, s, sum);
    json_heat(&json.json, s, sum);
    gg_json_close(&json.json, '}');
    json_run(&json.json, s);
    gg_json_close(&json.json, '}');
    return app_json_end(s->app, &json, APP_YES);
}

// ------------------------------------------------------------------------------------------- CSV
bool study_report_csv(const study *s, const char *path, int *code) {
    enum { LINE = 160 };
    static const char *const FAULT[] = {"", "bot_clock", "bot_left", "bot_bad"};
    const gg_game *game = s->order.game;
    size_t cap = ((size_t)s->order.games + 1) * LINE;
    char *text = malloc(cap);
    if (!text) {
        *code = app_status(s->app, GG_NO_MEMORY);
        return false;
    }
    gg_out out;
    gg_out_init(&out, text, cap);
    gg_out_text(&out, "game,matchup,first,winner,margin,actions,decisions,goes,ended_by\n");
    for (uint32_t i = 0; i < s->order.games; i++) {
        const study_row *row = &s->rows[i];
        if (s->done[i / s->portion] != 1) continue;
        gg_out_format(&out, "%u,%u,%s,%s,%d,%u,%u,%u,%s\n", i, row->matchup,
                      row->first < game->seats ? game->seat_names[row->first].token : "",
                      row->winner < game->seats ? game->seat_names[row->winner].token : "draw",
                      row->margin, row->actions, row->decisions, row->goes,
                      row->fault ? FAULT[row->fault % 4] : game->rules[row->end].id);
    }
    bool good = app_write(s->app, path, text, strlen(text), code);
    free(text);
    return good;
}
