// SPDX-License-Identifier: Apache-2.0
// A quick sensible action, for rollouts and standing orders: a few legal actions are drawn and
// tried, the best is taken; a phase ends when none of them gains anything. In a reaction window
// every answer is tried, because there are few and the first would be a poor choice. It is tried in
// a world dealt anew from what the seat knows.
#include "corridors.h"

enum { DRAWN = 4, DRAWN_IN_WINDOW = 12 };

extern const gg_game gg_game_corridors;

static int32_t tried(const void *t, const co_state *s, int seat, gg_action action) {
    co_state after;
    memcpy(&after, s, sizeof after);
    gg_apply(&gg_game_corridors, t, &after, action, NULL);
    return co_value(t, &after, seat);
}

// A draft that was begun is brought to its end.
static bool drafting(unsigned node) {
    return node == N_SORTIE || node == N_ASSAULT;
}

static gg_action best_of(const void *t, const co_state *s, int seat, const gg_action *list,
                         uint32_t n, uint32_t most, int32_t least, gg_rng *rng) {
    gg_action best = GG_NO_ACTION;
    for (uint32_t i = 0; i < most && i < n; i++) {
        gg_action action = list[n <= most ? i : gg_rng_below(rng, n)];
        int32_t value = tried(t, s, seat, action);
        if (value <= least) continue;
        least = value;
        best = action;
    }
    return best;
}

gg_action co_dealt_policy(const void *t, const void *state, int seat, gg_rng *rng) {
    const co_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node;
    gg_action list[LEGAL_MAX];
    uint32_t n = gg_legal(&gg_game_corridors, t, s, seat, list);
    GG_ASSERT(n > 0);
    gg_action last = list[n - 1];
    if (n == 1) return last;
    if (node == N_OPENING || drafting(node)) {
        for (uint32_t i = 0; i < n; i++)
            if (gg_verb_of(list[i]) == V_STANDARD) return list[i];
        return drafting(node) && gg_rng_below(rng, 3) == 0 ? list[gg_rng_below(rng, n)] : last;
    }
    if (gg_verb_of(last) != V_END)
        return best_of(t, s, seat, list, n, DRAWN_IN_WINDOW, INT32_MIN, rng);
    gg_action best = best_of(t, s, seat, list, n - 1, DRAWN, co_value(t, s, seat), rng);
    if (best != GG_NO_ACTION) return best;
    return node == N_AIR && n > 1 && gg_rng_below(rng, 2) ? list[gg_rng_below(rng, n - 1)] : last;
}

gg_action co_policy(const void *t, const void *state, int seat, gg_rng *rng) {
    co_state world;
    memcpy(&world, state, sizeof world);
    co_resample(t, &world, seat, rng);
    return co_dealt_policy(t, &world, seat, rng);
}
