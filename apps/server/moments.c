// SPDX-License-Identifier: Apache-2.0
// Moments: what a viewer saw after each of the last entries, for a page that plays them back one
// after the other. The stream gathers (a slow reader is told the newest only), and a page that was
// closed has heard nothing; so this is asked for, and made from the log when it is: who does not
// ask costs nothing. Each moment is a view like any other, cut by the same eye, told in the compact
// form by what is new since the one before it.
#include <string.h>

#include "change.h"

enum { MOMENTS_MOST = 64, WORTH_CALLS = 10 };

typedef struct telling {
    change c;
    srv_shown *before; // the moment told last; NULL: none yet
    bool failed;
} telling;

static void look_at(telling *t, const gg_position *at) {
    t->c.at = at;
    gg_view_into(at->game, at->table, at->state, t->c.viewer, &t->c.sv->view);
}

// Pieces and gauges as far as they differ from the moment before.
static void tell_view(telling *t) {
    change *c = &t->c;
    c->sv->slots.of = NULL;
    if (!(c->now = srv_shown_view(c))) {
        t->failed = true;
        return;
    }
    bool same = c->base && c->base->gauges == c->now->gauges &&
                memcmp(c->base->gauge, c->now->gauge, c->now->gauges * sizeof *c->now->gauge) == 0;
    if (!same) gg_json_gauges(c->json, &c->sv->view);
    srv_change_pieces(c);
    srv_shown_drop(t->before);
    c->base = t->before = c->now;
}

static void tell_moment(void *user, const gg_record *record) {
    telling *t = user;
    if (t->failed) return;
    gg_json_open(t->c.json, NULL, '{');
    gg_json_integer(t->c.json, "entry", record->number);
    look_at(t, record->after);
    tell_view(t);
    gg_json_close(t->c.json, '}');
}

// What lies there at the end is known by name; what is gone by then is named.
static bool know_end(telling *t, uint32_t upto, srv_shown *known) {
    gg_position at = {0};
    if (gg_match_at(t->c.m->match, upto, &at) != GG_OK) return false;
    look_at(t, &at);
    srv_shown_names(known, &t->c.sv->view);
    gg_position_close(&at);
    return true;
}

static bool json_moments(telling *t, uint32_t since, uint32_t upto) {
    srv_shown known = {.pieces = 0};
    gg_position at = {0};
    if (!know_end(t, upto, &known) || gg_match_at(t->c.m->match, since, &at) != GG_OK) return false;
    gg_json_integer(t->c.json, "since", since);
    gg_json_integer(t->c.json, "entry", upto);
    gg_json_string(t->c.json, "viewer", gg_seat_token(t->c.m->game, t->c.viewer));
    t->c.base = &known;
    look_at(t, &at);
    tell_view(t);
    gg_position_close(&at);
    gg_json_open(t->c.json, "moments", '[');
    if (!t->failed && gg_match_recount(t->c.m->match, since, upto, tell_moment, t) != GG_OK)
        t->failed = true;
    gg_json_close(t->c.json, ']');
    srv_shown_drop(t->before);
    return !t->failed;
}

// From the entry asked for, or as far back as is told at all.
static bool read_range(const srv_request *r, uint32_t *since, uint32_t *upto) {
    const char *from = gg_call_query(r->call, "since"), *to = gg_call_query(r->call, "upto");
    uint64_t first = 0, last = *upto;
    if ((from && !srv_number_of(from, &first)) || (to && !srv_number_of(to, &last))) return false;
    if (last < *upto) *upto = (uint32_t)last;
    *since = *upto > MOMENTS_MOST ? *upto - MOMENTS_MOST : 0;
    if (first > *since) *since = first < *upto ? (uint32_t)first : *upto;
    return true;
}

static srv_fault may_tell(const srv_request *r) {
    if (r->match->archive) return FAULT_OTHER_RULES; // its replay is told
    if (r->viewer == GG_NOBODY) return FAULT_HANDOVER;
    return srv_may_ask_dearly(r, WORTH_CALLS) ? FAULT_NONE : FAULT_TOO_MANY;
}

void srv_on_moments(server *sv, srv_request *r) {
    uint32_t since, upto = srv_entries_seen(r->match, r->player);
    srv_fault fault = may_tell(r);
    if (fault == FAULT_NONE && !read_range(r, &since, &upto)) fault = FAULT_BAD_FIELD;
    if (fault != FAULT_NONE) {
        srv_fail(sv, r->call, fault);
        return;
    }
    telling t = {.c = {.sv = sv,
                       .json = srv_begin(sv),
                       .m = r->match,
                       .viewer = r->viewer,
                       .person = r->session->who.person,
                       .form = FORM_COMPACT}};
    if (json_moments(&t, since, upto))
        srv_send(sv, r->call, 200);
    else
        srv_fail(sv, r->call, FAULT_FULL);
}
