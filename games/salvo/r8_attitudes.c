// SPDX-License-Identifier: Apache-2.0
// Combat attitudes (C106 to C123, C133 to C136, CR49, CR50, CR56; option O8).
//
//   will             fire at will: 1 CP, before the first salvo, without moving
//   end ATTITUDES    the last act: kneel, cover, watch, 1 CP each; ends the activation
//
// Kneeling, cover and overwatch last until the unit's next activation begins.
#include "combat.h"

// ----------------------------------------------------------------------------------- fire at will
// C135: any unit may, infantry or vehicle.
bool sv_check_will(const sv_table *t, const sv_state *s, int unit, gg_action action,
                   gg_verdict *verdict) {
    int piece = sv_piece_of_unit(unit), points = s->f.points[sv_side(unit)];
    unsigned deeds = s->f.deeds;
    (void)t;
    (void)action;
    GG_REFUSE_IF(deeds & 1 << DEED_STRUCK, MELEE_FOUGHT, piece, 0);
    GG_REFUSE_IF(deeds & 1 << DEED_WILL, WILL_ALREADY, piece, 0);
    GG_REFUSE_IF(deeds & DID_MOVE, WILL_MOVED, piece, 0);
    GG_REFUSE_IF(deeds & 1 << DEED_FIRED, WILL_LATE, piece, 0);
    GG_REFUSE_IF(points < 1, TOO_FEW_POINTS, 1, points);
    return true;
}

// Proposed to units that have a weapon and may shoot.
uint32_t sv_list_will(const sv_table *t, const sv_state *s, int unit, gg_action *out) {
    out[0] = gg_act(V_WILL, 0, 0, 0);
    return t->unit[unit].slots && !sv_engaged(t, s, unit) &&
           sv_check_will(t, s, unit, out[0], NULL);
}

// C106: a point for each.
static void pay(sv_state *s, int side, int points) {
    s->f.points[side] = (uint8_t)(s->f.points[side] - points);
}

void sv_do_will(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    (void)t;
    (void)action;
    pay(s, sv_side(unit), 1);
    s->f.deeds |= 1 << DEED_WILL;
    sv_tell(events, E_WILL, RULE_C135, sv_piece_of_unit(unit), 0, 0);
}

// ------------------------------------------------------------------------------ the other three
// C108, C109: infantry and combat walkers.
// CR56: a vehicle that is no walker does not.
static bool may_kneel(const sv_table *t, int unit) {
    return sv_type(t, unit)->type == SV_INFANTRY || sv_type(t, unit)->type == SV_WALKER;
}

// C34, C39: after a combat move or a crossing every attitude is open.
// C44: after a rapid move all but overwatch (C43, C123).
// C107: several at once, each paid.
// C121: overwatch to any unit.
bool sv_check_end(const sv_table *t, const sv_state *s, int unit, gg_action action,
                  gg_verdict *verdict) {
    unsigned set = (unsigned)gg_a(action), deeds = s->f.deeds;
    int piece = sv_piece_of_unit(unit), cost = gg_bits_popcount32(set);
    int points = s->f.points[sv_side(unit)];
    bool rapid = deeds & 1 << DEED_RAPID; // C43, C123: a rapid move leaves no overwatch
    GG_REFUSE_IF(set & ATT_KNEEL && !may_kneel(t, unit), KNEEL_VEHICLE, piece, 0);
    GG_REFUSE_IF(set & ATT_COVER && !sv_infantry(t, unit), COVER_INFANTRY, piece, 0);
    GG_REFUSE_IF(set & ATT_WATCH && deeds & 1 << DEED_FIRED, WATCH_FIRED, piece, 0);
    GG_REFUSE_IF(set & ATT_WATCH && rapid, WATCH_RAPID, piece, 0);
    GG_REFUSE_IF(set & ATT_WATCH && deeds & 1 << DEED_WILL, WATCH_WILL, piece, 0);
    GG_REFUSE_IF(points < cost, TOO_FEW_POINTS, cost, points);
    return true;
}

uint32_t sv_list_end(const sv_table *t, const sv_state *s, int unit, gg_action *out) {
    uint32_t n = 0;
    unsigned sets = s->f.points[sv_side(unit)] ? 1U << ATTITUDES : 1;
    for (unsigned set = 0; set < sets; set++)
        if (sv_check_end(t, s, unit, gg_act(V_END, set, 0, 0), NULL))
            out[n++] = gg_act(V_END, set, 0, 0);
    return n;
}

// CR53: infantry has a marker for each of its two groups, vehicles have one.
static unsigned markers(const sv_table *t, const sv_state *s, int unit) {
    unsigned flags = U_WATCH_STANDARD;
    if (sv_infantry(t, unit) && sv_bearers(t, s, unit, 1)) flags |= U_WATCH_SUPPORT;
    return flags;
}

// CH4e: with the last attitudes taken the activation is over.
void sv_do_end(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    unsigned set = (unsigned)gg_a(action), flags = s->f.flags[unit];
    if (set & ATT_KNEEL) flags |= U_KNEEL;
    if (set & ATT_COVER) flags |= U_COVER;
    if (set & ATT_WATCH) flags |= markers(t, s, unit);
    s->f.flags[unit] = (uint8_t)flags;
    pay(s, sv_side(unit), gg_bits_popcount32(set)); // C106, C107: each of them
    sv_tell(events, set ? E_ATTITUDES : E_ENDED, set ? RULE_C106 : RULE_CH4e,
            sv_piece_of_unit(unit), (int)set, 0);
    sv_activation_over(t, s, events);
}

// --------------------------------------------------------------------------------------- their end
static int as_set(unsigned flags) {
    return (flags & U_KNEEL ? ATT_KNEEL : 0) | (flags & U_COVER ? ATT_COVER : 0) |
           (flags & U_WATCH ? ATT_WATCH : 0);
}

static void drop(sv_state *s, int unit, unsigned flags, unsigned rule, gg_events *events) {
    flags &= s->f.flags[unit];
    if (!flags) return;
    s->f.flags[unit] = (uint8_t)(s->f.flags[unit] & ~flags);
    sv_tell(events, E_ATTITUDES_OVER, rule, sv_piece_of_unit(unit), as_set(flags), 0);
}

// C114, C120: kneeling and cover last until the unit's next activation.
// CR50: to its very start, before the morale test.
void sv_end_attitudes(sv_state *s, int unit, gg_events *events) {
    drop(s, unit, U_ATTITUDES, RULE_CR50, events);
}

// O8: `unit` has come into contact; `touched` are those it touched before. Infantry that was
// engaged with nobody loses its attitudes; CR23 lets it keep them without this option.
void sv_shaken(const sv_table *t, sv_state *s, int unit, uint32_t touched, gg_events *events) {
    if (!sv_option(t, O_SHAKEN) || !sv_engaged(t, s, unit)) return;
    for (uint32_t m = s->touch[unit] & ~touched; m; m &= m - 1) {
        int other = gg_bits_ctz32(m);
        bool before = false;
        for (uint32_t k = s->touch[other] & ~(1U << unit); k; k &= k - 1)
            before |= sv_infantry(t, gg_bits_ctz32(k));
        if (sv_infantry(t, other) && !before) drop(s, other, U_ATTITUDES, RULE_O8, events);
    }
}
