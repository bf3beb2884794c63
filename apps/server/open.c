// SPDX-License-Identifier: Apache-2.0
// Opening a match that lies in the store. Its log is played again from the start, every entry
// through the judge, which may take long: a worker does it while the loop goes on. Calls that want
// the match are parked until then and handled again, in the order in which they came.
#include <stdlib.h>
#include <string.h>

#include "server.h"

// What a worker is given, and what it makes of it.
struct srv_opening {
    gg_store_match row;
    const gg_game *game;
    gg_match *match;
    srv_archive *archive; // instead, when its log is of other rules
    gg_store_last last;   // of that log
    uint64_t seq;
};

// -------------------------------------------------------------------------------------- the replay
typedef struct reading {
    srv_opening *to;
    const atomic_bool *stop;
    gg_status status;
} reading;

// Every line goes through the judge and must lead to the facts it led to when it was written.
static bool read_row(void *user, const gg_store_entry *row) {
    reading *r = user;
    gg_match *match = r->to->match;
    r->status = GG_FULL;
    if (atomic_load_explicit(r->stop, memory_order_relaxed)) return false;
    r->status = gg_match_read_line(match, row->line, row->length, NULL);
    if (r->status != GG_OK) return false;
    const gg_entry *entry = gg_match_entry(match, gg_match_entries(match));
    if (gg_match_entries(match) != row->number) r->status = GG_REFUSED;
    gg_match_key_keep(match, entry->seat, row->key, row->seq);
    if (row->seq > r->to->seq) r->to->seq = row->seq;
    return r->status == GG_OK;
}

static void read_order(void *user, const char *seat, const char *node, const char *answer) {
    srv_opening *to = user;
    int at;
    gg_order order = strcmp(answer, "always") == 0  ? GG_ORDER_ALWAYS
                     : strcmp(answer, "never") == 0 ? GG_ORDER_NEVER
                                                    : GG_ORDER_ASK;
    if (strcmp(node, SRV_ORDER_FORCED) == 0 && gg_seat_find(to->game, seat, &at))
        gg_match_close_forced(to->match, at, strcmp(answer, "close") == 0);
    for (unsigned i = 0; i < to->game->n_nodes; i++)
        if (strcmp(to->game->nodes[i].token, node) == 0 && gg_seat_find(to->game, seat, &at))
            (void)gg_match_order(to->match, at, i, order);
}

static gg_status read_file(srv_opening *to, gg_store_reader *reader) {
    char *text;
    size_t length;
    gg_status status = gg_store_file(reader, to->row.row, &text, &length);
    if (status == GG_OK) status = gg_match_read(&to->match, text, length, NULL);
    free(text);
    return status;
}

gg_status srv_match_make(const gg_store_match *row, const gg_game *game, gg_match **out) {
    gg_match_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.game = game;
    memcpy(setup.id, row->name, sizeof setup.id);
    memcpy(setup.seed, row->seed, sizeof setup.seed);
    memcpy(setup.client_seed, row->client, sizeof setup.client_seed);
    setup.format = row->seedless ? 1 : GG_MATCH_FORMAT;
    for (unsigned i = 0; i < row->seats; i++) setup.awaited |= (uint8_t)(row->awaited[i] << i);
    if (!srv_options_read(game, row->scenario, row->options, &setup.request)) return GG_BAD_INPUT;
    setup.increment_ms = row->clock.increment_ms;
    for (unsigned i = 0; i < row->seats; i++)
        if (strcmp(row->kind[i], "human") == 0 || strcmp(row->kind[i], "open") == 0)
            setup.clock_ms[i] = row->clock.base_ms;
    gg_status status = gg_match_open(out, &setup, NULL);
    // A person decides wherever he has a choice. Where he has none he is asked all the same, unless
    // his opponents are the program's: his pace betrays nothing to them.
    unsigned people = 0;
    for (unsigned i = 0; i < row->seats; i++)
        people += strcmp(row->kind[i], "human") == 0 || strcmp(row->kind[i], "open") == 0;
    for (unsigned i = 0; status == GG_OK && i < row->seats; i++)
        gg_match_close_forced(*out, (int)i, people < 2 && strcmp(row->kind[i], "human") == 0);
    return status;
}

static gg_status read_log(srv_opening *to, gg_store_reader *reader, const atomic_bool *stop) {
    reading r = {to, stop, GG_OK};
    if (to->row.file) return read_file(to, reader);
    gg_status status = gg_store_seeds(reader, &to->row); // one that was given may not be stored
    if (status == GG_OK) status = srv_match_make(&to->row, to->game, &to->match);
    if (status == GG_OK) gg_match_of_rules(to->match, to->row.rules);
    if (status == GG_OK) status = gg_store_entries(reader, to->row.row, read_row, &r);
    if (status == GG_OK) status = r.status;
    if (status == GG_OK) status = gg_store_orders(reader, to->row.row, read_order, to);
    return status;
}

// Rules that do not replay the log: what it was when its own rules told it.
static gg_status read_archive(srv_opening *to, gg_store_reader *reader) {
    char *bytes = NULL;
    size_t length, size;
    gg_status status = gg_store_archive(reader, to->row.row, &bytes, &length, &size);
    if (status == GG_OK) status = srv_archive_open(&to->archive, bytes, length, size);
    if (status == GG_OK) status = gg_store_last_entry(reader, to->row.row, &to->last);
    free(bytes);
    if (status == GG_OK) return GG_OK;
    srv_archive_free(to->archive);
    to->archive = NULL;
    return status == GG_IO_FAILURE || status == GG_NO_MEMORY ? status : GG_REFUSED;
}

static bool of_other_rules(const srv_opening *to, gg_status status) {
    return to->row.rules != to->game->version && (status == GG_BAD_INPUT || status == GG_REFUSED);
}

// By a worker. A connection that has failed once is not used again.
void srv_open_run(srv_job *job, gg_store_reader **reader, const gg_store *store) {
    srv_opening *to = job->opening;
    job->status = GG_NO_MEMORY;
    if (!*reader && !(*reader = gg_store_reader_new(store))) return;
    to->seq = to->row.seq;
    job->status = read_log(to, *reader, &job->stop);
    if (of_other_rules(to, job->status)) {
        gg_match_close(to->match);
        to->match = NULL;
        job->status = read_archive(to, *reader);
    }
    if (job->status != GG_IO_FAILURE) return;
    gg_store_reader_close(*reader);
    *reader = NULL;
}

void srv_opening_free(srv_opening *to) {
    if (!to) return;
    gg_match_close(to->match);
    srv_archive_free(to->archive);
    free(to);
}

gg_match *srv_opening_match(const srv_opening *to) {
    return to->match;
}

const gg_store_match *srv_opening_row(const srv_opening *to) {
    return &to->row;
}

// ---------------------------------------------------------------------------------------- the loop
static srv_job *new_job(srv_job_kind kind, const gg_store_match *row, const gg_game *game) {
    srv_job *job = calloc(1, sizeof *job);
    if (!job || !(job->opening = calloc(1, sizeof *job->opening))) {
        srv_job_free(job);
        return NULL;
    }
    job->kind = kind;
    job->opening->row = *row;
    job->opening->game = game;
    memcpy(job->name, row->name, sizeof job->name);
    return job;
}

srv_job *srv_archive_job(const gg_store_match *row, const gg_game *game) {
    return new_job(JOB_ARCHIVE, row, game);
}

bool srv_match_open(server *sv, srv_match *m) {
    if (m->opening) return true;
    srv_job *job = new_job(JOB_OPEN, &m->row, m->game);
    if (!job) return false;
    m->opening = job;
    m->open_until_ms = srv_now_ms() + SRV_OPEN_MS;
    srv_worker_put(sv->worker, job);
    return true;
}

srv_fault srv_match_await(server *sv, srv_match *m, gg_call *call) {
    if (!srv_match_open(sv, m) || !srv_calls_add(&m->callers, call)) return FAULT_FULL;
    gg_call_park(call);
    return FAULT_NONE;
}

static srv_fault fault_of(gg_status status) {
    return status == GG_IO_FAILURE                       ? FAULT_NOT_SAVED
           : status == GG_NO_MEMORY || status == GG_FULL ? FAULT_FULL
                                                         : FAULT_OTHER_RULES;
}

// Who has waited goes on, or is told why not.
static void release(server *sv, srv_match *m, srv_fault fault) {
    srv_calls callers = m->callers;
    m->callers = (srv_calls){0};
    for (size_t i = 0; i < callers.count; i++) {
        if (fault != FAULT_NONE) srv_fail(sv, callers.call[i], fault);
        gg_call_unpark(callers.call[i]);
    }
    free(callers.call);
}

// A stream asks again with the next tick; without one nobody needs the match.
static void give_up(server *sv, srv_match *m, gg_status status) {
    srv_log(sv, "ev=unreadable match=%.6s status=%d", m->row.name, (int)status);
    srv_match_unload(m);
    release(sv, m, fault_of(status));
    if (!m->streams) srv_match_drop(sv, m);
}

static void install(srv_match *m, srv_opening *to) {
    m->match = to->match;
    m->archive = to->archive;
    if (to->seq > m->row.seq) m->row.seq = to->seq;
    memcpy(m->row.awaited, to->row.awaited, sizeof m->row.awaited);
    memcpy(m->row.client, to->row.client, sizeof m->row.client);
    to->match = NULL;
    to->archive = NULL;
}

static void show_archive(server *sv, srv_match *m, const gg_store_last *last) {
    m->seq = SRV_SEQ_ARCHIVED;
    m->used_ms = srv_now_ms();
    srv_archive_adjourn(sv, m, last);
}

void srv_opened(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    gg_status status = job->status;
    if (m && m->opening == job) {
        m->opening = NULL;
        if (status == GG_OK) {
            install(m, job->opening);
            if (m->match)
                status = srv_match_ready(sv, m);
            else
                show_archive(sv, m, &job->opening->last);
        }
        if (status == GG_OK) {
            release(sv, m, FAULT_NONE);
            srv_streams_wake(sv, m);
        } else {
            give_up(sv, m, status);
        }
    }
    srv_job_free(job);
}

void srv_open_late(server *sv, srv_match *m) {
    atomic_store(&m->opening->stop, true);
    m->opening = NULL; // what it still finds is for nobody
    give_up(sv, m, GG_FULL);
}
