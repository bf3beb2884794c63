// SPDX-License-Identifier: Apache-2.0
// grognard-mutants [seconds:N] FILE.play ... [traces] [FILE.gg ...] [golden:GAME]
// [conformance:GAME]: runs .play blocks, their traces (tests/golden/trace.h), replays, golden
// numbers and a short conformance suite with one fault of the game switched on. tools/mutate talks
// to it; each of these counts as a block here. A trace is compared with the one made without fault,
// which is the golden one as long as the goldens are green.
//
// First every block runs once without a fault; for each a line is printed
//   block FILE NUMBER STATUS VISITS SITE:KINDS ... | SITE:KINDS ...
// (STATUS 0: it passes; before the bar what its position lines visit, behind it what its script
// does); then, for every line `SITE KIND BLOCK ...` of standard input (blocks by number from 0), a
// child process runs those blocks until one fails, and a line is printed
//   noticed BLOCK fails|stops|endless      or      survived
// A child, because a game with a fault may well stop or never end; a new one for every mutant,
// because it may leave anything behind. `-BLOCK` takes the position as it was made without the
// fault, for faults that change nothing before the script begins: making a table is dear.
// Golden numbers and the conformance suite notice nothing once their N seconds (10 unless told) are
// over; each must be the last of its list.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/table.h"
#include "grognard/match.h"
#include "grognard/text.h"
#include "mutants.h"
#include "tests/golden/trace.h"

// The programs of tests/golden and tests/conformance, linked in under these names.
int golden_main(int argc, char **argv);
int conformance_main(int argc, char **argv);

enum { BLOCKS = 1 << 14, LINE = 1 << 17, SLACK = 200000, TIMES = 20, SECONDS = 10 };

typedef enum block_kind { PLAY, TRACE, REPLAY, GOLDEN, CONFORMANCE } block_kind;

typedef struct block {
    block_kind kind;
    const char *file, *text; // GOLDEN, CONFORMANCE: the game
    size_t length;
    unsigned number; // in its file, from 1
    int64_t visits;
    gg_play *made;  // its position, for children to go on from
    uint64_t trace; // TRACE: without a fault
} block;

static block blocks[BLOCKS];
static unsigned n_blocks;
static tracer *scribe;
static long seconds = SECONDS; // of golden numbers, and of conformance
static FILE *out;              // the programs linked in write to stdout
static volatile unsigned *now; // the block that a child is running, shared with it

static char *slurp(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *text = malloc(GG_PLAY_TEXT_MAX + 1);
    if (!file || !text) {
        fprintf(stderr, "grognard-mutants: %s cannot be read\n", path);
        exit(3);
    }
    *length = fread(text, 1, GG_PLAY_TEXT_MAX, file);
    text[*length] = 0;
    (void)fclose(file);
    return text;
}

static void add(block_kind kind, const char *file, const char *text, size_t length,
                unsigned number) {
    if (n_blocks == BLOCKS) abort();
    blocks[n_blocks++] = (block){kind, file, text, length, number, 0, NULL, 0};
}

static void load(const char *word) {
    const char *colon = strchr(word, ':'), *dot = strrchr(word, '.');
    size_t length;
    if (strncmp(word, "seconds:", 8) == 0) {
        seconds = strtol(word + 8, NULL, 10);
        return;
    }
    if (strcmp(word, "traces") == 0) {
        for (unsigned i = 0, plays = n_blocks; i < plays; i++)
            add(TRACE, blocks[i].file, blocks[i].text, blocks[i].length, blocks[i].number);
        return;
    }
    if (colon) {
        add(word[0] == 'g' ? GOLDEN : CONFORMANCE, word, colon + 1, 0, 0);
        return;
    }
    char *text = slurp(word, &length);
    if (dot && strcmp(dot, ".gg") == 0) {
        add(REPLAY, word, text, length, 0);
        return;
    }
    unsigned count = gg_play_blocks(text, length);
    for (unsigned i = 1; i <= count; i++) add(PLAY, word, text, length, i);
}

static gg_status open_block(const block *b, gg_play **play) {
    gg_error error;
    return gg_play_open(play, b->file, b->text, b->length, b->number, &error);
}

static gg_status obey(gg_play *play) {
    gg_error error;
    bool done = false;
    gg_status status = GG_OK;
    while (status == GG_OK && !done) status = gg_play_next(play, &done, &error);
    return status;
}

static gg_status run_program(const block *b) {
    char program[] = "program", only[] = "--game", game[64];
    char *golden[] = {program, only, game, NULL};
    char games[] = "--games", probed[] = "--probed", states[] = "--states", deep[] = "--deep";
    char thinks[] = "--thinks", few[] = "20", some[] = "200", many[] = "2000";
    char *conform[] = {program, only, game, games, few,    probed, some,
                       states,  some, deep, many,  thinks, few,    NULL};
    (void)snprintf(game, sizeof game, "%s", b->text);
    int code = b->kind == GOLDEN ? golden_main(3, golden) : conformance_main(13, conform);
    return code == 0 ? GG_OK : GG_REFUSED;
}

static gg_status run_other(const block *b) {
    gg_error error;
    return b->kind == REPLAY ? gg_match_verify(b->text, b->length, &error) : run_program(b);
}

// A block of a .play file, opened: its script or its trace.
static gg_status follow(const block *b, gg_play *play) {
    if (b->kind == PLAY) return obey(play);
    return trace_play(scribe, play) == b->trace ? GG_OK : GG_REFUSED;
}

static bool has_script(const block *b) {
    return b->kind == PLAY || b->kind == TRACE;
}

static gg_status run(block *b, bool made) {
    if (!has_script(b)) return run_other(b);
    gg_play *play = b->made;
    gg_status status = made ? GG_OK : open_block(b, &play);
    if (status == GG_OK) status = follow(b, play);
    if (!made) gg_play_close(play);
    return status;
}

static void tell(const block *b, gg_status status, FILE *made) {
    fprintf(out, "block %s %u %d %lld", b->file, b->number, (int)status, (long long)b->visits);
    if (made) {
        rewind(made);
        for (int c; (c = getc(made)) != EOF && c != '\n';) (void)putc(c, out);
        (void)fclose(made);
    }
    fprintf(out, " |");
    mu_write_seen(out);
}

static void learn(block *b, gg_play *play) {
    if (!scribe) scribe = tracer_open(gg_play_position(play)->game);
    if (!scribe) exit(3);
    b->trace = trace_play(scribe, play);
}

// Once without a fault: what it visits, what it would notice at best.
static void look(block *b) {
    gg_play *play = NULL;
    gg_status status;
    FILE *made = NULL;
    memset(mu_seen, 0, sizeof mu_seen);
    mu_left = INT64_MAX;
    if (has_script(b)) {
        status = open_block(b, &play);
        made = tmpfile();
        if (!made) exit(3);
        mu_write_seen(made);
        memset(mu_seen, 0, sizeof mu_seen);
        if (status == GG_OK && b->kind == TRACE) learn(b, play);
        if (status == GG_OK && b->kind == PLAY) status = obey(play);
        gg_play_close(play);
    } else {
        status = run_other(b);
    }
    b->visits = INT64_MAX - mu_left;
    tell(b, status, made);
    gg_tables_keep(true);
    if (has_script(b) && status == GG_OK) (void)open_block(b, &b->made);
    gg_tables_keep(false);
}

// What goes on for long and notices nothing when its time is over; anything else is endless then.
static bool patient(const block *b) {
    return b->kind == GOLDEN || b->kind == CONFORMANCE;
}

static void child(char *list) {
    struct itimerval limit = {{0, 0}, {SECONDS, 0}};
    for (char *word = strtok(list, " \n"); word; word = strtok(NULL, " \n")) {
        bool made = *word == '-';
        unsigned index = (unsigned)strtoul(word + made, NULL, 10);
        if (index >= n_blocks) abort(); // the fault has written over the list
        *now = index;
        limit.it_value.tv_sec = patient(&blocks[index]) ? seconds : SECONDS;
        (void)setitimer(ITIMER_VIRTUAL, &limit, NULL);
        mu_left = blocks[index].visits * TIMES + SLACK;
        if (run(&blocks[index], made) != GG_OK) _exit(1);
    }
    _exit(0);
}

// `first` stands for the block when a child with a fault has written over what it shares.
static void answer(int status, unsigned first) {
    if (*now >= n_blocks) *now = first;
    bool over = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM;
    if ((WIFEXITED(status) && WEXITSTATUS(status) == 0) || (over && patient(&blocks[*now]))) {
        fprintf(out, "survived\n");
    } else {
        const char *how = !WIFEXITED(status)                  ? "stops"
                          : WEXITSTATUS(status) == MU_ENDLESS ? "endless"
                                                              : "fails";
        fprintf(out, "noticed %u %s\n", *now, how);
    }
}

static void mutant(char *line) {
    char *rest;
    mu_active = (unsigned)strtoul(line, &rest, 10);
    mu_kind = (int)strtol(rest, &rest, 10);
    unsigned first = (unsigned)labs(strtol(rest, NULL, 10));
    *now = first;
    pid_t pid = fork();
    if (pid < 0) exit(3);
    if (pid == 0) child(rest);
    int status = 0;
    if (waitpid(pid, &status, 0) != pid) exit(3);
    answer(status, first);
}

int main(int argc, char **argv) {
    static char line[LINE];
    const struct rlimit none = {0, 0};
    int answers = dup(STDOUT_FILENO);
    if (argc < 2) return 2;
    out = fdopen(answers, "w");
    if (!out || !freopen("/dev/null", "w", stdout)) return 3;
    now = mmap(NULL, sizeof *now, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (now == MAP_FAILED) return 3;
    for (int i = 1; i < argc; i++) load(argv[i]);
    for (unsigned i = 0; i < n_blocks; i++) look(&blocks[i]);
    fprintf(out, "ready\n");
    (void)fflush(out);
    (void)setrlimit(RLIMIT_CORE, &none);
    if (!freopen("/dev/null", "w", stderr)) return 3;
    while (fgets(line, sizeof line, stdin)) {
        mutant(line);
        (void)fflush(out);
    }
    return 0;
}
