// SPDX-License-Identifier: Apache-2.0
// A verb at the wrong moment. Which rule says when it may be used, and what comes first: a draft or
// a question that is open, otherwise the phase that the verb belongs to.
#include "combat.h"

// What has been begun, or asked, comes before anything else, and is named.
static bool refuse_before_answer(const sv_state *s, gg_verdict *verdict) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    unsigned node = top->node;
    int unit = sv_piece_of_unit(top->subject);
    GG_REFUSE_IF(node == N_MOVE, FINISH_MOVE, unit, top->arg[ARG_KIND]);
    GG_REFUSE_IF(node == N_DEPLOY, FINISH_PLACING, unit, 0);
    GG_REFUSE_IF(node == N_SPLIT, FINISH_SHARES, unit, sv_attacks_left(s));
    GG_REFUSE_IF(node == N_MELEE, FINISH_MELEE, unit, 0);
    GG_REFUSE_IF(node == N_AGAIN, ANSWER_REROLLS, unit, sv_piece_of_unit(top->arg[ARG_UNIT]));
    GG_REFUSE_IF(node == N_PURSUIT, ANSWER_PURSUIT, unit, 0);
    GG_REFUSE_IF(node == N_RALLY, ANSWER_RALLY, unit, 0);
    GG_REFUSE_IF(node == N_REACT, ANSWER_REACTION, unit, 0);
    return true;
}

// Steps of a placing or a move: of whom has not been said yet.
static bool refuse_to_draw(unsigned node, gg_verdict *verdict) {
    GG_REFUSE_IF(node == N_SETUP, PLACE_WHOM, 0, 0);
    GG_REFUSE_IF(node == N_REINFORCE, ENTER_WHOM, 0, 0);
    GG_REFUSE_IF(node == N_ACT, DRAW_NOT_NOW, 0, 0);
    GG_REFUSE_IF(true, ACT_NOT_NOW, 0, 0);
    return true;
}

static bool refuse_in_this_phase(unsigned node, unsigned verb, gg_verdict *verdict) {
    bool places = verb == V_DEPLOY || verb == V_RESERVE, buys = verb == V_BUY || verb == V_DONE;
    bool begins = verb == V_FIRST || verb == V_SECOND, asks = verb == V_REACT || verb == V_DECLINE;
    bool special = verb == V_RELOCATE || verb == V_DELAY || verb == V_EXTRA;
    bool acts = verb >= V_WILL && verb <= V_SPLIT, pursues = verb == V_PURSUE || verb == V_STAY;
    bool draws = verb >= V_AT && verb <= V_FACE, melee = verb == V_GIVE || verb == V_RESOLVE;
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
    if (draws || verb == V_HALT) return refuse_to_draw(node, verdict);
    GG_REFUSE_IF(melee || verb == V_REROLL, MELEE_NOT_NOW, 0, 0);
    GG_REFUSE_IF(verb == V_REVEAL, REVEAL_NOT_NOW, 0, 0);
    GG_REFUSE_IF(acts || verb == V_END, ACT_NOT_NOW, 0, 0);
    return true;
}

bool sv_refuse_moment(const sv_state *s, gg_action action, gg_verdict *verdict) {
    return refuse_before_answer(s, verdict) &&
           refuse_in_this_phase(gg_flow_top(&s->f.flow)->node, gg_verb_of(action), verdict);
}
