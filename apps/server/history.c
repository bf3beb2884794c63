// SPDX-License-Identifier: Apache-2.0
// What a person has played: matches that are over, page by page, with how they ended. The result is
// stored when a match ends, so that a list of them replays nothing.
#include <string.h>

#include "server.h"

enum { PAGE = 20, PAGES_MOST = 5000 };

const char *srv_reason_word(unsigned reason) {
    switch (reason) {
    case GG_ENTRY_RESIGN: return "resign";
    case GG_ENTRY_DRAW_ACCEPT: return "draw";
    case GG_ENTRY_FLAG: return "flag";
    case GG_ENTRY_ADJOURN: return "adjourned";
    default: return "rules";
    }
}

// --------------------------------------------------------------------------------------- the store
void srv_ending_put(server *sv, const srv_match *m, const gg_result *result, int64_t at) {
    gg_store_ending ending = {.at = at};
    (void)snprintf(ending.reason, sizeof ending.reason, "%s", srv_reason_word(result->reason));
    for (unsigned i = 0; i < m->game->seats; i++) ending.half[i] = (char)('0' + result->half[i]);
    gg_store_ending_put(sv->store, m->row.row, &ending);
}

// It may have ended before endings were stored.
gg_status srv_ending_keep(server *sv, srv_match *m) {
    gg_result result;
    bool stored;
    gg_match_result(m->match, &result);
    if (m->row.file || !result.over) return GG_OK;
    gg_status status = gg_store_ending_is(sv->store, m->row.row, &stored);
    if (status != GG_OK || stored) return status;
    srv_ending_put(sv, m, &result, m->row.changed);
    srv_match_force(sv, m);
    return GG_OK;
}

// ----------------------------------------------------------------------------------------- telling
typedef struct listing {
    server *sv;
    int64_t person;
} listing;

static void tell_result(gg_json *json, const gg_store_ending *ending) {
    if (!ending->reason[0]) {
        gg_json_null(json, "result");
        return;
    }
    gg_json_open(json, "result", '{');
    gg_json_open(json, "half", '[');
    for (const char *at = ending->half; *at; at++) gg_json_integer(json, NULL, *at - '0');
    gg_json_close(json, ']');
    gg_json_string(json, "reason", ending->reason);
    gg_json_close(json, '}');
}

static void tell_one(void *user, const gg_store_match *row, const gg_store_ending *ending) {
    const listing *list = user;
    gg_json *json = &list->sv->json;
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "id", row->name);
    gg_json_string(json, "game", row->game);
    srv_json_own(json, row);
    gg_json_integer(json, "begun", row->made);
    gg_json_integer(json, "ended", ending->at);
    tell_result(json, ending);
    srv_json_row_people(json, row, list->person);
    gg_json_close(json, '}');
}

void srv_on_history(server *sv, srv_request *r) {
    listing list = {sv, r->session->who.person};
    const char *asked = gg_call_query(r->call, "page");
    uint64_t page = 1;
    int64_t total;
    if (asked && (!srv_number_of(asked, &page) || page < 1 || page > PAGES_MOST)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    gg_status status = gg_store_history_long(sv->store, list.person, &total);
    gg_json *json = srv_begin(sv);
    gg_json_integer(json, "total", total);
    gg_json_integer(json, "page", (int64_t)page);
    gg_json_integer(json, "pages", total ? (total + PAGE - 1) / PAGE : 1);
    gg_json_open(json, "matches", '[');
    if (status == GG_OK)
        status = gg_store_history_of(sv->store, list.person, PAGE, ((int64_t)page - 1) * PAGE,
                                     tell_one, &list);
    gg_json_close(json, ']');
    if (status == GG_OK)
        srv_send(sv, r->call, 200);
    else
        srv_fail(sv, r->call, FAULT_NOT_SAVED);
}
