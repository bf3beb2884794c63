// SPDX-License-Identifier: Apache-2.0
// Beside the board: what people say to each other, what each notes for himself, how far he has
// looked. None of it is part of the match file, and nobody who does not sit there reads it.
//
// Something said is a change like any other: it is stored before it is acknowledged or told, and
// readers learn the number of the last line and fetch what they lack. It does not make an action
// that is on its way stale (m->moved).
#include <string.h>

#include "server.h"

enum { LINE_BYTES = 500, LINES_MAX = 5000, LINES_TOLD = 200, KEY_BYTES = 64 };

// The seat he speaks for; two people at one screen speak for whoever has taken over. -1: none.
static int speaks_for(const srv_request *r) {
    const srv_match *m = r->match;
    if (r->viewer >= 0 && r->viewer < m->game->seats) return r->viewer;
    for (unsigned i = 0; i < m->game->seats; i++)
        if (srv_sits_at(m, r->session->who.person, i)) return (int)i;
    return -1;
}

static bool blank(const char *text) {
    return text[strspn(text, " ")] == 0;
}

// ------------------------------------------------------------------------------------------ talk
typedef struct hearing {
    server *sv;
    int64_t person;
    bool muted;
} hearing;

static void write_said(void *user, const gg_store_said *said) {
    const hearing *h = user;
    gg_json *json = &h->sv->json;
    bool own = said->person == h->person;
    if (h->muted && !own) return;
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "number", said->number);
    gg_json_string(json, "seat", said->seat);
    gg_json_bool(json, "own", own);
    gg_json_integer(json, "at", said->at);
    gg_json_string(json, "text", said->text);
    gg_json_close(json, '}');
}

void srv_on_talk_now(server *sv, srv_request *r) {
    const char *from = gg_call_query(r->call, "since");
    uint64_t since = 0;
    gg_store_visit visit;
    hearing h = {sv, r->session->who.person, false};
    if (from && !srv_number_of(from, &since)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    gg_status status = gg_store_visit_of(sv->store, r->match->row.row, h.person, &visit);
    h.muted = visit.muted;
    gg_json *json = srv_begin(sv);
    gg_json_bool(json, "muted", h.muted);
    gg_json_integer(json, "last", r->match->said);
    gg_json_open(json, "lines", '[');
    if (status == GG_OK)
        status =
            gg_store_talk(sv->store, r->match->row.row, (int64_t)since, LINES_TOLD, write_said, &h);
    gg_json_close(json, ']');
    if (status == GG_OK)
        srv_send(sv, r->call, 200);
    else
        srv_fail(sv, r->call, FAULT_NOT_SAVED);
}

static void mute(server *sv, srv_request *r, const json_t *muted) {
    if (!json_is_boolean(muted) || json_object_get(r->body, "text")) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    gg_store_visit_mute(sv->store, r->match->row.row, r->session->who.person, json_is_true(muted));
    gg_json_bool(srv_begin(sv), "muted", json_is_true(muted));
    srv_send(sv, r->call, 200);
    srv_wait(sv, r->call);
}

static srv_fault may_say(srv_request *r, const char *text, int seat) {
    size_t length = text ? strlen(text) : 0;
    if (!text || length > LINE_BYTES || blank(text) || !gg_match_plain_text(text, length))
        return FAULT_BAD_FIELD;
    if (seat < 0 || r->match->said >= LINES_MAX) return FAULT_NOT_ALLOWED;
    return srv_take(&r->session->purse->talk, 0.5, 12) ? FAULT_NONE : FAULT_TOO_MANY;
}

void srv_on_talk(server *sv, srv_request *r) {
    const json_t *muted = json_object_get(r->body, "mute");
    const char *text = srv_get_text(r->body, "text");
    int seat = speaks_for(r);
    uint64_t key;
    if (muted) {
        mute(sv, r, muted);
        return;
    }
    if (!srv_is_new(sv, r, &key)) return;
    srv_fault fault = may_say(r, text, seat);
    if (fault != FAULT_NONE) {
        srv_fail(sv, r->call, fault);
        return;
    }
    gg_store_said said = {.number = ++r->match->said,
                          .person = r->session->who.person,
                          .at = srv_now_s(),
                          .seat = gg_seat_token(r->match->game, seat),
                          .text = text};
    gg_store_talk_add(sv->store, r->match->row.row, &said);
    srv_match_asked(r->match, seat, key);
    srv_spoken(sv, r);
}

// ----------------------------------------------------------------------------------------- notes
// Lines may end and words be set apart; otherwise as what is said.
static bool is_note(const char *text) {
    size_t length = strlen(text);
    if (length > GG_STORE_NOTES) return false;
    while (*text) {
        size_t line = strcspn(text, "\n\t");
        if (!gg_match_plain_text(text, line)) return false;
        text += line + (text[line] != 0);
    }
    return true;
}

void srv_on_notes_now(server *sv, srv_request *r) {
    gg_store_visit visit;
    if (gg_store_visit_of(sv->store, r->match->row.row, r->session->who.person, &visit) != GG_OK) {
        srv_fail(sv, r->call, FAULT_NOT_SAVED);
        return;
    }
    gg_json_string(srv_begin(sv), "text", visit.notes);
    gg_json_integer(&sv->json, "seen", visit.seen);
    srv_send(sv, r->call, 200);
}

// Nobody else is told: it waits for the commit and that is all.
static void kept(server *sv, srv_request *r) {
    gg_json_bool(srv_begin(sv), "ok", true);
    srv_send(sv, r->call, 200);
    srv_wait(sv, r->call);
}

void srv_on_notes(server *sv, srv_request *r) {
    const char *text = srv_get_text(r->body, "text");
    if (!text || !is_note(text)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    gg_store_visit_note(sv->store, r->match->row.row, r->session->who.person, text);
    kept(sv, r);
}

// He has looked at the match up to this entry: what came after it is what he is told when he comes
// back, on whatever device.
void srv_on_seen(server *sv, srv_request *r) {
    int64_t entry;
    if (!srv_get_number(r->body, "entry", 0, srv_entries(r->match), &entry)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    gg_store_visit_seen(sv->store, r->match->row.row, r->session->who.person, (uint32_t)entry);
    kept(sv, r);
}
