// SPDX-License-Identifier: Apache-2.0
// Which face a figure has: a silhouette of its own for each faction and role, so that who looks at
// the table sees what a figure carries. Drawing only; no rule asks for it.
#include "salvo.h"

enum { STANDARD, SUPPORT, LEADER, OFFICER, MORTAR, ROLES };

#define SQUAD_OF(f, standard, support)                                                             \
    { F_##standard, F_##support, F_##f##_LEADER, F_##f##_OFFICER, F_##f##_MORTAR }
#define HEAVIES(name)                                                                              \
    { F_##name, F_##name, F_##name##_LEADER, F_##name##_OFFICER, F_##name }
#define MACHINE(name)                                                                              \
    { F_##name, F_##name, F_##name, F_##name, F_##name }
#define CARRIER(name)                                                                              \
    { F_##name, F_##name, F_##name, F_##name, F_##name##_MORTAR }

// In the order of data/units.tsv; tests/test_data.py compares.
static const uint8_t face[SV_UNITS][ROLES] = {
    SQUAD_OF(A, A_RIFLE, A_GUNNER),        // line_fusiliers
    SQUAD_OF(A, A_SCOUT, A_SCOUT),         // pathfinders
    SQUAD_OF(A, A_BOARDER, A_FLAME),       // boarders
    SQUAD_OF(A, A_RIFLE, A_MISSILE),       // support_team
    HEAVIES(A_CUIRASSIER),                 // cuirassiers
    MACHINE(A_HERON),                      // heron
    MACHINE(A_RAMPART),                    // rampart
    CARRIER(A_LIGHTER),                    // lighter
    SQUAD_OF(V, V_AUTOMATON, V_AUTOMATON), // automata
    SQUAD_OF(V, V_TRACKER, V_TRACKER),     // trackers
    SQUAD_OF(V, V_HARVESTER, V_HARVESTER), // harvesters
    SQUAD_OF(V, V_AUTOMATON, V_DISRUPTOR), // projectors
    HEAVIES(V_COLOSSUS),                   // colossi
    MACHINE(V_SKITTER),                    // skitter
    MACHINE(V_PYLON),                      // pylon
    CARRIER(V_SLED),                       // beam_sled
    SQUAD_OF(F, F_MILITIA, F_REPEATER),    // militia
    SQUAD_OF(F, F_SAPPER, F_FLAME),        // sappers
    SQUAD_OF(F, F_BREAKER, F_BREAKER),     // breakers
    SQUAD_OF(F, F_MILITIA, F_ROCKET),      // rocketeers
    HEAVIES(F_DIGGER),                     // diggers
    MACHINE(F_CRAB),                       // crab
    MACHINE(F_FURNACE),                    // blast_furnace
    CARRIER(F_TRUCK),                      // rocket_truck
};

// The unit bears its mortar (O2): a support bearer of infantry, or a vehicle's first weapon.
static bool has_mortar(const sv_table *t, int unit, int slot) {
    int weapon = t->unit[unit].weapon[slot];
    return weapon != SV_NONE && weapon == sv_type(t, unit)->mortar;
}

static int role_of(const sv_table *t, const sv_state *s, int unit, int number) {
    if (sv_type(t, unit)->type != SV_INFANTRY) return has_mortar(t, unit, 0) ? MORTAR : STANDARD;
    if (number == 0 && t->unit[unit].rank) return OFFICER;
    if (s->f.leader[unit] == t->unit[unit].first + number) return LEADER;
    if (!(t->unit[unit].bearers[1] >> number & 1)) return STANDARD;
    return has_mortar(t, unit, 1) ? MORTAR : SUPPORT;
}

unsigned sv_face_of(int type) {
    return face[type][STANDARD];
}

void sv_faces_of(const sv_table *t, int unit, int16_t out[SV_FACES_SHOWN]) {
    const uint8_t *own = face[t->unit[unit].type];
    bool infantry = sv_type(t, unit)->type == SV_INFANTRY;
    unsigned first = !infantry && has_mortar(t, unit, 0) ? MORTAR : STANDARD;
    unsigned chief = t->unit[unit].rank ? OFFICER : LEADER;
    unsigned bearer = has_mortar(t, unit, 1) ? MORTAR : SUPPORT;
    out[0] = (int16_t)(own[first] + 1);
    out[1] = infantry ? (int16_t)(own[chief] + 1) : 0;
    out[2] = infantry && t->unit[unit].bearers[1] ? (int16_t)(own[bearer] + 1) : out[0];
    if (!infantry) out[2] = 0;
}

unsigned sv_face(const sv_table *t, const sv_state *s, int unit, int number) {
    return face[t->unit[unit].type][role_of(t, s, unit, number)];
}
