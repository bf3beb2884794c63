// SPDX-License-Identifier: Apache-2.0
//
// Texts that people write line by line, scenarios first of all: words between blanks, # begins a
// comment. Read in place, without memory of its own; what is wrong is told with its line in both
// languages.
#ifndef GG_BASE_SCRIPT_H
#define GG_BASE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GG_SCRIPT_WORDS = 16, GG_SENTENCE_MAX = 160 };

// What is wrong with a text that a player wrote (a scenario, a deck, a company): its line, the rule
// it breaks (RULE_NONE when only its form is wrong) and a sentence.
typedef struct gg_fault {
    uint16_t line, rule;
    char fr[GG_SENTENCE_MAX], en[GG_SENTENCE_MAX];
} gg_fault;

typedef struct gg_script_word {
    const char *at;
    size_t length;
} gg_script_word;

typedef struct gg_script {
    const char *text;
    size_t size, at;
    unsigned line;       // of the words, from 1
    unsigned words;      // of the line, also those beyond GG_SCRIPT_WORDS
    gg_script_word body; // the line without comment and outer blanks
    gg_script_word word[GG_SCRIPT_WORDS];
    gg_fault *fault;
    uint32_t cap, faults;
} gg_script;

// Reads `text` from its first line on; at most `cap` faults (1 at least) are kept.
void gg_script_begin(gg_script *script, const char *text, size_t size, gg_fault *fault,
                     uint32_t cap);
// The next line that has words; false at the end, `line` is then that of the last one.
bool gg_script_next(gg_script *script);
// The line belongs to the head that scenarios of all games share: who it is like, what it is
// called. The engine reads it, games pass over it.
bool gg_script_head(const gg_script *script);

gg_script_word gg_script_text(const char *text); // all of it
bool gg_script_is(gg_script_word word, const char *text);
// The place in a row of words, -1: none of them.
int gg_script_one_of(gg_script_word word, const char *const *texts, int count);
// Digits without needless zeros, `least` to `most`; -1: no such number.
int gg_script_number(gg_script_word word, int least, int most);

// One more fault. {w} stands for the word, cut when it is long, {a} and {b} for the numbers.
void gg_script_fault(gg_script *script, unsigned line, unsigned rule, const char *fr,
                     const char *en, gg_script_word word, int a, int b);

#ifdef __cplusplus
}
#endif
#endif
