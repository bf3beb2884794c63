// SPDX-License-Identifier: Apache-2.0
// Who will win: what a position is made of, as numbers that played games have given their weights
// (data/weights.txt, `grognard fit`). All are West's less East's.
//
// A captain's guess (appeal.c) says what makes a move good, and is nearly all of it; two more know
// what a captain does not: that a number of stars wins at once, and that surviving points break
// ties. Losses, leads and cards that are left have no weight of their own: in played games they
// tell who wins, which is not what tells a good move from a bad one (docs/decisions/0087, 0092).
// Everything is looked at once and cheaply, because a search asks tens of thousands of times: two
// figures stand for a unit, sight is read from squares and cover from rays. What is in the open
// only: nothing here reads the order of a row of cards or points committed in secret.
#include "survey.h"

enum {
    STAR = 100,
    SOME_ARMY = 150,   // army points that are half of everything
    FEW = 200,         // hundredths of a lead that surviving points may still turn ..
    LAST_ROUNDS = 1,   // .. when no more collections than these are to come
    SMALL_BOARD = 900, // mm: scenarios of few units
};

typedef struct scan {
    const sv_table *t;
    const sv_state *s;
    sv_survey v;
    sv_parts parts;
    int32_t *sum; // of the features
    int army[SEATS];
} scan;

static void note(scan *b, int feature, int side, int64_t amount) {
    b->sum[feature] += (int32_t)(side == SEAT_WEST ? amount : -amount);
}

static int bent(int64_t amount, int half) {
    return (int)(100 * amount / ((amount < 0 ? -amount : amount) + half));
}

// ---------------------------------------------------------------------------------------- stars
static int stars_of(const scan *b, int side) {
    return b->s->f.stars[side] - (b->s->f.penalty[side] ? b->t->board.commander_stars : 0);
}

// Nothing until they are near.
static void weigh_limit(scan *b, int side) {
    int limit = b->t->board.star_limit[side], stars = stars_of(b, side);
    if (!limit || stars <= 0) return;
    int square = 100 * stars * stars / (limit * limit);
    note(b, FT_LIMIT, side, square * square / 100);
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

// What dice that are falling may be expected to cost is gone.
static void count_armies(scan *b) {
    sv_losses losses;
    for (int unit = 0; unit < UNITS; unit++)
        if (b->v.unit[unit].here) b->army[sv_side(unit)] += worth_of(b, unit);
    sv_falling(b->t, b->s, &b->v, &losses);
    for (int i = 0; i < losses.count; i++)
        b->army[sv_side(losses.unit[i])] -= losses.harm[i] / FINE;
}

static void weigh_tie(scan *b) {
    const sv_hopes *hopes = &b->parts.hopes;
    int won = (stars_of(b, SEAT_WEST) - stars_of(b, SEAT_EAST)) * STAR;
    int lead = won + (int)((hopes->next + hopes->later) / FINE), size = lead < 0 ? -lead : lead;
    if (size >= FEW || b->v.left > LAST_ROUNDS) return;
    count_armies(b);
    b->sum[FT_TIE] = bent(b->army[0] - b->army[1], SOME_ARMY) * (FEW - size) / FEW;
}

// ------------------------------------------------------------------------------------- the whole
// A captain's guess at a glance, in hundredths of a star.
static void take_hunch(scan *b) {
    int64_t all = 0;
    sv_weigh_parts(b->t, b->s, &b->v, true, &b->parts);
    for (int i = 0; i < SV_PARTS; i++) all += b->parts.of[i];
    b->sum[FT_HUNCH] = (int32_t)(all / FINE);
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
    take_hunch(&b);
    for (int side = 0; side < SEATS; side++) weigh_limit(&b, side);
    weigh_tie(&b);
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
