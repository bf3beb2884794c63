// SPDX-License-Identifier: Apache-2.0
// A position at one glance: who stands where with how much, and what a fight would bring.
//
// One pass over the counters fills arrays by hex; everything else is sums over neighbours and
// bitboards. Supports are estimated, not judged: of what could reach the hex and serves whoever
// stands there, HQ of formations count in full and the others by half, since they have more combats
// to choose from (BR4).
#include "survey.h"

#include "combat.h"

enum {
    STEP_WORTH = 45,   // hundredths of a point for a step lost or inflicted; BD5b counts 50
    GROUND_WORTH = 25, // a hex cleared of the enemy
    RATIO_MAX = ODDS - 1,
};

// ---------------------------------------------------------------------------------------- prepare
static void prepare_outlook(bz_outlook *out, int column, int modifier) {
    int attacker = 0, defender[STEPS_COUNTED] = {0}, clears[STEPS_COUNTED] = {0};
    for (int die = 1; die <= 6; die++) {
        bz_result result = bz_result_of(column, die + modifier);
        attacker += result.attacker;
        for (int steps = 0; steps < STEPS_COUNTED; steps++) {
            defender[steps] += result.defender < steps ? result.defender : steps;
            clears[steps] += result.defender >= steps;
        }
    }
    out->attacker = (uint16_t)(attacker * 100 / 6);
    for (int steps = 0; steps < STEPS_COUNTED; steps++) {
        out->defender[steps] = (uint16_t)(defender[steps] * 100 / 6);
        out->clears[steps] = (uint8_t)(clears[steps] * 100 / 6);
    }
}

static void prepare_cover(bz_table *t, int hex) {
    const bz_hex *h = &bz_hexes[hex];
    const bz_town *town = &bz_towns[h->town];
    t->cover_die[hex] = (int8_t)((town->replaces ? 0 : bz_terrains[h->terrain].die) + town->die);
    t->cover_shift[hex] = (int8_t)(town->shift - (h->dominant ? 1 : 0));
}

void bz_prepare_survey(bz_table *t) {
    static const uint8_t weight[] = {32, 28, 22, 16, 12, 9, 7, 6, 5, 4, 3, 3, 2, 2, 1};
    for (int column = 0; column < ODDS; column++)
        for (int shift = 0; shift < DICE_SHIFTS; shift++)
            prepare_outlook(&t->outlook[column][shift], column, shift - DICE_SHIFT_ZERO);
    for (int hex = 0; hex < HEXES; hex++) {
        prepare_cover(t, hex);
        for (int i = 0; i < BZ_VICTORY_HEXES; i++) {
            unsigned far = (unsigned)bz_distance(hex, bz_victory_hexes[i].hex);
            t->near[hex][i] = far < sizeof weight ? weight[far] : 1;
        }
    }
}

// ----------------------------------------------------------------------------------------- survey
static int face(const bz_state *s, int piece) {
    return bz_steps(s, piece) < bz_counters[piece].steps ? BZ_REDUCED : BZ_FULL;
}

int bz_punch(const bz_state *s, int piece, bool supplied) {
    int factor = bz_counters[piece].attack[face(s, piece)];
    return supplied ? factor : factor / 2;
}

int bz_guard(const bz_state *s, int piece, bool supplied) {
    const bz_counter *c = &bz_counters[piece];
    if (c->flags & BZ_F_SUPPORTS) return 1;
    bool halved = !supplied && (c->type == BZ_ARMOUR || c->type == BZ_MECH);
    int factor = c->defence[face(s, piece)];
    return halved ? (factor + 1) / 2 : factor;
}

int bz_unit_worth(const bz_state *s, int piece) {
    const bz_counter *c = &bz_counters[piece];
    if (c->flags & BZ_F_SUPPORTS) return STEP_WORTH + 10 * c->support;
    return STEP_WORTH / 2 * bz_steps(s, piece) +
           9 * (c->attack[face(s, piece)] + c->defence[face(s, piece)]);
}

static bz_board ring(const bz_board *from) {
    bz_board out = bz_spread(from);
    for (int w = 0; w < BOARD_WORDS; w++) out.w[w] |= from->w[w];
    return out;
}

static void count(int hex, int attack, int defence, bz_survey *out) {
    out->attack[hex] = (uint8_t)(out->attack[hex] + attack);
    out->defence[hex] = (uint8_t)(out->defence[hex] + defence);
}

static void add_giver(int p, bz_survey *out) {
    const bz_counter *c = &bz_counters[p];
    bool of_formation = c->type == BZ_HQ && c->formation;
    int kin = of_formation ? c->formation : KIN_NATION + c->nation;
    out->giver[c->side][out->givers[c->side]++] =
        (bz_supporter){(uint8_t)p, c->range, c->support, (uint8_t)kin};
}

static void count_unit(const bz_state *s, int p, bz_survey *out) {
    const bz_counter *c = &bz_counters[p];
    int hex = s->f.where[p], worth = bz_unit_worth(s, p);
    bool supplied = bz_has(&out->supplied[bz_net_of(s, p)], hex);
    count(hex, bz_punch(s, p, supplied), bz_guard(s, p, supplied), out);
    out->steps[hex] = (uint8_t)(out->steps[hex] + bz_steps(s, p));
    out->worth[hex] = (uint16_t)(out->worth[hex] + worth);
    out->points[hex] = (uint8_t)(out->points[hex] + c->stack_points);
    if (c->type == BZ_HQ)
        out->staff[hex] = (uint8_t)(out->staff[hex] + (c->support + 1) / 2);
    else
        out->kin[hex] |= 1U << c->formation | 1U << (KIN_NATION + c->nation);
    if (c->flags & BZ_F_SUPPORTS && supplied) add_giver(p, out);
}

static void count_hidden(const bz_state *s, int p, bz_survey *out) {
    enum { ATTACK = 2, DEFENCE = 3, POINTS = 2, WORTH = 70 };
    int hex = s->f.where[p];
    count(hex, ATTACK, DEFENCE, out);
    out->steps[hex]++;
    out->worth[hex] = (uint16_t)(out->worth[hex] + WORTH);
    out->points[hex] = (uint8_t)(out->points[hex] + POINTS);
    out->kin[hex] |= 1U << (KIN_NATION + bz_counters[bz_top(s, hex)].nation);
}

static void count_piece(const bz_table *t, const bz_state *s, int viewer, int p, bz_survey *out) {
    if (viewer != GG_UMPIRE && !bz_sees(t, s, viewer, p))
        count_hidden(s, p, out);
    else if (bz_is_column(p))
        out->points[s->f.where[p]]++;
    else
        count_unit(s, p, out);
}

static void weigh_nearness(const bz_table *t, const bz_state *s, int side, bz_survey *out) {
    for (int w = 0; w < BOARD_WORDS; w++)
        for (uint64_t left = s->units[side].w[w] | s->columns[side].w[w]; left; left &= left - 1) {
            int hex = bz_hex_in(w, left), strength = out->attack[hex] + out->defence[hex];
            for (int i = 0; i < BZ_VICTORY_HEXES; i++)
                out->near[side][i] += strength * t->near[hex][i];
        }
}

void bz_take_survey(const bz_table *t, const bz_state *s, int viewer, bz_survey *out) {
    memset(out, 0, sizeof *out);
    bz_supply_all(t, s, out->supplied);
    for (int p = 0; p < PIECES; p++)
        if (bz_on_map(s, p)) count_piece(t, s, viewer, p, out);
    for (int side = 0; side < 2; side++) {
        weigh_nearness(t, s, side, out);
        out->within[side][0] = s->units[side];
        for (int i = 1; i <= WITHIN; i++) out->within[side][i] = ring(&out->within[side][i - 1]);
        for (int w = 0; w < BOARD_WORDS; w++)
            out->targets[side].w[w] = s->units[1 - side].w[w] & out->within[side][1].w[w];
    }
}

// ----------------------------------------------------------------------------------------- fights
int bz_objective_at(int hex) {
    for (int i = 0; bz_hexes[hex].vp && i < BZ_VICTORY_HEXES; i++)
        if (bz_victory_hexes[i].hex == hex) return i;
    return -1;
}

// By what a turn in it scores (BH16).
static int points_prize(int what) {
    return what == BZ_VP_SECONDARY ? 450 : 900;
}

int bz_prize(const bz_table *t, int objective) {
    int what = bz_victory_hexes[objective].what;
    if (bz_by_points(t)) return points_prize(what);
    return bz_victory_hexes[objective].hex == bz_at(19, 10) ? 1500 : 0;
}

int bz_factors_round(const bz_state *s, int side, int hex) {
    int sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d);
        if (from < 0 || !bz_has(&s->units[side], from)) continue;
        for (int p = bz_top(s, from); p >= 0; p = bz_below(s, p))
            if (!bz_is_column(p) && !(s->f.status[p] & ATTACKED))
                sum += bz_punch(s, p, !(s->f.status[p] & UNSUPPLIED));
    }
    return sum;
}

int bz_factors_in(const bz_table *t, const bz_state *s, int seat, int hex) {
    enum { HIDDEN = 3 };
    int sum = 0;
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))
        sum += !bz_sees(t, s, seat, p) ? HIDDEN : bz_is_column(p) ? 0 : bz_guard(s, p, true);
    return sum;
}

// BH5c: over the limit everything counts half.
static int in_crowd(const bz_survey *v, int hex, int factors) {
    return v->points[hex] > bz_hexes[hex].stack_limit ? factors / 2 : factors;
}

int bz_guard_of(const bz_survey *v, int hex) {
    bool staff = !v->kin[hex] && v->staff[hex] > v->defence[hex];
    return in_crowd(v, hex, staff ? v->staff[hex] : v->defence[hex]);
}

int bz_attack_round(const bz_survey *v, const bz_state *s, int side, int hex) {
    int sum = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d);
        if (from >= 0 && bz_has(&s->units[side], from)) sum += in_crowd(v, from, v->attack[from]);
    }
    return sum;
}

// `busy` = those that have supported in this segment do not count.
static int support(const bz_survey *v, const bz_state *s, int side, int hex, uint32_t kin,
                   int farther, bool busy) {
    int own = 0, others = 0;
    for (int i = 0; i < v->givers[side]; i++) {
        const bz_supporter *g = &v->giver[side][i];
        if (!(kin >> g->kin & 1)) continue;
        if (bz_distance(s->f.where[g->piece], hex) > g->range + farther) continue;
        if (busy && s->f.status[g->piece] & SUPPORTED) continue;
        *(g->kin < KIN_NATION ? &own : &others) += g->support;
    }
    return own + others / 2;
}

int bz_support_now(const bz_survey *v, const bz_state *s, int side, int hex) {
    return support(v, s, side, hex, v->kin[hex], 0, true);
}

int bz_support_round(const bz_survey *v, const bz_state *s, int side, int hex) {
    uint32_t kin = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d);
        if (from >= 0 && v->attack[from] && bz_has(&s->units[side], from)) kin |= v->kin[from];
    }
    return kin ? support(v, s, side, hex, kin, 1, false) : 0;
}

int bz_attack_expected(const bz_survey *v, const bz_state *s, int side, int hex) {
    int factors = bz_attack_round(v, s, side, hex);
    int more = factors ? bz_support_round(v, s, side, hex) : 0;
    return factors + (more < factors ? more : factors);
}

int bz_defence_expected(const bz_survey *v, const bz_state *s, int side, int hex) {
    return bz_guard_of(v, hex) + support(v, s, side, hex, v->kin[hex], 0, false);
}

int bz_gain_at(const bz_table *t, const bz_survey *v, int hex, int column, int die) {
    int steps = v->steps[hex] < STEPS_COUNTED ? v->steps[hex] : STEPS_COUNTED - 1;
    int objective = bz_objective_at(hex), prize = GROUND_WORTH;
    int shift = DICE_SHIFT_ZERO + die;
    shift = shift < 0 ? 0 : shift >= DICE_SHIFTS ? DICE_SHIFTS - 1 : shift;
    const bz_outlook *o = &t->outlook[column][shift];
    if (objective >= 0) prize += bz_prize(t, objective);
    int step = v->steps[hex] ? v->worth[hex] / v->steps[hex] : STEP_WORTH;
    return (o->defender[steps] * step - o->attacker * STEP_WORTH + o->clears[steps] * prize) / 100;
}

int bz_gain(const bz_table *t, const bz_survey *v, int hex, int attack, int defence) {
    int ratio = defence > 0 ? attack / defence : RATIO_MAX;
    int column = (ratio > RATIO_MAX ? RATIO_MAX : ratio) + t->cover_shift[hex];
    return bz_gain_at(t, v, hex, column < 0 ? 0 : column, t->cover_die[hex]);
}
