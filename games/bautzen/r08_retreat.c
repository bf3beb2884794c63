// SPDX-License-Identifier: Apache-2.0
// Chapter 8.5: retreat and advance.
//
// BH11b one destination at distance k, BH11c reached by steps that each lead one hex farther away,
// through hexes free of enemies and of their ZOC, BH11d where the whole stack fits, CL too, BH5i as
// a stack that may stand there; BD10a heights that movement forbids are forbidden here too, BR19 so
// is the south to restricted units. BH11f whoever it leaves unsupplied loses one more step. BH12a
// attackers advance into the vacated hex within stacking, BH12b neither HQ nor CL, BR16 one unit
// only onto CL captured in a hex where they were alone.
//
// Only the destination is entered: which way the stack took is not told, so control changes there
// alone.
#include "combat.h"

// What may bar a way; each has its own refusal.
enum { BAR_ENEMY = 1, BAR_HEIGHT = 2, BAR_SOUTH = 4, BAR_ALL = 7 };

static bool all_on_foot(const bz_state *s, int hex) {
    for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))
        if (!(bz_counters[p].flags & BZ_F_ON_FOOT)) return false;
    return true;
}

static bool any_restricted(const bz_state *s, int stack, int hex) {
    for (int p = bz_top(s, stack); p >= 0; p = bz_below(s, p))
        if (bz_restricted(s, p, hex)) return true;
    return false;
}

// Hexes a retreating side may enter at all.
static bz_board open_hexes(const bz_table *t, const bz_state *s, int side, unsigned bars) {
    bz_board open = t->area;
    for (int w = 0; w < BOARD_WORDS && bars & BAR_ENEMY; w++)
        open.w[w] &= ~(s->units[1 - side].w[w] | s->columns[1 - side].w[w] | s->zoc[1 - side].w[w]);
    return open;
}

// BD10a: is there a step from the last ring that movement allows?
static bool height_entered(const bz_table *t, const bz_board *ring, int hex) {
    for (int d = 0; d < DIRECTIONS; d++) {
        int from = bz_next(hex, d), back = (d + DIRECTIONS / 2) % DIRECTIONS;
        if (from >= 0 && bz_has(ring, from) &&
            t->cost[BZ_COLUMN_OTHER][1][from][back] != COST_NEVER)
            return true;
    }
    return false;
}

// Takes out of the next ring what this stack may not enter.
static void bar_ring(const bz_table *t, const bz_state *s, const bz_board *ring, bz_board *next,
                     unsigned bars) {
    bz_board left = *next;
    bool on_foot = all_on_foot(s, s->f.stand);
    for (int hex; (hex = bz_pop(&left)) >= 0;) {
        if (bars & BAR_HEIGHT && !on_foot && bz_hexes[hex].dominant &&
            !height_entered(t, ring, hex))
            bz_del(next, hex);
        if (bars & BAR_SOUTH && any_restricted(s, s->f.stand, hex)) bz_del(next, hex);
    }
}

// Hexes at this distance that a way leads to, ring by ring.
static bz_board destinations(const bz_table *t, const bz_state *s, int hexes, unsigned bars) {
    bz_board open = open_hexes(t, s, bz_defender(s), bars), ring = {{0}}, ball;
    bz_add(&ring, s->f.stand);
    ball = ring;
    for (int i = 0; i < hexes; i++) {
        bz_board next = bz_spread(&ring), wider = bz_spread(&ball);
        for (int w = 0; w < BOARD_WORDS; w++) {
            next.w[w] &= open.w[w] & ~ball.w[w];
            ball.w[w] |= wider.w[w];
        }
        bar_ring(t, s, &ring, &next, bars);
        ring = next;
    }
    return ring;
}

// ------------------------------------------------------------------------------------------- room
static int points_at(const bz_state *s, int to) {
    return bz_points(s, s->f.stand) + bz_points(s, to);
}

// Moves the stack as it lies, bottom first; the number of units that went.
static int move_stack(const bz_table *t, bz_state *s, int from, int to) {
    int stack[PIECES], n = 0, units = 0;
    for (int p = bz_top(s, from); p >= 0; p = bz_below(s, p)) stack[n++] = p;
    while (n-- > 0) {
        bz_leave(t, s, stack[n], AT_POOL);
        bz_arrive(t, s, stack[n], to);
        units += !bz_is_column(stack[n]);
    }
    return units;
}

// BH5i, asked counter by counter as they would arrive.
static bool stack_composes(const bz_table *t, const bz_state *s, int to) {
    if (!bz_has(&s->units[bz_defender(s)], to)) return true;
    bz_state copy = *s;
    int stack[PIECES], n = 0;
    for (int p = bz_top(s, s->f.stand); p >= 0; p = bz_below(s, p)) stack[n++] = p;
    while (n-- > 0) {
        if (!bz_composes(&copy, stack[n], to)) return false;
        bz_leave(t, &copy, stack[n], AT_POOL);
        bz_arrive(t, &copy, stack[n], to);
    }
    return true;
}

static bool stack_fits(const bz_table *t, const bz_state *s, int to) {
    return points_at(s, to) <= bz_hexes[to].stack_limit && stack_composes(t, s, to);
}

// BH11a: a defender who can may retreat.
bool bz_retreat_exists(const bz_table *t, const bz_state *s, int hexes) {
    bz_board left = destinations(t, s, hexes, BAR_ALL);
    for (int to; (to = bz_pop(&left)) >= 0;)
        if (stack_fits(t, s, to)) return true;
    return false;
}

bz_board bz_free_retreats(const bz_table *t, const bz_state *s, int hexes) {
    bz_board all = destinations(t, s, hexes, BAR_ALL), left = all;
    for (int to; (to = bz_pop(&left)) >= 0;)
        if (bz_has(&s->units[bz_defender(s)], to) || !stack_fits(t, s, to)) bz_del(&all, to);
    return all;
}

// ------------------------------------------------------------------------------------ RETREAT node
static bool check_way(const bz_table *t, const bz_state *s, int to, unsigned bars,
                      gg_verdict *verdict) {
    int hexes = s->f.retreat, distance = bz_distance(s->f.stand, to);
    GG_REFUSE_IF4(distance != hexes, RETREAT_DISTANCE, to, distance, hexes, 0);
    bz_board free = destinations(t, s, hexes, BAR_ENEMY);
    GG_REFUSE_IF(!bz_has(&free, to), RETREAT_BARRED, to, 0);
    if (bars == BAR_ENEMY) return true;
    bz_board entered = destinations(t, s, hexes, BAR_ENEMY | BAR_HEIGHT);
    GG_REFUSE_IF(!bz_has(&entered, to), RETREAT_HEIGHT, to, 0);
    bz_board north = destinations(t, s, hexes, BAR_ENEMY | BAR_SOUTH);
    GG_REFUSE_IF(!bz_has(&north, to), RETREAT_NOT_SOUTH_YET, to, 0);
    return true; // all heights lie in the south (tests/test_data.py): no way needs both bars
}

// The split was offered because a destination exists, and losses only make room. In a world dealt
// anew for somebody who does not see the stack there may be none: then any free way will do, so
// that it plays on.
static unsigned bars_of(const bz_table *t, const bz_state *s) {
    return bz_retreat_exists(t, s, s->f.retreat) ? BAR_ALL : BAR_ENEMY;
}

bool bz_check_retreat(const bz_table *t, const bz_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    int to = gg_a(action), points = points_at(s, to);
    unsigned bars = bars_of(t, s);
    (void)seat;
    if (!check_way(t, s, to, bars, verdict)) return false;
    if (bars != BAR_ALL) return true;
    GG_REFUSE_IF4(points > bz_hexes[to].stack_limit, RETREAT_NO_ROOM, to, points,
                  bz_hexes[to].stack_limit, 0);
    GG_REFUSE_IF(!stack_composes(t, s, to), RETREAT_COMPOSITION, to, 0);
    return true;
}

uint32_t bz_legal_retreat(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    unsigned bars = bars_of(t, s);
    bz_board left = destinations(t, s, s->f.retreat, bars);
    uint32_t n = 0;
    (void)seat;
    for (int to; (to = bz_pop(&left)) >= 0;)
        if (bars != BAR_ALL || stack_fits(t, s, to)) out[n++] = gg_act(V_TO, (unsigned)to, 0, 0);
    return n;
}

// BH11f: a unit that was supplied as the segment began and is not where it stands now.
static bool stranded(const bz_table *t, const bz_state *s) {
    int left = s->f.retreating;
    for (int p = bz_top(s, s->f.stand); p >= 0 && left > 0; p = bz_below(s, p), left--) {
        if (bz_is_column(p) || s->f.status[p] & UNSUPPLIED) continue;
        bz_board supplied = bz_supplied(t, s, bz_net_of(s, p), -1);
        if (!bz_has(&supplied, s->f.stand)) return true;
    }
    return false;
}

static void mark_retreated(bz_state *s) {
    int left = s->f.retreating;
    for (int p = bz_top(s, s->f.stand); p >= 0 && left > 0; p = bz_below(s, p), left--)
        s->f.status[p] |= RETREATED;
}

void bz_play_retreat(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int from = s->f.stand, to = gg_a(action), side = bz_defender(s);
    s->f.retreating = (uint8_t)move_stack(t, s, from, to);
    s->f.stand = (uint16_t)to;
    bz_enter_hex(s, side, to);
    gg_emit(events, E_RETREATED, RULE_BH11b, GG_SEE_ALL, GG_E_REVEAL, side, from, to, 0, 0);
    s->f.stage = STAGE_ATTACKER;
    if (stranded(t, s)) { // BH11f
        gg_emit(events, E_STRANDED, RULE_BH11f, GG_SEE_ALL, GG_E_REVEAL, side, to, 0, 0, 0);
        s->f.stage = STAGE_STRANDED;
        s->f.defender_losses = 1;
        bz_overrun(t, s, events); // BH11g: whoever had retreated before this combat is lost by it
    }
    mark_retreated(s);
    bz_go_on_losing(t, s, events);
}

// ------------------------------------------------------------------------------------ ADVANCE node
static bool barred_height(const bz_table *t, const bz_state *s, int piece) {
    for (int d = 0; d < DIRECTIONS && bz_hexes[s->f.target].dominant; d++)
        if (bz_next(s->f.where[piece], d) == s->f.target)
            return t->cost[bz_move_column(piece)][1][s->f.where[piece]][d] == COST_NEVER;
    return false;
}

static bool check_unit(const bz_table *t, const bz_state *s, int seat, int piece,
                       gg_verdict *verdict) {
    int target = s->f.target, points = bz_points(s, target) + bz_counters[piece].stack_points;
    bool staff = bz_is_column(piece) || bz_counters[piece].type == BZ_HQ;
    bool attacks = bz_counters[piece].side == seat && s->f.status[piece] & IN_COMBAT;
    GG_REFUSE_IF(staff, HQ_ADVANCES_NOT, piece, 0);
    GG_REFUSE_IF(!attacks, NOT_AN_ATTACKER, piece, target);
    GG_REFUSE_IF(barred_height(t, s, piece), ADVANCE_HEIGHT, piece, target);
    GG_REFUSE_IF4(points > bz_hexes[target].stack_limit, ADVANCE_NO_ROOM, target, points,
                  bz_hexes[target].stack_limit, 0);
    GG_REFUSE_IF(!bz_composes(s, piece, target), ADVANCE_COMPOSITION, piece, target);
    return true;
}

bool bz_check_advance(const bz_table *t, const bz_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    unsigned verb = gg_verb_of(action);
    GG_REFUSE_IF(verb == V_ATTACK, COMBAT_IN_PROGRESS, s->f.target, 0);
    return verb != V_ADVANCE || check_unit(t, s, seat, gg_a(action), verdict);
}

uint32_t bz_legal_advance(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    bz_set left = bz_attackers(s);
    uint32_t n = 0;
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        if (check_unit(t, s, seat, p, NULL)) out[n++] = gg_act(V_ADVANCE, (unsigned)p, 0, 0);
    out[n++] = gg_act(V_END, 0, 0, 0);
    return n;
}

// Asked only when the hex is free of the enemy and somebody could go.
void bz_open_advance(const bz_table *t, bz_state *s) {
    int side = bz_attacker(s);
    bz_set left = bz_attackers(s);
    bool any = false;
    for (int p; !any && (p = bz_set_pop(&left)) >= 0;) any = check_unit(t, s, side, p, NULL);
    if (any && !bz_enemy_in(s, side, s->f.target))
        gg_flow_goto(&s->f.flow, N_ADVANCE, (unsigned)side);
    else
        bz_finish_combat(s);
}

void bz_play_advance(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int piece = gg_a(action);
    if (gg_verb_of(action) == V_END) {
        bz_finish_combat(s);
        return;
    }
    bz_leave(t, s, piece, AT_POOL);
    bz_arrive(t, s, piece, s->f.target);
    bz_enter_hex(s, bz_attacker(s), s->f.target);
    s->f.status[piece] &= (uint8_t)~IN_COMBAT;
    gg_emit(events, E_ADVANCED, RULE_BH12a, bz_see_mask(t, s, piece), GG_E_REVEAL, piece,
            s->f.target, 0, 0, 0);
    bool taken = bz_has(&s->columns[bz_attacker(s)], s->f.target);
    if (s->f.stage == STAGE_COLUMNS && taken)
        bz_finish_combat(s); // BR16: one unit onto captured columns
    else
        bz_open_advance(t, s);
}
