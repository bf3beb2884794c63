// SPDX-License-Identifier: Apache-2.0
// Entries told as they are published: one line of the match file, the turn before, the events. And
// the same told again later, from a copy that is played for it.
//
// A name may depend on the position it is spoken in, so the notation of a step is taken before it
// is applied: of a draft at each step, on the seat's own copy. Room for the line is made before
// anything changes; telling cannot fail.
#include <stdlib.h>
#include <string.h>

#include "engine/match/phrases.h"

enum { FRAME_MAX = 160 }; // of a line: number, seat, word, time or ticket, hash

// ------------------------------------------------------------------------------------------- line
static bool grow(char **buffer, uint32_t *room, size_t need) {
    size_t wanted = *room ? *room : 256;
    if (need <= *room) return true;
    while (wanted < need) wanted *= 2;
    char *made = realloc(*buffer, wanted);
    if (!made) return false;
    *buffer = made;
    *room = (uint32_t)wanted;
    return true;
}

void gg_phrase_entry(gg_out *out, const gg_match *match, uint32_t number, const char *steps,
                     uint64_t tickets) {
    const gg_entry *entry = &match->entry[number - 1];
    gg_phrase_number(out, number);
    gg_out_char(out, ' ');
    gg_out_text(out, gg_entry_who(match, entry));
    if (entry->kind == GG_ENTRY_ACTION) gg_out_char(out, '>');
    gg_out_text(out, steps);
    gg_phrase_words(out, match, entry);
    gg_phrase_tail(out, entry, tickets);
}

// ----------------------------------------------------------------------------------------- telling
void gg_match_listen(gg_match *match, gg_listener *listener, void *user) {
    GG_ASSERT(!match->open_pending); // their steps were not put down
    match->listener = listener;
    match->listens = user;
}

gg_status gg_match_line_room(gg_match *match, size_t words) {
    if (!match->listener) return GG_OK;
    if (words + FRAME_MAX > GG_MATCH_LINE_MAX) return GG_FULL;
    return grow(&match->line, &match->line_room, words + FRAME_MAX) ? GG_OK : GG_NO_MEMORY;
}

gg_status gg_match_put_down(gg_match *match, jotter *jot, const gg_position *at, gg_action action) {
    if (!match->listener) return GG_OK;
    if (jot->length + NOTATION_MAX + FRAME_MAX > GG_MATCH_LINE_MAX) return GG_FULL;
    if (!grow(&jot->text, &jot->room, (size_t)jot->length + NOTATION_MAX + 4)) return GG_NO_MEMORY;
    gg_out out;
    gg_out_init(&out, jot->text + jot->length, NOTATION_MAX + 4);
    if (jot->length) gg_out_text(&out, " ;");
    gg_phrase_step(&out, match, at->state, action);
    if (out.full) return GG_FULL;
    jot->length += (uint32_t)out.length;
    return GG_OK;
}

void gg_match_tell(gg_match *match, const gg_turn *before, const char *steps,
                   const gg_events *events) {
    static const gg_events nothing = {0};
    gg_out out;
    if (!match->listener) return;
    gg_out_init(&out, match->line, match->line_room);
    gg_phrase_entry(&out, match, match->entries, steps, before->tickets);
    GG_ASSERT(!out.full);
    gg_record record = {.match = match,
                        .number = match->entries,
                        .entry = &match->entry[match->entries - 1],
                        .turn = *before,
                        .after = &match->published,
                        .events = events ? events : &nothing,
                        .line = match->line,
                        .length = out.length};
    match->listener(match->listens, &record);
}

// ------------------------------------------------------------------------------------- told again
typedef struct walk {
    gg_position at;
    gg_events events;
    gg_out line;
    char *buffer, *steps;
} walk;

static void walk_close(walk *w) {
    if (!w) return;
    if (w->at.table) gg_position_close(&w->at);
    free(w->buffer);
    free(w);
}

static gg_status walk_open(walk **out, const gg_match *match, uint32_t since) {
    walk *w = *out = calloc(1, sizeof *w);
    if (!w || !(w->buffer = malloc(2 * (size_t)GG_MATCH_LINE_MAX))) return GG_NO_MEMORY;
    w->steps = w->buffer + GG_MATCH_LINE_MAX;
    return gg_match_at(match, since, &w->at);
}

// Plays the entry on the copy and takes its notation on the way.
static gg_status walk_entry(walk *w, const gg_match *match, const gg_entry *entry) {
    const gg_action *step = match->action + entry->first;
    gg_events one;
    gg_out out;
    gg_out_init(&out, w->steps, GG_MATCH_LINE_MAX);
    w->events.count = 0;
    for (uint32_t i = 0; i < entry->steps; i++) {
        if (i) gg_out_text(&out, " ;");
        gg_phrase_step(&out, match, w->at.state, step[i]);
        one.count = 0;
        gg_apply(match->game, w->at.table, w->at.state, step[i], &one);
        gg_match_gather(&w->events, &one);
    }
    if (gg_entry_goes_back(entry)) return gg_match_restore(match, entry->after, w->at.state);
    return out.full ? GG_FULL : GG_OK;
}

static gg_status walk_tell(walk *w, const gg_match *match, uint32_t number, gg_listener *listener,
                           void *user) {
    const gg_entry *entry = &match->entry[number - 1];
    gg_record record = {.match = match, .number = number, .entry = entry};
    record.turn = match->game->turn(w->at.table, w->at.state);
    gg_status status = walk_entry(w, match, entry);
    if (status != GG_OK) return status;
    gg_out_init(&w->line, w->buffer, GG_MATCH_LINE_MAX);
    gg_phrase_entry(&w->line, match, number, w->steps, record.turn.tickets);
    record.after = &w->at;
    record.events = &w->events;
    record.line = w->buffer;
    record.length = w->line.length;
    if (w->line.full) return GG_FULL;
    listener(user, &record);
    return GG_OK;
}

gg_status gg_match_recount(const gg_match *match, uint32_t since, uint32_t upto,
                           gg_listener *listener, void *user) {
    walk *w = NULL;
    if (since > upto || upto > match->entries) return GG_NOT_ALLOWED;
    gg_status status = walk_open(&w, match, since);
    for (uint32_t n = since + 1; status == GG_OK && n <= upto; n++)
        status = walk_tell(w, match, n, listener, user);
    walk_close(w);
    return status;
}
