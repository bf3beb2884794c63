// SPDX-License-Identifier: Apache-2.0
// Chapter 6.6 and 6.7: who counts as a fighter, jettison, and air combat.
//
// A duel is one simultaneous round (AD30): before the dice the intercepted group may jettison
// (AR11) and name an escort (AD31); then all shots are thrown, then all damage is done, then
// survivors with new damage go home or use up their drop tanks (AD32). Patrols that are attacked
// fight alone (AD28a). Nobody on the ground takes part (A115, A116).
#include "air.h"

// ------------------------------------------------------------------------------ fighter or bomber
// A119: a fighter-bomber is the one or the other, by what it carries.
bool co_is_fighter(const co_table *t, const co_state *s, int piece) {
    // A122, A123, A124: heavy, dive and jet bombers are bombers.
    if (co_printed(t, piece)->cls != CO_FB) return false;
    // A120, A125: a fighter without ordnance, a bomber with it.
    // A121: drop tanks are no load.
    return !co_droppable(t, s, piece);
}

// -------------------------------------------------------------------------------------- jettison
uint64_t co_droppable(const co_table *t, const co_state *s, int piece) {
    int seat = co_owner(piece);
    return co_load_of(s, piece) & t->ordnance[seat] & ~t->tanks[seat];
}

// A126: whoever carries ordnance may jettison it.
// AR11: asked at launch, before a duel, and when the patrol has declined.
bool co_check_drop(const co_table *t, const co_state *s, int piece, gg_verdict *verdict) {
    GG_REFUSE_IF(!co_droppable(t, s, piece), NOTHING_TO_JETTISON, piece, 0);
    return true;
}

// A127, A128: destroyed, in the enemy's victory pile.
static void throw_away(const co_table *t, co_state *s, int piece, int card, gg_events *events) {
    unsigned reveal = co_airborne(s, piece) ? GG_E_REVEAL : 0; // on the ground it is a draft
    gg_emit(events, E_JETTISONED, RULE_A126, GG_SEE_ALL, reveal, piece, card, 0, 0, 0);
    co_add(s->f.spotted, card); // its own event has told of it
    co_destroy(t, s, card, RULE_A127, events);
}

// AR11a: everything but the drop tanks, at once.
void co_jettison(const co_table *t, co_state *s, int piece, gg_events *events) {
    uint64_t load = co_droppable(t, s, piece);
    while (load) throw_away(t, s, piece, co_take(co_owner(piece), &load), events);
}

// --------------------------------------------------------------------------------- the procedure
void co_open_duel(co_state *s, int interceptor, int target, bool sally) {
    gg_frame *duel = gg_flow_call(&s->f.flow, N_DUEL, (unsigned)co_owner(target));
    duel->subject = (uint16_t)interceptor;
    duel->arg[DU_TARGET] = (int16_t)target;
    duel->arg[DU_STAGE] = DUEL_JETTISON;
    duel->arg[DU_SALLY] = sally;
}

static void call_window(co_state *s, unsigned node) {
    const gg_frame *duel = gg_flow_top(&s->f.flow);
    int target = duel->arg[DU_TARGET];
    gg_flow_call(&s->f.flow, node, duel->seat)->subject = s->f.group[target];
}

static bool anything_to_drop(const co_table *t, const co_state *s, const gg_frame *duel) {
    uint64_t set = co_group(s, duel->seat, s->f.group[duel->arg[DU_TARGET]]);
    while (set)
        if (co_check_drop(t, s, co_take(duel->seat, &set), NULL)) return true;
    return false;
}

// AD31: the other fighters of the group.
static uint64_t escorts(const co_table *t, const co_state *s, const gg_frame *duel) {
    int target = duel->arg[DU_TARGET];
    uint64_t fighters = 0, set = co_group(s, duel->seat, s->f.group[target]) & ~co_bit(target);
    if (duel->arg[DU_SALLY]) return 0; // AD28a: on patrol each fights alone
    while (set) {
        int piece = co_take(duel->seat, &set);
        if (co_is_fighter(t, s, piece)) fighters |= co_bit(piece);
    }
    return fighters;
}

static void do_damage(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *duel = gg_flow_at(&s->f.flow);
    int target = duel->arg[DU_TARGET], interceptor = duel->subject;
    co_hurt(t, s, target, duel->arg[DU_TARGET_HURT], RULE_AD30, events);
    co_hurt(t, s, interceptor, duel->arg[DU_INTERCEPTOR_HURT], RULE_AD30b, events);
}

static int tanks_of(const co_table *t, const co_state *s, int piece) {
    int seat = co_owner(piece);
    uint64_t tanks = co_load_of(s, piece) & t->tanks[seat];
    return tanks ? co_take(seat, &tanks) : NO_PIECE;
}

// A111, AD32: a damaged survivor goes home, a patrol too.
// AD32a: unless its drop tanks let it stay.
static void come_out(const co_table *t, co_state *s, int piece, int wounds, gg_events *events) {
    if (!wounds || !co_airborne(s, piece)) return;
    if (tanks_of(t, s, piece) != NO_PIECE)
        gg_flow_call(&s->f.flow, N_TANKS, (unsigned)co_owner(piece))->subject = (uint16_t)piece;
    else
        co_send_home(s, piece, events);
}

// The windows before the dice; true when one was opened.
static bool prepare(const co_table *t, co_state *s, gg_frame *duel) {
    switch (duel->arg[DU_STAGE]) {
    case DUEL_JETTISON: // asked again until declined
        if (anything_to_drop(t, s, duel))
            call_window(s, N_JETTISON);
        else
            duel->arg[DU_STAGE]++;
        break;
    case DUEL_ESCORT:
        duel->arg[DU_STAGE]++;
        if (escorts(t, s, duel)) call_window(s, N_ESCORT);
        break;
    default: return false;
    }
    return true;
}

// AD30: the interceptor attacks.
// AD30b, AD30d: its target answers, a bomber with its grey airFP. Damage comes when all have shot.
static void fight(const co_table *t, co_state *s, gg_frame *duel, gg_events *events) {
    int target = duel->arg[DU_TARGET], interceptor = duel->subject;
    switch (duel->arg[DU_STAGE]++) {
    case DUEL_READY: break;
    case DUEL_ATTACK: co_shoot(t, s, ATT_INTERCEPT, interceptor, target); break;
    case DUEL_BACK: co_shoot(t, s, ATT_BACK, target, interceptor); break;
    case DUEL_COVER:
        if (duel->arg[DU_ESCORT]) co_shoot(t, s, ATT_ESCORT, duel->arg[DU_ESCORT] - 1, interceptor);
        break;
    case DUEL_DAMAGE: do_damage(t, s, events); break;
    case DUEL_TARGET_HOME: come_out(t, s, target, duel->arg[DU_TARGET_HURT], events); break;
    case DUEL_INTERCEPTOR_HOME:
        come_out(t, s, interceptor, duel->arg[DU_INTERCEPTOR_HURT], events);
        break;
    default: gg_flow_end(&s->f.flow);
    }
}

// A115, A116: from the interception to the last shot nobody on the ground is asked.
void co_step_duel(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *duel = gg_flow_at(&s->f.flow);
    if (!prepare(t, s, duel)) fight(t, s, duel, events);
}

// --------------------------------------------------------------------------------- JETTISON node
static bool in_group(const co_state *s, int seat, int piece) {
    int group = gg_flow_top(&s->f.flow)->subject;
    return co_owner(piece) == seat && co_airborne(s, piece) && s->f.group[piece] == group;
}

bool co_check_jettison(const co_table *t, const co_state *s, int seat, gg_action action,
                       gg_verdict *verdict) {
    int piece = gg_a(action);
    if (gg_verb_of(action) == V_DECLINE) return true;
    GG_REFUSE_IF(!in_group(s, seat, piece), JETTISON_OUTSIDE, piece, 0);
    return co_check_drop(t, s, piece, verdict);
}

uint32_t co_legal_jettison(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (uint64_t set = co_group(s, seat, gg_flow_top(&s->f.flow)->subject); set;) {
        int piece = co_take(seat, &set);
        if (co_check_drop(t, s, piece, NULL)) out[n++] = gg_act(V_JETTISON, (unsigned)piece, 0, 0);
    }
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

void co_play_jettison(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    if (co_declines(s, action, WINDOW_JETTISON, RULE_AR11, events))
        gg_flow_at(&s->f.flow)->arg[DU_STAGE]++;
    else
        co_jettison(t, s, gg_a(action), events);
}

// ----------------------------------------------------------------------------------- ESCORT node
bool co_check_escort(const co_table *t, const co_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int piece = gg_a(action);
    if (gg_verb_of(action) == V_DECLINE) return true;
    bool other = in_group(s, seat, piece) && piece != co_caller(s)->arg[DU_TARGET];
    GG_REFUSE_IF(!other, ESCORT_OUTSIDE, piece, 0);
    GG_REFUSE_IF(!co_is_fighter(t, s, piece), ESCORT_BOMBER, piece, 0);
    return true;
}

uint32_t co_legal_escort(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (uint64_t set = escorts(t, s, co_caller(s)); set;)
        out[n++] = gg_act(V_ESCORT, (unsigned)co_take(seat, &set), 0, 0);
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

void co_play_escort(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action);
    (void)t;
    if (co_declines(s, action, WINDOW_ESCORT, RULE_AD31, events)) return;
    gg_frame *duel = gg_flow_at(&s->f.flow);
    duel->arg[DU_ESCORT] = (int16_t)(1 + piece);
    gg_emit(events, E_ESCORTED, RULE_AD31, GG_SEE_ALL, 0, piece, duel->arg[DU_TARGET], 0, 0, 0);
}

// ------------------------------------------------------------------------------------ TANKS node
bool co_check_tanks(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action);
    (void)t;
    (void)seat;
    if (gg_verb_of(action) == V_DECLINE) return true;
    GG_REFUSE_IF(piece != gg_flow_top(&s->f.flow)->subject, SPEND_OTHER, piece,
                 gg_flow_top(&s->f.flow)->subject);
    return true;
}

uint32_t co_legal_tanks(const co_table *t, const co_state *s, int seat, gg_action *out) {
    (void)t;
    (void)seat;
    out[0] = gg_act(V_SPEND, gg_flow_top(&s->f.flow)->subject, 0, 0);
    out[1] = gg_act(V_DECLINE, 0, 0, 0);
    return 2;
}

// AD32b: to the owner's discard pile; this is no jettison.
void co_play_tanks(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_flow_top(&s->f.flow)->subject, tanks = tanks_of(t, s, piece);
    gg_flow_end(&s->f.flow);
    if (gg_verb_of(action) == V_DECLINE) {
        co_send_home(s, piece, events);
        return;
    }
    gg_emit(events, E_STAYED, RULE_AD32a, GG_SEE_ALL, 0, piece, tanks, 0, 0, 0);
    co_discard(t, s, tanks, events);
}
