// SPDX-License-Identifier: Apache-2.0
// Whole moves of the active unit, for plan(): a leg, a formation, the confirm. Each is judged
// before it is offered, on a judge alone: no state is copied for a destination.
//
// A destination is offered in the kind of move that leaves most open: a combat move if the unit
// gets there, a crossing where scenery bars the way, a rapid move beyond. First the best places
// (spots.c), then the points that legal() lists, each with one formation: in play, more places
// have proved worth more than more formations at each. Then objectives behind a corner, in two
// legs; before all, charges, with a place in contact for every figure (charge.c).
//
// Most destinations lie in the open and are settled by look-ups: when everybody keeps his place
// from the leader, distances within the unit stay as they are, and it remains to be seen that each
// base finds its way and its place free (`sails_through`).
#include "plan.h"

#include "r4_path.h"

enum {
    LISTED = 24,  // destinations that legal() lists
    SAME = 15,    // mm: one destination
    APART = 30,   // mm between two ranked places
    ASIDE = 18,   // mm: no place is farther from its lattice point
    HUGGED = 130, // mm: a formation may hug what is so near
    REACH = NEAR / 2,
};

static const uint8_t ranked[MOVE_KINDS] = {[KIND_COMBAT] = 12, [KIND_CROSS] = 6, [KIND_RAPID] = 10};

typedef struct mover {
    sv_planner *k;
    sv_lookout *look; // NULL: nobody asks how good a place looks
    int here;         // how good the place is where it stands
    sv_state draft;   // open at MOVE, without a leg
    sv_judge j;       // with all that it can meet within its reach, for legs
    sv_judge form;    // with what is near one destination, for formations
    int unit, kind;
    bool alone;  // nobody follows the leader
    bool steady; // it may keep its places wherever there is room
    gg_box box;  // of the bases
    int bars;    // boxes of units that bar the way
    gg_box bar[UNITS];
    uint64_t taken[LATTICE_ROWS]; // by column: a base beside that point might be on another
    uint32_t reached;             // destinations of the moves listed so far
    gg_point at[GG_PLANS_MAX];
} mover;

static_assert((int)LATTICE_COLS <= 64, "a row of the lattice is a word");

// ---------------------------------------------------------------------------------- neighbours
static void mark_taken(mover *m, gg_point at, int reach) {
    int left = (at.x - reach + LATTICE - 1) / LATTICE, right = (at.x + reach) / LATTICE;
    int low = (at.y - reach + LATTICE - 1) / LATTICE, high = (at.y + reach) / LATTICE;
    if (left < 0 || at.x < reach) left = 0;
    if (low < 0 || at.y < reach) low = 0;
    if (right >= LATTICE_COLS) right = LATTICE_COLS - 1;
    if (high >= LATTICE_ROWS) high = LATTICE_ROWS - 1;
    if (left > right) return;
    uint64_t columns = ((UINT64_C(2) << (right - left)) - 1) << left;
    for (int row = low; row <= high; row++) m->taken[row] |= columns;
}

// Who can be met by a unit that goes nowhere beyond the box.
static void look_around(mover *m, gg_box area) {
    const sv_table *t = m->k->t;
    const sv_state *s = &m->draft;
    memset(m->taken, 0, sizeof m->taken);
    m->bars = 0;
    for (int other = 0; other < UNITS; other++) {
        if (!s->alive[other] || other == m->unit || !sv_boxes_meet(area, s->box[other])) continue;
        int reach = m->j.radius + sv_type(t, other)->radius + ASIDE;
        if (sv_side(other) != m->j.side || !sv_infantry(t, other))
            m->bar[m->bars++] = s->box[other];
        for (unsigned b = s->alive[other]; b; b &= b - 1)
            mark_taken(m, sv_at(s, t->unit[other].first + gg_bits_ctz32(b)), reach);
    }
    for (unsigned b = m->j.alive & ~m->j.mobile; b; b &= b - 1)
        mark_taken(m, m->j.from[gg_bits_ctz32(b)], 2 * m->j.radius + ASIDE);
}

// Looked up first; where that cannot tell, judged.
static bool stands_free(const mover *m, int number, gg_point to) {
    bool clear =
        m->kind != KIND_CROSS || m->k->t->scenery_gap[sv_lattice(to)] > m->j.radius + ASIDE;
    return (clear && sv_nobody_near(&m->j, to)) || sv_judge_stand(&m->j, number, to, NULL);
}

static bool goes_free(const mover *m, int number, gg_point to, bool barred) {
    const sv_judge *j = &m->j;
    if (!barred && (m->kind == KIND_CROSS || sv_open_ground(j, j->from[number], to))) return true;
    return sv_judge_way(j, number, to, NULL);
}

static gg_box moved(gg_box box, int dx, int dy) {
    return (gg_box){(int16_t)(box.x0 + dx), (int16_t)(box.y0 + dy), (int16_t)(box.x1 + dx),
                    (int16_t)(box.y1 + dy)};
}

static gg_box both(gg_box a, gg_box b) {
    return (gg_box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0, a.x1 > b.x1 ? a.x1 : b.x1,
                    a.y1 > b.y1 ? a.y1 : b.y1};
}

// Is this leg legal, and the confirm when everybody then keeps his place from the leader?
static bool sails_through(const mover *m, gg_point to) {
    const sv_judge *j = &m->j;
    const sv_scenario *board = &j->t->board;
    int dx = to.x - j->from[j->leader].x, dy = to.y - j->from[j->leader].y;
    gg_box end = moved(m->box, dx, dy), swept = both(m->box, end);
    bool barred = false;
    if (!m->steady || dx * dx + dy * dy > j->allowance * j->allowance || (!dx && !dy)) return false;
    if (end.x0 < 0 || end.y0 < 0 || end.x1 > board->width || end.y1 > board->height) return false;
    for (int i = 0; i < m->bars; i++) barred = barred || sv_boxes_meet(swept, m->bar[i]);
    for (unsigned b = j->alive; b; b &= b - 1) {
        int number = gg_bits_ctz32(b);
        gg_point there = sv_shifted(j->from[number], dx, dy);
        if (!stands_free(m, number, there) || !goes_free(m, number, there, barred)) return false;
    }
    return true;
}

// ------------------------------------------------------------------------------------ one place
static int looks(const mover *m, gg_point to) {
    return m->look ? sv_spot_worth(m->look, to, sv_lattice(to), m->kind) - m->here : 0;
}

static void add(mover *m, gg_action move, const gg_point *way, int legs, gg_action form) {
    gg_plan *plan = sv_new_plan(m->k, NULL);
    if (!plan) return;
    plan->prior = sv_prior(looks(m, way[legs - 1]));
    sv_plan_step(plan, move);
    for (int i = 0; i < legs; i++)
        sv_plan_step(plan, gg_act(V_LEG, (unsigned)way[i].x, (unsigned)way[i].y, 0));
    if (form) sv_plan_step(plan, form);
    sv_plan_step(plan, gg_act(V_CONFIRM, 0, 0, 0));
}

static void stand(sv_judge *j, const gg_point *way, int legs) {
    for (int i = 0; i < legs; i++) j->way[i] = way[i];
    j->legs = legs;
    j->now[j->leader] = way[legs - 1];
    j->placed = 1U << j->leader;
}

static void add_shape(mover *m, const gg_point *way, int legs, int shape) {
    gg_action move = gg_act(V_MOVE, (unsigned)m->kind, 0, 0);
    add(m, move, way, legs, shape == SHAPES ? 0 : sv_usual_form(&m->form, shape));
}

// The leader has gone by the way: the first formation that fits, SHAPES when he is alone, -1.
static int first_form(mover *m, const gg_point *way, int legs) {
    sv_judge *j = &m->form;
    stand(j, way, legs);
    sv_judge_forming(j);
    if (m->alone) return sv_judge_confirm(j, NULL) ? SHAPES : -1;
    for (int shape = SHAPE_KEEP; shape <= SHAPE_ROSETTE; shape++)
        if (sv_judge_shape(j, shape)) return shape;
    return -1;
}

static bool add_place(mover *m, gg_point to) {
    int shape = -1;
    if (sails_through(m, to)) {
        shape = m->alone ? SHAPES : SHAPE_KEEP;
        stand(&m->form, &to, 1);
    } else if (sv_judge_leg(&m->j, to, NULL)) {
        shape = first_form(m, &to, 1);
    }
    if (shape < 0) return false;
    add_shape(m, &to, 1, shape);
    if (m->reached < GG_PLANS_MAX) m->at[m->reached++] = to;
    return true;
}

static bool listed(const mover *m, gg_point at, int apart) {
    for (uint32_t i = 0; i < m->reached; i++)
        if (gg_within(m->at[i], at, apart)) return true;
    return false;
}

// ------------------------------------------------------------------------------ around a corner
static gg_point lattice_point(int index) {
    return (gg_point){(int16_t)(index % LATTICE_COLS * LATTICE),
                      (int16_t)(index / LATTICE_COLS * LATTICE)};
}

static bool reaches(const sv_table *t, int class, int from, int to) {
    int dx = to % LATTICE_COLS - from % LATTICE_COLS, dy = to / LATTICE_COLS - from / LATTICE_COLS;
    if (dx < -REACH || dx > REACH || dy < -REACH || dy > REACH) return false;
    int bit = (dy + REACH) * NEAR + dx + REACH;
    return t->reach[class][from][bit >> 6] >> (bit & 63) & 1;
}

// The lattice point that both ends reach by straight legs, with the least sum of squares.
static bool corner_between(const sv_table *t, int class, gg_point from, gg_point to,
                           gg_point *via) {
    int a = sv_lattice(from), b = sv_lattice(to);
    int64_t best = INT64_MAX;
    for (int word = 0; word < NEAR_WORDS; word++)
        for (uint64_t m = t->reach[class][a][word]; m; m &= m - 1) {
            int bit = word * 64 + gg_bits_ctz64(m);
            int middle = a + (bit / NEAR - REACH) * LATTICE_COLS + bit % NEAR - REACH;
            gg_point p = lattice_point(middle);
            int64_t sum = gg_dist2(from, p) + gg_dist2(p, to);
            if (sum >= best || !reaches(t, class, b, middle)) continue;
            best = sum;
            *via = p;
        }
    return best < INT64_MAX;
}

// Two legs to a place that no straight leg reaches.
static bool two_legs(mover *m, gg_point to, gg_point way[2]) {
    sv_judge *j = &m->j;
    gg_point from = j->from[j->leader];
    int class = sv_radius_class(j->radius);
    if (sv_judge_leg(j, to, NULL) || !corner_between(j->t, class, from, to, &way[0])) return false;
    if (gg_point_equal(way[0], from) || !sv_judge_leg(j, way[0], NULL)) return false;
    way[1] = to;
    j->now[j->leader] = way[0];
    j->used = gg_ceil_len(way[0].x - from.x, way[0].y - from.y);
    bool good = sv_judge_leg(j, to, NULL);
    j->now[j->leader] = from;
    j->used = 0;
    return good;
}

static void add_detours(mover *m) {
    const sv_scenario *board = &m->k->t->board;
    gg_point way[2], from = m->j.from[m->j.leader];
    for (int i = 0; i < board->objectives; i++) {
        gg_point at = board->objective[i].at;
        if (!gg_within(from, at, m->j.allowance) || !two_legs(m, at, way)) continue;
        int shape = first_form(m, way, 2);
        if (shape >= 0) add_shape(m, way, 2, shape);
    }
}

// Into contact with every enemy in reach; who may only shoot back, or is disorganised (CR47), does
// not charge.
static void add_charges(mover *m) {
    const sv_state *s = &m->draft;
    gg_plan prefix = {.steps = 1, .step = {gg_act(V_MOVE, (unsigned)m->kind, 0, 0)}};
    int unit = m->unit, begin = sv_side(unit) ? 0 : UNITS_SIDE;
    int room = m->j.allowance + 2 * CONTACT_GAP + m->j.radius;
    gg_point from = m->j.from[m->j.leader];
    gg_box reach = sv_grown((gg_box){from.x, from.y, from.x, from.y}, room);
    if (!sv_infantry(m->k->t, unit) || s->f.flags[unit] & U_DISORGANISED) return;
    for (int other = begin; other < begin + UNITS_SIDE; other++) {
        gg_plan plan = prefix, *kept;
        if (!s->alive[other] || s->touch[unit] >> other & 1) continue;
        if (!sv_boxes_meet(reach, s->box[other])) continue;
        if (!sv_plan_charge(m->k->t, s, other, &plan)) continue;
        plan.prior = sv_prior(sv_charge_worth(m->k->t, m->look->v, unit, other));
        if ((kept = sv_new_plan(m->k, NULL))) *kept = plan;
    }
}

// -------------------------------------------------------------------------------- the whole list
static void open_kind(mover *m, int kind) {
    gg_flow_at(&m->draft.f.flow)->arg[ARG_KIND] = (int16_t)kind;
    m->kind = kind;
    sv_judge_open(&m->j, m->k->t, &m->draft);
    sv_judge_open(&m->form, m->k->t, &m->draft);
    m->j.taken = m->form.taken = m->taken;
    sv_judge_near(&m->j, sv_grown(m->box, m->j.allowance - m->j.radius));
    m->steady = sv_judge_steady(&m->j);
    m->alone = !sv_followers(&m->j);
}

static void add_ranked(mover *m, const sv_spots *p) {
    int added = 0;
    for (int i = 0; i < p->count[m->kind] && added < ranked[m->kind]; i++) {
        gg_point at = p->list[m->kind][i].at;
        if (!listed(m, at, APART)) added += add_place(m, at);
    }
}

static void add_listed(mover *m) {
    gg_point at[LISTED];
    uint32_t n = sv_leg_candidates(m->k->t, &m->draft, at, LISTED);
    for (uint32_t i = 0; i < n; i++)
        if (!listed(m, at[i], SAME)) add_place(m, at[i]);
}

// The unit and what is around it, for all kinds of move.
static void open_mover(mover *m, sv_planner *k, int unit, gg_action go) {
    m->k = k;
    m->look = NULL;
    m->here = 0;
    m->unit = unit;
    m->draft = *k->s;
    m->box = k->s->box[unit];
    m->reached = 0;
    if (gg_flow_top(&k->s->f.flow)->node == N_ACT) sv_do_go(k->t, &m->draft, unit, go, NULL);
    open_kind(m, gg_a(go));
    int room = sv_type(k->t, unit)->move[SV_MOVE_SECOND] + m->j.cohesion + ASIDE;
    look_around(m, sv_grown(m->box, room));
}

// From where it stands it could still do what after a combat move.
static void look_out(mover *m, sv_lookout *look) {
    gg_point at = look->v->unit[m->unit].at[0];
    m->look = look;
    m->here = sv_spot_worth(look, at, sv_lattice(at), KIND_COMBAT);
}

void sv_plan_moves(sv_planner *k, const sv_survey *v) {
    gg_action go[MOVE_KINDS];
    mover m;
    sv_spots places = {.room = {0}};
    sv_lookout look;
    int unit = sv_active(k->s);
    uint32_t n = sv_list_go(k->t, k->s, unit, go);
    if (!n) return;
    for (uint32_t i = 0; i < n; i++)
        places.room[gg_a(go[i])] = sv_allowance(k->t, k->s, unit, gg_a(go[i]));
    sv_look_out(&look, k->t, k->s, v, unit, sv_farthest(places.room));
    sv_rank_spots(&look, &places);
    open_mover(&m, k, unit, go[0]);
    look_out(&m, &look);
    for (uint32_t i = 0; i < n; i++) {
        if (i) open_kind(&m, gg_a(go[i]));
        add_charges(&m);
        add_ranked(&m, &places);
        add_listed(&m);
        if (m.kind != KIND_CROSS) add_detours(&m);
    }
}

bool sv_plan_first_of(sv_planner *k, int unit, const sv_place *list, int count) {
    mover m;
    for (int i = 0; i < count; i++) {
        if (!i)
            open_mover(&m, k, unit, gg_act(V_MOVE, (unsigned)list[i].kind, 0, 0));
        else if (list[i].kind != m.kind)
            open_kind(&m, list[i].kind);
        if (add_place(&m, list[i].at)) return true;
    }
    return false;
}

// ------------------------------------------------------------------------------ half-made drafts
// The first formation that fits, and the one that hugs scenery near by.
void sv_plan_forms(sv_planner *k, const sv_state *s, const gg_plan *prefix) {
    gg_action confirm = gg_act(V_CONFIRM, 0, 0, 0);
    sv_judge j;
    bool found = false;
    sv_judge_open(&j, k->t, s);
    sv_judge_forming(&j);
    bool alone = !(sv_followers(&j) & ~j.placed);
    bool hugs = k->t->scenery_gap[sv_lattice(j.now[j.leader])] <= HUGGED;
    for (int shape = sv_moving(&j) ? SHAPE_KEEP : SHAPE_ROSETTE; !alone && shape < SHAPES;
         shape++) {
        if ((found && !(hugs && shape == SHAPE_HUG)) || !sv_judge_shape(&j, shape)) continue;
        gg_plan *plan = sv_new_plan(k, prefix);
        if (!plan) return;
        sv_plan_step(plan, sv_usual_form(&j, shape));
        sv_plan_step(plan, confirm);
        found = true;
    }
    gg_plan *plan = !found && sv_judge_confirm(&j, NULL) ? sv_new_plan(k, prefix) : NULL;
    if (plan) sv_plan_step(plan, confirm);
}

void sv_plan_draft(sv_planner *k) {
    const gg_frame *frame = gg_flow_top(&k->s->f.flow);
    gg_point at[LISTED];
    unsigned placed = (unsigned)frame->arg[ARG_PLACED];
    int leader = k->s->f.leader[frame->subject] - k->t->unit[frame->subject].first;
    if (placed) sv_plan_forms(k, k->s, &(gg_plan){.steps = 0});
    if (!(placed & ~(1U << leader))) {
        uint32_t n = sv_leg_candidates(k->t, k->s, at, LISTED);
        for (uint32_t i = 0; i < n; i++) {
            gg_action leg = gg_act(V_LEG, (unsigned)at[i].x, (unsigned)at[i].y, 0);
            sv_state copy = *k->s;
            sv_play_move(k->t, &copy, leg, NULL);
            sv_plan_forms(k, &copy, &(gg_plan){.steps = 1, .step = {leg}});
        }
    }
    gg_plan *halt = sv_new_plan(k, NULL);
    if (halt) sv_plan_step(halt, gg_act(V_HALT, 0, 0, 0));
}
