// SPDX-License-Identifier: Apache-2.0
// Who is winning: the features of a position (features.def), weighed by what played games taught
// (data/weights.txt). Conditions that must all hold are not added up: what this turn would score
// (BH16: never less than nothing, Dresden included) and what the turns to come would add to it are
// features of their own, and so is having enough already.
#include "survey.h"

enum { REACH = 3, PROJECTED_MOST = 12, GRIP_SCALE = 256, PHANTOM = 1500 };

typedef struct judge {
    const bz_table *t;
    const bz_state *s;
    int32_t *value;
    bz_survey v;
} judge;

static int sign_of(int side) {
    return side == BZ_ALLIED ? 1 : -1;
}

// ---------------------------------------------------------------------------------------- victory
static int turns_left(const bz_table *t, const bz_state *s) {
    return t->last_turn - s->f.turn + 1; // the one being played is scored when it ends
}

static bool wins_intro(int i) {
    return bz_victory_hexes[i].what == BZ_VP_PRIMARY || bz_victory_hexes[i].hex == bz_at(19, 10);
}

static void count_controlled(const judge *j) {
    bool held = false;
    for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
        int hex = bz_victory_hexes[i].hex, what = bz_victory_hexes[i].what;
        bool german = bz_german_controls(j->s, hex);
        if (!bz_has(&j->t->area, hex)) continue;
        if (what == BZ_VP_DRESDEN) j->value[FT_DRESDEN] = !german;
        if (what == BZ_VP_SECONDARY) j->value[FT_SECONDARY] -= german;
        if (what == BZ_VP_PRIMARY) {
            j->value[FT_PRIMARY] -= german;
            j->value[FT_CUT] -= !german && !bz_has(&j->v.supplied[NET_ALLIED], hex);
        }
        held |= german && wins_intro(i);
    }
    j->value[FT_HELD] = -held;
}

static void count_points(const judge *j) {
    int32_t *value = j->value;
    int rate = -2 * value[FT_PRIMARY] - value[FT_CUT] - value[FT_SECONDARY] - 2 * value[FT_DRESDEN];
    if (rate < 0) rate = 0;
    int ahead = j->s->f.points + rate * turns_left(j->t, j->s) - j->t->ready.points;
    int most = PROJECTED_MOST;
    value[FT_POINTS] = -j->s->f.points;
    value[FT_RATE] = -rate;
    value[FT_PROJECTED] = -(ahead > most ? most : ahead < -most ? -most : ahead);
    value[FT_REACHED] = -(j->s->f.points >= j->t->ready.points);
}

// ----------------------------------------------------------------------------------------- ground
static int grip_of(int i) {
    if (bz_victory_hexes[i].hex == bz_at(19, 10)) return FT_GRIP_WEISSENBERG;
    switch (bz_victory_hexes[i].what) {
    case BZ_VP_PRIMARY: return FT_GRIP_PRIMARY;
    case BZ_VP_DRESDEN: return FT_GRIP_DRESDEN;
    default: return FT_GRIP_SECONDARY;
    }
}

// Points of a turn that hang on the hex; in `intro` three are worth something.
static int stake_of(const bz_table *t, int i) {
    if (!bz_by_points(t)) return wins_intro(i) ? 2 : 0;
    return bz_victory_hexes[i].what == BZ_VP_SECONDARY ? 1 : 2;
}

// Chances in 100 that the side clears the hex by attacking it as it stands.
static int storm(const judge *j, int side, int hex) {
    int attack = bz_attack_expected(&j->v, j->s, side, hex);
    if (!attack) return 0;
    int defence = bz_defence_expected(&j->v, j->s, 1 - side, hex);
    int ratio = defence > 0 ? attack / defence : ODDS - 1;
    int column = (ratio < ODDS ? ratio : ODDS - 1) + j->t->cover_shift[hex];
    int shift = DICE_SHIFT_ZERO + j->t->cover_die[hex], steps = j->v.steps[hex];
    column = column < 0 ? 0 : column;
    shift = shift < 0 ? 0 : shift < DICE_SHIFTS ? shift : DICE_SHIFTS - 1;
    return j->t->outlook[column][shift].clears[steps < STEPS_COUNTED ? steps : STEPS_COUNTED - 1];
}

static void look_at_goal(const judge *j, int i) {
    int hex = bz_victory_hexes[i].hex, stake = stake_of(j->t, i);
    int32_t german = j->v.near[BZ_GERMAN][i], allied = j->v.near[BZ_ALLIED][i];
    int owner = bz_german_controls(j->s, hex) ? BZ_GERMAN : BZ_ALLIED;
    j->value[grip_of(i)] += GRIP_SCALE * (allied - german) / (allied + german + PHANTOM);
    if (!bz_has(&j->s->units[owner], hex)) {
        if (bz_has(&j->v.within[1 - owner][REACH], hex))
            j->value[FT_OPEN] -= sign_of(owner) * stake;
        return;
    }
    j->value[FT_GARRISON] += sign_of(owner) * stake * bz_guard_of(&j->v, hex);
    if (!bz_has(&j->v.targets[1 - owner], hex)) return;
    int chance = stake * storm(j, 1 - owner, hex);
    j->value[owner == BZ_ALLIED ? FT_STORM_GERMAN : FT_STORM_ALLIED] -= sign_of(owner) * chance;
}

static void look_at_goals(const judge *j) {
    for (int i = 0; i < BZ_VICTORY_HEXES; i++)
        if (bz_has(&j->t->area, bz_victory_hexes[i].hex) && stake_of(j->t, i)) look_at_goal(j, i);
}

// ----------------------------------------------------------------------------------------- forces
// An HQ or guns next to the enemy with nobody to fight beside them.
static bool alone(const judge *j, int p) {
    int hex = j->s->f.where[p];
    return bz_counters[p].flags & BZ_F_SUPPORTS && !j->v.attack[hex] &&
           bz_has(&j->s->zoc[1 - bz_counters[p].side], hex);
}

static void count_forces(const judge *j) {
    const bz_forces *allied = &j->v.forces[BZ_ALLIED], *german = &j->v.forces[BZ_GERMAN];
    j->value[FT_UNITS_ALLIED] = allied->worth;
    j->value[FT_UNITS_GERMAN] = -german->worth;
    j->value[FT_PUNCH] = allied->punch - german->punch;
    j->value[FT_STARVED_ALLIED] = -allied->starved;
    j->value[FT_STARVED_GERMAN] = german->starved;
}

static bool waits(int p, int place) {
    return place == AT_EDGE || (place == AT_POOL && bz_counters[p].flags & BZ_F_REINFORCEMENT);
}

static void count_units(const judge *j) {
    count_forces(j);
    for (int p = 0; p < UNITS; p++) {
        int side = bz_counters[p].side, place = j->s->f.where[p];
        if (place < HEXES && alone(j, p))
            j->value[side == BZ_GERMAN ? FT_LONE_GERMAN : FT_LONE_ALLIED] -=
                sign_of(side) * bz_unit_worth(j->s, p);
        if (place >= HEXES && waits(p, place))
            j->value[FT_WAITING] += sign_of(side) * bz_unit_worth(j->s, p);
    }
}

static void count_columns(const judge *j) {
    for (int p = FIRST_COLUMN; p < PIECES; p++) {
        if (!bz_on_map(j->s, p)) continue;
        int side = bz_side_of(j->s, p), hex = j->s->f.where[p];
        bool german = side == BZ_GERMAN, front = bz_has(&j->v.within[1 - side][REACH], hex);
        j->value[german ? FT_COLUMNS_GERMAN : FT_COLUMNS_ALLIED] += sign_of(side);
        j->value[german ? FT_FRONT_GERMAN : FT_FRONT_ALLIED] += front ? sign_of(side) : 0;
    }
    j->value[FT_AIR] = j->s->f.air_total - j->s->f.air_used;
    j->value[FT_AIR_ALL] = j->s->f.air_total;
}

static int32_t fights(const judge *j, int side) {
    bz_board targets = j->v.targets[side];
    int32_t sum = 0;
    for (int hex; (hex = bz_pop(&targets)) >= 0;) {
        int attack = bz_attack_expected(&j->v, j->s, side, hex);
        if (!attack) continue;
        int defence = bz_defence_expected(&j->v, j->s, 1 - side, hex);
        int gain = bz_gain(j->t, &j->v, hex, attack, defence);
        sum += gain > 0 ? gain : 0;
    }
    return sum;
}

// --------------------------------------------------------------------------------------- together
// By segments done, set-up before the first of them.
static uint16_t phase_of(const bz_table *t, const bz_state *s) {
    int all = SEGMENTS * (t->last_turn - t->first_turn + 1);
    int done = SEGMENTS * (s->f.turn - t->first_turn) + s->f.segment;
    bool over = gg_flow_top(&s->f.flow)->seat == GG_OVER;
    done = done < 0 ? 0 : done;
    return (uint16_t)(over || done >= all ? GG_PHASE_END : GG_PHASE_END * done / all);
}

void bz_features(const void *table, const void *state, gg_features *out) {
    judge j = {.t = table, .s = state, .value = out->value};
    memset(out, 0, sizeof *out);
    out->count = FEATURES;
    out->set = bz_by_points(j.t) ? WS_CAMPAIGN : WS_INTRO;
    out->phase = phase_of(j.t, j.s);
    bz_take_survey(j.t, j.s, GG_UMPIRE, &j.v);
    count_controlled(&j);
    count_points(&j);
    look_at_goals(&j);
    count_units(&j);
    count_columns(&j);
    j.value[FT_FIGHTS_ALLIED] = fights(&j, BZ_ALLIED);
    j.value[FT_FIGHTS_GERMAN] = -fights(&j, BZ_GERMAN);
    j.value[FT_PHASE] = sign_of(bz_phase_side(j.s));
}

int32_t bz_value(const void *t, const void *s, int seat) {
    gg_features features;
    bz_features(t, s, &features);
    int32_t allied = gg_weigh(&bz_weights, &features);
    return seat == SEAT_ALLIED ? allied : -allied;
}
