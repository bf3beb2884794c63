// SPDX-License-Identifier: Apache-2.0
// `grognard loadtest`: how many durable moves a second one server acknowledges. It starts a server
// of its own on a fresh file, plays matches of people at one screen in a closed loop (each move
// waits for its acknowledgement and for the state its stream then shows) and tells moves per second
// and how long acknowledgements took. `ref.commit` is what this disk allows: single commits per
// second.
//
// A client is two connections: one posts, one reads the event stream. Answers are not parsed as
// JSON, only searched, so that the load costs little beside the server on the same machine.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "app.h"
#include "host/store/store.h"

enum { CLIENTS_MAX = 1024, SAMPLES_MAX = 4 << 20, READ_ROOM = 1 << 20, SECONDS = 10 };

typedef struct link {
    int fd;
    char *bytes;
    size_t length;
} link_;

typedef struct client {
    link_ post, stream;
    char cookie[64], match[40];
    uint64_t sent_us;
    bool acting;         // the answer awaited is an action's
    bool waiting, fresh; // for an answer; a state has come since the last request
    char seat[40];
    uint64_t seq, action;
    uint64_t rng;
} client;

typedef struct load {
    const app_self *app;
    const char *game;
    client *clients;
    unsigned count;
    unsigned port;
    int epoll;
    uint64_t moves, finished, states, stream_bytes, failures;
    uint32_t *sample;
    size_t samples;
    pid_t server;
    char folder[64], data[96];
} load;

static uint64_t now_us(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U;
}

// ------------------------------------------------------------------------------------- connections
static bool dial(const load *l, link_ *to) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)l->port)};
    int yes = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    to->bytes = malloc(READ_ROOM);
    to->length = 0;
    if (to->fd < 0 || !to->bytes) return false;
    (void)setsockopt(to->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return connect(to->fd, (struct sockaddr *)&at, sizeof at) == 0;
}

static bool send_all(int fd, const char *text, size_t length) {
    while (length) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

static bool post(const load *l, client *c, const char *path, const char *body) {
    char text[1024];
    int n = snprintf(text, sizeof text,
                     "POST %s HTTP/1.1\r\nHost: x\r\nOrigin: http://127.0.0.1:%u\r\nCookie: %s\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     path, l->port, c->cookie, strlen(body), body);
    c->sent_us = now_us();
    return n > 0 && (size_t)n < sizeof text && send_all(c->post.fd, text, (size_t)n);
}

// The answer at the front of what was read; 0 when it is not whole yet.
static size_t whole_answer(const link_ *from) {
    const char *end = memmem(from->bytes, from->length, "\r\n\r\n", 4);
    const char *field =
        end ? memmem(from->bytes, (size_t)(end - from->bytes), "Content-Length: ", 16) : NULL;
    if (!field) return 0;
    size_t total = (size_t)(end - from->bytes) + 4 + strtoul(field + 16, NULL, 10);
    return from->length >= total ? total : 0;
}

static bool fill(link_ *from, int flags) {
    ssize_t n = recv(from->fd, from->bytes + from->length, READ_ROOM - 1 - from->length, flags);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (n <= 0) return false;
    from->length += (size_t)n;
    from->bytes[from->length] = 0;
    return true;
}

static bool ask(const load *l, client *c, const char *path, const char *body) {
    c->post.length = 0;
    if (!post(l, c, path, body)) return false;
    while (!whole_answer(&c->post))
        if (!fill(&c->post, 0)) return false;
    return true;
}

static bool copy_after(const char *text, const char *mark, const char *end, char *out, size_t cap) {
    const char *at = strstr(text, mark);
    size_t length = at ? strcspn(at + strlen(mark), end) : 0;
    if (!at || length >= cap) return false;
    memcpy(out, at + strlen(mark), length);
    out[length] = 0;
    return true;
}

// ------------------------------------------------------------------------------------------
// players
static bool new_match(load *l, client *c) {
    char body[128], text[256];
    (void)snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[\"human\",\"human\"]}", l->game);
    if (!ask(l, c, "/api/matches", body) ||
        !copy_after(c->post.bytes, "\"id\":\"", "\"", c->match, sizeof c->match))
        return false;
    c->post.length = 0;
    if (c->stream.fd > 0) {
        (void)close(c->stream.fd);
        free(c->stream.bytes);
    }
    if (!dial(l, &c->stream)) return false;
    int n = snprintf(text, sizeof text,
                     "GET /api/matches/%s/events?log=new HTTP/1.1\r\nHost: x\r\nCookie: %s\r\n\r\n",
                     c->match, c->cookie);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)(c - l->clients) << 1 | 1};
    c->waiting = c->fresh = false;
    return send_all(c->stream.fd, text, (size_t)n) &&
           epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->stream.fd, &event) == 0;
}

static bool sit_down(load *l, client *c) {
    if (!dial(l, &c->post) || !ask(l, c, "/api/session", "{}") ||
        !copy_after(c->post.bytes, "Set-Cookie: ", ";", c->cookie, sizeof c->cookie))
        return false;
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)(c - l->clients) << 1};
    return new_match(l, c) && epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->post.fd, &event) == 0;
}

// One of the legal actions, by counting their marks.
static uint64_t pick(client *c, const char *state) {
    const char *list = strstr(state, "\"legal\":["), *end = list ? strstr(list, "\"undo\"") : NULL;
    unsigned count = 0;
    for (const char *at = list; at && (at = strstr(at, "{\"a\":")) && at < end; at++) count++;
    if (!count) return 0;
    c->rng = c->rng * 6364136223846793005U + 1442695040888963407U;
    unsigned wanted = (unsigned)(c->rng >> 33) % count;
    const char *at = list;
    for (unsigned i = 0; i <= wanted; i++) at = strstr(at + 1, "{\"a\":");
    return strtoull(at + 5, NULL, 10);
}

// The newest whole state in the stream; what is before it is dropped. Chunk marks of HTTP may stand
// anywhere in the text, so they are taken out first.
static size_t unchunk(char *bytes, size_t length, size_t *used) {
    size_t out = 0, at = 0;
    *used = 0;
    while (at < length) {
        char *end;
        size_t size = strtoul(bytes + at, &end, 16);
        size_t head = (size_t)(end - bytes) - at + 2;
        if (end == bytes + at || at + head + size + 2 > length) break;
        memmove(bytes + out, bytes + at + head, size);
        out += size;
        at += head + size + 2;
        *used = at;
    }
    return out;
}

typedef struct text {
    char *bytes;
    size_t length;
} text;

static text streams[CLIENTS_MAX]; // decoded, not yet a whole message

static bool take_state(load *l, client *c) {
    text *t = &streams[c - l->clients];
    char *last = NULL, *at = t->bytes, *next;
    while ((next = strstr(at, "\n\n"))) {
        if (strncmp(at, "id: ", 4) == 0) {
            last = at;
            l->states++;
        }
        *next = 0;
        at = next + 2;
    }
    if (last) {
        c->fresh = true;
        c->action = 0;
        c->seat[0] = 0;
        c->seq = strtoull(last + 4, NULL, 10);
        if (!copy_after(last, "\"handover\":\"", "\"", c->seat, sizeof c->seat)) {
            c->action = pick(c, last);
            if (!c->action) c->match[0] = 0; // over
        }
    }
    t->length = (size_t)(t->bytes + t->length - at);
    memmove(t->bytes, at, t->length + 1);
    return last != NULL;
}

static bool read_stream(load *l, client *c) {
    text *t = &streams[c - l->clients];
    size_t used, made, head = 0;
    if (!fill(&c->stream, MSG_DONTWAIT)) return false;
    if (strncmp(c->stream.bytes, "HTTP/1.1 ", 9) == 0) {
        char *end = strstr(c->stream.bytes, "\r\n\r\n");
        if (!end) return true;
        head = (size_t)(end - c->stream.bytes) + 4;
        t->length = 0;
        memmove(c->stream.bytes, c->stream.bytes + head, c->stream.length - head + 1);
        c->stream.length -= head;
    }
    made = c->stream.length;
    char *copy = t->bytes + t->length;
    if (t->length + made + 1 > READ_ROOM) return false;
    memcpy(copy, c->stream.bytes, made);
    made = unchunk(copy, made, &used);
    t->length += made;
    t->bytes[t->length] = 0;
    memmove(c->stream.bytes, c->stream.bytes + used, c->stream.length - used + 1);
    c->stream.length -= used;
    l->stream_bytes += made;
    (void)take_state(l, c);
    return true;
}

static bool read_answer(load *l, client *c) {
    if (!fill(&c->post, MSG_DONTWAIT)) return false;
    if (!whole_answer(&c->post)) return true;
    bool good = strncmp(c->post.bytes, "HTTP/1.1 200", 12) == 0;
    uint64_t took = now_us() - c->sent_us;
    c->waiting = false;
    c->post.length = 0;
    if (!good) l->failures++;
    if (!good || !c->acting) return true;
    l->moves++;
    if (l->samples < SAMPLES_MAX) l->sample[l->samples++] = (uint32_t)took;
    return true;
}

// A client moves when its last request is answered and its stream has shown what came of it.
static bool go_on(load *l, client *c) {
    char path[96], body[128];
    if (c->waiting || !c->fresh) return true;
    c->fresh = false;
    if (!c->match[0]) {
        l->finished++;
        return new_match(l, c);
    }
    c->acting = !c->seat[0];
    (void)snprintf(path, sizeof path, "/api/matches/%s/%s", c->match,
                   c->acting ? "actions" : "handover");
    if (c->acting)
        (void)snprintf(body, sizeof body, "{\"action\":%llu,\"seq\":%llu}",
                       (unsigned long long)c->action, (unsigned long long)c->seq);
    else
        (void)snprintf(body, sizeof body, "{\"seat\":\"%s\"}", c->seat);
    c->waiting = true;
    return post(l, c, path, body);
}

static bool run(load *l, uint64_t until_us) {
    struct epoll_event events[256];
    while (now_us() < until_us) {
        int n = epoll_wait(l->epoll, events, 256, 100);
        for (int i = 0; i < n; i++) {
            client *c = &l->clients[events[i].data.u32 >> 1];
            bool good = events[i].data.u32 & 1 ? read_stream(l, c) : read_answer(l, c);
            if (!good || !go_on(l, c)) return false;
        }
    }
    return true;
}

// -----------------------------------------------------------------------------------------
// measures Single commits of one row: what a server without group commit could not exceed.
static double commits_per_second(const load *l) {
    char path[128], why[GG_STORE_WHY];
    gg_store *store;
    uint64_t start = now_us(), done = 0;
    (void)snprintf(path, sizeof path, "%s/ref.db", l->folder);
    if (gg_store_open(&store, path, why) != GG_STORE_FINE) return 0;
    while (now_us() - start < 1000000) {
        (void)gg_store_person_new(store, 0);
        if (gg_store_commit(store) != GG_OK) break;
        done++;
    }
    double seconds = (double)(now_us() - start) / 1e6;
    gg_store_close(store);
    return (double)done / seconds;
}

static int by_size(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double share_ms(const load *l, double share) {
    size_t at = (size_t)(share * (double)l->samples);
    if (!l->samples) return 0;
    return (double)l->sample[at < l->samples ? at : l->samples - 1] / 1000;
}

// Processor time of the server, in microseconds.
static double server_us(const load *l) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(l->server, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
    return (double)used.tv_sec * 1e6 + (double)used.tv_nsec / 1e3;
}

static int tell(const load *l, double seconds, double cpu_us, double commits) {
    app_json json;
    double rate = (double)l->moves / seconds;
    qsort(l->sample, l->samples, sizeof *l->sample, by_size);
    if (!app_json_begin(l->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", l->game);
    gg_json_integer(&json.json, "matches", l->count);
    gg_json_number(&json.json, "seconds", seconds);
    gg_json_integer(&json.json, "moves", (int64_t)l->moves);
    gg_json_number(&json.json, "moves_per_second", rate);
    gg_json_number(&json.json, "p50_ms", share_ms(l, 0.5));
    gg_json_number(&json.json, "p99_ms", share_ms(l, 0.99));
    gg_json_number(&json.json, "max_ms", share_ms(l, 1));
    gg_json_integer(&json.json, "states", (int64_t)l->states);
    gg_json_integer(&json.json, "stream_bytes", (int64_t)l->stream_bytes);
    gg_json_number(&json.json, "server_cpu_us_per_move", l->moves ? cpu_us / (double)l->moves : 0);
    gg_json_integer(&json.json, "finished", (int64_t)l->finished);
    gg_json_integer(&json.json, "failures", (int64_t)l->failures);
    gg_json_number(&json.json, "ref.commit", commits);
    gg_json_number(&json.json, "over_ref.commit", commits > 0 ? rate / commits : 0);
    gg_json_close(&json.json, '}');
    return app_json_end(l->app, &json, l->failures ? APP_NO : APP_YES);
}

// -------------------------------------------------------------------------------------------
// server
static bool start_server(load *l) {
    int pipes[2];
    char self[4096], line[256] = "";
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0 || pipe2(pipes, O_CLOEXEC) != 0) return false;
    self[n] = 0;
    l->server = fork();
    if (l->server < 0) return false;
    if (l->server == 0) {
        (void)dup2(pipes[1], STDOUT_FILENO);
        (void)execl(self, self, "serve", "--listen", "127.0.0.1:0", "--data", l->data, "--all",
                    "--lang", "en", (char *)NULL);
        _exit(127);
    }
    (void)close(pipes[1]);
    n = read(pipes[0], line, sizeof line - 1);
    (void)close(pipes[0]);
    const char *at = n > 0 ? strstr(line, "http://127.0.0.1:") : NULL;
    l->port = at ? (unsigned)strtoul(at + 17, NULL, 10) : 0;
    return l->port != 0;
}

static void finish(load *l) {
    static const char *const names[] = {"ref.db",  "ref.db-wal",  "ref.db-shm",
                                        "load.db", "load.db-wal", "load.db-shm"};
    char path[128];
    if (l->server > 0) {
        (void)kill(l->server, SIGTERM);
        (void)waitpid(l->server, NULL, 0);
    }
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", l->folder, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(l->folder);
    for (unsigned i = 0; l->clients && i < l->count; i++) {
        free(l->clients[i].post.bytes);
        free(l->clients[i].stream.bytes);
        free(streams[i].bytes);
    }
    free(l->clients);
    free(l->sample);
}

static bool prepare(load *l) {
    (void)snprintf(l->folder, sizeof l->folder, "./grognard-load-XXXXXX");
    if (!mkdtemp(l->folder)) return false;
    (void)snprintf(l->data, sizeof l->data, "%s/load.db", l->folder);
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    l->clients = calloc(l->count, sizeof *l->clients);
    l->sample = malloc(SAMPLES_MAX * sizeof *l->sample);
    if (l->epoll < 0 || !l->clients || !l->sample || !start_server(l)) return false;
    for (unsigned i = 0; i < l->count; i++) {
        l->clients[i].rng = i + 1;
        streams[i].bytes = calloc(1, READ_ROOM);
        if (!streams[i].bytes || !sit_down(l, &l->clients[i])) return false;
    }
    return true;
}

int cmd_loadtest(app_self *app, const app_args *args) {
    int code = APP_YES;
    double seconds = args->set[O_SECONDS] ? args->decimal[O_SECONDS] : SECONDS;
    load l = {.app = app, .count = args->set[O_GAMES] ? (unsigned)args->number[O_GAMES] : 64};
    const gg_game *game =
        app_game(app, args->set[O_GAME] ? args->text[O_GAME] : gg_game_at(0)->id, &code);
    if (!game) return code;
    l.game = game->id;
    if (l.count > CLIENTS_MAX) l.count = CLIENTS_MAX;
    (void)signal(SIGPIPE, SIG_IGN);
    if (!prepare(&l)) {
        code = app_environment(app, W_CANNOT_OPEN, l.folder, strerror(errno));
        finish(&l);
        return code;
    }
    double cpu = server_us(&l);
    uint64_t start = now_us();
    bool good = run(&l, start + (uint64_t)(seconds * 1e6));
    double took = (double)(now_us() - start) / 1e6;
    cpu = server_us(&l) - cpu;
    code = good ? tell(&l, took, cpu, commits_per_second(&l)) : app_status(app, GG_IO_FAILURE);
    finish(&l);
    return code;
}
