// SPDX-License-Identifier: Apache-2.0
// Words of a line: cutting, comparing whatever their case, quoting in a message, and finding the
// tokens a mistyped one was meant to be.
#include <string.h>

#include "words.h"

// One byte in lower case. The capitals of Latin-1 (À .. Þ, without ×) are C3 80 .. C3 9E in UTF-8
// and their small letters lie 20 higher, so that a byte's case depends on the byte before it.
static unsigned char folded(unsigned char before, unsigned char c) {
    if (c >= 'A' && c <= 'Z') return (unsigned char)(c + 32);
    if (before == 0xc3 && c >= 0x80 && c <= 0x9e && c != 0x97) return (unsigned char)(c + 32);
    return c;
}

bool gg_word_is(const char *word, const char *text, size_t length) {
    unsigned char before_a = 0, before_b = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char a = (unsigned char)word[i], b = (unsigned char)text[i];
        if (folded(before_a, a) != folded(before_b, b) || !a) return false;
        before_a = a;
        before_b = b;
    }
    return word[length] == 0;
}

bool gg_word_same(const char *a, const char *b) {
    return gg_word_is(a, b, strlen(b));
}

gg_quote gg_quoted(const char *word) {
    gg_quote quote;
    gg_out out;
    // Room is kept for the dots that tell of a cut.
    gg_out_init(&out, quote.text, sizeof quote.text - 3);
    gg_out_safe(&out, word);
    if (out.full) {
        out.cap = sizeof quote.text;
        out.full = false;
        gg_out_text(&out, "…");
    }
    return quote;
}

bool gg_words_split(gg_words *words, const char *line) {
    size_t length = strlen(line);
    words->count = 0;
    if (length > GG_PLAY_LINE_MAX) return false;
    memcpy(words->line, line, length + 1);
    for (char *at = words->line;;) {
        at += strspn(at, " \t\r");
        if (!*at) return true;
        if (words->count == GG_WORDS_MAX) return false;
        words->word[words->count++] = at;
        at += strcspn(at, " \t\r");
        if (*at) *at++ = 0;
    }
}

bool gg_number_read(const char *word, unsigned max, unsigned *value) {
    unsigned n = 0;
    if (!*word) return false;
    for (; *word; word++) {
        if (*word < '0' || *word > '9') return false;
        unsigned digit = (unsigned)(*word - '0');
        if (digit > max || n > (max - digit) / 10) return false;
        n = n * 10 + digit;
    }
    *value = n;
    return true;
}

// ------------------------------------------------------------------------------------ suggestions
enum { DISTANCE_LENGTH = 32 };

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

// How many letters must be changed, added or left out, by the first 32 bytes of each.
static unsigned distance(const char *a, const char *b) {
    unsigned row[DISTANCE_LENGTH + 1];
    unsigned char before_a = 0;
    size_t length = strlen(b);
    if (length > DISTANCE_LENGTH) length = DISTANCE_LENGTH;
    for (unsigned j = 0; j <= length; j++) row[j] = j;
    for (unsigned i = 1; i <= DISTANCE_LENGTH && a[i - 1]; i++) {
        unsigned char x = folded(before_a, (unsigned char)a[i - 1]), before_b = 0;
        unsigned diagonal = row[0];
        before_a = (unsigned char)a[i - 1];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            unsigned char y = (unsigned char)b[j - 1];
            unsigned change = diagonal + (x != folded(before_b, y));
            diagonal = row[j];
            row[j] = least(change, least(row[j], row[j - 1]) + 1);
            before_b = y;
        }
    }
    return row[length];
}

void gg_nearest_init(gg_nearest *nearest, const char *word) {
    nearest->word = word;
    nearest->count = 0;
}

void gg_nearest_offer(gg_nearest *nearest, const char *token, unsigned handicap) {
    // Nothing was typed: everything is as near, and the order of the table stands.
    unsigned d = handicap + (*nearest->word ? distance(nearest->word, token) : 0);
    unsigned at = nearest->count;
    gg_quote quote = gg_quoted(token);
    for (unsigned i = 0; i < nearest->count; i++)
        if (strcmp(nearest->token[i], quote.text) == 0) return; // two verbs may be written alike
    while (at > 0 && nearest->distance[at - 1] > d) at--;
    if (at == GG_SUGGESTIONS) return;
    if (nearest->count < GG_SUGGESTIONS) nearest->count++;
    for (unsigned i = nearest->count - 1; i > at; i--) {
        nearest->distance[i] = nearest->distance[i - 1];
        memcpy(nearest->token[i], nearest->token[i - 1], GG_QUOTE_MAX);
    }
    nearest->distance[at] = d;
    memcpy(nearest->token[at], quote.text, GG_QUOTE_MAX);
}

void gg_nearest_say(const gg_nearest *nearest, char *at, size_t cap) {
    gg_out out;
    gg_out_init(&out, at, cap);
    for (unsigned i = 0; i < nearest->count; i++) {
        if (i) gg_out_text(&out, ", ");
        gg_out_text(&out, nearest->token[i]);
    }
}

static const char *token_at(gg_tokens tokens, unsigned index) {
    const char *token;
    memcpy(&token, (const char *)tokens.table + index * tokens.stride, sizeof token);
    return token;
}

bool gg_token_read(gg_tokens tokens, const char *word, unsigned line, unsigned *index,
                   gg_error *error) {
    gg_nearest nearest;
    char fits[200];
    gg_nearest_init(&nearest, word);
    for (*index = tokens.from; *index < tokens.count; ++*index)
        if (gg_word_same(token_at(tokens, *index), word)) return true;
    for (unsigned i = tokens.from; i < tokens.count; i++)
        gg_nearest_offer(&nearest, token_at(tokens, i), 0);
    gg_nearest_say(&nearest, fits, sizeof fits);
    gg_error_set(error, line, "« %s » n'est pas compris. Possible : %s.",
                 "“%s” is not understood. Possible: %s.", gg_quoted(word).text, fits);
    return false;
}
