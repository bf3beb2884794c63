// SPDX-License-Identifier: Apache-2.0
// Who sits at a match: one person alone, several at one screen (one session for all their seats),
// or people at two machines. A seat looks at its own side only; whoever has several looks as the
// one that has taken over. What a person does in private (steps of a draft, standing orders) counts
// for him alone: the others' streams and sequence numbers do not tell that it happened.
#include <stdlib.h>
#include <string.h>

#include "called.h"
#include "server.h"

_Static_assert((int)NAME_BYTES == (int)GG_STORE_NAME, "the store has room for names");

enum { GONE_AFTER_MS = 4000 }; // a page that is loaded again was not away

// ---------------------------------------------------------------------------------------- who sits
bool srv_sits_at(const srv_match *m, int64_t person, unsigned seat) {
    return person && seat < m->game->seats && m->kind[seat] == SRV_HUMAN &&
           m->row.person[seat] == person;
}

unsigned srv_seats_of(const srv_match *m, int64_t person) {
    unsigned found = 0;
    for (unsigned i = 0; i < m->game->seats; i++)
        if (srv_sits_at(m, person, i)) found |= 1U << i;
    return found;
}

static bool several(unsigned seats) {
    return (seats & (seats - 1)) != 0;
}

static int first_of(unsigned seats) {
    int seat = 0;
    while (!(seats >> seat & 1)) seat++;
    return seat;
}

bool srv_waits(const srv_match *m) {
    for (unsigned i = 0; i < m->game->seats; i++)
        if (m->kind[i] == SRV_OPEN) return true;
    return false;
}

bool srv_row_is_player(const gg_store_match *row, int64_t person) {
    bool open = false, taken = false;
    for (unsigned i = 0; i < row->seats; i++) {
        bool human = strcmp(row->kind[i], "human") == 0 && row->person[i];
        if (human && row->person[i] == person) return true;
        taken = taken || human;
        open = open || strcmp(row->kind[i], "open") == 0;
    }
    return row->owner == person && (open || !taken);
}

bool srv_is_player(const srv_match *m, const srv_session *session) {
    bool taken = false;
    if (!session) return false;
    if (srv_seats_of(m, session->who.person)) return true;
    for (unsigned i = 0; i < m->game->seats; i++)
        taken = taken || (m->kind[i] == SRV_HUMAN && m->row.person[i]);
    return m->row.owner == session->who.person && (!taken || srv_waits(m));
}

// --------------------------------------------------------------------------------------- who looks
int srv_handover_of(const srv_match *m, const srv_session *session) {
    if (!session || !several(srv_seats_of(m, session->who.person)) || srv_match_over(m)) return -1;
    gg_turn turn = srv_match_turn(m);
    return srv_sits_at(m, session->who.person, turn.seat) && !m->taken[turn.seat] ? turn.seat : -1;
}

int srv_viewer_of(const srv_match *m, const srv_session *session, bool *player) {
    unsigned seats = session ? srv_seats_of(m, session->who.person) : 0;
    *player = srv_is_player(m, session);
    if (!seats) return GG_PUBLIC;
    if (!several(seats)) return first_of(seats);
    if (srv_handover_of(m, session) >= 0) return GG_NOBODY;
    for (int i = 0; i < m->game->seats; i++)
        if (seats >> i & 1 && m->taken[i]) return i;
    return GG_PUBLIC;
}

void srv_take_over(srv_match *m, unsigned seat) {
    unsigned own = srv_seats_of(m, m->row.person[seat]);
    for (unsigned i = 0; i < m->game->seats; i++)
        if (own >> i & 1) m->taken[i] = i == seat;
}

// ---------------------------------------------------------------------------------- what he counts
uint64_t srv_seq_of(const srv_match *m, int64_t person) {
    unsigned own = srv_seats_of(m, person);
    uint32_t most = 0;
    for (unsigned i = 0; i < m->game->seats; i++)
        if (own >> i & 1 && m->steps[i] > most) most = m->steps[i];
    return m->seq + most;
}

uint64_t srv_seq_most(const srv_match *m) {
    uint32_t most = 0;
    for (unsigned i = 0; i < m->game->seats; i++)
        if (m->steps[i] > most) most = m->steps[i];
    return m->seq + most;
}

void srv_step(srv_match *m, int seat) {
    unsigned own = srv_seats_of(m, m->row.person[seat]) | 1U << seat;
    for (unsigned i = 0; i < m->game->seats; i++)
        if (own >> i & 1) m->steps[i]++;
}

// ----------------------------------------------------------------------------------------- changes
// A commit may fail: then it is as it was.
bool srv_company_keep(srv_match *m) {
    if (m->before) return true;
    srv_company *before = m->before = calloc(1, sizeof *before);
    if (!before) return false;
    memcpy(before->kind, m->kind, sizeof before->kind);
    memcpy(before->person, m->row.person, sizeof before->person);
    memcpy(before->called, m->row.called, sizeof before->called);
    before->meeting = m->meeting;
    return true;
}

static void set_kind(srv_match *m, unsigned seat, srv_kind kind) {
    m->kind[seat] = kind;
    (void)snprintf(m->row.kind[seat], sizeof m->row.kind[seat], "%s", srv_kind_words[kind]);
}

void srv_company_settle(srv_match *m, bool saved) {
    srv_company *before = m->before;
    if (before && !saved) {
        for (unsigned i = 0; i < SRV_SEATS; i++) set_kind(m, i, before->kind[i]);
        memcpy(m->row.person, before->person, sizeof before->person);
        memcpy(m->row.called, before->called, sizeof before->called);
        m->meeting = before->meeting;
    }
    free(before);
    m->before = NULL;
}

// Whoever sat there before takes his standing orders with him.
static void forget_orders(srv_match *m, int seat) {
    for (unsigned i = 0; i < m->game->n_nodes; i++)
        if (m->game->nodes[i].flags & GG_N_WINDOW)
            (void)gg_match_order(m->match, seat, i, GG_ORDER_ASK);
    gg_match_order_meanwhile(m->match, seat, GG_ORDER_ASK);
    gg_match_close_forced(m->match, seat, false); // between people
}

// Before anything is drawn whoever sits down gives his own part of the dice: what somebody gave who
// has left again could have been chosen to please whoever runs the server.
static gg_status await_seed(server *sv, srv_match *m, unsigned seat) {
    const gg_match_setup *setup = gg_match_setup_of(m->match);
    unsigned awaited = gg_match_awaited_seeds(m->match);
    if (m->row.seedless || awaited >> seat & 1) return GG_OK;
    for (unsigned i = 0; i < m->game->seats; i++) {
        m->row.awaited[i] = (awaited >> i & 1) || i == seat;
        memcpy(m->row.client[i], setup->client_seed[i], sizeof m->row.client[i]);
    }
    m->row.client[seat][0] = 0;
    gg_match_close(m->match);
    m->match = NULL;
    return srv_match_begin(sv, m);
}

gg_status srv_seat_give(server *sv, srv_match *m, unsigned seat, int64_t person,
                        const char *called) {
    bool anew = gg_match_entries(m->match) == 0;
    gg_status status = anew ? await_seed(sv, m, seat) : GG_OK;
    if (status != GG_OK) return status;
    srv_early_drop(sv, m, (int)seat);
    srv_vacation_over(m, seat);
    set_kind(m, seat, person ? SRV_HUMAN : SRV_OPEN);
    m->row.person[seat] = person;
    (void)snprintf(m->row.called[seat], sizeof m->row.called[seat], "%s", called);
    m->taken[seat] = false;
    gg_store_seat_set(sv->store, m->row.row, seat, m->row.seat[seat], person, anew);
    forget_orders(m, (int)seat);
    m->left_ms = srv_now_ms(); // who is there is counted anew
    return GG_OK;
}

// No memory: the match is read from the store again.
void srv_seat_failed(server *sv, srv_match *m, gg_call *call) {
    srv_log(sv, "ev=broken match=%.6s", m->row.name);
    gg_store_refuse(sv->store);
    srv_match_force(sv, m);
    srv_fail(sv, call, FAULT_FULL);
    srv_wait(sv, call);
}

gg_status srv_match_set_out(srv_match *m) {
    return srv_waits(m) ? GG_OK : gg_match_advance(m->match);
}

// ------------------------------------------------------------------------------------ who is there
static bool has_company(const srv_match *m) {
    int64_t first = 0;
    for (unsigned i = 0; i < m->game->seats; i++) {
        int64_t person = m->kind[i] == SRV_HUMAN ? m->row.person[i] : 0;
        if (person && first && person != first) return true;
        if (person) first = person;
    }
    return false;
}

// Who is alone knows that he is there.
static void set_here(server *sv, srv_match *m, unsigned now) {
    if (now == m->here) return;
    m->here = now;
    if (!has_company(m)) return;
    srv_match_stirred(sv, m, false);
    if (m->match && !m->unsaved) srv_streams_wake(sv, m);
}

void srv_came(server *sv, srv_match *m, int64_t person) {
    set_here(sv, m, m->here | srv_seats_of(m, person));
}

void srv_went(srv_match *m) {
    m->left_ms = srv_now_ms();
}

void srv_here_tick(server *sv, srv_match *m, uint64_t now_ms) {
    unsigned now = 0;
    if (!m->left_ms || now_ms - m->left_ms < GONE_AFTER_MS) return;
    m->left_ms = 0;
    for (const srv_watch *w = m->streams; w; w = w->next) now |= srv_seats_of(m, w->person);
    set_here(sv, m, now);
}

// -------------------------------------------------------------------------------------------- JSON
// `here`: bits of seats; NULL: it is not told.
static void json_people(gg_json *json, const gg_store_match *row, int64_t person,
                        const unsigned *here) {
    const char *names[GG_SEATS_MAX];
    char name[NAME_BYTES];
    bool open = false;
    for (unsigned i = 0; i < row->seats; i++) names[i] = row->called[i];
    gg_json_open(json, "people", '[');
    for (unsigned i = 0; i < row->seats; i++) {
        bool human = strcmp(row->kind[i], "human") == 0;
        srv_name_apart(names, row->person, row->seats, i, name);
        open = open || strcmp(row->kind[i], "open") == 0;
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "seat", row->seat[i]);
        gg_json_string(json, "kind", row->kind[i]);
        gg_json_string(json, "name", human && name[0] ? name : NULL);
        gg_json_bool(json, "you", human && person && row->person[i] == person);
        if (here) gg_json_bool(json, "here", human && *here >> i & 1);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_string(json, "waiting", open ? "seat" : NULL);
}

void srv_json_row_people(gg_json *json, const gg_store_match *row, int64_t person) {
    json_people(json, row, person, NULL);
}

// The match that followed is told to those who played; who is there now, to whoever sees what is.
static void json_company(gg_json *json, const srv_match *m, int64_t person, const unsigned *here) {
    bool plays = srv_seats_of(m, person) != 0;
    json_people(json, &m->row, person, here);
    gg_json_string(json, "rematch", plays && m->meeting.rematch[0] ? m->meeting.rematch : NULL);
    if (m->meeting.delay < 0)
        gg_json_null(json, "watching");
    else
        gg_json_integer(json, "watching", m->meeting.delay);
}

void srv_json_people(gg_json *json, const srv_match *m, int64_t person) {
    json_company(json, m, person, &m->here);
}

void srv_json_people_late(gg_json *json, const srv_match *m, int64_t person) {
    json_company(json, m, person, NULL);
}

// ----------------------------------------------------------------------------------------- leaving
// Which seat of his: the one named, or the only one.
static bool own_seat(const srv_request *r, unsigned *seat) {
    const char *token = srv_get_text(r->body, "seat");
    unsigned own = srv_seats_of(r->match, r->session->who.person);
    int found = -1;
    if (!own || (!token && several(own))) return false;
    if (token && !gg_seat_find(r->match->game, token, &found)) return false;
    *seat = token ? (unsigned)found : (unsigned)first_of(own);
    return *seat < r->match->game->seats && own >> *seat & 1;
}

void srv_on_leave(server *sv, srv_request *r) {
    srv_match *m = r->match;
    unsigned seat;
    srv_fault fault = FAULT_NONE;
    if (!own_seat(r, &seat))
        fault = FAULT_BAD_FIELD;
    else if (srv_match_over(m) || gg_match_entries(m->match) > 0)
        fault = FAULT_STARTED;
    else if (!srv_company_keep(m))
        fault = FAULT_FULL;
    if (fault != FAULT_NONE) {
        srv_fail(sv, r->call, fault);
        return;
    }
    if (srv_seat_give(sv, m, seat, 0, "") != GG_OK) {
        srv_seat_failed(sv, m, r->call);
        return;
    }
    srv_match_stirred(sv, m, true);
    gg_json_bool(srv_begin(sv), "ok", true);
    srv_send(sv, r->call, 200);
    srv_wait(sv, r->call);
}

// ---------------------------------------------------------------------------------------- deleting
static bool is_alone(const srv_match *m, int64_t person) {
    for (unsigned i = 0; i < m->game->seats; i++)
        if (m->kind[i] == SRV_HUMAN && m->row.person[i] && m->row.person[i] != person) return false;
    return true;
}

// By who made it, as long as nobody else has come.
void srv_on_delete(server *sv, srv_request *r) {
    srv_match *m = r->match;
    int64_t person = r->session->who.person;
    srv_fault fault = FAULT_NONE;
    if (srv_match_over(m) || gg_match_entries(m->match) > 0 || !srv_waits(m))
        fault = FAULT_STARTED;
    else if (m->row.owner != person || !is_alone(m, person))
        fault = FAULT_NOT_ALLOWED;
    if (fault != FAULT_NONE) {
        srv_fail(sv, r->call, fault);
        return;
    }
    gg_store_match_delete(sv->store, m->row.row);
    m->gone = true;
    srv_match_force(sv, m);
    srv_streams_leave(m);
    gg_json_bool(srv_begin(sv), "ok", true);
    srv_send(sv, r->call, 200);
    srv_wait(sv, r->call);
}

// ----------------------------------------------------------------------------------------- rematch
// The same again, everybody one seat further.
static void next_row(const srv_match *m, gg_store_match *row) {
    unsigned seats = m->row.seats;
    *row = m->row;
    row->made = row->changed = srv_now_s();
    row->rules = m->game->version;
    row->seq = 1;
    row->name[0] = 0;
    row->seedless = false;
    (void)snprintf(row->turn, sizeof row->turn, "%s", "chance");
    for (unsigned i = 0; i < seats; i++) {
        unsigned from = (i + 1) % seats;
        memcpy(row->kind[i], m->row.kind[from], sizeof row->kind[i]);
        memcpy(row->called[i], m->row.called[from], sizeof row->called[i]);
        row->person[i] = m->row.person[from];
        row->awaited[i] = m->kind[from] == SRV_HUMAN;
        row->client[i][0] = 0;
    }
}

static void answer_rematch(server *sv, srv_request *r, unsigned status) {
    gg_json_string(srv_begin(sv), "match", r->match->meeting.rematch);
    srv_send(sv, r->call, status);
}

// False: answered, or handled again when a worker has prepared the table.
static bool table_ready(server *sv, srv_request *r) {
    gg_request request;
    const srv_match *m = r->match;
    if (!srv_options_read(m->game, m->row.scenario, m->row.options, &request)) {
        srv_fail(sv, r->call, FAULT_OTHER_RULES);
        return false;
    }
    const srv_table *table = srv_table_find(sv, m->game, &request);
    if (!table) srv_table_prepare(sv, r->call, m->game, &request);
    if (table && table->status != GG_OK) srv_fail(sv, r->call, FAULT_OTHER_RULES);
    return table && table->status == GG_OK;
}

void srv_on_rematch(server *sv, srv_request *r) {
    srv_match *m = r->match;
    gg_store_match row;
    if (m->row.file || !srv_match_over(m) || !srv_seats_of(m, r->session->who.person)) {
        srv_fail(sv, r->call, m->row.file ? FAULT_NOT_ALLOWED : FAULT_NOT_OVER);
        return;
    }
    if (m->meeting.rematch[0]) {
        answer_rematch(sv, r, 200);
        return;
    }
    if (!r->call->marked && !srv_take(&r->session->purse->matches, 5, 200)) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    r->call->marked = true; // counted
    if (!table_ready(sv, r)) return;
    next_row(m, &row);
    if (!srv_company_keep(m) || !srv_match_start(sv, &row, m->game)) {
        srv_fail(sv, r->call, FAULT_FULL);
        srv_wait(sv, r->call);
        return;
    }
    (void)snprintf(m->meeting.rematch, sizeof m->meeting.rematch, "%s", row.name);
    gg_store_meeting_put(sv->store, m->row.row, &m->meeting);
    srv_match_stirred(sv, m, true);
    answer_rematch(sv, r, 201);
    srv_wait(sv, r->call);
}
