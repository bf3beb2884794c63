// SPDX-License-Identifier: Apache-2.0
// One macro move drawn without trying it: play that is followed in thought, and recruits.
//
// A sketch takes what looks good by a reckoning on the fingers: a blow by the dice it needs, a move
// by how near it brings to the enemy and how strong both are there, a card by its price. Every
// reckoning is tasted with some chance, so that two draws differ. Where the rest of a phase is of
// one piece (cards from the hand, scouts, moves) the whole of it is one plan up to the end of the
// phase, because asking anew after each step would cost most of the time. A window is answered as
// odds assume it (reply.c).
#include "draw.h"

extern const gg_game gg_game_corridors;

enum {
    LOGIT = 3, // thousands of hundredths of a point, as the appeal fits games that were won
    THROWS = 36,
};

// Throws out of 36 that show so much or more; a natural 2 always misses (AD21h).
static int throws_of(int need) {
    static const uint8_t at_least[] = {35, 33, 30, 26, 21, 15, 10, 6, 3, 1};
    enum { FIRST = 3, LAST = 12 };
    return need > LAST ? 0 : at_least[need < FIRST ? 0 : need - FIRST];
}

int co_sketch_points(int fp, int tn) {
    int sum = 0, need = tn - fp;
    for (int more = 0; more < 4; more++) sum += throws_of(need + 3 * more); // AD21a
    return sum ? sum : 1;                                                   // AD21i
}

static int mean_loss(int worth, int hp, int left, int need) {
    int points = 0, kill = 0;
    for (int i = 0; i < left; i++) {
        kill = throws_of(need + 3 * i);
        if (!i && !kill) kill = 1;
        points += kill;
    }
    return worth * (HURT * points + 100 * hp * kill) / (THROWS * 100 * hp);
}

int co_sketch_blow(const co_sketch *k, int fp, int tn, int target) {
    const co_card *card = co_printed(k->t, target);
    int hp = card->hp > 0 ? card->hp : 1;
    return mean_loss(co_worth(k->t, target), hp, hp - k->s->f.damage[target], tn - fp);
}

int co_sketch_unseen(int fp, int tn) {
    return mean_loss(TYPICAL_COST, TYPICAL_HP, TYPICAL_HP, tn - fp);
}

static void sketch(co_sketch *k, unsigned node) {
    switch (node) {
    case N_OPENING: co_sketch_opening(k); break;
    case N_REINFORCE: co_sketch_reinforce(k); break;
    case N_AIR: co_sketch_air(k); break;
    case N_SORTIE: co_sketch_sortie(k); break;
    case N_RECON: co_sketch_recon(k); break;
    case N_BOMBARD: co_sketch_bombard(k); break;
    case N_MANOEUVRE: co_sketch_manoeuvre(k); break;
    case N_MARCH: co_sketch_march(k); break;
    case N_ASSAULT: co_sketch_assault(k); break;
    default: break;
    }
}

bool co_draw(const void *table, const void *state, int seat, gg_rng *rng, gg_plan *out) {
    const co_state *s = state;
    co_sketch k = {table, s, seat, co_enemy(seat), s->f.supply[seat], 0, rng, out};
    out->steps = 0;
    sketch(&k, gg_flow_top(&s->f.flow)->node);
    out->prior = k.gain / LOGIT;
    return out->steps && gg_check(&gg_game_corridors, table, state, seat, out->step[0], NULL);
}

// ----------------------------------------------------------------------------------------- policy
// Terrain to lay (AD8): cover for its price.
static gg_action best_ground(const gg_action *list, uint32_t n, gg_rng *rng) {
    gg_action best = list[0];
    int most = -1;
    for (uint32_t i = 0; i < n; i++) {
        const co_terrain *ground = &co_terrains[gg_a(list[i])];
        int taste = 8 + 4 * ground->cover_soft - ground->cost + (int)gg_rng_below(rng, 8);
        if (taste > most) best = list[i];
        if (taste > most) most = taste;
    }
    return best;
}

gg_action co_policy(const void *t, const void *state, int seat, gg_rng *rng) {
    const co_state *s = state;
    unsigned node = gg_flow_top(&s->f.flow)->node;
    gg_action list[LEGAL_MAX], reply = co_reply(t, s, seat);
    gg_plan plan;
    if (reply != GG_NO_ACTION) return reply;
    if (co_draw(t, s, seat, rng, &plan)) return plan.step[0];
    uint32_t n = gg_legal(&gg_game_corridors, t, s, seat, list);
    GG_ASSERT(n > 0);
    return node == N_LAYING || node == N_CENTRE ? best_ground(list, n, rng) : list[n - 1];
}
