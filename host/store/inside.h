// SPDX-License-Identifier: Apache-2.0
// What the files of host/store share. Nobody else includes this.
#ifndef GG_HOST_STORE_INSIDE_H
#define GG_HOST_STORE_INSIDE_H

#include <sqlite3.h>

#include "host/store/store.h"

typedef enum gg_sql {
#define STATEMENT(name, text) SQL_##name,
#include "host/store/statements.def"
#undef STATEMENT
    STATEMENTS
} gg_sql;

struct gg_store {
    char *path;
    int lock;    // keeps a second server away
    sqlite3 *db; // NULL: could not be opened again after a failure
    sqlite3_stmt *statement[STATEMENTS];
    bool writing, failed;
    int error; // SQLite's, of the failure
    uint64_t commits;
    char words[GG_STORE_WHY];
};

// The numbered .sql files of this folder, in order; made by the build.
extern const char *const gg_migrations[];
extern const unsigned gg_migration_count;

sqlite3_stmt *gg_store_statement(gg_store *store, gg_sql which); // for reading; NULL: failure
// For writing: opens the transaction when there is none. NULL: it has failed.
sqlite3_stmt *gg_store_writing(gg_store *store, gg_sql which);
int64_t gg_store_wrote(gg_store *store, sqlite3_stmt *statement_or_null); // the new row

#endif
