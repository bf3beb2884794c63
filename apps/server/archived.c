// SPDX-License-Identifier: Apache-2.0
// Matches that are read from their archive: the rules of this program do not replay their log. They
// are over, and shown as they were told when their own rules were at hand. archive.c says how the
// text is laid out.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "server.h"

struct srv_archive {
    char *text; // lines ended by zero bytes
    char *state, *seats, *result, *dice, *names, *file;
    size_t file_length;
    uint32_t entries;
    char **item; // of the first viewer, then of the second ...
    uint32_t items, room;
    const char **piece; // as they were first written
    uint32_t pieces, piece_room;
    char *viewer[SRV_SEATS + 2];
    uint32_t first[SRV_SEATS + 3];
    unsigned viewers;
};

void srv_archive_free(srv_archive *a) {
    if (!a) return;
    free(a->text);
    free(a->item);
    free((void *)a->piece);
    free(a);
}

// ------------------------------------------------------------------------------------------ pieces
const char *srv_archive_pieces(const char *text) {
    static const char word[] = "\"pieces\":[";
    const char *found = strncmp(text, "{\"at\":", 6) == 0 ? strstr(text, word) : NULL;
    return found ? found + sizeof word - 1 : NULL;
}

size_t srv_archive_element(const char *text) {
    bool quoted = false;
    unsigned depth = 0;
    size_t i = 0;
    for (; text[i]; i++) {
        char c = text[i];
        if (quoted && c == '\\' && text[i + 1])
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && depth == 0 && (c == ',' || c == ']'))
            break;
        else if (!quoted && (c == '{' || c == '['))
            depth++;
        else if (!quoted && (c == '}' || c == ']'))
            depth--;
    }
    return i;
}

// ----------------------------------------------------------------------------------------- reading
static char *after(char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 ? line + length : NULL;
}

static bool add_piece(srv_archive *a, const char *text) {
    if (a->pieces == a->piece_room) {
        uint32_t room = a->piece_room ? 2 * a->piece_room : 1024;
        void *made = realloc((void *)a->piece, room * sizeof *a->piece);
        if (!made) return false;
        a->piece = made;
        a->piece_room = room;
    }
    a->piece[a->pieces++] = text;
    return true;
}

// The pieces that are first seen here.
static bool learn(srv_archive *a, const char *line) {
    const char *list = srv_archive_pieces(line);
    while (list && *list && *list != ']') {
        if (*list == '{' && !add_piece(a, list)) return false;
        list += srv_archive_element(list);
        if (*list == ',') list++;
    }
    return true;
}

static bool add_item(srv_archive *a, char *line) {
    if (!learn(a, line)) return false;
    if (a->items == a->room) {
        uint32_t room = a->room ? 2 * a->room : 1024;
        char **made = realloc(a->item, room * sizeof *made);
        if (!made) return false;
        a->item = made;
        a->room = room;
    }
    a->item[a->items++] = line;
    a->first[a->viewers] = a->items;
    return true;
}

static bool add_viewer(srv_archive *a, char *token) {
    if (a->viewers == SRV_SEATS + 2) return false;
    a->viewer[a->viewers++] = token;
    a->first[a->viewers] = a->items;
    return true;
}

// The line that begins at `at`; false: it is none of an archive. *end is where the next one begins.
static bool take_line(srv_archive *a, char *at, char **end, const char *limit) {
    char *rest;
    if ((rest = after(at, "entries "))) return (a->entries = (uint32_t)strtoul(rest, NULL, 10)) > 0;
    if ((rest = after(at, "state "))) return (a->state = rest) != NULL;
    if ((rest = after(at, "seats "))) return (a->seats = rest) != NULL;
    if ((rest = after(at, "result "))) return (a->result = rest) != NULL;
    if ((rest = after(at, "dice "))) return (a->dice = rest) != NULL;
    if ((rest = after(at, "names "))) return (a->names = rest) != NULL;
    if ((rest = after(at, "viewer "))) return add_viewer(a, rest);
    if ((rest = after(at, "file "))) {
        a->file = *end;
        a->file_length = strtoul(rest, NULL, 10);
        if (a->file_length >= (size_t)(limit - *end)) return false;
        *end += a->file_length + 1;
        return true;
    }
    return a->viewers > 0 && add_item(a, at);
}

static bool lay_out(srv_archive *a, size_t size) {
    char *at = a->text, *limit = a->text + size;
    while (at < limit) {
        char *end = memchr(at, '\n', (size_t)(limit - at));
        if (!end) return false;
        *end++ = 0;
        if (!take_line(a, at, &end, limit)) return false;
        at = end;
    }
    for (unsigned i = 1; i < a->viewers; i++)
        if (a->first[i + 1] - a->first[i] != a->first[1]) return false;
    if (!a->state || !a->seats || !a->result || !a->dice || !a->names || !a->file) return false;
    return a->viewers > 0 && a->items > 0;
}

gg_status srv_archive_open(srv_archive **out, const void *bytes, size_t length, size_t size) {
    srv_archive *a = *out = calloc(1, sizeof *a);
    uLongf made = size;
    if (!a || !(a->text = malloc(size + 1))) return GG_NO_MEMORY;
    if (uncompress((Bytef *)a->text, &made, bytes, length) != Z_OK || made != size)
        return GG_BAD_INPUT;
    a->text[size] = 0;
    return lay_out(a, size) ? GG_OK : GG_BAD_INPUT;
}

uint32_t srv_entries(const srv_match *m) {
    return m->archive ? m->archive->entries : gg_match_entries(m->match);
}

// ----------------------------------------------------------------------------------------- telling
static const char *item_of(const srv_archive *a, unsigned viewer, uint32_t i) {
    const char *text = a->item[a->first[viewer] + i];
    return text[0] == '=' ? a->item[i] : text;
}

static bool number_after(const char *text, const char *word, uint32_t *out) {
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0) return false;
    *out = (uint32_t)strtoul(text + length, NULL, 10);
    return true;
}

// Members of the object that the text is, as members of the open one.
static void members(gg_json *json, const char *text, size_t length) {
    if (length == 0) return;
    if (!(json->first >> json->depth & 1)) gg_out_char(json->out, ',');
    json->first &= ~(UINT32_C(1) << json->depth);
    gg_out_format(json->out, "%.*s", (int)length, text);
}

static unsigned viewer_of(const srv_match *m, int viewer) {
    const srv_archive *a = m->archive;
    const char *token = gg_seat_token(m->game, viewer);
    for (unsigned i = 0; i < a->viewers; i++)
        if (strcmp(a->viewer[i], token) == 0) return i;
    return a->viewers - 1; // the public
}

// The same of a view, its pieces written out.
static void moment_members(gg_json *json, const srv_archive *a, const char *text,
                           const char *list) {
    gg_out *out = json->out;
    members(json, text, list ? (size_t)(list - text) : strlen(text) - 1);
    if (!list) return;
    while (*list && *list != ']') {
        size_t length = srv_archive_element(list);
        const char *from = list;
        uint32_t number = *list == '{' ? UINT32_MAX : (uint32_t)strtoul(list, NULL, 10);
        if (number < a->pieces) from = a->piece[number];
        gg_out_format(out, "%.*s", (int)srv_archive_element(from), from);
        list += length;
        if (*list == ',') gg_out_char(out, *list++);
    }
    gg_out_format(out, "%.*s", (int)strlen(list) - 1, list);
}

static void tell_moment(gg_json *json, const srv_archive *a, unsigned viewer, uint32_t upto) {
    const char *found = NULL;
    uint32_t number;
    for (uint32_t i = 0; i < a->first[1]; i++) {
        const char *text = item_of(a, viewer, i);
        if (number_after(text, "{\"at\":", &number) && number <= upto) found = text;
    }
    const char *comma = found ? strchr(found, ',') : NULL;
    if (comma) moment_members(json, a, comma + 1, srv_archive_pieces(found));
}

static void tell_log(gg_json *json, const srv_archive *a, unsigned viewer, uint32_t since,
                     uint32_t upto) {
    uint32_t number;
    gg_json_open(json, "log", '[');
    for (uint32_t i = 0; i < a->first[1]; i++) {
        const char *text = item_of(a, viewer, i);
        if (number_after(text, "{\"entry\":", &number) && number > since && number <= upto)
            members(json, text, strlen(text));
    }
    gg_json_close(json, ']');
}

static void part(gg_json *json, const char *object) {
    members(json, object + 1, strlen(object) - 2);
}

// What the match says of itself, at another entry than its last.
static void tell_head(gg_json *json, const srv_archive *a, uint32_t entry) {
    static const char word[] = "\"entry\":";
    const char *at = strstr(a->state, word), *rest = at;
    if (at)
        for (rest = at + sizeof word - 1; *rest >= '0' && *rest <= '9';) rest++;
    if (!at || rest[0] != ',') {
        part(json, a->state);
        return;
    }
    members(json, a->state + 1, (size_t)(at - a->state) - 2); // without the comma
    gg_json_integer(json, "entry", entry);
    members(json, rest + 1, strlen(rest + 1) - 1);
}

void srv_json_archived(gg_json *json, const srv_match *m, int viewer, uint32_t since) {
    const srv_archive *a = m->archive;
    unsigned side = viewer_of(m, viewer);
    part(json, a->state);
    gg_json_bool(json, "archived", true);
    gg_json_string(json, "viewer", gg_seat_token(m->game, viewer));
    gg_json_null(json, "handover");
    part(json, a->seats);
    part(json, a->result);
    tell_moment(json, a, side, a->entries);
    srv_json_idle(json, "La partie est finie.", "The match is over.");
    tell_log(json, a, side, since, a->entries);
    gg_json_bool(json, "thinking", false);
}

void srv_json_archived_replay(gg_json *json, const srv_match *m, int viewer, uint32_t entry) {
    const srv_archive *a = m->archive;
    unsigned side = viewer_of(m, viewer);
    tell_head(json, a, entry);
    gg_json_bool(json, "archived", true);
    gg_json_integer(json, "entries", a->entries);
    gg_json_integer(json, "shown", entry);
    gg_json_string(json, "viewer", gg_seat_token(m->game, viewer));
    part(json, a->result);
    tell_moment(json, a, side, entry);
    tell_log(json, a, side, entry > SRV_LOG_KEPT ? entry - SRV_LOG_KEPT : 0, entry);
    part(json, a->dice);
}

void srv_json_archived_names(gg_json *json, const srv_match *m) {
    part(json, m->archive->names);
}

const char *srv_archived_file(const srv_match *m, size_t *length) {
    *length = m->archive->file_length;
    return m->archive->file;
}

// --------------------------------------------------------------------------------------- adjourned
// It was running when its rules were last at hand: the log says that it has ended, and is written
// before anybody is told.
void srv_archive_adjourn(server *sv, srv_match *m, const gg_store_last *last) {
    char line[96];
    if (m->row.file || strcmp(m->row.turn, "over") == 0) return;
    int length = snprintf(line, sizeof line, "%" PRIu32 " * adjourned | 0ms %.16s",
                          last->number + 1, last->hash);
    gg_store_entry row = {
        .number = last->number + 1, .seq = m->row.seq, .line = line, .length = (size_t)length};
    gg_store_entry_add(sv->store, m->row.row, &row);
    (void)snprintf(m->row.turn, sizeof m->row.turn, "over");
    m->row.changed = srv_now_s();
    gg_store_match_touch(sv->store, m->row.row, m->row.turn, m->row.seq, m->row.rules,
                         m->row.changed);
    gg_result result = {.over = true, .reason = GG_ENTRY_ADJOURN};
    for (unsigned i = 0; i < m->game->seats; i++) result.half[i] = 1;
    srv_ending_put(sv, m, &result, m->row.changed);
    srv_match_force(sv, m);
    srv_log(sv, "ev=adjourned match=%.6s rules=%u", m->row.name, m->row.rules);
}
