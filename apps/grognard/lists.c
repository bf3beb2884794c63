// SPDX-License-Identifier: Apache-2.0
// Lists that players write: `grognard deck check FILE` and `grognard company check FILE` judge one
// by the game that has lists of that name, `--decks FILE,FILE` and the like play it. Every fault is
// told with its line and its rule.
#include <stdlib.h>
#include <string.h>

#include "app.h"

enum { FAULTS_MAX = 256 };

static const gg_game *game_with(const char *word) {
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        if (game->lists.word && strcmp(game->lists.word, word) == 0) return game;
    }
    return NULL;
}

void app_faults_json(gg_json *json, const gg_game *game, const gg_fault *fault, uint32_t count) {
    gg_json_open(json, "faults", '[');
    for (uint32_t i = 0; i < count; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_integer(json, "line", fault[i].line);
        gg_json_string(json, "rule", game->rules[fault[i].rule].id);
        gg_json_string(json, "text_fr", fault[i].fr);
        gg_json_string(json, "text_en", fault[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static int tell_json(const app_self *app, const gg_game *game, const gg_fault *fault,
                     uint32_t count, int code) {
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", game->id);
    gg_json_bool(&json.json, "good", count == 0);
    app_faults_json(&json.json, game, fault, count);
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, code);
}

static void tell(const app_self *app, const gg_game *game, const char *path,
                 const gg_fault *fault) {
    const char *text = app_pick(app, fault->fr, fault->en);
    if (fault->rule)
        app_say(app, W_LIST_FAULT_RULE, path, fault->line, text, game->rules[fault->rule].id);
    else
        app_say(app, W_LIST_FAULT, path, fault->line, text);
}

void app_fault_bad(const app_self *app, const gg_game *game, const char *path,
                   const gg_fault *fault) {
    const char *text = app_pick(app, fault->fr, fault->en);
    if (fault->rule)
        (void)app_bad(app, W_LIST_BAD_RULE, path, fault->line, text, game->rules[fault->rule].id);
    else
        (void)app_bad(app, W_LIST_BAD, path, fault->line, text);
}

// On standard error; the exit code.
static int complain(const app_self *app, const gg_game *game, const char *path,
                    const gg_fault *fault, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) app_fault_bad(app, game, path, &fault[i]);
    return APP_BAD;
}

bool app_list_named(const char *value, size_t length) {
    return length && (value[0] == '@' || memchr(value, '/', length) || memchr(value, '.', length));
}

bool app_list_read(const app_self *app, const gg_game *game, const char *path, int seat,
                   gg_request *out, int *code) {
    char *text;
    size_t length;
    if (!app_read(app, path, &text, &length, code)) return false;
    gg_fault *fault = calloc(FAULTS_MAX, sizeof *fault);
    uint32_t count = 1;
    if (!fault)
        *code = app_status(app, GG_NO_MEMORY);
    else if (length > GG_LIST_FILE)
        *code = app_bad(app, W_LIST_LONG, path, (int)GG_LIST_FILE);
    else if ((count = gg_list_read(game, out, seat, text, length, fault, FAULTS_MAX)))
        *code = complain(app, game, path, fault, count);
    free(fault);
    free(text);
    return count == 0;
}

// --------------------------------------------------------------------------------------- copying
// The number of the ready list with this token; -1 with all tokens in `names`.
static int ready_of(const gg_game *game, const char *token, char *text, gg_out *names) {
    gg_name name;
    for (unsigned i = 0; game->lists.ready && game->lists.ready(i, &name, text); i++) {
        if (strcmp(name.token, token) == 0) return (int)i;
        gg_out_format(names, "%s%s", i ? ", " : "", name.token);
    }
    return -1;
}

// What stands on a line, in words: the first of them that is an item's.
static const char *item_on(const app_self *app, const gg_game *game, const char *line,
                           size_t length) {
    gg_list_item item;
    for (const char *at = line, *end = line + length; at < end;) {
        size_t word = strcspn(at, " \n");
        for (unsigned i = 0; game->lists.item(i, &item); i++)
            if (strlen(item.name.token) == word && memcmp(item.name.token, at, word) == 0)
                return app_pick(app, item.name.fr, item.name.en);
        at += word + 1;
    }
    return NULL;
}

static void write_lines(const app_self *app, const gg_game *game, const char *text, gg_out *out) {
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const char *name = item_on(app, game, text, length);
        gg_out_format(out, name ? "%-28.*s # %s\n" : "%.*s\n", (int)length, text, name);
    }
}

static void write_items(const app_self *app, const gg_game *game, gg_out *out) {
    gg_list_item item;
    gg_out_text(out, app_word_of(app, W_LIST_ITEMS));
    for (unsigned i = 0; game->lists.item(i, &item); i++)
        gg_out_format(out, "#   %-24s %s\n", item.name.token,
                      app_pick(app, item.name.fr, item.name.en));
}

static int copy_list(const app_self *app, const app_args *args, const gg_game *game) {
    const char *path = args->word[2], *word = game->lists.word;
    char text[GG_LIST_TEXT] = "", known[1024], file[GG_LIST_FILE];
    gg_name name = {0};
    gg_out names, out;
    int code = APP_YES;
    gg_out_init(&names, known, sizeof known);
    gg_out_init(&out, file, sizeof file);
    int number = ready_of(game, args->word[1], text, &names);
    if (number < 0) return app_bad(app, W_LIST_NO_READY, args->word[1], known);
    if (!args->set[O_FORCE] && app_exists(path)) return app_bad(app, W_EXISTS, path);
    (void)game->lists.ready((unsigned)number, &name, text);
    gg_out_format(&out, app_word_of(app, W_LIST_HEAD), app_pick(app, name.fr, name.en), word,
                  game->id, strcmp(word, "deck") == 0 ? "decks" : "companies");
    write_lines(app, game, text, &out);
    write_items(app, game, &out);
    if (!app_write(app, path, file, out.length, &code)) return code;
    app_say(app, W_LIST_COPIED, path, word, path);
    return APP_YES;
}

static int check_list(const app_self *app, const app_args *args, const char *word) {
    const gg_game *game = game_with(word);
    const char *path = args->word[1];
    char *text;
    size_t length;
    int code = APP_YES;
    bool copies = strcmp(args->word[0], "copy") == 0;
    if (args->words != (copies ? 3 : 2) || (!copies && strcmp(args->word[0], "check") != 0))
        return app_bad(app, W_LIST_FORM, word, word);
    if (!game) return app_bad(app, W_LIST_NOBODY, word);
    if (copies) return copy_list(app, args, game);
    if (!app_read(app, path, &text, &length, &code)) return code;
    gg_fault *fault = calloc(FAULTS_MAX, sizeof *fault);
    if (!fault) {
        free(text);
        return app_status(app, GG_NO_MEMORY);
    }
    uint32_t count = game->lists.judge(NULL, 0, text, length, NULL, fault, FAULTS_MAX);
    code = count ? APP_NO : APP_YES;
    if (app->json) code = tell_json(app, game, fault, count, code);
    for (uint32_t i = 0; !app->json && i < count; i++) tell(app, game, path, &fault[i]);
    if (!app->json && !count) app_say(app, W_LIST_GOOD, path);
    free(fault);
    free(text);
    return code;
}

int cmd_deck(app_self *app, const app_args *args) {
    return check_list(app, args, "deck");
}

int cmd_company(app_self *app, const app_args *args) {
    return check_list(app, args, "company");
}
