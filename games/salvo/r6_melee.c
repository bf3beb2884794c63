// SPDX-License-Identifier: Apache-2.0
// Melee (C68 to C86): the active unit strikes what it touches, once, after its shots and its move.
//
//   strike UNIT     every figure in contact touches it: all attacks there
//   split           SPLIT, a draft: give UNIT N ..., confirm (C74, C75)
//     MELEE         resolve UNIT, asked while two or more wait (C77)
//       ATTACKS, AGAIN: reroll N (C79), ATTACK_REROLLS DAMAGE LOCATIONS
//                     unit by unit (C78 to C84), no saves (C86)
//     PURSUIT       if a figure could (r6_pursuit.c)
//
// facts.blows are the attacks given and not yet resolved. Shares are possible when every figure
// finds units it touches for its own attacks: for every set of targets, what is given to it is at
// most what the figures that touch it have, and at least what those have that touch nothing else.
#include "combat.h"

// -------------------------------------------------------------------------------------- who, whom
// CR36: only infantry strikes.
// CR37: it strikes whatever it touches, vehicles too.
uint32_t sv_struck(const sv_table *t, const sv_state *s, int unit) {
    return sv_infantry(t, unit) ? s->touch[unit] : 0;
}

// CR36: only figures in contact strike.
unsigned sv_strikers(const sv_table *t, const sv_state *s, int unit) {
    unsigned strikers = 0;
    for (uint32_t m = sv_struck(t, s, unit); m; m &= m - 1)
        strikers |= sv_in_contact(t, s, unit, gg_bits_ctz32(m));
    return strikers;
}

// C72: the attacks of every figure that strikes.
int sv_blows(const sv_table *t, const sv_state *s, int unit) {
    int figures = gg_bits_popcount32(sv_strikers(t, s, unit));
    return sv_at_most(figures * sv_type(t, unit)->attacks, ROLL_MAX);
}

// C73, CR36: as many as the rank of the officer who leads it.
int sv_melee_rerolls(const sv_table *t, const sv_state *s, int unit) {
    return sv_led_by(t, s, unit);
}

// C76: for each enemy unit its own difficulty.
// CH2e: ATT minus the target's CBT.
int sv_attack_margin(const sv_table *t, int unit, int target) {
    return sv_type(t, unit)->attack - sv_type(t, target)->combat_skill;
}

// ------------------------------------------------------------------------------ strike and split
// What strike and split have in common.
static bool check_melee(const sv_table *t, const sv_state *s, int unit, gg_verdict *verdict) {
    int piece = sv_piece_of_unit(unit);
    GG_REFUSE_IF(s->f.deeds & 1 << DEED_STRUCK, MELEE_FOUGHT, piece, 0);
    GG_REFUSE_IF(!sv_infantry(t, unit), VEHICLES_STRIKE_NOT, piece, 0);
    GG_REFUSE_IF(!sv_struck(t, s, unit), NO_CONTACT, piece, 0);
    return true;
}

bool sv_check_strike(const sv_table *t, const sv_state *s, int unit, gg_action action,
                     gg_verdict *verdict) {
    int target = sv_unit_named(t, gg_a(action)), piece = sv_piece_of_unit(unit);
    if (!check_melee(t, s, unit, verdict)) return false;
    bool met = target >= 0 && sv_struck(t, s, unit) >> target & 1;
    int named = target < 0 ? gg_a(action) : sv_piece_of_unit(target);
    GG_REFUSE_IF(!met, NOT_TOUCHED, piece, named);
    GG_REFUSE_IF(sv_strikers(t, s, unit) & ~sv_in_contact(t, s, unit, target), MUST_SPLIT, piece,
                 named);
    return true;
}

uint32_t sv_list_strike(const sv_table *t, const sv_state *s, int unit, gg_action *out) {
    uint32_t n = 0;
    for (uint32_t m = s->touch[unit]; m; m &= m - 1) {
        gg_action strike = gg_act(V_STRIKE, s->f.leader[gg_bits_ctz32(m)], 0, 0);
        if (sv_check_strike(t, s, unit, strike, NULL)) out[n++] = strike;
    }
    return n;
}

bool sv_check_split(const sv_table *t, const sv_state *s, int unit, gg_action action,
                    gg_verdict *verdict) {
    (void)action;
    if (!check_melee(t, s, unit, verdict)) return false;
    GG_REFUSE_IF(gg_bits_popcount32(sv_struck(t, s, unit)) < 2, NOTHING_TO_SPLIT,
                 sv_piece_of_unit(unit), 0);
    return true;
}

uint32_t sv_list_split(const sv_table *t, const sv_state *s, int unit, gg_action *out) {
    if (!s->touch[unit]) return 0;
    out[0] = gg_act(V_SPLIT, 0, 0, 0);
    return sv_check_split(t, s, unit, out[0], NULL);
}

static void begin_melee(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    frame->arg[ARG_STRIKERS] = (int16_t)sv_strikers(t, s, unit); // who may pursue afterwards
    frame->arg[ARG_ATTACKS] = (int16_t)sv_blows(t, s, unit);
    frame->arg[ARG_POOL] = (int16_t)sv_melee_rerolls(t, s, unit);
    s->f.deeds |= 1 << DEED_STRUCK;
    for (int target = 0; target < UNITS; target++)
        if (s->f.blows[target])
            sv_tell(events, E_STRIKES, RULE_C75, sv_piece_of_unit(unit), sv_piece_of_unit(target),
                    s->f.blows[target]);
    sv_melee_next(t, s, events);
}

void sv_do_strike(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    s->f.blows[sv_unit_named(t, gg_a(action))] = (uint8_t)sv_blows(t, s, unit);
    gg_flow_call(&s->f.flow, N_MELEE, (unsigned)sv_side(unit))->subject = (uint16_t)unit;
    begin_melee(t, s, unit, events);
}

// ----------------------------------------------------------------------------------- node SPLIT
typedef struct shares {
    int count;             // units that may be struck
    int unit[UNITS_SIDE];  // ascending
    unsigned touch[SQUAD]; // by striking figure: the units it touches, bit = place in `unit`
    int figures, attacks;  // striking figures, attacks of each
} shares;

static shares shares_of(const sv_table *t, const sv_state *s, int striker) {
    shares out = {.attacks = sv_type(t, striker)->attacks};
    unsigned strikers = sv_strikers(t, s, striker);
    unsigned contact[UNITS_SIDE];
    for (uint32_t m = sv_struck(t, s, striker); m; m &= m - 1) {
        contact[out.count] = sv_in_contact(t, s, striker, gg_bits_ctz32(m));
        out.unit[out.count++] = gg_bits_ctz32(m);
    }
    for (unsigned m = strikers; m; m &= m - 1) {
        unsigned bits = 0;
        for (int k = 0; k < out.count; k++) bits |= (contact[k] >> gg_bits_ctz32(m) & 1) << k;
        out.touch[out.figures++] = bits;
    }
    return out;
}

void sv_do_split(const sv_table *t, sv_state *s, int unit, gg_action action, gg_events *events) {
    shares a = shares_of(t, s, unit);
    (void)action;
    (void)events;
    gg_frame *frame = gg_flow_call(&s->f.flow, N_SPLIT, (unsigned)sv_side(unit));
    frame->subject = (uint16_t)unit;
    frame->arg[ARG_ATTACKS] = (int16_t)(a.figures * a.attacks);
}

// Least and most that may go to target `k`, those of the mask `given` being fixed already.
static void bounds(const shares *a, const sv_state *s, unsigned given, int k, int *least,
                   int *most) {
    given &= ~(1U << k);
    *least = 0;
    *most = a->figures * a->attacks;
    for (unsigned sub = given;; sub = (sub - 1) & given) {
        unsigned set = sub | 1U << k;
        int fixed = 0, meet = 0, within = 0;
        for (int i = 0; i < a->count; i++)
            if (sub >> i & 1) fixed += s->f.blows[a->unit[i]];
        for (int i = 0; i < a->figures; i++) {
            meet += (a->touch[i] & set) != 0;
            within += (a->touch[i] & ~set) == 0;
        }
        if (meet * a->attacks - fixed < *most) *most = meet * a->attacks - fixed;
        if (within * a->attacks - fixed > *least) *least = within * a->attacks - fixed;
        if (!sub) break;
    }
}

static int place_of(const shares *a, int unit) {
    for (int k = 0; k < a->count; k++)
        if (a->unit[k] == unit) return k;
    return -1;
}

// ARG_GIVEN is a mask of places in shares.unit.
static bool check_give(const sv_table *t, const sv_state *s, gg_action action,
                       gg_verdict *verdict) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int target = sv_unit_named(t, gg_a(action)), n = gg_b(action), least, most;
    int piece = target < 0 ? gg_a(action) : sv_piece_of_unit(target);
    shares a = shares_of(t, s, frame->subject);
    int k = place_of(&a, target);
    GG_REFUSE_IF(k < 0, NOT_TOUCHED, sv_piece_of_unit(frame->subject), piece);
    bounds(&a, s, (unsigned)frame->arg[ARG_GIVEN], k, &least, &most);
    GG_REFUSE_IF4(n > most, SHARE_TOO_GREAT, piece, n, most, 0);
    GG_REFUSE_IF4(n < least, SHARE_TOO_SMALL, piece, n, least, 0);
    return true;
}

int sv_attacks_left(const sv_state *s) {
    int left = gg_flow_top(&s->f.flow)->arg[ARG_ATTACKS];
    for (int unit = 0; unit < UNITS; unit++) left -= s->f.blows[unit];
    return left;
}

bool sv_check_share(const sv_table *t, const sv_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    (void)seat;
    if (gg_verb_of(action) == V_GIVE) return check_give(t, s, action, verdict);
    int left = sv_attacks_left(s);
    GG_REFUSE_IF(left > 0, ATTACKS_LEFT, left, 0);
    return true;
}

// The lowest unit without a share, every number possible; then the confirm.
uint32_t sv_legal_share(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    unsigned given = (unsigned)frame->arg[ARG_GIVEN];
    shares a = shares_of(t, s, frame->subject);
    uint32_t n = 0;
    int k = 0, least, most;
    (void)seat;
    if (sv_attacks_left(s) <= 0) out[n++] = gg_act(V_CONFIRM, 0, 0, 0);
    while (k < a.count && given >> k & 1) k++;
    if (k < a.count) {
        bounds(&a, s, given, k, &least, &most);
        for (int give = least; give <= most; give++)
            out[n++] = gg_act(V_GIVE, s->f.leader[a.unit[k]], (unsigned)give, 0);
    }
    return n;
}

void sv_play_share(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    int striker = frame->subject;
    if (gg_verb_of(action) == V_GIVE) {
        int target = sv_unit_named(t, gg_a(action));
        shares a = shares_of(t, s, striker);
        s->f.blows[target] = (uint8_t)gg_b(action);
        frame->arg[ARG_GIVEN] = (int16_t)(frame->arg[ARG_GIVEN] | 1 << place_of(&a, target));
        return;
    }
    gg_flow_goto(&s->f.flow, N_MELEE, frame->seat);
    begin_melee(t, s, striker, events);
}

// ----------------------------------------------------------------------------------- node MELEE
static int waiting(const sv_state *s, int *first) {
    int count = 0;
    for (int unit = UNITS - 1; unit >= 0; unit--)
        if (s->f.blows[unit]) {
            *first = unit;
            count++;
        }
    return count;
}

// C80: the impacts on one unit are known, damage follows.
// C86, C117: no save comes in between, not even of those who take cover.
static bool strike_home(const sv_table *t, sv_state *s, int target, int hits, gg_events *events) {
    int striker = gg_flow_top(&s->f.flow)->subject;
    int pen = sv_type(t, striker)->penetration;
    int margin = sv_damage_margin(t, s, striker, pen, target, true);
    sv_tell(events, E_IMPACTS, RULE_C80, sv_piece_of_unit(target), hits, 0);
    if (!hits) return false;
    int tests = sv_tests_of(t, target, hits, 1); // C81: one for each impact
    int score = sv_needed(margin);               // C82: the same for all of them
    return sv_test_damage(t, s, target, tests, score, true, events);
}

// C79, CR36: failures may be rolled again, as many as the owner likes and the unit's one pool
// allows. True: something is asked or rolled first.
static bool after_attacks(const sv_table *t, sv_state *s, int target, int hits, int dice, int score,
                          gg_events *events) {
    const gg_frame *melee = gg_flow_top(&s->f.flow);
    int most = sv_at_most(melee->arg[ARG_POOL], dice - hits), striker = melee->subject;
    sv_tell(events, E_ROLLED, RULE_C78, hits, dice, 0);
    if (most <= 0 || score == HOPELESS) return strike_home(t, s, target, hits, events);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_AGAIN, (unsigned)sv_side(striker));
    frame->subject = (uint16_t)striker;
    frame->arg[ARG_SCORE] = (int16_t)score;
    frame->arg[ARG_UNIT] = (int16_t)target;
    frame->arg[ARG_REROLLS] = (int16_t)most;
    frame->arg[ARG_HITS] = (int16_t)hits;
    return true;
}

// C78: the attack dice against one unit.
static bool resolve(const sv_table *t, sv_state *s, int target, gg_events *events) {
    const gg_frame *melee = gg_flow_top(&s->f.flow);
    int dice = s->f.blows[target];
    int score = sv_needed(sv_attack_margin(t, melee->subject, target));
    s->f.blows[target] = 0;
    sv_tell(events, E_DICE, RULE_C78, dice, score, melee->arg[ARG_POOL]);
    int hits = sv_throw(s, N_ATTACKS, dice, score, target);
    return hits < 0 || after_attacks(t, s, target, hits, dice, score, events);
}

// C87: after all damage the unit may pursue.
// CR38: nobody strikes back.
static void end_melee(const sv_table *t, sv_state *s) {
    int striker = gg_flow_top(&s->f.flow)->subject;
    int16_t strikers = gg_flow_top(&s->f.flow)->arg[ARG_STRIKERS];
    if (sv_can_pursue(t, s, striker, (unsigned)strikers)) {
        gg_frame *frame = gg_flow_goto(&s->f.flow, N_PURSUIT, (unsigned)sv_side(striker));
        memset(frame->arg, 0, sizeof frame->arg);
        frame->arg[ARG_STRIKERS] = strikers;
        return;
    }
    gg_flow_end(&s->f.flow);
}

// C68: one unit is done, the steps again for the next.
// C77: of several that wait the player names it; the last one is resolved at once.
void sv_melee_next(const sv_table *t, sv_state *s, gg_events *events) {
    int target = 0, count;
    while ((count = waiting(s, &target)) > 0) {
        if (count > 1) return;
        if (resolve(t, s, target, events)) return;
    }
    end_melee(t, s);
}

bool sv_check_melee(const sv_table *t, const sv_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int target = sv_unit_named(t, gg_a(action));
    (void)seat;
    bool waits = target >= 0 && s->f.blows[target];
    GG_REFUSE_IF(!waits, NO_ATTACKS_ON, target < 0 ? gg_a(action) : sv_piece_of_unit(target), 0);
    return true;
}

uint32_t sv_legal_melee(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)t;
    (void)seat;
    for (int unit = 0; unit < UNITS; unit++)
        if (s->f.blows[unit]) out[n++] = gg_act(V_RESOLVE, s->f.leader[unit], 0, 0);
    return n;
}

void sv_play_melee(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    if (!resolve(t, s, sv_unit_named(t, gg_a(action)), events)) sv_melee_next(t, s, events);
}

void sv_play_attacks(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    gg_flow_end(&s->f.flow);
    if (!after_attacks(t, s, frame.arg[ARG_UNIT], gg_a(action), frame.arg[ARG_DICE],
                       frame.arg[ARG_SCORE], events))
        sv_melee_next(t, s, events);
}

// ----------------------------------------------------------------------------------- node AGAIN
// CR36: none, or as many as there are failures and re-rolls left.
bool sv_check_again(const sv_table *t, const sv_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int most = gg_flow_top(&s->f.flow)->arg[ARG_REROLLS], again = gg_a(action);
    (void)t;
    (void)seat;
    GG_REFUSE_IF(again > most, TOO_MANY_REROLLS, again, most);
    return true;
}

uint32_t sv_legal_again(const sv_table *t, const sv_state *s, int seat, gg_action *out) {
    unsigned most = (unsigned)gg_flow_top(&s->f.flow)->arg[ARG_REROLLS];
    (void)t;
    (void)seat;
    for (unsigned again = 0; again <= most; again++) out[again] = gg_act(V_REROLL, again, 0, 0);
    return most + 1;
}

// CR36: what is not used serves the units to come.
void sv_play_again(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int again = gg_a(action), target = frame.arg[ARG_UNIT], hits = frame.arg[ARG_HITS];
    gg_flow_end(&s->f.flow);
    gg_frame *melee = gg_flow_at(&s->f.flow);
    melee->arg[ARG_POOL] = (int16_t)(melee->arg[ARG_POOL] - again);
    if (again) {
        (void)sv_throw(s, N_ATTACK_REROLLS, again, frame.arg[ARG_SCORE], target);
        gg_flow_at(&s->f.flow)->arg[ARG_HITS] = (int16_t)hits;
        return;
    }
    sv_tell(events, E_NO_REROLL, RULE_C79, sv_piece_of_unit(melee->subject), melee->arg[ARG_POOL],
            0);
    if (!strike_home(t, s, target, hits, events)) sv_melee_next(t, s, events);
}

void sv_play_attack_rerolls(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int more = gg_a(action);
    gg_flow_end(&s->f.flow);
    sv_tell(events, E_REROLLED, RULE_C79, more, frame.arg[ARG_DICE], 0);
    if (!strike_home(t, s, frame.arg[ARG_UNIT], frame.arg[ARG_HITS] + more, events))
        sv_melee_next(t, s, events);
}
