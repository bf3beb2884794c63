// SPDX-License-Identifier: Apache-2.0
// Macro moves: whole moves, whole attacks, placements, each a list of actions legal in turn.
//
// MOVE: for each counter that has not moved the few best places its path-finder reaches; entries of
// reinforcements; exfiltration of units out of supply. COMBAT: for each hex that can be attacked
// the whole attack, and the same without supports. DEFENCE: every useful support, or none. SETUP: a
// few placements per counter. Elsewhere each legal action alone. Which places are good is guessed
// from the survey; appeal.c and value.c judge what a plan leads to.
#include "combat.h"
#include "r05_walk.h"
#include "reach.h"
#include "survey.h"

enum {
    PLACES_MOST = 4,     // destinations of one counter
    MOVE_PLANS = 200,    // for moves; the rest is for entries, exfiltration and `end`
    SETUP_COUNTERS = 40, // considered at one set-up node
    SETUP_PLACES = 3,
    RANGES = 16, // kept, by hex
    BARE = 20,   // less promised without supports
    POINTS_KNOWN = 5,
    STACKS_MOST = 16, // of one formation
    CROWDED = 80,     // wished less where there would be too many
    COMMAND = 15,     // wished more for each counter in range of its HQ
    NEVER = -30000,
};

typedef struct kept_range {
    const bz_ground *ground;
    bz_range range;
} kept_range;

typedef struct planner {
    const bz_table *t;
    const bz_state *s;
    int side;
    bz_survey v;
    int16_t pull[HEXES]; // for units that fight
    int16_t rear[HEXES]; // for HQ, artillery and columns
    // The same less what overstacking costs, by stacking points, made when first asked for.
    int16_t room[2][POINTS_KNOWN][HEXES];
    bool known[2][POINTS_KNOWN];
    bz_ground ground, north; // north: for who may not go south, made when `bound`
    bool bound;
    kept_range kept[RANGES]; // start -1: none
    gg_plan *out;
    uint32_t count;
} planner;

static gg_plan *new_plan(planner *k) {
    if (k->count >= GG_PLANS_MAX) return NULL;
    gg_plan *plan = &k->out[k->count++];
    plan->steps = 0;
    plan->prior = 0;
    return plan;
}

static void add_step(gg_plan *plan, gg_action action) {
    GG_ASSERT(plan->steps < GG_PLAN_STEPS);
    plan->step[plan->steps++] = action;
}

static void add_single(planner *k, gg_action action) {
    gg_plan *plan = new_plan(k);
    if (plan) add_step(plan, action);
}

// ------------------------------------------------------------------------------- where it is good
// How much one more unit of strength near each victory hex would matter (see grip() in appeal.c).
static void find_needs(const planner *k, int32_t need[BZ_VICTORY_HEXES]) {
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        int64_t own = k->v.near[k->side][i] + 1500, enemy = k->v.near[1 - k->side][i];
        int64_t total = own + enemy;
        bool in_play = bz_has(&k->t->area, bz_victory_hexes[i].hex);
        need[i] =
            in_play ? (int32_t)(bz_prize(k->t, i) * 24000 * (enemy + 750) / total / total) : 0;
    }
}

static void pull_to_objectives(planner *k) {
    int32_t need[BZ_VICTORY_HEXES];
    find_needs(k, need);
    for (int hex = 0; hex < HEXES; hex++) {
        int32_t sum = 0;
        for (int i = 0; i < BZ_VICTORY_HEXES; i++) sum += need[i] * k->t->near[hex][i];
        sum /= 1024;
        k->pull[hex] = (int16_t)(sum + 2 * -k->t->cover_die[hex] - 4 * k->t->cover_shift[hex]);
        k->rear[hex] = (int16_t)(sum / 4);
    }
}

// A victory hex to be taken, or kept by somebody.
static void pull_into_objectives(planner *k) {
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        int hex = bz_victory_hexes[i].hex, prize = bz_prize(k->t, i);
        bool own = bz_german_controls(k->s, hex) == (k->side == BZ_GERMAN);
        if (!own) k->pull[hex] = (int16_t)(k->pull[hex] + prize);
        if (own && !bz_has(&k->s->units[k->side], hex))
            k->pull[hex] = (int16_t)(k->pull[hex] + prize / 4);
    }
}

// Next to an enemy whom a few more factors would beat.
static void pull_to_fights(planner *k) {
    enum { MORE = 9, MOST = 400 };
    bz_board enemies = k->s->units[1 - k->side];
    for (int hex; (hex = bz_pop(&enemies)) >= 0;) {
        int attack = bz_attack_expected(&k->v, k->s, k->side, hex);
        int defence = bz_defence_expected(&k->v, k->s, 1 - k->side, hex);
        int now = bz_gain(k->t, &k->v, hex, attack, defence);
        int more = bz_gain(k->t, &k->v, hex, attack + MORE, defence) - (now > 0 ? now : 0);
        more = more < -40 ? -40 : more > MOST ? MOST : more;
        for (int d = 0; d < DIRECTIONS; d++)
            if (bz_next(hex, d) >= 0) k->pull[bz_next(hex, d)] += (int16_t)more;
    }
}

static void pull_to_rear(planner *k) {
    static const int16_t by_distance[WITHIN + 1] = {0, 0, 60, 45, 30, 15};
    for (int far = WITHIN; far >= 1; far--) {
        bz_board hexes = k->v.within[1 - k->side][far];
        for (int w = 0; w < BOARD_WORDS; w++) hexes.w[w] &= ~k->v.within[1 - k->side][far - 1].w[w];
        for (int hex; (hex = bz_pop(&hexes)) >= 0;) {
            bool held = bz_has(&k->s->units[k->side], hex);
            int here = far > 1 ? by_distance[far] + (held ? 10 : 0) : held ? 40 : -60;
            k->rear[hex] = (int16_t)(k->rear[hex] + here);
        }
    }
}

static void open_planner(planner *k, const bz_table *t, const bz_state *s, int side, gg_plan *out) {
    k->t = t;
    k->s = s;
    k->side = side;
    k->out = out;
    k->count = 0;
    k->bound = false;
    memset(k->known, 0, sizeof k->known);
    for (int i = 0; i < RANGES; i++) k->kept[i].range.start = -1;
}

static void look_round(planner *k) {
    bz_take_survey(k->t, k->s, k->side, &k->v);
    pull_to_objectives(k);
    pull_into_objectives(k);
    pull_to_fights(k);
    pull_to_rear(k);
}

// What a counter looks for in a hex, the same for all hexes.
typedef struct wishes {
    const int16_t *field;
    int piece, home, points;
    // Of an HQ: where counters of its formation stand, and how many in each hex.
    int stacks, all, range;
    int16_t stack[STACKS_MOST];
    uint8_t many[STACKS_MOST];
} wishes;

static void find_stacks(const planner *k, wishes *w) {
    const bz_formation *f = &bz_formations[bz_counters[w->piece].formation];
    w->range = bz_counters[w->piece].range;
    for (int p = f->first; p < f->first + f->count; p++) {
        int hex = k->s->f.where[p], at = 0;
        if (p == w->piece || hex >= HEXES) continue;
        while (at < w->stacks && w->stack[at] != hex) at++;
        GG_ASSERT(at < STACKS_MOST);
        if (at == w->stacks) w->many[w->stacks++] = 0;
        w->stack[at] = (int16_t)hex;
        w->many[at]++;
        w->all++;
    }
}

static wishes wishes_of(const planner *k, int piece) {
    const bz_counter *c = &bz_counters[piece];
    bool behind = c->flags & BZ_F_SUPPORTS || bz_is_column(piece);
    wishes w;
    w.field = behind ? k->rear : k->pull;
    w.piece = piece;
    w.home = k->s->f.where[piece];
    w.points = c->stack_points;
    w.stacks = w.all = 0;
    if (c->type == BZ_HQ && c->formation) find_stacks(k, &w);
    return w;
}

// Counters of its formation that an HQ would have in range there.
static int commanded(const wishes *w, int hex) {
    int n = 0;
    for (int i = 0; i < w->stacks; i++)
        n += bz_distance(w->stack[i], hex) <= w->range ? w->many[i] : 0;
    return n;
}

// How much this counter wants to be there.
static int wish(const planner *k, const wishes *w, int hex) {
    int want = w->field[hex], points = k->v.points[hex] + w->points;
    if (hex != w->home && points > bz_hexes[hex].stack_limit) want -= CROWDED;
    return want + COMMAND * commanded(w, hex);
}

// wish() for every hex but home, command apart.
static const int16_t *room_for(planner *k, const wishes *w) {
    bool behind = w->field == k->rear;
    GG_ASSERT(w->points < POINTS_KNOWN);
    int16_t *room = k->room[behind][w->points];
    if (k->known[behind][w->points]) return room;
    k->known[behind][w->points] = true;
    for (int hex = 0; hex < HEXES; hex++) {
        bool crowded = k->v.points[hex] + w->points > bz_hexes[hex].stack_limit;
        room[hex] = (int16_t)(w->field[hex] - (crowded ? CROWDED : 0));
    }
    return room;
}

typedef struct favourites {
    int count, most;
    int hex[PLACES_MOST], want[PLACES_MOST];
} favourites;

// Of equals the lowest hex first.
static bool above(int want, int hex, int other_want, int other) {
    return want > other_want || (want == other_want && hex < other);
}

static bool is_favourite(const favourites *best, int hex, int want) {
    int last = best->most - 1;
    return best->count < best->most || above(want, hex, best->want[last], best->hex[last]);
}

static void favour(favourites *best, int hex, int want) {
    if (!is_favourite(best, hex, want)) return;
    int at = best->count < best->most ? best->count++ : best->most - 1;
    for (; at > 0 && above(want, hex, best->want[at - 1], best->hex[at - 1]); at--) {
        best->hex[at] = best->hex[at - 1];
        best->want[at] = best->want[at - 1];
    }
    best->hex[at] = hex;
    best->want[at] = want;
}

// --------------------------------------------------------------------------------------- movement
// The steps of a way that is known from its end, and `stop`.
typedef struct trail {
    int16_t hex[GG_PLAN_STEPS]; // last first
    int count;
} trail;

static void note_hex(trail *way, int hex) {
    GG_ASSERT(way->count < GG_PLAN_STEPS - 2);
    way->hex[way->count++] = (int16_t)hex;
}

static void walk_back(gg_plan *plan, trail *way) {
    while (way->count > 0) add_step(plan, gg_act(V_STEP, (unsigned)way->hex[--way->count], 0, 0));
    add_step(plan, gg_act(V_STOP, 0, 0, 0));
}

// Who may not go south yet has a ground of its own (B59).
static const bz_ground *ground_of(planner *k, int piece) {
    if (!bz_restricted(k->s, piece, bz_at(1, ROWS))) return &k->ground;
    if (k->bound) return &k->north;
    k->bound = true;
    bz_board south = {{0}};
    for (int hex = 0; hex < HEXES; hex++)
        if (bz_restricted(k->s, piece, hex)) bz_add(&south, hex);
    bz_take_ground(k->t, k->s, k->side, &south, &k->north);
    return &k->north;
}

// Counters of one stack that move alike share their range.
static const kept_range *find_range(planner *k, int piece) {
    int hex = k->s->f.where[piece], column = bz_move_column(piece);
    int half_mp = bz_allowance(k->s, piece);
    const bz_ground *ground = ground_of(k, piece);
    kept_range *r = &k->kept[hex % RANGES];
    bool same = r->range.start == hex && r->range.column == column && r->range.half_mp == half_mp;
    if (!same || r->ground != ground) bz_find_range(k->t, ground, hex, column, half_mp, &r->range);
    r->ground = ground;
    return r;
}

// Where supply lets its move end, as bz_move_ends() says. Who leaves an unwatched hex, or one where
// somebody stays, changes no supply line.
static const bz_board *ends_of(const planner *k, int piece, bz_board *room) {
    int hex = k->s->f.where[piece], enemy = 1 - k->side;
    bool free = bz_is_column(piece) || k->s->f.status[piece] & UNSUPPLIED;
    bool watched = bz_has(&k->s->zoc[enemy], hex) || bz_has(&k->s->heights[enemy], hex);
    if (!free && !watched) return &k->v.supplied[bz_net_of(k->s, piece)];
    *room = bz_move_ends(k->t, k->s, piece);
    return room;
}

static void choose(planner *k, const bz_range *range, const wishes *w, favourites *best) {
    bz_board supplied;
    const bz_board *ends = ends_of(k, w->piece, &supplied);
    const int16_t *room = room_for(k, w);
    int hoped = COMMAND * w->all;
    int least = NEVER; // less than that is no favourite any more
    for (int i = 0; i < BOARD_WORDS; i++)
        for (uint64_t left = range->hexes.w[i] & ends->w[i]; left; left &= left - 1) {
            int hex = bz_hex_in(i, left), want = room[hex];
            if (want + hoped < least) continue; // whomever it would command there
            if (w->stacks) want += COMMAND * commanded(w, hex);
            if (!is_favourite(best, hex, want)) continue;
            if (k->s->top[hex] && !bz_composes(k->s, w->piece, hex)) continue;
            favour(best, hex, want);
            if (best->count == best->most) least = best->want[best->most - 1];
        }
}

static void find_way(const planner *k, const kept_range *r, int hex, trail *out) {
    int left = bz_left_at(&r->range, hex);
    out->count = 0;
    for (; hex != r->range.start; hex = bz_hex_before(k->t, r->ground, &r->range, hex, &left))
        note_hex(out, hex);
}

static void plan_moves(planner *k, int piece, int most) {
    favourites best = {0, most, {0}, {0}};
    wishes w = wishes_of(k, piece);
    const kept_range *r = find_range(k, piece);
    int here = wish(k, &w, r->range.start);
    trail way;
    choose(k, &r->range, &w, &best);
    for (int i = 0; i < best.count; i++) {
        gg_plan *plan = new_plan(k);
        if (!plan) return;
        plan->prior = best.want[i] - here;
        add_step(plan, gg_act(V_MOVE, (unsigned)piece, 0, 0));
        find_way(k, r, best.hex[i], &way);
        walk_back(plan, &way);
    }
}

static bool may_move(const planner *k, int piece) {
    return bz_on_map(k->s, piece) && bz_side_of(k->s, piece) == k->side &&
           !(k->s->f.status[piece] & MOVED);
}

// From the middle of a move: the walker's best ends, and stopping here when that is allowed.
static void plan_onward(planner *k) {
    favourites best = {0, PLACES_MOST, {0}, {0}};
    bz_paths paths;
    bz_walker w = bz_walker_of(k->t, k->s, gg_flow_top(&k->s->f.flow));
    bz_find_paths(k->t, k->s, &w, &paths);
    wishes wanted = wishes_of(k, w.piece);
    for (int hex; (hex = bz_pop(&paths.ends)) >= 0;) favour(&best, hex, wish(k, &wanted, hex));
    for (int i = 0; i < best.count; i++) {
        gg_plan *plan = new_plan(k);
        if (!plan) return;
        plan->prior = best.want[i] - best.want[0];
        trail way = {.count = 0};
        for (int hex = best.hex[i]; hex != w.hex; hex = paths.from[hex]) note_hex(&way, hex);
        walk_back(plan, &way);
    }
}

// An entry and where it leads, tried out on a copy.
static void plan_entry(planner *k, gg_action enter) {
    const bz_state *now = k->s;
    bz_state copy = *now;
    uint32_t first = k->count;
    bz_play_move(k->t, &copy, enter, NULL);
    k->s = &copy;
    plan_onward(k);
    k->s = now;
    if (k->count > first + 2) k->count = first + 2; // the best two
    for (uint32_t i = first; i < k->count; i++) {
        gg_plan *plan = &k->out[i];
        GG_ASSERT(plan->steps < GG_PLAN_STEPS);
        memmove(&plan->step[1], &plan->step[0], plan->steps * sizeof plan->step[0]);
        plan->step[0] = enter;
        plan->steps++;
    }
}

// A step is lost with one chance in three at every enemy ZOC, and a run seldom meets just one.
static void plan_run(planner *k, gg_action run) {
    gg_plan *plan = new_plan(k);
    if (!plan) return;
    plan->prior = -bz_unit_worth(k->s, gg_a(run)) / 2;
    add_step(plan, run);
}

static void plan_others(planner *k) {
    gg_action list[512];
    uint32_t n = bz_legal_move(k->t, k->s, k->side, list);
    for (uint32_t i = 0; i < n; i++) {
        unsigned verb = gg_verb_of(list[i]);
        if (verb == V_ENTER) plan_entry(k, list[i]);
        if (verb == V_EXFILTRATE && k->s->f.status[gg_a(list[i])] & UNSUPPLIED)
            plan_run(k, list[i]);
    }
}

static bool others_exist(const planner *k) {
    for (int p = 0; p < UNITS; p++)
        if (bz_counters[p].side == k->side &&
            (k->s->f.where[p] == AT_EDGE || (bz_on_map(k->s, p) && k->s->f.status[p] & UNSUPPLIED)))
            return true;
    return false;
}

static void plan_move(planner *k) {
    int movers = 0;
    for (int p = 0; p < PIECES; p++) movers += may_move(k, p);
    int most = movers ? MOVE_PLANS / movers : 0;
    most = most < 2 ? 2 : most > PLACES_MOST ? PLACES_MOST : most;
    look_round(k);
    bz_take_ground(k->t, k->s, k->side, NULL, &k->ground);
    add_single(k, gg_act(V_END, 0, 0, 0));
    for (int p = 0; p < PIECES; p++)
        if (may_move(k, p)) plan_moves(k, p, most);
    if (others_exist(k)) plan_others(k);
}

// ----------------------------------------------------------------------------------------- combat
// Once the first of them is named the other may not be any more; nothing else changes by naming.
static bool excludes(gg_action named, gg_action other) {
    unsigned both = bz_counters[gg_a(named)].flags & bz_counters[gg_a(other)].flags;
    return gg_a(named) == gg_a(other) || (both & BZ_F_COMMANDS_ALL && gg_b(named) == gg_b(other));
}

// The most valuable support first, so that of two corps HQ that reach one unit only the better one
// has it (BR32). A receiver is no better than another of the same combat, except for the +2 of a
// height.
void bz_write_supports(const bz_table *t, const bz_state *s, int seat, gg_plan *plan) {
    gg_action list[512];
    int16_t worth[512];
    uint32_t n = bz_legal_supports(t, s, seat, list);
    for (uint32_t i = 0; i < n; i++)
        worth[i] = (int16_t)bz_support_line(t, s, gg_a(list[i]), gg_b(list[i]), NULL);
    while (n && plan->steps < GG_PLAN_STEPS - 1) {
        uint32_t pick = 0, kept = 0;
        for (uint32_t i = 1; i < n; i++)
            if (worth[i] > worth[pick]) pick = i;
        gg_action named = list[pick];
        add_step(plan, named);
        for (uint32_t i = 0; i < n; i++) {
            if (excludes(named, list[i])) continue;
            list[kept] = list[i];
            worth[kept++] = worth[i];
        }
        n = kept;
    }
}

static void add_joins(bz_state *s, int seat, gg_plan *plan) {
    bz_set able = bz_able_to_attack(s, seat, s->f.target);
    for (int p; (p = bz_set_pop(&able)) >= 0 && plan->steps < GG_PLAN_STEPS - 1;) {
        if (s->f.status[p] & IN_COMBAT) continue;
        add_step(plan, gg_act(V_JOIN, (unsigned)p, 0, 0));
        s->f.status[p] |= IN_COMBAT;
    }
}

uint32_t bz_write_attack(const bz_table *t, const bz_state *s, int side, gg_action first,
                         gg_plan *out) {
    bz_state copy = *s;
    add_step(out, first);
    bz_play_combat(t, &copy, first, NULL);
    add_joins(&copy, side, out);
    uint32_t joined = out->steps;
    if (!bz_only_columns(&copy, gg_a(first))) bz_write_supports(t, &copy, side, out);
    add_step(out, gg_act(V_CONFIRM, 0, 0, 0));
    return joined;
}

// What the attack promises, as the seat knows the enemy.
static int32_t promise(const planner *k, int hex) {
    int attack = bz_attack_expected(&k->v, k->s, k->side, hex);
    int defence = bz_defence_expected(&k->v, k->s, 1 - k->side, hex);
    return bz_gain(k->t, &k->v, hex, attack, defence);
}

// The whole attack, and the same without the supports.
static void plan_attack(planner *k, gg_action first) {
    gg_plan *whole = new_plan(k);
    if (!whole) return;
    whole->prior = promise(k, gg_a(first));
    uint32_t joined = bz_write_attack(k->t, k->s, k->side, first, whole);
    gg_plan *bare = whole->steps > joined + 1 ? new_plan(k) : NULL;
    if (!bare) return;
    memcpy(bare->step, whole->step, joined * sizeof bare->step[0]);
    bare->steps = joined;
    bare->prior = whole->prior - BARE;
    add_step(bare, gg_act(V_CONFIRM, 0, 0, 0));
}

static void plan_combat(planner *k) {
    gg_action list[512];
    uint32_t n = bz_legal_combat(k->t, k->s, k->side, list);
    bz_take_survey(k->t, k->s, k->side, &k->v);
    add_single(k, gg_act(V_END, 0, 0, 0));
    for (uint32_t i = 0; i < n; i++)
        if (gg_verb_of(list[i]) == V_ATTACK && (i == 0 || gg_a(list[i]) != gg_a(list[i - 1])))
            plan_attack(k, list[i]);
}

static void plan_each(planner *k, uint32_t n, const gg_action *list) {
    for (uint32_t i = 0; i < n; i++) add_single(k, list[i]);
}

static void plan_defence(planner *k) {
    gg_action list[512];
    uint32_t n = bz_legal_defence(k->t, k->s, k->side, list);
    gg_plan *plan = new_plan(k);
    bz_write_supports(k->t, k->s, k->side, plan);
    if (plan->steps)
        add_step(plan, gg_act(V_CONFIRM, 0, 0, 0));
    else
        k->count--;
    for (uint32_t i = 0; i < n; i++)
        if (gg_verb_of(list[i]) != V_SUPPORT) add_single(k, list[i]);
}

// ----------------------------------------------------------------------------------------- set-up
static void plan_placement(planner *k, gg_action pick) {
    gg_action list[512];
    favourites best = {0, SETUP_PLACES, {0}, {0}};
    bz_state copy = *k->s;
    bz_play_setup(k->t, &copy, pick, NULL);
    uint32_t n = bz_legal_place(k->t, &copy, k->side, list);
    wishes w = wishes_of(k, gg_a(pick));
    for (uint32_t i = 0; i < n; i++) {
        int hex = gg_a(list[i]);
        favour(&best, hex, wish(k, &w, hex));
    }
    for (int i = 0; i < best.count; i++) {
        gg_plan *plan = new_plan(k);
        if (!plan) return;
        add_step(plan, pick);
        add_step(plan, gg_act(V_AT, (unsigned)best.hex[i], 0, 0));
    }
}

static void plan_setup(planner *k) {
    gg_action list[512];
    uint32_t n = bz_legal_setup(k->t, k->s, k->side, list);
    look_round(k);
    for (uint32_t i = 0; i < n; i++)
        if (gg_verb_of(list[i]) != V_PICK)
            add_single(k, list[i]);
        else if (i < SETUP_COUNTERS)
            plan_placement(k, list[i]);
}

// ------------------------------------------------------------------------------------- every node
static uint32_t list_node(planner *k, unsigned node, gg_action *list) {
    const bz_table *t = k->t;
    const bz_state *s = k->s;
    switch (node) {
    case N_PLACE: return bz_legal_place(t, s, k->side, list);
    case N_CL_PLACE: return bz_legal_cl_place(t, s, k->side, list);
    case N_RELEASE: return bz_legal_release(t, s, k->side, list);
    case N_EXFIL: return bz_legal_exfil(t, s, k->side, list);
    case N_ATTACK: return bz_legal_attack(t, s, k->side, list);
    case N_COMMIT: return bz_legal_commit(t, s, k->side, list);
    case N_SPLIT: return bz_legal_split(t, s, k->side, list);
    case N_LOSS: return bz_legal_loss(t, s, k->side, list);
    case N_RETREAT: return bz_legal_retreat(t, s, k->side, list);
    case N_ADVANCE: return bz_legal_advance(t, s, k->side, list);
    default: return 0;
    }
}

uint32_t bz_plan(const void *table, const void *state, int seat, gg_plan *out) {
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_action list[512];
    planner k;
    if (frame->seat != seat) return 0;
    open_planner(&k, table, s, seat, out);
    switch (frame->node) {
    case N_SETUP: plan_setup(&k); break;
    case N_MOVE: plan_move(&k); break;
    case N_STEP:
        look_round(&k);
        plan_onward(&k);
        break;
    case N_COMBAT: plan_combat(&k); break;
    case N_DEFENCE: plan_defence(&k); break;
    default: plan_each(&k, list_node(&k, frame->node, list), list); break;
    }
    return k.count;
}
