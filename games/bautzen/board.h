// SPDX-License-Identifier: Apache-2.0
// Bitboards of the 26 x 14 map. A column takes 16 bits, its rows bits 1 to 14; bits 0 and 15 stay
// zero, so that shifting by one row never spills into the next column:
//
//   word w holds columns 4w .. 4w+3 (counted from 0):  | col 4w+3 | col 4w+2 | col 4w+1 | col 4w |
//   a column:  15 pad | 14 row 14 | ... | 1 row 01 | 0 pad
//
// Seven words; the last one holds two columns. Flat-top hexes, even columns (counted from 1) half a
// hex lower: an odd column touches rows r-1 and r of its neighbours, an even one rows r and r+1.
#ifndef GAME_BAUTZEN_BOARD_H
#define GAME_BAUTZEN_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "data.h"

enum { COLS = BZ_COLS, ROWS = BZ_ROWS, HEXES = BZ_HEXES, BOARD_WORDS = 7, DIRECTIONS = BZ_DIRS };

typedef struct bz_board {
    uint64_t w[BOARD_WORDS];
} bz_board;

#define BZ_ROWS_MASK UINT64_C(0x7ffe7ffe7ffe7ffe)
#define BZ_ODD_MASK  UINT64_C(0x00007ffe00007ffe) // columns 1 and 3 of a word, counted from 1
#define BZ_EVEN_MASK UINT64_C(0x7ffe00007ffe0000)
#define BZ_LAST_MASK UINT64_C(0x000000007ffe7ffe)

// A hex is a number 0 .. 363: 14 to a column, column by column.
static inline int bz_at(int col, int row) {
    return (col - 1) * ROWS + row - 1;
}
static inline int bz_col(int hex) {
    return bz_hexes[hex].col;
}
static inline int bz_row(int hex) {
    return bz_hexes[hex].row;
}
static inline unsigned bz_bit(int hex) {
    return (unsigned)(hex + 2 * (hex / ROWS) + 1);
}

static inline bool bz_has(const bz_board *b, int hex) {
    unsigned bit = bz_bit(hex);
    return (b->w[bit >> 6] >> (bit & 63)) & 1;
}
static inline void bz_add(bz_board *b, int hex) {
    unsigned bit = bz_bit(hex);
    b->w[bit >> 6] |= UINT64_C(1) << (bit & 63);
}
static inline void bz_del(bz_board *b, int hex) {
    unsigned bit = bz_bit(hex);
    b->w[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
}

// Every hex next to a hex of `b` (a hex of `b` only if another one is next to it).
static inline bz_board bz_spread(const bz_board *b) {
    bz_board side, out;
    for (int i = 0; i < BOARD_WORDS; i++) {
        uint64_t odd = b->w[i] & BZ_ODD_MASK, even = b->w[i] & BZ_EVEN_MASK;
        side.w[i] = odd | odd >> 1 | even | even << 1;
        out.w[i] = b->w[i] << 1 | b->w[i] >> 1;
    }
    for (int i = 0; i < BOARD_WORDS; i++) {
        uint64_t left = side.w[i] << 16, right = side.w[i] >> 16;
        if (i > 0) left |= side.w[i - 1] >> 48;
        if (i + 1 < BOARD_WORDS) right |= side.w[i + 1] << 48;
        out.w[i] = (out.w[i] | left | right) & BZ_ROWS_MASK;
    }
    out.w[BOARD_WORDS - 1] &= BZ_LAST_MASK;
    return out;
}

// Everything that can be reached from `seed` by neighbours through `open`; seeds outside `open` do
// not count. Word by word: each is filled as far as it goes, and its neighbours looked at again
// when it has grown.
static inline bz_board bz_flood(const bz_board *seed, const bz_board *open) {
    bz_board reached, side; // side: a word as the columns beside it see it, see bz_spread()
    unsigned grown = (1U << BOARD_WORDS) - 1;
    for (int i = 0; i < BOARD_WORDS; i++) {
        reached.w[i] = seed->w[i] & open->w[i];
        uint64_t odd = reached.w[i] & BZ_ODD_MASK, even = reached.w[i] & BZ_EVEN_MASK;
        side.w[i] = odd | odd >> 1 | even | even << 1;
    }
    while (grown) {
        int i = __builtin_ctz(grown);
        uint64_t from = i > 0 ? side.w[i - 1] >> 48 : 0, at = reached.w[i], wider = at;
        if (i + 1 < BOARD_WORDS) from |= side.w[i + 1] << 48;
        grown &= grown - 1;
        do {
            uint64_t odd = wider & BZ_ODD_MASK, even = wider & BZ_EVEN_MASK;
            at = wider;
            side.w[i] = odd | odd >> 1 | even | even << 1;
            wider |= (at << 1 | at >> 1 | side.w[i] << 16 | side.w[i] >> 16 | from) & open->w[i];
        } while (wider != at);
        if (at == reached.w[i]) continue;
        reached.w[i] = at;
        grown |= (5U << i >> 1) & ((1U << BOARD_WORDS) - 1);
    }
    return reached;
}

// The lowest hex of what word `i` of a board holds, which is not nothing.
static inline int bz_hex_in(int i, uint64_t word) {
    unsigned at = (unsigned)i * 64 + (unsigned)__builtin_ctzll(word);
    return (int)(at / 16) * ROWS + (int)(at % 16) - 1;
}

// for (int hex; (hex = bz_pop(&copy)) >= 0;): lowest hex first, taken out.
static inline int bz_pop(bz_board *b) {
    for (int i = 0; i < BOARD_WORDS; i++)
        if (b->w[i]) {
            int hex = bz_hex_in(i, b->w[i]);
            b->w[i] &= b->w[i] - 1;
            return hex;
        }
    return -1;
}

// Neighbour in direction N NE SE S SW NW, -1 off the map.
static inline int bz_next(int hex, int direction) {
    return bz_hexes[hex].neighbour[direction];
}

#endif
