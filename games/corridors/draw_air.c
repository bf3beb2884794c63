// SPDX-License-Identifier: Apache-2.0
// What is drawn in the air, of scouts, batteries and strikes.
#include "air.h"
#include "draw.h"
#include "ground.h"

enum {
    KEPT_BY_FLYERS = 2,
    WORTH_FLYING = 20,
    WORTH_FIRING = 10,
    UNSEEN_SHARE = 45, // per cent of a strike at a card still to be found
    PATROL_WORTH = 150,
    PATROL_IN_WAY = 110, // what an enemy patrol in the corridor takes from a strike
    FLAK_IN_WAY = 14,    // a point of anti-aircraft fire that is seen next to the stop
    FOUND_WORTH = 25,    // a card still to be found
    SECOND_IN = 3,       // sorties of which one takes a second aircraft along
};

typedef struct arms {
    int soft, hard; // firepower, CO_NONE: none
    int area;       // cards hit at random, heavy bombers
    int dive;
} arms;

// ---------------------------------------------------------------------------------------- strikes
static int cover_at(const co_sketch *k, int target, int place, int dive) {
    const co_terrain *ground = co_ground(k->t, k->s, place);
    int cover = co_in(k->t->armoured, target) ? ground->cover_hard : ground->cover_soft;
    int bunker = co_fort_cover(k->t, k->s, target);
    if (bunker > cover) cover = bunker;
    return cover > dive ? cover - dive : 0;
}

static int strike_one(const co_sketch *k, const arms *a, int target, int place) {
    int fp = co_in(k->t->armoured, target) ? a->hard : a->soft;
    if (fp == CO_NONE) return 0;
    int tn = co_printed(k->t, target)->def + cover_at(k, target, place, a->dive);
    return co_sketch_blow(k, fp, tn, target);
}

static int strike_unseen(const co_sketch *k, const arms *a, int place) {
    if (a->soft == CO_NONE) return 0;
    return co_sketch_unseen(a->soft, TYPICAL_DEF + co_ground(k->t, k->s, place)->cover_soft);
}

// The best of a strike at a place; all of it for a heavy bomber.
static int strike_at(const co_sketch *k, const arms *a, int place) {
    uint64_t crowd = co_crowd(k->t, k->s, k->enemy, place),
             seen = crowd & k->s->f.spotted[k->enemy];
    int hidden = co_count(crowd & ~seen), best = 0, sum = 0;
    for (uint64_t set = seen; set;) {
        int target = co_take(k->enemy, &set);
        if (co_is_carried(k->t, k->s, target)) continue;
        int gain = strike_one(k, a, target, place);
        sum += gain;
        if (gain > best) best = gain;
    }
    int unseen = hidden ? strike_unseen(k, a, place) : 0, count = co_count(crowd);
    if (a->area && count)
        return (sum + hidden * unseen) / count * (count < a->area ? count : a->area);
    return unseen * UNSEEN_SHARE / 100 > best ? unseen * UNSEEN_SHARE / 100 : best;
}

static arms arms_of(const co_sketch *k, int piece, int ordnance) {
    const co_card *card = co_printed(k->t, piece);
    int hurt = k->s->f.damage[piece] > 0;
    arms a = {card->sfp, card->hfp, 0, card->flags & CO_F_DIVE ? 2 : 0};
    if (card->cls == CO_HB) a = (arms){card->bfp, card->bfp - 2, card->area, 0};
    if (ordnance != NO_PIECE) {
        const co_card *load = co_printed(k->t, ordnance);
        if (load->sfp > a.soft) a.soft = load->sfp;
        if (load->hfp > a.hard) a.hard = load->hfp;
    }
    if (a.soft > 0) a.soft -= hurt;
    if (a.hard > 0) a.hard -= hurt;
    return a;
}

// ---------------------------------------------------------------------------------------- sorties
static uint64_t ready_aircraft(const co_sketch *k) {
    uint64_t ready = 0, field = k->s->at[k->seat][co_airfield(k->seat)];
    for (uint64_t set = field & k->t->aircraft[k->seat] & ~k->s->f.acted[k->seat]; set;) {
        int piece = co_take(k->seat, &set), damage = k->s->f.damage[piece];
        const co_card *card = co_printed(k->t, piece);
        bool fit = !damage || card->hp - damage >= 2;
        if (fit && card->launch + KEPT_BY_FLYERS <= k->supply) ready |= co_bit(piece);
    }
    return k->s->f.cloud ? 0 : ready;
}

static int loose_bomb(const co_sketch *k) {
    uint64_t stock = k->s->at[k->seat][co_airfield(k->seat)] & k->t->ordnance[k->seat];
    for (uint64_t set = stock & ~k->t->tanks[k->seat]; set;) {
        int card = co_take(k->seat, &set);
        if (!k->s->f.on[card]) return card;
    }
    return NO_PIECE;
}

// What it carries already, or could.
static int load_for(const co_sketch *k, int piece, bool *loaded) {
    uint64_t load = co_droppable(k->t, k->s, piece);
    *loaded = load != 0;
    if (load) return co_take(k->seat, &load);
    const co_card *card = co_printed(k->t, piece);
    return card->cls == CO_FB && card->cap ? loose_bomb(k) : NO_PIECE;
}

static int patrols_in(const co_sketch *k, int corridor) {
    uint64_t set = k->s->f.patrol[k->enemy], east = k->s->f.east[k->enemy];
    return co_count(corridor == CORRIDOR_E ? set & east : set & ~east);
}

static int flak_at(const co_sketch *k, int position) {
    int sum = 0;
    for (unsigned near = co_touched[position - W1]; near; near &= near - 1) {
        uint64_t there = k->s->at[k->enemy][__builtin_ctz(near)] & k->t->aa[k->enemy];
        for (uint64_t set = there & k->s->f.spotted[k->enemy]; set;)
            sum += co_printed(k->t, co_take(k->enemy, &set))->air;
    }
    return sum;
}

typedef struct way {
    int corridor, stop, gain;
} way;

static way better_way(const co_sketch *k, way best, int corridor, int index, int hope) {
    int stop = co_station(k->seat, corridor, index);
    int gain = hope - PATROL_IN_WAY * patrols_in(k, corridor) - FLAK_IN_WAY * flak_at(k, stop);
    return gain > best.gain ? (way){corridor, stop, gain} : best;
}

// The best stop for a strike.
static way find_way(co_sketch *k, const arms *a) {
    way best = {CORRIDOR_W, NO_PLACE, 0};
    for (unsigned held = k->s->held[k->enemy]; held; held &= held - 1) {
        int place = __builtin_ctz(held), hope = co_sketch_taste(k, strike_at(k, a, place));
        if (place == co_hq(k->seat)) continue;
        int index = co_is_zone(place) ? 1 + co_row(k->seat, place) : PATH - 1;
        for (int corridor = 0; corridor < CORRIDORS; corridor++)
            if (co_touched[co_station(k->seat, corridor, index) - W1] >> place & 1)
                best = better_way(k, best, corridor, index, hope);
    }
    return best;
}

static int fare(const co_sketch *k, int piece) {
    return co_printed(k->t, piece)->launch;
}

static bool wants_patrol(co_sketch *k, int piece) {
    bool prey = k->s->at[k->enemy][co_airfield(k->enemy)] != 0;
    if (co_printed(k->t, piece)->cls != CO_FB || !prey || k->s->f.patrol[k->seat]) return false;
    if (co_droppable(k->t, k->s, piece)) return false;
    int worth = PATROL_WORTH * (co_printed(k->t, piece)->air - 1) / 4;
    return gg_rng_below(k->rng, 2) && worth > SUPPLY_WORTH * fare(k, piece);
}

static void send_patrol(co_sketch *k, int piece, bool begun) {
    if (!begun) co_sketch_step(k, V_LAUNCH, piece, 0);
    co_sketch_step(k, V_PATROL, gg_rng_below(k->rng, 2) ? E2 : W2, 0);
    k->gain +=
        PATROL_WORTH * (co_printed(k->t, piece)->air - 1) / 4 - SUPPLY_WORTH * fare(k, piece);
}

static void join(co_sketch *k, uint64_t others) {
    if (!others || gg_rng_below(k->rng, SECOND_IN)) return;
    int piece = co_take(k->seat, &others);
    if (fare(k, piece) + KEPT_BY_FLYERS > k->supply) return;
    co_sketch_step(k, V_WITH, piece, 0);
    k->supply -= fare(k, piece);
}

static bool send_strike(co_sketch *k, int piece, uint64_t others, bool begun) {
    bool loaded;
    int load = load_for(k, piece, &loaded);
    arms a = arms_of(k, piece, load);
    way to = find_way(k, &a);
    int gain = to.gain - SUPPLY_WORTH * fare(k, piece);
    if (to.stop == NO_PLACE || (!begun && gain < WORTH_FLYING)) return false;
    if (!begun) co_sketch_step(k, V_LAUNCH, piece, 0);
    if (load != NO_PIECE && !loaded) co_sketch_step(k, V_LOAD, piece, load);
    k->supply -= fare(k, piece);
    join(k, others);
    co_sketch_step(k, V_FLY, to.corridor, to.stop);
    k->gain += gain;
    return true;
}

static int pick(co_sketch *k, uint64_t set) {
    for (uint32_t skip = gg_rng_below(k->rng, (uint32_t)co_count(set)); skip; skip--)
        set &= set - 1;
    return co_take(k->seat, &set);
}

void co_sketch_air(co_sketch *k) {
    uint64_t ready = ready_aircraft(k);
    while (ready) {
        int piece = pick(k, ready);
        ready &= ~co_bit(piece);
        if (wants_patrol(k, piece)) {
            send_patrol(k, piece, false);
            return;
        }
        if (send_strike(k, piece, ready, false)) return;
    }
    co_sketch_step(k, V_END, 0, 0);
}

// A sortie that was begun takes off.
void co_sketch_sortie(co_sketch *k) {
    int piece = gg_flow_top(&k->s->f.flow)->subject;
    gg_action patrol = gg_act(V_PATROL, W2, 0, 0);
    bool able = co_check_sortie(k->t, k->s, k->seat, patrol, NULL);
    if (able && wants_patrol(k, piece))
        send_patrol(k, piece, true);
    else if (!send_strike(k, piece, 0, true))
        co_sketch_step(k, V_FLY, CORRIDOR_W, co_station(k->seat, CORRIDOR_W, 1));
}

// ----------------------------------------------------------------------------------------- scouts
static void scout(co_sketch *k, int piece, const uint8_t hidden[GROUND_PLACES]) {
    int here = k->s->f.where[piece], best = NO_PLACE, most = 0;
    unsigned near = co_is_air(here) ? co_touching(here) : co_neighbours[here];
    for (; near; near &= near - 1) {
        int place = __builtin_ctz(near);
        int taste = co_sketch_taste(k, 8 * hidden[place] - co_ground(k->t, k->s, place)->conceal);
        if (!hidden[place] || taste <= most) continue;
        most = taste;
        best = place;
    }
    if (best == NO_PLACE) return;
    co_sketch_step(k, V_SCOUT, piece, best);
    k->gain += FOUND_WORTH;
}

void co_sketch_recon(co_sketch *k) {
    uint8_t hidden[GROUND_PLACES];
    uint64_t scouts = 0;
    unsigned any = 0;
    for (int place = 0; place < GROUND_PLACES; place++)
        any |= hidden[place] = (uint8_t)co_count(co_hidden_at(k->t, k->s, k->enemy, place));
    for (int place = 0; place <= REAR_TWO && any; place++) scouts |= k->s->at[k->seat][place];
    scouts &= k->t->scouts[k->seat] & ~k->s->f.scouted[k->seat] & ~k->s->f.engaged[k->seat];
    for (scouts &= ~k->s->f.patrol[k->seat]; scouts;) {
        int piece = co_take(k->seat, &scouts);
        if (!co_is_carried(k->t, k->s, piece)) scout(k, piece, hidden);
    }
    co_sketch_step(k, V_END, 0, 0);
}

// ------------------------------------------------------------------------------------ bombardment
typedef struct shot {
    gg_action action;
    int gain;
} shot;

static void weigh(co_sketch *k, shot *best, unsigned verb, int a, int b, int gain) {
    gg_action action = gg_act(verb, (unsigned)a, (unsigned)b, 0);
    gain = co_sketch_taste(k, gain);
    if (gain > best->gain && co_check_bombard(k->t, k->s, k->seat, action, NULL))
        *best = (shot){action, gain};
}

static void weigh_place(co_sketch *k, shot *best, int piece, int place) {
    arms guns = arms_of(k, piece, NO_PIECE);
    uint64_t load = co_droppable(k->t, k->s, piece);
    int bomb = load ? co_take(k->seat, &load) : NO_PIECE;
    if (guns.area) {
        weigh(k, best, V_BOMB, piece, place, strike_at(k, &guns, place));
        return;
    }
    for (uint64_t set = co_crowd(k->t, k->s, k->enemy, place) & k->s->f.spotted[k->enemy]; set;) {
        int target = co_take(k->enemy, &set);
        weigh(k, best, V_STRAFE, piece, target, strike_one(k, &guns, target, place));
        if (bomb == NO_PIECE) continue;
        arms dropped = arms_of(k, piece, bomb);
        weigh(k, best, V_DROP, bomb, target,
              strike_one(k, &dropped, target, place) - SUPPLY_WORTH / 2);
    }
}

static shot best_strike(co_sketch *k, int piece) {
    shot best = {GG_NO_ACTION, WORTH_FIRING};
    for (unsigned near = co_touched[k->s->f.where[piece] - W1]; near; near &= near - 1)
        weigh_place(k, &best, piece, __builtin_ctz(near));
    return best;
}

static shot best_mission(co_sketch *k, int piece) {
    const co_card *card = co_printed(k->t, piece);
    int fp = card->bfp - (k->s->f.damage[piece] > 0), here = k->s->f.where[piece];
    arms a = {fp, fp - 2, 0, 0};
    shot best = {GG_NO_ACTION, SUPPLY_WORTH + WORTH_FIRING};
    for (int place = 0; place < GROUND_PLACES; place++) {
        uint64_t crowd = co_crowd(k->t, k->s, k->enemy, place);
        uint64_t seen = crowd & k->s->f.spotted[k->enemy];
        int others = co_count(crowd) - 1;
        if (!seen || co_distance[here][place] > card->rng) continue;
        if (others > card->area - 1) others = card->area - 1;
        int beside = others > 0 ? others * strike_unseen(k, &a, place) : 0;
        while (seen) {
            int target = co_take(k->enemy, &seen);
            weigh(k, &best, V_SHELL, piece, target, beside + strike_one(k, &a, target, place));
        }
    }
    return best;
}

static void fire(co_sketch *k, shot best) {
    if (best.action == GG_NO_ACTION) return;
    if (k->out->steps < GG_PLAN_STEPS) k->out->step[k->out->steps++] = best.action;
    k->gain += best.gain;
}

// Aircraft of a group one after the other, then batteries as long as there is supply.
void co_sketch_bombard(co_sketch *k) {
    uint64_t air = 0, ground = 0;
    for (int place = W1; place <= REAR_TWO; place++) air |= k->s->at[k->seat][place];
    for (int place = 0; place < GROUND_PLACES; place++) ground |= k->s->at[k->seat][place];
    air &= k->t->aircraft[k->seat] & ~k->s->f.struck[k->seat] & ~k->s->f.patrol[k->seat];
    while (air) fire(k, best_strike(k, co_take(k->seat, &air)));
    ground &= k->t->battery[k->seat] & ~k->s->f.engaged[k->seat];
    for (int left = k->supply; ground && left > 0;) {
        shot best = best_mission(k, co_take(k->seat, &ground));
        left -= best.action != GG_NO_ACTION;
        fire(k, best);
    }
    co_sketch_step(k, V_END, 0, 0);
}
