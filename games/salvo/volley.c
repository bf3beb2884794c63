// SPDX-License-Identifier: Apache-2.0
// What a salvo is worth that is not yet fired: what the enemy may be expected to lose, less what
// friends in the corridor will (CR59: they are hit like enemies, those nearer first). For plans and
// for the policy, in its own activation and on overwatch; sight and corridor are the exact ones.
#include "survey.h"

typedef struct volley {
    const sv_table *t;
    const sv_state *s;
    const sv_survey *v;
    int shooter, slot, target;
    unsigned firers, seen;
    uint8_t met[UNITS]; // figures of third parties in the corridor, of anybody under a blast
    int others;         // all of them
} volley;

static void meet_one(volley *y, int figure) {
    y->met[y->t->unit_of[figure]]++;
    y->others++;
}

static void meet_under(volley *y, int blast) {
    gg_point centre = sv_at(y->s, y->s->f.leader[y->target]);
    for (int figure = 0; figure < FIGURES; figure++)
        if (y->s->f.status[figure] & F_ON && gg_within(centre, sv_at(y->s, figure), blast))
            meet_one(y, figure);
}

// Figures that the salvo would meet besides the target; under a blast the target's too.
static void meet(volley *y) {
    int weapon = y->t->unit[y->shooter].weapon[y->slot];
    uint64_t corridor[FIGURE_WORDS];
    if (sv_indirect(y->t, weapon)) {
        meet_under(y, sv_weapons[weapon].blast);
        return;
    }
    sv_corridor(y->t, y->s, y->shooter, y->firers, y->target, y->seen, corridor);
    for (int i = gg_bits_next(corridor, FIGURE_WORDS, 0); i >= 0;
         i = gg_bits_next(corridor, FIGURE_WORDS, i + 1))
        meet_one(y, i);
}

// Successes to be expected, in ODDS.
static int mean_hits(const volley *y) {
    const sv_table *t = y->t;
    int dice = sv_salvo_dice(t, y->shooter, y->slot, y->firers);
    int again = sv_salvo_rerolls(t, y->s, y->shooter, y->slot, y->firers) * ODDS;
    int difficulty = sv_difficulty(y->s, y->shooter, y->target);
    int odds = sv_odds(sv_needed(sv_shooting_margin(t, y->shooter, y->slot, difficulty)));
    int failed = dice * (ODDS - odds);
    return dice * odds + (again < failed ? again : failed) * odds / ODDS;
}

// Harm of so many impacts (in ODDS) on a unit, in FINE.
static int harm_to(const volley *y, int unit, int impacts) {
    const sv_weapon *weapon = &sv_weapons[y->t->unit[y->shooter].weapon[y->slot]];
    int save = sv_save_against(y->t, y->s, y->shooter, y->t->unit[y->shooter].weapon[y->slot],
                               y->firers, unit);
    int margin = sv_salvo_margin(y->t, y->s, y->shooter, y->firers, weapon->penetration, unit);
    if (save) impacts -= impacts * sv_odds(save) / ODDS;
    int tests = sv_infantry(y->t, unit) ? impacts : impacts * weapon->damage;
    return sv_harm(y->v, unit, tests, sv_odds(sv_needed(margin)));
}

// What the enemy is expected to lose by it, less what friends in the way are (CR29: those nearer
// are hit first).
static int worth(volley *y) {
    bool indirect = sv_indirect(y->t, y->t->unit[y->shooter].weapon[y->slot]);
    meet(y);
    int hits = mean_hits(y), astray = sv_at_most(hits, y->others * ODDS);
    int sum = indirect ? 0 : harm_to(y, y->target, hits - astray);
    for (int unit = 0; unit < UNITS; unit++) {
        if (!y->met[unit]) continue;
        int impacts = indirect ? hits * y->met[unit] : astray * y->met[unit] / y->others;
        int harm = harm_to(y, unit, impacts);
        sum += sv_side(unit) == sv_side(y->shooter) ? -harm : harm;
    }
    return sum;
}

int sv_volley_worth(const sv_table *t, const sv_state *s, const sv_survey *v, int shooter, int slot,
                    int target) {
    volley y = {.t = t, .s = s, .v = v, .shooter = shooter, .slot = slot, .target = target};
    y.firers = sv_bearers(t, s, shooter, slot);
    if (!sv_indirect(t, t->unit[shooter].weapon[slot]))
        y.seen = sv_seen(t, s, shooter, y.firers, target, &y.firers);
    return worth(&y);
}
