// SPDX-License-Identifier: Apache-2.0
// Areas that have outlines, as characters: every place is drawn over the rectangle it has on the
// sheet, so that rows, columns and what lies between them keep their order.
//
//            a             W            b             columns and rows of places at the edges
// 3 ╭a3 Hill─────────╮╭W3─────╮╭b3 Fields───────╮   name and ground in the frame, pieces side by
//   │(2S02a IN)(??)  ││[FB 1] ││(??)(??)        │   side below, what lies on a piece after it with
//   │                ││       ││                │   a +; a low strip is one line without a frame
//   ╰────────────────╯╰───────╯╰────────────────╯
//                         ·                         (an edge between two places)
//
// Every band of places is as high as its pieces need, up to a limit.
#include <stdio.h>
#include <string.h>

#include "host/tty/internal.h"

enum {
    COLS_LEAST = 72,
    ROWS_WISHED = 40, // longer names are used while the sheet is not higher than this
    LINES_MOST = 6,   // of pieces in one place; the rest is counted
    STRIP = 16,       // a place lower than this part of the sheet has no frame
    SAME = 64,        // places within this part of the sheet begin on the same line
    RULES_MOST = 64,  // different heights at which places begin or end
};

// The heights at which places begin and end, from above, and the row of each.
typedef struct plan {
    const gg_board_look *look;
    unsigned s;
    int cols;
    bool full; // pieces with the letters of their face behind their name
    gg_map_size rulers;
    int rules, at[RULES_MOST], row[RULES_MOST];
} plan;

typedef struct rect {
    int row, col, rows, cols;
    int from, to; // rules
    bool strip;
} rect;

static void bounds(const gg_board_look *look, unsigned s, unsigned i, int least[2], int most[2]) {
    gg_cell cell = {0};
    look->game->show.cell(look->t, s, i, &cell);
    least[0] = least[1] = INT16_MAX;
    most[0] = most[1] = INT16_MIN;
    for (unsigned k = 0; k < cell.corners; k++) {
        int at[2] = {cell.corner_x[k], cell.corner_y[k]};
        for (int axis = 0; axis < 2; axis++) {
            if (at[axis] < least[axis]) least[axis] = at[axis];
            if (at[axis] > most[axis]) most[axis] = at[axis];
        }
    }
}

static int rule_of(const plan *p, int y) {
    int same = p->look->game->surfaces[p->s].height / SAME;
    for (int k = 0; k < p->rules; k++)
        if (y >= p->at[k] - same && y <= p->at[k] + same) return k;
    return -1;
}

static void add_rule(plan *p, int y) {
    if (rule_of(p, y) >= 0 || p->rules == RULES_MOST) return;
    int k = p->rules++;
    for (; k > 0 && p->at[k - 1] > y; k--) p->at[k] = p->at[k - 1];
    p->at[k] = y;
}

static int scaled(int at, int size, int of) {
    return (at * size + of / 2) / of;
}

static rect place_of(const plan *p, unsigned i) {
    const gg_surface *surface = &p->look->game->surfaces[p->s];
    int least[2], most[2];
    bounds(p->look, p->s, i, least, most);
    rect r = {0,
              scaled(least[0], p->cols, surface->width),
              0,
              0,
              rule_of(p, least[1]),
              rule_of(p, most[1]),
              (most[1] - least[1]) * STRIP < surface->height};
    if (r.from < 0) r.from = 0;
    if (r.to < r.from) r.to = r.from;
    r.row = p->row[r.from];
    r.rows = p->row[r.to] - r.row;
    r.cols = scaled(most[0], p->cols, surface->width) - r.col;
    if (r.rows < 1) r.rows = 1;
    if (r.cols < 1) r.cols = 1;
    return r;
}

static void piece_words(const plan *p, const gg_piece *piece, char out[GG_SPOT_TEXT]) {
    (void)gg_board_piece_code(p->look, piece, p->full, out);
}

// Pieces from below to above: what carries comes before what it carries.
static unsigned pieces_of(const plan *p, unsigned i, const gg_piece *out[GG_SPOT_PIECES]) {
    gg_spot spot = {(uint8_t)p->s, false, (uint16_t)i, 0, 0, 0, 0, 0, 0};
    const gg_piece *found[GG_SPOT_PIECES];
    unsigned n = gg_board_pieces(p->look, &spot, found);
    for (unsigned k = 0; k < n; k++) out[k] = found[n - 1 - k];
    return n;
}

static int lines_needed(const plan *p, unsigned i, int width) {
    const gg_piece *pieces[GG_SPOT_PIECES];
    char text[GG_SPOT_TEXT];
    int lines = 1, col = 0;
    for (unsigned k = 0, n = pieces_of(p, i, pieces); k < n; k++) {
        piece_words(p, pieces[k], text);
        int more = gg_utf8_width(text);
        if (col > 0 && col + more > width) {
            lines++;
            col = 0;
        }
        col += more;
    }
    return lines;
}

// Makes the highest band between two rules higher until the place has so many rows.
static void stretch(plan *p, rect r, int rows) {
    int best = r.from, more = rows - (p->row[r.to] - p->row[r.from]);
    if (r.to <= r.from || more <= 0) return;
    for (int k = r.from; k < r.to; k++)
        if (p->at[k + 1] - p->at[k] > p->at[best + 1] - p->at[best]) best = k;
    for (int k = best + 1; k < p->rules; k++) p->row[k] += more;
}

// Places that span few bands first: those that span more have their rows already, or get the rest.
static int height_of(plan *p) {
    unsigned cells = p->look->game->surfaces[p->s].cells;
    memset(p->row, 0, sizeof p->row);
    for (int span = 1; span < p->rules; span++)
        for (unsigned i = 0; i < cells; i++) {
            rect r = place_of(p, i);
            if (r.to - r.from != span) continue;
            int lines = r.strip ? 1 : lines_needed(p, i, r.cols - 2);
            stretch(p, r, r.strip ? 1 : (lines > LINES_MOST ? LINES_MOST : lines) + 2);
        }
    return p->row[p->rules - 1];
}

static plan plan_of(const gg_board_look *look, unsigned s) {
    gg_map_size rulers = gg_map_rulers(look, s);
    int cols = look->cols + look->zoom * look->cols / 2, least[2], most[2];
    if (cols < COLS_LEAST) cols = COLS_LEAST;
    plan p = {look, s, cols - rulers.cols, true, rulers, 0, {0}, {0}};
    if (p.cols > GG_CANVAS_COLS_MAX) p.cols = GG_CANVAS_COLS_MAX;
    for (unsigned i = 0; i < look->game->surfaces[s].cells; i++) {
        bounds(look, s, i, least, most);
        add_rule(&p, least[1]);
        add_rule(&p, most[1]);
    }
    if (height_of(&p) > ROWS_WISHED) {
        p.full = false;
        (void)height_of(&p);
    }
    return p;
}

bool gg_sheet_fits(const gg_board_look *look, unsigned s) {
    const gg_surface *surface = &look->game->surfaces[s];
    if (surface->shape != GG_AREAS || !surface->width || !surface->height) return false;
    for (unsigned i = 0; i < surface->cells; i++) {
        gg_cell cell = {0};
        look->game->show.cell(look->t, s, i, &cell);
        if (cell.corners < 3) return false;
    }
    return surface->cells > 0;
}

gg_map_size gg_sheet_measure(const gg_board_look *look, unsigned s) {
    plan p = plan_of(look, s);
    return (gg_map_size){p.row[p.rules - 1] + 1 + p.rulers.rows, p.cols + p.rulers.cols};
}

static void draw_title(gg_board *board, const plan *p, unsigned i, rect r) {
    const gg_game *game = p->look->game;
    unsigned domain = gg_board_cell_domain(game, p->s);
    char text[GG_SPOT_TEXT];
    gg_cell cell = {0};
    int col = r.col + 1, end = r.col + r.cols - 1;
    game->show.cell(p->look->t, p->s, i, &cell);
    if (domain &&
        gg_name_into(game, p->look->t, p->look->s, domain, i, GG_FORM_TOKEN, text, sizeof text))
        col += gg_canvas_text(&board->map, r.row, col, end - col, GG_STYLE_NOTE, text);
    const gg_face *face = &game->faces[gg_board_ground(p->look, p->s, i, cell.face)];
    (void)snprintf(text, sizeof text, "%s", p->look->lang == GG_FR ? face->fr : face->en);
    if (col + 1 + gg_utf8_width(text) > end) text[strcspn(text, ",")] = '\0';
    if (col + 1 + gg_utf8_width(text) > end) return;
    gg_canvas_put(&board->map, r.row, col++, ' ', 0);
    (void)gg_canvas_text(&board->map, r.row, col, end - col, GG_STYLE_LAND, text);
}

static void draw_strip(gg_board *board, const plan *p, rect r, const gg_piece *const *pieces,
                       unsigned n) {
    char text[GG_SPOT_TEXT];
    int row = r.row + r.rows / 2, middle = r.col + r.cols / 2;
    if (!n) {
        gg_canvas_put(&board->map, row, middle, 0xb7, GG_STYLE_DIM);
        return;
    }
    piece_words(p, pieces[0], text);
    int width = gg_utf8_width(text), col = middle - width / 2;
    int least = p->rulers.cols;
    if (col + width > p->cols + least) col = p->cols + least - width;
    (void)gg_canvas_text(&board->map, row, col < least ? least : col, width,
                         gg_board_seat_style(pieces[0]->owner) | GG_STYLE_BOLD, text);
}

static void draw_pieces(gg_board *board, const plan *p, rect r, const gg_piece *const *pieces,
                        unsigned n) {
    char text[GG_SPOT_TEXT];
    int row = r.row + 1, col = r.col + 1, end = r.col + r.cols - 1;
    for (unsigned k = 0; k < n; k++) {
        piece_words(p, pieces[k], text);
        int width = gg_utf8_width(text);
        if (col > r.col + 1 && col + width > end) {
            row++;
            col = r.col + 1;
        }
        if (row >= r.row + r.rows - 1) { // no room left
            (void)snprintf(text, sizeof text, "+%u", n - k);
            (void)gg_canvas_text(&board->map, r.row + r.rows - 1, end - 4, 3, 0, text);
            return;
        }
        col += gg_canvas_text(&board->map, row, col, end - col,
                              gg_board_seat_style(pieces[k]->owner) | GG_STYLE_BOLD, text);
    }
}

// A place called by a letter and a number (a3) names its column and its row.
static void draw_rulers(gg_board *board, const plan *p, unsigned i, rect r, int top) {
    char name[64];
    unsigned domain = gg_board_cell_domain(p->look->game, p->s);
    if (!domain || !gg_name_into(p->look->game, p->look->t, p->look->s, domain, i, GG_FORM_TOKEN,
                                 name, sizeof name))
        return;
    if (!p->rulers.rows || name[1] < '0' || name[1] > '9' || name[2]) return;
    (void)gg_canvas_text(&board->map, top, r.col + r.cols / 2, 1, GG_STYLE_DIM, name);
    (void)gg_canvas_text(&board->map, r.row + 1, 0, 1, GG_STYLE_DIM, name + 1);
}

void gg_sheet_draw(gg_board *board, const gg_board_look *look, unsigned s, int top) {
    plan p = plan_of(look, s);
    for (unsigned i = 0; i < look->game->surfaces[s].cells; i++) {
        const gg_piece *pieces[GG_SPOT_PIECES];
        rect r = place_of(&p, i);
        unsigned n = pieces_of(&p, i, pieces);
        r.row += top + p.rulers.rows;
        r.col += p.rulers.cols;
        (void)gg_spot_add(board, s, i, r.strip ? r.row + r.rows / 2 : r.row, r.col,
                          r.strip ? 1 : r.rows, r.cols);
        if (r.strip) {
            draw_strip(board, &p, r, pieces, n);
            continue;
        }
        draw_rulers(board, &p, i, r, top);
        gg_map_box(&board->map, r.row, r.col, r.rows, r.cols);
        draw_title(board, &p, i, r);
        draw_pieces(board, &p, r, pieces, n);
    }
}
