// SPDX-License-Identifier: Apache-2.0
// Chapter 9.1 to 9.3: a battery mission or an air strike as it happens.
//
// Against aircraft the attacked place may defend itself first (AD34); the question comes by what
// the attacker sees too (AD34b). Then the named card is attacked, then further cards of the area,
// drawn one by one, face-down ones included (AD38, AD41); a face-down card that is missed stays
// unknown. Ordnance is used up (AD39b).
#include "air.h"

void co_open_raid(co_state *s, int subject, int kind, int target, int place, int ordnance,
                  int left) {
    gg_frame *raid = gg_flow_call(&s->f.flow, N_RAID, s->f.active);
    raid->subject = (uint16_t)subject;
    raid->arg[RA_TARGET] = (int16_t)(1 + target);
    raid->arg[RA_PLACE] = (int16_t)place;
    raid->arg[RA_ORDNANCE] = (int16_t)(1 + ordnance);
    raid->arg[RA_KIND] = (int16_t)kind;
    raid->arg[RA_STAGE] = kind == ATT_BATTERY ? RAID_STRIKE : RAID_DEFENCE;
    raid->arg[RA_LEFT] = (int16_t)left;
    s->f.used[0] = s->f.used[1] = 0;
}

// ---------------------------------------------------------------------------------- self-defence
// AD34: any airFP, grey or not; AD22b: not engaged; AD60a: not carried.
static uint64_t defenders(const co_table *t, const co_state *s, int seat, int place) {
    uint64_t able = 0, set = s->at[seat][place] & t->airfp[seat] & t->ground[seat];
    for (set &= ~s->f.engaged[seat]; set;) {
        int piece = co_take(seat, &set);
        if (!co_is_carried(t, s, piece)) able |= co_bit(piece);
    }
    return able;
}

// AD34: those who could fire at the aircraft before it strikes are asked.
// AD34b: so is whoever has a face-down card there, able or not.
static bool defence_opens(const co_table *t, const co_state *s, const gg_frame *raid) {
    int seat = co_enemy(raid->seat), place = raid->arg[RA_PLACE];
    if (!s->f.supply[seat]) return false; // AD23e: nobody could pay, and everybody sees it
    return defenders(t, s, seat, place) & s->f.spotted[seat] || co_hidden_at(t, s, seat, place);
}

static bool check_defender(const co_table *t, const co_state *s, int seat, int piece,
                           gg_verdict *verdict) {
    int place = gg_flow_top(&s->f.flow)->arg[0];
    bool own = co_owner(piece) == seat && co_in(t->airfp, piece) && co_in(t->ground, piece) &&
               s->f.where[piece] == place;
    GG_REFUSE_IF(!own, NO_SELF_DEFENCE, piece, place);
    GG_REFUSE_IF(co_is_carried(t, s, piece), SELF_DEFENCE_CARRIED, piece, 0);
    GG_REFUSE_IF(co_in(s->f.engaged, piece), SELF_DEFENCE_ENGAGED, piece, 0);
    return true;
}

bool co_check_defend(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int piece = gg_a(action), target = gg_b(action);
    if (gg_verb_of(action) == V_DECLINE) return true;
    if (!check_defender(t, s, seat, piece, verdict)) return false;
    GG_REFUSE_IF(target != gg_flow_top(&s->f.flow)->subject, NOT_THE_ATTACKER, target, 0);
    return true;
}

uint32_t co_legal_defend(const co_table *t, const co_state *s, int seat, gg_action *out) {
    const gg_frame *window = gg_flow_top(&s->f.flow);
    uint64_t set = s->at[seat][window->arg[0]] & t->airfp[seat] & t->ground[seat];
    uint32_t n = 0;
    while (set) {
        int piece = co_take(seat, &set);
        if (check_defender(t, s, seat, piece, NULL))
            out[n++] = gg_act(V_SHOOT, (unsigned)piece, window->subject, 0);
    }
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

// Normal fire, so paid for, seen and engaged.
void co_play_defend(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), target = gg_b(action);
    if (co_declines(s, action, WINDOW_DEFEND, RULE_AD34, events)) {
        gg_flow_at(&s->f.flow)->arg[RA_STAGE] = RAID_STRIKE;
        return;
    }
    co_pay(s, co_owner(piece), 1);            // AD23e: 1 supply
    co_spot(t, s, piece, RULE_AD17c, events); // AD17c: who fires is seen
    co_engage(t, s, piece);                   // AD34a: and engaged
    gg_emit(events, E_SELF_DEFENCE, RULE_AD34, GG_SEE_ALL, GG_E_REVEAL, piece, target, 0, 0, 0);
    co_shoot(t, s, ATT_SELF, piece, target);
}

// --------------------------------------------------------------------------------- the procedure
// The card whose firepower counts.
static int arms(const gg_frame *raid) {
    return raid->arg[RA_ORDNANCE] ? raid->arg[RA_ORDNANCE] - 1 : raid->subject;
}

// Cards of the place that were not attacked yet. Nobody aims at them, so that passengers are among
// them: leaving them out would tell how many of the hidden cards ride (AD17a).
uint64_t co_pool_area(const co_table *t, const co_state *s) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    const gg_frame *raid = top->node == N_RAID ? top : co_caller(s);
    int enemy = co_enemy(raid->seat);
    return co_crowd(t, s, enemy, raid->arg[RA_PLACE]) & ~s->f.used[enemy];
}

static void attack(const co_table *t, co_state *s, int target) {
    const gg_frame *raid = gg_flow_top(&s->f.flow);
    co_add(s->f.used, target);
    co_shoot(t, s, raid->arg[RA_KIND], arms(raid), target);
}

static void strike_target(const co_table *t, co_state *s, gg_frame *raid) {
    int target = raid->arg[RA_TARGET] - 1;
    bool gone = co_in(t->aircraft, raid->subject) && !co_airborne(s, raid->subject);
    raid->arg[RA_STAGE] = gone ? RAID_END : RAID_AREA;
    if (!gone && target != NO_PIECE) attack(t, s, target);
}

// AD38: further cards of the place, as far as the area reaches.
// AD41: a heavy bomber's are all drawn.
static void spread(const co_table *t, co_state *s, gg_frame *raid) {
    if (raid->arg[RA_LEFT] && co_pool_area(t, s))
        gg_flow_call(&s->f.flow, N_AREA, raid->seat);
    else
        raid->arg[RA_STAGE] = RAID_END;
}

void co_play_area(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    int target = gg_a(outcome);
    gg_flow_end(&s->f.flow);
    gg_frame *raid = gg_flow_at(&s->f.flow);
    raid->arg[RA_LEFT]--;
    gg_emit(events, E_AREA, raid->arg[RA_KIND] == ATT_HEAVY ? RULE_AD41 : RULE_AD38,
            co_see_mask(t, s, target), 0, target, raid->arg[RA_PLACE], 0, 0, 0);
    attack(t, s, target);
}

// AD69: the one target of the group is destroyed; the place still binds its heavy bombers (A63).
static void lose_quarry(co_state *s, const gg_frame *raid) {
    int group = s->f.group[raid->subject];
    int target = group ? s->f.quarry[group - 1] - 1 - BOARD_PLACES : NO_PIECE;
    if (target >= 0 && s->f.where[target] >= GROUND_PLACES)
        s->f.quarry[group - 1] = (uint8_t)(QUARRY_LOST + raid->arg[RA_PLACE]);
}

// A59, AD39b: ordnance is kept until it is used.
// AR11b: then it goes to its owner's discard pile.
static void end_raid(const co_table *t, co_state *s, const gg_frame *raid, gg_events *events) {
    int ordnance = raid->arg[RA_ORDNANCE] - 1;
    lose_quarry(s, raid);
    s->f.used[0] = s->f.used[1] = 0;
    gg_flow_end(&s->f.flow);
    if (ordnance != NO_PIECE && co_carrier(s, ordnance) != NO_PIECE)
        co_discard(t, s, ordnance, events);
}

void co_step_raid(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *raid = gg_flow_at(&s->f.flow);
    switch (raid->arg[RA_STAGE]) {
    case RAID_DEFENCE:
        if (co_airborne(s, raid->subject) && defence_opens(t, s, raid)) {
            int place = raid->arg[RA_PLACE], aircraft = raid->subject;
            gg_frame *window = gg_flow_call(&s->f.flow, N_DEFEND, (unsigned)co_enemy(raid->seat));
            window->subject = (uint16_t)aircraft;
            window->arg[0] = (int16_t)place;
        } else {
            raid->arg[RA_STAGE] = RAID_STRIKE;
        }
        break;
    case RAID_STRIKE: strike_target(t, s, raid); break;
    case RAID_AREA: spread(t, s, raid); break;
    default: end_raid(t, s, raid, events);
    }
}
