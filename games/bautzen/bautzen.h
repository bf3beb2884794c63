// SPDX-License-Identifier: Apache-2.0
// Bautzen 1945: the state, and what the chapters offer each other.
//
// Sides and seats are the same numbers: 0 Allied, 1 German. A hex is 0 .. 363 (board.h). A piece is
// 0 .. PIECES-1, in the order of data/counters.csv: Allied units, German units, the eight CL.
#ifndef GAME_BAUTZEN_H
#define GAME_BAUTZEN_H

#include "board.h"
#include "data.h"
#include "grognard/game.h"

enum {
    PIECES = BZ_AIR_FIRST, // every counter that stands on the map: units, then CL
    UNITS = BZ_UNITS,
    COLUMNS = BZ_CLS, // CL: 8, four to a side (BD6)
    FIRST_COLUMN = BZ_CL_FIRST,
    COLUMNS_PER_SIDE = 4, // 7.2.2
    SUPPORTS_MAX = 20,    // supports one side may name: at most 17 counters of a side give any
    TURNS = 6,
    ODDS = 8, // columns of the combat table: 1:2 1:1 2:1 ... 7:1
    SOURCES_MAX = 16,
    POINTS_MOST = 9 * TURNS,
    COST_NEVER = 0xff, // bz_table.cost: the step is forbidden
    NO_WAY = 0xff,     // bz_table.way
};

// Where a piece may be beside a hex.
enum {
    AT_BOX = HEXES, // set-up: not yet placed
    AT_POOL,        // CL not in play; reinforcement not yet granted
    AT_EDGE,        // reinforcement granted, waiting to enter (BR20)
    AT_DEAD,
    PLACES,
};

// status: bits 0-1 steps left, then flags. All flags but UNSUPPLIED are cleared when a segment
// ends.
enum {
    STEPS_MASK = 3,
    MOVED = 4,       // in this movement segment
    ATTACKED = 8,    // in this combat segment
    UNSUPPLIED = 16, // as fixed at the start of the segment
    SUPPORTED = 32,  // has given its support in this combat segment (BR4)
    RETREATED = 64,  // in this combat segment (BH11)
    IN_COMBAT = 128, // attacks in the combat in progress
};

// The segments of a game turn, in order.
enum {
    SEG_SETUP,
    SEG_GERMAN_SUPPLY,
    SEG_GERMAN_MOVE,
    SEG_GERMAN_COMBAT,
    SEG_ALLIED_SUPPLY,
    SEG_ALLIED_MOVE,
    SEG_ALLIED_COMBAT,
    SEGMENTS,
};

// combat_flags
enum { CF_CONCENTRIC = 1, CF_FORMATION = 2, CF_UNSUPPLIED = 4, CF_RIVER = 8 };

#define GG_FACTS_NAME   bz_facts
#define GG_PREFIX(name) bz_##name
#include "grognard/enums.inc"
#include "grognard/features.inc"

typedef struct bz_state {
    struct bz_facts f;
    // Derived, rebuilt by bz_derive() and kept right by bz_arrive() and bz_leave().
    bz_board units[2];     // hexes with a counter other than a CL: what "occupies" means (BR12)
    bz_board columns[2];   // hexes with a CL of that side
    bz_board zoc[2];       // hexes in that side's zone of control
    bz_board heights[2];   // hexes at distance 1 or 2 of a dominant hex that side occupies (B46)
    bz_board ends;         // at node STEP: hexes supplied for the mover, itself lifted off the map;
                           // zero elsewhere
    uint8_t top[HEXES];    // 1 + the top piece of each hex, 0 = empty
    uint8_t below[PIECES]; // 1 + the piece below, 0 = it lies at the bottom
    uint8_t counts[2];     // CL of each side on the map
    uint8_t spare[6];      // whole words
} bz_state;

static_assert(sizeof(struct bz_facts) % 8 == 0, "facts are hashed as 64-bit words");
static_assert(sizeof(bz_state) ==
                  sizeof(struct bz_facts) + 9 * sizeof(bz_board) + HEXES + PIECES + 2 + 6,
              "the state has no padding");

// Formations, in the order of data/counters.csv; compile.py fixes their line numbers.
enum {
    F5DP = 1,
    F7DP,
    F8DP,
    F9DP,
    F10DP,
    F214RD,
    F294RD,
    F254RD,
    F7GMC,
    F14GRD,
    F15GRD,
    F95GRD,
    F4GTC,
    FORMATIONS_ALLIED = F4GTC,
};

// Supply nets: which sources a piece may use (BD2).
enum { NET_ALLIED, NET_GERMAN, NET_GUARDS, NETS };

// Mean results of a column of the combat table with a die modifier of -4 to +3.
enum { DICE_SHIFTS = 8, DICE_SHIFT_ZERO = 4, STEPS_COUNTED = 8 };
typedef struct bz_outlook {
    uint16_t attacker;                // steps lost, in hundredths
    uint16_t defender[STEPS_COUNTED]; // the same for a stack of that many steps
    uint8_t clears[STEPS_COUNTED];    // chances in 100 that such a stack is gone
} bz_outlook;

// How a scenario begins, from its text (setting.c).
enum { READY_MAX = 192 };
typedef struct bz_ready {
    gg_put line[READY_MAX]; // position lines, in order
    uint16_t lines;
    uint8_t last_turn;
    uint8_t points;                                   // that the German side needs (BH16d)
    uint8_t first_col, last_col, first_row, last_row; // hexes in play
} bz_ready;

// Hexes that are entered at each cost (reach.c), word by word of a board, in each direction.
enum { STRIDES = 5 };
typedef struct bz_steps_in {
    uint64_t by[STRIDES][BOARD_WORDS][DIRECTIONS];
} bz_steps_in;

typedef struct bz_table {
    gg_chosen request;
    bz_ready ready;
    bz_board area;       // hexes in play
    bz_board sources[3]; // Allied, German, 1201 (BD2)
    bz_board dominant;
    bz_board near_height[BZ_DOMINANTS]; // hexes at distance 1 or 2 of each dominant hex
    int8_t height_of[HEXES];            // index of a dominant hex, -1
    // Half movement points to enter the neighbour, 0xff = never: [infantry or other][touches enemy
    // ZOC]
    uint8_t cost[2][2][HEXES][DIRECTIONS];
    uint8_t first_turn, last_turn;
    uint8_t last_segment; // of the last turn
    // Every source in play, ascending, and for each hex: the nearest ones of a net (one bit each)
    // and the directions that lead nearer to one. Made by bz_prepare_costs() from `sources`.
    uint8_t source_count;
    uint16_t source_hex[SOURCES_MAX], source_net[NETS];
    uint16_t nearest[NETS][HEXES];
    uint8_t nearer[SOURCES_MAX][HEXES];
    // For survey.c alone, made by bz_prepare_survey(): what the combat table gives on average, how
    // much the ground of a hex helps its defender, how near it is to each victory hex.
    bz_outlook outlook[ODDS][DICE_SHIFTS];
    int8_t cover_die[HEXES], cover_shift[HEXES];
    uint8_t near[HEXES][BZ_VICTORY_HEXES];
    bz_steps_in steps_in[2][BZ_MOVE_COLUMNS]; // for reach.c, as `cost`: touches enemy ZOC, column
    // For draw.c: half MP from a hex to each victory hex if nobody were in the way, NO_WAY = none.
    uint8_t way[2][BZ_VICTORY_HEXES][HEXES];
} bz_table;

// ---- stack.c: stacks, occupation, ZOC (BH3, BH5)
void bz_derive(const void *t, void *s);
void bz_arrive(const bz_table *t, bz_state *s, int piece, int hex);  // on top; a CL at the bottom
void bz_leave(const bz_table *t, bz_state *s, int piece, int place); // to a place off the map
int bz_points(const bz_state *s, int hex);                           // stacking points in the hex
int bz_height_in_stack(const bz_state *s, int hex);                  // number of counters
bool bz_enemy_in(const bz_state *s, int side, int hex); // any counter, CL alone included
bool bz_only_columns(const bz_state *s, int hex);
// May this counter share the hex for good (BH5 composition)? Overstacking is not asked.
bool bz_composes(const bz_state *s, int piece, int hex);
// The same, with its reason: 0, REFUSE_MIXED_NATIONS or REFUSE_MIXED_FORMATIONS, and the counter
// that does not fit.
unsigned bz_misfit(const bz_state *s, int piece, int hex, int *other);
static inline int bz_steps(const bz_state *s, int piece) {
    return s->f.status[piece] & STEPS_MASK;
}
static inline bool bz_is_column(int piece) {
    return piece >= FIRST_COLUMN;
}
static inline int bz_side_of(const bz_state *s, int piece) {
    return bz_is_column(piece) ? s->f.column_side[piece - FIRST_COLUMN] : bz_counters[piece].side;
}
static inline bool bz_on_map(const bz_state *s, int piece) {
    return s->f.where[piece] < HEXES;
}
static inline int bz_top(const bz_state *s, int hex) {
    return s->top[hex] - 1;
}
static inline int bz_below(const bz_state *s, int piece) {
    return s->below[piece] - 1;
}
// for (int p = bz_top(s, hex); p >= 0; p = bz_below(s, p))

// ---- r07_supply.c
// Every hex supplied by a net, `lifted` (a piece, -1 = none) taken off the map first.
bz_board bz_supplied(const bz_table *t, const bz_state *s, int net, int lifted);
void bz_supply_all(const bz_table *t, const bz_state *s, bz_board out[NETS]); // nobody lifted
// A quick look, the counter lifted: true when a line from the hex leads nearer to a source with
// every step. False says nothing, there may be a longer one.
bool bz_leads_straight(const bz_table *t, const bz_state *s, int piece, int hex);
static inline int bz_net_of(const bz_state *s, int piece) {
    if (bz_counters[piece].flags & BZ_F_FIFTH_GUARDS) return NET_GUARDS;
    return bz_side_of(s, piece) == BZ_GERMAN ? NET_GERMAN : NET_ALLIED;
}
void bz_fix_supply(const bz_table *t, bz_state *s); // both sides, start of a segment (BH7)
// A source all units of that side may use (1201 is not one), open to arrivals: not occupied by the
// enemy, and no enemy CL alone in it, which closes no line (BR12) but bars the hex (BH4b).
bool bz_source_open(const bz_table *t, const bz_state *s, int side, int hex);
bool bz_restricted(const bz_state *s, int piece, int hex); // B59, BR19: may not operate there
unsigned bz_release_bit(int piece);                        // of 14 or 15 GRD in facts.released

// ---- r05_terrain.c, r05_movement.c, r05_walk.c (see also r05_walk.h)
void bz_prepare_costs(bz_table *t);             // needs `area` and `sources`; fills cost to nearer
int bz_entry_cost(int piece, int hex);          // half MP, no link, no river
int bz_allowance(const bz_state *s, int piece); // half MP of a move
int bz_move_column(int piece);                  // BZ_COLUMN_ (BD11)
bz_board bz_move_ends(const bz_table *t, const bz_state *s, int piece); // what `ends` holds
int bz_sound_move(const bz_table *t,
                  const bz_state *s); // frames of a movement segment: 0 or a line
// Hexes where a counter's move may end now, with the half MP it would have left.
void bz_reach(const bz_table *t, const bz_state *s, int piece, gg_overlay *out);

// ---- sequence.c
void bz_next_segment(const bz_table *t, bz_state *s, gg_events *events);
void bz_after_columns(const bz_table *t, bz_state *s, gg_events *events); // CL have been placed
static inline int bz_phase_side(const bz_state *s) {
    return s->f.segment >= SEG_ALLIED_SUPPLY || s->f.segment == SEG_SETUP ? BZ_ALLIED : BZ_GERMAN;
}

// What is wrong with an action that its node does not know.
bool bz_stray(const void *t, const void *s, int seat, gg_action action, gg_verdict *verdict);

// ---- r07_columns.c: arrivals of CL in a supply segment. False when there is nothing to place.
bool bz_open_columns(const bz_table *t, bz_state *s, int side, int arriving, gg_events *events);

// ---- what is done at a node (bz_check_, bz_legal_, bz_play_) is declared from nodes.def
// ---- r13_victory.c
void bz_enter_hex(bz_state *s, int side, int hex); // control (BH16)
void bz_score(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin);
static inline bool bz_german_controls(const bz_state *s, int hex) {
    unsigned bit = bz_bit(hex);
    return (s->f.control[bit >> 6] >> (bit & 63)) & 1;
}
bool bz_by_points(const bz_table *t); // not the puzzle
void bz_score_turn(const bz_table *t, bz_state *s, gg_events *events);
void bz_tell_victory(const bz_table *t, const bz_state *s, gg_events *events);

// ---- knowledge.c
bool bz_sees(const bz_table *t, const bz_state *s, int viewer, int piece);
unsigned bz_see_mask(const bz_table *t, const bz_state *s, int piece); // seats that may identify it
void bz_redact(const void *t, void *s, int viewer);
void bz_resample(const void *t, void *s, int viewer, gg_rng *rng);

// ---- worlds.c, reply.c: for odds
uint32_t bz_worlds(const void *t, const void *s, int viewer, const gg_plan *plan, void *out,
                   uint32_t room, gg_world *about);
gg_action bz_reply(const void *t, const void *s, int seat);
unsigned bz_shift(const void *t, void *s, int by); // r08_odds.c

// ---- view.c
void bz_view(const void *t, const void *s, int viewer, gg_view *out);
void bz_cell(const void *t, unsigned surface, unsigned index, gg_cell *out);
void bz_overlay(const void *t, const void *s, int viewer, unsigned kind, unsigned about,
                gg_overlay *out);

// ---- scenario.c: table, set-up, positions, invariants
bool bz_prepare(const gg_request *request, void *t, gg_verdict *verdict);
void bz_setup(const void *t, void *s);
bool bz_put(void *t, void *s, const gg_put *put, gg_verdict *verdict);
int bz_sound(const void *t, const void *s);

// ---- outcome.c, explain.c
void bz_outcome(const void *t, const void *before, const void *after, int viewer, gg_effects *out);
void bz_explain(const void *t, const void *s, int viewer, gg_action action, gg_ledger *out);

// ---- survey.c, value.c, appeal.c, policy.c, plan.c: for the AI
enum { BZ_TEMPERS = 4 }; // of captains, beside the usual one
void bz_prepare_survey(bz_table *t);
void bz_prepare_reach(bz_table *t);
void bz_prepare_ways(bz_table *t);
extern const gg_weights bz_weights; // data/weights.txt
void bz_features(const void *t, const void *s, gg_features *out);
int32_t bz_appeal(const void *t, const void *s, int seat);
int32_t bz_temper(const void *t, const void *s, int seat, unsigned which);
int32_t bz_value(const void *t, const void *s, int seat);
uint32_t bz_clock(const void *t, const void *s);
uint32_t bz_until(const void *t, const void *s);
uint32_t bz_effort(const void *t);
gg_action bz_policy(const void *t, const void *s, int seat, gg_rng *rng);
uint32_t bz_plan(const void *t, const void *s, int seat, gg_plan *out);
bool bz_draw(const void *t, const void *s, int seat, gg_rng *rng, gg_plan *out); // draw.c

#endif
