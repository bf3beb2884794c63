// SPDX-License-Identifier: Apache-2.0
// Chapter 5.2: refit.
//
// AD15: at the start of the actions of phase 1 every damaged own card in the HQ or on the airfield
// loses one damage point free of charge; AT09: a unit with medics anywhere. AD15a: each workshop or
// hospital in play gives one more free point for any card, one per card (AR1). A3, AD16: a point
// can be bought for 1 supply, wherever the card is; AR1: one paid point per card and phase. A1, A2:
// the free point and the paid one go together. A4, A5: fortifications and HQ troops are refitted as
// units are.
#include "r01_reinforce.h"

uint64_t co_damaged(const co_state *s, int seat) {
    const uint8_t *damage = &s->f.damage[seat * CARDS];
    uint64_t set = 0;
    for (int i = 0; i < CARDS; i++)
        if (damage[i] && s->f.where[seat * CARDS + i] < BOARD_PLACES) set |= UINT64_C(1) << i;
    return set;
}

// Where the free point goes.
static bool at_home(const co_state *s, int piece) {
    int seat = co_owner(piece), place = s->f.where[piece];
    return place == co_hq(seat) || place == co_airfield(seat);
}

// AD15: every card in the HQ or on the airfield.
// AT09: with medics anywhere.
static bool takes_free_point(const co_table *t, const co_state *s, int piece) {
    return at_home(s, piece) || co_attached(t, s, piece, CO_MEDICS) != NO_PIECE;
}

void co_mend(co_state *s, int piece) {
    GG_ASSERT(s->f.damage[piece] > 0);
    s->f.damage[piece]--;
}

static int workshops(const co_table *t, const co_state *s, int seat) {
    int count = 0;
    for (int place = 0; place < GROUND_PLACES; place++)
        count += co_count(s->at[seat][place] & t->workshop[seat]);
    return count;
}

void co_open_reinforce(const co_table *t, co_state *s, gg_events *events) {
    int seat = s->f.active;
    for (uint64_t set = co_damaged(s, seat); set;) {
        int piece = co_take(seat, &set);
        if (!takes_free_point(t, s, piece)) continue;
        co_mend(s, piece);
        gg_emit(events, E_RESTED, at_home(s, piece) ? RULE_AD15 : RULE_AT09,
                co_see_mask(t, s, piece), 0, piece, s->f.damage[piece], 0, 0, 0);
    }
    s->f.repairs = (uint8_t)workshops(t, s, seat); // AD15a: one more point for each
}

// A4, A5: any damaged card in play; fortifications and HQ troops are refitted as units are.
bool co_check_refit(const co_table *t, const co_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int piece = gg_a(action);
    bool own = co_owner(piece) == seat && s->f.where[piece] < BOARD_PLACES;
    (void)t;
    GG_REFUSE_IF(!own, REFIT_NOT_IN_PLAY, piece, 0);
    GG_REFUSE_IF(!s->f.damage[piece], REFIT_UNDAMAGED, piece, 0);
    if (gg_verb_of(action) == V_REPAIR) {
        GG_REFUSE_IF(co_in(s->f.acted, piece), REPAIR_TWICE, piece, 0);
        GG_REFUSE_IF(!s->f.repairs, REPAIR_NO_POINT, piece, 0);
        return true;
    }
    GG_REFUSE_IF(co_in(s->f.paid, piece), REFIT_TWICE, piece, 0);
    GG_REFUSE_IF(!s->f.supply[seat], REFIT_TOO_DEAR, s->f.supply[seat], 0);
    return true;
}

static uint32_t list_verb(const co_table *t, const co_state *s, int seat, unsigned verb,
                          uint64_t damaged, gg_action *out) {
    uint32_t count = 0;
    while (damaged) {
        gg_action action = gg_act(verb, (unsigned)co_take(seat, &damaged), 0, 0);
        if (co_check_refit(t, s, seat, action, NULL)) out[count++] = action;
    }
    return count;
}

uint32_t co_list_refit(const co_table *t, const co_state *s, int seat, gg_action *out) {
    uint64_t damaged = co_damaged(s, seat);
    if (!damaged) return 0;
    uint32_t count = list_verb(t, s, seat, V_REFIT, damaged, out);
    return count + list_verb(t, s, seat, V_REPAIR, damaged, out + count);
}

// A1, A2: whether or not the card took the free point at the start of the phase.
static void buy_point(const co_table *t, co_state *s, int piece, gg_events *events) {
    int seat = co_owner(piece);
    co_pay(s, seat, 1); // AD16: for 1 supply
    co_add(s->f.paid, piece);
    co_mend(s, piece); // A3: one point
    gg_emit(events, E_REFITTED, RULE_A3, co_see_mask(t, s, piece), 0, seat, piece,
            s->f.damage[piece], 0, 0);
}

void co_play_refit(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action);
    if (gg_verb_of(action) == V_REFIT) {
        buy_point(t, s, piece, events);
        return;
    }
    s->f.repairs--;
    co_add(s->f.acted, piece);
    co_mend(s, piece);
    gg_emit(events, E_REPAIRED, RULE_AD15a, co_see_mask(t, s, piece), 0, co_owner(piece), piece,
            s->f.damage[piece], 0, 0);
}
