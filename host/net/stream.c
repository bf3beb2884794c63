// SPDX-License-Identifier: Apache-2.0
// Event streams: a connection whose answer does not end. Each message is one chunk of HTTP. What
// there is to tell in one turn of the loop goes out by one call; nothing more is made before that
// is gone, so a slow reader skips to the newest. What is not urgent is sent to a reader once in an
// interval of time, too short for people to notice.
//
// A client of HTTP/1.0, or one that wants its connection closed, gets the messages without chunks.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/uio.h>

#include "internal.h"

enum {
    PARTS_MOST = 16,
    BYTES_ENOUGH = 64 << 10,
    STUCK_MS = 60000,
    GROUP = 16, // whose messages are made before the first of them is sent
    CHUNK_HEAD = 24,
    INTERVAL_MS = 100,
};

// The text with the marks of a chunk around it: whoever does not want them sends less of it.
struct gg_bytes {
    unsigned holders;
    unsigned head; // where the text begins
    size_t length; // of the text
    char at[];
};

// A message and what is left of it.
typedef struct part {
    gg_bytes *bytes;
    size_t at, end;
} part;

struct gg_stream {
    gg_http *http;
    gg_stream_setup setup;
    gg_link *link;
    part part[PARTS_MOST]; // under way; first of all the head of the answer
    unsigned parts;
    bool chunked, ending, full; // full: waits until the socket takes more
    bool more;                  // has more to tell than was made at one go
    uint64_t full_ms;
    gg_stream *next, **place;
    gg_stream *next_woken, *next_gathered;
    bool woken, gathered;
    uint64_t sent_in; // the interval of the last message
};

// ---------------------------------------------------------------------------------------- messages
// The size of a chunk, up to `end`; where it begins.
static char *put_size(char *end, size_t size) {
    *--end = '\n';
    *--end = '\r';
    do *--end = "0123456789abcdef"[size & 15];
    while (size >>= 4);
    return end;
}

gg_bytes *gg_bytes_new(const char *text, size_t length) {
    char head[CHUNK_HEAD], *at = put_size(head + sizeof head, length);
    size_t letters = (size_t)(head + sizeof head - at);
    gg_bytes *bytes = malloc(sizeof *bytes + letters + length + 2);
    if (!bytes) return NULL;
    bytes->holders = 1;
    bytes->head = (unsigned)letters;
    bytes->length = length;
    memcpy(bytes->at, at, letters);
    memcpy(bytes->at + bytes->head, text, length);
    memcpy(bytes->at + bytes->head + length, "\r\n", 2);
    return bytes;
}

gg_bytes *gg_bytes_hold(gg_bytes *bytes) {
    bytes->holders++;
    return bytes;
}

void gg_bytes_drop(gg_bytes *bytes) {
    if (bytes && --bytes->holders == 0) free(bytes);
}

// ----------------------------------------------------------------------------------------- writing
static void take(gg_stream *stream, gg_bytes *bytes, bool chunked) {
    stream->part[stream->parts++] =
        (part){bytes, chunked ? 0 : bytes->head, bytes->head + bytes->length + (chunked ? 2 : 0)};
}

// False: there is none.
static bool next_message(gg_stream *stream) {
    if (!stream->setup.next) gg_stream_end(stream); // asked by HEAD
    if (stream->ending) return false;
    gg_bytes *bytes = stream->setup.next(stream->setup.user, stream);
    if (bytes) {
        take(stream, bytes, stream->chunked);
        return true;
    }
    // Who had closed his half before the stream began is told no more than how things are: that he
    // leaves altogether would not be noticed.
    if (stream->link->ends) gg_stream_end(stream);
    return false;
}

static size_t left_of(const gg_stream *stream) {
    size_t left = 0;
    for (unsigned i = 0; i < stream->parts; i++) left += stream->part[i].end - stream->part[i].at;
    return left;
}

static ssize_t send_parts(gg_stream *stream) {
    struct iovec parts[PARTS_MOST];
    for (unsigned i = 0; i < stream->parts; i++) {
        const part *p = &stream->part[i];
        parts[i] = (struct iovec){p->bytes->at + p->at, p->end - p->at};
    }
    if (stream->parts == 1)
        return send(stream->link->fd, parts[0].iov_base, parts[0].iov_len,
                    MSG_NOSIGNAL | MSG_DONTWAIT);
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = stream->parts};
    return sendmsg(stream->link->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// So many bytes are gone.
static void drop_sent(gg_stream *stream, size_t sent) {
    unsigned done = 0;
    for (; done < stream->parts; done++) {
        part *p = &stream->part[done];
        size_t left = p->end - p->at, less = sent < left ? sent : left;
        p->at += less;
        sent -= less;
        if (less < left) break;
        gg_bytes_drop(p->bytes);
    }
    stream->parts -= done;
    memmove(stream->part, stream->part + done, stream->parts * sizeof *stream->part);
}

static void wake_later(gg_stream *stream) {
    if (stream->woken) return;
    stream->woken = true;
    stream->next_woken = stream->http->woken;
    stream->http->woken = stream;
}

// A whole message was the last: then the other side is told that it is over.
static void end(gg_stream *stream) {
    static const char over[] = "0\r\n\r\n";
    gg_link *link = stream->link;
    if (left_of(stream)) {
        gg_link_close(link);
        return;
    }
    if (stream->chunked) (void)!send(link->fd, over, sizeof over - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    link->stream = NULL;
    gg_stream_gone(stream);
    link->more = true; // what he has sent meanwhile was not read
    gg_link_linger(link);
}

// Time is cut into equal intervals: all that wait are woken together.
static uint64_t interval_of(uint64_t ms) {
    return ms / INTERVAL_MS;
}

// What it has to tell now, as far as that is not too much for one call. False: nothing.
static bool make_parts(gg_stream *stream) {
    stream->more = true;
    while (stream->more && stream->parts < PARTS_MOST && left_of(stream) < BYTES_ENOUGH)
        stream->more = next_message(stream);
    return stream->parts > 0;
}

static void pump(gg_stream *stream) {
    ssize_t n = send_parts(stream);
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
        gg_link_close(stream->link); // and the stream is gone
        return;
    }
    stream->sent_in = interval_of(stream->http->now_ms);
    if (n > 0) drop_sent(stream, (size_t)n);
    if (stream->parts) {
        stream->full = true;
        stream->full_ms = stream->http->now_ms;
    } else if (stream->more) {
        wake_later(stream);
    }
}

// A send wakes its reader and fills the caches with what is not ours: some follow each other. Not
// all, so that many long messages do not lie in memory together.
void gg_streams_pump(gg_http *http) {
    gg_stream *next = http->woken, *group[GROUP];
    http->woken = NULL;
    while (next) {
        unsigned count = 0;
        while (next && count < GROUP) {
            gg_stream *stream = next;
            next = stream->next_woken;
            stream->woken = false;
            if (stream->ending)
                end(stream);
            else if (!stream->full && make_parts(stream))
                group[count++] = stream;
        }
        for (unsigned i = 0; i < count; i++) pump(group[i]);
    }
}

// --------------------------------------------------------------------------------------- gathering
static void wake_gathered(gg_http *http) {
    while (http->gathered) {
        gg_stream *stream = http->gathered;
        http->gathered = stream->next_gathered;
        stream->gathered = false;
        gg_stream_wake(stream);
    }
}

void gg_stream_gather(gg_stream *stream) {
    gg_http *http = stream->http;
    uint64_t interval = interval_of(http->now_ms);
    if (stream->sent_in != interval) {
        gg_stream_wake(stream);
        return;
    }
    if (stream->gathered || stream->woken) return;
    if (!http->gathered) http->gathered_in = interval;
    stream->gathered = true;
    stream->next_gathered = http->gathered;
    http->gathered = stream;
}

void gg_streams_gathered(gg_http *http) {
    if (interval_of(http->now_ms) != http->gathered_in) wake_gathered(http);
}

int gg_streams_timeout_ms(const gg_http *http) {
    uint64_t now = gg_http_now_ms();
    return interval_of(now) == http->gathered_in ? (int)(INTERVAL_MS - now % INTERVAL_MS) : 0;
}

void gg_http_tell_all(gg_http *http) {
    wake_gathered(http);
    gg_streams_pump(http);
}

// ------------------------------------------------------------------------------------------ events
// What the other side sends on a stream is not read.
void gg_stream_event(gg_stream *stream, uint32_t events) {
    if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) {
        gg_link_close(stream->link);
        return;
    }
    if (!(events & EPOLLOUT) || !stream->full) return;
    stream->full = false;
    wake_later(stream);
}

// Who has taken nothing for a minute is not there any more.
void gg_streams_sweep(gg_http *http) {
    for (gg_stream *stream = http->streams, *next; stream; stream = next) {
        next = stream->next;
        if (stream->full && http->now_ms - stream->full_ms > STUCK_MS) gg_link_close(stream->link);
    }
}

static void unwake(gg_stream *stream) {
    gg_stream **at = &stream->http->woken;
    while (*at && *at != stream) at = &(*at)->next_woken;
    if (*at) *at = stream->next_woken;
    at = &stream->http->gathered;
    while (*at && *at != stream) at = &(*at)->next_gathered;
    if (*at) *at = stream->next_gathered;
}

void gg_stream_gone(gg_stream *stream) {
    if (stream->woken || stream->gathered) unwake(stream);
    *stream->place = stream->next;
    if (stream->next) stream->next->place = stream->place;
    stream->setup.closed(stream->setup.user, stream);
    for (unsigned i = 0; i < stream->parts; i++) gg_bytes_drop(stream->part[i].bytes);
    free(stream);
}

// --------------------------------------------------------------------------------------- beginning
// The head of the answer is its first message.
static bool write_head(gg_stream *stream, const exchange *call) {
    gg_http *http = stream->http;
    static const char own[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                              "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\n";
    const char *how =
        stream->chunked ? "Transfer-Encoding: chunked\r\n\r\n" : "Connection: close\r\n\r\n";
    bool only_head = strcmp(call->call.method, "HEAD") == 0;
    size_t room = sizeof own + http->common_length + strlen(how) + 1;
    char *text = malloc(room);
    if (!text) return false;
    int length = snprintf(text, room, "%s%.*s%s", own, (int)http->common_length, http->common, how);
    gg_bytes *bytes = gg_bytes_new(text, (size_t)length);
    free(text);
    if (!bytes) return false;
    take(stream, bytes, false);
    stream->setup.next = only_head ? NULL : stream->setup.next;
    return true;
}

static gg_stream *new_stream(exchange *call, const gg_stream_setup *setup) {
    gg_http *http = call->call.http;
    gg_stream *stream = calloc(1, sizeof *stream);
    if (!stream) return NULL;
    stream->http = http;
    stream->setup = *setup;
    stream->link = call->link;
    stream->chunked =
        call->head.modern && call->head.stays && strcmp(call->call.method, "GET") == 0;
    if (!write_head(stream, call)) {
        free(stream);
        return NULL;
    }
    stream->next = http->streams;
    stream->place = &http->streams;
    if (stream->next) stream->next->place = &stream->next;
    http->streams = stream;
    call->link->stream = stream;
    return stream;
}

gg_stream *gg_call_stream(gg_call *call, const gg_stream_setup *setup) {
    exchange *in;
    memcpy(&in, &call, sizeof in); // its first member
    gg_stream *stream = new_stream(in, setup);
    if (!stream) {
        gg_call_answer(call, &(gg_answer){.status = 503, .bytes = "", .lasting = true});
        return NULL;
    }
    call->status = 200;
    return stream;
}

// The handler is done and knows its stream.
void gg_stream_begin(gg_stream *stream) {
    wake_later(stream);
}

void gg_stream_wake(gg_stream *stream) {
    if (!stream->full) wake_later(stream);
}

void gg_stream_end(gg_stream *stream) {
    stream->ending = true;
    wake_later(stream);
}

void gg_streams_end(gg_http *http) {
    for (gg_stream *stream = http->streams; stream; stream = stream->next) gg_stream_end(stream);
}
