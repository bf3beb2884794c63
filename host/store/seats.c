// SPDX-License-Identifier: Apache-2.0
// Rows of people at two machines: who sits where, what they are called, links that give a seat, a
// view or a person, rematches and spectators.
#include <stdio.h>
#include <string.h>

#include "host/store/internal.h"

static const char *const kind_words[] = {"seat", "watch", "back"};

static void put_number_or_null(gg_store *store, int64_t number) {
    if (number)
        gg_store_put_number(store, number);
    else
        gg_store_put_null(store);
}

// ------------------------------------------------------------------------------------------- seats
void gg_store_seat_set(gg_store *store, int64_t row, unsigned place, const char *seat,
                       int64_t person, bool anew) {
    gg_store_put(store, SQL_SEAT_SET, 5);
    gg_store_put_number(store, row);
    gg_store_put_number(store, place);
    gg_store_put_text(store, person ? "human" : "open");
    put_number_or_null(store, person);
    gg_store_put_number(store, anew);
    gg_store_put(store, SQL_ORDERS_END, 2);
    gg_store_put_number(store, row);
    gg_store_put_text(store, seat);
}

void gg_store_name_set(gg_store *store, int64_t person, const char *name) {
    gg_store_put(store, SQL_NAME_SET, 2);
    gg_store_put_number(store, person);
    gg_store_put_text(store, name);
}

gg_status gg_store_name_of(gg_store *store, int64_t person, int64_t now, char name[GG_STORE_NAME],
                           bool *back) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_NAME_OF);
    name[0] = 0;
    *back = false;
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, person);
    (void)sqlite3_bind_int64(s, 2, now);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        gg_store_take_text(s, 0, name, GG_STORE_NAME);
        *back = sqlite3_column_int(s, 1) != 0;
    }
    return gg_store_found(s, step);
}

// ------------------------------------------------------------------------------------------- links
void gg_store_link_end(gg_store *store, gg_link_kind kind, int64_t row, unsigned place) {
    gg_store_put(store, SQL_LINKS_END, 3);
    gg_store_put_number(store, row);
    gg_store_put_text(store, kind_words[kind]);
    gg_store_put_number(store, place);
}

void gg_store_back_end(gg_store *store, int64_t person) {
    gg_store_put(store, SQL_LINKS_END_BACK, 1);
    gg_store_put_number(store, person);
}

void gg_store_link_new(gg_store *store, const uint8_t hash[GG_STORE_HASH],
                       const gg_store_link *link) {
    if (link->kind == GG_LINK_BACK)
        gg_store_back_end(store, link->person);
    else
        gg_store_link_end(store, link->kind, link->row, link->place);
    gg_store_put(store, SQL_LINK_NEW, 6);
    gg_store_put_bytes(store, hash, GG_STORE_HASH);
    gg_store_put_text(store, kind_words[link->kind]);
    put_number_or_null(store, link->row);
    gg_store_put_number(store, link->place);
    gg_store_put_number(store, link->person);
    gg_store_put_number(store, link->ends);
}

void gg_store_link_take(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person) {
    gg_store_put(store, SQL_LINK_TAKE, 2);
    gg_store_put_bytes(store, hash, GG_STORE_HASH);
    gg_store_put_number(store, person);
}

gg_status gg_store_link_find(gg_store *store, const uint8_t hash[GG_STORE_HASH], gg_link_kind kind,
                             int64_t person, int64_t now, gg_store_link *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_LINK_FIND);
    memset(out, 0, sizeof *out);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_blob64(s, 1, hash, GG_STORE_HASH, SQLITE_STATIC);
    (void)sqlite3_bind_text(s, 2, kind_words[kind], -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(s, 3, now);
    (void)sqlite3_bind_int64(s, 4, person);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        out->kind = kind;
        out->row = sqlite3_column_int64(s, 0);
        out->place = (unsigned)sqlite3_column_int(s, 1);
        out->person = sqlite3_column_int64(s, 2);
        out->taken = sqlite3_column_int64(s, 3);
        gg_store_take_text(s, 4, out->match, sizeof out->match);
        gg_store_take_text(s, 5, out->called, sizeof out->called);
    }
    return gg_store_found(s, step);
}

// ------------------------------------------------------------------------ rematches and spectators
gg_status gg_store_meeting_of(gg_store *store, int64_t row, gg_store_meeting *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_MEETING_OF);
    memset(out, 0, sizeof *out);
    out->delay = -1;
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, row);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        gg_store_take_text(s, 0, out->rematch, sizeof out->rematch);
        out->delay = sqlite3_column_int(s, 1);
    }
    gg_status status = gg_store_found(s, step);
    return status == GG_NOT_ALLOWED ? GG_OK : status;
}

void gg_store_meeting_put(gg_store *store, int64_t row, const gg_store_meeting *meeting) {
    gg_store_put(store, SQL_MEETING_PUT, 3);
    gg_store_put_number(store, row);
    gg_store_put_text(store, meeting->rematch);
    gg_store_put_number(store, meeting->delay);
}

void gg_store_spectator_new(gg_store *store, int64_t row, int64_t person) {
    gg_store_put(store, SQL_SPECTATOR_NEW, 2);
    gg_store_put_number(store, row);
    gg_store_put_number(store, person);
}

void gg_store_spectators_end(gg_store *store, int64_t row) {
    gg_store_put(store, SQL_SPECTATORS_END, 1);
    gg_store_put_number(store, row);
}

gg_status gg_store_spectator(gg_store *store, const char *match, int64_t person, int *delay) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SPECTATOR_IS);
    *delay = -1;
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_text(s, 1, match, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int64(s, 2, person);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) *delay = sqlite3_column_int(s, 0);
    gg_status status = gg_store_found(s, step);
    return status == GG_NOT_ALLOWED ? GG_OK : status;
}
