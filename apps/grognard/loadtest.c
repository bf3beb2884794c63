// SPDX-License-Identifier: Apache-2.0
// `grognard loadtest`: how many durable moves a second one server acknowledges. It starts a server
// of its own on a fresh file and plays matches of people at one screen, each with two streams that
// are told changes. Closed loop: each move waits for its acknowledgement and for what its stream
// then shows. Open loop (--every): each match moves every so many seconds, and the time of a move
// runs from the moment it was due. With --batch several actions go in one request. With --apart two
// persons sit at each match, each with a stream of its own side, and the same is measured at one
// screen by turns, so that both meet the same machine. `ref.commit` is what this disk allows:
// single commits per second, in the same run.
#include "loadtest.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/store/store.h"

enum { SECONDS = 10, TURNS = 4, WARM_US = 500000 };

// ---------------------------------------------------------------------------------------- measures
// Single commits of one row: what a server without group commit could not exceed.
static double commits_per_second(const load *l) {
    char path[128], why[GG_STORE_WHY];
    gg_store *store;
    uint64_t start = load_now_us(), done = 0;
    (void)snprintf(path, sizeof path, "%s/ref.db", l->folder);
    if (gg_store_open(&store, path, why) != GG_STORE_FINE) return 0;
    while (load_now_us() - start < 1000000) {
        (void)gg_store_person_new(store, 0);
        if (gg_store_commit(store) != GG_OK) break;
        done++;
    }
    double seconds = (double)(load_now_us() - start) / 1e6;
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

static double own_us(void) {
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) return 0;
    return (double)used.tv_sec * 1e6 + (double)used.tv_nsec / 1e3;
}

static double rate(const load *l) {
    return l->took > 0 ? (double)l->moves / l->took : 0;
}

static double per_move(const load *l, double us) {
    return l->moves ? us / (double)l->moves : 0;
}

static void json_speed(gg_json *json, load *l) {
    qsort(l->sample, l->samples, sizeof *l->sample, by_size);
    gg_json_integer(json, "moves", (int64_t)l->moves);
    gg_json_number(json, "moves_per_second", rate(l));
    gg_json_number(json, "p50_ms", share_ms(l, 0.5));
    gg_json_number(json, "p99_ms", share_ms(l, 0.99));
    gg_json_number(json, "max_ms", share_ms(l, 1));
}

// How it compares with the same at one screen.
static void json_screen(gg_json *json, const load *l, load *screen) {
    double cpu = per_move(l, l->cpu_us);
    gg_json_open(json, "one_screen", '{');
    json_speed(json, screen);
    gg_json_number(json, "server_cpu_us_per_move", per_move(screen, screen->cpu_us));
    gg_json_integer(json, "failures", (int64_t)screen->failures);
    gg_json_close(json, '}');
    gg_json_number(json, "over_one_screen", rate(screen) > 0 ? rate(l) / rate(screen) : 0);
    gg_json_number(json, "cpu_over_one_screen",
                   cpu > 0 ? per_move(screen, screen->cpu_us) / cpu : 0);
}

static int tell(load *l, load *screen_or_null, double commits) {
    app_json json;
    if (!app_json_begin(l->app, &json)) return APP_ENVIRONMENT;
    gg_json_open(&json.json, NULL, '{');
    gg_json_string(&json.json, "game", l->game->id);
    gg_json_integer(&json.json, "matches", l->count);
    gg_json_number(&json.json, "seconds", l->took);
    gg_json_number(&json.json, "every_seconds", (double)l->every_us / 1e6);
    if (l->batch) gg_json_integer(&json.json, "batch", l->batch);
    json_speed(&json.json, l);
    gg_json_number(&json.json, "four_commits_ms", commits > 0 ? 4000 / commits : 0);
    gg_json_integer(&json.json, "draft_steps", (int64_t)l->steps);
    gg_json_integer(&json.json, "states", (int64_t)l->states);
    gg_json_integer(&json.json, "changes", (int64_t)l->changes);
    gg_json_integer(&json.json, "stream_bytes", (int64_t)l->stream_bytes);
    gg_json_number(&json.json, "server_cpu_us_per_move", per_move(l, l->cpu_us));
    gg_json_number(&json.json, "load_cpu_us_per_move", per_move(l, l->own_us));
    gg_json_integer(&json.json, "finished", (int64_t)l->finished);
    gg_json_integer(&json.json, "failures", (int64_t)l->failures);
    gg_json_number(&json.json, "ref.commit", commits);
    gg_json_number(&json.json, "over_ref.commit", commits > 0 ? rate(l) / commits : 0);
    if (screen_or_null) json_screen(&json.json, l, screen_or_null);
    gg_json_close(&json.json, '}');
    bool failed = l->failures || (screen_or_null && screen_or_null->failures);
    return app_json_end(l->app, &json, failed ? APP_NO : APP_YES);
}

// ------------------------------------------------------------------------------------------ server
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
    static const char *const names[] = {"ref.db",      "ref.db-wal",  "ref.db-shm", "load.db",
                                        "load.db-wal", "load.db-shm", "load.db.key"};
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
    for (unsigned i = 0; l->clients && i < l->count; i++) load_stand_up(&l->clients[i]);
    free(l->clients);
    free(l->sample);
}

static bool prepare(load *l) {
    (void)snprintf(l->folder, sizeof l->folder, "./grognard-load-XXXXXX");
    if (!mkdtemp(l->folder)) return false;
    (void)snprintf(l->data, sizeof l->data, "%s/load.db", l->folder);
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    l->clients = calloc(l->count, sizeof *l->clients);
    l->sample = malloc(LOAD_SAMPLES_MAX * sizeof *l->sample);
    if (l->epoll < 0 || !l->clients || !l->sample || !start_server(l)) return false;
    for (unsigned i = 0; i < l->count; i++) {
        l->clients[i].rng = i + 1;
        if (!load_sit_down(l, &l->clients[i])) return false;
    }
    return true;
}

// The first game that is offered to players: real rules.
static const char *first(void) {
    for (unsigned i = 0; i < gg_game_count(); i++)
        if (gg_game_at(i)->listed) return gg_game_at(i)->id;
    return gg_game_at(0)->id;
}

static void raise_limits(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
}

// Players sit at other machines: a message to one of them does not stop the server in the middle of
// its work. Here it would, whenever both are on one processor, so the load waits for its turn.
static void wait_for_turns(bool wait) {
    struct sched_param nothing = {0};
    (void)sched_setscheduler(0, wait ? SCHED_BATCH : SCHED_OTHER, &nothing);
}

// The first hand-overs come all at once: nobody plays like that. What this changes is not counted.
static bool warm_up(load *l) {
    load before = *l;
    bool good = load_run(l, load_now_us() + (l->every_us ? l->every_us : WARM_US));
    uint64_t failures = l->failures;
    *l = before;
    l->failures = failures;
    return good;
}

static bool measure(load *l, double seconds) {
    wait_for_turns(true);
    bool good = warm_up(l);
    double cpu = server_us(l), own = own_us();
    uint64_t start = load_now_us();
    good = good && load_run(l, start + (uint64_t)(seconds * 1e6));
    l->took += (double)(load_now_us() - start) / 1e6;
    l->cpu_us += server_us(l) - cpu;
    l->own_us += own_us() - own;
    wait_for_turns(false);
    return good;
}

// Such a match ends for --batch before it has begun.
static bool begins_with_chance(const gg_game *game) {
    load l = {.game = game};
    load_client c = {0};
    bool chance = load_batch_begin(&l, &c) && !load_batch_goes_on(&c);
    if (c.own.table) gg_position_close(&c.own);
    return chance;
}

static void read_args(load *l, const app_args *args) {
    l->count = args->set[O_GAMES] ? (unsigned)args->number[O_GAMES] : 64;
    l->apart = args->set[O_APART];
    if (args->set[O_BATCH]) l->batch = (unsigned)args->number[O_BATCH];
    if (l->count > LOAD_CLIENTS_MAX) l->count = LOAD_CLIENTS_MAX;
    if (args->set[O_EVERY]) l->every_us = (uint64_t)(args->decimal[O_EVERY] * 1e6);
}

// By turns, so that what else the machine does falls on both.
static bool measure_both(load *l, load *screen, double seconds) {
    bool good = true;
    for (unsigned i = 0; good && i < TURNS; i++)
        good = measure(screen, seconds / TURNS) && measure(l, seconds / TURNS);
    return good;
}

int cmd_loadtest(app_self *app, const app_args *args) {
    int code = APP_YES;
    double seconds = args->set[O_SECONDS] ? args->decimal[O_SECONDS] : SECONDS;
    const gg_game *game = app_game(app, args->set[O_GAME] ? args->text[O_GAME] : first(), &code);
    if (!game) return code;
    load l = {.app = app, .game = game}, screen;
    read_args(&l, args);
    if (l.batch && l.apart) return app_bad(app, W_LOAD_APART);
    if (l.batch && begins_with_chance(game)) return app_bad(app, W_LOAD_CHANCE, game->id);
    screen = l;
    screen.apart = false;
    (void)signal(SIGPIPE, SIG_IGN);
    raise_limits();
    if (!prepare(&l) || (l.apart && !prepare(&screen)))
        code = app_environment(app, W_CANNOT_OPEN, l.folder, strerror(errno));
    else if (l.apart ? measure_both(&l, &screen, seconds) : measure(&l, seconds))
        code = tell(&l, l.apart ? &screen : NULL, commits_per_second(&l));
    else
        code = app_status(app, GG_IO_FAILURE);
    finish(&l);
    if (l.apart) finish(&screen);
    return code;
}
