// SPDX-License-Identifier: Apache-2.0
// Formations (CH7d): fixed slots around the leader, taken by the figures not yet placed, by number,
// each the first one that is free, in cohesion and that it can reach.
//
//   keep     each figure where it stood from the leader, else a slot of the rosette
//   rosette  rings of six, twelve and eighteen around the leader, the nearest first
//   line     on either side of the leader, then a second and a third rank
//   column   two files behind the leader, then files beside them
//   hug      the rosette's slots, the nearest to scenery first
//
// Slots are in 1024ths of the pitch, which is 10 mm more than two bases side by side: ahead (+x)
// and aside (+y) of a leader who faces +x; the facing turns them. A figure that losses left beyond
// cohesion and that finds no slot goes straight at the leader as far as it can (CH8c asks no more).
//
// This is a rule and not a path-finder: apply() carries it out, so it only changes with the version
// of the game. plan() may arrange figures better and say `place` for each.
#include "r4_path.h"

typedef struct slot {
    int16_t ahead, aside;
} slot;

enum { UNIT = 1024, GAP = 10, SLOTS_MAX = 36, TWO_RINGS = 18, STEPS_BACK = 8 };

const gg_point sv_direction[FACINGS] = {
    {1024, 0},   {946, 392},  {724, 724},  {392, 946},   {0, 1024},    {-392, 946},
    {-724, 724}, {-946, 392}, {-1024, 0},  {-946, -392}, {-724, -724}, {-392, -946},
    {0, -1024},  {392, -946}, {724, -724}, {946, -392},
};

static const slot rosette[] = {
    {1024, 0},     {512, 887},     {-512, 887},   {-1024, 0},    {-512, -887},   {512, -887},
    {1536, 887},   {0, 1774},      {-1536, 887},  {-1536, -887}, {0, -1774},     {1536, -887},
    {2048, 0},     {1024, 1774},   {-1024, 1774}, {-2048, 0},    {-1024, -1774}, {1024, -1774},
    {2560, 887},   {2048, 1774},   {512, 2660},   {-512, 2660},  {-2048, 1774},  {-2560, 887},
    {-2560, -887}, {-2048, -1774}, {-512, -2660}, {512, -2660},  {2048, -1774},  {2560, -887},
    {3072, 0},     {1536, 2660},   {-1536, 2660}, {-3072, 0},    {-1536, -2660}, {1536, -2660},
};
static const slot line[] = {
    {0, 1024},      {0, -1024},    {0, 2048},      {0, -2048}, {-1024, 0},    {-1024, 1024},
    {-1024, -1024}, {-1024, 2048}, {-1024, -2048}, {-2048, 0}, {-2048, 1024}, {-2048, -1024},
};
static const slot column[] = {
    {-1024, 0},     {0, 1024},      {-1024, 1024}, {-2048, 0},    {-2048, 1024}, {0, -1024},
    {-1024, -1024}, {-2048, -1024}, {0, 2048},     {-1024, 2048}, {0, -2048},    {-1024, -2048},
};

static const struct {
    const slot *slot;
    int count;
} shapes[SHAPES] = {
    [SHAPE_KEEP] = {rosette, sizeof rosette / sizeof rosette[0]},
    [SHAPE_ROSETTE] = {rosette, sizeof rosette / sizeof rosette[0]},
    [SHAPE_LINE] = {line, sizeof line / sizeof line[0]},
    [SHAPE_COLUMN] = {column, sizeof column / sizeof column[0]},
    [SHAPE_HUG] = {rosette, sizeof rosette / sizeof rosette[0]},
};

// The tangents of 11.25 and 33.75 degrees are 204/1024 and 684/1024.
int sv_sector(int dx, int dy) {
    int x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy;
    bool steep = y > x;
    int high = steep ? y : x, low = steep ? x : y;
    int step = low * 1024 < high * 204 ? 0 : low * 1024 < high * 684 ? 1 : 2;
    int sector = steep ? 4 - step : step;
    if (dx < 0) sector = 8 - sector;
    return (dy < 0 ? 16 - sector : sector) & 15;
}

// --------------------------------------------------------------------------------- the slots
// Slots of one formation around the leader, and what is known of them.
typedef struct ring {
    int count;
    gg_point at[SLOTS_MAX];
    uint64_t asked, good; // may a base stand there, whoever it is?
    uint64_t taken;
    bool loose; // somebody stands elsewhere than in a slot
} ring;

// One division, which truncates: the same on every machine.
static gg_point turned(gg_point centre, slot at, gg_point facing, int pitch) {
    int x = at.ahead * facing.x - at.aside * facing.y,
        y = at.ahead * facing.y + at.aside * facing.x;
    return sv_shifted(centre, x * pitch / (UNIT * UNIT), y * pitch / (UNIT * UNIT));
}

static bool on_board(const sv_judge *j, gg_point p) {
    return p.x >= 0 && p.y >= 0 && p.x <= j->t->board.width && p.y <= j->t->board.height;
}

// Slots beyond cohesion or the table are no slots at all; the third ring of foot always is.
static void make_ring(ring *r, const sv_judge *j, int shape, int facing) {
    gg_point centre = j->now[j->leader];
    int pitch = 2 * j->radius + GAP, count = shapes[shape].count;
    if (count > TWO_RINGS && pitch * 5 > j->cohesion * 2 - 1) count = TWO_RINGS;
    r->count = 0;
    r->asked = r->good = r->taken = 0;
    r->loose = shape == SHAPE_KEEP;
    for (int i = 0; i < count; i++) {
        gg_point p = turned(centre, shapes[shape].slot[i], sv_direction[facing], pitch);
        if (gg_within(p, centre, j->cohesion) && on_board(j, p)) r->at[r->count++] = p;
    }
}

// Nearest scenery first; equal ones stay in the order of the rosette.
static void order_by_scenery(ring *r, const sv_table *t) {
    for (int i = 1; i < r->count; i++) {
        gg_point moved = r->at[i];
        int gap = t->scenery_gap[sv_lattice(moved)], at = i;
        while (at > 0 && t->scenery_gap[sv_lattice(r->at[at - 1])] > gap) {
            r->at[at] = r->at[at - 1];
            at--;
        }
        r->at[at] = moved;
    }
}

// Cached, because all bases of a unit are alike: what bars a slot bars it for everybody. Figures
// of the own unit come later (they are placed one after the other).
static bool free_slot(ring *r, const sv_judge *j, int number, int i) {
    uint64_t bit = UINT64_C(1) << i;
    if (!(r->asked & bit)) {
        r->asked |= bit;
        if (sv_judge_stand(j, number, r->at[i], NULL)) r->good |= bit;
    }
    return (r->good & bit) && !(r->taken & bit);
}

// ---------------------------------------------------------------------------- the arrangement
static bool fits_there(const sv_judge *j, int number, gg_point to) {
    return sv_judge_way(j, number, to, NULL) && sv_judge_stand(j, number, to, NULL) &&
           sv_judge_cohesion(j, number, to, NULL);
}

static gg_point kept(const sv_judge *j, int number) {
    gg_point leader = j->now[j->leader], was = j->from[j->leader], own = j->from[number];
    return sv_shifted(leader, own.x - was.x, own.y - was.y);
}

// CH8c: as far towards the leader as the way allows, in eighths of the allowance.
static bool come_nearer(const sv_judge *j, int number, gg_point *to) {
    gg_point from = j->from[number], leader = j->now[j->leader];
    if (!sv_moving(j) || gg_within(from, j->from[j->leader], j->cohesion)) return false;
    int facing = sv_sector(leader.x - from.x, leader.y - from.y);
    for (int step = STEPS_BACK; step > 0; step--) {
        *to = sv_stride(from, facing, j->allowance * step / STEPS_BACK);
        if (on_board(j, *to) && fits_there(j, number, *to)) return true;
    }
    return false;
}

static bool find_place(ring *r, const sv_judge *j, int shape, int number, gg_point *to) {
    *to = kept(j, number);
    if (shape == SHAPE_KEEP && sv_moving(j) && on_board(j, *to) && fits_there(j, number, *to))
        return true;
    for (int i = 0; i < r->count; i++) {
        if (!free_slot(r, j, number, i) || !sv_judge_way(j, number, r->at[i], NULL)) continue;
        if (r->loose && !sv_judge_stand(j, number, r->at[i], NULL)) continue;
        *to = r->at[i];
        r->taken |= UINT64_C(1) << i;
        return true;
    }
    r->loose = true;
    return come_nearer(j, number, to);
}

// Arranges on the judge's own copy of the draft. -1, or the number that found no place.
static int arrange(sv_judge *j, int shape, int facing) {
    ring r;
    make_ring(&r, j, shape, facing);
    if (shape == SHAPE_HUG) order_by_scenery(&r, j->t);
    for (unsigned m = j->mobile & ~j->placed & ~(1U << j->leader); m; m &= m - 1) {
        int number = gg_bits_ctz32(m);
        gg_point to;
        if (!find_place(&r, j, shape, number, &to)) return number;
        j->now[number] = to;
        j->placed |= m & -m;
    }
    return -1;
}

// What a formation can meet: every start, and the neighbourhood of the leader.
static void open_for_forming(sv_judge *j, const sv_table *t, const sv_state *s) {
    sv_judge_open(j, t, s);
    gg_point leader = j->now[j->leader];
    gg_box box = sv_grown((gg_box){leader.x, leader.y, leader.x, leader.y}, j->cohesion);
    for (unsigned m = sv_moving(j) ? j->alive : 0; m; m &= m - 1) {
        gg_point p = j->from[gg_bits_ctz32(m)];
        if (p.x < box.x0) box.x0 = p.x;
        if (p.x > box.x1) box.x1 = p.x;
        if (p.y < box.y0) box.y0 = p.y;
        if (p.y > box.y1) box.y1 = p.y;
    }
    for (int leg = 0; leg < j->legs; leg++) {
        gg_box way = {s->f.way_x[leg], s->f.way_y[leg], s->f.way_x[leg], s->f.way_y[leg]};
        if (way.x0 < box.x0) box.x0 = way.x0;
        if (way.x1 > box.x1) box.x1 = way.x1;
        if (way.y0 < box.y0) box.y0 = way.y0;
        if (way.y1 > box.y1) box.y1 = way.y1;
    }
    sv_judge_near(j, box);
}

bool sv_check_form(const sv_table *t, const sv_state *s, int shape, int facing,
                   gg_verdict *verdict) {
    sv_judge j;
    open_for_forming(&j, t, s);
    int leader = j.first + j.leader;
    GG_REFUSE_IF(!sv_moving(&j) && !sv_has(j.placed, j.leader), LEADER_FIRST, leader, 0);
    GG_REFUSE_IF(shape == SHAPE_KEEP && facing, KEEP_HAS_NO_FACING, facing, 0);
    GG_REFUSE_IF(!(j.mobile & ~j.placed & ~(1U << j.leader)), NOBODY_TO_FORM,
                 sv_piece_of_unit(j.unit), 0);
    int stuck = arrange(&j, shape, facing);
    GG_REFUSE_IF(stuck >= 0, FORM_HAS_NO_ROOM, j.first + stuck, shape);
    return sv_judge_confirm(&j, verdict);
}

bool sv_form(const sv_table *t, const sv_state *s, int shape, int facing, gg_point out[SQUAD]) {
    sv_judge j;
    open_for_forming(&j, t, s);
    bool ok = arrange(&j, shape, facing) < 0;
    for (unsigned m = j.alive; m; m &= m - 1) out[gg_bits_ctz32(m)] = j.now[gg_bits_ctz32(m)];
    return ok;
}

void sv_play_form(const sv_table *t, sv_state *s, gg_action action) {
    sv_judge j;
    open_for_forming(&j, t, s);
    unsigned before = j.placed;
    (void)arrange(&j, (int)gg_a(action), (int)gg_b(action));
    for (unsigned m = j.placed & ~before; m; m &= m - 1) {
        int number = gg_bits_ctz32(m);
        sv_put_ghost(t, s, j.first + number, j.now[number]);
    }
}

// The facing that is proposed: the way of the last leg, or towards the other side.
static int usual_facing(const sv_judge *j) {
    const struct sv_facts *f = &j->s->f;
    int last = j->legs - 1;
    if (last < 0 || !sv_moving(j)) return j->side ? FACINGS / 2 : 0;
    gg_point before =
        last ? (gg_point){f->way_x[last - 1], f->way_y[last - 1]} : j->from[j->leader];
    return sv_sector(f->way_x[last] - before.x, f->way_y[last] - before.y);
}

uint32_t sv_list_form(const sv_table *t, const sv_state *s, gg_action *out) {
    sv_judge j;
    gg_point now[SQUAD];
    uint32_t count = 0;
    open_for_forming(&j, t, s);
    unsigned placed = j.placed;
    int facing = usual_facing(&j);
    if (!(j.mobile & ~placed & ~(1U << j.leader))) return 0;
    memcpy(now, j.now, sizeof now);
    for (int shape = sv_moving(&j) ? SHAPE_KEEP : SHAPE_ROSETTE; shape < SHAPES; shape++) {
        int turn = shape == SHAPE_KEEP ? 0 : facing;
        if (arrange(&j, shape, turn) < 0 && sv_judge_confirm(&j, NULL))
            out[count++] = gg_act(V_FORM, (unsigned)shape, (unsigned)turn, 0);
        memcpy(j.now, now, sizeof now);
        j.placed = placed;
    }
    return count;
}

// ------------------------------------------------------------------------------------ facing
// O1: vehicles and walkers only.
bool sv_check_face(const sv_table *t, const sv_state *s, int piece, gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int unit = frame->subject;
    bool own = piece < FIGURES && t->unit_of[piece] == unit;
    GG_REFUSE_IF(!own || (frame->node == N_MOVE && !(s->f.status[piece] & F_ON)), NOT_OF_THIS_UNIT,
                 piece, 0);
    GG_REFUSE_IF(!sv_option(t, O_REAR_ARC) || sv_infantry(t, unit), NO_FACING, piece, 0);
    return true;
}

void sv_play_face(const sv_table *t, sv_state *s, gg_action action) {
    int number = (int)gg_a(action) - t->unit[gg_flow_top(&s->f.flow)->subject].first;
    if (number >= 0 && number < SQUAD) s->f.faced[number] = (uint8_t)(1 + gg_b(action));
}
