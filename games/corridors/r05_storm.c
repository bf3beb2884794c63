// SPDX-License-Identifier: Apache-2.0
// How an assault runs (AD47 to AD49), stage by stage in arg[2] of the STORM frame:
//
//   MINES      each attacker crosses the enemy minefield (AD56)
//   FIRST      step 2, defensive fire: asked as long as an un-engaged defender has somebody to hit
//   SAPPERS    engineers among the attackers remove the obstacle, now that it has acted (AD58a)
//   CLASH      step 3, the attackers strike (arg[3] counts their points)
//   BACK       step 4, defenders that have not fired strike back (arg[4] counts, with step 2): an
//              ordinary attack at -1; the attackers have the cover of the place they came from
//   OUTCOME    does the place fall (AD48, AD49, AT10)?
//   RETREATS   defenders go one by one; their owner names card and place whenever, for all the
//              attacker can tell, the order or the place may matter (AR17)
//
// By then every card of the attacked place is spotted, so that the windows tell nothing. An assault
// whose attackers are all lost has failed, whatever they did. A place whose last defender is gone
// falls at once. Somebody thrown off a carrier in the fight is a defender like the others.
#include "ground.h"

static uint64_t fighters_of(const co_table *t, const co_state *s, int seat, int place) {
    return s->at[seat][place] & t->ground[seat] & ~co_aboard(t, s, seat);
}

static void finish(co_state *s) {
    s->f.assault[0] = s->f.assault[1] = s->f.used[0] = s->f.used[1] = 0;
    gg_flow_end(&s->f.flow);
}

// --------------------------------------------------------------------------------- steps 1 to 4
// AD56: every attacker that crosses it.
static bool mines(const co_table *t, co_state *s, const gg_frame *frame) {
    int seat = frame->seat, obstacle = co_hindrance(t, s, seat, frame->arg[1], frame->arg[0]);
    uint64_t left = s->f.assault[seat] & ~s->f.used[seat];
    if (obstacle != NO_PIECE && co_printed(t, obstacle)->kind == CO_MINEFIELD && left) {
        int piece = co_take(seat, &left);
        co_add(s->f.used, piece);
        co_shoot(t, s, ATT_MINE, obstacle, piece);
        return true;
    }
    s->f.used[seat] = 0;
    return false;
}

static bool anybody(const co_table *t, const co_state *s, int kind, int seat, uint64_t actors,
                    uint64_t targets) {
    while (actors) {
        int piece = co_take(seat, &actors);
        for (uint64_t set = targets; set;) {
            int target = co_take(co_enemy(seat), &set);
            if (co_able(t, s, kind, piece, target) ||
                co_able(t, s, kind | ATT_FAUST, piece, target))
                return true;
        }
    }
    return false;
}

static bool ask(const co_table *t, co_state *s, unsigned node, int kind, int seat, uint64_t actors,
                uint64_t targets) {
    if (!anybody(t, s, kind, seat, actors, targets)) return false;
    gg_flow_call(&s->f.flow, node, (unsigned)seat);
    return true;
}

// AD47: every defender that is not engaged may fire first.
static bool defensive_fire(const co_table *t, co_state *s, const gg_frame *frame) {
    int seat = frame->seat, enemy = co_enemy(seat);
    uint64_t ready = fighters_of(t, s, enemy, frame->arg[0]) & ~s->f.used[enemy];
    return ask(t, s, N_DEFENSIVE, ATT_DEFENSIVE, enemy, ready & ~s->f.engaged[enemy],
               s->f.assault[seat]);
}

// AD47e: every defender that has not, engaged or not.
static bool strike_back(const co_table *t, co_state *s, const gg_frame *frame) {
    int seat = frame->seat, enemy = co_enemy(seat);
    uint64_t ready = fighters_of(t, s, enemy, frame->arg[0]) & ~s->f.used[enemy];
    return ask(t, s, N_STRIKEBACK, ATT_STRIKEBACK, enemy, ready, s->f.assault[seat]);
}

static bool clash(const co_table *t, co_state *s, const gg_frame *frame) {
    int seat = frame->seat;
    return ask(t, s, N_CLASH, ATT_ASSAULT, seat, s->f.assault[seat] & ~s->f.used[seat],
               fighters_of(t, s, co_enemy(seat), frame->arg[0]));
}

// AD58a: now that the obstacle has acted.
static void sappers(const co_table *t, co_state *s, const gg_frame *frame, gg_events *events) {
    int seat = frame->seat, obstacle = co_hindrance(t, s, seat, frame->arg[1], frame->arg[0]);
    if (obstacle != NO_PIECE && s->f.assault[seat] & t->clears[seat])
        co_discard(t, s, obstacle, events);
}

// ---------------------------------------------------------------------------------------- outcome
// AT10: while a commissar's unit lives there.
static bool commissar(const co_table *t, const co_state *s, int seat, int place) {
    for (uint64_t set = s->at[seat][place] & t->ground[seat] & s->ridden[seat]; set;)
        if (co_attached(t, s, co_take(seat, &set), CO_COMMISSAR) != NO_PIECE) return true;
    return false;
}

// AD48: no defender is left, or the attackers did more damage than they took.
static bool falls(const co_table *t, const co_state *s, const gg_frame *frame) {
    int seat = frame->seat, enemy = co_enemy(seat), place = frame->arg[0];
    if (!s->f.assault[seat]) return false;
    if (!(s->at[enemy][place] & t->ground[enemy])) return true;
    if (frame->arg[3] <= frame->arg[4]) return false;
    if (!co_is_zone(place)) return false; // AD49: from an HQ nobody retreats
    return !commissar(t, s, enemy, place);
}

// Cards that count in a place (A23, A26) at the most, for all the attacker can tell: those that do
// not stand in a fortification he sees.
static uint64_t counting(const co_table *t, const co_state *s, int seat, int place) {
    uint64_t crowd = co_crowd(t, s, seat, place), covered = 0;
    for (uint64_t seen = crowd & t->fort[seat] & s->f.spotted[seat] & s->ridden[seat]; seen;)
        covered |= co_load_of(s, co_take(seat, &seen)) & t->unit[seat];
    return crowd & ~covered;
}

static int most_stack(const co_table *t, const co_state *s, int seat, int place) {
    return co_count(counting(t, s, seat, place));
}

// At the least, two face-down cards may be a fortification and the unit in it, as long as the list
// has fortifications left.
static int least_stack(const co_table *t, const co_state *s, int seat, int place) {
    uint64_t crowd = counting(t, s, seat, place);
    uint64_t gone = s->at[seat][VICTORY] | s->at[seat][DISCARD] | s->f.spotted[seat];
    int forts = co_count(t->fort[seat] & ~gone);
    int pairs = co_count(crowd & ~s->f.spotted[seat]) / 2;
    if (!co_is_zone(place)) pairs = 0; // AR4
    return co_count(crowd) - (pairs < forts ? pairs : forts);
}

// AD48b: own or empty.
// AD7h, AD48c: neither bridges nor obstacles hinder a retreat; the marsh does.
static bool open_to(const co_table *t, const co_state *s, int piece, int to) {
    int enemy = co_enemy(co_owner(piece));
    bool soft = (co_ground(t, s, to)->flags & CO_T_SOFT_GROUND) != 0;
    if (s->held[enemy] >> to & 1) return false; // AD4a: one side only
    if (s->at[enemy][to] & t->fort[enemy]) return false;
    return !soft || (!co_in(t->vehicle, piece) && !co_in(t->gun, piece));
}

// AD48b: nearest to the own HQ first.
static int way_to_hq(int piece, int place) {
    return co_distance[place][co_hq(co_owner(piece))];
}

// AR17a: room for a carrier is room for its passenger too.
static int needs(const co_table *t, const co_state *s, int piece) {
    return 1 + (co_passenger(t, s, piece) != NO_PIECE);
}

// Those of some places that are nearest to the own HQ.
static unsigned nearest(int piece, unsigned places) {
    int best = PLACES;
    unsigned found = 0;
    for (; places; places &= places - 1) {
        int to = __builtin_ctz(places), far = way_to_hq(piece, to);
        if (far > best) continue;
        if (far < best) found = 0;
        best = far;
        found |= 1U << to;
    }
    return found;
}

static unsigned ways_back(const co_table *t, const co_state *s, int piece) {
    unsigned open = 0;
    for (unsigned near = co_neighbours[s->f.where[piece]]; near; near &= near - 1) {
        int to = __builtin_ctz(near);
        if (open_to(t, s, piece, to)) open |= 1U << to;
    }
    return open;
}

// AR17b: with room, and one that leaves a fortification counts where it goes.
static unsigned refuges(const co_table *t, const co_state *s, int piece) {
    unsigned found = 0;
    for (unsigned open = ways_back(t, s, piece); open; open &= open - 1) {
        int to = __builtin_ctz(open);
        if (co_room(t, s, piece, to)) found |= 1U << to;
    }
    return nearest(piece, found);
}

// ------------------------------------------------------------------------- is a question put?
// By what the attacker sees: whether there is room may hang on what lies in a face-down
// fortification (A26), and a missing question would tell it. So a place may have room for a card,
// by the least number that may lie there, and it is wide enough if all who may come find room even
// by the greatest.
typedef struct beaten {
    const co_table *t;
    const co_state *s;
    int seat;
    uint64_t set;
} beaten;

static bool may_hold(const beaten *b, int piece, int to) {
    return least_stack(b->t, b->s, b->seat, to) + needs(b->t, b->s, piece) <=
           co_limit(b->t, b->s, to);
}

static bool wide_enough(const beaten *b, int to);

// No place nearer to the HQ is sure to take it.
static bool may_come(const beaten *b, int piece, int to) {
    unsigned ways = ways_back(b->t, b->s, piece);
    if (!(ways >> to & 1) || !may_hold(b, piece, to)) return false;
    for (; ways; ways &= ways - 1) {
        int other = __builtin_ctz(ways);
        bool nearer = way_to_hq(piece, other) < way_to_hq(piece, to);
        if (nearer && may_hold(b, piece, other) && wide_enough(b, other)) return false;
    }
    return true;
}

static uint64_t comers(const beaten *b, int to) {
    uint64_t found = 0;
    for (uint64_t set = b->set; set;) {
        int piece = co_take(b->seat, &set);
        if (may_come(b, piece, to)) found |= co_bit(piece);
    }
    return found;
}

static bool wide_enough(const beaten *b, int to) {
    int cards = most_stack(b->t, b->s, b->seat, to);
    for (uint64_t set = comers(b, to); set;) cards += needs(b->t, b->s, co_take(b->seat, &set));
    return cards <= co_limit(b->t, b->s, to);
}

// Does it have one place to go to, or none, whatever lies face down and whoever goes first? A place
// that only may have room, and for which nobody else comes, leaves the next nearest.
static bool is_bound(const beaten *b, int piece) {
    unsigned open = 0;
    for (unsigned ways = ways_back(b->t, b->s, piece); ways; ways &= ways - 1) {
        int to = __builtin_ctz(ways);
        if (may_come(b, piece, to)) open |= 1U << to;
    }
    while (open) {
        unsigned best = nearest(piece, open);
        int to = __builtin_ctz(best);
        if (best & (best - 1)) return false;
        if (!wide_enough(b, to) && comers(b, to) != co_bit(piece)) return false;
        open &= ~best;
    }
    return true;
}

// AR17: order or place may matter.
static bool asks(const beaten *b) {
    for (uint64_t set = b->set; set;)
        if (!is_bound(b, co_take(b->seat, &set))) return true;
    return false;
}

static void go(const co_table *t, co_state *s, int piece, int to, unsigned kind, unsigned rule,
               gg_events *events) {
    int from = s->f.where[piece], passenger = co_passenger(t, s, piece);
    if (co_shelter(t, s, piece) != NO_PIECE) co_place_on(t, s, piece, NO_PIECE);
    gg_emit(events, kind, rule, GG_SEE_ALL, GG_E_REVEAL, piece, from, to, 0, 0);
    if (events && passenger != NO_PIECE)
        gg_emit(events, E_MOVED, RULE_AD59, co_see_mask(t, s, passenger), 0, passenger, from, to, 0,
                0);
    co_put_at(t, s, piece, to);
}

// AD7h: a bridge does not count it.
static void retreat(const co_table *t, co_state *s, int piece, int to, gg_events *events) {
    go(t, s, piece, to, E_RETREATED, RULE_AD48b, events);
}

// AD48d, AR17a: with its passenger, for which there is no ground left to stand on.
static void cut_off(const co_table *t, co_state *s, int piece, gg_events *events) {
    int passenger = co_passenger(t, s, piece);
    if (passenger != NO_PIECE) co_destroy(t, s, passenger, RULE_AR17a, events);
    co_destroy(t, s, piece, RULE_AD48d, events);
}

static void enter(const co_table *t, co_state *s, const gg_frame *frame, gg_events *events) {
    int seat = frame->seat, enemy = co_enemy(seat), place = frame->arg[0];
    for (uint64_t forts = s->at[enemy][place] & t->fort[enemy]; forts;)
        co_destroy(t, s, co_take(enemy, &forts), RULE_AD48e, events); // AD48e: with the place
    for (uint64_t set = s->f.assault[seat]; set;)
        go(t, s, co_take(seat, &set), place, E_STORMED, RULE_AD48f, events); // AD48f: they move in
    if (co_ground(t, s, place)->flags & CO_T_BRIDGE)
        s->f.crossed = (uint16_t)(s->f.crossed | 1U << place);
}

// Those for whom there is no place are lost whatever the order: places only fill up.
static void lose_stranded(const co_table *t, co_state *s, int seat, int place, gg_events *events) {
    for (uint64_t set = fighters_of(t, s, seat, place); set;) {
        int piece = co_take(seat, &set);
        if (!refuges(t, s, piece)) cut_off(t, s, piece, events);
    }
}

// True when the owner must choose; else the next card goes where it must.
static bool withdraw(const co_table *t, co_state *s, const gg_frame *frame, gg_events *events) {
    int enemy = co_enemy(frame->seat), place = frame->arg[0];
    for (;;) {
        lose_stranded(t, s, enemy, place, events);
        beaten left = {t, s, enemy, fighters_of(t, s, enemy, place)};
        if (!left.set) return false;
        if (asks(&left)) {
            gg_flow_call(&s->f.flow, N_RETREAT, (unsigned)enemy)->arg[0] = (int16_t)place;
            return true;
        }
        int piece = co_take(enemy, &left.set);
        retreat(t, s, piece, __builtin_ctz(refuges(t, s, piece)), events);
    }
}

static void conclude(const co_table *t, co_state *s, gg_frame *frame, gg_events *events) {
    bool taken = falls(t, s, frame);
    gg_emit(events, taken ? E_ASSAULT_WON : E_ASSAULT_HELD, RULE_AD48, GG_SEE_ALL, GG_E_REVEAL,
            frame->arg[0], frame->arg[3], frame->arg[4], 0, 0);
    if (taken)
        frame->arg[2] = STORM_RETREATS;
    else
        finish(s);
}

void co_step_storm(const co_table *t, co_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    bool waits = false;
    switch (frame->arg[2]) {
    case STORM_MINES: waits = mines(t, s, frame); break;
    case STORM_FIRST: waits = defensive_fire(t, s, frame); break;
    case STORM_SAPPERS: sappers(t, s, frame, events); break;
    case STORM_CLASH: waits = clash(t, s, frame); break;
    case STORM_BACK: waits = strike_back(t, s, frame); break;
    case STORM_OUTCOME: conclude(t, s, frame, events); return;
    default:
        if (withdraw(t, s, frame, events)) return;
        enter(t, s, frame, events);
        finish(s);
        return;
    }
    if (!waits) frame->arg[2]++;
}

// ---------------------------------------------------------------------------------------- RETREAT
// The cards of the place that are still to go.
static uint64_t retreating(const co_table *t, const co_state *s, int seat) {
    return fighters_of(t, s, seat, gg_flow_top(&s->f.flow)->arg[0]);
}

// AR17: whichever card he likes next.
bool co_check_retreat(const co_table *t, const co_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    int piece = gg_a(action), to = gg_b(action);
    bool beaten_one = co_owner(piece) == seat && retreating(t, s, seat) & co_bit(piece);
    GG_REFUSE_IF(!beaten_one, NOT_RETREATING, piece, 0);
    unsigned open = ways_back(t, s, piece), best = refuges(t, s, piece);
    GG_REFUSE_IF(to >= GROUND_PLACES || !(open >> to & 1), RETREAT_ELSEWHERE, piece, to);
    GG_REFUSE_IF4(!co_room(t, s, piece, to), NO_ROOM, to, co_stack(t, s, to), co_limit(t, s, to),
                  0);
    GG_REFUSE_IF(!(best >> to & 1), RETREAT_NEARER, piece, __builtin_ctz(best));
    return true;
}

uint32_t co_legal_retreat(const co_table *t, const co_state *s, int seat, gg_action *out) {
    co_list list = {out, 0};
    for (uint64_t set = retreating(t, s, seat); set;) {
        int piece = co_take(seat, &set);
        for (unsigned found = refuges(t, s, piece); found; found &= found - 1)
            co_list_add(&list, V_RETREAT, piece, __builtin_ctz(found));
    }
    return list.count;
}

void co_play_retreat(const co_table *t, co_state *s, gg_action action, gg_events *events) {
    gg_flow_end(&s->f.flow);
    retreat(t, s, gg_a(action), gg_b(action), events);
}
