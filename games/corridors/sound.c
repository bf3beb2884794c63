// SPDX-License-Identifier: Apache-2.0
// What is always true of a state: where a card of each class may lie, what may lie on what, and
// which subjects and arguments a frame may have. The engine has checked the bounds of every field
// before and compares the derived part with a rebuilt one itself.
#include "corridors.h"

enum { POINTS = 63, STAGE = 15, FP = 127, TN = 63, KIND = 63, ZONE_SET = 511, STEPS = 15 };
enum { P = PIECES - 1, B = BOARD_PLACES - 1, G = GROUPS_MAX, L = PATH - 1 };

// The greatest subject and arguments of each node; the least are 0.
static const int16_t most[NODES][1 + GG_FRAME_ARGS] = {
    [N_LAYING] = {0, ZONE_SET},
    [N_PARITY] = {0, ZONE_SET},
    [N_CENTRE] = {0, ZONE_SET},
    [N_BEGIN] = {0, STAGE},
    [N_DRAWING] = {0, STAGE},
    [N_DRAW] = {0, STAGE},
    [N_EVENT_DIE] = {P},
    [N_SORTIE] = {P},
    [N_FLIGHT] = {G, CORRIDORS - 1, L, L, FLY_HOME, STAGE},
    [N_INTERCEPT] = {G},
    [N_SALLY] = {G},
    [N_DUEL] = {P, P, PIECES, STAGE, POINTS, POINTS, 1},
    [N_JETTISON] = {G},
    [N_ESCORT] = {G},
    [N_TANKS] = {P},
    [N_AA] = {G, B},
    [N_SHOT] = {P, P, FP, TN, KIND},
    [N_RECON_DIE] = {P, B, CARDS},
    [N_FOUND] = {P, B, CARDS},
    [N_RAID] = {P, PIECES, B, PIECES, KIND, STAGE, CARDS},
    [N_DEFEND] = {P, B},
    [N_EXCHANGE] = {P, P, STAGE},
    [N_RETURN] = {P, P},
    [N_MARCH] = {P, STEPS},
    [N_ASSAULT] = {0, B, B},
    [N_STORM] = {0, B, B, STAGE, 2 * FP, 2 * FP},
    [N_RETREAT] = {0, B},
    [N_CLEAR_DIE] = {P, B},
};

static int sound_frames(const co_state *s) {
    const gg_flow *flow = &s->f.flow;
    if (!gg_flow_sound(flow, NODES) || !gg_flow_within(flow, most)) return __LINE__;
    for (int i = 0; i < flow->depth; i++) {
        const gg_frame *frame = &flow->frame[i];
        bool over = frame->node == N_OVER;
        if (over ? frame->seat != GG_OVER || i : frame->seat >= SEATS) return __LINE__;
    }
    bool ended = flow->frame[0].node == N_OVER;
    return ended == (s->f.ending != END_NOT) ? 0 : __LINE__;
}

// ------------------------------------------------------------------------------- where cards lie
static bool in_reserve(int place) { // hand, deck, discards, victory pile, out
    return place >= HAND;
}

static bool may_lie(const co_table *t, int piece, int place) {
    int seat = co_owner(piece);
    if (in_reserve(place)) return true;
    if (co_in(t->hqt, piece)) return place == co_hq(seat); // AD50
    if (co_in(t->ground, piece)) return place < GROUND_PLACES;
    if (co_in(t->fort, piece)) return co_is_zone(place); // AR4
    if (co_in(t->obstacle, piece)) return co_is_edge(place);
    if (co_in(t->attach, piece)) return place < GROUND_PLACES;
    if (co_in(t->event, piece)) return false;
    return place == co_airfield(seat) || co_is_air(place); // aircraft and ordnance (A70)
}

// What may lie on what: attachments under ground cards (A34), ordnance under aircraft (A56), units
// in fortifications (AD53), foot units and guns on carriers (AD59).
static bool may_carry(const co_table *t, int carrier, int piece) {
    if (co_in(t->attach, piece)) return co_in(t->ground, carrier);
    if (co_in(t->ordnance, piece)) return co_in(t->aircraft, carrier);
    if (co_in(t->fort, carrier)) return co_in(t->unit, piece);
    return co_in(t->passenger, piece) && co_in(t->carrier, carrier);
}

static int sound_load(const co_table *t, const co_state *s, int piece) {
    int carrier = co_carrier(s, piece);
    if (carrier == NO_PIECE) return 0;
    if (co_owner(carrier) != co_owner(piece) || carrier == piece) return __LINE__;
    if (s->f.where[carrier] != s->f.where[piece] || in_reserve(s->f.where[piece])) return __LINE__;
    if (co_in(t->unit, piece) && co_carrier(s, carrier) != NO_PIECE) return __LINE__; // AD53c
    return may_carry(t, carrier, piece) ? 0 : __LINE__;
}

static int sound_piece(const co_table *t, const co_state *s, int piece) {
    int place = s->f.where[piece], hp = co_printed(t, piece)->hp;
    bool flying = co_is_air(place) && co_in(t->aircraft, piece);
    if (!may_lie(t, piece, place)) return __LINE__;
    if (s->f.damage[piece] && (in_reserve(place) || s->f.damage[piece] >= hp)) return __LINE__;
    if (flying != (s->f.group[piece] != 0)) return __LINE__;
    if (co_in(s->f.patrol, piece) && !(flying && (place == W2 || place == E2))) return __LINE__;
    if (in_reserve(place) && (co_in(s->f.spotted, piece) || co_in(s->f.engaged, piece)))
        return __LINE__;
    if (co_in(s->f.shown, piece) && place != HAND) return __LINE__;
    return sound_load(t, s, piece);
}

// One passenger each (A25, AD59); one obstacle per edge (A30); one side per zone (AD4a).
static int sound_places(const co_table *t, const co_state *s) {
    uint8_t riders[PIECES] = {0};
    for (int piece = 0; piece < PIECES; piece++) {
        int carrier = co_carrier(s, piece);
        if (carrier != NO_PIECE && co_in(t->unit, piece) && ++riders[carrier] > 1) return __LINE__;
    }
    for (int place = FIRST_EDGE; place < BOARD_PLACES; place++)
        if (co_count(s->at[0][place]) + co_count(s->at[1][place]) > 1) return __LINE__;
    return s->held[0] & s->held[1] ? __LINE__ : 0;
}

int co_sound(const void *table, const void *state) {
    const co_table *t = table;
    const co_state *s = state;
    int line = sound_frames(s);
    for (int piece = 0; piece < PIECES && !line; piece++) line = sound_piece(t, s, piece);
    if (!line) line = sound_places(t, s);
    if (line) return line;
    if (s->f.turn > t->field.turns) return __LINE__;
    if ((s->f.phase == PHASE_SETUP) != (s->f.turn == 0)) return __LINE__;
    if (s->f.bonus && s->f.option != OPTION_RECRUITS) return __LINE__;
    return 0;
}
