// SPDX-License-Identifier: Apache-2.0
// A quick sensible action, for rollouts and standing orders: no search, one look at the node.
//
// Foot goes to the nearest objective that its side does not hold, by the fastest move when nobody
// is in sight; a unit with a target shoots at the one it can hurt most, with fire at will if there
// is plenty of command points; whoever can strike strikes; a unit ends its activation in cover, or
// on overwatch when it has not fired. A watcher fires where that harms the enemy more than friends.
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
        bool last = gg_a(list[i]) == KIND_CROSS && best != GG_NO_ACTION; // a crossing, if need be
        if (target ? gg_a(list[i]) == KIND_COMBAT : !last) best = list[i];
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

// ------------------------------------------------------------------------------------- overwatch
// A salvo of a watcher, by its means.
typedef struct volley {
    const sv_table *t;
    const sv_state *s;
    const sv_survey *v;
    int shooter, slot, target;
    unsigned firers, seen;
    uint8_t met[UNITS]; // figures of third parties in the corridor, of anybody under a blast
    int others;         // all of them
} volley;

// Figures that the salvo would meet besides the target; under a blast the target's too.
static void meet(volley *y) {
    const sv_table *t = y->t;
    int blast = sv_weapons[t->unit[y->shooter].weapon[y->slot]].blast;
    bool indirect = sv_indirect(t, t->unit[y->shooter].weapon[y->slot]);
    gg_point centre = sv_at(y->s, y->s->f.leader[y->target]);
    uint64_t corridor[FIGURE_WORDS] = {0};
    if (!indirect) sv_corridor(t, y->s, y->shooter, y->firers, y->target, y->seen, corridor);
    for (int figure = 0; figure < FIGURES; figure++) {
        if (!(y->s->f.status[figure] & F_ON)) continue;
        bool hit = indirect ? gg_within(centre, sv_at(y->s, figure), blast)
                            : gg_bits_test(corridor, figure);
        y->met[t->unit_of[figure]] = (uint8_t)(y->met[t->unit_of[figure]] + hit);
        y->others += hit;
    }
}

// Successes to be expected, in ODDS.
static int mean_hits(const volley *y) {
    const sv_table *t = y->t;
    int dice = sv_salvo_dice(t, y->shooter, y->slot, y->firers);
    int again = sv_salvo_rerolls(t, y->s, y->shooter, y->slot, y->firers) * ODDS;
    int difficulty = sv_difficulty(y->s, y->shooter, y->target);
    int odds = sv_odds(sv_needed(sv_shooting_margin(t, y->shooter, y->slot, difficulty)));
    int failed = dice * (ODDS - odds);
    return dice * odds + (again < failed ? again : failed) * odds / ODDS;
}

// Harm of so many impacts (in ODDS) on a unit, in FINE.
static int harm_to(const volley *y, int unit, int impacts) {
    const sv_weapon *weapon = &sv_weapons[y->t->unit[y->shooter].weapon[y->slot]];
    int save = sv_save_against(y->t, y->s, y->shooter, y->t->unit[y->shooter].weapon[y->slot],
                               y->firers, unit);
    int margin = sv_damage_margin(y->t, y->s, y->shooter, weapon->penetration, unit, false);
    if (save) impacts -= impacts * sv_odds(save) / ODDS;
    int tests = sv_infantry(y->t, unit) ? impacts : impacts * weapon->damage;
    return sv_harm(y->v, unit, tests, sv_odds(sv_needed(margin)));
}

// What the enemy is expected to lose by it, less what friends in the way are (CR29: those nearer
// are hit first).
static int volley_worth(volley *y) {
    bool indirect = sv_indirect(y->t, y->t->unit[y->shooter].weapon[y->slot]);
    meet(y);
    int hits = mean_hits(y), astray = sv_at_most(hits, y->others * ODDS);
    int worth = indirect ? 0 : harm_to(y, y->target, hits - astray);
    for (int unit = 0; unit < UNITS; unit++) {
        if (!y->met[unit]) continue;
        int impacts = indirect ? hits * y->met[unit] : astray * y->met[unit] / y->others;
        int harm = harm_to(y, unit, impacts);
        worth += sv_side(unit) == sv_side(y->shooter) ? -harm : harm;
    }
    return worth;
}

static int reaction_worth(const sv_table *t, const sv_state *s, const sv_survey *v,
                          gg_action react) {
    volley y = {.t = t, .s = s, .v = v};
    y.shooter = sv_unit_named(t, gg_a(react));
    y.slot = sv_slot_of(t, y.shooter, (unsigned)gg_b(react));
    y.target = sv_unit_named(t, gg_c(react));
    y.firers = sv_bearers(t, s, y.shooter, y.slot);
    if (!sv_indirect(t, gg_b(react)))
        y.seen = sv_seen(t, s, y.shooter, y.firers, y.target, &y.firers);
    return volley_worth(&y);
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
    case N_ACT: return act(t, s, seat);
    default: return rest(t, s, seat, frame->node, rng);
    }
}
