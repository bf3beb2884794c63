// SPDX-License-Identifier: Apache-2.0
// Which fault is on. grognard-mutants sets it by itself; the other programs that are linked with
// the instrumented games (golden, conformance, the program itself) take it from the environment:
// GROGNARD_MUTANT=SITE:KIND, and write what was seen to the file GROGNARD_SEEN names.
#include "mutants.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/table.h"

unsigned mu_active;
int mu_kind;
int64_t mu_left = INT64_MAX;
uint8_t mu_seen[MU_SITES];

void mu_endless(void) {
    _exit(MU_ENDLESS);
}

void mu_write_seen(FILE *out) {
    for (unsigned i = 1; i < MU_SITES; i++)
        if (mu_seen[i]) fprintf(out, " %x:%x", i, mu_seen[i]);
    fprintf(out, "\n");
}

static void at_end(void) {
    FILE *out = fopen(getenv("GROGNARD_SEEN"), "w");
    if (!out) return;
    mu_write_seen(out);
    (void)fclose(out);
}

__attribute__((constructor)) static void begin(void) {
    gg_tables_keep(false); // one made without the fault does not serve with it
    const char *mutant = getenv("GROGNARD_MUTANT");
    if (mutant && sscanf(mutant, "%u:%d", &mu_active, &mu_kind) != 2) abort();
    if (getenv("GROGNARD_SEEN")) (void)atexit(at_end);
}
