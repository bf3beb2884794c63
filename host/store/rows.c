// SPDX-License-Identifier: Apache-2.0
// Rows in and out: people, matches, entries. Seats that change hands: seats.c.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/store/internal.h"

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
    (void)sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_number(sqlite3_stmt *statement, int at, int64_t number) {
    (void)sqlite3_bind_int64(statement, at, number);
}

// ----------------------------------------------------------------------------------------- people
int64_t gg_store_person_new(gg_store *store, int64_t now) {
    gg_store_put(store, SQL_PERSON_NEW, 2);
    gg_store_put_number(store, store->next_person);
    gg_store_put_number(store, now);
    return store->next_person++;
}

// ---------------------------------------------------------------------------------------- matches
#define SEED_AWAITED ""
#define SEED_NONE    "-"

static void add_seats(gg_store *store, int64_t row, const gg_store_match *match) {
    for (unsigned i = 0; i < match->seats; i++) {
        gg_store_put(store, SQL_SEAT_NEW, 6);
        gg_store_put_number(store, row);
        gg_store_put_number(store, i);
        gg_store_put_text(store, match->seat[i]);
        gg_store_put_text(store, match->kind[i]);
        if (match->person[i])
            gg_store_put_number(store, match->person[i]);
        else
            gg_store_put_null(store);
        if (match->seedless)
            gg_store_put_null(store);
        else
            gg_store_put_text(store, match->awaited[i] ? SEED_AWAITED : SEED_NONE);
    }
}

int64_t gg_store_match_new(gg_store *store, const gg_store_match *match) {
    int64_t row = store->next_match++;
    gg_store_put(store, SQL_MATCH_NEW, 13);
    gg_store_put_number(store, row);
    gg_store_put_text(store, match->name);
    gg_store_put_text(store, match->file ? "file" : "table");
    gg_store_put_text(store, match->game);
    gg_store_put_number(store, match->rules);
    gg_store_put_text(store, match->scenario);
    gg_store_put_text(store, match->options);
    gg_store_put_bytes(store, match->seed, sizeof match->seed);
    gg_store_put_number(store, match->owner);
    gg_store_put_number(store, match->made);
    gg_store_put_text(store, match->turn);
    gg_store_put_number(store, (int64_t)match->seq);
    gg_store_put_number(store, match->hints);
    add_seats(store, row, match);
    if (match->clock.base_ms) gg_store_clock_new(store, row, &match->clock);
    return row;
}

static void take_match(sqlite3_stmt *s, gg_store_match *out) {
    memset(out, 0, sizeof *out);
    out->row = sqlite3_column_int64(s, 0);
    gg_store_take_text(s, 1, out->name, sizeof out->name);
    out->file = strcmp(gg_store_text(s, 2), "file") == 0;
    gg_store_take_text(s, 3, out->game, sizeof out->game);
    out->rules = (unsigned)sqlite3_column_int(s, 4);
    gg_store_take_text(s, 5, out->scenario, sizeof out->scenario);
    gg_store_take_text(s, 6, out->options, sizeof out->options);
    if (sqlite3_column_bytes(s, 7) == GG_SEED_BYTES)
        memcpy(out->seed, sqlite3_column_blob(s, 7), GG_SEED_BYTES);
    out->owner = sqlite3_column_int64(s, 8);
    out->made = sqlite3_column_int64(s, 9);
    out->changed = sqlite3_column_int64(s, 10);
    gg_store_take_text(s, 11, out->turn, sizeof out->turn);
    out->seq = (uint64_t)sqlite3_column_int64(s, 12);
    out->hints = sqlite3_column_int(s, 13) != 0;
}

static void take_seed(sqlite3_stmt *s, int at, unsigned seat, gg_store_match *out) {
    const char *seed = gg_store_text(s, at);
    bool none = sqlite3_column_type(s, at) == SQLITE_NULL;
    if (none) out->seedless = true;
    out->awaited[seat] = !none && strcmp(seed, SEED_AWAITED) == 0;
    (void)snprintf(out->client[seat], sizeof out->client[seat], "%s",
                   none || strcmp(seed, SEED_NONE) == 0 ? "" : seed);
}

void gg_store_match_delete(gg_store *store, int64_t row) {
    gg_store_put(store, SQL_MATCH_DELETE, 1);
    gg_store_put_number(store, row);
}

void gg_store_seed_put(gg_store *store, int64_t row, unsigned seat, const char *seed) {
    gg_store_put(store, SQL_SEAT_SEED, 3);
    gg_store_put_number(store, row);
    gg_store_put_number(store, seat);
    gg_store_put_text(store, seed);
}

gg_status gg_store_seeds(gg_store_reader *reader, gg_store_match *match) {
    sqlite3_stmt *s = gg_store_read(reader, SQL_SEATS_OF);
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, match->row);
    int step;
    for (unsigned i = 0; (step = sqlite3_step(s)) == SQLITE_ROW && i < match->seats; i++)
        take_seed(s, 4, i, match);
    return gg_store_ended(s, step);
}

static gg_status take_seats(gg_store *store, gg_store_match *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SEATS_OF);
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, out->row);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW && out->seats < GG_SEATS_MAX) {
        gg_store_take_text(s, 1, out->seat[out->seats], GG_STORE_WORD);
        gg_store_take_text(s, 2, out->kind[out->seats], GG_STORE_WORD);
        take_seed(s, 4, out->seats, out);
        gg_store_take_text(s, 5, out->called[out->seats], GG_STORE_NAME);
        out->person[out->seats++] = sqlite3_column_int64(s, 3);
    }
    gg_status status = gg_store_ended(s, step);
    return status == GG_OK ? gg_store_clock_of(store, out->row, &out->clock) : status;
}

gg_status gg_store_match_find(gg_store *store, const char *name, gg_store_match *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_MATCH_FIND);
    if (!s) return GG_IO_FAILURE;
    bind_text(s, 1, name);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) take_match(s, out);
    gg_status status = gg_store_ended(s, step);
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
    gg_status status = gg_store_ended(s, seats == GG_OK ? step : SQLITE_DONE);
    return seats == GG_OK ? status : seats;
}

gg_status gg_store_history_of(gg_store *store, int64_t person, unsigned limit, int64_t skip,
                              void (*each)(void *user, const gg_store_match *match,
                                           const gg_store_ending *ending),
                              void *user) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_HISTORY_OF);
    gg_store_match match;
    gg_status seats = GG_OK;
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, person);
    bind_number(s, 2, limit);
    bind_number(s, 3, skip);
    int step;
    while (seats == GG_OK && (step = sqlite3_step(s)) == SQLITE_ROW) {
        gg_store_ending ending = {.at = sqlite3_column_int64(s, 10)};
        take_match(s, &match);
        gg_store_take_text(s, 14, ending.reason, sizeof ending.reason);
        gg_store_take_text(s, 15, ending.half, sizeof ending.half);
        seats = take_seats(store, &match);
        if (seats == GG_OK) each(user, &match, &ending);
    }
    gg_status status = gg_store_ended(s, seats == GG_OK ? step : SQLITE_DONE);
    return seats == GG_OK ? status : seats;
}

static gg_status ask_number(gg_store *store, unsigned statement, int64_t about, int64_t *out) {
    sqlite3_stmt *s = gg_store_statement(store, statement);
    *out = 0;
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, about);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) *out = sqlite3_column_int64(s, 0);
    return gg_store_ended(s, step);
}

gg_status gg_store_history_long(gg_store *store, int64_t person, int64_t *out) {
    return ask_number(store, SQL_HISTORY_LONG, person, out);
}

gg_status gg_store_ending_is(gg_store *store, int64_t row, bool *out) {
    int64_t found;
    gg_status status = ask_number(store, SQL_ENDING_IS, row, &found);
    *out = found != 0;
    return status;
}

void gg_store_ending_put(gg_store *store, int64_t row, const gg_store_ending *ending) {
    gg_store_put(store, SQL_ENDING_PUT, 4);
    gg_store_put_number(store, row);
    gg_store_put_number(store, ending->at);
    gg_store_put_text(store, ending->reason);
    gg_store_put_text(store, ending->half);
}

void gg_store_match_touch(gg_store *store, int64_t row, const char *turn, uint64_t seq,
                          unsigned rules, int64_t now) {
    gg_store_put(store, SQL_MATCH_TOUCH, 5);
    gg_store_put_number(store, row);
    gg_store_put_text(store, turn);
    gg_store_put_number(store, (int64_t)seq);
    gg_store_put_number(store, now);
    gg_store_put_number(store, rules);
}

// ---------------------------------------------------------------------------------------- entries
void gg_store_entry_add(gg_store *store, int64_t row, const gg_store_entry *entry) {
    gg_store_put(store, SQL_ENTRY_NEW, 5);
    gg_store_put_number(store, row);
    gg_store_put_number(store, entry->number);
    gg_store_put_text(store, entry->line);
    gg_store_put_number(store, (int64_t)entry->key);
    gg_store_put_number(store, (int64_t)entry->seq);
}

gg_status gg_store_entries(gg_store_reader *reader, int64_t row,
                           bool (*each)(void *user, const gg_store_entry *entry), void *user) {
    sqlite3_stmt *s = gg_store_read(reader, SQL_ENTRIES_OF);
    bool more = true;
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, row);
    int step = SQLITE_DONE;
    while (more && (step = sqlite3_step(s)) == SQLITE_ROW) {
        gg_store_entry entry = {
            .number = (uint32_t)sqlite3_column_int64(s, 0),
            .line = gg_store_text(s, 1),
            .length = (size_t)sqlite3_column_bytes(s, 1),
            .key = (uint64_t)sqlite3_column_int64(s, 2),
            .seq = (uint64_t)sqlite3_column_int64(s, 3),
        };
        more = each(user, &entry);
    }
    return gg_store_ended(s, step);
}

void gg_store_order_put(gg_store *store, int64_t row, const char *seat, const char *node,
                        const char *answer) {
    gg_store_put(store, SQL_ORDER_PUT, 4);
    gg_store_put_number(store, row);
    gg_store_put_text(store, seat);
    gg_store_put_text(store, node);
    gg_store_put_text(store, answer);
}

gg_status gg_store_orders(gg_store_reader *reader, int64_t row,
                          void (*each)(void *user, const char *seat, const char *node,
                                       const char *answer),
                          void *user) {
    sqlite3_stmt *s = gg_store_read(reader, SQL_ORDERS_OF);
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, row);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW)
        each(user, gg_store_text(s, 0), gg_store_text(s, 1), gg_store_text(s, 2));
    return gg_store_ended(s, step);
}

void gg_store_file_put(gg_store *store, int64_t row, const char *text, size_t length) {
    gg_store_put(store, SQL_FILE_NEW, 2);
    gg_store_put_number(store, row);
    gg_store_put_bytes(store, text, length);
}

// The bytes of column 0 of the only row, with a zero byte behind them, and a number of column 1.
static gg_status take_bytes(sqlite3_stmt *s, int64_t row, char **bytes, size_t *length,
                            int64_t *number) {
    *bytes = NULL;
    *length = 0;
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, row);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        *length = (size_t)sqlite3_column_bytes(s, 0);
        *bytes = malloc(*length + 1);
        if (*bytes && *length) memcpy(*bytes, sqlite3_column_blob(s, 0), *length);
        if (*bytes) (*bytes)[*length] = 0;
        if (number) *number = sqlite3_column_int64(s, 1);
    }
    gg_status status = gg_store_ended(s, step);
    if (status != GG_OK) return status;
    return step == SQLITE_DONE ? GG_NOT_ALLOWED : *bytes ? GG_OK : GG_NO_MEMORY;
}

gg_status gg_store_file(gg_store_reader *reader, int64_t row, char **text, size_t *length) {
    return take_bytes(gg_store_read(reader, SQL_FILE_OF), row, text, length, NULL);
}

// ---------------------------------------------------------------------------------------- archives
int64_t gg_store_last_match(const gg_store *store) {
    return store->next_match - 1;
}

gg_status gg_store_unarchived(gg_store *store, int64_t before, int64_t behind, int64_t upto,
                              gg_store_match *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_UNARCHIVED);
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, before);
    bind_number(s, 2, behind);
    bind_number(s, 3, upto);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) take_match(s, out);
    gg_status status = gg_store_ended(s, step);
    if (step == SQLITE_DONE) return GG_NOT_ALLOWED;
    return status == GG_OK ? take_seats(store, out) : status;
}

void gg_store_archive_put(gg_store *store, int64_t row, uint32_t entries, size_t size,
                          const void *bytes, size_t length) {
    gg_store_put(store, SQL_ARCHIVE_PUT, 4);
    gg_store_put_number(store, row);
    gg_store_put_number(store, entries);
    gg_store_put_number(store, (int64_t)size);
    gg_store_put_bytes(store, bytes, length);
}

void gg_store_archive_mark(gg_store *store, int64_t row, int64_t changed) {
    gg_store_put(store, SQL_ARCHIVE_MARK, 2);
    gg_store_put_number(store, row);
    gg_store_put_number(store, changed);
}

gg_status gg_store_archive(gg_store_reader *reader, int64_t row, char **bytes, size_t *length,
                           size_t *size) {
    int64_t number = 0;
    gg_status status =
        take_bytes(gg_store_read(reader, SQL_ARCHIVE_OF), row, bytes, length, &number);
    *size = (size_t)number;
    return status;
}

gg_status gg_store_last_entry(gg_store_reader *reader, int64_t row, gg_store_last *out) {
    sqlite3_stmt *s = gg_store_read(reader, SQL_ENTRY_LAST);
    memset(out, 0, sizeof *out);
    if (!s) return GG_IO_FAILURE;
    bind_number(s, 1, row);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        const char *line = gg_store_text(s, 1), *word = strrchr(line, ' ');
        out->number = (uint32_t)sqlite3_column_int64(s, 0);
        (void)snprintf(out->hash, sizeof out->hash, "%s", word ? word + 1 : "");
    }
    return gg_store_ended(s, step);
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
    return gg_store_ended(s, step);
}
