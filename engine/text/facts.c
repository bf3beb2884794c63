// SPDX-License-Identifier: Apache-2.0
// A game's tables as JSON, the places of a scenario and an overlay: all a reader needs to draw and
// play a game that it does not know. Views and events (json.c) speak of them by their numbers.
#include <string.h>

#include "words.h"

enum { NAME_BYTES = 512 };

// ------------------------------------------------------------------------ a game in a list of them
static void named(gg_json *json, const char *token, const char *fr, const char *en) {
    gg_json_string(json, "token", token);
    gg_json_string(json, "fr", fr);
    gg_json_string(json, "en", en);
}

static void seats(gg_json *json, const gg_game *game) {
    gg_json_open(json, "seats", '[');
    for (unsigned i = 0; i < game->seats; i++) {
        gg_json_open(json, NULL, '{');
        named(json, game->seat_names[i].token, game->seat_names[i].fr, game->seat_names[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void identified(gg_json *json, const char *id, const char *fr, const char *en) {
    gg_json_string(json, "id", id);
    gg_json_string(json, "fr", fr);
    gg_json_string(json, "en", en);
}

// Named values of an option, in order.
static void option_values(gg_json *json, const gg_game *game, const gg_option *option) {
    const gg_name *names = game->domains[option->domain].names;
    if (!option->domain || !names) return;
    gg_json_open(json, "values", '[');
    for (int i = 0; i <= option->max; i++) {
        gg_json_open(json, NULL, '{');
        identified(json, names[i].token, names[i].fr, names[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// The seat whose ready list this option chooses (deck1, deck2), where players may bring their own:
// the list's word and the seat's number.
static void option_list(gg_json *json, const gg_game *game, const gg_option *option) {
    size_t word = game->lists.word ? strlen(game->lists.word) : 0;
    if (!word || strncmp(option->token, game->lists.word, word) != 0) return;
    const char *digit = option->token + word;
    if (*digit < '1' || *digit >= '1' + game->seats || digit[1]) return;
    gg_json_string(json, "list", game->seat_names[*digit - '1'].token);
}

static void chosen(gg_json *json, const gg_game *game, const char *key, const gg_matchup *pair) {
    gg_json_open(json, key, '{');
    for (unsigned k = 0; k < 2; k++)
        gg_json_integer(json, game->options[pair->option[k]].token, pair->value[k]);
    gg_json_close(json, '}');
}

void gg_json_usual(gg_json *json, const gg_game *game, unsigned scenario) {
    for (unsigned i = 0; i < game->n_usual; i++)
        if (game->usual[i].scenario == scenario) chosen(json, game, "usual", &game->usual[i].pair);
}

void gg_json_uneven(gg_json *json, const gg_game *game, unsigned scenario) {
    gg_json_open(json, "uneven", '[');
    for (unsigned i = 0; i < game->n_uneven; i++) {
        const gg_uneven *u = &game->uneven[i];
        if (u->scenario != scenario) continue;
        gg_json_open(json, NULL, '{');
        chosen(json, game, "options", &u->pair);
        gg_json_integer(json, "percent", u->percent);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void scenarios(gg_json *json, const gg_game *game) {
    gg_json_open(json, "scenarios", '[');
    for (unsigned i = 0; i < game->n_scenarios; i++) {
        const gg_scenario *s = &game->scenarios[i];
        if (s->hidden) continue;
        gg_json_open(json, NULL, '{');
        identified(json, s->token, s->fr, s->en);
        gg_json_string(json, "brief_fr", s->brief_fr);
        gg_json_string(json, "brief_en", s->brief_en);
        gg_json_usual(json, game, i);
        gg_json_uneven(json, game, i);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "options", '[');
    for (unsigned i = 0; i < game->n_options; i++) {
        const gg_option *o = &game->options[i];
        gg_json_open(json, NULL, '{');
        identified(json, o->token, o->fr, o->en);
        gg_json_integer(json, "min", o->min);
        gg_json_integer(json, "max", o->max);
        gg_json_integer(json, "standard", o->standard);
        option_values(json, game, o);
        option_list(json, game, o);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

void gg_json_own(gg_json *json, const gg_game *game, const gg_request *request) {
    char text[GG_SCENARIO_BRIEF], name[GG_SCENARIO_NAME];
    if (!request->own.size) return;
    gg_json_open(json, "own", '{');
    gg_json_string(json, "fr", gg_scenario_name(game, request, GG_FR, name));
    gg_json_string(json, "en", gg_scenario_name(game, request, GG_EN, name));
    gg_json_string(json, "brief_fr", gg_scenario_brief(game, request, GG_FR, text));
    gg_json_string(json, "brief_en", gg_scenario_brief(game, request, GG_EN, text));
    gg_json_close(json, '}');
}

void gg_json_scenario(gg_json *json, const gg_game *game, const gg_request *request) {
    gg_json_string(json, "scenario", game->scenarios[request->scenario].token);
    gg_json_own(json, game, request);
}

void gg_json_game(gg_json *json, const gg_game *game) {
    identified(json, game->id, game->fr, game->en);
    gg_json_integer(json, "version", game->version);
    gg_json_bool(json, "own", game->own.judge != NULL);
    seats(json, game);
    scenarios(json, game);
}

// ----------------------------------------------------------------------------------------- facts
static void surfaces(gg_json *json, const gg_game *game) {
    static const char *const shapes[] = {"hexes", "areas", "plane", "row", "pile", "track"};
    gg_json_open(json, "surfaces", '[');
    for (unsigned i = 0; i < game->n_surfaces; i++) {
        const gg_surface *s = &game->surfaces[i];
        gg_json_open(json, NULL, '{');
        named(json, s->token, s->fr, s->en);
        gg_json_string(json, "shape", shapes[s->shape]);
        gg_json_owner(json, s->owner);
        gg_json_integer(json, "width", s->width);
        gg_json_integer(json, "height", s->height);
        gg_json_integer(json, "cells", s->cells);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// "Combat,Movement": one name for each printed value.
static void value_names(gg_json *json, const char *key, const char *names) {
    char one[NAME_BYTES];
    gg_out part;
    gg_json_open(json, key, '[');
    while (names && *names) {
        size_t length = strcspn(names, ",");
        gg_out_init(&part, one, sizeof one);
        gg_out_part(&part, names, length);
        gg_json_string(json, NULL, one);
        names += length + (names[length] == ',');
    }
    gg_json_close(json, ']');
}

static void faces(gg_json *json, const gg_game *game) {
    gg_json_open(json, "faces", '[');
    for (unsigned i = 0; i < game->n_faces; i++) {
        const gg_face *f = &game->faces[i];
        gg_json_open(json, NULL, '{');
        named(json, f->token, f->fr, f->en);
        gg_json_string(json, "glyph", f->glyph);
        value_names(json, "values_fr", f->value_fr);
        value_names(json, "values_en", f->value_en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "labels", '[');
    for (unsigned i = 0; i < game->n_labels; i++) {
        gg_json_open(json, NULL, '{');
        named(json, game->labels[i].token, game->labels[i].fr, game->labels[i].en);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void pair(gg_json *json, const char *key, int64_t a, int64_t b) {
    gg_json_open(json, key, '[');
    gg_json_integer(json, NULL, a);
    gg_json_integer(json, NULL, b);
    gg_json_close(json, ']');
}

static void flag_names(gg_json *json, unsigned flags, const char *const *names, unsigned count) {
    gg_json_open(json, "flags", '[');
    for (unsigned i = 0; i < count; i++)
        if (flags >> i & 1) gg_json_string(json, NULL, names[i]);
    gg_json_close(json, ']');
}

static void verbs(gg_json *json, const gg_game *game) {
    static const char *const flags[] = {"draft", "chance", "done", "decline"};
    gg_json_open(json, "verbs", '[');
    for (unsigned i = 0; i < game->n_verbs; i++) {
        const gg_verb *v = &game->verbs[i];
        gg_json_open(json, NULL, '{');
        named(json, v->token, v->fr, v->en);
        flag_names(json, v->flags, flags, 4);
        gg_json_open(json, "operands", '[');
        for (unsigned k = 0; k < GG_OPERANDS && v->domain[k]; k++)
            gg_json_integer(json, NULL, v->domain[k]);
        gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// A name in three forms as one object, or null when the value has none.
static void value_named(gg_json *json, const gg_position *at, unsigned domain, unsigned value) {
    char text[NAME_BYTES];
    static const char *const keys[] = {"fr", "en", "token"};
    if (!gg_name_into(at->game, at->table, at->state, domain, value, GG_FORM_TOKEN, text,
                      sizeof text)) {
        gg_json_null(json, NULL);
        return;
    }
    gg_json_open(json, NULL, '{');
    for (unsigned form = 0; form < 3; form++) {
        (void)gg_name_into(at->game, at->table, at->state, domain, value, (gg_form)form, text,
                           sizeof text);
        gg_json_string(json, keys[form], text);
    }
    gg_json_close(json, '}');
}

// A set's names are its members'.
static void set_member(gg_json *json, const gg_position *at, unsigned domain, unsigned i) {
    const gg_name *names = at->game->domains[domain].names;
    if (!names) {
        value_named(json, at, domain, 1U << i);
        return;
    }
    gg_json_open(json, NULL, '{');
    named(json, names[i].token, names[i].fr, names[i].en);
    gg_json_close(json, '}');
}

// As gg_say_prompt() says them in a state.
static void prompts(gg_json *json, const gg_game *game, unsigned node) {
    static const char *const keys[] = {"act_fr", "act_en", "wait_fr", "wait_en"};
    char text[400];
    for (unsigned i = 0; i < 4; i++) {
        (void)gg_say_prompt(game, node, i < 2, i % 2 ? GG_EN : GG_FR, text, sizeof text);
        gg_json_string(json, keys[i], text);
    }
}

void gg_json_domains(gg_json *json, const gg_position *at) {
    static const char *const kinds[] = {"none", "number", "seat",   "piece", "cell",
                                        "x",    "y",      "choice", "set"};
    const gg_game *game = at->game;
    gg_json_open(json, "domains", '[');
    for (unsigned d = 0; d < game->n_domains; d++) {
        const gg_domain *domain = &game->domains[d];
        bool named = domain->kind == GG_K_SEAT || domain->kind == GG_K_PIECE ||
                     domain->kind == GG_K_CELL || domain->kind >= GG_K_CHOICE;
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", domain->token);
        gg_json_string(json, "kind", kinds[domain->kind]);
        gg_json_integer(json, "surface", domain->surface);
        gg_json_integer(json, "count", domain->count);
        if (named) gg_json_open(json, "names", '[');
        for (unsigned i = 0; named && i < domain->count; i++) {
            if (domain->kind == GG_K_SET)
                set_member(json, at, d, i);
            else
                value_named(json, at, d, i);
        }
        if (named) gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void nodes(gg_json *json, const gg_game *game) {
    static const char *const flags[] = {"chance", "sealed", "window"};
    gg_json_open(json, "nodes", '[');
    for (unsigned i = 0; i < game->n_nodes; i++) {
        const gg_node *n = &game->nodes[i];
        gg_json_open(json, NULL, '{');
        gg_json_string(json, "token", n->token);
        flag_names(json, n->flags, flags, 3);
        gg_json_open(json, "verbs", '[');
        for (const uint8_t *verb = n->verbs; *verb; verb++) gg_json_integer(json, NULL, *verb);
        gg_json_close(json, ']');
        prompts(json, game, i);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

static void rules(gg_json *json, const gg_game *game) {
    static const char *const origins[] = {"seed", "ruling", "house"};
    gg_json_open(json, "overlays", '[');
    for (unsigned i = 0; i < game->n_overlays; i++) {
        gg_json_open(json, NULL, '{');
        named(json, game->overlays[i].token, game->overlays[i].fr, game->overlays[i].en);
        gg_json_integer(json, "domain", game->overlays[i].domain);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "rules", '[');
    for (unsigned i = 1; i < game->n_rules; i++) {
        const gg_rule *rule = &game->rules[i];
        gg_json_open(json, NULL, '{');
        identified(json, rule->id, rule->fr, rule->en);
        gg_json_string(json, "origin", origins[rule->origin]);
        gg_json_string(json, "section", rule->section);
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// What the arguments of an event are (a line of the log points at its pieces and places by them),
// and its sentences with {a} .. {e} in place of them.
static void events(gg_json *json, const gg_game *game) {
    gg_json_open(json, "events", '[');
    for (unsigned i = 0; i < game->n_events; i++) {
        const gg_event_kind *event = &game->events[i];
        gg_json_open(json, NULL, '{');
        named(json, event->token, event->fr, event->en);
        gg_json_open(json, "domains", '[');
        for (unsigned k = 0; k < GG_EVENT_ARGS && event->domain[k]; k++)
            gg_json_integer(json, NULL, event->domain[k]);
        gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

void gg_json_facts(gg_json *json, const gg_position *at) {
    const gg_game *game = at->game;
    gg_json_game(json, game);
    surfaces(json, game);
    faces(json, game);
    pair(json, "edge_labels", game->edge_label, game->edge_labels);
    pair(json, "tag_labels", game->tag_label, game->tag_labels);
    gg_json_integer(json, "piece_domain", game->piece_domain);
    verbs(json, game);
    gg_json_domains(json, at);
    nodes(json, game);
    events(json, game);
    rules(json, game);
}

// ------------------------------------------------------------------------------------------- cells
static unsigned cell_domain(const gg_game *game, unsigned surface) {
    for (unsigned d = GG_D_FIRST; d < game->n_domains; d++)
        if (game->domains[d].kind == GG_K_CELL && game->domains[d].surface == surface) return d;
    return GG_D_NONE;
}

static void name_of_cell(gg_json *json, const gg_position *at, unsigned domain, unsigned i) {
    static const char *const keys[] = {"fr", "en", "token"};
    char text[NAME_BYTES];
    for (unsigned form = 0; form < 3; form++) {
        bool named = domain != GG_D_NONE && i < at->game->domains[domain].count &&
                     gg_name_into(at->game, at->table, at->state, domain, i, (gg_form)form, text,
                                  sizeof text);
        gg_json_string(json, keys[form], named ? text : NULL);
    }
}

static void one_cell(gg_json *json, const gg_position *at, unsigned surface, unsigned domain,
                     unsigned i) {
    gg_cell cell;
    memset(&cell, 0, sizeof cell);
    at->game->show.cell(at->table, surface, i, &cell);
    gg_json_open(json, NULL, '{');
    gg_json_integer(json, "face", cell.face);
    gg_json_integer(json, "x", cell.x);
    gg_json_integer(json, "y", cell.y);
    gg_json_integer(json, "tags", cell.tags);
    gg_json_open(json, "edge", '[');
    for (unsigned k = 0; k < GG_CELL_EDGES; k++) gg_json_integer(json, NULL, cell.edge[k]);
    gg_json_close(json, ']');
    gg_json_open(json, "corners", '[');
    for (unsigned k = 0; k < cell.corners; k++)
        pair(json, NULL, cell.corner_x[k], cell.corner_y[k]);
    gg_json_close(json, ']');
    name_of_cell(json, at, domain, i);
    gg_json_close(json, '}');
}

void gg_json_cells(gg_json *json, const gg_position *at) {
    const gg_game *game = at->game;
    gg_json_open(json, "surfaces", '[');
    for (unsigned s = 0; s < game->n_surfaces; s++) {
        unsigned domain = cell_domain(game, s);
        gg_json_open(json, NULL, '{');
        gg_json_open(json, "cells", '[');
        for (unsigned i = 0; i < game->surfaces[s].cells; i++) one_cell(json, at, s, domain, i);
        gg_json_close(json, ']');
        gg_json_close(json, '}');
    }
    gg_json_close(json, ']');
}

// --------------------------------------------------------------------------------------- overlays
void gg_json_overlay(gg_json *json, const gg_overlay *o) {
    gg_json_integer(json, "surface", o->surface);
    gg_json_open(json, "cells", '[');
    for (unsigned i = 0; i < o->cells && i < GG_OVERLAY_CELLS; i++) {
        gg_json_open(json, NULL, '[');
        gg_json_integer(json, NULL, o->cell[i]);
        gg_json_integer(json, NULL, o->value[i]);
        gg_json_close(json, ']');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "points", '[');
    for (unsigned i = 0; i < o->points && i < GG_OVERLAY_POINTS; i++) {
        gg_json_open(json, NULL, '[');
        gg_json_integer(json, NULL, o->x[i]);
        gg_json_integer(json, NULL, o->y[i]);
        gg_json_close(json, ']');
    }
    gg_json_close(json, ']');
    gg_json_open(json, "pieces", '[');
    for (unsigned i = 0; i < o->pieces && i < GG_OVERLAY_PIECES; i++)
        gg_json_integer(json, NULL, o->piece[i]);
    gg_json_close(json, ']');
}
