// SPDX-License-Identifier: Apache-2.0
// Matches in memory: who looks at what, what is written, what is forgotten.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "server.h"

enum { IDLE_MS = 30 * 60 * 1000, FRESH_MS = 60 * 1000, OVER_MS = 5000, TROUBLE_MS = 1000 };

const char *const srv_kind_words[SRV_KINDS] = {
    "human", "greedy", "random", "open", "recruit", "sergeant", "captain", "colonel", "general"};

gg_turn srv_match_turn(const srv_match *m) {
    return gg_match_turn(m->match);
}

// A match read from a file is only looked at, whether its log reaches the end or not.
bool srv_match_over(const srv_match *m) {
    gg_result result;
    if (m->row.file || m->archive) return true;
    gg_match_result(m->match, &result);
    return result.over;
}

// The row says so too: it is written with the entry that ends the match.
bool srv_is_over(const srv_match *m) {
    if (m->match) return srv_match_over(m);
    return m->row.file || strcmp(m->row.turn, "over") == 0;
}

// ------------------------------------------------------------------------------------------ memory
uint64_t srv_name_hash(const char *name) {
    size_t left = strlen(name);
    uint64_t hash = left;
    for (uint64_t word = 0; left; word = 0) {
        size_t here = left < sizeof word ? left : sizeof word;
        memcpy(&word, name, here);
        hash = gg_fold(hash, word);
        name += here;
        left -= here;
    }
    return hash;
}

static unsigned bucket_of(const char *name) {
    return (unsigned)(srv_name_hash(name) % SRV_MATCH_BUCKETS);
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
        while (kind < SRV_KINDS && strcmp(m->row.kind[i], srv_kind_words[kind]) != 0) kind++;
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
    m->meeting.delay = -1;
    m->asked_by = GG_NOBODY;
    m->offer = -1;
    m->used_ms = srv_now_ms();
    m->pause_asked = -1;
    m->calm = ~0U;
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
    m->early = 0;
    m->gone = false;
    m->unsaved = false;
    m->dice = DICE_UNKNOWN;
    free(m->luck);
    free(m->review);
    m->luck = m->review = NULL;
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
    free(m->before);
    free(m);
}

static bool may_go(const srv_match *m, uint64_t now, bool crowded) {
    const gg_action *steps;
    if (m->streams || m->thinking || m->unsaved || m->opening) return false;
    if (m->gone) return true;
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
            srv_here_tick(sv, m, now);
            srv_clock_tick(sv, m);
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
        if (srv_sits_at(m, session->who.person, i) &&
            gg_match_key_known(m->match, (int)i, key, seq))
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
// As the seat counts that has asked, or everybody.
static uint64_t seq_for(const srv_match *m, int seat) {
    bool asks = seat >= 0 && seat < m->game->seats;
    return asks ? srv_seq_of(m, m->row.person[seat]) : m->seq;
}

// Everybody but these seats (bits) must look again before he acts.
void srv_match_moved(srv_match *m, unsigned calm) {
    for (unsigned i = 0; i < m->game->seats; i++)
        if (!(calm >> i & 1)) m->moved[i] = m->seq;
}

// Whoever is asked at the same sealed node as before is asked the same: what another has answered
// there does not concern him.
static unsigned calm_seats(const srv_match *m, const gg_record *record) {
    unsigned node = record->turn.node, seat = record->entry->seat;
    if (record->entry->kind == GG_ENTRY_HINT) return ~0U; // nobody's question has changed
    if (!(m->game->nodes[node].flags & GG_N_SEALED) || srv_match_turn(m).node != node) return 0;
    return seat < m->game->seats ? ~(1U << seat) : 0;
}

// The match tells what it publishes: the line goes to the store, the words stay ready. The key
// belongs to the first entry that the seat made which asked.
static void on_published(void *user, const gg_record *record) {
    srv_match *m = user;
    const gg_entry *entry = record->entry;
    gg_store_entry row = {.number = record->number,
                          .seq = seq_for(m, m->asked_by) + 1,
                          .line = record->line,
                          .length = record->length};
    if (entry->kind == GG_ENTRY_ACTION) row.key = srv_early_key(m, entry->seat);
    if (m->asked_key && entry->seat == m->asked_by && !m->key_written) {
        row.key = m->asked_key;
        m->key_written = true;
    }
    gg_store_entry_add(m->server->store, m->row.row, &row);
    m->calm &= calm_seats(m, record);
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
    if (srv_seq_most(m) <= m->row.seq + SRV_SEQ_LEAP) m->seq = m->row.seq + SRV_SEQ_LEAP;
    srv_match_moved(m, 0);
    status = gg_store_meeting_of(sv->store, m->row.row, &m->meeting);
    if (status == GG_OK) status = gg_store_talk_last(sv->store, m->row.row, &m->said);
    if (status == GG_OK) status = srv_vacations_read(sv, m);
    if (status == GG_OK && !m->row.file) status = srv_early_read(sv, m);
    if (status == GG_OK) status = srv_ending_keep(sv, m);
    if (status != GG_OK) return status;
    m->used_ms = srv_now_ms();
    srv_clock_resume(m);
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
    if (m->gone) return FAULT_NOT_FOUND;
    m->used_ms = srv_now_ms();
    *out = m;
    return FAULT_NONE;
}

static bool may_look(const srv_match *m, const srv_session *session, bool reads) {
    return srv_is_player(m, session) || (reads && srv_is_over(m));
}

// Whether it is in memory or not, exists or not, does not matter to whoever may not see it: the
// store is asked one question, which knows nothing of matches that are not his.
srv_fault srv_match_for(server *sv, const char *name, const srv_session *session, bool reads,
                        srv_match **out) {
    srv_match *m = srv_match_kept(sv, name);
    *out = NULL;
    if (!m || !may_look(m, session, reads)) {
        gg_status status = gg_store_may_ask(sv->store, session->who.person, name, reads);
        if (status == GG_NOT_ALLOWED) return FAULT_NOT_FOUND;
        if (status != GG_OK) return FAULT_NOT_SAVED;
    }
    srv_fault fault = srv_match_find(sv, name, &m);
    if (fault != FAULT_NONE) return fault;
    if (!may_look(m, session, reads) && !(reads && srv_spectates(sv, m, session))) {
        if (!m->match && !m->archive && !m->opening && !m->streams)
            srv_match_drop(sv, m); // came for nothing
        return FAULT_NOT_FOUND;
    }
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
    const char *turn = srv_match_over(m)   ? "over"
                       : srv_both_await(m) ? SRV_TURN_BOTH
                                           : gg_seat_token(m->game, srv_match_turn(m).seat);
    unsigned rules = gg_match_version(m->match);
    int64_t now = srv_now_s();
    bool same = m->row.changed == now && m->row.rules == rules && strcmp(m->row.turn, turn) == 0;
    if (!must && same) return;
    gg_result result;
    gg_match_result(m->match, &result);
    if (result.over && strcmp(m->row.turn, "over") != 0) srv_ending_put(sv, m, &result, now);
    m->row.changed = now;
    m->row.rules = rules;
    (void)snprintf(m->row.turn, sizeof m->row.turn, "%s", turn);
    gg_store_match_touch(sv->store, m->row.row, turn, srv_seq_most(m), rules, now);
}

// A match that begins: its row tells who is to decide before anything has been played.
void srv_match_listed(server *sv, srv_match *m) {
    touch(sv, m, false);
    mark_unsaved(sv, m);
}

// Is what nobody but the loop knows near the number that a restart would begin with?
static bool leap_is_near(const srv_match *m) {
    return srv_seq_most(m) >= m->seq_kept + SRV_SEQ_LEAP - 1;
}

static void keep_seq(server *sv, srv_match *m, bool must) {
    touch(sv, m, must);
    m->seq_kept = m->row.seq = srv_seq_most(m);
    mark_unsaved(sv, m);
}

// What made no entry (a step of a draft, an order, a hand-over) is between the seat and us.
void srv_match_changed(server *sv, srv_match *m) {
    bool entered = m->stored > m->counted;
    bool own = !entered && m->asked_by >= 0 && m->asked_by < m->game->seats;
    if (own)
        srv_step(m, m->asked_by);
    else
        m->seq++;
    if (!own) srv_match_moved(m, entered ? m->calm : 0);
    m->calm = ~0U;
    m->used_ms = srv_now_ms();
    if (m->asked_key)
        gg_match_key_keep(m->match, m->asked_by, m->asked_key, seq_for(m, m->asked_by));
    srv_match_asked(m, GG_NOBODY, 0);
    m->counted = m->stored;
    if (m->early) srv_early_follow(sv, m, entered);
    if (entered) srv_clock_follow(sv, m);
    if (entered || leap_is_near(m)) keep_seq(sv, m, !entered);
}

void srv_match_stirred(server *sv, srv_match *m, bool stored) {
    m->talk++;
    if (!m->match) return; // who reads it later begins with all of it
    m->seq++;
    if (stored || leap_is_near(m)) keep_seq(sv, m, true);
}

void srv_match_published(server *sv, srv_match *m) {
    if (m->thinking && srv_match_over(m)) srv_think_stop(m);
    srv_think(sv, m);
    srv_streams_wake(sv, m);
}
