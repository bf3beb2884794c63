// SPDX-License-Identifier: Apache-2.0
// The board as tables: who lies next to whom (AD1 to AD4), the 24 edges (AR5), ground distances.
#include "corridors.h"

// Zone bits: a1 0x001 b1 0x002 c1 0x004, a2 0x008 b2 0x010 c2 0x020, a3 0x040 b3 0x080 c3 0x100,
// headquarters 0x200 and 0x400.
// AD2a: each headquarters, the last two lines, touches the three zones of its player's row.
const uint16_t co_neighbours[GROUND_PLACES] = {
    0x20a, 0x215, 0x222, 0x051, 0x0aa, 0x114, 0x488, 0x550, 0x4a0, 0x007, 0x1c0,
};

// W1 W2 W3 E1 E2 E3, then each rear area, which touches the HQ of its own side only (A74).
// AR15: W touches columns a and b, E columns b and c.
const uint16_t co_touched[8] = {0x003, 0x018, 0x0c0, 0x006, 0x030, 0x180, 0x200, 0x400};

// Edges 0 to 11 lie north and south of zones: 3 * line + column, line 0 towards HQ1, 3 towards HQ2.
// Edges 12 to 23 lie west and east: 12 + 4 * row + line, line 0 and 3 being the outer flanks.
#define EDGES_OF(row, column)                                                                      \
    (1U << (3 * (row) + (column)) | 1U << (3 * (row) + 3 + (column)) |                             \
     1U << (12 + 4 * (row) + (column)) | 1U << (13 + 4 * (row) + (column)))
const uint32_t co_edges_of[GROUND_PLACES] = {
    EDGES_OF(0, 0), EDGES_OF(0, 1), EDGES_OF(0, 2), EDGES_OF(1, 0), EDGES_OF(1, 1), EDGES_OF(1, 2),
    EDGES_OF(2, 0), EDGES_OF(2, 1), EDGES_OF(2, 2), 0x7U,           0xe00U,
};

const uint8_t co_distance[GROUND_PLACES][GROUND_PLACES] = {
    // a1 b1 c1 a2 b2 c2 a3 b3 c3 HQ1 HQ2
    {0, 1, 2, 1, 2, 3, 2, 3, 4, 1, 3}, {1, 0, 1, 2, 1, 2, 3, 2, 3, 1, 3},
    {2, 1, 0, 3, 2, 1, 4, 3, 2, 1, 3}, {1, 2, 3, 0, 1, 2, 1, 2, 3, 2, 2},
    {2, 1, 2, 1, 0, 1, 2, 1, 2, 2, 2}, {3, 2, 1, 2, 1, 0, 3, 2, 1, 2, 2},
    {2, 3, 4, 1, 2, 3, 0, 1, 2, 3, 1}, {3, 2, 3, 2, 1, 2, 1, 0, 1, 3, 1},
    {4, 3, 2, 3, 2, 1, 2, 1, 0, 3, 1}, {1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 4},
    {3, 3, 3, 2, 2, 2, 1, 1, 1, 4, 0},
};

int co_edge_between(int a, int b) {
    if (!(co_neighbours[a] >> b & 1)) return -1;
    return __builtin_ctz(co_edges_of[a] & co_edges_of[b]);
}

// One is "en a1" and "au QG 1"; an edge or a flank has its article.
#define PLACE(token)                                                                               \
    { token, token, token, GG_EN_LOC | GG_ASIS }
const gg_name co_place_names[BOARD_PLACES] = {
    PLACE("a1"),
    PLACE("b1"),
    PLACE("c1"),
    PLACE("a2"),
    PLACE("b2"),
    PLACE("c2"),
    PLACE("a3"),
    PLACE("b3"),
    PLACE("c3"),
    {"hq1", "QG 1", "HQ 1", GG_ART},
    {"hq2", "QG 2", "HQ 2", GG_ART},
    PLACE("W1"),
    PLACE("W2"),
    PLACE("W3"),
    PLACE("E1"),
    PLACE("E2"),
    PLACE("E3"),
    {"rear1", "zone arrière 1", "rear area 1", GG_F | GG_ART | GG_EN_LOC},
    {"rear2", "zone arrière 2", "rear area 2", GG_F | GG_ART | GG_EN_LOC},
    {"field1", "aéroport 1", "airfield 1", GG_ART | GG_ON},
    {"field2", "aéroport 2", "airfield 2", GG_ART | GG_ON},
    {"a1-hq1", "bord a1/QG 1", "edge a1/HQ 1", GG_ART | GG_THE | GG_ON},
    {"b1-hq1", "bord b1/QG 1", "edge b1/HQ 1", GG_ART | GG_THE | GG_ON},
    {"c1-hq1", "bord c1/QG 1", "edge c1/HQ 1", GG_ART | GG_THE | GG_ON},
    {"a1-a2", "bord a1/a2", "edge a1/a2", GG_ART | GG_THE | GG_ON},
    {"b1-b2", "bord b1/b2", "edge b1/b2", GG_ART | GG_THE | GG_ON},
    {"c1-c2", "bord c1/c2", "edge c1/c2", GG_ART | GG_THE | GG_ON},
    {"a2-a3", "bord a2/a3", "edge a2/a3", GG_ART | GG_THE | GG_ON},
    {"b2-b3", "bord b2/b3", "edge b2/b3", GG_ART | GG_THE | GG_ON},
    {"c2-c3", "bord c2/c3", "edge c2/c3", GG_ART | GG_THE | GG_ON},
    {"a3-hq2", "bord a3/QG 2", "edge a3/HQ 2", GG_ART | GG_THE | GG_ON},
    {"b3-hq2", "bord b3/QG 2", "edge b3/HQ 2", GG_ART | GG_THE | GG_ON},
    {"c3-hq2", "bord c3/QG 2", "edge c3/HQ 2", GG_ART | GG_THE | GG_ON},
    {"a1-w", "flanc ouest de a1", "west flank of a1", GG_ART | GG_THE | GG_ON},
    {"a1-b1", "bord a1/b1", "edge a1/b1", GG_ART | GG_THE | GG_ON},
    {"b1-c1", "bord b1/c1", "edge b1/c1", GG_ART | GG_THE | GG_ON},
    {"c1-e", "flanc est de c1", "east flank of c1", GG_ART | GG_THE | GG_ON},
    {"a2-w", "flanc ouest de a2", "west flank of a2", GG_ART | GG_THE | GG_ON},
    {"a2-b2", "bord a2/b2", "edge a2/b2", GG_ART | GG_THE | GG_ON},
    {"b2-c2", "bord b2/c2", "edge b2/c2", GG_ART | GG_THE | GG_ON},
    {"c2-e", "flanc est de c2", "east flank of c2", GG_ART | GG_THE | GG_ON},
    {"a3-w", "flanc ouest de a3", "west flank of a3", GG_ART | GG_THE | GG_ON},
    {"a3-b3", "bord a3/b3", "edge a3/b3", GG_ART | GG_THE | GG_ON},
    {"b3-c3", "bord b3/c3", "edge b3/c3", GG_ART | GG_THE | GG_ON},
    {"c3-e", "flanc est de c3", "east flank of c3", GG_ART | GG_THE | GG_ON},
};

const gg_name co_corridor_names[CORRIDORS] = {
    {"W", "corridor ouest", "west corridor", GG_ART | GG_THE},
    {"E", "corridor est", "east corridor", GG_ART | GG_THE},
};

const gg_name co_phase_names[PHASES] = {
    {"setup", "mise en place", "set-up", GG_F | GG_ART | GG_THE},
    {"reinforcement", "renforts", "reinforcement", GG_P | GG_ART},
    {"air", "action aérienne", "air action", GG_F | GG_ART},
    {"recon", "reconnaissance", "reconnaissance", GG_F | GG_ART},
    {"bombardment", "bombardement", "bombardment", GG_ART},
    {"manoeuvre", "feu et manœuvre", "fire and manoeuvre", GG_ART},
};

const gg_name co_window_names[WINDOWS] = {
    {"intercept", "interception", "interception", GG_F | GG_ART},
    {"sally", "attaque de la patrouille", "attack on the patrol", GG_F | GG_ART | GG_THE},
    {"jettison", "largage", "jettison", GG_ART},
    {"escort", "escorte", "escort", GG_F | GG_ART},
    {"aa", "tir anti-aérien", "AA fire", GG_ART},
    {"defend", "autodéfense anti-aérienne", "self-defence", GG_F | GG_ART},
    {"return", "riposte", "return fire", GG_F | GG_ART},
    {"defensive", "tir défensif", "defensive fire", GG_ART},
    {"clash", "coups de l'assaut", "blows of the assault", GG_P | GG_ART | GG_PLURAL | GG_THE},
    {"strikeback", "coups rendus", "striking back", GG_P | GG_ART},
};

const gg_name co_deck_choice_names[CO_READY_DECKS + 1] = {
    {"field", "celui du champ de bataille", "that of the battlefield", 0},
    {"G", "allemand", "German", 0},
    {"S", "soviétique", "Soviet", 0},
    {"U", "américain", "American", 0},
    {"W", "Commonwealth", "Commonwealth", 0},
};
