// SPDX-License-Identifier: Apache-2.0
// Which bytes may stand in a match: names, ids, seeds, comments; and hexadecimal digits.
//
// Names and comments are shown in terminals and pages (Q28): no control characters, no marks that
// turn the direction of writing, nothing that is not UTF-8 in its shortest form.
#include "engine/match/internal.h"

void gg_match_hex(const uint8_t *bytes, size_t count, char *hex) {
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        hex[2 * i] = digit[bytes[i] >> 4];
        hex[2 * i + 1] = digit[bytes[i] & 15];
    }
    hex[2 * count] = 0;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; // lower case only: one spelling
}

bool gg_match_unhex(const char *hex, size_t length, uint8_t *bytes) {
    if (length % 2) return false;
    for (size_t i = 0; i < length; i += 2) {
        int high = hex_value(hex[i]), low = hex_value(hex[i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i / 2] = (uint8_t)(high << 4 | low);
    }
    return true;
}

// Length of the character at `at`, its code in *code; 0 when it is not UTF-8.
static size_t character(const unsigned char *at, size_t left, uint32_t *code) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = at[0] < 0x80           ? 1
               : (at[0] >> 5) == 0x06 ? 2
               : (at[0] >> 4) == 0x0e ? 3
               : (at[0] >> 3) == 0x1e ? 4
                                      : 0;
    if (n == 0 || n > left) return 0;
    *code = n == 1 ? at[0] : at[0] & (0x7fU >> n);
    for (size_t i = 1; i < n; i++) {
        if ((at[i] & 0xc0) != 0x80) return 0;
        *code = *code << 6 | (at[i] & 0x3fU);
    }
    return *code < least[n] ? 0 : n;
}

static bool printable(uint32_t code) {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
    if (code >= 0xd800 && code < 0xe000) return false;                    // surrogates
    if (code == 0x2028 || code == 0x2029 || code == 0xfeff) return false; // line ends, mark
    if ((code >= 0x202a && code <= 0x202e) || code == 0x200e || code == 0x200f) return false;
    if (code >= 0x2066 && code <= 0x2069) return false; // direction of writing
    return code <= 0x10ffff;
}

bool gg_match_plain_text(const char *text, size_t length) {
    const unsigned char *at = (const unsigned char *)text;
    while (length > 0) {
        uint32_t code;
        size_t n = character(at, length, &code);
        if (n == 0 || !printable(code)) return false;
        at += n;
        length -= n;
    }
    return true;
}

bool gg_match_id_text(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') &&
            c != '-' && c != '_')
            return false;
    }
    return length > 0 && length <= GG_ID_MAX;
}

bool gg_match_seed_text(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] <= ' ' || text[i] >= 0x7f) return false;
    return length <= GG_CLIENT_SEED_MAX;
}
