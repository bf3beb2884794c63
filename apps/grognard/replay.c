// SPDX-License-Identifier: Apache-2.0
// `grognard replay`: a finished or running match told, stepped through on a terminal, shown.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"
#include "apps/terminal/play.h"
#include "matchfile.h"
#include "show.h"

typedef struct tale {
    const app_self *app;
    const gg_game *game;
    gg_match *match;
    int viewer;
    bool all;    // every entry, not one
    uint32_t at; // otherwise this one
    gg_position scratch;
    gg_events events;
} tale;

static const char *const kind_words[GG_ENTRY_KINDS] = {
    "action",      "chance",       "undo",    "resign", "draw-offer",
    "draw-accept", "draw-decline", "comment", "flag",   "adjourned"};

// What a seat other than the viewer typed is not shown: its events are.
static bool shows_action(const tale *t, const gg_entry *entry) {
    return t->viewer == GG_UMPIRE || entry->seat == t->viewer ||
           (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE);
}

static gg_status load(tale *t, uint32_t number) {
    gg_status status = gg_match_at(t->match, number, &t->scratch);
    t->events.count = 0;
    if (status == GG_OK && number)
        status = gg_match_events_for(t->match, number, t->viewer, &t->events);
    return status;
}

static void say_entry(tale *t, uint32_t number) {
    const gg_entry *entry = gg_match_entry(t->match, number);
    char words[1024] = "";
    if (shows_action(t, entry)) app_entry_words(t->app, t->match, number, words, sizeof words);
    bool counts = gg_match_counts(t->match, number, gg_match_entries(t->match));
    app_text("%4u  %s%s%s%s\n", number, app_seat_word(t->app, t->game, entry->seat),
             words[0] ? app_word_of(t->app, W_COLON) : "", words,
             counts ? "" : app_word_of(t->app, W_TAKEN_BACK));
    app_show_events(t->app, &t->events, &t->scratch);
}

static void json_events(const tale *t, gg_json *json) {
    gg_json_open(json, "events", '[');
    for (uint32_t i = 0; i < t->events.count; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_event_words(json, &t->scratch, &t->events.event[i], true);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_entry(const tale *t, gg_json *json, uint32_t number) {
    const gg_entry *entry = gg_match_entry(t->match, number);
    char words[1024];
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "number", number);
    gg_json_string(json, "kind", kind_words[entry->kind]);
    gg_json_string(json, "seat", gg_seat_token(t->game, entry->seat));
    if (shows_action(t, entry)) {
        app_entry_words(t->app, t->match, number, words, sizeof words);
        gg_json_string(json, "text", words);
    }
    gg_json_integer(json, "ms", entry->ms);
    gg_json_bool(json, "counts", gg_match_counts(t->match, number, gg_match_entries(t->match)));
    json_events(t, json);
    gg_json_close(json, '}');
}

static void json_head(const tale *t, gg_json *json) {
    const gg_match_setup *setup = gg_match_setup_of(t->match);
    gg_result result;
    gg_match_result(t->match, &result);
    gg_json_string(json, "game", t->game->id);
    gg_json_scenario(json, t->game, &setup->request);
    gg_json_integer(json, "version", gg_match_version(t->match));
    gg_json_string(json, "id", setup->id);
    gg_json_open(json, "names", '[');
    for (unsigned i = 0; i < t->game->seats; i++) gg_json_string(json, NULL, setup->name[i]);
    gg_json_close(json, ']');
    gg_json_bool(json, "over", result.over);
    if (!result.over) return;
    gg_json_open(json, "half_points", '[');
    for (unsigned i = 0; i < t->game->seats; i++) gg_json_integer(json, NULL, result.half[i]);
    gg_json_close(json, ']');
    gg_json_integer(json, "margin", result.margin);
}

static int tell_json(tale *t) {
    app_json json;
    gg_status status = GG_OK;
    uint32_t first = t->all ? 1 : t->at ? t->at : 1;
    uint32_t last = t->all ? gg_match_entries(t->match) : t->at;
    if (!app_json_begin(t->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    json_head(t, &json.json);
    gg_json_integer(&json.json, "count", gg_match_entries(t->match));
    gg_json_open(&json.json, "entries", '[');
    for (uint32_t i = first; i <= last && (status = load(t, i)) == GG_OK; i++)
        json_entry(t, &json.json, i);
    gg_json_close(&json.json, ']');
    if (status == GG_OK) status = load(t, last);
    if (status == GG_OK) app_show_json(&json.json, &t->scratch, t->viewer);
    gg_json_close(&json.json, '}');
    if (status == GG_OK) return app_json_end(t->app, &json, APP_YES);
    free(json.out.at);
    return app_status(t->app, status);
}

static int tell(tale *t) {
    const gg_match_setup *setup = gg_match_setup_of(t->match);
    gg_status status = GG_OK;
    char words[256], head[APP_HEAD];
    if (t->app->json) return tell_json(t);
    app_say(t->app, W_REPLAY_HEAD, app_pick(t->app, t->game->fr, t->game->en),
            app_scenario_title(t->app, t->game, &setup->request), gg_match_version(t->match),
            setup->id);
    for (unsigned i = 0; i < t->game->seats; i++)
        app_text("  %s%s\n", app_seat_head(t->app, t->game, (int)i, head), setup->name[i]);
    uint32_t last = t->all ? gg_match_entries(t->match) : t->at;
    for (uint32_t i = t->all ? 1 : last ? last : 1; i <= last && status == GG_OK; i++) {
        status = load(t, i);
        if (status == GG_OK) say_entry(t, i);
    }
    if (status == GG_OK && !t->all) {
        status = load(t, last);
        if (status == GG_OK && !app_show(t->app, &t->scratch, t->viewer)) status = GG_NO_MEMORY;
    }
    if (status != GG_OK) return app_status(t->app, status);
    app_match_result_words(t->app, t->match, words, sizeof words);
    if (t->all) app_text("%s\n", words);
    return APP_YES;
}

static bool which(const app_self *app, const char *text, const char *file, tale *t, int *code) {
    char *end;
    unsigned long number = text[0] == '@' ? strtoul(text + 1, &end, 10) : 0;
    if (text[0] != '@' || text[1] < '0' || text[1] > '9' || *end) {
        *code = app_bad(app, W_BAD_AT, text);
        return false;
    }
    if (number > gg_match_entries(t->match)) {
        *code = app_bad(app, W_NO_ENTRY, file, (long)number, gg_match_entries(t->match));
        return false;
    }
    t->at = (uint32_t)number;
    return true;
}

// ---------------------------------------------------------------------------------- other rules
typedef struct bare {
    gg_json *json; // NULL: lines
} bare;

static void bare_line(void *user, const char *line, size_t length) {
    const bare *to = user;
    char *text = length && line[0] >= '0' && line[0] <= '9' ? malloc(length + 1) : NULL;
    if (!text) return; // head or foot
    memcpy(text, line, length);
    text[length] = 0;
    if (to->json)
        gg_json_string(to->json, NULL, text);
    else
        app_text("%s\n", text);
    free(text);
}

static int bare_json(const app_self *app, const char *text, size_t length, const gg_error *why) {
    app_json json;
    bare to = {&json.json};
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_bool(&json.json, "replayed", false);
    gg_json_string(&json.json, "text_fr", why->fr);
    gg_json_string(&json.json, "text_en", why->en);
    gg_json_open(&json.json, "lines", '[');
    (void)gg_match_lines(text, length, bare_line, &to, NULL);
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

static void nothing(void *user, const char *line, size_t length) {
    (void)user;
    (void)line;
    (void)length;
}

// A whole file of rules that these are not: its entries in notation, as they stand there. What a
// seat may see of them only its own rules could say, so they are for the umpire alone.
static int tell_bare(const app_self *app, const char *text, size_t length, const gg_error *why) {
    bare to = {NULL};
    if (app->json) return bare_json(app, text, length, why);
    app_say(app, W_REPLAY_BARE, app_pick(app, why->fr, why->en));
    (void)gg_match_lines(text, length, bare_line, &to, NULL);
    return APP_YES;
}

// False: *code says why, or the match was told without its rules.
static bool open_tale(tale *t, const app_args *args, int *code) {
    char *text;
    size_t length;
    gg_error why = {0};
    if (!app_read(t->app, args->word[0], &text, &length, code)) return false;
    gg_status status = gg_match_read(&t->match, text, length, &why);
    if (status == GG_REFUSED && t->all && !args->set[O_VIEWER] &&
        gg_match_lines(text, length, nothing, NULL, NULL))
        *code = tell_bare(t->app, text, length, &why);
    else if (status == GG_NO_MEMORY)
        *code = app_status(t->app, status);
    else if (status != GG_OK)
        *code = app_input(t->app, args->word[0], &why);
    free(text);
    return status == GG_OK;
}

int cmd_replay(app_self *app, const app_args *args) {
    int code = APP_YES;
    tale *t = calloc(1, sizeof *t);
    if (!t) return app_status(app, GG_NO_MEMORY);
    t->app = app;
    t->viewer = GG_UMPIRE;
    t->all = args->words == 1;
    if (open_tale(t, args, &code)) {
        t->game = gg_match_setup_of(t->match)->game;
        bool good = true;
        if (args->set[O_VIEWER])
            good = app_seat(app, t->game, args->text[O_VIEWER], true, &t->viewer, &code);
        if (good && !t->all) good = which(app, args->word[1], args->word[0], t, &code);
        bool screen = good && t->all && !app->json && !args->set[O_PLAIN] && isatty(STDIN_FILENO) &&
                      isatty(STDOUT_FILENO);
        if (screen) screen = replay_screen(app, t->match, t->viewer, &code);
        if (good && !screen) code = tell(t);
        gg_match_close(t->match);
    }
    if (t->scratch.table) gg_position_close(&t->scratch);
    free(t);
    return code;
}
