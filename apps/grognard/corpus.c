// SPDX-License-Identifier: Apache-2.0
// `grognard fuzz-corpus`: small valid inputs of every decoder, for the fuzz targets to start from,
// a folder for each target: match files, .play blocks, notation, and for the targets that walk by
// bytes (walk, check, facts) a byte that names the game and bytes that choose.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app.h"
#include "brains.h"
#include "grognard/match.h"
#include "grognard/study.h"

typedef struct corpus {
    const app_self *app;
    const char *folder;
    unsigned files;
    int code;
} corpus;

static bool folder(corpus *c, const char *name) {
    char path[4096];
    (void)snprintf(path, sizeof path, "%s%s%s", c->folder, *name ? "/" : "", name);
    if (mkdir(path, 0777) == 0 || errno == EEXIST) return true;
    c->code = app_file_code(c->app, path);
    return false;
}

static bool put(corpus *c, const char *kind, const gg_game *game, const char *name,
                const char *text, size_t length) {
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s/%s-%s", c->folder, kind, game->id, name);
    if (!app_write(c->app, path, text, length, &c->code)) return false;
    c->files++;
    return true;
}

// A match of random seats, stopped after `limit` entries: whole ones reveal their seed, others not.
static gg_status play(const gg_game *game, uint32_t number, uint32_t limit, gg_match **out) {
    gg_match_setup setup = {.game = game};
    gg_verdict verdict;
    gg_result result = {0};
    gg_rng rng;
    gg_request_standard(game, &setup.request);
    gg_selfplay_seed(1, number, setup.seed);
    gg_selfplay_id(1, number, setup.id);
    for (unsigned i = 0; i < game->seats; i++)
        (void)snprintf(setup.name[i], sizeof setup.name[i], "é%u", i);
    gg_rng_seed(&rng, 1, number);
    gg_action *list = malloc(game->max_legal * sizeof *list);
    gg_status status = list ? gg_match_open(out, &setup, &verdict) : GG_NO_MEMORY;
    while (status == GG_OK && !result.over && gg_match_entries(*out) < limit) {
        const gg_position *at = gg_match_published(*out);
        gg_turn turn = game->turn(at->table, at->state);
        if (turn.seat == GG_CHANCE) {
            status = gg_match_draw(*out, NULL);
        } else {
            at = gg_match_position_for(*out, turn.seat);
            uint32_t n = gg_legal(game, at->table, at->state, turn.seat, list);
            gg_action action = list[gg_rng_below(&rng, n)];
            uint32_t seen = gg_match_entries(*out);
            status = gg_match_act(*out, turn.seat, action, 0, seen, 7, &verdict, NULL);
        }
        gg_match_result(*out, &result);
    }
    free(list);
    return status;
}

static bool put_match(corpus *c, const gg_game *game, uint32_t number, uint32_t limit) {
    gg_match *match = NULL;
    char *text = NULL, name[32];
    size_t length;
    gg_status status = play(game, number, limit, &match);
    if (status == GG_OK) (void)gg_match_comment(match, GG_UMPIRE, "A comment, été.");
    if (status == GG_OK) status = gg_match_write(match, &text, &length);
    (void)snprintf(name, sizeof name, "%u.gg", number);
    bool good = status == GG_OK && put(c, "match", game, name, text, length);
    if (status != GG_OK) c->code = app_status(c->app, status);
    free(text);
    if (match) gg_match_close(match);
    return good;
}

static bool put_scenarios(corpus *c, const gg_game *game) {
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        char text[1024], name[64];
        gg_out out;
        gg_out_init(&out, text, sizeof text);
        gg_out_format(&out, "# %s  corpus\ngame %s   scenario %s\n", game->rules[1].id, game->id,
                      game->scenarios[i].token);
        for (unsigned k = 0; k < game->n_options; k++)
            gg_out_format(&out, "option %s %d\n", game->options[k].token, game->options[k].min);
        (void)snprintf(name, sizeof name, "%s.play", game->scenarios[i].token);
        if (!put(c, "play", game, name, text, out.length)) return false;
    }
    return true;
}

// The notation of every legal action met on the way, once per verb, and the same as a script.
static bool put_notation(corpus *c, const gg_game *game) {
    gg_match *match = NULL;
    gg_position at = {0};
    bool seen[GG_VERB_MAX + 1] = {false}, good = true;
    gg_status status = play(game, 1, GG_ENTRIES_MAX, &match);
    for (uint32_t i = 1; status == GG_OK && good && i <= gg_match_entries(match); i++) {
        const gg_entry *entry = gg_match_entry(match, i);
        status = gg_match_at(match, i - 1, &at);
        for (unsigned k = 0; status == GG_OK && good && k < entry->steps; k++) {
            gg_action action = gg_match_actions(match, entry)[k];
            unsigned verb = gg_verb_of(action);
            char text[256];
            size_t n = gg_notation_into(game, at.table, at.state, action, text, sizeof text);
            if (!seen[verb]) good = put(c, "notation", game, game->verbs[verb].token, text, n);
            seen[verb] = true;
            gg_apply(game, at.table, at.state, action, NULL);
        }
    }
    if (status != GG_OK) c->code = app_status(c->app, status);
    if (at.table) gg_position_close(&at);
    if (match) gg_match_close(match);
    return good && status == GG_OK;
}

static bool put_bytes(corpus *c, const gg_game *game, unsigned index) {
    static const char *const kinds[] = {"walk", "check", "facts"};
    gg_rng rng;
    gg_rng_seed(&rng, 1, index);
    for (unsigned k = 0; k < 3; k++) {
        char bytes[256], name[8];
        for (unsigned length = 32, n = 0; length <= sizeof bytes; length *= 8, n++) {
            bytes[0] = (char)index;
            for (unsigned i = 1; i < length; i++) bytes[i] = (char)gg_rng_u32(&rng);
            (void)snprintf(name, sizeof name, "%u", n);
            if (!put(c, kinds[k], game, name, bytes, length)) return false;
        }
    }
    return true;
}

// Texts as the scenario target reads them: the game, 0 for a text, and the text; or 1, and numbers
// that say what is changed in a shipped one.
static bool put_texts(corpus *c, const gg_game *game, unsigned index) {
    char text[GG_SCENARIO_FILE], name[16];
    gg_rng rng;
    gg_rng_seed(&rng, 2, index);
    for (unsigned n = 0; game->own.judge && n < 4; n++) {
        text[0] = (char)index;
        for (unsigned i = 1; i < 96; i++) text[i] = (char)(i == 1 ? 1U : gg_rng_u32(&rng));
        (void)snprintf(name, sizeof name, "edit%u", n);
        if (!put(c, "scenario", game, name, text, 96)) return false;
    }
    for (unsigned i = 0; game->own.judge && i < game->n_scenarios; i++) {
        text[0] = (char)index;
        text[1] = 0;
        size_t length = 2 + gg_scenario_copy(game, i, text + 2, sizeof text - 2);
        if (!put(c, "scenario", game, game->scenarios[i].token, text, length)) return false;
    }
    return true;
}

static bool put_game(corpus *c, const gg_game *game, unsigned index) {
    return put_bytes(c, game, index) && put_match(c, game, 1, GG_ENTRIES_MAX) &&
           put_match(c, game, 2, 0) && put_match(c, game, 3, 12) && put_scenarios(c, game) &&
           put_notation(c, game) && put_texts(c, game, index);
}

int cmd_fuzz_corpus(app_self *app, const app_args *args) {
    corpus c = {.app = app, .folder = args->word[0]};
    static const char *const folders[] = {"",     "match", "play",  "notation",
                                          "walk", "check", "facts", "scenario"};
    for (unsigned i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (!folder(&c, folders[i])) return c.code;
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (!put_game(&c, gg_game_at(i), i)) return c.code;
    if (!app->json) {
        app_say(app, W_CORPUS, c.files, c.folder);
        return APP_YES;
    }
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "folder", c.folder);
    gg_json_integer(&json.json, "files", c.files);
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}
