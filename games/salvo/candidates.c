// SPDX-License-Identifier: Apache-2.0
// Good points for a leader: what legal() and plan() propose out of the millions that check() would
// accept. Deterministic, each judged exactly, no two of them almost the same.
//
// For a leg, in the order in which room is given out:
//   objectives   the marker, or the farthest point towards it
//   contact      touching distance of the enemies in reach, on the near side or beside it
//   shelter      behind scenery, seen from the nearest enemies
//   range        where the difficulty of the nearest visible target falls by one (CR26)
//   extremes     as far as possible in eight directions
//   sight        points of the other eight directions that show a hidden enemy or hide from all
//   half-way     in the eight directions
//   more         of the other eight, and near by, while there are few
// Sight is read from the classes of squares: a hint, not a judgement.
//
// For a set-up or an entry: a grid over the zone, first where no friend stands near.
#include "r4_path.h"

enum { LISTED = 24, APART = 12, SHELTERS = 4, CONTACTS = 6, ENOUGH = 14 };

typedef struct enemy {
    gg_point at; // of its leader
    int unit, size;
    int64_t away; // squared
    int class;    // SIGHT_ from where the mover stands
} enemy;

typedef struct pool {
    sv_judge judge;
    gg_point from;
    int room; // mm left
    uint32_t count, most;
    gg_point at[LISTED];
    int enemies;
    enemy enemy[UNITS_SIDE];
} pool;

static bool crowded(const pool *p, gg_point at) {
    for (uint32_t i = 0; i < p->count; i++) {
        int dx = at.x - p->at[i].x, dy = at.y - p->at[i].y;
        if (dx < APART && dx > -APART && dy < APART && dy > -APART) return true;
    }
    return false;
}

static bool offer(pool *p, gg_point at) {
    if (p->count >= p->most || at.x < 0 || at.y < 0 || gg_point_equal(at, p->from) ||
        gg_point_equal(at, p->judge.from[p->judge.leader]) || crowded(p, at) ||
        !sv_judge_leg(&p->judge, at, NULL))
        return false;
    p->at[p->count++] = at;
    return true;
}

// So far in a direction, but with the base on the table.
static gg_point within(const pool *p, int facing, int mm) {
    const sv_scenario *board = &p->judge.t->board;
    gg_point at = sv_stride(p->from, facing, mm);
    int r = p->judge.radius, right = board->width - r, top = board->height - r;
    at.x = (int16_t)(at.x < r ? r : at.x > right ? right : at.x);
    at.y = (int16_t)(at.y < r ? r : at.y > top ? top : at.y);
    return at;
}

// The farthest legal point of a direction, in quarters of the room left.
static void offer_extreme(pool *p, int facing) {
    for (int quarter = 4; quarter > 0; quarter--)
        if (offer(p, within(p, facing, p->room * quarter / 4))) return;
}

static int towards(gg_point from, gg_point to) {
    return sv_sector(to.x - from.x, to.y - from.y);
}

static bool in_reach(const pool *p, int64_t away, int more) {
    return away <= (int64_t)(p->room + more) * (p->room + more);
}

// ------------------------------------------------------------------------------------ enemies
static void look_around(pool *p) {
    const sv_judge *j = &p->judge;
    int begin = j->side ? 0 : UNITS_SIDE;
    p->enemies = 0;
    for (int unit = begin; unit < begin + UNITS_SIDE; unit++) {
        if (!j->s->alive[unit]) continue;
        enemy e = {sv_at(j->s, j->s->f.leader[unit]), unit, sv_type(j->t, unit)->size, 0, 0};
        int at = p->enemies++;
        e.away = gg_dist2(p->from, e.at);
        e.class = sv_sight_class(j->t, p->from, e.at);
        while (at > 0 && p->enemy[at - 1].away > e.away) {
            p->enemy[at] = p->enemy[at - 1];
            at--;
        }
        p->enemy[at] = e;
    }
}

// A blocker matters only between two figures of size 1.
static bool hidden(const pool *p, const enemy *e, int class) {
    return class == SIGHT_BLOCKED && e->size == 1 && sv_type(p->judge.t, p->judge.unit)->size == 1;
}

static gg_point nearest_figure(const pool *p, int unit, int64_t *away) {
    const sv_judge *j = &p->judge;
    gg_point best = p->from;
    *away = INT64_MAX;
    for (unsigned m = j->s->alive[unit]; m; m &= m - 1) {
        gg_point at = sv_at(j->s, j->t->unit[unit].first + gg_bits_ctz32(m));
        int64_t here = gg_dist2(p->from, at);
        if (here < *away) {
            *away = here;
            best = at;
        }
    }
    return best;
}

// ------------------------------------------------------------------------------------- kinds
static void offer_objectives(pool *p) {
    const sv_scenario *board = &p->judge.t->board;
    for (int i = 0; i < board->objectives; i++) {
        gg_point at = board->objective[i].at;
        int64_t away = gg_dist2(p->from, at);
        if (in_reach(p, away, 0))
            offer(p, at);
        else if (in_reach(p, away, CONTROL_RADIUS))
            offer(p, sv_stride(p->from, towards(p->from, at), p->room));
    }
}

static void offer_contacts(pool *p) {
    const sv_judge *j = &p->judge;
    int offered = 0;
    if (j->s->f.flags[j->unit] & U_DISORGANISED) return; // CR47
    for (int i = 0; i < p->enemies && offered < CONTACTS; i++) {
        int64_t away;
        int unit = p->enemy[i].unit;
        int gap = j->radius + sv_type(j->t, unit)->radius + CONTACT_GAP / 2;
        gg_box reach = sv_grown((gg_box){p->from.x, p->from.y, p->from.x, p->from.y},
                                p->room + j->radius + CONTACT_GAP);
        if (!sv_boxes_meet(reach, j->s->box[unit])) continue;
        gg_point at = nearest_figure(p, unit, &away);
        if (!in_reach(p, away, gap)) continue;
        int facing = towards(at, p->from);
        for (int turn = -1; turn <= 1; turn++)
            offered += offer(p, sv_stride(at, (facing + turn) & (FACINGS - 1), gap));
    }
}

// Behind a piece as the two nearest enemies see it.
static void offer_shelters(pool *p) {
    const sv_judge *j = &p->judge;
    int offered = 0;
    for (int i = 0; i < j->pieces && offered < SHELTERS; i++) {
        const sv_piece *piece = &j->t->board.piece[j->piece[i]];
        gg_point middle = {(int16_t)((piece->box.x0 + piece->box.x1) / 2),
                           (int16_t)((piece->box.y0 + piece->box.y1) / 2)};
        for (int k = 0; k < 2 && k < p->enemies; k++) {
            int facing = towards(p->enemy[k].at, middle);
            gg_point at = sv_stride(j->t->shelter[j->piece[i]][facing], facing, j->radius - 15);
            offered += offer(p, at);
        }
    }
}

// CR26: the distance at which the next whole 100 mm begin.
static void offer_range(pool *p) {
    for (int i = 0; i < p->enemies; i++) {
        const enemy *e = &p->enemy[i];
        if (hidden(p, e, e->class)) continue;
        int away = (int)gg_isqrt64((uint64_t)e->away) + 1, step = (away - 1) % 100 + 2;
        if (away > 100 && step <= p->room)
            offer(p, sv_stride(p->from, towards(p->from, e->at), step));
        return;
    }
}

// 1 shows an enemy that is hidden now, -1 is hidden from all, 0 neither.
static int prospect(const pool *p, gg_point at) {
    bool safe = p->enemies > 0;
    for (int i = 0; i < p->enemies; i++) {
        const enemy *e = &p->enemy[i];
        int class = sv_sight_class(p->judge.t, at, e->at);
        if (hidden(p, e, e->class) && class == SIGHT_CLEAR) return 1;
        safe = safe && hidden(p, e, class);
    }
    return safe ? -1 : 0;
}

static bool on_board(const pool *p, gg_point at) {
    const sv_scenario *board = &p->judge.t->board;
    return at.x >= 0 && at.y >= 0 && at.x <= board->width && at.y <= board->height;
}

static void offer_prospects(pool *p) {
    for (int facing = 1; facing < FACINGS; facing += 2)
        for (int half = 2; half > 0; half--) {
            gg_point at = sv_stride(p->from, facing, p->room * half / 2);
            if (on_board(p, at) && prospect(p, at)) offer(p, at);
        }
}

// By x, then y, as actions sort.
void sv_sort_points(gg_point *at, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        gg_point moved = at[i];
        uint32_t k = i;
        while (k > 0 &&
               (at[k - 1].x > moved.x || (at[k - 1].x == moved.x && at[k - 1].y > moved.y))) {
            at[k] = at[k - 1];
            k--;
        }
        at[k] = moved;
    }
}

// In the order in which room was given out: with more room the same ones come first.
uint32_t sv_leg_points(const sv_table *t, const sv_state *s, gg_point *out, uint32_t room) {
    pool p;
    sv_judge *j = &p.judge;
    sv_judge_open(j, t, s);
    if (!sv_has(j->mobile, j->leader) || j->legs >= LEGS_MAX) return 0;
    p.from = j->now[j->leader];
    p.room = j->allowance - j->used;
    p.count = 0;
    p.most = room < LISTED ? room : LISTED;
    sv_judge_near(j, sv_grown((gg_box){p.from.x, p.from.y, p.from.x, p.from.y}, p.room));
    look_around(&p);
    offer_objectives(&p);
    offer_contacts(&p);
    offer_shelters(&p);
    offer_range(&p);
    for (int facing = 0; facing < FACINGS; facing += 2) offer_extreme(&p, facing);
    offer_prospects(&p);
    for (int facing = 0; facing < FACINGS; facing += 2) offer(&p, within(&p, facing, p.room / 2));
    for (int facing = 1; facing < FACINGS && p.count < ENOUGH; facing += 2)
        offer_extreme(&p, facing);
    for (int facing = 0; facing < FACINGS && p.count < ENOUGH; facing++)
        offer(&p, within(&p, facing, p.room / 4));
    memcpy(out, p.at, p.count * sizeof *out);
    return p.count;
}

uint32_t sv_leg_candidates(const sv_table *t, const sv_state *s, gg_point *out, uint32_t room) {
    uint32_t count = sv_leg_points(t, s, out, room);
    sv_sort_points(out, count);
    return count;
}

// ----------------------------------------------------------------------- set-up and entry
// Room for a formation: no base of a friend within its usual width.
static bool roomy(const sv_judge *j, gg_point at, int margin) {
    for (int unit = sv_first_of(j->side); unit < sv_end_of(j->side); unit++)
        if (j->s->alive[unit] &&
            sv_boxes_meet(sv_grown((gg_box){at.x, at.y, at.x, at.y}, margin), j->s->box[unit]))
            return false;
    return true;
}

static gg_box zone_of(const sv_judge *j) {
    const sv_scenario *board = &j->t->board;
    if (j->kind == KIND_SETUP) return board->deploy[j->side];
    int16_t edge = (int16_t)board->width;
    return j->side ? (gg_box){(int16_t)(edge - ENTRY_DEPTH), 0, edge, (int16_t)board->height}
                   : (gg_box){0, 0, ENTRY_DEPTH, (int16_t)board->height};
}

static uint32_t scatter(const sv_judge *j, gg_box zone, int columns, int margin, gg_point *out,
                        uint32_t room) {
    int rows = (int)room / columns, width = zone.x1 - zone.x0, height = zone.y1 - zone.y0;
    uint32_t count = 0;
    for (int column = 0; column < columns; column++)
        for (int row = 0; row < rows; row++) {
            gg_point at = {(int16_t)(zone.x0 + width * (column + 1) / (columns + 1)),
                           (int16_t)(zone.y0 + height * (2 * row + 1) / (2 * rows))};
            if (roomy(j, at, margin) && sv_judge_stand(j, j->leader, at, NULL)) out[count++] = at;
        }
    return count;
}

uint32_t sv_deploy_candidates(const sv_table *t, const sv_state *s, gg_point *out, uint32_t room) {
    sv_judge j;
    sv_judge_open(&j, t, s);
    gg_box zone = zone_of(&j);
    int columns = j.kind == KIND_SETUP ? 3 : 1;
    sv_judge_near(&j, zone);
    if (room > LISTED) room = LISTED;
    uint32_t count = 0;
    for (int margin = 4 * j.radius + CONTACT_GAP; !count && margin >= 0; margin -= 2 * j.radius)
        count = scatter(&j, zone, columns, margin, out, room);
    sv_sort_points(out, count);
    return count;
}
