// SPDX-License-Identifier: Apache-2.0
// One connection: reads requests, hands each to the handler once it is whole, sends the answer,
// reads the next. What cannot be understood, does not end or does not come in time is answered in
// JSON and the connection closed, whatever went before it on the same connection.
//
// Requests that follow each other without waiting are answered one after the other: nothing more is
// read while a call is under way, so nobody can make us remember more than one.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/uio.h>
#include <unistd.h>

#include "internal.h"

enum {
    ROOM_FIRST = 2048,
    SPARES_MOST = 64,
    ROOM_KEPT = 16384,  // a larger one is given back after the request
    REQUESTS_MOST = 16, // of one connection in one turn
    HEAD_MS = 10000,    // from its first byte to the whole head
    BODY_MS = 120000,   // to the end of its body
    SEND_MS = 60000,    // an answer that nobody takes
    LINGER_MS = 2000,   // to read the last answer
};

// -------------------------------------------------------------------------------- coming and going
gg_link *gg_link_new(gg_http *http, int fd, const struct sockaddr *from, socklen_t size) {
    gg_link *link = calloc(1, sizeof *link);
    if (!link) return NULL;
    link->http = http;
    link->fd = fd;
    link->more = true;
    link->since_ms = http->now_ms;
    memcpy(&link->from, from, size < sizeof link->from ? size : sizeof link->from);
    link->next = http->links;
    link->at = &http->links;
    if (link->next) link->next->at = &link->next;
    http->links = link;
    return link;
}

static void forget_room(gg_link *link) {
    link->http->held -= link->room;
    free(link->in);
    link->in = NULL;
    link->length = link->room = 0;
}

static bool resize(gg_link *link, size_t room) {
    char *made = realloc(link->in, room + 1);
    if (!made) return false;
    link->http->held += room - link->room;
    link->in = made;
    link->room = room;
    return true;
}

static void free_call(exchange *call) {
    if (!call) return;
    if (call->call.parked) {
        *call->at = call->next;
        if (call->next) call->next->at = call->at;
    }
    gg_http *http = call->link->http;
    free(call->reply);
    if (http->spares == SPARES_MOST) {
        free(call);
        return;
    }
    call->next = http->spare;
    http->spare = call;
    http->spares++;
}

// NULL: no memory.
static exchange *new_call(gg_http *http) {
    exchange *call = http->spare;
    if (!call) return calloc(1, sizeof *call);
    http->spare = call->next;
    http->spares--;
    memset(call, 0, sizeof *call);
    return call;
}

void gg_links_forget(gg_http *http) {
    while (http->spare) {
        exchange *call = http->spare;
        http->spare = call->next;
        free(call);
    }
}

static void no_longer_ready(gg_link *link) {
    gg_link **at = &link->http->ready;
    while (*at && *at != link) at = &(*at)->next_ready;
    if (!*at) return; // its turn is now
    *at = link->next_ready;
    if (!*at) link->http->ready_last = at;
}

// An event of this turn may still speak of it, so it is freed at the end of the turn.
void gg_link_close(gg_link *link) {
    gg_http *http = link->http;
    if (link->state == LINK_GONE) return;
    if (link->ready) no_longer_ready(link);
    link->state = LINK_GONE;
    *link->at = link->next;
    if (link->next) link->next->at = link->at;
    link->next = http->gone;
    http->gone = link;
    (void)close(link->fd);
    gg_listener_left(http, (const struct sockaddr *)&link->from);
    if (link->stream) gg_stream_gone(link->stream);
}

void gg_links_bury(gg_http *http) {
    while (http->gone) {
        gg_link *link = http->gone;
        http->gone = link->next;
        if (link->call && http->setup.done) http->setup.done(http->setup.user, &link->call->call);
        free_call(link->call);
        free(link->reply);
        forget_room(link);
        free(link);
    }
}

void gg_link_ready(gg_link *link) {
    if (link->ready || link->state == LINK_GONE) return;
    link->ready = true;
    link->next_ready = NULL;
    *link->http->ready_last = link;
    link->http->ready_last = &link->next_ready;
}

// What somebody still sends who has had his last answer is dropped, up to a limit. A connection
// closed with unread bytes would lose what was sent.
static void drain(gg_link *link) {
    char dropped[4096];
    for (unsigned i = 0; i < 16; i++) {
        ssize_t n = recv(link->fd, dropped, sizeof dropped, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (n <= 0) break;
    }
    gg_link_close(link);
}

void gg_link_linger(gg_link *link) {
    link->state = LINK_LINGERS;
    link->since_ms = link->http->now_ms;
    if (shutdown(link->fd, SHUT_WR) != 0)
        gg_link_close(link);
    else if (link->more || link->ends)
        drain(link);
}

// ----------------------------------------------------------------------------------------- sending
static ssize_t send_rest(gg_link *link) {
    gg_reply *reply = link->reply;
    if (!reply->beyond)
        return send(link->fd, reply->bytes + link->sent, reply->length - link->sent,
                    MSG_NOSIGNAL | MSG_DONTWAIT);
    struct iovec parts[2] = {{reply->bytes, reply->length}, {NULL, reply->beyond}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = reply->beyond ? 2 : 1};
    memcpy(&parts[1].iov_base, &reply->lasting, sizeof parts[1].iov_base); // is not written to
    size_t skip = link->sent;
    for (unsigned i = 0; i < 2; i++) {
        size_t less = skip < parts[i].iov_len ? skip : parts[i].iov_len;
        if (less) parts[i].iov_base = (char *)parts[i].iov_base + less;
        parts[i].iov_len -= less;
        skip -= less;
    }
    return sendmsg(link->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

// The request is done with: what follows it in memory is the beginning of the next.
static void end_call(gg_link *link) {
    exchange *call = link->call;
    if (!call) return;
    if (call->call.body) call->call.body[call->call.length] = call->after;
    link->length -= call->scan;
    if (link->length) memmove(link->in, link->in + call->scan, link->length);
    if (link->http->setup.done) link->http->setup.done(link->http->setup.user, &call->call);
    link->last = link->last || !call->head.stays;
    link->call = NULL;
    free_call(call);
}

static void sent(gg_link *link) {
    free(link->reply);
    link->reply = NULL;
    end_call(link);
    if (link->last) {
        gg_link_linger(link);
        return;
    }
    if (link->room > ROOM_KEPT && link->length <= ROOM_FIRST) (void)resize(link, ROOM_FIRST);
    link->state = LINK_READS;
    link->known = true;
    link->since_ms = link->http->now_ms;
}

static void send_on(gg_link *link) {
    size_t all = link->reply->length + link->reply->beyond;
    while (link->sent < all) {
        ssize_t n = send_rest(link);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return;
        if (n < 0) {
            gg_link_close(link);
            return;
        }
        link->since_ms = link->http->now_ms;
        link->sent += (size_t)n;
    }
    sent(link);
}

static void send_reply(gg_link *link, gg_reply *reply) {
    if (!reply) { // no memory
        gg_link_close(link);
        return;
    }
    link->reply = reply;
    link->sent = 0;
    link->state = LINK_SENDS;
    send_on(link);
}

// Nothing of what was sent is done.
void gg_link_refuse(gg_link *link, gg_http_fault fault) {
    gg_http *http = link->http;
    gg_answer answer = {.type = "application/json", .header = {"Cache-Control", "no-store"}};
    answer.bytes = http->setup.words(http->setup.user, fault, &answer.status);
    answer.length = strlen(answer.bytes);
    free_call(link->call);
    link->call = NULL;
    link->last = true;
    link->length = 0;
    send_reply(link, gg_reply_new(http, &answer, NULL));
}

// ------------------------------------------------------------------------------------------- calls
static void become_stream(gg_link *link) {
    end_call(link);
    forget_room(link);
    link->state = LINK_STREAMS;
    gg_stream_begin(link->stream);
}

static void work(gg_link *link) {
    gg_http *http = link->http;
    gg_call *call = &link->call->call;
    if (!call->status && http->closing) {
        gg_link_close(link);
        return;
    }
    if (!call->status) http->setup.handler(http->setup.user, call);
    if (call->parked) return;
    gg_reply *reply = link->call->reply;
    link->call->reply = NULL;
    if (link->stream)
        become_stream(link);
    else
        send_reply(link, reply);
}

// The request is whole.
static void start(gg_link *link) {
    exchange *call = link->call;
    link->state = LINK_WORKS;
    if (call->call.length) {
        call->call.body = link->in + call->head.length;
        call->after = call->call.body[call->call.length];
        call->call.body[call->call.length] = 0;
    }
    work(link);
}

static void name_call(gg_call *call, const char *path, const char *method) {
    size_t length = strlen(path), letters = strlen(method);
    call->too_long = length > GG_HTTP_PATH_MAX;
    memcpy(call->path, path, call->too_long ? GG_HTTP_PATH_MAX : length);
    if (letters < sizeof call->method && strspn(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == letters)
        memcpy(call->method, method, letters); // any other word is a method nobody knows
}

// A body announced as far too large is answered before it is sent, and the connection closed. One
// that is only a little too large is read and dropped first: many clients read no answer before
// they have sent everything.
static void expect_body(gg_link *link, exchange *call) {
    static const char go[] = "HTTP/1.1 100 Continue\r\n\r\n";
    gg_body_begin(&call->body, &call->head);
    call->call.too_large = call->head.size > call->limit;
    if (call->head.size > GG_HTTP_DRAIN_MAX) {
        call->body.phase = GG_BODY_DONE;
        call->head.stays = false;
    }
    if (call->body.phase != GG_BODY_DONE && call->head.expects && call->scan == link->length)
        (void)!send(link->fd, go, sizeof go - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void begin_call(gg_link *link, const gg_head *head) {
    gg_http *http = link->http;
    exchange *call = new_call(http);
    if (!call) {
        gg_link_close(link);
        return;
    }
    link->call = call;
    link->since_ms = http->now_ms;
    call->link = link;
    call->call.http = http;
    call->head = *head;
    call->scan = head->length;
    name_call(&call->call, link->in + head->path, link->in + head->method);
    call->limit = !head->chunked && head->size <= http->setup.freely
                      ? http->setup.freely
                      : http->setup.limit(http->setup.user, &call->call);
    expect_body(link, call);
    if (call->body.phase == GG_BODY_DONE) start(link);
}

// ----------------------------------------------------------------------------------------- reading
static bool read_head(gg_link *link) {
    gg_http_fault fault;
    gg_head head;
    switch (gg_head_read(link->in, link->length, &head, &fault)) {
    case GG_HEAD_MORE: return false;
    case GG_HEAD_WHOLE: begin_call(link, &head); break;
    case GG_HEAD_REFUSED: gg_link_refuse(link, fault); break;
    }
    return true;
}

static void count_body(exchange *call, size_t made) {
    if (call->call.too_large) {
        call->drained += made;
        return;
    }
    call->call.length += made;
    if (call->call.length <= call->limit) return;
    call->call.too_large = true;
    call->drained = call->call.length;
    call->call.length = 0;
}

static bool read_body(gg_link *link) {
    exchange *call = link->call;
    char *to = call->call.too_large ? NULL : link->in + call->head.length + call->call.length;
    size_t made;
    call->scan +=
        gg_body_take(&call->body, link->in + call->scan, link->length - call->scan, to, &made);
    count_body(call, made);
    if (call->body.phase == GG_BODY_BAD) {
        gg_link_refuse(link, GG_HTTP_BAD_BODY);
    } else if (call->drained > GG_HTTP_DRAIN_MAX) {
        gg_link_refuse(link, GG_HTTP_LARGE_BODY);
    } else if (call->body.phase == GG_BODY_DONE) {
        start(link);
    } else { // all was read: what does not belong to the body is forgotten
        link->length = call->scan = call->head.length + call->call.length;
        return false;
    }
    return true;
}

// Room for a head everybody has; beyond it all share what there is.
static bool make_room(gg_link *link) {
    const gg_http *http = link->http;
    if (link->length < link->room) return true;
    bool over = link->room && http->setup.room && http->held + link->room > http->setup.room;
    if (!over && resize(link, link->room ? 2 * link->room : ROOM_FIRST)) return true;
    if (over)
        gg_link_refuse(link, GG_HTTP_FULL);
    else
        gg_link_close(link);
    return false;
}

static void other_side_ended(gg_link *link) {
    link->ends = true;
    link->more = false;
    if (link->length)
        gg_link_refuse(link, GG_HTTP_CUT);
    else
        gg_link_close(link);
}

// True: something has come.
static bool receive(gg_link *link) {
    if (!link->more) return false;
    if (!make_room(link)) return false;
    size_t room = link->room - link->length;
    ssize_t n = recv(link->fd, link->in + link->length, room, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
        link->more = errno == EINTR;
        return false;
    }
    if (n <= 0) {
        other_side_ended(link);
        return false;
    }
    if ((size_t)n < room && !link->ends) link->more = false; // that was all
    if (!link->length) link->since_ms = link->http->now_ms;
    link->length += (size_t)n;
    return true;
}

static void go_on(gg_link *link) {
    for (unsigned i = 0; link->state == LINK_READS;) {
        if (link->length && (link->call ? read_body(link) : read_head(link))) {
            if (++i < REQUESTS_MOST) continue;
            gg_link_ready(link); // others first
            return;
        }
        if (link->state == LINK_READS && !receive(link)) return;
    }
}

void gg_link_begin(gg_link *link) {
    go_on(link);
}

// ------------------------------------------------------------------------------------------ events
void gg_link_event(gg_link *link, uint32_t events) {
    if (link->state == LINK_GONE) return;
    if (link->state == LINK_STREAMS) {
        gg_stream_event(link->stream, events);
        return;
    }
    if (events & (EPOLLIN | EPOLLRDHUP)) link->more = true;
    if (events & EPOLLRDHUP) link->ends = true;
    if (events & (EPOLLHUP | EPOLLERR)) {
        // A call that is with the handler goes on: it may have been done already.
        if (link->state != LINK_WORKS) gg_link_close(link);
        return;
    }
    if (link->state == LINK_SENDS && events & EPOLLOUT) send_on(link);
    if (link->state == LINK_LINGERS && link->more) drain(link);
    if (link->state == LINK_READS) go_on(link);
}

void gg_links_go_on(gg_http *http) {
    gg_link *list = http->ready;
    http->ready = NULL;
    http->ready_last = &http->ready;
    while (list) {
        gg_link *link = list;
        list = link->next_ready;
        link->ready = false;
        if (link->state == LINK_WORKS && !link->call->call.parked) work(link);
        if (link->state == LINK_READS) go_on(link);
    }
}

// Who says nothing between requests is let go without a word; who stops in the middle is told.
static void sweep(gg_link *link, uint64_t waited) {
    bool silent = link->known && !link->length && !link->call;
    switch (link->state) {
    case LINK_READS:
        if (silent && waited >= (uint64_t)GG_HTTP_IDLE_S * 1000)
            gg_link_close(link);
        else if (!silent && waited >= (link->call ? BODY_MS : HEAD_MS))
            gg_link_refuse(link, GG_HTTP_SLOW);
        break;
    case LINK_SENDS:
        if (waited >= SEND_MS) gg_link_close(link);
        break;
    case LINK_LINGERS:
        if (waited >= LINGER_MS) gg_link_close(link);
        break;
    default: break;
    }
}

void gg_links_sweep(gg_http *http) {
    for (gg_link *link = http->links, *next; link; link = next) {
        next = link->next;
        sweep(link, http->now_ms - link->since_ms);
    }
}
