// SPDX-License-Identifier: Apache-2.0
// Texts that people write line by line: see script.h.
#include "base/script.h"

#include <string.h>

enum { CITED_MAX = 24, LINE_MAX = 65535, NUMBER_MAX = 100000000, TEXT_MAX = 1 << 20 };

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static gg_script_word trim(gg_script_word s) {
    while (s.length && blank(s.at[0])) s.at++, s.length--;
    while (s.length && blank(s.at[s.length - 1])) s.length--;
    return s;
}

void gg_script_begin(gg_script *script, const char *text, size_t size, gg_fault *fault,
                     uint32_t cap) {
    memset(script, 0, sizeof *script);
    script->text = text;
    script->size = size;
    script->fault = fault;
    script->cap = cap;
}

static void split(gg_script *script) {
    gg_script_word rest = script->body;
    script->words = 0;
    while (rest.length) {
        gg_script_word word = {rest.at, 0};
        while (word.length < rest.length && !blank(rest.at[word.length])) word.length++;
        if (script->words < GG_SCRIPT_WORDS) script->word[script->words] = word;
        script->words++;
        rest.at += word.length;
        rest.length -= word.length;
        rest = trim(rest);
    }
}

bool gg_script_next(gg_script *script) {
    while (script->at < script->size) {
        gg_script_word line = {script->text + script->at, 0};
        size_t left = script->size - script->at;
        while (line.length < left && line.at[line.length] != '\n') line.length++;
        script->at += line.length + (line.length < left);
        if (script->line < LINE_MAX) script->line++;
        size_t said = 0;
        while (said < line.length && line.at[said] != '#') said++;
        line.length = said;
        script->body = trim(line);
        split(script);
        if (script->words) return true;
    }
    script->words = 0;
    return false;
}

gg_script_word gg_script_text(const char *text) {
    gg_script_word all = {text, 0};
    while (all.length < TEXT_MAX && text[all.length])
        all.length++; // bounded: no call is made of it
    return all;
}

bool gg_script_is(gg_script_word word, const char *text) {
    size_t n = 0;
    while (n < word.length && text[n] && word.at[n] == text[n]) n++;
    return n == word.length && !text[n];
}

int gg_script_one_of(gg_script_word word, const char *const *texts, int count) {
    for (int i = 0; i < count; i++)
        if (gg_script_is(word, texts[i])) return i;
    return -1;
}

bool gg_script_head(const gg_script *script) {
    static const char *const heads[] = {"scenario", "name.fr", "name.en", "brief.fr", "brief.en"};
    return gg_script_one_of(script->word[0], heads, (int)(sizeof heads / sizeof heads[0])) >= 0;
}

int gg_script_number(gg_script_word word, int least, int most) {
    int value = 0;
    if (!word.length || (word.length > 1 && word.at[0] == '0')) return -1;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return -1;
        value = value * 10 + (word.at[i] - '0');
        if (value > NUMBER_MAX) return -1;
    }
    return value >= least && value <= most ? value : -1;
}

// ---------------------------------------------------------------------------------------- faults
typedef struct sentence {
    char *out;
    size_t length;
} sentence;

static void put(sentence *s, char c) {
    if (s->length + 1 < GG_SENTENCE_MAX) s->out[s->length++] = c;
}

static void put_number(sentence *s, int number) {
    if (number < 0) put(s, '-');
    unsigned size = number < 0 ? 0U - (unsigned)number : (unsigned)number, unit = 1;
    while (size / unit > 9) unit *= 10;
    for (; unit; unit /= 10) put(s, (char)('0' + size / unit % 10));
}

// A letter of several bytes is cited whole or not at all.
static void put_word(sentence *s, gg_script_word word) {
    size_t n = word.length < CITED_MAX ? word.length : CITED_MAX;
    while (n && n < word.length && ((unsigned char)word.at[n] & 0xc0U) == 0x80U) n--;
    for (size_t i = 0; i < n; i++) put(s, word.at[i]);
}

static void compose(char *out, const char *text, gg_script_word word, int a, int b) {
    sentence s = {out, 0};
    for (; *text; text++) {
        bool hole = text[0] == '{' && text[1] && text[2] == '}';
        if (!hole) {
            put(&s, *text);
            continue;
        }
        if (text[1] == 'w') put_word(&s, word);
        if (text[1] == 'a') put_number(&s, a);
        if (text[1] == 'b') put_number(&s, b);
        text += 2;
    }
    // A sentence that was cut ends before a letter, not inside one.
    if (*text || s.length + 1 == GG_SENTENCE_MAX)
        while (s.length && ((unsigned char)s.out[s.length - 1] & 0x80U)) s.length--;
    s.out[s.length] = 0;
}

void gg_script_fault(gg_script *script, unsigned line, unsigned rule, const char *fr,
                     const char *en, gg_script_word word, int a, int b) {
    if (script->faults == script->cap) return;
    gg_fault *fault = &script->fault[script->faults++];
    memset(fault, 0, sizeof *fault);
    fault->line = (uint16_t)line;
    fault->rule = (uint16_t)rule;
    compose(fault->fr, fr, word, a, b);
    compose(fault->en, en, word, a, b);
}
