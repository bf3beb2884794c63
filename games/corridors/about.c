// SPDX-License-Identifier: Apache-2.0
// A card in words: the numbers printed on it and its text, for who holds it up to read.
#include "corridors.h"

typedef struct page {
    char *out;
    size_t cap, length;
} page;

static void put_char(page *p, char c) {
    if (p->length + 1 < p->cap) p->out[p->length++] = c;
}

static void put_text(page *p, const char *text) {
    while (*text) put_char(p, *text++);
}

static void put_number(page *p, int number) {
    if (number > 9) put_number(p, number / 10);
    put_char(p, (char)('0' + number % 10));
}

typedef struct term {
    const char *fr, *en;
} term;

static void put_term(page *p, gg_lang lang, term word, int number) {
    if (p->length) put_text(p, ", ");
    put_text(p, lang == GG_FR ? word.fr : word.en);
    put_number(p, number);
}

static void put_power(page *p, gg_lang lang, term word, int power) {
    if (power != CO_NONE) put_term(p, lang, word, power);
}

static void put_body(page *p, gg_lang lang, const co_card *card) {
    if (!card->hp) return;
    put_term(p, lang, (term){"défense ", "defence "}, card->def);
    put_term(p, lang, (term){"points de vie ", "hit points "}, card->hp);
}

static void put_powers(page *p, gg_lang lang, const co_card *card) {
    bool grey = card->flags & CO_F_GREY;
    put_power(p, lang, (term){"PT légère ", "soft FP "}, card->sfp);
    put_power(p, lang, (term){"PT lourde ", "hard FP "}, card->hfp);
    put_power(p, lang,
              grey ? (term){"PT aérienne sur gris ", "grey air FP "}
                   : (term){"PT aérienne ", "air FP "},
              card->air);
    put_power(p, lang, (term){"PT de bombardement ", "bombardment FP "}, card->bfp);
}

static void put_reach(page *p, gg_lang lang, const co_card *card) {
    bool flies = card->flags & CO_F_AIRCRAFT;
    if (card->flags & CO_F_BATTERY) put_term(p, lang, (term){"portée ", "range "}, card->rng);
    if (card->flags & CO_F_GROUND) put_term(p, lang, (term){"mouvement ", "movement "}, card->mv);
    if (card->rec) put_term(p, lang, (term){"reconnaissance ", "recon "}, card->rec);
    if (flies && card->cap) put_term(p, lang, (term){"équipements ", "ordnance "}, card->cap);
    if (flies) put_term(p, lang, (term){"décollage ", "take-off "}, card->launch);
}

size_t co_about(const void *table, unsigned domain, unsigned value, gg_lang lang, char *out,
                size_t cap) {
    const co_table *t = table;
    page p = {out, cap, 0};
    if ((domain != D_CARD || value >= PIECES) && (domain != D_PRINT || value >= CO_CARDS)) return 0;
    unsigned card = domain == D_CARD ? t->card[value] : value;
    const co_text *text = &co_card_texts[card];
    put_term(&p, lang, (term){"Coût ", "Cost "}, co_cards[card].cost);
    put_body(&p, lang, &co_cards[card]);
    put_powers(&p, lang, &co_cards[card]);
    put_reach(&p, lang, &co_cards[card]);
    put_text(&p, ". ");
    put_text(&p, lang == GG_FR ? text->fr : text->en);
    while (p.length && p.out[p.length - 1] == ' ') p.length--;
    if (cap) out[p.length] = '\0';
    return p.length;
}
