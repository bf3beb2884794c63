// SPDX-License-Identifier: Apache-2.0
// A position at one glance, for whoever judges it: value.c, appeal.c, plan.c, policy.c. Nothing
// here decides what is legal; it may be tuned without touching a rule or a replay.
#ifndef GAME_BAUTZEN_SURVEY_H
#define GAME_BAUTZEN_SURVEY_H

#include "bautzen.h"

enum {
    WITHIN = 5, // hexes counted outwards from a side's units
    KIN_NATION = 24,
};

// An HQ or artillery that could support now.
typedef struct bz_supporter {
    uint8_t piece, range, support;
    uint8_t kin; // the bit of whom it supports: below KIN_NATION a formation
} bz_supporter;

typedef struct bz_survey {
    bz_board supplied[NETS]; // as the map is now, not as the segment began
    // Of each hex, whoever stands there: factors, steps, stacking points.
    uint8_t attack[HEXES], defence[HEXES], steps[HEXES], points[HEXES];
    uint8_t staff[HEXES];  // what HQ without other units defend with (BH13a)
    uint16_t worth[HEXES]; // of all units there, in hundredths of a point
    uint32_t kin[HEXES];   // who could be supported there: bit = formation, KIN_NATION + nation
    // Strength of each side, weighted by how near it stands to each victory hex.
    int32_t near[2][BZ_VICTORY_HEXES];
    uint8_t givers[2];
    bz_supporter giver[2][SUPPORTS_MAX];
    bz_board within[2][WITHIN + 1]; // hexes at most so far from a unit of the side
    bz_board targets[2];            // hexes of the enemy next to a unit of the side
} bz_survey;

// As the viewer knows it: counters he cannot identify are taken for a middling regiment. GG_UMPIRE:
// as it is.
void bz_take_survey(const bz_table *t, const bz_state *s, int viewer, bz_survey *out);
// Factors of a counter's face, halved when unsupplied; overstacking is not asked.
int bz_punch(const bz_state *s, int piece, bool supplied);
int bz_guard(const bz_state *s, int piece, bool supplied);
int bz_unit_worth(const bz_state *s, int piece); // hundredths of a point
// What a side would win by attacking the hex with that many factors, on average.
int bz_gain_at(const bz_table *t, const bz_survey *v, int hex, int column, int die);
int bz_gain(const bz_table *t, const bz_survey *v, int hex, int attack, int defence);
// Factors of all units there in defence.
int bz_guard_of(const bz_survey *v, int hex);
// Factors of the units round the hex that could still attack it.
int bz_attack_round(const bz_survey *v, const bz_state *s, int side, int hex);
// Points of support a side may expect there: of formation HQ all, of others half.
int bz_support_now(const bz_survey *v, const bz_state *s, int side, int hex);   // in this combat
int bz_support_round(const bz_survey *v, const bz_state *s, int side, int hex); // in attack
// Factors and supports, the latter cut to the former (B22).
int bz_attack_expected(const bz_survey *v, const bz_state *s, int side, int hex);
int bz_defence_expected(const bz_survey *v, const bz_state *s, int side, int hex);
// A glance without a survey: factors of those round the hex who have not attacked, and of those in
// it as the seat knows them; a hidden counter is taken for a regiment.
int bz_factors_round(const bz_state *s, int side, int hex);
int bz_factors_in(const bz_table *t, const bz_state *s, int seat, int hex);
// What a victory hex is worth to the side that does not control it, as this seat sees it.
int bz_prize(const bz_table *t, int objective);
// appeal.c, for the German side: what the end of this turn would score (BH16) ..
int bz_standing(const bz_table *t, const bz_state *s, const bz_survey *v);
// .. and all together.
int32_t bz_appeal_by(const bz_table *t, const bz_state *s, const bz_survey *v);
int bz_objective_at(int hex); // line of bz_victory_hexes, -1
// plan.c: supports of who attacks or defends behind what `out` holds, without `confirm`.
void bz_write_supports(const bz_table *t, const bz_state *s, int seat, gg_plan *out);
// A whole attack, supports and `confirm` included; how many steps stand before the supports.
uint32_t bz_write_attack(const bz_table *t, const bz_state *s, int side, gg_action first,
                         gg_plan *out);

#endif
