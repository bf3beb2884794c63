// SPDX-License-Identifier: Apache-2.0
// The umpire: draws for chance, enters early answers when their turn comes, and plays the standing
// orders of seats at reaction windows, at once and as their ordinary actions. Without an order the
// seat is asked, also when it has one answer only: its pace then tells the opponent nothing.
#include <string.h>

#include "base/hash.h"
#include "engine/match/internal.h"

gg_status gg_match_draw(gg_match *match, gg_events *events) {
    const gg_position *p = &match->published;
    if (events) events->count = 0;
    if (match->over || match->turn.seat != GG_CHANCE || !match->has_seed) return GG_NOT_ALLOWED;
    if (match->setup.awaited) return GG_NOT_ALLOWED;
    uint64_t ticket = gg_dice_draw(&match->dice, match->draws, match->turn.tickets);
    gg_action outcome = gg_roll(match->game, p->table, p->state, ticket);
    return gg_match_publish_chance(match, ticket, outcome, events);
}

static bool at_window(const gg_match *match) {
    return match->game->nodes[match->turn.node].flags & GG_N_WINDOW;
}

// An answer that the seat has begun itself does not stand in the way of its order.
static void leave_answer(gg_match *match, int seat, gg_order order) {
    if (order != GG_ORDER_ASK && match->turn.seat == seat) gg_match_pending_clear(match, seat);
}

gg_status gg_match_order(gg_match *match, int seat, unsigned node, gg_order order) {
    if (seat < 0 || seat >= match->game->seats || node >= match->game->n_nodes)
        return GG_NOT_ALLOWED;
    if (!(match->game->nodes[node].flags & GG_N_WINDOW)) return GG_NOT_ALLOWED;
    match->orders[seat][node] = (uint8_t)order;
    if (node == match->turn.node) leave_answer(match, seat, order);
    return GG_OK;
}

gg_order gg_match_order_of(const gg_match *match, int seat, unsigned node) {
    return (gg_order)match->orders[seat][node];
}

void gg_match_order_meanwhile(gg_match *match, int seat, gg_order order) {
    match->meanwhile[seat] = (uint8_t)order;
    if (at_window(match)) leave_answer(match, seat, order);
}

void gg_match_close_forced(gg_match *match, int seat, bool closes) {
    match->closes[seat] = closes;
}

bool gg_match_closes_forced(const gg_match *match, int seat) {
    return match->closes[seat];
}

static gg_action first_with(const gg_match *match, uint32_t n, unsigned flag, bool wanted) {
    for (uint32_t i = 0; i < n; i++) {
        unsigned flags = match->game->verbs[gg_verb_of(match->list[i])].flags;
        if (((flags & flag) != 0) == wanted) return match->list[i];
    }
    return GG_NO_ACTION;
}

// The policy thinks about a world dealt anew from what the seat knows: it cannot use, and its
// answer cannot show, what is hidden from the seat.
static gg_action ask_policy(gg_match *match, const gg_position *p, int seat) {
    const gg_game *game = match->game;
    uint64_t world[GG_STATE_MAX / 8];
    gg_rng rng;
    if (!game->brain.policy) return GG_NO_ACTION;
    memcpy(world, p->state, game->state_bytes);
    gg_rng_seed(&rng, gg_fold(match->entries, match->pending[seat].steps), (uint64_t)seat);
    if (game->resample) game->resample(p->table, world, seat, &rng);
    return game->brain.policy(p->table, world, seat, &rng);
}

// What the seat's order plays next, or GG_NO_ACTION: ask.
static gg_action ordered(gg_match *match, int seat, gg_order order) {
    const gg_position *p = gg_match_position_for(match, seat);
    gg_action action = GG_NO_ACTION;
    if (order == GG_ORDER_ALWAYS) action = ask_policy(match, p, seat);
    if (action != GG_NO_ACTION) return action;
    uint32_t n = gg_legal(match->game, p->table, p->state, seat, match->list);
    if (order == GG_ORDER_ASK) return n == 1 ? match->list[0] : GG_NO_ACTION; // it is closed
    if (order == GG_ORDER_NEVER) return first_with(match, n, GG_V_DECLINE, true);
    if (match->pending[seat].steps) action = first_with(match, n, GG_V_DRAFT, false);
    if (action == GG_NO_ACTION) action = first_with(match, n, GG_V_DECLINE, false);
    return action == GG_NO_ACTION && n ? match->list[0] : action;
}

gg_action gg_match_proposal(gg_match *match, int seat) {
    if (match->over || match->turn.seat != seat || !at_window(match)) return GG_NO_ACTION;
    return ordered(match, seat, GG_ORDER_ALWAYS);
}

// The order at this node; false: the seat is asked.
static bool order_here(gg_match *match, int seat, gg_order *order) {
    if (!at_window(match)) {
        match->meanwhile[seat] = GG_ORDER_ASK;
        return false;
    }
    *order = (gg_order)match->orders[seat][match->turn.node];
    if (*order == GG_ORDER_ASK) *order = (gg_order)match->meanwhile[seat];
    if (match->pending[seat].steps) return false; // he has begun himself
    return *order != GG_ORDER_ASK || match->closes[seat];
}

// Plays a whole answer, draft steps included. *played is false when there is no order to obey or it
// led nowhere: the seat is asked.
static gg_status obey(gg_match *match, int seat, bool *played) {
    gg_order order;
    uint32_t entries = match->entries;
    *played = false;
    if (!order_here(match, seat, &order)) return GG_OK;
    for (unsigned i = 0; i < GG_DRAFT_MAX && match->entries == entries; i++) {
        gg_action action = ordered(match, seat, order);
        if (action == GG_NO_ACTION) break;
        gg_status status = gg_match_act(match, seat, action, 0, entries, 0, NULL, NULL);
        if (status == GG_REFUSED) break;
        if (status != GG_OK) return status;
    }
    *played = match->entries > entries;
    if (!*played) gg_match_pending_clear(match, seat);
    return GG_OK;
}

gg_status gg_match_advance(gg_match *match) {
    gg_status status = GG_OK;
    bool played = true;
    while (status == GG_OK && played && !match->over) {
        int seat = match->turn.seat;
        if (seat == GG_CHANCE && match->setup.awaited) return GG_OK; // a client seed is to come
        if (seat == GG_CHANCE)
            status = gg_match_draw(match, NULL);
        else if (match->pending[seat].complete)
            status = gg_match_publish_pending(match, seat, NULL); // played again when its turn came
        else
            status = obey(match, seat, &played);
    }
    return status;
}
