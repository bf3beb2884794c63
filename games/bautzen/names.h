// SPDX-License-Identifier: Apache-2.0
// Small name tables that no data file gives.
#ifndef GAME_BAUTZEN_NAMES_H
#define GAME_BAUTZEN_NAMES_H

static const gg_name bz_column_names[COLUMNS] = {
    {"CL1", "CL 1", "supply column 1", GG_F | GG_ART},
    {"CL2", "CL 2", "supply column 2", GG_F | GG_ART},
    {"CL3", "CL 3", "supply column 3", GG_F | GG_ART},
    {"CL4", "CL 4", "supply column 4", GG_F | GG_ART},
    {"CL5", "CL 5", "supply column 5", GG_F | GG_ART},
    {"CL6", "CL 6", "supply column 6", GG_F | GG_ART},
    {"CL7", "CL 7", "supply column 7", GG_F | GG_ART},
    {"CL8", "CL 8", "supply column 8", GG_F | GG_ART},
};
static const gg_name bz_what_names[] = {{"support", "soutien", "support", 0}};
static const gg_name bz_odds_names[ODDS] = {
    {"1:2", "1 contre 2", "1 to 2", 0}, {"1:1", "1 contre 1", "1 to 1", 0},
    {"2:1", "2 contre 1", "2 to 1", 0}, {"3:1", "3 contre 1", "3 to 1", 0},
    {"4:1", "4 contre 1", "4 to 1", 0}, {"5:1", "5 contre 1", "5 to 1", 0},
    {"6:1", "6 contre 1", "6 to 1", 0}, {"7:1", "7 contre 1", "7 to 1", 0},
};

static const gg_name bz_segment_names[SEGMENTS] = {
    {"setup", "Déploiement", "Set-up", 0},
    {"german_supply", "Phase allemande : ravitaillement", "German phase: supply", 0},
    {"german_move", "Phase allemande : mouvement", "German phase: movement", 0},
    {"german_combat", "Phase allemande : combat", "German phase: combat", 0},
    {"allied_supply", "Phase alliée : renforts et ravitaillement",
     "Allied phase: reinforcements and supply", 0},
    {"allied_move", "Phase alliée : mouvement", "Allied phase: movement", 0},
    {"allied_combat", "Phase alliée : combat", "Allied phase: combat", 0},
};

#endif
