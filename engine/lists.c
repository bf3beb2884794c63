// SPDX-License-Identifier: Apache-2.0
// Lists that players write, on their way into a request. A game has one judge of them, of texts;
// bytes are judged by writing them out and asking it again, so that no second judge can disagree.
#include <string.h>

#include "grognard/engine.h"

static const gg_own_list none;

uint32_t gg_list_read(const gg_game *game, gg_request *request, int seat, const char *text,
                      size_t size, gg_fault *out, uint32_t cap) {
    gg_own_list list = none;
    GG_ASSERT(game->lists.judge && seat >= 0 && seat < game->seats && cap > 0);
    uint32_t faults = game->lists.judge(request, seat, text, size, &list, out, cap);
    if (!faults) request->list[seat] = list;
    return faults;
}

static bool fits(const gg_game *game, const gg_request *request, int seat) {
    char text[GG_LIST_TEXT];
    gg_own_list again = none;
    gg_fault fault;
    const gg_own_list *list = &request->list[seat];
    if (!game->lists.judge || seat >= game->seats || list->size > GG_LIST_MAX) return false;
    size_t length = game->lists.write(list, text);
    return length && !game->lists.judge(request, seat, text, length, &again, &fault, 1) &&
           memcmp(&again, list, sizeof again) == 0;
}

bool gg_lists_fit(const gg_game *game, const gg_request *request) {
    for (int seat = 0; seat < GG_SEATS_MAX; seat++)
        if (memcmp(&request->list[seat], &none, sizeof none) != 0 && !fits(game, request, seat))
            return false;
    return true;
}
