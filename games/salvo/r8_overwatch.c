// SPDX-License-Identifier: Apache-2.0
// Overwatch (C121 to C132, CR51 to CR53): node REACT.
//
// The window opens when a move is finished in sight of a watcher that could shoot, and stays open
// until its owner declines or nobody can. Watchers fire in the order he likes, each all that it
// fires before the next (CR53): the first salvo at the unit that moved; then infantry's support, if
// it follows the standard weapons, at whom it likes (C130), a vehicle's other weapon at the mover
// again. The groups of infantry have a marker each; a vehicle has one, and the first of its weapons
// to fire uses it up for all.
//
//   ARG_REACTED   bit (unit % 12) for each watcher that has fired in this window
//   ARG_WATCHER   1 + (unit % 12) of the one whose turn it is, who fired last; 0 = nobody yet
//   ARG_SALVOS      bit (slot) for each weapon that this one has fired
//   ARG_TOUCHED   bit (unit % 12) for each unit that the mover touched before it moved (CR23)
#include "combat.h"

static int bit_of(int unit) {
    return 1 << unit % UNITS_SIDE;
}

static int last_watcher(const gg_frame *frame) {
    return sv_first_of(frame->seat) + frame->arg[ARG_WATCHER] - 1;
}

// The watcher has fired, and nobody after it.
static bool in_turn(const gg_frame *frame, int watcher) {
    return frame->arg[ARG_WATCHER] == 1 + watcher % UNITS_SIDE;
}

static bool weapon_used(const gg_frame *frame, int watcher, int slot) {
    return in_turn(frame, watcher) && frame->arg[ARG_SALVOS] >> slot & 1;
}

// Has the weapon a marker? C129: the support weapons are the second salvo, with one of their own.
static bool marked(const sv_table *t, const sv_state *s, int watcher, int slot) {
    bool support = slot && sv_infantry(t, watcher);
    return s->f.flags[watcher] & (support ? U_WATCH_SUPPORT : U_WATCH_STANDARD);
}

// C130: the support that follows the standard weapons chooses freely, also when these have
// destroyed the mover.
static bool may_choose(const sv_table *t, const gg_frame *frame, int watcher, int slot) {
    return slot && sv_infantry(t, watcher) && weapon_used(frame, watcher, 0);
}

// CR23: silent is who touches enemy infantry by a contact older than the move and still lasting;
// what the move has brought engages only when all reactions to it are over.
static bool silent(const sv_table *t, const sv_state *s, int watcher, int mover, bool touched) {
    uint32_t fresh = touched ? 0 : 1U << mover;
    return sv_engages(t, watcher, s->touch[watcher] & ~fresh);
}

// C125: the mover has ended its move in sight of the watcher. What a weapon aims at must be seen by
// its bearers anyway (CR27); only mortars (O2) need to be told.
static bool in_sight(const sv_table *t, const sv_state *s, int watcher, int slot, int mover) {
    if (!sv_on_board(s, mover) || !sv_indirect(t, t->unit[watcher].weapon[slot])) return true;
    return sv_any_sight(t, s, watcher, s->alive[watcher], mover);
}

// May this weapon of the watcher still fire in this window?
// CR53: all that a unit fires before another watcher, the standard weapons first; all weapons of a
// vehicle on one marker.
// C127: a unit that mixes standard and support weapons may stagger its fire.
static bool check_order(const sv_table *t, const sv_state *s, int watcher, int slot,
                        gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int piece = sv_piece_of_unit(watcher), weapon = t->unit[watcher].weapon[slot];
    bool turn = in_turn(frame, watcher), fired = frame->arg[ARG_REACTED] & bit_of(watcher);
    GG_REFUSE_IF(fired && !turn, WATCHER_DONE, piece, sv_piece_of_unit(last_watcher(frame)));
    GG_REFUSE_IF(weapon_used(frame, watcher, slot), WEAPON_FIRED, piece, weapon);
    bool along = turn && !sv_infantry(t, watcher); // on the marker of the first weapon
    GG_REFUSE_IF(!along && !marked(t, s, watcher, slot), GROUP_SPENT, piece, weapon);
    GG_REFUSE_IF(turn && !along && !slot, STANDARD_WAITS, piece, weapon);
    return true;
}

// C125: the first salvo is at the mover.
// CR53: and every salvo of a vehicle or walker.
static bool check_aim(const sv_table *t, const sv_state *s, int watcher, int slot, int named,
                      gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int target = sv_unit_named(t, named), mover = frame->subject;
    int piece = sv_piece_of_unit(watcher), aimed = target < 0 ? named : sv_piece_of_unit(target);
    bool chosen = may_choose(t, frame, watcher, slot), astray = target != mover && !chosen;
    GG_REFUSE_IF(astray && in_turn(frame, watcher), ALL_AT_THE_MOVER, piece, aimed);
    GG_REFUSE_IF(astray, NOT_THE_MOVER, piece, aimed);
    GG_REFUSE_IF(!chosen && !in_sight(t, s, watcher, slot, mover), MOVED_UNSEEN, piece,
                 sv_piece_of_unit(mover));
    GG_REFUSE_IF(target < 0, NOT_A_TARGET, aimed, 0);
    bool touched = frame->arg[ARG_TOUCHED] & bit_of(watcher);
    GG_REFUSE_IF(silent(t, s, watcher, mover, touched), SHOOTER_ENGAGED, piece, 0);
    return sv_may_shoot(t, s, watcher, slot, target, verdict);
}

static bool check_react(const sv_table *t, const sv_state *s, int seat, gg_action action,
                        gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int watcher = sv_unit_named(t, gg_a(action));
    bool mine = watcher >= 0 && sv_side(watcher) == seat && sv_on_board(s, watcher);
    bool ready = mine && (s->f.flags[watcher] & U_WATCH || in_turn(frame, watcher));
    GG_REFUSE_IF(!ready, NOT_WATCHING, watcher < 0 ? gg_a(action) : sv_piece_of_unit(watcher), 0);
    int piece = sv_piece_of_unit(watcher), slot = sv_slot_of(t, watcher, (unsigned)gg_b(action));
    GG_REFUSE_IF(slot < 0, NOT_BORNE, piece, gg_b(action));
    return check_order(t, s, watcher, slot, verdict) &&
           check_aim(t, s, watcher, slot, gg_c(action), verdict);
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
        if (may_choose(t, frame, watcher, slot)) {
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

// C131: those who fire leave overwatch, the others stay; a group has one marker for all its
// fighters, also for those who saw nobody.
// C132: it is removed.
static void take_marker(const sv_table *t, sv_state *s, int watcher, int slot) {
    unsigned gone = slot && sv_infantry(t, watcher) ? U_WATCH_SUPPORT : U_WATCH_STANDARD;
    s->f.flags[watcher] = (uint8_t)(s->f.flags[watcher] & ~gone);
}

// CR52: who declines keeps its marker for a later move.
static void decline(const sv_table *t, sv_state *s, int seat, gg_events *events) {
    sv_tell(events, E_HOLDS, RULE_CR52, seat, 0, 0);
    sv_reactions_over(t, s, events);
}

static void note_salvo(gg_frame *frame, int watcher, int slot) {
    int used = in_turn(frame, watcher) ? frame->arg[ARG_SALVOS] : 0;
    frame->arg[ARG_REACTED] = (int16_t)(frame->arg[ARG_REACTED] | bit_of(watcher));
    frame->arg[ARG_WATCHER] = (int16_t)(1 + watcher % UNITS_SIDE);
    frame->arg[ARG_SALVOS] = (int16_t)(used | 1 << slot);
}

void sv_play_react(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    if (gg_verb_of(action) == V_DECLINE) {
        decline(t, s, frame->seat, events);
        return;
    }
    int watcher = sv_unit_named(t, gg_a(action)),
        slot = sv_slot_of(t, watcher, (unsigned)gg_b(action));
    note_salvo(frame, watcher, slot);
    take_marker(t, s, watcher, slot);
    sv_tell(events, E_REACTS, RULE_C124, sv_piece_of_unit(watcher),
            sv_piece_of_unit(frame->subject), 0);
    // C126: the nine steps, as in any salvo.
    sv_open_salvo(t, s, watcher, slot, sv_unit_named(t, gg_c(action)), events);
}

// C124: somebody may fire at the unit that has moved.
bool sv_watchers(const sv_table *t, const sv_state *s, int mover, uint32_t touched) {
    int side = 1 - sv_side(mover);
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++) {
        if (!(s->f.flags[unit] & U_WATCH) || silent(t, s, unit, mover, touched >> unit & 1))
            continue;
        for (int slot = 0; slot < t->unit[unit].slots; slot++)
            if (marked(t, s, unit, slot) && in_sight(t, s, unit, slot, mover) &&
                sv_may_shoot(t, s, unit, slot, mover, NULL))
                return true;
    }
    return false;
}

bool sv_may_react_on(const sv_table *t, const sv_state *s) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    gg_action one;
    for (int unit = sv_first_of(frame->seat); unit < sv_end_of(frame->seat); unit++)
        if (sv_on_board(s, unit) && list_watcher(t, s, unit, &one, 1)) return true;
    return false;
}
