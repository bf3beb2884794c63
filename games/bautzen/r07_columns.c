// SPDX-License-Identifier: Apache-2.0
// Supply columns arriving in a supply segment.
//
// BH1d the German die from turn 3; BH1f the Allies receive up to four each turn; BD6a they are
// placed on open sources of their side, 1201 excepted; BD6c with none open they are lost; BH8g, B10
// a side never has more than four on the map.
#include "bautzen.h"

static int pool_column(const bz_state *s) {
    for (int p = FIRST_COLUMN; p < PIECES; p++)
        if (s->f.where[p] == AT_POOL) return p;
    return -1;
}

static int pool_size(const bz_state *s) {
    int n = 0;
    for (int p = FIRST_COLUMN; p < PIECES; p++) n += s->f.where[p] == AT_POOL;
    return n;
}

static bool open_for_columns(const bz_table *t, const bz_state *s, int side, int hex) {
    return bz_has(&t->sources[side], hex) && bz_source_open(t, s, side, hex);
}

static bool any_source(const bz_table *t, const bz_state *s, int side) {
    bz_board sources = t->sources[side];
    for (int hex; (hex = bz_pop(&sources)) >= 0;)
        if (open_for_columns(t, s, side, hex)) return true;
    return false;
}

bool bz_open_columns(const bz_table *t, bz_state *s, int side, int arriving, gg_events *events) {
    int room = COLUMNS_PER_SIDE - s->counts[side], pool = pool_size(s), n = arriving;
    if (n > room) { // BH8g, 7.2.2: the surplus is lost; the Allies take "up to" four
        if (side == BZ_GERMAN)
            gg_emit(events, E_COLUMNS_LOST, RULE_BH8g, GG_SEE_ALL, 0, side, n - room, 0, 0, 0);
        n = room;
    }
    if (n > pool) n = pool;
    if (n <= 0) return false;
    if (!any_source(t, s, side)) { // BD6c
        gg_emit(events, E_COLUMNS_LOST, RULE_BD6c, GG_SEE_ALL, 0, side, n, 0, 0, 0);
        return false;
    }
    s->f.arriving = (uint8_t)n;
    gg_flow_goto(&s->f.flow, N_CL_PLACE, (unsigned)side);
    return true;
}

bool bz_check_cl_place(const bz_table *t, const bz_state *s, int seat, gg_action action,
                       gg_verdict *verdict) {
    if (gg_verb_of(action) == V_AT) {
        int hex = gg_a(action);
        GG_REFUSE_IF(!open_for_columns(t, s, seat, hex), NOT_A_SOURCE, hex, 0);
        return true;
    }
    // BH1f: the Allies receive up to four and may take fewer; what the German die gives comes.
    GG_REFUSE_IF(seat == BZ_GERMAN, COLUMNS_TO_PLACE, s->f.arriving, 0);
    return true;
}

uint32_t bz_legal_cl_place(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    bz_board sources = t->sources[seat];
    uint32_t n = 0;
    for (int hex; (hex = bz_pop(&sources)) >= 0;)
        if (open_for_columns(t, s, seat, hex)) out[n++] = gg_act(V_AT, (unsigned)hex, 0, 0);
    if (seat == BZ_ALLIED) out[n++] = gg_act(V_END, 0, 0, 0);
    return n;
}

void bz_play_cl_place(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int side = gg_flow_top(&s->f.flow)->seat, hex = gg_a(action);
    if (gg_verb_of(action) == V_AT) {
        int column = pool_column(s);
        s->f.column_side[column - FIRST_COLUMN] = (uint8_t)side;
        s->f.status[column] = 1; // it has not moved (BD6b)
        bz_arrive(t, s, column, hex);
        gg_emit(events, E_COLUMN_PLACED, RULE_BD6a, GG_SEE_ALL, 0, side, hex, 0, 0, 0);
        s->f.arriving--;
    } else {
        s->f.arriving = 0;
    }
    if (!s->f.arriving) bz_after_columns(t, s, events);
}

// BH1d: 1-3 none, 4-5 one, 6 two. BR22: they are no reinforcement in the sense of chapter 11, so
// that the German side has them.
void bz_play_cl_roll(const bz_table *t, bz_state *s, gg_action outcome, gg_events *events) {
    int die = gg_a(outcome);
    int n = die <= 3 ? 0 : die <= 5 ? 1 : 2;
    gg_emit(events, E_COLUMN_DIE, RULE_BH1d, GG_SEE_ALL, 0, die, n, 0, 0, 0);
    if (!n || !bz_open_columns(t, s, BZ_GERMAN, n, events)) bz_after_columns(t, s, events);
}
