// SPDX-License-Identifier: Apache-2.0
// Chapters 5.1 to 5.5: one step of one counter, and where a move may end.
//
// BH4b no enemy hex; B59 14 and 15 GRD stay north; BH4s heights; BH3b a ZOC stops, BH3c leaving it
// costs 1 MP more, BH3d never from one to another, all but in exfiltration (BH3h), where each step
// goes nearer to the source (BH3g); BH4c a step is paid from what is left, BD10 but the first one
// is always possible. BH5i, BH4g where a move may end; BH4j nobody walks into a place he can
// neither stay in nor leave: the refusal then names what forbids the end.
//
// bar() is asked by the judge and by the search of BH4j alike, so that both mean the same steps.
#include "r05_walk.h"

enum { LEAVING_ZOC = 2, LEVELS = 32 }; // half MP; more than any counter has

bz_walker bz_walker_of(const bz_table *t, const bz_state *s, const gg_frame *frame) {
    bool exfiltrates = frame->node == N_EXFIL;
    bz_walker w = {
        .piece = frame->subject,
        .side = frame->seat,
        .column = bz_move_column(frame->subject),
        .hex = s->f.where[frame->subject],
        .half_mp = frame->arg[ARG_HALF_MP],
        .steps = frame->arg[ARG_STEPS],
        .source = exfiltrates ? frame->arg[ARG_SOURCE] : -1,
        .ends = exfiltrates ? &t->area : &s->ends, // BH4h
    };
    return w;
}

static bool may_pay(const bz_walker *w, int cost) {
    if (cost <= w->half_mp) return true;
    return w->steps == 0; // BD10: one hex for all its MP
}

// Why the walker may not go to its neighbour: a refusal, or 0. Tells the cost in half MP.
static inline unsigned bar(const bz_table *t, const bz_state *s, const bz_walker *w, int direction,
                           int *cost) {
    int to = bz_next(w->hex, direction);
    const bz_board *zoc = &s->zoc[1 - w->side];
    bool leaves = bz_has(zoc, w->hex), enters = bz_has(zoc, to);
    *cost = t->cost[w->column][leaves || enters][w->hex][direction];
    if (*cost == COST_NEVER && !bz_has(&t->area, to)) return REFUSE_OUTSIDE_AREA;
    if (s->top[to] && bz_enemy_in(s, w->side, to)) return REFUSE_ENEMY_IN_HEX;
    if (bz_counters[w->piece].flags & BZ_F_RESTRICTED && bz_restricted(s, w->piece, to))
        return REFUSE_NOT_SOUTH_YET;
    if (*cost == COST_NEVER) return REFUSE_HEIGHT_WITHOUT_LINK;
    if (w->source >= 0 && !(t->nearer[w->source][w->hex] >> direction & 1))
        return REFUSE_RUN_NOT_NEARER;
    if (leaves && w->source < 0) { // BH3h: to who exfiltrates ZOC are nothing
        if (w->steps > 0) return REFUSE_STOPPED_BY_ZOC;
        if (enters) return REFUSE_ZOC_TO_ZOC;
        *cost += LEAVING_ZOC; // BH3c
    }
    return may_pay(w, *cost) ? 0 : REFUSE_NOT_ENOUGH_MP;
}

static int mp_after(const bz_walker *w, int cost) {
    return cost < w->half_mp ? w->half_mp - cost : 0;
}

// Why the move may not end in this hex: a refusal, or 0.
static unsigned end_bar(const bz_state *s, const bz_walker *w, int hex, int *other) {
    unsigned misfit = s->top[hex] ? bz_misfit(s, w->piece, hex, other) : 0;
    if (misfit) return misfit; // BH5i: judged where it ends, not on the way
    return bz_has(w->ends, hex) ? 0 : REFUSE_END_UNSUPPLIED;
}

// BH4j: can the walker still come to a hex where it may end? Hexes by MP left, most first, each
// looked at once.
static bool leads_to_end(const bz_table *t, const bz_state *s, const bz_walker *from) {
    bz_board at[LEVELS], seen;
    bz_walker w = *from;
    int cost, other;
    GG_ASSERT(from->half_mp < LEVELS);
    memset(at, 0, (size_t)(from->half_mp + 1) * sizeof at[0]);
    memset(&seen, 0, sizeof seen);
    bz_add(&at[from->half_mp], from->hex);
    for (; w.half_mp > 0; w.half_mp--)
        while ((w.hex = bz_pop(&at[w.half_mp])) >= 0) {
            if (bz_has(&seen, w.hex)) continue;
            bz_add(&seen, w.hex);
            for (int d = 0; d < DIRECTIONS; d++) {
                int to = bz_next(w.hex, d);
                if (to < 0 || bar(t, s, &w, d, &cost)) continue;
                if (!end_bar(s, &w, to, &other)) return true;
                bz_add(&at[mp_after(&w, cost)], to);
            }
        }
    return false;
}

static bool refuse_end(const bz_walker *w, unsigned why, int hex, int other, gg_verdict *verdict) {
    return gg_refuse(verdict, why, w->piece, hex, why == REFUSE_END_UNSUPPLIED ? 0 : other, 0);
}

// The walker stands in its hex already, or is about to enter it.
bool bz_check_start(const bz_table *t, const bz_state *s, const bz_walker *w, gg_verdict *verdict) {
    int other = 0;
    unsigned why = end_bar(s, w, w->hex, &other);
    return !why || leads_to_end(t, s, w) || refuse_end(w, why, w->hex, other, verdict);
}

bool bz_check_end(const bz_state *s, const bz_walker *w, gg_verdict *verdict) {
    int other = 0;
    unsigned why = end_bar(s, w, w->hex, &other);
    return !why || refuse_end(w, why, w->hex, other, verdict);
}

static inline bool judge(const bz_table *t, const bz_state *s, const bz_walker *w, int direction,
                         gg_verdict *verdict) {
    int cost, to = bz_next(w->hex, direction), other = 0;
    unsigned why = bar(t, s, w, direction, &cost);
    bool mp = why == REFUSE_NOT_ENOUGH_MP;
    if (why == REFUSE_STOPPED_BY_ZOC) to = w->hex; // the hex that stops it
    if (why) return gg_refuse(verdict, why, w->piece, to, mp ? cost : 0, mp ? w->half_mp : 0);
    why = end_bar(s, w, to, &other);
    if (!why) return true;
    bz_walker there = *w;
    there.hex = to;
    there.half_mp = mp_after(w, cost);
    there.steps++;
    return leads_to_end(t, s, &there) || refuse_end(w, why, to, other, verdict);
}

bool bz_can_step(const bz_table *t, const bz_state *s, const bz_walker *w, int direction) {
    return bz_next(w->hex, direction) >= 0 && judge(t, s, w, direction, NULL);
}

bool bz_could_step(const bz_table *t, const bz_state *s, const bz_walker *w, int direction) {
    int cost;
    return bz_next(w->hex, direction) >= 0 && !bar(t, s, w, direction, &cost);
}

static int direction_to(int hex, int to) {
    for (int d = 0; d < DIRECTIONS; d++)
        if (bz_next(hex, d) == to) return d;
    return -1;
}

bool bz_check_step_to(const bz_table *t, const bz_state *s, const bz_walker *w, int to,
                      gg_verdict *verdict) {
    int direction = direction_to(w->hex, to);
    GG_REFUSE_IF(direction < 0, NOT_ADJACENT, w->hex, to);
    return judge(t, s, w, direction, verdict);
}

void bz_take_step(const bz_table *t, bz_state *s, int to, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    bz_walker w = bz_walker_of(t, s, frame);
    // A draft step is nobody else's business; a run uncovers what lay below.
    unsigned shows = w.source >= 0 && bz_below(s, w.piece) >= 0 ? GG_E_REVEAL : 0;
    int cost;
    bar(t, s, &w, direction_to(w.hex, to), &cost);
    frame->arg[ARG_HALF_MP] = (int16_t)mp_after(&w, cost);
    frame->arg[ARG_STEPS]++;
    bz_leave(t, s, w.piece, AT_POOL);
    bz_arrive(t, s, w.piece, to);
    if (!bz_is_column(w.piece)) bz_enter_hex(s, w.side, to); // BH16e: even in passing
    if (events)
        gg_emit(events, E_STEPPED, w.source < 0 ? RULE_BH4a : RULE_BH3g, bz_see_mask(t, s, w.piece),
                shows, w.piece, w.hex, to, 0, 0);
}

// B44: from a dominant hex one looks into the enemy stacks next to it; there is something to learn
// where more than the top counter lies.
unsigned bz_inspects(const bz_state *s, int side, int hex) {
    if (!bz_hexes[hex].dominant) return 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int next = bz_next(hex, d);
        if (next >= 0 && bz_enemy_in(s, side, next) && bz_height_in_stack(s, next) > 1)
            return GG_E_REVEAL;
    }
    return 0;
}

bz_walker bz_walker_fresh(const bz_state *s, int piece, const bz_board *ends) {
    bz_walker w = {
        .piece = piece,
        .side = bz_side_of(s, piece),
        .column = bz_move_column(piece),
        .hex = s->f.where[piece],
        .half_mp = bz_allowance(s, piece),
        .source = -1,
        .ends = ends,
    };
    return w;
}

// Steps onward from one hex, kept where they leave more MP than any found so far.
static void widen(const bz_table *t, const bz_state *s, const bz_walker *w, bz_board *at,
                  bz_paths *out) {
    int cost;
    for (int d = 0; d < DIRECTIONS; d++) {
        int to = bz_next(w->hex, d);
        // A step costs half an MP at least: who came there with as much already is not bettered.
        if (to < 0 || out->left[to] >= w->half_mp + (w->half_mp == 0)) continue;
        if (bar(t, s, w, d, &cost)) continue;
        int left = mp_after(w, cost);
        if (out->left[to] > left) continue;
        out->left[to] = (uint8_t)(left + 1);
        out->from[to] = (int16_t)w->hex;
        bz_add(&at[left], to);
    }
}

void bz_find_paths(const bz_table *t, const bz_state *s, const bz_walker *start, bz_paths *out) {
    bz_board at[LEVELS];
    bz_walker w = *start;
    int other;
    GG_ASSERT(w.half_mp < LEVELS);
    memset(at, 0, (size_t)(w.half_mp + 1) * sizeof at[0]);
    memset(out, 0, sizeof *out);
    out->left[w.hex] = (uint8_t)(w.half_mp + 1);
    out->from[w.hex] = (int16_t)w.hex;
    widen(t, s, &w, at, out);
    for (w.steps++; w.half_mp > 0; w.half_mp--)
        while ((w.hex = bz_pop(&at[w.half_mp])) >= 0)
            if (out->left[w.hex] == w.half_mp + 1) widen(t, s, &w, at, out);
    for (int hex = 0; hex < HEXES; hex++)
        if (out->left[hex] && !end_bar(s, &w, hex, &other)) bz_add(&out->ends, hex);
    if (start->steps == 0) bz_add(&out->ends, start->hex); // it may stay
}

void bz_reach(const bz_table *t, const bz_state *s, int piece, gg_overlay *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    bool moving = frame->node == N_STEP && frame->subject == piece;
    bz_board ends;
    bz_paths paths;
    out->surface = S_MAP;
    if (!bz_on_map(s, piece) || s->f.status[piece] & MOVED) return;
    ends = bz_move_ends(t, s, piece);
    bz_walker w = moving ? bz_walker_of(t, s, frame) : bz_walker_fresh(s, piece, &ends);
    bz_find_paths(t, s, &w, &paths);
    for (int hex = 0; hex < HEXES; hex++) {
        if (!bz_has(&paths.ends, hex)) continue;
        out->cell[out->cells] = (uint16_t)hex;
        out->value[out->cells++] = (int16_t)(paths.left[hex] - 1);
    }
}
