// SPDX-License-Identifier: Apache-2.0
// Deck construction (AD5, AD9): reads the text of a deck file and tells every broken rule with its
// line. reader.py judges the ready decks by the same rules when the program is built.
//
//     deck NAME              then
//     nation G               G, S, U or W
//     limits off             for designers: any number of copies, aircraft, specials (AD69b)
//     5 G01                  five copies of a card
//     open 3 G01 [places]    three of them may begin in play
//
// # begins a comment. A limit on a sum is told on the line where the sum first passes it; what is
// missing is told on the last line.
//
// A good deck becomes the bytes of a gg_own_list (nation and limits, number of lines, card and
// count of each line, card and place of each card of the opening) and these the text that match
// files hold.
#include "corridors.h"

enum { MOST_AIRCRAFT = 12, MOST_SPECIALS = 12, LEAST_HQT = 2, OPENING_SUPPLY = 30, WORDS = 64 };
// In a match: aircraft fly in GROUPS_MAX groups at most, and copies are told apart by a letter.
enum { MOST_LETTERS = 26 };
enum { LIST_FREE = 0x80, LIST_HEAD = 2 };

static_assert(LIST_HEAD + 2 * CO_DECK_CARDS + 2 * CO_OPEN_MAX <= GG_LIST_MAX, "every deck fits");
static_assert((int)MOST_AIRCRAFT <= (int)GROUPS_MAX, "every aircraft may fly alone");

static const char nation_letters[CO_NATIONS + 1] = "GSUW";
static const char *const open_places[] = {"left", "centre", "right", "hq", "airfield"};

typedef struct word {
    const char *at;
    size_t size;
} word;

typedef struct reading {
    gg_fault *out;
    uint32_t faults, cap;
    unsigned line;
    word words[WORDS];
    unsigned count;
    bool bad;
    bool named;
    bool match; // it is to be played
    bool free;  // AD69b: limits off
    int nation; // -1: not given
    uint8_t copies[CO_CARDS], opened[CO_CARDS];
    co_opening place[CO_OPEN_MAX];
    int places;
    int cards, aircraft, specials, hqt, opening, opening_cards, opening_hqt;
    bool told_cards, told_aircraft, told_specials, told_cost, told_hqt;
} reading;

// ------------------------------------------------------------------------------------- sentences
static size_t put_text(char *out, size_t at, const char *text, size_t size) {
    for (size_t i = 0; i < size && at + 1 < GG_SENTENCE_MAX; i++) out[at++] = text[i];
    out[at] = 0;
    return at;
}

static size_t length_of(const char *text) {
    size_t n = 0;
    while (n < GG_SENTENCE_MAX && text[n]) n++;
    return n;
}

static size_t put_number(char *out, size_t at, int number) {
    char digit[12];
    size_t n = sizeof digit;
    do digit[--n] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return put_text(out, at, digit + n, sizeof digit - n);
}

// % stands for the word, # for the numbers in turn.
static void say(char *out, const char *pattern, word cited, const int number[2]) {
    size_t at = 0;
    int next = 0;
    out[0] = 0;
    for (; *pattern; pattern++) {
        if (*pattern == '%')
            at = put_text(out, at, cited.at, cited.size < 24 ? cited.size : 24);
        else if (*pattern == '#')
            at = put_number(out, at, number[next++]);
        else
            at = put_text(out, at, pattern, 1);
    }
}

static void fault(reading *r, unsigned rule, const char *fr, const char *en, word cited, int a,
                  int b) {
    const int number[2] = {a, b};
    r->bad = true;
    if (r->faults >= r->cap) return;
    gg_fault *f = &r->out[r->faults++];
    memset(f, 0, sizeof *f);
    f->line = (uint16_t)r->line;
    f->rule = (uint16_t)rule;
    say(f->fr, fr, cited, number);
    say(f->en, en, cited, number);
}

// ------------------------------------------------------------------------------------------ words
static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void split(reading *r, const char *at, const char *end) {
    r->count = 0;
    while (at < end && *at != '#') {
        const char *start = at;
        while (at < end && !blank(*at) && *at != '#') at++;
        if (at > start && r->count < WORDS)
            r->words[r->count++] = (word){start, (size_t)(at - start)};
        while (at < end && blank(*at)) at++;
    }
}

static bool is(word w, const char *text) {
    return w.size == length_of(text) && memcmp(w.at, text, w.size) == 0;
}

// A number of at most three digits, -1 when it is none.
static int number_of(word w) {
    int value = 0;
    if (!w.size || w.size > 3) return -1;
    for (size_t i = 0; i < w.size; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') return -1;
        value = 10 * value + w.at[i] - '0';
    }
    return value;
}

static int card_of(reading *r, word w) {
    for (int card = 1; card < CO_CARDS; card++)
        if (is(w, co_card_names[card].token)) return card;
    fault(r, RULE_NONE, "La carte « % » n'existe pas.", "There is no card '%'.", w, 0, 0);
    return CO_NO_CARD;
}

// ------------------------------------------------------------------------------------------ lines
static void read_nation(reading *r) {
    if (r->nation >= 0) {
        fault(r, RULE_AD5a, "La nation est déjà dite plus haut.",
              "The nation is told already further up.", r->words[0], 0, 0);
        return;
    }
    for (int i = 0; i < CO_NATIONS; i++)
        if (r->words[1].size == 1 && r->words[1].at[0] == nation_letters[i]) {
            r->nation = i;
            return;
        }
    fault(r, RULE_AD6, "La nation « % » n'est pas G, S, U ou W.", "Nation '%' is not G, S, U or W.",
          r->words[1], 0, 0);
}

// AD5b to AD5d: the rule that limits the copies of a card.
static unsigned copies_rule(const co_card *card) {
    if (card->copies == 2) return RULE_AD5d;
    return card->cls == CO_INF ? RULE_AD5b : RULE_AD5c;
}

static void limit(reading *r, int sum, int most, bool *told, unsigned rule, const char *fr,
                  const char *en) {
    bool always = rule == RULE_AD5 || rule == RULE_AD9 || (rule == RULE_AD5e && r->match);
    if (sum <= most || *told || (r->free && !always)) return;
    *told = true;
    fault(r, rule, fr, en, r->words[0], sum, most);
}

static void read_card(reading *r, int copies) {
    int card = card_of(r, r->words[1]);
    const co_card *c = &co_cards[card];
    if (!card) return;
    if (r->nation < 0 || !(c->nations >> r->nation & 1))
        fault(r, RULE_AD5a, "% n'est ni de la nation du deck ni neutre.",
              "% is neither of the deck's nation nor neutral.", r->words[1], 0, 0);
    if (r->copies[card])
        fault(r, RULE_NONE, "% figure déjà plus haut.", "% stands already further up.", r->words[1],
              0, 0);
    if (copies > c->copies && !r->free)
        fault(r, copies_rule(c), "# % : # au plus.", "# %: # at most.", r->words[1], copies,
              c->copies);
    if (copies > MOST_LETTERS && r->free && r->match)
        fault(r, RULE_AD69b, "# % : # au plus dans une partie.", "# %: # at most in a match.",
              r->words[1], copies, MOST_LETTERS);
    r->copies[card] = (uint8_t)copies;
    r->cards += copies;
    if (co_is(card, CO_F_AIRCRAFT)) r->aircraft += copies;
    if (co_is(card, CO_F_SPECIAL)) r->specials += copies;
    if (c->cls == CO_HQT) r->hqt += copies;
    limit(r, r->cards, CO_DECK_CARDS, &r->told_cards, RULE_AD5,
          "Jusqu'ici # cartes : le deck en compte #.", "# cards so far: a deck has #.");
    limit(r, r->aircraft, MOST_AIRCRAFT, &r->told_aircraft, RULE_AD5e,
          "Jusqu'ici # avions : # au plus.", "# aircraft so far: # at most.");
    limit(r, r->specials, MOST_SPECIALS, &r->told_specials, RULE_AD5f,
          "Jusqu'ici # cartes spéciales : # au plus.", "# special cards so far: # at most.");
}

// More than there is room for cost more than an opening may: that is told.
static void keep_place(reading *r, int card, unsigned place) {
    if (r->places < CO_OPEN_MAX)
        r->place[r->places++] = (co_opening){(uint8_t)card, (uint8_t)place};
}

// One place per card, or none at all; those that fly on the airfield, HQ troops in the HQ.
static void read_places(reading *r, int copies, int number) {
    const co_card *card = &co_cards[number];
    bool flies = card->flags & CO_F_AIRCRAFT || card->cls == CO_ORD;
    if (r->count > 3 && r->count != 3U + (unsigned)copies)
        fault(r, RULE_NONE, "% : # cartes, # lieux.", "%: # cards, # places.", r->words[2], copies,
              (int)r->count - 3);
    for (int i = 0; i < copies && r->count == 3; i++) keep_place(r, number, CO_OPEN_ANYWHERE);
    for (unsigned i = 3; i < r->count; i++) {
        unsigned place = 0;
        while (place <= CO_OPEN_AIRFIELD && !is(r->words[i], open_places[place])) place++;
        keep_place(r, number, place);
        if (place > CO_OPEN_AIRFIELD)
            fault(r, RULE_NONE, "Le lieu « % » n'est pas left, centre, right, hq ou airfield.",
                  "Place '%' is not left, centre, right, hq or airfield.", r->words[i], 0, 0);
        else if (flies != (place == CO_OPEN_AIRFIELD))
            fault(r, flies ? RULE_AD9d : RULE_AD9c, "% ne se place pas là.",
                  "% is not placed there.", r->words[2], 0, 0);
        else if (card->cls == CO_HQT && place != CO_OPEN_HQ)
            fault(r, RULE_AD50, "% se tient au quartier général.", "% stands in the headquarters.",
                  r->words[2], 0, 0);
    }
}

static void read_opening(reading *r) {
    int copies = number_of(r->words[1]), card = card_of(r, r->words[2]);
    const co_card *c = &co_cards[card];
    if (!card) return;
    if (!co_is(card, CO_F_OPENING))
        fault(r, RULE_AD9b, "% ne peut pas ouvrir : ni fortification, ni obstacle, ni spéciale.",
              "% may not open: no fortification, obstacle or special.", r->words[2], 0, 0);
    r->opened[card] = (uint8_t)(r->opened[card] + copies);
    if (r->opened[card] > r->copies[card])
        fault(r, RULE_AD9, "% : # à l'ouverture, # dans le deck.",
              "%: # in the opening, # in the deck.", r->words[2], r->opened[card], r->copies[card]);
    read_places(r, copies, card);
    r->opening_cards += copies;
    if (c->cls == CO_HQT) r->opening_hqt += copies;
    if (r->opening_hqt < LEAST_HQT && r->opening_cards > r->opening_hqt && !r->told_hqt) {
        r->told_hqt = true;
        fault(r, RULE_AD9a, "L'ouverture commence par deux cartes de troupes de quartier général.",
              "An opening begins with two HQ-troop cards.", r->words[2], 0, 0);
    }
    r->opening += copies * c->cost;
    limit(r, r->opening, OPENING_SUPPLY, &r->told_cost, RULE_AD9,
          "L'ouverture coûte # : # au plus.", "The opening costs #: # at most.");
}

static void read_line(reading *r) {
    int copies = number_of(r->words[0]);
    if (r->count == 2 && is(r->words[0], "deck"))
        r->named = true;
    else if (r->count == 2 && is(r->words[0], "limits") && is(r->words[1], "off"))
        r->free = true;
    else if (r->count == 2 && is(r->words[0], "nation"))
        read_nation(r);
    else if (r->count >= 3 && is(r->words[0], "open") && number_of(r->words[1]) > 0 &&
             number_of(r->words[1]) <= CO_DECK_CARDS)
        read_opening(r);
    else if (r->count == 2 && copies > 0 && copies <= CO_DECK_CARDS)
        read_card(r, copies);
    else
        fault(r, RULE_NONE,
              "Ligne attendue : « deck NOM », « nation G », « 5 G01 » ou « open 3 G01 ».",
              "Expected line: 'deck NAME', 'nation G', '5 G01' or 'open 3 G01'.", r->words[0], 0,
              0);
}

static void judge_whole(reading *r) {
    word none = {"", 0};
    if (!r->named)
        fault(r, RULE_NONE, "La ligne « deck NOM » manque.", "The line 'deck NAME' is missing.",
              none, 0, 0);
    if (r->nation < 0)
        fault(r, RULE_AD6, "La ligne « nation » manque ou est fausse.",
              "The line 'nation' is missing or wrong.", none, 0, 0);
    if (r->cards < CO_DECK_CARDS)
        fault(r, RULE_AD5, "# cartes seulement : le deck en compte #.",
              "# cards only: a deck has #.", none, r->cards, CO_DECK_CARDS);
    if (r->hqt < LEAST_HQT)
        fault(r, RULE_AD5g, "# carte de troupes de quartier général : # au moins.",
              "# HQ-troop cards: # at least.", none, r->hqt, LEAST_HQT);
}

// ----------------------------------------------------------------------------- bytes and text
// AD9a: an opening begins with two HQ-troop cards. A deck that names none opens with its first two;
// what it names are then HQ troops alone, one at most.
static void complete_opening(reading *r) {
    for (int card = CO_CARDS - 1; card > 0; card--)
        while (r->opening_hqt < LEAST_HQT && co_cards[card].cls == CO_HQT &&
               r->opened[card] < r->copies[card]) {
            for (int i = r->places++; i > 0; i--) r->place[i] = r->place[i - 1];
            r->place[0] = (co_opening){(uint8_t)card, CO_OPEN_HQ};
            r->opened[card]++;
            r->opening_hqt++;
        }
}

static void put_pair(gg_own_list *list, int a, int b) {
    list->byte[list->size++] = (uint8_t)a;
    list->byte[list->size++] = (uint8_t)b;
}

static void pack(reading *r, gg_own_list *list) {
    int lines = 0;
    complete_opening(r);
    for (int card = 1; card < CO_CARDS; card++) lines += r->copies[card] > 0;
    put_pair(list, r->nation | (r->free ? LIST_FREE : 0), lines);
    for (int card = 1; card < CO_CARDS; card++)
        if (r->copies[card]) put_pair(list, card, r->copies[card]);
    for (int i = 0; i < r->places; i++) put_pair(list, r->place[i].card, r->place[i].place);
}

bool co_deck_of(const gg_own_list *list, co_deck *out) {
    const uint8_t *at = list->byte, *end = at + list->size;
    memset(out, 0, sizeof *out);
    if (list->size > GG_LIST_MAX || list->size < LIST_HEAD || list->size % 2) return false;
    int left = (list->size - LIST_HEAD) / 2;
    out->token = "own";
    out->nation = at[0] & (LIST_FREE - 1);
    out->lines = at[1];
    if (out->nation >= CO_NATIONS || out->lines > CO_DECK_CARDS || out->lines > left) return false;
    if (left - out->lines > CO_OPEN_MAX) return false;
    at += LIST_HEAD;
    for (int i = 0; i < out->lines; i++, at += 2) {
        out->line[i] = (co_deck_line){.card = at[0], .count = at[1]};
        out->cards = (uint8_t)(out->cards + at[1]);
        if (!at[0] || at[0] >= CO_CARDS || at[1] > CO_DECK_CARDS) return false;
    }
    for (; at < end; at += 2) {
        out->opening[out->openings++] = (co_opening){at[0], at[1]};
        if (!at[0] || at[0] >= CO_CARDS || at[1] > CO_OPEN_ANYWHERE) return false;
        out->opening_cost = (uint8_t)(out->opening_cost + co_cards[at[0]].cost);
        for (int i = 0; i < out->lines; i++)
            if (out->line[i].card == at[0]) out->line[i].open++;
    }
    return true;
}

typedef struct writing {
    char *out;
    size_t length;
} writing;

static void put_words(writing *t, const char *words) {
    while (*words && t->length + 1 < GG_LIST_TEXT) t->out[t->length++] = *words++;
}

static void put_count(writing *t, int count, const char *card) {
    const char digits[] = {(char)('0' + count / 10), (char)('0' + count % 10), ' ', 0};
    put_words(t, digits + (count < 10));
    put_words(t, card);
}

// Neighbours of one card share a line; those without a place have a line of their own.
static int put_opening(writing *t, const co_deck *deck, int first) {
    const co_opening *open = deck->opening;
    int end = first + 1;
    bool placed = open[first].place != CO_OPEN_ANYWHERE;
    while (end < deck->openings && open[end].card == open[first].card &&
           (open[end].place != CO_OPEN_ANYWHERE) == placed)
        end++;
    put_words(t, "open ");
    put_count(t, end - first, co_card_names[open[first].card].token);
    for (int i = first; i < end && placed; i++) {
        put_words(t, " ");
        put_words(t, open_places[open[i].place]);
    }
    put_words(t, "\n");
    return end;
}

static size_t put_deck(const co_deck *deck, bool free, char *out) {
    writing t = {out, 0};
    const char nation[] = {nation_letters[deck->nation], '\n', 0};
    put_words(&t, "deck ");
    put_words(&t, deck->token);
    put_words(&t, "\nnation ");
    put_words(&t, nation);
    if (free) put_words(&t, "limits off\n");
    for (int i = 0; i < deck->lines; i++) {
        put_count(&t, deck->line[i].count, co_card_names[deck->line[i].card].token);
        put_words(&t, "\n");
    }
    for (int i = 0; i < deck->openings;) i = put_opening(&t, deck, i);
    out[t.length] = 0;
    return t.length;
}

size_t co_write_deck(const gg_own_list *list, char *out) {
    co_deck deck;
    return co_deck_of(list, &deck) ? put_deck(&deck, list->byte[0] & LIST_FREE, out) : 0;
}

size_t co_ready_deck(unsigned n, gg_name *name, char *out) {
    if (n >= CO_READY_DECKS) return 0;
    *name = co_nation_names[co_decks[n].nation];
    return put_deck(&co_decks[n], false, out);
}

// -------------------------------------------------------------------------------------- the judge
static void read_text(reading *r, const char *text, size_t size) {
    const char *end = text + size;
    while (text < end) {
        const char *stop = text;
        while (stop < end && *stop != '\n') stop++;
        r->line++;
        split(r, text, stop);
        if (r->count) read_line(r);
        text = stop + (stop < end);
    }
}

uint32_t co_judge_deck(const gg_request *request_or_null, int seat, const char *text, size_t size,
                       gg_own_list *list, gg_fault *out, uint32_t cap) {
    reading r = {.out = out, .cap = cap, .nation = -1, .match = request_or_null != NULL};
    (void)seat; // any deck meets any other, on every battlefield (AD6)
    read_text(&r, text, size);
    judge_whole(&r);
    if (!r.bad && list) pack(&r, list);
    return r.faults;
}

uint32_t co_sum_deck(const gg_request *request_or_null, int seat, const char *text, size_t size,
                     gg_list_sum *out, uint32_t cap) {
    reading r = {.nation = -1, .match = request_or_null != NULL};
    (void)seat;
    read_text(&r, text, size);
    const gg_list_sum sum[] = {
        {"Cartes", "Cards", r.cards, CO_DECK_CARDS, CO_DECK_CARDS},
        {"Avions", "Aircraft", r.aircraft, 0, r.free ? 0 : MOST_AIRCRAFT},
        {"Cartes spéciales", "Special cards", r.specials, 0, r.free ? 0 : MOST_SPECIALS},
        {"Troupes de QG", "HQ troops", r.hqt, LEAST_HQT, 0},
        {"Ouverture", "Opening", r.opening, 0, OPENING_SUPPLY},
    };
    uint32_t n = sizeof sum / sizeof *sum;
    for (uint32_t i = 0; i < n && i < cap; i++) out[i] = sum[i];
    return n < cap ? n : cap;
}
