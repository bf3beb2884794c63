// SPDX-License-Identifier: Apache-2.0
// How near a headquarters is to falling (siege.h).
//
// Every blow that could still be struck at the headquarters is listed with its mean damage and its
// price: those who can assault from the places before it, guns there that can fire, batteries in
// range, aircraft. The best that the supply pays for are added up, and the sum is compared with the
// hit points inside, as a normal distribution would: a throw's variance is about its mean. Looked
// at in 1,000 games when phase 5 began: of chances from 10 to 60 in 100 about as many came true, of
// those above 70 nine in ten. The chance is a cliff, with nothing to show the way there; so the
// ratio of both sums counts too, with those who stand one or two moves away in part, and more for
// the side that is stronger: it should be the one to attack.
#include "siege.h"

#include "air.h"
#include "ground.h"
#include "survey.h"

enum {
    BLOWS_MOST = 40,
    THROWS = 36,       // means are in 36ths of a point
    TAKEN = 9000,      // the headquarters, in this turn
    TAKEN_SOON = 5000, // in the enemy's next turn, before anything can be done about it
    TAKEN_LATER = 1500,
    SLIM = 50,         // chance in 1000 that counts for nothing
    REPLY = 4,         // hit points that come to the defence in between
    INCOME = 9,        // supply until the next turn
    OWN_HOPE = 8000,   // of the ratio: for the one who thinks
    THEIR_HOPE = 1000, // and for his enemy
    HOPE_MOST = 70,    // per cent of the hit points; beyond, only the chance counts
    ONE_MOVE = 35,     // per cent of a blow from one move away
    TWO_MOVES = 15,
    FIRST_FIRE = 30,   // per cent of an attacker that a defender takes out beforehand
    FLIGHT_SHARE = 60, // per cent of a strike whose aircraft is still at home
    STOPPED_SHARE = 95,
    FIRE_SHARE = 90,
    UNFOUND = 60, // per cent of a blow at cards still to be found
    BOMB_SOFT = 6,
    BOMB_HARD = 5,
};

enum { THIS_TURN, NEXT_TURN };

typedef struct garrison {
    int cards, ready, seen;
    int hp, hard_hp;        // hit points left; those of armoured cards
    int soft_def, hard_def; // means
    int cover;
} garrison;

typedef struct siege {
    const co_table *t;
    const co_state *s;
    int seat, hq, when, phase;
    const gg_frame *storm; // of the headquarters, in progress
    garrison g;
    int share; // per cent of an assault after first fire
    int mean[BLOWS_MOST], hard[BLOWS_MOST], cost[BLOWS_MOST], count;
    int paid, paid_hard; // blows that cost nothing any more
    int far;             // from one or two moves away
    int troops;          // those who could move in
} siege;

// ------------------------------------------------------------------------------------ the garrison
static garrison count_garrison(const co_table *t, const co_state *s, int seat, int viewer) {
    garrison g = {0};
    int hq = co_hq(seat);
    g.cover = co_ground(t, s, hq)->cover_soft;
    for (uint64_t set = s->at[seat][hq] & t->ground[seat]; set;) {
        int piece = co_take(seat, &set);
        const co_card *card = co_printed(t, piece);
        bool known = viewer == seat || co_in(s->f.spotted, piece);
        int hp = known ? card->hp - s->f.damage[piece] : TYPICAL_HP;
        bool hard = known && co_in(t->armoured, piece);
        g.cards++;
        g.seen += co_in(s->f.spotted, piece);
        g.ready += !known || !co_in(s->f.engaged, piece);
        g.hp += hp;
        if (hard) g.hard_hp += hp;
        *(hard ? &g.hard_def : &g.soft_def) += hp * (known ? card->def : TYPICAL_DEF);
    }
    int soft = g.hp - g.hard_hp;
    if (soft) g.soft_def = (g.soft_def + soft / 2) / soft;
    if (g.hard_hp) g.hard_def = (g.hard_def + g.hard_hp / 2) / g.hard_hp;
    return g;
}

// ------------------------------------------------------------------------------------------- blows
// Mean damage of one throw (AD21), by what the dice must show.
static int mean_points(int need) {
    static const uint8_t mean[] = {93, 83, 72, 60, 48, 37, 27, 18, 11, 6, 3, 1};
    return mean[need < 1 ? 0 : need > 12 ? 11 : need - 1];
}

// Firepower with damage counted (AD21e); below 0 there is none.
static int power(int printed, bool hurt) {
    return printed == CO_NONE ? -1 : printed && hurt ? printed - 1 : printed;
}

// Those that do most for their price come first.
static void enlist(siege *x, int mean, int hard, int cost) {
    int at = x->count++;
    for (; at > 0 && x->mean[at - 1] * cost < mean * x->cost[at - 1]; at--) {
        x->mean[at] = x->mean[at - 1];
        x->hard[at] = x->hard[at - 1];
        x->cost[at] = x->cost[at - 1];
    }
    x->mean[at] = mean;
    x->hard[at] = hard;
    x->cost[at] = cost;
}

static void add_blow(siege *x, int soft_fp, int hard_fp, int cover, int share, int cost) {
    const garrison *g = &x->g;
    bool soft_left = g->hp > g->hard_hp;
    int soft = soft_fp < 0 || !soft_left ? 0 : mean_points(g->soft_def + cover - soft_fp);
    int hard = hard_fp < 0 || !g->hard_hp ? 0 : mean_points(g->hard_def + cover - hard_fp);
    int mean = (soft > hard ? soft : hard) * share / 100;
    hard = hard * share / 100;
    if (!mean || x->count == BLOWS_MOST) return;
    if (cost) {
        enlist(x, mean, hard, cost);
    } else {
        x->paid += mean;
        x->paid_hard += hard;
    }
}

// ------------------------------------------------------------------------------------- the ground
// Those who cannot act any more in this turn.
static uint64_t spent(const siege *x) {
    const co_state *s = x->s;
    if (x->when == NEXT_TURN) return 0;
    return s->f.engaged[x->seat] | (s->f.phase == PHASE_MANOEUVRE ? s->f.acted[x->seat] : 0);
}

// Attackers of the storm in progress that have not struck yet.
static uint64_t storming(const siege *x) {
    if (!x->storm || x->storm->arg[ST_STAGE] > STORM_CLASH) return 0;
    uint64_t struck = x->storm->arg[ST_STAGE] == STORM_CLASH ? x->s->f.used[x->seat] : 0;
    return x->s->f.assault[x->seat] & ~struck;
}

static void add_unit(siege *x, int piece, bool storms) {
    const co_card *card = co_printed(x->t, piece);
    bool hurt = x->s->f.damage[piece] > 0;
    int soft = power(card->sfp, hurt), hard = power(card->hfp, hurt), half = x->g.cover / 2;
    x->troops += storms || card->mv;
    if (storms)
        add_blow(x, soft, hard, half, x->storm->arg[ST_STAGE] <= STORM_FIRST ? x->share : 100, 0);
    else if (co_in(x->t->assaults, piece))
        add_blow(x, soft, hard, half, x->share, 1);
    else if (x->g.seen || x->phase < PHASE_BOMBARD)
        add_blow(x, soft, hard, x->g.cover, FIRE_SHARE, 1);
}

static void add_ground(siege *x) {
    uint64_t in = storming(x), busy = spent(x) | co_aboard(x->t, x->s, x->seat);
    for (unsigned near = co_neighbours[x->hq] & x->s->held[x->seat]; near; near &= near - 1) {
        uint64_t here = x->s->at[x->seat][__builtin_ctz(near)] & x->t->unit[x->seat];
        for (uint64_t set = here & (in | ~busy); set;) {
            int piece = co_take(x->seat, &set);
            add_unit(x, piece, in & co_bit(piece));
        }
    }
}

static void add_far(siege *x) {
    for (unsigned held = x->s->held[x->seat] & ~co_neighbours[x->hq]; held; held &= held - 1) {
        int place = __builtin_ctz(held), steps = co_distance[place][x->hq];
        for (uint64_t set = x->s->at[x->seat][place] & x->t->assaults[x->seat]; set && steps < 4;) {
            int piece = co_take(x->seat, &set);
            int fp = power(co_printed(x->t, piece)->sfp, x->s->f.damage[piece] > 0);
            int mean = mean_points(TYPICAL_DEF + x->g.cover / 2 - fp);
            x->far += mean * (steps == 2 ? ONE_MOVE : TWO_MOVES) / 100;
        }
    }
}

static int within(int area, int cards) {
    return area < cards ? area : cards;
}

static void add_batteries(siege *x) {
    const co_state *s = x->s;
    const uint64_t *busy = x->when == THIS_TURN ? s->f.engaged : s->f.reloading;
    for (unsigned held = s->held[x->seat]; held; held &= held - 1) {
        int place = __builtin_ctz(held);
        for (uint64_t set = s->at[x->seat][place] & x->t->battery[x->seat]; set;) {
            int piece = co_take(x->seat, &set);
            const co_card *card = co_printed(x->t, piece);
            if (card->rng < co_distance[place][x->hq] || co_in(busy, piece)) continue;
            int fp = power(card->bfp, s->f.damage[piece] > 0);
            add_blow(x, fp, fp - 2, x->g.cover,
                     (x->g.seen ? 100 : UNFOUND) * within(card->area, x->g.cards), 1);
        }
    }
}

// ---------------------------------------------------------------------------------------- aircraft
static bool grounded(const siege *x, int piece) {
    const co_state *s = x->s;
    int place = s->f.where[piece], damage = s->f.damage[piece];
    bool home = place == co_airfield(x->seat);
    if (x->when == THIS_TURN && (!home || x->phase > PHASE_AIR)) return true;
    if (!home && !co_is_air(place)) return true;
    if (damage && co_printed(x->t, piece)->hp - damage < 2) return true;
    return s->f.cloud && (x->when == THIS_TURN || s->f.cloud == co_enemy(x->seat) + 1);
}

static void add_strike(siege *x, int piece, bool stopped, int *bombs) {
    const co_card *card = co_printed(x->t, piece);
    bool hurt = x->s->f.damage[piece] > 0;
    int share = stopped ? STOPPED_SHARE : FLIGHT_SHARE, cost = stopped ? 0 : card->launch;
    if (card->cls == CO_HB) { // AD41: whatever lies there, seen or not
        int fp = power(card->bfp, hurt);
        add_blow(x, fp, fp - 2, x->g.cover, share * within(card->area, x->g.cards), cost);
        return;
    }
    int soft = power(card->sfp, hurt), hard = power(card->hfp, hurt);
    for (uint64_t load = co_droppable(x->t, x->s, piece); load;) {
        const co_card *arms = co_printed(x->t, co_take(x->seat, &load));
        if (arms->sfp - hurt > soft) soft = arms->sfp - hurt;
        if (arms->hfp - hurt > hard) hard = arms->hfp - hurt;
    }
    if (!stopped && card->cls == CO_FB && soft<BOMB_SOFT && * bombs> 0) {
        --*bombs;
        soft = BOMB_SOFT - hurt;
        hard = BOMB_HARD - hurt;
    }
    if (!x->g.seen && x->when == THIS_TURN && x->phase >= PHASE_BOMBARD) return;
    add_blow(x, soft, hard, x->g.cover - (card->flags & CO_F_DIVE ? 2 : 0),
             x->g.seen ? share : share * UNFOUND / 100, cost);
}

static void add_aircraft(siege *x) {
    const co_state *s = x->s;
    int seat = x->seat, rear = seat ? REAR_ONE : REAR_TWO, bombs = 0;
    uint64_t stores = s->at[seat][co_airfield(seat)] & x->t->ordnance[seat] & ~x->t->tanks[seat];
    while (stores) bombs += !s->f.on[co_take(seat, &stores)];
    for (uint64_t set = x->t->aircraft[seat]; set;) {
        int piece = co_take(seat, &set);
        bool stopped = x->when == THIS_TURN && s->f.where[piece] == rear;
        bool done = co_in(s->f.struck, piece) || co_in(s->f.patrol, piece);
        if (stopped ? !done : !grounded(x, piece)) add_strike(x, piece, stopped, &bombs);
    }
}

// ------------------------------------------------------------------------------- what is under way
static void add_raid(siege *x, const gg_frame *frame) {
    int arms = frame->arg[RA_ORDNANCE] ? frame->arg[RA_ORDNANCE] - 1 : frame->subject;
    const co_card *card = co_printed(x->t, arms);
    bool area = frame->arg[RA_KIND] == ATT_BATTERY || frame->arg[RA_KIND] == ATT_HEAVY;
    int left = frame->arg[RA_LEFT];
    left += frame->arg[RA_STAGE] <= RAID_STRIKE && frame->arg[RA_TARGET];
    if (left > 0)
        add_blow(x, area ? card->bfp : card->sfp, area ? card->bfp - 2 : card->hfp, x->g.cover,
                 STOPPED_SHARE * left, 0);
}

static void add_pending(siege *x) {
    enum { FP_BIAS = 64 }; // of a SHOT frame
    for (unsigned i = 1; i < x->s->f.flow.depth; i++) {
        const gg_frame *frame = &x->s->f.flow.frame[i];
        int target = frame->arg[0];
        if (frame->node == N_SHOT && co_owner(target) != x->seat &&
            x->s->f.where[target] == x->hq) {
            int mean = mean_points(frame->arg[2] - frame->arg[1] + FP_BIAS);
            x->paid += mean;
            if (co_in(x->t->armoured, target)) x->paid_hard += mean;
        } else if (frame->node == N_RAID && frame->seat == x->seat &&
                   frame->arg[RA_PLACE] == x->hq && frame->arg[RA_STAGE] != RAID_END) {
            add_raid(x, frame);
        }
    }
}

// ------------------------------------------------------------------------------------- the outlook
static int root(int n) {
    int r = 0;
    while ((r + 1) * (r + 1) <= n) r++;
    return r;
}

// The chance in 1000 that throws with that mean do so many points.
static int chance_of(int mean, int points) {
    enum { STEPS = 25 }; // tenths of a standard deviation
    static const uint16_t normal[STEPS + 1] = {6,   8,   11,  14,  18,  23,  29,  36,  45,
                                               55,  67,  81,  97,  115, 136, 159, 184, 212,
                                               242, 274, 309, 345, 382, 421, 460, 500};
    if (points <= 0) return 1000;
    if (mean <= 0) return 0;
    int z = 10 * (mean - THROWS * points + THROWS / 2) / (6 * root(mean));
    if (z < -STEPS) return 0;
    if (z > STEPS) return 1000;
    return z <= 0 ? normal[STEPS + z] : 1000 - normal[STEPS - z];
}

static co_outlook sum_up(const siege *x) {
    int supply = x->s->f.supply[x->seat] + (x->when == NEXT_TURN ? INCOME : 0);
    int mean = x->paid, hard = x->paid_hard, hp = x->g.hp;
    co_outlook o = {0, 0};
    for (int i = 0; i < x->count; i++) {
        if (x->cost[i] > supply) continue;
        supply -= x->cost[i];
        mean += x->mean[i];
        hard += x->hard[i];
    }
    int far = x->far < THROWS * supply ? x->far : THROWS * supply;
    o.ratio = 100 * (mean + far) / (THROWS * (hp + 2));
    if (!x->troops) return o;
    if (x->when == NEXT_TURN && x->seat == x->s->f.active) hp += REPLY;
    o.chance = chance_of(mean, hp);
    if (x->g.hard_hp && chance_of(hard, x->g.hard_hp) < o.chance)
        o.chance = chance_of(hard, x->g.hard_hp);
    return o;
}

static const gg_frame *storm_of(const co_state *s, int seat, int place) {
    for (unsigned i = 1; i < s->f.flow.depth; i++) {
        const gg_frame *frame = &s->f.flow.frame[i];
        if (frame->node == N_STORM && frame->seat == seat && frame->arg[ST_PLACE] == place)
            return frame;
    }
    return NULL;
}

// Defensive fire (AD47): each defender that is ready stops part of one attacker.
static int after_first_fire(const siege *x) {
    int attackers = 0, ready = x->when == THIS_TURN ? x->g.ready : x->g.cards;
    for (unsigned near = co_neighbours[x->hq] & x->s->held[x->seat]; near; near &= near - 1)
        attackers += co_count(x->s->at[x->seat][__builtin_ctz(near)] & x->t->assaults[x->seat]);
    if (!attackers) return 100;
    return 100 - FIRST_FIRE * (ready < attackers ? ready : attackers) / attackers;
}

static co_outlook look(const co_table *t, const co_state *s, int seat, int viewer, int when,
                       int phase) {
    int enemy = co_enemy(seat);
    siege x;
    memset(&x, 0, sizeof x);
    x.t = t, x.s = s, x.seat = seat, x.hq = co_hq(enemy), x.when = when, x.phase = phase;
    if (s->held[seat] >> x.hq & 1) return (co_outlook){when == THIS_TURN ? 1000 : 0, 0};
    x.g = count_garrison(t, s, enemy, viewer);
    x.storm = when == THIS_TURN ? storm_of(s, seat, x.hq) : NULL;
    x.share = after_first_fire(&x);
    if (phase <= PHASE_MANOEUVRE) add_ground(&x);
    if (x.storm) x.troops += s->f.assault[seat] != 0;
    if (when == THIS_TURN && !x.troops) return (co_outlook){0, 0};
    if (when == NEXT_TURN) add_far(&x);
    if (phase < PHASE_BOMBARD || (phase == PHASE_BOMBARD && x.g.seen)) add_batteries(&x);
    if (phase <= PHASE_BOMBARD) add_aircraft(&x);
    if (when == THIS_TURN) add_pending(&x);
    return sum_up(&x);
}

// Who is stronger attacks: the strength in play, in per cent of the enemy's.
static int might(const co_table *t, const co_state *s, int seat) {
    enum { SOME = 40, LEAST = 50, MOST = 200 };
    int sum[SEATS] = {SOME, SOME};
    for (int side = 0; side < SEATS; side++)
        for (unsigned held = s->held[side]; held; held &= held - 1)
            for (uint64_t set = s->at[side][__builtin_ctz(held)] & t->unit[side]; set;) {
                int piece = co_take(side, &set);
                const co_card *card = co_printed(t, piece);
                sum[side] += 10 * card->cost * (card->hp - s->f.damage[piece]) / card->hp;
            }
    int ratio = 100 * sum[seat] / sum[co_enemy(seat)];
    return ratio < LEAST ? LEAST : ratio > MOST ? MOST : ratio;
}

static int worth_of(int prize, co_outlook o) {
    return o.chance > SLIM ? prize * (o.chance - SLIM) / 1000 : 0;
}

int co_siege(const co_table *t, const co_state *s, int seat, int viewer, int phase) {
    co_outlook next = look(t, s, seat, viewer, NEXT_TURN, PHASE_AIR);
    int ratio = next.ratio < HOPE_MOST ? next.ratio : HOPE_MOST;
    int weight = seat == viewer ? OWN_HOPE * might(t, s, seat) / 100 : THEIR_HOPE;
    int hope = weight * ratio / 100 * ratio / 100;
    if (seat != s->f.active) return hope + worth_of(TAKEN_SOON, next);
    co_outlook now = look(t, s, seat, viewer, THIS_TURN, phase);
    return hope + worth_of(TAKEN, now) + worth_of(TAKEN_LATER, next);
}

co_outlook co_siege_now(const co_table *t, const co_state *s, int seat, int viewer) {
    return look(t, s, seat, viewer, THIS_TURN, s->f.phase);
}

co_outlook co_siege_next(const co_table *t, const co_state *s, int seat, int viewer) {
    return look(t, s, seat, viewer, NEXT_TURN, PHASE_AIR);
}
