// SPDX-License-Identifier: Apache-2.0
// What is always true of a state. The engine checks the bounds of fields and that the derived part
// follows from the facts; here is what the rules rely on beyond that.
#include "salvo.h"

enum { DICE = 20, SIX = 6, MANY = 63, FAR = 1000 };

// ---------------------------------------------------------------------------------------- frames
// Greatest subject and arguments of each node; whatever a node does not use is zero.
#define UNIT_MAX    (UNITS - 1)
#define CHANCE_ARGS DICE, SIX, UNIT_MAX, MANY, MANY, 1

static const int16_t frame_most[NODES][1 + GG_FRAME_ARGS] = {
    [N_DEPLOY] = {UNIT_MAX, KINDS - 1, 0, 0, SQUAD_MASK},
    [N_SEQUENCE] = {0, UNITS_SIDE},
    [N_AUTHORITY] = {0, 1},
    [N_RALLY] = {UNIT_MAX},
    [N_MORALE] = {UNIT_MAX, CHANCE_ARGS},
    [N_ACT] = {UNIT_MAX},
    [N_MOVE] = {UNIT_MAX, MOVE_KINDS - 1, LEGS_MAX, FAR, SQUAD_MASK},
    [N_REACT] = {UNIT_MAX, SQUAD_MASK, UNITS_SIDE, 3, SQUAD_MASK},
    [N_SHOTS] = {UNIT_MAX, CHANCE_ARGS},
    [N_REROLLS] = {UNIT_MAX, CHANCE_ARGS},
    [N_SAVES] = {UNIT_MAX, CHANCE_ARGS},
    [N_DAMAGE] = {UNIT_MAX, CHANCE_ARGS},
    [N_LOCATIONS] = {UNIT_MAX, CHANCE_ARGS},
    [N_SPLIT] = {UNIT_MAX, SQUAD_MASK, MANY, MANY},
    [N_MELEE] = {UNIT_MAX, SQUAD_MASK, MANY, MANY},
    [N_ATTACKS] = {UNIT_MAX, CHANCE_ARGS},
    [N_ATTACK_REROLLS] = {UNIT_MAX, CHANCE_ARGS},
    [N_PURSUIT] = {UNIT_MAX, SQUAD_MASK},
    [N_AGAIN] = {UNIT_MAX, 0, SIX, UNIT_MAX, MANY, MANY},
    [N_SALVO] = {UNIT_MAX, SV_WEAPONS - 1, UNIT_MAX, SIX, UNITS, MANY, 1},
};

static bool is_round(unsigned node) {
    return node == N_SETUP || (node >= N_REINFORCE && node <= N_TURN) || node == N_OVER;
}

static bool is_activation(unsigned node) {
    return node == N_ACT || node == N_RALLY || node == N_MORALE;
}

static int phase_of(unsigned node) {
    if (node == N_SETUP) return PHASE_SETUP;
    if (node == N_TURN) return PHASE_ACTIVATION;
    return node == N_COMMIT || node == N_AUTHORITY || node == N_FIRST ? PHASE_AUTHORITY
                                                                      : PHASE_MAINTENANCE;
}

static int sound_frames(const sv_state *s) {
    const gg_flow *flow = &s->f.flow;
    if (!gg_flow_sound(flow, NODES) || !gg_flow_within(flow, frame_most)) return __LINE__;
    for (int i = 0; i < flow->depth; i++) {
        const gg_frame *frame = &flow->frame[i];
        if (frame->node == N_OVER ? frame->seat != GG_OVER : frame->seat >= SEATS) return __LINE__;
        if (is_round(frame->node) != (i == 0)) return __LINE__;
        if (i == 1 && frame->node != N_DEPLOY && !is_activation(frame->node)) return __LINE__;
        if (i > 1 && (frame->node == N_DEPLOY || is_activation(frame->node))) return __LINE__;
    }
    if (gg_flow_top(flow)->node == N_SALVO) return __LINE__;
    return s->f.phase == phase_of(flow->frame[0].node) ? 0 : __LINE__;
}

// The dice of a salvo that has just destroyed the active unit may still have others to hit, and who
// has destroyed it on overwatch may have a second salvo (C130).
static bool may_be_gone(const gg_flow *flow) {
    for (int i = 2; i < flow->depth; i++) {
        const gg_frame *frame = &flow->frame[i];
        if (frame->node == N_SALVO || (frame->node == N_REACT && frame->arg[ARG_REACTED]))
            return true;
    }
    return false;
}

// The unit of the second frame is there and plays for the seat of the turn.
static int sound_subject(const sv_table *t, const sv_state *s) {
    const gg_frame *frame = &s->f.flow.frame[1];
    int unit = frame->subject;
    if (s->f.flow.depth < 2) return 0;
    if (!sv_exists(t, unit) || sv_side(unit) != frame->seat) return __LINE__;
    if (s->f.flow.frame[0].seat != frame->seat) return __LINE__;
    if (frame->node == N_DEPLOY) {
        bool box = s->f.phase == PHASE_SETUP;
        if (frame->arg[ARG_KIND] != (box ? KIND_SETUP : KIND_ENTER)) return __LINE__;
        return s->f.where[unit] == (box ? AT_BOX : AT_RESERVE) ? 0 : __LINE__;
    }
    if (s->f.phase != PHASE_ACTIVATION) return __LINE__;
    return sv_on_board(s, unit) || may_be_gone(&s->f.flow) ? 0 : __LINE__;
}

// --------------------------------------------------------------------------------------- figures
static int sound_figure(const sv_table *t, const sv_state *s, int unit, int figure) {
    const sv_unit *type = sv_type(t, unit);
    unsigned state = s->f.status[figure] & (F_ON | F_DEAD);
    int x = s->f.x[figure], y = s->f.y[figure], r = type->radius;
    if (s->f.status[figure] & 12 || state == (F_ON | F_DEAD)) return __LINE__;
    if (state != F_ON && (x || y)) return __LINE__;
    if (state == F_ON && (x < r || y < r || x + r > t->board.width || y + r > t->board.height))
        return __LINE__;
    if (type->type == SV_INFANTRY) return s->f.body[figure] || s->f.arms[figure] ? __LINE__ : 0;
    if (sv_hull(s, figure) > type->hull || sv_propulsion(s, figure) > type->propulsion)
        return __LINE__;
    if (state == F_ON && !sv_hull(s, figure)) return __LINE__;
    for (int slot = 0; slot < 2; slot++)
        if (sv_arm(s, figure, slot) > (slot < t->unit[unit].slots ? type->weapon_structure : 0))
            return __LINE__;
    return 0;
}

static int sound_figures(const sv_table *t, const sv_state *s) {
    for (int figure = 0; figure < FIGURES; figure++) {
        int unit = t->unit_of[figure], line;
        if (unit != NO_UNIT) {
            if ((line = sound_figure(t, s, unit, figure)) != 0) return line;
        } else if (s->f.status[figure] || s->f.x[figure] || s->f.y[figure] || s->f.body[figure] ||
                   s->f.arms[figure]) {
            return __LINE__;
        }
    }
    return 0;
}

// ----------------------------------------------------------------------------------------- units
// C101: causes that units of this sort do not know.
static unsigned other_list(const sv_table *t, int unit) {
    if (sv_infantry(t, unit)) return 1U << CAUSE_DESTROYED;
    return 1U << CAUSE_MELEE | 1U << CAUSE_HALF;
}

static int sound_unit(const sv_table *t, const sv_state *s, int unit) {
    const sv_roster *roster = &t->unit[unit];
    int leader = s->f.leader[unit];
    unsigned on = 0;
    for (int i = 0; i < roster->strength; i++)
        on |= (unsigned)(s->f.status[roster->first + i] & F_ON) << i;
    switch (s->f.where[unit]) {
    case AT_BOARD:
        if (leader < roster->first || leader >= roster->first + roster->strength) return __LINE__;
        if (s->f.causes[unit] & other_list(t, unit)) return __LINE__;
        return on >> (leader - roster->first) & 1 ? 0 : __LINE__;
    case AT_BOX:
    case AT_RESERVE:
    case AT_HELD:
        if (s->f.flags[unit] || s->f.causes[unit] || on) return __LINE__;
        return leader == roster->first ? 0 : __LINE__;
    default:
        if (s->f.flags[unit] || s->f.causes[unit] || on) return __LINE__;
        return leader == NO_FIGURE ? 0 : __LINE__;
    }
}

static int sound_units(const sv_table *t, const sv_state *s) {
    for (int unit = 0; unit < UNITS; unit++) {
        int place = s->f.where[unit], line = sound_unit(t, s, unit);
        if (line) return line;
        if (sv_exists(t, unit) == (place == AT_NOWHERE)) return __LINE__;
        if (place == AT_BOX && s->f.phase != PHASE_SETUP) return __LINE__;
        if (place == AT_HELD && s->f.phase == PHASE_SETUP) return __LINE__;
    }
    return 0;
}

static bool overlaps(const sv_table *t, const sv_state *s, int a, int b) {
    return gg_discs_overlap(sv_at(s, a), sv_type(t, t->unit_of[a])->radius, sv_at(s, b),
                            sv_type(t, t->unit_of[b])->radius);
}

// CR21: no base on another.
static int sound_bases(const sv_table *t, const sv_state *s) {
    for (int a = 0; a < FIGURES; a++)
        for (int b = 0; b < a && s->f.status[a] & F_ON; b++)
            if (s->f.status[b] & F_ON && overlaps(t, s, a, b)) return __LINE__;
    return 0;
}

// ----------------------------------------------------------------------------------------- sides
// A row holds units of its side that are on the board, each once, and not the one that acts.
static int sound_row(const sv_state *s, int side) {
    const uint8_t *row = s->f.cards + side * UNITS_SIDE;
    uint32_t met = sv_active(s) >= 0 ? 1U << sv_active(s) : 0;
    for (int slot = 0; slot < UNITS_SIDE; slot++) {
        int unit = row[slot];
        if (slot >= s->f.card_count[side]) {
            if (unit != NO_UNIT) return __LINE__;
            continue;
        }
        if (unit >= UNITS || sv_side(unit) != side || !sv_on_board(s, unit) || met >> unit & 1)
            return __LINE__;
        met |= 1U << unit;
    }
    int pending = s->f.pending - 1;
    if (pending >= 0 && (sv_active(s) < 0 || met >> pending & 1 || !sv_on_board(s, pending) ||
                         sv_side(pending) != sv_side(sv_active(s))))
        return __LINE__;
    return s->f.card_count[side] && s->f.phase == PHASE_SETUP ? __LINE__ : 0;
}

static int sound_side(const sv_table *t, const sv_state *s, int side) {
    const gg_frame *round = &s->f.flow.frame[0];
    int commander = s->f.commander[side];
    bool over = round->node == N_OVER, test = round->node == N_COMMIT || round->node == N_AUTHORITY;
    bool west = side == SEAT_WEST || round->seat == SEAT_EAST; // has answered, has rolled, if asked
    if (commander != NO_UNIT && (sv_side(commander) != side || !sv_officer_lives(t, s, commander)))
        return __LINE__;
    if (!test && (s->f.committed[side] || s->f.die[side])) return __LINE__;
    if (round->node == N_COMMIT && s->f.die[side]) return __LINE__;
    if (round->node == N_AUTHORITY && s->f.die[side] && !west) return __LINE__;
    if (s->f.phase != PHASE_ACTIVATION && s->f.special[side]) return __LINE__;
    if (s->f.phase < PHASE_AUTHORITY && !over && s->f.points[side]) return __LINE__;
    return sound_row(s, side);
}

// What a seat is asked about exists: no dead end.
static int sound_question(const sv_table *t, const sv_state *s) {
    const gg_frame *round = &s->f.flow.frame[0];
    if (s->f.flow.depth > 1) return 0;
    if (round->node == N_SETUP && !sv_has_to_deploy(t, s, round->seat)) return __LINE__;
    if (round->node == N_TURN && !s->f.card_count[round->seat]) return __LINE__;
    if (round->node == N_SEQUENCE && round->arg[ARG_CARDS] > s->f.card_count[round->seat])
        return __LINE__;
    return (round->node == N_OVER) == (s->f.winner != 0) ? 0 : __LINE__;
}

static int sound_board(const sv_table *t, const sv_state *s) {
    for (int i = t->board.objectives; i < SV_OBJECTIVES_MAX; i++)
        if (s->f.control[i] || s->f.paid[i]) return __LINE__;
    return (s->f.round == 0) == (s->f.phase == PHASE_SETUP) ? 0 : __LINE__;
}

// ---------------------------------------------------------------------------- what is in progress
static bool all_zero(const void *bytes, size_t n) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < n; i++)
        if (at[i]) return false;
    return true;
}

static bool open_frame(const sv_state *s, unsigned from, unsigned to) {
    for (int i = 1; i < s->f.flow.depth; i++)
        if (s->f.flow.frame[i].node >= from && s->f.flow.frame[i].node <= to) return true;
    return false;
}

#define NOTHING_IN(field) all_zero(&s->f.field, sizeof s->f.field)

static int sound_draft(const sv_state *s) {
    bool drafting = sv_drafting(s);
    if (!drafting && !(NOTHING_IN(ghost_x) && NOTHING_IN(ghost_y) && NOTHING_IN(faced)))
        return __LINE__;
    if (!drafting && !(NOTHING_IN(way_x) && NOTHING_IN(way_y))) return __LINE__;
    return 0;
}

static int sound_fight(const sv_state *s) {
    bool salvo = open_frame(s, N_SALVO, N_SALVO), melee = open_frame(s, N_SPLIT, N_PURSUIT);
    if (!salvo && (s->f.firers || s->f.seen || !NOTHING_IN(corridor) || !NOTHING_IN(impacts) ||
                   !NOTHING_IN(save)))
        return __LINE__;
    if (!melee && !NOTHING_IN(blows)) return __LINE__;
    if (sv_active(s) < 0 && (s->f.deeds || s->f.fired || s->f.pending)) return __LINE__;
    const gg_frame *top = gg_flow_top(&s->f.flow);
    bool dice = (top->node >= N_SHOTS && top->node <= N_LOCATIONS) || top->node == N_MORALE ||
                top->node == N_AUTHORITY || top->node == N_ATTACKS || top->node == N_ATTACK_REROLLS;
    return dice && !top->arg[ARG_DICE] ? __LINE__ : 0;
}

int sv_sound(const void *table, const void *state) {
    const sv_table *t = table;
    const sv_state *s = state;
    int line = sound_frames(s);
    if (!line) line = sound_subject(t, s);
    if (!line) line = sound_figures(t, s);
    if (!line) line = sound_units(t, s);
    if (!line) line = sound_bases(t, s);
    for (int side = 0; side < SEATS && !line; side++) line = sound_side(t, s, side);
    if (!line) line = sound_question(t, s);
    if (!line) line = sound_board(t, s);
    if (!line) line = sound_draft(s);
    if (!line) line = sound_fight(s);
    return line;
}
