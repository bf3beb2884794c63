// SPDX-License-Identifier: Apache-2.0
// From words of the command line to games, requests, seats and positions.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "grognard/match.h"

enum { NAMES_MAX = 512, PATH_BYTES = 4096 };

const gg_game *app_game(const app_self *app, const char *id, int *code) {
    const gg_game *game = gg_game_find_or_null(id);
    if (game) return game;
    char names[NAMES_MAX];
    gg_out out;
    gg_out_init(&out, names, sizeof names);
    for (unsigned i = 0; i < gg_game_count(); i++)
        gg_out_format(&out, "%s%s", i ? ", " : "", gg_game_at(i)->id);
    *code = app_bad(app, W_NO_GAME, id, names);
    return NULL;
}

static bool scenario_of(const app_self *app, const gg_game *game, const char *token, uint16_t *out,
                        int *code) {
    char names[NAMES_MAX];
    gg_out list;
    gg_out_init(&list, names, sizeof names);
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        if (strcmp(game->scenarios[i].token, token) == 0) {
            *out = (uint16_t)i;
            return true;
        }
        gg_out_format(&list, "%s%s", i ? ", " : "", game->scenarios[i].token);
    }
    *code = app_bad(app, W_NO_SCENARIO, token, names);
    return false;
}

// The value of --scenario: a file with a player's own, or a name.
static bool own_or_shipped(const app_self *app, const gg_game *game, const char *value,
                           gg_request *out, int *code) {
    if (!app_list_named(value, strlen(value)))
        return scenario_of(app, game, value, &out->scenario, code);
    return app_scenario_read(app, game, value + (value[0] == '@'), out, code);
}

static bool option_of(const app_self *app, const gg_game *game, const char *text, gg_request *out,
                      int *code) {
    const char *equals = strchr(text, '=');
    char names[NAMES_MAX];
    gg_out list;
    if (!equals) {
        *code = app_bad(app, W_OPTION_FORM, text);
        return false;
    }
    gg_out_init(&list, names, sizeof names);
    for (unsigned i = 0; i < game->n_options; i++) {
        const gg_option *option = &game->options[i];
        gg_out_format(&list, "%s%s", i ? ", " : "", option->token);
        if (strlen(option->token) != (size_t)(equals - text) ||
            strncmp(option->token, text, (size_t)(equals - text)) != 0)
            continue;
        int value;
        if (!gg_option_read(game, i, equals + 1, &value)) {
            *code =
                app_bad(app, W_OPTION_RANGE, option->token, equals + 1, option->min, option->max);
            return false;
        }
        out->option[i] = (int16_t)value;
        return true;
    }
    *code = app_bad(app, W_NO_RULE_OPTION, text, names);
    return false;
}

// One value of --decks or --companies: a file with the player's own list, or an option's value.
static bool own_or_ready(const app_self *app, const gg_game *game, const char *stem, unsigned seat,
                         const char *value, int length, gg_request *out, int *code) {
    char text[PATH_BYTES];
    bool own = app_list_named(value, (size_t)length), at = value[0] == '@';
    if (!own) (void)snprintf(text, sizeof text, "%s%u=%.*s", stem, seat, length, value);
    if (!own) return option_of(app, game, text, out, code);
    if (!game->lists.word || strcmp(game->lists.word, stem) != 0) {
        *code = app_bad(app, W_LIST_NOT_HERE, game->id, stem);
        return false;
    }
    (void)snprintf(text, sizeof text, "%.*s", length - at, value + at);
    return app_list_read(app, game, text, (int)seat - 1, out, code);
}

// --decks G,S sets the options deck1 and deck2, --companies likewise: one value per seat.
static bool per_seat(const app_self *app, const gg_game *game, const char *stem, const char *values,
                     gg_request *out, int *code) {
    for (unsigned seat = 1; seat <= game->seats; seat++) {
        size_t length = strcspn(values, ",");
        if (length >= PATH_BYTES) length = PATH_BYTES - 1;
        if (!own_or_ready(app, game, stem, seat, values, (int)length, out, code)) return false;
        values += length;
        if ((*values == ',') != (seat < game->seats)) {
            *code = app_bad(app, W_ONE_PER_SEAT, stem, game->seats);
            return false;
        }
        values += *values == ',';
    }
    return true;
}

bool app_options_given(const app_args *args) {
    return args->list_count > 0 || args->set[O_DECKS] || args->set[O_COMPANIES];
}

// Lists come last: what they must fit is chosen by then.
static bool request_in(const app_self *app, const gg_game *game, const app_args *args,
                       const char *scenario, gg_request *out, int *code) {
    gg_request_standard(game, out);
    if (scenario && !own_or_shipped(app, game, scenario, out, code)) return false;
    gg_request_usual(game, out);
    for (unsigned i = 0; i < args->list_count; i++)
        if (!option_of(app, game, args->list[i], out, code)) return false;
    if (args->set[O_DECKS] && !per_seat(app, game, "deck", args->text[O_DECKS], out, code))
        return false;
    return !args->set[O_COMPANIES] ||
           per_seat(app, game, "company", args->text[O_COMPANIES], out, code);
}

bool app_request(const app_self *app, const gg_game *game, const app_args *args, gg_request *out,
                 int *code) {
    return request_in(app, game, args, args->text[O_SCENARIO], out, code);
}

int app_request_refused(const app_self *app, const gg_game *game, const gg_verdict *verdict) {
    char text[512] = "";
    if (!verdict->refusal) return app_bad(app, W_LIST_REFUSED);
    (void)gg_say_refusal(game, NULL, NULL, verdict, app->lang, text, sizeof text);
    return app_bad(app, W_REQUEST_REFUSED, text);
}

bool app_seat(const app_self *app, const gg_game *game, const char *token, bool viewers, int *seat,
              int *code) {
    char names[NAMES_MAX];
    gg_out list;
    if (gg_seat_find(game, token, seat) &&
        (*seat < game->seats || (viewers && (*seat == GG_PUBLIC || *seat == GG_UMPIRE))))
        return true;
    gg_out_init(&list, names, sizeof names);
    for (unsigned i = 0; i < game->seats; i++)
        gg_out_format(&list, "%s%s", i ? ", " : "", game->seat_names[i].token);
    if (viewers) gg_out_text(&list, ", public, umpire");
    *code = app_bad(app, W_NO_SEAT, token, names);
    return false;
}

// ------------------------------------------------------------------------------------ positions
// FILE[:BLOCK][@NUMBER]: the suffixes are read from the end, and only when they are digits, so that
// a file name may hold both signs.
typedef struct spec {
    char file[4096];
    unsigned block; // 0: the first
    long number;    // -1: not given
} spec;

static bool cut_number(char *text, char sign, long *out) {
    char *at = strrchr(text, sign), *end;
    if (!at || !at[1]) return false;
    long value = strtol(at + 1, &end, 10);
    if (*end || value < 0 || at[1] == '-' || at[1] == '+') return false;
    *at = '\0';
    *out = value;
    return true;
}

static void split(const char *text, spec *out) {
    long block = 0;
    (void)snprintf(out->file, sizeof out->file, "%s", text);
    out->number = -1;
    (void)cut_number(out->file, '@', &out->number);
    (void)cut_number(out->file, ':', &block);
    out->block = (unsigned)(block > 1000000 ? 1000000 : block);
}

static bool from_scenario(const app_self *app, const gg_game *game, const app_args *args,
                          const char *name, app_position *out, int *code) {
    gg_request request;
    gg_verdict verdict = {0};
    if (!request_in(app, game, args, name, &request, code)) return false;
    gg_status status = gg_position_open(&out->own, game, &request, &verdict);
    if (status != GG_OK) {
        *code = status == GG_REFUSED ? app_request_refused(app, game, &verdict)
                                     : app_status(app, status);
        return false;
    }
    out->at = &out->own;
    return true;
}

static bool from_match(const app_self *app, const spec *s, size_t length, app_position *out,
                       int *code) {
    gg_error error = {0};
    gg_status status = gg_match_read(&out->match, out->text, length, &error);
    if (status != GG_OK) {
        *code = status == GG_NO_MEMORY ? app_status(app, status) : app_input(app, s->file, &error);
        return false;
    }
    if (s->number < 0) {
        gg_turn turn;
        const gg_position *at = gg_match_published(out->match);
        turn = at->game->turn(at->table, at->state);
        out->at = turn.seat < at->game->seats ? gg_match_position_for(out->match, turn.seat) : at;
        return true;
    }
    if (s->number > (long)gg_match_entries(out->match)) {
        *code = app_bad(app, W_NO_ENTRY, s->file, s->number, gg_match_entries(out->match));
        return false;
    }
    status = gg_match_at(out->match, (uint32_t)s->number, &out->own);
    if (status != GG_OK) *code = app_status(app, status);
    out->at = &out->own;
    return status == GG_OK;
}

static bool from_block(const app_self *app, const spec *s, size_t length, app_position *out,
                       int *code) {
    gg_error error = {0};
    bool done = false;
    gg_status status = gg_play_open(&out->play, s->file, out->text, length, s->block, &error);
    for (long i = 0; status == GG_OK && !done && i < s->number; i++)
        status = gg_play_next(out->play, &done, &error);
    if (status != GG_OK) {
        *code = status == GG_NO_MEMORY ? app_status(app, status) : app_input(app, s->file, &error);
        return false;
    }
    out->at = gg_play_position(out->play);
    return true;
}

static bool is_match(const char *text, size_t length) {
    return length >= 9 && memcmp(text, "grognard ", 9) == 0;
}

bool app_position_open(const app_self *app, const gg_game *game, const app_args *args,
                       const char *text, app_position *out, int *code) {
    static const char prefix[] = "scenario:";
    spec s;
    size_t length;
    bool good;
    memset(out, 0, sizeof *out);
    if (strncmp(text, prefix, sizeof prefix - 1) == 0)
        return from_scenario(app, game, args, text + sizeof prefix - 1, out, code);
    if (app_options_given(args)) {
        *code = app_bad(app, W_OPTIONS_OF_SCENARIO);
        return false;
    }
    if (app_exists(text)) // a file whose very name looks like a suffix
        (void)snprintf(s.file, sizeof s.file, "%s", text), s.block = 0, s.number = -1;
    else
        split(text, &s);
    if (!app_read(app, s.file, &out->text, &length, code)) return false;
    good = is_match(out->text, length) ? from_match(app, &s, length, out, code)
                                       : from_block(app, &s, length, out, code);
    if (good && out->at->game != game) {
        *code = app_bad(app, W_OTHER_GAME, s.file, out->at->game->id, game->id);
        good = false;
    }
    if (!good) app_position_close(out);
    return good;
}

void app_position_close(app_position *position) {
    if (position->play) gg_play_close(position->play);
    if (position->own.table) gg_position_close(&position->own);
    if (position->match) gg_match_close(position->match);
    free(position->text);
    memset(position, 0, sizeof *position);
}
