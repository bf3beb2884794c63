// SPDX-License-Identifier: Apache-2.0
// What is drawn: figures with their markers, ghosts of a draft, cards as the viewer knows them
// (CR5, O5), reserves, losses, gauges; scenery.
#include "salvo.h"

enum { MARKER_RADIUS = 10, OBJECTIVE_RADIUS = 20, HIDDEN_PER_SURFACE = 16 };

// --------------------------------------------------------------------------------------- figures
static void show_values(const sv_table *t, const sv_state *s, int unit, int figure, gg_piece *out) {
    const sv_unit *type = sv_type(t, unit);
    if (type->type == SV_INFANTRY) {
        out->value[0] = type->morale;
        out->value[1] = type->protection;
        return;
    }
    out->value[0] = (int16_t)sv_propulsion(s, figure);
    out->value[1] = (int16_t)sv_hull(s, figure);
    out->value[2] = (int16_t)(sv_arm(s, figure, 0) + sv_arm(s, figure, 1));
}

// The unit has played its card, or nobody has one yet.
static bool has_card(const sv_state *s, int unit) {
    int side = sv_side(unit);
    for (int i = 0; i < s->f.card_count[side]; i++)
        if (sv_card(s, side, i) == unit) return true;
    return false;
}

static unsigned flags_of(const sv_state *s, int unit) {
    unsigned flags = s->f.flags[unit] & U_DISORGANISED ? GG_P_REDUCED : 0;
    bool drafted = sv_drafting(s) && gg_flow_top(&s->f.flow)->subject == unit;
    if (sv_active(s) == unit || drafted) return flags | GG_P_ACTIVE;
    if (s->f.phase == PHASE_ACTIVATION && s->f.pending != unit + 1 && !has_card(s, unit))
        flags |= GG_P_SPENT;
    return flags;
}

static gg_piece *show_base(int side, gg_point at, int radius, unsigned face, gg_view *out) {
    gg_piece *piece = gg_view_piece(out);
    piece->handle = GG_NO_HANDLE;
    piece->face = (uint16_t)face;
    piece->surface = S_BOARD;
    piece->owner = (uint8_t)side;
    piece->cell = GG_NO_CELL;
    piece->x = at.x;
    piece->y = at.y;
    piece->radius = (uint16_t)radius;
    return piece;
}

static void show_figure(const sv_table *t, const sv_state *s, int unit, int number, gg_point at,
                        unsigned flags, gg_view *out) {
    int figure = t->unit[unit].first + number;
    gg_piece *piece =
        show_base(sv_side(unit), at, sv_type(t, unit)->radius, sv_face(t, s, unit, number), out);
    piece->handle = (uint16_t)figure;
    piece->group = (uint16_t)sv_piece_of_unit(unit);
    piece->flags = (uint8_t)flags;
    show_values(t, s, unit, figure, piece);
}

// Attitudes and morale lie on the leader.
static void show_markers(const sv_state *s, int unit, gg_view *out) {
    static const struct {
        unsigned flag, face;
    } marker[] = {{U_KNEEL, F_KNEELING},
                  {U_COVER, F_COVERED},
                  {U_WATCH, F_WATCHING},
                  {U_DISORGANISED, F_SHAKEN}};
    int leader = s->f.leader[unit];
    for (unsigned i = 0; i < sizeof marker / sizeof marker[0]; i++) {
        if (!(s->f.flags[unit] & marker[i].flag)) continue;
        gg_piece *piece =
            show_base(sv_side(unit), sv_at(s, leader), MARKER_RADIUS, marker[i].face, out);
        piece->on = (uint16_t)leader;
        piece->layer = (uint8_t)(i + 1);
    }
}

static void show_unit(const sv_table *t, const sv_state *s, int unit, gg_view *out) {
    const gg_frame *top = gg_flow_top(&s->f.flow);
    unsigned ghosts = 0, flags = flags_of(s, unit);
    if (sv_drafting(s) && top->subject == unit) ghosts = (unsigned)top->arg[ARG_PLACED];
    if (s->alive[unit]) show_markers(s, unit, out); // below the figures
    for (unsigned m = s->alive[unit]; m; m &= m - 1) {
        int number = gg_bits_ctz32(m);
        show_figure(t, s, unit, number, sv_at(s, t->unit[unit].first + number), flags, out);
    }
    for (unsigned m = ghosts; m; m &= m - 1) {
        int number = gg_bits_ctz32(m);
        show_figure(t, s, unit, number, sv_where(s, t, t->unit[unit].first + number), GG_P_GHOST,
                    out);
    }
}

// ----------------------------------------------------------------------------------------- cards
static unsigned card_face(const sv_table *t, int unit) {
    static const uint8_t face[SV_TYPES] = {
        [SV_INFANTRY] = F_CARD, [SV_WALKER] = F_CARD_WALKER, [SV_VEHICLE] = F_CARD_VEHICLE};
    return face[sv_type(t, unit)->type];
}

static void show_card(const sv_table *t, const sv_state *s, int unit, unsigned surface, int cell,
                      bool hidden, gg_view *out) {
    gg_piece *piece = gg_view_piece(out);
    piece->surface = (uint8_t)surface;
    piece->owner = (uint8_t)sv_side(unit);
    piece->cell = (uint16_t)cell;
    if (hidden) {
        piece->handle =
            (uint16_t)(GG_HANDLE_HIDDEN + surface * HIDDEN_PER_SURFACE + (unsigned)cell);
        piece->face = F_CARD_BACK;
        piece->flags = GG_P_BACK;
        return;
    }
    piece->handle = piece->group = (uint16_t)sv_piece_of_unit(unit);
    piece->face = (uint16_t)card_face(t, unit);
    piece->value[0] = (int16_t)(sv_on_board(s, unit) ? sv_left(s, unit) : t->unit[unit].strength);
    piece->value[1] = t->unit[unit].cost;
    sv_faces_of(t, unit, piece->value + 2);
    if (s->f.where[unit] == AT_HELD) piece->flags = GG_P_SPENT;
}

// Units of a side at a place, in a row of their own: the order tells nothing about hidden ones.
static void show_waiting(const sv_table *t, const sv_state *s, int side, bool box, unsigned surface,
                         bool hidden, gg_view *out) {
    int cell = 0;
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) {
        int place = s->f.where[unit];
        if (box ? place == AT_BOX : place == AT_RESERVE || place == AT_HELD)
            show_card(t, s, unit, surface, cell++, hidden, out);
    }
}

// Units still to be set up wait where their cards will lie.
static void show_cards(const sv_table *t, const sv_state *s, int viewer, int side, gg_view *out) {
    unsigned row = side == SEAT_WEST ? S_CARDS_WEST : S_CARDS_EAST;
    unsigned reserve = side == SEAT_WEST ? S_RESERVE_WEST : S_RESERVE_EAST;
    bool secret = sv_hides_reserve(t, viewer, side);
    for (int i = 0; i < s->f.card_count[side]; i++)
        show_card(t, s, sv_card(s, side, i), row, i, sv_hides_row(viewer, side), out);
    show_waiting(t, s, side, true, row, secret, out);
    show_waiting(t, s, side, false, reserve, secret, out);
}

static void show_lost(const sv_table *t, const sv_state *s, int side, gg_view *out) {
    int lost = 0;
    for (int i = 0; i < t->figures[side]; i++)
        lost += (s->f.status[side * FIGURES_SIDE + i] & F_DEAD) != 0;
    if (!lost) return;
    gg_piece *piece = gg_view_piece(out);
    piece->handle = GG_NO_HANDLE;
    piece->face = F_LOST;
    piece->surface = side == SEAT_WEST ? S_LOST_WEST : S_LOST_EAST;
    piece->owner = (uint8_t)side;
    piece->value[0] = (int16_t)lost;
}

// Whose it would be if stars were counted now.
static void show_objectives(const sv_table *t, const sv_state *s, gg_view *out) {
    for (int i = 0; i < t->board.objectives; i++) {
        int holder = sv_controller(t, s, i);
        gg_piece *piece = show_base(holder < 0 ? GG_NOBODY : holder, t->board.objective[i].at,
                                    OBJECTIVE_RADIUS, F_OBJECTIVE, out);
        piece->value[0] = t->board.objective[i].stars;
    }
}

// After the last round the marker stays where it was.
static int round_shown(const sv_table *t, const sv_state *s) {
    return s->f.round < t->board.rounds ? s->f.round : t->board.rounds;
}

static void show_round(const sv_table *t, const sv_state *s, gg_view *out) {
    if (!s->f.round) return;
    gg_piece *piece = gg_view_piece(out);
    piece->handle = GG_NO_HANDLE;
    piece->face = F_ROUND;
    piece->surface = S_ROUNDS;
    piece->owner = GG_NOBODY;
    piece->cell = (uint16_t)(round_shown(t, s) - 1);
}

void sv_view(const void *table, const void *state, int viewer, gg_view *out) {
    const sv_table *t = table;
    const sv_state *s = state;
    show_objectives(t, s, out);
    for (int unit = 0; unit < UNITS; unit++)
        if (sv_exists(t, unit)) show_unit(t, s, unit, out);
    for (int side = 0; side < SEATS; side++) {
        show_cards(t, s, viewer, side, out);
        show_lost(t, s, side, out);
    }
    show_round(t, s, out);
    gg_view_gauge(out, L_G_ROUND, GG_NOBODY, round_shown(t, s), t->board.rounds);
    for (int side = 0; side < SEATS; side++) {
        unsigned owner = (unsigned)side;
        gg_view_gauge(out, L_G_STARS, owner, s->f.stars[side], t->board.star_limit[side]);
        gg_view_gauge(out, L_G_SUPPLY, owner, s->f.supply[side], 0);
        gg_view_gauge(out, L_G_POINTS, owner, s->f.points[side], 0);
        gg_view_gauge(out, L_G_CARDS, owner, s->f.card_count[side], 0);
        gg_view_gauge(out, L_G_SURVIVORS, owner, sv_surviving_points(t, s, side), 0);
    }
}

// ----------------------------------------------------------------------------------------- cells
static void show_piece(const sv_piece *piece, gg_cell *out) {
    out->face = (uint16_t)(F_WALL + piece->kind);
    out->x = (int16_t)((piece->box.x0 + piece->box.x1) / 2);
    out->y = (int16_t)((piece->box.y0 + piece->box.y1) / 2);
    out->corners = piece->corners;
    for (int i = 0; i < piece->corners; i++) {
        out->corner_x[i] = piece->corner[i].x;
        out->corner_y[i] = piece->corner[i].y;
    }
    out->tags = (uint16_t)(1U << (piece->solid ? 0 : 1) | 1U << (1 + piece->height));
}

static void show_objective(const sv_objective *objective, gg_cell *out) {
    enum { R = OBJECTIVE_RADIUS, D = OBJECTIVE_RADIUS * 7 / 10 }; // an octagon
    static const int8_t x[GG_CELL_CORNERS] = {-R, -D, 0, D, R, D, 0, -D};
    static const int8_t y[GG_CELL_CORNERS] = {0, -D, -R, -D, 0, D, R, D};
    out->face = F_OBJECTIVE;
    out->x = objective->at.x;
    out->y = objective->at.y;
    out->tags = 1U << (L_TAG_OBJECTIVE - L_TAG_SOLID);
    out->corners = GG_CELL_CORNERS;
    for (int i = 0; i < GG_CELL_CORNERS; i++) {
        out->corner_x[i] = (int16_t)(out->x + x[i]);
        out->corner_y[i] = (int16_t)(out->y + y[i]);
    }
}

static void corner(gg_cell *out, int x, int y) {
    out->corner_x[out->corners] = (int16_t)x;
    out->corner_y[out->corners++] = (int16_t)y;
}

// What lies beyond the table, for the surface is as large as the largest one.
static void show_beyond(const sv_scenario *board, gg_cell *out) {
    enum { W = SV_BOARD_MAX, H = 1000 };
    int w = board->width, h = board->height;
    if (w == W && h == H) return;
    out->corners = 0;
    corner(out, w, 0);
    corner(out, W, 0);
    corner(out, W, H);
    corner(out, 0, H);
    corner(out, 0, h);
    corner(out, w, h);
    out->x = (int16_t)((w + W) / 2);
    out->y = (int16_t)(h / 2);
}

// A band along the sides of the box but for the own edge, so that it hides nothing inside.
static void show_zone(gg_box box, int side, gg_cell *out) {
    enum { BAND = 8 };
    int from = side == SEAT_WEST ? box.x0 : box.x1, to = side == SEAT_WEST ? box.x1 : box.x0;
    int inner = side == SEAT_WEST ? to - BAND : to + BAND;
    out->face = F_ZONE;
    out->x = (int16_t)((box.x0 + box.x1) / 2);
    out->y = (int16_t)((box.y0 + box.y1) / 2);
    out->corners = 0;
    corner(out, from, box.y0);
    corner(out, to, box.y0);
    corner(out, to, box.y1);
    corner(out, from, box.y1);
    corner(out, from, box.y1 - BAND);
    corner(out, inner, box.y1 - BAND);
    corner(out, inner, box.y0 + BAND);
    corner(out, from, box.y0 + BAND);
}

// A place that this board does not have is one point, and has no name.
static void show_place(const sv_table *t, unsigned index, gg_cell *out) {
    const sv_scenario *board = &t->board;
    out->face = F_EDGE;
    out->corners = 1;
    if (index < board->pieces)
        show_piece(&board->piece[index], out);
    else if (index >= CELL_OBJECTIVE && index - CELL_OBJECTIVE < board->objectives)
        show_objective(&board->objective[index - CELL_OBJECTIVE], out);
    else if (index == CELL_EDGE)
        show_beyond(board, out);
    else if (index >= CELL_ZONE)
        show_zone(board->deploy[index - CELL_ZONE], (int)index - CELL_ZONE, out);
}

void sv_cell(const void *table, unsigned surface, unsigned index, gg_cell *out) {
    const sv_table *t = table;
    if (surface == S_BOARD) {
        show_place(t, index, out);
        return;
    }
    if (surface == S_ROUNDS) // the track is as long as the longest scenario
        out->face = index < t->board.rounds ? F_ROUND : F_EDGE;
    else
        out->face = surface < S_LOST_WEST ? F_CARD_BACK : F_LOST;
    out->x = (int16_t)index;
}
