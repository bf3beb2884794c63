// SPDX-License-Identifier: Apache-2.0
// Macro moves for the brains and for ghosts on the page: whole moves of a unit (moves.c), whole
// deployments, a whole row of cards. Every step is judged before it is offered.
#include "plan.h"

#include "r4_path.h"

enum {
    DEPLOY_POINTS = 24,
    WORTH_IT = 40,      // hundredths of a star that a special activation must promise
    SPARE = 3,          // command points beyond one for each card, for an extra activation
    KEEN = 6,           // points above which one is committed to the authority test
    ATTITUDE_WORTH = 3, // likewise, of an attitude at the end of an activation
    WILL_WORTH = 40,    // per cent of the best salvo that fire at will adds to it, less its point
    LIST_MAX = 512,
};

// Of that worth, in FINE.
static void add_single(sv_planner *k, gg_action action, int worth) {
    gg_plan *plan = sv_new_plan(k, NULL);
    if (!plan) return;
    plan->prior = sv_prior(worth);
    sv_plan_step(plan, action);
}

static void add_each(sv_planner *k, uint32_t n, const gg_action *list) {
    for (uint32_t i = 0; i < n; i++) add_single(k, list[i], 0);
}

// ------------------------------------------------------------------------------------- melee
// Shares of a melee: as much as possible on one target, then as much as possible on the next.
static void add_shares(sv_planner *k, const sv_state *draft, const gg_plan *prefix,
                       uint32_t first) {
    gg_action list[LIST_MAX];
    sv_state copy = *draft;
    gg_plan *plan = sv_new_plan(k, prefix);
    if (!plan) return;
    for (;;) {
        uint32_t n = sv_legal_share(k->t, &copy, k->seat, list);
        if (n == 0 || plan->steps >= GG_PLAN_STEPS) break;
        bool give = gg_verb_of(list[n - 1]) == V_GIVE && gg_verb_of(list[0]) == V_GIVE;
        gg_action next = !give ? list[0] : first ? list[n - 1] : list[0];
        for (uint32_t i = 0; i < n; i++) // the confirm, as soon as it is legal
            if (gg_verb_of(list[i]) == V_CONFIRM) next = list[i];
        sv_plan_step(plan, next);
        if (gg_verb_of(next) == V_CONFIRM) return;
        sv_play_share(k->t, &copy, next, NULL);
    }
    k->count--; // no way to an end
}

static void plan_split(sv_planner *k) {
    gg_plan prefix = {.steps = 1, .step = {gg_act(V_SPLIT, 0, 0, 0)}};
    gg_action split[1];
    sv_state draft = *k->s;
    if (!sv_list_split(k->t, k->s, sv_active(k->s), split)) return;
    sv_do_split(k->t, &draft, sv_active(k->s), split[0], NULL);
    add_shares(k, &draft, &prefix, 1);
    add_shares(k, &draft, &prefix, 0);
}

// Salvos, by what they do to the enemy and to friends in the way. Returns the best.
static int plan_shots(sv_planner *k, const sv_survey *v, int unit) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_list_shoot(k->t, k->s, unit, list);
    int most = 0;
    for (uint32_t i = 0; i < n; i++) {
        int slot = sv_slot_of(k->t, unit, (unsigned)gg_b(list[i]));
        int worth = sv_volley_worth(k->t, k->s, v, unit, slot, sv_unit_named(k->t, gg_a(list[i])));
        add_single(k, list[i], worth);
        if (worth > most) most = worth;
    }
    return most;
}

static void plan_blows(sv_planner *k, const sv_survey *v, int unit) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_list_strike(k->t, k->s, unit, list);
    for (uint32_t i = 0; i < n; i++)
        add_single(k, list[i],
                   sv_melee_worth(k->t, v, unit, sv_unit_named(k->t, gg_a(list[i])), 0, 0));
    plan_split(k);
}

// An end in cover, or on overwatch, is worth a little more than a bare one.
static void plan_ends(sv_planner *k, int unit) {
    gg_action list[1 << ATTITUDES];
    uint32_t n = sv_list_end(k->t, k->s, unit, list);
    for (uint32_t i = 0; i < n; i++) {
        int attitudes = gg_bits_popcount32((unsigned)gg_a(list[i]));
        add_single(k, list[i], (attitudes == 1 ? ATTITUDE_WORTH : 0) * FINE);
    }
}

static void plan_act(sv_planner *k) {
    gg_action will = gg_act(V_WILL, 0, 0, 0);
    sv_survey v;
    int unit = sv_active(k->s);
    sv_take_survey(k->t, k->s, &v);
    plan_ends(k, unit);
    uint32_t at = k->count;
    if (sv_list_will(k->t, k->s, unit, &will)) add_single(k, will, 0);
    bool may = k->count > at;
    int most = plan_shots(k, &v, unit);
    if (may) k->out[at].prior = sv_prior(most * WILL_WORTH / 100);
    plan_blows(k, &v, unit);
    sv_plan_moves(k, &v);
}

// ----------------------------------------------------------------------- set-up, reinforcements
static void add_places(sv_planner *k, const sv_state *draft, const gg_plan *prefix) {
    gg_point at[DEPLOY_POINTS];
    uint32_t n = sv_deploy_candidates(k->t, draft, at, DEPLOY_POINTS);
    for (uint32_t i = 0; i < n; i++) {
        gg_plan plan = {.steps = prefix->steps};
        gg_action put = gg_act(V_AT, (unsigned)at[i].x, (unsigned)at[i].y, 0);
        sv_state copy = *draft;
        for (uint32_t step = 0; step < prefix->steps; step++) plan.step[step] = prefix->step[step];
        sv_plan_step(&plan, put);
        sv_play_deploy(k->t, &copy, put, NULL);
        sv_plan_forms(k, &copy, &plan);
    }
}

// One unit at a time; the order among them matters little. A unit is held back when it has no room.
static void plan_setup(sv_planner *k) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_legal_setup(k->t, k->s, k->seat, list);
    for (uint32_t i = 0; i < n && !k->count && gg_verb_of(list[i]) == V_DEPLOY; i++) {
        gg_plan prefix = {.steps = 1, .step = {list[i]}};
        sv_state draft = *k->s;
        sv_play_setup(k->t, &draft, list[i], NULL);
        add_places(k, &draft, &prefix);
    }
    if (!k->count) add_single(k, gg_act(V_RESERVE, (unsigned)gg_a(list[0]), 0, 0), 0);
}

static void plan_reinforce(sv_planner *k) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_legal_reinforce(k->t, k->s, k->seat, list);
    for (uint32_t i = 0; i < n; i++) {
        gg_plan prefix = {.steps = 1, .step = {list[i]}};
        sv_state draft = *k->s;
        if (gg_verb_of(list[i]) != V_BUY) {
            add_single(k, list[i], 0);
            continue;
        }
        sv_play_reinforce(k->t, &draft, list[i], NULL);
        add_places(k, &draft, &prefix);
    }
}

// ------------------------------------------------------------------------------ half-made drafts
static void plan_deploy(sv_planner *k) {
    gg_plan none = {.steps = 0};
    if (gg_flow_top(&k->s->f.flow)->arg[ARG_PLACED])
        sv_plan_forms(k, k->s, &none);
    else
        add_places(k, k->s, &none);
    if (!k->count) add_single(k, gg_act(V_ABANDON, 0, 0, 0), 0);
}

// -------------------------------------------------------------------------- cards and authority
// Who can do most goes first, before the enemy can answer.
static void plan_sequence(sv_planner *k) {
    sv_survey v;
    int named = gg_flow_top(&k->s->f.flow)->arg[ARG_CARDS], count = k->s->f.card_count[k->seat];
    const uint8_t *row = k->s->f.cards + k->seat * UNITS_SIDE;
    int card[UNITS_SIDE], worth[UNITS_SIDE], n = 0;
    sv_take_survey(k->t, k->s, &v);
    for (int i = named; i < count; i++) {
        int here = sv_prospects(k->t, k->s, &v, row[i]), at = n++;
        for (; at > 0 && (worth[at - 1] < here || (worth[at - 1] == here && card[at - 1] > row[i]));
             at--) {
            card[at] = card[at - 1];
            worth[at] = worth[at - 1];
        }
        card[at] = row[i];
        worth[at] = here;
    }
    gg_plan *plan = sv_new_plan(k, NULL);
    for (int i = 0; i + 1 < n; i++)
        sv_plan_step(plan, gg_act(V_CARD, (unsigned)sv_piece_of_unit(card[i]), 0, 0));
    sv_plan_step(plan, gg_act(V_CONFIRM, 0, 0, 0));
}

static void plan_commit(sv_planner *k) {
    unsigned points = k->s->f.points[k->seat] > KEEN ? 1 : 0;
    add_single(k, gg_act(V_COMMIT, points, 0, 0), 0);
}

static int side_prospects(const sv_planner *k, const sv_survey *v, int side) {
    int sum = 0;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        if (v->unit[unit].here) sum += sv_prospects(k->t, k->s, v, unit);
    return sum;
}

// First when there is something to hit; otherwise the last word on the objectives is worth more.
static void plan_first(sv_planner *k) {
    sv_survey v;
    sv_take_survey(k->t, k->s, &v);
    bool hits = side_prospects(k, &v, k->seat) > 0 && v.left > 1;
    add_single(k, gg_act(hits ? V_FIRST : V_SECOND, 0, 0, 0), 0);
}

static int spare_points(const sv_planner *k) {
    return k->s->f.points[k->seat] - k->s->f.card_count[k->seat];
}

// The next card as a rule; the second when it can do much more, both when there are points for it.
static void plan_turn(sv_planner *k) {
    sv_survey v;
    const uint8_t *row = k->s->f.cards + k->seat * UNITS_SIDE;
    gg_action reveal = gg_act(V_REVEAL, 0, 0, 0), relocate = gg_act(V_RELOCATE, 0, 0, 0);
    gg_action extra = gg_act(V_EXTRA, 0, 0, 0);
    if (k->s->f.card_count[k->seat] < 2 || !k->s->f.points[k->seat]) {
        add_single(k, reveal, 0);
        return;
    }
    sv_take_survey(k->t, k->s, &v);
    int first = sv_prospects(k->t, k->s, &v, row[0]), second = sv_prospects(k->t, k->s, &v, row[1]);
    bool both = first > WORTH_IT * FINE && second > WORTH_IT * FINE && spare_points(k) >= SPARE;
    bool other = second > first + WORTH_IT * FINE && spare_points(k) > 0;
    if (both && sv_check_turn(k->t, k->s, k->seat, extra, NULL))
        add_single(k, extra, 0);
    else
        add_single(
            k, other && sv_check_turn(k->t, k->s, k->seat, relocate, NULL) ? relocate : reveal, 0);
}

static void plan_share(sv_planner *k) {
    gg_plan none = {.steps = 0};
    add_shares(k, k->s, &none, 1);
    add_shares(k, k->s, &none, 0);
}

static void plan_others(sv_planner *k, unsigned node) {
    gg_action list[LIST_MAX];
    switch (node) {
    case N_RALLY: add_each(k, sv_legal_rally(k->t, k->s, k->seat, list), list); break;
    case N_REACT: add_each(k, sv_legal_react(k->t, k->s, k->seat, list), list); break;
    case N_MELEE: add_each(k, sv_legal_melee(k->t, k->s, k->seat, list), list); break;
    case N_AGAIN: add_each(k, sv_legal_again(k->t, k->s, k->seat, list), list); break;
    case N_PURSUIT: add_each(k, sv_legal_pursuit(k->t, k->s, k->seat, list), list); break;
    default: break;
    }
}

uint32_t sv_plan(const void *table, const void *state, int seat, gg_plan *out) {
    sv_planner k = {.t = table, .s = state, .seat = seat, .out = out};
    const gg_frame *frame = gg_flow_top(&k.s->f.flow);
    if (frame->seat != seat) return 0;
    switch (frame->node) {
    case N_SETUP: plan_setup(&k); break;
    case N_DEPLOY: plan_deploy(&k); break;
    case N_REINFORCE: plan_reinforce(&k); break;
    case N_SEQUENCE: plan_sequence(&k); break;
    case N_COMMIT: plan_commit(&k); break;
    case N_FIRST: plan_first(&k); break;
    case N_TURN: plan_turn(&k); break;
    case N_ACT: plan_act(&k); break;
    case N_MOVE: sv_plan_draft(&k); break;
    case N_SPLIT: plan_share(&k); break;
    default: plan_others(&k, frame->node); break;
    }
    return k.count;
}
