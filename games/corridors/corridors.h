// SPDX-License-Identifier: Apache-2.0
// Corridors: the state, and what the chapters offer each other.
//
// A card in play is a piece: 0 .. 59 are the deck of player 1, 60 .. 119 that of player 2, in the
// order of the deck list, copies side by side. What a piece is printed with never changes
// (t->card[piece]); hidden is where it lies. A set of a seat's pieces is one 64-bit word.
//
// The top frame says what goes on. Frame 0 is the phase. A procedure (FLIGHT, DUEL, RAID, EXCHANGE,
// STORM, BEGIN, DRAWING, HOMING) is a frame that gg_apply() carries on until somebody decides or
// dice fall; its arguments are its program counter. Meaning of subject and arguments:
//
//   SORTIE     draft on AIR: members are in `assault[seat]`; subject = first aircraft
//   FLIGHT     subject group; corridor, station now, station to reach, FLY_ mode, stage
//   INTERCEPT  on FLIGHT, enemy seat: subject group
//   SALLY      on FLIGHT, own seat: subject group
//   DUEL       subject interceptor; target, 1 + escort, stage, damage to target, damage to
//              interceptor, 0 = a patrol intercepts / 1 = the entering side sallies (A108)
//   JETTISON, ESCORT   on DUEL, seat of the intercepted group: subject group
//   TANKS      on DUEL, owner: subject aircraft
//   AA         on FLIGHT, enemy seat: subject group; place (air position)
//   SHOT       subject attacker; target, FP + 64, TN, ATT_ kind
//   RECON_DIE  on RECON: subject scout; place.   FOUND: the same frame; place, cards still to find
//   RAID       on BOMBARD: subject aircraft or battery; 1 + target, place, 1 + ordnance, ATT_ kind,
//              stage, cards of the area still to attack
//   DEFEND     on RAID, enemy seat: subject aircraft; place
//   AREA       on RAID: a chance to draw the next card of the area
//   EXCHANGE   on MANOEUVRE: subject unit; target, stage
//   RETURN     on EXCHANGE, enemy seat: subject target; the unit that fired
//   MARCH      on MANOEUVRE: subject unit; steps left
//   ASSAULT    draft on MANOEUVRE: place attacked, place it comes from; attackers in `assault`
//   STORM      the same frame: place, from, stage, damage dealt in step 3, damage taken in 2 and 4
//   DEFENSIVE, CLASH, STRIKEBACK   on STORM
//   RETREAT    on STORM, defender: place
//   CLEAR_DIE  on MANOEUVRE: subject engineers; edge place
//   EVENT_DIE  on REINFORCE: subject event card
#ifndef GAME_CORRIDORS_H
#define GAME_CORRIDORS_H

#include "base/bits.h"
#include "board.h"
#include "data.h"
#include "grognard/game.h"

enum {
    CARDS = CO_DECK_CARDS, // of a seat
    PIECES = 2 * CARDS,
    GROUPS_MAX = 12, // a deck holds at most 12 aircraft (AD5)
    HAND_SIZE = 7,   // AD10
    SUPPLY_MAX = 250,
    LEGAL_MAX = 1024,
    NO_PIECE = -1,
};
#define CARD_SET ((INT64_C(1) << CARDS) - 1)

enum {
    PHASE_SETUP,
    PHASE_REINFORCE,
    PHASE_AIR,
    PHASE_RECON,
    PHASE_BOMBARD,
    PHASE_MANOEUVRE,
    PHASES
};
enum { // windows and the steps of an assault, as a refusal to act is told (co_declines)
    WINDOW_INTERCEPT,
    WINDOW_SALLY,
    WINDOW_JETTISON,
    WINDOW_ESCORT,
    WINDOW_AA,
    WINDOW_DEFEND,
    WINDOW_RETURN,
    WINDOW_DEFENSIVE,
    WINDOW_CLASH,
    WINDOW_STRIKEBACK,
    WINDOWS
};
enum { OPTION_LEVY = 1, OPTION_RECRUITS };                          // facts.option (A38)
enum { FLY_OUT, FLY_PATROL, FLY_HOME };                             // mode of a FLIGHT
enum { END_NOT, END_HEADQUARTERS, END_POINTS, END_TURNS, ENDINGS }; // AD64, AD65, AD66

// What kind of attack the dice are for (AD21 and what changes it).
enum {
    ATT_FIRE,       // AD43
    ATT_RETURN,     // AD44
    ATT_BATTERY,    // AD37
    ATT_GUNS,       // AD39, guns of an aircraft
    ATT_ORDNANCE,   // AD39, one ordnance card
    ATT_HEAVY,      // AD41
    ATT_AA,         // AD33, opportunity fire
    ATT_SELF,       // AD34, self-defence
    ATT_INTERCEPT,  // AD30, the interceptor
    ATT_BACK,       // AD30, its target
    ATT_ESCORT,     // AD31
    ATT_DEFENSIVE,  // AD47 step 2
    ATT_ASSAULT,    // AD47 step 3
    ATT_STRIKEBACK, // AD47 step 4
    ATT_MINE,       // AD56; the attacker is the obstacle card
    ATT_FALL,       // AD61; the attacker is the carrier that was hit
    ATT_KINDS,
    ATT_FAUST = 32 // added to a kind: with the unit's Panzerfausts (AT01)
};

#define GG_FACTS_NAME   co_facts
#define GG_PREFIX(name) co_##name
#include "grognard/enums.inc"
#include "grognard/features.inc"

extern const gg_name co_place_names[BOARD_PLACES], co_corridor_names[CORRIDORS],
    co_phase_names[PHASES], co_window_names[WINDOWS], co_deck_choice_names[CO_READY_DECKS + 1];

typedef struct co_state {
    struct co_facts f;
    // Derived, rebuilt by co_derive() and kept right by co_put_at() and co_place_on().
    uint64_t at[SEATS][PLACES]; // cards lying there, those under, on and in others included
    uint64_t ridden[SEATS];     // cards that carry, hold or have under them at least one card
    uint16_t points[SEATS];     // worth of the seat's victory pile (AD63)
    uint16_t held[SEATS];       // zones and HQ with a ground card of that seat: bit = place
} co_state;

static_assert(sizeof(struct co_facts) % 8 == 0, "facts are hashed as 64-bit words");
static_assert(sizeof(co_state) == sizeof(struct co_facts) + 8 * 2 * (PLACES + 1) + 8,
              "the state has no padding");

typedef struct co_table {
    gg_chosen request;
    co_field field;
    co_deck deck[SEATS];        // a ready one, or the player's own
    uint8_t nation[SEATS];      // CO_GERMAN ...
    uint8_t card[PIECES];       // line of co_cards
    uint8_t first_copy[PIECES]; // the first piece with the same card
    uint8_t copies[PIECES];     // how many the deck holds
    uint8_t opening[PIECES];    // 1 + CO_OPEN_ of the ready opening, 0 = not in it
    // Sets by class and flag, per seat.
    uint64_t ground[SEATS], unit[SEATS], foot[SEATS], gun[SEATS], vehicle[SEATS], armoured[SEATS],
        aircraft[SEATS], bombers[SEATS], fighters[SEATS], aa[SEATS], airfp[SEATS], fort[SEATS],
        obstacle[SEATS], ordnance[SEATS], tanks[SEATS], attach[SEATS], event[SEATS], carrier[SEATS],
        hqt[SEATS], clears[SEATS], battery[SEATS], assaults[SEATS], recruits[SEATS],
        workshop[SEATS], scouts[SEATS], passenger[SEATS];
} co_table;

// ---- small things used everywhere
static inline int co_owner(int piece) {
    return piece >= CARDS;
}
static inline int co_enemy(int seat) {
    return seat ^ 1;
}
static inline uint64_t co_bit(int piece) { // in a set of its owner
    return UINT64_C(1) << (piece < CARDS ? piece : piece - CARDS);
}
static inline bool co_in(const uint64_t set[SEATS], int piece) {
    return (set[co_owner(piece)] & co_bit(piece)) != 0;
}
static inline void co_add(uint64_t set[SEATS], int piece) {
    set[co_owner(piece)] |= co_bit(piece);
}
static inline void co_drop(uint64_t set[SEATS], int piece) {
    set[co_owner(piece)] &= ~co_bit(piece);
}
// Takes the lowest piece of a seat's set; the set must not be empty.
static inline int co_take(int seat, uint64_t *set) {
    int piece = seat * CARDS + __builtin_ctzll(*set);
    *set &= *set - 1;
    return piece;
}
static inline int co_count(uint64_t set) {
    return gg_bits_popcount64(set);
}
static inline const co_card *co_printed(const co_table *t, int piece) {
    return &co_cards[t->card[piece]];
}
static inline int co_carrier(const co_state *s, int piece) { // what it lies on, NO_PIECE = nothing
    return s->f.on[piece] - 1;
}
// for (uint64_t set = ...; set;) { int piece = co_take(seat, &set); ... }

// ---- board.c, stack.c: places, stacks, attachments
void co_derive(const void *t, void *s);
void co_put_at(const co_table *t, co_state *s, int piece, int place); // takes what lies on it along
void co_place_on(const co_table *t, co_state *s, int piece, int carrier); // NO_PIECE: nothing
uint64_t co_load_of(const co_state *s, int piece); // set of what lies on or under it
// An attachment of that CO_ kind, or NO_PIECE.
int co_attached(const co_table *t, const co_state *s, int piece, int kind);
// The unit carried or sheltered, or NO_PIECE.
int co_passenger(const co_table *t, const co_state *s, int piece);
int co_limit(const co_table *t, const co_state *s, int place);
// What counts against the limit (A23, A26).
int co_stack(const co_table *t, const co_state *s, int place);
bool co_room(const co_table *t, const co_state *s, int piece, int place); // with its passenger
const co_terrain *co_ground(const co_table *t, const co_state *s, int place);
int co_obstacle(const co_table *t, const co_state *s, int a, int b); // between them, or NO_PIECE
bool co_is_fighter(const co_table *t, const co_state *s, int piece); // A119 to A125
uint64_t co_group(const co_state *s, int seat, int group);           // its aircraft
// The seat's cards there that can be told apart: ground cards and forts, spotted or not; and those
// of them that are face down.
uint64_t co_crowd(const co_table *t, const co_state *s, int seat, int place);
uint64_t co_hidden_at(const co_table *t, const co_state *s, int seat, int place);

// ---- r00_combat.c: the combat core (AD21 to AD23, AD63) and node SHOT
typedef struct co_attack {
    bool able;  // has firepower of the kind needed at all
    int fp, tn; // 2d6 + fp against tn
} co_attack;
// With a ledger, writes every term with its rule. The attacker is the card whose firepower counts:
// ATT_ORDNANCE the ordnance card itself (its carrier's damage weakens it), ATT_MINE the obstacle.
bool co_able(const co_table *t, const co_state *s, int kind, int attacker, int target); // no "-"
co_attack co_reckon(const co_table *t, const co_state *s, int kind, int attacker, int target,
                    gg_ledger *ledger);
// What the fortification it stands in gives it, 0 if it stands in none (AD21g, AD53d).
int co_fort_cover(const co_table *t, const co_state *s, int piece);
int co_wounds(int sum, int fp, int tn);     // AD21: damage points of a throw
int co_chances(int points, int fp, int tn); // out of 36 throws, those that do at least so many
// Calls a SHOT frame on top; the dice then fall. The damage is done at once by co_hurt(), except in
// air combat, one simultaneous round (AD30): there it is only added to the DUEL frame below, arg[3]
// for ATT_INTERCEPT, arg[4] for ATT_BACK and ATT_ESCORT, and the duel calls co_hurt() at its end.
// Paying, engaging and spotting the firer are the caller's business.
void co_shoot(const co_table *t, co_state *s, int kind, int attacker, int target);
// Damage, destruction, passengers (AD61). May call a SHOT frame.
void co_hurt(const co_table *t, co_state *s, int piece, int points, unsigned rule,
             gg_events *events);
void co_destroy(const co_table *t, co_state *s, int piece, unsigned rule, gg_events *events);
void co_discard(const co_table *t, co_state *s, int piece, gg_events *events);
void co_spot(const co_table *t, co_state *s, int piece, unsigned rule,
             gg_events *events);                           // and what is attached (A35)
void co_engage(const co_table *t, co_state *s, int piece); // AD22
// Ends the node on top; true when the answer was to do nothing, which is told.
bool co_declines(co_state *s, gg_action action, int window, unsigned rule, gg_events *events);
void co_pay(co_state *s, int seat, int supply);

// ---- sequence.c
void co_next_phase(const co_table *t, co_state *s, gg_events *events);
void co_start_play(const co_table *t, co_state *s, gg_events *events);     // after set-up
void co_open_reinforce(const co_table *t, co_state *s, gg_events *events); // r01_refit.c: AD15

// ---- what is done at a node (co_check_, co_legal_, co_play_, co_step_) is declared from nodes.def

// Sends a group on its way: calls a FLIGHT frame.
void co_fly(co_state *s, int seat, int group, int corridor, int from, int to, int mode);

// The set a draw is made from: DECK of a seat, hidden cards of a place, ...; by node.
uint64_t co_pool_found(const co_table *t, const co_state *s); // r03: of the enemy of the scout
uint64_t co_pool_area(const co_table *t, const co_state *s);  // r04: of the attacked side
int co_supply_dice(const co_table *t, const co_state *s);     // AD13: 2 or 3

// ---- setup.c, scenario.c
bool co_prepare(const gg_request *request, void *t, gg_verdict *verdict);
void co_setup(const void *t, void *s);
bool co_put(void *t, void *s, const gg_put *put, gg_verdict *verdict);
int co_sound(const void *t, const void *s);
size_t co_name(const void *t, unsigned domain, unsigned value, gg_form form, char *out, size_t cap);
unsigned co_facts(const void *t, unsigned domain, unsigned value);

// ---- deck.c: decks that players write
uint32_t co_judge_deck(const gg_request *request_or_null, int seat, const char *text, size_t size,
                       gg_own_list *list, gg_fault *out, uint32_t cap);
uint32_t co_read_setting(const char *text, size_t size, co_field *out, gg_fault *fault,
                         uint32_t cap);
uint32_t co_judge_setting(unsigned scenario, const char *text, size_t size, gg_fault *out,
                          uint32_t cap);
extern const char *const co_scenario_texts[SCENARIOS]; // setting.c, and the texts it reads
size_t co_write_deck(const gg_own_list *list, char *out);
bool co_deck_of(const gg_own_list *list, co_deck *out); // false: the bytes are no deck
uint32_t co_sum_deck(const gg_request *request_or_null, int seat, const char *text, size_t size,
                     gg_list_sum *out, uint32_t cap);
size_t co_ready_deck(unsigned n, gg_name *name, char *out);

// ---- catalogue.c: what they are built from
extern const gg_list_form co_deck_form;
bool co_catalogue(unsigned n, gg_list_item *out);

// ---- r06_victory.c
bool co_end_turn(const co_table *t, co_state *s, gg_events *events); // AD64 to AD66: true = over
void co_score(const void *t, const void *s, int half[GG_SEATS_MAX], int32_t *margin);

// ---- knowledge.c, view.c, explain.c
bool co_sees(const co_table *t, const co_state *s, int viewer,
             int piece);                                    // may tell which card it is
bool co_in_secret(const co_state *s, int viewer, int seat); // his set-up, from the viewer
unsigned co_see_mask(const co_table *t, const co_state *s, int piece);
void co_redact(const void *t, void *s, int viewer);
void co_resample(const void *t, void *s, int viewer, gg_rng *rng);
void co_view(const void *t, const void *s, int viewer, gg_view *out);
void co_cell(const void *t, unsigned surface, unsigned index, gg_cell *out);
void co_overlay(const void *t, const void *s, int viewer, unsigned kind, unsigned about,
                gg_overlay *out);
size_t co_about(const void *t, unsigned domain, unsigned value, gg_lang lang, char *out,
                size_t cap); // about.c
void co_outcome(const void *t, const void *before, const void *after, int viewer,
                gg_effects *out); // outcome.c
void co_explain(const void *t, const void *s, int viewer, gg_action action, gg_ledger *out);

// ---- appeal.c, value.c, draw.c, plan.c
int32_t co_appeal(const void *t, const void *s, int seat);
void co_features(const void *t, const void *s, gg_features *out);
int32_t co_value(const void *t, const void *s, int seat);
extern const gg_weights co_weights; // data/weights.txt
gg_action co_policy(const void *t, const void *s, int seat, gg_rng *rng);
bool co_draw(const void *t, const void *s, int seat, gg_rng *rng, gg_plan *out);
uint32_t co_clock(const void *t, const void *s);
uint32_t co_plan(const void *t, const void *s, int seat, gg_plan *out);

// ---- reply.c, worlds.c: for odds
gg_action co_reply(const void *t, const void *s, int seat);
uint32_t co_worlds(const void *t, const void *s, int viewer, const gg_plan *plan, void *out,
                   uint32_t room, gg_world *about);

#endif
