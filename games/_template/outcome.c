// SPDX-License-Identifier: Apache-2.0
// What a procedure led to, as a player counts it: fords taken, cards lost. All of it is public.
#include "template.h"

static int lost(const tp_state *s, int seat) {
    int sum = 0;
    for (int card = 1; card < STRENGTHS; card++) sum += s->f.lost[seat][card];
    return sum;
}

void tp_outcome(const void *t, const void *before, const void *after, int viewer, gg_effects *out) {
    const tp_state *then = before, *now = after;
    (void)t;
    for (int ford = 0; ford < FORDS; ford++) {
        int holder = now->f.holder[ford];
        if (holder && then->f.holder[ford] && holder != then->f.holder[ford])
            gg_effect_put(out, L_OUT_TAKEN, 1, ford, gg_good_for(holder - 1, viewer));
    }
    for (int seat = 0; seat < SEATS; seat++)
        gg_effect_put(out, L_OUT_CARDS, lost(now, seat) - lost(then, seat), seat,
                      -gg_good_for(seat, viewer));
}
