// SPDX-License-Identifier: Apache-2.0
// Draws any game from its view and its cells alone. Maps (hexes, areas, planes) go on one sheet,
// the things around them (rows, piles, tracks) on another, so that a hand stays in sight while a
// map scrolls. Every place that can be pointed at is listed as a spot.
#ifndef HOST_TTY_BOARD_H
#define HOST_TTY_BOARD_H

#include "grognard/engine.h"
#include "grognard/text.h"
#include "host/tty/canvas.h"

enum { GG_SPOTS_MAX = 8192, GG_SPOT_PIECES = 32, GG_SPOT_TEXT = 512 };

typedef struct gg_spot {
    uint8_t surface;
    bool tray;     // lies on the tray, not on the map
    uint16_t cell; // GG_NO_CELL: a point of a plane
    int16_t x, y;  // of that point, millimetres
    int row, col, rows, cols;
} gg_spot;

typedef struct gg_board_look {
    const gg_game *game;
    const void *t, *s;
    const gg_view *view;
    gg_lang lang;
    int cols;   // columns there are
    int zoom;   // 0 = fit, larger = larger
    bool paper; // printed, not shown: hexes have their numbers, and as many columns as fit
} gg_board_look;

typedef struct gg_board {
    gg_canvas map, tray;
    int head, edge; // first rows and columns of the map that are its rulers
    gg_spot *spot;
    unsigned spots;
} gg_board;

gg_status gg_board_draw(gg_board *board, const gg_board_look *look);
void gg_board_close(gg_board *board);

// Pieces on a spot, top one first; returns how many.
unsigned gg_board_pieces(const gg_board_look *look, const gg_spot *spot,
                         const gg_piece *out[GG_SPOT_PIECES]);
// "[C3]": owner by its brackets, letters, printed value, marks.
size_t gg_board_piece_text(const gg_board_look *look, const gg_piece *piece,
                           char out[GG_SPOT_TEXT]);
// "[k7 C]": as above with the name by which it is typed; what lies on another piece begins with +.
// Not `full`: without the letters of its face.
size_t gg_board_piece_code(const gg_board_look *look, const gg_piece *piece, bool full,
                           char out[GG_SPOT_TEXT]);
// What a piece is called: the name by which it is typed and its own, or what it looks like when it
// cannot be identified; the same with its kind and what is left of it; what is printed about it;
// all that together.
size_t gg_board_piece_called(const gg_board_look *look, const gg_piece *piece,
                             char out[GG_SPOT_TEXT]);
size_t gg_board_piece_kind(const gg_board_look *look, const gg_piece *piece,
                           char out[GG_SPOT_TEXT]);
size_t gg_board_piece_about(const gg_board_look *look, const gg_piece *piece,
                            char out[GG_SPOT_TEXT]);
size_t gg_board_piece_name(const gg_board_look *look, const gg_piece *piece,
                           char out[GG_SPOT_TEXT]);
// "f3, Ford", or centimetres on a plane.
size_t gg_board_spot_name(const gg_board_look *look, const gg_spot *spot, char out[GG_SPOT_TEXT]);
// "Points North 4/9"; label, owner and value.
size_t gg_board_gauge_text(const gg_board_look *look, const gg_gauge *gauge,
                           char out[GG_SPOT_TEXT]);
// The face of a place: its own, or that of the ground laid on it.
unsigned gg_board_ground(const gg_board_look *look, unsigned surface, unsigned cell, unsigned face);
// The place is not part of this scenario: its face is called edge, outside or void.
bool gg_map_outside(const gg_board_look *look, unsigned surface, unsigned cell);
uint32_t gg_board_seat_style(unsigned owner);
// The letter of what runs along a side of a hex: the first of its name that no other has.
char gg_board_edge_sign(const gg_game *game, unsigned bit);
// The domain of cells of this surface, 0 = none: its places can be operands.
unsigned gg_board_cell_domain(const gg_game *game, unsigned surface);

#endif
