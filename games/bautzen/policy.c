// SPDX-License-Identifier: Apache-2.0
// A quick sensible action, for rollouts and standing orders: no search, one look at the node. And a
// quick sensible macro move, drawn without listing the others: a whole move to one of the places
// that a counter, met by chance, likes best, or a whole attack with good odds.
//
// Units walk uphill towards the victory hexes and stop when no step is better; attacks need good
// odds by the factors printed; every unit and every support joins; a stack gives way to losses
// except on a victory hex; the cheapest counter takes the loss.
#include "combat.h"
#include "r05_walk.h"
#include "reach.h"
#include "survey.h"

enum {
    LIST_MAX = 512,
    END_MOVES_ONE_IN = 24, // moves made before a segment is ended early
    PLACES_TRIED = 4,
    ATTACKS_TRIED = 6,
    ODDS_WANTED = 2,
    END_DRAWS_ONE_IN = 8, // whole moves drawn before a segment is ended early
    EAGER = 24,           // part of what a place is worth that chance adds: places vary
};

static gg_action any_of(const gg_action *list, uint32_t n, gg_rng *rng) {
    return list[n == 1 ? 0 : gg_rng_below(rng, n)];
}

// What can be won or lost, and how much it matters to a side.
typedef struct aims {
    int weight[BZ_VICTORY_HEXES];
    bool wanted[BZ_VICTORY_HEXES]; // held by the enemy
} aims;

static aims aims_of(const bz_table *t, const bz_state *s, int side) {
    aims out;
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        bool own = bz_german_controls(s, bz_victory_hexes[i].hex) == (side == BZ_GERMAN);
        out.weight[i] = bz_prize(t, i) / (own ? 8 : 2);
        out.wanted[i] = !own;
    }
    return out;
}

// How near the hex is to all that.
static int closeness(const bz_table *t, const aims *a, int hex) {
    int sum = 0;
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) sum += a->weight[i] * t->near[hex][i];
    int at = bz_objective_at(hex);
    return at >= 0 && a->wanted[at] ? sum + 32 * a->weight[at] : sum;
}

static gg_action place(const bz_table *t, const bz_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX], best = GG_NO_ACTION;
    uint32_t n = bz_legal_place(t, s, seat, list);
    aims a = aims_of(t, s, seat);
    int most = 0;
    for (int i = 0; i < PLACES_TRIED; i++) {
        gg_action action = any_of(list, n, rng);
        int worth = closeness(t, &a, gg_a(action));
        if (best != GG_NO_ACTION && worth <= most) continue;
        best = action;
        most = worth;
    }
    return best;
}

static gg_action move(const bz_table *t, const bz_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX];
    uint32_t n = bz_legal_move(t, s, seat, list), moves = 0;
    while (moves < n && gg_verb_of(list[moves]) <= V_ENTER) moves++;
    if (!moves || gg_rng_below(rng, END_MOVES_ONE_IN) == 0) return list[n - 1];
    return any_of(list, moves, rng);
}

static gg_action step(const bz_table *t, const bz_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX], best = GG_NO_ACTION;
    uint32_t n = bz_legal_step(t, s, seat, list), equals = 0;
    aims a = aims_of(t, s, seat);
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    bool behind = bz_is_column(frame->subject) || bz_counters[frame->subject].flags & BZ_F_SUPPORTS;
    int most = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool stays = gg_verb_of(list[i]) == V_STOP;
        int hex = stays ? s->f.where[frame->subject] : gg_a(list[i]);
        int worth = closeness(t, &a, hex) + (stays ? 1 : 0);
        if (behind && bz_has(&s->zoc[1 - seat], hex)) worth /= 2;
        if (equals && worth < most) continue;
        equals = equals && worth == most ? equals + 1 : 1;
        most = worth;
        if (equals == 1 || gg_rng_below(rng, equals) == 0) best = list[i];
    }
    return best;
}

static int factors_round(const bz_state *s, int side, int hex) {
    int sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d);
        if (from < 0 || !bz_has(&s->units[side], from)) continue;
        for (int p = bz_top(s, from); p >= 0; p = bz_below(s, p))
            if (!bz_is_column(p) && !(s->f.status[p] & ATTACKED))
                sum += bz_punch(s, p, !(s->f.status[p] & UNSUPPLIED));
    }
    return sum;
}

// As the seat knows them; a hidden counter is taken for a regiment.
static int factors_in(const bz_table *t, const bz_state *s, int seat, int hex) {
    enum { HIDDEN = 3 };
    int sum = 0;
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))
        sum += !bz_sees(t, s, seat, p) ? HIDDEN : bz_is_column(p) ? 0 : bz_guard(s, p, true);
    return sum;
}

static gg_action combat(const bz_table *t, const bz_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX];
    uint32_t n = bz_legal_combat(t, s, seat, list);
    for (int i = 0; n > 1 && i < ATTACKS_TRIED; i++) {
        gg_action action = any_of(list, n - 1, rng);
        int hex = gg_a(action), defence = factors_in(t, s, seat, hex) - 2 * t->cover_shift[hex];
        if (factors_round(s, seat, hex) >= ODDS_WANTED * defence) return action;
    }
    return list[n - 1];
}

static gg_action loss(const bz_table *t, const bz_state *s, int seat) {
    gg_action list[LIST_MAX], best = GG_NO_ACTION;
    uint32_t n = bz_legal_loss(t, s, seat, list);
    int least = 0;
    for (uint32_t i = 0; i < n; i++) {
        int worth = bz_unit_worth(s, gg_a(list[i]));
        if (i && worth >= least) continue;
        least = worth;
        best = list[i];
    }
    return best;
}

// The shortest retreat from a victory hex, the longest from anywhere else.
static gg_action split(const bz_table *t, const bz_state *s, int seat) {
    gg_action list[LIST_MAX];
    uint32_t n = bz_legal_split(t, s, seat, list);
    return bz_hexes[s->f.target].vp ? list[0] : list[n - 1];
}

static gg_action commit(const bz_table *t, const bz_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX];
    uint32_t n = bz_legal_commit(t, s, seat, list);
    bool keen = bz_hexes[s->f.target].vp || gg_rng_below(rng, 3) == 0;
    return keen ? any_of(list, n, rng) : list[0];
}

static gg_action first_of(const bz_table *t, const bz_state *s, int seat, unsigned node,
                          gg_rng *rng) {
    gg_action list[LIST_MAX];
    switch (node) {
    case N_SETUP: { // columns are placed before `ready`, which is last
        uint32_t n = bz_legal_setup(t, s, seat, list);
        return n == 1 ? list[0] : any_of(list, gg_verb_of(list[n - 1]) == V_PICK ? n : n - 1, rng);
    }
    case N_CL_PLACE: {
        uint32_t n = bz_legal_cl_place(t, s, seat, list);
        return any_of(list, seat == BZ_ALLIED && n > 1 ? n - 1 : n, rng);
    }
    case N_ATTACK: bz_legal_attack(t, s, seat, list); return list[0]; // join, support, confirm
    case N_DEFENCE: bz_legal_defence(t, s, seat, list); return list[0];
    case N_ADVANCE: bz_legal_advance(t, s, seat, list); return list[0];
    case N_RELEASE: return any_of(list, bz_legal_release(t, s, seat, list), rng);
    case N_EXFIL: return any_of(list, bz_legal_exfil(t, s, seat, list), rng);
    default: return any_of(list, bz_legal_retreat(t, s, seat, list), rng);
    }
}

gg_action bz_policy(const void *table, const void *state, int seat, gg_rng *rng) {
    const bz_table *t = table;
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (frame->seat != seat) return GG_NO_ACTION;
    switch (frame->node) {
    case N_PLACE: return place(t, s, seat, rng);
    case N_MOVE: return move(t, s, seat, rng);
    case N_STEP: return step(t, s, seat, rng);
    case N_COMBAT: return combat(t, s, seat, rng);
    case N_COMMIT: return commit(t, s, seat, rng);
    case N_SPLIT: return split(t, s, seat);
    case N_LOSS: return loss(t, s, seat);
    default: return first_of(t, s, seat, frame->node, rng);
    }
}

// ------------------------------------------------------------------------------- whole macro moves
// One that may still move or enter, -1 = none.
static int any_mover(const bz_state *s, int seat, gg_rng *rng) {
    uint8_t list[PIECES];
    uint32_t n = 0;
    for (int p = 0; p < PIECES; p++)
        if ((bz_on_map(s, p) || s->f.where[p] == AT_EDGE) && bz_side_of(s, p) == seat &&
            !(s->f.status[p] & MOVED))
            list[n++] = (uint8_t)p;
    return n ? list[n == 1 ? 0 : gg_rng_below(rng, n)] : -1;
}

typedef struct mover {
    const bz_table *t;
    const bz_state *s;
    int seat, piece;
    bool behind; // staff, guns and columns: not next to the enemy unless somebody stands there
    aims a;
    bz_ground ground;
    bz_range range;
} mover;

static int likes(const mover *m, int hex) {
    int worth = closeness(m->t, &m->a, hex);
    bool bare = m->ground.at[hex] == GROUND_WATCHED && !m->s->top[hex];
    return m->behind && bare ? worth / 2 : worth;
}

static bool may_end(const mover *m, int hex, const bz_board *ends) {
    return bz_has(ends, hex) && (!m->s->top[hex] || bz_composes(m->s, m->piece, hex));
}

// Where it goes, or where it stands when no place is better.
static int choose_place(const mover *m, gg_rng *rng) {
    int best = m->range.start, most = likes(m, best);
    uint32_t luck = (uint32_t)(most / EAGER) + 1, word = gg_rng_u32(rng);
    bz_board ends = bz_move_ends(m->t, m->s, m->piece);
    for (int i = 0; i < m->range.count; i++) {
        int hex = m->range.hex[i];
        word = word * 1664525U + 1013904223U;
        int worth = likes(m, hex) + (int)((uint64_t)word * luck >> 32);
        if (worth <= most || !may_end(m, hex, &ends)) continue;
        best = hex;
        most = worth;
    }
    return best;
}

static void find_range(mover *m) {
    bz_take_ground(m->s, m->seat, &m->ground);
    if (bz_restricted(m->s, m->piece, bz_at(1, ROWS)))
        for (int hex = 0; hex < HEXES; hex++)
            if (bz_restricted(m->s, m->piece, hex)) m->ground.at[hex] = GROUND_BARRED;
    bz_find_range(m->t, &m->ground, m->s->f.where[m->piece], bz_move_column(m->piece),
                  bz_allowance(m->s, m->piece), &m->range);
}

static void add(gg_plan *out, gg_action action) {
    GG_ASSERT(out->steps < GG_PLAN_STEPS);
    out->step[out->steps++] = action;
}

static void write_move(const bz_range *range, int piece, int hex, gg_plan *out) {
    int16_t way[GG_PLAN_STEPS];
    int n = 0;
    for (; hex != range->start; hex = range->from[hex]) {
        GG_ASSERT(n < GG_PLAN_STEPS - 2);
        way[n++] = (int16_t)hex;
    }
    add(out, gg_act(V_MOVE, (unsigned)piece, 0, 0));
    while (n > 0) add(out, gg_act(V_STEP, (unsigned)way[--n], 0, 0));
    add(out, gg_act(V_STOP, 0, 0, 0));
}

// False: a reinforcement is to enter, which policy() does.
static bool draw_move(const bz_table *t, const bz_state *s, int seat, gg_rng *rng, gg_plan *out) {
    mover m = {.t = t, .s = s, .seat = seat, .piece = -1};
    if (gg_rng_below(rng, END_DRAWS_ONE_IN)) m.piece = any_mover(s, seat, rng);
    if (m.piece < 0) {
        add(out, gg_act(V_END, 0, 0, 0));
        return true;
    }
    if (!bz_on_map(s, m.piece)) return false;
    m.behind = bz_is_column(m.piece) || bz_counters[m.piece].flags & BZ_F_SUPPORTS;
    m.a = aims_of(t, s, seat);
    find_range(&m);
    write_move(&m.range, m.piece, choose_place(&m, rng), out);
    return true;
}

bool bz_draw(const void *table, const void *state, int seat, gg_rng *rng, gg_plan *out) {
    const bz_table *t = table;
    const bz_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    bool moves = frame->node == N_MOVE, fights = frame->node == N_COMBAT;
    if (frame->seat != seat || (!moves && !fights)) return false;
    out->steps = 0;
    out->prior = 0;
    if (moves) return draw_move(t, s, seat, rng, out);
    gg_action first = combat(t, s, seat, rng);
    if (gg_verb_of(first) == V_ATTACK)
        (void)bz_write_attack(t, s, seat, first, out);
    else
        add(out, first);
    return true;
}
