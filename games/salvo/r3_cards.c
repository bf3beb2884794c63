// SPDX-License-Identifier: Apache-2.0
// Chapters 3.2, 3.4 and 4: the row of cards, arranged in maintenance and played one by one.
//
//   SEQUENCE   card, card ... (draft): those named come first, the others keep their order; confirm
//   TURN       reveal     the first card                                         C16
//              relocate K the first card back, the second is played     1 CP     C17-C21
//              delay      the turn passes, no card is played            1 CP     C22-C25
//              extra      the first two cards, one after the other      4 CP     C26-C29
//
// CR13: of n cards the first goes to one of the n - 1 places among the others, 0 = before them all.
// CR15: "twice running" is two successive turns of that player in the same activation phase.
#include "salvo.h"

enum { RELOCATE_POINTS = 1, DELAY_POINTS = 1, EXTRA_POINTS = 4 };

static int slot_of(const sv_state *s, int side, int unit) {
    for (int slot = 0; slot < s->f.card_count[side]; slot++)
        if (sv_card(s, side, slot) == unit) return slot;
    return -1;
}

static void insert_card(sv_state *s, int side, int slot, int unit) {
    uint8_t *row = sv_row(s, side);
    GG_ASSERT(slot <= s->f.card_count[side] && s->f.card_count[side] < UNITS_SIDE);
    memmove(row + slot + 1, row + slot, (size_t)(UNITS_SIDE - slot - 1));
    row[slot] = (uint8_t)unit;
    s->f.card_count[side]++;
}

// --------------------------------------------------------------------------------- SEQUENCE node
bool sv_check_sequence(const sv_table *t, const sv_state *s, int seat, gg_action action,
                       gg_verdict *verdict) {
    int piece = gg_a(action), unit, slot;
    if (gg_verb_of(action) == V_CONFIRM) return true;
    unit = sv_unit_named(t, piece);
    slot = unit < 0 ? -1 : slot_of(s, seat, unit);
    GG_REFUSE_IF(slot < 0, NOT_YOUR_CARD, piece, 0);
    GG_REFUSE_IF(slot < gg_flow_top(&s->f.flow)->arg[ARG_CARDS], CARD_PLACED, piece, 0);
    return true;
}

// When one card is left its place is known.
uint32_t sv_legal_sequence(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    int named = gg_flow_top(&s->f.flow)->arg[ARG_CARDS], count = s->f.card_count[seat];
    uint32_t n = 0;
    (void)t;
    out[n++] = gg_act(V_CONFIRM, 0, 0, 0);
    for (int unit = sv_first_of(seat); named + 1 < count && unit < sv_end_of(seat); unit++)
        if (slot_of(s, seat, unit) >= named)
            out[n++] = gg_act(V_CARD, (unsigned)sv_piece_of_unit(unit), 0, 0);
    return n;
}

void sv_play_sequence(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int side = frame->seat;
    if (gg_verb_of(action) == V_CONFIRM) {
        gg_emit(events, E_ARRANGED, RULE_CR5, GG_SEE_ALL, 0, side, 0, 0, 0, 0);
        sv_after_sequence(t, s, events);
        return;
    }
    int unit = sv_unit_named(t, gg_a(action));
    sv_drop_card(s, side, slot_of(s, side, unit));
    insert_card(s, side, frame->arg[ARG_CARDS]++, unit);
}

// ------------------------------------------------------------------------------------- TURN node
// C21: unlike the others it may be used turn after turn.
static bool check_relocate(const sv_state *s, int seat, int slot, gg_verdict *verdict) {
    int cards = s->f.card_count[seat], points = s->f.points[seat];
    GG_REFUSE_IF(cards < 2, NEEDS_TWO_CARDS, cards, 0);
    GG_REFUSE_IF(points < RELOCATE_POINTS, RELOCATE_COST, points, 0);
    GG_REFUSE_IF(slot > cards - 2, NO_SUCH_SLOT, slot, cards - 2);
    return true;
}

// CR15: only the same special activation is barred, and only in the turn that follows.
static bool running(const sv_state *s, int seat, int special) {
    return s->f.special[seat] == special;
}

static bool check_delay(const sv_state *s, int seat, gg_verdict *verdict) {
    int points = s->f.points[seat];
    GG_REFUSE_IF(running(s, seat, SPECIAL_DELAY), DELAY_TWICE, 0, 0);
    GG_REFUSE_IF(points < DELAY_POINTS, DELAY_COST, points, 0);
    return true;
}

static bool check_extra(const sv_state *s, int seat, gg_verdict *verdict) {
    int cards = s->f.card_count[seat], points = s->f.points[seat];
    GG_REFUSE_IF(cards < 2, NEEDS_TWO_CARDS, cards, 0);
    GG_REFUSE_IF(running(s, seat, SPECIAL_EXTRA), EXTRA_TWICE, 0, 0);
    GG_REFUSE_IF(points < EXTRA_POINTS, EXTRA_COST, points, 0);
    return true;
}

bool sv_check_turn(const sv_table *t, const sv_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    (void)t;
    switch (gg_verb_of(action)) {
    case V_RELOCATE: return check_relocate(s, seat, gg_a(action), verdict);
    case V_DELAY: return check_delay(s, seat, verdict);
    case V_EXTRA: return check_extra(s, seat, verdict);
    default: return true;
    }
}

uint32_t sv_legal_turn(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)t;
    out[n++] = gg_act(V_REVEAL, 0, 0, 0);
    for (int slot = 0; slot + 1 < s->f.card_count[seat]; slot++)
        if (check_relocate(s, seat, slot, NULL))
            out[n++] = gg_act(V_RELOCATE, (unsigned)slot, 0, 0);
    if (check_delay(s, seat, NULL)) out[n++] = gg_act(V_DELAY, 0, 0, 0);
    if (check_extra(s, seat, NULL)) out[n++] = gg_act(V_EXTRA, 0, 0, 0);
    return n;
}

static void spend(sv_state *s, int side, int points) {
    s->f.points[side] = (uint8_t)(s->f.points[side] - points);
}

static void turn_over_card(int unit, unsigned rule, gg_events *events) {
    gg_emit(events, E_TURNED, rule, GG_SEE_ALL, GG_E_REVEAL, sv_piece_of_unit(unit), 0, 0, 0, 0);
}

// C16: the first card of the row is the next.
static void reveal(const sv_table *t, sv_state *s, int side, gg_events *events) {
    sv_activate(t, s, sv_drop_card(s, side, 0), events);
}

// CR12: the card put back stays face down; only the second is turned over.
// CR14: one special activation a turn: the second card is played, nothing else follows.
static void relocate(const sv_table *t, sv_state *s, int side, int slot, gg_events *events) {
    int first = sv_drop_card(s, side, 0), second = sv_drop_card(s, side, 0);
    spend(s, side, RELOCATE_POINTS);   // C17: 1 CP
    insert_card(s, side, slot, first); // C18: anywhere in the row
    gg_emit(events, E_RELOCATED, RULE_C18, GG_SEE_ALL, 0, side, slot, 0, 0, 0);
    turn_over_card(second, RULE_C19, events); // C19: the next card is turned over
    sv_activate(t, s, second, events);        // C20: and played in the same turn
}

// C24: no unit is activated, the row stays as it is.
static void delay(const sv_table *t, sv_state *s, int side, gg_events *events) {
    spend(s, side, DELAY_POINTS); // C22: 1 CP
    gg_emit(events, E_DELAYED, RULE_C23, GG_SEE_ALL, 0, side, 0, 0, 0, 0);
    sv_turn_over(t, s, events); // C23: the turn passes
}

// C28: both units are activated.
// CR16: in card order, the first one completely resolved before the second.
static void extra(const sv_table *t, sv_state *s, int side, gg_events *events) {
    int first = sv_drop_card(s, side, 0), second = sv_drop_card(s, side, 0);
    spend(s, side, EXTRA_POINTS); // C26: 4 CP
    gg_emit(events, E_EXTRA, RULE_C28, GG_SEE_ALL, 0, side, 0, 0, 0, 0);
    turn_over_card(first, RULE_C27, events); // C27: both cards are turned over
    turn_over_card(second, RULE_C27, events);
    s->f.pending = (uint8_t)(1 + second);
    sv_activate(t, s, first, events);
}

// CR15: what was used is remembered until this player's next turn.
void sv_play_turn(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    int side = gg_flow_top(&s->f.flow)->seat;
    switch (gg_verb_of(action)) {
    case V_RELOCATE:
        s->f.special[side] = SPECIAL_RELOCATE;
        relocate(t, s, side, gg_a(action), events);
        break;
    case V_DELAY:
        s->f.special[side] = SPECIAL_DELAY;
        delay(t, s, side, events);
        break;
    case V_EXTRA:
        s->f.special[side] = SPECIAL_EXTRA;
        extra(t, s, side, events);
        break;
    default:
        s->f.special[side] = SPECIAL_NONE;
        reveal(t, s, side, events);
        break;
    }
}
