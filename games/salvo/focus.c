// SPDX-License-Identifier: Apache-2.0
// What of a throw of dice decides where it leads: how many hit, are saved or hurt is asked of the
// sum alone, not of the dice that made it. Exact odds use it to put equal ends together before they
// are carried out. And what if one more fired, or one fewer.
#include "combat.h"

static void blank_dice(gg_frame *frame) {
    frame->arg[ARG_DICE] = frame->arg[ARG_SCORE] = frame->arg[ARG_HITS] = 0;
}

// First throw and re-rolls together (C59, C79).
static bool focus_rerolls(gg_frame *frame, const gg_outcome *outcomes, uint32_t n,
                          uint64_t *leads) {
    for (uint32_t i = 0; i < n; i++)
        leads[i] = (uint64_t)(frame->arg[ARG_HITS] + gg_a(outcomes[i].action));
    blank_dice(frame);
    return true;
}

// Impacts that are left (C61).
static bool focus_saves(sv_state *s, gg_frame *frame, const gg_outcome *outcomes, uint32_t n,
                        uint64_t *leads) {
    int unit = frame->arg[ARG_UNIT];
    for (uint32_t i = 0; i < n; i++)
        leads[i] = (uint64_t)(s->f.impacts[unit] - gg_a(outcomes[i].action));
    s->f.impacts[unit] = 0;
    blank_dice(frame);
    return true;
}

// No more figures than there are (C66); of vehicles as many locations (CH3a).
static bool focus_damage(const sv_table *t, const sv_state *s, gg_frame *frame,
                         const gg_outcome *outcomes, uint32_t n, uint64_t *leads) {
    int unit = frame->arg[ARG_UNIT];
    bool all = sv_infantry(t, unit) && !frame->arg[ARG_IN_MELEE];
    int most = all ? sv_left(s, unit) : ROLL_MAX;
    for (uint32_t i = 0; i < n; i++)
        leads[i] = (uint64_t)sv_at_most(gg_a(outcomes[i].action), most);
    blank_dice(frame);
    return true;
}

// The structure that is left (CH3), vehicle by vehicle; what it was matters no more.
static bool focus_locations(const sv_table *t, sv_state *s, const gg_outcome *outcomes, uint32_t n,
                            uint64_t *leads) {
    gg_frame frame = *gg_flow_top(&s->f.flow);
    int unit = frame.arg[ARG_UNIT], first = t->unit[unit].first;
    if (t->unit[unit].strength > SV_PACKED) return false;
    gg_flow_end(&s->f.flow); // as it is when the dice have fallen
    sv_structure_after(t, s, unit, frame.arg[ARG_IN_MELEE] != 0, outcomes, n, leads);
    for (int figure = first; figure < first + t->unit[unit].strength; figure++)
        s->f.body[figure] = s->f.arms[figure] = 0;
    blank_dice(&frame);
    *gg_flow_call(&s->f.flow, frame.node, frame.seat) = frame;
    return true;
}

bool sv_focus(const void *table, void *state, const gg_outcome *outcomes, uint32_t n,
              uint64_t *leads) {
    sv_state *s = state;
    gg_frame *frame = gg_flow_at(&s->f.flow);
    switch (frame->node) {
    case N_REROLLS:
    case N_ATTACK_REROLLS: return focus_rerolls(frame, outcomes, n, leads);
    case N_SAVES: return focus_saves(s, frame, outcomes, n, leads);
    case N_DAMAGE: return focus_damage(table, s, frame, outcomes, n, leads);
    case N_LOCATIONS: return focus_locations(table, s, outcomes, n, leads);
    default: return false;
    }
}

// One figure more or fewer that fires (C56, C57), of the unit whose activation it is: what its
// player could have brought or left.
unsigned sv_shift(const void *table, void *state, int by) {
    const sv_table *t = table;
    sv_state *s = state;
    gg_frame *shots = gg_flow_at(&s->f.flow);
    if (shots->node != N_SHOTS) return 0;
    const gg_frame *salvo = &s->f.flow.frame[s->f.flow.depth - 2];
    int shooter = salvo->subject, slot = salvo->arg[ARG_SLOT];
    int dice = shots->arg[ARG_DICE] + by * sv_salvo_dice(t, shooter, slot, 1);
    if (shooter != sv_active(s) || dice < 1 || dice > ROLL_MAX) return 0;
    shots->arg[ARG_DICE] = (int16_t)dice;
    shots->arg[ARG_REROLLS] =
        (int16_t)(shots->arg[ARG_REROLLS] + by * sv_salvo_rerolls(t, s, shooter, slot, 1));
    return by > 0 ? L_FIRER_MORE : L_FIRER_FEWER;
}
