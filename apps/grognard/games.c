// SPDX-License-Identifier: Apache-2.0
// `grognard games`: what can be played.
#include "app.h"

static void json_name(gg_json *json, const char *id, const char *fr, const char *en) {
    gg_json_string(json, "id", id);
    gg_json_string(json, "name_fr", fr);
    gg_json_string(json, "name_en", en);
}

static void json_scenario(gg_json *json, const gg_game *game, unsigned i) {
    const gg_scenario *scenario = &game->scenarios[i];
    gg_json_open(json, NULL, '{');
    json_name(json, scenario->token, scenario->fr, scenario->en);
    gg_json_bool(json, "hidden", scenario->hidden);
    gg_json_bool(json, "puzzle", scenario->puzzle);
    gg_json_string(json, "brief_fr", scenario->brief_fr);
    gg_json_string(json, "brief_en", scenario->brief_en);
    gg_json_usual(json, game, i);
    gg_json_uneven(json, game, i);
    gg_json_close(json, '}');
}

static void json_values(gg_json *json, const gg_game *game, const gg_option *option) {
    const gg_name *names = game->domains[option->domain].names;
    if (!option->domain || !names) return;
    gg_json_open(json, "values", '[');
    for (int i = 0; i <= option->max; i++) {
        gg_json_open(json, NULL, '{');
        json_name(json, names[i].token, names[i].fr, names[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_option(gg_json *json, const gg_game *game, const gg_option *option) {
    gg_json_open(json, NULL, '{');
    json_name(json, option->token, option->fr, option->en);
    gg_json_integer(json, "min", option->min);
    gg_json_integer(json, "max", option->max);
    gg_json_integer(json, "standard", option->standard);
    json_values(json, game, option);
    gg_json_close(json, '}');
}

static void json_game(gg_json *json, const gg_game *game) {
    gg_json_open(json, NULL, '{');
    json_name(json, game->id, game->fr, game->en);
    gg_json_integer(json, "version", game->version);
    gg_json_bool(json, "listed", game->listed);
    gg_json_open(json, "seats", '[');
    for (unsigned i = 0; i < game->seats; i++) {
        gg_json_open(json, NULL, '{');
        json_name(json, game->seat_names[i].token, game->seat_names[i].fr, game->seat_names[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "scenarios", '[');
    for (unsigned i = 0; i < game->n_scenarios; i++) json_scenario(json, game, i);
    gg_json_close(json, ']');
    gg_json_open(json, "options", '[');
    for (unsigned i = 0; i < game->n_options; i++) json_option(json, game, &game->options[i]);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static const char *value_of(const gg_game *game, const gg_matchup *pair, unsigned k) {
    return game->domains[game->options[pair->option[k]].domain].names[pair->value[k]].token;
}

static void say_usual(const app_self *app, const gg_game *game, unsigned scenario) {
    for (unsigned i = 0; i < game->n_usual; i++) {
        const gg_matchup *pair = &game->usual[i].pair;
        if (game->usual[i].scenario != scenario) continue;
        app_say(app, W_GAMES_USUAL, game->options[pair->option[0]].token, value_of(game, pair, 0),
                game->options[pair->option[1]].token, value_of(game, pair, 1));
    }
}

static void say_uneven(const app_self *app, const gg_game *game, unsigned scenario) {
    for (unsigned i = 0; i < game->n_uneven; i++) {
        const gg_matchup *pair = &game->uneven[i].pair;
        if (game->uneven[i].scenario != scenario) continue;
        app_say(app, W_GAMES_UNEVEN, game->options[pair->option[0]].token, value_of(game, pair, 0),
                game->options[pair->option[1]].token, value_of(game, pair, 1),
                app_pick(app, game->seat_names[0].fr, game->seat_names[0].en),
                game->uneven[i].percent);
    }
}

static void say_game(const app_self *app, const gg_game *game) {
    app_text("%s  %s (", game->id, app_pick(app, game->fr, game->en));
    app_say(app, W_RULES_VERSION, game->version);
    app_text("%s)\n", game->listed ? "" : app_word_of(app, W_UNLISTED));
    app_say(app, W_GAMES_SEATS);
    for (unsigned i = 0; i < game->seats; i++)
        app_text("%s %s (%s)", i ? "," : "", game->seat_names[i].token,
                 app_pick(app, game->seat_names[i].fr, game->seat_names[i].en));
    app_text("\n");
    app_say(app, W_GAMES_SCENARIOS);
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        const gg_scenario *scenario = &game->scenarios[i];
        app_text("    %-12s %s. %s\n", scenario->token, app_print(app, scenario->fr, scenario->en),
                 app_print(app, scenario->brief_fr, scenario->brief_en));
        say_usual(app, game, i);
        say_uneven(app, game, i);
    }
    if (game->n_options) app_say(app, W_GAMES_OPTIONS);
    for (unsigned i = 0; i < game->n_options; i++) {
        const gg_option *option = &game->options[i];
        app_say(app, W_GAMES_OPTION, option->token, app_print(app, option->fr, option->en),
                option->min, option->max, option->standard);
    }
}

int cmd_games(app_self *app, const app_args *args) {
    app_json json;
    (void)args;
    if (!app->json) {
        for (unsigned i = 0; i < gg_game_count(); i++) say_game(app, gg_game_at(i));
        return APP_YES;
    }
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_open(&json.json, "games", '[');
    for (unsigned i = 0; i < gg_game_count(); i++) json_game(&json.json, gg_game_at(i));
    gg_json_close(&json.json, ']');
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}
