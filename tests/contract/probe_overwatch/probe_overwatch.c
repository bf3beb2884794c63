// SPDX-License-Identifier: Apache-2.0
// probe_overwatch: what the contract must carry for figures on a table measured in millimetres.
//
//   ACTIVATE   which unit                                                        PC2
//     MOVE       leg, leg, place ... (draft), confirm | hold                     PC3-PC7, move.c
//     ATTITUDE   the same frame goes on: watch | pass                            PC11
//       REACT      window of the enemy units on overwatch, until declined        PC8
//         SALVO      one die a figure, equal numbers of hits merged              PC9
//   END        after four rounds or when a side is gone                          PC12
//
// When a salvo wipes the mover out, everything above ACTIVATE is about nobody any more: one unwind
// (PC10). Nothing is hidden here; redact and resample have nothing to do.
#include "probe_overwatch.h"

#define FIGURE(letter, side, n)                                                                    \
    { #letter #n, #side " " #letter #n, #side " " #letter #n, 0 }
#define THREE(letter, side)                                                                        \
    FIGURE(letter, side, 1), FIGURE(letter, side, 2), FIGURE(letter, side, 3)
#define EIGHT(letter, side)                                                                        \
    THREE(letter, side), FIGURE(letter, side, 4), FIGURE(letter, side, 5),                         \
        FIGURE(letter, side, 6), FIGURE(letter, side, 7), FIGURE(letter, side, 8)
static const gg_name figure_names[FIGURES] = {EIGHT(a, A), THREE(b, B), EIGHT(c, C), THREE(d, D)};
static const gg_name unit_names[UNITS] = {
    {"a", "escouade A", "squad A", GG_F | GG_ART},
    {"b", "équipe B", "team B", GG_F | GG_ART},
    {"c", "escouade C", "squad C", GG_F | GG_ART},
    {"d", "équipe D", "team D", GG_F | GG_ART},
};
static const gg_name scenery_names[SCENERY] = {{"wall", "mur", "wall", GG_ART | GG_THE},
                                               {"wood", "bois", "wood", GG_ART | GG_THE},
                                               {"hut", "cabane", "hut", GG_F | GG_ART | GG_THE}};

static const gg_point outline[SCENERY][CORNERS] = {
    {{280, 170}, {320, 170}, {320, 230}, {280, 230}},
    {{150, 300}, {190, 290}, {220, 320}, {210, 360}, {170, 370}, {140, 340}},
    {{400, 60}, {460, 60}, {430, 110}},
};
static const uint8_t outline_corners[SCENERY] = {4, 6, 3};

int pc_leader(const pc_state *s, int unit) {
    for (int i = pc_first[unit]; i < pc_first[unit] + pc_size[unit]; i++)
        if (s->f.alive[i]) return i;
    return -1;
}

static int figures(const pc_state *s, int unit) {
    int n = 0;
    for (int i = 0; i < pc_size[unit]; i++) n += s->f.alive[pc_first[unit] + i];
    return n;
}

static int side_figures(const pc_state *s, int side) {
    return figures(s, 2 * side) + figures(s, 2 * side + 1);
}

// PC8: leader to leader, no scenery strictly between them.
static bool in_sight(const pc_table *t, const pc_state *s, int unit, int target) {
    gg_point a = pc_where(s, pc_leader(s, unit)), b = pc_where(s, pc_leader(s, target));
    for (int i = 0; i < SCENERY; i++)
        if (gg_segment_crosses_polygon(a, b, t->corner[i], t->corners[i])) return false;
    return gg_within(a, b, RANGE);
}

static bool may_fire(const pc_table *t, const pc_state *s, int unit, int target) {
    return pc_side(unit) != pc_side(target) && s->f.watch[unit] && in_sight(t, s, unit, target);
}

static bool anybody_may_fire(const pc_table *t, const pc_state *s, int target) {
    for (int unit = 0; unit < UNITS; unit++)
        if (may_fire(t, s, unit, target)) return true;
    return false;
}

bool pc_check_activate(const pc_table *t, const pc_state *s, int seat, gg_action action,
                       gg_verdict *verdict) {
    int unit = gg_a(action);
    (void)t;
    GG_REFUSE_IF(pc_side(unit) != seat || pc_leader(s, unit) < 0, NOT_YOURS, unit, 0);
    GG_REFUSE_IF(s->f.acted[unit], HAS_ACTED, unit, 0);
    return true;
}

bool pc_check_react(const pc_table *t, const pc_state *s, int seat, gg_action action,
                    gg_verdict *verdict) {
    int unit = gg_a(action);
    (void)seat;
    if (gg_verb_of(action) == V_DECLINE) return true;
    int target = gg_flow_top(&s->f.flow)->subject;
    GG_REFUSE_IF(!may_fire(t, s, unit, target), CANNOT_FIRE, unit, target);
    return true;
}

static gg_point point(unsigned x, unsigned y) {
    return (gg_point){(int16_t)x, (int16_t)y};
}

bool pc_check_move(const pc_table *t, const pc_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    unsigned a = (unsigned)gg_a(action), b = (unsigned)gg_b(action);
    (void)seat;
    switch (gg_verb_of(action)) {
    case V_LEG: return pc_check_leg(t, s, point(a, b), verdict);
    case V_PLACE: return pc_check_place(t, s, (int)a, point(b, (unsigned)gg_c(action)), verdict);
    case V_CONFIRM: return pc_check_confirm(s, verdict);
    default: return true; // hold
    }
}

bool pc_check_attitude(const pc_table *t, const pc_state *s, int seat, gg_action action,
                       gg_verdict *verdict) {
    (void)t;
    (void)s;
    (void)seat;
    (void)action;
    (void)verdict;
    return true; // watch, pass
}

static uint32_t plan(const void *t, const void *s, int seat, gg_plan *out) {
    const gg_game *game = &gg_game_probe_overwatch;
    uint32_t n = 0;
    if (gg_at(game, s)->seat != seat) return 0;
    if (gg_at(game, s)->node == N_MOVE) return pc_plan_moves(t, s, out);
    for (const uint8_t *verb = gg_row(game, s)->verbs; *verb; verb++)
        for (unsigned a = 0; a < (game->verbs[*verb].domain[0] ? UNITS : 1); a++)
            if (gg_check(game, t, s, seat, gg_act(*verb, a, 0, 0), NULL))
                out[n++] = (gg_plan){.steps = 1, .step = {gg_act(*verb, a, 0, 0)}};
    return n;
}

// The next steps of the moves proposed, ascending, each once.
static uint32_t next_steps(const pc_table *t, const pc_state *s, int seat, gg_action *out) {
    gg_plan plans[32];
    uint32_t moves = plan(t, s, seat, plans), n = 0;
    for (uint32_t i = 0; i < moves; i++) {
        gg_action action = plans[i].step[0];
        uint32_t at = n;
        while (at > 0 && out[at - 1] > action) at--;
        if (at > 0 && out[at - 1] == action) continue;
        memmove(out + at + 1, out + at, (n++ - at) * sizeof *out);
        out[at] = action;
    }
    return n;
}

uint32_t pc_legal_activate(const pc_table *t, const pc_state *s, int seat, gg_action *out) {
    return next_steps(t, s, seat, out);
}

uint32_t pc_legal_move(const pc_table *t, const pc_state *s, int seat, gg_action *out) {
    return next_steps(t, s, seat, out);
}

uint32_t pc_legal_react(const pc_table *t, const pc_state *s, int seat, gg_action *out) {
    return next_steps(t, s, seat, out);
}

uint32_t pc_legal_attitude(const pc_table *t, const pc_state *s, int seat, gg_action *out) {
    return next_steps(t, s, seat, out);
}

// ---------------------------------------------------------------------------------- what happens
static bool has_unit_left(const pc_state *s, int seat) {
    for (int unit = 2 * seat; unit < 2 * seat + 2; unit++)
        if (pc_leader(s, unit) >= 0 && !s->f.acted[unit]) return true;
    return false;
}

static void end_game(pc_state *s, gg_events *events) {
    gg_flow_goto(&s->f.flow, N_END, GG_OVER);
    gg_emit(events, E_ENDED, RULE_PC12, GG_SEE_ALL, 0, side_figures(s, SEAT_NORTH),
            side_figures(s, SEAT_SOUTH), 0, 0, 0);
}

// PC2, PC12: the other side, or the same one when the other has nobody left, or the next round.
static void next_activation(pc_state *s, gg_events *events) {
    gg_flow_unwind(&s->f.flow, N_ACTIVATE);
    unsigned seat = 1U - gg_flow_top(&s->f.flow)->seat;
    bool both = side_figures(s, SEAT_NORTH) && side_figures(s, SEAT_SOUTH);
    if (!both) { // PC12: a side is gone
        end_game(s, events);
        return;
    }
    if (!has_unit_left(s, (int)seat)) seat = 1 - seat;
    if (!has_unit_left(s, (int)seat)) {
        if (s->f.round == ROUNDS) {
            end_game(s, events);
            return;
        }
        memset(s->f.acted, 0, sizeof s->f.acted);
        seat = side_figures(s, SEAT_NORTH) ? SEAT_NORTH : SEAT_SOUTH;
        gg_emit(events, E_ROUND, RULE_PC2, GG_SEE_ALL, 0, ++s->f.round, 0, 0, 0, 0);
    }
    gg_flow_goto(&s->f.flow, N_ACTIVATE, seat);
}

static void clear_draft(pc_state *s) {
    memset(s->f.ghost_x, 0, sizeof s->f.ghost_x);
    memset(s->f.ghost_y, 0, sizeof s->f.ghost_y);
    memset(gg_flow_at(&s->f.flow)->arg, 0, sizeof gg_flow_at(&s->f.flow)->arg);
}

void pc_play_activate(const pc_table *t, pc_state *s, gg_action action, gg_events *events) {
    int unit = gg_a(action);
    (void)t;
    unsigned seat = gg_flow_top(&s->f.flow)->seat;
    s->f.acted[unit] = 1; // PC2: once a round
    s->f.watch[unit] = 0; // PC11: until its next activation
    gg_flow_call(&s->f.flow, N_MOVE, seat)->subject = (uint16_t)unit;
    gg_emit(events, E_ACTIVATED, RULE_PC2, GG_SEE_ALL, 0, unit, 0, 0, 0, 0);
}

static void confirm(const pc_table *t, pc_state *s, gg_events *events) {
    gg_frame frame = *gg_flow_top(&s->f.flow);
    int unit = frame.subject;
    for (int i = 0; i < pc_size[unit]; i++) {
        int figure = pc_first[unit] + i;
        if (!(frame.arg[ARG_PUT] >> i & 1)) continue;
        s->f.x[figure] = s->f.ghost_x[i];
        s->f.y[figure] = s->f.ghost_y[i];
        gg_emit(events, E_MOVED, RULE_PC3, GG_SEE_ALL, 0, figure, s->f.x[figure], s->f.y[figure], 0,
                0);
    }
    clear_draft(s);
    gg_flow_goto(&s->f.flow, N_ATTITUDE, frame.seat);
    if (anybody_may_fire(t, s, unit)) // PC8: the window opens by what all can see
        gg_flow_call(&s->f.flow, N_REACT, 1U - frame.seat)->subject = (uint16_t)unit;
}

static void hold(pc_state *s, gg_events *events) {
    int unit = gg_flow_top(&s->f.flow)->subject;
    clear_draft(s);
    gg_flow_goto(&s->f.flow, N_ATTITUDE, gg_flow_top(&s->f.flow)->seat);
    gg_emit(events, E_STAYED, RULE_PC3, GG_SEE_ALL, 0, unit, 0, 0, 0, 0);
}

static void fire(pc_state *s, int unit, gg_events *events) {
    const gg_frame *window = gg_flow_top(&s->f.flow);
    int target = window->subject, dice = figures(s, unit);
    gg_frame *salvo = gg_flow_call(&s->f.flow, N_SALVO, window->seat);
    salvo->subject = (uint16_t)unit;
    salvo->arg[0] = (int16_t)dice;
    s->f.watch[unit] = 0;
    gg_emit(events, E_FIRED, RULE_PC8, GG_SEE_ALL, 0, unit, target, dice, 0, 0);
}

static void kill_last(pc_state *s, int unit, gg_events *events) {
    int figure = pc_first[unit] + pc_size[unit] - 1;
    while (!s->f.alive[figure]) figure--;
    s->f.alive[figure] = 0;
    s->f.x[figure] = s->f.y[figure] = 0;
    gg_emit(events, E_KILLED, RULE_PC9, GG_SEE_ALL, 0, figure, 0, 0, 0, 0);
}

void pc_play_salvo(const pc_table *t, pc_state *s, gg_action outcome, gg_events *events) {
    int hits = gg_a(outcome);
    gg_flow_end(&s->f.flow);
    int target = gg_flow_top(&s->f.flow)->subject;
    gg_emit(events, E_HITS, RULE_PC9, GG_SEE_ALL, 0, target, hits, 0, 0, 0);
    for (int i = 0; i < hits && pc_leader(s, target) >= 0; i++) // PC9: a figure a hit
        kill_last(s, target, events);
    if (pc_leader(s, target) < 0) {
        // PC10: the mover is gone, and window, move and attitude with it.
        gg_emit(events, E_WIPED_OUT, RULE_PC10, GG_SEE_ALL, 0, target, 0, 0, 0, 0);
        next_activation(s, events);
    } else if (!anybody_may_fire(t, s, target)) {
        gg_flow_end(&s->f.flow);
    }
}

void pc_play_move(const pc_table *t, pc_state *s, gg_action action, gg_events *events) {
    unsigned a = (unsigned)gg_a(action), b = (unsigned)gg_b(action);
    switch (gg_verb_of(action)) {
    case V_LEG: pc_draft_leg(s, point(a, b)); break;
    case V_PLACE: pc_draft_place(s, (int)a, point(b, (unsigned)gg_c(action))); break;
    case V_CONFIRM: confirm(t, s, events); break;
    default: hold(s, events); break;
    }
}

void pc_play_react(const pc_table *t, pc_state *s, gg_action action, gg_events *events) {
    (void)t;
    if (gg_verb_of(action) == V_REACT) {
        fire(s, gg_a(action), events);
        return;
    }
    gg_emit(events, E_DECLINED, RULE_PC8, GG_SEE_ALL, 0, gg_flow_top(&s->f.flow)->seat, 0, 0, 0, 0);
    gg_flow_end(&s->f.flow);
}

void pc_play_attitude(const pc_table *t, pc_state *s, gg_action action, gg_events *events) {
    int unit = gg_flow_top(&s->f.flow)->subject;
    (void)t;
    if (gg_verb_of(action) == V_WATCH) {
        s->f.watch[unit] = 1; // PC11: until its next activation or its shot
        gg_emit(events, E_WATCHES, RULE_PC11, GG_SEE_ALL, 0, unit, 0, 0, 0, 0);
    }
    next_activation(s, events);
}

// ------------------------------------------------------------------------------------------ chance
static gg_turn turn(const void *t, const void *s) {
    const gg_frame *frame = gg_flow_top(&((const pc_state *)s)->f.flow);
    gg_turn turn = {frame->seat, frame->node, 0, 0};
    (void)t;
    if (frame->node != N_SALVO) return turn;
    turn.seat = GG_CHANCE;
    turn.dice = (uint8_t)frame->arg[0];
    turn.tickets = 1;
    for (int i = 0; i < turn.dice; i++) turn.tickets *= 6;
    return turn;
}

// k hits of n dice: n over k, times the faces that hit or miss.
static uint32_t chance_salvo(const void *t, const void *s, gg_outcome *out) {
    unsigned n = turn(t, s).dice;
    uint64_t ways = 1;
    for (unsigned k = 0; k <= n; k++) {
        uint64_t weight = ways;
        for (unsigned i = 0; i < n; i++) weight *= i < k ? 7 - HIT_ON : HIT_ON - 1;
        out[k] = (gg_outcome){gg_act(V_HITS, k, 0, 0), weight};
        ways = ways * (n - k) / (k + 1);
    }
    return n + 1;
}

static gg_action roll_salvo(const void *t, const void *s, uint64_t ticket) {
    unsigned hits = 0;
    for (unsigned i = turn(t, s).dice; i > 0; i--, ticket /= 6) hits += ticket % 6 + 1 >= HIT_ON;
    return gg_act(V_HITS, hits, 0, 0);
}

// -------------------------------------------------------------------------- the rest of the table
#include "grognard/tables.inc"

static bool prepare(const gg_request *request, void *table, gg_verdict *verdict) {
    pc_table *t = table;
    (void)verdict;
    memcpy(t->corner, outline, sizeof outline);
    for (int i = 0; i < SCENERY; i++) {
        t->corners[i] = (uint8_t)gg_polygon_normalise(t->corner[i], outline_corners[i]);
        t->box[i] = gg_box_of(t->corner[i], t->corners[i]);
    }
    t->empty = request->scenario == SC_EMPTY;
    return true;
}

static void setup(const void *table, void *state) {
    static const gg_point home[UNITS] = {{120, 100}, {110, 210}, {440, 230}, {450, 140}};
    const pc_table *t = table;
    pc_state *s = state;
    gg_flow_call(&s->f.flow, N_ACTIVATE, SEAT_NORTH);
    s->f.round = 1;
    for (int unit = 0; unit < UNITS && !t->empty; unit++)
        for (int i = 0; i < pc_size[unit]; i++) { // two ranks, 26 mm from centre to centre
            s->f.x[pc_first[unit] + i] = (int16_t)(home[unit].x + 26 * (i % 2));
            s->f.y[pc_first[unit] + i] = (int16_t)(home[unit].y + 26 * (i / 2));
            s->f.alive[pc_first[unit] + i] = 1;
        }
}

static void score(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin) {
    (void)t;
    *margin = side_figures(s, SEAT_NORTH) - side_figures(s, SEAT_SOUTH);
    half[SEAT_NORTH] = *margin > 0 ? 2 : *margin < 0 ? 0 : 1;
    half[SEAT_SOUTH] = 2 - half[SEAT_NORTH];
}

// Figures count; a unit on overwatch is worth a little.
static int32_t value(const void *t, const void *state, int seat) {
    const pc_state *s = state;
    int32_t sum = 100 * (side_figures(s, seat) - side_figures(s, 1 - seat));
    (void)t;
    for (int unit = 0; unit < UNITS; unit++)
        sum += s->f.watch[unit] ? (pc_side(unit) == seat ? 30 : -30) : 0;
    return sum;
}

static void explain(const void *t, const void *state, int viewer, gg_action action,
                    gg_ledger *out) {
    const pc_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    if (viewer != frame->seat || !gg_action_fits(&gg_game_probe_overwatch, frame->node, action))
        return;
    (void)t;
    if (gg_verb_of(action) == V_REACT) {
        int unit = gg_a(action);
        gg_ledger_put(out, GG_L_ADD, RULE_PC9, L_FIGURES, figures(s, unit), unit, 0);
        gg_ledger_put(out, GG_L_TOTAL, RULE_PC9, L_DICE, figures(s, unit), 0, 0);
        gg_ledger_put(out, GG_L_NOTE, RULE_PC9, L_HIT_ON, 0, HIT_ON, 0);
    } else if (gg_verb_of(action) == V_LEG) {
        gg_point from = pc_where(s, pc_leader(s, frame->subject));
        int used = frame->arg[ARG_USED];
        int leg = gg_ceil_len(gg_a(action) - from.x, gg_b(action) - from.y);
        gg_ledger_put(out, GG_L_ADD, RULE_PC3, L_ALLOWANCE, ALLOWANCE, 0, 0);
        gg_ledger_put(out, GG_L_ADD, RULE_PC3, L_USED, -used, 0, 0);
        gg_ledger_put(out, GG_L_ADD, RULE_PC3, L_THIS_LEG, -leg, 0, 0);
        gg_ledger_put(out, GG_L_TOTAL, RULE_PC3, L_LEFT, ALLOWANCE - used - leg, 0, 0);
    }
}

static void redact(const void *t, void *s, int viewer) {
    (void)t;
    (void)s;
    (void)viewer;
}

static void resample(const void *t, void *s, int viewer, gg_rng *rng) {
    (void)rng;
    redact(t, s, viewer);
}

static void show(const pc_state *s, int figure, gg_point at, unsigned flags, gg_view *out) {
    int unit = pc_unit_of(figure);
    gg_piece *piece = gg_view_piece(out);
    piece->handle = (uint16_t)figure;
    piece->face = figure == pc_leader(s, unit) ? F_LEADER : F_FIGURE;
    piece->surface = S_TABLE;
    piece->owner = (uint8_t)pc_side(unit);
    piece->cell = GG_NO_CELL;
    piece->x = at.x;
    piece->y = at.y;
    piece->radius = BASE;
    piece->flags = (uint8_t)(flags | (s->f.acted[unit] ? GG_P_SPENT : 0U));
}

static void view(const void *t, const void *state, int viewer, gg_view *out) {
    const pc_state *s = state;
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    (void)t;
    (void)viewer;
    for (int i = 0; i < FIGURES; i++) {
        int unit = pc_unit_of(i);
        bool active = frame->node == N_MOVE && frame->subject == unit;
        if (!s->f.alive[i]) continue;
        show(s, i, (gg_point){s->f.x[i], s->f.y[i]}, active ? GG_P_ACTIVE : 0, out);
        if (active && frame->arg[ARG_PUT] >> (i - pc_first[unit]) & 1)
            show(s, i, pc_where(s, i), GG_P_GHOST, out);
    }
    gg_view_gauge(out, L_ROUND, GG_NOBODY, s->f.round, ROUNDS);
}

static void cell(const void *table, unsigned surface, unsigned index, gg_cell *out) {
    const pc_table *t = table;
    (void)surface;
    out->face = F_SCENERY;
    out->corners = t->corners[index];
    for (int i = 0; i < out->corners; i++) {
        out->corner_x[i] = t->corner[index][i].x;
        out->corner_y[i] = t->corner[index][i].y;
    }
}

// Least is 0; greatest: subject, then the six arguments.
static const int16_t frame_max[NODES][1 + GG_FRAME_ARGS] = {
    [N_MOVE] = {UNITS - 1, LEGS, ALLOWANCE, (1 << SQUAD) - 1},
    [N_REACT] = {UNITS - 1},
    [N_SALVO] = {UNITS - 1, SQUAD},
    [N_ATTITUDE] = {UNITS - 1},
};

static bool frame_sound(const gg_frame *frame) {
    const int16_t *max = frame_max[frame->node];
    if (frame->seat >= SEATS && (frame->node != N_END || frame->seat != GG_OVER)) return false;
    for (int i = 0; i < GG_FRAME_ARGS; i++)
        if (frame->arg[i] < 0 || frame->arg[i] > max[1 + i]) return false;
    return frame->subject <= max[0];
}

static bool base_free(const pc_table *t, const pc_state *s, int figure) {
    gg_point at = {s->f.x[figure], s->f.y[figure]};
    if (at.x < BASE || at.y < BASE || at.x > WIDTH - BASE || at.y > HEIGHT - BASE) return false;
    for (int i = 0; i < SCENERY; i++)
        if (gg_disc_meets_polygon(at, BASE, t->corner[i], t->corners[i])) return false;
    for (int i = 0; i < figure; i++)
        if (s->f.alive[i] && gg_discs_overlap(at, BASE, (gg_point){s->f.x[i], s->f.y[i]}, BASE))
            return false;
    return true;
}

// Bases lie free on the table, a dead figure nowhere, ghosts belong to the open draft; nobody is
// left to keep a lost unit's watch.
static int sound(const void *t, const void *state) {
    static const uint8_t floor_of[NODES] = {1, 2, 3, 4, 2, 1};
    const pc_state *s = state;
    const gg_flow *flow = &s->f.flow;
    if (!gg_flow_sound(flow, NODES)) return __LINE__;
    const gg_frame *top = gg_flow_top(flow);
    if (flow->depth != floor_of[top->node]) return __LINE__;
    for (int i = 0; i < flow->depth; i++)
        if (!frame_sound(&flow->frame[i])) return __LINE__;
    if (flow->depth > 1 && pc_leader(s, flow->frame[1].subject) < 0) return __LINE__;
    for (int i = 0; i < FIGURES; i++) {
        if (s->f.alive[i] && !base_free(t, s, i)) return __LINE__;
        if (!s->f.alive[i] && (s->f.x[i] || s->f.y[i])) return __LINE__;
    }
    for (int unit = 0; unit < UNITS; unit++)
        if (s->f.watch[unit] && pc_leader(s, unit) < 0) return __LINE__;
    for (int i = 0; i < SQUAD; i++)
        if ((s->f.ghost_x[i] || s->f.ghost_y[i]) &&
            (top->node != N_MOVE || !(top->arg[ARG_PUT] >> i & 1)))
            return __LINE__;
    return 0;
}

static bool put(void *t, void *state, const gg_put *p, gg_verdict *verdict) {
    pc_state *s = state;
    (void)t;
    (void)verdict;
    switch (p->what) {
    case P_AT:
        s->f.x[p->piece] = (int16_t)p->arg[0];
        s->f.y[p->piece] = (int16_t)p->arg[1];
        s->f.alive[p->piece] = 1;
        return true;
    case P_WATCH: s->f.watch[p->arg[0]] = 1; return true;
    case P_ACTED: s->f.acted[p->arg[0]] = 1; return true;
    case P_ROUND: s->f.round = (uint8_t)p->arg[0]; return true;
    default: // GG_PUT_NODE: a position begins with an activation
        if (p->arg[0] != N_ACTIVATE) return false;
        gg_flow_goto(&s->f.flow, N_ACTIVATE, (unsigned)p->arg[1]);
        return true;
    }
}

const gg_game gg_game_probe_overwatch = {
    GG_TABLES,
    .id = "probe_overwatch",
    .fr = "Alerte",
    .en = "Overwatch",
    .version = 1,
    .table_bytes = sizeof(pc_table),
    .state_bytes = sizeof(pc_state),
    .max_legal = 32,
    .max_steps = 400,
    .piece_domain = D_FIGURE,
    .prepare = prepare,
    .setup = setup,
    .turn = turn,
    .score = score,
    .redact = redact,
    .resample = resample,
    .sound = sound,
    .put = put,
    .show = {.view = view, .cell = cell, .explain = explain},
    .brain = {.value = value, .plan = plan},
};
