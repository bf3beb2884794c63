// SPDX-License-Identifier: Apache-2.0
// Node ACT: what the active unit may do next (CH4). Each verb has its chapter; this file only puts
// their lists together, in the order of nodes.def.
//
//   will            fire at will, before the first salvo       r8_attitudes.c
//   move KIND       opens the draft of a move                  r4_move.c
//   shoot UNIT WEAPON  one salvo, uncancellable (C52)          r5_shooting.c
//   strike UNIT     all attacks on one enemy unit              r6_melee.c
//   split           opens the draft that shares them out       r6_melee.c
//   end ATTITUDES   always legal with none: no dead end        r8_attitudes.c
#include "salvo.h"

typedef bool check_fn(const sv_table *, const sv_state *, int, gg_action, gg_verdict *);
typedef uint32_t list_fn(const sv_table *, const sv_state *, int, gg_action *);
typedef void do_fn(const sv_table *, sv_state *, int, gg_action, gg_events *);

#define DEED(verb, name)                                                                           \
    { verb, sv_check_##name, sv_list_##name, sv_do_##name }

static const struct {
    unsigned verb;
    check_fn *check;
    list_fn *list;
    do_fn *carry_out;
} deeds[] = {
    DEED(V_WILL, will),     DEED(V_MOVE, go),     DEED(V_SHOOT, shoot),
    DEED(V_STRIKE, strike), DEED(V_SPLIT, split), DEED(V_END, end),
};
enum { WAYS = sizeof deeds / sizeof deeds[0] };

static unsigned way_of(gg_action action) {
    unsigned i = 0;
    while (deeds[i].verb != gg_verb_of(action)) i++;
    return i;
}

// Who points at another unit of his own, which reads as a strike, wants it to act: the answer is
// who acts now, and when that one will. A card that was played is in the row no more.
static bool points_at_enemy(const sv_table *t, const sv_state *s, gg_action action,
                            gg_verdict *verdict) {
    int active = sv_active(s), side = sv_side(active), unit = sv_unit_named(t, gg_a(action));
    bool waits = s->f.pending == unit + 1; // the second of an extra activation
    if (unit < 0 || unit == active || sv_side(unit) != side || !sv_on_board(s, unit)) return true;
    for (int i = 0; i < s->f.card_count[side]; i++) waits = waits || sv_card(s, side, i) == unit;
    GG_REFUSE_IF(waits, ACTS_LATER, sv_piece_of_unit(unit), sv_piece_of_unit(active));
    GG_REFUSE_IF(!waits, HAS_ACTED, sv_piece_of_unit(unit), sv_piece_of_unit(active));
    return true;
}

bool sv_check_act(const sv_table *t, const sv_state *s, int seat, gg_action action,
                  gg_verdict *verdict) {
    (void)seat;
    if (gg_verb_of(action) == V_STRIKE && !points_at_enemy(t, s, action, verdict)) return false;
    return deeds[way_of(action)].check(t, s, sv_active(s), action, verdict);
}

uint32_t sv_legal_act(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)seat;
    for (unsigned i = 0; i < WAYS; i++) n += deeds[i].list(t, s, sv_active(s), out + n);
    return n;
}

void sv_play_act(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    deeds[way_of(action)].carry_out(t, s, sv_active(s), action, events);
}
