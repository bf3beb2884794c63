// SPDX-License-Identifier: Apache-2.0
// Playing on the whole terminal: the loop.
#include "screen.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "apps/grognard/grade.h"
#include "apps/grognard/show.h"

bool screen_awaits(const screen *s) {
    return s->p->viewer < s->game->seats && play_seat(s->p) == s->p->viewer;
}

void screen_message(screen *s, uint32_t style, const char *format, ...) {
    va_list list;
    va_start(list, format);
    (void)vsnprintf(s->message, sizeof s->message, format, list);
    va_end(list);
    s->message_style = style;
    size_t n = strlen(s->message);
    while (n && s->message[n - 1] == '\n') s->message[--n] = '\0';
}

void screen_question(screen *s) {
    char text[MESSAGE];
    gg_out out;
    uint32_t entries = gg_match_entries(s->p->match);
    if (s->message[0] || s->questioned == entries + 1 || s->p->replaying || !play_at_window(s->p))
        return;
    gg_out_init(&out, text, sizeof text);
    play_question(s->p, &out);
    s->questioned = entries + 1;
    screen_message(s, 0, "%s", text);
}

int screen_list(screen *s, gg_list *list) {
    int got;
    while ((got = gg_list_run(list)) == GG_LIST_RESIZED) {
        if (!screen_refresh(s)) return GG_LIST_NONE;
        screen_draw(s);
    }
    if (got == GG_LIST_CLOSED) s->quit = true;
    return got;
}

// The cursor stays on its place when the board is drawn anew.
static void keep_spot(screen *s) {
    unsigned nearest = 0;
    int best = INT32_MAX;
    for (unsigned i = 0; i < s->board.spots; i++) {
        const gg_spot *spot = &s->board.spot[i];
        if (spot->surface != s->kept.surface) continue;
        int far = spot->cell == GG_NO_CELL ? abs(spot->x - s->kept.x) + abs(spot->y - s->kept.y)
                                           : abs(spot->cell - s->kept.cell);
        if (far < best) {
            best = far;
            nearest = i;
        }
    }
    s->spot = nearest;
}

bool screen_refresh(screen *s) {
    const gg_position *at = play_position(s->p);
    gg_term_size(&s->rows, &s->cols);
    s->side = s->cols < 76 || s->wide ? 0 : s->cols / 3 > 44 ? 44 : s->cols / 3;
    const void *ghosts = screen_ghost_state_or_null(s);
    s->look.t = at->table;
    s->look.s = ghosts ? ghosts : at->state;
    gg_view_into(s->game, at->table, s->look.s, s->p->viewer, &s->view);
    s->look.cols = s->cols - s->side - (s->side ? 1 : 0);
    if (s->board.spots) s->kept = s->board.spot[s->spot];
    if (gg_board_draw(&s->board, &s->look) != GG_OK) return false;
    keep_spot(s);
    const gg_surface *surface = &s->game->surfaces[s->kept.surface];
    s->clicks.near = surface->shape == GG_PLANE ? surface->width / 2 / s->look.cols + 1 : 0;
    s->n_legal = 0;
    if (screen_awaits(s))
        s->n_legal = gg_legal(s->game, at->table, at->state, s->p->viewer, s->legal);
    s->n_fits = clicks_fit(s->game, &s->clicks, s->legal, s->n_legal, s->fits);
    clicks_mark(&s->look, &s->board, &s->clicks, s->fits, s->n_fits, s->hot);
    screen_log_update(s);
    return true;
}

// Between two people nothing of the table is shown until the next one sits there.
static void hand_over(screen *s, int seat) {
    char text[256];
    for (int key = GG_KEY_NONE; key != GG_KEY_ENTER && key != GG_KEY_CLOSED;) {
        gg_term_erase();
        gg_term_size(&s->rows, &s->cols);
        (void)gg_say_seat(s->game, seat, app_word_of(s->app, W_HAND_OVER), s->app->lang, text,
                          sizeof text);
        text[strcspn(text, "\n")] = '\0';
        int col = (s->cols - gg_utf8_width(text)) / 2;
        (void)gg_term_text(s->rows / 2, col > 0 ? col : 0, s->cols, GG_STYLE_BOLD, text);
        gg_term_cursor(-1, 0);
        key = gg_term_key();
        if (key == GG_KEY_CLOSED) s->quit = true;
    }
    s->p->viewer = seat;
    s->clicks.count = 0;
    s->message[0] = '\0';
    s->overlay_on = false;
    screen_ghost_leave(s);
    gg_line_clear(&s->line);
    screen_log_reset(s);
    gg_term_redraw();
}

static void run(screen *s) {
    while (!s->quit) {
        int seat = play_seat(s->p);
        if (s->p->humans > 1 && seat >= 0 && seat != s->p->viewer) hand_over(s, seat);
        if (s->quit) break;
        if (!screen_refresh(s)) {
            s->code = app_status(s->app, GG_NO_MEMORY);
            return;
        }
        screen_question(s);
        screen_draw(s);
        int key = gg_term_key();
        if (key == GG_KEY_CLOSED) s->quit = true;
        if (key != GG_KEY_RESIZE) screen_key(s, key);
    }
}

static screen *open_screen(play *p) {
    screen *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->p = p;
    s->app = p->app;
    s->game = p->game;
    s->look = (gg_board_look){p->game, NULL, NULL, &s->view, p->app->lang, 0, 0, false};
    s->last_spot = GG_SPOTS_MAX;
    s->legal = malloc(p->game->max_legal * sizeof *s->legal);
    s->fits = malloc(p->game->max_legal * sizeof *s->fits);
    s->hot = malloc(GG_SPOTS_MAX * sizeof *s->hot);
    if (s->hot && !screen_ghosts_open(s)) {
        free(s->hot);
        s->hot = NULL; // seen by who opened it
    }
    return s;
}

static void close_screen(screen *s) {
    gg_board_close(&s->board);
    screen_ghosts_close(s);
    free(s->legal);
    free(s->fits);
    free(s->hot);
    free(s);
}

int play_screen(play *p) {
    int code = APP_YES;
    screen *s = open_screen(p);
    gg_status status = s && s->legal && s->fits && s->hot ? play_advance(p) : GG_NO_MEMORY;
    if (status != GG_OK) {
        code = app_status(p->app, status);
    } else if (!gg_term_open()) {
        code = play_plain(p);
    } else {
        screen_log_reset(s);
        if (play_puzzle_or_null(p)) screen_message(s, 0, "%s", app_word_of(p->app, W_PUZZLE_HINT));
        run(s);
        gg_term_close();
        code = s->code;
        if (code == APP_YES && play_graded(p) >= 0)
            code = app_grade(p->app, p->match, play_graded(p));
        if (code == APP_YES && play_save(p, &code) && p->save) app_say(p->app, W_SAVED, p->save);
    }
    if (s) close_screen(s);
    return code;
}

bool replay_screen(const app_self *app, gg_match *match, int viewer, int *code) {
    play p = {.app = app, .game = gg_match_setup_of(match)->game, .match = match, .viewer = viewer};
    p.replaying = true;
    screen *s = open_screen(&p);
    gg_status status =
        s && s->legal && s->fits && s->hot ? gg_match_at(match, 0, &p.past) : GG_NO_MEMORY;
    bool shown = status != GG_OK || gg_term_open();
    if (status != GG_OK) {
        *code = app_status(app, status);
    } else if (shown) {
        screen_log_reset(s);
        run(s);
        gg_term_close();
        *code = s->code;
    }
    if (p.past.table) gg_position_close(&p.past);
    if (s) close_screen(s);
    return shown;
}
