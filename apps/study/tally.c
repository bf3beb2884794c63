// SPDX-License-Identifier: Apache-2.0
// What a study notes of each game while it is played: a row, the rules that events cite, and where
// dice fell. A throw belongs to the place that its own events name, else to the last one named
// since the procedure began; where only a piece is named, the umpire's view tells where it stands.
#include <string.h>

#include "study.h"

bool study_is_board(const gg_surface *surface) {
    return surface->shape == GG_HEXES || surface->shape == GG_AREAS || surface->shape == GG_PLANE;
}

static unsigned places_on(const gg_surface *surface) {
    if (!study_is_board(surface)) return 0;
    if (surface->shape != GG_PLANE) return surface->cells;
    return study_squares(surface->width) * study_squares(surface->height);
}

void study_places_of(const gg_game *game, study_places *out) {
    unsigned count = 0;
    out->game = game;
    GG_ASSERT(game->n_surfaces <= sizeof out->first / sizeof out->first[0]);
    for (unsigned i = 0; i < game->n_surfaces; i++) {
        out->first[i] = (uint16_t)count;
        count += places_on(&game->surfaces[i]);
    }
    GG_ASSERT(count <= STUDY_HEAT_MAX);
    out->count = (uint16_t)count;
}

static int square_of(const gg_surface *surface, int x, int y) {
    if (x < 0 || y < 0 || x >= surface->width || y >= surface->height) return -1;
    return (int)((unsigned)y / STUDY_SQUARE_MM * study_squares(surface->width) +
                 (unsigned)x / STUDY_SQUARE_MM);
}

static int place_on(const study_notes *n, unsigned surface, int cell, int x, int y) {
    const gg_surface *at = &n->places->game->surfaces[surface];
    if (!study_is_board(at)) return -1;
    int index = at->shape == GG_PLANE ? square_of(at, x, y) : cell < at->cells ? cell : -1;
    return index < 0 ? -1 : n->places->first[surface] + index;
}

static int place_of_piece(study_notes *n, const gg_position *at, int handle) {
    gg_view_into(at->game, at->table, at->state, GG_UMPIRE, &n->view);
    for (unsigned i = 0; i < n->view.pieces; i++) {
        const gg_piece *p = &n->view.piece[i];
        if (p->handle == handle || p->group == handle)
            return place_on(n, p->surface, p->cell, p->x, p->y);
    }
    return -1;
}

// The last place that an event names: of an attack that is its target.
static int place_of(study_notes *n, const gg_position *at, const gg_event *event) {
    const gg_event_kind *kind = &at->game->events[event->kind];
    int place = -1;
    for (unsigned i = GG_EVENT_ARGS; i-- > 0 && place < 0;) {
        const gg_domain *domain = &at->game->domains[kind->domain[i]];
        int value = event->arg[i];
        if (!kind->domain[i] || value < 0) continue;
        if (domain->kind == GG_K_CELL) place = place_on(n, domain->surface, value, 0, 0);
        if (domain->kind == GG_K_PIECE) place = place_of_piece(n, at, value);
    }
    return place;
}

static void look(study_notes *n, const gg_position *at, gg_turn turn, const gg_events *events) {
    int named = -1;
    for (uint32_t i = 0; i < events->count && named < 0; i++)
        named = place_of(n, at, &events->event[i]);
    if (named >= 0) n->place = named;
    if (turn.dice && n->place >= 0) n->tally.heat[n->place]++;
    gg_turn next = at->game->turn(at->table, at->state);
    if (at->game->nodes[next.node].flags & GG_N_REST) n->place = -1;
}

static void begins(void *user, uint32_t number, const gg_position *at) {
    study_notes *n = user;
    memset(&n->row, 0, sizeof n->row);
    n->row.first = n->row.winner = GG_NOBODY;
    n->row.matchup = n->fixed ? 0 : (uint8_t)gg_matchup_of(at->game, number);
    n->number = number;
    n->looks = n->places->count && number % STUDY_HEAT_EVERY == 0;
    n->seat = GG_NOBODY;
    n->place = -1;
}

static void note_seat(study_notes *n, const gg_game *game, gg_turn turn, uint32_t choices) {
    n->row.decisions += choices > 1;
    n->row.goes += turn.seat != n->seat;
    n->seat = turn.seat;
    if (n->row.first == GG_NOBODY && !(game->nodes[turn.node].flags & GG_N_SEALED))
        n->row.first = turn.seat;
}

static void acted(void *user, const gg_position *at, gg_turn turn, uint32_t choices,
                  gg_action action, const gg_events *events) {
    study_notes *n = user;
    (void)action;
    if (turn.seat != GG_CHANCE) note_seat(n, at->game, turn, choices);
    for (uint32_t i = 0; i < events->count; i++) n->tally.told[events->event[i].rule]++;
    if (events->count) n->row.end = events->event[events->count - 1].rule;
    if (n->looks) look(n, at, turn, events);
}

static void ends(void *user, const gg_position *at, uint32_t actions) {
    study_notes *n = user;
    int half[GG_SEATS_MAX] = {0};
    at->game->score(at->table, at->state, half, &n->row.margin);
    for (unsigned seat = 0; seat < at->game->seats; seat++)
        if (half[seat] == 2) n->row.winner = (uint8_t)seat;
    n->row.actions = actions;
    n->rows[n->number] = n->row;
}

void study_notes_begin(study_notes *n, const study_places *places, bool fixed, study_row *rows) {
    GG_ASSERT(places->game->n_rules <= STUDY_RULES_MAX);
    memset(n, 0, sizeof *n);
    n->places = places;
    n->rows = rows;
    n->fixed = fixed;
    n->ears = (gg_selfplay_ears){begins, NULL, acted, ends, n};
}

// No more than the game has: all of it would push the game's own table out of the caches, and a
// portion may be one short game.
void study_tally_clear(study_tally *tally, const study_places *places) {
    tally->digest = tally->actions = tally->steps = 0;
    memset(tally->told, 0, places->game->n_rules * sizeof *tally->told);
    memset(tally->heat, 0, places->count * sizeof *tally->heat);
}

void study_tally_add(study_tally *sum, const study_tally *part, const study_places *places) {
    sum->digest += part->digest;
    sum->actions += part->actions;
    sum->steps += part->steps;
    for (unsigned i = 0; i < places->game->n_rules; i++) sum->told[i] += part->told[i];
    for (unsigned i = 0; i < places->count; i++) sum->heat[i] += part->heat[i];
}
