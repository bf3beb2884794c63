// SPDX-License-Identifier: Apache-2.0
// The log as people read it. Each entry is played once on a walking copy of the state, its notation
// and events taken on the way, and its lines written for every viewer who may ask; a state sent
// later only copies them. Older entries are walked again when somebody wants them.
#include <stdlib.h>
#include <string.h>

#include "server.h"

enum { STEPS_MAX = 64 << 10, SENTENCE_MAX = 512 };

const char *const srv_entry_words[GG_ENTRY_KINDS] = {
    [GG_ENTRY_ACTION] = "action",
    [GG_ENTRY_CHANCE] = "chance",
    [GG_ENTRY_UNDO] = "undo",
    [GG_ENTRY_RESIGN] = "resign",
    [GG_ENTRY_DRAW_OFFER] = "offers-draw",
    [GG_ENTRY_DRAW_ACCEPT] = "accepts-draw",
    [GG_ENTRY_DRAW_DECLINE] = "declines-draw",
    [GG_ENTRY_COMMENT] = "comment",
    [GG_ENTRY_FLAG] = "flag",
};

static const struct {
    const char *fr, *en;
} sentences[GG_ENTRY_KINDS] = {
    [GG_ENTRY_UNDO] = {"%s reprend son coup.", "%s takes a move back."},
    [GG_ENTRY_RESIGN] = {"%s abandonne.", "%s resigns."},
    [GG_ENTRY_DRAW_OFFER] = {"%s propose la partie nulle.", "%s offers a draw."},
    [GG_ENTRY_DRAW_ACCEPT] = {"%s accepte la partie nulle.", "%s accepts the draw."},
    [GG_ENTRY_DRAW_DECLINE] = {"%s refuse la partie nulle.", "%s declines the draw."},
    [GG_ENTRY_FLAG] = {"%s n'a plus de temps.", "%s has run out of time."},
};

// ----------------------------------------------------------------------------------------- walking
// Several entries may follow each other in one turn of the loop, so the notation has a
// place of its own beside the scratch area.
static char steps_text[STEPS_MAX];

static bool walk_steps(server *sv, const srv_match *m, gg_position *at, const gg_entry *entry) {
    const gg_action *action = gg_match_actions(m->match, entry);
    char text[SENTENCE_MAX];
    gg_out out;
    gg_out_init(&out, steps_text, sizeof steps_text);
    for (unsigned i = 0; i < entry->steps; i++) {
        (void)gg_notation_into(m->game, at->table, at->state, action[i], text, sizeof text);
        if (i) gg_out_text(&out, " ; ");
        gg_out_text(&out, text);
        sv->one.count = 0;
        gg_apply(m->game, at->table, at->state, action[i], &sv->one);
        for (uint32_t e = 0; e < sv->one.count && sv->events.count < GG_EVENTS_MAX; e++)
            sv->events.event[sv->events.count++] = sv->one.event[e];
    }
    return !out.full;
}

bool srv_walk_entry(server *sv, const srv_match *m, gg_position *at, uint32_t number,
                    srv_step *out) {
    const gg_entry *entry = gg_match_entry(m->match, number);
    gg_position after = {0};
    out->turn = m->game->turn(at->table, at->state);
    out->steps = steps_text;
    steps_text[0] = 0;
    sv->events.count = 0;
    if (entry->kind == GG_ENTRY_ACTION || entry->kind == GG_ENTRY_CHANCE)
        return walk_steps(sv, m, at, entry);
    if (entry->kind == GG_ENTRY_COMMENT)
        (void)snprintf(steps_text, sizeof steps_text, "%s", gg_match_text(m->match, entry));
    if (entry->kind != GG_ENTRY_UNDO) return true;
    if (gg_match_at(m->match, number, &after) != GG_OK) return false;
    memcpy(at->state, after.state, m->game->state_bytes);
    gg_position_close(&after);
    return true;
}

// ----------------------------------------------------------------------------------------- writing
static void json_event(gg_json *json, const gg_position *at, const gg_event *event) {
    const gg_game *game = at->game;
    char text[SENTENCE_MAX];
    gg_json_open(json, NULL, '{');
    (void)gg_say_event(game, at->table, at->state, event, GG_FR, text, sizeof text);
    gg_json_string(json, "fr", text);
    (void)gg_say_event(game, at->table, at->state, event, GG_EN, text, sizeof text);
    gg_json_string(json, "en", text);
    gg_json_string(json, "rule", event->rule ? game->rules[event->rule].id : NULL);
    gg_json_string(json, "kind", game->events[event->kind].token);
    gg_json_open(json, "args", '[');
    for (unsigned i = 0; i < GG_EVENT_ARGS && game->events[event->kind].domain[i]; i++) {
        if (event->arg[i] == GG_HIDDEN)
            gg_json_null(json, NULL);
        else
            gg_json_integer(json, NULL, event->arg[i]);
    }
    gg_json_close(json, ']');
    gg_json_close(json, '}');
}

static void json_words(gg_json *json, const gg_game *game, const gg_entry *entry,
                       const char *comment) {
    char text[SENTENCE_MAX] = "";
    bool spoken = entry->kind == GG_ENTRY_COMMENT;
    const gg_name *seat = entry->seat < game->seats ? &game->seat_names[entry->seat] : NULL;
    gg_json_open(json, NULL, '{');
    for (int lang = GG_FR; lang <= GG_EN; lang++) {
        const char *form = lang == GG_FR ? sentences[entry->kind].fr : sentences[entry->kind].en;
        const char *who = !seat ? "" : lang == GG_FR ? seat->fr : seat->en;
        if (form) {
            size_t gap = strcspn(form, "%");
            (void)snprintf(text, sizeof text, "%.*s%s%s", (int)gap, form, who, form + gap + 2);
        }
        gg_json_string(json, lang == GG_FR ? "fr" : "en", spoken ? comment : text);
    }
    gg_json_null(json, "rule");
    gg_json_string(json, "kind", srv_entry_words[entry->kind]);
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

void srv_json_line(server *sv, gg_json *json, const srv_match *m, const gg_position *at,
                   uint32_t number, const srv_step *step, int viewer) {
    const gg_entry *entry = gg_match_entry(m->match, number);
    bool open = sv->events.count > 0;
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "entry", number);
    gg_json_string(json, "seat", gg_seat_token(m->game, entry->seat));
    gg_json_open(json, "lines", '[');
    if (entry->kind != GG_ENTRY_ACTION && entry->kind != GG_ENTRY_CHANCE)
        json_words(json, m->game, entry, step->steps);
    for (uint32_t i = 0; i < sv->events.count; i++) {
        gg_event cut;
        bool seen = gg_event_for(m->game, &sv->events.event[i], viewer, &cut);
        open = open && seen && memcmp(cut.arg, sv->events.event[i].arg, sizeof cut.arg) == 0;
        if (seen) json_event(json, at, &cut);
    }
    gg_json_close(json, ']');
    json_dice(json, entry, &step->turn, open);
    gg_json_close(json, '}');
}

// ----------------------------------------------------------------------------------- kept and sent
unsigned srv_side_of(int viewer) {
    return viewer >= 0 && viewer < SRV_SEATS ? (unsigned)viewer : SRV_SEATS;
}

static char *line_for(server *sv, const srv_match *m, uint32_t number, const srv_step *step,
                      int viewer) {
    gg_out_init(&sv->out, sv->scratch, SRV_SCRATCH);
    gg_json_init(&sv->json, &sv->out);
    srv_json_line(sv, &sv->json, m, &m->walked, number, step, viewer);
    return sv->out.full ? NULL : strdup(sv->scratch);
}

// Do both see the same of what has just happened?
static bool told_alike(const server *sv, const gg_game *game, int one, int other) {
    for (uint32_t i = 0; i < sv->events.count; i++) {
        gg_event a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        bool seen = gg_event_for(game, &sv->events.event[i], one, &a);
        if (seen != gg_event_for(game, &sv->events.event[i], other, &b)) return false;
        if (seen && memcmp(&a, &b, sizeof a) != 0) return false;
    }
    return true;
}

// People at the table read the log after every move; without any, the public does.
void srv_keep_line(server *sv, srv_match *m, uint32_t number, const srv_step *step) {
    srv_line *line = &m->line[number % SRV_LOG_KEPT];
    int people = -1;
    for (unsigned i = 0; i < SRV_SIDES; i++) {
        free(line->json[i]);
        line->json[i] = NULL;
    }
    line->number = number;
    for (unsigned i = 0; i < m->game->seats; i++)
        if (m->kind[i] == SRV_HUMAN) {
            bool alike =
                people >= 0 && line->json[people] && told_alike(sv, m->game, people, (int)i);
            line->json[i] =
                alike ? strdup(line->json[people]) : line_for(sv, m, number, step, (int)i);
            people = (int)i;
        }
    if (people < 0) line->json[SRV_SEATS] = line_for(sv, m, number, step, GG_PUBLIC);
}

static void walk_log(server *sv, gg_json *json, srv_match *m, uint32_t since, uint32_t upto,
                     int viewer) {
    gg_position at = {0};
    srv_step step;
    gg_status status = gg_match_at(m->match, since, &at);
    for (uint32_t n = since + 1; status == GG_OK && n <= upto; n++) {
        if (!srv_walk_entry(sv, m, &at, n, &step)) break;
        srv_json_line(sv, json, m, &at, n, &step, viewer);
    }
    if (at.table) gg_position_close(&at);
}

static bool all_kept(const srv_match *m, uint32_t since, uint32_t upto, unsigned side) {
    for (uint32_t n = since + 1; n <= upto; n++) {
        const srv_line *line = &m->line[n % SRV_LOG_KEPT];
        if (line->number != n || !line->json[side]) return false;
    }
    return true;
}

void srv_json_log(server *sv, gg_json *json, srv_match *m, uint32_t since, uint32_t upto,
                  int viewer) {
    unsigned side = srv_side_of(viewer);
    bool kept = viewer != GG_UMPIRE && all_kept(m, since, upto, side);
    gg_json_open(json, "log", '[');
    if (!kept) walk_log(sv, json, m, since, upto, viewer);
    for (uint32_t n = since + 1; kept && n <= upto; n++) {
        if (n > since + 1) gg_out_char(json->out, ',');
        gg_out_text(json->out, m->line[n % SRV_LOG_KEPT].json[side]);
    }
    gg_json_close(json, ']');
}
