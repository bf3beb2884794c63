// SPDX-License-Identifier: Apache-2.0
// Chapter 10.1: set-up; and the draft that places a unit, at set-up or as a reinforcement.
//
//   SETUP    deploy UNIT (draft) | reserve UNIT                     in turn, CH11a, CH11e
//   DEPLOY   at X Y the leader, form or place the others, confirm | abandon
//
// CH11b  bases inside the box, on no solid scenery and no other base; CH11c in cohesion (r4_path.c)
// CH11d  the side whose commander has the lower AUT places first; on equal AUT, West
// CH11f  a unit may always be held back, so that set-up has no dead end
// O5     with hidden reserves the opponent learns that a unit is held back, not which
#include "salvo.h"

enum { CANDIDATES = 24 };

// CH11d: the lower AUT first; on equal AUT, West.
int sv_first_to_deploy(const sv_table *t, const sv_state *s) {
    int west = sv_authority(t, s, SEAT_WEST), east = sv_authority(t, s, SEAT_EAST);
    int first = east < west ? SEAT_EAST : SEAT_WEST;
    return sv_has_to_deploy(t, s, first) ? first : 1 - first;
}

bool sv_has_to_deploy(const sv_table *t, const sv_state *s, int side) {
    (void)t;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        if (s->f.where[unit] == AT_BOX) return true;
    return false;
}

// ------------------------------------------------------------------------------------ SETUP node
bool sv_check_setup(const sv_table *t, const sv_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action), unit = sv_unit_named(t, piece);
    bool waits = unit >= 0 && sv_side(unit) == seat && s->f.where[unit] == AT_BOX;
    GG_REFUSE_IF(!waits, NOT_TO_SET_UP, piece, 0);
    return true;
}

static gg_action about_unit(unsigned verb, int unit) {
    return gg_act(verb, (unsigned)sv_piece_of_unit(unit), 0, 0);
}

// Every unit may be deployed or held back; of holding back one example is listed, and not for the
// only unit of a side, so that chance play seldom gives the game away before it begins.
uint32_t sv_legal_setup(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    int last = -1, others = 0;
    (void)t;
    for (int unit = sv_first_of(seat); unit < sv_end_of(seat); unit++) {
        others += sv_on_board(s, unit);
        if (s->f.where[unit] != AT_BOX) continue;
        out[n++] = about_unit(V_DEPLOY, unit);
        last = unit;
    }
    if (last >= 0 && others + (int)n > 1) out[n++] = about_unit(V_RESERVE, last);
    return n;
}

// O5: which unit stays back is its owner's secret.
static unsigned seen_by(const sv_table *t, int side) {
    return sv_option(t, O_HIDDEN_RESERVE) ? 1U << side : GG_SEE_ALL;
}

// CH11f: it joins the reserve, and must be bought.
static void hold_back(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    int side = sv_side(unit);
    s->f.where[unit] = AT_RESERVE;
    gg_emit(events, E_HELD, RULE_CH11f, seen_by(t, side), 0, side, sv_piece_of_unit(unit), 0, 0, 0);
}

void sv_play_setup(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int unit = sv_unit_named(t, gg_a(action));
    if (gg_verb_of(action) == V_RESERVE) {
        hold_back(t, s, unit, events);
        sv_after_deployment(t, s, events);
        return;
    }
    gg_frame *frame = gg_flow_call(&s->f.flow, N_DEPLOY, gg_flow_top(&s->f.flow)->seat);
    frame->subject = (uint16_t)unit;
    frame->arg[ARG_KIND] = KIND_SETUP;
}

// ----------------------------------------------------------------------------------- DEPLOY node
static gg_point point(unsigned x, unsigned y) {
    return (gg_point){(int16_t)x, (int16_t)y};
}

static unsigned placed(const sv_state *s) {
    return (unsigned)gg_flow_top(&s->f.flow)->arg[ARG_PLACED];
}

static int leader_of_draft(const sv_state *s) {
    return s->f.leader[gg_flow_top(&s->f.flow)->subject];
}

bool sv_check_deploy(const sv_table *t, const sv_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    unsigned a = (unsigned)gg_a(action), b = (unsigned)gg_b(action);
    (void)seat;
    switch (gg_verb_of(action)) {
    case V_AT: return sv_check_place(t, s, leader_of_draft(s), point(a, b), verdict);
    case V_PLACE: return sv_check_place(t, s, (int)a, point(b, (unsigned)gg_c(action)), verdict);
    case V_FORM: return sv_check_form(t, s, (int)a, (int)b, verdict);
    case V_FACE: return sv_check_face(t, s, (int)a, verdict);
    case V_CONFIRM: return sv_check_confirm(t, s, verdict);
    default: return true; // abandon
    }
}

// Candidates come sorted, and so do the actions.
static uint32_t list_points(const sv_table *t, const sv_state *s, gg_action *out) {
    gg_point at[CANDIDATES];
    uint32_t count = sv_deploy_candidates(t, s, at, CANDIDATES);
    for (uint32_t i = 0; i < count; i++)
        out[i] = gg_act(V_AT, (unsigned)at[i].x, (unsigned)at[i].y, 0);
    return count;
}

// The leader's place, then a formation, then the confirm; leaving the unit in reserve only when
// there is nothing else.
uint32_t sv_legal_deploy(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)seat;
    if (!placed(s))
        n = list_points(t, s, out);
    else if (sv_check_confirm(t, s, NULL))
        out[n++] = gg_act(V_CONFIRM, 0, 0, 0);
    else
        n = sv_list_form(t, s, out);
    if (!n) out[n++] = gg_act(V_ABANDON, 0, 0, 0);
    return n;
}

static void settle(const sv_table *t, sv_state *s, gg_events *events) {
    int unit = gg_flow_top(&s->f.flow)->subject, kind = gg_flow_top(&s->f.flow)->arg[ARG_KIND];
    sv_settle(t, s);
    gg_flow_end(&s->f.flow);
    gg_point at = sv_at(s, s->f.leader[unit]);
    gg_emit(events, E_DEPLOYED, kind == KIND_SETUP ? RULE_CH11b : RULE_CR60, GG_SEE_ALL, 0,
            sv_piece_of_unit(unit), at.x, at.y, 0, 0);
    if (kind == KIND_SETUP) {
        sv_after_deployment(t, s, events);
    } else {
        sv_pay_reinforcement(t, s, unit, events);
        sv_next_purchase(t, s, events);
    }
}

static void abandon(const sv_table *t, sv_state *s, gg_events *events) {
    int unit = gg_flow_top(&s->f.flow)->subject, kind = gg_flow_top(&s->f.flow)->arg[ARG_KIND];
    int side = sv_side(unit);
    sv_clear_draft(s);
    gg_flow_end(&s->f.flow);
    if (kind == KIND_SETUP) {
        hold_back(t, s, unit, events);
        sv_after_deployment(t, s, events);
        return;
    }
    s->f.where[unit] = AT_HELD; // CH10b: not to be bought again in this maintenance
    gg_emit(events, E_LEFT, RULE_CH10b, seen_by(t, side), 0, side, sv_piece_of_unit(unit), 0, 0, 0);
    sv_next_purchase(t, s, events);
}

void sv_play_deploy(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    unsigned a = (unsigned)gg_a(action), b = (unsigned)gg_b(action);
    switch (gg_verb_of(action)) {
    case V_AT: sv_put_ghost(t, s, leader_of_draft(s), point(a, b)); break;
    case V_PLACE: sv_put_ghost(t, s, (int)a, point(b, (unsigned)gg_c(action))); break;
    case V_FORM: sv_play_form(t, s, action); break;
    case V_FACE: sv_play_face(t, s, action); break;
    case V_CONFIRM: settle(t, s, events); break;
    default: abandon(t, s, events); break;
    }
}
