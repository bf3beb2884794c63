// SPDX-License-Identifier: Apache-2.0
// Chapter 5: phase 1, reinforcement. AD14: refit, deployment, events and the Soviet option come in
// any order until the player ends the phase. Nothing has to be done: A6 (deployment), A39 (the
// Soviet option). The parts are in r01_refit.c, r01_deploy.c, r01_soviet.c and r01_events.c.
#include "r01_reinforce.h"

bool co_check_reinforce(const co_table *t, const co_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    switch (gg_verb_of(action)) {
    case V_REFIT:
    case V_REPAIR: return co_check_refit(t, s, seat, action, verdict);
    case V_DEPLOY: return co_check_deploy(t, s, seat, action, verdict);
    case V_ATTACH: return co_check_attach(t, s, seat, action, verdict);
    case V_LEVY: return co_check_levy(t, s, seat, action, verdict);
    case V_RECRUITS: return co_check_recruits(t, s, seat, action, verdict);
    case V_BONUS: return co_check_bonus(t, s, seat, action, verdict);
    case V_END: return true; // A6, A39: nobody has to deploy or to use the option
    default: return co_check_event(t, s, seat, action, verdict);
    }
}

// AD14: one node offers everything, again after each action: any order.
uint32_t co_legal_reinforce(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint32_t count = co_list_refit(t, s, seat, out);
    count += co_list_deploy(t, s, seat, out + count);
    count += co_list_soviet(t, s, seat, out + count);
    count += co_list_events(t, s, seat, out + count);
    out[count++] = gg_act(V_END, 0, 0, 0); // A6, A39: at any time
    return count;
}

void co_play_reinforce(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    switch (gg_verb_of(action)) {
    case V_REFIT:
    case V_REPAIR: co_play_refit(t, s, action, events); break;
    case V_DEPLOY: co_play_deploy(t, s, action, events); break;
    case V_ATTACH: co_play_attach(t, s, action, events); break;
    case V_LEVY: co_play_levy(t, s, action, events); break;
    case V_RECRUITS: co_play_recruits(t, s, action, events); break;
    case V_BONUS: co_play_bonus(t, s, action, events); break;
    case V_END: co_next_phase(t, s, events); break;
    default: co_play_event(t, s, action, events); break;
    }
}
