// SPDX-License-Identifier: Apache-2.0
// Morale (C88 to C105, CR42 to CR48).
//
// A unit tests once, when it is activated, before any command point is spent: one die for each
// cause, and the lowest counts. Events are recorded when they happen (r5_damage.c), states are read
// here (CR44). Passed: valiant. Failed: disorganised, or routed if it was that already. A
// disorganised unit without a cause may rally instead: RALLY.
#include "combat.h"

// ------------------------------------------------------------------------------------- the value
int sv_morale_of(const sv_table *t, const sv_state *s, int unit) {
    int morale = sv_type(t, unit)->morale, rank = sv_led_by(t, s, unit);
    if (rank && GG_ON(C88)) morale += rank;
    if (sv_unit_controls(t, s, unit) && GG_ON(C89)) morale++;
    return morale;
}

int sv_morale_score(const sv_table *t, const sv_state *s, int unit) {
    int morale = sv_morale_of(t, s, unit);
    return sv_needed(GG_ON(CR46) ? morale - MORALE_LEVEL : morale);
}

// ------------------------------------------------------------------------------------ the causes
// CR57: immobilised is propulsion 0.
static bool all_immobile(const sv_table *t, const sv_state *s, int unit) {
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (sv_propulsion(s, t->unit[unit].first + gg_bits_ctz32(m))) return false;
    return GG_ON(CR57);
}

static bool all_unarmed(const sv_table *t, const sv_state *s, int unit) {
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (s->f.arms[t->unit[unit].first + gg_bits_ctz32(m)]) return false;
    return true;
}

static unsigned infantry_causes(const sv_table *t, const sv_state *s, int unit) {
    unsigned recorded = s->f.causes[unit], causes = 0;
    int left = sv_left(s, unit), grade = sv_type(t, unit)->grade;
    if (recorded & 1 << CAUSE_LEADER && GG_ON(C92)) causes |= 1 << CAUSE_LEADER;
    if (recorded & 1 << CAUSE_MELEE && GG_ON(C93)) causes |= 1 << CAUSE_MELEE;
    if (recorded & 1 << CAUSE_HALF && GG_ON(C94)) causes |= 1 << CAUSE_HALF;
    bool few = grade < 3 ? left <= 3 && GG_ON(C95) : left <= (GG_ON(C96) ? 1 : 3);
    if (few && GG_ON(CR44)) causes |= 1U << STATE_FEW;
    return causes;
}

// CR58: a unit is gone with its last vehicle, so that C97 and C100 need a second one; units of one
// to three light vehicles (units.tsv) meet all four causes.
static unsigned vehicle_causes(const sv_table *t, const sv_state *s, int unit) {
    unsigned recorded = s->f.causes[unit], causes = 0;
    if (recorded & 1 << CAUSE_LEADER && GG_ON(C97)) causes |= 1 << CAUSE_LEADER;
    if (recorded & 1 << CAUSE_DESTROYED && GG_ON(C100)) causes |= 1 << CAUSE_DESTROYED;
    if (recorded & 1 << CAUSE_HALF) causes |= 1 << CAUSE_HALF; // never recorded: C101
    if (all_immobile(t, s, unit) && GG_ON(C98) && GG_ON(CR44)) causes |= 1U << STATE_STUCK;
    if (all_unarmed(t, s, unit) && GG_ON(C99) && GG_ON(CR44)) causes |= 1U << STATE_UNARMED;
    return causes;
}

unsigned sv_causes(const sv_table *t, const sv_state *s, int unit) {
    return sv_infantry(t, unit) ? infantry_causes(t, s, unit) : vehicle_causes(t, s, unit);
}

unsigned sv_cause_rule(const sv_table *t, int unit, int cause) {
    static const uint16_t rule[REASONS] = {RULE_C92, RULE_C93, RULE_C94, RULE_C100,
                                           RULE_C95, RULE_C98, RULE_C99};
    if (cause == CAUSE_LEADER && !sv_infantry(t, unit)) return RULE_C97;
    if (cause == STATE_FEW && sv_type(t, unit)->grade == 3) return RULE_C96;
    return rule[cause];
}

// -------------------------------------------------------------------------------------- the test
static void settle(const sv_table *t, sv_state *s, int unit, bool passed, gg_events *events) {
    bool disorganised = s->f.flags[unit] & U_DISORGANISED;
    if (passed) {
        if (GG_ON(C105)) s->f.flags[unit] &= (uint8_t)~U_DISORGANISED;
        sv_tell(events, E_VALIANT, RULE_C105, sv_piece_of_unit(unit), 0, 0);
    } else if (!disorganised && GG_ON(C102)) {
        s->f.flags[unit] |= U_DISORGANISED;
        sv_tell(events, E_DISORGANISED, RULE_C102, sv_piece_of_unit(unit), 0, 0);
    } else if (disorganised && GG_ON(C103) && GG_ON(C104)) {
        sv_unit_gone(t, s, unit, AT_ROUTED, events);
        sv_activation_over(t, s, events);
        return;
    }
    sv_enter_act(t, s, unit, events);
}

// MORALE in the frame of the activation; nothing to roll when the score is certain or hopeless.
static void test(const sv_table *t, sv_state *s, int unit, int dice, gg_events *events) {
    int score = sv_morale_score(t, s, unit);
    if (dice > 1 && !GG_ON(C90)) dice = 1;
    sv_tell(events, E_MORALE, dice > 1 ? RULE_C90 : RULE_CR42, sv_piece_of_unit(unit), dice, score);
    if (score <= CERTAIN || score >= HOPELESS) {
        settle(t, s, unit, score <= CERTAIN, events);
        return;
    }
    gg_frame *frame = gg_flow_goto(&s->f.flow, N_MORALE, (unsigned)sv_side(unit));
    memset(frame->arg, 0, sizeof frame->arg);
    frame->arg[ARG_DICE] = (int16_t)dice;
    frame->arg[ARG_SCORE] = (int16_t)score;
}

void sv_play_morale(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    bool passed = gg_a(action) || (frame->arg[ARG_DICE] > 1 && !GG_ON(C91)); // all dice passed
    settle(t, s, frame->subject, passed, events);
}

void sv_open_morale(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    unsigned causes = sv_causes(t, s, unit);
    if (GG_ON(CR45)) s->f.causes[unit] = 0; // the next test counts from here
    for (unsigned m = causes; m; m &= m - 1)
        sv_tell(events, E_CAUSE, sv_cause_rule(t, unit, gg_bits_ctz32(m)), sv_piece_of_unit(unit),
                gg_bits_ctz32(m), 0);
    if (causes && GG_ON(CR42))
        test(t, s, unit, gg_bits_popcount32(causes), events);
    else if (s->f.flags[unit] & U_DISORGANISED && GG_ON(CR48))
        gg_flow_goto(&s->f.flow, N_RALLY, (unsigned)sv_side(unit));
    else
        sv_enter_act(t, s, unit, events);
}

// -------------------------------------------------------------------------------------- the rally
bool sv_check_rally(const sv_table *t, const sv_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    (void)t;
    int points = s->f.points[seat];
    GG_REFUSE_IF(gg_verb_of(action) == V_RALLY && points < RALLY_POINTS, RALLY_COST, points, 0);
    return true;
}

uint32_t sv_legal_rally(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)t;
    if (s->f.points[seat] >= RALLY_POINTS) out[n++] = gg_act(V_RALLY, 0, 0, 0);
    out[n++] = gg_act(V_TEST, 0, 0, 0);
    out[n++] = gg_act(V_PASS, 0, 0, 0);
    return n;
}

void sv_play_rally(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int unit = gg_flow_top(&s->f.flow)->subject, side = sv_side(unit);
    if (gg_verb_of(action) == V_TEST) { // CR48: one die
        test(t, s, unit, 1, events);
        return;
    }
    if (gg_verb_of(action) == V_RALLY) {
        s->f.points[side] = (uint8_t)(s->f.points[side] - RALLY_POINTS);
        s->f.flags[unit] &= (uint8_t)~U_DISORGANISED;
        sv_tell(events, E_VALIANT, RULE_CR48, sv_piece_of_unit(unit), 0, 0);
    }
    sv_enter_act(t, s, unit, events);
}
