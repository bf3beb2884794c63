// SPDX-License-Identifier: Apache-2.0
// What the files of engine/text share: characters, words of a line, suggestions, operands. Private
// to this folder.
#ifndef GROGNARD_ENGINE_TEXT_WORDS_H
#define GROGNARD_ENGINE_TEXT_WORDS_H

#include "grognard/text.h"

enum {
    GG_WORDS_MAX = 48, // words of one line
    GG_NAME_MAX = 128, // bytes of one name
    GG_QUOTE_MAX = 40, // bytes of a word quoted in a message
    GG_SUGGESTIONS = 5,
};

// Length of the well-formed UTF-8 character at `at` (shortest form, no surrogate), 0 when there is
// none within `left` bytes.
size_t gg_utf8_length(const char *at, size_t left);
// Text for display: control and damaged characters are replaced.
void gg_out_safe(gg_out *out, const char *text);

// The seat that something belongs to, by its number.
void gg_json_owner(gg_json *json, unsigned owner);

// The first `length` bytes of a text.
void gg_out_part(gg_out *out, const char *text, size_t length);
// The first letter of a text in upper case.
void gg_capital(char *text);

// Equal but for the case of ASCII and of the Latin letters of French.
bool gg_word_same(const char *a, const char *b);
// The same against the first `length` bytes of a text.
bool gg_word_is(const char *word, const char *text, size_t length);
// A word from a file or a person, cut and cleaned for use in a message.
typedef struct gg_quote {
    char text[GG_QUOTE_MAX];
} gg_quote;
gg_quote gg_quoted(const char *word);

// A line cut into words in place.
typedef struct gg_words {
    char line[GG_PLAY_LINE_MAX + 1];
    unsigned count;
    char *word[GG_WORDS_MAX];
} gg_words;
// False when the line is too long or has too many words.
bool gg_words_split(gg_words *words, const char *line);

// The tokens nearest to a word, nearest first; equal ones in the order they came.
typedef struct gg_nearest {
    const char *word;
    unsigned count;
    unsigned distance[GG_SUGGESTIONS];
    char token[GG_SUGGESTIONS][GG_QUOTE_MAX];
} gg_nearest;
void gg_nearest_init(gg_nearest *nearest, const char *word);
void gg_nearest_offer(gg_nearest *nearest, const char *token, unsigned handicap);
void gg_nearest_say(const gg_nearest *nearest, char *out, size_t cap); // "a, b, c"

// A table of a game whose lines begin with their token: rules, refusals, events, labels, nodes ...
typedef struct gg_tokens {
    const void *table;
    size_t stride;
    unsigned from, count; // lines from .. count-1
} gg_tokens;
#define GG_TOKENS(table, from, count) ((gg_tokens){(table), sizeof *(table), (from), (count)})
// The line with this token; false, with a message that lists the nearest ones, when there is none.
bool gg_token_read(gg_tokens tokens, const char *word, unsigned line, unsigned *index,
                   gg_error *error);

// How a value is written in `form`; also numbers and coordinates beyond their domain and below
// zero. False, and nothing written, when it has no name.
bool gg_value_word(const gg_game *game, const void *t, const void *s, unsigned domain, int value,
                   gg_form form, gg_out *out);
// The other way. `loose` also reads "#12" and numbers beyond the domain, up to GG_OPERAND_MAX.
bool gg_value_read(const gg_game *game, const void *t, const void *s, unsigned domain,
                   const char *word, bool loose, unsigned *value);
// What fits the domain, for a message: names near to `word`, or what kind of number.
void gg_value_fits(const gg_game *game, const void *t, const void *s, unsigned domain,
                   const char *word, gg_lang lang, char *out, size_t cap);
// Digits only, up to `max`.
bool gg_number_read(const char *word, unsigned max, unsigned *value);

static inline const gg_domain *gg_domain_of(const gg_game *game, unsigned domain) {
    return &game->domains[domain < game->n_domains ? domain : GG_D_NONE];
}

#endif
