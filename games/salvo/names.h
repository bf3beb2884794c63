// SPDX-License-Identifier: Apache-2.0
// Names of the choices of nodes.def, in the order of the enumerations of salvo.h. Included by
// salvo.c alone.
#ifndef GAME_SALVO_NAMES_H
#define GAME_SALVO_NAMES_H

static const gg_name kind_names[] = {
    {"combat", "déplacement de combat", "combat move", 0},
    {"cross", "traversée", "crossing", 0},
    {"rapid", "déplacement rapide", "rapid move", 0},
};
static const gg_name shape_names[] = {
    {"keep", "formation gardée", "formation kept", 0},
    {"rosette", "rosette", "rosette", 0},
    {"line", "ligne", "line", 0},
    {"column", "colonne", "column", 0},
    {"hug", "au plus près du décor", "close to scenery", 0},
};
// From +x (east) towards +y (south: the table is drawn with y downwards).
static const gg_name facing_names[] = {
    {"e", "est", "east", 0},
    {"ese", "est-sud-est", "east-south-east", 0},
    {"se", "sud-est", "south-east", 0},
    {"sse", "sud-sud-est", "south-south-east", 0},
    {"s", "sud", "south", 0},
    {"ssw", "sud-sud-ouest", "south-south-west", 0},
    {"sw", "sud-ouest", "south-west", 0},
    {"wsw", "ouest-sud-ouest", "west-south-west", 0},
    {"w", "ouest", "west", 0},
    {"wnw", "ouest-nord-ouest", "west-north-west", 0},
    {"nw", "nord-ouest", "north-west", 0},
    {"nnw", "nord-nord-ouest", "north-north-west", 0},
    {"n", "nord", "north", 0},
    {"nne", "nord-nord-est", "north-north-east", 0},
    {"ne", "nord-est", "north-east", 0},
    {"ene", "est-nord-est", "east-north-east", 0},
};
static const gg_name attitude_names[] = {
    {"kneel", "genou à terre", "kneel", 0},
    {"cover", "à couvert", "take cover", 0},
    {"watch", "état d'alerte", "overwatch", 0},
};
// What a die must show (sv_needed).
static const gg_name score_names[] = {
    {"0", "rien", "nothing", 0}, {"1", "réussite certaine", "certain success", 0},
    {"2", "2+", "2+", 0},        {"3", "3+", "3+", 0},
    {"4", "4+", "4+", 0},        {"5", "5+", "5+", 0},
    {"6", "6", "6", 0},          {"7", "échec certain", "certain failure", 0},
};
static const gg_name cause_names[] = {
    {"leader", "meneur perdu", "leader lost", 0},
    {"melee", "pertes en mêlée", "losses in melee", 0},
    {"half", "moitié de l'effectif perdue", "half the strength lost", 0},
    {"destroyed", "véhicule détruit", "vehicle destroyed", 0},
    {"few", "effectif trop faible", "too few left", 0},
    {"stuck", "tous les véhicules immobilisés", "all vehicles immobilised", 0},
    {"unarmed", "toutes les armes perdues", "all weapons lost", 0},
};
static const gg_name deed_names[] = {
    {"combat", "déplacement de combat", "combat move", 0},
    {"cross", "traversée", "crossing", 0},
    {"rapid", "déplacement rapide", "rapid move", 0},
    {"halt", "halte", "halt", 0},
    {"will", "feu à volonté", "fire at will", 0},
    {"fired", "tir", "shooting", 0},
    {"struck", "mêlée", "melee", 0},
    {"engaged", "engagée au départ", "engaged at the start", 0},
};
static const gg_name special_names[] = {
    {"none", "aucune", "none", 0},
    {"relocate", "carte replacée", "relocate", 0},
    {"delay", "sursis", "delay", 0},
    {"extra", "activation supplémentaire", "extra activation", 0},
};
static const gg_name phase_names[] = {
    {"setup", "déploiement", "set-up", 0},
    {"maintenance", "entretien", "maintenance", 0},
    {"authority", "autorité", "authority", 0},
    {"activation", "activation", "activation", 0},
};
// Where the first card goes when it is relocated: behind so many of those that are left.
static const gg_name slot_names[] = {
    {"0", "à jouer aussitôt après", "to be played right after", 0},
    {"1", "derrière 1 carte", "behind 1 card", 0},
    {"2", "derrière 2 cartes", "behind 2 cards", 0},
    {"3", "derrière 3 cartes", "behind 3 cards", 0},
    {"4", "derrière 4 cartes", "behind 4 cards", 0},
    {"5", "derrière 5 cartes", "behind 5 cards", 0},
    {"6", "derrière 6 cartes", "behind 6 cards", 0},
    {"7", "derrière 7 cartes", "behind 7 cards", 0},
    {"8", "derrière 8 cartes", "behind 8 cards", 0},
    {"9", "derrière 9 cartes", "behind 9 cards", 0},
    {"10", "derrière 10 cartes", "behind 10 cards", 0},
    {"11", "derrière 11 cartes", "behind 11 cards", 0},
};
// SV_READY_MIN companies of each faction, of the size of the side (options company1, company2).
static const gg_name company_names[] = {
    {"austral_1", "Concorde Australe, première compagnie", "Austral Concord, first company", 0},
    {"austral_2", "Concorde Australe, deuxième compagnie", "Austral Concord, second company", 0},
    {"vhar_1", "Machinat de Vhar, première compagnie", "Vhar Machinate, first company", 0},
    {"vhar_2", "Machinat de Vhar, deuxième compagnie", "Vhar Machinate, second company", 0},
    {"forges_1", "Libres-Forges, première compagnie", "Free Forges, first company", 0},
    {"forges_2", "Libres-Forges, deuxième compagnie", "Free Forges, second company", 0},
};
static const gg_name part_names[] = {
    {"propulsion", "propulsion", "propulsion", 0},
    {"hull", "châssis", "hull", 0},
    {"weapon", "arme", "weapon", 0},
};

#endif
