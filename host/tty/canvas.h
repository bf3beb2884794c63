// SPDX-License-Identifier: Apache-2.0
// A sheet of characters with styles, drawn upon before anything reaches a terminal: the same sheet
// is printed as plain lines, shown by ncurses through a window that scrolls, or looked at by a
// test.
#ifndef HOST_TTY_CANVAS_H
#define HOST_TTY_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grognard/status.h"

enum { GG_CANVAS_ROWS_MAX = 1000, GG_CANVAS_COLS_MAX = 2000 };

// Low three bits: a colour (0 = none, 1 + seat, or one of the two below); the rest are attributes.
// Colour never says anything alone: brackets, letters and marks say it too.
enum {
    GG_STYLE_SEAT = 1, // 1 .. 4
    GG_STYLE_LAND = 5,
    GG_STYLE_NOTE = 6,
    GG_STYLE_COLOUR = 7,
    GG_STYLE_BOLD = 8,
    GG_STYLE_DIM = 16,
    GG_STYLE_UNDERLINE = 32,
    GG_STYLE_REVERSE = 64,
};

typedef struct gg_glyph {
    uint32_t code; // 0 = blank
    uint32_t style;
} gg_glyph;

typedef struct gg_canvas {
    int rows, cols;
    gg_glyph *at;
} gg_canvas;

gg_status gg_canvas_open(gg_canvas *canvas, int rows, int cols);
void gg_canvas_close(gg_canvas *canvas);
void gg_canvas_put(gg_canvas *canvas, int row, int col, uint32_t code, uint32_t style);
// Adds attributes to a rectangle.
void gg_canvas_style(gg_canvas *canvas, int row, int col, int rows, int cols, uint32_t style);
// Writes UTF-8, at most `width` columns; control characters become '?'. Returns columns written.
int gg_canvas_text(gg_canvas *canvas, int row, int col, int width, uint32_t style,
                   const char *text);
// One row as UTF-8 without blanks at its end; returns its length.
size_t gg_canvas_row_into(const gg_canvas *canvas, int row, char *out, size_t cap);

// The next character of UTF-8 text; bad bytes read as '?', controls too. Moves *text on.
uint32_t gg_utf8_next(const char **text);
size_t gg_utf8_put(uint32_t code, char out[4]);
int gg_utf8_width(const char *text); // columns

#endif
