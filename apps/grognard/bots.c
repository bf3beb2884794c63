// SPDX-License-Identifier: Apache-2.0
// Bots as children. A guard stands between this program and each bot: a process that waits for a
// pipe to close and then kills the bot's whole process group, so that nothing of it is left however
// this program ends. Reading, writing and waiting are all done by one poll with the bot's clock: a
// bot that floods is not read faster than it takes its answers, one that hangs runs out of time.
#include "bots.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grognard/desk.h"

enum { NOTHING = -1, ERR_LINE = 512, LISTEN_MS = 100, WAIT_MS = 60000 };

struct app_bot {
    app_bots *all;
    int seat;
    gg_desk *desk;
    pid_t guard;
    int keep;    // closed: the guard kills the bot
    int in, out; // what it reads, what it writes
    int err;
    uint64_t since; // when the time not charged yet began
    int64_t left;   // ms, where the match has no clock
    unsigned bad;   // answers in a row
    bool gone;      // it has closed its output
    size_t read;    // bytes of `line`
    bool long_line; // the rest of it is passed over
    char line[GG_DESK_LINE + 1];
    size_t said, told; // bytes of its standard error taken, passed on
    size_t err_length;
    char err_line[ERR_LINE];
    gg_out answer;
    char text[GG_DESK_ANSWER];
};

static uint64_t now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// -------------------------------------------------------------------------------- the command line
bool app_bots_parse(const app_self *app, const gg_game *game, const char *text, bool humans,
                    int out[GG_SEATS_MAX], app_bots_named *named, int *code) {
    static const char prefix[] = "bot:", other[] = "random";
    char *at, *words = NULL;
    memset(named, 0, sizeof *named);
    if (!text || !strstr(text, prefix)) return app_brains_parse(app, game, text, humans, out, code);
    named->text = strdup(text);
    words = malloc(2 * strlen(text) + sizeof other);
    if (!named->text || !words) goto no_memory;
    at = words;
    *at = '\0';
    unsigned seat = 0;
    for (char *word = named->text; word; seat++) {
        char *comma = strchr(word, ',');
        if (comma) *comma = '\0';
        bool bot = strncmp(word, prefix, sizeof prefix - 1) == 0;
        if (bot && seat < GG_SEATS_MAX) named->command[seat] = word + sizeof prefix - 1;
        at += sprintf(at, "%s%s", seat ? "," : "", bot ? other : word);
        word = comma ? comma + 1 : NULL;
    }
    bool good = app_brains_parse(app, game, words, humans, out, code);
    free(words);
    for (unsigned i = 0; good && i < game->seats; i++) {
        if (!named->command[i]) continue;
        out[i] = APP_BOT;
        good = named->command[i][strspn(named->command[i], " \t")] != '\0';
        if (!good) *code = app_bad(app, W_BOT_EMPTY);
    }
    if (!good) app_bots_named_close(named);
    return good;
no_memory:
    free(words);
    app_bots_named_close(named);
    *code = app_status(app, GG_NO_MEMORY);
    return false;
}

void app_bots_named_close(app_bots_named *named) {
    free(named->text);
    memset(named, 0, sizeof *named);
}

uint32_t app_bots_ms(const app_args *args) {
    double seconds = args->set[O_BOT_TIME] ? args->decimal[O_BOT_TIME] : APP_BOT_SECONDS;
    return seconds < 0.001 ? 1 : (uint32_t)(seconds * 1000);
}

void app_bots_clock(const app_args *args, const app_bots_named *named, gg_match_setup *setup) {
    for (unsigned i = 0; i < setup->game->seats; i++)
        if (named->command[i]) setup->clock_ms[i] = app_bots_ms(args);
}

// --------------------------------------------------------------------------------------- processes
typedef struct ends {
    int in[2], out[2], err[2], keep[2]; // of each the first is read
} ends;

static void close_pair(int pair[2]) {
    for (unsigned i = 0; i < 2; i++)
        if (pair[i] != NOTHING) (void)close(pair[i]);
}

static bool make_ends(ends *e) {
    *e = (ends){{NOTHING, NOTHING}, {NOTHING, NOTHING}, {NOTHING, NOTHING}, {NOTHING, NOTHING}};
    // A socket, not a pipe: writing to a bot that is gone must not raise a signal here.
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, e->in) == 0 &&
        pipe2(e->out, O_CLOEXEC) == 0 && pipe2(e->err, O_CLOEXEC) == 0 &&
        pipe2(e->keep, O_CLOEXEC) == 0)
        return true;
    int error = errno;
    close_pair(e->in), close_pair(e->out), close_pair(e->err), close_pair(e->keep);
    errno = error;
    return false;
}

static _Noreturn void become_bot(const ends *e, const char *command) {
    sigset_t none;
    (void)setpgid(0, 0);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    if (dup2(e->in[0], STDIN_FILENO) >= 0 && dup2(e->out[1], STDOUT_FILENO) >= 0 &&
        dup2(e->err[1], STDERR_FILENO) >= 0 && close_range(3, ~0U, 0) == 0)
        (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

// Stands outside the terminal's group of processes, so that no key kills it before its bot.
static _Noreturn void become_guard(const ends *e, const char *command) {
    char byte;
    (void)setpgid(0, 0);
    pid_t bot = fork();
    if (bot == 0) become_bot(e, command);
    if (bot > 0) (void)setpgid(bot, bot);
    (void)dup2(e->keep[0], 0);
    (void)close_range(1, ~0U, 0);
    while (read(0, &byte, 1) < 0 && errno == EINTR) continue;
    if (bot > 0) {
        (void)kill(-bot, SIGKILL);
        (void)waitpid(bot, NULL, 0);
    }
    _exit(0);
}

static void no_block(int fd) {
    (void)fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static bool start_process(app_bot *b, const char *command) {
    ends e;
    if (!make_ends(&e)) return false;
    b->guard = fork();
    if (b->guard == 0) become_guard(&e, command);
    (void)close(e.in[0]), (void)close(e.out[1]), (void)close(e.err[1]), (void)close(e.keep[0]);
    b->in = e.in[1], b->out = e.out[0], b->err = e.err[0], b->keep = e.keep[1];
    no_block(b->in), no_block(b->out), no_block(b->err);
    return b->guard > 0;
}

static void end_process(app_bot *b) {
    (void)close(b->in), (void)close(b->out), (void)close(b->err), (void)close(b->keep);
    while (b->guard > 0 && waitpid(b->guard, NULL, 0) < 0 && errno == EINTR) continue;
}

// ---------------------------------------------------------------------------------- standard error
static void pass_on(app_bot *b) {
    char clean[ERR_LINE * 4];
    const app_self *app = b->all->app;
    b->err_line[b->err_length] = '\0';
    (void)app_clean_into(b->err_line, clean, sizeof clean);
    (void)fprintf(stderr, "grognard: ");
    (void)fprintf(stderr, app_word_of(app, W_BOT_SAID),
                  gg_seat_token(gg_match_setup_of(b->all->match)->game, b->seat), clean);
    (void)fputc('\n', stderr);
    b->err_length = 0;
}

// What is beyond the bound is read all the same, or the bot would stand still.
static void hear(app_bot *b) {
    char bytes[4096];
    ssize_t n;
    while ((n = read(b->err, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < n && b->said < APP_BOT_STDERR && !b->all->hold; i++, b->said++) {
            if (bytes[i] == '\n' || b->err_length + 1 == sizeof b->err_line) pass_on(b);
            if (bytes[i] != '\n') b->err_line[b->err_length++] = bytes[i];
        }
}

// -------------------------------------------------------------------------- words, with a deadline
// Milliseconds this bot may still use, what is not charged yet taken off.
static int64_t time_left(const app_bot *b) {
    int64_t left = gg_match_clock(b->all->match, b->seat);
    if (left == INT64_MAX) left = b->left;
    return left - (int64_t)(now_ms() - b->since);
}

static bool stopped(const app_bot *b) {
    return b->all->stop && atomic_load(b->all->stop);
}

// Waits for `events` of a descriptor until the deadline. False: it has passed, the bot is gone, or
// the work was stopped.
static bool await(app_bot *b, int fd, short events, uint64_t deadline) {
    struct pollfd polled[2] = {{.fd = fd, .events = events}, {.fd = b->err, .events = POLLIN}};
    for (;;) {
        uint64_t now = now_ms();
        if (now >= deadline || stopped(b)) return false;
        uint64_t wait = b->all->stop ? LISTEN_MS : WAIT_MS;
        if (deadline - now < wait) wait = deadline - now;
        if (poll(polled, 2, (int)wait) < 0 && errno != EINTR) return false;
        if (polled[1].revents & POLLIN) hear(b);
        if (polled[1].revents & (POLLHUP | POLLERR) && !(polled[1].revents & POLLIN))
            polled[1].fd = NOTHING;
        if (polled[0].revents) return true;
    }
}

static bool send_answer(app_bot *b, uint64_t deadline) {
    for (size_t at = 0; at < b->answer.length;) {
        ssize_t n = send(b->in, b->text + at, b->answer.length - at, MSG_NOSIGNAL);
        if (n > 0) at += (size_t)n;
        if (n < 0 && errno == EAGAIN && !await(b, b->in, POLLOUT, deadline)) return false;
        if (n < 0 && errno != EAGAIN && errno != EINTR) return true; // told when it is read
    }
    return true;
}

typedef enum heard { HEARD_LINE, HEARD_TOO_LONG, HEARD_NOTHING, HEARD_END } heard;

// The next line that is there already; its bytes are b->line up to *length, *used with its end.
static heard line_there(app_bot *b, size_t *length, size_t *used) {
    char *end = memchr(b->line, '\n', b->read);
    *length = end ? (size_t)(end - b->line) : b->read;
    *used = end ? *length + 1 : b->read;
    if (!end && b->read < sizeof b->line) return HEARD_NOTHING;
    bool told = b->long_line;
    b->long_line = !end;
    if (!end || told) {
        b->read -= *used;
        memmove(b->line, b->line + *used, b->read);
        return told ? HEARD_NOTHING : HEARD_TOO_LONG;
    }
    return HEARD_LINE;
}

static heard next_line(app_bot *b, size_t *length, size_t *used, uint64_t deadline) {
    for (;;) {
        bool any = memchr(b->line, '\n', b->read) || b->read == sizeof b->line;
        heard there = line_there(b, length, used);
        if (there != HEARD_NOTHING) return there;
        if (any) continue; // the end of a line that was too long
        if (!await(b, b->out, POLLIN, deadline)) return HEARD_NOTHING;
        ssize_t n = read(b->out, b->line + b->read, sizeof b->line - b->read);
        if (n > 0) b->read += (size_t)n;
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return HEARD_END;
    }
}

// ---------------------------------------------------------------------------------------- deciding
static bool over(const app_bot *b) {
    gg_result result;
    gg_match_result(b->all->match, &result);
    return result.over;
}

static bool deciding(const app_bot *b) {
    return !over(b) && gg_match_turn(b->all->match).seat == b->seat;
}

// On its clock: what is left of it is used up, so that the log says who lost and how. A match
// without a clock for this seat has a resignation instead.
static gg_status lose(app_bot *b, app_fault fault) {
    static const app_word words[] = {WORDS, W_BOT_LOST_CLOCK, W_BOT_LOST_LEFT, W_BOT_LOST_BAD};
    gg_match *match = b->all->match;
    app_word why = words[fault];
    b->all->fault[b->seat] = (uint8_t)fault;
    char text[256];
    const char *token = gg_seat_token(gg_match_setup_of(match)->game, b->seat);
    (void)snprintf(text, sizeof text, app_word_of(b->all->app, why), token);
    if (!b->all->hold) (void)fprintf(stderr, "grognard: %s\n", text);
    (void)gg_match_comment(match, GG_UMPIRE, text);
    int64_t left = gg_match_clock(match, b->seat);
    b->gone = true;
    if (left == INT64_MAX) return gg_match_resign(match, b->seat);
    return gg_match_flag(match, b->seat, (uint32_t)(left < 0 ? 0 : left) + 1);
}

static uint32_t uncharged(const app_bot *b) {
    uint64_t ms = now_ms() - b->since;
    return ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
}

static gg_desk_next obey(app_bot *b, size_t length, size_t used) {
    uint32_t ms = uncharged(b);
    gg_desk_next next = gg_desk_line(b->desk, b->line, length, ms, &b->answer);
    b->read -= used;
    memmove(b->line, b->line + used, b->read);
    if (next == GG_DESK_PLAYED) b->since = now_ms(), b->left -= ms;
    return next;
}

// One line of the bot, answered. False: it has lost.
static bool one_line(app_bot *b, app_fault *why) {
    size_t length, used;
    uint64_t deadline = now_ms() + (uint64_t)(time_left(b) > 0 ? time_left(b) : 0);
    gg_desk_next next = GG_DESK_REFUSED;
    gg_out_init(&b->answer, b->text, sizeof b->text);
    heard what = next_line(b, &length, &used, deadline);
    *why = what == HEARD_END ? APP_FAULT_LEFT : APP_FAULT_CLOCK;
    if (what == HEARD_NOTHING || what == HEARD_END || time_left(b) < 0) return false;
    if (what == HEARD_TOO_LONG) gg_desk_too_long(b->desk, &b->answer);
    if (what == HEARD_LINE) next = obey(b, length, used);
    if (next == GG_DESK_WAITS) gg_desk_tell(b->desk, &b->answer);
    if (next == GG_DESK_PLAYED && !deciding(b)) {
        (void)send_answer(b, now_ms() + APP_BOT_FAREWELL);
        return true;
    }
    b->bad = next == GG_DESK_REFUSED ? b->bad + 1 : next == GG_DESK_PLAYED ? 0 : b->bad;
    if (b->bad >= APP_BOT_BAD) *why = APP_FAULT_BAD;
    if (next == GG_DESK_LEFT) *why = APP_FAULT_LEFT;
    return send_answer(b, deadline) && b->bad < APP_BOT_BAD && next != GG_DESK_LEFT;
}

static gg_status start(app_bots *bots, int seat) {
    app_bot *b = calloc(1, sizeof *b);
    if (!b) return GG_NO_MEMORY;
    b->all = bots;
    b->seat = seat;
    b->left = bots->ms;
    gg_status status = gg_desk_open(&b->desk, bots->match, seat, bots->seed, bots->app->lang);
    if (status == GG_OK && !start_process(b, bots->named->command[seat])) status = GG_IO_FAILURE;
    if (status != GG_OK) {
        gg_desk_close(b->desk);
        free(b);
        return status;
    }
    bots->bot[seat] = b;
    return GG_OK;
}

gg_status app_bots_decide(app_bots *bots, int seat) {
    gg_status status = bots->bot[seat] ? GG_OK : start(bots, seat);
    app_bot *b = bots->bot[seat];
    app_fault why;
    if (status != GG_OK) return status;
    b->since = now_ms();
    gg_out_init(&b->answer, b->text, sizeof b->text);
    gg_desk_tell(b->desk, &b->answer);
    (void)send_answer(b, now_ms() + (uint64_t)(time_left(b) > 0 ? time_left(b) : 0));
    while (deciding(b))
        if (!one_line(b, &why)) return stopped(b) ? GG_NOT_ALLOWED : lose(b, why);
    return GG_OK;
}

// ----------------------------------------------------------------------------------------- the end
// A bot that is still there is told the result and may say what it has to say.
static void farewell(app_bot *b) {
    uint64_t deadline = now_ms() + APP_BOT_FAREWELL;
    size_t length, used;
    gg_out_init(&b->answer, b->text, sizeof b->text);
    gg_desk_tell(b->desk, &b->answer);
    while (!b->gone && send_answer(b, deadline)) {
        gg_out_init(&b->answer, b->text, sizeof b->text);
        heard what = next_line(b, &length, &used, deadline);
        if (what != HEARD_LINE) break;
        b->since = now_ms();
        gg_desk_next next = obey(b, length, used);
        if (next == GG_DESK_WAITS) gg_desk_tell(b->desk, &b->answer);
        if (next == GG_DESK_LEFT) b->gone = true;
    }
    hear(b);
    if (b->err_length) pass_on(b);
}

void app_bots_close(app_bots *bots) {
    for (unsigned seat = 0; seat < GG_SEATS_MAX; seat++) {
        app_bot *b = bots->bot[seat];
        if (!b) continue;
        if (over(b)) farewell(b);
        end_process(b);
        gg_desk_close(b->desk);
        free(b);
        bots->bot[seat] = NULL;
    }
}
