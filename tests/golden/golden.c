// SPDX-License-Identifier: Apache-2.0
// Golden numbers: perft counts, self-play digests and traces (trace.h) of every registered game and
// contract probe, compared with what stands in its folder (games/GAME/tests/golden,
// tests/contract/PROBE/tests/golden). A difference means that the rules changed; when that was
// meant, --update writes the new numbers and the commit says so.
//
//   golden [--update] [--game ID]      run from the root of the tree
//
//   perft.txt      POSITION DEPTH COUNT; POSITION is scenario:NAME or FILE:BLOCK beside perft.txt
//   selfplay.txt   SCENARIO SEATS GAMES SEED DIGEST/FOLDED (games folded in order, as before)
//   traces.txt     FILE DIGEST, a line for every block of every .play file, in their order
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grognard/study.h"
#include "grognard/text.h"
#include "trace.h"

enum { PATH_BYTES = 512, LINE_BYTES = 256, FILE_BYTES = 1 << 20 };

typedef struct work {
    const gg_game *game;
    char folder[PATH_BYTES];
    bool update;
    unsigned passed, failed;
} work;

// The whole file, or NULL when there is none; the caller frees it.
static char *slurp(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = malloc(FILE_BYTES + 1);
    *length = text ? fread(text, 1, FILE_BYTES, file) : 0;
    if (text) text[*length] = 0;
    (void)fclose(file);
    return text;
}

static bool wrong(work *w, const char *line, const char *why) {
    printf("FAIL %s: %s: %s\n", w->folder, line, why);
    return false;
}

// ------------------------------------------------------------------------------------------ perft
static bool open_scenario(work *w, const char *name, gg_position *position) {
    gg_request request;
    gg_verdict verdict;
    gg_request_standard(w->game, &request);
    for (unsigned i = 0; i < w->game->n_scenarios; i++)
        if (strcmp(w->game->scenarios[i].token, name) == 0) {
            request.scenario = (uint16_t)i;
            return gg_position_open(position, w->game, &request, &verdict) == GG_OK;
        }
    return false;
}

static bool count_block(work *w, const char *file, unsigned block, unsigned depth, uint64_t *count,
                        const char *line) {
    char path[2 * PATH_BYTES];
    size_t length;
    gg_play *play = NULL;
    gg_error error = {0, "", ""};
    (void)snprintf(path, sizeof path, "%s/%s", w->folder, file);
    char *text = slurp(path, &length);
    if (!text) return wrong(w, line, "no such file");
    gg_status status = gg_play_open(&play, file, text, length, block, &error);
    if (status == GG_OK) status = gg_perft(gg_play_position(play), depth, count, NULL, NULL);
    gg_play_close(play);
    free(text);
    return status == GG_OK || wrong(w, line, error.en[0] ? error.en : "cannot be counted");
}

// The number of a line of perft.txt, as text.
static bool perft_line(work *w, char *words[], const char *line, char now[48]) {
    uint64_t count = 0;
    unsigned depth = (unsigned)strtoul(words[1], NULL, 10);
    char *colon = strchr(words[0], ':');
    if (!colon) return wrong(w, line, "no position");
    *colon = 0;
    if (strcmp(words[0], "scenario") == 0) {
        gg_position position;
        if (!open_scenario(w, colon + 1, &position)) return wrong(w, line, "no such scenario");
        gg_status status = gg_perft(&position, depth, &count, NULL, NULL);
        gg_position_close(&position);
        if (status != GG_OK) return wrong(w, line, "cannot be counted");
    } else if (!count_block(w, words[0], (unsigned)strtoul(colon + 1, NULL, 10), depth, &count,
                            line)) {
        return false;
    }
    (void)snprintf(now, 32, "%llu", (unsigned long long)count);
    return true;
}

// --------------------------------------------------------------------------------------- self-play
static bool selfplay_line(work *w, char *words[], const char *line, char now[48]) {
    gg_selfplay_order order;
    gg_selfplay_report report;
    gg_verdict verdict;
    gg_selfplay_standard(w->game, &order);
    unsigned scenario = 0, seat = 0;
    while (scenario < w->game->n_scenarios &&
           strcmp(w->game->scenarios[scenario].token, words[0]) != 0)
        scenario++;
    if (scenario == w->game->n_scenarios) return wrong(w, line, "no such scenario");
    order.request.scenario = (uint16_t)scenario;
    for (char *brain = strtok(words[1], ","); brain; brain = strtok(NULL, ",")) {
        if (seat == GG_SEATS_MAX) return wrong(w, line, "too many seats");
        order.brain[seat++] = strcmp(brain, "greedy") == 0 ? GG_BRAIN_GREEDY : GG_BRAIN_RANDOM;
    }
    order.games = (uint32_t)strtoul(words[2], NULL, 10);
    order.seed = strtoull(words[3], NULL, 10);
    if (gg_selfplay(&order, &report, &verdict) != GG_OK) return wrong(w, line, "cannot be played");
    (void)snprintf(now, 48, "%016llx/%016llx", (unsigned long long)report.digest,
                   (unsigned long long)report.folded);
    return true;
}

// ------------------------------------------------------------------------------------------ files
typedef bool line_function(work *w, char *words[], const char *line, char now[48]);

// Compares one line; writes it to `out` with the number of today.
static void one_line(work *w, const char *line, unsigned count, line_function *number, FILE *out) {
    char copy[LINE_BYTES], now[48] = "", *words[6] = {NULL}, *old;
    unsigned n = 0;
    if (line[0] == '#' || line[0] == 0) {
        if (out) fprintf(out, "%s\n", line);
        return;
    }
    (void)snprintf(copy, sizeof copy, "%s", line);
    for (char *at = copy; n < 6 && *(at += strspn(at, " ")); n++) {
        words[n] = at;
        at += strcspn(at, " ");
        if (*at) *at++ = 0;
    }
    bool good = n == count ? true : wrong(w, line, "not so many words");
    old = words[count - 1];
    good = good && number(w, words, line, now);
    if (good && !w->update && strcmp(old, now) != 0) good = wrong(w, line, now);
    w->passed += good;
    w->failed += !good;
    if (out && good) fprintf(out, "%.*s%s\n", (int)(old - copy), line, now);
    if (out && !good) fprintf(out, "%s\n", line);
}

static void one_file(work *w, const char *name, unsigned count, line_function *number) {
    char path[2 * PATH_BYTES];
    size_t length;
    (void)snprintf(path, sizeof path, "%s/%s", w->folder, name);
    char *text = slurp(path, &length);
    FILE *out = text && w->update ? fopen(path, "wb") : NULL;
    if (!text || (w->update && !out)) {
        printf("FAIL %s: %s\n", path, text ? strerror(errno) : "there is no such file");
        w->failed++;
        free(text);
        return;
    }
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        one_line(w, line, count, number, out);
    }
    if (out && fclose(out) != 0) w->failed++;
    free(text);
}

// ----------------------------------------------------------------------------------------- traces
// Traces of one .play file: compared with the lines at *at, which moves on, or written to `out`.
static void trace_file(work *w, tracer *t, const char *path, char **at, FILE *out) {
    size_t length;
    char *text = slurp(path, &length);
    const char *name = strrchr(path, '/') + 1;
    unsigned blocks = text ? gg_play_blocks(text, length) : 0;
    for (unsigned block = 1; block <= blocks; block++) {
        gg_play *play = NULL;
        gg_error error = {0, "", ""};
        char now[LINE_BYTES] = "";
        if (gg_play_open(&play, name, text, length, block, &error) == GG_OK)
            (void)snprintf(now, sizeof now, "%s %016llx", name,
                           (unsigned long long)trace_play(t, play));
        gg_play_close(play);
        char *line = *at, *next = line ? strchr(line, '\n') : NULL;
        if (next) *next++ = 0;
        *at = next;
        bool good = now[0] && (out || (line && strcmp(line, now) == 0));
        if (out && good) fprintf(out, "%s\n", now);
        if (!good) printf("FAIL %s block %u: %s\n", path, block, now[0] ? now : error.en);
        w->passed += good;
        w->failed += !good;
    }
    free(text);
}

static void trace_all(work *w, tracer *t, const glob_t *found, char *at, FILE *out) {
    static const char head[] = "# A line for every block; tests/golden --update writes them\n";
    if (out) (void)fputs(head, out);
    at = at && *at == '#' && strchr(at, '\n') ? strchr(at, '\n') + 1 : at;
    for (size_t i = 0; i < found->gl_pathc; i++) trace_file(w, t, found->gl_pathv[i], &at, out);
    if (out || !at || !*at) return;
    printf("FAIL %s/traces.txt: more lines than blocks\n", w->folder);
    w->failed++;
}

static void traces(work *w) {
    char path[2 * PATH_BYTES], pattern[2 * PATH_BYTES];
    size_t length;
    glob_t found;
    (void)snprintf(path, sizeof path, "%s/traces.txt", w->folder);
    (void)snprintf(pattern, sizeof pattern, "%s/../*.play", w->folder);
    char *text = slurp(path, &length);
    FILE *out = w->update ? fopen(path, "wb") : NULL;
    tracer *t = tracer_open(w->game);
    bool any = glob(pattern, 0, NULL, &found) == 0;
    if (!any || !t || (!text && !out)) {
        printf("FAIL %s: %s\n", path, any ? strerror(errno) : "no .play files beside it");
        w->failed++;
    } else {
        trace_all(w, t, &found, text, out);
    }
    if (any) globfree(&found);
    tracer_close(t);
    if (out && fclose(out) != 0) w->failed++;
    free(text);
}

static bool has_folder(work *w) {
    static const char *const places[] = {"games", "tests/contract"};
    for (unsigned i = 0; i < 2; i++) {
        char path[2 * PATH_BYTES];
        (void)snprintf(w->folder, sizeof w->folder, "%s/%s/tests/golden", places[i], w->game->id);
        (void)snprintf(path, sizeof path, "%s/selfplay.txt", w->folder);
        FILE *file = fopen(path, "rb");
        if (!file) continue;
        (void)fclose(file);
        return true;
    }
    printf("FAIL %s has no golden/selfplay.txt\n", w->game->id);
    w->failed++;
    return false;
}

int main(int argc, char **argv) {
    work w = {0};
    const char *only = NULL;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--update") == 0) {
            w.update = true;
        } else if (strcmp(argv[i], "--game") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else {
            fprintf(stderr, "usage: golden [--update] [--game ID]\n");
            return 2;
        }
    }
    for (unsigned i = 0; i < gg_game_count(); i++) {
        w.game = gg_game_at(i);
        if ((only && strcmp(only, w.game->id) != 0) || !has_folder(&w)) continue;
        one_file(&w, "perft.txt", 3, perft_line);
        one_file(&w, "selfplay.txt", 5, selfplay_line);
        traces(&w);
    }
    printf("%u passed, %u failed\n", w.passed, w.failed);
    return w.failed != 0 || w.passed == 0;
}
