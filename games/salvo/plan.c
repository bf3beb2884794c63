// SPDX-License-Identifier: Apache-2.0
// Macro moves for the brains and for ghosts on the page: whole moves of a unit, whole deployments,
// a whole row of cards. Every step is judged on a copy before it is offered.
//
// A destination is offered in the kind of move that leaves most open: a combat move if the unit
// gets there, a crossing where scenery bars the way, a rapid move beyond. First the best places
// (places.c), with every formation that fits; then the points that legal() lists, with the first
// formation and those that suit the place; objectives behind a corner, in two legs; charges, with
// a place in contact for every figure (charge.c).
#include "places.h"

#include "r4_path.h"

enum {
    DESTINATIONS = 24, // that legal() lists
    RANKED = 18,       // ranked ones, for a combat or a rapid move
    CROSSED = 10,      // and for a crossing
    SAME = 15,         // mm: one destination
    DEPLOY_POINTS = 24,
    SCENERY_NEAR = 130, // mm: a formation may hug what is so near
    WORTH_IT = 40,      // hundredths of a star that a special activation must promise
    SPARE = 3,          // command points beyond one for each card, for an extra activation
    KEEN = 6,           // points above which one is committed to the authority test
    REACH = NEAR / 2,   // lattice points that reach bits span in each direction
    LIST_MAX = 512,
};

typedef struct planner {
    const sv_table *t;
    const sv_state *s;
    int seat;
    gg_plan *out;
    uint32_t count;
    bool rich;   // every formation
    sv_survey v; // while a unit moves
} planner;

static gg_plan *new_plan(planner *k, const gg_plan *prefix) {
    if (k->count >= GG_PLANS_MAX) return NULL;
    gg_plan *plan = &k->out[k->count++];
    plan->steps = prefix ? prefix->steps : 0;
    for (uint32_t i = 0; i < plan->steps; i++) plan->step[i] = prefix->step[i];
    return plan;
}

static void add_step(gg_plan *plan, gg_action action) {
    GG_ASSERT(plan->steps < GG_PLAN_STEPS);
    plan->step[plan->steps++] = action;
}

static void add_single(planner *k, gg_action action) {
    gg_plan *plan = new_plan(k, NULL);
    if (plan) add_step(plan, action);
}

static void add_each(planner *k, uint32_t n, const gg_action *list) {
    for (uint32_t i = 0; i < n; i++) add_single(k, list[i]);
}

// --------------------------------------------------------------------------- the end of a draft
static int draft_leader(const sv_table *t, const sv_state *s) {
    return s->f.leader[gg_flow_top(&s->f.flow)->subject] -
           t->unit[gg_flow_top(&s->f.flow)->subject].first;
}

static bool on_objective(const sv_table *t, gg_point at) {
    for (int i = 0; i < t->board.objectives; i++)
        if (gg_within(at, t->board.objective[i].at, CONTROL_RADIUS)) return true;
    return false;
}

// For the best places every formation that fits; elsewhere the first, and what suits the place.
static bool wanted(const planner *k, const sv_state *s, gg_point leader, unsigned shape,
                   bool first) {
    int unit = gg_flow_top(&s->f.flow)->subject, radius = sv_type(k->t, unit)->radius;
    if (first || k->rich) return true;
    if (shape == SHAPE_ROSETTE) return on_objective(k->t, leader);
    if (shape == SHAPE_HUG) return k->t->scenery_gap[sv_lattice(leader)] <= SCENERY_NEAR;
    if (shape == SHAPE_LINE) return sv_touched(k->t, s, unit, leader, radius) != 0;
    return false;
}

// The leader stands in `s`: formations, or the confirm when there is nobody to form.
static void add_forms(planner *k, const sv_state *s, const gg_plan *prefix) {
    const gg_action confirm = gg_act(V_CONFIRM, 0, 0, 0);
    gg_action form[SHAPES];
    gg_point leader = sv_where(s, k->t, s->f.leader[gg_flow_top(&s->f.flow)->subject]);
    uint32_t n = sv_list_form(k->t, s, form);
    for (uint32_t i = 0; i < n; i++) {
        if (!wanted(k, s, leader, gg_a(form[i]), i == 0)) continue;
        gg_plan *plan = new_plan(k, prefix);
        if (!plan) return;
        add_step(plan, form[i]);
        add_step(plan, confirm);
    }
    if (n || !sv_check_confirm(k->t, s, NULL)) return;
    gg_plan *plan = new_plan(k, prefix);
    if (plan) add_step(plan, confirm);
}

// ------------------------------------------------------------------------------------- moves
typedef struct route {
    int legs;
    gg_point at[2];
} route;

static gg_action leg_to(gg_point at) {
    return gg_act(V_LEG, (unsigned)at.x, (unsigned)at.y, 0);
}

// A move open at MOVE in `draft`, steps so far in `prefix`.
static void add_route(planner *k, const sv_state *draft, const gg_plan *prefix, const route *way) {
    sv_state copy = *draft;
    gg_plan plan = {.steps = prefix->steps};
    for (uint32_t i = 0; i < prefix->steps; i++) plan.step[i] = prefix->step[i];
    for (int i = 0; i < way->legs; i++) {
        gg_action leg = leg_to(way->at[i]);
        add_step(&plan, leg);
        sv_play_move(k->t, &copy, leg, NULL);
    }
    add_forms(k, &copy, &plan);
}

static gg_point lattice_point(int index) {
    return (gg_point){(int16_t)(index % LATTICE_COLS * LATTICE),
                      (int16_t)(index / LATTICE_COLS * LATTICE)};
}

static bool reaches(const sv_table *t, int class, int from, int to) {
    int dx = to % LATTICE_COLS - from % LATTICE_COLS, dy = to / LATTICE_COLS - from / LATTICE_COLS;
    if (dx < -REACH || dx > REACH || dy < -REACH || dy > REACH) return false;
    int bit = (dy + REACH) * NEAR + dx + REACH;
    return t->reach[class][from][bit >> 6] >> (bit & 63) & 1;
}

// The lattice point that both ends reach by straight legs, with the least sum of squares.
static bool corner_between(const sv_table *t, int class, gg_point from, gg_point to,
                           gg_point *via) {
    int a = sv_lattice(from), b = sv_lattice(to);
    int64_t best = INT64_MAX;
    for (int word = 0; word < NEAR_WORDS; word++)
        for (uint64_t m = t->reach[class][a][word]; m; m &= m - 1) {
            int bit = word * 64 + gg_bits_ctz64(m);
            int middle = a + (bit / NEAR - REACH) * LATTICE_COLS + bit % NEAR - REACH;
            gg_point p = lattice_point(middle);
            int64_t sum = gg_dist2(from, p) + gg_dist2(p, to);
            if (sum >= best || !reaches(t, class, b, middle)) continue;
            best = sum;
            *via = p;
        }
    return best < INT64_MAX;
}

// Two legs around a corner, to a place that no straight leg reaches.
static bool two_legs(const planner *k, const sv_state *draft, gg_point to, route *way) {
    gg_point via;
    sv_state copy = *draft;
    int unit = gg_flow_top(&draft->f.flow)->subject;
    gg_point from = sv_where(draft, k->t, draft->f.leader[unit]);
    int class = sv_radius_class(sv_type(k->t, unit)->radius);
    if (sv_check_leg(k->t, draft, to, NULL)) return false;
    if (!corner_between(k->t, class, from, to, &via)) return false;
    if (!sv_check_leg(k->t, draft, via, NULL)) return false;
    sv_play_move(k->t, &copy, leg_to(via), NULL);
    *way = (route){2, {via, to}};
    return sv_check_leg(k->t, &copy, to, NULL);
}

static void add_detours(planner *k, const sv_state *draft, const gg_plan *prefix) {
    const gg_frame *frame = gg_flow_top(&draft->f.flow);
    int unit = frame->subject, kind = frame->arg[ARG_KIND];
    gg_point from = sv_where(draft, k->t, draft->f.leader[unit]);
    int room = sv_allowance(k->t, draft, unit, kind) - frame->arg[ARG_USED];
    route way;
    for (int i = 0; i < k->t->board.objectives; i++) {
        gg_point at = k->t->board.objective[i].at;
        if (gg_within(from, at, room) && two_legs(k, draft, at, &way))
            add_route(k, draft, prefix, &way);
    }
}

// Into contact with every enemy in reach; who may only shoot back, or is disorganised (CR47), does
// not charge.
static void add_charges(planner *k, const sv_state *draft, const gg_plan *prefix) {
    const gg_frame *frame = gg_flow_top(&draft->f.flow);
    int unit = frame->subject, begin = sv_side(unit) ? 0 : UNITS_SIDE;
    int room = sv_allowance(k->t, draft, unit, frame->arg[ARG_KIND]) + 2 * CONTACT_GAP;
    gg_point from = sv_at(draft, draft->f.leader[unit]);
    int r = sv_type(k->t, unit)->radius;
    if (!sv_infantry(k->t, unit) || draft->f.flags[unit] & U_DISORGANISED) return;
    for (int other = begin; other < begin + UNITS_SIDE; other++) {
        gg_box reach = sv_grown((gg_box){from.x, from.y, from.x, from.y}, room + r);
        if (!draft->alive[other] || draft->touch[unit] >> other & 1) continue;
        if (!sv_boxes_meet(reach, draft->box[other])) continue;
        gg_plan plan = *prefix, *kept;
        if (sv_plan_charge(k->t, draft, other, &plan) && (kept = new_plan(k, NULL))) *kept = plan;
    }
}

static bool listed(const gg_point *list, uint32_t n, gg_point at) {
    for (uint32_t i = 0; i < n; i++)
        if (gg_within(list[i], at, SAME)) return true;
    return false;
}

// The ranked places, then the points that legal() lists.
static uint32_t destinations(const planner *k, const sv_state *draft, gg_point *out,
                             uint32_t *best) {
    sv_place place[RANKED];
    gg_point at[DESTINATIONS];
    int kind = gg_flow_top(&draft->f.flow)->arg[ARG_KIND];
    int good = sv_good_places(k->t, draft, &k->v, place, kind == KIND_CROSS ? CROSSED : RANKED);
    *best = (uint32_t)good;
    uint32_t n = 0, more = sv_leg_candidates(k->t, draft, at, DESTINATIONS);
    for (int i = 0; i < good; i++) out[n++] = place[i].at;
    for (uint32_t i = 0; i < more; i++)
        if (!listed(out, n, at[i])) out[n++] = at[i];
    return n;
}

// What a combat move has reached already needs no crossing and no rapid move.
static void add_moves(planner *k, gg_action move, gg_point *walked, uint32_t *walks) {
    gg_point at[RANKED + DESTINATIONS];
    gg_plan prefix = {.steps = 1, .step = {move}};
    sv_state draft = *k->s;
    sv_do_go(k->t, &draft, sv_active(k->s), move, NULL);
    uint32_t best, n = destinations(k, &draft, at, &best);
    add_charges(k, &draft, &prefix);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t before = k->count;
        k->rich = i < best;
        if (gg_a(move) != KIND_COMBAT && listed(walked, *walks, at[i])) continue;
        add_route(k, &draft, &prefix, &(route){1, {at[i], at[i]}});
        if (gg_a(move) == KIND_COMBAT && k->count > before) walked[(*walks)++] = at[i];
    }
    k->rich = true;
    if (gg_a(move) != KIND_CROSS) add_detours(k, &draft, &prefix);
    k->rich = false;
}

static void plan_moves(planner *k) {
    gg_action move[MOVE_KINDS];
    gg_point walked[RANKED + DESTINATIONS];
    uint32_t n = sv_list_go(k->t, k->s, sv_active(k->s), move), walks = 0;
    if (n) sv_take_survey(k->t, k->s, &k->v);
    for (uint32_t i = 0; i < n; i++) add_moves(k, move[i], walked, &walks);
}

// ------------------------------------------------------------------------------------- melee
// Shares of a melee: as much as possible on one target, then as much as possible on the next.
static void add_shares(planner *k, const sv_state *draft, const gg_plan *prefix, uint32_t first) {
    gg_action list[LIST_MAX];
    sv_state copy = *draft;
    gg_plan *plan = new_plan(k, prefix);
    if (!plan) return;
    for (;;) {
        uint32_t n = sv_legal_share(k->t, &copy, k->seat, list);
        if (n == 0 || plan->steps >= GG_PLAN_STEPS) break;
        bool give = gg_verb_of(list[n - 1]) == V_GIVE && gg_verb_of(list[0]) == V_GIVE;
        gg_action next = !give ? list[0] : first ? list[n - 1] : list[0];
        for (uint32_t i = 0; i < n; i++) // the confirm, as soon as it is legal
            if (gg_verb_of(list[i]) == V_CONFIRM) next = list[i];
        add_step(plan, next);
        if (gg_verb_of(next) == V_CONFIRM) return;
        sv_play_share(k->t, &copy, next, NULL);
    }
    k->count--; // no way to an end
}

static void plan_split(planner *k) {
    gg_plan prefix = {.steps = 1, .step = {gg_act(V_SPLIT, 0, 0, 0)}};
    gg_action split[1];
    sv_state draft = *k->s;
    if (!sv_list_split(k->t, k->s, sv_active(k->s), split)) return;
    sv_do_split(k->t, &draft, sv_active(k->s), split[0], NULL);
    add_shares(k, &draft, &prefix, 1);
    add_shares(k, &draft, &prefix, 0);
}

static void plan_act(planner *k) {
    gg_action list[LIST_MAX];
    int unit = sv_active(k->s);
    add_each(k, sv_list_end(k->t, k->s, unit, list), list);
    add_each(k, sv_list_will(k->t, k->s, unit, list), list);
    add_each(k, sv_list_shoot(k->t, k->s, unit, list), list);
    add_each(k, sv_list_strike(k->t, k->s, unit, list), list);
    plan_split(k);
    plan_moves(k);
}

// ----------------------------------------------------------------------- set-up, reinforcements
static void add_places(planner *k, const sv_state *draft, const gg_plan *prefix) {
    gg_point at[DEPLOY_POINTS];
    uint32_t n = sv_deploy_candidates(k->t, draft, at, DEPLOY_POINTS);
    for (uint32_t i = 0; i < n; i++) {
        gg_plan plan = {.steps = prefix->steps};
        gg_action put = gg_act(V_AT, (unsigned)at[i].x, (unsigned)at[i].y, 0);
        sv_state copy = *draft;
        for (uint32_t step = 0; step < prefix->steps; step++) plan.step[step] = prefix->step[step];
        add_step(&plan, put);
        sv_play_deploy(k->t, &copy, put, NULL);
        add_forms(k, &copy, &plan);
    }
}

// One unit at a time; the order among them matters little. A unit is held back when it has no room.
static void plan_setup(planner *k) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_legal_setup(k->t, k->s, k->seat, list);
    for (uint32_t i = 0; i < n && !k->count && gg_verb_of(list[i]) == V_DEPLOY; i++) {
        gg_plan prefix = {.steps = 1, .step = {list[i]}};
        sv_state draft = *k->s;
        sv_play_setup(k->t, &draft, list[i], NULL);
        add_places(k, &draft, &prefix);
    }
    if (!k->count) add_single(k, gg_act(V_RESERVE, gg_a(list[0]), 0, 0));
}

static void plan_reinforce(planner *k) {
    gg_action list[LIST_MAX];
    uint32_t n = sv_legal_reinforce(k->t, k->s, k->seat, list);
    for (uint32_t i = 0; i < n; i++) {
        gg_plan prefix = {.steps = 1, .step = {list[i]}};
        sv_state draft = *k->s;
        if (gg_verb_of(list[i]) != V_BUY) {
            add_single(k, list[i]);
            continue;
        }
        sv_play_reinforce(k->t, &draft, list[i], NULL);
        add_places(k, &draft, &prefix);
    }
}

// ------------------------------------------------------------------------------ half-made drafts
static void plan_deploy(planner *k) {
    gg_plan none = {.steps = 0};
    if (gg_flow_top(&k->s->f.flow)->arg[ARG_PLACED])
        add_forms(k, k->s, &none);
    else
        add_places(k, k->s, &none);
    if (!k->count) add_single(k, gg_act(V_ABANDON, 0, 0, 0));
}

static void plan_move(planner *k) {
    const gg_frame *frame = gg_flow_top(&k->s->f.flow);
    gg_plan none = {.steps = 0};
    gg_point at[DESTINATIONS];
    unsigned placed = (unsigned)frame->arg[ARG_PLACED];
    if (placed) add_forms(k, k->s, &none);
    if (!(placed & ~(1U << draft_leader(k->t, k->s)))) {
        uint32_t n = sv_leg_candidates(k->t, k->s, at, DESTINATIONS);
        for (uint32_t i = 0; i < n; i++) add_route(k, k->s, &none, &(route){1, {at[i], at[i]}});
    }
    add_single(k, gg_act(V_HALT, 0, 0, 0));
}

// -------------------------------------------------------------------------- cards and authority
// Who can do most goes first, before the enemy can answer.
static void plan_sequence(planner *k) {
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
    gg_plan *plan = new_plan(k, NULL);
    for (int i = 0; i + 1 < n; i++)
        add_step(plan, gg_act(V_CARD, (unsigned)sv_piece_of_unit(card[i]), 0, 0));
    add_step(plan, gg_act(V_CONFIRM, 0, 0, 0));
}

static void plan_commit(planner *k) {
    unsigned points = k->s->f.points[k->seat] > KEEN ? 1 : 0;
    add_single(k, gg_act(V_COMMIT, points, 0, 0));
}

static int side_prospects(const planner *k, const sv_survey *v, int side) {
    int sum = 0;
    for (int unit = side * UNITS_SIDE; unit < (side + 1) * UNITS_SIDE; unit++)
        if (v->unit[unit].here) sum += sv_prospects(k->t, k->s, v, unit);
    return sum;
}

// First when there is something to hit; otherwise the last word on the objectives is worth more.
static void plan_first(planner *k) {
    sv_survey v;
    sv_take_survey(k->t, k->s, &v);
    bool hits = side_prospects(k, &v, k->seat) > 0 && v.left > 1;
    add_single(k, gg_act(hits ? V_FIRST : V_SECOND, 0, 0, 0));
}

static int spare_points(const planner *k) {
    return k->s->f.points[k->seat] - k->s->f.card_count[k->seat];
}

// The next card as a rule; the second when it can do much more, both when there are points for it.
static void plan_turn(planner *k) {
    sv_survey v;
    const uint8_t *row = k->s->f.cards + k->seat * UNITS_SIDE;
    gg_action reveal = gg_act(V_REVEAL, 0, 0, 0), relocate = gg_act(V_RELOCATE, 0, 0, 0);
    gg_action extra = gg_act(V_EXTRA, 0, 0, 0);
    if (k->s->f.card_count[k->seat] < 2 || !k->s->f.points[k->seat]) {
        add_single(k, reveal);
        return;
    }
    sv_take_survey(k->t, k->s, &v);
    int first = sv_prospects(k->t, k->s, &v, row[0]), second = sv_prospects(k->t, k->s, &v, row[1]);
    bool both = first > WORTH_IT * FINE && second > WORTH_IT * FINE && spare_points(k) >= SPARE;
    bool other = second > first + WORTH_IT * FINE && spare_points(k) > 0;
    if (both && sv_check_turn(k->t, k->s, k->seat, extra, NULL))
        add_single(k, extra);
    else
        add_single(k,
                   other && sv_check_turn(k->t, k->s, k->seat, relocate, NULL) ? relocate : reveal);
}

static void plan_share(planner *k) {
    gg_plan none = {.steps = 0};
    add_shares(k, k->s, &none, 1);
    add_shares(k, k->s, &none, 0);
}

static void plan_others(planner *k, unsigned node) {
    gg_action list[LIST_MAX];
    switch (node) {
    case N_RALLY: add_each(k, sv_legal_rally(k->t, k->s, k->seat, list), list); break;
    case N_REACT: add_each(k, sv_legal_react(k->t, k->s, k->seat, list), list); break;
    case N_MELEE: add_each(k, sv_legal_melee(k->t, k->s, k->seat, list), list); break;
    case N_PURSUIT: add_each(k, sv_legal_pursuit(k->t, k->s, k->seat, list), list); break;
    default: break;
    }
}

uint32_t sv_plan(const void *table, const void *state, int seat, gg_plan *out) {
    planner k = {.t = table, .s = state, .seat = seat, .out = out};
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
    case N_MOVE: plan_move(&k); break;
    case N_SPLIT: plan_share(&k); break;
    default: plan_others(&k, frame->node); break;
    }
    return k.count;
}
