// SPDX-License-Identifier: Apache-2.0
// Salvo: the state, and what the chapters offer each other.
//
// Sides and seats are the same numbers: 0 West (own edge x = 0), 1 East. A unit is 0 .. 23, twelve
// to a side; a figure is 0 .. 159, eighty to a side; the figures of a unit are consecutive. A piece
// (the domain people click and type) is a figure, or 160 + a unit:
//
//   piece   0 ........ 79 | 80 ....... 159 | 160 ... 171 | 172 ... 183
//           West figures  | East figures   | West units  | East units
//   typed   1 ........ 80 | 81 ....... 160 | w1 .... w12 | e1 .... e12
//
// Where a verb wants a unit, the unit's piece or any of its figures names it (sv_unit_named);
// legal() lists the leader's figure for a unit on the board, the unit's piece for one off it.
//
// Frames. Frame 0 is the round: SETUP, REINFORCE, SEQUENCE, COMMIT, AUTHORITY, FIRST, TURN, OVER by
// goto. Everything else is called on it:
//
//   SETUP | REINFORCE                     TURN
//     DEPLOY   subject unit                 ACT (RALLY, MORALE by goto)       subject unit
//                                             MOVE                            subject unit
//                                             REACT   window of the enemy     subject the mover
//                                               SALVO, then its dice          subject the shooter
//                                             SALVO
//                                               SHOTS REROLLS SAVES DAMAGE LOCATIONS
//                                             SPLIT   MELEE   PURSUIT         subject the striker
//                                               ATTACKS ATTACK_REROLLS DAMAGE LOCATIONS
//
// Chance frames keep ARG_DICE and ARG_SCORE first; salvo.c makes outcomes and rolls from these two
// alone. A test that is automatic or impossible rolls no dice and opens no chance frame.
#ifndef GAME_SALVO_H
#define GAME_SALVO_H

#include "base/bits.h"
#include "base/plane.h"
#include "data.h"
#include "grognard/game.h"

enum {
    UNITS_SIDE = SV_COMPANY_UNITS,
    UNITS = 2 * UNITS_SIDE,
    FIGURES_SIDE = SV_COMPANY_FIGURES,
    FIGURES = 2 * FIGURES_SIDE,
    FIGURE_WORDS = (FIGURES + 63) / 64,
    PIECES = FIGURES + UNITS,
    SQUAD = 12, // most figures of a unit, rounded up from 11
    SQUAD_MASK = (1 << SQUAD) - 1,
    LEGS_MAX = 6, // CH7
    ROUNDS_MAX = 12,
    COMMIT_MAX = 6,       // C12
    CONTACT_GAP = 10,     // mm between bases, CR22
    CONTROL_RADIUS = 100, // CR1
    COHESION = 100,       // CH8
    COHESION_VEHICLES = 200,
    PURSUIT_REACH = 50, // CR40
    ENTRY_DEPTH = 100,  // CR60
    NO_FIGURE = FIGURES,
    NO_UNIT = UNITS,
    // Cells of the board: scenery, objectives, deployment zones, the edge.
    CELL_OBJECTIVE = SV_PIECES_MAX,
    CELL_ZONE = CELL_OBJECTIVE + SV_OBJECTIVES_MAX,
    CELL_EDGE = CELL_ZONE + SV_SIDES,
    BOARD_CELLS = CELL_EDGE + 1,
};

// status of a figure
enum { F_ON = 1, F_DEAD = 2, F_FACING_SHIFT = 4 };
// where a unit is
enum { AT_NOWHERE, AT_BOX, AT_RESERVE, AT_HELD, AT_BOARD, AT_GONE, AT_ROUTED, PLACES };
// AT_HELD: in the reserve, bought and abandoned (or no room) in this maintenance; AT_RESERVE again
// when the next one begins. So no draft can be opened for ever.

// flags of a unit
enum {
    U_DISORGANISED = 1,
    U_KNEEL = 2,
    U_COVER = 4,
    U_WATCH_STANDARD = 8, // vehicles and walkers: all their weapons (CR53)
    U_WATCH_SUPPORT = 16,
    U_HALVED = 32,     // CR43: its 50 % losses were recorded
    U_LEADERLESS = 64, // has lost its first leader (option O4)
    U_WATCH = U_WATCH_STANDARD | U_WATCH_SUPPORT,
    U_ATTITUDES = U_KNEEL | U_COVER | U_WATCH,
};

// Operand of `end`; bit i of the set.
enum { ATT_KNEEL = 1, ATT_COVER = 2, ATT_WATCH = 4, ATTITUDES = 3 };

// Causes that are events, bits of facts.causes (C92, C93, C94, C97, C100). The others are states,
// read when the unit is activated (CR44) and never stored.
enum { CAUSE_LEADER, CAUSE_MELEE, CAUSE_HALF, CAUSE_DESTROYED, CAUSES };
enum { STATE_FEW = CAUSES, STATE_STUCK, STATE_UNARMED, REASONS };

// What the active unit has done, bits 1 << DEED_...
enum {
    DEED_COMBAT,
    DEED_CROSS,
    DEED_RAPID,
    DEED_HALT, // its move was given up where it stood: no move is left, and it has not moved
    DEED_WILL,
    DEED_FIRED,
    DEED_STRUCK,
    DEED_ENGAGED, // it was engaged as its activation began (CR23, option O7)
    DEEDS,
    DID_MOVE = 1 << DEED_COMBAT | 1 << DEED_CROSS | 1 << DEED_RAPID, // it has moved
    DID_TURN = DID_MOVE | 1 << DEED_HALT,                            // no move is left
};

enum {
    KIND_COMBAT,
    KIND_CROSS,
    KIND_RAPID,
    MOVE_KINDS,
    KIND_SETUP = MOVE_KINDS,
    KIND_ENTER,
    KINDS
};
enum { SHAPE_KEEP, SHAPE_ROSETTE, SHAPE_LINE, SHAPE_COLUMN, SHAPE_HUG, SHAPES };
enum { FACINGS = 16 }; // 0 = towards +x, then counter-clockwise by 22.5 degrees
enum { SPECIAL_NONE, SPECIAL_RELOCATE, SPECIAL_DELAY, SPECIAL_EXTRA, SPECIALS };
enum { PHASE_SETUP, PHASE_MAINTENANCE, PHASE_AUTHORITY, PHASE_ACTIVATION, PHASES };
enum { PART_PROPULSION, PART_HULL, PART_WEAPON, PARTS };
enum { COMPANIES = SV_FACTIONS * SV_READY_MIN }; // values of the options company1, company2

// Arguments of frames. MOVE and DEPLOY share theirs: one judge of placements for both.
enum { ARG_KIND, ARG_LEGS, ARG_USED, ARG_PLACED }; // MOVE, DEPLOY: KIND_, legs, mm, bit mask
enum { ARG_REACTED, ARG_WATCHER, ARG_SALVOS, ARG_TOUCHED }; // REACT: r8_overwatch.c
enum { ARG_WEAPON, ARG_TARGET, ARG_STAGE, ARG_NOW, ARG_DIFFICULTY, ARG_SLOT }; // SALVO
enum { ARG_DICE, ARG_SCORE, ARG_UNIT, ARG_REROLLS, ARG_HITS, ARG_IN_MELEE };   // chance frames
// SPLIT, MELEE: units given a share (12 bits), attacks in all, re-rolls left
enum { ARG_GIVEN, ARG_ATTACKS, ARG_POOL };
enum { ARG_STRIKERS }; // MELEE, PURSUIT: figures in contact when the melee began
enum { ARG_CARDS };    // SEQUENCE: cards named so far

#define GG_FACTS_NAME   sv_facts
#define GG_PREFIX(name) sv_##name
#include "grognard/enums.inc"
#include "grognard/features.inc"

static_assert((int)SC_EMPTY == (int)SV_EMPTY && (int)SCENARIOS == (int)SV_SCENARIOS,
              "scenarios.def is in the order of data.h");

typedef struct sv_state {
    struct sv_facts f;
    // Derived: rebuilt by sv_derive(), kept right by sv_unit_changed() (units.c). Ghosts of an open
    // draft are not in it: a figure stands where the facts say until the confirm.
    gg_box box[UNITS];     // of the bases on the board; zero when there is none
    uint32_t touch[UNITS]; // enemy units in contact, bit = unit (CR22)
    uint16_t alive[UNITS]; // figures on the board, bit = number in the unit
} sv_state;

static_assert(sizeof(struct sv_facts) % 8 == 0, "facts are hashed as 64-bit words");
static_assert(sizeof(sv_state) == sizeof(struct sv_facts) + UNITS * (sizeof(gg_box) + 4 + 2) &&
                  sizeof(sv_state) <= 4096,
              "the state has no padding and stays small");

// A unit as the companies, or `set unit` lines, made it.
typedef struct sv_roster {
    uint8_t type;     // line of sv_units; SV_NONE = no such unit
    uint8_t first;    // its first figure
    uint8_t strength; // figures at the start
    uint8_t rank;     // of its officer, figure `first`; 0 = none
    uint8_t reserve;  // 1: begins in the reserve
    uint8_t section;
    uint8_t cost;        // supply stars (CH10)
    uint8_t slots;       // weapon types, 0 to 2: 0 standard or first weapon, 1 support or second
    uint8_t weapon[2];   // by slot; SV_NONE
    uint16_t bearers[2]; // infantry: figures that bear it, bit = number in the unit; vehicles: all
    uint16_t points;     // AP without the officer
} sv_roster;

// Sight between squares of GRID mm: what is known of every pair of points in them (sight.c).
enum { GRID = 40, GRID_COLS = (SV_BOARD_MAX + GRID) / GRID, GRID_ROWS = (1000 + GRID) / GRID };
enum { GRID_CELLS = GRID_COLS * GRID_ROWS, SIGHT_SIZES = 3 };
enum { SIGHT_CLEAR, SIGHT_BLOCKED, SIGHT_MIXED };

// Lattice of candidate points, LATTICE mm apart, and for each base radius which neighbours a
// straight leg reaches without touching scenery (candidates.c): NEAR x NEAR squares around a point.
enum { LATTICE = 25, LATTICE_COLS = SV_BOARD_MAX / LATTICE + 1, LATTICE_ROWS = 1000 / LATTICE + 1 };
enum { LATTICE_POINTS = LATTICE_COLS * LATTICE_ROWS, RADII = 5, NEAR = 21, NEAR_WORDS = 7 };
enum {
    NO_WAY = 0xffff,
    SHADE_RAYS = 32,
    SHADES = 2,
    SHADE_MM = 8,
    NO_SHADE = 255,
    NO_PLACE = 0xffff
};
enum { SLOT_SETS = 3, SLOTS_MAX = 36 };

// An edge of a piece of scenery as a line: x * nx + y * ny + c is the orientation of a place to it,
// negative outside; below -away of a radius class such a base is clear of the edge's line.
typedef struct sv_edge {
    int32_t nx, ny, c;
    int32_t away[RADII];
} sv_edge;

typedef struct sv_table {
    gg_request request;
    sv_scenario board; // a copy: `set scenery` lines change it
    sv_roster unit[UNITS];
    uint8_t unit_of[FIGURES]; // NO_UNIT: no such figure
    uint8_t commander[SEATS]; // unit of the first company commander, NO_UNIT
    uint8_t figures[SEATS];   // figures in use of each side
    uint8_t blockers[SIGHT_SIZES + 1][SV_PIECES_MAX]; // pieces higher than a size, ..
    uint8_t blocker_count[SIGHT_SIZES + 1];
    // Two bits for each pair of squares, for the pieces that block size 1 (the only size that data
    // blocks); made by sv_prepare_sight().
    uint8_t sight[GRID_CELLS][(GRID_CELLS + 3) / 4];
    // Straight legs, by radius class: 15, 20, 30, 35, 45 mm; made by sv_prepare_reach().
    uint64_t reach[RADII][LATTICE_POINTS][NEAR_WORDS];
    uint16_t scenery_gap[LATTICE_POINTS]; // mm from the point to the nearest piece, 0 = inside
    // mm on foot from a lattice point to each objective, NO_WAY; made by sv_prepare_ways().
    uint16_t way[SV_OBJECTIVES_MAX][LATTICE_POINTS];
    // Hints for ranking places; made by sv_prepare_shade(). In 8 mm, the nearest piece of height 1
    // and more, 2 and more, in each of 32 directions; and how strongly objectives pull
    // there, or NO_PLACE on a solid piece.
    uint8_t shade[SHADES][LATTICE_POINTS][SHADE_RAYS];
    uint16_t pull[LATTICE_POINTS];
    // Places for a base of 15 mm just clear of each piece, by direction from its middle.
    gg_point shelter[SV_PIECES_MAX][FACINGS];
    sv_edge edge[SV_PIECES_MAX][GG_POLYGON_MAX]; // made by sv_prepare_reach()
    // Slots of formations around the leader, turned; made by sv_prepare_slots().
    gg_point slot[RADII][SLOT_SETS][FACINGS][SLOTS_MAX];
    uint8_t stale; // 1: position lines changed the board, what follows from it is to be made again
} sv_table;

static_assert(sizeof(sv_table) <= 32 << 20, "issue 6: at most 32 MB");

// ------------------------------------------------------------------------------- short questions
static inline int sv_side(int unit) {
    return unit >= UNITS_SIDE;
}
// The units of a side: from the first of them to before the end.
static inline int sv_first_of(int side) {
    return side * UNITS_SIDE;
}
static inline int sv_end_of(int side) {
    return sv_first_of(side) + UNITS_SIDE;
}
static inline int sv_side_of_figure(int figure) {
    return figure >= FIGURES_SIDE;
}
static inline int sv_piece_of_unit(int unit) {
    return FIGURES + unit;
}
static inline bool sv_exists(const sv_table *t, int unit) {
    return t->unit[unit].type != SV_NONE;
}
static inline const sv_unit *sv_type(const sv_table *t, int unit) {
    return &sv_units[t->unit[unit].type];
}
static inline bool sv_infantry(const sv_table *t, int unit) {
    return sv_type(t, unit)->type == SV_INFANTRY;
}
static inline bool sv_option(const sv_table *t, unsigned option) {
    return t->request.option[option] != 0;
}
static inline bool sv_on_board(const sv_state *s, int unit) {
    return s->f.where[unit] == AT_BOARD;
}
// CH5a: the centre of the base in whole millimetres, from which everything is measured.
static inline gg_point sv_at(const sv_state *s, int figure) {
    return (gg_point){s->f.x[figure], s->f.y[figure]};
}
static inline int sv_left(const sv_state *s, int unit) { // strength: figures on the board
    return gg_bits_popcount32(s->alive[unit]);
}
static inline int sv_hull(const sv_state *s, int figure) {
    return s->f.body[figure] & 15;
}
static inline int sv_propulsion(const sv_state *s, int figure) {
    return s->f.body[figure] >> 4;
}
static inline int sv_arm(const sv_state *s, int figure, int slot) {
    return s->f.arms[figure] >> 4 * slot & 15;
}
static inline int sv_facing(const sv_state *s, int figure) {
    return s->f.status[figure] >> F_FACING_SHIFT;
}
// The cards of a side, the next one first.
static inline uint8_t *sv_row(sv_state *s, int side) {
    return s->f.cards + sv_first_of(side);
}
static inline int sv_card(const sv_state *s, int side, int slot) {
    return s->f.cards[sv_first_of(side) + slot];
}
// The unit of the activation in progress, or -1; the unit of the open MOVE or DEPLOY draft.
static inline int sv_active(const sv_state *s) {
    return s->f.flow.depth > 1 && s->f.phase == PHASE_ACTIVATION ? s->f.flow.frame[1].subject : -1;
}
static inline bool sv_drafting(const sv_state *s) {
    unsigned node = gg_flow_top(&s->f.flow)->node;
    return node == N_MOVE || node == N_DEPLOY;
}

// for (unsigned m = s->alive[u]; m; m &= m - 1) { int figure = t->unit[u].first + gg_bits_ctz32(m);
// }

// ---- units.c (M): names of pieces, the derived part, contact
int sv_unit_named(const sv_table *t, int piece); // -1 when the piece is nothing
void sv_derive(const void *t, void *s);
void sv_unit_changed(const sv_table *t, sv_state *s, int unit); // figures moved, came or fell
uint32_t sv_touched(const sv_table *t, const sv_state *s, int unit, gg_point at, int radius);
bool sv_engages(const sv_table *t, int unit, uint32_t touched);  // would these engage it?
bool sv_engaged(const sv_table *t, const sv_state *s, int unit); // C70, C71
unsigned sv_in_contact(const sv_table *t, const sv_state *s, int unit, int other); // own figures
gg_point sv_where(const sv_state *s, const sv_table *t, int figure); // ghost of the draft, if any
int sv_distance(const sv_state *s, int unit, int other);             // leader to leader, mm up

// ---- sight.c (M): CH6, cover CR30
void sv_prepare_sight(sv_table *t);
bool sv_sees(const sv_table *t, gg_point a, int size_a, gg_point b, int size_b);
// Figures of `target` seen by the figures `from` (a mask) of `unit`, and those of `from` that see
// one.
unsigned sv_seen(const sv_table *t, const sv_state *s, int unit, unsigned from, int target,
                 unsigned *firers_or_null);
bool sv_any_sight(const sv_table *t, const sv_state *s, int unit, unsigned from, int target);
bool sv_covered(const sv_table *t, gg_point from, gg_point to, int size);
uint64_t sv_drill(const void *t, gg_rng *rng, uint32_t n); // n sight tests of random pairs

// ---- r4_path.c (M): the judge of paths and places (CH5, CH7, C31-C44, CR18-CR21)
int sv_allowance(const sv_table *t, const sv_state *s, int unit, int kind); // mm
// The piece of scenery that a base there overlaps, or -1; *touches: it meets one, if only just.
int sv_scenery_under(const sv_table *t, gg_point at, int radius, bool *touches_or_null);
bool sv_check_leg(const sv_table *t, const sv_state *s, gg_point to, gg_verdict *verdict);
// Any figure of the draft's unit, leader included at DEPLOY; reads node and kind from the frame.
bool sv_check_place(const sv_table *t, const sv_state *s, int figure, gg_point to,
                    gg_verdict *verdict);
bool sv_check_confirm(const sv_table *t, const sv_state *s,
                      gg_verdict *verdict); // cohesion, overlaps
void sv_put_ghost(const sv_table *t, sv_state *s, int figure, gg_point to);
void sv_settle(const sv_table *t, sv_state *s); // ghosts become facts; clears the draft's facts
void sv_clear_draft(sv_state *s);

// ---- r4_formation.c (M)
bool sv_check_form(const sv_table *t, const sv_state *s, int shape, int facing,
                   gg_verdict *verdict); // the judge of `form`, at MOVE and DEPLOY
bool sv_check_face(const sv_table *t, const sv_state *s, int piece,
                   gg_verdict *verdict); // and of `face` (O1)
void sv_play_face(const sv_table *t, sv_state *s, gg_action action);
uint32_t sv_list_form(const sv_table *t, const sv_state *s, gg_action *out);
void sv_play_form(const sv_table *t, sv_state *s, gg_action action);

// ---- candidates.c (M): good points for a leader, deterministic, at most `room`
void sv_prepare_reach(sv_table *t);
void sv_prepare_ways(sv_table *t);  // ways.c (G): after reach
void sv_prepare_shade(sv_table *t); // shade.c: after ways
void sv_prepare_slots(sv_table *t); // r4_formation.c
uint32_t sv_leg_candidates(const sv_table *t, const sv_state *s, gg_point *out, uint32_t room);
uint32_t sv_leg_points(const sv_table *t, const sv_state *s, gg_point *out, uint32_t room);
void sv_sort_points(gg_point *at, uint32_t count);
uint32_t sv_deploy_candidates(const sv_table *t, const sv_state *s, gg_point *out, uint32_t room);

// ---- sequence.c (architect): the round, the turn, the life of an activation
void sv_begin_round(const sv_table *t, sv_state *s, gg_events *events);
void sv_after_deployment(const sv_table *t, sv_state *s,
                         gg_events *events); // a unit set up or held
void sv_after_reinforcement(const sv_table *t, sv_state *s, gg_events *events); // a side is done
void sv_after_sequence(const sv_table *t, sv_state *s, gg_events *events); // a side has confirmed
void sv_after_commit(const sv_table *t, sv_state *s, gg_events *events);
void sv_after_authority(const sv_table *t, sv_state *s, gg_events *events); // a die has fallen
void sv_begin_turns(const sv_table *t, sv_state *s, int first, gg_events *events);
void sv_turn_over(const sv_table *t, sv_state *s, gg_events *events); // the other side's turn
void sv_activate(const sv_table *t, sv_state *s, int unit, gg_events *events);
void sv_enter_act(const sv_table *t, sv_state *s, int unit, gg_events *events); // morale is settled
void sv_activation_over(const sv_table *t, sv_state *s, gg_events *events);     // from any depth
// ACT is on top; `touched` are the units that the mover touched before it moved.
void sv_after_move(const sv_table *t, sv_state *s, uint32_t touched, gg_events *events);
void sv_reactions_over(const sv_table *t, sv_state *s, gg_events *events); // REACT is on top
// A salvo's frames are gone, ACT or REACT is on top: goes on, or ends what has lost its subject.
void sv_after_salvo(const sv_table *t, sv_state *s, gg_events *events);
void sv_unit_gone(const sv_table *t, sv_state *s, int unit, int place, gg_events *events);
int sv_drop_card(sv_state *s, int side, int slot); // returns its unit

// ---- moments.c: why a verb that the node does not know is refused; true when there is no better
// reason than NOT_HERE
bool sv_refuse_moment(const sv_state *s, gg_action action, gg_verdict *verdict);

// ---- act.c (architect): node ACT puts these together
#define SV_PART(name)                                                                              \
    bool sv_check_##name(const sv_table *t, const sv_state *s, int unit, gg_action action,         \
                         gg_verdict *verdict);                                                     \
    uint32_t sv_list_##name(const sv_table *t, const sv_state *s, int unit, gg_action *out);       \
    void sv_do_##name(const sv_table *t, sv_state *s, int unit, gg_action action,                  \
                      gg_events *events);

SV_PART(will)   // r8_attitudes.c (F)
SV_PART(go)     // r4_move.c (M): `move KIND` opens MOVE
SV_PART(shoot)  // r5_shooting.c (F)
SV_PART(strike) // r6_melee.c (F)
SV_PART(split)  // r6_melee.c (F): opens SPLIT
SV_PART(end)    // r8_attitudes.c (F): attitudes, then sv_activation_over()

// ---- what is done at a node (sv_check_, sv_legal_, sv_play_) is declared from nodes.def

// ---- r1_maintenance.c (S)
void sv_collect_stars(const sv_table *t, sv_state *s, gg_events *events); // C2, C3, CR1, CR3
bool sv_check_victory(const sv_table *t, sv_state *s, gg_events *events); // sets winner: C4, CH11
int sv_command_pool(const sv_table *t, const sv_state *s, int side);      // CR7
int sv_controller(const sv_table *t, const sv_state *s, int objective);   // CR1: side or -1
bool sv_unit_controls(const sv_table *t, const sv_state *s, int unit);    // CR2, for C89
void sv_officer_lost(const sv_table *t, sv_state *s, int unit, gg_events *events); // CR10, penalty
void sv_score(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin);
int sv_surviving_points(const sv_table *t, const sv_state *s, int side); // CH11k to CH11m
bool sv_officer_lives(const sv_table *t, const sv_state *s, int unit);   // on the board or off it
int sv_best_officer(const sv_table *t, const sv_state *s, int side, int except); // CR10
// ---- r2_authority.c (S)
int sv_authority(const sv_table *t, const sv_state *s, int side); // AUT of the acting commander
int sv_authority_winner(const sv_table *t, const sv_state *s);    // C13, CR9
bool sv_authority_tied(const sv_table *t, const sv_state *s);
// ---- r10_reinforcements.c (S)
bool sv_can_buy(const sv_table *t, const sv_state *s, int side); // asks REINFORCE at all
void sv_pay_reinforcement(const sv_table *t, sv_state *s, int unit, gg_events *events);
void sv_next_purchase(const sv_table *t, sv_state *s,
                      gg_events *events); // another, or the next side
// ---- r11_deployment.c (S)
int sv_first_to_deploy(const sv_table *t, const sv_state *s); // CH11
bool sv_has_to_deploy(const sv_table *t, const sv_state *s, int side);

// ---- r5_shooting.c .. r8 (F)
// Declares a salvo: facts firers, seen, corridor; calls SALVO and its first dice.
void sv_open_salvo(const sv_table *t, sv_state *s, int shooter, int slot, int target,
                   gg_events *events);
bool sv_may_shoot(const sv_table *t, const sv_state *s, int shooter, int slot, int target,
                  gg_verdict *verdict); // C50, CR27, range, engaged: own activation and overwatch
void sv_corridor(const sv_table *t, const sv_state *s, int shooter, unsigned firers, int target,
                 unsigned seen, uint64_t out[FIGURE_WORDS]); // CR28, C111
int sv_corridor_hull(const sv_table *t, const sv_state *s, int shooter, unsigned firers, int target,
                     unsigned seen, gg_point out[GG_HULL_MAX]);
int sv_difficulty(const sv_state *s, int shooter, int target); // CR26
enum { SCORES = 8 };                                           // 0 .. 7
int sv_needed(int margin); // CH2: 2..6, 1 = automatic, 7 = impossible
// Alive, and the weapon whole.
unsigned sv_bearers(const sv_table *t, const sv_state *s, int unit, int slot);
int sv_cover_save(const sv_table *t, const sv_state *s, int shooter, unsigned firers, int unit);
void sv_remove_figure(const sv_table *t, sv_state *s, int figure, bool in_melee, gg_events *events);
void sv_end_attitudes(sv_state *s, int unit, gg_events *events); // CR50
void sv_shaken(const sv_table *t, sv_state *s, int unit, uint32_t touched,
               gg_events *events); // O8: contact with others than those touched before
// C88-C105, CR42: may goto MORALE or RALLY in the frame of the activation (ACT is on top).
void sv_open_morale(const sv_table *t, sv_state *s, int unit, gg_events *events);
int sv_morale_of(const sv_table *t, const sv_state *s, int unit);
// Anybody may react to the mover, who touched those before (C124, C125).
bool sv_watchers(const sv_table *t, const sv_state *s, int mover, uint32_t touched);
bool sv_may_react_on(const sv_table *t, const sv_state *s); // REACT on top: still anybody?

// ---- scenario.c, put.c, sound.c, names.c (S)
bool sv_prepare(const gg_request *request, void *t, gg_verdict *verdict);
void sv_setup(const void *t, void *s);
void sv_prepare_board(sv_table *t); // who blocks sight, sight, reach
void sv_disband(sv_table *t, int side);
void sv_enlist(sv_table *t, int unit, const sv_company_unit *bought, int strength);
void sv_arm_unit(sv_table *t, int unit, bool mortar);
void sv_fresh_unit(const sv_table *t, sv_state *s, int unit); // in the box or the reserve, whole
bool sv_put_table(sv_table *t, const gg_put *put);            // put_table.c: lines of the table
bool sv_put(void *t, void *s, const gg_put *put, gg_verdict *verdict);
int sv_sound(const void *t, const void *s);
size_t sv_name(const void *t, unsigned domain, unsigned value, gg_form form, char *out, size_t cap);
unsigned sv_facts(const void *t, unsigned domain, unsigned value);

// ---- about.c (S): what is printed on things; the report on a player's company
size_t sv_about(const void *t, unsigned domain, unsigned value, gg_lang lang, char *out,
                size_t cap);
uint32_t sv_judge_company(const gg_request *request_or_null, int seat, const char *text,
                          size_t size, gg_own_list *list, gg_fault *out, uint32_t cap);

// ---- setting.c: scenarios as texts
extern const char *const sv_scenario_texts[SCENARIOS];
uint32_t sv_read_setting(const char *text, size_t size, sv_scenario *out, gg_fault *fault,
                         uint32_t cap);
uint32_t sv_judge_setting(unsigned scenario, const char *text, size_t size, gg_fault *out,
                          uint32_t cap);
void sv_setting_of(const gg_request *request, sv_scenario *out); // the shipped one, or the own

// ---- catalogue.c: what companies are built from
extern const gg_list_form sv_company_form;
bool sv_catalogue(unsigned n, gg_list_item *out);
uint32_t sv_sum_company(const gg_request *request_or_null, int seat, const char *text, size_t size,
                        gg_list_sum *out, uint32_t cap);
size_t sv_ready_company(unsigned n, gg_name *name, char *out);

// ---- knowledge.c, view.c (S)
bool sv_hides_row(int viewer, int side); // CR5: the order of that side's cards
bool sv_hides_reserve(const sv_table *t, int viewer, int side); // O5
void sv_redact(const void *t, void *s, int viewer);
void sv_resample(const void *t, void *s, int viewer, gg_rng *rng);
uint32_t sv_worlds(const void *t, const void *s, int viewer, const gg_plan *plan, void *out,
                   uint32_t room, gg_world *about);
bool sv_focus(const void *t, void *s, const gg_outcome *outcomes, uint32_t n,
              uint64_t *leads); // focus.c
uint32_t sv_courses(const void *t, const void *s, void *copy, gg_course *out, uint64_t of[2]);
unsigned sv_shift(const void *t, void *s, int by);
void sv_outcome(const void *t, const void *before, const void *after, int viewer,
                gg_effects *out); // outcome.c
// Of whom a card shows: faces plus one, 0 = nobody.
enum { SV_FACES_SHOWN = 3 };
void sv_faces_of(const sv_table *t, int unit, int16_t out[SV_FACES_SHOWN]);
unsigned sv_face_of(int type); // of a unit that stands nowhere yet
unsigned sv_face(const sv_table *t, const sv_state *s, int unit, int number); // looks.c
void sv_view(const void *t, const void *s, int viewer, gg_view *out);
void sv_cell(const void *t, unsigned surface, unsigned index, gg_cell *out);
void sv_overlay(const void *t, const void *s, int viewer, unsigned kind, unsigned about,
                gg_overlay *out);

// ---- explain.c (F)
void sv_explain(const void *t, const void *s, int viewer, gg_action action, gg_ledger *out);

// ---- value.c, appeal.c, policy.c, plan.c (G)
void sv_features(const void *t, const void *s, gg_features *out);
int32_t sv_value(const void *t, const void *s, int seat);
int32_t sv_appeal(const void *t, const void *s, int seat);
extern const gg_weights sv_weights; // data/weights.txt
uint32_t sv_clock(const void *t, const void *s);
uint32_t sv_until(const void *t, const void *s); // where thoughts end: with the round
gg_action sv_policy(const void *t, const void *s, int seat, gg_rng *rng);
uint32_t sv_plan(const void *t, const void *s, int seat, gg_plan *out);
// ---- draw.c
bool sv_draw(const void *t, const void *s, int seat, gg_rng *rng, gg_plan *out);
uint32_t sv_at_issue(const void *t, const void *s);
// What a unit does next in its activation; a move as a whole.
void sv_draw_act(const sv_table *t, const sv_state *s, gg_rng *rng, gg_plan *out);
// MOVE without a leg: a move of that kind. False: none was found.
bool sv_draw_move(const sv_table *t, const sv_state *s, gg_rng *rng, gg_plan *out);

#endif
