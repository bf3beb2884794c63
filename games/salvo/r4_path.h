// SPDX-License-Identifier: Apache-2.0
// What the files of chapter 4 share: one judge, opened once for a list or a question, that holds
// the unit of the draft, where its figures stand for now, and the few neighbours that can matter.
//
// All places of a list lie in one small area. Sorting out once what is near it (pieces of scenery,
// figures that bar the way, figures one may not end on) makes each of the tens of places tried
// afterwards a matter of two or three exact tests.
#ifndef GAME_SALVO_R4_PATH_H
#define GAME_SALVO_R4_PATH_H

#include "salvo.h"

typedef struct sv_disc {
    gg_point at;
    int16_t radius, figure;
} sv_disc;

typedef struct sv_judge {
    const sv_table *t;
    const sv_state *s;
    int unit, first, side;
    int leader;                // number in the unit, like every figure below
    int kind;                  // KIND_
    int radius, class;         // of the bases, and its radius class
    int allowance, used, legs; // mm in all; of the leader's path so far
    int cohesion;              // mm
    unsigned alive, mobile, placed;
    unsigned rooted;        // stand in scenery that only a crossing leaves (CR18)
    gg_point from[SQUAD];   // where they stood
    gg_point now[SQUAD];    // where they stand for now
    gg_point way[LEGS_MAX]; // the leader's legs so far
    // Radius classes whose legs stay open for places within 17 and 15 mm of lattice points; RADII:
    // there is none.
    int wide, wide_near;
    // By row and column of the lattice, where others may be met; NULL: unknown.
    const uint64_t *taken;
    int pieces, walls, others;
    uint8_t piece[SV_PIECES_MAX];
    sv_disc wall[FIGURES];  // enemies and vehicles: bar the way (CR21)
    sv_disc other[FIGURES]; // friendly infantry: only not stood upon
} sv_judge;

// Sixteen directions, lengths of 1024, from +x towards +y.
extern const gg_point sv_direction[FACINGS];
int sv_sector(int dx, int dy); // the nearest of them

static inline bool sv_moving(const sv_judge *j) {
    return j->kind < MOVE_KINDS;
}
static inline bool sv_has(unsigned mask, int number) {
    return mask >> number & 1;
}
// Who goes with the leader.
static inline unsigned sv_followers(const sv_judge *j) {
    return j->mobile & ~j->rooted & ~(1U << j->leader);
}
static inline gg_point sv_shifted(gg_point p, int dx, int dy) {
    return (gg_point){(int16_t)(p.x + dx), (int16_t)(p.y + dy)};
}
// `mm` from p in one of the sixteen directions, never farther.
static inline gg_point sv_stride(gg_point p, int facing, int mm) {
    return sv_shifted(p, sv_direction[facing].x * mm / 1024, sv_direction[facing].y * mm / 1024);
}
static inline gg_box sv_grown(gg_box box, int mm) {
    return (gg_box){(int16_t)(box.x0 - mm), (int16_t)(box.y0 - mm), (int16_t)(box.x1 + mm),
                    (int16_t)(box.y1 + mm)};
}
static inline bool sv_boxes_meet(gg_box a, gg_box b) {
    return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}
static inline gg_box sv_box_of_both(gg_box a, gg_box b) {
    return (gg_box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0, a.x1 > b.x1 ? a.x1 : b.x1,
                    a.y1 > b.y1 ? a.y1 : b.y1};
}
// The box a base of radius r sweeps on its way from a to b.
static inline gg_box sv_swept(gg_point a, gg_point b, int r) {
    return (gg_box){(int16_t)((a.x < b.x ? a.x : b.x) - r), (int16_t)((a.y < b.y ? a.y : b.y) - r),
                    (int16_t)((a.x > b.x ? a.x : b.x) + r), (int16_t)((a.y > b.y ? a.y : b.y) + r)};
}

// A base of that radius class that goes straight from a to b, and a piece: 1 surely apart (a line
// along an edge or along the way parts them by more than the radius), -1 surely touching (the way
// crosses the piece), 0 close to an edge or a corner: only the full test can tell.
static inline int sv_quick_reach(const sv_table *t, int piece, gg_point a, gg_point b, int class,
                                 int r) {
    const gg_point *v = t->board.piece[piece].corner;
    int corners = t->board.piece[piece].corners, low = INT32_MAX, high = INT32_MIN;
    int dx = b.x - a.x, dy = b.y - a.y;
    bool crosses = true;
    for (int i = 0; i < corners; i++) {
        const sv_edge *edge = &t->edge[piece][i];
        int from = a.x * edge->nx + a.y * edge->ny, to = b.x * edge->nx + b.y * edge->ny;
        int nearest = (from > to ? from : to) + edge->c;
        int turn = dx * (v[i].y - a.y) - dy * (v[i].x - a.x);
        if (nearest < -edge->away[class]) return 1;
        crosses = crosses && nearest > 0;
        if (turn < low) low = turn;
        if (turn > high) high = turn;
    }
    int64_t aside = low > 0 ? low : high < 0 ? -(int64_t)high : 0;
    if (aside && aside * aside > (int64_t)r * r * gg_dist2(a, b)) return 1;
    return crosses && low < 0 && high > 0 ? -1 : 0;
}

// The lattice point nearest to a place: at most 18 mm from it.
static inline int sv_lattice(gg_point p) {
    int column = (p.x + LATTICE / 2) / LATTICE, row = (p.y + LATTICE / 2) / LATTICE;
    if (row >= LATTICE_ROWS) row = LATTICE_ROWS - 1; // off every table
    return row * LATTICE_COLS + column;
}

// Is the straight way surely clear of scenery? With each end within d of its lattice point, every
// place between them is within d of the leg between the two: when a base wider by more than that
// passes there, this one does. False tells nothing; the exact test decides.
static inline bool sv_open_ground(const sv_judge *j, gg_point a, gg_point b) {
    enum { HALF = NEAR / 2, ROUND = LATTICE / 2, NEARER = 15 };
    int column = (a.x + ROUND) / LATTICE, row = (a.y + ROUND) / LATTICE;
    int to_column = (b.x + ROUND) / LATTICE, to_row = (b.y + ROUND) / LATTICE;
    int dx = to_column - column, dy = to_row - row, bit = (dy + HALF) * NEAR + dx + HALF;
    if ((unsigned)column >= LATTICE_COLS || (unsigned)row >= LATTICE_ROWS ||
        (unsigned)(dx + HALF) >= NEAR || (unsigned)(dy + HALF) >= NEAR)
        return false;
    int ax = a.x - column * LATTICE, ay = a.y - row * LATTICE;
    int bx = b.x - to_column * LATTICE, by = b.y - to_row * LATTICE;
    bool near = ax * ax + ay * ay < NEARER * NEARER && bx * bx + by * by < NEARER * NEARER;
    int class = near ? j->wide_near : j->wide;
    return class < RADII &&
           j->t->reach[class][row * LATTICE_COLS + column][bit >> 6] >> (bit & 63) & 1;
}

// Surely nobody else's base near: a place within 17 mm of a lattice point that is not taken.
static inline bool sv_nobody_near(const sv_judge *j, gg_point to) {
    int column = (to.x + LATTICE / 2) / LATTICE, row = (to.y + LATTICE / 2) / LATTICE;
    return j->taken && (unsigned)row < LATTICE_ROWS && (unsigned)column < LATTICE_COLS &&
           !(j->taken[row] >> column & 1);
}

// ---- r4_path.c
void sv_judge_open(sv_judge *j, const sv_table *t, const sv_state *s);
void sv_judge_near(sv_judge *j, gg_box centres); // neighbours of all bases centred in the box
// The leader's next leg; length, scenery, figures.
bool sv_judge_leg(const sv_judge *j, gg_point to, gg_verdict *verdict);
// May a base stand there at all? Everything but the way to it.
bool sv_judge_stand(const sv_judge *j, int number, gg_point to, gg_verdict *verdict);
// The way of a follower (CH7c); at DEPLOY there is none.
bool sv_judge_way(const sv_judge *j, int number, gg_point to, gg_verdict *verdict);
// Likewise, for many places of one figure: *room is SV_ROOM_UNKNOWN at first and keeps what is left
// to it at the end of the leader's way.
enum { SV_ROOM_UNKNOWN = -2 };
bool sv_judge_way_to(const sv_judge *j, int number, gg_point to, int *room, gg_verdict *verdict);
// Does the way of a placed figure pass over the base?
bool sv_judge_passes(const sv_judge *j, int number, const sv_disc *disc);

// ---- r4_formation.c: on a judge whose leader has gone where the unit is to form
void sv_judge_forming(sv_judge *j);          // collects the neighbours anew
bool sv_judge_shape(sv_judge *j, int shape); // does it fit, with the usual facing?
gg_action sv_usual_form(const sv_judge *j, int shape);
// Everybody can move, and may keep his place from the leader wherever there is room: nobody is out
// of cohesion, on another, or disorganised.
bool sv_judge_steady(const sv_judge *j);
// Drops the ends of legs at which the unit could not form up in one of the first shapes; the number
// left.
uint32_t sv_legs_that_form(const sv_table *t, const sv_state *s, int shapes, gg_point *at,
                           uint32_t n);

// ---- r4_draft.c
bool sv_judge_cohesion(const sv_judge *j, int number, gg_point at, gg_verdict *verdict);
bool sv_judge_confirm(const sv_judge *j, gg_verdict *verdict);

// ---- r4_overrun.c (O3)
void sv_overrun_count(const sv_table *t, const sv_state *s, uint8_t met[UNITS]);
bool sv_overrun(const sv_table *t, sv_state *s, int unit, const uint8_t met[UNITS],
                gg_events *events);

// ---- reach.c
int sv_radius_class(int radius);
int sv_class_radius(int class);
int sv_wide_class(int radius); // of bases at least so wide; RADII when there is none

// ---- sight.c: SIGHT_ of two places for figures of size 1, one look-up
int sv_sight_class(const sv_table *t, gg_point a, gg_point b);
// The same for many places seen from one.
static inline int sv_sight_square(gg_point p) {
    int column = p.x / GRID, row = p.y / GRID;
    if (row >= GRID_ROWS) row = GRID_ROWS - 1; // off every table
    return row * GRID_COLS + column;
}
static inline const uint8_t *sv_sight_row(const sv_table *t, gg_point from) {
    return t->sight[sv_sight_square(from)];
}
static inline int sv_sight_of(const uint8_t *row, int square) {
    return row[square >> 2] >> 2 * (square & 3) & 3;
}

#endif
