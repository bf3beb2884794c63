// SPDX-License-Identifier: Apache-2.0
// Chapter 5.4: exfiltration, the one way through enemy zones of control.
//
// BH3e a unit (not a CL, which takes no losses: BH10d) goes towards a source of its side; BH3f it
// says so before it moves and names one of the open sources nearest to it; BH3g each step brings it
// nearer; BH3h ZOC neither stop it nor cost more; BH3i for each enemy ZOC hex entered a die, a step
// lost on 1 or 2; BH3j it goes on while a step is legal. BH4h where it ends need not be supplied,
// but the stack it ends in must compose (BH4j).
//
// A frame EXFIL lies on MOVE, a die frame on that. It is not a draft: dice fall inside. Who
// exfiltrates is named aloud and lies on top of its stack from then on, so that it is public.
#include "r05_exfiltration.h"
#include "r05_walk.h"

enum { LOSS_UP_TO = 2 };

static unsigned open_sources(const bz_table *t, const bz_state *s, int side) {
    unsigned open = 0;
    for (int i = 0; i < t->source_count; i++)
        if (!bz_has(&s->units[1 - side], t->source_hex[i])) open |= 1U << i;
    return open;
}

static int distance_to(const bz_table *t, unsigned sources, int hex) {
    int least = HEXES;
    for (int i = 0; i < t->source_count; i++)
        if (sources >> i & 1 && bz_distance(hex, t->source_hex[i]) < least)
            least = bz_distance(hex, t->source_hex[i]);
    return least;
}

// BH3f: the open sources of its net nearest to the hex. The table knows them while one of those it
// holds is open.
static unsigned nearest_open(const bz_table *t, unsigned open, int net, int hex) {
    unsigned found = t->nearest[net][hex] & open;
    if (found) return found;
    unsigned usable = t->source_net[net] & open;
    int least = distance_to(t, usable, hex);
    for (int i = 0; i < t->source_count; i++)
        if (usable >> i & 1 && bz_distance(hex, t->source_hex[i]) == least) found |= 1U << i;
    return found;
}

static bool can_run(const bz_table *t, const bz_state *s, const bz_walker *w) {
    for (unsigned left = t->nearer[w->source][w->hex]; left; left &= left - 1)
        if (bz_can_step(t, s, w, gg_bits_ctz32(left))) return true;
    return false;
}

static bz_walker runner(const bz_table *t, const bz_state *s, int side, int piece, int source) {
    bz_walker w = {
        .piece = piece,
        .side = side,
        .column = bz_move_column(piece),
        .hex = s->f.where[piece],
        .half_mp = bz_allowance(s, piece),
        .source = source,
        .ends = &t->area, // BH4h
    };
    return w;
}

bool bz_check_exfiltrate(const bz_table *t, const bz_state *s, int side, int piece, int hex,
                         gg_verdict *verdict) {
    if (!bz_check_fresh(s, side, piece, verdict)) return false;
    GG_REFUSE_IF(bz_is_column(piece), COLUMN_EXFILTRATES, piece, 0);
    int source = bz_source_at(t, hex), net = bz_net_of(s, piece), from = s->f.where[piece];
    unsigned side_sources = t->source_net[side == BZ_ALLIED ? NET_GUARDS : NET_GERMAN];
    unsigned open = open_sources(t, s, side);
    GG_REFUSE_IF(source < 0 || !(side_sources >> source & 1), NOT_OWN_SOURCE, piece, hex);
    GG_REFUSE_IF(!(t->source_net[net] >> source & 1), SOURCE_FOR_GUARDS, piece, hex);
    GG_REFUSE_IF(!(open >> source & 1), SOURCE_CLOSED, hex, 0);
    GG_REFUSE_IF4(!(nearest_open(t, open, net, from) >> source & 1), NOT_NEAREST_SOURCE, piece, hex,
                  bz_distance(from, hex), distance_to(t, t->source_net[net] & open, from));
    bz_walker w = runner(t, s, side, piece, source);
    GG_REFUSE_IF(!can_run(t, s, &w), NO_STEP_NEARER, piece, hex);
    return true;
}

// The common case of can_run() at the start of a move: MP and ZOC do not matter for a first step
// (BD10, BH3h), so that an empty neighbour is enough. Listing asks it of every unit at every MOVE.
static bool starts_freely(const bz_table *t, const bz_state *s, int piece, int source) {
    int hex = s->f.where[piece];
    const uint8_t *cost = t->cost[bz_move_column(piece)][1][hex];
    if (bz_counters[piece].flags & BZ_F_RESTRICTED) return false;
    for (unsigned left = t->nearer[source][hex]; left; left &= left - 1) {
        int d = gg_bits_ctz32(left);
        if (cost[d] != COST_NEVER && !s->top[bz_next(hex, d)]) return true;
    }
    return false;
}

static bool may_start(const bz_table *t, const bz_state *s, int side, int piece, int source) {
    if (starts_freely(t, s, piece, source)) return true;
    bz_walker w = runner(t, s, side, piece, source);
    return can_run(t, s, &w);
}

uint32_t bz_list_exfiltrations(const bz_table *t, const bz_state *s, int side, int first, int end,
                               gg_action *out) {
    unsigned open = open_sources(t, s, side);
    uint32_t n = 0;
    for (int p = first; p < end; p++) {
        if (!bz_on_map(s, p) || s->f.status[p] & MOVED) continue;
        unsigned sources = nearest_open(t, open, bz_net_of(s, p), s->f.where[p]);
        for (; sources; sources &= sources - 1) {
            int i = gg_bits_ctz32(sources);
            if (may_start(t, s, side, p, i))
                out[n++] = gg_act(V_EXFILTRATE, (unsigned)p, t->source_hex[i], 0);
        }
    }
    return n;
}

void bz_play_exfiltrate(const bz_table *t, bz_state *s, int piece, int hex, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat, from = s->f.where[piece];
    bool known = bz_top(s, from) == piece;
    bz_leave(t, s, piece, AT_POOL); // named aloud: it is the next to leave, and lies on top
    bz_arrive(t, s, piece, from);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_EXFIL, (unsigned)seat);
    frame->subject = (uint16_t)piece;
    frame->arg[ARG_HALF_MP] = (int16_t)bz_allowance(s, piece);
    frame->arg[ARG_START] = (int16_t)from;
    frame->arg[ARG_SOURCE] = (int16_t)bz_source_at(t, hex);
    gg_emit(events, E_EXFILTRATES, RULE_BH3f, GG_SEE_ALL, known ? 0 : GG_E_REVEAL, piece, from, hex,
            0, 0);
}

bool bz_check_exfil(const bz_table *t, const bz_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    bz_walker w = bz_walker_of(t, s, gg_flow_top(&s->f.flow));
    (void)seat;
    return bz_check_step_to(t, s, &w, gg_a(action), verdict);
}

uint32_t bz_legal_exfil(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    bz_walker w = bz_walker_of(t, s, gg_flow_top(&s->f.flow));
    uint32_t n = 0;
    (void)seat;
    for (int i = 0; i < DIRECTIONS; i++)
        if (bz_can_step(t, s, &w, bz_ascending[i]))
            out[n++] = gg_act(V_RUN, (unsigned)bz_next(w.hex, bz_ascending[i]), 0, 0);
    return n;
}

// Where only the stacks ahead end a run, the enemy learns something of them.
static unsigned tells_of_stack(const bz_table *t, const bz_state *s, const bz_walker *w) {
    for (unsigned left = t->nearer[w->source][w->hex]; left; left &= left - 1)
        if (bz_could_step(t, s, w, gg_bits_ctz32(left))) return GG_E_REVEAL;
    return 0;
}

// BH3j: on while there is a step, and not a step further.
static void go_on(const bz_table *t, bz_state *s, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    bz_walker w = bz_walker_of(t, s, frame);
    if (can_run(t, s, &w)) return;
    s->f.status[w.piece] |= MOVED;
    unsigned shows = bz_inspects(s, w.side, w.hex) | tells_of_stack(t, s, &w);
    gg_emit(events, E_EXFILTRATED, RULE_BH3j, GG_SEE_ALL, shows, w.piece, frame->arg[ARG_START],
            w.hex, 0, 0);
    gg_flow_end(&s->f.flow);
}

void bz_play_exfil(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int to = gg_a(action), seat = gg_flow_top(&s->f.flow)->seat;
    bz_take_step(t, s, to, events);
    if (bz_has(&s->zoc[1 - seat], to)) // BH3i
        gg_flow_call(&s->f.flow, N_EXFIL_DIE, (unsigned)seat);
    else
        go_on(t, s, events);
}

static void lose_step(const bz_table *t, bz_state *s, int piece, gg_events *events) {
    int hex = s->f.where[piece], left = bz_steps(s, piece) - 1;
    unsigned shows = left == 0 && bz_below(s, piece) >= 0 ? GG_E_REVEAL : 0; // what lies below
    s->f.steps_lost[bz_side_of(s, piece)]++;
    gg_emit(events, E_EXFIL_LOSS, RULE_BH3i, GG_SEE_ALL, shows, piece, hex, left, 0, 0);
    if (left > 0) {
        s->f.status[piece]--; // the low bits count the steps (BH2a)
        return;
    }
    s->f.status[piece] = 0; // BH2b: without a step it is destroyed
    bz_leave(t, s, piece, AT_DEAD);
}

void bz_play_exfil_die(const bz_table *t, bz_state *s, gg_action outcome, gg_events *events) {
    int die = gg_a(outcome);
    gg_flow_end(&s->f.flow);
    int piece = gg_flow_top(&s->f.flow)->subject;
    gg_emit(events, E_EXFIL_DIE, RULE_BH3i, GG_SEE_ALL, 0, die, piece, s->f.where[piece], 0, 0);
    if (die <= LOSS_UP_TO) lose_step(t, s, piece, events);
    if (bz_on_map(s, piece))
        go_on(t, s, events);
    else
        gg_flow_end(&s->f.flow);
}

// Who exfiltrates lies on top, goes to an open source of its net, and has a step or a die before
// it.
int bz_sound_exfil(const bz_table *t, const bz_state *s, const gg_frame *frame, bool die) {
    int piece = frame->subject, source = frame->arg[ARG_SOURCE], steps = frame->arg[ARG_STEPS];
    if (bz_is_column(piece) || bz_counters[piece].side != frame->seat) return __LINE__;
    if (!bz_on_map(s, piece) || s->f.status[piece] & MOVED) return __LINE__;
    int hex = s->f.where[piece], start = frame->arg[ARG_START];
    if (bz_top(s, hex) != piece) return __LINE__;
    if (source < 0 || source >= t->source_count) return __LINE__;
    if (!(t->source_net[bz_net_of(s, piece)] & open_sources(t, s, frame->seat) & 1U << source))
        return __LINE__;
    if (frame->arg[ARG_ENTERED] || frame->arg[ARG_COMPANY]) return __LINE__;
    if (start < 0 || start >= HEXES || !bz_has(&t->area, start)) return __LINE__;
    if (bz_distance(start, hex) > steps || steps < 0) return __LINE__;
    if (bz_distance(start, t->source_hex[source]) - steps !=
        bz_distance(hex, t->source_hex[source]))
        return __LINE__;
    if (frame->arg[ARG_HALF_MP] < 0 || frame->arg[ARG_HALF_MP] > bz_allowance(s, piece))
        return __LINE__;
    if (steps == 0 && frame->arg[ARG_HALF_MP] != bz_allowance(s, piece)) return __LINE__;
    return die && !(steps && bz_has(&s->zoc[1 - frame->seat], hex)) ? __LINE__ : 0;
}
