// SPDX-License-Identifier: Apache-2.0
// The combat core, one attack of any kind (AD21 to AD23, AD61, AD63).
//
//   firepower       sFP, hFP, airFP or bFP by target (AD21b), a dash forbids (AD21d), then damage,
//                   attachments, weather, city and the kind of attack add or take away
//   target number   defence, extra armour (AT04), and cover: terrain or, if better, fortification
//   dice            2d6 + firepower reach the target number: 1 damage, 1 more for every 3 above;
//                   2 always misses, 12 always does at least 1
//
// co_reckon() is the only place where these terms are added; the ledger a player reads before he
// acts is written by the same lines. A card that is hit is spotted (AD17f); a carrier that is
// destroyed, or a tank with riders that is hit at all, throws its passenger off (AD61).
#include "corridors.h"

enum {
    FP_SHIFT = 64, // arg[1] of SHOT is never negative
    KIND_MASK = ATT_FAUST - 1,
    FAUST_FP = 6,      // AT01
    FALL_FP = 3,       // AD61
    HARD_TO_REACH = 2, // AD47d: cover from which foot units fight armour better
};

static bool in_assault(int kind) {
    return kind == ATT_DEFENSIVE || kind == ATT_ASSAULT || kind == ATT_STRIKEBACK;
}

static bool bears(const co_table *t, const co_state *s, int piece, int kind) {
    return co_in(s->ridden, piece) && co_attached(t, s, piece, kind) != NO_PIECE;
}

// ------------------------------------------------------------------------------------- firepower
typedef struct tally {
    int sum;
    gg_ledger *ledger;
} tally;

static void term(tally *x, unsigned rule, unsigned label, int delta, int a, int b) {
    x->sum += delta;
    if (x->ledger) gg_ledger_put(x->ledger, GG_L_ADD, rule, label, delta, a, b);
}

// AD21b: bFP of batteries and heavy bombers, airFP against aircraft, hFP against armoured cards,
// else sFP. What is printed, or CO_NONE; the label tells which of the four it is.
static int printed(const co_table *t, int kind, int attacker, int target, unsigned *label) {
    const co_card *card = co_printed(t, attacker);
    if (kind == ATT_BATTERY || kind == ATT_HEAVY) {
        *label = L_FP_BOMBARD;
        return card->bfp;
    }
    if (co_in(t->aircraft, target)) {
        *label = L_FP_AIR;
        return card->air;
    }
    bool hard = co_in(t->armoured, target);
    *label = hard ? L_FP_HARD : L_FP_SOFT;
    return hard ? card->hfp : card->sfp;
}

// The bonuses that make a dash count as 0: is there one?
static bool hard_bonus(const co_table *t, const co_state *s, int kind, int attacker, int target,
                       tally *x) {
    bool any = false;
    if (!co_in(t->armoured, target) || kind == ATT_BATTERY) return false;
    if (bears(t, s, attacker, CO_BAZOOKA)) { // AT02: hFP +2
        if (x) term(x, RULE_AT02, L_BAZOOKA, 2, attacker, 0);
        any = true;
    }
    if (in_assault(kind) && bears(t, s, attacker, CO_PETROL_BOMBS)) { // AT03: hFP +3 in assault
        if (x) term(x, RULE_AT03, L_PETROL_BOMBS, 3, attacker, 0);
        any = true;
    }
    return any;
}

bool co_able(const co_table *t, const co_state *s, int kind, int attacker, int target) {
    unsigned label;
    if (kind & ATT_FAUST) // AT01: against armour, whatever is printed on the unit
        return co_in(t->armoured, target) && bears(t, s, attacker, CO_PANZERFAUST);
    if (kind == ATT_FALL) return true;
    if (printed(t, kind, attacker, target, &label) != CO_NONE) return true;
    // AD21d: a dash forbids the attack, unless a card says that it counts as 0.
    return hard_bonus(t, s, kind, attacker, target, NULL);
}

// AT07: a unit with an observer stands next to the target.
static int observer_near(const co_table *t, const co_state *s, int seat, int place) {
    for (unsigned near = co_neighbours[place] & s->held[seat]; near; near &= near - 1) {
        uint64_t here = s->at[seat][__builtin_ctz(near)];
        for (uint64_t cards = here & t->attach[seat]; cards;) {
            int card = co_take(seat, &cards);
            if (co_printed(t, card)->kind == CO_OBSERVER) return card;
        }
    }
    return NO_PIECE;
}

static void attachments(const co_table *t, const co_state *s, int kind, int attacker, int target,
                        tally *x) {
    int seat = co_owner(attacker);
    if (bears(t, s, attacker, CO_VETERANS)) // AT05: +1 to every attack
        term(x, RULE_AT05, L_VETERANS, 1, attacker, 0);
    if (kind == ATT_BATTERY) {
        int observer = observer_near(t, s, seat, s->f.where[target]);
        if (observer != NO_PIECE) // AT07: batteries +1
            term(x, RULE_AT07, L_OBSERVER, 1, co_carrier(s, observer), 0);
    } else if (!co_in(t->aircraft, target) && !co_in(t->armoured, target) &&
               bears(t, s, attacker, CO_SHARPSHOOTERS)) {
        term(x, RULE_AT06, L_SHARPSHOOTERS, 1, attacker, 0); // AT06: sFP +1
    }
}

static bool smoked(const co_state *s, int attacker, int target) {
    return s->f.smoke &&
           (s->f.where[attacker] == s->f.smoke - 1 || s->f.where[target] == s->f.smoke - 1);
}

// What the moment adds: weather, wire and the steps of an assault.
static void circumstances(const co_table *t, const co_state *s, int kind, int attacker, int target,
                          tally *x) {
    int place = s->f.where[target];
    // AE01: direct fire into or out of the smoke
    if ((kind == ATT_FIRE || kind == ATT_RETURN) && smoked(s, attacker, target))
        term(x, RULE_AE01, L_SMOKE_SCREEN, -2, s->f.smoke - 1, 0);
    if (kind == ATT_DEFENSIVE) {
        int obstacle = co_obstacle(t, s, place, s->f.where[attacker]);
        if (s->f.night) term(x, RULE_AE02, L_NIGHT_FIRE, -2, 0, 0); // AE02: night attack
        // AD55a: the attackers hang in the defenders' wire
        if (obstacle != NO_PIECE && co_printed(t, obstacle)->kind == CO_WIRE &&
            co_owner(obstacle) == co_owner(attacker))
            term(x, RULE_AD55a, L_WIRE, 1, 0, 0);
    }
    // AD47d: in close terrain and in fortifications foot units get at armour
    if (kind == ATT_ASSAULT && co_in(t->foot, attacker) && co_in(t->armoured, target) &&
        (co_ground(t, s, place)->cover_hard >= HARD_TO_REACH ||
         co_fort_cover(t, s, target) >= HARD_TO_REACH))
        term(x, RULE_AD47d, L_CLOSE_QUARTERS, 2, attacker, 0);
    if (kind == ATT_STRIKEBACK) term(x, RULE_AD47e, L_STRIKE_BACK, -1, 0, 0); // AD47e: at -1
}

// What the kind of attack and the kinds of card add.
static void relations(const co_table *t, const co_state *s, int kind, int attacker, int target,
                      tally *x) {
    int place = s->f.where[target];
    // AD21c: bFP is weak against armour
    if ((kind == ATT_BATTERY || kind == ATT_HEAVY) && co_in(t->armoured, target))
        term(x, RULE_AD21c, L_AGAINST_ARMOUR, -2, target, 0);
    // AD7f: armour attacks into a city
    if (co_in(t->armoured, attacker) && place < ZONES && kind != ATT_DEFENSIVE &&
        co_ground(t, s, place)->flags & CO_T_CLOSE)
        term(x, RULE_AD7f, L_CITY, -1, place, 0);
    // AD30c: a fighter-bomber under its load answers badly
    if (kind == ATT_BACK && co_in(t->fighters, attacker) && !co_is_fighter(t, s, attacker))
        term(x, RULE_AD30c, L_LOADED, -2, attacker, 0);
    if (kind == ATT_ESCORT) term(x, RULE_AD31, L_ESCORTING, -1, attacker, 0); // AD31: at -1
}

static int firepower(const co_table *t, const co_state *s, int how, int attacker, int target,
                     gg_ledger *ledger) {
    tally x = {0, ledger};
    int kind = how & KIND_MASK, who = kind == ATT_ORDNANCE ? co_carrier(s, attacker) : attacker;
    unsigned label;
    if (kind == ATT_FALL) { // AD61: an attack of 3, whatever has thrown the unit off
        term(&x, RULE_AD61, L_FALL, FALL_FP, attacker, 0);
        return x.sum;
    }
    if (how & ATT_FAUST) { // AT01: in place of what is printed
        term(&x, RULE_AT01, L_PANZERFAUST, FAUST_FP, attacker, 0);
    } else {
        int base = printed(t, kind, attacker, target, &label);
        term(&x, RULE_AD21b, label, base == CO_NONE ? 0 : base, attacker, 0);
        hard_bonus(t, s, kind, attacker, target, &x);
    }
    if (who != NO_PIECE && s->f.damage[who]) // AD21e: for ordnance the aircraft's damage counts
        term(&x, RULE_AD21e, L_DAMAGED, -1, who, 0);
    if (co_in(s->ridden, attacker) || kind == ATT_BATTERY)
        attachments(t, s, kind, attacker, target, &x);
    circumstances(t, s, kind, attacker, target, &x);
    relations(t, s, kind, attacker, target, &x);
    return x.sum;
}

// --------------------------------------------------------------------------------- target number
static int terrain_cover(const co_table *t, const co_state *s, int kind, int target) {
    const co_terrain *ground = co_ground(t, s, s->f.where[target]);
    bool hard = co_in(t->armoured, target);
    int cover = hard ? ground->cover_hard : ground->cover_soft; // AD7a: two values
    return kind == ATT_ASSAULT ? cover / 2 : cover;             // AD47b: halved, rounded down
}

static int fort_of(const co_table *t, const co_state *s, int target) {
    int fort = co_carrier(s, target);
    return fort != NO_PIECE && co_in(t->fort, fort) ? fort : NO_PIECE;
}

int co_fort_cover(const co_table *t, const co_state *s, int piece) {
    int fort = fort_of(t, s, piece), full = fort != NO_PIECE ? co_printed(t, fort)->cover : 0;
    return co_in(t->armoured, piece) ? full / 2 : full; // AD53d: half of it for armour
}

// AD21g: a fortification covers in place of the terrain if it is better.
// AD47c: in full, in an assault too.
static void cover(const co_table *t, const co_state *s, int kind, int attacker, int target,
                  tally *x) {
    int place = s->f.where[target], fort = fort_of(t, s, target);
    if (kind == ATT_DEFENSIVE) return;              // AD47a: the attackers come into the open
    if (kind == ATT_MINE) return;                   // AD56: no cover from mines
    int ground = terrain_cover(t, s, kind, target); // AD21f: what the terrain gives
    int bunker = co_fort_cover(t, s, target);
    int best = bunker > ground ? bunker : ground;
    if (best > ground)
        term(x, co_in(t->armoured, target) ? RULE_AD53d : RULE_AD21g, L_COVER_FORT, best, fort, 0);
    else if (best)
        term(x, kind == ATT_ASSAULT ? RULE_AD47b : RULE_AD21f,
             kind == ATT_ASSAULT ? L_COVER_HALF : L_COVER_TERRAIN, best, place, 0);
    if (!best) return;
    if (in_assault(kind) && bears(t, s, attacker, CO_FLAMETHROWER))
        term(x, RULE_AT11, L_FLAMETHROWER, -best, attacker, 0); // AT11: cover is no help
    if (kind == ATT_GUNS && co_printed(t, attacker)->flags & CO_F_DIVE)
        term(x, RULE_AD40, L_DIVE, best < 2 ? -best : -2, attacker, 0); // AD40: dives behind it
}

static int target_number(const co_table *t, const co_state *s, int kind, int attacker, int target,
                         gg_ledger *ledger) {
    tally x = {0, ledger};
    term(&x, RULE_AD21f, L_DEFENCE, co_printed(t, target)->def, target, 0);
    if (co_in(t->aircraft, target)) {
        if (kind == ATT_AA || kind == ATT_SELF) // AD33: hard to hit from the ground
            term(&x, RULE_AD33, L_HIGH, 2, target, 0);
        if (kind == ATT_INTERCEPT && co_is_fighter(t, s, target)) // AD30a: harder than a bomber
            term(&x, RULE_AD30a, L_FIGHTER, 1, target, 0);
        return x.sum;
    }
    if (bears(t, s, target, CO_EXTRA_ARMOUR)) // AT04: defence +1
        term(&x, RULE_AT04, L_EXTRA_ARMOUR, 1, target, 0);
    if (s->f.where[target] < GROUND_PLACES) cover(t, s, kind, attacker, target, &x);
    return x.sum;
}

int co_chances(int points, int fp, int tn) {
    int count = 0;
    for (int sum = 2; sum <= 12; sum++)
        if (co_wounds(sum, fp, tn) >= points) count += 6 - (sum < 7 ? 7 - sum : sum - 7);
    return count;
}

static void conclude(const co_table *t, const co_state *s, int target, co_attack attack,
                     gg_ledger *ledger) {
    int left = co_printed(t, target)->hp - s->f.damage[target];
    gg_ledger_put(ledger, GG_L_TOTAL, RULE_AD21, L_NEED, attack.tn - attack.fp, 0, 0);
    gg_ledger_put(ledger, GG_L_NOTE, RULE_AD21, L_ODDS_HIT, 0, co_chances(1, attack.fp, attack.tn),
                  0);
    gg_ledger_put(ledger, GG_L_NOTE, RULE_AD21j, L_ODDS_DESTROY, 0,
                  co_chances(left, attack.fp, attack.tn), target);
}

co_attack co_reckon(const co_table *t, const co_state *s, int kind, int attacker, int target,
                    gg_ledger *ledger) {
    co_attack attack = {co_able(t, s, kind, attacker, target), 0, 0};
    attack.fp = firepower(t, s, kind, attacker, target, ledger);
    if (ledger) gg_ledger_put(ledger, GG_L_TOTAL, RULE_AD21, L_FIREPOWER, attack.fp, 0, 0);
    attack.tn = target_number(t, s, kind & KIND_MASK, attacker, target, ledger);
    if (ledger) {
        gg_ledger_put(ledger, GG_L_TOTAL, RULE_AD21f, L_TARGET_NUMBER, attack.tn, 0, 0);
        conclude(t, s, target, attack, ledger);
    }
    return attack;
}

int co_wounds(int sum, int fp, int tn) {
    int over = sum + fp - tn;       // AD21: a hit when the target number is reached
    if (sum == 2) return 0;         // AD21h: a natural 2 misses
    if (over < 0) return sum == 12; // AD21i: a natural 12 hits
    return 1 + over / 3;            // AD21a: one damage, one more for every 3 above
}

// ------------------------------------------------------------------------------------- the throw
void co_shoot(const co_table *t, co_state *s, int kind, int attacker, int target) {
    co_attack attack = co_reckon(t, s, kind, attacker, target, NULL);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_SHOT, (unsigned)co_owner(attacker));
    frame->subject = (uint16_t)attacker;
    frame->arg[0] = (int16_t)target;
    frame->arg[1] = (int16_t)(attack.fp + FP_SHIFT);
    frame->arg[2] = (int16_t)attack.tn;
    frame->arg[3] = (int16_t)kind;
}

static const uint16_t rule_of[ATT_KINDS] = {
    [ATT_FIRE] = RULE_AD43,     [ATT_RETURN] = RULE_AD44,      [ATT_BATTERY] = RULE_AD37,
    [ATT_GUNS] = RULE_AD39,     [ATT_ORDNANCE] = RULE_AD39a,   [ATT_HEAVY] = RULE_AD41,
    [ATT_AA] = RULE_AD33,       [ATT_SELF] = RULE_AD34,        [ATT_INTERCEPT] = RULE_AD30,
    [ATT_BACK] = RULE_AD30b,    [ATT_ESCORT] = RULE_AD31,      [ATT_DEFENSIVE] = RULE_AD47,
    [ATT_ASSAULT] = RULE_AD47b, [ATT_STRIKEBACK] = RULE_AD47e, [ATT_MINE] = RULE_AD56,
    [ATT_FALL] = RULE_AD61,
};

// AD30: one simultaneous round; the duel does the damage when all have shot.
static bool noted_in_duel(co_state *s, int kind, int wounds) {
    if (kind != ATT_INTERCEPT && kind != ATT_BACK && kind != ATT_ESCORT) return false;
    int16_t *sum = &gg_flow_at(&s->f.flow)->arg[kind == ATT_INTERCEPT ? 3 : 4];
    *sum = (int16_t)(*sum + wounds);
    return true;
}

// AD48: points done in step 3 against points taken in steps 2 and 4.
// AD48a: mines hurt on the way and count for neither.
static void note_in_storm(co_state *s, int kind, int points) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    if (frame->node != N_STORM) return;
    if (kind == ATT_ASSAULT) frame->arg[3] = (int16_t)(frame->arg[3] + points);
    if (kind == ATT_DEFENSIVE || kind == ATT_STRIKEBACK)
        frame->arg[4] = (int16_t)(frame->arg[4] + points);
}

static int counting(const co_table *t, const co_state *s, int piece, int points) {
    int left = co_printed(t, piece)->hp - s->f.damage[piece];
    return points < left ? points : left;
}

// AD21j: destroyed when damage reaches the hit points.
static bool lethal(const co_table *t, const co_state *s, int piece, int points) {
    return s->f.damage[piece] + points >= co_printed(t, piece)->hp;
}

void co_play_shot(const co_table *t, co_state *s, gg_action outcome, gg_events *events) {
    const gg_frame shot = *gg_flow_top(&s->f.flow);
    int attacker = shot.subject, target = shot.arg[0], fp = shot.arg[1] - FP_SHIFT,
        tn = shot.arg[2];
    int kind = shot.arg[3] & KIND_MASK, sum = gg_a(outcome);
    int wounds = co_wounds(sum, fp, tn), points = counting(t, s, target, wounds);
    gg_flow_end(&s->f.flow);
    if (events)
        gg_emit(events, E_SHOT, rule_of[kind], co_see_mask(t, s, target), GG_E_REVEAL, attacker,
                target, sum, fp, tn);
    if (events && wounds <= 0)
        gg_emit(events, E_MISSED, rule_of[kind], co_see_mask(t, s, target), 0, target, 0, 0, 0, 0);
    if (shot.arg[3] & ATT_FAUST)
        co_discard(t, s, co_attached(t, s, attacker, CO_PANZERFAUST), events);
    if (noted_in_duel(s, kind, wounds)) return;
    note_in_storm(s, kind, points);
    const gg_frame *below = gg_flow_top(&s->f.flow);
    if (below->node == N_MARCH && below->subject == target && lethal(t, s, target, wounds))
        gg_flow_end(&s->f.flow); // killed on the march
    co_hurt(t, s, target, wounds, rule_of[kind], events);
}

// --------------------------------------------------------------------------- damage, destruction
static void throw_off(const co_table *t, co_state *s, int passenger, int carrier, unsigned rule,
                      gg_events *events) {
    co_place_on(t, s, passenger, NO_PIECE);
    co_add(s->f.acted, passenger); // AD62a: it acts from the next turn
    if (events)
        gg_emit(events, E_FELL, rule, co_see_mask(t, s, passenger), 0, passenger, carrier, 0, 0, 0);
    co_shoot(t, s, ATT_FALL, carrier, passenger);
}

void co_hurt(const co_table *t, co_state *s, int piece, int points, unsigned rule,
             gg_events *events) {
    int hp = co_printed(t, piece)->hp, done = counting(t, s, piece, points);
    bool carries = co_in(t->carrier, piece), dead = lethal(t, s, piece, points);
    int passenger = carries ? co_passenger(t, s, piece) : NO_PIECE;
    if (points <= 0) return;
    s->f.damage[piece] = (uint8_t)(s->f.damage[piece] + done);
    if (s->f.where[piece] < GROUND_PLACES)
        co_spot(t, s, piece, RULE_AD17f, events); // AD17f: who is hit is seen
    gg_emit(events, E_HIT, rule, GG_SEE_ALL, 0, piece, done, s->f.damage[piece], hp, 0);
    if (dead) co_destroy(t, s, piece, rule, events);
    if (passenger == NO_PIECE) return;
    if (dead) throw_off(t, s, passenger, piece, RULE_AD61, events); // AD61: its carrier is lost
    if (!dead && co_is(t->card[piece], CO_F_RIDERS))
        throw_off(t, s, passenger, piece, RULE_AD61a, events); // AD61a: riders at any hit
}

// A card that leaves the battlefield forgets everything that happened to it there.
static void remove_to(const co_table *t, co_state *s, int piece, int place) {
    uint64_t *const sets[] = {s->f.spotted, s->f.engaged, s->f.reloading, s->f.acted,
                              s->f.scouted, s->f.struck,  s->f.paid,      s->f.patrol,
                              s->f.east,    s->f.shot,    s->f.assault,   s->f.used,
                              s->f.shown,   s->f.marching};
    for (unsigned k = 0; k < sizeof sets / sizeof *sets; k++) co_drop(sets[k], piece);
    s->f.damage[piece] = s->f.group[piece] = 0;
    co_place_on(t, s, piece, NO_PIECE);
    co_put_at(t, s, piece, place);
}

// AD63a: attachments and ordnance share the fate of their card.
static void lose_with(const co_table *t, co_state *s, int piece, gg_events *events) {
    bool seen = co_in(s->f.spotted, piece);
    gg_emit(events, E_DESTROYED, RULE_AD63a, GG_SEE_ALL, seen ? 0 : GG_E_REVEAL, piece,
            co_enemy(co_owner(piece)), co_printed(t, piece)->cost, 0, 0);
    remove_to(t, s, piece, VICTORY);
}

// AD63: to the enemy's victory pile with what is attached to it or loaded on it. Passengers stay
// (co_hurt throws them off).
// AD54, AD54a: so does the unit in a fortification, even where the place is overfull now that it
// counts again.
void co_destroy(const co_table *t, co_state *s, int piece, unsigned rule, gg_events *events) {
    int seat = co_owner(piece);
    bool hidden = s->f.where[piece] < GROUND_PLACES && !co_in(s->f.spotted, piece);
    gg_emit(events, E_DESTROYED, rule, GG_SEE_ALL, hidden ? GG_E_REVEAL : 0, piece, co_enemy(seat),
            co_printed(t, piece)->cost, 0, 0);
    for (uint64_t load = co_load_of(s, piece); load;) {
        int other = co_take(seat, &load);
        if (co_in(t->unit, other))
            co_place_on(t, s, other, NO_PIECE);
        else
            lose_with(t, s, other, events);
    }
    remove_to(t, s, piece, VICTORY);
}

// Why a card of its class is laid aside: obstacles are cleared, attachments and ordnance used up,
// events played.
static unsigned discard_rule(const co_table *t, const co_state *s, int piece) {
    bool storm = gg_flow_top(&s->f.flow)->node == N_STORM;
    if (co_in(t->obstacle, piece)) return storm ? RULE_AD58a : RULE_AD52;
    if (co_in(t->tanks, piece)) return RULE_AD32b;
    if (co_in(t->ordnance, piece)) return RULE_AR11b;
    return co_in(t->attach, piece) ? RULE_AT01 : RULE_AD68;
}

void co_discard(const co_table *t, co_state *s, int piece, gg_events *events) {
    gg_emit(events, E_DISCARDED, discard_rule(t, s, piece), GG_SEE_ALL, 0, piece, 0, 0, 0, 0);
    remove_to(t, s, piece, DISCARD);
}

// A35: with what is attached to it.
// AD53a: a fortification shows itself with its occupant.
// AD60c: a carrier with its passenger.
void co_spot(const co_table *t, co_state *s, int piece, unsigned rule, gg_events *events) {
    int seat = co_owner(piece), fort = fort_of(t, s, piece);
    if (!co_in(s->f.spotted, piece)) {
        co_add(s->f.spotted, piece);
        gg_emit(events, E_SPOTTED, rule, GG_SEE_ALL, GG_E_REVEAL, piece, s->f.where[piece], 0, 0,
                0);
    }
    for (uint64_t under = co_load_of(s, piece) & t->attach[seat] & ~s->f.spotted[seat]; under;)
        co_spot(t, s, co_take(seat, &under), RULE_A35, events);
    if (fort != NO_PIECE && !co_in(s->f.spotted, fort)) co_spot(t, s, fort, RULE_AD53a, events);
    int carrier = co_carrier(s, piece);
    if (carrier != NO_PIECE && co_in(t->carrier, carrier) && !co_in(s->f.spotted, carrier) &&
        co_in(t->passenger, piece))
        co_spot(t, s, carrier, RULE_AD60c, events);
}

// AD22: until its owner's next phase 1.
void co_engage(const co_table *t, co_state *s, int piece) {
    (void)t;
    co_add(s->f.engaged, piece);
}

// AD23f: what never comes here is free: movement, recon, air strikes, defensive fire.
void co_pay(co_state *s, int seat, int supply) {
    s->f.supply[seat] = (uint8_t)(s->f.supply[seat] > supply ? s->f.supply[seat] - supply : 0);
}

bool co_declines(co_state *s, gg_action action, int window, unsigned rule, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    gg_flow_end(&s->f.flow);
    if (gg_verb_of(action) != V_DECLINE) return false;
    gg_emit(events, E_DECLINED, rule, GG_SEE_ALL, 0, seat, window, 0, 0, 0);
    return true;
}
