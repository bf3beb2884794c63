// SPDX-License-Identifier: Apache-2.0
// One client of the load: a connection that posts and two event streams that tell changes in the
// compact form, as the page reads them. Answers are searched rather than parsed, so that the load
// costs little beside the server on the same machine; of a state only its numbers and its list of
// legal actions are understood.
//
// At one screen one person sits at both sides: the first stream tells what he may do, the second is
// a further window. Apart (--apart) each side has a person of its own with a stream of its own.
//
// A move counts as durable when the log has grown by it. Steps of a draft are answered without a
// commit and counted apart.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "loadtest.h"

enum { READ_ROOM = 512 << 10, TAG_BITS = 2, POST_TAG = LOAD_VIEWS };

uint64_t load_now_us(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U;
}

// ------------------------------------------------------------------------------------- connections
static bool dial(const load *l, load_link *to) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)l->port)};
    int yes = 1;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (!to->bytes) to->bytes = malloc(READ_ROOM);
    to->length = 0;
    if (to->fd < 0 || !to->bytes) return false;
    (void)setsockopt(to->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return connect(to->fd, (struct sockaddr *)&at, sizeof at) == 0;
}

static bool watch(load *l, const load_client *c, int fd, unsigned tag) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLET,
                                .data.u32 = (uint32_t)(c - l->clients) << TAG_BITS | tag};
    return epoll_ctl(l->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
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

static bool post(const load *l, load_client *c, const char *path, const char *body) {
    char text[LOAD_BODY_MAX + 512];
    int n = snprintf(text, sizeof text,
                     "POST %s HTTP/1.1\r\nHost: localhost\r\n"
                     "Origin: http://127.0.0.1:%u\r\nCookie: %s\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                     path, l->port, c->cookie[c->who], strlen(body), body);
    c->sent_us = load_now_us();
    return n > 0 && (size_t)n < sizeof text && send_all(c->post.fd, text, (size_t)n);
}

// What has come. A call that takes less than there is room for has taken everything.
static bool fill(load_link *from, int flags) {
    for (;;) {
        size_t room = READ_ROOM - 1 - from->length;
        ssize_t n = room ? recv(from->fd, from->bytes + from->length, room, flags) : 0;
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return true;
        if (n <= 0) return false;
        from->length += (size_t)n;
        from->bytes[from->length] = 0;
        if ((size_t)n < room || !(flags & MSG_DONTWAIT)) return true;
    }
}

// The answer at the front of what was read; 0 when it is not whole yet.
static size_t whole_answer(const load_link *from) {
    const char *end = memmem(from->bytes, from->length, "\r\n\r\n", 4);
    const char *field =
        end ? memmem(from->bytes, (size_t)(end - from->bytes), "Content-Length: ", 16) : NULL;
    if (!field) return 0;
    size_t total = (size_t)(end - from->bytes) + 4 + strtoul(field + 16, NULL, 10);
    return from->length >= total ? total : 0;
}

static bool ask(const load *l, load_client *c, const char *path, const char *body) {
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

// ------------------------------------------------------------------------------------------ states
// One action of a list, {"a":NUMBER,...,"o":[...]} or [NUMBER,"notation"]; NULL: no more.
static const char *take_item(const char *text, uint64_t *action) {
    if (*text == ',') text++;
    if (*text != '{' && *text != '[') return NULL;
    bool whole = *text == '{';
    *action = strtoull(text + (whole ? 5 : 1), NULL, 10);
    text = strstr(text, whole ? "]}" : "\"]");
    return text ? text + 2 : NULL;
}

// These take the place of `drop` at index `at` of the list.
static bool put_items(load_side *c, uint32_t at, uint32_t drop, const uint64_t *fresh,
                      uint32_t count) {
    if (at + drop > c->actions || c->actions - drop + count > GG_LEGAL_MAX) return false;
    memmove(c->legal + at + count, c->legal + at + drop,
            (c->actions - at - drop) * sizeof *c->legal);
    memcpy(c->legal + at, fresh, count * sizeof *c->legal);
    c->actions = c->actions - drop + count;
    return true;
}

// The whole list of a state.
static bool take_whole(load_side *c, const char *text) {
    static uint64_t fresh[GG_LEGAL_MAX];
    const char *at = strstr(text, "\"legal\":[");
    uint32_t count = 0;
    c->actions = 0;
    if (!at) return true; // a hand-over is due
    at += 9;
    for (const char *next; count < GG_LEGAL_MAX && (next = take_item(at, &fresh[count])); at = next)
        count++;
    return *at == ']' && put_items(c, 0, 0, fresh, count);
}

// A run of actions, [verb,operand...,[last,last...]]; returns what follows it, or NULL.
static const char *take_run(const char *text, uint64_t *out, uint32_t *count) {
    char *end;
    uint64_t action = strtoull(text + 1, &end, 10) << 45;
    unsigned shift = 30;
    bool listed = false;
    while (*end == ',' || *end == '[') {
        listed = listed || end[1] == '[';
        if (*end == ',' && end[1] == '[') end++;
        uint64_t value = strtoull(end + 1, &end, 10) << shift;
        if (!listed) {
            action |= value;
            shift -= 15;
        } else if (*count < GG_LEGAL_MAX) {
            out[(*count)++] = action | value;
        }
    }
    if (!listed && *count < GG_LEGAL_MAX) out[(*count)++] = action;
    end += listed ? 2 : 1;
    return end[-1] == ']' ? end : NULL;
}

// Stretches that have changed: [at,drop,run...] of compact changes, [at,drop,[item...]] of games
// whose names change.
static bool take_stretches(load_side *c, const char *at, bool compact) {
    static uint64_t fresh[GG_LEGAL_MAX];
    while (at && *at == '[') {
        char *end;
        uint32_t count = 0, from = (uint32_t)strtoul(at + 1, &end, 10);
        uint32_t drop = (uint32_t)strtoul(end + 1, &end, 10);
        at = compact ? end : end + 2;
        if (compact)
            while (at && *at == ',') at = take_run(at + 1, fresh, &count);
        else
            for (const char *next; (next = take_item(at, &fresh[count])); at = next) count++;
        if (!at || *at != ']' || !put_items(c, from, drop, fresh, count)) return false;
        at += compact ? 1 : 2;
        if (*at == ',') at++;
    }
    return at != NULL;
}

static bool take_changed(load_side *c, const char *text) {
    const char *acts = strstr(text, "\"acts\":["), *legal = strstr(text, "\"legal\":[");
    if (acts) return take_stretches(c, acts + 8, true);
    return !legal || take_stretches(c, legal + 9, false);
}

static load_side *side_of(load_client *c, const char *viewer) {
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) {
        load_side *side = &c->sides[i];
        if (!side->legal) {
            side->legal = malloc(GG_LEGAL_MAX * sizeof *side->legal);
            (void)snprintf(side->viewer, sizeof side->viewer, "%s", viewer);
        }
        if (side->legal && strcmp(side->viewer, viewer) == 0) return side;
    }
    return NULL;
}

// The side that was shown this message last.
static load_side *side_at(load_client *c, uint64_t no) {
    for (unsigned i = 0; i < GG_SEATS_MAX; i++)
        if (c->sides[i].legal && c->sides[i].no == no) return &c->sides[i];
    return NULL;
}

// True: a whole state.
static bool count_message(load *l, const char *text) {
    bool whole = strncmp(text, "event: state\n", 13) == 0;
    if (whole)
        l->states++;
    else
        l->changes++;
    return whole;
}

static uint64_t number_after(const char *text, const char *mark) {
    const char *at = strstr(text, mark);
    return at ? strtoull(at + strlen(mark), NULL, 10) : 0;
}

static bool take_message(load *l, load_client *c, const char *text) {
    char viewer[40];
    bool whole = count_message(l, text);
    uint64_t entry = number_after(text, "\"entry\":");
    c->fresh = true;
    c->seq = number_after(text, "\"seq\":");
    if (entry) c->entry = entry;
    c->seat[0] = 0;
    if (copy_after(text, "\"handover\":\"", "\"", c->seat, sizeof c->seat)) return true;
    if (whole && !copy_after(text, "\"viewer\":\"", "\"", viewer, sizeof viewer)) return false;
    c->side = whole ? side_of(c, viewer) : side_at(c, number_after(text, "\"from\":"));
    if (!c->side) return false;
    c->side->no = number_after(text, "\"no\":");
    if (!(whole ? take_whole(c->side, text) : take_changed(c->side, text))) return false;
    c->over = c->side->actions == 0;
    return true;
}

// Apart: what one of the two is told.
static bool take_own(load *l, load_client *c, unsigned view, const char *text) {
    load_side *side = &c->sides[view];
    bool whole = count_message(l, text);
    uint64_t entry = number_after(text, "\"entry\":"), seq = number_after(text, "\"seq\":");
    if (!side->legal) side->legal = malloc(GG_LEGAL_MAX * sizeof *side->legal);
    if (!side->legal) return false;
    if (seq) side->seq = seq;
    if (entry > c->entry) c->entry = entry;
    if (!(whole ? take_whole(side, text) : take_changed(side, text))) return false;
    c->over = c->over || strstr(text, "\"over\":true");
    c->told = view;
    return true;
}

// Apart: a person goes on when he has something to do and has been told what came of his own last
// action: at a sealed node he may hear of the other's answer in between, beside a list that his own
// has made old. What the other has been told is nothing to him: who only looks on is told later
// than who must decide.
static bool may_go_on(const load_side *side) {
    return side->actions && side->seq >= side->seq_due;
}

// First the one who was told last.
static bool choose_side(load_client *c) {
    unsigned view = may_go_on(&c->sides[c->told]) ? c->told : !c->told;
    if (c->over) return true;
    if (!may_go_on(&c->sides[view])) return false;
    c->side = &c->sides[view];
    c->seq = c->side->seq;
    c->who = view;
    return true;
}

// Chunk marks of HTTP may stand anywhere in the text, so they are taken out first.
static size_t unchunk(const load_link *from, char *out, size_t *used) {
    size_t made = 0, at = 0;
    *used = 0;
    while (at < from->length) {
        char *end;
        size_t size = strtoul(from->bytes + at, &end, 16);
        size_t head = (size_t)(end - from->bytes) - at + 2;
        if (end == from->bytes + at || at + head + size + 2 > from->length) break;
        memcpy(out + made, from->bytes + at + head, size);
        made += size;
        at += head + size + 2;
        *used = at;
    }
    return made;
}

static void drop_front(load_link *link, size_t count) {
    memmove(link->bytes, link->bytes + count, link->length - count + 1);
    link->length -= count;
}

// An empty line ends a message; it has few lines, and long ones.
static char *end_of_message(char *at, const char *end) {
    while ((at = memchr(at, '\n', (size_t)(end - at))))
        if (*++at == '\n') return at - 1;
    return NULL;
}

// Every whole message; the second view is only counted.
static bool take_messages(load *l, load_client *c, load_stream *s) {
    char *at = s->text, *next;
    while ((next = end_of_message(at, s->text + s->length))) {
        *next = 0;
        bool told = strncmp(at, "event: ", 7) == 0;
        if (told && l->apart && !take_own(l, c, (unsigned)(s - c->stream), at)) return false;
        if (told && !l->apart && s != &c->stream[0]) count_message(l, at);
        if (told && !l->apart && s == &c->stream[0] && !take_message(l, c, at)) return false;
        at = next + 2;
    }
    s->length = (size_t)(s->text + s->length - at);
    memmove(s->text, at, s->length + 1);
    return true;
}

static bool read_stream(load *l, load_client *c, load_stream *s) {
    size_t used;
    if (!fill(&s->link, MSG_DONTWAIT)) return false;
    if (!s->headed) {
        char *end = strstr(s->link.bytes, "\r\n\r\n");
        if (!end) return true;
        drop_front(&s->link, (size_t)(end - s->link.bytes) + 4);
        s->headed = true;
    }
    if (s->length + s->link.length + 1 > READ_ROOM) return false;
    size_t made = unchunk(&s->link, s->text + s->length, &used);
    s->length += made;
    s->text[s->length] = 0;
    drop_front(&s->link, used);
    l->stream_bytes += made;
    return take_messages(l, c, s);
}

// ----------------------------------------------------------------------------------------- playing
static bool open_stream(load *l, load_client *c, unsigned view) {
    load_stream *s = &c->stream[view];
    char text[256];
    if (s->link.fd > 0) (void)close(s->link.fd);
    if (!s->text) s->text = calloc(1, READ_ROOM);
    s->length = 0;
    s->headed = false;
    if (!s->text || !dial(l, &s->link)) return false;
    int n = snprintf(text, sizeof text,
                     "GET /api/matches/%s/events?changes=2 HTTP/1.1\r\n"
                     "Host: localhost\r\nCookie: %s\r\n\r\n",
                     c->match, c->cookie[l->apart ? view : 0]);
    return send_all(s->link.fd, text, (size_t)n) && watch(l, c, s->link.fd, view);
}

// The answer to a new match is there.
static bool take_made(load_client *c) {
    return copy_after(c->post.bytes, "\"id\":\"", "\"", c->match, sizeof c->match) &&
           copy_after(c->post.bytes, "\"commitment\":\"", "\"", c->commitment,
                      sizeof c->commitment);
}

typedef struct step {
    char path[96], body[256];
} step;

// What comes before the first move: the other person sits down, and each gives his part of the
// dice, at one screen one for both seats.
static load_request prepare_step(const load *l, load_client *c, load_request after, step *out) {
    uint64_t seed[2] = {c->rng, load_now_us()};
    char secret[40] = "";
    if (l->apart && after == LOAD_NEW) {
        (void)copy_after(c->post.bytes, "/i#", "\"", secret, sizeof secret);
        (void)snprintf(out->path, sizeof out->path, "/api/invitations/accept");
        (void)snprintf(out->body, sizeof out->body, "{\"secret\":\"%s\"}", secret);
        c->who = 1;
        return LOAD_ACCEPT;
    }
    (void)snprintf(out->path, sizeof out->path, "/api/matches/%s/dice", c->match);
    (void)snprintf(out->body, sizeof out->body,
                   "{\"commitment\":\"%s\",\"seed\":\"%016llx%016llx\"}", c->commitment,
                   (unsigned long long)seed[0], (unsigned long long)seed[1]);
    c->who = after == LOAD_SEED_FIRST;
    return after == LOAD_ACCEPT ? LOAD_SEED_FIRST : LOAD_SEED;
}

static bool begin_match(load *l, load_client *c) {
    c->waiting = c->fresh = c->over = c->midway = false;
    for (unsigned i = 0; i < LOAD_VIEWS; i++) {
        c->sides[i].actions = 0;
        c->sides[i].seq = c->sides[i].seq_due = 0;
    }
    c->entry = c->entry_asked = 0;
    if (l->batch && !load_batch_begin(l, c)) return false;
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) c->sides[i].no = 0;
    for (unsigned i = 0; i < LOAD_VIEWS; i++)
        if (!open_stream(l, c, i)) return false;
    return true;
}

static void match_body(const load *l, char *body, size_t cap) {
    (void)snprintf(body, cap, "{\"game\":\"%s\",\"seats\":[\"human\",\"%s\"]}", l->game->id,
                   l->apart ? "open" : "human");
}

bool load_sit_down(load *l, load_client *c) {
    char body[256];
    step next;
    load_request done = LOAD_NEW;
    match_body(l, body, sizeof body);
    if (!dial(l, &c->post)) return false;
    for (c->who = 0; c->who < (l->apart ? 2U : 1U); c->who++)
        if (!ask(l, c, "/api/session", "{}") ||
            !copy_after(c->post.bytes, "Set-Cookie: ", ";", c->cookie[c->who], sizeof c->cookie[0]))
            return false;
    c->who = 0;
    if (!ask(l, c, "/api/matches", body) || !take_made(c)) return false;
    while (done != LOAD_SEED) {
        done = prepare_step(l, c, done, &next);
        if (!ask(l, c, next.path, next.body)) return false;
    }
    if (!begin_match(l, c)) return false;
    c->post.length = 0;
    return watch(l, c, c->post.fd, POST_TAG);
}

void load_stand_up(load_client *c) {
    for (unsigned i = 0; i < LOAD_VIEWS; i++) {
        free(c->stream[i].link.bytes);
        free(c->stream[i].text);
    }
    free(c->post.bytes);
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) free(c->sides[i].legal);
    if (c->own.table) gg_position_close(&c->own);
}

static bool send_step(load *l, load_client *c) {
    step next;
    if (c->asked == LOAD_NEW && !take_made(c)) return false;
    c->asked = prepare_step(l, c, c->asked, &next);
    c->post.length = 0;
    c->waiting = true;
    return post(l, c, next.path, next.body);
}

static bool read_answer(load *l, load_client *c) {
    if (!fill(&c->post, MSG_DONTWAIT)) return false;
    if (!whole_answer(&c->post)) return true;
    bool good = strncmp(c->post.bytes, "HTTP/1.1 20", 11) == 0;
    c->took_us = load_now_us() - c->sent_us;
    c->waiting = false;
    if (!good) l->failures++;
    if (c->asked == LOAD_ACT)
        c->sides[c->who].seq_due = good ? number_after(c->post.bytes, "\"seq\":") : c->seq + 1;
    bool prepares = c->asked == LOAD_NEW || c->asked == LOAD_ACCEPT || c->asked == LOAD_SEED_FIRST;
    if (good && prepares) return send_step(l, c);
    if (good && c->asked == LOAD_SEED && !begin_match(l, c)) return false;
    if (!good && c->asked == LOAD_ACT) c->asked = LOAD_HANDOVER; // is not counted as a move
    c->post.length = 0;
    return true;
}

// The answer and what came of it are there: was it a durable move?
static void count_move(load *l, load_client *c) {
    if (c->asked != LOAD_ACT) return;
    c->asked = LOAD_HANDOVER;
    c->midway = c->entry == c->entry_asked;
    if (l->batch) {
        l->moves += c->ends;
        l->steps += c->sent - c->ends;
    } else if (c->midway) {
        l->steps++;
        return;
    } else {
        l->moves++;
    }
    if (l->samples < LOAD_SAMPLES_MAX) l->sample[l->samples++] = (uint32_t)c->took_us;
}

static bool send_next(load *l, load_client *c) {
    char path[96], body[LOAD_BODY_MAX];
    const char *what = c->asked == LOAD_ACT ? "/actions" : "/handover";
    (void)snprintf(path, sizeof path, "/api/matches/%s%s", c->match, what);
    if (c->asked == LOAD_NEW) {
        (void)snprintf(path, sizeof path, "/api/matches");
        match_body(l, body, sizeof body);
        c->who = 0;
    } else if (c->asked == LOAD_HANDOVER) {
        (void)snprintf(body, sizeof body, "{\"seat\":\"%s\"}", c->seat);
    } else if (l->batch) {
        load_batch_write(l, c, body);
    } else {
        c->rng = c->rng * 6364136223846793005U + 1442695040888963407U;
        (void)snprintf(body, sizeof body, "{\"action\":%llu,\"seq\":%llu}",
                       (unsigned long long)c->side->legal[(c->rng >> 33) % c->side->actions],
                       (unsigned long long)c->seq);
    }
    c->waiting = true;
    c->fresh = false;
    return post(l, c, path, body);
}

// In an open loop a move waits until it is due, and its time runs from then on; the steps of a
// draft that follow its first one do not wait.
static bool is_due(const load *l, const load_client *c) {
    return !l->every_us || c->midway || c->due_us <= load_now_us();
}

// A client goes on when its last request is answered and its stream has shown what came of it.
static bool go_on(load *l, load_client *c) {
    if (c->waiting || !(l->apart ? choose_side(c) : c->fresh)) return true;
    count_move(l, c);
    bool over = l->batch ? !load_batch_goes_on(c) : c->over;
    load_request next = over ? LOAD_NEW : c->seat[0] ? LOAD_HANDOVER : LOAD_ACT;
    if (next == LOAD_ACT && !is_due(l, c)) return true;
    c->asked = next;
    if (next == LOAD_NEW && !l->batch) l->finished++; // else it is left
    c->entry_asked = c->entry;
    if (!send_next(l, c)) return false;
    if (next == LOAD_ACT && l->every_us && !c->midway) {
        c->sent_us = c->due_us;
        c->due_us += l->every_us;
    }
    return true;
}

static bool take_event(load *l, const struct epoll_event *event) {
    load_client *c = &l->clients[event->data.u32 >> TAG_BITS];
    unsigned tag = event->data.u32 & ((1U << TAG_BITS) - 1);
    bool good = tag == POST_TAG ? read_answer(l, c) : read_stream(l, c, &c->stream[tag]);
    return good && go_on(l, c);
}

// Open loop: the first move of each client has its place in the period after the first hand-overs.
static void spread(load *l) {
    uint64_t now = load_now_us() + l->every_us / 2;
    for (unsigned i = 0; l->every_us && i < l->count && !l->clients[i].due_us; i++)
        l->clients[i].due_us = now + l->every_us * i / l->count;
}

static bool start_due(load *l) {
    uint64_t now = load_now_us();
    for (unsigned i = 0; l->every_us && i < l->count; i++)
        if (l->clients[i].due_us <= now && !go_on(l, &l->clients[i])) return false;
    return true;
}

bool load_run(load *l, uint64_t until_us) {
    struct epoll_event events[256];
    spread(l);
    while (load_now_us() < until_us) {
        int n = epoll_wait(l->epoll, events, 256, l->every_us ? 1 : 100);
        for (int i = 0; i < n; i++)
            if (!take_event(l, &events[i])) return false;
        if (!start_due(l)) return false;
    }
    return true;
}
