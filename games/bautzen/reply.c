// SPDX-License-Identifier: Apache-2.0
// What a seat is assumed to answer in a combat, for odds (decision 0060).
//
// Other than the policy it never draws lots, and it looks at nothing but the stacks that fight and
// the map as everybody sees it: so it answers alike in all deals that one of the worlds stands for.
// Supports are all named and attackers advance, as in the policy. CL and air markers are committed
// for a victory hex, as many as there are, and for no other. A stack falls back as far as a free
// hex lets it, except from a victory hex, and rather to where it is supplied. Steps are lost by
// plain regiments first, HQ and guns last; of counters alike by the lower one in the stack.
#include "base/bits.h"
#include "combat.h"

enum { LIST = 256 };

static gg_action commit(const bz_table *t, const bz_state *s, int seat) {
    gg_action list[LIST], best = GG_NO_ACTION;
    uint32_t n = bz_legal_commit(t, s, seat, list);
    int most = -1;
    if (!bz_hexes[s->f.target].vp) return list[0];
    for (uint32_t i = 0; i < n; i++) {
        int sum = gg_bits_popcount32((unsigned)gg_a(list[i])) + gg_b(list[i]);
        if (sum <= most) continue;
        most = sum;
        best = list[i];
    }
    return best;
}

static bool any_hex(bz_board board) {
    return bz_pop(&board) >= 0;
}

static gg_action split(const bz_table *t, const bz_state *s) {
    int hexes = bz_hexes[s->f.target].vp ? 0 : s->f.defender_losses;
    while (hexes && !any_hex(bz_free_retreats(t, s, hexes))) hexes--;
    return gg_act(V_RETREAT, (unsigned)hexes, 0, 0);
}

// What a counter is lost by: the least is lost first.
static int dearness(const bz_state *s, int piece) {
    const bz_counter *counter = &bz_counters[piece];
    bool staff = counter->flags & BZ_F_SUPPORTS, foot = counter->flags & BZ_F_ON_FOOT;
    int traits = staff << 6 | counter->stack_points << 3 | !foot << 2 | bz_net_of(s, piece);
    return traits * PIECES + s->f.rank[piece];
}

static gg_action lose(const bz_table *t, const bz_state *s, int seat) {
    gg_action list[LIST], best = GG_NO_ACTION;
    uint32_t n = bz_legal_loss(t, s, seat, list);
    for (uint32_t i = 0; i < n; i++)
        if (!i || dearness(s, gg_a(list[i])) < dearness(s, gg_a(best))) best = list[i];
    return best;
}

// A retreat that was chosen for want of a free hex goes where it can.
static gg_action fall_back(const bz_table *t, const bz_state *s, int seat) {
    gg_action list[LIST];
    bz_board open = bz_free_retreats(t, s, s->f.retreat), fed = open;
    bz_board supplied = bz_supplied(t, s, bz_net_of(s, bz_top(s, s->f.stand)), -1);
    for (int w = 0; w < BOARD_WORDS; w++) fed.w[w] &= supplied.w[w];
    int to = bz_pop(any_hex(fed) ? &fed : &open);
    if (to >= 0) return gg_act(V_TO, (unsigned)to, 0, 0);
    return bz_legal_retreat(t, s, seat, list) ? list[0] : GG_NO_ACTION;
}

gg_action bz_reply(const void *table, const void *state, int seat) {
    const bz_state *s = state;
    switch (gg_flow_top(&s->f.flow)->node) {
    case N_COMMIT: return commit(table, s, seat);
    case N_SPLIT: return split(table, s);
    case N_LOSS: return lose(table, s, seat);
    case N_RETREAT: return fall_back(table, s, seat);
    default: return GG_NO_ACTION;
    }
}
