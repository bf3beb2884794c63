// SPDX-License-Identifier: Apache-2.0
// A disk that can lose power, as a library preloaded into the server: bytes written to files below
// POWERCUT_FOLDER are kept in memory and reach the real file only when they are synced (fsync,
// fdatasync). Reading gives what was written. A kill -9 of the process is then a power cut: all
// that was not synced is gone, and of a sync under way any part may have arrived.
//
// While there is a file POWERCUT_FULL, writes to the write-ahead log fail: the disk is full.
// POWERCUT_LIE=1 makes syncs do nothing but say yes: a test of the test, which must then find lost
// moves.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { FILES = 64, FDS = 4096, PAGE = 4096 };

// One file, by inode: its whole present content and which pages differ from the disk.
typedef struct file {
    dev_t device;
    ino_t inode;
    unsigned char *bytes;
    unsigned char *dirty;
    size_t length, room;
    bool used, resized;
} file;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static file files[FILES];
static file *of_fd[FDS];

#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (!real) {                                                                                   \
        void *found = dlsym(RTLD_NEXT, #name);                                                     \
        memcpy(&real, &found, sizeof real);                                                        \
    }

static ssize_t real_pread(int fd, void *to, size_t count, off_t at) {
    REAL(ssize_t, pread64, int, void *, size_t, off_t)
    return real(fd, to, count, at);
}

static ssize_t real_pwrite(int fd, const void *from, size_t count, off_t at) {
    REAL(ssize_t, pwrite64, int, const void *, size_t, off_t)
    return real(fd, from, count, at);
}

static int real_ftruncate(int fd, off_t size) {
    REAL(int, ftruncate64, int, off_t)
    return real(fd, size);
}

static int real_fdatasync(int fd) {
    REAL(int, fdatasync, int)
    return real(fd);
}

static void die(const char *why) {
    ssize_t n = write(2, why, strlen(why));
    (void)n;
    _exit(99);
}

// The index of the log (-shm) is memory, not disk: it is left alone.
static bool is_ours(const char *path) {
    char whole[PATH_MAX];
    const char *folder = getenv("POWERCUT_FOLDER");
    size_t length = strlen(path);
    if (!folder || (length > 4 && strcmp(path + length - 4, "-shm") == 0)) return false;
    return realpath(path, whole) && strncmp(whole, folder, strlen(folder)) == 0;
}

static void grow(file *f, size_t length) {
    if (length > f->room) {
        size_t room = (length + (1U << 20)) & ~(size_t)(PAGE - 1);
        f->bytes = realloc(f->bytes, room);
        f->dirty = realloc(f->dirty, room / PAGE + 1);
        if (!f->bytes || !f->dirty) die("powercut: no memory\n");
        memset(f->bytes + f->room, 0, room - f->room);
        memset(f->dirty + f->room / PAGE, 0, room / PAGE + 1 - f->room / PAGE);
        f->room = room;
    }
    if (length > f->length) f->length = length;
}

static void read_whole(file *f, int fd, size_t size) {
    grow(f, size ? size : 1);
    f->length = size;
    for (size_t at = 0; at < size;) {
        ssize_t n = real_pread(fd, f->bytes + at, size - at, (off_t)at);
        if (n <= 0) die("powercut: cannot read\n");
        at += (size_t)n;
    }
}

static void opened(int fd, const char *path) {
    struct stat info;
    file *free_one = NULL;
    if (fd < 0 || fd >= FDS) return;
    (void)pthread_mutex_lock(&mutex);
    of_fd[fd] = NULL;
    if (is_ours(path) && fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
        for (unsigned i = 0; i < FILES && !of_fd[fd]; i++) {
            if (files[i].used && files[i].inode == info.st_ino && files[i].device == info.st_dev)
                of_fd[fd] = &files[i];
            if (!files[i].used && !free_one) free_one = &files[i];
        }
        if (!of_fd[fd]) {
            if (!free_one) die("powercut: too many files\n");
            *free_one = (file){.device = info.st_dev, .inode = info.st_ino, .used = true};
            of_fd[fd] = free_one;
            read_whole(free_one, fd, (size_t)info.st_size);
        }
    }
    (void)pthread_mutex_unlock(&mutex);
}

static file *file_of(int fd) {
    return fd >= 0 && fd < FDS ? of_fd[fd] : NULL;
}

// -------------------------------------------------------------------------------- what is replaced
int open(const char *path, int flags, ...);
int open64(const char *path, int flags, ...);
ssize_t pread64(int fd, void *to, size_t count, off_t at);
ssize_t pwrite64(int fd, const void *from, size_t count, off_t at);
int ftruncate64(int fd, off_t size);
int fstat64(int fd, struct stat64 *out);

static int open_any(const char *path, int flags, mode_t mode) {
    REAL(int, open64, const char *, int, ...)
    int fd = real(path, flags, mode);
    opened(fd, path);
    return fd;
}

int open(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? (mode_t)va_arg(args, unsigned) : 0;
    va_end(args);
    return open_any(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? (mode_t)va_arg(args, unsigned) : 0;
    va_end(args);
    return open_any(path, flags, mode);
}

int unlink(const char *path) {
    REAL(int, unlink, const char *)
    struct stat info;
    (void)pthread_mutex_lock(&mutex);
    if (is_ours(path) && stat(path, &info) == 0)
        for (unsigned i = 0; i < FILES; i++)
            if (files[i].inode == info.st_ino && files[i].device == info.st_dev)
                files[i].inode = 0; // the number may come again; who has it open keeps the content
    (void)pthread_mutex_unlock(&mutex);
    return real(path);
}

int close(int fd) {
    REAL(int, close, int)
    if (fd >= 0 && fd < FDS) {
        (void)pthread_mutex_lock(&mutex);
        of_fd[fd] = NULL;
        (void)pthread_mutex_unlock(&mutex);
    }
    return real(fd);
}

ssize_t pread64(int fd, void *to, size_t count, off_t at) {
    file *f = file_of(fd);
    if (!f) return real_pread(fd, to, count, at);
    (void)pthread_mutex_lock(&mutex);
    size_t from = (size_t)at, left = from < f->length ? f->length - from : 0;
    if (count > left) count = left;
    if (count) memcpy(to, f->bytes + from, count);
    (void)pthread_mutex_unlock(&mutex);
    return (ssize_t)count;
}

ssize_t pread(int fd, void *to, size_t count, off_t at) {
    return pread64(fd, to, count, at);
}

static bool log_is_full(int fd) {
    const char *full = getenv("POWERCUT_FULL");
    char link[64], path[PATH_MAX];
    if (!full || access(full, F_OK) != 0) return false;
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path);
    return length > 4 && memcmp(path + length - 4, "-wal", 4) == 0;
}

ssize_t pwrite64(int fd, const void *from, size_t count, off_t at) {
    if (log_is_full(fd)) {
        errno = ENOSPC;
        return -1;
    }
    file *f = file_of(fd);
    if (!f) return real_pwrite(fd, from, count, at);
    (void)pthread_mutex_lock(&mutex);
    grow(f, (size_t)at + count);
    memcpy(f->bytes + at, from, count);
    for (size_t page = (size_t)at / PAGE; page * PAGE < (size_t)at + count; page++)
        f->dirty[page] = 1;
    (void)pthread_mutex_unlock(&mutex);
    return (ssize_t)count;
}

ssize_t pwrite(int fd, const void *from, size_t count, off_t at) {
    return pwrite64(fd, from, count, at);
}

int ftruncate64(int fd, off_t size) {
    file *f = file_of(fd);
    if (!f) return real_ftruncate(fd, size);
    (void)pthread_mutex_lock(&mutex);
    grow(f, (size_t)size);
    if ((size_t)size < f->length) memset(f->bytes + size, 0, f->length - (size_t)size);
    f->length = (size_t)size;
    f->resized = true;
    (void)pthread_mutex_unlock(&mutex);
    return 0;
}

int ftruncate(int fd, off_t size) {
    return ftruncate64(fd, size);
}

int fstat64(int fd, struct stat64 *out) {
    REAL(int, fstat64, int, struct stat64 *)
    int status = real(fd, out);
    file *f = file_of(fd);
    if (status == 0 && f) out->st_size = (off_t)f->length;
    return status;
}

// The pages go out in an order of the disk's own, not of the program: last first. A cut in between
// leaves some of them.
static int bring_to_disk(int fd, file *f) {
    const char *lie = getenv("POWERCUT_LIE");
    if (lie && *lie == '1') return 0;
    if (f->resized && real_ftruncate(fd, (off_t)f->length) != 0) return -1;
    f->resized = false;
    for (size_t page = f->length / PAGE + 1; page-- > 0;) {
        size_t at = page * PAGE;
        if (!f->dirty[page] || at >= f->length) continue;
        size_t count = f->length - at < PAGE ? f->length - at : PAGE;
        if (real_pwrite(fd, f->bytes + at, count, (off_t)at) != (ssize_t)count) return -1;
        f->dirty[page] = 0;
    }
    return 0;
}

int fdatasync(int fd) {
    file *f = file_of(fd);
    if (!f) return real_fdatasync(fd);
    (void)pthread_mutex_lock(&mutex);
    int status = bring_to_disk(fd, f);
    (void)pthread_mutex_unlock(&mutex);
    return status;
}

int fsync(int fd) {
    return fdatasync(fd);
}
