// SPDX-License-Identifier: Apache-2.0
// A position shown as lines of text or as JSON, from its view alone.
#ifndef GROGNARD_SHOW_H
#define GROGNARD_SHOW_H

#include "app.h"
#include "grognard/match.h"

// Board, tray and gauges. False when memory is short.
bool app_show(const app_self *app, const gg_position *at, int viewer);
// What can be read on one thing, named as one types it; false when it is not in sight.
bool app_show_thing(const app_self *app, const gg_position *at, int viewer, const char *token);
void app_show_json(gg_json *json, const gg_position *at, int viewer);
// The sentences of one entry's events as `viewer` saw them; `at` names things.
void app_show_events(const app_self *app, const gg_events *events, const gg_position *at);
// "North", "chance", "the umpire".
const char *app_seat_word(const app_self *app, const gg_game *game, int seat);
// What an entry was, without its events.
void app_entry_words(const app_self *app, const gg_match *match, uint32_t number, char *out,
                     size_t cap);

#endif
