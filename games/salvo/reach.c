// SPDX-License-Identifier: Apache-2.0
// What the scenery alone says about straight legs, worked out once per table on a lattice of 25 mm.
//
//   scenery_gap  millimetres from a lattice point to the nearest piece, rounded up
//   reach        by radius: which points of the 21 x 21 around it a straight leg reaches without
//                touching scenery; bit (dy + 10) * 21 + dx + 10
//   shelter      a place just clear of each piece, for each direction from its middle
//
// Candidates and formations read them; what is chosen is judged exactly, from where the figure
// really stands. The judge itself takes from them only what they prove: that a way is clear because
// a base wider by the distance to the lattice points would pass (sv_open_ground).
#include "r4_path.h"

enum { HALF = NEAR / 2, GAP_MAX = 2000, CLEARANCE = 17 };

static const uint8_t radii[RADII] = {15, 20, 30, 35, 45};

int sv_radius_class(int radius) {
    int class = 0;
    while (class < RADII - 1 && radii[class] < radius) class ++;
    return class;
}

int sv_class_radius(int class) {
    return radii[class];
}

int sv_wide_class(int radius) {
    int class = 0;
    while (class < RADII && radii[class] < radius) class ++;
    return class;
}

static gg_point point_at(int column, int row) {
    return (gg_point){(int16_t)(column * LATTICE), (int16_t)(row * LATTICE)};
}

static int columns_of(const sv_table *t) {
    return t->board.width / LATTICE + 1;
}

static int rows_of(const sv_table *t) {
    return t->board.height / LATTICE + 1;
}

// -------------------------------------------------------------------------------------- gaps
// The smallest whole radius, below `most`, with which a disc there meets the piece; else `most`.
static int gap_to(const sv_piece *piece, gg_point at, int most) {
    int low = 0;
    if (!gg_box_near_segment(piece->box, at, at, most) ||
        !gg_disc_meets_polygon(at, most, piece->corner, piece->corners))
        return most;
    while (low < most) {
        int middle = (low + most) / 2;
        if (gg_disc_meets_polygon(at, middle, piece->corner, piece->corners))
            most = middle;
        else
            low = middle + 1;
    }
    return most;
}

static void measure_gaps(sv_table *t) {
    for (int i = 0; i < LATTICE_POINTS; i++) {
        gg_point at = point_at(i % LATTICE_COLS, i / LATTICE_COLS);
        int gap = GAP_MAX;
        for (int k = 0; k < t->board.pieces; k++) gap = gap_to(&t->board.piece[k], at, gap);
        t->scenery_gap[i] = (uint16_t)gap;
    }
}

// ------------------------------------------------------------------------------------- edges
static sv_edge edge_of(gg_point v, gg_point w) {
    sv_edge edge = {v.y - w.y, w.x - v.x, v.x * w.y - v.y * w.x, {0}};
    for (int class = 0; class < RADII; class ++) // the whole part of radius times length
        edge.away[class] =
            (int32_t)gg_isqrt64((uint64_t)(radii[class] * radii[class]) * (uint64_t)gg_dist2(v, w));
    return edge;
}

static void measure_edges(sv_table *t) {
    for (int i = 0; i < t->board.pieces; i++) {
        const sv_piece *piece = &t->board.piece[i];
        for (int k = 0; k < piece->corners; k++)
            t->edge[i][k] =
                edge_of(piece->corner[k], piece->corner[k + 1 < piece->corners ? k + 1 : 0]);
    }
}

// ------------------------------------------------------------------------------------- reach
static bool clear(const sv_table *t, const uint8_t *near, int count, gg_point a, gg_point b,
                  int class) {
    int r = radii[class];
    gg_box swept = sv_swept(a, b, r);
    for (int i = 0; i < count; i++) {
        const sv_piece *piece = &t->board.piece[near[i]];
        int quick =
            sv_boxes_meet(swept, piece->box) ? sv_quick_reach(t, near[i], a, b, class, r) : 1;
        if (quick < 0 || (!quick && gg_sweep_meets_polygon(a, b, r, piece->corner, piece->corners)))
            return false;
    }
    return true;
}

// The number of radius classes that can go from a to b: a wider base never passes where a narrower
// one does not.
static int classes_through(const sv_table *t, const uint8_t *near, int count, gg_point a,
                           gg_point b) {
    int low = 0, high = RADII;
    if (clear(t, near, count, a, b, RADII - 1)) return RADII;
    while (low < high) {
        int middle = (low + high) / 2;
        if (middle < RADII && clear(t, near, count, a, b, middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Rows of the window that lie on the table for a base of that radius, before any scenery is asked.
static void open_window(uint64_t *bits, int dx0, int dx1, int dy0, int dy1) {
    if (dx0 > dx1) return;
    for (int dy = dy0; dy <= dy1; dy++) {
        int bit = (dy + HALF) * NEAR + dx0 + HALF, end = bit + dx1 - dx0;
        uint64_t run = (UINT64_C(1) << (dx1 - dx0 + 1)) - 1;
        bits[bit >> 6] |= run << (bit & 63);
        if (end >> 6 != bit >> 6) bits[end >> 6] |= run >> (64 - (bit & 63));
    }
}

static int at_least(int value, int least) {
    return value < least ? least : value;
}

static int at_most(int value, int most) {
    return value > most ? most : value;
}

// Also used for the middle bit: nowhere is no leg.
static inline void close_bit(uint64_t *bits, int dx, int dy) {
    int bit = (dy + HALF) * NEAR + dx + HALF;
    bits[bit >> 6] &= ~(UINT64_C(1) << (bit & 63));
}

static void open_windows(sv_table *t, int column, int row) {
    for (int class = 0; class < RADII; class ++) {
        int r = radii[class], low = (r + LATTICE - 1) / LATTICE;
        int right = (t->board.width - r) / LATTICE, top = (t->board.height - r) / LATTICE;
        uint64_t *bits = t->reach[class][row * LATTICE_COLS + column];
        open_window(bits, at_least(low - column, -HALF), at_most(right - column, HALF),
                    at_least(low - row, -HALF), at_most(top - row, HALF));
        close_bit(bits, 0, 0);
    }
}

// Every pair once: rows above, and to the right in the same row.
static void close_legs(sv_table *t, int column, int row, const uint8_t *near, int count) {
    int from = row * LATTICE_COLS + column;
    gg_point a = point_at(column, row);
    for (int dy = 0; dy <= HALF && row + dy < rows_of(t); dy++)
        for (int dx = dy ? -HALF : 1; dx <= HALF; dx++) {
            if (column + dx < 0 || column + dx >= columns_of(t)) continue;
            int to = from + dy * LATTICE_COLS + dx;
            int class = classes_through(t, near, count, a, point_at(column + dx, row + dy));
            for (; class < RADII; class ++) {
                close_bit(t->reach[class][from], dx, dy);
                close_bit(t->reach[class][to], -dx, -dy);
            }
        }
}

static void reach_from(sv_table *t, int column, int row) {
    int count = 0;
    uint8_t near[SV_PIECES_MAX];
    gg_point a = point_at(column, row);
    gg_box around = sv_grown((gg_box){a.x, a.y, a.x, a.y}, HALF * LATTICE + radii[RADII - 1]);
    for (int i = 0; i < t->board.pieces; i++)
        if (sv_boxes_meet(around, t->board.piece[i].box)) near[count++] = (uint8_t)i;
    if (count) close_legs(t, column, row, near, count);
}

// ---------------------------------------------------------------------------------- shelters
// Along a ray from its middle the distance to a convex piece only grows once outside.
static gg_point shelter_at(const sv_piece *piece, int facing) {
    gg_point middle = {(int16_t)((piece->box.x0 + piece->box.x1) / 2),
                       (int16_t)((piece->box.y0 + piece->box.y1) / 2)};
    int mm = 0;
    while (mm < GAP_MAX && gg_disc_meets_polygon(sv_stride(middle, facing, mm), CLEARANCE,
                                                 piece->corner, piece->corners))
        mm += 2;
    return sv_stride(middle, facing, mm);
}

void sv_prepare_reach(sv_table *t) {
    memset(t->reach, 0, sizeof t->reach);
    memset(t->shelter, 0, sizeof t->shelter);
    measure_edges(t);
    measure_gaps(t);
    for (int row = 0; row < rows_of(t); row++)
        for (int column = 0; column < columns_of(t); column++) open_windows(t, column, row);
    for (int row = 0; t->board.pieces && row < rows_of(t); row++)
        for (int column = 0; column < columns_of(t); column++) reach_from(t, column, row);
    for (int i = 0; i < t->board.pieces; i++)
        for (int facing = 0; facing < FACINGS; facing++)
            t->shelter[i][facing] = shelter_at(&t->board.piece[i], facing);
}
