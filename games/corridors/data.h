// SPDX-License-Identifier: Apache-2.0
// Cards, terrain, ready decks and battlefields as const tables. compile.py makes them at build time
// from data/cards.tsv, data/specials.tsv, data/terrain.tsv, data/decks/*.deck and
// data/fields/*.txt, after checking every line; nothing here changes at run time.
//
// A card index is the line of the card in cards.tsv, then specials.tsv: G01 is 1, X03 is 142, T01
// is 143, E08 is 164; 0 is no card. New cards are added at the end of their file, so that only
// specials ever change number. Zones are numbered row by row: a1 b1 c1 a2 b2 c2 a3 b3 c3 are 0 to 8
// (AD1). What the rules read in every step stands in co_card, 32 bytes; words for people stand
// apart.
#ifndef CORRIDORS_DATA_H
#define CORRIDORS_DATA_H

#include "grognard/game.h"

enum {
    CO_NO_CARD = 0,
    CO_CARDS = 165,         // 142 of cards.tsv, 22 of specials.tsv, and line 0
    CO_FIRST_SPECIAL = 143, // T01
    CO_FIRST_EVENT = 157,   // E01
    CO_NONE = -1,           // the dash: no such firepower, whatever the bonus (AD21)
    CO_FLIES_FAR = 9,       // mv of an aircraft: unlimited (A67)
    CO_ZONES = 9,
    CO_DECK_CARDS = 60, // AD5
    CO_READY_DECKS = 4,
    CO_BATTLEFIELDS = 6,
};

// -------------------------------------------------------------------------------------- the cards
enum { CO_GERMAN, CO_SOVIET, CO_US, CO_COMMONWEALTH, CO_NATIONS }; // G S U W (AD6)

enum {
    CO_NO_CLASS,
    CO_INF, // infantry soldiers; the only class of the Soviet option (A40, A46)
    CO_ELITE,
    CO_ENG,
    CO_RECON,
    CO_ATG,
    CO_AAG,
    CO_TANK,
    CO_AFV,
    CO_TRANS,
    CO_BTY,
    CO_HQT,
    // A118: the aircraft of the fighter type; cards call it a fighter-bomber (CLASS_NAMES in
    // compile.py).
    CO_FB,
    // A117: dive, heavy and jet bombers: the class printed on the card says bomber.
    CO_DB,
    CO_HB,
    CO_JB,
    CO_ORD,
    CO_FORT,
    CO_OBS,
    CO_ATTACH,
    CO_EVENT,
    CO_CLASSES
};

enum {
    CO_F_GROUND = 1 << 0,    // ground unit or HQ troop: "troops" (A21, A27)
    CO_F_UNIT = 1 << 1,      // ground unit, HQ troops excepted
    CO_F_FOOT = 1 << 2,      // exactly one of foot, gun, vehicle for every ground card
    CO_F_GUN = 1 << 3,       //
    CO_F_VEHICLE = 1 << 4,   //
    CO_F_ARMOURED = 1 << 5,  // attacked with hFP
    CO_F_AIRCRAFT = 1 << 6,  // FB, DB, HB, JB
    CO_F_GREY = 1 << 7,      // airFP on grey: no opportunity fire (A86, A87)
    CO_F_AA = 1 << 8,        // ground card with an airFP that is not grey
    CO_F_CARRIER = 1 << 9,   // takes one foot or gun unit (AD59): transports and tanks with riders
    CO_F_RIDERS = 1 << 10,   // tank riders dismount when it is hit at all (AD61)
    CO_F_RELOAD = 1 << 11,   // stays engaged through the owner's next turn (AD38)
    CO_F_WORKSHOP = 1 << 12, // one extra free refit point anywhere in each own phase 1 (AD15)
    CO_F_CLEARS = 1 << 13,   // clears obstacles (AD52, AD58)
    CO_F_DIVE = 1 << 14,     // ignores 2 points of cover (AD40)
    CO_F_ASSAULTS = 1 << 15, // able in an assault (AD46): no gun, battery, transport, HQT, AA
    CO_F_BATTERY = 1 << 16,  // ground card with a bFP: fires missions (AD37)
    CO_F_RECRUITS = 1 << 17, // INF of cost 2 or less: what the Soviet option may touch (A41, A47)
    CO_F_SPECIAL = 1 << 18,  // attachment or event
    CO_F_OPENING = 1 << 19,  // may stand in an opening (AD9): no fort, obstacle or special
    CO_F_PASSENGER = 1 << 20 // may be carried (AD59): foot or gun unit
};

// co_card.kind; what it means hangs on the class.
// AR3: bombs, rockets and drop tanks are kinds of one class, ordnance. Guns on the ground are
// CO_BTY, a ground unit, and are deployed in the HQ as such (check_place() in r01_deploy.c).
enum { CO_BOMB = 1, CO_ROCKET, CO_DROP_TANKS }; // ORD
enum { CO_WIRE = 1, CO_MINEFIELD, CO_DITCH };   // OBS
enum {                                          // ATTACH, in the order of T01 to T14
    CO_PANZERFAUST = 1,                         // T01 one attack with hFP 6, then discarded
    CO_BAZOOKA,                                 // T02 hFP +2
    CO_PETROL_BOMBS,                            // T03 hFP +3 in assault
    CO_EXTRA_ARMOUR,                            // T04 Def +1
    CO_VETERANS,                                // T05 +1 to its attacks
    CO_SHARPSHOOTERS,                           // T06 sFP +1
    CO_OBSERVER,                                // T07 batteries +1 against targets adjacent to it
    CO_NETS,                                    // T08 found by recon only as the last hidden card
    CO_MEDICS,                                  // T09 its free refit point applies anywhere
    CO_COMMISSAR,                               // T10 its zone falls only when no defender is left
    CO_FLAMETHROWER,                            // T11 ignores cover and fort in assault
    CO_HEDGE_CUTTER,                            // T12 no stop in forest or bocage
    CO_TRACTOR,                                 // T13 mv +1
    CO_RADIO,                                   // T14 rec +1
    CO_ATTACH_KINDS
};
enum {               // EVENT, in the order of E01 to E08
    CO_SMOKE = 1,    // E01
    CO_NIGHT_ATTACK, // E02
    CO_LOW_CLOUD,    // E03
    CO_SIGNALS,      // E04
    CO_FUEL_DUMP,    // E05
    CO_PARTISANS,    // E06
    CO_MUD,          // E07
    CO_FORCED_MARCH, // E08
    CO_EVENT_KINDS
};

typedef struct co_card {
    uint32_t flags;            // CO_F_
    uint32_t attach_to;        // ATTACH: bit 1 << class of those it fits (A32)
    uint32_t attach_needs;     // ATTACH: flags that its unit must have as well
    uint8_t cls, kind;         // CO_INF ..., CO_BOMB ...
    uint8_t nations;           // bit 1 << nation of the decks that may hold it; neutral: all four
    uint8_t cost;              // supply (A8) and victory points (AD63)
    uint8_t copies;            // most in one deck (AD5)
    int8_t def, hp;            // 0 on cards that are never attacked
    int8_t sfp, hfp, air, bfp; // or CO_NONE
    uint8_t rng, mv, rec;      //
    uint8_t cap;               // FB: ordnance cards; carrier and fort: units (1)
    uint8_t area;              // cards attacked at once; 1 for most (AD38, AD41)
    uint8_t launch;            // aircraft: supply for take-off (A54, A55)
    uint8_t cover;             // FORT
    uint8_t spare[2];
} co_card;

typedef struct co_text { // what is printed on the card besides its numbers; "" when nothing is
    const char *fr, *en;
} co_text;

// ------------------------------------------------------------------------------------ the terrain
enum { // in the order of AD7
    CO_PLAIN,
    CO_FIELDS,
    CO_HILL,
    CO_MARSH,
    CO_FOREST,
    CO_VILLAGE,
    CO_BOCAGE,
    CO_TOWN,
    CO_CITY,
    CO_RIVER,
    CO_CROSSROADS,
    CO_ZONE_TERRAINS,
    // AD7j: a terrain beyond those that zones have; its limit 9, cover 3/3 and concealment 2 are
    // the last line of terrain.tsv.
    CO_HQ_TERRAIN = CO_ZONE_TERRAINS, // of both headquarters, which are no zones
    CO_TERRAINS
};
enum {
    CO_T_OPEN = 1,        // a unit ending its move here next to an enemy is spotted
    CO_T_OVERLOOKS = 2,   // recon from here +1
    CO_T_SOFT_GROUND = 4, // no vehicles, no guns
    CO_T_STOPS = 8,       // vehicles stop on entry
    CO_T_HEDGES = 16,     // the stop that a hedge cutter (T12) lifts: forest, bocage
    CO_T_CLOSE = 32,      // armoured attackers -1
    CO_T_BRIDGE = 64,     // one card may enter per player turn
    CO_T_DEPOT = 128      // +1 supply each own phase 1 while occupied
};

typedef struct co_terrain {
    uint8_t stack_limit;
    uint8_t cover_soft, cover_hard;
    uint8_t conceal;
    uint8_t cost; // free set-up (AD8)
    uint8_t flags;
} co_terrain;

// --------------------------------------------------------------------- decks and battlefields
enum {
    CO_OPEN_LEFT,
    CO_OPEN_CENTRE,
    CO_OPEN_RIGHT,
    CO_OPEN_HQ,
    CO_OPEN_AIRFIELD,
    CO_OPEN_ANYWHERE
};
enum { CO_OPEN_MAX = 30 }; // 30 supply (AD9); no opening card is free

typedef struct co_deck_line {
    uint8_t card, count, open; // `open` of the `count` may begin in play
} co_deck_line;

// Where a card of the ready opening stands: left, centre or right of the own row as its owner sees
// it (left is column a for player 1, c for player 2), HQ or airfield. A deck file may leave it out.
typedef struct co_opening {
    uint8_t card, place; // CO_OPEN_
} co_opening;

typedef struct co_deck {
    const char *token; // "german"; the letter is that of the nation
    uint8_t nation, lines, cards, openings;
    uint8_t opening_cost, spare[3];
    co_deck_line line[CO_DECK_CARDS]; // ascending card, each card once
    co_opening opening[CO_OPEN_MAX];  // HQ troops first (AD9), then by importance
} co_deck;

typedef struct co_field {
    const char *token; // as in scenarios.def
    uint8_t terrain[CO_ZONES];
    uint8_t bought;    // 1: free set-up, terrain is paid for (AD8); `terrain` is plain then
    uint8_t supply;    // for starting forces: 30, 42, 20
    uint8_t deck_size; // 60, or 30 drawn from the list (AD70)
    uint8_t points;    // victory pile that wins: 45, 25 (AD65)
    uint8_t turns;     // 15, 8 (AD66)
    uint8_t deck[2];   // ready decks of this battlefield, lines of co_decks
} co_field;

// ---------------------------------------------------------------------------------------- tables
extern const co_card co_cards[CO_CARDS];
extern const co_text co_card_texts[CO_CARDS];
extern const co_terrain co_terrains[CO_TERRAINS];
extern const co_deck co_decks[CO_READY_DECKS];    // in the order of nations
extern const co_field co_fields[CO_BATTLEFIELDS]; // standard, bridges, bocage, ruins, free, quick

// Ready for DOMAIN lines: the token is what is typed (G01, forest), the rest is spoken.
extern const gg_name co_card_names[CO_CARDS];
extern const gg_name co_terrain_names[CO_TERRAINS];
extern const gg_name co_nation_names[CO_NATIONS];
extern const gg_name co_class_names[CO_CLASSES];

static inline bool co_is(int card, uint32_t flags) {
    return (co_cards[card].flags & flags) != 0;
}

static inline bool co_fits(int attachment, int card) { // A32
    const co_card *under = &co_cards[attachment], *unit = &co_cards[card];
    return (under->attach_to >> unit->cls & 1U) != 0 &&
           (unit->flags & under->attach_needs) == under->attach_needs;
}

#endif
