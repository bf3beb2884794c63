// SPDX-License-Identifier: Apache-2.0
// Matches in memory and in the store: reading a log back through the judge, writing what is new,
// who looks at what.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "serve.h"

enum { IDLE_MS = 30 * 60 * 1000, FRESH_MS = 60 * 1000, OVER_MS = 5000, TROUBLE_MS = 1000 };

static const char *const kind_words[SV_KINDS] = {"human", "greedy", "random"};

gg_turn sv_match_turn(const sv_match *m) {
    const gg_position *p = gg_match_published(m->match);
    return m->game->turn(p->table, p->state);
}

// A match read from a file is only looked at, whether its log reaches the end or not.
bool sv_match_over(const sv_match *m) {
    gg_result result;
    if (m->row.file) return true;
    gg_match_result(m->match, &result);
    return result.over;
}

// ---------------------------------------------------------------------------------------- who
// looks
static unsigned seats_of(const sv_match *m, const sv_session *session, int *last) {
    unsigned count = 0;
    for (unsigned i = 0; session && i < m->game->seats; i++)
        if (m->kind[i] == SV_HUMAN && m->row.person[i] == session->who.person) {
            *last = (int)i;
            count++;
        }
    return count;
}

static bool sits_at(const sv_match *m, const sv_session *session, unsigned seat) {
    return session && seat < m->game->seats && m->kind[seat] == SV_HUMAN &&
           m->row.person[seat] == session->who.person;
}

int sv_handover_of(const sv_match *m, const sv_session *session) {
    int seat = -1;
    if (seats_of(m, session, &seat) < 2 || sv_match_over(m)) return -1;
    gg_turn turn = sv_match_turn(m);
    return sits_at(m, session, turn.seat) && turn.seat != m->viewer ? turn.seat : -1;
}

int sv_viewer_of(const sv_match *m, const sv_session *session, bool *player) {
    int seat = GG_PUBLIC;
    unsigned count = seats_of(m, session, &seat);
    *player = count > 0 || (session && m->row.owner == session->who.person);
    if (count < 2) return seat;
    if (sv_handover_of(m, session) >= 0) return GG_NOBODY;
    return m->viewer == GG_NOBODY ? GG_PUBLIC : m->viewer;
}

// -------------------------------------------------------------------------------------------
// memory
static unsigned bucket_of(const char *name) {
    uint64_t hash = 0;
    for (; *name; name++) hash = gg_fold(hash, (uint64_t)(unsigned char)*name);
    return (unsigned)(hash % SV_MATCH_BUCKETS);
}

static sv_match *kept(server *sv, const char *name) {
    sv_match *m = sv->match[bucket_of(name)];
    while (m && strcmp(m->row.name, name) != 0) m = m->next;
    return m;
}

static bool take_kinds(sv_match *m) {
    if (m->row.seats != m->game->seats) return false;
    for (unsigned i = 0; i < m->row.seats; i++) {
        unsigned kind = 0;
        while (kind < SV_KINDS && strcmp(m->row.kind[i], kind_words[kind]) != 0) kind++;
        if (kind == SV_KINDS) return false;
        m->kind[i] = (sv_kind)kind;
    }
    return true;
}

sv_match *sv_match_add(server *sv, const gg_store_match *row, const gg_game *game) {
    if (sv->matches_kept >= 4 * SV_MATCHES_KEPT) return NULL;
    sv_match *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    m->server = sv;
    m->row = *row;
    m->game = game;
    m->viewer = GG_NOBODY;
    m->offer = -1;
    m->used_ms = m->since_ms = sv_now_ms();
    if (!take_kinds(m)) {
        free(m);
        return NULL;
    }
    sv_match **place = &sv->match[bucket_of(row->name)];
    m->next = *place;
    *place = m;
    sv->matches_kept++;
    return m;
}

void sv_match_unload(sv_match *m) {
    gg_match_close(m->match);
    m->match = NULL;
    free(m->walked.state);
    memset(&m->walked, 0, sizeof m->walked);
    for (unsigned i = 0; i < SV_LOG_KEPT; i++) {
        for (unsigned k = 0; k < SV_SIDES; k++) free(m->line[i].json[k]);
        memset(&m->line[i], 0, sizeof m->line[i]);
    }
    memset(m->keys, 0, sizeof m->keys);
    m->next_key = 0;
    m->stored = 0;
    m->row.changed = 0; // what was written last is not known any more
    m->offer = -1;
    m->unsaved = false;
    sv_think_stop(m);
}

void sv_match_drop(server *sv, sv_match *m) {
    sv_match **place = &sv->match[bucket_of(m->row.name)];
    while (*place != m) place = &(*place)->next;
    *place = m->next;
    sv->matches_kept--;
    sv_match_unload(m);
    free(m);
}

static bool may_go(const sv_match *m, uint64_t now, bool crowded) {
    const gg_action *steps;
    if (m->streams || m->thinking || m->unsaved) return false;
    if (m->match && sv_match_over(m)) return now - m->used_ms > OVER_MS;
    for (unsigned i = 0; m->match && i < m->game->seats; i++)
        if (gg_match_draft(m->match, (int)i, &steps) && now - m->used_ms < IDLE_MS) return false;
    return now - m->used_ms > (crowded ? FRESH_MS : IDLE_MS);
}

// What nobody has used for a while is read again when somebody comes back.
void sv_matches_trim(server *sv) {
    bool crowded = sv->matches_kept > SV_MATCHES_KEPT;
    uint64_t now = sv_now_ms();
    for (unsigned i = 0; i < SV_MATCH_BUCKETS; i++)
        for (sv_match *m = sv->match[i], *next; m; m = next) {
            next = m->next;
            if (may_go(m, now, crowded)) {
                sv_match_drop(sv, m);
                continue;
            }
            if (m->thinking && !m->unsaved && now > m->think_until_ms) sv_think_late(sv, m, now);
            if (!m->match && m->streams) sv_streams_wake(sv, m);
            if (m->match && !m->thinking && now - sv->trouble_ms > TROUBLE_MS) sv_think(sv, m);
        }
}

// ---------------------------------------------------------------------------------- reading the
// log
typedef struct reading {
    server *sv;
    sv_match *m;
    gg_status status;
    uint64_t seq;
} reading;

static void keep_key(sv_match *m, uint64_t key, uint64_t seq) {
    unsigned at = m->next_key++ % SV_KEYS_KEPT;
    m->keys[at].key = key;
    m->keys[at].seq = seq;
}

uint64_t sv_key_of(const char *text) {
    uint8_t digest[GG_SHA256_DIGEST_BYTES];
    uint64_t key;
    gg_sha256_of(text, strlen(text), digest);
    memcpy(&key, digest, sizeof key);
    return (key & INT64_MAX) | 1;
}

bool sv_key_known(const sv_match *m, uint64_t key, uint64_t *seq) {
    for (unsigned i = 0; i < SV_KEYS_KEPT; i++)
        if (m->keys[i].key == key) {
            *seq = m->keys[i].seq;
            return true;
        }
    return false;
}

static gg_status replay_steps(gg_match *match, const gg_game *game, int seat,
                              const gg_store_entry *row) {
    const char *text = row->steps;
    for (bool last = false; !last;) {
        const gg_position *p = gg_match_position_for(match, seat);
        const char *end = strstr(text, " ; ");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        char step[512];
        gg_action action;
        last = !end;
        if (length >= sizeof step) return GG_BAD_INPUT;
        memcpy(step, text, length);
        step[length] = 0;
        if (!gg_notation_parse(game, p->table, p->state, step, &action, NULL)) return GG_BAD_INPUT;
        gg_status status = gg_match_act(match, seat, action, 0, gg_match_entries(match),
                                        last ? row->ms : 0, NULL, NULL);
        if (status != GG_OK) return status;
        if (end) text = end + 3;
    }
    return GG_OK;
}

static gg_status replay_row(gg_match *match, const gg_game *game, unsigned kind, int seat,
                            const gg_store_entry *row) {
    switch (kind) {
    case GG_ENTRY_ACTION: return replay_steps(match, game, seat, row);
    case GG_ENTRY_CHANCE: return gg_match_draw(match, NULL);
    case GG_ENTRY_UNDO: return gg_match_undo(match, seat);
    case GG_ENTRY_RESIGN: return gg_match_resign(match, seat);
    case GG_ENTRY_DRAW_OFFER: return gg_match_offer_draw(match, seat);
    case GG_ENTRY_DRAW_ACCEPT: return gg_match_answer_draw(match, seat, true);
    case GG_ENTRY_DRAW_DECLINE: return gg_match_answer_draw(match, seat, false);
    case GG_ENTRY_FLAG: return gg_match_flag(match, seat, row->ms);
    case GG_ENTRY_COMMENT: return gg_match_comment(match, seat, row->steps);
    default: return GG_BAD_INPUT;
    }
}

// Every row goes through the judge and must lead to the facts it led to when it was written.
static bool read_row(void *user, const gg_store_entry *row) {
    reading *r = user;
    gg_match *match = r->m->match;
    unsigned kind = 0;
    int seat;
    while (kind < GG_ENTRY_KINDS && strcmp(row->kind, sv_entry_words[kind]) != 0) kind++;
    r->status = GG_BAD_INPUT;
    if (!gg_seat_find(r->m->game, row->seat, &seat)) return false;
    r->status = replay_row(match, r->m->game, kind, seat, row);
    if (r->status != GG_OK) return false;
    const gg_entry *entry = gg_match_entry(match, gg_match_entries(match));
    if (gg_match_entries(match) != row->number || entry->hash != row->hash ||
        entry->ticket != row->ticket)
        r->status = GG_REFUSED;
    if (row->key) keep_key(r->m, row->key, row->seq);
    r->seq = row->seq;
    return r->status == GG_OK;
}

static void read_order(void *user, const char *seat, const char *node, const char *answer) {
    sv_match *m = user;
    int at;
    gg_order order = strcmp(answer, "always") == 0  ? GG_ORDER_ALWAYS
                     : strcmp(answer, "never") == 0 ? GG_ORDER_NEVER
                                                    : GG_ORDER_ASK;
    for (unsigned i = 0; i < m->game->n_nodes; i++)
        if (strcmp(m->game->nodes[i].token, node) == 0 && gg_seat_find(m->game, seat, &at))
            (void)gg_match_order(m->match, at, i, order);
}

static gg_status read_file(server *sv, sv_match *m) {
    char *text;
    size_t length;
    gg_status status = gg_store_file(sv->store, m->row.row, &text, &length);
    if (status == GG_OK) status = gg_match_read(&m->match, text, length, NULL);
    free(text);
    return status;
}

static gg_status open_match(sv_match *m) {
    gg_match_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.game = m->game;
    memcpy(setup.id, m->row.name, sizeof setup.id);
    memcpy(setup.seed, m->row.seed, sizeof setup.seed);
    if (!sv_options_read(m->game, m->row.scenario, m->row.options, &setup.request))
        return GG_BAD_INPUT;
    gg_status status = gg_match_open(&m->match, &setup, NULL);
    // A person's windows are answered at once unless he wants to be asked; a program thinks itself.
    for (unsigned i = 0; status == GG_OK && i < m->row.seats; i++)
        if (strcmp(m->row.kind[i], kind_words[0]) == 0)
            gg_match_order_all(m->match, (int)i, GG_ORDER_ALWAYS);
    return status;
}

// The walking copy shares the match's table and has a state of its own.
static gg_status start_walk(server *sv, sv_match *m) {
    uint32_t entries = gg_match_entries(m->match);
    gg_position at = {0};
    sv_step step;
    m->walked = *gg_match_published(m->match);
    m->walked.state = malloc(m->game->state_bytes);
    if (!m->walked.state) return GG_NO_MEMORY;
    m->stored = sv_log_start(m);
    gg_status status = gg_match_at(m->match, m->stored, &at);
    if (status != GG_OK) return status;
    memcpy(m->walked.state, at.state, m->game->state_bytes);
    gg_position_close(&at);
    while (m->stored < entries) {
        if (!sv_walk_entry(sv, m, &m->walked, ++m->stored, &step)) return GG_FULL;
        sv_keep_line(sv, m, m->stored, &step);
    }
    return GG_OK;
}

static void find_offer(sv_match *m) {
    for (uint32_t n = gg_match_entries(m->match); n > 0; n--) {
        const gg_entry *entry = gg_match_entry(m->match, n);
        if (entry->kind == GG_ENTRY_DRAW_OFFER) m->offer = entry->seat;
        if (entry->kind >= GG_ENTRY_DRAW_OFFER && entry->kind <= GG_ENTRY_DRAW_DECLINE) return;
    }
}

static gg_status read_log(server *sv, sv_match *m) {
    reading r = {sv, m, GG_OK, m->row.seq};
    if (m->row.file) return read_file(sv, m);
    gg_status status = open_match(m);
    if (status == GG_OK) status = gg_store_entries(sv->store, m->row.row, read_row, &r);
    if (status == GG_OK) status = r.status;
    if (status == GG_OK) status = gg_store_orders(sv->store, m->row.row, read_order, m);
    if (r.seq > m->row.seq) m->row.seq = r.seq;
    return status;
}

gg_status sv_match_load(server *sv, sv_match *m) {
    if (m->match) return GG_OK;
    gg_status status = read_log(sv, m);
    if (status == GG_OK) status = start_walk(sv, m);
    if (status != GG_OK) {
        sv_log(sv, "ev=unreadable match=%.6s status=%d", m->row.name, (int)status);
        sv_match_unload(m);
        return status;
    }
    find_offer(m);
    m->seq_kept = m->row.seq;
    if (m->seq <= m->row.seq + SV_SEQ_LEAP) m->seq = m->row.seq + SV_SEQ_LEAP;
    m->since_ms = sv_now_ms();
    sv_think(sv, m);
    return GG_OK;
}

bool sv_match_asks(server *sv, const char *name, const gg_game **game, gg_request *request) {
    gg_store_match row;
    const sv_match *m = kept(sv, name);
    if (m && m->match) return false;
    if (!m && (strlen(name) > GG_ID_MAX || gg_store_match_find(sv->store, name, &row) != GG_OK))
        return false;
    const gg_store_match *found = m ? &m->row : &row;
    *game = gg_game_find_or_null(found->game);
    return *game && sv_options_read(*game, found->scenario, found->options, request);
}

sv_fault sv_match_find(server *sv, const char *name, sv_match **out) {
    gg_store_match row;
    sv_match *m = kept(sv, name);
    *out = NULL;
    if (!m) {
        if (strlen(name) > GG_ID_MAX) return FAULT_NOT_FOUND;
        gg_status status = gg_store_match_find(sv->store, name, &row);
        if (status == GG_NOT_ALLOWED) return FAULT_NOT_FOUND;
        if (status != GG_OK) return FAULT_NOT_SAVED;
        const gg_game *game = gg_game_find_or_null(row.game);
        if (!game) return FAULT_OTHER_RULES;
        if (!(m = sv_match_add(sv, &row, game))) return FAULT_FULL;
    }
    gg_status status = sv_match_load(sv, m);
    if (status != GG_OK && !m->streams) sv_match_drop(sv, m);
    if (status == GG_IO_FAILURE) return FAULT_NOT_SAVED;
    if (status == GG_NO_MEMORY) return FAULT_FULL;
    if (status != GG_OK) return FAULT_OTHER_RULES;
    m->used_ms = sv_now_ms();
    *out = m;
    return FAULT_NONE;
}

// ---------------------------------------------------------------------------------- writing the
// log
static void write_entry(server *sv, sv_match *m, uint32_t number, const sv_step *step) {
    const gg_entry *entry = gg_match_entry(m->match, number);
    gg_store_entry row = {.number = number,
                          .ms = entry->ms,
                          .ticket = entry->ticket,
                          .hash = entry->hash,
                          .key = entry->kind != GG_ENTRY_CHANCE ? m->pending_key : 0,
                          .seq = m->seq,
                          .kind = sv_entry_words[entry->kind],
                          .seat = gg_seat_token(m->game, entry->seat),
                          .steps = step->steps};
    if (row.key) m->pending_key = 0; // it belongs to the first entry that a seat made
    gg_store_entry_add(sv->store, m->row.row, &row);
    if (entry->kind == GG_ENTRY_DRAW_OFFER) m->offer = entry->seat;
    if (entry->kind == GG_ENTRY_DRAW_ACCEPT || entry->kind == GG_ENTRY_DRAW_DECLINE) m->offer = -1;
}

static void mark_unsaved(server *sv, sv_match *m) {
    if (m->unsaved) return;
    m->unsaved = true;
    m->batch = sv->collecting;
    m->next_unsaved = sv->batches[m->batch].unsaved;
    sv->batches[m->batch].unsaved = m;
}

void sv_match_force(server *sv, sv_match *m) {
    mark_unsaved(sv, m);
}

// The row of the match, for lists: when the turn passes, else at most once a second. An entry has
// the sequence number too.
static void touch(server *sv, sv_match *m, bool must) {
    const char *turn = sv_match_over(m) ? "over" : gg_seat_token(m->game, sv_match_turn(m).seat);
    int64_t now = sv_now_s();
    if (!must && m->row.changed == now && strcmp(m->row.turn, turn) == 0) return;
    m->row.changed = now;
    (void)snprintf(m->row.turn, sizeof m->row.turn, "%s", turn);
    gg_store_match_touch(sv->store, m->row.row, turn, m->seq, now);
}

void sv_match_changed(server *sv, sv_match *m) {
    uint32_t entries = gg_match_entries(m->match), before = m->stored;
    sv_step step;
    m->seq++;
    m->since_ms = m->used_ms = sv_now_ms();
    if (m->pending_key) keep_key(m, m->pending_key, m->seq);
    if (m->stored == entries && m->seq < m->seq_kept + SV_SEQ_LEAP - 1) {
        m->pending_key = 0; // a step of a draft: nothing to store
        return;
    }
    while (m->stored < entries) {
        if (!sv_walk_entry(sv, m, &m->walked, ++m->stored, &step)) { // no memory
            gg_store_refuse(sv->store);
            break;
        }
        sv_keep_line(sv, m, m->stored, &step);
        write_entry(sv, m, m->stored, &step);
    }
    m->pending_key = 0;
    touch(sv, m, m->stored == before);
    m->seq_kept = m->row.seq = m->seq;
    mark_unsaved(sv, m);
}

void sv_match_published(server *sv, sv_match *m) {
    if (m->thinking && sv_match_over(m)) sv_think_stop(m);
    sv_think(sv, m);
    sv_streams_wake(sv, m);
}
