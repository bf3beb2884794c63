// SPDX-License-Identifier: Apache-2.0
// Search, for colonels and generals, and for who wants advice: which of the plans that greedy likes
// is still the best when play goes on?
//
// Worlds are dealt from what the seat knows; the true one is never looked at. A look at one of them
// keeps a dozen plans, or more where a game has use for them and there is time. These are tried in
// one world after another, all with the same world and the same dice, so that what differs is the
// plan and not the luck. After each round the worse half is dropped and those that are left get the
// time (sequential halving): most trials go to plans that are hard to tell apart. What both seats
// choose in secret is mixed instead (ai_sealed.c).
//
// Everything is integers: by nodes the choice is the same on every machine.
#include <string.h>

#include "thinker.h"

static_assert((int)GG_WIDEST <= (int)THINK_PLANS, "a game may ask for no more");

enum {
    WORLDS = 4,                    // dealt to weigh a position without trials
    SETUP_PART = THINK_SURE / 128, // how much worse than the best a set-up may be
};

typedef struct search {
    gg_thinker *k;
    const gg_position *position;
    int seat;
    uint64_t seed;      // of worlds and dice
    uint64_t nodes, ns; // that trials may take, 0: any time
    uint64_t at_ns;     // when they began
    bool late;          // looking ahead took all the time
    uint32_t start;     // player-turns done ..
    uint32_t horizon;   // .. and when trials end; 0: when the enemy has answered
    uint32_t wide;      // plans compared at most
    uint32_t alive, count;
    bool lines;      // are drawn up ..
    bool anew;       // .. in every trial, since trials go far
    uint64_t trials; // all there were
    uint32_t next;   // the lane that is next where not all are needed
    unsigned sealed; // the node of a secret choice, or THINK_OPEN
} search;

// Whoever ends the thought of one ends that of the other.
static void heed_alike(gg_thinker *lane, const gg_thinker *k) {
    lane->stop = k->stop;
    lane->user = k->user;
    lane->now_ns = k->now_ns;
    lane->now_user = k->now_user;
    lane->until_ns = k->until_ns;
}

static void open_search(search *s, gg_thinker *k, const gg_position *position, int seat,
                        gg_rng *rng) {
    *s = (search){.k = k, .position = position, .seat = seat, .seed = gg_rng_u64(rng)};
    s->start = think_clock(k->game, position->table, position->state);
    if (k->game->brain.until) s->horizon = k->game->brain.until(position->table, position->state);
    s->anew = k->game->brain.lines && s->horizon;
    unsigned node = k->game->turn(position->table, position->state).node;
    bool sealed = k->game->nodes[node].flags & GG_N_SEALED && k->game->seats == 2;
    s->sealed = sealed && !(k->game->nodes[node].flags & GG_N_SETUP) ? node : THINK_OPEN;
    memset(&k->matrix, 0, sizeof k->matrix);
    for (uint32_t i = 0; i < THINK_LANES; i++) {
        gg_thinker *lane = k->lane[i];
        heed_alike(lane, k);
        lane->nodes = 0;
        lane->worlds = 0;
        lane->by_chance = true;
        if (lane->inner) heed_alike(lane->inner, k);
        memset(&lane->matrix, 0, sizeof lane->matrix);
        for (uint32_t slot = 0; slot < THINK_PLANS; slot++)
            for (uint32_t ply = 0; ply < THINK_PLIES; ply++) lane->slot[slot].ply[ply].arms = 0;
    }
}

static void deal(const search *s, gg_thinker *k, uint32_t world) {
    gg_rng rng;
    gg_rng_seed(&rng, s->seed, 2 * (uint64_t)world);
    memcpy(k->world, s->position->state, k->game->state_bytes);
    k->game->resample(s->position->table, k->world, s->seat, &rng);
}

static think_trial trial_of(const search *s, gg_thinker *lane, uint32_t world, think_ply *ply) {
    think_trial trial = {.k = lane, .t = s->position->table, .seat = s->seat};
    trial.start = s->start;
    trial.until = s->horizon;
    trial.ply = ply;
    trial.sealed = s->sealed;
    if (s->sealed != THINK_OPEN) gg_rng_seed(&trial.secret, s->seed + 1, world);
    return trial;
}

// What was drawn up for the plan of a slot.
static void follow_lines(const search *s, think_trial *trial, uint32_t slot) {
    if (!s->lines) return;
    trial->lines = &s->k->lines[slot];
    trial->own = &s->k->own[trial->lines->temper];
    trial->anew = s->anew;
}

static int64_t tried(const search *s, gg_thinker *lane, uint32_t world, const gg_plan *plan,
                     think_slot *slot) {
    think_trial trial = trial_of(s, lane, world, slot ? slot->ply : NULL);
    if (slot) follow_lines(s, &trial, (uint32_t)(slot - lane->slot));
    gg_rng dice;
    gg_rng_seed(&dice, s->seed, 2 * (uint64_t)world + 1);
    return think_try(&trial, plan, &dice);
}

// ------------------------------------------------------------------------------ which are compared
// Best first; of equals the one that came first stays before.
static void keep_best(think_looks *looks, int64_t prior, int64_t captain, const gg_plan *plan) {
    think_candidate *list = looks->best;
    uint32_t at = looks->count < THINK_PLANS ? looks->count++ : THINK_PLANS;
    if (at == THINK_PLANS && prior <= list[--at].prior) return;
    for (; at > 0 && list[at - 1].prior < prior; at--) list[at] = list[at - 1];
    memset(&list[at], 0, sizeof list[at]);
    list[at].prior = prior;
    list[at].captain = captain;
    list[at].plan = *plan;
}

static bool same_plan(const gg_plan *a, const gg_plan *b) {
    return a->steps == b->steps && memcmp(a->step, b->step, a->steps * sizeof a->step[0]) == 0;
}

static void add_candidate(search *s, const think_candidate *one) {
    think_candidate *list = s->k->candidate;
    if (s->alive == s->wide) return;
    for (uint32_t i = 0; i < s->alive; i++)
        if (same_plan(&list[i].plan, &one->plan)) return;
    list[s->alive] = *one;
    list[s->alive].slot = s->alive;
    s->alive++;
}

static unsigned ways_to_look(const gg_game *game) {
    return game->brain.features ? 2 : 1;
}

// What plan i is worth to a captain, and as a chance to win where that is another question.
static void weigh(const search *s, gg_thinker *lane, uint32_t i) {
    gg_thinker *k = s->k;
    const void *t = s->position->table;
    const gg_plan *plan = think_plan(k, i, lane->plans);
    gg_rng rng;
    gg_rng_seed(&rng, s->seed + 2, i);
    k->worth[0][i] = INT64_MIN;
    if (!think_carry_out(lane, t, plan, s->seat)) return;
    for (unsigned way = 0; way < ways_to_look(k->game); way++) {
        lane->by_chance = way;
        k->worth[way][i] = think_worth(lane, t, s->seat, &rng);
    }
}

// Every lane looks at its part of the plans, and at one of them however late it is.
static void look_in_lane(void *user, unsigned i) {
    const search *s = user;
    gg_thinker *k = s->k, *lane = k->lane[i];
    memcpy(lane->world, k->world, k->game->state_bytes);
    for (uint32_t met = i; met < k->listed; met += THINK_LANES) {
        uint32_t plan = (k->first + met) % k->listed;
        lane->cut = lane->cut || (met >= THINK_LANES && think_stopped(lane));
        if (met < THINK_LANES || !lane->cut)
            weigh(s, lane, plan);
        else
            k->worth[0][plan] = INT64_MIN;
    }
    lane->by_chance = true;
    lane->nodes = 0; // those of trials are counted
}

static void empty_lane(gg_thinker *lane) {
    for (uint32_t slot = 0; slot < THINK_PLANS; slot++)
        lane->slot[slot].sum = lane->slot[slot].squares = 0;
    lane->whole = 0;
    lane->cut = false;
}

// In all lanes at once where somebody lends threads. One after the other, what is too late for one
// is too late for the next.
static void in_lanes(search *s, void (*work)(void *user, unsigned i)) {
    gg_thinker *k = s->k;
    for (unsigned i = 0; i < THINK_LANES; i++) empty_lane(k->lane[i]);
    if (k->crew) {
        k->crew(k->crew_user, work, s, THINK_LANES);
        return;
    }
    for (unsigned i = 0; i < THINK_LANES; i++) {
        if (i) k->lane[i]->cut = k->lane[i - 1]->cut;
        work(s, i);
    }
}

// A plan for every so many nodes, about a millisecond: fewer trials would not tell them apart. Who
// has hardly any nodes tries fewer than is usual. Captains who draw up their lines in every trial
// take many times as long for one.
static uint32_t plans_for(const search *s, uint64_t nodes) {
    enum { NODES_A_PLAN = 1000, NODES_A_MS = 1000, NODES_A_TRIAL = 100, ANEW = 10, LEAST = 3 };
    const gg_thinker *k = s->k;
    uint64_t most = k->game->brain.wide > THINK_USUAL ? k->game->brain.wide : THINK_USUAL;
    uint64_t timed = k->until_ns ? (uint64_t)k->budget.ms * NODES_A_MS : nodes;
    uint64_t all = (k->budget.nodes ? k->budget.nodes : timed) / (s->anew ? ANEW : 1);
    uint64_t plans = all / NODES_A_PLAN;
    uint64_t least = k->until_ns && !k->budget.nodes ? THINK_USUAL : all / NODES_A_TRIAL;
    least = least < LEAST ? LEAST : least > THINK_USUAL ? THINK_USUAL : least;
    return (uint32_t)(plans < least ? least : plans > most ? most : plans);
}

// Plans are met in an order of chance, so that of many equal ones not always the same are kept.
// Those are compared that a captain likes best and those after which the chance to win looks best,
// in turn: either alone misses good ones.
static void look(search *s, uint64_t nodes, gg_rng *rng) {
    gg_thinker *k = s->k;
    s->wide = plans_for(s, nodes);
    k->listed = think_list(k, s->position->table, s->seat);
    k->first = k->listed > 1 ? gg_rng_below(rng, k->listed) : 0;
    k->looks[0].count = k->looks[1].count = 0;
    in_lanes(s, look_in_lane);
    for (uint32_t met = 0; met < k->listed; met++) {
        uint32_t i = (k->first + met) % k->listed;
        if (k->worth[0][i] == INT64_MIN) continue;
        for (unsigned way = 0; way < ways_to_look(k->game); way++)
            keep_best(&k->looks[way], k->worth[way][i], k->worth[0][i],
                      think_plan(k, i, k->lane[0]->plans));
    }
    for (uint32_t i = 0; i < THINK_PLANS; i++)
        for (unsigned way = 0; way < 2; way++)
            if (i < k->looks[way].count) add_candidate(s, &k->looks[way].best[i]);
    s->count = s->alive;
}

// ------------------------------------------------------------------------------------------- lines
// What captains would do with the segment under way is drawn up once for all plans; what follows is
// another matter after each: one trial of every plan, in which captains draw up whatever comes. A
// captain of another temper makes a plan of his line: its first move, and the rest as he goes on.
static void draw_up_in_lane(void *user, unsigned i) {
    const search *s = user;
    gg_thinker *lane = s->k->lane[i];
    memcpy(lane->world, s->k->world, lane->game->state_bytes);
    lane->inner->cut = lane->cut || s->late;
    for (uint32_t c = i; c < s->alive && !lane->inner->cut; c += THINK_LANES) {
        think_trial trial = trial_of(s, lane, 0, NULL);
        gg_rng dice;
        gg_rng_seed(&dice, s->seed + 3, c);
        follow_lines(s, &trial, s->k->candidate[c].slot);
        trial.draws_up = true;
        (void)think_try(&trial, &s->k->candidate[c].plan, &dice);
    }
    lane->cut = lane->inner->cut;
    lane->nodes = 0; // as after the look
}

// Those beside the usual captain. Trials that go far tell his plans apart without them, and take
// what another is bent on for more than it is: nobody goes on with it for long.
static unsigned tempers_of(const search *s) {
    return s->anew ? 0 : s->k->game->brain.tempers;
}

// The segment under way, by each temper in turn.
static void draw_up_own(void *user, unsigned i) {
    const search *s = user;
    gg_thinker *k = s->k, *inner = k->lane[i]->inner;
    unsigned node = k->game->turn(s->position->table, k->world).node;
    inner->cut = k->lane[i]->cut;
    for (unsigned temper = i; temper <= tempers_of(s); temper += THINK_LANES) {
        think_lines *own = &k->own[temper];
        own->count = 0;
        think_line *line = think_new_line(own, s->seat, node);
        inner->temper = temper;
        if (!inner->cut) think_draw_up(inner, s->position->table, k->world, line);
    }
    inner->temper = 0;
    k->lane[i]->cut = inner->cut;
}

static bool same_line(const think_line *a, const think_line *b) {
    uint32_t steps = a->from[a->count];
    return a->count == b->count && steps == b->from[b->count] &&
           memcmp(a->step, b->step, steps * sizeof a->step[0]) == 0;
}

static bool is_drawn_up(const gg_thinker *k, unsigned temper) {
    for (unsigned other = 0; other < temper; other++)
        if (same_line(k->own[other].line, k->own[temper].line)) return true;
    return !k->own[temper].line->count;
}

// Beside the best plans alone, since few trials each would tell nothing.
static void add_tempers(search *s) {
    gg_thinker *k = s->k, *lane = k->lane[0];
    gg_rng rng;
    gg_rng_seed(&rng, s->seed + 4, 0);
    memcpy(lane->world, k->world, k->game->state_bytes);
    if (tempers_of(s) && s->alive > THINK_ALONE) s->alive = THINK_ALONE;
    for (unsigned temper = 1; temper <= tempers_of(s); temper++) {
        think_candidate *one = &k->candidate[s->alive];
        if (is_drawn_up(k, temper)) continue;
        memset(one, 0, sizeof *one);
        think_line_plan(k->own[temper].line, 0, &one->plan);
        if (!think_carry_out(lane, s->position->table, &one->plan, s->seat)) continue;
        lane->by_chance = false;
        one->captain = think_worth(lane, s->position->table, s->seat, &rng);
        lane->by_chance = true;
        one->slot = s->alive++;
        k->lines[one->slot].temper = temper;
    }
    s->count = s->alive;
}

static void draw_up(search *s) {
    gg_thinker *k = s->k;
    unsigned node = k->game->turn(s->position->table, k->world).node;
    if (!k->game->brain.lines || s->alive < 2) return;
    s->lines = true;
    k->own[0].count = 0;
    for (uint32_t i = 0; i < THINK_PLANS; i++) k->lines[i].count = k->lines[i].temper = 0;
    if (think_has_line(k->game, node)) {
        in_lanes(s, draw_up_own);
        for (unsigned i = 0; i < THINK_LANES; i++) s->late |= k->lane[i]->cut;
        add_tempers(s);
    }
    if (!s->anew) in_lanes(s, draw_up_in_lane);
}

// -------------------------------------------------------------------------------------- all trials
// What became of the plan in a world in which the enemy chose this.
static void fill_cell(think_matrix *m, uint32_t row, uint64_t chosen, think_cell more) {
    uint32_t column = think_column(m, chosen);
    if (column == THINK_COLUMNS) return;
    m->cell[row][column].sum += more.sum;
    m->cell[row][column].trials += more.trials;
}

// One world with every plan that is left; false when it was broken off: it counts for nothing.
static bool try_world(const search *s, gg_thinker *lane, uint32_t world) {
    const think_candidate *list = s->k->candidate;
    uint64_t chosen = 0;
    deal(s, lane, world);
    if (s->sealed != THINK_OPEN) {
        think_trial trial = trial_of(s, lane, world, NULL);
        chosen = think_chosen(&trial, &list[0].plan);
    }
    for (uint32_t c = 0; c < s->alive; c++) {
        think_slot *slot = &lane->slot[list[c].slot];
        if (think_stopped(lane)) return false;
        slot->pass = tried(s, lane, world, &list[c].plan, slot);
    }
    for (uint32_t c = 0; c < s->alive; c++) {
        think_slot *slot = &lane->slot[list[c].slot];
        slot->sum += slot->pass;
        slot->squares += slot->pass * slot->pass;
        if (s->sealed != THINK_OPEN)
            fill_cell(&lane->matrix, list[c].slot, chosen, (think_cell){slot->pass, 1});
    }
    return true;
}

static void run_lane(void *user, unsigned i) {
    const search *s = user;
    gg_thinker *lane = s->k->lane[i];
    while (!lane->cut && lane->nodes < lane->until) {
        lane->cut = !try_world(s, lane, lane->worlds++ * THINK_LANES + i + 1);
        lane->whole += !lane->cut;
    }
}

static void add_matrix(think_matrix *to, think_matrix *from) {
    for (uint32_t row = 0; row < THINK_PLANS; row++)
        for (uint32_t c = 0; c < from->columns; c++)
            fill_cell(to, row, from->chosen[c], from->cell[row][c]);
    memset(from, 0, sizeof *from);
}

static void add_lane(search *s, gg_thinker *lane) {
    gg_thinker *k = s->k;
    for (uint32_t c = 0; c < s->alive; c++) {
        think_candidate *one = &k->candidate[c];
        const think_slot *slot = &lane->slot[one->slot];
        one->sum += slot->sum;
        one->squares += slot->squares;
        one->trials += lane->whole;
        s->trials += lane->whole;
    }
    add_matrix(&k->matrix, &lane->matrix);
}

// Some more worlds in every lane, for all plans that are left.
static bool try_all(search *s) {
    gg_thinker *k = s->k;
    bool goes_on = true;
    in_lanes(s, run_lane);
    for (unsigned i = 0; i < THINK_LANES; i++) {
        add_lane(s, k->lane[i]);
        goes_on &= !k->lane[i]->cut;
    }
    return goes_on;
}

// What trials say of a plan, and what a captain says of it beside each of them: trials err alike
// however many there are (both sides play on as they may not), so he is not outvoted by their
// number.
static int64_t credit(const search *s, const think_candidate *c) {
    int64_t lean = s->k->game->brain.lean * (THINK_SURE / GG_LEAN_ONE);
    return c->sum + c->captain / THINK_FINE * lean * c->trials;
}

static void drop_half(search *s) {
    think_candidate *list = s->k->candidate;
    for (uint32_t i = 1; i < s->alive; i++) {
        think_candidate one = list[i];
        uint32_t at = i;
        for (; at > 0 && credit(s, &list[at - 1]) < credit(s, &one); at--) list[at] = list[at - 1];
        list[at] = one;
    }
    for (uint32_t i = 0; i < s->alive; i++) list[i].until[list[i].rounds++] = list[i].sum;
    s->alive = (s->alive + 1) / 2;
}

static uint64_t nodes_spent(const search *s) {
    uint64_t nodes = 0;
    for (unsigned i = 0; i < THINK_LANES; i++) nodes += s->k->lane[i]->nodes;
    return nodes;
}

// Part `round` of `rounds` of what may be spent is spent.
static bool spent(const search *s, uint32_t round, uint32_t rounds) {
    const gg_thinker *k = s->k;
    if (s->nodes && nodes_spent(s) * rounds >= s->nodes * round) return true;
    return s->ns && (k->now_ns(k->now_user) - s->at_ns) * rounds >= s->ns * round;
}

// Nodes that may still be spent in this part: by time about as many as went in the time gone.
static uint64_t nodes_left(const search *s, uint32_t round, uint32_t rounds) {
    const gg_thinker *k = s->k;
    uint64_t nodes = nodes_spent(s), left = UINT64_MAX;
    if (s->nodes) {
        uint64_t part = s->nodes * round / rounds;
        left = part > nodes ? part - nodes : 0;
    }
    if (!s->ns) return left;
    uint64_t gone = k->now_ns(k->now_user) - s->at_ns + 1, part = s->ns / rounds * round;
    uint64_t fit = part > gone ? (part - gone) / 1000 * nodes / (gone / 1000 + 1) : 0;
    return fit < left ? fit : left;
}

// Nodes that each lane may have spent when lanes are next added up. By nodes that is its share of
// the whole part: a lane stops by what it spent itself, whatever the others do, so lanes wait for
// each other once in a part. By time they meet more often, since nobody knows beforehand how much
// can be done: after so much that a part does not end late.
static uint64_t share_of(const search *s, uint32_t round, uint32_t rounds, uint64_t left) {
    enum { STEP = 16 }; // of what was spent, by each lane
    uint64_t nodes = nodes_spent(s), step = nodes / STEP, fit = left / THINK_LANES;
    bool by_time = s->ns && (!s->nodes || left < s->nodes * round / rounds - nodes);
    return nodes / THINK_LANES + (by_time && step < fit ? step : fit) + 1;
}

// How far each lane goes. Where a world in every lane would be too much, as many lanes take one as
// there is room for, in turn; the first shows what a world costs.
static void allot(search *s, uint32_t round, uint32_t rounds) {
    enum { FIRST = 2, FEW = 20000 }; // worlds, and nodes that would not do for so many
    gg_thinker *k = s->k;
    uint64_t left = nodes_left(s, round, rounds), worlds = s->nodes && s->nodes < FEW ? 1 : FIRST;
    if (s->trials) worlds = left * s->trials / (nodes_spent(s) * s->alive);
    if (worlds >= THINK_LANES) {
        uint64_t share = share_of(s, round, rounds, left);
        for (uint32_t i = 0; i < THINK_LANES; i++) k->lane[i]->until = share;
        return;
    }
    for (uint32_t i = 0; i < THINK_LANES; i++) k->lane[i]->until = 0;
    for (uint32_t i = 0; i < worlds || i < 1; i++) {
        gg_thinker *lane = k->lane[s->next++ % THINK_LANES];
        lane->until = lane->nodes + 1;
    }
}

// Until part `round` of `rounds` is spent.
static bool try_on(search *s, uint32_t round, uint32_t rounds) {
    bool goes_on = true;
    while (goes_on && !spent(s, round, rounds)) {
        allot(s, round, rounds);
        goes_on = try_all(s);
    }
    return goes_on;
}

// A secret choice: all plans are compared to the end, since what is good depends on how often
// others are played. False: nobody sees what was chosen, and the choice is like any other.
static bool mix(search *s) {
    enum { PARTS = 4 }; // of what may be spent, one to see what the enemy may choose
    think_candidate *list = s->k->candidate;
    int64_t share[THINK_PLANS], worth[THINK_PLANS];
    if (s->sealed == THINK_OPEN || s->alive < 2) return false;
    bool goes_on = try_on(s, 1, PARTS);
    if (s->k->matrix.columns < 2) return false;
    if (goes_on) (void)try_on(s, 1, 1);
    think_mix(&s->k->matrix, s->alive, share, worth);
    for (uint32_t i = 0; i < s->alive; i++) {
        list[i].mix = share[list[i].slot];
        list[i].sum = worth[list[i].slot] * list[i].trials;
    }
    drop_half(s);
    return true;
}

// When it is too late, before the first round or in one, the clock is not asked again: there may be
// many left.
static void halve(search *s, uint32_t rounds) {
    bool goes_on = !s->late;
    if (mix(s)) return;
    while (1U << rounds < s->alive) rounds++;
    GG_ASSERT(rounds <= THINK_ROUNDS);
    for (uint32_t round = 1; round <= rounds; round++) {
        goes_on = goes_on && try_on(s, round, rounds);
        drop_half(s);
    }
}

static void allow(search *s, uint64_t nodes) {
    gg_thinker *k = s->k;
    s->nodes = k->budget.nodes ? k->budget.nodes : k->until_ns ? 0 : nodes;
    if (!k->until_ns) return;
    s->at_ns = k->now_ns(k->now_user);
    s->late = k->until_ns <= s->at_ns;
    s->ns = s->late ? 1 : k->until_ns - s->at_ns;
}

// A plan that was dropped early met fewer worlds than the best one: it is as much worse than that
// one as it was in the worlds that both met.
static int64_t chance_of(const think_candidate *c, const think_candidate *best) {
    int64_t mean = best->trials ? best->sum / best->trials : THINK_SURE / 2;
    if (c == best || !c->trials) return mean;
    int64_t chance = mean + (c->sum - best->until[c->rounds - 1]) / (int64_t)c->trials;
    return chance < 0 ? 0 : chance > mean ? mean : chance;
}

static const think_candidate *draw_mixed(const search *s, gg_rng *rng) {
    const think_candidate *list = s->k->candidate;
    int64_t all = 0;
    for (uint32_t i = 0; i < s->count; i++) all += list[i].mix;
    if (!all) return list;
    int64_t ticket = (int64_t)gg_rng_below(rng, (uint32_t)all);
    while (ticket >= list->mix) ticket -= list++->mix;
    return list;
}

// In a set-up one of the plans that trials found about as good as the best: otherwise everybody
// would know how the program sets up.
static const think_candidate *choose(const search *s, gg_rng *rng) {
    const think_candidate *list = s->k->candidate, *out = list;
    const gg_game *game = s->k->game;
    gg_turn turn = game->turn(s->position->table, s->position->state);
    uint32_t equals = 1;
    if (s->sealed != THINK_OPEN) return draw_mixed(s, rng);
    if (!(game->nodes[turn.node].flags & GG_N_SETUP)) return out;
    for (uint32_t i = 1; i < s->count; i++)
        if (chance_of(list, list) - chance_of(&list[i], list) <= SETUP_PART &&
            gg_rng_below(rng, ++equals) == 0)
            out = &list[i];
    return out;
}

bool think_search(gg_thinker *k, const gg_position *position, int seat, uint64_t nodes, gg_rng *rng,
                  gg_plan *out) {
    search s;
    open_search(&s, k, position, seat, rng);
    deal(&s, k, 0);
    look(&s, nodes, rng);
    if (!s.alive) return false;
    draw_up(&s);
    allow(&s, nodes);
    halve(&s, 0);
    *out = choose(&s, rng)->plan;
    return true;
}

// ------------------------------------------------------------------------------------------ advice
// One standard error of the mean.
static int64_t error_of(const think_candidate *c) {
    if (c->trials < 2) return THINK_SURE / 2;
    int64_t n = c->trials, mean = c->sum / n, spread = c->squares / n - mean * mean;
    return spread > 0 ? think_root(spread / (n - 1)) : 0;
}

static int32_t told(int64_t chance) {
    return (int32_t)(chance / (THINK_SURE / GG_SURE));
}

static uint32_t visits_of(const search *s, uint32_t slot, const gg_plan *reply) {
    uint32_t visits = 0;
    for (uint32_t i = 0; i < THINK_LANES; i++) {
        const think_ply *ply = &s->k->lane[i]->slot[slot].ply[THINK_REPLY];
        for (uint32_t arm = 0; arm < ply->arms; arm++)
            if (same_plan(&ply->arm[arm].plan, reply)) visits += ply->arm[arm].visits;
    }
    return visits;
}

// What the enemy most often did in all lanes.
static void find_feared(const search *s, uint32_t slot, gg_plan *out) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < THINK_LANES; i++) {
        const think_ply *ply = &s->k->lane[i]->slot[slot].ply[THINK_REPLY];
        for (uint32_t arm = 0; arm < ply->arms; arm++) {
            uint32_t visits = visits_of(s, slot, &ply->arm[arm].plan);
            if (visits <= most) continue;
            most = visits;
            *out = ply->arm[arm].plan;
        }
    }
}

static void advise(const search *s, const think_candidate *c, gg_advice *out) {
    memset(out, 0, sizeof *out);
    out->plan = c->plan;
    find_feared(s, c->slot, &out->feared);
    out->chance = told(chance_of(c, &s->k->candidate[0]));
    out->error = told(error_of(c));
    out->trials = c->trials;
}

// Two captains may begin alike; candidates come with the best first.
static bool is_listed(const gg_advice *all, uint32_t count, const gg_plan *plan) {
    for (uint32_t i = 0; i < count; i++)
        if (same_plan(&all[i].plan, plan)) return true;
    return false;
}

// Best first; what search would play stays before its equals.
static uint32_t list_advice(const search *s, gg_advice *out, uint32_t room) {
    gg_advice all[THINK_PLANS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        gg_advice one;
        advise(s, &s->k->candidate[i], &one);
        if (!think_can_begin(s->position, s->seat, &one.plan)) continue;
        if (is_listed(all, count, &one.plan)) continue;
        uint32_t at = count++;
        for (; at > 0 && all[at - 1].chance < one.chance; at--) all[at] = all[at - 1];
        all[at] = one;
    }
    if (count > room) count = room;
    memcpy(out, all, count * sizeof *out);
    return count;
}

uint32_t gg_advise(gg_thinker *thinker, const gg_position *position, int seat, gg_rng *rng,
                   gg_advice *out, uint32_t room) {
    search s;
    uint64_t nodes = gg_brain_nodes(thinker->game, position->table, GG_BRAIN_GENERAL);
    GG_ASSERT(position->game == thinker->game);
    think_begin(thinker);
    open_search(&s, thinker, position, seat, rng);
    deal(&s, thinker, 0);
    look(&s, nodes, rng);
    if (!s.alive) return 0;
    draw_up(&s);
    allow(&s, nodes);
    halve(&s, s.alive == 1); // the only plan has its chance as well
    return list_advice(&s, out, room);
}

int32_t gg_win_chance(gg_thinker *thinker, const gg_position *position, int seat, uint32_t trials,
                      gg_rng *rng) {
    search s;
    gg_thinker *lane = thinker->lane[0];
    int64_t sum = 0;
    GG_ASSERT(position->game == thinker->game);
    think_begin(thinker);
    open_search(&s, thinker, position, seat, rng);
    s.horizon = 0;
    uint32_t worlds = trials ? trials : WORLDS;
    uint32_t world = 0;
    for (; world < worlds && (!world || !think_stopped(thinker)); world++) {
        deal(&s, lane, world);
        sum += trials ? tried(&s, lane, world, NULL, NULL)
                      : think_chance(thinker->game, position->table, lane->world, seat);
    }
    return told(sum / world);
}
