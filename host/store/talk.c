// SPDX-License-Identifier: Apache-2.0
// Rows beside the log of a match: what people say, and what each keeps for himself there.
#include <stdio.h>

#include "host/store/internal.h"

void gg_store_talk_add(gg_store *store, int64_t row, const gg_store_said *said) {
    gg_store_put(store, SQL_TALK_NEW, 6);
    gg_store_put_number(store, row);
    gg_store_put_number(store, said->number);
    gg_store_put_text(store, said->seat);
    gg_store_put_number(store, said->person);
    gg_store_put_number(store, said->at);
    gg_store_put_text(store, said->text);
}

gg_status gg_store_talk_last(gg_store *store, int64_t row, int64_t *number) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_TALK_LAST);
    *number = 0;
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, row);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) *number = sqlite3_column_int64(s, 0);
    return gg_store_ended(s, step);
}

gg_status gg_store_talk(gg_store *store, int64_t row, int64_t since, unsigned limit,
                        void (*each)(void *user, const gg_store_said *said), void *user) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_TALK_SINCE);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, row);
    (void)sqlite3_bind_int64(s, 2, since);
    (void)sqlite3_bind_int64(s, 3, limit);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        gg_store_said said = {.number = sqlite3_column_int64(s, 0),
                              .seat = gg_store_text(s, 1),
                              .person = sqlite3_column_int64(s, 2),
                              .at = sqlite3_column_int64(s, 3),
                              .text = gg_store_text(s, 4)};
        each(user, &said);
    }
    return gg_store_ended(s, step);
}

gg_status gg_store_visit_of(gg_store *store, int64_t row, int64_t person, gg_store_visit *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_VISIT_OF);
    *out = (gg_store_visit){.seen = 0};
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, row);
    (void)sqlite3_bind_int64(s, 2, person);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        out->seen = (uint32_t)sqlite3_column_int64(s, 0);
        out->muted = sqlite3_column_int64(s, 1) != 0;
        (void)snprintf(out->notes, sizeof out->notes, "%s", gg_store_text(s, 2));
    }
    return gg_store_ended(s, step);
}

static void put_visit(gg_store *store, gg_sql which, int64_t row, int64_t person) {
    gg_store_put(store, which, 3);
    gg_store_put_number(store, row);
    gg_store_put_number(store, person);
}

void gg_store_visit_seen(gg_store *store, int64_t row, int64_t person, uint32_t entry) {
    put_visit(store, SQL_VISIT_SEEN, row, person);
    gg_store_put_number(store, entry);
}

void gg_store_visit_mute(gg_store *store, int64_t row, int64_t person, bool muted) {
    put_visit(store, SQL_VISIT_MUTED, row, person);
    gg_store_put_number(store, muted);
}

void gg_store_visit_note(gg_store *store, int64_t row, int64_t person, const char *text) {
    put_visit(store, SQL_VISIT_NOTES, row, person);
    gg_store_put_text(store, text);
}
