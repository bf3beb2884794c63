// SPDX-License-Identifier: Apache-2.0
// Odds in words and as JSON. A label in JSON is its token and what it is about, the same in every
// language; the sentence for people stands beside it.
#include <stdio.h>
#include <string.h>

#include "grognard/coach.h"
#include "grognard/odds.h"

enum { ROW_TEXT = 512 };

const char *const gg_assume_token[GG_ASSUMES] = {"sensible", "none", "all"};

bool gg_assume_find(const char *token, gg_assume *out) {
    for (unsigned i = 0; i < GG_ASSUMES; i++) {
        if (strcmp(token, gg_assume_token[i]) != 0) continue;
        *out = (gg_assume)i;
        return true;
    }
    return false;
}

const char *gg_say_assume(gg_assume assume, gg_lang lang) {
    static const char *const words[GG_ASSUMES][2] = {
        {"chacun répond raisonnablement", "everybody answers sensibly"},
        {"chacun s'abstient autant qu'il peut", "everybody declines what he may"},
        {"chacun saisit toute occasion de réagir", "everybody takes every chance to react"},
    };
    return words[assume][lang != GG_FR];
}

size_t gg_say_effect(const gg_position *at, const gg_effect *effect, gg_lang lang, char *out,
                     size_t cap) {
    bool counts = at->game->labels[effect->label].domain[0] == GG_D_NUMBER;
    int16_t a = counts ? effect->value : effect->about, b = counts ? effect->about : effect->value;
    gg_ledger_line line = {.label = effect->label, .arg = {a, b}};
    return gg_say_ledger(at->game, at->table, at->state, &line, lang, out, cap);
}

// Where the number stands in the words: where those of a number with another first digit differ.
static size_t number_at(const gg_position *at, const gg_effect *effect, gg_lang lang,
                        const char *text) {
    char other[256];
    gg_effect another = *effect;
    int first = effect->value;
    size_t i = 0;
    while (first >= 10) first /= 10;
    another.value = first == 9 ? 1 : 9999;
    (void)gg_say_effect(at, &another, lang, other, sizeof other);
    while (text[i] && text[i] == other[i]) i++;
    return i;
}

size_t gg_say_headline(const gg_position *at, const gg_effect *headline, bool more, gg_lang lang,
                       char *out, size_t cap) {
    static const char *const least[2][2] = {{"Au moins ", "au moins "}, {"At least ", "at least "}};
    char text[256];
    gg_out said;
    (void)gg_say_effect(at, headline, lang, text, sizeof text);
    gg_out_init(&said, out, cap);
    size_t number = more ? number_at(at, headline, lang, text) : strlen(text);
    gg_out_format(&said, "%.*s", (int)number, text);
    if (text[number]) gg_out_format(&said, "%s%s", least[lang != GG_FR][number > 0], text + number);
    return said.length;
}

// "out_steps german": the token, and the token of what it is about.
static void label_into(const gg_position *at, const gg_effect *effect, char *out, size_t cap) {
    const gg_label *label = &at->game->labels[effect->label];
    char name[64];
    gg_out text;
    gg_out_init(&text, out, cap);
    gg_out_format(&text, "%s", label->token);
    unsigned domain = label->domain[label->domain[0] == GG_D_NUMBER];
    if (domain == GG_D_NONE) return;
    if (gg_name_into(at->game, at->table, at->state, domain, (unsigned)effect->about, GG_FORM_TOKEN,
                     name, sizeof name))
        gg_out_format(&text, " %s", name);
}

// ---------------------------------------------------------------------------------- rows by name
static bool same_line(const gg_ledger_line *a, const gg_ledger_line *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static bool has_line(const gg_ledger *ledger, const gg_ledger_line *line) {
    for (uint32_t i = 0; i < ledger->count; i++)
        if (same_line(&ledger->line[i], line)) return true;
    return false;
}

// A line that not all worlds have.
static bool tells_apart(const gg_odds_answer *answer, const gg_ledger_line *line) {
    for (uint32_t i = 0; i < answer->rows; i++)
        if (answer->row[i].share && !has_line(&answer->row[i].ledger, line)) return true;
    return false;
}

static unsigned end_of_range(uint64_t values, unsigned from) {
    unsigned to = from;
    while (to < 64 && values >> to & 1) to++;
    return to;
}

// "4–6, 8 or 9".
static void say_values(uint64_t values, gg_lang lang, gg_out *out) {
    const char *apart = "";
    for (unsigned from = 0, to; from < 64 && values >> from; from = to) {
        to = end_of_range(values, from);
        if (to == from) {
            to++;
            continue;
        }
        if (to == from + 2) to--; // two are no range
        bool last = to == 64 || !(values >> to);
        if (*apart && last) apart = lang == GG_FR ? " ou " : " or ";
        gg_out_format(out, "%s%u", apart, from);
        if (to > from + 1) gg_out_format(out, "\u2013%u", to - 1);
        apart = ", ";
    }
}

// The words for the greatest value, with all of them in its place.
static void say_line(const gg_position *at, unsigned label, uint64_t values, gg_lang lang,
                     gg_out *out) {
    gg_effect effect = {.label = (uint16_t)label};
    char text[256], digits[16];
    while (values >> effect.value >> 1) effect.value++;
    (void)gg_say_effect(at, &effect, lang, text, sizeof text);
    (void)snprintf(digits, sizeof digits, "%d", effect.value);
    char *number = strstr(text, digits);
    if (!number) return;
    gg_out_format(out, "%.*s", (int)(number - text), text);
    say_values(values, lang, out);
    gg_out_format(out, "%s", number + strlen(digits));
}

static void say_world(const gg_position *at, const gg_odds_answer *answer, uint32_t number,
                      gg_lang lang, gg_out *out) {
    const gg_odds_row *row = &answer->row[number];
    char text[256];
    uint32_t worlds = 0, told = 0;
    for (uint32_t i = 0; i < answer->rows; i++) worlds += answer->row[i].share != 0;
    if (worlds < 2) return;
    for (uint32_t i = 0; i < GG_WORLD_LINES; i++) {
        if (!row->said[i]) continue;
        gg_out_format(out, "%s", !told++ ? "" : lang == GG_FR ? " ; " : "; ");
        say_line(at, row->said[i], row->values[i], lang, out);
    }
    if (told) return;
    for (uint32_t i = 0; i < row->ledger.count && told < 3; i++) {
        const gg_ledger_line *line = &row->ledger.line[i];
        if (line->kind != GG_L_TOTAL || !tells_apart(answer, line)) continue;
        (void)gg_say_ledger(at->game, at->table, at->state, line, lang, text, sizeof text);
        gg_out_format(out, lang == GG_FR ? "%s%s\u00a0: %d" : "%s%s: %d", told++ ? ", " : "", text,
                      line->delta);
    }
    if (!told) gg_out_format(out, lang == GG_FR ? "cas %u" : "case %u", number + 1);
}

// What may be done there, by the first verb that does something.
static const char *window_words(const gg_game *game, unsigned node, gg_lang lang) {
    const uint8_t *verb = game->nodes[node].verbs;
    while (verb[1] && game->verbs[*verb].flags & GG_V_DECLINE) verb++;
    return lang == GG_FR ? game->verbs[*verb].fr : game->verbs[*verb].en;
}

// In the middle of a sentence: a small letter at first, no full stop.
static void put_within(gg_out *out, char *text) {
    size_t length = strlen(text);
    if (length && text[length - 1] == '.') text[length - 1] = 0;
    bool accented = strncmp(text, "É", 2) == 0;
    if (accented)
        memcpy(text, "é", 2);
    else if (text[0] >= 'A' && text[0] <= 'Z')
        text[0] = (char)(text[0] - 'A' + 'a');
    gg_out_text(out, text);
}

// As the log will tell it; what it tells only later, or never, by the words of its button.
static void say_answer(const gg_position *at, const gg_odds_row *row, gg_lang lang, gg_out *out) {
    char text[256], name[64];
    const gg_plan plan = {.steps = 1, .step = {row->action}};
    bool fr = lang == GG_FR;
    if (row->revealed) {
        (void)gg_say_event(at->game, at->table, at->state, &row->told, lang, text, sizeof text);
        gg_out_text(out, fr ? "si " : "if ");
        (void)gg_name_into(at->game, at->table, at->state, GG_D_SEAT, (unsigned)row->told.arg[0],
                           (gg_form)lang, name, sizeof name);
        if (strncmp(text, name, strlen(name)) == 0) // no article before it
            gg_out_format(out, "%.*s", (int)strcspn(text, "."), text);
        else
            put_within(out, text);
        return;
    }
    (void)gg_say_plan(at, GG_UMPIRE, &plan, lang, text, sizeof text);
    gg_out_format(out, fr ? "si l'autre répond « %s »" : "if the other answers “%s”", text);
}

static void say_window(const gg_position *at, unsigned node, bool always, gg_lang lang,
                       gg_out *out) {
    static const char *const words[2][2] = {{"%s : jamais", "%s: never"},
                                            {"%s : toujours", "%s: always"}};
    gg_out_format(out, words[always][lang != GG_FR], window_words(at->game, node, lang));
}

static void say_instead(const gg_position *at, const gg_odds_row *row, gg_lang lang, gg_out *out) {
    if (row->instead == GG_ODDS_SEALED)
        say_answer(at, row, lang, out);
    else
        say_window(at, row->node, row->instead == GG_ODDS_ALWAYS, lang, out);
}

// The row as assumed, where it is one side of the window and the other has a row of its own.
static void say_alike(const gg_position *at, const gg_odds_row *row, gg_lang lang, gg_out *out) {
    unsigned never = row->alike >> GG_ODDS_NEVER & 1, always = row->alike >> GG_ODDS_ALWAYS & 1;
    if (never == always) return;
    gg_out_format(out, "%s", !out->length ? "" : lang == GG_FR ? " ; " : "; ");
    say_window(at, row->window, always, lang, out);
    gg_out_text(out, lang == GG_FR ? ", comme supposé" : ", as assumed");
}

size_t gg_say_odds_row(const gg_position *at, const gg_odds_answer *answer, uint32_t row,
                       gg_lang lang, char *out, size_t cap) {
    char raw[ROW_TEXT];
    gg_out text, typeset;
    gg_out_init(&text, raw, sizeof raw);
    raw[0] = 0;
    if (answer->row[row].instead) {
        say_instead(at, &answer->row[row], lang, &text);
    } else {
        say_world(at, answer, row, lang, &text);
        say_alike(at, &answer->row[row], lang, &text);
    }
    gg_out_init(&typeset, out, cap);
    gg_typeset(&typeset, raw, lang);
    return typeset.length;
}

// The pieces that a step commits, by name; any other step by its button and names.
static void say_step(const gg_position *at, gg_action action, gg_lang lang, gg_out *out) {
    const gg_verb *verb = &at->game->verbs[gg_verb_of(action)];
    char text[256];
    bool pieces = verb->domain[0] != GG_D_NONE;
    for (unsigned i = 0; i < GG_OPERANDS && verb->domain[i] != GG_D_NONE; i++)
        pieces &= at->game->domains[verb->domain[i]].kind == GG_K_PIECE;
    if (!pieces) {
        const gg_plan plan = {.steps = 1, .step = {action}};
        (void)gg_say_plan(at, GG_UMPIRE, &plan, lang, text, sizeof text);
        put_within(out, text);
    }
    for (unsigned i = 0; pieces && i < GG_OPERANDS && verb->domain[i] != GG_D_NONE; i++) {
        (void)gg_name_into(at->game, at->table, at->state, verb->domain[i], gg_operand(action, i),
                           (gg_form)lang, text, sizeof text);
        gg_out_format(out, "%s%s", i ? " + " : "", text);
    }
}

size_t gg_say_odds_change(const gg_position *at, const gg_odds_change *change, gg_lang lang,
                          char *out, size_t cap) {
    static const char *const with[] = {"avec ", "with "}, *const without[] = {"sans ", "without "},
                             *const instead[] = {"plutôt ", "rather "};
    const gg_effect what = {.label = change->label};
    gg_out text;
    if (change->shift) return gg_say_effect(at, &what, lang, out, cap);
    const char *const *how = change->instead ? instead : change->without ? without : with;
    gg_out_init(&text, out, cap);
    gg_out_format(&text, "%s", how[lang != GG_FR]);
    say_step(at, change->action, lang, &text);
    return text.length;
}

// ------------------------------------------------------------------------------------------ JSON
static void json_share(gg_json *json, const char *key, const gg_big *part, const gg_big *whole) {
    char text[GG_SHARE_TEXT];
    (void)gg_share_text(part, whole, text);
    gg_json_string(json, key, text);
}

static void json_told(gg_json *json, const gg_position *at, const gg_effect *effect, bool more,
                      gg_lang lang) {
    char text[256];
    label_into(at, effect, text, sizeof text);
    gg_json_string(json, "label", text);
    gg_json_integer(json, "value", effect->value);
    (void)gg_say_headline(at, effect, more, lang, text, sizeof text);
    gg_json_string(json, "text", text);
}

static void json_effect(gg_json *json, const gg_position *at, const gg_effect *effect,
                        gg_lang lang) {
    json_told(json, at, effect, false, lang);
}

static void json_outcome(gg_json *json, const gg_position *at, const gg_odds_answer *answer,
                         const gg_odds_row *row, const gg_odds_outcome *outcome, gg_lang lang) {
    gg_json_open(json, NULL, '{');
    json_share(json, "p", &outcome->weight, &row->total);
    gg_json_open(json, "outcome", '[');
    for (uint32_t i = 0; i < outcome->count; i++) {
        gg_json_open(json, NULL, '{');
        json_effect(json, at, &answer->effect[outcome->first + i], lang);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

// What a limit left out is an outcome of its own, so that a row still adds up to 1.
static void json_cut(gg_json *json, const gg_odds_row *row) {
    gg_json_open(json, NULL, '{');
    json_share(json, "p", &row->cut, &row->total);
    gg_json_open(json, "outcome", '[');
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "label", "unknown");
    gg_json_integer(json, "value", 1);
    gg_json_close(json, '}');
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static void json_row(gg_json *json, const gg_position *at, const gg_odds_answer *answer,
                     uint32_t number, gg_lang lang) {
    const gg_odds_row *row = &answer->row[number];
    char text[ROW_TEXT];
    gg_big share, shares;
    gg_json_open(json, NULL, '{');
    (void)gg_say_odds_row(at, answer, number, lang, text, sizeof text);
    gg_json_string(json, "world", text);
    gg_big_set(&share, row->share);
    gg_big_set(&shares, row->shares);
    json_share(json, "share", &share, &shares);
    json_share(json, "headline", &row->headline, &row->total);
    gg_json_open(json, "outcomes", '[');
    for (uint32_t i = 0; i < row->count; i++)
        json_outcome(json, at, answer, row, &answer->outcome[row->first + i], lang);
    if (row->cut.words) json_cut(json, row);
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static void lowest_terms(gg_big *n, gg_big *d) {
    gg_big common, whole;
    if (!n->words) return;
    gg_big_gcd(n, d, &common);
    gg_big_over(n, &common, &whole);
    gg_big_copy(n, &whole);
    gg_big_over(d, &common, &whole);
    gg_big_copy(d, &whole);
}

// The mean of the rows as one fraction; false when it does not fit.
static bool mean(const gg_odds_answer *answer, gg_big *n, gg_big *d) {
    gg_big_set(n, 0);
    gg_big_set(d, 1);
    for (uint32_t i = 0; i < answer->rows; i++) {
        const gg_odds_row *row = &answer->row[i];
        gg_big part, whole, left, right;
        if (!row->share) continue;
        gg_big_copy(&part, &row->headline);
        gg_big_copy(&whole, &row->total);
        if (!gg_big_times(&part, row->share) || !gg_big_times(&whole, row->shares)) return false;
        if (!gg_big_multiply(n, &whole, &left) || !gg_big_multiply(&part, d, &right)) return false;
        if (!gg_big_add_times(&left, &right, 1) || !gg_big_multiply(d, &whole, &right))
            return false;
        gg_big_copy(n, &left);
        gg_big_copy(d, &right);
        lowest_terms(n, d);
    }
    return true;
}

static void json_headline(gg_json *json, const gg_position *at, const gg_odds_answer *answer,
                          gg_lang lang) {
    gg_big n, d;
    gg_json_open(json, "headline", '{');
    if (answer->headline.label) {
        json_told(json, at, &answer->headline, answer->more, lang);
    } else {
        gg_json_string(json, "label", "");
        gg_json_integer(json, "value", 0);
        gg_json_string(json, "text", lang == GG_FR ? "Rien ne change" : "Nothing changes");
    }
    if (mean(answer, &n, &d)) json_share(json, "p", &n, &d);
    gg_json_number(json, "low", answer->low);
    gg_json_number(json, "high", answer->high);
    gg_json_close(json, '}');
}

static void json_change(gg_json *json, const gg_position *at, const gg_odds_change *change,
                        gg_lang lang) {
    static const char *const how[] = {"with", "without", "instead"};
    char text[256] = "";
    if (!change->shift)
        (void)gg_notation_into(at->game, at->table, at->state, change->action, text, sizeof text);
    gg_json_open(json, NULL, '{');
    gg_json_string(json, "change",
                   change->shift ? "shift" : how[change->instead ? 2 : change->without]);
    gg_json_string(json, "action", text);
    if (change->shift) gg_json_integer(json, "shift", change->shift);
    (void)gg_say_odds_change(at, change, lang, text, sizeof text);
    gg_json_string(json, "text", text);
    json_share(json, "p", &change->part, &change->whole);
    gg_json_number(json, "delta", change->after - change->before);
    gg_json_close(json, '}');
}

void gg_json_odds(gg_json *json, const gg_position *at, const gg_odds_answer *answer,
                  gg_lang lang) {
    gg_json_bool(json, "exact", answer->exact);
    gg_json_integer(json, "states", answer->states);
    gg_json_integer(json, "worlds", answer->worlds);
    gg_json_bool(json, "counted", answer->counted);
    gg_json_open(json, "rows", '[');
    for (uint32_t i = 0; i < answer->rows; i++) json_row(json, at, answer, i, lang);
    gg_json_close(json, ']');
    json_headline(json, at, answer, lang);
    gg_json_open(json, "sensitivity", '[');
    for (uint32_t i = 0; i < answer->changes; i++) json_change(json, at, &answer->change[i], lang);
    gg_json_close(json, ']');
    gg_json_string(json, "assume", gg_assume_token[answer->assume]);
}
