// SPDX-License-Identifier: Apache-2.0
//
// Exact integer geometry; the bounds that make int64_t enough are stated in plane.h.
//
// Everything rests on two tests: the side of a line (gg_orient) and the distance from a point to a
// segment compared with a radius (gg_segment_reach). The rest is which pairs to ask about.
#include "base/plane.h"

#include <stddef.h>
#include <string.h>

#include "base/bits.h"
#include "base/panic.h"

// Newton's method from above: started at a power of two not below the root, it falls until it
// reaches the floor, then would stay or rise.
uint32_t gg_isqrt64(uint64_t n) {
    if (n == 0) {
        return 0;
    }
    int bits = 64 - gg_bits_clz64(n);
    uint64_t root = UINT64_C(1) << ((bits + 1) / 2);
    for (;;) {
        uint64_t next = (root + n / root) / 2;
        if (next >= root) {
            return (uint32_t)root;
        }
        root = next;
    }
}

int gg_ceil_len(int dx, int dy) {
    GG_ASSERT(dx > -65536 && dx < 65536 && dy > -65536 && dy < 65536);
    uint64_t square = (uint64_t)((int64_t)dx * dx + (int64_t)dy * dy);
    uint64_t root = gg_isqrt64(square);
    return (int)(root + (root * root < square));
}

// Moved up by the limit, a lawful coordinate is 0..2^15 - 1 and any other has a higher bit set: one
// test for all six.
static inline bool in_bounds(gg_point a, gg_point b, gg_point c) {
    unsigned all = (unsigned)(a.x + GG_PLANE_LIMIT) | (unsigned)(a.y + GG_PLANE_LIMIT) |
                   (unsigned)(b.x + GG_PLANE_LIMIT) | (unsigned)(b.y + GG_PLANE_LIMIT) |
                   (unsigned)(c.x + GG_PLANE_LIMIT) | (unsigned)(c.y + GG_PLANE_LIMIT);
    return all < 2 * GG_PLANE_LIMIT;
}

static inline int compare(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

// Before a or behind b the nearest point is that end; between them it is the foot of the
// perpendicular, at distance |cross| / length, compared as squares.
int gg_segment_reach(gg_point centre, int r, gg_point a, gg_point b) {
    GG_ASSERT(in_bounds(centre, a, b) && r >= 0 && r < 2 * GG_PLANE_LIMIT);
    int64_t r2 = (int64_t)r * r;
    int64_t length2 = gg_dist2(a, b);
    int64_t along = gg_dot(a, b, centre);
    if (along <= 0) { // also when a is b
        return compare(gg_dist2(a, centre), r2);
    }
    if (along >= length2) {
        return compare(gg_dist2(b, centre), r2);
    }
    int64_t cross = gg_orient(a, b, centre);
    return compare(cross * cross, r2 * length2);
}

// The vertex after i, around the polygon.
static inline gg_point after(const gg_point *v, int n, int i) {
    return v[i + 1 < n ? i + 1 : 0];
}

// With one or two vertices the loop only finds that p is in line with them; p is then on the
// segment when it sees the two ends in opposite directions.
int gg_polygon_side(gg_point p, const gg_point *v, int n) {
    GG_ASSERT(n >= 1);
    int side = 1;
    for (int i = 0; i < n; i++) {
        int64_t turn = gg_orient(v[i], after(v, n, i), p);
        if (turn < 0) {
            return -1;
        }
        if (turn == 0) {
            side = 0;
        }
    }
    if (n <= 2 && gg_dot(p, v[0], v[n - 1]) > 0) {
        return -1;
    }
    return side;
}

// The reach of two things that have a point in common.
static inline int reach_of_contact(int r) {
    return r > 0 ? -1 : 0;
}

static inline int nearer(int reach, int other) {
    return reach < other ? reach : other;
}

// The polygon lies on the left of each of its sides: a disc that is wholly on the right of one is
// apart from it, which is so for most that are asked about.
int gg_polygon_reach(gg_point centre, int r, const gg_point *v, int n) {
    for (int i = 0; i < n; i++) {
        gg_point to = after(v, n, i);
        int64_t turn = gg_orient(v[i], to, centre);
        if (turn < 0 && turn * turn > (int64_t)r * r * gg_dist2(v[i], to)) {
            return 1;
        }
    }
    if (gg_polygon_side(centre, v, n) >= 0) {
        return reach_of_contact(r);
    }
    int reach = 1;
    for (int i = 0; i < n && reach >= 0; i++) {
        reach = nearer(reach, gg_segment_reach(centre, r, v[i], after(v, n, i)));
    }
    return reach;
}

// Each segment has its ends strictly on both sides of the other. Shared ends and ends that lie on
// the other segment are left to the distance tests.
static bool segments_cross(gg_point a, gg_point b, gg_point c, gg_point d) {
    int64_t c_side = gg_orient(a, b, c), d_side = gg_orient(a, b, d);
    int64_t a_side = gg_orient(c, d, a), b_side = gg_orient(c, d, b);
    return ((c_side < 0 && d_side > 0) || (c_side > 0 && d_side < 0)) &&
           ((a_side < 0 && b_side > 0) || (a_side > 0 && b_side < 0));
}

// Where two segments do not cross, the shortest way between them starts at an end of one of them.
// If the path is not wholly inside the polygon and yet reaches it, it reaches an edge: asking
// whether one end is inside is enough.
int gg_sweep_reach(gg_point a, gg_point b, int r, const gg_point *v, int n) {
    int reach = gg_polygon_reach(a, r, v, n);
    for (int i = 0; i < n && reach >= 0; i++) {
        gg_point from = v[i], to = after(v, n, i);
        if (segments_cross(a, b, from, to)) {
            return reach_of_contact(r);
        }
        reach = nearer(reach, gg_segment_reach(b, r, from, to));
        reach = nearer(reach, gg_segment_reach(from, r, a, b));
    }
    return reach;
}

// Two convex sets of the plane, one of them open, are apart exactly when a line parallel to a side
// of one of them separates them: a side of the polygon with both ends on or beyond it, or the line
// of the segment itself with all vertices on one side.
bool gg_segment_crosses_polygon(gg_point a, gg_point b, const gg_point *v, int n) {
    if (n < 3) {
        return false;
    }
    if (gg_point_equal(a, b)) {
        return gg_polygon_side(a, v, n) > 0;
    }
    bool left = false, right = false;
    for (int i = 0; i < n; i++) {
        gg_point to = after(v, n, i);
        if (gg_orient(v[i], to, a) <= 0 && gg_orient(v[i], to, b) <= 0) {
            return false;
        }
        int64_t turn = gg_orient(a, b, v[i]);
        left |= turn > 0;
        right |= turn < 0;
    }
    return left && right;
}

// By x, then y. Insertion: at most 64 points, usually fewer than 20 and often in order already.
static void sort_points(gg_point *p, int n) {
    for (int i = 1; i < n; i++) {
        gg_point moved = p[i];
        int at = i;
        while (at > 0 &&
               (p[at - 1].x > moved.x || (p[at - 1].x == moved.x && p[at - 1].y > moved.y))) {
            p[at] = p[at - 1];
            at--;
        }
        p[at] = moved;
    }
}

static int drop_repeats(gg_point *p, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        if (kept == 0 || !gg_point_equal(p[kept - 1], p[i])) {
            p[kept++] = p[i];
        }
    }
    return kept;
}

// Adds p to a chain that must turn left, taking back what it makes straight or hollow; the vertices
// below `floor` are settled. Returns the new length.
static int extend(gg_point *chain, int length, int floor, gg_point p) {
    while (length > floor && gg_orient(chain[length - 2], chain[length - 1], p) <= 0) {
        length--;
    }
    chain[length] = p;
    return length + 1;
}

// Monotone chain: the lower side from left to right, then the upper side back to the start.
int gg_hull(const gg_point *p, int n, gg_point *out) {
    GG_ASSERT(n >= 0 && n <= GG_HULL_MAX);
    gg_point sorted[GG_HULL_MAX], chain[GG_HULL_MAX + 1]; // + 1: the start comes again at the end
    if (n > 0) {
        memcpy(sorted, p, (size_t)n * sizeof *p);
    }
    sort_points(sorted, n);
    int distinct = drop_repeats(sorted, n);
    int length = 0;
    for (int i = 0; i < distinct; i++) {
        length = extend(chain, length, 1, sorted[i]);
    }
    int lower = length;
    for (int i = distinct - 2; i >= 0; i--) {
        length = extend(chain, length, lower, sorted[i]);
    }
    int vertices = distinct > 1 ? length - 1 : distinct;
    if (vertices > 0) {
        memcpy(out, chain, (size_t)vertices * sizeof *out);
    }
    return vertices;
}

// Takes away, until none is left, the corners in line with their two neighbours (a repeated corner
// is in line with anything).
static int drop_straight(gg_point *v, int n) {
    for (int i = 0; i < n && n >= 3;) {
        gg_point before = v[i > 0 ? i - 1 : n - 1];
        if (gg_orient(before, v[i], after(v, n, i)) == 0) {
            memmove(v + i, v + i + 1, (size_t)(n - i - 1) * sizeof *v);
            n--;
            i = 0; // a neighbour may have become straight
        } else {
            i++;
        }
    }
    return n;
}

// Is one ring the other, started elsewhere and walked by steps of `step` (1 or n - 1, modulo n)?
static bool same_ring(const gg_point *hull, const gg_point *ring, int n, int step) {
    int at = 0;
    while (at < n && !gg_point_equal(ring[at], hull[0])) {
        at++;
    }
    for (int i = 0; i < n; i++) {
        if (at >= n || !gg_point_equal(ring[at], hull[i])) {
            return false;
        }
        at = (at + step) % n;
    }
    return true;
}

// A ring is convex exactly when, rid of its straight corners, it is its own hull in one sense or
// the other; the order matters, since a star has the corners of its hull too.
int gg_polygon_normalise(gg_point *v, int n) {
    GG_ASSERT(n >= 0 && n <= GG_POLYGON_MAX);
    gg_point ring[GG_POLYGON_MAX], hull[GG_POLYGON_MAX];
    if (n < 3) {
        return 0;
    }
    memcpy(ring, v, (size_t)n * sizeof *v);
    int corners = drop_straight(ring, n);
    if (corners < 3 || gg_hull(v, n, hull) != corners) {
        return 0;
    }
    if (!same_ring(hull, ring, corners, 1) && !same_ring(hull, ring, corners, corners - 1)) {
        return 0;
    }
    memcpy(v, hull, (size_t)corners * sizeof *v);
    return corners;
}

static inline int16_t lesser(int16_t a, int16_t b) {
    return a < b ? a : b;
}

static inline int16_t greater(int16_t a, int16_t b) {
    return a > b ? a : b;
}

gg_box gg_box_of(const gg_point *v, int n) {
    GG_ASSERT(n >= 1);
    gg_box box = {v[0].x, v[0].y, v[0].x, v[0].y};
    for (int i = 1; i < n; i++) {
        box.x0 = lesser(box.x0, v[i].x);
        box.y0 = lesser(box.y0, v[i].y);
        box.x1 = greater(box.x1, v[i].x);
        box.y1 = greater(box.y1, v[i].y);
    }
    return box;
}

bool gg_box_near_segment(gg_box box, gg_point a, gg_point b, int r) {
    return greater(a.x, b.x) + r >= box.x0 && lesser(a.x, b.x) - r <= box.x1 &&
           greater(a.y, b.y) + r >= box.y0 && lesser(a.y, b.y) - r <= box.y1;
}
