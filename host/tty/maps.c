// SPDX-License-Identifier: Apache-2.0
// The three shapes of map as characters.
//
// Hexes, flat-top, four columns and two rows each, every other column a row lower, the numbers of
// columns and rows at the edges:
//
//       14   15
//   06  ^^      ^^        first row: the top piece in its owner's brackets and the height of the
//       ^   [I]2^         stack, or the land; second row: the land's letter, then marks
//          ~
// Areas are boxes at their places (those with outlines: sheet.c); a plane is a map with a ruler in
// centimetres.
#include <stdio.h>
#include <string.h>

#include "host/tty/internal.h"

enum { BOX_PIECES = 3, BOX_COLS = 8, RULER = 4, HEX_EDGE = 3 };
enum { PAPER_HEX = 10, PAPER_PAIR = 11 }; // a hex with a stack, two hexes side by side

static const char *pick(const gg_board_look *look, const char *fr, const char *en) {
    return look->lang == GG_FR ? fr : en;
}

// ---------------------------------------------------------------------------------------- hexes
// Two sizes. The small one is drawn above; the large one has room for the hex's number and for what
// runs along its sides, each told by a letter of its name:
//
//   [I4-]3 r        piece, height of the stack, side towards NE
//   ^1506           land and number
//     w    r        sides towards S and SE
//
// On paper there is no cursor to ask by: every hex has its number and its land, then what stands
// there (* instead of the land of a marked place), all on one line, for the neighbours to the left
// and right have the lines between. A map too wide for the page is printed in strips.
//
//   1505*[IN]2 1705.
//        1605^      1805.*
typedef struct hex_scale {
    int cols, rows; // of a hex; two of them side by side on paper take an odd number
    int edge, head; // of the rulers
    int strip;      // columns of hexes side by side
} hex_scale;

static hex_scale hexes_of(const gg_board_look *look, const gg_surface *surface) {
    int all = surface->width ? surface->width : 1, fit = (look->cols - PAPER_HEX) * 2 / PAPER_PAIR;
    if (look->paper) return (hex_scale){6, 2, 0, 0, fit < 0 ? 1 : fit < all ? fit + 1 : all};
    return look->zoom ? (hex_scale){9, 3, HEX_EDGE, 1, all} : (hex_scale){5, 2, HEX_EDGE, 1, all};
}

static int strips_of(const gg_surface *surface, hex_scale scale) {
    return (surface->width + scale.strip - 1) / scale.strip;
}

static int strip_rows(const gg_surface *surface, hex_scale scale) {
    return surface->height * scale.rows + scale.rows / 2 + scale.head;
}

// The number of a column or a row: half of the number of its first hex, else how many it is.
static void hex_number(const gg_board_look *look, unsigned s, unsigned column, unsigned line,
                       bool of_row, char out[8]) {
    char name[32] = "";
    unsigned domain = gg_board_cell_domain(look->game, s), cell = column;
    cell = cell * look->game->surfaces[s].height + line;
    if (!domain ||
        !gg_name_into(look->game, look->t, look->s, domain, cell, GG_FORM_TOKEN, name,
                      sizeof name) ||
        strspn(name, "0123456789") != 4 || name[4])
        (void)snprintf(out, 8, "%02u", (of_row ? line : column) + 1);
    else
        (void)snprintf(out, 8, "%.2s", name + (of_row ? 2 : 0));
}

static void hex_rulers(gg_board *board, const gg_board_look *look, unsigned s, int top,
                       hex_scale scale) {
    const gg_surface *surface = &look->game->surfaces[s];
    char text[8];
    for (unsigned column = 0; scale.head && column < surface->width; column++) {
        hex_number(look, s, column, 0, false, text);
        (void)gg_canvas_text(&board->map, top, scale.edge + (int)column * scale.cols, 3,
                             GG_STYLE_DIM, text);
    }
    for (unsigned line = 0; scale.edge && line < surface->height; line++) {
        hex_number(look, s, 0, line, true, text);
        (void)gg_canvas_text(&board->map, top + scale.head + (int)line * scale.rows, 0, 3,
                             GG_STYLE_DIM, text);
    }
}

static void hex_mark(gg_canvas *c, const gg_piece *piece, int row, int col) {
    uint32_t style = gg_board_seat_style(piece->owner) | GG_STYLE_BOLD;
    if (piece->flags & (GG_P_SPENT | GG_P_GHOST | GG_P_ACTIVE))
        gg_canvas_put(c, row, col,
                      piece->flags & GG_P_ACTIVE  ? '!'
                      : piece->flags & GG_P_GHOST ? '+'
                                                  : '.',
                      style);
}

static void hex_piece(gg_canvas *c, const gg_board_look *look, const gg_piece *piece, unsigned n,
                      int row, int col) {
    char text[GG_SPOT_TEXT], count[8];
    static const char open[] = "[({<", close[] = "])}>";
    uint32_t style = gg_board_seat_style(piece->owner) | GG_STYLE_BOLD;
    bool owned = piece->owner < GG_SEATS_MAX;
    int room = look->zoom ? 6 : look->paper ? 5 : 4;
    if (look->zoom)
        (void)gg_board_piece_text(look, piece, text);
    else
        (void)snprintf(text, sizeof text, "%c%.8s%c", owned ? open[piece->owner] : ' ',
                       look->game->faces[piece->face].glyph, owned ? close[piece->owner] : ' ');
    int width = gg_canvas_text(c, row, col, room, style, text);
    if (n > 1) {
        (void)snprintf(count, sizeof count, "%u", n > 9 ? 9 : n);
        (void)gg_canvas_text(c, row, col + (width < room ? width : room - 1), 1, style, count);
    }
    if (!look->zoom && !look->paper) hex_mark(c, piece, row + 1, col + 3);
}

char gg_board_edge_sign(const gg_game *game, unsigned bit) {
    char taken[17] = "", sign = '?';
    for (unsigned i = 0; i <= bit && i < 16; i++) {
        const char *name = game->labels[game->edge_label + i].token;
        while (*name && strchr(taken, *name)) name++;
        sign = taken[i] = *name ? *name : '?';
    }
    return sign;
}

static void hex_sides(gg_canvas *c, const gg_board_look *look, const gg_cell *cell, int row,
                      int col) {
    static const struct {
        int side, row, col;
    } at[] = {{1, 0, 7}, {2, 2, 7}, {3, 2, 3}}; // NE, SE, S; the others are a neighbour's
    for (unsigned i = 0; i < 3; i++)
        for (unsigned bit = look->game->edge_labels; bit-- > 0;)
            if (cell->edge[at[i].side] >> bit & 1)
                gg_canvas_put(c, row + at[i].row, col + at[i].col,
                              (uint32_t)gg_board_edge_sign(look->game, bit), GG_STYLE_NOTE);
}

// Is there something in the hex to look at? That it lies outside the area of play, as in small
// scenarios most do, is no such thing: stars all over the map would hide the others.
static bool has_mark(const gg_game *game, const gg_cell *cell) {
    for (unsigned i = 0; i < game->tag_labels && i < 16; i++)
        if (cell->tags >> i & 1 && strcmp(game->labels[game->tag_label + i].token, "outside") != 0)
            return true;
    return false;
}

static void hex_ground(gg_canvas *c, const gg_board_look *look, unsigned s, unsigned i, int row,
                       int col, bool empty) {
    gg_cell cell = {0};
    char name[32];
    unsigned domain = gg_board_cell_domain(look->game, s);
    look->game->show.cell(look->t, s, i, &cell);
    const char *land = look->game->faces[cell.face].glyph;
    int at = col + gg_canvas_text(c, row + 1, col, 1, GG_STYLE_LAND, land);
    if (look->zoom && domain &&
        gg_name_into(look->game, look->t, look->s, domain, i, GG_FORM_TOKEN, name, sizeof name))
        at += gg_canvas_text(c, row + 1, at, 5, GG_STYLE_DIM, name);
    if (has_mark(look->game, &cell)) gg_canvas_put(c, row + 1, at, '*', GG_STYLE_NOTE);
    if (look->zoom) hex_sides(c, look, &cell, row, col);
    for (int k = 0; empty && k < (look->zoom ? 5 : 3); k++)
        (void)gg_canvas_text(c, row, col + k, 1, GG_STYLE_LAND, land);
}

// Number, land and marks of a hex on paper: where its piece goes.
static int hex_printed(gg_canvas *c, const gg_board_look *look, unsigned s, unsigned i, int row,
                       int col, bool empty) {
    gg_cell cell = {0};
    char name[32] = "";
    unsigned domain = gg_board_cell_domain(look->game, s);
    look->game->show.cell(look->t, s, i, &cell);
    if (domain)
        (void)gg_name_into(look->game, look->t, look->s, domain, i, GG_FORM_TOKEN, name,
                           sizeof name);
    col += gg_canvas_text(c, row, col, 4, GG_STYLE_DIM, name);
    bool mark = has_mark(look->game, &cell);
    if (empty || !mark)
        col += gg_canvas_text(c, row, col, 1, GG_STYLE_LAND, look->game->faces[cell.face].glyph);
    if (mark) gg_canvas_put(c, row, col++, '*', GG_STYLE_NOTE);
    return col;
}

static void hex_draw(gg_board *board, const gg_board_look *look, unsigned s, int top) {
    const gg_surface *surface = &look->game->surfaces[s];
    hex_scale scale = hexes_of(look, surface);
    hex_rulers(board, look, s, top, scale);
    for (unsigned i = 0; i < surface->cells && surface->height; i++) {
        int column = (int)(i / surface->height), line = (int)(i % surface->height);
        int col = column % scale.strip * (look->paper ? PAPER_PAIR : 2 * scale.cols) / 2;
        int row = top + column / scale.strip * (strip_rows(surface, scale) + 1) + scale.head +
                  line * scale.rows + column % 2 * (scale.rows / 2);
        const gg_piece *pieces[GG_SPOT_PIECES];
        col += scale.edge;
        gg_spot *spot = gg_spot_add(board, s, i, row, col, 2, scale.cols - 1);
        unsigned n = gg_board_pieces(look, spot, pieces);
        if (look->paper)
            col = hex_printed(&board->map, look, s, i, row, col, !n);
        else
            hex_ground(&board->map, look, s, i, row, col, !n);
        if (n) hex_piece(&board->map, look, pieces[0], n, row, col);
    }
}

// ---------------------------------------------------------------------------------------- areas
// The drawing is spread until boxes side by side, or one above the other, do not overlap. A box has
// a line for each piece of the highest stack, three at most.
typedef struct area_scale {
    int cols, rows, box, lines;
} area_scale;

static int gap(int a, int b) {
    return a > b ? a - b : b - a;
}

// The least distance between places that are neighbours sideways, and between those above another.
static void nearest(const gg_board_look *look, unsigned s, int *near_x, int *near_y) {
    const gg_surface *surface = &look->game->surfaces[s];
    *near_x = surface->width ? surface->width : 1;
    *near_y = 0;
    for (unsigned i = 0; i < surface->cells; i++)
        for (unsigned k = 0; k < i; k++) {
            gg_cell a = {0}, b = {0};
            look->game->show.cell(look->t, s, i, &a);
            look->game->show.cell(look->t, s, k, &b);
            int dx = gap(a.x, b.x), dy = gap(a.y, b.y);
            if (dx > 0 && dy * 4 < surface->height && dx < *near_x) *near_x = dx;
            if (dy > 0 && dx * 8 < surface->width && (!*near_y || dy < *near_y)) *near_y = dy;
        }
}

static int highest_stack(const gg_board_look *look, unsigned s) {
    const gg_piece *pieces[GG_SPOT_PIECES];
    int most = 1;
    for (unsigned i = 0; i < look->game->surfaces[s].cells; i++) {
        gg_spot spot = {(uint8_t)s, false, (uint16_t)i, 0, 0, 0, 0, 0, 0};
        int n = (int)gg_board_pieces(look, &spot, pieces);
        if (n > most) most = n;
    }
    return most > BOX_PIECES ? BOX_PIECES : most;
}

static area_scale areas_of(const gg_board_look *look, unsigned s) {
    const gg_surface *surface = &look->game->surfaces[s];
    int width = surface->width ? surface->width : 1, height = surface->height ? surface->height : 1;
    area_scale scale = {look->cols + look->zoom * look->cols / 2, 0, 0, highest_stack(look, s)};
    int near_x, near_y;
    nearest(look, s, &near_x, &near_y);
    scale.box = near_x * scale.cols / width - 1;
    if (scale.box < BOX_COLS) {
        scale.cols = (BOX_COLS + 1) * width / near_x;
        scale.box = BOX_COLS;
    }
    if (scale.cols > GG_CANVAS_COLS_MAX) scale.cols = GG_CANVAS_COLS_MAX;
    if (scale.box > 2 * BOX_COLS) scale.box = 2 * BOX_COLS;
    scale.rows = scale.lines + 2;
    if (near_y) scale.rows += (scale.lines + 2) * height / near_y;
    if (scale.rows > GG_CANVAS_ROWS_MAX / 2) scale.rows = GG_CANVAS_ROWS_MAX / 2;
    return scale;
}

void gg_map_box(gg_canvas *c, int row, int col, int rows, int cols) {
    for (int k = 1; k < cols - 1; k++) {
        gg_canvas_put(c, row, col + k, 0x2500, GG_STYLE_DIM);
        gg_canvas_put(c, row + rows - 1, col + k, 0x2500, GG_STYLE_DIM);
    }
    for (int k = 1; k < rows - 1; k++) {
        gg_canvas_put(c, row + k, col, 0x2502, GG_STYLE_DIM);
        gg_canvas_put(c, row + k, col + cols - 1, 0x2502, GG_STYLE_DIM);
    }
    gg_canvas_put(c, row, col, 0x256d, GG_STYLE_DIM);
    gg_canvas_put(c, row, col + cols - 1, 0x256e, GG_STYLE_DIM);
    gg_canvas_put(c, row + rows - 1, col, 0x2570, GG_STYLE_DIM);
    gg_canvas_put(c, row + rows - 1, col + cols - 1, 0x256f, GG_STYLE_DIM);
}

static void area_draw(gg_board *board, const gg_board_look *look, unsigned s, unsigned i, int top,
                      area_scale scale) {
    const gg_surface *surface = &look->game->surfaces[s];
    char text[GG_SPOT_TEXT];
    const gg_piece *pieces[GG_SPOT_PIECES];
    gg_cell cell = {0};
    int rows = scale.lines + 2;
    look->game->show.cell(look->t, s, i, &cell);
    int col = cell.x * scale.cols / (surface->width ? surface->width : 1) - scale.box / 2;
    int row = top + cell.y * (scale.rows - rows) / (surface->height ? surface->height : 1);
    if (col + scale.box > scale.cols) col = scale.cols - scale.box;
    if (col < 0) col = 0;
    gg_spot *spot = gg_spot_add(board, s, i, row, col, rows, scale.box);
    unsigned n = gg_board_pieces(look, spot, pieces), domain = gg_board_cell_domain(look->game, s);
    gg_map_box(&board->map, row, col, rows, scale.box);
    (void)gg_canvas_text(&board->map, row + rows - 1, col + 1, 2, GG_STYLE_LAND,
                         look->game->faces[cell.face].glyph);
    if (domain &&
        gg_name_into(look->game, look->t, look->s, domain, i, GG_FORM_TOKEN, text, sizeof text))
        (void)gg_canvas_text(&board->map, row, col + 1, scale.box - 2, GG_STYLE_NOTE, text);
    for (int k = 0; k < (int)n && k < scale.lines; k++) {
        (void)gg_board_piece_text(look, pieces[k], text);
        (void)gg_canvas_text(&board->map, row + 1 + k, col + 1, scale.box - 2,
                             gg_board_seat_style(pieces[k]->owner) | GG_STYLE_BOLD, text);
    }
    if ((int)n > scale.lines) {
        (void)snprintf(text, sizeof text, "+%d", (int)n - scale.lines);
        (void)gg_canvas_text(&board->map, row + rows - 1, col + scale.box - 5, 3, 0, text);
    }
}

// ---------------------------------------------------------------------------------------- plane
typedef struct plane_scale {
    int step; // millimetres of a column; a row is twice as high
    int cols, rows;
    int width, height; // of the table, without what lies outside
} plane_scale;

// A face of what is not part of this table: a plane is as large as its largest scenario needs.
static bool is_outside(const gg_board_look *look, const gg_cell *cell) {
    static const char *const word[] = {"edge", "outside", "void"};
    for (unsigned i = 0; i < sizeof word / sizeof word[0]; i++)
        if (strcmp(look->game->faces[cell->face].token, word[i]) == 0) return true;
    return false;
}

bool gg_map_outside(const gg_board_look *look, unsigned surface, unsigned i) {
    gg_cell cell = {0};
    if (!look->game->show.cell) return false;
    look->game->show.cell(look->t, surface, i, &cell);
    return is_outside(look, &cell);
}

// What a place outside leaves of the table: it lies to the right, below, or around both.
static void cut(const gg_cell *cell, int *width, int *height) {
    int left = *width, top = *height;
    for (unsigned i = 0; i < cell->corners; i++) {
        int x = cell->corner_x[i], y = cell->corner_y[i];
        if (x > 0 && y > 0 && x < *width && y < *height) {
            *width = x;
            *height = y;
            return;
        }
        if (x < left) left = x;
        if (y < top) top = y;
    }
    if (left > 0)
        *width = left;
    else if (top > 0)
        *height = top;
}

static plane_scale plane_of(const gg_board_look *look, unsigned s) {
    const gg_surface *surface = &look->game->surfaces[s];
    plane_scale scale = {.width = surface->width, .height = surface->height};
    for (unsigned i = 0; look->game->show.cell && i < surface->cells; i++) {
        gg_cell cell = {0};
        look->game->show.cell(look->t, s, i, &cell);
        if (cell.corners >= 3 && is_outside(look, &cell)) cut(&cell, &scale.width, &scale.height);
    }
    int room = look->cols - RULER > 10 ? look->cols - RULER : 10;
    scale.step = (scale.width + room - 1) / room;
    for (int z = 0; z < look->zoom; z++) scale.step = (scale.step + 1) / 2;
    if (scale.step < 1) scale.step = 1;
    scale.cols = (scale.width + scale.step - 1) / scale.step;
    scale.rows = (scale.height + 2 * scale.step - 1) / (2 * scale.step);
    return scale;
}

// Crossing number, in integers.
static bool inside(const gg_cell *cell, int x, int y) {
    bool in = false;
    for (unsigned i = 0, k = cell->corners - 1U; i < cell->corners; k = i++) {
        int ax = cell->corner_x[i], ay = cell->corner_y[i], bx = cell->corner_x[k],
            by = cell->corner_y[k];
        if ((ay > y) == (by > y)) continue;
        int64_t cross = (int64_t)(bx - ax) * (y - ay) - (int64_t)(x - ax) * (by - ay);
        if ((cross > 0) == (by > ay)) in = !in;
    }
    return in;
}

static void plane_ruler(gg_board *board, plane_scale scale, int top) {
    char text[16];
    int tick = 100; // 10 cm apart, further when characters are coarse
    while (tick / scale.step < 6) tick *= 2;
    for (int x = 0; x < scale.width; x += tick) {
        (void)snprintf(text, sizeof text, "%d", x / 10);
        (void)gg_canvas_text(&board->map, top, RULER + x / scale.step, 4, GG_STYLE_DIM, text);
    }
    while (tick / (2 * scale.step) < 2) tick *= 2;
    for (int y = 0; y < scale.height; y += tick) {
        (void)snprintf(text, sizeof text, "%3d", y / 10);
        (void)gg_canvas_text(&board->map, top + 1 + y / (2 * scale.step), 0, 3, GG_STYLE_DIM, text);
    }
}

// Along its outline as well: a wall is thinner than a character.
static void plane_outline(gg_board *board, const gg_cell *cell, const char *glyph,
                          plane_scale scale, int top) {
    for (unsigned i = 0, k = cell->corners - 1U; i < cell->corners; k = i++) {
        int ax = cell->corner_x[k], ay = cell->corner_y[k];
        int dx = cell->corner_x[i] - ax, dy = cell->corner_y[i] - ay;
        int steps = 1 + 2 * (dx < 0 ? -dx : dx) / scale.step + (dy < 0 ? -dy : dy) / scale.step;
        for (int n = 0; n <= steps; n++) {
            int x = ax + dx * n / steps, y = ay + dy * n / steps;
            if (x >= scale.width) x = scale.width - 1;
            if (y >= scale.height) y = scale.height - 1;
            (void)gg_canvas_text(&board->map, top + 1 + y / (2 * scale.step),
                                 RULER + x / scale.step, 1, GG_STYLE_LAND, glyph);
        }
    }
}

static void plane_scenery(gg_board *board, const gg_board_look *look, unsigned s, plane_scale scale,
                          int top) {
    const gg_surface *surface = &look->game->surfaces[s];
    for (unsigned i = 0; i < surface->cells; i++) {
        gg_cell cell = {0};
        look->game->show.cell(look->t, s, i, &cell);
        const char *glyph = look->game->faces[cell.face].glyph;
        if (cell.corners < 3 || is_outside(look, &cell)) continue;
        plane_outline(board, &cell, glyph, scale, top);
        for (int row = 0; row < scale.rows; row++)
            for (int col = 0; col < scale.cols; col++)
                if (inside(&cell, col * scale.step + scale.step / 2,
                           2 * row * scale.step + scale.step))
                    (void)gg_canvas_text(&board->map, top + 1 + row, RULER + col, 1, GG_STYLE_LAND,
                                         glyph);
    }
}

// One letter a figure: capital for the first seat, small for the second, underlined for others, so
// that two figures a base apart stay two.
static void plane_piece(gg_board *board, const gg_board_look *look, const gg_piece *piece,
                        plane_scale scale, int top) {
    const char *glyph = look->game->faces[piece->face].glyph;
    uint32_t code = gg_utf8_next(&glyph), style = gg_board_seat_style(piece->owner) | GG_STYLE_BOLD;
    if (piece->owner == 0 && code >= 'a' && code <= 'z') code -= 'a' - 'A';
    if (piece->owner == 1 && code >= 'A' && code <= 'Z') code += 'a' - 'A';
    if (piece->owner > 1) style |= GG_STYLE_UNDERLINE;
    if (piece->flags & GG_P_ACTIVE) style |= GG_STYLE_UNDERLINE;
    if (piece->flags & GG_P_GHOST) code = '+';
    gg_canvas_put(&board->map, top + 1 + piece->y / (2 * scale.step), RULER + piece->x / scale.step,
                  code, style);
}

static void plane_draw(gg_board *board, const gg_board_look *look, unsigned s, int top) {
    plane_scale scale = plane_of(look, s);
    plane_ruler(board, scale, top);
    for (int row = 0; row < scale.rows; row++)
        for (int col = 0; col < scale.cols; col++) {
            gg_canvas_put(&board->map, top + 1 + row, RULER + col, 0xb7, GG_STYLE_DIM);
            gg_spot *spot = gg_spot_add(board, s, GG_NO_CELL, top + 1 + row, RULER + col, 1, 1);
            spot->x = (int16_t)(col * scale.step + scale.step / 2);
            spot->y = (int16_t)(2 * row * scale.step + scale.step);
        }
    plane_scenery(board, look, s, scale, top);
    for (unsigned i = 0; i < look->view->pieces; i++)
        if (look->view->piece[i].surface == s)
            plane_piece(board, look, &look->view->piece[i], scale, top);
}

// ------------------------------------------------------------------------------------------ all
static bool titled(const gg_board_look *look) {
    unsigned maps = 0;
    for (unsigned s = 0; s < look->game->n_surfaces; s++)
        maps += look->game->surfaces[s].shape <= GG_PLANE;
    return maps > 1;
}

gg_map_size gg_map_measure(const gg_board_look *look, unsigned s) {
    const gg_surface *surface = &look->game->surfaces[s];
    gg_map_size size = {0, 0};
    if (surface->shape == GG_HEXES) {
        hex_scale scale = hexes_of(look, surface);
        size = (gg_map_size){strips_of(surface, scale) * (strip_rows(surface, scale) + 1),
                             scale.edge + scale.strip * scale.cols};
    } else if (gg_sheet_fits(look, s)) {
        size = gg_sheet_measure(look, s);
    } else if (surface->shape == GG_AREAS) {
        area_scale scale = areas_of(look, s);
        size = (gg_map_size){scale.rows, scale.cols};
    } else {
        plane_scale scale = plane_of(look, s);
        size = (gg_map_size){scale.rows + 1, scale.cols + RULER};
    }
    size.rows += titled(look) ? 2 : 0;
    return size;
}

gg_map_size gg_map_rulers(const gg_board_look *look, unsigned s) {
    const gg_surface *surface = &look->game->surfaces[s];
    if (titled(look) || look->paper) return (gg_map_size){0, 0};
    if (surface->shape == GG_HEXES) return (gg_map_size){1, HEX_EDGE};
    if (surface->shape == GG_PLANE) return (gg_map_size){1, RULER};
    if (gg_sheet_fits(look, s)) return (gg_map_size){1, 2};
    return (gg_map_size){0, 0};
}

void gg_map_draw(gg_board *board, const gg_board_look *look, unsigned s, int row) {
    const gg_surface *surface = &look->game->surfaces[s];
    if (titled(look))
        (void)gg_canvas_text(&board->map, row++, 0, look->cols,
                             GG_STYLE_BOLD | gg_board_seat_style(surface->owner),
                             pick(look, surface->fr, surface->en));
    if (surface->shape == GG_HEXES) hex_draw(board, look, s, row);
    if (surface->shape == GG_PLANE) plane_draw(board, look, s, row);
    if (surface->shape != GG_AREAS) return;
    if (gg_sheet_fits(look, s)) {
        gg_sheet_draw(board, look, s, row);
        return;
    }
    area_scale scale = areas_of(look, s);
    for (unsigned i = 0; i < surface->cells; i++) area_draw(board, look, s, i, row, scale);
}
