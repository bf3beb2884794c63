// SPDX-License-Identifier: Apache-2.0
// SQLite: opening, locking, migrating, group commit, statements.
//
// Who may write is decided by flock() on the data file itself, not by SQLite's locks: those must
// stay shared so that a backup can read while the server runs. SQLite's own locks are of another
// kind (fcntl), which a process loses when it closes any descriptor of the file: ours is therefore
// closed last.
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "host/store/inside.h"

static const char *const sql[STATEMENTS] = {
#define STATEMENT(name, text) [SQL_##name] = text,
#include "host/store/statements.def"
#undef STATEMENT
};

static void keep_words(gg_store *store, const char *words) {
    (void)snprintf(store->words, sizeof store->words, "%s", words);
}

static bool run(sqlite3 *db, const char *text) {
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

// --------------------------------------------------------------------------------------- opening
static int user_version(sqlite3 *db) {
    sqlite3_stmt *statement;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) version = sqlite3_column_int(statement, 0);
    (void)sqlite3_finalize(statement);
    return version;
}

// Forward only, each step whole or not at all.
static gg_store_trouble migrate(gg_store *store) {
    int version = user_version(store->db);
    if (version < 0) return GG_STORE_BROKEN;
    if ((unsigned)version > gg_migration_count) return GG_STORE_NEWER;
    for (unsigned i = (unsigned)version; i < gg_migration_count; i++) {
        char mark[64];
        (void)snprintf(mark, sizeof mark, "PRAGMA user_version = %u; COMMIT", i + 1);
        if (!run(store->db, "BEGIN IMMEDIATE") || !run(store->db, gg_migrations[i]) ||
            !run(store->db, mark))
            return GG_STORE_BROKEN;
    }
    return GG_STORE_FINE;
}

// A negative number in the pragma of the journal: bytes to which the log is cut after a checkpoint.
static gg_store_trouble open_file(gg_store *store) {
    static const char pragmas[] = "PRAGMA journal_mode = WAL;"
                                  "PRAGMA synchronous = FULL;"
                                  "PRAGMA foreign_keys = OFF;"
                                  "PRAGMA trusted_schema = OFF;"
                                  "PRAGMA wal_autocheckpoint = 4000;"
                                  "PRAGMA journal_size_limit = 33554432;"
                                  "PRAGMA cache_size = -16384;";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    gg_store_trouble trouble = GG_STORE_BROKEN;
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) == SQLITE_OK) {
        (void)sqlite3_busy_timeout(store->db, 5000);
        if (run(store->db, pragmas)) trouble = migrate(store);
    }
    if (trouble == GG_STORE_FINE) return trouble;
    keep_words(store, store->db ? sqlite3_errmsg(store->db) : "no memory");
    (void)sqlite3_close(store->db);
    store->db = NULL;
    return trouble;
}

static gg_store_trouble lock_file(gg_store *store) {
    store->lock = open(store->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0) {
        keep_words(store, strerror(errno));
        return GG_STORE_BROKEN;
    }
    if (flock(store->lock, LOCK_EX | LOCK_NB) == 0) return GG_STORE_FINE;
    if (errno == EWOULDBLOCK) return GG_STORE_IN_USE;
    keep_words(store, strerror(errno));
    return GG_STORE_BROKEN;
}

gg_store_trouble gg_store_open(gg_store **out, const char *path, char why[GG_STORE_WHY]) {
    *out = NULL;
    gg_store *store = calloc(1, sizeof *store);
    if (!store || !(store->path = strdup(path))) {
        free(store);
        (void)snprintf(why, GG_STORE_WHY, "%s", strerror(ENOMEM));
        return GG_STORE_BROKEN;
    }
    store->lock = -1;
    gg_store_trouble trouble = lock_file(store);
    if (trouble == GG_STORE_FINE) trouble = open_file(store);
    if (trouble == GG_STORE_FINE) {
        *out = store;
        return trouble;
    }
    (void)snprintf(why, GG_STORE_WHY, "%s", store->words);
    gg_store_close(store);
    return trouble;
}

static void close_file(gg_store *store) {
    for (unsigned i = 0; i < STATEMENTS; i++) {
        (void)sqlite3_finalize(store->statement[i]);
        store->statement[i] = NULL;
    }
    (void)sqlite3_close(store->db);
    store->db = NULL;
}

void gg_store_close(gg_store *store) {
    if (!store) return;
    close_file(store);
    if (store->lock >= 0) (void)close(store->lock);
    free(store->path);
    free(store);
}

// ------------------------------------------------------------------------------------- statements
sqlite3_stmt *gg_store_statement(gg_store *store, gg_sql which) {
    if (!store->db && open_file(store) != GG_STORE_FINE) return NULL;
    sqlite3_stmt **statement = &store->statement[which];
    if (!*statement && sqlite3_prepare_v3(store->db, sql[which], -1, SQLITE_PREPARE_PERSISTENT,
                                          statement, NULL) != SQLITE_OK) {
        keep_words(store, sqlite3_errmsg(store->db));
        return NULL;
    }
    return *statement;
}

static void fail(gg_store *store) {
    if (!store->failed && store->db) {
        keep_words(store, sqlite3_errmsg(store->db));
        store->error = sqlite3_extended_errcode(store->db);
    }
    store->failed = true;
}

sqlite3_stmt *gg_store_writing(gg_store *store, gg_sql which) {
    if (store->failed) return NULL;
    sqlite3_stmt *statement = gg_store_statement(store, which);
    if (statement && !store->writing && !run(store->db, "BEGIN IMMEDIATE")) statement = NULL;
    store->writing = true;
    if (!statement) fail(store);
    return statement;
}

int64_t gg_store_wrote(gg_store *store, sqlite3_stmt *statement) {
    if (!statement) return 0;
    bool good = sqlite3_step(statement) == SQLITE_DONE;
    if (!good) fail(store);
    int64_t row = good ? sqlite3_last_insert_rowid(store->db) : 0;
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    return row;
}

bool gg_store_open_write(const gg_store *store) {
    return store->writing;
}

// A write that found no room has left the file as it was. After any other failure (a sync above
// all) nobody knows what the file holds: it is closed and opened again, never tried again as it is.
static bool still_good(gg_store *store, int error) {
    if (!store->db || (error != SQLITE_FULL && error != SQLITE_IOERR_WRITE)) return false;
    if (!sqlite3_get_autocommit(store->db)) (void)run(store->db, "ROLLBACK");
    return sqlite3_get_autocommit(store->db) != 0;
}

gg_status gg_store_commit(gg_store *store) {
    if (!store->writing) return GG_OK;
    store->writing = false;
    if (!store->failed && run(store->db, "COMMIT")) {
        store->commits++;
        return GG_OK;
    }
    fail(store);
    store->failed = false;
    if (still_good(store, store->error)) return GG_IO_FAILURE;
    if (store->db) (void)run(store->db, "ROLLBACK");
    close_file(store);
    (void)open_file(store); // should this fail, the next statement tries again
    return GG_IO_FAILURE;
}

void gg_store_refuse(gg_store *store) {
    store->writing = store->failed = true;
    store->error = SQLITE_FULL; // nothing is wrong with the file
    keep_words(store, "refused");
}

uint64_t gg_store_commits(const gg_store *store) {
    return store->commits;
}

const char *gg_store_words(const gg_store *store) {
    return store->words;
}

// ----------------------------------------------------------------------------------------- backup
static bool copy(sqlite3 *from, sqlite3 *to) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (!backup) return false;
    int step = sqlite3_backup_step(backup, -1);
    return sqlite3_backup_finish(backup) == SQLITE_OK && step == SQLITE_DONE;
}

gg_store_trouble gg_store_backup(const char *from, const char *to, char why[GG_STORE_WHY]) {
    sqlite3 *source = NULL, *target = NULL;
    const char *words = "no memory";
    bool good = false;
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        words = source ? sqlite3_errmsg(source) : words;
    } else if (sqlite3_open_v2(to, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
               SQLITE_OK) {
        words = target ? sqlite3_errmsg(target) : words;
    } else {
        (void)sqlite3_busy_timeout(source, 5000);
        good = copy(source, target) && run(target, "PRAGMA wal_checkpoint(TRUNCATE)");
        if (!good) words = sqlite3_errmsg(target);
    }
    if (!good) (void)snprintf(why, GG_STORE_WHY, "%s", words);
    (void)sqlite3_close(target);
    (void)sqlite3_close(source);
    return good ? GG_STORE_FINE : GG_STORE_BROKEN;
}
