// SPDX-License-Identifier: Apache-2.0
// HTTP on one thread: opening, answers, what a handler may ask of a call, and one turn of the loop.
#include "http.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

enum { EVENTS = 256, SWEEP_MS = 500, NUMBERS_ROOM = 256, REST_LOOK_MS = 50 };

uint64_t gg_http_now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000U + (uint64_t)now.tv_nsec / 1000000U;
}

// ----------------------------------------------------------------------------------------- answers
static const char *reason_of(unsigned status) {
    static const struct {
        unsigned status;
        const char *words;
    } reasons[] = {{200, "OK"},
                   {201, "Created"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {401, "Unauthorized"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {421, "Misdirected Request"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {409, "Conflict"},
                   {413, "Content Too Large"},
                   {414, "URI Too Long"},
                   {415, "Unsupported Media Type"},
                   {422, "Unprocessable Content"},
                   {429, "Too Many Requests"},
                   {431, "Request Header Fields Too Large"},
                   {503, "Service Unavailable"},
                   {505, "HTTP Version Not Supported"}};
    for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status) return reasons[i].words;
    return "Other";
}

static const char *date_of(gg_http *http) {
    time_t now = time(NULL);
    struct tm parts;
    if ((int64_t)now != http->date_s &&
        strftime(http->date, sizeof http->date, "%a, %d %b %Y %H:%M:%S GMT",
                 gmtime_r(&now, &parts)))
        http->date_s = (int64_t)now;
    return http->date;
}

static char *put(char *at, const void *bytes, size_t count) {
    memcpy(at, bytes, count);
    return at + count;
}

// A header; whatever would begin another line is left out.
static char *put_field(char *at, const char *name, const char *value) {
    at = put(at, name, strlen(name));
    at = put(at, ": ", 2);
    for (; *value; value++)
        if ((unsigned char)*value >= ' ') *at++ = *value;
    return put(at, "\r\n", 2);
}

static size_t room_of(const gg_http *http, const gg_answer *answer) {
    size_t room = NUMBERS_ROOM + http->common_length;
    if (answer->type) room += strlen(answer->type) + 20;
    for (const char *const *h = answer->header; h[0]; h += 2)
        room += strlen(h[0]) + strlen(h[1]) + 4;
    return room;
}

static char *put_text(char *at, const char *text) {
    return put(at, text, strlen(text));
}

static char *put_number(char *at, size_t number) {
    char digits[24], *from = digits + sizeof digits;
    do *--from = (char)('0' + number % 10);
    while (number /= 10);
    return put(at, from, (size_t)(digits + sizeof digits - from));
}

static char *put_head(gg_http *http, char *at, const gg_answer *answer) {
    at = put_number(put_text(at, "HTTP/1.1 "), answer->status);
    at = put_text(put_text(at, " "), reason_of(answer->status));
    at = put_text(put_text(at, "\r\nDate: "), date_of(http));
    at = put_text(at, "\r\n");
    if (!answer->bare) at = put(at, http->common, http->common_length);
    if (answer->type) at = put_field(at, "Content-Type", answer->type);
    for (const char *const *h = answer->header; h[0]; h += 2) at = put_field(at, h[0], h[1]);
    return at;
}

// `call` NULL: the last answer of a connection. A HEAD is told how long the body would be.
gg_reply *gg_reply_new(gg_http *http, const gg_answer *answer, const exchange *call) {
    bool bodied = answer->status != 304 && !(call && strcmp(call->call.method, "HEAD") == 0);
    size_t copied = bodied && !answer->lasting ? answer->length : 0;
    gg_reply *reply = malloc(sizeof *reply + room_of(http, answer) + copied);
    if (!reply) return NULL;
    char *at = put_head(http, reply->bytes, answer);
    if (!call || !call->head.stays)
        at = put(at, "Connection: close\r\n", 19);
    else if (!call->head.modern)
        at = put(at, "Connection: keep-alive\r\n", 24);
    if (answer->status != 304) {
        at = put_number(put_text(at, "Content-Length: "), answer->length);
        at = put(at, "\r\n", 2);
    }
    at = put(at, "\r\n", 2);
    if (copied) at = put(at, answer->bytes, copied);
    reply->length = (size_t)(at - reply->bytes);
    reply->lasting = answer->bytes;
    reply->beyond = bodied && answer->lasting ? answer->length : 0;
    return reply;
}

static exchange *exchange_of(const gg_call *call) {
    exchange *in;
    memcpy(&in, &call, sizeof in); // its first member
    return in;
}

void gg_call_answer(gg_call *call, const gg_answer *answer) {
    exchange *in = exchange_of(call);
    free(in->reply);
    in->reply = gg_reply_new(call->http, answer, in);
    call->status = answer->status;
}

// ----------------------------------------------------------------------------------------- parking
void gg_call_park(gg_call *call) {
    exchange *in = exchange_of(call);
    if (call->parked) return;
    call->parked = true;
    in->next = call->http->parked;
    in->at = &call->http->parked;
    if (in->next) in->next->at = &in->next;
    call->http->parked = in;
}

void gg_call_unpark(gg_call *call) {
    exchange *in = exchange_of(call);
    if (!call->parked) return;
    call->parked = false;
    *in->at = in->next;
    if (in->next) in->next->at = in->at;
    gg_link_ready(in->link);
}

// ---------------------------------------------------------------------------------------- requests
const char *gg_call_header(const gg_call *call, const char *name) {
    const exchange *in = exchange_of(call);
    return gg_head_field(&in->head, in->link->in, name);
}

const char *gg_call_query(const gg_call *call, const char *name) {
    const exchange *in = exchange_of(call);
    return gg_head_arg(&in->head, in->link->in, name);
}

// "a=1; b=2", in quotes or not.
const char *gg_call_cookie(const gg_call *call, const char *name) {
    exchange *in = exchange_of(call);
    const char *at = gg_call_header(call, "Cookie");
    size_t letters = strlen(name);
    while (at && *at) {
        at += strspn(at, " \t;");
        size_t length = strcspn(at, ";");
        if (length > letters && strncmp(at, name, letters) == 0 && at[letters] == '=') {
            const char *from = at + letters + 1, *end = at + length;
            while (end > from && (end[-1] == ' ' || end[-1] == '\t')) end--;
            if (end > from + 1 && *from == '"' && end[-1] == '"') {
                from++;
                end--;
            }
            if ((size_t)(end - from) >= sizeof in->cookie) return NULL;
            *put(in->cookie, from, (size_t)(end - from)) = 0;
            return in->cookie;
        }
        at += length;
    }
    return NULL;
}

const char *gg_call_header_back(const gg_call *call, const char *name, unsigned behind) {
    const exchange *in = exchange_of(call);
    return gg_head_field_back(&in->head, in->link->in, name, behind);
}

gg_peer gg_call_peer(const gg_call *call) {
    return gg_peer_of((const struct sockaddr *)&exchange_of(call)->link->from);
}

// ----------------------------------------------------------------------------------------- opening
// Once, for the whole life of a connection. The listening socket has no link.
bool gg_http_watch(gg_http *http, gg_link *link) {
    struct epoll_event event = {
        .events = link ? EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET : EPOLLIN, .data.ptr = link};
    return epoll_ctl(http->epoll, EPOLL_CTL_ADD, link ? link->fd : http->fd, &event) == 0;
}

static bool write_common(gg_http *http) {
    size_t room = 1;
    for (const char *const *h = http->setup.headers; h && h[0]; h += 2)
        room += strlen(h[0]) + strlen(h[1]) + 4;
    http->common = malloc(room);
    if (!http->common) return false;
    char *at = http->common;
    for (const char *const *h = http->setup.headers; h && h[0]; h += 2)
        at = put_field(at, h[0], h[1]);
    http->common_length = (size_t)(at - http->common);
    return true;
}

gg_status gg_http_open(gg_http **out, const gg_http_setup *setup) {
    *out = NULL;
    gg_http *http = calloc(1, sizeof *http);
    if (!http) return GG_NO_MEMORY;
    http->setup = *setup;
    http->now_ms = gg_http_now_ms();
    http->epoll = -1;
    http->ready_last = &http->ready;
    if (!gg_socket_open(http)) {
        free(http);
        return GG_IO_FAILURE;
    }
    http->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (http->epoll < 0 || !write_common(http) || !gg_http_watch(http, NULL)) {
        gg_http_close(http);
        return GG_IO_FAILURE;
    }
    *out = http;
    return GG_OK;
}

// What has an answer is answered; nothing is begun.
void gg_http_close(gg_http *http) {
    if (!http) return;
    http->closing = true;
    while (http->parked) gg_call_unpark(&http->parked->call);
    gg_links_go_on(http);
    gg_streams_end(http);
    gg_streams_pump(http);
    while (http->links) gg_link_close(http->links);
    gg_links_bury(http);
    gg_links_forget(http);
    gg_listener_close(http);
    gg_socket_close(http);
    if (http->epoll >= 0) (void)close(http->epoll);
    free(http->common);
    free(http);
}

unsigned gg_http_port(const gg_http *http) {
    return http->port;
}

int gg_http_fd(const gg_http *http) {
    return http->epoll;
}

int gg_http_timeout_ms(const gg_http *http) {
    if (http->woken || http->ready) return 0;
    if (http->gathered) return gg_streams_timeout_ms(http);
    if (http->resting_until) return REST_LOOK_MS;
    return http->links ? SWEEP_MS : -1;
}

void gg_http_turn(gg_http *http) {
    struct epoll_event events[EVENTS];
    http->now_ms = gg_http_now_ms();
    gg_listener_rested(http);
    gg_links_go_on(http);
    int count = epoll_wait(http->epoll, events, EVENTS, 0);
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr)
            gg_link_event(events[i].data.ptr, events[i].events);
        else
            gg_listener_accept(http);
    }
}

void gg_http_tell(gg_http *http) {
    gg_streams_gathered(http);
    gg_streams_pump(http);
    if (http->now_ms - http->swept_ms >= SWEEP_MS) {
        http->swept_ms = http->now_ms;
        gg_links_sweep(http);
        gg_streams_sweep(http);
    }
    gg_links_bury(http);
}
