// SPDX-License-Identifier: Apache-2.0
// Stars that each side may expect from the objectives until the last collection.
//
// For every collection to come, and every objective, the figures are counted that will stand in the
// circle: those that stand there now, and those that have time to arrive, by rapid moves around the
// scenery or by crossing it. A unit comes to one place only, so its absent figures are shared out
// among the objectives, the nearer ones first. The side with more figures holds the objective, the
// more surely the greater the difference and the sooner the collection.
//
// The turn of the active unit counts when it has been used and not before: otherwise whatever puts
// the move off would look better than the move with its dangers.
#include "survey.h"

#include "r4_path.h"

enum {
    STAR = 100,
    TURN = 16,       // parts of a turn
    WELL_IN = 60,    // mm from the marker: most of a unit that stands so near counts
    SHAKEN = 50,     // per cent: a disorganised unit, which must rally first
    DOUBT = 24,      // sixteenths of a figure that are assumed against everybody, ..
    DOUBT_MORE = 16, // .. and more for each collection farther away
    FADING = 88,     // per cent: a collection later
    KEEP_WORTH = 3,  // stars that an objective is worth which wins the game by itself
    SETTLED = 3,     // parts of it that are sure when nobody near has still to move
    FAR = 40 * TURN,
};

typedef struct march {
    int figures, inside[SV_OBJECTIVES_MAX], turns[SV_OBJECTIVES_MAX], share[SV_OBJECTIVES_MAX];
    int acts;    // TURN: it has still to move in this round
    int certain; // per cent
} march;

static int inside(const sv_table *t, const sv_state *s, int unit, gg_point at) {
    int n = 0;
    for (unsigned m = s->alive[unit]; m; m &= m - 1)
        n += gg_within(sv_at(s, t->unit[unit].first + gg_bits_ctz32(m)), at, CONTROL_RADIUS);
    return n;
}

static int turns_to(const sv_table *t, const sv_glance *g, int unit, int objective) {
    gg_point from = g->at[0], to = t->board.objective[objective].at;
    const uint16_t *move = sv_type(t, unit)->move;
    int straight = gg_ceil_len(to.x - from.x, to.y - from.y);
    int way = t->way[objective][sv_lattice(from)];
    if (way < straight) way = straight;
    int cross = (straight - WELL_IN) * TURN / move[SV_MOVE_FIRST];
    int walk = (way - WELL_IN) * TURN / move[g->valiant ? SV_MOVE_SECOND : SV_MOVE_FIRST];
    int turns = way == NO_WAY || cross < walk ? cross : walk;
    return turns < 0 ? 0 : turns;
}

static void plan_march(const sv_table *t, const sv_state *s, const sv_survey *v, int unit,
                       march *m) {
    const sv_glance *g = &v->unit[unit];
    int sum = 0;
    m->figures = g->left;
    m->acts = g->now && unit != sv_active(s) ? TURN : 0;
    m->certain = g->valiant ? 100 : SHAKEN;
    for (int i = 0; i < t->board.objectives; i++) {
        int turns = m->turns[i] = turns_to(t, g, unit, i), far = TURN + turns;
        m->inside[i] = turns < TURN ? inside(t, s, unit, t->board.objective[i].at) : 0;
        m->share[i] = turns > FAR ? 1 : 1 + TURN * TURN * TURN * TURN / (far * far * far / TURN);
        sum += m->share[i];
    }
    for (int i = 0; i < t->board.objectives; i++) m->share[i] = m->share[i] * TURN * TURN / sum;
}

// Figures at the objective when stars are collected `later` times from now, in sixteenths. The
// farther off, the less sure that they get there.
static int present(const march *m, int objective, int later) {
    int turns = m->turns[objective], time = (later + 1) * TURN + m->acts - turns;
    int arrives = time < 0 ? 0 : time > TURN ? TURN : time;
    int absent = later || m->acts ? m->figures - m->inside[objective] : 0;
    int coming = absent * arrives * m->share[objective] / (TURN * (TURN + turns));
    return (m->inside[objective] * TURN + coming) * m->certain / 100;
}

// Can it still change the count of the next collection by moving?
static bool undecided(const march *m, int objective) {
    return m->acts && m->turns[objective] < m->acts + TURN / 2;
}

// What the collection that is `later` away brings West from the objective, less East's, in FINE.
// Once everybody near has moved, the count is the control (CR1), but for those who may yet fall.
static int64_t brings(const sv_table *t, const sv_survey *v, const march march_of[UNITS],
                      int objective, int later) {
    int side[SEATS] = {0, 0}, doubt = DOUBT + DOUBT_MORE * later;
    int64_t stars = t->board.objective[objective].stars * STAR * FINE;
    bool settled = !later;
    if (t->board.hold_objective == objective) stars *= KEEP_WORTH;
    for (int unit = 0; unit < UNITS; unit++) {
        if (!v->unit[unit].here || !v->unit[unit].infantry) continue;
        side[sv_side(unit)] += present(&march_of[unit], objective, later);
        settled = settled && !undecided(&march_of[unit], objective);
    }
    int64_t likely = stars * (side[0] - side[1]) / (side[0] + side[1] + doubt);
    if (!settled || side[0] == side[1]) return likely;
    return (likely + (side[0] > side[1] ? stars : -stars) * SETTLED) / (SETTLED + 1);
}

static int collections_of(const sv_table *t, const sv_state *s, const sv_survey *v, int objective) {
    const sv_objective *o = &t->board.objective[objective];
    int more = o->payments - s->f.paid[objective];
    return o->payments && v->left > more ? more : v->left;
}

void sv_hope(const sv_table *t, const sv_state *s, const sv_survey *v, int looks, sv_hopes *out) {
    march march_of[UNITS];
    *out = (sv_hopes){0, 0};
    for (int unit = 0; unit < UNITS; unit++)
        if (v->unit[unit].here && v->unit[unit].infantry)
            plan_march(t, s, v, unit, &march_of[unit]);
    for (int i = 0; i < t->board.objectives; i++) {
        int left = collections_of(t, s, v, i), weight = 100;
        int64_t worth = 0;
        for (int later = 0; later < left; later++, weight = weight * FADING / 100) {
            if (later < looks) worth = brings(t, v, march_of, i, later);
            *(later ? &out->later : &out->next) += worth * weight / 100;
        }
    }
}
