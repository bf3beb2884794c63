// SPDX-License-Identifier: Apache-2.0
// The door: connections are accepted here and the head of their first request is looked at
// (MSG_PEEK) before anybody else reads it. What is no HTTP/1 request, too long, too slow or one too
// many from its address is answered in JSON and closed; libmicrohttpd would answer in HTML. It is
// given the rest, untouched.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "inside.h"

enum {
    ACCEPT_MOST = 64, // in one turn
    HEAD_MS = 10000,  // to say what is wanted
    LINGER_MS = 2000, // to read a refusal
    FIELDS_MAX = 64,
    TARGET_MAX = 2048,
    METHOD_MAX = 24,
};

struct guest {
    gg_end at;
    int fd;
    struct sockaddr_storage from;
    socklen_t size;
    uint64_t since_ms;
    bool refused;
    guest *next, **link;
};

// ----------------------------------------------------------------------------------------
// addresses One household of version 6 has 2^64 addresses: the first half counts.
struct address {
    uint8_t family, bytes[8];
    unsigned count;
    address *next;
};

static bool address_of(const struct sockaddr *from, address *out) {
    memset(out, 0, sizeof *out);
    out->family = (uint8_t)from->sa_family;
    if (from->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, from, sizeof four);
        memcpy(out->bytes, &four.sin_addr, 4);
        return ntohl(four.sin_addr.s_addr) != INADDR_LOOPBACK;
    }
    struct sockaddr_in6 six;
    memcpy(&six, from, sizeof six);
    memcpy(out->bytes, &six.sin6_addr, 8);
    return !IN6_IS_ADDR_LOOPBACK(&six.sin6_addr);
}

static address **place_of(gg_http *http, const address *wanted) {
    uint32_t hash = wanted->family;
    for (unsigned i = 0; i < sizeof wanted->bytes; i++) hash = hash * 16777619U ^ wanted->bytes[i];
    address **place = &http->addresses[(hash ^ hash >> 15) % ADDRESS_BUCKETS];
    while (*place && ((*place)->family != wanted->family ||
                      memcmp((*place)->bytes, wanted->bytes, sizeof wanted->bytes) != 0))
        place = &(*place)->next;
    return place;
}

// The machine's own address is not counted: behind a relay everybody comes from there.
static bool enter(gg_http *http, const struct sockaddr *from) {
    address wanted;
    http->connections++;
    if (!http->setup.per_address || !address_of(from, &wanted)) return true;
    address **place = place_of(http, &wanted);
    if (!*place) {
        address *made = malloc(sizeof *made);
        if (!made) return true;
        *made = wanted;
        *place = made;
    }
    return ++(*place)->count <= http->setup.per_address;
}

void gg_door_left(gg_http *http, const struct sockaddr *from) {
    address wanted;
    http->connections--;
    if (!http->setup.per_address || !from || !address_of(from, &wanted)) return;
    address **place = place_of(http, &wanted), *found = *place;
    if (!found || --found->count) return;
    *place = found->next;
    free(found);
}

// -------------------------------------------------------------------------------------------
// guests
static const struct sockaddr *from_of(const guest *g) {
    return (const struct sockaddr *)&g->from;
}

static void forget(guest *g) {
    *g->link = g->next;
    if (g->next) g->next->link = g->link;
    free(g);
}

static void send_away(gg_http *http, guest *g) {
    (void)close(g->fd);
    gg_door_left(http, from_of(g));
    forget(g);
}

// The answer, then time to read it: a connection closed with unread bytes loses what was sent.
static void refuse(gg_http *http, guest *g, gg_http_fault fault) {
    char head[2048];
    unsigned status;
    const char *body = http->setup.words(http->setup.user, fault, &status);
    int n = snprintf(head, sizeof head, "HTTP/1.1 %u Refused\r\n", status);
    for (const char *const *h = http->setup.headers; h && h[0] && (size_t)n < sizeof head; h += 2)
        n += snprintf(head + n, sizeof head - (size_t)n, "%s: %s\r\n", h[0], h[1]);
    if ((size_t)n < sizeof head)
        n += snprintf(head + n, sizeof head - (size_t)n,
                      "Content-Type: application/json\r\nCache-Control: no-store\r\n"
                      "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                      strlen(body), body);
    g->refused = true;
    g->since_ms = gg_http_now_ms();
    if ((size_t)n >= sizeof head || send(g->fd, head, (size_t)n, MSG_NOSIGNAL) != (ssize_t)n ||
        shutdown(g->fd, SHUT_WR) != 0)
        send_away(http, g);
}

// -------------------------------------------------------------------------------------- the
// request
typedef enum verdict { MORE, FITS, FITS_STREAM, REFUSED } verdict;

static bool is_token(unsigned char c) {
    static const char others[] = "!#$%&'*+-.^_`|~";
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c && strchr(others, c));
}

// METHOD /target HTTP/1.x; `length` without its line end.
static bool judge_line(const char *line, size_t length, gg_http_fault *fault) {
    size_t at = 0, start;
    *fault = GG_HTTP_BAD_LINE;
    while (at < length && at <= METHOD_MAX && is_token((unsigned char)line[at])) at++;
    if (at == 0 || at > METHOD_MAX || at == length || line[at] != ' ') return false;
    start = ++at;
    while (at < length && (unsigned char)line[at] > ' ' && line[at] != 0x7f) at++;
    if (at == start || (line[start] != '/' && line[start] != '*')) return false;
    *fault = GG_HTTP_LONG_TARGET;
    if (at - start > TARGET_MAX) return false;
    *fault = GG_HTTP_BAD_LINE;
    if (length - at != 9 || strncmp(line + at, " HTTP/", 6) != 0 || line[at + 7] != '.')
        return false;
    *fault = GG_HTTP_VERSION;
    return line[at + 6] == '1' && (line[at + 8] == '0' || line[at + 8] == '1');
}

typedef struct fields {
    unsigned count;
    bool sized, coded;
} fields;

static bool digits(const char *text, size_t length) {
    size_t n = 0;
    while (n < length && text[n] >= '0' && text[n] <= '9') n++;
    return n > 0 && n == length && n < 20;
}

// Name: value, without blanks before the colon, control characters or a second length.
static bool judge_field(const char *line, size_t length, fields *seen) {
    size_t name = 0, from, to = length;
    while (name < length && is_token((unsigned char)line[name])) name++;
    if (name == 0 || name == length || line[name] != ':') return false;
    for (from = name + 1; from < length && (line[from] == ' ' || line[from] == '\t');) from++;
    while (to > from && (line[to - 1] == ' ' || line[to - 1] == '\t')) to--;
    for (size_t i = from; i < to; i++)
        if (((unsigned char)line[i] < ' ' && line[i] != '\t') || line[i] == 0x7f) return false;
    if (name == 14 && strncasecmp(line, "Content-Length", 14) == 0) {
        if (seen->sized || !digits(line + from, to - from)) return false;
        seen->sized = true;
    }
    if (name == 17 && strncasecmp(line, "Transfer-Encoding", 17) == 0) {
        if (seen->coded || to - from != 7 || strncasecmp(line + from, "chunked", 7) != 0)
            return false;
        seen->coded = true;
    }
    return !(seen->sized && seen->coded);
}

static verdict judge_fields(const char *at, const char *stop, gg_http_fault *fault) {
    fields seen = {0};
    while (at < stop) {
        const char *next = memchr(at, '\n', (size_t)(stop - at));
        *fault = ++seen.count > FIELDS_MAX ? GG_HTTP_LARGE_HEAD : GG_HTTP_BAD_FIELD;
        if (!next || next == at || next[-1] != '\r' || seen.count > FIELDS_MAX ||
            !judge_field(at, (size_t)(next - 1 - at), &seen))
            return REFUSED;
        at = next + 1;
    }
    return FITS;
}

// GET /.../events, with or without a query.
static bool is_stream(const char *line, size_t length) {
    const char *target = line + 4, *end;
    if (length < 16 || strncmp(line, "GET /", 5) != 0) return false;
    end = target + strcspn(target, "? \r\n");
    return end - target > 7 && strncmp(end - 7, "/events", 7) == 0;
}

// A line that cannot be right is refused before its head is whole.
static verdict judge(const char *text, size_t length, gg_http_fault *fault) {
    const char *line = text, *stop;
    size_t first;
    if (length >= 2 && memcmp(line, "\r\n", 2) == 0) line += 2; // left over by some old clients
    length -= (size_t)(line - text);
    const char *end = memchr(line, '\n', length);
    if (!end) {
        *fault = memchr(line, ' ', length) ? GG_HTTP_LONG_TARGET : GG_HTTP_BAD_LINE;
        bool odd = length > METHOD_MAX && !memchr(line, ' ', METHOD_MAX);
        for (size_t i = 0; i < length; i++) odd = odd || (unsigned char)line[i] < '\r';
        if (odd) *fault = GG_HTTP_BAD_LINE;
        return odd || length > TARGET_MAX + METHOD_MAX ? REFUSED : MORE;
    }
    *fault = GG_HTTP_BAD_LINE;
    if (end == line || end[-1] != '\r') return REFUSED;
    first = (size_t)(end - 1 - line);
    if (!judge_line(line, first, fault)) return REFUSED;
    stop = memmem(end - 1, length - first, "\r\n\r\n", 4);
    *fault = GG_HTTP_LARGE_HEAD;
    if (!stop) return length >= HEAD_MAX - 2 ? REFUSED : MORE;
    if (judge_fields(end + 1, stop + 2, fault) == REFUSED) return REFUSED;
    return is_stream(line, first) ? FITS_STREAM : FITS;
}

static void hand_over(gg_http *http, guest *g, daemon_kind kind) {
    gg_http_unwatch(http, g->fd);
    // The library closes the socket when it cannot take it; it then tells nobody.
    if (MHD_add_connection(http->daemon[kind], g->fd, from_of(g), g->size) != MHD_YES)
        gg_door_left(http, from_of(g));
    http->due[kind] = true;
    forget(g);
}

static void look(gg_http *http, guest *g) {
    gg_http_fault fault;
    ssize_t n = recv(g->fd, http->head, HEAD_MAX, MSG_PEEK | MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
        send_away(http, g);
        return;
    }
    http->head[n] = 0;
    switch (judge(http->head, (size_t)n, &fault)) {
    case MORE: break;
    case FITS: hand_over(http, g, DAEMON_CALLS); break;
    case FITS_STREAM: hand_over(http, g, DAEMON_STREAMS); break;
    case REFUSED: refuse(http, g, fault); break;
    }
}

// Somebody who was refused: what he still sends is dropped.
static void drain(gg_http *http, guest *g) {
    char dropped[4096];
    for (unsigned i = 0; i < 16; i++) {
        ssize_t n = recv(g->fd, dropped, sizeof dropped, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (n <= 0) break;
    }
    send_away(http, g);
}

void gg_door_event(gg_http *http, gg_end *at) {
    guest *g = (guest *)(void *)at; // its first member
    if (g->refused)
        drain(http, g);
    else
        look(http, g);
}

static void receive(gg_http *http, int fd, const struct sockaddr_storage *from, socklen_t size) {
    int yes = 1;
    guest *g = calloc(1, sizeof *g);
    if (!g) {
        (void)close(fd);
        return;
    }
    g->at.kind = END_GUEST;
    g->fd = fd;
    g->from = *from;
    g->size = size;
    g->since_ms = gg_http_now_ms();
    g->next = http->guests;
    g->link = &http->guests;
    if (g->next) g->next->link = &g->next;
    http->guests = g;
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    bool welcome = enter(http, from_of(g)), room = http->connections <= http->setup.connections;
    if (!gg_http_watch(http, fd, EPOLLIN | EPOLLRDHUP | EPOLLET, &g->at, false))
        send_away(http, g);
    else if (!welcome || !room)
        refuse(http, g, welcome ? GG_HTTP_FULL : GG_HTTP_CROWD);
    else
        look(http, g);
}

void gg_door_open(gg_http *http) {
    struct sockaddr_storage from;
    for (unsigned i = 0; i < ACCEPT_MOST; i++) {
        socklen_t size = sizeof from;
        int fd = accept4(http->fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) return;
        receive(http, fd, &from, size);
    }
}

void gg_door_sweep(gg_http *http, uint64_t now_ms) {
    for (guest *g = http->guests, *next; g; g = next) {
        next = g->next;
        if (now_ms - g->since_ms < (g->refused ? LINGER_MS : HEAD_MS)) continue;
        if (g->refused)
            send_away(http, g);
        else
            refuse(http, g, GG_HTTP_SLOW);
    }
}

void gg_door_close(gg_http *http) {
    while (http->guests) send_away(http, http->guests);
    for (unsigned i = 0; i < ADDRESS_BUCKETS; i++)
        while (http->addresses[i]) {
            address *next = http->addresses[i]->next;
            free(http->addresses[i]);
            http->addresses[i] = next;
        }
}
