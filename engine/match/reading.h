// SPDX-License-Identifier: Apache-2.0
// What the two halves of the match file's reader share: where it stands, its messages, and pieces
// of a line. Private to engine/match.
#ifndef GG_ENGINE_MATCH_READING_H
#define GG_ENGINE_MATCH_READING_H

#include "engine/match/phrases.h"

typedef struct span {
    const char *at;
    size_t size;
} span;

typedef struct reading {
    lines_in in;
    gg_error *error;
    gg_status status; // what to return when reading fails
    gg_match_setup setup;
    gg_match *match;
    unsigned version;
    uint32_t options_told;
    char commitment[65];
    unsigned first_line; // of entry 1
    bool stored;         // a single line of a store
    char *buffer;
    size_t room;
    gg_out own; // the line as this program writes it
} reading;

// All return false. The second names both rules versions when they differ.
bool gg_reading_bad(reading *r, const char *fr, const char *en);
bool gg_reading_bad_replay(reading *r, const char *fr, const char *en);
bool gg_reading_bad_status(reading *r, gg_status status);

// Everything up to the line "log"; opens the match.
bool gg_reading_head(reading *r);
// The next line must begin with this word; *rest is what follows it.
bool gg_reading_field(reading *r, const char *name, span *rest);

bool gg_span_same(span s, const char *text);
// Decimal digits without a needless zero, at most `max`.
bool gg_span_number(span s, uint64_t max, uint64_t *value);
// The next word up to a blank; what follows the blank stays.
span gg_span_word(span *rest);
// The last word; what stands before its blank stays.
span gg_span_last_word(span *rest);
// As a string; false when it is too long or has a zero byte.
bool gg_span_copy(span s, char *out, size_t cap);

#endif
