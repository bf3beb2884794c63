// SPDX-License-Identifier: Apache-2.0
// One line being typed: editing keys and history. Knows no terminal and no game.
#ifndef HOST_TTY_LINE_H
#define HOST_TTY_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { GG_LINE_MAX = 256, GG_LINE_HISTORY = 50 };

typedef struct gg_line {
    char text[GG_LINE_MAX]; // UTF-8
    size_t length, at;      // bytes; `at` lies between two characters
    char history[GG_LINE_HISTORY][GG_LINE_MAX];
    unsigned kept;   // lines in the history
    unsigned behind; // how many lines back we are looking; 0 = the new one
    char fresh[GG_LINE_MAX];
} gg_line;

void gg_line_clear(gg_line *line);
void gg_line_set(gg_line *line, const char *text);
// True when the key was an editing key or a character.
bool gg_line_key(gg_line *line, int key);
void gg_line_remember(gg_line *line); // into the history
int gg_line_column(const gg_line *line);

#endif
