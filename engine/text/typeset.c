// SPDX-License-Identifier: Apache-2.0
// The last pass over a text for people: tables are typed plainly ("l'assaut : -2 points"), and read
// here once for terminal, page and bots alike. Apostrophes and minus signs as they are printed;
// spaces that hold a line together before French punctuation, in groups of digits and before units.
#include <string.h>

#include "words.h"

#define NARROW "\xe2\x80\xaf" // U+202F
#define FIRM   "\xc2\xa0"     // U+00A0

static bool digit(char c) {
    return c >= '0' && c <= '9';
}

static bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static unsigned digits_at(const char *text) {
    unsigned n = 0;
    while (digit(text[n])) n++;
    return n;
}

// Does a unit of measure stand here, alone?
static bool unit_at(const char *text) {
    static const char *const units[] = {"mm", "cm", "km", "kg", "PM", "MP", "AP"};
    for (unsigned i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strncmp(text, units[i], 2) == 0 && !letter(text[2]) && !digit(text[2])) return true;
    return false;
}

// What is printed for the space at `at`, which has something before it; NULL: a space.
static const char *space(const char *at, gg_lang lang) {
    bool number = digit(at[-1]);
    if (number && unit_at(at + 1)) return FIRM;
    if (lang != GG_FR) return NULL;
    if (number && digits_at(at + 1) == 3) return NARROW;
    if (at[1] == ':') return FIRM;
    if (at[1] == ';' || at[1] == '?' || at[1] == '!' || at[1] == '%') return NARROW;
    if (strncmp(at + 1, "»", 2) == 0) return NARROW;
    return at[-1] == '\xab' ? NARROW : NULL; // behind «, C2 AB in UTF-8
}

// What is printed for the character at `c`, or NULL when it stays as it was typed.
static const char *printed(const char *c, char before, gg_lang lang) {
    if (*c == '\'' && (letter(before) || digit(before))) return "’";
    if (*c == '-' && digit(c[1]) && (!before || before == ' ' || before == '(')) return "−";
    return *c == ' ' && before ? space(c, lang) : NULL;
}

// The end of a text, and what may be printed otherwise than it was typed: all of them lie below the
// letters.
static bool stops(unsigned char c) {
    const uint64_t which = 1 | UINT64_C(1) << ' ' | UINT64_C(1) << '\'' | UINT64_C(1) << '-';
    return c < 64 && which >> c & 1;
}

// Most of a text stays as it was typed, and is copied at one go: a server says thousands a second.
void gg_typeset(gg_out *out, const char *text, gg_lang lang) {
    const char *from = text;
    for (const char *c = text;; c++) {
        while (!stops((unsigned char)*c)) c++;
        if (!*c) break;
        const char *sign = printed(c, c > text ? c[-1] : 0, lang);
        if (!sign) continue;
        gg_out_part(out, from, (size_t)(c - from));
        gg_out_text(out, sign);
        from = c + 1;
    }
    gg_out_text(out, from);
}

// ASCII, and the accented ones of Latin-1 (C3 A0 .. C3 BE in UTF-8, capitals 20 lower; ß and ÿ have
// none there).
void gg_capital(char *text) {
    unsigned char *c = (unsigned char *)text;
    if (c[0] >= 'a' && c[0] <= 'z')
        c[0] = (unsigned char)(c[0] - 32);
    else if (c[0] == 0xc3 && c[1] >= 0xa0 && c[1] <= 0xbe && c[1] != 0xb7)
        c[1] = (unsigned char)(c[1] - 32);
}
