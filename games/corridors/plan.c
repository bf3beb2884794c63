// SPDX-License-Identifier: Apache-2.0
// Macro moves for the thinking seat: a whole sortie with its load and way, a whole assault with
// everybody who should take part; elsewhere single actions. Each is tried on a copy and kept when
// it looks better than doing nothing, the best first; the thinker then weighs the few that are left
// with their dice and answers.
//
// Some restraint is built in here rather than weighed: supply is kept for what comes later in the
// turn (five to nine are not spent on cards, two not on flying), damaged aircraft stay at home, a
// face-down place is stormed only when the odds are good against typical cards, and a phase ends
// only when nothing in it is worth doing. What could still be done against the enemy headquarters
// in this phase is lost by ending it, and so does not speak for that (siege.h).
#include "air.h"
#include "ground.h"
#include "r01_reinforce.h"
#include "setup.h"
#include "siege.h"
#include "survey.h"

enum {
    KEPT_MOST = 10, // plans handed over
    KEPT_FOR_FIGHT = 9,
    KEPT_WHEN_RICH = 5, // at the least, with more supply than RICH
    RICH = 10,
    KEPT_WHEN_WEAK = 3, // with fewer units in play than WEAK
    WEAK = 3,
    KEPT_FOR_REFIT = 3,
    KEPT_BY_FLYERS = 2,
    WORTH_DOING = 6,
    WORTH_STORMING = 45,
    LOGIT = 3, // thousands of hundredths of a point, as the appeal fits games that were won
    OPENINGS = 6,
};

typedef struct planner {
    const co_table *t;
    const co_state *s;
    int seat;
    int32_t now;
    gg_plan *out;
    uint32_t count;
    int32_t gain[KEPT_MOST];
} planner;

// ------------------------------------------------------------------------------ trying and keeping
static void keep(planner *k, const gg_plan *plan, int32_t gain) {
    uint32_t at = k->count;
    if (at == KEPT_MOST) {
        if (gain <= k->gain[at - 1]) return;
        at--;
    } else {
        k->count++;
    }
    for (; at > 0 && k->gain[at - 1] < gain; at--) {
        k->out[at] = k->out[at - 1];
        k->gain[at] = k->gain[at - 1];
    }
    k->out[at] = *plan;
    k->out[at].prior = gain / LOGIT;
    k->gain[at] = gain;
}

extern const gg_game gg_game_corridors;

static bool carry_out(const planner *k, const gg_plan *plan, co_state *after) {
    memcpy(after, k->s, sizeof *after);
    for (uint32_t i = 0; i < plan->steps; i++) {
        if (gg_flow_top(&after->f.flow)->seat != k->seat ||
            !gg_check(&gg_game_corridors, k->t, after, k->seat, plan->step[i], NULL))
            return false;
        gg_apply(&gg_game_corridors, k->t, after, plan->step[i], NULL);
    }
    return true;
}

static void try_plan(planner *k, const gg_plan *plan, int32_t least) {
    co_state after;
    if (!carry_out(k, plan, &after)) return;
    int32_t gain = co_appeal(k->t, &after, k->seat) - k->now;
    if (gain >= least) keep(k, plan, gain);
}

static void try_action(planner *k, gg_action action, int32_t least) {
    gg_plan plan = {0};
    plan.steps = 1;
    plan.step[0] = action;
    try_plan(k, &plan, least);
}

static void add_step(gg_plan *plan, unsigned verb, int a, int b) {
    GG_ASSERT(plan->steps < GG_PLAN_STEPS);
    plan->step[plan->steps++] = gg_act(verb, (unsigned)a, (unsigned)b, 0);
}

static uint32_t only(gg_plan *out, gg_action action) {
    out[0].steps = 1;
    out[0].prior = 0;
    out[0].step[0] = action;
    return 1;
}

// -------------------------------------------------------------------------------- reinforcement
static int in_play(const planner *k) {
    int count = 0;
    for (int place = 0; place < GROUND_PLACES; place++)
        count += co_count(k->s->at[k->seat][place] & k->t->unit[k->seat]);
    return count;
}

// For the phases to come. Of a large pile not everything can be used in one turn.
static int reserve(const planner *k) {
    int spare = k->s->f.supply[k->seat] - RICH;
    if (in_play(k) < WEAK) return KEPT_WHEN_WEAK;
    if (spare <= 0) return KEPT_FOR_FIGHT;
    int kept = KEPT_FOR_FIGHT - spare / 2;
    return kept > KEPT_WHEN_RICH ? kept : KEPT_WHEN_RICH;
}

// What must be left after paying.
static int to_keep(const planner *k, gg_action action) {
    switch (gg_verb_of(action)) {
    case V_REFIT: return KEPT_FOR_REFIT;
    case V_DEPLOY:
    case V_ATTACH:
    case V_EVENT:
    case V_EVENT_AT:
    case V_EVENT_ON: return reserve(k);
    default: return 0;
    }
}

static int cost_of(const planner *k, gg_action action) {
    switch (gg_verb_of(action)) {
    case V_REFIT: return 1;
    case V_DEPLOY:
    case V_ATTACH:
    case V_EVENT:
    case V_EVENT_AT:
    case V_EVENT_ON: return co_printed(k->t, gg_a(action))->cost;
    default: return 0;
    }
}

// Copies of one card in hand are one choice.
static bool repeats(const planner *k, gg_action action, gg_action last) {
    if (gg_verb_of(action) != gg_verb_of(last) || gg_b(action) != gg_b(last)) return false;
    unsigned verb = gg_verb_of(action);
    if (verb != V_DEPLOY && verb != V_ATTACH && verb != V_LEVY) return false;
    return k->t->card[gg_a(action)] == k->t->card[gg_a(last)];
}

static void plan_reinforce(planner *k, const gg_action *list, uint32_t n) {
    gg_action last = list[n - 1];
    for (uint32_t i = 0; i + 1 < n; i++) {
        int cost = cost_of(k, list[i]);
        if (repeats(k, list[i], last)) continue;
        last = list[i];
        if (!cost || k->s->f.supply[k->seat] - cost >= to_keep(k, list[i]))
            try_action(k, list[i], WORTH_DOING);
    }
}

// ---------------------------------------------------------------------------------------- sorties
static bool fit(const planner *k, int piece) {
    int damage = k->s->f.damage[piece];
    return !damage || co_printed(k->t, piece)->hp - damage >= 2;
}

static uint64_t free_ordnance(const planner *k) {
    uint64_t field = k->s->at[k->seat][co_airfield(k->seat)] & k->t->ordnance[k->seat], loose = 0;
    while (field) {
        int card = co_take(k->seat, &field);
        if (!k->s->f.on[card]) loose |= co_bit(card);
    }
    return loose;
}

// Loads the aircraft with one kind first, then with what else there is.
static void load_up(const planner *k, gg_plan *plan, int piece, int kind, uint64_t *loose) {
    int room = co_printed(k->t, piece)->cap - co_count(co_load_of(k->s, piece));
    for (int pass = 0; pass < 2 && room > 0; pass++)
        for (uint64_t set = *loose & ~k->t->tanks[k->seat]; set && room > 0;) {
            int card = co_take(k->seat, &set);
            if (!(*loose & co_bit(card)) || (pass == 0 && k->t->card[card] != kind)) continue;
            *loose &= ~co_bit(card);
            add_step(plan, V_LOAD, piece, card);
            room--;
        }
}

static void try_ways(planner *k, const gg_plan *draft) {
    for (int corridor = 0; corridor < CORRIDORS; corridor++)
        for (int stop = 1; stop < PATH; stop++) {
            gg_plan plan = *draft;
            int place = co_station(k->seat, corridor, stop);
            add_step(&plan, V_FLY, corridor, place);
            try_plan(k, &plan, WORTH_DOING);
        }
}

static void try_patrol(planner *k, int piece) {
    uint64_t tanks = free_ordnance(k) & k->t->tanks[k->seat];
    for (int corridor = 0; corridor < CORRIDORS; corridor++) {
        gg_plan plan = {0};
        add_step(&plan, V_LAUNCH, piece, 0);
        if (tanks && !co_load_of(k->s, piece))
            add_step(&plan, V_LOAD, piece, k->seat * CARDS + __builtin_ctzll(tanks));
        add_step(&plan, V_PATROL, corridor ? E2 : W2, 0);
        try_plan(k, &plan, WORTH_DOING);
    }
}

static int fare(const planner *k, int piece) {
    return co_printed(k->t, piece)->launch;
}

static void try_alone(planner *k, int piece) {
    uint64_t all = free_ordnance(k), done = 0;
    gg_plan plan = {0};
    add_step(&plan, V_LAUNCH, piece, 0);
    try_ways(k, &plan);
    if (co_printed(k->t, piece)->cls != CO_FB) return;
    try_patrol(k, piece);
    for (uint64_t set = all & ~k->t->tanks[k->seat]; set;) {
        int card = co_take(k->seat, &set), kind = k->t->card[card];
        uint64_t loose = all;
        if (done & co_bit(k->t->first_copy[card])) continue;
        done |= co_bit(k->t->first_copy[card]);
        plan.steps = 1;
        load_up(k, &plan, piece, kind, &loose);
        if (plan.steps > 1) try_ways(k, &plan);
    }
}

// Everybody who is fit and can be paid for, loaded: they shield each other (A64, A65).
static void try_together(planner *k, uint64_t ready, int supply) {
    uint64_t loose = free_ordnance(k);
    gg_plan plan = {0};
    int members = 0;
    for (uint64_t set = ready; set && members < 3;) {
        int piece = co_take(k->seat, &set);
        if (fare(k, piece) > supply - KEPT_BY_FLYERS) continue;
        supply -= fare(k, piece);
        add_step(&plan, members++ ? V_WITH : V_LAUNCH, piece, 0);
        // The first flies unloaded, as an escort (AD31); the others carry.
        if (co_printed(k->t, piece)->cls == CO_FB && members > 1)
            load_up(k, &plan, piece, CO_NO_CARD, &loose);
    }
    if (members > 1) try_ways(k, &plan);
}

static void plan_air(planner *k) {
    int supply = k->s->f.supply[k->seat];
    uint64_t field = k->s->at[k->seat][co_airfield(k->seat)] & k->t->aircraft[k->seat], ready = 0;
    uint64_t seen = 0;
    while (field) {
        int piece = co_take(k->seat, &field);
        if (co_in(k->s->f.acted, piece)) continue; // AR16
        if (fit(k, piece) && fare(k, piece) + KEPT_BY_FLYERS <= supply) ready |= co_bit(piece);
    }
    for (uint64_t set = ready; set;) {
        int piece = co_take(k->seat, &set);
        uint64_t twin = co_bit(k->t->first_copy[piece]);
        if (seen & twin && !co_load_of(k->s, piece)) continue;
        seen |= twin;
        try_alone(k, piece);
    }
    if (co_count(ready) > 1) try_together(k, ready, supply);
}

// --------------------------------------------------------------------------------------- assaults
typedef struct order {
    int piece[CARDS], gain[CARDS], count;
} order;

static void rank(order *o, int piece, int gain) {
    int at = o->count++;
    for (; at > 0 && o->gain[at - 1] < gain; at--) {
        o->piece[at] = o->piece[at - 1];
        o->gain[at] = o->gain[at - 1];
    }
    o->piece[at] = piece;
    o->gain[at] = gain;
}

// Those of one place that can storm another, the healthiest and strongest first.
static void find_attackers(const planner *k, int from, int place, uint64_t actors, order *o) {
    o->count = 0;
    for (uint64_t set = actors & k->s->at[k->seat][from] & k->t->assaults[k->seat]; set;) {
        int piece = co_take(k->seat, &set);
        const co_card *card = co_printed(k->t, piece);
        if (!co_check_start(k->t, k->s, piece, place, NULL)) continue;
        int left = card->hp - k->s->f.damage[piece];
        rank(o, piece, 4 * card->def + 6 * left + 3 * card->sfp + card->hfp);
    }
}

static void storm_plan(const order *o, int count, int place, gg_plan *plan) {
    plan->steps = 0;
    add_step(plan, V_ASSAULT, o->piece[0], place);
    for (int i = 1; i < count; i++) add_step(plan, V_WITH, o->piece[i], 0);
    add_step(plan, V_CONFIRM, 0, 0);
}

// How many of them may go: by supply, by the room there (AD46b: riders count), over a bridge
// (AD7g).
static int attackers_most(const planner *k, const order *o, int place) {
    int room = co_limit(k->t, k->s, place), limit = o->count, supply = k->s->f.supply[k->seat];
    if (supply < limit) limit = supply;
    if (limit > 1 && co_ground(k->t, k->s, place)->flags & CO_T_BRIDGE) limit = 1;
    for (int i = 0; i < limit; i++) {
        room -= 1 + (co_passenger(k->t, k->s, o->piece[i]) != NO_PIECE);
        if (room < 0) return i;
    }
    return limit;
}

// Against a zone: the number that promises most.
static void storm_zone(planner *k, const order *o, int from, int place, int limit) {
    int most = -1, best = 0;
    gg_plan plan = {0};
    co_storm x = {k->seat, place, from, STORM_MINES, 0, 0, 0};
    for (int i = 0; i < limit; i++) {
        x.attackers |= co_bit(o->piece[i]);
        int gain = co_storm_gain(k->t, k->s, &x) - SUPPLY_WORTH * (i + 1);
        if (gain <= most) continue;
        most = gain;
        best = i + 1;
    }
    if (!best || most < WORTH_STORMING) return;
    storm_plan(o, best, place, &plan);
    keep(k, &plan, most);
}

// Against the headquarters every number is weighed: what is left behind may strike next.
static void storm_hq(planner *k, const order *o, int place, int limit) {
    gg_plan plan = {0};
    for (int i = 1; i <= limit; i++) {
        storm_plan(o, i, place, &plan);
        try_plan(k, &plan, WORTH_STORMING);
    }
}

static void try_storm(planner *k, int from, int place, uint64_t actors) {
    order o;
    find_attackers(k, from, place, actors, &o);
    int limit = attackers_most(k, &o, place);
    if (co_is_zone(place))
        storm_zone(k, &o, from, place, limit);
    else
        storm_hq(k, &o, place, limit);
}

static void plan_storms(planner *k) {
    uint64_t actors = co_actors(k->t, k->s, k->seat);
    unsigned enemies = k->s->held[co_enemy(k->seat)];
    for (unsigned held = k->s->held[k->seat]; held; held &= held - 1) {
        int from = __builtin_ctz(held);
        for (unsigned near = co_neighbours[from] & enemies; near; near &= near - 1)
            try_storm(k, from, __builtin_ctz(near), actors);
    }
}

// ------------------------------------------------------------------------------ fire and manoeuvre
static void plan_manoeuvre(planner *k, const gg_action *list, uint32_t n) {
    for (uint32_t i = 0; i + 1 < n; i++)
        if (gg_verb_of(list[i]) != V_ASSAULT) try_action(k, list[i], WORTH_DOING);
    plan_storms(k);
}

// The deck's own opening, and its cards spread in other ways.
static uint32_t plan_opening(planner *k, const gg_action *list, uint32_t n) {
    gg_action own = gg_act(V_STANDARD, 0, 0, 0);
    gg_rng rng;
    if (!co_check_opening(k->t, k->s, k->seat, own, NULL)) return only(k->out, list[n - 1]);
    (void)only(k->out, own);
    gg_rng_seed(&rng, OPENINGS, (uint64_t)k->seat);
    for (uint32_t i = 1; i < OPENINGS; i++) {
        co_spread_opening(k->t, k->s, k->seat, &rng, &k->out[i]);
        k->out[i].prior = 0;
    }
    return OPENINGS;
}

static void plan_every(planner *k, const gg_action *list, uint32_t n, int32_t least) {
    for (uint32_t i = 0; i < n; i++) try_action(k, list[i], least);
}

// ------------------------------------------------------------------------------------------- node
static uint32_t by_node(planner *k, unsigned node, const gg_action *list, uint32_t n) {
    gg_action last = list[n - 1]; // `end`, where there is one
    switch (node) {
    case N_OPENING: return plan_opening(k, list, n);
    case N_REINFORCE: plan_reinforce(k, list, n); break;
    case N_AIR: plan_air(k); break;
    case N_MANOEUVRE: plan_manoeuvre(k, list, n); break;
    case N_RECON:
    case N_BOMBARD: plan_every(k, list, n - 1, WORTH_DOING); break;
    default: plan_every(k, list, n, INT32_MIN);
    }
    return k->count ? k->count : only(k->out, last);
}

// Plans are made in a world dealt anew from what the seat knows, always by the same generator: what
// lies face down cannot show in them.
uint32_t co_plan(const void *table, const void *state, int seat, gg_plan *out) {
    enum { SEED = 5 };
    gg_action list[LEGAL_MAX];
    co_state world;
    gg_rng rng;
    memcpy(&world, state, sizeof world);
    gg_rng_seed(&rng, SEED, 0);
    co_resample(table, &world, seat, &rng);
    uint32_t n = gg_legal(&gg_game_corridors, table, &world, seat, list);
    planner k = {.t = table, .s = &world, .seat = seat, .out = out};
    if (n == 0) return 0;
    if (n == 1) return only(out, list[0]);
    k.now = co_appeal(table, &world, seat);
    if (world.f.active == seat && world.f.flow.depth == 1)
        k.now += co_siege(table, &world, seat, seat, world.f.phase + 1) -
                 co_siege(table, &world, seat, seat, world.f.phase);
    return by_node(&k, gg_flow_top(&world.f.flow)->node, list, n);
}
