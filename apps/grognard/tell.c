// SPDX-License-Identifier: Apache-2.0
// Things of the table in words, for those who read instead of looking: what an action is called,
// who a piece is and where, who stands where, what the signs of the map mean. The lines of plain
// text are those of the boxes on the full screen.
#include <string.h>
#include <strings.h>

#include "host/tty/board.h"
#include "show.h"

static const char open[] = "[({<", close[] = "])}>";

// --------------------------------------------------------------------------------------- actions
// A name that says more than what is typed; of several answers each says itself.
static bool spoken(const app_self *app, const gg_position *at, unsigned domain, unsigned value,
                   char *out, size_t cap) {
    char token[64], name[128];
    const gg_game *game = at->game;
    if (!gg_name_into(game, at->table, at->state, domain, value, (gg_form)app->lang, name,
                      sizeof name))
        return false;
    (void)gg_name_into(game, at->table, at->state, domain, value, GG_FORM_TOKEN, token,
                       sizeof token);
    (void)snprintf(out, cap, "%s", app_print(app, name, name));
    uint8_t kind = game->domains[domain].kind;
    return kind == GG_K_CHOICE || kind == GG_K_SET || strcmp(name, token) != 0;
}

static bool is_number(const gg_game *game, unsigned domain) {
    uint8_t kind = game->domains[domain].kind;
    return kind == GG_K_NONE || kind == GG_K_NUMBER || kind == GG_K_X || kind == GG_K_Y;
}

void app_action_words(const app_self *app, const gg_position *at, gg_action action, char *text,
                      size_t cap) {
    const gg_verb *verb = &at->game->verbs[gg_verb_of(action)];
    char name[128];
    gg_out out;
    bool any = false;
    gg_out_init(&out, text, cap);
    gg_out_text(&out, app_print(app, verb->fr, verb->en));
    for (unsigned i = 0; i < GG_OPERANDS && verb->domain[i]; i++) {
        if (is_number(at->game, verb->domain[i]) ||
            !spoken(app, at, verb->domain[i], gg_operand(action, i), name, sizeof name))
            continue;
        gg_out_format(&out, "%s%s", any ? ", " : app_word_of(app, W_COLON), name);
        any = true;
    }
}

void app_action_line(const app_self *app, const gg_position *at, gg_action action, int width,
                     char *text, size_t cap) {
    char typed[256], words[512];
    (void)gg_notation_into(at->game, at->table, at->state, action, typed, sizeof typed);
    app_action_words(app, at, action, words, sizeof words);
    (void)snprintf(text, cap, "%-*s  %s", width, typed, words);
}

int app_action_width(const gg_position *at, const gg_action *list, uint32_t n) {
    enum { WIDEST = 30 };
    char text[256];
    size_t most = 8;
    for (uint32_t i = 0; i < n; i++) {
        size_t wide = gg_notation_into(at->game, at->table, at->state, list[i], text, sizeof text);
        if (wide > most && wide <= WIDEST) most = wide;
    }
    return (int)most;
}

// ------------------------------------------------------------------------------------- a path
bool app_event_line(const app_self *app, app_told *told, const gg_event *event, uint32_t entry,
                    const gg_position *at, char *text, size_t cap) {
    told->instead =
        told->any && gg_event_goes_on(at->game, &told->last, event, entry == told->entry);
    if (!told->instead) told->last = *event;
    told->entry = entry;
    told->any = true;
    return gg_say_event(at->game, at->table, at->state, &told->last, app->lang, text, cap) > 0;
}

// ------------------------------------------------------------------------------------- one thing
static unsigned piece_domain(const gg_game *game) {
    for (unsigned d = GG_D_FIRST; !game->piece_domain && d < game->n_domains; d++)
        if (game->domains[d].kind == GG_K_PIECE) return d;
    return game->piece_domain;
}

static void say_ground(const app_self *app, const gg_board_look *look, const gg_piece *piece,
                       gg_out *out) {
    gg_spot spot = {piece->surface, false, piece->cell, 0, 0, 0, 0, 0, 0};
    char text[GG_SPOT_TEXT];
    if (!look->game->show.cell) return;
    (void)gg_board_spot_name(look, &spot, text);
    const char *ground = strstr(text, ", ");
    if (ground) gg_out_format(out, "%s%s", app_word_of(app, W_COLON), ground + 2);
}

// "In 2211: Rough, road N", "At 5.2 31.4 (cm)", "Beside the table: Hand of player 1".
static void say_where(const app_self *app, const gg_board_look *look, const gg_piece *piece,
                      gg_out *out) {
    const gg_surface *surface = &look->game->surfaces[piece->surface];
    unsigned domain = gg_board_cell_domain(look->game, piece->surface);
    char text[GG_SPOT_TEXT];
    if (surface->shape == GG_PLANE) {
        gg_out_format(out, app_word_of(app, W_SEE_AT), piece->x / 10, piece->x % 10, piece->y / 10,
                      piece->y % 10);
    } else if (surface->shape < GG_PLANE && domain) {
        gg_thing place = {look->game, look->t, look->s, domain, piece->cell};
        (void)gg_say_thing(&place, "{a:loc}", app->lang, text, sizeof text);
        if (text[0] >= 'a' && text[0] <= 'z') text[0] = (char)(text[0] - 'a' + 'A');
        gg_out_text(out, text);
        say_ground(app, look, piece, out);
    } else {
        gg_out_format(out, app_word_of(app, W_SEE_BESIDE),
                      app_print(app, surface->fr, surface->en));
    }
}

static void say_states(const app_self *app, const gg_piece *piece, gg_out *out) {
    static const struct {
        uint8_t flag;
        app_word word;
    } states[] = {{GG_P_BACK, W_SEE_BACK},     {GG_P_REDUCED, W_SEE_REDUCED},
                  {GG_P_SPENT, W_SEE_SPENT},   {GG_P_CUT, W_SEE_CUT},
                  {GG_P_ACTIVE, W_SEE_ACTIVE}, {GG_P_GHOST, W_SEE_GHOST}};
    for (unsigned i = 0; i < sizeof states / sizeof states[0]; i++)
        if (piece->flags & states[i].flag)
            gg_out_format(out, "%s%s", app_word_of(app, W_SEMI), app_word_of(app, states[i].word));
}

static void say_carrier(const app_self *app, const gg_board_look *look, const gg_piece *piece,
                        gg_out *out) {
    char name[128];
    if (piece->on == GG_NO_HANDLE || piece->on & GG_HANDLE_HIDDEN) return;
    if (!gg_name_into(look->game, look->t, look->s, piece_domain(look->game), piece->on,
                      (gg_form)app->lang, name, sizeof name))
        return;
    gg_out_text(out, app_word_of(app, W_SEMI));
    gg_out_format(out, app_word_of(app, W_SEE_ON), name);
}

static bool lies_on_map(const gg_game *game, const gg_piece *piece) {
    return game->surfaces[piece->surface].shape <= GG_PLANE && !(piece->flags & GG_P_GROUND);
}

// "1G01a Grenadiers A, Infantry. In a1: Village; player 1; face down. Cost 2, defence 9 ..."
static void say_piece(const app_self *app, const gg_board_look *look, const gg_piece *piece,
                      gg_out *out) {
    char text[GG_SPOT_TEXT];
    (void)gg_board_piece_kind(look, piece, text);
    gg_out_format(out, "%s. ", text);
    say_where(app, look, piece, out);
    if (piece->owner < look->game->seats)
        gg_out_format(out, "%s%s", app_word_of(app, W_SEMI),
                      app_seat_word(app, look->game, piece->owner));
    say_carrier(app, look, piece, out);
    say_states(app, piece, out);
    gg_out_format(out, ".%s", gg_board_piece_about(look, piece, text) ? " " : "");
    gg_out_format(out, "%s\n", text);
}

static bool called(const gg_board_look *look, const gg_piece *piece, const char *token) {
    char name[64];
    return !(piece->handle & GG_HANDLE_HIDDEN) &&
           gg_name_into(look->game, look->t, look->s, piece_domain(look->game), piece->handle,
                        GG_FORM_TOKEN, name, sizeof name) &&
           strcasecmp(name, token) == 0;
}

// A unit that stands on the table as figures.
static bool say_group(const app_self *app, const gg_board_look *look, const char *token,
                      gg_out *out) {
    unsigned handle, domain = piece_domain(look->game), figures = 0;
    char name[128], about[GG_SPOT_TEXT], figure[64];
    if (!domain || !gg_name_find(look->game, look->t, look->s, domain, token, &handle))
        return false;
    for (unsigned i = 0; i < look->view->pieces; i++) {
        const gg_piece *piece = &look->view->piece[i];
        if (piece->group != handle || piece->handle == handle || !lies_on_map(look->game, piece) ||
            piece->handle & GG_HANDLE_HIDDEN)
            continue;
        if (!figures++) {
            (void)gg_name_into(look->game, look->t, look->s, domain, handle, (gg_form)app->lang,
                               name, sizeof name);
            gg_out_format(out, "%s %s, %s.", token, name,
                          app_seat_word(app, look->game, piece->owner));
            if (look->game->show.about &&
                look->game->show.about(look->t, domain, handle, app->lang, about, sizeof about))
                gg_out_format(out, " %s", app_print(app, about, about));
            gg_out_format(out, "\n%s", app_word_of(app, W_SEE_FIGURES));
        }
        (void)gg_name_into(look->game, look->t, look->s, domain, piece->handle, GG_FORM_TOKEN,
                           figure, sizeof figure);
        gg_out_format(out, "%s%s (%d.%d %d.%d)", figures > 1 ? ", " : "", figure, piece->x / 10,
                      piece->x % 10, piece->y / 10, piece->y % 10);
    }
    if (figures) gg_out_text(out, "\n");
    return figures > 0;
}

static bool say_spot(const app_self *app, const gg_board_look *look, const gg_spot *spot,
                     const char *token, gg_out *out) {
    char text[GG_SPOT_TEXT];
    const gg_piece *pieces[GG_SPOT_PIECES];
    size_t length = strlen(token);
    (void)gg_board_spot_name(look, spot, text);
    if (strncasecmp(text, token, length) != 0 || (text[length] && !strchr(" ,", text[length])))
        return false;
    gg_out_format(out, "%s\n", text);
    for (unsigned k = 0, n = gg_board_pieces(look, spot, pieces); k < n; k++) {
        (void)gg_board_piece_name(look, pieces[k], text);
        gg_out_format(out, "  %s\n", text);
    }
    (void)app;
    return true;
}

bool app_say_thing(const app_self *app, const gg_position *at, int viewer, const char *token,
                   gg_out *out) {
    static gg_view view;
    static gg_board board;
    gg_board_look look = {at->game, at->table, at->state, &view, app->lang, 80, 0, true};
    bool found = false;
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    for (unsigned i = 0; i < view.pieces; i++)
        if (called(&look, &view.piece[i], token)) {
            say_piece(app, &look, &view.piece[i], out);
            found = true;
        }
    if (say_group(app, &look, token, out) || found) return true;
    if (gg_board_draw(&board, &look) != GG_OK) return false;
    for (unsigned i = 0; i < board.spots && !found; i++)
        found = say_spot(app, &look, &board.spot[i], token, out);
    gg_board_close(&board);
    return found;
}

// ------------------------------------------------------------------------------------ who is where
// Pieces of a place: "2211, Rough: 20Pz_PzR21 PzR 21/20 Pz; ...".
static void say_stack(const app_self *app, const gg_board_look *look, const gg_spot *spot,
                      gg_out *out) {
    char text[GG_SPOT_TEXT], code[GG_SPOT_TEXT];
    const gg_piece *pieces[GG_SPOT_PIECES];
    unsigned n = gg_board_pieces(look, spot, pieces);
    if (!n) return;
    (void)gg_board_spot_name(look, spot, text);
    char *ground = strstr(text, ", ");
    if (ground && strstr(ground + 2, ", ")) *strstr(ground + 2, ", ") = '\0';
    gg_out_format(out, "%s%s", text, app_word_of(app, W_COLON));
    for (unsigned k = 0; k < n; k++) {
        (void)gg_board_piece_called(look, pieces[k], text);
        (void)gg_board_piece_text(look, pieces[k], code);
        gg_out_format(out, "%s%s %s", k ? app_word_of(app, W_SEMI) : "", code, text);
    }
    gg_out_text(out, "\n");
}

// Units of a plane: how many figures, and where the first of them is.
static void say_figures(const app_self *app, const gg_board_look *look, gg_out *out) {
    for (unsigned i = 0; i < look->view->pieces; i++) {
        const gg_piece *first = &look->view->piece[i];
        char token[64], name[128];
        unsigned figures = 0, before = 0;
        if (look->game->surfaces[first->surface].shape != GG_PLANE || first->flags & GG_P_GROUND ||
            first->group == GG_NO_HANDLE)
            continue;
        for (unsigned k = 0; k < look->view->pieces; k++) {
            const gg_piece *other = &look->view->piece[k];
            if (other->surface != first->surface || other->group != first->group) continue;
            figures++;
            before += k < i;
        }
        if (before || !gg_name_into(look->game, look->t, look->s, piece_domain(look->game),
                                    first->group, GG_FORM_TOKEN, token, sizeof token))
            continue;
        (void)gg_name_into(look->game, look->t, look->s, piece_domain(look->game), first->group,
                           (gg_form)app->lang, name, sizeof name);
        gg_out_format(out, "%s %s, %s%s", token, name, app_seat_word(app, look->game, first->owner),
                      app_word_of(app, W_COLON));
        gg_out_format(out, app_word_of(app, W_UNITS_FIGURES), figures, first->x / 10, first->x % 10,
                      first->y / 10, first->y % 10);
    }
}

bool app_say_units(const app_self *app, const gg_position *at, int viewer, gg_out *out) {
    static gg_view view;
    static gg_board board;
    gg_board_look look = {at->game, at->table, at->state, &view, app->lang, 80, 0, true};
    size_t before = out->length;
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    if (gg_board_draw(&board, &look) != GG_OK) return false;
    for (unsigned i = 0; i < board.spots; i++)
        if (!board.spot[i].tray && board.spot[i].cell != GG_NO_CELL)
            say_stack(app, &look, &board.spot[i], out);
    gg_board_close(&board);
    say_figures(app, &look, out);
    if (out->length == before) gg_out_text(out, app_word_of(app, W_UNITS_NONE));
    return true;
}

// ----------------------------------------------------------------------------------------- legend
typedef struct kinds {
    bool seen[4096];
    unsigned count;
} kinds;

static bool is_new(kinds *of, unsigned face) {
    if (face >= sizeof of->seen || of->seen[face]) return false;
    of->seen[face] = true;
    of->count++;
    return true;
}

static void say_face(const app_self *app, const gg_game *game, unsigned face, unsigned nth,
                     app_word title, gg_out *out) {
    const gg_face *f = &game->faces[face];
    gg_out_format(out, "%s%s %s", nth > 1 ? ", " : app_word_of(app, title), f->glyph,
                  app_print(app, f->fr, f->en));
}

static void say_sides(const app_self *app, const gg_game *game, gg_out *out) {
    bool figures = false;
    for (unsigned s = 0; s < game->n_surfaces; s++) figures |= game->surfaces[s].shape == GG_PLANE;
    gg_out_text(out, app_word_of(app, W_LEGEND_SIDES));
    for (int seat = 0; seat < game->seats; seat++)
        gg_out_format(out, "%s%c %c %s", seat ? ", " : "", open[seat], close[seat],
                      app_seat_word(app, game, seat));
    gg_out_text(out, ".\n");
    if (!figures) return;
    gg_out_format(out, app_word_of(app, W_LEGEND_FIGURES), app_seat_word(app, game, 0),
                  app_seat_word(app, game, 1));
    gg_out_text(out, ".\n");
}

// What the cells of maps show: their ground, and the tags that hexes of this map have.
static void say_grounds(const app_self *app, const gg_board_look *look, gg_out *out) {
    static kinds faces;
    const gg_game *game = look->game;
    unsigned tags = 0;
    memset(&faces, 0, sizeof faces);
    for (unsigned s = 0; game->show.cell && s < game->n_surfaces; s++)
        for (unsigned i = 0; game->surfaces[s].shape <= GG_PLANE && i < game->surfaces[s].cells;
             i++) {
            gg_cell cell = {0};
            game->show.cell(look->t, s, i, &cell);
            if (game->surfaces[s].shape == GG_HEXES) tags |= cell.tags;
            if (!gg_map_outside(look, s, i) && *game->faces[cell.face].glyph &&
                is_new(&faces, cell.face))
                say_face(app, game, cell.face, faces.count, W_LEGEND_GROUND, out);
        }
    if (faces.count) gg_out_text(out, ".\n");
    for (unsigned i = 0, n = 0; i < game->tag_labels && i < 16; i++) {
        const gg_label *label = &game->labels[game->tag_label + i];
        if (!(tags >> i & 1)) continue;
        gg_out_format(out, "%s%s", n++ ? ", " : app_word_of(app, W_LEGEND_TAGS),
                      app_print(app, label->fr, label->en));
    }
    if (tags) gg_out_text(out, ".\n");
}

static void say_edges(const app_self *app, const gg_game *game, gg_out *out) {
    for (unsigned i = 0; i < game->edge_labels && i < 16; i++) {
        const gg_label *label = &game->labels[game->edge_label + i];
        gg_out_format(out, "%s%c %s", i ? ", " : app_word_of(app, W_LEGEND_EDGES),
                      gg_board_edge_sign(game, i), app_print(app, label->fr, label->en));
    }
    if (game->edge_labels) gg_out_text(out, ".\n");
}

static void say_faces(const app_self *app, const gg_game *game, const gg_view *view, gg_out *out) {
    static kinds faces;
    memset(&faces, 0, sizeof faces);
    for (unsigned i = 0; i < view->pieces; i++)
        if (*game->faces[view->piece[i].face].glyph && is_new(&faces, view->piece[i].face))
            say_face(app, game, view->piece[i].face, faces.count, W_LEGEND_PIECES, out);
    if (faces.count) gg_out_text(out, ".\n");
}

void app_say_legend(const app_self *app, const gg_position *at, int viewer, gg_out *out) {
    static gg_view view;
    gg_board_look look = {at->game, at->table, at->state, &view, app->lang, 80, 0, true};
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    say_sides(app, at->game, out);
    gg_out_format(out, "%s.\n%s.\n", app_word_of(app, W_LEGEND_MARKS),
                  app_word_of(app, W_LEGEND_HEIGHT));
    say_grounds(app, &look, out);
    say_edges(app, at->game, out);
    say_faces(app, at->game, &view, out);
}
