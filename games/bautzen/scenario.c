// SPDX-License-Identifier: Apache-2.0
// The table of a scenario, its first position, test positions, and what is always true of a state.
//
// BD1 the grid; BD2 sources; BD4 control at the start; B27 one air marker; B57, B58 14 and 15 GRD
// begin on the map, 95 GRD and 4 GTC off it; BH1i the Germans have no CL at the start.
#include "combat.h"

#include "scenarios.h"

enum { INTRO_TURNS = 2, ALLIED_START_AIR = 1 };

static void fill_area(bz_table *t, const bz_ready *ready) {
    for (int hex = 0; hex < HEXES; hex++)
        if (bz_col(hex) >= ready->first_col && bz_col(hex) <= ready->last_col &&
            bz_row(hex) >= ready->first_row && bz_row(hex) <= ready->last_row)
            bz_add(&t->area, hex);
}

static void fill_sources(bz_table *t) {
    static const uint8_t kind[NETS] = {BZ_SOURCE_ALLIED, BZ_SOURCE_GERMAN, BZ_SOURCE_FIFTH_GUARDS};
    for (int net = 0; net < NETS; net++)
        for (int i = 0; i < BZ_SOURCES; i++)
            if (bz_sources[i].what & kind[net] && bz_has(&t->area, bz_sources[i].hex))
                bz_add(&t->sources[net], bz_sources[i].hex);
}

static void fill_heights(bz_table *t) {
    memset(t->height_of, -1, sizeof t->height_of);
    for (int i = 0; i < BZ_DOMINANTS; i++) {
        int at = bz_dominants[i].hex;
        t->height_of[at] = (int8_t)i;
        bz_add(&t->dominant, at);
        for (int hex = 0; hex < HEXES; hex++)
            if (hex != at && bz_distance(hex, at) <= 2) bz_add(&t->near_height[i], hex);
    }
}

void bz_prepare_ready(bz_table *t) {
    bool puzzle = t->request.scenario == SC_PUZZLE;
    t->first_turn = 1;
    t->last_turn = t->ready.last_turn;
    t->last_segment = puzzle ? SEG_GERMAN_COMBAT : SEG_ALLIED_COMBAT;
    fill_area(t, &t->ready);
    fill_sources(t);
    fill_heights(t);
    bz_prepare_costs(t);
}

bool bz_prepare(const gg_request *request, void *table, gg_verdict *verdict) {
    bz_table *t = table;
    gg_fault fault;
    gg_script_word text = gg_scenario_text(&request->own, bz_scenario_texts[request->scenario]);
    (void)verdict;
    t->request = gg_chosen_by(request);
    uint32_t faults = bz_read_setting(text.at, text.length, &t->ready, NULL, &fault, 1);
    GG_ASSERT(!faults);
    bz_prepare_ready(t);
    bz_prepare_survey(t);
    bz_prepare_reach(t);
    bz_prepare_ways(t);
    return true;
}

// Everything off the map: units in the box, 14 and 15 GRD among them (B57, B58); reinforcements and
// CL in the pool.
static void empty_map(bz_state *s) {
    for (int p = 0; p < UNITS; p++) {
        bool later = (bz_counters[p].flags & BZ_F_REINFORCEMENT) != 0;
        s->f.where[p] = later ? AT_POOL : AT_BOX;
        s->f.status[p] = bz_counters[p].steps;
    }
    for (int p = FIRST_COLUMN; p < PIECES; p++) s->f.where[p] = AT_POOL;
    for (int hex = 0; hex < HEXES; hex++) // BD4
        if (bz_hexes[hex].panzer_zone)
            s->f.control[bz_bit(hex) >> 6] |= UINT64_C(1) << (bz_bit(hex) & 63);
    s->f.air_total = ALLIED_START_AIR; // B27
}

// BH1h: four CL lie ready for the Allied set-up; BH1i: none for the Germans.
static void give_columns(bz_state *s) {
    for (int p = FIRST_COLUMN; p < FIRST_COLUMN + COLUMNS_PER_SIDE; p++) {
        s->f.where[p] = AT_BOX;
        s->f.status[p] = 1;
        s->f.column_side[p - FIRST_COLUMN] = BZ_ALLIED;
    }
}

void bz_clear_map(const bz_table *t, bz_state *s) {
    empty_map(s);
    gg_flow_call(&s->f.flow, N_SETUP, BZ_ALLIED); // B61
    if (t->request.scenario == SC_CAMPAIGN) give_columns(s);
    if (t->request.scenario != SC_CAMPAIGN) // counters a ready set-up does not use are not in play
        for (int p = 0; p < UNITS; p++)
            if (s->f.where[p] == AT_BOX) s->f.where[p] = AT_POOL;
}

void bz_setup(const void *table, void *state) {
    const bz_table *t = table;
    bz_state *s = state;
    const bz_ready *ready = &t->ready;
    bz_clear_map(t, s);
    for (int i = 0; i < ready->lines; i++) {
        gg_verdict verdict;
        bool put = bz_put((void *)(uintptr_t)table, s, &ready->line[i], &verdict);
        GG_ASSERT(put);
    }
    bz_derive(t, s);
    if (ready->lines && gg_flow_top(&s->f.flow)->node != N_SETUP) bz_fix_supply(t, s);
}

// ------------------------------------------------------------------------------------ positions
static void put_flag(bz_state *s, int piece, unsigned flag) {
    s->f.status[piece] |= (uint8_t)flag;
}

// A counter goes on the map as if it arrived now: last put, on top.
static bool put_at(const bz_table *t, bz_state *s, int piece, int hex) {
    if (bz_on_map(s, piece)) return false;
    if (!bz_has(&t->area, hex)) return false;
    if (!bz_steps(s, piece))
        s->f.status[piece] |= bz_is_column(piece) ? 1 : bz_counters[piece].steps;
    int rank = 0;
    for (int p = 0; p < PIECES; p++) {
        if (s->f.where[p] != hex) continue;
        if (bz_is_column(piece)) s->f.rank[p]++;
        rank++;
    }
    s->f.where[piece] = (uint16_t)hex;
    s->f.rank[piece] = (uint8_t)(bz_is_column(piece) ? 0 : rank);
    if (!bz_is_column(piece)) bz_enter_hex(s, bz_counters[piece].side, hex);
    return true;
}

static bool put_piece(const bz_table *t, bz_state *s, const gg_put *p) {
    int piece = p->piece;
    switch (p->what) {
    case P_AT: return put_at(t, s, piece, p->arg[0]);
    case P_REDUCED:
        if (bz_is_column(piece) || bz_counters[piece].steps < 2) return false;
        s->f.status[piece] = (uint8_t)((s->f.status[piece] & ~STEPS_MASK) | 1);
        break;
    case P_UNSUPPLIED: put_flag(s, piece, UNSUPPLIED); break;
    case P_MOVED: put_flag(s, piece, MOVED); break;
    case P_ATTACKED: put_flag(s, piece, ATTACKED); break;
    case P_RETREATED: put_flag(s, piece, RETREATED); break;
    case P_SUPPORTED: put_flag(s, piece, SUPPORTED); break;
    case P_SIDE:
        if (!bz_is_column(piece)) return false;
        s->f.column_side[piece - FIRST_COLUMN] = (uint8_t)p->arg[0];
        break;
    case P_WAITING: s->f.where[piece] = AT_EDGE; break;
    case P_DEAD: s->f.where[piece] = AT_DEAD; break;
    case P_BOX: // still to be set up
        s->f.where[piece] = AT_BOX;
        s->f.status[piece] = bz_is_column(piece) ? 1 : bz_counters[piece].steps;
        break;
    default: return false;
    }
    return true;
}

static unsigned node_segment(unsigned node, int side) {
    bool german = side == BZ_GERMAN;
    switch (node) {
    case N_SETUP: return SEG_SETUP;
    case N_CL_ROLL: return SEG_GERMAN_SUPPLY;
    case N_CL_PLACE: return german ? SEG_GERMAN_SUPPLY : SEG_ALLIED_SUPPLY;
    case N_REINFORCE: return SEG_ALLIED_SUPPLY;
    case N_MOVE: return german ? SEG_GERMAN_MOVE : SEG_ALLIED_MOVE;
    case N_COMBAT: return german ? SEG_GERMAN_COMBAT : SEG_ALLIED_COMBAT;
    default: return SEGMENTS;
    }
}

// `node NAME seat`: the position stands at the start of that segment; supply is fixed as it lies,
// unless a counter was declared unsupplied by hand.
static bool put_node(const bz_table *t, bz_state *s, unsigned node, int side, int number) {
    unsigned segment = node_segment(node, side);
    if (segment == SEGMENTS) return false;
    if ((node == N_CL_ROLL && side != BZ_GERMAN) || (node == N_REINFORCE && side != BZ_ALLIED))
        return false;
    memset(&s->f.flow, 0, sizeof s->f.flow);
    gg_flow_call(&s->f.flow, node, (unsigned)side);
    s->f.segment = (uint8_t)segment;
    if (!s->f.turn) s->f.turn = segment == SEG_SETUP ? 0 : t->first_turn;
    if (node == N_CL_PLACE) s->f.arriving = (uint8_t)(number > 0 && number <= 4 ? number : 1);
    if (node != N_MOVE && node != N_COMBAT) return true;
    bool by_hand = false;
    for (int p = 0; p < UNITS; p++) by_hand |= (s->f.status[p] & UNSUPPLIED) != 0;
    bz_derive(t, s);
    if (!by_hand) bz_fix_supply(t, s);
    return true;
}

static bool put_set(bz_state *s, const gg_put *p) {
    switch (p->what) {
    case P_TURN:
        if (p->arg[0] < 1 || p->arg[0] > TURNS) return false;
        s->f.turn = (uint8_t)p->arg[0];
        break;
    case P_AIR: s->f.air_total = (uint8_t)(p->arg[0] > 3 ? 3 : p->arg[0]); break;
    case P_AIR_USED: s->f.air_used = (uint8_t)(p->arg[0] > 3 ? 3 : p->arg[0]); break;
    case P_TESTED:
        s->f.tested = p->arg[0] != 0;
        s->f.released = p->arg[0] ? 3 : 0;
        break;
    case P_POINTS:
        if (p->arg[0] < 0 || p->arg[0] > POINTS_MOST) return false;
        s->f.points = (uint8_t)p->arg[0];
        break;
    case P_CONTROL: bz_enter_hex(s, p->arg[1], p->arg[0]); break;
    case P_LOST: s->f.steps_lost[p->arg[0]] = (uint8_t)(p->arg[1] > 255 ? 255 : p->arg[1]); break;
    default: return false;
    }
    return true;
}

bool bz_put(void *table, void *state, const gg_put *p, gg_verdict *verdict) {
    bz_state *s = state;
    bool done;
    if (p->what == GG_PUT_NODE)
        done = put_node(table, s, (unsigned)p->arg[0], p->arg[1], p->arg[2]);
    else
        done = p->piece == GG_NO_HANDLE ? put_set(s, p) : put_piece(table, s, p);
    if (!done) (void)gg_refuse(verdict, REFUSE_NOT_HERE, 0, 0, 0, 0);
    return done;
}

// ----------------------------------------------------------------------------------- invariants
static int sound_stacks(const bz_state *s) {
    for (int hex = 0; hex < HEXES; hex++) {
        int top = bz_top(s, hex), expected = top < 0 ? -1 : s->f.rank[top], side = -1;
        bool columns = false;
        if (top >= 0 && expected >= PIECES) return __LINE__;
        for (int p = top; p >= 0; p = bz_below(s, p), expected--) {
            if (s->f.rank[p] != expected) return __LINE__;
            if (side >= 0 && bz_side_of(s, p) != side) return __LINE__; // enemies never share a hex
            if (columns && !bz_is_column(p)) return __LINE__;           // BR13: CL at the bottom
            columns = bz_is_column(p);
            side = bz_side_of(s, p);
        }
        if (expected != -1) return __LINE__;
    }
    return 0;
}

static int sound_pieces(const bz_state *s) {
    int columns[2] = {0, 0};
    for (int p = 0; p < PIECES; p++) {
        int steps = bz_steps(s, p), most = bz_is_column(p) ? 1 : bz_counters[p].steps;
        if (steps > most || (bz_on_map(s, p) && !steps)) return __LINE__;
        if (!bz_on_map(s, p) && s->f.rank[p]) return __LINE__;
        if (bz_is_column(p) && bz_on_map(s, p)) columns[bz_side_of(s, p)]++;
    }
    for (int side = 0; side < 2; side++) // BH8g
        if (columns[side] > COLUMNS_PER_SIDE || columns[side] != s->counts[side]) return __LINE__;
    return 0;
}

// Attackers stand next to the target while there is a combat, and there are none otherwise.
static int sound_attackers(const bz_state *s, bool fighting) {
    for (int p = 0; p < UNITS; p++) {
        if (!(s->f.status[p] & IN_COMBAT)) continue;
        if (!fighting || !bz_on_map(s, p) || bz_counters[p].side != bz_phase_side(s))
            return __LINE__;
        if (bz_distance(s->f.where[p], s->f.target) != 1) return __LINE__;
    }
    return 0;
}

static int sound_supports(const bz_state *s, bool naming) {
    const struct bz_facts *f = &s->f;
    if (f->supports > (naming ? SUPPORTS_MAX : 0)) return __LINE__;
    for (int i = 0; i < SUPPORTS_MAX; i++) {
        int giver = f->support_giver[i], taker = f->support_taker[i];
        if (i >= f->supports && (giver || taker)) return __LINE__;
        if (i < f->supports && (giver >= UNITS || taker >= UNITS)) return __LINE__;
    }
    return 0;
}

// Which stage a node of the combat belongs to, who is asked there, and that there is something to
// ask.
static int sound_stage(const bz_state *s, unsigned node, int seat) {
    const struct bz_facts *f = &s->f;
    bool defender = node == N_DEFENCE || node == N_SPLIT || node == N_RETREAT;
    bool attacker = node == N_ATTACK || node == N_ADVANCE;
    if ((f->stage == STAGE_OPEN) != (node <= N_DIE)) return __LINE__;
    if (defender && seat == bz_phase_side(s)) return __LINE__;
    if (attacker && seat != bz_phase_side(s)) return __LINE__;
    if (f->stage <= STAGE_STRANDED && bz_top(s, f->stand) < 0) return __LINE__;
    switch (node) {
    case N_SPLIT: return f->stage == STAGE_DEFENDER && f->defender_losses ? 0 : __LINE__;
    case N_RETREAT: return f->stage == STAGE_DEFENDER && f->retreat ? 0 : __LINE__;
    case N_LOSS:
        if (f->stage > STAGE_ATTACKER) return __LINE__;
        return (f->stage == STAGE_ATTACKER ? f->attacker_losses : f->defender_losses) ? 0
                                                                                      : __LINE__;
    case N_ADVANCE: return f->stage >= STAGE_ADVANCE ? 0 : __LINE__;
    default: return 0;
    }
}

static int sound_combat(const bz_state *s) {
    static const struct bz_facts none;
    const gg_frame *frame = &s->f.flow.frame[1];
    unsigned node = frame->node;
    bool fighting = s->f.flow.depth > 1 && node >= N_ATTACK && node <= N_ADVANCE;
    int line = sound_attackers(s, fighting);
    if (line) return line;
    if ((line = sound_supports(s, fighting && (node == N_ATTACK || node == N_DEFENCE))) != 0)
        return line;
    if (!fighting) {
        size_t from = offsetof(struct bz_facts, target);
        return memcmp((const char *)&s->f + from, (const char *)&none + from, sizeof none - from)
                   ? __LINE__
                   : 0;
    }
    if (s->f.flow.depth != 2 || frame->subject) return __LINE__;
    for (int i = 0; i < GG_FRAME_ARGS; i++)
        if (frame->arg[i]) return __LINE__;
    if ((line = sound_stage(s, node, frame->seat)) != 0) return line;
    if (node == N_CL_DIE &&
        (!bz_only_columns(s, s->f.stand) || s->f.captured >= bz_height_in_stack(s, s->f.stand)))
        return __LINE__;
    if (node != N_CL_DIE && s->f.captured) return __LINE__;
    return s->f.air_used + s->f.commit_air <= s->f.air_total || node >= N_DIE ? 0 : __LINE__;
}

// A frame's arguments are those its node uses, every other one zero. Lines as in r05_walk.h: half
// MP left, start hex, steps taken, whether it entered, source, whether it had company.
static int sound_arguments(const bz_table *t, const gg_frame *frame) {
    const int16_t most[GG_FRAME_ARGS] = {63, HEXES - 1, 127, 1, (int16_t)(t->source_count - 1), 1};
    bool walks = frame->node == N_STEP || frame->node == N_EXFIL;
    for (int i = 0; i < GG_FRAME_ARGS; i++) {
        int limit = walks ? most[i] : 0;
        if (frame->arg[i] < 0 || frame->arg[i] > limit) return __LINE__;
    }
    return 0;
}

static int sound_frames(const bz_table *t, const bz_state *s) {
    const gg_flow *flow = &s->f.flow;
    int line;
    if (!gg_flow_sound(flow, NODES)) return __LINE__;
    for (int i = 0; i < flow->depth; i++) {
        const gg_frame *frame = &flow->frame[i];
        bool subject = frame->node == N_PLACE || frame->node == N_STEP || frame->node == N_EXFIL;
        if (frame->node == N_END ? frame->seat != GG_OVER : frame->seat >= SEATS) return __LINE__;
        if (frame->subject >= (subject ? PIECES : 1)) return __LINE__;
        if ((line = sound_arguments(t, frame)) != 0) return line;
    }
    const gg_frame *top = gg_flow_top(flow);
    bool walks = top->node == N_STEP || top->node == N_EXFIL;
    return walks && !bz_on_map(s, top->subject) ? __LINE__ : 0;
}

int bz_sound(const void *table, const void *state) {
    const bz_state *s = state;
    int line;
    if ((line = sound_frames(table, s)) != 0) return line;
    if (s->f.air_used > s->f.air_total) return __LINE__;
    if ((line = sound_pieces(s)) != 0) return line;
    if ((line = sound_stacks(s)) != 0) return line;
    if ((line = bz_sound_move(table, s)) != 0) return line;
    return sound_combat(s);
}
