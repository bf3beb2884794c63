// SPDX-License-Identifier: Apache-2.0
// The checkpoint of a study: the order in words, then a block for every portion that was played,
// in whatever order they ended. A block is written at once and carries its hash: after a kill the
// last one may be torn, which is found, cut off and played again. Numbers are little-endian.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "study.h"

static const char HEAD[] = "grognard study 1\n";
enum { BLOCK_HEAD = 24, ROW = 24, MAGIC = 0x70736767, SYNC_SECONDS = 2 };

struct study_keep {
    int file;
    off_t end; // of the last whole block
    time_t synced;
    uint8_t *block;
    size_t cap;
};

// --------------------------------------------------------------------------------------- numbers
static uint8_t *put(uint8_t *at, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++) *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

static uint64_t get(const uint8_t **at, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++) value |= (uint64_t) * (*at)++ << 8 * i;
    return value;
}

static uint8_t *put_row(uint8_t *at, const study_row *row) {
    at = put(at, (uint32_t)row->margin, 4);
    at = put(at, row->actions, 4);
    at = put(at, row->decisions, 4);
    at = put(at, row->goes, 4);
    at = put(at, row->end, 2);
    at = put(at, row->first, 1);
    at = put(at, row->winner, 1);
    at = put(at, row->matchup, 1);
    return put(at, row->fault, 3);
}

static void get_row(const uint8_t **at, study_row *row) {
    memset(row, 0, sizeof *row);
    row->margin = (int32_t)(uint32_t)get(at, 4);
    row->actions = (uint32_t)get(at, 4);
    row->decisions = (uint32_t)get(at, 4);
    row->goes = (uint32_t)get(at, 4);
    row->end = (uint16_t)get(at, 2);
    row->first = (uint8_t)get(at, 1);
    row->winner = (uint8_t)get(at, 1);
    row->matchup = (uint8_t)get(at, 1);
    row->fault = (uint8_t)get(at, 3);
}

// Counts that are not zero: how many, then place and count.
static uint8_t *put_counts(uint8_t *at, const uint64_t *count, unsigned n) {
    uint8_t *head = at;
    unsigned filled = 0;
    at += 2;
    for (unsigned i = 0; i < n; i++)
        if (count[i]) {
            at = put(put(at, i, 2), count[i], 8);
            filled++;
        }
    (void)put(head, filled, 2);
    return at;
}

static bool get_counts(const uint8_t **at, const uint8_t *end, uint64_t *count, unsigned n) {
    if (end - *at < 2) return false;
    unsigned filled = (unsigned)get(at, 2);
    if (end - *at < (ptrdiff_t)filled * 10) return false;
    while (filled--) {
        unsigned i = (unsigned)get(at, 2);
        if (i >= n) return false;
        count[i] = get(at, 8);
    }
    return true;
}

// ---------------------------------------------------------------------------------------- blocks
size_t study_block_most(const study *s) {
    return BLOCK_HEAD + (size_t)s->portion * ROW + 24 + 4 + 8 +
           10 * (size_t)(STUDY_RULES_MAX + STUDY_HEAT_MAX);
}

size_t study_block_into(const study *s, uint32_t portion, const study_tally *tally, uint8_t *out) {
    uint8_t *at = out + BLOCK_HEAD;
    const study_row *row = &s->rows[study_first(s, portion)];
    for (uint32_t i = 0; i < study_count(s, portion); i++) at = put_row(at, &row[i]);
    at = put(put(put(at, tally->digest, 8), tally->actions, 8), tally->steps, 8);
    at = put_counts(at, tally->told, s->order.game->n_rules);
    at = put_counts(at, tally->heat, s->places.count);
    while ((at - out) % 8) *at++ = 0; // the hash reads words
    size_t bytes = (size_t)(at - out), body = bytes - BLOCK_HEAD;
    uint8_t *head = put(put(put(out, MAGIC, 4), portion, 4), body, 8);
    (void)put(head, gg_hash(out + BLOCK_HEAD, body) ^ gg_mix(portion), 8);
    return bytes;
}

bool study_keep_add(study *s, uint32_t portion, const study_tally *tally) {
    return study_keep_write(s, s->keep->block, study_block_into(s, portion, tally, s->keep->block));
}

bool study_keep_write(study *s, const uint8_t *block, size_t bytes) {
    study_keep *k = s->keep;
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pwrite(k->file, block + done, bytes - done, k->end + (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            int error = n ? errno : ENOSPC;
            (void)ftruncate(k->file, k->end); // the blocks before stay what they are
            errno = error;
            return false;
        }
        done += (size_t)n;
    }
    k->end += (off_t)bytes;
    time_t now = time(NULL); // a kill loses nothing; a power cut, what is younger than this
    if (now - k->synced >= SYNC_SECONDS) {
        k->synced = now;
        return fdatasync(k->file) == 0;
    }
    return true;
}

// The bytes are whole, but whoever wrote them may have meant another program.
static bool row_good(const study *s, const study_row *row) {
    const gg_game *game = s->order.game;
    return row->end < game->n_rules && (row->first < game->seats || row->first == GG_NOBODY) &&
           (row->winner < game->seats || row->winner == GG_NOBODY) &&
           row->matchup < GG_MATCHUPS_MAX && row->fault / 4 < game->seats;
}

static bool take_body(study *s, uint32_t portion, const uint8_t *at, const uint8_t *end) {
    uint32_t count = study_count(s, portion);
    if (end - at < (ptrdiff_t)count * ROW + 24) return false;
    study_tally *tally = calloc(1, sizeof *tally);
    if (!tally) return false;
    study_row *rows = &s->rows[study_first(s, portion)];
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        get_row(&at, &rows[i]);
        good = good && row_good(s, &rows[i]);
    }
    tally->digest = get(&at, 8);
    tally->actions = get(&at, 8);
    tally->steps = get(&at, 8);
    good = good && get_counts(&at, end, tally->told, s->order.game->n_rules) &&
           get_counts(&at, end, tally->heat, s->places.count) && end - at < 8;
    if (good) {
        study_tally_add(&s->tally, tally, &s->places);
        s->done[portion] = 1;
        s->played += count;
    }
    free(tally);
    return good;
}

const uint8_t *study_block_take(study *s, const uint8_t *at, const uint8_t *end) {
    if (end - at < BLOCK_HEAD) return NULL;
    uint64_t magic = get(&at, 4), portion = get(&at, 4), body = get(&at, 8), hash = get(&at, 8);
    if (magic != MAGIC || portion >= s->portions || s->done[portion] == 1) return NULL;
    if (body % 8 || body > (uint64_t)(end - at)) return NULL;
    if ((gg_hash(at, (size_t)body) ^ gg_mix(portion)) != hash) return NULL;
    return take_body(s, (uint32_t)portion, at, at + body) ? at + body : NULL;
}

// ------------------------------------------------------------------------------------------ file
static bool read_all(int file, uint8_t **text, size_t *bytes) {
    struct stat info;
    if (fstat(file, &info) != 0) return false;
    if (!S_ISREG(info.st_mode)) {
        errno = ESPIPE;
        return false;
    }
    *bytes = (size_t)info.st_size;
    *text = malloc(*bytes + 1);
    if (!*text) return false;
    for (size_t done = 0; done < *bytes;) {
        ssize_t n = pread(file, *text + done, *bytes - done, (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            *bytes = done;
            break;
        }
        done += (size_t)n;
    }
    return true;
}

// The first line of the order in which two checkpoints differ.
static int other_order(const study *s, const char *path, const char *theirs, const char *ours) {
    char line[2][200];
    const char *words[2] = {theirs, ours};
    size_t at = 0;
    while (theirs[at] && theirs[at] == ours[at]) at++;
    while (at && theirs[at - 1] != '\n') at--;
    for (unsigned i = 0; i < 2; i++) {
        int length = (int)strcspn(words[i] + at, "\n");
        (void)snprintf(line[i], sizeof line[i], "%.*s", length ? length : 1,
                       length ? words[i] + at : "-");
    }
    return app_bad(s->app, W_STUDY_OTHER, path, line[0], line[1]);
}

static bool resume(study *s, const char *path, const char *words, uint8_t *text, size_t bytes,
                   int *code) {
    size_t head = sizeof HEAD - 1, order = strlen(words);
    text[bytes] = 0;
    if (bytes < head || memcmp(text, HEAD, head) != 0) {
        *code = app_bad(s->app, W_STUDY_NO_CHECKPOINT, path);
        return false;
    }
    if (bytes < head + order || memcmp(text + head, words, order) != 0) {
        *code = other_order(s, path, (const char *)text + head, words);
        return false;
    }
    const uint8_t *at = text + head + order, *end = text + bytes;
    for (const uint8_t *next; (next = study_block_take(s, at, end));) at = next;
    s->keep->end = at - text;
    s->resumed = s->played;
    if (at == end || ftruncate(s->keep->file, s->keep->end) == 0) return true;
    *code = app_file_code(s->app, path);
    return false;
}

static bool begin(study *s, const char *path, const char *words, int *code) {
    char text[sizeof HEAD + STUDY_WORDS_MAX];
    int bytes = snprintf(text, sizeof text, "%s%s", HEAD, words);
    s->keep->end = bytes;
    if (pwrite(s->keep->file, text, (size_t)bytes, 0) == bytes) return true;
    (void)ftruncate(s->keep->file, 0);
    *code = app_file_code(s->app, path);
    return false;
}

static bool open_file(study *s, const char *path, int *code) {
    s->keep->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (s->keep->file < 0) {
        *code = app_file_code(s->app, path);
        return false;
    }
    if (flock(s->keep->file, LOCK_EX | LOCK_NB) == 0) return true;
    *code = app_environment(s->app, W_STUDY_BUSY, path);
    return false;
}

bool study_keep_open(study *s, const char *path, int *code) {
    char words[STUDY_WORDS_MAX];
    uint8_t *text = NULL;
    size_t bytes = 0;
    study_words(s, words);
    s->keep = calloc(1, sizeof *s->keep);
    if (s->keep) s->keep->file = -1;
    if (!s->keep || !(s->keep->block = malloc(study_block_most(s)))) {
        *code = app_status(s->app, GG_NO_MEMORY);
        return false;
    }
    if (!open_file(s, path, code)) return false;
    if (!read_all(s->keep->file, &text, &bytes)) {
        *code = app_file_code(s->app, path);
        return false;
    }
    bool good = bytes ? resume(s, path, words, text, bytes, code) : begin(s, path, words, code);
    free(text);
    return good;
}

void study_keep_close(study_keep *k) {
    if (!k) return;
    if (k->file >= 0) {
        (void)fdatasync(k->file);
        (void)close(k->file);
    }
    free(k->block);
    free(k);
}
