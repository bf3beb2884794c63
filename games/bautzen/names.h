// SPDX-License-Identifier: Apache-2.0
// Small name tables that no data file gives.
#ifndef GAME_BAUTZEN_NAMES_H
#define GAME_BAUTZEN_NAMES_H

static const gg_name bz_column_names[COLUMNS] = {
    {"CL1", "CL 1", "CL 1"}, {"CL2", "CL 2", "CL 2"}, {"CL3", "CL 3", "CL 3"},
    {"CL4", "CL 4", "CL 4"}, {"CL5", "CL 5", "CL 5"}, {"CL6", "CL 6", "CL 6"},
    {"CL7", "CL 7", "CL 7"}, {"CL8", "CL 8", "CL 8"},
};
static const gg_name bz_what_names[] = {{"support", "soutien", "support"}};
static const gg_name bz_odds_names[ODDS] = {
    {"1:2", "1 contre 2", "1 to 2"}, {"1:1", "1 contre 1", "1 to 1"},
    {"2:1", "2 contre 1", "2 to 1"}, {"3:1", "3 contre 1", "3 to 1"},
    {"4:1", "4 contre 1", "4 to 1"}, {"5:1", "5 contre 1", "5 to 1"},
    {"6:1", "6 contre 1", "6 to 1"}, {"7:1", "7 contre 1", "7 to 1"},
};

static const gg_name bz_segment_names[SEGMENTS] = {
    {"setup", "Déploiement", "Set-up"},
    {"german_supply", "Phase allemande : ravitaillement", "German phase: supply"},
    {"german_move", "Phase allemande : mouvement", "German phase: movement"},
    {"german_combat", "Phase allemande : combat", "German phase: combat"},
    {"allied_supply", "Phase alliée : renforts et ravitaillement",
     "Allied phase: reinforcements and supply"},
    {"allied_move", "Phase alliée : mouvement", "Allied phase: movement"},
    {"allied_combat", "Phase alliée : combat", "Allied phase: combat"},
};

#endif
