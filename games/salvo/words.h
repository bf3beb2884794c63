// SPDX-License-Identifier: Apache-2.0
// Small texts written into memory of the caller: names and what is printed on things.
#ifndef GAME_SALVO_WORDS_H
#define GAME_SALVO_WORDS_H

#include "grognard/game.h"

typedef struct sv_text {
    char *out;
    size_t cap, length;
} sv_text;

static inline void sv_put_char(sv_text *text, char c) {
    if (text->length + 1 < text->cap) text->out[text->length++] = c;
}

static inline void sv_put_words(sv_text *text, const char *words) {
    while (*words) sv_put_char(text, *words++);
}

static inline void sv_put_number(sv_text *text, int number) {
    GG_ASSERT(number >= 0);
    if (number > 9) sv_put_number(text, number / 10);
    sv_put_char(text, (char)('0' + number % 10));
}

static inline size_t sv_close_text(sv_text *text) {
    if (text->cap) text->out[text->length] = 0;
    return text->length;
}

#endif
