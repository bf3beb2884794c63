// SPDX-License-Identifier: Apache-2.0
// How the lines of a match file are worded: one place for the writer, and for the reader that
// compares what it understood with what would have been written. Private to engine/match.
#ifndef GG_ENGINE_MATCH_PHRASES_H
#define GG_ENGINE_MATCH_PHRASES_H

#include "engine/match/internal.h"
#include "engine/match/lines.h"

enum { NOTATION_MAX = 1000 };

const char *gg_ending_word(unsigned reason); // "rules", "resign", "draw", "flag", "adjourned"
const char *gg_entry_who(const gg_match *match, const gg_entry *entry);

// An undo, or the consent that carries a take-back out.
bool gg_entry_goes_back(const gg_entry *entry);

// What a line says that is no move, with a blank before it; nothing of a move.
void gg_phrase_words(gg_out *out, const gg_match *match, const gg_entry *entry);
void gg_phrase_number(gg_out *out, uint64_t number);
void gg_phrase_step(gg_out *out, const gg_match *match, const void *state, gg_action action);
// A whole line. `steps`: the notation of its actions, a blank before each; "" for other kinds.
void gg_phrase_entry(gg_out *out, const gg_match *match, uint32_t number, const char *steps,
                     uint64_t tickets);
void gg_phrase_tail(gg_out *out, const gg_entry *entry, uint64_t tickets);
void gg_phrase_result(gg_out *out, const gg_match *match);
void gg_phrase_last(gg_out *out, const gg_match *match, const uint8_t digest[32]);

#endif
