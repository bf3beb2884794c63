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
    int leader; // number in the unit, like every figure below
    int kind;   // KIND_
    int radius;
    int allowance, used, legs; // mm in all; of the leader's path so far
    int cohesion;              // mm
    unsigned alive, mobile, placed;
    gg_point from[SQUAD]; // where they stood
    gg_point now[SQUAD];  // where they stand for now
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
// The box a base of radius r sweeps on its way from a to b.
static inline gg_box sv_swept(gg_point a, gg_point b, int r) {
    return (gg_box){(int16_t)((a.x < b.x ? a.x : b.x) - r), (int16_t)((a.y < b.y ? a.y : b.y) - r),
                    (int16_t)((a.x > b.x ? a.x : b.x) + r), (int16_t)((a.y > b.y ? a.y : b.y) + r)};
}
// CR22: the gap that still is contact.
static inline int sv_contact_gap(void) {
    return GG_ON(CR22) ? CONTACT_GAP : 0;
}

// Both ends beyond the same edge by more than the radius: the usual case, without the full test.
static inline bool sv_apart(const sv_piece *piece, gg_point a, gg_point b, int r) {
    for (int i = 0; i < piece->corners; i++) {
        gg_point v = piece->corner[i], w = piece->corner[i + 1 < piece->corners ? i + 1 : 0];
        int64_t from = gg_orient(v, w, a), to = gg_orient(v, w, b);
        int64_t nearest = from > to ? from : to;
        if (nearest < 0 && nearest * nearest > (int64_t)r * r * gg_dist2(v, w)) return true;
    }
    return false;
}

// The lattice point nearest to a place: at most 18 mm from it.
static inline int sv_lattice(gg_point p) {
    int column = (p.x + LATTICE / 2) / LATTICE, row = (p.y + LATTICE / 2) / LATTICE;
    if (row >= LATTICE_ROWS) row = LATTICE_ROWS - 1; // off every table
    return row * LATTICE_COLS + column;
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
// Does the way of a placed figure pass over the base?
bool sv_judge_passes(const sv_judge *j, int number, const sv_disc *disc);

// ---- r4_draft.c
bool sv_judge_cohesion(const sv_judge *j, int number, gg_point at, gg_verdict *verdict);
bool sv_judge_confirm(const sv_judge *j, gg_verdict *verdict);

// ---- r4_overrun.c (O3)
void sv_overrun_count(const sv_table *t, const sv_state *s, uint8_t met[UNITS]);
bool sv_overrun(const sv_table *t, sv_state *s, int unit, const uint8_t met[UNITS],
                gg_events *events);

// ---- reach.c
int sv_radius_class(int radius);

// ---- sight.c: SIGHT_ of two places for figures of size 1, one look-up
int sv_sight_class(const sv_table *t, gg_point a, gg_point b);

#endif
