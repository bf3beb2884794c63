// SPDX-License-Identifier: Apache-2.0
// `grognard rules`: every rule with its text, the code that obeys it, the refusals and events that
// name it and the tests that prove it.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app.h"
#include "citations.h"

static const app_citations *places_of(const gg_game *game, const gg_rule *rule) {
    static const char *const none[] = {NULL};
    static const app_citations nowhere = {"", "", none, none, none, none};
    for (const app_citations *p = app_citations_table; p->game; p++)
        if (strcmp(p->game, game->id) == 0 && strcmp(p->rule, rule->id) == 0) return p;
    return &nowhere;
}

static void json_list(gg_json *json, const char *key, const char *const *list) {
    gg_json_open(json, key, '[');
    for (; *list; list++) gg_json_string(json, NULL, *list);
    gg_json_close(json, ']');
}

static void json_rule(gg_json *json, const gg_game *game, const gg_rule *rule) {
    static const char *const origins[] = {"SEED", "RULING", "HOUSE"};
    const app_citations *places = places_of(game, rule);
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "id", rule->id);
    gg_json_string(json, "game", game->id);
    gg_json_string(json, "origin", origins[rule->origin]);
    gg_json_string(json, "section", rule->section);
    gg_json_string(json, "text_fr", rule->fr);
    gg_json_string(json, "text_en", rule->en);
    json_list(json, "code", places->code);
    json_list(json, "refusals", places->refusals);
    json_list(json, "events", places->events);
    json_list(json, "tests", places->tests);
    gg_json_close(json, '}');
}

static void say_list(const app_self *app, app_word word, const char *const *list) {
    if (!*list) return;
    app_text("  %s%s", app_word_of(app, word), app_word_of(app, W_COLON));
    for (unsigned i = 0; list[i]; i++) app_text("%s%s", i ? " " : "", list[i]);
    app_text("\n");
}

static void say_rule(const app_self *app, const gg_game *game, const gg_rule *rule, bool all) {
    static const app_word origins[] = {W_ORIGIN_SEED, W_ORIGIN_RULING, W_ORIGIN_HOUSE};
    const app_citations *places = places_of(game, rule);
    app_text("%s  %s, ", rule->id, game->id);
    app_say(app, W_RULE_SECTION, rule->section);
    app_text(", %s\n  %s\n", app_word_of(app, origins[rule->origin]),
             app_print(app, rule->fr, rule->en));
    if (!all) return;
    say_list(app, W_RULE_CODE, places->code);
    say_list(app, W_RULE_REFUSALS, places->refusals);
    say_list(app, W_RULE_EVENTS, places->events);
    say_list(app, W_RULE_TESTS, places->tests);
}

// Calls for each wanted rule and returns how many there were.
static unsigned each_rule(const app_self *app, const gg_game *only, const char *id, gg_json *json) {
    unsigned found = 0;
    for (unsigned g = 0; g < gg_game_count(); g++) {
        const gg_game *game = gg_game_at(g);
        if (only && only != game) continue;
        for (unsigned r = 1; r < game->n_rules; r++) {
            const gg_rule *rule = &game->rules[r];
            if (id && strcasecmp(id, rule->id) != 0) continue;
            found++;
            if (json)
                json_rule(json, game, rule);
            else
                say_rule(app, game, rule, id != NULL);
        }
    }
    return found;
}

int cmd_rules(app_self *app, const app_args *args) {
    int code = APP_YES;
    const gg_game *only = NULL;
    const char *id = args->words ? args->word[0] : NULL;
    app_json json;
    if (args->set[O_GAME] && !(only = app_game(app, args->text[O_GAME], &code))) return code;
    if (!app->json) return each_rule(app, only, id, NULL) ? APP_YES : app_bad(app, W_NO_RULE, id);
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_open(&json.json, "rules", '[');
    if (!each_rule(app, only, id, &json.json)) {
        free(json.out.at);
        return app_bad(app, W_NO_RULE, id);
    }
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, code);
}
