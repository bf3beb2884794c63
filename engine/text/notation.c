// SPDX-License-Identifier: Apache-2.0
// Notation: an action as a verb and operands, "attack 1506 5DP_13", written and read.
//
// Every 64-bit value has a spelling that reads back to itself: an operand without a name is "#12",
// a verb that does not exist "#200", operands a verb does not have are written only when they are
// not zero. So a refused, damaged or hostile action can still be shown, logged and asked about.
#include <string.h>

#include "words.h"

static unsigned operands_of(const gg_verb *verb) {
    unsigned n = 0;
    while (n < GG_OPERANDS && verb->domain[n] != GG_D_NONE) n++;
    return n;
}

static bool written_alike(const gg_game *game, unsigned verb) {
    for (unsigned i = 1; i < game->n_verbs; i++)
        if (i != verb && gg_word_same(game->verbs[i].token, game->verbs[verb].token)) return true;
    return false;
}

// Everything by number, from verb on: always understood, never pretty.
static size_t raw_into(gg_action action, char *at, size_t cap) {
    unsigned written = GG_OPERANDS;
    gg_out out;
    gg_out_init(&out, at, cap);
    gg_out_format(&out, "#%u", gg_verb_of(action));
    while (written > 0 && gg_operand(action, written - 1) == 0) written--;
    for (unsigned i = 0; i < written; i++) gg_out_format(&out, " #%u", gg_operand(action, i));
    return out.length;
}

size_t gg_notation_into(const gg_game *game, const void *t, const void *s, gg_action action,
                        char *at, size_t cap) {
    unsigned verb = gg_verb_of(action), declared, written = GG_OPERANDS;
    bool unnamed = false;
    gg_out out;
    if (verb == 0 || verb >= game->n_verbs) return raw_into(action, at, cap);
    gg_out_init(&out, at, cap);
    gg_out_text(&out, game->verbs[verb].token);
    declared = operands_of(&game->verbs[verb]);
    while (written > declared && gg_operand(action, written - 1) == 0) written--;
    for (unsigned i = 0; i < written; i++) {
        unsigned value = gg_operand(action, i);
        gg_out_char(&out, ' ');
        if (i < declared &&
            gg_value_word(game, t, s, game->verbs[verb].domain[i], (int)value, GG_FORM_TOKEN, &out))
            continue;
        gg_out_format(&out, "#%u", value);
        unnamed = true;
    }
    // A number fits any verb, so it cannot tell apart two that are written alike.
    if (unnamed && written_alike(game, verb)) return raw_into(action, at, cap);
    return out.length;
}

// ---------------------------------------------------------------------------------------- reading
typedef struct reading {
    const gg_game *game;
    const void *t, *s;
    gg_turn turn;
    const gg_words *words;
} reading;

static bool at_node(const reading *r, unsigned verb) {
    const uint8_t *at = r->game->nodes[r->turn.node].verbs;
    for (; *at; at++)
        if (*at == verb) return true;
    return false;
}

// How many words the verb's token takes at the beginning of the line; 0 = another verb. A token of
// several words ("no support") may be typed with any blanks between them.
static unsigned verb_words(const reading *r, unsigned verb) {
    const char *token = r->game->verbs[verb].token;
    unsigned n = 0;
    while (*token) {
        size_t length = strcspn(token, " ");
        if (n == r->words->count || !gg_word_is(r->words->word[n], token, length)) return 0;
        n++;
        token += length + (token[length] == ' ');
    }
    return n;
}

static void say_verbs(const reading *r, const char *word, char *out, size_t cap) {
    gg_nearest nearest;
    gg_nearest_init(&nearest, word);
    for (unsigned verb = 1; verb < r->game->n_verbs; verb++)
        gg_nearest_offer(&nearest, r->game->verbs[verb].token, at_node(r, verb) ? 0 : 100);
    gg_nearest_say(&nearest, out, cap);
}

// Both languages take the same arguments: %.0s passes over the one that is not theirs.
static void not_understood(const char *word, const char *fr, const char *en, gg_error *error) {
    gg_error_set(error, 0, "« %s » n'est pas compris. Possible : %s%.0s.",
                 "“%s” is not understood. Possible: %.0s%s.", gg_quoted(word).text, fr, en);
}

static void missing(const char *after, const char *fr, const char *en, gg_error *error) {
    gg_error_set(error, 0, "Il manque un mot après « %s » : %s%.0s.",
                 "A word is missing after “%s”: %.0s%s.", gg_quoted(after).text, fr, en);
}

static void complain(const reading *r, unsigned domain, unsigned at, gg_error *error) {
    char fr[160], en[160];
    const char *word = at < r->words->count ? r->words->word[at] : "";
    if (!error) return;
    gg_value_fits(r->game, r->t, r->s, domain, word, GG_FR, fr, sizeof fr);
    gg_value_fits(r->game, r->t, r->s, domain, word, GG_EN, en, sizeof en);
    if (at < r->words->count)
        not_understood(word, fr, en, error);
    else
        missing(at ? r->words->word[at - 1] : "", fr, en, error);
}

// The words from `at` on as operands of `verb`.
static bool read_operands(const reading *r, unsigned verb, unsigned at, gg_action *action,
                          gg_error *error) {
    unsigned value[GG_OPERANDS] = {0}, declared = operands_of(&r->game->verbs[verb]);
    for (unsigned i = 0; i < GG_OPERANDS; i++, at++) {
        unsigned domain = i < declared ? r->game->verbs[verb].domain[i] : GG_D_NONE;
        if (i >= declared && at >= r->words->count) break;
        if (at < r->words->count &&
            gg_value_read(r->game, r->t, r->s, domain, r->words->word[at], true, &value[i]))
            continue;
        if (i >= declared) break;
        complain(r, domain, at, error);
        return false;
    }
    if (at < r->words->count) {
        gg_error_set(error, 0, "« %s » est de trop.", "“%s” is one word too many.",
                     gg_quoted(r->words->word[at]).text);
        return false;
    }
    *action = gg_act(verb, value[0], value[1], value[2]);
    return true;
}

// Verbs that are written alike: longer tokens before shorter ones, those of this node first; the
// message kept is that of the first one tried. False and *tried when one was found but not read.
static bool read_verb(const reading *r, bool *tried, gg_action *action, gg_error *error) {
    uint8_t fits[GG_VERB_MAX + 1], words[GG_VERB_MAX + 1];
    unsigned count = 0;
    *tried = false;
    for (unsigned verb = 1; verb < r->game->n_verbs; verb++) {
        unsigned n = verb_words(r, verb), at = count;
        if (!n) continue;
        while (at > 0 && (words[at - 1] < n ||
                          (words[at - 1] == n && at_node(r, verb) && !at_node(r, fits[at - 1]))))
            at--;
        memmove(fits + at + 1, fits + at, count - at);
        memmove(words + at + 1, words + at, count - at);
        fits[at] = (uint8_t)verb;
        words[at] = (uint8_t)n;
        count++;
    }
    for (unsigned i = 0; i < count; i++) {
        if (read_operands(r, fits[i], words[i], action, *tried ? NULL : error)) return true;
        *tried = true;
    }
    return false;
}

// "#200 #1 #2": everything by number.
static bool read_raw(const reading *r, gg_action *action) {
    unsigned verb, value[GG_OPERANDS] = {0};
    if (r->words->word[0][0] != '#' || r->words->count > 1 + GG_OPERANDS) return false;
    if (!gg_number_read(r->words->word[0] + 1, (1U << 19) - 1, &verb)) return false;
    for (unsigned i = 1; i < r->words->count; i++)
        if (r->words->word[i][0] != '#' ||
            !gg_number_read(r->words->word[i] + 1, GG_OPERAND_MAX, &value[i - 1]))
            return false;
    *action = gg_act(verb, value[0], value[1], value[2]);
    return true;
}

// At a chance node "4" means "roll 4".
static bool read_outcome(const reading *r, gg_action *action, gg_error *error) {
    const uint8_t *verb = r->game->nodes[r->turn.node].verbs;
    bool first = true;
    if (r->turn.seat != GG_CHANCE) return false;
    for (; *verb; verb++) {
        if (read_operands(r, *verb, 0, action, first ? error : NULL)) return true;
        first = false;
    }
    return false;
}

bool gg_notation_parse(const gg_game *game, const void *t, const void *s, const char *text,
                       gg_action *action, gg_error *error) {
    gg_words words;
    reading r = {game, t, s, game->turn(t, s), &words};
    char verbs[160];
    bool tried;
    *action = GG_NO_ACTION;
    if (!gg_words_split(&words, text)) {
        gg_error_set(error, 0, "La ligne est trop longue.", "The line is too long.");
        return false;
    }
    if (words.count && read_raw(&r, action)) return true;
    if (read_verb(&r, &tried, action, error)) return true;
    if (tried) return false;
    if (words.count && r.turn.seat == GG_CHANCE) return read_outcome(&r, action, error);
    say_verbs(&r, words.count ? words.word[0] : "", verbs, sizeof verbs);
    if (words.count)
        not_understood(words.word[0], verbs, verbs, error);
    else
        gg_error_set(error, 0, "Une action est attendue : %s.", "An action is expected: %s.",
                     verbs);
    return false;
}
