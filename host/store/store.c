// SPDX-License-Identifier: Apache-2.0
// SQLite: opening, locking, migrating, statements, backup.
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
#include <sys/stat.h>
#include <unistd.h>

#include "host/store/internal.h"

const char *const gg_store_sql[STATEMENTS] = {
#define STATEMENT(name, text) [SQL_##name] = text,
#include "host/store/statements.def"
#undef STATEMENT
};

static bool run(sqlite3 *db, const char *text) {
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

// ------------------------------------------------------------------------------------- connections
static int user_version(sqlite3 *db) {
    sqlite3_stmt *statement;
    int version = -1;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) != SQLITE_OK) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) version = sqlite3_column_int(statement, 0);
    (void)sqlite3_finalize(statement);
    return version;
}

// Forward only, each step whole or not at all.
static gg_store_trouble migrate(sqlite3 *db) {
    int version = user_version(db);
    if (version < 0) return GG_STORE_BROKEN;
    if ((unsigned)version > gg_migration_count) return GG_STORE_NEWER;
    for (unsigned i = (unsigned)version; i < gg_migration_count; i++) {
        char mark[64];
        (void)snprintf(mark, sizeof mark, "PRAGMA user_version = %u; COMMIT", i + 1);
        if (!run(db, "BEGIN IMMEDIATE") || !run(db, gg_migrations[i]) || !run(db, mark))
            return GG_STORE_BROKEN;
    }
    return GG_STORE_FINE;
}

gg_store_trouble gg_store_side_open(gg_store_side *side, const char *path, char why[GG_STORE_WHY]) {
    static const char pragmas[] = "PRAGMA page_size = 1024;"
                                  "PRAGMA journal_mode = WAL;"
                                  "PRAGMA synchronous = FULL;"
                                  "PRAGMA foreign_keys = OFF;"
                                  "PRAGMA trusted_schema = OFF;"
                                  "PRAGMA wal_autocheckpoint = 16000;"
                                  "PRAGMA journal_size_limit = 100663296;"
                                  "PRAGMA cache_size = -4096;";
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX; // lock_file() has made it
    gg_store_trouble trouble = GG_STORE_BROKEN;
    if (sqlite3_open_v2(path, &side->db, flags, gg_store_gather()) == SQLITE_OK) {
        (void)sqlite3_busy_timeout(side->db, 5000);
        if (run(side->db, pragmas)) trouble = migrate(side->db);
    }
    if (trouble == GG_STORE_FINE) return trouble;
    (void)snprintf(why, GG_STORE_WHY, "%s", side->db ? sqlite3_errmsg(side->db) : "no memory");
    gg_store_side_close(side);
    return trouble;
}

void gg_store_side_close(gg_store_side *side) {
    for (unsigned i = 0; i < STATEMENTS; i++) {
        (void)sqlite3_finalize(side->statement[i]);
        side->statement[i] = NULL;
    }
    (void)sqlite3_close(side->db);
    side->db = NULL;
}

sqlite3_stmt *gg_store_prepared(gg_store_side *side, gg_sql which) {
    sqlite3_stmt **statement = &side->statement[which];
    if (!*statement && sqlite3_prepare_v3(side->db, gg_store_sql[which], -1,
                                          SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
        return NULL;
    return *statement;
}

// -------------------------------------------------------------------------------------------- rows
const char *gg_store_text(sqlite3_stmt *statement, int column) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    return text ? (const char *)text : "";
}

void gg_store_take_text(sqlite3_stmt *statement, int column, char *out, size_t cap) {
    (void)snprintf(out, cap, "%s", gg_store_text(statement, column));
}

gg_status gg_store_found(sqlite3_stmt *statement, int step) {
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    return step == SQLITE_ROW ? GG_OK : step == SQLITE_DONE ? GG_NOT_ALLOWED : GG_IO_FAILURE;
}

gg_status gg_store_ended(sqlite3_stmt *statement, int step) {
    gg_status status = gg_store_found(statement, step);
    return status == GG_NOT_ALLOWED ? GG_OK : status;
}

// ----------------------------------------------------------------------------------------- readers
sqlite3_stmt *gg_store_read(gg_store_reader *reader, gg_sql which) {
    if (!reader->side.db && !gg_store_in_place(reader->of)) return NULL;
    if (!reader->side.db &&
        gg_store_side_open(&reader->side, reader->path, reader->words) != GG_STORE_FINE)
        return NULL;
    return gg_store_prepared(&reader->side, which);
}

sqlite3_stmt *gg_store_statement(gg_store *store, gg_sql which) {
    store->reads++;
    return gg_store_read(&store->reading, which);
}

gg_store_reader *gg_store_reading(gg_store *store) {
    return &store->reading;
}

gg_store_reader *gg_store_reader_new(const gg_store *store) {
    gg_store_reader *reader = calloc(1, sizeof *reader);
    if (reader && (reader->path = strdup(store->path))) {
        reader->of = store;
        return reader;
    }
    free(reader);
    return NULL;
}

void gg_store_reader_close(gg_store_reader *reader) {
    if (!reader) return;
    gg_store_side_close(&reader->side);
    free(reader->path);
    free(reader);
}

// --------------------------------------------------------------------------------------- opening
static gg_store_trouble lock_file(gg_store *store, char why[GG_STORE_WHY]) {
    store->lock = open(store->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock >= 0 && flock(store->lock, LOCK_EX | LOCK_NB) == 0) return GG_STORE_FINE;
    if (store->lock >= 0 && errno == EWOULDBLOCK) return GG_STORE_IN_USE;
    (void)snprintf(why, GG_STORE_WHY, "%s", strerror(errno));
    return GG_STORE_BROKEN;
}

// New rows are numbered here, so that a match and its log can be written in one batch.
static bool number_rows(gg_store *store) {
    sqlite3_stmt *s = gg_store_statement(store, SQL_LAST);
    bool good = s && sqlite3_step(s) == SQLITE_ROW;
    if (good) {
        store->next_person = sqlite3_column_int64(s, 0) + 1;
        store->next_session = sqlite3_column_int64(s, 1) + 1;
        store->next_match = sqlite3_column_int64(s, 2) + 1;
    }
    if (s) (void)sqlite3_reset(s);
    return good;
}

gg_store_trouble gg_store_open(gg_store **out, const char *path, char why[GG_STORE_WHY]) {
    *out = NULL;
    gg_store *store = calloc(1, sizeof *store);
    (void)snprintf(why, GG_STORE_WHY, "%s", strerror(ENOMEM));
    if (!store || !(store->path = strdup(path))) {
        free(store);
        return GG_STORE_BROKEN;
    }
    store->lock = store->fd = -1;
    store->reading.path = store->path;
    store->reading.of = store;
    gg_store_trouble trouble = lock_file(store, why);
    if (trouble == GG_STORE_FINE) trouble = gg_store_side_open(&store->reading.side, path, why);
    if (trouble == GG_STORE_FINE) trouble = gg_store_side_open(&store->writing, path, why);
    if (trouble == GG_STORE_FINE && (!number_rows(store) || !gg_store_writer_start(store)))
        trouble = GG_STORE_BROKEN;
    if (trouble == GG_STORE_FINE)
        *out = store;
    else
        gg_store_close(store);
    return trouble;
}

void gg_store_close(gg_store *store) {
    if (!store) return;
    gg_store_writer_stop(store);
    gg_store_side_close(&store->reading.side);
    gg_store_side_close(&store->writing);
    if (store->lock >= 0) (void)close(store->lock);
    free(store->path);
    free(store);
}

bool gg_store_in_place(const gg_store *store) {
    struct stat ours, named;
    return fstat(store->lock, &ours) == 0 && stat(store->path, &named) == 0 &&
           ours.st_dev == named.st_dev && ours.st_ino == named.st_ino;
}

uint64_t gg_store_commits(const gg_store *store) {
    return store->commits;
}

uint64_t gg_store_reads(const gg_store *store) {
    return store->reads;
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

// The copy has secrets too (dice to come): like the data it is for its owner only. One that was not
// finished is not left behind.
gg_store_trouble gg_store_backup(const char *from, const char *to, char why[GG_STORE_WHY]) {
    sqlite3 *source = NULL, *target = NULL;
    bool good = false;
    int made = open(to, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made < 0) {
        (void)snprintf(why, GG_STORE_WHY, "%s", strerror(errno));
        return GG_STORE_BROKEN;
    }
    (void)close(made);
    if (sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        (void)snprintf(why, GG_STORE_WHY, "%s", source ? sqlite3_errmsg(source) : "no memory");
    } else if (sqlite3_open_v2(to, &target, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        (void)snprintf(why, GG_STORE_WHY, "%s", target ? sqlite3_errmsg(target) : "no memory");
    } else {
        (void)sqlite3_busy_timeout(source, 5000);
        good = copy(source, target) && run(target, "PRAGMA wal_checkpoint(TRUNCATE)");
        if (!good) (void)snprintf(why, GG_STORE_WHY, "%s", sqlite3_errmsg(target));
    }
    (void)sqlite3_close(target);
    (void)sqlite3_close(source);
    if (!good) (void)unlink(to);
    return good ? GG_STORE_FINE : GG_STORE_BROKEN;
}
