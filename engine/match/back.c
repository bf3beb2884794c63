// SPDX-License-Identifier: Apache-2.0
// Take-back with consent: further back than undo goes, past dice, reveals and the others' turns.
//
// A seat names a decision of its own that still counts; the others agree, and the position before
// it stands again. Like an undo it is an entry and nothing leaves the log. What was drawn stays
// drawn: the counter of the dice goes on, so that nobody knows the throws to come. What was seen
// cannot be unseen; that is what the others consent to. Standing orders are not part of the log,
// so the entry that is meant is named in it.
#include "engine/match/internal.h"

enum { BACK_MAX = 1000 }; // moves of the way: bounds the work that a line of a file can ask for

// Walks the way from the tip to entry `number`. False: it does not count, or is too far.
static bool on_the_way(const gg_match *match, uint32_t number) {
    uint32_t node = match->tip;
    for (unsigned i = 0; i < BACK_MAX && node > number; i++) node = match->entry[node - 1].before;
    return node == number;
}

static unsigned everybody(const gg_match *match) {
    return (1U << match->game->seats) - 1;
}

int gg_match_back_asked(const gg_match *match, uint32_t *number, unsigned *silent) {
    if (number) *number = match->back == NO_SEAT ? 0 : match->back_to;
    if (silent) *silent = match->back == NO_SEAT ? 0 : everybody(match) & ~match->back_agreed;
    return match->back;
}

// Was it made at a reaction window? Without memory to see, it counts as one.
static bool at_window(const gg_match *match, const gg_entry *entry) {
    uint64_t state[GG_STATE_MAX / 8];
    if (gg_match_restore(match, entry->before, state) != GG_OK) return true;
    gg_turn turn = match->game->turn(match->published.table, state);
    return match->game->nodes[turn.node].flags & GG_N_WINDOW;
}

// At a window an order may have answered for the seat, and would answer again at once.
uint32_t gg_match_last_decision(const gg_match *match, int seat) {
    uint32_t node = match->tip, window = 0;
    for (unsigned i = 0; i < BACK_MAX && node; i++) {
        const gg_entry *entry = &match->entry[node - 1];
        bool own = entry->kind == GG_ENTRY_ACTION && entry->seat == seat;
        if (own && !at_window(match, entry)) return node;
        if (own && !window) window = node;
        node = entry->before;
    }
    return window;
}

static gg_status enter(gg_match *match, gg_entry_kind kind, int seat, uint64_t number) {
    gg_status status = gg_match_reserve(match, 0, 0);
    if (status == GG_OK) gg_match_append(match, kind, seat, 0)->ticket = number;
    return status;
}

gg_status gg_match_ask_back(gg_match *match, int seat, uint32_t number) {
    if (seat < 0 || seat >= match->game->seats || match->over) return GG_NOT_ALLOWED;
    if (match->back != NO_SEAT || number == 0 || number > match->entries) return GG_NOT_ALLOWED;
    const gg_entry *entry = &match->entry[number - 1];
    if (entry->kind != GG_ENTRY_ACTION || entry->seat != seat || !on_the_way(match, number))
        return GG_NOT_ALLOWED;
    gg_status status = enter(match, GG_ENTRY_BACK_ASK, seat, number);
    if (status != GG_OK) return status;
    match->back = (uint8_t)seat;
    match->back_agreed = (uint8_t)(1U << seat);
    match->back_to = number;
    gg_match_tell(match, &match->turn, "", NULL);
    return GG_OK;
}

// What the way loses from the tip down to `number`, that one included.
static void shorten(gg_match *match, uint32_t number) {
    for (uint32_t node = match->tip; node >= number; node = match->entry[node - 1].before) {
        const gg_entry *gone = &match->entry[node - 1];
        match->depth--;
        match->played -= gone->steps;
    }
}

static gg_status carry_out(gg_match *match, int seat) {
    uint32_t back = match->entry[match->back_to - 1].before;
    gg_turn before = match->turn;
    gg_status status = gg_match_reserve(match, 0, 0);
    if (status == GG_OK) status = gg_match_restore(match, back, match->published.state);
    if (status != GG_OK) return status;
    gg_entry *entry = gg_match_append(match, GG_ENTRY_BACK_AGREE, seat, 0);
    for (int i = 0; i < match->game->seats; i++) gg_match_pending_drop(match, i);
    shorten(match, match->back_to);
    match->back = NO_SEAT;
    match->tip = entry->after = back;
    match->barrier = match->changed = match->entries;
    match->barrier_reveals = false;
    match->hash = entry->hash = gg_facts_hash(match->game, match->published.state);
    match->turn = match->game->turn(match->published.table, match->published.state);
    gg_match_tell(match, &before, "", NULL);
    return GG_OK;
}

// Who asked may take the wish back: he declines it himself.
gg_status gg_match_answer_back(gg_match *match, int seat, bool agree) {
    if (seat < 0 || seat >= match->game->seats || match->back == NO_SEAT) return GG_NOT_ALLOWED;
    unsigned agreed = match->back_agreed | 1U << seat;
    if (agree && agreed == match->back_agreed) return GG_NOT_ALLOWED;
    if (agree && agreed == everybody(match)) return carry_out(match, seat);
    gg_status status = enter(match, agree ? GG_ENTRY_BACK_AGREE : GG_ENTRY_BACK_DECLINE, seat, 0);
    if (status != GG_OK) return status;
    match->back_agreed = (uint8_t)agreed;
    if (!agree) match->back = NO_SEAT;
    gg_match_tell(match, &match->turn, "", NULL);
    return GG_OK;
}
