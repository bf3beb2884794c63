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
#include <microhttpd.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BACKLOG = 1024, STREAM_BLOCK = 512, BODY_FIRST = 1024 };

struct gg_http {
    gg_http_setup setup;
    struct MHD_Daemon *daemon;
    int fd;
    unsigned port;
    bool due;     // something was resumed since the last turn
    bool closing; // nothing is begun any more
    gg_call *parked;
    gg_stream *streams;
};

struct gg_stream {
    gg_http *http;
    gg_stream_setup setup;
    struct MHD_Connection *connection;
    char *bytes;
    size_t length, at;
    bool asleep, ending;
    gg_stream *next, **link;
};

static uint64_t now_us(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U;
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
    call->http->due = true;
    MHD_resume_connection(call->connection);
}

// --------------------------------------------------------------------------------------- requests
static gg_call *new_call(gg_http *http, struct MHD_Connection *connection, const char *url,
                         const char *method) {
    gg_call *call = calloc(1, sizeof *call);
    if (!call) return NULL;
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
    (void)version;
    if (!call) {
        call = *con_cls = new_call(http, connection, url, method);
        if (!call) return MHD_NO;
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

// ---------------------------------------------------------------------------------- event streams
static ssize_t read_stream(void *cls, uint64_t position, char *out, size_t room) {
    gg_stream *stream = cls;
    (void)position;
    if (stream->ending) return MHD_CONTENT_READER_END_OF_STREAM;
    if (stream->at == stream->length) {
        free(stream->bytes);
        stream->bytes = NULL;
        stream->at = stream->length = 0;
        if (!stream->setup.next(stream->setup.user, stream, &stream->bytes, &stream->length)) {
            stream->asleep = true;
            MHD_suspend_connection(stream->connection);
            return 0;
        }
    }
    size_t count = stream->length - stream->at;
    if (count > room) count = room;
    memcpy(out, stream->bytes + stream->at, count);
    stream->at += count;
    return (ssize_t)count;
}

static void free_stream(void *cls) {
    gg_stream *stream = cls;
    *stream->link = stream->next;
    if (stream->next) stream->next->link = stream->link;
    stream->setup.closed(stream->setup.user, stream);
    free(stream->bytes);
    free(stream);
}

static gg_stream *new_stream(gg_call *call, const gg_stream_setup *setup) {
    gg_http *http = call->http;
    gg_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->http = http;
    stream->setup = *setup;
    stream->connection = call->connection;
    call->reply = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream,
                                                    stream, free_stream);
    if (!call->reply) {
        free(stream);
        return NULL;
    }
    stream->next = http->streams;
    stream->link = &http->streams;
    if (stream->next) stream->next->link = &stream->next;
    http->streams = stream;
    return stream;
}

gg_stream *gg_call_stream(gg_call *call, const gg_stream_setup *setup) {
    static const char *const own[] = {"Content-Type",
                                      "text/event-stream",
                                      "Cache-Control",
                                      "no-store",
                                      "X-Accel-Buffering",
                                      "no",
                                      NULL};
    drop_reply(call);
    gg_stream *stream = new_stream(call, setup);
    if (!stream) {
        gg_call_answer(call, &(gg_answer){.status = 503, .bytes = "", .lasting = true});
        return NULL;
    }
    for (const char *const *h = call->http->setup.headers; h && h[0]; h += 2)
        (void)MHD_add_response_header(call->reply, h[0], h[1]);
    for (const char *const *h = own; h[0]; h += 2)
        (void)MHD_add_response_header(call->reply, h[0], h[1]);
    call->status = 200;
    call->stream = stream;
    return stream;
}

void gg_stream_wake(gg_stream *stream) {
    if (!stream->asleep) return;
    stream->asleep = false;
    stream->http->due = true;
    MHD_resume_connection(stream->connection);
}

void gg_stream_end(gg_stream *stream) {
    stream->ending = true;
    gg_stream_wake(stream);
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

gg_status gg_http_open(gg_http **out, const gg_http_setup *setup) {
    *out = NULL;
    gg_http *http = calloc(1, sizeof *http);
    if (!http) return GG_NO_MEMORY;
    http->setup = *setup;
    http->fd = listen_on(setup->host, setup->port, &http->port);
    if (http->fd < 0) {
        free(http);
        return GG_IO_FAILURE;
    }
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request,
        http, MHD_OPTION_EXTERNAL_LOGGER, quiet, NULL, MHD_OPTION_LISTEN_SOCKET, http->fd,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)GG_HTTP_MEMORY, MHD_OPTION_CONNECTION_LIMIT,
        setup->connections, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)GG_HTTP_IDLE_S,
        MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_END);
    if (!http->daemon) {
        (void)close(http->fd);
        free(http);
        return GG_IO_FAILURE;
    }
    *out = http;
    return GG_OK;
}

// The library asks that nothing be suspended when it stops; what was parked is cut off.
void gg_http_close(gg_http *http) {
    if (!http) return;
    http->closing = true;
    for (gg_stream *stream = http->streams; stream; stream = stream->next) gg_stream_end(stream);
    while (http->parked) gg_call_unpark(http->parked);
    (void)MHD_run(http->daemon);
    while (http->parked) gg_call_unpark(http->parked);
    MHD_stop_daemon(http->daemon);
    free(http);
}

unsigned gg_http_port(const gg_http *http) {
    return http->port;
}

int gg_http_fd(const gg_http *http) {
    return MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int gg_http_timeout_ms(const gg_http *http) {
    MHD_UNSIGNED_LONG_LONG wait;
    if (http->due) return 0;
    if (MHD_get_timeout(http->daemon, &wait) != MHD_YES) return -1;
    return wait > 60000 ? 60000 : (int)wait;
}

void gg_http_turn(gg_http *http) {
    http->due = false;
    (void)MHD_run(http->daemon);
}
