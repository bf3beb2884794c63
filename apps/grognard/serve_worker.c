// SPDX-License-Identifier: Apache-2.0
// Workers: seats the program plays think here, matches and match files are read here, so that the
// loop never waits. A job carries copies; its result comes back through a descriptor.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "serve.h"

enum { THREADS_MAX = 8, GAMES_MAX = 64 };

typedef struct sv_queue {
    sv_job *first, **last;
} sv_queue;

struct sv_worker {
    pthread_mutex_t mutex;
    pthread_cond_t ready;
    pthread_t thread[THREADS_MAX];
    sv_job *running[THREADS_MAX];
    unsigned threads, started;
    // Waiting. A match without people has time: it thinks when nobody waits for another's thoughts.
    sv_queue thoughts, leisure, others;
    sv_job *done, **done_last;
    const gg_store *store;
    int fd;
    bool stop;
};

// ---------------------------------------------------------------------------------------- the work
static bool wanted_now(void *user) {
    const sv_job *job = user;
    return atomic_load_explicit(&job->stop, memory_order_relaxed);
}

static void think(sv_job *job, gg_thinker **thinkers) {
    gg_rng rng;
    const gg_game *game = job->position.game;
    unsigned at = 0;
    while (at < gg_game_count() && gg_game_at(at) != game) at++;
    job->plan.steps = 0;
    if (at >= GAMES_MAX) return;
    if (!thinkers[at] && gg_thinker_open(&thinkers[at], game) != GG_OK) return;
    gg_rng_seed(&rng, job->seed, (uint64_t)job->seat);
    gg_thinker_heed(thinkers[at], wanted_now, job);
    job->plan.steps =
        gg_think(thinkers[at], job->brain, &job->position, job->seat, &rng, &job->plan);
    gg_thinker_heed(thinkers[at], NULL, NULL);
}

static void read_match(sv_job *job) {
    job->status = gg_match_read(&job->match, job->text, job->length, &job->error);
    if (job->status == GG_OK) {
        gg_error error = {0};
        job->verified = gg_match_verify(job->text, job->length, &error) == GG_OK && !error.en[0];
    }
}

static void prepare(sv_job *job) {
    job->status = gg_position_open(&job->position, job->game, &job->request, &job->verdict);
    if (job->status != GG_OK) memset(&job->position, 0, sizeof job->position);
}

// What one thread has for itself.
typedef struct own {
    gg_thinker *thinkers[GAMES_MAX];
    gg_store_reader *reader;
} own;

static void run(sv_worker *worker, sv_job *job, own *mine) {
    switch (job->kind) {
    case JOB_THINK: think(job, mine->thinkers); break;
    case JOB_READ: read_match(job); break;
    case JOB_PREPARE: prepare(job); break;
    case JOB_OPEN: sv_open_run(job, &mine->reader, worker->store); break;
    }
}

static sv_job *take_from(sv_queue *queue) {
    sv_job *job = queue->first;
    if (!job) return NULL;
    queue->first = job->next;
    if (!queue->first) queue->last = &queue->first;
    return job;
}

static void put_into(sv_queue *queue, sv_job *job) {
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

// Thinking may take seconds, so one thread does everything else only: nobody waits for a match to
// open because programs think about others.
static sv_job *next_job(sv_worker *worker, unsigned thread) {
    sv_job *job = take_from(&worker->others);
    if (job || (thread == 0 && worker->threads > 1)) return job;
    job = take_from(&worker->thoughts);
    return job ? job : take_from(&worker->leisure);
}

static sv_queue *queue_of(sv_worker *worker, const sv_job *job) {
    if (job->kind != JOB_THINK) return &worker->others;
    return job->watched ? &worker->thoughts : &worker->leisure;
}

static void *work(void *user) {
    sv_worker *worker = user;
    own mine = {0};
    uint64_t one = 1;
    (void)pthread_mutex_lock(&worker->mutex);
    unsigned thread = worker->started++;
    sv_job **running = &worker->running[thread];
    for (;;) {
        sv_job *job = NULL;
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

// ----------------------------------------------------------------------------------------- the
// pool
gg_status sv_worker_open(sv_worker **out, unsigned threads, const gg_store *store) {
    *out = NULL;
    sv_worker *worker = calloc(1, sizeof *worker);
    if (!worker) return GG_NO_MEMORY;
    worker->thoughts.last = &worker->thoughts.first;
    worker->leisure.last = &worker->leisure.first;
    worker->others.last = &worker->others.first;
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
        sv_worker_close(worker);
        return GG_IO_FAILURE;
    }
    *out = worker;
    return GG_OK;
}

void sv_job_free(sv_job *job) {
    if (!job) return;
    if (job->position.table) gg_position_close(&job->position);
    gg_match_close(job->match);
    sv_opening_free(job->opening);
    free(job->text);
    free(job);
}

static void free_list(sv_job *job) {
    while (job) {
        sv_job *next = job->next;
        sv_job_free(job);
        job = next;
    }
}

void sv_worker_close(sv_worker *worker) {
    if (!worker) return;
    (void)pthread_mutex_lock(&worker->mutex);
    worker->stop = true;
    for (unsigned i = 0; i < THREADS_MAX; i++)
        if (worker->running[i]) atomic_store(&worker->running[i]->stop, true);
    (void)pthread_cond_broadcast(&worker->ready);
    (void)pthread_mutex_unlock(&worker->mutex);
    for (unsigned i = 0; i < worker->threads; i++) (void)pthread_join(worker->thread[i], NULL);
    free_list(worker->thoughts.first);
    free_list(worker->leisure.first);
    free_list(worker->others.first);
    free_list(worker->done);
    (void)close(worker->fd);
    (void)pthread_cond_destroy(&worker->ready);
    (void)pthread_mutex_destroy(&worker->mutex);
    free(worker);
}

int sv_worker_fd(const sv_worker *worker) {
    return worker->fd;
}

void sv_worker_put(sv_worker *worker, sv_job *job) {
    (void)pthread_mutex_lock(&worker->mutex);
    put_into(queue_of(worker, job), job);
    (void)pthread_cond_broadcast(&worker->ready); // not every thread takes every job
    (void)pthread_mutex_unlock(&worker->mutex);
}

sv_job *sv_worker_take(sv_worker *worker) {
    uint64_t count;
    if (read(worker->fd, &count, sizeof count) != (ssize_t)sizeof count) return NULL;
    (void)pthread_mutex_lock(&worker->mutex);
    sv_job *done = worker->done;
    worker->done = NULL;
    worker->done_last = &worker->done;
    (void)pthread_mutex_unlock(&worker->mutex);
    return done;
}

// --------------------------------------------------------------------------------------- thinking
static bool copy_position(const sv_match *m, int seat, gg_position *out) {
    memset(out, 0, sizeof *out);
    if (gg_match_at(m->match, gg_match_entries(m->match), out) != GG_OK) return false;
    memcpy(out->state, gg_match_position_for(m->match, seat)->state, m->game->state_bytes);
    return true;
}

void sv_think(server *sv, sv_match *m) {
    if (m->thinking || m->unsaved || !m->match || sv_match_over(m)) return;
    gg_turn turn = sv_match_turn(m);
    if (turn.seat >= m->game->seats || m->kind[turn.seat] == SV_HUMAN) return;
    if (sv->trouble_ms && sv_now_ms() - sv->trouble_ms < 1000) return; // the tick asks again
    sv_job *job = calloc(1, sizeof *job);
    if (!job || !copy_position(m, turn.seat, &job->position) ||
        !sv_random(&job->seed, sizeof job->seed)) {
        sv_job_free(job);
        return;
    }
    job->kind = JOB_THINK;
    job->seat = turn.seat;
    job->brain = m->kind[turn.seat] == SV_GREEDY ? GG_BRAIN_GREEDY : GG_BRAIN_RANDOM;
    for (unsigned i = 0; i < m->game->seats; i++) job->watched |= m->kind[i] == SV_HUMAN;
    job->number = ++m->thought;
    memcpy(job->name, m->row.name, sizeof job->name);
    m->thinking = job;
    m->think_until_ms = sv_now_ms() + SV_THINK_MS;
    sv_worker_put(sv->worker, job);
}

void sv_think_stop(sv_match *m) {
    if (m->thinking) atomic_store(&m->thinking->stop, true);
    m->thinking = NULL;
    m->thought++; // an answer that still comes is not for this position
}

static bool play_one(sv_match *m, int seat, gg_action action, uint32_t ms) {
    if (sv_match_over(m) || sv_match_turn(m).seat != seat) return false;
    return gg_match_act(m->match, seat, action, 0, gg_match_entries(m->match), ms, NULL, NULL) ==
           GG_OK;
}

static bool play_any(server *sv, sv_match *m, int seat) {
    const gg_position *p = gg_match_position_for(m->match, seat);
    uint32_t count = m->game->legal(p->table, p->state, seat, sv->list);
    return count && play_one(m, seat, sv->list[0], 0);
}

// A plan is played as far as its steps are legal; what is left is thought about anew.
static void play_plan(server *sv, sv_match *m, int seat, const gg_plan *plan) {
    uint64_t ms = sv_now_ms() - m->since_ms;
    uint32_t played = 0;
    while (played < plan->steps && play_one(m, seat, plan->step[played], played ? 0 : (uint32_t)ms))
        played++;
    if (!played && !play_any(sv, m, seat)) return;
    if (m->offer >= 0 && m->offer != seat) (void)gg_match_answer_draw(m->match, seat, false);
    if (gg_match_advance(m->match) != GG_OK) sv_log(sv, "ev=stuck match=%.6s", m->row.name);
    sv->acted++;
    sv_match_changed(sv, m);
    if (!m->unsaved) sv_match_published(sv, m);
}

void sv_thought(server *sv, sv_job *job) {
    sv_match *m = sv_match_kept(sv, job->name);
    if (m && m->thinking && m->thought == job->number) {
        m->thinking = NULL;
        if (!m->unsaved) play_plan(sv, m, job->seat, &job->plan); // else asked again when saved
    }
    sv_job_free(job);
}

// The deadline: what has been found so far is asked for. Should even that not come, any legal
// action.
void sv_think_late(server *sv, sv_match *m, uint64_t now) {
    gg_plan nothing = {.steps = 0};
    atomic_store(&m->thinking->stop, true);
    if (now < m->think_until_ms + SV_THINK_GRACE_MS) return;
    sv_think_stop(m);
    sv_log(sv, "ev=late match=%.6s", m->row.name);
    play_plan(sv, m, sv_match_turn(m).seat, &nothing);
}
