// SPDX-License-Identifier: Apache-2.0
// Readers: event streams, of one match or of as many as a browser has open. A reader has a queue of
// the matches that have something to tell; each gets its turn.
#include <stdlib.h>
#include <string.h>

#include "server.h"

struct srv_reader {
    server *sv;
    char name[GG_ID_MAX + 1]; // empty: of one match, nobody asks for it
    srv_session who;          // a copy: what is kept of sessions may be forgotten
    srv_form form;            // of new watches
    gg_stream *stream;
    srv_watch *watches, *queue, **queue_end;
    unsigned count;
    bool greet, breathe; // the first words, a sign of life are due
    uint64_t spoke_ms;
    srv_reader *next, **link; // of all
    srv_reader *next_named;
};

// ---------------------------------------------------------------------------------------- messages
static void queue(srv_reader *reader, srv_watch *w) {
    if (w->queued) return;
    w->queued = true;
    w->next_queued = NULL;
    *reader->queue_end = w;
    reader->queue_end = &w->next_queued;
}

static void wants(srv_reader *reader, srv_watch *w) {
    queue(reader, w);
    gg_stream_wake(reader->stream);
}

static srv_watch *take_queued(srv_reader *reader) {
    srv_watch *w = reader->queue;
    reader->queue = w->next_queued;
    if (!reader->queue) reader->queue_end = &reader->queue;
    w->queued = false;
    return w;
}

static gg_bytes *first_words(srv_reader *reader) {
    char text[128];
    int length =
        reader->name[0]
            ? snprintf(text, sizeof text,
                       "retry: 1000\nevent: hello\ndata: {\"reader\":\"%s\"}\n\n", reader->name)
            : snprintf(text, sizeof text, "retry: 1000\n\n");
    reader->greet = false;
    return gg_bytes_new(text, (size_t)length);
}

static gg_bytes *next_message(void *user, gg_stream *stream) {
    static const char alive[] = ": keep-alive\n\n";
    srv_reader *reader = user;
    server *sv = reader->sv;
    (void)stream;
    reader->spoke_ms = srv_now_ms();
    if (reader->greet) return first_words(reader);
    while (reader->queue)
        if (srv_watch_event(sv, take_queued(reader), &reader->who)) {
            reader->breathe = false;
            return gg_bytes_new(sv->scratch, sv->out.length);
        }
    if (!reader->breathe) return NULL;
    reader->breathe = false;
    return gg_bytes_new(alive, sizeof alive - 1);
}

// --------------------------------------------------------------------------------------- readers
static srv_reader **bucket_of(server *sv, const char *name) {
    return &sv->reader[srv_name_hash(name) % SRV_READER_BUCKETS];
}

static srv_reader *find(server *sv, const char *name, int64_t person) {
    srv_reader *reader = *bucket_of(sv, name);
    while (reader && strcmp(reader->name, name) != 0) reader = reader->next_named;
    return reader && reader->who.who.person == person ? reader : NULL;
}

static srv_watch **place_of(srv_reader *reader, const srv_match *m) {
    srv_watch **at = &reader->watches;
    while (*at && (*at)->m != m) at = &(*at)->next_of_reader;
    return at;
}

bool srv_answer_change(server *sv, gg_call *call, const srv_later *later) {
    srv_reader *reader = find(sv, later->reader, later->person);
    srv_watch *w = reader ? *place_of(reader, later->match) : NULL;
    if (!w || !srv_watch_object(sv, w, &reader->who, later->head)) return false;
    gg_out_char(&sv->out, '}');
    if (sv->out.full) return false;
    gg_call_answer(call, &(gg_answer){.status = later->status,
                                      .type = "application/json",
                                      .bytes = sv->scratch,
                                      .length = sv->out.length,
                                      .header = {"Cache-Control", "no-store"}});
    return true;
}

static void unqueue(srv_reader *reader, const srv_watch *w) {
    srv_watch **at = &reader->queue;
    while (*at && *at != w) at = &(*at)->next_queued;
    if (!*at) return;
    *at = w->next_queued;
    if (!*at) reader->queue_end = at;
}

static void drop_watch(srv_reader *reader, srv_watch **at) {
    srv_watch *w = *at;
    unqueue(reader, w);
    *at = w->next_of_reader;
    reader->count--;
    srv_watch_free(w);
}

static void closed(void *user, gg_stream *stream) {
    srv_reader *reader = user;
    (void)stream;
    *reader->link = reader->next;
    if (reader->next) reader->next->link = reader->link;
    if (reader->name[0]) {
        srv_reader **at = bucket_of(reader->sv, reader->name);
        while (*at != reader) at = &(*at)->next_named;
        *at = reader->next_named;
    }
    while (reader->watches) drop_watch(reader, &reader->watches);
    reader->sv->stream_count--;
    free(reader);
}

static void enlist(server *sv, srv_reader *reader) {
    reader->next = sv->readers;
    reader->link = &sv->readers;
    if (reader->next) reader->next->link = &reader->next;
    sv->readers = reader;
    sv->stream_count++;
    if (!reader->name[0]) return;
    srv_reader **bucket = bucket_of(sv, reader->name);
    reader->next_named = *bucket;
    *bucket = reader;
}

static srv_reader *new_reader(server *sv, const srv_request *r, bool named, srv_form form) {
    srv_reader *reader = calloc(1, sizeof *reader);
    if (!reader || (named && !srv_random_name(reader->name))) {
        free(reader);
        return NULL;
    }
    reader->sv = sv;
    reader->who = *r->session;
    reader->who.purse = NULL;
    reader->form = form;
    reader->queue_end = &reader->queue;
    reader->greet = true;
    reader->spoke_ms = srv_now_ms();
    enlist(sv, reader);
    return reader;
}

static srv_watch *add_watch(srv_reader *reader, srv_match *m) {
    bool spectates = !srv_is_player(m, &reader->who) && !srv_is_over(m);
    if (spectates && m->stream_count >= SRV_SPECTATORS_MAX) return NULL; // players find room
    srv_watch *w =
        srv_watch_new(reader, m, reader->who.who.person, reader->form, reader->name[0] != 0);
    if (!w) return NULL;
    w->next_of_reader = reader->watches;
    w->spectates = spectates;
    reader->watches = w;
    reader->count++;
    srv_came(reader->sv, m, w->person);
    return w;
}

static bool begin_stream(srv_request *r, srv_reader *reader) {
    reader->stream = gg_call_stream(r->call, &(gg_stream_setup){next_message, closed, reader});
    if (reader->stream) return true;
    srv_fail(reader->sv, r->call, FAULT_FULL);
    closed(reader, NULL);
    return false;
}

// The first window of the person at that seat, the oldest of all; NULL: he does not look.
static srv_watch *first_of(const srv_match *m, int seat) {
    srv_watch *first = NULL;
    for (srv_watch *w = m->streams; w; w = w->next)
        if (w->person == m->row.person[seat]) first = w;
    return first;
}

// Who must decide is told at once, at a sealed node all who are asked. Those who only look on, and
// further windows of his, are told once in an interval.
void srv_streams_wake(server *sv, srv_match *m) {
    (void)sv;
    for (int i = 0; m->match && m->streams && i < m->game->seats; i++) {
        srv_watch *first = srv_awaits(m, i) ? first_of(m, i) : NULL;
        if (!first) continue;
        queue(first->reader, first);
        if (first->reader->stream) gg_stream_wake(first->reader->stream); // else about to begin
    }
    for (srv_watch *w = m->streams; w; w = w->next) {
        queue(w->reader, w);
        if (w->reader->stream) gg_stream_gather(w->reader->stream);
    }
}

void srv_streams_tick(server *sv) {
    uint64_t now = srv_now_ms();
    for (srv_reader *reader = sv->readers; reader; reader = reader->next)
        if (now - reader->spoke_ms >= (uint64_t)SRV_KEEPALIVE_S * 1000) {
            reader->spoke_ms = now;
            reader->breathe = true;
            gg_stream_wake(reader->stream);
        }
}

void srv_streams_end(server *sv, int64_t person, int64_t session) {
    for (srv_reader *reader = sv->readers; reader; reader = reader->next)
        if (reader->who.who.person == person && (!session || reader->who.who.id == session))
            gg_stream_end(reader->stream);
}

void srv_streams_leave(srv_match *m) {
    for (srv_watch *w = m->streams, *next; w; w = next) {
        next = w->next;
        if (w->reader->name[0])
            drop_watch(w->reader, place_of(w->reader, m));
        else
            gg_stream_end(w->reader->stream);
    }
}

// -------------------------------------------------------------------------------------- one match
static bool read_since(const gg_call *call, uint64_t *out) {
    const char *text = gg_call_header(call, "Last-Event-ID");
    if (!text) text = gg_call_query(call, "since");
    *out = 0;
    return !text || srv_number_of(text, out);
}

static bool asks(const gg_call *call, const char *name, const char *value) {
    const char *found = gg_call_query(call, name);
    return found && strcmp(found, value) == 0;
}

void srv_on_events(server *sv, srv_request *r) {
    srv_form form = asks(r->call, "changes", "1")   ? FORM_CHANGES
                    : asks(r->call, "changes", "2") ? FORM_COMPACT
                                                    : FORM_STATES;
    uint64_t since;
    if (!read_since(r->call, &since)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    srv_reader *reader = new_reader(sv, r, false, form);
    srv_watch *w = reader ? add_watch(reader, r->match) : NULL;
    if (!w) {
        if (reader) closed(reader, NULL);
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    w->only_new = asks(r->call, "log", "new");
    w->sent_seq = since;
    if (begin_stream(r, reader)) wants(reader, w);
}

// ------------------------------------------------------------------------------------ many matches
void srv_on_stream(server *sv, srv_request *r) {
    const char *form = gg_call_query(r->call, "form");
    if (form && strcmp(form, "compact") != 0 && strcmp(form, "plain") != 0) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    bool compact = asks(r->call, "form", "compact");
    srv_reader *reader = new_reader(sv, r, true, compact ? FORM_COMPACT : FORM_CHANGES);
    if (reader)
        (void)begin_stream(r, reader);
    else
        srv_fail(sv, r->call, FAULT_FULL);
}

// As of a request about this match alone: who may not see it does not learn that it exists.
static srv_fault find_match(server *sv, srv_request *r, const char *name, srv_match **out) {
    if (!srv_may_ask(sv, r->call, r->session)) return FAULT_TOO_MANY;
    return srv_match_for(sv, name, r->session, true, out);
}

// A match that is watched already is told from its beginning again.
static srv_fault watch(server *sv, srv_request *r, srv_reader *reader, const char *name) {
    srv_match *m;
    srv_fault fault = find_match(sv, r, name, &m);
    if (fault != FAULT_NONE) return fault;
    srv_watch *w = *place_of(reader, m);
    if (!w && reader->count < SRV_READER_MATCHES) w = add_watch(reader, m);
    if (!w) return FAULT_TOO_MANY;
    srv_watch_anew(w);
    wants(reader, w);
    return FAULT_NONE;
}

static srv_fault drop(server *sv, srv_request *r, srv_reader *reader, const char *name) {
    const srv_match *m = srv_match_kept(sv, name);
    srv_watch **at = m ? place_of(reader, m) : NULL;
    (void)r;
    if (at && *at) drop_watch(reader, at);
    return FAULT_NONE;
}

typedef srv_fault reader_verb(server *sv, srv_request *r, srv_reader *reader, const char *name);

static void do_each(server *sv, srv_request *r, srv_reader *reader, const json_t *names,
                    reader_verb *verb) {
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        srv_fault fault = verb(sv, r, reader, name);
        gg_json_open(&sv->json, NULL, '{');
        gg_json_string(&sv->json, "match", name);
        if (fault != FAULT_NONE) srv_json_fault(&sv->json, fault, NULL, NULL);
        gg_json_close(&sv->json, '}');
    }
}

static bool are_names(const json_t *names) {
    if (!names) return true;
    if (!json_is_array(names) || json_array_size(names) > SRV_READER_MATCHES) return false;
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name || strlen(name) > GG_ID_MAX) return false;
    }
    return true;
}

void srv_on_reader(server *sv, srv_request *r) {
    const json_t *more = json_object_get(r->body, "watch"),
                 *less = json_object_get(r->body, "drop");
    srv_reader *reader = find(sv, r->word, r->session->who.person);
    if (!reader || !are_names(more) || !are_names(less)) {
        srv_fail(sv, r->call, reader ? FAULT_BAD_FIELD : FAULT_NOT_FOUND);
        return;
    }
    gg_json *json = srv_begin(sv);
    gg_json_open(json, "matches", '[');
    do_each(sv, r, reader, more, watch);
    do_each(sv, r, reader, less, drop);
    gg_json_close(json, ']');
    srv_send(sv, r->call, 200);
}
