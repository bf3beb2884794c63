// SPDX-License-Identifier: Apache-2.0
// What a person may see and end of his own sessions and tokens. Never the secret, and of its use no
// more than the day. A token ends itself at most: whoever has stolen one cannot send its maker
// away.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server.h"

void srv_json_day(gg_json *json, const char *key, int64_t seconds) {
    time_t when = (time_t)seconds;
    struct tm parts;
    char day[16] = "";
    if (seconds > 0 && gmtime_r(&when, &parts)) (void)strftime(day, sizeof day, "%Y-%m-%d", &parts);
    gg_json_string(json, key, day[0] ? day : NULL);
}

typedef struct listing {
    gg_json *json;
    int64_t current;
} listing;

static void list_one(void *user, const gg_store_session *session, const char *name) {
    const listing *list = user;
    gg_json_open(list->json, NULL, '{');
    gg_json_integer(list->json, "id", session->id);
    gg_json_string(list->json, "kind", session->token ? "token" : "cookie");
    gg_json_string(list->json, "name", name);
    srv_json_day(list->json, "made", session->made);
    srv_json_day(list->json, "used", session->used);
    srv_json_day(list->json, "ends", session->ends);
    gg_json_bool(list->json, "current", session->id == list->current);
    gg_json_close(list->json, '}');
}

void srv_on_sessions(server *sv, srv_request *r) {
    if (r->session->who.token) {
        srv_fail(sv, r->call, FAULT_BY_TOKEN);
        return;
    }
    gg_json *json = srv_begin(sv);
    listing list = {json, r->session->who.id};
    gg_json_open(json, "sessions", '[');
    gg_status status = gg_store_sessions_of(sv->store, r->session->who.person, srv_now_s(),
                                            SRV_LIST_MAX, list_one, &list);
    gg_json_close(json, ']');
    if (status == GG_OK)
        srv_send(sv, r->call, 200);
    else
        srv_fail(sv, r->call, FAULT_NOT_SAVED);
}

// Answered when the store has it. The browser forgets a cookie that is no more.
static void send_ended(server *sv, gg_call *call, bool own_cookie) {
    static const char body[] = "{\"ok\":true}";
    char cookie[SRV_COOKIE];
    gg_answer answer = {.status = 200,
                        .type = "application/json",
                        .bytes = body,
                        .length = sizeof body - 1,
                        .lasting = true,
                        .header = {"Cache-Control", "no-store"}};
    srv_cookie(sv, NULL, cookie);
    if (own_cookie) {
        answer.header[2] = "Set-Cookie";
        answer.header[3] = cookie;
    }
    gg_call_answer(call, &answer);
    srv_wait(sv, call);
}

static void end_one(server *sv, srv_request *r, int64_t id) {
    gg_status status = srv_session_end(sv, id, r->session->who.person);
    if (status == GG_OK)
        send_ended(sv, r->call, id == r->session->who.id && !r->session->who.token);
    else
        srv_fail(sv, r->call, status == GG_NOT_ALLOWED ? FAULT_NOT_FOUND : FAULT_NOT_SAVED);
}

void srv_on_session_end(server *sv, srv_request *r) {
    uint64_t id;
    if (r->session->who.token)
        srv_fail(sv, r->call, FAULT_BY_TOKEN);
    else if (!srv_number_of(r->word, &id))
        srv_fail(sv, r->call, FAULT_NOT_FOUND);
    else
        end_one(sv, r, (int64_t)id);
}

void srv_on_sign_out(server *sv, srv_request *r) {
    const json_t *field = json_object_get(r->body, "everywhere");
    bool everywhere = json_is_true(field);
    if (field && !json_is_boolean(field)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
    } else if (everywhere && r->session->who.token) {
        srv_fail(sv, r->call, FAULT_BY_TOKEN);
    } else if (everywhere) {
        srv_sessions_end(sv, r->session);
        send_ended(sv, r->call, true);
    } else {
        end_one(sv, r, r->session->who.id);
    }
}
