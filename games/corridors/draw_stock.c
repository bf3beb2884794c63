// SPDX-License-Identifier: Apache-2.0
// What is drawn before the fighting: an opening, and all that is done in a reinforcement phase.
#include "draw.h"
#include "r01_reinforce.h"
#include "setup.h"

enum {
    KEPT_FOR_FIGHT = 9, // supply, as plan.c keeps it
    KEPT_WHEN_RICH = 5,
    KEPT_WHEN_WEAK = 3,
    KEPT_FOR_REFIT = 3,
    RICH = 10,
    WEAK = 3,
    DEPLOYED = 32,    // hundredths that a card gains for each supply it costs by coming into play
    OWN_OPENINGS = 3, // of which one is the deck's own
    EDGES_TRIED = 4,
};

void co_sketch_opening(co_sketch *k) {
    gg_action own = gg_act(V_STANDARD, 0, 0, 0);
    bool begins = co_check_opening(k->t, k->s, k->seat, own, NULL);
    if (begins && !gg_rng_below(k->rng, OWN_OPENINGS))
        co_sketch_step(k, V_STANDARD, 0, 0);
    else
        co_spread_opening(k->t, k->s, k->seat, k->rng, k->out);
}

// ------------------------------------------------------------------------------------------ refit
// What one point of damage off is worth.
static int healing(const co_sketch *k, int piece) {
    const co_card *card = co_printed(k->t, piece);
    return co_worth(k->t, piece) * HURT / (100 * (card->hp > 0 ? card->hp : 1));
}

static void repair(co_sketch *k, uint64_t damaged) {
    int points = k->s->f.repairs;
    for (uint64_t set = damaged & ~k->s->f.acted[k->seat]; set && points > 0; points--) {
        int piece = co_take(k->seat, &set);
        co_sketch_step(k, V_REPAIR, piece, 0);
        k->gain += healing(k, piece);
    }
}

static void recruit(co_sketch *k, uint64_t damaged) {
    int points = k->s->f.bonus;
    for (uint64_t set = damaged & k->t->recruits[k->seat]; set && points > 0;) {
        int piece = co_take(k->seat, &set);
        for (int left = k->s->f.damage[piece]; left && points; left--, points--)
            co_sketch_step(k, V_BONUS, piece, 0);
    }
}

static void refit(co_sketch *k, uint64_t damaged) {
    for (uint64_t set = damaged & ~k->s->f.paid[k->seat]; set && k->supply > KEPT_FOR_REFIT;) {
        int piece = co_take(k->seat, &set), worth = healing(k, piece) - SUPPLY_WORTH;
        if (co_in(k->s->f.acted, piece) || co_sketch_taste(k, worth) <= 0) continue;
        co_sketch_step(k, V_REFIT, piece, 0);
        k->gain += worth;
        k->supply--;
    }
}

// ----------------------------------------------------------------------------------------- deploy
static int reserve(const co_sketch *k) {
    int units = 0, spare = k->supply - RICH;
    for (int place = 0; place < GROUND_PLACES; place++)
        units += co_count(k->s->at[k->seat][place] & k->t->unit[k->seat]);
    if (units < WEAK) return KEPT_WHEN_WEAK;
    if (spare <= 0) return KEPT_FOR_FIGHT;
    int kept = KEPT_FOR_FIGHT - spare / 2;
    return kept > KEPT_WHEN_RICH ? kept : KEPT_WHEN_RICH;
}

static bool on_front(const co_sketch *k, int place) {
    return (k->s->held[k->enemy] & co_neighbours[place]) != 0;
}

// A fortification where the enemy is near.
static int fort_place(const co_sketch *k) {
    for (unsigned held = k->s->held[k->seat]; held; held &= held - 1) {
        int zone = __builtin_ctz(held);
        if (co_is_zone(zone) && on_front(k, zone) &&
            co_stack(k->t, k->s, zone) < co_limit(k->t, k->s, zone))
            return zone;
    }
    return NO_PLACE;
}

// An obstacle between own troops and enemies.
static int edge_place(const co_sketch *k) {
    for (unsigned held = k->s->held[k->seat]; held; held &= held - 1) {
        int zone = __builtin_ctz(held);
        unsigned near = co_neighbours[zone] & k->s->held[k->enemy];
        for (; near && co_is_zone(zone); near &= near - 1) {
            int edge = FIRST_EDGE + co_edge_between(zone, __builtin_ctz(near));
            if (!k->s->at[0][edge] && !k->s->at[1][edge]) return edge;
        }
    }
    return NO_PLACE;
}

static int place_for(const co_sketch *k, int piece) {
    if (co_in(k->t->fort, piece)) return fort_place(k);
    if (co_in(k->t->obstacle, piece)) return edge_place(k);
    return co_in(k->t->ground, piece) ? co_hq(k->seat) : co_airfield(k->seat);
}

// The dearest unit that takes it.
static int unit_for(const co_sketch *k, int piece) {
    int best = NO_PIECE, most = 0;
    for (unsigned held = k->s->held[k->seat]; held; held &= held - 1)
        for (uint64_t set = k->s->at[k->seat][__builtin_ctz(held)] & k->t->unit[k->seat]; set;) {
            int unit = co_take(k->seat, &set), cost = co_printed(k->t, unit)->cost;
            if (cost <= most || !co_fits(k->t->card[piece], k->t->card[unit])) continue;
            most = cost;
            best = unit;
        }
    return best;
}

static bool pay(co_sketch *k, int piece) {
    int cost = co_printed(k->t, piece)->cost;
    k->supply -= cost;
    k->gain += DEPLOYED * cost;
    return true;
}

static bool bring(co_sketch *k, int piece) {
    if (co_in(k->t->attach, piece)) {
        int unit = unit_for(k, piece);
        if (unit == NO_PIECE) return false;
        co_sketch_step(k, V_ATTACH, piece, unit);
        return pay(k, piece);
    }
    int place = place_for(k, piece);
    if (place == NO_PLACE) return false;
    co_sketch_step(k, V_DEPLOY, piece, place);
    return pay(k, piece);
}

// Bombs are bought for those who carry them.
static bool of_use(const co_sketch *k, int piece) {
    uint64_t fighters = k->s->at[k->seat][co_airfield(k->seat)] & k->t->fighters[k->seat];
    return !co_in(k->t->ordnance, piece) || fighters;
}

static void deploy(co_sketch *k) {
    int kept = reserve(k), room = co_limit(k->t, k->s, co_hq(k->seat));
    uint64_t hand = k->s->at[k->seat][HAND] & ~k->t->event[k->seat];
    room -= co_stack(k->t, k->s, co_hq(k->seat));
    while (hand && k->supply > kept) {
        uint64_t pick = hand;
        for (uint32_t skip = gg_rng_below(k->rng, (uint32_t)co_count(hand)); skip; skip--)
            pick &= pick - 1;
        int piece = co_take(k->seat, &pick);
        bool ground = co_in(k->t->ground, piece), dear = false;
        hand &= ~co_bit(piece);
        dear = k->supply - co_printed(k->t, piece)->cost < kept;
        if (dear || (ground && room < 1) || !of_use(k, piece)) continue;
        if (bring(k, piece)) room -= ground;
    }
}

// -------------------------------------------------------------------------------- the whole phase
// A36: free infantry, or recruits for those who are hurt. True: a die is to be thrown first.
static bool soviet_option(co_sketch *k, uint64_t damaged) {
    if (k->t->nation[k->seat] != CO_SOVIET || k->s->f.option) return false;
    uint64_t levy = k->s->at[k->seat][HAND] & k->t->recruits[k->seat];
    if (levy && co_hq_room(k->t, k->s, k->seat)) {
        co_sketch_step(k, V_LEVY, co_take(k->seat, &levy), 0);
        k->gain += POINT;
        return false;
    }
    if (!(damaged & k->t->recruits[k->seat])) return false;
    co_sketch_step(k, V_RECRUITS, 0, 0);
    return true;
}

// A die of supply, gained or lost to the enemy (AE05, AE06).
static bool supply_event(co_sketch *k) {
    for (uint64_t set = k->s->at[k->seat][HAND] & k->t->event[k->seat]; set;) {
        int piece = co_take(k->seat, &set), kind = co_printed(k->t, piece)->kind;
        gg_action play = gg_act(V_EVENT, (unsigned)piece, 0, 0);
        if (kind != CO_FUEL_DUMP && kind != CO_PARTISANS) continue;
        if (!co_check_event(k->t, k->s, k->seat, play, NULL)) continue;
        co_sketch_step(k, V_EVENT, piece, 0);
        return true;
    }
    return false;
}

void co_sketch_reinforce(co_sketch *k) {
    uint64_t damaged = co_damaged(k->s, k->seat);
    if (supply_event(k) || soviet_option(k, damaged)) return;
    repair(k, damaged);
    recruit(k, damaged);
    refit(k, damaged);
    deploy(k);
    co_sketch_step(k, V_END, 0, 0);
}
