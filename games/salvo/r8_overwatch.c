// SPDX-License-Identifier: Apache-2.0
// Overwatch (C121 to C132, CR51 to CR53): node REACT.
//
// The window opens when a move is finished in sight of a watcher that could shoot, and stays open
// until its owner declines or nobody can. Watchers fire in the order he likes. ARG_REACTED has a
// bit (unit % 12) for each watcher that has fired in this window, ARG_SLOT0 and ARG_SLOT1 for each
// that has fired that weapon: a weapon fires once a window, and a second salvo may leave the mover
// for another target (C130). The groups of infantry have a marker each; a vehicle has one, and the
// first of its weapons to fire uses it up for all (CR53).
#include "combat.h"

static int bit_of(int unit) {
    return 1 << unit % UNITS_SIDE;
}

// May this weapon of the watcher still fire in the window of `frame`? Without frame: a new window.
// CR53: all weapons of a vehicle react together, on one marker.
// C127: a unit that mixes standard and support weapons may stagger its fire.
// C129: the support weapons are the second salvo, with a marker of their own.
static bool weapon_ready(const sv_table *t, const sv_state *s, const gg_frame *frame, int watcher,
                         int slot) {
    unsigned flags = s->f.flags[watcher];
    bool fired = frame && frame->arg[ARG_REACTED] & bit_of(watcher);
    if (!sv_infantry(t, watcher)) return flags & U_WATCH_STANDARD || fired;
    return flags & (slot ? U_WATCH_SUPPORT : U_WATCH_STANDARD);
}

static bool weapon_used(const gg_frame *frame, int watcher, int slot) {
    return frame->arg[slot ? ARG_SLOT1 : ARG_SLOT0] & bit_of(watcher);
}

// C130: the second salvo of a watcher chooses freely, also when the first has destroyed the mover.
static bool may_choose(const gg_frame *frame, int watcher, int slot) {
    return weapon_used(frame, watcher, 1 - slot);
}

// C125: the mover has ended its move in sight of the watcher. What a weapon aims at must be seen by
// its bearers anyway (CR27); only mortars (O2) need to be told.
static bool in_sight(const sv_table *t, const sv_state *s, int watcher, int slot, int mover) {
    if (!sv_on_board(s, mover) || !sv_indirect(t, t->unit[watcher].weapon[slot])) return true;
    return sv_any_sight(t, s, watcher, s->alive[watcher], mover);
}

static bool check_react(const sv_table *t, const sv_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int watcher = sv_unit_named(t, gg_a(action)), target = sv_unit_named(t, gg_c(action));
    bool mine = watcher >= 0 && sv_side(watcher) == seat && sv_on_board(s, watcher);
    bool ready =
        mine && (s->f.flags[watcher] & U_WATCH || frame->arg[ARG_REACTED] & bit_of(watcher));
    GG_REFUSE_IF(!ready, NOT_WATCHING, watcher < 0 ? gg_a(action) : sv_piece_of_unit(watcher), 0);
    int piece = sv_piece_of_unit(watcher), slot = sv_slot_of(t, watcher, (unsigned)gg_b(action));
    GG_REFUSE_IF(slot < 0, NOT_BORNE, piece, gg_b(action));
    GG_REFUSE_IF(weapon_used(frame, watcher, slot), WEAPON_FIRED, piece, gg_b(action));
    GG_REFUSE_IF(!weapon_ready(t, s, frame, watcher, slot), GROUP_SPENT, piece, gg_b(action));
    int aimed = target < 0 ? gg_c(action) : sv_piece_of_unit(target);
    bool chosen = may_choose(frame, watcher, slot);
    GG_REFUSE_IF(target != frame->subject && !chosen, NOT_THE_MOVER, piece, aimed);
    GG_REFUSE_IF(!chosen && !in_sight(t, s, watcher, slot, frame->subject), MOVED_UNSEEN, piece,
                 sv_piece_of_unit(frame->subject));
    GG_REFUSE_IF(target < 0, NOT_A_TARGET, aimed, 0);
    return sv_may_shoot(t, s, watcher, slot, target, verdict);
}

bool sv_check_react(const sv_table *t, const sv_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    if (gg_verb_of(action) == V_DECLINE) return true;
    return check_react(t, s, seat, action, verdict);
}

// Salvos of one watcher, ascending; at most `room`.
static uint32_t list_watcher(const sv_table *t, const sv_state *s, int watcher, gg_action *out,
                             uint32_t room) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    const sv_roster *roster = &t->unit[watcher];
    int side = sv_side(watcher), mover = frame->subject;
    bool swapped = roster->slots > 1 && roster->weapon[0] > roster->weapon[1];
    uint32_t n = 0;
    for (int i = 0; i < roster->slots; i++) {
        int slot = i ^ swapped, first = mover, last = mover;
        if (may_choose(frame, watcher, slot)) {
            first = sv_first_of(1 - side);
            last = sv_end_of(1 - side) - 1;
        }
        for (int target = first; target <= last && n < room; target++) {
            if (!sv_on_board(s, target)) continue;
            gg_action react =
                gg_act(V_REACT, s->f.leader[watcher], roster->weapon[slot], s->f.leader[target]);
            if (check_react(t, s, side, react, NULL)) out[n++] = react;
        }
    }
    return n;
}

uint32_t sv_legal_react(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    for (int unit = sv_first_of(seat); unit < sv_end_of(seat); unit++)
        if (sv_on_board(s, unit)) n += list_watcher(t, s, unit, out + n, 2 * UNITS_SIDE);
    out[n++] = gg_act(V_DECLINE, 0, 0, 0);
    return n;
}

// C131, C132: those who fire leave overwatch, their marker goes; the others stay.
static void take_marker(const sv_table *t, sv_state *s, int watcher, int slot) {
    unsigned gone = slot && sv_infantry(t, watcher) ? U_WATCH_SUPPORT : U_WATCH_STANDARD;
    s->f.flags[watcher] = (uint8_t)(s->f.flags[watcher] & ~gone);
}

// CR52: who declines keeps its marker for a later move.
static void decline(const sv_table *t, sv_state *s, int seat, gg_events *events) {
    gg_flow_end(&s->f.flow);
    sv_tell(events, E_HOLDS, RULE_CR52, seat, 0, 0);
    sv_after_salvo(t, s, events); // the mover may be gone
}

void sv_play_react(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    if (gg_verb_of(action) == V_DECLINE) {
        decline(t, s, frame->seat, events);
        return;
    }
    int watcher = sv_unit_named(t, gg_a(action)),
        slot = sv_slot_of(t, watcher, (unsigned)gg_b(action));
    int16_t *used = &frame->arg[slot ? ARG_SLOT1 : ARG_SLOT0];
    frame->arg[ARG_REACTED] = (int16_t)(frame->arg[ARG_REACTED] | bit_of(watcher));
    *used = (int16_t)(*used | bit_of(watcher));
    take_marker(t, s, watcher, slot);
    sv_tell(events, E_REACTS, RULE_C124, sv_piece_of_unit(watcher),
            sv_piece_of_unit(frame->subject), 0);
    // C126: the nine steps, as in any salvo.
    sv_open_salvo(t, s, watcher, slot, sv_unit_named(t, gg_c(action)), events);
}

// C124: somebody may fire at the unit that has moved.
bool sv_watchers(const sv_table *t, const sv_state *s, int mover) {
    int side = 1 - sv_side(mover);
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        for (int slot = 0; slot < t->unit[unit].slots; slot++)
            if (weapon_ready(t, s, NULL, unit, slot) && in_sight(t, s, unit, slot, mover) &&
                sv_may_shoot(t, s, unit, slot, mover, NULL))
                return true;
    return false;
}

bool sv_may_react_on(const sv_table *t, const sv_state *s) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_action one;
    for (int unit = sv_first_of(frame->seat); unit < sv_end_of(frame->seat); unit++)
        if (sv_on_board(s, unit) && list_watcher(t, s, unit, &one, 1)) return true;
    return false;
}
