// SPDX-License-Identifier: Apache-2.0
// Outlines shown on demand: reach, cohesion, sight, cover, the fire corridor, the zone of an
// objective. They help a person before he commits himself (CR59); the judge does not use them.
// Figures that a salvo would strike, that scenery covers or that are in sight are named one by one.
// Of a unit whose move is being prepared they tell what holds from where its ghosts stand.
//
// Outlines are made of rays: straight lines from the leader, each as long as it may be. Along a ray
// both questions (does a leg that long touch nothing, is that point seen) go from yes to no once,
// so the end is found by halving.
#include "salvo.h"

#include "combat.h"
#include "r4_path.h"

enum { RAYS = 2 * FACINGS };

// The ray's direction, length about 1024: a facing, or half-way between two.
static gg_point ray(int i) {
    const gg_point *a = &sv_direction[i / 2], *b = &sv_direction[(i / 2 + i % 2) % FACINGS];
    return (gg_point){(int16_t)((a->x + b->x) / 2), (int16_t)((a->y + b->y) / 2)};
}

static gg_point along(gg_point from, gg_point direction, int mm) {
    return (gg_point){(int16_t)(from.x + direction.x * mm / 1024),
                      (int16_t)(from.y + direction.y * mm / 1024)};
}

static bool on_table(const sv_table *t, gg_point p, int margin) {
    return p.x >= margin && p.y >= margin && p.x + margin <= t->board.width &&
           p.y + margin <= t->board.height;
}

static bool free_leg(const sv_table *t, gg_point from, gg_point to, int radius) {
    if (!on_table(t, to, radius)) return false;
    for (int i = 0; i < t->board.pieces; i++) {
        const sv_piece *piece = &t->board.piece[i];
        if (gg_box_near_segment(piece->box, from, to, radius) &&
            gg_sweep_meets_polygon(from, to, radius, piece->corner, piece->corners))
            return false;
    }
    return true;
}

static void add_point(gg_overlay *out, gg_point p) {
    out->x[out->points] = p.x;
    out->y[out->points++] = p.y;
}

static void add_piece(gg_overlay *out, int figure) {
    if (out->pieces < GG_OVERLAY_PIECES) out->piece[out->pieces++] = (uint16_t)figure;
}

// Where the leader would go on from, how far, and whether scenery stops him: in the middle of a
// move what is left of it, otherwise a combat move.
typedef struct stride {
    gg_point from;
    int most;
    bool crosses;
} stride;

static stride stride_of(const sv_table *t, const sv_state *s, int unit) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    stride go = {sv_where(s, t, s->f.leader[unit]), sv_type(t, unit)->move[SV_MOVE_FIRST], false};
    if (top->node != N_MOVE || top->subject != unit) return go;
    go.most = sv_allowance(t, s, unit, top->arg[ARG_KIND]) - top->arg[ARG_USED];
    go.crosses = top->arg[ARG_KIND] == KIND_CROSS;
    return go;
}

// What the leader reaches by one straight leg, figures not counted. He is named: it is his leg.
static void mark_reach(const sv_table *t, const sv_state *s, int unit, gg_overlay *out) {
    stride go = stride_of(t, s, unit);
    int radius = sv_type(t, unit)->radius;
    add_piece(out, s->f.leader[unit]);
    for (int i = 0; i < RAYS; i++) {
        int low = 0, high = go.most + 1;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            gg_point to = along(go.from, ray(i), middle);
            if (go.crosses ? on_table(t, to, radius) : free_leg(t, go.from, to, radius))
                low = middle;
            else
                high = middle;
        }
        add_point(out, along(go.from, ray(i), low));
    }
}

// CH8: the others must end this near to the leader's middle.
static void mark_cohesion(const sv_table *t, const sv_state *s, int unit, gg_overlay *out) {
    int radius = sv_infantry(t, unit) ? COHESION : COHESION_VEHICLES;
    for (int i = 0; i < RAYS; i++)
        add_point(out, along(sv_where(s, t, s->f.leader[unit]), ray(i), radius));
}

static void mark_sight(const sv_table *t, const sv_state *s, int unit, gg_overlay *out) {
    gg_point from = sv_where(s, t, s->f.leader[unit]);
    int size = sv_type(t, unit)->size;
    for (int i = 0; i < RAYS; i++) {
        int low = 0, high = t->board.width + t->board.height;
        while (high - low > 1) {
            int middle = (low + high) / 2;
            gg_point to = along(from, ray(i), middle);
            if (on_table(t, to, 0) && sv_sees(t, from, size, to, 1))
                low = middle;
            else
                high = middle;
        }
        add_point(out, along(from, ray(i), low));
    }
}

// Does any figure of the unit, where it would stand, see any figure of the other?
static bool in_sight(const sv_table *t, const sv_state *s, int unit, int other) {
    int size = sv_type(t, unit)->size, theirs = sv_type(t, other)->size;
    for (unsigned m = s->alive[unit]; m; m &= m - 1) {
        gg_point from = sv_where(s, t, t->unit[unit].first + gg_bits_ctz32(m));
        for (unsigned k = s->alive[other]; k; k &= k - 1)
            if (sv_sees(t, from, size, sv_at(s, t->unit[other].first + gg_bits_ctz32(k)), theirs))
                return true;
    }
    return false;
}

// The leaders of the enemies in sight.
static void mark_targets(const sv_table *t, const sv_state *s, int unit, gg_overlay *out) {
    int side = 1 - sv_side(unit);
    for (int other = sv_first_of(side); other < sv_end_of(side); other++)
        if (sv_exists(t, other) && sv_on_board(s, other) && in_sight(t, s, unit, other))
            add_piece(out, s->f.leader[other]);
}

// ---------------------------------------------------------------------------------------- shooting
// A salvo that somebody thinks of: in an activation the active unit at the unit asked
// about; in a reaction window the watcher asked about at the unit that moved, or any watcher at the
// mover.
typedef struct aim {
    int shooter, target;
    unsigned firers, seen;
} aim;

static bool weapon_may_fire(const sv_table *t, const sv_state *s, const aim *a, int slot) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    if (top->node == N_REACT) {
        gg_action react = gg_act(V_REACT, s->f.leader[a->shooter], t->unit[a->shooter].weapon[slot],
                                 s->f.leader[a->target]);
        return sv_check_react(t, s, top->seat, react, NULL);
    }
    bool spent = sv_active(s) == a->shooter && s->f.fired >> slot & 1;
    return !spent && !sv_engaged(t, s, a->shooter) &&
           sv_may_shoot(t, s, a->shooter, slot, a->target, NULL);
}

// The first weapon that may fire says who fires at whom.
static bool may_fire(const sv_table *t, const sv_state *s, aim *a) {
    for (int slot = 0; slot < t->unit[a->shooter].slots; slot++) {
        if (!weapon_may_fire(t, s, a, slot)) continue;
        a->seen =
            sv_seen(t, s, a->shooter, sv_bearers(t, s, a->shooter, slot), a->target, &a->firers);
        if (a->firers) return true;
    }
    return false;
}

static bool aims(const sv_table *t, const sv_state *s, int unit, aim *a) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    *a = (aim){sv_active(s), unit, 0, 0};
    if (top->node == N_REACT && sv_side(unit) == top->seat) {
        a->shooter = unit;
        a->target = top->subject;
    } else if (top->node == N_REACT) {
        for (int watcher = sv_first_of(top->seat); watcher < sv_end_of(top->seat); watcher++) {
            a->shooter = watcher;
            if (sv_on_board(s, watcher) && may_fire(t, s, a)) return true;
        }
        return false;
    }
    if (a->shooter < 0 || !sv_on_board(s, a->shooter) || !sv_on_board(s, a->target)) return false;
    return sv_side(a->shooter) != sv_side(a->target) && may_fire(t, s, a);
}

// The figures seen, and everybody else in the corridor, friends too (C54): they are marked.
static void mark_corridor(const sv_table *t, const sv_state *s, const aim *a, gg_overlay *out) {
    gg_point hull[GG_HULL_MAX];
    uint64_t others[FIGURE_WORDS];
    int n = sv_corridor_hull(t, s, a->shooter, a->firers, a->target, a->seen, hull);
    for (int i = 0; i < n; i++) add_point(out, hull[i]);
    for (unsigned m = a->seen; m; m &= m - 1)
        add_piece(out, t->unit[a->target].first + gg_bits_ctz32(m));
    sv_corridor(t, s, a->shooter, a->firers, a->target, a->seen, others);
    for (int i = gg_bits_next(others, FIGURE_WORDS, 0); i >= 0;
         i = gg_bits_next(others, FIGURE_WORDS, i + 1))
        add_piece(out, i);
}

// Scenery that covers figures of the target, with how many (CR30); those figures are marked.
static void mark_cover(const sv_table *t, const sv_state *s, const aim *a, gg_overlay *out) {
    int first = t->unit[a->target].first, size = sv_type(t, a->target)->size;
    unsigned marked = 0;
    for (int i = 0; i < t->board.pieces; i++) {
        const sv_piece *piece = &t->board.piece[i];
        int covered = 0;
        for (unsigned m = s->alive[a->target]; m && piece->height >= size; m &= m - 1) {
            int number = gg_bits_ctz32(m);
            gg_point at = sv_at(s, first + number), from;
            (void)sv_nearest(t, s, a->shooter, a->firers, at, &from);
            if (!gg_segment_crosses_polygon(from, at, piece->corner, piece->corners)) continue;
            covered++;
            if (!(marked >> number & 1)) add_piece(out, first + number);
            marked |= 1U << number;
        }
        if (!covered) continue;
        out->cell[out->cells] = (uint16_t)i;
        out->value[out->cells++] = (int16_t)covered;
    }
}

static void mark_objective(const sv_table *t, unsigned cell, gg_overlay *out) {
    if (cell < CELL_OBJECTIVE || cell - CELL_OBJECTIVE >= t->board.objectives) return;
    gg_point at = t->board.objective[cell - CELL_OBJECTIVE].at;
    for (int i = 0; i < RAYS; i++) add_point(out, along(at, ray(i), CONTROL_RADIUS));
}

// It stands on the table, or its leader's place is part of what is being prepared.
static bool has_leader_place(const sv_state *s, const sv_table *t, int unit) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    int number = s->f.leader[unit] - t->unit[unit].first;
    bool drafted = sv_drafting(s) && top->subject == unit;
    return sv_on_board(s, unit) || (drafted && top->arg[ARG_PLACED] >> number & 1);
}

void sv_overlay(const void *table, const void *state, int viewer, unsigned kind, unsigned about,
                gg_overlay *out) {
    const sv_table *t = table;
    const sv_state *s = state;
    int unit = kind == OV_OBJECTIVE || about >= PIECES ? -1 : sv_unit_named(t, (int)about);
    aim a;
    (void)viewer; // everything on the board is open
    out->surface = S_BOARD;
    if (kind == OV_OBJECTIVE) mark_objective(t, about, out);
    if (unit < 0) return;
    if (kind == OV_COHESION && has_leader_place(s, t, unit)) mark_cohesion(t, s, unit, out);
    if (!sv_on_board(s, unit)) return;
    if (kind == OV_TARGETS) mark_targets(t, s, unit, out);
    if (kind == OV_REACH) mark_reach(t, s, unit, out);
    if (kind == OV_SIGHT) mark_sight(t, s, unit, out);
    bool shot = kind == OV_FIRE_CORRIDOR || kind == OV_COVER;
    if (!shot || !aims(t, s, unit, &a)) return;
    if (kind == OV_FIRE_CORRIDOR)
        mark_corridor(t, s, &a, out);
    else
        mark_cover(t, s, &a, out);
}
