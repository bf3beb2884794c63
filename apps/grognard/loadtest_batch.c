// SPDX-License-Identifier: Apache-2.0
// Several actions in one request. The streams tell what may be done now, not what may be done
// after that, so each client plays its match on a position of its own as well. The server's dice
// are not known here: a match is played up to the first chance and left for a new one.
#include "loadtest.h"

#include <stdlib.h>

bool load_batch_begin(const load *l, load_client *c) {
    gg_request request;
    gg_verdict verdict;
    gg_request_standard(l->game, &request);
    if (!c->own.table && gg_position_open(&c->own, l->game, &request, &verdict) != GG_OK)
        return false;
    gg_position_restart(&c->own);
    return true;
}

static gg_turn turn_of(const load_client *c) {
    return c->own.game->turn(c->own.table, c->own.state);
}

bool load_batch_goes_on(const load_client *c) {
    return turn_of(c).seat < c->own.game->seats;
}

static gg_action next_action(load_client *c, int seat) {
    static gg_action list[GG_LEGAL_MAX];
    uint32_t count = gg_legal(c->own.game, c->own.table, c->own.state, seat, list);
    c->rng = c->rng * 6364136223846793005U + 1442695040888963407U;
    gg_action action = list[(c->rng >> 33) % count];
    gg_apply(c->own.game, c->own.table, c->own.state, action, NULL);
    return action;
}

// As many as one seat may do in a row.
void load_batch_write(const load *l, load_client *c, char body[LOAD_BODY_MAX]) {
    int seat = turn_of(c).seat;
    size_t n = (size_t)snprintf(body, LOAD_BODY_MAX, "{\"actions\":[");
    c->sent = c->ends = 0;
    while (c->sent < l->batch && turn_of(c).seat == seat) {
        gg_action action = next_action(c, seat);
        n += (size_t)snprintf(body + n, LOAD_BODY_MAX - n, "%s%llu", c->sent ? "," : "",
                              (unsigned long long)action);
        c->sent++;
        c->ends += !gg_is_draft(l->game, action);
    }
    (void)snprintf(body + n, LOAD_BODY_MAX - n, "],\"seq\":%llu}", (unsigned long long)c->seq);
}
