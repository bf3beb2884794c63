// SPDX-License-Identifier: Apache-2.0
// Chapter 6.4: anti-aircraft fire at aircraft that come adjacent (A82 to A91).
//
// The question is put by what the flying side sees too (AD26b): a face-down card or a spotted AA
// unit in a place that the position touches. What lies face down is never told by a question that
// does not come: after a shot it comes again as long as a face-down card is left (AD26c).
#include "air.h"

// Units with an airFP in those places, grey ones included.
static uint64_t guns(const co_table *t, const co_state *s, int seat, unsigned places) {
    uint64_t there = 0;
    for (; places; places &= places - 1) there |= s->at[seat][__builtin_ctz(places)];
    return there & t->airfp[seat] & t->ground[seat];
}

static uint64_t hidden(const co_table *t, const co_state *s, int seat, unsigned places) {
    uint64_t there = 0;
    for (; places; places &= places - 1) there |= co_hidden_at(t, s, seat, __builtin_ctz(places));
    return there;
}

// AD26b: a spotted gun that has not fired, or a face-down card, whatever it is.
bool co_flak_opens(const co_table *t, const co_state *s, int seat, int position) {
    unsigned places = co_touching(position);
    uint64_t ready = guns(t, s, seat, places) & t->aa[seat] & ~s->f.shot[seat];
    return ready & s->f.spotted[seat] || hidden(t, s, seat, places);
}

void co_open_flak(co_state *s, int seat, int group, int position) {
    gg_frame *window = gg_flow_call(&s->f.flow, N_AA, (unsigned)seat);
    window->subject = (uint16_t)group;
    window->arg[0] = (int16_t)position;
}

// --------------------------------------------------------------------------------------- AA node
// A83, A86: any AA unit whose airFP is not grey, engaged or not.
// AD35, AD35a: in an HQ, mounted or in a fortification too.
static bool check_gun(const co_table *t, const co_state *s, int seat, int gun,
                      gg_verdict *verdict) {
    int position = gg_flow_top(&s->f.flow)->arg[0], place = s->f.where[gun];
    bool own = co_owner(gun) == seat && co_in(t->airfp, gun) && co_in(t->ground, gun);
    bool beside = place < GROUND_PLACES && co_touching(position) >> place & 1;
    GG_REFUSE_IF(!own, NOT_YOUR_AA, gun, 0);
    GG_REFUSE_IF(!co_in(t->aa, gun), AA_GREY, gun, 0);
    GG_REFUSE_IF(!beside, AA_NOT_BESIDE, gun, position);
    GG_REFUSE_IF(co_in(s->f.shot, gun), AA_ONE_SHOT, gun, 0);
    return true;
}

static bool in_group(const co_state *s, int seat, int piece) {
    int group = gg_flow_top(&s->f.flow)->subject;
    return co_owner(piece) == seat && co_airborne(s, piece) && s->f.group[piece] == group;
}

bool co_check_aa(const co_table *t, const co_state *s, int seat, gg_action action,
                 gg_verdict *verdict) {
    int gun = gg_a(action), target = gg_b(action);
    if (gg_verb_of(action) == V_DECLINE) return true;
    if (!check_gun(t, s, seat, gun, verdict)) return false;
    GG_REFUSE_IF(!in_group(s, co_enemy(seat), target), AA_NOT_IN_GROUP, target, 0);
    return true;
}

// A91: a shot is aimed at one aircraft.
uint32_t co_legal_aa(const co_table *t, const co_state *s, int seat, gg_action *out) {
    const gg_frame *window = gg_flow_top(&s->f.flow);
    uint64_t group = co_group(s, co_enemy(seat), window->subject);
    uint32_t n = 0;
    for (uint64_t set = guns(t, s, seat, co_touching(window->arg[0])); set;) {
        int gun = co_take(seat, &set);
        if (!check_gun(t, s, seat, gun, NULL)) continue;
        for (uint64_t targets = group; targets;) {
            unsigned target = (unsigned)co_take(co_enemy(seat), &targets);
            out[n++] = gg_act(V_SHOOT, (unsigned)gun, target, 0);
        }
    }
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

// A88, A89: neither engaged nor paid for.
// AR8: spotted is the gun; the aircraft was seen when it took off (A80).
static void shoot(const co_table *t, co_state *s, int gun, int target, gg_events *events) {
    co_add(s->f.shot, gun);
    co_spot(t, s, gun, RULE_A90, events); // A90: at once
    gg_emit(events, E_FLAK, RULE_A82, GG_SEE_ALL, GG_E_REVEAL, gun, target, 0, 0, 0);
    co_shoot(t, s, ATT_AA, gun, target);
}

// AD26c: after a shot the question comes again, until it is declined.
void co_play_aa(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    if (co_declines(s, action, WINDOW_AA, RULE_AD26c, events))
        gg_flow_at(&s->f.flow)->arg[FL_STAGE] = FLIGHT_ON;
    else
        shoot(t, s, gg_a(action), gg_b(action), events);
}
