// SPDX-License-Identifier: Apache-2.0
// A match: opening, closing, the log that only grows, what can be asked of it.
#include <stdlib.h>
#include <string.h>

#include "engine/match/internal.h"

// --------------------------------------------------------------------------------------- opening
static bool bounded(const char *text, size_t cap) {
    return memchr(text, 0, cap) != NULL;
}

static bool setup_fits(const gg_match_setup *setup) {
    const gg_game *game = setup->game;
    if (!bounded(setup->id, sizeof setup->id)) return false;
    if (!gg_match_id_text(setup->id, strlen(setup->id))) return false;
    if (setup->format > GG_MATCH_FORMAT || setup->awaited >> game->seats) return false;
    if (setup->request.scenario >= game->n_scenarios || setup->order > GG_ORDER_NEVER) return false;
    for (unsigned i = 0; i < game->n_options; i++)
        if (setup->request.option[i] < game->options[i].min ||
            setup->request.option[i] > game->options[i].max)
            return false;
    for (unsigned i = 0; i < game->seats; i++) {
        const char *name = setup->name[i], *client = setup->client_seed[i];
        if (!bounded(name, sizeof setup->name[i]) || !gg_match_plain_text(name, strlen(name)))
            return false;
        if (!bounded(client, sizeof setup->client_seed[i]) ||
            !gg_match_seed_text(client, strlen(client)))
            return false;
    }
    return true;
}

static size_t rounded(size_t bytes) {
    return (bytes + 15) & ~(size_t)15;
}

// One block for the seats' private states and events and the list of legal actions, which owns it.
static bool make_pending(gg_match *match) {
    const gg_game *game = match->game;
    size_t list = rounded(game->max_legal * sizeof(gg_action)), state = rounded(game->state_bytes);
    size_t events = rounded(sizeof(gg_events)), first = list + game->seats * state;
    char *block = calloc(1, first + game->seats * events);
    match->list = (gg_action *)(void *)block;
    for (unsigned i = 0; block && i < game->seats; i++) {
        match->pending[i].position = match->published;
        match->pending[i].position.state = block + list + i * state;
        match->pending[i].events = (gg_events *)(void *)(block + first + i * events);
    }
    return block != NULL;
}

static void open_dice(gg_match *match) {
    const char *client[GG_SEATS_MAX];
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) client[i] = match->setup.client_seed[i];
    gg_dice_open(&match->dice, match->setup.seed, match->setup.id, client, match->game->seats);
    match->has_seed = true;
}

unsigned gg_match_awaited_seeds(const gg_match *match) {
    return match->setup.awaited;
}

gg_status gg_match_give_client_seed(gg_match *match, int seat, const char *seed) {
    if (seat < 0 || seat >= match->game->seats || match->draws || !match->has_seed ||
        !(match->setup.awaited >> seat & 1))
        return GG_NOT_ALLOWED;
    char *place = match->setup.client_seed[seat];
    size_t length = strlen(seed);
    if (!length || length > GG_CLIENT_SEED_MAX || !gg_match_seed_text(seed, length))
        return GG_BAD_INPUT;
    memcpy(place, seed, length + 1);
    match->setup.awaited &= (uint8_t) ~(1U << seat);
    open_dice(match);
    return GG_OK;
}

static gg_status fill(gg_match *match, const gg_match_setup *setup, gg_verdict *verdict) {
    const gg_game *game = setup->game;
    match->setup = *setup;
    if (!setup->format) match->setup.format = GG_MATCH_FORMAT;
    match->game = game;
    match->version = game->version;
    match->options_told = UINT32_MAX;
    match->offer = match->back = match->last = NO_SEAT;
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) match->left[i] = setup->clock_ms[i];
    memset(match->orders, setup->order, sizeof match->orders);
    gg_status status = gg_position_open(&match->published, game, &setup->request, verdict);
    if (status != GG_OK) return status;
    if (!make_pending(match)) return GG_NO_MEMORY;
    match->turn = game->turn(match->published.table, match->published.state);
    match->hash = gg_facts_hash(game, match->published.state);
    if ((status = gg_match_reserve(match, 1, 0)) != GG_OK) return status;
    memcpy(match->snapshots.state, match->published.state, game->state_bytes);
    match->snapshots.number[0] = 0;
    match->snapshots.count = 1;
    if (match->turn.seat == GG_OVER) gg_match_end(match, GG_ENTRY_ACTION, NO_SEAT);
    return GG_OK;
}

gg_status gg_match_open_sealed(gg_match **match, const gg_match_setup *setup, gg_verdict *verdict) {
    *match = NULL;
    if (verdict) memset(verdict, 0, sizeof *verdict);
    if (!setup_fits(setup)) return GG_BAD_INPUT;
    gg_match *made = calloc(1, sizeof *made);
    if (!made) return GG_NO_MEMORY;
    gg_status status = fill(made, setup, verdict);
    if (status != GG_OK) {
        gg_match_close(made);
        return status;
    }
    *match = made;
    return GG_OK;
}

gg_status gg_match_open(gg_match **match, const gg_match_setup *setup, gg_verdict *verdict) {
    gg_status status = gg_match_open_sealed(match, setup, verdict);
    if (status != GG_OK) return status;
    gg_dice_commitment(setup->seed, (*match)->commitment);
    open_dice(*match);
    return GG_OK;
}

gg_status gg_match_give_seed(gg_match *match, const uint8_t seed[GG_SEED_BYTES]) {
    char hex[65];
    gg_dice_commitment(seed, hex);
    if (strcmp(hex, match->commitment) != 0) return GG_NOT_ALLOWED;
    memcpy(match->setup.seed, seed, GG_SEED_BYTES);
    open_dice(match);
    return GG_OK;
}

void gg_match_close(gg_match *match) {
    if (!match) return;
    for (unsigned i = 0; i < GG_SEATS_MAX; i++) {
        free(match->pending[i].step);
        free(match->pending[i].jot.text);
    }
    free(match->jot.text);
    free(match->line);
    free(match->list);
    free(match->entry);
    free(match->action);
    free(match->text);
    free(match->snapshots.number);
    free(match->snapshots.state);
    gg_position_close(&match->published);
    memset(&match->dice, 0, sizeof match->dice);
    free(match);
}

// ------------------------------------------------------------------------------------------- log
// Room for `need` elements; grows by doubling.
static bool grow(void *array, uint32_t *room, uint64_t need, size_t size) {
    void *old, *made;
    uint64_t wanted = *room ? *room : 64;
    if (need <= *room) return true;
    while (wanted < need) wanted *= 2;
    memcpy(&old, array, sizeof old);
    made = realloc(old, (size_t)wanted * size);
    if (!made) return false;
    memcpy(array, &made, sizeof made);
    *room = (uint32_t)wanted;
    return true;
}

static bool grow_snapshots(gg_match *match) {
    uint32_t need = (match->depth + 1) / SNAPSHOT_EVERY + 1, room = match->snapshots.room;
    if (need <= room) return true;
    uint32_t wanted = room ? 2 * room : 1;
    uint32_t *number = realloc(match->snapshots.number, wanted * sizeof *number);
    if (!number) return false;
    match->snapshots.number = number;
    char *state = realloc(match->snapshots.state, (size_t)wanted * match->game->state_bytes);
    if (!state) return false;
    match->snapshots.state = state;
    match->snapshots.room = wanted;
    return true;
}

// Everything one more entry needs, before anything is changed: after this nothing can fail. A line
// needs about 48 bytes and 24 for each action; a quarter of the file is left for longer words.
gg_status gg_match_reserve(gg_match *match, uint32_t steps, size_t text) {
    uint64_t line = 48 + 24 * (uint64_t)steps + text;
    if (match->entries >= GG_ENTRIES_MAX) return GG_FULL;
    if (match->file_bytes + line > GG_MATCH_FILE_MAX / 4 * 3) return GG_FULL;
    if (!grow(&match->entry, &match->entry_room, (uint64_t)match->entries + 1, sizeof(gg_entry)) ||
        !grow(&match->action, &match->action_room, (uint64_t)match->actions + steps,
              sizeof(gg_action)) ||
        !grow_snapshots(match))
        return GG_NO_MEMORY;
    if (text && !grow(&match->text, &match->text_room, match->text_length + text + 2, 1))
        return GG_NO_MEMORY;
    return match->listener ? gg_match_line_room(match, text) : GG_OK;
}

// The entry as every kind has it: nothing changed on the table. The caller fills the rest.
gg_entry *gg_match_append(gg_match *match, gg_entry_kind kind, int seat, uint32_t ms) {
    gg_entry *entry = &match->entry[match->entries++];
    entry->kind = (uint8_t)kind;
    entry->seat = (uint8_t)seat;
    entry->steps = 0;
    entry->first = match->actions;
    entry->ms = ms;
    entry->text = 0;
    entry->before = entry->after = match->tip;
    entry->ticket = 0;
    entry->hash = match->hash;
    match->file_bytes += 48;
    match->sealed = false;
    match->version = match->game->version; // what goes on here goes on by these rules
    match->options_told = UINT32_MAX;
    if (seat < GG_SEATS_MAX) match->left[seat] -= ms;
    return entry;
}

void gg_match_end(gg_match *match, gg_entry_kind reason, int loser) {
    match->over = true;
    match->reason = (uint8_t)reason;
    match->loser = (uint8_t)loser;
    match->offer = match->back = NO_SEAT;
    match->changed = match->entries;
    for (int seat = 0; seat < match->game->seats; seat++) gg_match_pending_clear(match, seat);
}

// ------------------------------------------------------------------------------------- questions
const gg_match_setup *gg_match_setup_of(const gg_match *match) {
    return &match->setup;
}
const gg_position *gg_match_published(const gg_match *match) {
    return &match->published;
}
uint32_t gg_match_entries(const gg_match *match) {
    return match->entries;
}
unsigned gg_match_version(const gg_match *match) {
    return match->version;
}
const char *gg_match_commitment(const gg_match *match) {
    return match->commitment;
}

const gg_entry *gg_match_entry(const gg_match *match, uint32_t number) {
    GG_ASSERT(number >= 1 && number <= match->entries);
    return &match->entry[number - 1];
}

const gg_action *gg_match_actions(const gg_match *match, const gg_entry *entry) {
    return match->action + entry->first;
}

const char *gg_match_text(const gg_match *match, const gg_entry *entry) {
    return entry->text ? match->text + entry->text : "";
}

// An entry counts at a later one when it lies on the way from the start to that one's position.
bool gg_match_counts(const gg_match *match, uint32_t number, uint32_t at) {
    uint32_t node = at ? gg_match_entry(match, at)->after : 0;
    while (node > number) node = gg_match_entry(match, node)->before;
    if (number > at) return false;
    const gg_entry *entry = gg_match_entry(match, number);
    bool moved = entry->kind == GG_ENTRY_ACTION || entry->kind == GG_ENTRY_CHANCE;
    return node == number || !moved;
}

gg_turn gg_match_turn(const gg_match *match) {
    return match->turn;
}

void gg_match_result(const gg_match *match, gg_result *out) {
    memset(out, 0, sizeof *out);
    out->over = match->over;
    out->reason = match->reason;
    memcpy(out->hints, match->hints, sizeof out->hints);
    if (!match->over) return;
    if (match->reason == GG_ENTRY_ACTION) {
        match->game->score(match->published.table, match->published.state, out->half, &out->margin);
        return;
    }
    for (int seat = 0; seat < match->game->seats; seat++)
        out->half[seat] = match->loser == NO_SEAT ? 1 : seat == match->loser ? 0 : 2;
}

int64_t gg_match_clock_told(const gg_match *match, int seat) {
    GG_ASSERT(seat >= 0 && seat < match->game->seats);
    return match->setup.clock_ms[seat] == 0 ? INT64_MAX : match->left[seat];
}

int64_t gg_match_clock(const gg_match *match, int seat) {
    GG_ASSERT(seat >= 0 && seat < match->game->seats);
    if (match->setup.clock_ms[seat] == 0) return INT64_MAX;
    return match->left[seat] - match->pending[seat].ms;
}
