// SPDX-License-Identifier: Apache-2.0
// Event streams: the state at once, then after every change. A message is made when its reader can
// take it, so a slow one skips to the newest state and holds up nobody.
#include <stdlib.h>
#include <string.h>

#include "server.h"

struct srv_stream {
    server *sv;
    srv_match *m;
    srv_session who; // a copy: what is kept of sessions may be forgotten
    gg_stream *stream;
    uint64_t told;       // seq of the last state sent
    uint32_t told_entry; // log entries sent
    bool wanted;         // a state is to be sent
    bool greet, only_new, first;
    bool changes;                // wants what differs from what he was shown last
    srv_shown *shown[SRV_SIDES]; // that, as each viewer; NULL: a whole state is due
    bool breathe;                // a sign of life is due
    uint64_t spoke_ms;
    srv_stream *next, **link; // of the match
    srv_stream *next_of_all, **link_of_all;
};

static gg_bytes *copy_out(server *sv) {
    return sv->out.full ? NULL : gg_bytes_new(sv->scratch, sv->out.length);
}

static void begin_message(srv_stream *s, const char *event) {
    server *sv = s->sv;
    gg_out_init(&sv->out, sv->scratch, SRV_SCRATCH);
    gg_out_format(&sv->out, "id: %llu\nevent: %s\ndata: ", (unsigned long long)s->m->seq, event);
    gg_json_init(&sv->json, &sv->out);
    gg_json_open(&sv->json, NULL, '{');
}

static gg_bytes *end_message(srv_stream *s) {
    gg_json_close(&s->sv->json, '}');
    gg_out_text(&s->sv->out, "\n\n");
    return copy_out(s->sv);
}

// ----------------------------------------------------------------------------------------- changes
// Two who look from the same seat (two pages of one person) and have been shown the same are told
// the same: the message is made for the first of them. Nothing else is shared: who looks from
// another seat, was shown something else before, or asks at another moment, gets one of his own.
static void forget_told(srv_told *told) {
    srv_shown_drop(told->base);
    srv_shown_drop(told->now);
    gg_bytes_drop(told->message);
    *told = (srv_told){0};
}

void srv_told_forget(srv_match *m) {
    for (unsigned i = 0; i < SRV_SIDES; i++) forget_told(&m->told[i]);
}

static bool fits(const srv_told *told, const srv_match *m, int viewer) {
    return told->now && told->viewer == viewer && told->seq == m->seq;
}

static void remember(srv_told *told, const srv_stream *s, int viewer, srv_shown *base,
                     srv_shown *now, gg_bytes *message) {
    forget_told(told);
    if (s->m->stream_count < 2) return;
    *told = (srv_told){viewer, s->m->seq, base ? srv_shown_hold(base) : NULL, srv_shown_hold(now),
                       message ? gg_bytes_hold(message) : NULL};
}

// What differs from what this viewer was shown; then this is what is shown. NULL: a whole state is
// needed.
static gg_bytes *change_message(srv_stream *s, int viewer) {
    srv_shown **shown = &s->shown[srv_side_of(viewer)], *base = *shown, *now = NULL;
    srv_told *told = &s->m->told[srv_side_of(viewer)];
    gg_bytes *message = NULL;
    bool known = fits(told, s->m, viewer);
    if (known && base && told->base == base && told->message) {
        *shown = srv_shown_hold(told->now);
        srv_shown_drop(base);
        return gg_bytes_hold(told->message);
    }
    begin_message(s, "change");
    if (!srv_json_change(s->sv, &s->sv->json, s->m, viewer, base, &now)) {
        srv_shown_drop(base);
        *shown = NULL;
        return NULL;
    }
    if (known && srv_shown_alike(told->now, now)) { // from now on both have been shown the same
        srv_shown_drop(now);
        now = srv_shown_hold(told->now);
    }
    if (base) message = end_message(s);
    remember(told, s, viewer, base, now, message);
    srv_shown_drop(base);
    *shown = now;
    return message;
}

static void forget_shown(srv_shown **shown) {
    srv_shown_drop(*shown);
    *shown = NULL;
}

static gg_bytes *state_message(srv_stream *s) {
    server *sv = s->sv;
    bool player;
    int viewer = srv_viewer_of(s->m, &s->who, &player);
    uint32_t since = s->only_new && !s->first ? s->told_entry : srv_log_start(s->m);
    bool changes = s->changes && viewer != GG_NOBODY && s->m->match;
    gg_bytes *message = changes ? change_message(s, viewer) : NULL;
    if (!message) {
        begin_message(s, "state");
        srv_json_state(sv, &sv->json, s->m, &s->who, viewer, since);
        message = end_message(s);
    }
    if (!message) { // no memory: what he has been shown is not known any more
        for (unsigned i = 0; i < SRV_SIDES; i++) forget_shown(&s->shown[i]);
        return NULL;
    }
    s->first = viewer == GG_NOBODY; // after a hand-over another log is read from its start
    s->told = s->m->seq;
    s->told_entry = srv_entries(s->m);
    return message;
}

static gg_bytes *plain_message(const char *text) {
    return gg_bytes_new(text, strlen(text));
}

// Nothing is told of a match that is not saved: the commit wakes this stream again.
static gg_bytes *next_message(void *user, gg_stream *stream) {
    srv_stream *s = user;
    (void)stream;
    s->spoke_ms = srv_now_ms();
    if (s->greet) {
        s->greet = false;
        return plain_message("retry: 1000\n\n");
    }
    bool open = s->m->match || s->m->archive;
    if (s->wanted && !open) (void)srv_match_open(s->sv, s->m); // wakes us, or the tick does
    if (s->wanted && open && !s->m->unsaved) {
        s->wanted = false;
        s->breathe = false;
        if (s->told != s->m->seq) return state_message(s);
    }
    if (!s->breathe) return NULL;
    s->breathe = false;
    return plain_message(": keep-alive\n\n");
}

static void closed(void *user, gg_stream *stream) {
    srv_stream *s = user;
    (void)stream;
    *s->link = s->next;
    if (s->next) s->next->link = s->link;
    *s->link_of_all = s->next_of_all;
    if (s->next_of_all) s->next_of_all->link_of_all = s->link_of_all;
    if (--s->m->stream_count < 2) srv_told_forget(s->m);
    s->m->used_ms = srv_now_ms();
    s->sv->stream_count--;
    for (unsigned i = 0; i < SRV_SIDES; i++) srv_shown_drop(s->shown[i]);
    free(s);
}

static void enlist(srv_stream *s) {
    s->next = s->m->streams;
    s->link = &s->m->streams;
    if (s->next) s->next->link = &s->next;
    s->m->streams = s;
    s->next_of_all = s->sv->streams;
    s->link_of_all = &s->sv->streams;
    if (s->next_of_all) s->next_of_all->link_of_all = &s->next_of_all;
    s->sv->streams = s;
    s->m->stream_count++;
    s->sv->stream_count++;
}

static bool read_since(const gg_call *call, uint64_t *out) {
    const char *text = gg_call_header(call, "Last-Event-ID");
    if (!text) text = gg_call_query(call, "since");
    *out = 0;
    return !text || srv_number_of(text, out);
}

void srv_on_events(server *sv, srv_request *r) {
    enum { PER_MATCH = 64 };
    const char *log = gg_call_query(r->call, "log");
    const char *changes = gg_call_query(r->call, "changes");
    uint64_t since;
    if (!read_since(r->call, &since)) {
        srv_fail(sv, r->call, FAULT_BAD_FIELD);
        return;
    }
    srv_stream *s = r->match->stream_count < PER_MATCH ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        srv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    s->sv = sv;
    s->m = r->match;
    s->who = *r->session;
    s->told = since;
    s->wanted = s->greet = s->first = true;
    s->only_new = log && strcmp(log, "new") == 0;
    s->changes = changes && strcmp(changes, "1") == 0;
    s->spoke_ms = srv_now_ms();
    enlist(s);
    s->stream = gg_call_stream(r->call, &(gg_stream_setup){next_message, closed, s});
    if (!s->stream) closed(s, NULL);
}

void srv_streams_wake(server *sv, srv_match *m) {
    (void)sv;
    for (srv_stream *s = m->streams; s; s = s->next) {
        s->wanted = true;
        gg_stream_wake(s->stream);
    }
}

void srv_streams_tick(server *sv) {
    uint64_t now = srv_now_ms();
    for (srv_stream *s = sv->streams; s; s = s->next_of_all)
        if (now - s->spoke_ms >= (uint64_t)SRV_KEEPALIVE_S * 1000) {
            s->spoke_ms = now;
            s->breathe = true;
            gg_stream_wake(s->stream);
        }
}
