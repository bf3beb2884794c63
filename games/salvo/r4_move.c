// SPDX-License-Identifier: Apache-2.0
// The move of the active unit: the verb `move` (who may move, and how) and node MOVE, its draft.
//
// CH4c  one move in an activation; CH4d not after the melee; CR54 not with fire at will
// CR24  after a salvo only the combat move; CR23 engaged, likewise, or a crossing from scenery
// CR47  disorganised, not rapid
// CH3f  a unit wholly immobilised does not move
// CH7e  a move given up where the unit stood is used, yet the unit has not moved
//
// The leader goes first, by legs; then the others take a formation or single places; the confirm
// publishes the whole. legal() lists what leads to a confirm: a few points, the formations that
// fit, the confirm; a halt when there is nothing else.
#include "r4_path.h"

enum {
    LEGS_LISTED = 14,
    LEGS_FEW = 12, // fewer: more points are tried
    LEGS_TRIED = 24,
    LEGS_MORE = 2, // after the first leg
    LEGS_WANTED = 2,
    ROOM_WORTH_A_LEG = 60,
};

// ---------------------------------------------------------------------------------- the verb
static bool can_move(const sv_table *t, const sv_state *s, int unit) {
    if (sv_infantry(t, unit)) return true;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (sv_propulsion(s, t->unit[unit].first + gg_bits_ctz32(m))) return true;
    return false;
}

// CR23: a figure in scenery, or touching it.
static bool at_scenery(const sv_table *t, const sv_state *s, int unit) {
    int radius = sv_type(t, unit)->radius;
    bool touches = false;
    for (unsigned m = s->alive[unit]; m && !touches; m &= m - 1)
        (void)sv_scenery_under(t, sv_at(s, t->unit[unit].first + gg_bits_ctz32(m)), radius,
                               &touches);
    return touches;
}

// CR23: an engaged unit leaves by a combat move, or by crossing from scenery.
static bool bound(const sv_table *t, const sv_state *s, int unit, int kind) {
    if (kind == KIND_COMBAT || !sv_engaged(t, s, unit)) return false;
    return kind == KIND_RAPID || !at_scenery(t, s, unit);
}

static bool check_kind(const sv_table *t, const sv_state *s, int unit, int kind,
                       gg_verdict *verdict) {
    int piece = sv_piece_of_unit(unit);
    unsigned deeds = s->f.deeds;
    bool combat = kind == KIND_COMBAT;
    GG_REFUSE_IF(deeds & DID_TURN, MOVED_ALREADY, piece, 0);
    GG_REFUSE_IF(deeds & 1 << DEED_STRUCK, MOVE_AFTER_MELEE, piece, 0);
    GG_REFUSE_IF(deeds & 1 << DEED_WILL, MOVE_AFTER_WILL, piece, 0);
    GG_REFUSE_IF((deeds & 1 << DEED_FIRED) && !combat, MOVE_AFTER_SHOTS, piece, kind);
    GG_REFUSE_IF(bound(t, s, unit, kind), MOVE_WHILE_ENGAGED, piece, kind);
    GG_REFUSE_IF(kind == KIND_RAPID && s->f.flags[unit] & U_DISORGANISED, RAPID_WHILE_DISORGANISED,
                 piece, 0);
    GG_REFUSE_IF(!can_move(t, s, unit), UNIT_IMMOBILISED, piece, 0);
    return true;
}

bool sv_check_go(const sv_table *t, const sv_state *s, int unit, gg_action action,
                 gg_verdict *verdict) {
    return check_kind(t, s, unit, gg_a(action), verdict);
}

// A crossing is proposed only where there is something to cross; the other moves, where the leader
// could go (CR18).
static bool worth_it(const sv_table *t, const sv_state *s, int unit, int kind) {
    gg_point leader = sv_at(s, s->f.leader[unit]);
    int radius = sv_type(t, unit)->radius;
    int reach = sv_type(t, unit)->move[SV_MOVE_FIRST] + radius + COHESION;
    if (kind != KIND_CROSS) return sv_scenery_under(t, leader, radius, NULL) < 0;
    return t->scenery_gap[sv_lattice(leader)] <= reach;
}

uint32_t sv_list_go(const sv_table *t, const sv_state *s, int unit, gg_action *out) {
    uint32_t count = 0;
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        if (check_kind(t, s, unit, kind, NULL) && worth_it(t, s, unit, kind))
            out[count++] = gg_act(V_MOVE, (unsigned)kind, 0, 0);
    return count;
}

void sv_do_go(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_call(&s->f.flow, N_MOVE, (unsigned)sv_side(unit));
    (void)t, (void)events;
    frame->subject = (uint16_t)unit;
    frame->arg[ARG_KIND] = (int16_t)gg_a(action);
}

// --------------------------------------------------------------------------------- the draft
static gg_point point_of(unsigned x, unsigned y) {
    return (gg_point){(int16_t)x, (int16_t)y};
}

bool sv_check_move(const sv_table *t, const sv_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    (void)seat;
    switch (gg_verb_of(action)) {
    case V_LEG:
        return sv_check_leg(t, s, point_of((unsigned)gg_a(action), (unsigned)gg_b(action)),
                            verdict);
    case V_PLACE:
        return sv_check_place(t, s, gg_a(action),
                              point_of((unsigned)gg_b(action), (unsigned)gg_c(action)), verdict);
    case V_FORM: return sv_check_form(t, s, gg_a(action), gg_b(action), verdict);
    case V_FACE: return sv_check_face(t, s, gg_a(action), verdict);
    case V_CONFIRM: return sv_check_confirm(t, s, verdict);
    default: return true; // a halt is always possible
    }
}

// Points around which the unit can form up: of the usual few, the two shapes that find room most
// easily are asked. Where most of them fail, more points are tried, and then all shapes.
static uint32_t list_legs(const sv_table *t, const sv_state *s, uint32_t room, gg_action *out) {
    gg_point at[LEGS_TRIED], more[LEGS_TRIED];
    uint32_t tried = sv_leg_points(t, s, at, room);
    uint32_t count = sv_legs_that_form(t, s, SHAPE_ROSETTE + 1, at, tried);
    if (count < LEGS_FEW && room == LEGS_LISTED) {
        uint32_t all = sv_leg_points(t, s, more, LEGS_TRIED);
        uint32_t found = sv_legs_that_form(t, s, SHAPE_ROSETTE + 1, more + tried, all - tried);
        memcpy(at + count, more + tried, found * sizeof *at);
        count += found;
    }
    if (!count && room == LEGS_LISTED) {
        tried = sv_leg_points(t, s, at, LEGS_TRIED);
        count = sv_legs_that_form(t, s, SHAPES, at, tried);
    }
    sv_sort_points(at, count);
    for (uint32_t i = 0; i < count; i++)
        out[i] = gg_act(V_LEG, (unsigned)at[i].x, (unsigned)at[i].y, 0);
    return count;
}

// O1: each vehicle is turned once, in four ways.
static uint32_t list_faces(const sv_table *t, const sv_state *s, gg_action *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    uint32_t count = 0;
    if (!sv_option(t, O_REAR_ARC) || sv_infantry(t, frame->subject)) return 0;
    for (unsigned m = s->alive[frame->subject]; m && !count; m &= m - 1) {
        int number = gg_bits_ctz32(m), figure = t->unit[frame->subject].first + number;
        for (unsigned facing = 0; facing < FACINGS && !s->f.faced[number]; facing += FACINGS / 4)
            out[count++] = gg_act(V_FACE, (unsigned)figure, facing, 0);
    }
    return count;
}

uint32_t sv_legal_move(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int unit = frame->subject, legs = frame->arg[ARG_LEGS];
    int left = sv_allowance(t, s, unit, frame->arg[ARG_KIND]) - frame->arg[ARG_USED];
    unsigned leader = 1U << (s->f.leader[unit] - t->unit[unit].first);
    unsigned placed = (unsigned)frame->arg[ARG_PLACED];
    uint32_t count = 0;
    (void)seat;
    if (!legs && !placed)
        count = list_legs(t, s, LEGS_LISTED, out);
    else if (!(placed & ~leader) && legs < LEGS_WANTED && left >= ROOM_WORTH_A_LEG)
        count = list_legs(t, s, LEGS_MORE, out);
    if (placed || !count) {
        uint32_t forms = sv_list_form(t, s, out + count);
        count += forms;
        if (!forms && placed && sv_check_confirm(t, s, NULL)) {
            count += list_faces(t, s, out + count);
            out[count++] = gg_act(V_CONFIRM, 0, 0, 0);
        }
    }
    if (!count) out[count++] = gg_act(V_HALT, 0, 0, 0);
    return count;
}

// ------------------------------------------------------------------------------- carrying out
static void play_leg(const sv_table *t, sv_state *s, gg_point to) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int leader = s->f.leader[frame->subject], legs = frame->arg[ARG_LEGS];
    gg_point from = sv_where(s, t, leader);
    GG_ASSERT(legs < LEGS_MAX);
    s->f.way_x[legs] = to.x;
    s->f.way_y[legs] = to.y;
    frame->arg[ARG_LEGS]++;
    frame->arg[ARG_USED] =
        (int16_t)(frame->arg[ARG_USED] + gg_ceil_len(to.x - from.x, to.y - from.y));
    sv_put_ghost(t, s, leader, to);
}

static const uint16_t kind_rule[MOVE_KINDS] = {RULE_C31, RULE_C35, RULE_C40};

static void finish(const sv_table *t, sv_state *s, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int unit = frame->subject, kind = frame->arg[ARG_KIND], used = frame->arg[ARG_USED];
    uint32_t before = s->touch[unit];
    bool overruns = kind == KIND_RAPID && sv_option(t, O_OVERRUN);
    uint8_t met[UNITS];
    if (overruns) sv_overrun_count(t, s, met);
    sv_settle(t, s);
    gg_flow_end(&s->f.flow);
    gg_point leader = sv_at(s, s->f.leader[unit]);
    s->f.deeds = (uint8_t)(s->f.deeds | 1 << kind);
    gg_emit(events, E_MOVED, kind_rule[kind], GG_SEE_ALL, 0, sv_piece_of_unit(unit), kind, leader.x,
            leader.y, used);
    for (uint32_t m = s->touch[unit] & ~before; m; m &= m - 1)
        gg_emit(events, E_CONTACT, RULE_CR22, GG_SEE_ALL, 0, sv_piece_of_unit(unit),
                sv_piece_of_unit(gg_bits_ctz32(m)), 0, 0, 0);
    if (!overruns || !sv_overrun(t, s, unit, met, events)) sv_after_move(t, s, before, events);
}

// CH7e: the move is used, but the unit has not moved.
static void halt(sv_state *s, gg_events *events) {
    int unit = gg_flow_top(&s->f.flow)->subject;
    sv_clear_draft(s);
    gg_flow_end(&s->f.flow);
    s->f.deeds |= 1 << DEED_HALT;
    gg_emit(events, E_HALTED, RULE_CH7e, GG_SEE_ALL, 0, sv_piece_of_unit(unit), 0, 0, 0, 0);
}

void sv_play_move(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    switch (gg_verb_of(action)) {
    case V_LEG: play_leg(t, s, point_of((unsigned)gg_a(action), (unsigned)gg_b(action))); break;
    case V_PLACE:
        sv_put_ghost(t, s, gg_a(action), point_of((unsigned)gg_b(action), (unsigned)gg_c(action)));
        break;
    case V_FORM: sv_play_form(t, s, action); break;
    case V_FACE: sv_play_face(t, s, action); break;
    case V_CONFIRM: finish(t, s, events); break;
    default: halt(s, events);
    }
}
