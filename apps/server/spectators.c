// SPDX-License-Identifier: Apache-2.0
// Spectators: who has the link that a player made sees what the public may see, so many entries
// behind as the players wish. Both players see that somebody may look. When the match is over the
// same link shows its replay, also inside somebody else's page, where no cookie is known.
#include <string.h>

#include "server.h"

enum { WATCH_S = 365 * 24 * 3600, DELAY_MOST = 200 };

// ------------------------------------------------------------------------------------ what is seen
uint32_t srv_entries_seen(const srv_match *m, bool player) {
    uint32_t entries = srv_entries(m);
    if (player || srv_match_over(m) || m->meeting.delay <= 0) return entries;
    return entries > (uint32_t)m->meeting.delay ? entries - (uint32_t)m->meeting.delay : 0;
}

bool srv_is_late(const srv_match *m, bool player) {
    return !player && m->match && !srv_match_over(m) && m->meeting.delay > 0;
}

// STATE as it was for the public so many entries ago.
bool srv_json_late(server *sv, gg_json *json, srv_match *m, int64_t person) {
    uint32_t entry = srv_entries_seen(m, false);
    gg_result running = {0};
    gg_position at = {0};
    if (gg_match_at(m->match, entry, &at) != GG_OK) return false;
    gg_turn turn = m->game->turn(at.table, at.state);
    srv_json_head(json, m, srv_seq_of(m, person), entry);
    gg_json_string(json, "viewer", gg_seat_token(m->game, GG_PUBLIC));
    gg_json_null(json, "handover");
    srv_json_seats_late(json, m);
    srv_json_turn(json, m->game, &turn, false, false);
    srv_json_result(json, m->game, &running);
    srv_json_view(sv, json, &at, GG_PUBLIC);
    srv_json_idle(json, "", "");
    srv_json_log(sv, json, m, entry > SRV_LOG_KEPT ? entry - SRV_LOG_KEPT : 0, entry, GG_PUBLIC);
    gg_json_bool(json, "thinking", false);
    srv_json_people_late(json, m, person);
    gg_position_close(&at);
    return true;
}

bool srv_spectates(server *sv, const srv_match *m, const srv_session *session) {
    int delay;
    return session &&
           gg_store_spectator(sv->store, m->row.name, session->who.person, &delay) == GG_OK &&
           delay >= 0;
}

// ------------------------------------------------------------------------------------- on and off
static void answer_link(server *sv, srv_request *r, const char *secret) {
    char path[SRV_SECRET_HEX + 16];
    gg_json *json = srv_begin(sv);
    (void)snprintf(path, sizeof path, "/w#%s", secret);
    gg_json_string(json, "path", path);
    (void)snprintf(path, sizeof path, "/embed#%s", secret);
    gg_json_string(json, "embed", path);
    gg_json_integer(json, "delay", r->match->meeting.delay);
    srv_json_local(json, sv, r->call);
    srv_send(sv, r->call, 200);
}

static bool turn_on(server *sv, srv_request *r, int delay) {
    char secret[SRV_SECRET_HEX + 1];
    uint8_t hash[GG_STORE_HASH];
    srv_match *m = r->match;
    if (!srv_secret_new(secret, hash)) return false;
    m->meeting.delay = delay;
    gg_store_link_new(sv->store, hash,
                      &(gg_store_link){.kind = GG_LINK_WATCH,
                                       .row = m->row.row,
                                       .person = r->session->who.person,
                                       .ends = srv_now_s() + WATCH_S});
    answer_link(sv, r, secret);
    return true;
}

// Whoever looks now is told no more.
static void turn_off(server *sv, srv_request *r) {
    srv_match *m = r->match;
    m->meeting.delay = -1;
    gg_store_link_end(sv->store, GG_LINK_WATCH, m->row.row, 0);
    gg_store_spectators_end(sv->store, m->row.row);
    for (srv_watch *w = m->streams; w; w = w->next) w->spectates = false;
    gg_json_bool(srv_begin(sv), "ok", true);
    srv_send(sv, r->call, 200);
}

void srv_on_watching(server *sv, srv_request *r) {
    const json_t *on = json_object_get(r->body, "on");
    srv_match *m = r->match;
    int64_t delay = 0;
    srv_fault fault = FAULT_NONE;
    if (!json_is_boolean(on) || (json_object_get(r->body, "delay") &&
                                 !srv_get_number(r->body, "delay", 0, DELAY_MOST, &delay)))
        fault = FAULT_BAD_FIELD;
    else if (!srv_seats_of(m, r->session->who.person))
        fault = FAULT_NOT_ALLOWED;
    else if (!srv_take(&r->session->purse->matches, 5, 200))
        fault = FAULT_TOO_MANY;
    else if (!srv_company_keep(m))
        fault = FAULT_FULL;
    if (fault != FAULT_NONE) {
        srv_fail(sv, r->call, fault);
        return;
    }
    if (!json_is_true(on)) {
        turn_off(sv, r);
    } else if (!turn_on(sv, r, (int)delay)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    gg_store_meeting_put(sv->store, m->row.row, &m->meeting);
    srv_match_stirred(sv, m, true);
    srv_wait(sv, r->call);
}

// ------------------------------------------------------------------------------------------ coming
static bool find_link(server *sv, srv_request *r, gg_store_link *link) {
    const char *secret = srv_get_text(r->body, "secret");
    uint8_t hash[GG_STORE_HASH] = {0};
    if (!secret) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return false;
    }
    (void)srv_secret_hash(secret, hash);
    gg_status status = gg_store_link_find(sv->store, hash, GG_LINK_WATCH, 0, srv_now_s(), link);
    if (status == GG_OK) return true;
    srv_fail(sv, r->call, status == GG_NOT_ALLOWED ? FAULT_INVITATION : FAULT_NOT_SAVED);
    return false;
}

void srv_on_watch(server *sv, srv_request *r) {
    gg_store_link link;
    if (!find_link(sv, r, &link)) return;
    gg_store_spectator_new(sv->store, link.row, r->session->who.person);
    gg_json_string(srv_begin(sv), "match", link.match);
    srv_send(sv, r->call, 200);
    srv_wait(sv, r->call);
}

// For a page inside another one: who asks is not known, and need not be.
void srv_on_shared(server *sv, srv_request *r) {
    gg_store_link link;
    srv_match *m;
    if (!find_link(sv, r, &link)) return;
    srv_fault fault = srv_match_find(sv, link.match, &m);
    if (fault == FAULT_NONE && !srv_is_over(m)) fault = FAULT_NOT_OVER;
    if (fault == FAULT_NONE && !m->match && !m->archive) {
        fault = srv_match_await(sv, m, r->call);
        if (fault == FAULT_NONE) return;
    }
    if (fault == FAULT_NONE && m->unsaved) {
        srv_wait_for(sv, r->call, m);
        return;
    }
    if (fault != FAULT_NONE)
        srv_fail(sv, r->call, fault);
    else
        srv_send_shared(sv, r, m);
}
