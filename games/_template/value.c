// SPDX-License-Identifier: Apache-2.0
// Who is winning, and what a captain likes. value() weighs features by what played games taught
// (features.def, data/weights.txt); appeal() is a guess at what makes one move better than another,
// which a captain needs who looks one move ahead.
#include "template.h"

// Cards that a seat still has, by what they are worth in a fight.
static int32_t strength(const uint8_t cards[STRENGTHS]) {
    int32_t sum = 0;
    for (int card = 1; card < STRENGTHS; card++) sum += card * cards[card];
    return sum;
}

// The fords that a seat holds: points, garrisons, the middle one.
static void count_fords(const tp_state *s, int seat, int32_t sign, int32_t *value) {
    for (int ford = 0; ford < FORDS; ford++) {
        if (!tp_holds(s, seat, ford)) continue;
        value[FT_POINTS] += sign * tp_worth(ford);
        value[FT_GARRISONS] += sign * s->f.garrison[ford];
        value[FT_MIDDLE] += ford == FORDS / 2 ? sign * s->f.garrison[ford] : 0;
    }
}

void tp_features(const void *table, const void *state, gg_features *out) {
    const tp_table *t = table;
    const tp_state *s = state;
    unsigned all = SEATS * t->turns, done = s->f.turn < all ? s->f.turn : all;
    memset(out, 0, sizeof *out);
    out->count = FEATURES;
    out->set = WS_STANDARD;
    out->phase = (uint16_t)(GG_PHASE_END * done / all);
    for (int seat = 0; seat < SEATS; seat++) {
        int32_t sign = seat == SEAT_NORTH ? 1 : -1;
        count_fords(s, seat, sign, out->value);
        out->value[FT_HAND] += sign * strength(s->f.hand[seat]);
        out->value[FT_DECK] += sign * strength(s->f.deck[seat]);
        out->value[FT_CARDS] += sign * s->hand_count[seat];
    }
    out->value[FT_TURN] = gg_flow_top(&s->f.flow)->seat == SEAT_NORTH ? 1 : -1;
}

int32_t tp_value(const void *t, const void *s, int seat) {
    gg_features features;
    tp_features(t, s, &features);
    int32_t north = gg_weigh(&tp_weights, &features);
    return seat == SEAT_NORTH ? north : -north;
}

// Points on the river decide; cards in hand are worth a little while the game lasts.
int32_t tp_appeal(const void *t, const void *state, int seat) {
    const tp_state *s = state;
    int32_t own = 0, other = 0;
    (void)t;
    for (int card = 1; card < STRENGTHS; card++) {
        own += card * (s->f.hand[seat][card] + s->f.deck[seat][card]);
        other += card * (s->f.hand[1 - seat][card] + s->f.deck[1 - seat][card]);
    }
    for (int ford = 0; ford < FORDS; ford++) {
        if (tp_holds(s, seat, ford)) own += 100 * tp_worth(ford) + 6 * s->f.garrison[ford];
        if (tp_holds(s, 1 - seat, ford)) other += 100 * tp_worth(ford);
    }
    return own - other;
}
