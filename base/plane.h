// SPDX-License-Identifier: Apache-2.0
//
// Exact geometry of discs, segments and convex polygons on a table measured in whole millimetres.
//
// Every predicate is integer arithmetic without square roots or divisions: two machines cannot
// disagree about a touch. Distances stay squared; a length is asked for only when a rule counts
// millimetres, and is then rounded up.
//
// Bounds. Coordinates lie in -16384..16383 (GG_PLANE_LIMIT; tables are at most 2000 x 2000), radii
// in 0..16383, so that the sum of two is below 2^15. A difference of coordinates is then below 2^15
// in size, a squared distance, dot or cross product below 2^31, and the two largest quantities,
// cross^2 (below 2^62) and r^2 * length^2 (below 2^30 * 2^31 = 2^61), fit int64_t. What squares a
// cross product asserts these bounds; squared distances and orientations are exact for any int16_t.
//
// Polygons are arrays of vertices: counter-clockwise (x to the right, y up), strictly convex. One
// vertex is a point and two are a segment, so that a hull of few figures needs no special case;
// such polygons have a boundary and no interior.
//
// "meets" counts the boundary (distance <= radius), "overlaps" does not (distance < radius).
// "reach" functions give both at once, the sign of distance - radius:
//     -1  nearer than the radius      0  exactly in touch      +1  out of reach
#ifndef GG_BASE_PLANE_H
#define GG_BASE_PLANE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GG_PLANE_LIMIT 16384 // coordinates are >= -limit and < limit, radii < limit
#define GG_POLYGON_MAX 8     // vertices of a scenery polygon
#define GG_HULL_MAX    64    // points a hull is made from, hence its vertices too

typedef struct gg_point {
    int16_t x, y;
} gg_point;

static inline bool gg_point_equal(gg_point a, gg_point b) {
    return a.x == b.x && a.y == b.y;
}

static inline int64_t gg_dist2(gg_point a, gg_point b) {
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    return dx * dx + dy * dy;
}

// Dot product of the vectors from `o` to `a` and from `o` to `b`.
static inline int64_t gg_dot(gg_point o, gg_point a, gg_point b) {
    return (int64_t)(a.x - o.x) * (b.x - o.x) + (int64_t)(a.y - o.y) * (b.y - o.y);
}

// Twice the signed area of the triangle: > 0 when a, b, c turn left, 0 when they are in line.
static inline int64_t gg_orient(gg_point a, gg_point b, gg_point c) {
    return (int64_t)(b.x - a.x) * (c.y - a.y) - (int64_t)(b.y - a.y) * (c.x - a.x);
}

// Largest integer whose square is at most n.
uint32_t gg_isqrt64(uint64_t n);

// Smallest whole number of millimetres not below the length of (dx, dy), both below 2^16 in size:
// a leg that is a hair longer than the allowance is too long.
int gg_ceil_len(int dx, int dy);

// --- two points, two discs

static inline bool gg_within(gg_point a, gg_point b, int r) {
    return gg_dist2(a, b) <= (int64_t)r * r;
}

static inline bool gg_discs_meet(gg_point a, int ra, gg_point b, int rb) {
    return gg_within(a, b, ra + rb);
}

static inline bool gg_discs_overlap(gg_point a, int ra, gg_point b, int rb) {
    return gg_dist2(a, b) < (int64_t)(ra + rb) * (ra + rb);
}

// --- a disc (centre, radius) and the segment a-b, which may be one point

int gg_segment_reach(gg_point centre, int r, gg_point a, gg_point b);

static inline bool gg_disc_meets_segment(gg_point centre, int r, gg_point a, gg_point b) {
    return gg_segment_reach(centre, r, a, b) <= 0;
}

static inline bool gg_disc_overlaps_segment(gg_point centre, int r, gg_point a, gg_point b) {
    return gg_segment_reach(centre, r, a, b) < 0;
}

// A disc of radius r whose centre goes from a to b, and a disc at rest.
static inline bool gg_sweep_meets_disc(gg_point a, gg_point b, int r, gg_point centre, int rest) {
    return gg_segment_reach(centre, r + rest, a, b) <= 0;
}

static inline bool gg_sweep_overlaps_disc(gg_point a, gg_point b, int r, gg_point centre,
                                          int rest) {
    return gg_segment_reach(centre, r + rest, a, b) < 0;
}

// --- convex polygons v[0..n-1], n >= 1

// Puts the corners of a scenery polygon (n <= GG_POLYGON_MAX, either sense of rotation) into the
// form the predicates want, starting from the leftmost corner: counter-clockwise, repeated and
// straight corners dropped. Returns the number kept, or 0, `v` untouched, when the ring is not
// convex, crosses itself or has no area.
int gg_polygon_normalise(gg_point *v, int n);

// 1 strictly inside, 0 on the boundary, -1 outside.
int gg_polygon_side(gg_point p, const gg_point *v, int n);

static inline bool gg_polygon_contains(gg_point p, const gg_point *v, int n) {
    return gg_polygon_side(p, v, n) >= 0;
}

// A centre inside is at distance 0.
int gg_polygon_reach(gg_point centre, int r, const gg_point *v, int n);

static inline bool gg_disc_meets_polygon(gg_point centre, int r, const gg_point *v, int n) {
    return gg_polygon_reach(centre, r, v, n) <= 0;
}

static inline bool gg_disc_overlaps_polygon(gg_point centre, int r, const gg_point *v, int n) {
    return gg_polygon_reach(centre, r, v, n) < 0;
}

// A disc of radius r whose centre goes from a to b.
int gg_sweep_reach(gg_point a, gg_point b, int r, const gg_point *v, int n);

static inline bool gg_sweep_meets_polygon(gg_point a, gg_point b, int r, const gg_point *v, int n) {
    return gg_sweep_reach(a, b, r, v, n) <= 0;
}

static inline bool gg_sweep_overlaps_polygon(gg_point a, gg_point b, int r, const gg_point *v,
                                             int n) {
    return gg_sweep_reach(a, b, r, v, n) < 0;
}

// Does the segment have a point strictly inside? Following an edge or passing a corner is no.
bool gg_segment_crosses_polygon(gg_point a, gg_point b, const gg_point *v, int n);

// Convex hull of 0..GG_HULL_MAX points into `out` (room for n, may be `p` itself), a polygon as
// above: counter-clockwise from the leftmost, then lowest point, straight corners dropped. Returns
// its number of vertices: 0 for no points, 1 when all are the same, 2 when all are in line.
int gg_hull(const gg_point *p, int n, gg_point *out);

// --- bounding boxes, to dismiss most pairs before the exact predicates

typedef struct gg_box {
    int16_t x0, y0, x1, y1; // inclusive
} gg_box;

gg_box gg_box_of(const gg_point *v, int n);

// False only when nothing in the box is within r of the segment.
bool gg_box_near_segment(gg_box box, gg_point a, gg_point b, int r);

#ifdef __cplusplus
}
#endif
#endif
