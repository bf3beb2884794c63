// SPDX-License-Identifier: Apache-2.0
// What a page must know to draw and play any game: the tables of its folder as JSON (engine/text),
// made once and kept. No game is named here.
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "host/net/gzip.h"
#include "server.h"

enum { CACHED_MAX = 256 };

// Answers that never change while the program runs, by game and scenario, or what stands below.
enum { KEPT_FACTS = -1, KEPT_LISTS = -2 };
static struct {
    const gg_game *game;
    int scenario;
    char *json, etag[24];
    void *packed; // gzip; NULL: no memory for it
    size_t length, packed_length;
} cached[CACHED_MAX];
static unsigned cached_count;

void srv_games_close(void) {
    while (cached_count) {
        free(cached[--cached_count].json);
        free(cached[cached_count].packed);
    }
}

const gg_game *srv_game(const server *sv, const char *id) {
    const gg_game *game = gg_game_find_or_null(id);
    return game && (game->listed || sv->all) ? game : NULL;
}

static bool send_kept(server *sv, gg_call *call, const gg_game *game, int scenario) {
    for (unsigned i = 0; i < cached_count; i++)
        if (cached[i].game == game && cached[i].scenario == scenario) {
            gg_asset asset = {.type = "application/json",
                              .etag = cached[i].etag,
                              .bytes = (const unsigned char *)cached[i].json,
                              .gzip = cached[i].packed,
                              .length = cached[i].length,
                              .gzip_length = cached[i].packed_length};
            (void)sv;
            srv_send_asset(call, &asset);
            return true;
        }
    return false;
}

// What the scratch area holds is kept (when there is room) and sent.
static void keep_and_send(server *sv, gg_call *call, const gg_game *game, int scenario) {
    gg_json_close(&sv->json, '}');
    char *copy = sv->out.full || cached_count == CACHED_MAX ? NULL : malloc(sv->out.length + 1);
    if (!copy) {
        srv_fail(sv, call, FAULT_FULL);
        return;
    }
    memcpy(copy, sv->scratch, sv->out.length + 1);
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    gg_sha256_of(copy, sv->out.length, digest);
    cached[cached_count].game = game;
    cached[cached_count].scenario = scenario;
    cached[cached_count].json = copy;
    cached[cached_count].length = sv->out.length;
    (void)gg_gzip(copy, sv->out.length, &cached[cached_count].packed,
                  &cached[cached_count].packed_length);
    (void)snprintf(cached[cached_count].etag, sizeof cached[0].etag, "\"%02x%02x%02x%02x%02x%02x\"",
                   digest[0], digest[1], digest[2], digest[3], digest[4], digest[5]);
    cached_count++;
    (void)send_kept(sv, call, game, scenario);
}

// ---------------------------------------------------------------------------- games and scenarios
void srv_on_games(server *sv, srv_request *r) {
    gg_json *json = srv_begin(sv);
    gg_json_open(json, "games", '[');
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        if (!game->listed && !sv->all) continue;
        gg_json_open(json, NULL, '{');
        gg_json_game(json, game);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    srv_send_packed(sv, r->call);
}

// False: answered, or handled again when a worker has prepared it.
static bool open_scenario(server *sv, gg_call *call, const gg_game *game, unsigned scenario,
                          gg_position *out) {
    gg_request request;
    gg_request_standard(game, &request);
    request.scenario = (uint16_t)scenario;
    memset(out, 0, sizeof *out);
    if (!srv_table_find(sv, game, &request)) {
        srv_table_prepare(sv, call, game, &request);
        return false;
    }
    if (gg_position_open(out, game, &request, NULL) == GG_OK) return true;
    srv_fail(sv, call, FAULT_FULL);
    return false;
}

void srv_on_game(server *sv, srv_request *r) {
    const gg_game *game = srv_game(sv, r->word);
    gg_position at;
    if (!game) {
        srv_fail(sv, r->call, FAULT_NOT_FOUND);
        return;
    }
    if (send_kept(sv, r->call, game, KEPT_FACTS)) return;
    if (!open_scenario(sv, r->call, game, 0, &at)) return;
    gg_json_facts(srv_begin(sv), &at);
    gg_position_close(&at);
    keep_and_send(sv, r->call, game, KEPT_FACTS);
}

// What a game's decks or companies are built from.
void srv_on_catalogue(server *sv, srv_request *r) {
    const gg_game *game = srv_game(sv, r->word);
    if (!game || !game->lists.form) {
        srv_fail(sv, r->call, FAULT_NOT_FOUND);
        return;
    }
    if (send_kept(sv, r->call, game, KEPT_LISTS)) return;
    gg_json_catalogue(srv_begin(sv), game);
    keep_and_send(sv, r->call, game, KEPT_LISTS);
}

// Cards and units are called after the lists that are played: as the match began, which tells
// nothing that not everybody knows. The players' own lists are open to all as well, and so are the
// text and the places of a scenario of their own.
bool srv_json_names(gg_json *json, const gg_match *match) {
    gg_position at = {0};
    char text[GG_LIST_TEXT];
    if (gg_match_at(match, 0, &at) != GG_OK) return false;
    gg_json_domains(json, &at);
    gg_json_open(json, "lists", '[');
    for (unsigned i = 0; i < at.game->seats; i++) {
        bool own = at.request.list[i].size && at.game->lists.write(&at.request.list[i], text);
        gg_json_string(json, NULL, own ? text : NULL);
    }
    gg_json_close(json, ']');
    gg_json_string(json, "own", at.request.own.size ? at.request.own.text : NULL);
    if (at.request.own.size) {
        gg_json_open(json, "places", '{');
        gg_json_cells(json, &at);
        gg_json_close(json, '}');
    }
    gg_position_close(&at);
    return true;
}

void srv_on_names(server *sv, srv_request *r) {
    gg_json *json = srv_begin(sv);
    if (r->match->archive)
        srv_json_archived_names(json, r->match);
    else if (!srv_json_names(json, r->match->match)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    srv_send_packed(sv, r->call);
}

static int scenario_of(const gg_game *game, const char *token) {
    for (unsigned i = 0; i < game->n_scenarios; i++)
        if (strcmp(game->scenarios[i].token, token) == 0) return (int)i;
    return -1;
}

void srv_on_cells(server *sv, srv_request *r) {
    const gg_game *game = srv_game(sv, r->word);
    const char *token = gg_call_query(r->call, "scenario");
    gg_position at;
    int scenario = !game ? -1 : token ? scenario_of(game, token) : 0;
    if (scenario < 0) {
        srv_fail(sv, r->call, FAULT_NOT_FOUND);
        return;
    }
    if (send_kept(sv, r->call, game, scenario)) return;
    if (!open_scenario(sv, r->call, game, (unsigned)scenario, &at)) return;
    gg_json_cells(srv_begin(sv), &at);
    gg_position_close(&at);
    keep_and_send(sv, r->call, game, scenario);
}

// ---------------------------------------------------------------------------- scenario and options
static int option_of(const gg_game *game, const char *token, size_t length) {
    for (unsigned i = 0; i < game->n_options; i++)
        if (strlen(game->options[i].token) == length &&
            memcmp(game->options[i].token, token, length) == 0)
            return (int)i;
    return -1;
}

static bool shipped(const json_t *body) {
    const json_t *own = json_object_get(body, "own");
    return !own || json_is_null(own);
}

bool srv_read_request(const gg_game *game, const json_t *body, gg_request *out) {
    json_t *options = json_object_get(body, "options"), *value;
    json_t *scenario = json_object_get(body, "scenario");
    const char *token;
    gg_request_standard(game, out);
    if (scenario && !json_is_null(scenario)) {
        int found = json_is_string(scenario) ? scenario_of(game, json_string_value(scenario)) : -1;
        if (found < 0) return false;
        out->scenario = (uint16_t)found;
    }
    if (shipped(body)) gg_request_usual(game, out);
    if (!options || json_is_null(options)) return true;
    if (!json_is_object(options)) return false;
    json_object_foreach(options, token, value) {
        int i = option_of(game, token, strlen(token));
        if (i < 0 || !json_is_integer(value) || json_integer_value(value) < game->options[i].min ||
            json_integer_value(value) > game->options[i].max)
            return false;
        out->option[i] = (int16_t)json_integer_value(value);
    }
    return true;
}

// "turns=8 fog=1": every option by its name, as the store keeps it; then a scenario and
// lists of players' own.
void srv_options_into(const gg_game *game, const gg_request *request, char *out, size_t cap) {
    gg_out text;
    gg_out_init(&text, out, cap);
    for (unsigned i = 0; i < game->n_options; i++)
        gg_out_format(&text, "%s%s=%d", i ? " " : "", game->options[i].token, request->option[i]);
    srv_own_into(request, &text);
    srv_lists_into(game, request, &text);
}

bool srv_options_read(const gg_game *game, const char *scenario, const char *options,
                      gg_request *out) {
    int found = scenario_of(game, scenario);
    gg_request_standard(game, out);
    if (found < 0) return false;
    out->scenario = (uint16_t)found;
    while (*options && *options != '\n') {
        size_t length = strcspn(options, "=");
        int i = option_of(game, options, length);
        if (i < 0 || !options[length]) return false;
        char *end;
        long value = strtol(options + length + 1, &end, 10);
        if (value < game->options[i].min || value > game->options[i].max) return false;
        out->option[i] = (int16_t)value;
        options = end + strspn(end, " ");
    }
    return srv_own_read(game, &options, out) && srv_lists_read(game, options, out);
}
