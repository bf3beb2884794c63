// SPDX-License-Identifier: Apache-2.0
// Who will win: what a position is made of, as numbers that played games have given their weights
// (data/weights.txt, `grognard fit`). All are West's less East's.
//
// Everything is looked at once and cheaply, because a search asks tens of thousands of times: two
// figures stand for a unit, sight is read from squares and cover from rays (sight.c, shade.c). What
// is in the open only: nothing here reads the order of a row of cards or points committed in
// secret.
#include "survey.h"

enum {
    STAR = 100,
    LOOKS = 2,        // collections looked at one by one
    SOME_LEAD = 150,  // hundredths that are half of everything
    SOME_ARMY = 150,  // army points likewise
    FEW = 200,        // hundredths of a lead that surviving points may still turn
    OFFICER = 35,     // army points besides his own
    DISORDER = 30,    // per cent of a unit's worth
    NEAR_FULL = 256,  // nearness of a figure that counts
    FALL_OFF = 200,   // mm beyond the circle at which it is half
    PHANTOM = 500,    // nearness that is assumed at every objective
    ABREAST = 70,     // mm that followers have farther to go than their leader
    CHARGED = 250,    // mm beyond its reach at which a charge is no longer thought of
    SMALL_BOARD = 900 // mm: scenarios of few units
};

typedef struct scan {
    const sv_table *t;
    const sv_state *s;
    sv_survey v;
    int32_t *sum; // of the features
    int army[SEATS];
} scan;

static void note(scan *b, int feature, int side, int64_t amount) {
    b->sum[feature] += (int32_t)(side == SEAT_WEST ? amount : -amount);
}

static int bent(int64_t amount, int half) {
    return (int)(100 * amount / ((amount < 0 ? -amount : amount) + half));
}

// ----------------------------------------------------------------------------------- objectives
static int nearness(const scan *b, int unit, gg_point at) {
    const sv_glance *g = &b->v.unit[unit];
    int away = gg_ceil_len(g->at[0].x - at.x, g->at[0].y - at.y);
    int gap = away > CONTROL_RADIUS ? away - CONTROL_RADIUS : 0;
    int near = g->left * NEAR_FULL * FALL_OFF / (FALL_OFF + gap);
    return g->valiant ? near : near / 2;
}

static void weigh_objective(scan *b, int i) {
    const sv_objective *o = &b->t->board.objective[i];
    int pull[SEATS] = {0, 0}, left = b->v.left;
    if (o->payments && left > o->payments - b->s->f.paid[i]) left = o->payments - b->s->f.paid[i];
    if (left <= 0) return;
    for (int unit = 0; unit < UNITS; unit++)
        if (b->v.unit[unit].here && b->v.unit[unit].infantry)
            pull[sv_side(unit)] += nearness(b, unit, o->at);
    int worth = o->stars * STAR * left;
    note(b, FT_NEARNESS, SEAT_WEST, worth * (pull[0] - pull[1]) / (pull[0] + pull[1] + PHANTOM));
}

static int stars_of(const scan *b, int side) {
    return b->s->f.stars[side] - (b->s->f.penalty[side] ? b->t->board.commander_stars : 0);
}

static void weigh_stars(scan *b) {
    const sv_scenario *board = &b->t->board;
    sv_hopes hopes;
    sv_hope(b->t, b->s, &b->v, LOOKS, &hopes);
    int won = (stars_of(b, SEAT_WEST) - stars_of(b, SEAT_EAST)) * STAR;
    int next = (int)(hopes.next / FINE), later = (int)(hopes.later / FINE);
    int lead = won + next + later, size = lead < 0 ? -lead : lead;
    b->sum[FT_STARS] = won;
    b->sum[FT_NEXT] = next;
    b->sum[FT_LATER] = later;
    b->sum[FT_LEAD] = bent(lead, SOME_LEAD);
    b->sum[FT_KEEP] = hopes.keep;
    if (size < FEW) b->sum[FT_TIE] = bent(b->army[0] - b->army[1], SOME_ARMY) * (FEW - size) / FEW;
    for (int side = 0; side < SEATS; side++) {
        int limit = board->star_limit[side], stars = stars_of(b, side);
        if (limit && stars > 0) note(b, FT_LIMIT, side, 100 * stars * stars / (limit * limit));
    }
}

// --------------------------------------------------------------------------------------- forces
// Army points of a unit on the board: half of a vehicle stays until it is gone, half goes with its
// structure.
static int worth_of(const scan *b, int unit) {
    const sv_glance *g = &b->v.unit[unit];
    const sv_unit *type = sv_type(b->t, unit);
    int worth = g->figure_worth * g->most / FINE;
    if (g->infantry) return worth;
    int full = type->hull + (type->propulsion + type->weapon_structure + 1) / 2;
    return worth / 2 + worth / 2 * g->most / (full * g->left);
}

// Army points that morale tests may cost.
static int at_risk(const scan *b, int unit, int worth) {
    int dice = gg_bits_popcount32(sv_causes(b->t, b->s, unit)), pass = ODDS;
    if (!dice) return 0;
    int odds = sv_odds(sv_morale_score(b->t, b->s, unit));
    for (int i = 0; i < dice; i++) pass = pass * odds / ODDS;
    return worth * (ODDS - pass) / ODDS * (b->v.unit[unit].valiant ? DISORDER : 100) / 100;
}

static void weigh_present(scan *b, int unit, int worth) {
    const sv_glance *g = &b->v.unit[unit];
    int side = sv_side(unit);
    b->army[side] += worth;
    if (!g->valiant) note(b, FT_DISORDER, side, worth);
    note(b, FT_SHAKEN, side, at_risk(b, unit, worth));
    if (b->s->f.flags[unit] & (U_COVER | U_KNEEL)) note(b, FT_COVER, side, worth);
    if (g->now) note(b, FT_CARDS, side, 1);
}

// What is lost counts, not what is there: which of two companies is the stronger one does not tell
// a good move from a bad one.
static void weigh_unit(scan *b, int unit) {
    const sv_roster *roster = &b->t->unit[unit];
    int place = b->s->f.where[unit], side = sv_side(unit);
    bool here = b->v.unit[unit].here;
    if (roster->rank && !sv_officer_lives(b->t, b->s, unit))
        note(b, FT_OFFICERS, side, -(sv_officers[roster->rank].army_points + OFFICER));
    if (place == AT_BOX || place == AT_RESERVE || place == AT_HELD) {
        note(b, FT_RESERVE, side, roster->points);
        if (b->s->f.supply[side] >= roster->cost) note(b, FT_SUPPLY, side, roster->points);
        return;
    }
    int worth = here ? worth_of(b, unit) : 0;
    note(b, sv_infantry(b->t, unit) ? FT_FOOT : FT_ARMOUR, side, worth - roster->points);
    if (here) weigh_present(b, unit, worth);
}

static void weigh_dice(scan *b) {
    sv_losses losses;
    sv_falling(b->t, b->s, &b->v, &losses);
    for (int i = 0; i < losses.count; i++) {
        int unit = losses.unit[i], side = sv_side(unit), worth = losses.harm[i] / FINE;
        b->army[side] -= worth;
        note(b, b->v.unit[unit].infantry ? FT_FOOT : FT_ARMOUR, side, -worth);
    }
}

// ----------------------------------------------------------------------------------------- fire
typedef struct best {
    int shot[2], masked[2]; // by slot: with nobody in the way, with friends in it
    int watch, blow, charge;
} best;

// CR59: friends between the leaders would be hit first, unless they kneel.
static bool friends_between(const scan *b, int unit, int target) {
    gg_point from = b->v.unit[unit].at[0], to = b->v.unit[target].at[0];
    for (int other = sv_first_of(sv_side(unit)); other < sv_end_of(sv_side(unit)); other++)
        if (other != unit && b->v.unit[other].here && !(b->s->f.flags[other] & U_KNEEL) &&
            gg_box_near_segment(b->s->box[other], from, to, 0))
            return true;
    return false;
}

static void aim(const scan *b, const sv_line *line, int way, int unit, int target, best *out) {
    int both = 0;
    if (b->v.unit[unit].engaged || !line->seers[way]) return;
    bool masked = friends_between(b, unit, target);
    int *most = masked ? out->masked : out->shot;
    for (int slot = 0; slot < b->t->unit[unit].slots; slot++) {
        int shot = sv_salvo_worth(b->t, b->s, &b->v, line, way, unit, slot, target, false);
        if (shot > most[slot]) most[slot] = shot;
        both += shot;
    }
    if (!masked && b->v.unit[target].now && both > out->watch) out->watch = both;
}

static void close_in(const scan *b, const sv_line *line, int unit, int target, best *out) {
    const sv_glance *g = &b->v.unit[unit], *other = &b->v.unit[target];
    int reach = sv_type(b->t, unit)->move[SV_MOVE_SECOND] + CONTACT_GAP;
    int spare = reach + g->radius + other->radius - line->away;
    if (!g->infantry || spare < -CHARGED) return;
    int blow = sv_melee_worth(b->t, &b->v, unit, target, 0, 0);
    if (b->s->touch[unit] >> target & 1) {
        if (blow > out->blow) out->blow = blow;
        return;
    }
    if (spare < ABREAST) blow = blow * reach / (reach + 2 * (ABREAST - spare));
    if (blow > out->charge) out->charge = blow;
}

static bool may_fire(const scan *b, int unit, int slot) {
    bool spoiled = b->s->f.deeds & (1 << DEED_CROSS | 1 << DEED_RAPID | 1 << DEED_STRUCK);
    return unit != sv_active(b->s) || !(spoiled || b->s->f.fired >> slot & 1);
}

static void threaten(scan *b, int unit, const best *found) {
    const sv_glance *g = &b->v.unit[unit];
    int side = sv_side(unit), seen = 0, now = 0, masked = 0;
    for (int slot = 0; slot < b->t->unit[unit].slots; slot++) {
        seen += found->shot[slot];
        if (may_fire(b, unit, slot)) now += found->shot[slot] * g->now / 100;
        if (found->masked[slot] > found->shot[slot])
            masked += found->masked[slot] - found->shot[slot];
    }
    note(b, FT_SHOTS, side, now / FINE);
    note(b, FT_FIRE, side, seen / FINE);
    note(b, FT_MASKED, side, masked / FINE);
    note(b, FT_BLOWS, side, found->blow / FINE);
    if (g->valiant && !g->engaged) note(b, FT_CHARGES, side, found->charge / FINE);
    if (b->s->f.flags[unit] & U_WATCH && !g->engaged) note(b, FT_WATCH, side, found->watch / FINE);
}

static void weigh_fire(scan *b) {
    best found[UNITS] = {0};
    for (int west = 0; west < UNITS_SIDE; west++)
        for (int east = UNITS_SIDE; b->v.unit[west].here && east < UNITS; east++) {
            if (!b->v.unit[east].here) continue;
            sv_line line = sv_glimpse(b->t, &b->v, west, east);
            aim(b, &line, 0, west, east, &found[west]);
            aim(b, &line, 1, east, west, &found[east]);
            close_in(b, &line, west, east, &found[west]);
            close_in(b, &line, east, west, &found[east]);
        }
    for (int unit = 0; unit < UNITS; unit++)
        if (b->v.unit[unit].here) threaten(b, unit, &found[unit]);
}

// ------------------------------------------------------------------------------------- the round
// Command points for which there is a use: one and a half for each card, one for the unit that
// acts.
static void weigh_round(scan *b) {
    const sv_state *s = b->s;
    int active = sv_active(s);
    if (s->f.phase != PHASE_ACTIVATION) return;
    for (int side = 0; side < SEATS; side++) {
        int useful = s->f.card_count[side] * 3 / 2 + (active >= 0 && sv_side(active) == side);
        note(b, FT_POINTS, side, sv_at_most(useful, s->f.points[side]));
    }
    int west = s->f.card_count[SEAT_WEST], east = s->f.card_count[SEAT_EAST];
    if (west != east) note(b, FT_LAST, SEAT_WEST, west > east ? 1 : -1);
}

// How far the game is: rounds, and in a round the cards that are gone, played or lost.
static unsigned phase_of(const scan *b) {
    enum { PARTS_OF_ROUND = 64 };
    const sv_state *s = b->s;
    int left = s->f.card_count[SEAT_WEST] + s->f.card_count[SEAT_EAST], all = 0, part = 0;
    if (!s->f.round) return 0;
    for (int unit = 0; unit < UNITS; unit++) all += sv_exists(b->t, unit);
    if (s->f.phase == PHASE_ACTIVATION) part = (all - left) * PARTS_OF_ROUND / (all + 1);
    int done = (s->f.round - 1) * PARTS_OF_ROUND + part;
    int phase = done * GG_PHASE_END / (b->t->board.rounds * PARTS_OF_ROUND);
    return (unsigned)(phase < GG_PHASE_END ? phase : GG_PHASE_END);
}

// Scenarios that are won in the same way share weights; a player's own goes with the one that it
// is like.
static unsigned set_of(const sv_scenario *board) {
    if (board->hold_objective != SV_NONE) return WS_HOLD;
    if (board->commander_stars) return WS_COMMANDER;
    for (int i = 0; i < board->objectives; i++)
        if (board->objective[i].payments) return WS_WELLS;
    return board->width <= SMALL_BOARD ? WS_FEW : WS_MEETING;
}

void sv_features(const void *table, const void *state, gg_features *out) {
    scan b = {.t = table, .s = state, .sum = out->value};
    memset(out->value, 0, FEATURES * sizeof *out->value);
    sv_take_glance(b.t, b.s, &b.v);
    for (int unit = 0; unit < UNITS; unit++)
        if (sv_exists(b.t, unit)) weigh_unit(&b, unit);
    weigh_dice(&b);
    weigh_stars(&b);
    for (int i = 0; i < b.t->board.objectives; i++) weigh_objective(&b, i);
    weigh_fire(&b);
    weigh_round(&b);
    out->count = FEATURES;
    out->phase = (uint16_t)phase_of(&b);
    out->set = (uint8_t)set_of(&b.t->board);
}

int32_t sv_value(const void *table, const void *state, int seat) {
    gg_features features;
    sv_features(table, state, &features);
    int32_t west = gg_weigh(&sv_weights, &features);
    return seat == SEAT_WEST ? west : -west;
}
