// SPDX-License-Identifier: Apache-2.0
// HTTP on one thread.
//
// A connection that waits is suspended: it costs its 6 kB and nothing else, and libmicrohttpd calls
// the handler again when it is resumed. Resumed connections are served by the next turn, so a turn
// is due at once whenever one has been resumed.
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "inside.h"

enum { BACKLOG = 1024, BODY_FIRST = 1024, EVENTS = 256, SWEEP_MS = 500 };

static uint64_t now_us(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U;
}

uint64_t gg_http_now_ms(void) {
    return now_us() / 1000;
}

// ---------------------------------------------------------------------------------------- answers
static struct MHD_Response *make_reply(const gg_http *http, const gg_answer *answer) {
    enum MHD_ResponseMemoryMode mode =
        answer->lasting ? MHD_RESPMEM_PERSISTENT : MHD_RESPMEM_MUST_COPY;
    void *bytes;
    memcpy(&bytes, &answer->bytes, sizeof bytes); // the library promises not to write
    struct MHD_Response *reply = MHD_create_response_from_buffer(answer->length, bytes, mode);
    if (!reply) return NULL;
    for (const char *const *h = http->setup.headers; h && h[0]; h += 2)
        (void)MHD_add_response_header(reply, h[0], h[1]);
    if (answer->type) (void)MHD_add_response_header(reply, "Content-Type", answer->type);
    for (const char *const *h = answer->header; h[0]; h += 2)
        (void)MHD_add_response_header(reply, h[0], h[1]);
    return reply;
}

static void drop_reply(gg_call *call) {
    if (call->reply) MHD_destroy_response(call->reply);
    call->reply = NULL;
    call->status = 0;
}

void gg_call_answer(gg_call *call, const gg_answer *answer) {
    drop_reply(call);
    call->reply = make_reply(call->http, answer);
    call->status = answer->status;
}

static enum MHD_Result send_reply(gg_call *call) {
    if (!call->reply) return MHD_NO; // no memory: the connection is closed
    return MHD_queue_response(call->connection, call->status, call->reply);
}

// ---------------------------------------------------------------------------------------- parking
void gg_call_park(gg_call *call) {
    if (call->parked) return;
    call->parked = true;
    call->next = call->http->parked;
    call->link = &call->http->parked;
    if (call->next) call->next->link = &call->next;
    call->http->parked = call;
    MHD_suspend_connection(call->connection);
}

void gg_call_unpark(gg_call *call) {
    if (!call->parked) return;
    call->parked = false;
    *call->link = call->next;
    if (call->next) call->next->link = call->link;
    call->http->due[call->daemon] = true;
    MHD_resume_connection(call->connection);
}

// --------------------------------------------------------------------------------------- requests
static daemon_kind daemon_of(const gg_http *http, struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_DAEMON);
    return info && info->daemon == http->daemon[DAEMON_STREAMS] ? DAEMON_STREAMS : DAEMON_CALLS;
}

static gg_call *new_call(gg_http *http, struct MHD_Connection *connection, const char *url,
                         const char *method) {
    gg_call *call = calloc(1, sizeof *call);
    if (!call) return NULL;
    call->daemon = daemon_of(http, connection);
    call->http = http;
    call->connection = connection;
    call->began_us = now_us();
    size_t length = strlen(url);
    call->too_long = length > GG_HTTP_PATH_MAX;
    memcpy(call->path, url, call->too_long ? GG_HTTP_PATH_MAX : length);
    size_t letters = strlen(method);
    if (letters < sizeof call->method && strspn(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == letters)
        memcpy(call->method, method, letters); // any other word is a method nobody knows
    return call;
}

// Room doubles up to the limit; a body that is larger is read on and dropped.
static bool take_body(gg_call *call, const char *bytes, size_t count, size_t limit) {
    size_t room = BODY_FIRST;
    if (call->too_large || call->length + count > limit) {
        call->too_large = true;
        call->drained += count;
        return call->drained <= GG_HTTP_DRAIN_MAX;
    }
    while (room < call->length + count + 1) room *= 2;
    size_t had = BODY_FIRST;
    while (had < call->length + 1) had *= 2;
    if (!call->body || room != had) {
        char *made = realloc(call->body, room);
        if (!made) return false;
        call->body = made;
    }
    memcpy(call->body + call->length, bytes, count);
    call->length += count;
    call->body[call->length] = 0;
    return true;
}

static enum MHD_Result run_handler(gg_call *call) {
    gg_http *http = call->http;
    if (!call->status && http->closing) return MHD_NO;
    if (!call->status) http->setup.handler(http->setup.user, call);
    if (call->parked) return MHD_YES;
    return send_reply(call);
}

// A body announced as far too large is answered before it is sent, and the library then closes. One
// that is only a little too large is read and dropped first: many clients read no answer before
// they have sent everything.
static bool hopeless(const gg_call *call) {
    const char *text = gg_call_header(call, "Content-Length");
    char *end;
    if (!text) return false;
    errno = 0;
    return strtoull(text, &end, 10) > GG_HTTP_DRAIN_MAX || errno;
}

static enum MHD_Result on_request(void *cls, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **con_cls) {
    gg_http *http = cls;
    gg_call *call = *con_cls;
    if (!call) {
        call = *con_cls = new_call(http, connection, url, method);
        if (!call) return MHD_NO;
        call->modern = strcmp(version, "HTTP/1.1") == 0;
        if (!hopeless(call)) return MHD_YES;
        call->too_large = true;
        return run_handler(call);
    }
    if (*upload_size) {
        if (!take_body(call, upload, *upload_size, http->setup.limit(http->setup.user, call)))
            return MHD_NO;
        *upload_size = 0;
        return MHD_YES;
    }
    return run_handler(call);
}

static void on_completed(void *cls, struct MHD_Connection *connection, void **con_cls,
                         enum MHD_RequestTerminationCode code) {
    gg_http *http = cls;
    gg_call *call = *con_cls;
    (void)connection;
    (void)code;
    if (!call) return;
    if (call->parked) { // the daemon is closing down
        *call->link = call->next;
        if (call->next) call->next->link = call->link;
    }
    if (http->setup.done) http->setup.done(http->setup.user, call);
    drop_reply(call);
    free(call->body);
    free(call);
    *con_cls = NULL;
}

const char *gg_call_header(const gg_call *call, const char *name) {
    return MHD_lookup_connection_value(call->connection, MHD_HEADER_KIND, name);
}

const char *gg_call_query(const gg_call *call, const char *name) {
    return MHD_lookup_connection_value(call->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *gg_call_cookie(const gg_call *call, const char *name) {
    return MHD_lookup_connection_value(call->connection, MHD_COOKIE_KIND, name);
}

void gg_call_address(const gg_call *call, char *out, size_t cap) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(call->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const void *at = NULL;
    int family = info ? info->client_addr->sa_family : AF_UNSPEC;
    if (family == AF_INET)
        at = &((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr;
    if (family == AF_INET6)
        at = &((const struct sockaddr_in6 *)(const void *)info->client_addr)->sin6_addr;
    if (!at || !inet_ntop(family, at, out, (socklen_t)cap)) {
        if (cap > 1) memcpy(out, "?", 2);
    }
}

// ----------------------------------------------------------------------------------------- daemon
static int bound_socket(const struct addrinfo *at) {
    int yes = 1;
    int fd = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, at->ai_addr, at->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0) return fd;
    int failure = errno;
    (void)close(fd);
    errno = failure;
    return -1;
}

static int listen_on(const char *host, const char *port, unsigned *bound) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV | AI_PASSIVE};
    struct addrinfo *found;
    struct sockaddr_storage name;
    socklen_t size = sizeof name;
    if (getaddrinfo(host, port, &hints, &found) != 0) {
        errno = EINVAL;
        return -1;
    }
    int fd = bound_socket(found);
    freeaddrinfo(found);
    if (fd < 0 || getsockname(fd, (struct sockaddr *)&name, &size) != 0) return -1;
    *bound = ntohs(name.ss_family == AF_INET6
                       ? ((const struct sockaddr_in6 *)(const void *)&name)->sin6_port
                       : ((const struct sockaddr_in *)(const void *)&name)->sin_port);
    return fd;
}

static void quiet(void *cls, const char *format, va_list args) {
    (void)cls;
    (void)format;
    (void)args;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// %41 is A, in place. %00 stays as it is written: a word would end there for us and not for others.
static size_t unescape(void *cls, struct MHD_Connection *connection, char *text) {
    char *to = text;
    (void)cls;
    (void)connection;
    for (const char *from = text; *from; to++) {
        int high = from[0] == '%' ? hex_digit(from[1]) : -1;
        int low = high >= 0 ? hex_digit(from[2]) : -1;
        bool coded = low >= 0 && (high || low);
        *to = coded ? (char)(16 * high + low) : *from;
        from += coded ? 3 : 1;
    }
    *to = 0;
    return (size_t)(to - text);
}

// ----------------------------------------------------------------------------------------- our own
bool gg_http_watch(gg_http *http, int fd, uint32_t events, void *what, bool again) {
    struct epoll_event event = {.events = events, .data.ptr = what};
    return epoll_ctl(http->epoll, again ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, fd, &event) == 0;
}

void gg_http_unwatch(gg_http *http, int fd) {
    (void)epoll_ctl(http->epoll, EPOLL_CTL_DEL, fd, NULL);
}

static void on_connection(void *cls, struct MHD_Connection *connection, void **context,
                          enum MHD_ConnectionNotificationCode code) {
    (void)context;
    if (code != MHD_CONNECTION_NOTIFY_CLOSED) return;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    gg_door_left(cls, info ? info->client_addr : NULL);
}

static bool start_daemon(gg_http *http, daemon_kind kind) {
    size_t memory = kind == DAEMON_STREAMS ? GG_HTTP_STREAM_MEMORY : GG_HTTP_MEMORY;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | MHD_USE_NO_LISTEN_SOCKET, 0,
        NULL, NULL, on_request, http, MHD_OPTION_EXTERNAL_LOGGER, quiet, NULL,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_CONNECTION_LIMIT,
        http->setup.connections, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)GG_HTTP_IDLE_S,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, http, MHD_OPTION_NOTIFY_COMPLETED,
        on_completed, http, MHD_OPTION_END);
    http->daemon[kind] = daemon;
    http->ends[kind] = (gg_end){END_DAEMON, kind};
    if (!daemon) return false;
    int fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    return gg_http_watch(http, fd, EPOLLIN, &http->ends[kind], false);
}

static bool start_all(gg_http *http) {
    http->epoll = epoll_create1(EPOLL_CLOEXEC);
    http->listener.kind = END_LISTEN;
    if (http->epoll < 0 || !gg_http_watch(http, http->fd, EPOLLIN, &http->listener, false))
        return false;
    return start_daemon(http, DAEMON_CALLS) && start_daemon(http, DAEMON_STREAMS);
}

gg_status gg_http_open(gg_http **out, const gg_http_setup *setup) {
    *out = NULL;
    gg_http *http = calloc(1, sizeof *http);
    if (!http) return GG_NO_MEMORY;
    http->setup = *setup;
    http->epoll = -1;
    http->fd = listen_on(setup->host, setup->port, &http->port);
    if (http->fd < 0) {
        free(http);
        return GG_IO_FAILURE;
    }
    if (!start_all(http)) {
        gg_http_close(http);
        return GG_IO_FAILURE;
    }
    *out = http;
    return GG_OK;
}

// The library asks that nothing be suspended when it stops; what was parked is cut off.
void gg_http_close(gg_http *http) {
    if (!http) return;
    http->closing = true;
    gg_streams_end(http);
    for (unsigned i = 0; i < DAEMONS; i++) {
        if (!http->daemon[i]) continue;
        while (http->parked) gg_call_unpark(http->parked);
        (void)MHD_run(http->daemon[i]);
    }
    while (http->parked) gg_call_unpark(http->parked);
    for (unsigned i = 0; i < DAEMONS; i++)
        if (http->daemon[i]) MHD_stop_daemon(http->daemon[i]);
    gg_door_close(http);
    (void)close(http->fd);
    if (http->epoll >= 0) (void)close(http->epoll);
    free(http);
}

unsigned gg_http_port(const gg_http *http) {
    return http->port;
}

int gg_http_fd(const gg_http *http) {
    return http->epoll;
}

int gg_http_timeout_ms(const gg_http *http) {
    int least = http->guests || http->streams ? SWEEP_MS : -1;
    if (http->woken) return 0;
    for (unsigned i = 0; i < DAEMONS; i++) {
        MHD_UNSIGNED_LONG_LONG wait;
        if (http->due[i]) return 0;
        if (MHD_get_timeout(http->daemon[i], &wait) != MHD_YES) continue;
        int ms = wait > 60000 ? 60000 : (int)wait;
        if (least < 0 || ms < least) least = ms;
    }
    return least;
}

static void take_event(gg_http *http, const struct epoll_event *event) {
    gg_end *at = event->data.ptr;
    switch (at->kind) {
    case END_LISTEN: gg_door_open(http); break;
    case END_DAEMON: http->due[at->which] = true; break;
    case END_GUEST: gg_door_event(http, at); break;
    case END_STREAM: gg_stream_event(http, at, event->events); break;
    }
}

// Nothing that an event of this turn speaks of is freed before all of them are taken: guests go by
// their own event alone, streams when a daemon is run.
void gg_http_turn(gg_http *http) {
    struct epoll_event events[EVENTS];
    int count = epoll_wait(http->epoll, events, EVENTS, 0);
    bool sweep = gg_http_now_ms() - http->swept_ms >= SWEEP_MS;
    for (int i = 0; i < count; i++) take_event(http, &events[i]);
    for (unsigned i = 0; i < DAEMONS; i++) {
        MHD_UNSIGNED_LONG_LONG wait = 1; // 0: it has read more than it has dealt with
        (void)MHD_get_timeout(http->daemon[i], &wait);
        if (!http->due[i] && !sweep && wait) continue;
        http->due[i] = false;
        (void)MHD_run(http->daemon[i]);
    }
    gg_streams_pump(http);
    if (!sweep) return;
    http->swept_ms = gg_http_now_ms(); // now: not before anything that came in this turn
    gg_door_sweep(http, http->swept_ms);
    gg_streams_sweep(http, http->swept_ms);
}
