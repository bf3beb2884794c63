// SPDX-License-Identifier: Apache-2.0
// Messages between the processes that mpirun started. Open MPI is behind it, in a module that is
// loaded when it is needed: a machine without libmpi runs everything else.
#ifndef GROGNARD_RANKS_H
#define GROGNARD_RANKS_H

#include <stdbool.h>
#include <stddef.h>

// What the module offers, under the name `grognard_ranks`. One thread calls it.
typedef struct ranks_api {
    bool (*begin)(int *rank, int *ranks);
    // False: it was not taken within the limit, or whoever should have is gone.
    bool (*send)(int to, const void *bytes, size_t size, unsigned limit_ms);
    // The next message that is there: whose it is and how long. False: none.
    bool (*peek)(int *from, size_t *size);
    bool (*take)(int from, void *bytes, size_t size);
    // All ranks end together, unless one was lost: then nobody waits for anybody.
    void (*end)(bool together);
} ranks_api;

// Whether mpirun started this process together with others, and the rank it gave it.
bool ranks_expected(int *rank);
// NULL: there is no module; *why tells what the loader said. Once loaded it stays.
const ranks_api *ranks_load_or_null(const char **why);

#endif
