// SPDX-License-Identifier: Apache-2.0
// The draft of a move, a set-up or an entry: its ghosts, and the confirm that makes them facts.
//
// At the confirm, of all figures together:
//   CH7e   something has moved (otherwise it is a halt)
//   CR21   no base on another; who was not placed stands where it stood
//   CH8a   everybody within 100 mm of the leader, vehicles 200 (CH8b); a figure that losses had
//          left beyond must come nearer (CH8c), an immobilised one is exempt (CH8d); likewise CH11c
//          and CR60
//   CR47   a disorganised unit is in contact with nobody
// O1: a vehicle that is not told its facing looks where it went.
#include "r4_path.h"

// ----------------------------------------------------------------------------------- confirm
static bool refuse_cohesion(const sv_judge *j, int number, int mm, gg_verdict *verdict) {
    int figure = j->first + number;
    bool infantry = sv_infantry(j->t, j->unit), moving = sv_moving(j);
    GG_REFUSE_IF4(moving && infantry, OUT_OF_COHESION, figure, mm, j->cohesion, 0);
    GG_REFUSE_IF4(moving && !infantry, VEHICLE_OUT_OF_COHESION, figure, mm, j->cohesion, 0);
    GG_REFUSE_IF4(j->kind == KIND_SETUP, SET_UP_OUT_OF_COHESION, figure, mm, j->cohesion, 0);
    GG_REFUSE_IF4(j->kind == KIND_ENTER, ENTERS_OUT_OF_COHESION, figure, mm, j->cohesion, 0);
    return true;
}

static int apart_by(gg_point a, gg_point b) {
    return gg_ceil_len(b.x - a.x, b.y - a.y);
}

// CH8a: within the limit of the leader.
// CH8c: whom losses had left beyond it must come nearer.
// CH8d: who cannot move is exempt.
bool sv_judge_cohesion(const sv_judge *j, int number, gg_point at, gg_verdict *verdict) {
    gg_point leader = j->now[j->leader];
    int64_t end = gg_dist2(at, leader), limit = (int64_t)j->cohesion * j->cohesion;
    if (end <= limit) return true;
    if (!sv_has(j->mobile, number)) return true;
    int64_t begin = gg_dist2(j->from[number], j->from[j->leader]);
    if (sv_moving(j) && begin > limit) {
        GG_REFUSE_IF4(end >= begin, STRAGGLER, j->first + number, apart_by(at, leader),
                      apart_by(j->from[number], j->from[j->leader]), 0);
        return true;
    }
    return refuse_cohesion(j, number, verdict ? apart_by(at, leader) : 0, verdict);
}

static bool something_moved(const sv_judge *j) {
    for (unsigned m = j->placed; m; m &= m - 1)
        if (!gg_point_equal(j->now[gg_bits_ctz32(m)], j->from[gg_bits_ctz32(m)])) return true;
    for (int i = 0; i < SQUAD; i++)
        if (j->s->f.faced[i]) return true;
    return false;
}

static bool apart_from_each_other(const sv_judge *j, gg_verdict *verdict) {
    for (unsigned m = j->alive; m; m &= m - 1) {
        int a = gg_bits_ctz32(m);
        for (unsigned k = j->alive & ((m & -m) - 1); k; k &= k - 1) {
            int b = gg_bits_ctz32(k);
            GG_REFUSE_IF4(gg_discs_overlap(j->now[a], j->radius, j->now[b], j->radius),
                          BASES_OVERLAP, j->first + b, j->first + a, 0, 0);
        }
    }
    return true;
}

// CR47: a disorganised unit does not end its move in contact.
static bool keeps_off(const sv_judge *j, gg_verdict *verdict) {
    if (!sv_moving(j) || !(j->s->f.flags[j->unit] & U_DISORGANISED)) return true;
    for (unsigned m = j->alive; m; m &= m - 1) {
        int i = gg_bits_ctz32(m);
        uint32_t touched = sv_touched(j->t, j->s, j->unit, j->now[i], j->radius);
        GG_REFUSE_IF4(touched, CONTACT_WHILE_DISORGANISED, j->first + i,
                      sv_piece_of_unit(gg_bits_ctz32(touched)), 0, 0);
    }
    return true;
}

bool sv_judge_confirm(const sv_judge *j, gg_verdict *verdict) {
    unsigned missing = sv_moving(j) ? 0 : j->alive & ~j->placed;
    GG_REFUSE_IF(sv_moving(j) && !something_moved(j), NOTHING_MOVED, sv_piece_of_unit(j->unit), 0);
    GG_REFUSE_IF(missing, FIGURE_NOT_PLACED, j->first + gg_bits_ctz32(missing), 0);
    if (!apart_from_each_other(j, verdict)) return false;
    for (unsigned m = j->alive; m; m &= m - 1) {
        int i = gg_bits_ctz32(m);
        if (!sv_judge_cohesion(j, i, j->now[i], verdict)) return false;
    }
    return keeps_off(j, verdict);
}

bool sv_check_confirm(const sv_table *t, const sv_state *s, gg_verdict *verdict) {
    sv_judge j;
    sv_judge_open(&j, t, s);
    return sv_judge_confirm(&j, verdict);
}

// -------------------------------------------------------------------------------- carrying out
void sv_put_ghost(const sv_table *t, sv_state *s, int figure, gg_point to) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int number = figure - t->unit[frame->subject].first;
    GG_ASSERT(number >= 0 && number < SQUAD);
    s->f.ghost_x[number] = to.x;
    s->f.ghost_y[number] = to.y;
    frame->arg[ARG_PLACED] = (int16_t)(frame->arg[ARG_PLACED] | 1 << number);
}

void sv_clear_draft(sv_state *s) {
    memset(s->f.ghost_x, 0, sizeof s->f.ghost_x);
    memset(s->f.ghost_y, 0, sizeof s->f.ghost_y);
    memset(s->f.way_x, 0, sizeof s->f.way_x);
    memset(s->f.way_y, 0, sizeof s->f.way_y);
    memset(s->f.faced, 0, sizeof s->f.faced);
}

// O1: the facing that was said; otherwise where it went, or towards the other side.
static int facing_of(const sv_judge *j, int number) {
    gg_point a = j->from[number], b = j->now[number];
    int said = j->s->f.faced[number];
    if (said) return said - 1;
    if (!sv_moving(j)) return j->side ? FACINGS / 2 : 0;
    return gg_point_equal(a, b) ? sv_facing(j->s, j->first + number)
                                : sv_sector(b.x - a.x, b.y - a.y);
}

void sv_settle(const sv_table *t, sv_state *s) {
    sv_judge j;
    sv_judge_open(&j, t, s);
    bool faces = sv_option(t, O_REAR_ARC) && !sv_infantry(t, j.unit); // O1: they have a facing
    for (unsigned m = j.alive; m; m &= m - 1) {
        int i = gg_bits_ctz32(m), figure = j.first + i;
        s->f.x[figure] = j.now[i].x;
        s->f.y[figure] = j.now[i].y;
        s->f.status[figure] |= F_ON;
        if (faces)
            s->f.status[figure] =
                (uint8_t)((s->f.status[figure] & 15) | facing_of(&j, i) << F_FACING_SHIFT);
    }
    s->f.where[j.unit] = AT_BOARD;
    sv_unit_changed(t, s, j.unit);
    sv_clear_draft(s);
}
