// SPDX-License-Identifier: Apache-2.0
// Workers: seats the program plays think here, matches and match files are read here, so that the
// loop never waits. A job carries copies; its result comes back through a descriptor.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "grognard/past.h"
#include "server.h"

enum { THREADS_MAX = 8, GAMES_MAX = 64 };

typedef struct srv_queue {
    srv_job *first, **last;
} srv_queue;

struct srv_worker {
    pthread_mutex_t mutex;
    pthread_cond_t ready;
    pthread_t thread[THREADS_MAX];
    srv_job *running[THREADS_MAX];
    unsigned threads, started;
    // Waiting. A match without people has time: it thinks when nobody waits for another's thoughts.
    srv_queue thoughts, leisure, others, plans;
    srv_job *done, **done_last;
    const gg_store *store;
    int fd;
    bool stop;
};

// ---------------------------------------------------------------------------------------- the work
static bool wanted_now(void *user) {
    const srv_job *job = user;
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

static uint64_t now_ns(void *unused) {
    struct timespec now;
    (void)unused;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

// The thread's thinker for this game, with the budget of the job; NULL: no memory.
static gg_thinker *thinker_for(srv_job *job, const gg_game *game, gg_thinker **thinkers) {
    unsigned at = 0;
    while (at < gg_game_count() && gg_game_at(at) != game) at++;
    if (at >= GAMES_MAX) return NULL;
    if (!thinkers[at] && gg_thinker_open(&thinkers[at], game) != GG_OK) return NULL;
    gg_thinker_heed(thinkers[at], wanted_now, job);
    // The nodes of the level, which take longer on a slow machine than a person likes to wait.
    uint64_t nodes = gg_brain_nodes(game, job->position.table, job->brain);
    gg_budget budget = {.nodes = nodes, .ms = SRV_SEARCH_MS};
    gg_thinker_budget(thinkers[at], budget, now_ns, NULL);
    return thinkers[at];
}

static void think(srv_job *job, gg_thinker **thinkers) {
    gg_rng rng;
    gg_thinker *thinker = thinker_for(job, job->position.game, thinkers);
    job->plan.steps = 0;
    if (!thinker) return;
    gg_rng_seed(&rng, job->seed, (uint64_t)job->seat);
    job->plan.steps = gg_think(thinker, job->brain, &job->position, job->seat, &rng, &job->plan);
    gg_thinker_heed(thinker, NULL, NULL);
}

// What the coach is asked.
static void advise(srv_job *job, gg_thinker **thinkers) {
    bool hint = job->kind == JOB_HINT;
    gg_thinker *thinker = thinker_for(job, hint ? job->position.game : job->game, thinkers);
    job->status = GG_NO_MEMORY;
    if (!thinker) return;
    if (hint)
        srv_hint_run(job, thinker);
    else
        srv_deed_run(job, thinker);
    gg_thinker_heed(thinker, NULL, NULL);
}

static void read_match(srv_job *job) {
    job->status = gg_match_read(&job->match, job->text, job->length, &job->error);
    if (job->status == GG_OK) {
        gg_error error = {0};
        job->verified = gg_match_verify(job->text, job->length, &error) == GG_OK && !error.en[0];
    }
}

static void prepare(srv_job *job) {
    job->status = gg_position_open(&job->position, job->game, &job->request, &job->verdict);
    if (job->status != GG_OK) memset(&job->position, 0, sizeof job->position);
}

// What one thread has for itself.
typedef struct own {
    gg_thinker *thinkers[GAMES_MAX];
    gg_store_reader *reader;
} own;

static void run(srv_worker *worker, srv_job *job, own *mine) {
    switch (job->kind) {
    case JOB_THINK: think(job, mine->thinkers); break;
    case JOB_READ: read_match(job); break;
    case JOB_PREPARE: prepare(job); break;
    case JOB_OPEN: srv_open_run(job, &mine->reader, worker->store); break;
    case JOB_PLAN: srv_plan_run(job); break;
    case JOB_ODDS: srv_odds_run(job); break;
    case JOB_CHANCE: srv_chance_run(job); break;
    case JOB_LUCK: srv_luck_run(job); break;
    case JOB_HINT:
    case JOB_DEED: advise(job, mine->thinkers); break;
    case JOB_REVIEW: srv_review_run(job); break;
    case JOB_ARCHIVE: srv_archive_run(job, &mine->reader, worker->store); break;
    }
}

static srv_job *take_from(srv_queue *queue) {
    srv_job *job = queue->first;
    if (!job) return NULL;
    queue->first = job->next;
    if (!queue->first) queue->last = &queue->first;
    return job;
}

static void put_into(srv_queue *queue, srv_job *job) {
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

// Thinking may take seconds, so one thread does everything else only: nobody waits for a match to
// open because programs think about others.
static srv_job *next_job(srv_worker *worker, unsigned thread) {
    srv_job *job = take_from(&worker->others);
    if (!job) job = take_from(&worker->plans);
    if (job || (thread == 0 && worker->threads > 1)) return job;
    job = take_from(&worker->thoughts);
    return job ? job : take_from(&worker->leisure);
}

static srv_queue *queue_of(srv_worker *worker, const srv_job *job) {
    if (job->kind == JOB_PLAN || job->kind == JOB_ODDS || job->kind == JOB_CHANCE)
        return &worker->plans;
    if (job->kind == JOB_ARCHIVE || job->kind == JOB_LUCK || job->kind == JOB_REVIEW)
        return &worker->leisure;
    bool thinks = job->kind == JOB_THINK || job->kind == JOB_HINT || job->kind == JOB_DEED;
    if (!thinks) return &worker->others;
    return job->watched ? &worker->thoughts : &worker->leisure;
}

static void *work(void *user) {
    srv_worker *worker = user;
    own mine = {0};
    uint64_t one = 1;
    (void)pthread_mutex_lock(&worker->mutex);
    unsigned thread = worker->started++;
    srv_job **running = &worker->running[thread];
    for (;;) {
        srv_job *job = NULL;
        while (!worker->stop && !(job = next_job(worker, thread)))
            (void)pthread_cond_wait(&worker->ready, &worker->mutex);
        if (worker->stop) break;
        *running = job;
        (void)pthread_mutex_unlock(&worker->mutex);
        run(worker, job, &mine);
        (void)pthread_mutex_lock(&worker->mutex);
        *running = NULL;
        job->next = NULL;
        *worker->done_last = job;
        worker->done_last = &job->next;
        if (write(worker->fd, &one, sizeof one) != (ssize_t)sizeof one)
            continue; // already readable
    }
    (void)pthread_mutex_unlock(&worker->mutex);
    for (unsigned i = 0; i < GAMES_MAX; i++) gg_thinker_close(mine.thinkers[i]);
    gg_store_reader_close(mine.reader);
    return NULL;
}

// ---------------------------------------------------------------------------------------- the pool
gg_status srv_worker_open(srv_worker **out, unsigned threads, const gg_store *store) {
    *out = NULL;
    srv_worker *worker = calloc(1, sizeof *worker);
    if (!worker) return GG_NO_MEMORY;
    worker->thoughts.last = &worker->thoughts.first;
    worker->leisure.last = &worker->leisure.first;
    worker->others.last = &worker->others.first;
    worker->plans.last = &worker->plans.first;
    worker->done_last = &worker->done;
    worker->store = store;
    worker->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (worker->fd < 0) {
        free(worker);
        return GG_IO_FAILURE;
    }
    (void)pthread_mutex_init(&worker->mutex, NULL);
    (void)pthread_cond_init(&worker->ready, NULL);
    (void)pthread_mutex_lock(&worker->mutex); // they begin when it is known how many they are
    while (worker->threads < threads && worker->threads < THREADS_MAX &&
           pthread_create(&worker->thread[worker->threads], NULL, work, worker) == 0)
        worker->threads++;
    (void)pthread_mutex_unlock(&worker->mutex);
    if (!worker->threads) {
        srv_worker_close(worker);
        return GG_IO_FAILURE;
    }
    *out = worker;
    return GG_OK;
}

void srv_job_free(srv_job *job) {
    if (!job) return;
    if (job->position.table) gg_position_close(&job->position);
    gg_match_close(job->match);
    srv_opening_free(job->opening);
    if (job->past) gg_past_close(job->past);
    free(job->past);
    free(job->text);
    free(job->asked);
    free(job);
}

static void free_list(srv_job *job) {
    while (job) {
        srv_job *next = job->next;
        srv_job_free(job);
        job = next;
    }
}

void srv_worker_close(srv_worker *worker) {
    if (!worker) return;
    (void)pthread_mutex_lock(&worker->mutex);
    worker->stop = true;
    for (unsigned i = 0; i < THREADS_MAX; i++)
        if (worker->running[i]) atomic_store(&worker->running[i]->stop, true);
    (void)pthread_cond_broadcast(&worker->ready);
    (void)pthread_mutex_unlock(&worker->mutex);
    for (unsigned i = 0; i < worker->threads; i++) (void)pthread_join(worker->thread[i], NULL);
    free_list(worker->plans.first);
    free_list(worker->thoughts.first);
    free_list(worker->leisure.first);
    free_list(worker->others.first);
    free_list(worker->done);
    (void)close(worker->fd);
    (void)pthread_cond_destroy(&worker->ready);
    (void)pthread_mutex_destroy(&worker->mutex);
    free(worker);
}

int srv_worker_fd(const srv_worker *worker) {
    return worker->fd;
}

void srv_worker_put(srv_worker *worker, srv_job *job) {
    (void)pthread_mutex_lock(&worker->mutex);
    put_into(queue_of(worker, job), job);
    (void)pthread_cond_broadcast(&worker->ready); // not every thread takes every job
    (void)pthread_mutex_unlock(&worker->mutex);
}

srv_job *srv_worker_take(srv_worker *worker) {
    uint64_t count;
    if (read(worker->fd, &count, sizeof count) != (ssize_t)sizeof count) return NULL;
    (void)pthread_mutex_lock(&worker->mutex);
    srv_job *done = worker->done;
    worker->done = NULL;
    worker->done_last = &worker->done;
    (void)pthread_mutex_unlock(&worker->mutex);
    return done;
}

// --------------------------------------------------------------------------------------- thinking
bool srv_copy_position(const srv_match *m, int seat, gg_position *out) {
    memset(out, 0, sizeof *out);
    if (gg_match_at(m->match, gg_match_entries(m->match), out) != GG_OK) return false;
    memcpy(out->state, gg_match_position_for(m->match, seat)->state, m->game->state_bytes);
    return true;
}

// ---------------------------------------------------------------------------- questions of a seat
srv_fault srv_may_reckon(const srv_request *r) {
    if (r->viewer == GG_NOBODY) return FAULT_HANDOVER;
    return r->viewer >= r->match->game->seats || srv_match_over(r->match) ? FAULT_NOT_ALLOWED
                                                                          : FAULT_NONE;
}

srv_job *srv_job_ask(const srv_request *r, srv_job_kind kind) {
    srv_job *job = calloc(1, sizeof *job);
    if (!job || !srv_copy_position(r->match, r->viewer, &job->position)) {
        srv_job_free(job);
        return NULL;
    }
    job->kind = kind;
    job->seat = r->viewer;
    job->call = r->call;
    memcpy(job->name, r->match->row.name, sizeof job->name);
    return job;
}

void srv_job_await(server *sv, srv_job *job) {
    gg_call_park(job->call);
    srv_worker_put(sv->worker, job);
}

static gg_brain brain_of(srv_kind kind) {
    switch (kind) {
    case SRV_RECRUIT: return GG_BRAIN_RECRUIT;
    case SRV_SERGEANT: return GG_BRAIN_SERGEANT;
    case SRV_GREEDY:
    case SRV_CAPTAIN: return GG_BRAIN_GREEDY;
    case SRV_COLONEL: return GG_BRAIN_COLONEL;
    case SRV_GENERAL: return GG_BRAIN_GENERAL;
    default: return GG_BRAIN_RANDOM;
    }
}

void srv_think(server *sv, srv_match *m) {
    if (m->thinking || m->unsaved || !m->match || srv_match_over(m) || srv_waits(m)) return;
    gg_turn turn = srv_match_turn(m);
    if (turn.seat >= m->game->seats || m->kind[turn.seat] == SRV_HUMAN) return;
    if (sv->trouble_ms && srv_now_ms() - sv->trouble_ms < 1000) return; // the tick asks again
    srv_job *job = calloc(1, sizeof *job);
    if (!job || !srv_copy_position(m, turn.seat, &job->position) ||
        !srv_random(&job->seed, sizeof job->seed)) {
        srv_job_free(job);
        return;
    }
    job->kind = JOB_THINK;
    job->seat = turn.seat;
    job->brain = brain_of(m->kind[turn.seat]);
    for (unsigned i = 0; i < m->game->seats; i++) job->watched |= m->kind[i] == SRV_HUMAN;
    job->number = ++m->thought;
    memcpy(job->name, m->row.name, sizeof job->name);
    m->thinking = job;
    m->think_until_ms = srv_now_ms() + SRV_THINK_MS;
    srv_worker_put(sv->worker, job);
}

void srv_think_stop(srv_match *m) {
    if (m->thinking) atomic_store(&m->thinking->stop, true);
    m->thinking = NULL;
    m->thought++; // an answer that still comes is not for this position
}

static bool play_one(srv_match *m, int seat, gg_action action, uint32_t ms) {
    if (srv_match_over(m) || srv_match_turn(m).seat != seat) return false;
    return gg_match_act(m->match, seat, action, 0, gg_match_entries(m->match), ms, NULL, NULL) ==
           GG_OK;
}

static bool play_any(server *sv, srv_match *m, int seat) {
    const gg_position *p = gg_match_position_for(m->match, seat);
    uint32_t count = gg_legal(m->game, p->table, p->state, seat, sv->list);
    return count && play_one(m, seat, sv->list[0], 0);
}

// A plan is played as far as its steps are legal; what is left is thought about anew.
static void play_plan(server *sv, srv_match *m, int seat, const gg_plan *plan) {
    uint32_t played = 0, ms = srv_time_used(m, seat);
    srv_match_asked(m, seat, 0);
    while (played < plan->steps && play_one(m, seat, plan->step[played], played ? 0 : ms)) played++;
    if (!played && !play_any(sv, m, seat)) return;
    if (m->offer >= 0 && m->offer != seat) (void)gg_match_answer_draw(m->match, seat, false);
    if (gg_match_advance(m->match) != GG_OK) srv_log(sv, "ev=stuck match=%.6s", m->row.name);
    sv->acted++;
    srv_match_changed(sv, m);
    if (!m->unsaved) srv_match_published(sv, m);
}

void srv_thought(server *sv, srv_job *job) {
    srv_match *m = srv_match_kept(sv, job->name);
    if (m && m->thinking && m->thought == job->number) {
        m->thinking = NULL;
        if (!m->unsaved) play_plan(sv, m, job->seat, &job->plan); // else asked again when saved
    }
    srv_job_free(job);
}

// The deadline: what has been found so far is asked for. Should even that not come, any legal
// action.
void srv_think_late(server *sv, srv_match *m, uint64_t now) {
    gg_plan nothing = {.steps = 0};
    atomic_store(&m->thinking->stop, true);
    if (now < m->think_until_ms + SRV_THINK_GRACE_MS) return;
    srv_think_stop(m);
    srv_log(sv, "ev=late match=%.6s", m->row.name);
    play_plan(sv, m, srv_match_turn(m).seat, &nothing);
}
