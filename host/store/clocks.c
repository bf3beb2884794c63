// SPDX-License-Identifier: Apache-2.0
// Rows of clocks, and when the server was up.
#include <stdio.h>

#include "host/store/internal.h"

void gg_store_clock_new(gg_store *store, int64_t row, const gg_store_clock *clock) {
    gg_store_put(store, SQL_CLOCK_NEW, 4);
    gg_store_put_number(store, row);
    gg_store_put_text(store, clock->pace);
    gg_store_put_number(store, clock->base_ms);
    gg_store_put_number(store, clock->increment_ms);
}

gg_status gg_store_clock_of(gg_store *store, int64_t row, gg_store_clock *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_CLOCK_OF);
    *out = (gg_store_clock){.base_ms = 0};
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, row);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        (void)snprintf(out->pace, sizeof out->pace, "%s", (const char *)sqlite3_column_text(s, 0));
        out->base_ms = (uint32_t)sqlite3_column_int64(s, 1);
        out->increment_ms = (uint32_t)sqlite3_column_int64(s, 2);
        out->since_ms = sqlite3_column_int64(s, 3);
        out->paused = sqlite3_column_int64(s, 4) != 0;
        out->ends = sqlite3_column_int64(s, 5);
    }
    return gg_store_ended(s, step);
}

void gg_store_clock_set(gg_store *store, int64_t row, int64_t since_ms, int64_t ends, bool paused) {
    gg_store_put(store, SQL_CLOCK_SET, 4);
    gg_store_put_number(store, row);
    gg_store_put_number(store, since_ms);
    gg_store_put_number(store, ends);
    gg_store_put_number(store, paused);
}

gg_status gg_store_clocks_due(gg_store *store, int64_t now, unsigned limit,
                              void (*each)(void *user, const char *match), void *user) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_CLOCKS_DUE);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, now);
    (void)sqlite3_bind_int64(s, 2, limit);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW)
        each(user, (const char *)sqlite3_column_text(s, 0));
    return gg_store_ended(s, step);
}

gg_status gg_store_clocks_run(gg_store *store, bool *run, int64_t *alive) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_CLOCKS_RUN);
    *run = false;
    *alive = 0;
    if (!s) return GG_IO_FAILURE;
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        *run = sqlite3_column_int64(s, 0) != 0;
        *alive = sqlite3_column_int64(s, 1);
    }
    return gg_store_ended(s, step);
}

void gg_store_clocks_later(gg_store *store, int64_t seconds) {
    gg_store_put(store, SQL_CLOCKS_LATER, 1);
    gg_store_put_number(store, seconds);
}

void gg_store_alive(gg_store *store, int64_t now) {
    gg_store_put(store, SQL_ALIVE, 1);
    gg_store_put_number(store, now);
}
