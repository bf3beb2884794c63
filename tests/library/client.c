// SPDX-License-Identifier: Apache-2.0
// A stranger's program: plays with the installed library, from its installed headers alone.
#include <grognard/engine.h>
#include <grognard/study.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    const gg_game *game = gg_game_find_or_null(argc > 1 ? argv[1] : "");
    if (!game) return 2;
    gg_selfplay_order order;
    gg_selfplay_report report;
    gg_verdict verdict = {0, {0}};
    gg_selfplay_standard(game, &order);
    order.games = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 1;
    if (gg_selfplay(&order, &report, &verdict) != GG_OK) return 3;
    printf("%016llx %llu\n", (unsigned long long)report.digest, (unsigned long long)report.actions);
    return report.games == order.games ? 0 : 1;
}
