// SPDX-License-Identifier: Apache-2.0
// What a game can show of the thing under the cursor (`o`): reach, sight, a fire corridor. Ground
// inside is hatched, places and pieces it names are marked, and a line says what it is.
#include <string.h>

#include "screen.h"

enum { HATCH = 0x2591, MARK = 0x2592, DOT = 0xb7 };

// Crossing number, as for scenery.
static bool inside(const gg_overlay *o, int x, int y) {
    bool in = false;
    for (unsigned i = 0, k = o->points - 1U; i < o->points; k = i++) {
        if ((o->y[i] > y) == (o->y[k] > y)) continue;
        int64_t cross = (int64_t)(o->x[k] - o->x[i]) * (y - o->y[i]) -
                        (int64_t)(x - o->x[i]) * (o->y[k] - o->y[i]);
        if ((cross > 0) == (o->y[k] > o->y[i])) in = !in;
    }
    return in;
}

static int value_of(const gg_overlay *o, unsigned cell) {
    for (unsigned i = 0; i < o->cells; i++)
        if (o->cell[i] == cell) return o->value[i];
    return INT32_MIN;
}

static void hatch(gg_canvas *canvas, const gg_spot *spot) {
    int at = spot->row * canvas->cols + spot->col;
    if (spot->row < canvas->rows && spot->col < canvas->cols && canvas->at[at].code == DOT)
        gg_canvas_put(canvas, spot->row, spot->col, HATCH, GG_STYLE_NOTE);
}

static void mark(gg_canvas *canvas, const gg_spot *spot, int value) {
    char text[12] = "";
    int row = spot->row + spot->rows - 1;
    gg_canvas_put(canvas, row, spot->col, MARK, GG_STYLE_NOTE | GG_STYLE_BOLD);
    if (value) (void)snprintf(text, sizeof text, "%d", value);
    (void)gg_canvas_text(canvas, row, spot->col + 1, spot->cols - 1, GG_STYLE_NOTE, text);
}

// The figures it is about, wherever their character stands.
static void mark_pieces(screen *s, const gg_overlay *o, const gg_spot *spot) {
    const gg_piece *pieces[GG_SPOT_PIECES];
    unsigned n = o->pieces ? gg_board_pieces(&s->look, spot, pieces) : 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < o->pieces; k++)
            if (pieces[i]->handle == o->piece[k])
                gg_canvas_style(&s->board.map, spot->row, spot->col, 1, spot->cols,
                                GG_STYLE_REVERSE);
}

// The scenery that covers a point of a plane.
static bool scenery_at(const screen *s, const gg_spot *spot, unsigned *out) {
    for (unsigned i = 0; i < s->game->surfaces[spot->surface].cells; i++) {
        gg_cell cell = {0};
        gg_overlay outline = {0};
        s->game->show.cell(s->look.t, spot->surface, i, &cell);
        outline.points = cell.corners;
        memcpy(outline.x, cell.corner_x, sizeof cell.corner_x);
        memcpy(outline.y, cell.corner_y, sizeof cell.corner_y);
        if (cell.corners < 3 || !inside(&outline, spot->x, spot->y)) continue;
        *out = i;
        return true;
    }
    return false;
}

void screen_overlay_draw(screen *s) {
    const gg_overlay *o = &s->overlay;
    for (unsigned i = 0; s->overlay_on && i < s->board.spots; i++) {
        const gg_spot *spot = &s->board.spot[i];
        if (spot->tray || spot->surface != o->surface) continue;
        if (spot->cell == GG_NO_CELL) {
            unsigned cell;
            if (o->points > 2 && inside(o, spot->x, spot->y)) hatch(&s->board.map, spot);
            if (o->cells && scenery_at(s, spot, &cell) && value_of(o, cell) != INT32_MIN)
                gg_canvas_style(&s->board.map, spot->row, spot->col, 1, 1, GG_STYLE_REVERSE);
            mark_pieces(s, o, spot);
        } else if (value_of(o, spot->cell) != INT32_MIN) {
            mark(&s->board.map, spot, value_of(o, spot->cell));
        }
    }
}

// ----------------------------------------------------------------------------------------- asking
// What an overlay of this domain would be asked about here.
static bool about_here(const screen *s, unsigned domain, unsigned *out) {
    const gg_spot *spot = &s->board.spot[s->spot];
    const gg_piece *pieces[GG_SPOT_PIECES];
    *out = 0;
    switch (s->game->domains[domain].kind) {
    case GG_K_NONE: return true;
    case GG_K_SEAT: *out = (unsigned)s->p->viewer; return s->p->viewer < s->game->seats;
    case GG_K_CELL:
        *out = spot->cell;
        if (spot->surface != s->game->domains[domain].surface) return false;
        return spot->cell != GG_NO_CELL || scenery_at(s, spot, out);
    case GG_K_PIECE:
        for (unsigned i = 0, n = gg_board_pieces(&s->look, spot, pieces); i < n; i++)
            if (!(pieces[i]->handle & GG_HANDLE_HIDDEN)) {
                *out = pieces[i]->handle;
                return true;
            }
        return false;
    default: return false;
    }
}

static void tell(screen *s, unsigned kind, unsigned about) {
    const gg_overlay *o = &s->overlay;
    const gg_overlay_kind *what = &s->game->overlays[kind];
    char words[512], name[128];
    gg_out out;
    gg_out_init(&out, words, sizeof words);
    gg_out_text(&out, app_print(s->app, what->fr, what->en));
    if (gg_name_into(s->game, s->look.t, s->look.s, what->domain, about, (gg_form)s->app->lang,
                     name, sizeof name))
        gg_out_format(&out, " – %s", name);
    unsigned cells = gg_board_cell_domain(s->game, o->surface), told = 0;
    for (unsigned i = 0; cells && i < o->cells && o->value[i] && told < 12; i++)
        if (gg_name_into(s->game, s->look.t, s->look.s, cells, o->cell[i], GG_FORM_TOKEN, name,
                         sizeof name))
            gg_out_format(&out, "%s%s %d", told++ ? ", " : app_word_of(s->app, W_COLON), name,
                          o->value[i]);
    screen_message(s, GG_STYLE_NOTE, "%s", words);
}

// The next kind that has something to show of what is under the cursor; none after the last.
void screen_overlay_next(screen *s) {
    const gg_position *at = play_position(s->p);
    unsigned first = s->overlay_on ? s->overlay_kind + 1 : 0;
    s->overlay_on = false;
    s->message[0] = '\0';
    for (unsigned kind = first; s->board.spots && kind < s->game->n_overlays; kind++) {
        unsigned about;
        if (!s->game->show.overlay || !about_here(s, s->game->overlays[kind].domain, &about))
            continue;
        memset(&s->overlay, 0, sizeof s->overlay);
        s->game->show.overlay(at->table, at->state, s->p->viewer, kind, about, &s->overlay);
        if (!s->overlay.cells && !s->overlay.points && !s->overlay.pieces) continue;
        s->overlay_on = true;
        s->overlay_kind = kind;
        tell(s, kind, about);
        return;
    }
    screen_message(s, 0, "%s", app_word_of(s->app, W_NO_OVERLAY));
}
