// SPDX-License-Identifier: Apache-2.0
// A box over the screen with lines to read or to choose from.
#ifndef HOST_TTY_LIST_H
#define HOST_TTY_LIST_H

#include <stdbool.h>

enum { GG_LIST_NONE = -1, GG_LIST_RESIZED = -2, GG_LIST_CLOSED = -3 };

typedef struct gg_list {
    const char *title, *hint;
    const char *const *line;
    unsigned lines;
    unsigned at;  // the chosen line
    bool reading; // nothing to choose: Enter closes too
} gg_list;

// Draws the box and obeys keys until a line is chosen (its number), the box is left (GG_LIST_NONE),
// the terminal changes its size (draw what lies behind and call again) or goes away.
int gg_list_run(gg_list *list);

#endif
