// SPDX-License-Identifier: Apache-2.0
// Names of the choices of domains.def, in the order of the enumerations of salvo.h. Included by
// salvo.c alone.
#ifndef GAME_SALVO_NAMES_H
#define GAME_SALVO_NAMES_H

static const gg_name kind_names[] = {
    {"combat", "déplacement de combat", "combat move"},
    {"cross", "traversée", "crossing"},
    {"rapid", "déplacement rapide", "rapid move"},
};
static const gg_name shape_names[] = {
    {"keep", "formation gardée", "formation kept"},
    {"rosette", "rosette", "rosette"},
    {"line", "ligne", "line"},
    {"column", "colonne", "column"},
    {"hug", "au plus près du décor", "close to scenery"},
};
// From +x (east) towards +y (south: the table is drawn with y downwards).
static const gg_name facing_names[] = {
    {"e", "est", "east"},
    {"ese", "est-sud-est", "east-south-east"},
    {"se", "sud-est", "south-east"},
    {"sse", "sud-sud-est", "south-south-east"},
    {"s", "sud", "south"},
    {"ssw", "sud-sud-ouest", "south-south-west"},
    {"sw", "sud-ouest", "south-west"},
    {"wsw", "ouest-sud-ouest", "west-south-west"},
    {"w", "ouest", "west"},
    {"wnw", "ouest-nord-ouest", "west-north-west"},
    {"nw", "nord-ouest", "north-west"},
    {"nnw", "nord-nord-ouest", "north-north-west"},
    {"n", "nord", "north"},
    {"nne", "nord-nord-est", "north-north-east"},
    {"ne", "nord-est", "north-east"},
    {"ene", "est-nord-est", "east-north-east"},
};
static const gg_name attitude_names[] = {
    {"kneel", "genou à terre", "kneel"},
    {"cover", "à couvert", "take cover"},
    {"watch", "état d'alerte", "overwatch"},
};
// What a die must show (sv_needed).
static const gg_name score_names[] = {
    {"0", "rien", "nothing"}, {"1", "réussite certaine", "certain success"},
    {"2", "2+", "2+"},        {"3", "3+", "3+"},
    {"4", "4+", "4+"},        {"5", "5+", "5+"},
    {"6", "6", "6"},          {"7", "échec certain", "certain failure"},
};
static const gg_name cause_names[] = {
    {"leader", "meneur perdu", "leader lost"},
    {"melee", "pertes en mêlée", "losses in melee"},
    {"half", "moitié de l'effectif perdue", "half the strength lost"},
    {"destroyed", "véhicule détruit", "vehicle destroyed"},
    {"few", "effectif trop faible", "too few left"},
    {"stuck", "tous les véhicules immobilisés", "all vehicles immobilised"},
    {"unarmed", "toutes les armes perdues", "all weapons lost"},
};
static const gg_name deed_names[] = {
    {"combat", "déplacement de combat", "combat move"},
    {"cross", "traversée", "crossing"},
    {"rapid", "déplacement rapide", "rapid move"},
    {"halt", "halte", "halt"},
    {"will", "feu à volonté", "fire at will"},
    {"fired", "tir", "shooting"},
    {"struck", "mêlée", "melee"},
    {"engaged", "engagée au départ", "engaged at the start"},
};
static const gg_name special_names[] = {
    {"none", "aucune", "none"},
    {"relocate", "carte replacée", "relocate"},
    {"delay", "sursis", "delay"},
    {"extra", "activation supplémentaire", "extra activation"},
};
static const gg_name phase_names[] = {
    {"setup", "déploiement", "set-up"},
    {"maintenance", "entretien", "maintenance"},
    {"authority", "autorité", "authority"},
    {"activation", "activation", "activation"},
};
// Where the first card goes when it is relocated: behind so many of those that are left.
static const gg_name slot_names[] = {
    {"0", "à jouer aussitôt après", "to be played right after"},
    {"1", "derrière 1 carte", "behind 1 card"},
    {"2", "derrière 2 cartes", "behind 2 cards"},
    {"3", "derrière 3 cartes", "behind 3 cards"},
    {"4", "derrière 4 cartes", "behind 4 cards"},
    {"5", "derrière 5 cartes", "behind 5 cards"},
    {"6", "derrière 6 cartes", "behind 6 cards"},
    {"7", "derrière 7 cartes", "behind 7 cards"},
    {"8", "derrière 8 cartes", "behind 8 cards"},
    {"9", "derrière 9 cartes", "behind 9 cards"},
    {"10", "derrière 10 cartes", "behind 10 cards"},
    {"11", "derrière 11 cartes", "behind 11 cards"},
};
// SV_READY_MIN companies of each faction, of the size of the side (options company1, company2).
static const gg_name company_names[] = {
    {"austral_1", "Concorde Australe, première compagnie", "Austral Concord, first company"},
    {"austral_2", "Concorde Australe, deuxième compagnie", "Austral Concord, second company"},
    {"vhar_1", "Machinat de Vhar, première compagnie", "Vhar Machinate, first company"},
    {"vhar_2", "Machinat de Vhar, deuxième compagnie", "Vhar Machinate, second company"},
    {"forges_1", "Libres-Forges, première compagnie", "Free Forges, first company"},
    {"forges_2", "Libres-Forges, deuxième compagnie", "Free Forges, second company"},
};
static const gg_name part_names[] = {
    {"propulsion", "propulsion", "propulsion"},
    {"hull", "châssis", "hull"},
    {"weapon", "arme", "weapon"},
};

#endif
