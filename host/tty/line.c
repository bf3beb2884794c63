// SPDX-License-Identifier: Apache-2.0
// One line being typed.
#include "host/tty/line.h"

#include <stdio.h>
#include <string.h>

#include "host/tty/term.h"

void gg_line_set(gg_line *line, const char *text) {
    (void)snprintf(line->text, sizeof line->text, "%s", text);
    line->length = line->at = strlen(line->text);
}

void gg_line_clear(gg_line *line) {
    gg_line_set(line, "");
    line->behind = 0;
}

static size_t before(const gg_line *line, size_t at) {
    if (at > 0) at--;
    while (at > 0 && ((unsigned char)line->text[at] & 0xc0) == 0x80) at--;
    return at;
}

static size_t after(const gg_line *line, size_t at) {
    if (at < line->length) at++;
    while (at < line->length && ((unsigned char)line->text[at] & 0xc0) == 0x80) at++;
    return at;
}

static void cut(gg_line *line, size_t from, size_t to) {
    memmove(line->text + from, line->text + to, line->length - to + 1);
    line->length -= to - from;
    line->at = from;
}

static bool insert(gg_line *line, int key) {
    char bytes[4];
    if (key < ' ' || key == 127 || key >= GG_KEY_NONE) return false;
    size_t n = gg_utf8_put((uint32_t)key, bytes);
    if (line->length + n >= sizeof line->text) return true;
    memmove(line->text + line->at + n, line->text + line->at, line->length - line->at + 1);
    memcpy(line->text + line->at, bytes, n);
    line->length += n;
    line->at += n;
    return true;
}

static void recall(gg_line *line, unsigned behind) {
    if (behind > line->kept) return;
    if (!line->behind) memcpy(line->fresh, line->text, sizeof line->fresh);
    line->behind = behind;
    gg_line_set(line, behind ? line->history[line->kept - behind] : line->fresh);
}

void gg_line_remember(gg_line *line) {
    if (!line->length) return;
    if (line->kept && strcmp(line->history[line->kept - 1], line->text) == 0) return;
    if (line->kept == GG_LINE_HISTORY) {
        memmove(line->history[0], line->history[1], sizeof line->history - GG_LINE_MAX);
        line->kept--;
    }
    memcpy(line->history[line->kept++], line->text, GG_LINE_MAX);
}

static size_t word_start(const gg_line *line) {
    size_t at = line->at;
    while (at > 0 && line->text[at - 1] == ' ') at--;
    while (at > 0 && line->text[at - 1] != ' ') at--;
    return at;
}

bool gg_line_key(gg_line *line, int key) {
    switch (key) {
    case GG_KEY_LEFT: line->at = before(line, line->at); return true;
    case GG_KEY_RIGHT: line->at = after(line, line->at); return true;
    case GG_KEY_HOME:
    case GG_CTRL('a'): line->at = 0; return true;
    case GG_KEY_END:
    case GG_CTRL('e'): line->at = line->length; return true;
    case GG_KEY_UP: recall(line, line->behind + 1); return true;
    case GG_KEY_DOWN:
        if (line->behind) recall(line, line->behind - 1);
        return true;
    case GG_KEY_BACKSPACE: cut(line, before(line, line->at), line->at); return true;
    case GG_KEY_DELETE: cut(line, line->at, after(line, line->at)); return true;
    case GG_CTRL('u'): cut(line, 0, line->at); return true;
    case GG_CTRL('k'): cut(line, line->at, line->length); return true;
    case GG_CTRL('w'): cut(line, word_start(line), line->at); return true;
    default: return insert(line, key);
    }
}

int gg_line_column(const gg_line *line) {
    char head[GG_LINE_MAX];
    memcpy(head, line->text, line->at);
    head[line->at] = '\0';
    return gg_utf8_width(head);
}
