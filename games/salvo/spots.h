// SPDX-License-Identifier: Apache-2.0
// Good places for the leader of a unit, for plan().
#ifndef GAME_SALVO_SPOTS_H
#define GAME_SALVO_SPOTS_H

#include "survey.h"

enum { SV_SIFTED = 20 };

typedef struct sv_spot {
    gg_point at;
    int worth; // of a hundredth of a star, in FINE; only to compare
} sv_spot;

// Where a straight leg may end, by the kind of move that leaves most open, best first.
typedef struct sv_spots {
    int room[MOVE_KINDS]; // mm of each kind, 0 = not allowed
    int count[MOVE_KINDS];
    sv_spot list[MOVE_KINDS][SV_SIFTED];
} sv_spots;

// What a unit sees from places near by: the enemies that matter, and shots by distance and cover,
// worked out when they are first asked for.
enum { SV_FAR_STEPS = 32 }; // of 64 mm

typedef struct sv_foe {
    gg_point at;
    int unit, size, point;
    const uint8_t *sight; // classes of the squares seen from his; NULL when nothing hides him
    int16_t own[SV_FAR_STEPS][2], his[SV_FAR_STEPS][2]; // by distance and cover of the one shot at
} sv_foe;

typedef struct sv_lookout {
    const sv_table *t;
    const sv_state *s;
    const sv_survey *v;
    int unit, size;
    int foes;
    sv_foe foe[UNITS_SIDE];
} sv_lookout;

// From where the leader stands, for moves of at most `room` mm.
void sv_look_out(sv_lookout *l, const sv_table *t, const sv_state *s, const sv_survey *v, int unit,
                 int room);
// How good a place is to end such a move on, in FINE; only to compare.
int sv_spot_worth(sv_lookout *l, gg_point at, int point, int kind);
// The kind of move that leaves most open for a leg of that length, or MOVE_KINDS.
int sv_kind_for(const int room[MOVE_KINDS], int64_t away2, bool open);

// Fills the lists; `room` is given. Scenery is looked up, figures are not.
void sv_rank_spots(sv_lookout *l, sv_spots *out);
int sv_farthest(const int room[MOVE_KINDS]); // the greatest

// One of the 32 rays of shade.c. The tangents of 5.625, 16.875, 28.125 and 39.375 degrees are 101,
// 311, 547 and 840 of 1024.
static inline int sv_ray_towards(int dx, int dy) {
    int x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy;
    bool steep = y > x;
    int high = steep ? y : x, low = (steep ? x : y) * 1024;
    int step =
        (low >= high * 101) + (low >= high * 311) + (low >= high * 547) + (low >= high * 840);
    int ray = steep ? SHADE_RAYS / 4 - step : step;
    if (dx < 0) ray = SHADE_RAYS / 2 - ray;
    return (dy < 0 ? SHADE_RAYS - ray : ray) & (SHADE_RAYS - 1);
}

// A move into contact with the enemy unit, from a draft open at MOVE without a leg; `plan` holds
// the steps so far and is completed up to the confirm. False when the leader cannot get there.
bool sv_plan_charge(const sv_table *t, const sv_state *draft, int target, gg_plan *plan);

#endif
