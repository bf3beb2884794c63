// SPDX-License-Identifier: Apache-2.0
// How much a captain likes a position for his seat, in hundredths of a victory point. Which of two
// moves is the better one is another question than who wins (value.c): this was found by playing.
//
// Points won, cards in play with their damage, supply, cards in hand; where the troops stand: how
// near to the enemy headquarters, in what strength against what stands next to them; how near
// either headquarters is to falling (siege.h); zones held, which count at the end (AD66); what is
// spotted. What is under way counts with its mean result: a shot, a duel, a strike, an assault, a
// flight to a target. Ending a phase is never weighed against going on: plan() ends a phase when
// nothing is worth doing.
//
// The numbers were found by playing variants of them against each other.
#include "air.h"
#include "ground.h"
#include "siege.h"
#include "survey.h"

enum {
    HAND_SHARE = 25,     // per cent of its worth that a card in hand counts
    EVENT_IN_HAND = 10,  //
    STOCK = 24,          // supply beyond that is worth little
    ORDNANCE_WORTH = 62, // per supply it costs; a little more than the supply
    INCOME = 10,         // mean of a supply roll
    NEAR_WIN = 34,       // points from which each counts more
    SPOTTED = 14,        // a card the enemy can aim at, and 1/20 of its worth
    PATROL_WORTH = 170,  // the first fighter on patrol, if the enemy has something to fly
    PATROL_MORE = 60,    //
    STAY_HIGH = 8000,    // in the enemy HQ, alone
    SHELTERED = 25,      // per point of cover of a fort with somebody in it
    ADVANCE = 200,       // per cent of the wish to be near the enemy HQ
    ZONE_HELD = 60,      //
    THREAT = 70,         // per cent of the strength next door that counts
    THREATENED = 2,      // per point of strength it is superior by
    ZONE_PULL = 4,       // strength next to an enemy zone
    HQ_PULL = 10,        // and next to his HQ
    HQ_DANGER = 10,      //
    LAST_TURNS = 4,      //
    STRIKE_SHARE = 90,   // per cent of what a strike to come promises
    ANSWER_SHARE = 75,   // per cent of the return fire that is to be feared
    RECON_WORTH = 35,    // a die thrown for it
};

typedef struct survey {
    int power[SEATS][GROUND_PLACES]; // ten per supply, by damage
    int storm[SEATS][GROUND_PLACES]; // the part of it that may assault
} survey;

// ------------------------------------------------------------------------------------ who is where
static void count_power(const co_table *t, const co_state *s, survey *v) {
    memset(v, 0, sizeof *v);
    for (int seat = 0; seat < SEATS; seat++)
        for (unsigned places = s->held[seat]; places; places &= places - 1) {
            int place = __builtin_ctz(places);
            for (uint64_t set = s->at[seat][place] & t->ground[seat]; set;) {
                int piece = co_take(seat, &set);
                const co_card *card = co_printed(t, piece);
                int power = 10 * card->cost * (2 * card->hp - s->f.damage[piece]) / (2 * card->hp);
                v->power[seat][place] += power;
                if (co_in(t->assaults, piece)) v->storm[seat][place] += power;
            }
        }
}

static int around(const int power[GROUND_PLACES], int place) {
    int sum = 0;
    for (unsigned near = co_neighbours[place]; near; near &= near - 1)
        sum += power[__builtin_ctz(near)];
    return sum;
}

static int guarded(const co_table *t, const co_state *s, const survey *v, int seat, int place) {
    return v->power[seat][place] * (10 + co_ground(t, s, place)->cover_soft) / 10;
}

// ------------------------------------------------------------------------------------------ cards
static int standing(const co_table *t, const co_state *s, int piece) {
    const co_card *card = co_printed(t, piece);
    int hp = card->hp > 0 ? card->hp : 1;
    return co_worth(t, piece) * (100 * hp - HURT * s->f.damage[piece]) / (100 * hp);
}

// How near to the front a card wants to be; index: steps to the enemy HQ.
static int place_wish(const co_table *t, int piece, int steps) {
    static const uint8_t attack[] = {80, 66, 40, 18, 0}, guns[] = {0, 21, 4, 2, 0},
                         rear[] = {0, 0, 15, 4, 8};
    const co_card *card = co_printed(t, piece);
    if (card->cls == CO_HQT) return 0;
    if (co_in(t->assaults, piece)) return ADVANCE * attack[steps] * (50 + 10 * card->cost) / 8000;
    return co_in(t->battery, piece) || card->cls == CO_TRANS ? rear[steps] : guns[steps];
}

static int battery_reach(const co_table *t, const co_state *s, int piece) {
    int seat = co_owner(piece), range = co_printed(t, piece)->rng, here = s->f.where[piece];
    for (unsigned held = s->held[co_enemy(seat)]; held; held &= held - 1)
        if (co_distance[here][__builtin_ctz(held)] <= range) return 30;
    return 0;
}

static int in_place(const co_table *t, const co_state *s, int piece, int place) {
    int seat = co_owner(piece), sum = standing(t, s, piece);
    bool front = s->held[co_enemy(seat)] & co_neighbours[place];
    sum += place_wish(t, piece, co_distance[place][co_hq(co_enemy(seat))]);
    if (co_in(t->battery, piece)) sum += battery_reach(t, s, piece) - (front ? 12 : 0);
    if (co_in(s->f.spotted, piece))
        sum -= (SPOTTED + co_worth(t, piece) / 20) / (front || co_is_zone(place) ? 1 : 3);
    int carrier = co_carrier(s, piece);
    if (carrier == NO_PIECE) return sum;
    if (!co_in(t->fort, carrier)) return sum + (front ? -25 : 8);
    return sum + SHELTERED * co_fort_cover(t, s, piece) * (front ? 2 : 1) / 2;
}

static int ground_cards(const co_table *t, const co_state *s, int seat) {
    int sum = 0;
    for (int place = 0; place < GROUND_PLACES; place++) {
        for (uint64_t set = s->at[seat][place]; set;) {
            int piece = co_take(seat, &set);
            if (co_in(t->ground, piece))
                sum += in_place(t, s, piece, place);
            else if (co_in(t->fort, piece))
                sum += standing(t, s, piece) *
                       (s->held[co_enemy(seat)] & co_neighbours[place] ? 10 : 8) / 10;
            else // attached; better under a strong card
                sum += co_worth(t, piece) +
                       (s->f.on[piece] ? co_worth(t, co_carrier(s, piece)) / 12 : 0);
        }
    }
    return sum;
}

// An obstacle is worth something where somebody might cross it.
static int obstacles(const co_table *t, const co_state *s, int seat) {
    int sum = 0;
    for (uint64_t set = t->obstacle[seat]; set;) {
        int piece = co_take(seat, &set), edge = s->f.where[piece] - FIRST_EDGE;
        if (edge < 0 || edge >= EDGES) continue;
        int sides = 0, own = 0;
        for (int place = 0; place < GROUND_PLACES; place++)
            if (co_edges_of[place] >> edge & 1) {
                sides++;
                own += s->held[seat] >> place & 1;
            }
        sum += co_worth(t, piece) * (sides < 2 ? 1 : own == 1 ? 9 : own == 2 ? 4 : 3) / 10;
    }
    return sum;
}

// Bombs and rockets for those who can carry them.
static int ordnance(const co_table *t, const co_state *s, int piece) {
    int seat = co_owner(piece), cost = co_printed(t, piece)->cost;
    for (uint64_t set = t->fighters[seat]; set;) {
        int place = s->f.where[co_take(seat, &set)];
        if (place == co_airfield(seat) || co_is_air(place)) return ORDNANCE_WORTH * cost;
    }
    return SUPPLY_WORTH * cost / 2;
}

static int in_stock(const co_table *t, const co_state *s, int seat) {
    int sum = 0;
    for (uint64_t set = s->at[seat][co_airfield(seat)]; set;) {
        int piece = co_take(seat, &set);
        sum += co_in(t->ordnance, piece) ? ordnance(t, s, piece) : standing(t, s, piece);
    }
    for (uint64_t set = s->at[seat][HAND]; set;) {
        int piece = co_take(seat, &set);
        if (co_in(t->ordnance, piece)) continue; // cheap: it wants to be where it can be loaded
        sum += co_in(t->event, piece) ? EVENT_IN_HAND : co_worth(t, piece) * HAND_SHARE / 100;
    }
    return sum;
}

// ------------------------------------------------------------------------------------ in the air
// Where the aircraft will be when its flight is over.
static int destination(const co_state *s, int piece) {
    int seat = co_owner(piece);
    for (unsigned i = 1; i < s->f.flow.depth; i++) {
        const gg_frame *flight = &s->f.flow.frame[i];
        if (flight->node == N_FLIGHT && flight->seat == seat &&
            flight->subject == s->f.group[piece])
            return flight->arg[FL_TO] > 0
                       ? co_station(seat, flight->arg[FL_CORRIDOR], flight->arg[FL_TO])
                       : NO_PLACE;
    }
    return s->f.where[piece];
}

static bool will_patrol(const co_state *s, int piece) {
    if (co_in(s->f.patrol, piece)) return true;
    for (unsigned i = 1; i < s->f.flow.depth; i++) {
        const gg_frame *flight = &s->f.flow.frame[i];
        if (flight->node == N_FLIGHT && flight->arg[FL_MODE] == FLY_PATROL &&
            flight->seat == co_owner(piece) && flight->subject == s->f.group[piece])
            return true;
    }
    return false;
}

static int flying(const co_table *t, const co_state *s, int seat) {
    int sum = 0, patrols = 0;
    bool strikes = seat == s->f.active && s->f.phase >= PHASE_AIR && s->f.phase <= PHASE_BOMBARD;
    bool prey = s->at[co_enemy(seat)][co_airfield(co_enemy(seat))] != 0;
    for (int place = W1; place <= REAR_TWO; place++)
        for (uint64_t set = s->at[seat][place]; set;) {
            int piece = co_take(seat, &set);
            if (co_in(t->ordnance, piece)) {
                sum += ordnance(t, s, piece);
                continue;
            }
            sum += standing(t, s, piece);
            if (will_patrol(s, piece)) {
                int air = co_printed(t, piece)->air;
                sum += (patrols++ ? PATROL_MORE : prey ? PATROL_WORTH : 0) * (air - 1) / 4;
            } else if (strikes && !co_in(s->f.struck, piece)) {
                int stop = destination(s, piece);
                if (stop != NO_PLACE) sum += co_strike_hope(t, s, piece, stop) * STRIKE_SHARE / 100;
                if (stop != NO_PLACE && !co_in(s->f.scouted, piece) && s->f.phase < PHASE_BOMBARD)
                    sum += 8 * co_printed(t, piece)->rec;
            }
        }
    return sum;
}

// ------------------------------------------------------------------------------------- the field
static int field(const co_table *t, const co_state *s, const survey *v, int seat) {
    int enemy = co_enemy(seat), sum = 0, left = t->field.turns - s->f.turn;
    int zone = left < LAST_TURNS ? ZONE_HELD + 10 + 32 * (LAST_TURNS - left) : ZONE_HELD;
    for (unsigned held = s->held[seat]; held; held &= held - 1) {
        int place = __builtin_ctz(held);
        if (!co_is_zone(place)) continue;
        int own = guarded(t, s, v, seat, place),
            threat = around(v->power[enemy], place) * THREAT / 100;
        sum += zone + 3 * co_ground(t, s, place)->cover_soft;
        if (co_ground(t, s, place)->flags & CO_T_DEPOT) sum += 60;
        if (threat > own) sum -= THREATENED * (threat - own < own ? threat - own : own);
    }
    // Strength gathered where an attack will pay.
    for (unsigned held = s->held[enemy]; held; held &= held - 1) {
        int place = __builtin_ctz(held), attack = around(v->storm[seat], place);
        int guard = guarded(t, s, v, enemy, place) + 5, ratio = 10 * attack / guard;
        int most = co_is_zone(place) ? 25 : 40;
        sum += (ratio > most ? most : ratio) * (co_is_zone(place) ? ZONE_PULL : HQ_PULL);
    }
    return sum;
}

static int safety(const co_table *t, const co_state *s, const survey *v, int seat) {
    int hq = co_hq(seat), enemy = co_enemy(seat), guard = guarded(t, s, v, seat, hq);
    if (s->held[enemy] >> hq & 1) return -STAY_HIGH;
    int threat = around(v->storm[enemy], hq), sum = guard > 90 ? 90 : guard;
    if (!guard) return threat ? -2500 : -700;
    int ratio = 10 * threat / guard;
    return sum - (ratio > 40 ? 40 : ratio) * HQ_DANGER;
}

// Events that lie on the board (AE01 to AE08), for the seat that played them.
static int weather(const co_table *t, const co_state *s, int seat) {
    int enemy = co_enemy(seat), sum = 0;
    if (s->f.cloud == seat + 1)
        sum += 50 * (co_count(s->at[enemy][co_airfield(enemy)]) -
                     co_count(s->at[seat][co_airfield(seat)]));
    if (s->f.mud == seat + 1) {
        int theirs = 0, ours = 0;
        for (int place = 0; place < GROUND_PLACES; place++) {
            theirs += co_count(s->at[enemy][place] & t->vehicle[enemy] & s->f.spotted[enemy]);
            ours += co_count(s->at[seat][place] & t->vehicle[seat]);
        }
        sum += 60 * (1 + theirs - ours);
    }
    sum += 15 * co_count(s->f.shown[enemy]);
    if (seat != s->f.active) return sum;
    for (int place = 0; s->f.night && place < GROUND_PLACES; place++)
        if (s->held[enemy] & co_neighbours[place])
            sum += 45 * co_count(s->at[seat][place] & t->assaults[seat]);
    if (s->f.smoke && s->held[enemy] >> (s->f.smoke - 1) & 1) sum += 70;
    return sum + 75 * co_count(s->f.marching[seat]);
}

static int supply(const co_state *s, int seat) {
    int pile = s->f.supply[seat];
    unsigned node = s->f.flow.frame[0].node;
    bool before = node == N_BEGIN || node == N_SUPPLY;
    // The next roll counts from the end of the other's reinforcement on, until it falls.
    if (s->f.active == seat ? before : s->f.phase > PHASE_REINFORCE || node == N_HOMING)
        pile += INCOME;
    return SUPPLY_WORTH * (pile < STOCK ? pile : STOCK) + 10 * (pile > STOCK ? pile - STOCK : 0);
}

// Recruit points that can still be used (A44 to A48).
static int recruits(const co_table *t, const co_state *s, int seat, int points) {
    int hurt = 0;
    for (int place = 0; place < GROUND_PLACES; place++)
        for (uint64_t set = s->at[seat][place] & t->recruits[seat]; set;)
            hurt += s->f.damage[co_take(seat, &set)];
    return 45 * (hurt < points ? hurt : points);
}

static int side(const co_table *t, const co_state *s, const survey *v, int seat) {
    int points = s->points[seat], sum = POINT * points + supply(s, seat);
    if (points > NEAR_WIN) sum += 40 * (points - NEAR_WIN);
    sum += ground_cards(t, s, seat) + obstacles(t, s, seat) + in_stock(t, s, seat);
    sum += flying(t, s, seat) + field(t, s, v, seat) + safety(t, s, v, seat);
    if (s->f.active == seat && s->f.bonus) sum += recruits(t, s, seat, s->f.bonus);
    return sum + weather(t, s, seat);
}

// ------------------------------------------------------------------------------- what is under way
static int raid(const co_table *t, const co_state *s, const gg_frame *frame) {
    int arms = frame->arg[RA_ORDNANCE] ? frame->arg[RA_ORDNANCE] - 1 : frame->subject;
    int target = frame->arg[RA_TARGET] - 1, kind = frame->arg[RA_KIND], sum = 0;
    if (frame->arg[RA_STAGE] == RAID_END || s->f.where[frame->subject] > REAR_TWO) return 0;
    if (frame->arg[RA_STAGE] <= RAID_STRIKE && target != NO_PIECE)
        sum += co_blow(t, s, kind, arms, target);
    int others = co_count(co_crowd(t, s, co_enemy(frame->seat), frame->arg[RA_PLACE]));
    if (target != NO_PIECE) others--;
    if (others > frame->arg[RA_LEFT]) others = frame->arg[RA_LEFT];
    if (others > 0) sum += others * co_blow_any(t, s, kind, arms, frame->arg[RA_PLACE]);
    if (frame->arg[RA_ORDNANCE]) sum -= ordnance(t, s, arms);
    return sum;
}

// For the side of the interceptor.
static int duel(const co_table *t, const co_state *s, const gg_frame *frame) {
    int interceptor = frame->subject, target = frame->arg[DU_TARGET], stage = frame->arg[DU_STAGE];
    int escort = frame->arg[DU_ESCORT] - 1, sum = 0;
    if (stage > DUEL_DAMAGE) return 0;
    sum += stage <= DUEL_ATTACK ? co_blow(t, s, ATT_INTERCEPT, interceptor, target)
                                : co_loss(t, s, target, frame->arg[DU_TARGET_HURT]);
    sum -= co_loss(t, s, interceptor, frame->arg[DU_INTERCEPTOR_HURT]);
    if (stage <= DUEL_BACK) sum -= co_blow(t, s, ATT_BACK, target, interceptor);
    if (stage <= DUEL_COVER && escort != NO_PIECE)
        sum -= co_blow(t, s, ATT_ESCORT, escort, interceptor);
    // A damaged aircraft goes home with what it came for.
    if (stage <= DUEL_ATTACK || frame->arg[DU_TARGET_HURT]) sum += 30;
    return sum;
}

static int storm(const co_table *t, const co_state *s, const gg_frame *frame) {
    co_storm x = {
        frame->seat,          frame->arg[ST_PLACE], frame->arg[ST_FROM],      frame->arg[ST_STAGE],
        frame->arg[ST_DEALT], frame->arg[ST_TAKEN], s->f.assault[frame->seat]};
    return co_storm_gain(t, s, &x);
}

// Return fire still to come (AD44).
static int exchange(const co_table *t, const co_state *s, const gg_frame *frame, unsigned top) {
    int firer = frame->subject, target = frame->arg[0];
    bool asked = frame->arg[1] && top != N_RETURN;
    if (asked || co_in(s->f.engaged, target) || !co_in(t->ground, target) ||
        s->f.where[target] >= GROUND_PLACES || s->f.where[firer] >= GROUND_PLACES)
        return 0;
    int answer = co_blow(t, s, ATT_RETURN, target, firer) - SUPPLY_WORTH;
    return answer > 0 && s->f.supply[co_owner(target)] ? -answer * ANSWER_SHARE / 100 : 0;
}

static int one_pending(const co_table *t, const co_state *s, const gg_frame *frame, unsigned top,
                       int seat) {
    int sign = frame->seat == seat ? 1 : -1, target = frame->arg[0];
    switch (frame->node) {
    case N_SHOT:
        return (co_owner(target) == seat ? -1 : 1) *
               co_mean_loss(t, s, frame->arg[1] - 64, frame->arg[2], target);
    case N_RAID: return sign * raid(t, s, frame);
    case N_DUEL: return (co_owner(frame->subject) == seat ? 1 : -1) * duel(t, s, frame);
    case N_STORM: return sign * storm(t, s, frame);
    case N_EXCHANGE: return sign * exchange(t, s, frame, top);
    case N_RECON_DIE: return sign * RECON_WORTH;
    case N_FOUND: return sign * 25 * frame->arg[RC_LEFT];
    case N_RECRUIT_DIE: return sign * recruits(t, s, frame->seat, 3);
    case N_EVENT_DIE: return sign * 3 * SUPPLY_WORTH;
    case N_CLEAR_DIE: return sign * 70;
    default: return 0;
    }
}

int32_t co_appeal(const void *table, const void *state, int seat) {
    const co_table *t = table;
    const co_state *s = state;
    const gg_frame *top = gg_flow_top(&s->f.flow);
    survey v;
    count_power(t, s, &v);
    int sum = side(t, s, &v, seat) - side(t, s, &v, co_enemy(seat));
    sum +=
        co_siege(t, s, seat, seat, s->f.phase) - co_siege(t, s, co_enemy(seat), seat, s->f.phase);
    for (unsigned i = 1; i < s->f.flow.depth; i++)
        sum += one_pending(t, s, &s->f.flow.frame[i], top->node, seat);
    return sum;
}
