// SPDX-License-Identifier: Apache-2.0
// Finds the module beside the program, or where it was installed.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ranks.h"

static const char MODULE[] = "grognard-ranks.so";

bool ranks_expected(int *rank) {
    const char *size = getenv("OMPI_COMM_WORLD_SIZE"), *mine = getenv("OMPI_COMM_WORLD_RANK");
    *rank = mine ? atoi(mine) : 0;
    return size && atoi(size) > 1;
}

// Open MPI loads parts of its own that look for its names among those of the whole program.
static void *load(const char *path) {
    return access(path, R_OK) == 0 ? dlopen(path, RTLD_NOW | RTLD_GLOBAL) : NULL;
}

const ranks_api *ranks_load_or_null(const char **why) {
    char path[4096 + sizeof MODULE];
    ssize_t length = readlink("/proc/self/exe", path, 4096);
    char *slash = NULL;
    if (length > 0) {
        path[length] = 0;
        slash = strrchr(path, '/');
    }
    (void)dlerror();
    void *module = NULL;
    if (slash) {
        (void)snprintf(slash + 1, sizeof MODULE, "%s", MODULE);
        module = load(path);
    }
    if (!module) {
        (void)snprintf(path, sizeof path, "%s/grognard/%s", RANKS_LIBDIR, MODULE);
        module = load(path);
    }
    const ranks_api *api = module ? dlsym(module, "grognard_ranks") : NULL;
    const char *said = api ? NULL : dlerror();
    *why = said ? said : MODULE;
    return api;
}
