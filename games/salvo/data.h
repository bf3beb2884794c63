// SPDX-License-Identifier: Apache-2.0
// Weapons, units, officers, tables and ready companies as const tables. compile.py makes them at
// build time from data/, after checking every line; nothing here is written by hand twice, and
// nothing changes at run time.
//
// Lengths are whole millimetres. A table's corner 0,0 is on side 0's own edge (x = 0); side 1's own
// edge is x = width. Polygons are as base/plane.h wants them: counter-clockwise, strictly convex,
// from the leftmost (then lowest) corner.
//
// The figures of an infantry unit are numbered from 0: standard bearers, then support bearers; the
// leader is figure 0 at the start, and the officer if the unit has one. The figures of a unit of
// vehicles are its vehicles.
#ifndef SALVO_DATA_H
#define SALVO_DATA_H

#include "base/plane.h"
#include "grognard/game.h"

enum {
    SV_WEAPONS = 24,
    SV_UNITS = 24,
    SV_RANKS = 5, // rank 0 = no officer, then 1 to 4
    SV_RANK_MAX = SV_RANKS - 1,
    SV_SIDES = 2,
    SV_VEHICLE_WEAPONS = 2,
    SV_VEHICLES_MAX = 3,
    SV_PIECES_MAX = 16,      // scenery of one table
    SV_OBJECTIVES_MAX = 5,   // of one table
    SV_COMPANY_UNITS = 12,   // units of one company, reserve included (follows from 1,500 AP)
    SV_COMPANY_FIGURES = 80, // figures of one company, likewise
    SV_SECTIONS_MAX = 3,
    SV_BOARD_MAX = 1500, // longest side of a table
    SV_NONE = 0xff,
};

// -------------------------------------------------------------------------------------- factions
enum { SV_AUSTRAL, SV_VHAR, SV_FORGES, SV_FACTIONS };

// --------------------------------------------------------------------------------------- weapons
enum { SV_MOUNT_STANDARD, SV_MOUNT_SUPPORT, SV_MOUNT_VEHICLE }; // a walker may bear any of them

typedef struct sv_weapon {
    // CH1d: ACC, shots, re-rolls that it adds to its salvo (CR55), PEN, DAM
    uint8_t accuracy, shots, rerolls, penetration, damage;
    uint8_t mount;
    uint8_t blast;      // O2: radius in mm; 0 = direct fire. A blast weapon exists only with O2
    uint8_t flame;      // 1: option O9 denies the cover save
    uint16_t max_range; // leader to leader, mm; 0 = no limit
    uint16_t spare;
} sv_weapon;

// ----------------------------------------------------------------------------------------- units
enum { SV_INFANTRY, SV_WALKER, SV_VEHICLE, SV_TYPES };
enum { SV_MOVE_FIRST, SV_MOVE_SECOND, SV_MOVES }; // the two movement values (C30)

// CH1b: grade, size, base radius, CBT, MOR, PRO and two moves are of every unit.
typedef struct sv_unit {
    uint8_t faction, type, grade;
    uint8_t size;         // 1 to 3, for sight and cover (CH1)
    uint8_t radius;       // of a base
    uint8_t heavy;        // 1: a heavy walker (CH9)
    uint8_t combat_skill; // CBT
    uint8_t morale;       // MOR
    uint8_t protection;   // PRO
    uint8_t figures;      // infantry: initial strength; vehicles: 1, times the vehicles bought
    uint8_t vehicles_max; // 1 to 3; 0 for infantry
    // infantry
    uint8_t standard_count, standard_weapon; // SV_NONE: they bear none
    uint8_t support_count, support_weapon;   // 0 and SV_NONE: no support bearers
    uint8_t attack, attacks, penetration;    // CH1e: melee ATT, attacks of a figure, PEN
    // walkers and vehicles
    uint8_t weapon[SV_VEHICLE_WEAPONS]; // in data order (CH3), SV_NONE fills up
    // CH1f: structure; every weapon has the same
    uint8_t propulsion, hull, weapon_structure;
    uint8_t mortar; // weapon that replaces the support weapon, or the first of a vehicle, when the
                    // company says so (O2 only); SV_NONE: no such choice
    uint16_t move[SV_MOVES];
    uint16_t army_points; // of the unit, or of each vehicle
} sv_unit;

// -------------------------------------------------------------------------------------- officers
// CH1a: the rank, 1 to 4, is the line of sv_officers; AUT and CP value are his own.
typedef struct sv_officer {
    uint8_t authority, command_points, army_points;
    uint8_t spare;
} sv_officer;

// ------------------------------------------------------------------------- scenery and scenarios
enum { SV_WALL, SV_CONTAINER, SV_RUIN, SV_AREA, SV_PIECE_KINDS };

// CH5c: convex, with at most GG_POLYGON_MAX corners, 8 (normalise() in reader.py).
typedef struct sv_piece {
    gg_point corner[GG_POLYGON_MAX];
    gg_box box;
    uint8_t corners;
    uint8_t kind;
    uint8_t height; // 1 to 3: blocks sight above both sizes, covers from the figure's size on
    uint8_t solid;  // 1: nobody may end on it (CR20); 0: area terrain
} sv_piece;

typedef struct sv_objective {
    gg_point at;
    uint8_t stars;    // for the side that controls it, at each maintenance
    uint8_t payments; // how often it pays in the game; 0 = without limit
} sv_objective;

// relay is the scenario of a match that names none, hence the first. empty is for positions and
// tests, which put scenery and objectives there; players are not offered it.
enum { SV_RELAY, SV_FIRST_SALVO, SV_DIKE, SV_WELLS, SV_COURIER, SV_EMPTY, SV_SCENARIOS };

// Names and briefings stand in scenarios.def, in the order of the enumeration above.
typedef struct sv_scenario {
    const char *token;
    uint16_t width, height;
    uint8_t pieces, objectives;
    uint8_t rounds;
    uint8_t star_limit[SV_SIDES]; // stars that win at a check; 0 = none for that side
    uint8_t hold_objective;       // side 0 wins at a check while it controls this one; SV_NONE
    uint8_t hold_from;            // ... from this round's check on
    uint8_t default_winner;  // side that wins when nobody has at the last check; SV_NONE: stars
    uint8_t commander_stars; // stars lost with the company commander (CH11)
    uint16_t army_points[SV_SIDES], reserve[SV_SIDES];
    gg_box deploy[SV_SIDES];
    sv_piece piece[SV_PIECES_MAX];
    sv_objective objective[SV_OBJECTIVES_MAX];
} sv_scenario;

// ------------------------------------------------------------------------------------- companies
typedef struct sv_company_unit {
    uint8_t unit;
    uint8_t rank;     // officer who leads it, 0 = none
    uint8_t vehicles; // bought; 0 for infantry
    uint8_t section;  // 0 to 2
    uint8_t reserve;  // 1: declared as reserve
    uint8_t mortar;   // 1: bears its mortar (O2)
} sv_company_unit;

typedef struct sv_company {
    gg_name name;
    uint8_t faction, units;
    uint8_t commander; // unit that the company commander leads
    uint8_t sections;
    uint16_t limit;       // army points of the side it is built for
    uint16_t army_points; // what it costs, reserve included
    uint16_t reserve;     // what its reserve costs
    sv_company_unit unit[SV_COMPANY_UNITS];
} sv_company;

// Sizes of the scenarios' sides; companies are sorted by size, then faction.
enum { SV_SIZE_400, SV_SIZE_750, SV_SIZE_1000, SV_SIZE_1100, SV_SIZE_1500, SV_SIZES };
enum { SV_READY_MIN = 2 }; // companies ready for each size and faction, at least

typedef struct sv_range {
    uint8_t first, count;
} sv_range;

// ---------------------------------------------------------------------------------------- tables
extern const sv_weapon sv_weapons[SV_WEAPONS];
extern const sv_unit sv_units[SV_UNITS];
extern const sv_officer sv_officers[SV_RANKS]; // [0] is all zero
extern const sv_scenario sv_scenarios[SV_SCENARIOS];
extern const sv_company sv_companies[];
extern const uint8_t sv_company_count;
extern const uint16_t sv_sizes[SV_SIZES];              // 400, 750, ...
extern const sv_range sv_ready[SV_SIZES][SV_FACTIONS]; // lines of sv_companies

// Ready for DOMAIN lines: the token is what is typed, the rest is spoken.
extern const gg_name sv_faction_names[SV_FACTIONS];
extern const gg_name sv_weapon_names[SV_WEAPONS];
extern const gg_name sv_unit_names[SV_UNITS];
extern const gg_name sv_unit_short_names[SV_UNITS]; // glyph of two letters, short names
extern const gg_name sv_rank_names[SV_RANKS];
extern const gg_name sv_piece_kind_names[SV_PIECE_KINDS];

static inline bool sv_is_infantry(const sv_unit *unit) {
    return unit->type == SV_INFANTRY;
}

// Figures of a unit as the company bought it.
static inline int sv_strength(const sv_company_unit *unit) {
    return sv_units[unit->unit].figures * (unit->vehicles ? unit->vehicles : 1);
}

// What a unit of a company costs; the officer's points are counted apart (CH11).
static inline int sv_unit_points(const sv_company_unit *unit) {
    return sv_units[unit->unit].army_points * (unit->vehicles ? unit->vehicles : 1);
}

// CH10a: supply stars to buy it, points of unit and officer by 60, rounded up.
static inline int sv_reinforcement_cost(const sv_company_unit *unit) {
    return (sv_unit_points(unit) + sv_officers[unit->rank].army_points + 59) / 60;
}

// Companies ready for a side of a scenario, as lines of sv_companies.
static inline sv_range sv_ready_for(const sv_scenario *scenario, int side, int faction) {
    int size = 0;
    while (sv_sizes[size] != scenario->army_points[side]) size++;
    return sv_ready[size][faction];
}

#endif
