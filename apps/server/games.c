// SPDX-License-Identifier: Apache-2.0
// What a page must know to draw and play any game: the tables of its folder as JSON, made once and
// kept. No game is named here.
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "host/net/gzip.h"
#include "server.h"

enum { CACHED_MAX = 256, NAME_MAX_BYTES = 256 };

// Answers that never change while the program runs, by game and scenario (-1: the game's facts).
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

// ------------------------------------------------------------------------------------------- lists
static void json_seats(gg_json *json, const gg_game *game) {
    gg_json_open(json, "seats", '[');
    for (unsigned i = 0; i < game->seats; i++) {
        gg_json_open(json, NULL, '{');
        srv_json_name(json, game->seat_names[i].token, game->seat_names[i].fr,
                      game->seat_names[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_id(gg_json *json, const char *id, const char *fr, const char *en) {
    gg_json_string(json, "id", id);
    gg_json_string(json, "fr", fr);
    gg_json_string(json, "en", en);
}

// Named values of an option, in order.
static void json_option_values(gg_json *json, const gg_game *game, const gg_option *option) {
    const gg_name *names = game->domains[option->domain].names;
    if (!option->domain || !names) return;
    gg_json_open(json, "values", '[');
    for (int i = 0; i <= option->max; i++) {
        gg_json_open(json, NULL, '{');
        json_id(json, names[i].token, names[i].fr, names[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// The seat whose ready list this option chooses (deck1, deck2), where players may bring their own:
// the list's word and the seat's number.
static void json_option_list(gg_json *json, const gg_game *game, const gg_option *option) {
    size_t word = game->lists.word ? strlen(game->lists.word) : 0;
    if (!word || strncmp(option->token, game->lists.word, word) != 0) return;
    const char *digit = option->token + word;
    if (*digit < '1' || *digit >= '1' + game->seats || digit[1]) return;
    gg_json_string(json, "list", game->seat_names[*digit - '1'].token);
}

static void json_scenarios(gg_json *json, const gg_game *game) {
    gg_json_open(json, "scenarios", '[');
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        const gg_scenario *s = &game->scenarios[i];
        if (s->hidden) continue;
        gg_json_open(json, NULL, '{');
        json_id(json, s->token, s->fr, s->en);
        gg_json_string(json, "brief_fr", s->brief_fr);
        gg_json_string(json, "brief_en", s->brief_en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "options", '[');
    for (unsigned i = 0; i < game->n_options; i++) {
        const gg_option *o = &game->options[i];
        gg_json_open(json, NULL, '{');
        json_id(json, o->token, o->fr, o->en);
        gg_json_integer(json, "min", o->min);
        gg_json_integer(json, "max", o->max);
        gg_json_integer(json, "standard", o->standard);
        json_option_values(json, game, o);
        json_option_list(json, game, o);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

void srv_on_games(server *sv, srv_request *r) {
    gg_json *json = srv_begin(sv);
    gg_json_open(json, "games", '[');
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        if (!game->listed && !sv->all) continue;
        gg_json_open(json, NULL, '{');
        json_id(json, game->id, game->fr, game->en);
        gg_json_integer(json, "version", game->version);
        json_seats(json, game);
        json_scenarios(json, game);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    srv_send(sv, r->call, 200);
}

// ------------------------------------------------------------------------------------------- facts
static void json_owner(gg_json *json, const char *key, unsigned owner) {
    if (owner == GG_NOBODY)
        gg_json_null(json, key);
    else
        gg_json_integer(json, key, owner);
}

static void json_surfaces(gg_json *json, const gg_game *game) {
    static const char *const shapes[] = {"hexes", "areas", "plane", "row", "pile", "track"};
    gg_json_open(json, "surfaces", '[');
    for (unsigned i = 0; i < game->n_surfaces; i++) {
        const gg_surface *s = &game->surfaces[i];
        gg_json_open(json, NULL, '{');
        srv_json_name(json, s->token, s->fr, s->en);
        gg_json_string(json, "shape", shapes[s->shape]);
        json_owner(json, "owner", s->owner);
        gg_json_integer(json, "width", s->width);
        gg_json_integer(json, "height", s->height);
        gg_json_integer(json, "cells", s->cells);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// "Combat,Movement": one name for each printed value.
static void json_values(gg_json *json, const char *key, const char *names) {
    char one[NAME_MAX_BYTES];
    gg_json_open(json, key, '[');
    while (names && *names) {
        size_t length = strcspn(names, ",");
        (void)snprintf(one, sizeof one, "%.*s", (int)length, names);
        gg_json_string(json, NULL, one);
        names += length + (names[length] == ',');
    }
    gg_json_close(json, ']');
}

static void json_faces(gg_json *json, const gg_game *game) {
    gg_json_open(json, "faces", '[');
    for (unsigned i = 0; i < game->n_faces; i++) {
        const gg_face *f = &game->faces[i];
        gg_json_open(json, NULL, '{');
        srv_json_name(json, f->token, f->fr, f->en);
        gg_json_string(json, "glyph", f->glyph);
        json_values(json, "values_fr", f->value_fr);
        json_values(json, "values_en", f->value_en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "labels", '[');
    for (unsigned i = 0; i < game->n_labels; i++) {
        gg_json_open(json, NULL, '{');
        srv_json_name(json, game->labels[i].token, game->labels[i].fr, game->labels[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_pair(gg_json *json, const char *key, int64_t a, int64_t b) {
    gg_json_open(json, key, '[');
    gg_json_integer(json, NULL, a);
    gg_json_integer(json, NULL, b);
    gg_json_close(json, ']');
}

static void json_flags(gg_json *json, unsigned flags, const char *const *names, unsigned count) {
    gg_json_open(json, "flags", '[');
    for (unsigned i = 0; i < count; i++)
        if (flags >> i & 1) gg_json_string(json, NULL, names[i]);
    gg_json_close(json, ']');
}

static void json_verbs(gg_json *json, const gg_game *game) {
    static const char *const flags[] = {"draft", "chance", "done", "decline"};
    gg_json_open(json, "verbs", '[');
    for (unsigned i = 0; i < game->n_verbs; i++) {
        const gg_verb *v = &game->verbs[i];
        gg_json_open(json, NULL, '{');
        srv_json_name(json, v->token, v->fr, v->en);
        json_flags(json, v->flags, flags, 4);
        gg_json_open(json, "operands", '[');
        for (unsigned k = 0; k < GG_OPERANDS && v->domain[k]; k++)
            gg_json_integer(json, NULL, v->domain[k]);
        gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// A name in three forms as one object, or null when the value has none.
static void json_named(gg_json *json, const gg_position *at, unsigned domain, unsigned value) {
    char text[NAME_MAX_BYTES];
    static const char *const keys[] = {"fr", "en", "token"};
    if (!gg_name_into(at->game, at->table, at->state, domain, value, GG_FORM_TOKEN, text,
                      sizeof text)) {
        gg_json_null(json, NULL);
        return;
    }
    gg_json_open(json, NULL, '{');
    for (unsigned form = 0; form < 3; form++) {
        (void)gg_name_into(at->game, at->table, at->state, domain, value, (gg_form)form, text,
                           sizeof text);
        gg_json_string(json, keys[form], text);
    }
    gg_json_close(json, '}');
}

// A set's names are its members'.
static void json_set_member(gg_json *json, const gg_position *at, unsigned domain, unsigned i) {
    const gg_name *names = at->game->domains[domain].names;
    if (!names) {
        json_named(json, at, domain, 1U << i);
        return;
    }
    gg_json_open(json, NULL, '{');
    srv_json_name(json, names[i].token, names[i].fr, names[i].en);
    gg_json_close(json, '}');
}

// As gg_say_prompt() says them in a state.
static void json_prompts(gg_json *json, const gg_game *game, unsigned node) {
    static const char *const keys[] = {"act_fr", "act_en", "wait_fr", "wait_en"};
    char text[400];
    for (unsigned i = 0; i < 4; i++) {
        (void)gg_say_prompt(game, node, i < 2, i % 2 ? GG_EN : GG_FR, text, sizeof text);
        gg_json_string(json, keys[i], text);
    }
}

static void json_domains(gg_json *json, const gg_position *at) {
    static const char *const kinds[] = {"none", "number", "seat",   "piece", "cell",
                                        "x",    "y",      "choice", "set"};
    const gg_game *game = at->game;
    gg_json_open(json, "domains", '[');
    for (unsigned d = 0; d < game->n_domains; d++) {
        const gg_domain *domain = &game->domains[d];
        bool named = domain->kind == GG_K_SEAT || domain->kind == GG_K_PIECE ||
                     domain->kind == GG_K_CELL || domain->kind >= GG_K_CHOICE;
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", domain->token);
        gg_json_string(json, "kind", kinds[domain->kind]);
        gg_json_integer(json, "surface", domain->surface);
        gg_json_integer(json, "count", domain->count);
        if (named) gg_json_open(json, "names", '[');
        for (unsigned i = 0; named && i < domain->count; i++) {
            if (domain->kind == GG_K_SET)
                json_set_member(json, at, d, i);
            else
                json_named(json, at, d, i);
        }
        if (named) gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_nodes(gg_json *json, const gg_game *game) {
    static const char *const flags[] = {"chance", "sealed", "window"};
    gg_json_open(json, "nodes", '[');
    for (unsigned i = 0; i < game->n_nodes; i++) {
        const gg_node *n = &game->nodes[i];
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", n->token);
        json_flags(json, n->flags, flags, 3);
        gg_json_open(json, "verbs", '[');
        for (const uint8_t *verb = n->verbs; *verb; verb++) gg_json_integer(json, NULL, *verb);
        gg_json_close(json, ']');
        json_prompts(json, game, i);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void json_rules(gg_json *json, const gg_game *game) {
    static const char *const origins[] = {"seed", "ruling", "house"};
    gg_json_open(json, "overlays", '[');
    for (unsigned i = 0; i < game->n_overlays; i++) {
        gg_json_open(json, NULL, '{');
        srv_json_name(json, game->overlays[i].token, game->overlays[i].fr, game->overlays[i].en);
        gg_json_integer(json, "domain", game->overlays[i].domain);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "rules", '[');
    for (unsigned i = 1; i < game->n_rules; i++) {
        const gg_rule *rule = &game->rules[i];
        gg_json_open(json, NULL, '{');
        json_id(json, rule->id, rule->fr, rule->en);
        gg_json_string(json, "origin", origins[rule->origin]);
        gg_json_string(json, "section", rule->section);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// What the arguments of an event are (a line of the log points at its pieces and places by them),
// and its sentences with {a} .. {e} in place of them.
static void json_events(gg_json *json, const gg_game *game) {
    gg_json_open(json, "events", '[');
    for (unsigned i = 0; i < game->n_events; i++) {
        const gg_event_kind *event = &game->events[i];
        gg_json_open(json, NULL, '{');
        srv_json_name(json, event->token, event->fr, event->en);
        gg_json_open(json, "domains", '[');
        for (unsigned k = 0; k < GG_EVENT_ARGS && event->domain[k]; k++)
            gg_json_integer(json, NULL, event->domain[k]);
        gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

void srv_json_facts(gg_json *json, const gg_position *at) {
    const gg_game *game = at->game;
    json_id(json, game->id, game->fr, game->en);
    gg_json_integer(json, "version", game->version);
    json_seats(json, game);
    json_scenarios(json, game);
    json_surfaces(json, game);
    json_faces(json, game);
    json_pair(json, "edge_labels", game->edge_label, game->edge_labels);
    json_pair(json, "tag_labels", game->tag_label, game->tag_labels);
    gg_json_integer(json, "piece_domain", game->piece_domain);
    json_verbs(json, game);
    json_domains(json, at);
    json_nodes(json, game);
    json_events(json, game);
    json_rules(json, game);
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
    if (send_kept(sv, r->call, game, -1)) return;
    if (!open_scenario(sv, r->call, game, 0, &at)) return;
    srv_json_facts(srv_begin(sv), &at);
    gg_position_close(&at);
    keep_and_send(sv, r->call, game, -1);
}

// Cards and units are called after the lists that are played: as the match began, which tells
// nothing that not everybody knows. The players' own lists are open to all as well.
bool srv_json_names(gg_json *json, const gg_match *match) {
    gg_position at = {0};
    char text[GG_LIST_TEXT];
    if (gg_match_at(match, 0, &at) != GG_OK) return false;
    json_domains(json, &at);
    gg_json_open(json, "lists", '[');
    for (unsigned i = 0; i < at.game->seats; i++) {
        bool own = at.request.list[i].size && at.game->lists.write(&at.request.list[i], text);
        gg_json_string(json, NULL, own ? text : NULL);
    }
    gg_json_close(json, ']');
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
    srv_send(sv, r->call, 200);
}

// ------------------------------------------------------------------------------------------- cells
static unsigned cell_domain(const gg_game *game, unsigned surface) {
    for (unsigned d = GG_D_FIRST; d < game->n_domains; d++)
        if (game->domains[d].kind == GG_K_CELL && game->domains[d].surface == surface) return d;
    return GG_D_NONE;
}

static void json_cell_name(gg_json *json, const gg_position *at, unsigned domain, unsigned i) {
    static const char *const keys[] = {"fr", "en", "token"};
    char text[NAME_MAX_BYTES];
    for (unsigned form = 0; form < 3; form++) {
        bool named = domain != GG_D_NONE && i < at->game->domains[domain].count &&
                     gg_name_into(at->game, at->table, at->state, domain, i, (gg_form)form, text,
                                  sizeof text);
        gg_json_string(json, keys[form], named ? text : NULL);
    }
}

static void json_cell(gg_json *json, const gg_position *at, unsigned surface, unsigned domain,
                      unsigned i) {
    gg_cell cell;
    memset(&cell, 0, sizeof cell);
    at->game->show.cell(at->table, surface, i, &cell);
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "face", cell.face);
    gg_json_integer(json, "x", cell.x);
    gg_json_integer(json, "y", cell.y);
    gg_json_integer(json, "tags", cell.tags);
    gg_json_open(json, "edge", '[');
    for (unsigned k = 0; k < GG_CELL_EDGES; k++) gg_json_integer(json, NULL, cell.edge[k]);
    gg_json_close(json, ']');
    gg_json_open(json, "corners", '[');
    for (unsigned k = 0; k < cell.corners; k++)
        json_pair(json, NULL, cell.corner_x[k], cell.corner_y[k]);
    gg_json_close(json, ']');
    json_cell_name(json, at, domain, i);
    gg_json_close(json, '}');
}

void srv_json_cells(gg_json *json, const gg_position *at) {
    const gg_game *game = at->game;
    gg_json_open(json, "surfaces", '[');
    for (unsigned s = 0; s < game->n_surfaces; s++) {
        unsigned domain = cell_domain(game, s);
        gg_json_open(json, NULL, '{');
        gg_json_open(json, "cells", '[');
        for (unsigned i = 0; i < game->surfaces[s].cells; i++) json_cell(json, at, s, domain, i);
        gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
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
    srv_json_cells(srv_begin(sv), &at);
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

// "turns=8 fog=1": every option by its name, as the store keeps it; then players' own lists.
void srv_options_into(const gg_game *game, const gg_request *request, char *out, size_t cap) {
    gg_out text;
    gg_out_init(&text, out, cap);
    for (unsigned i = 0; i < game->n_options; i++)
        gg_out_format(&text, "%s%s=%d", i ? " " : "", game->options[i].token, request->option[i]);
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
    return srv_lists_read(game, options, out);
}
