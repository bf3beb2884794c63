// SPDX-License-Identifier: Apache-2.0
// Damage of salvos and melees: tests, losses, vehicles by location (C63 to C67, C81 to C85, CH2,
// CH3).
//
// Infantry loses a figure for each success. A vehicle or walker rolls a location for each: the dice
// of one roll are applied propulsion, weapons, hull (CH3i). The order of victims is settled before
// the first is removed: in a salvo all figures of the unit, nearest to the shooters first; in a
// melee those in contact with the strikers.
#include "combat.h"
#include "r4_path.h"

// ----------------------------------------------------------------------------------------- tests
// CH2a: the table of results.
int sv_needed(int margin) {
    static const uint8_t score[] = {6, 6, 5, 5, 4, 4, 4, 3, 3, 2, 2}; // from -5 to 5
    if (margin < -5) return HOPELESS;                                 // CH2b: failure is certain
    if (margin > 5) return CERTAIN;                                   // CH2c: success is certain
    return score[margin + 5];
}

int sv_throw(sv_state *s, unsigned node, int dice, int score, int unit) {
    if (dice <= 0 || score >= HOPELESS) return 0;
    if (score <= CERTAIN) return dice;
    const gg_frame below = *gg_flow_top(&s->f.flow);
    gg_frame *frame = gg_flow_call(&s->f.flow, node, below.seat);
    frame->subject = below.subject;
    frame->arg[ARG_DICE] = (int16_t)sv_at_most(dice, ROLL_MAX);
    frame->arg[ARG_SCORE] = (int16_t)score;
    frame->arg[ARG_UNIT] = (int16_t)unit;
    return -1;
}

// CR34: the weapon's damage counts against vehicles and walkers only.
int sv_tests_of(const sv_table *t, int unit, int impacts, int damage) {
    return sv_at_most(sv_infantry(t, unit) ? impacts : impacts * damage, ROLL_MAX);
}

// Who deals the damage: the shooter and his firers, the striker and his figures in contact, or the
// unit whose activation it is.
static int dealer(const sv_table *t, const sv_state *s, int unit, bool in_melee,
                  unsigned *figures) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int from = frame->node == N_SALVO || in_melee ? frame->subject : sv_active(s);
    GG_ASSERT(from >= 0);
    *figures = s->alive[from];
    if (frame->node == N_SALVO) *figures = s->f.firers & s->alive[from];
    if (in_melee) *figures = sv_in_contact(t, s, from, unit);
    return from;
}

// ------------------------------------------------------------------------------------- one figure
// Causes that are events (CR43, CR45).
// C101: the lists of infantry and vehicles do not mix.
static void record(const sv_table *t, sv_state *s, int unit, bool in_melee) {
    bool infantry = sv_infantry(t, unit);
    int strength = t->unit[unit].strength, lost = strength - sv_left(s, unit);
    unsigned causes = s->f.causes[unit];
    if (infantry && in_melee) causes |= 1 << CAUSE_MELEE; // C93: losses in melee
    if (!infantry) causes |= 1 << CAUSE_DESTROYED;        // C100: however many at once
    // C94: half of the initial strength is lost.
    // CR43: once, when losses first come to that.
    if (infantry && 2 * lost >= strength && !(s->f.flags[unit] & U_HALVED)) {
        causes |= 1 << CAUSE_HALF;
        s->f.flags[unit] |= U_HALVED;
    }
    s->f.causes[unit] = (uint8_t)causes;
}

// CR41: the officer if he lives (he is the lowest number), or else the lowest number.
static void succeed(const sv_table *t, sv_state *s, int unit, gg_events *events) {
    s->f.leader[unit] = (uint8_t)(t->unit[unit].first + gg_bits_ctz32(s->alive[unit]));
    s->f.flags[unit] |= U_LEADERLESS;
    s->f.causes[unit] |= 1 << CAUSE_LEADER; // C92, C97: a cause for either list
    sv_tell(events, E_SUCCEEDS, RULE_CR41, sv_piece_of_unit(unit), s->f.leader[unit], 0);
}

void sv_remove_figure(const sv_table *t, sv_state *s, int figure, bool in_melee,
                      gg_events *events) {
    int unit = t->unit_of[figure], number = figure - t->unit[unit].first;
    sv_tell(events, E_LOST, in_melee ? RULE_C84 : RULE_C66, figure, 0, 0);
    if (s->alive[unit] == 1U << number) {
        sv_unit_gone(t, s, unit, AT_GONE, events);
        return;
    }
    s->f.status[figure] = F_DEAD;
    s->f.x[figure] = s->f.y[figure] = 0;
    s->f.body[figure] = s->f.arms[figure] = 0;
    sv_unit_changed(t, s, unit);
    record(t, s, unit, in_melee);
    if (s->f.leader[unit] == figure) succeed(t, s, unit, events);
    if (t->unit[unit].rank && !number) sv_officer_lost(t, s, unit, events);
}

// ---------------------------------------------------------------------------------------- victims
typedef struct queue {
    int count; // of figures that may be lost, first one first
    uint8_t figure[SQUAD];
} queue;

// Nearest to the figures `from` first, ties by number; stable insertion. The queue is empty before.
static void line_up(const sv_table *t, const sv_state *s, queue *out, int unit, unsigned mask,
                    int dealer_unit, unsigned from) {
    int64_t distance[SQUAD];
    for (unsigned m = mask; m; m &= m - 1) {
        int figure = t->unit[unit].first + gg_bits_ctz32(m), at = out->count++;
        int64_t d = sv_nearest(t, s, dealer_unit, from, sv_at(s, figure), NULL);
        for (; at > 0 && distance[at - 1] > d; at--) {
            distance[at] = distance[at - 1];
            out->figure[at] = out->figure[at - 1];
        }
        distance[at] = d;
        out->figure[at] = (uint8_t)figure;
    }
}

// C67: the closest to the shooters first.
// C84, CR39: in a melee those in contact, and no more than they are.
static queue victims(const sv_table *t, const sv_state *s, int unit, bool in_melee) {
    queue out = {0};
    unsigned from;
    int dealt_by = dealer(t, s, unit, in_melee, &from);
    unsigned open = in_melee ? sv_in_contact(t, s, unit, dealt_by) : s->alive[unit];
    line_up(t, s, &out, unit, open, dealt_by, from);
    return out;
}

// ----------------------------------------------------------------------------------------- losses
// C66: a figure is removed for each success.
// CR35: damage passes from figure to figure of the unit; what is beyond the unit is lost.
// C85: so it is in melee: never to another unit in contact.
static void lose_figures(const sv_table *t, sv_state *s, int unit, int n, bool in_melee,
                         gg_events *events) {
    if (n <= 0) return;
    queue order = victims(t, s, unit, in_melee);
    int lost = sv_at_most(n, order.count);
    for (int i = 0; i < lost; i++) sv_remove_figure(t, s, order.figure[i], in_melee, events);
}

// CH3d: the first weapon that has structure left, in the order of the data.
static bool lose_arm(const sv_table *t, sv_state *s, int figure, gg_events *events) {
    int slot = sv_arm(s, figure, 0) ? 0 : 1;
    if (!s->f.arms[figure]) return false;
    s->f.arms[figure] = (uint8_t)(s->f.arms[figure] - (1 << 4 * slot));
    sv_tell(events, E_ARM, RULE_CH3d, figure, t->unit[t->unit_of[figure]].weapon[slot],
            sv_arm(s, figure, slot));
    return true;
}

// CH3b: propulsion loses a point.
static bool lose_propulsion(sv_state *s, int figure, gg_events *events) {
    if (!sv_propulsion(s, figure)) return false;
    s->f.body[figure] = (uint8_t)(s->f.body[figure] - 16);
    sv_tell(events, E_STRUCTURE, RULE_CH3b, figure, PART_PROPULSION, sv_propulsion(s, figure));
    return true;
}

// CH3c: the hull loses a point.
// CH3h: with its last the vehicle is destroyed (true).
static bool lose_hull(sv_state *s, int figure, gg_events *events) {
    if (sv_hull(s, figure) == 1) return true;
    s->f.body[figure]--;
    sv_tell(events, E_STRUCTURE, RULE_CH3c, figure, PART_HULL, sv_hull(s, figure));
    return false;
}

// One hit on a vehicle; true when it is destroyed by it.
// CH3e: a location already empty passes to the hull.
static bool hit_vehicle(const sv_table *t, sv_state *s, int figure, int part, gg_events *events) {
    if (part == PART_WEAPON && lose_arm(t, s, figure, events)) return false;
    if (part == PART_PROPULSION && lose_propulsion(s, figure, events)) return false;
    return lose_hull(s, figure, events);
}

static const uint8_t hit_order[PARTS] = {PART_PROPULSION, PART_WEAPON, PART_HULL};

// CH3i: propulsion, then weapons, then the hull; the nearest vehicle first.
static void hit_vehicles(const sv_table *t, sv_state *s, int unit, const int hits[PARTS],
                         bool in_melee, gg_events *events) {
    queue order = victims(t, s, unit, in_melee);
    int at = 0;
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < hits[hit_order[i]] && at < order.count; k++)
            if (hit_vehicle(t, s, order.figure[at], hit_order[i], events))
                sv_remove_figure(t, s, order.figure[at++], in_melee, events);
}

// The figures of a unit and what is left of each.
static uint64_t pack(const sv_table *t, const sv_state *s, int unit) {
    uint64_t all = 0;
    for (int i = 0; i < t->unit[unit].strength; i++) {
        int figure = t->unit[unit].first + i;
        all = all << 16 | (uint64_t)s->f.body[figure] << 8 | s->f.arms[figure];
    }
    return all;
}

// Hits on the copy `s`; who is destroyed has nothing left.
static void strike(const sv_table *t, sv_state *s, const queue *order, const int hits[PARTS]) {
    int at = 0;
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < hits[hit_order[i]] && at < order->count; k++) {
            int figure = order->figure[at];
            if (!hit_vehicle(t, s, figure, hit_order[i], NULL)) continue;
            s->f.body[figure] = s->f.arms[figure] = 0;
            at++;
        }
}

void sv_structure_after(const sv_table *t, sv_state *s, int unit, bool in_melee,
                        const gg_outcome *outcomes, uint32_t n, uint64_t *structure) {
    queue order = victims(t, s, unit, in_melee);
    uint8_t body[SV_PACKED], arms[SV_PACKED];
    size_t count = t->unit[unit].strength;
    uint8_t *now = s->f.body + t->unit[unit].first, *borne = s->f.arms + t->unit[unit].first;
    memcpy(body, now, count);
    memcpy(arms, borne, count);
    for (uint32_t i = 0; i < n; i++) {
        const int hits[PARTS] = {gg_a(outcomes[i].action), gg_b(outcomes[i].action),
                                 gg_c(outcomes[i].action)};
        strike(t, s, &order, hits);
        structure[i] = pack(t, s, unit);
        memcpy(now, body, count);
        memcpy(borne, arms, count);
    }
}

// The successes are known; true when locations have to be rolled.
// CH3a: against vehicles and walkers a die for each.
static bool suffer(const sv_table *t, sv_state *s, int unit, int n, bool in_melee,
                   gg_events *events) {
    sv_tell(events, E_DAMAGE, in_melee ? RULE_C83 : RULE_C65, sv_piece_of_unit(unit), n, 0);
    if (!n) return false;
    if (sv_infantry(t, unit)) {
        lose_figures(t, s, unit, n, in_melee, events);
        return false;
    }
    (void)sv_throw(s, N_LOCATIONS, n, 2, unit); // the score is not used
    gg_flow_at(&s->f.flow)->arg[ARG_IN_MELEE] = in_melee;
    return true;
}

// C65, C83: the tests are rolled, unless their score is certain or hopeless.
bool sv_test_damage(const sv_table *t, sv_state *s, int unit, int tests, int score, bool in_melee,
                    gg_events *events) {
    sv_tell(events, E_TESTS, in_melee ? RULE_C81 : RULE_C63, sv_piece_of_unit(unit), tests, score);
    int successes = sv_throw(s, N_DAMAGE, tests, score, unit);
    if (successes >= 0) return suffer(t, s, unit, successes, in_melee, events);
    gg_flow_at(&s->f.flow)->arg[ARG_IN_MELEE] = in_melee;
    return true;
}

// What the dice interrupted goes on. Dice that lie below wait for their own roll.
static void resume(const sv_table *t, sv_state *s, gg_events *events) {
    switch (gg_flow_top(&s->f.flow)->node) {
    case N_SALVO: sv_salvo_next(t, s, events); break;
    case N_MELEE: sv_melee_next(t, s, events); break;
    case N_ACT: sv_after_move(t, s, 0, events); break; // an overrun (O3): vehicles engage nobody
    default: break;
    }
}

void sv_play_damage(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    gg_flow_end(&s->f.flow);
    if (!suffer(t, s, frame.arg[ARG_UNIT], gg_a(action), frame.arg[ARG_IN_MELEE] != 0, events))
        resume(t, s, events);
}

void sv_play_locations(const sv_table *t, sv_state *s, gg_action action, gg_events *events) {
    const gg_frame frame = *gg_flow_top(&s->f.flow);
    int hits[PARTS] = {gg_a(action), gg_b(action), gg_c(action)};
    gg_flow_end(&s->f.flow);
    hit_vehicles(t, s, frame.arg[ARG_UNIT], hits, frame.arg[ARG_IN_MELEE] != 0, events);
    resume(t, s, events);
}

// ------------------------------------------------------------------------------------- protection
// O1: the leader of the shooters is behind the vehicle that will be hit first, when he lies on the
// other side of the line across its facing.
static bool from_behind(const sv_table *t, const sv_state *s, int from, unsigned firers, int unit) {
    gg_point head = sv_at(s, s->f.leader[from]);
    queue order = {0};
    if (sv_infantry(t, unit) || !sv_option(t, O_REAR_ARC)) return false;
    line_up(t, s, &order, unit, s->alive[unit], from, firers ? firers : s->alive[from]);
    gg_point at = sv_at(s, order.figure[0]), ahead = sv_direction[sv_facing(s, order.figure[0])];
    return (int64_t)ahead.x * (head.x - at.x) + (int64_t)ahead.y * (head.y - at.y) < 0;
}

bool sv_rear_shot(const sv_table *t, const sv_state *s, int from, int unit) {
    return from_behind(t, s, from, s->f.firers & s->alive[from], unit); // a salvo is open
}

int sv_salvo_margin(const sv_table *t, const sv_state *s, int from, unsigned firers,
                    int penetration, int unit) {
    int less = from_behind(t, s, from, firers, unit) ? REAR_PROTECTION : 0;
    return penetration - (sv_type(t, unit)->protection - less);
}

// CH2f: PEN minus PRO, in a salvo (C64) as in a melee (C82).
// O1: PRO less 2 from behind.
int sv_damage_margin(const sv_table *t, const sv_state *s, int from, int penetration, int unit,
                     bool in_melee) {
    int protection = sv_type(t, unit)->protection;
    if (!in_melee && sv_rear_shot(t, s, from, unit)) protection -= REAR_PROTECTION;
    return penetration - protection;
}
