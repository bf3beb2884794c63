// SPDX-License-Identifier: Apache-2.0
// Threads that wait for pieces of a thought. The pieces take milliseconds and come hundreds of
// times in a thought: threads are started once, and who lends them works along.
#include "lend.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 16 };

struct app_lend {
    pthread_mutex_t lock;
    pthread_cond_t called, done;
    pthread_t thread[MOST];
    unsigned threads; // beside the caller's
    uint64_t call;    // number of the work under way
    unsigned next, n, at_work;
    bool over;
    void (*work)(void *user, unsigned i);
    void *user;
};

// Takes pieces until none is left; the lock is held before and after.
static void take(app_lend *l) {
    while (l->next < l->n) {
        unsigned i = l->next++;
        l->at_work++;
        (void)pthread_mutex_unlock(&l->lock);
        l->work(l->user, i);
        (void)pthread_mutex_lock(&l->lock);
        l->at_work--;
    }
}

static void *helper(void *user) {
    app_lend *l = user;
    uint64_t seen = 0;
    (void)pthread_mutex_lock(&l->lock);
    while (!l->over) {
        if (seen == l->call) {
            (void)pthread_cond_wait(&l->called, &l->lock);
            continue;
        }
        seen = l->call;
        take(l);
        if (!l->at_work) (void)pthread_cond_signal(&l->done);
    }
    (void)pthread_mutex_unlock(&l->lock);
    return NULL;
}

app_lend *app_lend_open(unsigned threads) {
    app_lend *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    (void)pthread_mutex_init(&l->lock, NULL);
    (void)pthread_cond_init(&l->called, NULL);
    (void)pthread_cond_init(&l->done, NULL);
    while (l->threads + 1 < threads && l->threads < MOST &&
           pthread_create(&l->thread[l->threads], NULL, helper, l) == 0)
        l->threads++;
    return l;
}

void app_lend_close(app_lend *l) {
    if (!l) return;
    (void)pthread_mutex_lock(&l->lock);
    l->over = true;
    (void)pthread_cond_broadcast(&l->called);
    (void)pthread_mutex_unlock(&l->lock);
    for (unsigned i = 0; i < l->threads; i++) (void)pthread_join(l->thread[i], NULL);
    (void)pthread_cond_destroy(&l->called);
    (void)pthread_cond_destroy(&l->done);
    (void)pthread_mutex_destroy(&l->lock);
    free(l);
}

unsigned app_threads(const app_args *args) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (args->set[O_THREADS]) return (unsigned)args->number[O_THREADS];
    return cores > 1 ? (unsigned)cores : 1;
}

void app_lend_work(void *lend, void (*work)(void *user, unsigned i), void *user, unsigned n) {
    app_lend *l = lend;
    (void)pthread_mutex_lock(&l->lock);
    l->work = work;
    l->user = user;
    l->next = 0;
    l->n = n;
    l->call++;
    (void)pthread_cond_broadcast(&l->called);
    take(l);
    while (l->at_work) (void)pthread_cond_wait(&l->done, &l->lock);
    (void)pthread_mutex_unlock(&l->lock);
}
