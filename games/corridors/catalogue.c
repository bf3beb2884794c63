// SPDX-License-Identifier: Apache-2.0
// What a deck is built from (AD5, AD6, AD9): the cards with what is printed on them, and how the
// lines of a deck file are spelt (deck.c). A builder that knows no game shows and writes these.
#include "corridors.h"

enum { IN_DECK = 1, IN_OPENING = 2 };
enum { EXTRA_PLACE = 1, EXTRA_HQ = 2, EXTRA_AIRFIELD = 4 };

static const gg_name places[] = {
    {"left", "à gauche", "left", 0},
    {"centre", "au centre", "centre", 0},
    {"right", "à droite", "right", 0},
    {"hq", "au QG", "in the HQ", 0},
};
static const gg_name airfield[] = {{"airfield", "à l'aéroport", "on the airfield", 0}};

static const gg_list_head heads[] = {
    {"deck", "Nom", "Name", NULL, 0, 0},
    {"nation", "Nation", "Nation", co_nation_names, CO_NATIONS, 1},
};
static const gg_list_part parts[] = {
    {"cards", "Deck", "Deck", NULL, NULL, 1, GG_LIST_COUNTED},
    {"opening", "Ouverture", "Opening", NULL, "open", 1, GG_LIST_SINGLE},
};
static const gg_list_extra extras[] = {
    {"place", "Lieu", "Place", places, 4, 0},
    {"hq", "Lieu", "Place", places + 3, 1, 0},
    {"airfield", "Lieu", "Place", airfield, 1, 0},
};

const gg_list_form co_deck_form = {
    .head = heads,
    .part = parts,
    .extra = extras,
    .group = co_class_names,
    .heads = 2,
    .parts = 2,
    .extras = 3,
    .groups = CO_CLASSES,
};

static void fact(gg_list_item *out, const char *fr, const char *en, int value) {
    if (value != CO_NONE) gg_list_tell(out, fr, en, value);
}

// What is nothing on most cards is left out.
static void fact_if(gg_list_item *out, const char *fr, const char *en, int value) {
    if (value) fact(out, fr, en, value);
}

static void print_values(const co_card *card, gg_list_item *out) {
    bool fires = card->cls != CO_FORT && card->cls != CO_OBS && !(card->flags & CO_F_SPECIAL);
    fact_if(out, "Défense", "Defence", card->def);
    fact_if(out, "Points de vie", "Hit points", card->hp);
    if (fires) fact(out, "PT légère", "Soft FP", card->sfp);
    if (fires) fact(out, "PT lourde", "Hard FP", card->hfp);
    if (fires) fact(out, "PT aérienne", "Air FP", card->air);
    if (fires) fact(out, "PT de bombardement", "Bombardment FP", card->bfp);
    fact_if(out, "Portée", "Range", card->rng);
    fact_if(out, "Mouvement", "Movement", card->mv);
    fact_if(out, "Couvert", "Cover", card->cover);
}

// AD9c, AD9d, AD50: aircraft and ordnance on the airfield, HQ troops in the HQ.
static uint8_t places_of(const co_card *card) {
    if (!(card->flags & CO_F_OPENING)) return 0;
    if (card->flags & CO_F_AIRCRAFT || card->cls == CO_ORD) return EXTRA_AIRFIELD;
    return card->cls == CO_HQT ? EXTRA_HQ : EXTRA_PLACE;
}

bool co_catalogue(unsigned n, gg_list_item *out) {
    memset(out, 0, sizeof *out);
    if (n + 1 >= CO_CARDS) return false;
    const co_card *card = &co_cards[n + 1]; // 0 is no card
    out->name = co_card_names[n + 1];
    out->note_fr = co_card_texts[n + 1].fr;
    out->note_en = co_card_texts[n + 1].en;
    out->allowed = card->nations;
    out->group = card->cls;
    out->most = card->copies;
    out->cost = card->cost;
    out->face = (uint16_t)(F_INF + card->cls - CO_INF);
    out->parts = IN_DECK | (card->flags & CO_F_OPENING ? IN_OPENING : 0);
    out->extras = places_of(card);
    print_values(card, out);
    return true;
}
