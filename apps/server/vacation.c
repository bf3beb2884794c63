// SPDX-License-Identifier: Apache-2.0
// Vacations: whoever plays over weeks may be away for some days of each match, and his clock stands
// still meanwhile; the other's does not. The days of a match are few, a day begun is a day used,
// and whoever plays is back: so nobody gains time to think by it. The calendar measures them.
#include <string.h>

#include "base/hash.h"
#include "server.h"

enum { DAY_MS = 86400 * 1000, FAST_DAYS = 4, SLOW_DAYS = 14 };

unsigned srv_vacation_days(const srv_match *m) {
    const char *pace = m->row.clock.pace;
    return strcmp(pace, "fast") == 0 ? FAST_DAYS : strcmp(pace, "slow") == 0 ? SLOW_DAYS : 0;
}

gg_status srv_vacations_read(server *sv, srv_match *m) {
    memset(m->vacation, 0, sizeof m->vacation);
    if (!srv_vacation_days(m)) return GG_OK;
    return gg_store_vacations_of(sv->store, m->row.row, m->game->seats, m->vacation);
}

bool srv_is_away(const srv_match *m, unsigned seat) {
    return m->vacation[seat].until_ms && m->vacation[seat].until_ms > srv_calendar_ms();
}

uint64_t srv_away_since(const srv_match *m, unsigned seat, uint64_t from_ms) {
    const gg_store_vacation *v = &m->vacation[seat];
    if (!v->until_ms) return 0;
    int64_t now = srv_calendar_ms(), begin = now - (int64_t)(srv_now_ms() - from_ms);
    int64_t end = v->until_ms < now ? v->until_ms : now;
    if (begin < v->begun_ms) begin = v->begun_ms;
    return end > begin ? (uint64_t)(end - begin) : 0;
}

int64_t srv_away_left(const srv_match *m, unsigned seat) {
    return srv_is_away(m, seat) ? m->vacation[seat].until_ms - srv_calendar_ms() : 0;
}

static unsigned begun_days(int64_t ms) {
    return (unsigned)((ms + DAY_MS - 1) / DAY_MS);
}

static void put(srv_match *m, unsigned seat) {
    gg_store_vacation_put(m->server->store, m->row.row, seat, &m->vacation[seat]);
}

void srv_vacation_forget(srv_match *m, unsigned seat) {
    if (!m->vacation[seat].until_ms) return;
    m->vacation[seat].begun_ms = m->vacation[seat].until_ms = 0;
    put(m, seat);
}

// Days that have not begun are given back.
void srv_vacation_over(srv_match *m, unsigned seat) {
    gg_store_vacation *v = &m->vacation[seat];
    if (!srv_is_away(m, seat)) return;
    int64_t now = srv_calendar_ms(), gone = now > v->begun_ms ? now - v->begun_ms : 1;
    v->days -= begun_days(v->until_ms - v->begun_ms) - begun_days(gone);
    v->until_ms = now;
    put(m, seat);
    srv_match_force(m->server, m);
}

static gg_status leave(srv_match *m, unsigned seat, int64_t days) {
    gg_store_vacation *v = &m->vacation[seat];
    if (m->row.clock.paused || srv_is_away(m, seat) || v->days + days > srv_vacation_days(m))
        return GG_NOT_ALLOWED;
    srv_clock_bank(m, seat); // of a vacation before this one
    v->begun_ms = srv_calendar_ms();
    v->until_ms = v->begun_ms + days * DAY_MS;
    v->days += (unsigned)days;
    put(m, seat);
    return GG_OK;
}

// {"days": N} from now on, or {"back": true}.
static gg_status vacation(srv_match *m, unsigned seat, const json_t *body) {
    const json_t *back = json_object_get(body, "back"), *asked = json_object_get(body, "days");
    int64_t days;
    if (!back == !asked) return GG_BAD_INPUT;
    if (asked && !srv_get_number(body, "days", 1, SLOW_DAYS, &days)) return GG_BAD_INPUT;
    if (back && !json_is_true(back)) return GG_BAD_INPUT;
    if (asked) return leave(m, seat, days);
    if (!srv_is_away(m, seat)) return GG_NOT_ALLOWED;
    srv_vacation_over(m, seat);
    return GG_OK;
}

void srv_on_vacation(server *sv, srv_request *r) {
    uint64_t key;
    if (!srv_is_new(sv, r, &key) || !srv_may_change(sv, r, false)) return;
    gg_status status = srv_vacation_days(r->match)
                           ? vacation(r->match, (unsigned)r->viewer, r->body)
                           : GG_NOT_ALLOWED;
    if (status != GG_OK) {
        srv_fail(sv, r->call, status == GG_BAD_INPUT ? FAULT_BAD_FIELD : FAULT_NO_VACATION);
        return;
    }
    srv_clock_keep(sv, r->match);
    srv_spoken(sv, r);
}

// -------------------------------------------------------------------------------------------- JSON
void srv_json_vacation(gg_json *json, const srv_match *m) {
    unsigned most = srv_vacation_days(m);
    if (!most) {
        gg_json_null(json, "vacation");
        return;
    }
    gg_json_open(json, "vacation", '[');
    for (unsigned i = 0; i < m->game->seats; i++) {
        gg_json_open(json, NULL, '{');
        gg_json_integer(json, "left_days", most - m->vacation[i].days);
        if (srv_is_away(m, i))
            gg_json_integer(json, "until", m->vacation[i].until_ms / 1000);
        else
            gg_json_null(json, "until");
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

uint64_t srv_vacation_key(const srv_match *m) {
    uint64_t key = 0;
    for (unsigned i = 0; i < m->game->seats; i++)
        if (m->vacation[i].until_ms)
            key = gg_fold(key + i, (uint64_t)m->vacation[i].until_ms << 1 | srv_is_away(m, i));
    return key;
}
