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

enum { UNIT = 1024, GAP = 10, TWO_RINGS = 18, STEPS_BACK = 8 };
enum { SET_ROSETTE, SET_LINE, SET_COLUMN };

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
} sets[SLOT_SETS] = {
    [SET_ROSETTE] = {rosette, sizeof rosette / sizeof rosette[0]},
    [SET_LINE] = {line, sizeof line / sizeof line[0]},
    [SET_COLUMN] = {column, sizeof column / sizeof column[0]},
};
static const uint8_t set_of[SHAPES] = {
    [SHAPE_KEEP] = SET_ROSETTE,  [SHAPE_ROSETTE] = SET_ROSETTE, [SHAPE_LINE] = SET_LINE,
    [SHAPE_COLUMN] = SET_COLUMN, [SHAPE_HUG] = SET_ROSETTE,
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
    bool made;  // only when somebody needs a slot
} ring;

// One division, which truncates: the same on every machine.
static gg_point turned(slot at, gg_point facing, int pitch) {
    int x = at.ahead * facing.x - at.aside * facing.y,
        y = at.ahead * facing.y + at.aside * facing.x;
    return (gg_point){(int16_t)(x * pitch / (UNIT * UNIT)), (int16_t)(y * pitch / (UNIT * UNIT))};
}

static int pitch_of(int radius) {
    return 2 * radius + GAP;
}

void sv_prepare_slots(sv_table *t) {
    for (int class = 0; class < RADII; class ++)
        for (int set = 0; set < SLOT_SETS; set++)
            for (int facing = 0; facing < FACINGS; facing++)
                for (int i = 0; i < sets[set].count; i++)
                    t->slot[class][set][facing][i] = turned(sets[set].slot[i], sv_direction[facing],
                                                            pitch_of(sv_class_radius(class)));
}

static bool on_board(const sv_judge *j, gg_point p) {
    return p.x >= 0 && p.y >= 0 && p.x <= j->t->board.width && p.y <= j->t->board.height;
}

// Slots beyond cohesion or the table are no slots at all; the third ring of foot always is.
static void make_ring(ring *r, const sv_judge *j, int shape, int facing) {
    gg_point centre = j->now[j->leader];
    const gg_point *slots = j->t->slot[j->class][set_of[shape]][facing];
    int count = sets[set_of[shape]].count;
    if (count > TWO_RINGS && pitch_of(j->radius) * 5 > j->cohesion * 2 - 1) count = TWO_RINGS;
    r->count = 0;
    r->asked = r->good = r->taken = 0;
    for (int i = 0; i < count; i++) {
        gg_point p = sv_shifted(centre, slots[i].x, slots[i].y);
        if (gg_within(p, centre, j->cohesion) && on_board(j, p)) r->at[r->count++] = p;
    }
}

// Nearest scenery first; equal ones stay in the order of the rosette.
static void order_by_scenery(ring *r, const sv_table *t) {
    uint16_t gap[SLOTS_MAX];
    for (int i = 0; i < r->count; i++) {
        gg_point moved = r->at[i];
        uint16_t here = t->scenery_gap[sv_lattice(moved)];
        int at = i;
        for (; at > 0 && gap[at - 1] > here; at--) {
            gap[at] = gap[at - 1];
            r->at[at] = r->at[at - 1];
        }
        gap[at] = here;
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

static void begin_ring(ring *r, const sv_judge *j, int shape, int facing) {
    r->made = true;
    make_ring(r, j, shape, facing);
    if (shape == SHAPE_HUG) order_by_scenery(r, j->t);
}

static bool find_place(ring *r, const sv_judge *j, int shape, int facing, int number,
                       gg_point *to) {
    int room = SV_ROOM_UNKNOWN;
    *to = kept(j, number);
    if (shape == SHAPE_KEEP && sv_moving(j) && on_board(j, *to) && fits_there(j, number, *to))
        return true;
    if (!r->made) begin_ring(r, j, shape, facing);
    for (int i = 0; i < r->count; i++) {
        if (!free_slot(r, j, number, i) || !sv_judge_way_to(j, number, r->at[i], &room, NULL))
            continue;
        if (r->loose && !sv_judge_stand(j, number, r->at[i], NULL)) continue;
        *to = r->at[i];
        r->taken |= UINT64_C(1) << i;
        return true;
    }
    r->loose = true;
    return come_nearer(j, number, to);
}

// Arranges on the judge's own copy of the draft. -1, or the number that found no place.
// CR18: who stands on scenery stays where it is.
static int arrange(sv_judge *j, int shape, int facing) {
    unsigned stay = j->rooted & j->mobile & ~j->placed & ~(1U << j->leader);
    ring r = {.loose = shape == SHAPE_KEEP || stay};
    j->placed |= stay;
    for (unsigned m = sv_followers(j) & ~j->placed; m; m &= m - 1) {
        int number = gg_bits_ctz32(m);
        gg_point to;
        if (!find_place(&r, j, shape, facing, number, &to)) return number;
        j->now[number] = to;
        j->placed |= m & -m;
    }
    return -1;
}

// What a formation can meet: every start, and the neighbourhood of the leader.
static gg_box with(gg_box box, gg_point p) {
    if (p.x < box.x0) box.x0 = p.x;
    if (p.x > box.x1) box.x1 = p.x;
    if (p.y < box.y0) box.y0 = p.y;
    if (p.y > box.y1) box.y1 = p.y;
    return box;
}

void sv_judge_forming(sv_judge *j) {
    gg_point leader = j->now[j->leader];
    gg_box box = sv_grown((gg_box){leader.x, leader.y, leader.x, leader.y}, j->cohesion);
    for (unsigned m = sv_moving(j) ? j->alive : 0; m; m &= m - 1)
        box = with(box, j->from[gg_bits_ctz32(m)]);
    for (int leg = 0; leg < j->legs; leg++) box = with(box, j->way[leg]);
    j->pieces = j->walls = j->others = 0;
    sv_judge_near(j, box);
}

static void open_for_forming(sv_judge *j, const sv_table *t, const sv_state *s) {
    sv_judge_open(j, t, s);
    sv_judge_forming(j);
}

bool sv_check_form(const sv_table *t, const sv_state *s, int shape, int facing,
                   gg_verdict *verdict) {
    sv_judge j;
    open_for_forming(&j, t, s);
    int leader = j.first + j.leader;
    GG_REFUSE_IF(!sv_moving(&j) && !sv_has(j.placed, j.leader), LEADER_FIRST, leader, 0);
    GG_REFUSE_IF(shape == SHAPE_KEEP && facing, KEEP_HAS_NO_FACING, facing, 0);
    GG_REFUSE_IF(!(sv_followers(&j) & ~j.placed), NOBODY_TO_FORM, sv_piece_of_unit(j.unit), 0);
    int stuck = arrange(&j, shape, facing);
    GG_REFUSE_IF(stuck >= 0, FORM_HAS_NO_ROOM, j.first + stuck, shape);
    return sv_judge_confirm(&j, verdict);
}

void sv_play_form(const sv_table *t, sv_state *s, gg_action action) {
    sv_judge j;
    open_for_forming(&j, t, s);
    unsigned before = j.placed;
    (void)arrange(&j, gg_a(action), gg_b(action));
    for (unsigned m = j.placed & ~before; m; m &= m - 1) {
        int number = gg_bits_ctz32(m);
        sv_put_ghost(t, s, j.first + number, j.now[number]);
    }
}

// The facing that is proposed: the way of the last leg, or towards the other side.
static int usual_facing(const sv_judge *j) {
    int last = j->legs - 1;
    if (last < 0 || !sv_moving(j)) return j->side ? FACINGS / 2 : 0;
    gg_point before = last ? j->way[last - 1] : j->from[j->leader];
    return sv_sector(j->way[last].x - before.x, j->way[last].y - before.y);
}

gg_action sv_usual_form(const sv_judge *j, int shape) {
    unsigned facing = shape == SHAPE_KEEP ? 0 : (unsigned)usual_facing(j);
    return gg_act(V_FORM, (unsigned)shape, facing, 0);
}

bool sv_judge_shape(sv_judge *j, int shape) {
    gg_point now[SQUAD];
    unsigned placed = j->placed;
    memcpy(now, j->now, sizeof now);
    bool fits = arrange(j, shape, shape == SHAPE_KEEP ? 0 : usual_facing(j)) < 0 &&
                sv_judge_confirm(j, NULL);
    memcpy(j->now, now, sizeof now);
    j->placed = placed;
    return fits;
}

// Turned otherwise, when nothing fits as usual.
static uint32_t list_turned(sv_judge *j, gg_action *out) {
    static const uint8_t shape[] = {SHAPE_ROSETTE, SHAPE_COLUMN, SHAPE_LINE};
    gg_point now[SQUAD];
    unsigned placed = j->placed, count = 0;
    memcpy(now, j->now, sizeof now);
    for (unsigned i = 0; i < sizeof shape && !count; i++)
        for (unsigned facing = 0; facing < FACINGS && !count; facing++) {
            if (arrange(j, shape[i], (int)facing) < 0 && sv_judge_confirm(j, NULL))
                out[count++] = gg_act(V_FORM, shape[i], facing, 0);
            memcpy(j->now, now, sizeof now);
            j->placed = placed;
        }
    return count;
}

uint32_t sv_list_form(const sv_table *t, const sv_state *s, gg_action *out) {
    sv_judge j;
    uint32_t count = 0;
    open_for_forming(&j, t, s);
    if (!(sv_followers(&j) & ~j.placed)) return 0;
    for (int shape = sv_moving(&j) ? SHAPE_KEEP : SHAPE_ROSETTE; shape < SHAPES; shape++)
        if (sv_judge_shape(&j, shape)) out[count++] = sv_usual_form(&j, shape);
    return count ? count : list_turned(&j, out);
}

// ----------------------------------------------------------------------------- legs worth taking
bool sv_judge_steady(const sv_judge *j) {
    if (j->alive & ~j->mobile || j->rooted) return false;
    if (j->s->f.flags[j->unit] & U_DISORGANISED) return false;
    for (unsigned m = j->alive; m; m &= m - 1) {
        int i = gg_bits_ctz32(m);
        if (!gg_within(j->from[i], j->from[j->leader], j->cohesion)) return false;
        for (unsigned k = m & (m - 1); k; k &= k - 1)
            if (gg_discs_overlap(j->from[i], j->radius, j->from[gg_bits_ctz32(k)], j->radius))
                return false;
    }
    return true;
}

static bool somebody_near(const sv_judge *j, gg_box area) {
    for (int unit = 0; unit < UNITS; unit++)
        if (j->s->alive[unit] && unit != j->unit && sv_boxes_meet(area, j->s->box[unit]))
            return true;
    return false;
}

// Everybody would go straight over open ground to his old place from the leader, and nobody else
// is near: look-ups only, of a steady unit.
static bool lies_open(const sv_judge *j, gg_point to) {
    int dx = to.x - j->from[j->leader].x, dy = to.y - j->from[j->leader].y;
    gg_box box = j->s->box[j->unit];
    gg_point low = {box.x0, box.y0}, high = {box.x1, box.y1};
    gg_box swept = with(with(box, sv_shifted(low, dx, dy)), sv_shifted(high, dx, dy));
    if (swept.x0 < 0 || swept.y0 < 0 || somebody_near(j, swept)) return false;
    for (unsigned m = j->alive; m; m &= m - 1) {
        gg_point from = j->from[gg_bits_ctz32(m)];
        if (!sv_open_ground(j, from, sv_shifted(from, dx, dy))) return false;
    }
    return true;
}

static bool some_shape_fits(sv_judge *j, int shapes) {
    if (!sv_followers(j)) return sv_judge_confirm(j, NULL);
    for (int shape = SHAPE_KEEP; shape < shapes; shape++)
        if (sv_judge_shape(j, shape)) return true;
    return false;
}

uint32_t sv_legs_that_form(const sv_table *t, const sv_state *s, int shapes, gg_point *at,
                           uint32_t n) {
    sv_judge j;
    uint32_t kept = 0;
    sv_judge_open(&j, t, s);
    int legs = j.legs;
    bool steady = !legs && j.kind != KIND_CROSS && sv_judge_steady(&j);
    for (uint32_t i = 0; i < n; i++) {
        bool good = steady && lies_open(&j, at[i]);
        if (!good) {
            j.way[legs] = j.now[j.leader] = at[i];
            j.legs = legs + 1;
            j.placed = 1U << j.leader;
            sv_judge_forming(&j);
            good = some_shape_fits(&j, shapes);
        }
        if (good) at[kept++] = at[i];
    }
    return kept;
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
    int number = gg_a(action) - t->unit[gg_flow_top(&s->f.flow)->subject].first;
    s->f.faced[number] = (uint8_t)(1 + gg_b(action));
}
