// SPDX-License-Identifier: Apache-2.0
// Runs the conformance suite over every registered game and contract probe.
//
//   conformance [--long] [--game ID] [--seed N]
//               [--games N] [--probed N] [--states N] [--twins N] [--thinks N] [--deep N]
//   conformance --self-test       broken games must be caught
//   conformance --list            the properties
//
// One line per property and game, then "N passed, N failed". Exit 0, 1 (failed), 2 (arguments).
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "conform.h"

static suite current; // of the normal run; the self-test has its own

enum { NEED, MAY };
static const struct {
    const char *text;
    int need;
} about[] = {
#define P(name, token, need, text) {text, need},
    CONFORM_PROPERTIES(P)
#undef P
};

// A game that asserts or traps ends the run; at least it is said where.
static void crashed(int number) {
    char text[600];
    int n = snprintf(text, sizeof text,
                     "FAIL %s crashed (signal %d) while %s: seed %llu, game %u, step %u, node %u\n",
                     current.game ? current.game->id : "?", number, conform_doing,
                     (unsigned long long)current.size.seed, current.game_no, current.step,
                     current.turn.node);
    if (n > 0 && write(STDOUT_FILENO, text, (size_t)n) < 0) _exit(3);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void report(const suite *s, unsigned *passed, unsigned *failed) {
    for (int p = 0; p < PROPERTIES; p++) {
        const tally *t = &s->tally[p];
        bool empty = t->cases == 0;
        if (empty && about[p].need == MAY) {
            printf("none %-16s %-20s nothing of the kind in this game\n", s->game->id,
                   property_token((property)p));
            continue;
        }
        bool good = !empty && t->failed == 0;
        *(good ? passed : failed) += 1;
        if (good)
            printf("ok   %-16s %-20s %llu cases\n", s->game->id, property_token((property)p),
                   (unsigned long long)t->cases);
        else
            printf("FAIL %-16s %-20s %llu of %llu: %s\n", s->game->id, property_token((property)p),
                   (unsigned long long)t->failed, (unsigned long long)t->cases,
                   empty ? "never asked" : t->first);
    }
    printf("note %-16s %llu nodes, %llu looked at deeply, %llu probed fully, longest list %u of "
           "%u, longest game %u of %u, "
           "%llu of %llu twins differ\n",
           s->game->id, (unsigned long long)s->nodes, (unsigned long long)s->deep_nodes,
           (unsigned long long)s->probed, s->longest_list, s->game->max_legal, s->longest_game,
           s->game->max_steps, (unsigned long long)s->twins_different,
           (unsigned long long)s->twins_possible);
}

static int run(const char *only, const sizes *size) {
    unsigned passed = 0, failed = 0, found = 0;
    for (unsigned i = 0; i < gg_game_count(); i++) {
        const gg_game *game = gg_game_at(i);
        if (only && strcmp(only, game->id) != 0) continue;
        found++;
        clock_t start = clock();
        if (!suite_open(&current, game, size)) {
            fprintf(stderr, "conformance: out of memory\n");
            return 3;
        }
        suite_run(&current);
        report(&current, &passed, &failed);
        suite_close(&current);
        printf("note %-16s %.1f CPU seconds\n", game->id,
               (double)(clock() - start) / CLOCKS_PER_SEC);
        (void)fflush(stdout);
    }
    if (!found) {
        fprintf(stderr, "conformance: no game %s\n", only ? only : "registered");
        return 2;
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}

static int self_test(void) {
    unsigned caught = 0;
    int missed = conform_self_test(&caught);
    printf("%u passed, %d failed\n", caught, missed);
    return missed != 0;
}

static int list(void) {
    for (int p = 0; p < PROPERTIES; p++)
        printf("%-20s %s\n", property_token((property)p), about[p].text);
    return 0;
}

static bool number(const char *text, uint64_t *value) {
    char *end;
    *value = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == 0;
}

// The size an option speaks of, or NULL.
static uint32_t *size_named(sizes *size, const char *name) {
    if (strcmp(name, "--games") == 0) return &size->games;
    if (strcmp(name, "--probed") == 0) return &size->probed;
    if (strcmp(name, "--states") == 0) return &size->states;
    if (strcmp(name, "--twins") == 0) return &size->twins;
    if (strcmp(name, "--thinks") == 0) return &size->thinks;
    if (strcmp(name, "--deep") == 0) return &size->deep;
    return NULL;
}

int main(int argc, char **argv) {
    sizes size = {500, 2000, 1000, 5, 100, 40000, 1};
    const sizes full = {10000, 10000, 10000, 10, 1000, 1000000, 1};
    const char *only = NULL;
    (void)setvbuf(stdout, NULL, _IOLBF, 1 << 16);
    (void)signal(SIGABRT, crashed);
    (void)signal(SIGILL, crashed);
    (void)signal(SIGTRAP, crashed);
    for (int i = 1; i < argc; i++) {
        uint64_t value = 0;
        uint32_t *field = size_named(&size, argv[i]);
        if (strcmp(argv[i], "--self-test") == 0) return self_test();
        if (strcmp(argv[i], "--list") == 0) return list();
        if (strcmp(argv[i], "--long") == 0) {
            size = full;
        } else if (strcmp(argv[i], "--game") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc && number(argv[i + 1], &value)) {
            size.seed = value;
            i++;
        } else if (field && i + 1 < argc && number(argv[i + 1], &value) && value <= UINT32_MAX) {
            *field = (uint32_t)value;
            i++;
        } else {
            fprintf(stderr, "conformance: cannot understand %s\n", argv[i]);
            return 2;
        }
    }
    return run(only, &size);
}
