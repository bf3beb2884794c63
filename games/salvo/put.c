// SPDX-License-Identifier: Apache-2.0
// Position lines that speak of the state, and the node at which a position stands.
//
// `put w1 at X Y` stands the whole unit in a column of touching bases upwards from its leader; `put
// 3 at X Y` one figure. Figures of a unit on the board that were not put there are dead, units not
// mentioned are out of the game; whoever leads or commands follows from that.
#include "salvo.h"

static bool in_table(const gg_put *p) {
    return p->what <= P_PENALTY;
}

// ------------------------------------------------------------------------------------- of pieces
static int unit_of(const sv_table *t, const gg_put *p) {
    return sv_unit_named(t, p->piece);
}

static bool is_unit(const gg_put *p) {
    return p->piece >= FIGURES;
}

static bool stand(const sv_table *t, sv_state *s, int figure, int x, int y) {
    int unit = t->unit_of[figure], radius = sv_type(t, unit)->radius;
    if (x < radius || y < radius || x + radius > t->board.width || y + radius > t->board.height)
        return false;
    s->f.where[unit] = AT_BOARD;
    s->f.status[figure] = (uint8_t)((s->f.status[figure] & ~F_DEAD) | F_ON);
    s->f.x[figure] = (int16_t)x;
    s->f.y[figure] = (int16_t)y;
    return true;
}

static bool put_at(const sv_table *t, sv_state *s, const gg_put *p) {
    int unit = unit_of(t, p), y = p->arg[1];
    if (!is_unit(p)) return stand(t, s, p->piece, p->arg[0], y);
    for (int i = 0; i < t->unit[unit].strength; i++) {
        int figure = t->unit[unit].first + i;
        if (s->f.status[figure] & F_DEAD) continue;
        if (!stand(t, s, figure, p->arg[0], y)) return false;
        y += 2 * sv_type(t, unit)->radius;
    }
    return true;
}

static void bury(sv_state *s, int figure) {
    s->f.status[figure] = F_DEAD;
    s->f.x[figure] = s->f.y[figure] = 0;
    s->f.body[figure] = s->f.arms[figure] = 0;
}

static void bury_unit(const sv_table *t, sv_state *s, int unit) {
    for (int i = 0; i < t->unit[unit].strength; i++) bury(s, t->unit[unit].first + i);
    s->f.where[unit] = AT_GONE;
    s->f.leader[unit] = NO_FIGURE;
    s->f.flags[unit] = s->f.causes[unit] = 0;
}

static bool put_dead(const sv_table *t, sv_state *s, const gg_put *p) {
    int unit = unit_of(t, p);
    if (is_unit(p)) {
        bury_unit(t, s, unit);
        return true;
    }
    bury(s, p->piece);
    if (p->piece == t->unit[unit].first) s->f.flags[unit] |= U_LEADERLESS;
    return true;
}

static bool put_structure(const sv_table *t, sv_state *s, const gg_put *p) {
    int unit = unit_of(t, p), figure = is_unit(p) ? t->unit[unit].first : p->piece;
    int slot = p->what == P_ARM ? p->arg[0] - 1 : 0;
    int left = p->what == P_ARM ? p->arg[1] : p->arg[0];
    if (sv_infantry(t, unit) || left > 15 || slot < 0 || slot >= t->unit[unit].slots) return false;
    switch (p->what) {
    case P_PROPULSION: s->f.body[figure] = (uint8_t)(sv_hull(s, figure) | left << 4); break;
    case P_HULL: s->f.body[figure] = (uint8_t)(left | sv_propulsion(s, figure) << 4); break;
    default:
        s->f.arms[figure] =
            (uint8_t)((s->f.arms[figure] & ~(15U << 4 * slot)) | (unsigned)left << 4 * slot);
        break;
    }
    return true;
}

static bool put_facing(const sv_table *t, sv_state *s, const gg_put *p) {
    int unit = unit_of(t, p), first = is_unit(p) ? t->unit[unit].first : p->piece;
    int count = is_unit(p) ? t->unit[unit].strength : 1;
    if (sv_infantry(t, unit)) return false;
    for (int figure = first; figure < first + count; figure++)
        s->f.status[figure] =
            (uint8_t)((s->f.status[figure] & (F_ON | F_DEAD)) | p->arg[0] << F_FACING_SHIFT);
    return true;
}

static bool put_flag(const sv_table *t, sv_state *s, const gg_put *p) {
    int unit = unit_of(t, p);
    unsigned watch = U_WATCH_STANDARD;
    if (sv_infantry(t, unit) && t->unit[unit].slots > 1) watch |= U_WATCH_SUPPORT;
    unsigned flag = p->what == P_DISORGANISED     ? U_DISORGANISED
                    : p->what == P_KNEEL          ? U_KNEEL
                    : p->what == P_COVER          ? U_COVER
                    : p->what == P_WATCH          ? watch
                    : p->what == P_WATCH_STANDARD ? U_WATCH_STANDARD
                    : p->what == P_WATCH_SUPPORT  ? U_WATCH_SUPPORT
                                                  : U_HALVED;
    s->f.flags[unit] |= (uint8_t)flag;
    return true;
}

static bool put_piece(const sv_table *t, sv_state *s, const gg_put *p) {
    int unit = unit_of(t, p);
    if (unit < 0) return false;
    switch (p->what) {
    case P_AT: return put_at(t, s, p);
    case P_DEAD: return put_dead(t, s, p);
    case P_LEADER:
        if (is_unit(p)) return false;
        s->f.leader[unit] = (uint8_t)p->piece;
        return true;
    case P_PROPULSION:
    case P_HULL:
    case P_ARM: return put_structure(t, s, p);
    case P_FACING: return put_facing(t, s, p);
    case P_BOX:
        sv_fresh_unit(t, s, unit);
        s->f.where[unit] = AT_BOX;
        return true;
    case P_RESERVE:
        sv_fresh_unit(t, s, unit);
        s->f.where[unit] = AT_RESERVE;
        return true;
    case P_GONE: bury_unit(t, s, unit); return true;
    case P_CAUSE: // states are read, not stored
        if (p->arg[0] >= CAUSES) return false;
        s->f.causes[unit] |= (uint8_t)(1U << p->arg[0]);
        return true;
    default: return put_flag(t, s, p);
    }
}

// ----------------------------------------------------------------------------------- of the game
static bool put_card(const sv_table *t, sv_state *s, int piece) {
    int unit = sv_unit_named(t, piece);
    if (unit < 0 || s->f.card_count[sv_side(unit)] == UNITS_SIDE) return false;
    int side = sv_side(unit);
    s->f.cards[side * UNITS_SIDE + s->f.card_count[side]++] = (uint8_t)unit;
    return true;
}

static bool put_stored(uint8_t *field, int value, int most) {
    if (value > most) return false;
    *field = (uint8_t)value;
    return true;
}

static bool put_paid(const sv_table *t, sv_state *s, int objective, int times) {
    if (objective < 1 || objective > t->board.objectives) return false;
    return put_stored(&s->f.paid[objective - 1], times, 99);
}

static bool put_set(const sv_table *t, sv_state *s, const gg_put *p) {
    const int32_t *a = p->arg;
    switch (p->what) {
    case P_ROUND: return a[0] > 0 && put_stored(&s->f.round, a[0], ROUNDS_MAX);
    case P_STARS: return put_stored(&s->f.stars[a[0]], a[1], 99);
    case P_SUPPLY: return put_stored(&s->f.supply[a[0]], a[1], 99);
    case P_POINTS: return put_stored(&s->f.points[a[0]], a[1], 63);
    case P_CARD: return put_card(t, s, a[0]);
    case P_PAID: return put_paid(t, s, a[0], a[1]);
    case P_LAST_SPECIAL: return put_stored(&s->f.special[a[0]], a[1], SPECIALS - 1);
    case P_FIRST_SIDE: return put_stored(&s->f.first_side, a[0], 1);
    case P_COMMITTED: return put_stored(&s->f.committed[a[0]], a[1] + 1, COMMIT_MAX + 1);
    case P_LOST_COMMANDER: return put_stored(&s->f.penalty[a[0]], 1, 1);
    case P_DID: s->f.deeds |= (uint8_t)(1U << a[0]); return true;
    case P_FIRED:
        if (a[0] < 1 || a[0] > 2) return false;
        s->f.fired |= (uint8_t)(1U << (a[0] - 1));
        s->f.deeds |= 1U << DEED_FIRED;
        return true;
    default: return false;
    }
}

// ---------------------------------------------------------------------------------------- a node
// What the lines left open: nobody half on the board, leaders and commanders who live.
static void tidy_unit(const sv_table *t, sv_state *s, int unit, bool setting_up) {
    const sv_roster *roster = &t->unit[unit];
    int place = s->f.where[unit], lowest = -1;
    if (place == AT_BOX && !setting_up) bury_unit(t, s, unit);
    if (place != AT_BOARD) return;
    for (int i = roster->strength - 1; i >= 0; i--) {
        int figure = roster->first + i;
        if (s->f.status[figure] & F_ON)
            lowest = figure;
        else
            bury(s, figure);
    }
    if (lowest < 0)
        bury_unit(t, s, unit);
    else if (!(s->f.status[s->f.leader[unit]] & F_ON))
        s->f.leader[unit] = (uint8_t)lowest;
}

static void tidy(const sv_table *t, sv_state *s, bool setting_up) {
    for (int unit = 0; unit < UNITS; unit++)
        if (sv_exists(t, unit)) tidy_unit(t, s, unit, setting_up);
    sv_derive(t, s);
    for (int side = 0; side < SEATS; side++)
        if (s->f.commander[side] == NO_UNIT || !sv_officer_lives(t, s, s->f.commander[side]))
            s->f.commander[side] = (uint8_t)sv_best_officer(t, s, side, NO_UNIT);
}

static void deal(const sv_state *s, int side, uint8_t *row, uint8_t *count) {
    for (int unit = sv_first_of(side); unit < sv_end_of(side); unit++)
        if (sv_on_board(s, unit)) row[(*count)++] = (uint8_t)unit;
}

static int phase_of(unsigned node) {
    switch (node) {
    case N_SETUP: return PHASE_SETUP;
    case N_REINFORCE:
    case N_SEQUENCE: return PHASE_MAINTENANCE;
    case N_COMMIT:
    case N_AUTHORITY:
    case N_FIRST: return PHASE_AUTHORITY;
    case N_TURN:
    case N_ACT:
    case N_RALLY: return PHASE_ACTIVATION;
    default: return PHASES;
    }
}

// The frame of the round at `node`, everything else gone.
static void restart(sv_state *s, unsigned node, int seat, int phase) {
    memset(&s->f.flow, 0, sizeof s->f.flow);
    gg_flow_call(&s->f.flow, node, (unsigned)seat);
    s->f.phase = (uint8_t)phase;
    s->f.winner = 0;
    s->f.round = (uint8_t)(phase == PHASE_SETUP ? 0 : (s->f.round ? s->f.round : 1));
}

static bool put_activation(const sv_table *t, sv_state *s, unsigned node, int seat, int unit) {
    if (unit < 0 || unit >= UNITS_SIDE) return false;
    unit += seat * UNITS_SIDE;
    if (!sv_on_board(s, unit)) return false;
    restart(s, N_TURN, seat, PHASE_ACTIVATION);
    gg_flow_call(&s->f.flow, node, (unsigned)seat)->subject = (uint16_t)unit;
    if (!(s->f.deeds & DID_MOVE) && sv_engaged(t, s, unit)) s->f.deeds |= 1U << DEED_ENGAGED;
    return true;
}

// A unit in the box is set up, one in the reserve is bought.
static bool put_deployment(sv_state *s, int seat, int unit) {
    if (unit < 0 || unit >= UNITS_SIDE) return false;
    unit += seat * UNITS_SIDE;
    bool box = s->f.where[unit] == AT_BOX;
    if (!box && s->f.where[unit] != AT_RESERVE) return false;
    restart(s, box ? N_SETUP : N_REINFORCE, seat, box ? PHASE_SETUP : PHASE_MAINTENANCE);
    gg_frame *frame = gg_flow_call(&s->f.flow, N_DEPLOY, (unsigned)seat);
    frame->subject = (uint16_t)unit;
    frame->arg[ARG_KIND] = box ? KIND_SETUP : KIND_ENTER;
    return true;
}

static bool put_node(const sv_table *t, sv_state *s, unsigned node, int seat, int number) {
    int phase = phase_of(node), own = seat * UNITS_SIDE + number - 1;
    bool boxed = node == N_DEPLOY && number > 0 && number <= UNITS_SIDE && sv_exists(t, own) &&
                 s->f.where[own] == AT_BOX;
    tidy(t, s, node == N_SETUP || boxed);
    if (node == N_DEPLOY) return put_deployment(s, seat, number - 1);
    if (node == N_ACT || node == N_RALLY) return put_activation(t, s, node, seat, number - 1);
    if (phase == PHASES) return false;
    restart(s, node, seat, phase);
    for (int side = 0; side < SEATS && node == N_SEQUENCE; side++)
        if (!s->f.card_count[side])
            deal(s, side, s->f.cards + side * UNITS_SIDE, &s->f.card_count[side]);
    bool answered = node == N_AUTHORITY || (node == N_COMMIT && seat == SEAT_EAST);
    if (answered && !s->f.committed[SEAT_WEST]) s->f.committed[SEAT_WEST] = 1;
    if (node == N_AUTHORITY) {
        if (!s->f.committed[SEAT_EAST]) s->f.committed[SEAT_EAST] = 1;
        gg_flow_at(&s->f.flow)->arg[ARG_DICE] = 1;
        return seat == SEAT_WEST;
    }
    return true;
}

bool sv_put(void *table, void *state, const gg_put *p, gg_verdict *verdict) {
    sv_state *s = state;
    bool done;
    if (p->what == GG_PUT_NODE)
        done = put_node(table, s, (unsigned)p->arg[0], p->arg[1], p->arg[2]);
    else if (in_table(p))
        done = sv_put_table(table, p);
    else
        done = p->piece == GG_NO_HANDLE ? put_set(table, s, p) : put_piece(table, s, p);
    if (!done) (void)gg_refuse(verdict, REFUSE_NOT_HERE, 0, 0, 0, 0);
    return done;
}
