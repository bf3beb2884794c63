// SPDX-License-Identifier: Apache-2.0
// Invitations: a link with 128 random bits gives its seat to the first person who accepts it. Only
// its SHA-256 is kept, and it travels in the fragment of an address and in bodies, so that no log
// of ours or of a relay has it. A link that nobody made, that is used up, ended or too old is
// answered in one way.
#include <string.h>

#include "server.h"

enum { LASTS_S = 30 * 24 * 3600 };

// ------------------------------------------------------------------------------------------ making
bool srv_invite(server *sv, const srv_request *r, srv_match *m, unsigned seat) {
    char secret[SRV_SECRET_HEX + 1], path[SRV_SECRET_HEX + 8];
    uint8_t hash[GG_STORE_HASH];
    gg_json *json = &sv->json;
    if (!srv_secret_new(secret, hash)) return false;
    gg_store_link_new(sv->store, hash,
                      &(gg_store_link){.kind = GG_LINK_SEAT,
                                       .row = m->row.row,
                                       .person = r->session->who.person,
                                       .ends = srv_now_s() + LASTS_S,
                                       .place = seat});
    (void)snprintf(path, sizeof path, "/i#%s", secret);
    gg_json_open(json, "invite", '{');
    gg_json_string(json, "seat", m->row.seat[seat]);
    gg_json_string(json, "path", path);
    srv_json_local(json, sv, r->call);
    gg_json_close(json, '}');
    return true;
}

// A seat that is open, or one's own.
void srv_on_invite(server *sv, srv_request *r) {
    const char *token = srv_get_text(r->body, "seat");
    const json_t *revoke = json_object_get(r->body, "revoke");
    srv_match *m = r->match;
    int seat;
    if (!token || !gg_seat_find(m->game, token, &seat) || seat < 0 || seat >= m->game->seats ||
        (revoke && !json_is_boolean(revoke))) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    if (srv_match_over(m) ||
        (m->kind[seat] != SRV_OPEN && !srv_sits_at(m, r->session->who.person, (unsigned)seat))) {
        srv_fail(sv, r->call, FAULT_NOT_ALLOWED);
        return;
    }
    if (!srv_take(&r->session->purse->matches, 5, 200)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    gg_json *json = srv_begin(sv);
    bool good = true;
    if (json_is_true(revoke)) {
        gg_store_link_end(sv->store, GG_LINK_SEAT, m->row.row, (unsigned)seat);
        gg_json_bool(json, "ok", true);
    } else {
        good = srv_invite(sv, r, m, (unsigned)seat);
    }
    if (!good) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    srv_send(sv, r->call, 200);
    srv_wait(sv, r->call);
}

// ----------------------------------------------------------------------------------------- finding
static bool is_good(const srv_match *m, const gg_store_link *link) {
    unsigned seat = link->place;
    if (seat >= m->game->seats || srv_match_over(m)) return false;
    if (link->taken) return srv_sits_at(m, link->taken, seat);
    return m->kind[seat] == SRV_OPEN || srv_sits_at(m, link->person, seat);
}

// The link and its match, which has been read. False: answered, or handled again later.
static bool find(server *sv, srv_request *r, uint8_t hash[GG_STORE_HASH], gg_store_link *link,
                 srv_match **out) {
    const char *secret = srv_get_text(r->body, "secret");
    int64_t person = r->session ? r->session->who.person : 0;
    srv_fault fault = secret ? FAULT_NONE : FAULT_BAD_FIELD;
    memset(hash, 0, GG_STORE_HASH);
    if (secret) (void)srv_secret_hash(secret, hash); // what is none is looked for like any other
    if (fault == FAULT_NONE) {
        gg_status status =
            gg_store_link_find(sv->store, hash, GG_LINK_SEAT, person, srv_now_s(), link);
        fault = status == GG_OK            ? srv_match_find(sv, link->match, out)
                : status == GG_NOT_ALLOWED ? FAULT_INVITATION
                                           : FAULT_NOT_SAVED;
        if (fault == FAULT_NOT_FOUND || fault == FAULT_OTHER_RULES) fault = FAULT_INVITATION;
    }
    if (fault == FAULT_NONE && (*out)->archive) fault = FAULT_INVITATION;
    if (fault == FAULT_NONE && !(*out)->match) {
        fault = srv_match_await(sv, *out, r->call);
        if (fault == FAULT_NONE) return false;
    }
    if (fault == FAULT_NONE && (*out)->unsaved) {
        srv_wait_for(sv, r->call, *out);
        return false;
    }
    if (fault == FAULT_NONE && !is_good(*out, link)) fault = FAULT_INVITATION;
    if (fault != FAULT_NONE) srv_fail(sv, r->call, fault);
    return fault == FAULT_NONE;
}

static void json_options(gg_json *json, const srv_match *m) {
    const gg_match_setup *setup = gg_match_setup_of(m->match);
    gg_json_open(json, "options", '{');
    for (unsigned i = 0; i < m->game->n_options; i++)
        gg_json_integer(json, m->game->options[i].token, setup->request.option[i]);
    gg_json_close(json, '}');
}

void srv_on_invitation(server *sv, srv_request *r) {
    uint8_t hash[GG_STORE_HASH];
    gg_store_link link;
    srv_match *m;
    if (!find(sv, r, hash, &link, &m)) return;
    int64_t person = r->session ? r->session->who.person : 0;
    bool sits = srv_seats_of(m, person) != 0;
    gg_json *json = srv_begin(sv);
    gg_json_string(json, "match", sits ? m->row.name : NULL);
    gg_json_string(json, "game", m->game->id);
    srv_json_own(json, &m->row);
    json_options(json, m);
    gg_json_string(json, "seat", m->row.seat[link.place]);
    gg_json_string(json, "from", link.called[0] ? link.called : NULL);
    gg_json_bool(json, "begun", gg_match_entries(m->match) > 0);
    srv_json_clock_row(json, &m->row);
    gg_json_bool(json, "hints", m->row.hints);
    gg_json_bool(json, "taken", link.taken != 0);
    gg_json_bool(json, "mine", person && link.person == person);
    srv_send(sv, r->call, 200);
}

// --------------------------------------------------------------------------------------- accepting
static void answer_seat(server *sv, srv_request *r, const srv_match *m, unsigned seat) {
    gg_json *json = srv_begin(sv);
    gg_json_string(json, "match", m->row.name);
    gg_json_string(json, "seat", m->row.seat[seat]);
    srv_send(sv, r->call, 200);
}

// The name he gives with it, or the one he has. False: answered.
static bool read_name(server *sv, srv_request *r, char name[GG_STORE_NAME], bool *is_new) {
    const json_t *field = json_object_get(r->body, "name");
    char has[GG_STORE_NAME];
    bool back;
    *is_new = field && !json_is_null(field);
    if (*is_new) return srv_read_name(sv, r, name);
    if (gg_store_name_of(sv->store, r->session->who.person, srv_now_s(), has, &back) != GG_OK)
        has[0] = 0; // a guest of this moment
    (void)snprintf(name, GG_STORE_NAME, "%s", has);
    return true;
}

// The seat is his, and if it was the last one that was open the match begins.
static gg_status take_seat(server *sv, srv_request *r, srv_match *m, const gg_store_link *link,
                           const char *name) {
    srv_match_asked(m, GG_NOBODY, 0);
    gg_status status = srv_seat_give(sv, m, link->place, r->session->who.person, name);
    if (status == GG_OK) status = srv_match_set_out(m);
    if (status != GG_OK) return status;
    if (m->stored > m->counted) srv_match_changed(sv, m);
    srv_clock_follow(sv, m); // also where nothing is drawn before the first decision
    srv_match_stirred(sv, m, true);
    return GG_OK;
}

void srv_on_accept(server *sv, srv_request *r) {
    uint8_t hash[GG_STORE_HASH];
    char name[GG_STORE_NAME];
    gg_store_link link;
    srv_match *m;
    bool is_new;
    if (!find(sv, r, hash, &link, &m)) return;
    int64_t person = r->session->who.person;
    bool alone = json_is_true(json_object_get(r->body, "alone"));
    if (link.taken) { // by him: the answer may have been lost
        answer_seat(sv, r, m, link.place);
        return;
    }
    if (srv_seats_of(m, person) && !(alone && m->kind[link.place] == SRV_OPEN)) {
        srv_fail(sv, r->call, FAULT_OWN_INVITATION);
        return;
    }
    if (!read_name(sv, r, name, &is_new)) return;
    srv_match *busy = is_new ? srv_unsaved_of(sv, person) : NULL;
    if (busy) {
        srv_wait_for(sv, r->call, busy);
        return;
    }
    if (!srv_company_keep(m)) {
        srv_fail(sv, r->call, FAULT_FULL);
        return;
    }
    gg_store_link_take(sv->store, hash, person);
    if (is_new) srv_name_set(sv, person, name);
    gg_status status = take_seat(sv, r, m, &link, name);
    if (status == GG_OK) {
        answer_seat(sv, r, m, link.place);
        srv_wait(sv, r->call);
        return;
    }
    srv_seat_failed(sv, m, r->call);
}
