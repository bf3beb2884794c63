// SPDX-License-Identifier: Apache-2.0
// A quick sensible macro move, drawn without listing the others: what both sides do while a seat
// thinks ahead. It is asked hundreds of times for one trial, so that nothing is looked at that does
// not decide: a counter met by chance walks towards one of the victory hexes, the nearer and the
// more wanted the likelier, by the shortest way if nobody were in it (bz_table.way); it goes on as
// long as the next step is nearer and may be taken, and stays in the last hex where it may end. An
// attack with good odds is made whole, and so is a defence.
#include "combat.h"
#include "r05_walk.h"
#include "survey.h"

enum {
    END_ONE_IN = 8,    // moves drawn before a segment is ended early
    STAYS_MOST = 4,    // counters met that have nowhere to go, before it is ended
    MOVERS_TRIED = 16, // by lot, before all are listed
    TARGETS_TRIED = 6,
    ODDS_WANTED = 2,
    LEAVING_ZOC = 2, // half MP, as in r05_walk.c
};

// ---------------------------------------------------------------------------------------- prepare
// Hexes are looked at again until none comes nearer.
static void prepare_way(const bz_table *t, int column, int goal, uint8_t *way) {
    bz_board look = {{0}};
    memset(way, NO_WAY, HEXES);
    if (!bz_has(&t->area, goal)) return;
    way[goal] = 0;
    bz_add(&look, goal);
    for (int to; (to = bz_pop(&look)) >= 0;)
        for (int d = 0; d < DIRECTIONS; d++) {
            int from = bz_next(to, d), back = (d + DIRECTIONS / 2) % DIRECTIONS;
            if (from < 0 || t->cost[column][0][from][back] == COST_NEVER) continue;
            int far = way[to] + t->cost[column][0][from][back];
            if (far >= way[from]) continue;
            way[from] = (uint8_t)far;
            bz_add(&look, from);
        }
}

void bz_prepare_ways(bz_table *t) {
    for (int column = 0; column < BZ_MOVE_COLUMNS; column++)
        for (int i = 0; i < BZ_VICTORY_HEXES; i++)
            prepare_way(t, column, bz_victory_hexes[i].hex, t->way[column][i]);
}

// ------------------------------------------------------------------------------------------- moves
static void add(gg_plan *out, gg_action action) {
    GG_ASSERT(out->steps < GG_PLAN_STEPS);
    out->step[out->steps++] = action;
}

typedef struct walk {
    const bz_table *t;
    const bz_state *s;
    bz_walker w;
    bool behind; // staff, guns and columns: not next to the enemy unless somebody stands there
    const uint8_t *way;
    bz_board barred;
    bz_board ends; // what w.ends points to, once it had to be made
} walk;

static void open_walk(walk *k, const bz_table *t, const bz_state *s, const bz_walker *w) {
    k->t = t;
    k->s = s;
    k->w = *w;
    k->behind = bz_is_column(w->piece) || bz_counters[w->piece].flags & BZ_F_SUPPORTS;
    for (int i = 0; i < BOARD_WORDS; i++)
        k->barred.w[i] = s->units[1 - w->side].w[i] | s->columns[1 - w->side].w[i];
}

// A victory hex: what it is worth, less to its owner, and how near.
static bool choose_goal(walk *k, gg_rng *rng) {
    uint32_t sum = 0, share[BZ_VICTORY_HEXES];
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        bool own = bz_german_controls(k->s, bz_victory_hexes[i].hex) == (k->w.side == BZ_GERMAN);
        bool leads = k->t->way[k->w.column][i][k->w.hex] != NO_WAY;
        sum += leads ? (uint32_t)(bz_prize(k->t, i) / (own ? 8 : 2) * k->t->near[k->w.hex][i]) : 0;
        share[i] = sum;
    }
    if (!sum) return false;
    uint32_t luck = gg_rng_below(rng, sum);
    int goal = 0;
    while (luck >= share[goal]) goal++;
    k->way = k->t->way[k->w.column][goal];
    return true;
}

// The neighbour that is nearest to the goal, nearer than here; -1 = none. Tells the cost.
static int next_hex(const walk *k, int *cost) {
    const bz_walker *w = &k->w;
    const bz_board *zoc = &k->s->zoc[1 - w->side];
    bool leaves = bz_has(zoc, w->hex);
    int best = -1, far = k->way[w->hex];
    if (leaves && w->steps) return -1;
    for (int d = 0; d < DIRECTIONS; d++) {
        int to = bz_next(w->hex, d);
        if (to < 0 || k->way[to] >= far || bz_has(&k->barred, to)) continue;
        bool enters = bz_has(zoc, to);
        int pay = k->t->cost[w->column][leaves || enters][w->hex][d];
        if (pay == COST_NEVER || (leaves && enters)) continue;
        pay += leaves ? LEAVING_ZOC : 0;
        if (pay > w->half_mp && w->steps) continue;
        if (bz_restricted(k->s, w->piece, to) || (k->behind && enters && !k->s->top[to])) continue;
        best = to;
        far = k->way[to];
        *cost = pay;
    }
    return best;
}

// All lines are made only when a quick look is not enough.
static bool is_supplied(walk *k, int hex) {
    if (k->w.ends) return bz_has(k->w.ends, hex);
    if (bz_leads_straight(k->t, k->s, k->w.piece, hex)) return true;
    k->ends = bz_move_ends(k->t, k->s, k->w.piece);
    k->w.ends = &k->ends;
    return bz_has(k->w.ends, hex);
}

static bool may_end(walk *k, int hex) {
    if (!is_supplied(k, hex)) return false;
    if (!k->s->top[hex]) return true;
    int points = bz_points(k->s, hex) + bz_counters[k->w.piece].stack_points;
    return points <= bz_hexes[hex].stack_limit && bz_composes(k->s, k->w.piece, hex);
}

// As far as it goes; how many hexes.
static int go(walk *k, int16_t way[GG_PLAN_STEPS]) {
    int n = 0;
    for (int cost = 0, to; n < GG_PLAN_STEPS - 2 && (to = next_hex(k, &cost)) >= 0;) {
        way[n++] = (int16_t)to;
        k->w.hex = to;
        k->w.half_mp = cost < k->w.half_mp ? k->w.half_mp - cost : 0;
        k->w.steps++;
    }
    return n;
}

// To the last of these hexes where it may stay; false when there is none.
static bool write_way(walk *k, const int16_t *way, int n, gg_plan *out) {
    while (n > 0 && !may_end(k, way[n - 1])) n--;
    for (int i = 0; i < n; i++) add(out, gg_act(V_STEP, (unsigned)way[i], 0, 0));
    return n > 0;
}

// It alone holds a victory hex.
static bool is_garrison(const bz_state *s, int piece) {
    int hex = s->f.where[piece], below = bz_below(s, piece);
    return bz_hexes[hex].vp && bz_top(s, hex) == piece && (below < 0 || bz_is_column(below));
}

// False: it stays where it is.
static bool draw_way(const bz_table *t, const bz_state *s, int piece, gg_rng *rng, gg_plan *out) {
    int16_t way[GG_PLAN_STEPS];
    bz_walker w = bz_walker_fresh(s, piece, NULL);
    walk k;
    if (is_garrison(s, piece)) return false;
    open_walk(&k, t, s, &w);
    int n = choose_goal(&k, rng) ? go(&k, way) : 0;
    if (!n) return false;
    add(out, gg_act(V_MOVE, (unsigned)piece, 0, 0));
    if (!write_way(&k, way, n, out)) out->steps = 0;
    add(out, gg_act(V_STOP, 0, 0, 0));
    return out->steps > 1;
}

// A source where it may enter, by lot.
static bool draw_entry(const bz_table *t, const bz_state *s, int seat, int piece, gg_rng *rng,
                       gg_plan *out) {
    uint32_t luck = gg_rng_below(rng, t->source_count);
    for (uint32_t i = 0; i < t->source_count; i++) {
        unsigned hex = t->source_hex[(luck + i) % t->source_count];
        gg_action enter = gg_act(V_ENTER, (unsigned)piece, hex, 0);
        if (!bz_check_move(t, s, seat, enter, NULL)) continue;
        add(out, enter);
        return true;
    }
    return false;
}

static bool may_move(const bz_state *s, int seat, int p) {
    return (bz_on_map(s, p) || s->f.where[p] == AT_EDGE) && bz_side_of(s, p) == seat &&
           !(s->f.status[p] & MOVED);
}

// One that may still move or enter, -1 = none.
static int any_mover(const bz_state *s, int seat, gg_rng *rng) {
    int first = seat == BZ_ALLIED ? BZ_ALLIED_FIRST : BZ_GERMAN_FIRST;
    int units = (seat == BZ_ALLIED ? BZ_GERMAN_FIRST : BZ_CL_FIRST) - first, n = 0;
    uint8_t list[PIECES];
    for (int i = 0; i < MOVERS_TRIED; i++) {
        int at = (int)gg_rng_below(rng, (uint32_t)(units + COLUMNS));
        int piece = at < units ? first + at : FIRST_COLUMN + at - units;
        if (may_move(s, seat, piece)) return piece;
    }
    for (int p = 0; p < PIECES; p++)
        if (may_move(s, seat, p)) list[n++] = (uint8_t)p;
    return n ? list[n == 1 ? 0 : gg_rng_below(rng, (uint32_t)n)] : -1;
}

// Who would stay is left alone; when several would, the segment ends.
static void draw_move(const bz_table *t, const bz_state *s, int seat, gg_rng *rng, gg_plan *out) {
    bool ends = gg_rng_below(rng, END_ONE_IN) == 0;
    for (int i = 0; i < STAYS_MOST && !ends; i++) {
        int piece = any_mover(s, seat, rng);
        if (piece < 0) break;
        bool there = bz_on_map(s, piece);
        if (there ? draw_way(t, s, piece, rng, out) : draw_entry(t, s, seat, piece, rng, out))
            return;
        out->steps = 0;
    }
    add(out, gg_act(V_END, 0, 0, 0));
}

// In the middle of a move, as after an entry. False: policy() finds a way to where it may stay.
static bool draw_onward(const bz_table *t, const bz_state *s, gg_rng *rng, gg_plan *out) {
    int16_t way[GG_PLAN_STEPS];
    bz_walker w = bz_walker_of(t, s, gg_flow_top(&s->f.flow));
    walk k;
    open_walk(&k, t, s, &w);
    int n = choose_goal(&k, rng) ? go(&k, way) : 0;
    if (!write_way(&k, way, n, out) && w.steps && !bz_check_end(s, &w, NULL)) return false;
    add(out, gg_act(V_STOP, 0, 0, 0));
    return true;
}

// ------------------------------------------------------------------------------------------ fights
static bool looks_good(const bz_table *t, const bz_state *s, int seat, int hex) {
    int attack = bz_factors_round(s, seat, hex);
    return attack &&
           attack >= ODDS_WANTED * (bz_factors_in(t, s, seat, hex) - 2 * t->cover_shift[hex]);
}

// Enemy hexes next to units of the seat.
static int list_targets(const bz_state *s, int seat, int16_t list[HEXES]) {
    bz_board near = bz_spread(&s->units[seat]);
    int n = 0;
    for (int i = 0; i < BOARD_WORDS; i++)
        for (uint64_t left = near.w[i] & (s->units[1 - seat].w[i] | s->columns[1 - seat].w[i]);
             left; left &= left - 1)
            list[n++] = (int16_t)bz_hex_in(i, left);
    return n;
}

static void draw_attack(const bz_table *t, const bz_state *s, int seat, gg_rng *rng, gg_plan *out) {
    int16_t list[HEXES];
    int n = list_targets(s, seat, list), at = n > 1 ? (int)gg_rng_below(rng, (uint32_t)n) : 0;
    for (int i = 0; i < n && i < TARGETS_TRIED; i++, at = at + 1 < n ? at + 1 : 0) {
        if (!looks_good(t, s, seat, list[at])) continue;
        bz_set able = bz_able_to_attack(s, seat, list[at]);
        int first = bz_set_pop(&able);
        gg_action attack = gg_act(V_ATTACK, (unsigned)list[at], (unsigned)first, 0);
        if (first < 0 || !bz_check_combat(t, s, seat, attack, NULL)) continue;
        (void)bz_write_attack(t, s, seat, attack, out);
        return;
    }
    add(out, gg_act(V_END, 0, 0, 0));
}

static void draw_defence(const bz_table *t, const bz_state *s, int seat, gg_plan *out) {
    bz_write_supports(t, s, seat, out);
    add(out, gg_act(out->steps || s->f.supports ? V_CONFIRM : V_NO, 0, 0, 0));
}

bool bz_draw(const void *table, const void *state, int seat, gg_rng *rng, gg_plan *out) {
    const bz_table *t = table;
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    out->steps = 0;
    out->prior = 0;
    if (frame->seat != seat) return false;
    switch (frame->node) {
    case N_MOVE: draw_move(t, s, seat, rng, out); return true;
    case N_STEP: return draw_onward(t, s, rng, out);
    case N_COMBAT: draw_attack(t, s, seat, rng, out); return true;
    case N_DEFENCE: draw_defence(t, s, seat, out); return true;
    default: return false;
    }
}
