// SPDX-License-Identifier: Apache-2.0
// What is drawn: the battlefield as a sheet of boxes, cards as the viewer knows them (AD17, AD20),
// hands, piles, gauges; overlays.
//
// Nobody sees more than co_sees() allows: a card the viewer cannot tell is a back with a number
// made from its place, and what lies under it does not exist for him (AD17). While openings are
// chosen the enemy's cards all lie in his deck (AD9).
#include "air.h"

enum { BACKS_PER_PLACE = 64 }; // handles of hidden cards: place, seat, and how many before it

// --------------------------------------------------------------------------------------- one card
static int16_t power(int printed) {
    return printed == CO_NONE ? GG_NO_VALUE : (int16_t)printed;
}

static void show_values(const co_table *t, const co_state *s, int piece, gg_piece *out) {
    const co_card *card = co_printed(t, piece);
    int16_t left = (int16_t)(card->hp - s->f.damage[piece]);
    out->value[0] = card->def;
    out->value[1] = power(card->sfp);
    out->value[2] = power(card->hfp);
    out->value[3] = left;
    switch (card->cls) {
    case CO_AAG:
    case CO_FB:
        out->value[1] = power(card->air);
        out->value[2] = power(card->cls == CO_FB ? card->hfp : card->sfp);
        break;
    case CO_BTY:
    case CO_HB:
        out->value[1] = power(card->bfp);
        out->value[2] = card->cls == CO_BTY ? card->rng : card->area;
        break;
    case CO_ORD:
        out->value[0] = power(card->sfp);
        out->value[1] = power(card->hfp);
        out->value[2] = out->value[3] = 0;
        break;
    case CO_FORT:
        out->value[1] = card->cover;
        out->value[2] = left;
        out->value[3] = 0;
        break;
    case CO_OBS:
    case CO_ATTACH:
    case CO_EVENT: memset(out->value, 0, sizeof out->value); break;
    default: break;
    }
    out->value[4] = card->cost;
}

// What the frames on top are about: the cards somebody is deciding on or dice fall for.
static bool is_subject(const co_state *s, int piece) {
    for (unsigned depth = 1; depth < s->f.flow.depth; depth++) {
        const gg_frame *frame = &s->f.flow.frame[depth];
        if (frame->node == N_FLIGHT || frame->node == N_INTERCEPT || frame->node == N_SALLY ||
            frame->node == N_JETTISON || frame->node == N_ESCORT || frame->node == N_AA) {
            if (s->f.group[piece] && s->f.group[piece] == frame->subject &&
                co_owner(piece) == s->f.active && co_is_air(s->f.where[piece]))
                return true;
        } else if (frame->node == N_RETREAT) {
            if (co_owner(piece) == frame->seat && s->f.where[piece] == frame->arg[0]) return true;
        } else if (frame->node != N_ASSAULT && frame->node != N_STORM && frame->subject == piece) {
            return true;
        }
    }
    return false;
}

// AR6: the attack of its group is over, whether it has struck or not.
static bool came_too_late(const co_state *s, int piece) {
    int group = s->f.group[piece];
    return s->f.phase == PHASE_BOMBARD && co_owner(piece) == s->f.active && group &&
           s->f.quarry[group - 1] == QUARRY_OVER;
}

static bool is_spent(const co_state *s, int piece) {
    bool acting = s->f.phase == PHASE_AIR || s->f.phase == PHASE_MANOEUVRE;
    const uint64_t *done = s->f.phase == PHASE_RECON     ? s->f.scouted
                           : s->f.phase == PHASE_BOMBARD ? s->f.struck
                           : acting                      ? s->f.acted
                                                         : s->f.engaged;
    bool own_turn = co_owner(piece) == s->f.active;
    return (own_turn && co_in(done, piece)) || co_in(s->f.engaged, piece) ||
           came_too_late(s, piece);
}

// Its owner may look. On the airfield everything is (AD20): nothing to be told.
static bool is_face_down(const co_state *s, int piece) {
    return s->f.where[piece] < GROUND_PLACES && !co_in(s->f.spotted, piece);
}

static void show_flags(const co_state *s, int piece, gg_piece *out) {
    if (s->f.where[piece] == DECK && s->f.flow.frame[0].node != N_OPENING) out->flags |= GG_P_BACK;
    if (s->f.where[piece] >= BOARD_PLACES) return;
    if (is_face_down(s, piece)) out->flags |= GG_P_BACK;
    if (s->f.damage[piece]) out->flags |= GG_P_REDUCED;
    if (is_spent(s, piece)) out->flags |= GG_P_SPENT;
    if (co_in(s->f.assault, piece) || is_subject(s, piece)) out->flags |= GG_P_ACTIVE;
    if (co_in(s->f.engaged, piece)) out->flags |= GG_P_HELD;
    if (co_in(s->f.patrol, piece)) out->flags |= GG_P_WATCH;
}

static void show_known(const co_table *t, const co_state *s, int viewer, int piece, gg_piece *out) {
    int carrier = co_carrier(s, piece);
    out->handle = (uint16_t)piece;
    out->face = (uint16_t)(F_INF + co_printed(t, piece)->cls - CO_INF);
    if (carrier != NO_PIECE && co_sees(t, s, viewer, carrier)) out->on = (uint16_t)carrier;
    show_values(t, s, piece, out);
    show_flags(s, piece, out);
}

// Each nation's cards have their own back; which nation plays is told to both (AD6, AD13).
static void show_back(const co_table *t, int seat, int place, int number, gg_piece *out) {
    out->handle = (uint16_t)(GG_HANDLE_HIDDEN + (place * SEATS + seat) * BACKS_PER_PLACE + number);
    out->face = (uint16_t)(F_HIDDEN + t->nation[seat]);
    out->flags = GG_P_BACK;
}

// ----------------------------------------------------------------------------------- whole places
// What lies under, in or on a card comes right after it, so that it is drawn with it.
typedef struct heap {
    const co_table *t;
    const co_state *s;
    gg_view *out;
    int viewer, seat, place;
    unsigned surface, cell, step; // step: the next card takes the next cell (a row)
    unsigned layer;
} heap;

static gg_piece *next_piece(heap *h) {
    gg_piece *piece = gg_view_piece(h->out);
    piece->surface = (uint8_t)h->surface;
    piece->owner = (uint8_t)h->seat;
    piece->cell = (uint16_t)h->cell;
    piece->layer = (uint8_t)((unsigned)h->seat * BACKS_PER_PLACE + h->layer++);
    h->cell += h->step;
    return piece;
}

static void show_card(heap *h, int piece, uint64_t known) {
    show_known(h->t, h->s, h->viewer, piece, next_piece(h));
    for (uint64_t load = co_load_of(h->s, piece) & known; load;)
        show_card(h, co_take(h->seat, &load), known);
}

static bool lies_on_known(const co_state *s, int piece, uint64_t known) {
    int carrier = co_carrier(s, piece);
    return carrier != NO_PIECE && (known & co_bit(carrier)) != 0;
}

static uint64_t known_of(const co_table *t, const co_state *s, int viewer, int seat, uint64_t set) {
    uint64_t known = 0;
    while (set) {
        int piece = co_take(seat, &set);
        if (co_sees(t, s, viewer, piece)) known |= co_bit(piece);
    }
    return known;
}

static void show_heap(heap *h, uint64_t set) {
    uint64_t known = known_of(h->t, h->s, h->viewer, h->seat, set), backs = set & ~known;
    for (uint64_t left = known; left;) {
        int piece = co_take(h->seat, &left);
        if (!lies_on_known(h->s, piece, known)) show_card(h, piece, known);
    }
    if (h->place < GROUND_PLACES) backs &= ~h->t->attach[h->seat]; // AD17: invisible
    for (int i = 0, n = co_count(backs); i < n; i++)
        show_back(h->t, h->seat, h->place, i, next_piece(h));
}

static void show_places(const co_table *t, const co_state *s, int viewer, int seat, gg_view *out) {
    for (int place = 0; place < BOARD_PLACES; place++) {
        if (!s->at[seat][place]) continue;
        heap h = {t, s, out, viewer, seat, place, S_BOARD, (unsigned)place, 0, 0};
        show_heap(&h, s->at[seat][place]);
    }
}

static void show_pile(const co_table *t, const co_state *s, int viewer, int seat, int place,
                      unsigned surface, gg_view *out) {
    heap h = {t, s, out, viewer, seat, place, surface, 0, 0, 0};
    show_heap(&h, s->at[seat][place]);
}

static void show_terrain(int kind, gg_piece *out) {
    const co_terrain *card = &co_terrains[kind];
    out->handle = GG_NO_HANDLE;
    out->face = (uint16_t)(F_PLAIN + kind);
    out->value[0] = card->stack_limit;
    out->value[1] = card->cover_soft;
    out->value[2] = card->cover_hard;
    out->value[3] = card->conceal;
    out->value[4] = card->cost;
}

// Free set-up: the terrain cards a seat has drawn are his own affair until he lays them.
static void show_terrain_hand(const co_state *s, int seat, unsigned cell, gg_view *out) {
    for (int kind = 0; kind < CO_ZONE_TERRAINS; kind++)
        for (int n = s->f.terrain_hand[seat][kind]; n > 0; n--) {
            gg_piece *piece = gg_view_piece(out);
            show_terrain(kind, piece);
            piece->surface = (uint8_t)(S_HAND_ONE + seat);
            piece->owner = (uint8_t)seat;
            piece->cell = (uint16_t)cell++;
        }
}

// In the opening the own deck lies open in the hand, to take from.
static void show_hand(const co_table *t, const co_state *s, int viewer, int seat, gg_view *out) {
    bool opening = s->f.flow.frame[0].node == N_OPENING;
    int place = opening ? DECK : HAND;
    heap h = {t, s, out, viewer, seat, place, (unsigned)(S_HAND_ONE + seat), 0, 1, 0};
    show_heap(&h, s->at[seat][place]);
    if (viewer == seat || viewer == GG_UMPIRE) show_terrain_hand(s, seat, h.cell, out);
}

static void show_seat(const co_table *t, const co_state *s, int viewer, int seat, gg_view *out) {
    bool opening = s->f.flow.frame[0].node == N_OPENING;
    if (co_in_secret(s, viewer, seat)) { // as many backs as his deck has cards, wherever they are
        heap h = {t, s, out, viewer, seat, DECK, (unsigned)(S_DECK_ONE + seat), 0, 0, 0};
        for (int i = 0, n = t->field.deck_size; i < n; i++)
            show_back(t, seat, DECK, i, next_piece(&h));
        return;
    }
    show_places(t, s, viewer, seat, out);
    show_hand(t, s, viewer, seat, out);
    if (!opening) show_pile(t, s, viewer, seat, DECK, (unsigned)(S_DECK_ONE + seat), out);
    show_pile(t, s, viewer, seat, DISCARD, (unsigned)(S_DISCARD_ONE + seat), out);
    show_pile(t, s, viewer, seat, VICTORY, (unsigned)(S_VICTORY_ONE + co_enemy(seat)), out);
}

// ---------------------------------------------------------------------------------------- markers
static gg_piece *show_marker(unsigned surface, int cell, unsigned face, gg_view *out) {
    gg_piece *piece = gg_view_piece(out);
    piece->handle = GG_NO_HANDLE;
    piece->face = (uint16_t)face;
    piece->surface = (uint8_t)surface;
    piece->owner = GG_NOBODY;
    piece->cell = (uint16_t)cell;
    return piece;
}

// cell() knows the ground as the scenario made it; this is what was laid since.
static void show_ground(const co_table *t, const co_state *s, int zone, gg_view *out) {
    bool bought = t->field.bought && s->f.laid == CO_ZONES;
    if (s->f.terrain[zone] == t->field.terrain[zone] && !bought) return;
    gg_piece *piece = show_marker(S_BOARD, zone, F_PLAIN, out);
    show_terrain(s->f.terrain[zone], piece);
    piece->flags = GG_P_GROUND;
}

// After the last turn the marker stays where it was.
static int turn_shown(const co_table *t, const co_state *s) {
    return s->f.turn < t->field.turns ? s->f.turn : t->field.turns;
}

static void show_markers(const co_table *t, const co_state *s, gg_view *out) {
    for (int zone = 0; zone < ZONES; zone++) {
        show_ground(t, s, zone, out);
        if (s->f.smoke == zone + 1) (void)show_marker(S_BOARD, zone, F_SMOKE, out);
    }
    if (s->f.turn) (void)show_marker(S_TURNS, turn_shown(t, s) - 1, F_TURN, out);
}

static void seat_gauges(const co_table *t, const co_state *s, int viewer, int seat, gg_view *out) {
    unsigned owner = (unsigned)seat;
    if (co_in_secret(s, viewer, seat)) return;
    gg_view_gauge(out, L_SUPPLY, owner, s->f.supply[seat], 0);
    gg_view_gauge(out, L_POINTS, owner, s->points[seat], t->field.points);
    gg_view_gauge(out, L_ZONES, owner, co_count(s->held[seat] & ((1U << ZONES) - 1)), ZONES);
    gg_view_gauge(out, L_HAND, owner, co_count(s->at[seat][HAND]), HAND_SIZE);
}

static void show_gauges(const co_table *t, const co_state *s, int viewer, gg_view *out) {
    unsigned active = s->f.active;
    gg_view_gauge(out, L_TURN, GG_NOBODY, turn_shown(t, s), t->field.turns);
    for (int seat = 0; seat < SEATS; seat++) seat_gauges(t, s, viewer, seat, out);
    if (s->f.bonus) gg_view_gauge(out, L_RECRUITS, active, s->f.bonus, 0);
    if (s->f.repairs &&
        (viewer == s->f.active || viewer == GG_UMPIRE)) // AD17a: of hidden workshops
        gg_view_gauge(out, L_REPAIRS, active, s->f.repairs, 0);
    if (s->f.night) gg_view_gauge(out, L_NIGHT, active, 1, 0);
    if (s->f.cloud) gg_view_gauge(out, L_CLOUD, GG_NOBODY, 1, 0);
    if (s->f.mud) gg_view_gauge(out, L_MUD, GG_NOBODY, 1, 0);
}

void co_view(const void *table, const void *state, int viewer, gg_view *out) {
    const co_table *t = table;
    const co_state *s = state;
    show_markers(t, s, out);
    for (int seat = 0; seat < SEATS; seat++) show_seat(t, s, viewer, seat, out);
    show_gauges(t, s, viewer, out);
}

// -------------------------------------------------------------------------------------- the sheet
// Player 2 is at the top. Bands from above: airfield 2, HQ 2 and rear 2; edges; row 3; edges; row
// 2; edges; row 1; edges; rear 1, HQ 1 and airfield 1. Columns: flank, a, corridor W, b, corridor
// E, c, flank; below a corridor position lies the edge between its two zones. Twice as wide as it
// is high, about, as the room on a screen is; a zone has room for three cards side by side.
enum {
    FLANK = 24, // also the height of an edge
    COLUMN_WIDE = 290,
    GAP_WIDE = 136,
    COLUMN_STEP = COLUMN_WIDE + GAP_WIDE,
    FIELD_WIDE = COLUMN_WIDE - 5, // so that an HQ touches all three columns
    HQ_WIDE = 2 * COLUMN_STEP + COLUMN_WIDE - 2 * FIELD_WIDE,
    HQ_HIGH = 96,
    ROW_TOP = HQ_HIGH + FLANK, // of row 3
    ROW_HIGH = 132,
    ROW_STEP = ROW_HIGH + FLANK,
    FLANK_HIGH = 76, // of an edge at a flank
    HQ_ONE_TOP = ROW_TOP + 3 * ROW_STEP,
    MARGIN = 4,
};

typedef struct rect {
    int x, y, wide, high;
} rect;

static int row_top(int row) {
    return ROW_TOP + (2 - row) * ROW_STEP;
}
static int column_left(int column) {
    return FLANK + column * COLUMN_STEP;
}

static rect zone_box(int zone) {
    return (rect){column_left(zone % 3), row_top(zone / 3), COLUMN_WIDE, ROW_HIGH};
}

static rect position_box(int place) {
    int corridor = (place - W1) / 3, row = (place - W1) % 3;
    return (rect){column_left(corridor) + COLUMN_WIDE, row_top(row), GAP_WIDE, ROW_HIGH};
}

static rect edge_box(int edge) {
    if (edge < 12) // north and south of zones
        return (rect){column_left(edge % 3), row_top(edge / 3) + ROW_HIGH, COLUMN_WIDE, FLANK};
    int row = (edge - 12) / 4, line = (edge - 12) % 4,
        flank = row_top(row) + (ROW_HIGH - FLANK_HIGH) / 2;
    if (line == 0) return (rect){0, flank, FLANK, FLANK_HIGH};
    int left = column_left(line - 1) + COLUMN_WIDE;
    if (line == 3) return (rect){left, flank, FLANK, FLANK_HIGH};
    return (rect){left, row_top(row) + ROW_HIGH, GAP_WIDE, FLANK};
}

static rect box_of(int place) {
    const int left = FLANK, middle = left + FIELD_WIDE, right = middle + HQ_WIDE;
    switch (place) {
    case AIRFIELD_TWO: return (rect){left, 0, FIELD_WIDE, HQ_HIGH};
    case HQ_TWO: return (rect){middle, 0, HQ_WIDE, HQ_HIGH};
    case REAR_TWO: return (rect){right, 0, FIELD_WIDE, HQ_HIGH};
    case REAR_ONE: return (rect){left, HQ_ONE_TOP, FIELD_WIDE, HQ_HIGH};
    case HQ_ONE: return (rect){middle, HQ_ONE_TOP, HQ_WIDE, HQ_HIGH};
    case AIRFIELD_ONE: return (rect){right, HQ_ONE_TOP, FIELD_WIDE, HQ_HIGH};
    default: break;
    }
    if (co_is_zone(place)) return zone_box(place);
    return co_is_edge(place) ? edge_box(place - FIRST_EDGE) : position_box(place);
}

static unsigned face_of(const co_table *t, int place) {
    if (co_is_zone(place) && t->field.bought) return F_SLOT;
    if (co_is_zone(place)) return F_PLAIN + (unsigned)t->field.terrain[place];
    if (place == HQ_ONE || place == HQ_TWO) return F_HEADQUARTERS;
    if (place == REAR_ONE || place == REAR_TWO) return F_REAR;
    if (place == AIRFIELD_ONE || place == AIRFIELD_TWO) return F_AIRFIELD;
    return co_is_edge(place) ? F_EDGE : F_CORRIDOR;
}

void co_cell(const void *table, unsigned surface, unsigned index, gg_cell *out) {
    const co_table *t = table;
    if (surface != S_BOARD) { // the track is as long as the longest game
        bool beyond = surface == S_TURNS && index >= t->field.turns;
        out->face = beyond ? F_EDGE : F_SLOT;
        return;
    }
    rect box = box_of((int)index);
    out->face = (uint16_t)face_of(t, (int)index);
    out->x = (int16_t)(box.x + box.wide / 2);
    out->y = (int16_t)(box.y + box.high / 2);
    if (co_is_zone((int)index) && !t->field.bought)
        out->tags = co_terrains[t->field.terrain[index]].flags;
    out->corners = 4;
    for (int i = 0; i < 4; i++) {
        bool right = i == 1 || i == 2, low = i >= 2;
        out->corner_x[i] = (int16_t)(right ? box.x + box.wide - MARGIN : box.x + MARGIN);
        out->corner_y[i] = (int16_t)(low ? box.y + box.high - MARGIN : box.y + MARGIN);
    }
}

// --------------------------------------------------------------------------------------- overlays
static void mark(gg_overlay *out, int place, int value) {
    out->value[out->cells] = (int16_t)value;
    out->cell[out->cells++] = (uint16_t)place;
}

static void mark_set(gg_overlay *out, unsigned set) {
    for (int place = 0; place < GROUND_PLACES; place++)
        if (set >> place & 1) mark(out, place, 0);
}

// Where the judge would let it go now, by one step or at the first leg of a flight.
static void mark_steps(const co_table *t, const co_state *s, int piece, gg_overlay *out) {
    int seat = co_owner(piece), here = s->f.where[piece];
    const gg_frame *top = gg_flow_top(&s->f.flow);
    if (here < GROUND_PLACES) {
        bool march = top->node == N_MARCH;
        if (top->seat != seat || !(march || top->node == N_MANOEUVRE)) return;
        for (int place = 0; place < GROUND_PLACES; place++) {
            gg_action step = gg_act(V_MOVE, (unsigned)piece, (unsigned)place, 0);
            bool fits = march ? co_check_march(t, s, seat, step, NULL)
                              : co_check_manoeuvre(t, s, seat, step, NULL);
            if (fits) mark(out, place, 0);
        }
    } else if (here == co_airfield(seat) && co_in(t->aircraft, piece)) {
        for (int place = W1; place <= REAR_TWO; place++)
            if (co_station_of(seat, CORRIDOR_W, place) > 0 ||
                co_station_of(seat, CORRIDOR_E, place) > 0)
                mark(out, place, 0);
    }
}

static void mark_touched(int place, gg_overlay *out) {
    if (co_is_air(place)) {
        mark_set(out, co_touched[place - W1]);
    } else if (place < GROUND_PLACES) {
        mark_set(out, co_neighbours[place]);
        for (int air = W1; air <= REAR_TWO; air++)
            if (co_touched[air - W1] >> place & 1) mark(out, air, 0);
    } else if (co_is_edge(place)) {
        for (int zone = 0; zone < GROUND_PLACES; zone++)
            if (co_edges_of[zone] >> (place - FIRST_EDGE) & 1) mark(out, zone, 0);
    }
}

void co_overlay(const void *table, const void *state, int viewer, unsigned kind, unsigned about,
                gg_overlay *out) {
    const co_table *t = table;
    const co_state *s = state;
    out->surface = S_BOARD;
    if (kind == OV_TOUCHES) {
        if (about < BOARD_PLACES) mark_touched((int)about, out);
        return;
    }
    // Where a card can go hangs on what its owner knows: only he may ask.
    if (about >= PIECES || (viewer != GG_UMPIRE && viewer != co_owner((int)about))) return;
    if (s->f.phase != PHASE_SETUP) mark_steps(t, s, (int)about, out);
}
