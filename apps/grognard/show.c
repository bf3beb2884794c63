// SPDX-License-Identifier: Apache-2.0
// A position shown as lines of text or as JSON; `grognard show`.
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

const char *app_seat_head(const app_self *app, const gg_game *game, int seat, char out[APP_HEAD]) {
    if (seat >= 0 && seat < game->seats)
        (void)gg_say_seat(game, seat, "{a}", app->lang, out, APP_HEAD);
    else
        (void)snprintf(out, APP_HEAD, "%s", app_seat_word(app, game, seat));
    size_t n = strlen(out);
    (void)snprintf(out + n, APP_HEAD - n, "%s", app_word_of(app, W_COLON));
    return out;
}

static void print_canvas(const gg_canvas *canvas) {
    char line[4 * COLUMNS * 4];
    bool gap = false; // never more than one blank line
    for (int row = 0; row < canvas->rows; row++) {
        (void)gg_canvas_row_into(canvas, row, line, sizeof line);
        if (line[0] && gap) app_text("\n");
        if (line[0]) app_text("%s\n", line);
        gap = !line[0] && row > 0;
    }
}

// A text behind what stands on the line, or on the next one.
static int flow(int col, const char *text, const char *between, int indent) {
    int width = gg_utf8_width(text), gap = col > indent ? gg_utf8_width(between) : 0;
    if (col > indent && col + gap + width > COLUMNS) {
        app_text("%.1s\n%*s", between, indent, "");
        col = indent;
        gap = 0;
    }
    app_text("%s%s", gap ? between : "", text);
    return col + gap + width;
}

// The gauges of everybody, then a line for each side.
static void show_gauges(const app_self *app, const gg_board_look *look, int owner) {
    int col = 0;
    char text[GG_SPOT_TEXT];
    for (unsigned i = 0; i < look->view->gauges; i++) {
        gg_gauge gauge = look->view->gauge[i];
        bool own = gauge.owner < look->game->seats;
        if (owner < 0 ? own : gauge.owner != owner) continue;
        gauge.owner = GG_NOBODY; // said once, at the head of the line
        (void)gg_board_gauge_text(look, &gauge, text);
        if (!col && own) {
            char head[APP_HEAD];
            app_text("%s", app_seat_head(app, look->game, owner, head));
            col = gg_utf8_width(head);
            app_text("%s", text);
            col += gg_utf8_width(text);
            continue;
        }
        col = flow(col, text, ", ", own ? 2 : 0);
    }
    if (col) app_text("\n");
}

bool app_show(const app_self *app, const gg_position *at, int viewer) {
    static gg_view view;
    gg_board board = {0};
    gg_board_look look = {at->game, at->table, at->state, &view, app->lang, COLUMNS, 0, true};
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    if (gg_board_draw(&board, &look) != GG_OK) return false;
    print_canvas(&board.map);
    print_canvas(&board.tray);
    for (int owner = -1; owner < at->game->seats; owner++) show_gauges(app, &look, owner);
    gg_board_close(&board);
    return true;
}

static const char *name_of(void *look, const gg_piece *piece) {
    static char text[GG_SPOT_TEXT];
    (void)gg_board_piece_name(look, piece, text);
    return text;
}

void app_show_json(gg_json *json, const gg_position *at, int viewer) {
    static gg_view view;
    gg_board_look look = {at->game, at->table, at->state, &view, GG_EN, COLUMNS, 0, true};
    gg_view_into(at->game, at->table, at->state, viewer, &view);
    gg_json_view_words(json, at->game, &view, name_of, &look);
}

void app_show_events(const app_self *app, const gg_events *events, const gg_position *at) {
    app_told told = {0};
    char text[512], line[512] = "";
    for (uint32_t i = 0; i < events->count; i++) {
        if (!app_event_line(app, &told, &events->event[i], 0, at, text, sizeof text)) continue;
        if (line[0] && !told.instead) app_text("  %s\n", line);
        memcpy(line, text, sizeof line);
    }
    if (line[0]) app_text("  %s\n", line);
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
        [GG_ENTRY_BACK_ASK] = W_KIND_BACK_ASK,
        [GG_ENTRY_BACK_AGREE] = W_KIND_BACK_AGREE,
        [GG_ENTRY_BACK_DECLINE] = W_KIND_BACK_DECLINE,
        [GG_ENTRY_HINT] = W_KIND_HINT,
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

// ------------------------------------------------------------------------------------------ show
enum { OVERLAYS_MAX = 8, ABOUT_BYTES = 256 };

typedef struct shown {
    unsigned kind, about;
} shown;

typedef struct look {
    const gg_position *at;
    int viewer;
    shown overlay[OVERLAYS_MAX];
    unsigned overlays;
} look;

static int no_overlay(const app_self *app, const gg_game *game, const char *text) {
    char names[512];
    gg_out list;
    gg_out_init(&list, names, sizeof names);
    for (unsigned i = 0; i < game->n_overlays; i++)
        gg_out_format(&list, "%s%s", i ? ", " : "", game->overlays[i].token);
    return app_bad(app, W_OVERLAY_UNKNOWN, text, names);
}

// KIND or KIND=ABOUT.
static bool overlay_of(const app_self *app, const gg_position *at, const char *text, shown *out,
                       int *code) {
    const gg_game *game = at->game;
    const char *about = strchr(text, '=');
    size_t length = about ? (size_t)(about - text) : strlen(text);
    for (out->kind = 0; game->show.overlay && out->kind < game->n_overlays; out->kind++) {
        const char *token = game->overlays[out->kind].token;
        if (strlen(token) != length || strncmp(token, text, length) != 0) continue;
        if (gg_overlay_about(at, out->kind, about ? about + 1 : NULL, &out->about)) return true;
        *code = app_bad(app, W_OVERLAY_ABOUT, text,
                        game->domains[game->overlays[out->kind].domain].token);
        return false;
    }
    *code = no_overlay(app, game, text);
    return false;
}

static bool overlays_of(const app_self *app, const char *text, look *l, int *code) {
    char one[ABOUT_BYTES];
    while (*text) {
        size_t length = strcspn(text, ",");
        if (l->overlays == OVERLAYS_MAX || length >= sizeof one) {
            *code = app_bad(app, W_OVERLAYS_MAX, OVERLAYS_MAX);
            return false;
        }
        (void)snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (!overlay_of(app, l->at, one, &l->overlay[l->overlays++], code)) return false;
        text += length + (text[length] == ',');
    }
    return true;
}

static void overlays_json(gg_json *json, const look *l) {
    static gg_overlay overlay;
    const gg_game *game = l->at->game;
    gg_json_open(json, "overlays", '[');
    for (unsigned i = 0; i < l->overlays; i++) {
        const shown *s = &l->overlay[i];
        memset(&overlay, 0, sizeof overlay);
        game->show.overlay(l->at->table, l->at->state, l->viewer, s->kind, s->about, &overlay);
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "kind", game->overlays[s->kind].token);
        gg_json_integer(json, "about", s->about);
        gg_json_overlay(json, &overlay);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// By numbers, as the page is told: what is drawn from it is what the page draws.
static int look_json(const app_self *app, const look *l) {
    static gg_view view;
    app_json json;
    if (!app_json_begin(app, &json)) return APP_ENVIRONMENT;
    gg_view_into(l->at->game, l->at->table, l->at->state, l->viewer, &view);
    gg_json_open(&json.json, NULL, '{');
    gg_json_open(&json.json, "game", '{');
    gg_json_facts(&json.json, l->at);
    gg_json_close(&json.json, '}');
    gg_json_open(&json.json, "cells", '{');
    gg_json_cells(&json.json, l->at);
    gg_json_close(&json.json, '}');
    gg_json_scenario(&json.json, l->at->game, &l->at->request);
    gg_json_view(&json.json, l->at, &view);
    overlays_json(&json.json, l);
    gg_json_close(&json.json, '}');
    return app_json_end(app, &json, APP_YES);
}

int cmd_show(app_self *app, const app_args *args) {
    app_position position;
    look l = {.viewer = GG_UMPIRE};
    int code = APP_YES;
    const gg_game *game = app_game(app, args->word[0], &code);
    if (!game) return code;
    if (args->set[O_VIEWER] && !app_seat(app, game, args->text[O_VIEWER], true, &l.viewer, &code))
        return code;
    if (!app_position_open(app, game, args, args->word[1], &position, &code)) return code;
    l.at = position.at;
    if (!args->set[O_OVERLAY] || overlays_of(app, args->text[O_OVERLAY], &l, &code)) {
        if (app->json)
            code = look_json(app, &l);
        else if (!app_show(app, l.at, l.viewer))
            code = app_status(app, GG_NO_MEMORY);
    }
    app_position_close(&position);
    return code;
}
