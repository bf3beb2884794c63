// SPDX-License-Identifier: Apache-2.0
// Undo, and what players tell each other: resignation, draw offers, comments, flags.
//
// Undo (Q11) takes back the last entry that counts when it is an action of this seat, the turn
// never left the seat, and nothing was drawn or revealed. It is itself an entry: the log only
// grows. The time used stays used.
#include <string.h>

#include "engine/match/internal.h"

typedef struct reason {
    const char *fr, *en;
} reason;

static const reason over = {"La partie est finie.", "The match is over."};
static const reason nothing = {"Il n'y a rien à reprendre.", "There is nothing to take back."};
static const reason drawn = {"On ne reprend pas un coup après un tirage.",
                             "Nothing is taken back after a draw of chance."};
static const reason revealed = {"Ce coup a révélé quelque chose : il ne se reprend pas.",
                                "This move revealed something: it cannot be taken back."};
static const reason passed = {"L'autre camp a eu la main : le coup ne se reprend plus.",
                              "The turn has passed: the move can no longer be taken back."};

// The last decision that counts was this seat's, by a verb that the rules make final: dice that
// have fallen since, or a turn that has passed, are not the reason.
static bool final(const gg_match *match, int seat) {
    uint32_t number = match->tip;
    while (number && match->entry[number - 1].kind == GG_ENTRY_CHANCE)
        number = match->entry[number - 1].before;
    if (!number || match->entry[number - 1].seat != seat) return false;
    const gg_entry *entry = &match->entry[number - 1];
    gg_action last = match->action[entry->first + entry->steps - 1U];
    return match->game->verbs[gg_verb_of(last)].flags & GG_V_FINAL;
}

static const reason *why_not(const gg_match *match, int seat) {
    if (seat < 0 || seat >= match->game->seats) return &nothing;
    if (match->over) return &over;
    if (match->pending[seat].steps) return NULL;
    if (match->tip == 0) return &nothing;
    const gg_entry *last = &match->entry[match->tip - 1];
    if (last->kind == GG_ENTRY_CHANCE) return &drawn;
    if (last->seat != seat || match->turn.seat != seat) return &passed;
    if (match->tip <= match->barrier) return match->barrier_reveals ? &revealed : &passed;
    return NULL;
}

const char *gg_match_undo_refusal(const gg_match *match, int seat, gg_lang lang) {
    const reason *why = why_not(match, seat);
    if (why && !match->over && seat >= 0 && seat < match->game->seats && final(match, seat))
        return lang == GG_FR ? match->game->final_fr : match->game->final_en;
    return !why ? NULL : lang == GG_FR ? why->fr : why->en;
}

gg_status gg_match_undo(gg_match *match, int seat) {
    if (why_not(match, seat)) return GG_NOT_ALLOWED;
    if (match->pending[seat].steps) {
        gg_match_pending_undo(match, seat);
        return GG_OK;
    }
    gg_status status = gg_match_reserve(match, 0, 0);
    const gg_entry *last = &match->entry[match->tip - 1];
    uint32_t back = last->before, steps = last->steps;
    gg_turn before = match->turn;
    if (status == GG_OK) status = gg_match_restore(match, back, match->published.state);
    if (status != GG_OK) return status;
    gg_entry *entry = gg_match_append(match, GG_ENTRY_UNDO, seat, 0);
    match->tip = entry->after = back;
    match->depth--;
    match->played -= steps;
    match->changed = match->entries;
    match->hash = entry->hash = gg_facts_hash(match->game, match->published.state);
    match->turn = match->game->turn(match->published.table, match->published.state);
    gg_match_tell(match, &before, "", NULL);
    if (match->open_pending) gg_match_pending_follow(match);
    return GG_OK;
}

// ----------------------------------------------------------------------------------------- words
static gg_status say(gg_match *match, gg_entry_kind kind, int seat, uint32_t ms) {
    if (seat < 0 || seat >= match->game->seats || match->over) return GG_NOT_ALLOWED;
    gg_status status = gg_match_reserve(match, 0, 0);
    if (status == GG_OK) (void)gg_match_append(match, kind, seat, ms);
    return status;
}

static gg_status told(gg_match *match) {
    gg_match_tell(match, &match->turn, "", NULL);
    return GG_OK;
}

gg_status gg_match_resign(gg_match *match, int seat) {
    gg_status status = say(match, GG_ENTRY_RESIGN, seat, 0);
    if (status != GG_OK) return status;
    gg_match_end(match, GG_ENTRY_RESIGN, seat);
    return told(match);
}

gg_status gg_match_adjourn(gg_match *match) {
    if (match->over) return GG_NOT_ALLOWED;
    gg_status status = gg_match_reserve(match, 0, 0);
    if (status != GG_OK) return status;
    (void)gg_match_append(match, GG_ENTRY_ADJOURN, GG_UMPIRE, 0);
    gg_match_end(match, GG_ENTRY_ADJOURN, NO_SEAT);
    return told(match);
}

// The time of an open draft is in the clock already; the entry carries it, so that the log alone
// shows the clock below zero.
gg_status gg_match_flag(gg_match *match, int seat, uint32_t ms) {
    if (seat < 0 || seat >= match->game->seats || match->setup.clock_ms[seat] == 0)
        return GG_NOT_ALLOWED;
    if (gg_match_clock(match, seat) - (int64_t)ms >= 0) return GG_NOT_ALLOWED;
    uint32_t open = match->pending[seat].ms;
    gg_status status =
        say(match, GG_ENTRY_FLAG, seat, ms > UINT32_MAX - open ? UINT32_MAX : ms + open);
    if (status != GG_OK) return status;
    gg_match_end(match, GG_ENTRY_FLAG, seat);
    return told(match);
}

// An offer stands until everybody else has accepted it or somebody declines.
gg_status gg_match_offer_draw(gg_match *match, int seat) {
    if (match->offer != NO_SEAT) return GG_NOT_ALLOWED;
    gg_status status = say(match, GG_ENTRY_DRAW_OFFER, seat, 0);
    if (status != GG_OK) return status;
    match->offer = (uint8_t)seat;
    match->accepted = (uint8_t)(1U << seat);
    return told(match);
}

gg_status gg_match_answer_draw(gg_match *match, int seat, bool accept) {
    if (seat < 0 || seat >= match->game->seats) return GG_NOT_ALLOWED;
    if (match->offer == NO_SEAT || (match->accepted >> seat & 1)) return GG_NOT_ALLOWED;
    gg_status status = say(match, accept ? GG_ENTRY_DRAW_ACCEPT : GG_ENTRY_DRAW_DECLINE, seat, 0);
    if (status != GG_OK) return status;
    match->accepted |= (uint8_t)(1U << seat);
    if (!accept)
        match->offer = NO_SEAT;
    else if (match->accepted == (1U << match->game->seats) - 1)
        gg_match_end(match, GG_ENTRY_DRAW_ACCEPT, NO_SEAT);
    return told(match);
}

// Who asks again about the same decision is not told more than the first time: one entry for both.
static bool advised(const gg_match *match, int seat) {
    for (uint32_t i = match->entries; i > 0; i--) {
        const gg_entry *entry = &match->entry[i - 1];
        if (entry->after != match->tip || entry->kind <= GG_ENTRY_UNDO) return false;
        if (entry->kind == GG_ENTRY_HINT && entry->seat == seat) return true;
    }
    return false;
}

gg_status gg_match_hint(gg_match *match, int seat) {
    if (advised(match, seat)) return GG_NOT_ALLOWED;
    gg_status status = say(match, GG_ENTRY_HINT, seat, 0);
    if (status != GG_OK) return status;
    match->hints[seat]++;
    return told(match);
}

gg_status gg_match_comment(gg_match *match, int seat, const char *text) {
    size_t length = strlen(text);
    if (seat != GG_UMPIRE && (seat < 0 || seat >= match->game->seats)) return GG_NOT_ALLOWED;
    if (length == 0 || length > GG_COMMENT_MAX || !gg_match_plain_text(text, length))
        return GG_BAD_INPUT;
    gg_status status = gg_match_reserve(match, 0, length);
    if (status != GG_OK) return status;
    if (match->text_length == 0) match->text[match->text_length++] = 0; // offset 0 = none
    gg_entry *entry = gg_match_append(match, GG_ENTRY_COMMENT, seat, 0);
    entry->text = match->text_length;
    memcpy(match->text + match->text_length, text, length + 1);
    match->text_length += (uint32_t)length + 1;
    match->file_bytes += length;
    return told(match);
}
