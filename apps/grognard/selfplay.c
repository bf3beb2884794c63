// SPDX-License-Identifier: Apache-2.0
// `grognard selfplay`: whole games between the program's own seats, one digest over all of them.
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "brains.h"
#include "grognard/study.h"
#include "rulecount.h"
#include "selfbots.h"
#include "windows.h"

typedef struct work {
    const app_self *app;
    const app_args *args;
    gg_selfplay_order order;
    gg_selfplay_report report;
    int brain[GG_SEATS_MAX];
    app_bots_named bots;
    int code; // of a game of bots that could not be saved
    uint64_t cpu_ns;
    rule_counts *counts;    // --rules
    window_counts *windows; // --windows
} work;

static bool progress(void *user, uint32_t played, uint32_t games) {
    const work *w = user;
    app_progress(w->app, W_WORK_GAMES, played, games);
    return true;
}

static void json_rules(gg_json *json, const gg_game *game, const rule_counts *counts) {
    gg_json_open(json, "rules", '[');
    for (unsigned r = 1; r < game->n_rules; r++) {
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "id", game->rules[r].id);
        gg_json_integer(json, "told", (int64_t)counts->told[r]);
        gg_json_integer(json, "refused", (int64_t)counts->refused[r]);
        gg_json_bool(json, "fact", game->rules[r].fact);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static bool is_window(const gg_game *game, unsigned node) {
    return game->nodes[node].flags & GG_N_WINDOW;
}

static void json_window(gg_json *json, const char *token, const window_counts *counts, unsigned i) {
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "node", token);
    gg_json_integer(json, "median", counts->median[i]);
    gg_json_integer(json, "most", counts->most[i]);
    gg_json_close(json, '}');
}

static void json_windows(gg_json *json, const gg_game *game, const window_counts *counts) {
    gg_json_open(json, "windows", '[');
    for (unsigned i = 0; i < game->n_nodes; i++)
        if (is_window(game, i)) json_window(json, game->nodes[i].token, counts, i);
    json_window(json, "all", counts, NODES_MAX);
    gg_json_close(json, ']');
}

static int report_json(const work *w) {
    const gg_game *game = w->order.game;
    const gg_selfplay_report *r = &w->report;
    char digest[17];
    app_json json;
    if (!app_json_begin(w->app, &json)) return APP_ENVIRONMENT;
    (void)snprintf(digest, sizeof digest, "%016llx", (unsigned long long)r->digest);
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", game->id);
    gg_json_scenario(&json.json, game, &w->order.request);
    gg_json_open(&json.json, "seats", '[');
    for (unsigned i = 0; i < game->seats; i++)
        gg_json_string(&json.json, NULL, app_brain_word(w->brain[i]));
    gg_json_close(&json.json, ']');
    gg_json_integer(&json.json, "seed", (int64_t)w->order.seed);
    gg_json_integer(&json.json, "games", r->games);
    gg_json_string(&json.json, "digest", digest);
    (void)snprintf(digest, sizeof digest, "%016llx", (unsigned long long)r->folded);
    gg_json_string(&json.json, "folded", digest);
    gg_json_integer(&json.json, "steps", (int64_t)r->steps);
    gg_json_integer(&json.json, "actions", (int64_t)r->actions);
    gg_json_number(&json.json, "cpu_s", (double)w->cpu_ns / 1e9);
    gg_json_integer(&json.json, "shortest", r->shortest);
    gg_json_integer(&json.json, "longest", r->longest);
    gg_json_open(&json.json, "wins", '[');
    for (unsigned i = 0; i < game->seats; i++)
        gg_json_integer(&json.json, NULL, (int64_t)r->wins[i]);
    gg_json_close(&json.json, ']');
    gg_json_integer(&json.json, "draws", (int64_t)r->draws);
    if (w->args->set[O_RULES]) json_rules(&json.json, game, w->counts);
    if (w->args->set[O_WINDOWS]) json_windows(&json.json, game, w->windows);
    gg_json_close(&json.json, '}');
    return app_json_end(w->app, &json, APP_YES);
}

static void say_count(const work *w, const gg_game *game, unsigned r) {
    const gg_rule *rule = &game->rules[r];
    app_say(w->app, W_RULE_COUNT, rule->id, (unsigned long long)w->counts->told[r],
            (unsigned long long)w->counts->refused[r], app_pick(w->app, rule->fr, rule->en));
}

static void say_rules(const work *w, const gg_game *game) {
    app_say(w->app, W_RULE_COUNT_HEAD);
    for (unsigned r = 1; r < game->n_rules; r++) say_count(w, game, r);
}

static void say_windows(const work *w, const gg_game *game) {
    const window_counts *counts = w->windows;
    app_say(w->app, W_WINDOW_COUNT_HEAD);
    for (unsigned i = 0; i < game->n_nodes; i++)
        if (is_window(game, i))
            app_say(w->app, W_WINDOW_COUNT, game->nodes[i].token, counts->median[i],
                    counts->most[i],
                    app_pick(w->app, game->nodes[i].act_fr, game->nodes[i].act_en));
    app_say(w->app, W_WINDOW_COUNT, "", counts->median[NODES_MAX], counts->most[NODES_MAX],
            app_word_of(w->app, W_WINDOW_COUNT_ALL));
}

static int report(const work *w) {
    const gg_game *game = w->order.game;
    if (w->app->json) return report_json(w);
    uint64_t digest = w->args->set[O_HASH_OLD] ? w->report.folded : w->report.digest;
    app_text("%016llx  %s %s ", (unsigned long long)digest, game->id,
             game->scenarios[w->order.request.scenario].token);
    for (unsigned i = 0; i < game->seats; i++)
        app_text("%s%s", i ? "," : "", app_brain_word(w->brain[i]));
    app_text(" games=%u seed=%llu\n", w->report.games, (unsigned long long)w->order.seed);
    if (w->args->set[O_RULES]) say_rules(w, game);
    if (w->args->set[O_WINDOWS]) say_windows(w, game);
    return APP_YES;
}

// ---------------------------------------------------------------------------------------- saving
// Game `number` once more, as a match: same dice, same choices.
static gg_status play_match(const work *w, app_brains *brains, gg_match *match) {
    const gg_game *game = w->order.game;
    gg_verdict verdict;
    gg_result result;
    for (gg_match_result(match, &result); !result.over; gg_match_result(match, &result)) {
        const gg_position *at = gg_match_published(match);
        gg_turn turn = game->turn(at->table, at->state);
        gg_status status;
        if (turn.seat == GG_CHANCE) {
            app_brains_forget(brains);
            status = gg_match_draw(match, NULL);
        } else {
            at = gg_match_position_for(match, turn.seat);
            gg_action action =
                app_brains_choose(brains, (gg_brain)w->brain[turn.seat], at, turn.seat);
            status = gg_match_act(match, turn.seat, action, 0, gg_match_entries(match), 0, &verdict,
                                  NULL);
        }
        if (status != GG_OK) return status;
    }
    return GG_OK;
}

static bool save_one(const work *w, uint32_t number, const char *path, int *code) {
    gg_match_setup setup = {.game = w->order.game};
    app_brains brains;
    gg_match *match = NULL;
    char *text = NULL;
    size_t length = 0;
    if (!app_brains_open(w->app, &brains, setup.game, w->order.seed, number, code)) return false;
    gg_thinker_budget(brains.thinker, w->order.budget, app_worked_ns, NULL);
    gg_selfplay_request(&w->order, number, &setup.request);
    gg_selfplay_seed(w->order.seed, number, setup.seed);
    gg_selfplay_id(w->order.seed, number, setup.id);
    for (unsigned i = 0; i < setup.game->seats; i++)
        (void)snprintf(setup.name[i], sizeof setup.name[i], "%s", app_brain_word(w->brain[i]));
    gg_verdict verdict = {0};
    gg_status status = gg_match_open(&match, &setup, &verdict);
    if (status == GG_OK) status = play_match(w, &brains, match);
    if (status == GG_OK) status = gg_match_write(match, &text, &length);
    bool good = status == GG_OK && app_write(w->app, path, text, length, code);
    if (status != GG_OK) *code = app_status(w->app, status);
    free(text);
    if (match) gg_match_close(match);
    app_brains_close(&brains);
    return good;
}

// FILE, or FILE-0001.gg and so on; a suffix .gg of FILE stays at the end.
static void save_name(const char *file, uint32_t games, uint32_t number, char out[4096]) {
    size_t length = strlen(file);
    bool suffix = length > 3 && strcmp(file + length - 3, ".gg") == 0;
    if (games == 1)
        (void)snprintf(out, 4096, "%s", file);
    else
        (void)snprintf(out, 4096, "%.*s-%04u.gg", (int)(suffix ? length - 3 : length), file,
                       number + 1);
}

static bool save_all(const work *w, int *code) {
    const char *file = w->args->text[O_SAVE];
    char path[4096];
    for (uint32_t i = 0; i < w->order.games; i++) {
        save_name(file, w->order.games, i, path);
        if (!w->args->set[O_FORCE] && app_exists(path)) {
            *code = app_bad(w->app, W_EXISTS, path);
            return false;
        }
        if (!save_one(w, i, path, code)) return false;
        app_progress(w->app, W_WORK_GAMES, i + 1, w->order.games);
    }
    return true;
}

// A game of bots is saved when it is played: it cannot be had again.
static bool keep(void *user, uint32_t number, const gg_match *match, const uint8_t *faults) {
    work *w = user;
    char path[4096], *text = NULL;
    size_t length;
    (void)faults;
    if (!w->args->set[O_SAVE]) return true;
    save_name(w->args->text[O_SAVE], w->order.games, number, path);
    if (!w->args->set[O_FORCE] && app_exists(path)) {
        w->code = app_bad(w->app, W_EXISTS, path);
        return false;
    }
    gg_status status = gg_match_write(match, &text, &length);
    if (status != GG_OK) w->code = app_status(w->app, status);
    bool good = status == GG_OK && app_write(w->app, path, text, length, &w->code);
    free(text);
    return good;
}

static gg_status play_all(work *w, gg_verdict *verdict) {
    if (!w->bots.text) return gg_selfplay(&w->order, &w->report, verdict);
    selfbots s = {w->app, w->args, &w->order, w->brain, &w->bots, keep, w, false, NULL};
    return selfbots_play(&s, &w->report, verdict);
}

static bool prepare(work *w, int *code) {
    const app_args *args = w->args;
    const gg_game *game = app_game(w->app, args->word[0], code);
    if (!game) return false;
    gg_selfplay_standard(game, &w->order);
    if (!app_request(w->app, game, args, &w->order.request, code)) return false;
    w->order.fixed = app_options_given(args);
    if (!app_bots_parse(w->app, game, args->text[O_SEATS], false, w->brain, &w->bots, code))
        return false;
    if (w->bots.text && (args->set[O_RULES] || args->set[O_WINDOWS])) {
        *code = app_bad(w->app, W_BOT_COUNTS);
        return false;
    }
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) w->order.brain[i] = (gg_brain)w->brain[i];
    if (args->set[O_GAMES]) w->order.games = (uint32_t)args->number[O_GAMES];
    if (args->set[O_SEED]) w->order.seed = (uint64_t)args->number[O_SEED];
    w->order.budget = app_budget(args);
    w->order.now_ns = app_worked_ns;
    w->order.each = progress;
    w->order.user = w;
    if (args->set[O_SAVE] && w->order.games > 9999) {
        *code = app_bad(w->app, W_SAVE_COUNT);
        return false;
    }
    return true;
}

static gg_status count(work *w) {
    gg_status status = GG_OK;
    if (w->args->set[O_RULES]) {
        w->counts = malloc(sizeof *w->counts);
        status = w->counts ? rule_counts_take(&w->order, w->counts) : GG_NO_MEMORY;
    }
    if (status == GG_OK && w->args->set[O_WINDOWS]) {
        w->windows = malloc(sizeof *w->windows);
        status = w->windows ? window_counts_take(&w->order, w->windows) : GG_NO_MEMORY;
    }
    return status;
}

int cmd_selfplay(app_self *app, const app_args *args) {
    work w = {.app = app, .args = args};
    gg_verdict verdict = {0};
    int code = APP_YES;
    if (!prepare(&w, &code)) {
        app_bots_named_close(&w.bots);
        return code;
    }
    uint64_t before = app_cpu_ns();
    gg_status status = play_all(&w, &verdict);
    w.cpu_ns = app_cpu_ns() - before;
    app_progress_end(app);
    if (status == GG_REFUSED)
        code = app_request_refused(app, w.order.game, &verdict);
    else if (status == GG_OK)
        code = w.code;
    if (status == GG_OK && code == APP_YES) status = count(&w);
    if (status != GG_OK && status != GG_REFUSED) code = app_status(app, status);
    if (code == APP_YES && args->set[O_SAVE] && !w.bots.text) (void)save_all(&w, &code);
    app_progress_end(app);
    if (code == APP_YES) code = report(&w);
    app_bots_named_close(&w.bots);
    free(w.counts);
    free(w.windows);
    return code;
}
