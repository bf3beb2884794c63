// SPDX-License-Identifier: Apache-2.0
// Playing on the whole terminal: what the parts of that screen share.
//
//   header                                   screen_draw.c   what is shown
//   map and tray         | gauges            screen_keys.c   what keys do
//                        | under the cursor  screen_log.c    what has happened
//                        | log               screen.c        the loop
//                                            screen_ghost.c  proposals; screen_overlay.c  overlays
//   message, prompt, command line or keys
#ifndef GROGNARD_SCREEN_H
#define GROGNARD_SCREEN_H

#include "apps/grognard/show.h"
#include "clicks.h"
#include "host/tty/line.h"
#include "host/tty/list.h"
#include "host/tty/term.h"
#include "play.h"

enum { LOG_LINES = 400, LOG_TEXT = 240, MESSAGE = 2048 };

typedef struct screen {
    play *p;
    const app_self *app;
    const gg_game *game;
    gg_view view;
    gg_board board;
    gg_board_look look;
    int rows, cols, side;           // terminal; width of the right column, 0 = none
    bool wide;                      // the map has the right column's room as well
    unsigned spot;                  // under the cursor
    gg_spot kept;                   // the same place, when the board is drawn anew
    int map_row, map_col, tray_row; // first shown
    click_set clicks;
    unsigned last_spot; // of the last click, for going through a stack
    gg_action *legal, *fits;
    uint32_t n_legal, n_fits;
    bool *hot;
    struct screen_ghosts *ghosts; // proposals (screen_ghost.c)
    gg_overlay overlay;           // shown while overlay_on (screen_overlay.c)
    unsigned overlay_kind;
    bool overlay_on;
    bool placed; // the cursor has been put where something can be done
    bool typing;
    gg_line line;
    char message[MESSAGE];
    uint32_t message_style;
    char log[LOG_LINES][LOG_TEXT];
    unsigned logs;       // lines written since the log began
    uint32_t logged;     // entries told
    unsigned log_up;     // lines scrolled back
    app_told told;       // by the last line, which the next may prolong
    uint32_t questioned; // entries and one when the question of a window was last put
    bool quit;
    int code;
} screen;

bool screen_refresh(screen *s); // everything that follows from the position, then draws nothing
void screen_draw(screen *s);
void screen_key(screen *s, int key);
void screen_log_reset(screen *s);
void screen_log_update(screen *s);
void screen_message(screen *s, uint32_t style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// Runs a box over the screen; redraws behind it when the terminal changes its size.
int screen_list(screen *s, gg_list *list);
void screen_question(screen *s);     // at a reaction window, once
bool screen_awaits(const screen *s); // the person at the screen must decide
// Proposals as ghosts: the next one (false: there is none here), the position with it, the end.
bool screen_ghosts_open(screen *s);
void screen_ghosts_close(screen *s);
bool screen_ghost_next(screen *s, int step);
const void *screen_ghost_state_or_null(const screen *s);
const gg_plan *screen_ghost_taken_or_null(screen *s);
void screen_ghost_leave(screen *s);
// What the game can show of the thing under the cursor.
void screen_overlay_next(screen *s);
void screen_overlay_draw(screen *s);

#endif
