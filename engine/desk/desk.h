// SPDX-License-Identifier: Apache-2.0
// What the files of engine/desk share. Private to this folder.
#ifndef GROGNARD_ENGINE_DESK_H
#define GROGNARD_ENGINE_DESK_H

#include "grognard/desk.h"
#include "grognard/odds.h"

typedef enum desk_error {
    DESK_FINE,
#define DESK_ERROR(code, fr, en) DESK_##code,
#include "errors.def"
#undef DESK_ERROR
} desk_error;

// An imagined world: dealt (or copied) once, then actions; undo plays them again from the deal.
typedef struct desk_world {
    bool used;
    uint8_t dealt_draft, draft; // who composes an action, or GG_NOBODY: at the deal, and now
    uint32_t count;
    uint64_t *deal, *state;
    gg_action *action;
} desk_world;

// One line, understood: its id, and what follows the command and the world.
typedef struct desk_order {
    int64_t id; // -1: none
    desk_world *world_or_null;
    char *rest;
} desk_order;

struct gg_desk {
    gg_match *match;
    const gg_game *game;
    int seat;
    gg_lang lang;
    gg_rng rng;
    int64_t waiting; // id of `wait`, -1 without one, -2 when nobody waits
    uint32_t told;   // entries told by `events`
    uint32_t ms;     // not charged yet
    bool charged, leaves, waits;
    desk_world world[GG_DESK_WORLDS];
    uint64_t *scratch; // a state
    gg_action *list;
    gg_outcome *outcome;
    gg_plan *plan;
    gg_events *events;
    gg_odds *odds; // opened when it is first asked
    gg_view *view;
    char line[GG_DESK_LINE + 1];
    // of the refusal being answered
    gg_verdict verdict; // refusal GG_LEGAL: `error` says it
    gg_error said;      // more about DESK_bad_action
};

// Each writes what follows "=" and says DESK_FINE, or why not: then what it wrote is dropped.
typedef desk_error desk_obey(gg_desk *desk, const desk_order *order, gg_out *out);
#define DESK(name, place, usage, fr, en) desk_obey desk_##name;
#include "commands.def"
#undef DESK

// What a command is about: the match as the seat sees it, or a world.
gg_position desk_at(const gg_desk *desk, const desk_order *order);
void desk_say_where(const gg_desk *desk, const gg_position *at, gg_out *out);
void desk_notation(const gg_position *at, gg_action action, gg_out *out);
// The next of the actions in `*text`, which moves on behind it. False: *error says why.
bool desk_next_action(gg_desk *desk, const gg_position *at, char **text, gg_action *out,
                      desk_error *error);
bool desk_match_over(const gg_desk *desk);
// World `token`, w1 to w64, whether it is used or not; NULL: no such name.
desk_world *desk_world_named(gg_desk *desk, const char *token, size_t length);
desk_error desk_world_play(gg_desk *desk, desk_world *world, gg_action action);

#endif
