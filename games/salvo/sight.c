// SPDX-License-Identifier: Apache-2.0
// Sight and cover, from centre to centre.
//
// CH6a  a piece higher than both figures blocks sight when the line crosses its open interior
// CH6b  following an edge or passing a corner does not
// CR30  a figure is covered when the line crosses a piece at least as high as it is
//
// Most questions are about two figures of size 1. For them every pair of squares of 40 mm is
// classified when the table is made:
//   CLEAR    no blocker has a point inside the hull of the two squares
//   BLOCKED  one blocker is crossed by all sixteen segments between their corners. That blocks
//            every other: seen from a point, the shadow of a convex piece is convex, so if the four
//            corners of one square lie in it the whole square does; once from each corner of the
//            other square, then from each point of the first.
//   MIXED    the exact test decides
// The points of a square are its whole millimetres, so its corners are 39 mm apart.
#include "r4_path.h"

enum { SPAN = GRID - 1, CORNERS = 4 };

static inline int class_of(const sv_table *t, int a, int b) {
    return sv_sight_of(t->sight[a], b);
}

// ------------------------------------------------------------------------------ classification
static void corners_of(int square, gg_point out[CORNERS]) {
    int16_t x = (int16_t)(square % GRID_COLS * GRID), y = (int16_t)(square / GRID_COLS * GRID);
    out[0] = (gg_point){x, y};
    out[1] = (gg_point){(int16_t)(x + SPAN), y};
    out[2] = (gg_point){(int16_t)(x + SPAN), (int16_t)(y + SPAN)};
    out[3] = (gg_point){x, (int16_t)(y + SPAN)};
}

// Is the piece beyond the two squares, seen across the line of direction a -> b? Both are the same
// square moved, so the sides of their hull are axes and this direction.
static bool beside(const sv_piece *piece, const gg_point a[CORNERS], const gg_point b[CORNERS]) {
    int64_t low = 0, high = 0;
    bool right = true, left = true;
    if (gg_point_equal(a[0], b[0])) return false; // one square has no direction
    for (int i = 1; i < CORNERS; i++) {
        int64_t turn = gg_orient(a[0], b[0], a[i]);
        if (turn < low) low = turn;
        if (turn > high) high = turn;
    }
    for (int i = 0; i < piece->corners; i++) {
        int64_t turn = gg_orient(a[0], b[0], piece->corner[i]);
        right = right && turn <= low;
        left = left && turn >= high;
    }
    return right || left;
}

// Is the hull of the squares wholly outside one edge of the piece?
static bool outside(const sv_piece *piece, const gg_point a[CORNERS], const gg_point b[CORNERS]) {
    for (int i = 0; i < piece->corners; i++) {
        gg_point v = piece->corner[i], w = piece->corner[i + 1 < piece->corners ? i + 1 : 0];
        int k = 0;
        while (k < CORNERS && gg_orient(v, w, a[k]) <= 0 && gg_orient(v, w, b[k]) <= 0) k++;
        if (k == CORNERS) return true;
    }
    return false;
}

static bool all_crossed(const sv_piece *piece, const gg_point a[CORNERS],
                        const gg_point b[CORNERS]) {
    for (int i = 0; i < CORNERS; i++)
        for (int k = 0; k < CORNERS; k++)
            if (!gg_segment_crosses_polygon(a[i], b[k], piece->corner, piece->corners))
                return false;
    return true;
}

static int classify(const sv_table *t, int from, int to) {
    gg_point a[CORNERS], b[CORNERS];
    int class = SIGHT_CLEAR;
    corners_of(from, a);
    corners_of(to, b);
    gg_box box = {a[0].x < b[0].x ? a[0].x : b[0].x, a[0].y < b[0].y ? a[0].y : b[0].y,
                  a[2].x > b[2].x ? a[2].x : b[2].x, a[2].y > b[2].y ? a[2].y : b[2].y};
    for (int i = 0; i < t->blocker_count[1]; i++) {
        const sv_piece *piece = &t->board.piece[t->blockers[1][i]];
        if (!sv_boxes_meet(box, piece->box) || beside(piece, a, b) || outside(piece, a, b))
            continue;
        if (all_crossed(piece, a, b)) return SIGHT_BLOCKED;
        class = SIGHT_MIXED;
    }
    return class;
}

static void set_class(sv_table *t, int a, int b, int class) {
    t->sight[a][b >> 2] = (uint8_t)(t->sight[a][b >> 2] | class << 2 * (b & 3));
}

void sv_prepare_sight(sv_table *t) {
    int columns = t->board.width / GRID + 1, rows = t->board.height / GRID + 1;
    memset(t->sight, 0, sizeof t->sight);
    if (!t->blocker_count[1]) return;
    for (int a = 0; a < rows * GRID_COLS; a++) {
        if (a % GRID_COLS >= columns) continue;
        for (int b = a; b < rows * GRID_COLS; b++) {
            if (b % GRID_COLS >= columns) continue;
            int class = classify(t, a, b);
            if (class == SIGHT_CLEAR) continue;
            set_class(t, a, b, class);
            if (b != a) set_class(t, b, a, class);
        }
    }
}

// ------------------------------------------------------------------------------------- sight
// Does the line pass through the inside of the piece? As gg_segment_crosses_polygon() says, from
// the edges that the table keeps: this is asked more often than anything else.
static inline bool crosses(const sv_table *t, int piece, gg_box box, gg_point a, gg_point b) {
    const sv_piece *p = &t->board.piece[piece];
    int dx = b.x - a.x, dy = b.y - a.y;
    bool left = false, right = false;
    if (!sv_boxes_meet(box, p->box)) return false;
    for (int i = 0; i < p->corners; i++) {
        const sv_edge *edge = &t->edge[piece][i];
        int from = a.x * edge->nx + a.y * edge->ny, to = b.x * edge->nx + b.y * edge->ny;
        int turn = dx * (p->corner[i].y - a.y) - dy * (p->corner[i].x - a.x);
        if ((from > to ? from : to) + edge->c <= 0) return false;
        left |= turn > 0;
        right |= turn < 0;
    }
    return (left && right) || (!dx && !dy);
}

// CH6a: the line of centres crosses the interior of a piece higher than both figures.
// CH6b: an edge followed or a corner passed is not crossed.
// CH6c: blockers are pieces of scenery; no figure is ever asked.
static bool cut(const sv_table *t, gg_point a, gg_point b, int size) {
    gg_box box = sv_swept(a, b, 0);
    for (int i = 0; i < t->blocker_count[size]; i++)
        if (crosses(t, t->blockers[size][i], box, a, b)) return true;
    return false;
}

static inline bool small_sees(const sv_table *t, gg_point a, int from, gg_point b, int to) {
    int class = class_of(t, from, to);
    return class == SIGHT_MIXED ? !cut(t, a, b, 1) : class == SIGHT_CLEAR;
}

bool sv_sees(const sv_table *t, gg_point a, int size_a, gg_point b, int size_b) {
    int size = size_a > size_b ? size_a : size_b;
    if (size == 1) return small_sees(t, a, sv_sight_square(a), b, sv_sight_square(b));
    return !cut(t, a, b, size);
}

int sv_sight_class(const sv_table *t, gg_point a, gg_point b) {
    return class_of(t, sv_sight_square(a), sv_sight_square(b));
}

// Figures of a unit with the squares they stand in.
typedef struct crowd {
    int count, size;
    gg_point at[SQUAD];
    int square[SQUAD];
    unsigned bit[SQUAD];
} crowd;

static void gather(crowd *c, const sv_table *t, const sv_state *s, int unit, unsigned mask) {
    int first = t->unit[unit].first;
    c->count = 0;
    c->size = sv_type(t, unit)->size;
    for (unsigned m = mask & s->alive[unit]; m; m &= m - 1, c->count++) {
        c->at[c->count] = sv_at(s, first + gg_bits_ctz32(m));
        c->square[c->count] = sv_sight_square(c->at[c->count]);
        c->bit[c->count] = m & -m;
    }
}

static inline bool pair_sees(const sv_table *t, const crowd *a, int i, const crowd *b, int k) {
    int size = a->size > b->size ? a->size : b->size;
    if (size == 1) return small_sees(t, a->at[i], a->square[i], b->at[k], b->square[k]);
    return !cut(t, a->at[i], b->at[k], size);
}

// A pair is asked about only while it can still tell something: a firer already known to fire and
// a figure already known to be seen need no line between them.
unsigned sv_seen(const sv_table *t, const sv_state *s, int unit, unsigned from, int target,
                 unsigned *firers_or_null) {
    crowd a, b;
    unsigned seen = 0, firers = 0;
    gather(&a, t, s, unit, from);
    gather(&b, t, s, target, SQUAD_MASK);
    for (int i = 0; i < a.count; i++)
        for (int k = 0; k < b.count; k++)
            if ((!(seen & b.bit[k]) || !(firers & a.bit[i])) && pair_sees(t, &a, i, &b, k)) {
                seen |= b.bit[k];
                firers |= a.bit[i];
            }
    if (firers_or_null) *firers_or_null = firers;
    return seen;
}

bool sv_any_sight(const sv_table *t, const sv_state *s, int unit, unsigned from, int target) {
    crowd a, b;
    gather(&a, t, s, unit, from);
    gather(&b, t, s, target, SQUAD_MASK);
    for (int i = 0; i < a.count; i++)
        for (int k = 0; k < b.count; k++)
            if (pair_sees(t, &a, i, &b, k)) return true;
    return false;
}

// ------------------------------------------------------------------------------------- cover
// CR30: a figure is covered when the line crosses a piece at least as high as it is.
bool sv_covered(const sv_table *t, gg_point from, gg_point to, int size) {
    gg_box box = sv_swept(from, to, 0);
    for (int i = 0; i < t->board.pieces; i++)
        if (t->board.piece[i].height >= size && crosses(t, i, box, from, to)) return true;
    return false;
}

// ------------------------------------------------------------------------------------- bench
// Pairs of 256 random points of the table, both of size 1: the only pairs that are ever blocked.
uint64_t sv_drill(const void *table, gg_rng *rng, uint32_t n) {
    enum { POINTS = 256 };
    const sv_table *t = table;
    gg_point at[POINTS];
    uint64_t seen = 0;
    for (int i = 0; i < POINTS; i++)
        at[i] = (gg_point){(int16_t)gg_rng_below(rng, t->board.width + 1U),
                           (int16_t)gg_rng_below(rng, t->board.height + 1U)};
    for (uint32_t i = 0; i < n; i++)
        seen += sv_sees(t, at[i % POINTS], 1, at[(i + i / POINTS + 1) % POINTS], 1);
    return seen;
}
