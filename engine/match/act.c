// SPDX-License-Identifier: Apache-2.0
// What changes the position: a seat's action, a draft that closes, a chance outcome.
//
// Order of an action: key, sequence number, the judge, room in the log, and only then apply();
// after the judge has spoken nothing but the want of memory can stop it, and then nothing has
// changed.
#include <string.h>

#include "base/hash.h"
#include "engine/match/phrases.h"

// ------------------------------------------------------------------------------------ publishing
static void keep_snapshot(gg_match *match) {
    uint32_t i = match->depth / SNAPSHOT_EVERY;
    size_t bytes = match->game->state_bytes;
    match->snapshots.number[i] = match->tip;
    memcpy(match->snapshots.state + i * bytes, match->published.state, bytes);
    match->snapshots.count = i + 1;
}

void gg_match_gather(gg_events *into, const gg_events *from) {
    if (!from->count) return; // as most steps of a draft
    GG_ASSERT(into->count + from->count <= GG_EVENTS_MAX);
    memcpy(into->event + into->count, from->event, from->count * sizeof from->event[0]);
    into->count += from->count;
}

// A seat's or chance's doing, already carried out: the published state is what it leads to.
typedef struct deed {
    gg_entry_kind kind;
    int seat;
    const gg_action *step;
    uint32_t steps, ms;
    uint64_t ticket;
    const gg_events *events;
    const jotter *jot; // their notation
} deed;

// With the first decision after another seat's comes the increment, up to what the clock began at.
static void add_increment(gg_match *match, int seat) {
    int64_t most = match->setup.clock_ms[seat], *left = &match->left[seat];
    if (match->last == seat) return;
    match->last = (uint8_t)seat;
    *left += match->setup.increment_ms;
    if (*left > most) *left = most;
}

static void enter(gg_match *match, const deed *d) {
    const gg_game *game = match->game;
    gg_turn before = match->turn;
    bool reveals = d->kind == GG_ENTRY_CHANCE || gg_events_reveal(d->events);
    gg_entry *entry = gg_match_append(match, d->kind, d->seat, d->ms);
    if (d->kind == GG_ENTRY_ACTION) add_increment(match, d->seat);
    for (uint32_t i = 0; i < d->steps; i++) match->action[match->actions + i] = d->step[i];
    match->actions += d->steps;
    match->file_bytes += 24 * (uint64_t)d->steps;
    match->hash = gg_facts_hash(game, match->published.state);
    match->turn = game->turn(match->published.table, match->published.state);
    entry->steps = (uint16_t)d->steps;
    entry->after = match->entries;
    entry->ticket = d->ticket;
    entry->hash = match->hash;
    match->tip = match->changed = match->entries;
    match->depth++;
    match->back = NO_SEAT; // who plays on has not agreed
    match->played += d->steps;
    GG_ASSERT(match->played <= game->max_steps);
    if (reveals || match->turn.seat != d->seat) { // reveals: it cannot be taken back for what it
        match->barrier = match->tip;              // has shown
        match->barrier_reveals = reveals;
    }
    if (match->depth % SNAPSHOT_EVERY == 0) keep_snapshot(match);
    if (match->turn.seat == GG_OVER) gg_match_end(match, GG_ENTRY_ACTION, NO_SEAT);
    if (match->listener)
        gg_match_tell(match, &before, d->jot->length ? d->jot->text : "", d->events);
    if (match->open_pending) gg_match_pending_follow(match);
}

// One action already judged, on the published state.
static gg_status publish_one(gg_match *match, deed *d, gg_events *events) {
    const gg_position *p = &match->published;
    gg_status status = gg_match_reserve(match, 1, 0);
    match->jot.length = 0;
    if (status == GG_OK && match->listener) {
        status = gg_match_put_down(match, &match->jot, p, d->step[0]);
        if (status == GG_OK) status = gg_match_line_room(match, match->jot.length);
    }
    if (status != GG_OK) return status;
    if (!events) events = &match->events;
    events->count = 0;
    gg_apply(match->game, p->table, p->state, d->step[0], events);
    d->steps = 1;
    d->events = events;
    d->jot = &match->jot;
    if (d->kind == GG_ENTRY_CHANCE)
        match->draws++;
    else
        match->pending[d->seat].ms = 0;
    enter(match, d);
    return GG_OK;
}

gg_status gg_match_publish_chance(gg_match *match, uint64_t ticket, gg_action outcome,
                                  gg_events *events) {
    deed d = {.kind = GG_ENTRY_CHANCE, .seat = GG_CHANCE, .step = &outcome, .ticket = ticket};
    return publish_one(match, &d, events);
}

// The pending steps are a whole entry, it is the seat's turn and there is room: its copy becomes
// the published state. Nothing is applied again.
static void publish_pending(gg_match *match, int seat, gg_events *events) {
    pending *own = &match->pending[seat];
    deed d = {GG_ENTRY_ACTION, seat, own->step, own->steps, own->ms, 0, own->events, &own->jot};
    if (events) events->count = 0;
    if (events) gg_match_gather(events, own->events);
    memcpy(match->published.state, own->position.state, match->game->state_bytes);
    gg_match_pending_clear(match, seat); // what it points to stays
    enter(match, &d);
}

gg_status gg_match_publish_pending(gg_match *match, int seat, gg_events *events) {
    const pending *own = &match->pending[seat];
    gg_status status = gg_match_reserve(match, own->steps, 0);
    if (status == GG_OK) status = gg_match_line_room(match, own->jot.length);
    if (status == GG_OK) publish_pending(match, seat, events);
    return status;
}

// ----------------------------------------------------------------------------------------- acting
// Keys are kept mixed with their seat, so that nobody can use up another's key.
static uint64_t mixed(int seat, uint64_t key) {
    return gg_fold((uint64_t)seat + 1, key);
}

// GG_KEYS_KEPT: it is not there.
static unsigned key_place(const gg_match *match, int seat, uint64_t key) {
    uint64_t wanted = mixed(seat, key);
    unsigned i = 0;
    while (i < GG_KEYS_KEPT && match->keys[seat][i] != wanted) i++;
    return i;
}

bool gg_match_key_known(const gg_match *match, int seat, uint64_t key, uint64_t *note) {
    if (seat < 0 || seat >= match->game->seats || !key) return false;
    unsigned place = key_place(match, seat, key);
    if (place < GG_KEYS_KEPT && note) *note = match->notes[seat][place];
    return place < GG_KEYS_KEPT;
}

void gg_match_key_keep(gg_match *match, int seat, uint64_t key, uint64_t note) {
    if (seat < 0 || seat >= match->game->seats || !key) return;
    unsigned place = key_place(match, seat, key);
    if (place == GG_KEYS_KEPT) place = match->next_key[seat]++ % GG_KEYS_KEPT;
    match->keys[seat][place] = mixed(seat, key);
    match->notes[seat][place] = note;
}

static uint32_t sum(uint32_t a, uint32_t b) {
    return b > UINT32_MAX - a ? UINT32_MAX : a + b;
}

// The steps of the draft and the action that closes it become one entry.
static gg_status close_draft(gg_match *match, int seat, gg_action action, uint32_t ms,
                             gg_events *events) {
    pending *d = &match->pending[seat];
    gg_status status = gg_match_reserve(match, d->steps + 1, 0);
    if (status == GG_OK)
        status = gg_match_line_room(match, (size_t)d->jot.length + NOTATION_MAX + 4);
    if (status == GG_OK) status = gg_match_pending_push(match, seat, action, ms);
    if (status == GG_OK) publish_pending(match, seat, events);
    return status;
}

static gg_status act_now(gg_match *match, int seat, gg_action action, uint32_t ms,
                         gg_verdict *verdict, gg_events *events) {
    const gg_game *game = match->game;
    pending *d = &match->pending[seat];
    const gg_position *p = d->steps ? &d->position : &match->published;
    if (d->complete) return GG_NOT_ALLOWED; // already answered early; gg_match_advance enters it
    if (!gg_check(game, p->table, p->state, seat, action, verdict)) return GG_REFUSED;
    if (gg_is_draft(game, action)) return gg_match_pending_push(match, seat, action, ms);
    if (d->steps) return close_draft(match, seat, action, ms, events);
    deed one = {.kind = GG_ENTRY_ACTION, .seat = seat, .step = &action, .ms = sum(d->ms, ms)};
    return publish_one(match, &one, events);
}

static gg_status act_early(gg_match *match, int seat, gg_action action, uint32_t ms,
                           gg_verdict *verdict) {
    const gg_game *game = match->game;
    pending *d = &match->pending[seat];
    const gg_position *p = &match->published;
    if (!gg_match_pending_early(match, seat)) // the judge tells why not
        return gg_check(game, p->table, p->state, seat, action, verdict) ? GG_NOT_ALLOWED
                                                                         : GG_REFUSED;
    if (d->complete) return GG_NOT_ALLOWED;
    p = &d->position;
    if (!gg_check(game, p->table, p->state, seat, action, verdict)) return GG_REFUSED;
    gg_status status = gg_match_pending_push(match, seat, action, ms);
    if (status == GG_OK) d->complete = !gg_is_draft(game, action);
    return status;
}

gg_status gg_match_act(gg_match *match, int seat, gg_action action, uint64_t key, uint32_t answers,
                       uint32_t ms, gg_verdict *verdict, gg_events *events) {
    if (verdict) memset(verdict, 0, sizeof *verdict);
    if (events) events->count = 0;
    if (seat < 0 || seat >= match->game->seats) return GG_NOT_ALLOWED;
    if (key && gg_match_key_known(match, seat, key, NULL)) return GG_OK;
    if (match->over) return GG_NOT_ALLOWED;
    if (answers < match->changed || answers > match->entries) return GG_STALE;
    gg_status status = match->turn.seat == seat ? act_now(match, seat, action, ms, verdict, events)
                                                : act_early(match, seat, action, ms, verdict);
    if (status == GG_OK && key) gg_match_key_keep(match, seat, key, match->entries);
    return status;
}
