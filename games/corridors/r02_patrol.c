// SPDX-License-Identifier: Apache-2.0
// Chapter 6.5: patrols intercept whoever enters a corridor (A103 to A107); if they let him pass, he
// may attack them (A108, A109, AR9). Both windows open by what everybody sees: aircraft in the air.
#include "air.h"

static bool other_corridor(const co_state *s, int fighter, const gg_frame *flight) {
    return co_in(s->f.east, fighter) != (flight->arg[FL_CORRIDOR] == CORRIDOR_E);
}

// A105, AR9: which patrols count; all of them, wherever they stand.
static uint64_t patrols(const co_state *s, int seat, const gg_frame *flight, bool rule_on) {
    uint64_t set = s->f.patrol[seat];
    uint64_t east = s->f.east[seat];
    if (rule_on) return set;
    return set & (flight->arg[FL_CORRIDOR] == CORRIDOR_E ? east : ~east);
}

bool co_intercept_opens(const co_state *s, const gg_frame *flight) {
    int seat = co_enemy(flight->seat);
    if (!s->f.patrol[seat] || !patrols(s, seat, flight, GG_ON(A105))) return false;
    if (flight->arg[FL_MODE] == FLY_PATROL && !(GG_ON(A104) && GG_ON(AD28))) return false;
    return GG_ON(A103);
}

// -------------------------------------------------------------------------------- INTERCEPT node
static bool in_group(const co_state *s, int seat, const gg_frame *flight, int piece) {
    return co_owner(piece) == seat && co_airborne(s, piece) && s->f.group[piece] == flight->subject;
}

bool co_check_intercept(const co_table *t, const co_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    const gg_frame *flight = co_caller(s);
    int fighter = gg_a(action), target = gg_b(action);
    (void)t;
    if (gg_verb_of(action) == V_DECLINE) return GG_ON(A106) ? true : co_not_now(verdict);
    GG_REFUSE_IF(co_owner(fighter) != seat || !co_in(s->f.patrol, fighter), NOT_ON_PATROL, fighter,
                 0);
    if (other_corridor(s, fighter, flight) && !GG_ON(A105)) return co_not_now(verdict);
    if (co_in(s->f.used, fighter) && !GG_ON(AD29)) return co_not_now(verdict);
    GG_REFUSE_IF(!in_group(s, co_enemy(seat), flight, target), TARGET_NOT_ENTERING, target, 0);
    return true;
}

// Every fighter of one set against every aircraft of another, as far as the judge allows.
static uint32_t legal_pairs(const co_table *t, const co_state *s, int seat, unsigned verb,
                            uint64_t fighters, uint64_t targets, gg_action *out) {
    uint32_t n = 0;
    while (fighters) {
        int fighter = co_take(seat, &fighters);
        for (uint64_t set = targets; set;) {
            int target = co_take(co_enemy(seat), &set);
            gg_action action = gg_act(verb, (unsigned)fighter, (unsigned)target, 0);
            if (verb == V_INTERCEPT ? co_check_intercept(t, s, seat, action, NULL)
                                    : co_check_sally(t, s, seat, action, NULL))
                out[n++] = action;
        }
    }
    return n;
}

uint32_t co_legal_intercept(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint64_t group = co_group(s, co_enemy(seat), co_caller(s)->subject);
    if (group & (group - 1) && !GG_ON(A66)) group &= ~group + 1; // no choice but the first
    uint32_t n = legal_pairs(t, s, seat, V_INTERCEPT, s->f.patrol[seat], group, out);
    gg_action decline = gg_act(V_DECLINE, 0, 0, 0);
    if (co_check_intercept(t, s, seat, decline, NULL)) out[n++] = decline;
    return n;
}

// A64, A107: after one interception no other follows.
void co_play_intercept(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int fighter = gg_a(action), target = gg_b(action);
    (void)t;
    gg_flow_end(&s->f.flow);
    if (gg_verb_of(action) == V_DECLINE) return;
    bool once = GG_ON(A64) && GG_ON(A107);
    gg_flow_at(&s->f.flow)->arg[FL_STAGE] = once ? FLIGHT_FLAK : FLIGHT_ENTER;
    if (!GG_ON(AD29)) co_add(s->f.used, fighter);
    gg_emit(events, E_INTERCEPTED, RULE_A103, GG_SEE_ALL, 0, fighter, target, 0, 0, 0);
    if (GG_ON(A110)) co_open_duel(s, fighter, target, false);
}

// ------------------------------------------------------------------------------------ SALLY node
// A109: a fighter, or one that becomes a fighter by jettison (AR11).
bool co_sally_opens(const co_table *t, const co_state *s, const gg_frame *flight) {
    int seat = flight->seat;
    if (!patrols(s, co_enemy(seat), flight, GG_ON(AR9))) return false;
    if (flight->arg[FL_MODE] == FLY_PATROL && !GG_ON(AD28)) return false;
    for (uint64_t set = co_group(s, seat, flight->subject); set;) {
        int piece = co_take(seat, &set);
        if (co_is_fighter(t, s, piece) || co_check_drop(t, s, piece, NULL)) return GG_ON(A108);
    }
    return false;
}

static bool check_sally(const co_table *t, const co_state *s, int seat, int fighter, int target,
                        gg_verdict *verdict) {
    const gg_frame *flight = co_caller(s);
    bool member = in_group(s, seat, flight, fighter);
    GG_REFUSE_IF(!member, SALLY_NOT_ENTERING, fighter, 0);
    GG_REFUSE_IF(member && !co_is_fighter(t, s, fighter), SALLY_BOMBER, fighter, 0);
    GG_REFUSE_IF(co_owner(target) == seat || !co_in(s->f.patrol, target), SALLY_NO_PATROL, target,
                 0);
    if (other_corridor(s, target, flight) && !GG_ON(AR9)) return co_not_now(verdict);
    return true;
}

bool co_check_sally(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action);
    switch (gg_verb_of(action)) {
    case V_SALLY: return check_sally(t, s, seat, piece, gg_b(action), verdict);
    case V_JETTISON:
        GG_REFUSE_IF(!in_group(s, seat, co_caller(s), piece), JETTISON_OUTSIDE, piece, 0);
        return co_check_drop(t, s, piece, verdict);
    default: return true;
    }
}

uint32_t co_legal_sally(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint64_t group = co_group(s, seat, co_caller(s)->subject);
    uint32_t n = legal_pairs(t, s, seat, V_SALLY, group, s->f.patrol[co_enemy(seat)], out);
    for (uint64_t set = group & s->ridden[seat]; set;) {
        int piece = co_take(seat, &set);
        if (co_check_drop(t, s, piece, NULL)) out[n++] = gg_act(V_JETTISON, (unsigned)piece, 0, 0);
    }
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

void co_play_sally(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int fighter = gg_a(action), target = gg_b(action);
    if (gg_verb_of(action) == V_JETTISON) { // the question stays
        co_jettison(t, s, fighter, events);
        return;
    }
    gg_flow_end(&s->f.flow);
    if (gg_verb_of(action) == V_DECLINE) return;
    gg_emit(events, E_SALLIED, RULE_A108, GG_SEE_ALL, 0, fighter, target, 0, 0, 0);
    if (GG_ON(A110)) co_open_duel(s, fighter, target, true);
}
