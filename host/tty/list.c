// SPDX-License-Identifier: Apache-2.0
// A box over the screen with lines to read or to choose from.
#include "host/tty/list.h"

#include "host/tty/term.h"

typedef struct frame {
    int row, col, rows, cols; // of the inside
} frame;

static frame measure(const gg_list *list) {
    int rows, cols, widest = gg_utf8_width(list->title) + 2;
    gg_term_size(&rows, &cols);
    if (gg_utf8_width(list->hint) > widest) widest = gg_utf8_width(list->hint);
    for (unsigned i = 0; i < list->lines; i++)
        if (gg_utf8_width(list->line[i]) > widest) widest = gg_utf8_width(list->line[i]);
    frame f = {0, 0, (int)list->lines, widest + 2};
    if (f.rows > rows - 4) f.rows = rows - 4;
    if (f.rows < 1) f.rows = 1;
    if (f.cols > cols - 4) f.cols = cols - 4;
    f.row = (rows - f.rows - 2) / 2 + 1;
    f.col = (cols - f.cols - 2) / 2 + 1;
    return f;
}

static void edge(int row, const frame *f, const char *left, const char *right, const char *text) {
    int end = f->col + f->cols;
    (void)gg_term_text(row, f->col - 1, 1, GG_STYLE_BOLD, left);
    for (int c = f->col; c < end; c++) (void)gg_term_text(row, c, 1, GG_STYLE_BOLD, "─");
    (void)gg_term_text(row, end, 1, GG_STYLE_BOLD, right);
    (void)gg_term_text(row, f->col + 1, f->cols - 2, GG_STYLE_BOLD, text);
}

static void draw(const gg_list *list, unsigned top) {
    frame f = measure(list);
    edge(f.row - 1, &f, "╭", "╮", list->title);
    for (int r = 0; r < f.rows; r++) {
        unsigned i = top + (unsigned)r;
        bool chosen = i == list->at && !list->reading;
        (void)gg_term_text(f.row + r, f.col - 1, 1, GG_STYLE_BOLD, "│");
        gg_term_fill(f.row + r, f.col, 1, chosen ? GG_STYLE_REVERSE : 0, chosen ? ">" : " ");
        gg_term_fill(f.row + r, f.col + 1, f.cols - 1, chosen ? GG_STYLE_REVERSE : 0,
                     i < list->lines ? list->line[i] : "");
        (void)gg_term_text(f.row + r, f.col + f.cols, 1, GG_STYLE_BOLD,
                           i + 1 < list->lines && r + 1 == f.rows ? "▼"
                           : top && !r                            ? "▲"
                                                                  : "│");
    }
    edge(f.row + f.rows, &f, "╰", "╯", list->hint);
    gg_term_cursor(-1, 0);
}

static void move(gg_list *list, unsigned *top, int by, int rows) {
    int limit = list->reading ? (int)list->lines - rows : (int)list->lines - 1;
    int at = (int)(list->reading ? *top : list->at) + by;
    if (at > limit) at = limit;
    if (at < 0) at = 0;
    if (list->reading) {
        *top = (unsigned)at;
        return;
    }
    list->at = (unsigned)at;
    if (list->at < *top) *top = list->at;
    if (list->at >= *top + (unsigned)rows) *top = list->at - (unsigned)rows + 1;
}

int gg_list_run(gg_list *list) {
    unsigned top = 0;
    for (;;) {
        int rows = measure(list).rows;
        move(list, &top, 0, rows);
        draw(list, top);
        int key = gg_term_key();
        switch (key) {
        case GG_KEY_UP:
        case 'k': move(list, &top, -1, rows); break;
        case GG_KEY_DOWN:
        case 'j': move(list, &top, 1, rows); break;
        case GG_KEY_PAGE_UP: move(list, &top, -rows, rows); break;
        case ' ':
        case GG_KEY_PAGE_DOWN: move(list, &top, rows, rows); break;
        case GG_KEY_HOME: move(list, &top, -(int)list->lines, rows); break;
        case GG_KEY_END: move(list, &top, (int)list->lines, rows); break;
        case GG_KEY_ENTER: return list->reading || !list->lines ? GG_LIST_NONE : (int)list->at;
        case GG_KEY_ESCAPE:
        case GG_CTRL('c'):
        case 'q': return GG_LIST_NONE;
        case GG_KEY_RESIZE: return GG_LIST_RESIZED;
        case GG_KEY_CLOSED: return GG_LIST_CLOSED;
        default:
            if (!list->reading && key >= '1' && key <= '9' && (unsigned)(key - '1') < list->lines)
                return key - '1';
        }
    }
}
