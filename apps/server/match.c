// SPDX-License-Identifier: Apache-2.0
// Matches in memory: who looks at what, what is written, what is forgotten.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "server.h"

enum { IDLE_MS = 30 * 60 * 1000, FRESH_MS = 60 * 1000, OVER_MS = 5000, TROUBLE_MS = 1000 };

static const char *const kind_words[SRV_KINDS] = {"human", "greedy", "random"};

gg_turn srv_match_turn(const srv_match *m) {
    const gg_position *p = gg_match_published(m->match);
    return m->game->turn(p->table, p->state);
}

// A match read from a file is only looked at, whether its log reaches the end or not.
bool srv_match_over(const srv_match *m) {
    gg_result result;
    if (m->row.file || m->archive) return true;
    gg_match_result(m->match, &result);
    return result.over;
}

// --------------------------------------------------------------------------------------- who looks
static unsigned seats_of(const srv_match *m, const srv_session *session, int *last) {
    unsigned count = 0;
    for (unsigned i = 0; session && i < m->game->seats; i++)
        if (m->kind[i] == SRV_HUMAN && m->row.person[i] == session->who.person) {
            *last = (int)i;
            count++;
        }
    return count;
}

bool srv_sits_at(const srv_match *m, const srv_session *session, unsigned seat) {
    return session && seat < m->game->seats && m->kind[seat] == SRV_HUMAN &&
           m->row.person[seat] == session->who.person;
}

int srv_handover_of(const srv_match *m, const srv_session *session) {
    int seat = -1;
    if (seats_of(m, session, &seat) < 2 || srv_match_over(m)) return -1;
    gg_turn turn = srv_match_turn(m);
    return srv_sits_at(m, session, turn.seat) && turn.seat != m->viewer ? turn.seat : -1;
}

bool srv_is_player(const srv_match *m, const srv_session *session) {
    int seat;
    return session && (seats_of(m, session, &seat) || m->row.owner == session->who.person);
}

// The row says so too: it is written with the entry that ends the match.
bool srv_is_over(const srv_match *m) {
    if (m->match) return srv_match_over(m);
    return m->row.file || strcmp(m->row.turn, "over") == 0;
}

int srv_viewer_of(const srv_match *m, const srv_session *session, bool *player) {
    int seat = GG_PUBLIC;
    unsigned count = seats_of(m, session, &seat);
    *player = srv_is_player(m, session);
    if (count < 2) return seat;
    if (srv_handover_of(m, session) >= 0) return GG_NOBODY;
    return m->viewer == GG_NOBODY ? GG_PUBLIC : m->viewer;
}

// ------------------------------------------------------------------------------------------ memory
static unsigned bucket_of(const char *name) {
    uint64_t hash = 0;
    for (; *name; name++) hash = gg_fold(hash, (uint64_t)(unsigned char)*name);
    return (unsigned)(hash % SRV_MATCH_BUCKETS);
}

srv_match *srv_match_kept(server *sv, const char *name) {
    srv_match *m = sv->match[bucket_of(name)];
    while (m && strcmp(m->row.name, name) != 0) m = m->next;
    return m;
}

static bool take_kinds(srv_match *m) {
    if (m->row.seats != m->game->seats) return false;
    for (unsigned i = 0; i < m->row.seats; i++) {
        unsigned kind = 0;
        while (kind < SRV_KINDS && strcmp(m->row.kind[i], kind_words[kind]) != 0) kind++;
        if (kind == SRV_KINDS) return false;
        m->kind[i] = (srv_kind)kind;
    }
    return true;
}

void srv_match_guise(srv_match *m, const gg_store_match *row, gg_match *match) {
    m->row = *row;
    m->match = match;
    m->game = gg_match_setup_of(match)->game;
    m->offer = -1;
    (void)take_kinds(m);
}

srv_match *srv_match_add(server *sv, const gg_store_match *row, const gg_game *game) {
    if (sv->matches_kept >= 4 * SRV_MATCHES_KEPT) return NULL;
    srv_match *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->server = sv;
    m->row = *row;
    m->game = game;
    m->viewer = GG_NOBODY;
    m->offer = -1;
    m->used_ms = m->since_ms = srv_now_ms();
    if (!take_kinds(m)) {
        free(m);
        return NULL;
    }
    srv_match **place = &sv->match[bucket_of(row->name)];
    m->next = *place;
    *place = m;
    sv->matches_kept++;
    return m;
}

void srv_match_unload(srv_match *m) {
    gg_match_close(m->match);
    m->match = NULL;
    srv_archive_free(m->archive);
    m->archive = NULL;
    srv_lines_forget(m);
    m->stored = m->counted = 0;
    m->row.changed = 0; // what was written last is not known any more
    m->offer = -1;
    m->unsaved = false;
    m->dice = DICE_UNKNOWN;
    srv_sent_forget(m);
    srv_think_stop(m);
}

void srv_match_drop(server *sv, srv_match *m) {
    srv_match **place = &sv->match[bucket_of(m->row.name)];
    while (*place != m) place = &(*place)->next;
    *place = m->next;
    sv->matches_kept--;
    srv_match_unload(m);
    free(m->callers.call);
    free(m);
}

static bool may_go(const srv_match *m, uint64_t now, bool crowded) {
    const gg_action *steps;
    if (m->streams || m->thinking || m->unsaved || m->opening) return false;
    if ((m->match || m->archive) && srv_match_over(m)) return now - m->used_ms > OVER_MS;
    for (unsigned i = 0; m->match && i < m->game->seats; i++)
        if (gg_match_draft(m->match, (int)i, &steps) && now - m->used_ms < IDLE_MS) return false;
    return now - m->used_ms > (crowded ? FRESH_MS : IDLE_MS);
}

// What nobody has used for a while is read again when somebody comes back.
void srv_matches_trim(server *sv) {
    bool crowded = sv->matches_kept > SRV_MATCHES_KEPT;
    uint64_t now = srv_now_ms();
    for (unsigned i = 0; i < SRV_MATCH_BUCKETS; i++)
        for (srv_match *m = sv->match[i], *next; m; m = next) {
            next = m->next;
            if (may_go(m, now, crowded)) {
                srv_match_drop(sv, m);
                continue;
            }
            if (m->opening && now > m->open_until_ms) {
                srv_open_late(sv, m);
                continue;
            }
            if (m->thinking && !m->unsaved && now > m->think_until_ms) srv_think_late(sv, m, now);
            if (!m->match && !m->archive && m->streams) srv_streams_wake(sv, m);
            if (m->match && !m->thinking && now - sv->trouble_ms > TROUBLE_MS) srv_think(sv, m);
        }
}

// -------------------------------------------------------------------------------------------- keys
uint64_t srv_key_of(const char *text) {
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    uint64_t key;
    gg_sha256_of(text, strlen(text), digest);
    memcpy(&key, digest, sizeof key);
    return (key & INT64_MAX) | 1;
}

bool srv_key_known(const srv_match *m, const srv_session *session, uint64_t key, uint64_t *seq) {
    for (unsigned i = 0; i < m->game->seats; i++)
        if (srv_sits_at(m, session, i) && gg_match_key_known(m->match, (int)i, key, seq))
            return true;
    return false;
}

void srv_match_asked(srv_match *m, int seat, uint64_t key) {
    m->asked_key = key;
    m->asked_by = seat;
    m->key_written = false;
}

static void find_offer(srv_match *m) {
    for (uint32_t n = gg_match_entries(m->match); n > 0; n--) {
        const gg_entry *entry = gg_match_entry(m->match, n);
        if (entry->kind == GG_ENTRY_DRAW_OFFER) m->offer = entry->seat;
        if (entry->kind >= GG_ENTRY_DRAW_OFFER && entry->kind <= GG_ENTRY_DRAW_DECLINE) return;
    }
}

// -------------------------------------------------------------------------------- writing the log
// The match tells what it publishes: the line goes to the store, the words stay ready. The key
// belongs to the first entry that the seat made which asked.
static void on_published(void *user, const gg_record *record) {
    srv_match *m = user;
    const gg_entry *entry = record->entry;
    gg_store_entry row = {.number = record->number,
                          .seq = m->seq + 1,
                          .line = record->line,
                          .length = record->length};
    if (m->asked_key && entry->seat == m->asked_by && !m->key_written) {
        row.key = m->asked_key;
        m->key_written = true;
    }
    gg_store_entry_add(m->server->store, m->row.row, &row);
    srv_keep_line(m, record);
    m->stored = record->number;
    if (entry->kind == GG_ENTRY_DRAW_OFFER) m->offer = entry->seat;
    if (entry->kind == GG_ENTRY_DRAW_ACCEPT || entry->kind == GG_ENTRY_DRAW_DECLINE) m->offer = -1;
}

// The entries that people may ask for are written as text; a seat the program plays goes on.
gg_status srv_match_ready(server *sv, srv_match *m) {
    gg_status status = srv_keep_lines(m);
    if (status != GG_OK) return status;
    m->stored = m->counted = gg_match_entries(m->match);
    gg_match_listen(m->match, on_published, m);
    find_offer(m);
    m->seq_kept = m->row.seq;
    if (m->seq <= m->row.seq + SRV_SEQ_LEAP) m->seq = m->row.seq + SRV_SEQ_LEAP;
    m->since_ms = m->used_ms = srv_now_ms();
    srv_think(sv, m);
    return GG_OK;
}

gg_status srv_match_begin(server *sv, srv_match *m) {
    gg_status status = srv_match_make(&m->row, m->game, &m->match);
    return status == GG_OK ? srv_match_ready(sv, m) : status;
}

srv_fault srv_match_find(server *sv, const char *name, srv_match **out) {
    gg_store_match row;
    srv_match *m = srv_match_kept(sv, name);
    *out = NULL;
    if (!m) {
        if (strlen(name) > GG_ID_MAX) return FAULT_NOT_FOUND;
        gg_status status = gg_store_match_find(sv->store, name, &row);
        if (status == GG_NOT_ALLOWED) return FAULT_NOT_FOUND;
        if (status != GG_OK) return FAULT_NOT_SAVED;
        const gg_game *game = gg_game_find_or_null(row.game);
        if (!game) return FAULT_OTHER_RULES;
        if (!(m = srv_match_add(sv, &row, game))) return FAULT_FULL;
    }
    m->used_ms = srv_now_ms();
    *out = m;
    return FAULT_NONE;
}

// ---------------------------------------------------------------------------------------- changed
static void mark_unsaved(server *sv, srv_match *m) {
    if (m->unsaved) return;
    m->unsaved = true;
    m->batch = sv->collecting;
    m->next_unsaved = sv->batches[m->batch].unsaved;
    sv->batches[m->batch].unsaved = m;
}

void srv_match_force(server *sv, srv_match *m) {
    mark_unsaved(sv, m);
}

// The row of the match, for lists: when the turn passes, else at most once a second. An entry has
// the sequence number too. A match of older rules that goes on is from then on one of these.
static void touch(server *sv, srv_match *m, bool must) {
    const char *turn = srv_match_over(m) ? "over" : gg_seat_token(m->game, srv_match_turn(m).seat);
    unsigned rules = gg_match_version(m->match);
    int64_t now = srv_now_s();
    bool same = m->row.changed == now && m->row.rules == rules && strcmp(m->row.turn, turn) == 0;
    if (!must && same) return;
    m->row.changed = now;
    m->row.rules = rules;
    (void)snprintf(m->row.turn, sizeof m->row.turn, "%s", turn);
    gg_store_match_touch(sv->store, m->row.row, turn, m->seq, rules, now);
}

void srv_match_changed(server *sv, srv_match *m) {
    bool entered = m->stored > m->counted;
    m->seq++;
    m->since_ms = m->used_ms = srv_now_ms();
    if (m->asked_key) gg_match_key_keep(m->match, m->asked_by, m->asked_key, m->seq);
    srv_match_asked(m, GG_NOBODY, 0);
    if (!entered && m->seq < m->seq_kept + SRV_SEQ_LEAP - 1) return; // a step of a draft
    m->counted = m->stored;
    touch(sv, m, !entered);
    m->seq_kept = m->row.seq = m->seq;
    mark_unsaved(sv, m);
}

void srv_match_published(server *sv, srv_match *m) {
    if (m->thinking && srv_match_over(m)) srv_think_stop(m);
    srv_think(sv, m);
    srv_streams_wake(sv, m);
}
