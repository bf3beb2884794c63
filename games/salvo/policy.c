// SPDX-License-Identifier: Apache-2.0
// A quick sensible action, for rollouts and standing orders: no search, one look at the node.
//
// Foot goes to the nearest objective that its side does not hold, by the fastest move when nobody
// is in sight; a unit with a target shoots at the one it can hurt most, with fire at will if there
// is plenty of command points; whoever can strike strikes; a unit ends its activation in cover, or
// on overwatch when it has not fired.
#include "survey.h"

#include "r4_path.h"

enum { LIST_MAX = 512, PLENTY = 3, PLACES_TRIED = 4, COMMITTED = 1 };

static gg_action any_of(const gg_action *list, uint32_t n, gg_rng *rng) {
    return list[n == 1 ? 0 : gg_rng_below(rng, n)];
}

static bool offers(const gg_action *list, uint32_t n, unsigned verb, gg_action *out) {
    for (uint32_t i = 0; i < n; i++)
        if (gg_verb_of(list[i]) == verb) {
            *out = list[i];
            return true;
        }
    return false;
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

// A leg first; then formation and confirm come before another leg.
static gg_action move(const sv_table *t, const sv_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX];
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

// ------------------------------------------------------------------------------------ activation
static int shot_worth(const sv_table *t, const sv_state *s, const sv_survey *v, int unit,
                      gg_action shoot) {
    int target = sv_unit_named(t, gg_a(shoot));
    sv_line line = sv_look(t, v, unit, target);
    return sv_salvo_worth(t, s, v, &line, 0, unit, sv_slot_of(t, unit, (unsigned)gg_b(shoot)),
                          target, false);
}

static gg_action best_shot(const sv_table *t, const sv_state *s, int unit, const gg_action *list,
                           uint32_t n) {
    gg_action best = GG_NO_ACTION;
    sv_survey v;
    int most = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (gg_verb_of(list[i]) != V_SHOOT) continue;
        if (best == GG_NO_ACTION) sv_take_survey(t, s, &v);
        int worth = shot_worth(t, s, &v, unit, list[i]);
        if (best != GG_NO_ACTION && worth <= most) continue;
        best = list[i];
        most = worth;
    }
    return best;
}

static bool stands_on_objective(const sv_table *t, const sv_state *s, int unit) {
    gg_point at = sv_at(s, s->f.leader[unit]);
    for (int i = 0; i < t->board.objectives; i++)
        if (gg_within(at, t->board.objective[i].at, CONTROL_RADIUS)) return true;
    return false;
}

// Those who have found a target move slowly, the others fast.
static gg_action choose_move(const gg_action *list, uint32_t n, bool target) {
    gg_action best = GG_NO_ACTION;
    for (uint32_t i = 0; i < n; i++) {
        if (gg_verb_of(list[i]) != V_MOVE) continue;
        if (target ? gg_a(list[i]) == KIND_COMBAT : gg_a(list[i]) != KIND_CROSS) best = list[i];
    }
    return best;
}

static gg_action end(const sv_table *t, const sv_state *s, int unit) {
    unsigned set = s->f.points[sv_side(unit)] < 1    ? 0
                   : !(s->f.deeds & 1 << DEED_FIRED) ? ATT_WATCH
                                                     : ATT_COVER;
    gg_action action = gg_act(V_END, set, 0, 0);
    return sv_check_end(t, s, unit, action, NULL) ? action : gg_act(V_END, 0, 0, 0);
}

static gg_action act(const sv_table *t, const sv_state *s, int seat) {
    gg_action list[LIST_MAX], action;
    int unit = sv_active(s);
    uint32_t n = sv_legal_act(t, s, seat, list);
    gg_action shot = best_shot(t, s, unit, list, n);
    bool stays = stands_on_objective(t, s, unit) && sv_infantry(t, unit);
    if (offers(list, n, V_STRIKE, &action) || offers(list, n, V_SPLIT, &action)) return action;
    gg_action go = stays ? GG_NO_ACTION : choose_move(list, n, shot != GG_NO_ACTION);
    if (go != GG_NO_ACTION) return go;
    if (shot != GG_NO_ACTION && s->f.points[seat] >= PLENTY && offers(list, n, V_WILL, &action))
        return action;
    return shot != GG_NO_ACTION ? shot : end(t, s, unit);
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
    case N_REACT: sv_legal_react(t, s, seat, list); return list[0];
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
    case N_ACT: return act(t, s, seat);
    default: return rest(t, s, seat, frame->node, rng);
    }
}
