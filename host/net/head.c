// SPDX-License-Identifier: Apache-2.0
// The head of a request is judged as a whole before a byte of it is used; then it is cut into
// words. The body is a machine of a few states that takes what has come and waits for more.
//
// Refused though some servers read it: lines without CR, blanks before a colon, folded lines, two
// lengths, hosts or origins, a length beside chunks. Each of them has made two programs disagree
// about where a request ends, or whose it is.
#include "head.h"

#include <string.h>
#include <strings.h>

enum {
    TARGET_MAX = 2048,
    METHOD_MAX = 24,
    LINE_BYTES = METHOD_MAX + 1 + TARGET_MAX + 9 + 1, // method, blank, target, version, CR
    SIZE_DIGITS = 12,
    BESIDE_MAX = 1024,
};

// --------------------------------------------------------------------------------------- the judge
// Letters, digits and !#$%&'*+-.^_`|~, a bit for each.
static inline bool is_token(unsigned char c) {
    static const uint32_t tokens[8] = {0, 0x03ff6cfa, 0xc7fffffe, 0x57ffffff};
    return tokens[c / 32] >> (c % 32) & 1;
}

// Does a byte of these eight stand for a control character? Of bytes beyond ASCII some are taken
// for one: then they are looked at one by one.
static bool may_control(const char *text) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = 0x80 * ones;
    uint64_t w;
    memcpy(&w, text, sizeof w);
    return (w | (w - ' ' * ones) | ((w ^ 0x7f * ones) - ones)) & tops;
}

static bool has_control(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        if (length - i >= 8 && !may_control(text + i)) {
            i += 8;
            continue;
        }
        unsigned char c = (unsigned char)text[i++];
        if ((c < ' ' && c != '\t') || c == 0x7f) return true;
    }
    return false;
}

// "http://host/path", as one asks a relay (RFC 9112, 3.2.2): the bytes before the path, else 0.
static size_t authority(const char *target, size_t length) {
    size_t scheme = length > 8 && strncasecmp(target, "https://", 8) == 0  ? 8
                    : length > 7 && strncasecmp(target, "http://", 7) == 0 ? 7
                                                                           : 0;
    size_t at = scheme;
    while (scheme && at < length && target[at] > ' ' && target[at] != '/' && target[at] != '?')
        at++;
    return at > scheme ? at : 0;
}

// METHOD /target HTTP/1.x; `length` without its line end.
static bool judge_line(const char *line, size_t length, gg_http_fault *fault) {
    size_t at = 0, start;
    *fault = GG_HTTP_BAD_LINE;
    while (at < length && at <= METHOD_MAX && is_token((unsigned char)line[at])) at++;
    if (at == 0 || at > METHOD_MAX || at == length || line[at] != ' ') return false;
    start = ++at;
    while (at < length && (unsigned char)line[at] > ' ' && line[at] != 0x7f) at++;
    bool path = at > start && (line[start] == '/' || line[start] == '*');
    if (!path && !authority(line + start, at - start)) return false;
    *fault = GG_HTTP_LONG_TARGET;
    if (at - start > TARGET_MAX) return false;
    *fault = GG_HTTP_BAD_LINE;
    if (length - at != 9 || strncmp(line + at, " HTTP/", 6) != 0 || line[at + 7] != '.')
        return false;
    *fault = GG_HTTP_VERSION;
    return line[at + 6] == '1' && (line[at + 8] == '0' || line[at + 8] == '1');
}

typedef struct fields {
    unsigned count;
    bool sized, coded, hosted, sourced;
} fields;

// Is this the name, in any case? Most differ in their first letter.
static inline bool named(const char *line, size_t letters, const char *what, size_t length) {
    return letters == length && ((line[0] ^ what[0]) & ~0x20) == 0 &&
           strncasecmp(line, what, length) == 0;
}

static bool digits(const char *text, size_t length) {
    size_t n = 0;
    while (n < length && text[n] >= '0' && text[n] <= '9') n++;
    return n > 0 && n == length && n < 19;
}

// Two lines that say it, and two programs may read it differently: whose page, which host.
static bool once(const char *line, size_t name, const char *what, bool *seen) {
    if (!named(line, name, what, strlen(what))) return true;
    bool first = !*seen;
    *seen = true;
    return first;
}

// Name: value, without blanks before the colon, control characters or a second length.
static bool judge_field(const char *line, size_t length, fields *seen) {
    size_t name = 0, from, to = length;
    while (name < length && is_token((unsigned char)line[name])) name++;
    if (name == 0 || name == length || line[name] != ':') return false;
    for (from = name + 1; from < length && (line[from] == ' ' || line[from] == '\t');) from++;
    while (to > from && (line[to - 1] == ' ' || line[to - 1] == '\t')) to--;
    if (has_control(line + from, to - from)) return false;
    if (named(line, name, "Content-Length", 14)) {
        if (seen->sized || !digits(line + from, to - from)) return false;
        seen->sized = true;
    }
    if (named(line, name, "Transfer-Encoding", 17)) {
        if (seen->coded || to - from != 7 || strncasecmp(line + from, "chunked", 7) != 0)
            return false;
        seen->coded = true;
    }
    if (!once(line, name, "Host", &seen->hosted)) return false;
    if (!once(line, name, "Origin", &seen->sourced)) return false;
    return !(seen->sized && seen->coded);
}

static bool judge_fields(const char *at, const char *stop, gg_http_fault *fault) {
    fields seen = {0};
    while (at < stop) {
        const char *next = memchr(at, '\n', (size_t)(stop - at));
        *fault = ++seen.count > GG_HEAD_FIELDS ? GG_HTTP_LARGE_HEAD : GG_HTTP_BAD_FIELD;
        if (!next || next == at || next[-1] != '\r' || seen.count > GG_HEAD_FIELDS ||
            !judge_field(at, (size_t)(next - 1 - at), &seen))
            return false;
        at = next + 1;
    }
    return true;
}

static gg_head_verdict judge_part(const char *line, size_t length, gg_http_fault *fault) {
    bool odd = length > METHOD_MAX && !memchr(line, ' ', METHOD_MAX + 1);
    for (size_t i = 0; i < length; i++)
        odd = odd || ((unsigned char)line[i] < ' ' && (line[i] != '\r' || i + 1 < length));
    *fault = !odd && memchr(line, ' ', length) ? GG_HTTP_LONG_TARGET : GG_HTTP_BAD_LINE;
    return odd || length > LINE_BYTES ? GG_HEAD_REFUSED : GG_HEAD_MORE;
}

// Two line ends that follow each other; NULL: not yet.
static const char *empty_line(const char *at, const char *end) {
    while ((at = memchr(at, '\n', (size_t)(end - at))) && end - at > 2) {
        if (at[-1] == '\r' && at[1] == '\r' && at[2] == '\n') return at - 1;
        at++;
    }
    return NULL;
}

// *stop: the end of the last header's line.
static gg_head_verdict judge(const char *line, size_t length, const char **stop,
                             gg_http_fault *fault) {
    const char *end = memchr(line, '\n', length), *empty;
    if (!end) return judge_part(line, length, fault);
    *fault = GG_HTTP_BAD_LINE;
    if (end == line || end[-1] != '\r') return GG_HEAD_REFUSED;
    if (!judge_line(line, (size_t)(end - 1 - line), fault)) return GG_HEAD_REFUSED;
    empty = empty_line(end - 1, line + length);
    *fault = GG_HTTP_LARGE_HEAD;
    if (!empty) return length >= GG_HEAD_MAX ? GG_HEAD_REFUSED : GG_HEAD_MORE;
    *stop = empty + 2;
    if ((size_t)(*stop + 2 - line) > GG_HEAD_MAX) return GG_HEAD_REFUSED;
    return judge_fields(end + 1, *stop, fault) ? GG_HEAD_WHOLE : GG_HEAD_REFUSED;
}

// ----------------------------------------------------------------------------------------- cutting
static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// %41 is A, in place. %00 stays as it is written: a word would end there for us and not for others.
static void unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from; to++) {
        int high = from[0] == '%' ? hex_digit(from[1]) : -1;
        int low = high >= 0 ? hex_digit(from[2]) : -1;
        bool coded = low >= 0 && (high || low);
        *to = coded ? (char)(16 * high + low) : *from;
        from += coded ? 3 : 1;
    }
    *to = 0;
}

// name=value&name=value. Those beyond the last there is room for are not read.
static void cut_args(char *text, char *at, gg_head *head) {
    while (at && *at && head->args < GG_HEAD_ARGS) {
        gg_head_pair *arg = &head->arg[head->args++];
        char *next = strchr(at, '&');
        if (next) *next++ = 0;
        for (char *c = at; *c; c++)
            if (*c == '+') *c = ' ';
        char *value = strchr(at, '=');
        if (value) *value++ = 0;
        arg->name = (uint16_t)(at - text);
        arg->value = value ? (uint16_t)(value - text) : 0;
        unescape(at);
        if (value) unescape(value);
        at = next;
    }
}

static void cut_line(char *text, char *line, gg_head *head) {
    char *target = strchr(line, ' ') + 1, *version = strchr(target, ' ') + 1;
    target[-1] = version[-1] = 0;
    size_t before = authority(target, strlen(target));
    target += before;
    if (before && *target != '/') *--target = '/'; // "http://host?query" asks for its root
    head->method = (uint16_t)(line - text);
    head->path = (uint16_t)(target - text);
    head->modern = version[7] == '1';
    char *query = strchr(target, '?');
    if (query) *query++ = 0;
    unescape(target);
    cut_args(text, query, head);
}

static void cut_field(char *text, char *line, char *end, gg_head *head) {
    gg_head_pair *field = &head->field[head->fields++];
    char *value = strchr(line, ':');
    field->letters = (uint16_t)(value - line);
    *value++ = 0;
    while (*value == ' ' || *value == '\t') value++;
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) end--;
    *end = 0;
    field->name = (uint16_t)(line - text);
    field->value = (uint16_t)(value - text);
}

static void cut(char *text, char *line, char *stop, gg_head *head) {
    char *end = memchr(line, '\r', (size_t)(stop - line));
    *end = 0;
    cut_line(text, line, head);
    for (line = end + 2; line < stop; line = end + 2) {
        end = memchr(line, '\n', (size_t)(stop - line));
        *--end = 0; // the CR
        cut_field(text, line, end, head);
    }
}

// A word of a list with commas between, in any case.
static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    while (list && *list) {
        list += strspn(list, " \t,");
        size_t here = strcspn(list, " \t,;");
        if (here == length && strncasecmp(list, word, length) == 0) return true;
        list += strcspn(list, ",");
    }
    return false;
}

static uint64_t number_of(const char *text) {
    uint64_t number = 0;
    for (; text && *text; text++) number = number * 10 + (uint64_t)(*text - '0');
    return number;
}

static void understand(const char *text, gg_head *head) {
    const char *connection = gg_head_field(head, text, "Connection");
    head->size = number_of(gg_head_field(head, text, "Content-Length"));
    head->chunked = gg_head_field(head, text, "Transfer-Encoding") != NULL;
    head->expects = head->modern && has_word(gg_head_field(head, text, "Expect"), "100-continue");
    head->stays =
        head->modern ? !has_word(connection, "close") : has_word(connection, "keep-alive");
}

gg_head_verdict gg_head_read(char *text, size_t length, gg_head *head, gg_http_fault *fault) {
    char *line = text;
    const char *stop = NULL;
    if (length >= 2 && memcmp(line, "\r\n", 2) == 0) line += 2; // left over by some old clients
    gg_head_verdict verdict = judge(line, length - (size_t)(line - text), &stop, fault);
    if (verdict != GG_HEAD_WHOLE) return verdict;
    memset(head, 0, sizeof *head);
    cut(text, line, line + (stop - line), head);
    head->length = (uint16_t)(stop + 2 - text);
    understand(text, head);
    return GG_HEAD_WHOLE;
}

const char *gg_head_field(const gg_head *head, const char *text, const char *name) {
    size_t letters = strlen(name);
    for (unsigned i = 0; i < head->fields; i++)
        if (named(text + head->field[i].name, head->field[i].letters, name, letters))
            return text + head->field[i].value;
    return NULL;
}

const char *gg_head_field_back(const gg_head *head, const char *text, const char *name,
                               unsigned behind) {
    for (unsigned i = head->fields; i > 0; i--)
        if (strcasecmp(text + head->field[i - 1].name, name) == 0 && behind-- == 0)
            return text + head->field[i - 1].value;
    return NULL;
}

const char *gg_head_arg(const gg_head *head, const char *text, const char *name) {
    for (unsigned i = 0; i < head->args; i++)
        if (head->arg[i].value && strcmp(text + head->arg[i].name, name) == 0)
            return text + head->arg[i].value;
    return NULL;
}

// ---------------------------------------------------------------------------------------- the body
void gg_body_begin(gg_body *body, const gg_head *head) {
    *body = (gg_body){.phase = head->chunked ? GG_BODY_SIZE
                               : head->size  ? GG_BODY_SIZED
                                             : GG_BODY_DONE,
                      .left = head->chunked ? 0 : head->size};
}

static gg_body_phase size_byte(gg_body *body, char c) {
    int digit = hex_digit(c);
    if (digit >= 0 && body->digits < SIZE_DIGITS) {
        body->left = body->left * 16 + (uint64_t)digit;
        body->digits++;
        return GG_BODY_SIZE;
    }
    if (!body->digits) return GG_BODY_BAD;
    return c == '\r' ? GG_BODY_SIZE_END : c == ';' ? GG_BODY_EXTRA : GG_BODY_BAD;
}

// What stands beside the body is passed over, but not without end and without control characters.
static gg_body_phase beside_byte(gg_body *body, char c, gg_body_phase end) {
    if (c == '\r') return end;
    if (++body->beside > BESIDE_MAX || ((unsigned char)c < ' ' && c != '\t')) return GG_BODY_BAD;
    return end == GG_BODY_SIZE_END ? GG_BODY_EXTRA : GG_BODY_TRAILER_LINE;
}

static gg_body_phase after_size(gg_body *body) {
    body->digits = 0;
    return body->left ? GG_BODY_CHUNK : GG_BODY_TRAILER;
}

static gg_body_phase next_phase(gg_body *body, char c) {
    switch (body->phase) {
    case GG_BODY_SIZE: return size_byte(body, c);
    case GG_BODY_EXTRA: return beside_byte(body, c, GG_BODY_SIZE_END);
    case GG_BODY_SIZE_END: return c == '\n' ? after_size(body) : GG_BODY_BAD;
    case GG_BODY_CHUNK_CR: return c == '\r' ? GG_BODY_CHUNK_LF : GG_BODY_BAD;
    case GG_BODY_CHUNK_LF: return c == '\n' ? GG_BODY_SIZE : GG_BODY_BAD;
    case GG_BODY_TRAILER:
        return c == '\r' ? GG_BODY_LAST_LF : beside_byte(body, c, GG_BODY_TRAILER_LF);
    case GG_BODY_TRAILER_LINE: return beside_byte(body, c, GG_BODY_TRAILER_LF);
    case GG_BODY_TRAILER_LF: return c == '\n' ? GG_BODY_TRAILER : GG_BODY_BAD;
    case GG_BODY_LAST_LF: return c == '\n' ? GG_BODY_DONE : GG_BODY_BAD;
    default: return GG_BODY_BAD;
    }
}

size_t gg_body_take(gg_body *body, const char *from, size_t count, char *to, size_t *made) {
    size_t at = 0;
    *made = 0;
    while (at < count && body->phase != GG_BODY_DONE && body->phase != GG_BODY_BAD) {
        if (body->phase != GG_BODY_SIZED && body->phase != GG_BODY_CHUNK) {
            body->phase = next_phase(body, from[at++]);
            continue;
        }
        size_t here = count - at < body->left ? count - at : (size_t)body->left;
        if (to) memmove(to + *made, from + at, here);
        *made += here;
        at += here;
        body->left -= here;
        if (!body->left)
            body->phase = body->phase == GG_BODY_SIZED ? GG_BODY_DONE : GG_BODY_CHUNK_CR;
    }
    return at;
}
