// SPDX-License-Identifier: Apache-2.0
// Chapter 9.1 and 9.2: who bombards whom in phase 4.
//
// Batteries fire missions at spotted cards within range (AD37); each stopped aircraft strikes once
// (AD39), with its guns, with one ordnance card, or, a heavy bomber, at a whole place (AD41).
// Aircraft of a group attack the same place one after the other (A63, AR6): whatever else is done
// in between ends the attack of the group. What follows is a RAID (r04_raid.c).
#include "air.h"

// ---------------------------------------------------------------------------------- the targets
// AD42: fortifications as well as ground cards, if they are spotted.
static bool check_target(const co_table *t, const co_state *s, int seat, int target,
                         gg_verdict *verdict) {
    bool seen = co_owner(target) != seat && co_in_sight(t, s, target);
    GG_REFUSE_IF(!seen, TARGET_UNSEEN, target, 0);
    GG_REFUSE_IF(co_is_carried(t, s, target), AIM_AT_CARRIER, target, co_carrier(s, target));
    return true;
}

// All that check_target() could let pass.
static uint64_t targets(const co_table *t, const co_state *s, int enemy) {
    uint64_t there = 0;
    for (int place = 0; place < GROUND_PLACES; place++) there |= s->at[enemy][place];
    return there & s->f.spotted[enemy] & (t->ground[enemy] | t->fort[enemy]);
}

// ------------------------------------------------------------------------------------ batteries
// AD37: any ground card with a bFP that is not engaged.
static bool check_battery(const co_table *t, const co_state *s, int seat, int piece,
                          gg_verdict *verdict) {
    bool own = co_owner(piece) == seat && co_in(t->battery, piece);
    GG_REFUSE_IF(!own, NOT_A_BATTERY, piece, 0);
    GG_REFUSE_IF(s->f.where[piece] >= GROUND_PLACES, BATTERY_OFF_BOARD, piece, 0);
    GG_REFUSE_IF(co_is_carried(t, s, piece), BATTERY_CARRIED, piece, 0);
    GG_REFUSE_IF(co_in(s->f.engaged, piece), BATTERY_ENGAGED, piece, 0);
    GG_REFUSE_IF(!s->f.supply[seat], MISSION_UNPAID, piece, 0);
    return true;
}

static bool check_range(const co_table *t, const co_state *s, int piece, int target,
                        gg_verdict *verdict) {
    int range = co_printed(t, piece)->rng;
    int steps = co_distance[s->f.where[piece]][s->f.where[target]];
    GG_REFUSE_IF4(steps > range, OUT_OF_RANGE, piece, target, steps, range);
    return true;
}

static bool check_shell(const co_table *t, const co_state *s, int seat, int piece, int target,
                        gg_verdict *verdict) {
    return check_battery(t, s, seat, piece, verdict) && check_target(t, s, seat, target, verdict) &&
           check_range(t, s, piece, target, verdict);
}

// ------------------------------------------------------------------------------------- aircraft
static int quarry(const co_state *s, int piece) {
    int group = s->f.group[piece];
    return group ? s->f.quarry[group - 1] : 0;
}

// A76: a stopped aircraft.
// A77: whether it has reconnoitred or not.
static bool check_striker(const co_table *t, const co_state *s, int seat, int piece,
                          gg_verdict *verdict) {
    bool own = co_owner(piece) == seat && co_in(t->aircraft, piece) && co_airborne(s, piece);
    GG_REFUSE_IF(!own, NOT_A_STRIKER, piece, 0);
    GG_REFUSE_IF(co_in(s->f.patrol, piece), STRIKE_ON_PATROL, piece, 0);
    GG_REFUSE_IF(co_in(s->f.struck, piece), STRUCK_ALREADY, piece, 0);
    GG_REFUSE_IF(quarry(s, piece) == QUARRY_OVER, STRIKE_TOO_LATE, piece, 0);
    return true;
}

// The place the group attacks, -1 when it may still choose.
static int quarry_place(const co_state *s, int mark) {
    int first = mark - 1 - BOARD_PLACES;
    if (first >= 0) return s->f.where[first] < GROUND_PLACES ? s->f.where[first] : -1;
    return mark >= QUARRY_LOST ? mark - QUARRY_LOST : mark - 1;
}

static bool check_together(const co_state *s, int piece, int target, int place,
                           gg_verdict *verdict) {
    int mark = quarry(s, piece), first = mark - 1 - BOARD_PLACES, there = quarry_place(s, mark);
    bool lost = mark >= QUARRY_LOST && mark < QUARRY_OVER;
    GG_REFUSE_IF(first >= 0 && target != NO_PIECE && target != first, STRIKE_OTHER_TARGET, piece,
                 first);
    GG_REFUSE_IF(lost && target != NO_PIECE, STRIKE_TARGET_GONE, piece, 0);
    GG_REFUSE_IF(there >= 0 && there != place, STRIKE_OTHER_PLACE, piece, there);
    return true;
}

static bool check_reach(const co_state *s, int piece, int target, int place, gg_verdict *verdict) {
    bool near = place < GROUND_PLACES && co_touching(s->f.where[piece]) >> place & 1;
    GG_REFUSE_IF(!near && co_in_rear(s, piece), REAR_ONLY_HQ, piece, place);
    GG_REFUSE_IF(!near, STRIKE_NOT_ADJACENT, piece, place);
    return check_together(s, piece, target, place, verdict);
}

// AD39a: `arms` is the card whose firepower counts: the aircraft itself, or one of its ordnance.
static bool check_strike(const co_table *t, const co_state *s, int seat, int piece, int arms,
                         int target, gg_verdict *verdict) {
    int kind = arms == piece ? ATT_GUNS : ATT_ORDNANCE;
    if (!check_striker(t, s, seat, piece, verdict)) return false;
    if (!check_target(t, s, seat, target, verdict)) return false;
    GG_REFUSE_IF(!co_able(t, s, kind, arms, target), NO_ARMS_FOR_IT, arms, target);
    return check_reach(s, piece, target, s->f.where[target], verdict);
}

static bool check_drop(const co_table *t, const co_state *s, int seat, int ordnance, int target,
                       gg_verdict *verdict) {
    bool own = co_owner(ordnance) == seat && co_in(t->ordnance, ordnance);
    int carrier = own ? co_carrier(s, ordnance) : NO_PIECE;
    GG_REFUSE_IF(carrier == NO_PIECE, NOT_LOADED, ordnance, 0);
    return check_strike(t, s, seat, carrier, ordnance, target, verdict);
}

static bool check_bomb(const co_table *t, const co_state *s, int seat, int piece, int place,
                       gg_verdict *verdict) {
    if (!check_striker(t, s, seat, piece, verdict)) return false;
    GG_REFUSE_IF(co_printed(t, piece)->cls != CO_HB, NOT_A_HEAVY_BOMBER, piece, 0);
    if (!check_reach(s, piece, NO_PIECE, place, verdict)) return false;
    GG_REFUSE_IF(!co_crowd(t, s, co_enemy(seat), place), NOTHING_TO_BOMB, place, 0);
    return true;
}

// ----------------------------------------------------------------------------- the BOMBARD node
bool co_check_bombard(const co_table *t, const co_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    int a = gg_a(action), b = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_SHELL: return check_shell(t, s, seat, a, b, verdict);
    case V_STRAFE: return check_strike(t, s, seat, a, a, b, verdict);
    case V_DROP: return check_drop(t, s, seat, a, b, verdict);
    case V_BOMB: return check_bomb(t, s, seat, a, b, verdict);
    default: return true;
    }
}

// One verb of those that name a target, for every card of a set.
static uint32_t legal_at(const co_table *t, const co_state *s, int seat, unsigned verb,
                         uint64_t set, uint64_t seen, gg_action *out) {
    uint32_t n = 0;
    while (set) {
        int piece = co_take(seat, &set);
        for (uint64_t left = seen; left;) {
            int target = co_take(co_enemy(seat), &left);
            gg_action action = gg_act(verb, (unsigned)piece, (unsigned)target, 0);
            if (co_check_bombard(t, s, seat, action, NULL)) out[n++] = action;
        }
    }
    return n;
}

static uint32_t legal_bombs(const co_table *t, const co_state *s, int seat, uint64_t set,
                            gg_action *out) {
    uint32_t n = 0;
    while (set) {
        int piece = co_take(seat, &set);
        if (!check_striker(t, s, seat, piece, NULL)) continue;
        for (int place = 0; place < GROUND_PLACES; place++)
            if (check_bomb(t, s, seat, piece, place, NULL))
                out[n++] = gg_act(V_BOMB, (unsigned)piece, (unsigned)place, 0);
    }
    return n;
}

uint32_t co_legal_bombard(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint64_t ground = 0, air = 0, seen = targets(t, s, co_enemy(seat));
    uint32_t n = 0;
    for (int place = 0; place < GROUND_PLACES; place++) ground |= s->at[seat][place];
    for (int place = W1; place <= REAR_TWO; place++) air |= s->at[seat][place];
    uint64_t batteries = ground & t->battery[seat] & ~s->f.engaged[seat];
    uint64_t strikers = air & t->aircraft[seat] & ~s->f.struck[seat];
    strikers &= ~s->f.patrol[seat]; // A102: patrols make no strikes
    if (seen && s->f.supply[seat]) n = legal_at(t, s, seat, V_SHELL, batteries, seen, out);
    if (seen && strikers) {
        n += legal_at(t, s, seat, V_STRAFE, strikers, seen, out + n);
        n += legal_at(t, s, seat, V_DROP, air & t->ordnance[seat], seen, out + n);
    }
    n += legal_bombs(t, s, seat, strikers, out + n);
    out[n++] = gg_act(V_END, 0, 0, 0);
    return n;
}

// AR6: one after the other. What is done in between ends the attack of every other group.
static void end_others(co_state *s, int group) {
    for (int g = 1; g <= GROUPS_MAX; g++) {
        uint8_t *mark = &s->f.quarry[g - 1];
        if (g != group && *mark) *mark = QUARRY_OVER;
    }
}

static void fire_mission(const co_table *t, co_state *s, int piece, int target, gg_events *events) {
    end_others(s, 0);
    co_pay(s, co_owner(piece), 1);            // AD23b: 1 supply
    co_spot(t, s, piece, RULE_AD17c, events); // AD17c: who fires is seen
    co_engage(t, s, piece);
    if (co_printed(t, piece)->flags & CO_F_RELOAD)
        co_add(s->f.reloading, piece); // AD38a: and stays engaged longer
    gg_emit(events, E_SHELLED, RULE_AD37, GG_SEE_ALL, 0, piece, target, 0, 0, 0);
    co_open_raid(s, piece, ATT_BATTERY, target, s->f.where[target], NO_PIECE,
                 co_printed(t, piece)->area - 1);
}

// AR6: the place binds the group, each aircraft chooses its target.
// AD69: in the variant the target does.
static void begin_strike(const co_table *t, co_state *s, int piece, int target, int place) {
    int group = s->f.group[piece];
    bool same = t->request.option[O_SAME_TARGET];
    end_others(s, group);
    co_add(s->f.struck, piece); // AD39: once
    if (!group || (target == NO_PIECE && quarry(s, piece))) return;
    int mark = same && target != NO_PIECE ? 1 + BOARD_PLACES + target : 1 + place;
    s->f.quarry[group - 1] = (uint8_t)mark;
}

static void strike(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int a = gg_a(action), target = gg_b(action), place = s->f.where[target];
    if (gg_verb_of(action) == V_STRAFE) {
        begin_strike(t, s, a, target, place);
        gg_emit(events, E_STRAFED, RULE_AD39a, GG_SEE_ALL, 0, a, target, 0, 0, 0);
        co_open_raid(s, a, ATT_GUNS, target, place, NO_PIECE, co_printed(t, a)->area - 1);
    } else {
        int piece = co_carrier(s, a);
        begin_strike(t, s, piece, target, place);
        gg_emit(events, E_DROPPED, RULE_AD39a, GG_SEE_ALL, 0, piece, a, target, 0, 0);
        co_open_raid(s, piece, ATT_ORDNANCE, target, place, a, co_printed(t, a)->area - 1);
    }
}

void co_play_bombard(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int a = gg_a(action), b = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_SHELL: fire_mission(t, s, a, b, events); break;
    case V_STRAFE:
    case V_DROP: strike(t, s, action, events); break;
    case V_BOMB:
        begin_strike(t, s, a, NO_PIECE, b);
        gg_emit(events, E_BOMBED, RULE_AD41, GG_SEE_ALL, 0, a, b, 0, 0, 0);
        co_open_raid(s, a, ATT_HEAVY, NO_PIECE, b, NO_PIECE, co_printed(t, a)->area);
        break;
    default: co_next_phase(t, s, events);
    }
}
