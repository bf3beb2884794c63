// SPDX-License-Identifier: Apache-2.0
// Tables shared by the positions of one request. Safe from several threads.
#ifndef GG_ENGINE_TABLE_H
#define GG_ENGINE_TABLE_H

#include "grognard/game.h"
#include "grognard/status.h"

gg_status gg_table_take(const gg_game *game, const gg_request *request, void **table,
                        gg_verdict *verdict);
void gg_table_share(void *table);     // one more user
gg_status gg_table_own(void **table); // from now on a copy of one's own, which may be written
void gg_table_leave(void *table);     // one user less

// For programs that change rules while they run, before there are threads; true at the start.
// false: a table prepared before serves nobody else.
void gg_tables_keep(bool keep);

#endif
