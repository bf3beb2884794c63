// SPDX-License-Identifier: Apache-2.0
// Clocks. A seat's clock runs while the match waits for it, windows included; at a sealed node all
// run that have not answered. Times used stand in the log; what passes between is measured here by
// the monotonic clock. A match that is not in memory goes on by the calendar: its row says since
// when somebody is awaited and when his time is up. While the server is down nobody's time passes,
// nor while he is on vacation, and what a standing order answers costs nothing.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400, MS = 1000 };
enum { ALIVE_EVERY_MS = 10000, DUE_AT_ONCE = 16, MOST_S = 40 * DAY };

static const struct pace {
    const char *word;
    int64_t base_s, increment_s;
} paces[] = {
    {"live", 45 * MINUTE, 30},
    {"fast", 3 * DAY, 12 * HOUR},
    {"slow", 10 * DAY, 24 * HOUR},
};

// Nothing or `none`: no clock. Times of one's own are taken instead of the usual ones.
bool srv_read_clock(const json_t *body, gg_store_clock *out) {
    const json_t *clock = json_object_get(body, "clock");
    const char *kind = srv_get_text(clock, "kind");
    *out = (gg_store_clock){.base_ms = 0};
    if (!clock || json_is_null(clock)) return true;
    if (!kind) return false;
    if (strcmp(kind, "none") == 0) return json_object_size(clock) == 1;
    for (unsigned i = 0; i < sizeof paces / sizeof paces[0]; i++) {
        int64_t base = paces[i].base_s, increment = paces[i].increment_s;
        if (strcmp(kind, paces[i].word) != 0) continue;
        if (json_object_get(clock, "base_s") && !srv_get_number(clock, "base_s", 1, MOST_S, &base))
            return false;
        if (json_object_get(clock, "increment_s") &&
            !srv_get_number(clock, "increment_s", 0, MOST_S, &increment))
            return false;
        (void)snprintf(out->pace, sizeof out->pace, "%s", kind);
        out->base_ms = (uint32_t)(base * MS);
        out->increment_ms = (uint32_t)(increment * MS);
        return true;
    }
    return false;
}

// ----------------------------------------------------------------------------------------- running
static bool is_clocked(const srv_match *m) {
    return m->row.clock.base_ms != 0;
}

static bool is_awaited(const srv_match *m, unsigned seat) {
    return !srv_match_over(m) && !srv_waits(m) && srv_awaits(m, (int)seat);
}

int64_t srv_calendar_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * MS + now.tv_nsec / 1000000;
}

// Of the time since then, what the seat was not on vacation.
static uint64_t passed(const srv_match *m, unsigned seat, uint64_t since_ms) {
    uint64_t ms = srv_now_ms() - since_ms, away = srv_away_since(m, seat, since_ms);
    return ms > away ? ms - away : 0;
}

// What the row has to say: nothing is lost when the match leaves the memory.
void srv_clock_keep(server *sv, const srv_match *m) {
    uint64_t now = srv_now_ms(), ago = 0;
    int64_t first = INT64_MAX;
    bool rests = m->row.clock.paused;
    for (unsigned i = 0; i < m->game->seats; i++) {
        int64_t left = gg_match_clock_told(m->match, (int)i);
        if (!m->runs[i] || left == INT64_MAX) continue;
        uint64_t used = rests ? m->rested_ms[i] : now - m->began_ms[i];
        if (used > ago) ago = used;
        left += srv_away_left(m, i) - (int64_t)passed(m, i, m->began_ms[i]);
        if (left < first) first = left;
    }
    int64_t moment = srv_calendar_ms();
    int64_t ends = rests || first == INT64_MAX ? 0 : (moment + first) / MS + 1;
    gg_store_clock_set(sv->store, m->row.row, rests ? (int64_t)ago : moment - (int64_t)ago, ends,
                       rests);
}

// Who is awaited from now on begins now; for whoever was before, time goes on.
void srv_clock_follow(server *sv, srv_match *m) {
    uint64_t now = srv_now_ms();
    for (unsigned i = 0; i < m->game->seats; i++) {
        bool runs = is_awaited(m, i);
        if (runs && !m->runs[i]) m->since_ms[i] = m->began_ms[i] = now;
        m->runs[i] = runs;
    }
    if (is_clocked(m)) srv_clock_keep(sv, m);
}

// A match that was read from the store: its clocks went on by the calendar, or rested.
void srv_clock_resume(srv_match *m) {
    uint64_t now = srv_now_ms();
    int64_t since = m->row.clock.since_ms, ago = 0;
    if (is_clocked(m) && since) ago = m->row.clock.paused ? since : srv_calendar_ms() - since;
    if (ago < 0) ago = 0; // somebody has set the calendar back
    if ((uint64_t)ago > now) ago = (int64_t)now;
    for (unsigned i = 0; i < m->game->seats; i++) {
        m->runs[i] = is_awaited(m, i);
        m->since_ms[i] = m->began_ms[i] = now - (uint64_t)ago;
        m->rested_ms[i] = m->runs[i] ? (uint64_t)ago : 0;
    }
    m->pause_asked = -1;
}

uint32_t srv_time_used(const srv_match *m, int seat) {
    if (!m->runs[seat]) return 0;
    uint64_t ms =
        m->row.clock.paused ? m->rested_ms[seat] : passed(m, (unsigned)seat, m->since_ms[seat]);
    return ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

// The vacations that have been are taken out of the time since somebody is awaited: another one may
// begin.
void srv_clock_bank(srv_match *m, unsigned seat) {
    m->since_ms[seat] += srv_away_since(m, seat, m->since_ms[seat]);
    m->began_ms[seat] += srv_away_since(m, seat, m->began_ms[seat]);
    srv_vacation_forget(m, seat);
}

// Who was away meanwhile still is, and has used as much as before.
static void resume(srv_match *m, unsigned seat) {
    uint64_t now = srv_now_ms();
    bool away = srv_is_away(m, seat);
    uint64_t gone = away ? (uint64_t)(srv_calendar_ms() - m->vacation[seat].begun_ms) : 0;
    if (!away) srv_clock_bank(m, seat);
    m->since_ms[seat] = m->began_ms[seat] = now - gone - m->rested_ms[seat];
}

static void rest(srv_match *m, bool paused) {
    for (unsigned i = 0; i < m->game->seats; i++) { // what was used so far is kept
        if (paused) m->rested_ms[i] = m->runs[i] ? passed(m, i, m->since_ms[i]) : 0;
        if (!paused) resume(m, i);
    }
    m->row.clock.paused = paused;
    m->pause_asked = -1;
}

// The time of a seat has been taken into account; with an entry a new decision begins. Whoever
// plays on while the match rests takes it up again.
void srv_time_spent(srv_match *m, int seat, bool entered) {
    if (m->row.clock.paused) rest(m, false);
    srv_vacation_over(m, (unsigned)seat);
    m->since_ms[seat] = srv_now_ms();
    if (entered) m->began_ms[seat] = m->since_ms[seat];
}

// -------------------------------------------------------------------------------------- time is up
bool srv_clock_out(server *sv, srv_match *m, int seat) {
    uint32_t used = srv_time_used(m, seat);
    if (!is_clocked(m) || !m->runs[seat] || m->row.clock.paused) return false;
    if (gg_match_clock(m->match, seat) >= used) return false;
    if (gg_match_flag(m->match, seat, used) != GG_OK) return false;
    srv_match_asked(m, GG_NOBODY, 0);
    srv_think_stop(m);
    srv_match_changed(sv, m);
    return true;
}

void srv_clock_tick(server *sv, srv_match *m) {
    if (!m->match || m->row.file || m->unsaved || !is_clocked(m) || srv_match_over(m)) return;
    for (int i = 0; i < m->game->seats; i++)
        if (srv_clock_out(sv, m, i)) return;
}

// A match whose time is up is read; the next tick ends it.
static void due(void *server_, const char *name) {
    server *sv = server_;
    srv_match *m;
    if (srv_match_find(sv, name, &m) == FAULT_NONE && !m->match && !m->archive)
        (void)srv_match_open(sv, m);
}

static void stay_alive(server *sv, uint64_t now) {
    bool run;
    int64_t alive;
    if (now - sv->alive_ms < ALIVE_EVERY_MS) return;
    sv->alive_ms = now;
    if (gg_store_clocks_run(sv->store, &run, &alive) == GG_OK && run)
        gg_store_alive(sv->store, srv_now_s());
}

void srv_clocks_tick(server *sv) {
    stay_alive(sv, srv_now_ms());
    (void)gg_store_clocks_due(sv->store, srv_now_s(), DUE_AT_ONCE, due, sv);
}

// What passed while nobody could play is given back to all.
void srv_clocks_start(server *sv) {
    bool run;
    int64_t alive, now = srv_now_s();
    if (gg_store_clocks_run(sv->store, &run, &alive) != GG_OK || !run || !alive) return;
    if (now > alive) gg_store_clocks_later(sv->store, now - alive);
    gg_store_alive(sv->store, now);
    (void)gg_store_commit(sv->store);
    sv->alive_ms = srv_now_ms();
}

// -------------------------------------------------------------------------------------------- JSON
void srv_json_clock(gg_json *json, const srv_match *m) {
    const gg_store_clock *clock = &m->row.clock;
    if (!is_clocked(m)) {
        gg_json_null(json, "clock");
        return;
    }
    gg_json_open(json, "clock", '{');
    gg_json_string(json, "kind", clock->pace);
    gg_json_integer(json, "base_s", clock->base_ms / MS);
    gg_json_integer(json, "increment_s", clock->increment_ms / MS);
    gg_json_bool(json, "paused", clock->paused);
    gg_json_string(json, "pause_asked",
                   m->pause_asked < 0 ? NULL : gg_seat_token(m->game, m->pause_asked));
    gg_json_open(json, "used_ms", '[');
    for (unsigned i = 0; i < m->game->seats; i++)
        if (m->runs[i] && !clock->paused)
            gg_json_integer(json, NULL, (int64_t)passed(m, i, m->began_ms[i]));
        else
            gg_json_null(json, NULL);
    gg_json_close(json, ']');
    srv_json_vacation(json, m);
    gg_json_close(json, '}');
}

void srv_json_clock_row(gg_json *json, const gg_store_match *row) {
    if (!row->clock.base_ms) {
        gg_json_null(json, "clock");
        return;
    }
    gg_json_open(json, "clock", '{');
    gg_json_string(json, "kind", row->clock.pace);
    gg_json_integer(json, "base_s", row->clock.base_ms / MS);
    gg_json_integer(json, "increment_s", row->clock.increment_ms / MS);
    gg_json_close(json, '}');
}

// What a change of `clock` is known by, without the time that passes.
uint64_t srv_clock_key(const srv_match *m) {
    uint64_t key = (uint64_t)m->row.clock.paused << 8 | (uint8_t)m->pause_asked;
    for (unsigned i = 0; i < m->game->seats; i++) key = key << 1 | (m->runs[i] && is_clocked(m));
    return key ^ srv_vacation_key(m);
}

// ------------------------------------------------------------------------------------------- pause
static bool others_agree(const srv_match *m, int seat) {
    for (unsigned i = 0; i < m->game->seats; i++)
        if ((int)i != seat && m->kind[i] == SRV_HUMAN && !srv_sits_at(m, m->row.person[seat], i))
            return false;
    return true;
}

// "ask": the clocks shall stand still until somebody plays on; "agree"; "decline", which is also
// how who asks withdraws it; "end".
static gg_status pause_match(srv_match *m, int seat, const char *answer) {
    bool asked = m->pause_asked >= 0, own = m->pause_asked == seat;
    if (strcmp(answer, "ask") == 0) {
        if (asked || m->row.clock.paused) return GG_NOT_ALLOWED;
        m->pause_asked = seat;
        if (others_agree(m, seat)) rest(m, true);
        return GG_OK;
    }
    if (strcmp(answer, "agree") == 0) {
        if (!asked || own) return GG_NOT_ALLOWED;
        rest(m, true);
        return GG_OK;
    }
    if (strcmp(answer, "decline") == 0) {
        if (!asked) return GG_NOT_ALLOWED;
        m->pause_asked = -1;
        return GG_OK;
    }
    if (strcmp(answer, "end") != 0) return GG_BAD_INPUT;
    if (!m->row.clock.paused) return GG_NOT_ALLOWED;
    rest(m, false);
    return GG_OK;
}

void srv_on_pause(server *sv, srv_request *r) {
    const char *answer = srv_get_text(r->body, "answer");
    srv_match *m = r->match;
    uint64_t key;
    if (!srv_is_new(sv, r, &key) || !srv_may_change(sv, r, false)) return;
    gg_status status = !answer          ? GG_BAD_INPUT
                       : !is_clocked(m) ? GG_NOT_ALLOWED
                                        : pause_match(m, r->viewer, answer);
    if (status != GG_OK) {
        srv_fail(sv, r->call, status == GG_BAD_INPUT ? FAULT_BAD_FIELD : FAULT_NOT_ALLOWED);
        return;
    }
    srv_clock_keep(sv, m);
    srv_spoken(sv, r);
}
