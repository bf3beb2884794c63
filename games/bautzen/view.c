// SPDX-License-Identifier: Apache-2.0
// What is drawn: counters on the map as the viewer knows them (BR13), boxes, losses, gauges; the
// map's hexes; overlays.
#include "bautzen.h"

enum { HANDLES_PER_HEX = 32 };

// What holds for every counter at this moment.
typedef struct bz_moment {
    const bz_table *t;
    const bz_state *s;
    unsigned moved; // MOVED while a segment of movement lasts, else nothing
    unsigned spent; // the mark of one that has done what this segment is for
    int subject;    // the counter the decision is about, -1: other decisions have none
} bz_moment;

static bz_moment moment_of(const bz_table *t, const bz_state *s) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    bool about = top->node == N_PLACE || top->node == N_STEP || top->node == N_EXFIL;
    bool moving = s->f.segment == SEG_ALLIED_MOVE || s->f.segment == SEG_GERMAN_MOVE;
    return (bz_moment){t, s, moving ? MOVED : 0, moving ? MOVED : ATTACKED,
                       about ? top->subject : -1};
}

static inline void show_known(const bz_moment *m, int piece, bool on_map, gg_piece *out) {
    unsigned status = m->s->f.status[piece], marks = 0;
    const gg_piece *printed = &bz_printed[piece][(status & STEPS_MASK) == 1];
    *out = *printed;
    out->face = (uint16_t)(F_INFANTRY + printed->face);
    if (status <= STEPS_MASK && piece != m->subject) return; // most have nothing to tell
    if (status & m->spent) marks |= GG_P_SPENT;
    if (status & m->moved) marks |= GG_P_MOVED;
    if (status & UNSUPPLIED && on_map && !bz_is_column(piece))
        marks |= GG_P_CUT; // as fixed when the segment began
    if (status & IN_COMBAT || piece == m->subject) marks |= GG_P_ACTIVE;
    out->flags = (uint16_t)(printed->flags | marks);
}

// What lies on top is known (BR13); all that lies below it, or none.
static void show_stack(const bz_moment *m, int viewer, int hex, gg_view *out) {
    const bz_state *s = m->s;
    int top = bz_top(s, hex), second = bz_below(s, top);
    bool open = second < 0 || viewer == bz_side_of(s, second) || bz_sees(m->t, s, viewer, second);
    for (int p = top; p >= 0; p = bz_below(s, p)) {
        gg_piece *piece = gg_view_room(out);
        if (open || p == top)
            show_known(m, p, true, piece);
        else
            *piece = (gg_piece){.handle = (uint16_t)(GG_HANDLE_HIDDEN + hex * HANDLES_PER_HEX +
                                                     s->f.rank[p] % HANDLES_PER_HEX),
                                .face = F_HIDDEN,
                                .flags = GG_P_BACK,
                                .on = GG_NO_HANDLE,
                                .group = GG_NO_HANDLE};
        piece->surface = S_MAP;
        piece->owner = (uint8_t)bz_side_of(s, p);
        piece->cell = (uint16_t)hex;
        piece->layer = s->f.rank[p];
    }
}

// Counters not yet placed or entered, and the dead.
static void show_off_map(const bz_moment *m, gg_view *out) {
    const bz_state *s = m->s;
    uint16_t box[2] = {0, 0};
    for (int p = 0; p < PIECES; p++) {
        int place = s->f.where[p];
        if (place < HEXES) continue;
        bool waits = place == AT_BOX || place == AT_EDGE;
        if (!waits && (place != AT_DEAD || s->f.turn == 0 || bz_is_column(p))) continue;
        int side = bz_side_of(s, p);
        gg_piece *piece = gg_view_room(out);
        show_known(m, p, false, piece);
        piece->owner = (uint8_t)side;
        if (waits) {
            piece->surface = side == BZ_ALLIED ? S_BOX_ALLIED : S_BOX_GERMAN;
            piece->cell = box[side]++;
        } else {
            piece->surface = side == BZ_ALLIED ? S_DEAD_ALLIED : S_DEAD_GERMAN;
        }
    }
}

static void show_turn(const bz_state *s, gg_view *out) {
    if (!s->f.turn) return;
    gg_piece *piece = gg_view_piece(out);
    piece->handle = GG_NO_HANDLE;
    piece->face = F_TURN;
    piece->surface = S_TURNS;
    piece->owner = GG_NOBODY;
    piece->cell = (uint16_t)(s->f.turn - 1);
}

// Victory hexes that decide this scenario: all that are in play, in the puzzle one alone.
static bool decides(const bz_table *t, int objective) {
    int hex = bz_victory_hexes[objective].hex;
    return bz_by_points(t) ? bz_has(&t->area, hex) : hex == bz_at(19, 10);
}

// How many each side holds.
static void count_objectives(const bz_table *t, const bz_state *s, int held[SEATS]) {
    held[SEAT_ALLIED] = held[SEAT_GERMAN] = 0;
    for (int i = 0; i < BZ_VICTORY_HEXES; i++)
        if (decides(t, i))
            held[bz_german_controls(s, bz_victory_hexes[i].hex) ? SEAT_GERMAN : SEAT_ALLIED]++;
}

void bz_view(const void *table, const void *state, int viewer, gg_view *out) {
    const bz_table *t = table;
    const bz_state *s = state;
    bz_moment moment = moment_of(t, s);
    int held[SEATS];
    for (int i = 0; i < BOARD_WORDS; i++) {
        uint64_t left = s->units[0].w[i] | s->units[1].w[i] | s->columns[0].w[i];
        for (left |= s->columns[1].w[i]; left; left &= left - 1)
            show_stack(&moment, viewer, bz_hex_in(i, left), out);
    }
    show_off_map(&moment, out);
    show_turn(s, out);
    gg_view_gauge(out, L_TURN, GG_NOBODY, s->f.turn, t->last_turn);
    if (bz_by_points(t)) gg_view_gauge(out, L_POINTS, SEAT_GERMAN, s->f.points, t->ready.points);
    gg_view_gauge(out, L_AIR, SEAT_ALLIED, s->f.air_total - s->f.air_used, 3);
    count_objectives(t, s, held);
    for (int side = 0; side < SEATS; side++) {
        gg_view_gauge(out, L_COLUMNS, (unsigned)side, s->counts[side], COLUMNS_PER_SIDE);
        gg_view_gauge(out, L_OBJECTIVES, (unsigned)side, held[side],
                      held[SEAT_ALLIED] + held[SEAT_GERMAN]);
        gg_view_gauge(out, L_STEPS_LOST, (unsigned)side, s->f.steps_lost[side], 0);
    }
}

// A hex of an objective that decides here, and whether it is a primary one.
static int objective_tags(const bz_table *t, int hex) {
    for (int i = 0; i < BZ_VICTORY_HEXES; i++)
        if (bz_victory_hexes[i].hex == hex && decides(t, i))
            return bz_victory_hexes[i].what == BZ_VP_PRIMARY ? 1 << 6 : 1 << 5;
    return 0;
}

void bz_cell(const void *table, unsigned surface, unsigned index, gg_cell *out) {
    const bz_table *t = table;
    if (surface != S_MAP) {
        out->face = F_TURN;
        return;
    }
    const bz_hex *h = &bz_hexes[index];
    out->face = (uint16_t)(F_CLEAR + h->terrain);
    out->x = h->col;
    out->y = h->row;
    for (int d = 0; d < DIRECTIONS; d++)
        out->edge[d] = (uint16_t)((h->road >> d & 1) | (h->motorway >> d & 1) << 1 |
                                  (h->rail >> d & 1) << 2 | (h->river >> d & 1) << 3);
    out->tags = (uint16_t)((h->town == BZ_TOWN_VILLAGE) | (h->town == BZ_TOWN_TOWN) << 1 |
                           (h->dominant != 0) << 2 |
                           ((h->source & (BZ_SOURCE_ALLIED | BZ_SOURCE_FIFTH_GUARDS)) != 0) << 3 |
                           ((h->source & BZ_SOURCE_GERMAN) != 0) << 4 |
                           objective_tags(t, (int)index) | !bz_has(&t->area, (int)index) << 7);
}

// --------------------------------------------------------------------------------------- overlays
static void mark(gg_overlay *out, int hex, int value) {
    if (out->cells >= GG_OVERLAY_CELLS) return;
    out->value[out->cells] = (int16_t)value;
    out->cell[out->cells++] = (uint16_t)hex;
}

static void mark_board(gg_overlay *out, bz_board board) {
    for (int hex; (hex = bz_pop(&board)) >= 0;) mark(out, hex, 0);
}

static void mark_range(const bz_state *s, int piece, gg_overlay *out) {
    const bz_counter *c = &bz_counters[piece];
    if (!bz_on_map(s, piece) || !(c->flags & BZ_F_SUPPORTS)) return;
    for (int hex = 0; hex < HEXES; hex++)
        if (bz_distance(hex, s->f.where[piece]) <= c->range) mark(out, hex, 0);
}

static void mark_control(const bz_table *t, const bz_state *s, int side, gg_overlay *out) {
    for (int hex = 0; hex < HEXES; hex++)
        if (bz_has(&t->area, hex) && bz_german_controls(s, hex) == (side == BZ_GERMAN))
            mark(out, hex, 0);
}

void bz_overlay(const void *table, const void *state, int viewer, unsigned kind, unsigned about,
                gg_overlay *out) {
    const bz_table *t = table;
    const bz_state *s = state;
    out->surface = S_MAP;
    bool unit = kind == OV_REACH || kind == OV_COMMAND;
    if (unit && (about >= PIECES || !bz_sees(t, s, viewer, (int)about))) return;
    if (!unit && about >= SEATS) return;
    switch (kind) {
    case OV_REACH: // of a counter of his own: where it may end depends on his hidden stacks
        if (viewer == GG_UMPIRE || viewer == bz_side_of(s, (int)about))
            bz_reach(t, s, (int)about, out);
        break;
    case OV_ZOC: mark_board(out, s->zoc[about]); break;
    case OV_COMMAND: mark_range(s, (int)about, out); break;
    case OV_SUPPLY:
        mark_board(out, bz_supplied(t, s, about == BZ_ALLIED ? NET_ALLIED : NET_GERMAN, -1));
        break;
    default: mark_control(t, s, (int)about, out); break;
    }
}
