// SPDX-License-Identifier: Apache-2.0
// Output, files and time: the only places where the program prints, reads or writes.
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app.h"

enum { LINE_MAX_BYTES = 65536, JSON_MAX_BYTES = 64 << 20, FILE_MAX_BYTES = 64 << 20 };

static const struct {
    const char *fr, *en;
} words[WORDS] = {
#define WORD(name, fr, en) {fr, en},
#include "words.def"
#undef WORD
};

// Typed plainly like every table, printed like every text for people (gg_typeset). What printf
// will fill in is kept out of it: it stands for one letter meanwhile.
enum { WORDS_ROOM = 1 << 16, HOLE = 1 };

static size_t hole_length(const char *at) {
    return at[0] != '%' || at[1] == '%' ? 0 : 1 + strcspn(at + 1, "sduxcf") + 1;
}

static size_t letter_length(const char *at) {
    return at[0] == '%' && at[1] == '%' ? 2 : 1;
}

static void with_holes(const char *text, gg_out *out) {
    while (*text) {
        size_t n = hole_length(text);
        if (n)
            gg_out_char(out, HOLE);
        else
            gg_out_format(out, "%.*s", (int)letter_length(text), text);
        text += n ? n : letter_length(text);
    }
}

static void typeset(const char *text, gg_lang lang, gg_out *out) {
    char plain[4096], set[8192];
    gg_out to;
    gg_out_init(&to, plain, sizeof plain);
    gg_out_char(&to, HOLE); // a text may follow another: " : "
    with_holes(text, &to);
    GG_ASSERT(!to.full);
    gg_out_init(&to, set, sizeof set);
    gg_typeset(&to, plain, lang);
    for (const char *c = set + 1; *c; c++) {
        if (*c != HOLE) {
            gg_out_char(out, *c);
            continue;
        }
        while (!hole_length(text)) text += letter_length(text);
        gg_out_format(out, "%.*s", (int)hole_length(text), text);
        text += hole_length(text);
    }
}

const char *app_word_of(const app_self *app, app_word word) {
    static char room[2][WORDS_ROOM];
    static const char *set[2][WORDS];
    static size_t used[2];
    gg_lang lang = app->lang;
    if (!set[lang][word]) {
        gg_out out;
        gg_out_init(&out, room[lang] + used[lang], WORDS_ROOM - used[lang]);
        typeset(app_pick(app, words[word].fr, words[word].en), app->lang, &out);
        GG_ASSERT(!out.full);
        set[lang][word] = out.at;
        used[lang] += out.length + 1;
    }
    return set[lang][word];
}

const char *app_print(const app_self *app, const char *fr, const char *en) {
    enum { AT_ONCE = 4, ROOM = 8192 };
    static char room[AT_ONCE][ROOM];
    static unsigned next;
    gg_out out;
    gg_out_init(&out, room[next++ % AT_ONCE], ROOM);
    gg_typeset(&out, app_pick(app, fr, en), app->lang);
    return out.at;
}

// C1 controls (U+0080 to U+009F) are two bytes, c2 80 to c2 9f: some terminals obey them.
size_t app_clean_into(const char *text, char *out, size_t cap) {
    size_t n = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c && n + 1 < cap; c++) {
        if (c[0] == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f) {
            out[n++] = '?';
            c++;
        } else if ((*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7f) {
            out[n++] = '?';
        } else {
            out[n++] = (char)*c;
        }
    }
    out[n] = '\0';
    return n;
}

static void put(FILE *file, const char *format, va_list list) {
    static char raw[LINE_MAX_BYTES], clean[LINE_MAX_BYTES];
    (void)vsnprintf(raw, sizeof raw, format, list);
    size_t n = app_clean_into(raw, clean, sizeof clean);
    (void)fwrite(clean, 1, n, file);
}

void app_say(const app_self *app, app_word word, ...) {
    va_list list;
    va_start(list, word);
    put(stdout, app_word_of(app, word), list);
    va_end(list);
}

app_number app_decimal(const app_self *app, double value, int places) {
    app_number number;
    (void)snprintf(number.text, sizeof number.text, "%.*f", places, value);
    char *point = strchr(number.text, '.');
    if (point && app->lang == GG_FR) *point = ',';
    return number;
}

app_number app_signed(const app_self *app, double value, int places) {
    app_number number = app_decimal(app, value, places), with = {"+"};
    if (number.text[0] == '-') return number;
    (void)snprintf(with.text, sizeof with.text, "+%.*s", (int)sizeof with.text - 2, number.text);
    return with;
}

void app_text(const char *format, ...) {
    va_list list;
    va_start(list, format);
    put(stdout, format, list);
    va_end(list);
}

static void complain(const app_self *app, app_word word, va_list list) {
    if (app->quiet) return;
    app_progress_end(app);
    (void)fflush(stdout);
    (void)fputs("grognard: ", stderr);
    put(stderr, app_word_of(app, word), list);
    (void)fputc('\n', stderr);
}

int app_bad(const app_self *app, app_word word, ...) {
    va_list list;
    va_start(list, word);
    complain(app, word, list);
    va_end(list);
    return APP_BAD;
}

int app_environment(const app_self *app, app_word word, ...) {
    va_list list;
    va_start(list, word);
    complain(app, word, list);
    va_end(list);
    return APP_ENVIRONMENT;
}

int app_status(const app_self *app, gg_status status) {
    switch (status) {
    case GG_OK: return APP_YES;
    case GG_BAD_INPUT: return app_bad(app, W_UNREADABLE);
    case GG_NO_MEMORY: return app_environment(app, W_NO_MEMORY);
    case GG_FULL: return app_environment(app, W_FULL);
    default: return app_environment(app, W_FAILED, (int)status);
    }
}

int app_input(const app_self *app, const char *file, const gg_error *error) {
    const char *text = app_pick(app, error->fr, error->en);
    if (error->line) return app_bad(app, W_INPUT_LINE, file, error->line, text);
    return app_bad(app, W_INPUT, file, text);
}

// ----------------------------------------------------------------------------------------- JSON
bool app_json_begin(const app_self *app, app_json *json) {
    char *at = malloc(JSON_MAX_BYTES); // untouched pages cost nothing
    if (!at) {
        (void)app_environment(app, W_NO_MEMORY);
        return false;
    }
    gg_out_init(&json->out, at, JSON_MAX_BYTES);
    gg_json_init(&json->json, &json->out);
    return true;
}

int app_json_end(const app_self *app, app_json *json, int code) {
    if (json->out.full)
        code = app_environment(app, W_FULL);
    else if (fwrite(json->out.at, 1, json->out.length, stdout) == json->out.length)
        (void)fputc('\n', stdout);
    free(json->out.at);
    return code;
}

// ------------------------------------------------------------------------------------- progress
static uint64_t progress_drawn; // monotonic milliseconds of the last drawing; 0 = no bar stands
static uint64_t progress_began, progress_from; // when the bar came, and what was done then

static uint64_t monotonic_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

// How many a second since the bar came, and how long the rest takes at that rate.
static void say_rate(const app_self *app, uint64_t now, uint64_t done, uint64_t total) {
    double rate = (double)(done - progress_from) * 1000 / (double)(now - progress_began);
    uint64_t left = done < total ? (uint64_t)((double)(total - done) / rate) : 0;
    (void)fprintf(stderr, app_word_of(app, W_WORK_RATE), app_decimal(app, rate, 1).text,
                  (unsigned long long)(left / 3600), (unsigned)(left / 60 % 60),
                  (unsigned)(left % 60));
}

void app_progress(const app_self *app, app_word word, uint64_t done, uint64_t total) {
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    uint64_t now = monotonic_ms();
    if (!app->terminal || !total || now - progress_drawn < 100) return;
    if (!progress_drawn) {
        progress_began = now;
        progress_from = done;
    }
    progress_drawn = now;
    unsigned filled = (unsigned)(done >= total ? WIDTH : done * WIDTH / total);
    memset(bar, '.', WIDTH);
    memset(bar, '#', filled);
    bar[WIDTH] = '\0';
    (void)fprintf(stderr, "\r\033[K%s [%s] %3u%s", app_word_of(app, word), bar,
                  (unsigned)(done >= total ? 100 : done * 100 / total),
                  app->lang == GG_FR ? " %" : "%");
    if (now - progress_began >= 1000 && done > progress_from) say_rate(app, now, done, total);
    (void)fflush(stderr);
}

void app_progress_end(const app_self *app) {
    if (!app->terminal || !progress_drawn) return;
    progress_drawn = 0;
    (void)fputs("\r\033[K", stderr);
    (void)fflush(stderr);
}

// ---------------------------------------------------------------------------------------- files
// A name that leads nowhere is a bad argument; a disk that fails is the environment.
int app_file_code(const app_self *app, const char *path) {
    app_word word = W_CANNOT_OPEN;
    struct stat found;
    if (errno == ESPIPE)
        return app_bad(app, stat(path, &found) || S_ISFIFO(found.st_mode) ? W_IS_A_PIPE : W_NO_FILE,
                       path);
    if (errno == ENOENT || errno == ENOTDIR || errno == EISDIR || errno == ENAMETOOLONG ||
        errno == EFBIG)
        return app_bad(app, word, path, strerror(errno));
    return app_environment(app, word, path, strerror(errno));
}

static bool slurp(FILE *file, char **text, size_t *length) {
    size_t cap = 65536, n = 0;
    char *at = malloc(cap + 1);
    while (at) {
        n += fread(at + n, 1, cap - n, file);
        if (n < cap || cap >= FILE_MAX_BYTES) break;
        cap *= 2;
        char *more = realloc(at, cap + 1);
        if (!more) free(at);
        at = more;
    }
    if (!at) {
        errno = ENOMEM;
        return false;
    }
    if (ferror(file) || n >= FILE_MAX_BYTES) {
        if (!ferror(file)) errno = EFBIG;
        free(at);
        return false;
    }
    at[n] = '\0';
    *text = at;
    *length = n;
    return true;
}

// A pipe that nobody writes to would be waited for, for ever: it is refused (ESPIPE).
FILE *app_open(const char *path) {
    struct stat found;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return NULL;
    if (fstat(fd, &found) == 0 && S_ISFIFO(found.st_mode)) {
        (void)close(fd);
        errno = ESPIPE;
        return NULL;
    }
    return fdopen(fd, "rb");
}

bool app_read(const app_self *app, const char *path, char **text, size_t *length, int *code) {
    bool input = strcmp(path, "-") == 0;
    FILE *file = input ? stdin : app_open(path);
    if (!file || !slurp(file, text, length)) {
        *code = app_file_code(app, path);
        if (file && !input) (void)fclose(file);
        return false;
    }
    if (!input) (void)fclose(file);
    return true;
}

bool app_exists(const char *path) {
    struct stat found;
    return lstat(path, &found) == 0;
}

static bool write_all(int fd, const char *text, size_t length) {
    while (length) {
        ssize_t n = write(fd, text, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text += n;
        length -= (size_t)n;
    }
    return fsync(fd) == 0 || errno == EINVAL; // a pipe is never on a disk
}

static bool write_to(const char *path, const char *text, size_t length) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (fd < 0) return false;
    bool good = write_all(fd, text, length);
    int failure = errno;
    if (close(fd) != 0 && good) return false;
    errno = failure;
    return good;
}

// A device or a pipe is written to: a file moved over it would take its place.
static bool is_file(const char *path) {
    struct stat found;
    return stat(path, &found) != 0 || S_ISREG(found.st_mode) || S_ISDIR(found.st_mode);
}

bool app_write(const app_self *app, const char *path, const char *text, size_t length, int *code) {
    char temporary[4096];
    bool moved = is_file(path);
    if (snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid()) >=
        (int)sizeof temporary) {
        *code = app_bad(app, W_CANNOT_OPEN, path, strerror(ENAMETOOLONG));
        return false;
    }
    if (write_to(moved ? temporary : path, text, length) &&
        (!moved || rename(temporary, path) == 0))
        return true;
    *code = app_file_code(app, path);
    if (moved) (void)unlink(temporary);
    return false;
}

uint64_t app_cpu_ns(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}
