// SPDX-License-Identifier: Apache-2.0
// Rows of sessions and tokens: made, found, used, listed, ended; and which matches a person may
// ask for at all.
#include <stdio.h>
#include <string.h>

#include "host/store/internal.h"

// ------------------------------------------------------------------------------------------ making
static int64_t add(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person,
                   const char *kind, const char *name, int64_t now, int64_t ends) {
    gg_store_put(store, SQL_SESSION_NEW, 8);
    gg_store_put_number(store, store->next_session);
    gg_store_put_bytes(store, hash, GG_STORE_HASH);
    gg_store_put_number(store, person);
    gg_store_put_text(store, kind);
    gg_store_put_number(store, now);
    gg_store_put_text(store, name);
    gg_store_put_number(store, now - now % GG_STORE_DAY);
    gg_store_put_number(store, ends);
    return store->next_session++;
}

int64_t gg_store_session_new(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person,
                             bool token, int64_t now) {
    int64_t days = token ? GG_STORE_TOKEN_DAYS : GG_STORE_COOKIE_DAYS;
    return add(store, hash, person, token ? "token" : "cookie", "", now, now + days * GG_STORE_DAY);
}

int64_t gg_store_token_new(gg_store *store, const uint8_t hash[GG_STORE_HASH], int64_t person,
                           const char *name, int64_t now, int64_t ends) {
    return add(store, hash, person, "token", name, now, ends);
}

int64_t gg_store_last_session(const gg_store *store) {
    return store->next_session - 1;
}

// ----------------------------------------------------------------------------------------- reading
static void take(sqlite3_stmt *s, gg_store_session *out) {
    out->id = sqlite3_column_int64(s, 0);
    out->person = sqlite3_column_int64(s, 1);
    out->token = strcmp(gg_store_text(s, 2), "token") == 0;
    out->made = sqlite3_column_int64(s, 3);
    out->used = sqlite3_column_int64(s, 4);
    out->ends = sqlite3_column_int64(s, 5);
}

gg_status gg_store_session_find(gg_store *store, const uint8_t hash[GG_STORE_HASH],
                                gg_store_session *out) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SESSION_FIND);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_blob64(s, 1, hash, GG_STORE_HASH, SQLITE_STATIC);
    int step = sqlite3_step(s);
    if (step == SQLITE_ROW) {
        take(s, out);
        out->born = sqlite3_column_int64(s, 6);
    }
    gg_status status = gg_store_ended(s, step);
    return step == SQLITE_DONE ? GG_NOT_ALLOWED : status;
}

gg_status gg_store_session_hash(gg_store *store, int64_t id, int64_t person,
                                uint8_t hash[GG_STORE_HASH]) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SESSION_HASH);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, id);
    (void)sqlite3_bind_int64(s, 2, person);
    int step = sqlite3_step(s);
    bool whole = step == SQLITE_ROW && sqlite3_column_bytes(s, 0) == GG_STORE_HASH;
    if (whole) memcpy(hash, sqlite3_column_blob(s, 0), GG_STORE_HASH);
    gg_status status = gg_store_ended(s, step);
    return status == GG_OK && !whole ? GG_NOT_ALLOWED : status;
}

gg_status gg_store_sessions_of(gg_store *store, int64_t person, int64_t now, unsigned limit,
                               void (*each)(void *user, const gg_store_session *session,
                                            const char *name),
                               void *user) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SESSIONS_OF);
    gg_store_session session = {0};
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, person);
    (void)sqlite3_bind_int64(s, 2, now);
    (void)sqlite3_bind_int64(s, 3, limit);
    int step;
    while ((step = sqlite3_step(s)) == SQLITE_ROW) {
        take(s, &session);
        each(user, &session, gg_store_text(s, 6));
    }
    return gg_store_ended(s, step);
}

// -------------------------------------------------------------------------------- using and ending
void gg_store_session_used(gg_store *store, const gg_store_session *session) {
    gg_store_put(store, SQL_SESSION_USED, 3);
    gg_store_put_number(store, session->id);
    gg_store_put_number(store, session->used);
    gg_store_put_number(store, session->ends);
}

void gg_store_session_end(gg_store *store, int64_t id) {
    gg_store_put(store, SQL_SESSION_END, 1);
    gg_store_put_number(store, id);
}

void gg_store_sessions_end(gg_store *store, int64_t person) {
    gg_store_put(store, SQL_SESSIONS_END, 1);
    gg_store_put_number(store, person);
}

void gg_store_sessions_purge(gg_store *store, int64_t now) {
    gg_store_put(store, SQL_SESSIONS_PURGE, 1);
    gg_store_put_number(store, now);
}

// ----------------------------------------------------------------------------------------- matches
gg_status gg_store_may_ask(gg_store *store, int64_t person, const char *name, bool reads) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_MAY_ASK);
    if (!s) return GG_IO_FAILURE;
    (void)sqlite3_bind_int64(s, 1, person);
    (void)sqlite3_bind_text(s, 2, name, -1, SQLITE_STATIC);
    (void)sqlite3_bind_int(s, 3, reads);
    int step = sqlite3_step(s);
    bool may = step == SQLITE_ROW && sqlite3_column_int(s, 0);
    gg_status status = gg_store_ended(s, step);
    return status == GG_OK && !may ? GG_NOT_ALLOWED : status;
}

bool gg_store_secret(gg_store *store, uint8_t out[GG_STORE_HASH]) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_SECRET_OF);
    bool whole = s && sqlite3_step(s) == SQLITE_ROW && sqlite3_column_bytes(s, 0) == GG_STORE_HASH;
    if (whole) memcpy(out, sqlite3_column_blob(s, 0), GG_STORE_HASH);
    if (s) (void)sqlite3_reset(s);
    return whole;
}
