// SPDX-License-Identifier: Apache-2.0
// Worth, mean results and the outlook of strikes and assaults (survey.h).
//
// A card that is damaged has lost most of the share of its worth; a card destroyed is lost to its
// owner and its cost is won by the enemy (AD63). Means run over the eleven sums of two dice.
#include "survey.h"

#include "air.h"
#include "ground.h"

enum {
    THROWS = 36,
    UNSEEN_SHARE = 45, // per cent of a strike that a card still to be found promises
    ZONE_TAKEN = 70,   // what taking a zone is worth beside the losses
    CUT_OFF = 60,      // per defender that has nowhere to go, per cent of its worth
    BOLDNESS = 50,     // how fast the chance of an assault rises with its margin
    FIRST_LOSS = 60,   // per cent of the attackers' strength that first fire costs them
    SPENT_LOAD = 60,   // per cent of its worth that dropped ordnance costs
};

static int ways(int sum) {
    return 6 - (sum < 7 ? 7 - sum : sum - 7);
}

static int loss_of(int worth, int prize, int hp, int left, int points) {
    if (points <= 0) return 0;
    if (points < left) return worth * HURT * points / (100 * hp);
    return worth * ((100 - HURT) * hp + HURT * left) / (100 * hp) + prize;
}

int co_loss(const co_table *t, const co_state *s, int piece, int points) {
    const co_card *card = co_printed(t, piece);
    int hp = card->hp > 0 ? card->hp : 1, left = hp - s->f.damage[piece],
        worth = co_worth(t, piece);
    if (co_in(s->ridden, piece)) { // what lies under it goes with it
        for (uint64_t load = co_load_of(s, piece); load;) {
            int other = co_take(co_owner(piece), &load);
            if (!co_in(t->unit, other) && points >= left) worth += co_worth(t, other);
        }
    }
    return loss_of(worth, worth, hp, left, points);
}

int co_mean_loss(const co_table *t, const co_state *s, int fp, int tn, int target) {
    int sum = 0, last = -1, loss = 0;
    for (int dice = 2; dice <= 12; dice++) {
        int points = co_wounds(dice, fp, tn);
        if (points != last) loss = co_loss(t, s, target, points);
        last = points;
        sum += ways(dice) * loss;
    }
    return sum / THROWS;
}

int co_blow(const co_table *t, const co_state *s, int kind, int attacker, int target) {
    if (!co_able(t, s, kind, attacker, target)) return 0;
    co_attack attack = co_reckon(t, s, kind, attacker, target, NULL);
    return attack.able ? co_mean_loss(t, s, attack.fp, attack.tn, target) : 0;
}

// ------------------------------------------------------------------------------- what is not seen
static bool seen(const co_state *s, int piece) {
    return co_in(s->f.spotted, piece);
}

static int soft_power(const co_table *t, int kind, int attacker) {
    const co_card *card = co_printed(t, attacker);
    return kind == ATT_BATTERY || kind == ATT_HEAVY ? card->bfp : card->sfp;
}

static int typical_tn(const co_table *t, const co_state *s, int kind, int place) {
    int cover = co_ground(t, s, place)->cover_soft;
    return TYPICAL_DEF + (kind == ATT_ASSAULT ? cover / 2 : cover);
}

static int mean_of(int fp, int tn, bool loss) {
    int sum = 0;
    for (int dice = 2; dice <= 12; dice++) {
        int points = co_wounds(dice, fp, tn);
        sum +=
            ways(dice) *
            (loss ? loss_of(TYPICAL_COST, TYPICAL_COST, TYPICAL_HP, TYPICAL_HP, points) : points);
    }
    return loss ? sum / THROWS : sum;
}

int co_blow_unseen(const co_table *t, const co_state *s, int kind, int attacker, int place) {
    int fp = soft_power(t, kind, attacker);
    return fp == CO_NONE ? 0 : mean_of(fp, typical_tn(t, s, kind, place), true);
}

int co_blow_any(const co_table *t, const co_state *s, int kind, int attacker, int place) {
    int enemy = co_enemy(co_owner(attacker)), sum = 0;
    uint64_t crowd = co_crowd(t, s, enemy, place);
    int count = co_count(crowd), unseen = co_count(crowd & ~s->f.spotted[enemy]);
    if (!count) return 0;
    if (unseen) sum = unseen * co_blow_unseen(t, s, kind, attacker, place);
    for (crowd &= s->f.spotted[enemy]; crowd;)
        sum += co_blow(t, s, kind, attacker, co_take(enemy, &crowd));
    return sum / count;
}

// ---------------------------------------------------------------------------------------- strikes
static int best_at(const co_table *t, const co_state *s, int kind, int arms, int place, int enemy) {
    int best = 0;
    for (uint64_t set = co_crowd(t, s, enemy, place) & s->f.spotted[enemy]; set;) {
        int target = co_take(enemy, &set);
        if (co_is_carried(t, s, target)) continue;
        int gain = co_blow(t, s, kind, arms, target);
        if (gain > best) best = gain;
    }
    if (s->f.phase < PHASE_BOMBARD && co_hidden_at(t, s, enemy, place)) {
        int gain = co_blow_unseen(t, s, kind, arms, place) * UNSEEN_SHARE / 100;
        if (gain > best) best = gain;
    }
    return best;
}

static int strike_at(const co_table *t, const co_state *s, int aircraft, int place) {
    int seat = co_owner(aircraft), enemy = co_enemy(seat);
    const co_card *card = co_printed(t, aircraft);
    if (card->cls == CO_HB) {
        int count = co_count(co_crowd(t, s, enemy, place));
        return co_blow_any(t, s, ATT_HEAVY, aircraft, place) *
               (count < card->area ? count : card->area);
    }
    int best = best_at(t, s, ATT_GUNS, aircraft, place, enemy);
    for (uint64_t load = co_droppable(t, s, aircraft); load;) {
        int arms = co_take(seat, &load);
        int gain =
            best_at(t, s, ATT_ORDNANCE, arms, place, enemy) - co_worth(t, arms) * SPENT_LOAD / 100;
        if (gain > best) best = gain;
    }
    return best;
}

int co_strike_hope(const co_table *t, const co_state *s, int aircraft, int position) {
    int enemy = co_enemy(co_owner(aircraft)), best = 0;
    int group = s->f.group[aircraft], mark = group ? s->f.quarry[group - 1] : 0;
    for (unsigned places = co_touched[position - W1]; places; places &= places - 1) {
        int place = __builtin_ctz(places);
        if (mark && mark <= BOARD_PLACES && mark != 1 + place) continue; // A63
        if (!co_crowd(t, s, enemy, place)) continue;
        int gain = strike_at(t, s, aircraft, place);
        if (gain > best) best = gain;
    }
    return best;
}

// --------------------------------------------------------------------------------------- assaults
typedef struct blows {
    int points; // mean, in 36ths
    int gain;   // mean loss of the side that is struck
} blows;

static blows blow_at(const co_table *t, const co_state *s, int kind, int attacker, int target) {
    blows b = {0, 0};
    if (!co_able(t, s, kind, attacker, target)) return b;
    co_attack a = co_reckon(t, s, kind, attacker, target, NULL);
    b.points = mean_of(a.fp, a.tn, false);
    b.gain = co_mean_loss(t, s, a.fp, a.tn, target);
    return b;
}

// The best of one card against a set; `hide` when the enemy's face-down cards are only typical.
static blows best_blow(const co_table *t, const co_state *s, int kind, int attacker,
                       uint64_t targets, int place) {
    int enemy = co_enemy(co_owner(attacker));
    blows best = {0, 0};
    bool unseen = false;
    while (targets) {
        int target = co_take(enemy, &targets);
        if (!seen(s, target) && kind == ATT_ASSAULT) {
            unseen = true;
            continue;
        }
        blows b = blow_at(t, s, kind, attacker, target);
        if (b.gain > best.gain) best = b;
    }
    int fp = soft_power(t, kind, attacker);
    if (unseen && fp != CO_NONE) {
        blows b = {mean_of(fp, typical_tn(t, s, kind, place), false),
                   mean_of(fp, typical_tn(t, s, kind, place), true)};
        if (b.gain > best.gain) best = b;
    }
    return best;
}

// A card that cannot be seen shoots like infantry.
static blows typical_fire(const co_table *t, const co_state *s, int kind, uint64_t attackers,
                          int seat) {
    enum { SOFT = 3, HARD = 3 };
    blows best = {0, 0};
    while (attackers) {
        int target = co_take(seat, &attackers);
        int fp = (co_in(t->armoured, target) ? HARD : SOFT) - (kind == ATT_STRIKEBACK);
        int tn = co_printed(t, target)->def;
        blows b = {mean_of(fp, tn, false), co_mean_loss(t, s, fp, tn, target)};
        if (b.gain > best.gain) best = b;
    }
    return best;
}

static blows fire_of(const co_table *t, const co_state *s, int kind, uint64_t shooters,
                     const co_storm *x) {
    int enemy = co_enemy(x->seat);
    blows sum = {0, 0};
    while (shooters) {
        int piece = co_take(enemy, &shooters);
        blows b = seen(s, piece) ? best_blow(t, s, kind, piece, x->attackers, x->from)
                                 : typical_fire(t, s, kind, x->attackers, x->seat);
        sum.points += b.points;
        sum.gain += b.gain;
    }
    return sum;
}

static int health(const co_table *t, const co_state *s, int seat, uint64_t set) {
    int sum = 0;
    while (set) {
        int piece = co_take(seat, &set);
        bool known = seat != co_enemy(s->f.active) || seen(s, piece);
        sum += known ? co_printed(t, piece)->hp - s->f.damage[piece] : TYPICAL_HP;
    }
    return sum;
}

// Chance in 100 that a zone falls: by points, or because nobody is left (AD48).
static int chance(int dealt, int taken, int defence) {
    int margin = dealt - taken, all = 100 * dealt / (THROWS * (defence ? defence : 1));
    int total = all >= 160 ? 85 : all >= 100 ? 45 + (all - 100) * 2 / 3 : (all - 20) * 3 / 4;
    int points = 50 + margin * BOLDNESS / (2 * THROWS + THROWS / 2);
    points = points < 3 ? 3 : points > 95 ? 95 : points;
    return points > total ? points : total;
}

// What a headquarters is worth stands in siege.c.
static int prize(const co_table *t, const co_state *s, const co_storm *x) {
    int enemy = co_enemy(x->seat), sum = ZONE_TAKEN;
    if (!co_is_zone(x->place)) return 0;
    bool way_out = false;
    for (unsigned near = co_neighbours[x->place]; near; near &= near - 1) {
        int to = __builtin_ctz(near);
        way_out |= !(s->held[x->seat] >> to & 1) && co_stack(t, s, to) < co_limit(t, s, to);
    }
    for (uint64_t forts = s->at[enemy][x->place] & t->fort[enemy] & s->f.spotted[enemy]; forts;)
        sum += 2 * co_worth(t, co_take(enemy, &forts));
    if (!way_out)
        sum += co_count(s->at[enemy][x->place] & t->ground[enemy]) * TYPICAL_COST * CUT_OFF / 100;
    return sum;
}

int co_storm_gain(const co_table *t, const co_state *s, const co_storm *x) {
    int enemy = co_enemy(x->seat);
    uint64_t guard = s->at[enemy][x->place] & t->ground[enemy] & ~co_aboard(t, s, enemy);
    int strength = health(t, s, x->seat, x->attackers), defence = health(t, s, enemy, guard);
    if (!x->attackers) return 0;
    if (!guard) return prize(t, s, x);
    uint64_t ready = guard & ~s->f.engaged[enemy] & ~s->f.used[enemy], late = 0;
    blows first = {0, 0}, clash = {0, 0}, back = {0, 0};
    if (x->stage <= STORM_FIRST) first = fire_of(t, s, ATT_DEFENSIVE, ready, x);
    if (x->stage <= STORM_CLASH)
        for (uint64_t set = x->attackers & ~(x->stage == STORM_CLASH ? s->f.used[x->seat] : 0);
             set;) {
            blows b = best_blow(t, s, ATT_ASSAULT, co_take(x->seat, &set), guard, x->place);
            clash.points += b.points;
            clash.gain += b.gain;
        }
    late = x->stage <= STORM_FIRST ? guard & ~ready : guard;
    if (x->stage <= STORM_BACK) back = fire_of(t, s, ATT_STRIKEBACK, late & ~s->f.used[enemy], x);
    // Those lost before they struck, and struck before they could strike back.
    int alive = 100 - FIRST_LOSS * first.points / (THROWS * strength + 1);
    int left = 100 - 60 * clash.points / (THROWS * (defence ? defence : 1) + 1);
    alive = alive < 30 ? 30 : alive;
    left = left < 20 ? 20 : left;
    int dealt = x->dealt * THROWS + clash.points * alive / 100;
    int taken = x->taken * THROWS + first.points + back.points * left / 100;
    int gain = clash.gain * alive / 100 - first.gain - back.gain * left / 100;
    return gain + prize(t, s, x) * chance(dealt, taken, defence) / 100;
}
