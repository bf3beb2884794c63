// SPDX-License-Identifier: Apache-2.0
// Chapter 6.5: patrols intercept whoever enters a corridor (A103 to A107); if they let him pass, he
// may attack them (A108, A109, AR9). Both windows open by what everybody sees: aircraft in the air.
#include "air.h"

// A103, A105: whenever a patrol is up, in whichever corridor.
// A104, AD28: against whoever enters, on his way to a patrol too.
bool co_intercept_opens(const co_state *s, const gg_frame *flight) {
    return s->f.patrol[co_enemy(flight->seat)] != 0;
}

// -------------------------------------------------------------------------------- INTERCEPT node
static bool in_group(const co_state *s, int seat, const gg_frame *flight, int piece) {
    return co_owner(piece) == seat && co_airborne(s, piece) && s->f.group[piece] == flight->subject;
}

// A105: a patrol of either corridor.
// AD29: one that has intercepted another group may do so again.
bool co_check_intercept(const co_table *t, const co_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    const gg_frame *flight = co_caller(s);
    int fighter = gg_a(action), target = gg_b(action);
    (void)t;
    if (gg_verb_of(action) == V_DECLINE) return true; // A106: nobody must
    GG_REFUSE_IF(co_owner(fighter) != seat || !co_in(s->f.patrol, fighter), NOT_ON_PATROL, fighter,
                 0);
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

// A66: one aircraft of the group is named.
uint32_t co_legal_intercept(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint64_t group = co_group(s, co_enemy(seat), co_caller(s)->subject);
    uint32_t n = legal_pairs(t, s, seat, V_INTERCEPT, s->f.patrol[seat], group, out);
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

// A64, A107: after one interception no other follows.
void co_play_intercept(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int fighter = gg_a(action), target = gg_b(action);
    (void)t;
    if (co_declines(s, action, WINDOW_INTERCEPT, RULE_A106, events)) return;
    gg_flow_at(&s->f.flow)->arg[FL_STAGE] = FLIGHT_FLAK;
    gg_emit(events, E_INTERCEPTED, RULE_A103, GG_SEE_ALL, 0, fighter, target, 0, 0, 0);
    co_open_duel(s, fighter, target, false); // A110: air combat
}

// ------------------------------------------------------------------------------------ SALLY node
// A108, AD28: now the entering side is asked, on its way to a patrol too.
// A109: it needs a fighter, or one that becomes a fighter by jettison (AR11).
// AR9: against a patrol of either corridor.
bool co_sally_opens(const co_table *t, const co_state *s, const gg_frame *flight) {
    int seat = flight->seat;
    if (!s->f.patrol[co_enemy(seat)]) return false;
    for (uint64_t set = co_group(s, seat, flight->subject); set;) {
        int piece = co_take(seat, &set);
        if (co_is_fighter(t, s, piece) || co_check_drop(t, s, piece, NULL)) return true;
    }
    return false;
}

static bool check_sally(const co_table *t, const co_state *s, int seat, int fighter, int target,
                        gg_verdict *verdict) {
    GG_REFUSE_IF(!in_group(s, seat, co_caller(s), fighter), SALLY_NOT_ENTERING, fighter, 0);
    GG_REFUSE_IF(!co_is_fighter(t, s, fighter), SALLY_BOMBER, fighter, 0);
    GG_REFUSE_IF(co_owner(target) == seat || !co_in(s->f.patrol, target), SALLY_NO_PATROL, target,
                 0);
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
    if (co_declines(s, action, WINDOW_SALLY, RULE_A108, events)) return;
    gg_emit(events, E_SALLIED, RULE_A108, GG_SEE_ALL, 0, fighter, target, 0, 0, 0);
    co_open_duel(s, fighter, target, true); // A110: air combat
}
