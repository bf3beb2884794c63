// SPDX-License-Identifier: Apache-2.0
// The threads of a study, on this machine alone or in one of several ranks. Each takes the next
// portion that nobody has, plays it alone with memory of its own, and adds what it noted under the
// lock, checkpoint included: a portion is done when it is both counted and written. The first
// thread watches: progress, and Ctrl-C.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apps/grognard/selfbots.h"
#include "study.h"

enum { WATCH_NS = 10000000, SERVE_NS = 500000, PORTIONS_WANTED = 512, PORTION_MOST = 256 };

static volatile sig_atomic_t interrupted;

static void interrupt(int signal) {
    interrupted = signal;
}

static uint64_t wall_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

bool study_open(study *s, int *code) {
    uint32_t games = s->order.games;
    if (!s->portion) s->portion = games / PORTIONS_WANTED;
    if (!s->portion) s->portion = 1;
    if (s->portion > PORTION_MOST) s->portion = PORTION_MOST;
    s->portions = (games + s->portion - 1) / s->portion;
    study_places_of(s->order.game, &s->places);
    s->tables = s->order.fixed || s->threads < 2 ? 0 : s->order.game->n_matchups;
    if (s->tables > games) s->tables = games;
    s->rows = calloc(games, sizeof *s->rows);
    s->done = calloc(s->portions, 1);
    (void)pthread_mutex_init(&s->lock, NULL);
    (void)pthread_cond_init(&s->grown, NULL);
    if (s->rows && s->done) return true;
    *code = app_status(s->app, GG_NO_MEMORY);
    return false;
}

void study_close(study *s) {
    study_keep_close(s->keep);
    study_ranks_close(s->ranks);
    app_bots_named_close(&s->bots);
    for (unsigned i = 0; i < s->tables; i++) gg_position_close(&s->table[i]);
    free(s->rows);
    free(s->done);
    (void)pthread_cond_destroy(&s->grown);
    (void)pthread_mutex_destroy(&s->lock);
}

uint32_t study_take_locked(study *s) {
    uint32_t until = s->until && s->until < s->portions ? s->until : s->portions;
    while (s->next < until && s->done[s->next]) s->next++;
    uint32_t portion = atomic_load(&s->stop) || s->next >= until ? s->portions : s->next;
    if (portion < s->portions) s->done[portion] = 2;
    return portion;
}

// `portions` when there is none or the work is to end.
static uint32_t take(study *s) {
    if (study_ranks_helps(s)) return study_ranks_take(s);
    (void)pthread_mutex_lock(&s->lock);
    uint32_t portion = study_take_locked(s);
    (void)pthread_mutex_unlock(&s->lock);
    return portion;
}

static void give(study *s, uint32_t portion, gg_status status, const gg_verdict *verdict,
                 const study_tally *tally) {
    (void)pthread_mutex_lock(&s->lock);
    if (status != GG_OK) {
        s->status = status;
        s->verdict = *verdict;
    } else if (study_ranks_helps(s)) {
        if (!study_ranks_give(s, portion, tally)) s->status = GG_NO_MEMORY;
    } else if (s->keep && !s->write_error && !study_keep_add(s, portion, tally)) {
        s->write_error = errno;
    }
    if (s->status != GG_OK || s->write_error) {
        atomic_store(&s->stop, true);
        s->done[portion] = 0;
    } else {
        study_tally_add(&s->tally, tally, &s->places);
        s->done[portion] = 1;
        s->played += study_count(s, portion);
    }
    (void)pthread_mutex_unlock(&s->lock);
}

// ---------------------------------------------------------------------------------------- bots
// A game is over: the row that was noted at its end learns what the log alone knows. The first
// fault of a bot is told; how many there were stands in the report.
static bool keep_row(void *user, uint32_t number, const gg_match *match, const uint8_t *faults) {
    static const app_word words[] = {WORDS, W_BOT_LOST_CLOCK, W_BOT_LOST_LEFT, W_BOT_LOST_BAD};
    study *s = user;
    study_row *row = &s->rows[number];
    gg_result result;
    gg_match_result(match, &result);
    row->winner = GG_NOBODY;
    row->margin = result.margin;
    for (unsigned seat = 0; seat < s->order.game->seats; seat++) {
        if (result.half[seat] == 2) row->winner = (uint8_t)seat;
        if (!faults[seat]) continue;
        row->fault = (uint8_t)(4 * seat + faults[seat]);
        char text[256];
        (void)snprintf(text, sizeof text, app_word_of(s->app, words[faults[seat]]),
                       gg_seat_token(s->order.game, (int)seat));
        (void)pthread_mutex_lock(&s->lock);
        if (!s->bot_fault) (void)app_environment(s->app, W_STUDY_BOT_FAULT, number, text);
        s->bot_fault = true;
        (void)pthread_mutex_unlock(&s->lock);
    }
    return true;
}

static gg_status play_bots(study *s, const gg_selfplay_order *order, uint32_t first, uint32_t games,
                           gg_selfplay_report *report, gg_verdict *verdict) {
    gg_selfplay_order part = *order;
    part.first = first;
    part.games = games;
    selfbots bots = {s->app, s->args, &part, s->brain, &s->bots, keep_row, s, true, &s->stop};
    return selfbots_play(&bots, report, verdict);
}

// ------------------------------------------------------------------------------------- portions
// Without a player bots take part.
static void play_portions(study *s, const gg_selfplay_order *order, gg_selfplayer *player_or_null,
                          study_notes *notes) {
    for (uint32_t portion; (portion = take(s)) < s->portions;) {
        uint32_t games = study_count(s, portion);
        gg_selfplay_report report;
        gg_verdict verdict = {0};
        study_tally_clear(&notes->tally, &s->places);
        uint32_t first = study_first(s, portion);
        gg_status status = player_or_null
                               ? gg_selfplayer_play(player_or_null, first, games, &report, &verdict)
                               : play_bots(s, order, first, games, &report, &verdict);
        notes->tally.digest = report.digest;
        notes->tally.actions = report.actions;
        notes->tally.steps = report.steps;
        if (status == GG_OK && report.games < games) return; // stopped midway: not done
        give(s, portion, status, &verdict, &notes->tally);
    }
}

static bool goes_on(void *user, uint32_t played, uint32_t games) {
    const study *s = user;
    (void)played, (void)games;
    return !atomic_load(&s->stop);
}

// A table may take longer than many games. Threads that met the match-ups as they play them would
// soon make the same ones side by side, so each is made first, by one of them.
static void make_tables(study *s) {
    (void)pthread_mutex_lock(&s->lock);
    while (s->begun < s->tables && !atomic_load(&s->stop)) {
        gg_position *table = &s->table[s->begun];
        gg_request request;
        gg_verdict verdict;
        gg_selfplay_request(&s->order, s->begun++, &request);
        (void)pthread_mutex_unlock(&s->lock);
        (void)gg_position_open(table, s->order.game, &request, &verdict); // who plays it tells
        (void)pthread_mutex_lock(&s->lock);
        s->made++;
        (void)pthread_cond_broadcast(&s->grown);
    }
    while (s->made < s->begun) (void)pthread_cond_wait(&s->grown, &s->lock);
    (void)pthread_mutex_unlock(&s->lock);
}

static void *work(void *user) {
    study *s = user;
    uint64_t before = app_cpu_ns();
    gg_selfplay_order order = s->order;
    gg_selfplayer *player = NULL;
    study_notes *notes = malloc(sizeof *notes);
    gg_status status = notes ? GG_OK : GG_NO_MEMORY;
    if (notes) {
        study_notes_begin(notes, &s->places, s->order.fixed, s->rows);
        order.ears = &notes->ears;
        order.each = goes_on;
        order.user = s;
        if (!s->bots.text) status = gg_selfplayer_open(&player, &order);
    }
    if (status == GG_OK) {
        make_tables(s);
        play_portions(s, &order, player, notes);
    }
    gg_selfplayer_close(player);
    free(notes);
    (void)pthread_mutex_lock(&s->lock);
    if (status != GG_OK) s->status = status;
    s->cpu_ns += app_cpu_ns() - before;
    s->ended++;
    (void)pthread_cond_broadcast(&s->grown);
    (void)pthread_mutex_unlock(&s->lock);
    return NULL;
}

// Until all threads have ended, or for a moment.
static void rest(study *s, unsigned threads) {
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WATCH_NS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_mutex_lock(&s->lock);
    while (s->ended < threads && pthread_cond_timedwait(&s->grown, &s->lock, &until) == 0) {
    }
    (void)pthread_mutex_unlock(&s->lock);
}

// Between two looks at its threads rank 0 serves the others, and they carry to and fro.
static bool between(study *s, unsigned threads) {
    if (s->ranks)
        (void)nanosleep(&(struct timespec){0, SERVE_NS}, NULL);
    else
        rest(s, threads);
    if (study_ranks_helps(s)) study_ranks_help(s);
    return s->ranks && !study_ranks_helps(s) && study_ranks_serve(s);
}

static bool all_done(const study *s) {
    uint32_t until = s->until && s->until < s->portions ? s->until : s->portions;
    for (uint32_t i = 0; i < until; i++)
        if (s->done[i] != 1) return false;
    return true;
}

static void watch(study *s, unsigned count) {
    bool others = false;
    for (unsigned ended = 0; ended < count || others;) {
        others = between(s, count);
        (void)pthread_mutex_lock(&s->lock);
        if (interrupted) atomic_store(&s->stop, true);
        uint32_t played = s->played;
        ended = s->ended;
        (void)pthread_mutex_unlock(&s->lock);
        app_progress(s->app, W_WORK_GAMES, played, s->order.games);
        if (ended == count && (atomic_load(&s->stop) || all_done(s))) break;
    }
    app_progress_end(s->app);
}

static void play_now(study *s) {
    pthread_t thread[STUDY_THREADS_MAX];
    unsigned begun = 0;
    s->ended = 0;
    while (begun < s->threads && pthread_create(&thread[begun], NULL, work, s) == 0) begun++;
    if (!begun) s->status = GG_NO_MEMORY; // fewer threads than wished are enough
    watch(s, begun);
    for (unsigned i = 0; i < begun; i++) (void)pthread_join(thread[i], NULL);
}

void study_play(study *s) {
    struct sigaction catch = {.sa_handler = interrupt};
    uint64_t began = wall_ns();
    // For good: a report is still to be written, and between two studies nobody is killed either.
    (void)sigaction(SIGINT, &catch, NULL);
    (void)sigaction(SIGTERM, &catch, NULL);
    if (study_ranks_helps(s)) study_ranks_hello(s);
    do play_now(s); // again where a rank was lost while nothing was left to do here
    while (s->ranks && !study_ranks_helps(s) && !atomic_load(&s->stop) && s->status == GG_OK &&
           !all_done(s));
    if (study_ranks_helps(s))
        study_ranks_bye(s);
    else if (s->ranks)
        study_ranks_dismiss(s);
    s->wall_ns = wall_ns() - began;
}
