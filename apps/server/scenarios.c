// SPDX-License-Identifier: Apache-2.0
// Scenarios that players write: read from the request that starts a match, judged by the game, kept
// beside the options in their one spelling; shown before anybody plays them. The names in them are
// their author's words: the reader bounds them and lets nothing through that is not printed, and
// JSON escapes the rest.
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { FAULTS_TOLD = 32 };

// What stands before the text in the store, behind the options.
static const char mark[] = "\nown ";

// ----------------------------------------------------------------------------------- in a request
static uint32_t judge(const gg_game *game, const json_t *text, gg_request *out,
                      gg_fault fault[FAULTS_TOLD]) {
    return gg_scenario_read(game, out, json_string_value(text), json_string_length(text), fault,
                            FAULTS_TOLD);
}

static bool is_text(const json_t *text) {
    return json_is_string(text) && json_string_length(text) <= GG_SCENARIO_FILE;
}

bool srv_read_own(server *sv, srv_request *r, const gg_game *game, gg_request *out) {
    static gg_fault fault[FAULTS_TOLD]; // one thread answers
    const json_t *text = json_object_get(r->body, "own");
    const json_t *like = json_object_get(r->body, "scenario");
    uint16_t asked = out->scenario;
    if (!text || json_is_null(text)) return true;
    if (!game->own.judge || !is_text(text)) {
        srv_fail(sv, r->call, game->own.judge ? FAULT_BAD_FIELD : FAULT_NO_OWN);
        return false;
    }
    uint32_t faults = judge(game, text, out, fault);
    if (faults) {
        gg_json *json = srv_begin(sv);
        srv_json_fault(json, FAULT_BAD_SCENARIO, NULL, NULL);
        srv_json_faults(json, game, fault, faults);
        sv->refused++;
        srv_send(sv, r->call, 422);
        return false;
    }
    if (!json_is_string(like) || out->scenario == asked) return true;
    srv_fail(sv, r->call, FAULT_BAD_FIELD);
    return false;
}

// ------------------------------------------------------------------------------------ in the store
void srv_own_into(const gg_request *request, gg_out *out) {
    if (request->own.size)
        gg_out_format(out, "%s%u\n%s", mark, (unsigned)request->own.size, request->own.text);
}

// The text that stands here; NULL: none, or not a whole one.
static const char *text_at(const char *at, size_t *length) {
    char *end;
    if (strncmp(at, mark, sizeof mark - 1) != 0) return NULL;
    unsigned long size = strtoul(at + sizeof mark - 1, &end, 10);
    if (*end++ != '\n' || !size || size >= GG_SCENARIO_TEXT || strnlen(end, size) != size)
        return NULL;
    *length = size;
    return end;
}

bool srv_own_read(const gg_game *game, const char **at, gg_request *out) {
    uint16_t like = out->scenario;
    gg_fault fault;
    size_t length;
    if (strncmp(*at, mark, sizeof mark - 1) != 0) return true;
    const char *text = text_at(*at, &length);
    if (!text || !game->own.judge || gg_scenario_read(game, out, text, length, &fault, 1))
        return false;
    *at = text + length;
    return out->scenario == like;
}

// Of a match that is not open: the store's words, judged when it began.
void srv_json_own(gg_json *json, const gg_store_match *row) {
    const gg_game *game = gg_game_find_or_null(row->game);
    const char *at = strchr(row->options, '\n');
    gg_request request;
    size_t length, i = 0;
    const char *text = at ? text_at(at, &length) : NULL;
    gg_json_string(json, "scenario", row->scenario);
    while (game && i < game->n_scenarios && strcmp(game->scenarios[i].token, row->scenario) != 0)
        i++;
    if (!text || !game || i == game->n_scenarios) return;
    memset(&request, 0, sizeof request);
    memcpy(request.own.text, text, length);
    request.own.size = (uint16_t)length;
    request.scenario = (uint16_t)i;
    gg_json_own(json, game, &request);
}

// --------------------------------------------------------------------------------- to copy, to try
void srv_on_scenarios(server *sv, srv_request *r) {
    static char text[GG_SCENARIO_FILE]; // one thread answers
    const gg_game *game = srv_game(sv, r->word);
    if (!game || !game->own.judge) {
        srv_fail(sv, r->call, game ? FAULT_NO_OWN : FAULT_NOT_FOUND);
        return;
    }
    gg_json *json = srv_begin(sv);
    gg_json_open(json, "scenarios", '[');
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        if (!gg_scenario_offered(game, i)) continue;
        (void)gg_scenario_copy(game, i, text, sizeof text);
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "id", game->scenarios[i].token);
        gg_json_string(json, "text", text);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    srv_send_packed(sv, r->call);
}

// The set-up as everybody may see it before the first decision.
static void send_preview(server *sv, srv_request *r, const srv_table *table) {
    gg_position at;
    if (gg_position_open(&at, table->game, &table->request, NULL) != GG_OK) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    gg_json *json = srv_begin(sv);
    gg_json_bool(json, "good", true);
    srv_json_faults(json, at.game, NULL, 0);
    gg_json_scenario(json, at.game, &at.request);
    gg_json_open(json, "places", '{');
    gg_json_cells(json, &at);
    gg_json_close(json, '}');
    srv_json_view(sv, json, &at, GG_PUBLIC);
    gg_position_close(&at);
    srv_send_packed(sv, r->call);
}

// A scenario while it is written: what is wrong with it, or how it looks. Nothing is kept; making a
// table for it counts as beginning a match does.
void srv_on_scenario(server *sv, srv_request *r) {
    static gg_fault fault[FAULTS_TOLD]; // one thread answers
    const gg_game *game = srv_game(sv, r->word);
    const json_t *text = json_object_get(r->body, "text");
    gg_request request;
    if (!game || !game->own.judge || !is_text(text)) {
        srv_fail(sv, r->call,
                 !game             ? FAULT_NOT_FOUND
                 : game->own.judge ? FAULT_BAD_FIELD
                                   : FAULT_NO_OWN);
        return;
    }
    gg_request_standard(game, &request);
    uint32_t faults = judge(game, text, &request, fault);
    if (faults) {
        gg_json *json = srv_begin(sv);
        gg_json_bool(json, "good", false);
        srv_json_faults(json, game, fault, faults);
        srv_send(sv, r->call, 200);
        return;
    }
    const srv_table *table = srv_table_find(sv, game, &request);
    if (table && table->status == GG_OK) {
        send_preview(sv, r, table);
    } else if (table) {
        srv_fail(sv, r->call, FAULT_FULL);
    } else if (!srv_may_begin_match(sv, r)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
    } else {
        srv_table_prepare(sv, r->call, game, &request);
    }
}
