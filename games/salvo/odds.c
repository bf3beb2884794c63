// SPDX-License-Identifier: Apache-2.0
// Chances that the ledger quotes, in whole per cent, from the same numbers of dice and scores that
// the salvo or the melee will use. Nothing is sampled, and nothing decides by them.
//
// A chance is a whole number out of ONE. Dice of one roll are added one by one to the distribution
// of successes, so that rounding stays far below a hundredth of a per cent.
#include "combat.h"

enum { ONE = 1 << 30 };

static int64_t of_die(int score) {
    if (score <= CERTAIN) return ONE;
    return score >= HOPELESS ? 0 : (int64_t)ONE * (HOPELESS - score) / 6;
}

static int64_t both(int64_t a, int64_t b) {
    return a * b / ONE;
}

static int64_t often(int64_t chance, int times) {
    int64_t product = ONE;
    while (times-- > 0) product = both(product, chance);
    return product;
}

// What is neither certain nor impossible is never rounded to it.
static int percent(int64_t chance) {
    int whole = (int)((chance * 100 + ONE / 2) / ONE);
    return whole < 1 ? 1 : sv_at_most(whole, 99);
}

// Chances of 0 .. n successes.
static void spread(int n, int64_t chance, int64_t out[ROLL_MAX + 1]) {
    memset(out, 0, (ROLL_MAX + 1) * sizeof *out);
    out[0] = ONE;
    for (int i = 0; i < n; i++)
        for (int k = i + 1; k >= 0; k--)
            out[k] = both(out[k], ONE - chance) + (k ? both(out[k - 1], chance) : 0);
}

// At least one of `dice`, failures being rolled again as far as `pool` goes, does harm: a success
// does it with chance `harm`.
static int some_harm(int dice, int score, int pool, int64_t harm) {
    int64_t hit = of_die(score), hits[ROLL_MAX + 1], none = 0;
    int64_t again = ONE - both(hit, harm); // a die rolled again does none
    dice = sv_at_most(dice, ROLL_MAX);     // a share that somebody only asks about
    if (!dice || !hit || !harm) return 0;
    if (hit == ONE && harm == ONE) return 100;
    spread(dice, hit, hits);
    for (int k = 0; k <= dice; k++)
        none += both(both(hits[k], often(ONE - harm, k)), often(again, sv_at_most(pool, dice - k)));
    return percent(ONE - none);
}

int sv_odds_impact(int dice, int score, int pool) {
    return some_harm(dice, score, pool, ONE);
}

// An impact is saved with `save` (0: no save), or else takes `tests` damage tests at `needed`.
int sv_odds_harm(int dice, int score, int pool, int save, int tests, int needed) {
    int64_t damage = ONE - often(ONE - of_die(needed), tests);
    int64_t through = save ? ONE - of_die(save) : ONE;
    return some_harm(dice, score, pool, both(through, damage));
}

// C9: two dice, one of them with a lead before it is rolled. Of 36 cases, to the nearest per cent.
void sv_odds_lead(int lead, int *won, int *tied) {
    int more = 0, level = 0;
    for (int die = 1; die <= 6; die++)
        for (int other = 1; other <= 6; other++) {
            more += die + lead > other;
            level += die + lead == other;
        }
    *won = (more * 100 + 18) / 36;
    *tied = (level * 100 + 18) / 36;
}

// C91: every die must pass.
int sv_odds_pass(int dice, int score) {
    if (score <= CERTAIN || score >= HOPELESS) return score <= CERTAIN ? 100 : 0;
    return percent(often(of_die(score), dice));
}
