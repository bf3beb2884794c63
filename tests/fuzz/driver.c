// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target without libFuzzer: every file of its corpus, then inputs made from them by
// small damage. Deterministic: the same seed makes the same inputs. Meant for a sanitized build.
//
//   fuzz_TARGET [--runs N] [--seed K] FILE|FOLDER ...
//
// A crash leaves the input it happened on in crash-input (or $FUZZ_CRASH).
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

enum { INPUT_MAX = 1 << 16, INPUTS_MAX = 512, PATH_BYTES = 4096 };

typedef struct input {
    uint8_t *data;
    size_t size;
} input;

static input inputs[INPUTS_MAX];
static unsigned n_inputs;
static input now; // what is being run, for the crash file

static void crashed(int number) {
    const char *path = getenv("FUZZ_CRASH");
    FILE *file = fopen(path ? path : "crash-input", "wb");
    if (file) {
        (void)fwrite(now.data, 1, now.size, file);
        (void)fclose(file);
    }
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static void run(uint8_t *data, size_t size) {
    now = (input){data, size};
    (void)LLVMFuzzerTestOneInput(data, size);
}

static void load(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(INPUT_MAX);
    if (!file || !data || n_inputs == INPUTS_MAX) {
        fprintf(stderr, "fuzz: %s: %s\n", path, file ? "no room" : strerror(errno));
        exit(2);
    }
    size_t size = fread(data, 1, INPUT_MAX, file);
    (void)fclose(file);
    inputs[n_inputs++] = (input){data, size};
}

static int by_name(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name); // not by the locale
}

static void load_all(const char *path) {
    struct stat about;
    struct dirent **names = NULL;
    char inside[PATH_BYTES];
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode)) {
        load(path);
        return;
    }
    int n = scandir(path, &names, NULL, by_name);
    for (int i = 0; i < n; i++) {
        if (names[i]->d_name[0] != '.') {
            (void)snprintf(inside, sizeof inside, "%s/%s", path, names[i]->d_name);
            load(inside);
        }
        free(names[i]);
    }
    free(names);
}

// One small damage: a bit, a byte, a run removed or doubled, the end cut off, a piece of another.
static size_t damage(uint8_t *data, size_t size, gg_rng *rng) {
    size_t at = size ? gg_rng_below(rng, (uint32_t)size) : 0;
    size_t some = size ? gg_rng_below(rng, (uint32_t)(size - at < 16 ? size - at : 16)) + 1 : 0;
    const input *other = &inputs[gg_rng_below(rng, n_inputs)];
    if (!size) {
        data[0] = (uint8_t)gg_rng_u32(rng);
        return 1;
    }
    switch (gg_rng_below(rng, 6)) {
    case 0: data[at] ^= (uint8_t)(1U << gg_rng_below(rng, 8)); return size;
    case 1: data[at] = (uint8_t)gg_rng_u32(rng); return size;
    case 2: memmove(data + at, data + at + some, size - at - some); return size - some;
    case 3:
        if (size + some > INPUT_MAX) return size;
        memmove(data + at + some, data + at, size - at);
        return size + some;
    case 4: return at;
    default:
        if (!other->size) return size;
        some = gg_rng_below(rng, (uint32_t)other->size);
        if (some > INPUT_MAX - at) some = INPUT_MAX - at;
        memcpy(data + at, other->data + (other->size - some), some);
        return at + some > size ? at + some : size;
    }
}

static void run_damaged(unsigned long runs, uint64_t seed) {
    uint8_t *data = malloc(INPUT_MAX);
    gg_rng rng;
    if (!data) exit(3);
    for (unsigned long i = 0; i < runs; i++) {
        gg_rng_seed(&rng, seed, i);
        const input *from = &inputs[gg_rng_below(&rng, n_inputs)];
        size_t size = from->size;
        memcpy(data, from->data, size);
        for (uint32_t k = gg_rng_below(&rng, 4) + 1; k; k--) size = damage(data, size, &rng);
        run(data, size);
    }
    free(data);
}

int main(int argc, char **argv) {
    unsigned long runs = 1000;
    uint64_t seed = 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--runs") == 0 && i + 1 < argc)
            runs = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else
            load_all(argv[i]);
    }
    if (!n_inputs) {
        fprintf(stderr, "usage: fuzz_TARGET [--runs N] [--seed K] FILE|FOLDER ...\n");
        return 2;
    }
    (void)signal(SIGABRT, crashed);
    (void)signal(SIGILL, crashed);
    for (unsigned i = 0; i < n_inputs; i++) run(inputs[i].data, inputs[i].size);
    run_damaged(runs, seed);
    printf("%u inputs, %lu damaged ones: no crash\n", n_inputs, runs);
    for (unsigned i = 0; i < n_inputs; i++) free(inputs[i].data);
    return 0;
}
