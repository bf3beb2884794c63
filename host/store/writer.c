// SPDX-License-Identifier: Apache-2.0
// The thread that writes: one batch, one transaction, one sync. While it waits for the disk the
// loop collects the next batch, so a slow disk makes batches larger instead of stopping everybody.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/store/internal.h"

enum { IS_NUMBER, IS_TEXT, IS_BYTES, IS_NULL, ROOM_FIRST = 64 << 10 };

// -------------------------------------------------------------------------------------- collecting
static void put(gg_batch *batch, const void *bytes, size_t count) {
    if (batch->failed) return;
    if (batch->length + count > batch->room) {
        size_t room = batch->room ? batch->room : ROOM_FIRST;
        while (room < batch->length + count) room *= 2;
        unsigned char *made = realloc(batch->bytes, room);
        if (!made) {
            batch->failed = true;
            return;
        }
        batch->bytes = made;
        batch->room = room;
    }
    if (count) memcpy(batch->bytes + batch->length, bytes, count);
    batch->length += count;
}

static void put_sized(gg_store *store, unsigned char kind, const void *bytes, size_t count) {
    uint64_t size = count;
    put(&store->collecting, &kind, 1);
    put(&store->collecting, &size, sizeof size);
    put(&store->collecting, bytes, count);
}

void gg_store_put(gg_store *store, gg_sql which, unsigned values) {
    unsigned char head[2] = {(unsigned char)which, (unsigned char)values};
    put(&store->collecting, head, sizeof head);
}

void gg_store_put_number(gg_store *store, int64_t number) {
    unsigned char kind = IS_NUMBER;
    put(&store->collecting, &kind, 1);
    put(&store->collecting, &number, sizeof number);
}

void gg_store_put_text(gg_store *store, const char *text) {
    put_sized(store, IS_TEXT, text, strlen(text));
}

void gg_store_put_bytes(gg_store *store, const void *bytes, size_t count) {
    put_sized(store, IS_BYTES, bytes, count);
}

void gg_store_put_null(gg_store *store) {
    unsigned char kind = IS_NULL;
    put(&store->collecting, &kind, 1);
}

bool gg_store_collected(const gg_store *store) {
    return store->collecting.length > 0 || store->collecting.failed;
}

void gg_store_refuse(gg_store *store) {
    store->collecting.failed = true;
}

// ----------------------------------------------------------------------------------------- writing
static const unsigned char *bind(sqlite3_stmt *s, int at, const unsigned char *from) {
    unsigned char kind = *from++;
    int64_t number;
    if (kind == IS_NULL) {
        (void)sqlite3_bind_null(s, at);
        return from;
    }
    memcpy(&number, from, sizeof number);
    from += sizeof number;
    if (kind == IS_NUMBER) {
        (void)sqlite3_bind_int64(s, at, number);
        return from;
    }
    if (kind == IS_TEXT)
        (void)sqlite3_bind_text64(s, at, (const char *)from, (sqlite3_uint64)number, SQLITE_STATIC,
                                  SQLITE_UTF8);
    else
        (void)sqlite3_bind_blob64(s, at, from, (sqlite3_uint64)number, SQLITE_STATIC);
    return from + number;
}

static bool step(gg_store_side *side, gg_sql which) {
    sqlite3_stmt *s = gg_store_prepared(side, which);
    bool good = s && sqlite3_step(s) == SQLITE_DONE;
    if (s) (void)sqlite3_reset(s);
    return good;
}

static bool write_all(gg_store *store) {
    const unsigned char *at = store->committing.bytes, *end = at + store->committing.length;
    while (at < end) {
        sqlite3_stmt *s = gg_store_prepared(&store->writing, (gg_sql)at[0]);
        unsigned values = at[1];
        if (!s) return false;
        at += 2;
        for (unsigned i = 0; i < values; i++) at = bind(s, (int)i + 1, at);
        bool good = sqlite3_step(s) == SQLITE_DONE;
        (void)sqlite3_reset(s);
        if (!good) return false;
    }
    return true;
}

static bool run(sqlite3 *db, const char *text) {
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

// A write that found no room has left the file as it was. After any other failure (a sync above
// all) nobody knows what the file holds: it is closed and opened again, never tried again as it is.
static bool still_good(sqlite3 *db, int error) {
    if (error != SQLITE_FULL && error != SQLITE_IOERR_WRITE) return false;
    if (!sqlite3_get_autocommit(db)) (void)run(db, "ROLLBACK");
    return sqlite3_get_autocommit(db) != 0;
}

// Is the log that SQLite writes to the one that will be read after a crash?
static bool wal_in_place(gg_store *store) {
    char path[4096];
    struct stat found;
    if (snprintf(path, sizeof path, "%s-wal", store->path) >= (int)sizeof path) return true;
    uint64_t now = stat(path, &found) == 0 ? (uint64_t)found.st_ino : 0;
    if (!store->wal) store->wal = now;
    return now == store->wal;
}

// A file that was deleted or replaced can still be written to, and nobody would ever read it.
static bool in_place(gg_store *store) {
    if (gg_store_in_place(store) && wal_in_place(store)) return true;
    (void)strcpy(store->failure, "the data file was moved, replaced or deleted");
    return false;
}

static gg_status give_up(gg_store *store) {
    gg_store_side_close(&store->writing);
    store->reopened = true;
    store->wal = 0;
    return GG_IO_FAILURE;
}

static gg_status write_batch(gg_store *store) {
    gg_store_side *side = &store->writing;
    store->reopened = false;
    if (store->committing.failed) {
        (void)strcpy(store->failure, "refused");
        return GG_IO_FAILURE;
    }
    if (!in_place(store)) return GG_IO_FAILURE;
    if (!side->db && gg_store_side_open(side, store->path, store->failure) != GG_STORE_FINE)
        return GG_IO_FAILURE;
    if (step(side, SQL_BEGIN) && write_all(store) && step(side, SQL_COMMIT))
        return in_place(store) ? GG_OK : give_up(store);
    int error = sqlite3_extended_errcode(side->db);
    (void)strncpy(store->failure, sqlite3_errmsg(side->db), GG_STORE_WHY - 1);
    return still_good(side->db, error) ? GG_IO_FAILURE : give_up(store);
}

static void *work(void *user) {
    gg_store *store = user;
    uint64_t one = 1;
    (void)pthread_mutex_lock(&store->mutex);
    for (;;) {
        while (!store->work && !store->stop)
            (void)pthread_cond_wait(&store->changed, &store->mutex);
        if (!store->work) break;
        (void)pthread_mutex_unlock(&store->mutex);
        gg_status status = write_batch(store);
        (void)pthread_mutex_lock(&store->mutex);
        store->status = status;
        store->work = false;
        store->done = true;
        (void)pthread_cond_broadcast(&store->changed);
        if (write(store->fd, &one, sizeof one) != (ssize_t)sizeof one) continue; // is readable
    }
    (void)pthread_mutex_unlock(&store->mutex);
    return NULL;
}

bool gg_store_writer_start(gg_store *store) {
    store->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    (void)pthread_mutex_init(&store->mutex, NULL);
    (void)pthread_cond_init(&store->changed, NULL);
    store->running = store->fd >= 0 && pthread_create(&store->thread, NULL, work, store) == 0;
    return store->running;
}

void gg_store_writer_stop(gg_store *store) {
    if (store->running) {
        (void)pthread_mutex_lock(&store->mutex);
        store->stop = true;
        (void)pthread_cond_broadcast(&store->changed);
        (void)pthread_mutex_unlock(&store->mutex);
        (void)pthread_join(store->thread, NULL);
        (void)pthread_cond_destroy(&store->changed);
        (void)pthread_mutex_destroy(&store->mutex);
    }
    if (store->fd >= 0) (void)close(store->fd);
    free(store->collecting.bytes);
    free(store->committing.bytes);
}

// ------------------------------------------------------------------------------------------ commit
int gg_store_fd(const gg_store *store) {
    return store->fd;
}

bool gg_store_busy(const gg_store *store) {
    return store->busy;
}

void gg_store_submit(gg_store *store) {
    gg_batch swap = store->committing;
    GG_ASSERT(!store->busy);
    if (!gg_store_collected(store)) return;
    store->committing = store->collecting;
    store->collecting = swap;
    store->collecting.length = 0;
    store->collecting.failed = false;
    store->busy = true;
    (void)pthread_mutex_lock(&store->mutex);
    store->work = true;
    (void)pthread_cond_broadcast(&store->changed);
    (void)pthread_mutex_unlock(&store->mutex);
}

static gg_status settle(gg_store *store) {
    store->busy = store->done = false;
    if (store->status == GG_OK) {
        store->commits++;
        return GG_OK;
    }
    memcpy(store->words, store->failure, sizeof store->words);
    if (store->reopened) gg_store_side_close(&store->reading.side); // opened again when next needed
    return GG_IO_FAILURE;
}

bool gg_store_finished(gg_store *store, gg_status *status) {
    uint64_t count;
    if (!store->busy) return false;
    if (read(store->fd, &count, sizeof count) != (ssize_t)sizeof count) return false;
    (void)pthread_mutex_lock(&store->mutex);
    bool done = store->done;
    if (done) *status = settle(store);
    (void)pthread_mutex_unlock(&store->mutex);
    return done;
}

gg_status gg_store_commit(gg_store *store) {
    uint64_t count;
    if (!store->busy) gg_store_submit(store);
    if (!store->busy) return GG_OK;
    (void)pthread_mutex_lock(&store->mutex);
    while (!store->done) (void)pthread_cond_wait(&store->changed, &store->mutex);
    if (read(store->fd, &count, sizeof count) < 0) count = 0; // already taken
    gg_status status = settle(store);
    (void)pthread_mutex_unlock(&store->mutex);
    return status;
}
