// SPDX-License-Identifier: Apache-2.0
// One match as one reader is told of it: the state at first, then what changes. A message is made
// when its reader can take it, so a slow one skips to the newest.
//
// Two who look from the same seat (two pages of one person) and have been shown the same are told
// the same: what has changed is written for the first of them, and each has numbers of his own
// before it. Who was shown something else before gets a change of his own, from the same view. Who
// looks from another seat or asks at another moment shares nothing.
#include <stdlib.h>
#include <string.h>

#include "server.h"

// ------------------------------------------------------------------------------------------ shared
static void forget_sent(srv_sent *sent) {
    srv_shown_drop(sent->base);
    srv_shown_drop(sent->now);
    free(sent->body);
    *sent = (srv_sent){0};
}

void srv_sent_forget(srv_match *m) {
    for (unsigned i = 0; i < SRV_SIDES; i++) forget_sent(&m->sent[i]);
}

static bool fits(const srv_sent *sent, const srv_watch *w, int viewer) {
    return sent->now && sent->viewer == viewer && sent->own == srv_seats_of(w->m, w->person) &&
           sent->seq == srv_seq_of(w->m, w->person) && sent->form == w->form;
}

// `from`: where in the scratch area the part begins that is everybody's.
static void remember(srv_sent *sent, const srv_watch *w, int viewer, srv_shown *base,
                     srv_shown *now, size_t from) {
    const server *sv = w->m->server;
    forget_sent(sent);
    if (w->m->stream_count < 2) return;
    bool wanted = base && srv_shown_shared(base); // by nobody else: his change will be another
    *sent = (srv_sent){viewer,
                       srv_seats_of(w->m, w->person),
                       w->form,
                       srv_seq_of(w->m, w->person),
                       base ? srv_shown_hold(base) : NULL,
                       srv_shown_hold(now),
                       wanted ? strdup(sv->scratch + from) : NULL};
}

// -------------------------------------------------------------------------------------- one watch
srv_watch *srv_watch_new(srv_reader *reader, srv_match *m, int64_t person, srv_form form,
                         bool numbered) {
    srv_watch *w = m->stream_count < SRV_READERS_MAX ? calloc(1, sizeof *w) : NULL;
    if (!w) return NULL;
    w->reader = reader;
    w->person = person;
    w->m = m;
    w->form = form;
    w->numbered = numbered;
    w->first = true;
    w->next = m->streams;
    w->link = &m->streams;
    if (w->next) w->next->link = &w->next;
    m->streams = w;
    m->stream_count++;
    return w;
}

void srv_watch_anew(srv_watch *w) {
    for (unsigned i = 0; i < SRV_SIDES; i++) {
        srv_shown_drop(w->shown[i]);
        w->shown[i] = NULL;
    }
    w->first = true;
    w->begun = false;
    w->sent_seq = 0;
}

void srv_watch_free(srv_watch *w) {
    *w->link = w->next;
    if (w->next) w->next->link = w->link;
    if (--w->m->stream_count < 2) srv_sent_forget(w->m);
    srv_went(w->m);
    w->m->used_ms = srv_now_ms();
    srv_watch_anew(w);
    free(w);
}

// ---------------------------------------------------------------------------------------- messages
// A message is a head of its reader's own and a body. `event`: the lines of an event stream around
// it; else it is an object inside another.
typedef struct message {
    server *sv;
    srv_watch *w;
    const srv_session *who;
    const char *inside; // what stands before it; NULL: an event of the stream
} message;

static void begin(const message *of, const char *event, const srv_shown *base, uint32_t from) {
    server *sv = of->sv;
    const srv_match *m = of->w->m;
    gg_out_init(&sv->out, sv->scratch, SRV_SCRATCH);
    if (of->inside)
        gg_out_text(&sv->out, of->inside);
    else if (of->w->form != FORM_COMPACT)
        gg_out_format(&sv->out, "id: %llu\n", (unsigned long long)srv_seq_of(m, of->w->person));
    if (!of->inside) {
        gg_out_text(&sv->out, "event: ");
        gg_out_text(&sv->out, event);
        gg_out_text(&sv->out, "\ndata: ");
    }
    gg_json_init(&sv->json, &sv->out);
    gg_json_open(&sv->json, NULL, '{');
    if (of->w->numbered) gg_json_string(&sv->json, "match", m->row.name);
    if (of->w->numbered || of->w->form == FORM_COMPACT) {
        gg_json_integer(&sv->json, "no", of->w->no + 1);
        gg_json_integer(&sv->json, "from", from);
    } else if (base) {
        gg_json_integer(&sv->json, "from", (int64_t)srv_shown_seq(base));
    }
}

static bool end(const message *of) {
    gg_json_close(&of->sv->json, '}');
    if (!of->inside) gg_out_text(&of->sv->out, "\n\n");
    return !of->sv->out.full;
}

// What differs from what this viewer was shown; then this is what is shown. False: a whole state is
// needed.
static bool tell_change(const message *of, int viewer) {
    srv_watch *w = of->w;
    unsigned side = srv_side_of(viewer);
    srv_shown **shown = &w->shown[side], *base = *shown, *now = NULL;
    srv_sent *sent = &w->m->sent[side];
    bool known = fits(sent, w, viewer);
    begin(of, "change", base, w->shown_no[side]);
    size_t from = of->sv->out.length;
    if (known && base && sent->base == base && sent->body) {
        gg_out_text(&of->sv->out, sent->body);
        *shown = srv_shown_hold(sent->now);
        srv_shown_drop(base);
        return end(of);
    }
    if (!srv_json_change(of->sv, &of->sv->json, w->m, &(srv_eye){viewer, w->person}, w->form, base,
                         known ? sent->now : NULL, &now)) {
        srv_shown_drop(base);
        *shown = NULL;
        return false;
    }
    if (known && srv_shown_alike(sent->now, now)) { // from now on both have been shown the same
        srv_shown_drop(now);
        now = srv_shown_hold(sent->now);
    }
    remember(sent, w, viewer, base, now, from);
    srv_shown_drop(base);
    *shown = now;
    return base && end(of);
}

static bool tell_state(const message *of, int viewer) {
    srv_watch *w = of->w;
    uint32_t since = w->only_new && !w->first ? w->sent_entry : srv_log_start(w->m);
    begin(of, "state", NULL, 0);
    srv_json_state(of->sv, &of->sv->json, w->m, of->who, viewer, since);
    return end(of);
}

// Who has had a whole state before is told no more than whose turn it is to take over.
static bool tell_handover(const message *of) {
    const srv_watch *w = of->w;
    begin(of, "change", NULL, w->no);
    gg_json_integer(&of->sv->json, "seq", (int64_t)srv_seq_of(w->m, w->person));
    gg_json_integer(&of->sv->json, "entry", gg_match_entries(w->m->match));
    gg_json_string(&of->sv->json, "handover",
                   gg_seat_token(w->m->game, srv_handover_of(w->m, of->who)));
    return end(of);
}

// Who is behind is told all of it each time: what has changed for him is not what has changed.
static bool tell_late(const message *of) {
    srv_watch *w = of->w;
    unsigned side = srv_side_of(GG_PUBLIC);
    srv_shown_drop(w->shown[side]);
    w->shown[side] = NULL;
    begin(of, "state", NULL, 0);
    return srv_json_late(of->sv, &of->sv->json, w->m, w->person) && end(of);
}

static bool tell_less(const message *of, int viewer) {
    if (of->w->form == FORM_STATES || !of->w->m->match) return false; // an archive is told whole
    if (viewer != GG_NOBODY) return tell_change(of, viewer);
    return of->w->form == FORM_COMPACT && of->w->begun && tell_handover(of);
}

static bool tell(const message *of) {
    srv_watch *w = of->w;
    bool player;
    int viewer = srv_viewer_of(w->m, of->who, &player);
    bool told =
        srv_is_late(w->m, player) ? tell_late(of) : tell_less(of, viewer) || tell_state(of, viewer);
    if (!told) {
        srv_watch_anew(w); // no memory: what he has been shown is not known any more
        return false;
    }
    w->no++;
    w->begun = true;
    if (viewer != GG_NOBODY) w->shown_no[srv_side_of(viewer)] = w->no;
    w->first = viewer == GG_NOBODY; // after a hand-over another log is read from its start
    w->sent_seq = srv_seq_of(w->m, w->person);
    w->sent_entry = srv_entries_seen(w->m, player);
    return true;
}

// Who is behind has missed nothing until there is another entry for him: that somebody talks, comes
// or goes now is not told.
static bool is_late_news(const srv_watch *w, const srv_session *who) {
    bool player = srv_is_player(w->m, who);
    return w->begun && srv_is_late(w->m, player) && w->sent_entry == srv_entries_seen(w->m, player);
}

// Nothing is told of a match that is not saved: the commit wakes its readers again. Nor to somebody
// who has left his seat since.
static bool has_news(const srv_watch *w, const srv_session *who) {
    return (w->m->match || w->m->archive) && !w->m->unsaved && !w->m->gone &&
           w->sent_seq != srv_seq_of(w->m, w->person) && !is_late_news(w, who) &&
           (srv_is_player(w->m, who) || srv_is_over(w->m) ||
            (w->spectates && w->m->meeting.delay >= 0));
}

bool srv_watch_event(server *sv, srv_watch *w, const srv_session *who) {
    if (!w->m->match && !w->m->archive)
        (void)srv_match_open(sv, w->m); // wakes us, or the tick does
    return has_news(w, who) && tell(&(message){sv, w, who, NULL});
}

bool srv_watch_object(server *sv, srv_watch *w, const srv_session *who, const char *before) {
    return has_news(w, who) && tell(&(message){sv, w, who, before});
}
