// SPDX-License-Identifier: Apache-2.0
// Pursuit (C87, CR40): one yes or no for the unit. Then each of its figures that was in contact
// when the melee began and no longer is, by number, goes straight to the nearest enemy infantry
// figure that it can touch within 50 mm; the others stay.
//
// It stops STANDOFF mm short of that figure's base on the straight line between the centres. The
// point is rounded to whole millimetres, which moves it by less than 2: it neither overlaps nor
// leaves the 10 mm of contact. When 50 mm do not take it so far it goes the 50 mm, if that is
// contact. The next nearest is tried when the way or the place is not free.
#include "combat.h"

enum { STANDOFF = 5, PREY_MAX = FIGURES_SIDE };

static bool on_table(const sv_table *t, gg_point p, int r) {
    return p.x >= r && p.y >= r && p.x <= t->board.width - r && p.y <= t->board.height - r;
}

// CR40: solid scenery is not touched; area terrain is passed as by crossing.
static bool scenery_clear(const sv_table *t, gg_point from, gg_point to, int r) {
    for (int i = 0; i < t->board.pieces; i++) {
        const sv_piece *piece = &t->board.piece[i];
        if (piece->solid && gg_box_near_segment(piece->box, from, to, r) &&
            gg_sweep_meets_polygon(from, to, r, piece->corner, piece->corners))
            return false;
    }
    return true;
}

// CR21: through friendly infantry, never through enemies or vehicles; nobody is stood upon.
static bool figures_clear(const sv_table *t, const sv_state *s, int figure, gg_point from,
                          gg_point to) {
    int unit = t->unit_of[figure], r = sv_type(t, unit)->radius;
    for (int other = 0; other < UNITS; other++) {
        if (!s->alive[other] || !gg_box_near_segment(s->box[other], from, to, r)) continue;
        bool pass = sv_side(other) == sv_side(unit) && sv_infantry(t, other);
        for (unsigned m = s->alive[other]; m; m &= m - 1) {
            int k = t->unit[other].first + gg_bits_ctz32(m), rk = sv_type(t, other)->radius;
            if (k == figure) continue;
            if (gg_discs_overlap(to, r, sv_at(s, k), rk)) return false;
            if (!pass && gg_sweep_overlaps_disc(from, to, r, sv_at(s, k), rk)) return false;
        }
    }
    return true;
}

// A follower stays within reach of its leader; a leader takes no follower out of it.
static bool coherent(const sv_table *t, const sv_state *s, int figure, gg_point to) {
    int unit = t->unit_of[figure], leader = s->f.leader[unit];
    if (figure != leader) return gg_within(sv_at(s, leader), to, COHESION);
    for (unsigned m = s->alive[unit]; m; m &= m - 1) {
        int k = t->unit[unit].first + gg_bits_ctz32(m);
        if (k != figure && !gg_within(sv_at(s, k), to, COHESION)) return false;
    }
    return true;
}

// `mm` of the way from a to b, which are `distance` apart.
static gg_point part_way(gg_point a, gg_point b, int mm, int distance) {
    return (gg_point){(int16_t)(a.x + (b.x - a.x) * mm / distance),
                      (int16_t)(a.y + (b.y - a.y) * mm / distance)};
}

// The end of a way of PURSUIT_REACH that just makes contact: the whole millimetre on the line, or
// one beside it.
static bool just_reaches(gg_point from, gg_point at, int distance, int contact, gg_point *to) {
    static const int8_t beside[][2] = {{0, 0}, {1, 0},  {0, 1},  {-1, 0}, {0, -1},
                                       {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    gg_point end = part_way(from, at, PURSUIT_REACH, distance);
    for (unsigned i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        *to = (gg_point){(int16_t)(end.x + beside[i][0]), (int16_t)(end.y + beside[i][1])};
        if (gg_within(from, *to, PURSUIT_REACH) && gg_within(at, *to, contact)) return true;
    }
    return false;
}

// Where the figure would stand in contact with its prey; false when that is not within reach.
static bool stand(const sv_table *t, const sv_state *s, int figure, int prey, gg_point *to) {
    gg_point from = sv_at(s, figure), at = sv_at(s, prey);
    int r = sv_type(t, t->unit_of[figure])->radius;
    int bases = r + sv_type(t, t->unit_of[prey])->radius;
    int distance = (int)gg_isqrt64((uint64_t)gg_dist2(from, at));
    if (distance <= bases + STANDOFF) return false; // in contact already
    *to = part_way(at, from, bases + STANDOFF, distance);
    if (!gg_within(from, *to, PURSUIT_REACH) &&
        !just_reaches(from, at, distance, bases + CONTACT_GAP, to))
        return false;
    return on_table(t, *to, r) && coherent(t, s, figure, *to) && scenery_clear(t, from, *to, r) &&
           figures_clear(t, s, figure, from, *to);
}

// Enemy infantry near enough to think of, nearest first, ties by number.
static int prey_of(const sv_table *t, const sv_state *s, int figure, uint32_t key[PREY_MAX]) {
    int unit = t->unit_of[figure], n = 0, side = 1 - sv_side(unit);
    int r = sv_type(t, unit)->radius;
    gg_point at = sv_at(s, figure);
    for (int other = sv_first_of(side); other < sv_end_of(side); other++) {
        if (!s->alive[other] || !sv_infantry(t, other)) continue;
        int reach = PURSUIT_REACH + r + sv_type(t, other)->radius + CONTACT_GAP;
        if (!gg_box_near_segment(s->box[other], at, at, reach)) continue;
        for (unsigned m = s->alive[other]; m && n < PREY_MAX; m &= m - 1) {
            int k = t->unit[other].first + gg_bits_ctz32(m);
            if (!gg_within(at, sv_at(s, k), reach)) continue;
            uint32_t moved = (uint32_t)gg_dist2(at, sv_at(s, k)) << 8 | (uint32_t)k;
            int i = n++;
            for (; i > 0 && key[i - 1] > moved; i--) key[i] = key[i - 1];
            key[i] = moved;
        }
    }
    return n;
}

// The prey of one figure, or -1.
static int chase(const sv_table *t, const sv_state *s, int figure, gg_point *to) {
    uint32_t key[PREY_MAX];
    int unit = t->unit_of[figure];
    if (sv_touched(t, s, unit, sv_at(s, figure), sv_type(t, unit)->radius)) return -1;
    int n = prey_of(t, s, figure, key);
    for (int i = 0; i < n; i++)
        if (stand(t, s, figure, (int)(key[i] & 255), to)) return (int)(key[i] & 255);
    return -1;
}

bool sv_can_pursue(const sv_table *t, const sv_state *s, int unit, unsigned strikers) {
    gg_point to;
    for (unsigned m = s->alive[unit] & strikers; m; m &= m - 1)
        if (chase(t, s, t->unit[unit].first + gg_bits_ctz32(m), &to) >= 0) return true;
    return false;
}

// CR40: each striker that lost contact, by number, goes to the nearest prey it can touch.
static void pursue(const sv_table *t, sv_state *s, int unit, unsigned strikers, gg_events *events) {
    uint32_t touched = s->touch[unit];
    for (unsigned m = s->alive[unit] & strikers; m; m &= m - 1) {
        int figure = t->unit[unit].first + gg_bits_ctz32(m);
        gg_point to;
        int prey = chase(t, s, figure, &to);
        if (prey < 0) continue;
        s->f.x[figure] = to.x;
        s->f.y[figure] = to.y;
        sv_unit_changed(t, s, unit);
        gg_emit(events, E_PURSUES, RULE_CR40, GG_SEE_ALL, 0, figure, prey, to.x, to.y, 0);
    }
    sv_shaken(t, s, unit, touched, events);
}

bool sv_check_pursuit(const sv_table *t, const sv_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    (void)t;
    (void)s;
    (void)seat;
    (void)action;
    (void)verdict;
    return true; // pursue or stay
}

uint32_t sv_legal_pursuit(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    (void)t;
    (void)s;
    (void)seat;
    out[0] = gg_act(V_PURSUE, 0, 0, 0);
    out[1] = gg_act(V_STAY, 0, 0, 0);
    return 2;
}

void sv_play_pursuit(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int unit = gg_flow_top(&s->f.flow)->subject;
    unsigned strikers = (unsigned)gg_flow_top(&s->f.flow)->arg[ARG_STRIKERS];
    gg_flow_end(&s->f.flow);
    if (gg_verb_of(action) == V_PURSUE)
        pursue(t, s, unit, strikers, events);
    else
        sv_tell(events, E_STAYS, RULE_C87, sv_piece_of_unit(unit), 0, 0);
}
