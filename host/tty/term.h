// SPDX-License-Identifier: Apache-2.0
// The terminal through ncursesw: open, draw, read a key, close. Everything drawn goes through
// canvas characters, so no control byte of a file or a name reaches the terminal.
#ifndef HOST_TTY_TERM_H
#define HOST_TTY_TERM_H

#include "host/tty/canvas.h"

// Keys are Unicode characters, control characters as they are, or one of these.
enum {
    GG_KEY_NONE = 0x200000,
    GG_KEY_UP,
    GG_KEY_DOWN,
    GG_KEY_LEFT,
    GG_KEY_RIGHT,
    GG_KEY_HOME,
    GG_KEY_END,
    GG_KEY_PAGE_UP,
    GG_KEY_PAGE_DOWN,
    GG_KEY_DELETE,
    GG_KEY_BACKSPACE,
    GG_KEY_BACKTAB,
    GG_KEY_F1,
    GG_KEY_RESIZE,
    GG_KEY_CLOSED, // the terminal has gone away
    GG_KEY_ENTER = '\n',
    GG_KEY_TAB = '\t',
    GG_KEY_ESCAPE = 27,
};
#define GG_CTRL(letter) ((letter) - 'a' + 1)

bool gg_term_open(void); // false: this terminal cannot do it
void gg_term_close(void);
void gg_term_size(int *rows, int *cols);
void gg_term_erase(void);
void gg_term_redraw(void); // everything again, whatever the terminal thinks it shows
// The part of a sheet from (from_row, from_col), rows x cols of it, at (row, col).
void gg_term_canvas(const gg_canvas *canvas, int from_row, int from_col, int row, int col, int rows,
                    int cols);
// Text cut to `width` columns; returns the columns used. gg_term_fill pads with blanks.
int gg_term_text(int row, int col, int width, uint32_t style, const char *text);
void gg_term_fill(int row, int col, int width, uint32_t style, const char *text);
void gg_term_cursor(int row, int col); // row < 0: hidden
int gg_term_key(void);                 // shows what was drawn, then waits

#endif
