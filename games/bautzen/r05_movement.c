// SPDX-License-Identifier: Apache-2.0
// Chapter 5: a movement segment, unit by unit.
//
// BH4a one at a time, each once; B50, BR20, BD2a reinforcements enter one by one at an open source
// of theirs, for the terrain of that hex, and go on (B51) and fight (B52) as anybody. A move is a
// frame STEP on MOVE: `move` or `enter`, then `step` by `step`, then `stop`. Steps are judged in
// r05_walk.c, exfiltration is r05_exfiltration.c.
//
// The net of hexes supplied for the mover (`ends`) is made once, when the move begins, because only
// the mover moves meanwhile and it is lifted off the map (BH4i).
#include "r05_exfiltration.h"
#include "r05_walk.h"

static int first_unit(int side) {
    return side == BZ_ALLIED ? BZ_ALLIED_FIRST : BZ_GERMAN_FIRST;
}
static int end_unit(int side) {
    return side == BZ_ALLIED ? BZ_GERMAN_FIRST : BZ_CL_FIRST;
}

// A CL shows its side only where it stands: any other one is nobody's to move.
static bool owns(const bz_state *s, int side, int piece) {
    if (bz_is_column(piece)) return bz_on_map(s, piece) && bz_side_of(s, piece) == side;
    return bz_counters[piece].side == side;
}

// What `move` and `exfiltrate` ask of a counter.
bool bz_check_fresh(const bz_state *s, int side, int piece, gg_verdict *verdict) {
    GG_REFUSE_IF(!owns(s, side, piece), NOT_YOUR_UNIT, piece, 0);
    GG_REFUSE_IF(!bz_on_map(s, piece), NOT_ON_MAP, piece, 0);
    // BD6b: a CL that arrived in this turn has not moved
    GG_REFUSE_IF(s->f.status[piece] & MOVED, ALREADY_MOVED, piece, 0);
    return true;
}

int bz_source_at(const bz_table *t, int hex) {
    for (int i = 0; i < t->source_count; i++)
        if (t->source_hex[i] == hex) return i;
    return -1;
}

static bool source_closed(const bz_state *s, int side, int hex) {
    return bz_has(&s->units[1 - side], hex);
}

// A reinforcement at the edge, as if it stood in the source.
static bz_walker newcomer(const bz_state *s, int side, int piece, int hex, const bz_board *ends) {
    int mp = bz_allowance(s, piece), cost = bz_entry_cost(piece, hex);
    bz_walker w = {
        .piece = piece,
        .side = side,
        .column = bz_move_column(piece),
        .hex = hex,
        .half_mp = cost < mp ? mp - cost : 0, // B51: it goes on with what is left
        .steps = 1,
        .source = -1,
        .ends = ends,
    };
    return w;
}

static bool check_enter(const bz_table *t, const bz_state *s, int side, int piece, int hex,
                        gg_verdict *verdict) {
    GG_REFUSE_IF(!owns(s, side, piece), NOT_YOUR_UNIT, piece, 0);
    GG_REFUSE_IF(s->f.where[piece] != AT_EDGE, NOT_WAITING, piece, 0);
    int source = bz_source_at(t, hex), net = bz_net_of(s, piece);
    bool guards = source >= 0 && t->source_net[NET_GUARDS] >> source & 1;
    GG_REFUSE_IF(source < 0 || !(guards || t->source_net[net] >> source & 1), NOT_AN_ENTRY, piece,
                 hex);
    GG_REFUSE_IF(!(t->source_net[net] >> source & 1), SOURCE_FOR_GUARDS, piece, hex);
    GG_REFUSE_IF(source_closed(s, side, hex), ENTRY_CLOSED, hex, 0);
    GG_REFUSE_IF(bz_enemy_in(s, side, hex), ENEMY_IN_HEX, piece, hex);
    // An open source is supplied: only where somebody stands can the end be forbidden, and only
    // then is the net worth making.
    if (!s->top[hex]) return true;
    bz_board ends = bz_move_ends(t, s, piece);
    bz_walker w = newcomer(s, side, piece, hex, &ends);
    return bz_check_start(t, s, &w, verdict);
}

bool bz_check_move(const bz_table *t, const bz_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    int piece = gg_a(action), hex = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_MOVE: return bz_check_fresh(s, seat, piece, verdict);
    case V_ENTER: return check_enter(t, s, seat, piece, hex, verdict);
    case V_EXFILTRATE: return bz_check_exfiltrate(t, s, seat, piece, hex, verdict);
    default: return true; // BH1c, BH1e: the segment may end at any time
    }
}

static uint32_t list_moves(const bz_state *s, int first, int end, gg_action *out) {
    uint32_t n = 0;
    for (int p = first; p < end; p++)
        if (bz_on_map(s, p) && !(s->f.status[p] & MOVED))
            out[n++] = gg_act(V_MOVE, (unsigned)p, 0, 0);
    return n;
}

static uint32_t list_column_moves(const bz_state *s, int side, gg_action *out) {
    uint32_t n = 0;
    for (int p = FIRST_COLUMN; s->counts[side] && p < PIECES; p++)
        if (owns(s, side, p) && !(s->f.status[p] & MOVED))
            out[n++] = gg_act(V_MOVE, (unsigned)p, 0, 0);
    return n;
}

static uint32_t list_entries(const bz_table *t, const bz_state *s, int side, gg_action *out) {
    uint32_t n = 0;
    for (int p = first_unit(side); p < end_unit(side); p++)
        for (int i = 0; s->f.where[p] == AT_EDGE && i < t->source_count; i++)
            if (check_enter(t, s, side, p, t->source_hex[i], NULL))
                out[n++] = gg_act(V_ENTER, (unsigned)p, t->source_hex[i], 0);
    return n;
}

uint32_t bz_legal_move(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    uint32_t n = list_moves(s, first_unit(seat), end_unit(seat), out);
    n += list_column_moves(s, seat, out + n);
    n += list_entries(t, s, seat, out + n);
    n += bz_list_exfiltrations(t, s, seat, first_unit(seat), end_unit(seat), out + n);
    out[n++] = gg_act(V_END, 0, 0, 0);
    return n;
}

// BH4g, BH4h, BH7k: a CL has no supply state, and who is unsupplied already may end anywhere.
bz_board bz_move_ends(const bz_table *t, const bz_state *s, int piece) {
    if (bz_is_column(piece) || s->f.status[piece] & UNSUPPLIED) return t->area;
    return bz_supplied(t, s, bz_net_of(s, piece), piece);
}

static void begin(const bz_table *t, bz_state *s, int piece, int half_mp) {
    gg_frame *frame = gg_flow_call(&s->f.flow, N_STEP, gg_flow_top(&s->f.flow)->seat);
    frame->subject = (uint16_t)piece;
    frame->arg[ARG_HALF_MP] = (int16_t)half_mp;
    s->ends = bz_move_ends(t, s, piece);
}

static void play_enter(const bz_table *t, bz_state *s, int piece, int hex, gg_events *events) {
    int side = gg_flow_top(&s->f.flow)->seat;
    bz_walker w = newcomer(s, side, piece, hex, &s->ends);
    bz_arrive(t, s, piece, hex);
    bz_enter_hex(s, side, hex);
    begin(t, s, piece, w.half_mp);
    gg_frame *frame = gg_flow_at(&s->f.flow);
    frame->arg[ARG_START] = (int16_t)hex;
    frame->arg[ARG_STEPS] = frame->arg[ARG_ENTERED] = 1;
    if (events)
        gg_emit(events, E_ENTERED, RULE_B50, bz_see_mask(t, s, piece), 0, piece, hex, 0, 0, 0);
}

void bz_play_move(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action), hex = gg_b(action);
    switch (gg_verb_of(action)) {
    case V_MOVE:
        begin(t, s, piece, bz_allowance(s, piece));
        gg_flow_at(&s->f.flow)->arg[ARG_START] = (int16_t)s->f.where[piece];
        gg_flow_at(&s->f.flow)->arg[ARG_COMPANY] = bz_height_in_stack(s, s->f.where[piece]) > 1;
        break;
    case V_ENTER: play_enter(t, s, piece, hex, events); break;
    case V_EXFILTRATE: bz_play_exfiltrate(t, s, piece, hex, events); break;
    default: bz_next_segment(t, s, events); break;
    }
}

bool bz_check_step(const bz_table *t, const bz_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    bz_walker w = bz_walker_of(t, s, gg_flow_top(&s->f.flow));
    (void)seat;
    if (gg_verb_of(action) == V_STEP) return bz_check_step_to(t, s, &w, gg_a(action), verdict);
    // Whoever has not stirred may always stay where he is.
    return w.steps == 0 || bz_check_end(s, &w, verdict);
}

uint32_t bz_legal_step(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    bz_walker w = bz_walker_of(t, s, gg_flow_top(&s->f.flow));
    uint32_t n = 0;
    (void)seat;
    for (int i = 0; i < DIRECTIONS; i++)
        if (bz_can_step(t, s, &w, bz_ascending[i]))
            out[n++] = gg_act(V_STEP, (unsigned)bz_next(w.hex, bz_ascending[i]), 0, 0);
    if (w.steps == 0 || bz_check_end(s, &w, NULL)) out[n++] = gg_act(V_STOP, 0, 0, 0);
    return n;
}

static void play_stop(const bz_table *t, bz_state *s, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int piece = frame.subject, hex = s->f.where[piece];
    s->f.status[piece] |= MOVED;
    gg_flow_end(&s->f.flow);
    memset(&s->ends, 0, sizeof s->ends);
    if (!events) return;
    unsigned see = bz_see_mask(t, s, piece);
    // B44: whoever prepares a move looks up from the height, and looks again when he stays.
    unsigned shows = bz_is_column(piece) ? 0 : bz_inspects(s, frame.seat, hex);
    unsigned rule = shows ? RULE_B44 : RULE_BH4a;
    if (!frame.arg[ARG_STEPS]) {
        gg_emit(events, E_STAYED, rule, see, shows, piece, hex, 0, 0, 0);
        return;
    }
    if (frame.arg[ARG_COMPANY]) shows = GG_E_REVEAL; // BR13: the enemy sees another counter now
    gg_emit(events, E_MOVED, rule, see, shows, piece, frame.arg[ARG_START], hex, 0, 0);
}

void bz_play_step(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    if (gg_verb_of(action) == V_STEP)
        bz_take_step(t, s, gg_a(action), events);
    else
        play_stop(t, s, events);
}

// ------------------------------------------------------------------------------------- invariants
// A mover has not moved yet, stands where it started or has steps behind it, and is never stuck.
static int sound_step(const bz_table *t, const bz_state *s, const gg_frame *frame) {
    int piece = frame->subject, steps = frame->arg[ARG_STEPS];
    if (!owns(s, frame->seat, piece) || !bz_on_map(s, piece)) return __LINE__;
    if (s->f.status[piece] & MOVED) return __LINE__;
    if (steps < frame->arg[ARG_ENTERED] || steps > bz_allowance(s, piece)) return __LINE__;
    if (frame->arg[ARG_ENTERED] < 0 || frame->arg[ARG_ENTERED] > 1) return __LINE__;
    if (frame->arg[ARG_COMPANY] < 0 || frame->arg[ARG_COMPANY] > 1) return __LINE__;
    if (frame->arg[ARG_SOURCE]) return __LINE__;
    int start = frame->arg[ARG_START], left = bz_allowance(s, piece) - frame->arg[ARG_HALF_MP];
    if (start < 0 || start >= HEXES || !bz_has(&t->area, start)) return __LINE__;
    if (frame->arg[ARG_HALF_MP] < 0 || left < 0) return __LINE__;
    if (steps == 0) return left || start != s->f.where[piece] ? __LINE__ : 0;
    bz_walker w = bz_walker_of(t, s, frame);
    return bz_check_start(t, s, &w, NULL) ? 0 : __LINE__;
}

static bool blank(const gg_frame *frame) {
    for (int i = 0; i < GG_FRAME_ARGS; i++)
        if (frame->arg[i]) return false;
    return frame->subject == 0;
}

int bz_sound_move(const bz_table *t, const bz_state *s) {
    const gg_flow *flow = &s->f.flow;
    const gg_frame *frame = &flow->frame[1];
    bool moving = flow->frame[0].node == N_MOVE;
    for (int i = 0; i < flow->depth; i++) {
        unsigned node = flow->frame[i].node;
        bool mine = node == N_STEP || node == N_EXFIL;
        if (mine && (i != 1 || !moving)) return __LINE__;
        if (node == N_EXFIL_DIE && (i != 2 || flow->frame[1].node != N_EXFIL)) return __LINE__;
        if (i > 0 && flow->frame[i].seat != flow->frame[0].seat && moving) return __LINE__;
    }
    if (!moving) return 0;
    bool german = flow->frame[0].seat == BZ_GERMAN;
    if (s->f.segment != (german ? SEG_GERMAN_MOVE : SEG_ALLIED_MOVE)) return __LINE__;
    if (!blank(&flow->frame[0])) return __LINE__;
    if (flow->depth == 1) return 0;
    if (frame->node == N_STEP) return flow->depth == 2 ? sound_step(t, s, frame) : __LINE__;
    if (frame->node != N_EXFIL || flow->depth > 3) return __LINE__;
    if (flow->depth == 3 && (flow->frame[2].node != N_EXFIL_DIE || !blank(&flow->frame[2])))
        return __LINE__;
    return bz_sound_exfil(t, s, frame, flow->depth == 3);
}
