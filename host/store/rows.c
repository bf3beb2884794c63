// SPDX-License-Identifier: Apache-2.0
// Rows in and out: people, sessions, matches, entries.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/store/inside.h"

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
    (void)sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *statement, int at, const void *bytes, size_t count) {
    (void)sqlite3_bind_blob64(statement, at, bytes, count, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *statement, int at, int64_t number) {
    (void)sqlite3_bind_int64(statement, at, number);
}

static void take_text(sqlite3_stmt *statement, int at, char *out, size_t cap) {
    const unsigned char *text = sqlite3_column_text(statement, at);
    (void)snprintf(out, cap, "%s", text ? (const char *)text : "");
}

static const char *text_of(sqlite3_stmt *statement, int at) {
    const unsigned char *text = sqlite3_column_text(statement, at);
    return text ? (const char *)text : "";
}

// The end of a reading statement: GG_OK when every row was read or the reader had enough.
static gg_status ended(sqlite3_stmt *statement, int step) {
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    return step == SQLITE_DONE || step == SQLITE_ROW ? GG_OK : GG_IO_FAILURE;
}

// ----------------------------------------------------------------------------------------- people
int64_t gg_store_person_new(gg_store *store, int64_t now) {
    sqlite3_stmt *s = gg_store_writing(store, SQL_PERSON_NEW);
    if (s) bind_number(s, 1, now);
    return gg_store_wrote(store, s);
}

int64_t gg_store_session_new(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person,
                             bool token, int64_t now) {
    sqlite3_stmt *s = gg_store_writing(store, SQL_SESSION_NEW);
    if (!s) return 0;
    bind_bytes(s, 1, hash, GG_STORE_HASH);
    bind_number(s, 2, person);
    bind_text(s, 3, token ? "token" : "cookie");
    bind_number(s, 4, now);
    return gg_store_wrote(store, s);
}

gg_status gg_store_session_find(gg_store *store, const uint8_t hash[GG_STORE_HASH],
                                gg_store_session *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SESSION_FIND);
    if (!s) return GG_IO_FAILURE;
    bind_bytes(s, 1, hash, GG_STORE_HASH);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        out->id = sqlite3_column_int64(s, 0);
        out->person = sqlite3_column_int64(s, 1);
        out->token = strcmp(text_of(s, 2), "token") == 0;
    }
    gg_status status = ended(s, step);
    return step == SQLITE_DONE ? GG_NOT_ALLOWED : status;
}

// ---------------------------------------------------------------------------------------- matches
static void add_seats(gg_store *store, int64_t row, const gg_store_match *match) {
    for (unsigned i = 0; i < match->seats; i++) {
        sqlite3_stmt *s = gg_store_writing(store, SQL_SEAT_NEW);
        if (!s) return;
        bind_number(s, 1, row);
        bind_number(s, 2, i);
        bind_text(s, 3, match->seat[i]);
        bind_text(s, 4, match->kind[i]);
        if (match->person[i]) bind_number(s, 5, match->person[i]);
        (void)gg_store_wrote(store, s);
    }
}

int64_t gg_store_match_new(gg_store *store, const gg_store_match *match) {
    sqlite3_stmt *s = gg_store_writing(store, SQL_MATCH_NEW);
    if (!s) return 0;
    bind_text(s, 1, match->name);
    bind_text(s, 2, match->file ? "file" : "table");
    bind_text(s, 3, match->game);
    bind_number(s, 4, match->rules);
    bind_text(s, 5, match->scenario);
    bind_text(s, 6, match->options);
    bind_bytes(s, 7, match->seed, sizeof match->seed);
    bind_number(s, 8, match->owner);
    bind_number(s, 9, match->made);
    bind_text(s, 10, match->turn);
    bind_number(s, 11, (int64_t)match->seq);
    int64_t row = gg_store_wrote(store, s);
    if (row) add_seats(store, row, match);
    return row;
}

static void take_match(sqlite3_stmt *s, gg_store_match *out) {
    memset(out, 0, sizeof *out);
    out->row = sqlite3_column_int64(s, 0);
    take_text(s, 1, out->name, sizeof out->name);
    out->file = strcmp(text_of(s, 2), "file") == 0;
    take_text(s, 3, out->game, sizeof out->game);
    out->rules = (unsigned)sqlite3_column_int(s, 4);
    take_text(s, 5, out->scenario, sizeof out->scenario);
    take_text(s, 6, out->options, sizeof out->options);
    if (sqlite3_column_bytes(s, 7) == GG_SEED_BYTES)
        memcpy(out->seed, sqlite3_column_blob(s, 7), GG_SEED_BYTES);
    out->owner = sqlite3_column_int64(s, 8);
    out->made = sqlite3_column_int64(s, 9);
    out->changed = sqlite3_column_int64(s, 10);
    take_text(s, 11, out->turn, sizeof out->turn);
    out->seq = (uint64_t)sqlite3_column_int64(s, 12);
}

static gg_status take_seats(gg_store *store, gg_store_match *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SEATS_OF);
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, out->row);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW && out->seats < GG_SEATS_MAX) {
        take_text(s, 1, out->seat[out->seats], GG_STORE_WORD);
        take_text(s, 2, out->kind[out->seats], GG_STORE_WORD);
        out->person[out->seats++] = sqlite3_column_int64(s, 3);
    }
    return ended(s, step);
}

gg_status gg_store_match_find(gg_store *store, const char *name, gg_store_match *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_MATCH_FIND);
    if (!s) return GG_IO_FAILURE;
    bind_text(s, 1, name);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) take_match(s, out);
    gg_status status = ended(s, step);
    if (step == SQLITE_DONE) return GG_NOT_ALLOWED;
    return status == GG_OK ? take_seats(store, out) : status;
}

gg_status gg_store_matches_of(gg_store *store, int64_t person, unsigned limit,
                              void (*each)(void *user, const gg_store_match *match), void *user) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_MATCHES_OF);
    gg_store_match match;
    gg_status seats = GG_OK;
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, person);
    bind_number(s, 2, limit);
    int step;
    while (seats == GG_OK && (step = sqlite3_step(s)) == SQLITE_ROW) {
        take_match(s, &match);
        seats = take_seats(store, &match);
        if (seats == GG_OK) each(user, &match);
    }
    gg_status status = ended(s, seats == GG_OK ? step : SQLITE_DONE);
    return seats == GG_OK ? status : seats;
}

void gg_store_match_touch(gg_store *store, int64_t row, const char *turn, uint64_t seq,
                          int64_t now) {
    sqlite3_stmt *s = gg_store_writing(store, SQL_MATCH_TOUCH);
    if (!s) return;
    bind_number(s, 1, row);
    bind_text(s, 2, turn);
    bind_number(s, 3, (int64_t)seq);
    bind_number(s, 4, now);
    (void)gg_store_wrote(store, s);
}

// ---------------------------------------------------------------------------------------- entries
void gg_store_entry_add(gg_store *store, int64_t row, const gg_store_entry *entry) {
    sqlite3_stmt *s = gg_store_writing(store, SQL_ENTRY_NEW);
    if (!s) return;
    bind_number(s, 1, row);
    bind_number(s, 2, entry->number);
    bind_text(s, 3, entry->kind);
    bind_text(s, 4, entry->seat);
    bind_text(s, 5, entry->steps);
    bind_number(s, 6, (int64_t)entry->ticket);
    bind_number(s, 7, entry->ms);
    bind_number(s, 8, (int64_t)entry->hash);
    bind_number(s, 9, (int64_t)entry->key);
    bind_number(s, 10, (int64_t)entry->seq);
    (void)gg_store_wrote(store, s);
}

gg_status gg_store_entries(gg_store *store, int64_t row,
                           bool (*each)(void *user, const gg_store_entry *entry), void *user) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_ENTRIES_OF);
    bool more = true;
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, row);
    int step = SQLITE_DONE;
    while (more && (step = sqlite3_step(s)) == SQLITE_ROW) {
        gg_store_entry entry = {
            .number = (uint32_t)sqlite3_column_int64(s, 0),
            .kind = text_of(s, 1),
            .seat = text_of(s, 2),
            .steps = text_of(s, 3),
            .ticket = (uint64_t)sqlite3_column_int64(s, 4),
            .ms = (uint32_t)sqlite3_column_int64(s, 5),
            .hash = (uint64_t)sqlite3_column_int64(s, 6),
            .key = (uint64_t)sqlite3_column_int64(s, 7),
            .seq = (uint64_t)sqlite3_column_int64(s, 8),
        };
        more = each(user, &entry);
    }
    return ended(s, step);
}

void gg_store_order_put(gg_store *store, int64_t row, const char *seat, const char *node,
                        const char *answer) {
    sqlite3_stmt *s = gg_store_writing(store, SQL_ORDER_PUT);
    if (!s) return;
    bind_number(s, 1, row);
    bind_text(s, 2, seat);
    bind_text(s, 3, node);
    bind_text(s, 4, answer);
    (void)gg_store_wrote(store, s);
}

gg_status gg_store_orders(gg_store *store, int64_t row,
                          void (*each)(void *user, const char *seat, const char *node,
                                       const char *answer),
                          void *user) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_ORDERS_OF);
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, row);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW)
        each(user, text_of(s, 0), text_of(s, 1), text_of(s, 2));
    return ended(s, step);
}

void gg_store_file_put(gg_store *store, int64_t row, const char *text, size_t length) {
    sqlite3_stmt *s = gg_store_writing(store, SQL_FILE_NEW);
    if (!s) return;
    bind_number(s, 1, row);
    bind_bytes(s, 2, text, length);
    (void)gg_store_wrote(store, s);
}

gg_status gg_store_file(gg_store *store, int64_t row, char **text, size_t *length) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_FILE_OF);
    *text = NULL;
    *length = 0;
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, row);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        *length = (size_t)sqlite3_column_bytes(s, 0);
        *text = malloc(*length + 1);
        if (*text) {
            memcpy(*text, sqlite3_column_blob(s, 0), *length);
            (*text)[*length] = 0;
        }
    }
    gg_status status = ended(s, step);
    if (status != GG_OK) return status;
    return step == SQLITE_DONE ? GG_NOT_ALLOWED : *text ? GG_OK : GG_NO_MEMORY;
}

gg_status gg_store_counts(gg_store *store, int64_t *matches, int64_t *sessions) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_COUNTS);
    *matches = *sessions = 0;
    if (!s) return GG_IO_FAILURE;
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        *matches = sqlite3_column_int64(s, 0);
        *sessions = sqlite3_column_int64(s, 1);
    }
    return ended(s, step);
}
