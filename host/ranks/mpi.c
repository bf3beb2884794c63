// SPDX-License-Identifier: Apache-2.0
// The module: Open MPI, and nothing of what is sent with it. Blocking calls of Open MPI spin on
// their core, so that nothing here blocks: a message is begun and looked after until it is taken.
#include <mpi.h>
#include <stdint.h>
#include <time.h>

#include "ranks.h"

enum { TAG = 1945, LOOK_NS = 100000 };

static bool begin(int *rank, int *ranks) {
    int level;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS) return false;
    // A rank that is gone is an answer, not the end of this one.
    return MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) == MPI_SUCCESS &&
           MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
           MPI_Comm_size(MPI_COMM_WORLD, ranks) == MPI_SUCCESS;
}

static uint64_t now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static bool send(int to, const void *bytes, size_t size, unsigned limit_ms) {
    MPI_Request request;
    uint64_t until = now_ms() + limit_ms;
    if (MPI_Isend(bytes, (int)size, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &request) != MPI_SUCCESS)
        return false;
    for (int done = 0;;) {
        if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
        if (done) return true;
        if (now_ms() > until) break;
        (void)nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
    }
    (void)MPI_Cancel(&request);
    (void)MPI_Request_free(&request);
    return false;
}

static bool peek(int *from, size_t *size) {
    MPI_Status status;
    int there = 0, bytes = 0;
    if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there ||
        MPI_Get_count(&status, MPI_BYTE, &bytes) != MPI_SUCCESS)
        return false;
    *from = status.MPI_SOURCE;
    *size = (size_t)bytes;
    return true;
}

static bool take(int from, void *bytes, size_t size) {
    return MPI_Recv(bytes, (int)size, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE) ==
           MPI_SUCCESS;
}

static void end(bool together) {
    if (together) (void)MPI_Finalize();
}

extern const ranks_api grognard_ranks;
const ranks_api grognard_ranks = {begin, send, peek, take, end};
