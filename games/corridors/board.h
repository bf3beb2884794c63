// SPDX-License-Identifier: Apache-2.0
// The board (AD1 to AD4): nine zones, two headquarters, two air corridors with their rear areas,
// two airfields and 24 edges. Adjacency is worked out at compile time as sets of places.
//
//            HQ2   rear2   airfield2
//        a3  W3  b3  E3  c3
//        a2  W2  b2  E2  c2
//        a1  W1  b1  E1  c1
//            HQ1   rear1   airfield1
#ifndef GAME_CORRIDORS_BOARD_H
#define GAME_CORRIDORS_BOARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    // AD1: a1 b1 c1 (row of player 1), a2 b2 c2 (centre), a3 b3 c3 (row of player 2): 0 to 8.
    ZONES = 9,
    HQ_ONE = 9,
    HQ_TWO,
    GROUND_PLACES, // zones and headquarters
    // AD3: three air positions to a corridor, from the row of player 1 on, then the rear areas.
    W1 = GROUND_PLACES,
    W2,
    W3,
    E1,
    E2,
    E3,
    REAR_ONE,
    REAR_TWO,
    AIRFIELD_ONE,
    AIRFIELD_TWO,
    FIRST_EDGE,
    EDGES = 24,
    BOARD_PLACES = FIRST_EDGE + EDGES,
    // off the board; whose it is says the card's owner
    HAND = BOARD_PLACES,
    DECK,
    DISCARD,
    VICTORY, // destroyed or jettisoned: in the enemy's victory pile (AD63)
    OUT,     // quick game: not mustered (AD70)
    PLACES,
    NO_PLACE = 255,
    // A69: two corridors; whatever runs over them stops at CORRIDORS.
    CORRIDOR_W = 0,
    CORRIDOR_E,
    CORRIDORS,
    PATH = 5, // airfield, three corridor positions, enemy rear area
};

static inline int co_hq(int seat) {
    return HQ_ONE + seat;
}
static inline int co_airfield(int seat) {
    return AIRFIELD_ONE + seat;
}
static inline bool co_is_zone(int place) {
    return place < ZONES;
}
static inline bool co_is_air(int place) {
    return place >= W1 && place <= REAR_TWO;
}
static inline bool co_is_edge(int place) {
    return place >= FIRST_EDGE && place < BOARD_PLACES;
}
// The row of a zone as its owner counts it: 0 own, 1 centre, 2 enemy.
static inline int co_row(int seat, int zone) {
    return seat ? 2 - zone / 3 : zone / 3;
}
// AD4: the stations of a flight, 0 = own airfield to 4 = enemy rear area.
static inline int co_station(int seat, int corridor, int index) {
    if (index == 0) return co_airfield(seat);
    if (index == PATH - 1) return seat ? REAR_ONE : REAR_TWO;
    return W1 + 3 * corridor + (seat ? 3 - index : index - 1);
}
// The index of an air position on that seat's path in that corridor, -1 when it is not on it (A68).
static inline int co_station_of(int seat, int corridor, int place) {
    for (int i = 1; i < PATH; i++)
        if (co_station(seat, corridor, i) == place) return i;
    return -1;
}

// Sets of ground places: bit = place.
extern const uint16_t co_neighbours[GROUND_PLACES]; // common side (AD2)
extern const uint16_t co_touched[8];                // by air position - W1 (A73, A74, AD3)
extern const uint32_t co_edges_of[GROUND_PLACES];   // bit = edge number, 0 .. 23 (AR5)
// Steps on the ground from place to place, enemies not counted (AD37).
extern const uint8_t co_distance[GROUND_PLACES][GROUND_PLACES];
int co_edge_between(int a, int b); // edge number, -1 when not adjacent

#endif
