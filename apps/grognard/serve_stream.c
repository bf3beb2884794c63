// SPDX-License-Identifier: Apache-2.0
// Event streams: the state at once, then after every change. A message is made when its reader can
// take it, so a slow one skips to the newest state and holds up nobody.
#include <stdlib.h>
#include <string.h>

#include "serve.h"

struct sv_stream {
    server *sv;
    sv_match *m;
    sv_session who; // a copy: what is kept of sessions may be forgotten
    gg_stream *stream;
    uint64_t told;       // seq of the last state sent
    uint32_t told_entry; // log entries sent
    bool wanted;         // a state is to be sent
    bool greet, only_new, first;
    bool changes;              // wants what differs from what he was shown last
    sv_shown *shown[SV_SIDES]; // that, as each viewer; NULL: a whole state is due
    bool breathe;              // a sign of life is due
    uint64_t spoke_ms;
    sv_stream *next, **link; // of the match
    sv_stream *next_of_all, **link_of_all;
};

static bool copy_out(server *sv, char **bytes, size_t *length) {
    if (sv->out.full || !(*bytes = malloc(sv->out.length))) return false;
    memcpy(*bytes, sv->scratch, sv->out.length);
    *length = sv->out.length;
    return true;
}

static void begin_message(sv_stream *s, const char *event) {
    server *sv = s->sv;
    gg_out_init(&sv->out, sv->scratch, SV_SCRATCH);
    gg_out_format(&sv->out, "id: %llu\nevent: %s\ndata: ", (unsigned long long)s->m->seq, event);
    gg_json_init(&sv->json, &sv->out);
    gg_json_open(&sv->json, NULL, '{');
}

static bool end_message(sv_stream *s, char **bytes, size_t *length) {
    gg_json_close(&s->sv->json, '}');
    gg_out_text(&s->sv->out, "\n\n");
    s->told = s->m->seq;
    s->told_entry = gg_match_entries(s->m->match);
    return copy_out(s->sv, bytes, length);
}

// What differs from what this viewer was shown; then this is what is shown. False: a whole state is
// needed.
static bool change_message(sv_stream *s, int viewer) {
    sv_shown **shown = &s->shown[sv_side_of(viewer)], *now = NULL;
    bool fits = *shown != NULL;
    if (!s->changes || viewer == GG_NOBODY) return false;
    begin_message(s, "change");
    fits = sv_json_change(s->sv, &s->sv->json, s->m, viewer, *shown, &now) && fits;
    free(*shown);
    *shown = now;
    return fits;
}

static bool state_message(sv_stream *s, char **bytes, size_t *length) {
    server *sv = s->sv;
    bool player;
    int viewer = sv_viewer_of(s->m, &s->who, &player);
    uint32_t since = s->only_new && !s->first ? s->told_entry : sv_log_start(s->m);
    if (!change_message(s, viewer)) {
        begin_message(s, "state");
        sv_json_state(sv, &sv->json, s->m, &s->who, viewer, since);
    }
    s->first = viewer == GG_NOBODY; // after a hand-over another log is read from its start
    return end_message(s, bytes, length);
}

static bool plain_message(sv_stream *s, const char *text, char **bytes, size_t *length) {
    gg_out_init(&s->sv->out, s->sv->scratch, SV_SCRATCH);
    gg_out_text(&s->sv->out, text);
    return copy_out(s->sv, bytes, length);
}

// Nothing is told of a match that is not saved: the commit wakes this stream again.
static bool next_message(void *user, gg_stream *stream, char **bytes, size_t *length) {
    sv_stream *s = user;
    (void)stream;
    s->spoke_ms = sv_now_ms();
    if (s->greet) {
        s->greet = false;
        return plain_message(s, "retry: 1000\n\n", bytes, length);
    }
    if (s->wanted && !s->m->unsaved && sv_match_load(s->sv, s->m) == GG_OK) {
        s->wanted = false;
        s->breathe = false;
        if (s->told != s->m->seq) return state_message(s, bytes, length);
    }
    if (!s->breathe) return false;
    s->breathe = false;
    return plain_message(s, ": keep-alive\n\n", bytes, length);
}

static void closed(void *user, gg_stream *stream) {
    sv_stream *s = user;
    (void)stream;
    *s->link = s->next;
    if (s->next) s->next->link = s->link;
    *s->link_of_all = s->next_of_all;
    if (s->next_of_all) s->next_of_all->link_of_all = s->link_of_all;
    s->m->stream_count--;
    s->m->used_ms = sv_now_ms();
    s->sv->stream_count--;
    for (unsigned i = 0; i < SV_SIDES; i++) free(s->shown[i]);
    free(s);
}

static void enlist(sv_stream *s) {
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

static uint64_t since_of(const gg_call *call) {
    const char *text = gg_call_header(call, "Last-Event-ID");
    if (!text) text = gg_call_query(call, "since");
    return text ? strtoull(text, NULL, 10) : 0;
}

void sv_on_events(server *sv, sv_request *r) {
    enum { PER_MATCH = 64 };
    const char *log = gg_call_query(r->call, "log");
    const char *changes = gg_call_query(r->call, "changes");
    sv_stream *s = r->match->stream_count < PER_MATCH ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        sv_fail(sv, r->call, FAULT_TOO_MANY);
        return;
    }
    s->sv = sv;
    s->m = r->match;
    s->who = *r->session;
    s->told = since_of(r->call);
    s->wanted = s->greet = s->first = true;
    s->only_new = log && strcmp(log, "new") == 0;
    s->changes = changes && strcmp(changes, "1") == 0;
    s->spoke_ms = sv_now_ms();
    enlist(s);
    s->stream = gg_call_stream(r->call, &(gg_stream_setup){next_message, closed, s});
    if (!s->stream) closed(s, NULL);
}

void sv_streams_wake(server *sv, sv_match *m) {
    (void)sv;
    for (sv_stream *s = m->streams; s; s = s->next) {
        s->wanted = true;
        gg_stream_wake(s->stream);
    }
}

void sv_streams_tick(server *sv) {
    uint64_t now = sv_now_ms();
    for (sv_stream *s = sv->streams; s; s = s->next_of_all)
        if (now - s->spoke_ms >= (uint64_t)SV_KEEPALIVE_S * 1000) {
            s->spoke_ms = now;
            s->breathe = true;
            gg_stream_wake(s->stream);
        }
}
