// SPDX-License-Identifier: Apache-2.0
// Combat attitudes (C106 to C123, C133 to C136, CR49, CR50, CR56; option O8).
//
//   will             fire at will: 1 CP, before the first salvo, without moving
//   end ATTITUDES    the last act: kneel, cover, watch, 1 CP each; ends the activation
//
// Kneeling, cover and overwatch last until the unit's next activation begins.
#include "combat.h"

// ----------------------------------------------------------------------------------- fire at will
bool sv_check_will(const sv_table *t, const sv_state *s, int unit, gg_action action,
                   gg_verdict *verdict) {
    int piece = sv_piece_of_unit(unit), points = s->f.points[sv_side(unit)];
    unsigned deeds = s->f.deeds;
    (void)action;
    if (!sv_infantry(t, unit) && !GG_ON(C135)) points = 0;
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

static void pay(sv_state *s, int side, int points) {
    if (points > s->f.points[side]) points = s->f.points[side]; // C106 off: what there is
    s->f.points[side] = (uint8_t)(s->f.points[side] - points);
}

void sv_do_will(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    (void)t;
    (void)action;
    if (GG_ON(C106)) pay(s, sv_side(unit), 1);
    s->f.deeds |= 1 << DEED_WILL;
    sv_tell(events, E_WILL, RULE_C135, sv_piece_of_unit(unit), 0, 0);
}

// ------------------------------------------------------------------------------ the other three
// C108, C109: who may kneel. CR56: a vehicle that is no walker has no use of it.
static bool may_kneel(const sv_table *t, int unit) {
    switch (sv_type(t, unit)->type) {
    case SV_INFANTRY: return GG_ON(C108);
    case SV_WALKER: return GG_ON(C109);
    default: return !GG_ON(CR56);
    }
}

// Command points for attitudes. C34, C39, C44: whatever move was made, they are all open; C107: so
// are several at once; C121: overwatch to any unit.
static int purse(const sv_table *t, const sv_state *s, int unit, unsigned set) {
    unsigned deeds = s->f.deeds;
    bool several = set & (set - 1);
    if (deeds & 1 << DEED_COMBAT && !GG_ON(C34)) return 0;
    if (deeds & 1 << DEED_CROSS && !GG_ON(C39)) return 0;
    if (deeds & 1 << DEED_RAPID && !GG_ON(C44)) return 0;
    if (several && !GG_ON(C107)) return 0;
    if (set & ATT_WATCH && !sv_infantry(t, unit) && !GG_ON(C121)) return 0;
    return s->f.points[sv_side(unit)];
}

bool sv_check_end(const sv_table *t, const sv_state *s, int unit, gg_action action,
                  gg_verdict *verdict) {
    unsigned set = (unsigned)gg_a(action), deeds = s->f.deeds;
    int piece = sv_piece_of_unit(unit), cost = gg_bits_popcount32(set);
    if (!set) return true;
    int points = purse(t, s, unit, set);
    bool rapid = deeds & 1 << DEED_RAPID && GG_ON(C43);
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

void sv_do_end(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    unsigned set = (unsigned)gg_a(action), flags = s->f.flags[unit];
    if (set & ATT_KNEEL) flags |= U_KNEEL;
    if (set & ATT_COVER) flags |= U_COVER;
    if (set & ATT_WATCH) flags |= markers(t, s, unit);
    s->f.flags[unit] = (uint8_t)flags;
    if (set && GG_ON(C106)) pay(s, sv_side(unit), gg_bits_popcount32(set));
    sv_tell(events, set ? E_ATTITUDES : E_ENDED, set ? RULE_C106 : RULE_CH4e,
            sv_piece_of_unit(unit), (int)set, 0);
    if (!set || GG_ON(CH4e)) sv_activation_over(t, s, events);
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

void sv_end_attitudes(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    unsigned flags = U_WATCH;
    (void)t;
    if (GG_ON(C114)) flags |= U_KNEEL;
    if (GG_ON(C120)) flags |= U_COVER;
    if (GG_ON(CR50)) drop(s, unit, flags, RULE_CR50, events);
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
        if (sv_infantry(t, other) && !before && GG_ON(O8))
            drop(s, other, U_ATTITUDES, RULE_O8, events);
    }
}
