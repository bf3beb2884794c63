// SPDX-License-Identifier: Apache-2.0
// Names of people. They are seen by others, so nothing may be in them that cannot be seen or that
// changes how the rest of a line is shown; and in one match nobody is mistaken for somebody else:
// two names are compared by their skeletons, in which signs that look alike are the same.
#include "called.h"

#include <stdio.h>
#include <string.h>
#include <uchar.h>

enum { MARKS_IN_A_ROW = 2, SKELETON_BYTES = 128 };

static const struct {
    char letter;
    const char32_t *signs;
} likes[] = {
#define LIKE(letter, signs) {letter, signs},
#define MARK(mark, pairs)
#include "called.def"
#undef LIKE
#undef MARK
};

static const struct {
    char32_t mark;
    const char32_t *pairs;
} marks[] = {
#define LIKE(letter, signs)
#define MARK(mark, pairs) {mark, pairs},
#include "called.def"
#undef LIKE
#undef MARK
};

// What the program's seats, the umpire and the server are called on some screen.
static const char *const program_words[] = {
    "computer", "the computer", "ordinateur", "l'ordinateur", "program",  "programme", "greedy",
    "random",   "hasard",       "chance",     "umpire",       "arbitre",  "server",    "serveur",
    "grognard", "public",       "open",       "nobody",       "personne", "system",    "admin",
};

// ------------------------------------------------------------------------------------------- signs
// The next sign of UTF-8; 0 at the end or where it is none.
static char32_t next_sign(const char **at) {
    const unsigned char *s = (const unsigned char *)*at;
    unsigned more = *s < 0x80 ? 0 : *s >= 0xf0 ? 3 : *s >= 0xe0 ? 2 : 1;
    static const unsigned char first[] = {0x7f, 0x1f, 0x0f, 0x07};
    static const char32_t least[] = {0, 0x80, 0x800, 0x10000};
    char32_t sign = *s & first[more];
    if ((*s >= 0x80 && *s < 0xc2) || *s > 0xf4) return 0;
    for (unsigned i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0;
        sign = sign << 6 | (s[i] & 0x3f);
    }
    if (sign < least[more] || sign > 0x10ffff || (sign >= 0xd800 && sign < 0xe000)) return 0;
    if (sign) *at += more + 1;
    return sign;
}

static size_t put_sign(char *out, char32_t sign) {
    if (sign < 0x80) {
        out[0] = (char)sign;
        return 1;
    }
    unsigned more = sign < 0x800 ? 1 : sign < 0x10000 ? 2 : 3;
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(first[more] | sign >> 6 * more);
    for (unsigned i = 1; i <= more; i++) out[i] = (char)(0x80 | (sign >> 6 * (more - i) & 0x3f));
    return more + 1;
}

typedef struct range {
    char32_t first, last;
} range;

static bool is_in(char32_t sign, const range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (sign >= ranges[i].first && sign <= ranges[i].last) return true;
    return false;
}
#define IS_IN(sign, ranges) is_in(sign, ranges, sizeof ranges / sizeof ranges[0])

static bool is_blank(char32_t sign) {
    static const range blanks[] = {{' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680},
                                   {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
                                   {0x3000, 0x3000}};
    return IS_IN(sign, blanks);
}

// Control, format, direction, fillers, variation selectors, private use, what is no character.
static bool is_unseen(char32_t sign) {
    static const range unseen[] = {
        {0, 0x1f},          {0x7f, 0x9f},        {0xad, 0xad},       {0x34f, 0x34f},
        {0x600, 0x605},     {0x61c, 0x61c},      {0x6dd, 0x6dd},     {0x70f, 0x70f},
        {0x115f, 0x1160},   {0x17b4, 0x17b5},    {0x180b, 0x180f},   {0x200b, 0x200f},
        {0x2028, 0x202e},   {0x2060, 0x206f},    {0x2800, 0x2800},   {0x3164, 0x3164},
        {0xd800, 0xf8ff},   {0xfdd0, 0xfdef},    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},
        {0xffa0, 0xffa0},   {0xfff0, 0xffff},    {0x110bd, 0x110bd}, {0x1bca0, 0x1bca3},
        {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff},
    };
    return IS_IN(sign, unseen) || (sign & 0xfffe) == 0xfffe;
}

static bool is_mark(char32_t sign) {
    static const range ranges[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
                                   {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f}};
    return IS_IN(sign, ranges);
}

// Letter and mark as one sign; 0: there is none.
static char32_t composed(char32_t letter, char32_t mark) {
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        for (const char32_t *p = marks[i].pairs; marks[i].mark == mark && *p; p += 2)
            if (p[0] == letter) return p[1];
    return 0;
}

// ----------------------------------------------------------------------------------------- reading
typedef struct reading {
    char32_t sign[NAME_SIGNS + 1];
    unsigned count, marks; // marks in a row
} reading;

// False: too long, or a mark that stands on nothing or on too many others.
static name_fault add(reading *r, char32_t sign) {
    char32_t *last = r->count ? &r->sign[r->count - 1] : NULL;
    if (is_unseen(sign)) return NAME_SIGN;
    if (is_blank(sign)) {
        r->marks = 0;
        if (!last || *last == ' ') return NAME_GOOD;
        sign = ' ';
    } else if (is_mark(sign)) {
        if (!last || *last == ' ') return NAME_SIGN;
        char32_t one = composed(*last, sign);
        if (one) {
            *last = one;
            return NAME_GOOD;
        }
        if (++r->marks > MARKS_IN_A_ROW) return NAME_SIGN;
    } else {
        r->marks = 0;
    }
    if (r->count > NAME_SIGNS) return NAME_LONG;
    r->sign[r->count++] = sign;
    return NAME_GOOD;
}

static bool is_program(const char *name) {
    for (size_t i = 0; i < sizeof program_words / sizeof program_words[0]; i++)
        if (srv_names_alike(name, program_words[i])) return true;
    return false;
}

name_fault srv_name_read(const char *text, char out[NAME_BYTES]) {
    reading r = {.count = 0};
    name_fault fault = NAME_GOOD;
    size_t length = 0;
    out[0] = 0;
    while (fault == NAME_GOOD && *text) {
        char32_t sign = next_sign(&text);
        fault = sign ? add(&r, sign) : NAME_SIGN;
    }
    if (fault != NAME_GOOD) return fault;
    if (r.count && r.sign[r.count - 1] == ' ') r.count--;
    if (!r.count) return NAME_EMPTY;
    if (r.count > NAME_SIGNS) return NAME_LONG;
    for (unsigned i = 0; i < r.count; i++) length += put_sign(out + length, r.sign[i]);
    out[length] = 0;
    return is_program(out) ? NAME_PROGRAM : NAME_GOOD;
}

// --------------------------------------------------------------------------------------- skeletons
static char32_t plain(char32_t sign) {
    if (sign >= 'a' && sign <= 'z' && sign != 'i') return sign;
    for (size_t i = 0; i < sizeof likes / sizeof likes[0]; i++)
        for (const char32_t *s = likes[i].signs; *s; s++)
            if (*s == sign) return (char32_t)likes[i].letter;
    return sign;
}

// Blanks, marks and the signs between words are left out; rn is an m, and two v are a w.
void srv_name_skeleton(const char *name, char *out, size_t cap) {
    size_t length = 0;
    char32_t sign;
    while ((sign = next_sign(&name)) && length + 5 < cap) {
        if (is_blank(sign) || is_mark(sign) || strchr("-_.'`", sign < 0x80 ? (int)sign : 'x') ||
            sign == 0x2019 || sign == 0xb7 || sign == 0x2010 || sign == 0x2011)
            continue;
        sign = plain(sign);
        if (length && out[length - 1] == 'r' && sign == 'n') {
            out[length - 1] = 'm';
        } else if (length && out[length - 1] == 'v' && sign == 'v') {
            out[length - 1] = 'w';
        } else {
            length += put_sign(out + length, sign);
        }
    }
    out[length] = 0;
}

bool srv_names_alike(const char *a, const char *b) {
    char one[SKELETON_BYTES], two[SKELETON_BYTES];
    srv_name_skeleton(a, one, sizeof one);
    srv_name_skeleton(b, two, sizeof two);
    return strcmp(one, two) == 0;
}

// -------------------------------------------------------------------------------------- told apart
// Does somebody else's name, as he gave it, look like this?
static bool is_used(const char *const *names, const int64_t *persons, unsigned count,
                    unsigned which, const char *text) {
    for (unsigned i = 0; i < count; i++)
        if (persons[i] != persons[which] && names[i][0] && srv_names_alike(names[i], text))
            return true;
    return false;
}

// How many persons of lower numbers are called alike.
static unsigned before(const char *const *names, const int64_t *persons, unsigned count,
                       unsigned which) {
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        bool again = false;
        for (unsigned k = 0; k < i; k++) again = again || persons[k] == persons[i];
        found += !again && persons[i] < persons[which] && names[i][0] &&
                 srv_names_alike(names[i], names[which]);
    }
    return found;
}

void srv_name_apart(const char *const *names, const int64_t *persons, unsigned count,
                    unsigned which, char out[NAME_BYTES]) {
    unsigned others = names[which][0] ? before(names, persons, count, which) : 0;
    (void)snprintf(out, NAME_BYTES, "%s", names[which]);
    for (unsigned n = others + 1; others && n < 100; n++) {
        (void)snprintf(out, NAME_BYTES, "%.*s (%u)", 4 * NAME_SIGNS, names[which], n);
        if (!is_used(names, persons, count, which, out)) return;
    }
}
