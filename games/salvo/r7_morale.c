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
    int morale = sv_type(t, unit)->morale;
    morale += sv_led_by(t, s, unit);            // C88: the rank of the officer who leads it
    if (sv_unit_controls(t, s, unit)) morale++; // C89: it controls an objective
    return morale;
}

// CR46: MOR minus 8 on the table of results.
int sv_morale_score(const sv_table *t, const sv_state *s, int unit) {
    return sv_needed(sv_morale_of(t, s, unit) - MORALE_LEVEL);
}

// ------------------------------------------------------------------------------------ the causes
// CR57: immobilised is propulsion 0.
static bool all_immobile(const sv_table *t, const sv_state *s, int unit) {
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (sv_propulsion(s, t->unit[unit].first + gg_bits_ctz32(m))) return false;
    return true;
}

static bool all_unarmed(const sv_table *t, const sv_state *s, int unit) {
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        if (s->f.arms[t->unit[unit].first + gg_bits_ctz32(m)]) return false;
    return true;
}

// What was recorded, and the state it is in.
// CR44: that is read at each activation.
static unsigned infantry_causes(const sv_table *t, const sv_state *s, int unit) {
    unsigned causes = s->f.causes[unit];
    int left = sv_left(s, unit), grade = sv_type(t, unit)->grade;
    if (grade < 3 && left <= 3) causes |= 1U << STATE_FEW;  // C95: three or fewer
    if (grade == 3 && left == 1) causes |= 1U << STATE_FEW; // C96: one alone
    return causes;
}

// CR58: a unit is gone with its last vehicle, so that C97 and C100 need a second one; units of one
// to three light vehicles (units.tsv) meet all four causes.
// CR44: states are read at each activation.
static unsigned vehicle_causes(const sv_table *t, const sv_state *s, int unit) {
    unsigned causes = s->f.causes[unit];
    if (all_immobile(t, s, unit)) causes |= 1U << STATE_STUCK;  // C98: all, not some
    if (all_unarmed(t, s, unit)) causes |= 1U << STATE_UNARMED; // C99: all, of all weapons
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
    if (passed) {
        s->f.flags[unit] &= (uint8_t)~U_DISORGANISED; // C105: who passes is valiant
        sv_tell(events, E_VALIANT, RULE_C105, sv_piece_of_unit(unit), 0, 0);
    } else if (s->f.flags[unit] & U_DISORGANISED) {  // C103: it was that already: it routs
        sv_unit_gone(t, s, unit, AT_ROUTED, events); // C104: and leaves the game
        sv_activation_over(t, s, events);
        return;
    } else {
        s->f.flags[unit] |= U_DISORGANISED; // C102: a valiant unit that fails
        sv_tell(events, E_DISORGANISED, RULE_C102, sv_piece_of_unit(unit), 0, 0);
    }
    sv_enter_act(t, s, unit, events);
}

// MORALE in the frame of the activation; nothing to roll when the score is certain or hopeless.
static void test(const sv_table *t, sv_state *s, int unit, int dice, gg_events *events) {
    int score = sv_morale_score(t, s, unit);
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
    bool passed = gg_a(action) != 0; // C91: the lowest die, and so all of them
    settle(t, s, gg_flow_top(&s->f.flow)->subject, passed, events);
}

// CR42: one test for all causes, before any command point is spent.
// C90: a die for each cause.
// CR48: disorganised and without a cause, it may rally.
void sv_open_morale(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    unsigned causes = sv_causes(t, s, unit);
    s->f.causes[unit] = 0; // CR45: the next test counts from here
    for (unsigned m = causes; m; m &= m - 1)
        sv_tell(events, E_CAUSE, sv_cause_rule(t, unit, gg_bits_ctz32(m)), sv_piece_of_unit(unit),
                gg_bits_ctz32(m), 0);
    if (causes)
        test(t, s, unit, gg_bits_popcount32(causes), events);
    else if (s->f.flags[unit] & U_DISORGANISED)
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
