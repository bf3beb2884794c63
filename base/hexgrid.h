// SPDX-License-Identifier: Apache-2.0
//
// A rectangle of flat-top hexes in columns, numbered CCRR (column, row), both from 01, row 01 at
// the north edge, even columns half a hex lower:
//
//      __    __
//     /01\__/03\__     Index = (column - 1) * rows + (row - 1): ascending index is ascending
//     \01/02\01/04\    number, which is the order of a map file.
//     /01\01/03\01/
//     \02/  \02/        -1 is "off the map", in every answer.
#ifndef GG_BASE_HEXGRID_H
#define GG_BASE_HEXGRID_H

#include <stdint.h>

#include "panic.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gg_hexgrid {
    uint8_t cols, rows; // each 1..99, so that a number is four digits
} gg_hexgrid;

// Clockwise from north: (dir + 3) % 6 is the way back.
enum gg_hex_dir { GG_HEX_N, GG_HEX_NE, GG_HEX_SE, GG_HEX_S, GG_HEX_SW, GG_HEX_NW, GG_HEX_DIRS };

static inline int gg_hex_count(gg_hexgrid grid) {
    return grid.cols * grid.rows;
}

static inline int gg_hex_at(gg_hexgrid grid, int col, int row) {
    if (col < 1 || col > grid.cols || row < 1 || row > grid.rows) {
        return -1;
    }
    return (col - 1) * grid.rows + (row - 1);
}

static inline int gg_hex_col(gg_hexgrid grid, int index) {
    GG_ASSERT(index >= 0 && index < gg_hex_count(grid));
    return index / grid.rows + 1;
}

static inline int gg_hex_row(gg_hexgrid grid, int index) {
    GG_ASSERT(index >= 0 && index < gg_hex_count(grid));
    return index % grid.rows + 1;
}

// The printed number, 1410 for column 14 row 10.
static inline int gg_hex_number(gg_hexgrid grid, int index) {
    return gg_hex_col(grid, index) * 100 + gg_hex_row(grid, index);
}

static inline int gg_hex_from_number(gg_hexgrid grid, int number) {
    return number < 0 ? -1 : gg_hex_at(grid, number / 100, number % 100);
}

static inline int gg_hex_opposite(int dir) {
    return dir < 3 ? dir + 3 : dir - 3;
}

// Rows of the side columns: the upper of the two neighbours there is one row up in an odd column
// and level in an even one, because the even column stands half a hex lower.
static inline int gg_hex_neighbour(gg_hexgrid grid, int index, int dir) {
    GG_ASSERT(dir >= 0 && dir < GG_HEX_DIRS);
    int col = gg_hex_col(grid, index), row = gg_hex_row(grid, index);
    int upper = row - (col & 1);
    switch (dir) {
    case GG_HEX_N: return gg_hex_at(grid, col, row - 1);
    case GG_HEX_NE: return gg_hex_at(grid, col + 1, upper);
    case GG_HEX_SE: return gg_hex_at(grid, col + 1, upper + 1);
    case GG_HEX_S: return gg_hex_at(grid, col, row + 1);
    case GG_HEX_SW: return gg_hex_at(grid, col - 1, upper + 1);
    default: // GG_HEX_NW
        return gg_hex_at(grid, col - 1, upper);
    }
}

// The direction that leads from a hex to an adjacent one, or -1.
static inline int gg_hex_dir_to(gg_hexgrid grid, int from, int to) {
    for (int dir = 0; dir < GG_HEX_DIRS && to >= 0; dir++) {
        if (gg_hex_neighbour(grid, from, dir) == to) {
            return dir;
        }
    }
    return -1;
}

// Rows below the line that runs south-east from hex 0101: a step to the south-east changes only the
// column, one to the south only this. On these two axes distance no longer depends on parity.
static inline int gg_hex_slant(int col, int row) {
    return row - 1 - (col - 1) / 2;
}

static inline int gg_hex_magnitude(int x) {
    return x < 0 ? -x : x;
}

// Steps between two hexes on an open map. The three cube coordinates of a difference sum to zero,
// so the largest of them in size, which is half the sum of sizes, is the distance.
static inline int gg_hex_distance(gg_hexgrid grid, int a, int b) {
    int col_a = gg_hex_col(grid, a), col_b = gg_hex_col(grid, b);
    int across = col_a - col_b;
    int down = gg_hex_slant(col_a, gg_hex_row(grid, a)) - gg_hex_slant(col_b, gg_hex_row(grid, b));
    return (gg_hex_magnitude(across) + gg_hex_magnitude(down) + gg_hex_magnitude(across + down)) /
           2;
}

#ifdef __cplusplus
}
#endif
#endif
