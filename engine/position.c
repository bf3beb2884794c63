// SPDX-License-Identifier: Apache-2.0
// Positions, and what can be said of any state without knowing its game.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "grognard/engine.h"
#include "table.h"

void gg_request_standard(const gg_game *game, gg_request *request) {
    memset(request, 0, sizeof *request);
    for (unsigned i = 0; i < game->n_options; i++) request->option[i] = game->options[i].standard;
}

static void choose(gg_request *request, const gg_matchup *pair) {
    for (unsigned i = 0; i < 2; i++) request->option[pair->option[i]] = pair->value[i];
}

// A player's own scenario may be of any size: nothing was measured there.
void gg_request_usual(const gg_game *game, gg_request *request) {
    for (unsigned i = 0; i < game->n_usual && !request->own.size; i++)
        if (game->usual[i].scenario == request->scenario) choose(request, &game->usual[i].pair);
}

void gg_match_up(const gg_game *game, gg_request *request, unsigned number) {
    if (!game->n_matchups) return;
    GG_ASSERT(number < game->n_matchups);
    choose(request, &game->matchups[number]);
}

bool gg_option_read(const gg_game *game, unsigned option, const char *text, int *value) {
    const gg_option *o = &game->options[option];
    const gg_domain *domain = &game->domains[o->domain];
    char *end;
    for (int i = 0; o->domain && domain->names && i <= o->max; i++)
        if (strcmp(domain->names[i].token, text) == 0) {
            *value = i;
            return true;
        }
    long number = strtol(text, &end, 10);
    if (!*text || *end || number < o->min || number > o->max) return false;
    *value = (int)number;
    return true;
}

void gg_position_restart(gg_position *position) {
    const gg_game *game = position->game;
    memset(position->state, 0, game->state_bytes);
    game->setup(position->table, position->state);
    if (game->derive) game->derive(position->table, position->state);
}

gg_status gg_position_open(gg_position *position, const gg_game *game, const gg_request *request,
                           gg_verdict *verdict) {
    memset(position, 0, sizeof *position);
    GG_ASSERT(game->state_bytes <= GG_STATE_MAX && game->facts_bytes <= game->state_bytes);
    void *state = calloc(1, game->state_bytes), *table;
    if (!state) return GG_NO_MEMORY;
    gg_status status = gg_table_take(game, request, &table, verdict);
    if (status != GG_OK) {
        free(state);
        return status;
    }
    *position = (gg_position){game, table, state, *request};
    gg_position_restart(position);
    return GG_OK;
}

gg_status gg_position_like(gg_position *position, const gg_position *other) {
    void *state = calloc(1, other->game->state_bytes);
    if (!state) return GG_NO_MEMORY;
    *position = *other;
    position->state = state;
    gg_table_share(position->table);
    return GG_OK;
}

void gg_position_close(gg_position *position) {
    if (position->table) gg_table_leave(position->table);
    free(position->state);
    memset(position, 0, sizeof *position);
}

uint64_t gg_facts_hash(const gg_game *game, const void *state) {
    return gg_hash(state, game->facts_bytes);
}

static bool in_bounds(const gg_field *field, const unsigned char *at) {
    int64_t value;
    switch (field->width) {
    case 1: value = *at; break;
    case 2: {
        uint16_t v;
        memcpy(&v, at, 2);
        value = field->min < 0 ? (int16_t)v : v;
        break;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, at, 4);
        value = field->min < 0 ? (int32_t)v : (int64_t)v;
        break;
    }
    case 8: memcpy(&value, at, 8); break;
    default: return true; // a frame stack: the game's sound() looks at it
    }
    if (field->width == 1 && field->min < 0) value = (int8_t)*at;
    return value >= field->min && value <= field->max;
}

const char *gg_unsound_or_null(const gg_game *game, const void *table, const void *state,
                               void *scratch, char *why, size_t cap) {
    const unsigned char *bytes = state;
    for (unsigned f = 0; f < game->n_fields; f++) {
        const gg_field *field = &game->fields[f];
        for (unsigned i = 0; i < field->count; i++)
            if (!in_bounds(field, bytes + field->offset + (size_t)i * field->width)) {
                (void)snprintf(why, cap, "field %s[%u] out of bounds", field->name, i);
                return why;
            }
    }
    int line = game->sound(table, state);
    if (line) {
        (void)snprintf(why, cap, "invariant at line %d", line);
        return why;
    }
    if (!game->derive) return NULL;
    memcpy(scratch, state, game->state_bytes);
    game->derive(table, scratch);
    if (memcmp(scratch, state, game->state_bytes) == 0) return NULL;
    (void)snprintf(why, cap, "the derived part is not what the facts say");
    return why;
}

void gg_view_into(const gg_game *game, const void *table, const void *state, int viewer,
                  gg_view *out) {
    gg_turn turn = game->turn(table, state);
    memset(out, 0, offsetof(gg_view, piece)); // what is added to the lists is cleared one by one
    out->viewer = (uint8_t)viewer;
    out->seat = turn.seat;
    out->node = turn.node;
    game->show.view(table, state, viewer, out);
}

bool gg_event_for(const gg_game *game, const gg_event *event, int viewer, gg_event *out) {
    const gg_event_kind *kind = &game->events[event->kind];
    *out = *event;
    bool sees = viewer == GG_UMPIRE || event->see == GG_SEE_ALL ||
                (viewer < GG_SEATS_MAX && (event->see >> viewer & 1));
    if (sees) return true;
    if (kind->hides == GG_HIDES_EVENT) return false;
    for (unsigned i = 0; i < GG_EVENT_ARGS; i++)
        if (kind->hides >> i & 1) out->arg[i] = GG_HIDDEN;
    return true;
}

bool gg_events_reveal(const gg_events *events) {
    for (uint32_t i = 0; i < events->count; i++)
        if (events->event[i].flags & GG_E_REVEAL) return true;
    return false;
}
