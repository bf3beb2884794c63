// SPDX-License-Identifier: Apache-2.0
// Hints for ranking places, worked out once per table on the lattice of 25 mm: how far it is to the
// nearest scenery in each of 32 directions, and how strongly the objectives pull. A ray stands for
// every line of its sector, so whoever reads them guesses; nothing that judges may read them.
#include "spots.h"

#include "r4_path.h"

enum {
    QUARTER = SHADE_RAYS / 4,
    FULL = 1024,   // length of a direction
    PULL = 600,    // of an objective of one star, where a unit stands on it
    STRIDE = 180,  // mm: the pull is half when it is half of this away
    ON_IT = 200,   // more, within the circle
    BASE = 15,     // mm: where such a base stands on a solid piece nobody does
    SQUARE = 70,   // mm: well within the circle, with room for the others
    FAR = 0x10000, // mm
};

static const int16_t sine[QUARTER + 1] = {0, 200, 392, 569, 724, 851, 946, 1004, 1024};

static int sine_of(int ray) {
    int at = ray & (SHADE_RAYS / 2 - 1);
    int value = sine[at <= QUARTER ? at : SHADE_RAYS / 2 - at];
    return ray & (SHADE_RAYS / 2) ? -value : value;
}

static int cross(int ax, int ay, int bx, int by) {
    return ax * by - ay * bx;
}

// mm from the point along the ray to the edge v - w; FAR when it does not meet it.
static int to_edge(gg_point at, int dx, int dy, gg_point v, gg_point w) {
    int ex = w.x - v.x, ey = w.y - v.y, vx = v.x - at.x, vy = v.y - at.y;
    int turn = cross(dx, dy, ex, ey), along = cross(vx, vy, dx, dy);
    int64_t away = (int64_t)cross(vx, vy, ex, ey) * FULL;
    if (turn < 0) {
        turn = -turn;
        along = -along;
        away = -away;
    }
    return turn == 0 || along < 0 || along > turn || away < 0 ? FAR : (int)(away / turn);
}

static int to_piece(const sv_piece *piece, gg_point at, int dx, int dy) {
    int least = FAR;
    for (int i = 0; i < piece->corners; i++) {
        int mm = to_edge(at, dx, dy, piece->corner[i],
                         piece->corner[i + 1 < piece->corners ? i + 1 : 0]);
        if (mm < least) least = mm;
    }
    return least;
}

// Does the line of the ray miss the circle around the box of the piece?
static bool beside(const sv_piece *piece, gg_point at, int dx, int dy) {
    int w = piece->box.x1 - piece->box.x0, h = piece->box.y1 - piece->box.y0;
    int turn = cross((piece->box.x0 + piece->box.x1) / 2 - at.x,
                     (piece->box.y0 + piece->box.y1) / 2 - at.y, dx, dy);
    int64_t near = (int64_t)FULL * FULL * (w * w + h * h + 4) / 3; // a little more than a quarter
    return (int64_t)turn * turn > near;
}

static void look_along(sv_table *t, int point, gg_point at, int ray) {
    int least[SHADES] = {FAR, FAR}, dx = sine_of(ray + QUARTER), dy = sine_of(ray);
    for (int i = 0; i < t->board.pieces; i++) {
        const sv_piece *piece = &t->board.piece[i];
        int mm = beside(piece, at, dx, dy) ? FAR : to_piece(piece, at, dx, dy);
        for (int shade = 0; shade < SHADES; shade++)
            if (piece->height > shade && mm < least[shade]) least[shade] = mm;
    }
    for (int shade = 0; shade < SHADES; shade++) {
        int step = least[shade] / SHADE_MM;
        t->shade[shade][point][ray] = (uint8_t)(step < NO_SHADE ? step : NO_SHADE);
    }
}

static bool on_solid(const sv_table *t, gg_point at) {
    for (int i = 0; i < t->board.pieces; i++) {
        const sv_piece *piece = &t->board.piece[i];
        if (piece->solid && gg_box_near_segment(piece->box, at, at, BASE) &&
            gg_polygon_reach(at, BASE, piece->corner, piece->corners) < 0)
            return true;
    }
    return false;
}

static int pull_at(const sv_table *t, int point, gg_point at) {
    int sum = 0;
    if (on_solid(t, at)) return NO_PLACE;
    for (int i = 0; i < t->board.objectives; i++) {
        const sv_objective *o = &t->board.objective[i];
        int away = gg_ceil_len(o->at.x - at.x, o->at.y - at.y), way = t->way[i][point];
        if (way == NO_WAY || way < away) way = away;
        int gap = away > SQUARE ? way - SQUARE : 0;
        sum += o->stars * (PULL * STRIDE / (STRIDE + 2 * gap) + (gap ? 0 : ON_IT));
    }
    return sum;
}

void sv_prepare_shade(sv_table *t) {
    int columns = t->board.width / LATTICE + 1, rows = t->board.height / LATTICE + 1;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int point = row * LATTICE_COLS + column;
            gg_point at = {(int16_t)(column * LATTICE), (int16_t)(row * LATTICE)};
            t->pull[point] = (uint16_t)pull_at(t, point, at);
            for (int ray = 0; ray < SHADE_RAYS; ray++) look_along(t, point, at, ray);
        }
}
