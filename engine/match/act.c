// SPDX-License-Identifier: Apache-2.0
// What changes the position: a seat's action, a draft that closes, a chance outcome.
//
// Order of an action: key, sequence number, the judge, room in the log, and only then apply();
// after the judge has spoken nothing but the want of memory can stop it, and then nothing has
// changed.
#include <string.h>

#include "base/hash.h"
#include "engine/match/inside.h"

// ------------------------------------------------------------------------------------ publishing
static void keep_snapshot(gg_match *match) {
    uint32_t i = match->depth / SNAPSHOT_EVERY;
    size_t bytes = match->game->state_bytes;
    match->snapshots.number[i] = match->tip;
    memcpy(match->snapshots.state + i * bytes, match->published.state, bytes);
    match->snapshots.count = i + 1;
}

// The state has just become what the entry leads to; `reveals` if it cannot be taken back for what
// it has shown.
static void enter(gg_match *match, gg_entry_kind kind, int seat, const gg_action *step,
                  uint32_t steps, uint32_t ms, uint64_t ticket, bool reveals) {
    const gg_game *game = match->game;
    gg_entry *entry = gg_match_append(match, kind, seat, ms);
    for (uint32_t i = 0; i < steps; i++) match->action[match->actions + i] = step[i];
    match->actions += steps;
    match->file_bytes += 24 * (uint64_t)steps;
    match->hash = gg_facts_hash(game, match->published.state);
    match->turn = game->turn(match->published.table, match->published.state);
    entry->steps = (uint16_t)steps;
    entry->after = match->entries;
    entry->ticket = ticket;
    entry->hash = match->hash;
    match->tip = match->changed = match->entries;
    match->depth++;
    match->played += steps;
    GG_ASSERT(match->played <= game->max_steps);
    if (reveals || match->turn.seat != seat) {
        match->barrier = match->tip;
        match->barrier_reveals = reveals;
    }
    if (match->depth % SNAPSHOT_EVERY == 0) keep_snapshot(match);
    if (match->turn.seat == GG_OVER) gg_match_end(match, GG_ENTRY_ACTION, NO_SEAT);
    if (match->open_desks) gg_match_desks_follow(match);
}

static void gather(gg_events *into, const gg_events *from) {
    GG_ASSERT(into->count + from->count <= GG_EVENTS_MAX);
    memcpy(into->event + into->count, from->event, from->count * sizeof from->event[0]);
    into->count += from->count;
}

// Steps already judged, on the published state.
gg_status gg_match_publish(gg_match *match, int seat, const gg_action *step, uint32_t steps,
                           uint32_t ms, gg_events *events) {
    const gg_position *p = &match->published;
    gg_status status = gg_match_reserve(match, steps, 0);
    if (status != GG_OK) return status;
    if (!events) events = &match->events;
    events->count = 0;
    if (steps == 1) {
        gg_apply(match->game, p->table, p->state, step[0], events);
    } else {
        for (uint32_t i = 0; i < steps; i++) {
            match->one.count = 0;
            gg_apply(match->game, p->table, p->state, step[i], &match->one);
            gather(events, &match->one);
        }
    }
    match->moves[seat]++;
    match->desk[seat].ms = 0;
    enter(match, GG_ENTRY_ACTION, seat, step, steps, ms, 0, gg_events_reveal(events));
    return GG_OK;
}

gg_status gg_match_publish_chance(gg_match *match, uint64_t ticket, gg_action outcome,
                                  gg_events *events) {
    gg_status status = gg_match_reserve(match, 1, 0);
    if (status != GG_OK) return status;
    if (!events) events = &match->events;
    events->count = 0;
    gg_apply(match->game, match->published.table, match->published.state, outcome, events);
    match->draws++;
    enter(match, GG_ENTRY_CHANCE, GG_CHANCE, &outcome, 1, 0, ticket, true);
    return GG_OK;
}

// ----------------------------------------------------------------------------------------- acting
// Keys are kept mixed with their seat, so that nobody can use up another's key.
static uint64_t mixed(int seat, uint64_t key) {
    return gg_fold((uint64_t)seat + 1, key);
}

static bool key_known(const gg_match *match, int seat, uint64_t key) {
    uint64_t wanted = mixed(seat, key);
    uint64_t found = 0;
    for (unsigned i = 0; i < GG_KEYS_KEPT; i++) found |= match->keys[seat][i] == wanted;
    return found != 0;
}

static void key_keep(gg_match *match, int seat, uint64_t key) {
    match->keys[seat][match->next_key[seat]++ % GG_KEYS_KEPT] = mixed(seat, key);
}

static uint32_t sum(uint32_t a, uint32_t b) {
    return b > UINT32_MAX - a ? UINT32_MAX : a + b;
}

// The steps of the draft and the action that closes it become one entry.
static gg_status close_draft(gg_match *match, int seat, gg_action action, uint32_t ms,
                             gg_events *events) {
    desk *d = &match->desk[seat];
    gg_status status = gg_match_reserve(match, d->steps + 1, 0);
    if (status == GG_OK) status = gg_match_desk_push(match, seat, action, ms);
    if (status != GG_OK) return status;
    uint32_t steps = d->steps, used = d->ms;
    gg_match_desk_clear(match, seat); // the array of steps stays
    return gg_match_publish(match, seat, d->step, steps, used, events);
}

static gg_status act_now(gg_match *match, int seat, gg_action action, uint32_t ms,
                         gg_verdict *verdict, gg_events *events) {
    const gg_game *game = match->game;
    desk *d = &match->desk[seat];
    const gg_position *p = d->steps ? &d->position : &match->published;
    if (d->complete) return GG_NOT_ALLOWED; // already answered early; gg_match_advance enters it
    if (!gg_check(game, p->table, p->state, seat, action, verdict)) return GG_REFUSED;
    if (gg_is_draft(game, action)) return gg_match_desk_push(match, seat, action, ms);
    if (d->steps) return close_draft(match, seat, action, ms, events);
    return gg_match_publish(match, seat, &action, 1, sum(d->ms, ms), events);
}

static gg_status act_early(gg_match *match, int seat, gg_action action, uint32_t ms,
                           gg_verdict *verdict) {
    const gg_game *game = match->game;
    desk *d = &match->desk[seat];
    const gg_position *p = &match->published;
    if (!gg_match_desk_early(match, seat)) // the judge tells why not
        return gg_check(game, p->table, p->state, seat, action, verdict) ? GG_NOT_ALLOWED
                                                                         : GG_REFUSED;
    if (d->complete) return GG_NOT_ALLOWED;
    p = &d->position;
    if (!gg_check(game, p->table, p->state, seat, action, verdict)) return GG_REFUSED;
    gg_status status = gg_match_desk_push(match, seat, action, ms);
    if (status == GG_OK) d->complete = !gg_is_draft(game, action);
    return status;
}

gg_status gg_match_act(gg_match *match, int seat, gg_action action, uint64_t key, uint32_t answers,
                       uint32_t ms, gg_verdict *verdict, gg_events *events) {
    if (verdict) memset(verdict, 0, sizeof *verdict);
    if (events) events->count = 0;
    if (seat < 0 || seat >= match->game->seats) return GG_NOT_ALLOWED;
    if (key && key_known(match, seat, key)) return GG_OK;
    if (match->over) return GG_NOT_ALLOWED;
    if (answers < match->changed || answers > match->entries) return GG_STALE;
    gg_status status = match->turn.seat == seat ? act_now(match, seat, action, ms, verdict, events)
                                                : act_early(match, seat, action, ms, verdict);
    if (status == GG_OK && key) key_keep(match, seat, key);
    return status;
}
