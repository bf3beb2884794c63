// SPDX-License-Identifier: Apache-2.0
// Units and figures: names of pieces, and the derived part of the state.
//
//   alive   figures of a unit on the board
//   box     around their bases, so that most pairs of units need one comparison
//   touch   enemy units in contact: bases at most 10 mm apart (CR22)
//
// C70 infantry in contact with enemy infantry is engaged; C71 contact with a vehicle or walker
// engages nobody. Both follow from `touch`, nothing else is stored.
#include "r4_path.h"

int sv_unit_named(const sv_table *t, int piece) {
    int unit = piece < FIGURES ? t->unit_of[piece] : piece - FIGURES;
    return unit < UNITS && sv_exists(t, unit) ? unit : -1;
}

gg_point sv_where(const sv_state *s, const sv_table *t, int figure) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int unit = t->unit_of[figure], number = unit < UNITS ? figure - t->unit[unit].first : 0;
    if (sv_drafting(s) && frame->subject == unit && frame->arg[ARG_PLACED] >> number & 1)
        return (gg_point){s->f.ghost_x[number], s->f.ghost_y[number]};
    return sv_at(s, figure);
}

int sv_distance(const sv_state *s, int unit, int other) {
    gg_point a = sv_at(s, s->f.leader[unit]), b = sv_at(s, s->f.leader[other]);
    return gg_ceil_len(b.x - a.x, b.y - a.y);
}

// ----------------------------------------------------------------------------------- contact
// Is a base of that reach, its gap of contact included, in contact with a figure of the unit?
static bool meets_unit(const sv_table *t, const sv_state *s, int unit, gg_point at, int reach) {
    int first = t->unit[unit].first;
    int64_t near = (int64_t)reach * reach;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (gg_dist2(at, sv_at(s, first + gg_bits_ctz32(m))) <= near) return true;
    return false;
}

uint32_t sv_touched(const sv_table *t, const sv_state *s, int unit, gg_point at, int radius) {
    int enemy = 1 - sv_side(unit), reach = radius + CONTACT_GAP; // CR22
    gg_box base = sv_grown((gg_box){at.x, at.y, at.x, at.y}, reach);
    uint32_t touched = 0;
    for (int other = sv_first_of(enemy); other < sv_end_of(enemy); other++)
        if (s->alive[other] && sv_boxes_meet(base, s->box[other]) &&
            meets_unit(t, s, other, at, reach + sv_type(t, other)->radius))
            touched |= 1U << other;
    return touched;
}

// CR22: a gap of 10 mm between bases still is contact.
unsigned sv_in_contact(const sv_table *t, const sv_state *s, int unit, int other) {
    int first = t->unit[unit].first;
    int reach = sv_type(t, unit)->radius + sv_type(t, other)->radius + CONTACT_GAP;
    unsigned touching = 0;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (meets_unit(t, s, other, sv_at(s, first + gg_bits_ctz32(m)), reach)) touching |= m & -m;
    return touching;
}

// C70: infantry touching enemy infantry is engaged.
// C71: contact with a vehicle or walker, on either side, engages nobody.
bool sv_engages(const sv_table *t, int unit, uint32_t touched) {
    if (!sv_infantry(t, unit)) return false;
    for (uint32_t m = touched; m; m &= m - 1)
        if (sv_infantry(t, gg_bits_ctz32(m))) return true;
    return false;
}

bool sv_engaged(const sv_table *t, const sv_state *s, int unit) {
    return sv_engages(t, unit, s->touch[unit]);
}

// ------------------------------------------------------------------------------ derived part
static void rebuild(const sv_table *t, sv_state *s, int unit) {
    const sv_roster *roster = &t->unit[unit];
    unsigned alive = 0;
    gg_box box = {INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN};
    for (int i = 0; i < roster->strength; i++) {
        int figure = roster->first + i;
        int16_t x = s->f.x[figure], y = s->f.y[figure];
        if (!(s->f.status[figure] & F_ON)) continue;
        alive |= 1U << i;
        if (x < box.x0) box.x0 = x;
        if (x > box.x1) box.x1 = x;
        if (y < box.y0) box.y0 = y;
        if (y > box.y1) box.y1 = y;
    }
    s->alive[unit] = (uint16_t)alive;
    s->box[unit] = alive ? sv_grown(box, sv_type(t, unit)->radius) : (gg_box){0, 0, 0, 0};
}

static bool in_contact(const sv_table *t, const sv_state *s, int unit, int other) {
    int first = t->unit[unit].first;
    int reach = sv_type(t, unit)->radius + sv_type(t, other)->radius + CONTACT_GAP; // CR22
    if (!sv_boxes_meet(sv_grown(s->box[unit], CONTACT_GAP), s->box[other])) return false;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (meets_unit(t, s, other, sv_at(s, first + gg_bits_ctz32(m)), reach)) return true;
    return false;
}

static void touch_again(const sv_table *t, sv_state *s, int unit) {
    int enemy = 1 - sv_side(unit);
    s->touch[unit] = 0;
    for (int other = sv_first_of(enemy); other < sv_end_of(enemy); other++) {
        s->touch[other] &= ~(1U << unit);
        if (!s->alive[unit] || !s->alive[other] || !in_contact(t, s, unit, other)) continue;
        s->touch[unit] |= 1U << other;
        s->touch[other] |= 1U << unit;
    }
}

void sv_unit_changed(const sv_table *t, sv_state *s, int unit) {
    rebuild(t, s, unit);
    touch_again(t, s, unit);
}

void sv_derive(const void *table, void *state) {
    const sv_table *t = table;
    sv_state *s = state;
    memset(s->touch, 0, sizeof s->touch);
    for (int unit = 0; unit < UNITS; unit++) rebuild(t, s, unit);
    for (int unit = 0; unit < UNITS_SIDE; unit++) touch_again(t, s, unit);
}
