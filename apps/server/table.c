// SPDX-License-Identifier: Apache-2.0
// Tables of games: what a game prepares from a scenario and its options may take a tenth of a
// second, so a worker does it while the loop goes on. A call that needs a table waits for it and is
// handled again. The latest ones are held here, so that the engine shares them with every match.
#include <stdlib.h>
#include <string.h>

#include "server.h"

const srv_table *srv_table_find(server *sv, const gg_game *game, const gg_request *request) {
    for (unsigned i = 0; i < SRV_TABLES_KEPT; i++) {
        srv_table *table = &sv->table[i];
        if (table->game != game || memcmp(&table->request, request, sizeof *request) != 0) continue;
        table->used = ++sv->tables_used;
        return table;
    }
    return NULL;
}

void srv_table_prepare(server *sv, gg_call *call, const gg_game *game, const gg_request *request) {
    srv_job *job = calloc(1, sizeof *job);
    if (!job) {
        srv_fail(sv, call, FAULT_FULL);
        return;
    }
    job->kind = JOB_PREPARE;
    job->game = game;
    job->request = *request;
    job->call = call;
    gg_call_park(call);
    srv_worker_put(sv->worker, job);
}

static void forget(srv_table *table) {
    if (table->at.table) gg_position_close(&table->at);
    memset(table, 0, sizeof *table);
}

// What was refused is remembered too: the words of the refusal are still to be said.
void srv_prepared(server *sv, srv_job *job) {
    srv_table *slot = &sv->table[0];
    for (unsigned i = 1; i < SRV_TABLES_KEPT; i++)
        if (sv->table[i].used < slot->used) slot = &sv->table[i];
    forget(slot);
    *slot = (srv_table){.game = job->game,
                        .request = job->request,
                        .at = job->position,
                        .status = job->status,
                        .verdict = job->verdict,
                        .used = ++sv->tables_used};
    memset(&job->position, 0, sizeof job->position);
    gg_call_unpark(job->call);
    srv_job_free(job);
}

void srv_tables_close(server *sv) {
    for (unsigned i = 0; i < SRV_TABLES_KEPT; i++) forget(&sv->table[i]);
}
