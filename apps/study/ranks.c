// SPDX-License-Identifier: Apache-2.0
// A study on several processes that mpirun started. Rank 0 has the list of portions, the checkpoint
// and the report; it plays too, and between two looks at its own threads it answers the others.
// They ask for portions before they run out of them and send back blocks, the same bytes that a
// checkpoint holds. Every rank speaks at least once a second; of one that is silent for long, what
// it holds is given to others. A block of a portion that is already there is dropped: a rank that
// was only slow does no harm.
#include "host/ranks/ranks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "study.h"

enum {
    RANKS_MAX = 4096,
    BEAT_MS = 1000,
    SILENCE_MS = 10000, // then a rank is lost
    SEND_MS = 20000,
    BYE_MS = 5000,
    HASTY_BYE_MS = 300, // who was told to stop may be killed within a second
    AHEAD = 32,         // portions given at once, at most
    QUEUE = 2 * AHEAD,
};

// What a message begins with. HELLO: hash of the order. WANT. BLOCK: a block. BEAT. BYE: processor
// time. GIVE: portions. END: whether a rank was lost. OTHER: you play something else.
enum { M_HELLO = 1, M_WANT, M_BLOCK, M_BEAT, M_BYE, M_GIVE, M_END, M_OTHER };

typedef struct mate {
    uint64_t heard_ms;
    bool greeted, wants, lost, left;
} mate;

typedef struct parcel {
    struct parcel *next;
    size_t size;
    uint8_t byte[];
} parcel;

struct study_ranks {
    const ranks_api *api;
    int rank, count;
    uint8_t *room; // for one message
    size_t room_size;
    bool other; // a rank plays something else
    // rank 0
    mate *mates;
    uint16_t *holder; // by portion
    unsigned lost;
    // the others
    uint32_t queue[QUEUE], queued;
    bool asked, ended;
    uint64_t spoke_ms, heard_ms;
    parcel *out, **out_end;
};

static uint64_t now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static uint8_t *put(uint8_t *at, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++) *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

static uint64_t get(const uint8_t *at, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++) value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static uint64_t order_hash(const study *s) {
    char words[STUDY_WORDS_MAX];
    uint64_t hash = gg_fold(GG_HASH_PHI, s->portion);
    study_words(s, words);
    for (const char *at = words; *at; at++) hash = gg_fold(hash, (uint8_t)*at);
    return hash;
}

// ------------------------------------------------------------------------------- beginning, ending
bool study_ranks_open(study *s, int *code) {
    const char *why;
    int rank;
    if (!ranks_expected(&rank)) return true;
    study_ranks *r = s->ranks = calloc(1, sizeof *r);
    if (!r) goto no_memory;
    r->rank = rank;
    r->out_end = &r->out;
    const ranks_api *api = ranks_load_or_null(&why);
    if (!api) {
        *code = app_environment(s->app, W_STUDY_NO_RANKS, why);
        return false;
    }
    r->room_size = 16 + study_block_most(s);
    r->room = malloc(r->room_size);
    if (!r->room) goto no_memory;
    if (!api->begin(&r->rank, &r->count) || r->count > RANKS_MAX) {
        *code = app_environment(s->app, W_STUDY_RANKS_FAILED);
        return false;
    }
    r->api = api;
    r->heard_ms = now_ms();
    if (r->rank) return true;
    r->mates = calloc((size_t)r->count, sizeof *r->mates);
    r->holder = calloc(s->portions, sizeof *r->holder);
    if (!r->mates || !r->holder) goto no_memory;
    for (int i = 1; i < r->count; i++) r->mates[i].heard_ms = r->heard_ms;
    return true;
no_memory:
    *code = app_status(s->app, GG_NO_MEMORY);
    return false;
}

void study_ranks_close(study_ranks *r) {
    if (!r) return;
    if (r->api) {
        bool together = !r->lost;
        for (int i = 1; r->mates && i < r->count; i++) together = together && r->mates[i].left;
        r->api->end(r->rank ? r->ended && !r->lost : together);
    }
    for (parcel *p = r->out, *next; p; p = next) {
        next = p->next;
        free(p);
    }
    free(r->mates);
    free(r->holder);
    free(r->room);
    free(r);
}

unsigned study_ranks_count(const study *s) {
    return s->ranks ? (unsigned)s->ranks->count : 1;
}

bool study_ranks_helps(const study *s) {
    return s->ranks && s->ranks->rank > 0;
}

bool study_ranks_other(const study *s) {
    return s->ranks && s->ranks->other;
}

unsigned study_ranks_lost(const study *s) {
    return s->ranks ? s->ranks->lost : 0;
}

// ------------------------------------------------------------------------------------------ rank 0
// A rank is gone, or as good as: what it holds is there for others.
static void lose(study *s, int from) {
    study_ranks *r = s->ranks;
    mate *m = &r->mates[from];
    if (m->lost || m->left) return;
    m->lost = true;
    m->wants = false;
    r->lost++;
    (void)pthread_mutex_lock(&s->lock);
    for (uint32_t i = 0; i < s->portions; i++)
        if (s->done[i] == 2 && r->holder[i] == from) {
            s->done[i] = 0;
            if (i < s->next) s->next = i;
        }
    (void)pthread_mutex_unlock(&s->lock);
    if (!atomic_load(&s->stop)) (void)app_environment(s->app, W_STUDY_RANK_LOST, from);
}

// Many portions while many are left, one by one in the end.
static unsigned share(const study *s) {
    uint32_t left = (s->portions - s->next) / (4 * (uint32_t)s->ranks->count);
    return left < 1 ? 1 : left > AHEAD ? AHEAD : left;
}

static void hand_out(study *s, int to) {
    study_ranks *r = s->ranks;
    uint8_t message[2 + 4 * AHEAD], *at = message + 2;
    (void)pthread_mutex_lock(&s->lock);
    unsigned wanted = share(s), count = 0;
    for (uint32_t portion; count < wanted && (portion = study_take_locked(s)) < s->portions;) {
        r->holder[portion] = (uint16_t)to;
        at = put(at, portion, 4);
        count++;
    }
    (void)pthread_mutex_unlock(&s->lock);
    r->mates[to].wants = !count;
    if (!count) return;
    message[0] = M_GIVE;
    message[1] = (uint8_t)count;
    if (!r->api->send(to, message, (size_t)(at - message), SEND_MS)) lose(s, to);
}

static void take_in(study *s, const uint8_t *block, size_t size) {
    (void)pthread_mutex_lock(&s->lock);
    if (study_block_take(s, block, block + size) && s->keep && !s->write_error &&
        !study_keep_write(s, block, size)) {
        s->write_error = errno;
        atomic_store(&s->stop, true);
    }
    (void)pthread_mutex_unlock(&s->lock);
}

static void greet(study *s, int from, const uint8_t *bytes, size_t size) {
    study_ranks *r = s->ranks;
    r->mates[from].greeted = size == 9 && get(bytes + 1, 8) == order_hash(s);
    if (r->mates[from].greeted) return;
    r->other = true;
    r->mates[from].left = true;
    atomic_store(&s->stop, true);
    (void)r->api->send(from, &(uint8_t){M_OTHER}, 1, SEND_MS);
}

static void answer(study *s, int from, const uint8_t *bytes, size_t size) {
    mate *m = &s->ranks->mates[from];
    m->heard_ms = now_ms();
    if (m->lost) { // it was only slow
        m->lost = false;
        s->ranks->lost--;
    }
    if (bytes[0] == M_HELLO) greet(s, from, bytes, size);
    if (bytes[0] == M_WANT) m->wants = true;
    if (bytes[0] == M_BLOCK && size > 8) take_in(s, bytes + 8, size - 8);
    if (bytes[0] == M_BEAT) (void)s->ranks->api->send(from, bytes, 1, SEND_MS);
    if (bytes[0] == M_BYE && size == 9) {
        m->left = true;
        s->cpu_ns += get(bytes + 1, 8);
    }
}

// Every message that is there; false: none was.
static bool listen(study *s, void (*heard)(study *, int, const uint8_t *, size_t)) {
    study_ranks *r = s->ranks;
    int from;
    size_t size;
    bool any = false;
    while (r->api->peek(&from, &size)) {
        if (!size || size > r->room_size || !r->api->take(from, r->room, size)) break;
        heard(s, from, r->room, size);
        any = true;
    }
    return any;
}

static bool here(const mate *m) {
    return !m->lost && !m->left;
}

bool study_ranks_serve(study *s) {
    study_ranks *r = s->ranks;
    unsigned present = 0;
    (void)listen(s, answer);
    for (int i = 1; i < r->count; i++) {
        mate *m = &r->mates[i];
        if (!here(m)) continue;
        if (now_ms() - m->heard_ms > SILENCE_MS) lose(s, i);
        if (m->wants && m->greeted && !atomic_load(&s->stop)) hand_out(s, i);
        present += here(m);
    }
    return present > 0;
}

void study_ranks_dismiss(study *s) {
    study_ranks *r = s->ranks;
    unsigned wait = atomic_load(&s->stop) ? HASTY_BYE_MS : BYE_MS;
    uint64_t until = now_ms() + wait;
    const uint8_t end[2] = {M_END, r->lost > 0};
    for (int i = 1; i < r->count; i++)
        if (here(&r->mates[i]) && !r->api->send(i, end, sizeof end, wait)) lose(s, i);
    for (bool waits = true; waits && now_ms() < until;) {
        if (!listen(s, answer)) (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
        waits = false;
        for (int i = 1; i < r->count; i++) waits = waits || here(&r->mates[i]);
    }
    for (int i = 1; i < r->count; i++)
        if (here(&r->mates[i])) lose(s, i);
}

// --------------------------------------------------------------------------------- the other ranks
uint32_t study_ranks_take(study *s) {
    study_ranks *r = s->ranks;
    for (;;) {
        uint32_t portion = s->portions;
        (void)pthread_mutex_lock(&s->lock);
        bool over = r->ended || atomic_load(&s->stop);
        if (!over && r->queued) {
            portion = r->queue[0];
            r->queued--;
            memmove(r->queue, r->queue + 1, r->queued * sizeof r->queue[0]);
        }
        (void)pthread_mutex_unlock(&s->lock);
        if (over || portion < s->portions) return portion;
        (void)nanosleep(&(struct timespec){0, 500000}, NULL);
    }
}

bool study_ranks_give(study *s, uint32_t portion, const study_tally *tally) {
    study_ranks *r = s->ranks;
    parcel *p = malloc(sizeof *p + 8 + study_block_most(s));
    if (!p) return false;
    memset(p->byte, 0, 8); // a block begins at a multiple of eight: its hash reads words
    p->byte[0] = M_BLOCK;
    p->next = NULL;
    p->size = 8 + study_block_into(s, portion, tally, p->byte + 8);
    *r->out_end = p;
    r->out_end = &p->next;
    return true;
}

static bool say(study *s, const uint8_t *bytes, size_t size) {
    s->ranks->spoke_ms = now_ms();
    if (s->ranks->api->send(0, bytes, size, SEND_MS)) return true;
    atomic_store(&s->stop, true); // rank 0 is gone
    return false;
}

static void obey(study *s, int from, const uint8_t *bytes, size_t size) {
    study_ranks *r = s->ranks;
    (void)from;
    r->heard_ms = now_ms();
    (void)pthread_mutex_lock(&s->lock);
    if (bytes[0] == M_GIVE) {
        for (unsigned i = 0; i < bytes[1] && 2 + 4 * (i + 1) <= size && r->queued < QUEUE; i++) {
            uint32_t portion = (uint32_t)get(bytes + 2 + 4 * (size_t)i, 4);
            if (portion < s->portions) r->queue[r->queued++] = portion;
        }
        r->asked = false;
    }
    if (bytes[0] == M_END || bytes[0] == M_OTHER) r->ended = true;
    if (bytes[0] == M_END && size == 2) r->lost = bytes[1];
    r->other = r->other || bytes[0] == M_OTHER;
    (void)pthread_mutex_unlock(&s->lock);
    if (r->ended) atomic_store(&s->stop, true);
}

static parcel *next_parcel(study *s) {
    study_ranks *r = s->ranks;
    (void)pthread_mutex_lock(&s->lock);
    parcel *p = r->out;
    if (p && !(r->out = p->next)) r->out_end = &r->out;
    (void)pthread_mutex_unlock(&s->lock);
    return p;
}

static void flush(study *s) {
    for (parcel *p; (p = next_parcel(s));) {
        (void)say(s, p->byte, p->size);
        free(p);
    }
}

void study_ranks_help(study *s) {
    study_ranks *r = s->ranks;
    flush(s);
    (void)pthread_mutex_lock(&s->lock);
    bool asks = !r->asked && !r->ended && r->queued <= s->threads;
    (void)pthread_mutex_unlock(&s->lock);
    if (asks) {
        r->asked = true;
        (void)say(s, &(uint8_t){M_WANT}, 1);
    }
    (void)listen(s, obey);
    if (now_ms() - r->spoke_ms > BEAT_MS) (void)say(s, &(uint8_t){M_BEAT}, 1);
    if (now_ms() - r->heard_ms > 3 * SILENCE_MS) atomic_store(&s->stop, true); // alone
}

void study_ranks_hello(study *s) {
    uint8_t message[9] = {M_HELLO};
    (void)put(message + 1, order_hash(s), 8);
    (void)say(s, message, sizeof message);
}

void study_ranks_bye(study *s) {
    uint8_t message[9] = {M_BYE};
    (void)put(message + 1, s->cpu_ns, 8);
    if (s->ranks->ended) flush(s);
    if (s->ranks->ended) (void)say(s, message, sizeof message);
}
