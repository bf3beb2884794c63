// SPDX-License-Identifier: Apache-2.0
// The move of a unit as a draft. PC3 legs of the leader, PC4 one place for each follower, PC5 no
// scenery touched, PC6 no enemy crossed and no base stood on: judged at each step, so that the one
// wrong step is refused and the others stay. PC7 cohesion and the last overlaps: at the confirm.
//
// The judge accepts any millimetre; the moves proposed (pc_plan_moves) are a few of them: eight
// directions, two formations. They are tried on a copy of the state with the same judge.
#include "probe_overwatch.h"

static const gg_frame *draft(const pc_state *s) {
    return gg_flow_top(&s->f.flow);
}

// Where a figure stands, open draft included.
gg_point pc_where(const pc_state *s, int figure) {
    int unit = pc_unit_of(figure), i = figure - pc_first[unit];
    if (draft(s)->node == N_MOVE && draft(s)->subject == unit && draft(s)->arg[ARG_PUT] >> i & 1)
        return (gg_point){s->f.ghost_x[i], s->f.ghost_y[i]};
    return (gg_point){s->f.x[figure], s->f.y[figure]};
}

static int length(gg_point a, gg_point b) {
    return gg_ceil_len(b.x - a.x, b.y - a.y);
}

// PC6. Figures of the moving unit that the draft has not put anywhere yet may still step aside.
static bool bumps(const pc_state *s, int figure, int other, gg_point from, gg_point to) {
    int unit = pc_unit_of(figure), i = other - pc_first[unit];
    gg_point at = pc_where(s, other);
    if (!s->f.alive[other] || other == figure) return false;
    if (pc_side(pc_unit_of(other)) != pc_side(unit))
        return gg_sweep_overlaps_disc(from, to, BASE, at, BASE);
    if (pc_unit_of(other) == unit && !(draft(s)->arg[ARG_PUT] >> i & 1)) return false;
    return gg_discs_overlap(to, BASE, at, BASE);
}

static bool check_path(const pc_table *t, const pc_state *s, int figure, gg_point from, gg_point to,
                       gg_verdict *verdict) {
    GG_REFUSE_IF4(to.x < BASE || to.y < BASE || to.x > WIDTH - BASE || to.y > HEIGHT - BASE,
                  OFF_TABLE, figure, to.x, to.y, 0);
    for (int i = 0; i < SCENERY; i++)
        GG_REFUSE_IF4(gg_box_near_segment(t->box[i], from, to, BASE) &&
                          gg_sweep_meets_polygon(from, to, BASE, t->corner[i], t->corners[i]),
                      TOUCHES_SCENERY, figure, i, to.x, to.y);
    for (int other = 0; other < FIGURES; other++)
        GG_REFUSE_IF4(bumps(s, figure, other, from, to), ON_A_FIGURE, figure, other, to.x, to.y);
    return true;
}

bool pc_check_leg(const pc_table *t, const pc_state *s, gg_point to, gg_verdict *verdict) {
    const gg_frame *frame = draft(s);
    int leader = pc_leader(s, frame->subject), left = ALLOWANCE - frame->arg[ARG_USED];
    gg_point from = pc_where(s, leader);
    GG_REFUSE_IF(frame->arg[ARG_LEGS] >= LEGS, TOO_MANY_LEGS, LEGS, 0);
    GG_REFUSE_IF(length(from, to) > left, LEG_TOO_LONG, length(from, to), left);
    return check_path(t, s, leader, from, to, verdict);
}

bool pc_check_place(const pc_table *t, const pc_state *s, int figure, gg_point to,
                    gg_verdict *verdict) {
    const gg_frame *frame = draft(s);
    int unit = frame->subject, i = figure - pc_first[unit];
    gg_point from = {s->f.x[figure], s->f.y[figure]};
    GG_REFUSE_IF(pc_unit_of(figure) != unit || !s->f.alive[figure] || figure == pc_leader(s, unit),
                 NOT_A_FOLLOWER, figure, 0);
    GG_REFUSE_IF(frame->arg[ARG_PUT] >> i & 1, PLACED_ALREADY, figure, 0);
    GG_REFUSE_IF4(length(from, to) > ALLOWANCE, PLACE_TOO_FAR, figure, length(from, to), ALLOWANCE,
                  0);
    return check_path(t, s, figure, from, to, verdict);
}

bool pc_check_confirm(const pc_state *s, gg_verdict *verdict) {
    int unit = draft(s)->subject, end = pc_first[unit] + pc_size[unit];
    gg_point leader = pc_where(s, pc_leader(s, unit));
    GG_REFUSE_IF(!draft(s)->arg[ARG_PUT], NOTHING_MOVED, unit, 0);
    for (int i = pc_first[unit]; i < end; i++) {
        gg_point at = pc_where(s, i);
        for (int j = pc_first[unit]; j < i && s->f.alive[i]; j++)
            GG_REFUSE_IF4(s->f.alive[j] && gg_discs_overlap(at, BASE, pc_where(s, j), BASE),
                          ON_A_FIGURE, i, j, at.x, at.y);
    }
    for (int i = pc_first[unit]; i < end; i++)
        GG_REFUSE_IF4(s->f.alive[i] && !gg_within(pc_where(s, i), leader, COHESION),
                      OUT_OF_COHESION, i, length(pc_where(s, i), leader), COHESION, 0);
    return true;
}

static void put_ghost(pc_state *s, int figure, gg_point to) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int i = figure - pc_first[frame->subject];
    s->f.ghost_x[i] = to.x;
    s->f.ghost_y[i] = to.y;
    frame->arg[ARG_PUT] = (int16_t)(frame->arg[ARG_PUT] | 1 << i);
}

void pc_draft_leg(pc_state *s, gg_point to) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int leader = pc_leader(s, frame->subject);
    frame->arg[ARG_LEGS]++;
    frame->arg[ARG_USED] = (int16_t)(frame->arg[ARG_USED] + length(pc_where(s, leader), to));
    put_ghost(s, leader, to);
}

void pc_draft_place(pc_state *s, int figure, gg_point to) {
    put_ghost(s, figure, to);
}

// ------------------------------------------------------------------------------ moves proposed
enum { STRIDE = 50, WAYS = 8, SLOTS = 12, KEEP = 0, GATHER = 1 };

static const gg_point way[WAYS] = {{STRIDE, 0},  {35, 35},   {0, STRIDE},  {-35, 35},
                                   {-STRIDE, 0}, {-35, -35}, {0, -STRIDE}, {35, -35}};
static const gg_point slot[SLOTS] = {{26, 0}, {13, 23}, {-13, 23}, {-26, 0}, {-13, -23}, {13, -23},
                                     {52, 0}, {26, 45}, {-26, 45}, {-52, 0}, {-26, -45}, {26, -45}};

static gg_point shifted(gg_point p, int dx, int dy) {
    return (gg_point){(int16_t)(p.x + dx), (int16_t)(p.y + dy)};
}

static void step(gg_plan *plan, gg_action action) {
    plan->step[plan->steps++] = action;
}

static bool try_place(const pc_table *t, pc_state *copy, int figure, gg_point to, gg_plan *plan) {
    if (!pc_check_place(t, copy, figure, to, NULL)) return false;
    step(plan, gg_act(V_PLACE, (unsigned)figure, (unsigned)to.x, (unsigned)to.y));
    pc_draft_place(copy, figure, to);
    return true;
}

// Where the formation wants the figure, or else any free slot around the leader; otherwise it
// stays.
static void plan_figure(const pc_table *t, pc_state *copy, int figure, int formation,
                        gg_plan *plan) {
    int leader = pc_leader(copy, draft(copy)->subject);
    gg_point head = pc_where(copy, leader);
    gg_point kept =
        shifted(head, copy->f.x[figure] - copy->f.x[leader], copy->f.y[figure] - copy->f.y[leader]);
    if (formation == KEEP && try_place(t, copy, figure, kept, plan)) return;
    for (int i = 0; i < SLOTS; i++)
        if (try_place(t, copy, figure, shifted(head, slot[i].x, slot[i].y), plan)) return;
}

static bool plan_move(const pc_table *t, const pc_state *s, int dir, int formation, gg_plan *plan) {
    pc_state copy = *s;
    int unit = draft(s)->subject;
    plan->steps = 0;
    if (dir < WAYS) {
        gg_point to = shifted(pc_where(s, pc_leader(s, unit)), way[dir].x, way[dir].y);
        if (!pc_check_leg(t, s, to, NULL)) return false;
        step(plan, gg_act(V_LEG, (unsigned)to.x, (unsigned)to.y, 0));
        pc_draft_leg(&copy, to);
    }
    for (int i = pc_first[unit]; i < pc_first[unit] + pc_size[unit]; i++)
        if (copy.f.alive[i] && i != pc_leader(s, unit) &&
            !(draft(s)->arg[ARG_PUT] >> (i - pc_first[unit]) & 1))
            plan_figure(t, &copy, i, formation, plan);
    step(plan, gg_act(V_CONFIRM, 0, 0, 0));
    return pc_check_confirm(&copy, NULL);
}

// A leg in formation, only while no follower has been placed; or no leg, in either formation.
// Staying is proposed before the first step, and when nothing else can be confirmed any more: a
// draft that went astray still has an end.
uint32_t pc_plan_moves(const pc_table *t, const pc_state *s, gg_plan *out) {
    const gg_frame *frame = draft(s);
    int leader_bit = 1 << (pc_leader(s, frame->subject) - pc_first[frame->subject]);
    uint32_t n = 0;
    for (int dir = 0; dir < WAYS && !(frame->arg[ARG_PUT] & ~leader_bit); dir++)
        n += plan_move(t, s, dir, KEEP, &out[n]);
    if (frame->arg[ARG_LEGS]) n += plan_move(t, s, WAYS, KEEP, &out[n]);
    n += plan_move(t, s, WAYS, GATHER, &out[n]);
    if (n && frame->arg[ARG_PUT]) return n;
    out[n].steps = 0;
    step(&out[n++], gg_act(V_HOLD, 0, 0, 0));
    return n;
}
