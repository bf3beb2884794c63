// SPDX-License-Identifier: Apache-2.0
// A verb at the wrong moment. Which rule says when it may be used, and what comes first: a draft or
// a question that is open, otherwise the phase that the verb belongs to.
#include "salvo.h"

// What has been begun, or asked, comes before anything else.
static bool refuse_before_answer(unsigned node, gg_verdict *verdict) {
    GG_REFUSE_IF(node == N_MOVE, FINISH_MOVE, 0, 0);
    GG_REFUSE_IF(node == N_DEPLOY, FINISH_PLACING, 0, 0);
    GG_REFUSE_IF(node == N_SPLIT, FINISH_SHARES, 0, 0);
    GG_REFUSE_IF(node == N_MELEE, FINISH_MELEE, 0, 0);
    GG_REFUSE_IF(node == N_AGAIN, ANSWER_REROLLS, 0, 0);
    GG_REFUSE_IF(node == N_PURSUIT, ANSWER_PURSUIT, 0, 0);
    GG_REFUSE_IF(node == N_RALLY, ANSWER_RALLY, 0, 0);
    GG_REFUSE_IF(node == N_REACT, ANSWER_REACTION, 0, 0);
    return true;
}

static bool refuse_in_this_phase(unsigned verb, gg_verdict *verdict) {
    bool places = verb == V_DEPLOY || verb == V_RESERVE, buys = verb == V_BUY || verb == V_DONE;
    bool begins = verb == V_FIRST || verb == V_SECOND, asks = verb == V_REACT || verb == V_DECLINE;
    bool special = verb == V_RELOCATE || verb == V_DELAY || verb == V_EXTRA;
    bool acts = verb >= V_WILL && verb <= V_SPLIT, pursues = verb == V_PURSUE || verb == V_STAY;
    bool draws = verb == V_LEG || verb == V_PLACE || verb == V_FORM || verb == V_FACE;
    bool rallies = verb == V_RALLY || verb == V_TEST || verb == V_PASS;
    GG_REFUSE_IF(places, SET_UP_NOT_NOW, 0, 0);
    GG_REFUSE_IF(buys, BUY_NOT_NOW, 0, 0);
    GG_REFUSE_IF(verb == V_CARD, CARD_NOT_NOW, 0, 0);
    GG_REFUSE_IF(verb == V_COMMIT, COMMIT_NOT_NOW, 0, 0);
    GG_REFUSE_IF(begins, FIRST_NOT_NOW, 0, 0);
    GG_REFUSE_IF(special, SPECIAL_NOT_NOW, 0, 0);
    GG_REFUSE_IF(rallies, RALLY_NOT_NOW, 0, 0);
    GG_REFUSE_IF(asks, REACT_NOT_NOW, 0, 0);
    GG_REFUSE_IF(pursues, PURSUE_NOT_NOW, 0, 0);
    GG_REFUSE_IF(draws, DRAW_NOT_NOW, 0, 0);
    GG_REFUSE_IF(verb == V_REVEAL, REVEAL_NOT_NOW, 0, 0);
    GG_REFUSE_IF(acts || verb == V_END, ACT_NOT_NOW, 0, 0);
    return true;
}

bool sv_refuse_moment(const sv_state *s, gg_action action, gg_verdict *verdict) {
    return refuse_before_answer(gg_flow_top(&s->f.flow)->node, verdict) &&
           refuse_in_this_phase(gg_verb_of(action), verdict);
}
