// SPDX-License-Identifier: Apache-2.0
// How far it is on foot from every lattice point to each objective, around the scenery: the
// gradient along which brains approach. Worked out once per table, on the straight legs of reach.c
// between near lattice points; a path-finder, so nothing that judges may read it.
#include "r4_path.h"

enum { STEPS = 16, HALF = NEAR / 2, QUEUE = 4096 };

static const struct {
    int8_t dx, dy;
    uint8_t mm;
} steps[STEPS] = {
    {1, 0, 25},  {0, 1, 25},   {-1, 0, 25}, {0, -1, 25},  {1, 1, 36},  {-1, 1, 36},
    {1, -1, 36}, {-1, -1, 36}, {2, 1, 56},  {2, -1, 56},  {-2, 1, 56}, {-2, -1, 56},
    {1, 2, 56},  {1, -2, 56},  {-1, 2, 56}, {-1, -2, 56},
};

typedef struct queue {
    uint16_t at[QUEUE];
    bool waits[LATTICE_POINTS];
    unsigned head, tail;
} queue;

static_assert((int)QUEUE > (int)LATTICE_POINTS, "every point waits once at most");

static void push(queue *q, int point) {
    if (q->waits[point]) return;
    q->waits[point] = true;
    q->at[q->tail++ % QUEUE] = (uint16_t)point;
}

static bool leg_open(const sv_table *t, int point, int step) {
    int bit = (steps[step].dy + HALF) * NEAR + steps[step].dx + HALF;
    return t->reach[0][point][bit >> 6] >> (bit & 63) & 1;
}

// Labels are corrected until nothing changes.
static void spread(const sv_table *t, uint16_t *way, int from) {
    queue q = {.head = 0};
    for (int i = 0; i < LATTICE_POINTS; i++) way[i] = NO_WAY;
    way[from] = 0;
    push(&q, from);
    while (q.head != q.tail) {
        int point = q.at[q.head++ % QUEUE];
        q.waits[point] = false;
        for (int i = 0; i < STEPS; i++) {
            if (!leg_open(t, point, i)) continue;
            int next = point + steps[i].dy * LATTICE_COLS + steps[i].dx;
            int mm = way[point] + steps[i].mm;
            if (mm >= way[next]) continue;
            way[next] = (uint16_t)mm;
            push(&q, next);
        }
    }
}

void sv_prepare_ways(sv_table *t) {
    memset(t->way, 0xff, sizeof t->way);
    for (int i = 0; i < t->board.objectives; i++)
        spread(t, t->way[i], sv_lattice(t->board.objective[i].at));
}
