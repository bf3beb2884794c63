// SPDX-License-Identifier: Apache-2.0
// Event streams. libmicrohttpd reads the request and sends the head of the answer; from then on the
// connection is suspended there and its messages are written here, each as one chunk of HTTP. A
// message is made when the one before it is gone, so a slow reader skips to the newest.
//
// A client of HTTP/1.0, or one that wants its connection closed, gets no chunks: for those few the
// library goes on writing.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/uio.h>

#include "inside.h"

enum { BLOCK = 512, MESSAGES_MOST = 4, STUCK_MS = 60000 };

struct gg_stream {
    gg_end at_end;
    gg_http *http;
    gg_stream_setup setup;
    struct MHD_Connection *connection;
    int fd;
    daemon_kind kind;
    char *bytes;       // of the message under way
    size_t length, at; // `at` counts its head and tail too when it is written here
    char head[24];
    size_t head_length;
    bool chunked, ours;        // can be, is written here
    bool asleep, ending, full; // full: waits until the socket takes more
    uint64_t full_ms;
    gg_stream *next, **link;
    gg_stream *next_woken;
    bool woken;
};

// ----------------------------------------------------------------------------------------- writing
static void drop_message(gg_stream *stream) {
    free(stream->bytes);
    stream->bytes = NULL;
    stream->at = stream->length = 0;
}

static bool next_message(gg_stream *stream) {
    drop_message(stream);
    if (!stream->setup.next(stream->setup.user, stream, &stream->bytes, &stream->length))
        return false;
    stream->head_length =
        (size_t)snprintf(stream->head, sizeof stream->head, "%zx\r\n", stream->length);
    return true;
}

static size_t left_of(const gg_stream *stream) {
    return stream->bytes ? stream->head_length + stream->length + 2 - stream->at : 0;
}

// The library closes the connection when it is resumed: cleanly when a whole chunk was the last.
static void finish(gg_stream *stream) {
    if (stream->ours && left_of(stream)) (void)shutdown(stream->fd, SHUT_RDWR);
    bool suspended = stream->asleep || stream->ours;
    if (suspended && !stream->ending) gg_http_unwatch(stream->http, stream->fd);
    stream->asleep = false;
    if (stream->ending || !suspended) {
        stream->ending = true;
        return;
    }
    stream->ending = true;
    stream->http->due[stream->kind] = true;
    MHD_resume_connection(stream->connection);
}

static void cut(gg_stream *stream) {
    (void)shutdown(stream->fd, SHUT_RDWR);
    finish(stream);
}

// What is left of the message: head, bytes, line end.
static ssize_t send_rest(gg_stream *stream) {
    struct iovec parts[3] = {{stream->head, stream->head_length},
                             {stream->bytes, stream->length},
                             {stream->head + stream->head_length - 2, 2}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
    size_t skip = stream->at;
    for (unsigned i = 0; i < 3; i++) {
        size_t cut_off = skip < parts[i].iov_len ? skip : parts[i].iov_len;
        parts[i].iov_base = (char *)parts[i].iov_base + cut_off;
        parts[i].iov_len -= cut_off;
        skip -= cut_off;
    }
    return sendmsg(stream->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void wait_for_room(gg_stream *stream) {
    stream->full = true;
    stream->full_ms = gg_http_now_ms();
    (void)gg_http_watch(stream->http, stream->fd, EPOLLOUT | EPOLLIN | EPOLLRDHUP | EPOLLET,
                        &stream->at_end, true);
}

static void wake_later(gg_stream *stream) {
    if (stream->woken) return;
    stream->woken = true;
    stream->next_woken = stream->http->woken;
    stream->http->woken = stream;
}

static void pump(gg_stream *stream) {
    for (unsigned i = 0; i < MESSAGES_MOST; i++) {
        if (!left_of(stream) && !next_message(stream)) return;
        ssize_t n = send_rest(stream);
        if (n < 0 && errno != EAGAIN && errno != EINTR) {
            cut(stream);
            return;
        }
        if (n > 0) stream->at += (size_t)n;
        if (left_of(stream)) {
            wait_for_room(stream);
            return;
        }
    }
    wake_later(stream);
}

void gg_streams_pump(gg_http *http) {
    gg_stream *stream = http->woken;
    http->woken = NULL;
    while (stream) {
        gg_stream *next = stream->next_woken;
        stream->woken = false;
        if (!stream->ending && !stream->full) pump(stream);
        stream = next;
    }
}

void gg_stream_event(gg_http *http, gg_end *at, uint32_t events) {
    gg_stream *stream = (gg_stream *)(void *)at; // its first member
    (void)http;
    if (stream->ending) return;
    if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
        cut(stream);
        return;
    }
    if (!(events & EPOLLOUT) || !stream->full) return;
    stream->full = false;
    wake_later(stream);
}

// Who has taken nothing for a minute is not there any more.
void gg_streams_sweep(gg_http *http, uint64_t now_ms) {
    for (gg_stream *stream = http->streams; stream; stream = stream->next)
        if (stream->full && !stream->ending && now_ms - stream->full_ms > STUCK_MS) cut(stream);
}

// ------------------------------------------------------------------------------------ the
// library's
static ssize_t copy_out(gg_stream *stream, char *out, size_t room) {
    if (stream->at == stream->length && !next_message(stream)) {
        stream->asleep = true;
        MHD_suspend_connection(stream->connection);
        (void)gg_http_watch(stream->http, stream->fd, EPOLLRDHUP | EPOLLET, &stream->at_end, false);
        return 0;
    }
    size_t count = stream->length - stream->at;
    if (count > room) count = room;
    memcpy(out, stream->bytes + stream->at, count);
    stream->at += count;
    return (ssize_t)count;
}

// Called when the head of the answer has been sent, and again after every resume.
static ssize_t read_stream(void *cls, uint64_t position, char *out, size_t room) {
    gg_stream *stream = cls;
    (void)position;
    if (stream->ending) return MHD_CONTENT_READER_END_OF_STREAM;
    if (!stream->chunked) return copy_out(stream, out, room);
    MHD_suspend_connection(stream->connection);
    stream->ours = gg_http_watch(stream->http, stream->fd, EPOLLIN | EPOLLRDHUP | EPOLLET,
                                 &stream->at_end, false);
    if (stream->ours) {
        wake_later(stream);
        return 0;
    }
    stream->asleep = true; // no memory: it ends
    finish(stream);
    return 0;
}

static void unwake(gg_stream *stream) {
    gg_stream **at = &stream->http->woken;
    while (*at && *at != stream) at = &(*at)->next_woken;
    if (*at) *at = stream->next_woken;
}

static void free_stream(void *cls) {
    gg_stream *stream = cls;
    if (stream->woken) unwake(stream);
    if ((stream->ours || stream->asleep) && !stream->ending)
        gg_http_unwatch(stream->http, stream->fd);
    *stream->link = stream->next;
    if (stream->next) stream->next->link = stream->link;
    stream->setup.closed(stream->setup.user, stream);
    free(stream->bytes);
    free(stream);
}

static gg_stream *new_stream(gg_call *call, const gg_stream_setup *setup) {
    gg_http *http = call->http;
    const union MHD_ConnectionInfo *fd =
        MHD_get_connection_info(call->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    const char *wish = gg_call_header(call, "Connection");
    gg_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->at_end.kind = END_STREAM;
    stream->http = http;
    stream->setup = *setup;
    stream->connection = call->connection;
    stream->fd = fd ? fd->connect_fd : -1;
    stream->kind = call->daemon;
    stream->chunked = call->modern && stream->fd >= 0 && !(wish && strcasestr(wish, "close")) &&
                      strcmp(call->method, "GET") == 0;
    call->reply = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, stream,
                                                    free_stream);
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
    if (stream->ending) return;
    if (stream->ours) {
        if (!stream->full) wake_later(stream);
        return;
    }
    if (!stream->asleep) return;
    stream->asleep = false;
    gg_http_unwatch(stream->http, stream->fd);
    stream->http->due[stream->kind] = true;
    MHD_resume_connection(stream->connection);
}

void gg_stream_end(gg_stream *stream) {
    if (!stream->ending) finish(stream);
}

void gg_streams_end(gg_http *http) {
    for (gg_stream *stream = http->streams; stream; stream = stream->next) gg_stream_end(stream);
}
