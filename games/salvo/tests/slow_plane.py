# SPDX-License-Identifier: Apache-2.0
"""Exact geometry in fractions, the slow and obvious way: nothing here is shared with base/plane.c,
not even the method. Distances are found and compared, crossings are found by clipping."""
from fractions import Fraction
from math import isqrt


def dist2(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def along(a, b, t):
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def cross(ax, ay, bx, by):
    return ax * by - ay * bx


def edges(polygon):
    return zip(polygon, polygon[1:] + polygon[:1])


def facing_in(polygon):
    """The ring in the sense in which depth() is positive inside."""
    area = sum(cross(*a, *b) for a, b in edges(polygon))
    return polygon if area > 0 else polygon[::-1]


def depth(edge, p):
    """Positive on the inner side of an edge."""
    (ax, ay), (bx, by) = edge
    return cross(bx - ax, by - ay, p[0] - ax, p[1] - ay)


def contains(polygon, p):
    return all(depth(edge, p) >= 0 for edge in edges(polygon))


def point_segment2(p, a, b):
    length2 = dist2(a, b)
    if length2 == 0:
        return Fraction(dist2(p, a))
    t = Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]), length2)
    return Fraction(dist2(p, along(a, b, min(max(t, 0), 1))))


def segments2(a, b, c, d):
    """Squared distance of two segments: 0 where the solution of a + t(b-a) = c + u(d-c) is on both,
    otherwise from an end of one of them."""
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    below = cross(rx, ry, sx, sy)
    if below:
        t = Fraction(cross(c[0] - a[0], c[1] - a[1], sx, sy), below)
        u = Fraction(cross(c[0] - a[0], c[1] - a[1], rx, ry), below)
        if 0 <= t <= 1 and 0 <= u <= 1:
            return Fraction(0)
    return min(point_segment2(a, c, d), point_segment2(b, c, d),
               point_segment2(c, a, b), point_segment2(d, a, b))


def point_polygon2(p, polygon):
    if contains(polygon, p):
        return Fraction(0)
    return min(point_segment2(p, a, b) for a, b in edges(polygon))


def segment_polygon2(a, b, polygon):
    if contains(polygon, a) or contains(polygon, b):
        return Fraction(0)
    return min(segments2(a, b, c, d) for c, d in edges(polygon))


def crosses_interior(a, b, polygon):
    """Is there a t in 0..1 strictly inside every edge? Each edge leaves an open interval of t."""
    low, high = Fraction(-1), Fraction(2)
    for edge in edges(polygon):
        at_a, at_b = depth(edge, a), depth(edge, b)
        if at_a == at_b:
            if at_a <= 0:
                return False
        elif at_b > at_a:
            low = max(low, Fraction(at_a) / (at_a - at_b))
        else:
            high = min(high, Fraction(at_a) / (at_a - at_b))
    return low < high and low < 1 and high > 0


def ceil_root(n):
    """Smallest whole number whose square is at least n."""
    root = isqrt(n)
    return root + (root * root < n)
