// SPDX-License-Identifier: Apache-2.0
// Phase 5: an assault is drafted (AD46) and its blows are judged (AD47, nodes DEFENSIVE, CLASH and
// STRIKEBACK). How it runs stands in r05_storm.c.
//
// From one place against one adjacent enemy place; no guns, batteries, transports, HQ troops or AA
// (AD46a); no more cards than the attacked place holds, riders counted (AD46b), and one attacker
// only over a bridge (AD7g); 1 supply each (AD23c). Confirming engages and spots the attackers
// (AD17d) and spots every card of the attacked place (AD17e).
#include "ground.h"

static int cards_of(const co_table *t, const co_state *s, int seat, uint64_t set) {
    int count = 0;
    while (set) count += 1 + (co_passenger(t, s, co_take(seat, &set)) != NO_PIECE);
    return count;
}

// May this unit take part, with those already drafted?
static bool check_part(const co_table *t, const co_state *s, int piece, int place,
                       gg_verdict *verdict) {
    int seat = co_owner(piece), from = s->f.where[piece];
    uint64_t others = s->f.assault[seat];
    GG_REFUSE_IF(!co_in(t->assaults, piece), CANNOT_ASSAULT, piece, 0);
    GG_REFUSE_IF(place >= GROUND_PLACES || !(co_neighbours[from] >> place & 1), ASSAULT_FAR, place,
                 piece);
    GG_REFUSE_IF(!(s->held[co_enemy(seat)] >> place & 1), ASSAULT_NOBODY, place, 0);
    if (!co_check_ground(t, s, piece, from, place, verdict)) return false;
    GG_REFUSE_IF(others && co_ground(t, s, place)->flags & CO_T_BRIDGE, BRIDGE_ONE, place, 0);
    int cards = cards_of(t, s, seat, others | co_bit(piece)), limit = co_limit(t, s, place);
    GG_REFUSE_IF4(cards > limit, ASSAULT_LIMIT, place, cards, limit, 0);
    int price = co_count(others) + 1;
    GG_REFUSE_IF(price > s->f.supply[seat], ASSAULT_NO_SUPPLY, price, s->f.supply[seat]);
    return true;
}

bool co_check_start(const co_table *t, const co_state *s, int piece, int place,
                    gg_verdict *verdict) {
    return check_part(t, s, piece, place, verdict);
}

void co_list_start(const co_table *t, const co_state *s, int seat, uint64_t actors, co_list *list) {
    int enemy = co_enemy(seat);
    for (actors &= t->assaults[seat]; actors && s->f.supply[seat];) {
        int piece = co_take(seat, &actors);
        for (unsigned near = co_neighbours[s->f.where[piece]] & s->held[enemy]; near;
             near &= near - 1) {
            int place = __builtin_ctz(near);
            if (check_part(t, s, piece, place, NULL)) co_list_add(list, V_ASSAULT, piece, place);
        }
    }
}

void co_play_start(co_state *s, gg_action action) {
    int piece = gg_a(action);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_ASSAULT, (unsigned)co_owner(piece));
    frame->arg[0] = (int16_t)gg_b(action);
    frame->arg[1] = s->f.where[piece];
    co_add(s->f.assault, piece);
}

// ---------------------------------------------------------------------------------------- ASSAULT
bool co_check_assault(const co_table *t, const co_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int piece = gg_a(action), from = frame->arg[1];
    if (gg_verb_of(action) == V_CONFIRM) return true;
    if (!co_check_actor(t, s, seat, piece, verdict)) return false;
    GG_REFUSE_IF(co_in(s->f.assault, piece), ASSAULT_TWICE, piece, 0);
    GG_REFUSE_IF(s->f.where[piece] != from, ASSAULT_FROM, piece, from);
    return check_part(t, s, piece, frame->arg[0], verdict);
}

uint32_t co_legal_assault(const co_table *t, const co_state *s, int seat, gg_action *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    co_list list = {out, 0};
    uint64_t set = co_actors(t, s, seat) & t->assaults[seat] & s->at[seat][frame->arg[1]];
    for (set &= ~s->f.assault[seat]; set;) {
        int piece = co_take(seat, &set);
        if (check_part(t, s, piece, frame->arg[0], NULL)) co_list_add(&list, V_WITH, piece, 0);
    }
    co_list_add(&list, V_CONFIRM, 0, 0);
    return list.count;
}

static void launch(const co_table *t, co_state *s, int seat, int place, int from,
                   gg_events *events) {
    int enemy = co_enemy(seat), count = co_count(s->f.assault[seat]);
    gg_emit(events, E_ASSAULT, RULE_AD46, GG_SEE_ALL, 0, seat, place, from, count, 0);
    co_pay(s, seat, count); // AD23c: 1 supply for each
    for (uint64_t set = s->f.assault[seat]; set;) {
        int piece = co_take(seat, &set);
        co_add(s->f.acted, piece); // AD43a: this was its action
        co_engage(t, s, piece);
        co_spot(t, s, piece, RULE_AD17d, events); // AD17d: who assaults is seen
    }
    for (uint64_t set = co_crowd(t, s, enemy, place); set;)
        co_spot(t, s, co_take(enemy, &set), RULE_AD17e, events); // AD17e: and who is assaulted
}

void co_play_assault(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int seat = frame->seat;
    if (gg_verb_of(action) == V_WITH) {
        co_add(s->f.assault, gg_a(action));
        return;
    }
    launch(t, s, seat, frame->arg[0], frame->arg[1], events);
    s->f.used[0] = s->f.used[1] = 0;
    gg_flow_goto(&s->f.flow, N_STORM, (unsigned)seat);
}

// ----------------------------------------------------------------------------- the three exchanges
// The STORM frame lies under the window.
static const gg_frame *storm(const co_state *s) {
    return &s->f.flow.frame[s->f.flow.depth - 2];
}

static uint64_t defenders(const co_table *t, const co_state *s) {
    const gg_frame *frame = storm(s);
    int enemy = co_enemy(frame->seat);
    return s->at[enemy][frame->arg[0]] & t->ground[enemy] & ~co_aboard(t, s, enemy);
}

static uint64_t attackers(const co_state *s) {
    return s->f.assault[storm(s)->seat];
}

static bool check_blow(const co_table *t, const co_state *s, int kind, gg_action action,
                       gg_verdict *verdict) {
    int piece = gg_a(action), target = gg_b(action);
    if (gg_verb_of(action) == V_FAUST) return co_check_faust(t, s, piece, target, verdict);
    GG_REFUSE_IF(!co_able(t, s, kind, piece, target), NO_FIREPOWER, piece, target);
    return true;
}

static bool one_of(uint64_t set, int seat, int piece) {
    return co_owner(piece) == seat && set & co_bit(piece);
}

static uint32_t list_blows(const co_table *t, const co_state *s, int kind, int seat,
                           uint64_t actors, uint64_t targets, gg_action *out) {
    co_list list = {out, 0};
    for (int faust = ATT_FAUST; faust >= 0; faust -= ATT_FAUST)
        for (uint64_t who = faust ? actors & s->ridden[seat] : actors; who;) {
            int piece = co_take(seat, &who);
            for (uint64_t set = targets; set;) {
                int target = co_take(co_enemy(seat), &set);
                if (co_able(t, s, kind | faust, piece, target))
                    co_list_add(&list, faust ? V_FAUST : V_STRIKE, piece, target);
            }
        }
    co_list_add(&list, V_DECLINE, 0, 0);
    return list.count;
}

// Ends the window; a refusal to go on ends the step of the assault (arg[2] of STORM).
static bool close_window(co_state *s, gg_action action, int window, unsigned rule,
                         gg_events *events) {
    if (!co_declines(s, action, window, rule, events)) return false;
    gg_flow_at(&s->f.flow)->arg[2]++;
    return true;
}

static void blow(const co_table *t, co_state *s, int kind, gg_action action) {
    int piece = gg_a(action);
    co_add(s->f.used, piece);
    co_shoot(t, s, kind | (gg_verb_of(action) == V_FAUST ? ATT_FAUST : 0), piece, gg_b(action));
}

// ---- step 2: each un-engaged defender may fire first
static uint64_t ready_defenders(const co_table *t, const co_state *s, int seat) {
    return defenders(t, s) & ~s->f.engaged[seat] & ~s->f.used[seat];
}

bool co_check_defensive(const co_table *t, const co_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    int piece = gg_a(action), target = gg_b(action);
    if (gg_verb_of(action) == V_DECLINE) return true;
    GG_REFUSE_IF(!one_of(defenders(t, s), seat, piece), NOT_DEFENDING, piece, 0);
    GG_REFUSE_IF(co_in(s->f.engaged, piece) || co_in(s->f.used, piece), STORM_ENGAGED, piece, 0);
    GG_REFUSE_IF(!one_of(attackers(s), co_enemy(seat), target), NOT_ATTACKING, target, 0);
    return check_blow(t, s, ATT_DEFENSIVE, action, verdict);
}

uint32_t co_legal_defensive(const co_table *t, const co_state *s, int seat, gg_action *out) {
    return list_blows(t, s, ATT_DEFENSIVE, seat, ready_defenders(t, s, seat), attackers(s), out);
}

void co_play_defensive(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    if (close_window(s, action, WINDOW_DEFENSIVE, RULE_AD47, events)) return;
    co_engage(t, s, gg_a(action)); // AD47: free of charge, but engaged
    blow(t, s, ATT_DEFENSIVE, action);
}

// ---- step 3: each surviving attacker attacks one defender
bool co_check_clash(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action), target = gg_b(action);
    if (gg_verb_of(action) == V_DECLINE) return true;
    GG_REFUSE_IF(!one_of(attackers(s), seat, piece), NOT_ATTACKING, piece, 0);
    GG_REFUSE_IF(co_in(s->f.used, piece), ATTACKER_STRUCK, piece, 0);
    GG_REFUSE_IF(!one_of(defenders(t, s), co_enemy(seat), target), NOT_DEFENDING, target, 0);
    return check_blow(t, s, ATT_ASSAULT, action, verdict);
}

uint32_t co_legal_clash(const co_table *t, const co_state *s, int seat, gg_action *out) {
    return list_blows(t, s, ATT_ASSAULT, seat, attackers(s) & ~s->f.used[seat], defenders(t, s),
                      out);
}

void co_play_clash(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    if (!close_window(s, action, WINDOW_CLASH, RULE_AD47b, events)) blow(t, s, ATT_ASSAULT, action);
}

// ---- step 4: each surviving defender that has not fired strikes back, engaged or not
bool co_check_strikeback(const co_table *t, const co_state *s, int seat, gg_action action,
                         gg_verdict *verdict) {
    int piece = gg_a(action), target = gg_b(action);
    if (gg_verb_of(action) == V_DECLINE) return true;
    GG_REFUSE_IF(!one_of(defenders(t, s), seat, piece), NOT_DEFENDING, piece, 0);
    GG_REFUSE_IF(co_in(s->f.used, piece), DEFENDER_STRUCK, piece, 0);
    GG_REFUSE_IF(!one_of(attackers(s), co_enemy(seat), target), NOT_ATTACKING, target, 0);
    return check_blow(t, s, ATT_STRIKEBACK, action, verdict);
}

uint32_t co_legal_strikeback(const co_table *t, const co_state *s, int seat, gg_action *out) {
    return list_blows(t, s, ATT_STRIKEBACK, seat, defenders(t, s) & ~s->f.used[seat], attackers(s),
                      out);
}

// AD47f: nobody is engaged by striking back.
void co_play_strikeback(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    if (!close_window(s, action, WINDOW_STRIKEBACK, RULE_AD47e, events))
        blow(t, s, ATT_STRIKEBACK, action);
}
