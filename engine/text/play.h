// SPDX-License-Identifier: Apache-2.0
// A .play block being read. Private to engine/text: position.c makes the position, play.c obeys the
// script, expect.c looks at what is expected.
#ifndef GROGNARD_ENGINE_TEXT_PLAY_H
#define GROGNARD_ENGINE_TEXT_PLAY_H

#include "words.h"

// Bytes [at, end) of a text, `line` the number of the last line before `at`.
typedef struct gg_block {
    size_t at, end;
    unsigned line, end_line;
} gg_block;

struct gg_play {
    const char *name, *text;
    gg_block rest; // what has not been read yet
    unsigned line; // of the line last read
    unsigned head_line;
    char head[GG_PLAY_LINE_MAX + 1];
    char now[GG_PLAY_LINE_MAX + 1]; // the line last read, without blanks at either end
    gg_words words;
    gg_position position;
    void *published; // what everybody but a drafting seat sees
    void *scratch;
    gg_action *list;
    gg_events events; // of the last > or ~ line
    gg_ledger ledger;
    gg_view view;
    gg_outcome outcomes[GG_OUTCOMES_MAX];
};

// The next block of a text; false at its end. Start with a zeroed block.
bool gg_block_next(const char *text, size_t length, gg_block *block);
// The next line that says something, into play->now; GG_OK and *done at the end of the block.
gg_status gg_play_read(gg_play *play, bool *done, gg_error *error);
// Reads the position lines of play->rest and sets the position up; stops before the first other
// line.
gg_status gg_play_position_read(gg_play *play, gg_error *error);

// expect.c: each looks at one line, its words already in `rest` or cut into play->words
gg_status gg_expect_refusal(gg_play *play, int seat, char *rest, gg_error *error);
gg_status gg_expect_event(gg_play *play, bool none, const char *rest, gg_error *error);
gg_status gg_expect_ledger(gg_play *play, int viewer, char *rest, gg_error *error);
gg_status gg_expect_turn(gg_play *play, const char *rest, gg_error *error);
gg_status gg_expect_field(gg_play *play, const char *rest, gg_error *error);
gg_status gg_expect_listed(gg_play *play, bool listed, const char *rest, gg_error *error);
gg_status gg_expect_end(gg_play *play, const char *rest, gg_error *error);
gg_status gg_expect_sight(gg_play *play, gg_error *error);
// Notation at the present line.
bool gg_play_action(gg_play *play, const char *text, gg_action *action, gg_error *error);

#endif
