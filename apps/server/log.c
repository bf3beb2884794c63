// SPDX-License-Identifier: Apache-2.0
// The log as people read it. The match tells each entry when it is published: its events are kept,
// and its lines written for a viewer when he first asks; a state sent later only copies them. Older
// entries are told again when somebody wants them.
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { SENTENCE_MAX = 512 };

static const struct {
    const char *fr, *en;
} sentences[GG_ENTRY_KINDS] = {
    [GG_ENTRY_UNDO] = {"{a:Le} annule son coup.", "{a:The} takes a move back."},
    [GG_ENTRY_RESIGN] = {"{a:Le} abandonne.", "{a:The} resigns."},
    [GG_ENTRY_DRAW_OFFER] = {"{a:Le} propose la partie nulle.", "{a:The} offers a draw."},
    [GG_ENTRY_DRAW_ACCEPT] = {"{a:Le} accepte la partie nulle.", "{a:The} accepts the draw."},
    [GG_ENTRY_DRAW_DECLINE] = {"{a:Le} refuse la partie nulle.", "{a:The} declines the draw."},
    [GG_ENTRY_FLAG] = {"{a:Le} n'a plus de temps.", "{a:The} has run out of time."},
    [GG_ENTRY_BACK_ASK] = {"{a:Le} demande à reprendre un coup.",
                           "{a:The} asks to take a move back."},
    [GG_ENTRY_BACK_AGREE] = {"{a:Le} accepte la reprise du coup.",
                             "{a:The} agrees to the take-back."},
    [GG_ENTRY_BACK_DECLINE] = {"{a:Le} refuse la reprise du coup.",
                               "{a:The} declines the take-back."},
    [GG_ENTRY_HINT] = {"{a:Le} a pris conseil.", "{a:The} has taken advice."},
    [GG_ENTRY_ADJOURN] = {"La partie est ajournée : les règles ont changé.",
                          "The match is adjourned: the rules have changed."},
};

// ----------------------------------------------------------------------------------------- writing
static void json_words(gg_json *json, const gg_game *game, const gg_entry *entry,
                       const char *comment) {
    char text[SENTENCE_MAX] = "";
    bool spoken = entry->kind == GG_ENTRY_COMMENT;
    gg_json_open(json, NULL, '{');
    for (int lang = GG_FR; lang <= GG_EN; lang++) {
        const char *form = lang == GG_FR ? sentences[entry->kind].fr : sentences[entry->kind].en;
        if (form) (void)gg_say_seat(game, entry->seat, form, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, lang == GG_FR ? "fr" : "en", spoken ? comment : text);
    }
    gg_json_null(json, "rule");
    gg_json_string(json, "kind", gg_entry_word(entry->kind));
    gg_json_open(json, "args", '[');
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

// The faces of a throw are told to those from whom none of its events hides anything.
static void json_dice(gg_json *json, const gg_entry *entry, const gg_turn *turn, bool open) {
    uint64_t ticket = entry->ticket;
    if (entry->kind != GG_ENTRY_CHANCE || !turn->dice || !open) {
        gg_json_null(json, "dice");
        return;
    }
    gg_json_open(json, "dice", '[');
    for (unsigned i = 0; i < turn->dice; i++, ticket /= 6)
        gg_json_integer(json, NULL, (int64_t)(ticket % 6) + 1);
    gg_json_close(json, ']');
}

void srv_json_line(gg_json *json, const gg_record *record, int viewer) {
    const gg_game *game = record->after->game;
    const gg_entry *entry = record->entry;
    const gg_events *events = record->events;
    bool open = events->count > 0;
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "entry", record->number);
    gg_json_string(json, "seat", gg_seat_token(game, entry->seat));
    gg_json_open(json, "lines", '[');
    if (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE)
        json_words(json, game, entry, gg_match_text(record->match, entry));
    for (uint32_t i = 0; i < events->count; i++) {
        gg_event cut;
        bool seen = gg_event_for(game, &events->event[i], viewer, &cut);
        open = open && seen && memcmp(cut.arg, events->event[i].arg, sizeof cut.arg) == 0;
        if (seen) gg_json_event(json, record->after, &cut);
    }
    gg_json_close(json, ']');
    json_dice(json, entry, &record->turn, open);
    gg_json_close(json, '}');
}

// [entry, seat, dice or 0, line ...], a line being [kind, rule, French, English, argument ...]:
// kind and rule are places in the lists of the game's facts, rules counted from 1 and 0 for none;
// the sentences are made here and nowhere else. What is no event is a line of words.
static void brief_event(gg_json *json, const gg_position *at, const gg_event *event) {
    const gg_game *game = at->game;
    char text[SENTENCE_MAX];
    gg_json_open(json, NULL, '[');
    gg_json_integer(json, NULL, event->kind);
    gg_json_integer(json, NULL, event->rule);
    for (int lang = GG_FR; lang <= GG_EN; lang++) {
        (void)gg_say_event(game, at->table, at->state, event, (gg_lang)lang, text, sizeof text);
        gg_json_string(json, NULL, text);
    }
    for (unsigned i = 0; i < GG_EVENT_ARGS && game->events[event->kind].domain[i]; i++) {
        if (event->arg[i] == GG_HIDDEN)
            gg_json_null(json, NULL);
        else
            gg_json_integer(json, NULL, event->arg[i]);
    }
    gg_json_close(json, ']');
}

// Does he see all of it as it is? Then the faces of a throw are told to him.
static bool all_open(const gg_game *game, const gg_events *events, int viewer) {
    for (uint32_t i = 0; i < events->count; i++) {
        gg_event cut;
        if (!gg_event_for(game, &events->event[i], viewer, &cut) ||
            memcmp(cut.arg, events->event[i].arg, sizeof cut.arg) != 0)
            return false;
    }
    return events->count > 0;
}

static void brief_dice(gg_json *json, const gg_record *record, int viewer) {
    uint64_t ticket = record->entry->ticket;
    if (record->entry->kind != GG_ENTRY_CHANCE || !record->turn.dice ||
        !all_open(record->after->game, record->events, viewer)) {
        gg_json_integer(json, NULL, 0);
        return;
    }
    gg_json_open(json, NULL, '[');
    for (unsigned i = 0; i < record->turn.dice; i++, ticket /= 6)
        gg_json_integer(json, NULL, (int64_t)(ticket % 6) + 1);
    gg_json_close(json, ']');
}

static void brief_line(gg_json *json, const gg_record *record, int viewer) {
    const gg_game *game = record->after->game;
    const gg_entry *entry = record->entry;
    gg_json_open(json, NULL, '[');
    gg_json_integer(json, NULL, record->number);
    if (entry->seat < game->seats)
        gg_json_integer(json, NULL, entry->seat);
    else
        gg_json_string(json, NULL, gg_seat_token(game, entry->seat));
    brief_dice(json, record, viewer);
    if (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE)
        json_words(json, game, entry, gg_match_text(record->match, entry));
    for (uint32_t i = 0; i < record->events->count; i++) {
        gg_event cut;
        if (gg_event_for(game, &record->events->event[i], viewer, &cut))
            brief_event(json, record->after, &cut);
    }
    gg_json_close(json, ']');
}

// ----------------------------------------------------------------------------------- kept and sent
unsigned srv_side_of(int viewer) {
    return viewer >= 0 && viewer < SRV_SEATS ? (unsigned)viewer : SRV_SEATS;
}

static void forget_line(srv_line *line) {
    for (unsigned i = 0; i < SRV_SIDES; i++) free(line->json[i]);
    free(line->brief);
    free(line->event);
    memset(line, 0, sizeof *line);
}

void srv_lines_forget(srv_match *m) {
    for (unsigned i = 0; i < SRV_LOG_KEPT; i++) forget_line(&m->line[i]);
}

void srv_keep_line(srv_match *m, const gg_record *record) {
    srv_line *line = &m->line[record->number % SRV_LOG_KEPT];
    uint32_t count = record->events->count;
    forget_line(line);
    line->number = record->number;
    line->turn = record->turn;
    line->event = malloc((count + 1) * sizeof *line->event); // NULL: told again from the log
    line->events = count;
    if (line->event) memcpy(line->event, record->events->event, count * sizeof *line->event);
}

// The record of an entry whose events are kept.
static gg_record record_of(server *sv, const srv_match *m, const srv_line *line) {
    sv->events.count = line->events;
    memcpy(sv->events.event, line->event, line->events * sizeof *line->event);
    return (gg_record){.match = m->match,
                       .number = line->number,
                       .entry = gg_match_entry(m->match, line->number),
                       .turn = line->turn,
                       .after = gg_match_published(m->match),
                       .events = &sv->events};
}

static void keep(void *user, const gg_record *record) {
    srv_keep_line(user, record);
}

gg_status srv_keep_lines(srv_match *m) {
    uint32_t entries = gg_match_entries(m->match);
    return gg_match_recount(m->match, entries > SRV_LOG_KEPT ? entries - SRV_LOG_KEPT : 0, entries,
                            keep, m);
}

typedef struct page {
    gg_json *json;
    int viewer;
} page;

typedef void line_writer(gg_json *json, const gg_record *record, int viewer);

static void write_line(void *user, const gg_record *record) {
    const page *to = user;
    srv_json_line(to->json, record, to->viewer);
}

static bool all_kept(const srv_match *m, uint32_t since, uint32_t upto) {
    for (uint32_t n = since + 1; n <= upto; n++) {
        const srv_line *line = &m->line[n % SRV_LOG_KEPT];
        if (line->number != n || !line->event) return false;
    }
    return true;
}

// Written now and kept, unless it was before.
static void kept_line(gg_json *json, const gg_record *record, int viewer, line_writer *write,
                      char **kept) {
    size_t start = json->out->length;
    if (*kept) {
        gg_json_raw(json, *kept);
        return;
    }
    write(json, record, viewer);
    if (json->out->full) return;
    const char *text = json->out->at + start;
    *kept = strdup(text + (*text == ','));
}

void srv_json_log(server *sv, gg_json *json, srv_match *m, uint32_t since, uint32_t upto,
                  int viewer) {
    page to = {json, viewer};
    bool kept = viewer != GG_UMPIRE && all_kept(m, since, upto);
    gg_json_open(json, "log", '[');
    if (!kept) (void)gg_match_recount(m->match, since, upto, write_line, &to);
    for (uint32_t n = since + 1; kept && n <= upto; n++) {
        srv_line *line = &m->line[n % SRV_LOG_KEPT];
        gg_record record = record_of(sv, m, line);
        kept_line(json, &record, viewer, srv_json_line, &line->json[srv_side_of(viewer)]);
    }
    gg_json_close(json, ']');
}

static void write_brief(void *user, const gg_record *record) {
    const page *to = user;
    brief_line(to->json, record, to->viewer);
}

void srv_json_news(server *sv, gg_json *json, srv_match *m, uint32_t since, uint32_t upto,
                   int viewer) {
    page to = {json, viewer};
    bool kept = all_kept(m, since, upto);
    gg_json_open(json, "news", '[');
    if (!kept) (void)gg_match_recount(m->match, since, upto, write_brief, &to);
    for (uint32_t n = since + 1; kept && n <= upto; n++) {
        srv_line *line = &m->line[n % SRV_LOG_KEPT];
        gg_record record = record_of(sv, m, line);
        if (all_open(record.after->game, record.events, viewer))
            kept_line(json, &record, viewer, brief_line, &line->brief);
        else
            brief_line(json, &record, viewer);
    }
    gg_json_close(json, ']');
}
