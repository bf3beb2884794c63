// SPDX-License-Identifier: Apache-2.0
// `grognard serve`: the loop. Each turn: what the store has committed is answered and told, then
// what workers have finished, what is due by time, what clients have sent; what all of that has
// changed goes to the store.
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "server.h"

enum {
    TICK_MS = 1000,
    LOG_LINES_PER_SECOND = 200,
    WORKERS = 3,
    CROWD = 8,              // who share a commit
    COMMIT_APART_US = 2500, // while a crowd plays
    TRIM_BYTES = 8 << 20,   // free memory that is kept: what a commit gives back, the next takes
};

// --------------------------------------------------------------------------------- time and chance
static uint64_t now_us(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000U + (uint64_t)now.tv_nsec / 1000U;
}

uint64_t srv_now_ms(void) {
    return now_us() / 1000;
}

int64_t srv_now_s(void) {
    return (int64_t)time(NULL);
}

bool srv_random(void *out, size_t bytes) {
    return getrandom(out, bytes, 0) == (ssize_t)bytes;
}

// A bucket that fills by so many drops a second up to its rim. All that is asked for is taken or
// nothing: who is refused has not paid, and is let in once enough has come in.
bool srv_take_some(srv_bucket *bucket, double drops, double per_second, double burst) {
    uint64_t now = srv_now_ms() * 1000;
    if (!bucket->at_us)
        bucket->left = burst;
    else
        bucket->left += per_second * (double)(now - bucket->at_us) / 1e6;
    if (bucket->left > burst) bucket->left = burst;
    bucket->at_us = now;
    if (bucket->left < drops) return false;
    bucket->left -= drops;
    return true;
}

bool srv_take(srv_bucket *bucket, double per_second, double burst) {
    return srv_take_some(bucket, 1, per_second, burst);
}

// --------------------------------------------------------------------------------------------- log
// One write, and only when there is room for it: whoever reads the log may have stopped reading.
// A line is shorter than what a pipe takes whole.
static bool say(const char *line, size_t length) {
    struct pollfd out = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&out, 1, 0) != 1 || !(out.revents & POLLOUT)) return false;
    return write(STDERR_FILENO, line, length) == (ssize_t)length;
}

static void tell_dropped(server *sv) {
    char line[64];
    if (!sv->log_dropped) return;
    int length =
        snprintf(line, sizeof line, "ev=dropped lines=%llu\n", (unsigned long long)sv->log_dropped);
    if (say(line, (size_t)length)) sv->log_dropped = 0;
}

// A flood of refusals must not become a flood of lines: beyond a rate they are only counted.
void srv_log(server *sv, const char *format, ...) {
    char line[512], stamp[32], all[560];
    time_t now = time(NULL);
    struct tm parts;
    va_list args;
    if ((uint64_t)now != sv->log_second) {
        sv->log_second = (uint64_t)now;
        sv->log_lines = 0;
        tell_dropped(sv);
    }
    if (++sv->log_lines > LOG_LINES_PER_SECOND) {
        sv->log_dropped++;
        return;
    }
    va_start(args, format);
    (void)vsnprintf(line, sizeof line, format, args);
    va_end(args);
    (void)strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
    int length = snprintf(all, sizeof all, "t=%s %s\n", stamp, line);
    if (!say(all, (size_t)length)) sv->log_dropped++;
}

// Requests that were not done are logged, by route: identifiers and secrets stay out.
static void on_done(void *user, gg_call *call) {
    server *sv = user;
    if (call->status < 400) return;
    srv_log(sv, "ev=refused method=%s route=%s status=%u bytes=%zu", call->method,
            srv_route_name(call->path), call->status, call->length);
}

// ------------------------------------------------------------------------------------------ commit
bool srv_calls_add(srv_calls *calls, gg_call *call) {
    if (calls->count == calls->room) {
        size_t room = calls->room ? 2 * calls->room : 16;
        gg_call **made = realloc(calls->call, room * sizeof *made);
        if (!made) return false;
        calls->call = made;
        calls->room = room;
    }
    calls->call[calls->count++] = call;
    return true;
}

static void wait_in(server *sv, gg_call *call, srv_batch *batch) {
    if (srv_calls_add(&batch->waiting, call)) {
        gg_call_park(call);
        return;
    }
    gg_store_refuse(sv->store);
    srv_fail(sv, call, FAULT_FULL);
}

void srv_wait(server *sv, gg_call *call) {
    wait_in(sv, call, &sv->batches[sv->collecting]);
}

void srv_wait_to_tell(server *sv, const srv_later *later) {
    srv_batch *batch = &sv->batches[sv->collecting];
    if (batch->laters == batch->later_room) {
        size_t room = batch->later_room ? 2 * batch->later_room : 16;
        srv_later *made = realloc(batch->later, room * sizeof *made);
        if (!made) { // the stream tells it
            free(later->head);
            srv_wait(sv, later->call);
            return;
        }
        batch->later = made;
        batch->later_room = room;
    }
    batch->later[batch->laters++] = *later;
    srv_wait(sv, later->call);
}

void srv_wait_for(server *sv, gg_call *call, const srv_match *m) {
    wait_in(sv, call, &sv->batches[m->batch]);
}

static void settle(server *sv, srv_match *m, bool saved) {
    m->unsaved = false;
    srv_company_settle(m, saved);
    if (saved) {
        m->newborn = false;
        srv_match_published(sv, m);
    } else if (m->newborn) {
        srv_match_drop(sv, m);
    } else {
        srv_match_unload(m);
        srv_streams_wake(sv, m);
    }
}

// A commit has ended: what hung on it is told, and the calls that waited for it go on.
static void settle_batch(server *sv, srv_batch *batch, bool saved) {
    sv->failing = !saved;
    if (!saved) {
        sv->failed_commits++;
        srv_forget_sessions(sv); // what was ended is not: the store knows
        sv->trouble_ms = srv_now_ms();
        srv_log(sv, "ev=commit-failed words=\"%s\"", gg_store_words(sv->store));
    }
    while (batch->unsaved) {
        srv_match *m = batch->unsaved;
        batch->unsaved = m->next_unsaved;
        settle(sv, m, saved);
    }
    for (size_t i = 0; i < batch->laters; i++) {
        if (saved) (void)srv_answer_change(sv, batch->later[i].call, &batch->later[i]);
        free(batch->later[i].head);
    }
    batch->laters = 0;
    size_t count = batch->waiting.count;
    batch->waiting.count = 0;
    for (size_t i = 0; i < count; i++) {
        gg_call *call = batch->waiting.call[i];
        if (!saved && call->status) srv_fail(sv, call, FAULT_NOT_SAVED);
        gg_call_unpark(call);
    }
}

static void take_commit(server *sv) {
    gg_status status;
    if (gg_store_finished(sv->store, &status))
        settle_batch(sv, &sv->batches[1 - sv->collecting], status == GG_OK);
}

// A commit has a price of its own, whatever it carries. While many share one, the next begins a
// little later than it could: what comes meanwhile shares it too. Who plays alone, or with a few,
// waits for nothing. How long the next has to wait, in microseconds.
static uint64_t apart(const server *sv, uint64_t now) {
    uint64_t due = sv->submitted_us + COMMIT_APART_US;
    return sv->crowd && now < due ? due - now : 0;
}

static bool is_due(const server *sv) {
    return !gg_store_busy(sv->store) && gg_store_collected(sv->store);
}

// The store takes what was collected as soon as it is free.
static void submit(server *sv) {
    if (!is_due(sv)) return;
    uint64_t now = now_us();
    if (apart(sv, now)) return;
    sv->submitted_us = now;
    sv->crowd = sv->batches[sv->collecting].waiting.count >= CROWD;
    gg_store_submit(sv->store);
    sv->collecting = 1 - sv->collecting;
}

// -------------------------------------------------------------------------------------------- loop
static void take_results(server *sv) {
    srv_job *job = srv_worker_take(sv->worker);
    while (job) {
        srv_job *next = job->next;
        switch (job->kind) {
        case JOB_THINK: srv_thought(sv, job); break;
        case JOB_READ: srv_uploaded(sv, job); break;
        case JOB_PREPARE: srv_prepared(sv, job); break;
        case JOB_OPEN: srv_opened(sv, job); break;
        case JOB_PLAN: srv_planned(sv, job); break;
        case JOB_ODDS: srv_reckoned(sv, job); break;
        case JOB_CHANCE: srv_chance_done(sv, job); break;
        case JOB_LUCK: srv_luck_done(sv, job); break;
        case JOB_HINT:
        case JOB_DEED: srv_coach_done(sv, job); break;
        case JOB_REVIEW: srv_review_done(sv, job); break;
        case JOB_ARCHIVE: srv_archived(sv, job); break;
        }
        job = next;
    }
}

static void tick(server *sv) {
    srv_streams_tick(sv);
    srv_matches_trim(sv);
    srv_archive_tick(sv);
    srv_clocks_tick(sv);
    srv_sessions_tick(sv);
}

// Before the end: what was judged is committed, answered and told; nothing is answered uncommitted.
static void drain(server *sv) {
    for (unsigned i = 0; i < 3; i++) {
        if (gg_store_busy(sv->store))
            settle_batch(sv, &sv->batches[1 - sv->collecting], gg_store_commit(sv->store) == GG_OK);
        sv->crowd = false;
        submit(sv);
    }
    gg_http_tell_all(sv->http);
}

// In microseconds, until something is due whoever comes or not.
static uint64_t until_due(const server *sv, uint64_t next_tick) {
    int http = gg_http_timeout_ms(sv->http);
    uint64_t now = now_us(), tick = next_tick * 1000;
    uint64_t wait = now < tick ? tick - now : 0, due = apart(sv, now);
    if (http >= 0 && (uint64_t)http * 1000 < wait) wait = (uint64_t)http * 1000;
    return is_due(sv) && due < wait ? due : wait;
}

static void loop(server *sv, int signals) {
    struct pollfd fds[] = {{gg_http_fd(sv->http), POLLIN, 0},
                           {srv_worker_fd(sv->worker), POLLIN, 0},
                           {signals, POLLIN, 0},
                           {gg_store_fd(sv->store), POLLIN, 0}};
    uint64_t next_tick = srv_now_ms() + TICK_MS;
    for (;;) {
        uint64_t us = until_due(sv, next_tick);
        struct timespec wait = {(time_t)(us / 1000000), (long)(us % 1000000) * 1000};
        if (ppoll(fds, 4, &wait, NULL) < 0 && errno != EINTR) return;
        if (fds[2].revents) return;
        if (fds[3].revents) {
            take_commit(sv);
            submit(sv); // what came meanwhile: the disk is not kept waiting
        }
        if (fds[1].revents) take_results(sv);
        if (srv_now_ms() >= next_tick) {
            tick(sv);
            next_tick = srv_now_ms() + TICK_MS;
        }
        gg_http_turn(sv->http);
        submit(sv); // streams are written while the disk works
        gg_http_tell(sv->http);
    }
}

// ------------------------------------------------------------------------------------------- start
static int signal_fd(void) {
    sigset_t set;
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGHUP); // its terminal is gone: no reason to lose what is under way
    (void)sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static void raise_limits(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static unsigned connections(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur < 256) return 64;
    rlim_t most = limit.rlim_cur - 128;
    return most > SRV_CONNECTIONS ? SRV_CONNECTIONS : (unsigned)most;
}

typedef struct address {
    char host[128];
    const char *port;
    const char *path; // instead of both
    unsigned mode;
} address;

// "HOST:PORT", "[V6]:PORT" or "unix:PATH".
static bool split_address(const char *text, address *out) {
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : 0;
    if (strncmp(text, "unix:", 5) == 0) {
        out->path = text + 5;
        return *out->path != 0;
    }
    if (!colon || !colon[1] || length == 0) return false;
    if (text[0] == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    if (length >= sizeof out->host) return false;
    memcpy(out->host, text, length);
    out->port = colon + 1;
    return true;
}

static bool read_mode(const char *text, unsigned *mode) {
    char *end;
    *mode = (unsigned)strtoul(text, &end, 8);
    return text[0] >= '0' && text[0] <= '7' && !*end && *mode <= 0777;
}

static bool read_relays(server *sv, const app_args *args, const char **bad) {
    for (sv->relays = 0; sv->relays < args->list_count; sv->relays++)
        if (!gg_range_read(args->list[sv->relays], &sv->relay[sv->relays])) {
            *bad = args->list[sv->relays];
            return false;
        }
    return true;
}

// Pages from these origins may change things. On the loop-back address both of its names.
static bool set_origins(server *sv, const char *given, const address *at) {
    size_t length = given ? strlen(given) : 0;
    unsigned port = gg_http_port(sv->http);
    const char *host = sv->shared ? "127.0.0.1" : at->host;
    bool v6 = strchr(host, ':') != NULL;
    if (given) {
        if ((strncmp(given, "http://", 7) != 0 && strncmp(given, "https://", 8) != 0) ||
            length >= sizeof sv->origin[0] || strchr(strstr(given, "//") + 2, '/'))
            return false;
        (void)snprintf(sv->origin[0], sizeof sv->origin[0], "%s", given);
        sv->secure = strncmp(given, "https://", 8) == 0;
        sv->named = true;
        sv->origins = 1;
        return true;
    }
    if (at->path) { // a page there comes by a relay, under a name that only --public-origin tells
        (void)snprintf(sv->origin[0], sizeof sv->origin[0], "http://localhost");
        sv->origins = 1;
        return true;
    }
    (void)snprintf(sv->origin[0], sizeof sv->origin[0], v6 ? "http://[%s]:%u" : "http://%s:%u",
                   host, port);
    (void)snprintf(sv->origin[1], sizeof sv->origin[1], "http://localhost:%u", port);
    sv->origins = 2;
    return true;
}

static int store_trouble(const app_self *app, gg_store_trouble trouble, const char *path,
                         const char *why) {
    if (trouble == GG_STORE_IN_USE) return app_environment(app, W_SERVE_IN_USE, path);
    if (trouble == GG_STORE_NEWER) return app_environment(app, W_SERVE_NEWER, path);
    return app_environment(app, W_CANNOT_OPEN, path, why);
}

static bool reserve(server *sv) {
    uint32_t longest = 1;
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (gg_game_at(i)->max_legal > longest) longest = gg_game_at(i)->max_legal;
    sv->list = malloc(longest * sizeof *sv->list);
    sv->scratch = malloc(SRV_SCRATCH);
    sv->spare = malloc(GG_STATE_MAX);
    return sv->list && sv->scratch && sv->spare;
}

// What stands in the way of a port or of a path.
static int cannot_listen(const server *sv, const address *at, int why) {
    if (!at->path)
        return app_environment(sv->app, W_SERVE_LISTEN, at->host, at->port, strerror(why));
    return app_environment(sv->app, W_SERVE_SOCKET, at->path, strerror(why));
}

// Behind a relay nobody is told apart by address when it is not said whose word counts.
static void say_where(server *sv, const address *at) {
    if (sv->named && !sv->relays)
        srv_log(sv,
                "ev=warning words=\"--public-origin without --trusted-proxy: all who come by one "
                "proxy count as one address\"");
    if (at->path) {
        srv_log(sv, "ev=start version=%s socket=%s", GG_VERSION, at->path);
        app_say(sv->app, W_SERVE_AT_SOCKET, at->path);
    } else {
        srv_log(sv, "ev=start version=%s port=%u", GG_VERSION, gg_http_port(sv->http));
        app_say(sv->app, W_SERVE_AT, sv->origin[0]);
    }
    app_text("\n");
    if (sv->shared) srv_share_say(sv);
    (void)fflush(stdout);
}

static int start(server *sv, const app_args *args, const address *at, const char *path) {
    char why[GG_STORE_WHY];
    int signals = signal_fd(); // before the workers: they inherit what is blocked
    raise_limits();
    (void)mallopt(M_TRIM_THRESHOLD, TRIM_BYTES);
    gg_store_trouble trouble = gg_store_open(&sv->store, path, why);
    if (trouble != GG_STORE_FINE) return store_trouble(sv->app, trouble, path, why);
    int code = APP_YES;
    if (!app_key_open(sv->app, path, true, &sv->key, &code)) return code;
    gg_key_signer(&sv->key, &sv->signer);
    gg_http_setup setup = {.host = at->host,
                           .port = at->port,
                           .path = at->path,
                           .mode = at->mode,
                           .relays = sv->relay,
                           .relay_count = sv->relays,
                           .connections = connections(),
                           .room = SRV_ROOM,
                           .per_address = SRV_PER_ADDRESS,
                           .words = srv_words,
                           .headers = srv_headers,
                           .handler = srv_handle,
                           .limit = srv_limit,
                           .freely = SRV_STRANGER_MAX,
                           .done = on_done,
                           .user = sv};
    if (gg_http_open(&sv->http, &setup) != GG_OK) return cannot_listen(sv, at, errno);
    if (!set_origins(sv, args->text[O_PUBLIC_ORIGIN], at))
        return app_bad(sv->app, W_SERVE_ORIGIN, args->text[O_PUBLIC_ORIGIN]);
    if (signals < 0 || !reserve(sv) || srv_worker_open(&sv->worker, WORKERS, sv->store) != GG_OK)
        return app_status(sv->app, GG_NO_MEMORY);
    if (!gg_store_secret(sv->store, sv->names))
        return app_environment(sv->app, W_CANNOT_OPEN, path, "secrets");
    srv_clocks_start(sv);
    srv_sessions_tick(sv);
    say_where(sv, at);
    loop(sv, signals);
    drain(sv);
    srv_archive_rest(sv);
    srv_log(sv, "ev=stop commits=%llu acted=%llu", (unsigned long long)gg_store_commits(sv->store),
            (unsigned long long)sv->acted);
    (void)close(signals);
    return APP_YES;
}

static void stop(server *sv) {
    for (unsigned i = 0; i < SRV_MATCH_BUCKETS; i++)
        for (srv_match *m = sv->match[i]; m; m = m->next) srv_think_stop(m);
    srv_worker_close(sv->worker);
    gg_http_close(sv->http);
    for (unsigned i = 0; i < SRV_MATCH_BUCKETS; i++)
        while (sv->match[i]) srv_match_drop(sv, sv->match[i]);
    srv_forget_sessions(sv);
    srv_forget_addresses(sv);
    srv_games_close();
    srv_shown_close();
    srv_tables_close(sv);
    gg_store_close(sv->store);
    gg_key_close(&sv->key);
    for (unsigned i = 0; i < 2; i++) {
        free(sv->batches[i].waiting.call);
        free(sv->batches[i].later);
    }
    free(sv->list);
    free(sv->scratch);
    free(sv->spare);
    free(sv);
}

// Without --data the file lies in data/ below the present folder.
static const char *data_path(const app_args *args) {
    if (args->set[O_DATA]) return args->text[O_DATA];
    (void)mkdir("data", 0700);
    return "data/grognard.db";
}

int cmd_serve(app_self *app, const app_args *args) {
    const char *listen = args->set[O_LISTEN] ? args->text[O_LISTEN] : "127.0.0.1:1945", *bad;
    const char *mode = args->set[O_SOCKET_MODE] ? args->text[O_SOCKET_MODE] : "660";
    address at = {0};
    if (!split_address(listen, &at)) return app_bad(app, W_SERVE_ADDRESS, listen);
    if (!read_mode(mode, &at.mode)) return app_bad(app, W_SERVE_MODE, mode);
    server *sv = calloc(1, sizeof *sv);
    if (!sv) return app_status(app, GG_NO_MEMORY);
    if (!read_relays(sv, args, &bad)) {
        free(sv);
        return app_bad(app, W_SERVE_PROXY, bad);
    }
    sv->app = app;
    sv->all = args->set[O_ALL];
    if (args->set[O_SHARE] && !at.path) {
        (void)snprintf(at.host, sizeof at.host, "%s", srv_share_host());
        sv->shared = strchr(at.host, ':') ? SHARED_SIX : SHARED_FOUR;
    }
    sv->started_ms = srv_now_ms();
    int code = start(sv, args, &at, data_path(args));
    stop(sv);
    return code;
}
