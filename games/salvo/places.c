// SPDX-License-Identifier: Apache-2.0
// Where a unit would like to stand: every lattice point that a straight leg of its leader reaches,
// ranked by what can be seen from there, who shoots back through which cover, and how near the
// objectives are. The leader stands for the unit; plan() judges what it takes from the list, and
// value() has the last word.
#include "places.h"

#include "r4_path.h"

enum {
    REACH = NEAR / 2, // lattice points that reach bits span in each direction
    APART = 30,       // mm between two places of the list
    OWN_SHOT = 130,   // per cent
    OWN_LATER = 40,   // likewise, when the move forbids to shoot
    THEIR_SHOT = 70,  // likewise
    PULL = 60,        // hundredths of a star for a full unit on an objective, for each payment
    ON_IT = 80,       // hundredths more within the circle
    SQUARE = 70,      // mm: well within the circle, with room for the others
};

typedef struct lookout {
    const sv_table *t;
    const sv_state *s;
    const sv_survey *v;
    int unit, kind;
    int others;
    int other[UNITS_SIDE];
} lookout;

// Of the unit at `at` and an enemy; both all there.
static sv_line line_from(const lookout *l, gg_point at, int other) {
    const sv_glance *g = &l->v->unit[l->unit], *o = &l->v->unit[other];
    sv_line line = {gg_ceil_len(o->at[0].x - at.x, o->at[0].y - at.y), {0, 0}, {0, 0}};
    if (!sv_sees(l->t, at, g->size, o->at[0], o->size)) return line;
    line.seers[0] = g->samples;
    line.seers[1] = o->samples;
    line.covered[0] = sv_covered(l->t, o->at[0], at, g->size);
    line.covered[1] = sv_covered(l->t, at, o->at[0], o->size);
    return line;
}

static int fire_at(const lookout *l, gg_point at) {
    int best[2] = {0, 0}, suffered = 0;
    for (int i = 0; i < l->others; i++) {
        int other = l->other[i], shot = 0;
        sv_line line = line_from(l, at, other);
        if (!line.seers[0]) continue;
        for (int slot = 0; slot < l->t->unit[l->unit].slots; slot++) {
            int own = sv_salvo_worth(l->t, l->s, l->v, &line, 0, l->unit, slot, other, false);
            if (own > best[slot]) best[slot] = own;
        }
        for (int slot = 0; slot < l->t->unit[other].slots && !l->v->unit[other].engaged; slot++)
            shot += sv_salvo_worth(l->t, l->s, l->v, &line, 1, other, slot, l->unit, false);
        suffered += shot * (l->v->unit[other].now ? THEIR_SHOT : OWN_LATER) / 100;
    }
    int share = l->kind == KIND_COMBAT ? OWN_SHOT : OWN_LATER;
    return (best[0] + best[1]) * share / 100 - suffered;
}

static int pull_of(const lookout *l, gg_point at) {
    int sum = 0, point = sv_lattice(at), move = sv_type(l->t, l->unit)->move[SV_MOVE_SECOND];
    if (!l->v->unit[l->unit].infantry) return 0;
    for (int i = 0; i < l->t->board.objectives; i++) {
        const sv_objective *o = &l->t->board.objective[i];
        int away = gg_ceil_len(o->at.x - at.x, o->at.y - at.y), way = l->t->way[i][point];
        if (way == NO_WAY || way < away) way = away;
        int gap = away > SQUARE ? way - SQUARE : 0;
        sum += o->stars * (PULL * l->v->left * move / (move + 2 * gap) + (gap ? 0 : ON_IT));
    }
    return sum * FINE;
}

static bool crowded(const sv_place *list, int n, gg_point at) {
    for (int i = 0; i < n; i++)
        if (gg_within(list[i].at, at, APART)) return true;
    return false;
}

static int insert(sv_place *list, int n, int most, sv_place place) {
    int at = n < most ? n : most - 1;
    if (n == most && list[at].worth >= place.worth) return n;
    for (; at > 0 && list[at - 1].worth < place.worth; at--) list[at] = list[at - 1];
    list[at] = place;
    return n < most ? n + 1 : n;
}

// Keeps the best that the leader may go to, and of neighbours the better.
static int thin(const sv_judge *j, sv_place *list, int n, int most) {
    int kept = 0;
    for (int i = 0; i < n && kept < most; i++)
        if (!crowded(list, kept, list[i].at) && sv_judge_leg(j, list[i].at, NULL))
            list[kept++] = list[i];
    return kept;
}

// A crossing goes anywhere, the other moves where no scenery is touched.
static bool open_leg(const lookout *l, int class, int from, int bit) {
    return l->kind == KIND_CROSS || l->t->reach[class][from][bit >> 6] >> (bit & 63) & 1;
}

int sv_good_places(const sv_table *t, const sv_state *draft, const sv_survey *v, sv_place *out,
                   int most) {
    const gg_frame *frame = gg_flow_top(&draft->f.flow);
    int unit = frame->subject, kind = frame->arg[ARG_KIND], n = 0;
    lookout l = {t, draft, v, unit, kind, 0, {0}};
    sv_judge j;
    sv_place all[4 * SV_PLACES_MAX];
    gg_point from = sv_at(draft, draft->f.leader[unit]);
    int class = sv_radius_class(sv_type(t, unit)->radius), a = sv_lattice(from);
    int room = sv_allowance(t, draft, unit, kind), begin = sv_side(unit) ? 0 : UNITS_SIDE;
    for (int other = begin; other < begin + UNITS_SIDE; other++)
        if (v->unit[other].here) l.other[l.others++] = other;
    for (int bit = 0; bit < NEAR * NEAR; bit++) {
        if (!open_leg(&l, class, a, bit)) continue;
        int column = a % LATTICE_COLS + bit % NEAR - REACH,
            row = a / LATTICE_COLS + bit / NEAR - REACH;
        gg_point at = {(int16_t)(column * LATTICE), (int16_t)(row * LATTICE)};
        if (column < 0 || row < 0 || at.x > t->board.width || at.y > t->board.height) continue;
        if (!gg_within(from, at, room) || gg_point_equal(from, at)) continue;
        n = insert(all, n, 4 * SV_PLACES_MAX, (sv_place){at, fire_at(&l, at) + pull_of(&l, at)});
    }
    sv_judge_open(&j, t, draft);
    sv_judge_near(&j, sv_grown((gg_box){from.x, from.y, from.x, from.y}, room));
    if (most > SV_PLACES_MAX) most = SV_PLACES_MAX;
    n = thin(&j, all, n, most);
    memcpy(out, all, (size_t)n * sizeof *out);
    return n;
}
