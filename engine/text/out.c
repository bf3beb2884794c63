// SPDX-License-Identifier: Apache-2.0
// The text builder, the JSON writer and messages: bounded, always closed by a zero byte, never cut
// inside a character.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

enum { KEY_ROOM = 40, DIGITS_MOST = 24 };

// ------------------------------------------------------------------------------------------ UTF-8
static bool continues(const char *at, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)at[i] & 0xc0) != 0x80) return false;
    return true;
}

size_t gg_utf8_length(const char *at, size_t left) {
    if (left == 0) return 0;
    unsigned char c = (unsigned char)at[0], d = left > 1 ? (unsigned char)at[1] : 0;
    if (c < 0x80) return 1;
    if (c < 0xc2 || c > 0xf4) return 0;
    size_t n = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    if (left < n || !continues(at, n)) return 0;
    if (c == 0xe0 && d < 0xa0) return 0; // not the shortest form
    if (c == 0xed && d > 0x9f) return 0; // half of a surrogate pair
    if (c == 0xf0 && d < 0x90) return 0;
    if (c == 0xf4 && d > 0x8f) return 0; // beyond the last character
    return n;
}

// The longest prefix of at most `cap` bytes that does not end inside a character.
static size_t whole(const char *text, size_t length, size_t cap) {
    if (length <= cap) return length;
    while (cap > 0 && ((unsigned char)text[cap] & 0xc0) == 0x80) cap--;
    return cap;
}

// ---------------------------------------------------------------------------------------- builder
void gg_out_init(gg_out *out, char *at, size_t cap) {
    *out = (gg_out){at, cap, 0, cap == 0};
    if (cap) at[0] = 0;
}

static void add(gg_out *out, const char *text, size_t length) {
    if (out->full) return;
    size_t fits = whole(text, length, out->cap - 1 - out->length);
    memcpy(out->at + out->length, text, fits);
    out->length += fits;
    out->at[out->length] = 0;
    out->full = fits < length;
}

void gg_out_text(gg_out *out, const char *text) {
    add(out, text, strlen(text));
}

void gg_out_part(gg_out *out, const char *text, size_t length) {
    add(out, text, length);
}

static inline void add_char(gg_out *out, char c) {
    if (out->full || out->length + 1 >= out->cap) {
        add(out, &c, 1);
        return;
    }
    out->at[out->length++] = c;
    out->at[out->length] = 0;
}

void gg_out_char(gg_out *out, char c) {
    add_char(out, c);
}

static void format_into(gg_out *out, const char *format, va_list args) GG_PRINTF(2, 0);
static void format_into(gg_out *out, const char *format, va_list args) {
    if (out->full) return;
    char *end = out->at + out->length;
    size_t room = out->cap - out->length;
    int wanted = vsnprintf(end, room, format, args);
    GG_ASSERT(wanted >= 0);
    if ((size_t)wanted < room) {
        out->length += (size_t)wanted;
        return;
    }
    // The last character may have been cut: look back for one that is not whole.
    size_t kept = room - 1;
    for (size_t back = 1; back <= 3 && back <= kept; back++) {
        unsigned char c = (unsigned char)end[kept - back];
        if (c < 0x80) break;
        if (c < 0xc0) continue;
        if (!gg_utf8_length(end + kept - back, back)) kept -= back;
        break;
    }
    end[kept] = 0;
    out->length += kept;
    out->full = true;
}

void gg_out_format(gg_out *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    format_into(out, format, args);
    va_end(args);
}

void gg_out_safe(gg_out *out, const char *text) {
    size_t left = strlen(text);
    while (left) {
        size_t n = gg_utf8_length(text, left);
        if (n == 0 || (n == 1 && ((unsigned char)*text < 0x20 || *text == 0x7f)))
            add(out, "\xef\xbf\xbd", 3); // the replacement character
        else
            add(out, text, n);
        if (n == 0) n = 1;
        text += n;
        left -= n;
    }
}

// ------------------------------------------------------------------------------------------- JSON
void gg_json_init(gg_json *json, gg_out *out) {
    *json = (gg_json){out, 1, 0};
}

// Are these eight bytes letters of ASCII that JSON takes as they are? Each test leaves the top bit
// of a byte that fails it, or of one after it: then they are looked at one by one.
static bool plain_word(const char *text) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = 0x80 * ones;
    uint64_t w;
    memcpy(&w, text, sizeof w);
    uint64_t quote = w ^ '"' * ones, slash = w ^ '\\' * ones, del = w ^ 0x7f * ones;
    uint64_t bad = w | (w - ' ' * ones) | (quote - ones) | (slash - ones) | (del - ones);
    return !(bad & tops);
}

// How many bytes from here on are letters that JSON takes as they are.
static size_t plain_run(const char *text, size_t left) {
    size_t n = 0;
    while (n < left) {
        unsigned char c = (unsigned char)text[n];
        if (left - n >= 8 && plain_word(text + n)) {
            n += 8;
            continue;
        }
        size_t length = c < 0x80 ? 1 : gg_utf8_length(text + n, left - n);
        if (!length || c < 0x20 || c == 0x7f || c == '"' || c == '\\') break;
        n += length;
    }
    return n;
}

// Runs of such letters, and between them one byte that JSON does not take as it is.
static void escape(gg_out *out, const char *text, size_t left) {
    for (;;) {
        size_t run = plain_run(text, left);
        add(out, text, run);
        text += run;
        left -= run;
        if (!left) return;
        unsigned char c = (unsigned char)*text++;
        left--;
        if (c == '"' || c == '\\')
            gg_out_format(out, "\\%c", c);
        else if (c == '\n')
            gg_out_text(out, "\\n");
        else if (c < 0x20 || c == 0x7f)
            gg_out_format(out, "\\u%04x", c);
        else
            gg_out_text(out, "\\ufffd"); // not the beginning of a character
    }
}

// Most words need no escape: they are written at one go, with what follows them.
static void quoted(gg_out *out, const char *text, char after) {
    size_t length = strlen(text), rest = out->cap - out->length;
    if (out->full || rest < length + 4 || plain_run(text, length) < length) {
        add_char(out, '"');
        escape(out, text, length);
        add_char(out, '"');
        if (after) add_char(out, after);
        return;
    }
    char *at = out->at + out->length;
    *at++ = '"';
    memcpy(at, text, length);
    at += length;
    *at++ = '"';
    if (after) *at++ = after;
    *at = 0;
    out->length = (size_t)(at - out->at);
}

// Keys are words of ours or tokens of a game: most are short and plain.
static void put_key(gg_out *out, const char *key) {
    char *at = out->at + out->length, *end = at + 1;
    if (out->full || out->cap - out->length < KEY_ROOM) {
        quoted(out, key, ':');
        return;
    }
    for (; *key && end < at + KEY_ROOM - 4; key++) {
        if (!((*key >= 'a' && *key <= 'z') || *key == '_')) break;
        *end++ = *key;
    }
    if (*key) {
        quoted(out, key - (end - at - 1), ':');
        return;
    }
    *at = '"';
    *end++ = '"';
    *end++ = ':';
    *end = 0;
    out->length = (size_t)(end - out->at);
}

// The next one of a list, when both it and a comma find room.
static inline char *in_list(gg_json *json) {
    uint32_t first = json->first >> json->depth & 1;
    char *at = json->out->at + json->out->length;
    *at = ',';
    json->first ^= first << json->depth;
    return at + 1 - first;
}

static inline bool has_room(const gg_out *out) {
    return !out->full && out->cap - out->length > DIGITS_MOST;
}

static inline void ends_at(gg_out *out, char *at) {
    *at = 0;
    out->length = (size_t)(at - out->at);
}

static inline void item(gg_json *json, const char *key) {
    if (json->first >> json->depth & 1)
        json->first &= ~(UINT32_C(1) << json->depth);
    else
        add_char(json->out, ',');
    if (key) put_key(json->out, key);
}

void gg_json_open(gg_json *json, const char *key, char bracket) {
    GG_ASSERT(json->depth < 31 && (bracket == '{' || bracket == '['));
    if (!key && has_room(json->out)) {
        char *at = in_list(json);
        *at++ = bracket;
        ends_at(json->out, at);
    } else {
        item(json, key);
        add_char(json->out, bracket);
    }
    json->first |= UINT32_C(1) << ++json->depth;
}

void gg_json_close(gg_json *json, char bracket) {
    GG_ASSERT(json->depth > 0 && (bracket == '}' || bracket == ']'));
    json->depth--;
    add_char(json->out, bracket);
}

void gg_json_string(gg_json *json, const char *key, const char *text) {
    item(json, key);
    if (text)
        quoted(json->out, text, 0);
    else
        gg_out_text(json->out, "null");
}

static const char pair[] = "00010203040506070809101112131415161718192021222324"
                           "25262728293031323334353637383940414243444546474849"
                           "50515253545556575859606162636465666768697071727374"
                           "75767778798081828384858687888990919293949596979899";

static char *put_large(char *at, uint64_t number) {
    char digits[DIGITS_MOST], *from = digits + sizeof digits;
    for (; number >= 100; number /= 100) memcpy(from -= 2, pair + 2 * (number % 100), 2);
    if (number >= 10)
        memcpy(from -= 2, pair + 2 * number, 2);
    else
        *--from = (char)('0' + number);
    size_t length = (size_t)(digits + sizeof digits - from);
    memcpy(at, from, length);
    return at + length;
}

// Most numbers are small: those go straight to their place.
static inline char *put_digits(char *at, uint64_t number) {
    if (number >= 1000) return put_large(at, number);
    unsigned small = (unsigned)number;
    if (small >= 100) *at++ = (char)('0' + small / 100);
    if (small < 10) {
        *at = (char)('0' + small);
        return at + 1;
    }
    memcpy(at, pair + 2 * (small % 100), 2);
    return at + 2;
}

static inline void put_integer(gg_out *out, char *at, int64_t value) {
    if (value < 0) *at++ = '-';
    ends_at(out, put_digits(at, value < 0 ? 0 - (uint64_t)value : (uint64_t)value));
}

static void put_item(gg_json *json, const char *key, int64_t value) {
    gg_out *out = json->out;
    item(json, key);
    if (has_room(out))
        put_integer(out, out->at + out->length, value);
    else
        gg_out_format(out, "%" PRId64, value);
}

// Numbers in lists are most of what is written: nothing else is asked than whether they fit.
void gg_json_integer(gg_json *json, const char *key, int64_t value) {
    if (key || !has_room(json->out))
        put_item(json, key, value);
    else
        put_integer(json->out, in_list(json), value);
}

// JSON knows neither infinity nor a decimal comma.
void gg_json_number(gg_json *json, const char *key, double value) {
    char text[40];
    item(json, key);
    if (!isfinite(value)) {
        gg_out_text(json->out, "null");
        return;
    }
    (void)snprintf(text, sizeof text, "%.15g", value);
    for (char *c = text; *c; c++)
        if (*c == ',') *c = '.';
    gg_out_text(json->out, text);
}

void gg_json_bool(gg_json *json, const char *key, bool value) {
    item(json, key);
    gg_out_text(json->out, value ? "true" : "false");
}

void gg_json_null(gg_json *json, const char *key) {
    item(json, key);
    gg_out_text(json->out, "null");
}

void gg_json_raw(gg_json *json, const char *value) {
    item(json, NULL);
    gg_out_text(json->out, value);
}

// --------------------------------------------------------------------------------------- messages
void gg_error_set(gg_error *error, unsigned line, const char *fr, const char *en, ...) {
    va_list args, again;
    gg_out out;
    if (!error) return;
    error->line = line;
    va_start(args, en);
    va_copy(again, args);
    gg_out_init(&out, error->fr, sizeof error->fr);
    format_into(&out, fr, args);
    gg_out_init(&out, error->en, sizeof error->en);
    format_into(&out, en, again);
    va_end(again);
    va_end(args);
}
