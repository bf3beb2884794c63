// SPDX-License-Identifier: Apache-2.0
// A quick sensible action, for recruits and standing orders: no search, one look at the node. Whole
// macro moves for play in thought are draw.c.
//
// Units walk uphill towards the victory hexes and stop when no step is better; attacks need good
// odds by the factors printed; every unit and every support joins; a stack gives way to losses
// except on a victory hex; the cheapest counter takes the loss.
#include "combat.h"
#include "r05_walk.h"
#include "survey.h"

enum {
    LIST_MAX = 512,
    END_MOVES_ONE_IN = 24, // moves made before a segment is ended early
    PLACES_TRIED = 4,
    ATTACKS_TRIED = 6,
    ODDS_WANTED = 2,
    AIMS = 3,
    AIM = 24, // how much a unit's own aim matters more than the others
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
    for (int i = 0; i < BZ_VICTORY_HEXES; i++)
        if (bz_has(&t->area, bz_victory_hexes[i].hex)) sum += a->weight[i] * t->near[hex][i];
    int at = bz_objective_at(hex);
    return at >= 0 && a->wanted[at] ? sum + 32 * a->weight[at] : sum;
}

// Units do not all run for the same victory hex: each has one of those that the enemy holds, those
// first that he has left. -1: he holds none.
static int aim_of(const bz_table *t, const bz_state *s, const aims *a, int side, int piece) {
    int list[BZ_VICTORY_HEXES], n = 0;
    for (int held = 0; held < 2 && !n; held++)
        for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
            int hex = bz_victory_hexes[i].hex;
            bool open = !bz_has(&s->units[1 - side], hex);
            if (a->wanted[i] && bz_has(&t->area, hex) && (open || held)) list[n++] = i;
        }
    return n ? list[(piece + s->f.turn) % n] : -1;
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
    int most = 0, aim = aim_of(t, s, &a, seat, (int)frame->subject);
    for (uint32_t i = 0; i < n; i++) {
        bool stays = gg_verb_of(list[i]) == V_STOP;
        int hex = stays ? s->f.where[frame->subject] : gg_a(list[i]);
        int worth = closeness(t, &a, hex) + (stays ? 1 : 0);
        if (aim >= 0) worth += AIM * a.weight[aim] * t->near[hex][aim];
        if (behind && bz_has(&s->zoc[1 - seat], hex)) worth /= 2;
        if (equals && worth < most) continue;
        equals = equals && worth == most ? equals + 1 : 1;
        most = worth;
        if (equals == 1 || gg_rng_below(rng, equals) == 0) best = list[i];
    }
    return best;
}

static gg_action combat(const bz_table *t, const bz_state *s, int seat, gg_rng *rng) {
    gg_action list[LIST_MAX];
    uint32_t n = bz_legal_combat(t, s, seat, list);
    for (int i = 0; n > 1 && i < ATTACKS_TRIED; i++) {
        gg_action action = any_of(list, n - 1, rng);
        int hex = gg_a(action), defence = bz_factors_in(t, s, seat, hex) - 2 * t->cover_shift[hex];
        if (bz_factors_round(s, seat, hex) >= ODDS_WANTED * defence) return action;
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
    bool keen = bz_hexes[s->f.target].vp || gg_rng_below(rng, 3) == 0;
    if (!keen) return gg_act(V_COMMIT, 0, 0, 0);
    return any_of(list, bz_legal_commit(t, s, seat, list), rng);
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
