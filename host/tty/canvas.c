// SPDX-License-Identifier: Apache-2.0
// A sheet of characters. Every character is taken as one column wide, except combining marks, which
// are dropped: games name things in Latin letters.
#include "host/tty/canvas.h"

#include <stdlib.h>
#include <string.h>

gg_status gg_canvas_open(gg_canvas *canvas, int rows, int cols) {
    if (rows < 1) rows = 1;
    if (cols < 1) cols = 1;
    if (rows > GG_CANVAS_ROWS_MAX) rows = GG_CANVAS_ROWS_MAX;
    if (cols > GG_CANVAS_COLS_MAX) cols = GG_CANVAS_COLS_MAX;
    canvas->at = calloc((size_t)rows * (size_t)cols, sizeof *canvas->at);
    canvas->rows = canvas->at ? rows : 0;
    canvas->cols = canvas->at ? cols : 0;
    return canvas->at ? GG_OK : GG_NO_MEMORY;
}

void gg_canvas_close(gg_canvas *canvas) {
    free(canvas->at);
    memset(canvas, 0, sizeof *canvas);
}

static gg_glyph *spot_or_null(const gg_canvas *canvas, int row, int col) {
    if (row < 0 || col < 0 || row >= canvas->rows || col >= canvas->cols) return NULL;
    return &canvas->at[(size_t)row * (size_t)canvas->cols + (size_t)col];
}

void gg_canvas_put(gg_canvas *canvas, int row, int col, uint32_t code, uint32_t style) {
    gg_glyph *glyph = spot_or_null(canvas, row, col);
    if (glyph) *glyph = (gg_glyph){code, style};
}

void gg_canvas_style(gg_canvas *canvas, int row, int col, int rows, int cols, uint32_t style) {
    for (int r = row; r < row + rows; r++)
        for (int c = col; c < col + cols; c++) {
            gg_glyph *glyph = spot_or_null(canvas, r, c);
            if (glyph) glyph->style |= style;
        }
}

uint32_t gg_utf8_next(const char **text) {
    const unsigned char *at = (const unsigned char *)*text;
    unsigned n = at[0] < 0x80       ? 1
                 : at[0] >> 5 == 6  ? 2
                 : at[0] >> 4 == 14 ? 3
                 : at[0] >> 3 == 30 ? 4
                                    : 0;
    if (!at[0]) return 0;
    uint32_t code = n == 1 ? at[0] : n ? at[0] & (0x7fU >> n) : '?';
    for (unsigned i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            n = 0;
            break;
        }
        code = code << 6 | (at[i] & 0x3fU);
    }
    *text += n ? n : 1;
    return !n || code < 0x20 || (code >= 0x7f && code < 0xa0) ? '?' : code;
}

static bool combining(uint32_t code) {
    return (code >= 0x300 && code < 0x370) || (code >= 0x200b && code <= 0x200f) ||
           (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

int gg_utf8_width(const char *text) {
    int width = 0;
    for (uint32_t code; (code = gg_utf8_next(&text)) != 0;) width += !combining(code);
    return width;
}

size_t gg_utf8_put(uint32_t code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)((0xf00 >> n & 0xff) | code);
    return n;
}

int gg_canvas_text(gg_canvas *canvas, int row, int col, int width, uint32_t style,
                   const char *text) {
    int n = 0;
    for (uint32_t code; n < width && (code = gg_utf8_next(&text)) != 0;)
        if (!combining(code)) gg_canvas_put(canvas, row, col + n++, code, style);
    return n;
}

size_t gg_canvas_row_into(const gg_canvas *canvas, int row, char *out, size_t cap) {
    size_t n = 0;
    int end = canvas->cols;
    while (end > 0 && spot_or_null(canvas, row, end - 1)->code <= ' ') end--;
    for (int col = 0; col < end && n + 5 < cap; col++) {
        uint32_t code = spot_or_null(canvas, row, col)->code;
        n += gg_utf8_put(code ? code : ' ', out + n);
    }
    out[n] = '\0';
    return n;
}
