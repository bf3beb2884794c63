// SPDX-License-Identifier: Apache-2.0
// Chapter 8.4: losses, from the die to the end of the combat.
//
// The defender first: BD8, BH11a he may turn k of his n steps into a retreat of k hexes (SPLIT,
// when some k has a way out, BH11e); BH10a full two-step units are flipped first, one step each,
// BH10b then units are eliminated one by one, their owner choosing, BH10c surplus is ignored, BH10d
// CL lose nothing; BH10e if CL alone are left, dice fall for them (r08_capture.c). BH11g a stack
// that retreated earlier in the segment and loses a step is gone. Then the retreat (r08_retreat.c),
// then the attacker's own losses (BD8a), who never retreats (BH12c), then his advance. BD8b what
// leaves no choice is done without asking. BH2a, BH2b what losing a step does.
#include "combat.h"

// ------------------------------------------------------------------------------------ who may lose
// The defender's stack: all units of the attacked hex, or those that have just retreated,
// which lie on top of whatever stood there.
static bz_set defending_stack(const bz_state *s) {
    bz_set set = {{0, 0}};
    int most = s->f.stage == STAGE_STRANDED ? s->f.retreating : PIECES;
    for (int p = bz_top(s, s->f.stand); p >= 0 && most > 0; p = bz_below(s, p), most--)
        if (!bz_is_column(p)) bz_set_add(&set, p); // BH10d: CL lose no steps
    return set;
}

static bool attacker_loses(const bz_state *s) {
    return s->f.stage == STAGE_ATTACKER;
}

static bz_set losers(const bz_state *s) {
    return attacker_loses(s) ? bz_attackers(s) : defending_stack(s);
}

static bz_set full_ones(const bz_state *s, bz_set all) {
    bz_set full = {{0, 0}};
    for (int p; (p = bz_set_pop(&all)) >= 0;)
        if (bz_steps(s, p) == 2) bz_set_add(&full, p);
    return full;
}

// BH10a: units of two steps first, BH10b then the others.
static bz_set flipped_first(const bz_state *s, bz_set all) {
    bz_set full = full_ones(s, all);
    return bz_set_count(&full) ? full : all;
}

// Whom the node LOSS may name. It opens for somebody; only in a world dealt anew for a viewer who
// does not see which counters attack can it have lost them all, and then anybody next to the target
// will do, so that it plays on.
static bz_set losers_asked(const bz_state *s) {
    bz_set all = losers(s);
    if (bz_set_count(&all)) return all;
    for (int d = 0; d < DIRECTIONS; d++) {
        int hex = bz_next(s->f.target, d), top = hex < 0 ? -1 : bz_top(s, hex);
        if (top >= 0 && !bz_is_column(top) && bz_counters[top].side == bz_attacker(s))
            bz_set_add(&all, top);
    }
    return all;
}

static uint8_t *steps_to_lose(bz_state *s) {
    return attacker_loses(s) ? &s->f.attacker_losses : &s->f.defender_losses;
}

// ----------------------------------------------------------------------------------- losing a step
static void eliminate(const bz_table *t, bz_state *s, int piece, unsigned rule, gg_events *events) {
    gg_emit(events, E_ELIMINATED, rule, GG_SEE_ALL, GG_E_REVEAL, piece, s->f.where[piece], 0, 0, 0);
    bz_leave(t, s, piece, bz_is_column(piece) ? AT_POOL : AT_DEAD);
    s->f.status[piece] = 0;
    if (s->f.stage == STAGE_STRANDED && s->f.retreating) s->f.retreating--;
}

static void count_lost(bz_state *s, int piece, int steps) {
    uint8_t *lost = &s->f.steps_lost[bz_side_of(s, piece)];
    *lost = (uint8_t)(*lost + steps > UINT8_MAX ? UINT8_MAX : *lost + steps);
}

static void lose_step(const bz_table *t, bz_state *s, int piece, gg_events *events) {
    count_lost(s, piece, 1);
    if (bz_steps(s, piece) == 2) { // BH2a, otherwise BH2b
        s->f.status[piece]--;      // the low bits count the steps
        gg_emit(events, E_STEP_LOST, RULE_BH2a, bz_see_mask(t, s, piece), GG_E_REVEAL, piece,
                s->f.where[piece], 0, 0, 0);
    } else {
        eliminate(t, s, piece, RULE_BH2b, events);
    }
}

// BH11g: units that retreated in this segment are lost whole; their steps count.
void bz_overrun(const bz_table *t, bz_state *s, gg_events *events) {
    bz_set left = defending_stack(s);
    int side = bz_defender(s), hex = s->f.stand, gone = 0;
    for (int p; (p = bz_set_pop(&left)) >= 0;) {
        if (!(s->f.status[p] & RETREATED)) continue;
        if (!gone)
            gg_emit(events, E_OVERRUN, RULE_BH11g, GG_SEE_ALL, GG_E_REVEAL, side, hex, 0, 0, 0);
        gone += bz_steps(s, p);
        count_lost(s, p, bz_steps(s, p));
        eliminate(t, s, p, RULE_BH11g, events);
    }
    int rest = s->f.defender_losses - gone;
    s->f.defender_losses = (uint8_t)(rest < 0 ? 0 : rest);
}

// ------------------------------------------------------------------------------- one after another
static void defender_done(const bz_table *t, bz_state *s, gg_events *events) {
    if (bz_only_columns(s, s->f.stand)) { // BH10e: the CL left behind fall to the attacker
        bz_open_capture(s, s->f.stand);
        return;
    }
    bool left = bz_has(&s->units[bz_defender(s)], s->f.stand);
    if (s->f.stage == STAGE_DEFENDER && s->f.retreat && left) {
        gg_flow_goto(&s->f.flow, N_RETREAT, (unsigned)bz_defender(s));
        return;
    }
    s->f.stage = STAGE_ATTACKER;
    bz_go_on_losing(t, s, events);
}

static void losses_done(const bz_table *t, bz_state *s, gg_events *events) {
    if (!attacker_loses(s)) {
        defender_done(t, s, events);
        return;
    }
    s->f.stage = STAGE_ADVANCE;
    bz_open_advance(t, s);
}

// BD8a: each chooses his own losses.
static void ask_for_loss(bz_state *s) {
    int seat = attacker_loses(s) ? bz_attacker(s) : bz_defender(s);
    gg_flow_goto(&s->f.flow, N_LOSS, (unsigned)seat);
}

// Losses that leave no choice follow at once: one candidate, or as many losses as candidates.
void bz_go_on_losing(const bz_table *t, bz_state *s, gg_events *events) {
    uint8_t *steps = steps_to_lose(s);
    while (*steps) {
        bz_set may = flipped_first(s, losers(s));
        int count = bz_set_count(&may);
        if (!count) { // BH10c: what nobody can lose is lost by nobody
            *steps = 0;
            break;
        }
        if (count > 1 && count > *steps) { // BD8b
            ask_for_loss(s);
            return;
        }
        --*steps;
        lose_step(t, s, bz_set_pop(&may), events);
    }
    losses_done(t, s, events);
}

static void start_defender(const bz_table *t, bz_state *s, gg_events *events) {
    s->f.stage = STAGE_DEFENDER;
    if (s->f.defender_losses) bz_overrun(t, s, events);
    bz_go_on_losing(t, s, events);
}

static bool can_retreat(const bz_table *t, const bz_state *s) {
    for (int k = 1; k <= s->f.defender_losses; k++)
        if (bz_retreat_exists(t, s, k)) return true;
    return false;
}

void bz_begin_losses(const bz_table *t, bz_state *s, int attacker, int defender,
                     gg_events *events) {
    s->f.attacker_losses = (uint8_t)attacker; // BH12c: steps, never hexes
    s->f.defender_losses = (uint8_t)defender;
    s->f.stage = STAGE_DEFENDER;
    if (defender && can_retreat(t, s)) // BD8: losses may be taken as retreat
        gg_flow_goto(&s->f.flow, N_SPLIT, (unsigned)bz_defender(s));
    else
        start_defender(t, s, events);
}

// -------------------------------------------------------------------------------------- SPLIT node
bool bz_check_split(const bz_table *t, const bz_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int hexes = gg_a(action), lost = s->f.defender_losses;
    (void)seat;
    GG_REFUSE_IF(hexes > lost, MORE_THAN_LOST, hexes, lost);
    GG_REFUSE_IF(hexes > 0 && hexes <= lost && !bz_retreat_exists(t, s, hexes), NO_RETREAT, hexes,
                 s->f.stand);
    return true;
}

uint32_t bz_legal_split(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    uint32_t n = 0;
    (void)seat;
    for (int k = 0; k <= s->f.defender_losses; k++)
        if (!k || bz_retreat_exists(t, s, k)) out[n++] = gg_act(V_RETREAT, (unsigned)k, 0, 0);
    return n;
}

// Do the losses leave anybody to retreat? BH11g: the first one takes all who retreated before.
static bool survives(const bz_state *s) {
    bz_set left = defending_stack(s);
    int lost = s->f.defender_losses, fresh = 0, broken = 0;
    for (int p; (p = bz_set_pop(&left)) >= 0;)
        *(s->f.status[p] & RETREATED ? &broken : &fresh) += bz_steps(s, p);
    if (!lost) return true;
    return fresh > (lost > broken ? lost - broken : 0);
}

// A retreat is told of those who live to make it.
void bz_play_split(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    int hexes = gg_a(action), side = bz_defender(s);
    s->f.retreat = (uint8_t)hexes;
    s->f.defender_losses = (uint8_t)(s->f.defender_losses - hexes);
    // What follows may already fall on the attacker: nothing of it is taken back.
    if (survives(s))
        gg_emit(events, E_SPLIT, RULE_BH11a, GG_SEE_ALL, GG_E_REVEAL, side, s->f.defender_losses,
                hexes, 0, 0);
    else
        gg_emit(events, E_WIPED_OUT, RULE_BH10b, GG_SEE_ALL, GG_E_REVEAL, side, s->f.stand,
                s->f.defender_losses, 0, 0);
    start_defender(t, s, events);
}

// --------------------------------------------------------------------------------------- LOSS node
bool bz_check_loss(const bz_table *t, const bz_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    int piece = gg_a(action);
    bz_set all = losers_asked(s), full = full_ones(s, all);
    int flips = bz_set_count(&full);
    (void)t;
    (void)seat;
    GG_REFUSE_IF(bz_is_column(piece), COLUMN_TAKES_NO_LOSS, piece, 0);
    GG_REFUSE_IF(!bz_is_column(piece) && !bz_set_has(&all, piece), NOT_AMONG_LOSERS, piece, 0);
    GG_REFUSE_IF(flips && !bz_set_has(&full, piece), FULL_UNITS_FIRST, piece, flips);
    return true;
}

uint32_t bz_legal_loss(const bz_table *t, const bz_state *s, int seat, gg_action *out) {
    bz_set may = flipped_first(s, losers_asked(s));
    uint32_t n = 0;
    (void)t;
    (void)seat;
    for (int p; (p = bz_set_pop(&may)) >= 0;) out[n++] = gg_act(V_LOSE, (unsigned)p, 0, 0);
    return n;
}

void bz_play_loss(const bz_table *t, bz_state *s, gg_action action, gg_events *events) {
    --*steps_to_lose(s);
    lose_step(t, s, gg_a(action), events);
    bz_go_on_losing(t, s, events);
}
