// SPDX-License-Identifier: Apache-2.0
// The server's loop against scripted peers: bytes say who connects, what he sends and in which
// pieces, when he reads, closes his half, leaves or stalls, what the handler does, which allocation
// fails and how time goes by. Sockets are real (pairs), the clock is ours: the build compiles
// host/net for this target with other names for the clock and for memory.
//
// Looked at: what a peer is sent is HTTP; whatever began has ended; nothing is held when all have
// left; the loop does not spin; somebody new is served.
#undef malloc
#undef calloc
#undef realloc
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "host/net/internal.h"

enum { PEERS = 6, QUEUE = 1 << 14, GOT = 1 << 20, STREAMS = 16, LARGE = 200000, OPS = 4000 };

typedef struct peer {
    int fd;    // -1: none
    bool half; // he has closed his
    char queue[QUEUE];
    size_t queued;
    char *got; // kept from input to input
    size_t length;
} peer;

typedef struct teller {
    gg_stream *stream; // NULL: free
    unsigned left;     // messages to tell
} teller;

static struct {
    gg_http *http;
    peer peer[PEERS];
    gg_call *parked[PEERS];
    teller teller[STREAMS];
    unsigned begun, done, opened, closed;
    uint64_t now_ms;
    unsigned fail_in; // allocations from now; 0: none fails
} world;

static char large[LARGE];

// ------------------------------------------------------------------------------- what is replaced
int fuzz_clock(clockid_t which, struct timespec *out);
void *fuzz_malloc(size_t size);
void *fuzz_calloc(size_t count, size_t size);
void *fuzz_realloc(void *at, size_t size);

int fuzz_clock(clockid_t which, struct timespec *out) {
    (void)which;
    out->tv_sec = (time_t)(world.now_ms / 1000);
    out->tv_nsec = (long)(world.now_ms % 1000) * 1000000;
    return 0;
}

static bool fails(void) {
    return world.fail_in && --world.fail_in == 0;
}

void *fuzz_malloc(size_t size) {
    return fails() ? NULL : malloc(size);
}

void *fuzz_calloc(size_t count, size_t size) {
    return fails() ? NULL : calloc(count, size);
}

void *fuzz_realloc(void *at, size_t size) {
    return fails() ? NULL : realloc(at, size);
}

// -------------------------------------------------------------------------------------- the server
static gg_bytes *next_message(void *user, gg_stream *stream) {
    teller *t = user;
    char text[4096];
    if (t->stream && t->stream != stream) fuzz_found("a message for another stream");
    if (!t->left) return NULL;
    size_t length = 1 + (t->left * 977) % (sizeof text - 1);
    t->left--;
    memset(text, 'm', length);
    return gg_bytes_new(text, length);
}

static void stream_closed(void *user, gg_stream *stream) {
    teller *t = user;
    if (t->stream != stream) fuzz_found("a stream is closed that is not open");
    t->stream = NULL;
    world.closed++;
}

static void answer(gg_call *call, unsigned status, const char *text, size_t length, bool lasting) {
    gg_call_answer(call,
                   &(gg_answer){.status = status,
                                .type = "text/plain",
                                .bytes = text,
                                .length = length,
                                .lasting = lasting,
                                .header = {"X-Head", strcmp(call->method, "HEAD") ? "0" : "1"}});
}

static void begin_stream(gg_call *call) {
    unsigned i = 0;
    while (i < STREAMS && world.teller[i].stream) i++;
    if (i == STREAMS) {
        answer(call, 429, "", 0, true);
        return;
    }
    teller *t = &world.teller[i];
    t->left = 3;
    t->stream = gg_call_stream(call, &(gg_stream_setup){next_message, stream_closed, t});
    if (t->stream) world.opened++;
}

static void park(gg_call *call) {
    unsigned i = 0;
    while (i < PEERS && world.parked[i]) i++;
    if (i == PEERS) fuzz_found("more calls than connections");
    world.parked[i] = call;
    call->marked = true;
    gg_call_park(call);
}

static void handle(void *user, gg_call *call) {
    (void)user;
    if (!call->marked) world.begun++;
    if (call->length && (!call->body || call->body[call->length]))
        fuzz_found("a body without its end");
    (void)gg_call_cookie(call, "gg");
    (void)gg_call_header_back(call, "X-Forwarded-For", 1);
    if (call->too_large)
        answer(call, 413, "", 0, true);
    else if (strcmp(call->path, "/s") == 0)
        begin_stream(call);
    else if (strcmp(call->path, "/l") == 0)
        answer(call, 200, large, sizeof large, true);
    else if (strcmp(call->path, "/p") == 0 && !call->marked)
        park(call);
    else if (call->body)
        answer(call, 200, call->body, call->length, false);
    else
        answer(call, 200, "ok", 2, false);
    call->marked = true;
}

static size_t limit(void *user, const gg_call *call) {
    (void)user;
    return strcmp(call->path, "/u") == 0 ? 60000 : 600;
}

static void done(void *user, gg_call *call) {
    (void)user;
    if (!call->marked) return; // never handed over
    world.done++;
    for (unsigned i = 0; i < PEERS; i++)
        if (world.parked[i] == call) world.parked[i] = NULL;
}

static const char *words(void *user, gg_http_fault fault, unsigned *status) {
    (void)user;
    *status = fault == GG_HTTP_FULL ? 503 : 400;
    return "{\"error\":{}}";
}

// ------------------------------------------------------------------------------------------- peers
static const char *const texts[] = {
    "GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /s HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /p HTTP/1.1\r\nCookie: gg=1; a=\"b\"\r\n\r\n",
    "GET /l HTTP/1.1\r\nX-Forwarded-For: 1.2.3.4\r\n\r\n",
    "POST /b HTTP/1.1\r\nContent-Length: 11\r\n\r\nhello world",
    "POST /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
    "POST /b HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    "HEAD /a HTTP/1.1\r\n\r\n",
    "HEAD /s HTTP/1.1\r\n\r\n",
    "GET /s HTTP/1.0\r\n\r\n",
    "GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    "GET /a HTTP/1.1\r\nConnection: close\r\n\r\n",
    "POST /b HTTP/1.1\r\nContent-Length: 700\r\n\r\n",
    "POST /u HTTP/1.1\r\nContent-Length: 40000\r\n\r\n",
    "POST /u HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7000\r\n",
    "POST /b HTTP/1.1\r\nContent-Length: 9000000\r\n\r\n",
    "\r\nGET /p HTTP/1.1\r\nConnection: close\r\n\r\n",
    "no request at all\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET /s HTTP/1.1\r\nConnection: close\r\n\r\n",
};

static void queue(peer *p, const void *from, size_t count) {
    if (count > QUEUE - p->queued) count = QUEUE - p->queued;
    memcpy(p->queue + p->queued, from, count);
    p->queued += count;
}

static void push(peer *p, size_t count) {
    if (count > p->queued) count = p->queued;
    if (p->fd < 0 || !count) return;
    ssize_t n = send(p->fd, p->queue, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n <= 0) return;
    p->queued -= (size_t)n;
    memmove(p->queue, p->queue + n, p->queued);
}

static void pull(peer *p, size_t count) {
    if (p->fd < 0 || p->length == GOT) return;
    if (count > GOT - p->length) count = GOT - p->length;
    ssize_t n = recv(p->fd, p->got + p->length, count, MSG_DONTWAIT);
    if (n > 0) p->length += (size_t)n;
}

static void leave(peer *p) {
    if (p->fd >= 0) (void)close(p->fd);
    p->fd = -1;
    p->half = false;
    p->queued = p->length = 0;
}

static void arrive(peer *p, uint8_t how) {
    int pair[2], small = 1;
    struct sockaddr_in from = {.sin_family = AF_INET};
    from.sin_addr.s_addr = htonl(how & 1 ? 0xc0000201U + (how >> 1 & 1) : INADDR_LOOPBACK);
    leave(p);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
        fuzz_found("no sockets");
    if (how & 4) (void)setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &small, sizeof small);
    p->fd = pair[0];
    gg_listener_receive(world.http, pair[1], (const struct sockaddr *)&from, sizeof from);
}

// -------------------------------------------------------------------------------- what a peer gets
static const char *find(const char *from, const char *end, const char *what) {
    return memmem(from, (size_t)(end - from), what, strlen(what));
}

static const char *value_of(const char *head, const char *end, const char *name) {
    const char *at = find(head, end, name);
    return at ? at + strlen(name) : NULL;
}

// Behind the last chunk; NULL: there is more to come.
static const char *chunks(const char *at, const char *end) {
    for (;;) {
        const char *line = find(at, end, "\r\n");
        char *stop;
        if (!line) return NULL;
        unsigned long size = strtoul(at, &stop, 16);
        if (stop != line) fuzz_found("a chunk without its size");
        if ((size_t)(end - line) < size + 4) return NULL;
        if (memcmp(line + 2 + size, "\r\n", 2) != 0)
            fuzz_found("a chunk that is longer than it says");
        at = line + 4 + size;
        if (!size) return at;
    }
}

// One answer; where it ends, NULL: there is more to come.
static const char *one_answer(const char *at, const char *end) {
    static const char start[] = "HTTP/1.1 ";
    size_t there = (size_t)(end - at), begun = there < sizeof start - 1 ? there : sizeof start - 1;
    if (memcmp(at, start, begun) != 0) fuzz_found("an answer that is none");
    const char *body = find(at, end, "\r\n\r\n");
    if (!body) return NULL;
    body += 4;
    if (memcmp(at + 9, "100", 3) == 0) return body;
    const char *size = value_of(at, body, "Content-Length: ");
    const char *head = value_of(at, body, "X-Head: ");
    if (value_of(at, body, "Transfer-Encoding: chunked")) return chunks(body, end);
    if (!size) return end; // a stream without chunks, up to the end
    size_t length = head && *head == '1' ? 0 : strtoul(size, NULL, 10);
    return (size_t)(end - body) < length ? NULL : body + length;
}

static void look(peer *p) {
    const char *at = p->got, *end = p->got + p->length;
    while (at && at < end) at = one_answer(at, end);
}

// -------------------------------------------------------------------------------------- the script
static void turn(void) {
    gg_http_turn(world.http);
    gg_http_tell(world.http);
}

static void stir(uint8_t which, uint8_t how) {
    teller *t = &world.teller[which % STREAMS];
    if (!t->stream) return;
    t->left += how % 8;
    if (how & 64)
        gg_stream_end(t->stream);
    else if (how & 32)
        gg_stream_gather(t->stream);
    else
        gg_stream_wake(t->stream);
}

static void release(uint8_t which, bool answered) {
    gg_call *call = world.parked[which % PEERS];
    if (!call) return;
    world.parked[which % PEERS] = NULL;
    if (answered) answer(call, 503, "first thoughts", 14, false);
    if (answered) answer(call, 200, "later", 5, false);
    gg_call_unpark(call);
}

static void pass(uint8_t how) {
    static const uint16_t times[] = {1, 40, 100, 600, 2100, 10100, 61000, 65000};
    world.now_ms += times[how % 8];
    turn();
}

static void step(bytes *b) {
    uint8_t op = take(b), how = take(b);
    peer *p = &world.peer[op / 16 % PEERS];
    switch (op % 16) {
    case 0: arrive(p, how); break;
    case 1: leave(p); break;
    case 2:
        if (p->fd >= 0) (void)shutdown(p->fd, SHUT_WR);
        p->half = true;
        break;
    case 3:
    case 4:
        queue(p, texts[how % (sizeof texts / sizeof *texts)],
              strlen(texts[how % (sizeof texts / sizeof *texts)]));
        break;
    case 5:
        for (unsigned i = how % 32U; i; i--) queue(p, &(uint8_t){take(b)}, 1);
        break;
    case 6: push(p, how); break;
    case 7: push(p, QUEUE); break;
    case 8: pull(p, (size_t)how * how); break;
    case 9: stir(op / 16, how); break;
    case 10: release(how, how & 1); break;
    case 11: pass(how); break;
    case 12:
        for (unsigned i = 0; i < 200; i++) queue(p, texts[how % 12], strlen(texts[how % 12]));
        break;
    case 13: queue(p, large, (size_t)how * 64); break;
    case 14: world.fail_in = how; break;
    default: turn(); break;
    }
}

// ----------------------------------------------------------------------------------------- the end
static void wait_long(void) {
    for (unsigned i = 0; i < 5; i++) {
        for (unsigned k = 0; k < PEERS; k++) release((uint8_t)k, true);
        pass(7);
    }
}

// Whoever has closed his half and read everything is let go.
static void look_at_halves(void) {
    for (unsigned i = 0; i < PEERS; i++) {
        peer *p = &world.peer[i];
        char byte;
        if (p->fd < 0 || !p->half || p->length == GOT) continue;
        ssize_t n = recv(p->fd, &byte, 1, MSG_DONTWAIT);
        if (n > 0 || (n < 0 && errno == EAGAIN)) fuzz_found("somebody who has left is kept");
    }
}

// Nobody reads any more: no answer and no stream waits for ever.
static void stall(void) {
    for (unsigned i = 0; i < STREAMS; i++)
        if (world.teller[i].stream) {
            world.teller[i].left = 400;
            gg_stream_wake(world.teller[i].stream);
        }
    for (unsigned i = 0; i < 60; i++) turn();
    wait_long();
    if (world.http->links) fuzz_found("somebody who reads nothing is kept");
}

static void settle(void) {
    world.fail_in = 0;
    for (unsigned i = 0; i < PEERS; i++) release((uint8_t)i, i & 1);
    for (unsigned i = 0; i < 6; i++) {
        turn();
        for (unsigned k = 0; k < PEERS; k++) {
            pull(&world.peer[k], GOT);
            look(&world.peer[k]);
        }
    }
    for (unsigned i = 0; i < 30; i++) {
        for (unsigned k = 0; k < PEERS; k++) pull(&world.peer[k], GOT);
        turn();
    }
    wait_long();
    for (unsigned k = 0; k < PEERS; k++) pull(&world.peer[k], GOT);
    look_at_halves();
    stall();
    for (unsigned i = 0; i < PEERS; i++) leave(&world.peer[i]);
    wait_long();
}

static void look_around(void) {
    const gg_http *http = world.http;
    if (http->links || http->connections) fuzz_found("a connection that nobody has");
    if (http->held) fuzz_found("bytes that nobody has sent");
    if (http->streams || http->woken || http->gathered || world.opened != world.closed)
        fuzz_found("a stream that nobody reads");
    if (http->parked || world.begun != world.done) fuzz_found("a call that has not ended");
    if (gg_http_timeout_ms(http) == 0) fuzz_found("a loop that spins");
}

// Requests one behind the other, in pieces as the input has it: each is answered, in its order.
static void serve_another(const uint8_t *data, size_t size) {
    static const unsigned order[] = {4, 0, 5, 7, 4, 0};
    enum { ROUNDS = 12, EACH = sizeof order / sizeof *order };
    static const char *const bodies[] = {"hello world", "ok", "abcde", "", "hello world", "ok"};
    peer *p = &world.peer[0];
    unsigned answers = 0;
    arrive(p, 0);
    for (unsigned i = 0; i < ROUNDS * EACH; i++)
        queue(p, texts[order[i % EACH]], strlen(texts[order[i % EACH]]));
    for (size_t i = 0; p->queued && i < QUEUE; i++) {
        push(p, size && i < 200 ? (size_t)1 + data[i % size] : QUEUE);
        turn();
    }
    for (unsigned i = 0; i < 8; i++) turn();
    pull(p, GOT);
    for (const char *at = p->got, *end = at + p->length; at && at < end; answers++) {
        const char *body = bodies[answers % EACH], *stop = one_answer(at, end);
        size_t length = strlen(body);
        if (memcmp(at, "HTTP/1.1 200", 12) != 0 || !stop || memcmp(stop - length, body, length))
            fuzz_found("somebody new is answered something else");
        at = stop;
    }
    if (answers != ROUNDS * EACH) fuzz_found("somebody new is not served");
    leave(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    bytes b = {data, size};
    gg_http_setup setup = {.host = "127.0.0.1",
                           .port = "0",
                           .connections = 5,
                           .room = 100000,
                           .per_address = 2,
                           .words = words,
                           .handler = handle,
                           .limit = limit,
                           .freely = 600,
                           .done = done};
    for (unsigned i = 0; i < PEERS; i++) {
        world.peer[i].fd = -1;
        world.peer[i].queued = world.peer[i].length = 0;
        if (!world.peer[i].got) world.peer[i].got = malloc(GOT);
    }
    memset(world.parked, 0, sizeof world.parked);
    memset(world.teller, 0, sizeof world.teller);
    memset(large, 'l', sizeof large);
    world.begun = world.done = world.opened = world.closed = world.fail_in = 0;
    world.now_ms = 1000000;
    if (gg_http_open(&world.http, &setup) != GG_OK) fuzz_found("no server");
    for (unsigned i = 0; i < OPS && b.left; i++) step(&b);
    bool cut_off = size && data[size - 1] == 0xff; // the server stops in the middle of it all
    if (!cut_off) {
        settle();
        look_around();
        serve_another(data, size);
    }
    world.fail_in = 0;
    gg_http_close(world.http);
    if (world.begun != world.done || world.opened != world.closed)
        fuzz_found("something outlives the server");
    for (unsigned i = 0; i < PEERS; i++) leave(&world.peer[i]);
    return 0;
}
