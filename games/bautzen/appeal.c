// SPDX-License-Identifier: Apache-2.0
// What a captain compares when he looks one macro move ahead, in hundredths of a point of BD5b,
// counted for the German side and turned round for the Allied one. Who wins is asked of value.c.
//
// Victory hexes (BH16, BD5) weigh by what the win still needs: both Bautzen hexes held or cut off,
// two secondary towns, Dresden; Bautzen most of all for the German seat. Then forces and their
// supply, the balance of strength near each victory hex (so that far units come nearer), garrisons,
// the fights that lie open next (so that units close up where the odds are good and stay away where
// they are not), and columns within reach of the front. A combat in progress counts with its mean
// result. Ending a segment changes nothing of all this, the reinforcement roll that may follow
// included, so that nobody acts only to put the end off.
#include "combat.h"
#include "survey.h"

enum {
    AIR_READY = 25,      // what committing it must be worth
    COLUMN_WORTH = 35,   // a CL on the map
    COLUMN_FRONT = 8,    // for each hex it is nearer to the front than WITHIN
    COLUMN_EXPOSED = 30, // alone next to the enemy
    OVERLOAD = 12,       // per counter in an overstacked hex
    STAFF_EXPOSED = 40,  // per cent of an HQ or of guns alone next to the enemy
    GATE_SHARE = 6,      // of a prize: a garrison stands in it
    PHANTOM = 1500,      // strength assumed near every victory hex, so that nobody feels safe
    FIGHTS = 50,         // per cent of its mean that a fight still to come counts
    CLOSE = 12,          // next to an enemy, with odds of 3:1
    STEP_WORTH = 45,     // as in survey.c
    GROUND_WORTH = 25,
    POINT_WORTH = 450, // a point of a turn
};

// --------------------------------------------------------------------------------- victory hexes
typedef struct standing {
    int primary, secondary, cut; // German-controlled, cut off
    bool dresden;                // not Allied
} standing;

static standing stand(const bz_table *t, const bz_state *s, const bz_board supplied[NETS]) {
    standing now = {0, 0, 0, true};
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        int hex = bz_victory_hexes[i].hex, what = bz_victory_hexes[i].what;
        bool german = bz_german_controls(s, hex);
        if (!bz_has(&t->area, hex)) continue;
        if (what == BZ_VP_DRESDEN) now.dresden = german;
        if (what == BZ_VP_SECONDARY) now.secondary += german;
        if (what != BZ_VP_PRIMARY) continue;
        now.primary += german;
        now.cut += !german && !bz_has(&supplied[NET_ALLIED], hex);
    }
    return now;
}

int bz_standing(const bz_table *t, const bz_state *s, const bz_survey *v) {
    standing now = stand(t, s, v->supplied);
    return 2 * now.primary + now.cut + now.secondary - (now.dresden ? 0 : 2);
}

static int victory(const bz_table *t, const bz_state *s, const bz_survey *v) {
    if (!bz_by_points(t)) return bz_german_controls(s, bz_at(19, 10)) ? 1500 : 0;
    return POINT_WORTH * bz_standing(t, s, v);
}

// Balance of strength near each, and who keeps a garrison in it.
static int grip(const bz_table *t, const bz_state *s, const bz_survey *v) {
    int sum = 0;
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        int hex = bz_victory_hexes[i].hex, prize = bz_prize(t, i);
        int32_t german = v->near[BZ_GERMAN][i], allied = v->near[BZ_ALLIED][i];
        int owner = bz_german_controls(s, hex) ? BZ_GERMAN : BZ_ALLIED;
        int sign = owner == BZ_GERMAN ? 1 : -1;
        if (!bz_has(&t->area, hex)) continue;
        sum += prize * (german - allied) / (german + allied + PHANTOM) / 2;
        if (bz_has(&s->units[owner], hex))
            sum += sign * prize / GATE_SHARE;
        else if (bz_has(&v->within[1 - owner][WITHIN - 1], hex))
            sum -= sign * prize / GATE_SHARE;
    }
    return sum;
}

// ----------------------------------------------------------------------------------------- forces
// An HQ or guns next to the enemy with nobody to fight beside them.
static bool exposed(const bz_state *s, const bz_survey *v, int p) {
    int hex = s->f.where[p];
    return bz_counters[p].flags & BZ_F_SUPPORTS && !v->attack[hex] &&
           bz_has(&s->zoc[1 - bz_counters[p].side], hex);
}

// What is staked on a die of BH3i, one chance in three: a step, or all there is of the unit.
static int staked(const bz_state *s, int p) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    bool runs = (top->node == N_EXFIL || top->node == N_EXFIL_DIE) && top->subject == p;
    if (!runs) return 0;
    return (bz_steps(s, p) > 1 ? STEP_WORTH : bz_unit_worth(s, p)) / 3;
}

static int unit_on_map(const bz_state *s, const bz_survey *v, int p) {
    int worth = bz_unit_worth(s, p) - staked(s, p), hex = s->f.where[p];
    if (exposed(s, v, p)) worth -= worth * STAFF_EXPOSED / 100;
    if (!bz_has(&v->supplied[bz_net_of(s, p)], hex)) worth -= 12 + worth / 5;
    if (v->points[hex] > bz_hexes[hex].stack_limit) worth -= OVERLOAD;
    return worth;
}

// Reinforcements granted, and those that may still be: a roll for them changes nothing.
static bool waits(const bz_state *s, int p) {
    int place = s->f.where[p];
    return place == AT_EDGE || (place == AT_POOL && bz_counters[p].flags & BZ_F_REINFORCEMENT);
}

static int units(const bz_state *s, const bz_survey *v, int side) {
    int first = side == BZ_ALLIED ? BZ_ALLIED_FIRST : BZ_GERMAN_FIRST, sum = 0;
    int end = side == BZ_ALLIED ? BZ_GERMAN_FIRST : BZ_CL_FIRST;
    for (int p = first; p < end; p++) {
        if (bz_on_map(s, p)) sum += unit_on_map(s, v, p);
        if (waits(s, p)) sum += bz_unit_worth(s, p) * 3 / 4;
    }
    return sum;
}

static int columns(const bz_state *s, const bz_survey *v, int side) {
    int sum = 0;
    for (int p = FIRST_COLUMN; s->counts[side] && p < PIECES; p++) {
        if (!bz_on_map(s, p) || bz_side_of(s, p) != side) continue;
        int hex = s->f.where[p], far = 1;
        while (far < WITHIN && !bz_has(&v->within[1 - side][far], hex)) far++;
        bool alone = !bz_has(&s->units[side], hex);
        sum += COLUMN_WORTH + COLUMN_FRONT * (WITHIN - (far < 2 && alone ? 2 : far));
        if (alone && far == 1) sum -= COLUMN_EXPOSED;
    }
    return sum;
}

// ----------------------------------------------------------------------------------------- fights
// What the side could win by attacking where it touches the enemy, as far as it pays. Being close
// is worth a little before it does, so that units gather one by one.
static int fights(const bz_table *t, const bz_state *s, const bz_survey *v, int side) {
    enum { READY = 300 }; // attack in per cent of the defence
    bz_board targets = v->targets[side];
    int sum = 0;
    for (int hex; (hex = bz_pop(&targets)) >= 0;) {
        int attack = bz_attack_expected(v, s, side, hex);
        if (!attack) continue;
        int defence = bz_defence_expected(v, s, 1 - side, hex);
        int gain = bz_gain(t, v, hex, attack, defence), objective = bz_objective_at(hex);
        int ratio = 100 * attack / (defence + 1), keen = CLOSE;
        if (objective >= 0) keen += bz_prize(t, objective) / 20;
        int close = keen * (ratio < READY ? ratio : READY) / READY;
        sum += close + (gain > 0 ? gain : 0);
    }
    return sum;
}

// What leaving the hex, or being wiped out in it, costs the defender beside the steps.
static int ground(const bz_table *t, const bz_state *s, int hex) {
    int objective = bz_objective_at(hex);
    bool german = bz_attacker(s) == BZ_GERMAN;
    if (objective < 0 || bz_german_controls(s, hex) == german) return GROUND_WORTH;
    return GROUND_WORTH + bz_prize(t, objective);
}

// Commitments that are still to be paid for.
static int to_be_spent(const bz_state *s, int side) {
    int sum = (COLUMN_WORTH + COLUMN_FRONT) * gg_bits_popcount32(s->f.commit_columns[side]);
    bool flying = side == BZ_ALLIED && gg_flow_top(&s->f.flow)->node == N_COMMIT;
    return sum + (flying ? AIR_READY * s->f.commit_air : 0);
}

// The German side answers a commitment; a column at hand is as likely spent as not.
static bool may_be_answered(const bz_state *s) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    if (top->node != N_COMMIT || top->seat != BZ_GERMAN) return false;
    for (int p = FIRST_COLUMN; p < PIECES; p++)
        if (bz_on_map(s, p) && bz_side_of(s, p) == BZ_GERMAN &&
            bz_distance(s->f.where[p], s->f.target) <= 2)
            return true;
    return false;
}

static int answered(int column, int side) {
    int to = column + (side == BZ_GERMAN ? 1 : -1);
    return to < 0 ? 0 : to < ODDS ? to : ODDS - 1;
}

static int before_die(const bz_table *t, const bz_state *s, const bz_survey *v) {
    int hex = s->f.target, side = bz_attacker(s);
    int spent = to_be_spent(s, side) - to_be_spent(s, 1 - side);
    if (!s->f.defence) {
        int defence = bz_guard_of(v, hex) + bz_support_now(v, s, 1 - side, hex);
        return bz_gain(t, v, hex, s->f.attack, defence);
    }
    bz_odds odds = bz_odds_of(s, NULL);
    int gain = bz_gain_at(t, v, hex, odds.column, odds.die);
    if (may_be_answered(s))
        gain = (gain + bz_gain_at(t, v, hex, answered(odds.column, side), odds.die)) / 2;
    return gain - spent;
}

static int after_die(const bz_table *t, const bz_state *s, const bz_survey *v) {
    const struct bz_facts *f = &s->f;
    int steps = v->steps[f->stand], lost = f->defender_losses < steps ? f->defender_losses : steps;
    int sum = (lost - f->attacker_losses) * STEP_WORTH;
    bool leaves = f->retreat > 0 || f->defender_losses >= steps || !s->top[f->target];
    return leaves ? sum + ground(t, s, f->target) * 9 / 10 : sum;
}

// The combat in progress, for the attacker.
static int in_progress(const bz_table *t, const bz_state *s, const bz_survey *v) {
    const struct bz_facts *f = &s->f;
    if (f->flow.depth < 2 || f->flow.frame[1].node < N_ATTACK) return 0;
    if (f->stage == STAGE_COLUMNS) return COLUMN_WORTH;
    return f->stage == STAGE_OPEN ? before_die(t, s, v) : after_die(t, s, v);
}

// ------------------------------------------------------------------------------------- together
// What captains of different tempers make of it, in per cent of the usual.
typedef struct temper {
    int victory, grip, units, columns, fights;
} temper;

static const temper tempers[1 + BZ_TEMPERS] = {
    {100, 100, 100, 100, 100}, // usual
    {100, 100, 60, 100, 200},  // attacks
    {100, 300, 100, 100, 100}, // gathers round victory hexes and keeps them garrisoned
    {100, 100, 150, 100, 40},  // spares his units
    {100, 40, 100, 100, 100},  // looks to his units and fights alone
};

static int32_t appeal_to(const temper *m, const bz_table *t, const bz_state *s,
                         const bz_survey *v) {
    int german = victory(t, s, v) * m->victory + grip(t, s, v) * m->grip;
    german += (units(s, v, BZ_GERMAN) - units(s, v, BZ_ALLIED)) * m->units;
    german += (columns(s, v, BZ_GERMAN) - columns(s, v, BZ_ALLIED)) * m->columns;
    german += (fights(t, s, v, BZ_GERMAN) - fights(t, s, v, BZ_ALLIED)) * FIGHTS / 100 * m->fights;
    return german / 100 + (bz_attacker(s) == BZ_GERMAN ? 1 : -1) * in_progress(t, s, v);
}

int32_t bz_appeal_by(const bz_table *t, const bz_state *s, const bz_survey *v) {
    return appeal_to(&tempers[0], t, s, v);
}

int32_t bz_temper(const void *table, const void *state, int seat, unsigned which) {
    bz_survey v;
    bz_take_survey(table, state, GG_UMPIRE, &v);
    int32_t german = appeal_to(&tempers[which], table, state, &v);
    return seat == SEAT_GERMAN ? german : -german;
}

int32_t bz_appeal(const void *table, const void *state, int seat) {
    return bz_temper(table, state, seat, 0);
}
