// SPDX-License-Identifier: Apache-2.0
// Where connections come in: a port, or a socket of the file system for a relay on this machine.
//
// Such a socket outlives a server that was killed, and nobody can bind its name then. It is removed
// when it is a socket and nobody listens at it; anything else with that name is left alone. At the
// end our own is removed, unless somebody has put another one in its place.
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "internal.h"

enum { BACKLOG = 1024 };

static int failed(int fd, int why) {
    if (fd >= 0) (void)close(fd);
    errno = why;
    return -1;
}

// ------------------------------------------------------------------------------------------- ports
static int bound_socket(const struct addrinfo *at) {
    int yes = 1;
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) return fd;
    return failed(fd, errno);
}

static int listen_on(const char *host, const char *port, unsigned *bound) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *found;
    struct sockaddr_in6 name;
    socklen_t size = sizeof name;
    if (getaddrinfo(host, port, &hints, &found) != 0) return failed(-1, EINVAL);
    int fd = bound_socket(found);
    freeaddrinfo(found);
    if (fd < 0 || getsockname(fd, (struct sockaddr *)&name, &size) != 0) return -1;
    *bound = ntohs(name.sin6_port); // stands at the same place in version 4
    return fd;
}

// ------------------------------------------------------------------------------------------- paths
static bool name_of(const char *path, struct sockaddr_un *out) {
    size_t length = strlen(path);
    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    if (length == 0 || length >= sizeof out->sun_path) return false;
    memcpy(out->sun_path, path, length);
    return true;
}

// 0: it was a socket that nobody listens at, and is gone; else why it stays.
static int remove_stale(const struct sockaddr_un *name) {
    struct stat found;
    if (lstat(name->sun_path, &found) != 0) return errno == ENOENT ? 0 : errno;
    if (!S_ISSOCK(found.st_mode)) return EEXIST;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return errno;
    int answer = connect(fd, (const struct sockaddr *)name, sizeof *name) == 0 ? 0 : errno;
    (void)close(fd);
    if (answer != ECONNREFUSED && answer != ENOENT) return EADDRINUSE;
    return unlink(name->sun_path) == 0 || errno == ENOENT ? 0 : errno;
}

// Nobody can connect before the mode is right: that is possible only from listen() on.
static int listen_at(gg_http *http, const char *path, unsigned mode) {
    struct sockaddr_un name;
    struct stat made;
    if (!name_of(path, &name)) return failed(-1, ENAMETOOLONG);
    int why = remove_stale(&name);
    if (why) return failed(-1, why);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    if (bind(fd, (const struct sockaddr *)&name, sizeof name) != 0) return failed(fd, errno);
    if (chmod(path, (mode_t)mode) != 0 || lstat(path, &made) != 0 || listen(fd, BACKLOG) != 0) {
        why = errno;
        (void)unlink(path);
        return failed(fd, why);
    }
    http->socket_device = made.st_dev;
    http->socket_inode = made.st_ino;
    return fd;
}

static void remove_own(const gg_http *http) {
    struct stat found;
    const char *path = http->setup.path;
    if (path && lstat(path, &found) == 0 && found.st_dev == http->socket_device &&
        found.st_ino == http->socket_inode)
        (void)unlink(path);
}

bool gg_socket_open(gg_http *http) {
    const gg_http_setup *setup = &http->setup;
    http->fd = setup->path ? listen_at(http, setup->path, setup->mode)
                           : listen_on(setup->host, setup->port, &http->port);
    return http->fd >= 0;
}

void gg_socket_close(gg_http *http) {
    remove_own(http);
    (void)close(http->fd);
}
