// SPDX-License-Identifier: Apache-2.0
// Where a unit would like to stand: the lattice points that a straight leg of its leader reaches,
// ranked by what can be seen from there, who shoots back through which cover, and how near the
// objectives are. The leader stands for the unit; sight and cover are guessed from squares and rays
// (sight.c, shade.c), shots from distances in steps of 64 mm. plan() judges what it takes from the
// list, and value() has the last word.
#include "spots.h"

#include "r4_path.h"

enum {
    REACH = NEAR / 2, // lattice points that reach bits span in each direction
    STEP = 6,         // a step of distance is 64 mm
    OWN_SHOT = 130,   // per cent
    OWN_LATER = 40,   // likewise, when the move forbids to shoot
    THEIR_SHOT = 70,  // likewise
    CLOSE_BY = 40,    // mm from scenery: every point is looked at, farther away every second
    UNKNOWN = -1,
};

// Both weapons of one unit at the other, all of it in sight.
static int salvos(const sv_lookout *l, int step, int from, int to, bool covered) {
    sv_line line = {(step << STEP) + (1 << STEP) / 2, {SAMPLES, SAMPLES}, {covered, covered}};
    int sum = 0;
    line.seers[0] = l->v->unit[from].samples;
    for (int slot = 0; slot < l->t->unit[from].slots && !l->v->unit[from].engaged; slot++)
        sum += sv_salvo_worth(l->t, l->s, l->v, &line, 0, from, slot, to, false);
    return sum < INT16_MAX ? sum : INT16_MAX;
}

static inline int own_shot(const sv_lookout *l, sv_foe *f, int step, bool covered) {
    if (f->own[step][covered] == UNKNOWN)
        f->own[step][covered] = (int16_t)salvos(l, step, l->unit, f->unit, covered);
    return f->own[step][covered];
}

static inline int his_shot(const sv_lookout *l, sv_foe *f, int step, bool covered) {
    int share = l->v->unit[f->unit].now ? THEIR_SHOT : OWN_LATER;
    if (f->his[step][covered] == UNKNOWN)
        f->his[step][covered] = (int16_t)(salvos(l, step, f->unit, l->unit, covered) * share / 100);
    return f->his[step][covered];
}

// Longer side and three eighths of the shorter: within 7 per cent of the distance.
static inline int about(int dx, int dy) {
    int x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy;
    return x > y ? x + 3 * y / 8 : y + 3 * x / 8;
}

// The enemies that could shoot or be shot at if the unit came nearer by `room`.
void sv_look_out(sv_lookout *l, const sv_table *t, const sv_state *s, const sv_survey *v, int unit,
                 int room) {
    int begin = sv_side(unit) ? 0 : UNITS_SIDE;
    gg_point from = v->unit[unit].at[0];
    l->t = t;
    l->s = s;
    l->v = v;
    l->unit = unit;
    l->size = v->unit[unit].size;
    l->foes = 0;
    for (int other = begin; other < begin + UNITS_SIDE; other++) {
        const sv_glance *g = &l->v->unit[other];
        if (!g->here) continue;
        sv_foe *f = &l->foe[l->foes];
        int away = about(g->at[0].x - from.x, g->at[0].y - from.y) - room;
        *f =
            (sv_foe){.at = g->at[0], .unit = other, .size = g->size, .point = sv_lattice(g->at[0])};
        f->sight = l->size == 1 && g->size == 1 ? sv_sight_row(l->t, f->at) : NULL;
        memset(f->own, UNKNOWN, sizeof f->own);
        memset(f->his, UNKNOWN, sizeof f->his);
        int step = away > 0 ? away >> STEP : 0;
        if (own_shot(l, f, step, false) || his_shot(l, f, step, false)) l->foes++;
    }
}

static inline bool shaded(const sv_table *t, int size, int point, int ray, int away) {
    return size <= SHADES && t->shade[size - 1][point][ray] * SHADE_MM < away;
}

static int fire_at(sv_lookout *l, gg_point at, int point, int share) {
    int best = 0, suffered = 0, square = sv_sight_square(at);
    for (int i = 0; i < l->foes; i++) {
        sv_foe *f = &l->foe[i];
        if (f->sight && sv_sight_of(f->sight, square) == SIGHT_BLOCKED) continue;
        int dx = f->at.x - at.x, dy = f->at.y - at.y, away = about(dx, dy), step = away >> STEP;
        int ray = sv_ray_towards(dx, dy), back = (ray + SHADE_RAYS / 2) & (SHADE_RAYS - 1);
        int own = own_shot(l, f, step, shaded(l->t, f->size, f->point, back, away));
        if (own > best) best = own;
        suffered += his_shot(l, f, step, shaded(l->t, l->size, point, ray, away));
    }
    return best * share / 100 - suffered;
}

static void keep_best(sv_spots *p, int kind, gg_point at, int worth) {
    sv_spot *list = p->list[kind];
    int n = p->count[kind], i = n < SV_SIFTED ? n : SV_SIFTED - 1;
    if (n == SV_SIFTED && list[i].worth >= worth) return;
    for (; i > 0 && list[i - 1].worth < worth; i--) list[i] = list[i - 1];
    list[i] = (sv_spot){at, worth};
    if (n < SV_SIFTED) p->count[kind]++;
}

int sv_kind_for(const int room[MOVE_KINDS], int64_t away2, bool open) {
    if (away2 <= (int64_t)room[KIND_COMBAT] * room[KIND_COMBAT] && open) return KIND_COMBAT;
    if (away2 <= (int64_t)room[KIND_CROSS] * room[KIND_CROSS] && !open) return KIND_CROSS;
    if (away2 <= (int64_t)room[KIND_RAPID] * room[KIND_RAPID] && open) return KIND_RAPID;
    return MOVE_KINDS;
}

// Thinner where nothing changes from one point to the next.
static bool left_out(int kind, int gap, int column, int row) {
    if (kind == KIND_RAPID) return gap > CLOSE_BY ? (column | row) & 1 : (column + row) & 1;
    return gap > CLOSE_BY && (column + row) & 1;
}

static bool on_lattice(const sv_scenario *board, int column, int row) {
    return column >= 0 && row >= 0 && column * LATTICE <= board->width &&
           row * LATTICE <= board->height;
}

int sv_spot_worth(sv_lookout *l, gg_point at, int point, int kind) {
    bool foot = l->v->unit[l->unit].infantry;
    int worth = foot ? l->t->pull[point] * l->v->left * FINE / 10 : 0;
    return worth + fire_at(l, at, point, kind == KIND_COMBAT ? OWN_SHOT : OWN_LATER);
}

int sv_farthest(const int room[MOVE_KINDS]) {
    int most = 0;
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        if (room[kind] > most) most = room[kind];
    return most;
}

void sv_rank_spots(sv_lookout *l, sv_spots *p) {
    const sv_table *t = l->t;
    gg_point from = sv_at(l->s, l->s->f.leader[l->unit]);
    int class = sv_radius_class(sv_type(t, l->unit)->radius), a = sv_lattice(from);
    int room = sv_farthest(p->room);
    int span = room / LATTICE + 1 < REACH ? room / LATTICE + 1 : REACH;
    int column = a % LATTICE_COLS, row = a / LATTICE_COLS;
    memset(p->count, 0, sizeof p->count);
    for (int dy = -span; dy <= span; dy++)
        for (int dx = -span; dx <= span; dx++) {
            int point = a + dy * LATTICE_COLS + dx, bit = (dy + REACH) * NEAR + dx + REACH;
            if (!on_lattice(&t->board, column + dx, row + dy) || (!dx && !dy)) continue;
            gg_point at = {(int16_t)((column + dx) * LATTICE), (int16_t)((row + dy) * LATTICE)};
            bool open = t->reach[class][a][bit >> 6] >> (bit & 63) & 1;
            int kind = sv_kind_for(p->room, gg_dist2(from, at), open);
            if (kind == MOVE_KINDS || t->pull[point] == NO_PLACE) continue;
            if (!left_out(kind, t->scenery_gap[point], column + dx, row + dy))
                keep_best(p, kind, at, sv_spot_worth(l, at, point, kind));
        }
}
