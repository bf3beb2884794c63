// SPDX-License-Identifier: Apache-2.0
// The judge of paths and places, of moves (CH7) as of set-up and entry (CH11, CR60).
//
// A figure's place is judged in this order, and the first reason is told:
//   the table (CR21), the box (CH11b) or the strip (CR60)
//   the length: C31 C35 C40, each leg rounded up and added (CH7b); O7
//   scenery: C32 C41 nothing is touched, path and end (CR19: touching is a distance of at most the
//     radius), except that a piece just touched at the start may be left, while a base on scenery
//     moves by crossing alone (CR18); C36 C37 a crossing passes over everything at no cost and may
//     not end on a solid piece (CR20)
//   figures: enemies and vehicles bar the way, friendly infantry does not; nobody ends on anybody
//     (CR21). The figures of one unit move at the same time: they do not bar each other's way,
//     except an immobilised one, which stays where it is.
// The leader goes by legs, each ending where he could stand. Another figure goes straight or, when
// that is barred, along the leader's legs (CH7c). The rest is judged at the confirm (r4_draft.c).
//
// No square root: a length a is within b when its square is, also rounded up, since b is whole.
#include "r4_path.h"

// ---------------------------------------------------------------------------------- opening
static const gg_frame *draft(const sv_state *s) {
    return gg_flow_top(&s->f.flow);
}

// C30: two values, the second for rapid moves.
// O7: a unit that starts engaged has half the first.
int sv_allowance(const sv_table *t, const sv_state *s, int unit, int kind) {
    const uint16_t *move = sv_type(t, unit)->move;
    bool engaged = s->f.deeds >> DEED_ENGAGED & 1;
    if (engaged && sv_option(t, O_SLOW_EXIT)) return move[SV_MOVE_FIRST] / 2;
    return move[kind == KIND_RAPID ? SV_MOVE_SECOND : SV_MOVE_FIRST];
}

// CR57, CH3f: without propulsion a vehicle no longer moves.
static unsigned mobile_of(const sv_judge *j) {
    unsigned mobile = j->alive;
    if (!sv_moving(j) || sv_infantry(j->t, j->unit)) return mobile;
    for (unsigned m = j->alive; m; m &= m - 1)
        if (!sv_propulsion(j->s, j->first + gg_bits_ctz32(m))) mobile &= ~(m & -m);
    return mobile;
}

// CH8b: vehicles and walkers keep together over 200 mm.
static int cohesion_of(const sv_judge *j) {
    return sv_infantry(j->t, j->unit) ? COHESION : COHESION_VEHICLES;
}

// Most places are far from scenery by a look-up: none is farther than ASIDE from its lattice point.
int sv_scenery_under(const sv_table *t, gg_point at, int radius, bool *touches_or_null) {
    enum { ASIDE = 18 };
    int under = -1;
    bool met = false;
    bool far = t->scenery_gap[sv_lattice(at)] > radius + ASIDE;
    for (int i = 0; i < t->board.pieces && !far; i++) {
        const sv_piece *piece = &t->board.piece[i];
        if (!sv_boxes_meet(sv_swept(at, at, radius), piece->box)) continue;
        int reach = gg_polygon_reach(at, radius, piece->corner, piece->corners);
        met = met || reach <= 0; // CR19
        if (reach < 0 && under < 0) under = i;
    }
    if (touches_or_null) *touches_or_null = met;
    return under;
}

// CR18: whose base overlaps scenery stays put in a combat or rapid move, and hinders nobody.
static unsigned rooted_of(const sv_judge *j) {
    unsigned rooted = 0;
    if (j->kind != KIND_COMBAT && j->kind != KIND_RAPID) return 0;
    for (unsigned m = j->alive; m; m &= m - 1)
        if (sv_scenery_under(j->t, j->from[gg_bits_ctz32(m)], j->radius, NULL) >= 0)
            rooted |= m & -m;
    return rooted;
}

void sv_judge_open(sv_judge *j, const sv_table *t, const sv_state *s) {
    const gg_frame *frame = draft(s);
    int unit = frame->subject;
    const sv_roster *roster = &t->unit[unit];
    j->t = t;
    j->s = s;
    j->unit = unit;
    j->first = roster->first;
    j->side = sv_side(unit);
    j->leader = s->f.leader[unit] - j->first;
    j->kind = frame->arg[ARG_KIND];
    j->radius = sv_type(t, unit)->radius;
    j->class = sv_radius_class(j->radius);
    GG_ASSERT(sv_class_radius(j->class) == j->radius); // every base of the data has a class
    j->legs = frame->arg[ARG_LEGS];
    j->used = frame->arg[ARG_USED];

    j->alive = sv_moving(j) ? s->alive[unit] : (1U << roster->strength) - 1;
    j->placed = (unsigned)frame->arg[ARG_PLACED] & j->alive;
    j->mobile = mobile_of(j);
    j->cohesion = cohesion_of(j);
    j->allowance = sv_moving(j) ? sv_allowance(t, s, unit, j->kind) : 0;
    j->pieces = j->walls = j->others = 0;
    j->wide = sv_wide_class(j->radius + 17);
    j->wide_near = sv_wide_class(j->radius + 15);
    j->taken = NULL;
    for (int leg = 0; leg < j->legs; leg++)
        j->way[leg] = (gg_point){s->f.way_x[leg], s->f.way_y[leg]};
    for (unsigned m = j->alive; m; m &= m - 1) {
        int i = gg_bits_ctz32(m);
        j->from[i] = sv_at(s, j->first + i);
        j->now[i] =
            sv_has(j->placed, i) ? (gg_point){s->f.ghost_x[i], s->f.ghost_y[i]} : j->from[i];
    }
    j->rooted = rooted_of(j);
}

// O3: a vehicle on a rapid move passes over enemy infantry.
static bool runs_over(const sv_judge *j, int other) {
    return j->kind == KIND_RAPID && sv_option(j->t, O_OVERRUN) && !sv_infantry(j->t, j->unit) &&
           sv_infantry(j->t, other);
}

static void add_disc(sv_judge *j, bool bars, int figure, gg_point at, int radius) {
    sv_disc *disc = bars ? &j->wall[j->walls++] : &j->other[j->others++];
    *disc = (sv_disc){at, (int16_t)radius, (int16_t)figure};
}

static void add_unit(sv_judge *j, int unit, gg_box area) {
    int first = j->t->unit[unit].first, radius = sv_type(j->t, unit)->radius;
    bool enemy = sv_side(unit) != j->side, infantry = sv_infantry(j->t, unit);
    bool bars = enemy ? !runs_over(j, unit) : !infantry;
    for (unsigned m = j->s->alive[unit]; m; m &= m - 1) {
        int figure = first + gg_bits_ctz32(m);
        gg_point at = sv_at(j->s, figure);
        if (sv_boxes_meet(area, sv_grown((gg_box){at.x, at.y, at.x, at.y}, radius)))
            add_disc(j, bars, figure, at, radius);
    }
}

// Collects what a base can meet whose centre stays in the box. Enemies are collected 10 mm farther:
// an entering base may not come into contact.
void sv_judge_near(sv_judge *j, gg_box centres) {
    gg_box area = sv_grown(centres, j->radius + CONTACT_GAP);
    for (int i = 0; i < j->t->board.pieces; i++)
        if (sv_boxes_meet(area, j->t->board.piece[i].box)) j->piece[j->pieces++] = (uint8_t)i;
    for (int unit = 0; unit < UNITS; unit++)
        if (j->s->alive[unit] && unit != j->unit && sv_boxes_meet(area, j->s->box[unit]))
            add_unit(j, unit, area);
    for (unsigned m = j->alive & ~j->mobile; m; m &= m - 1) {
        int i = gg_bits_ctz32(m);
        add_disc(j, true, j->first + i, j->from[i], j->radius);
    }
}

static gg_box box_of_two(gg_point a, gg_point b) {
    return gg_box_of((gg_point[]){a, b}, 2);
}

// ----------------------------------------------------------------------------------- lengths
// C37: the same length for every kind of move; crossing costs nothing extra.
static inline bool fits(gg_point a, gg_point b, int room) {
    return room >= 0 && gg_dist2(a, b) <= (int64_t)room * room;
}

// CH7b: a leg counts in whole millimetres, rounded up.
static int length(gg_point a, gg_point b) {
    return gg_ceil_len(b.x - a.x, b.y - a.y);
}

static bool refuse_length(const sv_judge *j, int number, gg_point a, gg_point b,
                          gg_verdict *verdict) {
    int figure = j->first + number;
    int mm = verdict ? length(a, b) + (number == j->leader ? j->used : 0) : 0;
    bool slow = (j->s->f.deeds >> DEED_ENGAGED & 1) && sv_option(j->t, O_SLOW_EXIT);
    GG_REFUSE_IF4(slow, EXIT_TOO_LONG, figure, mm, j->allowance, 0);
    GG_REFUSE_IF4(j->kind == KIND_COMBAT, COMBAT_TOO_LONG, figure, mm, j->allowance, 0);
    GG_REFUSE_IF4(j->kind == KIND_CROSS, CROSS_TOO_LONG, figure, mm, j->allowance, 0);
    GG_REFUSE_IF4(j->kind == KIND_RAPID, RAPID_TOO_LONG, figure, mm, j->allowance, 0);
    return true;
}

// ----------------------------------------------------------------------------------- scenery
// CR19: a reach of 0, the base just at the piece, is a touch.
static bool touching(int reach) {
    return reach <= 0;
}

static bool touches(const sv_judge *j, int piece, gg_point a, gg_point b) {
    const sv_piece *it = &j->t->board.piece[piece];
    int quick = sv_quick_reach(j->t, piece, a, b, j->class, j->radius);
    return quick ? quick < 0 : touching(gg_sweep_reach(a, b, j->radius, it->corner, it->corners));
}

static bool stands_at(const sv_piece *piece, gg_point at, int r) {
    return gg_box_near_segment(piece->box, at, at, r) &&
           touching(gg_polygon_reach(at, r, piece->corner, piece->corners));
}

// From a, outside the piece, does a straight step towards b at first not come nearer? The distance
// to a convex piece is convex along a line, so "not at first" is "never". The nearest point is on
// an edge whose strip a lies in, or else it is a corner.
static bool keeps_away(const sv_piece *piece, gg_point a, gg_point b) {
    int nearest = 0;
    for (int i = 0; i < piece->corners; i++) {
        gg_point v = piece->corner[i], w = piece->corner[i + 1 < piece->corners ? i + 1 : 0];
        int64_t along = gg_dot(v, w, a);
        if (gg_orient(v, w, a) < 0 && along > 0 && along < gg_dist2(v, w))
            return gg_orient(v, w, b) <= gg_orient(v, w, a);
        if (gg_dist2(a, v) < gg_dist2(a, piece->corner[nearest])) nearest = i;
    }
    return gg_dot(a, b, piece->corner[nearest]) <= 0;
}

// CR18: it just touches, the step comes no nearer, and ends the touch.
static bool leaves(const sv_piece *piece, gg_point a, gg_point b, int r) {
    return gg_polygon_reach(a, r, piece->corner, piece->corners) == 0 && !stands_at(piece, b, r) &&
           keeps_away(piece, a, b);
}

// The place on the way a - b nearest to a corner of the piece, to the millimetre.
static gg_point beside_corner(const sv_piece *piece, gg_point a, gg_point b) {
    int64_t whole = gg_dist2(a, b), least = INT64_MAX;
    gg_point nearest = b;
    for (int i = 0; i < piece->corners; i++) {
        int64_t along = gg_dot(a, b, piece->corner[i]);
        along = along < 0 ? 0 : along > whole ? whole : along;
        gg_point p =
            sv_shifted(a, (int)((b.x - a.x) * along / whole), (int)((b.y - a.y) * along / whole));
        if (gg_dist2(p, piece->corner[i]) >= least) continue;
        least = gg_dist2(p, piece->corner[i]);
        nearest = p;
    }
    return nearest;
}

// Where the base touches, for the refusal: at the end of the way, else at the first 64th of it that
// does, else beside the corner that it grazes between two of them.
static gg_point first_touch(const sv_piece *piece, gg_point a, gg_point b, int r) {
    enum { PARTS_OF_A_LEG = 64 };
    if (stands_at(piece, b, r)) return b;
    for (int i = 0; i < PARTS_OF_A_LEG; i++) {
        gg_point p =
            sv_shifted(a, (b.x - a.x) * i / PARTS_OF_A_LEG, (b.y - a.y) * i / PARTS_OF_A_LEG);
        if (stands_at(piece, p, r)) return p;
    }
    return beside_corner(piece, a, b);
}

// C32, C41: no scenery is touched on the way or at its end.
// C36: a crossing is not asked.
// CR18: a piece just touched at the start may be left; one that is stood on may not.
static bool clear_of_scenery(const sv_judge *j, int number, gg_point a, gg_point b,
                             gg_verdict *verdict) {
    if (j->kind == KIND_CROSS) return true;
    GG_REFUSE_IF(sv_has(j->rooted, number), STARTS_ON_SCENERY, j->first + number,
                 verdict ? sv_scenery_under(j->t, j->from[number], j->radius, NULL) : 0);
    if (sv_open_ground(j, a, b)) return true;
    gg_box swept = sv_swept(a, b, j->radius);
    for (int i = 0; i < j->pieces; i++) {
        const sv_piece *piece = &j->t->board.piece[j->piece[i]];
        if (!sv_boxes_meet(swept, piece->box) || !touches(j, j->piece[i], a, b)) continue;
        if (leaves(piece, a, b, j->radius)) continue;
        gg_point at = verdict ? first_touch(piece, a, b, j->radius) : b;
        GG_REFUSE_IF4(j->kind != KIND_RAPID, COMBAT_TOUCHES_SCENERY, j->first + number, j->piece[i],
                      at.x, at.y);
        GG_REFUSE_IF4(j->kind == KIND_RAPID, RAPID_TOUCHES_SCENERY, j->first + number, j->piece[i],
                      at.x, at.y);
    }
    return true;
}

// Where one may end: CR20, CH11b not on a solid piece; CR60 in touch with none.
static bool ends_off_scenery(const sv_judge *j, int number, gg_point to, gg_verdict *verdict) {
    int figure = j->first + number;
    gg_box base = sv_swept(to, to, j->radius);
    if (j->kind == KIND_COMBAT || j->kind == KIND_RAPID) return true; // the way was asked
    for (int i = 0; i < j->pieces; i++) {
        const sv_piece *piece = &j->t->board.piece[j->piece[i]];
        if (!sv_boxes_meet(base, piece->box)) continue;
        int reach = gg_polygon_reach(to, j->radius, piece->corner, piece->corners);
        bool on = reach < 0 && piece->solid;
        GG_REFUSE_IF4(on && j->kind == KIND_CROSS, CROSS_ENDS_ON_SCENERY, figure, j->piece[i], to.x,
                      to.y);
        GG_REFUSE_IF4(on && j->kind == KIND_SETUP, SET_UP_ON_SCENERY, figure, j->piece[i], to.x,
                      to.y);
        GG_REFUSE_IF4(j->kind == KIND_ENTER && touching(reach), ENTERS_ON_SCENERY, figure,
                      j->piece[i], to.x, to.y);
    }
    return true;
}

// ----------------------------------------------------------------------------------- figures
static bool clear_of_figures(const sv_judge *j, int number, gg_point a, gg_point b,
                             gg_verdict *verdict) {
    gg_box swept = sv_swept(a, b, j->radius);
    for (int i = 0; i < j->walls; i++) {
        const sv_disc *disc = &j->wall[i];
        GG_REFUSE_IF4(sv_boxes_meet(swept, sv_swept(disc->at, disc->at, disc->radius)) &&
                          gg_disc_overlaps_segment(disc->at, j->radius + disc->radius, a, b),
                      FIGURE_IN_THE_WAY, j->first + number, disc->figure, b.x, b.y);
    }
    return true;
}

static bool refuse_on_figure(const sv_judge *j, int number, int other, gg_point to,
                             gg_verdict *verdict) {
    int figure = j->first + number;
    GG_REFUSE_IF4(j->kind == KIND_SETUP, SET_UP_ON_FIGURE, figure, other, to.x, to.y);
    GG_REFUSE_IF4(j->kind != KIND_SETUP, ENDS_ON_FIGURE, figure, other, to.x, to.y);
    return true;
}

static bool ends_off(const sv_judge *j, const sv_disc *disc, int count, int number, gg_point to,
                     gg_verdict *verdict) {
    for (int i = 0; i < count; i++) {
        bool enemy = sv_side_of_figure(disc[i].figure) != j->side;
        GG_REFUSE_IF4(j->kind == KIND_ENTER && enemy &&
                          gg_within(to, disc[i].at, j->radius + disc[i].radius + CONTACT_GAP),
                      ENTERS_IN_CONTACT, j->first + number, disc[i].figure, to.x, to.y);
        if (gg_discs_overlap(to, j->radius, disc[i].at, disc[i].radius))
            return refuse_on_figure(j, number, disc[i].figure, to, verdict);
    }
    return true;
}

static bool ends_off_own(const sv_judge *j, int number, gg_point to, gg_verdict *verdict) {
    for (unsigned m = j->placed & ~(1U << number); m; m &= m - 1) {
        int i = gg_bits_ctz32(m);
        if (gg_discs_overlap(to, j->radius, j->now[i], j->radius))
            return refuse_on_figure(j, number, j->first + i, to, verdict);
    }
    return true;
}

// ------------------------------------------------------------------------------------ places
static inline bool inside(gg_box box, gg_point p, int r) {
    return p.x - r >= box.x0 && p.x + r <= box.x1 && p.y - r >= box.y0 && p.y + r <= box.y1;
}

static bool on_the_table(const sv_judge *j, int number, gg_point to, gg_verdict *verdict) {
    const sv_scenario *board = &j->t->board;
    gg_box strip = {0, 0, (int16_t)board->width, (int16_t)board->height};
    GG_REFUSE_IF4(!inside(strip, to, j->radius), OFF_THE_TABLE, j->first + number, to.x, to.y, 0);
    GG_REFUSE_IF4(j->kind == KIND_SETUP && !inside(board->deploy[j->side], to, j->radius),
                  OUTSIDE_THE_BOX, j->first + number, to.x, to.y, 0);
    if (j->side)
        strip.x0 = (int16_t)(strip.x1 - ENTRY_DEPTH);
    else
        strip.x1 = ENTRY_DEPTH;
    GG_REFUSE_IF4(j->kind == KIND_ENTER && !inside(strip, to, j->radius), OUTSIDE_THE_STRIP,
                  j->first + number, to.x, to.y, 0);
    return true;
}

bool sv_judge_stand(const sv_judge *j, int number, gg_point to, gg_verdict *verdict) {
    if (!on_the_table(j, number, to, verdict) || !ends_off_scenery(j, number, to, verdict))
        return false;
    if (!sv_nobody_near(j, to) && (!ends_off(j, j->wall, j->walls, number, to, verdict) ||
                                   !ends_off(j, j->other, j->others, number, to, verdict)))
        return false;
    return ends_off_own(j, number, to, verdict);
}

static bool clear(const sv_judge *j, int number, gg_point a, gg_point b, gg_verdict *verdict) {
    return clear_of_scenery(j, number, a, b, verdict) && clear_of_figures(j, number, a, b, verdict);
}

static inline gg_point way_point(const sv_judge *j, int leg) {
    return j->way[leg];
}

// CH7c: along the leader's legs. Between its way points the leader, with the same base, has shown
// the way to be clear. What is left of the allowance at the last of them, -1 when there is no way.
static int room_at_the_end(const sv_judge *j, int number) {
    gg_point a = j->from[number], b = way_point(j, 0);
    int used = 0;
    if (!fits(a, b, j->allowance) || !clear(j, number, a, b, NULL)) return -1;
    for (int leg = 1; leg < j->legs; leg++) {
        used += length(a, b);
        a = b;
        b = way_point(j, leg);
    }
    return j->allowance - (used + length(a, b));
}

// CH7c: straight, or along the leader's legs, within the same limit.
bool sv_judge_way_to(const sv_judge *j, int number, gg_point to, int *room, gg_verdict *verdict) {
    gg_point from = j->from[number];
    if (!sv_moving(j) || gg_point_equal(from, to)) return true; // it stays
    if (!fits(from, to, j->allowance)) return refuse_length(j, number, from, to, verdict);
    if (clear(j, number, from, to, NULL)) return true;
    if (j->legs) {
        gg_point last = way_point(j, j->legs - 1);
        if (*room == SV_ROOM_UNKNOWN) *room = room_at_the_end(j, number);
        if (fits(last, to, *room) && clear(j, number, last, to, NULL)) return true;
    }
    return verdict && clear(j, number, from, to, verdict);
}

bool sv_judge_way(const sv_judge *j, int number, gg_point to, gg_verdict *verdict) {
    int room = SV_ROOM_UNKNOWN;
    return sv_judge_way_to(j, number, to, &room, verdict);
}

bool sv_judge_passes(const sv_judge *j, int number, const sv_disc *disc) {
    gg_point a = j->from[number], to = j->now[number];
    int reach = j->radius + disc->radius;
    if (number != j->leader && clear(j, number, a, to, NULL))
        return gg_disc_overlaps_segment(disc->at, reach, a, to);
    for (int leg = 0; leg < j->legs; leg++) {
        gg_point b = way_point(j, leg);
        if (gg_disc_overlaps_segment(disc->at, reach, a, b)) return true;
        a = b;
    }
    return gg_disc_overlaps_segment(disc->at, reach, a, to);
}

// CH7b: the legs add up to no more than the movement value.
bool sv_judge_leg(const sv_judge *j, gg_point to, gg_verdict *verdict) {
    gg_point from = j->now[j->leader];
    if (!on_the_table(j, j->leader, to, verdict)) return false;
    if (!fits(from, to, j->allowance - j->used))
        return refuse_length(j, j->leader, from, to, verdict);
    return clear_of_scenery(j, j->leader, from, to, verdict) &&
           ends_off_scenery(j, j->leader, to, verdict) &&
           clear_of_figures(j, j->leader, from, to, verdict) &&
           ends_off(j, j->other, j->others, j->leader, to, verdict);
}

bool sv_check_leg(const sv_table *t, const sv_state *s, gg_point to, gg_verdict *verdict) {
    sv_judge j;
    sv_judge_open(&j, t, s);
    int leader = j.first + j.leader;
    GG_REFUSE_IF(!sv_has(j.mobile, j.leader), FIGURE_IMMOBILISED, leader, 0);
    GG_REFUSE_IF(j.placed & ~(1U << j.leader), LEG_AFTER_PLACES, leader, 0);
    GG_REFUSE_IF(j.legs >= LEGS_MAX, TOO_MANY_LEGS, leader, j.legs);
    GG_REFUSE_IF(gg_point_equal(j.now[j.leader], to), LEG_GOES_NOWHERE, leader, 0);
    sv_judge_near(&j, box_of_two(j.now[j.leader], to));
    return sv_judge_leg(&j, to, verdict);
}

// The box of every way the figure could take.
static gg_box ways_of(const sv_judge *j, int number, gg_point to) {
    gg_point p[LEGS_MAX + 2] = {j->from[number], to};
    if (!sv_moving(j)) return box_of_two(to, to);
    for (int leg = 0; leg < j->legs; leg++) p[leg + 2] = way_point(j, leg);
    return gg_box_of(p, j->legs + 2);
}

bool sv_check_place(const sv_table *t, const sv_state *s, int figure, gg_point to,
                    gg_verdict *verdict) {
    sv_judge j;
    sv_judge_open(&j, t, s);
    int number = figure - j.first;
    GG_REFUSE_IF(figure >= FIGURES || t->unit_of[figure] != j.unit, NOT_OF_THIS_UNIT, figure, 0);
    GG_REFUSE_IF(!sv_has(j.alive, number), NOT_OF_THIS_UNIT, figure, 0);
    GG_REFUSE_IF(!sv_has(j.mobile, number), FIGURE_IMMOBILISED, figure, 0);
    GG_REFUSE_IF(sv_moving(&j) && number == j.leader, LEADER_GOES_BY_LEGS, figure, 0);
    GG_REFUSE_IF(!sv_moving(&j) && number != j.leader && !sv_has(j.placed, j.leader), LEADER_FIRST,
                 figure, 0);
    sv_judge_near(&j, ways_of(&j, number, to));
    return on_the_table(&j, number, to, verdict) && sv_judge_way(&j, number, to, verdict) &&
           sv_judge_stand(&j, number, to, verdict);
}
