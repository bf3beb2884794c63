// SPDX-License-Identifier: Apache-2.0
// Chapters 7.2 and 10A in combat: the secret commitment of supply columns and air markers.
//
// BD7 both sides, in every combat, the Allied answer first and unseen until the German one is
// given. BH8a a CL stacked with or next to a friendly unit of the combat, BH8e if one such unit is
// in command (BH6a), BH7m supplied or not; BD14 three at most. B36 only the Allied player has air
// markers; B29, B30 attacking or defending; B34 several in one combat, B35 two at most; B31, BR3
// each once in a game turn. What they do to the column is in r08_odds.c.
#include "combat.h"

// BH8f: each CL shifts one column (r08_odds.c), so that three at most make three columns at most.
enum { COLUMNS_MOST = 3, AIR_MOST = 2 };

// B29, B30: attacking or defending alike.
static int air_ready(const bz_state *s) {
    return s->f.air_total - s->f.air_used;
}

static bz_set participants(const bz_state *s, int seat) {
    return seat == bz_attacker(s) ? bz_attackers(s) : bz_defenders(s);
}

// BH8e: one is enough; BH7m: supplied or not.
static bool commanded(const bz_state *s, int seat) {
    bz_set left = participants(s, seat);
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (bz_in_command(s, p)) return true;
    return false;
}

static bool is_own_column(const bz_state *s, int seat, int column) {
    return bz_on_map(s, column) && bz_side_of(s, column) == seat;
}

// BH8a: with one of them or next to one.
static bool in_reach(const bz_state *s, int seat, int column) {
    bz_set left = participants(s, seat);
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (bz_distance(s->f.where[p], s->f.where[column]) <= 1) return true;
    return false;
}

static bool check_air(const bz_state *s, int seat, int air, gg_verdict *verdict) {
    if (!air) return true;
    int ready = air_ready(s);
    GG_REFUSE_IF(seat == BZ_GERMAN, AIR_IS_ALLIED, air, 0);
    GG_REFUSE_IF(air > AIR_MOST, TOO_MANY_AIR, air, AIR_MOST); // B34: several, B35: two at most
    GG_REFUSE_IF(air > ready, AIR_NOT_READY, air, ready);
    return true;
}

static bool check_column(const bz_state *s, int seat, int column, gg_verdict *verdict) {
    GG_REFUSE_IF(!is_own_column(s, seat, column), NOT_YOUR_COLUMN, column, 0);
    GG_REFUSE_IF(!commanded(s, seat), NOBODY_IN_COMMAND, column, s->f.target);
    GG_REFUSE_IF(!in_reach(s, seat, column), COLUMN_TOO_FAR, column, s->f.target);
    return true;
}

bool bz_check_commit(const bz_table *t, const bz_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    unsigned set = (unsigned)gg_a(action);
    int count = gg_bits_popcount32(set);
    (void)t;
    if (!check_air(s, seat, gg_b(action), verdict)) return false;
    GG_REFUSE_IF(count > COLUMNS_MOST, TOO_MANY_COLUMNS, count, COLUMNS_MOST);
    for (int i = 0; i < COLUMNS; i++)
        if (set >> i & 1 && !check_column(s, seat, FIRST_COLUMN + i, verdict)) return false;
    return true;
}

unsigned bz_usable_columns(const bz_state *s, int seat) {
    unsigned set = 0;
    if (!s->counts[seat] || !commanded(s, seat)) return 0;
    for (int i = 0; i < COLUMNS; i++)
        if (is_own_column(s, seat, FIRST_COLUMN + i) && in_reach(s, seat, FIRST_COLUMN + i))
            set |= 1U << i;
    return set;
}

uint32_t bz_legal_commit(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    unsigned usable = bz_usable_columns(s, seat), set = 0;
    int air = seat == BZ_ALLIED ? air_ready(s) : 0;
    uint32_t n = 0;
    (void)t;
    if (air > AIR_MOST) air = AIR_MOST;
    do { // every subset, ascending
        for (int a = 0; a <= air && gg_bits_popcount32(set) <= COLUMNS_MOST; a++)
            out[n++] = gg_act(V_COMMIT, set, (unsigned)a, 0);
        set = (set - usable) & usable;
    } while (set);
    return n;
}

void bz_play_commit(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int seat = gg_flow_top(&s->f.flow)->seat;
    (void)t;
    s->f.commit_columns[seat] = (uint8_t)gg_a(action);
    if (seat == BZ_ALLIED) s->f.commit_air = (uint8_t)gg_b(action);
    s->f.committed |= (uint8_t)(1U << seat);
    if (seat == BZ_ALLIED)
        gg_flow_goto(&s->f.flow, N_COMMIT, BZ_GERMAN);
    else
        bz_reveal(s, events);
}
