// SPDX-License-Identifier: Apache-2.0
// The board as characters: sizes, the tray of rows, piles and tracks, and the names of things.
#include "host/tty/board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/tty/internal.h"

enum {
    NAME_BYTES = 64,
    CODE_LONGEST = 8, // a longer name does not serve as a code
    PILE_NAMED = 8,   // heaps of at most so many tell what lies there
};

static const char *pick(const gg_board_look *look, const char *fr, const char *en) {
    return look->lang == GG_FR ? fr : en;
}

// Words of the game's tables as they are printed.
static size_t typeset(const gg_board_look *look, const char *words, char out[GG_SPOT_TEXT]) {
    gg_out text;
    gg_out_init(&text, out, GG_SPOT_TEXT);
    gg_typeset(&text, words, look->lang);
    return text.length;
}

uint32_t gg_board_seat_style(unsigned owner) {
    return owner < GG_SEATS_MAX ? GG_STYLE_SEAT + owner : 0;
}

unsigned gg_board_cell_domain(const gg_game *game, unsigned surface) {
    for (unsigned d = GG_D_FIRST; d < game->n_domains; d++)
        if (game->domains[d].kind == GG_K_CELL && game->domains[d].surface == surface) return d;
    return 0;
}

// ---------------------------------------------------------------------------------------- names
static const char open[] = "[({<", close[] = "])}>";

static void say_marks(const gg_piece *piece, gg_out *text) {
    // A hidden face says by itself that it lies face down.
    if (piece->flags & GG_P_BACK && !(piece->handle & GG_HANDLE_HIDDEN)) gg_out_text(text, "▾");
    if (piece->flags & GG_P_REDUCED) gg_out_char(text, '-');
    if (piece->flags & GG_P_SPENT) gg_out_char(text, '.');
    if (piece->flags & GG_P_CUT) gg_out_char(text, '*');
    if (piece->flags & GG_P_ACTIVE) gg_out_char(text, '!');
    if (piece->flags & GG_P_GHOST) gg_out_char(text, '+');
}

size_t gg_board_piece_text(const gg_board_look *look, const gg_piece *piece,
                           char out[GG_SPOT_TEXT]) {
    const gg_face *face = &look->game->faces[piece->face];
    gg_out text;
    bool owned = piece->owner < GG_SEATS_MAX;
    gg_out_init(&text, out, GG_SPOT_TEXT);
    if (owned) gg_out_char(&text, open[piece->owner]);
    gg_out_text(&text, face->glyph);
    if (face->value_en && *face->value_en != ',' && piece->value[0] != GG_NO_VALUE)
        gg_out_format(&text, "%d", piece->value[0]);
    say_marks(piece, &text);
    if (owned) gg_out_char(&text, close[piece->owner]);
    return text.length;
}

static unsigned piece_domain(const gg_game *game) {
    for (unsigned d = GG_D_FIRST; !game->piece_domain && d < game->n_domains; d++)
        if (game->domains[d].kind == GG_K_PIECE) return d;
    return game->piece_domain;
}

static bool identified(const gg_board_look *look, const gg_piece *piece, gg_form form,
                       char name[NAME_BYTES]) {
    return !(piece->handle & GG_HANDLE_HIDDEN) && piece_domain(look->game) &&
           gg_name_into(look->game, look->t, look->s, piece_domain(look->game), piece->handle, form,
                        name, NAME_BYTES);
}

size_t gg_board_piece_code(const gg_board_look *look, const gg_piece *piece, bool full,
                           char out[GG_SPOT_TEXT]) {
    gg_out text;
    char name[NAME_BYTES];
    bool owned = piece->owner < GG_SEATS_MAX;
    if (!identified(look, piece, GG_FORM_TOKEN, name) || strlen(name) > CODE_LONGEST)
        return gg_board_piece_text(look, piece, out);
    gg_out_init(&text, out, GG_SPOT_TEXT);
    if (owned) gg_out_char(&text, open[piece->owner]);
    if (piece->on != GG_NO_HANDLE) gg_out_char(&text, '+');
    gg_out_text(&text, name);
    if (full) gg_out_format(&text, " %s", look->game->faces[piece->face].glyph);
    say_marks(piece, &text);
    if (owned) gg_out_char(&text, close[piece->owner]);
    return text.length;
}

static void say_values(const gg_board_look *look, const gg_piece *piece, gg_out *text) {
    const gg_face *face = &look->game->faces[piece->face];
    const char *names = pick(look, face->value_fr, face->value_en);
    for (unsigned i = 0; names && *names && i < GG_PIECE_VALUES; i++) {
        size_t length = strcspn(names, ",");
        if (length) gg_out_format(text, ", %.*s ", (int)length, names);
        if (length && piece->value[i] == GG_NO_VALUE)
            gg_out_text(text, "–");
        else if (length)
            gg_out_format(text, "%d", piece->value[i]);
        names += length + (names[length] == ',');
        while (*names == ' ') names++;
    }
}

size_t gg_board_piece_called(const gg_board_look *look, const gg_piece *piece,
                             char out[GG_SPOT_TEXT]) {
    const gg_face *face = &look->game->faces[piece->face];
    char token[NAME_BYTES], name[NAME_BYTES], words[GG_SPOT_TEXT];
    if (!identified(look, piece, GG_FORM_TOKEN, token))
        return typeset(look, pick(look, face->fr, face->en), out);
    bool named = identified(look, piece, (gg_form)look->lang, name) && strcmp(name, token) != 0;
    (void)snprintf(words, sizeof words, "%s%s%s", token, named ? " " : "", named ? name : "");
    return typeset(look, words, out);
}

static bool says_about(const gg_board_look *look, const gg_piece *piece, char out[GG_SPOT_TEXT]) {
    char name[NAME_BYTES];
    const gg_game *game = look->game;
    return game->show.about && identified(look, piece, GG_FORM_TOKEN, name) &&
           game->show.about(look->t, piece_domain(game), piece->handle, look->lang, out,
                            GG_SPOT_TEXT);
}

size_t gg_board_piece_about(const gg_board_look *look, const gg_piece *piece,
                            char out[GG_SPOT_TEXT]) {
    char words[GG_SPOT_TEXT];
    if (!says_about(look, piece, words)) words[0] = '\0';
    return typeset(look, words, out);
}

size_t gg_board_piece_kind(const gg_board_look *look, const gg_piece *piece,
                           char out[GG_SPOT_TEXT]) {
    const gg_face *face = &look->game->faces[piece->face];
    gg_out text;
    char name[NAME_BYTES], words[GG_SPOT_TEXT];
    bool known = identified(look, piece, GG_FORM_TOKEN, name);
    gg_out_init(&text, words, sizeof words);
    if (known) (void)gg_board_piece_called(look, piece, out);
    if (known) gg_out_format(&text, "%s%s", out, strcmp(name, out) == 0 ? " " : ", ");
    gg_out_text(&text, pick(look, face->fr, face->en));
    // Words about it say what is printed; how much of that is left only the values say.
    if (!known || !look->game->show.about || piece->flags & GG_P_REDUCED)
        say_values(look, piece, &text);
    return typeset(look, words, out);
}

size_t gg_board_piece_name(const gg_board_look *look, const gg_piece *piece,
                           char out[GG_SPOT_TEXT]) {
    char about[GG_SPOT_TEXT];
    size_t n = gg_board_piece_kind(look, piece, out);
    if (gg_board_piece_about(look, piece, about))
        (void)snprintf(out + n, GG_SPOT_TEXT - n, ". %s", about);
    return strlen(out);
}

// What runs along the sides of a hex, side by side.
static void say_sides(const gg_board_look *look, const gg_cell *cell, gg_out *text) {
    static const char *const fr[] = {"N", "NE", "SE", "S", "SO", "NO"};
    static const char *const en[] = {"N", "NE", "SE", "S", "SW", "NW"};
    for (unsigned bit = 0; bit < look->game->edge_labels && bit < 16; bit++) {
        const gg_label *label = &look->game->labels[look->game->edge_label + bit];
        bool any = false;
        for (unsigned side = 0; side < GG_CELL_EDGES; side++) {
            if (!(cell->edge[side] >> bit & 1)) continue;
            if (!any) gg_out_format(text, ", %s", pick(look, label->fr, label->en));
            gg_out_format(text, " %s", pick(look, fr[side], en[side]));
            any = true;
        }
    }
}

unsigned gg_board_ground(const gg_board_look *look, unsigned surface, unsigned cell,
                         unsigned face) {
    for (unsigned i = 0; i < look->view->pieces; i++) {
        const gg_piece *piece = &look->view->piece[i];
        if (piece->flags & GG_P_GROUND && piece->surface == surface && piece->cell == cell)
            return piece->face;
    }
    return face;
}

// "1410", and when people call it something else, that too: "1410 Bautzen West", "hq1 HQ 1".
static bool say_cell(const gg_board_look *look, unsigned domain, unsigned cell, gg_out *text) {
    char token[NAME_BYTES], name[NAME_BYTES], also[NAME_BYTES + 4];
    if (!domain || !gg_name_into(look->game, look->t, look->s, domain, cell, GG_FORM_TOKEN, token,
                                 sizeof token))
        return false;
    gg_out_text(text, token);
    if (!gg_name_into(look->game, look->t, look->s, domain, cell, (gg_form)look->lang, name,
                      sizeof name))
        return true;
    (void)snprintf(also, sizeof also, " (%s)", token);
    char *again = strstr(name, also);
    if (again) *again = '\0';
    if (strcmp(name, token) != 0) gg_out_format(text, " %s", name);
    return true;
}

size_t gg_board_spot_name(const gg_board_look *look, const gg_spot *spot, char out[GG_SPOT_TEXT]) {
    const gg_game *game = look->game;
    const gg_surface *surface = &game->surfaces[spot->surface];
    unsigned domain = gg_board_cell_domain(game, spot->surface);
    char words[GG_SPOT_TEXT];
    gg_out text;
    gg_out_init(&text, words, sizeof words);
    if (spot->cell == GG_NO_CELL) {
        gg_out_format(&text, "%d.%d %d.%d cm", spot->x / 10, spot->x % 10, spot->y / 10,
                      spot->y % 10);
        return typeset(look, words, out);
    }
    if (!say_cell(look, domain, spot->cell, &text))
        gg_out_text(&text, pick(look, surface->fr, surface->en));
    if (spot->tray || !game->show.cell) return typeset(look, words, out);
    gg_cell cell = {0};
    game->show.cell(look->t, spot->surface, spot->cell, &cell);
    const gg_face *face = &game->faces[gg_board_ground(look, spot->surface, spot->cell, cell.face)];
    gg_out_format(&text, ", %s", pick(look, face->fr, face->en));
    for (unsigned i = 0; i < game->tag_labels && i < 16; i++)
        if (cell.tags >> i & 1) {
            const gg_label *label = &game->labels[game->tag_label + i];
            gg_out_format(&text, ", %s", pick(look, label->fr, label->en));
        }
    say_sides(look, &cell, &text);
    return typeset(look, words, out);
}

size_t gg_board_gauge_text(const gg_board_look *look, const gg_gauge *gauge,
                           char out[GG_SPOT_TEXT]) {
    const gg_label *label = &look->game->labels[gauge->label];
    gg_out text;
    char words[GG_SPOT_TEXT];
    gg_out_init(&text, words, sizeof words);
    gg_out_text(&text, pick(look, label->fr, label->en));
    if (gauge->owner < look->game->seats) {
        const gg_name *seat = &look->game->seat_names[gauge->owner];
        gg_out_format(&text, " %s", pick(look, seat->fr, seat->en));
    }
    gg_out_format(&text, " %d", gauge->value);
    if (gauge->max) gg_out_format(&text, "/%d", gauge->max);
    return typeset(look, words, out);
}

// ---------------------------------------------------------------------------------------- spots
gg_spot *gg_spot_add(gg_board *board, unsigned surface, unsigned cell, int row, int col, int rows,
                     int cols) {
    static gg_spot beyond; // a board with more places than the limit cannot be pointed at there
    if (board->spots == GG_SPOTS_MAX) return &beyond;
    gg_spot *spot = &board->spot[board->spots++];
    *spot = (gg_spot){(uint8_t)surface, false, (uint16_t)cell, 0, 0, row, col, rows, cols};
    return spot;
}

static bool lies_on(const gg_board_look *look, const gg_piece *piece, const gg_spot *spot) {
    if (piece->surface != spot->surface) return false;
    if (spot->cell != GG_NO_CELL) return piece->cell == spot->cell;
    // A point of a plane: the piece whose base covers it, at least the character it is drawn on.
    const gg_surface *plane = &look->game->surfaces[spot->surface];
    int dx = piece->x - spot->x, dy = piece->y - spot->y;
    int reach = piece->radius > plane->width / 120 ? piece->radius : plane->width / 120;
    return dx * dx + dy * dy <= reach * reach;
}

unsigned gg_board_pieces(const gg_board_look *look, const gg_spot *spot,
                         const gg_piece *out[GG_SPOT_PIECES]) {
    unsigned n = 0;
    for (unsigned i = 0; i < look->view->pieces && n < GG_SPOT_PIECES; i++) {
        const gg_piece *piece = &look->view->piece[i];
        if (piece->flags & GG_P_GROUND || !lies_on(look, piece, spot)) continue;
        unsigned at = n++;
        for (; at > 0 && out[at - 1]->layer < piece->layer; at--) out[at] = out[at - 1];
        out[at] = piece;
    }
    return n;
}

// ----------------------------------------------------------------------------------------- tray
typedef struct pen {
    gg_board *board;
    const gg_board_look *look;
    int row, col;
    int longest; // rows used
} pen;

// Where the next `width` columns go: on this line, or on the next one.
static void room(pen *p, int width, int indent) {
    if (p->col > 0 && p->col + width > p->look->cols) {
        p->row++;
        p->col = indent;
    }
    if (p->row + 1 > p->longest) p->longest = p->row + 1;
}

static void write_text(pen *p, uint32_t style, const char *text) {
    p->col += gg_canvas_text(&p->board->tray, p->row, p->col, p->look->cols, style, text);
}

static void tray_spot(pen *p, unsigned surface, unsigned cell, int width) {
    gg_spot_add(p->board, surface, cell, p->row, p->col, 1, width)->tray = true;
}

// The value in the corner of a card.
static const char *corner(const gg_board_look *look, const gg_piece *piece, char out[16]) {
    const char *names = look->game->faces[piece->face].value_en;
    unsigned commas = 0;
    for (const char *at = names; at && *at; at++) commas += *at == ',';
    if (commas + 1 < GG_PIECE_VALUES) return "";
    (void)snprintf(out, 16, "(%d) ", piece->value[GG_PIECE_VALUES - 1]);
    return out;
}

// What a piece of a long name is called for short: "unit w1 (Fusiliers)" is Fusiliers.
static const char *short_name(const gg_board_look *look, const gg_piece *piece,
                              char name[NAME_BYTES]) {
    if (!identified(look, piece, (gg_form)look->lang, name)) return NULL;
    size_t length = strlen(name);
    char *from = strrchr(name, '(');
    if (!from || name[length - 1] != ')') return NULL;
    name[length - 1] = '\0';
    memmove(name, from + 1, strlen(from + 1) + 1);
    return name;
}

// "[w1 Fusiliers 8]": what one types, what it is, its first printed value, marks. What it is may be
// its letters alone.
static size_t card_words(const gg_board_look *look, const gg_piece *piece, const char *name,
                         char out[GG_SPOT_TEXT]) {
    const gg_face *face = &look->game->faces[piece->face];
    char token[NAME_BYTES] = "";
    gg_out text;
    bool owned = piece->owner < GG_SEATS_MAX;
    gg_out_init(&text, out, GG_SPOT_TEXT);
    (void)identified(look, piece, GG_FORM_TOKEN, token);
    if (owned) gg_out_char(&text, open[piece->owner]);
    gg_out_format(&text, "%s %s", token, name ? name : face->glyph);
    if (face->value_en && *face->value_en != ',' && piece->value[0] != GG_NO_VALUE)
        gg_out_format(&text, name ? " %d" : "%d", piece->value[0]);
    say_marks(piece, &text);
    if (owned) gg_out_char(&text, close[piece->owner]);
    return text.length;
}

// A name that only repeats what its letters say: card 3, drawn as C3.
static bool is_plain(const gg_board_look *look, const gg_piece *piece, const char *name) {
    const gg_face *face = &look->game->faces[piece->face];
    char token[NAME_BYTES] = "", plain[2 * NAME_BYTES];
    (void)identified(look, piece, GG_FORM_TOKEN, token);
    (void)snprintf(plain, sizeof plain, "%s %s", pick(look, face->fr, face->en), token);
    return strcasecmp(name, plain) == 0;
}

// What lies beside the board is told by what one types and by name. Where the board is a sheet,
// pieces are cards, with their value in the corner.
static void tray_words(const gg_board_look *look, const gg_piece *piece, char out[GG_SPOT_TEXT]) {
    char name[NAME_BYTES], shown[GG_SPOT_TEXT], value[16];
    bool cards = false;
    for (unsigned s = 0; s < look->game->n_surfaces; s++) cards |= gg_sheet_fits(look, s);
    if (cards && look->game->surfaces[piece->surface].shape == GG_ROW &&
        piece->handle == GG_NO_HANDLE) { // a card known by its face alone
        (void)snprintf(out, GG_SPOT_TEXT, "[%s] %s", look->game->faces[piece->face].token,
                       corner(look, piece, value));
        return;
    }
    if (!identified(look, piece, (gg_form)look->lang, name) || is_plain(look, piece, name)) {
        (void)gg_board_piece_text(look, piece, out);
        return;
    }
    if (!cards && short_name(look, piece, name)) {
        (void)typeset(look, name, shown);
        (void)card_words(look, piece, shown, out);
        return;
    }
    size_t n =
        cards ? gg_board_piece_code(look, piece, true, out) : card_words(look, piece, NULL, out);
    (void)typeset(look, name, shown);
    (void)snprintf(out + n, GG_SPOT_TEXT - n, " %s %s", shown,
                   cards ? corner(look, piece, value) : "");
}

static unsigned count_on(const gg_board_look *look, unsigned surface) {
    unsigned n = 0;
    for (unsigned i = 0; i < look->view->pieces; i++) n += look->view->piece[i].surface == surface;
    return n;
}

static void tray_cell(pen *p, unsigned surface, unsigned cell, bool numbered) {
    char text[GG_SPOT_TEXT], number[16] = "";
    const gg_piece *pieces[GG_SPOT_PIECES];
    gg_spot here = {(uint8_t)surface, true, (uint16_t)cell, 0, 0, 0, 0, 1, 1};
    unsigned n = gg_board_pieces(p->look, &here, pieces), domain;
    int width = 0;
    if (numbered) {
        domain = gg_board_cell_domain(p->look->game, surface);
        if (!domain || !gg_name_into(p->look->game, p->look->t, p->look->s, domain, cell,
                                     GG_FORM_TOKEN, number, sizeof number))
            (void)snprintf(number, sizeof number, "%u", cell + 1);
        width = gg_utf8_width(number);
    }
    for (unsigned i = 0; i < n; i++) {
        tray_words(p->look, pieces[i], text);
        width += gg_utf8_width(text);
    }
    room(p, width + 1, 2);
    tray_spot(p, surface, cell, width ? width : 1);
    write_text(p, GG_STYLE_DIM, number);
    for (unsigned i = n; i-- > 0;) {
        tray_words(p->look, pieces[i], text);
        write_text(p, gg_board_seat_style(pieces[i]->owner), text);
    }
    p->col++;
}

static unsigned top_cell(const gg_board_look *look, unsigned surface) {
    unsigned top = 0;
    for (unsigned i = 0; i < look->view->pieces; i++)
        if (look->view->piece[i].surface == surface && look->view->piece[i].cell + 1U > top)
            top = look->view->piece[i].cell + 1U;
    return top;
}

static void tray_row(pen *p, unsigned s) {
    const gg_surface *surface = &p->look->game->surfaces[s];
    bool places = gg_board_cell_domain(p->look->game, s) != 0;
    unsigned cells = places ? surface->cells : top_cell(p->look, s);
    for (unsigned cell = 0; cell < cells && cell < surface->cells; cell++)
        tray_cell(p, s, cell, places);
    if (!cells) write_text(p, GG_STYLE_DIM, "-");
}

// A heap: how many, and the letters of those that can be seen.
static void tray_pile(pen *p, unsigned s) {
    char text[GG_SPOT_TEXT];
    const gg_piece *pieces[GG_SPOT_PIECES];
    gg_spot here = {(uint8_t)s, true, 0, 0, 0, 0, 0, 1, 1};
    unsigned n = count_on(p->look, s), shown = gg_board_pieces(p->look, &here, pieces);
    if (n > PILE_NAMED) shown = 0; // a stock: how many is what counts
    if (shown && pieces[0]->handle & GG_HANDLE_HIDDEN) shown = 0; // only backs to be seen
    (void)snprintf(text, sizeof text, "%u", n);
    tray_spot(p, s, 0, (int)strlen(text));
    write_text(p, GG_STYLE_BOLD, text);
    for (unsigned i = 0; i < shown; i++) {
        tray_words(p->look, pieces[i], text);
        room(p, gg_utf8_width(text) + 1, 2);
        if (p->col > 2) p->col++;
        write_text(p, gg_board_seat_style(pieces[i]->owner), text);
    }
}

static bool has_other_row(const gg_board_look *look, unsigned s) {
    const gg_surface *all = look->game->surfaces;
    for (unsigned i = 0; i < look->game->n_surfaces; i++)
        if (i != s && all[i].shape == GG_ROW && all[i].owner == all[s].owner && count_on(look, i))
            return true;
    return false;
}

static void tray_surface(pen *p, unsigned s) {
    const gg_surface *surface = &p->look->game->surfaces[s];
    char title[GG_SPOT_TEXT];
    (void)typeset(p->look, pick(p->look, surface->fr, surface->en), title);
    unsigned top = top_cell(p->look, s);
    // What has nothing on it says nothing, except a side's only row: an empty hand is news.
    bool told = surface->shape == GG_ROW && !has_other_row(p->look, s);
    if (!top && !told && !gg_board_cell_domain(p->look->game, s)) return;
    if (surface->shape == GG_ROW && p->col > 0) {
        p->row++;
        p->col = 0;
    }
    if (p->col > 0) p->col += 2;
    room(p, gg_utf8_width(title) + 8, 0);
    write_text(p, gg_board_seat_style(surface->owner) | GG_STYLE_BOLD, title);
    p->col++;
    if (surface->shape == GG_ROW) tray_row(p, s);
    if (surface->shape == GG_PILE) tray_pile(p, s);
    for (unsigned cell = 0; surface->shape == GG_TRACK && cell < surface->cells; cell++)
        if (!gg_map_outside(p->look, s, cell)) tray_cell(p, s, cell, true);
    if (surface->shape == GG_ROW) p->row++, p->col = 0;
}

static bool on_map(const gg_surface *surface) {
    return surface->shape == GG_HEXES || surface->shape == GG_AREAS || surface->shape == GG_PLANE;
}

// Rows the tray needs: drawn once on a sheet of one row that keeps nothing.
static int tray_rows(gg_board *board, const gg_board_look *look) {
    pen p = {board, look, 0, 0, 1};
    unsigned spots = board->spots;
    for (unsigned s = 0; s < look->game->n_surfaces; s++)
        if (!on_map(&look->game->surfaces[s])) tray_surface(&p, s);
    board->spots = spots;
    return p.longest;
}

static void tray_draw(gg_board *board, const gg_board_look *look) {
    pen p = {board, look, 0, 0, 1};
    for (unsigned s = 0; s < look->game->n_surfaces; s++)
        if (!on_map(&look->game->surfaces[s])) tray_surface(&p, s);
}

static void maps_draw(gg_board *board, const gg_board_look *look) {
    int row = 0;
    for (unsigned s = 0; s < look->game->n_surfaces; s++) {
        if (!on_map(&look->game->surfaces[s])) continue;
        gg_map_draw(board, look, s, row);
        row += gg_map_measure(look, s).rows;
    }
}

gg_status gg_board_draw(gg_board *board, const gg_board_look *look) {
    gg_map_size all = {1, 1};
    gg_board_close(board);
    for (unsigned s = 0; s < look->game->n_surfaces; s++) {
        if (!on_map(&look->game->surfaces[s])) continue;
        gg_map_size one = gg_map_measure(look, s), rulers = gg_map_rulers(look, s);
        all.rows += one.rows;
        if (one.cols > all.cols) all.cols = one.cols;
        board->head = rulers.rows;
        board->edge = rulers.cols;
    }
    board->spot = malloc(GG_SPOTS_MAX * sizeof *board->spot);
    if (!board->spot || gg_canvas_open(&board->map, all.rows, all.cols) != GG_OK ||
        gg_canvas_open(&board->tray, 1, look->cols) != GG_OK) {
        gg_board_close(board);
        return GG_NO_MEMORY;
    }
    int rows = tray_rows(board, look);
    gg_canvas_close(&board->tray);
    if (gg_canvas_open(&board->tray, rows, look->cols) != GG_OK) {
        gg_board_close(board);
        return GG_NO_MEMORY;
    }
    maps_draw(board, look);
    tray_draw(board, look);
    return GG_OK;
}

void gg_board_close(gg_board *board) {
    gg_canvas_close(&board->map);
    gg_canvas_close(&board->tray);
    free(board->spot);
    memset(board, 0, sizeof *board);
}
