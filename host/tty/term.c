// SPDX-License-Identifier: Apache-2.0
// The terminal through ncursesw.
#define NCURSES_WIDECHAR 1
#include "host/tty/term.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static bool coloured;

// Wide characters need a UTF-8 locale. Where none is set, the one every system has is taken: games
// are named with accents.
static void want_utf8(void) {
    if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return;
    if (!setlocale(LC_CTYPE, "C.UTF-8")) (void)setlocale(LC_CTYPE, "C.utf8");
}

static void want_colours(void) {
    static const short colours[] = {COLOR_CYAN,    COLOR_RED,   COLOR_YELLOW,
                                    COLOR_MAGENTA, COLOR_GREEN, COLOR_BLUE};
    coloured = has_colors() && !getenv("NO_COLOR") && start_color() == OK;
    if (!coloured) return;
    (void)use_default_colors();
    for (short i = 0; i < (short)(sizeof colours / sizeof colours[0]); i++)
        (void)init_pair((short)(i + 1), colours[i], -1);
}

bool gg_term_open(void) {
    want_utf8();
    if (!getenv("TERM") || strcmp(getenv("TERM"), "dumb") == 0) return false;
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) return false;
    (void)set_term(screen);
    (void)raw(); // Ctrl-C is a key: leaving saves first
    (void)noecho();
    (void)nonl();
    (void)set_escdelay(25);
    (void)keypad(stdscr, TRUE);
    want_colours();
    return true;
}

void gg_term_close(void) {
    (void)endwin();
}

void gg_term_size(int *rows, int *cols) {
    getmaxyx(stdscr, *rows, *cols);
}

void gg_term_erase(void) {
    (void)erase();
}

void gg_term_redraw(void) {
    (void)clearok(stdscr, TRUE);
}

static attr_t attributes(uint32_t style) {
    attr_t attr = A_NORMAL;
    if (style & GG_STYLE_BOLD) attr |= A_BOLD;
    if (style & GG_STYLE_DIM) attr |= A_DIM;
    if (style & GG_STYLE_UNDERLINE) attr |= A_UNDERLINE;
    if (style & GG_STYLE_REVERSE) attr |= A_REVERSE;
    return attr;
}

static void put(int row, int col, uint32_t code, uint32_t style) {
    wchar_t text[2] = {code < ' ' ? L' ' : (wchar_t)code, L'\0'};
    cchar_t cell;
    short pair = coloured ? (short)(style & GG_STYLE_COLOUR) : 0;
    if (setcchar(&cell, text, attributes(style), pair, NULL) == OK)
        (void)mvadd_wch(row, col, &cell);
}

void gg_term_canvas(const gg_canvas *canvas, int from_row, int from_col, int row, int col, int rows,
                    int cols) {
    for (int r = 0; r < rows && from_row + r < canvas->rows; r++)
        for (int c = 0; c < cols && from_col + c < canvas->cols; c++) {
            if (from_row + r < 0 || from_col + c < 0) continue;
            const gg_glyph *glyph =
                &canvas->at[(size_t)(from_row + r) * (size_t)canvas->cols + (size_t)(from_col + c)];
            if (glyph->code || glyph->style) put(row + r, col + c, glyph->code, glyph->style);
        }
}

int gg_term_text(int row, int col, int width, uint32_t style, const char *text) {
    int n = 0;
    for (uint32_t code; n < width && (code = gg_utf8_next(&text)) != 0;)
        put(row, col + n++, code, style);
    return n;
}

void gg_term_fill(int row, int col, int width, uint32_t style, const char *text) {
    for (int n = gg_term_text(row, col, width, style, text); n < width; n++)
        put(row, col + n, ' ', style);
}

void gg_term_cursor(int row, int col) {
    (void)curs_set(row < 0 ? 0 : 1);
    if (row >= 0) (void)move(row, col);
}

static int special(wint_t key) {
    static const struct {
        wint_t from;
        int to;
    } keys[] = {
        {KEY_UP, GG_KEY_UP},         {KEY_DOWN, GG_KEY_DOWN},
        {KEY_LEFT, GG_KEY_LEFT},     {KEY_RIGHT, GG_KEY_RIGHT},
        {KEY_HOME, GG_KEY_HOME},     {KEY_END, GG_KEY_END},
        {KEY_PPAGE, GG_KEY_PAGE_UP}, {KEY_NPAGE, GG_KEY_PAGE_DOWN},
        {KEY_DC, GG_KEY_DELETE},     {KEY_BACKSPACE, GG_KEY_BACKSPACE},
        {KEY_BTAB, GG_KEY_BACKTAB},  {KEY_F(1), GG_KEY_F1},
        {KEY_RESIZE, GG_KEY_RESIZE}, {KEY_ENTER, GG_KEY_ENTER},
    };
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].from == key) return keys[i].to;
    return GG_KEY_NONE;
}

int gg_term_key(void) {
    wint_t key = 0;
    (void)refresh();
    int kind = get_wch(&key);
    if (kind == ERR) return GG_KEY_CLOSED;
    if (kind == KEY_CODE_YES) return special(key);
    if (key == '\r') return GG_KEY_ENTER;
    if (key == 127 || key == 8) return GG_KEY_BACKSPACE;
    return (int)key;
}
