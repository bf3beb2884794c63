// SPDX-License-Identifier: Apache-2.0
// What the files of host/store share. Nobody else includes this.
#ifndef GG_HOST_STORE_INTERNAL_H
#define GG_HOST_STORE_INTERNAL_H

#include <pthread.h>
#include <sqlite3.h>

#include "host/store/store.h"

typedef enum gg_sql {
#define STATEMENT(name, text) SQL_##name,
#include "host/store/statements.def"
#undef STATEMENT
    STATEMENTS
} gg_sql;

// One connection and its prepared statements.
typedef struct gg_store_side {
    sqlite3 *db; // NULL: could not be opened (again)
    sqlite3_stmt *statement[STATEMENTS];
} gg_store_side;

struct gg_store_reader {
    gg_store_side side;
    const gg_store *of; // what is found at the path is opened only while it is this one's file
    char *path;
    char words[GG_STORE_WHY]; // of the last failure to open
};

// Writes laid out one after the other: which statement, how many values, the values.
typedef struct gg_batch {
    unsigned char *bytes;
    size_t length, room;
    bool failed; // no memory, or refused
} gg_batch;

struct gg_store {
    char *path;
    int lock;                // keeps a second server away
    gg_store_reader reading; // its path is the store's
    gg_batch collecting;
    int64_t next_person, next_session, next_match;
    uint64_t commits, reads;
    char words[GG_STORE_WHY];
    bool busy;
    int fd;
    // shared with the writing thread, under the mutex
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool running, stop, work, done;
    // the writing thread's while `work`
    gg_store_side writing;
    gg_batch committing;
    gg_status status;
    bool reopened;
    uint64_t wal; // number of the write-ahead log's file, 0 until it is seen
    char failure[GG_STORE_WHY];
};

// The numbered .sql files of this folder, in order; made by the build.
extern const char *const gg_migrations[];
extern const unsigned gg_migration_count;

// The name by which SQLite knows our way to write its log; NULL: its own. First called by one
// thread alone.
const char *gg_store_gather(void);

extern const char *const gg_store_sql[STATEMENTS];
gg_store_trouble gg_store_side_open(gg_store_side *side, const char *path, char why[GG_STORE_WHY]);
void gg_store_side_close(gg_store_side *side);
sqlite3_stmt *gg_store_prepared(gg_store_side *side, gg_sql which); // NULL: failure

sqlite3_stmt *gg_store_read(gg_store_reader *reader, gg_sql which); // NULL: failure
sqlite3_stmt *gg_store_statement(gg_store *store, gg_sql which);    // of the store's own reader
void gg_store_put(gg_store *store, gg_sql which, unsigned values);  // so many values follow
void gg_store_put_number(gg_store *store, int64_t number);
void gg_store_put_text(gg_store *store, const char *text);
void gg_store_put_bytes(gg_store *store, const void *bytes, size_t count);
void gg_store_put_null(gg_store *store);

// A column as text, never NULL, valid until the statement goes on; and copied.
const char *gg_store_text(sqlite3_stmt *statement, int column);
void gg_store_take_text(sqlite3_stmt *statement, int column, char *out, size_t cap);
// The end of a statement, by its last step: of one that lists, and of one that finds a row or none
// (GG_NOT_ALLOWED).
gg_status gg_store_ended(sqlite3_stmt *statement, int step);
gg_status gg_store_found(sqlite3_stmt *statement, int step);

bool gg_store_writer_start(gg_store *store);
void gg_store_writer_stop(gg_store *store);

#endif
