// SPDX-License-Identifier: Apache-2.0
// What is drawn of fire and manoeuvre: an assault that promises something, otherwise everybody's
// shot or move in one plan.
#include "draw.h"
#include "ground.h"
#include "siege.h"

enum {
    THROWS = 36,
    WORTH_DOING = 8,
    WORTH_STORMING = 40,
    ANSWER_SHARE = 75, // per cent of the return fire that is to be feared
    ZONE_WORTH = 60,
    LAST_ZONES = 60, // more in the last turns (AD66)
    LAST_TURNS = 3,
    LEFT_HQ = 120,      // the last card leaving the headquarters
    THREAT = 70,        // per cent of the strength next door that counts
    TYPICAL_POWER = 25, // of a face-down card
    TYPICAL_FP = 3,
    STORM_SHARE = 150, // per cent of its worth that a hit point lost costs, kills counted
    LOST_BEFORE = 60,  // per cent of a defender's first fire that weakens the assault
    HQ_CHANCE = 120,   // in 1000: worth storming the headquarters
    HQ_PRIZE = 6,      // hundredths for each of 1000
};

typedef struct field {
    int own[GROUND_PLACES], foe[GROUND_PLACES]; // strength, ten per supply
    int cards[GROUND_PLACES];                   // own troops
} field;

// --------------------------------------------------------------------------------------- strength
static int strength(const co_sketch *k, int piece) {
    const co_card *card = co_printed(k->t, piece);
    return 10 * card->cost * (2 * card->hp - k->s->f.damage[piece]) / (2 * card->hp);
}

static int strength_seen(const co_sketch *k, int place) {
    uint64_t there = k->s->at[k->enemy][place] & k->t->ground[k->enemy];
    uint64_t crowd = co_hidden_at(k->t, k->s, k->enemy, place);
    int sum = 0;
    if (!(k->s->held[k->enemy] >> place & 1)) return 0;
    for (uint64_t set = there & k->s->f.spotted[k->enemy]; set;)
        sum += strength(k, co_take(k->enemy, &set));
    return sum + TYPICAL_POWER * co_count(crowd);
}

static void look_around(const co_sketch *k, field *f) {
    for (int place = 0; place < GROUND_PLACES; place++) {
        uint64_t set = k->s->at[k->seat][place] & k->t->ground[k->seat];
        f->own[place] = 0;
        f->cards[place] = co_count(set);
        f->foe[place] = strength_seen(k, place);
        while (set) f->own[place] += strength(k, co_take(k->seat, &set));
    }
}

static int foes_around(const field *f, int place) {
    int sum = 0;
    for (unsigned near = co_neighbours[place]; near; near &= near - 1)
        sum += f->foe[__builtin_ctz(near)];
    return sum;
}

// ------------------------------------------------------------------------------------------ moves
// How near to the enemy headquarters a card wants to be.
static int wish(const co_sketch *k, int piece, int place) {
    static const uint8_t attack[] = {80, 66, 40, 18, 0}, guns[] = {0, 21, 4, 2, 0},
                         rear[] = {0, 0, 15, 4, 8};
    int steps = co_distance[place][co_hq(k->enemy)], cost = co_printed(k->t, piece)->cost;
    if (co_in(k->t->assaults, piece)) return attack[steps] * (50 + 10 * cost) / 40;
    return co_in(k->t->battery, piece) || co_in(k->t->carrier, piece) ? rear[steps] : guns[steps];
}

static int zone_worth(const co_sketch *k) {
    int left = k->t->field.turns - k->s->f.turn;
    return ZONE_WORTH + (left < LAST_TURNS ? LAST_ZONES * (LAST_TURNS - left) : 0);
}

// What the enemy's superiority costs those who stand there.
static int danger(const co_sketch *k, const field *f, int place, int own) {
    int guard = own * (10 + co_ground(k->t, k->s, place)->cover_soft) / 10;
    int more = foes_around(f, place) * THREAT / 100 - guard;
    return more <= 0 ? 0 : 2 * (more < guard ? more : guard);
}

static int move_gain(const co_sketch *k, const field *f, int piece, int from, int to) {
    int power = strength(k, piece), gain = wish(k, piece, to) - wish(k, piece, from);
    if (!f->cards[to] && co_is_zone(to)) gain += zone_worth(k);
    if (f->cards[from] == 1) gain -= co_is_zone(from) ? zone_worth(k) : LEFT_HQ;
    gain -= danger(k, f, to, f->own[to] + power) - danger(k, f, to, f->own[to]);
    gain += danger(k, f, from, f->own[from]) - danger(k, f, from, f->own[from] - power);
    return gain;
}

typedef struct move {
    int to, gain;
} move;

static move best_move(co_sketch *k, const field *f, int piece) {
    int from = k->s->f.where[piece];
    move best = {NO_PLACE, WORTH_DOING};
    for (unsigned near = co_neighbours[from] & ~(unsigned)k->s->held[k->enemy]; near;
         near &= near - 1) {
        int to = __builtin_ctz(near), gain = move_gain(k, f, piece, from, to);
        if (co_sketch_taste(k, gain) > best.gain) best = (move){to, gain};
    }
    return best;
}

static void note_move(co_sketch *k, field *f, int piece, move m) {
    int from = k->s->f.where[piece], power = strength(k, piece);
    co_sketch_step(k, V_MOVE, piece, m.to);
    k->gain += m.gain;
    f->own[from] -= power;
    f->cards[from]--;
    f->own[m.to] += power;
    f->cards[m.to]++;
}

// -------------------------------------------------------------------------------------------- fire
static int fire_gain(const co_sketch *k, int piece, int target) {
    if (!co_able(k->t, k->s, ATT_FIRE, piece, target)) return 0;
    co_attack a = co_reckon(k->t, k->s, ATT_FIRE, piece, target, NULL);
    int gain = co_sketch_blow(k, a.fp, a.tn, target) - SUPPLY_WORTH;
    bool answers =
        k->s->f.supply[k->enemy] && !co_in(k->s->f.engaged, target) && co_in(k->t->ground, target);
    if (gain <= 0 || !answers || !co_able(k->t, k->s, ATT_RETURN, target, piece)) return gain;
    a = co_reckon(k->t, k->s, ATT_RETURN, target, piece, NULL);
    int answer = co_sketch_blow(k, a.fp, a.tn, piece) - SUPPLY_WORTH;
    return answer > 0 ? gain - answer * ANSWER_SHARE / 100 : gain;
}

typedef struct aim {
    int target, gain;
} aim;

static aim best_aim(co_sketch *k, int piece, const uint64_t seen[GROUND_PLACES]) {
    aim best = {NO_PIECE, WORTH_DOING};
    for (unsigned near = co_neighbours[k->s->f.where[piece]]; near; near &= near - 1)
        for (uint64_t set = seen[__builtin_ctz(near)]; set;) {
            int target = co_take(k->enemy, &set);
            int gain = co_sketch_taste(k, fire_gain(k, piece, target));
            if (gain > best.gain) best = (aim){target, gain};
        }
    return best;
}

static unsigned find_seen(const co_sketch *k, uint64_t seen[GROUND_PLACES]) {
    uint64_t aboard = co_aboard(k->t, k->s, k->enemy);
    unsigned any = 0;
    for (int place = 0; place < GROUND_PLACES; place++) {
        seen[place] = co_crowd(k->t, k->s, k->enemy, place) & k->s->f.spotted[k->enemy] & ~aboard;
        if (seen[place]) any |= 1U << place;
    }
    return any;
}

// --------------------------------------------------------------------------------------- assaults
typedef struct guard {
    int cards, hp, def, worth; // def: mean
} guard;

static guard count_guard(const co_sketch *k, int place) {
    uint64_t there = k->s->at[k->enemy][place] & k->t->ground[k->enemy];
    int hidden = co_count(co_hidden_at(k->t, k->s, k->enemy, place));
    guard g = {hidden, hidden * TYPICAL_HP, hidden * TYPICAL_HP * TYPICAL_DEF,
               hidden * TYPICAL_COST};
    for (uint64_t set = there & k->s->f.spotted[k->enemy]; set;) {
        int piece = co_take(k->enemy, &set);
        const co_card *card = co_printed(k->t, piece);
        int left = card->hp - k->s->f.damage[piece];
        g.cards++;
        g.hp += left;
        g.def += left * card->def;
        g.worth += co_worth(k->t, piece) * left / card->hp;
    }
    g.def = g.hp ? (g.def + g.hp / 2) / g.hp : TYPICAL_DEF;
    return g;
}

// Chance in 100 that the place falls, by points or because nobody is left (AD48).
static int falls(int dealt, int taken, int hp) {
    int margin = 50 + (dealt - taken) / 2, all = 100 * dealt / (THROWS * (hp ? hp : 1));
    int total = all >= 160 ? 85 : all >= 100 ? 45 + (all - 100) * 2 / 3 : (all - 20) * 3 / 4;
    margin = margin < 3 ? 3 : margin > 95 ? 95 : margin;
    return margin > total ? margin : total;
}

// What the first of the attackers promise, fire of a typical defender counted.
static int storm_gain(const co_sketch *k, const guard *g, int place, uint64_t attackers) {
    int cover = co_ground(k->t, k->s, place)->cover_soft / 2, dealt = 0, taken = 0, own = 0;
    int count = co_count(attackers);
    for (uint64_t set = attackers; set;) {
        int piece = co_take(k->seat, &set);
        const co_card *card = co_printed(k->t, piece);
        int hurt = k->s->f.damage[piece] > 0, fp = (card->sfp > 0 ? card->sfp : 0) - hurt;
        dealt += co_sketch_points(fp, g->def + cover);
        taken += co_sketch_points(TYPICAL_FP, card->def);
        own += co_worth(k->t, piece) / card->hp;
    }
    taken = taken / count * g->cards;
    dealt -= dealt * LOST_BEFORE * g->cards / (100 * (g->cards + 2 * count));
    int theirs = g->hp ? dealt * (g->worth / g->hp) / THROWS : 0;
    int ours = taken * (own / count) / THROWS;
    int prize = (zone_worth(k) + 40) * falls(dealt, taken, g->hp) / 100;
    return (theirs - ours) * STORM_SHARE / 100 + prize - SUPPLY_WORTH * count;
}

// Those who may go, the sturdiest first, as many as supply, room and bridges let.
static uint64_t gather(const co_sketch *k, uint64_t actors, int from, int place) {
    uint64_t set = actors & k->s->at[k->seat][from] & k->t->assaults[k->seat], in = 0;
    int most = co_limit(k->t, k->s, place);
    if (k->supply < most) most = k->supply;
    if (co_ground(k->t, k->s, place)->flags & CO_T_BRIDGE) most = most > 1 ? 1 : most;
    while (set && most > 0) {
        int piece = co_take(k->seat, &set), left;
        left = co_printed(k->t, piece)->hp - k->s->f.damage[piece];
        if (left < 2 || !co_check_start(k->t, k->s, piece, place, NULL)) continue;
        in |= co_bit(piece);
        most -= 1 + (co_passenger(k->t, k->s, piece) != NO_PIECE);
    }
    return most < 0 ? 0 : in;
}

typedef struct storm {
    uint64_t attackers;
    int place, gain;
} storm;

static void weigh_storm(co_sketch *k, storm *best, uint64_t actors, int from, int place) {
    uint64_t attackers = gather(k, actors, from, place);
    int gain;
    if (!attackers) return;
    if (co_is_zone(place)) {
        guard g = count_guard(k, place);
        gain = storm_gain(k, &g, place, attackers);
    } else {
        int chance = co_siege_now(k->t, k->s, k->seat, k->seat).chance;
        gain = chance > HQ_CHANCE ? HQ_PRIZE * chance : 0;
    }
    gain = co_sketch_taste(k, gain);
    if (gain > best->gain) *best = (storm){attackers, place, gain};
}

static storm best_storm(co_sketch *k, uint64_t actors) {
    storm best = {0, NO_PLACE, WORTH_STORMING};
    for (unsigned held = k->s->held[k->seat]; held && k->supply; held &= held - 1) {
        int from = __builtin_ctz(held);
        unsigned near = co_neighbours[from] & k->s->held[k->enemy];
        if (!(actors & k->s->at[k->seat][from] & k->t->assaults[k->seat])) continue;
        for (; near; near &= near - 1) weigh_storm(k, &best, actors, from, __builtin_ctz(near));
    }
    return best;
}

static void join_all(co_sketch *k, uint64_t attackers) {
    while (attackers) co_sketch_step(k, V_WITH, co_take(k->seat, &attackers), 0);
    co_sketch_step(k, V_CONFIRM, 0, 0);
}

// An assault that was begun goes with everybody.
void co_sketch_assault(co_sketch *k) {
    const gg_frame *frame = gg_flow_top(&k->s->f.flow);
    uint64_t set = co_actors(k->t, k->s, k->seat) & k->t->assaults[k->seat];
    for (set &= k->s->at[k->seat][frame->arg[1]] & ~k->s->f.assault[k->seat]; set;) {
        int piece = co_take(k->seat, &set);
        gg_action with = gg_act(V_WITH, (unsigned)piece, 0, 0);
        if (!co_check_assault(k->t, k->s, k->seat, with, NULL)) continue;
        co_sketch_step(k, V_WITH, piece, 0);
        return;
    }
    co_sketch_step(k, V_CONFIRM, 0, 0);
}

// -------------------------------------------------------------------------------- the whole phase
// Shots first, then those who move one step, one who may march on last: he decides as he goes.
static void shoot_and_move(co_sketch *k, uint64_t actors) {
    uint64_t seen[GROUND_PLACES];
    unsigned any = find_seen(k, seen);
    uint64_t left = actors;
    field f;
    for (uint64_t set = any ? actors : 0; set && k->supply > 0;) {
        int piece = co_take(k->seat, &set);
        if (!(co_neighbours[k->s->f.where[piece]] & any)) continue;
        aim at = best_aim(k, piece, seen);
        if (at.target == NO_PIECE) continue;
        co_sketch_step(k, V_FIRE, piece, at.target);
        k->gain += at.gain;
        k->supply--;
        left &= ~co_bit(piece);
    }
    look_around(k, &f);
    for (left &= ~k->t->hqt[k->seat]; left;) {
        int piece = co_take(k->seat, &left), steps = co_steps(k->t, k->s, piece);
        move m = steps ? best_move(k, &f, piece) : (move){NO_PLACE, 0};
        if (m.to == NO_PLACE || !co_check_move(k->t, k->s, piece, m.to, NULL)) continue;
        note_move(k, &f, piece, m);
        if (steps > 1) return;
    }
    co_sketch_step(k, V_END, 0, 0);
}

void co_sketch_manoeuvre(co_sketch *k) {
    uint64_t actors = co_actors(k->t, k->s, k->seat);
    storm best = best_storm(k, actors);
    if (!best.attackers) {
        shoot_and_move(k, actors);
        return;
    }
    co_sketch_step(k, V_ASSAULT, co_take(k->seat, &best.attackers), best.place);
    join_all(k, best.attackers);
    k->gain += best.gain;
}

void co_sketch_march(co_sketch *k) {
    int piece = gg_flow_top(&k->s->f.flow)->subject;
    field f;
    look_around(k, &f);
    move m = best_move(k, &f, piece);
    gg_action step = gg_act(V_MOVE, (unsigned)piece, (unsigned)m.to, 0);
    if (m.to != NO_PLACE && co_check_march(k->t, k->s, k->seat, step, NULL))
        co_sketch_step(k, V_MOVE, piece, m.to);
    else
        co_sketch_step(k, V_HALT, 0, 0);
}
