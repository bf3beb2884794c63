// SPDX-License-Identifier: Apache-2.0
// The position after any entry, its events, and the proof that the whole log replays.
#include <stdlib.h>
#include <string.h>

#include "engine/match/internal.h"

// Plays an action or chance entry; its events are gathered when somebody wants them.
void gg_match_apply_entry(const gg_match *match, const gg_entry *entry, void *state,
                          gg_events *out_or_null) {
    const gg_action *step = match->action + entry->first;
    for (uint32_t i = 0; i < entry->steps; i++) {
        gg_events one;
        one.count = 0;
        gg_apply(match->game, match->published.table, state, step[i], out_or_null ? &one : NULL);
        if (!out_or_null) continue;
        gg_match_gather(out_or_null, &one);
    }
}

// The nearest snapshot on the way from `node` up to the start, and how far it is.
static uint32_t nearest_snapshot(const gg_match *match, uint32_t node, uint32_t *distance) {
    uint32_t i = match->snapshots.count - 1;
    *distance = 0;
    for (;;) {
        while (match->snapshots.number[i] > node) i--;
        if (match->snapshots.number[i] == node) return i;
        node = match->entry[node - 1].before;
        ++*distance;
    }
}

// The state at an action or chance entry (0 = the start). Fails before it writes anything.
gg_status gg_match_restore(const gg_match *match, uint32_t number, void *state) {
    uint32_t distance, few[2 * SNAPSHOT_EVERY], *way = few;
    uint32_t i = nearest_snapshot(match, number, &distance);
    size_t bytes = match->game->state_bytes;
    if (distance > 2 * SNAPSHOT_EVERY) way = malloc(distance * sizeof *way);
    if (!way) return GG_NO_MEMORY;
    for (uint32_t k = distance; k > 0; k--) {
        way[k - 1] = number;
        number = match->entry[number - 1].before;
    }
    memcpy(state, match->snapshots.state + i * bytes, bytes);
    for (uint32_t k = 0; k < distance; k++)
        gg_match_apply_entry(match, &match->entry[way[k] - 1], state, NULL);
    if (way != few) free(way);
    return GG_OK;
}

// A position of this match's game and table for the caller, kept if it already is one.
gg_status gg_match_like(const gg_match *match, gg_position *out) {
    if (out->table != match->published.table) gg_position_close(out); // tables are shared
    return out->game ? GG_OK : gg_position_like(out, &match->published);
}

gg_status gg_match_at(const gg_match *match, uint32_t number, gg_position *out) {
    if (number > match->entries) return GG_NOT_ALLOWED;
    gg_status status = gg_match_like(match, out);
    if (status != GG_OK) return status;
    return gg_match_restore(match, number ? match->entry[number - 1].after : 0, out->state);
}

// `out` may be the events themselves.
static void cut_events(const gg_game *game, const gg_events *events, int viewer, gg_events *out) {
    uint32_t seen = 0;
    for (uint32_t i = 0; i < events->count; i++) {
        gg_event cut;
        if (gg_event_for(game, &events->event[i], viewer, &cut)) out->event[seen++] = cut;
    }
    out->count = seen;
}

void gg_record_events(const gg_record *record, int viewer, gg_events *out) {
    cut_events(record->after->game, record->events, viewer, out);
}

gg_status gg_match_events_for(const gg_match *match, uint32_t number, int viewer, gg_events *out) {
    uint64_t state[GG_STATE_MAX / 8];
    out->count = 0;
    if (number < 1 || number > match->entries) return GG_NOT_ALLOWED;
    const gg_entry *entry = &match->entry[number - 1];
    if (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE) return GG_OK;
    gg_status status = gg_match_restore(match, entry->before, state);
    if (status != GG_OK) return status;
    gg_match_apply_entry(match, entry, state, out);
    cut_events(match->game, out, viewer, out);
    return GG_OK;
}

// Every action through check(), every outcome through roll().
static bool replays(const gg_match *match, const gg_entry *entry, const gg_position *p) {
    const gg_game *game = match->game;
    const gg_action *step = match->action + entry->first;
    if (entry->kind == GG_ENTRY_CHANCE) {
        gg_turn turn = game->turn(p->table, p->state);
        if (turn.seat != GG_CHANCE || entry->ticket >= turn.tickets ||
            gg_roll(game, p->table, p->state, entry->ticket) != step[0])
            return false;
        gg_apply(game, p->table, p->state, step[0], NULL);
        return true;
    }
    for (uint32_t i = 0; i < entry->steps; i++) {
        if (!gg_check(game, p->table, p->state, entry->seat, step[i], NULL)) return false;
        gg_apply(game, p->table, p->state, step[i], NULL);
    }
    return true;
}

gg_status gg_match_replay_check(const gg_match *match, gg_position *scratch, uint32_t *number) {
    gg_status status = gg_match_like(match, scratch);
    uint64_t hash = 0;
    *number = 0;
    if (status != GG_OK) return status;
    gg_position_restart(scratch);
    const gg_entry *entry = match->entry;
    for (uint32_t n = 1; n <= match->entries; n++, entry++) {
        *number = n;
        if (entry->after == n) {
            if (!replays(match, entry, scratch)) return GG_REFUSED;
        } else if (entry->after != entry->before) {
            status = gg_match_restore(match, entry->after, scratch->state);
            if (status != GG_OK) return status;
        }
        if (entry->after != entry->before || n == 1)
            hash = gg_facts_hash(match->game, scratch->state);
        if (hash != entry->hash) return GG_REFUSED;
    }
    *number = 0;
    return GG_OK;
}
