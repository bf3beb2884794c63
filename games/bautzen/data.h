// SPDX-License-Identifier: Apache-2.0
// Map and counters as const tables. compile.py makes them from data/map.txt, data/counters.csv,
// data/names.tsv and terrain.def at build time, after checking every line; nothing here is written
// by hand twice, and nothing changes at run time.
//
// Hexes are numbered as in base/hexgrid.h: index = (column - 1) * 14 + (row - 1), so the order of
// map.txt is ascending index. Directions N NE SE S SW NW are 0 to 5; bit d of a side mask speaks of
// the side or link towards direction d. Counters are in the order of counters.csv: Allied units,
// German units, supply columns, air markers.
//
// Movement is counted in half MP (BD9).
#ifndef BAUTZEN_DATA_H
#define BAUTZEN_DATA_H

#include "grognard/game.h"

enum {
    BZ_COLS = 26,
    BZ_ROWS = 14,
    BZ_HEXES = BZ_COLS * BZ_ROWS,
    BZ_HEX_WORDS = (BZ_HEXES + 63) / 64, // words of a set of hexes, bit i of word i / 64
    BZ_DIRS = 6,
    BZ_OFF_MAP = -1,
};

// Ranges of counters; compile.py writes asserts that these are the counts of counters.csv.
enum {
    BZ_ALLIED_FIRST = 0,
    BZ_GERMAN_FIRST = 66,
    BZ_CL_FIRST = 100,
    BZ_AIR_FIRST = 108,
    BZ_COUNTERS = 111,
    BZ_UNITS = BZ_CL_FIRST, // counters that fight or command
    BZ_CLS = BZ_AIR_FIRST - BZ_CL_FIRST,
    BZ_AIRS = BZ_COUNTERS - BZ_AIR_FIRST,
    BZ_FORMATIONS = 22, // line 0 = none
    BZ_ZONES = 20,
    BZ_SOURCES = 12,
    BZ_VICTORY_HEXES = 8,
    BZ_DOMINANTS = 12,
};

// ------------------------------------------------------------------------------------------- map
enum {
#define TERRAIN(name, word, infantry, other, die, stack, fr, en) BZ_##name,
#include "terrain.def"
    BZ_TERRAINS
};
enum {
#define TOWN(name, word, half_mp, die, shift, stack, replaces, fr, en) BZ_TOWN_##name,
#include "terrain.def"
    BZ_TOWNS
};
enum { BZ_SOURCE_ALLIED = 1, BZ_SOURCE_FIFTH_GUARDS = 2, BZ_SOURCE_GERMAN = 4 }; // BD2
enum { BZ_VP_NONE, BZ_VP_PRIMARY, BZ_VP_SECONDARY, BZ_VP_DRESDEN };              // BD5
enum { BZ_COLUMN_INFANTRY, BZ_COLUMN_OTHER, BZ_MOVE_COLUMNS };                   // BD11

typedef struct bz_terrain {
    uint8_t half_mp[BZ_MOVE_COLUMNS];
    int8_t die;
    uint8_t stack_limit;
} bz_terrain;

typedef struct bz_town {
    uint8_t half_mp; // 0 = that of the terrain
    int8_t die, shift;
    uint8_t stack_limit; // 0 = that of the terrain
    uint8_t replaces;    // 1: its combat effects replace the terrain's (BD17a)
} bz_town;

typedef struct bz_hex {
    int16_t neighbour[BZ_DIRS]; // index or BZ_OFF_MAP
    uint8_t terrain, town;
    uint8_t dominant;               // 1 = bears a triangle (B37)
    uint8_t stack_limit;            // points; terrain and town together
    uint8_t road, motorway, rail;   // side masks
    uint8_t link;                   // the three together
    uint8_t river;                  // side mask
    uint8_t source;                 // BZ_SOURCE_ bits
    uint8_t vp;                     // BZ_VP_
    uint8_t panzer_zone;            // BD3, BD4
    uint8_t col, row;               // as printed, from 1
    int8_t slant;                   // second axis of bz_distance
    uint8_t place, summit, gateway; // lines of bz_places: town, dominant height, supply source
    uint8_t spare[2];
} bz_hex;

// What a source, a victory hex or a dominant hex is, listed so that nobody walks 364 hexes for
// them.
typedef struct bz_site {
    int16_t hex;
    uint8_t what; // BZ_SOURCE_, BZ_VP_, or the summit's line of bz_places
    uint8_t spare;
} bz_site;

typedef struct bz_place {
    const char *fr, *en;
} bz_place;

// -------------------------------------------------------------------------------------- counters
enum { BZ_ALLIED, BZ_GERMAN, BZ_NEITHER }; // side; a supply column belongs to whoever holds it
enum { BZ_NO_NATION, BZ_POLISH, BZ_SOVIET, BZ_GERMAN_NATION };
enum {
    BZ_INFANTRY,
    BZ_ENGINEER,
    BZ_ANTITANK,
    BZ_ARMOUR,
    BZ_MECH,
    BZ_ARTILLERY,
    BZ_HQ,
    BZ_SUPPLY_COLUMN,
    BZ_AIR_MARKER,
    BZ_TYPES
};
enum {
    BZ_REGIMENT,
    BZ_BRIGADE,
    BZ_DIVISION,       // of a division HQ
    BZ_CORPS_SOVIET,   // a formation HQ (BR26)
    BZ_CORPS_GERMAN,   // serves every German unit
    BZ_ARMY,           // serves every Polish unit
    BZ_COLUMN_COUNTER, // a supply column
    BZ_MARKER,
};
enum {
    BZ_F_ON_FOOT = 1,        // movement column "infantry" (BD11)
    BZ_F_ZOC = 2,            // exerts a zone of control (BH3a, B26, BR27)
    BZ_F_SUPPORTS = 4,       // HQ or artillery
    BZ_F_COMMANDS_ALL = 8,   // corps or army HQ: commands its whole nation (BH6a)
    BZ_F_FIFTH_GUARDS = 16,  // may use source 1201 (BD2a)
    BZ_F_RESTRICTED = 32,    // 14 and 15 GRD at the start (B59)
    BZ_F_INDEPENDENT = 64,   // combat unit or artillery without a formation
    BZ_F_REINFORCEMENT = 128 // begins off the map
};
enum { BZ_FULL, BZ_REDUCED, BZ_FACES }; // side of a counter that lies up

typedef struct bz_counter {
    uint8_t side, nation;
    uint8_t formation; // line of bz_formations, 0 = none
    uint8_t type, size;
    uint8_t steps;                              // 1 or 2; air markers 0
    int8_t attack[BZ_FACES], defence[BZ_FACES]; // reduced face of a one-step unit: 0
    uint8_t half_mp;                            // twice the printed movement
    uint8_t support, range;                     // command range of an HQ, firing range of artillery
    uint8_t stack_points;
    uint8_t zone; // line of bz_zones
    uint8_t flags;
} bz_counter;

typedef struct bz_formation {
    uint8_t side, nation;
    uint8_t first, count; // its counters, HQ included, stand together
    uint8_t hq;           // B11: index of its HQ, one per division, corps or army
    uint8_t zone;
} bz_formation;

typedef enum bz_zone_kind {
    BZ_ZONE_AROUND,        // within `radius` of a centre
    BZ_ZONE_PANZER,        // BD3
    BZ_ZONE_ANYWHERE,      // independents: next to or with Poles (B76, BR24)
    BZ_ZONE_REINFORCEMENT, // not on the map at the start
    BZ_ZONE_POOL,          // supply columns
    BZ_ZONE_START,         // the air marker in hand
} bz_zone_kind;

typedef struct bz_zone {
    uint64_t hexes[BZ_HEX_WORDS]; // where it may be set up; empty for the last three kinds
    int16_t centre[2];            // BZ_OFF_MAP when unused
    uint8_t kind, radius;
    uint8_t spare[2];
} bz_zone;

// ---------------------------------------------------------------------------------------- tables
extern const bz_terrain bz_terrains[BZ_TERRAINS];
extern const bz_town bz_towns[BZ_TOWNS];
extern const bz_hex bz_hexes[BZ_HEXES];
extern const bz_counter bz_counters[BZ_COUNTERS];
// What is printed on both sides, as a view shows it; one with a single side has it twice. The face
// is the counter's type.
extern const gg_piece bz_printed[BZ_COUNTERS][BZ_FACES];
extern const bz_formation bz_formations[BZ_FORMATIONS];
extern const bz_zone bz_zones[BZ_ZONES];
extern const bz_site bz_sources[BZ_SOURCES];
extern const bz_site bz_victory_hexes[BZ_VICTORY_HEXES];
extern const bz_site bz_dominants[BZ_DOMINANTS];
extern const bz_place bz_places[]; // line 0 = none

// Ready for DOMAIN lines: the token is what is typed (1410, 5DP_13), the rest is spoken.
extern const gg_name bz_hex_names[BZ_HEXES];
extern const gg_name bz_counter_names[BZ_COUNTERS];
extern const gg_name bz_formation_names[BZ_FORMATIONS];
extern const gg_name bz_terrain_names[BZ_TERRAINS];

// Steps between two hexes, terrain ignored (BR6); the division-free form of gg_hex_distance.
static inline int bz_distance(int a, int b) {
    int across = bz_hexes[a].col - bz_hexes[b].col;
    int down = bz_hexes[a].slant - bz_hexes[b].slant;
    int size_across = across < 0 ? -across : across, size_down = down < 0 ? -down : down;
    int both = across + down;
    return (size_across + size_down + (both < 0 ? -both : both)) / 2;
}

static inline bool bz_in_zone(int zone, int hex) {
    return (bz_zones[zone].hexes[hex / 64] >> (hex % 64) & 1U) != 0;
}

#endif
