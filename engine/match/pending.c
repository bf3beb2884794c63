// SPDX-License-Identifier: Apache-2.0
// Pending steps: what a seat does in private before anything is published.
//
// A draft: its steps are played on the seat's own copy of the published state and undone there by
// playing the rest again. An early answer: at a sealed node a later seat need not wait; its copy is
// brought to its own turn by playing, for every seat before it, the first answer that is legal. The
// rules promise that the later seat's choices do not depend on those answers, so what is legal on
// the copy is legal when the turn really comes; it is judged again then all the same.
#include <stdlib.h>
#include <string.h>

#include "engine/match/internal.h"

enum { STAND_IN_STEPS = 4 * GG_DRAFT_MAX };

void gg_match_pending_clear(gg_match *match, int seat) {
    pending *d = &match->pending[seat];
    d->steps = d->ms = 0;
    d->complete = false;
    d->base = 0;
    match->open_pending &= ~(1U << seat);
}

// The steps alone: the time they took stays used and goes to the entry that will follow.
void gg_match_pending_drop(gg_match *match, int seat) {
    uint32_t ms = match->pending[seat].ms;
    gg_match_pending_clear(match, seat);
    match->pending[seat].ms = ms;
}

static void copy_published(gg_match *match, pending *d) {
    memcpy(d->position.state, match->published.state, match->game->state_bytes);
    d->events->count = 0;
    d->jot.length = 0;
}

// The first legal action that closes an answer, or else the first one.
static gg_action stand_in(gg_match *match, const gg_position *position, int seat) {
    const gg_game *game = match->game;
    uint32_t n = gg_legal(game, position->table, position->state, seat, match->list);
    for (uint32_t i = 0; i < n; i++)
        if (!gg_is_draft(game, match->list[i])) return match->list[i];
    return n ? match->list[0] : GG_NO_ACTION;
}

// Brings a copy of the published position to the seat's own turn at the present node, a sealed one;
// false when that is not where play goes. What is asked after this node may depend on what was
// really answered here, even when it is sealed itself.
static bool reach_own_turn(gg_match *match, int seat, const gg_position *p) {
    const gg_game *game = match->game;
    gg_turn turn = match->turn;
    for (unsigned i = 0; i < STAND_IN_STEPS && turn.seat <= seat; i++) {
        if (turn.node != match->turn.node) return false;
        if (turn.seat == seat) return true;
        gg_action action = stand_in(match, p, turn.seat);
        if (action == GG_NO_ACTION) return false;
        gg_apply(game, p->table, p->state, action, NULL);
        turn = game->turn(p->table, p->state);
    }
    return false;
}

// May this seat answer before its turn? Then its copy stands at its turn.
bool gg_match_pending_early(gg_match *match, int seat) {
    pending *d = &match->pending[seat];
    if (match->over || match->turn.seat >= seat) return false; // seats answer in their order
    if (!(match->game->nodes[match->turn.node].flags & GG_N_SEALED)) return false;
    if (d->base == match->changed + 1) return d->early;
    copy_published(match, d);
    d->early = reach_own_turn(match, seat, &d->position);
    d->base = match->changed + 1;
    return d->early;
}

static bool room_for_step(pending *d) {
    if (d->steps < d->room) return true;
    uint32_t wanted = d->room ? 2 * d->room : 16;
    gg_action *made = realloc(d->step, wanted * sizeof *made);
    if (!made) return false;
    d->step = made;
    d->room = wanted;
    return true;
}

// Plays one step on the copy. False: the events of the whole unit would not fit.
static bool play(gg_match *match, pending *d, gg_action action) {
    match->one.count = 0;
    gg_apply(match->game, d->position.table, d->position.state, action, &match->one);
    if (d->events->count + match->one.count > GG_EVENTS_MAX) return false;
    gg_match_gather(d->events, &match->one);
    return true;
}

// Plays the steps again from the published state (or the early base). False: no longer legal.
static bool play_again(gg_match *match, int seat) {
    pending *d = &match->pending[seat];
    const gg_game *game = match->game;
    d->base = 0;
    if (match->turn.seat == seat)
        copy_published(match, d);
    else if (!gg_match_pending_early(match, seat))
        return false;
    for (uint32_t i = 0; i < d->steps; i++) {
        if (!gg_check(game, d->position.table, d->position.state, seat, d->step[i], NULL))
            return false;
        if (gg_match_put_down(match, &d->jot, &d->position, d->step[i]) != GG_OK) return false;
        if (!play(match, d, d->step[i])) return false;
    }
    return true;
}

// A step already judged legal on the copy.
gg_status gg_match_pending_push(gg_match *match, int seat, gg_action action, uint32_t ms) {
    pending *d = &match->pending[seat];
    if (d->steps >= GG_DRAFT_MAX) return GG_FULL;
    if (!room_for_step(d)) return GG_NO_MEMORY;
    if (d->steps == 0 && match->turn.seat == seat) copy_published(match, d);
    gg_status status = gg_match_put_down(match, &d->jot, &d->position, action);
    if (status != GG_OK) return status;
    if (!play(match, d, action)) {
        if (!play_again(match, seat)) gg_match_pending_clear(match, seat);
        return GG_FULL;
    }
    d->step[d->steps++] = action;
    d->ms = ms > UINT32_MAX - d->ms ? UINT32_MAX : d->ms + ms;
    match->open_pending |= 1U << seat;
    return GG_OK;
}

// The last step is taken back. Its time stays used: it goes to the entry that will follow.
void gg_match_pending_undo(gg_match *match, int seat) {
    pending *d = &match->pending[seat];
    GG_ASSERT(d->steps > 0);
    d->steps--;
    d->complete = false;
    if (d->steps == 0) match->open_pending &= ~(1U << seat);
    if (!play_again(match, seat)) gg_match_pending_clear(match, seat);
}

// The published position has changed: pending steps are played again on it, or cleared.
void gg_match_pending_follow(gg_match *match) {
    for (int seat = 0; seat < match->game->seats; seat++)
        if ((match->open_pending >> seat & 1) && !play_again(match, seat))
            gg_match_pending_clear(match, seat);
}

// The pointers inside a const match lead to memory of its own: the early base is a cache.
const gg_position *gg_match_position_for(const gg_match *match, int seat) {
    if (seat < 0 || seat >= match->game->seats) return &match->published;
    if ((match->open_pending >> seat & 1) || gg_match_pending_early((gg_match *)match, seat))
        return &match->pending[seat].position;
    return &match->published;
}

bool gg_match_awaits(const gg_match *match, int seat) {
    if (seat < 0 || seat >= match->game->seats || match->over) return false;
    if (match->pending[seat].complete) return false;
    return match->turn.seat == seat || gg_match_pending_early((gg_match *)match, seat);
}

uint32_t gg_match_draft(const gg_match *match, int seat, const gg_action **steps) {
    if (seat < 0 || seat >= match->game->seats) return 0;
    if (steps) *steps = match->pending[seat].step;
    return match->pending[seat].steps;
}

void gg_match_draft_from(const gg_match *match, int seat, void *state) {
    gg_position at = match->published;
    memcpy(state, at.state, match->game->state_bytes);
    at.state = state;
    if (match->turn.seat != seat) (void)reach_own_turn((gg_match *)match, seat, &at);
}
