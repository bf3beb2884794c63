// SPDX-License-Identifier: Apache-2.0
// What a position is made of, for the value that is fitted to played games (data/weights.txt).
//
// A feature is counted for each side and the second side's is taken from the first's. Points,
// cards in play by kind and what damage has cost them, supply and hand, ground held, how far
// forward the troops are, superiority at the front, what the enemy has seen, aircraft and patrols.
// What has to come together before it counts is multiplied here, because weights can only add: the
// danger of a headquarters is the chance that everything needed for its fall comes about in one
// turn (siege.h), points near the goal count by how near, zones by how near the last turn is.
//
// All cards are looked at as they lie. Whoever asks for a seat asks in a world dealt from what that
// seat knows.
#include "air.h"
#include "siege.h"

enum {
    STOCK = 24,         // supply beyond that can hardly be used in one turn
    INCOME = 10,        // mean of a supply roll
    GOAL = 1000,        // points as a share of those that win
    NEAR_FROM = 600,    // from where each counts more
    LAST_TURNS = 4,     // in which zones come to count (AD66)
    GARRISON_MOST = 12, // hit points
    RATIO_MOST = 120,
    SUPERIOR_MOST = 60, // strength beyond is not needed
};

typedef struct side {
    const co_table *t;
    const co_state *s;
    int seat, enemy;
    int power[GROUND_PLACES], storm[GROUND_PLACES]; // ten per supply; the part that may assault
    int f[FEATURES];
} side;

// ------------------------------------------------------------------------------------ the ground
static int kind_of(int cls) {
    static const uint8_t kind[CO_CLASSES] = {
        [CO_INF] = FT_FOOT,    [CO_ELITE] = FT_FOOT,      [CO_ENG] = FT_FOOT,
        [CO_RECON] = FT_FOOT,  [CO_ATG] = FT_GUNS,        [CO_AAG] = FT_GUNS,
        [CO_TANK] = FT_ARMOUR, [CO_AFV] = FT_ARMOUR,      [CO_BTY] = FT_BATTERIES,
        [CO_HQT] = FT_STAFF,   [CO_TRANS] = FT_TRANSPORT,
    };
    return kind[cls];
}

static void count_troop(side *x, int piece, int place, bool front) {
    const co_card *card = co_printed(x->t, piece);
    int damage = x->s->f.damage[piece], worth = 10 * card->cost, lost = worth * damage / card->hp;
    bool storms = co_in(x->t->assaults, piece);
    x->f[kind_of(card->cls)] += worth;
    x->f[FT_WOUNDS] += lost;
    x->power[place] += worth - lost / 2;
    if (storms) x->storm[place] += worth - lost / 2;
    if (card->air > 0) x->f[FT_FLAK] += card->air;
    if (co_in(x->s->f.spotted, piece)) x->f[front ? FT_SEEN_FRONT : FT_SEEN] += worth;
    if (co_in(x->s->f.engaged, piece)) x->f[FT_ENGAGED] += worth;
    int steps = co_distance[place][co_hq(x->enemy)];
    if (storms && steps == 2) x->f[FT_FORWARD] += worth - lost;
    if (storms && steps == 1) x->f[FT_BEFORE_HQ] += worth - lost;
    int carrier = co_carrier(x->s, piece);
    if (carrier != NO_PIECE && co_in(x->t->fort, carrier))
        x->f[FT_SHELTERED] += co_printed(x->t, carrier)->cover;
}

static void count_place(side *x, int place) {
    const uint64_t all = x->s->at[x->seat][place], troops = all & x->t->ground[x->seat];
    bool front = x->s->held[x->enemy] & co_neighbours[place];
    for (uint64_t set = troops; set;) count_troop(x, co_take(x->seat, &set), place, front);
    for (uint64_t set = all & ~troops; set;) {
        int piece = co_take(x->seat, &set);
        x->f[co_in(x->t->fort, piece) ? FT_FORTS : FT_ATTACHED] +=
            10 * co_printed(x->t, piece)->cost;
    }
}

static void count_ground(side *x) {
    int left = x->t->field.turns - x->s->f.turn, zones = 0;
    for (int place = 0; place < GROUND_PLACES; place++)
        if (x->s->at[x->seat][place]) count_place(x, place);
    for (unsigned held = x->s->held[x->seat] & ((1U << ZONES) - 1); held; held &= held - 1) {
        int zone = __builtin_ctz(held);
        zones++;
        x->f[FT_OWN_ROW + co_row(x->seat, zone)]++;
        if (co_ground(x->t, x->s, zone)->flags & CO_T_DEPOT) x->f[FT_DEPOT]++;
    }
    if (left < LAST_TURNS) x->f[FT_LATE_ZONES] = zones * (LAST_TURNS - left);
    for (uint64_t set = x->t->obstacle[x->seat]; set;) {
        int piece = co_take(x->seat, &set);
        if (co_is_edge(x->s->f.where[piece])) x->f[FT_OBSTACLES]++;
    }
}

static int around(const int power[GROUND_PLACES], int place) {
    int sum = 0;
    for (unsigned near = co_neighbours[place]; near; near &= near - 1)
        sum += power[__builtin_ctz(near)];
    return sum;
}

static int at_most(int number, int most) {
    return number < most ? number : most;
}

// Strength before an enemy zone beyond what stands in it: what is about to be taken, and lost.
static void count_front(side *x, side *other) {
    for (unsigned held = x->s->held[other->seat]; held; held &= held - 1) {
        int place = __builtin_ctz(held);
        int guard = other->power[place] * (10 + co_ground(x->t, x->s, place)->cover_soft) / 10;
        int more = around(x->storm, place) - guard;
        if (more <= 0 || !co_is_zone(place)) continue;
        x->f[FT_PRESSURE] += at_most(more, SUPERIOR_MOST);
        other->f[FT_EXPOSED] += at_most(other->power[place], more);
    }
}

// --------------------------------------------------------------------------------------- the rest
static void count_aircraft(side *x, int piece) {
    const co_card *card = co_printed(x->t, piece);
    int worth = 10 * card->cost;
    bool fights = x->s->f.phase <= PHASE_BOMBARD && x->seat == x->s->f.active;
    x->f[card->cls == CO_FB ? FT_FIGHTERS : FT_BOMBERS] += worth;
    x->f[FT_AIR_WOUNDS] += worth * x->s->f.damage[piece] / card->hp;
    if (co_in(x->s->f.patrol, piece))
        x->f[FT_PATROL] += card->air;
    else if (fights && co_airborne(x->s, piece) && !co_in(x->s->f.struck, piece))
        x->f[FT_ALOFT] += worth;
}

static void count_air(side *x) {
    uint64_t there = x->s->at[x->seat][co_airfield(x->seat)];
    for (int place = W1; place <= REAR_TWO; place++) there |= x->s->at[x->seat][place];
    for (uint64_t set = there & x->t->aircraft[x->seat]; set;)
        count_aircraft(x, co_take(x->seat, &set));
    for (uint64_t set = there & x->t->ordnance[x->seat]; set;)
        x->f[FT_ORDNANCE] += 10 * co_printed(x->t, co_take(x->seat, &set))->cost;
}

static void count_stock(side *x) {
    unsigned node = x->s->f.flow.frame[0].node;
    bool before = node == N_BEGIN || node == N_SUPPLY;
    int pile = x->s->f.supply[x->seat];
    // The next roll counts from the end of the other's reinforcement on, until it falls.
    if (x->s->f.active == x->seat ? before : x->s->f.phase > PHASE_REINFORCE || node == N_HOMING)
        pile += INCOME;
    x->f[FT_SUPPLY] = at_most(pile, STOCK);
    x->f[FT_HOARD] = pile - x->f[FT_SUPPLY];
    x->f[FT_DECK] = co_count(x->s->at[x->seat][DECK]);
    for (uint64_t set = x->s->at[x->seat][HAND]; set;) {
        int piece = co_take(x->seat, &set), worth = 10 * co_printed(x->t, piece)->cost;
        bool troops = co_in(x->t->ground, piece), flies = co_in(x->t->aircraft, piece);
        x->f[troops ? FT_HAND_TROOPS : flies ? FT_HAND_AIR : FT_HAND_OTHER] += worth;
    }
}

static void count_goal(side *x) {
    int share = GOAL * x->s->points[x->seat] / x->t->field.points;
    x->f[FT_POINTS] = share = at_most(share, GOAL);
    if (share > NEAR_FROM) x->f[FT_NEAR_GOAL] = share - NEAR_FROM;
    x->f[FT_BEGAN] = x->s->f.turn && x->seat == x->s->f.first;
    int nation = x->t->nation[x->seat];
    if (nation < CO_NATIONS - 1) x->f[FT_GERMAN + nation] = 1;
}

static void count_turn(side *x) {
    if (x->seat != x->s->f.active || !x->s->f.turn) return;
    x->f[FT_TO_MOVE] = 1;
    x->f[FT_TO_DO] = PHASES - x->s->f.phase;
}

// The chance that the headquarters of the other falls to this side.
static void count_siege(side *x) {
    bool moves = x->seat == x->s->f.active;
    int hq = co_hq(x->seat), hp = 0;
    co_outlook next = co_siege_next(x->t, x->s, x->seat, x->enemy);
    if (moves) x->f[FT_FALLS_NOW] = co_siege_now(x->t, x->s, x->seat, x->enemy).chance;
    x->f[moves ? FT_FALLS_LATER : FT_FALLS_SOON] = next.chance;
    int ratio = at_most(next.ratio, RATIO_MOST);
    x->f[FT_SIEGE] = ratio * ratio / 10;
    for (uint64_t set = x->s->at[x->seat][hq] & x->t->ground[x->seat]; set;) {
        int piece = co_take(x->seat, &set);
        hp += co_printed(x->t, piece)->hp - x->s->f.damage[piece];
    }
    x->f[FT_GARRISON] = at_most(hp, GARRISON_MOST);
    x->f[FT_BARE_HQ] = !hp;
}

// -------------------------------------------------------------------------------------- the whole
static void count_side(side *x, const co_table *t, const co_state *s, int seat) {
    memset(x, 0, sizeof *x);
    x->t = t;
    x->s = s;
    x->seat = seat;
    x->enemy = co_enemy(seat);
    count_goal(x);
    count_turn(x);
    count_ground(x);
    count_air(x);
    count_stock(x);
    count_siege(x);
}

// By turns or by points, whichever is nearer to its end.
static unsigned phase_of(const co_table *t, const co_state *s) {
    int done = s->f.turn ? 2 * (s->f.turn - 1) + (s->f.active != s->f.first) : 0;
    int phase = GG_PHASE_END * done / (2 * t->field.turns);
    for (int seat = 0; seat < SEATS; seat++) {
        int share = GG_PHASE_END * s->points[seat] / t->field.points;
        if (share > phase) phase = share;
    }
    return (unsigned)at_most(phase, GG_PHASE_END);
}

void co_features(const void *table, const void *state, gg_features *out) {
    const co_table *t = table;
    const co_state *s = state;
    side one, two;
    count_side(&one, t, s, SEAT_ONE);
    count_side(&two, t, s, SEAT_TWO);
    count_front(&one, &two);
    count_front(&two, &one);
    memset(out, 0, sizeof *out);
    out->count = FEATURES;
    out->phase = (uint16_t)phase_of(t, s);
    out->set = t->field.deck_size < CARDS ? WS_QUICK : WS_WHOLE_DECK;
    for (int i = 0; i < FEATURES; i++) out->value[i] = one.f[i] - two.f[i];
}

int32_t co_value(const void *t, const void *s, int seat) {
    gg_features features;
    co_features(t, s, &features);
    int32_t one = gg_weigh(&co_weights, &features);
    return seat == SEAT_ONE ? one : -one;
}
