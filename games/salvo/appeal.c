// SPDX-License-Identifier: Apache-2.0
// What a captain likes, who looks one macro move ahead: a position in hundredths of a star, West's
// less East's; East sees the same number with the other sign. Who will win is another question
// (value.c): here it matters which of two moves of the same unit is the better one.
//
//   stars        collected, and what the objectives will bring (stars.c)
//   nearness     figures near each objective, the nearer the more: what may be held later
//   forces       army points on the board, less for disorder and for morale tests that are due
//   fire         the best salvo of every unit from where it stands, more when it still acts in this
//                round: so units seek targets, cover, and to be out of sight
//   melee        attacks on whom they touch, and charges on those within reach
//   overwatch    the best shot at an enemy that has still to move
//   points       command points, as long as there is a use for them
// Dice that are falling count with their mean result. Ending an activation gives up what the active
// unit could still do, and only that.
//
// The weights were found by play: against itself with single ones changed, against an earlier
// value, and over plan() against fewer moves.
#include "survey.h"

enum {
    STAR = 100,
    // per cent of a star
    TO_COME = 100, // that an objective is expected to bring
    NEARNESS = 30, // for each collection to come, to the side that is nearer
    // hundredths of a star for a hundred army points
    FORCE_BASE = 22,  // when no stars are to come
    FORCE_ROUND = 13, // and more for each collection to come
    RESERVE = 40,     // off the board
    OFFICERS = 70,    //
    SHOT_LATER = 40,  // salvos of the rounds to come, at most; so much less the fewer there are
    UNSEEN = 10,      // the shot at one who is out of sight for now
    WATCHED = 35,     // the shot that overwatch keeps ready
    WATCHFUL = 5,     // a shot at an enemy not yet in sight
    BLOW_NOW = 110,   // a melee that can be fought in this round
    BLOW_LATER = 60,  //
    CHARGE_NOW = 30,  // a melee that is a move away
    CHARGE_LATER = 20,
    // command points, in hundredths of a star
    POINT = 6,      // that can be used
    IDLE_POINT = 1, // and that can not
    // parts of the estimates
    LOOKS = 2,         // collections that a glance looks at one by one
    MANY = 6,          // collections that the rounds to come are measured by
    WATCH_RANGE = 350, // mm at which an enemy is expected to appear
    DISORDER = 30,     // per cent of a unit's worth
    OFFICER = 35,      // army points besides his own
    ABREAST = 70,      // mm that followers have farther to go than their leader
    NEAR_FULL = 256,   // nearness of a figure that counts
    FALL_OFF = 200,    // mm beyond the circle at which it is half
    PHANTOM = 500,     // nearness that is assumed at every objective
};

typedef struct scales {
    const sv_table *t;
    const sv_state *s;
    const sv_survey *v;
    bool quick; // the survey is a glance: sight and cover are looked up
    int force;  // per cent of a star for a hundred army points
    sv_parts *out;
} scales;

// `percent` of the worth.
static void put(scales *b, int part, int side, int64_t worth, int percent) {
    b->out->of[part] += (side == SEAT_WEST ? worth : -worth) * percent / 100;
}

// Rounds after this one in which it could happen again, of MANY.
static int64_t later(const scales *b, int64_t worth) {
    return b->v->left > 1 ? worth * (b->v->left - 1) / MANY : 0;
}

// --------------------------------------------------------------------------------- objectives
static int counted(const scales *b, int unit, gg_point at) {
    int n = 0;
    for (unsigned m = b->s->alive[unit]; m; m &= m - 1)
        n += gg_within(sv_at(b->s, b->t->unit[unit].first + gg_bits_ctz32(m)), at, CONTROL_RADIUS);
    return n;
}

static int nearness(const scales *b, int unit, gg_point at) {
    const sv_glance *g = &b->v->unit[unit];
    int away = gg_ceil_len(g->at[0].x - at.x, g->at[0].y - at.y);
    int inside = away <= CONTROL_RADIUS + COHESION ? counted(b, unit, at) : 0;
    int gap = away > CONTROL_RADIUS ? away - CONTROL_RADIUS : 0;
    int near =
        inside * NEAR_FULL + (g->left - inside) * NEAR_FULL * FALL_OFF / (FALL_OFF + gap) * 3 / 4;
    return g->valiant ? near : near / 2;
}

static void weigh_objective(scales *b, int i) {
    const sv_objective *o = &b->t->board.objective[i];
    int pull[SEATS] = {0, 0}, left = b->v->left;
    if (o->payments && left > o->payments - b->s->f.paid[i]) left = o->payments - b->s->f.paid[i];
    if (left <= 0) return;
    for (int unit = 0; unit < UNITS; unit++)
        if (b->v->unit[unit].here && b->v->unit[unit].infantry)
            pull[sv_side(unit)] += nearness(b, unit, o->at);
    int64_t worth = (int64_t)o->stars * STAR * FINE * left;
    put(b, SV_PART_NEARNESS, SEAT_WEST, worth * (pull[0] - pull[1]) / (pull[0] + pull[1] + PHANTOM),
        NEARNESS);
}

// ------------------------------------------------------------------------------------ forces
// Per cent of a unit that morale tests may cost it.
static int shaken(const scales *b, int unit) {
    const sv_glance *g = &b->v->unit[unit];
    int dice = gg_bits_popcount32(sv_causes(b->t, b->s, unit)), pass = ODDS;
    if (!dice) return g->valiant ? 0 : DISORDER;
    int odds = sv_odds(sv_morale_score(b->t, b->s, unit));
    for (int i = 0; i < dice; i++) pass = pass * odds / ODDS;
    return g->valiant ? DISORDER * (ODDS - pass) / ODDS : 100 * (ODDS - pass) / ODDS;
}

static void weigh_officer(scales *b, int unit) {
    int rank = b->t->unit[unit].rank, side = sv_side(unit);
    if (!rank || !sv_officer_lives(b->t, b->s, unit)) return;
    put(b, SV_PART_OFFICERS, side, (sv_officers[rank].army_points + OFFICER) * FINE, OFFICERS);
    if (unit == b->t->commander[side])
        put(b, SV_PART_OFFICERS, side, STAR * FINE * b->t->board.commander_stars, 100);
}

static void weigh_unit(scales *b, int unit) {
    const sv_glance *g = &b->v->unit[unit];
    int place = b->s->f.where[unit], side = sv_side(unit);
    weigh_officer(b, unit);
    if (place == AT_BOX || place == AT_RESERVE || place == AT_HELD)
        put(b, SV_PART_RESERVE, side, b->t->unit[unit].points * FINE, RESERVE);
    if (!g->here) return;
    int worth = g->figure_worth * g->most;
    if (!g->infantry) { // half stays until it is gone, half goes with its structure
        const sv_unit *type = sv_type(b->t, unit);
        int full = (type->hull + (type->propulsion + type->weapon_structure + 1) / 2);
        worth = worth / 2 + worth / 2 * g->most / (full * g->left);
    }
    put(b, SV_PART_FORCES, side, (int64_t)worth * (100 - shaken(b, unit)) / 100, b->force);
}

// -------------------------------------------------------------------------------------- fire
typedef struct best {
    int shot[2]; // by slot
    int unseen;  // at one out of sight, if it came into sight, both weapons
    int watch;   // at one that has still to act, likewise
    int blow, charge;
} best;

static bool may_fire(const scales *b, int unit, int slot) {
    bool spoiled = b->s->f.deeds & (1 << DEED_CROSS | 1 << DEED_RAPID | 1 << DEED_STRUCK);
    return unit != sv_active(b->s) || !(spoiled || b->s->f.fired >> slot & 1);
}

// CR59: friends between the leaders would be hit first, unless they kneel.
static bool friends_between(const scales *b, int unit, int target) {
    gg_point from = b->v->unit[unit].at[0], to = b->v->unit[target].at[0];
    for (int other = sv_first_of(sv_side(unit)); other < sv_end_of(sv_side(unit)); other++)
        if (other != unit && b->v->unit[other].here && !(b->s->f.flags[other] & U_KNEEL) &&
            gg_box_near_segment(b->s->box[other], from, to, 0))
            return true;
    return false;
}

// The salvos of both weapons, if nothing or something covers the target.
static int salvos(const scales *b, const sv_line *line, int way, int unit, int target,
                  int shot[2]) {
    bool will = unit == sv_active(b->s) && b->s->f.deeds & 1 << DEED_WILL;
    shot[0] = shot[1] = 0;
    for (int slot = 0; slot < b->t->unit[unit].slots; slot++)
        shot[slot] = sv_salvo_worth(b->t, b->s, b->v, line, way, unit, slot, target, will);
    return shot[0] + shot[1];
}

// It may yet come into sight.
static void aim_unseen(const scales *b, const sv_line *line, int way, int unit, int target,
                       best *out) {
    int shot[2];
    sv_line hope = *line;
    hope.seers[way] = b->v->unit[unit].samples;
    hope.covered[0] = hope.covered[1] = true;
    int both = salvos(b, &hope, way, unit, target, shot);
    if (both > out->unseen) out->unseen = both;
}

// Cover only makes less of a salvo, and takes long to find out: it is asked about when the salvo
// would otherwise be the best.
static void aim(const scales *b, const sv_line *line, int way, int unit, int target, best *out) {
    int shot[2];
    sv_line bare = *line;
    bool acts = b->v->unit[target].now;
    if (b->v->unit[unit].engaged) return;
    if (!line->seers[way]) {
        aim_unseen(b, line, way, unit, target, out);
        return;
    }
    if (b->quick && friends_between(b, unit, target)) return;
    int both = salvos(b, &bare, way, unit, target, shot);
    if (shot[0] <= out->shot[0] && shot[1] <= out->shot[1] && (!acts || both <= out->watch)) return;
    if (!b->quick) {
        bare.covered[1 - way] = sv_mostly_covered(b->t, b->v, target, unit);
        if (bare.covered[1 - way]) both = salvos(b, &bare, way, unit, target, shot);
    }
    for (int slot = 0; slot < 2; slot++)
        if (shot[slot] > out->shot[slot]) out->shot[slot] = shot[slot];
    if (acts && both > out->watch) out->watch = both;
}

static void close_in(const scales *b, const sv_line *line, int unit, int target, best *out) {
    const sv_glance *g = &b->v->unit[unit], *other = &b->v->unit[target];
    if (!g->infantry) return;
    if (b->s->touch[unit] >> target & 1) {
        int strikers = gg_bits_popcount32(sv_in_contact(b->t, b->s, unit, target));
        int struck = gg_bits_popcount32(sv_in_contact(b->t, b->s, target, unit));
        int blow = sv_melee_worth(b->t, b->v, unit, target, strikers, struck);
        if (blow > out->blow) out->blow = blow;
        return;
    }
    // All of them strike when there is room to spare; at the end of its tether only the leader.
    int reach = sv_type(b->t, unit)->move[SV_MOVE_SECOND] + CONTACT_GAP;
    int spare = reach + g->radius + other->radius - line->away;
    int blow = sv_melee_worth(b->t, b->v, unit, target, 0, 0);
    if (spare < ABREAST) blow = blow * reach / (reach + 2 * (ABREAST - spare));
    if (blow > out->charge) out->charge = blow;
}

// What a unit will do to the enemy, from its best salvo and its best melee.
static void threaten(scales *b, int unit, const best *found) {
    const sv_glance *g = &b->v->unit[unit];
    unsigned deeds = unit == sv_active(b->s) ? b->s->f.deeds : 0;
    int side = sv_side(unit), seen = found->shot[0] + found->shot[1], now = 0;
    for (int slot = 0; slot < b->t->unit[unit].slots; slot++)
        if (may_fire(b, unit, slot)) now += found->shot[slot] * g->now / 100;
    put(b, SV_PART_SHOTS, side, now, b->force);
    put(b, SV_PART_FIRE, side, later(b, seen), SHOT_LATER);
    if (found->unseen > seen && b->v->left > 1)
        put(b, SV_PART_FIRE, side, found->unseen - seen, UNSEEN);
    put(b, SV_PART_BLOWS, side, deeds & 1 << DEED_STRUCK ? 0 : found->blow * g->now / 100,
        BLOW_NOW);
    put(b, SV_PART_BLOWS, side, later(b, found->blow), BLOW_LATER);
    if (!g->valiant || g->engaged) return;
    bool stays = deeds & (DID_TURN | 1 << DEED_WILL);
    put(b, SV_PART_CHARGES, side, stays ? 0 : found->charge * g->now / 100, CHARGE_NOW);
    put(b, SV_PART_CHARGES, side, later(b, found->charge), CHARGE_LATER);
}

static void watch(scales *b, int unit, const best *found) {
    unsigned flags = b->s->f.flags[unit];
    if (!(flags & U_WATCH) || b->v->unit[unit].engaged) return;
    int begin = sv_side(unit) ? 0 : UNITS_SIDE, others = 0;
    sv_line line = {WATCH_RANGE, {SAMPLES, SAMPLES}, {false, false}};
    for (int other = begin; other < begin + UNITS_SIDE; other++) {
        if (!b->v->unit[other].here || !b->v->unit[other].now) continue;
        int hope = sv_salvo_worth(b->t, b->s, b->v, &line, 0, unit, 0, other, false);
        if (hope > others) others = hope;
    }
    bool both = sv_infantry(b->t, unit) && b->t->unit[unit].slots > 1;
    int half = both && (flags & U_WATCH) != U_WATCH ? 2 : 1;
    put(b, SV_PART_WATCH, sv_side(unit), found->watch / half, WATCHED);
    put(b, SV_PART_WATCH, sv_side(unit), others / half, WATCHFUL);
}

static void weigh_fire(scales *b) {
    best found[UNITS] = {0};
    for (int west = 0; west < UNITS_SIDE; west++)
        for (int east = UNITS_SIDE; b->v->unit[west].here && east < UNITS; east++) {
            if (!b->v->unit[east].here) continue;
            sv_line line = (b->quick ? sv_glimpse : sv_look)(b->t, b->v, west, east);
            aim(b, &line, 0, west, east, &found[west]);
            aim(b, &line, 1, east, west, &found[east]);
            close_in(b, &line, west, east, &found[west]);
            close_in(b, &line, east, west, &found[east]);
        }
    for (int unit = 0; unit < UNITS; unit++)
        if (b->v->unit[unit].here) {
            threaten(b, unit, &found[unit]);
            watch(b, unit, &found[unit]);
        }
}

// ----------------------------------------------------------------------------- falling dice
static void weigh_dice(scales *b) {
    sv_losses losses;
    sv_falling(b->t, b->s, b->v, &losses);
    for (int i = 0; i < losses.count; i++)
        put(b, SV_PART_FORCES, sv_side(losses.unit[i]), -losses.harm[i], b->force);
}

// ------------------------------------------------------------------------------------- points
static int points_worth(const scales *b, int side) {
    int points = b->s->f.points[side], useful = b->s->f.card_count[side] * 3 / 2;
    int active = sv_active(b->s);
    if (b->s->f.phase != PHASE_ACTIVATION) return 0;
    if (active >= 0 && sv_side(active) == side) useful++;
    if (useful > points) useful = points;
    return (useful * POINT + (points - useful) * IDLE_POINT) * FINE;
}

void sv_weigh_parts(const sv_table *t, const sv_state *s, const sv_survey *v, bool quick,
                    sv_parts *out) {
    scales b = {.t = t, .s = s, .v = v, .quick = quick, .out = out};
    memset(out, 0, sizeof *out);
    b.force = FORCE_BASE + FORCE_ROUND * v->left;
    sv_hope(t, s, v, quick ? LOOKS : ROUNDS_MAX, &out->hopes);
    put(&b, SV_PART_HOPES, SEAT_WEST, out->hopes.next + out->hopes.later, TO_COME);
    for (int i = 0; i < t->board.objectives; i++) weigh_objective(&b, i);
    for (int unit = 0; unit < UNITS; unit++)
        if (sv_exists(t, unit)) weigh_unit(&b, unit);
    weigh_fire(&b);
    weigh_dice(&b);
    for (int side = 0; side < SEATS; side++) {
        put(&b, SV_PART_STARS, side, s->f.stars[side] * STAR * FINE, 100);
        put(&b, SV_PART_POINTS, side, points_worth(&b, side), 100);
    }
}

int32_t sv_appeal(const void *table, const void *state, int seat) {
    const sv_state *s = state;
    sv_survey v;
    sv_parts parts;
    int64_t sum = 0;
    sv_take_survey(table, s, &v);
    sv_weigh_parts(table, s, &v, false, &parts);
    for (int i = 0; i < SV_PARTS; i++) sum += parts.of[i];
    int32_t west = (int32_t)(sum / FINE);
    return seat == SEAT_WEST ? west : -west;
}
