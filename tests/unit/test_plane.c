// SPDX-License-Identifier: Apache-2.0
//
// Unit tests of base/plane: each function against a slow reference that is written another way
// (rationals, Minkowski sums, brute force). All randomness has fixed seeds: a failure comes back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/plane.h"
#include "base/rng.h"

// Uniform in low..high.
static int between(gg_rng *rng, int low, int high) {
    return low + (int)gg_rng_below(rng, (uint32_t)(high - low + 1));
}

static gg_point point(int x, int y) {
    gg_point p = {(int16_t)x, (int16_t)y};
    return p;
}

static gg_point random_point(gg_rng *rng, int size) {
    int x = between(rng, -size, size);
    return point(x, between(rng, -size, size));
}

static gg_point scaled(gg_point p, int by) {
    return point(p.x * by, p.y * by);
}

// A strictly convex polygon of 3 to 8 vertices.
static int random_polygon(gg_rng *rng, int size, gg_point v[GG_POLYGON_MAX]) {
    int n = 0;
    while (n < 3) {
        int points = between(rng, 3, GG_POLYGON_MAX);
        for (int i = 0; i < points; i++) {
            v[i] = random_point(rng, size);
        }
        n = gg_hull(v, points, v);
    }
    return n;
}

static void test_plane_isqrt(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 10, 0);
    for (uint64_t n = 0, root = 0; n < 70000; n++) {
        root += (root + 1) * (root + 1) <= n;
        assert_true(gg_isqrt64(n) == root);
    }
    for (int i = 0; i < 200000; i++) {
        uint64_t root = (gg_rng_u32(&rng) >> gg_rng_below(&rng, 31)) | 1;
        assert_true(gg_isqrt64(root * root - 1) == root - 1);
        assert_true(gg_isqrt64(root * root) == root);
        assert_true(gg_isqrt64(root * root + 2 * root) == root);
    }
    assert_true(gg_isqrt64(~UINT64_C(0)) == ~0u);
}

static void test_plane_lengths(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 11, 0);
    assert_int_equal(gg_ceil_len(0, 0), 0);
    assert_int_equal(gg_ceil_len(-3, 4), 5);
    assert_int_equal(gg_ceil_len(1, 1), 2);
    assert_int_equal(gg_ceil_len(-65535, 65535), 92681);
    for (int i = 0; i < 100000; i++) {
        gg_point a = random_point(&rng, 32767), b = random_point(&rng, 32767);
        int64_t dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
        int64_t length = gg_ceil_len(b.x - a.x, b.y - a.y);
        assert_true(gg_dist2(a, b) == square);
        assert_true(length * length >= square && (length - 1) * (length - 1) < square);
    }
}

static void test_plane_turns(void **unused) {
    (void)unused;
    assert_true(gg_orient(point(0, 0), point(2, 0), point(1, 3)) == 6);
    assert_true(gg_orient(point(0, 0), point(1, 3), point(2, 0)) == -6);
    assert_true(gg_orient(point(-1, -2), point(0, 0), point(3, 6)) == 0);
    assert_true(gg_orient(point(-32768, -32768), point(32767, -32768), point(-32768, 32767)) ==
                INT64_C(65535) * 65535);
    assert_true(gg_dot(point(1, 1), point(4, 5), point(3, -1)) == 3 * 2 - 4 * 2);
}

static void test_plane_discs(void **unused) {
    (void)unused;
    gg_point o = point(0, 0), p = point(30, 40);
    assert_true(gg_within(o, p, 50) && !gg_within(o, p, 49));
    assert_true(gg_discs_meet(o, 15, p, 35) && !gg_discs_meet(o, 15, p, 34));
    assert_true(gg_discs_overlap(o, 15, p, 36) && !gg_discs_overlap(o, 15, p, 35));
    assert_true(gg_sweep_meets_disc(point(-50, 0), point(50, 0), 15, point(3, 35), 20));
    assert_false(gg_sweep_overlaps_disc(point(-50, 0), point(50, 0), 15, point(3, 35), 20));
    assert_true(gg_sweep_overlaps_disc(point(-50, 0), point(50, 0), 15, point(3, 34), 20));
    assert_false(gg_sweep_meets_disc(point(-50, 0), point(50, 0), 15, point(3, 36), 20));
    assert_false(gg_sweep_meets_disc(point(-50, 0), point(50, 0), 15, point(80, 20), 20));
}

// The nearest point as an exact rational, a + (b - a) * t / length^2 with t clamped: its distance
// times length^2 is an integer vector.
static int slow_segment_reach(gg_point c, int r, gg_point a, gg_point b) {
    int64_t dx = b.x - a.x, dy = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
    int64_t unit = dx * dx + dy * dy, t = cx * dx + cy * dy;
    if (unit == 0) {
        unit = 1;
        t = 0;
    }
    t = t < 0 ? 0 : t > unit ? unit : t;
    int64_t ex = cx * unit - dx * t, ey = cy * unit - dy * t;
    int64_t left = ex * ex + ey * ey, right = r * unit * r * unit;
    return (left > right) - (left < right);
}

static void test_plane_segment_reach(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 12, 0);
    int outcomes[3] = {0};
    for (int i = 0; i < 300000; i++) {
        int size = i % 2 ? 6 : 50, r = between(&rng, 0, i % 2 ? 6 : 40);
        gg_point a = random_point(&rng, size), b = random_point(&rng, size);
        gg_point c = random_point(&rng, size);
        int expected = slow_segment_reach(c, r, a, b);
        outcomes[expected + 1]++;
        assert_int_equal(gg_segment_reach(c, r, a, b), expected);
        assert_int_equal(gg_segment_reach(c, r, b, a), expected);
        assert_int_equal(gg_disc_meets_segment(c, r, a, b), expected <= 0);
        assert_int_equal(gg_disc_overlaps_segment(c, r, a, b), expected < 0);
        int by = between(&rng, 1, 16383 / size); // the same picture up to the limits
        assert_int_equal(gg_segment_reach(scaled(c, by), r * by, scaled(a, by), scaled(b, by)),
                         expected);
    }
    assert_true(outcomes[0] > 10000 && outcomes[1] > 2000 && outcomes[2] > 10000);
}

// Pick: twice the area is twice the lattice points inside plus those on the boundary minus two.
static void test_plane_side_counts_the_area(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 13, 0);
    for (int round = 0; round < 2000; round++) {
        gg_point v[GG_POLYGON_MAX];
        int n = random_polygon(&rng, 9, v);
        int64_t area2 = 0, inside = 0, boundary = 0;
        for (int i = 0; i < n; i++) {
            gg_point p = v[i], q = v[(i + 1) % n];
            area2 += p.x * q.y - q.x * p.y;
            assert_int_equal(gg_polygon_side(p, v, n), 0);
        }
        for (int x = -10; x <= 10; x++) {
            for (int y = -10; y <= 10; y++) {
                int side = gg_polygon_side(point(x, y), v, n);
                inside += side > 0;
                boundary += side == 0;
                assert_int_equal(gg_polygon_contains(point(x, y), v, n), side >= 0);
            }
        }
        assert_true(area2 == 2 * inside + boundary - 2);
    }
}

static void test_plane_side_of_small_hulls(void **unused) {
    (void)unused;
    gg_point v[2] = {{-4, -2}, {4, 2}};
    for (int x = -9; x <= 9; x++) {
        for (int y = -9; y <= 9; y++) {
            bool on = x == 2 * y && x >= -4 && x <= 4;
            assert_int_equal(gg_polygon_side(point(x, y), v, 2), on ? 0 : -1);
            assert_int_equal(gg_polygon_side(point(x, y), v, 1), x == -4 && y == -2 ? 0 : -1);
        }
    }
}

// Inside if a ray to the right crosses the ring an odd number of times (Jordan), else the nearest
// edge by rationals.
static int slow_polygon_reach(gg_point c, int r, const gg_point *v, int n) {
    int reach = 1;
    bool inside = false;
    for (int i = 0; i < n; i++) {
        gg_point p = v[i], q = v[(i + 1) % n];
        int edge = slow_segment_reach(c, r, p, q);
        reach = edge < reach ? edge : reach;
        if ((p.y > c.y) != (q.y > c.y)) {
            int64_t ahead = (int64_t)(q.x - p.x) * (c.y - p.y) - (int64_t)(c.x - p.x) * (q.y - p.y);
            inside ^= (ahead > 0) == (q.y > p.y) && ahead != 0;
        }
    }
    return inside && r > 0 ? -1 : inside ? 0 : reach;
}

static void test_plane_polygon_reach(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 14, 0);
    int outcomes[3] = {0};
    for (int i = 0; i < 100000; i++) {
        gg_point v[GG_POLYGON_MAX];
        int n = i % 5 == 0 ? gg_hull(v, 0, v) : random_polygon(&rng, 20, v);
        if (n == 0) { // a point or a segment, as hulls may be
            v[0] = random_point(&rng, 20);
            v[1] = random_point(&rng, 20);
            n = gg_hull(v, between(&rng, 1, 2), v);
        }
        gg_point c = random_point(&rng, 40);
        int r = between(&rng, 0, 25);
        int expected = slow_polygon_reach(c, r, v, n);
        outcomes[expected + 1]++;
        assert_int_equal(gg_polygon_reach(c, r, v, n), expected);
        assert_int_equal(gg_disc_meets_polygon(c, r, v, n), expected <= 0);
        assert_int_equal(gg_disc_overlaps_polygon(c, r, v, n), expected < 0);
    }
    assert_true(outcomes[0] > 10000 && outcomes[1] > 300 && outcomes[2] > 10000);
}

// The polygon minus the path, as a convex set: the hull of all v - a and v - b. The path is within
// r of the polygon when the origin is within r of that set.
static int difference(gg_point a, gg_point b, const gg_point *v, int n, gg_point *out) {
    for (int i = 0; i < n; i++) {
        out[2 * i] = point(v[i].x - a.x, v[i].y - a.y);
        out[2 * i + 1] = point(v[i].x - b.x, v[i].y - b.y);
    }
    return gg_hull(out, 2 * n, out);
}

static void test_plane_sweep(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 15, 0);
    int outcomes[3] = {0};
    for (int i = 0; i < 100000; i++) {
        gg_point v[GG_POLYGON_MAX], all[2 * GG_POLYGON_MAX];
        int n = random_polygon(&rng, 20, v);
        n = i % 7 == 0 ? 1 + i % 2 : n; // some of its vertices: a point or a segment
        gg_point a = random_point(&rng, 40), b = i % 11 ? random_point(&rng, 40) : a;
        int r = between(&rng, 0, 20);
        int m = difference(a, b, v, n, all);
        int expected = slow_polygon_reach(point(0, 0), r, all, m);
        outcomes[expected + 1]++;
        assert_int_equal(gg_sweep_reach(a, b, r, v, n), expected);
        assert_int_equal(gg_sweep_reach(b, a, r, v, n), expected);
        assert_int_equal(gg_sweep_meets_polygon(a, b, r, v, n), expected <= 0);
        assert_int_equal(gg_sweep_overlaps_polygon(a, b, r, v, n), expected < 0);
        if (expected <= 0) assert_true(gg_box_near_segment(gg_box_of(v, n), a, b, r));
    }
    assert_true(outcomes[0] > 10000 && outcomes[1] > 300 && outcomes[2] > 10000);
}

// A path of whole steps: what touches at a step is touched by the sweep.
static void test_plane_sweep_holds_every_step(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 16, 0);
    int met = 0;
    for (int i = 0; i < 20000; i++) {
        gg_point v[GG_POLYGON_MAX];
        int n = random_polygon(&rng, 300, v), steps = between(&rng, 1, 30), sweep = 1;
        gg_point a = random_point(&rng, 500), by = random_point(&rng, 30);
        gg_point b = point(a.x + steps * by.x, a.y + steps * by.y);
        int r = between(&rng, 1, 45);
        for (int s = 0; s <= steps; s++) {
            gg_point at = point(a.x + s * by.x, a.y + s * by.y);
            int reach = gg_polygon_reach(at, r, v, n);
            sweep = reach < sweep ? reach : sweep;
        }
        met += sweep < 0;
        assert_true(gg_sweep_reach(a, b, r, v, n) <= sweep);
    }
    assert_in_range(met, 2000, 18000);
}

static void test_plane_crossing(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 17, 0);
    int crossed = 0, grazed = 0;
    for (int i = 0; i < 200000; i++) {
        gg_point v[GG_POLYGON_MAX], all[2 * GG_POLYGON_MAX];
        int size = i % 2 ? 4 : 1000;
        int n = random_polygon(&rng, size, v);
        gg_point a = random_point(&rng, 2 * size), b = i % 9 ? random_point(&rng, 2 * size) : a;
        int m = difference(a, b, v, n, all);
        // The difference with an open polygon is the inside of the difference with a closed one.
        int side = gg_polygon_side(point(0, 0), all, m);
        crossed += side > 0;
        grazed += side == 0;
        assert_int_equal(gg_segment_crosses_polygon(a, b, v, n), side > 0);
        assert_int_equal(gg_segment_crosses_polygon(b, a, v, n), side > 0);
    }
    assert_true(crossed > 20000 && grazed > 2000);
}

static void test_plane_grazing_is_not_crossing(void **unused) {
    (void)unused;
    const gg_point v[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    assert_false(gg_segment_crosses_polygon(point(-5, 0), point(15, 0), v, 4));   // an edge
    assert_false(gg_segment_crosses_polygon(point(2, 10), point(8, 10), v, 4));   // part of one
    assert_false(gg_segment_crosses_polygon(point(-5, 5), point(5, -5), v, 4));   // a corner
    assert_false(gg_segment_crosses_polygon(point(-5, 5), point(0, 5), v, 4));    // ends on an edge
    assert_false(gg_segment_crosses_polygon(point(-5, 5), point(-1, 5), v, 4));   // ends before
    assert_false(gg_segment_crosses_polygon(point(10, 10), point(15, 15), v, 4)); // leaves a corner
    assert_true(gg_segment_crosses_polygon(point(-5, 5), point(1, 5), v, 4));
    assert_true(gg_segment_crosses_polygon(point(0, 0), point(10, 10), v, 4)); // corner to corner
    assert_true(gg_segment_crosses_polygon(point(4, 4), point(6, 5), v, 4));   // wholly inside
    assert_true(gg_segment_crosses_polygon(point(4, 4), point(4, 4), v, 4));
    assert_false(gg_segment_crosses_polygon(point(0, 4), point(0, 4), v, 4));
    assert_true(gg_segment_crosses_polygon(point(-5, 4), point(5, -5), v, 4) == false);
    assert_true(gg_segment_crosses_polygon(point(-5, 6), point(6, -5), v, 4)); // cuts the corner
    assert_false(gg_segment_crosses_polygon(point(5, -5), point(5, 5), v, 2)); // no inside at all
}

// Cubic: i to j is an edge when nothing is to its right and what is in line lies between them.
static bool is_hull_edge(const gg_point *p, int n, gg_point from, gg_point to) {
    if (gg_point_equal(from, to)) return false;
    for (int k = 0; k < n; k++) {
        int64_t turn = (int64_t)(to.x - from.x) * (p[k].y - from.y) -
                       (int64_t)(to.y - from.y) * (p[k].x - from.x);
        if (turn < 0) return false;
        if (turn == 0 && gg_dot(p[k], from, to) > 0) return false;
    }
    return true;
}

// Every edge of the hull passes the cubic test, and together they are all that pass it.
static void check_hull(const gg_point *p, int n) {
    gg_point hull[GG_HULL_MAX];
    int m = gg_hull(p, n, hull), edges = 0;
    for (int i = 0; i < n; i++) {
        assert_false(p[i].x < hull[0].x || (p[i].x == hull[0].x && p[i].y < hull[0].y));
        for (int j = 0; j < n; j++) {
            bool first = true; // of equal points, ask once
            for (int k = 0; k < n; k++) {
                first &= !(k < i && gg_point_equal(p[k], p[i]));
                first &= !(k < j && gg_point_equal(p[k], p[j]));
            }
            edges += first && is_hull_edge(p, n, p[i], p[j]);
        }
    }
    assert_int_equal(edges, m == 1 ? 0 : m);
    for (int i = 0; i < m && m > 1; i++) {
        assert_true(is_hull_edge(p, n, hull[i], hull[(i + 1) % m]));
    }
}

static void test_plane_hull(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 18, 0);
    for (int round = 0; round < 4000; round++) {
        gg_point p[GG_HULL_MAX];
        const int sizes[] = {1, 3, 8, 200, 16383};
        int n = round % 40 == 0 ? GG_HULL_MAX : between(&rng, 1, 18), size = sizes[round % 5];
        for (int i = 0; i < n; i++) {
            p[i] = random_point(&rng, size);
            if (round % 9 == 0) p[i].y = p[i].x; // all in line
        }
        check_hull(p, n);
    }
    // As many vertices as points: 64 of them on a parabola, in a scrambled order.
    gg_point p[GG_HULL_MAX];
    for (int i = 0; i < GG_HULL_MAX; i++) {
        int x = i * 37 % GG_HULL_MAX - 32;
        p[i] = point(x, x * x);
    }
    assert_int_equal(gg_hull(p, GG_HULL_MAX, p), GG_HULL_MAX);
    check_hull(p, GG_HULL_MAX);
}

static void test_plane_hull_of_few(void **unused) {
    (void)unused;
    gg_point p[6] = {{3, 3}, {1, 1}, {2, 2}, {1, 1}, {3, 3}, {2, 2}};
    gg_point out[6];
    assert_int_equal(gg_hull(p, 0, out), 0);
    assert_int_equal(gg_hull(p, 1, out), 1);
    assert_true(gg_point_equal(out[0], p[0]));
    assert_int_equal(gg_hull(p, 6, out), 2);
    assert_true(gg_point_equal(out[0], p[1]) && gg_point_equal(out[1], p[0]));
    p[1] = p[2] = p[3] = p[5] = p[0];
    assert_int_equal(gg_hull(p, 6, out), 1);
    const gg_point square[5] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}, {0, 1}};
    const gg_point expected[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    assert_int_equal(gg_hull(square, 5, out), 4);
    assert_memory_equal(out, expected, sizeof expected);
}

// A convex ring, begun anywhere, in either sense, with straight and repeated corners, comes back
// as the hull of its corners.
static void test_plane_normalise(void **unused) {
    (void)unused;
    gg_rng rng;
    gg_rng_seed(&rng, 19, 0);
    for (int round = 0; round < 20000; round++) {
        gg_point v[GG_POLYGON_MAX], ring[GG_POLYGON_MAX];
        int n = random_polygon(&rng, 20, v), m = 0, from = between(&rng, 0, n - 1);
        bool clockwise = round % 2;
        for (int i = 0; i < n; i++) {
            gg_point p = scaled(v[(from + (clockwise ? n - i : i)) % n], 2);
            gg_point q = scaled(v[(from + (clockwise ? 2 * n - i - 1 : i + 1)) % n], 2);
            ring[m++] = p;
            if (m + n - i - 1 < GG_POLYGON_MAX && between(&rng, 0, 1)) {
                ring[m++] = between(&rng, 0, 2) ? point((p.x + q.x) / 2, (p.y + q.y) / 2) : p;
            }
        }
        for (int turns = between(&rng, 0, m - 1); turns > 0; turns--) {
            gg_point first = ring[0];
            memmove(ring, ring + 1, (size_t)(m - 1) * sizeof *ring);
            ring[m - 1] = first;
        }
        assert_int_equal(gg_polygon_normalise(ring, m), n);
        for (int i = 0; i < n; i++) {
            assert_true(gg_point_equal(ring[i], scaled(v[i], 2)));
        }
    }
}

static void check_refused(const gg_point *ring, int n) {
    gg_point v[GG_POLYGON_MAX];
    memcpy(v, ring, (size_t)n * sizeof *v);
    assert_int_equal(gg_polygon_normalise(v, n), 0);
    assert_memory_equal(v, ring, (size_t)n * sizeof *v);
}

static void test_plane_normalise_refuses(void **unused) {
    (void)unused;
    const gg_point line[4] = {{0, 0}, {1, 1}, {3, 3}, {2, 2}};
    const gg_point bow_tie[4] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}};
    const gg_point arrow[4] = {{0, 0}, {4, 4}, {0, 8}, {2, 4}};
    const gg_point star[5] = {{0, 10}, {6, -8}, {-10, 3}, {10, 3}, {-6, -8}};
    const gg_point spike[6] = {{0, 0}, {4, 0}, {4, 4}, {8, 8}, {4, 4}, {0, 4}};
    const gg_point back[5] = {{0, 0}, {6, 0}, {3, 0}, {3, 5}, {0, 5}};
    const gg_point twice[6] = {{0, 0}, {4, 0}, {0, 4}, {0, 0}, {4, 0}, {0, 4}};
    check_refused(line, 4);
    check_refused(line, 2);
    check_refused(bow_tie, 4);
    check_refused(arrow, 4);
    check_refused(star, 5);
    check_refused(spike, 6);
    check_refused(back, 5);
    check_refused(twice, 6);
}

static void test_plane_boxes(void **unused) {
    (void)unused;
    const gg_point v[3] = {{5, -2}, {9, 1}, {6, 7}};
    gg_box box = gg_box_of(v, 3);
    assert_true(box.x0 == 5 && box.y0 == -2 && box.x1 == 9 && box.y1 == 7);
    assert_true(gg_box_near_segment(box, point(0, 0), point(2, 3), 3));
    assert_false(gg_box_near_segment(box, point(0, 0), point(2, 3), 2));
    assert_true(gg_box_near_segment(box, point(12, 20), point(30, 0), 3));
    assert_false(gg_box_near_segment(box, point(12, 20), point(30, 0), 2));
    assert_true(gg_box_near_segment(box, point(7, 10), point(7, 30), 3));
    assert_false(gg_box_near_segment(box, point(7, 10), point(7, 30), 2));
    assert_true(gg_box_near_segment(box, point(-50, -5), point(50, -5), 3));
    assert_false(gg_box_near_segment(box, point(-50, -5), point(50, -5), 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plane_isqrt),
        cmocka_unit_test(test_plane_lengths),
        cmocka_unit_test(test_plane_turns),
        cmocka_unit_test(test_plane_discs),
        cmocka_unit_test(test_plane_segment_reach),
        cmocka_unit_test(test_plane_side_counts_the_area),
        cmocka_unit_test(test_plane_side_of_small_hulls),
        cmocka_unit_test(test_plane_polygon_reach),
        cmocka_unit_test(test_plane_sweep),
        cmocka_unit_test(test_plane_sweep_holds_every_step),
        cmocka_unit_test(test_plane_crossing),
        cmocka_unit_test(test_plane_grazing_is_not_crossing),
        cmocka_unit_test(test_plane_hull),
        cmocka_unit_test(test_plane_hull_of_few),
        cmocka_unit_test(test_plane_normalise),
        cmocka_unit_test(test_plane_normalise_refuses),
        cmocka_unit_test(test_plane_boxes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
