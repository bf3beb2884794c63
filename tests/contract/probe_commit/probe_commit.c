// SPDX-License-Identifier: Apache-2.0
// probe_commit: what the contract must carry for a hex game with secret commitments.
//
//   TURN     attack (draft) | pass                                              PB3
//     ATTACK   with, with, confirm: the two totals are announced                PB3
//       COMMIT   north, then south, sealed: neither sees the other's            PB4
//     DIE      the same frame goes on: one die on the table                     PB5
//       RETREAT  the defender holds or falls back                               PB6, PB7
//   END      after twelve turns or when a side is gone                         PB8
//
// Both seats are asked in every combat, also one without columns: that it has none is public, but a
// question left out would make the sequence depend on more than the node.
#include "probe_commit.h"

static const gg_name counter_names[UNITS] = {
    {"n1", "Nord 1", "North 1", 0}, {"n2", "Nord 2", "North 2", 0}, {"n3", "Nord 3", "North 3", 0},
    {"n4", "Nord 4", "North 4", 0}, {"n5", "Nord 5", "North 5", 0}, {"n6", "Nord 6", "North 6", 0},
    {"s1", "Sud 1", "South 1", 0},  {"s2", "Sud 2", "South 2", 0},  {"s3", "Sud 3", "South 3", 0},
    {"s4", "Sud 4", "South 4", 0},  {"s5", "Sud 5", "South 5", 0},  {"s6", "Sud 6", "South 6", 0},
};

static const uint8_t full_strength[PER_SIDE] = {5, 4, 3, 3, 2, 2};

// Ten times the attacker's loss plus the defender's: columns -3 .. +3, die 1 .. 6.
static const uint8_t results[2 * SHIFT_MAX + 1][6] = {
    {30, 20, 20, 10, 10, 11}, {20, 20, 10, 10, 11, 1}, {20, 10, 10, 11, 1, 1},
    {10, 10, 11, 1, 1, 2},    {10, 11, 1, 1, 2, 2},    {11, 1, 1, 2, 2, 3},
    {11, 1, 2, 2, 3, 4},
};

int pb_strength(const pb_state *s, int unit) {
    return (full_strength[unit % PER_SIDE] * s->f.steps[unit] + 1) / 2;
}

// The strength of the counters marked as attackers, or of the hex attacked. From the stacks alone:
// resample asks while the derived part is not yet rebuilt.
int pb_total(const pb_state *s, int target, bool attack) {
    int total = 0;
    for (int hex = 0; hex < HEXES; hex++)
        for (int level = 0; level < STACK && s->f.stack[hex][level]; level++)
            if (attack ? s->f.attacking[hex] >> level & 1 : hex == target)
                total += pb_strength(s, s->f.stack[hex][level] - 1);
    return total;
}

// The combat that was announced; a draft is not one yet.
const gg_frame *pb_combat_or_null(const pb_state *s) {
    const gg_flow *flow = &s->f.flow;
    if (flow->depth < 2 || gg_flow_top(flow)->node == N_ATTACK) return NULL;
    return &flow->frame[1];
}

void pb_derive(const void *t, void *state) {
    pb_state *s = state;
    (void)t;
    memset(s->hex_of, NONE, sizeof s->hex_of);
    memset(s->level_of, NONE, sizeof s->level_of);
    memset(s->count, 0, sizeof s->count);
    memset(s->pad, 0, sizeof s->pad);
    for (int hex = 0; hex < HEXES; hex++)
        for (int level = 0; level < STACK && s->f.stack[hex][level]; level++) {
            int unit = s->f.stack[hex][level] - 1;
            s->hex_of[unit] = (uint8_t)hex;
            s->level_of[unit] = (uint8_t)level;
            s->count[hex]++;
        }
}

// ----------------------------------------------------------------------------------- the judge
static bool next_to(int a, int b) {
    return gg_hex_distance(pb_grid, a, b) == 1;
}

static bool check_counter(const pb_state *s, int seat, unsigned unit, gg_verdict *verdict) {
    GG_REFUSE_IF(pb_side((int)unit) != seat || s->hex_of[unit] == NONE, NOT_YOURS, unit, 0);
    return true;
}

static bool check_attack(const pb_state *s, int seat, gg_action action, gg_verdict *verdict) {
    int hex = gg_a(action);
    bool near = false;
    GG_REFUSE_IF(pb_holder(s, hex) != 1 - seat, NOT_ENEMY, hex, 0);
    for (int unit = seat * PER_SIDE; unit < (seat + 1) * PER_SIDE; unit++)
        near |= s->hex_of[unit] != NONE && next_to(s->hex_of[unit], hex);
    GG_REFUSE_IF(!near, NOBODY_NEAR, hex, 0);
    return true;
}

static bool check_with(const pb_state *s, int seat, gg_action action, gg_verdict *verdict) {
    int unit = gg_a(action), target = gg_flow_top(&s->f.flow)->subject;
    if (!check_counter(s, seat, (unsigned)gg_a(action), verdict)) return false;
    GG_REFUSE_IF(!next_to(s->hex_of[unit], target), OUT_OF_REACH, unit, target);
    GG_REFUSE_IF(s->f.attacking[s->hex_of[unit]] >> s->level_of[unit] & 1, ALREADY_IN, unit, 0);
    return true;
}

static bool check_confirm(const pb_state *s, gg_verdict *verdict) {
    int target = gg_flow_top(&s->f.flow)->subject;
    GG_REFUSE_IF(pb_total(s, target, true) == 0, NO_ATTACKER, target, 0);
    return true;
}

bool pb_check_turn(const pb_table *t, const pb_state *s, int seat, gg_action action,
                   gg_verdict *verdict) {
    (void)t;
    return gg_verb_of(action) == V_PASS || check_attack(s, seat, action, verdict);
}

bool pb_check_attack(const pb_table *t, const pb_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    (void)t;
    if (gg_verb_of(action) == V_CONFIRM) return check_confirm(s, verdict);
    return check_with(s, seat, action, verdict);
}

// PB4: judged by the seat's own columns and nothing else, so that it may answer early.
bool pb_check_commit(const pb_table *t, const pb_state *s, int seat, gg_action action,
                     gg_verdict *verdict) {
    int n = gg_a(action);
    (void)t;
    GG_REFUSE_IF(n > COMMIT_MAX, TOO_MANY_COLUMNS, n, COMMIT_MAX);
    GG_REFUSE_IF(n > s->f.columns[seat], NO_SUCH_COLUMNS, n, s->f.columns[seat]);
    return true;
}

static bool check_way_back(const pb_state *s, int seat, int hex, gg_verdict *verdict) {
    int from = pb_combat_or_null(s)->subject;
    GG_REFUSE_IF(!next_to(from, hex) || pb_holder(s, hex) == 1 - seat, NO_WAY_BACK, hex, 0);
    GG_REFUSE_IF(s->count[hex] + s->count[from] > STACK, STACK_FULL, hex, STACK);
    return true;
}

bool pb_check_retreat(const pb_table *t, const pb_state *s, int seat, gg_action action,
                      gg_verdict *verdict) {
    (void)t;
    return gg_verb_of(action) == V_HOLD || check_way_back(s, seat, gg_a(action), verdict);
}

// Candidates by node, filtered by the judge. Small enough to try every hex.
static uint32_t every_hex(const pb_table *t, const pb_state *s, int seat, gg_action *out) {
    const gg_game *game = &gg_game_probe_commit;
    uint32_t n = 0;
    for (const uint8_t *verb = gg_row(game, s)->verbs; *verb; verb++) {
        unsigned domain = game->verbs[*verb].domain[0];
        unsigned as = domain == D_NONE ? 1 : domain == D_NUMBER ? COMMIT_MAX + 1 : HEXES;
        for (unsigned a = 0; a < as; a++)
            if (gg_check(game, t, s, seat, gg_act(*verb, a, 0, 0), NULL))
                out[n++] = gg_act(*verb, a, 0, 0);
    }
    return n;
}

uint32_t pb_legal_turn(const pb_table *t, const pb_state *s, int seat, gg_action *out) {
    return every_hex(t, s, seat, out);
}

uint32_t pb_legal_attack(const pb_table *t, const pb_state *s, int seat, gg_action *out) {
    return every_hex(t, s, seat, out);
}

uint32_t pb_legal_commit(const pb_table *t, const pb_state *s, int seat, gg_action *out) {
    return every_hex(t, s, seat, out);
}

uint32_t pb_legal_retreat(const pb_table *t, const pb_state *s, int seat, gg_action *out) {
    return every_hex(t, s, seat, out);
}

// ---------------------------------------------------------------------------------- what happens
static int side_steps(const pb_state *s, int seat) {
    int steps = 0;
    for (int i = 0; i < PER_SIDE; i++) steps += s->f.steps[seat * PER_SIDE + i];
    return steps;
}

static void next_turn(pb_state *s, gg_events *events) {
    int north = side_steps(s, SEAT_NORTH), south = side_steps(s, SEAT_SOUTH);
    gg_flow_unwind(&s->f.flow, N_TURN);
    memset(s->f.attacking, 0, sizeof s->f.attacking);
    s->f.turn++;
    if (s->f.turn < TURNS && north && south) { // PB8: otherwise it is over
        gg_flow_goto(&s->f.flow, N_TURN, 1U - gg_flow_top(&s->f.flow)->seat);
        return;
    }
    gg_flow_goto(&s->f.flow, N_END, GG_OVER);
    gg_emit(events, E_ENDED, RULE_PB8, GG_SEE_ALL, 0, north, south, 0, 0, 0);
}

// Takes a counter off its stack; the one that comes to light is announced (PB2).
static void lift(pb_state *s, int unit, gg_events *events) {
    int hex = 0, level = 0, top = STACK - 1;
    while (s->f.stack[hex][level] != unit + 1) {
        level = (level + 1) % STACK;
        hex += level == 0;
    }
    while (!s->f.stack[hex][top]) top--;
    bool was_top = level == top;
    for (; level < STACK; level++)
        s->f.stack[hex][level] = (uint8_t)(level + 1 < STACK ? s->f.stack[hex][level + 1] : 0);
    if (was_top && top > 0) // PB2: a new top counter
        gg_emit(events, E_UNCOVERED, RULE_PB2, GG_SEE_ALL, GG_E_REVEAL,
                s->f.stack[hex][top - 1] - 1, hex, 0, 0, 0);
}

static void lay(pb_state *s, int unit, int hex) {
    int level = 0;
    while (s->f.stack[hex][level]) level++;
    s->f.stack[hex][level] = (uint8_t)(unit + 1);
}

static bool is_top(const pb_state *s, int unit) {
    return s->level_of[unit] == s->count[s->hex_of[unit]] - 1;
}

// PB6: one step each from the first of the list on, again and again, until the loss is paid.
static void lose(const void *t, pb_state *s, const int *units, int n, int loss, gg_events *events) {
    for (int i = 0, idle = 0; loss > 0 && idle < n; i = (i + 1) % n, idle++) {
        int unit = units[i];
        if (!s->f.steps[unit]) continue;
        unsigned see = is_top(s, unit) ? GG_SEE_ALL : 1U << pb_side(unit);
        idle = -1;
        loss--;
        s->f.steps[unit]--;
        gg_emit(events, E_STEP_LOST, RULE_PB6, see, 0, unit, pb_side(unit), 0, 0, 0);
        if (s->f.steps[unit]) continue;
        gg_emit(events, E_DESTROYED, RULE_PB6, GG_SEE_ALL, GG_E_REVEAL, unit, 0, 0, 0, 0);
        lift(s, unit, events);
        pb_derive(t, s);
    }
}

static void lose_in(const void *t, pb_state *s, int target, bool attack, int loss,
                    gg_events *events) {
    int units[UNITS], n = 0;
    for (int hex = 0; hex < HEXES; hex++)
        for (int level = s->count[hex] - 1; level >= 0; level--)
            if (attack ? s->f.attacking[hex] >> level & 1 : hex == target)
                units[n++] = s->f.stack[hex][level] - 1;
    if (attack) memset(s->f.attacking, 0, sizeof s->f.attacking);
    lose(t, s, units, n, loss, events);
}

static void confirm(pb_state *s, gg_events *events) {
    gg_frame *frame = gg_flow_at(&s->f.flow);
    frame->arg[ARG_ATTACK] = (int16_t)pb_total(s, frame->subject, true);
    frame->arg[ARG_DEFENCE] = (int16_t)pb_total(s, frame->subject, false);
    gg_emit(events, E_ATTACKED, RULE_PB3, GG_SEE_ALL, GG_E_REVEAL, frame->seat, frame->subject,
            frame->arg[ARG_ATTACK], frame->arg[ARG_DEFENCE], 0);
    gg_flow_goto(&s->f.flow, N_DIE, frame->seat);
    gg_flow_call(&s->f.flow, N_COMMIT, SEAT_NORTH); // PB4: both, in every combat
}

void pb_play_commit(const pb_table *t, pb_state *s, gg_action action, gg_events *events) {
    int n = gg_a(action);
    (void)t;
    unsigned seat = gg_flow_top(&s->f.flow)->seat;
    s->f.sealed[seat] = (uint8_t)(n + 1);
    gg_emit(events, E_COMMITTED, RULE_PB4, 1U << seat, 0, (int)seat, n, 0, 0, 0);
    if (seat == SEAT_NORTH) {
        gg_flow_goto(&s->f.flow, N_COMMIT, SEAT_SOUTH);
        return;
    }
    gg_flow_end(&s->f.flow);
    gg_frame *combat = gg_flow_at(&s->f.flow);
    int told[SEATS] = {s->f.sealed[SEAT_NORTH] - 1, s->f.sealed[SEAT_SOUTH] - 1};
    combat->arg[ARG_SHIFT] = (int16_t)(told[combat->seat] - told[1 - combat->seat]);
    for (int i = 0; i < SEATS; i++) s->f.columns[i] = (uint8_t)(s->f.columns[i] - told[i]);
    memset(s->f.sealed, 0, sizeof s->f.sealed);
    gg_emit(events, E_REVEALED, RULE_PB4, GG_SEE_ALL, GG_E_REVEAL, told[SEAT_NORTH],
            told[SEAT_SOUTH], 0, 0, 0);
}

static void resolve(const void *t, pb_state *s, int die, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int column = frame->arg[ARG_ATTACK] - frame->arg[ARG_DEFENCE];
    unsigned defender = 1U - frame->seat;
    column += frame->arg[ARG_SHIFT]; // PB5: a column more commits is a column to the right
    column = column < -SHIFT_MAX ? -SHIFT_MAX : column > SHIFT_MAX ? SHIFT_MAX : column;
    int result = results[column + SHIFT_MAX][die - 1], target = frame->subject;
    bool way_back = false;
    gg_emit(events, E_DIE, RULE_PB5, GG_SEE_ALL, GG_E_REVEAL, die, column, 0, 0, 0);
    lose_in(t, s, target, true, result / 10, events);
    for (unsigned hex = 0; hex < HEXES; hex++)
        way_back |= check_way_back(s, (int)defender, (int)hex, NULL);
    if (result % 10 && way_back) { // PB7: hold, or fall back and lose one step fewer
        gg_flow_call(&s->f.flow, N_RETREAT, defender)->arg[0] = (int16_t)(result % 10);
        return;
    }
    lose_in(t, s, target, false, result % 10, events);
    next_turn(s, events);
}

static void retreat(const void *t, pb_state *s, int hex_or_hold, gg_events *events) {
    const gg_frame *frame = gg_flow_top(&s->f.flow);
    int seat = frame->seat, from = pb_combat_or_null(s)->subject;
    lose_in(t, s, from, false, frame->arg[0] - (hex_or_hold >= 0), events);
    if (hex_or_hold < 0) {
        gg_emit(events, E_HELD, RULE_PB7, GG_SEE_ALL, 0, seat, 0, 0, 0, 0);
    } else {
        for (int level = 0; level < STACK && s->f.stack[from][level]; level++)
            lay(s, s->f.stack[from][level] - 1, hex_or_hold);
        memset(s->f.stack[from], 0, STACK);
        gg_emit(events, E_RETREATED, RULE_PB7, GG_SEE_ALL, 0, seat, hex_or_hold, 0, 0, 0);
    }
    next_turn(s, events);
}

void pb_play_turn(const pb_table *t, pb_state *s, gg_action action, gg_events *events) {
    unsigned seat = gg_flow_top(&s->f.flow)->seat;
    (void)t;
    if (gg_verb_of(action) == V_ATTACK) {
        gg_flow_call(&s->f.flow, N_ATTACK, seat)->subject = (uint16_t)gg_a(action);
        return;
    }
    gg_emit(events, E_PASSED, RULE_PB1, GG_SEE_ALL, 0, (int)seat, 0, 0, 0, 0);
    next_turn(s, events);
}

void pb_play_attack(const pb_table *t, pb_state *s, gg_action action, gg_events *events) {
    int unit = gg_a(action);
    (void)t;
    if (gg_verb_of(action) == V_CONFIRM)
        confirm(s, events);
    else
        s->f.attacking[s->hex_of[unit]] =
            (uint8_t)(s->f.attacking[s->hex_of[unit]] | 1 << s->level_of[unit]);
}

void pb_play_die(const pb_table *t, pb_state *s, gg_action outcome, gg_events *events) {
    resolve(t, s, gg_a(outcome), events);
    pb_derive(t, s);
}

void pb_play_retreat(const pb_table *t, pb_state *s, gg_action action, gg_events *events) {
    retreat(t, s, gg_verb_of(action) == V_HOLD ? -1 : gg_a(action), events);
    pb_derive(t, s);
}

// -------------------------------------------------------------------------- the rest of the table
static bool prepare(const gg_request *request, void *t, gg_verdict *verdict) {
    (void)verdict;
    ((pb_table *)t)->empty = request->scenario == SC_EMPTY;
    return true;
}

static void setup(const void *t, void *state) {
    static const uint16_t start[UNITS] = {202, 402, 202, 402, 202, 402,
                                          203, 403, 203, 403, 203, 403};
    pb_state *s = state;
    gg_flow_call(&s->f.flow, N_TURN, SEAT_NORTH);
    s->f.columns[SEAT_NORTH] = 5;
    s->f.columns[SEAT_SOUTH] = 4;
    for (int unit = 0; unit < UNITS && !((const pb_table *)t)->empty; unit++) {
        lay(s, unit, gg_hex_from_number(pb_grid, start[unit]));
        s->f.steps[unit] = STEPS;
    }
}

static uint32_t chance_die(const void *t, const void *s, gg_outcome *out) {
    (void)t;
    (void)s;
    for (unsigned i = 0; i < 6; i++) out[i] = (gg_outcome){gg_act(V_ROLL, i + 1, 0, 0), 1};
    return 6;
}

static gg_action roll_die(const void *t, const void *s, uint64_t ticket) {
    (void)t;
    (void)s;
    return gg_act(V_ROLL, (unsigned)ticket + 1, 0, 0);
}

#include "grognard/tables.inc"

static gg_turn turn(const void *t, const void *s) {
    const gg_frame *frame = gg_flow_top(&((const pb_state *)s)->f.flow);
    (void)t;
    if (frame->node == N_DIE) return (gg_turn){GG_CHANCE, N_DIE, 1, 6};
    return (gg_turn){frame->seat, frame->node, 0, 0};
}

static void score(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin) {
    (void)t;
    *margin = side_steps(s, SEAT_NORTH) - side_steps(s, SEAT_SOUTH);
    half[SEAT_NORTH] = *margin > 0 ? 2 : *margin < 0 ? 0 : 1;
    half[SEAT_SOUTH] = 2 - half[SEAT_NORTH];
}

static int32_t value(const void *t, const void *state, int seat) {
    const pb_state *s = state;
    (void)t;
    return 100 * (side_steps(s, seat) - side_steps(s, 1 - seat)) +
           20 * (s->f.columns[seat] - s->f.columns[1 - seat]);
}

static uint32_t clock(const void *t, const void *s) {
    (void)t;
    return ((const pb_state *)s)->f.turn;
}

static void cell(const void *t, unsigned surface, unsigned index, gg_cell *out) {
    (void)t;
    out->face = surface == S_MAP ? F_OPEN : F_COLUMN;
    out->x = (int16_t)(surface == S_MAP ? 0 : index);
}

static size_t name(const void *t, unsigned domain, unsigned value_of, gg_form form, char *out,
                   size_t cap) {
    (void)t;
    (void)form; // a hex is its number in every language
    if (domain != D_HEX || value_of >= HEXES || cap < 5) return 0;
    int number = gg_hex_number(pb_grid, (int)value_of);
    for (int i = 3; i >= 0; i--, number /= 10) out[i] = (char)('0' + number % 10);
    out[4] = 0;
    return 4;
}

// Least is 0, a shift may be negative; greatest: subject, then the six arguments.
static const int16_t frame_max[NODES][1 + GG_FRAME_ARGS] = {
    [N_ATTACK] = {HEXES - 1},
    [N_DIE] = {HEXES - 1, 99, 99, COMMIT_MAX},
    [N_RETREAT] = {0, 9},
};

static bool frame_sound(const gg_frame *frame) {
    const int16_t *max = frame_max[frame->node];
    if (frame->seat >= SEATS && (frame->node != N_END || frame->seat != GG_OVER)) return false;
    for (int i = 0; i < GG_FRAME_ARGS; i++)
        if (frame->arg[i] < (frame->node == N_DIE && i == ARG_SHIFT ? -COMMIT_MAX : 0) ||
            frame->arg[i] > max[1 + i])
            return false;
    return frame->subject <= max[0];
}

// A stack has no holes and one owner, a counter lies once and has steps, marks belong to a combat.
static int sound(const void *t, const void *state) {
    const pb_state *s = state;
    const gg_flow *flow = &s->f.flow;
    int seen[UNITS] = {0};
    (void)t;
    if (!gg_flow_sound(flow, NODES) || flow->depth > 3) return __LINE__;
    const gg_frame *top = gg_flow_top(flow);
    if ((flow->frame[0].node != N_TURN) != (top->node == N_END)) return __LINE__;
    for (int i = 0; i < flow->depth; i++)
        if (!frame_sound(&flow->frame[i])) return __LINE__;
    for (int hex = 0; hex < HEXES; hex++) {
        int height = 0;
        for (int level = 0; level < STACK; level++) {
            int unit = s->f.stack[hex][level] - 1;
            if (unit < 0) continue;
            if (height++ != level || seen[unit]++ || !s->f.steps[unit]) return __LINE__;
            if (pb_side(unit) != pb_holder(s, hex)) return __LINE__;
        }
        if (s->f.attacking[hex] >> height || (s->f.attacking[hex] && flow->depth < 2))
            return __LINE__;
    }
    for (int unit = 0; unit < UNITS; unit++)
        if (s->f.steps[unit] && !seen[unit]) return __LINE__;
    for (int seat = 0; seat < SEATS; seat++) {
        if (s->f.sealed[seat] > s->f.columns[seat] + 1) return __LINE__;
        if (s->f.sealed[seat] && (top->node != N_COMMIT || seat >= top->seat)) return __LINE__;
    }
    return 0;
}

static bool put(void *t, void *state, const gg_put *p, gg_verdict *verdict) {
    pb_state *s = state;
    (void)t;
    switch (p->what) {
    case P_AT:
        GG_REFUSE_IF(s->f.stack[p->arg[0]][STACK - 1], STACK_FULL, p->arg[0], STACK);
        lay(s, p->piece, p->arg[0]);
        s->f.steps[p->piece] = STEPS;
        return true;
    case P_REDUCED: s->f.steps[p->piece] = 1; return true;
    case P_COLUMNS: s->f.columns[p->arg[0]] = (uint8_t)p->arg[1]; return true;
    case P_TURN: s->f.turn = (uint8_t)p->arg[0]; return true;
    default: // GG_PUT_NODE: a position begins with an order
        if (p->arg[0] != N_TURN) return false;
        gg_flow_goto(&s->f.flow, N_TURN, (unsigned)p->arg[1]);
        return true;
    }
}

const gg_game gg_game_probe_commit = {
    GG_TABLES,
    .id = "probe_commit",
    .fr = "Engagement",
    .en = "Commitment",
    .version = 1,
    .table_bytes = sizeof(pb_table),
    .state_bytes = sizeof(pb_state),
    .max_legal = 64,
    .max_steps = 256,
    .piece_domain = D_COUNTER,
    .prepare = prepare,
    .setup = setup,
    .turn = turn,
    .derive = pb_derive,
    .score = score,
    .redact = pb_redact,
    .resample = pb_resample,
    .sound = sound,
    .put = put,
    .show = {.view = pb_view, .cell = cell, .explain = pb_explain, .name = name},
    .brain = {.value = value, .zero_sum = 1, .clock = clock},
};
