// SPDX-License-Identifier: Apache-2.0
// A position shown as lines of text or as JSON.
#include "show.h"

#include <stdlib.h>
#include <string.h>

#include "host/tty/board.h"

enum { COLUMNS = 78 };

const char *app_seat_word(const app_self *app, const gg_game *game, int seat) {
    if (seat >= 0 && seat < game->seats)
        return app_pick(app, game->seat_names[seat].fr, game->seat_names[seat].en);
    return app_word_of(app, seat == GG_CHANCE ? W_CHANCE : W_UMPIRE);
}

static void print_canvas(const gg_canvas *canvas) {
    char line[4 * COLUMNS * 4];
    for (int row = 0; row < canvas->rows; row++) {
        (void)gg_canvas_row_into(canvas, row, line, sizeof line);
        if (line[0] || row + 1 < canvas->rows) app_text("%s\n", line);
    }
}

bool app_show(const app_self *app, const gg_position *at, int viewer) {
    static gg_view view;
    gg_board board = {0};
    gg_board_look look = {at->game, at->table, at->state, &view, app->lang, COLUMNS, 0};
    char text[GG_SPOT_TEXT];
    int col = 0;
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    if (gg_board_draw(&board, &look) != GG_OK) return false;
    print_canvas(&board.map);
    print_canvas(&board.tray);
    for (unsigned i = 0; i < view.gauges; i++) {
        (void)gg_board_gauge_text(&look, &view.gauge[i], text);
        int width = gg_utf8_width(text);
        if (col && col + 3 + width > COLUMNS) {
            app_text("\n");
            col = 0;
        }
        app_text("%s%s", col ? " | " : "", text);
        col += width + (col ? 3 : 0);
    }
    if (col) app_text("\n");
    gg_board_close(&board);
    return true;
}

// By the name that is typed: a piece in sight, or a place with what lies there.
bool app_show_thing(const app_self *app, const gg_position *at, int viewer, const char *token) {
    static gg_view view;
    static gg_board board;
    gg_board_look look = {at->game, at->table, at->state, &view, app->lang, COLUMNS, 0};
    char text[GG_SPOT_TEXT];
    const gg_piece *pieces[GG_SPOT_PIECES];
    size_t length = strlen(token);
    bool found = false;
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    for (unsigned i = 0; i < view.pieces; i++) {
        (void)gg_board_piece_name(&look, &view.piece[i], text);
        if (strncmp(text, token, length) != 0 || text[length] != ' ') continue;
        app_text("%s\n", text);
        found = true;
    }
    if (gg_board_draw(&board, &look) != GG_OK) return found;
    for (unsigned i = 0; i < board.spots && !found; i++) {
        (void)gg_board_spot_name(&look, &board.spot[i], text);
        if (strncmp(text, token, length) != 0 || text[length] != ',') continue;
        app_text("%s\n", text);
        for (unsigned k = 0, n = gg_board_pieces(&look, &board.spot[i], pieces); k < n; k++) {
            (void)gg_board_piece_name(&look, pieces[k], text);
            app_text("  %s\n", text);
        }
        found = true;
    }
    gg_board_close(&board);
    return found;
}

static const char *name_of(void *look, const gg_piece *piece) {
    static char text[GG_SPOT_TEXT];
    (void)gg_board_piece_name(look, piece, text);
    return text;
}

void app_show_json(gg_json *json, const gg_position *at, int viewer) {
    static gg_view view;
    gg_board_look look = {at->game, at->table, at->state, &view, GG_EN, COLUMNS, 0};
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    gg_json_view_words(json, at->game, &view, name_of, &look);
}

void app_show_events(const app_self *app, const gg_events *events, const gg_position *at) {
    char text[512];
    for (uint32_t i = 0; i < events->count; i++)
        if (gg_say_event(at->game, at->table, at->state, &events->event[i], app->lang, text,
                         sizeof text))
            app_text("  %s\n", text);
}

static void action_words(const app_self *app, const gg_match *match, uint32_t number, gg_out *out) {
    const gg_entry *entry = gg_match_entry(match, number);
    const gg_action *action = gg_match_actions(match, entry);
    gg_position before = {0};
    char text[256];
    (void)app;
    if (gg_match_at(match, number - 1, &before) != GG_OK) return;
    for (unsigned i = 0; i < entry->steps; i++) {
        (void)gg_notation_into(before.game, before.table, before.state, action[i], text,
                               sizeof text);
        gg_out_format(out, "%s%s", i ? "; " : "", text);
        gg_apply(before.game, before.table, before.state, action[i], NULL);
    }
    gg_position_close(&before);
}

void app_entry_words(const app_self *app, const gg_match *match, uint32_t number, char *out,
                     size_t cap) {
    static const app_word words[GG_ENTRY_KINDS] = {
        [GG_ENTRY_UNDO] = W_KIND_UNDO,
        [GG_ENTRY_RESIGN] = W_KIND_RESIGN,
        [GG_ENTRY_DRAW_OFFER] = W_KIND_DRAW_OFFER,
        [GG_ENTRY_DRAW_ACCEPT] = W_KIND_DRAW_ACCEPT,
        [GG_ENTRY_DRAW_DECLINE] = W_KIND_DRAW_DECLINE,
        [GG_ENTRY_FLAG] = W_KIND_FLAG,
        [GG_ENTRY_ADJOURN] = W_KIND_ADJOURN,
    };
    const gg_entry *entry = gg_match_entry(match, number);
    gg_out text;
    gg_out_init(&text, out, cap);
    if (entry->kind == GG_ENTRY_ACTION || entry->kind == GG_ENTRY_CHANCE)
        action_words(app, match, number, &text);
    else if (entry->kind == GG_ENTRY_COMMENT)
        gg_out_format(&text, "%s", gg_match_text(match, entry));
    else
        gg_out_text(&text, app_word_of(app, words[entry->kind]));
}
