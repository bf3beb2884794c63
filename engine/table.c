// SPDX-License-Identifier: Apache-2.0
// Tables: what a game prepares from a request, never written afterwards. Positions of the same
// request share one, whoever opened them: a thousand matches of a scenario cost one table, and the
// second one opens at once. The last few that nobody uses stay in the cache.
//
// A table depends on nothing but the request, so the cache changes no result. Only a program that
// changes rules while it runs (tests/mutants) puts it aside: every position then prepares its own.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "grognard/engine.h"
#include "table.h"

enum { IDLE_MAX = 16 };

typedef struct cached {
    struct cached *next;
    bool (*prepare)(const gg_request *request, void *table, gg_verdict *verdict); // NULL: private
    uint32_t bytes;
    unsigned users;
    gg_request request;
    max_align_t table[];
} cached;

static cached *first; // the latest used in front
static bool keeps = true;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void lock(void) {
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
    }
}

static void unlock(void) {
    atomic_flag_clear_explicit(&busy, memory_order_release);
}

static cached *entry_of(void *table) {
    return (cached *)(void *)((char *)table - offsetof(cached, table));
}

static cached *make(size_t bytes) {
    cached *made = calloc(1, sizeof *made + bytes);
    if (made) made->bytes = (uint32_t)bytes;
    if (made) made->users = 1;
    return made;
}

static cached *find(const gg_game *game, const gg_request *request) {
    for (cached **at = &first; *at; at = &(*at)->next) {
        cached *s = *at;
        if (s->prepare != game->prepare || s->bytes != game->table_bytes) continue;
        if (memcmp(&s->request, request, sizeof *request) != 0) continue;
        *at = s->next;
        s->next = first;
        first = s;
        s->users++;
        return s;
    }
    return NULL;
}

// Takes the idle tables beyond the last few out of the cache, for the caller to free.
static cached *clear_out(void) {
    cached *out = NULL;
    unsigned idle = 0;
    for (cached **at = &first; *at;) {
        cached *s = *at;
        if (s->users || ++idle <= IDLE_MAX) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        s->next = out;
        out = s;
    }
    return out;
}

void gg_tables_keep(bool keep) {
    keeps = keep;
}

gg_status gg_table_take(const gg_game *game, const gg_request *request, void **table,
                        gg_verdict *verdict) {
    lock();
    cached *found = keeps ? find(game, request) : NULL;
    unlock();
    if (found) {
        *table = found->table;
        return GG_OK;
    }
    if (verdict) memset(verdict, 0, sizeof *verdict);
    if (!gg_scenario_fits(game, request) || !gg_lists_fit(game, request)) return GG_REFUSED;
    cached *made = make(game->table_bytes);
    if (!made) return GG_NO_MEMORY;
    if (!game->prepare(request, made->table, verdict)) {
        free(made);
        return GG_REFUSED;
    }
    *table = made->table;
    if (!keeps) return GG_OK;
    made->prepare = game->prepare;
    made->request = *request;
    lock(); // two threads may have prepared the same: both serve
    made->next = first;
    first = made;
    unlock();
    return GG_OK;
}

void gg_table_share(void *table) {
    lock();
    entry_of(table)->users++;
    unlock();
}

gg_status gg_table_own(void **table) {
    const cached *s = entry_of(*table);
    if (!s->prepare) return GG_OK;
    cached *made = make(s->bytes);
    if (!made) return GG_NO_MEMORY;
    memcpy(made->table, s->table, s->bytes);
    gg_table_leave(*table);
    *table = made->table;
    return GG_OK;
}

void gg_table_leave(void *table) {
    cached *out = NULL;
    lock();
    cached *s = entry_of(table);
    bool last = --s->users == 0;
    if (last && s->prepare) out = clear_out();
    unlock();
    if (last && !s->prepare) free(s);
    while (out) {
        cached *next = out->next;
        free(out);
        out = next;
    }
}
