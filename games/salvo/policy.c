// SPDX-License-Identifier: Apache-2.0
// A quick sensible action, for rollouts and standing orders: no search, one look at the node.
//
// An activation is drawn step by step (draw.c); set-up goes where objectives are near; a watcher
// fires where that harms the enemy more than friends.
#include "survey.h"

#include "r4_path.h"

enum { LIST_MAX = 512, PLENTY = 3, PLACES_TRIED = 4, COMMITTED = 1 };

static gg_action any_of(const gg_action *list, uint32_t n, gg_rng *rng) {
    return list[n == 1 ? 0 : gg_rng_below(rng, n)];
}

// --------------------------------------------------------------------------------------- places
// Squared distance to the nearest objective the side does not hold, or to any when it holds all.
static int64_t to_go(const sv_table *t, const sv_state *s, int side, gg_point at) {
    int64_t open = INT64_MAX, all = INT64_MAX;
    for (int i = 0; i < t->board.objectives; i++) {
        int64_t away = gg_dist2(at, t->board.objective[i].at);
        if (away < all) all = away;
        if (away < open && s->f.control[i] != side + 1) open = away;
    }
    return open < INT64_MAX ? open : all;
}

static gg_point point_of(gg_action action) {
    return (gg_point){(int16_t)gg_a(action), (int16_t)gg_b(action)};
}

// The best of a few, so that not everybody takes the same way.
static gg_action nearest(const sv_table *t, const sv_state *s, int side, const gg_action *list,
                         uint32_t n, gg_rng *rng) {
    gg_action best = GG_NO_ACTION;
    int64_t least = INT64_MAX;
    for (int i = 0; i < PLACES_TRIED; i++) {
        gg_action action = any_of(list, n, rng);
        int64_t away = to_go(t, s, side, point_of(action));
        if (best != GG_NO_ACTION && away >= least) continue;
        best = action;
        least = away;
    }
    return best;
}

static gg_action act(const sv_table *t, const sv_state *s, gg_rng *rng) {
    gg_plan plan;
    sv_draw_act(t, s, rng, &plan);
    return plan.step[0];
}

// The first formation that fits; GG_NO_ACTION when nobody is to form, or none does.
static gg_action form(const sv_table *t, const sv_state *s) {
    sv_judge j;
    sv_judge_open(&j, t, s);
    if (!(sv_followers(&j) & ~j.placed)) return GG_NO_ACTION;
    sv_judge_forming(&j);
    for (int shape = SHAPE_KEEP; shape <= SHAPE_ROSETTE; shape++)
        if (sv_judge_shape(&j, shape)) return sv_usual_form(&j, shape);
    return GG_NO_ACTION;
}

// A leg first, then formation and confirm, without a list as long as they are found so.
static gg_action move(const sv_table *t, const sv_state *s, int seat, gg_rng *rng) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_action list[LIST_MAX], confirm = gg_act(V_CONFIRM, 0, 0, 0);
    gg_plan plan;
    if (!frame->arg[ARG_PLACED] && sv_draw_move(t, s, rng, &plan)) return plan.step[1];
    gg_action next = frame->arg[ARG_PLACED] ? form(t, s) : GG_NO_ACTION;
    if (next != GG_NO_ACTION) return next;
    if (frame->arg[ARG_PLACED] && sv_check_confirm(t, s, NULL)) return confirm;
    uint32_t n = sv_legal_move(t, s, seat, list), legs = 0;
    while (legs < n && gg_verb_of(list[legs]) == V_LEG) legs++;
    if (legs == n) return nearest(t, s, seat, list, n, rng);
    return any_of(list + legs, n - legs, rng);
}

static gg_action deploy(const sv_table *t, const sv_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_legal_deploy(t, s, seat, list);
    if (gg_verb_of(list[0]) == V_AT) return nearest(t, s, seat, list, n, rng);
    return any_of(list, n, rng);
}

// ------------------------------------------------------------------------------------- overwatch
static int reaction_worth(const sv_table *t, const sv_state *s, const sv_survey *v,
                          gg_action react) {
    int shooter = sv_unit_named(t, gg_a(react));
    return sv_volley_worth(t, s, v, shooter, sv_slot_of(t, shooter, (unsigned)gg_b(react)),
                           sv_unit_named(t, gg_c(react)));
}

// The shot that promises most; none that promises nothing, or costs friends more than the enemy.
static gg_action react(const sv_table *t, const sv_state *s, int seat) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_legal_react(t, s, seat, list);
    gg_action best = list[n - 1]; // hold fire
    sv_survey v;
    int most = 0;
    sv_take_survey(t, s, &v);
    for (uint32_t i = 0; i + 1 < n; i++) {
        int worth = reaction_worth(t, s, &v, list[i]);
        if (worth <= most) continue;
        best = list[i];
        most = worth;
    }
    return best;
}

// -------------------------------------------------------------------------------- melee re-rolls
static int64_t blow_worth(const sv_table *t, const sv_survey *v, int striker, int unit) {
    int64_t hit = sv_odds(sv_needed(sv_attack_margin(t, striker, unit)));
    int margin = sv_type(t, striker)->penetration - sv_type(t, unit)->protection;
    return hit * sv_odds(sv_needed(margin)) * v->unit[unit].figure_worth;
}

// All of them here, or none when a unit still to come is a better prize.
static gg_action again(const sv_table *t, const sv_state *s) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    sv_survey v;
    sv_take_survey(t, s, &v);
    int64_t here = blow_worth(t, &v, top->subject, top->arg[ARG_UNIT]);
    for (int unit = 0; unit < UNITS; unit++)
        if (s->f.blows[unit] && blow_worth(t, &v, top->subject, unit) > here)
            return gg_act(V_REROLL, 0, 0, 0);
    return gg_act(V_REROLL, (unsigned)top->arg[ARG_REROLLS], 0, 0);
}

// -------------------------------------------------------------------------------- the other nodes
static gg_action rest(const sv_table *t, const sv_state *s, int seat, unsigned node, gg_rng *rng) {
    gg_action list[LIST_MAX];
    switch (node) {
    case N_SETUP: { // deploy; the reserve is last
        uint32_t n = sv_legal_setup(t, s, seat, list);
        return any_of(list, n > 1 ? n - 1 : n, rng);
    }
    case N_REINFORCE: sv_legal_reinforce(t, s, seat, list); return list[0];
    case N_SEQUENCE: return any_of(list, sv_legal_sequence(t, s, seat, list), rng);
    case N_COMMIT: return gg_act(V_COMMIT, s->f.points[seat] > PLENTY ? COMMITTED : 0, 0, 0);
    case N_FIRST: return gg_act(gg_rng_below(rng, 2) ? V_FIRST : V_SECOND, 0, 0, 0);
    case N_TURN: return gg_act(V_REVEAL, 0, 0, 0);
    case N_RALLY: sv_legal_rally(t, s, seat, list); return list[0];
    case N_REACT: return react(t, s, seat);
    case N_AGAIN: return again(t, s);
    case N_SPLIT: return any_of(list, sv_legal_share(t, s, seat, list), rng);
    case N_MELEE: return any_of(list, sv_legal_melee(t, s, seat, list), rng);
    case N_PURSUIT: return any_of(list, sv_legal_pursuit(t, s, seat, list), rng);
    default: return GG_NO_ACTION;
    }
}

gg_action sv_policy(const void *table, const void *state, int seat, gg_rng *rng) {
    const sv_table *t = table;
    const sv_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->seat != seat) return GG_NO_ACTION;
    switch (frame->node) {
    case N_DEPLOY: return deploy(t, s, seat, rng);
    case N_MOVE: return move(t, s, seat, rng);
    case N_ACT: return act(t, s, rng);
    default: return rest(t, s, seat, frame->node, rng);
    }
}
