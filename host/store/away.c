// SPDX-License-Identifier: Apache-2.0
// Rows of what a seat has done without touching the game: vacations and early answers.
#include <string.h>

#include "host/store/internal.h"

void gg_store_vacation_put(gg_store *store, int64_t row, unsigned place,
                           const gg_store_vacation *vacation) {
    gg_store_put(store, SQL_VACATION_PUT, 5);
    gg_store_put_number(store, row);
    gg_store_put_number(store, place);
    gg_store_put_number(store, vacation->begun_ms);
    gg_store_put_number(store, vacation->until_ms);
    gg_store_put_number(store, vacation->days);
}

gg_status gg_store_vacations_of(gg_store *store, int64_t row, unsigned seats,
                                gg_store_vacation out[GG_SEATS_MAX]) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_VACATIONS_OF);
    memset(out, 0, GG_SEATS_MAX * sizeof *out);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, row);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        int64_t place = sqlite3_column_int64(s, 0);
        if (place < 0 || place >= (int64_t)seats) continue;
        out[place] = (gg_store_vacation){.begun_ms = sqlite3_column_int64(s, 1),
                                         .until_ms = sqlite3_column_int64(s, 2),
                                         .days = (unsigned)sqlite3_column_int64(s, 3)};
    }
    return gg_store_ended(s, step);
}

// ----------------------------------------------------------------------------------- early answers
void gg_store_early_put(gg_store *store, int64_t row, const gg_store_early *early) {
    uint8_t bytes[8 * GG_DRAFT_MAX];
    for (unsigned i = 0; i < 8 * early->steps; i++)
        bytes[i] = (uint8_t)(early->step[i / 8] >> 8 * (i % 8));
    gg_store_put(store, SQL_EARLY_PUT, 6);
    gg_store_put_number(store, row);
    gg_store_put_number(store, early->place);
    gg_store_put_bytes(store, bytes, (size_t)8 * early->steps);
    gg_store_put_number(store, early->used_ms);
    gg_store_put_number(store, (int64_t)early->key);
    gg_store_put_number(store, (int64_t)early->seq);
}

void gg_store_early_end(gg_store *store, int64_t row, unsigned place) {
    gg_store_put(store, SQL_EARLY_END, 2);
    gg_store_put_number(store, row);
    gg_store_put_number(store, place);
}

static void take_steps(sqlite3_stmt *s, int column, gg_store_early *out) {
    const uint8_t *bytes = sqlite3_column_blob(s, column);
    size_t count = (size_t)sqlite3_column_bytes(s, column) / 8;
    out->steps = bytes && count <= GG_DRAFT_MAX ? (unsigned)count : 0;
    for (unsigned i = 0; i < 8 * out->steps; i++)
        out->step[i / 8] |= (gg_action)bytes[i] << 8 * (i % 8);
}

gg_status gg_store_early_of(gg_store_reader *reader, int64_t row,
                            void (*each)(void *user, const gg_store_early *early), void *user) {
    sqlite3_stmt *s = gg_store_read(reader, SQL_EARLY_OF);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, row);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        gg_store_early early = {.place = (unsigned)sqlite3_column_int64(s, 0),
                                .used_ms = (uint32_t)sqlite3_column_int64(s, 2),
                                .key = (uint64_t)sqlite3_column_int64(s, 3),
                                .seq = (uint64_t)sqlite3_column_int64(s, 4)};
        take_steps(s, 1, &early);
        each(user, &early);
    }
    return gg_store_ended(s, step);
}
