// SPDX-License-Identifier: Apache-2.0
// Shared by the two halves of the board's drawing: board.c (sizes, tray, names) and maps.c.
#ifndef HOST_TTY_INTERNAL_H
#define HOST_TTY_INTERNAL_H

#include "host/tty/board.h"

typedef struct gg_map_size {
    int rows, cols;
} gg_map_size;

gg_map_size gg_map_measure(const gg_board_look *look, unsigned surface);
void gg_map_draw(gg_board *board, const gg_board_look *look, unsigned surface, int row);
void gg_map_box(gg_canvas *c, int row, int col, int rows, int cols); // a frame
// Rows and columns that the rulers of a map take, at its top and left.
gg_map_size gg_map_rulers(const gg_board_look *look, unsigned surface);
// sheet.c: areas that all have outlines
bool gg_sheet_fits(const gg_board_look *look, unsigned surface);
gg_map_size gg_sheet_measure(const gg_board_look *look, unsigned surface);
void gg_sheet_draw(gg_board *board, const gg_board_look *look, unsigned surface, int row);
gg_spot *gg_spot_add(gg_board *board, unsigned surface, unsigned cell, int row, int col, int rows,
                     int cols);

#endif
