// SPDX-License-Identifier: Apache-2.0
// How good a position is, in hundredths of a star, West's less East's; East sees the same number
// with the other sign.
//
//   stars        collected, and the objectives held now
//   influence    figures near each objective, the nearer the more: what will be held later
//   forces       army points on the board, less for disorder and for morale tests that are due
//   fire         the best salvo of every unit from where it stands, more when it still acts in this
//                round: so units seek targets, cover, and to be out of sight
//   melee        attacks on whom they touch, and charges on those within reach
//   overwatch    the best shot at an enemy that has still to move
//   points       command points, as long as there is a use for them
// Dice that are falling count with their mean result. Ending an activation gives up what the active
// unit could still do, and only that.
#include "survey.h"

enum {
    STAR = 100,
    HELD = 80,        // per cent of its stars: held now, to be paid at the next maintenance
    INFLUENCE = 120,  // per cent of its stars, for each payment to come
    PHANTOM = 500,    // influence that is assumed near every objective
    NEAR_FULL = 256,  // influence of a figure that counts
    FALL_OFF = 200,   // mm beyond the circle at which it is half
    LATER = 40,       // per cent: a salvo that may be repeated in rounds to come
    UNSEEN = 30,      // per cent of the shot at one who is out of sight for now
    WATCHED = 50,     // per cent of the shot that overwatch keeps ready
    WATCHFUL = 8,     // per cent of a shot at an enemy not yet in sight
    CHARGE = 45,      // per cent of a melee that is a move away
    DISORDER = 30,    // per cent of a unit's worth
    IN_RESERVE = 55,  // likewise, while not on the board
    OFFICER = 35,     // besides his army points
    POINT = 6,        // a command point that can be used
    IDLE_POINT = 1,   // and one that can not
    WATCH_RANGE = 350 // mm at which an enemy is expected to appear
};

typedef struct scales {
    const sv_table *t;
    const sv_state *s;
    sv_survey v;
    int64_t sum; // West's less East's, in FINE
} scales;

static void put(scales *b, int side, int64_t worth) {
    b->sum += side == SEAT_WEST ? worth : -worth;
}

// -------------------------------------------------------------------------------- objectives
static int counted(const scales *b, int unit, gg_point at) {
    int n = 0;
    for (unsigned m = b->s->alive[unit]; m; m &= m - 1)
        n += gg_within(sv_at(b->s, b->t->unit[unit].first + gg_bits_ctz32(m)), at, CONTROL_RADIUS);
    return n;
}

static int influence(const scales *b, int unit, gg_point at, int *held) {
    const sv_glance *g = &b->v.unit[unit];
    int away = gg_ceil_len(g->at[0].x - at.x, g->at[0].y - at.y), inside = 0;
    if (away <= CONTROL_RADIUS + COHESION) inside = counted(b, unit, at);
    *held += inside;
    int gap = away > CONTROL_RADIUS ? away - CONTROL_RADIUS : 0;
    return inside * NEAR_FULL +
           (g->left - inside) * NEAR_FULL * FALL_OFF / (FALL_OFF + gap) * 3 / 4;
}

static void weigh_objective(scales *b, int i) {
    const sv_objective *o = &b->t->board.objective[i];
    int pull[SEATS] = {0, 0}, held[SEATS] = {0, 0}, left = b->v.left, stars = o->stars;
    if (o->payments && left > o->payments - b->s->f.paid[i]) left = o->payments - b->s->f.paid[i];
    if (left <= 0) return;
    if (b->t->board.hold_objective == i) stars *= 3;
    for (int unit = 0; unit < UNITS; unit++) {
        const sv_glance *g = &b->v.unit[unit];
        if (!g->here || !g->infantry) continue;
        int *count = g->valiant ? &held[sv_side(unit)] : &(int){0};
        int more = influence(b, unit, o->at, count);
        pull[sv_side(unit)] += g->valiant ? more : more / 2;
    }
    int worth = stars * STAR * FINE;
    if (held[0] != held[1]) put(b, held[0] < held[1], worth * HELD / 100);
    b->sum += (int64_t)worth * left * INFLUENCE / 100 * (pull[0] - pull[1]) /
              (pull[0] + pull[1] + PHANTOM);
}

// ------------------------------------------------------------------------------------ forces
// Per cent of a unit that morale tests may cost it.
static int shaken(const scales *b, int unit) {
    const sv_glance *g = &b->v.unit[unit];
    int dice = gg_bits_popcount32(sv_causes(b->t, b->s, unit)), pass = ODDS;
    if (!dice) return g->valiant ? 0 : DISORDER;
    int odds = sv_odds(sv_morale_score(b->t, b->s, unit));
    for (int i = 0; i < dice; i++) pass = pass * odds / ODDS;
    return g->valiant ? DISORDER * (ODDS - pass) / ODDS : 100 * (ODDS - pass) / ODDS;
}

static int officer_worth(const scales *b, int unit) {
    const sv_roster *roster = &b->t->unit[unit];
    int worth = (sv_officers[roster->rank].army_points + OFFICER) * b->v.force / 100;
    if (unit == b->t->commander[sv_side(unit)]) worth += STAR * b->t->board.commander_stars;
    return worth * FINE;
}

static void weigh_unit(scales *b, int unit) {
    const sv_roster *roster = &b->t->unit[unit];
    int whole = roster->points * b->v.force / 100 * FINE, place = b->s->f.where[unit];
    bool officer = roster->rank && sv_officer_lives(b->t, b->s, unit);
    if (officer) put(b, sv_side(unit), officer_worth(b, unit));
    if (place == AT_BOX || place == AT_RESERVE || place == AT_HELD) {
        put(b, sv_side(unit), (int64_t)whole * IN_RESERVE / 100);
        return;
    }
    if (!b->v.unit[unit].here) return;
    int worth = b->v.unit[unit].figure_worth * b->v.unit[unit].most;
    if (!b->v.unit[unit].infantry) { // half stays until it is gone, half goes with its structure
        const sv_unit *type = sv_type(b->t, unit);
        int full = (type->hull + (type->propulsion + type->weapon_structure + 1) / 2);
        worth = worth / 2 + worth / 2 * b->v.unit[unit].most / (full * b->v.unit[unit].left);
    }
    put(b, sv_side(unit), (int64_t)worth * (100 - shaken(b, unit)) / 100);
}

// -------------------------------------------------------------------------------------- fire
typedef struct best {
    int shot[2]; // by slot
    int watch;   // at one that has still to act, both weapons
    int blow, charge;
} best;

static bool may_fire(const scales *b, int unit, int slot) {
    bool spoiled = b->s->f.deeds & (1 << DEED_CROSS | 1 << DEED_RAPID | 1 << DEED_STRUCK);
    return unit != sv_active(b->s) || !(spoiled || b->s->f.fired >> slot & 1);
}

static void aim(const scales *b, const sv_line *line, int way, int unit, int target, best *out) {
    int both = 0, share = 100;
    sv_line hope = *line;
    if (!line->seers[way] && unit != sv_active(b->s)) { // it may yet come into sight
        hope.seers[way] = b->v.unit[unit].samples;
        hope.covered[0] = hope.covered[1] = true;
        share = UNSEEN;
    }
    bool will = unit == sv_active(b->s) && b->s->f.deeds & 1 << DEED_WILL;
    if (b->v.unit[unit].engaged) return;
    for (int slot = 0; slot < b->t->unit[unit].slots; slot++) {
        int shot = sv_salvo_worth(b->t, b->s, &b->v, &hope, way, unit, slot, target, will);
        shot = shot * share / 100;
        if (shot > out->shot[slot]) out->shot[slot] = shot;
        both += shot;
    }
    if (b->v.unit[target].now && both > out->watch) out->watch = both;
}

static void close_in(const scales *b, const sv_line *line, int unit, int target, best *out) {
    const sv_glance *g = &b->v.unit[unit], *other = &b->v.unit[target];
    if (!g->infantry) return;
    if (b->s->touch[unit] >> target & 1) {
        int strikers = gg_bits_popcount32(sv_in_contact(b->t, b->s, unit, target));
        int blow = sv_melee_worth(b->t, &b->v, unit, target, strikers);
        if (blow > out->blow) out->blow = blow;
        return;
    }
    int reach = sv_type(b->t, unit)->move[SV_MOVE_SECOND] + CONTACT_GAP;
    int gap = line->away - g->radius - other->radius - reach;
    int blow = sv_melee_worth(b->t, &b->v, unit, target, 0) * CHARGE / 100;
    if (gap > 0) blow = blow * reach / (reach + 2 * gap);
    if (blow > out->charge) out->charge = blow;
}

// What a unit will do to the enemy, from its best salvo and its best melee.
static int64_t threat(const scales *b, int unit, const best *found) {
    const sv_glance *g = &b->v.unit[unit];
    bool active = unit == sv_active(b->s);
    unsigned deeds = active ? b->s->f.deeds : 0;
    int later = b->v.left > 1 ? LATER : 0, blow = found->blow, charge = found->charge;
    int64_t sum = 0;
    for (int slot = 0; slot < b->t->unit[unit].slots; slot++)
        sum += (int64_t)found->shot[slot] * (later + (may_fire(b, unit, slot) ? g->now : 0));
    sum += (int64_t)blow * (later + (deeds & 1 << DEED_STRUCK ? 0 : g->now));
    if (g->valiant && !g->engaged)
        sum += (int64_t)charge * (later + (deeds & (DID_TURN | 1 << DEED_WILL) ? 0 : g->now));
    return sum / 100;
}

static int watch_worth(const scales *b, int unit, const best *found) {
    unsigned flags = b->s->f.flags[unit];
    if (!(flags & U_WATCH) || b->v.unit[unit].engaged) return 0;
    int worth = found->watch * WATCHED / 100, begin = sv_side(unit) ? 0 : UNITS_SIDE, others = 0;
    sv_line line = {WATCH_RANGE, {SAMPLES, SAMPLES}, {false, false}};
    for (int other = begin; other < begin + UNITS_SIDE; other++) {
        if (!b->v.unit[other].here || !b->v.unit[other].now) continue;
        int hope = sv_salvo_worth(b->t, b->s, &b->v, &line, 0, unit, 0, other, false);
        if (hope > others) others = hope;
    }
    worth += others * WATCHFUL / 100;
    bool both = sv_infantry(b->t, unit) && b->t->unit[unit].slots > 1;
    return both && (flags & U_WATCH) != U_WATCH ? worth / 2 : worth;
}

static void weigh_fire(scales *b) {
    best found[UNITS] = {0};
    for (int west = 0; west < UNITS_SIDE; west++)
        for (int east = UNITS_SIDE; b->v.unit[west].here && east < UNITS; east++) {
            if (!b->v.unit[east].here) continue;
            sv_line line = sv_look(b->t, &b->v, west, east);
            aim(b, &line, 0, west, east, &found[west]);
            aim(b, &line, 1, east, west, &found[east]);
            close_in(b, &line, west, east, &found[west]);
            close_in(b, &line, east, west, &found[east]);
        }
    for (int unit = 0; unit < UNITS; unit++)
        if (b->v.unit[unit].here)
            put(b, sv_side(unit),
                threat(b, unit, &found[unit]) + watch_worth(b, unit, &found[unit]));
}

// ----------------------------------------------------------------------------- falling dice
// Expected tests (in ODDS) that a unit takes, at that score.
static void suffers(scales *b, int unit, int tests, int odds) {
    if (b->v.unit[unit].here) put(b, sv_side(unit), -sv_harm(&b->v, unit, tests, odds));
}

static int damage_odds(const scales *b, const gg_frame *salvo, int unit) {
    int penetration = sv_weapons[salvo->arg[ARG_WEAPON]].penetration;
    return sv_odds(
        sv_needed(sv_damage_margin(b->t, b->s, salvo->subject, penetration, unit, false)));
}

static void struck_by_salvo(scales *b, const gg_frame *salvo, int unit, int impacts, int save) {
    int damage = b->v.unit[unit].infantry ? 1 : sv_weapons[salvo->arg[ARG_WEAPON]].damage;
    impacts -= impacts * (save ? sv_odds(save) : 0) / ODDS;
    suffers(b, unit, impacts * damage, damage_odds(b, salvo, unit));
}

// CR29: third parties in the corridor are mostly nearer, and are hit first.
static void share_out(scales *b, const gg_frame *salvo, int hits) {
    uint8_t met[UNITS] = {0};
    int target = salvo->arg[ARG_TARGET], all = 0;
    const sv_state *s = b->s;
    for (int i = gg_bits_next(s->f.corridor, FIGURE_WORDS, 0); i >= 0;
         i = gg_bits_next(s->f.corridor, FIGURE_WORDS, i + 1), all++)
        met[b->t->unit_of[i]]++;
    int first = hits < all * ODDS ? hits : all * ODDS;
    met[target] = 0;
    for (int unit = 0; unit < UNITS; unit++) {
        int impacts = met[unit] ? first * met[unit] / all : 0;
        if (unit == target) impacts = hits - first;
        if (impacts <= 0) continue;
        int save =
            sv_save_against(b->t, s, salvo->subject, salvo->arg[ARG_WEAPON], s->f.firers, unit);
        struck_by_salvo(b, salvo, unit, impacts, save);
    }
}

static int mean_shots(const gg_frame *top) {
    int odds = sv_odds(top->arg[ARG_SCORE]), dice = top->arg[ARG_DICE];
    int failed = dice * (ODDS - odds), again = top->arg[ARG_REROLLS] * ODDS;
    return dice * odds + (again < failed ? again : failed) * odds / ODDS;
}

static void weigh_salvo(scales *b, const gg_frame *salvo, const gg_frame *top) {
    const sv_state *s = b->s;
    int odds = sv_odds(top->arg[ARG_SCORE]), unit = top->arg[ARG_UNIT];
    switch (top->node) {
    case N_SHOTS: share_out(b, salvo, mean_shots(top)); return;
    case N_REROLLS:
        share_out(b, salvo, top->arg[ARG_HITS] * ODDS + top->arg[ARG_DICE] * odds);
        return;
    case N_DAMAGE: suffers(b, unit, top->arg[ARG_DICE] * ODDS, odds); break;
    case N_LOCATIONS: suffers(b, unit, top->arg[ARG_DICE] * ODDS, ODDS); break;
    default: break;
    }
    for (int other = 0; other < UNITS; other++) {
        if (!s->f.impacts[other]) continue;
        int save = s->f.save[other];
        if (top->node == N_SAVES && other == unit) save = top->arg[ARG_SCORE];
        struck_by_salvo(b, salvo, other, s->f.impacts[other] * ODDS, save);
    }
}

static void struck_in_melee(scales *b, int striker, int unit, int hits) {
    int margin = sv_type(b->t, striker)->penetration - sv_type(b->t, unit)->protection;
    suffers(b, unit, hits, sv_odds(sv_needed(margin)));
}

static int attack_odds(const scales *b, int striker, int unit) {
    return sv_odds(sv_needed(sv_attack_margin(b->t, striker, unit)));
}

static void weigh_melee(scales *b, const gg_frame *melee, const gg_frame *top) {
    int striker = melee->subject, unit = top->arg[ARG_UNIT], odds = sv_odds(top->arg[ARG_SCORE]);
    int dice = top->arg[ARG_DICE];
    switch (top->node) {
    case N_ATTACKS: struck_in_melee(b, striker, unit, dice * odds); break;
    case N_ATTACK_REROLLS:
        struck_in_melee(b, striker, unit, top->arg[ARG_HITS] * ODDS + dice * odds);
        break;
    case N_DAMAGE: suffers(b, unit, dice * ODDS, odds); break;
    case N_LOCATIONS: suffers(b, unit, dice * ODDS, ODDS); break;
    default: break;
    }
    for (int other = 0; other < UNITS; other++)
        if (b->s->f.blows[other])
            struck_in_melee(b, striker, other,
                            b->s->f.blows[other] * attack_odds(b, striker, other));
}

static void weigh_dice(scales *b) {
    const gg_flow *flow = &b->s->f.flow;
    const gg_frame *top = gg_flow_top(flow), *below = flow->depth > 1 ? top - 1 : top;
    if (below->node == N_SALVO) weigh_salvo(b, below, top);
    if (below->node == N_MELEE) weigh_melee(b, below, top);
    if (top->node == N_MELEE) weigh_melee(b, top, top);
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

int32_t sv_value(const void *table, const void *state, int seat) {
    scales b = {.t = table, .s = state};
    sv_take_survey(b.t, b.s, &b.v);
    for (int i = 0; i < b.t->board.objectives; i++) weigh_objective(&b, i);
    for (int unit = 0; unit < UNITS; unit++)
        if (sv_exists(b.t, unit)) weigh_unit(&b, unit);
    weigh_fire(&b);
    weigh_dice(&b);
    for (int side = 0; side < SEATS; side++)
        put(&b, side, b.s->f.stars[side] * STAR * FINE + points_worth(&b, side));
    int32_t west = (int32_t)(b.sum / FINE);
    return seat == SEAT_WEST ? west : -west;
}
