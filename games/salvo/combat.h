// SPDX-License-Identifier: Apache-2.0
// What the chapters on shooting, melee and damage share among themselves (r5, r6, explain).
//
// A salvo and a melee are frames that stay open while dice fall above them. Whoever takes a dice
// frame off the stack calls the next step of the frame below: sv_salvo_next, sv_melee_next. Steps
// that need no dice (automatic, impossible, nothing to roll) are settled on the spot.
#ifndef GAME_SALVO_COMBAT_H
#define GAME_SALVO_COMBAT_H

#include "salvo.h"

enum { ROLL_MAX = 20, CERTAIN = 1, HOPELESS = 7 }; // dice of one roll; scores of sv_needed
enum { STAGE_SHOTS, STAGE_SAVES, STAGE_DAMAGE };   // ARG_STAGE of SALVO
enum { SAVE_COVERED = 5, SAVE_ATTITUDE = 3, SAVE_KNEELING = 5 };
enum { REAR_PROTECTION = 2, MORALE_LEVEL = 8, RALLY_POINTS = 2 };

static inline int sv_at_most(int value, int limit) {
    return value < limit ? value : limit;
}

static inline void sv_tell(gg_events *events, unsigned kind, unsigned rule, int a, int b, int c) {
    gg_emit(events, kind, rule, GG_SEE_ALL, 0, a, b, c, 0, 0);
}

// Indirect fire exists with option O2 only; the data then gives the weapon a blast radius.
static inline bool sv_indirect(const sv_table *t, int weapon) {
    return sv_weapons[weapon].blast && sv_option(t, O_INDIRECT);
}

// The slot that holds a weapon in the unit, or -1.
static inline int sv_slot_of(const sv_table *t, int unit, unsigned weapon) {
    for (int slot = 0; slot < t->unit[unit].slots; slot++)
        if (t->unit[unit].weapon[slot] == weapon) return slot;
    return -1;
}

// Officer who leads the unit, or rank 0: he leads it while he lives (CR41).
static inline int sv_led_by(const sv_table *t, const sv_state *s, int unit) {
    return s->alive[unit] & 1 ? t->unit[unit].rank : 0;
}

// ---- r5_shooting.c
void sv_salvo_next(const sv_table *t, sv_state *s, gg_events *events); // SALVO is on top
int sv_salvo_dice(const sv_table *t, int shooter, int slot, unsigned firers);
int sv_salvo_rerolls(const sv_table *t, const sv_state *s, int shooter, int slot, unsigned firers);
int sv_shooting_margin(const sv_table *t, int shooter, int slot, int difficulty); // CH2d

// ---- r5_corridor.c
// Squared distance from a point to the nearest of the figures `from` of `unit`; which one.
int64_t sv_nearest(const sv_table *t, const sv_state *s, int unit, unsigned from, gg_point at,
                   gg_point *which_or_null);
// The units of the figures that impacts go to, nearest first; after the last again from the front.
int sv_impact_line(const sv_table *t, const sv_state *s, int shooter, int target,
                   uint8_t unit[FIGURES]);
// Impacts of the salvo on top, and the saves against them (CR29, C61).
void sv_allot(const sv_table *t, sv_state *s, int hits, gg_events *events);
int sv_next_hit(const sv_table *t, const sv_state *s); // unit whose damage is tested next, or -1

// ---- r5_saves.c
int sv_save_against(const sv_table *t, const sv_state *s, int shooter, int weapon, unsigned firers,
                    int unit); // score, 0 = none
int sv_covered_figures(const sv_table *t, const sv_state *s, int shooter, unsigned firers,
                       int unit);                                      // CR30
bool sv_open_saves(const sv_table *t, sv_state *s, gg_events *events); // false: none is left

// ---- r5_damage.c
// Calls a dice frame of that node and returns -1, or returns the successes of a certain or hopeless
// test. arg[ARG_UNIT] is set.
int sv_throw(sv_state *s, unsigned node, int dice, int score, int unit);
bool sv_rear_shot(const sv_table *t, const sv_state *s, int from, int unit); // O1
int sv_damage_margin(const sv_table *t, const sv_state *s, int from, int penetration, int unit,
                     bool in_melee); // CH2f
// The same for a salvo that those figures would fire.
int sv_salvo_margin(const sv_table *t, const sv_state *s, int from, unsigned firers,
                    int penetration, int unit);
int sv_tests_of(const sv_table *t, int unit, int impacts, int damage); // CR34
// Damage tests on a unit; true when dice were called for: whoever rolls them goes on afterwards.
bool sv_test_damage(const sv_table *t, sv_state *s, int unit, int tests, int score, bool in_melee,
                    gg_events *events);
uint32_t sv_locations_of(int dice, gg_outcome *out); // CH3, in salvo.c
// The structure that each outcome of LOCATIONS would leave, all vehicles of the unit in one number.
enum { SV_PACKED = 4 }; // vehicles that fit into it
void sv_structure_after(const sv_table *t, sv_state *s, int unit, bool in_melee,
                        const gg_outcome *outcomes, uint32_t n, uint64_t *structure);

// ---- r6_melee.c
void sv_melee_next(const sv_table *t, sv_state *s, gg_events *events); // MELEE is on top
unsigned sv_strikers(const sv_table *t, const sv_state *s, int unit);  // its figures in contact
uint32_t sv_struck(const sv_table *t, const sv_state *s, int unit);    // units that they may strike
int sv_attacks_left(const sv_state *s); // SPLIT is on top: attacks not yet given
int sv_blows(const sv_table *t, const sv_state *s, int unit);         // C72
int sv_melee_rerolls(const sv_table *t, const sv_state *s, int unit); // C73
int sv_attack_margin(const sv_table *t, int unit, int target);        // CH2e

// ---- odds.c: whole per cent, for the ledger
int sv_odds_impact(int dice, int score, int pool);
int sv_odds_harm(int dice, int score, int pool, int save, int tests, int needed);
int sv_odds_pass(int dice, int score);
void sv_odds_lead(int lead, int *won, int *tied); // of the authority test

// ---- r6_pursuit.c
bool sv_can_pursue(const sv_table *t, const sv_state *s, int unit, unsigned strikers);

// ---- r7_morale.c
unsigned sv_causes(const sv_table *t, const sv_state *s, int unit);  // why it would test now
unsigned sv_cause_rule(const sv_table *t, int unit, int cause);      // C92 to C100
int sv_morale_score(const sv_table *t, const sv_state *s, int unit); // CR46

#endif
