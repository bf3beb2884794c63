// SPDX-License-Identifier: Apache-2.0
// How SQLite writes its log: it adds a mark of 24 bytes and a page, and that for dozens of pages in
// one commit. Here they are laid side by side and go to the file by one call.
//
// Nothing comes later than SQLite counts on. What is gathered is written before a sync of this
// file, and before it is read, measured or cut; other connections look at pages of the log only
// after the commit that told them, and its sync comes before that. A write that fails is told by
// the call that made it: then the commit fails, as it would have.
//
// Only the log is written so; every other file is the system's own.
#include <stdlib.h>
#include <string.h>

#include "host/store/internal.h"

enum { GATHERED_MOST = 128 << 10 };

// Memory of SQLite's; the system's own file lies behind it.
typedef struct log_file {
    sqlite3_file base; // first
    sqlite3_int64 at;  // where in the file the bytes belong
    int length;
    char *bytes; // NULL: no memory, nothing is gathered
} log_file;

static sqlite3_vfs *own;

static log_file *log_of(sqlite3_file *file) {
    log_file *log;
    memcpy(&log, &file, sizeof log); // its first member
    return log;
}

static sqlite3_file *real_of(sqlite3_file *file) {
    void *behind = log_of(file) + 1;
    return behind;
}

static int flush(sqlite3_file *file) {
    log_file *log = log_of(file);
    int length = log->length;
    log->length = 0;
    if (!length) return SQLITE_OK;
    return real_of(file)->pMethods->xWrite(real_of(file), log->bytes, length, log->at);
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at) {
    log_file *log = log_of(file);
    bool follows = log->length && at == log->at + log->length;
    if (!follows || count > GATHERED_MOST - log->length) {
        int status = flush(file);
        if (status != SQLITE_OK) return status;
        log->at = at;
    }
    if (!log->bytes || count > GATHERED_MOST)
        return real_of(file)->pMethods->xWrite(real_of(file), bytes, count, at);
    memcpy(log->bytes + log->length, bytes, (size_t)count);
    log->length += count;
    return SQLITE_OK;
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at) {
    int status = flush(file);
    return status ? status : real_of(file)->pMethods->xRead(real_of(file), bytes, count, at);
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int status = flush(file);
    return status ? status : real_of(file)->pMethods->xTruncate(real_of(file), size);
}

static int log_sync(sqlite3_file *file, int flags) {
    int status = flush(file);
    return status ? status : real_of(file)->pMethods->xSync(real_of(file), flags);
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int status = flush(file);
    return status ? status : real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int log_close(sqlite3_file *file) {
    int status = flush(file);
    int closed = real_of(file)->pMethods->xClose(real_of(file));
    free(log_of(file)->bytes);
    return status ? status : closed;
}

// Who may use a data file is not decided by its log.
static int log_lock(sqlite3_file *file, int kind) {
    return real_of(file)->pMethods->xLock(real_of(file), kind);
}

static int log_unlock(sqlite3_file *file, int kind) {
    return real_of(file)->pMethods->xUnlock(real_of(file), kind);
}

static int log_locked(sqlite3_file *file, int *held) {
    return real_of(file)->pMethods->xCheckReservedLock(real_of(file), held);
}

static int log_control(sqlite3_file *file, int what, void *about) {
    return real_of(file)->pMethods->xFileControl(real_of(file), what, about);
}

static int log_sector(sqlite3_file *file) {
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int log_device(sqlite3_file *file) {
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static const sqlite3_io_methods log_methods = {.iVersion = 1,
                                               .xClose = log_close,
                                               .xRead = log_read,
                                               .xWrite = log_write,
                                               .xTruncate = log_truncate,
                                               .xSync = log_sync,
                                               .xFileSize = log_size,
                                               .xLock = log_lock,
                                               .xUnlock = log_unlock,
                                               .xCheckReservedLock = log_locked,
                                               .xFileControl = log_control,
                                               .xSectorSize = log_sector,
                                               .xDeviceCharacteristics = log_device};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *got) {
    (void)vfs;
    if (!(flags & SQLITE_OPEN_WAL)) return own->xOpen(own, name, file, flags, got);
    log_file *log = log_of(file);
    memset(log, 0, sizeof *log);
    int status = own->xOpen(own, name, real_of(file), flags, got);
    if (status != SQLITE_OK) return status; // without methods there is nothing to close
    log->bytes = malloc(GATHERED_MOST);
    log->base.pMethods = &log_methods;
    return SQLITE_OK;
}

const char *gg_store_gather(void) {
    static sqlite3_vfs gathering;
    static const char *name;
    if (own || !(own = sqlite3_vfs_find(NULL))) return name;
    gathering = *own;
    gathering.zName = "gathering";
    gathering.szOsFile = own->szOsFile + (int)sizeof(log_file);
    gathering.xOpen = open_file;
    if (sqlite3_vfs_register(&gathering, 0) == SQLITE_OK) name = gathering.zName;
    return name;
}
