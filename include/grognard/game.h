// SPDX-License-Identifier: Apache-2.0
// The contract between a game and everything that plays it.
//
// A game is one const table (gg_game): facts written as X-macro tables, and pure functions over
// bytes the caller owns. Nothing here allocates, reads a clock, draws a random number or touches a
// file. The engine knows games only through this table; a game knows the engine not at all.
//
// The table has parts. The rows of `nodes` decide: each owns what may be done at its node, and one
// dispatcher (gg_check, gg_legal, gg_apply, gg_chance, gg_roll, at the end of this file) finds the
// row for everybody, engine and games alike. gg_game itself has what a game cannot do without;
// `show` is for those who look, `brain` for seats that the program plays, `lists` for decks and
// companies that players write.
//
// Words used everywhere:
//   table    read-only bytes made once per scenario and options by prepare() (map, distances, ...)
//   state    plain bytes: facts first (stored, hashed, compared), then a derived part that derive()
//            rebuilds from the facts at any time
//   seat     0 .. seats-1; GG_CHANCE when dice or a draw decide; GG_OVER when the game has ended
//   viewer   a seat, GG_PUBLIC (what everybody may see) or GG_UMPIRE (everything: tests, finished
//            matches; never a person at the table)
//   node     a named decision point: a row of the node table, which owns the functions that judge,
//            list and carry out what is done there
//   draft    steps of one compound action, private to its seat until the step that closes it
//   ticket   a number below gg_turn.tickets; a chance outcome is a pure function of node and ticket
//
// docs/decisions/0001-contract.md shows three hard cases as nodes, frames and bytes.
#ifndef GROGNARD_GAME_H
#define GROGNARD_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/flow.h"
#include "base/rng.h"
#include "grognard/scenario.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- limits
enum {
    GG_SEATS_MAX = 4,
    GG_LEGAL_MAX = 4096,    // entries of one legal list
    GG_OUTCOMES_MAX = 1024, // different outcomes of one chance node
    GG_EVENTS_MAX = 256,    // events of one action
    GG_PLANS_MAX = 256,     // macro moves of one node
    GG_PLAN_STEPS = 31,     // steps of one macro move
    GG_OPTIONS_MAX = 16,    // rule switches of a game
    GG_MATCHUPS_MAX = 64,   // match-ups of a game
    GG_STATE_MAX = 16384,   // bytes of a state; 4096 is the aim, see performance notes
    GG_PIECES_MAX = 384,    // pieces in one view
    GG_GAUGES_MAX = 64,
    GG_LEDGER_MAX = 64,
    GG_EFFECTS_MAX = 96,  // things that one procedure changed, as a player counts them
    GG_LIST_MAX = 190,    // bytes of a player's own list (a deck, a company) in a request
    GG_LIST_TEXT = 1024,  // of the same list as its game writes it, with the end
    GG_LIST_FILE = 32768, // of the text in which a player wrote it
};

enum { GG_CHANCE = 100, GG_OVER = 101, GG_PUBLIC = 102, GG_UMPIRE = 103, GG_NOBODY = 255 };

typedef enum gg_lang { GG_FR, GG_EN } gg_lang;

// --------------------------------------------------------------------------------------- actions
// An action is a verb and three operands in 53 bits, so that C, SQLite, JSON and a JavaScript
// number all hold it exactly. Actions of one node sort by verb, then a, then b, then c.
//
//   63      53 52    45 44      30 29      15 14       0
//   [ zero    ][ verb  ][    a    ][    b    ][    c    ]
typedef uint64_t gg_action;

enum { GG_OPERAND_MAX = 32767, GG_VERB_MAX = 255, GG_OPERANDS = 3 };
#define GG_NO_ACTION ((gg_action)0) // verb 0 does not exist

static inline gg_action gg_act(unsigned verb, unsigned a, unsigned b, unsigned c) {
    return (gg_action)verb << 45 | (gg_action)a << 30 | (gg_action)b << 15 | (gg_action)c;
}
static inline unsigned gg_verb_of(gg_action action) {
    return (unsigned)(action >> 45);
}
// Operands read as int: they index, subtract and compare with the small signed numbers of a state.
static inline int gg_a(gg_action action) {
    return (int)(action >> 30 & 0x7fff);
}
static inline int gg_b(gg_action action) {
    return (int)(action >> 15 & 0x7fff);
}
static inline int gg_c(gg_action action) {
    return (int)(action & 0x7fff);
}
static inline unsigned gg_operand(gg_action action, unsigned i) {
    return (unsigned)(action >> (30 - 15 * i)) & 0x7fffU;
}

// An operand's type. Notation, terminal and page build actions from what was typed or clicked by
// these types alone. Domains 0 to 2 exist in every game.
typedef enum gg_kind {
    GG_K_NONE,
    GG_K_NUMBER, // an integer, written as digits
    GG_K_SEAT,
    GG_K_PIECE, // something a person can click on
    GG_K_CELL,  // a place of a surface
    GG_K_X,     // plane coordinates: millimetres, written as centimetres with one decimal
    GG_K_Y,
    GG_K_CHOICE, // one of a few named things
    GG_K_SET,    // a set of at most 15 named things, written name+name or none
} gg_kind;

enum { GG_D_NONE = 0, GG_D_NUMBER = 1, GG_D_SEAT = 2, GG_D_FIRST = 3 };

// Names: how a thing is typed (the same in both languages), and how it is spoken of.
typedef enum gg_form { GG_FORM_FR = GG_FR, GG_FORM_EN = GG_EN, GG_FORM_TOKEN } gg_form;

// What sentences must know of a name: it is written bare ("Oppach", "Grenadiers A"), and a template
// asks for the article, the preposition and the agreement it needs (grognard/text.h).
typedef enum gg_fact {
    GG_F = 1,       // French: feminine
    GG_P = 2,       // French: plural
    GG_ART = 4,     // French: takes le, la, les
    GG_ASIS = 8,    // a sign rather than a word (a1): no elision, no capital
    GG_EN_LOC = 16, // French: one is "en" it (en 1411), not "à" it (à Bautzen)
    GG_PLURAL = 32, // English: plural
    GG_THE = 64,    // English: takes "the"
    GG_A = 128,     // both: takes un, une, des; a, an
    GG_ON = 256,    // English: one is "on" it, not "in" it
    GG_MUTE = 512,  // French: begins with a mute h, so that there is an elision: l'Hôpital
} gg_fact;
// A piece that has a namesake on another side: sentences say whose it is.
#define GG_OF(seat) (((unsigned)(seat) + 1U) << 12)

typedef struct gg_name {
    const char *token, *fr, *en;
    uint16_t facts; // gg_fact
} gg_name;

// How a domain speaks of a value that a viewer may not know: "carte cachée", "hidden card".
#define GG_UNSEEN(fr, en, facts)                                                                   \
    { NULL, fr, en, facts }
#define GG_NEVER_UNSEEN GG_UNSEEN("inconnu", "unknown", 0)

typedef struct gg_domain {
    const char *token;
    uint8_t kind;         // gg_kind
    uint8_t surface;      // of GG_K_CELL, X, Y: which surface its places lie on
    uint16_t count;       // values are 0 .. count-1 (a set: count bits)
    const gg_name *names; // NULL: the game's name() and facts() tell
    gg_name unseen;       // a value that is hidden from the reader
} gg_domain;

typedef enum gg_verb_flag {
    GG_V_DRAFT = 1,   // a step of a compound: the seat keeps the turn, nobody else sees it yet
    GG_V_CHANCE = 2,  // an outcome of a chance node
    GG_V_DONE = 4,    // closes a draft or a phase (Ctrl-Enter and the main button)
    GG_V_DECLINE = 8, // the "no" of a reaction window (what the standing order `never` plays)
    GG_V_FINAL = 16,  // a rule forbids to take it back: gg_game.final_fr, final_en say which
} gg_verb_flag;

typedef struct gg_verb {
    const char *token;
    uint8_t domain[GG_OPERANDS]; // GG_D_NONE ends the list
    uint8_t flags;
    const char *fr, *en; // the button, the menu line
} gg_verb;

// ----------------------------------------------------------------------------------------- nodes
typedef enum gg_node_flag {
    GG_N_CHANCE = 1,
    // Both seats choose before either sees the other's choice. They answer in seat order inside the
    // state; a later seat's legal list may not depend on an earlier answer, so a host may take its
    // answer early.
    GG_N_SEALED = 2,
    // A reaction. Opens by public facts alone, even when the only legal answer is to decline, and
    // is never answered by the engine except by a seat's own standing order.
    GG_N_WINDOW = 4,
    // No procedure is open: what is done or rolled here begins something new. Odds are reckoned up
    // to the next such node. A sealed one is left when the last seat has answered.
    GG_N_REST = 8,
    // Before the battle: where things stand when it begins. Seats that the program plays do not
    // set up the same way every time.
    GG_N_SETUP = 16,
} gg_node_flag;

typedef struct gg_turn {
    uint8_t seat; // or GG_CHANCE, GG_OVER
    uint8_t node;
    uint8_t dice;     // chance by d6: how many; tickets is then 6^dice and the faces are the
                      // ticket's digits in base 6, the first die lowest
    uint64_t tickets; // chance: number of equally likely tickets, 1 .. 2^53; otherwise 0
} gg_turn;

typedef struct gg_outcome {
    gg_action action;
    uint64_t weight; // tickets that lead to it
} gg_outcome;

// -------------------------------------------------------------------- rules, verdicts, refusals
typedef enum gg_origin { GG_SEED, GG_RULING, GG_HOUSE } gg_origin;

typedef struct gg_rule {
    const char *id;
    uint8_t origin; // gg_origin
    uint8_t fact;   // 1: a fact of the data that no action can break; tested as data
    const char *section, *fr, *en;
} gg_rule;

// Of several reasons the one that the node's check asks about first is told; the order of the table
// says nothing.
enum { GG_VERDICT_ARGS = 4, GG_LEGAL = 0 };

typedef struct gg_verdict {
    uint16_t refusal; // GG_LEGAL, or a line of the refusal table
    int16_t arg[GG_VERDICT_ARGS];
} gg_verdict;

typedef struct gg_refusal {
    const char *token;
    uint16_t rule;
    uint8_t domain[GG_VERDICT_ARGS];
    const char *fr, *en; // {a} {b} {c} {d} stand for the arguments
} gg_refusal;

// ---------------------------------------------------------------------------------------- events
// What happened. Log, animation and story are all made from events; another seat's raw action is
// never shown. `see` is the set of seats (bit = seat) that see every argument; the others see the
// event with the arguments that its kind hides blanked, or not at all if it hides all of them.
enum { GG_EVENT_ARGS = 5, GG_HIDDEN = INT16_MIN, GG_SEE_ALL = 0xff };

typedef enum gg_event_flag {
    GG_E_REVEAL = 1, // somebody learned something: no undo past this point
} gg_event_flag;

typedef struct gg_event {
    uint16_t kind;
    uint16_t rule;
    uint8_t see;
    uint8_t flags;
    int16_t arg[GG_EVENT_ARGS];
} gg_event;

enum { GG_HIDES_NOTHING = 0, GG_HIDES_EVENT = 0xff };

typedef struct gg_event_kind {
    const char *token;
    uint8_t hides; // bit i: argument i is blanked for viewers outside `see`; GG_HIDES_EVENT: all
    uint8_t domain[GG_EVENT_ARGS];
    const char *fr, *en; // {a} .. {e}; a blanked argument reads as an unknown one
} gg_event_kind;

typedef struct gg_events {
    uint32_t count;
    gg_event event[GG_EVENTS_MAX];
} gg_events;

// gg_apply() may be given NULL when nobody reads the events (search).
static inline void gg_emit(gg_events *events, unsigned kind, unsigned rule, unsigned see,
                           unsigned flags, int a, int b, int c, int d, int e) {
    if (!events) return;
    GG_ASSERT(events->count < GG_EVENTS_MAX);
    gg_event *event = &events->event[events->count++];
    event->kind = (uint16_t)kind;
    event->rule = (uint16_t)rule;
    event->see = (uint8_t)see;
    event->flags = (uint8_t)flags;
    event->arg[0] = (int16_t)a;
    event->arg[1] = (int16_t)b;
    event->arg[2] = (int16_t)c;
    event->arg[3] = (int16_t)d;
    event->arg[4] = (int16_t)e;
}

// ---------------------------------------------------------------------------------------- ledger
// How a strength, a column, a difficulty or a die result is built, line by line, for one viewer.
typedef enum gg_line_kind { GG_L_ADD, GG_L_TOTAL, GG_L_NOTE } gg_line_kind;

typedef struct gg_ledger_line {
    uint16_t rule;
    uint16_t label; // text with {a} {b}
    int16_t delta;  // GG_L_ADD: what it adds; GG_L_TOTAL: the sum; GG_L_NOTE: nothing
    int16_t arg[2];
    uint8_t kind; // gg_line_kind
} gg_ledger_line;

typedef struct gg_ledger {
    uint32_t count;
    gg_ledger_line line[GG_LEDGER_MAX];
} gg_ledger;

typedef struct gg_label {
    const char *token;
    uint8_t domain[2];
    const char *fr, *en;
} gg_label;

static inline void gg_ledger_put(gg_ledger *ledger, gg_line_kind kind, unsigned rule,
                                 unsigned label, int delta, int a, int b) {
    GG_ASSERT(ledger->count < GG_LEDGER_MAX);
    gg_ledger_line *line = &ledger->line[ledger->count++];
    line->rule = (uint16_t)rule;
    line->label = (uint16_t)label;
    line->delta = (int16_t)delta;
    line->arg[0] = (int16_t)a;
    line->arg[1] = (int16_t)b;
    line->kind = (uint8_t)kind;
}

// --------------------------------------------------------------------------------------- effects
// What a procedure led to, in the words a player counts in: three steps lost by a side, a place
// taken, a unit disorganised. Of a label's arguments a number is how many, the other what it is
// about; it has one of them or both.
typedef struct gg_effect {
    uint16_t label;
    int16_t value; // never 0
    int16_t about;
    int16_t good; // for the viewer: 1 = what he wants, -1 = what he fears, 0 = neither
} gg_effect;

typedef struct gg_effects {
    uint32_t count;
    gg_effect line[GG_EFFECTS_MAX];
} gg_effects;

// One more line, unless there is nothing to count.
static inline void gg_effect_put(gg_effects *effects, unsigned label, int value, int about,
                                 int good) {
    if (!value) return;
    GG_ASSERT(effects->count < GG_EFFECTS_MAX);
    gg_effect *line = &effects->line[effects->count++];
    line->label = (uint16_t)label;
    line->value = (int16_t)value;
    line->about = (int16_t)about;
    line->good = (int16_t)good;
}

// What helps this seat: wanted by itself, feared by another, neither for those who only watch.
static inline int gg_good_for(int seat, int viewer) {
    return viewer == seat ? 1 : viewer < GG_SEATS_MAX ? -1 : 0;
}

// ----------------------------------------------------------------------------------------- views
// The screen is drawn from views; no renderer knows a game's name. Six shapes of surface.
typedef enum gg_shape {
    GG_HEXES, // flat-top hexes, columns x rows, even columns (counted from 1) half a hex lower
    GG_AREAS, // named places at x,y with optional outlines
    GG_PLANE, // a table in millimetres; its cells are scenery with outlines
    GG_ROW,   // places in a row (a hand, a line of fords)
    GG_PILE,  // one place holding a heap of which the count matters
    GG_TRACK, // numbered places (turns, points)
} gg_shape;

typedef struct gg_surface {
    const char *token;
    uint8_t shape;          // gg_shape
    uint8_t owner;          // the seat it belongs to, or GG_NOBODY
    uint16_t width, height; // hexes: columns and rows; plane: millimetres; areas: drawing units
    uint16_t cells;         // how many cells cell() describes
    const char *fr, *en;
} gg_surface;

enum { GG_CELL_EDGES = 6, GG_CELL_CORNERS = 8 };

// One place of a surface, as the scenario made it. What a bit of `edge` means stands in the game's
// label table, from edge_label on (a river, a road, a rail).
typedef struct gg_cell {
    uint16_t face;
    int16_t x, y;
    uint16_t tags;                // bit i: label tag_label + i applies (town, source, height)
    uint16_t edge[GG_CELL_EDGES]; // hexes: features of the side or link towards N NE SE S SW NW
    uint8_t corners;              // outline; 0 = none
    int16_t corner_x[GG_CELL_CORNERS], corner_y[GG_CELL_CORNERS];
} gg_cell;

// What a piece or a place looks like: `token` names the art, `glyph` its letters in a terminal.
typedef struct gg_face {
    const char *token, *glyph, *fr, *en;
    // Names of the printed values, comma separated, an empty name for a place that is not used; the
    // fifth value stands apart, in the corner (a cost). NULL = none.
    const char *value_fr, *value_en;
} gg_face;

enum { GG_NO_VALUE = INT16_MIN }; // a printed dash: the piece has no such value
enum { GG_PIECE_VALUES = 5, GG_NO_HANDLE = 0xffff, GG_HANDLE_HIDDEN = 0x8000, GG_NO_CELL = 0xffff };

typedef enum gg_piece_flag {
    GG_P_BACK = 1,    // shown face down (its owner may still know it)
    GG_P_REDUCED = 2, // damaged or on its weaker side
    GG_P_SPENT = 4,   // has acted
    GG_P_ACTIVE = 8,  // what the current node is about
    GG_P_GHOST = 16,  // a draft step, not yet confirmed
    GG_P_GROUND = 32, // no piece: ground laid since, drawn in place of the cell's own face
    GG_P_MOVED = 64,  // has moved; with GG_P_SPENT: that is how it has acted
    GG_P_CUT = 128,   // cut off from what it lives on
    GG_P_HELD = 256,  // cannot act, for longer than this turn perhaps: engaged, pinned
    GG_P_WATCH = 512, // keeps watch where it is: a patrol
} gg_piece_flag;

// A piece the viewer may identify has its index in the game's piece domain as handle (one numbering
// for all its surfaces); a piece that only its place names (a turn marker) has GG_NO_HANDLE. A
// hidden one has GG_HANDLE_HIDDEN plus a number made from where it lies, so that two worlds that
// look alike have the same bytes.
typedef struct gg_piece {
    uint16_t handle;
    uint16_t face;
    uint8_t surface;
    uint8_t owner;
    uint16_t cell;
    int16_t x, y;    // on a plane
    uint16_t radius; // on a plane: base in millimetres
    uint8_t layer;   // order in a stack, 0 = bottom
    uint8_t spare;   //
    uint16_t flags;  // gg_piece_flag
    uint16_t on;     // handle of what carries it, or GG_NO_HANDLE
    uint16_t group;  // handle of what it belongs to (a figure's unit), or GG_NO_HANDLE: where one
                     // of them is meant, pointing at any of them will do
    int16_t value[GG_PIECE_VALUES];
} gg_piece;

typedef struct gg_gauge {
    uint16_t label;
    uint8_t owner; // seat or GG_NOBODY
    uint8_t flags;
    int32_t value;
    int32_t max; // 0 = no upper end
} gg_gauge;

typedef struct gg_view {
    uint8_t viewer, seat, node;
    uint8_t pad;
    uint16_t pieces, gauges;
    gg_piece piece[GG_PIECES_MAX];
    gg_gauge gauge[GG_GAUGES_MAX];
} gg_view;

static inline gg_piece *gg_view_room(gg_view *view) { // every byte is the caller's to fill
    GG_ASSERT(view->pieces < GG_PIECES_MAX);
    return &view->piece[view->pieces++];
}

static inline gg_piece *gg_view_piece(gg_view *view) {
    gg_piece *piece = memset(gg_view_room(view), 0, sizeof *piece);
    piece->on = piece->group = GG_NO_HANDLE;
    return piece;
}

static inline void gg_view_gauge(gg_view *view, unsigned label, unsigned owner, int value,
                                 int max) {
    GG_ASSERT(view->gauges < GG_GAUGES_MAX);
    gg_gauge *gauge = &view->gauge[view->gauges++];
    memset(gauge, 0, sizeof *gauge);
    gauge->label = (uint16_t)label;
    gauge->owner = (uint8_t)owner;
    gauge->value = value;
    gauge->max = max;
}

// An overlay marks places or draws outlines on demand: reach, zones of control, range, sight.
enum { GG_OVERLAY_CELLS = 512, GG_OVERLAY_POINTS = 64, GG_OVERLAY_PIECES = 64 };

typedef struct gg_overlay {
    uint8_t surface;
    uint16_t cells, points;
    uint16_t cell[GG_OVERLAY_CELLS];
    int16_t value[GG_OVERLAY_CELLS]; // e.g. movement points left
    int16_t x[GG_OVERLAY_POINTS], y[GG_OVERLAY_POINTS];
    uint16_t pieces;
    uint16_t piece[GG_OVERLAY_PIECES]; // handles of those it concerns (figures hit, in cover)
} gg_overlay;

typedef struct gg_overlay_kind {
    const char *token;
    uint8_t domain; // what it is asked about
    const char *fr, *en;
} gg_overlay_kind;

// ------------------------------------------------------------------------ scenarios and positions
typedef struct gg_scenario {
    const char *token;
    uint8_t hidden; // 1: for positions and tests (`empty`), not offered to players
    const char *fr, *en, *brief_fr, *brief_en;
    uint8_t puzzle; // 1: for one player (the first to decide), with a proved best chance; his
                    // decisions are graded at the end. In SCENARIO lines: 2 in place of `hidden`
} gg_scenario;

typedef struct gg_option {
    const char *token;
    int16_t min, max, standard;
    const char *fr, *en;
    uint8_t domain; // whose values 0 .. max it takes, for their names; 0 = a plain number
} gg_option;

// A match-up: two options and the values that set ready lists against each other (deck against
// deck, company against company). Selfplay, bench and conformance go through all of them in turn.
typedef struct gg_matchup {
    uint8_t option[2];
    int16_t value[2];
} gg_matchup;

// Ready lists that are not offered as fair in a scenario: players are told so before they choose
// them (docs/balance.md has the games that were played).
typedef struct gg_uneven {
    uint8_t scenario;
    gg_matchup pair;
    uint8_t percent; // of the games that the first side won
} gg_uneven;

// The ready lists that meet in a scenario unless players choose others: a match-up that was
// measured to be fair there. Texts that say nothing of an option mean its standard value all the
// same.
typedef struct gg_usual {
    uint8_t scenario;
    gg_matchup pair;
} gg_usual;

// A list that a player wrote, in the game's own bytes: one list has one spelling, and what is not
// used is zero. Bytes live no longer than the program; files hold the text that lists.write()
// makes.
typedef struct gg_own_list {
    uint16_t size; // 0: no list of his own; the options say which ready one he has
    uint8_t byte[GG_LIST_MAX];
} gg_own_list;

typedef struct gg_request {
    uint16_t scenario;
    int16_t option[GG_OPTIONS_MAX]; // in the order of the option table
    gg_own_list list[GG_SEATS_MAX];
    gg_own_scenario own; // instead of the scenario as it ships
} gg_request;

// What a table keeps of a request once its texts have been read.
typedef struct gg_chosen {
    uint16_t scenario;
    int16_t option[GG_OPTIONS_MAX];
} gg_chosen;

static inline gg_chosen gg_chosen_by(const gg_request *request) {
    gg_chosen chosen = {.scenario = request->scenario};
    memcpy(chosen.option, request->option, sizeof chosen.option);
    return chosen;
}

// Position lines, typed like verbs. `put PIECE word operands word operands ...` gives one gg_put
// per word with `piece` set; `set word operands` has piece GG_NO_HANDLE; `node NAME seat [number
// ...]` comes last, as GG_PUT_NODE with arg = node, seat, first number. A PUT with GG_PUT_TABLE
// speaks of the table and is given before setup().
enum { GG_PUT_NODE = 0xff, GG_PUT_ARGS = 3 };

typedef enum gg_put_flag { GG_PUT_PIECE = 1, GG_PUT_SET = 2, GG_PUT_TABLE = 4 } gg_put_flag;

typedef struct gg_put_kind {
    const char *token;
    uint8_t flags;
    uint8_t domain[GG_PUT_ARGS];
} gg_put_kind;

typedef struct gg_put {
    uint16_t what; // line of the put table, or GG_PUT_NODE
    uint16_t piece;
    int32_t arg[GG_PUT_ARGS];
} gg_put;

// One field of the facts, in order, without gaps: the table makes the struct (state.def), dumps it,
// bounds it and proves that there is no padding. A gg_flow has width 200.
typedef struct gg_field {
    const char *name;
    uint32_t offset;
    uint16_t width, count; // bytes of one element, elements
    int64_t min, max;
} gg_field;

// A macro move: actions up to a confirm, each legal when its turn comes.
typedef struct gg_plan {
    uint32_t steps;
    int32_t prior; // how good it looks before it is tried, thousandths of a logit; all 0: no idea
    gg_action step[GG_PLAN_STEPS];
} gg_plan;

// -------------------------------------------------------------------------------- rows of nodes
// Every function takes the table made by prepare() and a state; both belong to the caller.
// Functions marked [opt] may be NULL. `t` and `s` are aligned to 8 bytes.
//
// A node is one of four kinds. A seat decides: check, legal, play. Chance decides: chance, roll,
// play. A procedure (step) decides nothing and is carried on until somebody else is on top. At the
// fourth nothing can be done (the game is over): no function at all.
typedef struct gg_node {
    const char *token;
    uint8_t flags;
    const uint8_t *verbs; // ends in 0; every verb check may accept or explain here; a node that is
                          // never on top after gg_apply() has none: (V_NONE)
    const char *act_fr, *act_en;   // prompt for the seat that acts
    const char *wait_fr, *wait_en; // prompt for everybody else

    // The judge of this node: may `seat`, whose turn it is, do this action, whose verb is one of
    // the node's and whose operands belong to their domains? `verdict` may be NULL. Never writes to
    // the state.
    bool (*check)(const void *t, const void *s, int seat, gg_action action, gg_verdict *verdict);
    // All (plane games: the proposed) legal actions, ascending. `out` has room for max_legal.
    uint32_t (*legal)(const void *t, const void *s, int seat, gg_action *out);
    // Carries out a legal action or a chance outcome and keeps the derived part right.
    void (*play)(const void *t, void *s, gg_action action, gg_events *events_or_null);
    // Every outcome with its weight, ascending, weights adding up to gg_turn.tickets.
    uint32_t (*chance)(const void *t, const void *s, gg_outcome *out);
    // The outcome of one ticket.
    gg_action (*roll)(const void *t, const void *s, uint64_t ticket);
    // One step of a procedure: it changes the frame, calls another or ends.
    void (*step)(const void *t, void *s, gg_events *events_or_null);
} gg_node;

// ------------------------------------------------------------------------------------- the table
// For those who look: terminal, page, log.
typedef struct gg_game_show {
    // Pieces and gauges for one viewer; the engine has zeroed `out` and filled viewer, seat and
    // node. While a draft is open, view, redact and resample are asked for the acting seat (and the
    // umpire) only: the engine shows everybody else the state before the draft.
    void (*view)(const void *t, const void *s, int viewer, gg_view *out);
    // One place of a surface.
    void (*cell)(const void *t, unsigned surface, unsigned index, gg_cell *out);
    void (*overlay)(const void *t, const void *s, int viewer, unsigned kind, unsigned about,
                    gg_overlay *out); // [opt]
    // The ledger of an action before it is done, for one viewer. [opt]
    void (*explain)(const void *t, const void *s, int viewer, gg_action action, gg_ledger *out);
    // What changed from one state to a later one, as this viewer counts it, what matters most
    // first; nothing between equal states. It tells no more than the viewer knows of the two: twin
    // worlds give the same lines. [opt: no odds are told]
    void (*outcome)(const void *t, const void *before, const void *after, int viewer,
                    gg_effects *out);
    // Writes the name of a domain's value; returns its length, 0 when there is no such value. It
    // knows no state: what has been named keeps its name. [opt: every domain has a names table]
    size_t (*name)(const void *t, unsigned domain, unsigned value, gg_form form, char *out,
                   size_t cap);
    // The gg_fact of such a name. [opt: every domain has a names table]
    unsigned (*facts)(const void *t, unsigned domain, unsigned value);
    // What is printed on a thing besides its name, in sentences; returns the length, 0 when there
    // is nothing to say. Asked only about things the reader may identify. [opt]
    size_t (*about)(const void *t, unsigned domain, unsigned value, gg_lang lang, char *out,
                    size_t cap);
} gg_game_show;

#include "grognard/brain.h" // gg_game_brain: what seats that the program plays ask

// What somebody who builds a list chooses from. A file of such a list is: lines of the head, a word
// and its value; then parts, each with lines that name an item, among words that belong to it. The
// form says how these lines are spelt, so that a builder which knows no game can write them.
enum { GG_LIST_FACTS = 8 };

typedef struct gg_list_head {
    const char *word, *fr, *en;
    const gg_name *choice; // tokens as they are written; NULL: whatever the player writes
    uint8_t choices;
    uint8_t sorts; // 1: items are for some of its choices only
} gg_list_head;

// How many copies a line names: not said, so many (`5 G01`), or one, and said.
typedef enum gg_list_count { GG_LIST_PLAIN, GG_LIST_COUNTED, GG_LIST_SINGLE } gg_list_count;

typedef struct gg_list_part {
    const char *token, *fr, *en;
    const char *opening; // line it begins with, NULL: none
    const char *prefix;  // first word of its lines, NULL: none
    uint8_t most;        // how often it may stand in a list
    uint8_t count;       // gg_list_count
} gg_list_part;

// Words in a line, behind the item or before it: at most one of the choices.
typedef struct gg_list_extra {
    const char *token, *fr, *en;
    const gg_name *choice; // tokens as they are written
    uint8_t choices;
    uint8_t before;
} gg_list_extra;

typedef struct gg_list_form {
    const gg_list_head *head;
    const gg_list_part *part;
    const gg_list_extra *extra;
    const gg_name *group; // items are shown by group, in this order
    uint8_t heads, parts, extras, groups;
} gg_list_form;

typedef struct gg_list_fact {
    const char *fr, *en;
    int32_t value;
} gg_list_fact;

typedef struct gg_list_item {
    gg_name name;
    const char *note_fr, *note_en; // what else is printed on it, "" when nothing is
    uint32_t allowed;              // bits: choices of the head that sorts
    uint8_t parts, extras;         // bits: where it may stand, what may be said of it
    uint8_t group, most;           // `most` copies in a list, 0: no limit of its own
    uint16_t face, cost;
    uint8_t facts;
    gg_list_fact fact[GG_LIST_FACTS];
} gg_list_item;

static inline void gg_list_tell(gg_list_item *item, const char *fr, const char *en, int value) {
    GG_ASSERT(item->facts < GG_LIST_FACTS);
    item->fact[item->facts++] = (gg_list_fact){fr, en, value};
}

// `least` and `most` it should be, 0: no such limit.
typedef struct gg_list_sum {
    const char *fr, *en;
    int32_t value, least, most;
} gg_list_sum;

// Lists that players write in files. [opt: word, judge and write are all NULL, and so are the rest,
// which serve whoever builds a list]
typedef struct gg_game_lists {
    const char *word; // what one is called: "deck"
    // Every fault of a text, in order of lines, at most `cap` (1 at least); 0 = it may be played,
    // and `list`, zeroed by the caller or NULL, holds it. With a request, what its scenario and
    // options ask of this seat's list is judged too.
    uint32_t (*judge)(const gg_request *request_or_null, int seat, const char *text, size_t size,
                      gg_own_list *list, gg_fault *out, uint32_t cap);
    // The list as text, one line each, that judge() reads into the same bytes; returns its length,
    // 0 when the bytes are no list. `out` has GG_LIST_TEXT bytes.
    size_t (*write)(const gg_own_list *list, char *out);
    const gg_list_form *form;
    // The n-th item from 0 on; false past the last.
    bool (*item)(unsigned n, gg_list_item *out);
    // What a text adds up to, right or wrong; at most `cap` sums, how many there are.
    uint32_t (*sums)(const gg_request *request_or_null, int seat, const char *text, size_t size,
                     gg_list_sum *out, uint32_t cap);
    // The n-th ready list as text, its name and length; 0 past the last.
    size_t (*ready)(unsigned n, gg_name *name, char *out);
} gg_game_lists;

typedef struct gg_game {
    const char *id, *fr, *en; // id is the folder's name
    uint16_t version;         // of the rules: raised when an old log would replay differently
    uint8_t seats;
    uint8_t listed; // 0: registered, but not offered to players (_template)
    uint32_t table_bytes, state_bytes, facts_bytes;
    uint32_t flow;                                           // where the state keeps its gg_flow
    uint32_t max_legal;                                      // longest legal list
    uint32_t max_steps;                                      // longest game, in actions
    uint16_t piece_domain;                                   // domain of `put PIECE`, 0 = none
    uint16_t edge_label, edge_labels, tag_label, tag_labels; // label ranges for gg_cell
    // The two refusals that the dispatcher gives: not this seat's turn (its argument is the seat),
    // and an action that does not fit the node.
    uint16_t not_your_turn, not_here;
    const char *final_fr, *final_en; // why a verb marked GG_V_FINAL is not undone [opt]

    // facts, from the .def files; counts beside them
    const gg_name *seat_names;
    const gg_rule *rules;
    const gg_refusal *refusals;
    const gg_domain *domains;
    const gg_verb *verbs;
    const gg_node *nodes;
    const gg_event_kind *events;
    const gg_label *labels;
    const gg_face *faces;
    const gg_surface *surfaces;
    const gg_overlay_kind *overlays;
    const gg_scenario *scenarios;
    const gg_option *options;
    const gg_matchup *matchups;
    const gg_uneven *uneven;
    const gg_usual *usual;
    const gg_put_kind *position_words;
    const gg_field *fields;
    uint16_t n_rules, n_refusals, n_domains, n_verbs, n_nodes, n_events, n_labels, n_faces,
        n_surfaces, n_overlays, n_scenarios, n_options, n_matchups, n_uneven, n_usual,
        n_position_words, n_fields;

    // Fills the table. False, with a verdict, when options do not go together. The engine has made
    // sure that every list of the request is one that lists.judge() would make for it, and that
    // own.judge() finds no fault with its own scenario.
    bool (*prepare)(const gg_request *request, void *t, gg_verdict *verdict);
    // The first position; the engine has zeroed the bytes and calls derive() afterwards.
    void (*setup)(const void *t, void *s);
    // Whose turn it is and where: the node is that of the top frame.
    gg_turn (*turn)(const void *t, const void *s);
    // An action that does not fit the node is refused as not_here, unless this knows a better
    // reason (where the verb belongs, which place does not exist) and says false with it. [opt]
    bool (*stray)(const void *t, const void *s, int seat, gg_action action, gg_verdict *verdict);
    // Rebuilds the derived part from the facts. [opt: no derived part]
    void (*derive)(const void *t, void *s);
    // Result: half-points per seat (2 = win, 1 = draw, 0 = loss) and the margin for seat 0.
    void (*score)(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin);
    // Blanks every fact the viewer may not know, and the derived part made from such facts. Twin
    // worlds give equal bytes; doing it twice changes nothing. A count that stays public must
    // survive in the blanks, or resample() would know more than redact() shows. The result is for
    // comparing and exporting; it need not be playable.
    void (*redact)(const void *t, void *s, int viewer);
    // Deals everything the viewer cannot know anew, from redact()'s knowledge alone: two worlds
    // that look alike to the viewer, and the same generator, give the same bytes.
    void (*resample)(const void *t, void *s, int viewer, gg_rng *rng);
    // 0, or the line of the broken invariant. Field bounds are checked by the engine beforehand.
    int (*sound)(const void *t, const void *s);
    // Position lines. False, with a verdict, when the line cannot be obeyed. The engine calls
    // derive() and sound() after the last line.
    bool (*put)(void *t, void *s, const gg_put *put, gg_verdict *verdict);

    gg_game_show show;
    gg_game_brain brain;
    gg_game_lists lists;
    gg_game_own own;
} gg_game;

// -------------------------------------------------------------------------------------- refusals
static inline bool gg_refuse(gg_verdict *verdict, unsigned refusal, int a, int b, int c, int d) {
    if (verdict) {
        verdict->refusal = (uint16_t)refusal;
        verdict->arg[0] = (int16_t)a;
        verdict->arg[1] = (int16_t)b;
        verdict->arg[2] = (int16_t)c;
        verdict->arg[3] = (int16_t)d;
    }
    return false;
}

// Used inside judges, functions that return bool and have a `verdict` in scope.
#define GG_REFUSE_IF(cond, token, a, b) GG_REFUSE_IF4(cond, token, a, b, 0, 0)
#define GG_REFUSE_IF4(cond, token, a, b, c, d)                                                     \
    do {                                                                                           \
        if (cond)                                                                                  \
            return gg_refuse(verdict, REFUSE_##token, (int)(a), (int)(b), (int)(c), (int)(d));     \
    } while (0)

// True when the verb belongs to the node and every operand to its domain; operands that it does not
// have are zero: an action has one spelling. Asked before every check, which may index by operands.
// A number may be any, a set is of `count` bits: both may be larger than the count, nothing else.
static inline bool gg_action_fits(const gg_game *game, unsigned node, gg_action action) {
    const uint8_t *verb = game->nodes[node].verbs;
    unsigned wanted = gg_verb_of(action); // more than a byte if the action has more than 53 bits
    if (!wanted) return false;
    while (*verb != wanted)
        if (!*verb++) return false;
    const uint8_t *domains = game->verbs[wanted].domain;
    for (unsigned i = 0; i < GG_OPERANDS; i++) {
        if (domains[i] == GG_D_NONE) return !(action << (19 + 15 * i)); // no more operands
        const gg_domain *domain = &game->domains[domains[i]];
        if (gg_operand(action, i) < domain->count || domain->kind == GG_K_NUMBER) continue;
        if (domain->kind != GG_K_SET || gg_operand(action, i) >> domain->count) return false;
    }
    return true;
}

// -------------------------------------------------------------------------------- the dispatcher
// Where a state stands, and the row that decides there. What every game asks before anything else
// is asked here, once: whose turn it is, whether the verb is one of the node's, whether the
// operands belong to their domains.
static inline const gg_frame *gg_at(const gg_game *game, const void *s) {
    return gg_flow_top((const gg_flow *)(const void *)((const uint8_t *)s + game->flow));
}

static inline const gg_node *gg_row(const gg_game *game, const void *s) {
    return &game->nodes[gg_at(game, s)->node];
}

// May `seat` do this now? `verdict` may be NULL. Any 64-bit value and any seat may be asked about.
// Chance outcomes are not judged here.
static inline bool gg_check(const gg_game *game, const void *t, const void *s, int seat,
                            gg_action action, gg_verdict *verdict) {
    const gg_frame *frame = gg_at(game, s);
    const gg_node *row = &game->nodes[frame->node];
    if (frame->seat != seat || !row->check) {
        int named = seat >= 0 && seat < game->seats ? seat : 0;
        return gg_refuse(verdict, game->not_your_turn, named, 0, 0, 0);
    }
    if (gg_action_fits(game, frame->node, action)) return row->check(t, s, seat, action, verdict);
    gg_refuse(verdict, game->not_here, 0, 0, 0, 0);
    if (game->stray) (void)game->stray(t, s, seat, action, verdict);
    return false;
}

// What `seat` may do now, ascending; 0 for any other seat. `out` has room for max_legal.
static inline uint32_t gg_legal(const gg_game *game, const void *t, const void *s, int seat,
                                gg_action *out) {
    const gg_frame *frame = gg_at(game, s);
    const gg_node *row = &game->nodes[frame->node];
    return frame->seat == seat && row->legal ? row->legal(t, s, seat, out) : 0;
}

// Chance: every outcome, and the outcome of one ticket.
static inline uint32_t gg_chance(const gg_game *game, const void *t, const void *s,
                                 gg_outcome *out) {
    return gg_row(game, s)->chance(t, s, out);
}

static inline gg_action gg_roll(const gg_game *game, const void *t, const void *s,
                                uint64_t ticket) {
    return gg_row(game, s)->roll(t, s, ticket);
}

// Carries out a legal action or a chance outcome, then every procedure that comes to the top.
static inline void gg_apply(const gg_game *game, const void *t, void *s, gg_action action,
                            gg_events *events_or_null) {
    gg_row(game, s)->play(t, s, action, events_or_null);
    for (const gg_node *row = gg_row(game, s); row->step; row = gg_row(game, s))
        row->step(t, s, events_or_null);
}

#ifdef __cplusplus
}
#endif
#endif
