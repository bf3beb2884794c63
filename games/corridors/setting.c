// SPDX-License-Identifier: Apache-2.0
// The text of a scenario: a battlefield, its decks and its numbers. reader.py makes tables of the
// shipped ones at build time; a test holds the two readers together.
//
//     decks german soviet        of players 1 and 2, unless the options say otherwise
//     supply 30                  for the opening
//     deck 60                    or fewer: then each deck is drawn from its list (AD70)
//     points 45                  victory pile that wins
//     turns 15
//     row 3 hill fields village  rows from player 2 to player 1, columns a, b, c
//     bought                     instead of rows: terrain is laid and paid for (AD8)
#include "corridors.h"

enum { W_SUPPLY, W_DECK, W_POINTS, W_TURNS, NUMBERS };
enum { ROWS = 3, COLUMNS_ROW = 3, NATION_TOKEN = 16 };

static const struct {
    const char *word;
    int least, most;
} numbers[NUMBERS] = {
    [W_SUPPLY] = {"supply", 20, 42},
    [W_DECK] = {"deck", 30, 60},
    [W_POINTS] = {"points", 10, 99},
    [W_TURNS] = {"turns", 2, 15},
};

typedef struct reading {
    gg_script s;
    co_field *out;
    int value[NUMBERS]; // 0: not there, -1: wrong
    unsigned number_line[NUMBERS], row_line[ROWS], decks_line, bought_line;
} reading;

static void tell(reading *r, unsigned line, const char *fr, const char *en, gg_script_word word,
                 int a, int b) {
    gg_script_fault(&r->s, line, RULE_NONE, fr, en, word, a, b);
}

static void twice(reading *r) {
    tell(r, r->s.line, "« {w} » est déjà écrit.", "“{w}” stands here twice.", r->s.word[0], 0, 0);
}

// ------------------------------------------------------------------------------------------- lines
static void take_number(reading *r, int n) {
    const gg_script *s = &r->s;
    if (r->value[n]) {
        twice(r);
        return;
    }
    gg_script_word word = s->words == 2 ? s->word[1] : s->body;
    r->value[n] = s->words == 2 ? gg_script_number(word, numbers[n].least, numbers[n].most) : -1;
    r->number_line[n] = s->line;
    if (r->value[n] < 0)
        tell(r, s->line, "« {w} » n'est pas un nombre de {a} à {b}.",
             "“{w}” is not a number from {a} to {b}.", word, numbers[n].least, numbers[n].most);
}

static int deck_of(gg_script_word word) {
    int i = 0;
    while (i < CO_READY_DECKS && !gg_script_is(word, co_decks[i].token)) i++;
    return i < CO_READY_DECKS ? i : -1;
}

static void take_decks(reading *r) {
    const gg_script *s = &r->s;
    if (r->decks_line) {
        twice(r);
        return;
    }
    r->decks_line = s->line;
    for (unsigned i = 0; i < SEATS; i++) {
        int deck = s->words == 1 + SEATS ? deck_of(s->word[1 + i]) : -1;
        if (deck < 0) {
            tell(r, s->line, "Écrire : decks A B, parmi german, soviet, us, commonwealth",
                 "Write: decks A B, of german, soviet, us, commonwealth", s->body, 0, 0);
            return;
        }
        r->out->deck[i] = (uint8_t)deck;
    }
}

static int terrain_of(gg_script_word word) {
    int i = 0;
    while (i < CO_ZONE_TERRAINS && !gg_script_is(word, co_terrain_names[i].token)) i++;
    return i < CO_ZONE_TERRAINS ? i : -1;
}

static void take_row(reading *r) {
    const gg_script *s = &r->s;
    int row = s->words == 2 + COLUMNS_ROW ? gg_script_number(s->word[1], 1, ROWS) : -1;
    if (row < 0) {
        tell(r, s->line, "Écrire : row 1|2|3 A B C", "Write: row 1|2|3 A B C", s->body, 0, 0);
        return;
    }
    if (r->row_line[row - 1]) {
        tell(r, s->line, "La ligne {a} est déjà écrite.", "Row {a} stands here twice.", s->body,
             row, 0);
        return;
    }
    r->row_line[row - 1] = s->line;
    for (int column = 0; column < COLUMNS_ROW; column++) {
        int terrain = terrain_of(s->word[2 + column]);
        if (terrain < 0)
            tell(r, s->line, "« {w} » n'est pas un terrain.", "“{w}” is no terrain.",
                 s->word[2 + column], 0, 0);
        else
            r->out->terrain[(row - 1) * COLUMNS_ROW + column] = (uint8_t)terrain;
    }
}

static void take_line(reading *r) {
    const gg_script *s = &r->s;
    int n = 0;
    while (n < NUMBERS && !gg_script_is(s->word[0], numbers[n].word)) n++;
    if (n < NUMBERS)
        take_number(r, n);
    else if (gg_script_is(s->word[0], "decks"))
        take_decks(r);
    else if (gg_script_is(s->word[0], "row"))
        take_row(r);
    else if (gg_script_is(s->word[0], "bought") && s->words == 1)
        r->bought_line = s->line;
    else
        tell(r, s->line, "« {w} » n'est pas compris.", "“{w}” is not understood.", s->word[0], 0,
             0);
}

// --------------------------------------------------------------------------------------- the whole
// AD7, AD9: the ready opening of every deck stands in the row of either player.
static bool opening_fits(const co_deck *deck, const co_field *field, int row, int column) {
    int place = row == 0 ? CO_OPEN_LEFT + column : CO_OPEN_RIGHT - column, cards = 0;
    const co_terrain *terrain = &co_terrains[field->terrain[row * COLUMNS_ROW + column]];
    for (int i = 0; i < deck->openings; i++) {
        if (deck->opening[i].place != place) continue;
        cards++;
        bool bogged = terrain->flags & CO_T_SOFT_GROUND && !co_is(deck->opening[i].card, CO_F_FOOT);
        if (bogged) return false;
    }
    return cards <= terrain->stack_limit;
}

static void check_openings(reading *r) {
    for (int row = 0; row < ROWS; row += 2)
        for (int column = 0; column < COLUMNS_ROW; column++)
            for (int deck = 0; deck < CO_READY_DECKS; deck++)
                if (!opening_fits(&co_decks[deck], r->out, row, column)) {
                    int terrain = r->out->terrain[row * COLUMNS_ROW + column];
                    tell(r, r->row_line[row],
                         "L'ouverture d'un deck prêt ne tient pas dans « {w} », ligne {a}.",
                         "The opening of a ready deck does not fit into “{w}”, row {a}.",
                         gg_script_text(co_terrain_names[terrain].token), row + 1, 0);
                    break;
                }
}

static void check(reading *r) {
    unsigned last = r->s.line, rows = 0;
    for (int n = 0; n < NUMBERS; n++)
        if (!r->value[n])
            tell(r, last, "Il manque la ligne « {w} ».", "The line “{w}” is missing.",
                 gg_script_text(numbers[n].word), 0, 0);
    if (!r->decks_line)
        tell(r, last, "Il manque la ligne « decks ».", "The line “decks” is missing.",
             gg_script_text(""), 0, 0);
    for (int row = 0; row < ROWS; row++) rows += r->row_line[row] != 0;
    if (rows != (r->bought_line ? 0U : ROWS))
        tell(r, last, "Il faut les lignes 1 à 3, ou « bought » et aucune.",
             "Rows 1 to 3 are wanted, or “bought” and none.", gg_script_text(""), 0, 0);
    else if (!r->bought_line && !r->s.faults)
        check_openings(r);
    // AD8a, AD9: the openings that are ready can be paid, and no larger ones.
    int least = r->bought_line ? 42 : r->value[W_DECK] == 60 ? 30 : 20;
    int most = r->bought_line ? 42 : 30;
    if (r->value[W_SUPPLY] > 0 && (r->value[W_SUPPLY] < least || r->value[W_SUPPLY] > most))
        tell(r, r->number_line[W_SUPPLY], "Ici le ravitaillement va de {a} à {b}.",
             "Supply goes from {a} to {b} here.", gg_script_text(""), least, most);
    if (r->bought_line && r->value[W_DECK] > 0 && r->value[W_DECK] < 60)
        tell(r, r->number_line[W_DECK], "Avec « bought », le deck a 60 cartes.",
             "With “bought” a deck has 60 cards.", gg_script_text(""), 0, 0);
}

uint32_t co_read_setting(const char *text, size_t size, co_field *out, gg_fault *fault,
                         uint32_t cap) {
    reading r = {.out = out};
    memset(out, 0, sizeof *out);
    gg_script_begin(&r.s, text, size, fault, cap);
    while (gg_script_next(&r.s))
        if (!gg_script_head(&r.s)) take_line(&r);
    check(&r);
    out->supply = (uint8_t)r.value[W_SUPPLY];
    out->deck_size = (uint8_t)r.value[W_DECK];
    out->points = (uint8_t)r.value[W_POINTS];
    out->turns = (uint8_t)r.value[W_TURNS];
    out->bought = r.bought_line != 0;
    return r.s.faults;
}

uint32_t co_judge_setting(unsigned scenario, const char *text, size_t size, gg_fault *out,
                          uint32_t cap) {
    co_field field;
    (void)scenario;
    return co_read_setting(text, size, &field, out, cap);
}
